"""What a field holds counts as typed only as far as it grew by it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.hand_events import KEY_DOWN, FieldValue, HandEvent
from automation.desktop.recording.privacy import Strokes, is_growth, is_in_field

BACKSPACE, LEFT, SHIFT = 0xFF08, 0xFF51, 0xFFE1
WORDS = st.text("ab!? ", max_size=6)


@pytest.mark.parametrize(
    ("before", "after", "erased", "added", "grew"),
    [
        ("kunde", "kunde12", 0, "12", True),
        ("kunde12", "kunde12", 0, "12", False),
        ("A!!", "A!!??", 0, "!!??", False),
        ("A", "A!!??", 0, "!!??", True),
        ("Ann", "An-na", 0, "a", True),
        ("ann", "ANNA", 0, "a", True),
        ("12 ", "12 3x", 0, "3!", False),
        ("ann", "anne", 0, "e!", False),
        ("New City", "New York City", 0, "York ", True),
        ("old", "new", 0, "new", True),
        ("new old", "new", 0, "new", False),
        ("Annn", "Ann", 1, "", True),
        ("Annn", "Annn", 1, "", False),
        ("Annn", "Anne", 1, "e", True),
        ("Ann", "Ann", 0, "", False),
        ("", "", 0, "a", False),
        ("abc", "", 0, "x", False),
    ],
)
def test_a_text_grew_only_by_what_was_put_in(before, after, erased, added, grew):
    assert is_growth(before, after, erased, added) == grew


@given(WORDS, WORDS, WORDS, WORDS)
def test_what_is_put_in_anywhere_is_growth_unless_it_took_its_own_place(head, gone, tail, added):
    before, after = head + gone + tail, head + added + tail
    is_all_new = added[:1] != gone[:1] and added[-1:] != gone[-1:] and added not in gone
    is_new = bool(added) and before != after and (not gone or is_all_new)
    assert is_growth(before, after, 0, added) or not is_new


@given(WORDS, WORDS.filter(bool))
def test_a_text_that_did_not_change_shows_nothing(text, added):
    assert not is_growth(text, text, 0, added)
    assert not is_growth(text, text, 1, added)


def strokes(*keys):
    made = Strokes()
    for n, char in enumerate(keys):
        keysym = char if isinstance(char, int) else ord(char)
        made.add(HandEvent(1000 * n, KEY_DOWN, keysym=keysym))
    return made


def test_keys_come_to_what_they_leave():
    assert strokes("a", SHIFT, "b", BACKSPACE, "c").net(0) == (0, "ac")
    assert strokes(BACKSPACE, BACKSPACE, "c").net(0) == (2, "c")
    assert strokes("a", LEFT, "c").net(0) is None
    assert strokes("a", LEFT, "c").net(2) == (0, "c")


MS = 1000
LATE = 10_000_000


def held(value, began, ended):
    return FieldValue("field", value, began * MS + LATE, ended * MS + LATE)


def late(*keys):
    """Return keys of which the program is long done with those before."""
    made = Strokes()
    for at, char in keys:
        made.add(HandEvent(at * MS + LATE, KEY_DOWN, keysym=ord(char)))
    return made


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("ab", "abcd", True),
        ("a", "abcd", True),  # the program was not done with the key just before
        ("xabc", "xabcd", False),  # what it held already proves nothing of the key that asks
        ("ab", "abd", False),
        ("ab", "ab", False),
        ("cd", "cd", False),
    ],
)
def test_every_key_that_is_asked_about_must_be_in_what_came(before, after, shown):
    keys = late((0, "a"), (190, "b"), (205, "c"), (300, "d"))
    assert is_in_field(keys, 200 * MS + LATE, [held(before, 200, 210)], after) == shown


def test_a_key_that_came_late_is_not_taken_for_one_that_went_elsewhere():
    """The field shows the first b only after it was read; the second went into a password field."""
    keys = late((0, "a"), (190, "b"), (300, "b"))
    assert not is_in_field(keys, 200 * MS + LATE, [held("a", 200, 210)], "ab")
    assert is_in_field(keys, 200 * MS + LATE, [held("ab", 200, 210)], "abb")


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [("N", "New", True), ("xN", "xNew", False), ("New", "New", True), ("New", "New1", False)],
)
def test_a_field_that_holds_what_was_typed_and_nothing_else_was_empty_before(before, after, shown):
    keys = late((205, "N"), (208, "e"), (300, "w"))
    read = held(before, 200, 400 if before == "New" else 206)
    assert is_in_field(keys, 200 * MS + LATE, [read], after) == shown


def test_one_of_several_readings_is_enough_and_none_tells_nothing():
    keys = late((0, "a"), (300, "d"))
    asked = 200 * MS + LATE
    assert is_in_field(keys, asked, [held("x", 10, 11), held("a", 200, 210)], "ad")
    assert not is_in_field(keys, asked, [], "ad")
