"""Plays of macros in the window: read on a thread of its own, then run as any task; also played once more."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.gui.background import Background
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.runs import BUSY, Job, RunStarter
from app.macros.play_request import NeedsValues, NotTrusted, PlayRequest, looked_over, rows_before
from app.settings import Settings
from automation.core.errors import AssistantError, MacroError
from automation.core.events import ApproveMode, Ended, RunEvent

if TYPE_CHECKING:
    from app.gui.macros.editor.control import EditorControl
    from app.macros.play import MacroRun, RepairerFor
    from app.macros.play_request import Played
    from automation.macros.library import Library
    from automation.macros.play.repair import Pointer
    from automation.macros.play.report import StepReport
    from automation.macros.trust import TrustBook


NOT_KEPT: Final = "Nobody knows any more which macro this was: its report or the macro is gone. Look for it in Macros."


class PastPlays:
    """Knows the last play as it was wanted, and older ones by their reports. Used by one thread."""

    def __init__(self, data: Path) -> None:
        """Know none yet.

        Args:
            data: folder where reports are kept.
        """
        self._data = data
        self._last: tuple[str, PlayRequest, Played] | None = None
        """The run, what was wanted of it, and what it has played."""

    def over(self, run: str, macro_run: "MacroRun") -> None:
        """Keep a play that is over as the last one."""
        from app.macros.play_request import Played  # noqa: PLC0415  # not needed for a start

        request = macro_run.request
        if request.rows is not None:
            request = looked_over(request, rows_before(macro_run.report))
        played = Played(request.folder, macro_run.name, macro_run.content)
        self._last = (run, request, played)

    def last(self, run: str, approve: ApproveMode) -> "tuple[PlayRequest, Played] | None":
        """Return the last play with everything as it was, and what it has played.

        One that came to rows of a table asks where to begin, with the row to go on at filled in.

        Args:
            run: a run that played a macro; None is returned where that was not the last one.
        """
        if self._last is None or self._last[0] != run:
            return None
        _run, request, played = self._last
        return replace(request, approve=approve), played

    def older(
        self, run: str, approve: ApproveMode, library: "Library"
    ) -> "tuple[PlayRequest, Played]":
        """Return an older play by its report, and what it has played: no values are known of it.

        Raises:
            MacroError: there is no report, it does not say which macro, or that is gone.
        """
        from app.macros.request import played_by  # noqa: PLC0415  # not needed for a start
        from automation.macros.play.health import read_health  # noqa: PLC0415  # the same

        played, report = played_by(self._data, run, library)
        before = rows_before(report)
        if before is not None:
            is_last = read_health(self._data, played.folder).last_id == run
            before = replace(before, is_last=is_last)
        return looked_over(PlayRequest(played.folder, approve=approve), before), played


def meant(request: PlayRequest, played: "Played", library: "Library") -> tuple[PlayRequest, str]:
    """Return what is played for a macro of before, and its name where it was edited since, else none.

    Raises:
        MacroError: nobody knows which one it was, or it cannot be read.
    """
    from app.macros.request import again  # noqa: PLC0415  # not needed for a start

    found = again(library, played)
    if found is None:
        raise MacroError(NOT_KEPT)
    return replace(request, folder=found.folder), found.changed


log = logging.getLogger(__name__)

CHANGED: Final = (
    "“{name}” is not what it was in that run: it was edited, or another macro took its folder. It is "
    "played as it is now."
)


class MacroControl(QObject):
    """Owned by the application; UI thread, but for `forget`.

    A macro is read on a thread of its own, and then is a run as any other.
    """

    changed = Signal()
    """Library, trust, health or keys are others than before: lists read them again."""
    said = Signal(str, bool)
    """A sentence for the window, and whether it is an error."""
    values_wanted = Signal(object, object)
    """A `PlayRequest` and the `Asked` that it needs first; a macro that goes over rows needs a table."""
    trust_wanted = Signal(object)
    """A `PlayRequest` for a macro that is not trusted, in a mode that would not ask about each step."""
    editor_wanted = Signal(str)
    """Name of a macro's folder."""
    record_wanted = Signal(str)
    """The name to record for; empty where there is none yet."""
    reading = Signal(bool)
    """A macro is being read that is to be played; False once it has begun, or will not."""
    begun = Signal(object)
    """A `PlayRequest` whose run has begun."""
    stepped = Signal(object, object)
    """A `PlayRequest` and the `StepReport` of a step that is over."""
    ended = Signal(object, object, object)
    """A `PlayRequest`, its `Ended` and the `Repair`s that it would need, a tuple."""
    timed = Signal(str)
    """How long a play took, and what of it the programs, in a sentence; where that is known."""

    def __init__(
        self, data: Path, runs: RunStarter, keeper: SettingsKeeper, parent: QObject
    ) -> None:
        """Prepare; nothing is read.

        Args:
            data: folder of the user's macros, of what is trusted, reports and health.
        """
        super().__init__(parent)
        self._data = data
        self._runs = runs
        self._keeper = keeper
        self._reader = Background(self, "macro-reader")
        self._wanted: PlayRequest | None = None
        """What is being read."""
        self._played: MacroRun | None = None
        self._past = PastPlays(data)
        self._others: list[Callable[[], str]] = []
        """Each tells what else has the desktop, in a sentence; empty while it does not."""
        self.repairer: RepairerFor | None = None
        """Who is asked for a step that no longer matches; None while nobody is."""
        self.pointer: Pointer | None = None
        """Lets the user show a target on the screen; None while there are no hands."""
        self.editors: EditorControl | None = None
        """What is open for editing here; None before anything was."""
        runs.accepted.connect(self._on_accepted)
        runs.dropped.connect(self._on_dropped)

    @cached_property
    def library(self) -> "Library":
        """The user's macros, for the UI thread."""
        from app.macros.library import library_of  # noqa: PLC0415  # not needed for a start

        return library_of(self._data)

    @cached_property
    def book(self) -> "TrustBook":
        """What the user trusts."""
        from app.macros.library import trust_of  # noqa: PLC0415  # not needed for a start

        return trust_of(self._data)

    def heed(self, other: Callable[[], str]) -> None:
        """Count as busy what this tells: a sentence while something else has the desktop."""
        self._others.append(other)

    def others(self) -> str:
        """Return what else than a run has the desktop, in a sentence; empty where nothing has."""
        return next(filter(None, (other() for other in self._others)), "")

    def business(self) -> str:
        """Return what has the desktop or is about to, in a sentence; empty where nothing has."""
        if self._wanted is not None or self._runs.is_running:
            return BUSY
        return self.others()

    def is_busy(self) -> bool:
        """Tell whether a run lives or is about to begin, or something is recorded or picked."""
        return bool(self.business())

    def play(self, request: PlayRequest) -> None:
        """Play a macro as any task is run, or say why not; what it lacks is asked for."""
        self._begin_reading(request)

    def _begin_reading(self, request: PlayRequest, played: "Played | None" = None) -> None:
        """Read what is played; where it is not what a run has played, say so before it begins."""
        business = self.business()
        if business:
            self.said.emit(business, True)
            return
        self._wanted = request
        self.reading.emit(True)
        settings = self._keeper.current
        self._reader.run(lambda: self._read(request, settings, played))

    def play_again(self, run: str, approve: ApproveMode) -> None:
        """Play once more what a run has played, or say why not.

        Of the last play everything is as it was. Of an older one the values are asked for. A macro
        that was edited since is played after that was said; see `app.macros.request.again` for which it is.
        """
        wanted = self._past.last(run, approve)
        if wanted is None:
            try:
                wanted = self._past.older(run, approve, self.library)
            except MacroError:
                self.said.emit(NOT_KEPT, True)
                return
        self._begin_reading(*wanted)

    def forget(self) -> None:
        """Let what is being read not begin; from any thread."""
        if self._wanted is not None:
            self._wanted = None
            self.reading.emit(False)

    def edit(self, slug: str) -> None:
        """Open the macro of a folder in the editor."""
        self.editor_wanted.emit(slug)

    def record(self, name: str = "") -> None:
        """Record a macro."""
        self.record_wanted.emit(name)

    def refresh(self) -> None:
        """Tell everybody that the macros are others than before."""
        self.changed.emit()

    def take(self, happening: RunEvent) -> None:
        """Follow the window's runs; the end of a macro's own is told."""
        played = self._played
        if played is None or not isinstance(happening, Ended) or played.ended != happening:
            return
        self._played = None
        self._past.over(happening.run, played)
        if words := played.pace:
            self.timed.emit(words)
        if played.problem:
            self.said.emit(played.problem, True)
        self.ended.emit(played.request, happening, played.repairs)
        self.changed.emit()

    def close(self) -> None:
        """Wait for what is being read; before the application ends."""
        self.forget()
        self._reader.join()

    def _read(self, wanted: PlayRequest, settings: Settings, played: "Played | None") -> None:
        """Read a macro with all that it calls and its table; on the reader's thread."""
        request = wanted
        found: MacroRun | AssistantError
        try:
            if played is not None:
                request = self._meant(wanted, played)
            found = self._macro_run(request, settings)
        except AssistantError as error:
            found = error
        except Exception as error:  # the thread's top frame: say it, keep the window alive
            log.exception("the macro could not be read")
            message = f"The macro could not be read, by an error of mine ({type(error).__name__})."
            found = AssistantError(message)
        self._reader.run_on_main(lambda: self._on_found(wanted, request, found))

    def _macro_run(self, request: PlayRequest, settings: Settings) -> "MacroRun":
        from app.macros.library import library_of, trust_of  # noqa: PLC0415  # the same
        from app.macros.play import MacroRun  # noqa: PLC0415  # not needed for a start

        shelf, book = library_of(self._data), trust_of(self._data)  # one thread has one library
        return MacroRun(
            request,
            shelf,
            book,
            settings=settings,
            data=self._data,
            on_step=lambda step: self._tell_step(request, step),
            repairer=self.repairer or (lambda reader: None),
            pointer=lambda: self.pointer,
        )

    def _meant(self, request: PlayRequest, played: "Played") -> PlayRequest:
        """Return what is played for a macro of before, and say it if that was edited; as `_read`.

        Raises:
            MacroError: nobody knows which one it was, or it cannot be read.
        """
        from app.macros.library import library_of  # noqa: PLC0415  # one thread has one library

        found, changed = meant(request, played, library_of(self._data))
        if changed:
            sentence = CHANGED.format(name=changed)
            self._reader.run_on_main(lambda: self.said.emit(sentence, False))
        return found

    def _tell_step(self, request: PlayRequest, step: "StepReport") -> None:
        """Called in the agent thread."""
        self._reader.run_on_main(lambda: self.stepped.emit(request, step))

    def _on_found(
        self, wanted: PlayRequest, request: PlayRequest, found: "MacroRun | AssistantError"
    ) -> None:
        if self._wanted is not wanted:  # it was stopped meanwhile
            return
        self._wanted = None
        match found:
            case NeedsValues():
                self.values_wanted.emit(request, found.asked)
            case NotTrusted():
                self.trust_wanted.emit(request)
            case AssistantError():
                self.said.emit(str(found), True)
            case _:
                self._begin(found)
        self.reading.emit(False)

    def _begin(self, macro_run: "MacroRun") -> None:
        self._played = macro_run
        if not self._runs.start(Job(macro_run.task, macro_run.brought, macro_run.listen)):
            self._played = None

    def _on_accepted(self) -> None:
        if self._played is not None:
            self.begun.emit(self._played.request)

    def _on_dropped(self) -> None:
        self._played = None
