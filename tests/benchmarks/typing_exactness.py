"""Types 200 Unicode texts into real applications on several layouts and reads each one back.

    python tests/benchmarks/typing_exactness.py [OUT.json] [--apps qt,gtk] [--layouts us,de] [--limit N]

Prints a table and every mismatch; writes both as JSON. A text counts as exact (the same code
points stand in the application), reported (the typer or the backend refused it or said that it
failed) or wrong (anything else, which must not happen).
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from automation.core.errors import InputError  # noqa: E402 - needs the path above
from automation.desktop.input.backend_x11 import X11Backend  # noqa: E402
from automation.desktop.virtual import VirtualDesktop  # noqa: E402
from tests.benchmarks.typing_strings import typing_strings  # noqa: E402
from tests.desktop.typing_apps import APPS, send_all  # noqa: E402

LAYOUTS = ("us", "de", "fr", "ru")


@dataclass(frozen=True)
class Trial:
    app: str
    layout: str
    kind: str
    outcome: str
    ms: float
    expected: str
    found: str = ""
    note: str = ""


def type_one(app, backend, layout, kind, text):
    app.clear(backend)
    started = time.monotonic()
    try:
        send_all(backend, backend.plan_text(text))
    except InputError as error:
        ms = (time.monotonic() - started) * 1000
        return Trial(app.name, layout, kind, "reported", ms, text, note=str(error))
    ms = (time.monotonic() - started) * 1000
    found = app.read_back(backend, text)
    if found == text:
        return Trial(app.name, layout, kind, "exact", ms, text)
    return Trial(app.name, layout, kind, "wrong", ms, text, found)


def run(desktop, names, layouts, texts):
    trials = []
    backend = X11Backend(desktop.display)
    with tempfile.TemporaryDirectory() as folder:
        apps = [APPS[name](desktop, Path(folder)).start() for name in names]
        for layout in layouts:
            subprocess.run(["setxkbmap", layout], check=True)
            for app in apps:
                app.focus(backend)
                for kind, text in texts:
                    trial = type_one(app, backend, layout, kind, text)
                    trials.append(trial)
                    if trial.outcome != "exact":
                        show(trial)
                print(summary_line(trials, app.name, layout), flush=True)
        for app in apps:
            app.close()
    backend.close()
    return trials


def show(trial):
    print(f"{trial.outcome}: {trial.app} {trial.layout} {trial.kind} {trial.note}")
    print(f"  expected {trial.expected!a}\n  found    {trial.found!a}", flush=True)


def summary_line(trials, app, layout):
    mine = [t for t in trials if (t.app, t.layout) == (app, layout)]
    counts = {o: sum(t.outcome == o for t in mine) for o in ("exact", "reported", "wrong")}
    chars = sum(len(t.expected) for t in mine)
    ms = sum(t.ms for t in mine) / max(1, chars)
    return (
        f"{app:9} {layout:4} exact {counts['exact']:3} reported {counts['reported']:3}"
        f" wrong {counts['wrong']:3} of {len(mine)}   {ms:.1f} ms a character"
    )


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    default = ROOT / "build" / "benchmarks" / "typing_exactness.json"
    parser.add_argument("out", nargs="?", type=Path, default=default)
    parser.add_argument("--apps", default=",".join(APPS))
    parser.add_argument("--layouts", default=",".join(LAYOUTS))
    parser.add_argument("--limit", type=int, default=None)
    return parser.parse_args()


def main():
    wanted = options()
    texts = typing_strings()[: wanted.limit]
    apps, layouts = wanted.apps.split(","), wanted.layouts.split(",")
    started = time.monotonic()
    with VirtualDesktop.start((1920, 1080)) as desktop:
        os.environ.update(DISPLAY=desktop.display, XAUTHORITY=desktop.env["XAUTHORITY"])
        trials = run(desktop, apps, layouts, texts)
    result = {
        "what": "typed text read back exactly",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {platform.platform()}",
        "texts": len(texts),
        "seconds": round(time.monotonic() - started, 1),
        "table": [summary_line(trials, app, layout) for layout in layouts for app in apps],
        "not_exact": [asdict(trial) for trial in trials if trial.outcome != "exact"],
    }
    wanted.out.parent.mkdir(parents=True, exist_ok=True)
    wanted.out.write_text(json.dumps(result, indent=1, ensure_ascii=True))
    exact = sum(trial.outcome == "exact" for trial in trials)
    wrong = sum(trial.outcome == "wrong" for trial in trials)
    print(f"exact {exact} of {len(trials)}, wrong {wrong}; {wanted.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
