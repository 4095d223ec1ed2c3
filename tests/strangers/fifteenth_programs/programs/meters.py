"""Water meter readings: the meters of a street, a form for a reading and the route. Tk."""

import sys
import tkinter as tk
from tkinter import messagebox, ttk

from keep import Keep

METERS = [
    ("W-1041", "5 Quay Street", "218", "read"),
    ("W-1042", "7 Quay Street", "94", "open"),
    ("W-1043", "9 Quay Street", "341", "open"),
    ("W-1077", "Bakery Huber", "1260", "open"),
    ("W-1080", "Fire station", "502", "read"),
]
ROUTE = ["Quay Street", "Hillside", "Station Road", "Old Wharf"]
keep = Keep()


class Window(tk.Tk):
    def __init__(self, start):
        super().__init__(className="meters")
        self.title("Water meter readings")
        self.geometry("1080x660+90+50")
        ttk.Style(self).theme_use("clam")
        self.meters = [list(one) for one in METERS]
        self.status = tk.StringVar(value="Ready")
        keep.add("status", self.status.get)
        self.menus()
        book = ttk.Notebook(self)
        for name, page in (
            ("Reading", self.reading(book)),
            ("Meters", self.list(book)),
            ("Route", self.route(book)),
        ):
            book.add(page, text=name)
        book.pack(fill="both", expand=True, padx=8, pady=8)
        book.select(["reading", "meters", "route"].index(start))
        ttk.Label(self, textvariable=self.status, anchor="w").pack(fill="x", padx=10, pady=(0, 6))
        keep.add("tab", lambda: book.tab(book.select(), "text"))
        self.tick()

    def tick(self):
        keep.write()
        self.after(120, self.tick)

    def menus(self):
        bar = tk.Menu(self, tearoff=False)
        file = tk.Menu(bar, tearoff=False)
        for name in ("Send to office", "Print list"):
            keep.known(name)
            file.add_command(label=name, command=lambda name=name: keep.count(name))
        view = tk.Menu(bar, tearoff=False)
        for name in ("Large numbers", "Sort by address"):
            on = tk.BooleanVar(self, False)
            view.add_checkbutton(label=name, variable=on)
            keep.add(name, on.get)
        bar.add_cascade(label="File", menu=file)
        bar.add_cascade(label="View", menu=view)
        self.config(menu=bar)

    def reading(self, book):
        page = ttk.Frame(book, padding=14)
        meter = tk.StringVar(self, "W-1042")
        value = tk.StringVar(self, "")
        reader = tk.StringVar(self, "")
        place = tk.StringVar(self, "Cellar")
        days = tk.StringVar(self, "365")
        lit = tk.IntVar(self, 20)
        for r, (name, widget) in enumerate(
            (
                (
                    "Meter",
                    ttk.Combobox(
                        page, textvariable=meter, state="readonly", values=[m[0] for m in METERS]
                    ),
                ),
                ("Reading in m³", ttk.Entry(page, textvariable=value)),
                ("Reader", ttk.Entry(page, textvariable=reader)),
                ("Days since the last", ttk.Spinbox(page, textvariable=days, from_=1, to=800)),
            )
        ):
            ttk.Label(page, text=name).grid(row=r, column=0, sticky="w", pady=5, padx=(0, 12))
            widget.grid(row=r, column=1, sticky="ew", pady=5)
        where = ttk.LabelFrame(page, text="Where the meter is", padding=8)
        for name in ("Cellar", "Kitchen", "Shaft outside"):
            ttk.Radiobutton(where, text=name, value=name, variable=place).pack(side="left", padx=8)
        where.grid(row=4, column=0, columnspan=2, sticky="ew", pady=8)
        ttk.Label(page, text="Pressure in bar (tenths)").grid(row=5, column=0, sticky="w")
        scale = tk.Scale(page, from_=0, to=100, orient="horizontal", variable=lit)
        scale.grid(row=5, column=1, sticky="ew")
        flags = {}
        for r, name in enumerate(("Seal broken", "Glass fogged", "Leak found"), 6):
            flags[name] = tk.BooleanVar(self, False)
            ttk.Checkbutton(page, text=name, variable=flags[name]).grid(
                row=r, column=0, sticky="w", pady=2
            )
            keep.add(name, flags[name].get)
        side = ttk.Frame(page)
        ttk.Label(side, text="Remark").pack(anchor="w")
        remark = tk.Text(side, width=40, height=9)
        remark.pack(fill="both", expand=True)
        low = ttk.Frame(side)
        low.pack(fill="x", pady=10)

        def store():
            if not value.get().strip().isdecimal():
                self.status.set("The reading must be a number")
                return
            for one in self.meters:
                if one[0] == meter.get():
                    one[2:] = [value.get().strip(), "read"]
            self.fill()
            self.status.set(f"{meter.get()} stored")

        def empty():
            value.set("")
            reader.set("")
            remark.delete("1.0", "end")

        ttk.Button(low, text="Store reading", command=store).pack(side="right")
        ttk.Button(low, text="Empty form", command=empty).pack(side="right", padx=8)
        side.grid(row=0, column=2, rowspan=9, sticky="nsew", padx=(24, 0))
        page.columnconfigure(1, weight=1)
        page.columnconfigure(2, weight=1)
        keep.add("meter", meter.get)
        keep.add("reading", value.get)
        keep.add("reader", reader.get)
        keep.add("place", place.get)
        keep.add("days", days.get)
        keep.add("pressure", lit.get)
        keep.add("remark", lambda: remark.get("1.0", "end-1c"))
        return page

    def list(self, book):
        page = ttk.Frame(book, padding=14)
        self.tree = ttk.Treeview(
            page, columns=("address", "last", "state"), height=12, selectmode="browse"
        )
        for name, text, width in (
            ("#0", "Meter", 140),
            ("address", "Address", 260),
            ("last", "Last reading", 130),
            ("state", "State", 110),
        ):
            self.tree.heading(name, text=text)
            self.tree.column(name, width=width)
        self.fill()
        self.tree.pack(fill="both", expand=True)
        low = ttk.Frame(page)
        low.pack(fill="x", pady=10)
        ttk.Button(low, text="Mark as read", command=self.mark).pack(side="left")
        ttk.Button(low, text="Remove meter", command=self.remove).pack(side="left", padx=8)
        ttk.Button(low, text="New meter...", command=self.new).pack(side="left")
        keep.add("meters", lambda: [" | ".join(one) for one in self.meters])
        keep.add(
            "chosen meter",
            lambda: self.tree.item(s[0], "text") if (s := self.tree.selection()) else "",
        )
        return page

    def fill(self):
        self.tree.delete(*self.tree.get_children())
        for one in self.meters:
            self.tree.insert("", "end", text=one[0], values=one[1:])

    def picked(self):
        chosen = self.tree.selection()
        name = self.tree.item(chosen[0], "text") if chosen else ""
        return next((one for one in self.meters if one[0] == name), None)

    def mark(self):
        if one := self.picked():
            one[3] = "read"
            self.fill()
            self.status.set(f"{one[0]} marked as read")

    def remove(self):
        one = self.picked()
        if one and messagebox.askyesno(
            "Remove meter", f"Remove meter {one[0]} from the list?", parent=self
        ):
            self.meters.remove(one)
            self.fill()
            self.status.set(f"{one[0]} removed")

    def new(self):
        top = tk.Toplevel(self)
        top.title("New meter")
        top.transient(self)
        top.geometry("+420+260")
        frame = ttk.Frame(top, padding=14)
        frame.pack()
        fields = []
        for r, name in enumerate(("Number", "Address")):
            ttk.Label(frame, text=name).grid(row=r, column=0, sticky="w", padx=(0, 10), pady=4)
            fields.append(ttk.Entry(frame, width=32))
            fields[-1].grid(row=r, column=1, pady=4)

        def add():
            self.meters.append([fields[0].get(), fields[1].get(), "0", "open"])
            self.fill()
            top.destroy()

        ttk.Button(frame, text="Cancel", command=top.destroy).grid(row=2, column=0, pady=8)
        ttk.Button(frame, text="Add meter", command=add).grid(row=2, column=1, sticky="e", pady=8)
        fields[0].focus_set()

    def route(self, book):
        page = ttk.Frame(book, padding=14)
        ttk.Label(page, text="Streets in walking order").grid(row=0, column=0, sticky="w")
        self.streets = tk.Listbox(page, height=9, width=34, exportselection=False)
        self.streets.insert("end", *ROUTE)
        self.streets.grid(row=1, column=0, rowspan=4, sticky="n", pady=6)
        for r, (name, step) in enumerate((("Up", -1), ("Down", 1)), 1):
            ttk.Button(page, text=name, command=lambda step=step: self.shift(step)).grid(
                row=r, column=1, padx=10, pady=4
            )
        name = tk.StringVar(self, "")
        start = tk.StringVar(self, "08:00")
        dog = tk.BooleanVar(self, False)
        mode = tk.StringVar(self, "On foot")
        right = ttk.LabelFrame(page, text="Tomorrow", padding=12)
        ttk.Label(right, text="Start at").grid(row=0, column=0, sticky="w", pady=4)
        ttk.Combobox(
            right, textvariable=start, values=["07:00", "07:30", "08:00", "08:30"], state="readonly"
        ).grid(row=0, column=1)
        ttk.Label(right, text="Go").grid(row=1, column=0, sticky="w", pady=4)
        box = ttk.Frame(right)
        for text in ("On foot", "By van"):
            ttk.Radiobutton(box, text=text, value=text, variable=mode).pack(side="left", padx=4)
        box.grid(row=1, column=1, sticky="w")
        ttk.Checkbutton(right, text="Beware of dogs", variable=dog).grid(
            row=2, column=0, columnspan=2, sticky="w", pady=4
        )
        ttk.Label(right, text="Street").grid(row=3, column=0, sticky="w", pady=4)
        ttk.Entry(right, textvariable=name).grid(row=3, column=1, sticky="ew")

        def add():
            if name.get().strip():
                self.streets.insert("end", name.get().strip())
                name.set("")

        ttk.Button(right, text="Add street", command=add).grid(row=4, column=1, sticky="e", pady=8)
        right.grid(row=1, column=2, rowspan=4, sticky="n", padx=30)
        keep.add("route", lambda: list(self.streets.get(0, "end")))
        keep.add(
            "chosen street",
            lambda: self.streets.get(s[0]) if (s := self.streets.curselection()) else "",
        )
        keep.add("street", name.get)
        keep.add("start", start.get)
        keep.add("dogs", dog.get)
        keep.add("go", mode.get)
        return page

    def shift(self, step):
        chosen = self.streets.curselection()
        if chosen and 0 <= chosen[0] + step < self.streets.size():
            name = self.streets.get(chosen[0])
            self.streets.delete(chosen[0])
            self.streets.insert(chosen[0] + step, name)
            self.streets.selection_set(chosen[0] + step)


Window(sys.argv[1]).mainloop()
