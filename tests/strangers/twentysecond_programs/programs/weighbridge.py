"""The weighbridge of a quarry: the lorry on it, the dockets, the yard."""

from PySide6.QtCore import QDate
from PySide6.QtWidgets import (
    QDateEdit,
    QFormLayout,
    QGroupBox,
    QLabel,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
)
from qt_parts import START, Desk, Table, column, page, row

STONE = ["20 mm gravel", "40 mm gravel", "Sharp sand", "Crusher run", "Armour stone", "Topsoil"]
DOCKETS = [
    ["2214", "Brannigan", "Sharp sand", "18.2 t", "Open"],
    ["2215", "Delta Paving", "20 mm gravel", "22.6 t", "Open"],
    ["2216", "Council", "Crusher run", "26.0 t", "Paid"],
    ["2217", "Moss & Sons", "Topsoil", "9.4 t", "Open"],
    ["2218", "Brannigan", "Armour stone", "27.8 t", "Open"],
]
PARTS = ["On the bridge", "Dockets", "Yard"]

desk = Desk("Stonehill Quarry - weighbridge")
dockets = Table(desk, "docket", ["No.", "Customer", "Material", "Net", "State", "", ""], [*DOCKETS])


def void(number):
    asked = f"Void docket {number}? It stays in the books."
    if QMessageBox.question(desk.window, "Void docket", asked) == QMessageBox.StandardButton.Yes:
        dockets.item(int(number) - 2214, 4).setText("Void")


for at, (number, *_) in enumerate(DOCKETS):
    desk.keep.known(f"Print {number}")
    again, off = QPushButton("Print"), QPushButton("Void")
    again.clicked.connect(lambda _=False, n=number: desk.keep.count(f"Print {n}"))
    off.clicked.connect(lambda _=False, n=number: void(n))
    dockets.setCellWidget(at, 5, again)
    dockets.setCellWidget(at, 6, off)


dockets.horizontalHeader().setStretchLastSection(False)
for place, wide in enumerate((60, 120, 120, 70, 70, 80, 80)):
    dockets.setColumnWidth(place, wide)


def only_open(on):
    for at in range(dockets.rowCount()):
        dockets.setRowHidden(at, on and dockets.text(at, 4) != "Open")


def weigh():
    net.setText("Gross 31.4 t")


def tare():
    net.setText("Not weighed")
    plate.clear()


plate = desk.line("plate", "KX19 TRW" if START == "bridge" else "")
net = QLabel("Not weighed")
desk.keep.add("weight", net.text)
haulier = desk.choice("haulier", ["Own collection", "Brannigan", "Delta Paving", "Moss & Sons"])
fields = QFormLayout()
fields.addRow("&Registration", plate)
fields.addRow("&Haulier", haulier)
fields.addRow("&Material", desk.choice("material", STONE))
fields.addRow("Order no.", desk.line("order"))
fields.addRow("M&oisture", desk.spin("moisture", 0, 30, 4, " %"))
fields.addRow("", desk.check("sheeted", "Load is sheeted"))
fields.addRow("", desk.check("washed", "Wheels washed"))
lights = column(*desk.radios("light", ["Red", "Green", "Flashing amber"], "Red"))
gates = column(
    desk.check("entry gate", "Entry barrier open", True),
    desk.check("exit gate", "Exit barrier open"),
)
big = row(desk.button("Weigh", weigh), desk.button("Print docket"), desk.button("Reset", tare))
sides = column(page(lights, QGroupBox, "Traffic light"), page(gates, QGroupBox, "Barriers"), None)
bridge = column(row(page(fields, QGroupBox, "Lorry"), page(sides)), net, big, None)

unpaid = desk.check("open only", "Open ones only")
unpaid.toggled.connect(only_open)
day = QDateEdit(QDate(2025, 5, 12), displayFormat="dd/MM/yyyy")
desk.keep.add("day", lambda: day.date().toString("yyyy-MM-dd"))
books = column(
    row(QLabel("Dockets of"), day, unpaid, None),
    dockets,
    row(
        desk.button("Mark as paid", lambda: dockets.change(4, "Paid")),
        None,
        desk.button("Send to accounts"),
    ),
)

level = desk.slider("volume", 0, 100, 60, "Loudspeaker")
loud = QLabel("60")
level.valueChanged.connect(lambda value: loud.setText(str(value)))
notice = QPlainTextEdit("Speed limit 10 mph.")
desk.keep.add("notice", notice.toPlainText)
yard = QFormLayout()
yard.addRow("&Notice on the board", notice)
yard.addRow("Loudspeaker", row(level, loud))
yard.addRow("Lorries allowed in the yard", desk.spin("allowed", 1, 20, 6))
yard.addRow("&Loading shovel", desk.choice("shovel", ["Volvo", "Komatsu", "Out of order"]))
yard.addRow("&Opens", desk.choice("opens", ["06:00", "06:30", "07:00", "07:30"], "07:00"))
yard.addRow("Blasting", row(*desk.radios("blasting", ["None", "Today", "Tomorrow"], "None"), None))
yard.addRow("", desk.check("hats", "Hard hats beyond the office", True))
yard.addRow("", desk.check("spray", "Dust spray on"))
yard.addRow("", desk.button("Sound the siren"))

stack = QStackedWidget()
for layout in (bridge, books, yard):
    stack.addWidget(page(layout))
parts = QListWidget()
parts.setFixedWidth(130)
parts.addItems(PARTS)
parts.currentRowChanged.connect(stack.setCurrentIndex)
parts.setCurrentRow(["bridge", "dockets", "yard"].index(START))
desk.keep.add("tab", lambda: parts.currentItem().text())
desk.menu("&Bridge", ("Zero the scale", None), ("Test weights", None), ("Weigh", weigh))
desk.menu("&View", ("Show tonnes", "tonnes", True), ("Big numbers", "big numbers", False))
desk.run(page(row(parts, stack)))
