"""The next page, the previous picture: what turns them over, also a button that shows a sign."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import NumberRange
from tests.fakes.driver import Driver, short, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

VIEWER = win(1, "boat.png", "viewer", is_active=True)


def viewer(*buttons, menus=("Image", "Bild", "Go"), more=()):
    return screen(
        [VIEWER],
        [
            *(element(n, "menu", Rect(60 * i, 20, 58, 22)) for i, n in enumerate(menus)),
            *(element(n, "button", Rect(110 * i, 50, 100, 26)) for i, n in enumerate(buttons)),
            element("boat.png", "image", Rect(0, 90, 1200, 600)),
            *more,
        ],
    )


def archive(signs="«‹›»"):  # noqa: RUF001
    """A table over a row of buttons that show signs."""
    cells = [
        element(text, "cell", Rect(20 + 100 * n, 100 + 30 * row, 100, 22))
        for row, texts in enumerate((("5102", "Rowing club"), ("5121", "Opera friends")))
        for n, text in enumerate(texts)
    ]
    buttons = [
        element(sign, "button", Rect(20 + 60 * n, 400, 40, 26)) for n, sign in enumerate(signs)
    ]
    counter = element("Page 1 of 6", "text", Rect(300, 400, 90, 26))
    return screen([VIEWER], [*cells, *buttons, counter])


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Next picture please", "Next"),
        ("next image", "Next"),
        ("show me the next photo", "Next"),
        ("go on to the next picture", "Next"),
        ("on to the next slide", "Next"),
        ("back to the previous image, please", "Previous"),
        ("the previous picture", "Previous"),
        ("nächstes Bild", "Next"),
        ("zum vorherigen Bild", "Previous"),
        ("geh zum nächsten Foto", "Next"),
    ],
)
def test_what_is_next_or_before_is_turned_to(said, name):
    assert told(said, viewer("Previous", "Next", "Zoom")) == f"click {name}"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("nächstes Bild bitte", "Weiter"),
        ("zurück zum vorigen Bild", "Zurück"),
        ("zeig das nächste Foto", "Weiter"),
    ],
)
def test_so_it_is_in_a_german_program(said, name):
    assert told(said, viewer("Zurück", "Weiter", "Drehen")) == f"click {name}"


@pytest.mark.parametrize(
    "said",
    ["next picture", "show the previous image", "nächstes Bild", "next fish", "next image please"],
)
def test_no_menu_that_is_called_picture_is_opened_for_it(said):
    assert told(said, viewer("Zoom", "Rotate")) in ("not_found", "not_understood", "needs_model")


@pytest.mark.parametrize(
    ("said", "sign"),
    [
        ("Jump to the last page", "»"),
        ("go to the last page", "»"),
        ("the first page please", "«"),
        ("next page", "›"),  # noqa: RUF001
        ("back to the previous page", "‹"),  # noqa: RUF001
        ("click last page", "»"),
    ],
)
def test_the_signs_of_pages_are_known(said, sign):
    assert told(said, archive()) == f"click {sign}"


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("next page", "click »"),
        ("go to the previous page", "click «"),
        ("go to the last page", "not_found"),
        ("the first page", "not_found"),
    ],
)
def test_where_only_two_signs_are_they_are_next_and_previous(said, meaning):
    assert told(said, archive("«»")) == meaning


def test_what_is_counted_under_no_heading_is_no_entry_of_another_list():
    seen = archive()
    seen.reader.elements = [e for e in seen.reader.elements if e.role != "button"]
    assert "5121" not in told("go to the last page", seen)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("next, click Zoom", "click Zoom"),
        ("next click Zoom", "click Zoom"),
        ("first click Zoom, then Next", "click Zoom; click Next"),
        ("go over to Zoom", "click Zoom"),
    ],
)
def test_such_a_word_before_a_verb_is_no_name(said, meaning):
    assert told(said, viewer("Next", "Zoom")) == meaning


def reader(label="Go to page", counter="of 312", button="Go", **more):
    """A pager under a text: the page that is shown, and a field for another one."""
    names = [("Page", 500), ("41", 540), (counter, 570), (label, 700)]
    return screen(
        [win(1, "Salt Road", "browser", is_active=True, **more)],
        [
            element("Salt Road", "document", Rect(0, 60, 1280, 740)),
            *(element(n, "text", Rect(x, 700, 8 * len(n), 16)) for n, x in names),
            element(label, "field", Rect(800, 695, 60, 28), states=states("editable"), value=""),
            element("Notes", "field", Rect(20, 100, 400, 28), states=states("editable"), value=""),
            element(button, "button", Rect(870, 695, 48, 28)),
        ],
    )


@pytest.mark.parametrize(
    ("said", "label", "counter", "meaning"),
    [
        ("Go to page 87", "Go to page", "of 312", "write '87' @Go to page; keys enter"),
        ("type 87 into Go to page", "Go to page", "", "write '87' @Go to page; keys enter"),
        ("set the page to 87", "Page", "of 312", "write '87' @Page; keys enter"),
        ("gib 87 bei Gehe zu Seite ein", "Gehe zu Seite", "", "write '87' @Gehe zu Seite; keys enter"),
        ("set the page to 87", "Page", "", "write '87' @Page"),
        ("set the notes to 87", "Go to page", "of 312", "write '87' @Notes"),
    ],
)  # fmt: skip
def test_a_pager_takes_its_number_by_enter(said, label, counter, meaning):
    seen = reader(label, counter)
    if label == "Page":
        seen.reader.elements = [
            e for e in seen.reader.elements if (e.name, e.role) != ("Page", "text")
        ]
    assert told(said, seen).replace(" over", "") == meaning


def test_a_pager_that_counts_takes_its_number_by_enter_too():
    box = element("Page", "spinner", Rect(800, 695, 60, 28), states=states("editable"), value="41")
    seen = screen([VIEWER], [box, element("of 312", "text", Rect(870, 700, 60, 16))])
    seen.reader.numbers[box.handle] = NumberRange(41, 1, 312, 1)
    driver = Driver("set the page to 87", seen)
    driver.step()
    seen.reader.numbers[box.handle] = NumberRange(87, 1, 312, 1)
    assert [short(step) for step in driver.all()] == ["keys enter", "done"]


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("type 87 into Go to page and press Go", "click Go"),
        ("type 87 into Go to page, then click Go", "click Go"),
        ("type 87 into Go to page and press Enter", "keys enter"),
    ],
)
def test_what_is_said_to_go_there_is_pressed_alone(said, then):
    assert told(said, reader()) == f"write '87' @Go to page; {then}"


def list_of_climbs():
    pages = [element(f"Page {n}", "button", Rect(40 * n, 700, 36, 30)) for n in (1, 2, 3)]
    entries = [element(n, "list_item", Rect(20, 100, 300, 28)) for n in ("Georgia", "Sepia")]
    return screen([VIEWER], [*entries, *pages])


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("turn to page 3 of the list", "click Page 3"),
        ("go to page 2 of the table", "click Page 2"),
        ("zeig Seite 3 der Liste", "click Page 3"),
        ("geh zu Seite 2 der Liste", "click Page 2"),
        ("scroll the text down to the very end", "scroll down 100"),
        ("scroll the letter down", "scroll down 5"),
        ("scroll the map down", "not_found"),
    ],
)
def test_a_part_of_what_is_in_front_is_turned_to(said, meaning):
    assert told(said, list_of_climbs()) == meaning


def test_in_a_dialog_enter_would_press_its_main_button():
    assert told("type 87 into Go to page", reader(is_dialog=True)) == "write '87' @Go to page"


def stops(*buttons, role="button"):
    entries = [
        element(n, "list_item", Rect(20, 100 + 24 * k, 200, 22))
        for k, n in enumerate(("Quay", "Wharf"))
    ]
    parts = [element(n, role, Rect(260, 100 + 40 * k, 60, 28)) for k, n in enumerate(buttons)]
    return screen([VIEWER], [*entries, *parts])


@pytest.mark.parametrize(
    ("said", "seen", "meaning"),
    [
        ("press Up", stops("Up", "Down"), "click Up"),
        ("select Wharf and press Up", stops("Up", "Down"), "click Wharf; click Up"),
        ("hit down", stops("Up", "Down"), "click Down"),
        ("press Left", stops("Left", "Right"), "click Left"),
        ("press the Up key", stops("Up", "Down"), "keys up"),
        ("press the up arrow", stops("Up", "Down"), "keys up"),
        ("press arrow up", stops("Up", "Down"), "keys up"),
        ("press Up", stops("Up one", "Down"), "keys up"),
        ("press Up", stops("Up", "Up"), "keys up"),
        ("press Up", stops("Up", role="column_header"), "keys up"),
        ("press Enter", stops("Enter"), "keys enter"),
        ("press Tab", stops("Tab"), "keys tab"),
    ],
)
def test_an_arrow_is_no_key_where_one_button_is_called_so(said, seen, meaning):
    assert told(said, seen) == meaning
