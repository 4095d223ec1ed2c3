"""An allotment club's register, in ttk: a note book, a table, sliders, menus."""

import sys
import tkinter as tk
from tkinter import ttk

from keep import Keep

KEEP = Keep()
PLOTS = (
    ("1", "Ada Finch", "210", "no"),
    ("2", "Bruno Gold", "180", "yes"),
    ("3", "Carla Hay", "240", "no"),
    ("4", "Denis Ivy", "150", "yes"),
    ("5", "Enid Jonas", "195", "no"),
    ("6", "Fritz Kahl", "220", "no"),
)
MENUS = {
    "Register": ("New plot", "Import list", "Print labels"),
    "Tools": ("Count votes", ">Print map|In colour|Black and white", "Sort by owner"),
    "Help": ("Club rules",),
}


def push(master, text, name=None, **more):
    KEEP.known(name or text)
    return ttk.Button(master, text=text, command=lambda: KEEP.count(name or text), **more)


def menus(root):
    bar = tk.Menu(root, tearoff=False)
    for title, names in MENUS.items():
        menu = tk.Menu(bar, tearoff=False)
        for name in names:
            if name.startswith(">"):
                head, *inside = name[1:].split("|")
                under = tk.Menu(menu, tearoff=False)
                for text in inside:
                    KEEP.known("menu " + text)
                    under.add_command(
                        label=text, command=lambda text=text: KEEP.count("menu " + text)
                    )
                menu.add_cascade(label=head, menu=under)
            else:
                KEEP.known("menu " + name)
                menu.add_command(label=name, command=lambda name=name: KEEP.count("menu " + name))
        bar.add_cascade(label=title, menu=menu)
    view = tk.Menu(bar, tearoff=False)
    for name, on in (("Show empty plots", True), ("Show waiting list", False)):
        held = tk.BooleanVar(value=on)
        KEEP.add("view " + name, held.get)
        view.add_checkbutton(label=name, variable=held)
    bar.insert_cascade(2, label="View", menu=view)
    root.config(menu=bar)


def plots(book):
    page = ttk.Frame(book, padding=10)
    table = ttk.Treeview(
        page, columns=("plot", "owner", "size", "water"), show="headings", height=8
    )
    order = [""]

    def sort(column):
        rows = sorted(table.get_children(), key=lambda i: table.set(i, column))
        if order[0] == column:
            rows.reverse()
        order[0] = "" if order[0] == column else column
        for at, item in enumerate(rows):
            table.move(item, "", at)

    for name, title, width in (
        ("plot", "Plot", 60),
        ("owner", "Owner", 180),
        ("size", "Size m²", 100),
        ("water", "Water", 80),
    ):
        table.heading(name, text=title, command=lambda name=name: sort(name))
        table.column(name, width=width)
    for row in PLOTS:
        table.insert("", "end", iid=row[0], values=row)
    table.pack(fill="x")
    KEEP.add("order", lambda: [table.set(i, "owner") for i in table.get_children()])
    KEEP.add("chosen", lambda: sorted(table.set(i, "owner") for i in table.selection()))
    menu = tk.Menu(table, tearoff=False)
    under = [""]
    for text in ("Show contract", "Mark for inspection", "Swap plot"):
        menu.add_command(label=text, command=lambda text=text: KEEP.count(f"{text} {under[0]}"))
        KEEP.known(*(f"{text} {row[1]}" for row in PLOTS))

    def right(event):
        item = table.identify_row(event.y)
        if item:
            under[0] = table.set(item, "owner")
            table.selection_set(item)
            menu.tk_popup(event.x_root, event.y_root)

    table.bind("<Button-3>", right)
    table.bind(
        "<Double-Button-1>",
        lambda e: (
            table.identify_row(e.y)
            and KEEP.count("opened " + table.set(table.identify_row(e.y), "owner"))
        ),
    )
    KEEP.known(*("opened " + row[1] for row in PLOTS))
    line = ttk.Frame(page)
    line.pack(fill="x", pady=10)
    for text in ("Measure again", "Turn water on", "Turn water off"):
        push(line, text).pack(side="left", padx=4)
    note = tk.Text(page, height=5, width=60, font="TkDefaultFont", undo=True)
    note.insert("1.0", "Hedges are cut on 3 April.\nThe gate code has changed.")
    ttk.Label(page, text="Notes for the board").pack(anchor="w")
    note.pack(fill="x")
    KEEP.add("Notes", lambda: note.get("1.0", "end-1c"))
    return page


