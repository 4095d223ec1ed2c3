"""A real executor process works a real window; the effects are checked from the window's side."""

import subprocess
import time

import pytest
import xcffib
import xcffib.xproto

from automation.core.actions import (
    Aim,
    Answer,
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Move,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.core.errors import Refused, Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.protocol import Budgets
from tests.desktop.event_window import event_window
from tests.desktop.executor_rig import INSIDE, PLACE, accepted, aim, executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

LONG_TEXT = Write("Lorem Ipsum " * 400)
"""Takes twenty seconds: nobody who interferes comes too late."""


@pytest.fixture(scope="module")
def shared(desktop, tmp_path_factory):
    with executor_rig(desktop, tmp_path_factory.mktemp("state")) as rig:
        yield rig


@pytest.fixture
def rig(shared):
    shared.reset()
    return shared


@pytest.fixture
def windows(rig):
    return rig.windows


@pytest.mark.parametrize(
    ("button", "number"), [("left", 1), ("middle", 2), ("right", 3), ("back", 8), ("forward", 9)]
)
def test_click_presses_and_releases_the_named_button_at_the_pixel(rig, button, number):
    assert rig.do(Click(aim(3, 4), button=button)).completed
    assert rig.window.wait_for("button up") == [number]
    assert rig.window.of("button down") == [number]
    assert rig.user.pointer() == (INSIDE.x + 3, INSIDE.y + 4)


def test_click_holds_its_modifiers_and_counts(rig):
    rig.do(Click(aim(), count=3, modifiers=("ctrl", "shift")))
    assert rig.window.wait_for("button up", 3) == [1, 1, 1]
    assert len(rig.window.wait_for("key up", 2)) == 2
    rig.nothing_held()


def test_move_lets_the_window_see_the_pointer_even_where_it_is_already(rig):
    rig.do(Move(aim()))
    assert rig.window.wait_for("motion", 2)[-1] == (INSIDE.x, INSIDE.y)
    rig.do(Move(aim()))
    assert rig.window.wait_for("motion", 4)[-1] == (INSIDE.x, INSIDE.y)


def test_drag_follows_its_path_and_ends_exactly_at_its_end(rig):
    corner, end = INSIDE.offset(100, 0), INSIDE.offset(100, 80)
    rig.do(Drag((INSIDE, corner, end), duration_s=0.2))
    rig.window.wait_for("button up")
    assert (corner.x, corner.y) in rig.window.of("motion")
    assert rig.window.of("motion")[-1] == (end.x, end.y)
    assert len(rig.window.of("motion")) >= 15


def test_button_down_and_up_hold_across_actions(rig):
    rig.do(ButtonDown(aim()))
    assert rig.user.buttons_down() == [1]
    rig.do(ButtonUp(aim(50, 50)))
    assert rig.user.buttons_down() == []


@pytest.mark.parametrize(
    ("direction", "number"), [("up", 4), ("down", 5), ("left", 6), ("right", 7)]
)
def test_scroll_turns_the_wheel_by_notches(rig, direction, number):
    rig.do(Scroll(direction, 3, aim()))
    assert rig.window.wait_for("button down", 3) == [number] * 3


def test_scroll_without_a_target_goes_to_the_window_under_the_pointer(rig):
    rig.user.move(INSIDE.x, INSIDE.y)
    rig.wait_for_ears()
    rig.do(Scroll("down", 2))
    assert rig.window.wait_for("button down", 2) == [5, 5]


def test_hotkey_presses_in_order_and_releases_in_reverse(rig):
    rig.do(Hotkey(("ctrl", "shift", "s")))
    downs, ups = rig.window.wait_for("key down", 3), rig.window.wait_for("key up", 3)
    assert ups == downs[::-1]


def test_keys_stay_down_until_they_are_let_go(rig):
    rig.do(KeyDown("f8"))
    assert len(rig.user.keys_down()) == 1
    rig.do(KeyUp("f8"))
    assert rig.user.keys_down() == []


def test_hold_and_tap_taps_while_the_others_are_down(rig):
    rig.do(HoldAndTap(("alt",), ("a", "b")))
    assert len(rig.window.wait_for("key up", 3)) == 3
    rig.nothing_held()


def test_release_all_lets_go_what_actions_left_down(rig):
    rig.do(KeyDown("f8"))
    rig.do(ButtonDown(aim()))
    rig.client.release_all()
    rig.nothing_held()  # a window manager that looks at the press holds the pointer until it has


def test_write_tells_how_far_it_is_letter_by_letter(rig):
    execution = rig.do(Write("twelve chars", at=aim()))
    assert (execution.completed, execution.text_sent_chars) == (True, 12)
    assert rig.progress[-1] == (12, 12)


def test_wait_sends_nothing(rig):
    execution = rig.do(Wait(0.01))
    assert (execution.completed, execution.events_sent) == (True, 0)


def test_set_puts_text_on_the_clipboard(rig, desktop):
    rig.do(Clipboard("set", "grüße 日本 🙂"))
    xclip = desktop.spawn(["xclip", "-o", "-selection", "clipboard"], stdout=subprocess.PIPE)
    with xclip.stdout:
        assert xclip.stdout.read().decode() == "grüße 日本 🙂"
    assert xclip.wait(60) == 0


def is_put_away(rig):
    """Tell whether the manager is done: it hides the client first, then moves the frame a while."""
    core = rig.user.connection.core
    frame = core.QueryTree(rig.window.id).reply().parent
    shown = core.GetWindowAttributes(frame).reply().map_state
    place = next(w.frame for w in rig.windows.windows() if w.window_id == rig.window.id)
    is_back = place is not None and (place.x, place.y) == (PLACE.x, PLACE.y)
    return shown != xcffib.xproto.MapState.Viewable and is_back


def test_window_actions_reach_the_window_that_was_named(rig, windows):
    info = wait_for(lambda: next((w for w in windows.windows() if w.title == "events"), None))
    try:
        rig.do(Window("minimise", info.window_id, info.title))
        wait_for(lambda: all(w.is_minimised for w in windows.windows() if w.title == "events"))
        wait_for(lambda: is_put_away(rig))
        rig.do(Window("activate", info.window_id, info.title))
        wait_for(rig.has_focus)
    finally:
        # Shared: to the next test a window that comes back would be one that it left open.
        windows.activate(info.window_id)
        wait_for(rig.has_focus)


@pytest.mark.parametrize(
    ("action", "reason", "words"),
    [
        (Click(Aim(ScreenPoint(1920, 10))), "bad_target", "1920,10 is off the screen"),
        (Click(Aim(ScreenPoint(5, -1))), "bad_target", "5,-1 is off the screen"),
        (Drag((INSIDE, ScreenPoint(99999, 0), INSIDE)), "bad_target", "99999,0"),
        (Window("close", 12345, "gone"), "bad_target", "no window 12345"),
        (Hotkey(("ctrl", "blob")), "unsupported", "no key called"),
        (KeyDown("sysreq2"), "unsupported", "no key called"),
        (Write("a\x1bb"), "unsupported", "U+001B"),
        (Write("half \ud83d pair"), "unsupported", "surrogate"),
        (Write("x" * 5001), "budget", "5001 characters"),
        (Answer("done"), "unsupported", "for the user"),
    ],
)
def test_what_cannot_be_done_is_refused_with_what_was_found(rig, action, reason, words):
    with pytest.raises(Refused) as refusal:
        rig.client.prepare(action)
    assert refusal.value.reason == reason
    assert words in str(refusal.value)
    assert rig.window.events == []


def test_prepare_reports_the_window_and_the_picture_at_the_target(rig):
    prepared = rig.client.prepare(Click(aim()))
    assert prepared.window_title == "events"
    assert prepared.geometry == (1920, 1080)
    assert len(prepared.patch_sha) == 64


def test_a_nonce_is_good_once(rig):
    nonce = rig.client.prepare(Hotkey(("a",))).nonce
    rig.execute(nonce)
    with pytest.raises(Refused) as again:
        rig.execute(nonce)
    assert again.value.reason == "used"


def test_a_nonce_that_nobody_minted_is_refused(rig):
    with pytest.raises(Refused) as unknown:
        rig.execute("00" * 16)
    assert unknown.value.reason == "unknown_nonce"


def test_a_nonce_expires(desktop, tmp_path):
    with executor_rig(desktop, tmp_path, nonce_s=0.001) as rig:
        prepared = rig.client.prepare(Hotkey(("a",)))
        wait_for(lambda: time.monotonic() > prepared.expires_s)
        with pytest.raises(Refused) as late:
            rig.execute(prepared.nonce)
    assert late.value.reason == "expired"


def test_the_step_budget_is_counted_in_the_executor(desktop, tmp_path):
    with executor_rig(desktop, tmp_path, budgets=Budgets(steps=2)) as rig:
        rig.do(Hotkey(("a",)))
        rig.do(Hotkey(("a",)))
        with pytest.raises(Refused) as third:
            rig.client.prepare(Hotkey(("a",)))
        assert third.value.reason == "budget"
        rig.client.begin_run()
        assert rig.do(Hotkey(("a",))).completed


def test_a_stop_before_the_first_event_sends_nothing(rig):
    nonce = rig.client.prepare(Hotkey(("a",))).nonce
    rig.stop.stop()
    with pytest.raises(Stopped):
        rig.execute(nonce)
    assert rig.window.events == []


def test_a_held_modifier_of_the_users_is_waited_for(rig):
    ctrl = rig.user.modifier_code(0xFFE3)
    nonce = rig.client.prepare(Write("abc")).nonce
    rig.user.press(ctrl)
    rig.wait_for_ears()
    rig.user.release_later(ctrl, milliseconds=1000)
    assert rig.execute(nonce).completed
    assert len(rig.window.wait_for("key down", 4)) == 4  # Control of the user's, then three letters


def test_a_modifier_that_stays_down_is_refused(rig):
    ctrl = rig.user.modifier_code(0xFFE3)
    rig.user.press(ctrl)
    rig.wait_for_ears()
    with pytest.raises(Refused, match="ctrl is held down") as refusal:
        rig.do(Write("abc"))
    assert refusal.value.reason == "held_modifier"
    rig.user.release(ctrl)


def test_a_click_into_one_of_our_windows_is_refused(rig, drawn):
    drawn.create(Rect(INSIDE.x - 10, INSIDE.y - 10, 20, 20), unmanaged=True)
    with pytest.raises(Refused) as refusal:
        rig.client.prepare(Click(aim()))
    assert refusal.value.reason == "own_window"


def test_a_window_of_ours_inside_another_programs_is_not_clicked(rig, drawn):
    icon = drawn.create(Rect(0, 0, 100, 100), unmanaged=True)
    drawn.embed(icon, rig.window.id, INSIDE.x - PLACE.x - 50, INSIDE.y - PLACE.y - 50)
    wait_for(lambda: not any(w.window_id == icon for w in rig.windows.windows()))
    with pytest.raises(Refused) as caught:
        rig.do(Click(aim()))
    assert caught.value.reason == "own_window"
    assert rig.window.of("button down") == []


def test_a_window_of_ours_that_comes_after_the_approval_is_never_clicked(rig, drawn):
    nonce = rig.client.prepare(Click(aim())).nonce
    drawn.create(Rect(INSIDE.x - 10, INSIDE.y - 10, 20, 20), unmanaged=True)
    with pytest.raises(Refused) as refusal:
        rig.execute(nonce)
    assert refusal.value.reason == "own_window"
    assert rig.window.of("button down") == []


def test_keys_are_never_sent_while_one_of_our_windows_has_the_focus(rig, drawn, windows):
    window = drawn.create(Rect(1000, 700, 200, 100), title="ours")
    wait_for(lambda: any(w.window_id == window for w in windows.windows()))
    windows.activate(window)
    wait_for(lambda: windows.focus() and windows.focus().window_id == window)
    with pytest.raises(Refused) as refusal:
        rig.client.prepare(Hotkey(("enter",)))
    assert refusal.value.reason == "own_window"
    with pytest.raises(Refused):
        rig.client.prepare(Window("close", window, "ours"))


@pytest.mark.parametrize(
    "action",
    [
        Hotkey(("enter",)), KeyDown("f8"), Write("a", aim()),
        Click(aim()), Scroll("down", 1, aim()), Scroll("down", 1), Drag((INSIDE, INSIDE.offset(9, 0))),
    ],
)  # fmt: skip
def test_nothing_is_sent_while_a_menu_of_ours_would_take_it(rig, drawn, action):
    menu = drawn.create(Rect(1000, 700, 200, 100), unmanaged=True)
    nonce = rig.client.prepare(action).nonce
    drawn.set_kind(menu, "POPUP_MENU")
    wait_for(lambda: any(w.is_menu for w in rig.windows.windows()))
    with pytest.raises(Refused) as caught:
        rig.execute(nonce)
    assert caught.value.reason == "own_menu"
    with pytest.raises(Refused) as caught:
        rig.client.prepare(action)
    assert caught.value.reason == "own_menu"
    assert rig.window.of("key down") == rig.window.of("button down") == []


def test_typing_ends_when_a_window_of_ours_takes_the_focus(rig, drawn, windows):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 20)
    window = drawn.create(Rect(1000, 700, 200, 100), title="ours")
    wait_for(lambda: any(w.window_id == window for w in windows.windows()))
    windows.activate(window)
    execution = result()
    assert not execution.completed
    assert execution.cause == "own_window"


