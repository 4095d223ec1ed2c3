"""A ski school's desk (Tk): lessons, the hire of skis, a letter to the parents."""

import sys
import tkinter as tk
from tkinter import ttk

from keep import counted, facts, fields, keep

LESSONS = {
    "Morning": (("9:00", "Lena Brix", "beginners", 8), ("10:30", "Jon Parr", "advanced", 5)),
    "Afternoon": (
        ("13:00", "Lena Brix", "advanced", 6),
        ("14:30", "Aino Salo", "beginners", 9),
        ("16:00", "Jon Parr", "race team", 4),
    ),
}
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
BLOCKS = (
    "Dear parents,",
    "Please bring gloves.",
    "Lunch is included.",
    "The bus leaves at eight.",
    "See you on the slope!",
)


def lessons(root):
    root.title("Ski School - Lessons")
    root.geometry("880x560")
    add_menus(root)
    table = table_of_lessons(root)
    add_popup(root, table)
    frame = ttk.LabelFrame(root, text="Selected lesson")
    frame.pack(fill="x", padx=10)
    add_teacher(frame, table)
    helmets = tk.BooleanVar()
    ttk.Checkbutton(frame, text="Helmets required", variable=helmets).grid(row=0, column=3, padx=10)
    fields["helmets"] = helmets.get
    meet = tk.StringVar(value="valley station")
    for column, place in enumerate(("valley station", "middle station", "top station")):
        ttk.Radiobutton(frame, text="Meet at " + place, variable=meet, value=place).grid(
            row=1, column=column, padx=6, pady=8
        )
    fields["meet"] = meet.get


def add_menus(root):
    bar = tk.Menu(root)
    menu = tk.Menu(bar, tearoff=0)
    facts.update({"sorted": "time", "slope": "all"})
    menu.add_command(label="New lesson", command=counted("new"))
    sort = tk.Menu(menu, tearoff=0)
    for name in ("time", "teacher", "level"):
        sort.add_command(label="by " + name, command=lambda name=name: facts.update(sorted=name))
    menu.add_cascade(label="Sort", menu=sort)
    bar.add_cascade(label="Lessons", menu=menu)
    slope = tk.Menu(bar, tearoff=0)
    for name in ("all", "Blue run", "Red run", "Nursery slope"):
        slope.add_command(label=name, command=lambda name=name: facts.update(slope=name))
    bar.add_cascade(label="Slope", menu=slope)
    root.config(menu=bar)


def table_of_lessons(root):
    table = ttk.Treeview(root, columns=("who", "level", "n"), height=12)
    for column, text, width in (
        ("#0", "Time", 150),
        ("who", "Teacher", 190),
        ("level", "Level", 150),
        ("n", "Children", 90),
    ):
        table.heading(column, text=text)
        table.column(column, width=width)
    halves = [
        table.insert("", "end", text="Morning"),
        table.insert("", "end", text="Afternoon", open=True),
    ]
    for half, lines in zip(halves, LESSONS.values(), strict=True):
        for time, *values in lines:
            table.insert(half, "end", text=time, values=values)

    def line_of(lesson):
        return " ".join(map(str, [table.item(lesson, "text"), *table.item(lesson, "values")]))

    fields["open"] = lambda: [
        table.item(half, "text") for half in halves if table.item(half, "open")
    ]
    fields["selected"] = lambda: [table.item(row, "text") for row in table.selection()]
    fields["lessons"] = lambda: [
        line_of(lesson) for half in halves for lesson in table.get_children(half)
    ]
    table.pack(fill="x", padx=10, pady=8)
    return table


def add_popup(root, table):
    popup = tk.Menu(root, tearoff=0)
    facts["cancelled"] = []

    def add_children(more):
        lesson = table.selection()[0]
        table.set(lesson, "n", int(table.set(lesson, "n")) + more)

    def mark_as_full():
        facts["cancelled"] = [*facts["cancelled"], table.item(table.selection()[0], "text")]

    popup.add_command(label="One child more", command=lambda: add_children(1))
    popup.add_command(label="One child fewer", command=lambda: add_children(-1))
    popup.add_command(label="Mark as full", command=mark_as_full)

    def open_popup(event):
        row = table.identify_row(event.y)
        if row and table.parent(row):
            table.selection_set(row)
            popup.tk_popup(event.x_root, event.y_root)

    table.bind("<Button-3>", open_popup)


def add_teacher(frame, table):
    ttk.Label(frame, text="Teacher").grid(row=0, column=0, padx=6, pady=6)
    teacher = tk.StringVar()
    names = ("Aino Salo", "Jon Parr", "Lena Brix", "Max Tobler")
    ttk.Combobox(frame, textvariable=teacher, values=names, state="readonly").grid(row=0, column=1)
    fields["teacher"] = teacher.get

    def change():
        for row in table.selection():
            if table.parent(row) and teacher.get():
                table.set(row, "who", teacher.get())

    ttk.Button(frame, text="Change teacher", command=change).grid(row=0, column=2, padx=8)


def hire(root):
    root.title("Ski School - Hire desk")
    root.geometry("860x560")
    book = ttk.Notebook(root)
    book.pack(fill="both", expand=True, padx=8, pady=8)
    add_person(book)
    add_days(book)
    add_skis(book)
    fields["tab"] = lambda: book.tab(book.select(), "text")
    buttons = ttk.Frame(root)
    buttons.pack(fill="x", padx=8, pady=8)
    for name in ("Print slip", "Keep for tomorrow"):
        ttk.Button(buttons, text=name, command=counted(name.lower())).pack(side="left", padx=4)


