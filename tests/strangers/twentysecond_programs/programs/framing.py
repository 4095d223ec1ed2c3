"""The bench of a picture framer: jobs, a price, settings."""

from PySide6.QtCore import QTime
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QTabWidget,
    QTimeEdit,
)
from qt_parts import START, Desk, Table, column, page, row

MOULDINGS = ["Plain oak", "Black ash", "Gilt swept", "White box", "Walnut slim"]
JOBS = [
    ["Harper", "Wedding sampler", "Plain oak", "Cutting", False],
    ["Osei", "Map of Accra", "Black ash", "Waiting for glass", True],
    ["Lindqvist", "Two watercolours", "White box", "Glueing", False],
    ["Baptiste", "Football shirt", "Black ash", "Cutting", False],
    ["Morrow", "Charcoal portrait", "Gilt swept", "Ready", True],
    ["Sato", "Kimono panel", "Walnut slim", "Waiting for glass", False],
]

desk = Desk("Corner & Mount - picture framing")
jobs = Table(desk, "job", ["Customer", "Picture", "Moulding", "Stage", "Paid"], JOBS)


def new_job():
    dialog = QDialog(desk.window)
    dialog.setWindowTitle("New job")
    fields = QFormLayout(dialog)
    customer, picture, moulding = QLineEdit(), QLineEdit(), QComboBox()
    moulding.addItems(MOULDINGS)
    paid = QCheckBox("Paid in advance")
    fields.addRow("C&ustomer", customer)
    fields.addRow("&Picture", picture)
    fields.addRow("&Moulding", moulding)
    fields.addRow("", paid)
    buttons = QDialogButtonBox()
    buttons.addButton("Add job", QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    fields.addRow(buttons)
    if dialog.exec() and customer.text().strip():
        values = [customer.text(), picture.text(), moulding.currentText(), "Cutting"]
        jobs.put([*values, paid.isChecked()])


def remove():
    if jobs.at() < 0:
        return
    asked = f"Remove the job of {jobs.chosen()} for good?"
    if QMessageBox.question(desk.window, "Remove job", asked) == QMessageBox.StandardButton.Yes:
        jobs.drop()


def clear():
    for field, value in ((width, 20), (height, 20), (border, 40)):
        field.setValue(value)


stages = ["Cutting", "Waiting for glass", "Glueing", "Ready", "Collected"]
stage = desk.choice("stage box", stages)
find = desk.line("find", hint="Find a customer")
find.textChanged.connect(
    lambda text: [
        jobs.setRowHidden(at, text.lower() not in jobs.text(at, 0).lower())
        for at in range(jobs.rowCount())
    ]
)
first = column(
    row(find, desk.button("&New job…", new_job)),
    jobs,
    row(
        QLabel("Stage of the chosen job"),
        stage,
        desk.button("Set stage", lambda: jobs.change(3, stage.currentText())),
        None,
        desk.button("Print label"),
        desk.button("Remove", remove),
    ),
)

width = desk.spin("width", 5, 200, 60 if START == "price" else 20, " cm")
height = desk.spin("height", 5, 200, 45 if START == "price" else 20, " cm")
border = desk.slider("mount border", 0, 100, 40, "Mount border")
shown = QLabel("40 mm")
border.valueChanged.connect(lambda value: shown.setText(f"{value} mm"))
fields = QFormLayout()
fields.addRow("&Width", width)
fields.addRow("&Height", height)
fields.addRow("Moul&ding", desk.choice("moulding", MOULDINGS))
fields.addRow("Mount &colour", desk.choice("mount", ["Ivory", "Slate", "Sand", "Black"], "Ivory"))
fields.addRow("Mount border", row(border, shown))
glass = column(*desk.radios("glass", ["Clear", "Non-reflective", "Acrylic", "None"], "Clear"))
extras = column(
    desk.check("double", "Double mount"),
    desk.check("cord", "Hanging cord", True),
    desk.check("stand", "Stand on the back"),
    desk.check("backing", "Acid-free backing"),
)
both = row(page(glass, QGroupBox, "Glass"), page(extras, QGroupBox, "Extras"))
fields.addRow("Note for the bench", desk.line("note"))
second = column(fields, both, row(None, desk.button("Clear", clear), desk.button("Print estimate")))

last = QTimeEdit(QTime(17, 30), displayFormat="HH:mm")
desk.keep.add("last order", lambda: last.time().toString("HH:mm"))
rules = QFormLayout()
rules.addRow("&Last order at", last)
rules.addRow("&Message when ready", desk.line("message", "Your picture is ready."))
rules.addRow("&Keep uncollected work for", desk.spin("keep weeks", 1, 52, 8, " weeks"))
rules.addRow("Label paper", desk.choice("paper", ["Roll 62 mm", "Sheet A4", "Sheet A5"]))
rules.addRow("", desk.check("text", "Text the customer when ready", True))
rules.addRow("", desk.check("deposit", "Ask for a deposit"))
rules.addRow("", desk.check("photo", "Photograph each picture on arrival", True))

tabs = QTabWidget()
for name, layout in (("&Jobs", first), ("&Price a frame", second), ("&Settings", rules)):
    tabs.addTab(page(layout), name)
desk.tabs(tabs, ["bench", "price", "settings"].index(START))
desk.menu("&Workshop", ("New job…", new_job), ("Print day sheet", None), ("Back up now", None))
desk.menu("&View", ("Large print", "large print", False), ("Show prices", "prices", True))
desk.run(tabs)
