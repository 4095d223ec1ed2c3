"""A page that is said and not in front is opened first: a list, buttons, links or a tree lead to it."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import NumberRange
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


def birds(shown):
    """Two tabs; the list on the second has a star and a cross in each row."""
    on = {name: states(*(("selected",) if name == shown else ())) for name in ("New", "My list")}
    tabs = [
        element(n, "tab", Rect(400 + 90 * k, 100, 80, 30), states=on[n]) for k, n in enumerate(on)
    ]
    rows = [
        part
        for k, n in enumerate(("Heron", "Swift"))
        for part in (
            element(n, "cell", Rect(40, 200 + 40 * k, 200, 40)),
            element(f"Star {n}", "toggle", Rect(300, 205 + 40 * k, 30, 30)),
            element(f"Delete {n}", "button", Rect(340, 205 + 40 * k, 30, 30)),
        )
    ]  # fmt: skip
    document = element("Birds", "document", Rect(0, 80, 1280, 720))
    return screen([WINDOW], [document, *tabs, *(rows if shown == "My list" else ())])


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("in My list delete the Heron and put a star on Swift", ["Delete Heron", "Star Swift"]),
        ("on the My list tab delete the Heron", ["Delete Heron"]),
        ("in My list, delete the Heron", ["Delete Heron"]),
    ],
)
def test_what_is_done_in_a_list_is_done_behind_its_tab(said, then):
    driver = Driver(said, birds("New"))
    done = [driver.step()]
    driver.show(birds("My list"))
    while isinstance(done[-1], Proposal):
        done.append(driver.step())
    assert done[-1].outcome is Outcome.DONE, done[-1].message
    assert [s.element.name for s in done[:-1]] == ["My list", *then]


def sheets(*names, grid="Sheet Jam"):
    parts = [element(n, "tab", Rect(20 + 90 * k, 700, 80, 24)) for k, n in enumerate(names)]
    table = element(grid, "table", Rect(0, 100, 1200, 590), states=states("editable", "focused"))
    menu = element("Sheet", "menu", Rect(0, 0, 60, 24))
    return screen([win(1, "fete.ods", "calc", is_active=True)], [menu, table, *parts])


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("go to the sheet Bees", "click Bees"),
        ("go to the Bees sheet", "click Bees"),
        ("open the Bees sheet", "click Bees"),
        ("wechsle zum Blatt Bees", "click Bees"),
        ("geh zum Tabellenblatt Bees", "click Bees"),
        ("switch to the sheet Wasps", "not_found"),  # no text for the cell that is current
        ("switch to Sheet Wasps", "not_found"),
        ("click the Sheet menu", "click Sheet"),
    ],
)
def test_a_sheet_is_gone_to_by_its_tab(said, meaning):
    assert told(said, sheets("Jam", "Bees")) == meaning


def test_a_fold_that_is_said_first_is_opened_for_what_it_holds():
    more = element("More \u25be", "button", Rect(900, 100, 80, 30), states=states("expandable"))
    seen = screen([WINDOW], [element("Keys", "document", Rect(0, 80, 1280, 720)), more])
    assert told("Under More, lock the cabinet", seen).startswith("click More")
    assert told("under More lock the cabinet", seen).startswith("click More")


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


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("press New customer, name Villa Rosa, instrument Harpsichord, then Create", ["Villa Rosa", "Harpsichord", "Create"]),
        ("Click New customer... and the name is Villa Rosa, instrument Harpsichord, then Create", ["Villa Rosa", "Harpsichord", "Create"]),
        ("New customer with the name Villa Rosa and the instrument Harpsichord, then press Create", ["Villa Rosa", "Harpsichord", "Create"]),
        ("New customer… with name Villa Rosa, instrument Harpsichord", ["Villa Rosa", "Harpsichord"]),
        ("klick auf New customer, Name Villa Rosa, Instrument Harpsichord, dann Create", ["Villa Rosa", "Harpsichord", "Create"]),
    ],
)  # fmt: skip
def test_what_follows_the_press_of_a_button_that_opens_is_read_in_what_it_opens(said, typed):
    driver = Driver(said, rounds())
    assert driver.step().element.name == "New customer…"
    fields = [element(n, "field", Rect(500, 300 + 40 * k, 200, 24), states=states("editable"), value="") for k, n in enumerate(("Name", "Instrument"))]  # fmt: skip
    driver.show(rounds(*fields, element("Create", "button", Rect(500, 400, 80, 28))))
    done = [s for s in driver.all() if isinstance(s, Proposal)]
    assert [getattr(s.intent, "text", s.element.name) for s in done] == typed


def saving(name, *more):
    return screen([WINDOW], [element(name, "button", Rect(40, 90, 140, 28)), *more])


@pytest.mark.parametrize(
    "said",
    [
        "press Save with the name Villa Rosa and the instrument Harpsichord",
        "press Save, which of them is the best one, then Save",
    ],
)
def test_nothing_is_pressed_where_nothing_tells_that_what_follows_can_be_said_there(said):
    assert "click" not in told(said, saving("Save"))


def test_a_button_that_is_not_there_yet_tells_that_what_is_said_before_it_comes_up():
    said = "press Skip house, reason is Stove still hot, then press Skip it"
    driver = Driver(said, saving("Skip house"))
    assert driver.step().element.name == "Skip house"
    reasons = [element(n, "radio", Rect(500, 300 + 40 * k, 200, 24), states=states("checkable")) for k, n in enumerate(("Nobody in", "Stove still hot"))]  # fmt: skip
    driver.show(
        saving(
            "Skip house",
            *reasons,
            element("Reason", "text", Rect(500, 270, 200, 20)),
            element("Skip it", "button", Rect(500, 400, 80, 28)),
        )
    )
    done = [s for s in driver.all() if isinstance(s, Proposal)]
    assert [s.element.name for s in done] == ["Stove still hot", "Skip it"]


def test_an_order_behind_a_button_that_turns_to_the_next_part_may_be_about_that_one():
    said = "save and continue, then add a line and set Amount to 40"
    driver = Driver(said, saving("Save and continue"))
    assert driver.step().element.name == "Save and continue"


def test_what_a_dialog_asks_is_answered_by_the_choice_that_is_called_so():
    driver = Driver(
        "press Skip house, the reason is Stove still hot, then press Skip it", saving("Skip house")
    )
    assert driver.step().element.name == "Skip house"
    reasons = [element(n, "radio", Rect(500, 300 + 40 * k, 200, 24), states=states("checkable")) for k, n in enumerate(("Nobody in", "Stove still hot"))]  # fmt: skip
    asked = element("Why is it skipped?", "label", Rect(500, 270, 200, 20))
    driver.show(
        saving("Skip house", *reasons, asked, element("Skip it", "button", Rect(500, 400, 80, 28)))
    )
    done = [s for s in driver.all() if isinstance(s, Proposal)]
    assert [s.element.name for s in done] == ["Stove still hot", "Skip it"]


def test_a_button_behind_what_an_entry_shows_is_awaited():
    entries = [element(n, "toggle", Rect(40, 140 + 40 * k, 200, 30), states=states("checkable")) for k, n in enumerate(("A2 Water", "A3 Juice", "A4 Tea"))]  # fmt: skip
    driver = Driver("Go to A3, switch Sold out on and Apply", saving("Lock door", *entries))
    assert driver.step().element.name == "A3 Juice"

    assert "click" not in told("New customer: name Villa Rosa", rounds())


@pytest.mark.parametrize("said", ["go to Appearance, zoom of 90", "Appearance: zoom of 90"])
def test_a_value_that_is_said_for_a_page_is_no_press_of_what_has_it(said):
    zoom = element("Zoom", "slider", Rect(400, 300, 200, 24), value="50")
    driver = Driver(said, general("tab"))
    assert driver.step().element.name == "Appearance"
    driver.show(page("tab", "Appearance", zoom))
    driver.reader.numbers[zoom.handle] = NumberRange(50, 0, 100, 10)
    step = driver.step()
    assert step.sentence != "Click “Zoom”"
    assert "90" in step.sentence
