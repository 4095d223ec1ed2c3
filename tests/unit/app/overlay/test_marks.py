import pytest

from app.gui.overlay.marks import NOWHERE, Surroundings, marks
from app.gui.overlay.placement import MonitorMap
from app.gui.overlay.shapes import (
    Box,
    Cap,
    Circle,
    FieldText,
    Fill,
    Line,
    Rounded,
    Spot,
    Stroke,
    Tag,
    bounds,
)
from automation.core.actions import Aim, Click, HoldAndTap, Hotkey, Move, Scroll, Wait
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Proposal
from tests.fakes import overlay_scenes as scenes

VIEW = MonitorMap(Rect(0, 0, 1280, 800))


def drawn(proposal, level=1, around=NOWHERE, view=VIEW, **more):
    return marks(proposal, scenes.risk(level), view, lambda text: 7.0 * len(text), around, **more)


def of(kind, shapes):
    return [shape for shape in shapes if isinstance(shape, kind)]


def dots(shapes):
    return [s.outline.center for s in of(Fill, shapes) if isinstance(s.outline, Circle)]


def at(x, y, **more):
    return Proposal(Click(Aim(ScreenPoint(x, y)), **more))


def test_a_known_element_gets_a_frame_five_outside_four_ticks_and_a_dot_on_the_pixel():
    assert drawn(scenes.click()) == (
        Stroke(Rounded(Box(550, 590, 126, 40), 5), "r1"),
        Stroke(Line((Spot(612.5, 574), Spot(612.5, 584))), "r1", 2.0),
        Stroke(Line((Spot(612.5, 636), Spot(612.5, 646))), "r1", 2.0),
        Stroke(Line((Spot(534, 609.5), Spot(544, 609.5))), "r1", 2.0),
        Stroke(Line((Spot(682, 609.5), Spot(692, 609.5))), "r1", 2.0),
        Fill(Circle(Spot(612.5, 609.5), 3.0), "r1"),
    )


def ticks(shapes):
    lines = [s.outline for s in of(Stroke, shapes) if isinstance(s.outline, Line)]
    return {line.points[0] for line in lines}


def test_no_tick_lies_on_what_is_written_beside_the_element():
    word = Rect(490, 600, 50, 14)
    around = Surroundings(is_plain=lambda rect: rect.intersection(word).area == 0)
    left = Spot(534, 609.5)
    assert ticks(drawn(scenes.click())) - ticks(drawn(scenes.click(), around=around)) == {left}


@pytest.mark.parametrize("ratio", [1.0, 1.5])
def test_a_tick_asks_for_the_device_pixels_that_it_covers_with_its_casing(ratio):
    asked = []
    around = Surroundings(is_plain=lambda rect: bool(asked.append(rect)) or True)
    drawn(scenes.click(), around=around, view=MonitorMap(Rect(100, 0, 1280, 800), ratio))
    (left,) = [rect for rect in asked if rect.right <= scenes.SAVE.x]
    reach = [scenes.SAVE.x - edge * ratio for edge in (5 + 16 + 3.5, 5 + 6 - 3.5)]
    assert (left.x, left.right) == pytest.approx(reach, abs=1)
    assert left.contains(ScreenPoint(left.x, scenes.POINT.y))


def test_no_tick_lies_on_the_triangle_of_what_is_hard_to_undo():
    near = scenes.click(point=ScreenPoint(668, 600))
    assert len(ticks(drawn(near))) == len(ticks(drawn(near, level=3))) + 1


def test_a_point_without_an_element_gets_a_ring_and_a_cross_that_leaves_the_pixel_free():
    ring, *cross, dot = drawn(at(100, 200))
    assert ring == Stroke(Circle(Spot(100.5, 200.5), 24.0), "r1")
    assert [line.outline for line in cross] == [
        Line((Spot(93.5, 200.5), Spot(86.5, 200.5))),
        Line((Spot(107.5, 200.5), Spot(114.5, 200.5))),
        Line((Spot(100.5, 193.5), Spot(100.5, 186.5))),
        Line((Spot(100.5, 207.5), Spot(100.5, 214.5))),
    ]
    assert dot == Fill(Circle(Spot(100.5, 200.5), 2.5), "r1")


