"""The window in German; in processes of their own, because a process speaks one language from its start."""

import os
import subprocess
import sys

import pytest
import shiboken6
from PySide6.QtCore import QTranslator

from app.gui import tr
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


def spoken(script, locale):
    """Run a script in a process of its own: a language is settled once."""
    return subprocess.run(
        [sys.executable, "-c", script],
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
    result = spoken(SAY.format(language=language), locale)
    assert result.stdout.splitlines() == said, result.stderr


RUN = """
from app.gui import speak
speak({language!r})
from app.gui.chat.rows import bold_runs, end_row, step_row
from app.gui.overlay.card_content import card_content
from automation.agent.outcomes import judged
from automation.core.actions import Aim, Click, Element
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import (
    Confirmation, Finish, Outcome, Proposal, Receipt, Risk, RiskLevel, StepRecord
)
from automation.core.text import worded
from automation.core.wording import kind_words, quoted
from automation.records.rows import record_of, text_of
from tests.fakes.overlay_scenes import observation

action = Click(Aim(ScreenPoint(5, 5), Element("Löschen {{0}}", "button", Rect(0, 0, 9, 9), "tree")))
proposal = Proposal(
    action,
    sentence=worded("Click {{0}}", quoted("Löschen {{0}}")),
    evidence=worded("{{0}}, found by its name", kind_words("button")),
    upcoming=(worded("Click {{0}}", quoted("OK")),), total=2,
)
risk = Risk(RiskLevel.R3, (worded("it can delete something"), worded("it leads to {{0}}", "a.de")))
card = card_content(proposal, risk, observation())
receipt = Receipt("not_seen", worded("nothing on the screen changed"), code="unchanged")
record = StepRecord(1, proposal, risk, Confirmation("accepted", "user"), action, None, receipt=receipt)
kept = record_of(text_of(record))
ended = judged(Finish(Outcome.DONE, "Done."), [kept], "user")
row, end = step_row(kept), end_row(ended.outcome, ended.message, steps=1, is_denied=False)
print("\\n".join((
    card.title, card.consequence, card.why, card.evidence, card.ahead, row.sentence, row.detail,
    bold_runs(row.sentence)[1][0], end.head, end.text,
)))
"""
GERMAN_RUN = [
    "Auf „Löschen {0}“ klicken?",
    "Schwer rückgängig zu machen: es kann etwas löschen.",
    "Gefragt wird, weil: es führt zu a.de.",
    "Knopf, am Namen gefunden. Pixel 5, 5.",
    "Schritt 1 von 2. Danach: Auf „OK“ klicken.",
    "Auf „Löschen {0}“ klicken",
    "auf dem Bildschirm hat sich nichts geändert",
    "Löschen {0}",
    "Nicht gesehen:",
    "Auf „Löschen {0}“ klicken: auf dem Bildschirm hat sich nichts geändert. 1 Schritt wurde getan.",
]
ENGLISH_RUN = [
    "Click “Löschen {0}”?",
    "Hard to undo: it can delete something.",
    "Asked because: it leads to a.de.",
    "Button, found by its name. Pixel 5, 5.",
    "Step 1 of 2. Then: click “OK”.",
    "Click “Löschen {0}”",
    "nothing on the screen changed",
    "Löschen {0}",
    "Not seen:",
    "Click “Löschen {0}”: nothing on the screen changed. 1 step was done.",
]


@pytest.mark.parametrize(("language", "said"), [("de", GERMAN_RUN), ("en", ENGLISH_RUN)])
def test_a_card_a_receipt_and_an_end_are_told_in_the_language_of_the_window(language, said):
    """From the history too, whose records are English."""
    result = spoken(RUN.format(language=language), "C")
    assert result.stdout.splitlines() == said, result.stderr


UNCAUGHT = """
from app.gui import speak
speak({language!r})
import sys, tempfile
from pathlib import Path
from types import SimpleNamespace
from app.error_log import ErrorFile
from app.gui.application import Application
window = SimpleNamespace(
    _background=SimpleNamespace(run_on_main=lambda do: do()),
    _say=lambda sentence, is_error: print(sentence),
)
folder = Path(tempfile.mkdtemp())
ErrorFile(folder, lambda sentence: Application.tell_error(window, sentence)).hear()
try:
    raise RuntimeError("typed: hunter2")
except RuntimeError:
    sys.excepthook(*sys.exc_info())
print(folder)
"""


@pytest.mark.parametrize(
    ("language", "begins"), [("de", "In deskhand ist etwas"), ("en", "Something failed")]
)
def test_an_error_that_nobody_caught_is_told_in_the_language_of_the_window(language, begins):
    result = spoken(UNCAUGHT.format(language=language), "C")
    sentence, folder = result.stdout.splitlines()
    assert sentence.startswith(begins), result.stderr
    assert f"{folder}/errors.log" in sentence
    assert "hunter2" not in result.stdout + result.stderr


SERVER = """
from app.gui import speak
speak("de")
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QLabel
qt = QApplication([])
import tempfile
from pathlib import Path
from app.gui.background import Background
from app.gui.commands import ModelWishes
from app.gui.model_page.page import ModelPage
from app.gui.model_page.server_control import ServerControl, ServerWork, offers_here
from app.gui.widgets.theme import Theme
from app.model_server import Checked, NoSuchModel, address_of, named_model
from app.settings import Folders, ModelSettings, ServerSettings
from contextlib import nullcontext
from model.server.asking import message
from tests.unit.app.test_known_servers import FOUND, POINTS
folder = Path(tempfile.gettempdir())
theme = Theme("light")
theme.apply(qt)
page = ModelPage(theme, ModelWishes())

def check(settings, folders, stop, tell):
    tell(message("asking_models", host="h:1"), 0.5)
    if settings.url.endswith(":9/v1"):
        named_model("x", (), address_of(settings.url))
    return Checked("tiny", FOUND.findings())

work = ServerWork(find=tuple, check=check, known=lambda *_: (), offers=lambda: offers_here(24.0))
settings = ModelSettings(where="server", server=ServerSettings("http://127.0.0.1:8/v1"))
control = ServerControl(page, theme, settings, Folders(folder, folder, folder), page,
                        heard=lambda *_: nullcontext(), work=work)
doing = []
page.show_server = lambda status, shown=page.show_server: (doing.append(status.doing), shown(status))

def tried(url):
    page.server_wishes.use.emit(url, "", "")
    control._background.join()
    for _ in range(20):
        QCoreApplication.processEvents()

tried("http://127.0.0.1:8/v1")
print("\\n".join(label.text() for label in page.findChildren(QLabel)))
print("\\n".join(doing))
for url in ("http://127.0.0.1:9/v1", "ftp://h/v1", ""):
    tried(url)
    print(control.status.problem)
print(control.status.offers.versions[0][1])
print(" ".join(line.words for offer in control.status.offers.offers for line in offer.lines))
"""
IN_GERMAN = (
    "antwortet und hat das Modell tiny.",
    "Antworten kommen in der verlangten Form (durch response_format).",
    "Das Modell antwortet, ohne erst zu denken.",
    "Das Modell sieht ein Bild von 1920 x 1088 ganz.",
    "h:1 wird nach seinen Modellen gefragt",
    "hat kein Modell geladen.",
    "beginnt mit ftp://, und nur",
    "keine Adresse eines Modellservers ist eingestellt",
    "Ältere lassen sich durch eine Anfrage dazu bringen",
    "Mit 8 Bit braucht es 13,8 GB.",
)


def test_what_is_said_of_a_server_is_german_in_a_german_window():
    asked = subprocess.run(
        [sys.executable, "-c", SERVER], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, check=False, cwd=tree.ROOT,
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    missing = [words for words in IN_GERMAN if words not in asked.stdout]
    assert missing == [], asked.stdout


def test_a_text_that_a_thread_asks_for_after_the_end_of_qt_is_english(monkeypatch):
    gone = QTranslator()
    monkeypatch.setattr("app.gui._OURS", gone)
    shiboken6.delete(gone)
    assert tr("Looking") == "Looking"
