"""The sheet of an oyster grower: beds, orders, water."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtGui import QAction
from qtbits import Form, append, chosen, menu, run, table, texts

BEDS = [
    ("North Creek", 120, "Medium", "2 May"),
    ("Gull Bank", 85, "Large", "28 April"),
    ("Old Pier", 60, "Small", "30 April"),
    ("Mussel Point", 140, "Medium", "25 April"),
]
WATER = {"temperature": 14, "salinity": 31, "closed": False, "note": ""}
ORDER = {
    "customer": "",
    "grade": "No. 3",
    "dozens": 5,
    "packing": "Wooden basket",
    "seaweed": True,
    "delivery": "Collected here",
}
ORDERS = [
    "Harbour Grill: 20 doz No. 2",
    "Hotel Astoria: 12 doz No. 3",
    "Fish stall Ahern: 8 doz No. 4",
]
STARTS = {
    "morning": (WATER, ORDER, 0),
    "orders": (WATER, ORDER | {"customer": "The Lantern", "dozens": 6}, 1),
    "newbed": (WATER | {"temperature": 17, "closed": True, "note": "Algae warning"}, ORDER, 0),
}


class Window(Qw.QMainWindow):
    def __init__(self, start, keep):
        super().__init__()
        self.setWindowTitle("Oyster Beds - Grower's Sheet")
        water, order, page = STARTS[start]
        self.keep, self.dialog = keep, None
        self.tabs = Qw.QTabWidget()
        self.tabs.addTab(self.beds_page(water), "Beds")
        self.tabs.addTab(self.orders_page(order), "Orders")
        self.tabs.setCurrentIndex(page)
        self.setCentralWidget(self.tabs)
        menu(
            self,
            "&Sheet",
            [
                ("New &bed...", self.new_bed, "Ctrl+N"),
                None,
                ("&Save sheet", lambda: keep.count("save sheet"), "Ctrl+S"),
                ("Print &labels", lambda: keep.count("print labels"), None),
            ],
        )
        view = menu(self, "&View", [])
        self.tides = QAction("Show tide times", self, checkable=True)
        self.tides.toggled.connect(self.show_tides)
        view.addAction(self.tides)
        keep.known("save sheet", "print labels")
        keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        keep.add("tide times", self.tides.isChecked)
        keep.add("dialog", lambda: bool(self.dialog and self.dialog.isVisible()))
        if start == "newbed":
            self.new_bed()

    def beds_page(self, start):
        page, box = Qw.QWidget(), Qw.QGroupBox("Water today")
        column, buttons = Qw.QVBoxLayout(page), Qw.QHBoxLayout()
        self.beds = table(["Bed", "Bags", "Size", "Last turned"], BEDS)
        column.addWidget(self.beds)
        for text, do in (
            ("&Turned today", self.turned),
            ("&New bed...", self.new_bed),
            ("&Remove bed", self.remove),
        ):
            button = Qw.QPushButton(text)
            button.clicked.connect(do)
            buttons.addWidget(button)
        column.addLayout(buttons)
        form = Form(start)
        form.number("Water t&emperature:", "temperature", 0, 30, " °C")
        form.slider("Sa&linity:", "salinity", 20, 40)
        form.check("Beds &closed for harvest", "closed")
        form.text("N&ote:", "note")
        form.keep_in(self.keep)
        box.setLayout(form)
        column.addWidget(box)
        self.keep.add("beds", lambda: texts(self.beds))
        self.keep.add("bed row", lambda: chosen(self.beds))
        return page

    def orders_page(self, start):
        page = Qw.QWidget()
        row, right = Qw.QHBoxLayout(page), Qw.QVBoxLayout()
        self.order = Form(start)
        self.order.text("C&ustomer:", "customer")
        self.order.choice("&Grade:", "grade", ["No. 1", "No. 2", "No. 3", "No. 4", "No. 5"])
        self.order.number("&Dozens:", "dozens", 1, 200)
        self.order.radios("Packing:", "packing", ["Wooden basket", "Cardboard box"])
        self.order.check("Lay in sea&weed", "seaweed")
        self.order.choice("Deli&very:", "delivery", ["Collected here", "Our van", "Night courier"])
        self.order.keep_in(self.keep)
        self.orders = Qw.QListWidget()
        self.orders.addItems(ORDERS)
        row.addLayout(self.order)
        for widget in (
            Qw.QPushButton("&Add to list"),
            self.orders,
            Qw.QPushButton("Remove &from list"),
        ):
            right.addWidget(widget)
        right.itemAt(0).widget().clicked.connect(self.add_order)
        right.itemAt(2).widget().clicked.connect(
            lambda: self.orders.takeItem(self.orders.currentRow())
        )
        row.addLayout(right)
        self.keep.add(
            "orders",
            lambda: [self.orders.item(number).text() for number in range(self.orders.count())],
        )
        self.keep.add("order row", self.orders.currentRow)
        return page

    def show_tides(self, on):
        self.statusBar().showMessage("High water 11:42 - Low water 17:55" if on else "")

    def turned(self):
        if chosen(self.beds) >= 0:
            self.beds.item(chosen(self.beds), 3).setText("today")

    def remove(self):
        if chosen(self.beds) >= 0:
            self.beds.removeRow(chosen(self.beds))

    def add_order(self):
        value = {key: read() for key, read in self.order.reads.items()}
        self.orders.addItem(f"{value['customer']}: {value['dozens']} doz {value['grade']}")

    def new_bed(self):
        self.dialog, form = Qw.QDialog(self), Form({"name": "", "bags": 50, "size": "Small"})
        self.dialog.setWindowTitle("New bed")
        form.text("&Name:", "name")
        form.number("&Bags:", "bags", 1, 500)
        form.choice("&Size:", "size", ["Small", "Medium", "Large"])
        buttons = Qw.QDialogButtonBox(Qw.QDialogButtonBox.Ok | Qw.QDialogButtonBox.Cancel)
        buttons.accepted.connect(self.dialog.accept)
        buttons.rejected.connect(self.dialog.reject)
        form.addRow(buttons)
        self.dialog.setLayout(form)
        self.dialog.accepted.connect(
            lambda: append(
                self.beds, (*(form.reads[key]() for key in ("name", "bags", "size")), "never")
            )
        )
        self.dialog.setModal(True)
        self.dialog.show()


app = Qw.QApplication(sys.argv[:1])
kept = Keep()
run(app, Window(sys.argv[1], kept), kept)
