"""What the application holds while it works: the proof's body in small, and that it can fail."""

import pytest

from tests.proof.growth import MOST_KB, STEPS, grown, judge, work

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


def test_a_dozen_steps_leave_no_file_no_thread_and_no_x_resource_behind(tmp_path):
    figures = work(tmp_path, 6, warm_steps=12, rounds=1)
    assert figures["status"] == 0
    assert figures["typed"] >= 3
    for name in ("app", "executor"):
        growth = grown(figures[name])
        assert growth["steps"] >= 6
        assert (growth["files"], growth["x_resources"]) == (0, 0), name
        assert growth["threads"] <= 0, name


def _shard(**more):
    first = {
        "steps": 100,
        "rss_kb": 100_000,
        "uss_kb": 1,
        "files": 5,
        "threads": 3,
        "x_resources": 9,
    }
    last = {**first, "steps": 100 + STEPS}
    return {"app": [first, {**last, **more}], "executor": [first, last], "status": 0}


@pytest.mark.parametrize(
    "more",
    [
        {"rss_kb": 100_000 + MOST_KB + 1},
        {"files": 6},
        {"threads": 4},
        {"x_resources": 10},
        {"steps": 99 + STEPS},
    ],
)
def test_growth_beyond_the_bound_is_not_kept(more):
    assert judge([_shard()]).is_kept
    assert not judge([_shard(**more)]).is_kept
