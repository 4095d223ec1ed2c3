"""A `*` in a title stands for any run of characters, wherever it stands."""

import pytest

from automation.macros.titles import fits_title


@pytest.mark.parametrize(
    ("pattern", "title"),
    [
        ("Invoice *", "Invoice 5"),
        ("*Invoices*", "My Invoices 2026"),
        ("* - Mousepad", "*notes.txt - Mousepad"),
        ("Inbox * - Mail", "Inbox (3) - Mail"),
        ("Notes", "*Notes"),
        ("*Notes", "Notes"),
    ],
)
def test_a_title_fits(pattern, title):
    assert fits_title(pattern, title)


@pytest.mark.parametrize(
    ("pattern", "title"),
    [("Invoice *", "Bill 5"), ("*Invoices*", "Bills"), ("Invoice", "Invoice 5")],
)
def test_a_title_does_not_fit(pattern, title):
    assert not fits_title(pattern, title)
