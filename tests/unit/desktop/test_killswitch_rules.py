"""When the user means stop: double taps, kill keys, takeover, and whose event it is."""

import pytest

from automation.core.errors import UnknownKey
from automation.core.geometry import ScreenPoint
from automation.desktop.input.keymap import Layout
from automation.desktop.input.kill_switch import (
    Announced,
    DoubleTap,
    InputEvent,
    KillDetector,
    KillKey,
    TakeoverWatch,
)
from automation.desktop.input.listener import Ears, kill_keys
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Pause
from tests.fakes.fake_clock import FakeClock

ESC, PAUSE, A, SHIFT, CTRL, NUM_LOCK = 9, 127, 38, 50, 37, 77
LAYOUT = Layout(
    symbols={
        ESC: frozenset({0xFF1B}),
        PAUSE: frozenset({0xFF13}),
        A: frozenset({0x61, 0x41}),
        SHIFT: frozenset({0xFFE1}),
        CTRL: frozenset({0xFFE3}),
        NUM_LOCK: frozenset({0xFF7F}),
    },
    modifier_codes=(
        frozenset({SHIFT}),
        frozenset(),
        frozenset({CTRL}),
        frozenset(),
        frozenset({NUM_LOCK}),
        *[frozenset()] * 3,
    ),
)
HERE = ScreenPoint(100, 100)


def test_double_tap_fires_on_the_second_press_in_time():
    tap = DoubleTap(0.4)
    assert [tap.press(now_s) for now_s in (1.0, 1.3)] == [False, True]


def test_double_tap_does_not_fire_when_the_second_press_is_late():
    tap = DoubleTap(0.4)
    assert [tap.press(now_s) for now_s in (1.0, 1.5, 1.8)] == [False, False, True]


def test_double_tap_starts_again_after_it_fired():
    tap = DoubleTap(0.4)
    assert [tap.press(now_s) for now_s in (1.0, 1.1, 1.2, 1.3)] == [False, True, False, True]


def test_double_tap_does_not_fire_across_another_key():
    tap = DoubleTap(0.4)
    tap.press(1.0)
    tap.interrupt()
    assert not tap.press(1.1)


@pytest.mark.parametrize("window_s", [0, -1])
def test_double_tap_refuses_a_window_without_length(window_s):
    with pytest.raises(ValueError, match="above 0 seconds"):
        DoubleTap(window_s)


def test_a_kill_key_works_whatever_else_is_held():
    detector = KillDetector((KillKey("pause", frozenset({PAUSE}), frozenset(), is_double=False),))
    assert detector.press(PAUSE, frozenset({"shift", "alt"}), 1.0) == "pause"


def test_a_kill_chord_needs_its_modifiers():
    key = KillKey("ctrl+a", frozenset({A}), frozenset({"ctrl"}), is_double=False)
    detector = KillDetector((key,))
    assert detector.press(A, frozenset(), 1.0) is None
    assert detector.press(A, frozenset({"ctrl"}), 1.0) == "ctrl+a"


def test_kill_keys_are_looked_up_on_the_keyboard():
    found = kill_keys(("pause", "esc esc", "ctrl+a"), LAYOUT)
    assert [(key.codes, key.is_double) for key in found] == [
        ({PAUSE}, False),
        ({ESC}, True),
        ({A}, False),
    ]


def test_a_kill_key_that_the_keyboard_lacks_is_left_out_while_another_is_left():
    assert [key.spec for key in kill_keys(("scrolllock", "pause"), LAYOUT)] == ["pause"]


@pytest.mark.parametrize(
    ("specs", "words"),
    [
        (("scrolllock",), "no kill key can be pressed: this keyboard has no Scroll Lock key"),
        (("esc pause",), "is no kill key"),
        (("esc esc esc",), "is no kill key"),
        (("shift",), "exactly one key besides modifiers"),
        (("blob",), "no key called"),
    ],
)
def test_kill_keys_that_cannot_be_used_are_refused(specs, words):
    with pytest.raises(UnknownKey, match=words):
        kill_keys(specs, LAYOUT)


def test_a_chord_is_grabbed_in_every_state_of_the_locks():
    control, lock, num_lock = 4, 2, 16
    masks = LAYOUT.grab_masks(frozenset({"ctrl"}))
    assert set(masks) == {control | extra for extra in (0, lock, num_lock, lock | num_lock)}


@pytest.mark.parametrize("kind", ["key", "button"])
def test_a_press_of_the_users_is_a_takeover_and_a_release_is_not(kind):
    watch = TakeoverWatch(10.0, HERE)
    assert watch.judge(InputEvent(kind, 1, is_down=False), 10.1, None) is None
    assert watch.judge(InputEvent(kind, 1, is_down=True), 10.1, None) == kind


MOVED = InputEvent("pointer")


def test_movement_in_the_grace_after_the_acceptance_does_not_count():
    watch = TakeoverWatch(10.0, HERE)
    assert watch.judge(MOVED, 10.2, HERE.offset(400, 0)) is None
    assert watch.judge(MOVED, 10.4, HERE.offset(410, 0)) is None


def test_movement_counts_once_it_is_longer_than_a_knock():
    watch = TakeoverWatch(10.0, HERE)
    steps = [watch.judge(MOVED, 11.0, HERE.offset(dx, 0)) for dx in (20, 40, 60)]
    assert steps == [None, None, "pointer"]


