"""The winter quarters of a circus: running order, wagons, ring."""

import sys

from keep import Keep
from PySide6.QtCore import QDate
from PySide6.QtWidgets import QApplication, QCheckBox, QDateEdit, QLineEdit
from qt_parts import House, Sheet, Table, form, shown, side

ACTS = [
    ["Einzug", "Alle", "4 min"],
    ["Trapez", "Familie Corelli", "9 min"],
    ["Tellerdreher", "Herr Wu", "6 min"],
    ["Clowns", "Beppo und Fips", "12 min"],
    ["Messerwerfer", "El Gaucho", "7 min"],
    ["Seiltanz", "Mirabell", "8 min"],
]
WAGONS = [
    ["Küchenwagen", "A1", "an"],
    ["Kassenwagen", "A2", "aus"],
    ["Direktion", "B1", "an"],
    ["Requisiten", "B3", "aus"],
    ["Waschwagen", "C2", "an"],
]

app = QApplication(sys.argv)
start = sys.argv[1]
keep = Keep()
house = House("Zirkus Bellavista", keep)
acts = Table(keep, "Nummern", ["Nummer", "Artisten", "Dauer"], ACTS)
length = house.spin("Pausenlänge", 5, 40, 20, " min")


def up():
    acts.move(-1)


def down():
    acts.move(1)


house.page(
    "Programm",
    acts,
    house.presses(("Nach oben", up), ("Nach unten", down), ("Aus dem Programm nehmen", acts.drop)),
    form(
        ("&Ansage zu Beginn:", house.watch("Ansage", QLineEdit("Hereinspaziert!"))),
        ("&Orchester:", house.combo("Orchester", ["Kapelle live", "Drehorgel", "Vom Band"])),
        ("&Pausenlänge:", length),
        ("", house.watch("Popcorn", QCheckBox("Popcornverkauf in der Pause"))),
    ),
)

wagons = Table(keep, "Wagen", ["Wagen", "Platz", "Heizung"], WAGONS)
place = house.combo("Neuer Platz", ["A3", "B2", "C1", "C3", "D1"])
tractor = house.watch("Traktor", QCheckBox("&Traktor bestellen"))
bookings = house.watch("Traktorfahrten", QLineEdit("keine"))
bookings.setReadOnly(True)


def shift():
    if tractor.isChecked():
        bookings.setText(wagons.name())
    wagons.put(1, place.currentText())


def heat():
    index = wagons.chosen()
    if index is not None:
        wagons.put(2, "aus" if wagons.rows[index][2] == "an" else "an")


sheet = Sheet(house, "Wagen umsetzen", "Umsetzen", shift, [("Neuer &Platz:", place), ("", tractor)])


def ask():
    if wagons.chosen() is not None:
        sheet.open()


house.page(
    "Wagen",
    wagons,
    house.presses(
        ("Umsetzen…", ask),
        ("Heizung an/aus", heat),
        ("Standplan drucken", house.signal("Standplan drucken")),
    ),
    form(
        ("Traktor fährt für:", bookings),
        ("&Nachtwächter:", house.combo("Nachtwächter", ["Ferdl", "Gustav", "Olga", "niemand"], 3)),
        ("", house.watch("Tor", QCheckBox("Hof&tor abgeschlossen"))),
        ("", house.watch("Hofstrom", QCheckBox("Strom im Hof"))),
    ),
)

lamp = house.slider("Scheinwerfer", 0, 100, 60)
day = QDateEdit(QDate(2027, 3, 19))
day.setDisplayFormat("dd.MM.yyyy")
day.setCalendarPopup(True)
house.page(
    "Manege",
    form(
        ("&Scheinwerfer:", lamp),
        ("", shown(lamp, " %")),
        ("&Lichtfarbe:", house.combo("Lichtfarbe", ["Weiß", "Rot", "Blau", "Gold"])),
        ("Zelt&temperatur:", house.spin("Zelttemperatur", 5, 25, 14, " °C")),
        ("&Premiere:", house.watch("Premiere", day)),
        ("S&pielort:", house.combo("Spielort", ["Passau", "Steyr", "Bregenz", "Augsburg"])),
    ),
    house.choice("Sicherheitsnetz", ["gespannt", "halb hoch", "abgebaut"], "abgebaut"),
    side(
        house.watch("Sägespäne", QCheckBox("Säge&späne frisch")),
        house.watch("Nebelmaschine", QCheckBox("&Nebelmaschine")),
        house.watch("Logen", QCheckBox("Logen aufgebaut")),
    ),
    house.presses(
        ("Tusch spielen", house.signal("Tusch spielen")),
        ("Probe beenden", house.signal("Probe beenden")),
    ),
)
house.menu(
    "&Zirkus",
    ("Programmzettel &drucken", house.signal("Programmzettel drucken")),
    ("&Probenmodus", True),
)
house.menu("&Ansicht", ("&Dunkles Fenster", False), ("&Hinweise", True))
sys.exit(house.go(app, ["programm", "wagen", "manege"].index(start)))
