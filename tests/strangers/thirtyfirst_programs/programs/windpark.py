"""The control desk of a wind farm: the turbines, the faults and the servicing."""

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

app = Qw.QApplication(sys.argv)
start, keep = sys.argv[1], Keep()
window, tabs = Qw.QMainWindow(windowTitle="Windpark Hohenried – Leitstand"), Qw.QTabWidget()
window.setCentralWidget(tabs)
keep.known("speichern", "drucken")

places = ["Kirchholz", "Galgenberg", "Moosrain", "Steinfeld", "Hochreut"]
mills = Table(
    "anlage",
    ["Anlage", "Zustand", "Leistung"],
    [
        ["Kirchholz", "läuft", "2100 kW"],
        ["Galgenberg", "läuft", "1980 kW"],
        ["Moosrain", "steht", "0 kW"],
        ["Steinfeld", "läuft", "2240 kW"],
        ["Hochreut", "Wartung", "0 kW"],
    ],
)
seek = Qw.QLineEdit(placeholderText="Anlage suchen")
seek.textChanged.connect(mills.seek)
acts = row(
    button("Anfahren", lambda: mills.put(1, "läuft")),
    button("Anhalten", lambda: mills.put(1, "steht")),
    button("Auf Wartung setzen", lambda: mills.put(1, "Wartung")),
)
limit, mode = (
    spin(500, 3000, 2400, " kW", 50),
    combo("Normal", "Normal", "Schallreduziert", "Abgeregelt"),
)
bats, ice = Qw.QCheckBox("Fledermausabschaltung"), Qw.QCheckBox("Eiserkennung", checked=True)
pitch_row, pitch = slider(0, 90, 12, "°")
farm = form(
    Qw.QGroupBox("Ganzer Park"),
    ("Leistungsgrenze:", limit),
    ("Betriebsart:", mode),
    ("Blattwinkel:", pitch_row),
    ("", row(bats, ice)),
)
tabs.addTab(column(seek, mills, acts, farm), "Anlagen")

faults = Table(
    "störung",
    ["Meldung", "Anlage", "Dringlichkeit", "Stand"],
    [
        ["Getriebe zu heiß", "Galgenberg", "hoch", "offen"],
        ["Windmesser vereist", "Moosrain", "mittel", "offen"],
        ["Türkontakt defekt", "Steinfeld", "niedrig", "offen"],
        ["Netzausfall", "Hochreut", "hoch", "quittiert"],
    ],
)
what, where = Qw.QLineEdit(), combo("Kirchholz", *places)
how, hows = radios("Dringlichkeit", "niedrig", "mittel", "hoch")
hows["mittel"].setChecked(True)
new = dialog(
    window,
    "Neue Störung",
    lambda: faults.add(what.text(), where.currentText(), chosen(hows)(), "offen"),
    "Melden",
    ("Meldung:", what),
    ("Anlage:", where),
    ("", how),
)
tabs.addTab(
    column(
        faults,
        row(
            button("Neu…", new.show),
            button("Quittieren", lambda: faults.put(3, "quittiert")),
            button("Löschen", faults.remove),
        ),
    ),
    "Störungen",
)

date, date_read = day(2031, 4, 14)
time, time_read = hour(7, 30)
fitter = combo("Aigner", "Aigner", "Brandl", "Cerny", free=True)
length, lengths = radios("Dauer", "halber Tag", "ganzer Tag", "zwei Tage")
lengths["halber Tag"].setChecked(True)
points, point_reads = boxes(
    ("Getriebeöl", True), ("Bremse", False), ("Rotorblätter", False), ("Blitzschutz", True)
)
points.setMaximumHeight(110)
note = Qw.QPlainTextEdit()
tabs.addTab(
    form(
        Qw.QWidget(),
        ("Termin:", date),
        ("Beginn:", time),
        ("Monteur:", fitter),
        ("", length),
        ("Prüfpunkte:", points),
        ("Bemerkung:", note),
        ("", row(button("Speichern", lambda: keep.count("speichern")))),
    ),
    "Wartung",
)

list(
    menu(
        window,
        "&Datei",
        ("Speichern", lambda: keep.count("speichern")),
        ("Tagesbericht drucken", lambda: keep.count("drucken")),
    )
)
night, sound = menu(window, "&Ansicht", ("Nachtmodus", False), ("Warnton bei Störung", True))

run(
    window,
    tabs,
    keep,
    {
        "suche": seek.text,
        "grenze": limit.value,
        "betriebsart": mode.currentText,
        "blattwinkel": pitch.value,
        "fledermaus": bats.isChecked,
        "eis": ice.isChecked,
        "termin": date_read,
        "beginn": time_read,
        "monteur": fitter.currentText,
        "dauer": chosen(lengths),
        "bemerkung": note.toPlainText,
        "nachtmodus": night.isChecked,
        "warnton": sound.isChecked,
        "dialog": new.isVisible,
        "dialog meldung": what.text,
        "dialog anlage": where.currentText,
        "dialog dringlichkeit": chosen(hows),
    }
    | mills.reads()
    | faults.reads()
    | {f"prüfpunkt {name}": read for name, read in point_reads.items()},
    lambda: tabs.setCurrentIndex({"anlagen": 0, "stoerungen": 1, "wartung": 2}[start]),
)
