"""The desk of a volunteer fire brigade in Austria: vehicles, drills and breathing sets."""

import sys

import qt_help as h
from keep import Keep
from PySide6 import QtGui
from PySide6 import QtWidgets as Qw

app = h.app(
    "QToolBar {background: #a3161b; spacing: 6px; padding: 5px}"
    "QToolBar QToolButton {color: white; padding: 6px 14px; font-weight: bold}"
    "QToolBar QToolButton:checked {background: #6d0d11}"
    "QGroupBox {font-weight: bold; margin-top: 14px; border: 1px solid #a3161b}"
    "QGroupBox::title {subcontrol-origin: margin; left: 8px}"
)
keep = Keep()
window = Qw.QMainWindow(windowTitle="Feuerwehr Oberndorf – Wachbuch")
stack = Qw.QStackedWidget()
window.setCentralWidget(stack)
reads = {}


def card(name, number, status, driven, full):
    keep.known(f"{name} gewaschen")
    state = h.combo(status, "einsatzbereit", "im Einsatz", "in Reparatur", "abgemeldet")
    km = h.spin(0, 900000, driven, " km")
    tank = Qw.QCheckBox("vollgetankt", checked=full)
    reads[f"{name} Status"] = state.currentText
    reads[f"{name} km"] = km.value
    reads[f"{name} vollgetankt"] = tank.isChecked
    return h.form(
        Qw.QGroupBox(name),
        ("Kennzeichen:", Qw.QLabel(number)),
        ("Status:", state),
        ("Kilometerstand:", km),
        ("", tank),
        ("", h.button("Wagenwäsche eintragen", lambda: keep.count(f"{name} gewaschen"))),
    )


fleet = Qw.QWidget()
cards = Qw.QGridLayout(fleet)
for at, each in enumerate(
    (
        ("Tankwagen", "SL 12 FW", "im Einsatz", 31877, False),
        ("Drehleiter", "SL 30 FW", "einsatzbereit", 12054, True),
        ("Mannschaftsbus", "SL 44 FW", "einsatzbereit", 48102, False),
        ("Ölwehranhänger", "SL 51 FW", "abgemeldet", 640, True),
    )
):
    cards.addWidget(card(*each), at // 2, at % 2)
cards.setRowStretch(2, 1)
stack.addWidget(fleet)

drills = h.Table(
    "Übung",
    ["Nr.", "Thema", "Tag", "Beginn", "Leitung"],
    [
        ("Ü-1", "Löschangriff", "04.04.2025", "19:00", "Huber"),
        ("Ü-2", "Leitersteigen", "25.04.2025", "19:00", "Pichler"),
        ("Ü-3", "Erste Hilfe", "09.05.2025", "18:30", "Leitgeb"),
    ],
)
theme = h.combo("", "", "Löschangriff", "Menschenrettung", "Ölspur", "Türöffnung", free=True)
date, date_read = h.day(2025, 5, 16)
begin, begin_read = h.hour(19, 0)
lead = h.combo("Pichler", "Huber", "Leitgeb", "Pichler")
crew, crew_reads = h.boxes(
    "dabei",
    ("Max Brunner", True),
    ("Toni Gruber", False),
    ("Vroni Steiner", True),
    ("Hannes Wallner", False),
)
crew.setMaximumHeight(110)
masks = Qw.QCheckBox("mit Atemschutz")
snack = Qw.QCheckBox("Jause danach")


def fix():
    drills.add(
        f"Ü-{drills.rowCount() + 1}",
        theme.currentText(),
        date_read(),
        begin_read(),
        lead.currentText(),
    )


new = h.dialog(
    window,
    "Neue Übung",
    fix,
    "Übung ansetzen",
    ("Thema:", theme),
    ("Tag:", date),
    ("Beginn:", begin),
    ("Leitung:", lead),
    ("Wer ist dabei?", crew),
    ("", masks),
    ("", snack),
)
new.resize(430, 440)
stack.addWidget(
    h.below(
        h.beside(h.button("Neue Übung…", new.open), h.button("Übung absagen", drills.remove)),
        drills,
    )
)

sets = h.Table(
    "Gerät",
    ["Gerät", "Träger", "Flasche", "Zustand"],
    [
        ("1", "Huber", "300 bar", "frei"),
        ("2", "Pichler", "70 bar", "frei"),
        ("3", "Brunner", "290 bar", "frei"),
        ("4", "Leitgeb", "300 bar", "gesperrt"),
    ],
    buttons=2,
)
sets.verticalHeader().setDefaultSectionSize(38)
for at in range(sets.rowCount()):
    locks = h.button("Freigeben" if sets.item(at, 3).text() == "gesperrt" else "Sperren", lambda: 0)

    def turn(at=at, locks=locks):
        shut = sets.item(at, 3).text() == "frei"
        sets.item(at, 3).setText("gesperrt" if shut else "frei")
        locks.setText("Freigeben" if shut else "Sperren")

    locks.clicked.connect(lambda _=False, turn=turn: turn())
    fills = h.button("Füllen", lambda at=at: sets.item(at, 2).setText("300 bar"))
    sets.setCellWidget(at, 4, fills)
    sets.setCellWidget(at, 5, locks)
spare, spare_read = h.counter(0, 20, 6)
check, check_read = h.day(2025, 6, 30)
warn_row, warn = h.slider(40, 90, 55, " bar")
sound = h.switch("Warnpfeife", True)
stack.addWidget(
    h.below(
        sets,
        h.form(
            Qw.QWidget(),
            ("Reserveflaschen:", spare),
            ("Nächste Prüfung:", check),
            ("Rückzug ab:", warn_row),
            ("", sound),
        ),
    )
)

tools = window.addToolBar("Seiten")
tools.setMovable(False)
only = QtGui.QActionGroup(window)
titles = {"fahrzeuge": "Fahrzeuge", "uebung": "Übungen", "atemschutz": "Atemschutz"}
for at, title in enumerate(titles.values()):
    action = tools.addAction(title)
    action.setCheckable(True)
    action.triggered.connect(lambda _=False, at=at: stack.setCurrentIndex(at))
    only.addAction(action)
start = list(titles).index(sys.argv[1])
only.actions()[start].trigger()

reads |= drills.reads() | sets.reads() | crew_reads
reads |= {
    "Thema": theme.currentText,
    "Tag": date_read,
    "Beginn": begin_read,
    "Leitung": lead.currentText,
    "mit Atemschutz": masks.isChecked,
    "Jause": snack.isChecked,
    "Reserveflaschen": spare_read,
    "nächste Prüfung": check_read,
    "Rückzug": warn.value,
    "Warnpfeife": sound.isChecked,
}
h.run(
    window,
    lambda: list(titles.values())[stack.currentIndex()],
    keep,
    reads,
    new.open if start == 1 else None,
)
