"""What is an effect of a press, what says that it landed, and what is nobody's doing."""

from dataclasses import replace

import pytest

from automation.core.actions import Click, Drag, Hotkey, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Proposal
from automation.safety.receipts import ASKS_FIRST, EffectVerifier
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.fake_screen import FakeScreen, observation, picture, window
from tests.unit.safety.test_receipts import (
    AT,
    BEFORE,
    BUTTON,
    FIELD,
    FORM,
    OTHER,
    after,
    kind,
    receipt,
)

HERE, THERE = ScreenPoint(50, 20), ScreenPoint(150, 120)
LEFT = Rect(110, 105, 80, 30)
"""The face of what the pointer lay on before."""


def pressed_from(pointer, *patches, tree=(), target=BUTTON):
    """Return what is said of a press on Save by a pointer that came from elsewhere."""
    reader = FakeReader([BUTTON, *tree])
    before = replace(BEFORE, pointer=pointer)
    verifier = EffectVerifier(reader, FakeScreen(before))
    return verifier.receipt(Click(AT), Proposal(Click(AT), target), before, after(*patches))


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ([], "not_seen"),
        ([element("Apply", "button", LEFT)], "not_seen"),
        ([element("Page", "document", Rect(0, 0, 300, 300))], "not_seen"),
        ([element("Total", "label", LEFT)], "effect_seen"),
        ([element("Apply", "button", LEFT.grown(-10))], "effect_seen"),
    ],
    ids=["no tree", "a button", "a page that tells nothing", "a label", "more than the button"],
)
def test_what_the_pointer_left_is_lit_no_more_and_that_is_no_effect(tree, expected):
    assert pressed_from(THERE, (LEFT, 10), tree=tree).kind == expected


def test_a_change_of_a_whole_pane_under_the_pointer_is_an_effect():
    assert pressed_from(THERE, (Rect(100, 60, 190, 200), 10)).kind == "effect_seen"


def test_what_changes_beside_what_the_pointer_left_is_an_effect():
    assert pressed_from(THERE, (LEFT, 10), (Rect(200, 200, 60, 30), 9)).kind == "effect_seen"


DOT = Rect(215, 20, 10, 10)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [([], "not_seen"), ([element("3", "label", DOT.grown(4))], "effect_seen")],
    ids=["nobody's", "a number of the program's"],
)
def test_a_lone_dot_away_from_the_target_is_no_effect(tree, expected):
    assert pressed_from(HERE, (DOT, 10), tree=tree).kind == expected


@pytest.mark.parametrize("size", [2, 5, 10])
@pytest.mark.parametrize("button", ["left", "right"])
@pytest.mark.parametrize(
    "role", ["button", "link", "field", "tab", "list_item", "text", "cell", ""]
)
def test_a_small_dot_that_something_drew_165_px_away_confirms_no_press(role, button, size):
    away = ScreenPoint(AT.point.x + 165, AT.point.y)
    dot = Rect(0, 0, size, size).around(away)
    action, target = Click(AT, button=button), replace(BUTTON, role=role) if role else None
    verifier = EffectVerifier(FakeReader([target] if target else []), FakeScreen(BEFORE))
    for before in (BEFORE, replace(BEFORE, pointer=AT.point), replace(BEFORE, pointer=THERE)):
        told = verifier.receipt(action, Proposal(action, target), before, after((dot, 10)))
        assert told.kind == "not_seen", told


def test_several_dots_are_an_effect():
    assert pressed_from(HERE, (DOT, 10), (Rect(100, 200, 10, 10), 9)).kind == "effect_seen"


DRAWN = ScreenElement("Save", "text", Rect(40, 14, 30, 12), "ocr")


def test_a_drawn_button_that_lights_up_landed_and_no_more():
    assert pressed_from(HERE, (Rect(10, 10, 120, 20), 10), target=DRAWN).kind == "landed"


