"""A run that keeps nothing: that it happened is there, and no word and no picture of it, ever."""

import subprocess
import sys
from pathlib import Path

import pytest

from automation.core.actions import Aim, Write
from automation.core.errors import RecordError
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.proposal import (
    Confirmation,
    Outcome,
    Pictures,
    Proposal,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.records.removal import Limits, Wish
from automation.records.report import html_report, jsonl
from automation.records.rows import NOT_KEPT
from automation.records.store import Store
from tests.unit.records.test_removal import files, kept_run, shot
from tests.unit.records.test_removal import home as home
from tests.unit.records.test_removal import store as store

CANARY = "canary-of-nothing"
ACTION = Write(CANARY, Aim(ScreenPoint(1, 1)))
RISK = Risk(RiskLevel.R1, (CANARY,))


def begin(store):
    """Begin a run and take one step of it, with pictures and words; the second is only intended."""
    log = store.new_run(Task(f"type {CANARY} into Name", keep="nothing"))
    proposal = Proposal(ACTION, sentence=CANARY, claim=CANARY)
    pictures = Pictures(log.picture(shot(1)), log.picture(shot(2)), log.picture(shot(3)))
    log.intend(1, proposal, ACTION, RISK)
    confirmation = Confirmation("accepted", "user", reason=CANARY)
    log.append(StepRecord(1, proposal, RISK, confirmation, ACTION, None, pictures=pictures))
    log.intend(2, proposal, ACTION, RISK)
    return log


def no_word_in(home):
    return not any(CANARY.encode() in p.read_bytes() for p in home.rglob("*") if p.is_file())


def test_nothing_is_written_while_it_runs_and_after_it_ended(store, home):
    log = begin(store)
    assert no_word_in(home)
    log.conceal([CANARY])
    log.end(Outcome.DONE, f"Typed {CANARY}.")
    info = store.run(log.run)
    assert (info.task, info.is_kept, info.outcome, info.steps) == (NOT_KEPT, False, Outcome.DONE, 1)
    assert info.message == "Nothing else was kept, as you wished. Steps: 1."
    assert info.ended_utc >= info.started_utc > ""
    assert store.steps(log.run) == ()
    assert files(home) == set()
    store.close()
    assert no_word_in(home)


def test_what_was_shown_and_exported_says_that_it_was_not_kept(store):
    log = begin(store)
    log.end(Outcome.FAILED, CANARY)
    info = store.run(log.run)
    page = html_report([(info, ())], lambda address: None)
    lines = b"".join(jsonl(info, ())).decode()
    for text in (page, lines):
        assert NOT_KEPT in text
        assert CANARY not in text


def test_a_crash_leaves_its_count_and_no_word(home):
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from automation.records.store import Store\n"
        "from tests.unit.records.test_unkept import begin\n"
        "begin(Store(Path(sys.argv[1])))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(home)], cwd=Path.cwd(), check=False)
    assert done.returncode == -9
    assert no_word_in(home)
    store = Store(home)
    (info,) = store.runs()
    assert store.recovered == (info.run,)
    assert (info.task, info.outcome, info.steps) == (NOT_KEPT, Outcome.ERROR, 1)
    assert info.message.endswith("Nothing is held down; steps that were done: 1.")
    store.close()
    assert no_word_in(home)


def test_others_are_kept_and_it_goes_with_them(store, home):
    kept, (picture,) = kept_run(store, 5)
    log = begin(store)
    with pytest.raises(RecordError, match="run is going on"):
        store.wipe(Wish(is_all=True))
    log.end(Outcome.DONE, "Done.")
    store.sweep(Limits())
    assert [info.run for info in store.runs()] == [log.run, kept]
    assert files(home) == {picture}
    store.wipe(Wish(run=log.run))
    assert [info.run for info in store.runs()] == [kept]


def test_an_end_that_cannot_be_written_is_closed_by_the_next_start(store, home):
    log = begin(store)
    store._ledger._connection.execute("PRAGMA query_only = 1")
    with pytest.raises(RecordError):
        log.end(Outcome.DONE, CANARY)
    store.close()
    again = Store(home)
    assert again.recovered == (log.run,)
    again.close()
    assert no_word_in(home)
