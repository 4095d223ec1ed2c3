"""What a macro has beside its folder goes to no other macro, and nothing of it is lost on the way."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from app.cli.parser import run
from app.macros import library
from app.macros.changes import Changes
from app.macros.keys import FILE as KEYS
from app.macros.keys import KeysFile
from app.macros.library import library_of
from app.macros.repairs import KeptRepair, RepairShelf
from app.macros.request import FILE, Filled, LastValues
from app.macros.schedule import UserUnits, read_stored
from app.settings import user_folders
from automation.core.errors import MacroError, SettingsError
from automation.macros import macro as grammar
from automation.macros.edit.session import EditSession
from automation.macros.play.health import Health, keep_health, read_health
from tests.fakes import fake_systemctl
from tests.fakes.macro_shelves import a_macro, keep

FILLED = Filled({"who": "Ada"}, "/a/table.csv")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """Return the user's data, where a timer can be made."""
    monkeypatch.setenv("PATH", fake_systemctl.install(tmp_path, os.environ["PATH"]))
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    user_folders().create()
    return user_folders().data


@pytest.fixture
def changes(data):
    return Changes.at(data)


def keys():
    return KeysFile(user_folders().settings_file.with_name(KEYS))


def a_repair(folder):
    target = grammar.Target(name="Save")
    return KeptRepair(folder, "Greet", "greet", "target", "user", "r", target, target, "", (1, 2))


def used(data, slug="greet"):
    """Let the macro of a folder be played, filled in, repaired, scheduled, and have a key."""
    keep_health(data, slug, Health(runs=4))
    LastValues(data / FILE).put(slug, FILLED)
    RepairShelf(data)._write(slug, [a_repair(slug)], {})
    assert run(["macro", "schedule", slug, "--every", "1h", "--unproved"]) == 0
    keys().save({slug: "Ctrl+Alt+1", "other": "Ctrl+Alt+2"})


def beside_of(data, slug):
    units = UserUnits().folder
    return (
        read_health(data, slug).runs,
        LastValues(data / FILE).of(slug),
        [one.folder for one in RepairShelf(data).of(slug)],
        sorted(one.name for one in units.glob(f"deskhand-macro-{slug}.*")),
        keys().load()[0].get(slug, ""),
    )


NOTHING = (0, Filled(), [], [], "")


def saved(data):
    library_of(data).save(a_macro("Greet"), new=True)


def saved_under_another_name(data):
    session = EditSession(library_of(data), keep(data, a_macro("First")))
    session.save_as("Greet")
    session.close()


@pytest.mark.parametrize("make", [saved, saved_under_another_name])
def test_a_new_macro_has_nothing_of_one_whose_folder_was_deleted_by_hand(data, make):
    folder = keep(data, a_macro("Greet"), is_trusted=True)
    used(data)
    assert all(beside_of(data, "greet"))
    shutil.rmtree(folder)
    make(data)
    assert (data / "macros" / "greet" / "macro.yaml").exists()
    assert beside_of(data, "greet") == NOTHING
    assert keys().load()[0] == {"other": "Ctrl+Alt+2"}


def units_stay(monkeypatch):
    """Let nothing be deleted where systemd reads, as on a file system that is only read."""
    real = Path.unlink

    def unlink(self, missing_ok=False):
        if "systemd" in self.parts:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        real(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)


def keys_stay(monkeypatch):
    """Let no key be written down."""

    def save(self, keys):
        raise SettingsError(
            "the key was not kept: Read-only file system; the keys are as they were"
        )

    monkeypatch.setattr(KeysFile, "save", save)


@pytest.mark.parametrize(
    ("stay", "why"), [(units_stay, "It is still scheduled"), (keys_stay, "The key of the macro")]
)
@pytest.mark.parametrize("make", [saved, saved_under_another_name])
def test_no_macro_is_made_where_a_schedule_or_key_of_another_is_left(
    data, monkeypatch, make, stay, why
):
    folder = keep(data, a_macro("Greet"), is_trusted=True)
    used(data)
    shutil.rmtree(folder)
    with monkeypatch.context() as patched:
        stay(patched)
        with pytest.raises(MacroError, match=f"nothing was kept: .*{why}.* take another name"):
            make(data)
        assert not folder.exists()
        assert "greet" not in [one.slug for one in library_of(data).entries()]
        library_of(data).save(a_macro("Third"), new=True)
    library_of(data).save(a_macro("Greet"), new=True)
    assert beside_of(data, "greet") == NOTHING


