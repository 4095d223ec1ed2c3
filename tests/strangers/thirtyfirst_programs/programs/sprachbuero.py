"""The desk of a translation agency: the orders, an offer and the translators."""

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
    menu,
    radios,
    row,
    run,
    spin,
)

app = Qw.QApplication(sys.argv)
start, keep = sys.argv[1], Keep()
window, tabs = Qw.QMainWindow(windowTitle="Sprachbüro Lindner"), Qw.QTabWidget()
window.setCentralWidget(tabs)
keep.known("speichern", "senden")

tree, leaves = Qw.QTreeWidget(), {}
tree.setHeaderLabels(["Auftrag", "Sprachen", "Stand"])
tree.setColumnWidth(0, 300)
for client, jobs in {
    "Maschinenbau Rott": [
        ("Betriebsanleitung Presse", "DE–PL", "angefragt"),
        ("Ersatzteilliste", "DE–CS", "in Arbeit"),
    ],
    "Kanzlei Bergmann": [
        ("Kaufvertrag", "FR–DE", "in Arbeit"),
        ("Heiratsurkunde", "ES–DE", "angefragt"),
    ],
    "Verlag Morgenrot": [
        ("Kochbuch Sizilien", "IT–DE", "in Arbeit"),
        ("Kinderreim-Sammlung", "SV–DE", "geliefert"),
    ],
}.items():
    top = Qw.QTreeWidgetItem(tree, [client])
    top.setExpanded(True)
    for job in jobs:
        leaves[job[0]] = Qw.QTreeWidgetItem(top, list(job))


def stand(text):
    item = tree.currentItem()
    if item and item.parent():
        item.setText(2, text)


tabs.addTab(
    column(
        tree,
        row(
            button("Annehmen", lambda: stand("in Arbeit")),
            button("Als geliefert melden", lambda: stand("geliefert")),
            button("Absagen", lambda: stand("abgesagt")),
        ),
    ),
    "Aufträge",
)

tongues = ["Deutsch", "Englisch", "Französisch", "Italienisch", "Polnisch", "Ungarisch"]
client = Qw.QLineEdit("Kanzlei Bergmann")
source, target = combo("Deutsch", *tongues, free=True), combo("Englisch", *tongues, free=True)
words = spin(0, 200000, 1800, " Wörter", 100)
price = spin(5, 60, 16, " Cent je Wort")
sworn, urgent = Qw.QCheckBox("Beglaubigt"), Qw.QCheckBox("Eilzuschlag", checked=True)
due, due_read = day(2031, 9, 5)
way, ways = radios("Zustellung", "E-Mail", "Post", "Abholung")
ways["E-Mail"].setChecked(True)
note = Qw.QPlainTextEdit()
tabs.addTab(
    form(
        Qw.QWidget(),
        ("Kunde:", client),
        ("Ausgangssprache:", source),
        ("Zielsprache:", target),
        ("Umfang:", words),
        ("Preis:", price),
        ("Liefertermin:", due),
        ("", row(sworn, urgent)),
        ("", way),
        ("Hinweis an den Kunden:", note),
        (
            "",
            row(
                button("Angebot senden", lambda: keep.count("senden")),
                button("Entwurf speichern", lambda: keep.count("speichern")),
            ),
        ),
    ),
    "Angebot",
)

people = Table(
    "kraft",
    ["Name", "Sprachpaar", "Satz"],
    [
        ["Jana Nowak", "DE–PL", "14 Cent"],
        ["Bela Horvath", "DE–HU", "15 Cent"],
        ["Chiara Rossi", "IT–DE", "17 Cent"],
        ["Luc Perrin", "FR–DE", "18 Cent"],
    ],
)
away, away_reads = boxes(
    ("Jana Nowak", True), ("Bela Horvath", True), ("Chiara Rossi", False), ("Luc Perrin", True)
)
away.setMaximumHeight(130)
name, pair, rate = (
    Qw.QLineEdit(),
    combo("DE–EN", "DE–EN", "DE–PL", "DE–HU", "IT–DE", "FR–DE"),
    spin(5, 60, 15, " Cent"),
)
new = dialog(
    window,
    "Übersetzer aufnehmen",
    lambda: people.add(name.text(), pair.currentText(), rate.text()),
    "Aufnehmen",
    ("Name:", name),
    ("Sprachpaar:", pair),
    ("Wortsatz:", rate),
)
tabs.addTab(
    column(
        people,
        row(button("Neu…", new.show), button("Streichen", people.remove)),
        Qw.QLabel("Derzeit verfügbar:"),
        away,
    ),
    "Übersetzer",
)
list(
    menu(
        window,
        "&Datei",
        ("Entwurf speichern", lambda: keep.count("speichern")),
        ("Übersetzer aufnehmen…", new.show),
    )
)
checker, four = menu(
    window, "&Optionen", ("Rechtschreibprüfung", True), ("Vier-Augen-Prinzip", False)
)

run(
    window,
    tabs,
    keep,
    {
        "kunde": client.text,
        "ausgangssprache": source.currentText,
        "zielsprache": target.currentText,
        "umfang": words.value,
        "preis": price.value,
        "beglaubigt": sworn.isChecked,
        "eil": urgent.isChecked,
        "liefertermin": due_read,
        "zustellung": chosen(ways),
        "hinweis": note.toPlainText,
        "rechtschreibung": checker.isChecked,
        "vier augen": four.isChecked,
        "auftrag gewählt": lambda: tree.currentItem().text(0) if tree.currentItem() else "",
        "dialog": new.isVisible,
        "dialog name": name.text,
        "dialog paar": pair.currentText,
        "dialog satz": rate.value,
    }
    | {f"auftrag {text}": (lambda item=item: item.text(2)) for text, item in leaves.items()}
    | {f"verfügbar {text}": read for text, read in away_reads.items()}
    | people.reads(),
    lambda: (
        tabs.setCurrentIndex({"auftraege": 0, "angebot": 1, "aufnahme": 2}[start]),
        new.show() if start == "aufnahme" else None,
    ),
)
