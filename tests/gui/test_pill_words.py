"""Words that come fast are shown by their end, now and then, on a pill that keeps its size."""

from PySide6.QtCore import QObject

from app.gui.overlay.confirmer import OverlayConfirmer, PillWords
from app.gui.overlay.pill import Pill, PillStatus
from app.gui.widgets.theme import Theme
from app.settings import Settings
from automation.core.events import SentTo, Started, Streamed, Task, Working
from automation.core.geometry import Monitor, Rect


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
    assert (pill.words.accessibleName(), pill.width() < width) == ("", True)


def test_the_pill_names_the_host_that_pictures_go_to_whatever_the_run_does(qtbot, qapp):
    confirmer = OverlayConfirmer(Theme("light"), Settings())
    director = confirmer.director
    try:
        confirmer.show_progress(
            Started("r", Task("file this"), (Monitor(1, Rect(0, 0, 1280, 800), 1.0),))
        )
        assert director.pill.status.host == ""
        confirmer.show_progress(SentTo("r", "gpu-box.example:443", is_here=False))
        assert director.pill.status.host == "gpu-box.example:443"
        confirmer.show_progress(SentTo("r", "gpu-box.example:443", is_here=False))
        confirmer.show_progress(Working("r", "deciding"))
        assert director.pill.status.host == "gpu-box.example:443"
        confirmer.show_progress(SentTo("r", "127.0.0.1:8080", is_here=True))
        assert director.pill.status.host == "gpu-box.example:443", "it was told something"
        confirmer.show_progress(Started("s", Task("file that"), ()))
        assert director.pill.status.host == ""
    finally:
        confirmer.show_nothing()