def test_a_drag_ends_where_it_would_cross_one_of_our_windows(rig, drawn):
    drawn.create(Rect(INSIDE.x + 100, INSIDE.y - 50, 40, 100), unmanaged=True)
    execution = rig.do(Drag((INSIDE, INSIDE.offset(200, 0)), duration_s=0.3))
    assert not execution.completed
    assert execution.cause == "own_window"
    rig.nothing_held()


class Stranger:
    """A window of another program, put over the target or over the focus."""

    def __init__(self, desktop, rect):
        self.process = desktop.spawn(
            ["xterm", "-geometry", f"10x4+{rect.x}+{rect.y}", "-title", "stranger"]
        )

    def close(self):
        self.process.terminate()
        self.process.wait(60)


@pytest.fixture
def stranger(desktop, windows):
    opened = []

    def open_one(rect):
        opened.append(Stranger(desktop, rect))
        wait_for(lambda: any(w.title == "stranger" for w in windows.windows()))
        wait_for(lambda: windows.focus() and windows.focus().title == "stranger")

    yield open_one
    for each in opened:
        each.close()


def test_a_click_is_refused_when_another_window_came_over_the_target(rig, stranger):
    nonce = rig.client.prepare(Click(aim())).nonce
    stranger(Rect(INSIDE.x - 20, INSIDE.y - 20, 0, 0))
    with pytest.raises(Refused) as refusal:
        rig.execute(nonce)
    assert refusal.value.reason == "changed"
    assert rig.window.of("button down") == []


