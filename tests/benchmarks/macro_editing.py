"""What edits of a macro of 10,000 steps cost. Run: python -m tests.benchmarks.macro_editing [window].

Every fifth step stands in a block, every third has a picture and a place. Each kind of edit is done
many times at random places, with the draft on the disk; opening, saving and the first check a few
times. Then the same macro in its window (offscreen, threads taking turns as in the application): how
long the UI thread answers nothing while it is opened and saved, and what edits of all steps cost
there. Prints a table in milliseconds and writes `build/benchmarks/macro_editing.json`.
"""

import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.gui.application import switch_often
from app.gui.macros.editor.opening import Opening
from app.gui.macros.editor.window import EditorWindow
from app.gui.widgets.theme import Theme
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Spot
from automation.macros.library import Library
from automation.macros.macro import Box, Click, Group, Macro, Param, Place, Target, Type, Wait
from tests.fakes.macro_samples import png

STEPS = 10_000
ROWS = STEPS + STEPS // 25
TIMES = 200
FEW = 3
SLICE = 40
"""Steps that a timer checks at once."""
OUTPUT = Path("build/benchmarks/macro_editing.json")
PLACE = Place(box=Box(x=10, y=20, w=80, h=24), window=Box(x=0, y=0, w=800, h=600))


def long_macro(image):
    """Return a macro of so many steps."""
    leaves = []
    for n in range(STEPS):
        if n % 3 == 0:
            target = Target(
                window="Orders", role="button", name=f"Button {n}", image=image, place=PLACE
            )
            leaves.append(Click(id=f"click-{n}", target=target))
        elif n % 3 == 1:
            target = Target(role="field", label=f"Field {n}")
            leaves.append(Type(id=f"type-{n}", text=f"{{{{who}}}} {n}", target=target))
        else:
            leaves.append(Wait(id=f"wait-{n}", seconds=1))
    groups = STEPS // 25
    steps = [
        Group(id=f"group-{n}", title=f"Part {n}", steps=tuple(leaves[25 * n : 25 * n + 4]))
        for n in range(groups)
    ]
    rest = [one for n in range(groups) for one in (steps[n], *leaves[25 * n + 4 : 25 * n + 24])]
    return Macro(deskhand=1, name="Long", steps=tuple(rest), params={"who": Param()})


class Bench:
    """Times of each kind of work, in milliseconds: by the clock, and of the processor for it."""

    def __init__(self):
        self.times = {}

    def time(self, name, work):
        """Do it and note how long it took."""
        wall_s, cpu_s = time.perf_counter(), time.thread_time()
        result = work()
        wall_s, cpu_s = time.perf_counter() - wall_s, time.thread_time() - cpu_s
        self.times.setdefault(name, []).append((wall_s * 1000, cpu_s * 1000))
        return result

    def note(self, name, ms):
        """Note a time that was measured elsewhere, by the clock and of the processor."""
        self.times.setdefault(name, []).append(ms)


def measure(bench, session, rng):
    """Do every kind of edit so many times, each with its undo and redo."""
    document = session.document
    document.watch(
        lambda change: bench.time("rows of a page after it", lambda: page(document, change))
    )
    for n in range(TIMES):
        edits = {
            "comment": lambda n=n: document.comment(any_id(document, rng), f"Number {n}"),
            "insert a step": lambda: document.insert([Wait(id="new")], any_spot(document, rng)),
            "insert at the top": lambda: document.insert([Wait(id="new")], Spot()),
            "remove a step": lambda: document.remove([any_id(document, rng)]),
            "move 100 steps": lambda: document.move(hundred(document, rng), document.end()),
            "duplicate 100 steps": lambda: document.duplicate(hundred(document, rng)),
            "turn 100 steps off": lambda n=n: document.set_off(hundred(document, rng), n % 2 == 0),
        }
        for name, edit in edits.items():
            bench.time(name, edit)
            if document.can_undo:
                bench.time("undo", document.undo)
                bench.time("redo", document.redo)
                bench.time("undo", document.undo)
    for n in range(FEW):
        bench.time(
            "rename a parameter of 3,200 steps", lambda n=n: document.rename_param(*names(n))
        )
        everything = [row.id for row in document.rows]
        bench.time(
            "turn all steps off", lambda n=n, ids=everything: document.set_off(ids, n % 2 == 0)
        )


def names(n):
    return ("who", "whom") if n % 2 == 0 else ("whom", "who")


def page(document, change):
    """Read what a window shows around a change."""
    return document.rows[max(0, change.first - 5) : change.first + 15]


def any_id(document, rng):
    return document.rows[rng.randrange(len(document.rows))].id


def any_spot(document, rng):
    return document.spot_of(any_id(document, rng))


def hundred(document, rng):
    begin = rng.randrange(len(document.rows) - 100)
    return [row.id for row in document.rows[begin : begin + 100]]


