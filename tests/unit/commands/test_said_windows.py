"""Words that only look as if they named a window: dictated text, values, and steps of other windows."""

from dataclasses import replace

import pytest

from automation.commands.policy import CommandsPolicy
from automation.core.actions import Shown, Window
from automation.core.geometry import Rect
from tests.fakes.driver import Driver, short, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win

PAGE = Rect(0, 0, 900, 800)
SIDE = Rect(900, 0, 380, 400)
BELOW = Rect(900, 400, 380, 400)


def mail(*, front=1):
    """Return a window with a letter that is being written, and two others beside it."""
    windows = [
        win(1, "New letter", "mailer", PAGE, is_active=front == 1),
        win(2, "notes0 - Mousepad", "mousepad", SIDE, is_active=front == 2),
        win(3, "Home", "files", BELOW),
    ]
    parts = [
        element("Save", "button", Rect(10, 10, 60, 20), window_id=1),
        element("photo.png", "list_item", Rect(10, 40, 60, 20), window_id=1),
        element("Subject", "field", Rect(10, 80, 300, 20), window_id=1, value="",
                states=states("editable")),
        element("Message", "field", Rect(10, 120, 300, 300), window_id=1, value="",
                states=states("editable", "multi_line", "focused")),
        element("Print", "button", Rect(910, 10, 60, 20), window_id=2),
        element("Ruler", "button", Rect(990, 10, 60, 20), window_id=2),
        element("Subject", "field", Rect(910, 40, 60, 20), window_id=2, value="",
                states=states("editable")),
        element("Pictures", "list_item", Rect(910, 410, 60, 20), window_id=3),
    ]  # fmt: skip
    return screen(windows, parts)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("type meet me at Home", "meet me at Home"),
        ("type hello from Mousepad", "hello from Mousepad"),
        ("type 5 of Mousepad", "5 of Mousepad"),
        ("type notes on Mousepad", "notes on Mousepad"),
        ("write hello from Mousepad", "hello from Mousepad"),
        ("type dear Bob, see you at Mousepad", "dear Bob, see you at Mousepad"),
        ("enter at Home", "at Home"),
    ],
)
def test_dictated_text_is_typed_whole_where_the_keyboard_is(said, text):
    assert told(said, mail()) == f"write {text!r}"
    assert CommandsPolicy.preview(said) == (f"Type “{text}”",)


def test_text_whose_end_may_be_a_field_is_typed_whole_where_none_is_called_so():
    assert told("enter see you at Home", mail()) == "write 'see you at Home'"
    assert told("enter Hello for Subject", mail()) == "write 'Hello' @Subject"


def test_what_follows_dictated_text_stays_in_the_window_too():
    said = "type meet me at Home and press Enter"
    assert told(said, mail()) == "write 'meet me at Home'; keys enter"


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("set Subject to Bye from Mousepad", "write 'Bye from Mousepad' @Subject"),
        ("set Subject to Bye in Mousepad", "write 'Bye in Mousepad' @Subject"),
        ("fill Subject with Bye from Mousepad", "write 'Bye from Mousepad' @Subject"),
        ("check that Subject is Hello from Mousepad", "equals Subject=Hello from Mousepad"),
    ],
)
def test_a_value_goes_on_to_the_end_of_the_words(said, done):
    assert told(said, mail()).removesuffix(" over") == done


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("type hello into Subject in Mousepad", "write 'hello' @Subject"),
        ("set Subject in Mousepad to Bye", "write 'Bye' @Subject"),
        ("in Mousepad, set Subject to Bye", "write 'Bye' @Subject"),
        ("in Mousepad: fill Subject with Bye", "write 'Bye' @Subject"),
        ("in Mousepad, check that Subject is Bye", "equals Subject=Bye"),
        ("in Mousepad, type see you at Home", "write 'see you at Home'"),
    ],
)
def test_a_place_of_the_target_or_before_the_step_is_a_window(said, then):
    driver = Driver(said, mail())
    assert driver.step().intent == Window("activate", 2, "notes0 - Mousepad")
    driver.show(mail(front=2))
    assert shown(driver) == then


@pytest.mark.parametrize(
    ("said", "absent"),
    [
        ('in Mousepad, verify "72" is shown', False),
        ('verify "72" is shown in Mousepad', False),
        ('verify "72" is visible in the Mousepad window', False),
        ('check that "72" is not shown in Mousepad', True),
        ('wait until "72" appears in Mousepad', False),
        ('in Mousepad, wait until "72" is gone', True),
    ],
)
def test_a_text_is_looked_for_in_the_window_that_is_named(said, absent):
    driver = Driver(said, mail())
    assert driver.step().intent == Window("activate", 2, "notes0 - Mousepad")
    driver.show(mail(front=2))
    intent = driver.step().intent
    assert isinstance(intent, Shown)
    assert (intent.text, intent.absent) == ("72", absent)


