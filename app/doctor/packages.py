"""The rows about promise 6: libraries with a known hole through which data becomes code.

Nothing is imported: versions are read from what pip wrote down.
"""

import importlib.metadata
import re
from dataclasses import dataclass
from typing import Final

from app.doctor.checks import Row

PIP: Final = ".venv/bin/python -m pip install --upgrade"


@dataclass(frozen=True, slots=True)
class Hole:
    """A known hole of a library."""

    package: str
    below: tuple[int, ...]
    """The first version that does not have it."""
    cve: str
    what: str
    since: tuple[int, ...] = ()
    """The first version that has it; empty when all older ones do."""


HOLES: Final = (
    Hole("transformers", (5, 3, 0), "CVE-2026-4372", "a model's config.json runs code"),
    Hole("transformers", (5, 5, 0), "CVE-2026-5241", "a model switches its own code on"),
    Hole(
        "transformers", (5, 10, 0), "CVE-2026-9856", "a template's name writes outside its folder"
    ),
    Hole("vllm", (0, 11, 1), "CVE-2025-66448", "a model's config.json runs code"),
    Hole("vllm", (0, 14, 0), "CVE-2026-22807", "a model's own code runs unasked", (0, 10, 1)),
    Hole("vllm", (0, 18, 1), "CVE-2026-27893", "a model's own code runs unasked", (0, 10, 1)),
    Hole("jinja2", (3, 1, 5), "CVE-2024-56326", "a template leaves the sandbox"),
    Hole("jinja2", (3, 1, 6), "CVE-2025-27516", "a template leaves the sandbox"),
    Hole("torch", (2, 6, 0), "CVE-2025-32434", "a pickle runs code in spite of weights_only"),
    Hole("llama-cpp-python", (0, 2, 72), "CVE-2024-34359", "a template runs code"),
    Hole("sglang", (0, 5, 10), "CVE-2026-5760", "a model's template runs code"),
)
"""Sources: the advisories of these numbers at nvd.nist.gov and in the GitHub advisory database.
vLLM's last one is mended in 0.18.0 by most records and after it by one, so 0.18.0 counts as open.
SGLang's is known of 0.5.9; its mending came in no named release, so a later one proves nothing."""
CHECKED: Final = tuple(dict.fromkeys(hole.package for hole in HOLES))
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class PackageFacts:
    """Which of the libraries are installed beside us."""

    versions: tuple[tuple[str, str], ...] = ()
    """Name and version."""


def gather_packages() -> PackageFacts:
    """Read the versions of the libraries that are known to have had holes."""
    found = []
    for package in CHECKED:
        try:
            found.append((package, importlib.metadata.version(package)))
        except importlib.metadata.PackageNotFoundError:
            continue
    return PackageFacts(tuple(found))


def holes_of(package: str, version: str) -> tuple[Hole, ...]:
    """Return the known holes of a version; a version that cannot be read has none."""
    number = _numbers(version)
    return tuple(
        hole
        for hole in HOLES
        if hole.package == package and number and hole.since <= number < hole.below
    )


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, at least three, so that 3.1 is below 3.1.5 and 3.1.0 alike."""
    found = _NUMBER.match(version)
    numbers = tuple(int(part) for part in found[0].split(".")) if found else ()
    return numbers + (0,) * (3 - len(numbers)) if numbers else ()


def package_rows(facts: PackageFacts) -> tuple[Row, ...]:
    """Return a row for each library with a known hole, and one for all others."""
    rows = [
        Row(
            "checkpoint code",
            "ok",
            "never run: trust_remote_code is used nowhere, pickles are refused",
            topic="data",
        )
    ]
    sound = []
    for package, version in facts.versions:
        holes = holes_of(package, version)
        if holes:
            rows.append(_bad(package, version, holes))
        else:
            sound.append(f"{package} {version.partition('+')[0]}")
    if sound:
        found = f"no known hole in {', '.join(sound)}"
        rows.append(Row("libraries", "ok", found, topic="data"))
    return tuple(rows)


def _bad(package: str, version: str, holes: tuple[Hole, ...]) -> Row:
    first_good = ".".join(map(str, max(hole.below for hole in holes)))
    told = "; ".join(f"{hole.what} ({hole.cve})" for hole in holes)
    meaning = f"{told}; deskhand does not take that way, other programs beside it may"
    fix = f"{PIP} '{package}>={first_good}'"
    found = f"{version} has a known hole"
    return Row(package, "warn", found, meaning, fix, topic="data")
