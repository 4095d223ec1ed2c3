"""Keys wait until what a field holds tells whether they came to it."""

import pytest

from automation.core.hand_events import CTRL, KEY_DOWN, PRESS, FieldValue, HandEvent
from automation.desktop.recording.privacy import Discretion
from tests.fakes.fake_reader import element
from tests.fakes.keys_and_looks import (
    BACKSPACE,
    ENTER,
    FIELD,
    LEFT,
    MS,
    SEARCH,
    SHIFT,
    TAB,
    USER,
    holding,
    key,
    look,
    search_look,
    typed,
    user_look,
)


@pytest.mark.parametrize(
    ("value", "heard"),
    [
        ("Ann", "AnnT"),
        ("ann", "AnnT"),
        ("A-n n", "AnnT"),
        ("A", "A*/T"),
        ("", "A*/T"),
        ("An", "A*/T"),
    ],
)
def test_quick_keys_before_tab_are_kept_only_if_the_field_holds_them(value, heard):
    """The page may have moved the focus into its password field after the last look."""
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate(["n", "n", TAB]):
        discretion.feed(key(1300 + n, char))
    assert typed(discretion, 1400) == "A"
    discretion.looked(look(1500, 1510, secret=True))
    assert discretion.asks_value == USER
    assert typed(discretion, 1600) == ""
    discretion.looked(look(1600, 1610, secret=True, read_again=holding(value)))
    assert "A" + typed(discretion, 1700) == heard


@pytest.mark.parametrize(
    ("before", "chars", "after", "heard"),
    [
        ("A", "!!??", "A!!??", "A!!??T"),
        ("A!!??", "!!??", "A!!??", "A*/T"),
        ("kunde12", "12", "kunde12", "A*/T"),
        ("kunde", "12", "kunde12", "A12T"),
        ("ann@", "b.c", "ann@b.c", "Ab.cT"),
        ("ann", "e!?", "anne", "A*/T"),
        (None, "nn", "Ann", "A?/T"),
    ],
)
def test_what_a_field_held_before_does_not_count_as_typed(before, chars, after, heard):
    discretion = Discretion()
    discretion.looked(user_look(300, None))
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, before))
    for n, char in enumerate([*chars, TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, secret=True, read_again=holding(after)))
    assert typed(discretion, 1700) == heard


def test_a_field_that_shows_its_keys_late_is_read_again():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1310, 1320, secret=True, read_again=holding("A")))
    assert typed(discretion, 1350) == "A"
    discretion.looked(look(1440, 1450, secret=True, read_again=holding("An")))
    assert typed(discretion, 1460) == "nT"


def test_a_field_that_is_cleared_when_it_is_left_was_seen_before():
    discretion = Discretion()
    discretion.looked(user_look(900, ""))
    discretion.feed(key(1000, "A"))
    slow = FieldValue(USER.handle, "Ann", 1305 * MS, 1400 * MS)
    for n, char in enumerate(["n", "n"]):
        discretion.feed(key(1302 + n, char))
    discretion.looked(look(1300, 1410, focused=USER, held=slow))
    discretion.feed(key(1500, ENTER))
    discretion.looked(look(1700, 1710, read_again=holding("")))
    assert typed(discretion, 1800) == "AnnE"


def test_a_command_after_a_text_that_was_seen_is_kept():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    discretion.feed(key(1300, "s")._replace(state=CTRL))
    discretion.looked(look(1600, 1610, read_again=holding("saved and cleared")))
    assert typed(discretion) == "As"


def test_what_another_field_held_before_is_not_compared():
    discretion = Discretion()
    discretion.looked(user_look(800, "A"))
    discretion.feed(HandEvent(900 * MS, PRESS, 1))
    discretion.looked(user_look(1060, None))
    discretion.feed(key(1100, "A"))
    discretion.looked(user_look(1200, None))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert typed(discretion) == "PA?/T"


def test_what_another_field_held_meanwhile_is_not_compared():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    other = FieldValue(("bus", "/other"), "A", 1205 * MS, 1208 * MS)
    discretion.looked(look(1200, 1210, focused=USER, held=other))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert typed(discretion) == "A?/T"


