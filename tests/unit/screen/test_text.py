# ruff: noqa: RUF001 - wide letters are what is folded

import pytest

from automation.screen.folding import (
    alphanumeric,
    comparable,
    is_other_reading,
    is_same,
    is_same_reading,
    level,
    plain,
    spaced,
    unspaced,
    words_in,
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Save", "save"),
        ("Open...", "Open\u2026"),
        ("Name:", "Name"),
        ("A  B", "A B"),
        ("e\u0301", "é"),
    ],
)
def test_names_that_differ_in_writing_only_are_the_same(first, second):
    assert is_same(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Save", "Save As"), ("Book", "Bookmark"), ("", ""), ("7", "1"), ("+", "-")],
)
def test_other_names_are_not_the_same(first, second):
    assert not is_same(first, second)


def test_reading_may_lose_spaces_but_no_words():
    assert is_same_reading("Copy and Paste", "CopyandPaste")
    assert not is_same_reading("Save", "Save As")


@pytest.mark.parametrize(
    ("wanted", "read"),
    [("Item 9", "Item 10"), ("Page 1", "Page 12"), ("Save", "Don't save"), ("Lock", "Unlock"),
     ("Speichern", "Nicht speichern")],
)  # fmt: skip
def test_numbers_and_denials_make_another_text(wanted, read):
    assert is_other_reading(wanted, read)
    assert is_other_reading(read, wanted)


@pytest.mark.parametrize(
    ("wanted", "read"), [("Save", "Save as"), ("Invoice 12", "lnvoice 12"), ("Open", "Open file")]
)
def test_a_longer_or_misread_text_is_not_another(wanted, read):
    assert not is_other_reading(wanted, read)


@pytest.mark.parametrize(
    ("fold", "said"),
    [
        (spaced, "ｓａｖｅ as\u2026 e\u0301 \u200bo\u2011k:"),
        (plain, "save as... é \u200bo\u2010k:"),
        (unspaced, "saveas...é\u200bo\u2010k:"),
        (level, "save as... é o-k:"),
        (comparable, "save as... é o-k"),
        (words_in, "ｓａｖｅ as e o k"),
        (alphanumeric, "ｓａｖｅaseok"),
    ],
)
def test_each_way_of_folding_leaves_what_it_says(fold, said):
    assert fold("  Ｓave\u00a0 AS\u2026 E\u0301 \u200bO\u2011k:".replace("ave", "ａｖｅ")) == said


@pytest.mark.parametrize("fold", [spaced, plain, unspaced, level, comparable, alphanumeric])
def test_folding_twice_changes_nothing_more(fold):
    for text in ("Save As\u2026", "  \ufeffName : *", "ﬁle №1", "ＡＢＣ  d"):
        assert fold(fold(text)) == fold(text)
