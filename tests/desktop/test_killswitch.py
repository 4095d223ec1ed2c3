"""The kill key and the user's hand stop a real executor on a real display."""

import pytest
import xcffib.xproto

from automation.core.actions import Drag, Hotkey, KeyDown, Write
from automation.core.errors import Refused
from automation.desktop.input.protocol import ChordPressed, Killed, Takeover
from tests.desktop.executor_rig import INSIDE, executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

CONTROL_L, ALT_L = 0xFFE3, 0xFFE9
LONG_TEXT = Write("Lorem Ipsum " * 400)


@pytest.fixture(scope="module")
def shared(desktop, tmp_path_factory):
    with executor_rig(desktop, tmp_path_factory.mktemp("state")) as rig:
        yield rig


@pytest.fixture
def rig(shared):
    shared.reset()
    return shared


def test_the_kill_key_ends_typing_in_the_middle_and_nothing_stays_held(rig):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 20)
    rig.user.tap("pause")
    execution = result()
    assert not execution.completed
    assert (execution.cause, execution.note.startswith("the kill key")) == ("stopped", True)
    assert 0 < execution.text_sent_chars < len(LONG_TEXT.text)
    assert rig.heard(Killed).chord == "pause"
    rig.nothing_held()


def test_the_kill_key_ends_a_drag_in_the_middle_and_the_button_comes_up(rig):
    path = (INSIDE, INSIDE.offset(200, 100), INSIDE.offset(-100, 50))
    result = rig.begin(Drag(path, duration_s=10.0))
    rig.window.wait_for("motion", 10)
    assert rig.user.buttons_down() == [1]
    rig.user.tap("pause")
    assert not result().completed
    rig.nothing_held()


def test_escape_twice_stops_and_escape_once_does_not_count_as_the_kill_key(rig):
    rig.user.tap("esc")
    rig.wait_for_ears()
    assert rig.do(Hotkey(("a",))).completed
    rig.user.tap("esc", "esc")
    assert rig.heard(Killed).chord == "esc esc"


def test_after_the_kill_key_nothing_runs_until_the_user_starts_a_task(rig):
    nonce = rig.client.prepare(Hotkey(("a",))).nonce
    rig.user.tap("pause")
    rig.heard(Killed)
    with pytest.raises(Refused) as old:
        rig.execute(nonce)
    with pytest.raises(Refused) as fresh:
        rig.client.prepare(Hotkey(("a",)))
    assert (old.value.reason, fresh.value.reason) == ("stopped", "stopped")
    rig.client.begin_run()
    assert rig.do(Hotkey(("a",))).completed


def test_the_kill_key_releases_a_key_that_is_held_between_two_actions(rig):
    rig.do(KeyDown("shift"))
    assert rig.user.keys_down()
    rig.user.tap("pause")
    rig.nothing_held()


def test_our_own_kill_keys_never_stop_us(rig):
    assert rig.do(Hotkey(("pause",))).completed
    assert rig.do(Hotkey(("esc",), repeat=4)).completed
    assert rig.client.prepare(Hotkey(("a",)))
    assert rig.events == []


def test_the_kill_key_is_heard_while_another_program_grabs_the_keyboard(rig):
    core = rig.user.connection.core
    status = core.GrabKeyboard(False, rig.user.root, xcffib.CurrentTime, 1, 1).reply().status
    assert status == xcffib.xproto.GrabStatus.Success
    rig.user.tap("pause")
    assert rig.heard(Killed)
    core.UngrabKeyboard(xcffib.CurrentTime)


def test_the_kill_key_is_heard_while_a_menu_of_a_gtk_program_is_open(rig, desktop):
    editor = desktop.spawn(["mousepad", "--disable-server"])
    try:
        wait_for(lambda: "Mousepad" in titles(rig), 20)
        rig.windows.activate(next(w.window_id for w in rig.windows.windows() if is_editor(w)))
        wait_for(lambda: is_editor(rig.windows.focus()))
        rig.do(Hotkey(("f10",)))
        wait_for(lambda: any(w.is_popup for w in rig.windows.windows()))
        grab = rig.user.connection.core.GrabKeyboard(False, rig.user.root, 0, 1, 1).reply()
        assert grab.status == xcffib.xproto.GrabStatus.AlreadyGrabbed
        rig.user.tap("pause")
        assert rig.heard(Killed)
    finally:
        editor.terminate()
        editor.wait(60)


