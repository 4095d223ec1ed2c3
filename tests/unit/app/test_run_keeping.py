"""What is told of a macro that was made of a run: a little in the chat, all of it in the editor."""

import pytest

from app.macros.compile import _words, keep
from app.macros.library import library_of, trust_of
from automation.macros.compile.pieces import Compiled, Dropped
from automation.macros.edit.session import EditSession
from automation.macros.listing import FILE, keep_told, read_told
from tests.fakes.macro_shelves import a_macro


def made(count):
    dropped = tuple(Dropped(n, f"Step {n} was left out.") for n in range(1, count))
    return Compiled(a_macro("Pay"), {}, dropped, ("The title was\u202e shortened.",))


@pytest.fixture
def kept(tmp_path):
    """Return what keeps a macro of which so many sentences are told, and its folder."""

    def keep_it(count):
        return keep(made(count), (), library_of(tmp_path), trust_of(tmp_path))

    return keep_it


@pytest.mark.parametrize(("count", "end"), [(4, "1 more is told"), (9, "6 more are told")])
def test_what_the_chat_leaves_out_the_editor_tells(kept, tmp_path, count, end):
    folder = kept(count)
    said = _words(made(count), read_told(folder)).splitlines()
    assert said[1:] == [*(f"Step {n} was left out." for n in (1, 2, 3)), f"{end} in the editor."]
    session = EditSession(library_of(tmp_path), folder)
    session.close()
    assert len(session.told) == count
    assert session.told[-1] == "The title was[right-to-left override] shortened."


def test_what_was_not_kept_is_told_at_once(kept):
    folder = kept(9)
    (folder / FILE).write_bytes(b"{")
    said = _words(made(9), read_told(folder)).splitlines()
    assert len(said) == 10
    assert "in the editor" not in said[-1]


def test_nothing_is_kept_where_nothing_was_left_out(tmp_path):
    folder = keep(Compiled(a_macro("Pay"), {}), (), library_of(tmp_path), trust_of(tmp_path))
    assert not (folder / FILE).exists()
    assert read_told(folder) == ()


def test_more_than_anybody_reads_is_not_called_kept(tmp_path):
    assert not keep_told(tmp_path, ["x"] * 501)
    assert len(read_told(tmp_path)) == 500
    assert keep_told(tmp_path, ["x"] * 500)
