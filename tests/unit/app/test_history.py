"""The list of runs: a line a run that fits the terminal, and whole where a program reads it.

The command line of keeping and wiping, on a real history.
"""

import fcntl
import importlib.resources
import io
import json
import os
import struct
import subprocess
import sys
import termios
import time
from contextlib import closing
from datetime import datetime, timedelta

import jsonschema
import pytest

from app.cli.history import before_utc
from app.cli.output import columns_of, fitted
from app.cli.parser import run as command
from automation.core.errors import RecordError
from automation.core.events import Task
from automation.core.proposal import Effects, Outcome
from automation.core.wording import EFFECTS_WORDS, one_line
from automation.records.store import Store
from tests.proof.soak_faults import kept_steps

LONG = "click Save,\nthen type “東京” into Name, and so on " * 20
WIDTH = 70
MANY = 201
"""One more than the list shows unless it is told otherwise."""


@pytest.fixture
def runs(fresh_home):
    """A long run and a short one that is pinned, newest first."""
    store = Store(fresh_home / "data")
    made = []
    for task in ("short", LONG):
        log = store.new_run(Task(task))
        log.end(Outcome.DONE, "Done.")
        made.insert(0, log.run)
    store.pin(made[1], is_pinned=True)
    store.close()
    return made


@pytest.fixture
def many(fresh_home):
    """More runs than the list shows by itself, newest first."""
    store = Store(fresh_home / "data")
    made = []
    for number in range(MANY):
        log = store.new_run(Task(f"task {number}"))
        log.end(Outcome.DONE, "Done.")
        made.insert(0, log.run)
    store.close()
    return made