def fees(book):
    page = ttk.Frame(book, padding=14)
    held = {}
    for row, (name, value) in enumerate((("Owner", ""), ("Street", "Lindenweg 4"), ("Iban", ""))):
        name = "Account" if name == "Iban" else name
        ttk.Label(page, text=name).grid(row=row, column=0, sticky="w", pady=4)
        held[name] = tk.StringVar(value=value)
        ttk.Entry(page, textvariable=held[name], width=34).grid(row=row, column=1, sticky="w")
    ttk.Label(page, text="Paid by").grid(row=3, column=0, sticky="w", pady=4)
    held["Paid by"] = tk.StringVar(value="Bank transfer")
    ttk.Combobox(
        page,
        textvariable=held["Paid by"],
        state="readonly",
        values=["Bank transfer", "Cash", "Cheque", "Labour"],
    ).grid(row=3, column=1, sticky="w")
    ttk.Label(page, text="Yearly hours of work").grid(row=4, column=0, sticky="w", pady=4)
    held["Hours"] = tk.StringVar(value="12")
    ttk.Spinbox(page, from_=0, to=60, textvariable=held["Hours"], width=6).grid(
        row=4, column=1, sticky="w"
    )
    ttk.Label(page, text="Discount in percent").grid(row=5, column=0, sticky="w", pady=4)
    held["Discount"] = tk.IntVar(value=0)
    tk.Scale(page, from_=0, to=50, orient="horizontal", length=240, variable=held["Discount"]).grid(
        row=5, column=1, sticky="w"
    )
    for row, (name, on) in enumerate(
        (("Owns a shed", True), ("Keeps bees", False), ("Keeps chickens", False)), 6
    ):
        held[name] = tk.BooleanVar(value=on)
        ttk.Checkbutton(page, text=name, variable=held[name]).grid(
            row=row, column=0, columnspan=2, sticky="w"
        )
    frame = ttk.LabelFrame(page, text="Letters are sent", padding=8)
    frame.grid(row=9, column=0, columnspan=2, sticky="we", pady=10)
    held["Letters"] = tk.StringVar(value="by post")
    for name in ("by post", "by e-mail", "to the neighbour"):
        ttk.Radiobutton(frame, text=name, value=name, variable=held["Letters"]).pack(
            side="left", padx=8
        )
    for name, value in held.items():
        KEEP.add(name, value.get)
    line = ttk.Frame(page)
    line.grid(row=10, column=0, columnspan=2, sticky="w")
    for text in ("Keep", "Start over"):
        push(line, text).pack(side="left", padx=4)
    return page


def market(book):
    page = ttk.Frame(book, padding=14)
    ttk.Label(page, text="Stalls at the plant market (several may be chosen)").pack(anchor="w")
    stalls = tk.Listbox(
        page, selectmode="multiple", height=6, exportselection=False, font="TkDefaultFont"
    )
    for name in ("Tomato seedlings", "Dahlias", "Honey", "Cake", "Used tools", "Compost"):
        stalls.insert("end", name)
    stalls.pack(fill="x", pady=6)
    KEEP.add("stalls", lambda: [stalls.get(i) for i in stalls.curselection()])
    line = ttk.Frame(page)
    line.pack(anchor="w", pady=6)
    ttk.Label(line, text="Colour of the tents").pack(side="left", padx=6)
    colour = tk.StringVar(value="")
    for name, code in (("green", "#4caf50"), ("orange", "#ff9800"), ("purple", "#8e24aa")):
        tk.Button(
            line,
            bg=code,
            activebackground=code,
            width=3,
            command=lambda name=name: colour.set(name),
        ).pack(side="left", padx=3)
    KEEP.add("tents", colour.get)
    bar = ttk.Progressbar(page, maximum=100, length=300)
    bar.pack(anchor="w", pady=6)
    KEEP.known("Ask the town hall", "Note the answer")

    def ask():
        KEEP.count("Ask the town hall")
        bar.start(20)

        def there():
            bar.stop()
            push(page, "Note the answer").pack(anchor="w")

        page.after(2200, there)

    ttk.Button(page, text="Ask the town hall", command=ask).pack(anchor="w")
    return page


def main():
    root = tk.Tk(className="Garden")
    root.title("Allotment Register")
    root.geometry("760x560+140+80")
    menus(root)
    book = ttk.Notebook(root)
    names = ["Plots", "Fees", "Market"]
    for name, page in zip(names, (plots(book), fees(book), market(book)), strict=True):
        book.add(page, text=name)
    book.pack(fill="both", expand=True, padx=6, pady=6)
    book.select(names.index(sys.argv[1]))
    KEEP.add("tab", lambda: names[book.index("current")])

    def write():
        KEEP.write()
        root.after(120, write)

    root.after(400, write)
    root.mainloop()


if __name__ == "__main__":
    main()
