"""The desk of a picture framer: the frame, the jobs, the customer."""

import sys
import tkinter as tk
from tkinter import messagebox, ttk

from keep import Keep

JOBS = (
    ("301", "Harbour at dusk", "Galloway", "waiting"),
    ("302", "Wedding portrait", "Ferrara", "cut"),
    ("303", "Old map of Cork", "Doyle", "waiting"),
    ("304", "Child's drawing", "Novak", "glued"),
)
MOULDINGS = ("Oak, plain", "Ash, white", "Walnut, wide", "Gold leaf", "Black lacquer", "Pine, raw")


class Window(tk.Tk):
    def __init__(self, start):
        super().__init__()
        self.title("Picture Framing Desk")
        self.geometry("1200x715+20+10")
        ttk.Style(self).theme_use("clam")
        self.keep = Keep()
        self.keep.known("Print label", "Sharpen blades")
        menu = tk.Menu(self)
        desk = tk.Menu(menu, tearoff=False)
        desk.add_command(label="Print label", command=lambda: self.keep.count("Print label"))
        desk.add_command(label="Sharpen blades", command=lambda: self.keep.count("Sharpen blades"))
        menu.add_cascade(label="Desk", menu=desk)
        self.inches, self.rulers = tk.BooleanVar(), tk.BooleanVar(value=True)
        view = tk.Menu(menu, tearoff=False)
        view.add_checkbutton(label="Sizes in inches", variable=self.inches)
        view.add_checkbutton(label="Show rulers", variable=self.rulers)
        menu.add_cascade(label="View", menu=view)
        self.config(menu=menu)
        self.keep.add("inches", self.inches.get)
        self.keep.add("rulers", self.rulers.get)
        self.book = ttk.Notebook(self)
        names = ("Frame", "Jobs", "Customer")
        for name, page in zip(names, (self.frame(), self.jobs(), self.customer()), strict=True):
            self.book.add(page, text=name)
        self.book.pack(fill="both", expand=True, padx=8, pady=8)
        self.book.select(("frame", "jobs", "customer").index(start))
        self.keep.add("tab", lambda: names[self.book.index("current")])
        self.keep.write()
        self.after(120, self.again)

    def again(self):
        self.keep.write()
        self.after(120, self.again)

    def line(self, page, at, name, child):
        ttk.Label(page, text=name).grid(row=at, column=0, sticky="w", padx=12, pady=7)
        child.grid(row=at, column=1, sticky="w", padx=12, pady=7)
        return child

    def frame(self):
        keep, page = self.keep, ttk.Frame(self.book)
        for at, (name, value) in enumerate((("Width in mm", "400"), ("Height in mm", "300"))):
            box = self.line(
                page, at, name, ttk.Spinbox(page, from_=50, to=2000, increment=5, width=12)
            )
            box.set(value)
            keep.add(name.lower(), box.get)
        self.glass = self.line(
            page, 2, "Glass", ttk.Combobox(page, state="readonly", width=28,
            values=("Clear glass", "Matt glass", "Museum glass", "Acrylic", "No glass")),
        )  # fmt: skip
        self.glass.current(0)
        keep.add("glass", self.glass.get)
        row = ttk.Frame(page)
        self.mount = tk.StringVar(value="Single mount")
        for name in ("No mount", "Single mount", "Double mount"):
            ttk.Radiobutton(row, text=name, value=name, variable=self.mount).pack(
                side="left", padx=6
            )
        self.line(page, 3, "Mount", row)
        keep.add("mount", self.mount.get)
        row = ttk.Frame(page)
        for name in ("Hooks", "Hanging wire", "Felt pads", "Signed backing"):
            value = tk.BooleanVar()
            ttk.Checkbutton(row, text=name, variable=value).pack(side="left", padx=6)
            keep.add(name.lower(), value.get)
        self.line(page, 4, "Back", row)
        row = ttk.Frame(page)
        self.border = tk.IntVar(value=50)
        tk.Scale(row, from_=0, to=120, orient="horizontal", length=360, variable=self.border).pack()
        self.line(page, 5, "Border of the mount", row)
        keep.add("border", self.border.get)
        row = ttk.Frame(page)
        self.moulding = tk.Listbox(row, height=6, width=32, exportselection=False)
        self.moulding.insert("end", *MOULDINGS)
        self.moulding.selection_set(0)
        self.moulding.pack()
        self.line(page, 6, "Moulding", row)
        keep.add("moulding", lambda: [self.moulding.get(n) for n in self.moulding.curselection()])
        row = ttk.Frame(page)
        self.ordered = tk.BooleanVar()
        ttk.Button(row, text="Order the moulding", command=self.order).pack(side="left")
        ttk.Button(row, text="Swap width and height", command=self.swap).pack(side="left", padx=12)
        self.line(page, 7, "", row)
        keep.add("ordered", self.ordered.get)
        self.sides = [
            child
            for child in page.winfo_children()
            if isinstance(child, ttk.Spinbox) and not isinstance(child, ttk.Combobox)
        ]
        return page

    def swap(self):
        width, height = (box.get() for box in self.sides)
        self.sides[0].set(height)
        self.sides[1].set(width)

    def order(self):
        if messagebox.askyesno("Order", "Order this moulding from the mill?", parent=self):
            self.ordered.set(True)

    def jobs(self):
        keep, page = self.keep, ttk.Frame(self.book)
        self.table = ttk.Treeview(
            page, columns=("n", "p", "c", "s"), show="headings", height=12, selectmode="browse"
        )
        for key, name, width in (
            ("n", "Number", 110),
            ("p", "Picture", 420),
            ("c", "Customer", 280),
            ("s", "State", 200),
        ):
            self.table.heading(key, text=name)
            self.table.column(key, width=width)
        for job in JOBS:
            self.table.insert("", "end", values=job)
        self.table.pack(fill="both", expand=True, padx=12, pady=12)
        keep.add(
            "jobs",
            lambda: [
                " | ".join(map(str, self.table.item(i)["values"]))
                for i in self.table.get_children()
            ],
        )
        self.pop = tk.Menu(self, tearoff=False)
        for name in ("cut", "glued", "ready"):
            self.pop.add_command(label=f"Set to {name}", command=lambda name=name: self.put(name))
        self.table.bind("<Button-3>", self.menu)
        row = ttk.Frame(page)
        row.pack(fill="x", padx=12, pady=8)
        for name, act in (
            ("Ready for pick-up", lambda: self.put("ready")),
            ("Cancel job", self.cancel),
            ("New job…", self.new),
        ):
            ttk.Button(row, text=name, command=act).pack(side="left", padx=4)
        return page

    def menu(self, event):
        item = self.table.identify_row(event.y)
        if item:
            self.table.selection_set(item)
            self.pop.tk_popup(event.x_root, event.y_root)

    def put(self, state):
        for item in self.table.selection():
            self.table.set(item, "s", state)

    def cancel(self):
        for item in self.table.selection():
            name = self.table.set(item, "p")
            if messagebox.askokcancel("Cancel job", f"Cancel the job '{name}'?", parent=self):
                self.table.delete(item)

    def new(self):
        top = tk.Toplevel(self)
        top.title("New job")
        top.geometry("420x200+300+200")
        top.transient(self)
        fields = []
        for at, name in enumerate(("Picture", "Customer")):
            fields.append(self.line(top, at, name, ttk.Entry(top, width=32)))

        def add():
            self.table.insert("", "end", values=("305", *(f.get() for f in fields), "waiting"))
            top.destroy()

        row = ttk.Frame(top)
        ttk.Button(row, text="Create job", command=add).pack(side="left")
        ttk.Button(row, text="Discard", command=top.destroy).pack(side="left", padx=8)
        self.line(top, 2, "", row)
        fields[0].focus_set()

    def customer(self):
        keep, page = self.keep, ttk.Frame(self.book)
        for at, (name, value) in enumerate(
            (("Name", "Ines Galloway"), ("Street", "7 Wharf Road"), ("Telephone", ""))
        ):
            field = self.line(page, at, name, ttk.Entry(page, width=44))
            field.insert(0, value)
            keep.add(name.lower(), field.get)
        self.tell = self.line(
            page,
            3,
            "Tell when ready",
            ttk.Combobox(
                page, width=28, values=("By phone", "By text message", "By post"), state="readonly"
            ),
        )
        self.tell.current(0)
        keep.add("tell when ready", self.tell.get)
        self.regular = tk.BooleanVar()
        self.line(
            page, 4, "", ttk.Checkbutton(page, text="Regular customer", variable=self.regular)
        )
        keep.add("regular customer", self.regular.get)
        self.wishes = self.line(page, 5, "Wishes", tk.Text(page, width=52, height=6))
        self.wishes.insert("1.0", "No gold, please.")
        keep.add("wishes", lambda: self.wishes.get("1.0", "end-1c"))
        return page


Window(sys.argv[1]).mainloop()
