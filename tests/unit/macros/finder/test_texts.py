import time

import pytest

from automation.macros.titles import fits_title, shares_program_part
from automation.screen.rows import is_in_row
from automation.screen.text import is_other_reading, is_same, is_same_reading


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


def test_row_name_holds_whole_cells_only():
    assert is_in_row("Alice", "Alice, Window, 12A")
    assert is_in_row("12A", "Alice, Window, 12A")
    assert not is_in_row("Alice", "Alice Smith, Window")
    assert not is_in_row("", "Alice")


@pytest.mark.parametrize(
    ("pattern", "title"),
    [
        ("notes.txt - Editor", "notes.txt \u2013 Editor"),
        ("*Editor", "anything - Editor"),
        ("Order * of *", "Order 7 of 9"),
        ("notes.txt - Editor", "*notes.txt - Editor"),
        ("Inbox - Mail", "(3) Inbox - Mail"),
        ("*", ""),
    ],
)
def test_title_fits_its_pattern(pattern, title):
    assert fits_title(pattern, title)


@pytest.mark.parametrize(
    ("pattern", "title"),
    [("Editor", "Editor 2"), ("Order * of 9", "Order 7 of 8"), ("a*b", "b a"), ("ab*ba", "aba")],
)
def test_other_title_does_not_fit(pattern, title):
    assert not fits_title(pattern, title)


def test_no_pattern_takes_long():
    started = time.process_time()
    assert not fits_title("*a" * 200 + "b", "a" * 20_000)
    assert time.process_time() - started < 20  # backtracking would take longer than the universe


def test_titles_that_differ_by_document_share_the_programs_part():
    assert shares_program_part("*Untitled - Editor", "notes.txt - Editor")
    assert shares_program_part("Editor: a.txt", "Editor: b.txt") is False  # no separator of its own
    assert not shares_program_part("Save changes?", "notes.txt - Editor")
    assert not shares_program_part("Untitled - *", "notes.txt - Editor")
    assert not shares_program_part("Editor", "Editor")


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
