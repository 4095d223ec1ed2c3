"""The next page, the previous picture: what turns them over, also a button that shows a sign."""

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, win

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
