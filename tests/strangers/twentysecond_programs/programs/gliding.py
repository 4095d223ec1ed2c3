"""The flight sheet of a gliding club: the queue, flights, the field."""

from PySide6.QtWidgets import QFormLayout, QGroupBox, QLabel, QListWidget, QMessageBox, QTabWidget
from qt_parts import START, Desk, Table, column, page, row

GLIDERS = ["K13 - Bluebird", "K21 - Daisy", "Junior", "Astir", "Discus"]
QUEUE = ["Anna Field - Junior", "Raj Patel - Astir", "Tom Weir - K13", "Ilse Groot - Discus"]
FLIGHTS = [
    ["Marek", "K21 - Daisy", "Winch", "10:05", "Landed"],
    ["Philippa", "Discus", "Aerotow", "10:20", "Flying"],
    ["Dylan", "Junior", "Winch", "10:41", "Flying"],
    ["Soraya", "Astir", "Winch", "10:58", "Flying"],
    ["Kofi", "K13 - Bluebird", "Winch", "11:10", "Landed"],
]

desk = Desk("Ridge Gliding - flight sheet")
queue = QListWidget()
queue.setAccessibleName("Waiting to launch")
queue.addItems(QUEUE)
desk.keep.add("queue", lambda: [queue.item(at).text() for at in range(queue.count())])
desk.keep.add("queue chosen", lambda: queue.currentItem().text() if queue.currentItem() else "")
flights = Table(desk, "flight", ["Pilot", "Glider", "Launch", "Time", "State"], FLIGHTS)


def move(by):
    at = queue.currentRow()
    if at >= 0 and 0 <= at + by < queue.count():
        queue.insertItem(at + by, queue.takeItem(at))
        queue.setCurrentRow(at + by)


def leave():
    if queue.currentRow() >= 0:
        queue.takeItem(queue.currentRow())
        queue.setCurrentRow(-1)


def put():
    if pilot.text().strip():
        queue.addItem(f"{pilot.text().strip()} - {glider.currentText().split(' - ')[0]}")
        pilot.clear()
        passenger.clear()


def close_field():
    box = QMessageBox(desk.window)
    box.setWindowTitle("Close the field")
    box.setText("Close the field? No more launches can be made today.")
    yes = box.addButton("Close the field", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Keep flying", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    if box.clickedButton() is yes:
        state.setText("Field: closed")


state = QLabel("Field: open")
desk.keep.add("field", lambda: state.text().removeprefix("Field: "))
waiting = column(
    queue,
    row(
        desk.button("Move up", lambda: move(-1)),
        desk.button("Move down", lambda: move(1)),
        desk.button("Take off the list", leave),
    ),
)
pilot, passenger = desk.line("pilot"), desk.line("passenger")
glider = desk.choice("glider", GLIDERS)
tow = desk.spin("height", 200, 1500, 600, " m", 50)
fields = QFormLayout()
fields.addRow("&Pilot", pilot)
fields.addRow("P&assenger", passenger)
fields.addRow("&Glider", glider)
fields.addRow(
    "Launch", row(*desk.radios("launch", ["Winch", "Aerotow", "Bungee", "Self-launch"], "Winch"))
)
fields.addRow("&Release height", tow)
fields.addRow("&Ballast", desk.spin("ballast", 0, 60, 0, " kg"))
fields.addRow("", desk.check("trial", "Trial lesson"))
fields.addRow("", desk.check("parachute", "Parachutes checked"))
fields.addRow("", desk.check("solo", "First solo"))
fields.addRow("", desk.button("Put on the list", put))
first = row(page(waiting, QGroupBox, "Waiting to launch"), page(fields, QGroupBox, "Next flight"))

lines = column(
    flights,
    row(
        QLabel("Chosen flight:"),
        desk.button("Landed", lambda: flights.change(4, "Landed")),
        desk.button("Landed out", lambda: flights.change(4, "Landed out")),
        desk.button("Delete line", flights.drop),
        None,
        desk.button("Send to the office"),
    ),
    row(QLabel("Remarks of the duty pilot"), desk.line("remarks")),
)

wind = desk.slider("wind", 0, 40, 12, "Wind in knots")
knots = QLabel("12 kt")
wind.valueChanged.connect(lambda value: knots.setText(f"{value} kt"))
runway = QFormLayout()
runway.addRow("Runway in use", row(*desk.radios("runway", ["09", "27", "18", "36"], "27")))
runway.addRow("Wind", row(wind, knots))
runway.addRow("&Surface", desk.choice("surface", ["Dry", "Soft", "Waterlogged", "Frozen"]))
runway.addRow("&Duty pilot", desk.line("duty", "Hamish Reid"))
runway.addRow("&Tug", desk.choice("tug", ["Pawnee", "Robin", "Eurofox", "No tug today"]))
runway.addRow("&Launches so far", desk.spin("launches", 0, 200, 14))
kit = column(
    desk.check("windsock", "Windsock is up", True),
    desk.check("first aid", "First aid box at the bus"),
    desk.check("fire", "Fire extinguisher checked", True),
    desk.check("sheep", "Sheep off the field"),
    desk.check("visitors", "Visitors behind the rope"),
)
third = column(runway, page(kit, QGroupBox, "Before the first launch"), None, state)

tabs = QTabWidget()
for name, layout in (("Launch point", first), ("Flights", lines), ("Field", third)):
    tabs.addTab(page(layout), name)
desk.tabs(tabs, ["launch", "flights", "field"].index(START))
desk.menu("&Sheet", ("Print", None), ("Email to members", None), ("Close the field…", close_field))
desk.menu(
    "&Options",
    ("Sound when a glider lands", "sound", False),
    ("24-hour clock", "clock", True),
    ("Lock old lines", "lock", False),
)
desk.run(tabs)
