"""How long a recorded form of 30 steps takes to replay, beside the program's own time for it.

    python -m tests.benchmarks.macro_speed [--times 5]

The program's own time: a script that knows every place sends the same presses and texts through the
same backend, and after each of them waits for the program's own word that it has happened, then until
the screen is settled. The replay goes at full speed through the real loop and executor; each of its
steps is judged, checked once more, verified and recorded. Both in turn, on the same desktop. Prints
the distributions and the ratio and writes `build/benchmarks/macro_speed.json`; asserts nothing.
"""

import argparse
import contextlib
import json
import os
import platform
import statistics
import tempfile
import time
from pathlib import Path

from app.macros.play import MacroRun
from app.macros.play_request import PlayRequest
from app.macros.record import kept
from automation.core.actions import Aim, Click, Write
from automation.core.events import Stepped
from automation.core.timing import StopToken
from automation.desktop.capture import ScreenGrabber
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.backend_x11 import X11Backend
from automation.desktop.input.plan import AwaitFocus, LookAgain, steps_of
from automation.desktop.screen import settle
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.elements_rig import Rig
from tests.desktop.recording_rig import recording_rig
from tests.desktop.typing_apps import send_all
from tests.fakes.fake_confirmer import Accepting
from tests.macros_live.apps import QtApp
from tests.macros_live.long_form import BOXES, FIELDS, SAVE, TEXTS, TITLE
from tests.macros_live.replay_desk import LIMIT_S, ReplayDesk

SIZE = (1280, 800)
OUTPUT = Path("build/benchmarks/macro_speed.json")
PHASES = ("observe", "propose", "confirm", "execute", "verify")
MOST_RATIO, MOST_SEARCH_MS = 1.3, 120.0
MACRO = "Long form"
SAVED = {"texts": dict(zip(FIELDS, TEXTS, strict=True)), "on": list(BOXES)}


class LongForm(QtApp):
    """The program of the benchmark."""

    name = "long form"
    module = "tests.macros_live.long_form"
    title = TITLE


def places(desktop):
    """Return the boxes of everything in the form, by name."""
    rig, reader = Rig(desktop), DesktopReader()
    try:
        rig.find(reader, SAVE, "button")
        elements = reader.tree(rig.look())
    finally:
        reader.close()
        rig.close()
    wanted = {**dict.fromkeys(FIELDS, "field"), **dict.fromkeys(BOXES, "checkbox"), SAVE: "button"}
    return {e.name: e.box for e in elements if wanted.get(e.name) == e.role}


def record(desk, app):
    """Record a user who fills the form in; return how many steps the macro has."""
    app.open()
    boxes = places(desk.desktop)
    with recording_rig(desk.desktop, desk.folder / "recording") as hands:
        hands.ready(TITLE)
        for label, text in zip(FIELDS, TEXTS, strict=True):
            hands.click(boxes[label])
            hands.type(text)
            hands.rest()
        for name in (*BOXES, SAVE):
            hands.click(boxes[name])
        hands.rest(1)
        recording = hands.finish(MACRO)
        kept(recording, desk.shelf, desk.trusted)
    assert app.saved == [SAVED], app.saved
    return len(recording.macro.steps)


def replay(desk, app):
    """Replay the macro in a fresh form; return its time and what each step took."""
    app.open()
    steps = []
    request = PlayRequest(
        desk.shelf.folder(MACRO).name, approve="ask", by="window", timeout_s=LIMIT_S
    )
    played = MacroRun(
        request, desk.shelf, desk.trusted, settings=desk.settings, data=desk.folders.data
    )

    def listen(event):
        played.listen(event)
        if isinstance(event, Stepped):
            steps.append(event.record)

    started_s = time.perf_counter()
    ended = desk.desk.run(played.task, Accepting(), listen, StopToken(), brought=played.brought)
    seconds = time.perf_counter() - started_s
    assert ended.outcome == "done", f"{ended.outcome}: {ended.message}"
    assert app.saved == [SAVED], app.saved
    return {
        "s": seconds,
        "find_ms": [step.find_ms for step in played.report.steps if step.rung],
        "rungs": dict(played.report.rungs),
        "model_calls": played.report.model_calls,
        "own_ratio": played.report.ratio,
        "judge_ms": judged_ms(seconds, steps),
        "ms": [{phase: getattr(step.timings, phase) for phase in PHASES} for step in steps],
    }


