"""Steps on the clipboard: as YAML that a person can read, their pictures beside it in memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.macros.codec import read, write
from automation.macros.editing.edits import flat
from automation.macros.editing.using import used_names
from automation.macros.images import image_paths
from automation.macros.macro import VERSION, Macro, Param, Step

_NAME: Final = "Copied steps"

ReadImage = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text on the clipboard holds."""

    steps: tuple[Step, ...]
    images: dict[str, bytes] = field(default_factory=dict)
    """By the paths that the steps name."""
    params: dict[str, Param] = field(default_factory=dict)
    folder: Path | None = None
    """Of the macro that they were copied from; None where that is not known."""


@dataclass(slots=True)
class _Copied:
    """What was copied last in this process: what the text alone cannot carry."""

    text: str = ""
    images: dict[str, bytes] = field(default_factory=dict)
    folder: Path | None = None


_LAST: Final = _Copied()


def copied(macro: Macro, steps: Sequence[Step], read_image: ReadImage, folder: Path) -> str:
    """Return steps as the text of a small macro; remember their pictures and where they come from.

    Args:
        macro: has the steps.
        steps: what is copied.
        read_image: returns a picture of it.
        folder: the macro's folder, which tells it from others.

    Raises:
        MacroError: a picture cannot be read.
    """
    small = Macro(
        deskhand=VERSION, name=_NAME, params=macro.params, columns=macro.columns, steps=tuple(steps)
    )
    _LAST.images = {path: read_image(path) for path in image_paths(small)}
    _LAST.text, _LAST.folder = write(small).decode(), folder
    return _LAST.text


def pasted(text: str) -> Pasted:
    """Return the steps in a text, with the pictures that were copied with it.

    Raises:
        MacroError: the text is no macro, or its pictures are not known any more.
    """
    macro = read(text.encode(), "the clipboard")
    is_last = text == _LAST.text
    images = _LAST.images if is_last else {}
    missing = [path for path in image_paths(macro) if path not in images]
    if missing:
        message = (
            f"the copied steps have {len(missing)} pictures that this program does not hold any more; "
            "copy them in the editor once again"
        )
        raise MacroError(message)
    folder = _LAST.folder if is_last else None
    return Pasted(macro.steps, dict(images), dict(macro.params), folder)


def is_steps(text: str) -> bool:
    """Tell whether a text looks like copied steps, without reading it whole."""
    return text.startswith("deskhand:")


def used_params(found: Pasted) -> dict[str, Param]:
    """Return the parameters that the steps use."""
    used = {name for step in flat(found.steps) for name in used_names(step)}
    return {name: param for name, param in found.params.items() if name in used}
