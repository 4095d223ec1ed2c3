"""The desk of a pawnbroker: the pledges, the valuation of one thing, and the shop."""

import sys

import qt_help as q
from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QDate, Qt, QTime

app = Qw.QApplication(sys.argv)
start = sys.argv[1] if len(sys.argv) > 1 else "pledges"
window, tabs, keep = Qw.QMainWindow(windowTitle="Pawn Desk"), Qw.QTabWidget(), Keep()
window.setCentralWidget(tabs)

find = Qw.QLineEdit(placeholderText="Search pledges", clearButtonEnabled=True)
pledges = q.table(
    ["Ticket", "Item", "Owner", "Loan", "Due", "State"],
    [
        ("4101", "Trumpet", "Hugo Brandt", "$180", "03 Jun 2031", "pledged"),
        ("4107", "Wedding ring", "Mrs Ivanov", "$240", "10 Jun 2031", "pledged"),
        ("4112", "Cordless drill", "Pete Salazar", "$35", "12 Jun 2031", "overdue"),
        ("4118", "Camera", "Lin Zhao", "$310", "20 Jun 2031", "pledged"),
        ("4120", "Fur coat", "Dora Keane", "$150", "22 Jun 2031", "overdue"),
    ],
)
find.textChanged.connect(lambda text: q.narrow(pledges, text))
acts = q.row(
    q.button("Redeem", lambda: q.put(pledges, 5, "redeemed")),
    q.button("Extend", lambda: q.put(pledges, 5, "extended")),
    q.button("Put up for sale", lambda: q.put(pledges, 5, "for sale")),
    q.button("Send reminder", lambda: q.put(pledges, 5, "reminded")),
)
tabs.addTab(q.column(find, pledges, acts), "&Pledges")

thing = Qw.QLineEdit("Bracelet")
kind = q.drop("Jewelry", "Jewelry", "Watches", "Instruments", "Electronics", "Tools")
fineness = q.drop("14 karat", "8 karat", "9 karat", "14 karat", "18 karat", "22 karat")
grams = Qw.QDoubleSpinBox(decimals=1, maximum=500, value=12.5, suffix=" g")
price = Qw.QSpinBox(maximum=500, value=61, suffix=" $/g")
wear, wear_row = q.slide(0, 10, 6)
deal, deals = q.radios("Offer", "Loan", "Buy outright", "Commission sale")
deals["Loan"].setChecked(True)
papers = Qw.QCheckBox("Box and papers")
stolen = Qw.QCheckBox("Checked against stolen goods list")
identity = Qw.QCheckBox("ID seen")
rate = Qw.QDoubleSpinBox(decimals=1, maximum=20, value=3.0, singleStep=0.5, suffix=" %")
tabs.addTab(
    q.form(
        Qw.QWidget(),
        ("Item", thing),
        ("Category", kind),
        ("Fineness", fineness),
        ("Weight", grams),
        ("Gold price", price),
        ("Condition (0–10)", wear_row),
        ("", deal),
        ("Monthly interest", rate),
        ("", q.row(papers, identity, stolen)),
    ),
    "&Valuation",
)

display = Qw.QListWidget()
for text, on in {
    "Silver teapot": True,
    "Accordion": False,
    "Pearl necklace": True,
    "Chainsaw": False,
    "Gold watch": False,
}.items():
    one = Qw.QListWidgetItem(text, display)
    one.setFlags(one.flags() | Qt.ItemIsUserCheckable)
    one.setCheckState(Qt.Checked if on else Qt.Unchecked)
opens = Qw.QTimeEdit(QTime(9, 0), displayFormat="HH:mm")
closes = Qw.QTimeEdit(QTime(17, 30), displayFormat="HH:mm")
sale = Qw.QDateEdit(QDate(2031, 6, 28), displayFormat="MM/dd/yyyy", calendarPopup=True)
seller = q.drop("Ramona", "Ramona", "Gus", "Old Mr Teller", free=True)
sign = Qw.QPlainTextEdit("Cash only")
sign.setMaximumHeight(70)
tabs.addTab(
    q.column(
        Qw.QLabel("In the shop window"),
        display,
        q.form(
            Qw.QWidget(),
            ("Opens at", opens),
            ("Closes at", closes),
            ("Next clearance sale", sale),
            ("At the counter", seller),
            ("Sign on the door", sign),
        ),
    ),
    "&Shop",
)

ticket, item, owner = Qw.QLineEdit("4121"), Qw.QLineEdit(), Qw.QLineEdit()
loan = Qw.QSpinBox(maximum=5000, value=50, singleStep=10, prefix="$ ")
due = Qw.QDateEdit(QDate(2031, 7, 1), displayFormat="MM/dd/yyyy")


def made():
    day = due.date().toString("dd MMM yyyy")
    q.add(pledges, ticket.text(), item.text(), owner.text(), f"${loan.value()}", day, "pledged")


new = q.dialog(
    window, "New ticket", made, "Write ticket", ("Ticket no.", ticket), ("Item", item),
    ("Owner", owner), ("Loan", loan), ("Due", due),
)  # fmt: skip
keep.known("till")
q.menu(window, "&Ticket", ("&New ticket…", new.open))
view = q.menu(window, "&View", ("Hide &loan amounts", False), ("&Dark colors", False))
safe = q.menu(
    window,
    "&Security",
    ("&Safe locked", True),
    ("&Door buzzer", False),
    ("&Close out the till", lambda: keep.count("till")),
)
bar = window.addToolBar("Tools")
bar.addAction("New ticket…", new.open)

tabs.setCurrentIndex({"valuation": 1, "shop": 2}.get(start, 0))


def more():
    boxes = {
        "window " + display.item(n).text(): display.item(n).checkState() == Qt.Checked
        for n in range(display.count())
    }
    return q.records("ticket", pledges) | q.ticks(view) | q.ticks(safe) | boxes


q.run(
    window,
    tabs,
    keep,
    {
        "search": find.text,
        "chosen": q.picked(pledges),
        "item": lambda: thing.text().strip().lower(),
        "category": kind.currentText,
        "fineness": fineness.currentText,
        "weight": lambda: round(grams.value(), 1),
        "gold price": price.value,
        "condition": wear.value,
        "offer": q.chosen(deals),
        "interest": lambda: round(rate.value(), 1),
        "papers": papers.isChecked,
        "id seen": identity.isChecked,
        "stolen list": stolen.isChecked,
        "line": lambda: display.currentItem().text() if display.currentItem() else "",
        "opens": lambda: opens.time().toString("HH:mm"),
        "closes": lambda: closes.time().toString("HH:mm"),
        "sale": lambda: sale.date().toString("yyyy-MM-dd"),
        "counter": seller.currentText,
        "sign": sign.toPlainText,
        "dialog": new.isVisible,
        "new ticket": ticket.text,
        "new item": item.text,
        "new owner": owner.text,
        "new loan": loan.value,
        "new due": lambda: due.date().toString("yyyy-MM-dd"),
    },
    more=more,
)
