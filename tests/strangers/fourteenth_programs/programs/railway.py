"""The control desk of a model railway (Tk)."""

import sys
import tkinter as tk
from tkinter import ttk

from keep import Keep

TABS = ["drive", "track", "wagons"]
WAGONS = [("Coal hopper", "Dapol", "needs wheels"), ("Milk tank", "Hornby", "fine"), ("Brake van", "Bachmann", "fine"),
          ("Dining car", "Hornby", "lights flicker"), ("Timber flat", "Peco", "fine")]  # fmt: skip


class Desk:
    """The window."""

    def __init__(self, start):
        self.keep = keep = Keep()
        self.root = root = tk.Tk()
        root.title("Attic Line – Control desk")
        root.geometry("900x580+40+40")
        bar = tk.Menu(root)
        layout = tk.Menu(bar, tearoff=False)
        for name in ("Save layout", "Print track plan"):
            keep.known(name)
            layout.add_command(label=name, command=lambda name=name: keep.count(name))
        bar.add_cascade(label="Layout", menu=layout)
        power = tk.Menu(bar, tearoff=False)
        self.vars = {}
        for name, on in (
            ("Track power", True),
            ("Night lighting", False),
            ("Station announcements", False),
        ):
            power.add_checkbutton(label=name, variable=self.held(name, tk.BooleanVar(value=on)))
        bar.add_cascade(label="Power", menu=power)
        root.config(menu=bar)
        self.book = book = ttk.Notebook(root)
        for name, page in (("Drive", self.drive), ("Track", self.track), ("Wagons", self.wagons)):
            frame = ttk.Frame(book, padding=12)
            page(frame)
            book.add(frame, text=name)
        book.pack(fill="both", expand=True)
        book.select(TABS.index(start))
        keep.add("tab", lambda: TABS[book.index("current")])
        root.update()
        self.tick()

    def tick(self):
        self.keep.write()
        self.root.after(120, self.tick)

    def held(self, name, var):
        self.vars[name] = var
        self.keep.add(name, var.get)
        return var

    def drive(self, frame):
        keep = self.keep
        lines = (
            (
                "Engine",
                ttk.Combobox(
                    frame,
                    state="readonly",
                    values=["Black Five", "Flying Scotsman", "Class 37", "Pannier tank"],
                    textvariable=self.held("engine", tk.StringVar(value="Black Five")),
                ),
            ),
            (
                "Driver",
                ttk.Entry(
                    frame, textvariable=self.held("driver", tk.StringVar(value="Grandpa")), width=24
                ),
            ),
            (
                "Coaches",
                ttk.Spinbox(
                    frame,
                    from_=0,
                    to=12,
                    textvariable=self.held("coaches", tk.StringVar(value="4")),
                    width=6,
                ),
            ),
            (
                "Laps",
                ttk.Spinbox(
                    frame,
                    from_=1,
                    to=50,
                    textvariable=self.held("laps", tk.StringVar(value="2")),
                    width=6,
                ),
            ),
        )
        for at, (text, field) in enumerate(lines):
            ttk.Label(frame, text=text).grid(row=at, column=0, sticky="e", padx=8, pady=6)
            field.grid(row=at, column=1, sticky="w", pady=6)
        ttk.Label(frame, text="Speed").grid(row=4, column=0, sticky="e", padx=8)
        tk.Scale(
            frame,
            from_=0,
            to=100,
            resolution=5,
            orient="horizontal",
            length=320,
            variable=self.held("speed", tk.IntVar(value=30)),
        ).grid(row=4, column=1, sticky="w")
        way = self.held("direction", tk.StringVar(value="Forwards"))
        ttk.Label(frame, text="Direction").grid(row=5, column=0, sticky="e", padx=8, pady=6)
        inner = ttk.Frame(frame)
        for text in ("Forwards", "Backwards"):
            ttk.Radiobutton(inner, text=text, value=text, variable=way).pack(side="left", padx=4)
        inner.grid(row=5, column=1, sticky="w")
        for at, (text, on) in enumerate(
            (("Headlights", False), ("Steam sound", True), ("Smoke unit", False))
        ):
            ttk.Checkbutton(
                frame, text=text, variable=self.held(text, tk.BooleanVar(value=on))
            ).grid(row=6 + at, column=1, sticky="w", pady=3)
        inner = ttk.Frame(frame)
        for text in ("Whistle", "Depart", "Emergency stop"):
            keep.known(text)
            ttk.Button(inner, text=text, command=lambda text=text: keep.count(text)).pack(
                side="left", padx=4
            )
        inner.grid(row=9, column=1, sticky="w", pady=14)

    def track(self, frame):
        keep = self.keep
        left = ttk.LabelFrame(frame, text="Points", padding=8)
        for name, value in (
            ("Harbour junction", "straight"),
            ("Goods yard", "straight"),
            ("Tunnel mouth", "diverging"),
        ):
            ttk.Label(left, text=name).pack(anchor="w")
            inner = ttk.Frame(left)
            var = self.held("points " + name, tk.StringVar(value=value))
            for text in ("straight", "diverging"):
                ttk.Radiobutton(inner, text=text, value=text, variable=var).pack(
                    side="left", padx=4
                )
            inner.pack(anchor="w", pady=(0, 10))
        left.pack(side="left", anchor="n", padx=8)
        right = ttk.LabelFrame(frame, text="Routes", padding=8)
        self.routes = tk.Listbox(right, height=7, exportselection=False, width=28)
        for name in (
            "Main loop",
            "Branch to the mill",
            "Shunting in the yard",
            "Harbour express",
            "Night mail",
        ):
            self.routes.insert("end", name)
        self.routes.pack()
        keep.add("selected route", lambda: [self.routes.get(i) for i in self.routes.curselection()])
        self.route = "none"
        keep.add("route", lambda: self.route)
        inner = ttk.Frame(right)
        ttk.Button(inner, text="Set route", command=self.set_route).pack(side="left", padx=4)
        ttk.Button(inner, text="Delete route…", command=self.ask).pack(side="left", padx=4)
        inner.pack(pady=8)
        right.pack(side="left", anchor="n", padx=8)
        keep.add("routes", lambda: list(self.routes.get(0, "end")))
        side = ttk.LabelFrame(frame, text="Remarks", padding=8)
        self.text = tk.Text(side, width=26, height=8)
        self.text.insert("1.0", "Rail joint 14 is loose.")
        self.text.pack()
        keep.add("remarks", lambda: self.text.get("1.0", "end-1c"))
        side.pack(side="left", anchor="n", padx=8)

    def set_route(self):
        for i in self.routes.curselection():
            self.route = self.routes.get(i)

    def ask(self):
        if not self.routes.curselection():
            return
        top = tk.Toplevel(self.root)
        top.title("Delete route")
        top.geometry("+300+240")
        top.transient(self.root)
        ttk.Label(
            top,
            text=f"Delete the route “{self.routes.get(self.routes.curselection()[0])}”?",
            padding=20,
        ).pack()
        inner = ttk.Frame(top, padding=10)
        ttk.Button(inner, text="Keep it", command=top.destroy).pack(side="left", padx=4)

        def gone():
            self.routes.delete(self.routes.curselection()[0])
            top.destroy()

        ttk.Button(inner, text="Delete it", command=gone).pack(side="left", padx=4)
        inner.pack()

    def wagons(self, frame):
        keep = self.keep
        table = ttk.Treeview(frame, columns=("maker", "state"), height=9, selectmode="browse")
        table.heading("#0", text="Wagon")
        table.heading("maker", text="Maker")
        table.heading("state", text="Condition")
        for name, maker, state in WAGONS:
            table.insert("", "end", text=name, values=(maker, state))
        table.pack(fill="x")
        inner = ttk.Frame(frame)
        new = self.held("new wagon", tk.StringVar())
        maker = self.held("new maker", tk.StringVar(value="Hornby"))
        ttk.Label(inner, text="Wagon").pack(side="left")
        ttk.Entry(inner, textvariable=new).pack(side="left", padx=6)
        ttk.Label(inner, text="Maker").pack(side="left")
        ttk.Combobox(
            inner, textvariable=maker, values=["Hornby", "Bachmann", "Dapol", "Peco"], width=12
        ).pack(side="left", padx=6)

        def add():
            if new.get():
                table.insert("", "end", text=new.get(), values=(maker.get(), "fine"))
                new.set("")

        def mend(word):
            for item in table.selection():
                table.set(item, "state", word)

        ttk.Button(inner, text="Add wagon", command=add).pack(side="left", padx=6)
        inner.pack(pady=10, anchor="w")
        inner = ttk.Frame(frame)
        for text, run in (
            ("To the workshop", lambda: mend("in the workshop")),
            ("Mended", lambda: mend("fine")),
            ("Sell", lambda: [table.delete(item) for item in table.selection()]),
        ):
            ttk.Button(inner, text=text, command=run).pack(side="left", padx=6)
        inner.pack(anchor="w")
        keep.add(
            "wagons",
            lambda: [
                table.item(i, "text") + ": " + ", ".join(table.item(i, "values"))
                for i in table.get_children()
            ],
        )
        keep.add("selected wagon", lambda: [table.item(i, "text") for i in table.selection()])


Desk(sys.argv[1]).root.mainloop()
