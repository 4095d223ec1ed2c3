"""What an approval is bound to: this action, this look, this run, this person at this desktop."""

import math

import pytest

from automation.core.actions import Aim, Click, Hotkey, Scroll, Wait, Write
from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.emitter import MOST_REPEATS, RepeatCount
from automation.desktop.input.plan import ButtonEvent, KeyEvent
from automation.desktop.input.protocol import Approval, Budgets
from automation.desktop.input.targets import LOCK_LOOK_KEYS
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

AT = ScreenPoint(500, 300)
CLICK = Click(Aim(AT))
KEYS = Hotkey(("ctrl", "a"))
LOCKER = window(66, app="i3lock", is_popup=True)


@pytest.fixture
def parts():
    return ExecutorParts()


def refusal(call, *arguments):
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.reason


@pytest.mark.parametrize("decided_s", [0.0, -1.0, 999.9, 1000.1, 1e300, math.nan, math.inf])
def test_an_approval_from_before_the_look_or_from_the_future_is_refused(parts, decided_s):
    nonce = parts.session.prepare(CLICK).nonce
    assert refusal(parts.execute, nonce, Approval("accepted", "user", decided_s)) == "expired"
    assert parts.events == []


def test_an_approval_made_since_the_look_is_good(parts):
    nonce = parts.session.prepare(CLICK).nonce
    parts.clock.advance(30.0)
    assert parts.execute(nonce, parts.approval(ago_s=30.0)).completed


def test_a_decision_that_is_older_than_a_card_is_refused(parts):
    nonce = parts.session.prepare(CLICK).nonce
    parts.clock.advance(31.0)
    assert refusal(parts.execute, nonce, parts.approval(ago_s=30.5)) == "expired"
    assert parts.events == []


def test_a_correction_may_be_older_than_its_own_look_but_not_than_the_first(parts):
    parts.session.prepare(KEYS)
    parts.clock.advance(2.0)
    nonce = parts.session.prepare(CLICK).nonce
    assert refusal(parts.execute, nonce, parts.approval("edited", CLICK, ago_s=2.5)) == "expired"
    nonce = parts.session.prepare(CLICK).nonce
    assert parts.execute(nonce, parts.approval("edited", CLICK, ago_s=1.0)).completed
    nonce = parts.session.prepare(CLICK).nonce
    assert refusal(parts.execute, nonce, parts.approval("edited", CLICK, ago_s=1.0)) == "expired"


@pytest.mark.parametrize("verdict", ["rejected", "expired", "", "Accepted"])
def test_another_verdict_is_no_approval(parts, verdict):
    nonce = parts.session.prepare(CLICK).nonce
    assert refusal(parts.execute, nonce, parts.approval(verdict)) == "unsupported"
    assert parts.events == []


def test_an_approval_by_nobody_is_none(parts):
    nonce = parts.session.prepare(CLICK).nonce
    assert refusal(parts.execute, nonce, Approval("accepted", " ", 1000.0)) == "unsupported"


def test_an_edited_approval_must_name_what_was_prepared(parts):
    nonce = parts.session.prepare(CLICK).nonce
    assert refusal(parts.execute, nonce, parts.approval("edited")) == "changed"
    assert parts.events == []


def test_an_action_makes_what_was_prepared_before_it_worthless(parts):
    first, second = parts.session.prepare(CLICK).nonce, parts.session.prepare(KEYS).nonce
    assert parts.execute(first).completed
    before = len(parts.events)
    assert refusal(parts.execute, second) == "changed"
    assert len(parts.events) == before


def test_a_run_that_begins_makes_older_approvals_worthless(parts):
    nonce = parts.session.prepare(CLICK).nonce
    parts.session.begin_run(Budgets())
    assert refusal(parts.execute, nonce) == "stopped"


def test_a_stop_during_the_look_leaves_no_nonce(parts):
    grab = parts.display_grab

    def stop_and_grab(rect):
        parts.session.stop()
        return grab(rect)

    parts.display_grab = stop_and_grab
    assert refusal(parts.session.prepare, CLICK) == "stopped"


@pytest.mark.parametrize("action", [CLICK, KEYS, Write("abc"), Scroll("down")])
def test_an_approval_ends_when_the_virtual_desktop_is_switched(parts, action):
    nonce = parts.session.prepare(action).nonce
    parts.windows.desktop = 1
    assert refusal(parts.execute, nonce) == "changed"
    assert parts.events == []


def test_an_approval_ends_when_the_computer_slept(parts):
    nonce = parts.session.prepare(KEYS).nonce
    parts.slept_s += 5.0
    assert refusal(parts.execute, nonce) == "changed"
    assert parts.events == []


def test_nothing_is_prepared_for_a_locked_screen(parts):
    parts.windows.stack.insert(0, LOCKER)
    assert refusal(parts.session.prepare, KEYS) == "locked"


