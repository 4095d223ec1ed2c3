"""What a recorded step did becomes what its replay waits for, where nothing else can have done it.

A recording tells the effect of a step as soon as the next one begins, in the list and on the disk.

One of many look-alikes, recorded in a table that no tree tells, and found in another order.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace as replace_step

from automation.core import hand_events
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context, FieldValue
from automation.core.observation import Frame
from automation.desktop.recording.keys import XKeyNames
from automation.macros import describe as describing
from automation.macros import macro as g
from automation.macros.checks import refusals
from automation.macros.describe import recorded_target, row_of
from automation.macros.found import Found
from automation.macros.macro import Holds, Macro, Shows, Target, Titled
from automation.macros.macro_files import FileError
from automation.macros.record import session
from automation.macros.record.drafts import ENTER, METHOD
from automation.macros.record.gestures import Click
from automation.macros.record.recording_journal import recover
from automation.macros.record.seen_effects import SOON_ELSEWHERE_US, SOON_US, Done, Shown, Tree
from automation.macros.record.session import Changed, RecordingSession
from automation.macros.walk import escape
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import searched
from tests.fakes.screens import screen, win
from tests.unit.macros.recording.recorded_effects import (
    BOOKS,
    END_US,
    MAIL,
    MS,
    SAVE_AS,
    Desktop,
    box,
    click,
    keys,
    next_in,
    seen_at,
    span,
    thing,
    typed,
    window,
)
from tests.unit.macros.recording.test_recording_session import Hand

SAVED = Titled(title="Save as")


def test_a_box_is_to_be_in_the_state_that_it_was_pressed_into():
    desktop = Desktop().tells(-500, box()).tells(400, box("checked"))
    condition = desktop.condition(click(box()))
    assert (condition.target.name, condition.value) == ("Urgent", "on")
    back = Desktop().tells(-500, box("checked")).tells(400, box())
    assert back.condition(click(box("checked"))).value == "off"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((), (box("checked"),)),  # it may have been on
        ((box("checked"),), (box("checked"),)),  # one of several stays on
        ((box(),), ()),  # nobody has looked
        ((box(),), (box("checked"), box())),  # it turned back
    ],
)
def test_a_box_of_which_no_change_was_seen_is_waited_for_to_be_nothing(before, after):
    desktop = Desktop()
    for ms, one in zip((-900, -500), before, strict=False):
        desktop.tells(ms, one)
    for ms, one in zip((400, 900), after, strict=False):
        desktop.tells(ms, one)
    assert desktop.condition(click(box(role="radio"))) is None


def test_a_box_that_was_looked_at_too_soon_or_after_the_next_press_tells_nothing():
    soon = Desktop().tells(-500, box()).tells(100, box("checked"))
    assert soon.condition(click(box())) is None
    late = Desktop().tells(-500, box()).tells(3000, box("checked"))
    assert late.condition(click(box())) is None


def test_one_of_two_boxes_that_are_called_alike_is_not_read():
    desktop = Desktop().tells(-500, box()).tells(400, box("checked"))
    done = click(box())
    twin = replace(box(), handle=(":1.5", "/twin"), box=Rect(50, 150, 80, 30))
    both = replace(done.before, elements=(*done.before.elements, twin))
    assert desktop.condition(replace(done, before=both)) is None
    told = click(box(), row=("Acme",))
    assert desktop.condition(replace(told, before=both)).value == "on"


@pytest.mark.parametrize(
    "after",
    [(box("checked", name="Pause"),), (box("checked", name="Play"), box("checked", name="Pause"))],
)
def test_a_toggle_that_is_called_otherwise_once_it_is_on_is_not_read(after):
    before = box(name="Play")
    desktop = Desktop().tells(-500, before)
    for n, one in enumerate(after):
        desktop.tells(400 + 400 * n, replace(one, handle=before.handle))
    assert desktop.condition(click(before)) is None


def test_one_of_two_fields_that_are_called_alike_is_not_read():
    done = typed("Acme")
    twin = replace(done.before.element, handle=(":1.5", "/twin"), box=Rect(50, 150, 80, 30))
    both = replace(done.before, elements=(*done.before.elements, twin))
    assert Desktop().reads(300, "Acme").condition(replace(done, before=both)) is None
    other = replace(done.before, elements=(*done.before.elements, replace(twin, name="City")))
    assert Desktop().reads(300, "Acme").condition(replace(done, before=other)).value == "Acme"


@pytest.mark.parametrize(("below", "is_told"), [("City", True), ("Vendor", False)])
def test_a_field_without_a_name_is_told_from_others_by_its_label(below, is_told):
    field = thing("", "field", value="")
    twin = replace(field, handle=(":1.5", "/twin"), box=Rect(50, 150, 80, 30))
    labels = [
        replace(thing(n, "label"), box=Rect(0, y, 40, 30))
        for n, y in (("Vendor", 50), (below, 150))
    ]
    done = typed("Acme", field)
    step = replace_step(done.step, target=replace_step(done.step.target, label="Vendor"))
    before = replace(done.before, elements=(field, twin, *labels))
    done = replace(done, step=step, before=before)
    for one in (done, done.slim):
        condition = Desktop().reads(300, "Acme", name="").condition(one)
        assert (condition is not None) == is_told


def test_a_field_that_was_empty_is_to_hold_what_was_typed():
    condition = Desktop().reads(300, "Acme").condition(typed("Acme"))
    assert (condition.target.name, condition.value) == ("Vendor", "Acme")
    left = Desktop().reads(-100, "").reads(2500, "Acme")  # read when the next was pressed already
    assert left.condition(typed("Acme")).value == "Acme"
    braces = Desktop().reads(300, "a {{b}}").condition(typed("a {{b}}"))
    assert braces.value == "a {{{{b}}"


@pytest.mark.parametrize(
    "done",
    [
        typed("Acme", enter=True),
        typed("Acme", replace=False),
        typed("Acme", doubt="held"),
        typed("Acme", thing("Vendor", "combo")),
        typed("Acme", thing("Vendor", "field", states=frozenset({"secret"}))),
        typed("${secret:mail}"),
    ],
)
def test_a_field_that_may_hold_something_else_another_time_is_not_read(done):
    assert Desktop().reads(300, done.gesture.text).condition(done) is None


@pytest.mark.parametrize("value", ["", "Acm", "ACME", "Acme Ltd."])
def test_a_field_that_held_something_else_is_not_read(value):
    assert Desktop().reads(200, "Acme").reads(400, value).condition(typed("Acme")) is None
    assert Desktop().condition(typed("Acme")) is None


def test_a_window_that_came_and_is_gone_on_in_is_waited_for():
    desktop = Desktop().shows(200, SAVE_AS, BOOKS)
    later = next_in(SAVE_AS)
    assert desktop.condition(click(), later) == SAVED
    assert desktop.condition(keys("ctrl", "s"), later) == SAVED
    assert desktop.condition(typed("Acme", enter=True), later) == SAVED


def test_a_window_that_came_is_nothing_where_nothing_is_done_in_it():
    """It may be a message, or somebody else's."""
    desktop = Desktop().shows(200, SAVE_AS, BOOKS)
    assert desktop.condition(click(), next_in(BOOKS)) is None
    assert desktop.condition(click()) is None
    assert desktop.condition(click(), next_in(SAVE_AS, off=True)) is None