def test_text_typed_in_a_field_that_the_focus_came_to_by_itself_is_kept():
    other = element("Code", "field", handle=("bus", "/code"))
    discretion = Discretion()
    discretion.looked(user_look(1200, ""))
    discretion.feed(key(1300, "A"))
    told = FieldValue(other.handle, "", 1505 * MS, 1508 * MS)
    discretion.looked(look(1500, 1510, focused=other, held=told))
    for n, char in enumerate(["1", TAB]):
        discretion.feed(key(1600 + n, char))
    assert typed(discretion, 1610) == "*"  # any field may have had the focus between the two
    discretion.looked(look(1700, 1710))
    assert discretion.asks_value == other
    discretion.looked(look(1800, 1810, read_again=(other.handle, "1")))
    assert typed(discretion, 1900) == "/1T"


def after_a_click(*, secret_first=False):
    """Return a discretion that has seen a password field, and then a click that nobody looked after."""
    discretion = Discretion()
    discretion.looked(look(0, 10, secret=secret_first))
    discretion.feed(HandEvent(1000 * MS, PRESS, 1))
    return discretion


@pytest.mark.parametrize("value", ["", "12345", "found"])
def test_a_code_whose_form_goes_on_by_itself_is_not_let_go(value):
    """A form may go on after the last digit, without Tab or Enter; what has the focus then got none."""
    discretion = after_a_click()
    for n, char in enumerate("1234"):
        discretion.feed(key(1300 + 120 * n, char))
    discretion.looked(search_look(1900, value))
    discretion.feed(key(1950, TAB))
    discretion.looked(look(2200, 2210, read_again=(SEARCH.handle, value)))
    assert typed(discretion) == "P*/T"


def test_what_was_typed_before_the_first_look_is_kept_where_the_field_shows_it():
    discretion = after_a_click()
    for n, char in enumerate("1234"):
        discretion.feed(key(1300 + 120 * n, char))
    discretion.looked(search_look(1560, "12"))
    assert typed(discretion, 1600) == "P12"
    discretion.feed(key(1700, "5"))
    discretion.looked(search_look(1900, "12345"))
    assert typed(discretion, 2000) == "345"


def test_keys_of_one_moment_are_seen_in_a_field_together_or_not_at_all():
    """Times are no finer than the clock, and the first of them may be all that a field shows."""
    discretion = after_a_click()
    for char in "a12345":
        discretion.feed(key(1300, char))
    discretion.feed(key(1310, "a"))
    discretion.looked(search_look(1350, "a"))  # the last key; the others went to a code before it
    discretion.feed(key(1400, TAB))
    discretion.looked(look(1700, 1710, read_again=(SEARCH.handle, "a")))
    assert typed(discretion) == "P*/T"


def test_a_code_between_two_fields_that_were_looked_at_is_not_let_go():
    discretion = after_a_click()
    discretion.looked(user_look(1200, ""))
    for n, char in enumerate("1234"):
        discretion.feed(key(1300 + 120 * n, char))
    discretion.looked(search_look(1900, ""))
    assert typed(discretion, 2000) == "P*"


def test_keys_before_the_first_look_that_type_nothing_are_kept():
    discretion = after_a_click()
    discretion.feed(key(1300, SHIFT))
    discretion.looked(search_look(1900, "found"))
    assert typed(discretion, 2000) == "P" + chr(SHIFT)


def test_quick_text_before_the_only_look_is_kept_where_the_field_holds_it_at_the_end():
    discretion = after_a_click()
    for n, char in enumerate(["a", "b"]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(search_look(1310, "a"))  # it shows its keys late
    discretion.feed(key(1400, "c"))
    discretion.feed(key(1401, TAB))
    discretion.looked(look(1600, 1610, read_again=(SEARCH.handle, "abc")))
    assert typed(discretion, 1700) == "PabcT"


def test_a_password_field_that_came_meanwhile_makes_the_text_doubtful():
    discretion = Discretion()
    discretion.feed(key(1100, "A"))
    discretion.looked(user_look(1200, "A", boxes=()))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("A")))
    assert typed(discretion, 1700) == "A*/T"


