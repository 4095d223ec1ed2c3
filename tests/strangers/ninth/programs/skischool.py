"""A ski school's desk (Tk): lessons, the hire of skis, a letter to the parents."""

import json, os, sys
import tkinter as tk
from tkinter import ttk

START = sys.argv[1]
root = tk.Tk()
ttk.Style().theme_use("clam")
read, S = {}, {}
save_last = [None]


def save():
    text = json.dumps({**S, **{k: f() for k, f in read.items()}}, ensure_ascii=False)
    if text != save_last[0]:
        save_last[0] = text
        path = os.environ["STRANGERS_STATE"]
        with open(path + ".new", "w") as out:
            out.write(text)
        os.replace(path + ".new", path)
    root.after(150, save)


def bump(key):
    S["clicks " + key] = S.get("clicks " + key, 0) + 1


def lessons():
    root.title("Ski School - Lessons")
    root.geometry("880x560")
    bar = tk.Menu(root)
    m = tk.Menu(bar, tearoff=0)
    S.update({"clicks new": 0, "sorted": "time", "slope": "all"})
    m.add_command(label="New lesson", command=lambda: bump("new"))
    s = tk.Menu(m, tearoff=0)
    for t in ("time", "teacher", "level"):
        s.add_command(label="by " + t, command=lambda t=t: S.update(sorted=t))
    m.add_cascade(label="Sort", menu=s)
    bar.add_cascade(label="Lessons", menu=m)
    m2 = tk.Menu(bar, tearoff=0)
    for t in ("all", "Blue run", "Red run", "Nursery slope"):
        m2.add_command(label=t, command=lambda t=t: S.update(slope=t))
    bar.add_cascade(label="Slope", menu=m2)
    root.config(menu=bar)
    tv = ttk.Treeview(root, columns=("who", "level", "n"), height=12)
    for c, t, w in (
        ("#0", "Time", 150),
        ("who", "Teacher", 190),
        ("level", "Level", 150),
        ("n", "Children", 90),
    ):
        tv.heading(c, text=t)
        tv.column(c, width=w)
    a = tv.insert("", "end", text="Morning")
    b = tv.insert("", "end", text="Afternoon", open=True)
    for p, t, w, l, n in (
        (a, "9:00", "Lena Brix", "beginners", 8),
        (a, "10:30", "Jon Parr", "advanced", 5),
        (b, "13:00", "Lena Brix", "advanced", 6),
        (b, "14:30", "Aino Salo", "beginners", 9),
        (b, "16:00", "Jon Parr", "race team", 4),
    ):
        tv.insert(p, "end", text=t, values=(w, l, n))
    read["open"] = lambda: [tv.item(i, "text") for i in (a, b) if tv.item(i, "open")]
    read["selected"] = lambda: [tv.item(i, "text") for i in tv.selection()]
    read["lessons"] = lambda: [
        " ".join(map(str, [tv.item(k, "text"), *tv.item(k, "values")]))
        for i in (a, b)
        for k in tv.get_children(i)
    ]
    tv.pack(fill="x", padx=10, pady=8)
    pm = tk.Menu(root, tearoff=0)
    S["cancelled"] = []
    pm.add_command(
        label="One child more",
        command=lambda: tv.set(tv.selection()[0], "n", int(tv.set(tv.selection()[0], "n")) + 1),
    )
    pm.add_command(
        label="One child fewer",
        command=lambda: tv.set(tv.selection()[0], "n", int(tv.set(tv.selection()[0], "n")) - 1),
    )
    pm.add_command(
        label="Mark as full",
        command=lambda: S.update(cancelled=[*S["cancelled"], tv.item(tv.selection()[0], "text")]),
    )

    def ctx(e):
        i = tv.identify_row(e.y)
        if i and tv.parent(i):
            tv.selection_set(i)
            pm.tk_popup(e.x_root, e.y_root)

    tv.bind("<Button-3>", ctx)
    f = ttk.LabelFrame(root, text="Selected lesson")
    f.pack(fill="x", padx=10)
    ttk.Label(f, text="Teacher").grid(row=0, column=0, padx=6, pady=6)
    te = tk.StringVar()
    ttk.Combobox(
        f,
        textvariable=te,
        values=("Aino Salo", "Jon Parr", "Lena Brix", "Max Tobler"),
        state="readonly",
    ).grid(row=0, column=1)
    read["teacher"] = te.get

    def change():
        for i in tv.selection():
            if tv.parent(i) and te.get():
                tv.set(i, "who", te.get())

    ttk.Button(f, text="Change teacher", command=change).grid(row=0, column=2, padx=8)
    h = tk.BooleanVar()
    ttk.Checkbutton(f, text="Helmets required", variable=h).grid(row=0, column=3, padx=10)
    read["helmets"] = h.get
    v = tk.StringVar(value="valley station")
    for i, t in enumerate(("valley station", "middle station", "top station")):
        ttk.Radiobutton(f, text="Meet at " + t, variable=v, value=t).grid(
            row=1, column=i, padx=6, pady=8
        )
    read["meet"] = v.get


