"""The report cards of a primary school."""

from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)  # fmt: skip
from qt_parts import (
    START,
    ask,
    combo,
    counter,
    form_page,
    keep,
    menus,
    push,
    row,
    show,
    slider,
    value_of,
)

SUBJECTS, GRADES = ["Reading", "Maths", "Science", "Music", "Sport"], ["-", "A", "B", "C", "D", "E"]
PUPILS = ["Aisha Khan", "Oliver Reed", "Marta Silva", "Tim Baxter", "Zoe Lambert"]
cards = {
    name: {subject: GRADES[1 + (n + k) % 3] for k, subject in enumerate(SUBJECTS)}
    | {"days missed": n * 2, "comment": "", "finished": False, "effort": 3, "manners": 4}
    | {"helps others": n == 1, "forgets homework": n == 3}
    for n, name in enumerate(PUPILS)
}
cards["Zoe Lambert"]["Music"] = "-"
cards["Aisha Khan"]["finished"] = START == "conduct"
slots = {"day": "Tuesday", "begins": "18:00", "room": "Hall"}

tabs, pupils = QTabWidget(), QListWidget()
pupils.addItems(PUPILS)
pupils.setAccessibleName("Class 4b")
field_of, busy = {}, [True]


def current():
    return cards[PUPILS[pupils.currentRow()]]


def load(*_):
    busy[0] = True
    for key, field in field_of.items():
        setters = ("setChecked", "setCurrentText", "setValue", "setPlainText")
        next(getattr(field, setter) for setter in setters if hasattr(field, setter))(current()[key])
    busy[0] = False


def bind(key, field):
    """Show the value of the pupil who is selected in this field."""

    def changed(*_):
        if not busy[0]:
            current()[key] = value_of(field)

    signals = ("toggled", "currentTextChanged", "valueChanged", "textChanged")
    next(getattr(field, signal) for signal in signals if hasattr(field, signal)).connect(changed)
    field_of[key] = field
    return field


fields = {subject: bind(subject, combo(GRADES)) for subject in SUBJECTS}
fields |= {
    "&Days missed": bind("days missed", QSpinBox(maximum=100)),
    "&Comment": bind("comment", QPlainTextEdit()),
}
form_page(tabs, "Marks", fields)
(effort, effort_row), (manners, manners_row) = slider("Effort", 1, 5, 3), slider("Manners", 1, 5, 4)
bind("effort", effort)
bind("manners", manners)
fields = {"Effort (1 to 5)": effort_row, "Manners (1 to 5)": manners_row}
fields |= {
    "": bind("helps others", QCheckBox("&Helps others")),
    " ": bind("forgets homework", QCheckBox("F&orgets homework")),
}
form_page(tabs, "Behaviour", fields)


def parents_evening(*_):
    day = combo(["Monday", "Tuesday", "Wednesday", "Thursday"], slots["day"])
    begins, room = combo(["17:00", "18:00", "19:00"], slots["begins"]), QLineEdit(slots["room"])
    texts = ask("Parents' evening", {"&Day": day, "&Begins": begins, "&Room": room})
    slots.update(zip(slots, texts or [], strict=False))


group = QGroupBox("On the printed report")
inside = QGridLayout(group)
prints = {
    text: QCheckBox(text)
    for text in ("School crest", "Class average", "Photo of the pupil", "Line for signature")
}
for n, box in enumerate(prints.values()):
    inside.addWidget(box, n // 2, n % 2)
prints["School crest"].setChecked(True)
head, copies, paper = (
    QLineEdit("Mrs Underhill"),
    QSpinBox(minimum=1, maximum=9),
    combo(["White", "Cream", "Pale blue"]),
)
form = form_page(tabs, "Printing", {"&Head teacher": head, "C&opies": copies, "&Paper": paper})
form.insertRow(0, group)
line = row()
push("Print this &pupil", counter("print pupil"), line)
push("Print whole &class", counter("print class"), line)
push("Parents' &evening…", parents_evening, line)
form.addRow(line)

menus(
    School={"&Send to office": None, "&Parents' evening…": parents_evening},
    Class={"&Birthday list": None, "&Seating plan": None},
)
body, left, side = QWidget(), QVBoxLayout(), QWidget()
side.setLayout(left)
side.setFixedWidth(230)
for widget in (QLabel("Class 4b"), pupils, bind("finished", QCheckBox("Report &finished"))):
    left.addWidget(widget)
body.setLayout(row(side, tabs))
pupils.currentRowChanged.connect(load)
pupils.setCurrentRow({"marks": 0, "conduct": 3, "printing": 1}[START])
keep.add("pupil", lambda: PUPILS[pupils.currentRow()])
for name in PUPILS:
    for key in cards[name]:
        keep.add(f"{name.split()[0]} {key}", lambda n=name, k=key: cards[n][k])
for key in slots:
    keep.add("evening " + key, lambda k=key: slots[k])
for text, box in prints.items():
    keep.add(text, box.isChecked)
for key, read in {"head": head.text, "copies": copies.value, "paper": paper.currentText}.items():
    keep.add(key, read)
show("Linden School Reports", body, tabs, {"marks": 0, "conduct": 1, "printing": 2}[START])
