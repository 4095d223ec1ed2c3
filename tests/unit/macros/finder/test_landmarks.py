import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import landmark, place, searched
from tests.fakes.screens import screen, win

WINDOW = win(1, "Desk", "desk", is_active=True)
TEXTS = {
    "Top": Rect(200, 60, 60, 20),
    "Left": Rect(100, 102, 60, 20),
    "Foot": Rect(200, 150, 60, 20),
}
BUTTON = Rect(200, 100, 80, 24)


def marks(*names):
    return tuple(landmark(name, TEXTS[name], BUTTON.center) for name in names)


def target(*names, role="button", **more):
    return Target(role=role, name="Post", near=marks(*names), place=place(BUTTON), **more)


def told(names, button_name="Publish", *, moved=(0, 0), box=BUTTON, role="button", without=()):
    """The window, moved and with another button, as the tree tells it."""
    parts = [
        element(n, "label", Rect(r.x + moved[0], r.y + moved[1], r.w, r.h))
        for n, r in TEXTS.items()
        if n in names and n not in without
    ]
    there = Rect(box.x + moved[0], box.y + moved[1], box.w, box.h)
    return screen([WINDOW], [*parts, element(button_name, role, there)])


@pytest.mark.parametrize("moved", [(0, 0), (300, 40), (-60, 200)])
def test_renamed_thing_is_found_where_all_landmarks_say(moved):
    found = searched(told(TEXTS, moved=moved), target("Top", "Left", "Foot"))
    assert isinstance(found, Found)
    assert found.rung == "landmarks"
    assert found.point == ScreenPoint(240 + moved[0], 112 + moved[1])


def test_longer_name_may_push_its_neighbour_away():
    beside = Rect(290, 102, 60, 20)
    near = (*marks("Top", "Foot"), landmark("Help", beside, BUTTON.center))
    wanted = Target(role="button", name="Post", near=near, place=place(BUTTON))
    wide = Rect(BUTTON.x, BUTTON.y, 110, BUTTON.h)
    parts = [element(n, "label", TEXTS[n]) for n in ("Top", "Foot")]
    parts.append(element("Publish it", box=wide))
    pushed = [*parts, element("Help", "link", Rect(320, 102, 60, 20))]
    found = searched(screen([WINDOW], pushed), wanted)
    assert isinstance(found, Found)
    assert wide.contains(found.point)
    elsewhere = [*parts, element("Help", "link", Rect(400, 102, 60, 20))]
    assert isinstance(searched(screen([WINDOW], elsewhere), wanted), Missed)


def test_one_landmark_is_not_enough():
    assert searched(told(["Top"]), target("Top")).why == "missing"


def test_thing_of_another_role_is_not_it():
    assert isinstance(searched(told(TEXTS, role="link"), target("Top", "Left", "Foot")), Missed)


def test_thing_of_another_height_is_not_it():
    tall = Rect(200, 90, 80, 44)
    assert isinstance(searched(told(TEXTS, box=tall), target("Top", "Left", "Foot")), Missed)


def test_next_button_that_moved_up_is_not_it():
    """What followed the target, its own place included, came one step nearer."""
    parts = [
        element("Top", "label", TEXTS["Top"]),
        element("Discard", "button", BUTTON),
        element("Foot", "label", Rect(200, 120, 60, 20)),
    ]
    assert isinstance(searched(screen([WINDOW], parts), target("Top", "Foot")), Missed)


def test_texts_on_one_side_only_prove_nothing_of_a_renamed_thing():
    answer = searched(told(["Top", "Left"]), target("Top", "Left"))
    assert answer.why == "unsure"
    assert [c.name for c in answer.candidates] == ["Publish"]


FAR_LEFT, FAR_RIGHT = Rect(0, 100, 40, 24), Rect(440, 100, 60, 24)


