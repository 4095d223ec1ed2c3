"""A Tk desk of a parcel depot; it writes what its widgets hold to a file."""

import json
import os
import sys
import tkinter as tk
from pathlib import Path
from tkinter import messagebox, ttk

CLICKS = {}
FIELDS = {}
LAST = [None]
PARCELS = (
    ("P-104", "Aarhus", "3.5"), ("P-117", "Bergen", "0.8"), ("P-121", "Cork", "12.0"),
    ("P-138", "Dijon", "6.2"), ("P-140", "Exeter", "1.9"),
)  # fmt: skip
TOURS = {"North tour": ("Aarhus", "Bergen"), "West tour": ("Cork", "Exeter")}


def count(name):
    CLICKS[name] = CLICKS.get(name, 0) + 1


def parcel(book):
    page = ttk.Frame(book, padding=10)
    for column, side in enumerate(("Sender", "Receiver")):
        frame = ttk.LabelFrame(page, text=side, padding=8)
        frame.grid(row=0, column=column, padx=8, sticky="n")
        for row, name in enumerate(("Name", "Street", "Town")):
            key = f"{side} {name.lower()}"
            FIELDS[key] = tk.StringVar()
            ttk.Label(frame, text=name).grid(row=row, column=0, sticky="w", padx=4, pady=3)
            ttk.Entry(frame, textvariable=FIELDS[key], width=24).grid(row=row, column=1)
    left = ttk.Frame(page, padding=6)
    left.grid(row=1, column=0, sticky="nw")
    FIELDS["Service"] = tk.StringVar(value="Standard")
    ttk.Label(left, text="Service").grid(row=0, column=0, sticky="w", pady=4)
    ttk.Combobox(
        left, textvariable=FIELDS["Service"], state="readonly", width=18,
        values=["Standard", "Overnight", "Before noon", "Bulky goods"],
    ).grid(row=0, column=1, sticky="w", padx=6)  # fmt: skip
    for row, (name, high, value) in enumerate(
        (("Pieces", 50, "1"), ("Insured value", 9000, "0")), 1
    ):
        FIELDS[name] = tk.StringVar(value=value)
        ttk.Label(left, text=name).grid(row=row, column=0, sticky="w", pady=4)
        ttk.Spinbox(left, from_=0, to=high, textvariable=FIELDS[name], width=8).grid(
            row=row, column=1, sticky="w", padx=6
        )
    FIELDS["Priority"] = tk.IntVar(value=1)
    ttk.Label(left, text="Priority").grid(row=3, column=0, sticky="w")
    tk.Scale(
        left, from_=1, to=5, orient="horizontal", variable=FIELDS["Priority"], length=180
    ).grid(row=3, column=1, sticky="w", padx=6)  # fmt: skip
    right = ttk.Frame(page, padding=6)
    right.grid(row=1, column=1, sticky="nw")
    FIELDS["Pays"] = tk.StringVar(value="Sender pays")
    for name in ("Sender pays", "Receiver pays", "Half each"):
        ttk.Radiobutton(right, text=name, value=name, variable=FIELDS["Pays"]).pack(anchor="w")
    for name, on in (
        ("Fragile", False),
        ("Signature needed", True),
        ("Leave with neighbour", False),
    ):
        FIELDS[name] = tk.BooleanVar(value=on)
        ttk.Checkbutton(right, text=name, variable=FIELDS[name]).pack(anchor="w")
    row = ttk.Frame(page)
    row.grid(row=2, column=0, columnspan=2, sticky="e", pady=10)
    for name in ("Weigh", "Label it", "Start over"):
        ttk.Button(row, text=name, command=lambda name=name: pressed(name)).pack(
            side="left", padx=4
        )
    return page


def pressed(name):
    count(name)
    if name == "Start over":
        sure = messagebox.askyesno("Start over", "Empty all the boxes?")
        count("answer yes" if sure else "answer no")


def shelf(book):
    page = ttk.Frame(book, padding=10)
    tree = ttk.Treeview(page, columns=("town", "weight"), height=7)
    for key, text in (("#0", "Parcel"), ("town", "Town"), ("weight", "Weight (kg)")):
        tree.heading(key, text=text, command=lambda key=key: order(tree, key))
        tree.column(key, width=190)
    for number, town, weight in PARCELS:
        tree.insert("", "end", text=number, values=(town, weight), iid=number)
    tree.pack(fill="both", expand=True)
    tree.bind("<Double-Button-1>", lambda event: count("double " + tree.identify_row(event.y)))
    FIELDS["parcels"] = lambda: list(tree.selection())
    FIELDS["order"] = lambda: list(tree.get_children(""))
    menu = tk.Menu(page, tearoff=False)
    chosen = [""]
    for name in ("Put on hold", "Move to gate", "Send back"):
        menu.add_command(label=name, command=lambda name=name: count(f"{name} {chosen[0]}"))

    def popup(event):
        chosen[0] = tree.identify_row(event.y)
        menu.tk_popup(event.x_root, event.y_root)

    tree.bind("<Button-3>", popup)
    row = ttk.Frame(page)
    row.pack(fill="x", pady=6)
    for name in ("Hand out", "Count again"):
        ttk.Button(row, text=name, command=lambda name=name: count(name)).pack(side="left")
    return page