def test_a_save_of_a_macro_that_is_there_forgets_nothing(data):
    keep(data, a_macro("Greet"), is_trusted=True)
    used(data)
    before = beside_of(data, "greet")
    library_of(data).save(a_macro("Greet", grammar.Type(id="other", text="Other")))
    assert beside_of(data, "greet") == before


def test_a_macro_whose_folder_was_taken_comes_back_beside_it_with_all_that_it_had(data, changes):
    keep(data, a_macro("Greet"), is_trusted=True)
    used(data)
    before = beside_of(data, "greet")
    removed = changes.remove("greet", "Ctrl+Alt+1")
    keys().save({})
    keep(data, a_macro("greet?"))
    back = changes.bring_back(removed)
    assert (back.folder.name, back.name, back.key) == ("greet-2", "Greet", "Ctrl+Alt+1")
    assert back.sentence == "“Greet” is back."
    runs, filled, repairs, units, _key = beside_of(data, "greet-2")
    assert (runs, filled) == before[:2]
    assert repairs == ["greet-2"]
    assert units == ["deskhand-macro-greet-2.service", "deskhand-macro-greet-2.timer"]
    assert beside_of(data, "greet") == NOTHING
    folder = UserUnits().folder
    service = (folder / "deskhand-macro-greet-2.service").read_text()
    timer = (folder / "deskhand-macro-greet-2.timer").read_text()
    assert '"macro" "play" "greet-2" "--approve"' in service
    assert "Unit=deskhand-macro-greet-2.service\n" in timer
    assert {read_stored(service).slug, read_stored(timer).slug} == {"greet-2"}


def test_a_timer_of_another_that_plays_what_came_back_is_told_of(data, changes, monkeypatch):
    keep(data, a_macro("Greet"), is_trusted=True)
    removed = changes.remove("greet", "")
    folder = keep(data, a_macro("Greet"), is_trusted=True)
    used(data)
    shutil.rmtree(folder)
    units_stay(monkeypatch)
    back = changes.bring_back(removed)
    assert back.folder.name == "greet"
    assert "It is still scheduled" in back.sentence


def test_what_cannot_be_brought_back_is_kept_and_said(data, changes, monkeypatch):
    keep(data, a_macro("Greet"), is_trusted=True)
    used(data)
    removed = changes.remove("greet")

    def refuse(*_given):
        raise MacroError("the disk is full")

    monkeypatch.setattr(library, "keep_health", refuse)
    back = changes.bring_back(removed)
    kept = back.folder / ".beside.json"
    assert "Not all that belongs to it could be brought back: the disk is full." in back.sentence
    assert str(kept) in back.sentence
    assert b'"runs":4' in kept.read_bytes()
    assert beside_of(data, "greet")[3], "the rest is back"


def another_disk(monkeypatch):
    """Let no folder of repairs be renamed."""
    real = Path.replace

    def replace(self, target):
        if "macro-repairs" in f"{self}{target}" and self.is_dir():
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)


def test_repairs_are_taken_along_and_brought_back_over_two_disks(data, changes, monkeypatch):
    keep(data, a_macro("Greet"), is_trusted=True)
    used(data)
    another_disk(monkeypatch)
    removed = changes.remove("greet")
    assert (removed.folder / ".repairs" / "repairs.json").is_file()
    assert beside_of(data, "greet")[2] == []
    back = changes.bring_back(removed)
    assert beside_of(data, "greet")[2] == ["greet"]
    assert not (back.folder / ".repairs").exists()


def test_repairs_that_cannot_be_taken_along_are_left_and_said(data, changes, monkeypatch):
    keep(data, a_macro("Greet"), is_trusted=True)
    used(data)

    def full(*_given, **_more):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    another_disk(monkeypatch)
    monkeypatch.setattr(library.shutil, "copytree", full)
    removed = changes.remove("greet")
    assert "could not be taken along and is left in" in removed.sentence
    assert beside_of(data, "greet")[2] == ["greet"]