def test_an_element_that_does_not_hold_the_pixel_is_not_framed():
    elsewhere = scenes.click(point=ScreenPoint(10, 10))
    assert drawn(elsewhere)[0] == Stroke(Circle(Spot(10.5, 10.5), 24.0), "r1")


@pytest.mark.parametrize(("ratio", "expected"), [(1.0, 612.5), (1.25, 490.0), (2.0, 306.25)])
def test_the_dot_sits_on_the_centre_of_the_device_pixel_at_any_scale(ratio, expected):
    view = MonitorMap(Rect(0, 0, 1280, 800), ratio)
    assert dots(drawn(scenes.click(), view=view))[0].x == pytest.approx(expected)


def test_only_looking_is_dotted():
    ring = drawn(Proposal(Move(Aim(ScreenPoint(50, 50)))), level=0)[0]
    assert ring.dashes == (2.0, 7.0)
    assert ring.ink == "r0"


def test_what_has_an_effect_has_four_diamonds_on_the_frames_corners():
    diamonds = [s for s in of(Fill, drawn(scenes.click(), level=2)) if isinstance(s.outline, Line)]
    tops = {shape.outline.points[0] for shape in diamonds}
    assert tops == {Spot(550, 584), Spot(676, 584), Spot(550, 624), Spot(676, 624)}


def test_what_is_hard_to_undo_has_two_lines_and_a_triangle():
    shapes = drawn(scenes.click(), level=3)
    frames = [s.outline.box for s in of(Stroke, shapes) if isinstance(s.outline, Rounded)]
    assert frames == [Box(550, 590, 126, 40), Box(544, 584, 138, 52)]
    assert any(isinstance(s.outline, Line) and len(s.outline.points) == 3 for s in of(Fill, shapes))


def test_what_is_not_allowed_has_only_the_octagon():
    octagon, bar = drawn(scenes.click(), level=4)
    assert len(octagon.outline.points) == 8
    assert octagon.ink == "r4"
    assert bar.ink == "casing"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"count": 2}, "×2"),  # noqa: RUF001 - the sign on the screen
        ({"button": "right"}, "right"),
        ({"button": "middle", "count": 2}, "middle ×2"),  # noqa: RUF001 - the sign on the screen
    ],
)
def test_count_and_button_are_always_written(more, words):
    assert [tag.text for tag in of(Tag, drawn(at(100, 100, **more)))] == [words]


@pytest.mark.parametrize("button", ["right", "middle"])
def test_the_sign_of_the_button_and_the_triangle_keep_off_each_other(button):
    point = ScreenPoint(612, 609)
    click = Proposal(Click(Aim(point), button=button), scenes.element())
    shapes = of(Fill, drawn(click, level=3))
    (triangle,) = [s for s in shapes if isinstance(s.outline, Line)]
    (ring,) = [s for s in shapes if isinstance(s.outline, Circle) and s.outline.radius == 9]
    assert bounds(triangle).overlap(bounds(ring)) == 0


def test_a_plain_click_has_no_tag():
    assert of(Tag, drawn(at(100, 100))) == []


def test_modifiers_stand_as_caps_at_the_upper_left():
    caps = of(Cap, drawn(at(100, 100, modifiers=("ctrl", "shift"))))
    assert [cap.text for cap in caps] == ["Ctrl", "Shift"]
    assert all(cap.box.bottom < 76 for cap in caps)


@pytest.mark.parametrize("point", [(3, 3), (1277, 3), (640, 30)])
def test_modifiers_stay_on_the_monitor(point):
    caps = of(Cap, drawn(Proposal(Click(Aim(ScreenPoint(*point)), modifiers=("ctrl", "shift")))))
    assert len(caps) == 2
    assert all(VIEW.size.holds(cap.box) for cap in caps)


