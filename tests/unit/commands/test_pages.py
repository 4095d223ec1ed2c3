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


def devices(role, shown):
    """A page whose list of devices has a button in each row."""
    rows = [
        part
        for k, name in enumerate(("Kitchen radio", "Living room TV"))
        for part in (
            element(name, "text", Rect(300, 200 + 40 * k, 160, 20)),
            element("Block", "button", Rect(600, 196 + 40 * k, 80, 28)),
            element("Hand over", "button", Rect(700, 196 + 40 * k, 80, 28)),
        )
    ]
    return page(role, shown, *rows)


@pytest.mark.parametrize("role", ["link", "list_item"])
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("go to Appearance and block the Living room TV", "Block"),
        ("Open Appearance and hand over the Living room TV", "Hand over"),
        ("Open Appearance, then block the Living room TV", "Block"),
    ],
)
def test_an_order_behind_a_page_is_read_by_the_buttons_that_stand_there(said, name, role):
    driver = Driver(said, general(role))
    assert driver.step().element.name == "Appearance"
    driver.show(devices(role, "Appearance"))
    pressed = driver.step()
    assert (pressed.element.name, pressed.element.box.y) == (name, 236)


@pytest.mark.parametrize(
    ("said", "unknown"),
    [
        ("go to Chapters and frobnicate the letter", "“frobnicate the letter”"),
        ("close Chapters and hand over the letter", "“hand over the letter”"),
        ("Geh zu Kapitel und sperre den Fernseher", "“sperre den Fernseher”"),
    ],
)
def test_no_name_of_a_window_takes_in_an_order(said, unknown):
    end = Driver(said, general()).decide()
    assert end.outcome is Outcome.NEEDS_MODEL
    assert unknown in end.message


def test_a_window_whose_name_reads_as_an_order_is_found():
    roll = win(2, "Rock and roll the dice", "notes", rect=Rect(0, 0, 400, 300))
    seen = general()
    windows = (*seen.observation.windows, roll)
    seen = screen(windows, seen.reader.elements)
    assert told("switch to Rock and roll the dice", seen) == "activate Rock and roll the dice"


def rounds(*dialog):
    """A list of customers with a button over it, and the dialog that this opens."""
    row = [
        element(n, "cell", Rect(40 + 200 * k, 160, 180, 24))
        for k, n in enumerate(("Ivo", "Upright"))
    ]
    heads = [
        element(n, "column_header", Rect(40 + 200 * k, 130, 180, 24))
        for k, n in enumerate(("Name", "Instrument"))
    ]
    return screen(
        [WINDOW], [element("New customer…", "button", Rect(40, 90, 140, 28)), *heads, *row, *dialog]
    )


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("New customer: name Villa Rosa, instrument Harpsichord", ["Villa Rosa", "Harpsichord"]),
        ("New customer: the name is Villa Rosa, instrument Harpsichord", ["Villa Rosa", "Harpsichord"]),
        ("New customer: name Villa Rosa, instrument Harpsichord, and press Create", ["Villa Rosa", "Harpsichord", "Create"]),
        ("New customer: name Villa Rosa, instrument Harpsichord, then Create", ["Villa Rosa", "Harpsichord", "Create"]),
        ("New customer: the name is Villa Rosa now. Press Create.", ["Villa Rosa", "Create"]),
        ("New customer: der Name ist Villa Rosa", ["Villa Rosa"]),
    ],
)  # fmt: skip
def test_a_button_before_a_colon_is_pressed_and_the_rest_is_said_in_what_it_opens(said, typed):
    driver = Driver(said, rounds())
    assert driver.step().element.name == "New customer…"
    fields = [element(n, "field", Rect(500, 300 + 40 * k, 200, 24), states=states("editable"), value="") for k, n in enumerate(("Name", "Instrument"))]  # fmt: skip
    driver.show(rounds(*fields, element("Create", "button", Rect(500, 400, 80, 28))))
    done = [s for s in driver.all() if isinstance(s, Proposal)]
    assert [getattr(s.intent, "text", s.element.name) for s in done] == typed


def test_a_text_behind_a_button_and_a_colon_opens_nothing():
    assert "click" not in told("New customer: Hello", rounds())
    assert "click" not in told("New customer: name Villa Rosa", rounds())
