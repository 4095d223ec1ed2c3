"""Controls of pages and forms by their own interface: what is pressed, and what is read back."""

import pytest

from automation.commands.forms import Adjust, Assign, Choose, Drag, Point, SetTo
from automation.core.geometry import Rect
from automation.core.observation import NumberRange
from automation.core.proposal import Outcome
from tests.fakes.driver import Steps, target
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

PAGE = win(1, "Ferry", "browser", is_active=True)
FIELD = states("editable", "focusable")


def stepper(label, number, y, *, less="Fewer", more="More"):
    """A label over a number between two round buttons."""
    return [
        element(label, "text", Rect(40, y, 60, 16)),
        element(less, "button", Rect(40, y + 20, 32, 32)),
        element(number, "text", Rect(84, y + 26, 11, 20)),
        element(more, "button", Rect(106, y + 20, 32, 32)),
    ]


def page(*parts):
    return screen([PAGE], list(parts))


def pressed(proposal):
    return getattr(proposal, "element", None) and proposal.element.name


@pytest.mark.parametrize(
    "form",
    [
        Assign(target("adults"), "3", target("3")),
        SetTo(target("Adults"), "3"),
        Adjust(target("adults"), up=True, by=2),
        Adjust(target("adults"), up=True, times=2),
        Point(target("the plus next to Adults"), repeat=2),
    ],
)
def test_a_number_between_two_buttons_is_brought_to_a_value_by_them(form):
    steps = Steps(page(*stepper("Adults", "1", 40), *stepper("Children", "0", 140)), form)
    assert pressed(steps.step()) == "More"
    steps.change("1", name="2")
    step = steps.step()
    assert (pressed(step), step.element.box.y) == ("More", 60)
    steps.change("2", name="3")
    assert steps.step().outcome is Outcome.DONE


def test_a_number_whose_button_does_nothing_is_told_as_it_is():
    steps = Steps(page(*stepper("Adults", "4", 40)), SetTo(target("Adults"), "6"))
    assert pressed(steps.step()) == "More"
    end = steps.step()
    assert end.outcome is Outcome.UNVERIFIED
    assert "holds “4” now, and not “6”" in end.message


def test_buttons_of_other_sizes_beside_a_number_make_no_stepper():
    parts = stepper("Adults", "1", 40)
    parts[3] = element("Buy", "button", Rect(106, 60, 120, 32))
    assert Steps(page(*parts), SetTo(target("Adults"), "3")).step().outcome is Outcome.NOT_FOUND


def chooser(button="No vehicle ▾"):
    return [
        element("Vehicle", "text", Rect(40, 40, 60, 16)),
        element(button, "button", Rect(40, 60, 260, 40)),
        element("Bicycle", "button", Rect(400, 60, 80, 40)),
    ]


def options(steps, *names):
    more = [element(n, "text", Rect(48, 110 + 30 * i, 80, 16)) for i, n in enumerate(names)]
    steps.seen.reader.elements += more


@pytest.mark.parametrize(
    "form",
    [
        Choose(target("Bicycle"), target("Vehicle")),
        Assign(target("vehicle"), "Bicycle", target("Bicycle")),
    ],
)
def test_a_button_that_shows_a_choice_is_opened_and_its_list_chosen_from(form):
    steps = Steps(page(*chooser()), form)
    assert pressed(steps.step()) == "No vehicle ▾"
    options(steps, "No vehicle", "Bicycle", "Camper van")
    step = steps.step()
    assert (step.element.role, step.element.name) == ("text", "Bicycle")
    steps.change("No vehicle ▾", name="Bicycle ▾")
    assert steps.step().outcome is Outcome.DONE


def test_what_was_called_so_before_the_list_opened_is_no_option():
    steps = Steps(page(*chooser()), Choose(target("Bicycle"), target("Vehicle")))
    steps.step()
    assert steps.step().outcome is Outcome.NOT_FOUND


def test_a_choice_that_the_page_did_not_take_is_told():
    steps = Steps(page(*chooser()), Choose(target("Camper van"), target("Vehicle")))
    steps.step()
    options(steps, "No vehicle", "Camper van")
    steps.step()
    assert "holds “No vehicle” now" in steps.step().message


