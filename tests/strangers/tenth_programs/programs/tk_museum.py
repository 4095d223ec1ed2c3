"""The store room of a small museum, in Tk: a tree, folding parts, stars, tiles to drag, pop-ups."""

import sys
import tkinter as tk
from tkinter import ttk

from keep import Keep

KEEP = Keep()
TREE = {
    "Ground floor": {"Pottery": ("Blue jug", "Salt bowl"), "Tools": ("Plane", "Ox yoke")},
    "Attic": {"Toys": ("Tin train", "Rag doll")},
}
TOWNS = (
    "Oberdorf Kalmar Trento Ghent Sopron Lugano Porto Riga Bern Cadiz Turku Graz "
    "Nantes Brno Malmo Zadar Leeds Vaasa Pecs Aosta Delft Tartu Gorizia Sion "
    "Namur Opole Visby Evora Passau Lleida Odense Bruges Kotor Liepaja Varna Chur "
).split()
LOANS = [f"Loan {number} - {who}" for number, who in enumerate(TOWNS, 101)]


def things(root):
    page = ttk.Frame(root, padding=10)
    left = ttk.Frame(page)
    left.pack(side="left", fill="both")
    tree = ttk.Treeview(left, height=15)
    tree.heading("#0", text="Store room")
    tree.column("#0", width=240)
    for floor, groups in TREE.items():
        top = tree.insert("", "end", text=floor, open=floor == "Ground floor")
        KEEP.add("open " + floor, lambda top=top: bool(tree.item(top, "open")))
        for group, names in groups.items():
            node = tree.insert(top, "end", text=group)
            KEEP.add("open " + group, lambda node=node: bool(tree.item(node, "open")))
            for name in names:
                tree.insert(node, "end", text=name)
    tree.pack(fill="both", expand=True)
    KEEP.add("thing", lambda: [tree.item(i, "text") for i in tree.selection()])
    right = ttk.Frame(page, padding=(14, 0))
    right.pack(side="left", fill="both", expand=True)
    held = {}
    for row, (name, value) in enumerate((("Label", "Blue jug"), ("Maker", ""), ("Year", "1874"))):
        ttk.Label(right, text=name).grid(row=row, column=0, sticky="w", pady=4)
        held[name] = tk.StringVar(value=value)
        ttk.Entry(right, textvariable=held[name], width=28).grid(row=row, column=1, sticky="w")
    ttk.Label(right, text="Condition").grid(row=3, column=0, sticky="w", pady=4)
    held["Condition"] = tk.StringVar(value="Good")
    ttk.Combobox(
        right,
        textvariable=held["Condition"],
        state="readonly",
        values=["As new", "Good", "Worn", "Broken"],
    ).grid(row=3, column=1, sticky="w")
    ttk.Label(right, text="Found in").grid(row=4, column=0, sticky="w", pady=4)
    held["Found in"] = tk.StringVar()
    ttk.Combobox(
        right, textvariable=held["Found in"], values=["Cellar", "Barn", "Flea market"]
    ).grid(row=4, column=1, sticky="w")
    ttk.Label(right, text="Popularity").grid(row=5, column=0, sticky="w", pady=4)
    stars = ttk.Frame(right)
    stars.grid(row=5, column=1, sticky="w")
    given = tk.IntVar(value=2)
    spots = []

    def paint():
        for at, spot in enumerate(spots, 1):
            spot.config(text="★" if at <= given.get() else "☆")

    for number in range(1, 6):
        spot = tk.Label(stars, font="TkDefaultFont 18", fg="#b8860b")
        spot.bind("<Button-1>", lambda _e, number=number: (given.set(number), paint()))
        spot.pack(side="left")
        spots.append(spot)
    paint()
    KEEP.add("Popularity", given.get)
    for row, (name, on) in enumerate(
        (("On display", False), ("Insured", True), ("May be photographed", True)), 6
    ):
        held[name] = tk.BooleanVar(value=on)
        ttk.Checkbutton(right, text=name, variable=held[name]).grid(
            row=row, column=0, columnspan=2, sticky="w"
        )
    for name, value in held.items():
        KEEP.add(name, value.get)
    story = tk.Text(right, height=5, width=42, font="TkDefaultFont")
    story.insert("1.0", "Given by the Huber family.\nThe handle was glued in 1951.")
    ttk.Label(right, text="Story").grid(row=9, column=0, sticky="w")
    story.grid(row=10, column=0, columnspan=2, sticky="we")
    KEEP.add("Story", lambda: story.get("1.0", "end-1c"))
    line = ttk.Frame(right)
    line.grid(row=11, column=0, columnspan=2, sticky="w", pady=8)
    for text in ("Store", "Previous", "Next"):
        KEEP.known(text)
        ttk.Button(line, text=text, command=lambda text=text: KEEP.count(text)).pack(
            side="left", padx=3
        )
    return page


def loans(root):
    page = ttk.Frame(root, padding=10)
    line = ttk.Frame(page)
    line.pack(fill="both", expand=True)
    rows = tk.Listbox(
        line, selectmode="extended", height=8, exportselection=False, font="TkDefaultFont 12"
    )
    for name in LOANS:
        rows.insert("end", name)
    slide = ttk.Scrollbar(line, command=rows.yview)
    rows.config(yscrollcommand=slide.set)
    rows.pack(side="left", fill="both", expand=True)
    slide.pack(side="left", fill="y")
    KEEP.add("loans", lambda: [rows.get(i) for i in rows.curselection()])
    KEEP.add("scrolled", lambda: round(rows.yview()[0], 3))
    KEEP.add("at end", lambda: rows.yview()[1] > 0.99)
    KEEP.known("Lend again", "Ask for return")
    foot = ttk.Frame(page)
    foot.pack(fill="x", pady=8)
    for text in ("Lend again", "Ask for return"):
        ttk.Button(foot, text=text, command=lambda text=text: KEEP.count(text)).pack(
            side="left", padx=4
        )
    ttk.Button(foot, text="New loan...", command=lambda: new_loan(root, rows)).pack(
        side="left", padx=4
    )
    KEEP.add("rows", lambda: list(rows.get(0, "end")))
    return page


