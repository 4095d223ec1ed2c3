"""When a macro may begin by itself: the screen open, nobody at work, no other run."""

import importlib.resources
import json

import jsonschema
import pytest

from app.cli.macro_play import HELD, NOBODY_TELLS, UNKNOWN_IDLE, wait_until_free
from app.cli.parser import run
from app.macros.library import library_of
from app.macros.screen_lock import IS_LOCKED, Lock
from app.settings import user_folders
from tests.fakes.macro_shelves import a_macro


class Desktop:
    """A desktop that changes with its clock; the sleeper is its clock."""

    def __init__(
        self, *, locked_at=None, busy_until=0.0, used_at=(), tells_idle=True, lock=None, held=False
    ):
        self.now_s = 0.0
        self._lock, self._held = lock or Lock(), held
        self._locked_at, self._busy_until = locked_at, busy_until
        self._used_at, self._tells_idle = (-1000.0, *used_at), tells_idle

    def lock(self):
        is_locked = self._locked_at is not None and self.now_s >= self._locked_at
        return Lock(is_locked=True) if is_locked else self._lock

    def is_keyboard_held(self):
        return self._held

    def is_busy(self):
        return self.now_s < self._busy_until

    def idle_s(self):
        if not self._tells_idle:
            return None
        return self.now_s - max(used for used in self._used_at if used <= self.now_s)

    def sleep(self, seconds):
        assert seconds > 0
        self.now_s += seconds

    def wait(self, idle_s=60.0, wait_s=600.0):
        found = wait_until_free(self, idle_s, wait_s, self.sleep, lambda: self.now_s)
        return found.why if found is not None else ""


def test_a_free_desktop_is_not_waited_for():
    desktop = Desktop()
    assert desktop.wait() == ""
    assert desktop.now_s == 0


def test_a_locked_screen_ends_it_at_once():
    desktop = Desktop(locked_at=0)
    assert desktop.wait() == IS_LOCKED
    assert desktop.now_s == 0


def test_who_is_there_and_silent_ends_it_at_once():
    desktop = Desktop(lock=Lock(silent=("org.kde.a", "org.kde.b")))
    assert desktop.wait() == (
        "it is not known whether the screen is locked: org.kde.a, org.kde.b do not answer. A macro "
        "that nobody attends begins over an open screen only; try again, or start it without "
        "--unattended"
    )
    assert desktop.now_s == 0


def test_where_nobody_tells_of_locks_it_says_what_was_looked_for(capsys):
    assert Desktop(lock=Lock(is_told=False)).wait() == ""
    assert NOBODY_TELLS in capsys.readouterr().err
    assert Desktop().wait() == ""
    assert capsys.readouterr().err == ""


def test_where_nobody_tells_of_locks_a_held_keyboard_is_one():
    assert Desktop(lock=Lock(is_told=False), held=True).wait() == HELD
    assert Desktop(held=True).wait() == ""


def test_a_lock_while_it_waits_ends_it_too(capsys):
    desktop = Desktop(locked_at=20, used_at=(0,))
    assert desktop.wait() == IS_LOCKED
    assert desktop.now_s < 60
    assert "mouse or keyboard were used 0 s ago; waiting up to 600 s" in capsys.readouterr().err


def test_it_begins_when_mouse_and_keyboard_have_rested():
    desktop = Desktop(used_at=(0, 30))
    assert desktop.wait() == ""
    assert 90 <= desktop.now_s <= 95


def test_it_gives_up_when_somebody_goes_on_working():
    desktop = Desktop(used_at=range(0, 1000, 7))
    assert desktop.wait(wait_s=100) == (
        "mouse or keyboard were used 2 s ago, and it was waited for 100 s"
    )


def test_it_waits_for_the_end_of_a_run_and_gives_up():
    assert Desktop(busy_until=50).wait() == ""
    assert Desktop(busy_until=5000).wait(wait_s=10) == (
        "another run holds this desktop, and it was waited for 10 s"
    )


def test_without_idle_times_it_begins_only_when_told_to():
    assert Desktop(tells_idle=False).wait() == UNKNOWN_IDLE
    assert Desktop(tells_idle=False).wait(idle_s=0) == ""


@pytest.mark.parametrize("mode", ["ask", "dry-run"])
def test_a_mode_that_asks_cannot_be_unattended(tmp_path, monkeypatch, capsys, mode):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    assert run(["macro", "play", "x", "--unattended", "--approve", mode]) == 2
    assert "choose --approve assist or auto" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lock", "held", "cause"),
    [
        (Lock(is_locked=True), False, "locked"),
        (Lock(silent=("org.a",)), False, "locked"),
        (Lock(is_told=False), True, "locked"),
        (Lock(), False, None),
    ],
)
def test_a_program_learns_that_a_lock_kept_it_from_beginning(
    tmp_path, monkeypatch, capsys, lock, held, cause
):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    desktop = Desktop(lock=lock, held=held, tells_idle=False)
    monkeypatch.setattr("app.cli.macro_play.ThisDesktop", lambda: desktop)
    assert run(["macro", "play", "x", "--unattended", "--approve", "auto", "--json"]) == 9
    line = json.loads(capsys.readouterr().out)
    schema = importlib.resources.files("resources").joinpath("schema/lines.schema.json")
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(line)
    assert line.get("cause") == cause


def test_without_a_display_it_says_so_and_plays_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    assert run(["macro", "play", "x", "--unattended", "--approve", "assist"]) == 9
    assert "nothing was played: there is no display" in capsys.readouterr().err


class NoLook:
    """Looks for no lock."""

    cause = ""

    def start(self):
        pass

    def close(self):
        pass

    def true_cause(self, cause):
        return cause


def test_a_schedule_whose_folder_is_gone_plays_no_other_macro_of_that_name(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("app.cli.macro_play.wait_until_free", lambda *_: None)
    monkeypatch.setattr("app.cli.macro_play.LockLook", NoLook)
    monkeypatch.setattr("app.cli.macro_play.notify", lambda _title, text: None)
    shelf = library_of(user_folders().data)
    gone = shelf.save(a_macro("Bill"))
    shelf.rename(gone, "Invoice")
    shelf.save(a_macro("bill"))
    shelf.remove(gone)
    assert run(["macro", "play", "bill", "--unattended", "--approve", "assist"]) == 8
    assert "there is no macro in the folder bill" in capsys.readouterr().err


def test_a_schedule_plays_its_folder_whatever_other_macros_are_called(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    told = []
    monkeypatch.setattr("app.cli.macro_play.wait_until_free", lambda *_: None)
    monkeypatch.setattr("app.cli.macro_play.LockLook", NoLook)
    monkeypatch.setattr("app.cli.macro_play.notify", lambda _title, text: told.append(text))
    shelf = library_of(user_folders().data)
    shelf.rename(shelf.save(a_macro("Bill")), "Invoice")
    assert shelf.save(a_macro("bill")).name == "bill-2"
    assert run(["macro", "play", "bill-2", "--unattended", "--approve", "assist"]) == 7
    assert "“bill” is not trusted" in capsys.readouterr().err
    assert told[0].startswith("“bill” is not trusted")
    assert told[0].endswith("deskhand macro show bill-2")
