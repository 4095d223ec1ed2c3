"""A print shop's desk (Qt): the lay-out of a flyer, the queue of the press, the archive of orders."""

import json, os, sys
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import *

START = sys.argv[1]
app = QApplication(sys.argv)
app.setStyle("Fusion")
read, S = {}, {}


def save():
    text = json.dumps({**S, **{k: f() for k, f in read.items()}}, ensure_ascii=False)
    if text != save.last:
        save.last = text
        path = os.environ["STRANGERS_STATE"]
        with open(path + ".new", "w") as out:
            out.write(text)
        os.replace(path + ".new", path)


save.last = None


def layout():
    win = QWidget()
    win.setWindowTitle("Print Desk - Flyer")
    win.resize(820, 580)
    lay = QHBoxLayout(win)
    tools = QToolBox()

    def page(name, rows):
        w = QWidget()
        f = QFormLayout(w)
        for label, widget in rows:
            f.addRow(label, widget)
        tools.addItem(w, name)

    def spin(key, value, top, suffix=""):
        s = QSpinBox()
        s.setRange(0, top)
        s.setValue(value)
        s.setSuffix(suffix)
        read[key] = s.value
        return s

    def box(key, items):
        b = QComboBox()
        b.addItems(items)
        read[key] = b.currentText
        return b

    def tick(key, text, on=False):
        b = QCheckBox(text)
        b.setChecked(on)
        read[key] = b.isChecked
        return b

    page(
        "Paper",
        [
            ("Format", box("format", ["A4", "A5", "A6", "DIN long"])),
            ("Weight", box("weight", ["90 g", "135 g", "170 g", "250 g"])),
            ("Copies", spin("copies", 250, 9999)),
            ("", tick("recycled", "Recycled paper")),
            ("", tick("both sides", "Print on both sides", True)),
        ],
    )
    hexa = QLineEdit("#224466")
    read["hex"] = hexa.text
    pick = QPushButton("Pick...")

    def choose():
        dlg = QColorDialog(QColor(hexa.text()), win)
        dlg.setOption(QColorDialog.DontUseNativeDialog)
        dlg.setWindowTitle("Main colour")
        dlg.colorSelected.connect(lambda c: hexa.setText(c.name()))
        dlg.open()

    pick.clicked.connect(choose)
    row = QWidget()
    rl = QHBoxLayout(row)
    rl.setContentsMargins(0, 0, 0, 0)
    rl.addWidget(hexa)
    rl.addWidget(pick)
    sl = QSlider(Qt.Horizontal)
    sl.setRange(0, 100)
    sl.setValue(40)
    sl.setAccessibleName("Ink strength")
    read["ink"] = sl.value
    lab = QLabel("40 %")
    sl.valueChanged.connect(lambda v: lab.setText(f"{v} %"))
    ink = QWidget()
    il = QHBoxLayout(ink)
    il.setContentsMargins(0, 0, 0, 0)
    il.addWidget(sl)
    il.addWidget(lab)
    page("Colour", [("Main colour", row), ("Ink strength", ink), ("", tick("grey", "Greyscale"))])
    page(
        "Finish",
        [
            ("Fold", box("fold", ["none", "half", "letter fold", "zigzag"])),
            ("Punch holes", spin("holes", 0, 4)),
            ("", tick("lacquer", "Matt lacquer")),
        ],
    )
    read["section"] = lambda: tools.itemText(tools.currentIndex())
    lay.addWidget(tools, 1)
    right = QVBoxLayout()
    head = QLineEdit("Spring sale")
    read["heading"] = head.text
    right.addWidget(QLabel("Heading"))
    right.addWidget(head)
    bar = QHBoxLayout()
    al = QButtonGroup(win)
    for name in ("Left", "Centre", "Right"):
        b = QToolButton()
        b.setText({"Left": "⇤", "Centre": "↔", "Right": "⇥"}[name])
        b.setToolTip("Align: " + name.lower())
        b.setAccessibleName("Align " + name.lower())
        b.setCheckable(True)
        b.setChecked(name == "Left")
        b.setProperty("n", name)
        al.addButton(b)
        bar.addWidget(b)
    bar.addStretch()
    read["align"] = lambda: al.checkedButton().property("n")
    right.addLayout(bar)
    right.addWidget(QLabel("Text"))
    text = QTextEdit()
    text.setPlainText("All shrubs reduced.\nOpen on Sunday.\nFree parking behind the hall.")
    read["text"] = text.toPlainText
    right.addWidget(text)
    right.addWidget(QLabel("Small print"))
    small = QLineEdit()
    read["small print"] = small.text
    right.addWidget(small)
    lay.addLayout(right, 1)
    return win


