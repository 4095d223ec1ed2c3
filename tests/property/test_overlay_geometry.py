"""Placement never covers the pixel that is pressed; conversions go there and back."""

from hypothesis import given
from hypothesis import strategies as st

from app.gui.overlay.placement import NEAR, MonitorMap, Scene, place_card, place_pill
from app.gui.overlay.shapes import Box, Spot
from automation.core.geometry import Rect, ScreenPoint

RATIOS = st.sampled_from([1.0, 1.25, 1.5, 1.75, 2.0, 3.0])
MONITORS = st.builds(lambda w, h: Box(0, 0, w, h), st.integers(1024, 5120), st.integers(700, 2880))
CARDS = st.tuples(st.integers(320, 448), st.integers(150, 480))


@st.composite
def scenes(draw):
    monitor = draw(MONITORS)
    x = draw(st.integers(0, int(monitor.w) - 1))
    y = draw(st.integers(0, int(monitor.h) - 1))
    width, height = draw(st.integers(4, 300)), draw(st.integers(4, 60))
    target = Box(x - width / 2, y - height / 2, width, height).cut(monitor)
    has_window = draw(st.booleans())
    window = Box(x / 2, y / 2, monitor.w - x / 2, monitor.h - y / 2) if has_window else None
    return Scene(monitor, (Spot(x, y),), (target,), window)


@given(scenes(), CARDS)
def test_a_card_lies_inside_its_monitor_and_covers_no_target(scene, size):
    corner = place_card(*size, scene)
    card = Box(corner.x, corner.y, *size)
    assert scene.monitor.holds(card)
    assert card.overlap(scene.targets[0]) == 0
    point = scene.points[0]
    assert card.overlap(Box(point.x - 1, point.y - 1, 2, 2)) == 0


@given(scenes(), CARDS)
def test_a_card_is_always_placed_the_same(scene, size):
    assert place_card(*size, scene) == place_card(*size, scene)


@given(scenes(), CARDS)
def test_a_card_keeps_off_the_pill_where_it_can(scene, size):
    pill = Box(scene.monitor.w / 2 - 180, 8, 360, 36)
    corner = place_card(
        *size, Scene(scene.monitor, scene.points, scene.targets, scene.window, (pill,))
    )
    assert Box(corner.x, corner.y, *size).overlap(pill) == 0


@given(MONITORS, CARDS)
def test_a_card_over_a_target_as_large_as_the_monitor_still_leaves_the_pixel_free(monitor, size):
    point = Spot(monitor.w / 2, monitor.h / 2)
    corner = place_card(*size, Scene(monitor, (point,), (monitor,), monitor))
    card = Box(corner.x, corner.y, *size)
    assert monitor.holds(card)
    assert card.overlap(Box(point.x - 1, point.y - 1, 2, 2)) == 0


@given(scenes())
def test_the_pill_lies_at_the_top_or_the_bottom_and_never_on_the_pixel(scene):
    corner = place_pill(360, 36, scene)
    pill = Box(corner.x, corner.y, 360, 36)
    point = scene.points[0]
    assert scene.monitor.holds(pill)
    assert pill.overlap(Box(point.x - 1, point.y - 1, 2, 2)) == 0


@given(
    st.integers(-4000, 4000),
    st.integers(-4000, 4000),
    st.integers(0, 3839),
    st.integers(0, 2159),
    RATIOS,
)
def test_a_pixel_survives_the_way_to_logical_and_back(left, top, x, y, ratio):
    view = MonitorMap(Rect(left, top, 3840, 2160), ratio)
    pixel = ScreenPoint(left + x, top + y)
    assert view.to_screen(view.to_spot(pixel)) == pixel


@given(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4), RATIOS)
def test_a_logical_point_always_becomes_a_pixel_of_its_monitor(x, y, ratio):
    view = MonitorMap(Rect(1920, 0, 1280, 800), ratio)
    assert view.rect.contains(view.to_screen(Spot(x, y)))


def test_stop_stays_in_view_beside_a_target_that_fills_most_of_a_small_monitor():
    monitor, pill = Box(0, 0, 960, 540), Box(290, 8, 380, 36)  # full HD at 200 %
    field = Box(320, 176, 322, 220)
    corner = place_card(400, 340, Scene(monitor, (), (field,), None, (pill,)))
    assert Box(corner.x, corner.y, 400, 340).overlap(pill) == 0


@given(scenes(), CARDS)
def test_a_card_stands_in_sight_of_its_target(scene, size):
    corner = place_card(*size, scene)
    card, target = Box(corner.x, corner.y, *size), scene.targets[0]
    across = max(target.x - card.right, card.x - target.right)
    down = max(target.y - card.bottom, card.y - target.bottom)
    assert max(across, down) <= NEAR


@given(st.lists(st.tuples(st.integers(0, 1365), st.integers(0, 767)), min_size=1, max_size=3))
def test_the_pill_lies_on_no_target_however_many_there_are(points):
    monitor, spots = Box(0, 0, 1366, 768), tuple(Spot(*point) for point in points)
    corner = place_pill(360, 36, Scene(monitor, spots))
    pill = Box(corner.x, corner.y, 360, 36)
    assert monitor.holds(pill)
    assert all(pill.overlap(Box(s.x - 1, s.y - 1, 2, 2)) == 0 for s in spots)


def test_a_card_leaves_the_steps_in_our_window_free():
    monitor, ours = Box(0, 0, 1920, 1080), Box(1300, 100, 560, 800)
    field, window = Box(1000, 500, 200, 30), Box(100, 100, 1150, 800)
    points = (Spot(1100, 515),)
    corner = place_card(400, 340, Scene(monitor, points, (field,), window, (), (ours,)))
    assert Box(corner.x, corner.y, 400, 340).overlap(ours) == 0
