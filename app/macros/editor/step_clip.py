"""Steps on the clipboard: as YAML that a person can read, their pictures beside it in memory."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.core.errors import MacroError
from automation.macros.codec import read, write
from automation.macros.images import image_paths
from automation.macros.macro import VERSION, Macro, Param, Step
from automation.macros.placeholders import OddPlaceholder, names
from automation.macros.walking import texts, walk

_NAME: Final = "Copied steps"

ReadImage = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text on the clipboard holds."""

    steps: tuple[Step, ...]
    images: dict[str, bytes] = field(default_factory=dict)
    """By the paths that the steps name."""
    params: dict[str, Param] = field(default_factory=dict)


@dataclass(slots=True)
class _Copied:
    """The pictures of what was copied last in this process; the text alone cannot carry them."""

    text: str = ""
    images: dict[str, bytes] = field(default_factory=dict)


_LAST: Final = _Copied()


def copied(macro: Macro, steps: Sequence[Step], read_image: ReadImage) -> str:
    """Return steps as the text of a small macro, and remember their pictures.

    Raises:
        MacroError: a picture cannot be read.
    """
    small = Macro(
        deskhand=VERSION, name=_NAME, params=macro.params, columns=macro.columns, steps=tuple(steps)
    )
    _LAST.images = {path: read_image(path) for path in image_paths(small)}
    _LAST.text = write(small).decode()
    return _LAST.text


def pasted(text: str) -> Pasted:
    """Return the steps in a text, with the pictures that were copied with it.

    Raises:
        MacroError: the text is no macro, or its pictures are not known any more.
    """
    macro = read(text.encode(), "the clipboard")
    images = _LAST.images if text == _LAST.text else {}
    missing = [path for path in image_paths(macro) if path not in images]
    if missing:
        message = (
            f"the copied steps have {len(missing)} pictures that this program does not hold any more; "
            "copy them in the editor once again"
        )
        raise MacroError(message)
    return Pasted(macro.steps, dict(images), dict(macro.params))


def is_steps(text: str) -> bool:
    """Tell whether a text looks like copied steps, without reading it whole."""
    return text.startswith("deskhand:")


def used_params(found: Pasted) -> dict[str, Param]:
    """Return the parameters that the steps use."""
    used: set[str] = set()
    for walked in walk(Macro(deskhand=VERSION, name=_NAME, steps=found.steps)):
        for path, text in texts(walked.step):
            if path[-1] == "param":
                used.add(text)
            with contextlib.suppress(OddPlaceholder):
                used.update(names(text))
    return {name: param for name, param in found.params.items() if name in used}
