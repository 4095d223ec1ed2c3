"""Steps on the clipboard: as YAML that a person can read, their pictures beside it in memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.core.errors import MacroError
from automation.macros.codec import read, write
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
    """Return the steps in a text; pictures that are not known any more are left out of them.

    Raises:
        MacroError: the text is no macro.
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


def without(params: dict[str, Param], known: dict[str, Param]) -> dict[str, Param]:
    """Return the parameters that a macro does not have yet."""
    return {name: param for name, param in params.items() if name not in known}
