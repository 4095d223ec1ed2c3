"""The desk of a sauna house: cabins, infusions and what was lent out."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from qt_help import (
    Table,
    boxes,
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

start = sys.argv[1] if len(sys.argv) > 1 else "kabinen"
app = Qw.QApplication(sys.argv[:1])
window, tabs, keep = Qw.QMainWindow(windowTitle="Saunahaus Birkental"), Qw.QTabWidget(), Keep()

finnish = spin(60, 110, 90, " °C")
steam = spin(35, 55, 45, " °C")
damp_row, damp = slider(40, 100, 80, " %")
colour = combo("Weiß", "Weiß", "Bernstein", "Blau", "Rot")
stove, stoves = radios("Ofen anheizen mit", "Holz", "Strom", "Gas")
stoves["Strom"].setChecked(True)
plunge, ladies = Qw.QCheckBox("Tauchbecken kühlen"), Qw.QCheckBox("Damentag")
plunge.setChecked(True)
closing, closing_text = hour(22, 0)
cabins = form(
    Qw.QWidget(),
    ("&Finnische Sauna:", finnish),
    ("Dampf&bad:", steam),
    ("Feuchte im Dampfbad:", damp_row),
    ("&Licht im Ruheraum:", colour),
    ("", stove),
    ("", row(plunge, ladies)),
    ("&Schluss um:", closing),
)

pours = Table(
    "Aufguss",
    ["Aufguss", "Uhrzeit", "Meister", "Stand"],
    [
        ("Birke", "14:00", "Ruth", "frei"),
        ("Eisminze", "15:30", "Karim", "frei"),
        ("Honigpeeling", "17:00", "Ruth", "voll"),
        ("Latschenkiefer", "18:30", "Oskar", "frei"),
        ("Mitternacht", "21:15", "Karim", "abgesagt"),
    ],
)
scent = combo("Zirbe", "Zirbe", "Orange", "Eukalyptus", free=True)
name, (begin, begin_text) = Qw.QLineEdit(), hour(16, 0)
master = combo("Ruth", "Ruth", "Karim", "Oskar", "Senta")
new = dialog(
    window,
    "Neuer Aufguss",
    lambda: pours.add(name.text(), begin_text(), master.currentText(), scent.currentText()),
    "Anlegen",
    ("Name:", name),
    ("Duft:", scent),
    ("Beginn:", begin),
    ("Meister:", master),
)
pour_page = column(
    pours,
    row(
        button("Als voll melden", lambda: pours.put(3, "voll")),
        button("Wieder freigeben", lambda: pours.put(3, "frei")),
        button("Absagen", lambda: pours.put(3, "abgesagt")),
        button("Neuer Aufguss…", new.open),
    ),
)

lent, lent_reads = boxes(
    ("Bademantel Herr Lindner", False),
    ("Leintuch Frau Aydin", True),
    ("Badeschlapfen Herr Pospisil", False),
    ("Bademantel Familie Kranz", False),
)
deposit, note = spin(0, 50, 10, " €"), Qw.QPlainTextEdit()
lend_page = form(
    Qw.QWidget(),
    ("Zurückgegeben:", lent),
    ("Pfand je Stück:", deposit),
    ("Notiz für die Frühschicht:", note),
)

for title, page in (("&Kabinen", cabins), ("&Aufgüsse", pour_page), ("&Verleih", lend_page)):
    tabs.addTab(page, title)
window.setCentralWidget(tabs)
keep.known("Tag sichern", "Durchsage")
list(
    menu(
        window,
        "&Datei",
        ("Tag &sichern", lambda: keep.count("Tag sichern")),
    )
)
large, quiet = menu(window, "&Anzeige", ("Große &Schrift", False), ("&Ruhezeit anzeigen", True))
bar = window.addToolBar("Werkzeuge")
emergency = bar.addAction("Notlicht")
emergency.setCheckable(True)
bar.addAction("Durchsage").triggered.connect(lambda: keep.count("Durchsage"))

tabs.setCurrentIndex({"kabinen": 0}.get(start, 1))
run(
    window,
    tabs,
    keep,
    {
        "Finnische Sauna": finnish.value,
        "Dampfbad": steam.value,
        "Feuchte": damp.value,
        "Licht": colour.currentText,
        "Ofen": chosen(stoves),
        "Tauchbecken": plunge.isChecked,
        "Damentag": ladies.isChecked,
        "Schluss": closing_text,
        **pours.reads(),
        "Neu Name": name.text,
        "Neu Duft": scent.currentText,
        "Neu Beginn": begin_text,
        "Neu Meister": master.currentText,
        **{f"zurück {text}": read for text, read in lent_reads.items()},
        "Pfand": deposit.value,
        "Notiz": note.toPlainText,
        "Große Schrift": large.isChecked,
        "Ruhezeit": quiet.isChecked,
        "Notlicht": emergency.isChecked,
        "Dialog": lambda: new.windowTitle() if new.isVisible() else "",
    },
    new.open if start == "neu" else None,
)
