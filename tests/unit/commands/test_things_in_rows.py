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
    return (step.element.name, step.element.box.y) if isinstance(step, Proposal) else told(said, seen)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("give back the wicker chair", ("Give back", 70)),
        ("Give the fox fur back", ("Give back", 20)),
        ("keep the wicker chair longer", ("Keep longer", 70)),
        ("give back the chair", "needs_model"),
        ("give back the town hall", "not_found"),
        ("give back the clock", "ask 2"),
    ],
)
def test_a_thing_is_called_by_the_first_part_of_what_its_row_says(said, meaning):
    seen = loans("Fox fur – Opera store", "Wicker chair – Town hall", "Clock - Ida", "Clock · Bob")
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
