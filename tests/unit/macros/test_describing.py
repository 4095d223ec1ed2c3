"""A target is described in one way, whoever has seen it: where it was, its picture, what is kept of neither."""

import io

import numpy as np
import pytest
from PIL import Image

from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.macros.describe import recorded_target as of_a_recording
from automation.macros.describe import run_target as of_a_run
from automation.macros.describe import with_picture
from automation.macros.macro import Target

WINDOW = WindowInfo(7, "Books", "books", 40, Rect(100, 50, 640, 480))
NOISE = np.random.default_rng(1).integers(0, 255, (600, 800, 4), np.uint8)
FRAME = Frame(NOISE, ScreenPoint(0, 0), 0.0)


def thing(role="button", name="Save", **more):
    return ScreenElement(name, role, Rect(300, 200, 80, 24), "tree", window_id=7, **more)


def seen(x=310, y=210, element=None, **more):
    given = {"frame": FRAME, "window": WINDOW, "element": element or thing()} | more
    return Context(point=ScreenPoint(x, y), **given)


def size(data):
    return Image.open(io.BytesIO(data)).size


def test_a_recording_and_a_run_that_saw_the_same_come_to_the_same():
    context = seen()
    recorded, compiled = (
        with_picture(context, read(context)) for read in (of_a_recording, of_a_run)
    )
    assert recorded == compiled
    assert (recorded.target.role, recorded.target.name) == ("button", "Save")
    assert recorded.target.place.press == (10, 10)
    assert size(recorded.picture) == (160, 64)


@pytest.mark.parametrize(
    ("point", "area", "press"),
    [
        ((310, 210), None, (80, 32)),
        ((103, 52), None, (3, 2)),  # kept within the window
        ((738, 528), None, (158, 62)),
        ((310, 210), Rect(300, 200, 50, 30), (10, 10)),  # of a menu nothing beside it
    ],
)
def test_a_picture_lies_around_the_press_and_within_what_was_pressed(point, area, press):
    at = ScreenPoint(*point)
    found = with_picture(Context(at, FRAME, WINDOW), Target(), area=area)
    assert found.target.press == press
    assert size(found.picture) == ((160, 64) if area is None else (area.w, area.h))


@pytest.mark.parametrize(
    "more",
    [
        {"area": Rect(0, 0, 90, 90)},  # it was not pressed there
        {"area": Rect(300, 200, 20, 30)},  # too little to be told apart
        {"masked": [Rect(330, 220, 4, 4)]},
    ],
)
def test_where_a_picture_would_tell_nothing_or_too_much_there_is_none(more):
    found = with_picture(seen(), of_a_run(seen()), **more)
    assert (found.picture, found.target.image, found.target.press) == (None, None, None)
    assert found.target.name == "Save"


@pytest.mark.parametrize("read", [of_a_recording, of_a_run])
@pytest.mark.parametrize(
    ("element", "is_shown"),
    [
        (thing("field", "Vendor"), False),
        (thing("slider", "Volume"), False),
        (thing("password", ""), False),
        (thing("field", "", states=frozenset({"secret"})), False),
        (thing("button", "Save"), True),
    ],
)
def test_what_a_thing_holds_is_on_no_picture(read, element, is_shown):
    context = seen(element=element)
    assert (with_picture(context, read(context)).picture is not None) == is_shown


def test_a_place_that_was_not_in_what_was_found_there_is_kept_nowhere():
    assert with_picture(seen(500, 400), of_a_run(seen(500, 400))).target.place is None
    assert with_picture(seen(window=None), of_a_run(seen(window=None))).target.place is None