def test_a_drawn_button_that_does_something_is_seen():
    face = (Rect(10, 10, 120, 20), 10)
    told = pressed_from(HERE, face, (Rect(20, 200, 90, 14), 9), target=DRAWN)
    assert told.kind == "effect_seen"


def test_a_greyed_thing_takes_no_press_whatever_changes():
    greyed = replace(BUTTON, role="menu_item", states=frozenset({"showing"}))
    menu = replace(window(9, "", Rect(0, 0, 120, 90)), is_popup=True)
    before = observation(picture(), menu, FORM, OTHER)
    told = receipt(Click(AT), after(), target=greyed, before=before)
    assert (told.kind, told.detail) == ("denied", "it is greyed out")


FOCUSABLE = replace(BUTTON, states=frozenset({"enabled", "showing", "focusable"}))
HAS_KEYS = replace(FOCUSABLE, states=FOCUSABLE.states | {"focused"})


def test_a_thing_that_got_the_keyboard_took_the_press():
    told = receipt(Click(AT), after(), target=FOCUSABLE, fresh=HAS_KEYS)
    assert (told.kind, told.detail) == ("landed", "it has the keyboard now")


def test_one_that_had_it_before_may_have_taken_nothing():
    reader = FakeReader([HAS_KEYS])
    reader.holders = (HAS_KEYS,)
    verifier = EffectVerifier(reader, FakeScreen(BEFORE))
    told = verifier.receipt(Click(AT), Proposal(Click(AT), HAS_KEYS), BEFORE, after())
    assert (told.kind, told.code) == ("not_seen", "unchanged")


@pytest.mark.parametrize(
    ("fresh", "expected"), [(FOCUSABLE, "not_seen"), (HAS_KEYS, "effect_seen")]
)
def test_a_thing_that_slipped_away_took_the_press_only_if_it_has_the_keyboard(fresh, expected):
    moved = replace(fresh, box=Rect(10, 60, 80, 20))
    shown = after((Rect(0, 0, 200, 200), 10))
    assert kind(Click(AT), shown, target=FOCUSABLE, fresh=moved) == expected


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ([(Rect(200, 10, 60, 20), 9), (Rect(120, 60, 60, 20), 9)], "effect_seen"),
        ([(Rect(120, 60, 60, 20), 9)], "not_seen"),
        ([(Rect(120, 60, 60, 20), 9), (Rect(200, 110, 60, 20), 9)], "not_seen"),
    ],
    ids=["the rows changed places", "the row went down", "the page went down"],
)
def test_a_button_that_moves_its_own_row_did_it_and_one_that_a_page_moved_did_not(then, expected):
    rows = [(Rect(120, 10, 60, 20), 9), (Rect(200, 60, 60, 20), 9)]
    before = observation(picture(*rows), FORM, OTHER)
    moved = replace(FOCUSABLE, box=FOCUSABLE.box.offset(0, 50))
    told = receipt(Click(AT), after(*then), target=FOCUSABLE, fresh=moved, before=before)
    assert told.kind == expected, told


# A text that its field changed


@pytest.mark.parametrize(
    ("before", "text", "held", "expected"),
    [
        ("", "4930123456", "+49 30 123456", "landed"),
        ("", "print(1", "print(1)", "landed"),
        ("0", "12+3=", "15", "landed"),
        ("", "2026-11-26", "26.11.2026", "landed"),
        ("", "10-12", "10", "not_seen"),
        ("0", "50.5 + 4.25", "425", "not_seen"),
        ("", "hello world", "hello", "not_seen"),
        ("", "zeit", "yeit", "not_seen"),
        ("old", "new", "oldnew", "not_seen"),
        ("old", "new", "old", "denied"),
    ],
)
def test_a_text_that_its_field_changed_is_told_as_changed(before, text, held, expected):
    was, now = replace(FIELD, value=before), replace(FIELD, value=held)
    told = receipt(Write(text, AT, overwrite=True), after(), target=was, fresh=now, focused=now)
    assert told.kind == expected, told
    assert (told.code == "rewritten") == (expected == "landed")


