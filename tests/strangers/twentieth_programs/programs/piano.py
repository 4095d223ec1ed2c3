"""The round of a piano tuner: customers of the day, the instrument, the visit, the bill."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import QDate, Qt, QTime, QTimer

START = sys.argv[1] if len(sys.argv) > 1 else "morning"
app = W.QApplication(sys.argv)
window = W.QMainWindow(windowTitle="Rossi Piano Tuning - Rounds")
window.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
keep = Keep()
keep.known("Print sheet", "Call customer", "Send bill")
split = W.QSplitter()
window.setCentralWidget(split)
left = W.QWidget()
box = W.QVBoxLayout(left)
label, people = W.QLabel("Today's &round"), W.QListWidget()
label.setBuddy(people)
box.addWidget(label)
box.addWidget(people)
NAMES = [
    "St Luke's Church",
    "Mrs Abernathy",
    "Corner House Hotel",
    "Dario Vance",
    "Music School",
    "Ingrid Sol",
]
line = W.QHBoxLayout()
box.addLayout(line)
up, down, drop = W.QPushButton("Move &up"), W.QPushButton("Move &down"), W.QPushButton("Remove...")
for button in (up, down, drop):
    line.addWidget(button)
stop = W.QPushButton("&Add stop...")
box.addWidget(stop)
split.addWidget(left)


def shift(by):
    row = people.currentRow()
    if row >= 0 and 0 <= row + by < people.count():
        people.insertItem(row + by, people.takeItem(row))
        people.setCurrentRow(row + by)


up.clicked.connect(lambda: shift(-1))
down.clicked.connect(lambda: shift(1))
asked = W.QMessageBox(window)
asked.setWindowTitle("Remove stop")
yes = asked.addButton("Remove", W.QMessageBox.ButtonRole.AcceptRole)
asked.addButton("Keep", W.QMessageBox.ButtonRole.RejectRole)
asked.buttonClicked.connect(lambda pressed: pressed is yes and people.takeItem(people.currentRow()))
naming = W.QInputDialog(window, windowTitle="Add stop", labelText="Name of the customer:")


def ask():
    if people.currentRow() >= 0:
        asked.setText(f"Take {people.currentItem().text()} off the round?")
        asked.open()


def add(text):
    W.QListWidgetItem(text, people).setCheckState(Qt.CheckState.Unchecked)


for customer in NAMES:
    add(customer)
drop.clicked.connect(ask)
stop.clicked.connect(naming.open)
naming.textValueSelected.connect(add)
tabs = W.QTabWidget()
split.addWidget(tabs)
split.setSizes([330, 570])
pitch, temper, damp = (
    W.QSpinBox(minimum=415, maximum=446, value=440, suffix=" Hz"),
    W.QComboBox(),
    W.QSlider(Qt.Orientation.Horizontal, maximum=100, value=45),
)
temper.addItems(["Equal", "Valotti", "Werckmeister III", "Meantone", "Pythagorean"])
maker, strings = W.QLineEdit(), W.QSpinBox(maximum=230)
checks = [
    W.QCheckBox(text)
    for text in ("Pedals &oiled", "&Hammers voiced", "Key tops &cleaned", "Moth treatment")
]
remarks = W.QPlainTextEdit()
day, hour, length = (
    W.QDateEdit(QDate(2027, 3, 9), calendarPopup=True, displayFormat="dd/MM/yyyy"),
    W.QTimeEdit(QTime(9, 30), displayFormat="HH:mm"),
    W.QComboBox(),
)
length.addItems(["45 minutes", "1 hour", "1 hour 30", "2 hours", "Half a day"])
remind, parking, key = W.QButtonGroup(), W.QCheckBox("Parking at the &door"), W.QLineEdit()
reminders = W.QHBoxLayout()
for text in ("Phone", "Text message", "Postcard", "None"):
    remind.addButton(W.QRadioButton(text))
    reminders.addWidget(remind.buttons()[-1])
call, send = (
    W.QPushButton("Ca&ll customer", clicked=lambda: keep.count("Call customer")),
    W.QPushButton("&Send bill", clicked=lambda: keep.count("Send bill")),
)
fee, miles, pay, paid = (
    W.QDoubleSpinBox(maximum=900, prefix="£ ", value=95),
    W.QSpinBox(maximum=300, value=12),
    W.QComboBox(),
    W.QCheckBox("&Paid"),
)
pay.addItems(["Cash", "Card", "Bank transfer", "Cheque"])
PAGES = {
    "Instrument": [("&Maker:", maker), ("Pi&tch:", pitch), ("T&emperament:", temper), ("Room h&umidity:", damp),
                   ("&Broken strings:", strings), *(("", check) for check in checks), ("&Remarks:", remarks)],
    "Visit": [("Next &visit:", day), ("T&ime:", hour), ("Le&ngth:", length), ("Reminder by:", reminders),
              ("", parking), ("&Key is with:", key), ("", call)],
    "Bill": [("&Fee:", fee), ("M&iles driven:", miles), ("Pa&yment:", pay), ("", paid), ("", send)],
}  # fmt: skip
for title, rows in PAGES.items():
    page = W.QWidget()
    form = W.QFormLayout(page)
    tabs.addTab(page, title)
    for row in rows:
        form.addRow(*row)
menu = window.menuBar().addMenu("&Round")
menu.addAction("&Print sheet").triggered.connect(lambda: keep.count("Print sheet"))
menu.addAction(
    "&Reverse order",
    lambda: [
        people.insertItem(n, people.takeItem(people.count() - 1)) for n in range(people.count())
    ],
)
menu = window.menuBar().addMenu("&Options")
options = {
    text: menu.addAction(text)
    for text in ("Metric units", "Sound when done", "Show prices with tax")
}
for text, action in options.items():
    action.setCheckable(True)
    keep.add(text, action.isChecked)
maker.setText({"morning": "Bechstein", "visit": "Yamaha", "bill": "Blüthner"}[START])
remind.buttons()[2].setChecked(True)
tabs.setCurrentIndex({"morning": 0, "visit": 1, "bill": 2}[START])
people.setCurrentRow({"morning": 0, "visit": 3, "bill": 1}[START])
if START == "bill":
    people.item(0).setCheckState(Qt.CheckState.Checked)
    options["Show prices with tax"].setChecked(True)
for check in (*checks, parking, paid):
    keep.add(check.text().replace("&", ""), check.isChecked)
items = lambda: [people.item(row) for row in range(people.count())]  # noqa: E731
keep.reads |= {
    "round": lambda: [item.text() for item in items()],
    "done": lambda: [item.text() for item in items() if item.checkState() == Qt.CheckState.Checked],
    "selected": lambda: people.currentItem().text() if people.currentItem() else "",
    "tab": lambda: tabs.tabText(tabs.currentIndex()), "maker": maker.text, "pitch": pitch.value,
    "temperament": temper.currentText, "humidity": damp.value, "strings": strings.value,
    "remarks": remarks.toPlainText, "date": lambda: day.date().toString("yyyy-MM-dd"),
    "time": lambda: hour.time().toString("HH:mm"), "length": length.currentText, "key": key.text,
    "remind": lambda: remind.checkedButton().text(), "fee": fee.value, "miles": miles.value,
    "pay": pay.currentText, "asked": asked.isVisible, "naming": naming.isVisible,
}  # fmt: skip
timer = QTimer(interval=100, timeout=keep.write)
timer.start()
window.resize(900, 640)
window.show()
sys.exit(app.exec())
