"""Recorded keys say which window they were pressed in, as those of a compiled run do."""

from dataclasses import replace

import pytest

from automation.core import hand_events
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context
from automation.core.observation import ScreenElement, WindowInfo
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.codec import read, write
from automation.macros.macro import Macro, Titled
from automation.macros.record.drafts import Drafter
from automation.macros.record.gestures import Pause
from automation.macros.record.session import RecordingSession
from tests.fakes.recorded import NAMES, Hands

NOTES = WindowInfo(7, "Untitled 1 - Mousepad", "mousepad", 40, Rect(0, 0, 640, 480), is_active=True)
CHANGED = replace(NOTES, title="*Untitled 1 - Mousepad")
BOOKS = WindowInfo(8, "Invoices - Books", "books", 41, Rect(0, 0, 640, 480))
FIELD = ScreenElement("Vendor", "field", Rect(10, 10, 80, 24), "tree", window_id=8)
BUTTON = ScreenElement("Save", "button", Rect(10, 10, 80, 24), "tree", window_id=8)


def seen(window, element=None):
    elements = (element,) if element else ()
    return Context(ScreenPoint(20, 20), window=window, element=element, elements=elements)


def steps(hands, *contexts):
    """Return the steps, with what was seen before each gesture."""
    found = [g for g in hands.gestures() if not isinstance(g, Pause)]
    before = {g.span.first: c for g, c in zip(found, contexts, strict=True) if c is not None}
    drafter = Drafter()
    return [step for gesture in found for step in drafter.steps(gesture, before)]


def told(step):
    return step.wait.condition.title if step.wait is not None else None


def test_keys_say_their_window_once():
    made = steps(Hands().chord("ctrl", "a").named("delete"), seen(NOTES), seen(NOTES))
    assert [step.keys for step in made] == [("ctrl", "a"), ("delete",)]
    assert made[0].wait == grammar.Until(condition=Titled(title="Untitled * - Mousepad"))
    assert made[1].wait is None


def test_a_document_that_is_changed_is_the_same_window():
    hands = Hands().chord("ctrl", "a").wait(2000).type("hello").chord("ctrl", "s")
    made = steps(hands, seen(NOTES), seen(NOTES), seen(CHANGED))
    assert [told(step) for step in made] == ["Untitled * - Mousepad", None, None]


def test_what_was_typed_before_is_data_in_a_title():
    hands = Hands().type("Miller")
    hands.window = 8
    hands.wait(2000).chord("ctrl", "s")
    made = steps(hands, seen(NOTES), seen(replace(BOOKS, title="Miller - Books")))
    assert told(made[1]) == "* - Books"


def test_keys_in_another_window_say_that():
    hands = Hands().chord("ctrl", "a")
    hands.window = 8
    hands.chord("ctrl", "v")
    hands.window = 7
    hands.named("delete")
    made = steps(hands, seen(NOTES), seen(BOOKS), seen(NOTES))
    assert [told(step) for step in made] == [
        "Untitled * - Mousepad",
        "Invoices - Books",
        "Untitled * - Mousepad",
    ]


@pytest.mark.parametrize(
    "keys",
    [("alt", "tab"), ("super", "d"), ("ctrl", "alt", "t"), ("print",), ("alt", "f2")],
    ids=" ".join,
)
def test_keys_for_the_desktop_say_no_window_and_any_may_be_in_front_after_them(keys):
    hands = Hands().chord("ctrl", "a").chord(*keys).named("delete")
    made = steps(hands, *[seen(NOTES)] * 3)
    assert [told(step) for step in made] == [
        "Untitled * - Mousepad",
        None,
        "Untitled * - Mousepad",
    ]


@pytest.mark.parametrize(
    "keys", [("alt", "f4"), ("ctrl", "w"), ("alt", "f"), ("f2",)], ids=" ".join
)
def test_keys_for_a_program_say_its_window(keys):
    (made,) = steps(Hands().chord(*keys), seen(NOTES))
    assert told(made) == "Untitled * - Mousepad"


def test_text_says_its_window_where_it_has_no_field():
    (typed,) = steps(Hands().type("hello"), seen(NOTES))
    assert (typed.target, told(typed)) == (None, "Untitled * - Mousepad")


