"""The front desk of a tattoo studio."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import Qt, QTime, QTimer

DIARY = """10:30 | Marisol Peña | Kenji | waiting
12:00 | Dave Hatch | Roz | waiting
13:15 | Priya Nair | Kenji | waiting
15:00 | Linus Berg | Roz | waiting
16:45 | Chloe Amato | Otto | waiting""".splitlines()
INKS = {"Lining black": 6, "Brick red": 2, "Teal": 4, "Bone white": 1, "Mustard": 3}
start = sys.argv[1] if len(sys.argv) > 1 else "diary"
app = W.QApplication(sys.argv)
keep = Keep()
keep.known("Open till", "Order supplies")
window = W.QMainWindow(windowTitle="Black Heron Tattoo")
tabs = W.QTabWidget(tabPosition=W.QTabWidget.West)
window.setCentralWidget(tabs)


def choice(*texts):
    box = W.QComboBox()
    box.addItems(texts)
    return box


def push(text, call):
    return W.QPushButton(text, clicked=lambda: call())


page = W.QWidget()
down = W.QVBoxLayout(page)
diary = W.QTableWidget(0, 4, editTriggers=W.QAbstractItemView.NoEditTriggers)
diary.setHorizontalHeaderLabels(["Time", "Client", "Artist", "State"])
diary.setSelectionBehavior(W.QAbstractItemView.SelectRows)
diary.setColumnWidth(1, 220)
for y, visit in enumerate(DIARY):
    diary.insertRow(y)
    for x, text in enumerate(visit.split(" | ")):
        diary.setItem(y, x, W.QTableWidgetItem(text))
down.addWidget(diary)
line = W.QHBoxLayout()


def mark(text, x=3):
    if diary.currentRow() >= 0:
        diary.item(diary.currentRow(), x).setText(text)


def move():
    if diary.currentRow() < 0:
        return
    box = W.QDialog(window, windowTitle="Change appointment")
    form = W.QFormLayout(box)
    time, artist = W.QTimeEdit(displayFormat="HH:mm"), choice("Kenji", "Otto", "Roz")
    time.setTime(QTime.fromString(diary.item(diary.currentRow(), 0).text(), "HH:mm"))
    artist.setCurrentText(diary.item(diary.currentRow(), 2).text())
    ends = W.QDialogButtonBox(W.QDialogButtonBox.Save | W.QDialogButtonBox.Cancel)
    ends.accepted.connect(box.accept)
    ends.rejected.connect(box.reject)
    for row in (("&Time:", time), ("&Artist:", artist), (ends,)):
        form.addRow(*row)
    if box.exec():
        mark(time.time().toString("HH:mm"), 0)
        mark(artist.currentText(), 2)


for text, call in (("Checked in", lambda: mark("here")), ("Did not come", lambda: mark("no-show")),
                   ("Remove", lambda: diary.removeRow(diary.currentRow())), ("Change…", move)):  # fmt: skip
    line.addWidget(push(text, call))
down.addLayout(line)
tabs.addTab(page, "Diary")

quote = W.QWidget()
form = W.QFormLayout(quote)
client, place = (
    W.QLineEdit(),
    choice("Forearm", "Upper arm", "Shoulder", "Back", "Ribs", "Calf", "Ankle"),
)
wide, told = (
    W.QSlider(Qt.Horizontal, minimum=2, maximum=30, value=10, pageStep=4),
    W.QLabel("10 cm"),
)
wide.valueChanged.connect(lambda value: told.setText(f"{value} cm"))
group = W.QGroupBox("Style")
beside = W.QHBoxLayout(group)
styles = [W.QRadioButton(name) for name in ("Fine line", "Blackwork", "Traditional", "Watercolour")]
[beside.addWidget(style) for style in styles]
styles[0].click()
cover, adult = W.QCheckBox("Covers up an &old tattoo"), W.QCheckBox("Proof of age &seen")
money, wish = W.QSpinBox(maximum=500, value=50, singleStep=10, prefix="£ "), W.QPlainTextEdit()
for row in (("&Client:", client), ("&Placement:", place), ("&Width:", wide), ("", told), (group,), (cover,),
            (adult,), ("&Deposit:", money), ("What they &want:", wish)):  # fmt: skip
    form.addRow(*row)
tabs.addTab(quote, "Quote")

shelf = W.QWidget()
grid = W.QGridLayout(shelf)
stock = {}
for y, (ink, count) in enumerate(INKS.items()):
    stock[ink] = W.QSpinBox(maximum=50, value=count, suffix=" bottles", accessibleName=ink)
    grid.addWidget(W.QLabel(ink), y, 0)
    grid.addWidget(stock[ink], y, 1)
asked = {name: W.QCheckBox(name) for name in ("Needles", "Gloves", "Cling film", "Green soap")}
for y, check in enumerate(asked.values()):
    grid.addWidget(check, y, 2)
urgent = W.QCheckBox("It is urgent")
grid.addWidget(urgent, 5, 1)
grid.addWidget(push("Order supplies", lambda: keep.count("Order supplies")), 5, 2)
tabs.addTab(shelf, "Supplies")

menu = window.menuBar().addMenu("&Studio")
walk, tunes = menu.addAction("Take &walk-ins"), menu.addAction("&Music")
[action.setCheckable(True) for action in (walk, tunes)]
walk.setChecked(start != "shelf")
menu.addAction("Open &till", lambda: keep.count("Open till"))
tabs.setCurrentIndex({"diary": 0, "quote": 1, "shelf": 2}[start])
if start == "quote":
    client.setText("Linus Berg")
    wish.setPlainText("A heron in reeds")


def visits():
    return [" | ".join(diary.item(y, x).text() for x in range(4)) for y in range(diary.rowCount())]


for key, read in {
    "diary": visits, "client": client.text, "placement": place.currentText, "width": wide.value, "deposit": money.value,
    "style": lambda: next(s.text() for s in styles if s.isChecked()), "cover up": cover.isChecked, "age": adult.isChecked,
    "wish": wish.toPlainText, "urgent": urgent.isChecked, "walk-ins": walk.isChecked, "music": tunes.isChecked,
    **{ink: box.value for ink, box in stock.items()}, **{name: box.isChecked for name, box in asked.items()},
}.items():  # fmt: skip
    keep.add(key, read)
QTimer(window, interval=100, timeout=keep.write).start()
window.resize(900, 640)
window.show()
window.raise_()
sys.exit(app.exec())