@pytest.mark.parametrize(("states", "expected"), [((), "landed"), (("editable",), "not_seen")])
def test_a_calculator_shows_the_last_number_of_a_sum_that_waits(states, expected):
    was = replace(FIELD, value="0", states=frozenset({"enabled", "focused", *states}))
    now = replace(was, value="30")
    told = receipt(Write("12+30"), after(), target=was, fresh=now, focused=now)
    assert told.kind == expected, told


DRAWN = replace(FIELD, source="ocr", handle=None, value=None, states=frozenset())


class ReadingReader(FakeReader):
    """OCR that reads other lines on the second picture."""

    def __init__(self, *reads):
        super().__init__([])
        self._reads = list(reads)

    def drawn_again(self, observation, element):
        return self._reads.pop(0)

    def knob(self, observation, element):
        return self._reads.pop(0)

    def held(self, observation, element):
        return self._reads.pop(0)


@pytest.mark.parametrize(
    ("text", "was", "now", "expected"),
    [
        ("Paul Kern", None, "Paul Kern", "effect_seen"),
        ("Paul Kern", "Dear", "Dear Paul Kern", "effect_seen"),
        ("Paul Kern", None, "Paul Kem", "landed"),
        ("Paul Kern", None, None, "landed"),
        ("Paul", None, "Anna", "not_seen"),
        ("7", "1", "71", "landed"),
        ("23", None, "28", "not_seen"),
        ("Paul Kern", "Paul Kern", "Paul Kern", "landed"),
        ("-50", None, "50", "landed"),
        ("1.5", None, "15", "landed"),
        ("anna@ex", None, "anna@example.com", "not_seen"),
    ],
)
def test_a_text_in_a_field_that_only_the_picture_shows_is_read_there(text, was, now, expected):
    action = Write(text, AT)
    verifier = EffectVerifier(ReadingReader(was, now), FakeScreen(BEFORE))
    shown = after((DRAWN.box.grown(-4), 10))
    told = verifier.receipt(action, Proposal(action, DRAWN), BEFORE, shown)
    assert told.kind == expected, told


def test_what_stands_before_the_text_that_was_to_go_is_no_effect():
    verifier = EffectVerifier(ReadingReader("1", "71"), FakeScreen(BEFORE))
    proposal = Proposal(Write("7", None), DRAWN, wanted="7")
    told = verifier.receipt(proposal.intent, proposal, BEFORE, after((DRAWN.box.grown(-4), 10)))
    assert told.kind == "not_seen", told


BOX = replace(DRAWN, role="checkbox", states=frozenset({"enabled", "checkable"}))
ON = replace(BOX, states=BOX.states | {"checked"})


@pytest.mark.parametrize(
    ("now", "words", "expected"),
    [
        (ON, BOX.name, "effect_seen"),
        (BOX, BOX.name, "denied"),
        (None, BOX.name, "not_seen"),
        (None, f"{BOX.name[:-1]}v", "not_seen"),
        (None, "Below", "landed"),
    ],
)
def test_a_drawn_box_is_on_when_its_picture_shows_it(now, words, expected):
    reader = ReadingReader(now)
    reader.lines = [line(words, BOX.box)]
    verifier = EffectVerifier(reader, FakeScreen(BEFORE))
    proposal = Proposal(Click(AT), BOX, wanted="on")
    told = verifier.receipt(proposal.intent, proposal, BEFORE, after((BOX.box, 10)))
    assert told.kind == expected, told


@pytest.mark.parametrize(
    ("knob_at", "wanted", "expected"),
    [(80, "", "effect_seen"), (80, "6", "landed"), (20, "", "not_seen"), (None, "", "not_seen")],
)
def test_the_knob_of_a_drawn_slider_has_to_stand_where_it_was_dragged(knob_at, wanted, expected):
    slider = replace(DRAWN, role="slider", box=Rect(10, 10, 100, 16))
    knob = Rect(knob_at - 5, 10, 10, 16) if knob_at is not None else None
    verifier = EffectVerifier(ReadingReader(knob), FakeScreen(BEFORE))
    drag = Drag((ScreenPoint(20, 18), ScreenPoint(80, 18)))
    told = verifier.receipt(drag, Proposal(drag, slider, wanted=wanted), BEFORE, BEFORE)
    assert told.kind == expected, told


