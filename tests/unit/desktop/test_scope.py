"""Which window a pixel belongs to, as the reader of elements sees it."""

from dataclasses import replace

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements import nodes
from tests.fakes.screens import screen, win

BELOW = win(1, "Form", "form", Rect(0, 0, 800, 600))
ABOVE = win(2, "notes", "mousepad", Rect(100, 130, 300, 200), is_active=True)
TITLE_BAR = ScreenPoint(200, 115)


def test_a_title_bar_hides_what_lies_below_it():
    framed = replace(ABOVE, frame=Rect(96, 100, 308, 234))
    assert nodes.window_at(screen([framed, BELOW], []).observation, TITLE_BAR) == framed


def test_a_window_without_a_frame_ends_at_its_edge():
    assert nodes.window_at(screen([ABOVE, BELOW], []).observation, TITLE_BAR) == BELOW
