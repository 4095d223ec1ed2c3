"""The control room of a canal lock."""

import sys

from keep import Keep
from PySide6.QtCore import QTime
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPlainTextEdit, QTimeEdit
from qt_parts import House, Sheet, Table, form, shown, side

BOATS = [
    ["Seerose", "Hausboot", "bergauf"],
    ["Nordwind", "Segelboot", "talwärts"],
    ["Kiesel II", "Frachtschiff", "bergauf"],
    ["Marlene", "Ausflugsschiff", "talwärts"],
    ["Paddel-Trio", "Kanu", "talwärts"],
]
LIGHTS = ["Rot", "Grün", "Rot und Grün", "Aus"]

app = QApplication(sys.argv)
start = sys.argv[1]
keep = Keep()
house = House("Schleuse Kaltbrunn", keep)

upper = house.slider("Schütz oben", 0, 10, 0)
lower = house.slider("Schütz unten", 0, 10, 4 if start == "kammer" else 0)
house.page(
    "Kammer",
    side(
        house.choice("Obertor", ["offen", "zu"], "zu"),
        house.choice("Untertor", ["offen", "zu"], "offen" if start == "kammer" else "zu"),
    ),
    form(
        ("Schütz &oben (0–10):", upper),
        ("", shown(upper)),
        ("Schütz &unten (0–10):", lower),
        ("", shown(lower)),
        ("Ampel Oberwasser:", house.combo("Ampel Oberwasser", LIGHTS)),
        (
            "Ampel Unterwasser:",
            house.combo("Ampel Unterwasser", LIGHTS, 1 if start == "kammer" else 0),
        ),
        ("&Zielpegel:", house.spin("Zielpegel", 200, 600, 380, " cm")),
        ("", house.watch("Kammerlicht", QCheckBox("Kammer&licht"))),
        ("", house.watch("Durchsage", QCheckBox("Durchsage wiederholen"))),
    ),
    house.presses(
        ("Schleusung starten", house.signal("Schleusung starten")),
        ("Horn", house.signal("Horn")),
        ("Nothalt", house.signal("Nothalt")),
    ),
)

boats = Table(keep, "Boote", ["Boot", "Art", "Richtung"], BOATS)
name = house.watch("Bootsname", QLineEdit())
kind = house.combo("Bootsart", ["Hausboot", "Segelboot", "Motorboot", "Frachtschiff", "Kanu"])
heading = house.combo("Richtung", ["bergauf", "talwärts"])


def enter():
    boats.add(name.text(), kind.currentText(), heading.currentText())


def first():
    boats.move(0)


def sooner():
    boats.move(-1)


def after():
    boats.move(1)


sheet = Sheet(
    house,
    "Boot anmelden",
    "Anmelden",
    enter,
    [("&Name:", name), ("&Art:", kind), ("&Richtung:", heading)],
)
house.page(
    "Warteliste",
    boats,
    house.presses(
        ("Boot anmelden…", sheet.open),
        ("Ganz nach vorn", first),
        ("Eins vor", sooner),
        ("Eins zurück", after),
        ("Streichen", boats.drop),
    ),
    form(
        ("&Gebühr je Boot:", house.spin("Gebühr", 0, 90, 12, " €")),
        ("", house.watch("Gemeinsam", QCheckBox("Kanus gemeinsam schleusen"))),
        ("", house.watch("Gesperrt", QCheckBox("Keine neuen Anmeldungen"))),
    ),
)

keeper = house.combo("Wärter", ["Brandner", "Yilmaz", "Oster", "Huber"])
begin = QTimeEdit(QTime(6, 0))
begin.setDisplayFormat("HH:mm")
note = house.watch("Bemerkung", QPlainTextEdit())
note.setAccessibleName("Bemerkung")
note.setTabChangesFocus(True)
note.setMaximumHeight(90)
entries = Table(
    keep,
    "Einträge",
    ["Wärter", "Beginn", "Bemerkung"],
    [["Huber", "22:00", "Treibholz am Obertor"]],
)
entries.setMaximumHeight(150)


def log():
    entries.add(keeper.currentText(), begin.text(), note.toPlainText())
    note.clear()


house.page(
    "Dienstbuch",
    form(
        ("&Schleusenwärter:", keeper),
        ("Dienst&beginn:", house.watch("Dienstbeginn", begin)),
        ("Be&merkung:", note),
    ),
    house.watch("Übergabe", QCheckBox("Schlüssel übergeben")),
    house.choice("Schicht", ["Früh", "Spät", "Nacht"], "Früh"),
    house.presses(("Eintragen", log), ("Eintrag löschen", entries.drop)),
    entries,
)
house.menu(
    "&Anlage", ("&Nachtbetrieb", False), ("&Hochwasser melden", house.signal("Hochwasser melden"))
)
house.menu("&Dienst", ("Tagesblatt &drucken", house.signal("Tagesblatt drucken")), ("&Töne", True))
sys.exit(house.go(app, ["kammer", "liste", "dienst"].index(start)))
