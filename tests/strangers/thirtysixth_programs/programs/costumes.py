"""A costume hire: the wardrobe, a new hire, what comes back."""

import sys

from PySide6.QtWidgets import (
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QToolBox,
)
from qt_help import (
    across,
    area,
    big,
    button,
    check,
    choice,
    date,
    down,
    go,
    holding,
    keep,
    line,
    money,
    plain,
    put,
    radios,
)

TITLE = "Thimble Costume Hire"
COSTUMES = [
    ("Anne Boleyn gown", "Tudor", "M", "A1", 35),
    ("Highwayman coat", "Georgian", "L", "B2", 28),
    ("Governess dress", "Victorian", "S", "B6", 24),
    ("Chimney sweep", "Victorian", "L", "B7", 14),
    ("Flapper dress", "1920s", "M", "C1", 18),
    ("Gangster suit", "1920s", "XL", "C3", 26),
    ("Moon explorer", "Space age", "L", "D5", 40),
]
BACK = {
    "Beaumont": [("Top hat", 0), ("Waistcoat", 0), ("Cane", 0), ("Frock coat", 0), ("Spats", 0)],
    "Okafor": [("Cloak", 0), ("Half mask", 0), ("Lace collar", 0), ("Ball gown", 0)],
    "St Mary's School": [("Angel wings", 0), ("Shepherd robe", 0), ("Donkey head", 0)],
}


def wardrobe():
    box = QToolBox()
    periods = {p: check(p, f"Period {p}") for p in dict.fromkeys(c[1] for c in COSTUMES)}
    box.addItem(holding(down(*periods.values(), None)), "Period")
    sizes = radios("Size", ["Any", "S", "M", "L", "XL"], "Any")
    box.addItem(holding(down(*sizes, None)), "Size")
    states = ("Needs mending", "Out on hire", "At the cleaner's")
    box.addItem(holding(down(*[check(text) for text in states], None)), "Hide")
    box.setFixedWidth(210)
    keep.add("Section", lambda: box.itemText(box.currentIndex()))
    search, names, pages = QLineEdit(), QListWidget(), QStackedWidget()
    search.setPlaceholderText("Search costumes")
    search.setClearButtonEnabled(True)
    keep.add("Search", lambda: plain(search.text()))
    for name, period, size, rail, price in COSTUMES:
        names.addItem(name)
        form = QFormLayout()
        form.setContentsMargins(20, 8, 8, 8)
        form.setVerticalSpacing(12)
        form.addRow(big(name))
        form.addRow(QLabel(f"{period} · size {size}"))
        form.addRow("Rail", line(f"{name}: rail", rail))
        form.addRow("Price per day", money(f"{name}: price per day", price))
        made = ["Wool", "Velvet", "Cotton", "Silk", "Mixed"]
        form.addRow("Fabric", choice(f"{name}: fabric", made, "Mixed"))
        form.addRow("", check("Show in the shop window", f"{name}: shop window"))
        form.addRow(button("Reserve", f"Reserve {name}"))
        form.addRow(button("Send to cleaning", f"Send to cleaning {name}"))
        form.addRow(button("Retire", f"Retire {name}"))
        pages.addWidget(holding(form))

    def sift():
        wanted = {p for p, box in periods.items() if box.isChecked()}
        size = next(one.text() for one in sizes if one.isChecked())
        for row, costume in enumerate(COSTUMES):
            fits = not wanted or costume[1] in wanted
            fits = fits and size in ("Any", costume[2])
            names.item(row).setHidden(not fits or search.text().lower() not in costume[0].lower())

    search.textChanged.connect(sift)
    for one in (*periods.values(), *sizes):
        one.toggled.connect(sift)
    names.currentRowChanged.connect(pages.setCurrentIndex)
    names.setCurrentRow(0)
    names.setStyleSheet("QListWidget::item {padding: 8px;}")
    keep.add("Row", lambda: names.currentItem().text())
    go(holding(across(box, down(search, names), pages)), f"{TITLE} – Wardrobe", 960, 520)


