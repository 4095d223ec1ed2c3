"""Loose words for a thing: all of them must say something true of one thing and of no other."""

import pytest

from automation.commands.find.coverage import is_kin
from automation.core.geometry import Rect
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "Camp", "camp", is_active=True)


def thing(name, role, x, y, w=120, h=24, **more):
    held = states("editable") if role in ("field", "spinner") else states()
    return element(name, role, Rect(x, y, w, h), window_id=1, **{"states": held, **more})


def form():
    """Two groups with a field of the same name, a date, numbers, buttons that act."""
    return screen([WINDOW], [
        thing("Guest", "group", 0, 0, 300, 100), thing("Town", "field", 20, 20, value="", parent_name="Guest"),
        thing("Street", "field", 20, 60, value="", parent_name="Guest"),
        thing("Company", "group", 400, 0, 300, 100),
        thing("Town", "field", 420, 20, value="", parent_name="Company"),
        thing("Leaves on", "field", 20, 120, value=""), thing("Adults", "spinner", 20, 160, value="1"),
        thing("Keep booking", "button", 20, 300), thing("Pin up", "button", 160, 300),
        thing("Save as...", "button", 300, 300), thing("Delete all photos", "button", 440, 300),
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("type Ulm into the town of the company", "write 'Ulm' @Town[Company]"),
        ("put Ulm in the town box of the company, not of the guest", "write 'Ulm' @Town[Company]"),
        ("type Ulm into the guest's town", "write 'Ulm' @Town[Guest]"),
        ("type Ulm into the city field in the Guest part", "write 'Ulm' @Town[Guest]"),
        ("In the Guest part type Ulm into the town", "write 'Ulm' @Town[Guest]"),
        (
            "In the Guest part put Ulm as the town and Main Road as the street",
            "write 'Ulm' @Town[Guest] over; write 'Main Road' @Street[Guest]",
        ),
        ("In the Ferry part type Ulm into the town", "not_found"),
        ("type Ulm into the town", "ask 2"),
        ("type Ulm into the town of the camp office", "not_found"),
        ("set the leaving date to 2027-01-02", "write '2027-01-02' @Leaves on"),
        ("set the arrival date to 2027-01-02", "not_found"),
        ("set the number of adults to 4", "write '4' @Adults over; keys tab; unverified"),
    ],
)
def test_all_words_say_one_thing(said, meaning):
    assert told(said, form()).removesuffix(" over") == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("keep the booking", "click Keep booking"),
        ("Pin it up please.", "click Pin up"),
        ("delete the photos", "needs_model"),
        ("keep the tent", "needs_model"),
        ("click Save", "ask 1"),
        ("click Delete photos", "not_found"),
    ],
)
def test_all_of_the_name_of_a_button_is_said(said, meaning):
    assert told(said, form()) == meaning


def shelf(*, read=False):
    """A table: parcels, their towns and how many there are."""
    make = (lambda n, _r, b: line(n, b, window_id=1)) if read else (
        lambda n, r, b: element(n, r, b, window_id=1)
    )  # fmt: skip
    rows = [("Barbecue", "4"), ("Tandem", "9"), ("Sun sail", "4")]
    heads = [make("Item", "column_header", Rect(20, 20, 100, 20)),
             make("In stock", "column_header", Rect(150, 20, 100, 20))]  # fmt: skip
    cells = [
        make(name, "cell", Rect(20 + 130 * col, 50 + 30 * at, 100, 20))
        for at, row in enumerate(rows)
        for col, name in enumerate(row)
    ]
    return screen([WINDOW], [] if read else [*heads, *cells], [*heads, *cells] if read else ())


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("select the row with Tandem", "click Tandem"),
        ("double-click the number of tandems in stock", "click2 9"),
        ("right-click the item Sun sail", "right-click Sun sail"),
        ("click the number of canoes in stock", "not_found"),
    ],
)
@pytest.mark.parametrize("read", [False, True])
def test_a_row_and_a_cell_are_told_by_what_stands_around(said, meaning, read):
    assert told(said, shelf(read=read)) == meaning


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [("leaving", "leaves", True), ("barbecues", "barbecue", True), ("arrival", "arrives", True),
     ("entries", "entry", True), ("plan", "plant", False), ("send", "spend", False), ("on", "one", False),
     ("car", "care", False), ("number", "numbers", True)],
)  # fmt: skip
def test_words_are_kin_by_their_endings(first, second, same):
    assert is_kin(first, second) is same


def lists(*names):
    return [thing(n, "list", 40 + 300 * i, 40, 200, 200) for i, n in enumerate(names)] + [
        thing("Elif", "list_item", 50 + 300 * i, 60, parent_name=n) for i, n in enumerate(names)
    ]


