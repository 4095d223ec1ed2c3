"""What `deskhand do` takes from the start of its process to its end, for a click by name whose effect is seen.

    python -m tests.benchmarks.do_speed [--rounds N] [--window] [--tree FOLDER ...]

On a desktop of its own a Qt window and a GTK one are clicked in turn. With `--window` deskhand's own
window is open and shown meanwhile. Each further `--tree` is a checkout of other code, run in turn with
the first, A B A B, so that a busy machine slows both. Processor time is that of the command and of what
it waited for; with the window, its and its executor's stand beside that.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.x11 import used
from tests.kit.waiting import wait_for

HERE = Path(__file__).resolve().parents[2]
OUTPUT = Path("build/benchmarks/do_speed.json")
FORM = HERE / "tests" / "desktop" / "qt_form.py"
GTK = """
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
for name in ("Wireless", "Bluetooth", "Flight mode"):
    box.add(Gtk.CheckButton(label=name))
window = Gtk.Window(title="gtk switches")
window.set_default_size(400, 300)
window.add(box)
window.show_all()
window.move(700, 100)
Gtk.main()
"""
WORDS = {"deskhand-qt-form": "click Remember me", "gtk switches": "click Bluetooth"}
PROGRAMS = {
    "deskhand-qt-form": [sys.executable, str(FORM), "canary"],
    "gtk switches": ["/usr/bin/python3", "-c", GTK],
}
STEPS = ("first line", "last line", "end")
TICKS_S = os.sysconf("SC_CLK_TCK")


def ticks_s(pid):
    """Return the processor time of a process and of its ended children, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS_S


def children_of(pid):
    """Return the processes that this one has started and that live."""
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def environment(desktop, tree, home):
    """Return the variables of a user's session; a developer's may keep Python from its compiled files."""
    env = desktop.env | {"PYTHONPATH": str(tree), "DESKHAND_HOME": str(home)}
    return {name: value for name, value in env.items() if name != "PYTHONDONTWRITEBYTECODE"}


def timed(desktop, tree, task, home):
    """Run a task once; return its figures in seconds."""
    env = environment(desktop, tree, home)
    argv = [sys.executable, "-m", "app.main", "do", "--approve", "auto", "--json", task]
    began = time.monotonic()
    process = subprocess.Popen(
        argv, cwd=tree, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    )
    marks = []
    for line in process.stdout:
        marks.append(time.monotonic() - began)
        last = json.loads(line)
    _, status, usage = os.wait4(process.pid, 0)
    ended = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    assert process.returncode == 0, (process.returncode, last)
    assert last["effects"] == "verified", last
    figures = dict(zip(STEPS, (marks[0], marks[-1], ended), strict=True))
    return figures | {"processor": usage.ru_utime + usage.ru_stime}


@contextmanager
def opened(desktop, tree, home):
    """Have deskhand's window open, with its hands ready; yields its processes, none without."""
    env = environment(desktop, tree, home) | {"QT_QPA_PLATFORM": "xcb"}
    process = subprocess.Popen([sys.executable, "-m", "app.main"], cwd=tree, env=env)
    try:
        wait_for(lambda: list((home / "runtime").glob("executor-*.sock")), 60)
        time.sleep(5)  # what is loaded beside the window is none of the task's
        yield [process.pid, *children_of(process.pid)]
    finally:
        process.terminate()
        process.wait()


def measured(desktop, tree, rounds, home, pids, windows, figures):
    """Click in each window once for each round."""
    for _ in range(rounds):
        for title, task in WORDS.items():
            (window,) = [w for w in windows.windows() if w.title == title]
            windows.activate(window.window_id)
            wait_for(lambda t=title: windows.windows()[0].title == t, 10)
            before = [ticks_s(pid) for pid in pids]
            found = timed(desktop, tree, task, home)
            if pids:
                time.sleep(0.3)
                after = [ticks_s(pid) for pid in pids]
                found["of the window"] = sum(after) - sum(before)
            for name, value in found.items():
                figures.setdefault(name, []).append(value)


def summed(figures):
    """Return the spread of each figure."""
    return {
        name: {
            "n": len(values),
            "min": round(min(values), 3),
            "median": round(statistics.median(values), 3),
            "p90": round(sorted(values)[int(0.9 * (len(values) - 1))], 3),
            "max": round(max(values), 3),
        }
        for name, values in figures.items()
    }


def main():
    """Measure, print, and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--tree", type=Path, action="append")
    options = parser.parse_args()
    trees = options.tree or [HERE]
    figures = {tree: {} for tree in trees}
    with VirtualDesktop.start((1920, 1080)) as desktop:
        home = desktop.home / "deskhand"
        for argv in PROGRAMS.values():
            desktop.spawn(argv, QT_QPA_PLATFORM="xcb")
        with used(Path(desktop.env["XAUTHORITY"])):
            windows = X11Windows(desktop.display)
        wait_for(lambda: set(WORDS) <= {w.title for w in windows.windows()}, 30)
        for tree in trees:
            measured(desktop, tree, 1, home, [], windows, {})
        if options.window:
            for _ in range(2):  # the second time in the other order of a machine's moods
                for tree in trees:
                    with opened(desktop, tree, home) as pids:
                        measured(desktop, tree, 1, home, pids, windows, {})
                        half = (options.rounds + 1) // 2
                        measured(desktop, tree, half, home, pids, windows, figures[tree])
        else:
            for _ in range(options.rounds):
                for tree in trees:
                    measured(desktop, tree, 1, home, [], windows, figures[tree])
        windows.close()
    report = {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg(),
        "window": options.window,
        "trees": {str(tree): summed(found) for tree, found in figures.items()},
    }
    for tree, found in report["trees"].items():
        print(tree)
        for name, spread in found.items():
            print(f"  {name:14}", *(f"{word} {value}" for word, value in spread.items()))
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
