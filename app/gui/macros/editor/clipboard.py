"""Steps on the clipboard: as they are for editors of this process, as YAML for whoever asks for text.

The YAML is written when somebody asks for it, and pictures are read beside the UI thread: a copy of
10,000 steps holds nothing up.

A copy is the user's own only in the very editing where it was made, with all steps there read.
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

from app.gui import tr
from automation.core.errors import MacroError
from automation.macros.codec import read
from automation.macros.images import image_paths
from automation.macros.macro import VERSION, Macro, Param, Step, flat
from automation.macros.walk import used_names

log = logging.getLogger(__name__)

_NAME: Final = tr("Copied steps")
_TEXT: Final = "text/plain"
_MARK: Final = "application/x-deskhand-steps"
"""Holds what tells one copy of this process from all others."""
_READERS: Final = ThreadPoolExecutor(1, "copied-pictures")

ReadImage = Callable[[str], bytes]
Write = Callable[[Macro], bytes]
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where steps were copied."""

    folder: Path
    """The macro's folder then, which tells whose pictures and parameters they name."""
    editing: object
    """The `mark` of the editing: another editor of the same folder may show other steps."""
    is_read: bool
    """All steps there were made by the user's own hand, or read."""


@dataclass(frozen=True, slots=True)
class _Pictures:
    """What could be read of the pictures of copied steps."""

    known: dict[str, bytes]
    problem: str = ""
    """Why not all of them could; empty when they are all there."""


@dataclass(slots=True)
class _Copied:
    """What was copied last in this process."""

    macro: Macro
    """Has nothing but the steps, and what they may name."""
    mark: bytes
    origin: Origin
    pictures: Future[_Pictures]
    text: str = ""
    """Empty before somebody asked for it."""


_last: _Copied | None = None


class CopiedSteps(QMimeData):
    """What the clipboard holds; UI thread."""

    def __init__(self, copied: _Copied, write: Write) -> None:
        super().__init__()
        self._copied, self._write = copied, write

    @property
    def mark(self) -> bytes:
        """What tells this copy from all others."""
        return self._copied.mark

    def picture_problem(self) -> str:
        """Wait until the pictures are read; return why not all could be, empty when they are all there."""
        return self._copied.pictures.result().problem

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
            raise MacroError(
                f"the copied steps have {len(wanted)} pictures that this program does not hold any "
                "more; copy them in the editor once again"
            )
        pictures = self.source.pictures.result()
        if not pictures.known.keys() >= set(wanted):
            raise MacroError(pictures.problem)
        return {path: pictures.known[path] for path in wanted}


def copied(
    macro: Macro,
    steps: Sequence[Step],
    read_image: ReadImage,
    origin: Origin,
    write: Write,
    tell: Say = lambda _problem: None,
) -> CopiedSteps:
    """Return steps for the clipboard; remember their pictures and where they come from.

    Args:
        read_image: returns a picture of it; called on another thread, before `settle` returns.
        origin: where they are copied.
        write: returns a macro as its file; held as long as the clipboard holds the steps.
        tell: learns on that other thread why not all pictures could be read.
    """
    global _last  # a process has one clipboard
    small = Macro(
        deskhand=VERSION, name=_NAME, params=macro.params, columns=macro.columns, steps=tuple(steps)
    )
    pictures = _READERS.submit(_read_all, small, read_image, tell)
    _last = _Copied(small, uuid4().bytes, origin, pictures)
    return CopiedSteps(_last, write)


@atexit.register
def _leave_plain_text() -> None:
    """Leave values of Qt alone on the clipboard: it is let go of when Python is gone already."""
    if QGuiApplication.instance() is None:
        return
    clipboard = QGuiApplication.clipboard()
    held = clipboard.mimeData()
    # Its type is asked, and none of its formats: those of another program would come from there.
    if isinstance(held, CopiedSteps) and _last is not None and held.mark == _last.mark:
        clipboard.setText(held.text())


def _read_all(macro: Macro, read_image: ReadImage, tell: Say) -> _Pictures:
    """Read what can be read; an error is kept as its words, since its frames hold what reads."""
    known: dict[str, bytes] = {}
    problems: list[str] = []
    for path in image_paths(macro):
        try:
            known[path] = read_image(path)
        except MacroError as error:
            problems.append(str(error))
    if not problems:
        return _Pictures(known)
    more = (
        tr(" ({0} pictures in all cannot be read)").format(len(problems))
        if len(problems) > 1
        else ""
    )
    problem = problems[0] + more
    tell(problem)
    return _Pictures(known, problem)


def settle() -> None:
    """Wait until all copied pictures are read and told about: files may go then, and who is told."""
    _READERS.submit(int).result()  # one thread: what was asked before is done before


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
    return Pasted(read(text.encode(), tr("the clipboard")))
