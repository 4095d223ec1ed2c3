"""Words that name a window which is not in front: it comes up first, as a step of its own."""

from dataclasses import replace

import pytest

from automation.core.actions import Hotkey, Window, Write
from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome, Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, table, web_form, win

PAGE = Rect(0, 0, 900, 800)
SIDE = Rect(900, 0, 380, 400)


def desk(front, *, sheets=1):
    """Return a browser and one or more editors, all with a Save of their own."""
    browser = win(1, "News - Mozilla Firefox", "firefox-esr", PAGE, is_active=front == 1)
    editors = [
        win(2 + n, f"notes{n} - Mousepad", "mousepad", SIDE, is_active=front == 2 + n)
        for n in range(sheets)
    ]
    windows = sorted([browser, *editors], key=lambda w: not w.is_active)
    parts = [
        element("Save", "button", Rect(10, 10, 60, 20), window_id=1),
        element("File", "menu", Rect(10, 40, 60, 20), window_id=1),
        element("Print", "button", Rect(910, 10, 60, 20), window_id=2, window_title="notes0"),
        element("File", "menu", Rect(910, 40, 60, 20), window_id=2),
        element("", "field", Rect(910, 80, 300, 300), window_id=2, value="",
                states=states("editable", "multi_line", "focused")),
    ]  # fmt: skip
    return screen(windows, parts)


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("in Mousepad, type hello", "write 'hello'"),
        ("type hello in Mousepad", "write 'hello'"),
        ("press Ctrl+S in Mousepad", "keys ctrl+s"),
        ("in Mousepad press Ctrl+S", "keys ctrl+s"),
        ("in Mousepad, select all", "keys ctrl+a"),
        ("undo in the Mousepad window", "keys ctrl+z"),
        ("in Mousepad, open File > Quit", "click File"),
        ("scroll down in Mousepad", "scroll down 5"),
        ("scroll Mousepad down", "scroll down 5"),
        ("put hello into Mousepad", "write 'hello'"),
        ("press Ctrl and S in Mousepad", "keys ctrl+s"),
        ("hold Ctrl and click Print in Mousepad", "click Print"),
    ],
)
def test_the_named_window_comes_to_the_front_first(said, then):
    driver = Driver(said, desk(front=1))
    first = driver.step()
    assert first.intent == Window("activate", 2, "notes0 - Mousepad")
    assert first.sentence == "Switch to “notes0 - Mousepad”"
    driver.show(desk(front=2))
    assert told_one(driver) == then


def told_one(driver):
    decision = driver.step()
    match decision.intent:
        case Write() as w:
            return f"write {w.text!r}"
        case Hotkey() as h:
            return f"keys {'+'.join(h.keys)}"
        case other:
            is_scroll = hasattr(other, "direction")
            return f"scroll {other.direction} {other.amount}" if is_scroll else f"click {at(other)}"


def at(click):
    assert SIDE.contains(click.at.point), "the press goes to the other window"
    return click.at.element.name


def test_a_window_that_is_in_front_already_is_not_brought_there():
    assert told("in Mousepad, type hello", desk(front=2)) == "write 'hello'"
    assert told("press Ctrl+S in Mousepad", desk(front=2)) == "keys ctrl+s"


@pytest.mark.parametrize(
    "said",
    [
        "click Print in Mousepad",
        "in Mousepad, click Print",
        "in Mousepad: click Print",
        "click Print in the Mousepad program",
        "tap Print in the Mousepad window",
        "click Print in notes0",
    ],
)
def test_what_can_be_seen_in_the_named_window_is_pressed_once_that_is_in_front(said):
    driver = Driver(said, desk(front=1))
    first = driver.step()
    assert first.intent == Window("activate", 2, "notes0 - Mousepad")
    driver.show(desk(front=2))
    assert told_one(driver) == "click Print"


@pytest.mark.parametrize("said", ["click Save in Mousepad", "in Mousepad, click Save"])
def test_a_thing_of_that_name_in_the_window_in_front_is_not_the_one_that_is_meant(said):
    driver = Driver(said, desk(front=1))
    assert driver.step().intent == Window("activate", 2, "notes0 - Mousepad")
    driver.show(desk(front=2))
    question = driver.step()
    assert question.text.startswith("“Save” is not in this window but in")


