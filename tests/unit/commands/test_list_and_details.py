"""A list beside the details of what is chosen there: who is named is chosen first, and a list of what is shown stays."""

import pytest

from automation.core.geometry import Rect
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

OFFERED = {
    "Show": ("All", "waiting", "pressed"),
    "Sail": ("Genoa", "Mainsail", "Spinnaker"),
    "Crew": ("North crew", "South crew"),
}


@pytest.fixture(scope="module")
def alike():
    return TextEncoder(folder_of()).alike


def thing(name, role, x, y, w=200, **more):
    held = {
        "checkbox": states("checkable"),
        "radio": states("checkable"),
        "field": states("editable"),
    }
    more = {"states": held.get(role, states()), "window_id": 1, **more}
    return element(name, role, Rect(x, y, w, 24), **more)


def page(*things):
    seen = screen([win(1, "Works", "works", is_active=True)], things)
    seen.reader.options = lambda combo: OFFERED.get(combo.name, ())
    return seen


def done(said, alike, seen):
    return "; ".join(short(each) for each in Driver(said, seen, alike).all()).removesuffix("; done")


VISITS = (
    "Mrs Alvarez 09:30 Planned",
    "Larkfield Primary School 08:15 Planned",
    "Tom Beckett 16:00 Confirmed",
)


def visits():
    """Visits as buttons, each with a text in it, and at the right what is planned for the one that is chosen."""
    buttons = [
        thing(n, "button", 40, 100 + 60 * i, h) for i, (n, h) in enumerate((v, 260) for v in VISITS)
    ]
    texts = [
        thing(" ".join(v.split()[:-2]), "text", 50, 100 + 60 * i, 160) for i, v in enumerate(VISITS)
    ]
    return page(
        *buttons, *texts,
        thing("Humidity gauge", "checkbox", 600, 115), thing("Key regulation", "checkbox", 600, 175),
        thing("Planned", "radio", 600, 220, 100), thing("Confirmed", "radio", 720, 220, 100),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("for larkfield primary school tick key regulation", "click Larkfield Primary School 08:15 Planned; click Key regulation"),
        ("for larkfield primary school choose confirmed and tick key regulation",
         "click Larkfield Primary School 08:15 Planned; click Confirmed; click Key regulation"),
    ],
)  # fmt: skip
def test_for_whom_something_is_is_chosen_before_it_is_changed(alike, said, is_done):
    assert done(said, alike, visits()) == is_done


def stable():
    """A tree of horses whose cells have no row, beside the details of Luna."""
    horses = [
        thing(
            name, "cell", 40, 60 + 20 * n, states=states("selected") if name == "Luna" else states()
        )
        for n, name in enumerate(("Luna", "Hector", "Felix"))
    ]
    return page(
        *horses,
        thing("Lame", "checkbox", 400, 60),
        thing("Needs a tranquilliser", "checkbox", 400, 90),
    )


@pytest.mark.parametrize(
    ("said", "is_done"),
    [("Hector is lame", "click Hector; click Lame"), ("Luna is lame", "click Lame"), ("Felix is Hector's son", "")],
)  # fmt: skip
def test_what_is_told_of_an_entry_is_told_of_no_other_one(alike, said, is_done):
    assert done(said, alike, stable()).startswith(is_done)
    assert is_done or "click Lame" not in done(said, alike, stable())


def orders():
    rows = [
        thing(cell, "cell", 40 + 200 * m, 100 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate((("101", "Huber", "waiting"), ("104", "Parish", "waiting")))
        for m, cell in enumerate(row)
    ]
    return page(*rows, thing("Show", "combo", 40, 40, value="All"))


@pytest.mark.parametrize("said", ["mark Huber as pressed", "the parish has pressed it all"])
def test_a_list_of_what_is_shown_marks_nobody(alike, said):
    assert "Show" not in done(said, alike, orders())


def test_it_shows_what_is_asked_for(alike):
    assert done("show only pressed ones", alike, orders()).startswith("click Show")


def loft():
    return page(
        thing("Boat", "field", 40, 60, value=""), thing("Add job", "button", 260, 60),
        thing("Sail", "combo", 40, 100, value="Genoa"), thing("Rush", "checkbox", 40, 140),
        thing("New scene", "field", 40, 200, value=""), thing("Add scene", "button", 260, 200),
        thing("Print", "button", 40, 260),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ("add a job for the boat Petrel, it is a rush", "click Rush; click Add job"),
        ("print it, tick rush and add a new scene Moon Dance", "click Add scene"),
    ],
)
def test_what_is_added_is_added_with_all_that_is_told_of_it(alike, said, last):
    assert done(said, alike, loft()).endswith(last)