def test_an_invisible_window_over_the_target_is_seen(rig, desktop):
    nonce = rig.client.prepare(Click(aim())).nonce
    place = Rect(INSIDE.x - 5, INSIDE.y - 5, 10, 10)
    with event_window(desktop, place, kind="cover"), pytest.raises(Refused) as refusal:
        rig.execute(nonce)
    assert refusal.value.reason == "changed"


def test_keys_are_refused_when_the_focus_went_elsewhere(rig, stranger):
    nonce = rig.client.prepare(Write("secret")).nonce
    stranger(Rect(1000, 700, 0, 0))
    with pytest.raises(Refused, match="the keyboard focus") as refusal:
        rig.execute(nonce)
    assert refusal.value.reason == "changed"


def test_typing_ends_when_another_program_takes_the_focus(rig, stranger, windows):
    stranger(Rect(1000, 700, 0, 0))
    other = windows.focus()
    windows.activate(rig.window.id)
    wait_for(rig.has_focus)
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 20)
    windows.activate(other.window_id)
    execution = result()
    assert not execution.completed
    assert execution.cause == "changed"


def test_a_click_is_refused_when_the_picture_at_the_target_changed(rig):
    nonce = rig.client.prepare(Click(aim())).nonce
    rig.user.paint(rig.window.id, Rect(INSIDE.x - PLACE.x, INSIDE.y - PLACE.y, 20, 12))
    with pytest.raises(Refused, match="picture") as refusal:
        rig.execute(nonce)
    assert refusal.value.reason == "changed"


