"""What a proof is: one figure that deskhand promises, counted in full, in shards that can resume.

A proof lives in a module of this folder, under the name `PROOF`. `./test` runs the same body with
small counts; `./test --proof` runs the full counts and writes the figures down.
"""

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).parents[2]
SHARD_S = 1200
"""A shard that takes longer is ended and counts as failed; the longest take half of it alone."""

EXECUTOR = (
    "automation/core/actions.py",
    "automation/core/timing.py",
    "automation/core/geometry.py",
    "automation/core/observation.py",
    "automation/desktop/capture.py",
    "automation/desktop/x11.py",
    "automation/desktop/input",
    "automation/desktop/session.py",
    "automation/desktop/program_identity.py",
    "automation/desktop/windows_x11.py",
    "automation/desktop/window_tree.py",
)
"""What an executor process runs through from an action to the last event, its looks included."""
RIG = (
    "tests/desktop/drawn_windows.py", "tests/desktop/event_program.py",
    "tests/desktop/event_window.py", "tests/desktop/executor_rig.py", "tests/desktop/other_user.py",
)  # fmt: skip
"""What a real executor is worked and watched with."""

Figures = Mapping[str, Any]
"""What one shard found: plain values that JSON can hold."""


COMMANDS: Final = frozenset({"automation", "automation/commands"})
LANGUAGE: Final = "resources/language"
"""The words by which what `COMMANDS` covers reads a sentence: they are code, too."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all shards of a proof say together."""

    is_kept: bool
    result: str
    """For the table: numbers with their units and `n`, no adjectives."""
    figures: Figures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """One promise with a number."""

    name: str
    title: str
    """For the table: what is counted."""
    must: str
    """For the table: the bound."""
    shards: int
    covers: tuple[str, ...]
    """Files and folders of the code that the figure is about; a change makes old shards stale."""
    run: Callable[[int, Path], Figures]
    """Runs one shard (number from 0, an empty scratch folder), well within `SHARD_S`."""
    judge: Callable[[Sequence[Figures]], Verdict]
    """Takes every shard's figures, in order."""

    def digest(self) -> str:
        """Return a short hash of the code that the figure is about and of the proof itself."""
        sha = hashlib.sha256()
        words = () if COMMANDS.isdisjoint(self.covers) else (LANGUAGE,)
        for place in (*self.covers, *words, f"tests/proof/{self.name}.py"):
            path = ROOT / place
            files = [path] if path.is_file() else sorted(_sources(path))
            if not files:
                raise ValueError(f"the proof {self.name} covers {place}, which does not exist")
            for file in files:
                sha.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
        return sha.hexdigest()[:16]


def _sources(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.suffix in (".py", ".toml", ".yaml"))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of the values do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)]