def test_radio_buttons_in_a_row_stand_under_one_caption(alike):
    row = [
        thing(n, "radio", 40 + 120 * i, 90, 100)
        for i, n in enumerate(("Straight", "Curved", "Outdoor"))
    ]
    seen = page(thing("Rail", "text", 40, 60, 40), *row, thing("Curtain", "button", 40, 300))
    assert done("the rail is curved, please set that", alike, seen) == "click Curved"


def test_a_step_told_by_its_meaning_lends_its_verb_to_no_other(alike):
    seen = page(
        thing("Pieces", "column_header", 40, 60), thing("2", "cell", 40, 90, parent_name="2, Ann"),
        thing("Ann", "cell", 260, 90, parent_name="2, Ann"),
        thing("Tool", "combo", 40, 200, value="Saw"), thing("Customer", "field", 40, 240, value=""),
        thing("Pieces", "spinner", 40, 280, value="1", states=states("editable")), thing("Take in", "button", 40, 320),
    )  # fmt: skip
    seen.reader.options = lambda combo: ("Saw", "Axe")
    assert "click 2" not in done(
        "new job: tool axe, customer Lorenz, pieces 2, take in", alike, seen
    )


def test_the_row_that_was_said_is_kept_for_what_comes_up_later(alike):
    rows = [("A3", "Open", "Close"), ("C1", "Shut", "Reopen")]
    seen = page(*(
        thing(cell, "button" if m == 2 else "cell", 40 + 200 * m, 100 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate(rows) for m, cell in enumerate(row)
    ))  # fmt: skip
    driver = Driver("close bed A3 and reopen C1", seen, alike)
    assert short(driver.step()).startswith("click Close")
    close = next(e for e in seen.reader.elements if e.name == "Close")
    seen.reader.elements[seen.reader.elements.index(close)] = element(
        "Reopen",
        "button",
        close.box,
        states=close.states,
        window_id=1,
        parent_name=close.parent_name,
    )
    assert short(driver.step()).startswith("click Reopen[C1")


def crew():
    """A list of people without rows, Luna chosen, beside boxes that are those of who is chosen."""
    people = [
        thing(name, "cell", 40, 60 + 20 * n, states=states("selected") if name == "Luna Berg" else states())
        for n, name in enumerate(("Luna Berg", "Tom Hill", "Ada Moor"))
    ]  # fmt: skip
    boxes = [
        thing(n, "checkbox", 400, 70 + 40 * i)
        for i, n in enumerate(("Absent", "Paid", "Vegetarian"))
    ]
    return page(*people, *boxes)


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("Tom Hill has paid", "click Tom Hill; click Paid"),
        ("Tom Hill has paid and Ada Moor is absent", "click Tom Hill; click Paid; click Ada Moor; click Absent"),
        ("tick paid for Ada Moor", "click Ada Moor; click Paid"),
        ("Tom Hill and Ada Moor have paid", "click Tom Hill; click Paid; click Ada Moor; click Paid"),
        ("paid for Tom Hill and Ada Moor", "click Tom Hill; click Paid; click Ada Moor; click Paid"),
    ],
)  # fmt: skip
def test_the_box_of_who_is_named_is_ticked(alike, said, is_done):
    assert done(said, alike, crew()) == is_done


@pytest.mark.parametrize("said", [
    "Tom's wife is vegetarian", "Tom Hill promised he paid", "Tom Hill could be absent", "Tom Hill was absent yesterday",
    "Tom Hill paid for Ada Moor", "Tom Hill is as absent as Ada Moor",
])  # fmt: skip
def test_what_is_not_so_and_what_is_said_of_several_ticks_nothing(alike, said):
    assert "click" not in done(said, alike, crew())


