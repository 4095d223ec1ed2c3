"""Writes `packaging/licences.md`: the licence of every package that the extras bring.

    .venv/bin/python packaging/licences.py

Read from what is installed (`./test` installs all extras but `cuda`), so run it after a change of
`packaging/constraints.txt`.
"""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILE = Path(__file__).with_name("licences.md")
EXTRAS = ("", "input", "ocr", "mcp", "meaning", "local", "quant")
"""What users install; the empty one is the program itself."""
COPYLEFT = re.compile(r"(?<!L)GPL|General Public License")
HEAD = """\
# Licences of what is installed

Written by `packaging/licences.py`; do not edit. deskhand itself is under the MIT licence (`LICENSE`).

The extra `input` brings packages under the GPL, through `pyautogui`. Nothing is given away here: pip
gets each package from its own makers. **A bundle** (an installer, an image, a frozen program) of
deskhand **must leave the extra `input` out**, with all that only it brings; on X11 nothing is lost, for
input goes by xcffib there. Qt (PySide6 and shiboken6) may be taken under the LGPL 3: a bundle has to
keep its libraries replaceable, and to say so. Wheels may hold libraries with licences of their own,
such as FFmpeg (LGPL) in opencv; a bundle has to keep the notices that lie in them.

A CUDA build of PyTorch brings NVIDIA's libraries and Triton too, which are not listed: NVIDIA's have its own
licences, and a bundle that holds them has to keep to those.

| package | version | licence | brought by | in a bundle |
|---|---|---|---|---|
"""

OF_CUDA = re.compile(r"(?:cuda|nvidia)-|triton$")
"""What only some builds of PyTorch bring; the list is one for all of them."""


def licence_of(found: Distribution) -> str:
    """Return the licence as the package names it."""
    fields = found.metadata
    if expression := fields.get("License-Expression"):
        return expression
    classified = [
        text.rpartition(" :: ")[2]
        for text in fields.get_all("Classifier") or []
        if text.startswith("License ::") and text.count("::") > 1
    ]
    named = [text for text in classified if "approved" not in text]
    return "; ".join(named) or (fields.get("License") or "").partition("\n")[0] or "not told"


def is_copyleft(licence: str) -> bool:
    """Tell whether all that is given away with it would come under the GPL."""
    return "LGPL" not in licence and bool(COPYLEFT.search(licence))


def brought() -> dict[str, set[str]]:
    """Return the extras that bring each package, by name."""
    found: dict[str, set[str]] = {}
    for extra in EXTRAS:
        for name in _needs("deskhand", extra, set()):
            found.setdefault(name, set()).add(extra or "core")
    return found


def _needs(name: str, extra: str, seen: set[str]) -> Iterator[str]:
    for line in distribution(name).requires or []:
        needed = Requirement(line)
        key = canonicalize_name(needed.name)
        is_wanted = needed.marker is None or needed.marker.evaluate({"extra": extra})
        is_core = needed.marker is None or needed.marker.evaluate({"extra": ""})
        is_listed = is_wanted and not (name == "torch" and OF_CUDA.match(key))
        if not is_listed or key in seen or (name == "deskhand" and extra and is_core):
            continue
        try:
            distribution(key)
        except PackageNotFoundError:
            continue  # for another system
        seen.add(key)
        yield key
        for more in ("", *needed.extras):
            yield from _needs(key, more, seen)


def text() -> str:
    """Return the whole file."""
    lines = []
    for name, extras in sorted(brought().items()):
        found = distribution(name)
        version = found.version.partition("+")[0]
        by = ", ".join(sorted(extras, key=["core", *EXTRAS].index))
        place = "no" if extras == {"input"} else "yes"
        lines.append(f"| {name} | {version} | {licence_of(found)} | {by} | {place} |\n")
    return HEAD + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