def order(tree, key):
    def value(row):
        text = tree.item(row, "text") if key == "#0" else tree.set(row, key)
        return (0, float(text), "") if key == "weight" else (1, 0.0, text)

    for place, row in enumerate(sorted(tree.get_children(""), key=value)):
        tree.move(row, "", place)
    count("sorted by " + {"#0": "parcel"}.get(key, key))


def tours(book):
    page = ttk.Frame(book, padding=10)
    tree = ttk.Treeview(page, show="tree", height=8, selectmode="browse")
    for tour, towns in TOURS.items():
        tree.insert("", "end", text=tour, iid=tour)
        for town in towns:
            tree.insert(tour, "end", text=town, iid=f"{tour}/{town}")
    tree.pack(side="left", fill="y")
    FIELDS["tour"] = lambda: list(tree.selection())
    FIELDS["open tours"] = lambda: [tour for tour in TOURS if tree.item(tour, "open")]
    middle = ttk.Frame(page, padding=(14, 0))
    middle.pack(side="left", fill="y")
    ttk.Label(middle, text="Drivers").pack(anchor="w")
    drivers = tk.Listbox(middle, selectmode="extended", exportselection=False, height=6)
    for name in ("Hanna", "Igor", "Jun", "Kofi"):
        drivers.insert("end", name)
    drivers.pack()
    FIELDS["drivers"] = lambda: [drivers.get(i) for i in drivers.curselection()]
    end = ttk.Frame(page)
    end.pack(side="left", fill="both", expand=True)
    ttk.Label(end, text="Remarks for the tour").pack(anchor="w")
    text = tk.Text(end, height=6, width=30)
    text.pack(anchor="w")
    text.insert("end", "Van 3 is in repair.")
    FIELDS["Remarks"] = lambda: text.get("1.0", "end-1c")
    return page


def stamp(root):
    box = tk.Toplevel(root)
    box.title("Gate Pass")
    box.transient(root)
    box.geometry("+360+260")
    values = {"Plate": tk.StringVar(), "Gate": tk.StringVar(value="1")}
    ttk.Label(box, text="Number plate").grid(row=0, column=0, padx=8, pady=6, sticky="w")
    ttk.Entry(box, textvariable=values["Plate"]).grid(row=0, column=1, padx=8)
    ttk.Label(box, text="Gate").grid(row=1, column=0, padx=8, pady=6, sticky="w")
    ttk.Combobox(box, textvariable=values["Gate"], values=["1", "2", "3"], state="readonly").grid(
        row=1, column=1, padx=8
    )

    def done(issued):
        plate, gate = values["Plate"].get(), values["Gate"].get()
        count(f"pass {plate} gate {gate}" if issued else "no pass")
        box.destroy()

    for column, (name, issued) in enumerate((("Issue pass", True), ("Never mind", False))):
        ttk.Button(box, text=name, command=lambda issued=issued: done(issued)).grid(
            row=2, column=column, pady=10, padx=8
        )
    box.protocol("WM_DELETE_WINDOW", lambda: done(False))
    box.grab_set()


def menus(root):
    bar = tk.Menu(root, tearoff=False)
    for title, names in (
        ("Depot", ["Open gates", "Gate pass...", "End of shift"]),
        ("Print", ["Tour list", "Customs form"]),
    ):
        menu = tk.Menu(bar, tearoff=False)
        for name in names:
            menu.add_command(
                label=name,
                command=lambda name=name: stamp(root) if "pass" in name else count("menu " + name),
            )
        if title == "Print":
            inner = tk.Menu(menu, tearoff=False)
            FIELDS["Paper"] = tk.StringVar(value="A4")
            for name in ("A4", "A6", "Roll"):
                inner.add_radiobutton(label=name, variable=FIELDS["Paper"], value=name)
            menu.add_cascade(label="Paper", menu=inner)
            FIELDS["Two copies"] = tk.BooleanVar(value=False)
            menu.add_checkbutton(label="Two copies", variable=FIELDS["Two copies"])
        bar.add_cascade(label=title, menu=menu)
    root.config(menu=bar)


def main():
    root = tk.Tk(className="Depot")
    root.title("Parcel Depot")
    root.geometry("760x440+130+110")
    menus(root)
    book = ttk.Notebook(root)
    for title, make in (("Parcel", parcel), ("Shelf", shelf), ("Tours", tours)):
        book.add(make(book), text=title)
    book.pack(fill="both", expand=True)
    start = sys.argv[1] if sys.argv[1:] else ""
    names = [book.tab(index, "text") for index in book.tabs()]
    book.select(names.index(start) if start in names else 0)

    def write():
        state = {name: f() if callable(f) else f.get() for name, f in FIELDS.items()}
        state |= {"clicks " + name: number for name, number in CLICKS.items()}
        state["tab"] = book.tab(book.select(), "text")
        tops = [w.title() for w in root.children.values() if isinstance(w, tk.Toplevel)]
        state["dialog"] = tops
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
