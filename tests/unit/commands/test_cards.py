"""Buttons that stand in each of several cards, rows of pages and stars: which one is meant."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win

PAGE = win(1, "Canteen", "browser", is_active=True)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday")


def cards(*, without=(), titles_below=False):
    """Four cards in two rows, each with a title over its button at the right."""
    parts = []
    for n, day in enumerate(DAYS):
        x, y = 40 + n % 2 * 300, 100 + n // 2 * 150
        title, button = (y + 60, y) if titles_below else (y, y + 60)
        parts.append(element(day, "heading", Rect(x, title, 90, 24), window_id=1))
        if day not in without:
            parts.append(element("Skip", "button", Rect(x + 150, button, 60, 26), window_id=1))
    return screen([PAGE], parts)


def pressed(said, seen):
    """Return the box of what the first step presses; None when nothing is pressed."""
    driver = Driver(said, seen)
    return getattr(getattr(driver.decide(), "element", None), "box", None)


@pytest.mark.parametrize(("n", "day"), list(enumerate(DAYS)))
@pytest.mark.parametrize("where", ["in the {} card", "of {}", "in the {} section"])
def test_a_button_of_a_card_is_found_by_the_title_of_the_card(n, day, where):
    box = Rect(190 + n % 2 * 300, 160 + n // 2 * 150, 60, 26)
    assert pressed(f"press Skip {where.format(day)}", cards()) == box


@pytest.mark.parametrize("day", DAYS)
def test_a_card_without_the_button_has_none_of_its_neighbours(day):
    assert pressed(f"press Skip in the {day} card", cards(without=(day,))) is None


@pytest.mark.parametrize(("n", "day"), list(enumerate(DAYS)))
def test_where_each_title_stands_below_its_button_no_card_above_is_taken_for_it(n, day):
    box = Rect(190 + n % 2 * 300, 100 + n // 2 * 150, 60, 26)
    assert pressed(f"press Skip in the {day} card", cards(titles_below=True)) == box
    assert (
        pressed(f"press Skip in the {day} card", cards(titles_below=True, without=DAYS[:1])) is None
    )


def between(*parts, role="heading", gap=30):
    """Things one under another: a town is a title, "-" a gap, anything else a button."""
    seen, y = [], 100
    for name in parts:
        if name == "-":
            y += 3 * gap
            continue
        kind = role if name in ("Ostsee", "Harz", "Eifel") else "button"
        seen.append(element(name, kind, Rect(40, y, 90, 24), window_id=1))
        y += 24 + gap
    return screen([PAGE], seen)


def offered(said, seen):
    """Return the heights of what is asked about; what is done instead where nothing is asked."""
    decision = Driver(said, seen).decide()
    return [c.box.y for c in decision.candidates] if isinstance(decision, Question) else None


@pytest.mark.parametrize("where", ["in the {} card", "in the {} section", "of {}", "in {}"])
@pytest.mark.parametrize("role", ["heading", "label"])
def test_a_button_right_above_each_title_belongs_to_that_title(where, role):
    seen = between("Star", "Ostsee", "Book", "-", "Star", "Harz", "Book", role=role)
    assert pressed(f"click Star {where.format('Ostsee')}", seen).y == 100
    assert pressed(f"click Star {where.format('Harz')}", seen).y == 352
    assert pressed(f"click Book {where.format('Ostsee')}", seen).y == 208
    assert pressed(f"click Book {where.format('Harz')}", seen).y == 460


def test_a_button_nearer_to_the_next_title_is_asked_about():
    seen = between("Ostsee", "Book", "-", "Star", "Harz", "Book", "-", "Star", "Eifel", "Book")
    assert len(offered("click Star in the Harz card", seen)) == 2
    assert len(offered("click Star in the Eifel card", seen)) == 2
    assert pressed("click Book in the Eifel card", seen) is not None
    one = between("Ostsee", "Book", "-", "Star", "Harz", "Book")
    assert told("click Star in the Ostsee card", one) == "not_found"
    assert told("click Star in the Harz card", one) == "not_found"


def test_a_section_keeps_its_last_button():
    seen = between("Ostsee", "-", "Apply", "Harz", "-", "Apply")
    assert pressed("click Apply in the Ostsee section", seen).y == 244


def numbers(names, role="button", per=9, y=300):
    """Things in rows, from the left to the right."""
    return [
        element(name, role, Rect(40 + 40 * (n % per), y + 40 * (n // per), 30, 24), window_id=1)
        for n, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    "said", ["click page 3", "go to page 3", "open the page 3", "click page number 3"]
)
@pytest.mark.parametrize(
    "parts",
    [
        numbers("789456123", per=3),
        numbers("123+", "button"),
        numbers([str(n) for n in range(1, 31)], "cell", 7),
        numbers([str(n) for n in range(1, 31)], "link", 7),
        numbers("3", "link"),
        numbers("2345", "link"),
        [*numbers(["Mon", "Tue", "Wed"], "label", y=260), *numbers("123", "link")],
        numbers("321", "link"),
    ],
)  # fmt: skip
def test_a_page_is_no_key_no_day_and_no_lone_number(said, parts):
    assert told(said, screen([PAGE], parts)) == "not_found"


@pytest.mark.parametrize(
    "names", ["1234", ["1", "2", "3", "…", "9"], ["Previous", "2", "3", "4", "Next"]]
)
def test_a_page_is_a_number_in_a_row_that_begins_with_one_or_has_a_next(names):
    assert told("click page 3", screen([PAGE], numbers(names, "link"))) == "click 3"


@pytest.mark.parametrize(
    "said",
    ["click message Delete", "open the page Delete", "click the note Delete", "select the contact Delete"],
)  # fmt: skip
def test_a_kind_before_a_name_is_no_button(said):
    assert told(said, screen([PAGE], numbers(["Delete", "Save"]))) == "not_found"
    rows = [*numbers(["Delete", "Save"]), *numbers(["Delete"], "list_item", y=400)]
    assert (
        told(said, screen([PAGE], rows)).removeprefix("click2").removeprefix("click") == " Delete"
    )


def row(names, role="link", y=500):
    return [
        element(name, role, Rect(40 + 40 * n, y, 30, 24), window_id=1)
        for n, name in enumerate(names)
    ]


def test_a_page_is_gone_to_in_a_row_of_pages():
    assert told("go to page 3", screen([PAGE], row("1234"))) == "click 3"


def test_a_star_is_found_by_its_number():
    stars = row(["1 star", "2 stars", "3 stars", "4 stars"], "button")
    assert told("click the third star", screen([PAGE], stars)) == "click 3 stars"
    assert told("click the fifth star", screen([PAGE], stars)) != "click 4 stars"
    assert told("click the last star", screen([PAGE], stars)) == "click 4 stars"
    icons = row(["Poor", "Fair", "Good"], "button")
    group = element("Stars", "group", Rect(30, 490, 200, 50), window_id=1)
    assert told("click the second star", screen([PAGE], [*icons, group])) == "click Fair"
    assert told("click the last star", screen([PAGE], [*icons, group])) == "click Good"


def test_so_many_to_a_page_are_set_in_their_list():
    label = element("Tickets per page", "combo", Rect(40, 500, 90, 24), window_id=1, value="10")
    said = told("show 50 tickets per page", screen([PAGE], [label]))
    assert said.startswith("click Tickets per page")
    assert told("show 10 per page", screen([PAGE], [label])) == "done"


def field(name, y):
    box = Rect(140, y, 200, 24)
    return element(name, "field", box, window_id=1, value="", states=states("editable"))


def test_a_kind_of_field_may_be_said_after_its_name_where_nothing_is_called_so():
    assert told("set the due date to tomorrow", screen([PAGE], [field("Due", 90)])) == (
        "write 'tomorrow' @Due over"
    )
    both = [field("Due", 90), field("Due date", 140)]
    assert told("set the due date to tomorrow", screen([PAGE], both)) == (
        "write 'tomorrow' @Due date over"
    )
    longer = [field("Due", 90), field("Due date (of return)", 140)]
    assert "@Due over" not in told("set the due date to tomorrow", screen([PAGE], longer))


def test_what_follows_as_or_under_is_the_whole_name_of_a_list():
    kinds = element("Means of transport", "combo", Rect(40, 90, 90, 24), window_id=1, value="Bus")
    bikes = element("Type of bike", "combo", Rect(40, 140, 90, 24), window_id=1, value="City")
    seen = screen([PAGE], [kinds, bikes])
    assert told("select Bus as means of transport", seen) == "done"
    assert told("pick City under Type of bike", seen) == "done"


def test_a_view_is_switched_to_the_option_of_its_group():
    group = element("View", "group", Rect(30, 490, 200, 50), window_id=1)
    parts = [*row(["List", "Covers"], "toggle"), group]
    assert told("Switch the view to Covers", screen([PAGE], parts)) == "click Covers"


def test_the_text_x_is_what_shows_these_words():
    cell = element("Printer is jammed", "cell", Rect(40, 90, 200, 24), window_id=1)
    assert told("right-click on the text Printer is jammed", screen([PAGE], [cell])) == (
        "right-click Printer is jammed"
    )


def test_the_head_of_a_column_is_not_the_thing_for_somebody():
    lines = [line("Parcel", Rect(40, 100, 60, 20)), line("Town", Rect(200, 100, 50, 20))]
    lines += [line("P-121", Rect(40, 130, 60, 20)), line("Cork", Rect(200, 130, 40, 20))]
    tk = screen([win(1, "Depot", "tk", is_active=True)], [], lines)
    assert told("right-click the parcel for Cork", tk) == "right-click Cork"
    assert told("right-click P-121 next to Cork", tk) == "right-click P-121"


def shop(titles=DAYS, signs="button"):
    """Cards in two rows that lie close together: title, number between a minus and a plus, button."""
    parts = []
    for n, name in enumerate(titles):
        x, y = 40 + n % 2 * 380, 100 + n // 2 * 160
        parts += [
            element(name, "heading", Rect(x, y, 340, 25)),
            element("\u2212", signs, Rect(x + 10, y + 100, 13, 19)),
            element("1", "text", Rect(x + 40, y + 100, 11, 19)),
            element("+", signs, Rect(x + 68, y + 100, 13, 19)),
            element("Add to tray", "button", Rect(x + 100, y + 98, 110, 28)),
        ]
    return screen([PAGE], parts)


@pytest.mark.parametrize(("n", "day"), list(enumerate(DAYS)))
def test_where_each_title_has_one_button_under_it_a_nearer_title_below_is_no_doubt(n, day):
    x, y = 40 + n % 2 * 380, 100 + n // 2 * 160
    assert pressed(f"add the {day} to the tray", shop()) == Rect(x + 100, y + 98, 110, 28)


@pytest.mark.parametrize("signs", ["button", "text"])
def test_it_is_added_in_the_card_of_the_step_before(signs):
    driver = Driver(
        "raise the Tuesday to 2 with the plus and add it to the tray", shop(signs=signs)
    )
    plus = driver.step()
    assert plus.element.box == Rect(488, 200, 13, 19)
    number = next(e for e in driver.reader.elements if e.name == "1" and e.box.x == 460)
    driver.reader.elements[driver.reader.elements.index(number)] = replace(number, name="2")
    assert driver.step().element.box == Rect(520, 198, 110, 28)


@pytest.mark.parametrize(
    "said", ["set the Bedroom target to 18.5", "set the target of the Bedroom to 18.5"]
)
def test_a_label_in_a_card_is_no_title_of_it(said):
    parts = []
    for n, room in enumerate(("Living room", "Bedroom")):
        x = 46 + n * 390
        parts += [
            element(room, "text", Rect(x, 180, 90, 18)),
            element("Target", "text", Rect(x, 217, 52, 18)),
            element(
                "Target \u00b0C", "spinner", Rect(x + 51, 213, 87, 27), states=states("editable")
            ),
        ]
    assert pressed(said, screen([PAGE], parts)) == Rect(487, 213, 87, 27)