def queue():
    win = QWidget()
    win.setWindowTitle("Print Desk - Press queue")
    win.resize(760, 540)
    lay = QHBoxLayout(win)
    lst = QListWidget()
    lst.addItems(
        [
            "Menus Café Lindo",
            "Posters theatre",
            "Business cards Brandt",
            "Calendar savings bank",
            "Labels honey",
        ]
    )
    lst.setDragDropMode(QListWidget.InternalMove)
    names = lambda: [lst.item(i).text() for i in range(lst.count())]
    read["queue"] = names
    S.update({"hurried": [], "stopped": False, "press": "idle", "dialog": ""})
    lst.setContextMenuPolicy(Qt.CustomContextMenu)

    def menu(pos):
        item = lst.itemAt(pos)
        if not item:
            return
        m = QMenu(win)
        m.addAction("Hurry", lambda: S.update(hurried=[*S["hurried"], item.text()]))
        m.addAction("Print twice", lambda: lst.insertItem(lst.row(item) + 1, item.text() + " (2)"))
        m.addAction("Send to the end", lambda: lst.addItem(lst.takeItem(lst.row(item))))
        m.popup(lst.viewport().mapToGlobal(pos))

    lst.customContextMenuRequested.connect(menu)
    lay.addWidget(lst, 1)
    right = QVBoxLayout()

    def shift(d):
        r = lst.currentRow()
        if r >= 0 and 0 <= r + d < lst.count():
            it = lst.takeItem(r)
            lst.insertItem(r + d, it)
            lst.setCurrentItem(it)

    for text, d in (("▲", -1), ("▼", 1)):
        b = QPushButton(text)
        b.setToolTip("Earlier" if d < 0 else "Later")
        b.setAccessibleName(b.toolTip())
        b.clicked.connect(lambda _=0, d=d: shift(d))
        right.addWidget(b)
    hold = QPushButton("Hold the queue")
    hold.setCheckable(True)
    right.addWidget(hold)
    read["held"] = hold.isChecked
    note = QPushButton("Note for the night shift...")

    def ask():
        dlg = QDialog(win)
        dlg.setWindowTitle("Night shift")
        v = QVBoxLayout(dlg)
        t = QLineEdit()
        v.addWidget(QLabel("What should they know?"))
        v.addWidget(t)
        bb = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        bb.accepted.connect(lambda: (S.update(note=t.text()), dlg.accept()))
        bb.rejected.connect(dlg.reject)
        v.addWidget(bb)
        dlg.finished.connect(lambda *_: S.update(dialog=""))
        S["dialog"] = "Night shift"
        dlg.open()

    note.clicked.connect(ask)
    S["note"] = ""
    right.addWidget(note)
    warm = QPushButton("Warm up the press")
    bar = QProgressBar()
    bar.setVisible(False)
    bar.setValue(0)
    proof = QPushButton("Print a proof")
    proof.setEnabled(False)
    S["proofs"] = 0
    proof.clicked.connect(lambda: S.update(proofs=S["proofs"] + 1))
    t = QTimer(win)

    def tick():
        bar.setValue(min(100, bar.value() + 10))
        if bar.value() >= 100:
            t.stop()
            S["press"] = "ready"
            proof.setEnabled(True)

    t.timeout.connect(tick)
    warm.clicked.connect(lambda: (bar.setVisible(True), S.update(press="warming"), t.start(300)))
    for w in (warm, bar, proof):
        right.addWidget(w)
    ink = QListWidget()
    ink.setSelectionMode(QListWidget.MultiSelection)
    ink.addItems(["Cyan", "Magenta", "Yellow", "Black", "Gold"])
    right.addWidget(QLabel("Inks to refill"))
    right.addWidget(ink)
    read["inks"] = lambda: sorted(i.text() for i in ink.selectedItems())
    right.addStretch()
    lay.addLayout(right, 1)
    return win


