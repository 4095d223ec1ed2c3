"""The desk of a quarry: the next blast, the vehicles and the heaps."""

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
window = Gtk.Window(title="Steinbruch Felsegg")
book, bar = Gtk.Notebook(), Gtk.MenuBar()
keep.known("speichern", "sirene")

date, time = Gtk.Entry(text="12.05.2031"), Gtk.Entry(text="11:00")
holes, load = spin(1, 120, 24), scale(10, 200, 60)
wall = drop("Nordwand", "Nordwand", "Ostwand", "Sohle 3")
chief = editable("Kofler", "Kofler", "Stadler", "Gruber")
wind, wind_read = radios("still", "still", "mäßig", "stark")
police, closed = check("Gemeinde verständigt"), check("Zufahrt gesperrt", True)
frame, _, note = text_area()
book.append_page(
    grid(
        ("Tag:", date),
        ("Uhrzeit:", time),
        ("Ort:", wall),
        ("Sprengmeister:", chief),
        ("Bohrlöcher:", holes),
        ("Ladung je Loch (kg):", load),
        ("Wind:", wind),
        ("", row(police, closed)),
        ("Notiz:", frame),
        (
            "",
            row(
                button("Speichern", lambda: keep.count("speichern")),
                button("Sirene auslösen", lambda: keep.count("sirene")),
            ),
        ),
    ),
    Gtk.Label(label="Sprengung"),
)

cars = Table(
    "fahrzeug",
    ["Fahrzeug", "Fahrer", "Zustand"],
    [
        ["Radlader", "Egger", "im Einsatz"],
        ["Raupenbagger", "Lang", "im Einsatz"],
        ["Muldenkipper 1", "Yilmaz", "in Werkstatt"],
        ["Muldenkipper 2", "Huber", "abgestellt"],
        ["Bohrgerät", "Kofler", "abgestellt"],
    ],
)
name, driver = Gtk.Entry(), editable("", "Egger", "Lang", "Yilmaz", "Huber")
new = dialog(
    window,
    "Neues Fahrzeug",
    "_Eintragen",
    lambda: cars.add(name.get_text(), driver.get_child().get_text(), "abgestellt"),
    grid(("Bezeichnung:", name), ("Fahrer:", driver)),
)
book.append_page(
    column(
        cars.frame,
        row(
            button("In Einsatz schicken", lambda: cars.put(2, "im Einsatz")),
            button("Abstellen", lambda: cars.put(2, "abgestellt")),
            button("In die Werkstatt", lambda: cars.put(2, "in Werkstatt")),
            button("Ausmustern", cars.remove),
            button("Neu…", new.present),
        ),
    ),
    Gtk.Label(label="Fuhrpark"),
)

heaps, reads, rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE), {}, []
for heap, tons, sold in (
    ("Frostschutzkies", 420, True),
    ("Edelsplitt", 150, True),
    ("Wasserbausteine", 80, False),
    ("Schotter 32/63", 610, True),
    ("Brechsand", 35, False),
):
    label = Gtk.Label(label=heap, xalign=0)
    label.set_size_request(200, -1)
    amount, free = spin(0, 2000, tons, 5), check("Verkauf frei", sold)
    line = row(label, amount, Gtk.Label(label="Tonnen"), free)
    line.set_border_width(6)
    heaps.add(line)
    reads |= {f"tonnen {heap}": number(amount), f"verkauf {heap}": free.get_active}
book.append_page(column(heaps), Gtk.Label(label="Halden"))

dust = Gtk.CheckMenuItem(label="Staubbindung", active=True)
light = Gtk.CheckMenuItem(label="Flutlicht", active=False)
menu(
    bar,
    "_Datei",
    ("_Speichern", lambda: keep.count("speichern")),
    ("_Neues Fahrzeug…", new.present),
)
menu(bar, "_Betrieb", dust, light)

run(
    window,
    bar,
    book,
    keep,
    {
        "tag": date.get_text,
        "uhrzeit": time.get_text,
        "ort": wall.get_active_text,
        "sprengmeister": chief.get_child().get_text,
        "bohrlöcher": number(holes),
        "ladung": lambda: int(load.get_value()),
        "wind": wind_read,
        "gemeinde": police.get_active,
        "zufahrt": closed.get_active,
        "notiz": note,
        "staubbindung": dust.get_active,
        "flutlicht": light.get_active,
        "dialog": new.get_visible,
        "dialog bezeichnung": name.get_text,
        "dialog fahrer": driver.get_child().get_text,
    }
    | reads
    | cars.reads(),
    {"sprengung": 0, "fuhrpark": 1, "halden": 2}[start],
)
