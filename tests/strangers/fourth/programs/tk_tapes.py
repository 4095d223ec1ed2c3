"""A tape archive in Tk: list boxes, a tree, scales, spin boxes, menus with ticks, a text."""

import json
import os
import sys
import tkinter as tk
from pathlib import Path
from tkinter import ttk

TAPES = {
    "Interviews": ["Fisherman 1962", "Baker 1971", "Midwife 1968"],
    "Music": ["Brass band", "School choir"],
    "Sounds": ["Steam engine", "Rain on roof"],
}


class Window(tk.Tk):
    """The archive: a menu bar and three tabs."""

    def __init__(self, start):
        super().__init__()
        self.title("Tape Archive")
        self.geometry("820x560+60+40")
        self.fields = {}
        self.hits = {}
        self.last = None
        self._menu()
        book = ttk.Notebook(self)
        book.pack(fill="both", expand=True, padx=6, pady=6)
        pages = {}
        for name, make in (("Search", self._search), ("Tape", self._tape), ("Copying", self._copy)):
            pages[name] = ttk.Frame(book, padding=10)
            book.add(pages[name], text=name)
            make(pages[name])
        if start in pages:
            book.select(pages[start])
        self.fields["tab"] = lambda: book.tab(book.select(), "text")
        self.write()

    def count(self, name):
        self.hits["clicks " + name] = self.hits.get("clicks " + name, 0) + 1

    def _menu(self):
        bar = tk.Menu(self)
        archive = tk.Menu(bar, tearoff=False)
        for text in ("New tape", "Open shelf...", "Print labels"):
            archive.add_command(label=text, command=lambda t=text: self.count("menu " + t))
        sort = tk.Menu(archive, tearoff=False)
        self.order = tk.StringVar(value="By number")
        for text in ("By number", "By year", "By speaker"):
            sort.add_radiobutton(label=text, variable=self.order, value=text)
        archive.add_cascade(label="Sorting", menu=sort)
        bar.add_cascade(label="Archive", menu=archive)
        show = tk.Menu(bar, tearoff=False)
        for text, on in (("Show years", True), ("Show lengths", False)):
            value = tk.BooleanVar(value=on)
            show.add_checkbutton(label=text, variable=value)
            self.fields[text] = value.get
        bar.add_cascade(label="Display", menu=show)
        self.fields["sorting"] = self.order.get
        self.config(menu=bar)

    def _search(self, page):
        row = ttk.Frame(page)
        row.pack(fill="x")
        ttk.Label(row, text="Words:").pack(side="left")
        words = tk.StringVar()
        ttk.Entry(row, textvariable=words, width=30).pack(side="left", padx=6)
        self.fields["words"] = words.get
        ttk.Label(row, text="From year").pack(side="left")
        year = tk.StringVar(value="1950")
        ttk.Spinbox(row, from_=1930, to=1999, textvariable=year, width=7).pack(side="left", padx=6)
        self.fields["year"] = year.get
        ttk.Button(row, text="Look up", command=lambda: self.count("Look up")).pack(side="left")
        tree = ttk.Treeview(page, height=12)
        tree.heading("#0", text="Shelf", anchor="w")
        tree.pack(fill="both", expand=True, pady=8)
        for group, names in TAPES.items():
            tree.insert("", "end", group, text=group)
            for name in names:
                tree.insert(group, "end", name, text=name)
            self.fields["open " + group] = lambda group=group: bool(tree.item(group, "open"))
        self.fields["shelf"] = lambda: list(tree.selection())

    def _tape(self, page):
        for row, (name, value) in enumerate((("Number", "T-118"), ("Speaker", ""), ("Place", ""))):
            ttk.Label(page, text=name).grid(row=row, column=0, sticky="w", pady=4)
            text = tk.StringVar(value=value)
            ttk.Entry(page, textvariable=text, width=34).grid(row=row, column=1, sticky="w")
            self.fields[name] = text.get
        ttk.Label(page, text="State").grid(row=3, column=0, sticky="w", pady=4)
        state = tk.StringVar(value="good")
        ttk.Combobox(
            page, textvariable=state, values=["good", "worn", "torn", "lost"], state="readonly"
        ).grid(row=3, column=1, sticky="w")
        self.fields["State"] = state.get
        kind = tk.StringVar(value="Mono")
        frame = ttk.LabelFrame(page, text="Channels", padding=6)
        frame.grid(row=4, column=0, columnspan=2, sticky="we", pady=6)
        for text in ("Mono", "Stereo", "Four tracks"):
            ttk.Radiobutton(frame, text=text, variable=kind, value=text).pack(side="left", padx=8)
        self.fields["Channels"] = kind.get
        for row, text in ((5, "May be lent"), (6, "Has a paper label")):
            value = tk.BooleanVar(value=False)
            ttk.Checkbutton(page, text=text, variable=value).grid(row=row, column=1, sticky="w")
            self.fields[text] = value.get
        ttk.Label(page, text="Remarks").grid(row=7, column=0, sticky="nw", pady=4)
        box = tk.Text(page, width=60, height=6)
        box.insert("1.0", "Hum in the first minute.")
        box.grid(row=7, column=1, sticky="w")
        self.fields["Remarks"] = lambda: box.get("1.0", "end-1c")
        row = ttk.Frame(page)
        row.grid(row=8, column=1, sticky="w", pady=8)
        for text in ("Keep", "Next tape"):
            ttk.Button(row, text=text, command=lambda t=text: self.count(t)).pack(side="left")

    def _copy(self, page):
        ttk.Label(page, text="Tapes to copy (several are possible)").pack(anchor="w")
        box = tk.Listbox(page, selectmode="multiple", height=7, exportselection=False)
        for names in TAPES.values():
            for name in names:
                box.insert("end", name)
        box.pack(anchor="w", fill="x")
        self.fields["to copy"] = lambda: [box.get(i) for i in box.curselection()]
        ttk.Label(page, text="Loudness").pack(anchor="w", pady=(8, 0))
        loud = tk.IntVar(value=40)
        tk.Scale(
            page, from_=0, to=100, orient="horizontal", length=360, variable=loud, resolution=1
        ).pack(anchor="w")
        self.fields["Loudness"] = loud.get
        ttk.Label(page, text="Save as").pack(anchor="w", pady=(8, 0))
        form = tk.StringVar(value="WAV")
        ttk.Combobox(page, textvariable=form, values=["WAV", "FLAC", "OGG"]).pack(anchor="w")
        self.fields["Save as"] = form.get
        ttk.Button(page, text="Begin copying", command=self._ask).pack(anchor="w", pady=10)
        self.answer = ""
        self.fields["answer"] = lambda: self.answer

    def _ask(self):
        self.count("Begin copying")
        top = tk.Toplevel(self)
        top.title("Copying")
        top.transient(self)
        top.geometry("+300+260")
        ttk.Label(top, text="Is an empty tape in the machine?", padding=16).pack()
        row = ttk.Frame(top, padding=10)
        row.pack()

        def close(text):
            self.answer = text
            top.destroy()

        for text in ("Yes, go on", "Not yet"):
            ttk.Button(row, text=text, command=lambda t=text: close(t)).pack(side="left", padx=6)

    def write(self):
        text = json.dumps({name: read() for name, read in self.fields.items()} | self.hits)
        if text != self.last:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text)
            path.with_suffix(".new").replace(path)
            self.last = text
        self.after(120, self.write)


if __name__ == "__main__":
    Window("".join(sys.argv[1:])).mainloop()