@pytest.mark.parametrize(("side", "x"), [("left", 50), ("right", 350)])
def test_a_side_says_which_list(side, x):
    seen = screen([WINDOW], lists("At home", "On duty"))
    assert Driver(f"select Elif in the {side} list", seen).decide().element.box.x == x


@pytest.mark.parametrize(
    ("said", "meaning"), [("switch to the week view", "click Week"), ("switch to the month view", "not_found"),
                          ("switch to Save", "not_found")]
)  # fmt: skip
def test_a_view_is_switched_to_by_its_tab(said, meaning):
    parts = [
        thing("Day", "tab", 20, 20),
        thing("Week", "tab", 120, 20),
        thing("Save all", "button", 220, 20),
    ]
    assert told(said, screen([WINDOW], parts)) == meaning


def board():
    """Two columns of cards side by side, each with a sign after its name; a switch, a list, a menu's name."""
    parts = []
    for at, names in enumerate((("Mend the fence", "Paint the shed"), ("Dig the bed", "Prune"))):
        for row, name in enumerate(names):
            parts += [thing(name, "text", 60 + 300 * at, 200 + 60 * row, 120, 16),
                      thing("\u22ef", "button", 280 + 300 * at, 196 + 60 * row, 30, 21)]  # fmt: skip
    parts += [
        thing("\u260e", "button", 700, 196, 40, 28),
        thing("Esme Farrow", "text", 620, 200, 70, 16),
    ]
    parts += [thing("Fees", "text", 60, 500, 60, 16), thing("Save", "button", 200, 500)]
    return screen([WINDOW], parts)


@pytest.mark.parametrize(
    ("said", "name", "x"),
    [
        ("click the three dots on Dig the bed", "\u22ef", 580),
        ("click the dots of Paint the shed", "\u22ef", 280),
        ("click the card Prune", "Prune", 360),
        ("click the phone next to Esme Farrow", "\u260e", 700),
        ("click the message Mend the fence", "Mend the fence", 60),
        ("click the Fees table", None, 0),
        ("click the Save dialog", None, 0),
        ("click the dots of the fence", None, 0),
    ],
)
def test_a_sign_belongs_to_the_text_before_it(said, name, x):
    element = getattr(Driver(said, board()).decide(), "element", None)
    assert (element.name, element.box.x) == (name, x) if name else element is None


@pytest.mark.parametrize(
    "said",
    ["click the Edit menu", "click 2", "click labels", "click the Subject field"],
)
def test_a_likely_word_is_no_name(said):
    parts = [thing("Files", "heading", 20, 20), thing("Edit member", "heading", 20, 60),
             thing("\u2715", "button", 40, 100), thing("\u2691 2", "button", 200, 20),
             thing("Country", "combo", 20, 400, description="named by its label"),
             thing("Subject", "column_header", 300, 60), thing("Lamp", "cell", 300, 90),
             thing("Per page", "combo", 310, 500)]  # fmt: skip
    assert told(said, screen([WINDOW], parts)).partition(" ")[0] in ("not_found", "ask")


def test_a_cell_is_told_by_its_column_and_not_by_the_row_alone():
    parts = [
        thing(f"Line {n}", "column_header", 200 + 100 * at, 20, 90) for at, n in enumerate((7, 12))
    ]
    for row, (stop, *times) in enumerate(
        (("Station", "7:17", "8:20"), ("Hospital", "7:29", "8:32"))
    ):
        y, name = 50 + 30 * row, ", ".join((stop, *times))
        parts.append(thing(stop, "cell", 20, y, parent_name=name))
        parts += [
            thing(t, "cell", 200 + 100 * at, y, 90, parent_name=name) for at, t in enumerate(times)
        ]
    seen = screen([WINDOW], parts)
    assert told("click the time of Line 12 at the Hospital", seen).startswith("click 8:32")
    assert told("click the time of Line 40 at the Hospital", seen) == "not_found"


@pytest.mark.parametrize(
    ("sentence", "pressed"),
    [
        ("click the magnifying glass", "click Find"),
        ("start a new list with the plus", "click Add"),
        ("Add a card with the plus sign", "click Add"),
        ("add a card with the pencil", "not_found"),
        ("click the gear", "not_found"),
    ],
)
def test_a_button_is_told_by_what_is_drawn_on_it(sentence, pressed):
    buttons = [
        element(n, "button", Rect(40 * k, 10, 32, 32)) for k, n in enumerate(("Add", "Find"))
    ]
    assert told(sentence, screen([win(1, "Lists", "lists", is_active=True)], buttons)) == pressed
