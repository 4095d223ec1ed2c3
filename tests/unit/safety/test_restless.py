"""What moves by itself is no effect of an action: a clock beside the target, a late window."""

from dataclasses import replace

from automation.core.geometry import Rect, ScreenPoint
from automation.safety.screen_changes import restless_parts, seen_change
from tests.fakes.fake_screen import observation, picture, window

FORM = window(7, "Form", Rect(0, 0, 300, 300), active=True)
CLOCK = Rect(60, 60, 20, 10)
POINT = ScreenPoint(50, 20)


def look(*patches, windows=(FORM,)):
    return observation(picture(*patches), *windows)


def after_reading(decided, quiet):
    return replace(quiet, restless=restless_parts(decided, quiet))


def test_a_clock_that_went_on_while_the_card_was_read_confirms_nothing():
    quiet = after_reading(look((CLOCK, 10)), look((CLOCK, 20)))
    receipt = seen_change(quiet, look((CLOCK, 30)), point=POINT)
    assert (receipt.kind, receipt.detail) == ("not_seen", "only what moves by itself changed")


def test_without_the_second_look_the_same_clock_would_confirm():
    assert seen_change(look((CLOCK, 20)), look((CLOCK, 30)), point=POINT).kind == "effect_seen"


def test_what_changes_beside_a_clock_is_seen_all_the_same():
    quiet = after_reading(look((CLOCK, 10)), look((CLOCK, 20)))
    then = look((CLOCK, 30), (Rect(120, 10, 60, 30), 90))
    assert seen_change(quiet, then, point=POINT).kind == "effect_seen"


def test_a_wider_next_digit_is_still_the_clock():
    quiet = after_reading(look((CLOCK, 10)), look((CLOCK, 20)))
    wider = Rect(CLOCK.x - 6, CLOCK.y, CLOCK.w + 12, CLOCK.h)
    assert seen_change(quiet, look((wider, 30)), point=POINT).kind == "not_seen"


def test_a_page_that_came_up_meanwhile_hides_no_effect_after_it():
    page = Rect(0, 0, 300, 300)
    quiet = after_reading(look(), look((page, 90)))
    assert quiet.restless == ()
    then = look((page, 90), (Rect(40, 10, 60, 30), 10))
    assert seen_change(quiet, then, point=POINT).kind == "effect_seen"


def test_a_window_that_opened_while_the_card_was_read_is_no_effect():
    late = window(9, "Reminder", Rect(300, 300, 100, 100))
    quiet = after_reading(look(), look(windows=(FORM, late)))
    assert seen_change(quiet, look(windows=(FORM, late)), point=POINT).kind == "not_seen"


def test_a_screen_that_stood_still_has_no_restless_parts():
    assert restless_parts(look(), look()) == ()


def test_another_size_of_the_desktop_tells_nothing():
    other = observation(picture(size=(320, 240)), FORM)
    assert restless_parts(look(), other) == ()
