"""What is done to a thing of a row, a card or a list: its buttons, its cells, its place."""

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Proposal
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "House", "house", is_active=True)


def thing(name, role, x, y, w=100, h=24, **more):
    return element(name, role, Rect(x, y, w, h), window_id=1, **{"states": states(), **more})


def cards():
    """Two rows of cards, whose buttons stand nearer to the title below than to their own."""
    found = [thing("Room", "group", 0, 0, 800, 40)]
    for at, name in enumerate(["Basil", "Fern", "Cactus", "Monstera", "Orchid", "Lily"]):
        x, y = 20 + 260 * (at % 3), 50 + 160 * (at // 3)
        found += [
            thing(name, "group", x, y, 240, 150), thing(name, "text", x + 10, y + 10, parent_name=name),
            thing("Water", "button", x + 10, y + 120, 60, parent_name=name),
            thing("Repot", "button", x + 80, y + 120, 60, parent_name=name),
        ]  # fmt: skip
    return screen([WINDOW], found)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Water the Monstera", "click Water[Monstera]"),
        ("repot the Lily", "click Repot[Lily]"),
        ("Water the Basil please", "click Water[Basil]"),
        ("Water the Fig", "needs_model"),
    ],
)
def test_what_stands_in_a_box_belongs_to_its_title_alone(said, meaning):
    assert told(said, cards()) == meaning


def loans(*names):
    """Rows of a text, of which only the first part is a name, and two buttons."""
    rows = [
        part
        for at, name in enumerate(names)
        for part in (
            thing(name, "label", 20, 20 + 50 * at, 300),
            thing("Give back", "button", 400, 20 + 50 * at),
            thing("Keep longer", "button", 520, 20 + 50 * at),
        )
    ]
    return screen([WINDOW], rows)


def where(said, seen):
    """Return the name of the first thing that is acted on and how far down it stands, or the end."""
    step = Driver(said, seen).decide()
    return (
        (step.element.name, step.element.box.y) if isinstance(step, Proposal) else told(said, seen)
    )


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("give back the wicker chair", ("Give back", 70)),
        ("Give the fox fur back", ("Give back", 20)),
        ("keep the wicker chair longer", ("Keep longer", 70)),
        ("give back the chair", ("Give back", 70)),
        ("give back the town hall", ("Give back", 70)),
        ("give back the clock", "ask 2"),
    ],
)
def test_a_thing_is_called_by_what_its_row_alone_says(said, meaning):
    seen = loans(
        "Fox fur \u2013 Opera store", "Wicker chair \u2013 Town hall", "Clock - Ida", "Clock · Bob"
    )
    assert where(said, seen) == meaning


def board():
    """A table whose second column says what the rows are, with a button that opens a list in the last one."""
    found = [
        thing(name, "column_header", 20 + 120 * at, 20, 118)
        for at, name in enumerate(["Time", "Flight", "Gate", "Status"])
    ]
    for at, row in enumerate([["09:05", "SK 44", "A4"], ["09:30", "AZ 55", "B7"]]):
        y = 50 + 30 * at
        name = ", ".join(row)
        found += [
            thing(text, "cell", 20 + 120 * n, y, 118, parent_name=name)
            for n, text in enumerate(row)
        ]
        found.append(thing("On time ▾", "button", 385, y, 90, parent_name=name))
    return screen([WINDOW], found)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Double-click the gate of flight AZ 55", ("B7", 80)),
        ("double-click the gate of the train AZ 55", "not_found"),
        ("set the status of AZ 55 to Delayed", ("On time ▾", 80)),
        ("change the status of flight SK 44 to Delayed", ("On time ▾", 50)),
        ("set the status of XY 1 to Delayed", "not_found"),
    ],
)
def test_a_column_says_what_its_entries_are_and_a_row_has_its_lists(said, meaning):
    assert where(said, board()) == meaning


def rooms():
    """Rows with a box, a number, and a button that stays down."""
    found = [thing("Room", "column_header", 80, 20), thing("Rush", "column_header", 320, 20)]
    for at, number in enumerate(["101", "102", "105"]):
        y = 50 + 40 * at
        found += [
            thing(f"Select room {number}", "checkbox", 20, y, 14, 14, states=states("checkable")),
            thing(number, "cell", 80, y, 100),
            thing(f"Rush room {number}", "toggle", 330, y, 30),
        ]
    return screen([WINDOW], found)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("tick room 102", "click Select room 102"),
        ("tick rooms 101 and 105", "click Select room 101; click Select room 105"),
        (
            "tick rooms 101, 102 and 105",
            "click Select room 101; click Select room 102; click Select room 105",
        ),
        ("hake Room 101 und 105 an", "click Select room 101; click Select room 105"),
        ("turn on rush room 102", "click Rush room 102"),
        ("tick rooms 101 and 199", "click Select room 101; not_found"),
    ],
)
def test_numbers_in_a_row_are_of_one_kind_and_boxes_are_ticked(said, meaning):
    assert told(said, rooms()) == meaning


