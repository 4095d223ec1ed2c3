"""The executor's rules, without a process and without a display."""

from contextlib import suppress

import numpy as np
import pytest

from automation.core.actions import (
    Aim,
    ButtonDown,
    Click,
    Clipboard,
    Drag,
    Element,
    Hotkey,
    KeyDown,
    Launch,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.core.errors import CaptureError, InputError, Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.wording import SLIPPED
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Remap, Tap
from automation.desktop.input.protocol import Budgets
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

AT = ScreenPoint(500, 300)
CLICK = Click(Aim(AT))


@pytest.fixture
def parts():
    return ExecutorParts()


def refusal(call, *arguments):
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.reason


def test_the_prepared_action_is_carried_out_after_an_approval(parts):
    assert parts.do(CLICK).completed
    assert [e for e in parts.events if isinstance(e, ButtonEvent)] == [
        ButtonEvent(1, True),
        ButtonEvent(1, False),
    ]


def test_an_approval_for_another_action_is_refused_and_uses_the_nonce_up(parts):
    nonce = parts.session.prepare(CLICK).nonce
    other = parts.approval("edited", Click(Aim(AT.offset(1, 0))))
    assert refusal(parts.execute, nonce, other) == "changed"
    assert refusal(parts.execute, nonce) == "used"
    assert parts.events == []


def test_an_approval_that_names_the_prepared_action_is_good(parts):
    nonce = parts.session.prepare(CLICK).nonce
    assert parts.execute(nonce, parts.approval("edited", CLICK)).completed


def test_a_stop_makes_every_open_nonce_worthless(parts):
    nonces = [parts.session.prepare(CLICK).nonce for _ in range(3)]
    parts.session.stop()
    assert [refusal(parts.execute, nonce) for nonce in nonces] == ["stopped"] * 3


def test_nothing_is_sent_when_the_kill_key_is_not_heard(parts):
    parts.is_armed = False
    assert refusal(parts.do, CLICK) == "no_kill_key"
    assert parts.events == []


def test_a_run_that_lasts_too_long_is_ended_in_the_middle_of_an_action():
    parts = ExecutorParts(budgets=Budgets(wall_s=1.0))
    execution = parts.do(Write("Lorem ipsum " * 100))
    assert (
        execution.cause,
        execution.note.startswith("this run has lasted longer than its 1 seconds"),
    ) == ("budget", True)
    assert parts.is_quiet


def test_a_wait_ends_when_the_run_has_lasted_too_long():
    parts = ExecutorParts(budgets=Budgets(wall_s=2.0))
    assert refusal(parts.do, Wait(3000)) == "budget"
    assert parts.clock.now_s() < 1010


def test_a_desktop_of_another_size_is_a_change(parts):
    nonce = parts.session.prepare(CLICK).nonce
    parts.size = (1280, 800)
    assert refusal(parts.execute, nonce) == "changed"


def test_a_picture_that_changes_back_in_time_is_no_change(parts):
    nonce = parts.session.prepare(CLICK).nonce
    parts.level = 10
    wait = parts.clock.wait

    def change_back(seconds, stop):
        parts.level = 200
        wait(seconds, stop)

    parts.clock.wait = change_back
    assert parts.execute(nonce).completed


def test_the_second_click_is_not_sent_when_another_window_opens_after_the_first(parts):
    def cover(primitive):
        if primitive == ButtonEvent(1, False):
            parts.windows.stack.insert(0, window(2))

    parts.on_send = cover
    execution = parts.do(Click(Aim(AT), count=2))
    assert (
        execution.cause,
        execution.note.startswith("another window came to lie at the target"),
    ) == ("changed", True)
    assert sum(e == ButtonEvent(1, True) for e in parts.events) == 1


def test_the_pointer_is_brought_back_when_a_knock_moved_it_before_the_click(parts):
    wait = parts.clock.wait

    def wait_and_knock(seconds, stop):
        parts.knock(AT.offset(7, 0))
        wait(seconds, stop)

    parts.clock.wait = wait_and_knock
    parts.do(CLICK)
    press = parts.events.index(ButtonEvent(1, True))
    assert parts.events[press - 1] == MoveEvent(AT)


def test_a_stop_in_the_middle_of_unicode_text_gives_the_keycodes_back(parts):
    def stop(primitive):
        if isinstance(primitive, KeyEvent):
            parts.session.stop()

    parts.on_send = stop
    execution = parts.do(Write("日本語" * 10))
    assert any(isinstance(primitive, Remap) for primitive in parts.backend.log)
    assert (execution.cause, execution.note) == ("stopped", "you stopped it")
    assert parts.is_quiet


def test_a_display_that_fails_in_the_middle_still_gets_every_release(parts):
    def fail(primitive):
        if primitive == MoveEvent(AT.offset(100, 0)):
            raise InputError("the display did not take the input")

    parts.on_send = fail
    execution = parts.do(Drag((AT, AT.offset(100, 0), AT), duration_s=0.1))
    assert (execution.cause, execution.note) == ("failed", "the display did not take the input")
    assert parts.is_quiet


def test_a_display_that_fails_at_the_first_event_is_an_error(parts):
    def fail(primitive):
        raise InputError("the display did not take the input")

    parts.on_send = fail
    with pytest.raises(InputError, match="did not take"):
        parts.do(CLICK)


def test_a_keyboard_map_that_cannot_be_taken_back_in_time_is_no_reason_to_hang(parts):
    def stop_and_fail(primitive):
        if isinstance(primitive, KeyEvent):
            parts.session.stop()
        if isinstance(primitive, Remap) and not primitive.codes[0][1]:
            raise InputError("the application did not take the keys")

    parts.on_send = stop_and_fail
    executed = parts.do(Write("日本"))
    assert (executed.cause, executed.note) == ("stopped", "you stopped it")
    tried = []
    parts.on_send = tried.append
    parts.session.release_all()
    assert tried == [], "nothing is held or lent any more"


def test_a_release_that_fails_does_not_keep_the_others_from_being_tried(parts):
    parts.do(KeyDown("x"))
    parts.do(KeyDown("y"))

    def fail_once(primitive):
        parts.on_send = lambda primitive: None
        raise InputError("lost")

    parts.on_send = fail_once
    with pytest.raises(InputError, match="not everything could be let go: lost"):
        parts.session.release_all()
    assert len(parts.backend.held()[0]) == 1
    parts.session.release_all()
    assert parts.is_quiet


def test_the_ledger_knows_of_a_press_before_it_is_sent(parts):
    unknown = []

    def look(primitive):
        kind = "key" if isinstance(primitive, KeyEvent) else "button"
        code = getattr(primitive, "code", None) or getattr(primitive, "number", None)
        if getattr(primitive, "is_down", False) and (kind, code) not in parts.ledger.held:
            unknown.append(primitive)

    parts.on_send = look
    parts.do(Click(Aim(AT), modifiers=("ctrl",)))
    parts.do(Write("Abc"))
    assert unknown == []


def test_the_ledger_keeps_a_release_until_the_display_has_answered(parts):
    noted = []

    def look(primitive):
        if primitive == KeyEvent(parts.backend.key_code("x"), False):
            parts.backend.pointer = lambda: noted.append(set(parts.ledger.held)) or AT

    parts.on_send = look
    parts.do(Hotkey(("x",)))
    assert noted[0] == {("key", parts.backend.key_code("x"))}
    assert parts.is_quiet


def test_a_kill_refuses_everything_until_a_run_begins(parts):
    nonce = parts.session.prepare(CLICK).nonce
    parts.session.kill()
    assert refusal(parts.execute, nonce) == "stopped"
    assert refusal(parts.session.prepare, CLICK) == "stopped"
    parts.session.begin_run(Budgets())
    assert parts.do(CLICK).completed


def test_the_users_hand_is_judged_only_while_something_is_sent(parts):
    key = InputEvent("key", 30, is_down=True)
    assert parts.session.hear_user(key, parts.backend.pointer) is None
    heard = []
    parts.on_send = lambda primitive: heard.append(
        parts.session.hear_user(key, parts.backend.pointer)
    )
    execution = parts.do(Write("abc"))
    assert heard[0] == "key"
    assert (execution.cause, execution.note) == (
        "user_active",
        "you used the mouse or the keyboard",
    )


def test_another_window_by_the_window_list_is_switched_to():
    ours = window(9, pid=77)
    parts = ExecutorParts(
        own_pids=(77,), windows=FakeWindows(ours, window(1), window(2), focused=1)
    )
    parts.do(Window("next"))
    assert parts.windows.asked == [("activate", 2)]


def test_a_launch_names_the_entry_and_sends_no_event(parts):
    execution = parts.do(Launch("org.xfce.mousepad.desktop", "Mousepad"))
    assert parts.launched == ["org.xfce.mousepad.desktop"]
    assert execution.note == "started process 4711"
    assert parts.events == []


def test_a_launch_that_would_start_us_is_refused_before_anybody_is_asked(parts):
    parts.own_entries.add("deskhand.desktop")
    with pytest.raises(Refused) as caught:
        parts.session.prepare(Launch("deskhand.desktop"))
    assert caught.value.reason == "own_window"


def test_a_clipboard_that_cannot_be_set_is_refused_with_a_way_out(parts):
    with pytest.raises(Refused, match="type it instead"):
        parts.do(Clipboard("set", "text"))


def test_copy_and_paste_go_by_the_usual_chords(parts):
    parts.do(Clipboard("copy"))
    ctrl, c = parts.backend.key_code("ctrl"), parts.backend.key_code("c")
    assert parts.events == [
        KeyEvent(ctrl, True),
        Tap(c),
        KeyEvent(c, False),
        KeyEvent(ctrl, False),
    ]


def test_overwrite_with_nothing_clears_the_field(parts):
    parts.do(Write("", overwrite=True))
    assert parts.events[-1] == KeyEvent(parts.backend.key_code("backspace"), False)


def test_a_long_text_is_typed_no_faster_than_the_budget_allows():
    parts = ExecutorParts(budgets=Budgets(key_events_per_s=50))
    started_s = parts.clock.now_s()
    parts.do(Write("x" * 100))
    assert len(parts.events) == 200
    assert parts.clock.now_s() - started_s >= 3.0


def test_the_wheel_is_turned_no_faster_than_the_budget_allows():
    parts = ExecutorParts(budgets=Budgets(pointer_events_per_s=20))
    started_s = parts.clock.now_s()
    parts.do(Scroll("down", 50, Aim(AT)))
    assert parts.clock.now_s() - started_s >= 4.0


def test_a_patch_at_the_edge_of_the_desktop_is_cut_off(parts):
    assert len(parts.session.prepare(Click(Aim(ScreenPoint(0, 1079)))).patch_sha) == 64


@pytest.mark.parametrize(("is_popup", "typed"), [(True, "abc"), (False, "a")])
def test_typing_ends_when_a_dialog_of_the_same_program_opens_and_goes_on_in_its_popup(
    parts, is_popup, typed
):
    parts.windows.stack = [window(1, pid=5), window(2, Rect(0, 0, 9, 9), pid=5, is_popup=is_popup)]

    def focus_dialog(primitive):
        parts.windows.focused = 2

    parts.on_send = focus_dialog
    execution = parts.do(Write("abc"))
    assert (execution.completed, parts.backend.text) == (is_popup, typed)


def test_nothing_is_typed_when_the_clicked_window_does_not_take_the_focus(parts):
    parts.windows.stack = [window(2, Rect(0, 0, 900, 900)), window(1)]
    execution = parts.do(Write("secret", Aim(AT)))
    assert (
        execution.cause,
        execution.note.startswith("a window of app was clicked but did not take"),
    ) == ("changed", True)
    assert parts.backend.text == ""


def test_text_goes_to_the_clicked_window_once_it_has_the_focus(parts):
    parts.windows.stack = [window(2, Rect(0, 0, 900, 900)), window(1)]

    def focus(primitive):
        if primitive == ButtonEvent(1, True):
            parts.windows.focused = 2

    parts.on_send = focus
    assert parts.do(Write("text", Aim(AT))).completed
    assert parts.backend.text == "text"


def test_a_button_is_not_held_on_a_window_that_opened_on_the_way(parts):
    def cover(primitive):
        if primitive == MoveEvent(AT):
            parts.windows.stack.insert(0, window(2))

    parts.on_send = cover
    assert parts.do(ButtonDown(Aim(AT))).cause == "changed"
    assert parts.is_quiet


def test_a_refused_action_still_leaves_the_next_one_free(parts):
    nonce = parts.session.prepare(CLICK).nonce
    parts.level = 10
    assert refusal(parts.execute, nonce) == "changed"
    assert parts.do(Hotkey(("a",))).completed


def test_prepare_does_not_change_anything(parts):
    for action in (CLICK, Write("日本"), Hotkey(("ctrl", "a")), Launch("x"), Scroll("up")):
        parts.session.prepare(action)
    assert parts.backend.log == []
    assert parts.launched == []


ACTIONS = [
    Click(Aim(AT), count=2, modifiers=("ctrl",)),
    Drag((AT, AT.offset(30, 30)), modifiers=("shift",), duration_s=0.05),
    Write("Aé日", Aim(AT), overwrite=True, press_enter=True),
    Hotkey(("ctrl", "shift", "x"), repeat=2),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_a_stop_at_any_event_leaves_nothing_held(action):
    total = len(sent_by(action, lambda parts: None, at=0))
    for at in range(1, total + 1):
        log = sent_by(action, lambda parts: parts.session.stop(), at=at)
        presses = [e for e in log[at:] if getattr(e, "is_down", False)]
        assert presses == [], f"pressed after a stop at event {at}"


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_a_failure_at_any_event_leaves_nothing_held(action):
    def fail(parts):
        raise InputError("lost")

    total = len(sent_by(action, lambda parts: None, at=0))
    for at in range(1, total + 1):
        sent_by(action, fail, at=at)


def sent_by(action, what, *, at):
    """Carry an action out with something happening at its n-th event; return what was sent."""
    parts = ExecutorParts()
    count = 0

    def on_send(primitive):
        nonlocal count
        count += 1
        if count == at:
            what(parts)

    parts.on_send = on_send
    with suppress(InputError):
        parts.do(action)
    parts.on_send = lambda primitive: None
    parts.session.release_all()  # a release that failed is tried again
    assert parts.is_quiet, f"held after event {at}"
    return parts.backend.log


def test_what_looks_pressed_while_the_button_is_down_is_told(parts):
    def darken(primitive):
        if isinstance(primitive, ButtonEvent):
            parts.level = 40 if primitive.is_down else 200

    assert parts.do(CLICK).pressed is None
    parts.on_send = darken
    pressed = parts.do(CLICK).pressed
    assert pressed is not None
    assert pressed.contains(AT)


@pytest.mark.parametrize(("source", "is_waited_for"), [("ocr", True), ("tree", False)])
def test_only_what_no_tree_tells_of_is_given_time_to_look_pressed(parts, source, is_waited_for):
    def darken(seconds, stop):
        wait(seconds, stop)
        if parts.events and parts.events[-1] == ButtonEvent(1, True):
            waited.append(seconds)
            if len(waited) > 3:
                parts.level = 40

    waited, wait = [], parts.clock.wait
    parts.clock.wait = darken
    execution = parts.do(Click(Aim(AT, Element("Save", source=source))))
    assert (execution.pressed is not None) == is_waited_for
    assert (len(waited) > 1) == is_waited_for


def test_a_press_goes_on_where_its_picture_cannot_be_taken(parts):
    def fail(_rect):
        raise CaptureError("no picture")

    nonce = parts.session.prepare(CLICK).nonce

    def lose_sight(primitive):
        if primitive == ButtonEvent(1, True):
            parts.display_grab = fail

    parts.on_send = lose_sight
    execution = parts.execute(nonce)
    assert (execution.completed, execution.pressed) == (True, None)


@pytest.mark.parametrize("moves_at", [ButtonEvent(1, True), ButtonEvent(1, False), None], ids=repr)
def test_a_target_that_moved_before_the_release_is_told_to_have_slipped(parts, moves_at):
    top = [0]

    def grab(rect):
        rows = 7 * (np.arange(rect.y, rect.y + rect.h) - top[0]) ** 2 % 251
        pixels = np.zeros((rect.h, rect.w, 4), np.uint8)
        pixels[:, ::2, 0] = rows[:, None]
        return Frame(pixels, ScreenPoint(rect.x, rect.y), 0.0)

    def move(primitive):
        top[0] += 40 if primitive == moves_at else 0

    parts.display_grab = grab
    parts.on_send = move
    execution = parts.do(CLICK)
    assert execution.completed
    assert execution.note == (SLIPPED if moves_at else "")


def test_what_only_looks_pressed_has_not_slipped(parts):
    def darken(primitive):
        parts.level = 40 if primitive == ButtonEvent(1, True) else 200

    parts.on_send = darken
    assert parts.do(CLICK).note == ""


@pytest.mark.parametrize(
    ("app", "element", "is_brief"),
    [
        ("chromium", Element("Save", "button", takes_keyboard=True), True),
        ("chromium", Element("Save", "button"), False),
        ("chromium", Element("Name", "field", takes_keyboard=True), False),
        ("gimp", Element("Save", "button", takes_keyboard=True), False),
    ],
)
def test_a_button_of_a_page_is_let_go_at_once_where_the_keyboard_tells_of_it(
    app, element, is_brief
):
    parts = ExecutorParts(windows=FakeWindows(window(1, app=app), focused=1))
    at_s = []

    def note(primitive):
        if isinstance(primitive, ButtonEvent):
            at_s.append((primitive.is_down, parts.clock.now_s()))

    parts.on_send = note
    execution = parts.do(Click(Aim(AT, element)))
    (_, down_s), (_, up_s) = at_s
    assert [is_down for is_down, _ in at_s] == [True, False]
    assert (down_s == up_s) == is_brief
    assert (execution.completed, execution.released_s) == (True, up_s)
    assert parts.is_quiet