def test_the_words_themselves_read_in_a_terminal_are_no_target():
    terminal = win(7, "Terminal", "xterm", PAGE, is_active=True)
    editor = win(2, "notes0 - Mousepad", "mousepad", SIDE)
    typed = line("$ ./run do 'click Print in Mousepad'", Rect(4, 4, 400, 16), window_id=7)
    both = screen([terminal, editor], desk(front=2).reader.elements, [typed])
    first = Driver("click Print in Mousepad", both).decide()
    assert first.intent == Window("activate", 2, "notes0 - Mousepad")


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        ("tick Wrap and press Ruler in Mousepad", ["click Wrap", "click Ruler"]),
        ("in Mousepad: tick Wrap and press Ruler", ["click Wrap", "click Ruler"]),
        ("in Mousepad, tick Wrap, then press Ruler", ["click Wrap", "click Ruler"]),
        ("click Wrap, Print and Ruler in Mousepad", ["click Wrap", "click Print", "click Ruler"]),
    ],
)
def test_a_list_is_done_in_the_window_that_is_named_at_one_end_of_it(said, steps):
    driver = Driver(said, with_box(desk(front=1)))
    assert driver.step().intent == Window("activate", 2, "notes0 - Mousepad")
    driver.show(with_box(desk(front=2)))
    assert [told_one(driver) for _ in steps] == steps
    assert driver.step().outcome is Outcome.DONE


def with_box(seen):
    more = [
        element(name, role, Rect(x, 60, 60, 16), window_id=2)
        for name, role, x in (("Wrap", "checkbox", 910), ("Ruler", "button", 980))
    ]
    return seen.with_elements(*more)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("click Save, then press Print in Mousepad", "click Save"),
        ("click Save. Press Print in Mousepad", "click Save"),
        ("copy and paste in Mousepad", "copy"),
        ("press Ctrl+C and click Print in Mousepad", "keys ctrl+c"),
    ],
)
def test_what_is_no_list_is_done_in_the_window_in_front(said, first):
    assert told(said, desk(front=1)).split("; ")[0] == first


def test_what_follows_is_told_with_the_window_that_comes_up():
    first = Driver("click Print and Ruler in Mousepad", desk(front=1)).decide()
    assert first.upcoming == ("Click “Print” in “Mousepad”", "Click “Ruler in Mousepad”")


@pytest.mark.parametrize(
    "said",
    [
        "click Address and search bar in Chromium",
        "click the Address and search bar in Chromium",
        "in Chromium, click Address and search bar",
    ],
)
def test_a_long_name_in_the_named_window_is_no_list(said):
    form = web_form().with_elements(element("Address and search bar", "field", Rect(9, 9, 90, 20)))
    editor = win(2, "notes0 - Mousepad", "mousepad", SIDE, is_active=True)
    page = replace(form.observation.windows[0], is_active=False)
    driver = Driver(said, screen([editor, page], []))
    assert driver.step().intent == Window("activate", 5, "Order - Chromium")
    driver.show(form)
    assert driver.step().sentence == "Click “Address and search bar”"
    assert driver.step().outcome is Outcome.DONE
    assert told(said, form) == "click Address and search bar"


def test_a_key_is_pressed_though_something_here_has_it_in_its_name():
    form = web_form().with_elements(
        element("Chromium", "button", Rect(1200, 10, 40, 30)),
        element(
            "Remove suggestion, press Enter to remove",
            "button",
            Rect(700, 60, 40, 20),
            window_id=5,
            window_title="Order - Chromium",
        ),
    )
    assert told("press Enter in Chromium", form) == "keys enter"


def test_the_window_is_the_one_in_front():
    gimp = win(9, "The Gimp", "the gimp", SIDE)
    both = screen([*desk(front=1).observation.windows, gimp], desk(front=1).reader.elements)
    assert told("click Save in the window", both) == "click Save"


