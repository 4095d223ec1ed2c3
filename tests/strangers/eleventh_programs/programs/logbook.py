"""The logbook of a firm's cars."""

import sys
import tkinter as tk
from tkinter import messagebox, ttk

from keep import Keep

TRIPS = [
    ("02/03/2026", "Jonas Weber", "Van 2", "Depot - Harbour", "18"),
    ("03/03/2026", "Mei Tan", "Estate car", "Depot - Airport", "41"),
    ("03/03/2026", "Jonas Weber", "Van 2", "Depot - Town hall", "7"),
    ("05/03/2026", "Paul Okafor", "Van 1", "Depot - Brickworks", "23"),
    ("06/03/2026", "Mei Tan", "Estate car", "Airport - Depot", "41"),
]
TABS = ["New trip", "Trips", "Service"]
CARS = ["Van 1", "Van 2", "Estate car", "Electric scooter"]


class Logbook(tk.Tk):
    """Three tabs and a menu."""

    def __init__(self, start):
        super().__init__()
        self.title("Vehicle Logbook")
        self.geometry("1040x640")
        self.keep = Keep()
        self.asked = False
        ttk.Style(self).theme_use("clam")
        self.menus()
        self.book = ttk.Notebook(self)
        for name, page in zip(TABS, (self.entry(), self.trips(), self.service()), strict=True):
            self.book.add(page, text=name)
        self.book.pack(fill="both", expand=True, padx=10, pady=8)
        self.status = tk.StringVar(value="Ready")
        ttk.Label(self, textvariable=self.status).pack(anchor="w", padx=12, pady=(0, 6))
        self.keep.add("tab", lambda: TABS[self.book.index("current")])
        self.keep.add("status", self.status.get)
        self.keep.add("trips", self.lines)
        self.keep.add("trip", self.chosen)
        if start in TABS:
            self.book.select(TABS.index(start))
        self.writing()

    def writing(self):
        self.keep.write()
        self.after(120, self.writing)

    def menus(self):
        bar = tk.Menu(self)
        log = tk.Menu(bar, tearoff=False)
        for name in ("Export as PDF", "Send to office"):
            self.keep.known(name)
            log.add_command(label=name, command=lambda name=name: self.keep.count(name))
        log.add_separator()
        log.add_command(label="Quit", command=self.destroy)
        bar.add_cascade(label="Logbook", menu=log)
        view = tk.Menu(bar, tearoff=False)
        for name, on in (("Show kilometres in miles", False), ("Large letters", False)):
            held = tk.BooleanVar(value=on)
            self.keep.add(name.lower(), held.get)
            view.add_checkbutton(label=name, variable=held)
        bar.add_cascade(label="View", menu=view)
        self.config(menu=bar)

    def held(self, name, value, kind=tk.StringVar):
        one = kind(value=value)
        self.keep.add(name, one.get)
        return one

    def field(self, page, row, text, made):
        ttk.Label(page, text=text).grid(row=row, column=0, sticky="w", padx=(14, 12), pady=6)
        made.grid(row=row, column=1, sticky="w", pady=6)

    def entry(self):
        page = ttk.Frame(self)
        self.values = {}
        for row, (text, name, value) in enumerate(
            (
                ("Date", "date", "09/03/2026"),
                ("From", "from", "Depot"),
                ("To", "to", ""),
                ("Kilometres", "km", "0"),
            )
        ):
            self.values[name] = self.held(name, value)
            if name == "km":
                made = ttk.Spinbox(page, from_=0, to=900, textvariable=self.values[name], width=10)
            else:
                made = ttk.Entry(page, textvariable=self.values[name], width=32)
            self.field(page, row, text, made)
        people = ("Jonas Weber", "Mei Tan", "Paul Okafor", "Rita Salgado")
        for row, (text, name, texts) in enumerate(
            (("Driver", "driver", people), ("Vehicle", "vehicle", CARS)), 4
        ):
            self.values[name] = self.held(name, texts[0])
            made = ttk.Combobox(
                page, textvariable=self.values[name], values=texts, state="readonly", width=24
            )
            self.field(page, row, text, made)
        why = self.held("purpose", "Delivery")
        line = ttk.Frame(page)
        for name in ("Delivery", "Visit", "Private"):
            ttk.Radiobutton(line, text=name, value=name, variable=why).pack(side="left", padx=6)
        self.field(page, 6, "Purpose", line)
        line = ttk.Frame(page)
        for name in ("Toll road", "Trailer", "Night trip"):
            tick = self.held(name.lower(), False, tk.BooleanVar)
            ttk.Checkbutton(line, text=name, variable=tick).pack(side="left", padx=6)
        self.field(page, 7, "Extras", line)
        level = tk.Scale(page, from_=0, to=100, orient="horizontal", length=260, resolution=5)
        level.set(50)
        self.keep.add("fuel", lambda: int(level.get()))
        self.field(page, 8, "Fuel left (%)", level)
        self.words = tk.Text(page, width=44, height=4, font="TkDefaultFont")
        self.keep.add("remarks", lambda: self.words.get("1.0", "end").strip())
        self.field(page, 9, "Remarks", self.words)
        line = ttk.Frame(page)
        ttk.Button(line, text="Save trip", command=self.save).pack(side="left", padx=6)
        ttk.Button(line, text="Empty form", command=self.empty).pack(side="left", padx=6)
        line.grid(row=10, column=1, sticky="w", pady=10)
        return page

    def save(self):
        reads = {name: held.get() for name, held in self.values.items()}
        way = f"{reads['from']} - {reads['to']}"
        row = (reads["date"], reads["driver"], reads["vehicle"], way, reads["km"])
        self.table.insert("", "end", values=row)
        self.status.set("Trip saved: " + way)

    def empty(self):
        for name in ("from", "to"):
            self.values[name].set("")
        self.values["km"].set("0")
        self.words.delete("1.0", "end")

    def trips(self):
        page = ttk.Frame(self)
        line = ttk.Frame(page)
        ttk.Button(line, text="Delete trip", command=self.delete).pack(side="left", padx=6)
        ttk.Button(line, text="Mark as paid", command=self.paid).pack(side="left", padx=6)
        line.pack(anchor="w", pady=8)
        names = ("Date", "Driver", "Vehicle", "Way", "Km", "Paid")
        self.table = ttk.Treeview(page, columns=names, show="headings", selectmode="browse")
        for name, width in zip(names, (120, 180, 150, 260, 80, 80), strict=True):
            self.table.heading(name, text=name)
            self.table.column(name, width=width)
        for trip in TRIPS:
            self.table.insert("", "end", values=(*trip, ""))
        self.table.pack(fill="both", expand=True, padx=6, pady=6)
        return page

    def lines(self):
        rows = [self.table.item(item, "values") for item in self.table.get_children()]
        return [" | ".join(map(str, row)).strip(" |") for row in rows]

    def chosen(self):
        picked = self.table.selection()
        return str(self.table.item(picked[0], "values")[3]) if picked else ""

    def paid(self):
        for item in self.table.selection():
            self.table.set(item, "Paid", "yes")

    def delete(self):
        picked = self.table.selection()
        if picked and messagebox.askyesno("Delete trip", "Delete this trip for good?", parent=self):
            self.table.delete(*picked)

    def service(self):
        page = ttk.Frame(self)
        names = tk.Listbox(page, height=5, exportselection=False, width=26)
        for name in CARS:
            names.insert("end", name)
        names.selection_set(0)
        self.keep.add(
            "car", lambda: names.get(names.curselection()[0]) if names.curselection() else ""
        )
        self.field(page, 0, "Vehicle", names)
        works = ttk.LabelFrame(page, text="Work to be done")
        for name in ("Oil change", "New tyres", "Brakes", "Wash and polish"):
            tick = self.held("work " + name, False, tk.BooleanVar)
            ttk.Checkbutton(works, text=name, variable=tick).pack(anchor="w", padx=8, pady=2)
        works.grid(row=1, column=1, sticky="w", pady=8)
        garage = self.held("garage", "Bridge Street Motors")
        made = ttk.Combobox(
            page,
            textvariable=garage,
            width=28,
            values=("Bridge Street Motors", "Nowak & Son", "Tyre World"),
        )
        self.field(page, 2, "Garage", made)
        day = self.held("service day", "")
        self.field(page, 3, "Day", ttk.Entry(page, textvariable=day, width=16))
        limit = self.held("limit", "400")
        made = ttk.Spinbox(page, from_=0, to=5000, increment=50, textvariable=limit, width=10)
        self.field(page, 4, "Not more than (EUR)", made)
        self.keep.known("Book the garage")
        ttk.Button(
            page, text="Book the garage", command=lambda: self.keep.count("Book the garage")
        ).grid(row=5, column=1, sticky="w", pady=10)
        return page


if __name__ == "__main__":
    Logbook(sys.argv[1] if len(sys.argv) > 1 else "").mainloop()
