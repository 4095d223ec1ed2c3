"""The day desk of an ice rink."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import Qt, QTimer

SESSIONS = """09:00 | Early birds | Lena | 40 | Open
11:00 | Parents and toddlers | Joris | 60 | Open
14:30 | Figure class | Amal | 25 | Open
19:00 | Disco on ice | Lena | 150 | Open""".splitlines()
LOANS = [
    "Size 37 – Mrs Holt",
    "Size 44 – Tom Breck",
    "Size 35 – Ada Okafor",
    "Size 42 – Yusuf Demir",
]
STARTS = {"morning": (0, -5, False), "match": (1, -7, False), "quiet": (2, -5, True)}
tab, temperature, loud = STARTS[sys.argv[1] if len(sys.argv) > 1 else "morning"]
app = W.QApplication(sys.argv)
keep = Keep()
keep.known("Print rota", "Send out the resurfacer")
window = W.QMainWindow(windowTitle="Frostgate Ice Rink")
tabs = W.QTabWidget()
window.setCentralWidget(tabs)
said = []


def choice(*texts):
    box = W.QComboBox()
    box.addItems(texts)
    return box


def announce():
    box = W.QDialog(window, windowTitle="Announcement")
    form = W.QFormLayout(box)
    words, often = W.QLineEdit(), choice("Once", "Twice", "Every ten minutes")
    ends = W.QDialogButtonBox(W.QDialogButtonBox.Ok | W.QDialogButtonBox.Cancel)
    ends.accepted.connect(box.accept)
    ends.rejected.connect(box.reject)
    for row in (("&Message:", words), ("&Read out:", often), (ends,)):
        form.addRow(*row)
    if box.exec():
        said.append(f"{words.text()} | {often.currentText()}")


menu = window.menuBar().addMenu("&Rink")
menu.addAction("&Announcement…", announce)
menu.addAction("&Print rota", lambda: keep.count("Print rota"))
view = window.menuBar().addMenu("&View")
night, clock = view.addAction("&Night colours"), view.addAction("Large &clock")
[action.setCheckable(True) for action in (night, clock)]
ice = W.QWidget()
rows = W.QFormLayout(ice)
cold = W.QSlider(
    Qt.Horizontal, minimum=-9, maximum=-3, tickPosition=W.QSlider.TicksBelow, pageStep=1
)
shown = W.QLabel()
cold.valueChanged.connect(lambda value: shown.setText(f"{value} °C"))
cold.setValue(temperature)
thick = W.QSpinBox(minimum=10, maximum=60, value=34, suffix=" mm")
smooth = choice("After every session", "After every second session", "Twice a day")
for row in (
    ("Ice &temperature:", cold),
    ("", shown),
    ("Ice t&hickness:", thick),
    ("Re&surface:", smooth),
):
    rows.addRow(*row)
group = W.QGroupBox("Rink is set up for")
beside = W.QHBoxLayout(group)
uses = [W.QRadioButton(name) for name in ("Public skating", "Figure skating", "Ice hockey")]
[beside.addWidget(use) for use in uses]
uses[0].click()
lights, music = W.QCheckBox("&Barrier lights"), W.QCheckBox("&Music on the speakers", checked=loud)
out = W.QPushButton(
    "Send out the resurfacer", clicked=lambda: keep.count("Send out the resurfacer")
)
for part in (group, lights, music, out):
    rows.addRow(part)
tabs.addTab(ice, "Ice")
page = W.QWidget()
form = W.QFormLayout(page)
table = W.QTableWidget(len(SESSIONS), 5, editTriggers=W.QAbstractItemView.NoEditTriggers)
table.setHorizontalHeaderLabels(["Time", "Session", "Steward", "Places", "Status"])
table.setSelectionBehavior(W.QAbstractItemView.SelectRows)
table.setSelectionMode(W.QAbstractItemView.SingleSelection)
for y, session in enumerate(SESSIONS):
    for x, text in enumerate(session.split(" | ")):
        table.setItem(y, x, W.QTableWidgetItem(text))
form.addRow(table)
steward, places = choice("Amal", "Joris", "Lena", "Rhys", "Wanda"), W.QSpinBox(maximum=200)
status = choice("Open", "Full", "Cancelled")
for x, name, part in ((2, "S&teward:", steward), (3, "&Places:", places), (4, "St&atus:", status)):
    form.addRow(name, part)
    put = part.setValue if x == 3 else part.setCurrentText
    turn = int if x == 3 else str
    table.currentCellChanged.connect(
        lambda *_, put=put, turn=turn, x=x: put(turn(table.item(table.currentRow(), x).text()))
    )
    take = lambda value, x=x: table.item(table.currentRow(), x).setText(str(value))  # noqa: E731
    (part.valueChanged if x == 3 else part.currentTextChanged).connect(take)
table.selectRow(0)
tabs.addTab(page, "Sessions")
hire = W.QWidget()
form = W.QFormLayout(hire)
loans = W.QListWidget(toolTip="Tick a pair when it has come back")
form.addRow(W.QLabel("Skates that are out (tick a pair when it has come back)"))
form.addRow(loans)
name, size, penguin = (
    W.QLineEdit(),
    choice(*map(str, range(34, 48))),
    W.QCheckBox("With a pen&guin"),
)


def hand(text):
    W.QListWidgetItem(text, loans).setCheckState(Qt.Unchecked)
    name.clear()
    size.setCurrentIndex(0)
    penguin.setChecked(False)


for loan in LOANS:
    hand(loan)
for row in (("&Name:", name), ("Si&ze:", size), (penguin,)):
    form.addRow(*row)
line = lambda: f"Size {size.currentText()} – {name.text()}" + " + penguin" * penguin.isChecked()  # noqa: E731
form.addRow(W.QPushButton("Hand out", clicked=lambda: hand(line())))
tabs.addTab(hire, "Skate hire")
tabs.setCurrentIndex(tab)
sheet = lambda: [" | ".join(table.item(y, x).text() for x in range(5)) for y in range(4)]  # noqa: E731
pair = lambda i: ("back: " if i.checkState() == Qt.Checked else "out: ") + i.text()  # noqa: E731
for key, read in {
    "temperature": cold.value, "thickness": thick.value, "resurface": smooth.currentText, "lights": lights.isChecked,
    "music": music.isChecked, "penguin": penguin.isChecked, "hire name": name.text, "hire size": size.currentText,
    "set up for": lambda: next(u.text() for u in uses if u.isChecked()), "night colours": night.isChecked,
    "sessions": sheet, "large clock": clock.isChecked, "announcements": lambda: list(said),
    "skates": lambda: [pair(loans.item(y)) for y in range(loans.count())],
}.items():  # fmt: skip
    keep.add(key, read)
QTimer(window, interval=100, timeout=keep.write).start()
window.resize(900, 640)
window.show()
window.raise_()
sys.exit(app.exec())
