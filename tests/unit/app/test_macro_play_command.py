"""`deskhand macro play` before its first step: what is missing or not allowed is told, nothing begins."""

import json

import pytest

from app.cli.parser import run
from app.macros.library import LibraryImages
from app.macros.request import FILE, Filled, LastValues
from app.macros.screen_lock import Answer, ToldLock
from automation.core.errors import MacroError
from automation.macros.codec import read
from automation.macros.library import Library
from tests.fakes.macro_samples import png

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
    ("answer", "cause"),
    [(Answer.SILENT, "takeover"), (Answer.LOCKED, "locked: the screen was locked")],
)
def test_a_takeover_while_nobody_tells_of_a_lock_is_one(fill, tmp_path, monkeypatch, answer, cause):
    ended = []
    monkeypatch.setattr("app.macros.screen_lock.X11Windows", OpenWindows)
    monkeypatch.setattr("app.macros.screen_lock.locker_runs", lambda: False)
    monkeypatch.setattr("app.macros.screen_lock.ask_lock", lambda: ToldLock({"org.a": answer}))
    monkeypatch.setattr(
        "app.cli.macro_play.run_brought",
        lambda _arguments, _text, brought, _listener: (
            ended.append(brought.true_cause("takeover")) or 6
        ),
    )
    assert fill(*AMOUNT, "--rows", tmp_path / "rows.csv", "--approve", "auto")[0] == 6
    assert ended == [cause]


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
