"""A look without a run: which window is meant, and the picture with the names on it. The rest on a real desktop."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from app.look import Look, NoLook, drawn, free_place, window_meant
from automation.core.geometry import Rect
from automation.core.proposal import Outcome
from automation.screen.refs import RefBook
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

INK = (20, 24, 32)


def _seen(*windows):
    return screen(windows, []).observation


LETTER = win(1, "Letter - Writer", "soffice", is_active=True)
SHEET = win(2, "Sums - Calc", "soffice")
NOTES = win(3, "Letter", "mousepad")


def test_without_words_the_window_in_front_is_meant():
    assert window_meant(_seen(SHEET, LETTER), "") == LETTER


@pytest.mark.parametrize(
    ("words", "meant"),
    [("calc", SHEET), ("letter", NOTES), ("mousepad", NOTES), ("writer", LETTER)],
)
def test_a_window_is_meant_by_its_title_or_its_program(words, meant):
    assert window_meant(_seen(LETTER, SHEET, NOTES), words) == meant


@pytest.mark.parametrize(
    ("words", "outcome"), [("soffice", Outcome.AMBIGUOUS), ("payroll", Outcome.NOT_FOUND)]
)
def test_several_windows_or_none_are_told(words, outcome):
    with pytest.raises(NoLook, match="Sums - Calc") as told:
        window_meant(_seen(LETTER, SHEET), words)
    assert told.value.outcome is outcome


def test_our_own_windows_and_minimised_ones_are_not_looked_at():
    own, small = win(4, "Own", "deskhand", is_own=True), win(5, "Small", "x", is_minimised=True)
    with pytest.raises(NoLook):
        window_meant(_seen(own, small), "")
    with pytest.raises(NoLook):
        window_meant(_seen(own, small), "own")


def test_windows_that_are_never_looked_at_are_told_to_nobody():
    def is_private(window):
        return window == SHEET

    for words in ("payroll", "soffice", "calc"):
        with pytest.raises(NoLook) as told:
            window_meant(_seen(SHEET, LETTER, win(7, "Draft", "soffice")), words, is_private)
        assert "Sums" not in str(told.value)


def test_the_names_are_drawn_at_what_can_be_used_and_shows():
    things = [
        element("Save", "button", Rect(200, 200, 80, 24), window_id=1),
        element("Gone", "button", Rect(200, 400, 80, 24), window_id=1, states=states() - {"enabled"}),
        element("Under", "button", Rect(700, 500, 80, 24), window_id=1),
    ]  # fmt: skip
    over = win(9, "Over", "x", Rect(600, 450, 300, 200))
    seen = screen([over, LETTER], things).observation
    listing = RefBook().listing(things, windows=(LETTER,))
    picture = Image.open(BytesIO(drawn(Look(seen, LETTER, listing)))).convert("RGB")
    assert picture.size == (1280, 800)
    inked = [name for name, box in (
        ("Save", (200, 200, 280, 224)), ("Gone", (200, 400, 280, 424)), ("Under", (700, 500, 780, 524)),
    ) if INK in {color for _, color in picture.crop(box).getcolors(1 << 20)}]  # fmt: skip
    assert inked == ["Save"]


def test_tags_of_things_in_one_place_cover_no_other_tag():
    area, box, taken = Rect(0, 0, 400, 400), Rect(200, 200, 80, 24), []
    for _ in range(4):
        taken.append(free_place(box, 30, area, taken))
    assert all(one.intersection(other).area == 0 for one, other in combinations(taken, 2))
    assert all(tag.intersection(area) == tag for tag in taken)


def test_a_tag_stays_on_the_picture():
    area = Rect(0, 0, 400, 400)
    for box in (Rect(0, 0, 400, 400), Rect(0, 0, 20, 20), Rect(380, 380, 20, 20)):
        tag = free_place(box, 30, area, [])
        assert tag.intersection(area) == tag
