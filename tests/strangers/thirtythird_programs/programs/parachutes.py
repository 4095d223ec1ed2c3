"""The desk of a parachute loft: canopies, the jump day and the rules."""

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
    day,
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

start = sys.argv[1] if len(sys.argv) > 1 else "schirme"
app = Qw.QApplication(sys.argv[:1])
window, tabs, keep = Qw.QMainWindow(windowTitle="Packraum Himmelreich"), Qw.QTabWidget(), Keep()

canopies = Table(
    "Schirm",
    ["Schirm", "Größe", "Packer", "Zustand"],
    [
        ("Albatros", "170", "Nele", "gepackt"),
        ("Bussard", "190", "", "offen"),
        ("Kolibri", "120", "Tarek", "gepackt"),
        ("Pelikan", "360", "", "offen"),
        ("Storch", "230", "Jonas", "gesperrt"),
    ],
)
title, size = Qw.QLineEdit(), spin(80, 400, 150, " sqft")
packer = combo("Nele", "Nele", "Tarek", "Jonas", free=True)
checked, checked_text = day(2032, 3, 1)
new = dialog(
    window,
    "Neuer Schirm",
    lambda: canopies.add(
        title.text(), str(size.value()), packer.currentText(), "geprüft " + checked_text()
    ),
    "Eintragen",
    ("Name:", title),
    ("Größe:", size),
    ("Packer:", packer),
    ("Geprüft am:", checked),
)
canopy_page = column(
    canopies,
    row(
        button("Als gepackt melden", lambda: canopies.put(3, "gepackt")),
        button("Öffnen", lambda: canopies.put(3, "offen")),
        button("Sperren", lambda: canopies.put(3, "gesperrt")),
        button("Ausmustern", canopies.remove),
        button("Neuer Schirm…", new.open),
    ),
)

date, date_text = day(2032, 6, 19)
first, first_text = hour(9, 30)
height = spin(1000, 4500, 4000, " m", 100)
plane = combo("Cessna Caravan", "Cessna Caravan", "Pilatus Porter", "Antonow")
wind_row, wind = slider(0, 30, 18, " kn")
method, methods = radios("Ausstieg", "einzeln", "zu zweit", "als Gruppe")
methods["einzeln"].setChecked(True)
tandem = Qw.QCheckBox("Tandemgäste mitnehmen")
film = Qw.QCheckBox("Videospringer dabei")
film.setChecked(True)
pilot = Qw.QLineEdit("Frau Wieland")
day_page = form(
    Qw.QWidget(),
    ("&Sprungtag:", date),
    ("&Erster Start:", first),
    ("&Absetzhöhe:", height),
    ("&Flugzeug:", plane),
    ("&Pilot:", pilot),
    ("&Windgrenze:", wind_row),
    ("", method),
    ("", row(tandem, film)),
)

kit, kit_reads = boxes(
    ("Höhenmesser Ada", True),
    ("Höhenmesser Bruno", False),
    ("Helm rot", True),
    ("Helm blau", False),
    ("Brille", False),
)
life, board = spin(1, 25, 15, " Jahre"), Qw.QPlainTextEdit()
kit_page = form(
    Qw.QWidget(),
    ("Ausgegeben:", kit),
    ("&Lebensdauer der Gurte:", life),
    ("&Aushang:", board),
)

for text, page in (("Schirme", canopy_page), ("Sprungtag", day_page), ("Ausrüstung", kit_page)):
    tabs.addTab(page, text)
window.setCentralWidget(tabs)
keep.known("Packliste drucken", "Wetter abrufen")
list(
    menu(
        window,
        "&Datei",
        ("&Packliste drucken", lambda: keep.count("Packliste drucken")),
    )
)
feet, locked = menu(
    window, "&Ansicht", ("Höhen in &Fuß", False), ("&Gesperrte Schirme zeigen", True)
)
bar = window.addToolBar("Werkzeuge")
bar.addAction("Wetter abrufen").triggered.connect(lambda: keep.count("Wetter abrufen"))
ban = bar.addAction("Flugverbot")
ban.setCheckable(True)

tabs.setCurrentIndex({"tag": 1, "ausruestung": 2}.get(start, 0))
run(
    window,
    tabs,
    keep,
    {
        **canopies.reads(),
        "Neu Name": title.text,
        "Neu Größe": size.value,
        "Neu Packer": packer.currentText,
        "Neu Geprüft": checked_text,
        "Sprungtag": date_text,
        "Erster Start": first_text,
        "Absetzhöhe": height.value,
        "Flugzeug": plane.currentText,
        "Pilot": pilot.text,
        "Windgrenze": wind.value,
        "Ausstieg": chosen(methods),
        "Tandemgäste": tandem.isChecked,
        "Videospringer": film.isChecked,
        **{f"aus {text}": read for text, read in kit_reads.items()},
        "Lebensdauer": life.value,
        "Aushang": board.toPlainText,
        "Fuß": feet.isChecked,
        "Gesperrte zeigen": locked.isChecked,
        "Flugverbot": ban.isChecked,
        "Dialog": lambda: new.windowTitle() if new.isVisible() else "",
    },
)
