"""The desk of one who lets beach chairs: the chairs, the prices and the beach."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from qt_help import (
    Table,
    button,
    chosen,
    column,
    combo,
    dialog,
    form,
    hour,
    menu,
    radios,
    row,
    run,
    slider,
    spin,
)

app = Qw.QApplication(sys.argv)
start, keep = sys.argv[1], Keep()
window, tabs = Qw.QMainWindow(windowTitle="Strandkörbe Krüger"), Qw.QTabWidget()
window.setCentralWidget(tabs)
keep.known("speichern", "kasse")

chairs = Table(
    "korb",
    ["Korb", "Reihe", "Mieter", "Stand"],
    [
        ["11", "Düne", "", "frei"],
        ["12", "Düne", "Petersen", "vermietet"],
        ["23", "Mitte", "", "frei"],
        ["24", "Mitte", "Vogelsang", "vermietet"],
        ["31", "Wasser", "", "gesperrt"],
        ["32", "Wasser", "", "frei"],
    ],
)


def put(who, how):
    chairs.put(2, who)
    chairs.put(3, how)


who, days = Qw.QLineEdit(), spin(1, 21, 1, " Tage")
paid = Qw.QCheckBox("Kaution bezahlt")
let = dialog(
    window,
    "Korb vermieten",
    lambda: put(
        who.text(), f"vermietet, {days.value()} T., Kaution {'ja' if paid.isChecked() else 'nein'}"
    ),
    "Vermieten",
    ("Mieter:", who),
    ("Dauer:", days),
    ("", paid),
)
seek = Qw.QLineEdit(placeholderText="Korb oder Mieter suchen")
seek.textChanged.connect(chairs.seek)
tabs.addTab(
    column(
        seek,
        chairs,
        row(
            button("Vermieten…", lambda: let.show() if chairs.chosen() >= 0 else None),
            button("Zurücknehmen", lambda: put("", "frei")),
            button("Sperren", lambda: put("", "gesperrt")),
        ),
    ),
    "Körbe",
)

prices = Table(
    "tarif",
    ["Tarif", "Vorsaison", "Hauptsaison"],
    [["Halber Tag", "7", "9"], ["Ganzer Tag", "11", "14"], ["Woche", "60", "80"]],
    free=(1, 2),
)
prices.setMaximumHeight(150)
deposit = spin(0, 100, 20, " €", 5)
off_row, off = slider(0, 50, 10, " %")
cards, half = Qw.QCheckBox("Gästekarte gilt", checked=True), Qw.QCheckBox("Hunde erlaubt")
season = combo("Vorsaison", "Vorsaison", "Hauptsaison", "Nachsaison")
tabs.addTab(
    column(
        prices,
        form(
            Qw.QGroupBox("Regeln"),
            ("Saison:", season),
            ("Kaution:", deposit),
            ("Rabatt für Stammgäste:", off_row),
            ("", row(cards, half)),
        ),
    ),
    "Tarife",
)

opens, opens_read = hour(9, 0)
closes, closes_read = hour(18, 0)
flag, flags = radios("Flagge", "grün", "gelb", "rot")
flags["grün"].setChecked(True)
watch = combo("Hinnerk", "Hinnerk", "Wiebke", "Momme", free=True)
water = spin(0, 30, 17, " °C")
sign = Qw.QPlainTextEdit("Herzlich willkommen am Südstrand!")
tabs.addTab(
    form(
        Qw.QWidget(),
        ("Ausgabe ab:", opens),
        ("Rückgabe bis:", closes),
        ("Strandwart:", watch),
        ("Wassertemperatur:", water),
        ("", flag),
        ("Aushang:", sign),
    ),
    "Strand",
)
bar = window.addToolBar("Werkzeuge")
bar.addAction("Speichern").triggered.connect(lambda: keep.count("speichern"))
bar.addAction("Kassensturz").triggered.connect(lambda: keep.count("kasse"))
list(menu(window, "&Datei", ("Speichern", lambda: keep.count("speichern"))))
storm, wide = menu(window, "&Strand", ("Sturmwarnung", False), ("Strandmusik", True))

run(
    window,
    tabs,
    keep,
    {
        "suche": seek.text,
        "saison": season.currentText,
        "kaution": deposit.value,
        "rabatt": off.value,
        "gästekarte": cards.isChecked,
        "hunde": half.isChecked,
        "ausgabe": opens_read,
        "rückgabe": closes_read,
        "strandwart": watch.currentText,
        "wasser": water.value,
        "flagge": chosen(flags),
        "aushang": sign.toPlainText,
        "sturmwarnung": storm.isChecked,
        "strandmusik": wide.isChecked,
        "dialog": let.isVisible,
        "dialog mieter": who.text,
        "dialog dauer": days.value,
        "dialog kaution": paid.isChecked,
    }
    | chairs.reads()
    | prices.reads(),
    lambda: tabs.setCurrentIndex({"koerbe": 0, "tarife": 1, "strand": 2}[start]),
)
