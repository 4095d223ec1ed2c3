"""A ghost train: effects, cars, cash desk."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from gtk_parts import House, Sheet, Table, form, presses, side  # noqa: E402
from keep import Keep  # noqa: E402

EFFECTS = [
    ["Skelett im Schrank", "Eingang", "an"],
    ["Kreissäge", "Keller", "aus"],
    ["Fallende Spinne", "Dachboden", "an"],
    ["Heulender Wolf", "Friedhof", "an"],
    ["Kopfloser Reiter", "Friedhof", "defekt"],
]
CARS = [
    ["Sarg 1", "fährt", "2"],
    ["Sarg 2", "fährt", "2"],
    ["Kürbis", "gesperrt", "4"],
    ["Totenkopf", "fährt", "3"],
    ["Fledermaus", "Wartung", "2"],
]

start = sys.argv[1]
keep = Keep()
house = House("Geisterbahn Schattenreich", keep)
effects = Table(keep, "Effekte", ["Effekt", "Ort", "Zustand"], EFFECTS, 170)


def on():
    effects.put(2, "an")


def off():
    effects.put(2, "aus")


def broken():
    effects.put(2, "defekt")


house.page(
    "Effekte",
    effects,
    presses(
        ("_Einschalten", on),
        ("A_usschalten", off),
        ("Als _defekt melden", broken),
        ("Probelauf", house.signal("Probelauf")),
    ),
    form(
        ("_Nebel (%)", house.scale("Nebel", 0, 100, 50)),
        ("_Lautstärke (%)", house.scale("Lautstärke", 0, 100, 70)),
        ("_Stimme", house.combo("Stimme", ["Hexe", "Graf", "Kind", "Flüstern"], 1)),
    ),
    side(
        house.tick("Blitz", "_Blitzlicht", True),
        house.tick("Spinnweben", "Spinn_weben herablassen"),
        house.tick("Notlicht", "Notlicht"),
    ),
)

cars = Table(keep, "Wagen", ["Wagen", "Zustand", "Plätze"], CARS, 170)


def free():
    cars.put(1, "fährt")


def lock():
    cars.put(1, "gesperrt")


def mend():
    cars.put(1, "Wartung")


house.page(
    "Wagen",
    cars,
    presses(("_Freigeben", free), ("_Sperren", lock), ("In _Wartung", mend)),
    form(
        ("_Abstand (Sekunden)", house.spin("Abstand", 10, 120, 30)),
        ("_Fahrer im Stellwerk", house.combo("Fahrer", ["Manni", "Jessi", "Opa Kurt"])),
    ),
    house.choice("Tempo", ["gemütlich", "normal", "rasant"], "normal"),
    side(house.tick("Bügel", "Bü_gel prüfen", True), house.tick("Rückwärts", "_Rückwärts fahren")),
    presses(("Bahn starten", house.signal("Bahn starten")), ("NOT-HALT", house.signal("NOT-HALT"))),
)

last = Gtk.Label(label="noch keine", xalign=0)
keep.add("Letzte Durchsage", last.get_text)
words = house.entry("Text")
place = house.combo("Lautsprecher", ["Vorplatz", "Bahn", "überall"])


def speak():
    last.set_text(words.get_text() + " (" + place.get_active_text() + ")")


sheet = Sheet(house, "Durchsage", "_Senden", speak, [("_Text", words), ("_Lautsprecher", place)])
house.page(
    "Kasse",
    form(
        ("Preis _Erwachsene (€)", house.spin("Preis Erwachsene", 1, 20, 6)),
        ("Preis _Kinder (€)", house.spin("Preis Kinder", 1, 20, 4)),
        ("_Leuchtschrift", house.entry("Leuchtschrift", "Trau dich rein!")),
        (
            "_Programm",
            house.combo("Programm", ["Klassisch", "Kinderstunde", "Mitternacht", "Halloween"]),
        ),
        ("Letzte Durchsage:", last),
    ),
    house.choice("Fassade", ["rot", "grün", "violett"], "grün"),
    house.tick("Kasse offen", "Kasse ist _offen", start == "kasse"),
    house.tick("Karten", "Auch Karten_zahlung"),
    house.tick("Warnschild", "Warnschild für schwache Nerven"),
    presses(("Durchsage…", sheet.open), ("Bon drucken", house.signal("Bon drucken"))),
)
house.menu(
    "_Bahn",
    ("_Tagesabschluss drucken", house.signal("Tagesabschluss drucken")),
    ("_Stromsparen", False),
)
house.menu("_Ansicht", ("_Kamerabilder", True), ("_Dunkles Fenster", False))
GLib.timeout_add(100, keep.write)
house.go(["effekte", "wagen", "kasse"].index(start))
Gtk.main()
