"""The paint mixing desk of a hardware shop: a mix, the waiting jobs, the machine."""

import sys
import tkinter as tk
from tkinter import messagebox, ttk

from keep import Keep

JOBS = (
    ("M-201", "Bauer", "Sea Mist", "Waiting"),
    ("M-202", "Okafor", "Warm Sand", "Waiting"),
    ("M-203", "Lindqvist", "Brick Red", "Mixed"),
    ("M-204", "Romano", "Olive", "Waiting"),
    ("M-205", "Petit", "Night Blue", "Waiting"),
)
SHADES = ("Sea Mist", "Warm Sand", "Brick Red", "Olive", "Night Blue", "Lemon", "Chalk")


class Desk:
    def __init__(self, start):
        self.root = tk.Tk()
        self.root.title("Paint Mixing Desk")
        self.root.geometry("900x620+40+30")
        style = ttk.Style()
        style.theme_use("clam")
        style.configure("Treeview", rowheight=28)
        self.keep = Keep()
        self.bar()
        self.tabs = ttk.Notebook(self.root)
        self.tabs.pack(fill="both", expand=True, padx=8, pady=8)
        names = ["Mix", "Jobs", "Machine"]
        for make, name in ((self.mix, "Mix"), (self.jobs, "Jobs"), (self.machine, "Machine")):
            page = ttk.Frame(self.tabs, padding=14)
            make(page)
            self.tabs.add(page, text=name)
        self.tabs.select(names.index(start))
        self.keep.add("tab", lambda: names[self.tabs.index("current")])
        self.tick()

    def tick(self):
        self.keep.write()
        self.root.after(120, self.tick)

    def counted(self, menu, name):
        self.keep.known(name)
        menu.add_command(label=name, command=lambda: self.keep.count(name))

    def bar(self):
        bar = tk.Menu(self.root)
        file = tk.Menu(bar, tearoff=False)
        self.counted(file, "Print day list")
        self.counted(file, "Load recipes")
        tools = tk.Menu(bar, tearoff=False)
        self.counted(tools, "Rinse nozzles")
        sound = tk.BooleanVar(self.root, True)
        tools.add_checkbutton(label="Sound when done", variable=sound)
        self.keep.add("sound", sound.get)
        bar.add_cascade(label="File", menu=file)
        bar.add_cascade(label="Tools", menu=tools)
        self.root.config(menu=bar)

    def row(self, page, at, text, widget):
        ttk.Label(page, text=text).grid(row=at, column=0, sticky="w", pady=6, padx=(0, 14))
        widget.grid(row=at, column=1, sticky="ew", pady=6)
        return widget

    def mix(self, page):
        page.columnconfigure(1, weight=1)
        customer = self.row(page, 0, "Customer", ttk.Entry(page))
        base = ttk.Combobox(
            page, state="readonly", values=("Matt emulsion", "Silk emulsion", "Gloss", "Primer")
        )
        base.set("Matt emulsion")
        self.row(page, 1, "Base paint", base)
        size = tk.StringVar(self.root, "1 litre")
        sizes = ttk.Frame(page)
        for name in ("1 litre", "2.5 litres", "5 litres"):
            ttk.Radiobutton(sizes, text=name, value=name, variable=size).pack(
                side="left", padx=(0, 14)
            )
        self.row(page, 2, "Tin size", sizes)
        tins = ttk.Spinbox(page, from_=1, to=20)
        tins.set("1")
        self.row(page, 3, "Number of tins", tins)
        shades = tk.Listbox(page, height=7, exportselection=False)
        for name in SHADES:
            shades.insert("end", name)
        shades.selection_set(0)
        self.row(page, 4, "Shade", shades)
        lid = tk.BooleanVar(self.root, True)
        sample = tk.BooleanVar(self.root, False)
        checks = ttk.Frame(page)
        ttk.Checkbutton(checks, text="Colour dot on the lid", variable=lid).pack(side="left")
        ttk.Checkbutton(checks, text="Free sample pot", variable=sample).pack(side="left", padx=20)
        self.row(page, 5, "Extras", checks)
        note = tk.Text(page, height=4, width=40)
        self.row(page, 6, "Note for the mixer", note)
        buttons = ttk.Frame(page)
        buttons.grid(row=7, column=1, sticky="e", pady=10)
        for name in ("Print recipe", "Start mixing"):
            self.keep.known(name)
            ttk.Button(buttons, text=name, command=lambda name=name: self.keep.count(name)).pack(
                side="left", padx=4
            )
        self.keep.add("customer", customer.get)
        self.keep.add("base", base.get)
        self.keep.add("tin size", size.get)
        self.keep.add("tins", tins.get)
        self.keep.add("shade", lambda: [shades.get(i) for i in shades.curselection()])
        self.keep.add("dot on lid", lid.get)
        self.keep.add("sample pot", sample.get)
        self.keep.add("note", lambda: note.get("1.0", "end-1c"))

    def jobs(self, page):
        heads = ("Job", "Customer", "Shade", "State")
        table = ttk.Treeview(page, columns=heads, show="headings", selectmode="browse", height=12)
        for name in heads:
            table.heading(name, text=name)
            table.column(name, width=180)
        for values in JOBS:
            table.insert("", "end", iid=values[0], values=values)
        table.pack(fill="both", expand=True)

        def mark(state):
            for job in table.selection():
                table.set(job, "State", state)

        def drop():
            for job in table.selection():
                customer = table.set(job, "Customer")
                if messagebox.askyesno("Delete job", f"Delete the job of {customer}?"):
                    table.delete(job)

        buttons = ttk.Frame(page)
        buttons.pack(fill="x", pady=10)
        ttk.Button(buttons, text="Mark as mixed", command=lambda: mark("Mixed")).pack(side="left")
        ttk.Button(buttons, text="Mark as collected", command=lambda: mark("Collected")).pack(
            side="left", padx=6
        )
        ttk.Button(buttons, text="Delete job", command=drop).pack(side="right")
        popup = tk.Menu(table, tearoff=False)
        popup.add_command(label="Put on hold", command=lambda: mark("On hold"))
        popup.add_command(label="Mark as mixed", command=lambda: mark("Mixed"))

        def right(event):
            job = table.identify_row(event.y)
            if job:
                table.selection_set(job)
                popup.tk_popup(event.x_root, event.y_root)

        table.bind("<Button-3>", right)
        self.keep.add("job", lambda: list(table.selection()))
        for job, *_ in JOBS:
            self.keep.add(
                "state " + job,
                lambda job=job: table.set(job, "State") if table.exists(job) else None,
            )

    def machine(self, page):
        page.columnconfigure(1, weight=1)
        speed = tk.DoubleVar(self.root, 40)
        line = ttk.Frame(page)
        shown = ttk.Label(line, text="40 %", width=6)
        scale = ttk.Scale(
            line, from_=0, to=100, variable=speed,
            command=lambda value: shown.config(text=f"{round(float(value))} %"),
        )  # fmt: skip
        scale.pack(side="left", fill="x", expand=True)
        shown.pack(side="left", padx=8)
        self.row(page, 0, "Shaker speed", line)
        minutes = ttk.Spinbox(page, from_=1, to=15)
        minutes.set("3")
        self.row(page, 1, "Shake for (minutes)", minutes)
        language = ttk.Combobox(page, state="readonly", values=("English", "French", "German"))
        language.set("English")
        self.row(page, 2, "Language of labels", language)
        box = ttk.LabelFrame(page, text="Nozzles in use", padding=10)
        box.grid(row=3, column=0, columnspan=2, sticky="ew", pady=10)
        for name in ("White", "Black", "Red", "Yellow", "Blue"):
            value = tk.BooleanVar(self.root, name not in ("Black",))
            ttk.Checkbutton(box, text=name, variable=value).pack(side="left", padx=10)
            self.keep.add("nozzle " + name, value.get)
        guard = tk.BooleanVar(self.root, True)
        ttk.Checkbutton(page, text="Stop when the door is open", variable=guard).grid(
            row=4, column=0, columnspan=2, sticky="w", pady=6
        )
        self.keep.known("Clean now")
        ttk.Button(page, text="Clean now", command=lambda: self.keep.count("Clean now")).grid(
            row=5, column=0, sticky="w", pady=10
        )
        self.keep.add("speed", lambda: round(speed.get()))
        self.keep.add("minutes", minutes.get)
        self.keep.add("language", language.get)
        self.keep.add("door guard", guard.get)


Desk(sys.argv[1]).root.mainloop()
