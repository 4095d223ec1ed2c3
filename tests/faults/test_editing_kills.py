"""SIGKILL while a macro is edited or recorded: what was acknowledged is there, at most the thing in hand is not."""

from tests.benchmarks.macro_kills import kill_editors, kill_recorders

KILLS = 8
"""Two hundred of each are killed by `python -m tests.benchmarks.macro_kills`."""


def test_killed_editors_lose_no_edit_that_was_acknowledged(tmp_path):
    found = kill_editors(tmp_path, 1, KILLS)
    assert found["lost"] == []
    assert found["kills"] == KILLS
    assert found["seen"]["said"] > KILLS
    assert found["seen"]["recovered"] > 0


def test_killed_recorders_lose_no_step_that_was_acknowledged(tmp_path):
    found = kill_recorders(tmp_path, 1, KILLS)
    assert found["lost"] == []
    assert found["seen"]["steps"] > KILLS
    assert found["seen"]["pictures"] > 0