SECRET = replace(FIELD, role="password", states=frozenset({"enabled", "secret"}), value=None)
DOTS = (Rect(14, 14, 40, 10), 10)


@pytest.mark.parametrize(
    ("letters", "patches", "overwrite", "expected"),
    [
        (3, [], True, "effect_seen"),
        (2, [DOTS], True, "not_seen"),
        (None, [DOTS], True, "landed"),
        (5, [DOTS], False, "landed"),
        (None, [], True, "not_seen"),
        (0, [], False, "not_seen"),
    ],
)
def test_a_password_field_that_took_its_text_landed(letters, patches, overwrite, expected):
    reader = FakeReader([SECRET])
    reader.letters = lambda field: letters
    reader.focused = lambda observation: SECRET
    action = Write("abc", AT, overwrite=overwrite)
    verifier = EffectVerifier(reader, FakeScreen(BEFORE))
    told = verifier.receipt(action, Proposal(action, SECRET), BEFORE, after(*patches))
    assert told.kind == expected, told


@pytest.mark.parametrize(
    ("held", "letters", "patches", "expected"),
    [
        (5, 8, [], "effect_seen"),
        (0, 3, [], "effect_seen"),
        (5, 7, [], "landed"),
        (5, 3, [], "landed"),
        (5, 5, [DOTS], "not_seen"),
        (5, None, [DOTS], "landed"),
    ],
    ids=["more dots than show", "first", "some of it", "over a choice", "full", "tells no more"],
)
def test_a_password_field_that_held_some_before_is_compared_with_that(
    held, letters, patches, expected
):
    reader = FakeReader([SECRET])
    reader.letters = lambda field: letters
    action, was = Write("abc", AT), replace(SECRET, value="•" * held)
    verifier = EffectVerifier(reader, FakeScreen(BEFORE))
    told = verifier.receipt(action, Proposal(action, was), BEFORE, after(*patches))
    assert told.kind == expected, told


@pytest.mark.parametrize(
    ("text", "letters", "expected"),
    [("abc\n", 3, "landed"), ("key🔑", 4, "effect_seen"), ("key🔑", 5, "effect_seen")],
    ids=["sent off", "characters", "UTF-16"],
)
def test_characters_of_a_password_are_counted_as_its_program_counts(text, letters, expected):
    reader = FakeReader([SECRET])
    reader.letters = lambda field: letters
    action = Write(text, AT, overwrite=True)
    verifier = EffectVerifier(reader, FakeScreen(BEFORE))
    told = verifier.receipt(action, Proposal(action, SECRET), BEFORE, after(DOTS))
    assert told.kind == expected, told


FACE = Rect(12, 11, 70, 18)
"""What looked otherwise round the pixel while the button was down."""


@pytest.mark.parametrize(
    ("target", "pressed", "window", "expected"),
    [
        (BUTTON, FACE, FORM, "landed"),
        (DRAWN, FACE, FORM, "landed"),
        (BUTTON, None, FORM, "not_seen"),
        (BUTTON, Rect(110, 11, 40, 18), FORM, "not_seen"),
        (BUTTON, Rect(2, 0, 96, 68), FORM, "not_seen"),
        (BUTTON, FACE, replace(FORM, is_active=False), "not_seen"),
        (BUTTON, FACE, replace(FORM, is_active=False, is_popup=True), "landed"),
    ],
    ids=["it", "drawn", "nothing", "beside", "more than it", "its window got the focus", "in a menu"],
)  # fmt: skip
def test_what_looked_pressed_has_taken_the_press(target, pressed, window, expected):
    looks = replace(BEFORE, windows=(window, OTHER))
    reader = FakeReader([BUTTON])
    verifier = EffectVerifier(reader, FakeScreen(looks))
    told = verifier.receipt(Click(AT), Proposal(Click(AT), target), looks, looks, pressed)
    assert told.kind == expected


