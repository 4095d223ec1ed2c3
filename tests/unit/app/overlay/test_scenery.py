"""What the marks of a proposal must know of the screen below them."""

import pytest

from app.gui.overlay.placement import MonitorMap
from app.gui.overlay.scenery import Scenery
from app.gui.overlay.shapes import Box
from app.gui.widgets.theme import Theme
from automation.core.geometry import Rect
from tests.fakes import overlay_scenes as scenes

LEFT_OF_SAVE = Rect(500, 600, 45, 14)


def marks(seen):
    (shapes,) = Scenery(Theme("light"), seen).marks(scenes.click(), scenes.risk(1)).values()
    return len(shapes)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("level", "left_out"), [(150, 1), (210, 0)], ids=["words", "a grid"])
def test_no_tick_is_drawn_over_faint_words_and_one_is_over_a_line_of_a_grid(level, left_out):
    seen = scenes.observation()
    count = marks(seen)
    seen.frame.crop(LEFT_OF_SAVE).pixels[:, ::3] = level
    assert marks(seen) == count - left_out


@pytest.mark.usefixtures("qapp")
def test_a_tick_beyond_the_picture_is_no_error():
    seen = scenes.observation(size=(560, 640))
    assert marks(seen) > 0


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_a_box_gives_the_device_pixels_that_it_touches(ratio):
    view = MonitorMap(Rect(1000, 0, 800, 600), ratio)
    rect = Rect(1100, 50, 40, 20)
    box = view.to_box(rect).grown(-0.1)
    assert view.to_rect(box) == rect
    assert view.to_rect(Box(-50, -50, 60, 60)).x == 1000
