"""The names of the last look, kept for another process."""

import stat
from contextlib import closing
from dataclasses import replace

from app.last_look import LastLook
from app.macros.library import wipe_all_of
from app.settings import user_folders
from automation.core.geometry import Rect
from automation.records.removal import Wish
from automation.records.store import Store
from automation.screen.refs import RefBook
from tests.fakes.fake_reader import element, line


def _look(book, *elements, texts=()):
    return [one.ref for one in book.listing(elements, texts)]


def test_names_last_from_one_process_to_the_next(tmp_path):
    things = (
        element("Name", "field", Rect(0, 0, 90, 20), value="Ada"),
        element("Delete", "button", Rect(0, 40, 90, 20), parent_name="Ada"),
        element("Delete", "button", Rect(0, 80, 90, 20), parent_name="Grace"),
    )
    read = line("Total", Rect(0, 120, 90, 20))
    book = LastLook(tmp_path).book()
    names = _look(book, *things, texts=[read])
    LastLook(tmp_path).keep(book)
    again = LastLook(tmp_path).book()
    assert _look(again, *things, texts=[read]) == names == ["e1", "e2", "e3", "o1"]
    assert _look(again, element("New")) == ["e4"]


def test_what_things_hold_is_not_kept_and_others_cannot_read_the_rest(tmp_path):
    book = RefBook()
    _look(book, element("Name", "field", value="a secret of mine"))
    LastLook(tmp_path).keep(book)
    (file,) = tmp_path.iterdir()
    assert b"a secret of mine" not in file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_used_gives_no_names(tmp_path):
    LastLook(tmp_path).keep(RefBook())
    (file,) = tmp_path.iterdir()
    for damage in (b"", b"[]", b'{"given": {"e1": 3}}', b"\xff" * 10, b"{" * 100_000):
        file.write_bytes(damage)
        assert LastLook(tmp_path).book() == RefBook()


def _changes(folder, *elements):
    """Look, keep it, and return what changed, as lines."""
    last = LastLook(folder)
    book = last.book()
    listing = book.listing(elements)
    told = last.changes(listing, book)
    last.keep(book, listing)
    return told.text()


def test_the_next_look_tells_what_changed_without_what_things_hold_being_kept(tmp_path):
    name = element("Name", "field", Rect(0, 0, 90, 20), value="a secret of mine")
    more, new = (element(n, "button", Rect(0, y, 90, 20)) for n, y in (("More", 40), ("New", 80)))
    assert _changes(tmp_path, name, more).startswith('+ e1 field "Name" = "a secret of mine"')
    assert _changes(tmp_path, name, more) == "nothing changed"
    changed = replace(name, value="Ada")
    assert _changes(tmp_path, changed, new) == (
        '~ e1 field "Name" = "Ada"\n+ e3 button "New"\n- e2 button "More"'
    )
    LastLook(tmp_path).refs().keep(LastLook(tmp_path).book())
    (file,) = tmp_path.iterdir()
    assert b"Ada" not in file.read_bytes()


def test_a_run_that_names_more_things_is_no_look(tmp_path):
    save = element("Save")
    _changes(tmp_path, save)
    refs = LastLook(tmp_path).refs()
    refs.book.listing([save, element("Open", "button", Rect(0, 90, 90, 20))])
    refs.keep(refs.book)
    assert _changes(tmp_path, save) == "nothing changed"


def test_each_display_has_names_of_its_own(tmp_path, monkeypatch):
    book = RefBook()
    _look(book, element("Save"))
    monkeypatch.setenv("DISPLAY", ":7")
    LastLook(tmp_path).keep(book)
    monkeypatch.setenv("DISPLAY", ":8")
    assert LastLook(tmp_path).book() == RefBook()


def test_new_names_of_a_run_are_kept_and_a_folder_that_cannot_be_had_stops_nothing(tmp_path):
    refs = LastLook(tmp_path / "new").refs()
    _look(refs.book, element("Save"))
    refs.keep(refs.book)
    assert list(LastLook(tmp_path / "new").book().given) == ["e1"]
    (tmp_path / "file").write_text("")
    LastLook(tmp_path / "file" / "below").refs().keep(refs.book)


def test_who_wipes_everything_wipes_the_names_too(tmp_path, fresh_home):
    folders = user_folders()
    folders.create()
    book = RefBook()
    _look(book, element("Save"))
    LastLook(folders.runtime).keep(book)
    with closing(Store(folders.data)) as store:
        wipe_all_of(store, folders.data, Wish(before_utc="2000-01-01T00:00:00Z"))
        assert LastLook(folders.runtime).book().given
        wipe_all_of(store, folders.data, Wish(is_all=True))
    assert LastLook(folders.runtime).book() == RefBook()
