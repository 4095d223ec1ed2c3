"""The music of a choir and the plan of its next concert (Tk)."""

import sys
import tkinter as tk
from tkinter import simpledialog, ttk

from keep import keep

SHEETS = {
    "Sacred": ["Ave verum", "Locus iste", "Psalm 23"],
    "Folk": ["Skye Boat Song", "The Ash Grove"],
    "Christmas": ["In dulci jubilo", "Coventry Carol"],
}


class Sheets:
    def __init__(self, root):
        root.title("St Bride Singers - Sheet music")
        root.geometry("900x540")
        self.root = root
        self.view = tk.StringVar(value="Title")
        self.dark = tk.BooleanVar()
        self.font = tk.StringVar(value="Medium")
        bar = tk.Menu(root)
        file = tk.Menu(bar, tearoff=0)
        file.add_command(label="New folder...", command=self.folder)
        file.add_command(label="Count copies", command=self.count)
        bar.add_cascade(label="File", menu=file)
        view = tk.Menu(bar, tearoff=0)
        order = tk.Menu(view, tearoff=0)
        for text in ("Title", "Composer", "Voices"):
            order.add_radiobutton(label=text, value=text, variable=self.view)
        view.add_cascade(label="Arrange by", menu=order)
        size = tk.Menu(view, tearoff=0)
        for text in ("Small", "Medium", "Large"):
            size.add_radiobutton(label=text, value=text, variable=self.font)
        view.add_cascade(label="Lettering", menu=size)
        view.add_checkbutton(label="Dark background", variable=self.dark)
        bar.add_cascade(label="View", menu=view)
        root.config(menu=bar)
        self.counted = 0
        pane = ttk.PanedWindow(root, orient="horizontal")
        pane.pack(fill="both", expand=True, padx=6, pady=6)
        self.tree = ttk.Treeview(pane, show="tree", selectmode="browse")
        self.folders = {}
        for name, parts in SHEETS.items():
            top = self.tree.insert("", "end", text=name)
            self.folders[name] = top
            for part in parts:
                self.tree.insert(top, "end", text=part)
        pane.add(self.tree, weight=1)
        right = ttk.Frame(pane, padding=10)
        pane.add(right, weight=2)
        ttk.Label(right, text="Who needs a copy").pack(anchor="w")
        self.voices = tk.Listbox(right, selectmode="multiple", height=6, exportselection=False)
        for text in ("Soprano 1", "Soprano 2", "Alto", "Tenor", "Baritone", "Bass"):
            self.voices.insert("end", text)
        self.voices.pack(anchor="w", fill="x")
        line = ttk.Frame(right)
        line.pack(anchor="w", pady=10)
        ttk.Label(line, text="Copies").pack(side="left")
        self.copies = tk.StringVar(value="24")
        ttk.Spinbox(line, textvariable=self.copies, from_=0, to=99, width=5).pack(
            side="left", padx=6
        )
        self.lent = tk.BooleanVar()
        ttk.Checkbutton(line, text="Lent out", variable=self.lent).pack(side="left", padx=10)
        ttk.Label(right, text="Remark").pack(anchor="w")
        self.remark = tk.Text(right, height=5)
        self.remark.insert("1.0", "Page 4 is torn.")
        self.remark.pack(fill="both", expand=True)

    def count(self):
        self.counted += 1

    def folder(self):
        name = simpledialog.askstring("New folder", "Name of the folder", parent=self.root)
        if name:
            self.folders[name] = self.tree.insert("", "end", text=name)

    def state(self):
        chosen = self.tree.selection()
        return {
            "folders": list(self.folders),
            **{"open " + k: bool(self.tree.item(self.folders[k], "open")) for k in SHEETS},
            "selected": self.tree.item(chosen[0], "text") if chosen else "",
            "voices": [self.voices.get(i) for i in self.voices.curselection()],
            "copies": self.copies.get(),
            "lent": self.lent.get(),
            "remark": self.remark.get("1.0", "end-1c"),
            "arrange": self.view.get(),
            "lettering": self.font.get(),
            "dark": self.dark.get(),
            "counted": self.counted,
        }