def judged_ms(seconds, steps):
    """Return what a step took beside its five phases: reading what it meets, judging, preparing."""
    timed = sum(getattr(step.timings, phase) for step in steps for phase in PHASES)
    return (1000 * seconds - timed) / len(steps)


class Script:
    """Sends the same from places that it knows, and waits for the program's own word each time."""

    def __init__(self, desktop, app):
        self._app = app
        self._backend = X11Backend(desktop.display)
        self._grabber = ScreenGrabber()
        self._boxes = places(desktop)

    def close(self):
        self._grabber.close()
        self._backend.close()

    def run(self):
        """Fill in a fresh form; return its time, and how long each settling took."""
        self._app.open()
        self._settles = []
        started_s = time.perf_counter()
        self._settle()
        for label, text in zip(FIELDS, TEXTS, strict=True):
            self._do(self._click(label), lambda n=label: n in self._app.told("focus"))
            self._do(Write(text), lambda n=label, t=text: [n, t] in self._app.told("text"))
        for name in BOXES:
            self._do(self._click(name), lambda n=name: [n, True] in self._app.told("toggled"))
        self._do(self._click(SAVE), lambda: self._app.saved)
        seconds = time.perf_counter() - started_s
        assert self._app.saved == [SAVED], self._app.saved
        return {"s": seconds, "settle_ms": self._settles}

    def _click(self, name):
        return Click(Aim(self._boxes[name].center))

    def _do(self, action, has_happened):
        steps = steps_of(action, self._backend)
        send_all(
            self._backend, (step for step in steps if not isinstance(step, LookAgain | AwaitFocus))
        )
        deadline = time.perf_counter() + LIMIT_S
        while not has_happened():
            assert time.perf_counter() < deadline, f"nothing came of {action}"
            time.sleep(0.001)
        self._settle()

    def _settle(self):
        self._settles.append(settle(self._grabber.grab, StopToken()).waited_ms)


def spread(values):
    """Return median, 90th and 99th percentile and the extremes, rounded."""
    ranked = sorted(values)
    at = lambda share: ranked[min(len(ranked) - 1, int(share * len(ranked)))]  # noqa: E731
    found = {"n": len(ranked), "least": ranked[0], "median": statistics.median(ranked)}
    found |= {"p90": at(0.9), "p99": at(0.99), "most": ranked[-1]}
    return {name: round(value, 2) for name, value in found.items()}


def measure(times):
    """Record once, then replay and send by script in turn; return the figures."""
    with (
        tempfile.TemporaryDirectory(prefix="deskhand-speed-") as folder,
        VirtualDesktop.start(SIZE) as desktop,
        contextlib.closing(ReplayDesk(desktop, folder)) as desk,
        contextlib.closing(LongForm(desktop, Path(folder) / "app")) as app,
    ):
        app.start()
        count = record(desk, app)
        print(f"recorded {count} steps", flush=True)
        with contextlib.closing(Script(desktop, app)) as script:
            pairs = [(replay(desk, app), script.run()) for _ in range(times)]
    return figures(count, pairs)


def figures(count, pairs):
    """Return what is told of pairs of a replay and a script."""
    replays, scripts = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ratios = [one["s"] / other["s"] for one, other in pairs]
    find_ms = [ms for one in replays for ms in one["find_ms"]]
    return {
        "steps": count,
        "replay_s": spread([one["s"] for one in replays]),
        "script_s": spread([one["s"] for one in scripts]),
        "ratio": spread(ratios),
        "find_ms": spread(find_ms),
        "settle_ms": spread([ms for one in scripts for ms in one["settle_ms"]]),
        "phases_ms": {
            phase: spread([step[phase] for one in replays for step in one["ms"]])
            for phase in PHASES
        },
        "judge_ms": spread([one["judge_ms"] for one in replays]),
        "own_ratio": spread([one["own_ratio"] for one in replays]),
        "rungs": replays[0]["rungs"],
        "model_calls": sum(one["model_calls"] for one in replays),
    }


def main():
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=5)
    found = measure(parser.parse_args().times)
    machine = platform.processor() or platform.machine()
    load = os.getloadavg()[0]
    whole = {"machine": machine, "cores": os.cpu_count(), "load": load, **found}
    print(json.dumps(whole, indent=1))
    print(
        f"ratio {found['ratio']['median']} (must be <= {MOST_RATIO}), search "
        f"{found['find_ms']['median']} ms (<= {MOST_SEARCH_MS}), {found['model_calls']} model calls"
    )
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
