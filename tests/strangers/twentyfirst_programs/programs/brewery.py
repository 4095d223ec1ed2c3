"""The tanks and deliveries of a small brewery."""

from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGroupBox,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip
from qt_parts import (
    START,
    ask,
    combo,
    counter,
    form_page,
    keep,
    menus,
    push,
    row,
    show,
    slider,
    value_of,
)

TANKS = {
    "Tank 1": ("Pale ale", "Fermenting", 19),
    "Tank 2": ("Stout", "Resting", 12),
    "Tank 3": ("Empty", "Clean", 10),
}
BEERS = ["Empty", "Pale ale", "Stout", "Wheat beer", "Lager"]
STAGES = ["Clean", "Filling", "Fermenting", "Resting", "Needs cleaning"]
ORDERS = [
    ["The Crown", "Pale ale", "3 kegs", "open"],
    ["Weir Café", "Stout", "24 bottles", "open"],
    ["Red Lion", "Stout", "1 keg", "packed"],
    ["Farm shop", "Pale ale", "60 bottles", "open"],
]
if START == "bottling":
    TANKS["Tank 2"], TANKS["Tank 3"] = ("Stout", "Resting", 6), ("Lager", "Resting", 4)

tabs, tanks = QTabWidget(), QWidget()
across = row()
tanks.setLayout(across)
for tank, (beer, stage, degrees) in TANKS.items():
    group = QGroupBox(tank)
    form = QFormLayout(group)
    inside = {"beer": combo(BEERS, beer), "stage": combo(STAGES, stage)}
    inside["temperature"] = QSpinBox(minimum=0, maximum=30, value=degrees)
    for label, field in zip(("Beer", "Stage", "Temperature °C"), inside.values(), strict=True):
        form.addRow(label, field)
    inside |= {"cooling": QCheckBox("Cooling on"), "locked": QCheckBox("Valve locked")}
    inside["cooling"].setChecked(stage == "Resting")
    for key in ("cooling", "locked"):
        form.addRow(inside[key])
    line = row()
    push("Take sample", counter("sample " + tank), line)
    form.addRow(line)
    for key, field in inside.items():
        keep.add(f"{tank} {key}", lambda field=field: value_of(field))
    across.addWidget(group)
tabs.addTab(tanks, "Tanks")

source, best = (
    combo(list(TANKS), "Tank 2"),
    combo(["3 months", "6 months", "9 months", "12 months"], "6 months"),
)
sizes = [QRadioButton(text) for text in ("330 ml", "500 ml", "750 ml")]
sizes[1].setChecked(True)
size_box = QWidget()
size_box.setLayout(row(*sizes))
bottles, label_name = (
    QSpinBox(minimum=0, maximum=5000, singleStep=10, value=480),
    QLineEdit("Weir Stout"),
)
fizz, fizz_row = slider("Fizz", 0, 10, 5)
rinse, deposit = QCheckBox("Rinse bottles f&irst"), QCheckBox("&Deposit on label")
deposit.setChecked(True)
fields = {
    "&From": source, "Bottle size": size_box, "&Number of bottles": bottles, "Fizz (0 flat, 10 lively)": fizz_row,
    "Name on &label": label_name, "Best be&fore": best, "": rinse, " ": deposit,
}  # fmt: skip
form = form_page(tabs, "Bottling", fields)
line = row()
push("Start b&ottling", counter("start bottling"), line)
push("&Print labels", counter("print labels"), line)
form.addRow(line)

page, orders = QWidget(), QTreeWidget()
orders.setHeaderLabels(["Customer", "Beer", "Amount", "State"])
orders.setRootIsDecorated(False)
orders.setColumnWidth(0, 240)
orders.addTopLevelItems([QTreeWidgetItem(line) for line in ORDERS])


def on_line(action):
    return lambda *_: [action(item) for item in orders.selectedItems()]


def ask_order(line):
    who, beer, amount = QLineEdit(line[0]), combo(BEERS[1:], line[1]), QLineEdit(line[2])
    return ask("Order", {"&Customer": who, "&Beer": beer, "&Amount": amount}) or []


def new_order(*_):
    line = ask_order(["", "Pale ale", ""])
    if line:
        orders.addTopLevelItem(QTreeWidgetItem([*line, "open"]))


def change(item):
    for n, text in enumerate(ask_order([item.text(n) for n in range(3)])):
        item.setText(n, text)


column, line = QVBoxLayout(page), row()
column.addWidget(orders)
column.addLayout(line)
push("&New order…", new_order, line)
push("&Change…", on_line(change), line)
push("&Packed", on_line(lambda item: item.setText(3, "packed")), line)
push("Deli&vered", on_line(lambda item: item.setText(3, "delivered")), line)
push(
    "&Remove", on_line(lambda item: orders.takeTopLevelItem(orders.indexOfTopLevelItem(item))), line
)
van, driver, form = (
    QCheckBox("Van &loaded"),
    combo(["Josef", "Mina", "Pete"], "Josef"),
    QFormLayout(),
)
form.addRow("&Driver today", driver)
form.addRow(van)
column.addLayout(form)
tabs.addTab(page, "Orders")

menus(
    Brewery={"Brew &log": None, "&Tax report": None},
    Stock={"Count &kegs": None, "Order &hops": None},
)
kept = {
    "from": source,
    "bottles": bottles,
    "fizz": fizz,
    "label": label_name,
    "best before": best,
    "rinse": rinse,
}
kept |= {"deposit": deposit, "van": van, "driver": driver}
for key, field in kept.items():
    keep.add(key, lambda field=field: value_of(field))
keep.add("size", lambda: next(radio.text() for radio in sizes if radio.isChecked()))
lines = [orders.topLevelItem, orders.topLevelItemCount]
keep.add(
    "orders", lambda: [", ".join(lines[0](n).text(c) for c in range(4)) for n in range(lines[1]())]
)
keep.add("selected", lambda: [item.text(0) for item in orders.selectedItems()])
show("Old Weir Brewery", tabs, tabs, {"tanks": 0, "bottling": 1, "orders": 2}[START])