def test_a_blinking_caret_at_the_target_is_no_change(rig):
    nonce = rig.client.prepare(Click(aim())).nonce
    rig.user.paint(rig.window.id, Rect(INSIDE.x - PLACE.x, INSIDE.y - PLACE.y, 2, 16))
    assert rig.execute(nonce).completed


def test_a_click_is_refused_when_the_window_moved(rig, windows):
    before = windows.top_at(INSIDE).rect.x
    nonce = rig.client.prepare(Click(aim())).nonce
    rig.user.move_window(rig.window.id, PLACE.x + 40, PLACE.y)
    wait_for(lambda: windows.top_at(INSIDE).rect.x != before)
    with pytest.raises(Refused, match="moved") as refusal:
        rig.execute(nonce)
    assert refusal.value.reason == "changed"


def test_no_letter_goes_to_a_program_that_takes_the_keyboard_in_the_middle_of_a_text(rig):
    """A locker of any name, or a password prompt: the focus stays, the keys do not."""
    core, grabs = rig.user.connection.core, []
    nonce = rig.client.prepare(LONG_TEXT).nonce

    def take(done, total):
        if done >= 20 and not grabs:
            grabs.append(core.GrabKeyboard(False, rig.user.root, xcffib.CurrentTime, 1, 1).reply())

    try:
        execution = rig.client.execute(nonce, accepted(), rig.stop, take)
    finally:
        core.UngrabKeyboard(xcffib.CurrentTime)
        rig.user.connection.flush()
    assert grabs[0].status == xcffib.xproto.GrabStatus.Success
    assert execution.cause == "secure_input"
    assert 20 <= execution.text_sent_chars < len(LONG_TEXT.text)
    rig.nothing_held()