@pytest.mark.parametrize("place", [Rect(0, 0, 1920, 1080), Rect(900, 500, 120, 80)])
@pytest.mark.parametrize("pid", [77, 4321])
def test_a_locked_screen_is_known_under_whatever_is_shown_on_it(parts, place, pid):
    parts.windows.stack[:0] = [window(67, place, pid=pid, is_popup=True), LOCKER]
    assert refusal(parts.session.prepare, KEYS) == "locked"


def test_a_lock_of_one_of_two_monitors_is_a_lock(parts):
    parts.windows.stack.append(window(66, Rect(0, 0, 960, 1080), app="xscreensaver", is_popup=True))
    assert refusal(parts.session.prepare, KEYS) == "locked"


def test_a_small_window_of_a_locker_locks_nothing(parts):
    icon = window(66, Rect(0, 0, 48, 48), app="light-locker", is_popup=True)
    parts.windows.stack.insert(0, icon)
    assert parts.session.prepare(KEYS).nonce


def test_an_approval_ends_when_the_screen_is_locked(parts):
    nonce = parts.session.prepare(KEYS).nonce
    parts.windows.stack.insert(0, LOCKER)
    assert refusal(parts.execute, nonce) == "locked"
    assert parts.events == []


def test_typing_ends_soon_after_the_screen_is_locked(parts):
    typed = []

    def lock(primitive):
        if isinstance(primitive, KeyEvent) and primitive.is_down:
            typed.append(primitive)
        if len(typed) == 10 and LOCKER not in parts.windows.stack:
            parts.windows.stack.insert(0, LOCKER)

    parts.on_send = lock
    execution = parts.do(Write("x" * 200))
    assert execution.cause == "locked"
    assert len(typed) <= 10 + LOCK_LOOK_KEYS
    assert parts.is_quiet


def test_the_next_letter_is_not_sent_once_another_program_holds_the_keyboard(parts):
    typed = []
    parts.session._hands.display._is_keyboard_taken = lambda: len(typed) >= 10

    def note(primitive):
        if isinstance(primitive, KeyEvent) and primitive.is_down:
            typed.append(primitive)

    parts.on_send = note
    execution = parts.do(Write("x" * 200))
    assert execution.cause == "secure_input"
    assert len(typed) == 10
    assert parts.is_quiet


def test_keys_held_by_name_may_make_the_manager_take_the_keyboard(parts):
    parts.on_send = lambda primitive: setattr(
        parts.session._hands.display, "_is_keyboard_taken", lambda: True
    )
    assert parts.do(Hotkey(("alt", "tab"), repeat=3)).completed


def test_a_full_screen_window_of_any_other_program_is_no_lock(parts):
    parts.windows.stack.insert(0, window(66, app="game", is_popup=True))
    assert parts.do(CLICK).completed


@pytest.mark.parametrize("action", [CLICK, KEYS, Write("abc")])
def test_an_invisible_window_over_the_targets_window_is_a_change(parts, action):
    nonce = parts.session.prepare(action).nonce
    parts.windows.invisible.add(99)
    assert refusal(parts.execute, nonce) == "changed"
    assert parts.events == []


def test_a_popup_beside_the_target_is_a_change():
    parts = ExecutorParts(windows=FakeWindows(window(1, Rect(0, 0, 900, 900)), focused=1))
    nonce = parts.session.prepare(CLICK).nonce
    parts.windows.stack.insert(0, window(2, Rect(10, 10, 50, 50), is_popup=True))
    assert refusal(parts.execute, nonce) == "changed"


def test_a_window_elsewhere_and_a_tooltip_are_no_change():
    parts = ExecutorParts(windows=FakeWindows(window(1, Rect(0, 0, 900, 900)), focused=1))
    nonce = parts.session.prepare(CLICK).nonce
    elsewhere = window(2, Rect(1000, 0, 50, 50), is_popup=True)
    parts.windows.stack[:0] = [elsewhere, window(3, Rect(10, 10, 50, 50), is_tooltip=True)]
    assert parts.execute(nonce).completed


def test_what_lay_over_the_window_before_is_no_change():
    parts = ExecutorParts(windows=FakeWindows(window(2, Rect(0, 0, 9, 9)), window(1), focused=1))
    assert parts.do(CLICK).completed


def test_the_second_click_is_not_sent_when_the_window_moved_after_the_first(parts):
    parts.windows.stack = [window(1, Rect(0, 0, 900, 900))]

    def move(primitive):
        if primitive == ButtonEvent(1, False):
            parts.windows.stack = [window(1, Rect(20, 0, 900, 900))]

    parts.on_send = move
    execution = parts.do(Click(Aim(AT), count=2))
    assert (execution.cause, execution.note.startswith("the window at the target moved")) == (
        "changed",
        True,
    )
    assert sum(e == ButtonEvent(1, True) for e in parts.events) == 1


def test_the_second_click_is_not_sent_when_the_desktop_changed_its_size(parts):
    def resize(primitive):
        if primitive == ButtonEvent(1, False):
            parts.size = (1280, 800)

    parts.on_send = resize
    assert parts.do(Click(Aim(AT), count=2)).note.startswith("the desktop changed")