def doses():
    """A matrix of boxes whose names tell the row and the column."""
    found = []
    for at, name in enumerate(["Metoprolol", "Ramipril"]):
        found.append(thing(name, "cell", 20, 50 + 40 * at))
        found += [
            thing(f"{name} {when}", "checkbox", 150 + 90 * n, 50 + 40 * at, 14, 14,
                  states=states("checkable", "checked") if when == "Evening" else states("checkable"))
            for n, when in enumerate(["Noon", "Evening"])
        ]  # fmt: skip
    return screen([WINDOW], found)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        (
            "untick the evening for Metoprolol and tick noon instead",
            "click Metoprolol Evening; click Metoprolol Noon",
        ),
        (
            "untick the evening for Metoprolol and tick noon for Ramipril instead",
            "click Metoprolol Evening; click Ramipril Noon",
        ),
        ("untick the evening for Metoprolol and tick noon", "click Metoprolol Evening; ask 2"),
    ],
)
def test_instead_is_in_the_row_of_the_step_before(said, meaning):
    assert told(said, doses()) == meaning


def hops():
    found = [
        thing(n, "column_header", 20 + 100 * at, 20) for at, n in enumerate(["Hop", "Weighed"])
    ]
    for at, name in enumerate(["Fuggle", "Cascade"]):
        found += [
            thing(name, "cell", 20, 50 + 30 * at),
            thing("", "checkbox", 120, 50 + 30 * at, 90, 20, states=states("checkable")),
        ]
    return screen([WINDOW], found)


@pytest.mark.parametrize(
    ("said", "y"),
    [
        ("the Cascade is weighed now, tick it", 80),
        ("Fuggle is weighed again, tick it", 50),
        ("the Cascade is here already so tick it", 80),
        ("der Cascade ist weighed, hake ihn ab", 80),
    ],
)
def test_what_is_told_of_a_row_says_which_box_is_ticked(said, y):
    assert where(said, hops()) == ("", y)


def test_what_is_told_of_no_row_ticks_nothing():
    assert told("the Saaz is weighed now, tick it", hops()) == "needs_model"


def parcel(**held):
    """A form whose button takes what its fields hold, and a page after it."""
    return screen([WINDOW], [
        thing("Description", "field", 20, 20, states=states("editable"), value=held.get("text", "")),
        thing("Value (EUR)", "field", 140, 20, states=states("editable"), value=""),
        thing("Add item", "button", 260, 20), thing("Next", "button", 20, 80),
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        (
            "add an item: description Tea towel, value 18.00",
            "write 'Tea towel' @Description; write '18.00' @Value (EUR); click Add item",
        ),
        (
            "Add item: description Mug, value 5, then Next",
            "write 'Mug' @Description; write '5' @Value (EUR); click Add item; click Next",
        ),
    ],
)
def test_the_button_below_empty_fields_takes_what_is_said_behind_the_colon(said, meaning):
    assert told(said, parcel()).replace(" over", "") == meaning


def test_a_form_that_holds_another_text_is_opened_anew_first():
    steps = told("add an item: description Tea towel, value 18.00", parcel(text="Mug"))
    assert steps.startswith("click Add item; ")


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Next, Next again", "click Next; click Next"),
        ("go next", "click Next"),
        ("go Next and remove the chocolate", "click Next; not_found"),
        ("press Add item and remove the chocolate", "needs_model"),
    ],
)
def test_the_next_page_may_hold_what_the_step_after_says(said, meaning):
    assert told(said, parcel()) == meaning


def desk():
    """A window whose title has the name of one of its pages; a menu of nearly the name of a state."""
    found = [
        thing(n, "link", 20, 50 + 40 * at) for at, n in enumerate(["People", "Rights", "Logs"])
    ]
    found += [
        thing(n, "menu_item", 20 + 90 * at, 5) for at, n in enumerate(["Board", "View", "Help"])
    ]
    found += [
        thing(n, "button", 300, 50 + 40 * at)
        for at, n in enumerate(["Boarding ▾", "Late ▾", "Open ▾"])
    ]
    return screen([win(1, "People and rights - Admin", "admin", is_active=True)], found)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Go to Rights", "click Rights"),
        ("In the Board menu choose Clear all", "click Board; not_found"),
    ],
)
def test_a_page_and_a_menu_outrank_what_is_called_nearly_so(said, meaning):
    assert told(said, desk()) == meaning


