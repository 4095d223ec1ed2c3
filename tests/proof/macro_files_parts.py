"""Kills a process that saves a macro again and again, and looks at what is left.

    python -m tests.proof.macro_files_parts FOLDER COUNT SEED

A process of its own, with one thread, because it forks.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from automation.core.errors import MacroError
from automation.macros.library import Library
from automation.macros.macro import Click, Macro, Target
from automation.macros.names import image_path
from tests.fakes.macro_samples import png

NAME = "Edited"
_LONGEST_WAIT_S = 0.004
"""About what one save takes on a fast disk, so that kills fall into every part of it."""
_FILE_CALLS = frozenset(
    [
        "open", "write", "flush", "fsync", "close", "rename", "replace", "link", "unlink", "mkdir",
        "scandir", "lstat",
    ]
)  # fmt: skip
_MOST_CALLS = 400
"""Before and after each file call of about three saves: where a saver ends itself, every second time."""


def kills(folder: Path, count: int, seed: int) -> dict[str, object]:
    """Kill `count` savers and return how many steps were acknowledged and what was lost of them."""
    rng = Random(seed)
    steps, findings = 0, []
    for number in range(count):
        acknowledged = _one(folder, steps, rng)
        found = _left(folder)
        if isinstance(found, str):
            findings.append(f"kill {number}: {found}")
            break
        if not acknowledged <= found <= acknowledged + 1:
            findings.append(f"kill {number}: {acknowledged} steps were kept, {found} are there")
        steps = found
    return {"kills": count, "steps": steps, "findings": findings}


def _one(folder: Path, steps: int, rng: Random) -> int:
    """Start a saver, kill it somewhere, and return how many steps it said were kept."""
    ours, theirs = os.pipe()
    calls = 1 + int(rng.random() * _MOST_CALLS) if rng.random() < 0.5 else 0
    child = os.fork()
    if child == 0:
        os.close(ours)
        _save_on(folder, steps, theirs, calls)
    os.close(theirs)
    wanted = steps + int(rng.random() * 3)
    acknowledged = steps
    with os.fdopen(ours, "rb") as told:
        while acknowledged < wanted and not calls and (line := told.readline()):
            acknowledged = int(line)
        if not calls:
            time.sleep(rng.random() * _LONGEST_WAIT_S)
            os.kill(child, signal.SIGKILL)
        for line in told:
            acknowledged = int(line)
    os.waitpid(child, 0)
    return acknowledged


def _save_on(folder: Path, steps: int, told: int, calls: int) -> None:
    """Save until somebody kills us; with `calls` that is ourselves, at that file call."""
    try:
        if calls:
            _die_at(calls)
        library = Library(folder)
        for count in _from(steps + 1):
            picture = png(8, 8, count % 250)
            path = image_path(picture)
            library.save(_macro(count), {path: picture})
            os.write(told, b"%d\n" % count)
    finally:
        os._exit(1)


def _die_at(calls: int) -> None:
    left = calls

    def _on_call(_frame: object, event: str, call: object) -> None:
        nonlocal left
        if event in ("c_call", "c_return") and getattr(call, "__name__", "") in _FILE_CALLS:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(_on_call)


def _from(first: int) -> Iterator[int]:
    while True:
        yield first
        first += 1


def _macro(count: int) -> Macro:
    paths = [image_path(png(8, 8, number % 250)) for number in range(max(1, count - 5), count + 1)]
    return Macro(
        deskhand=1,
        name=NAME,
        steps=tuple(
            Click(id=f"s{number}", target=Target(name="x", image=paths[number % len(paths)]))
            for number in range(count)
        ),
    )


def _left(folder: Path) -> int | str:
    """Return how many steps are there, or what is wrong; every picture that is named must be there."""
    library = Library(folder)
    if not folder.exists() or not library.entries():
        return 0
    try:
        library.package(library.folder(NAME))
        return len(library.open(NAME).macro.steps)
    except MacroError as error:
        return str(error)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(kills(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
