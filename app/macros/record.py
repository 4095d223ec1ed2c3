"""A recording of the user's hands, put together: hears, sees, keeps the steps. For window and command line."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.executor_host import own_pids
from app.macros.changes import Changes, Done, checked_name
from app.macros.compile import own_version, refuse_taken
from app.run_options import rules
from app.settings import AWAKE, Folders, Settings
from automation.agent.evidence_collector import kinds_of_window
from automation.core.errors import MacroError, SettingsError
from automation.core.hand_events import Context, FieldValue, HandEvent
from automation.core.observation import WindowInfo
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import waking_bus
from automation.desktop.recording.keys import XKeyNames, repeat_delay_us
from automation.desktop.recording.listen import Look, Turned
from automation.desktop.recording.recorder import Options, Recorder
from automation.macros.library import Library
from automation.macros.record.raw_file import MAX_EVENTS
from automation.macros.record.recording_journal import cut_off, discard, recover
from automation.macros.record.seen_effects import Shown, Sightings, Tree
from automation.macros.record.session import Happening, Recording, RecordingSession, recording_of
from automation.macros.trust import TrustBook, digest, keep_own
from automation.safety.evidence import AppKind, kinds_of
from automation.safety.rules import Permission
from automation.screen.roles import TWO_STATES


class Watching:
    """Is told on threads of the recorder, and lets none of them wait."""

    def __init__(self, seen: Sightings, is_private: Callable[[WindowInfo], bool]) -> None:
        """Take who keeps it, and what tells the windows that are never looked at."""
        self._seen, self._is_private = seen, is_private

    def showed(self, began_us: int, ended_us: int, windows: tuple[WindowInfo, ...]) -> None:
        """Take the windows; ours and private ones are left out."""
        kept = tuple(w for w in windows if not (w.is_own or self._is_private(w)))
        self._seen.show(Shown(began_us, ended_us, kept))

    def looked(self, look: Look) -> None:
        """Take what the tree told, of it only what is in a state or holds something."""
        telling = tuple(e for e in look.elements if e.role in TWO_STATES or e.value is not None)
        self._seen.tell(Tree(look.tree_read_us, look.ended_us, telling))
        held, again = look.held, look.read_again
        if held is not None:
            self._seen.read(held)
        if again is not None:
            self._seen.read(FieldValue(again[0], again[1], look.began_us, look.ended_us))

    def turned(self, turned: Turned | None) -> None:
        """Take a box that was read again; None for one that did not tell."""
        if turned is not None:
            self._seen.tell(Tree(turned.began_us, turned.ended_us, (turned.box,)))


ROOT: Final = "recordings"
READY_S: Final = 10.0
"""The accessibility bus and the first look take a second, on a busy machine several."""
DECIDED_S: Final = 12.0
"""A look at where keys went takes up to half a second, and longer where a program is slow; after
`automation.desktop.recording.privacy.HELD_US` they are decided without one."""
MOST_WAIT_S: Final = 3600.0
FULL: Final = f"A recording holds at most {MAX_EVENTS:,} events, so it ended by itself; all up to there is kept."
NOT_KNOWN: Final = (
    "nothing is recorded while the settings cannot be read: a program may be set to Never look; "
    "look through Settings first, or mend the file"
)


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told of what; called on threads of the recording."""

    step: Callable[[Happening], None]
    note: Callable[[str], None]
    stopped: Callable[[str], None]
    """The stop key was pressed (empty), or nothing is heard any more (why)."""


