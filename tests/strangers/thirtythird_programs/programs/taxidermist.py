"""The desk of a taxidermist: the animals at work, the store and the workshop."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from qt_help import (
    Table,
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
    slider,
    spin,
)

start = sys.argv[1] if len(sys.argv) > 1 else "tiere"
app = Qw.QApplication(sys.argv[:1])
window, tabs, keep = Qw.QMainWindow(windowTitle="Präparatorium Dachsberg"), Qw.QTabWidget(), Keep()

tree = Qw.QTreeWidget(columnCount=2)
tree.setHeaderLabels(["Tier", "Stand"])
animals = {}
for kind, names in (
    ("Vögel", (("Eisvogel", "trocknet"), ("Mäusebussard", "wartet"), ("Schleiereule", "fertig"))),
    ("Säugetiere", (("Dachs", "wartet"), ("Fuchs", "trocknet"), ("Hermelin", "wartet"))),
    ("Fische", (("Hecht", "fertig"),)),
):
    top = Qw.QTreeWidgetItem(tree, [kind, ""])
    for each, stand in names:
        animals[each] = Qw.QTreeWidgetItem(top, [each, stand])
tree.expandAll()
tree.setColumnWidth(0, 260)


def mark(text):
    item = tree.selectedItems()[0] if tree.selectedItems() else None
    if item in animals.values():
        item.setText(1, text)


animal_page = column(
    tree,
    row(
        button("In Arbeit nehmen", lambda: mark("in Arbeit")),
        button("Trocknen lassen", lambda: mark("trocknet")),
        button("Fertig melden", lambda: mark("fertig")),
        button("Abgeholt", lambda: mark("abgeholt")),
    ),
)

store = Table(
    "Lager",
    ["Artikel", "Bestand", "Bestellung"],
    [
        ("Glasaugen braun 8 mm", "24", "nein"),
        ("Glasaugen gelb 14 mm", "2", "nein"),
        ("Gerbsalz", "5 kg", "nein"),
        ("Holzwolle", "1 Ballen", "bestellt"),
        ("Draht 1,5 mm", "40 m", "nein"),
    ],
)
seek = Qw.QLineEdit(placeholderText="Artikel suchen", clearButtonEnabled=True)
seek.textChanged.connect(store.seek)
article, amount = Qw.QLineEdit(), spin(1, 500, 1, " Stück")
supplier = combo("Brunner", "Brunner", "Tierbedarf Ost", "Glas Lauscha", free=True)
rush = Qw.QCheckBox("Eilt")
new = dialog(
    window,
    "Neuer Artikel",
    lambda: store.add(
        article.text(), str(amount.value()), supplier.currentText() + " eilt" * rush.isChecked()
    ),
    "Aufnehmen",
    ("Bezeichnung:", article),
    ("Menge:", amount),
    ("Lieferant:", supplier),
    ("", rush),
)
store_page = column(
    seek,
    store,
    row(
        button("Bestellen", lambda: store.put(2, "bestellt")),
        button("Bestellung stornieren", lambda: store.put(2, "nein")),
        button("Ausmustern", store.remove),
        button("Neuer Artikel…", new.open),
    ),
)

freezer, (warm_row, warm) = spin(-30, 0, -18, " °C"), slider(20, 60, 35, " °C")
base = combo("Eiche", "Eiche", "Birkenast", "Schiefer", "Treibholz", free=True)
pose, poses = radios("Haltung", "sitzend", "stehend", "im Sprung", "fliegend")
poses["stehend"].setChecked(True)
pickup, pickup_text = day(2031, 5, 12)
paper = Qw.QCheckBox("Artenschutzpapier liegt vor")
plate, remark = Qw.QLineEdit("Vulpes vulpes"), Qw.QPlainTextEdit()
work_page = form(
    Qw.QWidget(),
    ("&Gefrierschrank:", freezer),
    ("&Trockenkammer:", warm_row),
    ("&Sockel:", base),
    ("", pose),
    ("&Abholung am:", pickup),
    ("", paper),
    ("&Namensschild:", plate),
    ("&Bemerkung:", remark),
)

for title, page in (("Tiere", animal_page), ("Lager", store_page), ("Werkstatt", work_page)):
    tabs.addTab(page, title)
window.setCentralWidget(tabs)
keep.known("Sichern", "Etikett drucken")
list(
    menu(
        window,
        "&Datei",
        ("&Sichern", lambda: keep.count("Sichern")),
        ("&Etikett drucken", lambda: keep.count("Etikett drucken")),
    )
)
latin, photos = menu(window, "&Ansicht", ("&Lateinische Namen", False), ("&Fotos einblenden", True))
tabs.setCurrentIndex({"tiere": 0, "lager": 1, "werkstatt": 2}[start])
run(
    window,
    tabs,
    keep,
    {
        **{f"Tier {each}": (lambda i=item: i.text(1)) for each, item in animals.items()},
        "Tier gewählt": lambda: tree.selectedItems()[0].text(0) if tree.selectedItems() else "",
        **store.reads(),
        "Suche": seek.text,
        "Neu Bezeichnung": article.text,
        "Neu Menge": amount.value,
        "Neu Lieferant": supplier.currentText,
        "Neu Eilt": rush.isChecked,
        "Gefrierschrank": freezer.value,
        "Trockenkammer": warm.value,
        "Sockel": base.currentText,
        "Haltung": chosen(poses),
        "Abholung": pickup_text,
        "Artenschutzpapier": paper.isChecked,
        "Namensschild": plate.text,
        "Bemerkung": remark.toPlainText,
        "Lateinische Namen": latin.isChecked,
        "Fotos": photos.isChecked,
        "Dialog": lambda: new.windowTitle() if new.isVisible() else "",
    },
)
