"""The appointments, cards and shades of a nail bar."""

import sys

import qt_help as h
from keep import Keep
from PySide6 import QtWidgets as Qw

app = Qw.QApplication(sys.argv[:1])
keep = Keep()
keep.known("save card")
window = Qw.QMainWindow(windowTitle="Polished Nail Bar – Front Desk")
tabs = Qw.QTabWidget()
window.setCentralWidget(tabs)

book = h.Table(
    "booking",
    ["Client", "Time", "Treatment", "Technician", "Status"],
    [
        ("Dana Brooks", "09:30", "Pedicure", "Linh", "Booked"),
        ("Keira Walsh", "10:15", "Gel manicure", "Marta", "Booked"),
        ("Sophie Lund", "11:00", "Infill", "Bex", "Arrived"),
        ("Mrs Osei", "14:00", "Full set", "Marta", "Booked"),
        ("Priya Nair", "15:30", "Pedicure", "Bex", "Booked"),
    ],
)
find = h.search("Find client", book)
who = h.combo("Bex", "Bex", "Linh", "Marta")

name = Qw.QLineEdit()
at, at_read = h.hour(16, 0)
what = h.combo("Pedicure", "Full set", "Gel manicure", "Infill", "Pedicure")
by = h.combo("Bex", "Bex", "Linh", "Marta")
new = h.dialog(
    window,
    "New booking",
    lambda: book.add(name.text(), at_read(), what.currentText(), by.currentText(), "Booked"),
    "Book",
    ("Client:", name),
    ("Time:", at),
    ("Treatment:", what),
    ("Technician:", by),
)
tabs.addTab(
    h.column(
        find,
        book,
        h.row(
            h.button("Arrived", lambda: book.put(4, "Arrived")),
            h.button("Paid", lambda: book.put(4, "Paid")),
            h.button("No-show", lambda: book.put(4, "No-show")),
            Qw.QLabel("Technician:"),
            who,
            h.button("Reassign", lambda: book.put(3, who.currentText())),
        ),
    ),
    "Today",
)

client = Qw.QLineEdit("Hannah Moss")
mobile = Qw.QLineEdit("07700 900112")
birthday, birthday_read = h.day(1991, 8, 3)
shape = h.combo("Square", "Almond", "Coffin", "Oval", "Round", "Square")
long_row, long = h.slider(0, 25, 8, " mm")
finish_box, finishes = h.radios("Finish", "Glossy", "Matte", "Chrome")
finishes["Glossy"].setChecked(True)
weeks = h.spin(1, 12, 3, " weeks")
allergy = Qw.QCheckBox("Acrylate allergy")
texts = Qw.QCheckBox("Text reminders", checked=True)
remarks = Qw.QPlainTextEdit()
tabs.addTab(
    h.form(
        Qw.QWidget(),
        ("Name:", client),
        ("Mobile:", mobile),
        ("Birthday:", birthday),
        ("Shape:", shape),
        ("Length:", long_row),
        ("", finish_box),
        ("Next visit in:", weeks),
        ("", allergy),
        ("", texts),
        ("Remarks:", remarks),
        ("", h.row(h.button("Save card", lambda: keep.count("save card")))),
    ),
    "Client card",
)

wall, wall_reads = h.boxes(
    ("Cherry Pop", True),
    ("Midnight Teal", True),
    ("Nude No. 4", True),
    ("Lilac Haze", True),
    ("Copper Kiss", False),
    ("Sea Glass", False),
)
season = h.combo("Summer", "Spring", "Summer", "Autumn", "Winter")
brand = h.combo("Lacqua", "Lacqua", "Gloria", "Tenfold", free=True)
price = h.spin(1, 60, 9, " £")
tabs.addTab(
    h.column(
        Qw.QLabel("On the display wall:"),
        wall,
        h.form(
            Qw.QWidget(),
            ("Season:", season),
            ("Brand:", brand),
            ("Price per bottle:", price),
        ),
    ),
    "Shades",
)
list(h.menu(window, "&Booking", ("New booking…", new.open)))
prices, waiting = h.menu(window, "&View", ("Show prices", True), ("Show waiting list", False))
h.toolbar(window, ("New booking…", new.open))

reads = book.reads() | {
    "find": find.text,
    "technician": who.currentText,
    "new client": name.text,
    "new time": at_read,
    "new treatment": what.currentText,
    "new technician": by.currentText,
    "name": client.text,
    "mobile": mobile.text,
    "birthday": birthday_read,
    "shape": shape.currentText,
    "length": long.value,
    "finish": h.chosen(finishes),
    "weeks": weeks.value,
    "allergy": allergy.isChecked,
    "text reminders": texts.isChecked,
    "remarks": remarks.toPlainText,
    "season": season.currentText,
    "brand": brand.currentText,
    "price": price.value,
    "show prices": prices.isChecked,
    "waiting list": waiting.isChecked,
}
reads |= {f"wall {shade}": read for shade, read in wall_reads.items()}
tabs.setCurrentIndex(["today", "card", "shades"].index(sys.argv[1]))
h.run(window, tabs, keep, reads)
