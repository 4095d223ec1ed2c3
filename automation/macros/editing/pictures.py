"""Steps whose pictures have other paths."""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from automation.macros.macro import Step, Target

T = TypeVar("T")


def images_in(folder: Path) -> tuple[str, ...]:
    """Return the paths of the pictures in the folder of a macro, or of its draft."""
    with contextlib.suppress(OSError):
        return tuple(f"img/{name}" for name in os.listdir(folder / "img"))  # noqa: PTH208  # no Paths
    return ()


def with_images(step: Step, paths: Mapping[str, str]) -> Step:
    """Return a step, and all inside it, that names other pictures.

    Args:
        step: names pictures by their old paths.
        paths: the new path of each old one; others stay.
    """
    return _renamed(step, paths) if paths else step


def _renamed(value: T, paths: Mapping[str, str]) -> T:
    match value:
        case Target(image=str(path)) if path in paths:
            return msgspec.structs.replace(value, image=paths[path])
        case msgspec.Struct():
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            other = {name: _renamed(each, paths) for name, each in fields.items()}
            changed = {name: each for name, each in other.items() if each is not fields[name]}
            return msgspec.structs.replace(value, **changed) if changed else value
        case tuple():
            made = tuple(_renamed(each, paths) for each in value)
            same = all(one is other for one, other in zip(made, value, strict=True))
            return value if same else type(value)(made)
        case _:
            return value
