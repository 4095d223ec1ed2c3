"""A mud bath: tubs, appointments, the rest room."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from gtk_parts import House, Sheet, Table, form, presses, side  # noqa: E402
from keep import Keep  # noqa: E402

TUBS = [
    ["Wanne 1", "Frau Lechner", "läuft"],
    ["Wanne 2", "frei", "leer"],
    ["Wanne 3", "Herr Adamek", "gefüllt"],
    ["Wanne 4", "frei", "Reinigung"],
]
VISITS = [
    ["Frau Lechner", "Moorbad", "14", "vormittags"],
    ["Herr Adamek", "Moorbad", "7", "vormittags"],
    ["Frau Novak", "Packung", "22", "nachmittags"],
    ["Herr Zistler", "Kneippguss", "3", "nachmittags"],
]

start = sys.argv[1]
keep = Keep()
house = House("Moorbad Sankt Veit", keep)
tubs = Table(keep, "Wannen", ["Wanne", "Gast", "Zustand"], TUBS, 150)


def fill():
    tubs.put(2, "gefüllt")


def drain():
    tubs.put(2, "leer")


def wash():
    tubs.put(2, "Reinigung")


house.page(
    "Wannen",
    tubs,
    presses(
        ("_Einlassen", fill),
        ("A_blassen", drain),
        ("_Reinigen", wash),
        ("Badefrau rufen", house.signal("Badefrau rufen")),
    ),
    form(
        ("_Moortemperatur (°C)", house.scale("Moortemperatur", 34, 46, 40)),
        ("Ba_dedauer (Minuten)", house.spin("Badedauer", 5, 45, 20)),
        ("Moor_art", house.combo("Moorart", ["Hochmoor", "Niedermoor", "Heilschlamm"])),
    ),
    side(
        house.tick("Rührwerk", "Rühr_werk läuft", True),
        house.tick("Kräuter", "_Kräuterzusatz"),
        house.tick("Abluft", "Abluft"),
    ),
)

guest = house.entry("Gast", "Frau Moser" if start == "termine" else "")
kind = house.combo("Anwendung", ["Moorbad", "Packung", "Kneippguss", "Massage"])
room = house.spin("Zimmer", 1, 60, 1)
letter = house.tick("Attest", "Ärztliches A_ttest liegt vor")
moment = house.choice("Tageszeit", ["vormittags", "nachmittags"], "vormittags")
visits = Table(keep, "Termine", ["Gast", "Anwendung", "Zimmer", "Zeit"], VISITS, 150)


def enter():
    visits.enter(
        guest.get_text(), kind.get_active_text(), room.get_text(), keep.reads["Tageszeit"]()
    )
    guest.set_text("")


house.page(
    "Termine",
    form(("_Gast", guest), ("An_wendung", kind), ("_Zimmer", room), ("", letter)),
    moment,
    presses(("_Termin eintragen", enter)),
    visits,
    presses(
        ("Termin löschen", visits.drop), ("Tagesplan drucken", house.signal("Tagesplan drucken"))
    ),
)

notice = Gtk.Label(label="Bitte leise sein", xalign=0)
keep.add("Aushang", notice.get_text)
words = house.entry("Text")
board = house.combo("Ort", ["Eingang", "Ruheraum", "Speisesaal"])
where = Gtk.Label(label="Eingang", xalign=0)
keep.add("Aushangort", where.get_text)


def hang():
    notice.set_text(words.get_text())
    where.set_text(board.get_active_text())


sheet = Sheet(house, "Aushang ändern", "Au_fhängen", hang, [("_Text", words), ("_Ort", board)])
house.page(
    "Ruheraum",
    form(
        ("_Licht (%)", house.scale("Licht", 0, 100, 30)),
        ("_Musik", house.combo("Musik", ["keine", "Harfe", "Waldgeräusche", "Meeresrauschen"])),
        ("_Decken bereit", house.spin("Decken", 0, 40, 12)),
        ("Aushang:", notice),
        ("hängt:", where),
    ),
    house.choice("Teesorte", ["Fenchel", "Hagebutte", "Minze"], "Fenchel"),
    house.tick("Kamin", "_Kamin brennt", start == "ruhe"),
    house.tick("Schild", "Schild „Bitte nicht stören“"),
    presses(("Aushang ändern…", sheet.open), ("Gong schlagen", house.signal("Gong schlagen"))),
)
house.menu(
    "_Haus", ("Kurkarten _drucken", house.signal("Kurkarten drucken")), ("_Sauna heizen", False)
)
house.menu("_Ansicht", ("_Zimmernummern zeigen", True), ("_Großes Raster", False))
GLib.timeout_add(100, keep.write)
house.go(["wannen", "termine", "ruhe"].index(start))
Gtk.main()
