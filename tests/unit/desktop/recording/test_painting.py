"""A window that is never looked at is in no picture, though it moves or goes as that is taken."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.desktop.capture import MASK_COLOUR
from automation.desktop.recording.listen import FrameRing, Look, Moment
from automation.desktop.recording.look import Sights

FORM = WindowInfo(1, "Form", "form", 7, Rect(0, 0, 200, 100))
HERE, BAR, THERE = Rect(20, 40, 30, 30), Rect(20, 30, 30, 40), Rect(120, 40, 30, 30)
VAULT = WindowInfo(2, "Keys", "vault", 8, HERE)
MOVED = replace(VAULT, rect=THERE)
WEB = WindowInfo(3, "Sign in", "web", 9, HERE)


def painted(moment):
    """Return the picture of a moment as it is kept."""
    sights = Sights.__new__(Sights)
    sights._windows = SimpleNamespace(opaque_parts=lambda windows: {})
    sights._is_private = lambda window: window.app == "vault"
    sights._is_browser = lambda window: window.app == "web"
    sights._last_look = None
    return sights._painted(moment, Look(1, 2, (), pages=frozenset({WEB.window_id})))


def moment(look=None, **more):
    frame = Frame(np.full((100, 200, 4), 7, np.uint8), ScreenPoint(0, 0), 1.0)
    return Moment(ScreenPoint(5, 5), FORM, (FORM,), frame, look, **more)


def is_hidden(frame, rect):
    return bool((frame.crop(rect).pixels == np.array(MASK_COLOUR)).all())


@pytest.mark.parametrize(("earlier", "seen"), [((VAULT, FORM), (FORM,)), ((FORM,), (VAULT, FORM))])
def test_one_that_went_or_came_as_the_picture_was_taken_is_painted_over(earlier, seen):
    frame = painted(moment(seen=seen, earlier=earlier))
    assert is_hidden(frame, HERE)
    assert not is_hidden(frame, THERE)


def test_one_that_moved_as_the_picture_was_taken_is_painted_over_in_both_places():
    frame = painted(moment(seen=(MOVED, FORM), earlier=(VAULT, FORM)))
    assert is_hidden(frame, HERE)
    assert is_hidden(frame, THERE)


def test_one_that_is_gone_by_now_is_painted_over_with_its_title_bar():
    both = (replace(VAULT, frame=BAR), FORM)
    assert is_hidden(painted(moment(seen=both, earlier=both)), BAR)


@pytest.mark.parametrize("pages", [None, frozenset(), frozenset({WEB.window_id})])
def test_a_browser_that_had_told_of_no_page_is_painted_over_though_it_has_since(pages):
    look = None if pages is None else Look(0, 1, (), pages=pages)
    frame = painted(moment(look, seen=(WEB, FORM)))
    assert is_hidden(frame, HERE) is not bool(pages)
    assert not is_hidden(frame, THERE)


@pytest.mark.parametrize("more", [{"is_dialog": True}, {"is_minimised": True}, {"is_popup": True}])
def test_what_shows_no_page_of_a_browser_is_left_as_it_is(more):
    assert not Sights._is_silent(
        SimpleNamespace(_is_browser=lambda window: True), replace(WEB, **more), None
    )


def test_the_windows_are_asked_for_before_and_after_a_picture():
    made, lists = FrameRing.__new__(FrameRing), [(VAULT, FORM)]

    def grab():
        lists.append((MOVED, FORM))
        return moment().frame

    made._windows = SimpleNamespace(
        seen=lambda: lists[-1], windows=lambda: (FORM,), listed=lambda: (lists[-1], (FORM,))
    )
    made._grabber, made._glances = SimpleNamespace(grab=grab), []
    made._is_off = SimpleNamespace(is_set=lambda: False)
    made._on_windows, made._told = (lambda *told: None), None
    made._glance()
    [glance] = made._glances
    assert (glance.earlier, glance.seen) == ((VAULT, FORM), (MOVED, FORM))
    assert glance.windows == (FORM,)
