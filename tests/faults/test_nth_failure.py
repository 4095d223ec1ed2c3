"""Calls fail in turn; `./test --proof nth_failure` fails every one with every error."""

import sqlite3

import pytest

from automation.core.errors import RecordError
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.records.store import Store
from tests.proof.nth_failure import strike
from tests.proof.nth_failure_desk import CarriedConnection, NthDesk
from tests.proof.nth_failure_parts import SEAMS
from tests.unit.records.test_store import step


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    opened = NthDesk(tmp_path_factory.mktemp("nth"))
    yield opened
    opened.close()


BOTH_CROSS = frozenset(
    {"open", "fdopen", "write", "flush", "close of a file", "close", "fsync", "rename", "unlink"}
)
"""Seams that go wrong in the short run as in the long one, which takes four times as long."""
ONLY_STOPPED = frozenset({"stop word accepted", "stop word read"})
"""Seams that only a run crosses which its user stops."""


@pytest.mark.parametrize("seam", SEAMS, ids=lambda seam: seam.name)
def test_a_call_that_fails_leaves_the_machine_quiet_and_the_record_true(desk, seam):
    at = SEAMS.index(seam)
    nth, faults = strike(
        desk, seam, "stopped" if seam.name in BOTH_CROSS | ONLY_STOPPED else "whole", 1,
        seam.errors[at % len(seam.errors)], is_lasting=bool(at % 2),
        is_followed=at % 5 == 0 or seam.name.startswith("database"),
    )  # fmt: skip
    assert nth.has_failed
    assert faults == []


def test_a_rollback_that_failed_does_not_block_the_writes_after_it(tmp_path):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    real = store._ledger._connection

    class Broken(CarriedConnection):
        def execute(self, text, *values):
            if text.startswith(("INSERT", "ROLLBACK")):
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(text, *values)

    store._ledger._connection = Broken(real)
    with pytest.raises(RecordError, match="disk I/O error"):
        log.append(step(1))
    store._ledger._connection = real
    log.append(step(2))
    log.end(Outcome.DONE, "Done.")
    assert [record.n for record in store.steps(log.run)] == [2]
    store.close()