def check(bench, session, rng):
    """Check all of it in slices as a timer does, then after single edits."""
    is_done = False
    while not is_done:
        is_done = bench.time(
            f"first check, {SLICE} steps at once", lambda: session.check_some(SLICE)
        )
    for n in range(TIMES // 4):
        session.document.comment(any_id(session.document, rng), f"Checked {n}")
        bench.time("check after an edit", session.problems)


class Pulse:
    """How long the UI thread answers nothing: the gaps between the ticks of a timer of 0 ms.

    By the clock, and by the processor's time of all threads, which is what the gap is on a machine
    that does nothing else: at most one of them runs Python at a time.
    """

    def __init__(self):
        self.timer, self.longest_ms, self._last_s = QTimer(), (0.0, 0.0), (0.0, 0.0)
        self.timer.setInterval(0)
        self.timer.timeout.connect(self._tick)

    def __enter__(self):
        self.longest_ms, self._last_s = (0.0, 0.0), self._now_s()
        self.timer.start()
        return self

    def __exit__(self, *_error):
        self._tick()
        self.timer.stop()

    def _now_s(self):
        return time.perf_counter(), time.process_time()

    def _tick(self):
        now_s = self._now_s()
        gaps = [1000 * (now - last) for now, last in zip(now_s, self._last_s, strict=True)]
        self.longest_ms = tuple(map(max, self.longest_ms, gaps))
        self._last_s = self._now_s()


def until(application, condition):
    while not condition():
        application.processEvents()
    application.processEvents()


def in_a_window(bench, application, data):
    """Open it as the application does, a few times, then edit all of it as keys do."""
    theme, pulse = Theme("light"), Pulse()
    theme.apply(application)
    for _ in range(FEW + 1):
        found = []
        opening = Opening(theme, data, "long", application)
        opening.ready.connect(found.append)
        with pulse:
            opening.begin()
            until(application, lambda found=found: found)
            ready = found[0]
            window = EditorWindow(theme, ready.session, ready.health, ready.report, ready.macros)
            application.processEvents()
            window.show()
            until(application, lambda window=window: not window._chosen._checking.isActive())
        bench.note("longest gap of the UI thread, opening", pulse.longest_ms)
        with pulse:
            window.find_line.search.look_for("wait nowhere")
            until(application, lambda window=window: window.find_line.search.is_over)
        bench.note("longest gap of the UI thread, search", pulse.longest_ms)
        keys(bench, application, window, pulse)
        window.discard_and_close()


def saved(bench, application, window, pulse, name, save):
    """Save, and note how long that takes and how long the UI thread answers nothing meanwhile."""

    def do():
        save()
        until(application, lambda: not window._session.is_saving)

    with pulse:
        bench.time(f"window: {name}, until it is saved", do)
    bench.note(f"longest gap of the UI thread, {name}", pulse.longest_ms)
    assert window._session.is_saved, window.notice.words


def keys(bench, application, window, pulse):
    """Do with all steps what keys do, each with what is painted after it."""
    rows, does = window.rows, window.actions_
    works = {
        "window: one step": lambda: rows.select(["wait-5000"]),
        "window: turn it off": does["off"].trigger,
        "window: undo that": does["undo"].trigger,
        "window: move it up": does["up"].trigger,
        "save of one edit": does["save"].trigger,
        "window: select all": rows.selectAll,
        "window: copy all": does["copy"].trigger,
        "window: turn all off": does["off"].trigger,
        "window: undo of that": does["undo"].trigger,
        "window: redo of that": does["redo"].trigger,
        "save of all at once": does["save"].trigger,
        "window: turn all on again": does["off"].trigger,
    }
    for name, work in works.items():

        def do(work=work):
            work()
            application.processEvents()

        if name.startswith("save"):
            saved(bench, application, window, pulse, name, work)
        else:
            bench.time(name, do)
    name = str(len(bench.times[next(iter(works))]))
    saved(
        bench, application, window, pulse, "save of all as another",
        lambda: window.keeping.save_as(f"Other {name}", lambda: None),
    )  # fmt: skip
    does["off"].trigger()
    chosen = window._chosen
    until(
        application,
        lambda: not chosen._checking.isActive() and not chosen._writing.isActive(),
    )
    saved(bench, application, window, pulse, "save of all after a rest", does["save"].trigger)


def in_a_document(bench, library, rng):
    """Edit, check, and open again with what was edited."""
    session = EditSession(library, "Long")
    measure(bench, session, rng)
    check(bench, session, rng)
    session.close()
    session = bench.time("open with a draft", lambda: EditSession(library, "Long"))
    session.discard()


def main(only_window):
    """Measure, print, write."""
    bench, rng = Bench(), random.Random(5)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    switch_often()
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "macros")
        picture = png()
        library.save(long_macro("img/one.png"), {"img/one.png": picture})
        for _ in range(FEW if not only_window else 0):
            session = bench.time("open", lambda: EditSession(library, "Long"))
            session.document.comment("wait-2", f"{rng.random()}")
            bench.time("save", session.save)
            session.close()
        if not only_window:
            in_a_document(bench, library, rng)
        in_a_window(bench, application, Path(folder))
    told = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "rows": ROWS,
        "ms": {name: figures(times) for name, times in bench.times.items()},
    }
    print(
        f"{ROWS:,} rows; load {os.getloadavg()[0]:.1f}; median, p95, most, median of the processor"
    )
    for name, found in told["ms"].items():
        print(
            f"{name:36} {found['median']:9.2f} {found['p95']:9.2f} {found['most']:9.2f} {found['processor_median']:9.2f}   n {found['n']}"
        )
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(told, indent=1) + "\n")


def figures(times):
    """Return the distribution of times by the clock, and the median of the processor's."""
    ordered = sorted(wall for wall, _cpu in times)
    return {
        "n": len(times),
        "median": statistics.median(ordered),
        "p95": ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))],
        "most": ordered[-1],
        "processor_median": statistics.median(cpu for _wall, cpu in times),
    }


if __name__ == "__main__":
    main(only_window="window" in sys.argv[1:])
