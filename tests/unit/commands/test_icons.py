# ruff: noqa: RUF001 - tags have this sign on their buttons
"""Small buttons that are named by the picture on them, and by the thing that they belong to."""

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, win

PAGE = win(1, "Club", "browser", is_active=True)
PEOPLE = ("Agnes Keller", "Tobias Lund", "Yara Haddad")


def people(*names):
    """A table whose rows end with small buttons; `{}` in a name is that of the row."""
    parts = [element("Club", "document", Rect(0, 80, 1280, 720))]
    for n, person in enumerate(PEOPLE):
        y = 200 + 40 * n
        parts.append(element(person, "cell", Rect(60, y, 140, 30)))
        parts += [
            element(name.format(person), "button", Rect(310 + 30 * k, y + 4, 22, 22))
            for k, name in enumerate(names)
        ]
    return screen([PAGE], parts)


def tags(name):
    """Tags in one row, each with a small button behind it."""
    parts = [element("Club", "document", Rect(0, 80, 1280, 720))]
    for n, tag in enumerate(("Milk", "Nuts", "Eggs")):
        parts.append(element(tag, "text", Rect(40 + 120 * n, 200, 50, 24)))
        parts.append(element(name.format(tag), "button", Rect(95 + 120 * n, 202, 20, 20)))
    return screen([PAGE], parts)


def pressed(said, seen):
    return getattr(getattr(Driver(said, seen).step(), "element", None), "box", None)


@pytest.mark.parametrize(
    ("said", "names", "at"),
    [
        ("use the pencil in Tobias Lund's row", ("Edit {}", "More for {}"), 0),
        ("click Tobias Lund's pencil", ("Change", "Remove"), 0),
        ("click the bin next to Tobias Lund", ("Edit", "Delete"), 1),
        ("press the little bin behind Tobias Lund", ("Change", "Remove {}"), 1),
        ("press the three dots of Tobias Lund", ("Modify", "Options"), 1),
        ("click the eye of the member Tobias Lund", ("Hide {}", "Delete"), 0),
        ("click the eye next to Tobias Lund", ("Show", "Delete"), 0),
        ("click the bell in the row of Tobias Lund", ("Notify {}", "Delete"), 0),
        ("klicke auf den Stift in der Zeile von Tobias Lund", ("Bearbeiten", "Löschen"), 0),
        ("klicke auf den Papierkorb neben Tobias Lund", ("Edit", "Delete"), 1),
        ("klicke auf das Auge bei Tobias Lund", ("Ausblenden", "Löschen"), 0),
    ],
)
def test_a_picture_names_the_button_of_a_row_that_does_what_it_stands_for(said, names, at):
    assert pressed(said, people(*names)) == Rect(310 + 30 * at, 244, 22, 22)


@pytest.mark.parametrize("name", ["Remove {}", "×", "Remove", "Delete tag", "Dismiss"])
@pytest.mark.parametrize(
    "said",
    ["click the cross behind the tag Nuts", "click the x on the Nuts tag", "press the x of Nuts"],
)
def test_the_cross_of_a_tag_is_its_own(said, name):
    assert pressed(said, tags(name)) == Rect(215, 202, 20, 20)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("click the bin next to Tobias Lund", ("Edit", "More")),
        ("click the bin next to Nobody", ("Edit", "Delete")),
        ("click the bin next to Tobias Lund", ("Edit", "×")),  # another sign is shown
        ("click the cross next to Tobias Lund", ("Delete", "")),  # of which nothing is told
    ],
)
def test_a_picture_that_nothing_stands_for_presses_nothing(said, names):
    assert told(said, people(*names)) == "not_found"


@pytest.mark.parametrize(
    "said",
    [
        "go into the menu with the three lines",
        "open the menu with the three lines",
        "click the hamburger menu",
        "click the button with the three lines",
        "go into the menu with teh three lines",
        "öffne das Menü mit den drei Strichen",
        "klick auf die drei Striche",
    ],
)
def test_three_lines_are_the_main_menu(said):
    menu = element("Menu", "toggle", Rect(922, 76, 36, 46))
    seen = screen([PAGE], [menu, element("Save", "button", Rect(100, 76, 60, 30))])
    assert pressed(said, seen) == Rect(922, 76, 36, 46)
    worded = element("Menu", "toggle", Rect(922, 76, 90, 30))  # no picture of three lines
    assert told(said, screen([PAGE], [worded])) == "not_found"


def test_of_two_buttons_that_a_picture_may_stand_for_one_is_asked_for():
    assert told("click the cross next to Tobias Lund", people("Close", "Delete")) == "ask 2"
