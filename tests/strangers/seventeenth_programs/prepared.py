"""The programs of the seventeenth set: how each is prepared, and how its state is read."""

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import system_python

OWN = Path(__file__).resolve().parent / "programs"


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def written(session):
    """Return the state that a program of this set has written."""
    with contextlib.suppress(OSError, ValueError):
        return json.loads(session.state_file.read_text(encoding="utf-8"))
    return {}


def own(name, title, python=system_python, lenient=()):
    return Program(
        lambda _session, start: [python(), OWN / name, start], written, title, tuple(lenient)
    )


def qt_python():
    return sys.executable


PROGRAMS = {
    "kennel": own("kennel.py", "Waggery Boarding", qt_python),
    "choir": own("choir.py", "Cantabile Library", qt_python),
    "aquarium": own("aquarium.py", "Tank Keeper"),
    "kiln": own("kiln.py", "Kiln Log"),
    "coach": own("coach.py", "Coach Trip Planner"),
    "lostproperty": own("lostproperty.py", "Lost Property Office"),
}
"""Name in instructions.yaml -> own(file, a part of the window's title, qt_python for PySide6)."""
