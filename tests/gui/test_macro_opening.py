"""A macro on its way into an editor: beside the UI thread, with a word on how far, and Cancel."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from app.gui.macros.editor import opening as openings
from app.gui.macros.editor.opening import Opening, Ready
from automation.core.errors import MacroError
from automation.macros.edit.session import EditSession
from automation.macros.library import Library
from automation.macros.play.health import keep_health
from automation.macros.play.report import keep_report
from tests.gui import editor_rig as rig
from tests.gui import sample_macro as sample
from tests.gui.editor_rig import heard

theme = rig.theme
LONG_MS = 60_000


@pytest.fixture
def data(tmp_path):
    sample.kept(tmp_path / "macros", sample.invoice())
    return tmp_path


@pytest.fixture
def opening(theme, data, qapp, qtbot):
    """Return what makes an opening; each is ended with the test, and its session closed."""
    made, sessions = [], []

    def make(slug="file-an-invoice"):
        one = Opening(theme, data, slug, qapp)
        one.ready.connect(lambda ready: sessions.append(ready.session))
        made.append(one)
        return one

    yield make
    for session in sessions:
        session.close()


@pytest.fixture
def gate(monkeypatch):
    """Hold the thread at its checks until it is opened; say that it is there."""
    reached, opened = threading.Event(), threading.Event()
    check_all = EditSession.check_all

    def check(session, watch):
        watch("Checking", 3, 9)
        reached.set()
        assert opened.wait(60)
        check_all(session, watch)

    monkeypatch.setattr(EditSession, "check_all", check)
    yield reached, opened
    opened.set()


def can_be_opened(data):
    EditSession(Library(data / "macros"), "File an invoice").close()


def test_a_short_macro_opens_without_a_word(opening, data, qtbot):
    made = sample.report()
    keep_report(data, made)
    keep_health(data, "file-an-invoice", sample.health())
    one = opening()
    with qtbot.waitSignal(one.ready, timeout=LONG_MS) as told:
        one.begin()
    (ready,) = told.args
    assert isinstance(ready, Ready)
    assert ready.session.document.macro.name == "File an invoice"
    assert (ready.health, ready.report, ready.macros) == (sample.health(), made, ())
    assert ready.session.check_some(0)  # all was looked at


def test_a_long_one_says_how_far_it_is(opening, qtbot, gate, monkeypatch):
    monkeypatch.setattr(openings, "SHOWN_AFTER_MS", 0)
    reached, opened = gate
    one = opening()
    one.begin()
    qtbot.waitUntil(reached.is_set, timeout=LONG_MS)
    qtbot.waitUntil(lambda: one.card is not None and "3 of 9" in one.card.words.text())
    card = one.card
    assert card.windowTitle() == "Opening File an invoice"
    assert 400 < card.bar.value() < 1000
    with qtbot.waitSignal(one.ready, timeout=LONG_MS):
        opened.set()
    qtbot.waitUntil(lambda: not any(w is card for w in QApplication.topLevelWidgets()))


@pytest.mark.parametrize("how", ["button", "escape", "window"])
def test_cancel_opens_nothing_and_leaves_the_macro_free(
    opening, data, qtbot, gate, monkeypatch, how
):
    monkeypatch.setattr(openings, "SHOWN_AFTER_MS", 0)
    reached, opened = gate
    one = opening()
    ready, failed, left = heard(one.ready), heard(one.failed), heard(one.left)
    one.begin()
    qtbot.waitUntil(lambda: reached.is_set() and one.card is not None, timeout=LONG_MS)
    with pytest.raises(MacroError, match="open for editing"):
        can_be_opened(data)
    {
        "button": one.card.cancel.click,
        "escape": lambda: qtbot.keyClick(one.card, Qt.Key.Key_Escape),
        "window": one.card.close,
    }[how]()
    with qtbot.waitSignal(one.destroyed, timeout=LONG_MS):
        opened.set()
    assert (ready, failed, len(left)) == ([], [], 1)
    can_be_opened(data)


def test_what_arrives_after_it_was_left_is_let_go(opening, data, qtbot):
    one = opening()
    ready = heard(one.ready)
    one.begin()
    one._background.join()  # its word waits in the queue
    one.leave()
    with qtbot.waitSignal(one.destroyed, timeout=LONG_MS):
        pass
    assert ready == []
    can_be_opened(data)


class Asked(threading.Event):
    """Notes that somebody waits for it."""

    def __init__(self):
        super().__init__()
        self.is_asked = False

    def wait(self, timeout=None):
        self.is_asked = True
        return super().wait(timeout)


def left_at_its_checks(opening, qtbot, reached):
    one = opening()
    one._is_free = Asked()
    one.begin()
    qtbot.waitUntil(reached.is_set, timeout=LONG_MS)
    one.leave()
    return one


def test_an_opening_waits_for_one_that_was_left_and_still_holds_the_macro(opening, qtbot, gate):
    reached, opened = gate
    one = left_at_its_checks(opening, qtbot, reached)
    other = opening()
    ready, failed = heard(other.ready), heard(other.failed)
    other.begin()
    qtbot.waitUntil(lambda: bool(failed or one._is_free.is_asked), timeout=LONG_MS)
    opened.set()
    qtbot.waitUntil(lambda: bool(ready or failed), timeout=LONG_MS)
    assert (len(ready), failed) == (1, [])


def test_an_opening_that_waits_for_another_can_be_left_too(opening, data, qtbot, gate):
    reached, opened = gate
    one = left_at_its_checks(opening, qtbot, reached)
    other = opening()
    other.begin()
    qtbot.waitUntil(lambda: one._is_free.is_asked, timeout=LONG_MS)
    other.close()
    with qtbot.waitSignal(one.destroyed, timeout=LONG_MS):
        opened.set()
    can_be_opened(data)


def test_the_end_of_the_application_waits_for_it(opening, data, qtbot, gate):
    reached, opened = gate
    one = opening()
    one.begin()
    qtbot.waitUntil(reached.is_set, timeout=LONG_MS)
    opened.set()
    one.close()
    can_be_opened(data)


def test_why_it_cannot_be_opened_is_told(opening, data, qtbot):
    (data / "macros" / "file-an-invoice" / "macro.yaml").write_text("deskhand: 7\n")
    one = opening()
    with qtbot.waitSignal(one.failed, timeout=LONG_MS) as told:
        one.begin()
    assert "deskhand" in told.args[0]
    other = opening("nobody")
    with qtbot.waitSignal(other.failed, timeout=LONG_MS) as told:
        other.begin()
    assert "there is no macro in the folder nobody" in told.args[0]


def test_every_control_of_the_card_has_a_name(theme, qtbot):
    card = openings.OpeningCard(theme, "Long")
    qtbot.addWidget(card)
    card.tell("Reading", 1000, 4000)
    assert card.words.text() == "Reading, 1,000 of 4,000 characters"
    assert card.bar.value() == 100
    named = (card.bar, card.cancel, *card.findChildren(QPushButton))
    assert all(one.accessibleName() for one in named)
    card.put_away()
