"""The job cards of a rope maker: a list on the left, the card on the right."""

import sys

from keep import Keep
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QGroupBox,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListWidget,
    QMainWindow,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from qtbits import Form, menu, run

CARD = {
    "material": "Hemp",
    "thickness": 20,
    "length": 50,
    "strands": "3 strands",
    "lay": "Right-handed",
    "tarred": False,
    "eye": False,
    "twist": 4,
    "remark": "",
    "state": "Waiting",
}
JOBS = {
    "Anchor warp": CARD | {"thickness": 36, "length": 80, "tarred": True},
    "Bell rope": CARD | {"thickness": 18, "length": 25, "material": "Flax", "remark": "red sally"},
    "Gym climbing rope": CARD | {"thickness": 38, "length": 6, "eye": True, "state": "Running"},
    "Tug of war": CARD | {"thickness": 32, "length": 36, "material": "Manila"},
    "Washing line": CARD | {"thickness": 6, "length": 200, "material": "Cotton"},
}
STARTS = {"early": "Anchor warp", "bell": "Bell rope", "rush": "Washing line"}


class Window(QMainWindow):
    def __init__(self, start, keep):
        super().__init__()
        self.setWindowTitle("Ropewalk - Job Cards")
        self.keep, self.current = keep, STARTS[start]
        self.cards = {name: dict(card) for name, card in JOBS.items()}
        split = QSplitter()
        split.addWidget(self.left())
        split.addWidget(self.right())
        split.setSizes([300, 600])
        self.setCentralWidget(split)
        menu(
            self,
            "&Job",
            [
                ("&New job...", self.new, "Ctrl+N"),
                ("&Delete job", self.delete, None),
                None,
                ("&Print card", lambda: keep.count("print card"), "Ctrl+P"),
            ],
        )
        hall = menu(self, "&Workshop", [])
        for text, key, on in (
            ("Hall lights", "lights", start != "early"),
            ("Dust extractor", "extractor", False),
        ):
            action = QAction(text, self, checkable=True, checked=on)
            hall.addAction(action)
            keep.add(key, action.isChecked)
        keep.known("print card")
        keep.add(
            "jobs", lambda: [self.list.item(number).text() for number in range(self.list.count())]
        )
        keep.add("job", lambda: self.current)
        for name in JOBS:
            for key in CARD:
                keep.add(f"{name}: {key}", lambda name=name, key=key: self.read(name, key))
        self.list.setCurrentRow(list(JOBS).index(self.current))
        self.load()
        self.list.currentTextChanged.connect(self.changed)

    def left(self):
        side = QWidget()
        column = QVBoxLayout(side)
        column.addWidget(QLabel("Open jobs"))
        self.list = QListWidget()
        self.list.addItems(list(JOBS))
        column.addWidget(self.list)
        new = QPushButton("New job...")
        new.clicked.connect(self.new)
        column.addWidget(new)
        return side

    def right(self):
        self.box, self.form = QGroupBox(self.current), Form(CARD)
        form = self.form
        form.choice("&Material:", "material", ["Hemp", "Manila", "Sisal", "Cotton", "Flax"])
        form.number("&Thickness:", "thickness", 4, 80, " mm")
        form.number("&Length:", "length", 1, 400, " m")
        form.radios("Strands:", "strands", ["3 strands", "4 strands"])
        form.choice("La&y:", "lay", ["Right-handed", "Left-handed", "Braided"])
        form.check("Tarre&d", "tarred")
        form.check("Spliced &eye at one end", "eye")
        form.slider("T&wist:", "twist", 1, 10)
        form.text("&Remark:", "remark")
        self.state = QLabel("Waiting")
        form.addRow("State:", self.state)
        form.reads["state"], form.sets["state"] = self.state.text, self.state.setText
        line = QHBoxLayout()
        for text, state in (("&Start", "Running"), ("Pa&use", "Paused"), ("&Finished", "Finished")):
            button = QPushButton(text)
            button.clicked.connect(lambda _, state=state: self.state.setText(state))
            line.addWidget(button)
        form.addRow(line)
        self.box.setLayout(form)
        return self.box

    def read(self, name, key):
        return self.form.reads[key]() if name == self.current else self.cards[name][key]

    def load(self):
        self.box.setTitle(self.current)
        for key, put in self.form.sets.items():
            put(self.cards[self.current][key])

    def changed(self, name):
        self.cards[self.current] = {key: read() for key, read in self.form.reads.items()}
        self.current = name
        self.load()

    def new(self):
        name, good = QInputDialog.getText(self, "New job", "Name of the job:")
        if good and name.strip() and name not in self.cards:
            self.cards[name] = dict(CARD)
            self.list.addItem(name)
            self.list.setCurrentRow(self.list.count() - 1)

    def delete(self):
        if self.list.count() > 1:
            self.list.takeItem(self.list.currentRow())


app = QApplication(sys.argv[:1])
kept = Keep()
run(app, Window(sys.argv[1], kept), kept)
