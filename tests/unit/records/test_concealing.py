"""A secret that was kept before it was known is in no byte of the history afterwards."""

import sqlite3

import pytest

from automation.core.actions import Aim, Write
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
from automation.records.removal import Limits
from automation.records.store import Store
from tests.unit.records.test_removal import files, kept_run, shot
from tests.unit.records.test_store import step

CANARY = "hunter2-canary„ß“\n"


def bytes_of(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_a_text_is_taken_out_of_rows_free_pages_and_journal(tmp_path):
    store = Store(tmp_path)
    run = store.new_run(Task(f'log in with "{CANARY}"'))
    action = Write(CANARY, Aim(ScreenPoint(1, 1)))
    proposal = Proposal(action, sentence=f"Type “{CANARY}”", claim="x" * 9000 + CANARY)
    run.intend(1, proposal, action, Risk(RiskLevel.R1))
    confirmation = Confirmation("accepted", "user", reason=CANARY)
    run.append(StepRecord(1, proposal, Risk(RiskLevel.R1, (CANARY,)), confirmation, action, None))
    assert b"hunter2-canary" in bytes_of(tmp_path)
    run.conceal([CANARY])
    assert b"hunter2-canary" not in bytes_of(tmp_path), "while the run lives"
    run.end(Outcome.BLOCKED, "Not allowed: this is a password field.")
    info = store.runs()[0]
    (step,) = store.steps(run.run)
    store.close()
    assert b"hunter2-canary" not in bytes_of(tmp_path)
    assert info.task == f'log in with "<secret:{len(CANARY)} chars>"'
    assert step.action.text == f"<secret:{len(CANARY)} chars>"
    assert step.confirmation.verdict == "accepted"


def test_other_runs_are_left_alone(tmp_path):
    with_word, without = "type hunter2 into Name", "log in with hunter2"
    store = Store(tmp_path)
    kept = store.new_run(Task(with_word))
    kept.end(Outcome.DONE, "Done.")
    run = store.new_run(Task(without))
    run.conceal(["hunter2"])
    run.end(Outcome.BLOCKED, "Not allowed.")
    assert [info.task for info in store.runs()] == ["log in with <secret:7 chars>", with_word]
    store.close()


def test_what_somebody_else_reads_meanwhile_leaves_the_journal_at_the_end(tmp_path):
    store = Store(tmp_path)
    store._ledger._connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    run = store.new_run(Task("log in with hunter2-canary"))
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM run").fetchone()
    run.conceal(["hunter2-canary"])
    assert b"hunter2-canary" in bytes_of(tmp_path), "the reader still sees it"
    other.execute("COMMIT")
    run.end(Outcome.BLOCKED, "Not allowed.")
    assert b"hunter2-canary" not in bytes_of(tmp_path), "while both have it open"
    other.close()
    store.close()


@pytest.mark.parametrize("text", ['hunter"2-canary', "hunter\\2-canary", "hunter\n2-canary"])
def test_a_row_that_cannot_be_read_any_more_does_not_keep_it_either(tmp_path, text):
    store = Store(tmp_path)
    run = store.new_run(Task("x"))
    action = Write(text, Aim(ScreenPoint(1, 1)))
    run.intend(1, Proposal(action, sentence="x"), action, Risk(RiskLevel.R1))
    with store._ledger.writing("spoil it") as database:
        database.execute("UPDATE intent SET action = action || 'x', proposal = proposal || 'x'")
    run.conceal([text])
    run.end(Outcome.BLOCKED, "Not allowed.")
    store.close()
    assert b"2-canary" not in bytes_of(tmp_path)


def test_no_picture_is_kept_of_a_run_whose_task_may_be_on_the_screen(tmp_path):
    """The terminal with the command line, the editor with the text: both are on the pictures."""
    store = Store(tmp_path)
    kept, (shared,) = kept_run(store, 1)
    run = store.new_run(Task("log in with hunter2-canary"))
    first, both = run.picture(shot(7)), run.picture(shot(101))
    assert both == shared
    run.append(step(1, pictures=Pictures(before=first, after=both)))
    late = run.picture(shot(8))
    run.conceal(["hunter2-canary"])
    assert run.picture(shot(9)) == ""
    run.append(step(2, pictures=Pictures(before=late)))
    run.end(Outcome.BLOCKED, "Not allowed.")
    store.sweep(Limits())
    assert files(tmp_path) == {shared}
    assert store.run(run.run).pictures_note == (
        "Pictures of this run were deleted because they may show a password."
    )
    assert store.run(kept).pictures_note == ""
    store.close()
