"""Tk: eine Bücherei mit Reitern, Baumtabelle, Listen, Reglern und Teiler."""

import json
import os
import sys
import tkinter as tk
from pathlib import Path
from tkinter import ttk

FELDER = {}
KLICKS = {}
ZULETZT = [None]
BUECHER = {
    "Romane": [("Der Leuchtturm", "1998", "da"), ("Windstille", "2011", "verliehen")],
    "Sachbücher": [("Pilze im Wald", "2005", "da"), ("Brot backen", "2019", "da")],
}


def zaehle(name):
    KLICKS[name] = KLICKS.get(name, 0) + 1


def knopf(rahmen, text):
    return ttk.Button(rahmen, text=text, command=lambda: zaehle(text))


def menues(wurzel):
    leiste = tk.Menu(wurzel, tearoff=False)
    datei = tk.Menu(leiste, tearoff=False)
    for text in ("Neue Karte", "Speichern", "Drucken…"):
        datei.add_command(label=text, command=lambda text=text: zaehle("menü " + text.strip("…")))
    ausgabe = tk.Menu(datei, tearoff=False)
    for text in ("als Text", "als Tabelle"):
        ausgabe.add_command(label=text, command=lambda text=text: zaehle("menü " + text))
    datei.add_cascade(label="Ausgeben", menu=ausgabe)
    leiste.add_cascade(label="Datei", menu=datei)
    extras = tk.Menu(leiste, tearoff=False)
    ton = tk.BooleanVar(value=False)
    extras.add_checkbutton(label="Signalton", variable=ton)
    FELDER["Signalton"] = ton.get
    farben = tk.StringVar(value="Hell")
    extras.add_separator()
    for text in ("Hell", "Dunkel"):
        extras.add_radiobutton(label=text, variable=farben, value=text)
    FELDER["Farben"] = farben.get
    leiste.add_cascade(label="Extras", menu=extras)
    wurzel.config(menu=leiste)
    return ton, farben


def ausleihe(buch):
    seite = ttk.Frame(buch, padding=12)
    for zeile, name in enumerate(("Ausweisnummer", "Name")):
        ttk.Label(seite, text=name + ":").grid(row=zeile, column=0, sticky="w", pady=4)
        feld = ttk.Entry(seite, width=28)
        feld.grid(row=zeile, column=1, sticky="w")
        FELDER[name] = feld.get
    ttk.Label(seite, text="Leihfrist in Wochen:").grid(row=2, column=0, sticky="w", pady=4)
    frist = ttk.Spinbox(seite, from_=1, to=12, width=6)
    frist.set(4)
    frist.grid(row=2, column=1, sticky="w")
    FELDER["Leihfrist"] = frist.get
    ttk.Label(seite, text="Zweigstelle:").grid(row=3, column=0, sticky="w", pady=4)
    stelle = ttk.Combobox(seite, values=["Mitte", "Nordstadt", "Hafen", "Südend"], state="readonly")
    stelle.set("Mitte")
    stelle.grid(row=3, column=1, sticky="w")
    FELDER["Zweigstelle"] = stelle.get
    mahnung = tk.StringVar(value="keine")
    kasten = ttk.LabelFrame(seite, text="Erinnerung", padding=8)
    kasten.grid(row=4, column=0, columnspan=2, sticky="w", pady=8)
    for text in ("keine", "per Post", "per E-Mail"):
        ttk.Radiobutton(kasten, text=text, value=text, variable=mahnung).pack(side="left", padx=6)
    FELDER["Erinnerung"] = mahnung.get
    haken = {}
    for zeile, (text, an) in enumerate(
        (("Kind unter 14", False), ("Gebühr erlassen", False), ("Vormerkung", True)), 5
    ):
        haken[text] = tk.BooleanVar(value=an)
        ttk.Checkbutton(seite, text=text, variable=haken[text]).grid(
            row=zeile, column=0, columnspan=2, sticky="w"
        )
        FELDER[text] = haken[text].get
    reihe = ttk.Frame(seite)
    reihe.grid(row=9, column=0, columnspan=2, sticky="w", pady=12)
    for text in ("Ausleihen", "Zurückgeben", "Verlängern"):
        knopf(reihe, text).pack(side="left", padx=4)
    seite.halten = (mahnung, haken)
    return seite


