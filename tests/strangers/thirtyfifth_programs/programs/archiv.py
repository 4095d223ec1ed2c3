"""The desk of a town's archive: orders for the reading room, the stacks and the card of a reader."""

import sys

import qt_help as h
from keep import Keep
from PySide6 import QtWidgets as Qw

app = h.app(
    "* {font-family: 'DejaVu Serif'} QMainWindow {background: #e9e3d3}"
    "QTabBar::tab {padding: 7px 18px} QHeaderView::section {background: #cfc3a4}"
)
keep = Keep()
keep.known("Karte speichern")
window = Qw.QMainWindow(windowTitle="Stadtarchiv Werdau")
tabs = Qw.QTabWidget(tabPosition=Qw.QTabWidget.South)
window.setCentralWidget(tabs)

orders = h.Table(
    "Bestellung",
    ["Nr.", "Nutzer", "Signatur", "Stück", "Stand"],
    [
        ("B-11", "Dr. Fink", "A 114/2", "3", "liegt vor"),
        ("B-12", "Paula Reiser", "K 7/19", "1", "bestellt"),
        ("B-13", "Dr. Fink", "N 30", "2", "bestellt"),
        ("B-14", "Cem Yilmaz", "Z 1923", "12", "bestellt"),
    ],
)
reader, mark, pieces = Qw.QLineEdit(), Qw.QLineEdit(), h.spin(1, 50, 1)


def add():
    orders.add(
        f"B-{11 + orders.rowCount()}",
        reader.text(),
        mark.text(),
        str(pieces.value()),
        "bestellt",
    )


new = h.dialog(
    window,
    "Neue Bestellung",
    add,
    "Bestellen",
    ("Name:", reader),
    ("Signatur:", mark),
    ("Anzahl Stücke:", pieces),
)


def cancel():
    if orders.chosen() >= 0:
        name = orders.texts(orders.chosen())[0]
        h.confirm(
            window,
            "Stornieren",
            f"Soll {name} storniert werden?",
            "Ja, stornieren",
            "Nein",
            orders.remove,
        )


tabs.addTab(
    h.beside(
        orders,
        h.below(
            h.button("Neue Bestellung…", new.open),
            h.button("Ausheben", lambda: orders.put(4, "ausgehoben")),
            h.button("Vorlegen", lambda: orders.put(4, "liegt vor")),
            h.button("Reponieren", lambda: orders.put(4, "reponiert")),
            h.button("Stornieren…", cancel),
            stretch=True,
        ),
        stretch=False,
    ),
    "Bestellungen",
)

stacks = h.Tree(
    "Stück",
    ["Bestand", "Regal", "Zustand"],
    {
        "Rat der Stadt": [
            ("Ratsprotokoll 1790", "R4", "fleckig"),
            ("Ratsprotokoll 1802", "R4", "gut"),
            ("Steuerliste 1811", "R5", "gut"),
        ],
        "Karten": [("Stadtplan 1871", "K1", "gut"), ("Flurkarte 1840", "K3", "fleckig")],
        "Nachlass Ebert": [
            ("Feldpostbriefe", "N2", "beim Restaurator"),
            ("Fotoalbum", "N2", "gut"),
        ],
    },
)
shelf = h.combo("K1", "K1", "K2", "K3", "N1", "N2", "R4", "R5")
shape, shape_read = h.radios("gut", "gut", "fleckig", "beim Restaurator", "gesperrt")
tabs.addTab(
    h.below(
        stacks,
        h.beside("Regal:", shelf, h.button("Umlagern", lambda: stacks.put(1, shelf.currentText()))),
        h.beside(
            "Zustand:", shape, h.button("Zustand eintragen", lambda: stacks.put(2, shape_read()))
        ),
    ),
    "Magazin",
)

name = Qw.QLineEdit("Lena Novak")
aim, aim_read = h.radios("wissenschaftlich", "privat", "wissenschaftlich", "amtlich")
seat = h.combo("kein Platz", "kein Platz", *(f"Platz {n}" for n in range(1, 9)))
until, until_read = h.day(2025, 12, 31)
photos = Qw.QCheckBox("Fotografieren gestattet", checked=True)
gloves = Qw.QCheckBox("Handschuhe ausgegeben")
fee = h.spin(0, 100, 8, " Euro")
home, tongue = Qw.QLineEdit(), h.combo("Deutsch", "Deutsch", "Englisch", "Tschechisch", "Polnisch")
more, more_read = h.fold(
    "Weitere Angaben", h.form(Qw.QWidget(), ("Wohnort:", home), ("Sprache:", tongue))
)
tabs.addTab(
    h.form(
        Qw.QWidget(),
        ("Name:", name),
        ("Zweck der Benutzung:", aim),
        ("Arbeitsplatz:", seat),
        ("Ausweis gültig bis:", until),
        ("Tagesgebühr:", fee),
        ("", photos),
        ("", gloves),
        ("", more),
        ("", h.beside(h.button("Karte speichern", lambda: keep.count("Karte speichern")))),
    ),
    "Benutzerkarte",
)
list(h.menu(window, "&Datei", ("Neue Bestellung…", new.open), ("Beenden", window.close)))
large, hints = h.menu(window, "&Ansicht", ("Große Schrift", False), ("Tipps zeigen", True))

reads = (
    orders.reads()
    | stacks.reads()
    | {
        "neuer Name": reader.text,
        "neue Signatur": mark.text,
        "neue Anzahl": pieces.value,
        "Regal": shelf.currentText,
        "Zustand": shape_read,
        "Name": name.text,
        "Zweck": aim_read,
        "Arbeitsplatz": seat.currentText,
        "gültig bis": until_read,
        "Tagesgebühr": fee.value,
        "Fotografieren": photos.isChecked,
        "Handschuhe": gloves.isChecked,
        "Wohnort": home.text,
        "Sprache": tongue.currentText,
        "Weitere Angaben offen": more_read,
        "große Schrift": large.isChecked,
        "Tipps": hints.isChecked,
    }
)
tabs.setCurrentIndex(["bestellungen", "magazin", "karte"].index(sys.argv[1]))
h.run(window, lambda: tabs.tabText(tabs.currentIndex()), keep, reads)
