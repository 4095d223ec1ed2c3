"""Words that come fast are shown by their end, now and then, on a pill that keeps its size."""

from PySide6.QtCore import QObject

from app.gui.overlay.confirmer import PillWords
from app.gui.overlay.pill import Pill, PillStatus
from app.gui.widgets.theme import Theme
from automation.core.events import Streamed


def test_many_words_are_shown_by_their_end(qtbot):
    owner, shown = QObject(), []
    words = PillWords(shown.append, owner)
    for _ in range(5000):
        words.take(Streamed("r", "and more ", "thinking"))
    words.take(Streamed("r", "last", "thinking"))
    qtbot.waitUntil(lambda: bool(shown), timeout=60_000)
    assert len(shown) == 1
    assert shown[0].endswith("more last”")
    assert len(shown[0]) < 200


def test_what_was_cleared_is_shown_no_more(qtbot):
    owner, shown = QObject(), []
    words = PillWords(shown.append, owner)
    words.take(Streamed("r", "void", "thinking"))
    words.clear()
    words.take(Streamed("r", "meant", "thinking"))
    qtbot.waitUntil(lambda: shown[-1] != "", timeout=60_000)
    assert shown == ["", "“meant”"]


def test_the_pill_keeps_its_size_while_it_is_written_on(qtbot):
    pill = Pill(Theme("light"), is_solid=True)
    qtbot.addWidget(pill)
    pill.set_status(PillStatus("Deciding", "step 1"))
    assert pill.set_words("“first”")
    width = pill.width()
    assert not pill.set_words("“" + "more " * 50 + "”")
    assert pill.width() == width
    assert pill.set_words("")
    assert (pill.words, pill.width() < width) == ("", True)