def test_movement_is_measured_from_where_we_put_the_pointer():
    watch = TakeoverWatch(10.0, HERE)
    watch.we_moved(HERE.offset(500, 0))
    assert watch.judge(MOVED, 11.0, HERE.offset(510, 0)) is None


def test_small_tugs_against_our_own_movement_add_up():
    watch = TakeoverWatch(10.0, HERE)
    verdicts = []
    for _ in range(6):
        watch.we_moved(HERE)
        verdicts.append(watch.judge(MOVED, 11.0, HERE.offset(10, 0)))
    assert verdicts == [None] * 5 + ["pointer"]


def injected(kind, code=0, *, is_down=False, point=None):
    return InputEvent(kind, code, is_down=is_down, is_injected=True, point=point)


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def announced(clock):
    return Announced(clock.now_s)


def test_an_announced_event_is_ours_once(announced):
    announced.announce(KeyEvent(A, True))
    press = injected("key", A, is_down=True)
    assert [announced.claim(press), announced.claim(press)] == [True, False]


@pytest.mark.parametrize(
    "event",
    [
        injected("key", A, is_down=False),
        injected("key", ESC, is_down=True),
        injected("button", A, is_down=True),
        InputEvent("key", A, is_down=True),
    ],
)
def test_an_event_that_differs_from_the_announced_one_is_the_users(announced, event):
    announced.announce(KeyEvent(A, True))
    assert not announced.claim(event)


def test_movement_is_ours_by_its_pixel(announced):
    announced.announce(MoveEvent(HERE))
    assert not announced.claim(injected("pointer", point=HERE.offset(1, 0)))
    assert announced.claim(injected("pointer", point=HERE))


def test_an_announcement_is_forgotten_after_a_second(announced, clock):
    announced.announce(ButtonEvent(1, True))
    clock.advance(1.5)
    assert not announced.claim(injected("button", 1, is_down=True))


def test_a_key_that_a_backend_only_names_stands_for_any_injected_key(announced):
    announced.announce(KeyEvent("a", True))
    assert announced.claim(injected("key", A, is_down=True))


def test_what_sends_nothing_is_not_announced(announced):
    announced.announce(Pause(1.0))
    assert not announced.claim(injected("key", A, is_down=True))


class Log:
    """Implements `Hearer`."""

    def __init__(self):
        self.heard = []

    def on_kill(self, chord):
        self.heard.append(("kill", chord))

    def on_chord(self, name):
        self.heard.append(("chord", name))

    def on_user(self, event, pointer):
        self.heard.append(("user", event.code))

    def on_ours(self, event):
        self.heard.append(("ours", event.code))

    def on_disarmed(self, message):
        self.heard.append(("disarmed", message))


class Hearing:
    def __init__(self, announced, clock):
        self.log = Log()
        self.ears = Ears(announced, self.log, ("pause", "esc esc"), LAYOUT, clock.now_s)
        self.chords = {}

    def press(self, code, *, is_down=True, is_injected=False):
        event = InputEvent("key", code, is_down=is_down, is_injected=is_injected)
        find = lambda code, modifiers: self.chords.get((code, modifiers))  # noqa: E731
        self.ears.hear(event, find, lambda: HERE)


@pytest.fixture
def hearing(announced, clock):
    return Hearing(announced, clock)


def test_our_own_kill_key_is_never_a_kill(hearing, announced):
    announced.announce(KeyEvent(PAUSE, True))
    hearing.press(PAUSE, is_injected=True)
    assert hearing.log.heard == [("ours", PAUSE)]


def test_the_users_kill_key_comes_first_of_all(hearing):
    hearing.press(PAUSE)
    assert hearing.log.heard == [("kill", "pause"), ("user", PAUSE)]


def test_our_own_escape_between_two_of_the_users_changes_nothing(hearing, announced):
    hearing.press(ESC)
    announced.announce(KeyEvent(ESC, True))
    hearing.press(ESC, is_injected=True)
    hearing.press(ESC)
    assert ("kill", "esc esc") in hearing.log.heard


def test_a_chord_fires_only_with_the_modifiers_that_the_user_holds(hearing, announced):
    hearing.chords = {(A, frozenset({"ctrl"})): "bar"}
    announced.announce(KeyEvent(CTRL, True))
    hearing.press(CTRL, is_injected=True)
    hearing.press(A)
    assert ("chord", "bar") not in hearing.log.heard
    hearing.press(CTRL)
    hearing.press(A)
    assert ("chord", "bar") in hearing.log.heard


def test_a_modifier_that_was_let_go_does_not_count(hearing):
    hearing.chords = {(A, frozenset({"ctrl"})): "bar"}
    hearing.press(CTRL)
    hearing.press(CTRL, is_down=False)
    hearing.press(A)
    assert ("chord", "bar") not in hearing.log.heard


def test_modifiers_that_were_down_at_the_start_are_the_users(hearing):
    hearing.chords = {(A, frozenset({"ctrl"})): "bar"}
    hearing.ears.start_with([CTRL])
    hearing.press(A)
    assert ("chord", "bar") in hearing.log.heard
