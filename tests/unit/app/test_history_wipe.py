"""The command line of keeping and wiping, on a real history."""

import importlib.resources
import io
import json

import jsonschema
import pytest

from app.cli.history import before_utc
from app.cli.parser import run as command
from automation.core.errors import RecordError
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.records.store import Store


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
