"""A press reaches whom the guard has looked at, however late it comes."""

from contextlib import suppress

import pytest

from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.errors import InputError, Refused
from automation.core.geometry import ScreenPoint
from automation.desktop.input.emitter import LOOKS, Pacer
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

AT = ScreenPoint(500, 300)


@pytest.fixture
def parts():
    """Two windows of others, the first with the focus, and one of ours; the backend sees what the windows are."""
    ours = window(3, app="deskhand")
    parts = ExecutorParts(windows=FakeWindows(window(1), window(2), ours, focused=1))
    parts.backend.receiver_of = lambda press: receiver(parts, press)
    return parts


def receiver(parts, press):
    if isinstance(press, KeyEvent):
        return (parts.windows.focused or 0,)
    return (parts.windows.top_at(parts.backend.pointer()).window_id,)


def after_the_look(parts, happening, press=1):
    """Let something happen between the look before the n-th press and the press."""
    hold_still, asked = parts.backend.hold_still, []

    def hold(event, of):
        asked.append(event)
        if len(asked) == press:
            happening()
        return hold_still(event, of)

    parts.backend.hold_still = hold


def focus(parts, window_id):
    return lambda: setattr(parts.windows, "focused", window_id)


def raise_window(parts, window_id):
    def raise_it():
        parts.windows.stack.sort(key=lambda w: w.window_id != window_id)

    return raise_it


def outcome(parts, action):
    """Carry an action out; return why it was refused or cut short, empty when it was neither."""
    try:
        return parts.do(action).cause
    except Refused as refusal:
        return refusal.reason


def pressed(parts):
    return [e for e in parts.events if isinstance(e, KeyEvent | ButtonEvent) and e.is_down]


@pytest.mark.parametrize("action", [Hotkey(("ctrl", "w")), Hotkey(("esc",)), Write("no")])
def test_no_key_goes_to_a_window_of_ours_that_took_the_focus_after_the_look(parts, action):
    after_the_look(parts, focus(parts, 3))
    assert (outcome(parts, action), pressed(parts)) == ("own_window", [])
    assert parts.is_quiet


@pytest.mark.parametrize("action", [Hotkey(("ctrl", "w")), Hotkey(("esc",)), Write("no")])
def test_no_first_key_goes_to_a_window_that_nobody_approved(parts, action):
    after_the_look(parts, focus(parts, 2))
    assert (outcome(parts, action), pressed(parts)) == ("changed", [])


def test_a_later_key_of_a_shortcut_may_find_another_focus(parts):
    after_the_look(parts, focus(parts, 2), press=2)
    assert parts.do(Hotkey(("alt", "tab"))).completed


def test_a_later_key_of_a_shortcut_never_finds_ours(parts):
    after_the_look(parts, focus(parts, 3), press=2)
    assert outcome(parts, Hotkey(("ctrl", "w"))) == "own_window"
    assert len(pressed(parts)) == 1
    assert parts.is_quiet


@pytest.mark.parametrize("window_id", [2, 3])
def test_no_button_goes_to_a_window_that_came_up_after_the_look(parts, window_id):
    after_the_look(parts, raise_window(parts, window_id))
    parts.do(Click(Aim(AT)))
    assert pressed(parts) == []
    assert parts.is_quiet


def test_a_press_that_meets_a_change_goes_out_once_all_is_as_approved(parts):
    moved = iter([ScreenPoint(510, 300)])
    after_the_look(parts, lambda: parts.knock(next(moved)))
    parts.backend.receiver_of = lambda press: (1, parts.backend.pointer().x)
    assert parts.do(Click(Aim(AT))).completed
    assert pressed(parts) == [ButtonEvent(1, True)]
    assert parts.backend.pointer() == AT


def test_a_press_at_another_pixel_than_the_approved_one_is_never_sent(parts):
    """A knock comes as the receiver is asked for: it would be taken for where the press belongs."""
    ask = parts.backend.receiver_of

    def knock_and_ask(press):
        parts.knock(ScreenPoint(530, 300))
        return ask(press)

    parts.backend.receiver_of = knock_and_ask
    assert (outcome(parts, Click(Aim(AT))), pressed(parts)) == ("changed", [])


def test_a_button_is_sent_with_its_place_as_a_hand_is_not_held_still(parts):
    hold_still = parts.backend.hold_still

    def hold(press, of):
        is_held = hold_still(press, of)
        parts.knock(ScreenPoint(530, 300))
        return is_held

    parts.backend.hold_still = hold
    assert parts.do(Click(Aim(AT))).completed
    assert parts.backend.pointer() == AT
    before = parts.events[parts.events.index(ButtonEvent(1, True)) - 1]
    assert before == MoveEvent(AT)


