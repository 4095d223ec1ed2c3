"""The desk of a firm that runs vending machines of farm goods: sites, slots, faults, a dialog for a new slot."""

import sys
from functools import partial

import qt_parts as parts
from keep import Keep
from PySide6 import QtCore
from PySide6 import QtWidgets as W

sites = {  # site: [slots: [number, goods, price, stock, locked]]
    "Bahnhof": [
        ["11", "Eier 10er", 3.9, 4, False],
        ["12", "Bergkäse", 6.5, 0, False],
        ["21", "Apfelsaft", 2.8, 9, False],
        ["22", "Hauswürstel", 4.5, 2, True],
    ],
    "Freibad": [
        ["11", "Joghurt Erdbeere", 1.9, 6, False],
        ["12", "Eis am Stiel", 2.2, 0, True],
        ["21", "Apfelsaft", 2.5, 3, False],
    ],
    "Kirchplatz": [
        ["11", "Eier 10er", 3.7, 10, False],
        ["12", "Honig", 7.9, 5, False],
        ["21", "Schnaps", 14.0, 8, True],
    ],
}
app = W.QApplication(sys.argv)
keep = Keep()
keep.known("Techniker schicken", "Tagesabschluss")
window, tabs = parts.window_of("Hofautomaten Moser - Bestückung")
page, fault_page, device_page, group = (
    W.QWidget(),
    W.QWidget(),
    W.QWidget(),
    W.QGroupBox("Gewähltes Fach"),
)
for part, text in ((page, "Fächer"), (fault_page, "Störungen"), (device_page, "Gerät")):
    tabs.addTab(part, text)


def slot():
    rows = sites[site.currentText()]
    return rows[table.currentRow()] if 0 <= table.currentRow() < len(rows) else None


def fill():
    parts.fill(
        table,
        [
            (
                *row[:2],
                f"{row[2]:.2f} €".replace(".", ","),
                row[3],
                "gesperrt" if row[4] else "frei",
            )
            for row in sites[site.currentText()]
        ],
    )


def new_site():
    fill()
    table.selectRow(0)
    load()


def load():
    if slot():
        blockers = [QtCore.QSignalBlocker(field) for field in (goods, price, lock)]
        goods.setText(slot()[1])
        price.setValue(slot()[2])
        lock.setChecked(slot()[4])
        del blockers


def store():
    if slot():
        slot()[1:3], slot()[4] = [goods.text(), round(price.value(), 2)], lock.isChecked()
        fill()


def stock(number):
    slot()[3] = number
    fill()


def fill_all():
    for row in sites[site.currentText()]:
        row[3] = 12
    fill()


def create():
    sites[site.currentText()].append([new_number.text(), new_goods.text(), 1.0, 0, False])
    fill()


def solve():
    tree.takeTopLevelItem(tree.indexOfTopLevelItem(tree.currentItem()))


def faults():
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return [item.text(0) + ": " + item.text(1) for item in items]


site, table = parts.combo(*sites), parts.grid("Fach", "Ware", "Preis", "Bestand", "Verkauf")
goods, lock = W.QLineEdit(), W.QCheckBox("Fach &sperren")
price = W.QDoubleSpinBox(maximum=99, singleStep=0.1, suffix=" €")
new_number, new_goods = W.QLineEdit(), W.QLineEdit()
dialog = parts.dialog_of(
    window, "Neues Fach", "Anlegen", create, ("Fach&nummer:", new_number), ("&Ware:", new_goods)
)
parts.form(
    group,
    ("&Ware:", goods),
    ("&Preis:", price),
    ("", lock),
    ("", parts.buttons(("Au&ffüllen", lambda: stock(12)), ("&Leeren", lambda: stock(0)))),
)
head = W.QFormLayout()
head.addRow("Stand&ort:", site)
parts.column(
    page,
    head,
    table,
    group,
    parts.buttons(("Alle auffüllen", fill_all), ("Neues Fach …", dialog.open)),
)

tree = W.QTreeWidget(rootIsDecorated=False)
tree.setHeaderLabels(["Standort", "Störung", "Seit"])
for row in (
    ("Freibad", "Münzprüfer klemmt", "gestern"),
    ("Kirchplatz", "Tür nicht verriegelt", "08:15"),
    ("Bahnhof", "Kühlung zu warm", "09:40"),
):
    W.QTreeWidgetItem(tree, row)
tree.setCurrentItem(tree.topLevelItem(0))
memo = W.QPlainTextEdit()
memo_label = W.QLabel("&Notiz für den Techniker:")
memo_label.setBuddy(memo)
parts.column(
    fault_page,
    tree,
    memo_label,
    memo,
    parts.buttons(
        ("&Erledigt", solve), ("&Techniker schicken", partial(keep.count, "Techniker schicken"))
    ),
)

cold = W.QSpinBox(minimum=-25, maximum=15, value=5, suffix=" °C")
light = W.QSlider(QtCore.Qt.Horizontal, maximum=10, value=6)
off = W.QTimeEdit(QtCore.QTime(22, 0), displayFormat="HH:mm")
pay = {
    text: W.QCheckBox(text, checked=text != "Handy")
    for text in ("Münzen", "Scheine", "Karte", "Handy")
}
age = parts.combo("keine", "Ausweis", "Bankomatkarte")
parts.form(
    device_page,
    ("&Kühltemperatur:", cold),
    ("&Beleuchtung:", light),
    ("Licht &aus um:", off),
    ("A&ltersprüfung:", age),
    *(("", box) for box in pay.values()),
)
parts.menu(window, "&Bestückung", ("Tages&abschluss", partial(keep.count, "Tagesabschluss")))
(large,) = parts.menu(window, "&Ansicht", ("&Große Schrift", None))
for signal in (goods.textChanged, price.valueChanged, lock.toggled):
    signal.connect(store)
site.currentTextChanged.connect(new_site)
table.currentCellChanged.connect(load)
at = ["faecher", "stoerungen", "geraet"].index(sys.argv[1])
site.setCurrentIndex(at)
new_site()
tabs.setCurrentIndex(at)
for town in sites:
    keep.add(town, lambda town=town: [" | ".join(str(x) for x in row) for row in sites[town]])
parts.run(
    app,
    keep,
    window,
    tabs,
    standort=site,
    gewählt=lambda: slot()[0] if slot() else "",
    nummer=new_number,
    ware=new_goods,
    dialog=dialog.isVisible,
    störungen=faults,
    notiz=memo,
    kühlung=cold,
    licht=light,
    aus=off,
    störung=lambda: tree.currentItem().text(1) if tree.currentItem() else "",
    alter=age,
    groß=large,
    **{text.lower(): box for text, box in pay.items()},
)
