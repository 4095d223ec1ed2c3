"""What somebody else writes between a reading and a writing is never written over."""

import contextlib

import pytest
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.macros import library as libraries
from automation.macros.codec import write
from automation.macros.edit.session import Conflict, EditSession
from automation.macros.library import Changed, Library, restore
from automation.macros.macro import Macro, Wait


def macro(name="One", seconds=1.0):
    return Macro(deskhand=1, name=name, steps=(Wait(id="w", seconds=seconds),))


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "macros")


@pytest.fixture
def folder(library):
    return library.save(macro())


@pytest.fixture
def written_late(monkeypatch, folder):
    """Return what has somebody write the file once, right before the library's lock is had."""
    real, waiting = libraries.locked, []

    @contextlib.contextmanager
    def locked(file):
        if waiting:
            (folder / "macro.yaml").write_bytes(write(waiting.pop()))
        with real(file):
            yield

    monkeypatch.setattr(libraries, "locked", locked)
    return waiting.append


def seconds(library, folder):
    return library.open_at(folder).macro.steps[0].seconds


def test_a_new_name_keeps_what_was_saved_right_before(library, folder, written_late):
    written_late(macro(seconds=7))
    library.rename(folder, "Uno")
    assert (library.open_at(folder).macro.name, seconds(library, folder)) == ("Uno", 7)


def test_a_new_name_for_what_was_read_is_refused_where_it_is_another(library, folder, written_late):
    mark = library.open_at(folder).mark
    written_late(macro(seconds=7))
    with pytest.raises(Changed, match="was changed meanwhile"):
        library.rename(folder, "Uno", expected=mark)
    assert (library.open_at(folder).macro.name, seconds(library, folder)) == ("One", 7)


@pytest.mark.parametrize(
    "change",
    [
        lambda library, folder: library.save(macro(seconds=2), folder=folder),
        lambda library, folder: library.rename(folder, "Uno"),
    ],
    ids=["save", "rename"],
)
def test_the_list_has_the_name_that_another_process_gave_right_after(
    library, folder, monkeypatch, change
):
    real = libraries.locked

    @contextlib.contextmanager
    def locked(file):
        with real(file):
            yield
        monkeypatch.setattr(libraries, "locked", real)
        Library(file.parent).rename(folder, "Theirs")

    monkeypatch.setattr(libraries, "locked", locked)
    change(library, folder)
    for one in (library, Library(folder.parent)):
        assert [entry.name for entry in one.entries()] == ["Theirs"]


def test_a_save_over_what_was_read_is_refused_where_it_is_another(library, folder, written_late):
    kept = library.open_at(folder)
    library.save(macro(seconds=2), folder=folder, expected=kept.mark)
    mark = library.open_at(folder).mark
    written_late(macro(seconds=7))
    with pytest.raises(Changed, match="nothing was written"):
        library.save(macro(seconds=3), folder=folder, expected=mark)
    assert seconds(library, folder) == 7


def edited(session, to):
    session.document.change(replace(session.document.step("w"), seconds=to))


def test_the_editor_writes_over_nothing_that_was_saved_right_before(library, folder, written_late):
    session = EditSession(library, folder)
    edited(session, 3)
    written_late(macro(seconds=7))
    with pytest.raises(Conflict, match="was changed since it was opened here"):
        session.save()
    assert (seconds(library, folder), session.is_saved) == (7, False)
    session.discard()


def test_the_editor_writes_over_nothing_that_was_saved_right_after_it(library, folder, monkeypatch):
    session, save = EditSession(library, folder), Library.save

    def overtaken(self, *given, **more):
        place = save(self, *given, **more)
        (place / "macro.yaml").write_bytes(write(macro(seconds=7)))
        return place

    with monkeypatch.context() as patch:
        patch.setattr(Library, "save", overtaken)
        edited(session, 3)
        session.save()
    edited(session, 4)
    with pytest.raises(Conflict):
        session.save()
    assert seconds(library, folder) == 7
    session.discard()


def test_a_removed_macro_gets_a_free_folder_where_its_own_was_taken(library, folder):
    library.rename(folder, "Uno")
    kept = library.remove(folder)
    other = library.save(macro("One", 5), new=True)
    assert other == folder
    back = restore(library, kept, "Uno")
    assert (back.name, library.open_at(back).macro.name) == ("uno", "Uno")
    assert seconds(library, other) == 5


def test_a_removed_macro_whose_name_was_taken_stays_where_it_is(library, folder):
    kept = library.remove(folder)
    library.save(macro("ONE", 5), new=True)
    with pytest.raises(MacroError, match="there is another macro called “One”"):
        restore(library, kept, "One")
    assert kept.is_dir()


def test_each_new_folder_is_told_before_it_is_made_and_no_other(tmp_path):
    told = []
    shelf = Library(tmp_path / "macros", lambda slug: told.append((slug, (root / slug).exists())))
    root = tmp_path / "macros"
    first = shelf.save(macro())
    shelf.save(macro(seconds=2))
    shelf.save(macro(seconds=3), folder=first)
    shelf.save(macro("Two"), new=True)
    assert told == [("one", False), ("two", False)]


def test_a_call_never_means_another_macro_after_a_removal(library, folder):
    library.rename(folder, "Settled")
    other = library.save(macro("one", 5), new=True)  # its folder is one-2
    assert library.open_called("one").folder == other
    library.remove(other)
    with pytest.raises(MacroError, match="the one in the folder one is called “Settled”"):
        library.open_called("one")


def test_a_call_by_a_folder_holds_while_its_macro_is_called_so(library, folder):
    again = library.save(macro("One!"), new=True)
    assert again.name == "one-2"
    assert library.open_called("one-2").folder == again
    library.rename(again, "Two")
    with pytest.raises(MacroError, match="call it so if it is meant"):
        library.open_called("one-2")
