"""What the user's own hand made is trusted before there is a macro of it."""

import pytest

from automation.core.errors import MacroError
from automation.macros.trust import TrustBook, keep_own


@pytest.fixture
def book(tmp_path):
    return TrustBook(tmp_path / "trusted.json")


def test_it_is_trusted_when_it_is_written(book, tmp_path):
    seen = []

    def save():
        seen.append(book.is_trusted("abc"))
        return tmp_path

    assert keep_own(save, "abc", "Orders", book) == tmp_path
    assert seen == [True]
    assert [(one.digest, one.name, one.by) for one in book.entries()] == [("abc", "Orders", "made")]


def refuse():
    raise MacroError("the name is taken")


def test_what_could_not_be_kept_is_not_trusted(book):
    with pytest.raises(MacroError, match="taken"):
        keep_own(refuse, "abc", "Orders", book)
    assert book.entries() == ()


def test_what_was_trusted_before_stays_so(book):
    book.trust("abc", "Orders", "you")
    with pytest.raises(MacroError, match="taken"):
        keep_own(refuse, "abc", "Orders", book)
    assert book.is_trusted("abc")
