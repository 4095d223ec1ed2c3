"""Replays macros on live programs under every drift and counts what came of it.

    python -m tests.macros_live.run [--replays 1000] [--minutes M] [--app qt] [--drift NAME ...]
                                    [--group late|aimed|hidden] [--at-once] [--commands] [--again]

Each round records the form by a user's own hands and compiles a run of it, for a Qt window, a GTK
window and a local page, and replays both in turn, a few times, under every drift. Each replay is one
line in `build/macros_live/replays-APP.jsonl`; a replay that stands there is not played again, so that
a run that was ended goes on where it was. `summary.json` beside it has the counts. Status 1 when a
click was wrong or a macro did what it should not. With `--at-once` each program has a process and a
desktop of its own, and plays its share.

`--commands` replays what the `commands` policy did in its own suite on real programs instead, at
both screen sizes (`commands.jsonl`).
"""

import argparse
import contextlib
import json
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from tests.macros_live.apps import APPS
from tests.macros_live.drifts import DRIFTS, Drift
from tests.macros_live.replay_desk import ReplayDesk
from tests.macros_live.trial import GOOD, try_once

SIZE = (1280, 800)
OUTPUT = Path("build/macros_live")
COUNTED = ("drift", "refusal", "rows")
BESIDE = ("late", "aimed", "hidden")
"""Groups that are played and summed apart from those that are counted."""
TURNS = 4
"""So often every drift is played with the macros that were made for it."""
_MOST_BREAKS = 4
"""So often a program or a making may fail before nothing more is played."""
_LATEST_S = 4.0
"""What comes late comes within so many seconds; a replay takes about as long."""
_AIMED_S = 0.07
"""What comes at the press comes within so many seconds after the pointer: 0.035 s to the release."""