def new_loan(root, rows):
    box = tk.Toplevel(root)
    box.title("New loan")
    box.geometry("+420+260")
    box.transient(root)
    who, days, wrapped = tk.StringVar(), tk.StringVar(value="30"), tk.BooleanVar()
    frame = ttk.Frame(box, padding=14)
    frame.pack()
    ttk.Label(frame, text="Borrower").grid(row=0, column=0, sticky="w")
    ttk.Entry(frame, textvariable=who, width=24).grid(row=0, column=1, pady=4)
    ttk.Label(frame, text="Days").grid(row=1, column=0, sticky="w")
    ttk.Spinbox(frame, from_=1, to=365, textvariable=days, width=8).grid(
        row=1, column=1, sticky="w", pady=4
    )
    ttk.Checkbutton(frame, text="Needs a crate", variable=wrapped).grid(
        row=2, column=0, columnspan=2, sticky="w"
    )

    def keep():
        text = f"Loan 137 - {who.get()}, {days.get()} days" + (", crate" if wrapped.get() else "")
        rows.insert("end", text)
        box.destroy()

    ttk.Button(frame, text="Leave", command=box.destroy).grid(row=3, column=0, pady=8)
    ttk.Button(frame, text="Enter loan", command=keep).grid(row=3, column=1, pady=8)


def room(root):
    page = ttk.Frame(root, padding=10)
    ttk.Label(page, text="Drag the tiles onto the show cases.").pack(anchor="w")
    canvas = tk.Canvas(page, width=680, height=330, bg="#f4f4f0", highlightthickness=0)
    canvas.pack(anchor="w", pady=8)
    cases = {
        "Case A": (40, 150, 220, 310),
        "Case B": (250, 150, 430, 310),
        "Case C": (460, 150, 640, 310),
    }
    for name, (x, y, right, bottom) in cases.items():
        canvas.create_rectangle(x, y, right, bottom, fill="white", outline="#888888", dash=(4, 3))
        canvas.create_text((x + right) / 2, y + 14, text=name, font="TkDefaultFont 11 bold")
    where = {}
    for at, (name, colour) in enumerate(
        (("Tin train", "#ffcc80"), ("Ox yoke", "#a5d6a7"), ("Salt bowl", "#90caf9"))
    ):
        left = 40 + at * 150
        tag = f"tile{at}"
        canvas.create_rectangle(left, 30, left + 120, 80, fill=colour, outline="#555555", tags=tag)
        canvas.create_text(left + 60, 55, text=name, tags=tag)
        where[name] = "shelf"
        last = [0, 0]

        def grab(event, last=last, tag=tag):
            last[:] = [event.x, event.y]
            canvas.tag_raise(tag)

        def move(event, last=last, tag=tag):
            canvas.move(tag, event.x - last[0], event.y - last[1])
            last[:] = [event.x, event.y]

        def drop(event, name=name):
            where[name] = next(
                (n for n, (x, y, r, b) in cases.items() if x < event.x < r and y < event.y < b),
                "shelf",
            )

        canvas.tag_bind(tag, "<Button-1>", grab)
        canvas.tag_bind(tag, "<B1-Motion>", move)
        canvas.tag_bind(tag, "<ButtonRelease-1>", drop)
        KEEP.add("where " + name, lambda name=name: where[name])
    fold = tk.Label(page, text="▸ Light and climate", cursor="hand2", font="TkDefaultFont 11 bold")
    fold.pack(anchor="w")
    inside = ttk.Frame(page, padding=6)
    opened = [False]

    def turn(_event):
        opened[0] = not opened[0]
        fold.config(text=("▾" if opened[0] else "▸") + " Light and climate")
        if opened[0]:
            inside.pack(anchor="w")
        else:
            inside.pack_forget()

    fold.bind("<Button-1>", turn)
    KEEP.add("open climate", lambda: opened[0])
    damp = tk.IntVar(value=45)
    ttk.Label(inside, text="Humidity").pack(side="left")
    tk.Scale(inside, from_=30, to=70, orient="horizontal", length=200, variable=damp).pack(
        side="left"
    )
    KEEP.add("Humidity", damp.get)
    dim = tk.BooleanVar(value=False)
    ttk.Checkbutton(inside, text="Dim the lamps", variable=dim).pack(side="left", padx=10)
    KEEP.add("Dim the lamps", dim.get)
    return page


def main():
    root = tk.Tk(className="Museum")
    root.title("Village Museum")
    root.geometry("780x600+120+60")
    head = ttk.Frame(root, padding=6)
    head.pack(fill="x")
    body = ttk.Frame(root)
    body.pack(fill="both", expand=True)
    pages = {"Things": things(body), "Loans": loans(body), "Show room": room(body)}
    now = [""]

    def go(name):
        for page in pages.values():
            page.pack_forget()
        pages[name].pack(fill="both", expand=True)
        now[0] = name

    for name in pages:
        ttk.Button(head, text=name, command=lambda name=name: go(name)).pack(side="left", padx=2)
    go(sys.argv[1])
    KEEP.add("page", lambda: now[0])

    def dialogs():
        return [w.title() for w in root.winfo_children() if isinstance(w, tk.Toplevel)]

    KEEP.add("dialogs", dialogs)

    def write():
        KEEP.write()
        root.after(120, write)

    root.after(400, write)
    root.mainloop()


if __name__ == "__main__":
    main()