class LiveRecording:
    """Records from its making to `finish` or `drop`."""

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        told: Told,
        *,
        text_everywhere: bool = False,
        how_to_allow: str = "",
    ) -> None:
        """Begin.

        Args:
            folders: where the recording is kept meanwhile.
            text_everywhere: text is recorded too where no tree tells which field it goes to.
            how_to_allow: what the user is told to do for that, as a sentence.

        Raises:
            SettingsError: nobody knows which programs may not be looked at.
            AssistantError: there is no display, or it tells nothing of keys and buttons.
        """
        if settings.is_stand_in:
            raise SettingsError(NOT_KNOWN)
        self._told = told
        self._settings = settings
        self._ended_with: tuple[str, ...] = ()
        self._is_heard = True
        self._is_full = False
        pids = own_pids()
        folder = folders.data / ROOT / f"{time.time_ns():x}"
        self.session = RecordingSession(folder, XKeyNames(), told.step, repeat_delay_us())
        is_wanted = settings.wake_programs == "on"
        bus = waking_bus(folders.data / AWAKE, lambda: is_wanted)
        self._reader = DesktopReader(
            own_pids=pids, bus=bus, is_private=self._is_private, may_wake=lambda: is_wanted
        )
        self._ocr = Ocr() if settings.use_ocr else None
        ocr, watching = self._ocr, Watching(self.session.seen, self._is_private)
        options = Options(
            stop_keys=settings.keys.stop,
            pause_chord=settings.keys.record_pause,
            own_pids=pids,
            is_private=self._is_private,
            is_terminal=_is_terminal,
            is_browser=_is_browser,
            text_everywhere=text_everywhere,
            how_to_allow=how_to_allow,
        )
        try:
            self._recorder = Recorder(
                options, self._reader, self._take,
                read_lines=None if ocr is None or ocr.problem else ocr.lines,
                on_stop=self._on_stop, on_note=told.note, tick=self._tick,
                on_windows=watching.showed, on_look=watching.looked, on_box=watching.turned,
            )  # fmt: skip
        except BaseException:
            self.session.remove()
            self._close_eyes()
            raise
        if self._recorder.hands.problem:
            told.note(self._recorder.hands.problem)

    @property
    def is_paused(self) -> bool:
        """Tell whether what is done now is left out."""
        return self._recorder.hands.is_paused

    @property
    def is_full(self) -> bool:
        """Tell whether it ended because it is as long as one may be."""
        return self._is_full

    def wait_ready(self) -> None:
        """Wait until the screen was looked at once, but not for ever; then tell the user to begin."""
        self._recorder.wait_ready(READY_S)

    def decide(self) -> bool:
        """Wait until what was done so far is in the list; what is doubtful may stay behind."""
        return self._recorder.wait_decided(DECIDED_S)

    def record_text(self, *, is_wanted: bool) -> None:
        """Record text from here on too where no tree tells which field it goes to, or leave it out."""
        self._recorder.record_text(is_wanted=is_wanted)

    def pause(self) -> None:
        """Leave out what is done from here on, or record again."""
        self._recorder.hands.pause()

    def hold_off(self, is_running: Callable[[], bool]) -> None:
        """Leave out what is done while a run works the desktop."""
        self._recorder.hands.is_held_off = is_running

    def finish(self, name: str) -> Recording:
        """End the recording and return its macro; keep it with `kept`."""
        self._end()
        return self.session.finish(name, own_version())

    def let_go(self) -> Path:
        """Leave a recording that cannot be finished as it is on the disk; return where it lies."""
        return self.session.let_go()

    def drop(self) -> None:
        """End the recording and keep nothing of it."""
        self._end()
        self.session.remove()

    def hush(self) -> None:
        """Hear and see nothing more; what was recorded stays as it is."""
        if self._is_heard:
            self._is_heard = False
            self._recorder.finish()
            self._close_eyes()

    def _end(self) -> None:
        self.hush()
        if self._ended_with:
            self.session.drop_last_tap(self._ended_with)

    def _close_eyes(self) -> None:
        self._reader.close()
        if self._ocr is not None:
            self._ocr.close()

    def _take(self, event: HandEvent, context: Context | None) -> None:
        self.session.feed(event, context)
        if self.session.is_full and not self._is_full:
            self._is_full = True
            self._on_stop((), FULL)

    def _tick(self) -> None:
        self.session.tick(time.monotonic_ns() // 1000)

    def _on_stop(self, recorded: tuple[str, ...], why: str) -> None:
        self._ended_with = recorded
        self._told.stopped(why)

    def _is_private(self, window: WindowInfo) -> bool:
        return rules(self._settings).permission(window) == Permission.NEVER_LOOK


def seconds_of(text: str) -> float:
    """Return how long a wait is that the user has written down.

    Raises:
        MacroError: it is no number of seconds that a step may wait.
    """
    try:
        seconds = float(text.strip().removesuffix("s"))
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= MOST_WAIT_S:
        raise MacroError(f"found {text!r}, expected seconds above 0 and at most 3600")
    return seconds


def param_name(text: str) -> str:
    """Return the name of a parameter for what the user calls it.

    Raises:
        MacroError: there is none; begin with a letter.
    """
    name = "".join(char if char.isalnum() else "_" for char in text.strip().casefold())[:40]
    if not (name.isascii() and name[:1].isalpha()):
        raise MacroError(f"{text!r} is no name for a parameter; begin with a letter from a to z")
    return name


def kept(recording: Recording, shelf: Library, book: TrustBook) -> Path:
    """Keep a recording in the library, trusted as it was made here; return its folder.

    Raises:
        MacroError: it has no step, or cannot be kept.
    """
    if not recording.macro.steps:
        raise MacroError("nothing was recorded, so there is no macro")
    macro, images = recording.macro, recording.images
    return keep_own(
        lambda: shelf.save(macro, images, events=recording.events, new=True),
        digest(macro, images.__getitem__),
        macro.name,
        book,
    )


def left_over(folders: Folders) -> tuple[Path, ...]:
    """Return the recordings that were cut off, oldest first."""
    return cut_off(folders.data / ROOT)


def recovered(folder: Path, name: str) -> Recording:
    """Return what a recording that was cut off comes to.

    Raises:
        MacroError: nothing of it can be read.
    """
    return recording_of(recover(folder), name, own_version())


def _is_terminal(window: WindowInfo) -> bool:
    return AppKind.TERMINAL in kinds_of(window.app, window.executable)


def _is_browser(window: WindowInfo) -> bool:
    return AppKind.BROWSER in kinds_of_window(window)


def recover_as(changes: Changes, folder: Path, name: str) -> Done:
    """Keep a recording that was cut off as a macro of this name, in place of what is left of it.

    Raises:
        MacroError: the name is taken, nothing of it can be read, or it cannot be kept.
    """
    wanted = checked_name(name)
    refuse_taken(changes.library, wanted)
    recording = recovered(folder, wanted)
    place = kept(recording, changes.library, changes.book)
    discard(folder)
    count = len(recording.macro.steps)
    said = f"“{wanted}” has {count} {'step' if count == 1 else 'steps'} and is in your library."
    return Done(said, wanted, place)
