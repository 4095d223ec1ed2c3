"""The window in German; in processes of their own, because a process speaks one language from its start."""

import os
import subprocess
import sys

import pytest

from tests.repo import tree

SAY = """
from app.gui import let_qt_speak, speak, tr
speak({language!r})
from datetime import datetime
import msgspec
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
qt = QApplication([])
let_qt_speak()
from app.gui.chat.panel import LOOKS
from app.gui.chat.rows import end_row
from app.gui.macros.library.rows import ago
from app.gui.preferences.pages import CHOICES
from app.gui.widgets.pictures import paint_badge
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow
from app.gui.window.sidebar import day_words
from app.settings import Settings
from automation.core.proposal import Outcome, RiskLevel
theme = Theme("light")
theme.apply(qt)
window = MainWindow(theme, Settings(), ("click File",))
pixmap = QPixmap(300, 40)
painter = QPainter(pixmap)
for level in RiskLevel:
    paint_badge(painter, theme, level, QPointF(0, 0))
painter.end()
msgspec.json.encode(tr("Go on?"))  # such texts are written into macros
box = QMessageBox(QMessageBox.Icon.NoIcon, "", "", QMessageBox.StandardButton.Cancel)
now = datetime(2026, 11, 27, 12)
print("\\n".join((
    LOOKS["done"].word,
    box.button(QMessageBox.StandardButton.Cancel).text().replace("&", ""),
    CHOICES[0][1],
    day_words(datetime(2026, 3, 5), now),
    day_words(datetime(2026, 11, 24), now),
    ago("2026-11-24T12:00:00", now),
    tr("{{0:,}} rows").format(1234),
    tr("{{0:g}}x the recorded pace").format(1.5),
    "{{0.head}} {{0.text}}".format(end_row(Outcome.FAILED, "Failed: it is gone.", steps=1)),
)))
"""
GERMAN = [
    "Fertig",
    "Abbrechen",
    "Jedes Mal fragen",
    "5. März",
    "Dienstag",
    "vor 3 Tagen",
    "1.234 Zeilen",
    "1,5-faches Tempo der Aufnahme",
    "Fehlgeschlagen: it is gone.",
]
ENGLISH = [
    "Done",
    "Cancel",
    "Ask each time",
    "5 March",
    "Tuesday",
    "3 days ago",
    "1,234 rows",
    "1.5x the recorded pace",
    "Failed: it is gone.",
]


@pytest.mark.parametrize(
    ("language", "locale", "said"),
    [
        ("de", "C", GERMAN),
        ("system", "de_AT.UTF-8", GERMAN),
        ("en", "de_DE.UTF-8", ENGLISH),
        ("system", "fr_FR.UTF-8", ENGLISH),
        ("system", "C", ENGLISH),
    ],
)
def test_the_window_speaks_the_language_that_was_chosen(language, locale, said):
    result = subprocess.run(
        [sys.executable, "-c", SAY.format(language=language)],
        cwd=tree.ROOT,
        env={
            **os.environ,
            "LC_ALL": locale,
            "LANGUAGE": "",
            "PYTHONIOENCODING": "utf-8",
            "QT_QPA_PLATFORM": "offscreen",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.splitlines() == said, result.stderr
