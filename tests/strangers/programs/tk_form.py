"""A Tk member list; it writes what its widgets hold to a file."""

import json
import os
import tkinter as tk
from pathlib import Path
from tkinter import messagebox, ttk

CLICKS = {}
LAST = [None]


def count(name):
    CLICKS[name] = CLICKS.get(name, 0) + 1


def menus(root):
    bar = tk.Menu(root, tearoff=False)
    for title, names in (
        ("File", ["New Member", "Save", "Export"]),
        ("Edit", ["Copy", "Find"]),
        ("Help", ["About Members"]),
    ):
        menu = tk.Menu(bar, tearoff=False)
        for name in names:
            menu.add_command(label=name, command=lambda name=name: count("menu " + name))
        bar.add_cascade(label=title, menu=menu)
    root.config(menu=bar)


def form(root, fields):
    frame = ttk.Frame(root, padding=10)
    frame.pack(side="left", fill="both", expand=True)
    for row, name in enumerate(("Name", "Address", "Member number")):
        ttk.Label(frame, text=name).grid(row=row, column=0, sticky="w", pady=4)
        fields[name] = tk.StringVar()
        ttk.Entry(frame, textvariable=fields[name], width=30).grid(row=row, column=1)
    ttk.Label(frame, text="Section").grid(row=3, column=0, sticky="w", pady=4)
    fields["Section"] = tk.StringVar(value="Chess")
    ttk.Combobox(
        frame,
        textvariable=fields["Section"],
        values=["Chess", "Rowing", "Tennis"],
        state="readonly",
    ).grid(row=3, column=1)
    for row, (name, on) in enumerate((("Fee paid", False), ("Has key", True)), 4):
        fields[name] = tk.BooleanVar(value=on)
        ttk.Checkbutton(frame, text=name, variable=fields[name]).grid(row=row, column=0, sticky="w")
    fields["Age group"] = tk.StringVar(value="Adult")
    for row, name in enumerate(("Junior", "Adult", "Senior"), 6):
        ttk.Radiobutton(frame, text=name, value=name, variable=fields["Age group"]).grid(
            row=row, column=0, sticky="w"
        )
    for column, name in enumerate(("Add", "Remove")):
        ttk.Button(frame, text=name, command=lambda name=name: pressed(name)).grid(
            row=9, column=column, pady=10
        )


def pressed(name):
    count(name)
    if name == "Remove":
        sure = messagebox.askyesno("Remove", "Remove this member?")
        count("answer yes" if sure else "answer no")


def main():
    root = tk.Tk(className="Members")
    root.title("Members")
    root.geometry("660x420+200+120")
    fields = {}
    menus(root)
    form(root, fields)
    names = tk.Listbox(root, font="TkDefaultFont 11", exportselection=False)
    for name in ("Anna Berg", "Carl Dahl", "Eva Frank", "Gert Holm"):
        names.insert("end", name)
    names.pack(side="right", fill="both", expand=True)
    names.bind("<Double-Button-1>", lambda _e: count("double " + names.get("active")))

    def write():
        state = {name: value.get() for name, value in fields.items()}
        state |= {"clicks " + name: number for name, number in CLICKS.items()}
        state["Members"] = [names.get(i) for i in names.curselection()]
        text = json.dumps(state)
        if text != LAST[0]:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text)
            path.with_suffix(".new").replace(path)
            LAST[0] = text
        root.after(120, write)

    root.after(300, write)
    root.mainloop()


if __name__ == "__main__":
    main()
