"""The desk of a vinegar maker: barrels, bottling and the label."""

import sys

from gtk_help import (
    Gtk,
    Table,
    button,
    check,
    column,
    dialog,
    drop,
    editable,
    grid,
    menu,
    number,
    radios,
    row,
    run,
    scale,
    spin,
    text_area,
)
from keep import Keep

start = sys.argv[1] if len(sys.argv) > 1 else "faesser"
window, bar, book, keep = (
    Gtk.Window(title="Essigkeller Moosbrugger"),
    Gtk.MenuBar(),
    Gtk.Notebook(),
    Keep(),
)

barrels = Table(
    "Fass",
    ["Fass", "Sorte", "Säure", "Stand", "belüftet"],
    [
        ("Nr. 1", "Apfel", "5 %", "gärt", True),
        ("Nr. 2", "Quitte", "6 %", "reif", False),
        ("Nr. 3", "Himbeere", "4 %", "gärt", True),
        ("Nr. 4", "Bier", "5 %", "leer", False),
        ("Nr. 5", "Honig", "7 %", "gärt", False),
    ],
    boxes=True,
)
label, sort = Gtk.Entry(), editable("Apfel", "Apfel", "Birne", "Quitte", "Marille")
sour, wood = spin(1, 15, 5), drop("Eiche", "Eiche", "Kastanie", "Maulbeere")
new = dialog(
    window,
    "Neues Fass",
    "_Anlegen",
    lambda: barrels.add(
        label.get_text(),
        sort.get_child().get_text(),
        f"{number(sour)()} %",
        "leer, " + wood.get_active_text(),
    ),
    grid(("_Bezeichnung:", label), ("_Sorte:", sort), ("S_äure in %:", sour), ("_Holz:", wood)),
)
barrel_page = column(
    barrels.frame,
    row(
        button("Reif melden", lambda: barrels.put(3, "reif")),
        button("Entleeren", lambda: barrels.put(3, "leer")),
        button("Ausscheiden", barrels.remove),
        button("Neues Fass…", new.present),
    ),
)

bottles, warmth = spin(0, 2000, 120), scale(10, 40, 28)
size_row, size = radios("0,5 Liter", "0,25 Liter", "0,5 Liter", "1 Liter")
cork = drop("Naturkorken", "Naturkorken", "Drehverschluss", "Bügel")
filtered, pasteurised = check("_Filtrieren"), check("_Erhitzen", True)
date, customer = Gtk.Entry(text="14.09.2033"), Gtk.Entry(text="Feinkost Rieder")
fill_page = grid(
    ("Flaschen (Stück):", bottles),
    ("", size_row),
    ("_Verschluss:", cork),
    ("_Kellerwärme in °C:", warmth),
    ("", row(filtered, pasteurised)),
    ("Abgefüllt _am:", date),
    ("K_unde:", customer),
)

name, bio = Gtk.Entry(text="Quittenessig"), check("Bio-_Siegel aufdrucken", True)
colour = drop("Gold", "Gold", "Grün", "Schwarz")
tale, _, tale_text = text_area()
label_page = grid(
    ("_Name am Etikett:", name), ("_Schrift:", colour), ("", bio), ("_Geschichte:", tale)
)

cellar, long_names = (
    Gtk.CheckMenuItem(label="Kellerlicht"),
    Gtk.CheckMenuItem(label="Säure anzeigen"),
)
long_names.set_active(True)
keep.known("Speichern", "Etiketten drucken")
menu(
    bar,
    "_Datei",
    ("_Speichern", lambda: keep.count("Speichern")),
    ("_Etiketten drucken", lambda: keep.count("Etiketten drucken")),
)
menu(bar, "_Keller", cellar, long_names)
for caption, page in (("Fässer", barrel_page), ("Abfüllung", fill_page), ("Etikett", label_page)):
    book.append_page(page, Gtk.Label(label=caption))

run(
    window,
    bar,
    book,
    keep,
    {
        **barrels.reads(),
        "Neu Bezeichnung": label.get_text,
        "Neu Sorte": lambda: sort.get_child().get_text(),
        "Neu Säure": number(sour),
        "Neu Holz": wood.get_active_text,
        "Flaschen": number(bottles),
        "Größe": size,
        "Verschluss": cork.get_active_text,
        "Kellerwärme": lambda: round(warmth.get_value()),
        "Filtrieren": filtered.get_active,
        "Erhitzen": pasteurised.get_active,
        "Abgefüllt": date.get_text,
        "Kunde": customer.get_text,
        "Etikettname": name.get_text,
        "Schrift": colour.get_active_text,
        "Bio": bio.get_active,
        "Geschichte": tale_text,
        "Kellerlicht": cellar.get_active,
        "Säure anzeigen": long_names.get_active,
        "Dialog": lambda: new.get_title() if new.get_visible() else "",
    },
    {"abfuellung": 1}.get(start, 0),
    new if start == "neu" else None,
)
