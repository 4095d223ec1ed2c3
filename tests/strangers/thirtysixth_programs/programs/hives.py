"""A beekeeper's book: an inspection, the apiaries, the harvest."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QLabel,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QToolBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
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
    radios,
    slider,
    spin,
    time,
)

TITLE = "Hive Book"
SITES = {
    "Orchard": ["Orchard 1", "Orchard 2"],
    "Chapel field": ["Chapel 1", "Chapel 2", "Chapel 3"],
    "Home garden": ["Nucleus A", "Nucleus B", "Observation hive"],
}
COLOURS = ["Unmarked", "White", "Yellow", "Red", "Green", "Blue"]
BATCHES = [
    ("S-01", "Spring blossom", "24.0", "17.8", True),
    ("S-02", "Oilseed rape", "31.5", "18.2", True),
    ("S-03", "Hawthorn", "12.2", "17.5", False),
    ("S-04", "Linden", "27.4", "18.0", False),
    ("S-05", "Heather", "16.0", "19.1", False),
    ("S-06", "Late garden", "9.8", "18.6", False),
]


def counter(name, now):
    shown = QLabel(str(now))
    shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
    shown.setFixedWidth(36)
    shown.setStyleSheet("font-size: 14pt;")
    less, more = QToolButton(), QToolButton()
    for made, sign, step in ((less, "−", -1), (more, "+", 1)):
        made.setText(sign)
        made.setFixedSize(34, 30)
        made.clicked.connect(
            lambda _=False, step=step: shown.setText(str(max(0, int(shown.text()) + step)))
        )
    keep.add(name, shown.text)
    return less, shown, more


def boxed(title, layout):
    made = QGroupBox(title)
    made.setLayout(layout)
    return made


def inspection():
    head = across(
        "Hive", choice("Hive", [hive for hives in SITES.values() for hive in hives], "Chapel 1"),
        "Date", date("Date", "2026-06-12", "d MMMM yyyy"),
        "Started at", time("Started at", "14:00"), None,
    )  # fmt: skip
    frames = QGridLayout()
    for row, (name, now) in enumerate((("Brood", 5), ("Stores", 3), ("Pollen", 1), ("Empty", 2))):
        frames.addWidget(QLabel(name), row, 0)
        for column, part in enumerate(counter(f"{name} frames", now), 1):
            frames.addWidget(part, row, column)
    seen = down(
        *[
            check(text)
            for text in ("Queen", "Eggs", "Larvae", "Queen cells", "Varroa", "Chalkbrood")
        ]
    )
    sky = down(*radios("Weather", ["Sunny", "Overcast", "Windy", "Showers"], "Overcast"), None)
    temper = across("Gentle", slider("Temper", 1, 5, 2), "Fierce")
    drugs = ["None", "Oxalic acid", "Formic acid", "Thymol"]
    rest = QFormLayout()
    rest.addRow("Treatment", choice("Treatment", drugs, "None"))
    rest.addRow("Notes", area("Notes", "", 70))
    layout = down(
        head,
        across(boxed("Frames", frames), boxed("Seen", seen), boxed("Weather", sky)),
        boxed("Temper", temper),
        rest,
        across(button("Add photo"), None, button("Clear form"), button("Save inspection")),
    )
    go(holding(layout), f"{TITLE} – Inspection", 840, 600)


def apiaries():
    tree, pages, place = QTreeWidget(), QStackedWidget(), {}
    tree.setHeaderLabels(["Apiary", "Hives"])
    tree.setColumnWidth(0, 210)
    states = ["Strong", "Building up", "Weak", "Queenless", "Lost"]
    for site, hives in SITES.items():
        branch = QTreeWidgetItem(tree, [site, str(len(hives))])
        branch.setExpanded(site != "Home garden")
        for hive in hives:
            form = QFormLayout()
            form.setContentsMargins(24, 16, 24, 16)
            form.setVerticalSpacing(13)
            form.addRow(big(hive))
            form.addRow("Status", choice(f"{hive}: status", states, "Strong"))
            form.addRow("Queen marked", choice(f"{hive}: queen marked", COLOURS, "Unmarked"))
            form.addRow("Queen hatched in", spin(f"{hive}: queen hatched in", 2018, 2030, 2024))
            form.addRow("Supers", spin(f"{hive}: supers", 0, 6, 1))
            form.addRow("", check("Entrance reducer fitted", f"{hive}: entrance reducer", True))
            form.addRow("Next job", line(f"{hive}: next job", hint="What has to be done"))
            form.addRow(
                across(button("Move…", f"Move {hive}"), button("Split", f"Split {hive}"), None)
            )
            place[hive] = pages.addWidget(holding(form))
            item = QTreeWidgetItem(branch, [hive, ""])
            if hive == "Orchard 1":
                tree.setCurrentItem(item)
    keep.add("Row", lambda: tree.currentItem().text(0))
    tops = [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]
    keep.add("Open", lambda: ", ".join(top.text(0) for top in tops if top.isExpanded()))
    tree.currentItemChanged.connect(
        lambda item: pages.setCurrentIndex(place.get(item.text(0), pages.currentIndex()))
    )
    split = QSplitter()
    split.addWidget(tree)
    split.addWidget(pages)
    split.setSizes([300, 560])
    layout = down(across(button("New apiary"), button("New hive"), None, button("Print list")))
    layout.addWidget(split)
    go(holding(layout), f"{TITLE} – Apiaries", 900, 540)


def harvest():
    window = QMainWindow()
    bar = QToolBar()
    bar.setMovable(False)
    for text in ("Add batch", "Remove batch", "Export list"):
        keep.known(text)
        bar.addAction(text).triggered.connect(lambda _=False, text=text: keep.count(text))
    window.addToolBar(bar)
    table = QTableWidget(len(BATCHES), 5)
    table.setHorizontalHeaderLabels(["Batch", "Honey", "Weight (kg)", "Water (%)", "Jarred"])
    table.verticalHeader().hide()
    fixed = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def number(item):
        text = item.text().replace("kg", "").replace("%", "").replace(",", ".").strip()
        try:
            return f"{float(text):.1f}"
        except ValueError:
            return text

    for row, (batch, honey, weight, water, jarred) in enumerate(BATCHES):
        for column, text in enumerate((batch, honey, weight, water, "")):
            item = QTableWidgetItem(text)
            table.setItem(row, column, item)
            if column in (0, 1):
                item.setFlags(fixed)
            elif column == 4:
                item.setFlags(fixed | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if jarred else Qt.CheckState.Unchecked)
                keep.add(f"{honey}: jarred", lambda i=item: i.checkState() == Qt.CheckState.Checked)
            else:
                key = f"{honey}: {'weight' if column == 2 else 'water'}"
                keep.add(key, lambda i=item: number(i))
        table.setRowHeight(row, 38)
    table.setColumnWidth(1, 190)
    keep.add("Row", table.currentRow)
    window.setCentralWidget(table)
    form = QFormLayout()
    kinds = ["Spring blossom", "Linden", "Heather", "Mixed flower"]
    form.addRow("Name on label", choice("Name on label", kinds, "Spring blossom", editable=True))
    form.addRow("Jar size", choice("Jar size", ["227 g", "340 g", "454 g", "1 kg"], "454 g"))
    form.addRow("Copies", spin("Copies", 1, 500, 24))
    form.addRow("Best before", date("Best before", "2028-06-30"))
    form.addRow("", check("Print batch number", on=True))
    form.addRow("", check("Print QR code"))
    form.addRow(button("Print labels"))
    dock = QDockWidget("Label printer")
    inner = QWidget()
    inner.setLayout(form)
    dock.setWidget(inner)
    dock.setMinimumWidth(300)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.statusBar().showMessage("6 batches · 120.9 kg this year")
    go(window, f"{TITLE} – Harvest", 980, 480)


{"inspection": inspection, "apiaries": apiaries, "harvest": harvest}[sys.argv[1]]()