def test_a_field_says_the_window_itself():
    hands = Hands(8).type("hello").chord("ctrl", "s")
    typed, chord = steps(hands, seen(BOOKS, FIELD), seen(BOOKS, FIELD))
    assert typed.target.window == "Invoices - Books"
    assert [typed.wait, chord.wait] == [None, None]


def test_a_click_says_the_window_unless_it_is_off():
    hands = Hands(8).click(20, 20).wait(600).chord("ctrl", "s")
    clicked, chord = steps(hands, seen(BOOKS, BUTTON), seen(BOOKS))
    assert (clicked.target.window, chord.wait) == ("Invoices - Books", None)
    clicked, chord = steps(hands, seen(BOOKS), seen(BOOKS))
    assert (clicked.off, told(chord)) == (True, "Invoices - Books")


def test_a_wheel_turned_over_another_window_leaves_the_keyboard_where_it_was():
    """A replay brings that window to the front."""
    hands = Hands().chord("ctrl", "a").wheel(5, 2).named("delete")
    made = steps(hands, seen(NOTES), seen(BOOKS, FIELD), seen(NOTES))
    assert [told(step) for step in made] == [
        "Untitled * - Mousepad",
        None,
        "Untitled * - Mousepad",
    ]


def test_a_text_of_an_input_method_without_a_field_says_its_window():
    hands = Hands()
    for char in "ab":
        hands.tap(ord(char), flags=hand_events.COMPOSED)
    (step,) = steps(hands, seen(NOTES))
    assert told(step) == "Untitled * - Mousepad"


@pytest.mark.parametrize(
    "context",
    [None, seen(None), seen(replace(NOTES, is_popup=True)), seen(replace(NOTES, title=" - 12"))],
    ids=["nothing seen", "no window", "a popup", "no word in its title"],
)
def test_a_window_that_is_not_known_is_not_said(context):
    made = steps(Hands().chord("ctrl", "a"), context)
    assert made[0].wait is None


def test_what_is_recorded_passes_the_checks_and_is_read_back_as_it_was():
    hands = Hands().chord("ctrl", "a").wait(2000).type("hello")
    made = steps(hands, seen(replace(NOTES, title="{{x}} - Mousepad")), seen(NOTES))
    macro = Macro(deskhand=1, name="m", steps=tuple(made))
    assert refusals(macro) == ()
    assert read(write(macro)) == macro


def record(folder, *parts):
    """Return the titles that the steps of a session wait for; a part acts on it, or is keys."""
    shown = {}
    session = RecordingSession(folder / "journal", NAMES, lambda h: shown.update({h.n: h}))
    hands = Hands()
    for part in parts:
        if callable(part):
            part(session)
            continue
        begun = len(hands.events)
        for event in hands.wait(2000).chord(*part).events[begun:]:
            session.feed(event, seen(NOTES) if event.kind == hand_events.KEY_DOWN else None)
    shown_before = dict(shown)
    session.tick(hands.now_us + 1_500_000)
    live = [told(shown[n].step) for n in shown if n not in shown_before]
    return [told(step) for step in session.finish("m").macro.steps], live


def test_after_a_step_that_was_put_in_the_window_is_said_again(tmp_path):
    titles, _ = record(
        tmp_path,
        ("ctrl", "a"),
        lambda s: s.insert(grammar.AskMe(id="q", question="?")),
        ("ctrl", "b"),
    )
    assert titles == ["Untitled * - Mousepad", None, "Untitled * - Mousepad"]


def test_after_the_step_that_said_it_was_undone_the_window_is_said_again(tmp_path):
    titles, _ = record(tmp_path, ("ctrl", "a"), lambda s: s.undo(), ("ctrl", "b"), ("ctrl", "c"))
    assert titles == ["Untitled * - Mousepad", None]


def test_what_still_goes_on_is_shown_as_it_will_be(tmp_path):
    titles, live = record(tmp_path, ("ctrl", "a"), ("ctrl", "b"))
    assert titles == ["Untitled * - Mousepad", None]
    assert live == [None]