def archive():
    win = QMainWindow()
    win.setWindowTitle("Print Desk - Archive")
    win.resize(860, 560)
    m = win.menuBar().addMenu("Orders")
    S.update({"menu": "", "folder": "2025"})
    m.addAction("Mark all as read", lambda: S.update(menu="read"))
    sub = m.addMenu("Year")
    for y in ("2023", "2024", "2025"):
        sub.addAction(y, lambda y=y: S.update(folder=y))
    body = QWidget()
    v = QVBoxLayout(body)
    top = QHBoxLayout()
    find = QLineEdit()
    find.setPlaceholderText("Filter customers")
    top.addWidget(find)
    kind = QComboBox()
    kind.addItems(["All kinds", "Flyers", "Books", "Posters"])
    top.addWidget(kind)
    v.addLayout(top)
    table = QTableWidget(0, 5)
    table.setHorizontalHeaderLabels(["Order", "Customer", "Kind", "Remark", "Keep"])
    rows = [
        ("5102", "Rowing club", "Flyers"),
        ("5107", "City museum", "Books"),
        ("5110", "Bakery Lenz", "Posters"),
        ("5114", "Dr. Achebe", "Flyers"),
        ("5121", "Opera friends", "Posters"),
    ]
    for r, row in enumerate(rows):
        table.insertRow(r)
        for c, t in enumerate(row):
            it = QTableWidgetItem(t)
            it.setFlags(it.flags() & ~Qt.ItemIsEditable)
            table.setItem(r, c, it)
        table.setItem(r, 3, QTableWidgetItem(""))
        k = QTableWidgetItem()
        k.setFlags(Qt.ItemIsUserCheckable | Qt.ItemIsEnabled)
        k.setCheckState(Qt.Unchecked)
        table.setItem(r, 4, k)
        find_row = lambda n=row[0]: next(
            i for i in range(table.rowCount()) if table.item(i, 0).text() == n
        )
        read["remark " + row[0]] = lambda f=find_row: table.item(f(), 3).text()
        read["keep " + row[0]] = lambda f=find_row: table.item(f(), 4).checkState() == Qt.Checked
    table.setSortingEnabled(True)
    table.horizontalHeader().setSortIndicator(0, Qt.AscendingOrder)
    read["order"] = lambda: [table.item(i, 1).text() for i in range(table.rowCount())]
    read["filter"] = find.text
    read["kind"] = kind.currentText
    find.textChanged.connect(
        lambda t: [
            table.setRowHidden(i, t.lower() not in table.item(i, 1).text().lower())
            for i in range(table.rowCount())
        ]
    )
    v.addWidget(table)
    pg = QHBoxLayout()
    lab = QLabel("Page 1 of 6")
    S["page"] = 1

    def go(n):
        S["page"] = min(6, max(1, n))
        lab.setText(f"Page {S['page']} of 6")

    for t, f in (
        ("«", lambda: 1),
        ("‹", lambda: S["page"] - 1),
        ("›", lambda: S["page"] + 1),
        ("»", lambda: 6),
    ):
        b = QPushButton(t)
        b.setToolTip(
            {"«": "First page", "‹": "Previous page", "›": "Next page", "»": "Last page"}[t]
        )
        b.setMaximumWidth(40)
        b.clicked.connect(lambda _=0, f=f: go(f()))
        pg.addWidget(b)
    pg.insertWidget(2, lab)
    pg.addStretch()
    v.addLayout(pg)
    win.setCentralWidget(body)
    return win


window = {"layout": layout, "queue": queue, "archive": archive}[START]()
window.show()
timer = QTimer()
timer.timeout.connect(save)
timer.start(150)
sys.exit(app.exec())