def test_a_button_with_its_words_in_the_middle_is_no_drop_down():
    seen = page(*chooser("Delete all"))
    end = Steps(seen, Choose(target("Bicycle"), target("Vehicle"))).step()
    assert end.outcome is Outcome.NOT_FOUND


def dots(*names, role="button"):
    label = element("Accent colour", "text", Rect(40, 40, 90, 20))
    return [label, *(element(n, role, Rect(600 + 34 * i, 38, 26, 26)) for i, n in enumerate(names))]


@pytest.mark.parametrize("role", ["button", "radio", "toggle"])
def test_one_of_several_buttons_at_a_label_is_chosen(role):
    seen = page(*dots("Blue", "Green", "Pink", role=role))
    step = Steps(seen, Assign(target("accent colour"), "green", target("green"))).step()
    assert pressed(step) == "Green"


@pytest.mark.parametrize("names", ["★★★★★", ("1 star", "2 stars", "3 stars", "4 stars", "5 stars")])
@pytest.mark.parametrize("said", ["4", "4 stars", "four stars"])
def test_the_fourth_star_is_pressed_for_four(names, said):
    seen = page(*dots(*names))
    step = Steps(seen, Choose(target(said), target("Accent colour"))).step()
    assert step.element.box.x == 600 + 34 * 3


def sliders():
    seen = page(
        element("Power", "label", Rect(40, 40, 80, 20)),
        element("Power", "slider", Rect(200, 40, 200, 20)),
        element("Bin", "icon", Rect(600, 40, 60, 60)),
        element("10", "text", Rect(600, 200, 20, 20)),
    )
    seen.reader.numbers[seen.element("Power", "slider").handle] = NumberRange(2, 0, 20, 1)
    return seen


@pytest.mark.parametrize(
    ("end", "x"),
    [("10", 300), ("20", 395), ("the far right", 395), ("50 %", 300), ("the middle", 300)],
)
def test_a_slider_that_is_dragged_to_a_number_or_an_end_is_set(end, x):
    step = Steps(sliders(), Drag(target("the power slider"), target(end))).step()
    assert abs(step.intent.at.point.x - x) <= 6


def test_what_is_no_slider_is_dragged_onto_the_thing_of_that_name():
    step = Steps(sliders(), Drag(target("Bin"), target("10"))).step()
    assert step.destination.name == "10"


def calendar(month="June 2026", days=30, *, first=0, turns=("\u2039", "\u203a"), before=()):
    """Days in rows of seven under the name of their month, with a button on each side of that."""
    cells = [*before, *map(str, range(1, days + 1))]
    return page(
        *(element(t, "button", Rect(40 + 300 * i, 40, 30, 30)) for i, t in enumerate(turns)),
        element(month, "heading", Rect(120, 45, 120, 20)),
        *(
            element(day, "text", Rect(40 + 50 * (n % 7), 100 + 40 * (n // 7), 20, 16))
            for n, day in enumerate(cells, first)
        ),
    )


@pytest.mark.parametrize(
    "form",
    [
        Point(target("the 19th")),
        Point(target("19 June")),
        Choose(target("19th"), target("calendar")),
        Choose(target("19. Juni 2026")),
    ],
)
@pytest.mark.parametrize("before", [(), ("30", "31")])
def test_a_day_is_pressed_in_the_calendar_in_sight(form, before):
    assert pressed(Steps(calendar(before=before), form).step()) == "19"


@pytest.mark.parametrize(
    ("said", "turn"), [("3 August", "\u203a"), ("3 May 2026", "\u2039"), ("1.1.2027", "\u203a")]
)
def test_a_calendar_is_turned_until_the_month_is_the_one_that_is_meant(said, turn):
    steps = Steps(calendar(), Point(target(said)))
    assert pressed(steps.step()) == turn


@pytest.mark.parametrize("said", ["the 31st", "40th", "19 June 2026 at 7 pm", "19 people"])
def test_what_is_no_day_of_the_calendar_presses_none(said):
    assert Steps(calendar(), Point(target(said))).step().outcome is Outcome.NOT_FOUND


def test_numbers_that_make_no_month_are_no_calendar():
    assert Steps(calendar(days=20), Point(target("the 19th"))).step().outcome is Outcome.NOT_FOUND
