"""A Qt order form with many kinds of widgets; it writes what they hold to a file."""

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

MENUS = {
    "&File": ["&New Order", "&Open...", "&Save", "Save &As...", "&Print..."],
    "&Edit": ["&Undo", "&Copy Order", "C&lear All"],
    "&View": ["[]Show &Toolbar", "[x]Show &Status Bar"],
    "&Help": ["&Contents", "&About"],
}


class Window(QMainWindow):
    """The order form: three tabs and a menu bar."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Order Desk")
        self.resize(760, 560)
        self.fields = {}
        self.clicks = {}
        self.answers = []
        self.last = None
        self.tabs = QTabWidget()
        self.tabs.addTab(self._customer(), "Customer")
        self.tabs.addTab(self._items(), "Items")
        self.tabs.addTab(self._delivery(), "Delivery")
        self.setCentralWidget(self.tabs)
        names = [self.tabs.tabText(i) for i in range(self.tabs.count())]
        self.tabs.setCurrentIndex(names.index(start) if start in names else 0)
        self._menus()
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(self.write)
        self.timer.start()

    def count(self, name):
        self.clicks[name] = self.clicks.get(name, 0) + 1

    def _button(self, text, then=None):
        button = QPushButton(text)
        button.clicked.connect(lambda: (self.count(text), then() if then else None))
        return button

    def pop_up(self, title, text, buttons):
        box = QMessageBox(self)
        box.setWindowTitle(title)
        box.setText(text)
        box.setStandardButtons(buttons)
        box.finished.connect(
            lambda code: self.answers.append(f"{title}: {QMessageBox.StandardButton(code).name}")
        )
        box.open()

    def _menus(self):
        for menu_text, entries in MENUS.items():
            menu = self.menuBar().addMenu(menu_text)
            for entry in entries:
                text = entry.lstrip("[]x")
                plain = text.replace("&", "")
                action = QAction(text, self)
                if entry.startswith("["):
                    action.setCheckable(True)
                    action.setChecked(entry.startswith("[x"))
                    self.fields[plain] = action.isChecked
                if plain == "About":
                    action.triggered.connect(
                        lambda: self.pop_up("About", "Order Desk 1.0", QMessageBox.Ok)
                    )
                action.triggered.connect(lambda _=False, plain=plain: self.count("menu " + plain))
                menu.addAction(action)
            if menu_text == "&File":
                recent = menu.addMenu("&Recent")
                for name in ("Order 17", "Order 18"):
                    recent.addAction(name, lambda name=name: self.count("menu " + name))

    def _customer(self):
        page = QWidget()
        form = QFormLayout(page)
        for name in ("First name", "Last name", "E-mail", "Phone"):
            edit = QLineEdit()
            self.fields[name] = edit.text
            form.addRow(name + ":", edit)
        title = QComboBox()
        title.addItems(["(none)", "Ms", "Mr", "Dr"])
        self.fields["Title"] = title.currentText
        form.addRow("Title:", title)
        city = QComboBox(editable=True)
        city.addItems(["Berlin", "Lyon", "Oslo", "Porto"])
        self.fields["City"] = city.currentText
        form.addRow("City:", city)
        row = QHBoxLayout()
        for name in ("Private", "Company", "Public office"):
            radio = QRadioButton(name)
            radio.setChecked(name == "Private")
            self.fields[name] = radio.isChecked
            row.addWidget(radio)
        form.addRow("Kind:", row)
        for name, on in (("Send newsletter", True), ("Pays by invoice", False)):
            box = QCheckBox(name)
            box.setChecked(on)
            self.fields[name] = box.isChecked
            form.addRow(box)
        notes = QPlainTextEdit()
        notes.setMaximumHeight(90)
        self.fields["Notes"] = notes.toPlainText
        form.addRow("Notes:", notes)
        row = QHBoxLayout()
        row.addWidget(self._button("Save customer"))
        row.addWidget(
            self._button(
                "Delete customer",
                lambda: self.pop_up(
                    "Delete", "Delete this customer?", QMessageBox.Yes | QMessageBox.No
                ),
            )
        )
        row.addWidget(self._button("Check"))
        form.addRow(row)
        return page

    def _items(self):
        page = QWidget()
        box = QVBoxLayout(page)
        box.addWidget(QLabel("Articles (several can be chosen)"))
        articles = QListWidget()
        articles.setSelectionMode(QAbstractItemView.ExtendedSelection)
        articles.addItems(["Stapler", "Paper A4", "Envelopes", "Pencils", "Folders", "Toner"])
        articles.itemDoubleClicked.connect(lambda item: self.count("double " + item.text()))
        rows = [articles.item(i) for i in range(articles.count())]
        self.fields["Articles"] = lambda: [row.text() for row in rows if row.isSelected()]
        box.addWidget(articles)
        tree = QTreeWidget()
        tree.setHeaderLabel("Catalogue")
        for group, names in (("Office", ["Chairs", "Desks"]), ("Kitchen", ["Cups", "Plates"])):
            node = QTreeWidgetItem([group])
            tree.addTopLevelItem(node)
            for name in names:
                node.addChild(QTreeWidgetItem([name]))
            self.fields["open " + group] = node.isExpanded
        self.fields["Catalogue"] = lambda: [i.text(0) for i in tree.selectedItems()]
        box.addWidget(tree)
        form = QFormLayout()
        quantity = QSpinBox(minimum=1, maximum=500)
        self.fields["Quantity"] = quantity.value
        form.addRow("Quantity:", quantity)
        box.addLayout(form)
        box.addWidget(self._button("Add to order"))
        return page

    def _delivery(self):
        page = QWidget()
        form = QFormLayout(page)
        date = QDateEdit(QDate(2024, 5, 1))
        date.setDisplayFormat("yyyy-MM-dd")
        date.setCalendarPopup(True)
        self.fields["Delivery date"] = lambda: date.date().toString("yyyy-MM-dd")
        form.addRow("Delivery date:", date)
        slider = QSlider(Qt.Horizontal, minimum=0, maximum=100)
        self.fields["Discount"] = slider.value
        form.addRow("Discount:", slider)
        code = QLineEdit()
        self.fields["Voucher code"] = code.text
        form.addRow("Voucher code:", code)
        express = QCheckBox("Express delivery")
        self.fields["Express delivery"] = express.isChecked
        form.addRow(express)
        form.addRow(
            self._button(
                "Place order",
                lambda: self.pop_up(
                    "Confirm", "Place the order now?", QMessageBox.Ok | QMessageBox.Cancel
                ),
            )
        )
        return page

    def write(self):
        state = {name: read() for name, read in self.fields.items()}
        state |= {"clicks " + name: number for name, number in self.clicks.items()}
        state["tab"] = self.tabs.tabText(self.tabs.currentIndex())
        state["answers"] = self.answers
        modal = QApplication.activeModalWidget()
        state["dialog"] = modal.windowTitle() if modal else ""
        text = json.dumps(state)
        if text != self.last:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text)
            path.with_suffix(".new").replace(path)
            self.last = text


def main():
    app = QApplication(sys.argv)
    window = Window("".join(sys.argv[1:]))
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
