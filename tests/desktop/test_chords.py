"""Global chords: heard from the user only, kept from the focused program, conflicts told."""

import pytest
import xcffib.xproto

from automation.core.actions import Hotkey
from automation.desktop.input.hear_x11 import Chords
from automation.desktop.input.keymap import Layout
from automation.desktop.input.protocol import ChordPressed
from tests.desktop.executor_rig import executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

BAR = {"bar": "ctrl+alt+space"}
CTRL, ALT, CAPS_LOCK, NUM_LOCK, F7 = 0xFFE3, 0xFFE9, 0xFFE5, 0xFF7F, 0xFFC4


@pytest.fixture(scope="module")
def shared(desktop, tmp_path_factory):
    with executor_rig(desktop, tmp_path_factory.mktemp("state")) as rig:
        yield rig


@pytest.fixture
def rig(shared):
    shared.reset()
    yield shared
    shared.client.ungrab("bar", "accept", "reject")


def press_bar(user):
    codes = [user.modifier_code(keysym) for keysym in (CTRL, ALT)]
    for code in codes:
        user.press(code)
    user.tap("space")
    for code in codes:
        user.release(code)


def lock(user, keysym):
    code = user.modifier_code(keysym)
    user.press(code)
    user.release(code)


def names(rig):
    return [event.name for event in rig.events if isinstance(event, ChordPressed)]


def test_a_grabbed_chord_is_told_and_kept_from_the_focused_program(rig):
    assert rig.client.grab(BAR) == ()
    press_bar(rig.user)
    assert rig.heard(ChordPressed).name == "bar"
    rig.user.tap("a")
    rig.window.wait_for("key down", 3)
    assert rig.user.code("space") not in rig.window.of("key down")


@pytest.mark.parametrize("locked", [CAPS_LOCK, NUM_LOCK])
def test_a_chord_works_whatever_is_locked(rig, locked):
    rig.client.grab(BAR)
    lock(rig.user, locked)
    try:
        press_bar(rig.user)
        assert rig.heard(ChordPressed)
        assert rig.user.code("space") not in rig.window.of("key down")
    finally:
        lock(rig.user, locked)


def test_a_chord_of_ours_is_never_told(rig):
    rig.client.grab({"accept": "f7"})
    assert rig.do(Hotkey(("f7",))).completed
    rig.user.tap("f7")
    rig.heard(ChordPressed)
    rig.client.ping()
    assert names(rig) == ["accept"]


def test_a_chord_is_heard_while_another_program_grabs_the_keyboard(rig):
    rig.client.grab(BAR)
    core = rig.user.connection.core
    core.GrabKeyboard(False, rig.user.root, xcffib.CurrentTime, 1, 1).reply()
    press_bar(rig.user)
    assert rig.heard(ChordPressed)
    core.UngrabKeyboard(xcffib.CurrentTime)
    core.GetInputFocus().reply()


def test_a_chord_with_another_modifier_is_another_chord(rig):
    rig.client.grab({"accept": "ctrl+f7"})
    rig.user.tap("f7")
    rig.window.wait_for("key up")
    assert names(rig) == []


def test_a_chord_that_another_program_has_is_a_conflict_and_nothing_of_it_is_kept(rig):
    core, f7 = rig.user.connection.core, rig.user.code("f7")
    core.GrabKey(False, rig.user.root, 0, f7, 1, 1, is_checked=True).check()
    conflicts = rig.client.grab({"accept": "f7", "reject": "f8"})
    core.UngrabKey(f7, rig.user.root, 0, is_checked=True).check()
    assert [(c.name, c.chord) for c in conflicts] == [("accept", "f7")]
    assert "another program uses f7" in conflicts[0].message
    rig.user.tap("f7")
    assert rig.window.wait_for("key down") == [f7]
    rig.user.tap("f8")
    wait_for(lambda: names(rig) == ["reject"])


def test_a_chord_that_the_display_refuses_for_another_reason_leaves_nothing_grabbed(rig, desktop):
    f7 = rig.user.code("f7")
    no_keycode = 5  # keycodes begin at 8 (X protocol, Keyboards)
    symbols = {f7: frozenset({F7}), no_keycode: frozenset({F7})}
    chords = Chords(desktop.display, Layout(symbols, (frozenset(),) * 8))
    try:
        conflict = chords.grab("accept", "f7")
        assert "the display refuses f7 (ValueError)" in conflict.message
        rig.user.tap("f7")
        assert rig.window.wait_for("key down") == [f7]
    finally:
        chords.close()


@pytest.mark.parametrize(
    ("chord", "words"),
    [("ctrl+shift", "exactly one key"), ("a+b", "exactly one key"), ("ctrl+blob", "no key called")],
)
def test_a_chord_that_cannot_be_grabbed_is_a_conflict_with_the_reason(rig, chord, words):
    (conflict,) = rig.client.grab({"bar": chord})
    assert words in conflict.message


def test_a_chord_that_was_given_back_reaches_the_program_again(rig):
    rig.client.grab({"accept": "f7"})
    rig.client.ungrab("accept")
    rig.user.tap("f7")
    assert rig.window.wait_for("key down") == [rig.user.code("f7")]
    assert names(rig) == []


def test_a_chord_moves_when_it_is_grabbed_again_under_its_name(rig):
    rig.client.grab({"accept": "f7"})
    rig.client.grab({"accept": "f8"})
    rig.user.tap("f7", "f8")
    wait_for(lambda: names(rig) == ["accept"])
    assert rig.window.wait_for("key down") == [rig.user.code("f7")]


def test_a_chord_follows_its_key_to_another_place(rig, desktop):
    rig.client.grab({"accept": "ctrl+y"})
    before = rig.user.code("y")
    desktop.spawn(["setxkbmap", "de"]).wait(60)
    try:
        there = rig.user.code("z")  # the other user still has the old map: y and z are swapped

        def heard():
            ctrl = rig.user.modifier_code(CTRL)
            rig.user.press(ctrl)
            rig.user.press(there)
            rig.user.release(there)
            rig.user.release(ctrl)
            return names(rig)

        wait_for(heard)
        assert there != before
    finally:
        desktop.spawn(["setxkbmap", "us"]).wait(60)


def test_chords_are_free_again_when_the_executor_is_gone(desktop, tmp_path, rig):
    with executor_rig(desktop, tmp_path) as other:
        assert other.client.grab({"accept": "f6"}) == ()
        assert rig.client.grab({"accept": "f6"}) != ()
    wait_for(lambda: rig.client.grab({"accept": "f6"}) == ())