def test_a_window_that_was_there_before_is_no_effect():
    assert Desktop(BOOKS, SAVE_AS).condition(click(), next_in(SAVE_AS)) is None
    second = replace(SAVE_AS, window_id=12)
    desktop = Desktop(BOOKS, SAVE_AS).shows(200, second, BOOKS, SAVE_AS)
    assert desktop.condition(click(), next_in(second)) is None
    before = Desktop().shows(-100, SAVE_AS, BOOKS)
    assert before.condition(click(), next_in(SAVE_AS)) is None


@pytest.mark.parametrize(
    ("came", "after_us", "is_told"),
    [
        (SAVE_AS, SOON_US, True),
        (SAVE_AS, SOON_US + 100 * MS, False),
        (replace(SAVE_AS, pid=99), SOON_ELSEWHERE_US, True),
        (replace(SAVE_AS, pid=99), SOON_ELSEWHERE_US + 100 * MS, False),
    ],
)
def test_a_window_that_comes_late_came_for_another_reason(came, after_us, is_told):
    desktop = Desktop().shows(after_us // MS - 1, came, BOOKS)
    condition = desktop.condition(click(), next_in(came), after_us + 60_000_000)
    assert condition == (SAVED if is_told else None)


def test_who_waits_for_a_window_waits_as_long_as_for_a_target_and_longer_for_a_slow_one():
    quick = Desktop().shows(200, SAVE_AS, BOOKS)
    assert quick.effect(click(), next_in(SAVE_AS)).within_s == 10
    slow = Desktop().shows(5000, SAVE_AS, BOOKS)
    assert slow.effect(click(), next_in(SAVE_AS)).within_s == 20


@pytest.mark.parametrize(
    ("title", "app", "pattern"),
    [
        ("Bill 12", "books", "Bill *"),
        ("Untitled 1 - Mousepad", "mousepad", "* - Mousepad"),
        ("Shop - Start — Mozilla Firefox", "firefox", "* — Mozilla Firefox"),
        ("Ada Lovelace - Contacts", "phone", None),  # nothing says which part stays
        ("Acme - Books", "books", None),  # the program had a window already
        ("Acme", "phone", None),  # what was typed
        ("film.mp4 - Acme", "acme", None),  # nothing else stands in it
        ("IMG_1.jpg - 1/12", "viewer", None),
        ("user@host: ~ - 1", "terminal", None),
        ("x" * 501 + " - Books", "books", None),
        ("Bills - Mail\x07", "mail", None),
    ],
)
def test_of_a_title_only_what_stays_is_waited_for(title, app, pattern):
    place = window(11, title, app, 60)
    later = replace(next_in(place), typed=("Acme",))
    condition = Desktop().shows(200, place, BOOKS).condition(click(), later)
    assert condition == (Titled(title=pattern) if pattern else None)


def test_a_window_that_is_called_like_the_row_that_was_pressed_is_another_one_the_next_time():
    place = window(11, "Ada Lovelace", "phone", 60)
    desktop = Desktop().shows(200, place, BOOKS)
    row = thing("Ada Lovelace", "list_item")
    assert desktop.condition(click(row), next_in(place)) is None
    assert desktop.condition(click(row=("Ada Lovelace",)), next_in(place)) is None
    assert desktop.condition(click(), next_in(place)) == Titled(title="Ada Lovelace")


@pytest.mark.parametrize(
    ("title", "pressed"),
    [
        ("holiday", thing("holiday.jpg", "list_item")),
        ("holiday", thing("holiday.jpg", "link")),
        ("holiday - 3", thing("holiday.jpg", "icon")),
        ("Ada Lovelace", thing("Ada Lovelace", "link")),
        ("Ada Lovelace, 12 Orders", thing("Ada Lovelace", "link")),
    ],
)
def test_a_window_that_is_called_like_a_part_of_what_was_pressed_is_another_one_too(title, pressed):
    place = window(11, title, "", 60)
    desktop = Desktop().shows(200, place, BOOKS)
    assert desktop.condition(click(pressed), next_in(place)) is None
    assert desktop.condition(click(row=(pressed.name,)), next_in(place)) is None


def test_a_window_that_is_called_like_what_can_be_read_at_the_place_is_another_one_too():
    place = window(11, "holiday", "viewer", 60)
    step = g.Click(id="a", target=Target(window="Files", text="holiday.jpg"), count=2)
    done = Done(Click(span(), ScreenPoint(60, 60), "left", 2), step, seen_at(BOOKS))
    assert Desktop().shows(200, place, BOOKS).condition(done, next_in(place)) is None


def test_a_window_that_a_button_or_menu_opens_may_be_called_like_it():
    for role in ("button", "menu_item", "tab"):
        desktop = Desktop().shows(200, SAVE_AS, BOOKS)
        assert desktop.condition(click(thing("Save as...", role)), next_in(SAVE_AS)) == SAVED


@pytest.mark.parametrize("place", [{"row": ("{{customer}}",)}, {"text": "{{file}}"}])
def test_a_step_that_is_aimed_at_what_is_asked_for_waits_for_no_title(place):
    done = click()
    target = replace_step(done.step.target, **place)
    filled = replace(done, step=replace_step(done.step, target=target))
    desktop = Desktop().shows(200, SAVE_AS, BOOKS)
    assert desktop.condition(filled, next_in(SAVE_AS)) is None
    plain = replace_step(target, row=("{{{{customer",), text="")
    told = replace(done, step=replace_step(done.step, target=plain))
    assert desktop.condition(told, next_in(SAVE_AS)) == SAVED


def slowly_typed():
    """Return a text that took ten seconds, and Enter at its end."""
    done = typed("Acme", enter=True)
    return replace(done, gesture=replace(done.gesture, span=span(END_US - 10_000_000, END_US)))


def test_a_window_that_comes_or_goes_while_a_text_is_typed_was_not_opened_or_closed_by_its_enter():
    done = slowly_typed()
    while_typed = Desktop()
    while_typed.seen.show(Shown(END_US - 400 * MS, END_US - 399 * MS, (SAVE_AS, BOOKS)))
    assert while_typed.condition(done, next_in(SAVE_AS)) is None
    again = while_typed.shows(100, MAIL, SAVE_AS, BOOKS)
    assert again.condition(done, next_in(SAVE_AS)) is None
    after = Desktop().shows(100, SAVE_AS, BOOKS)
    assert after.condition(done, next_in(SAVE_AS)) == SAVED
    closing = replace(done, before=seen_at(SAVE_AS, done.element))
    gone = Desktop()
    gone.seen.show(Shown(END_US - 9_000_000, END_US - 8_999_000, (SAVE_AS, BOOKS)))
    gone.seen.show(Shown(END_US - 400 * MS, END_US - 399 * MS, (BOOKS,)))
    assert gone.condition(closing, next_in(BOOKS)) is None


def test_a_window_that_comes_of_what_was_done_in_between_is_no_effect():
    desktop = Desktop().shows(800, SAVE_AS, BOOKS)
    assert desktop.condition(click(), next_in(SAVE_AS), END_US + 500 * MS) is None


def test_a_window_that_the_recording_opened_and_closed_is_to_be_gone():
    gone = Titled(title="Save as", absent=True)

    def desktop():
        return Desktop().shows(-2000, SAVE_AS, BOOKS).shows(200, BOOKS)

    assert desktop().condition(click(thing("Cancel"), SAVE_AS), next_in(BOOKS)) == gone
    assert desktop().condition(keys("esc", place=SAVE_AS)) == gone
    assert desktop().condition(typed("Acme", enter=True, place=SAVE_AS)) == gone
    again = desktop().shows(600, replace(SAVE_AS, window_id=13), BOOKS)
    assert again.condition(click(thing("Cancel"), SAVE_AS)) is None
    assert desktop().condition(keys("a", place=SAVE_AS)) is None
    assert desktop().condition(click(thing("Cell", "cell"), SAVE_AS)) is None
    late = Desktop().shows(-2000, SAVE_AS, BOOKS).shows(3500, BOOKS)
    assert late.condition(click(thing("Cancel"), SAVE_AS), None, 99_000_000) is None


def test_a_window_that_was_there_at_first_may_be_one_of_several():
    desktop = Desktop(BOOKS, SAVE_AS).shows(200, BOOKS)
    assert desktop.condition(click(thing("Cancel"), SAVE_AS), next_in(BOOKS)) is None
    notes = window(14, "notes.txt - Editor")
    other = Desktop().shows(-2000, notes, BOOKS).shows(200, BOOKS)
    assert other.condition(click(thing("Close"), notes), next_in(BOOKS)) is None
    bill = window(16, "Bill 12")
    numbered = Desktop().shows(-2000, bill, BOOKS).shows(200, BOOKS)
    assert numbered.condition(click(thing("Close"), bill), next_in(BOOKS)) is None


def test_a_title_that_is_called_like_what_was_pressed_is_waited_for():
    orders = replace(BOOKS, title="Orders - Books")
    desktop = Desktop(BOOKS, MAIL).shows(300, orders, MAIL)
    assert desktop.condition(click(thing("Orders", "link")), next_in(orders)) == Titled(
        title="Orders - *"
    )
    assert desktop.condition(click(thing("Orders", "link"))) == Titled(title="Orders - *")
    assert desktop.condition(click(thing("Go", "link")), next_in(orders)) is None
    assert desktop.condition(click(thing("Orders", "cell")), next_in(orders)) is None


def test_a_title_that_another_window_had_before_is_no_effect():
    orders = replace(BOOKS, title="Orders - Books")
    desktop = Desktop(BOOKS, window(15, "Orders - Mail")).shows(300, orders)
    assert desktop.condition(click(thing("Orders", "link")), next_in(orders)) is None


@pytest.mark.parametrize("app", ["", "books"])
def test_a_title_that_is_a_number_or_a_file_is_no_effect(app):
    for title in ("2026", "notes.txt"):
        place = window(11, title, app, 60)
        assert Desktop().shows(200, place, BOOKS).condition(click(), next_in(place)) is None


def test_a_step_that_is_left_out_waits_for_nothing():
    desktop = Desktop().shows(200, SAVE_AS, BOOKS)
    assert desktop.condition(click(off=True), next_in(SAVE_AS)) is None


def test_what_only_changed_is_never_waited_for():
    other = replace(BOOKS, title="Invoices (1 new) - Books")
    desktop = Desktop().tells(-500, thing("Nothing new", "label")).shows(300, other)
    desktop.tells(400, thing("A message came", "label"))
    assert desktop.condition(click(), next_in(other)) is None


def test_what_is_waited_for_may_stand_in_a_file():
    desktop = Desktop().shows(200, SAVE_AS, BOOKS).tells(-500, box()).tells(300, box("checked"))
    for done in (click(), click(box())):
        step = g.Click(
            id="a", target=done.step.target, expect=desktop.effect(done, next_in(SAVE_AS))
        )
        assert step.expect is not None
        assert refusals(Macro(deskhand=1, name="m", steps=(step,))) == ()


FIELD = thing("Vendor", "field", value="")


class Watched(Hand):
    """A hand and the desktop that it works."""

    def __init__(self, session):
        super().__init__(session)
        self.told_us = 0
        self.shows(BOOKS)

    def shows(self, *windows):
        self.now += 200_000
        self.session.seen.show(Shown(self.now, self.now + 1000, windows))
        self.now += 200_000

    def tells(self, *elements):
        self.now += 300_000
        self.session.seen.tell(Tree(self.now, self.now + 1000, elements))
        self.now += 1_700_000

    def presses(self, element, place=BOOKS):
        self.put(hand_events.PRESS, seen_at(place, element), button=1, x=60, y=60)
        self.put(hand_events.RELEASE, button=1, x=60, y=60)
        self.now += 500_000

    def types_into(self, text, element=FIELD):
        context = Context(element.box.center, None, BOOKS, element, (element,))
        self.put(hand_events.KEY_DOWN, context, keycode=ord(text[0]), keysym=ord(text[0]))
        self.put(hand_events.KEY_UP, keycode=ord(text[0]))
        self.type(text[1:])
        self.now += 200_000
        self.session.seen.read(FieldValue(element.handle, text, self.now, self.now + 1000))

    def rest(self):
        self.now += 3_000_000
        self.session.tick(self.now)


@pytest.fixture
def told():
    return []


@pytest.fixture
def hand(tmp_path, told):
    session = RecordingSession(tmp_path / "one", XKeyNames(), told.append)
    yield Watched(session)
    session.remove()


def conditions(session):
    return [s.expect.condition if s.expect else None for s in session.steps]


def opened(hand):
    hand.presses(thing("Save"))
    hand.shows(SAVE_AS, BOOKS)
    hand.presses(thing("OK"), SAVE_AS)
    hand.rest()


def test_a_step_says_what_it_did_once_the_next_one_is_there(hand, told):
    opened(hand)
    assert conditions(hand.session) == [SAVED, None]
    changed = [one for one in told if isinstance(one, Changed)]
    assert [(one.n, one.step.expect.condition) for one in changed] == [(0, SAVED)]


def test_the_last_step_says_it_at_the_end(hand):
    hand.tells(box())
    hand.presses(box())
    hand.tells(box("checked"))
    (step,) = hand.session.finish("m").macro.steps
    assert (type(step.expect.condition), step.expect.condition.value) == (Holds, "on")


def test_a_text_says_what_its_field_holds_and_one_that_goes_on_only_at_its_end(hand):
    hand.types_into("abc")
    hand.type("d")
    hand.rest()
    assert [step.text for step in hand.session.finish("m").macro.steps] == ["abcd"]
    assert conditions(hand.session) == [None]


def test_a_text_that_was_read_back_says_it(hand):
    hand.types_into("abc")
    hand.rest()
    hand.presses(thing("Save"))
    hand.rest()
    assert conditions(hand.session)[0].value == "abc"


def test_a_step_that_is_undone_takes_with_it_what_it_told_of_the_one_before(hand):
    opened(hand)
    hand.session.undo()
    assert conditions(hand.session) == [None]
    hand.presses(thing("Other"))
    hand.rest()
    assert conditions(hand.session) == [None, None]


def test_after_one_that_was_undone_the_next_one_tells_it(hand):
    opened(hand)
    hand.session.undo()
    hand.presses(thing("Cancel"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [SAVED, None]


def opens_and_goes_on(hand):
    """A, B in the window that came, C."""
    opened(hand)
    hand.presses(thing("Name"), SAVE_AS)
    hand.rest()


def test_two_steps_that_are_undone_take_with_them_what_the_first_told(hand):
    opens_and_goes_on(hand)
    hand.session.undo()
    assert conditions(hand.session) == [SAVED, None]
    hand.session.undo()
    assert conditions(hand.session) == [None]
    written = (hand.session._journal.folder / "steps.jsonl").read_bytes()
    assert b"Save as" not in written
    hand.presses(thing("Cancel"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [SAVED, None]


def test_a_step_before_one_that_was_put_in_and_undone_is_taken_back_with_what_it_told(hand):
    opened(hand)
    hand.session.insert_check(Shows(text="Saved"))
    hand.session.undo()
    assert conditions(hand.session) == [SAVED, None]
    hand.session.undo()
    assert conditions(hand.session) == [None]


def test_a_step_that_was_put_in_stays_between_those_around_it_once_more_is_undone(hand):
    hand.presses(thing("Save"))
    hand.shows(SAVE_AS, BOOKS)
    hand.session.insert_check(Shows(text="Saved"))
    hand.presses(thing("OK"), SAVE_AS)
    hand.rest()
    hand.session.undo()
    hand.presses(thing("Cancel"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [None] * 3


def test_what_undone_steps_did_is_no_effect_of_the_one_that_stays(hand):
    hand.tells(box())
    hand.presses(box())
    hand.presses(thing("Other"))
    hand.tells(box("checked"))
    hand.presses(thing("Save"))
    hand.rest()
    hand.session.undo()
    hand.session.undo()
    hand.presses(thing("Cancel"))
    hand.rest()
    assert conditions(hand.session) == [None, None]


def composes(hand, keys, *reads, before=None, confirmed=True):
    """Type with an input method that is on; the field is read before, and then to hold each of these."""
    if before is not None:
        hand.session.seen.read(FieldValue(FIELD.handle, before, hand.now, hand.now + 1000))
        hand.now += 400_000
    field = replace(FIELD, value="?" if before is None else before)
    for n, char in enumerate(keys):
        context = Context(FIELD.box.center, None, BOOKS, field, (field,)) if n == 0 else None
        hand.put(
            hand_events.KEY_DOWN,
            context,
            keycode=ord(char),
            keysym=ord(char),
            flags=hand_events.COMPOSED,
        )
        hand.put(hand_events.KEY_UP, keycode=ord(char))
    if confirmed:
        hand.tap(0xFF0D)
    for value in reads:
        hand.now += 500_000
        hand.session.seen.read(FieldValue(FIELD.handle, value, hand.now, hand.now + 1000))
    hand.now += 200_000


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "日本", ("日本", True)),
        ("東京", "東京日本", ("日本", False)),
        ("東京", "東日本京", ("日本", False)),
        ("{{x}} ", "{{x}} {{y}}", ("{{{{y}}", False)),
    ],
)
def test_what_an_input_method_wrote_is_read_in_its_field(hand, before, after, expected):
    hand.presses(FIELD)
    composes(hand, "nihon", after, before=before)
    hand.presses(thing("Save"))
    hand.rest()
    _, step, _ = hand.session.steps
    assert (step.text, step.replace) == expected
    assert step.comment == ENTER
    recording = hand.session.finish("m")
    assert recording.macro.params == {}
    assert "nihon" not in str(recording.macro)


@pytest.mark.parametrize(
    ("before", "reads"),
    [
        (None, ("日本",)),
        ("東京", ("日本",)),
        ("東京", ("東京",)),
        ("東京", ("東京\ufffc\x07",)),
        ("", ()),
    ],
    ids=[
        "not read before",
        "something else was taken away",
        "nothing came",
        "no text",
        "not read after",
    ],
)
def test_what_was_written_and_not_seen_is_asked_for(hand, before, reads):
    hand.presses(replace(FIELD, value="x"))
    composes(hand, "nihon", *reads, before=before or None)
    hand.presses(thing("Save"))
    hand.rest()
    _, step, _ = hand.session.steps
    assert (step.text, step.comment.startswith(METHOD)) == ("{{text}}", True)
    assert list(hand.session.finish("m").macro.params) == ["text"]


@pytest.mark.parametrize(("after", "is_known"), [("日本語", False), ("日本", True)])
def test_what_an_input_method_still_held_may_come_as_the_field_is_left(hand, after, is_known):
    hand.presses(FIELD)
    composes(hand, "nihon", "日本", before="", confirmed=False)
    hand.put(hand_events.PRESS, seen_at(BOOKS, thing("Other")), button=1, x=60, y=60)
    hand.put(hand_events.RELEASE, button=1, x=60, y=60)
    hand.now += 400_000
    hand.session.seen.read(FieldValue(FIELD.handle, after, hand.now, hand.now + 1000))
    hand.now += 400_000
    hand.rest()
    text = hand.session.finish("m").macro.steps[1].text
    assert text == ("日本" if is_known else "{{text}}")


def test_a_field_read_before_something_was_typed_there_tells_nothing(hand):
    hand.session.seen.read(FieldValue(FIELD.handle, "", hand.now, hand.now + 1000))
    hand.now += 400_000
    hand.type("ab")
    hand.now += 3_000_000
    composes(hand, "ni", "ab日")
    hand.presses(thing("Save"))
    hand.rest()
    texts = [step.text for step in hand.session.finish("m").macro.steps[:2]]
    assert texts == ["ab", "{{text}}"]


def test_text_in_doubt_for_another_reason_is_read_too(hand):
    hand.presses(FIELD)
    context = Context(FIELD.box.center, None, BOOKS, FIELD, (FIELD,))
    hand.put(hand_events.KEY_DOWN, context, keycode=97, keysym=0xFF20)
    hand.put(hand_events.KEY_UP, keycode=97)
    hand.type("=e")
    hand.now += 600_000
    hand.session.seen.read(FieldValue(FIELD.handle, "€", hand.now, hand.now + 1000))
    hand.now += 200_000
    hand.presses(thing("Save"))
    hand.rest()
    step = hand.session.finish("m").macro.steps[1]
    assert (step.text, step.off, step.comment) == ("€", False, "")


@pytest.mark.parametrize(
    "broken", [ValueError("Save as"), FileError(Path("x"), "write", OSError())]
)
def test_an_effect_that_cannot_be_told_costs_no_step(hand, monkeypatch, caplog, broken):
    def refuse(*_):
        raise broken

    monkeypatch.setattr(session, "effect_of", refuse)
    opens_and_goes_on(hand)
    hand.session.insert_check(Shows(text="Saved"))
    hand.presses(thing("OK"), SAVE_AS)
    steps = hand.session.finish("m").macro.steps
    assert [step.expect for step in steps] == [None] * 5
    assert type(broken).__name__ in caplog.text
    assert "Save as" not in caplog.text


def test_what_is_put_in_tells_nothing_of_the_step_before(hand):
    hand.presses(thing("Save"))
    hand.shows(SAVE_AS, BOOKS)
    hand.session.insert_check(Shows(text="Saved"))
    hand.presses(thing("OK"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [None] * 3


def test_what_happens_in_a_pause_is_no_effect(hand):
    hand.tells(box())
    hand.presses(box())
    hand.put(hand_events.PAUSED)
    hand.tells(box("checked"))
    hand.put(hand_events.RESUMED)
    hand.presses(thing("Save"))
    hand.rest()
    assert conditions(hand.session) == [None, None]


def test_the_first_half_of_a_stop_key_brings_no_taps_back(hand):
    hand.tap(0xFF1B)
    hand.now -= 600_000
    hand.tap(0xFF1B)
    hand.session.drop_last_tap(("esc",))
    (step,) = hand.session.finish("m").macro.steps
    assert step.times == 1


def test_a_recording_that_was_cut_off_has_its_effects(hand):
    opened(hand)
    hand.session._journal.close()
    found = recover(hand.session._journal.folder)
    assert found.steps == hand.session.steps
    assert found.steps[0].expect.condition == SAVED


def test_what_a_step_says_is_in_no_file_once_it_is_undone(hand):
    opened(hand)
    hand.session.undo()
    hand.session.undo()
    written = (hand.session._journal.folder / "steps.jsonl").read_bytes()
    assert b"Save as" not in written


WINDOW = win(1, "Orders - Shop", "shop", is_active=True)
NAMES = ("Alice", "Bob", "Carol", "Dora")
MENU = ("Home", "Orders", "Stock", "Help")
FILTERS = ("Open", "Paid", "Late", "Sent")
ORDERS = [("Bob", "Dora", "Alice", "Carol"), ("Zoe", "Alice", "Bob"), ("Bob", "Alice"), ("Bob",)]


def column(texts, x, y=100, step=40, w=80, role="label"):
    return [element(text, role, Rect(x, y + step * n, w, 30)) for n, text in enumerate(texts)]


def table(names, *columns, x=400):
    """A name, texts beside it and a button on each line, with nothing that says so."""
    parts = column(names, x, w=100)
    for n, texts in enumerate(columns):
        parts += column(texts, x + 120 + 100 * n)
    buttons = ["Delete"] * len(names)
    return [*parts, *column(buttons, 900, w=60, role="button")]


def recorded(parts, n):
    """The target of the button on a line."""
    button = [e for e in parts if e.name == "Delete"][n]
    seen = Context(button.box.center, window=WINDOW, element=button, elements=tuple(parts))
    return describing.with_picture(seen, recorded_target(seen)).target


def pressed(target, names, *more):
    """The name on whose line the target is found; empty when it is not."""
    answer = searched(screen([WINDOW], [*table(names), *more]), target, lowest="tree")
    return names[(answer.point.y - 100) // 40] if isinstance(answer, Found) else ""


@pytest.mark.parametrize("names", [NAMES, *ORDERS])
def test_menu_whose_lines_are_not_the_rows_is_no_part_of_them(names):
    aside = [*column(MENU, 10, 90, 33, role="link"), *column(FILTERS, 150, 120, 24)]
    target = recorded([*table(NAMES), *aside], 0)
    assert target.row == ("Alice",)
    assert pressed(target, names, *aside) == ("Alice" if "Alice" in names else "")


@pytest.mark.parametrize("names", ORDERS)
@pytest.mark.parametrize("line", range(4))
def test_menu_that_is_as_regular_as_the_rows_leads_to_no_other_one(names, line):
    aside = [*column(MENU, 10, role="link"), *column(FILTERS, 150)]
    target = recorded([*table(NAMES), *aside], line)
    assert NAMES[line] in target.row
    assert pressed(target, names, *aside) in ("", NAMES[line])


def row_on(n, parts):
    button = [e for e in parts if e.name == "Delete"][n]
    return row_of(button, parts)


def test_row_is_told_by_its_first_telling_text_and_the_nearest_other_one():
    nights, states = ("5 nights", "3 nights", "5 nights", "4 nights"), ("Open",) * 4
    parts = table(NAMES, nights, states)
    assert row_on(0, parts) == ("Alice", "5 nights")
    assert row_on(1, parts) == ("Bob", "3 nights")


def test_column_with_an_empty_cell_is_one_of_the_row():
    notes = ("late", "", "window", "quiet")
    parts = [e for e in table(NAMES, notes) if e.name]
    assert row_on(0, parts) == ("Alice", "late")


def test_without_columns_only_the_next_texts_tell_the_row():
    parts = [
        element("Menu", "link", Rect(10, 100, 60, 30)),
        element("Alice", "label", Rect(200, 100, 80, 30)),
        element("", "checkbox", Rect(300, 104, 20, 20)),
        element("paid", "label", Rect(340, 100, 80, 30)),
        element("Details", "heading", Rect(600, 100, 80, 30)),
    ]
    assert row_of(parts[2], parts) == ("Alice", "paid")


def test_pane_along_several_rows_is_of_none():
    pane = element("About Alice", "label", Rect(1000, 60, 200, 300))
    assert row_on(0, [*table(("Alice",)), pane]) == ("Alice",)


def test_cells_of_high_rows_are_of_them():
    high = [
        part
        for n, name in enumerate(("Alice", "Bob"))
        for part in (
            element(name, "cell", Rect(400, 100 + 80 * n, 100, 80)),
            element("Delete", box=Rect(900, 130 + 80 * n, 60, 20)),
        )
    ]
    assert row_on(0, high) == ("Alice",)
    assert row_on(1, high) == ("Bob",)


def test_cells_in_the_name_of_the_row_go_before_what_stands_beside_them():
    parts = [
        element("Bob", "cell", Rect(40, 100, 100, 30), parent_name="Bob, 5 nights"),
        element("5 nights", "cell", Rect(150, 100, 100, 30), parent_name="Bob, 5 nights"),
        element("Alice", "label", Rect(260, 100, 100, 30)),
    ]
    assert row_of(parts[1], parts) == ("Bob",)


def read_table(names, x=300):
    """Names and a word to press beside each, as they are read where there is no tree."""
    return [
        part
        for n, name in enumerate(names)
        for part in (
            line(name, Rect(x, 100 + 40 * n, 60, 16)),
            line("Delete", Rect(500, 100 + 40 * n, 50, 16)),
        )
    ]


def read_row(lines, seen=WINDOW.rect):
    frame = Frame(np.zeros((seen.h, seen.w, 4), np.uint8), ScreenPoint(seen.x, seen.y), 0.0)
    point = ScreenPoint(520, 108)
    return recorded_target(Context(point, frame, WINDOW, lines=tuple(lines))).row


def test_row_is_read_where_there_is_no_tree():
    assert read_row(read_table(NAMES)) == ("Alice",)


def test_sign_that_means_something_in_a_macro_is_escaped_once_however_the_row_is_told():
    names = ("{{Alice", "Bob", "Carol")
    assert read_row(read_table(names)) == recorded(table(names), 0).row == (escape("{{Alice"),)


def test_only_one_of_its_kind_has_no_row_to_be_read():
    assert read_row(read_table(("Alice",))) == ()


def test_text_that_ends_at_the_edge_of_the_picture_may_be_half_a_name():
    cut = Rect(302, 40, 500, 300)
    assert read_row(read_table(NAMES), cut) == ()
    assert read_row(read_table(NAMES, 320), cut) == ("Alice",)
