"""What is trusted is written by several at once: windows, command line, schedules."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from automation.core.errors import MacroError
from automation.macros.trust import TrustBook

AT_ONCE, EACH = 4, 12


def test_none_of_several_writers_undoes_what_another_wrote(tmp_path):
    file = tmp_path / "data" / "trusted.json"

    def write(number):
        book = TrustBook(file)
        for n in range(EACH):
            book.trust(f"{number}-{n}", "Any", "you")
            book.trust(f"{number}-gone", "Any", "you")
            assert book.forget(f"{number}-gone")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(write, range(AT_ONCE)))
    kept = {one.digest for one in TrustBook(file).entries()}
    assert kept == {f"{number}-{n}" for number in range(AT_ONCE) for n in range(EACH)}


def _no_file(file):
    file.unlink()
    file.mkdir()


def _a_link(file):
    file.rename(file.with_name("real.json"))
    file.symlink_to("real.json")


HARMS = {
    "truncated": lambda file: file.write_bytes(file.read_bytes()[:-5]),
    "newer": lambda file: file.write_bytes(file.read_bytes().replace(b'"v":1', b'"v":2')),
    "wrong types": lambda file: file.write_bytes(file.read_bytes().replace(b'"you"', b"7")),
    "too large": lambda file: file.write_bytes(file.read_bytes() + b" " * (8 << 20)),
    "no text": lambda file: file.write_bytes(b"\xff\xfe\x00"),
    "a link": _a_link,
    "no file": _no_file,
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_list_that_cannot_be_used_trusts_nothing_says_so_and_forgets_nothing_silently(
    tmp_path, harm
):
    file = tmp_path / "trusted.json"
    TrustBook(file).trust("a" * 64, "One", "you")
    assert TrustBook(file).problem == ""
    HARMS[harm](file)
    for _ in range(2):
        book = TrustBook(file)
        assert not book.is_trusted("a" * 64)
        assert "no macro is trusted" in book.problem
        assert file.name in book.problem
        with pytest.raises(MacroError, match="may be trusted again"):
            book.forget("a" * 64)
    book.trust("b" * 64, "Two", "you")
    assert [one.name for one in book.entries()] == ["Two"]
    assert book.problem == ""


def test_no_list_is_no_problem(tmp_path):
    book = TrustBook(tmp_path / "trusted.json")
    assert (book.problem, book.forget("a" * 64)) == ("", False)