def titles(rig):
    return " ".join(window.title for window in rig.windows.windows())


def is_editor(window):
    return window is not None and window.app == "mousepad" and not window.is_popup


@pytest.mark.parametrize("touch", ["key", "button", "pointer"])
def test_the_user_touching_the_machine_ends_the_action_and_is_told(rig, touch):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 100)  # beyond the grace after the acceptance
    if touch == "key":
        rig.user.tap("f9")
    elif touch == "button":
        rig.user.click(2)
    else:
        rig.user.move(300, 300)
    execution = result()
    assert execution.cause == "user_active"
    assert rig.heard(Takeover).by == touch
    rig.nothing_held()


def test_a_small_knock_on_the_mouse_does_not_count(rig):
    result = rig.begin(Write("knock " * 40))
    rig.window.wait_for("key down", 100)
    x, y = rig.user.pointer()
    rig.user.move(x + 20, y)
    assert result().completed


def test_a_key_press_of_xdotool_counts_as_the_users(rig, desktop):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 20)
    desktop.spawn(["xdotool", "key", "Pause"]).wait(60)
    assert not result().completed
    assert rig.heard(Killed)


def test_the_kill_key_can_be_set_to_a_chord(desktop, tmp_path):
    with executor_rig(desktop, tmp_path, kill_keys=("ctrl+alt+k",)) as rig:
        rig.user.tap("pause")
        ctrl, alt = (rig.user.modifier_code(keysym) for keysym in (0xFFE3, 0xFFE9))
        rig.user.press(ctrl)
        rig.user.press(alt)
        rig.user.tap("k")
        rig.user.release(alt)
        rig.user.release(ctrl)
        assert rig.heard(Killed).chord == "ctrl+alt+k"
        assert len(rig.events) == 1


def test_the_kill_key_follows_a_changed_keyboard_map(rig, desktop):
    caps_lock = rig.user.modifier_code(0xFFE5)
    try:
        desktop.spawn(["setxkbmap", "us", "-option", "caps:escape"]).wait(60)

        def heard():
            for _ in range(2):
                rig.user.press(caps_lock)
                rig.user.release(caps_lock)
            return any(isinstance(event, Killed) for event in rig.events)

        wait_for(heard)
    finally:
        desktop.spawn(["setxkbmap", "us", "-option", ""]).wait(60)


def chord_of(user):
    """Return the keycodes of Ctrl+Alt+Space."""
    return user.modifier_code(CONTROL_L), user.modifier_code(ALT_L), user.code("space")


def test_a_chord_whose_modifiers_are_let_go_first_does_not_fire_again_on_the_bare_key(rig):
    rig.client.grab({"bar": "Ctrl+Alt+Space"})
    control, alt, space = chord_of(rig.user)
    for code in (control, alt, space):
        rig.user.press(code)
    for code in (control, alt, space):
        rig.user.release(code)
    assert rig.heard(ChordPressed).name == "bar"
    rig.user.tap("space")
    rig.user.tap("pause")
    assert rig.heard(Killed)
    assert [event for event in rig.events if isinstance(event, ChordPressed)] == [
        ChordPressed("bar")
    ]
    rig.client.ungrab("bar")


def test_the_kill_key_is_heard_while_the_keys_of_our_own_chord_are_down(rig):
    rig.client.grab({"bar": "Ctrl+Alt+Space"})
    codes = chord_of(rig.user)
    for code in codes:
        rig.user.press(code)
    rig.user.release(codes[0])
    rig.user.release(codes[1])
    rig.user.tap("pause")
    assert rig.heard(Killed)
    rig.user.release(codes[2])
    rig.client.ungrab("bar")
