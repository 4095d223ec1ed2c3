"""Of a key it is told which window it goes to, called as it was before the key."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from automation.core.geometry import Rect
from automation.core.hand_events import KEY_DOWN, KEY_UP, SECRET, UNTOLD, HandEvent
from automation.core.observation import ScreenElement, WindowInfo
from automation.desktop.recording.listen import KeyFocus, Look, Moment, Released
from automation.desktop.recording.look import Sights
from automation.desktop.recording.privacy import Discretion

NOTES = WindowInfo(7, "Notes", "mousepad", 40, Rect(0, 0, 100, 80), is_active=True)
LATER = replace(NOTES, title="*Notes")
MENU = WindowInfo(9, "", "mousepad", 40, Rect(10, 10, 20, 20), is_popup=True)
MOMENT = Moment(NOTES.rect.center, NOTES, ())


class Seen(Sights):
    """Works out what was seen, without a display."""

    def __init__(self):
        self._last_look = None
        self._emptiness = SimpleNamespace(heard=lambda event: None, was_empty=lambda *told: False)

    def _scale(self, at):
        return 1.0


def look(focused=None, windows=(LATER, MENU)):
    return Look(1, 2, windows, focused=focused)


def entry(window_id):
    return ScreenElement("Text", "text", Rect(0, 0, 10, 10), "tree", window_id=window_id)


@pytest.mark.parametrize(("kind", "flags"), [(KEY_DOWN, 0), (SECRET, 0), (SECRET, UNTOLD)])
@pytest.mark.parametrize("told", [None, look(), look(entry(7)), look(entry(9)), look(entry(5))])
def test_a_key_is_seen_in_its_window_as_it_was_before(kind, flags, told):
    sight = Seen().of(Released(HandEvent(1, kind, flags=flags, window=7), MOMENT, told))
    assert sight.window == NOTES


def test_what_has_the_focus_in_another_window_is_seen_there():
    other = replace(NOTES, window_id=8, title="Find")
    found = look(entry(8), windows=(other, LATER))
    assert Seen().of(Released(HandEvent(1, KEY_DOWN, window=7), MOMENT, found)).window == other


def test_a_key_that_goes_to_no_window_that_is_known_is_seen_nowhere():
    assert Seen().of(Released(HandEvent(1, KEY_DOWN, window=7))) is None
    assert Seen().of(Released(HandEvent(1, KEY_UP, window=7), MOMENT)) is None


def test_what_is_left_out_tells_its_window_too():
    discretion = Discretion()
    event = HandEvent(1, KEY_DOWN, keycode=38, keysym=ord("a"), window=7)
    discretion.feed(event, MOMENT)
    (masked,) = discretion.released(2, is_over=True)
    assert (masked.event.kind, masked.moment) == (SECRET, MOMENT)


@pytest.mark.parametrize(
    ("window", "windows", "told"),
    [
        (LATER, (NOTES,), NOTES),
        (LATER, (), LATER),
        (MENU, (MENU, NOTES), NOTES),
        (None, (NOTES,), None),
    ],
    ids=["as it was", "no picture", "a menu's owner", "nobody knows"],
)
def test_the_window_is_called_as_in_the_last_picture(window, windows, told):
    focus = KeyFocus.__new__(KeyFocus)
    focus.window = window
    found = focus.moment(SimpleNamespace(windows=windows) if windows else None, 5_000_000)
    assert (found.window if found is not None else None) == told
