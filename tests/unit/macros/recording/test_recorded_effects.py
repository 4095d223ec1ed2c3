"""What a recorded step did becomes what its replay waits for, where nothing else can have done it."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_step

from automation.core.geometry import Rect, ScreenPoint
from automation.macros import macro as g
from automation.macros.checks import refusals
from automation.macros.macro import Macro, Target, Titled
from automation.macros.record.gestures import Click
from automation.macros.record.seen_effects import SOON_ELSEWHERE_US, SOON_US, Done, Shown
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
