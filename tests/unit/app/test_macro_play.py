"""`deskhand macro play` before its first step: what is missing or not allowed is told, nothing begins.

When a macro may begin by itself: the screen open, nobody at work, no other run.
"""

import importlib.resources
import json

import jsonschema
import pytest

from app.cli.macro_play import HELD, NOBODY_TELLS, UNKNOWN_IDLE, wait_until_free
from app.cli.parser import run
from app.macros.library import LibraryImages, library_of
from app.macros.request import FILE, Filled, LastValues
from app.macros.screen_lock import IS_LOCKED, Answer, Lock, ToldLock
from app.settings import user_folders
from automation.core.errors import Halt, MacroError
from automation.macros.codec import read
from automation.macros.library import Library
from tests.fakes.macro_samples import png
from tests.fakes.macro_shelves import a_macro

MACRO = """\
deskhand: 1
name: Fill
params: {amount: {type: number, most: 10}, branch: {default: Harbour}}
columns: [vendor]
steps:
  - id: rows
    do: for_each
    steps:
      - {id: vendor, do: type, text: "{{vendor}} {{amount}} {{branch}}"}
"""


@pytest.fixture
def deskhand(tmp_path, capsys, monkeypatch):
    """Return what runs a command line in this process."""
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))

    def command(*arguments):
        status = run(["macro", *map(str, arguments), "--json"])
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        return status, lines[-1] if lines else {}

    return command


@pytest.fixture
def fill(tmp_path, deskhand):
    """Take the macro in, trusted; return what plays it."""
    file = tmp_path / "macro.yaml"
    file.write_text(MACRO)
    rows = tmp_path / "rows.csv"
    rows.write_text("vendor\nAnn\n")
    assert deskhand("import", file)[0] == 0
    assert deskhand("trust", "Fill", "--yes")[0] == 0

    def play(*options):
        return deskhand("play", "Fill", *options)

    return play


ROWS = ("--rows", "{rows}")
AMOUNT = ("--param", "amount=3")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (ROWS, "amount: no value was given"),
        ((*ROWS, "--param", "amount=11"), "amount: 11 is above 10"),
        ((*ROWS, "--param", "amount"), "expected NAME=VALUE"),
        ((*ROWS, *AMOUNT, "--param", "colour=red"), "no parameter colour"),
        ((*AMOUNT, "--rows", "{none}"), "cannot read the table"),
        ((*ROWS, *AMOUNT, "--failed-rows"), "no play of this macro is known"),
        ((*AMOUNT, "--failed-rows"), "--failed-rows does rows of a table; give it with --rows"),
        ((*AMOUNT, "--rows", "{other}"), "lacks the column vendor"),
    ],
)
def test_a_usage_error_ends_with_2_and_says_which(fill, tmp_path, options, said):
    other = tmp_path / "other.csv"
    other.write_text("x\n1\n")
    files = {"rows": tmp_path / "rows.csv", "none": tmp_path / "none.csv", "other": other}
    status, end = fill(*(option.format(**files) for option in options))
    assert status == 2
    assert said in end["message"]
    assert end["steps"] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "goes over a table; give one with --rows"),
        (("--rows", "{rows}", "--from-row", "2"), "there is no row 2; the table has 1 rows"),
        (("--rows", "{rows}", "--from-step", "none"), "no step called none"),
    ],
)
def test_what_cannot_be_begun_is_told(fill, tmp_path, options, said):
    named = (option.format(rows=tmp_path / "rows.csv") for option in options)
    status, end = fill(*AMOUNT, *named)
    assert status == 8
    assert said in end["message"]


@pytest.mark.parametrize(("options", "may_load"), [((), False), (("--model", "x"), True)])
def test_a_model_is_loaded_for_a_play_only_where_it_is_named_for_it(
    fill, tmp_path, monkeypatch, options, may_load
):
    played = []

    def run_brought(arguments, text, brought, listener):
        played.append((arguments.model is not None, brought.may_load))
        return 0

    monkeypatch.setattr("app.cli.macro_play.run_brought", run_brought)
    fill(*AMOUNT, "--rows", tmp_path / "rows.csv", *options)
    assert played == [(may_load, may_load)]


def test_what_a_play_was_given_stands_in_the_form_of_the_next_one(fill, tmp_path, monkeypatch):
    monkeypatch.setattr("app.cli.macro_play.run_brought", lambda *_: 0)
    rows, last = tmp_path / "rows.csv", LastValues(tmp_path / "home" / "data" / FILE)
    assert fill(*AMOUNT, "--rows", rows, "--keep", "nothing")[0] == 0
    assert last.of("fill") == Filled()
    assert fill(*AMOUNT, "--rows", rows)[0] == 0
    assert last.of("fill") == Filled({"amount": "3"}, str(rows))
    monkeypatch.chdir(tmp_path)
    assert fill("--param", "amount=4", "--param", "branch=Quay", "--rows", "rows.csv")[0] == 0
    assert last.of("fill") == Filled({"amount": "4", "branch": "Quay"}, str(rows))


SECRET = """\
deskhand: 1
name: Log in
params: {who: {}, word: {type: secret}, place: {default: Here}}
steps:
  - {id: who, do: type, text: "{{who}}"}
  - {id: word, do: type, text: "{{word}}", target: {role: password, name: Password}}
  - {id: place, do: type, text: "{{place}}"}
"""