def test_nothing_comes_between_look_and_press_where_the_display_cannot_be_held(parts):
    parts.backend.receiver_of = lambda press: ()
    assert parts.do(Click(Aim(AT))).completed
    at = parts.events.index(ButtonEvent(1, True))
    assert [e for e in parts.events[:at] if isinstance(e, MoveEvent)].count(MoveEvent(AT)) == 1


def test_whom_a_press_reaches_is_who_was_looked_at(parts):
    """The focus is at ours when it is asked for, elsewhere at the look, and at ours again."""
    focus, held = parts.windows.focus, []

    def look():
        parts.windows.focused = 1
        found = focus()
        parts.windows.focused = 3
        return found

    nonce = parts.session.prepare(Hotkey(("esc",))).nonce
    parts.backend.hold_still = lambda press, of: held.append(press) or True
    parts.windows.focus = look
    parts.windows.focused = 3
    parts.backend.receiver_of = lambda press: (3,)
    with suppress(Refused):
        parts.execute(nonce)
    assert (held, pressed(parts)) == ([], [])


@pytest.mark.parametrize("action", [Hotkey(("esc",)), Write("no"), Click(Aim(AT))])
def test_a_stop_that_comes_while_somebody_else_holds_the_display_is_heeded(parts, action):
    after_the_look(parts, parts.session.kill)
    assert (outcome(parts, action), pressed(parts)) == ("stopped", [])
    assert parts.is_quiet


def test_a_display_that_somebody_else_held_too_long_shows_another_moment(parts):
    after_the_look(parts, lambda: parts.clock.advance(40.0))
    assert (outcome(parts, Hotkey(("esc",))), pressed(parts)) == ("budget", [])
    assert parts.is_quiet


def test_a_lock_is_looked_for_again_with_everything_else(parts):
    looked = []
    popups = parts.windows.large_popups
    parts.windows.large_popups = lambda *least: looked.append(least) or popups(*least)
    nonce = parts.session.prepare(Hotkey(("esc",))).nonce
    before = []

    def change():
        before.append(len(looked))
        parts.knock(ScreenPoint(9, 9))

    parts.backend.receiver_of = lambda press: (1, parts.backend.pointer().x)
    after_the_look(parts, change)
    assert parts.execute(nonce).completed
    assert len(looked) > before[0]


def test_what_cannot_be_let_go_is_told(parts):
    def fail():
        raise MemoryError

    parts.backend.let_go = fail
    parts.backend.is_still = True
    with pytest.raises(InputError, match="not everything could be let go"):
        parts.emitter.release_all()
    assert parts.emitter.holds_display


def test_a_desktop_that_never_stays_as_it_is_gets_nothing(parts):
    looks = []
    parts.backend.receiver_of = lambda press: (1, looks.append(press) or len(looks))
    assert (outcome(parts, Hotkey(("esc",))), pressed(parts)) == ("changed", [])
    assert len(looks) == 2 * LOOKS
    assert not parts.backend.is_still


@pytest.mark.parametrize("action", [Hotkey(("ctrl", "w")), Write("no"), Click(Aim(AT))])
def test_the_display_is_let_go_even_when_it_does_not_take_a_press(parts, action):
    def fail(primitive):
        if isinstance(primitive, KeyEvent | ButtonEvent) and primitive.is_down:
            raise OSError(5, "gone")

    parts.on_send = fail
    with pytest.raises(OSError, match="gone"):
        parts.do(action)
    assert not parts.backend.is_still


def test_a_display_that_could_not_be_let_go_is_let_go_with_all_else(parts):
    let_go, failures = parts.backend.let_go, [MemoryError()]

    def fail_once():
        if failures:
            raise failures.pop()
        let_go()

    parts.backend.let_go = fail_once
    with pytest.raises(MemoryError):
        parts.do(Hotkey(("esc",)))
    assert not parts.backend.is_still
    assert parts.is_quiet


def test_the_display_is_never_held_while_we_wait(parts):
    wait = parts.clock.wait

    def look_and_wait(*arguments):
        assert not parts.backend.is_still
        return wait(*arguments)

    parts.clock.wait = look_and_wait
    assert parts.do(Write("several words\n")).completed
    assert not parts.backend.is_still


@pytest.mark.parametrize(
    ("sent", "count", "seconds"), [(3, 2, 0.0), (4, 2, 0.6), (5, 2, 0.7), (5, 1, 0.6)]
)
def test_a_pace_leaves_room_for_all_that_goes_out_at_once(sent, count, seconds):
    pacer = Pacer(5)
    for number in range(sent):
        pacer.count(number * 0.1)
    assert pacer.delay(0.4, count) == pytest.approx(seconds)
