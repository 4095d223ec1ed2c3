"""The desk of a tyre fitter: the jobs of the day, one wheel, and the sets in store."""

import sys

import qt_help as q
from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QDate, QTime

app = Qw.QApplication(sys.argv)
start = sys.argv[1] if len(sys.argv) > 1 else "jobs"
window, tabs, keep = Qw.QMainWindow(windowTitle="Tyre Bay"), Qw.QTabWidget(), Keep()
window.setCentralWidget(tabs)

find = Qw.QLineEdit(placeholderText="Search plate or customer", clearButtonEnabled=True)
jobs = q.table(
    ["Plate", "Customer", "Work", "Time", "Status"],
    [
        ("KX 204", "Osborne", "Change to winter", "08:00", "in the bay"),
        ("LB 771", "Fielding", "Puncture", "08:45", "waiting"),
        ("MT 039", "Achterberg", "Four new tyres", "09:30", "waiting"),
        ("PR 518", "Quigley", "Balancing", "10:15", "waiting"),
        ("SD 660", "Norwood", "Change to winter", "11:00", "waiting"),
    ],
)
find.textChanged.connect(lambda text: q.narrow(jobs, text))
acts = q.row(
    q.button("Drive in", lambda: q.put(jobs, 4, "in the bay")),
    q.button("Finish", lambda: q.put(jobs, 4, "finished")),
    q.button("No-show", lambda: q.put(jobs, 4, "no-show")),
    q.button("Delete job", lambda: q.take(jobs)),
)
tabs.addTab(q.column(find, jobs, acts), "&Jobs")

size = q.drop("205/55 R16", "175/65 R14", "195/65 R15", "205/55 R16", "225/45 R17", free=True)
spot = q.drop("Front left", "Front left", "Front right", "Rear left", "Rear right", "Spare")
pressure = Qw.QDoubleSpinBox(decimals=1, singleStep=0.1, maximum=5, value=2.3, suffix=" bar")
torque = Qw.QSpinBox(minimum=60, maximum=200, singleStep=5, value=110, suffix=" Nm")
weight, weight_row = q.slide(0, 60, 15)
season, seasons = q.radios("Season", "Summer", "Winter", "All-season")
seasons["Summer"].setChecked(True)
valve, nitrogen = Qw.QCheckBox("New valve"), Qw.QCheckBox("Fill with nitrogen")
locknut = Qw.QCheckBox("Locking nut", checked=True)
tabs.addTab(
    q.form(
        Qw.QWidget(),
        ("Tyre size", size),
        ("Position", spot),
        ("Pressure", pressure),
        ("Bolt torque", torque),
        ("Balance weight (g)", weight_row),
        ("", season),
        ("", q.row(valve, nitrogen, locknut)),
    ),
    "&Wheel",
)

racks = Qw.QTreeWidget(headerLabels=["Rack and set", "Tyres"])
for rack, sets in {
    "Rack A": [("Bellamy", "4 winter"), ("Cartwright", "4 summer")],
    "Rack B": [("Dunmore", "4 summer"), ("Eastwick", "2 winter")],
    "Rack C": [("Farrow", "4 all-season")],
}.items():
    top = Qw.QTreeWidgetItem(racks, [rack, ""])
    for each in sets:
        Qw.QTreeWidgetItem(top, list(each))
racks.expandAll()
racks.setColumnWidth(0, 320)
target = q.drop("Rack A", "Rack A", "Rack B", "Rack C")


def held():
    now = racks.selectedItems()
    return now[0] if now and now[0].parent() else None


def move():
    if one := held():
        one.parent().removeChild(one)
        top = next(t for t in tops() if t.text(0) == target.currentText())
        top.addChild(one)
        racks.clearSelection()


def hand_out():
    if one := held():
        one.parent().removeChild(one)
        racks.clearSelection()


def tops():
    return [racks.topLevelItem(at) for at in range(racks.topLevelItemCount())]


until = Qw.QDateEdit(QDate(2031, 4, 15), displayFormat="dd/MM/yyyy", calendarPopup=True)
fee = Qw.QSpinBox(maximum=200, value=40, prefix="£ ")
note = Qw.QPlainTextEdit()
note.setMaximumHeight(70)
tabs.addTab(
    q.column(
        racks,
        q.row(Qw.QLabel("Move to"), target, q.button("Move", move), q.button("Hand out", hand_out)),
        q.form(
            Qw.QWidget(), ("Keep until", until), ("Storage fee", fee), ("Note for the store", note)
        ),
    ),
    "&Store",
)

plate, customer = Qw.QLineEdit(), Qw.QLineEdit()
work = q.drop(
    "Change to winter",
    "Change to winter",
    "Change to summer",
    "Puncture",
    "Four new tyres",
    "Balancing",
)
when = Qw.QTimeEdit(QTime(12, 0), displayFormat="HH:mm")
waits = Qw.QCheckBox("Customer waits here")


def made():
    state = "waiting here" if waits.isChecked() else "waiting"
    q.add(
        jobs,
        plate.text(),
        customer.text(),
        work.currentText(),
        when.time().toString("HH:mm"),
        state,
    )


new = q.dialog(
    window, "New job", made, "Add job", ("Plate", plate), ("Customer", customer), ("Work", work),
    ("Time", when), ("", waits),
)  # fmt: skip
keep.known("print")
q.menu(window, "&File", ("&New job…", new.open), ("&Print day sheet", lambda: keep.count("print")))
view = q.menu(window, "&View", ("Show &prices", False), ("&Large type", False))
bay = q.menu(window, "&Bay", ("Roller &door open", True), ("&Compressor on", True))
bar = window.addToolBar("Tools")
bar.addAction("New job…", new.open)
bar.addAction("Print day sheet", lambda: keep.count("print"))


def more():
    found = q.records("job", jobs) | q.ticks(view) | q.ticks(bay)
    for top in tops():
        found[top.text(0)] = [top.child(n).text(0) for n in range(top.childCount())]
    return found


tabs.setCurrentIndex({"wheel": 1, "store": 2}.get(start, 0))
q.run(
    window,
    tabs,
    keep,
    {
        "search": find.text,
        "chosen": q.picked(jobs),
        "size": size.currentText,
        "position": spot.currentText,
        "pressure": lambda: round(pressure.value(), 1),
        "torque": torque.value,
        "weight": weight.value,
        "season": q.chosen(seasons),
        "valve": valve.isChecked,
        "nitrogen": nitrogen.isChecked,
        "locknut": locknut.isChecked,
        "chosen set": lambda: held().text(0) if held() else "",
        "target": target.currentText,
        "until": lambda: until.date().toString("yyyy-MM-dd"),
        "fee": fee.value,
        "note": note.toPlainText,
        "dialog": new.isVisible,
        "new plate": plate.text,
        "new customer": customer.text,
        "new work": work.currentText,
        "new time": lambda: when.time().toString("HH:mm"),
        "new waits": waits.isChecked,
    },
    more=more,
)
