"""The soak's rule for what levels off: it finds leaks, and takes nothing else for one."""

import os
import subprocess
from collections import Counter
from types import SimpleNamespace

import pytest

from tests.proof.growth_parts import Sample
from tests.proof.soak import MARGIN_KB
from tests.proof.soak_levels import LEAST_SAMPLES, Series, growth_of, left_more, level_of
from tests.proof.soak_samples import Samples, passing_files

LOOKS = 60


def sample(at, **more):
    """Return a look at a process that does three steps from one to the next."""
    level = {"rss_kb": 330_000, "uss_kb": 1, "files": 29, "threads": 16, "x_resources": 69}
    return Sample(steps=3 * at, **{**level, **more})


def problems(samples, process="app"):
    series = Series(process, 1, list(samples))
    assert series.is_long
    return growth_of(series).problems(MARGIN_KB)


def test_a_level_series_has_no_problem():
    assert problems(sample(at) for at in range(LOOKS)) == []


def test_what_is_made_while_it_settles_is_no_leak():
    def look(at):
        return sample(at, rss_kb=160_000, threads=9) if at < LOOKS // 5 else sample(at)

    assert problems(look(at) for at in range(LOOKS)) == []


@pytest.mark.parametrize("name", ["files", "threads", "x_resources"])
@pytest.mark.parametrize("every", [1, 2])
def test_one_more_of_something_again_and_again_is_a_leak(name, every):
    found = problems(sample(at, **{name: 20 + at // every}) for at in range(LOOKS))
    assert len(found) == 1
    assert f"{name} grew by" in found[0]


@pytest.mark.parametrize(("name", "more"), [("files", 1), ("threads", 2), ("x_resources", 1)])
def test_what_came_once_and_stays_is_a_leak(name, more):
    assert problems(sample(at, **{name: 20 + more * (at > 30)}) for at in range(LOOKS)) != []


def test_a_worker_that_is_first_needed_late_is_no_leak():
    assert problems(sample(at, threads=13 + (at > 30)) for at in range(LOOKS)) == []


def test_connections_that_a_process_opens_late_are_no_leak_where_the_one_before_had_them():
    first = Series("executor", 1, [sample(at) for at in range(LOOKS)])
    again = Series("executor", 2, [sample(at, files=25 + 4 * (at > 30)) for at in range(LOOKS)])
    assert growth_of(again).problems(MARGIN_KB) == ["the executor's files grew by 4"]
    assert growth_of(again, level_of(first)).problems(MARGIN_KB) == []
    more = Series("executor", 3, [sample(at, files=25 + 5 * (at > 30)) for at in range(LOOKS)])
    assert growth_of(more, level_of(first)).problems(MARGIN_KB) == [
        "the executor's files grew by 1"
    ]


def test_what_a_fault_took_away_and_gave_back_is_no_leak():
    """The accessibility bus was killed, with its thread and its files, and came back."""
    gone = range(LOOKS // 5 + 2, LOOKS // 5 + 8)
    looks = [
        sample(at, **({"files": 27, "threads": 11} if at in gone else {})) for at in range(LOOKS)
    ]
    assert problems(looks) == []


def test_what_is_open_for_a_moment_is_no_leak():
    last = range(LOOKS - LOOKS // 5, LOOKS)
    peaks = [sample(at, files=40 if at in last[1:] else 29, x_resources=75) for at in range(LOOKS)]
    assert problems(peaks) == []


def test_memory_that_grows_with_every_step_is_a_leak():
    found = problems(sample(at, rss_kb=330_000 + 1000 * at) for at in range(LOOKS))
    assert len(found) == 1
    assert "memory grew by" in found[0]


def test_memory_may_grow_by_what_steps_may_cost_and_a_little_once():
    assert problems(sample(at, rss_kb=330_000 + 15 * 3 * at) for at in range(LOOKS)) == []
    for rise_kb in (12_000, 52_000):
        once = [sample(at, rss_kb=330_000 + rise_kb * (at > 30)) for at in range(LOOKS)]
        assert problems(once) == []


def test_memory_that_rises_twice_by_a_large_picture_is_a_leak():
    twice = [330_000 + 40_000 * ((at > 30) + (at > 40)) for at in range(LOOKS)]
    assert problems(sample(at, rss_kb=held) for at, held in enumerate(twice)) != []


def test_one_large_picture_in_hand_is_no_leak():
    assert problems(sample(at, rss_kb=500_000 if at > 55 else 330_000) for at in range(LOOKS)) == []


def test_the_longer_the_use_the_smaller_a_leak_that_is_found():
    def leaking(looks):
        return [sample(at, rss_kb=330_000 + 200 * at) for at in range(looks)]

    assert problems(leaking(LOOKS)) == []
    assert problems(leaking(10 * LOOKS)) != []


class Restarted:
    """An application that is another process, which holds little yet, from the fourth look on."""

    def __init__(self, folder, *pids):
        self.home = self.temporary = folder
        self.told = Counter()
        self._pids = iter(pids)
        self.process = SimpleNamespace(pid=next(self._pids))

    def restart(self):
        self.process = SimpleNamespace(pid=next(self._pids))

    def sample(self, pid, steps):
        return sample(0, rss_kb=pid)


def test_a_restart_begins_another_series(tmp_path):
    with subprocess.Popen(["sleep", "60"]) as other:
        application = Restarted(tmp_path, other.pid, os.getpid())
        samples = Samples(None, application)
        for restarts in (False, False, True, False, False):
            if restarts:
                application.restart()
            samples.look()
        other.kill()
    found = [(one.process, one.pid, len(one.samples)) for one in samples.series]
    assert found == [("app", other.pid, 2), ("app", os.getpid(), 3)]


def test_files_that_somebody_left_are_seen(tmp_path):
    (tmp_path / "data" / "recordings" / "a").mkdir(parents=True)
    (tmp_path / "runtime").mkdir()
    for name in ("window-_1.lock", "_1-77.held", "run-_1.sock"):
        (tmp_path / "runtime" / name).touch()
    (tmp_path / "data" / ".new-00ff").touch()
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    (temporary / "left").touch()
    found = passing_files(SimpleNamespace(home=tmp_path, temporary=temporary))
    names = {path.name for path in found}
    assert names == {"a", "_1-77.held", "run-_1.sock", ".new-00ff", "left"}


def test_a_short_series_is_not_judged():
    short = Series("executor", 2, [sample(at) for at in range(LEAST_SAMPLES["executor"] - 1)])
    assert not short.is_long
    assert Series("executor", 2, [*short.samples, sample(99)]).is_long


@pytest.mark.parametrize(
    ("counts", "more"),
    [
        ([3] * LOOKS, 0),
        ([3, 9] * (LOOKS // 2), 0),
        ([2 + at // 12 for at in range(LOOKS)], 3),
        (range(10), 0),
    ],
)
def test_files_that_pile_up_are_counted(counts, more):
    assert left_more(list(counts)) == more
