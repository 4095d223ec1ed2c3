"""What is typed after a step that is off is off too, up to one that says itself where it goes."""

import pytest

from automation.macros import macro as grammar
from automation.macros.effects import ASTRAY, Astray
from automation.macros.macro import Step, Target

NAMED = Target(name="Save", window="Books")
LOST = grammar.Click(id="lost", target=Target(), off=True, comment="Nothing tells what it is.")
TEXT = grammar.Type(id="text", text="4711")
ENTER = grammar.Keys(id="enter", keys=("enter",))
GROUP = grammar.Group(id="group", title="Keys", steps=(ENTER,))


def kept(*steps: Step) -> list[Step]:
    astray = Astray()
    made = []
    for place, step in enumerate(steps):
        assert Astray.after(made) == astray, place
        made.append(astray.kept(step))
    return made


@pytest.mark.parametrize(
    "step",
    [
        TEXT,
        ENTER,
        GROUP,
        grammar.Clipboard(id="paste", op="paste"),
        grammar.Clipboard(id="copy", op="copy"),
    ],
)
def test_what_goes_where_the_keyboard_is_is_off_with_its_reason(step):
    _, found = kept(LOST, step)
    assert (found.off, found.comment) == (True, ASTRAY)
    assert kept(grammar.Click(id="on", target=NAMED), step)[1] == step


@pytest.mark.parametrize(
    "step",
    [
        grammar.Clipboard(id="set", op="set", text="x"),
        grammar.Scroll(id="scroll", direction="down", amount=1),
        grammar.Wait(id="wait", seconds=1.0),
        grammar.Move(id="move", target=NAMED),
        grammar.Window(id="close", op="close", title="Old"),
    ],
)
def test_what_goes_nowhere_stays_on_and_puts_the_keyboard_nowhere(step):
    _, same, text = kept(LOST, step, TEXT)
    assert (same, text.off) == (step, True)


@pytest.mark.parametrize(
    "step",
    [
        grammar.Click(id="on", target=NAMED),
        grammar.Drag(id="on", target=NAMED, to=NAMED),
        grammar.Type(id="on", text="a", target=NAMED),
        grammar.Keys(id="on", keys=("down",), target=NAMED),
        grammar.Window(id="on", op="activate", title="Books"),
        grammar.Launch(id="on", desktop_id="books.desktop"),
    ],
)
def test_a_step_that_says_where_it_goes_ends_it_unless_it_is_off_itself(step):
    assert kept(LOST, TEXT, step, TEXT)[2:] == [step, TEXT]
    off = grammar.Click(id="first", target=NAMED), type(step)(**{**_fields(step), "off": True})
    assert kept(*off, TEXT)[2].off


def _fields(step):
    return {name: getattr(step, name) for name in step.__struct_fields__}


@pytest.mark.parametrize("last", [TEXT, ENTER, GROUP])
def test_what_follows_a_text_or_keys_that_are_off_would_go_where_those_have_not_led(last):
    off = type(last)(**{**_fields(last), "off": True, "comment": "It was held."})
    found = kept(off, ENTER)
    assert (found[0], found[1].off) == (off, True)


def keys_of(chord):
    return grammar.Keys(id="chord", keys=tuple(chord.split()))


@pytest.mark.parametrize("chord", ["alt tab", "super", "ctrl alt t", "super d", "calculator"])
def test_keys_by_which_the_desktop_puts_the_keyboard_somewhere_end_it(chord):
    assert kept(LOST, TEXT, keys_of(chord), TEXT)[2:] == [keys_of(chord), TEXT]
    off = grammar.Keys(id="off", keys=tuple(chord.split()), off=True)
    assert kept(off, TEXT)[1].off


@pytest.mark.parametrize("chord", ["volumeup", "print", "super up", "super shift left"])
def test_keys_that_the_desktop_takes_stay_on_and_end_nothing_where_the_keyboard_stays(chord):
    _, same, text = kept(LOST, keys_of(chord), TEXT)
    assert (same, text.off) == (keys_of(chord), True)


@pytest.mark.parametrize("chord", ["ctrl s", "alt f4", "f5"])
def test_keys_for_the_window_in_front_are_off_like_a_text(chord):
    assert kept(LOST, keys_of(chord))[1].off


def test_a_key_without_a_name_that_is_off_changes_nothing():
    odd = grammar.Keys(id="odd", keys=("keysym 0x1008ffa9",), off=True)
    assert kept(odd, TEXT)[1] == TEXT


FIELD = Target(name="Name", role="field", window="Books")
HELD = grammar.Keys(id="held", keys=("backspace",), off=True, comment="It was held down.")
MARKED = grammar.Drag(id="drag", target=FIELD, to=FIELD, off=True, comment="By words.")
BEGUN = grammar.Type(id="begun", text="hello worl", target=FIELD, off=True, comment="It was held.")


@pytest.mark.parametrize("before", [HELD, BEGUN, MARKED])
def test_a_text_that_is_added_to_one_that_is_off_is_off(before):
    added = grammar.Type(id="added", text="x", target=FIELD)
    _, first, second = kept(before, added, added)
    assert (first.off, first.comment, second.off) == (True, ASTRAY, True)
    alone = grammar.Type(id="alone", text="x", target=FIELD, replace=True)
    assert kept(before, alone)[1] == alone


def test_a_text_in_another_field_is_added_to_nothing():
    elsewhere = grammar.Type(id="next", text="x", target=Target(name="City", role="field"))
    assert kept(BEGUN, elsewhere)[1] == elsewhere
    down = grammar.Keys(id="down", keys=("down",), off=True)
    assert kept(down, elsewhere)[1] == elsewhere


def test_why_a_step_was_off_before_is_still_said():
    step = grammar.Type(id="text", text="{{text}}", comment="It may be a password.")
    assert kept(LOST, step)[1].comment == f"It may be a password. {ASTRAY}"
