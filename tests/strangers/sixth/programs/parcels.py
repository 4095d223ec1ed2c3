"""A Tk parcel desk: a table, lists, a pane, a text area and a menu bar."""

import json
import os
import sys
import tkinter as tk
from pathlib import Path
from tkinter import ttk

PARCELS = (
    ("P-101", "Zurich", "2.4", "waiting"),
    ("P-102", "Graz", "0.8", "waiting"),
    ("P-103", "Lyon", "11.0", "packed"),
    ("P-104", "Bari", "5.6", "waiting"),
)
EXTRAS = ("Insurance", "Signature", "Fragile", "Keep cool", "Saturday")


class Desk:
    """The window and what it holds."""

    def __init__(self, start):
        self.root = tk.Tk()
        self.root.title("Parcel Desk")
        self.root.geometry("780x520+60+40")
        self.fields = {}
        self.clicks = {}
        self.last = None
        self._menu()
        book = ttk.Notebook(self.root)
        book.pack(fill="both", expand=True, padx=8, pady=8)
        for name, make in (
            ("Parcels", self._table),
            ("Label", self._label),
            ("Rules", self._rules),
        ):
            frame = ttk.Frame(book, padding=10)
            make(frame)
            book.add(frame, text=name)
            if name == start:
                book.select(frame)
        self.fields["tab"] = lambda: book.tab(book.select(), "text")
        self.root.after(150, self.write)

    def count(self, name):
        self.clicks[name] = self.clicks.get(name, 0) + 1

    def _menu(self):
        bar = tk.Menu(self.root)
        for head, names in (
            ("Parcel", ("New", "Weigh again", "Hold back")),
            ("List", ("Refresh",)),
        ):
            menu = tk.Menu(bar, tearoff=False)
            for name in names:
                menu.add_command(label=name, command=lambda name=name: self.count("menu " + name))
            bar.add_cascade(label=head, menu=menu)
        view = tk.Menu(bar, tearoff=False)
        self.big = tk.BooleanVar()
        view.add_checkbutton(label="Large letters", variable=self.big)
        self.fields["Large letters"] = self.big.get
        bar.add_cascade(label="View", menu=view)
        self.root.config(menu=bar)

    def _table(self, frame):
        heads = ("Number", "Town", "Weight", "State")
        table = ttk.Treeview(frame, columns=heads, show="headings", height=8)
        for head in heads:
            table.heading(head, text=head, command=lambda head=head: self._sort(table, head))
            table.column(head, width=150)
        for row in PARCELS:
            table.insert("", "end", values=row)
        table.pack(fill="both", expand=True)
        self.fields["order"] = lambda: [str(table.set(i, "Town")) for i in table.get_children()]
        self.fields["chosen"] = lambda: [str(table.set(i, "Town")) for i in table.selection()]
        line = ttk.Frame(frame)
        line.pack(fill="x", pady=8)
        for name in ("Pack", "Print label", "Call driver"):
            ttk.Button(line, text=name, command=lambda name=name: self.count(name)).pack(
                side="left"
            )

    def _sort(self, table, head):
        rows = sorted(
            table.get_children(),
            key=lambda i: float(table.set(i, head)) if head == "Weight" else table.set(i, head),
        )
        for at, row in enumerate(rows):
            table.move(row, "", at)

    def _label(self, frame):
        for line, name in enumerate(("Receiver", "Street", "Town")):
            ttk.Label(frame, text=name + ":").grid(row=line, column=0, sticky="w", pady=4)
            text = tk.StringVar()
            ttk.Entry(frame, textvariable=text, width=32).grid(row=line, column=1, sticky="w")
            self.fields[name] = text.get
        ttk.Label(frame, text="Size:").grid(row=3, column=0, sticky="w", pady=4)
        size = ttk.Combobox(frame, values=["Small", "Medium", "Large", "Bulky"], state="readonly")
        size.set("Small")
        size.grid(row=3, column=1, sticky="w")
        self.fields["Size"] = size.get
        ttk.Label(frame, text="Pieces:").grid(row=4, column=0, sticky="w", pady=4)
        pieces = tk.StringVar(value="1")
        ttk.Spinbox(frame, from_=1, to=30, textvariable=pieces, width=6).grid(
            row=4, column=1, sticky="w"
        )
        self.fields["Pieces"] = pieces.get
        ttk.Label(frame, text="Extras:").grid(row=5, column=0, sticky="nw", pady=4)
        extras = tk.Listbox(frame, selectmode="multiple", height=5, exportselection=False)
        for name in EXTRAS:
            extras.insert("end", name)
        extras.grid(row=5, column=1, sticky="w")
        self.fields["Extras"] = lambda: [EXTRAS[i] for i in extras.curselection()]
        ttk.Label(frame, text="Message:").grid(row=6, column=0, sticky="nw", pady=4)
        note = tk.Text(frame, width=40, height=3)
        note.grid(row=6, column=1, sticky="w")
        self.fields["Message"] = lambda: note.get("1.0", "end-1c")
        ttk.Button(frame, text="Check address", command=lambda: self.count("Check address")).grid(
            row=7, column=1, sticky="w", pady=6
        )

    def _rules(self, frame):
        self.way = tk.StringVar(value="road")
        for name, value in (("By road", "road"), ("By rail", "rail"), ("By air", "air")):
            ttk.Radiobutton(frame, text=name, value=value, variable=self.way).pack(anchor="w")
        self.fields["way"] = self.way.get
        for name in ("Ask before opening", "Weigh every parcel"):
            var = tk.BooleanVar()
            ttk.Checkbutton(frame, text=name, variable=var).pack(anchor="w")
            self.fields[name] = var.get
        ttk.Label(frame, text="Heaviest parcel in kg").pack(anchor="w", pady=(14, 0))
        weight = tk.Scale(frame, from_=0, to=40, orient="horizontal", length=320)
        weight.set(20)
        weight.pack(anchor="w")
        self.fields["Heaviest"] = weight.get

    def write(self):
        state = {name: read() for name, read in self.fields.items()}
        state |= {"clicks " + name: number for name, number in self.clicks.items()}
        text = json.dumps(state)
        if text != self.last:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text)
            path.with_suffix(".new").replace(path)
            self.last = text
        self.root.after(150, self.write)


if __name__ == "__main__":
    Desk("".join(sys.argv[1:])).root.mainloop()
