"""A hospital for dolls: admission, work bench, spare parts."""

import sys

from keep import Keep
from PySide6.QtWidgets import QApplication, QCheckBox, QGroupBox, QLabel, QLineEdit
from qt_parts import House, Sheet, Table, form, shown, side

PATIENTS = [
    ["Mathilde", "Frau Gruber", "Arm lose", "wartet"],
    ["Käthe", "Herr Pichler", "Auge fehlt", "in Arbeit"],
    ["Bär Anton", "Familie Wolf", "Naht offen", "wartet"],
    ["Rosalie", "Frau Seidl", "Haare ausgefallen", "fertig"],
    ["Kasperl", "Theater Linz", "Nase ab", "wartet"],
]
PARTS = [
    ["Glasauge blau", "12"],
    ["Glasauge braun", "2"],
    ["Echthaar blond", "5"],
    ["Gummizug 4 mm", "40"],
    ["Stimme Mama", "0"],
]

app = QApplication(sys.argv)
start = sys.argv[1]
keep = Keep()
house = House("Puppenklinik Rosenau", keep)

doll = house.watch("Puppe", QLineEdit("Lieselotte" if start == "aufnahme" else ""))
owner = house.watch("Besitzer", QLineEdit())
owner.setPlaceholderText("Name und Telefon")
material = house.combo("Material", ["Porzellan", "Zelluloid", "Stoff", "Vinyl", "Holz"])
price = house.spin("Voranschlag", 0, 900, 45, " €")
HARMS = ("Arm lose", "Auge fehlt", "Haare ausgefallen", "Kleid zerrissen")
harms = [house.watch(text, QCheckBox(text)) for text in HARMS]
harms[1].setChecked(start == "aufnahme")
box = QGroupBox("Schäden")
box.setLayout(side(*harms))
hurry = house.choice("Dringlichkeit", ["normal", "eilig", "Geburtstag"], "normal")
patients = Table(keep, "Patienten", ["Puppe", "Besitzer", "Schaden", "Zustand"], PATIENTS)


def clear():
    doll.clear()
    owner.clear()
    for harm in harms:
        harm.setChecked(False)


def admit():
    seen = [harm.text() for harm in harms if harm.isChecked()]
    patients.add(doll.text(), owner.text(), ", ".join(seen), "wartet")
    clear()
    house.statusBar().showMessage("Patient aufgenommen")


def ready():
    patients.put(3, "fertig")


def later():
    patients.put(3, "zurückgestellt")


def begin():
    patients.put(3, "in Arbeit")


house.page(
    "Aufnahme",
    form(
        ("&Puppe:", doll),
        ("&Besitzer:", owner),
        ("&Material:", material),
        ("&Kostenvoranschlag:", price),
    ),
    box,
    hurry,
    house.presses(("&Aufnehmen", admit), ("&Leeren", clear)),
)
oven = house.slider("Trockenofen", 20, 80, 35)
house.page(
    "Werkbank",
    patients,
    house.presses(
        ("In Arbeit nehmen", begin),
        ("Fertig melden", ready),
        ("Zurückstellen", later),
        ("Entlassen", patients.drop),
    ),
    form(
        ("Heute am &Tisch:", house.combo("Heute am Tisch", ["Irma", "Josef", "Nadja"], 1)),
        ("Trocken&ofen:", oven),
        ("", shown(oven, " °C")),
        ("", house.watch("Werkbanklampe", QCheckBox("Werkbank&lampe an"))),
    ),
)

parts = Table(keep, "Teile", ["Teil", "Vorrat"], PARTS)
LACQUER = ["Puppenlack", "3", "Hofer & Co", "normal"]
orders = Table(keep, "Bestellungen", ["Teil", "Menge", "Lieferant", "Versand"], [LACQUER])
count = house.spin("Menge", 1, 200, 10)
dealer = house.combo("Lieferant", ["Hofer & Co", "Glas Lauscha", "Spielzeug Erz"])
fast = house.watch("Express", QCheckBox("&Express"))


def order():
    orders.add(
        parts.name(),
        str(count.value()),
        dealer.currentText(),
        "Express" if fast.isChecked() else "normal",
    )


sheet = Sheet(
    house,
    "Nachbestellen",
    "Bestellen",
    order,
    [("&Menge:", count), ("&Lieferant:", dealer), ("", fast)],
)


def ask():
    if parts.chosen() is None:
        house.statusBar().showMessage("Bitte zuerst ein Teil auswählen")
    else:
        sheet.open()


parts.setMaximumHeight(200)
orders.setMaximumHeight(130)
house.page(
    "Ersatzteile",
    parts,
    house.presses(
        ("Nachbestellen…", ask), ("Inventurliste drucken", house.signal("Inventurliste drucken"))
    ),
    QLabel("Offene Bestellungen"),
    orders,
    house.presses(("Bestellung stornieren", orders.drop)),
    house.watch("Warnen", QCheckBox("Bei leerem Vorrat &warnen")),
)
house.menu(
    "&Datei",
    ("Etiketten drucken", house.signal("Etiketten drucken")),
    ("Sichern", house.signal("Sichern")),
)
house.menu("&Ansicht", ("&Große Schrift", False), ("&Entlassene zeigen", True))
sys.exit(house.go(app, ["aufnahme", "werkbank", "teile"].index(start)))