def test_a_row_that_is_called_like_a_window_is_meant_before_it():
    places = table()
    other = win(9, "Ostsee", "mousepad", SIDE)
    both = screen([*places.observation.windows, other], places.reader.elements)
    assert told("click Edit in Ostsee", both) == "click Edit[Ostsee]"


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("type Anna into Name", "write 'Anna' @Name"),
        ("type Anna into the Name", "write 'Anna' @Name"),
        ("scroll Notes down", "scroll down 5 @Notes"),
    ],
)
def test_a_field_in_front_is_meant_before_a_window_of_its_name(said, done):
    form = web_form()
    others = [win(9, "Name", "a", SIDE), win(10, "Notes", "b", SIDE)]
    both = screen([*form.observation.windows, *others], form.reader.elements)
    assert told(said, both) == done


def test_what_does_not_scroll_is_no_place_to_turn_the_wheel():
    other = win(2, "Garden - Chromium", "chromium", SIDE)
    menu = element("Chromium", "button", Rect(80, 10, 30, 20), window_id=1)
    both = screen([desk(front=1).observation.windows[0], other], [menu])
    driver = Driver("scroll down in Chromium", both)
    assert driver.step().intent == Window("activate", 2, "Garden - Chromium")
    alone = screen([desk(front=1).observation.windows[0]], [menu])
    ended = Driver("scroll down in Chromium", alone).step()
    assert ended.outcome is Outcome.NOT_FOUND
    assert "does not scroll" in ended.message


def test_a_button_whose_name_ends_with_a_window_is_meant_before_it():
    both = desk(front=1).with_elements(
        element("Open in Mousepad", "button", Rect(80, 10, 90, 20), window_id=1)
    )
    assert told("click Open in Mousepad", both) == "click Open in Mousepad"


def test_a_place_in_the_named_window_is_a_place_there():
    places = table()
    page = win(1, "News - Mozilla Firefox", "firefox-esr", PAGE, is_active=True)
    behind = screen([page, replace(places.observation.windows[0], is_active=False)], [])
    driver = Driver("in Places, click Edit in the Ostsee row", behind)
    assert driver.step().intent == Window("activate", 6, "Places")
    driver.show(places)
    assert driver.step().element.parent_name == "Ostsee"


def test_of_several_windows_of_the_program_the_user_chooses():
    driver = Driver("in Mousepad, type hello", desk(front=1, sheets=2))
    question = driver.step()
    assert isinstance(question, Question)
    assert [c.name for c in question.candidates] == ["notes0 - Mousepad", "notes1 - Mousepad"]
    driver.chosen = 2
    assert driver.step().intent == Window("activate", 3, "notes1 - Mousepad")
    driver.show(desk(front=3, sheets=2))
    assert driver.step().intent.text == "hello"


def test_one_of_several_that_is_in_front_is_the_one_that_is_meant():
    assert told("type hello in Mousepad", desk(front=2, sheets=2)) == "write 'hello'"


def test_a_window_called_shell_is_meant_before_the_one_in_front():
    shell = win(9, "Shell", "xterm", SIDE)
    page = win(1, "News - Mozilla Firefox", "firefox-esr", PAGE, is_active=True)
    first = Driver("in Shell, type hello", screen([page, shell], [])).decide()
    assert first.intent == Window("activate", 9, "Shell")


def test_no_window_of_that_name_is_said_and_nothing_is_pressed():
    finish = Driver("press Ctrl+S in Blender", desk(front=1)).decide()
    assert finish.outcome is Outcome.NOT_FOUND
    finish = Driver("in Blender, reload", desk(front=1)).decide()
    assert isinstance(finish, Finish)
    assert finish.message.startswith("No window is called “Blender”. Open are:")


def test_keys_go_nowhere_when_the_window_does_not_come_up():
    driver = Driver("in Mousepad, select all", desk(front=1))
    driver.step()
    finish = driver.step()
    assert finish.outcome is Outcome.FAILED
    assert "did not come to the front" in finish.message


def test_a_part_of_a_title_names_no_window():
    assert told("type Anna into News", desk(front=2)) == "not_found"


def test_a_title_bar_covers_what_lies_below_it():
    seen = desk(front=1)
    browser, editor = seen.observation.windows
    low = replace(browser, rect=Rect(0, 100, 1280, 700), frame=Rect(0, 0, 1280, 800))
    covered = screen([low, editor], seen.reader.elements)
    first = Driver("click Print in Mousepad", covered).step()
    assert first.intent == Window("activate", 2, "notes0 - Mousepad")