def hire():
    who = QFormLayout()
    known = ["Beaumont Players", "Dina Okafor", "St Mary's School", "Rex Tolliver"]
    who.addRow("Customer", choice("Customer", known, "", editable=True))
    kinds = ["Party", "Theatre", "Wedding", "School play", "Film"]
    who.addRow("Occasion", choice("Occasion", kinds, "Party"))
    who.addRow("Costume", choice("Costume", [c[0] for c in COSTUMES], "Flapper dress"))
    when = QFormLayout()
    when.addRow("Collected on", date("Collected on", "2026-06-26"))
    when.addRow("Due back on", date("Due back on", "2026-06-29"))
    when.addRow("Deposit", money("Deposit", 40))
    when.addRow("", check("Damage insurance"))
    extras, chips, add = ["Wig", "Gloves", "Fan"], QHBoxLayout(), QLineEdit()
    add.setPlaceholderText("Another extra")
    keep.add("Extras", lambda: ", ".join(plain(one) for one in extras))
    keep.add("Another extra", lambda: plain(add.text()))

    def show():
        while chips.count():
            old = chips.takeAt(0).widget()
            if old:
                old.deleteLater()
        for one in extras:
            chip = QPushButton(f"{one}  ×")
            chip.setStyleSheet("border-radius: 12px; background: #dbe7d4; padding: 5px 12px;")
            chip.clicked.connect(lambda _=False, one=one: (extras.remove(one), show()))
            chips.addWidget(chip)
        chips.addStretch(1)

    def added():
        if add.text().strip():
            extras.append(add.text().strip())
            add.clear()
            show()

    plus = QPushButton("Add")
    plus.clicked.connect(added)
    add.returnPressed.connect(added)
    show()
    boxes = []
    for title, layout in (("Who and what", who), ("When and how much", when)):
        boxes.append(QGroupBox(title))
        boxes[-1].setLayout(layout)
    more = QGroupBox("Extras")
    more.setLayout(down(chips, across(add, plus)))
    ways = QGroupBox("Delivery")
    handed = ["Collect in the shop", "Courier", "Our own van"]
    ways.setLayout(across(*radios("Delivery", handed, "Our own van"), None))
    layout = down(big("New hire"), across(*boxes), more, ways, "Alterations")
    put(layout, area("Alterations", "", 56))
    put(layout, across(None, button("Cancel"), button("Confirm hire")))
    go(holding(layout), f"{TITLE} – New hire", 820, 600)


def returns():
    tabs = QTabWidget()
    for number, (name, items) in enumerate(BACK.items(), 2041):
        grid = QGridLayout()
        grid.setVerticalSpacing(12)
        for column, text in enumerate(("Item", "", "Condition", "Charge")):
            head = QLabel(text)
            head.setStyleSheet("color: #667; font-weight: 600;")
            grid.addWidget(head, 0, column)
        for row, (item, charge) in enumerate(items, 1):
            states = ["Good", "Stained", "Torn", "Missing"]
            parts = (
                QLabel(item),
                check("Returned", f"{item}: returned"),
                choice(f"{item}: condition", states, "Good"),
                money(f"{item}: charge", charge),
            )
            for column, part in enumerate(parts):
                grid.addWidget(part, row, column)
        grid.setColumnStretch(0, 1)
        end = across(
            button("Text customer", f"Text customer {name}"), None,
            button("Keep deposit", f"Keep deposit {name}"),
            button("Release deposit", f"Release deposit {name}"),
        )  # fmt: skip
        layout = down(grid, "Remarks", area(f"{name}: remarks", "", 70), None, end)
        tabs.addTab(holding(layout), f"{number} {name}")
    keep.add("Tab", lambda: list(BACK)[tabs.currentIndex()])
    top = across(big("Returns today"), None, button("Print slips"), button("Scan barcode"))
    go(holding(down(top, tabs)), f"{TITLE} – Returns", 780, 560)


{"wardrobe": wardrobe, "hire": hire, "returns": returns}[sys.argv[1]]()
