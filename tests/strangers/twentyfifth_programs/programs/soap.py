"""A soap works: its batches, the recipe, the labels."""

import sys

from parts_qt import (
    app,
    check,
    combo,
    counted,
    edit,
    fill,
    keep,
    push,
    radios,
    run,
    slider,
    spin,
    table,
    ticks,
    window,
)
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

ROWS = [
    ["Lavender & Oat", "Loaf 12", "12", "Curing"],
    ["Sea Salt", "Loaf 12", "12", "Cured"],
    ["Coffee Scrub", "Round 20", "20", "Curing"],
    ["Rose Clay", "Loaf 24", "24", "Setting"],
    ["Peppermint", "Round 20", "20", "Setting"],
]


def refill():
    fill(grid, [row for row in ROWS if not (hide.isChecked() and row[3] == "Cured")])


def chosen():
    return grid.item(grid.currentRow(), 0).text() if grid.currentRow() >= 0 else ""


def change(state):
    name = chosen()
    for row in list(ROWS):
        if row[0] == name and state:
            row[3] = state
        elif row[0] == name:
            ROWS.remove(row)
    refill()


def added():
    ROWS.append([new_name.text(), new_mould.currentText(), str(new_bars.value()), "Setting"])
    refill()


def cleared():
    new_name.clear(), new_mould.setCurrentIndex(0), new_bars.setValue(12)


tabs = QTabWidget()
keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()))
window.setCentralWidget(tabs)

dialog = QDialog(window, windowTitle="New batch", modal=True)
form, new_name, new_bars = QFormLayout(dialog), edit("", "new name"), spin(1, 60, 12, "new bars")
new_mould = combo(["Loaf 12", "Loaf 24", "Round 20"], "new mould")
form.addRow("&Name:", new_name), form.addRow("&Mould:", new_mould), form.addRow("&Bars:", new_bars)
answer = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
answer.accepted.connect(dialog.accept), answer.rejected.connect(dialog.reject)
dialog.accepted.connect(added), dialog.finished.connect(cleared)
form.addRow(answer)
keep.add("new batch shown", dialog.isVisible)

page, line = QWidget(), QHBoxLayout()
box, grid = QVBoxLayout(page), table(["Batch", "Mould", "Bars", "State"], "Batches")
grid.setColumnWidth(0, 260)
hide = check("Hide cured batches", "hide cured")
hide.toggled.connect(refill)
box.addWidget(hide), box.addWidget(grid), box.addLayout(line)
push("New batch...", dialog.open, line), push("Cut into bars", lambda: change("Curing"), line)
push("Mark as cured", lambda: change("Cured"), line), push("Remove", lambda: change(""), line)
tabs.addTab(page, "Batches")
keep.add("selected", chosen)
keep.add("names", lambda: [row[0] for row in ROWS])
keep.add("last batch", lambda: ", ".join(ROWS[-1][:3]))
refill()

page, line = QWidget(), QHBoxLayout()
form = QFormLayout(page)
form.addRow("Base &oil:", combo(["Olive", "Coconut", "Rapeseed", "Shea"], "base oil"))
form.addRow("&Scent:", combo(["None", "Lavender", "Lemongrass", "Cedar", "Rose"], "scent"))
form.addRow("&Water:", spin(20, 50, 30, "water", " %"))
slider(0, 12, 5, "superfat", form, "Super&fat:")
form.addRow("Process:", radios(["Cold process", "Hot process"], "process"))
for text in ("Add clay", "Add oatmeal", "Vegan only"):
    form.addRow("", check(text, text.removeprefix("Add ").lower()))
counted("Save recipe", line), counted("Print recipe card", line)
form.addRow(line)
tabs.addTab(page, "Recipe")

page, line = QWidget(), QHBoxLayout()
form = QFormLayout(page)
form.addRow("&Label text:", edit("Sea Salt Bar", "label text"))
form.addRow("&Weight:", edit("95 g", "weight"))
form.addRow("&Batch code:", edit("SS-0503", "batch code"))
form.addRow("&Copies:", spin(1, 500, 24, "copies"))
form.addRow("Paper:", radios(["White", "Kraft", "Clear"], "paper"))
form.addRow("", check("Print best before date", "best before", True))
form.addRow("", check("Add barcode", "barcode"))
counted("Preview", line), counted("Print labels", line)
form.addRow(line)
tabs.addTab(page, "Labels")

menu = window.menuBar().addMenu("&Batch")
menu.addAction("&New batch...", dialog.open), menu.addSeparator(), menu.addAction("&Quit", app.quit)
view = window.menuBar().addMenu("&View")
ticks(view, ("Status bar", True), ("Full names", False))
sizes, group = view.addMenu("&Text size"), QActionGroup(window)
for text in ("Small", "Normal", "Large"):
    group.addAction(sizes.addAction(text)).setCheckable(True)
group.actions()[1].setChecked(True)
keep.add("text size", lambda: group.checkedAction().text())
window.statusBar().showMessage("5 batches on the racks")
tabs.setCurrentIndex(["morning", "recipe", "labels"].index(sys.argv[1]))
run("Fernhill Soap Works", lambda: {"state " + row[0]: row[3] for row in ROWS})
