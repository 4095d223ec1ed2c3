# ruff: noqa: PTH105, PTH123, RUF001
"""Stockkarte eines Imkers (Tk)."""

import json
import os
import tkinter as tk
from tkinter import ttk

root = tk.Tk()
root.title("Stockkarte – Imkerei Hollerbach")
root.geometry("780x590+60+30")
pressed, last = {}, [""]


def hit(name):
    return lambda: pressed.__setitem__(name, pressed.get(name, 0) + 1)


bar = tk.Menu(root)
root.config(menu=bar)
card = tk.Menu(bar, tearoff=False)
bar.add_cascade(label="Karte", menu=card)
card.add_command(label="Neue Karte", command=hit("Neue Karte"))
card.add_command(label="Karte kopieren", command=hit("Karte kopieren"))
see = tk.Menu(bar, tearoff=False)
bar.add_cascade(label="Ansicht", menu=see)
loud = tk.BooleanVar(value=False)
see.add_checkbutton(label="Wetter anzeigen", variable=loud)

book = ttk.Notebook(root)
book.pack(fill="both", expand=True, padx=8, pady=8)
form = ttk.Frame(book, padding=12)
book.add(form, text="Durchsicht")
hive = tk.StringVar(value="Volk 3")
frames = tk.StringVar(value="8")
mood = tk.StringVar(value="ruhig")
queen = tk.BooleanVar(value=True)
eggs = tk.BooleanVar(value=False)
fed = tk.BooleanVar(value=False)
place = tk.StringVar(value="Obstwiese")
food = tk.IntVar(value=4)
name = tk.StringVar(value="Hollerbach")
widgets = (
    ("Volk", ttk.Combobox(form, textvariable=hive, state="readonly", values=["Volk 1", "Volk 2", "Volk 3", "Volk 4", "Ableger A"])),
    ("Standort", ttk.Combobox(form, textvariable=place, values=["Obstwiese", "Waldrand", "Garten Ott"])),
    ("Besetzte Waben", ttk.Spinbox(form, from_=0, to=22, textvariable=frames)),
    ("Imker", ttk.Entry(form, textvariable=name)),
    ("Futtervorrat (kg)", tk.Scale(form, from_=0, to=20, orient="horizontal", variable=food, length=240)),
)  # fmt: skip
for y, (label, widget) in enumerate(widgets):
    ttk.Label(form, text=label).grid(row=y, column=0, sticky="w", pady=4)
    widget.grid(row=y, column=1, sticky="w", padx=10)
box = ttk.LabelFrame(form, text="Stimmung")
box.grid(row=5, column=0, columnspan=2, sticky="w", pady=6)
for text in ("ruhig", "nervös", "stechlustig"):
    ttk.Radiobutton(box, text=text, value=text, variable=mood).pack(side="left", padx=8)
for y, (text, var) in enumerate(
    (("Königin gesehen", queen), ("Stifte vorhanden", eggs), ("Gefüttert", fed)), 6
):
    ttk.Checkbutton(form, text=text, variable=var).grid(row=y, column=0, columnspan=2, sticky="w")
ttk.Label(form, text="Notiz").grid(row=9, column=0, sticky="nw")
note = tk.Text(form, width=50, height=4)
note.grid(row=9, column=1, padx=10)
note.insert("1.0", "Beute etwas feucht.")
buttons = ttk.Frame(form)
buttons.grid(row=10, column=0, columnspan=2, pady=10, sticky="w")
for text in ("Eintragen", "Leeren"):
    ttk.Button(buttons, text=text, command=hit(text)).pack(side="left", padx=5)

table = ttk.Treeview(book, columns=("Honig", "Sorte"), height=10)
book.add(table, text="Ernte")
for column, text in (("#0", "Jahr / Volk"), ("Honig", "Honig kg"), ("Sorte", "Sorte")):
    table.heading(column, text=text)
for year, lines in (
    ("2025", (("Volk 1", "22", "Raps"), ("Volk 3", "31", "Linde"))),
    ("2026", (("Volk 2", "18", "Wald"), ("Volk 4", "27", "Raps"))),
):
    top = table.insert("", "end", text=year, open=year == "2026")
    for hive_name, kilos, kind in lines:
        table.insert(top, "end", text=hive_name, values=(kilos, kind))
popup = tk.Menu(root, tearoff=False)
marked = []


def context(event):
    row = table.identify_row(event.y)
    if row:
        table.selection_set(row)
        popup.tk_popup(event.x_root, event.y_root)


popup.add_command(
    label="Für den Verkauf vormerken",
    command=lambda: marked.append(table.item(table.selection()[0], "text")),
)
popup.add_command(label="Etiketten drucken", command=hit("Etiketten"))
table.bind("<Button-3>", context)

stock = ttk.Frame(book, padding=12)
book.add(stock, text="Material")
ttk.Label(stock, text="Mitnehmen (mehrere mit Strg)").pack(anchor="w")
things = tk.Listbox(stock, selectmode="extended", exportselection=False, height=8, width=34)
for text in (
    "Smoker",
    "Stockmeißel",
    "Abkehrbesen",
    "Mittelwände",
    "Futterteig",
    "Honigraum",
    "Schleier",
):
    things.insert("end", text)
things.pack(anchor="w")


def rows(parent=""):
    for row in table.get_children(parent):
        yield row
        yield from rows(row)


def write():
    state = {
        "volk": hive.get(), "standort": place.get(), "waben": frames.get(), "imker": name.get(),
        "futter": food.get(), "stimmung": mood.get(), "königin": queen.get(), "stifte": eggs.get(),
        "gefüttert": fed.get(), "notiz": note.get("1.0", "end").rstrip("\n"), "wetter": loud.get(),
        "offen reiter": book.tab(book.select(), "text"), "vorgemerkt": list(marked),
        "zeile": [table.item(r, "text") + " " + (table.item(table.parent(r), "text") if table.parent(r) else "") for r in table.selection()],
        "aufgeklappt": [table.item(r, "text") for r in rows() if table.item(r, "open")],
        "mitnehmen": [things.get(i) for i in things.curselection()],
        **{"clicks " + k: v for k, v in pressed.items()},
    }  # fmt: skip
    text = json.dumps(state, ensure_ascii=False)
    if text != last[0]:
        last[0] = text
        path = os.environ["STRANGERS_STATE"]
        with open(path + ".neu", "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(path + ".neu", path)
    root.after(150, write)


write()
root.mainloop()
