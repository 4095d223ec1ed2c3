"""A Tk reception desk of a clinic; it writes what its widgets hold to a file."""

import json
import os
import sys
import tkinter as tk
from pathlib import Path
from tkinter import messagebox, ttk

CLICKS = {}
FIELDS = {}
LAST = [None]
WAITING = (
    ("08:40", "Mrs Alder"),
    ("09:00", "Mr Birch"),
    ("09:20", "Ms Cedar"),
    ("09:50", "Mr Elm"),
)


def count(name):
    CLICKS[name] = CLICKS.get(name, 0) + 1


def patient(book):
    page = ttk.Frame(book, padding=10)
    for row, name in enumerate(("Surname", "Given name", "Insurance number")):
        FIELDS[name] = tk.StringVar()
        ttk.Label(page, text=name + ":").grid(row=row, column=0, sticky="e", padx=6, pady=3)
        ttk.Entry(page, textvariable=FIELDS[name], width=28).grid(row=row, column=1, sticky="w")
    FIELDS["Doctor"] = tk.StringVar(value="Dr Hart")
    ttk.Label(page, text="Doctor:").grid(row=3, column=0, sticky="e", padx=6, pady=3)
    ttk.Combobox(
        page, textvariable=FIELDS["Doctor"], values=["Dr Hart", "Dr Novak", "Dr Silva"],
        state="readonly",
    ).grid(row=3, column=1, sticky="w")  # fmt: skip
    FIELDS["Room"] = tk.StringVar(value="1")
    ttk.Label(page, text="Room:").grid(row=4, column=0, sticky="e", padx=6, pady=3)
    tk.Spinbox(page, from_=1, to=12, textvariable=FIELDS["Room"], width=6).grid(
        row=4, column=1, sticky="w"
    )
    FIELDS["Pain"] = tk.IntVar(value=2)
    ttk.Label(page, text="Pain (0 to 10):").grid(row=5, column=0, sticky="e", padx=6, pady=3)
    tk.Scale(
        page, from_=0, to=10, orient="horizontal", variable=FIELDS["Pain"], length=220
    ).grid(row=5, column=1, sticky="w")  # fmt: skip
    side = ttk.LabelFrame(page, text="Arrives", padding=8)
    side.grid(row=0, column=2, rowspan=4, padx=16, sticky="n")
    FIELDS["Arrives"] = tk.StringVar(value="On foot")
    for name in ("On foot", "By taxi", "By ambulance"):
        tk.Radiobutton(side, text=name, value=name, variable=FIELDS["Arrives"]).pack(anchor="w")
    for row, (name, on) in enumerate((("Fasting", False), ("Needs interpreter", False)), 4):
        FIELDS[name] = tk.BooleanVar(value=on)
        tk.Checkbutton(page, text=name, variable=FIELDS[name]).grid(row=row, column=2, sticky="w")
    for column, name in enumerate(("Admit", "Print label", "Next patient")):
        tk.Button(page, text=name, command=lambda name=name: pressed(name)).grid(
            row=7, column=column, pady=12
        )
    return page


def pressed(name):
    count(name)
    if name == "Next patient":
        sure = messagebox.askokcancel("Next patient", "Go to the next patient?")
        count("answer ok" if sure else "answer cancel")


def waiting(book):
    page = ttk.Frame(book, padding=10)
    tree = ttk.Treeview(page, columns=("name",), height=6, selectmode="browse")
    tree.heading("#0", text="Time")
    tree.heading("name", text="Name")
    for hour, name in WAITING:
        tree.insert("", "end", text=hour, values=(name,), iid=name)
    tree.pack(fill="both", expand=True)
    tree.bind("<Double-Button-1>", lambda event: count("double " + tree.identify_row(event.y)))
    FIELDS["Waiting"] = tree
    row = ttk.Frame(page)
    row.pack(fill="x", pady=6)
    for name in ("Call in", "Move up"):
        ttk.Button(row, text=name, command=lambda name=name: count(name)).pack(side="left")
    return page


def notes(book):
    page = ttk.Frame(book, padding=10)
    text = tk.Text(page, height=10, width=50)
    text.pack(fill="both", expand=True)
    FIELDS["Notes"] = text
    return page


def menus(root):
    bar = tk.Menu(root, tearoff=False)
    for title, names in (
        ("Desk", ["Open desk", "Lunch break", "Hand over"]),
        ("Lists", ["Today", "This week"]),
    ):
        menu = tk.Menu(bar, tearoff=False)
        for name in names:
            menu.add_command(label=name, command=lambda name=name: count("menu " + name))
        if title == "Lists":
            FIELDS["Show rooms"] = tk.BooleanVar(value=False)
            menu.add_checkbutton(label="Show rooms", variable=FIELDS["Show rooms"])
        bar.add_cascade(label=title, menu=menu)
    root.config(menu=bar)


def value_of(field):
    if isinstance(field, tk.Text):
        return field.get("1.0", "end-1c")
    if isinstance(field, ttk.Treeview):
        return list(field.selection())
    return field.get()


def main():
    root = tk.Tk(className="Clinic")
    root.title("Clinic Desk")
    root.geometry("720x420+150+140")
    menus(root)
    book = ttk.Notebook(root)
    for title, make in (("Patient", patient), ("Waiting room", waiting), ("Notes", notes)):
        book.add(make(book), text=title)
    book.pack(fill="both", expand=True)
    start = sys.argv[1] if sys.argv[1:] else ""
    names = [book.tab(index, "text") for index in book.tabs()]
    book.select(names.index(start) if start in names else 0)

    def write():
        state = {name: value_of(field) for name, field in FIELDS.items()}
        state |= {"clicks " + name: number for name, number in CLICKS.items()}
        state["tab"] = book.tab(book.select(), "text")
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
