"""The diary of a physiotherapy practice."""

from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialogButtonBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
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

PAGE = {"morning": 0, "patient": 1, "setup": 2}[START]
ROWS = [
    ["08:30", "Walter Finch", "Ines", "Room 1", "expected"],
    ["09:00", "Amira Said", "Paul", "Room 2", "expected"],
    ["09:30", "June Tolley", "Ines", "Room 1", "expected"],
    ["10:15", "Ben Okoro", "Dorothy", "Gym", "expected"],
    ["11:00", "Lena Vogt", "Paul", "Room 2", "expected"],
]
if START != "morning":
    ROWS[0][4], ROWS[1][4] = "arrived", "arrived"

tabs = QTabWidget()
day = QTableWidget(len(ROWS), 5)
day.setHorizontalHeaderLabels(["Time", "Patient", "Therapist", "Room", "Status"])
day.setSelectionBehavior(QAbstractItemView.SelectRows)
day.setSelectionMode(QAbstractItemView.SingleSelection)
day.setEditTriggers(QAbstractItemView.NoEditTriggers)
day.horizontalHeader().setStretchLastSection(True)
for y, line in enumerate(ROWS):
    for x, text in enumerate(line):
        day.setItem(y, x, QTableWidgetItem(text))
day.setColumnWidth(1, 220)


def mark(text):
    def act(*_):
        if day.selectedItems():
            day.item(day.currentRow(), 4).setText(text)

    return act


def move(*_):
    if not day.selectedItems():
        return
    y = day.currentRow()
    time = combo(
        ["08:30", "09:00", "09:30", "10:15", "11:00", "13:30", "14:00", "15:30"],
        day.item(y, 0).text(),
    )
    who = combo(["Ines", "Paul", "Dorothy"], day.item(y, 2).text())
    room = combo(["Room 1", "Room 2", "Gym"], day.item(y, 3).text())
    texts = ask(
        "Move appointment",
        {"&New time": time, "&Therapist": who, "&Room": room},
        QDialogButtonBox.Ok,
    )
    for text, x in zip(texts or [], (0, 2, 3), strict=False):
        day.item(y, x).setText(text)


today = QWidget()
column, line = QVBoxLayout(today), row()
column.addWidget(day)
column.addLayout(line)
push("Chec&k in", mark("arrived"), line)
push("Did not &come", mark("missed"), line)
push("&Move…", move, line)
push("C&ancel appointment", mark("cancelled"), line)
tabs.addTab(today, "Today")

name, mobile, notes = QLineEdit("Ben Okoro"), QLineEdit("07700 900142"), QPlainTextEdit()
insurer = combo(["Pays himself", "Northcare", "Bluebridge", "Health service"])
part = combo(["Shoulder", "Back", "Hip", "Knee", "Ankle"], "Knee")
side = [QRadioButton(text) for text in ("Left", "Right", "Both")]
side[1].setChecked(True)
pain, pain_row = slider("Pain", 0, 10, 6)
sessions = QSpinBox(minimum=1, maximum=20, value=6)
crutches, consent = QCheckBox("Walks with cr&utches"), QCheckBox("Consent form &signed")
home = {
    text: QCheckBox(text) for text in ("Heel raises", "Wall squats", "Step-ups", "Balance board")
}
home["Heel raises"].setChecked(True)
sides = QWidget()
sides.setLayout(row(*side))
fields = {
    "&Name": name, "Mo&bile": mobile, "&Insurance": insurer, "Body &part": part, "Side": sides, "Pain (0 to 10)": pain_row,
    "S&essions": sessions, "": crutches, " ": consent, "Exercises at home": row(*home.values()), "N&otes": notes,
}  # fmt: skip
form = form_page(tabs, "Patient", fields)
line = row()
push("Print &letter to doctor", counter("letter"), line)
form.addRow(line)

how, hours = (
    combo(["Text message", "E-mail", "Phone call", "None"]),
    QSpinBox(minimum=1, maximum=72, value=24),
)
opening, sender = combo(["07:30", "08:00", "08:30"], "08:00"), QLineEdit("Marlow Physio")
late, music = QCheckBox("&Charge for missed appointments"), QCheckBox("M&usic in the waiting room")
music.setChecked(True)
fields = {
    "&Reminder by": how,
    "&Hours before": hours,
    "&Signed": sender,
    "Doors &open at": opening,
    "": late,
    " ": music,
}
form_page(tabs, "Practice", fields)

menus(
    Diary={"&Print today": None, "&Lunch break": None},
    Tools={"&Order towels": None, "&Back up": None},
)
keep.add("selected", lambda: day.currentRow() if day.selectedItems() else -1)
for y, line in enumerate(ROWS):
    keep.add(line[1], lambda y=y: " ".join(day.item(y, x).text() for x in (0, 2, 3, 4)))
kept = {
    "name": name,
    "mobile": mobile,
    "insurance": insurer,
    "part": part,
    "pain": pain,
    "sessions": sessions,
}
kept |= {"crutches": crutches, "consent": consent, "notes": notes, "reminder": how, "hours": hours}
kept |= {"signed": sender, "opening": opening, "charge": late, "music": music} | home
for key, field in kept.items():
    keep.add(key, lambda field=field: value_of(field))
keep.add("side", lambda: next(radio.text() for radio in side if radio.isChecked()))
show("Marlow Physio Diary", tabs, tabs, PAGE)
