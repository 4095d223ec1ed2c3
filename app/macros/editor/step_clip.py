"""Steps on the clipboard: as they are for editors of this process, as YAML for whoever asks for text.

The YAML is written when somebody asks for it, and pictures are read beside the UI thread: a copy of
10,000 steps holds nothing up.
"""

import atexit
import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

from PySide6.QtCore import QByteArray, QMetaType, QMimeData
from PySide6.QtGui import QGuiApplication

from automation.core.errors import MacroError
from automation.macros.codec import read
from automation.macros.editing.edits import flat
from automation.macros.editing.using import used_names
from automation.macros.images import image_paths
from automation.macros.macro import VERSION, Macro, Param, Step

log = logging.getLogger(__name__)

_NAME: Final = "Copied steps"
_TEXT: Final = "text/plain"
_MARK: Final = "application/x-deskhand-steps"
"""Holds what tells one copy of this process from all others."""
_READERS: Final = ThreadPoolExecutor(1, "copied-pictures")

ReadImage = Callable[[str], bytes]
Write = Callable[[Macro], bytes]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where steps were copied."""

    folder: Path
    """The macro's folder then, which tells whose pictures and parameters they name."""
    editing: object
    """The `mark` of the editing: another editor of the same folder may show other steps."""
    is_read: bool
    """All steps there were made by the user's own hand, or read."""


@dataclass(slots=True)
class _Copied:
    """What was copied last in this process."""

    macro: Macro
    """Has nothing but the steps, and what they may name."""
    mark: bytes
    origin: Origin
    pictures: Future[dict[str, bytes]]
    text: str = ""
    """Empty before somebody asked for it."""


_last: _Copied | None = None


class CopiedSteps(QMimeData):
    """What the clipboard holds; UI thread."""

    def __init__(self, copied: _Copied, write: Write) -> None:
        super().__init__()
        self._copied, self._write = copied, write

    def formats(self) -> list[str]:
        """Return that it is text, and ours."""
        return [_TEXT, _MARK]

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802  # Qt's name
        """Tell whether it can be had as that."""
        return mimetype in (_TEXT, _MARK)

    def retrieveData(self, mimetype: str, preferredType: QMetaType | QMetaType.Type) -> object:  # noqa: N802, N803  # Qt's names
        """Return the mark, or the text, which is written at the first time."""
        del preferredType  # Qt makes of it what was asked for
        if mimetype == _MARK:
            return QByteArray(self._copied.mark)
        if mimetype != _TEXT:
            return None
        if not self._copied.text:
            try:
                self._copied.text = self._write(self._copied.macro).decode()
            except MacroError:  # who asks is another program: there is nobody to tell
                log.warning("copied steps cannot be written as text")
        return self._copied.text


@dataclass(frozen=True, slots=True)
class Pasted:
    """What the clipboard holds."""

    macro: Macro
    """The steps, and what they may name."""
    source: _Copied | None = None
    """None for a text of nobody knows where."""

    @property
    def origin(self) -> Origin | None:
        """Where they were copied; None where that is not known."""
        return self.source.origin if self.source else None

    def used_params(self) -> dict[str, Param]:
        """Return the parameters that the steps use."""
        used = {name for step in flat(self.macro.steps) for name in used_names(step)}
        return {name: param for name, param in self.macro.params.items() if name in used}

    def images(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Return pictures of the steps by their paths.

        Raises:
            MacroError: they are not known, or could not be read.
        """
        wanted = tuple(paths)
        if not wanted:
            return {}
        if self.source is None:
            message = (
                f"the copied steps have {len(wanted)} pictures that this program does not hold any "
                "more; copy them in the editor once again"
            )
            raise MacroError(message)
        known = self.source.pictures.result()
        return {path: known[path] for path in wanted}


def copied(
    macro: Macro, steps: Sequence[Step], read_image: ReadImage, origin: Origin, write: Write
) -> CopiedSteps:
    """Return steps for the clipboard; remember their pictures and where they come from.

    Args:
        macro: has the steps.
        steps: what is copied.
        read_image: returns a picture of it; called on another thread, before `settle` returns.
        origin: where they are copied.
        write: returns a macro as its file.
    """
    global _last  # a process has one clipboard
    small = Macro(
        deskhand=VERSION, name=_NAME, params=macro.params, columns=macro.columns, steps=tuple(steps)
    )
    pictures = _READERS.submit(_read_all, small, read_image)
    _last = _Copied(small, uuid4().bytes, origin, pictures)
    return CopiedSteps(_last, write)


@atexit.register
def _leave_plain_text() -> None:
    """Leave values of Qt alone on the clipboard: it is let go of when Python is gone already."""
    if QGuiApplication.instance() is None:
        return
    clipboard = QGuiApplication.clipboard()
    held = clipboard.mimeData()
    if held is not None and held.hasFormat(_MARK):
        clipboard.setText(held.text())


def _read_all(macro: Macro, read_image: ReadImage) -> dict[str, bytes]:
    return {path: read_image(path) for path in image_paths(macro)}


def settle(folder: Path) -> None:
    """Wait until all pictures are read that were copied from a macro: its files may go then."""
    if _last is not None and _last.origin.folder == folder:
        _last.pictures.exception()


def pasted(data: QMimeData) -> Pasted | None:
    """Return the steps that the clipboard holds; None where it holds none.

    Raises:
        MacroError: the text is no macro.
    """
    mark = data.data(_MARK).data() if data.hasFormat(_MARK) else b""
    if _last is not None and mark == _last.mark:
        return Pasted(_last.macro, _last)
    text = data.text()
    if not text.startswith("deskhand:"):
        return None
    if _last is not None and text == _last.text:  # kept by a program that keeps what is copied
        return Pasted(_last.macro, _last)
    return Pasted(read(text.encode(), "the clipboard"))