ROOMS = ("Bathroom", "Kitchen", "Office")


def rooms(*more):
    """Rows of a button with a text in it, and things level with each: no list beside details."""
    return page(
        *(thing(f"{n} 20 m2", "button", 40, 100 + 40 * i, 160) for i, n in enumerate(ROOMS)),
        *(thing(n, "text", 50, 100 + 40 * i, 80) for i, n in enumerate(ROOMS)),
        *(thing(n, "checkbox", 260, 100 + 40 * i, 90) for i, n in enumerate(("Lamp", "Heater", "Fan"))), *more,
    )  # fmt: skip


@pytest.mark.parametrize("said", [
    "tick Lamp for Bathroom", "tick Lamp next to Bathroom", "tick the box right of Bathroom", "tick Lamp right of Bathroom",
])  # fmt: skip
def test_what_stands_level_with_a_button_in_each_row_is_its_own(alike, said):
    assert done(said, alike, rooms()) == "click Lamp"


def test_a_text_ends_before_its_place(alike):
    fields = [
        thing(f"Level {n}", "field", 400, 100 + 40 * i, 90, value="") for i, n in enumerate(ROOMS)
    ]
    for said in ("type 5 into the field right of Kitchen", "type 5 into Level Kitchen for Kitchen"):
        assert done(said, alike, rooms(*fields)) == "write '5' @Level Kitchen"


@pytest.mark.parametrize("said", ["find Tom Hill and click him", "Ada Moor is here, pick her"])
def test_who_is_only_to_be_chosen_is_chosen(alike, said):
    people = (
        thing(n, "list_item", 40, 60 + 30 * i) for i, n in enumerate(("Tom Hill", "Ada Moor"))
    )
    seen = page(
        *people,
        thing("Breakfast", "checkbox", 400, 60),
        thing("Send a reminder", "button", 400, 90),
    )
    assert done(said, alike, seen).startswith("click")


def test_each_group_of_radio_buttons_has_its_own_caption(alike):
    row = [
        thing(n, "radio", x, 90, 90)
        for n, x in (("Straight", 40), ("Curved", 160), ("Ground", 440), ("First", 560))
    ]
    seen = page(thing("Rail", "text", 40, 60, 40), thing("Floor", "text", 440, 60, 40), *row)
    assert "First" not in done("the rail is first", alike, seen)


def test_a_list_of_units_is_no_filter_where_nobody_is_named(alike):
    seen = page(
        thing("Display", "combo", 40, 60, value="Celsius"), thing("Print", "button", 40, 120)
    )
    seen.reader.options = lambda combo: ("Celsius", "Fahrenheit")
    assert done("the temperature is in fahrenheit", alike, seen).startswith("click Display")


def test_what_a_browser_asks_of_itself_is_no_thing_of_its_page():
    page_of = element("Cabs", "document", Rect(0, 97, 1280, 640), window_id=1)
    asks = element("Translate this page?", "dialog", Rect(600, 90, 320, 47), window_id=1)
    close = element("Close", "button", Rect(880, 97, 28, 32), window_id=1, states=states())
    hood = thing("Hood 1", "checkbox", 40, 300)
    seen = screen(
        [win(1, "Cabs - Chromium", "chromium", is_active=True)], [page_of, asks, close, hood]
    )
    assert "click Close" not in done("mach das Verdeck zu", None, seen)


def test_a_number_before_the_name_of_a_field_is_its_value():
    kinds = ("Erwachsene (5 €)", "Kinder (3 €)")
    rows = [
        one
        for i, name in enumerate(kinds)
        for one in (
            thing(f"{name.split()[0]} weniger", "button", 40, 60 + 40 * i, 40),
            thing(name, "field", 100, 60 + 40 * i, 90, value="0"),
            thing(f"{name.split()[0]} mehr", "button", 200, 60 + 40 * i, 40),
        )
    ]
    steps = "; ".join(f"write '{n}' @{name} over" for n, name in zip((2, 3), kinds, strict=True))
    assert done("2 Erwachsene und 3 Kinder eingeben", None, page(*rows)) == steps
