"""The soak in small: one task, one fault, one more task; and that its verdict can fail."""

from random import Random

import pytest

from tests.proof import soak_macros
from tests.proof.soak import Soak, judge

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]


def test_an_application_whose_executor_is_killed_at_work_loses_nothing_and_goes_on(
    tmp_path, desktop
):
    soak = Soak(desktop, tmp_path, Random(1))
    try:
        soak.use_once('type "Ada Lovelace" into Name, check Large print', "kill executor")
    finally:
        soak.finish()
    assert soak.problems == []
    assert soak.log
    assert soak.app.said("name")[-1] == "The end"


def test_hands_are_recorded_killed_and_recovered_and_played_beside_the_window(
    tmp_path, desktop, monkeypatch
):
    monkeypatch.setattr(soak_macros, "STRIKES", 0)
    soak = Soak(desktop, tmp_path, Random(2))
    try:
        soak.use_once("check Large print", "")
        for share in (0, 1):
            monkeypatch.setattr(soak_macros, "KILLS", share)
            soak.note(soak.macros.record())
        soak.note(soak.macros.play())
    finally:
        soak.finish()
    assert soak.problems == []
    ends = ("record: done", "record: killed and recovered", "play: done")
    assert [soak.ends[end] for end in ends] == [1, 1, 1]


def _shard(**more):
    ends = {"done": 9, "record: done": 2, "play: done": 1}
    sound = {"seconds": 300.0, "problems": [], "held": 0, "faults": ["x"], "runs": 9, "ends": ends}
    return {**sound, "judged": {"app": 1}, **more}


@pytest.mark.parametrize(
    "more",
    [
        {"problems": ["gone"]},
        {"held": 1},
        {"faults": []},
        {"runs": 0},
        {"ends": {"done": 9, "record: done": 2}},
        {"ends": {"done": 9, "play: done": 2}},
        {"judged": {"executor": 3}},
    ],
)
def test_a_soak_with_a_problem_or_without_a_fault_is_not_kept(more):
    assert judge([_shard()]).is_kept
    assert not judge([_shard(**more)]).is_kept
