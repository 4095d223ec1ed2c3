"""A page that is said and not in front is opened first: a list, buttons, links or a tree lead to it."""

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome, Proposal
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "Preferences", "browser", is_active=True)
PAGES = ("General", "Appearance", "Notifications")
ROLES = ("button", "link", "list_item", "tree_item", "toggle", "menu_item")


def entries(role, shown):
    on = {name: states(*(("selected",) if name == shown else ())) for name in PAGES}
    return [
        element(n, role, Rect(10, 120 + 40 * k, 140, 32), states=on[n]) for k, n in enumerate(PAGES)
    ]


def page(role, shown, *parts):
    document = element("Preferences", "document", Rect(0, 80, 1280, 720))
    head = element(shown, "heading", Rect(220, 100, 200, 40))
    return screen([WINDOW], [document, *entries(role, shown), head, *parts])


def general(role="button"):
    return page(
        role,
        "General",
        element("Dashboard", "checkbox", Rect(400, 200, 20, 20), states=states("checkable")),
    )


def look(role="button"):
    parts = [
        element("Dark mode", "toggle", Rect(400, 200, 40, 20), states=states("checkable")),
        element(
            "Text size", "field", Rect(400, 240, 80, 24), states=states("editable"), value="14"
        ),
    ]
    return page(role, "Appearance", *parts)


def steps(said, role="button"):
    driver = Driver(said, general(role))
    done = [driver.step()]
    driver.show(look(role))
    while isinstance(done[-1], Proposal):
        done.append(driver.step())
    return [s.sentence for s in done if isinstance(s, Proposal)], done[-1]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("In Appearance turn on dark mode", "Turn on “Dark mode”"),
        ("turn on dark mode in Appearance", "Turn on “Dark mode”"),
        ("under Appearance, text size to 18", "Type “18” into “Text size”, replacing “14”"),
        (
            "Set the text size to 18 in the Appearance settings",
            "Type “18” into “Text size”, replacing “14”",
        ),
        ("on the Appearance page, text size 18", "Type “18” into “Text size”, replacing “14”"),
        ("schalte unter Appearance den Dark mode ein", "Turn on “Dark mode”"),
    ],
)
def test_the_entry_of_a_page_is_pressed_before_what_it_holds_is_looked_for(said, step, role):
    told_steps, end = steps(said, role)
    assert told_steps[0] in ("Click “Appearance”", "Choose “Appearance”")
    assert told_steps[1:] == [step]
    assert isinstance(end, Finish)
    assert end.outcome is Outcome.DONE


@pytest.mark.parametrize(
    "said",
    ["In General tick Dashboard", "tick Dashboard in General", "Under General, Dashboard on"],
)
def test_no_page_is_opened_for_what_is_there(said):
    assert told(said, general()) == "click Dashboard"


@pytest.mark.parametrize(
    "said",
    [
        "in Save turn on dark mode",  # what acts is no page
        "turn on dark mode of Appearance",
        "under Dashboard turn on dark mode",
        "under Appear turn on dark mode",
        "do not turn on dark mode in Appearance",
        "klick nicht auf Appearance",
    ],
)
def test_nothing_else_is_pressed_for_a_page(said):
    row = [
        element(n, "button", Rect(300 + 90 * k, 600, 80, 30))
        for k, n in enumerate(("Save", "Cancel"))
    ]
    seen = general().with_elements(*row)
    assert "click" not in told(said, seen)


def test_a_button_that_stands_alone_is_no_page():
    seen = page("button", "General").with_elements(
        element("Advanced", "button", Rect(900, 600, 90, 30))
    )
    assert "click" not in told("in Advanced turn on dark mode", seen)
