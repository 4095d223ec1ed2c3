"""The day book of a falconry: birds and their weights, the course of the show, a dialog for a new bird."""

import sys
from functools import partial

import qt_parts as parts
from keep import Keep
from PySide6 import QtCore
from PySide6 import QtWidgets as W

birds = {  # name: kind, weight, food, ready to fly, note
    "Kira": ["Wanderfalke", 780, "Wachtel", True, ""],
    "Odin": ["Uhu", 2450, "Eintagsküken", False, "Mauser"],
    "Luna": ["Schleiereule", 320, "Maus", True, ""],
    "Bruno": ["Steinadler", 4100, "Rindfleisch", True, ""],
    "Wotan": ["Seeadler", 4720, "Fisch", False, ""],
}
app = W.QApplication(sys.argv)
keep = Keep()
keep.known("Drucken", "Tag abschließen")
window, tabs = parts.window_of("Falknerei Adlerstein - Tagesbuch")
bird_page, show_page, group = W.QWidget(), W.QWidget(), W.QGroupBox("Ausgewählter Vogel")
tabs.addTab(bird_page, "Vögel")
tabs.addTab(show_page, "Vorführung")


def chosen():
    return list(birds)[table.currentRow()] if table.currentRow() >= 0 else ""


def fill():
    parts.fill(
        table, [(who, b[0], f"{b[1]} g", "ja" if b[3] else "nein") for who, b in birds.items()]
    )
    for row, bird in enumerate(birds.values()):
        table.setRowHidden(row, only.isChecked() and not bird[3])


def load():
    bird = list(birds.get(chosen(), ["", 0, "Maus", False, ""]))
    blockers = [QtCore.QSignalBlocker(field) for field in (weight, food, ready, note)]
    weight.setValue(bird[1])
    food.setCurrentText(bird[2])
    ready.setChecked(bird[3])
    note.setText(bird[4])
    del blockers


def store():
    if bird := birds.get(chosen()):
        bird[1:] = [weight.value(), food.currentText(), ready.isChecked(), note.text()]
        table.item(table.currentRow(), 2).setText(f"{bird[1]} g")
        table.item(table.currentRow(), 3).setText("ja" if bird[3] else "nein")


def move(step):
    row = order.currentRow()
    if row >= 0 and 0 <= row + step < order.count():
        item = order.takeItem(row)
        if step:
            order.insertItem(row + step, item)
            order.setCurrentRow(row + step)


def create():
    if who := name.text().strip():
        birds[who] = [kind.currentText(), 0, "Maus", False, ""]
        fill()


table = parts.grid("Name", "Art", "Gewicht", "Flugbereit")
weight = W.QSpinBox(maximum=9000, suffix=" g")
food = parts.combo("Eintagsküken", "Wachtel", "Maus", "Rindfleisch", "Fisch")
ready, note = (
    W.QCheckBox("Heute &flugbereit"),
    W.QLineEdit(placeholderText="z. B. Mauser, Bell locker"),
)
parts.form(group, ("&Gewicht:", weight), ("F&utter:", food), ("", ready), ("&Bemerkung:", note))
name, kind = (
    W.QLineEdit(),
    parts.combo("Wanderfalke", "Sakerfalke", "Turmfalke", "Harris Hawk", "Uhu", "Waldkauz"),
)
dialog = parts.dialog_of(
    window, "Neuer Vogel", "Anlegen", create, ("&Name:", name), ("&Art:", kind)
)
parts.column(bird_page, table, group, parts.buttons(("&Neuer Vogel …", dialog.open)))

begin = W.QTimeEdit(QtCore.QTime(14, 30), displayFormat="HH:mm")
host = parts.combo("Frau Lechner", "Herr Pichler", "Azubi Jonas")
loud = W.QSlider(QtCore.Qt.Horizontal, maximum=100, value=40)
rain = W.QCheckBox("Bei &Regen absagen", checked=True)
guests = W.QCheckBox("Kinder dürfen den Vogel auf die &Faust nehmen")
order = W.QListWidget()
order.addItems(["Begrüßung", "Eulenflug", "Falken am Federspiel", "Adler vom Turm", "Fragerunde"])
parts.form(
    show_page,
    ("&Beginn:", begin),
    ("&Moderation:", host),
    ("&Lautstärke:", loud),
    ("", rain),
    ("", guests),
    ("&Ablauf:", order),
)
steps = (("Nach oben", -1), ("Nach unten", 1), ("Entfernen", 0))
show_page.layout().addRow(
    "", parts.buttons(*((text, lambda step=step: move(step)) for text, step in steps))
)
parts.menu(
    window,
    "&Tagesbuch",
    ("&Drucken …", partial(keep.count, "Drucken")),
    ("Tag &abschließen", partial(keep.count, "Tag abschließen")),
)
(only,) = parts.menu(window, "&Ansicht", ("Nur flugbereite Vögel", None))

for signal in (weight.valueChanged, food.currentTextChanged, ready.toggled, note.textChanged):
    signal.connect(store)
table.currentCellChanged.connect(load)
only.toggled.connect(fill)
fill()
table.selectRow({"voegel": 0, "eulen": 2, "vorfuehrung": 0}[sys.argv[1]])
tabs.setCurrentIndex(sys.argv[1] == "vorfuehrung")
order.setCurrentRow(tabs.currentIndex())
for at, word in enumerate(("", "gewicht", "futter", "fliegt", "notiz")):
    for who in list(birds) if at else ():
        keep.add(f"{who} {word}", lambda who=who, at=at: birds[who][at])
parts.run(
    app,
    keep,
    window,
    tabs,
    beginn=begin,
    moderation=host,
    lautstärke=loud,
    regen=rain,
    faust=guests,
    nur_bereite=only,
    ablauf=lambda: [order.item(row).text() for row in range(order.count())],
    gewählt=chosen,
    vögel=lambda: [f"{who}: {b[0]}" for who, b in birds.items()],
    dialog=dialog.isVisible,
    neuer_name=name,
    neue_art=kind,
    programm=lambda: order.currentItem().text() if order.currentItem() else "",
)
