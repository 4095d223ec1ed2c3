"""The mixer, the takes and the session of a recording studio."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import Qt, QTimer

START = sys.argv[1] if len(sys.argv) > 1 else "mix"
TAKES = {
    "Intro laut": "0:42",
    "Strophe A": "1:15",
    "Refrain roh": "0:58",
    "Solo Gitarre": "0:33",
    "Ausklang": "1:02",
}
app, keep = W.QApplication(sys.argv[:1]), Keep()
window, middle, tabs = (
    W.QMainWindow(windowTitle="Tonstudio Kellerwerk"),
    W.QWidget(),
    W.QTabWidget(),
)
window.resize(900, 640)
window.setCentralWidget(middle)
whole = W.QVBoxLayout(middle)
whole.addWidget(tabs)
pages = [W.QWidget() for _ in range(3)]
for title, page in zip(("&Mischpult", "&Aufnahmen", "&Sitzung"), pages, strict=True):
    tabs.addTab(page, title)
keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()).replace("&", ""))

# the mixer
line = W.QHBoxLayout(pages[0])
for name, level, mute, solo in (
    ("Gesang", 60, False, False),
    ("Gitarre", 45, False, False),
    ("Bass", 50, True, False),
    ("Schlagzeug", 75, False, False),
):
    group = W.QGroupBox(name)
    box = W.QVBoxLayout(group)
    slider, shown = W.QSlider(Qt.Vertical, maximum=100, value=level), W.QLabel(str(level))
    slider.setSingleStep(5)
    slider.setAccessibleName(f"Pegel {name}")
    slider.valueChanged.connect(shown.setNum)
    box.addWidget(slider, 1, Qt.AlignHCenter)
    box.addWidget(shown)
    keep.add(f"{name} level", slider.value)
    for text, on in (("Stumm", mute), ("Solo", solo)):
        box.addWidget(button := W.QPushButton(text, checkable=True, checked=on))
        keep.add(f"{name} {text}", button.isChecked)
    box.addWidget(W.QLabel("Effekt:"))
    box.addWidget(effect := W.QComboBox())
    effect.addItems(["Kein", "Hall", "Echo", "Chor"])
    keep.add(f"{name} effect", effect.currentText)
    line.addWidget(group)

# the takes
box, takes, line = W.QVBoxLayout(pages[1]), W.QListWidget(), W.QHBoxLayout()
for name, length in TAKES.items():
    item = W.QListWidgetItem(name, takes)
    item.setToolTip(length)
    item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
    item.setCheckState(Qt.Checked if name == "Strophe A" else Qt.Unchecked)
box.addWidget(W.QLabel("Takes (Häkchen = kommt aufs Album)"))
box.addWidget(takes)
box.addLayout(line)
rename = W.QDialog(window, windowTitle="Take umbenennen")
form, title = W.QFormLayout(rename), W.QLineEdit()
form.addRow("Neuer &Name:", title)
form.addRow(
    W.QPushButton(
        "Übernehmen", clicked=lambda: (takes.currentItem().setText(title.text()), rename.hide())
    )
)
form.addRow(W.QPushButton("Abbrechen", clicked=rename.hide))


def named(place):
    item = takes.item(place)
    return (item.text() + (" ✓" if item.checkState() == Qt.Checked else "")) if item else ""


def move(step):
    row = takes.currentRow()
    if 0 <= row + step < takes.count():
        takes.insertItem(row + step, takes.takeItem(row))
        takes.setCurrentRow(row + step)


def act(text):
    if takes.currentRow() < 0:
        window.statusBar().showMessage("Bitte zuerst einen Take wählen.", 5000)
    elif text == "Umbenennen…":
        title.setText(takes.currentItem().text())
        rename.open()
    elif text == "Verwerfen":
        takes.takeItem(takes.currentRow())
    else:
        move(-1 if text == "Nach oben" else 1)


for text in ("Nach oben", "Nach unten", "Umbenennen…", "Verwerfen"):
    line.addWidget(W.QPushButton(text, clicked=lambda *_, text=text: act(text)))
keep.add("takes", lambda: [named(place) for place in range(takes.count())])
keep.add("take", lambda: takes.currentItem().text() if takes.currentItem() else "")

# the session
form, band, engineer, room = (
    W.QFormLayout(pages[2]),
    W.QLineEdit("Die Nachtfalter"),
    W.QComboBox(),
    [],
)
engineer.addItems(["Mira Falk", "Tobias Rehm", "Selma Yıldız"])
songs, note = W.QSpinBox(minimum=1, maximum=30, value=4), W.QPlainTextEdit()
form.addRow("&Band:", band)
form.addRow("&Tonmeister:", engineer)
for text in ("Großer Saal", "Kleiner Saal", "Gesangskabine"):
    room.append(W.QRadioButton(text, checked=text == "Großer Saal"))
    form.addRow("" if len(room) > 1 else "Raum:", room[-1])
    keep.add(text, room[-1].isChecked)
form.addRow("Anzahl &Lieder:", songs)
for text, on in (("Kopfhörer für alle", True), ("Kaffee bereitstellen", False)):
    form.addRow("", check := W.QCheckBox(text, checked=on))
    keep.add(text, check.isChecked)
form.addRow("Noti&z:", note)

# what stands below on each tab
line, tempo, click = (
    W.QHBoxLayout(),
    W.QSpinBox(minimum=40, maximum=240, value=120),
    W.QCheckBox("Metrono&m"),
)
for text in ("Aufnahme", "Wiedergabe", "Schleife"):
    line.addWidget(button := W.QToolButton(text=text, checkable=True))
    keep.add(text, button.isChecked)
line.addStretch()
line.addWidget(label := W.QLabel("&Tempo (bpm):"))
label.setBuddy(tempo)
line.addWidget(tempo)
line.addWidget(click)
whole.addLayout(line)
file = window.menuBar().addMenu("&Datei")
for text in ("Sitzung speichern", "Als WAV exportieren", "CD brennen"):
    keep.known(text)
    file.addAction(text).triggered.connect(lambda *_, text=text: keep.count(text))
for key, read in (
    ("band", band.text),
    ("engineer", engineer.currentText),
    ("songs", songs.value),
    ("note", note.toPlainText),
    ("renaming", rename.isVisible),
    ("new name", title.text),
    ("tempo", tempo.value),
    ("Metronom", click.isChecked),
):
    keep.add(key, read)
tabs.setCurrentIndex(("mix", "takes", "sitzung").index(START))
window.show()
timer = QTimer(interval=100, timeout=keep.write)
timer.start()
app.exec()
