"""Plays of macros in the window: read on a thread of its own, then run as any task; also played once more."""

import logging
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.gui import tr
from app.gui.background import Background
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.runs import BUSY, Job, RunStarter
from app.macros.play_request import NeedsValues, NotTrusted, Played, PlayRequest
from app.settings import Settings
from automation.core.errors import AssistantError, MacroError
from automation.core.events import ApproveMode, Ended, RunEvent

if TYPE_CHECKING:
    from app.gui.macros.editor.control import EditorControl
    from app.macros.play import MacroRun, RepairerFor
    from app.macros.request import PastPlays
    from automation.macros.library import Library
    from automation.macros.play.repair import Pointer
    from automation.macros.play.report import StepReport
    from automation.macros.trust import TrustBook


log = logging.getLogger(__name__)

CHANGED: Final = tr(
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
        return self._opened()[0]

    @cached_property
    def book(self) -> "TrustBook":
        """What the user trusts."""
        return self._opened()[1]

    def _opened(self) -> "tuple[Library, TrustBook]":
        """Return the macros and what is trusted, for one thread."""
        from app.macros.library import library_of, trust_of  # noqa: PLC0415  # not needed for a start

        return library_of(self._data), trust_of(self._data)

    @cached_property
    def past(self) -> "PastPlays":
        """What was played before, for the UI thread."""
        from app.macros.request import PastPlays  # noqa: PLC0415  # not needed for a start

        return PastPlays(self._data)

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

    def play(self, request: PlayRequest, played: Played | None = None) -> None:
        """Play a macro as any task is run, or say why not; what it lacks is asked for.

        Args:
            played: what a run has played; where the macro is another by now, that is said before it begins.
        """
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
        that was edited since is played after that was said; see `PastPlays.meant` for which it is.
        """
        wanted = self.past.last(run, approve)
        if wanted is None:
            try:
                wanted = self.past.older(run, approve, self.library)
            except MacroError:
                self.said.emit(self.past.NOT_KEPT, True)
                return
        self.play(*wanted)

    def forget(self) -> None:
        """Let what is being read not begin; from any thread."""
        if self._wanted is not None:
            self._wanted = None
            self.reading.emit(False)

    def take(self, happening: RunEvent) -> None:
        """Follow the window's runs; the end of a macro's own is told."""
        played = self._played
        if played is None or not isinstance(happening, Ended) or played.ended != happening:
            return
        self._played = None
        what = Played(played.request.folder, played.name, played.content)
        self.past.over(happening.run, played.request, what, played.report)
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

    def _read(self, wanted: PlayRequest, settings: Settings, played: Played | None) -> None:
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
            message = tr("The macro could not be read, by an error of mine ({0}).").format(
                type(error).__name__
            )
            found = AssistantError(message)
        self._reader.run_on_main(lambda: self._on_found(wanted, request, found))

    def _macro_run(self, request: PlayRequest, settings: Settings) -> "MacroRun":
        from app.macros.play import MacroRun  # noqa: PLC0415  # not needed for a start

        shelf, book = self._opened()
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

    def _meant(self, request: PlayRequest, played: Played) -> PlayRequest:
        """Return what is played for a macro of before, and say it if that was edited; as `_read`.

        Raises:
            MacroError: nobody knows which one it was, or it cannot be read.
        """
        found, changed = self.past.meant(request, played, self._opened()[0])
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