def test_a_text_is_looked_for_nowhere_where_no_window_is_called_so():
    finish = Driver('verify "72" is shown in galculator', mail()).decide()
    assert finish.message.startswith("No window is called “galculator”")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("verify that meet me at Home is shown", "meet me at Home"),
        ("wait for hello in Mousepad", "hello in Mousepad"),
        ("verify that I see hello in Mousepad", "hello in Mousepad"),
        ('verify "hello in Mousepad" is shown', "hello in Mousepad"),
    ],
)
def test_a_text_that_is_looked_for_is_not_cut(said, text):
    intent = Driver(said, mail()).step().intent
    assert isinstance(intent, Shown)
    assert intent.text == text


def shown(driver):
    return short(driver.step()).removesuffix(" over")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("in Mousepad, set Subject to Bye", "Set “Subject” to “Bye” in “Mousepad”"),
        ("in Mousepad, fill Subject with Bye", "Type “Bye” into “Subject” in “Mousepad”"),
    ],
)
def test_the_preview_of_a_step_in_a_window_tells_the_value_alone(said, sentence):
    assert CommandsPolicy.preview(said) == (sentence,)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("press Enter and type hello in Mousepad", "keys enter"),
        ("type hello and press Enter in Mousepad", "write 'hello'"),
        ("click Save and type hello in Mousepad", "click Save"),
        ("right-click Save and choose Print in Mousepad", "right-click Save"),
        ("click Save and Print in Mousepad", "click Save"),
        ("click the Save button and press Print in Mousepad", "click Save"),
        ("click the first button and press Print in Mousepad", "click Save"),
        ("click Message and type hi at Mousepad", "click Message"),
        ("press Enter and click Print in Mousepad", "keys enter"),
        ("press Delete and Ruler in Mousepad", "keys delete"),
        ("click 20x30 and press Print in Mousepad", "click 20,30"),
        ("click Save, in Mousepad click Print", "click Save"),
        ("click Message, click it and press Print in Mousepad", "click Message; click Message"),
        ("scroll down and click Print in Mousepad", "scroll down 5"),
    ],
)
def test_an_earlier_step_stays_in_the_window_in_front(said, first):
    assert told(said, mail()).startswith(first)


@pytest.mark.parametrize(
    "said",
    [
        "click Ruler and Print in Mousepad",
        "click the Ruler and press Print in Mousepad",
        "press Enter and Tab in Mousepad",
        "press Enter, Tab and Down in Mousepad",
        "press Tab and Enter in Mousepad",
        "press Ctrl+A and Delete in Mousepad",
    ],
)
def test_a_list_that_the_window_in_front_lacks_is_done_in_the_one_that_is_named(said):
    assert Driver(said, mail()).decide().intent == Window("activate", 2, "notes0 - Mousepad")


def test_a_picture_without_a_tree_has_what_is_read_on_it():
    drawn = screen(
        [win(7, "Game", "game", PAGE, is_active=True), win(2, "notes0 - Mousepad", "mousepad", SIDE)],
        [element("Print", "button", Rect(910, 10, 60, 20), window_id=2)],
        [line("Save", Rect(4, 4, 60, 16), window_id=7)],
    )  # fmt: skip
    assert told("click Save and Print in Mousepad", drawn).split("; ")[0] == "click Save"