def add_person(book):
    page = ttk.Frame(book, padding=12)
    book.add(page, text="Person")

    def add_row(row, text, widget):
        ttk.Label(page, text=text).grid(row=row, column=0, sticky="w", pady=5, padx=6)
        widget.grid(row=row, column=1, sticky="ew", pady=5)

    name = tk.StringVar(value="Tove Lindahl")
    add_row(0, "Name", ttk.Entry(page, textvariable=name, width=36))
    shoe = tk.StringVar(value="38")
    add_row(1, "Shoe size", ttk.Spinbox(page, from_=25, to=50, textvariable=shoe, width=6))
    ability = tk.StringVar(value="beginner")
    abilities = ("beginner", "some practice", "good", "racer")
    add_row(2, "Ability", ttk.Combobox(page, textvariable=ability, values=abilities))
    shown = ttk.Label(page, text="62 kg")
    weight = tk.DoubleVar(value=62)

    def weigh(value):
        weight.set(round(float(value)))
        shown.config(text=f"{round(float(value))} kg")

    scale = ttk.Scale(page, from_=20, to=120, variable=weight, length=320, command=weigh)
    add_row(3, "Weight", scale)
    shown.grid(row=3, column=2)
    fields["name"] = name.get
    fields["shoe"] = shoe.get
    fields["ability"] = ability.get
    fields["weight"] = lambda: round(weight.get())
    for row, thing in enumerate(("Poles", "Helmet", "Goggles", "Insurance"), 4):
        taken = tk.BooleanVar(value=thing == "Poles")
        ttk.Checkbutton(page, text=thing, variable=taken).grid(row=row, column=1, sticky="w")
        fields[thing.lower()] = taken.get


def add_days(book):
    page = ttk.Frame(book, padding=12)
    book.add(page, text="Days")
    days = tk.Listbox(
        page, selectmode="extended", exportselection=False, height=8, font=("Helvetica", 12)
    )
    for day in DAYS:
        days.insert("end", day)
    days.pack(side="left", padx=10)
    fields["days"] = lambda: [days.get(row) for row in days.curselection()]
    right = ttk.Frame(page)
    right.pack(side="left", anchor="n", padx=20)
    collect = tk.StringVar(value="09:00")
    ttk.Label(right, text="Collect at").pack(anchor="w")
    ttk.Entry(right, textvariable=collect, width=8).pack(anchor="w")
    fields["collect"] = collect.get
    half = tk.BooleanVar()
    ttk.Checkbutton(right, text="Half days only", variable=half).pack(anchor="w", pady=6)
    fields["half days"] = half.get


def add_skis(book):
    page = ttk.Frame(book, padding=12)
    book.add(page, text="Skis")
    skis = tk.StringVar()
    for name in ("Carver 150", "Carver 160", "Allround 155", "Junior 120"):
        ttk.Radiobutton(page, text=name, variable=skis, value=name).pack(anchor="w", pady=3)
    fields["skis"] = skis.get


def letter(root):
    root.title("Ski School - Letter to parents")
    root.geometry("860x540")
    panes = ttk.PanedWindow(root, orient="horizontal")
    panes.pack(fill="both", expand=True)
    left = ttk.Frame(panes)
    ttk.Label(left, text="Building blocks").pack(anchor="w", padx=6, pady=4)
    blocks = tk.Listbox(left, exportselection=False, font=("Helvetica", 12))
    for block in BLOCKS:
        blocks.insert("end", block)
    blocks.pack(fill="both", expand=True, padx=6)
    right = ttk.Frame(panes)
    subject = tk.StringVar(value="Ski week")
    top = ttk.Frame(right)
    top.pack(fill="x")
    ttk.Label(top, text="Subject").pack(side="left", padx=4)
    ttk.Entry(top, textvariable=subject, width=40).pack(side="left", pady=6)
    text = tk.Text(right, height=14, width=56, font=("Helvetica", 12), undo=True)
    text.insert("1.0", "Welcome to the ski week.\nMonday is the first day.\nWear warm socks.\n")
    text.pack(fill="both", expand=True, padx=4)

    def insert():
        if blocks.curselection():
            text.insert("end", BLOCKS[blocks.curselection()[0]] + "\n")

    ttk.Button(left, text="Insert at the end", command=insert).pack(pady=6)
    fields["subject"] = subject.get
    fields["text"] = lambda: text.get("1.0", "end").strip()
    add_foot(right)
    panes.add(left, weight=1)
    panes.add(right, weight=2)


def add_foot(frame):
    foot = ttk.Frame(frame)
    foot.pack(fill="x")
    language = tk.StringVar(value="English")
    ttk.Label(foot, text="Language").pack(side="left", padx=4)
    names = ("English", "French", "German", "Dutch")
    ttk.Combobox(foot, textvariable=language, values=names, state="readonly", width=12).pack(
        side="left", pady=6
    )
    fields["language"] = language.get
    large = tk.BooleanVar()
    ttk.Checkbutton(foot, text="Large print", variable=large).pack(side="left", padx=10)
    fields["large print"] = large.get
    ttk.Button(foot, text="Store draft", command=counted("store draft")).pack(side="right", padx=6)


def keep_on(root):
    keep()
    root.after(150, keep_on, root)


def main():
    root = tk.Tk()
    ttk.Style().theme_use("clam")
    {"lessons": lessons, "hire": hire, "letter": letter}[sys.argv[1]](root)
    root.after(100, keep_on, root)
    root.mainloop()


if __name__ == "__main__":
    main()
