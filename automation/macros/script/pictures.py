"""The pictures of a script: files beside it, read when a step looks for what they show."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from automation.core.observation import Frame
from automation.macros.files import FileError, read_whole
from automation.macros.found import Images
from automation.macros.images import MAX_IMAGE_BYTES, decode
from automation.macros.macro import Target

T = TypeVar("T")


class Pictures:
    """Implements `found.Images` for targets that name files; used by both threads of a script."""

    def __init__(self, folder: Path) -> None:
        """Take the folder that paths begin in."""
        self._folder = folder
        self._files: dict[str, str] = {}
        self._frames: dict[str, Frame] = {}

    def placed(self, step: T) -> T:
        """Return the step with its pictures named as a macro names them."""
        return _replaced(step, self._key)

    def file(self, path: str) -> Path:
        """Return the file of a picture that a placed step names."""
        return self._folder / self._files[path]

    def image(self, path: str) -> Frame:
        """Return the picture.

        Raises:
            MacroError: the file is missing or holds no picture.
        """
        if path not in self._frames:
            file = self.file(path)
            try:
                data = read_whole(file, MAX_IMAGE_BYTES)
            except OSError as error:
                raise FileError(file, "read the picture", error) from error
            self._frames[path] = decode(data)
        return self._frames[path]

    def _key(self, name: str) -> str:
        known = next((key for key, file in self._files.items() if file == name), None)
        if known is None:
            known = f"img/{len(self._files)}.png"
            self._files[known] = name
        return known


def _replaced(value: T, key: Callable[[str], str]) -> T:
    """Return a value of the grammar with the pictures of its targets under other names."""
    match value:
        case msgspec.Struct():
            fields = {
                name: _replaced(getattr(value, name), key) for name in value.__struct_fields__
            }
            if isinstance(value, Target) and value.image is not None:
                fields["image"] = key(value.image)
            return msgspec.structs.replace(value, **fields)
        case _:
            return value


_TYPED: type[Images] = Pictures
