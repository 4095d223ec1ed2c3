"""The pictures of an open macro: where their files are, and steps that name them by other paths."""

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from automation.macros.folder import read_image
from automation.macros.macro import Step, Target

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pictures:
    """The files of the pictures of an open macro, saved or not. For any thread."""

    folder: Path
    """The macro's."""
    draft: Path
    """That of its draft."""

    def read(self, path: str) -> bytes:
        """Return the file of a picture, saved or not.

        Raises:
            MacroError: it is missing, too large, or a link; or the path is none of a picture.
        """
        is_added = os.path.lexists(self.draft / path)
        return read_image(self.draft if is_added else self.folder, path)

    def added(self) -> frozenset[str]:
        """Return the paths of those that are in the draft."""
        return frozenset(_images_in(self.draft))

    def lacking(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the paths under which there is no picture, saved or not."""
        there = self.added().union(_images_in(self.folder))
        return tuple(path for path in paths if path not in there)


def _images_in(folder: Path) -> tuple[str, ...]:
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
