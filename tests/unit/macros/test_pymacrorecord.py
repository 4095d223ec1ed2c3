"""Import of PyMacroRecord's files: the mouse is off until it has targets, and keys after it too."""

import json

import pytest

from automation.core.errors import MacroError
from automation.macros import import_pymacrorecord as pymacrorecord
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.effects import ASTRAY
from automation.macros.import_pymacrorecord import import_pymacrorecord
from automation.macros.macro import Box


def key(name, *, timestamp=0.05):
    return [
        {"type": "keyboardEvent", "key": name, "timestamp": timestamp, "pressed": pressed}
        for pressed in (True, False)
    ]


def down(name):
    return key(name)[:1]


def up(name):
    return key(name)[1:]


def click(x, y, kind="leftClickEvent", timestamp=0.5):
    press = {"type": kind, "x": x, "y": y, "timestamp": timestamp, "pressed": True}
    return [press, {**press, "timestamp": 0.05, "pressed": False}]


def imported(*events):
    flat = [each for some in events for each in (some if isinstance(some, list) else [some])]
    return import_pymacrorecord(json.dumps({"events": flat}).encode(), "Imported")


def typed():
    return [
        *key("h"),
        *key("i"),
        *key("Key.space"),
        *down("Key.shift"),
        *key("A"),
        *up("Key.shift"),
        *down("Key.ctrl_l"),
        *key("s"),
        *up("Key.ctrl_l"),
        *key("Key.enter"),
    ]


def test_text_and_keys_are_replayed_up_to_the_first_click():
    found = imported({"type": "cursorMove", "x": 10, "y": 20, "timestamp": 0.2}, typed())
    text, chord, enter = found.macro.steps
    assert (text.text, chord.keys, enter.keys) == ("hi A", ("ctrl", "s"), ("enter",))
    assert [step.off for step in found.macro.steps] == [False] * 3
    assert found.macro.made.by == "import"
    assert (found.notes, refusals(found.macro)) == ((), ())


def test_a_click_waits_for_its_target_and_what_is_typed_after_it_for_the_click():
    found = imported(
        {"type": "cursorMove", "x": 10, "y": 20, "timestamp": 0.2}, click(110, 220), typed()
    )
    press, text, *keys = found.macro.steps
    assert (press.off, press.target.place.box) == (True, Box(x=100, y=200, w=1, h=1))
    assert "at 110, 220" in press.comment
    assert (text.text, text.off, text.comment) == ("hi A", True, ASTRAY)
    assert [step.off for step in keys] == [True, True]
    assert found.notes == ("4 of 4 steps are off; the comment of each says what it needs",)
    assert refusals(found.macro) == ()


def test_no_step_of_the_mouse_is_ever_on():
    moved = [{"type": "cursorMove", "x": 9 * n, "y": n, "timestamp": 0.01} for n in range(30)]
    press, release = click(0, 0)
    found = imported(
        press,
        *moved,
        {**release, "x": 261, "y": 29},
        {"type": "scrollEvent", "dx": 0, "dy": -3, "timestamp": 0.9},
        {"type": "scrollEvent", "dx": 1, "dy": 0, "timestamp": 0.9},
        click(5, 5, "rightClickEvent"),
    )
    kinds = [(grammar.kind_of(step), step.off) for step in found.macro.steps]
    assert kinds == [("drag", True), ("scroll", True), ("scroll", True), ("click", True)]
    assert (found.macro.steps[1].direction, found.macro.steps[1].amount) == ("down", 3)
    assert found.macro.steps[2].direction == "right"


def test_keys_as_pynput_prints_them():
    found = imported(key("<97>"), key("\\\\"), key("'"), key("é"), key("<65437>"))
    assert found.macro.steps[0].text == "1\\'é5"
    found = imported(down("Key.ctrl"), key("\\x03"), up("Key.ctrl"), key("Key.f12"))
    assert [step.keys for step in found.macro.steps] == [("ctrl", "c"), ("f12",)]
    found = imported(key("'^'"), key("e"))
    assert found.macro.steps[0].text == "ê"


@pytest.mark.parametrize("name", ["Key.media_eject", "<269025062>", "{{x}}", "", "ab", "\n"])
def test_an_unknown_key_is_kept_and_off(name):
    found = imported(key(name))
    [step] = found.macro.steps
    assert step.off
    assert refusals(found.macro) == ()


def test_negative_and_missing_times_and_null_keys_are_no_reason_to_refuse():
    found = imported(
        key("a", timestamp=-0.05),
        {"type": "keyboardEvent", "key": "b", "pressed": True},
        {"type": "keyboardEvent", "key": None, "pressed": True, "timestamp": 0},
        {"type": "keyboardEvent", "key": "c", "pressed": True, "timestamp": 1e300},
    )
    assert [step.text for step in found.macro.steps] == ["ab", "c"]
    assert found.macro.steps[1].pause_s == 3600.0


def test_events_that_cannot_be_read_are_counted():
    found = imported(
        {"type": "gamepadEvent"},
        {"type": "cursorMove", "x": "left", "y": 0},
        17,
        {"type": "leftClickEvent", "x": 10**400, "y": 0, "pressed": True},
        key("a"),
    )
    assert found.notes == (
        "3 events could not be read and were left out",
        "1 events of the unknown type “gamepadEvent” were left out",
    )
    assert [step.text for step in found.macro.steps] == ["a"]


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"events": 3}', b"\xff\xfe", b'{"events": [', b"[" * 200_000],
)
def test_what_is_no_such_file_is_refused_by_a_sentence(data):
    with pytest.raises(MacroError, match="no file of PyMacroRecord"):
        import_pymacrorecord(data, "x")


def test_files_and_macros_that_are_too_large_are_refused(monkeypatch):
    monkeypatch.setattr(pymacrorecord, "MAX_EVENTS", 7)
    with pytest.raises(MacroError, match="8 events, expected at most 7"):
        imported(*[key("a")] * 4)
    monkeypatch.setattr(pymacrorecord, "MAX_BYTES", 40)
    with pytest.raises(MacroError, match="bytes, expected at most 40"):
        imported(key("a"))
