"""The desk of a pasta maker: the machine, the sorts and the orders."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402
from gtk_help import (  # noqa: E402
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
from keep import Keep  # noqa: E402

start, keep = sys.argv[1], Keep()
window = Gtk.Window(title="Nudelmanufaktur Moser")
book, bar = Gtk.Notebook(), Gtk.MenuBar()
keep.known("etiketten", "charge")

sort = drop("Bandnudeln", "Bandnudeln", "Spiralen", "Suppennudeln", "Muscheln")
flour = editable("Hartweizengrieß", "Hartweizengrieß", "Dinkelmehl", "Vollkornmehl")
eggs, kilos = spin(0, 12, 4), spin(5, 400, 80, 5)
heat = scale(30, 90, 55)
hours, begin = spin(1, 48, 14), Gtk.Entry(text="06:00")
thick, thick_read = radios("mittel", "dünn", "mittel", "dick")
fan, herbs = check("Umluft", True), check("Kräuter beimengen")
frame, _, note = text_area()
book.append_page(
    grid(
        ("Sorte:", sort),
        ("Mehl:", flour),
        ("Eier je kg:", eggs),
        ("Menge (kg):", kilos),
        ("Stärke:", thick),
        ("Trockentemperatur (°C):", heat),
        ("Trockenzeit (Stunden):", hours),
        ("Beginn:", begin),
        ("", row(fan, herbs)),
        ("Anmerkung:", frame),
        ("", row(button("Charge starten", lambda: keep.count("charge")))),
    ),
    Gtk.Label(label="Produktion"),
)

stock = Table(
    "sorte",
    ["Sorte", "Packung", "Im Laden"],
    [
        ["Bandnudeln", "500 g", True],
        ["Spiralen", "500 g", True],
        ["Suppennudeln", "250 g", False],
        ["Muscheln", "400 g", False],
        ["Dinkelhörnchen", "400 g", True],
    ],
    boxes=True,
)
name, pack = Gtk.Entry(), drop("500 g", "250 g", "400 g", "500 g", "1 kg")
new = dialog(
    window,
    "Neue Sorte",
    "_Hinzufügen",
    lambda: stock.add(name.get_text(), pack.get_active_text()),
    grid(("Name:", name), ("Packung:", pack)),
)
book.append_page(
    column(stock.frame, row(button("Neu…", new.present), button("Sorte streichen", stock.remove))),
    Gtk.Label(label="Sortiment"),
)

orders = Table(
    "bestellung",
    ["Kunde", "Ware", "Menge", "Stand"],
    [
        ["Gasthof Post", "Bandnudeln", "20 kg", "offen"],
        ["Hofladen Lechner", "Spiralen", "8 kg", "gepackt"],
        ["Feinkost Amann", "Muscheln", "12 kg", "offen"],
        ["Kurheim Bad Au", "Suppennudeln", "30 kg", "verschickt"],
    ],
)
find = Gtk.SearchEntry(placeholder_text="Kunde suchen")
shown = orders.store.filter_new()
shown.set_visible_func(lambda model, at, _: find.get_text().lower() in (model[at][0] or "").lower())
orders.view.set_model(shown)
find.connect("changed", lambda _: shown.refilter())


def put(text):
    model, at = orders.view.get_selection().get_selected()
    if at:
        orders.store[model.convert_iter_to_child_iter(at)][3] = text


book.append_page(
    column(
        find,
        orders.frame,
        row(
            button("Als gepackt melden", lambda: put("gepackt")),
            button("Verschicken", lambda: put("verschickt")),
            button("Stornieren", lambda: put("storniert")),
        ),
    ),
    Gtk.Label(label="Bestellungen"),
)
bio = Gtk.CheckMenuItem(label="Bio-Siegel drucken", active=True)
stop = Gtk.CheckMenuItem(label="Bestellstopp", active=False)
menu(
    bar,
    "_Datei",
    ("_Etiketten drucken", lambda: keep.count("etiketten")),
    ("_Neue Sorte…", new.present),
)
menu(bar, "_Verkauf", bio, stop)

run(
    window,
    bar,
    book,
    keep,
    {
        "sorte": sort.get_active_text,
        "mehl": flour.get_child().get_text,
        "eier": number(eggs),
        "menge": number(kilos),
        "stärke": thick_read,
        "temperatur": lambda: int(heat.get_value()),
        "trockenzeit": number(hours),
        "beginn": begin.get_text,
        "umluft": fan.get_active,
        "kräuter": herbs.get_active,
        "anmerkung": note,
        "suche": find.get_text,
        "bio-siegel": bio.get_active,
        "bestellstopp": stop.get_active,
        "dialog": new.get_visible,
        "dialog name": name.get_text,
        "dialog packung": pack.get_active_text,
    }
    | stock.reads()
    | orders.reads(),
    {"produktion": 0, "neue-sorte": 1, "bestellungen": 2}[start],
    new if start == "neue-sorte" else None,
)
