"""F15: what a long day costs: memory, files, threads and X resources over 1,000 steps.

The application runs with its real window, loop, executor process and history; it is told tasks of
36 steps each. After 100 steps of warming up, what it and its executor hold is compared with what
they hold 1,000 steps later.
"""

import time
from collections.abc import Sequence
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from tests.proof.growth_parts import DrivenApp, Sample, plain
from tests.proof.proof import Figures, Proof, Verdict

WARM_STEPS = 100
STEPS = 1000
MOST_KB = 20 * 1024
_ROUND = (
    'type "Ada" into Name, check Large print, type "x" into E-mail,'
    " uncheck Large print, click Name, click E-mail"
)
_ROUNDS = 6
REST_S = 3.0
"""How long what runs on after a task may take to end."""
_PROCESSES = ("app", "executor")
_COUNTED = ("files", "threads", "x_resources")


def work(scratch: Path, steps: int, *, warm_steps: int, rounds: int = _ROUNDS) -> Figures:
    """Let the application do steps, and sample what it holds after each task.

    Args:
        scratch: an empty folder.
        steps: after the warming up.
        warm_steps: before the first sample.
        rounds: of six steps each in a task.

    Returns:
        Samples of both processes; the first of each is taken after the warming up.
    """
    task = ", ".join([_ROUND] * rounds)
    done, samples, said = 0, {name: [] for name in _PROCESSES}, []
    with VirtualDesktop.start((1280, 800)) as desktop:
        application = DrivenApp(desktop, scratch)
        try:
            while done < warm_steps + steps or len(samples["app"]) < 2:
                ended = application.do(task)
                if ended["outcome"] != "done":
                    raise AssertionError(f"after {done} steps a task ended with {ended}")
                done += ended["steps"]
                if done >= warm_steps:
                    for name, pid in _pids(application).items():
                        samples[name].append(_at_rest(application, pid, done, samples[name]))
                    said.append((ended["widgets"], ended["objects"]))
            typed = len(application.said("name"))
        finally:
            status = application.close()
    return {
        **{name: plain(found) for name, found in samples.items()},
        "widgets_and_objects": said,
        "typed": typed,
        "status": status,
    }


def grown(samples: Sequence[Figures]) -> dict[str, int]:
    """Return last minus first of everything that was sampled."""
    first, last = samples[0], samples[-1]
    return {name: last[name] - first[name] for name in first}


def judge(shards: Sequence[Figures]) -> Verdict:
    """Hold both processes against the bound; the worst shard counts."""
    growths = [(name, grown(shard[name])) for shard in shards for name in _PROCESSES]
    worst_kb = {
        name: max(growth["rss_kb"] for other, growth in growths if other == name)
        for name in _PROCESSES
    }
    counts = {each: max(growth[each] for _, growth in growths) for each in _COUNTED}
    steps = min(growth["steps"] for _, growth in growths)
    result = (
        f"app {worst_kb['app'] / 1024:+.1f} MB, executor {worst_kb['executor'] / 1024:+.1f} MB;"
        f" files {counts['files']:+d}, threads {counts['threads']:+d},"
        f" X resources {counts['x_resources']:+d} over {steps} steps"
    )
    is_kept = (
        steps >= STEPS
        and max(worst_kb.values()) <= MOST_KB
        and max(counts.values()) <= 0
        and all(shard["status"] == 0 for shard in shards)
    )
    return Verdict(is_kept, result, {"growth": growths})


def _at_rest(application: DrivenApp, pid: int, steps: int, before: Sequence[Sample]) -> Sample:
    """Return what a process holds once what a task leaves to finish is finished.

    A thread that ends a moment after the task is no growth; one that stays is. So a process that
    holds more than it ever held has a moment, and the first look takes the least of that moment.
    """
    until_s = time.monotonic() + REST_S
    found = [application.sample(pid, steps)]
    while time.monotonic() < until_s and (not before or _exceeds(found[-1], before)):
        time.sleep(0.1)
        found.append(application.sample(pid, steps))
    return min(found, key=_counts)


def _exceeds(sample: Sample, before: Sequence[Sample]) -> bool:
    return any(
        count > min(counts)
        for count, counts in zip(
            _counts(sample), zip(*map(_counts, before), strict=True), strict=True
        )
    )


def _counts(sample: Sample) -> tuple[int, int, int]:
    return sample.threads, sample.files, sample.x_resources


def _pids(application: DrivenApp) -> dict[str, int]:
    return {"app": application.process.pid, "executor": application.executor_pid()}


def _run(_shard: int, scratch: Path) -> Figures:
    return work(scratch, STEPS, warm_steps=WARM_STEPS)


PROOF = Proof(
    name="growth",
    title="growth over 1,000 steps, after 100",
    must="at most 20 MB; files, threads, X resources +0",
    shards=1,
    covers=(
        "app",
        "automation",
        "resources",
        "tests/proof/growth_app.py",
        "tests/proof/growth_parts.py",
    ),
    run=_run,
    judge=judge,
)
