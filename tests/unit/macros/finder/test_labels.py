"""A name and the label beside it: another label means another thing."""

import pytest

from automation.core.geometry import Rect
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import landmark, searched
from tests.fakes.screens import screen, win

WINDOW = win(1, "Convert", "convert", is_active=True)
BROWSE = element("Browse", box=Rect(200, 50, 60, 20))
BESIDE = Rect(110, 50, 80, 20)
TARGET = Target(window="Convert", app="convert", role="button", name="Browse", label="Input file")


def answer(*parts, target=TARGET, lines=()):
    return searched(screen([WINDOW], [BROWSE, *parts], lines), target)


def label(text, box=BESIDE, role="label"):
    return element(text, role, box)


@pytest.mark.parametrize("text", ["Input file 2", "Input file format", "Input files"])
def test_label_with_a_word_more_names_another_thing(text):
    assert isinstance(answer(label(text)), Missed)


def test_what_another_label_names_is_not_it():
    missed = answer(label("Output file"))
    assert isinstance(missed, Missed)
    assert missed.why == "missing"
    assert "not beside “Input file”" in missed.sentence


def test_what_another_label_names_is_not_it_on_any_rung():
    marks = tuple(
        landmark(text, Rect(x, 50, 60, 20), BROWSE.box.center)
        for text, x in (("Clear", 300), ("Run", 400))
    )
    target = Target(role="button", name="Browse", label="Input file", text="Browse", near=marks)
    near = [element("Clear", box=Rect(300, 50, 60, 20)), element("Run", box=Rect(400, 50, 60, 20))]
    lines = [line("Browse", BROWSE.box)]
    assert isinstance(answer(label("Output file"), *near, target=target, lines=lines), Missed)


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (label("Input file:"),),
        (label("Input file (required)"),),
        (label("Input file: report.txt"),),
        (label("Input file (required)", Rect(5, 50, 80, 20)), label("none yet")),
        (label("Input file", Rect(190, 5, 80, 20)), label("Output file")),
        (label("Input file", Rect(5, 50, 80, 20)), label("none yet")),
        (label("Input file", Rect(100, 20, 300, 90), "group"), label("none yet")),
        (label("Choose the file that is to be converted into another one"),),
        (label("Output file", Rect(110, 150, 80, 20)),),
    ],
)
def test_only_thing_of_its_name_is_it_where_no_other_label_names_it(parts):
    assert isinstance(answer(*parts), Found)


def test_one_with_the_label_goes_before_one_without():
    other = element("Browse", box=Rect(200, 90, 60, 20))
    found = answer(other, label("Input file", Rect(110, 90, 80, 20)))
    assert found.element == other
