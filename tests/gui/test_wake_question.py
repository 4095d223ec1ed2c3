"""The window asks once whether sleeping programs are woken, and keeps the answer."""

import threading

import pytest
from PySide6.QtCore import QObject, Qt

from app import front
from app.front import FrontSleeper
from app.gui.chat.rows import LEAVE, WAKE, OfferRow, SayRow
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.window.main_window import MainWindow
from app.gui.wiring import KEPT_BUT, LEFT, WOKEN, WakeControl
from app.settings import Settings, SettingsFile
from automation.core.events import Ended
from automation.core.ports import Sleep
from automation.core.proposal import Outcome
from tests.gui import sample_runs as runs

BROWSER = FrontSleeper("chromium", Sleep.UNTIL_NEW_START)


class Place:
    """A window with the question's control, and the settings file that it writes."""

    def __init__(self, qtbot, theme, folder, choice):
        self.file = SettingsFile(folder / "settings.json")
        self.file.save(Settings(wake_programs=choice))
        self.owner = QObject()
        settings = self.file.load()[0]
        self.window = MainWindow(theme, settings, ("click Save",))
        qtbot.addWidget(self.window)
        self.keeper = SettingsKeeper(theme, self.file, settings, self.owner)
        self.control = WakeControl(self.window, self.keeper, self.owner)
        self.window.show()
        qtbot.waitExposed(self.window)

    @property
    def kept(self):
        return self.file.load()[0].wake_programs

    @property
    def last(self):
        return self.window.chat.model._rows[-1]

    def over(self, cause):
        for happening in [
            *runs.begun(),
            Ended("r", Outcome.NOT_FOUND, "Not there.", 0, cause=cause),
        ]:
            self.window.take(happening)
            self.control.take(happening)


@pytest.fixture
def place(qtbot, theme, tmp_path, monkeypatch, request):
    looks = []
    monkeypatch.setattr(front, "front_sleeper", lambda settings: looks.append(settings) or BROWSER)
    made = Place(qtbot, theme, tmp_path, getattr(request, "param", "unsaid"))
    made.looks = looks
    yield made
    made.control.close()


@pytest.mark.parametrize(("is_yes", "kept"), [(True, "on"), (False, "off")])
def test_the_first_page_asks_where_a_sleeper_is_in_front_and_keeps_the_answer(
    place, qtbot, is_yes, kept
):
    hint = place.window.idle.waking
    place.control.look()
    qtbot.waitUntil(hint.isVisible)
    assert BROWSER.title in hint._title.text()
    assert "memory" in hint._rest.text()
    assert front.BACK in hint._rest.text()
    button = hint.button if is_yes else hint.leave
    with qtbot.waitSignal(place.control.chosen):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert place.kept == kept
    assert not hint.isVisible()


@pytest.mark.parametrize("place", ["on", "off"], indirect=True)
def test_who_has_chosen_is_not_asked_again(place):
    place.looks.clear()
    place.control.look()
    place.over("asleep")
    assert place.looks == []
    assert not isinstance(place.last, OfferRow)


@pytest.mark.parametrize(("is_yes", "kept", "said"), [(True, "on", WOKEN), (False, "off", LEFT)])
def test_the_chat_asks_under_a_run_that_found_too_little_for_it(place, qtbot, is_yes, kept, said):
    place.over("asleep_until_restarted")
    assert place.last == OfferRow(WAKE, leave=LEAVE)
    steps = place.window.chat.steps
    qtbot.waitUntil(lambda: steps._controls is not None and steps._controls[2].isVisible())
    offer = steps._controls[2]
    qtbot.mouseClick(offer.button if is_yes else offer.leave, Qt.MouseButton.LeftButton)
    assert place.kept == kept
    assert place.last == SayRow(said)


@pytest.mark.parametrize("cause", ["", "locked", "started_asleep", "still_waking"])
def test_a_run_that_ended_for_another_reason_asks_nothing(place, cause):
    place.over(cause)
    assert not isinstance(place.last, OfferRow)


def test_a_choice_in_settings_takes_the_question_away(place, qtbot):
    hint = place.window.idle.waking
    place.control.look()
    qtbot.waitUntil(hint.isVisible)
    place.keeper.keep(wake_programs="off")
    place.control.settle()
    assert not hint.isVisible()


@pytest.mark.parametrize("has_settings_open", [False, True])
def test_what_is_in_the_way_of_the_choice_is_said_where_it_was_made(
    place, qtbot, has_settings_open
):
    if has_settings_open:
        place.keeper.open()
        qtbot.waitUntil(place.keeper._window.isVisible)
    telling = threading.Thread(target=place.control.tell_problem, args=("the bus is dumb",))
    telling.start()
    telling.join()
    sentence = KEPT_BUT.format("the bus is dumb")
    if has_settings_open:
        qtbot.waitUntil(lambda: place.keeper._window._said.text() == sentence)
        assert place.keeper._window._said.isVisible()
        assert place.window.chat.model._rows == []
    else:
        qtbot.waitUntil(lambda: place.window.chat.model._rows != [])
        assert place.last == SayRow(sentence, is_error=True)
