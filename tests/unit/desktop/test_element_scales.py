"""Windows that count in larger pixels lie where they lie, near the screen's corner too."""

import pytest

from automation.core.geometry import Rect
from automation.desktop.elements.naming import (
    AS_IT_IS,
    FRAME_MATCH,
    ToPixels,
    in_pixels,
    surfaces_of,
)
from automation.desktop.elements.nodes import Node
from automation.desktop.elements.reader import DesktopReader
from tests.fakes.fake_bus import FakeBus, Thing
from tests.unit.desktop.element_scenes import PID, frame, look, named, window

NEAR_CORNER = Rect(60, 50, 860, 660)
AT_125 = Rect(48, 40, 688, 528)
"""What a Qt window at `NEAR_CORNER` says of itself at a scale of 125 %."""


def top_level(box, name="Editor"):
    return Node((":1.0", "/top"), None, 23, name, 0, box)


def way_of(reported, true):
    (surface,) = surfaces_of([top_level(reported)], [window(rect=true)])
    return surface.to_pixels


def test_a_scale_is_found_where_what_the_window_says_fits_too():
    assert AT_125.overlap(NEAR_CORNER) >= FRAME_MATCH  # so that the plain box would do
    assert way_of(AT_125, NEAR_CORNER) == ToPixels(1.25)


def test_boxes_near_the_corner_are_device_pixels_at_125_percent():
    field = Thing(79, "Name", Rect(160, 80, 400, 24))
    bus = FakeBus((PID, [frame(field, box=AT_125)]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look(window(rect=NEAR_CORNER))), "Name")
    assert found.box == Rect(200, 100, 500, 30)
    assert reader.refreshed(found).box == found.box


@pytest.mark.parametrize("scale", [1.06, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0])
@pytest.mark.parametrize("corner", [(0, 0), (10, 6), (60, 50), (400, 300)])
def test_every_scale_is_found_at_every_distance_from_the_corner(scale, corner):
    true = Rect(*corner, 990, 660)
    said = Rect(*(round(side / scale) for side in (true.x, true.y, true.w, true.h)))
    (child,) = in_pixels([top_level(said)], way_of(said, true))
    assert child.box.overlap(true) > 0.99


def test_a_dialog_of_the_right_size_stands_where_its_window_does():
    true = Rect(477, 210, 226, 100)
    (button,) = in_pixels(
        [top_level(Rect(526, 294, 80, 24))], way_of(Rect(477, 229, 226, 100), true)
    )
    assert button.box == Rect(526, 275, 80, 24)


def test_a_title_bar_that_is_counted_in_is_no_scale():
    assert way_of(Rect(0, 0, 200, 130), Rect(0, 30, 200, 100)) == AS_IT_IS


def test_a_shadow_is_no_scale_though_one_fits_a_little_better():
    true, said = Rect(0, 0, 352, 202), Rect(26, 23, 300, 150)
    assert said.overlap(true) < ToPixels(1.25).box(said).overlap(true)
    assert way_of(said, true) == AS_IT_IS


def test_a_scale_that_alone_fits_needs_no_lead():
    true, said = Rect(0, 0, 300, 180), Rect(0, 0, 240, 100)
    fits = said.overlap(true), ToPixels(1.25).box(said).overlap(true)
    assert fits[0] < FRAME_MATCH <= fits[1]
    assert way_of(said, true) == ToPixels(1.25)
