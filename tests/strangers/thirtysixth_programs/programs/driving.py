"""A driving school: the diary of a day, the record of a pupil, the cars."""

import sys

from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QFrame,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolBar,
)
from qt_help import (
    across,
    area,
    big,
    button,
    check,
    choice,
    date,
    digits,
    down,
    go,
    holding,
    keep,
    line,
    put,
    radios,
    slider,
    spin,
    time,
)

TITLE = "Clearway Driving School"
TEACHERS = ["Paul Whitby", "Denise Kerr", "Sanjay Rao"]
LESSONS = [
    ("08:30", "Megan Price", "Parallel parking", "Station Road"),
    ("10:00", "Tariq Aziz", "Mock test", "College gate"),
    ("11:30", "Ellie Sumner", "Dual carriageway", "14 Beech Close"),
    ("13:45", "Owen Hardy", "First lesson", "Leisure centre"),
    ("15:00", "Grace Ndlovu", "Roundabouts", "Town hall steps"),
    ("16:30", "Luca Romano", "Hill starts", "3 Mill Terrace"),
]
SKILLS = [
    ("Roundabouts", 2),
    ("Parallel parking", 3),
    ("Hill starts", 1),
    ("Emergency stop", 4),
    ("Dual carriageway", 2),
    ("Independent driving", 1),
]
CARS = [
    ("Blue Corsa", "KX21 LPD", "Manual", "41,208 miles", "Paul Whitby", 70),
    ("Red Fiesta", "YD19 RTW", "Manual", "63,950 miles", "Denise Kerr", 35),
    ("White Yaris", "BN23 AHO", "Automatic", "18,477 miles", "Nobody", 90),
    ("Silver Polo", "FG17 ZUE", "Manual", "88,031 miles", "Sanjay Rao", 20),
    ("Grey Leaf", "OV24 MJC", "Automatic", "9,612 miles", "Denise Kerr", 55),
]


def menu_action(menu, text, on=None):
    action = menu.addAction(text)
    if on is None:
        keep.known(text)
        action.triggered.connect(lambda: keep.count(text))
    else:
        action.setCheckable(True)
        action.setChecked(on)
        keep.add(text, action.isChecked)


def diary():
    window = QMainWindow()
    files = window.menuBar().addMenu("File")
    menu_action(files, "Print diary")
    menu_action(files, "Export to spreadsheet")
    days = window.menuBar().addMenu("Diary")
    menu_action(days, "Lock this day", on=False)
    menu_action(days, "Show mileage", on=False)
    bar = QToolBar()
    bar.setMovable(False)
    window.addToolBar(bar)
    for text in ("New lesson", "Block out time", "Text all pupils"):
        menu_action(bar, text)
    bar.addSeparator()
    bar.addWidget(QLabel("Instructor  "))
    bar.addWidget(choice("Instructor", TEACHERS, "Paul Whitby"))

    day = date("Date", "2026-05-07", "ddd d MMM yyyy")
    day.setMinimumWidth(150)
    back, on = QPushButton("‹ Previous day"), QPushButton("Next day ›")
    back.clicked.connect(lambda: day.setDate(day.date().addDays(-1)))
    on.clicked.connect(lambda: day.setDate(day.date().addDays(1)))
    table = QTableWidget(len(LESSONS), 6)
    table.setHorizontalHeaderLabels(["Time", "Pupil", "Lesson", "Pick-up", "Status", ""])
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    for row, lesson in enumerate(LESSONS):
        for column, text in enumerate((*lesson, "Booked")):
            table.setItem(row, column, QTableWidgetItem(text))
        cell = QHBoxLayout()
        cell.setContentsMargins(4, 2, 4, 2)
        for text, status in (("Done", "Done"), ("Cancel", "Cancelled"), ("Text", None)):

            def then(row=row, status=status):
                if status:
                    table.item(row, 4).setText(status)

            cell.addWidget(button(text, f"{text} {lesson[1]}", then))
        table.setCellWidget(row, 5, holding(cell))
        table.setRowHeight(row, 46)
    for column, width in enumerate((70, 170, 190, 180, 110)):
        table.setColumnWidth(column, width)
    table.horizontalHeader().setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)
    lunch = across("Lunch from", time("Lunch from", "12:30"), "to", time("Lunch to", "13:15"), None)
    views = radios("View", ["Day", "Week", "Month"], "Day")
    window.setCentralWidget(
        holding(down(across(back, day, on, None, *views), table, across(lunch, "6 lessons today")))
    )
    go(window, f"{TITLE} – Diary", 1080, 560)