def test_what_was_corrected_counts_as_it_stands():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate(["x", BACKSPACE, "n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert typed(discretion) == f"Ax{chr(BACKSPACE)}nT"


def test_what_was_moved_within_is_not_compared():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate([LEFT, "n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert "n" not in typed(discretion)


def after_select_all(chars, first_ms=1090, gap_ms=90):
    """Return a discretion that has seen a field hold “Ada”, and what is typed just after Ctrl+A."""
    discretion = Discretion()
    discretion.looked(user_look(900, "Ada"))
    discretion.feed(key(1000, "a")._replace(state=CTRL))
    for n, char in enumerate(chars):
        discretion.feed(key(first_ms + gap_ms * n, char))
    return discretion


def test_text_over_a_selected_one_is_kept_whole_though_a_busy_field_shows_it_late():
    """No look came between the two, so that only the field can tell."""
    discretion = after_select_all("Bob Marley")
    discretion.looked(user_look(1300, "Ada"))
    discretion.looked(user_look(1500, "B"))
    assert typed(discretion, 1600) == "a"
    discretion.looked(user_look(1950, "Bob Mar"))
    assert typed(discretion, 2000) == ""
    discretion.looked(user_look(2300, "Bob Marley"))
    assert typed(discretion, 2400) == "Bob Marley"


def test_a_field_that_could_not_be_read_once_is_read_again():
    discretion = after_select_all("Bob")
    discretion.looked(look(1500, 1510, focused=USER))
    assert typed(discretion, 1550) == "a"
    discretion.looked(user_look(1600, "Bob"))
    assert typed(discretion, 1700) == "Bob"


def test_text_of_which_a_field_shows_only_a_part_in_the_end_is_secret_as_a_whole():
    discretion = after_select_all("Bob")
    discretion.looked(user_look(1240, "Ada"))
    assert typed(discretion, 1250) == "a"
    for began in (1500, 2000, 2400):
        discretion.looked(user_look(began, "ob"))
        assert typed(discretion, began + 50) == ""
    discretion.feed(key(2500, "M"))
    discretion.looked(user_look(2700, "obM"))
    discretion.looked(user_look(4600, "obM"))
    assert typed(discretion, 4650) == "*"
    discretion.feed(key(6300, "x"))
    discretion.looked(user_look(6500, "obMx"))
    assert typed(discretion, 6600) == "/x"


def test_quick_text_that_is_left_while_its_field_shows_it_late_is_read_at_the_end():
    discretion = after_select_all("Bob")
    discretion.looked(user_look(1450, "B"))
    discretion.feed(key(1500, TAB))
    discretion.looked(look(1700, 1710, secret=True, read_again=holding("Bob")))
    assert typed(discretion, 1800) == "aBobT"


@pytest.mark.parametrize(("code", "value"), [("5", "5"), ("5678", "56"), ("5678", "5678")])
def test_a_code_is_no_text_of_the_field_behind_it_that_begins_alike(code, value):
    """What a part of the keys may have left there by chance tells nothing of those before."""
    discretion = after_a_click()
    for n, char in enumerate(code):
        discretion.feed(key(1100 + 100 * n, char))
    discretion.looked(search_look(1700, ""))
    for n, char in enumerate(value):
        discretion.feed(key(2000 + 10 * n, char))
        discretion.looked(search_look(2015 + 10 * n, value[: n + 1]))
    for began in (2300, 3000, 4200):
        discretion.looked(search_look(began, value))
    assert typed(discretion, 4300) == "P*"


def alone(discretion):
    """Return for each key that is let go whether its text was seen to stand alone."""
    let_go = [r for r in discretion.released(10**9) if r.event.kind == KEY_DOWN]
    return "".join(chr(r.event.keysym) if r.is_alone else "-" for r in let_go)


@pytest.mark.parametrize("boxes", [FIELD, ()])
@pytest.mark.parametrize(
    ("value", "after", "heard"),
    [
        ("An", "Ann", "A"),
        ("Ann", "Ann", "A"),
        ("", "Ann", "A"),
        ("XAn", "XAnn", ""),
        ("AnX", "AnnX", ""),
        ("Ann1", "Ann12", ""),
    ],
)
def test_text_that_is_alone_in_its_field_while_it_is_typed_went_into_an_empty_one(
    value, after, heard, boxes
):
    """Who types at once after a click leaves no time to read the field before."""
    discretion = Discretion()
    discretion.feed(HandEvent(900 * MS, PRESS, 1))
    for ms, char in ((1000, "A"), (1020, "n"), (1210, "n")):
        discretion.feed(key(ms, char))
    discretion.looked(search_look(1205, value, boxes=boxes))
    discretion.looked(search_look(1600, after, boxes=boxes))
    assert alone(discretion).strip("-") == heard


def test_only_the_text_that_a_field_began_with_stands_alone_in_it():
    discretion = Discretion()
    discretion.looked(search_look(300, "", boxes=()))
    discretion.feed(key(1000, SHIFT))
    discretion.feed(key(1001, "A"))
    discretion.looked(search_look(1200, "A", boxes=()))
    assert alone(discretion)[1:] == "A"
    discretion.feed(key(5000, "n"))
    discretion.looked(search_look(5300, "An", boxes=()))
    assert alone(discretion) == "-"
