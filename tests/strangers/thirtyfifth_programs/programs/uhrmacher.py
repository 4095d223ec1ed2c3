"""The desk of a watchmaker's workshop: orders, intake of a watch and the test of its rate."""

import sys

import qt_help as h
from keep import Keep
from PySide6 import QtWidgets as Qw

app = h.app(
    "QMainWindow {background: #f4efe4} QListWidget {background: #3c3226; color: #f1e6cf}"
    "QListWidget::item:selected {background: #a97c37}"
)
keep = Keep()
keep.known("Auftrag annehmen", "Messung starten", "Protokoll drucken")
window = Qw.QMainWindow(windowTitle="Uhrenwerkstatt Lindner")

orders = h.Table(
    "Auftrag",
    ["Nr.", "Kunde", "Uhr", "Stand", "Fertig bis"],
    [
        ("U-201", "Frau Seidel", "Taschenuhr", "angenommen", "14.03.2025"),
        ("U-202", "Herr Brandt", "Armbanduhr", "in Arbeit", "18.03.2025"),
        ("U-203", "Stadtkirche", "Turmuhr", "in Arbeit", "02.04.2025"),
        ("U-204", "Frau Orlowski", "Wanduhr", "fertig", "10.03.2025"),
        ("U-205", "Herr Brandt", "Wecker", "angenommen", "21.03.2025"),
    ],
)
seek = Qw.QLineEdit(placeholderText="Kunde oder Uhr suchen", clearButtonEnabled=True)
seek.textChanged.connect(orders.seek)
stage = h.combo("in Arbeit", "angenommen", "in Arbeit", "wartet auf Teile", "fertig", "abgeholt")
until, until_read = h.day(2025, 3, 28)


def ask():
    if orders.chosen() >= 0:
        name = orders.texts(orders.chosen())[0]
        h.confirm(
            window,
            "Auftrag löschen",
            f"Auftrag {name} wirklich löschen?",
            "Löschen",
            "Behalten",
            orders.remove,
        )


list_page = h.below(
    seek,
    orders,
    h.beside(
        "Neuer Stand:",
        stage,
        h.button("Stand ändern", lambda: orders.put(3, stage.currentText())),
        "Neuer Termin:",
        until,
        h.button("Termin verschieben", lambda: orders.put(4, until_read())),
    ),
    h.beside(h.button("Auftrag löschen…", ask)),
)

customer, phone = Qw.QLineEdit(), Qw.QLineEdit()
kind, kind_read = h.radios("Armbanduhr", "Armbanduhr", "Taschenuhr", "Wanduhr", "Standuhr")
make = h.combo("unbekannt", "unbekannt", "Glashütte", "Junghans", "Kienzle", "Omega", free=True)
glass, slow = Qw.QCheckBox("Glas gesprungen"), Qw.QCheckBox("geht nach")
stops, crown = Qw.QCheckBox("bleibt stehen"), Qw.QCheckBox("Krone locker")
limit = h.spin(0, 2000, 100, " €", 10)
urgent = h.switch("Eilauftrag")
warranty = Qw.QCheckBox("Garantieschein liegt bei")
intake = h.form(
    Qw.QWidget(),
    ("Kunde:", customer),
    ("Telefon:", phone),
    ("Art der Uhr:", kind),
    ("Marke:", make),
    ("", h.group("Was fehlt ihr?", glass, slow, stops, crown, across=True)),
    ("Kostengrenze:", limit),
    ("", urgent),
    ("", warranty),
    ("", h.beside(h.button("Auftrag annehmen", lambda: keep.count("Auftrag annehmen")))),
)

side, side_read = h.radios(
    "Zifferblatt oben",
    "Zifferblatt oben",
    "Zifferblatt unten",
    "Krone links",
    "Krone oben",
    title="Lage",
    across=False,
)
time_row, time = h.slider(10, 120, 30, " s", 10)
rate = h.decimal(-60, 60, 0, " s/Tag")
oil = h.combo("Feinöl", "Feinöl", "Dicköl", "Uhrenfett", "trocken")
tight = Qw.QCheckBox("wasserdicht")
bar = h.combo("3 bar", "3 bar", "5 bar", "10 bar", "20 bar")
remark = Qw.QPlainTextEdit("Werk gereinigt.")
remark.setMaximumHeight(90)
test = h.beside(
    h.below(side, stretch=True),
    h.form(
        Qw.QGroupBox("Gangprüfung", maximumHeight=360),
        ("Messdauer:", time_row),
        ("Gangabweichung:", rate),
        ("Schmierstoff:", oil),
        ("Dichtheit:", tight),
        ("Prüfdruck:", bar),
        ("Bemerkung:", remark),
        (
            "",
            h.beside(
                h.button("Messung starten", lambda: keep.count("Messung starten")),
                h.button("Protokoll drucken", lambda: keep.count("Protokoll drucken")),
            ),
        ),
    ),
)

pages = h.Sidebar(
    auftraege=("Aufträge", list_page),
    annahme=("Annahme", intake),
    pruefung=("Prüfung", h.below(test, stretch=True)),
)
window.setCentralWidget(pages)
pages.turn(sys.argv[1])

reads = orders.reads() | {
    "Suche": seek.text,
    "neuer Stand": stage.currentText,
    "neuer Termin": until_read,
    "Kunde": customer.text,
    "Telefon": phone.text,
    "Art": kind_read,
    "Marke": make.currentText,
    "Glas gesprungen": glass.isChecked,
    "geht nach": slow.isChecked,
    "bleibt stehen": stops.isChecked,
    "Krone locker": crown.isChecked,
    "Kostengrenze": limit.value,
    "Eilauftrag": urgent.isChecked,
    "Garantieschein": warranty.isChecked,
    "Lage": side_read,
    "Messdauer": time.value,
    "Gangabweichung": rate.value,
    "Schmierstoff": oil.currentText,
    "wasserdicht": tight.isChecked,
    "Prüfdruck": bar.currentText,
    "Bemerkung": remark.toPlainText,
}
h.run(window, pages.page, keep, reads)