def pupil():
    form = QFormLayout()
    form.addRow("Mobile", line("Mobile", "07700 900236", digits))
    form.addRow("Email", line("Email", "g.ndlovu@postbox.example", digits))
    form.addRow("Usual instructor", choice("Usual instructor", TEACHERS, "Denise Kerr"))
    form.addRow("Gearbox", across(*radios("Gearbox", ["Manual", "Automatic"], "Manual"), None))
    form.addRow("Hours left", spin("Hours left", 0, 60, 4))
    form.addRow("", check("Theory test passed"))
    form.addRow("", check("Eyesight checked", on=True))
    form.addRow(
        "Practical test",
        across(date("Practical test date", "2026-07-15"), time("Practical test time", "11:00")),
    )
    form.addRow("Pick-up place", area("Pick-up place", "Town hall steps", 64))
    left = QGroupBox("Pupil")
    left.setLayout(form)
    grid = QGridLayout()
    grid.setVerticalSpacing(18)
    for row, (skill, level) in enumerate(SKILLS):
        one = slider(skill, 0, 5, level)
        number = QLabel(f"{level} / 5")
        one.valueChanged.connect(lambda value, number=number: number.setText(f"{value} / 5"))
        for column, part in enumerate((QLabel(skill), one, number)):
            grid.addWidget(part, row, column)
    right = QGroupBox("Progress")
    right.setLayout(grid)
    end = across(None, button("Send report"), button("Discard"), button("Save"))
    layout = down(big("Grace Ndlovu"), "Pupil no. 1187 · since January 2026")
    put(layout, across(left, right), end)
    go(holding(layout), f"{TITLE} – Pupil", 960, 560)


def fleet():
    chips = QButtonGroup()
    top = QHBoxLayout()
    for text in ("All", "Manual", "Automatic"):
        chip = QPushButton(text)
        chip.setCheckable(True)
        chip.setChecked(text == "All")
        chip.setStyleSheet(
            "QPushButton {border: 1px solid #678; border-radius: 13px; padding: 5px 16px;}"
            "QPushButton:checked {background: #2b6ca3; color: white;}"
        )
        chips.addButton(chip)
        top.addWidget(chip)
    keep.add("Filter", lambda: chips.checkedButton().text())
    put(top, None, "Sort by", choice("Sort by", ["Name", "Mileage", "Next MOT"], "Name"))
    cards, grid = [], QGridLayout()
    for place, (name, plate, gears, miles, driver, fuel) in enumerate(CARS):
        card = QFrame()
        card.setObjectName("card")
        card.setStyleSheet("#card {background: white; border: 1px solid #bbc; border-radius: 8px;}")
        level = QProgressBar()
        level.setValue(fuel)
        level.setFormat("%p % full")
        who = choice(f"{name}: driver", ["Nobody", *TEACHERS], driver)
        parts = down(
            big(name, 13), f"{plate} · {gears}", miles, level, across("Driver", who),
            check("Off the road", f"{name}: off the road"),
            across(
                button("Book service", f"Book service {name}"),
                button("Log fuel", f"Log fuel {name}"),
            ),
        )  # fmt: skip
        card.setLayout(parts)
        cards.append((gears, card))
        grid.addWidget(card, place // 3, place % 3)
    chips.buttonClicked.connect(
        lambda chip: [card.setVisible(chip.text() in ("All", gears)) for gears, card in cards]
    )
    go(holding(down(top, grid, None)), f"{TITLE} – Cars", 1000, 590)


{"diary": diary, "pupil": pupil, "fleet": fleet}[sys.argv[1]]()
