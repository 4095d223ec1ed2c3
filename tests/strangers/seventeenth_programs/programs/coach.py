"""A coach firm plans its day trips: trip, passengers, costs."""

import sys
import tkinter as tk
from tkinter import ttk

from keep import Keep

PEOPLE = [
    ("Agnes Whitlow", "4A", "Market square", "yes"),
    ("Bernard Pell", "4B", "Market square", "no"),
    ("Carla Dunmore", "7C", "Station", "no"),
    ("Dev Anand", "9D", "School gate", "yes"),
    ("Edith Rowe", "11A", "Station", "no"),
]
STOPS = ("Market square", "Station", "School gate", "Harbour")
COSTS = (("Fuel", 180), ("Driver", 240), ("Parking", 25), ("Museum", 310))


def number(text):
    return int(text) if text.isdecimal() else text


class Planner(tk.Tk):
    def __init__(self, start):
        super().__init__()
        self.title("Coach Trip Planner")
        self.geometry("1000x620")
        ttk.Style(self).theme_use("clam")
        self.keep = Keep()
        self.keep.known("save trip", "print list", "call passenger", "send offer")
        self.values = {}
        self.dialog = None
        self.menus()
        bar = ttk.Frame(self, padding=4)
        bar.pack(fill="x")
        for name, does in (
            ("Save trip", lambda: self.keep.count("save trip")),
            ("Print list", lambda: self.keep.count("print list")),
            ("New passenger...", self.new_passenger),
        ):
            ttk.Button(bar, text=name, command=does).pack(side="left", padx=3)
        self.book = ttk.Notebook(self)
        self.book.pack(fill="both", expand=True, padx=6, pady=6)
        for name, page in (
            ("Trip", self.trip()), ("Passengers", self.passengers()), ("Costs", self.costs())
        ):  # fmt: skip
            self.book.add(page, text=name)
        self.keep.add("tab", lambda: self.book.tab(self.book.select(), "text"))
        self.keep.add("dialog", lambda: "new passenger" if self.dialog else "")
        if start == "passengers":
            self.book.select(1)
            self.table.selection_set(self.table.get_children()[2])
        elif start == "costs":
            self.book.select(2)
        self.again()

    def again(self):
        self.keep.write()
        self.after(150, self.again)

    def held(self, name, kind, value):
        """Make a variable of Tk that is part of the state."""
        self.values[name] = kind(self, value)
        self.keep.add(name, self.values[name].get)
        return self.values[name]

    def menus(self):
        bar = tk.Menu(self)
        trip, show = tk.Menu(bar, tearoff=0), tk.Menu(bar, tearoff=0)
        trip.add_command(label="Save trip", command=lambda: self.keep.count("save trip"))
        trip.add_command(label="Send offer", command=lambda: self.keep.count("send offer"))
        trip.add_separator()
        trip.add_command(label="Quit", command=self.destroy)
        for name in ("Show seat plan", "Show birthdays"):
            held = self.held(name.lower(), tk.BooleanVar, False)
            show.add_checkbutton(label=name, variable=held)
        bar.add_cascade(label="Trip", menu=trip)
        bar.add_cascade(label="Show", menu=show)
        self.configure(menu=bar)

    def trip(self):
        page = ttk.Frame(padding=14)
        page.columnconfigure(1, weight=1)

        def row(at, title, widget):
            ttk.Label(page, text=title).grid(row=at, column=0, sticky="w", pady=5)
            widget.grid(row=at, column=1, sticky="w", padx=12, pady=5)

        row(
            0,
            "Destination",
            ttk.Entry(
                page, width=40, textvariable=self.held("destination", tk.StringVar, "Ironbridge")
            ),
        )
        row(
            1,
            "Date of trip",
            ttk.Entry(page, width=14, textvariable=self.held("date", tk.StringVar, "23.05.2026")),
        )
        row(2, "Coach", ttk.Combobox(
            page, state="readonly", values=("Mini 19", "Standard 49", "Double decker 76"),
            textvariable=self.held("coach", tk.StringVar, "Standard 49")))  # fmt: skip
        stops = self.held("toilet stops", tk.StringVar, "1")
        self.keep.add("toilet stops", lambda: number(stops.get()))
        row(3, "Toilet stops", ttk.Spinbox(page, from_=0, to=9, width=6, textvariable=stops))
        meal = self.held("lunch", tk.StringVar, "Picnic")
        across = ttk.Frame(page)
        for name in ("Picnic", "Inn", "None"):
            ttk.Radiobutton(across, text=name, value=name, variable=meal).pack(side="left", padx=6)
        row(4, "Lunch", across)
        boxes = ttk.Frame(page)
        for name, on in (("Wheelchair lift", False), ("Microphone", True), ("Wi-Fi", False)):
            held = self.held(name.lower(), tk.BooleanVar, on)
            ttk.Checkbutton(boxes, text=name, variable=held).pack(side="left", padx=6)
        row(5, "Equipment", boxes)
        rest = tk.Scale(page, from_=15, to=60, orient="horizontal", length=300, resolution=5)
        rest.set(30)
        row(6, "Rest on the way", rest)
        self.keep.add("rest", rest.get)
        text = tk.Text(page, width=60, height=6, wrap="word")
        row(7, "Note for the driver", text)
        self.keep.add("note", lambda: text.get("1.0", "end-1c"))
        return page

    def passengers(self):
        page = ttk.Frame(padding=8)
        heads = ("Name", "Seat", "Boards at", "Paid")
        self.table = table = ttk.Treeview(page, columns=heads, show="headings", height=12)
        for name in heads:
            table.heading(name, text=name)
            table.column(name, width=160 if name in ("Seat", "Paid") else 280)
        for person in PEOPLE:
            table.insert("", "end", values=person)
        table.pack(fill="both", expand=True)
        bar = ttk.Frame(page, padding=6)
        bar.pack(fill="x")
        buttons = []
        for name, does in (
            ("Mark as paid", lambda: self.paid("yes")),
            ("Not paid", lambda: self.paid("no")),
            ("Call passenger", lambda: self.keep.count("call passenger")),
            ("Strike off", lambda: table.delete(*table.selection())),
        ):
            button = ttk.Button(bar, text=name, command=does, state="disabled")
            button.pack(side="left", padx=4)
            buttons.append(button)

        def changed(_event):
            for button in buttons:
                button.configure(state="normal" if table.selection() else "disabled")

        table.bind("<<TreeviewSelect>>", changed)
        table.configure(selectmode="browse")
        low = ttk.LabelFrame(page, text="Boarding place of the chosen passenger", padding=6)
        low.pack(fill="x")
        place = self.held("place", tk.StringVar, STOPS[0])
        ttk.Combobox(low, values=STOPS, state="readonly", textvariable=place).pack(side="left")
        button = ttk.Button(low, text="Change place", state="disabled")
        button.configure(command=lambda: table.set(table.selection()[0], "Boards at", place.get()))
        button.pack(side="left", padx=8)
        buttons.append(button)
        cells = lambda item: " / ".join(str(cell) for cell in table.item(item, "values"))  # noqa: E731
        self.keep.add("passengers", lambda: [cells(item) for item in table.get_children()])
        self.keep.add(
            "chosen", lambda: table.set(table.selection()[0], "Name") if table.selection() else ""
        )
        return page

    def paid(self, value):
        self.table.set(self.table.selection()[0], "Paid", value)

    def costs(self):
        page = ttk.Frame(padding=14)
        total = tk.StringVar(self)
        for at, (name, amount) in enumerate(COSTS):
            held = self.held("cost " + name.lower(), tk.StringVar, str(amount))
            self.keep.add("cost " + name.lower(), lambda h=held: number(h.get()))
            ttk.Label(page, text=name).grid(row=at, column=0, sticky="w", pady=5)
            ttk.Spinbox(page, from_=0, to=2000, increment=5, width=9, textvariable=held).grid(
                row=at, column=1, padx=12, sticky="w"
            )
        shares = tk.Listbox(page, height=4, exportselection=False)
        for name in ("Per person", "Per family", "Flat rate", "Free of charge"):
            shares.insert("end", name)
        shares.selection_set(0)
        ttk.Label(page, text="Price is").grid(row=4, column=0, sticky="nw", pady=8)
        shares.grid(row=4, column=1, sticky="w", padx=12, pady=8)
        vat = self.held("vat included", tk.BooleanVar, True)
        ttk.Checkbutton(page, text="VAT included", variable=vat).grid(row=5, column=1, sticky="w")
        senior = self.held("seniors pay less", tk.BooleanVar, False)
        ttk.Checkbutton(page, text="Seniors pay less", variable=senior).grid(
            row=6, column=1, sticky="w"
        )

        def add_up():
            total.set("Sum: " + str(sum(number(self.values["cost " + n.lower()].get())
                                        for n, _ in COSTS)))  # fmt: skip
            self.keep.count("add up")

        self.keep.known("add up")
        ttk.Button(page, text="Add up", command=add_up).grid(row=7, column=0, pady=10)
        ttk.Button(page, text="Send offer", command=lambda: self.keep.count("send offer")).grid(
            row=7, column=1, sticky="w", padx=12
        )
        ttk.Label(page, textvariable=total).grid(row=8, column=1, sticky="w", padx=12)
        self.keep.add("price is", lambda: shares.get(shares.curselection()[0])
                      if shares.curselection() else "")  # fmt: skip
        return page

    def new_passenger(self):
        if self.dialog:
            return
        self.dialog = dialog = tk.Toplevel(self, padx=14, pady=14)
        dialog.title("New passenger")
        dialog.transient(self)
        dialog.geometry("+300+200")
        name, seat, place = (tk.StringVar(dialog, value) for value in ("", "12A", STOPS[0]))
        for at, (title, field) in enumerate((
            ("Name", ttk.Entry(dialog, textvariable=name, width=30)),
            ("Seat", ttk.Entry(dialog, textvariable=seat, width=8)),
            ("Boards at", ttk.Combobox(
                dialog, values=STOPS, state="readonly", textvariable=place)),
        )):  # fmt: skip
            ttk.Label(dialog, text=title).grid(row=at, column=0, sticky="w", pady=5)
            field.grid(row=at, column=1, sticky="w", padx=10, pady=5)

        def done(fine):
            if fine:
                self.table.insert("", "end", values=(name.get(), seat.get(), place.get(), "no"))
            self.dialog = None
            dialog.destroy()

        fine = ttk.Button(dialog, text="OK", command=lambda: done(True), state="disabled")
        name.trace_add("write", lambda *_: fine.configure(
            state="normal" if name.get().strip() else "disabled"))  # fmt: skip
        fine.grid(row=3, column=0, pady=8)
        ttk.Button(dialog, text="Cancel", command=lambda: done(False)).grid(row=3, column=1)
        dialog.protocol("WM_DELETE_WINDOW", lambda: done(False))
        for key, held in (("name", name), ("seat", seat), ("place", place)):
            self.keep.add("new " + key, lambda h=held: h.get() if self.dialog else None)


Planner(sys.argv[1] if len(sys.argv) > 1 else "trip").mainloop()
