"""A `*` in a title stands for any run of characters, wherever it stands."""

import time

import pytest

from automation.macros.titles import fits_title, shares_program_part


@pytest.mark.parametrize(
    ("pattern", "title"),
    [
        ("Invoice *", "Invoice 5"),
        ("*Invoices*", "My Invoices 2026"),
        ("* - Mousepad", "*notes.txt - Mousepad"),
        ("Inbox * - Mail", "Inbox (3) - Mail"),
        ("Notes", "*Notes"),
        ("*Notes", "Notes"),
        ("notes.txt - Editor", "notes.txt \u2013 Editor"),
        ("*Editor", "anything - Editor"),
        ("Order * of *", "Order 7 of 9"),
        ("notes.txt - Editor", "*notes.txt - Editor"),
        ("Inbox - Mail", "(3) Inbox - Mail"),
        ("*", ""),
    ],
)
def test_a_title_fits(pattern, title):
    assert fits_title(pattern, title)


@pytest.mark.parametrize(
    ("pattern", "title"),
    [
        ("Invoice *", "Bill 5"),
        ("*Invoices*", "Bills"),
        ("Invoice", "Invoice 5"),
        ("Editor", "Editor 2"),
        ("Order * of 9", "Order 7 of 8"),
        ("a*b", "b a"),
        ("ab*ba", "aba"),
    ],
)
def test_a_title_does_not_fit(pattern, title):
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
