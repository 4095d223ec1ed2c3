"""The control desk of a dike association: sluices, alarm thresholds, the round of the dike warden, a report dialog."""

import sys
from functools import partial

import qt_parts as parts
from keep import Keep
from PySide6 import QtCore
from PySide6 import QtWidgets as W

sluices = {  # name: opening, mode, pump runs
    "Altensiel": [30, "Automatik", False],
    "Moorsiel": [0, "Hand", False],
    "Hafensiel": [75, "Automatik", True],
    "Schäfersiel": [0, "Gesperrt", False],
}
app = W.QApplication(sys.argv)
keep = Keep()
keep.known("Probealarm", "Meldung absenden", "Bericht erstellen")
window, tabs = parts.window_of("Deichverband Nordermarsch - Leitstand")
pages = {text: W.QWidget() for text in ("Siele", "Pegel und Alarm", "Deichrundgang")}
for text, page in pages.items():
    tabs.addTab(page, text)
group = W.QGroupBox("Gewähltes Siel")


def chosen():
    return list(sluices)[table.currentRow()] if table.currentRow() >= 0 else ""


def fill():
    for row, (name, s) in enumerate(sluices.items()):
        for at, text in enumerate((name, f"{s[0]} %", s[1], "läuft" if s[2] else "aus")):
            table.item(row, at).setText(text)


def load():
    opened, mode, pump = sluices[chosen()]
    blockers = [QtCore.QSignalBlocker(field) for field in (opening, runs, *modes.values())]
    opening.setValue(opened)
    runs.setChecked(pump)
    modes[mode].setChecked(True)
    shown.setText(f"{opened} %")
    del blockers


def store():
    if chosen():
        mode = next(text for text, button in modes.items() if button.isChecked())
        sluices[chosen()][:] = [opening.value(), mode, runs.isChecked()]
        shown.setText(f"{opening.value()} %")
        fill()


def close_all():
    for sluice in sluices.values():
        sluice[0] = 0
    fill()
    load()


def add_finding():
    if finding.text().strip():
        add_item(finding.text().strip())
        finding.clear()


def add_item(text, done=False):
    item = W.QListWidgetItem(text, todo)
    item.setFlags(item.flags() | QtCore.Qt.ItemIsUserCheckable)
    item.setCheckState(QtCore.Qt.Checked if done else QtCore.Qt.Unchecked)


def done_items():
    rows = [todo.item(row) for row in range(todo.count())]
    return [item.text() for item in rows if item.checkState() == QtCore.Qt.Checked]


table = parts.grid("Siel", "Öffnung", "Betrieb", "Pumpe")
parts.fill(table, [[""] * 4 for _ in sluices])
opening, shown = W.QSlider(QtCore.Qt.Horizontal, maximum=100, pageStep=10), W.QLabel()
modes = {text: W.QRadioButton(text) for text in ("Automatik", "Hand", "Gesperrt")}
runs, line = W.QCheckBox("&Pumpe läuft"), W.QHBoxLayout()
for button in modes.values():
    line.addWidget(button)
parts.form(group, ("Ö&ffnung:", opening), ("", shown), ("Betrieb:", line), ("", runs))
parts.column(pages["Siele"], table, group, parts.buttons(("Alle Siele &schließen", close_all)))

warn, storm = (
    W.QSpinBox(maximum=900, value=550, suffix=" cm"),
    W.QSpinBox(maximum=900, value=680, suffix=" cm"),
)
gauge = parts.combo("Pegel Hafen", "Pegel Moorbrücke", "Pegel Schleuse")
ways = {text: W.QCheckBox(text) for text in ("SMS", "Sirene", "E-Mail", "Durchsage im Hafen")}
ways["SMS"].setChecked(True)
call = W.QLineEdit("04941 7733")
parts.form(
    pages["Pegel und Alarm"],
    ("Maß&gebender Pegel:", gauge),
    ("&Vorwarnung ab:", warn),
    ("Sturm&flut ab:", storm),
    ("&Bereitschaftstelefon:", call),
    *(("", box) for box in ways.values()),
    ("", parts.buttons(("Pr&obealarm", partial(keep.count, "Probealarm")))),
)

walker = parts.combo("Janssen", "de Vries", "Harms", "Frau Ubben")
day = W.QDateEdit(QtCore.QDate(2026, 11, 30), displayFormat="dd.MM.yyyy", calendarPopup=True)
todo, finding = W.QListWidget(), W.QLineEdit(placeholderText="neuer Schaden")
for text in ("Wühlmausgang bei Kilometer 3", "Zaun am Schafstor offen", "Treibsel bei Kilometer 7"):
    add_item(text, text.startswith("Zaun"))
parts.form(
    pages["Deichrundgang"],
    ("&Deichläufer:", walker),
    ("Da&tum:", day),
    ("Schäden (Haken = behoben):", todo),
    ("&Neuer Schaden:", finding),
    (
        "",
        parts.buttons(
            ("&Hinzufügen", add_finding),
            ("&Meldung absenden", partial(keep.count, "Meldung absenden")),
        ),
    ),
)
span, maps = parts.combo("Heute", "Letzte 7 Tage", "Ganzer Monat"), W.QCheckBox("Mit &Karte")
dialog = parts.dialog_of(
    window,
    "Bericht",
    "Erstellen",
    partial(keep.count, "Bericht erstellen"),
    ("&Zeitraum:", span),
    ("", maps),
)
(quiet,) = parts.menu(
    window, "&Leitstand", ("&Bericht …", dialog.open), ("Nacht&ruhe (keine Töne)", None)
)

for signal in (opening.valueChanged, runs.toggled, *(button.clicked for button in modes.values())):
    signal.connect(store)
fill()
table.currentCellChanged.connect(load)
table.selectRow(0 if sys.argv[1] == "siele" else 1)
tabs.setCurrentIndex(["siele", "alarm", "rundgang"].index(sys.argv[1]))
for at, word in enumerate(("öffnung", "betrieb", "pumpe")):
    for name in sluices:
        keep.add(f"{name} {word}", lambda name=name, at=at: sluices[name][at])
parts.run(
    app,
    keep,
    window,
    tabs,
    gewählt=chosen,
    pegel=gauge,
    vorwarnung=warn,
    sturmflut=storm,
    telefon=call,
    sms=ways["SMS"],
    sirene=ways["Sirene"],
    email=ways["E-Mail"],
    durchsage=ways["Durchsage im Hafen"],
    läufer=walker,
    datum=day,
    behoben=done_items,
    schaden=finding,
    zeitraum=span,
    karte=maps,
    ruhe=quiet,
    schäden=lambda: [todo.item(row).text() for row in range(todo.count())],
    dialog=dialog.isVisible,
)
