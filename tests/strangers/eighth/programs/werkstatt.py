# ruff: noqa: B008, PTH105, PTH123, RUF001
"""Auftragsannahme einer Autowerkstatt (Qt)."""

import json
import os
import sys

from PySide6.QtCore import QDate, QLocale, Qt, QTime, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTimeEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

ORDERS = [
    ("WN-KL 402", "Familie Rombach", "Inspektion", "offen"),
    ("S-PT 71", "Bäckerei Vogt", "Bremsen vorne", "in Arbeit"),
    ("ES-AU 1180", "Dr. Malik", "Reifenwechsel", "offen"),
    ("BB-X 9", "Gärtnerei Blum", "Kupplung", "wartet auf Teile"),
]
PARTS = {"Bremse": ["Scheibe", "Belag", "Sattel"], "Motor": ["Ölfilter", "Zündkerze", "Keilriemen"],
         "Licht": ["H7-Lampe", "Rückleuchte"]}  # fmt: skip


class Main(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Auftragsannahme – Autohaus Rettich")
        self.resize(820, 600)
        self.pressed = {}
        self.tabs = QTabWidget()
        self.setCentralWidget(self.tabs)
        self.tabs.addTab(self.order(), "Auftrag")
        self.tabs.addTab(self.list(), "Übersicht")
        self.tabs.addTab(self.parts(), "Ersatzteile")
        self.menus()
        self.statusBar().showMessage("Werkstatt 2, Annahme")
        timer = QTimer(self)
        timer.timeout.connect(self.write)
        timer.start(150)
        self.last = ""

    def hit(self, name):
        return lambda *_: self.pressed.__setitem__(name, self.pressed.get(name, 0) + 1)

    def order(self):
        page, form = QWidget(), QFormLayout()
        self.plate = QLineEdit("WN-KL 402")
        self.km = QSpinBox(maximum=500000, singleStep=100, value=84300, suffix=" km")
        self.day = QDateEdit(QDate(2026, 12, 9), calendarPopup=True)
        self.day.setDisplayFormat("dd.MM.yyyy")
        self.hour = QTimeEdit(QTime(7, 30))
        self.mechanic = QComboBox()
        self.mechanic.addItems(["Kemal Aslan", "Lutz Fehrenbach", "Nele Ohlsen", "noch offen"])
        self.mechanic.setCurrentIndex(3)
        self.reason = QComboBox(editable=True)
        self.reason.addItems(["Inspektion", "Ölwechsel", "Reifenwechsel", "Unfallschaden"])
        self.tank = QSlider(Qt.Horizontal, minimum=0, maximum=8, value=3)
        self.tank.setTickPosition(QSlider.TicksBelow)
        self.loan = QCheckBox("Ersatzwagen gewünscht")
        self.wash = QCheckBox("Wagen nach der Reparatur waschen")
        self.old = QCheckBox("Altteile mitgeben")
        self.wash.setChecked(True)
        box, row = QGroupBox("Abrechnung"), QHBoxLayout()
        self.pay = [QRadioButton(t) for t in ("Kunde", "Versicherung", "Garantie")]
        self.pay[0].setChecked(True)
        for button in self.pay:
            row.addWidget(button)
        box.setLayout(row)
        self.note = QPlainTextEdit("Klappert beim Anfahren.\nSchlüssel liegt im Kasten.")
        for label, widget in (("Kennzeichen", self.plate), ("Kilometerstand", self.km),
                              ("Termin", self.day), ("Uhrzeit", self.hour),
                              ("Monteur", self.mechanic), ("Anlass", self.reason),
                              ("Tankfüllung", self.tank)):  # fmt: skip
            form.addRow(label, widget)
        for widget in (self.loan, self.wash, self.old, box):
            form.addRow(widget)
        form.addRow("Beanstandung", self.note)
        buttons = QHBoxLayout()
        for name in ("Merken", "Blatt leeren", "Arbeitskarte drucken"):
            button = QPushButton(name)
            button.clicked.connect(self.hit(name))
            buttons.addWidget(button)
        form.addRow(buttons)
        page.setLayout(form)
        return page

    def list(self):
        self.table = QTableWidget(len(ORDERS), 4)
        self.table.setHorizontalHeaderLabels(["Kennzeichen", "Kunde", "Arbeit", "Stand"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.Stretch)
        for r, line in enumerate(ORDERS):
            for c, text in enumerate(line):
                self.table.setItem(r, c, QTableWidgetItem(text))
        self.table.setContextMenuPolicy(Qt.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self.context)
        self.urgent = []
        return self.table

    def context(self, point):
        item = self.table.itemAt(point)
        if not item:
            return
        plate = self.table.item(item.row(), 0).text()
        menu = QMenu(self)
        menu.addAction("Als eilig kennzeichnen", lambda: self.urgent.append(plate))
        menu.addAction("Rechnung ansehen", self.hit("Rechnung " + plate))
        more = menu.addMenu("Stand setzen")
        for name in ("fertig", "abgeholt"):
            more.addAction(name, lambda n=name, r=item.row(): self.table.item(r, 3).setText(n))
        menu.popup(self.table.viewport().mapToGlobal(point))

    def parts(self):
        page, box = QWidget(), QHBoxLayout()
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Teil"])
        for group, names in PARTS.items():
            top = QTreeWidgetItem(self.tree, [group])
            for name in names:
                QTreeWidgetItem(top, [name])
        right = QVBoxLayout()
        self.need = QListWidget()
        self.need.setDragDropMode(QAbstractItemView.InternalMove)
        for name in ("Wischerblätter", "Batterie 70 Ah", "Pollenfilter", "Radbolzen"):
            item = QListWidgetItem(name, self.need)
            item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
            item.setCheckState(Qt.Unchecked)
        right.addWidget(QLabel("Auf der Merkliste"))
        right.addWidget(self.need)
        box.addWidget(self.tree)
        box.addLayout(right)
        page.setLayout(box)
        return page

    def menus(self):
        file = self.menuBar().addMenu("&Datei")
        file.addAction("Neuer Auftrag", self.hit("Neuer Auftrag"))
        export = file.addMenu("Ausgeben als")
        for kind in ("PDF", "Tabelle", "Text"):
            export.addAction(kind, self.hit("Ausgeben " + kind))
        view = self.menuBar().addMenu("&Ansicht")
        self.status = view.addAction("Statuszeile", lambda: None)
        self.status.setCheckable(True)
        self.status.setChecked(True)
        self.status.toggled.connect(lambda on: self.statusBar().setVisible(on))
        self.big = view.addAction("Große Schrift")
        self.big.setCheckable(True)
        extra = self.menuBar().addMenu("&Extras")
        extra.addAction("Stundensatz …", self.rate)
        self.hourly = 96

    def rate(self):
        dialog = QDialog(self)
        dialog.setWindowTitle("Stundensatz")
        form = QFormLayout(dialog)
        spin = QSpinBox(minimum=50, maximum=200, value=self.hourly, suffix=" €")
        form.addRow("Stundensatz", spin)
        buttons = QDialogButtonBox()
        ok = buttons.addButton("Übernehmen", QDialogButtonBox.AcceptRole)
        buttons.addButton("Abbrechen", QDialogButtonBox.RejectRole)
        ok.clicked.connect(lambda: setattr(self, "hourly", spin.value()))
        buttons.accepted.connect(dialog.accept)
        buttons.rejected.connect(dialog.reject)
        form.addRow(buttons)
        dialog.open()

    def write(self):
        state = {
            "kennzeichen": self.plate.text(), "km": self.km.value(),
            "termin": self.day.date().toString("dd.MM.yyyy"),
            "uhrzeit": self.hour.time().toString("HH:mm"),
            "monteur": self.mechanic.currentText(), "anlass": self.reason.currentText(),
            "tank": self.tank.value(), "ersatzwagen": self.loan.isChecked(),
            "waschen": self.wash.isChecked(), "altteile": self.old.isChecked(),
            "abrechnung": next(b.text() for b in self.pay if b.isChecked()),
            "beanstandung": self.note.toPlainText(), "offen reiter": self.tabs.tabText(self.tabs.currentIndex()),
            "eilig": self.urgent, "statuszeile": self.status.isChecked(),
            "groß": self.big.isChecked(), "stundensatz": self.hourly,
            "teil": self.tree.currentItem().text(0) if self.tree.currentItem() and self.tree.selectedItems() else "",
            "offen gruppen": [self.tree.topLevelItem(i).text(0) for i in range(3) if self.tree.topLevelItem(i).isExpanded()],
            "merkliste": [self.need.item(i).text() for i in range(self.need.count())],
            "gehakt": [self.need.item(i).text() for i in range(self.need.count()) if self.need.item(i).checkState() == Qt.Checked],
            **{f"{self.table.item(r, 0).text()} {self.table.horizontalHeaderItem(c).text()}": self.table.item(r, c).text()
               for r in range(4) for c in (1, 2, 3)},
            **{"clicks " + k: v for k, v in self.pressed.items()},
        }  # fmt: skip
        text = json.dumps(state, ensure_ascii=False)
        if text != self.last:
            self.last = text
            path = os.environ["STRANGERS_STATE"]
            with open(path + ".neu", "w", encoding="utf-8") as out:
                out.write(text)
            os.replace(path + ".neu", path)


QLocale.setDefault(QLocale(QLocale.German, QLocale.Germany))
app = QApplication(sys.argv[:1])
window = Main()
window.show()
sys.exit(app.exec())