class Concert:
    def __init__(self, root):
        root.title("St Bride Singers - Carol concert")
        root.geometry("760x540")
        self.looked = 0
        top = ttk.Frame(root, padding=12)
        top.pack(fill="both", expand=True)
        ttk.Label(top, text="Running order").grid(row=0, column=0, sticky="w")
        self.order = tk.Listbox(top, height=8, width=34, exportselection=False)
        for text in (
            "Welcome",
            "In dulci jubilo",
            "Reading",
            "Coventry Carol",
            "Collection",
            "Silent Night",
        ):
            self.order.insert("end", text)
        self.order.grid(row=1, column=0, rowspan=5, sticky="nsew")
        ttk.Button(top, text="▲ Earlier", command=lambda: self.shift(-1)).grid(
            row=1, column=1, padx=10, sticky="ew"
        )
        ttk.Button(top, text="▼ Later", command=lambda: self.shift(1)).grid(
            row=2, column=1, padx=10, sticky="ew"
        )
        ttk.Label(top, text="Conductor").grid(row=6, column=0, sticky="w", pady=(16, 0))
        self.conductor = tk.StringVar(value="Ruth Ellery")
        ttk.Combobox(
            top,
            textvariable=self.conductor,
            values=("Ruth Ellery", "Owen Pryce", "Guest"),
            state="readonly",
        ).grid(row=6, column=1, sticky="w", pady=(16, 0))
        ttk.Label(top, text="Doors open").grid(row=7, column=0, sticky="w", pady=(8, 0))
        self.doors = tk.StringVar(value="18:30")
        ttk.Entry(top, textvariable=self.doors, width=8).grid(
            row=7, column=1, sticky="w", pady=(8, 0)
        )
        ttk.Label(top, text="Candle light").grid(row=8, column=0, sticky="w", pady=(8, 0))
        self.light = tk.DoubleVar(value=40)
        self.percent = ttk.Label(top, text="40 %")
        ttk.Scale(
            top,
            variable=self.light,
            from_=0,
            to=100,
            length=220,
            command=lambda v: self.percent.config(text=f"{float(v):.0f} %"),
        ).grid(row=8, column=1, sticky="w", pady=(8, 0))
        self.percent.grid(row=8, column=2)
        self.tasks = {}
        box = ttk.LabelFrame(top, text="To do", padding=8)
        box.grid(row=1, column=2, rowspan=5, sticky="n", padx=10)
        for text in ("Book the organist", "Order mince pies", "Print programmes", "Borrow chairs"):
            self.tasks[text] = tk.BooleanVar(value=text == "Book the organist")
            ttk.Checkbutton(box, text=text, variable=self.tasks[text]).pack(anchor="w")
        self.slow = ttk.Button(top, text="Look up free halls", command=self.look)
        self.slow.grid(row=9, column=0, sticky="w", pady=16)
        self.halls = ttk.Frame(top)
        self.halls.grid(row=9, column=1, columnspan=2, sticky="w")
        self.hall = tk.StringVar(value="")
        self.after = root.after
        top.columnconfigure(0, weight=1)

    def look(self):
        self.looked += 1
        self.slow["state"] = "disabled"
        self.slow["text"] = "Looking ..."
        self.after(2000, self.found)

    def found(self):
        self.slow["text"] = "Look up free halls"
        for text in ("Corn Exchange", "Methodist Hall", "Guildhall"):
            ttk.Radiobutton(self.halls, text=text, value=text, variable=self.hall).pack(
                side="left", padx=4
            )

    def shift(self, by):
        for at in self.order.curselection():
            to = at + by
            if 0 <= to < self.order.size():
                text = self.order.get(at)
                self.order.delete(at)
                self.order.insert(to, text)
                self.order.selection_set(to)

    def state(self):
        chosen = self.order.curselection()
        return {
            "order": list(self.order.get(0, "end")),
            "selected": self.order.get(chosen[0]) if chosen else "",
            "conductor": self.conductor.get(),
            "doors": self.doors.get(),
            "light": round(self.light.get(), 1),
            **{"task " + k: v.get() for k, v in self.tasks.items()},
            "looked": self.looked,
            "hall": self.hall.get(),
        }


root = tk.Tk()
window = {"sheets": Sheets, "concert": Concert}[sys.argv[1]](root)


def tell():
    keep(window.state())
    root.after(150, tell)


tell()
root.mainloop()