class Results:
    """Lines of a file, one for each thing that was tried."""

    def __init__(self, path, *, again):
        path.parent.mkdir(parents=True, exist_ok=True)
        if again:
            path.unlink(missing_ok=True)
        self._path = path
        self.lines = lines_of(path)
        if path.exists():
            path.write_text("".join(json.dumps(line) + "\n" for line in self.lines))

    def add(self, line):
        """Keep one line; it is on the disk when this returns."""
        self.lines.append(line)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def lines_of(path):
    """Return the whole lines of a file; none where there is no file."""
    if not path.exists():
        return []
    whole = path.read_text(encoding="utf-8").rpartition("\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


@dataclass(frozen=True)
class Cell:
    """One replay to play."""

    drift: Drift
    by: str
    """How the macro was made."""
    turn: int


def cells(drifts, turns):
    """Return what some turns come to: every drift once a turn, by the one macro and by the other."""
    ways = ("recorded", "compiled")
    return [
        Cell(drift, ways[(n + turn) % 2], turn) for turn in turns for n, drift in enumerate(drifts)
    ]


def play_round(scratch, app_class, left, keep, *, is_over=lambda: False):
    """Make the macros of a program and play them, on a desktop of its own.

    Args:
        scratch: an empty folder.
        app_class: of `apps.APPS`.
        left: the cells to play.
        keep: called with each trial.
        is_over: asked before each replay.
    """
    if not left or is_over():
        return
    with (
        VirtualDesktop.start(SIZE) as desktop,
        contextlib.closing(ReplayDesk(desktop, scratch)) as desk,
    ):
        names = _made(desk, app_class, scratch, {cell.by for cell in left})
        for is_zoomed in (False, True):
            some = [cell for cell in left if cell.drift.is_zoomed == is_zoomed]
            if not some or is_over():
                continue
            folder = scratch / f"{app_class.name}-{is_zoomed}"
            with _running(app_class(desktop, folder, is_zoomed=is_zoomed)) as app:
                for cell in some:
                    if is_over():
                        return
                    name, drift = names[cell.by, cell.drift.is_guarded], cell.drift
                    span_s = (0.0, _AIMED_S) if drift.flags.late_on else (0.1, _LATEST_S)
                    late_s = random.Random(f"{cell.turn} {drift.name}").uniform(*span_s)
                    keep(try_once(desk, app, name, drift, cell.turn, late_s=late_s))


def _made(desk, app_class, scratch, ways):
    """Return the names of the macros for these ways, by way and whether they look for the dialog."""
    with _running(app_class(desk.desktop, scratch / f"{app_class.name}-making")) as app:
        names = {way: getattr(desk, way)(app) for way in sorted(ways)}
    plain = {(way, False): name for way, name in names.items()}
    return plain | {(way, True): desk.guarded(name) for way, name in names.items()}


@contextlib.contextmanager
def _running(app):
    try:
        yield app.start()
    finally:
        app.close()


def summary(lines):
    """Return the counts of some trials."""
    verdicts = Counter(line["verdict"] for line in lines)
    find_ms = [ms for line in lines for ms in line["find_ms"]]
    rungs = Counter()
    table = defaultdict(Counter)
    for line in lines:
        rungs.update(line["rungs"])
        table[f"{line['app']}, {line['drift']}"][line["verdict"]] += 1
    return {
        "replays": len(lines),
        "verdicts": dict(verdicts),
        "unverified": sum(x["outcome"] == "unverified" and x["verdict"] in GOOD for x in lines),
        "wrong_clicks": sum(len(line["wrong"]) for line in lines),
        "model_calls": sum(line["model_calls"] for line in lines),
        "rungs": dict(rungs),
        "median_find_ms": round(statistics.median(find_ms), 1) if find_ms else None,
        "median_s": round(statistics.median(x["seconds"] for x in lines), 2) if lines else None,
        "table": {name: dict(counts) for name, counts in sorted(table.items())},
        "bad": [line for line in lines if line["verdict"] not in GOOD],
    }


def replay(options):
    """Play until there are enough replays or the time is up; return the status."""
    deadline_s = time.monotonic() + 60 * options.minutes
    groups = options.group or COUNTED
    drifts = [d for d in DRIFTS if d.group in groups and d.name in (options.drift or (d.name,))]
    results = {name: Results(_file(name), again=options.again) for name in options.app or APPS}
    names = {drift.name for drift in drifts}

    def count():
        return sum(line["drift"] in names for one in results.values() for line in one.lines)

    def is_over():
        while options.pause_while and Path(options.pause_while).exists():
            time.sleep(1)
        return count() >= options.replays or time.monotonic() > deadline_s

    def keep(trial):
        results[trial.app].add(trial.plain())
        _say(f"{count():5} {_told(trial)}")

    first, breaks = 0, 0
    while not is_over() and breaks < _MOST_BREAKS:
        wanted = cells(drifts, range(first, first + TURNS))
        for name, found in results.items():
            done = {(line["drift"], line["by"], line["n"]) for line in found.lines}
            left = [
                x
                for x in wanted
                if (x.drift.name, x.by, x.turn) not in done
                and not (x.drift.flags.late_on and name != "web")
            ]
            with tempfile.TemporaryDirectory(prefix="deskhand-drift-") as scratch:
                try:
                    play_round(Path(scratch), APPS[name], left, keep, is_over=is_over)
                except AssertionError as error:
                    breaks += 1
                    _say(f"broken off, {name}: {error}")
        first += TURNS
    status = _summed()
    return 1 if breaks else status


def _file(app):
    return OUTPUT / f"replays-{app}.jsonl"


def at_once(options):
    """Let each program have a process of its own that plays its share; return the status."""
    names = options.app or tuple(APPS)
    share = str(-(-options.replays // len(names)))
    own = ["--replays", share, "--minutes", str(options.minutes)]
    for word in ("drift", "group"):
        own += [part for one in getattr(options, word) or () for part in (f"--{word}", one)]
    own += ["--again"] if options.again else []
    own += ["--pause-while", options.pause_while] if options.pause_while else []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started ends too
    module = [sys.executable, "-m", "tests.macros_live.run"]
    players = [subprocess.Popen([*module, "--app", name, *own]) for name in names]
    try:
        ends = [player.wait() for player in players]
    finally:
        for player in players:
            player.terminate()
    return max(_summed(), *ends)


def _told(trial):
    mark = "ok  " if trial.verdict in GOOD else "FAIL"
    said = f"{mark} {trial.app:4} {trial.by:9} {trial.drift:28} {trial.seconds:6.1f} s"
    if trial.verdict in GOOD:
        return f"{said}  {trial.verdict}"
    return f"{said}  {trial.verdict}: {trial.message} pressed {trial.presses} wrong {trial.wrong}"


def _summed():
    """Write the counts of all that was played; return the status."""
    groups = {drift.name: drift.group for drift in DRIFTS}
    lines = [line for name in APPS for line in lines_of(_file(name))]
    counted = [line for line in lines if groups.get(line["drift"]) in COUNTED]
    found = {"drifts": summary(counted)}
    for group in BESIDE:
        found[group] = summary([x for x in lines if groups.get(x["drift"]) == group])
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    (OUTPUT / "summary.json").write_text(text, encoding="utf-8")
    for name, figures in found.items():
        short = {key: value for key, value in figures.items() if key not in ("table", "bad")}
        _say(f"{name}: {json.dumps(short)}")
    is_kept = not found["drifts"]["wrong_clicks"] and not found["drifts"]["bad"]
    return 0 if is_kept else 1


def _say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main():
    """Play, count, and say whether the counts are as they must be."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--replays", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=24 * 60.0)
    parser.add_argument("--app", action="append", choices=tuple(APPS))
    parser.add_argument("--drift", action="append", choices=[drift.name for drift in DRIFTS])
    parser.add_argument("--group", action="append", choices=(*COUNTED, *BESIDE))
    parser.add_argument("--at-once", action="store_true", help="all programs at the same time")
    parser.add_argument("--commands", action="store_true")
    parser.add_argument("--pause-while", default="", help="play nothing while this file is there")
    parser.add_argument("--again", action="store_true", help="begin anew")
    options = parser.parse_args()
    if options.commands:
        from tests.macros_live.command_runs import replay_commands

        return replay_commands(Results(OUTPUT / "commands.jsonl", again=options.again), options)
    return at_once(options) if options.at_once else replay(options)


if __name__ == "__main__":
    sys.exit(main())