def test_a_window_that_is_called_so_itself_stays_in_front():
    found = [
        thing(n, "link", 20, 50 + 40 * at) for at, n in enumerate(["People", "Rights", "Logs"])
    ]
    seen = screen([win(1, "Rights", "admin", is_active=True)], found)
    assert told("go to Rights", seen) == "done"


def queue():
    rows = ["Bracket \u2013 Tomas", "Lens cap \u2013 Ruth"]
    return screen([WINDOW], [
        part for at, name in enumerate(rows)
        for part in (thing(name, "text", 20, 20 + 40 * at, 200), thing("Move up", "button", 300, 20 + 40 * at),
                     thing("Move down", "button", 420, 20 + 40 * at))
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Move the Lens cap up one place in the queue", ("Move up", 60)),
        ("shift the Bracket down by one place", ("Move down", 20)),
        ("move the Vase up one place", "not_found"),
    ],
)
def test_one_place_up_is_the_button_of_its_row(said, meaning):
    assert where(said, queue()) == meaning


def test_a_cell_that_was_double_clicked_is_changed_in_the_field_that_came_up():
    seen = board()
    run = Driver("double-click the gate of AZ 55 and change it to B9", seen)
    assert run.step().element.name == "B7"
    field = thing("Gate", "field", 262, 82, 60, 20, states=states("editable", "focused"))
    seen.reader.elements = [*seen.reader.elements, field]
    assert run.decide().intent.at.element.name == "Gate"


@pytest.mark.parametrize("said", ["show just the Study", "show only Study", "zeig nur Study"])
def test_only_one_of_several_is_chosen(said):
    seen = screen(
        [WINDOW], [thing(n, "toggle", 20, 20 + 40 * at) for at, n in enumerate(["All", "Study"])]
    )
    assert told(said, seen) == "click Study"


def test_a_column_is_sorted_by_the_button_in_its_head():
    names = ("Bird", "Count")
    heads = [
        element(n, "column_header", Rect(100 + 200 * k, 100, 200, 30)) for k, n in enumerate(names)
    ]
    inner = [element(n, "button", Rect(104 + 200 * k, 104, 50, 22)) for k, n in enumerate(names)]
    cells = [
        element(text, "cell", Rect(100 + 200 * k, 130 + 30 * r, 200, 30))
        for r, row in enumerate((("Swift", "9"), ("Heron", "2"), ("Coot", "4")))
        for k, text in enumerate(row)
    ]
    seen = screen([win(1, "Birds", "browser", is_active=True)], [*heads, *inner, *cells])
    step = Driver("sort it by Count", seen).step()
    assert inner[1].box.contains(step.intent.at.point)


@pytest.mark.parametrize("small", [16, 19])
def test_the_line_under_a_name_is_no_entry_of_the_list(small):
    """A drag to the top was told as done already: the name stood over its own second line."""
    files = ("Letter.pdf", "CV.pdf", "References.pdf")
    lines = [
        part
        for k, name in enumerate(files)
        for part in (
            element(name, "text", Rect(100, 230 + 68 * k, 110, 19)),
            element(f"{k + 1} pages", "text", Rect(100, 254 + 68 * k, 50, small)),
        )
    ]
    holder = element("Files", "list", Rect(50, 220, 600, 220))
    seen = screen([win(1, "PDF", "browser", is_active=True)], [holder, *lines])
    done = told("drag References.pdf to the top of the list", seen)
    assert "done" not in done or "drag" in done
    if small == 16:
        assert "drag" in done


@pytest.mark.parametrize(
    "said", ["From 14/12/2026 until 28/12/2026, choose Credit", "choose Credit from 3 May"]
)
def test_a_choice_drops_no_day_that_is_said_beside_it(said):
    radios = [element(n, "radio", Rect(140, 200 + 30 * k, 200, 20), states=states("checkable")) for k, n in enumerate(("Keep", "Credit"))]  # fmt: skip
    seen = screen([win(1, "Delivery", "browser", is_active=True)], radios)
    assert "choose" not in told(said, seen)
    assert "click" not in told(said, seen)


@pytest.mark.parametrize(
    ("said", "box"),
    [
        ("tick that a free coffee was given", "Free coffee given"),
        ("tick that someone will help to carry", "Someone will help to carry"),
        ("mark that the deposit has been paid", "Deposit paid"),
    ],
)
def test_a_box_is_said_by_what_it_is_so_when_ticked(said, box):
    names = ("Free coffee given", "Someone will help to carry", "Deposit paid", "Photo taken")
    boxes = [element(n, "checkbox", Rect(140, 200 + 30 * k, 200, 20), states=states("checkable")) for k, n in enumerate(names)]  # fmt: skip
    seen = screen([win(1, "Repair", "browser", is_active=True)], boxes)
    step = Driver(said, seen).step()
    assert (step.element.name, step.wanted) == (box, "on")