def bestand(buch):
    seite = ttk.PanedWindow(buch, orient="horizontal")
    links = ttk.Frame(seite)
    baum = ttk.Treeview(links, columns=("jahr", "stand"), height=14)
    baum.heading("#0", text="Titel", command=lambda: zaehle("Spalte Titel"))
    baum.heading("jahr", text="Jahr", command=lambda: zaehle("Spalte Jahr"))
    baum.heading("stand", text="Stand", command=lambda: zaehle("Spalte Stand"))
    baum.column("jahr", width=70)
    baum.column("stand", width=90)
    for gruppe, titel in BUECHER.items():
        knoten = baum.insert("", "end", text=gruppe, open=gruppe == "Romane")
        for name, jahr, stand in titel:
            baum.insert(knoten, "end", text=name, values=(jahr, stand))
        FELDER["offen " + gruppe] = lambda knoten=knoten: bool(baum.item(knoten, "open"))
    FELDER["Titel"] = lambda: [baum.item(i, "text") for i in baum.selection()]
    baum.pack(fill="both", expand=True)
    rechts = ttk.Frame(seite, padding=8)
    ttk.Label(rechts, text="Schlagwörter").pack(anchor="w")
    liste = tk.Listbox(rechts, selectmode="multiple", height=6, exportselection=False)
    for wort in ("Meer", "Wald", "Küche", "Kinder", "Krieg"):
        liste.insert("end", wort)
    liste.pack(anchor="w")
    FELDER["Schlagwörter"] = lambda: [liste.get(i) for i in liste.curselection()]
    ttk.Label(rechts, text="Zustand (1 bis 10)").pack(anchor="w", pady=(10, 0))
    regler = tk.Scale(rechts, from_=1, to=10, orient="horizontal", length=180)
    regler.set(5)
    regler.pack(anchor="w")
    FELDER["Zustand"] = regler.get
    seite.add(links, weight=3)
    seite.add(rechts, weight=1)
    return seite


def notizen(buch):
    seite = ttk.Frame(buch, padding=12)
    ttk.Label(seite, text="Tagesnotiz").pack(anchor="w")
    feld = tk.Text(seite, height=9, width=60)
    feld.insert("1.0", "Heizung klappert.\nRegal 4 leer räumen.")
    feld.pack()
    FELDER["Tagesnotiz"] = lambda: feld.get("1.0", "end-1c")
    ttk.Label(seite, text="Kürzel").pack(anchor="w")
    kurz = ttk.Entry(seite)
    kurz.pack(anchor="w")
    FELDER["Kürzel"] = kurz.get
    knopf(seite, "Aushängen").pack(anchor="w", pady=8)
    return seite


def main():
    wurzel = tk.Tk()
    wurzel.title("Stadtbücherei")
    wurzel.geometry("760x480")
    wurzel.halten = menues(wurzel)
    buch = ttk.Notebook(wurzel)
    buch.pack(fill="both", expand=True)
    seiten = {"Ausleihe": ausleihe(buch), "Bestand": bestand(buch), "Notizen": notizen(buch)}
    for name, seite in seiten.items():
        buch.add(seite, text=name)
    start = "".join(sys.argv[1:])
    if start:
        buch.select(seiten[start])

    def schreibe():
        stand = {name: lies() for name, lies in FELDER.items()}
        stand |= {"clicks " + name: zahl for name, zahl in KLICKS.items()}
        stand["Reiter"] = buch.tab(buch.select(), "text")
        text = json.dumps(stand)
        if text != ZULETZT[0]:
            pfad = Path(os.environ["STRANGERS_STATE"])
            pfad.with_suffix(".neu").write_text(text)
            pfad.with_suffix(".neu").replace(pfad)
            ZULETZT[0] = text
        wurzel.after(120, schreibe)

    schreibe()
    wurzel.mainloop()


if __name__ == "__main__":
    main()
