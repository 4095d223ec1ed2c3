"""The soak in small: one task, one fault, one more task; and that its verdict can fail."""

from random import Random

import pytest

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


def _shard(**more):
    sound = {"seconds": 300.0, "problems": [], "held": 0, "faults": ["x"], "runs": 9}
    return {**sound, **more}


@pytest.mark.parametrize("more", [{"problems": ["gone"]}, {"held": 1}, {"faults": []}, {"runs": 0}])
def test_a_soak_with_a_problem_or_without_a_fault_is_not_kept(more):
    assert judge([_shard()]).is_kept
    assert not judge([_shard(**more)]).is_kept