@pytest.mark.parametrize(
    "said",
    ["drag photo.png to Pictures in Home", "drag photo.png onto Pictures in the Home window"],
)
def test_a_thing_is_dragged_from_the_window_in_front_into_another(said):
    assert told(said, mail()) == "drag photo.png -> Pictures"


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("press Tab and Enter in Mousepad", "keys tab; keys enter"),
        ("press Tab, Tab and Enter in Mousepad", "keys tab; keys tab; keys enter"),
        ("in Mousepad press Tab and Enter", "keys tab; keys enter"),
        ("press Tab twice and Enter in the Mousepad window", "keys tab x2; keys enter"),
        ("press Tab, enter in mousepad", "keys tab; keys enter"),
        ("press Ctrl+A and Delete in Mousepad", "keys ctrl+a; keys delete"),
        ("press Ctrl+A and Ctrl+C in Mousepad", "keys ctrl+a; keys ctrl+c"),
        ("press Ctrl+Shift+Home, Delete in Mousepad", "keys ctrl+shift+home; keys delete"),
        ("press Ctrl+V and Enter in Mousepad", "keys ctrl+v; keys enter"),
        ("press x and c in Mousepad", "keys x; keys c"),
    ],
)
def test_all_keys_of_one_press_go_to_the_window_that_is_named(said, done):
    driver = Driver(said, mail())
    assert driver.step().intent == Window("activate", 2, "notes0 - Mousepad")
    driver.show(mail(front=2))
    decided = [short(decision) for decision in driver.all()]
    assert "; ".join(decided) == f"{done}; done"


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("press Ctrl+Shift+C and Ctrl+V in Mousepad", "keys ctrl+shift+c"),
        ("press Shift+Ctrl+X and Ctrl+V in Mousepad", "keys shift+ctrl+x"),
        ("press Shift+Delete and Ctrl+V in Mousepad", "keys shift+delete"),
        ("press Print Screen and Ctrl+V in Mousepad", "keys print"),
        ("press Ctrl+Alt+T and Enter in Mousepad", "keys ctrl+alt+t"),
    ],
)
def test_what_is_taken_along_is_taken_from_the_window_in_front(said, first):
    assert told(said, mail()).split("; ")[0] == first


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("type hello and enter in Mousepad", "write 'hello'; keys enter"),
        ('type "hello" and Enter in Mousepad', "write 'hello'; keys enter"),
        ("type ls -l and Enter in the Mousepad window", "write 'ls -l'; keys enter"),
        ("press Tab and enter in the name field", "needs_model"),
        ("press Tab and enter hello in Mousepad", "keys tab; write 'hello'"),
        ("press Tab and enter in Mousepad: hello", "keys tab; write 'hello'"),
        ("press Tab. Enter in time", "keys tab; write 'in time'"),
        ("press Tab and enter in time", "keys tab; not_found"),
        ("press Tab, Tab and Enter", "keys tab; keys tab; keys enter"),
    ],
)
def test_a_text_to_enter_is_no_key_and_a_key_is_no_text(said, done):
    assert told(said, mail(front=2)) == done


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("press Ctrl+C and Ctrl+V in Mousepad", "keys ctrl+c"),
        ("press Ctrl+A, Ctrl+X and Ctrl+V in Mousepad", "keys ctrl+a"),
        ("press Shift+Delete and Ctrl+V in Mousepad", "keys shift+delete"),
        ("press Alt+Tab and Delete in Mousepad", "keys alt+tab"),
        ("press Ctrl+Alt+T and Delete in Mousepad", "keys ctrl+alt+t"),
        ("press Ctrl+S and press Ctrl+V in Mousepad", "keys ctrl+s"),
    ],
)
def test_a_chord_that_takes_something_along_or_leaves_is_pressed_here(said, first):
    assert told(said, mail()).split("; ")[0] == first


@pytest.mark.parametrize(
    "said",
    [
        "click Save in Unnamed Window",
        "click Save in the Unnamed Window",
        "click Save in the Unnamed Window window",
        "in Unnamed Window, click Save",
    ],
)
def test_a_title_may_end_with_the_word_window(said):
    unnamed = win(8, "Unnamed Window", "gcr-prompter", SIDE)
    namesake = win(9, "Unnamed", "editor", SIDE)
    front = win(1, "New letter", "mailer", PAGE, is_active=True)
    for windows in ([front, unnamed], [front, namesake, unnamed]):
        driver = Driver(said, screen(windows, []))
        assert driver.decide().intent == Window("activate", 8, "Unnamed Window")


@pytest.mark.parametrize(
    "said", ["close the hall.txt tab", "close the tab hall.txt", "schließe den Tab hall.txt"]
)
def test_to_close_a_tab_never_closes_the_window_that_is_titled_so(said):
    window = win(1, "hall.txt (~/Documents) - Pluma", "pluma", is_active=True)
    tabs = [
        element(n, "tab", Rect(40 + 120 * k, 60, 100, 24))
        for k, n in enumerate(("signs.txt", "hall.txt"))
    ]
    assert told(said, screen([window], tabs)) == "click hall.txt; keys ctrl+w"
    assert "close" not in told(
        said, screen([window], [element("Save", "button", Rect(10, 60, 60, 24))])
    )


@pytest.mark.parametrize("said", ["Open Bills. Then close it.", "open Bills and close it"])
def test_what_was_opened_is_closed_and_no_window_that_was_there_before(said):
    bills = element("Bills", "list_item", Rect(20, 60, 90, 20))
    window = win(1, "Household", "household", is_active=True)
    assert told(said, screen([window], [bills])).endswith("Bills; not_found")


def test_a_window_that_the_step_before_has_opened_is_it():
    before = win(1, "Household", "household", is_active=True)
    made = Driver(
        "Open Bills. Then close it.",
        screen([before], [element("Bills", "button", Rect(20, 60, 90, 20))]),
    )
    assert short(made.step()) == "click Bills"
    made.show(
        screen(
            [win(2, "What we owe", "household", is_active=True), replace(before, is_active=False)],
            [],
        )
    )
    assert short(made.step()) == "close What we owe"
