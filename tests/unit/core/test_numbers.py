"""Which number a text says, when two texts say the same, and a text as a sentence."""

import pytest

from automation.core.text import as_number, as_sentence, same_value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7), ("-3", -3), ("\u22123", -3), ("2.5", 2.5), ("2,5", 2.5), ("EUR 12.50", 12.5), ("80 %", 80),
        ("1.234,5", 1234.5), ("1,234,567", 1234567), ("0.125", 0.125), ("12.", 12), ("1\u00a0000", 1000),
        ("1,000", None), ("", None), ("abc", None), ("17:45", None), ("24.12.2026", None), ("1 2", None),
        ("1,2,3", None),
    ],
)  # fmt: skip
def test_the_number_of_a_text(text, number):
    assert as_number(text) == number


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("2.50", "2,5", True), ("7", "07", True), ("04.03.2026", "4/3/2026", True), ("17:45", "17:45", True),
        ("5:45 PM", "5:45 am", False), ("7", "8", False), ("04.03.2026", "03.04.2026", False),
    ],
)  # fmt: skip
def test_what_says_the_same(first, second, is_same):
    assert same_value(first, second) is is_same


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("no room", "No room."),
        ("it is. ", "It is."),
        ("why?", "Why?"),
        ("“a” is", "“a” is."),
    ],
)
def test_a_text_stands_alone_as_a_sentence(text, said):
    assert as_sentence(text) == said
