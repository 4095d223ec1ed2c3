"""An event of ours that is heard too late may stop us, but it never approves anything."""

import pytest

from automation.desktop.input.keymap import Layout
from automation.desktop.input.kill_switch import (
    ANNOUNCED_FOR_S,
    DOUBTED_FOR_S,
    Announced,
    InputEvent,
)
from automation.desktop.input.listener import Ears
from automation.desktop.input.plan import KeyEvent
from tests.fakes.fake_clock import FakeClock

PAUSE, RETURN, SHIFT, CTRL = 127, 36, 50, 37
LAYOUT = Layout(
    symbols={
        PAUSE: frozenset({0xFF13}),
        RETURN: frozenset({0xFF0D}),
        SHIFT: frozenset({0xFFE1}),
        CTRL: frozenset({0xFFE3}),
    },
    modifier_codes=(
        frozenset({SHIFT}),
        frozenset(),
        frozenset({CTRL}),
        *[frozenset()] * 5,
    ),
)
CHORD = (RETURN, frozenset({"ctrl", "shift"}))


class Heard:
    """Implements `Hearer`."""

    def __init__(self):
        self.kills, self.chords, self.corners = [], [], 0

    def on_kill(self, chord):
        self.kills.append(chord)

    def on_chord(self, name):
        self.chords.append(name)

    def on_user(self, event, pointer):
        """Takeover is not looked at here."""

    def on_ours(self, event):
        """Nor is our own pointer."""

    def on_corner(self):
        self.corners += 1

    def on_disarmed(self, message):
        raise AssertionError(message)


class Room:
    def __init__(self):
        self.clock, self.heard = FakeClock(), Heard()
        self.announced = Announced(self.clock.now_s)
        self.ears = Ears(self.announced, self.heard, ("pause",), LAYOUT, clock=self.clock.now_s)

    def send(self, code, *, is_down=True):
        """Announce a key of ours; it is not heard yet."""
        self.announced.announce(KeyEvent(code, is_down))

    def hear(self, code, *, is_down=True, is_injected=True):
        event = InputEvent("key", code, is_down=is_down, is_injected=is_injected)
        chord_of = lambda code, modifiers: "accept" if (code, modifiers) == CHORD else None  # noqa: E731
        self.ears.hear(event, chord_of, lambda: None)


@pytest.fixture
def room():
    return Room()


def test_a_chord_of_ours_that_is_heard_late_approves_nothing(room):
    for code in (CTRL, SHIFT, RETURN):
        room.send(code)
    room.clock.advance(ANNOUNCED_FOR_S + 0.1)
    for code in (CTRL, SHIFT, RETURN):
        room.hear(code)
    assert room.heard.chords == []


def test_modifiers_of_ours_that_are_heard_late_make_no_chord_of_the_users_key(room):
    room.send(CTRL)
    room.send(SHIFT)
    room.clock.advance(ANNOUNCED_FOR_S + 0.1)
    room.hear(CTRL)
    room.hear(SHIFT)
    room.hear(RETURN, is_injected=False)
    assert room.heard.chords == []


def test_a_key_that_the_user_still_holds_is_not_ours_once_we_let_it_go(room):
    for code in (CTRL, SHIFT):
        room.hear(code, is_injected=False)
        room.send(code, is_down=False)
        room.hear(code, is_down=False)
    room.hear(RETURN, is_injected=False)
    assert room.heard.chords == []


def test_the_users_chord_counts_although_we_missed_an_event_of_another_key(room):
    room.send(PAUSE)
    room.clock.advance(ANNOUNCED_FOR_S + 0.1)
    for code in (CTRL, SHIFT, RETURN):
        room.hear(code)
    assert room.heard.chords == ["accept"]


def test_the_doubt_ends(room):
    for code in (CTRL, SHIFT, RETURN):
        room.send(code)
    room.clock.advance(ANNOUNCED_FOR_S + DOUBTED_FOR_S + 0.1)
    for code in (CTRL, SHIFT, RETURN):
        room.hear(code)
    assert room.heard.chords == ["accept"]


def test_a_kill_key_of_ours_that_is_heard_late_stops_us(room):
    room.send(PAUSE)
    room.clock.advance(ANNOUNCED_FOR_S + 0.1)
    room.hear(PAUSE)
    assert room.heard.kills == ["pause"]