def test_a_drag_follows_its_real_path_up_to_the_destinations_frame():
    shapes = drawn(scenes.drag())
    path = next(s for s in of(Stroke, shapes) if s.dashes == (9.0, 6.0))
    assert path.outline.points[:2] == (Spot(300.5, 200.5), Spot(420.5, 230.5))
    assert path.outline.points[-1].y == pytest.approx(400 - 9)
    assert [tag.text for tag in of(Tag, shapes)] == ["1 press", "2 let go"]
    assert Spot(600.5, 420.5) in dots(shapes)


def test_scrolling_shows_three_fading_chevrons_and_the_amount():
    shapes = drawn(Proposal(Scroll("down", 5, Aim(ScreenPoint(400, 300)))))
    chevrons = of(Stroke, shapes)
    assert [round(c.opacity, 1) for c in chevrons] == [1.0, 0.7, 0.4]
    tips = [c.outline.points[1].y for c in chevrons]
    assert tips == sorted(tips)
    assert [tag.text for tag in of(Tag, shapes)] == ["5 lines"]


def test_text_stands_in_its_field_with_its_length_below():
    shapes = drawn(scenes.write())
    (text,) = of(FieldText, shapes)
    assert text.text == "Delivery March↵ Meter 4711"
    assert text.struck == ""
    (tag,) = of(Tag, shapes)
    assert tag.text == "25 characters"
    assert tag.box.y > scenes.NOTE.bottom


def test_overwriting_strikes_what_stands_there():
    (text,) = of(FieldText, drawn(scenes.write(value="old", overwrite=True)))
    assert text.struck == "old"


def test_text_behind_other_text_is_not_drawn_over_it():
    assert of(FieldText, drawn(scenes.write(value="old"))) == []


def test_keys_stand_at_the_lower_edge_of_the_focused_window():
    around = Surroundings(focused=Rect(100, 100, 600, 400))
    caps = of(Cap, drawn(Proposal(Hotkey(("ctrl", "s"))), around=around))
    assert [cap.text for cap in caps] == ["Ctrl", "S"]
    assert all(420 < cap.box.bottom < 500 for cap in caps)


def test_a_held_key_has_a_bar():
    caps = of(Cap, drawn(Proposal(HoldAndTap(("shift",), ("down",)))))
    assert [(cap.text, cap.is_held) for cap in caps] == [("Shift", True), ("↓", False)]


def test_waiting_shows_its_seconds():
    assert any(getattr(shape, "text", "") == "3 s" for shape in drawn(Proposal(Wait(3)), level=0))


def test_a_provisional_mark_is_dashed_hollow_and_says_that_it_may_move():
    shapes = drawn(scenes.click(), is_provisional=True)
    assert shapes[0] == Stroke(
        Rounded(Box(550, 590, 126, 40), 5), "r1", 1.75, (6.0, 6.0), is_turning=True
    )
    assert of(Fill, shapes) == []
    assert [tag.text for tag in of(Tag, shapes)] == ["may move"]


def test_the_window_in_use_gets_a_line_that_stays_on_the_monitor():
    around = Surroundings(scope=(Rect(0, 0, 1280, 800),))
    line = drawn(scenes.click(), around=around)[0]
    assert VIEW.size.holds(line.outline.box.grown(2))


def test_a_tag_takes_another_side_where_something_stands():
    point = at(100, 100, count=2)
    free = of(Tag, drawn(point))[0].box
    taken = Rect(round(free.x), round(free.y), round(free.w), round(free.h))
    moved = of(Tag, drawn(point, around=Surroundings(taken=(taken,))))[0].box
    assert moved.overlap(free) == 0


def test_a_tag_stays_on_the_monitor():
    (tag,) = of(Tag, drawn(at(1279, 799, count=2)))
    assert VIEW.size.holds(tag.box)


def test_the_same_proposal_always_gives_the_same_marks():
    assert drawn(scenes.drag(), level=2) == drawn(scenes.drag(), level=2)