def test_what_looked_pressed_and_is_greyed_is_denied_all_the_same():
    greyed = replace(BUTTON, states=BUTTON.states - {"enabled"})
    verifier = EffectVerifier(FakeReader([greyed]), FakeScreen(BEFORE))
    told = verifier.receipt(Click(AT), Proposal(Click(AT), greyed), BEFORE, after(), FACE)
    assert told.kind == "denied"


def ring(box, level=10):
    """Return the four sides of a frame, each a pixel thick."""
    x, y, w, h = box.x, box.y, box.w, box.h
    sides = Rect(x, y, w, 1), Rect(x, y + h - 1, w, 1), Rect(x, y, 1, h), Rect(x + w - 1, y, 1, h)
    return tuple((side, level) for side in sides)


def test_a_ring_that_left_another_thing_is_no_effect_where_no_tree_tells():
    assert pressed_from(HERE, *ring(LEFT), target=DRAWN).kind == "not_seen"
    own = (DRAWN.box.grown(4), 30)
    assert pressed_from(HERE, own, *ring(LEFT), target=DRAWN).kind == "landed"
    assert pressed_from(HERE, *ring(LEFT), (LEFT.grown(-5), 9), target=DRAWN).kind == "effect_seen"


SAVE_AS = replace(FORM, is_dialog=True)
ASKING = replace(OTHER, window_id=9, is_dialog=True)
REPLACE = element("Do you want to replace it?", "label", Rect(330, 10, 200, 20), window_id=9)


def opened_over(pressed, opened, *texts, closed=False, action=None):
    """Return what is said of a press in a window over which another one opened."""
    before = replace(BEFORE, windows=(pressed,))
    then = replace(
        after((Rect(320, 0, 300, 300), 10)), windows=(opened,) if closed else (opened, pressed)
    )
    verifier = EffectVerifier(FakeReader([BUTTON, *texts]), FakeScreen(before))
    action = action or Click(AT)
    return verifier.receipt(action, Proposal(action, BUTTON), before, then)


@pytest.mark.parametrize("action", [Click(AT), Hotkey(("enter",)), Write("x", press_enter=True)])
def test_a_dialog_that_stays_and_asks_has_done_nothing_yet(action):
    told = opened_over(SAVE_AS, ASKING, REPLACE, action=action)
    assert (told.kind, told.code, told.detail) == ("landed", "asks", ASKS_FIRST)


def test_a_window_that_opens_otherwise_is_an_effect():
    says = replace(REPLACE, name="Choose a folder")
    assert opened_over(SAVE_AS, ASKING, says).kind == "effect_seen"
    assert opened_over(FORM, ASKING, REPLACE).kind == "effect_seen"
    assert opened_over(SAVE_AS, ASKING, REPLACE, closed=True).kind == "effect_seen"
    assert opened_over(SAVE_AS, replace(ASKING, is_dialog=False), REPLACE).kind == "effect_seen"


def test_the_main_button_that_enter_presses_is_no_effect_by_its_looks_alone():
    main = element(
        "Save", "button", Rect(200, 200, 60, 24), states=frozenset({"enabled", "default"})
    )
    for default, expected in ((main, "landed"), (replace(main, states=frozenset()), "effect_seen")):
        reader = FakeReader([])
        reader.holders = (default,)
        verifier = EffectVerifier(reader, FakeScreen(BEFORE))
        action = Hotkey(("enter",))
        told = verifier.receipt(action, Proposal(action), BEFORE, after((main.box, 10)))
        assert told.kind == expected
        other = Hotkey(("ctrl", "b"))
        seen = verifier.receipt(other, Proposal(other), BEFORE, after((main.box, 10)))
        assert seen.kind == "effect_seen"
