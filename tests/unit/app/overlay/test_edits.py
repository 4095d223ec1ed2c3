from dataclasses import replace

import pytest

from app.gui.overlay.edit_action import (
    action_of,
    can_change,
    changed_proposal,
    is_judged_anew,
    points_of,
    text_of,
    with_point,
    with_text,
)
from automation.core.actions import (
    Aim,
    Click,
    Clipboard,
    Drag,
    Element,
    Hotkey,
    Scroll,
    Shown,
    Wait,
    Write,
)
from automation.core.geometry import Rect, ScreenPoint
from tests.fakes import overlay_scenes as scenes

BUTTON = Element("Save", "button", Rect(10, 10, 20, 20), "tree")


def test_a_pixel_moved_inside_its_element_keeps_the_description():
    moved = with_point(Click(Aim(ScreenPoint(15, 15), BUTTON)), 0, ScreenPoint(29, 29))
    assert moved == Click(Aim(ScreenPoint(29, 29), BUTTON))


def test_a_pixel_moved_out_of_its_element_loses_the_description():
    moved = with_point(Click(Aim(ScreenPoint(15, 15), BUTTON)), 0, ScreenPoint(30, 15))
    assert moved == Click(Aim(ScreenPoint(30, 15)))


def test_everything_else_of_the_action_stays():
    action = Click(Aim(ScreenPoint(1, 1)), button="right", count=2, modifiers=("ctrl",))
    moved = with_point(action, 0, ScreenPoint(5, 5))
    assert (moved.button, moved.count, moved.modifiers) == ("right", 2, ("ctrl",))


def test_moving_one_end_of_a_drag_keeps_the_other_and_bends_the_path():
    path = (ScreenPoint(0, 0), ScreenPoint(50, 0), ScreenPoint(100, 0))
    moved = with_point(Drag(path), 1, ScreenPoint(100, 40))
    assert moved.path == (ScreenPoint(0, 0), ScreenPoint(50, 20), ScreenPoint(100, 40))


def test_moving_the_start_of_a_drag_keeps_the_end():
    moved = with_point(Drag((ScreenPoint(0, 0), ScreenPoint(100, 0))), 0, ScreenPoint(10, 10))
    assert moved.path == (ScreenPoint(10, 10), ScreenPoint(100, 0))


def test_a_text_is_changed_and_nothing_else():
    action = Write("old", Aim(ScreenPoint(1, 1)), overwrite=True, press_enter=True)
    assert with_text(action, "new") == Write(
        "new", Aim(ScreenPoint(1, 1)), overwrite=True, press_enter=True
    )


@pytest.mark.parametrize(
    ("action", "places", "text"),
    [
        (Click(Aim(ScreenPoint(1, 1))), 1, None),
        (Drag((ScreenPoint(0, 0), ScreenPoint(5, 5))), 2, None),
        (Scroll("up", 1, Aim(ScreenPoint(1, 1))), 1, None),
        (Scroll("up", 1), 0, None),
        (Write("x"), 0, "x"),
        (Clipboard("set", "x"), 0, "x"),
        (Clipboard("paste"), 0, None),
        (Hotkey(("ctrl", "s")), 0, None),
        (Wait(1), 0, None),
    ],
)
def test_what_can_be_changed(action, places, text):
    assert len(points_of(action)) == places
    assert text_of(action) == text
    assert can_change(action) == (places > 0 or text is not None)


def test_a_check_is_never_changed():
    assert action_of(Shown("Saved")) is None


def test_what_was_found_at_a_place_is_said_only_of_that_place():
    proposal = scenes.click(claim="I save it")
    action = proposal.intent
    inside = with_point(action, 0, action.at.point.offset(2, 1))
    outside = with_point(action, 0, ScreenPoint(5, 5))
    assert changed_proposal(proposal, inside) == replace(proposal, intent=inside)
    moved = changed_proposal(proposal, outside)
    assert (moved.element, moved.evidence, moved.claim) == (None, "", "")
    assert [is_judged_anew(proposal, one) for one in (action, inside, outside)] == [
        False, False, True,
    ]  # fmt: skip
    written = scenes.write()
    assert is_judged_anew(written, with_text(written.intent, "another"))