def stretched(*others, name="Publish"):
    """A row of buttons that share a wide window, and what else stands between them."""
    near = (
        landmark("Clear", FAR_LEFT, BUTTON.center),
        landmark("Print", FAR_RIGHT, BUTTON.center),
    )
    wanted = Target(role="button", name="Post", near=near, place=place(BUTTON))
    ends = [element("Clear", box=FAR_LEFT), element("Print", box=FAR_RIGHT)]
    return screen([WINDOW], [*ends, element(name, box=BUTTON), *others]), wanted


def test_renamed_thing_is_found_between_its_neighbours_however_far_away():
    found = searched(*stretched())
    assert isinstance(found, Found)
    assert (found.rung, found.point) == ("landmarks", BUTTON.center)


@pytest.mark.parametrize("x", [100, 330])
def test_far_texts_prove_nothing_of_a_renamed_thing_with_another_one_between(x):
    answer = searched(*stretched(element("Copy", box=Rect(x, 100, 60, 24))))
    assert answer.why == "unsure"


def test_landmark_that_became_the_name_of_the_thing_there_shows_that_it_moved_up():
    next_one = landmark("Next", Rect(200, 140, 80, 24), BUTTON.center)
    near = (*marks("Top", "Foot"), next_one)
    parts = [element(n, "label", TEXTS[n]) for n in ("Top", "Foot")]
    parts.append(element("Next", "button", BUTTON))
    wanted = Target(role="button", name="Post", near=near, place=place(BUTTON))
    assert isinstance(searched(screen([WINDOW], parts), wanted), Missed)


def test_one_landmark_that_lies_elsewhere_is_heard():
    parts = [
        element("Top", "label", TEXTS["Top"]),
        element("Left", "label", Rect(100, 300, 60, 20)),
        element("Publish", "button", BUTTON),
        element("Foot", "label", TEXTS["Foot"]),
    ]
    answer = searched(screen([WINDOW], parts), target("Top", "Left", "Foot"))
    assert isinstance(answer, Missed)


def test_text_on_a_thing_of_another_role_does_not_confirm_a_place():
    parts = [element(n, "label", r) for n, r in TEXTS.items()]
    parts.append(element("Post", "heading", BUTTON))
    seen = screen([WINDOW], parts, [line("Post", Rect(215, 104, 50, 16))])
    assert isinstance(searched(seen, target(*TEXTS, text="Post")), Missed)


def test_landmarks_that_stand_at_several_places_agree_on_none():
    parts = []
    for dy in (0, 300):
        parts += [element(n, "label", Rect(r.x, r.y + dy, r.w, r.h)) for n, r in TEXTS.items()]
        parts.append(element("Publish", box=Rect(BUTTON.x, BUTTON.y + dy, BUTTON.w, BUTTON.h)))
    assert isinstance(searched(screen([WINDOW], parts), target("Top", "Left", "Foot")), Missed)


def test_bigger_window_is_followed_if_the_thing_grew_as_much():
    zoom = 1.25
    parts = [
        element(n, "label", Rect(*(round(v * zoom) for v in (r.x, r.y, r.w, r.h))))
        for n, r in TEXTS.items()
    ]
    grown = Rect(*(round(v * zoom) for v in (BUTTON.x, BUTTON.y, BUTTON.w, BUTTON.h)))
    found = searched(screen([WINDOW], [*parts, element("Publish", box=grown)]), target(*TEXTS))
    assert isinstance(found, Found)
    assert grown.contains(found.point)
    same = Rect(grown.x, grown.y, BUTTON.w, BUTTON.h)
    again = searched(screen([WINDOW], [*parts, element("Publish", box=same)]), target(*TEXTS))
    assert isinstance(again, Missed)


def test_without_a_tree_the_text_has_to_stand_where_the_landmarks_say():
    lines = [line(n, r) for n, r in TEXTS.items()]
    wanted = Target(role="button", text="Post", near=marks(*TEXTS))
    there = searched(screen([WINDOW], [], [*lines, line("Post", Rect(215, 104, 50, 16))]), wanted)
    assert isinstance(there, Found)
    for other in ([], [line("Send", Rect(215, 104, 50, 16))]):
        assert isinstance(searched(screen([WINDOW], [], [*lines, *other]), wanted), Missed)