def hire():
    root.title("Ski School - Hire desk")
    root.geometry("860x560")
    nb = ttk.Notebook(root)
    nb.pack(fill="both", expand=True, padx=8, pady=8)
    p = ttk.Frame(nb, padding=12)
    nb.add(p, text="Person")

    def row(r, text, w):
        ttk.Label(p, text=text).grid(row=r, column=0, sticky="w", pady=5, padx=6)
        w.grid(row=r, column=1, sticky="ew", pady=5)

    name = tk.StringVar(value="Tove Lindahl")
    row(0, "Name", ttk.Entry(p, textvariable=name, width=36))
    size = tk.StringVar(value="38")
    row(1, "Shoe size", ttk.Spinbox(p, from_=25, to=50, textvariable=size, width=6))
    ability = tk.StringVar(value="beginner")
    row(
        2,
        "Ability",
        ttk.Combobox(
            p, textvariable=ability, values=("beginner", "some practice", "good", "racer")
        ),
    )
    wl = ttk.Label(p, text="62 kg")
    w = tk.DoubleVar(value=62)
    sc = ttk.Scale(
        p,
        from_=20,
        to=120,
        variable=w,
        length=320,
        command=lambda x: (w.set(round(float(x))), wl.config(text=f"{round(float(x))} kg")),
    )
    row(3, "Weight", sc)
    wl.grid(row=3, column=2)
    read.update(
        {
            "name": name.get,
            "shoe": size.get,
            "ability": ability.get,
            "weight": lambda: round(w.get()),
        }
    )
    for i, t in enumerate(("Poles", "Helmet", "Goggles", "Insurance")):
        v = tk.BooleanVar(value=t == "Poles")
        ttk.Checkbutton(p, text=t, variable=v).grid(row=4 + i, column=1, sticky="w")
        read[t.lower()] = v.get
    q = ttk.Frame(nb, padding=12)
    nb.add(q, text="Days")
    lb = tk.Listbox(
        q, selectmode="extended", exportselection=False, height=8, font=("Helvetica", 12)
    )
    for d in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"):
        lb.insert("end", d)
    lb.pack(side="left", padx=10)
    read["days"] = lambda: [lb.get(i) for i in lb.curselection()]
    rf = ttk.Frame(q)
    rf.pack(side="left", anchor="n", padx=20)
    tv = tk.StringVar(value="09:00")
    ttk.Label(rf, text="Collect at").pack(anchor="w")
    ttk.Entry(rf, textvariable=tv, width=8).pack(anchor="w")
    read["collect"] = tv.get
    half = tk.BooleanVar()
    ttk.Checkbutton(rf, text="Half days only", variable=half).pack(anchor="w", pady=6)
    read["half days"] = half.get
    z = ttk.Frame(nb, padding=12)
    nb.add(z, text="Skis")
    S["skis"] = ""
    k = tk.StringVar()
    for t in ("Carver 150", "Carver 160", "Allround 155", "Junior 120"):
        ttk.Radiobutton(z, text=t, variable=k, value=t).pack(anchor="w", pady=3)
    read["skis"] = k.get
    S.pop("skis")
    read["tab"] = lambda: nb.tab(nb.select(), "text")
    bf = ttk.Frame(root)
    bf.pack(fill="x", padx=8, pady=8)
    for t in ("Print slip", "Keep for tomorrow"):
        S["clicks " + t.lower()] = 0
        ttk.Button(bf, text=t, command=lambda t=t: bump(t.lower())).pack(side="left", padx=4)


def letter():
    root.title("Ski School - Letter to parents")
    root.geometry("860x540")
    pw = ttk.PanedWindow(root, orient="horizontal")
    pw.pack(fill="both", expand=True)
    lf = ttk.Frame(pw)
    ttk.Label(lf, text="Building blocks").pack(anchor="w", padx=6, pady=4)
    lb = tk.Listbox(lf, exportselection=False, font=("Helvetica", 12))
    blocks = [
        "Dear parents,",
        "Please bring gloves.",
        "Lunch is included.",
        "The bus leaves at eight.",
        "See you on the slope!",
    ]
    for b in blocks:
        lb.insert("end", b)
    lb.pack(fill="both", expand=True, padx=6)
    rf = ttk.Frame(pw)
    sub = tk.StringVar(value="Ski week")
    tf = ttk.Frame(rf)
    tf.pack(fill="x")
    ttk.Label(tf, text="Subject").pack(side="left", padx=4)
    ttk.Entry(tf, textvariable=sub, width=40).pack(side="left", pady=6)
    tx = tk.Text(rf, height=14, width=56, font=("Helvetica", 12), undo=True)
    tx.insert("1.0", "Welcome to the ski week.\nMonday is the first day.\nWear warm socks.\n")
    tx.pack(fill="both", expand=True, padx=4)
    ttk.Button(
        lf,
        text="Insert at the end",
        command=lambda: lb.curselection() and tx.insert("end", blocks[lb.curselection()[0]] + "\n"),
    ).pack(pady=6)
    read["subject"] = sub.get
    read["text"] = lambda: tx.get("1.0", "end").strip()
    ft = ttk.Frame(rf)
    ft.pack(fill="x")
    lang = tk.StringVar(value="English")
    ttk.Label(ft, text="Language").pack(side="left", padx=4)
    ttk.Combobox(
        ft,
        textvariable=lang,
        values=("English", "French", "German", "Dutch"),
        state="readonly",
        width=12,
    ).pack(side="left", pady=6)
    read["language"] = lang.get
    big = tk.BooleanVar()
    ttk.Checkbutton(ft, text="Large print", variable=big).pack(side="left", padx=10)
    read["large print"] = big.get
    S["clicks store draft"] = 0
    ttk.Button(ft, text="Store draft", command=lambda: bump("store draft")).pack(
        side="right", padx=6
    )
    pw.add(lf, weight=1)
    pw.add(rf, weight=2)


{"lessons": lessons, "hire": hire, "letter": letter}[START]()
root.after(100, save)
root.mainloop()
