"""What the application holds while it works: the proof's body in small, and that it can fail."""

import pytest

from tests.proof import growth
from tests.proof.growth import MOST_KB, STEPS, grown, judge, work
from tests.proof.growth_parts import Sample

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


def test_a_dozen_steps_leave_no_file_no_thread_and_no_x_resource_behind(tmp_path):
    figures = work(tmp_path, 6, warm_steps=12, rounds=1)
    assert figures["status"] == 0
    assert figures["typed"] >= 3
    for name in ("app", "executor"):
        more = grown(figures[name])
        assert more["steps"] >= 6
        assert (more["files"], more["x_resources"]) == (0, 0), name
        assert more["threads"] <= 0, name


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


class _Holding:
    """An application that holds so many threads at one look after the other."""

    def __init__(self, *threads):
        self._threads = iter(threads)

    def sample(self, _pid, steps):
        return Sample(steps, 1, 1, 5, next(self._threads), 9)


def test_a_thread_that_ends_after_a_task_is_no_growth_and_one_that_stays_is(monkeypatch):
    monkeypatch.setattr(growth, "REST_S", 0.35)
    before = [growth._at_rest(_Holding(4, 3, 4, 4, 4, 4), 1, 100, [])]
    assert before[0].threads == 3
    assert growth._at_rest(_Holding(4, 3), 1, 136, before).threads == 3
    assert growth._at_rest(_Holding(*[4] * 9), 1, 136, before).threads == 4
