"""What the application holds while it works: the proof's body in small, and that it can fail."""

import pytest

from tests.proof import growth
from tests.proof.growth import MOST_KB, STEPS, grown, judge, work
from tests.proof.growth_parts import Sample

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


@pytest.fixture
def patient(monkeypatch):
    """Give what ends after a task the time that a busy machine takes for it."""
    look = growth._at_rest

    def at_rest(application, pid, steps, before):
        # The first look takes all of its time; a later one ends when nothing is too much.
        monkeypatch.setattr(growth, "REST_S", 60.0 if before else first_s)
        return look(application, pid, steps, before)

    first_s = growth.REST_S
    monkeypatch.setattr(growth, "_at_rest", at_rest)


@pytest.mark.usefixtures("patient")
def test_a_dozen_steps_leave_no_file_no_thread_and_no_x_resource_behind(tmp_path):
    figures = work(tmp_path, 6, warm_steps=12, rounds=1)
    assert figures["status"] == 0
    assert figures["typed"] >= 3
    for name in ("app", "executor"):
        more = grown(figures[name])
        assert more["steps"] >= 6
        # Fewer than at the first look are no growth: it may have caught the end of the warming up.
        assert max(more["files"], more["x_resources"], more["threads"]) <= 0, (name, more)


def _shard(**more):
    first = {
        "steps": 100, "rss_kb": 100_000, "uss_kb": 1, "files": 5, "threads": 3, "x_resources": 9,
    }  # fmt: skip
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


class _Clock:
    """Time that passes only where somebody sleeps."""

    def __init__(self):
        self._now_s = 0.0

    def monotonic(self):
        return self._now_s

    def sleep(self, seconds):
        self._now_s += seconds


def test_a_thread_that_ends_after_a_task_is_no_growth_and_one_that_stays_is(monkeypatch):
    monkeypatch.setattr(growth, "REST_S", 0.35)
    monkeypatch.setattr(growth, "time", _Clock())
    before = [growth._at_rest(_Holding(4, 3, 4, 4, 4, 4), 1, 100, [])]
    assert before[0].threads == 3
    assert growth._at_rest(_Holding(4, 3), 1, 136, before).threads == 3
    assert growth._at_rest(_Holding(*[4] * 9), 1, 136, before).threads == 4