def test_no_secret_of_a_play_is_remembered_and_no_play_without_values_forgets(
    deskhand, tmp_path, monkeypatch
):
    monkeypatch.setattr("app.cli.macro_play.run_brought", lambda *_: 0)
    monkeypatch.setattr("app.macros.play.check_secrets", lambda *_: None)
    file, last = tmp_path / "login.yaml", LastValues(tmp_path / "home" / "data" / FILE)
    file.write_text(SECRET)
    assert deskhand("import", file)[0] == 0
    given = ("--param", "who=Ann", "--param", "word=ledger")
    assert deskhand("play", "Log in", *given)[0] == 0
    assert last.of("log-in") == Filled({"who": "Ann"})
    assert deskhand("play", "Log in", "--from-step", "place")[0] == 0
    assert deskhand("play", "Log in", "--from-step", "place", "--param", "place=There")[0] == 0
    assert last.of("log-in") == Filled({"who": "Ann", "place": "There"})


def test_an_untrusted_macro_does_not_run_in_a_mode_that_would_not_ask(fill, deskhand, tmp_path):
    assert deskhand("trust", "Fill", "--off")[0] == 0
    for mode in ("auto", "assist"):
        status, end = fill(*AMOUNT, "--rows", tmp_path / "rows.csv", "--approve", mode)
        assert status == 7
        assert "is not trusted" in end["message"]


@pytest.mark.parametrize("harm", [b"{", b'{"v":2,"entries":[]}', b"\xff"])
def test_a_damaged_list_of_trusted_macros_lets_none_run_unasked_and_is_said_each_time(
    fill, deskhand, tmp_path, harm
):
    (tmp_path / "home" / "data" / "macros-trusted.json").write_bytes(harm)
    for _ in range(2):
        status, end = fill(*AMOUNT, "--rows", tmp_path / "rows.csv", "--approve", "auto")
        assert status == 7
        assert "no macro is trusted" in end["message"]
        for command in (("list",), ("show", "Fill")):
            _, end = deskhand(*command)
            assert "no macro is trusted" in end["message"]


def test_what_came_from_the_backup_is_looked_at_before_it_is_played(fill, deskhand, tmp_path):
    (file,) = (tmp_path / "home").rglob("macro.yaml")
    file.with_name("macro.yaml.bak").write_bytes(file.read_bytes())
    file.write_bytes(b"\xff\xfe not a text")
    status, end = fill(*AMOUNT, "--rows", tmp_path / "rows.csv", "--approve", "auto")
    assert status == 8
    assert "was damaged" in end["message"]
    assert "deskhand macro show" in end["message"]


def test_asking_needs_somebody_to_ask(fill, deskhand, tmp_path, capsys):
    status = run(["macro", "play", "Fill", *AMOUNT, "--rows", str(tmp_path / "rows.csv")])
    assert status == 2
    assert "needs somebody to ask" in capsys.readouterr().err


@pytest.mark.parametrize("is_json", [True, False])
def test_a_default_in_every_row_is_told_once_in_words_and_in_a_line(
    fill, tmp_path, capsys, monkeypatch, is_json
):
    monkeypatch.setattr("app.cli.macro_play.run_brought", lambda *_: 0)
    rows = ("--rows", str(tmp_path / "rows.csv"))
    assert run(["macro", "play", "Fill", *AMOUNT, *rows, *(["--json"] if is_json else [])]) == 0
    out, err = capsys.readouterr()
    said = "branch has no column: “Harbour” is used in every row"
    assert err == f"deskhand: {said}\n"
    lines = [json.loads(line) for line in out.splitlines()]
    assert [(one["event"], one["message"]) for one in lines] == [("note", said)] * is_json


class OpenWindows:
    """A desktop without any locker's window."""

    def large_popups(self, *_least):
        return ()

    def close(self):
        pass


@pytest.mark.parametrize(
    ("answer", "halt"),
    [
        (Answer.SILENT, Halt("takeover")),
        (Answer.LOCKED, Halt("locked", "the screen was locked")),
    ],
)
def test_a_takeover_while_nobody_tells_of_a_lock_is_one(fill, tmp_path, monkeypatch, answer, halt):
    ended = []
    monkeypatch.setattr("app.macros.screen_lock.X11Windows", OpenWindows)
    monkeypatch.setattr("app.macros.screen_lock.locker_runs", lambda: False)
    monkeypatch.setattr("app.macros.screen_lock.ask_lock", lambda: ToldLock({"org.a": answer}))
    monkeypatch.setattr(
        "app.cli.macro_play.run_brought",
        lambda _arguments, _text, brought, _listener: (
            ended.append(brought.true_cause(Halt("takeover"))) or 6
        ),
    )
    assert fill(*AMOUNT, "--rows", tmp_path / "rows.csv", "--approve", "auto")[0] == 6
    assert ended == [halt]


@pytest.mark.parametrize(
    "options", [("--speed", "0"), ("--speed", "nan"), ("--from-row", "0"), ("--delimiter", "x")]
)
def test_numbers_out_of_range_are_refused(fill, options):
    assert fill(*options)[0] == 2


def test_a_picture_that_is_swapped_during_a_run_is_not_used(tmp_path):
    library = Library(tmp_path / "macros")
    made = read(b"deskhand: 1\nname: P\nsteps: [{id: a, do: click, target: {image: img/a.png}}]\n")
    folder = library.save(made, {"img/a.png": png()})
    images = LibraryImages(library.open("P"))
    images.read("img/a.png")
    (folder / "img/a.png").write_bytes(png(width=20))
    with pytest.raises(MacroError, match="was changed while the macro was played"):
        images.image("img/a.png")


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

    why = ""

    def start(self):
        pass

    def close(self):
        pass

    def true_cause(self, halt):
        return halt


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
