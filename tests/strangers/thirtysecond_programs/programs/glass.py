"""The desk of a glassblower: the furnace, the colours on the bench, and the orders."""

import sys

import qt_help as q
from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QDate, QTime

app = Qw.QApplication(sys.argv)
start = sys.argv[1] if len(sys.argv) > 1 else "furnace"
window, tabs, keep = Qw.QMainWindow(windowTitle="Glass Studio"), Qw.QTabWidget(), Keep()
window.setCentralWidget(tabs)

heat = Qw.QSpinBox(minimum=500, maximum=1300, value=1120, singleStep=5, suffix=" °C")
gas, gas_row = q.slide(0, 100, 55)
mode, modes = q.radios("Mode", "Charge", "Melt", "Hold", "Cool down")
modes["Hold"].setChecked(True)
batch = q.drop("Soda-lime", "Soda-lime", "Borosilicate", "Lead crystal", free=True)
crucible = q.drop("No. 2", "No. 1", "No. 2", "No. 3")
night = Qw.QTimeEdit(QTime(19, 0), displayFormat="HH:mm")
morning = Qw.QTimeEdit(QTime(6, 0), displayFormat="HH:mm")
fan, door = Qw.QCheckBox("Extractor fan"), Qw.QCheckBox("Door alarm", checked=True)
logs = Qw.QPlainTextEdit()
logs.setMaximumHeight(80)
tabs.addTab(
    q.form(
        Qw.QWidget(),
        ("Temperature", heat),
        ("Gas valve (%)", gas_row),
        ("", mode),
        ("Batch", batch),
        ("Crucible", crucible),
        ("Night setback from", night),
        ("Night setback until", morning),
        ("", q.row(fan, door)),
        ("Furnace log", logs),
    ),
    "&Furnace",
)

tree = Qw.QTreeWidget(headerLabels=["Color rods"])
for name, rods in {
    "Transparent": ["Cobalt blue", "Emerald", "Amber"],
    "Opaque": ["Ivory", "Coral red", "Jet black"],
    "Metallic": ["Aventurine", "Silver foil"],
}.items():
    top = Qw.QTreeWidgetItem(tree, [name])
    for rod in rods:
        Qw.QTreeWidgetItem(top, [rod])
tree.expandAll()
bench = Qw.QListWidget()
bench.addItems(["Emerald", "Ivory"])


def rod():
    now = tree.selectedItems()
    return now[0].text(0) if now and now[0].parent() else ""


def lay():
    if rod():
        bench.addItem(rod())


def off():
    if bench.selectedItems():
        bench.takeItem(bench.currentRow())


grain = q.drop("Powder", "Powder", "Fine frit", "Coarse frit", "Whole rod")
preheat = Qw.QSpinBox(maximum=120, value=20, suffix=" min")
lists = Qw.QWidget()
side = Qw.QHBoxLayout(lists)
side.addWidget(tree)
side.addWidget(q.column(Qw.QLabel("On the bench"), bench))
tabs.addTab(
    q.column(
        lists,
        q.row(
            q.button("Lay on bench", lay),
            q.button("Put back", off),
            q.button("Clear bench", bench.clear),
        ),
        q.form(Qw.QWidget(), ("Grain", grain), ("Preheat", preheat)),
    ),
    "&Colors",
)

orders = q.table(
    ["Order", "Customer", "Pieces", "Ready by", "Stage"],
    [
        ("Carafe", "Hotel Miramar", "6", "2031-03-04", "to blow"),
        ("Vase", "Ines Duarte", "1", "2031-03-09", "annealing"),
        ("Christmas baubles", "Fair Trade Shop", "80", "2031-11-10", "to blow"),
        ("Lampshade", "Toby Marsh", "2", "2031-03-20", "polishing"),
    ],
)
acts = q.row(
    q.button("To annealing", lambda: q.put(orders, 4, "annealing")),
    q.button("To polishing", lambda: q.put(orders, 4, "polishing")),
    q.button("Packed", lambda: q.put(orders, 4, "packed")),
    q.button("Broken – redo", lambda: q.put(orders, 4, "redo")),
)
tabs.addTab(q.column(orders, acts), "&Orders")

piece, customer = Qw.QLineEdit(), Qw.QLineEdit()
pieces = Qw.QSpinBox(minimum=1, maximum=500, value=1, suffix=" pcs")
ready = Qw.QDateEdit(QDate(2031, 4, 1), displayFormat="yyyy-MM-dd")
gift = Qw.QCheckBox("Gift box")


def made():
    q.add(
        orders,
        piece.text(),
        customer.text(),
        str(pieces.value()),
        ready.date().toString("yyyy-MM-dd"),
        "to blow, gift box" if gift.isChecked() else "to blow",
    )


new = q.dialog(
    window, "New order", made, "Take order", ("Piece", piece), ("Customer", customer),
    ("How many", pieces), ("Ready by", ready), ("", gift),
)  # fmt: skip
q.menu(window, "&Order", ("&New order…", new.open))
view = q.menu(window, "&View", ("&Fahrenheit", False), ("&Full names", True))
room = q.menu(
    window, "&Studio", ("&Visitors allowed", False), ("&Torch lit", False), ("&Music", True)
)
bar = window.addToolBar("Tools")
bar.addAction("New order…", new.open)
tabs.setCurrentIndex({"colors": 1, "order": 2}.get(start, 0))
q.run(
    window,
    tabs,
    keep,
    {
        "temperature": heat.value,
        "gas": gas.value,
        "mode": q.chosen(modes),
        "batch": batch.currentText,
        "crucible": crucible.currentText,
        "night from": lambda: night.time().toString("HH:mm"),
        "night until": lambda: morning.time().toString("HH:mm"),
        "fan": fan.isChecked,
        "door alarm": door.isChecked,
        "log": logs.toPlainText,
        "rod": rod,
        "bench": lambda: [bench.item(n).text() for n in range(bench.count())],
        "bench line": lambda: bench.currentItem().text() if bench.selectedItems() else "",
        "grain": grain.currentText,
        "preheat": preheat.value,
        "chosen": q.picked(orders),
        "dialog": new.isVisible,
        "new piece": piece.text,
        "new customer": customer.text,
        "new pieces": pieces.value,
        "new ready": lambda: ready.date().toString("yyyy-MM-dd"),
        "new gift": gift.isChecked,
    },
    first=new.open if start == "order" else None,
    more=lambda: q.records("order", orders) | q.ticks(view) | q.ticks(room),
)