def on_a_terminal(columns, *words):
    """Run a command on a pseudo terminal of so many columns; return its lines."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    argv = [sys.executable, "-m", "app.main", *words]
    process = subprocess.Popen(argv, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    try:
        while True:
            try:
                seen += os.read(ours, 4096)
            except OSError:  # the other side is closed
                break
        assert process.wait() == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    return seen.decode().splitlines()


def test_a_run_takes_one_line_of_the_terminal(runs):
    long, short = on_a_terminal(WIDTH, "history")
    assert long.startswith(runs[0])
    assert long.endswith("…")
    assert WIDTH - 2 <= columns_of(long) <= WIDTH
    assert short.startswith(runs[1])
    assert short.endswith("pinned: short")


@pytest.fixture
def in_kolkata(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_a_person_reads_the_time_of_this_computer_and_a_program_utc(runs, capsys, in_kolkata):
    assert command(["history", "--json", "--limit", "1"]) == 0
    utc = datetime.fromisoformat(json.loads(capsys.readouterr().out)["started"])
    assert utc.utcoffset() == timedelta(0)
    local = f"{utc + timedelta(hours=5, minutes=30):%Y-%m-%d %H:%M}"
    for words in ([], ["--run", runs[0]]):
        assert command(["history", *words]) == 0
        assert f" {local}  done" in capsys.readouterr().out.replace("\n", " ")


def test_a_program_that_reads_it_gets_the_task_whole(runs, capsys):
    assert command(["history"]) == 0
    long, short = capsys.readouterr().out.splitlines()
    assert long.endswith(one_line(LONG))
    assert short.endswith("pinned: short")
    assert command(["history", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["task"], line["pinned"]) for line in lines] == [(LONG, False), ("short", True)]


def test_the_newest_are_listed_and_told_to_be_no_more_than_that(many, capsys):
    for words, expected in (([], many[:-1]), (["--limit", "3"], many[:3])):
        assert command(["history", "--json", *words]) == 0
        said = capsys.readouterr()
        assert [json.loads(line)["run"] for line in said.out.splitlines()] == expected
        assert f"the newest {len(expected)} runs" in said.err
        assert "history --all" in said.err


def test_all_runs_are_listed_and_exported_on_demand(many, fresh_home, capsys):
    for words in (["--all"], ["--limit", str(MANY)]):
        assert command(["history", "--json", *words]) == 0
        said = capsys.readouterr()
        assert [json.loads(line)["run"] for line in said.out.splitlines()] == many
        assert said.err == ""
    assert command(["history", "--all", "export", "--format", "jsonl"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["run"] for line in lines if line["event"] == "run"] == many
    # So does the soak compare what it was told with what is kept.
    assert list(kept_steps(fresh_home)) == many


@pytest.mark.parametrize("words", [["--limit", "0"], ["--limit", "x"], ["--limit", "3", "--all"]])
def test_a_limit_that_is_none_is_refused(words, fresh_home, capsys):
    assert command(["history", *words]) == 2
    assert "--limit" in capsys.readouterr().err


def test_one_run_says_that_it_is_pinned(runs, capsys):
    for run, is_pinned in ((runs[0], False), (runs[1], True)):
        assert command(["history", "--run", run]) == 0
        assert ("Pinned:" in capsys.readouterr().out) is is_pinned


def test_a_task_cannot_steer_the_terminal(fresh_home, capsys):
    store = Store(fresh_home / "data")
    store.new_run(Task("a\x1b[2Jb")).end(Outcome.DONE, "Done.")
    store.close()
    assert command(["history"]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("東京都", 6, "東京都"),
        ("東京都", 5, "東京…"),
        ("東京都", 4, "東…"),
        ("e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"),
        ("ab cd", 4, "ab…"),
        ("abc", 1, "…"),
    ],
)
def test_a_text_is_cut_by_columns_and_not_by_letters(text, columns, shown):
    assert fitted(text, columns) == shown


@pytest.fixture
def data(fresh_home):
    return fresh_home / "data"


def kept(data, *tasks):
    store = Store(data)
    runs = []
    for task in tasks:
        log = store.new_run(Task(task))
        log.end(Outcome.DONE, "Done.")
        runs.append(log.run)
    store.close()
    return runs


def tasks_left(data):
    store = Store(data)
    try:
        return [info.task for info in store.runs()]
    finally:
        store.close()


def test_a_wipe_without_anybody_to_ask_needs_yes(data, monkeypatch, capsys):
    kept(data, "one")
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert command(["history", "wipe", "--all"]) == 2
    assert "--yes" in capsys.readouterr().err
    assert tasks_left(data) == ["one"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("answer", "left", "code"), [("no\n", ["one"], 7), ("yes\n", [], 0)])
def test_on_a_terminal_it_is_asked_and_says_what_it_cannot_reach(
    data, monkeypatch, capsys, answer, left, code
):
    kept(data, "one")
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    assert command(["history", "wipe", "--all"]) == code
    assert "flash disk" in capsys.readouterr().out
    assert tasks_left(data) == left


def test_one_run_is_wiped_and_the_line_fits_the_schema(data, capsys):
    one, _ = kept(data, "one", "two")
    assert command(["history", "wipe", "--run", one[:8], "--yes", "--json"]) == 0
    (line,) = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    schema = importlib.resources.files("resources").joinpath("schema/lines.schema.json")
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(line)
    assert (line["event"], line["run"], line["runs"]) == ("wipe", one, 1)
    assert tasks_left(data) == ["two"]


def test_a_wipe_while_a_run_lives_is_refused(data, capsys):
    store = Store(data)
    log = store.new_run(Task("live"))
    assert command(["history", "wipe", "--all", "--yes"]) == 8
    assert "a run is going on" in capsys.readouterr().err
    log.end(Outcome.DONE, "")
    store.close()
    assert tasks_left(data) == ["live"]


def test_a_pinned_run_outlives_a_wipe_by_date(data, capsys):
    one, _ = kept(data, "one", "two")
    assert command(["history", "pin", one]) == 0
    assert command(["history", "wipe", "--before", "2999-01-01", "--yes"]) == 0
    assert tasks_left(data) == ["one"]
    assert command(["history", "pin", one, "--off"]) == 0
    assert command(["history", "wipe", "--before", "2999-01-01", "--yes"]) == 0
    assert tasks_left(data) == []


@pytest.mark.parametrize("day", ["", "yesterday", "2026-13-01", "2026-01-31T00:00"])
def test_what_is_no_day_is_said(day):
    with pytest.raises(RecordError, match="expected a day"):
        before_utc(day)


def test_a_day_begins_at_midnight_here(monkeypatch):
    import time

    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        assert before_utc("2026-01-31") == "2026-01-30T23:00:00.000Z"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_nothing_chosen_is_a_usage_error(data):
    assert command(["history", "wipe", "--yes"]) == 2


ENDS = (Outcome.DONE, Outcome.NOT_FOUND, Outcome.FAILED, Outcome.NEEDS_MODEL, Outcome.NOT_UNDERSTOOD, Outcome.AMBIGUOUS)  # fmt: skip


@pytest.fixture
def refused(fresh_home):
    """Runs that ended in each way, one of them kept with no word; the tasks that were refused, newest first."""
    store = Store(fresh_home / "data")
    for outcome in ENDS:
        store.new_run(Task(f"task {outcome.value}")).end(outcome, f"It is {outcome.value}.")
    store.new_run(Task("nothing of this", keep="nothing")).end(Outcome.NOT_UNDERSTOOD, "no")
    store.close()
    return [f"task {end}" for end in ("ambiguous", "not_understood", "needs_model", "not_found")]


def test_what_was_refused_is_listed_alone(refused, capsys):
    assert command(["history", "--refused", "--json"]) == 0
    assert [json.loads(line)["task"] for line in capsys.readouterr().out.splitlines()] == refused
    assert command(["history", "--refused", "--limit", "1"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[0].endswith(refused[0])
    assert "the newest 1 runs" in said.err


def test_what_was_refused_is_exported_to_a_file_of_the_users(refused, tmp_path):
    out = tmp_path / "refused.jsonl"
    words = ["history", "--refused", "export", "--format", "jsonl", "--out", str(out)]
    assert command(words) == 0
    kept = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [line["task"] for line in kept] == refused
    assert kept[0]["message"] == "It is ambiguous."


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        (Effects.VERIFIED, "done         click Save"),
        (Effects.UNSEEN, "done         done, effect not seen: click Save"),
        (Effects.UNCERTAIN, "done         uncertain: click Save"),
    ],
)
def test_a_list_names_what_should_be_looked_at_and_one_run_tells_all(
    fresh_home, capsys, effects, said
):
    with closing(Store(fresh_home / "data")) as store:
        log = store.new_run(Task("click Save"))
        log.end(Outcome.DONE, "Done.", effects=effects)
        run_id = store.runs()[0].run
    assert command(["history"]) == 0
    assert capsys.readouterr().out.rstrip().endswith(said)
    assert command(["history", "--run", run_id]) == 0
    assert f"Effects: {EFFECTS_WORDS[effects]}." in capsys.readouterr().out