@pytest.mark.parametrize("seconds", [31.0, 3600.0])
def test_an_action_that_sends_nothing_for_half_a_minute_ends(parts, seconds):
    """A program that holds the whole display, as a hung one does, lets go at some time."""
    typed, focus = [], parts.windows.focus

    def hang():
        if len(typed) == 5:
            typed.append(None)
            parts.clock.advance(seconds)
        return focus()

    def note(primitive):
        if isinstance(primitive, KeyEvent) and primitive.is_down:
            typed.append(primitive)

    parts.windows.focus, parts.on_send = hang, note
    execution = parts.do(Write("x" * 50))
    assert (execution.cause, execution.note.startswith("nothing could be sent for")) == (
        "budget",
        True,
    )
    assert len(typed) == 6
    assert parts.is_quiet


def test_an_action_whose_check_hangs_sends_nothing(parts):
    nonce, grab = parts.session.prepare(CLICK).nonce, parts.display_grab

    def hang(rect):
        parts.clock.advance(31.0)
        return grab(rect)

    parts.display_grab = hang
    assert refusal(parts.execute, nonce) == "budget"
    assert parts.events == []


def test_an_action_that_was_frozen_in_a_pause_sends_nothing_more(parts):
    wait, typed = parts.clock.wait, []

    def freeze(seconds, stop):
        wait(seconds, stop)
        if len(typed) == 5:
            parts.clock.advance(60.0)

    def note(primitive):
        if isinstance(primitive, KeyEvent) and primitive.is_down:
            typed.append(primitive)

    parts.clock.wait, parts.on_send = freeze, note
    assert parts.do(Write("x" * 50)).note.startswith("nothing could be sent for 60 seconds")
    assert len(typed) == 5


def test_a_wait_that_was_approved_is_no_hang(parts):
    assert parts.do(Wait(45.0)).completed


def test_the_window_under_a_press_is_the_last_thing_that_is_looked_at(parts):
    """A window that comes between two questions must not slip below the press."""
    nonce, top_at = parts.session.prepare(CLICK).nonce, parts.windows.top_at

    def swap_after_each(point):
        found = top_at(point)
        if parts.backend.pointer() == AT and parts.windows.stack[0].window_id == 1:
            parts.windows.stack.insert(0, window(2, app="hostile"))
        return found

    parts.windows.top_at = swap_after_each
    execution = parts.execute(nonce)
    assert execution.cause == "changed"
    assert not any(isinstance(e, ButtonEvent) for e in parts.events)


def test_a_menu_of_ours_that_opens_on_the_way_gets_no_press():
    """It takes the pointer wherever it lies: a press beside it would go to us and not to the target."""
    parts = ExecutorParts(own_pids=(77,), windows=FakeWindows(window(1), focused=1))
    menu = window(9, Rect(1500, 900, 200, 100), pid=77, is_popup=True, is_menu=True)
    nonce = parts.session.prepare(CLICK).nonce
    parts.on_send = lambda primitive: parts.windows.stack.insert(0, menu)
    execution = parts.execute(nonce)
    assert execution.cause == "own_menu"
    assert not any(isinstance(e, ButtonEvent) for e in parts.events)
    assert refusal(parts.session.prepare, CLICK) == "own_menu"


def test_a_second_deskhand_is_ours_whatever_its_process():
    parts = ExecutorParts(windows=FakeWindows(window(1, app="Deskhand"), focused=1))
    assert refusal(parts.session.prepare, CLICK) == "own_window"
    assert refusal(parts.session.prepare, KEYS) == "own_window"


def test_the_fourth_of_the_same_on_an_unchanged_screen_is_refused(parts):
    for _ in range(MOST_REPEATS):
        assert parts.do(CLICK).completed
    with pytest.raises(Refused, match="sent 3 times and nothing on the screen changed") as caught:
        parts.session.prepare(CLICK)
    assert caught.value.reason == "budget"
    assert parts.do(KEYS).completed


def test_the_same_action_goes_on_while_the_screen_changes(parts):
    for level in range(10):
        parts.level = level * 20
        assert parts.do(CLICK).completed


def test_a_run_that_begins_may_repeat_again(parts):
    for _ in range(MOST_REPEATS):
        parts.do(CLICK)
    parts.session.begin_run(Budgets())
    assert parts.do(CLICK).completed


def test_waiting_is_never_a_repeat():
    repeats = RepeatCount()
    for _ in range(10):
        repeats.check(Wait(1.0), lambda: "same")
        repeats.count(Wait(1.0))


def test_a_change_lets_the_count_of_repeats_begin_anew():
    repeats, looks = RepeatCount(), iter("aabbbb")
    for _ in range(6):
        repeats.check(CLICK, lambda: next(looks))
        repeats.count(CLICK)
    assert refusal(repeats.check, CLICK, lambda: next(looks)) == "budget"
