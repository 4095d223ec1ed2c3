"""Controls found on recorded pictures of toolkits that show no tree: Tk and Swing, in several themes."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.desktop.elements.drawn import (
    MARGIN_PX,
    inside_of,
    knob_at,
    mark_at,
    on_picture,
    without_caret,
)
from tests.fakes.fake_reader import line

PICTURES = Path(__file__).with_name("drawn")
TK, SWING = ("tk-clam", "tk-default"), ("swing-metal", "swing-nimbus", "swing-gtk")
ORIGIN = ScreenPoint(40, 70)


def recorded(name):
    colours = np.asarray(Image.open(PICTURES / f"{name}.png").convert("RGB"))[:, :, ::-1]
    pixels = np.zeros((*colours.shape[:2], 4), np.uint8)
    pixels[:, :, :3] = colours
    return Frame(pixels, ORIGIN, 0.0)


def window(frame):
    return WindowInfo(1, "Form", "form", 7, frame.rect, is_active=True)


def shown(name, lines=()):
    frame = recorded(name)
    return on_picture(frame, lines, window(frame))


def kinds(found):
    return [control.role for control in found.controls if not control.name]


@pytest.mark.parametrize("name", TK)
def test_the_controls_of_a_tk_form_are_told_by_their_shapes(name):
    wanted = ["field", "field", "field", "combo", "spinner", "field", "slider"]
    assert kinds(shown(name)) == wanted


@pytest.mark.parametrize("name", SWING)
def test_the_controls_of_a_swing_form_are_told_by_their_shapes(name):
    wanted = ["field", "field", "combo", "spinner", "field", "slider"]
    assert kinds(shown(name)) == wanted


BOXES = {
    "tk-clam": {"Life": (365, 141, 70, False), "Gear": (365, 170, 70, True)},
    "tk-default": {"Life": (361, 131, 70, False), "Gear": (361, 158, 70, True)},
    "swing-metal": {"Slow": (14, 272, 70, False), "Fan": (133, 272, 70, True)},
    "swing-nimbus": {"Slow": (15, 325, 70, False), "Fan": (119, 325, 70, True)},
    "swing-gtk": {"Slow": (12, 315, 70, False), "Fan": (126, 315, 70, True)},
}
"""Name: where its mark begins in the picture, the middle of its row, how long its words are, is it on."""


def words_of(name):
    """The lines as OCR reads them best: each beginning right of its mark."""
    return [
        line(word, Rect(ORIGIN.x + x + 17, ORIGIN.y + y - 9, w, 18), window_id=1)
        for word, (x, y, w, _) in BOXES[name].items()
    ]


@pytest.mark.parametrize("name", BOXES)
def test_a_box_is_called_by_the_words_right_of_it_and_its_picture_tells_whether_it_is_on(name):
    found = {c.name: c for c in shown(name, words_of(name)).controls if c.name}
    assert found.keys() == BOXES[name].keys()
    for word, (_, _, _, is_on) in BOXES[name].items():
        assert "checkable" in found[word].states
        assert ("checked" in found[word].states) == is_on
        again = mark_at(recorded(name), found[word].box)
        assert again is not None
        assert again.is_on == is_on


@pytest.mark.parametrize("name", ["tk-clam", "swing-metal", "swing-nimbus", "swing-gtk"])
def test_squares_are_check_boxes_and_circles_are_radio_buttons(name):
    found = shown(name, words_of(name)).controls
    assert {c.role for c in found if c.name} == {"checkbox"}


def test_a_line_that_was_read_through_marks_is_cut_at_them():
    """OCR reads "Bisque Glost" as one line, a mark between the words and one before them."""
    frame = recorded("swing-metal")
    text = "O Bisque O Glost"
    at = [19, 32, *range(36, 85, 8), 90, 97, 113, *range(118, 154, 7)]
    edges = tuple(ORIGIN.x + x for x in at[: len(text) + 1])
    box = Rect(edges[0], ORIGIN.y + 225, edges[-1] - edges[0], 20)
    found = on_picture(frame, [line(text, box, window_id=1, edges=edges)], window(frame))
    named = {c.name: c for c in found.controls if c.name}
    assert list(named) == ["Bisque", "Glost"]
    assert "checked" not in named["Bisque"].states
    assert "checked" in named["Glost"].states
    assert found.lines == ()


@pytest.mark.parametrize("name", [*TK, *SWING])
def test_the_knob_of_a_slider_is_found_again(name):
    slider = shown(name).controls[-1]
    knob = knob_at(recorded(name), slider.box)
    assert knob is not None
    assert slider.box.contains(knob.center)
    assert slider.box.x < knob.x < slider.box.center.x


def test_where_no_radio_button_is_on_their_state_is_not_told():
    """In Motif's look the one that is on has another colour alone."""
    pixels = np.full((60, 120, 4), 0xC0, np.uint8)
    for x in (10, 60):
        disc = (np.indices((13, 13)) - 6) ** 2
        ring = (disc.sum(axis=0) <= 40) & (disc.sum(axis=0) > 28)
        pixels[20:33, x : x + 13, :3][ring] = 0x30
    frame = Frame(pixels, ORIGIN, 0.0)
    lines = [
        line(word, Rect(ORIGIN.x + x, ORIGIN.y + 18, 24, 18), window_id=1)
        for word, x in (("On", 27), ("Off", 77))
    ]
    found = on_picture(frame, lines, window(frame)).controls
    assert [(c.role, c.name) for c in found] == [("radio", "On"), ("radio", "Off")]
    assert not any("checkable" in c.states for c in found)


def test_letters_before_words_are_no_marks():
    pixels = np.full((60, 200, 4), 0xFF, np.uint8)
    disc = ((np.indices((13, 13)) - 6) ** 2).sum(axis=0)
    ring = (disc <= 40) & (disc > 18)
    for x in (30, 46):  # "OO Gauge": letters of one word
        pixels[20:33, x : x + 13, :3][ring] = 0
    frame = Frame(pixels, ORIGIN, 0.0)
    words = line("Gauge", Rect(ORIGIN.x + 66, ORIGIN.y + 18, 50, 18), window_id=1)
    assert on_picture(frame, [words], window(frame)).controls == ()


def test_a_text_cursor_is_no_letter():
    pixels = np.full((20, 90, 4), 0xFF, np.uint8)
    pixels[6:15, 10:12, :3] = 0  # the upright of a letter
    pixels[3:18, 30:32, :3] = 0  # the cursor
    plain = without_caret(pixels)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
    assert (plain[6:15, 10:12, :3] == 0).all()
    assert (plain[:, 30:32, :3] == 0xFF).all()


def test_a_text_cursor_as_high_as_its_field_hides_nothing_of_it():
    pixels = np.full((20, 120, 4), 0x60, np.uint8)
    pixels[2:18, 2:98, :3] = 0xFF
    pixels[2:18, 102:118, :3] = 0xD0  # what its arrows are drawn on
    pixels[0:20, 30:32, :3] = 0
    inside = inside_of(Frame(pixels, ORIGIN, 0.0)).rect
    assert (inside.x - ORIGIN.x, inside.right - ORIGIN.x) == (2, 98)
