"""What another program is shown: the listed window and its menus, and nothing that lies over it."""

import io
import threading
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from app.look import Look
from app.mcp import looking
from app.mcp.looking import LONGEST_PX, Eyes
from app.settings import Keeping, Settings, SettingsFile, user_folders
from automation.core.errors import DiskFull, Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.records.store import Store
from automation.screen.refs import Listing, RefBook
from tests.fakes.fake_reader import element
from tests.unit.agent.rig import observation

WIDE = Rect(0, 0, 4000, 1000)
SECRET = (200, 10, 10)
OWN = WindowInfo(1, "Library", "library", 50, Rect(100, 100, 3000, 800), is_active=True)
OTHER = WindowInfo(2, "Bank", "bank", 60, Rect(500, 300, 400, 200))
MENU = WindowInfo(3, "", "library", 50, Rect(50, 850, 200, 120), is_popup=True)


def seen(windows, **more):
    pixels = np.full((WIDE.h, WIDE.w, 4), 255, np.uint8)
    for one in windows:
        if one is OTHER:
            box = one.rect
            pixels[box.y : box.bottom, box.x : box.right, 2::-1] = SECRET
    frame = Frame(pixels, ScreenPoint(0, 0), 0.0)
    shown: Observation = replace(observation(), frame=frame, windows=tuple(windows))
    save = element("Save", "button", Rect(2000, 400, 80, 30))
    listing = replace(RefBook().listing([save]), title="Library", app="library")
    return Look(shown, OWN, replace(listing, **more))


@pytest.fixture
def eyes(monkeypatch, fresh_home):
    """Return what looks, with looks that are given one after the other."""
    looks = []
    monkeypatch.setattr(looking, "look", lambda *_, **__: looks.pop(0))

    def look(*given, **how):
        looks[:] = given
        one = Eyes()
        wanted = {"has_picture": False, "only_changes": False, "asked_by": "Agent"} | how
        return [one.look("", StopToken(), **wanted) for _ in given]

    return look


def picture_of(told):
    return np.asarray(Image.open(io.BytesIO(told.png)).convert("RGB"))


def test_the_picture_is_the_window_with_its_menus_within_the_size_that_hosts_take(eyes):
    (told,) = eyes(seen([MENU, OWN]), has_picture=True)
    height, width, _ = picture_of(told).shape
    whole_w, whole_h = OWN.rect.right - MENU.rect.x, MENU.rect.bottom - OWN.rect.y
    assert width == LONGEST_PX
    assert height == pytest.approx(LONGEST_PX * whole_h / whole_w, abs=1)


def test_what_another_program_has_over_it_is_painted_over(eyes):
    (over,), (below,) = (
        eyes(seen(windows), has_picture=True) for windows in ([OTHER, OWN], [OWN, OTHER])
    )
    assert not (picture_of(over) == SECRET).all(axis=2).any()
    assert (picture_of(below) == SECRET).all(axis=2).any()


def test_our_words_on_a_look_hold_nothing_from_the_screen(eyes):
    (told,) = eyes(seen([OWN], omitted=7))
    assert told.summary == "1 things. 7 more are not listed."
    assert 'button "Save"' in told.text
    assert told.png == b""


def test_of_a_second_look_only_what_changed_is_told_where_that_is_asked_for(eyes):
    first = seen([OWN])
    gone = seen([OWN], items=())
    _, same, changed = eyes(first, first, gone, only_changes=True)
    assert (same.summary, same.text) == ("Nothing is different.", "nothing changed")
    assert changed.summary == "What is different since your last look."
    assert changed.text.startswith("- ")


def test_another_windows_look_is_told_whole(eyes):
    other = seen([OWN], app="bank", title="Bank")
    assert isinstance(other.listing, Listing)
    _, told = eyes(seen([OWN]), other, only_changes=True)
    assert told.text.startswith('window "Bank"')


def history():
    store = Store(user_folders().data)
    try:
        return [(run.asked_by, run.task, run.outcome, run.steps) for run in store.runs()]
    finally:
        store.close()


def test_the_history_tells_once_which_program_was_shown_to_whom(eyes):
    eyes(seen([OWN]), seen([OWN]))
    assert history() == [("Agent", "look at library", Outcome.DONE, 0)]
    eyes(seen([OWN]), has_picture=True)
    assert history()[0][1] == "look at library, with pictures"


def test_a_look_that_nobody_waits_for_any_more_leaves_nothing_to_compare_with(
    monkeypatch, fresh_home
):
    eyes, stop = Eyes(), StopToken()
    wanted = {"asked_by": "Agent", "has_picture": False, "only_changes": True}

    def late(*_, **__):
        stop.stop("signal")
        return seen([OWN], items=())

    monkeypatch.setattr(looking, "look", late)
    with pytest.raises(Stopped):
        eyes.look("", stop, **wanted)
    assert not history()
    monkeypatch.setattr(looking, "look", lambda *_, **__: seen([OWN]))
    assert eyes.look("", StopToken(), **wanted).summary == "1 things."


def test_a_look_waits_for_the_one_before_it_unless_it_is_stopped(monkeypatch, fresh_home):
    eyes, begun, go_on, running = Eyes(), threading.Event(), threading.Event(), []
    wanted = {"asked_by": "Agent", "has_picture": False, "only_changes": False}

    def slow(*_, **__):
        running.append(len(running))
        begun.set()
        assert go_on.wait(10)
        return seen([OWN])

    monkeypatch.setattr(looking, "look", slow)
    first = threading.Thread(target=lambda: eyes.look("", StopToken(), **wanted))
    first.start()
    assert begun.wait(10)
    stopped = StopToken()
    stopped.stop("signal")
    with pytest.raises(Stopped):
        eyes.look("", stopped, **wanted)
    assert running == [0]
    go_on.set()
    first.join(10)
    assert eyes.look("", StopToken(), **wanted).summary == "1 things."


def test_nothing_is_told_of_a_look_that_cannot_be_kept(eyes, monkeypatch):
    def full(_store, _task):
        raise DiskFull("There is no room.")

    monkeypatch.setattr(Store, "new_run", full)
    with pytest.raises(DiskFull):
        eyes(seen([OWN]))


def test_of_looks_that_are_not_to_be_kept_no_word_is_kept(eyes):
    folders = user_folders()
    folders.create()
    SettingsFile(folders.settings_file).save(Settings(keeping=Keeping(runs="nothing")))
    eyes(seen([OWN]))
    [(asked_by, task, _, _)] = history()
    assert asked_by == ""
    assert "library" not in task
