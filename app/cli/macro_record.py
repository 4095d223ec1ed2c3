"""`deskhand macro record`: what the user does becomes a macro; each step is told as it is done."""

import argparse
import json
import os
import select
import sys
import threading
from collections.abc import Callable
from typing import Final

import msgspec

from app.cli.output import Ending, Speaker
from app.macros.compile import refuse_taken
from app.macros.record import (
    LiveRecording,
    Told,
    kept,
    left_over,
    param_name,
    recovered,
    seconds_of,
)
from app.run_lines import Line
from app.run_lock import ControlServer, DesktopBusy, RunLock, only_stop
from app.run_start import settings_in, stoppable
from app.settings import Folders, user_folders
from automation.core.errors import AssistantError, CaptureError, InputError, SettingsError
from automation.core.proposal import Outcome
from automation.core.text import visible_text
from automation.core.timing import StopToken
from automation.macros.library import Library
from automation.macros.listing import step_words
from automation.macros.macro import Param, Shows, kind_of
from automation.macros.record.recording_journal import discard
from automation.macros.record.session import Happening, Recorded, Recording, Removed
from automation.macros.trust import TrustBook

_SPEAKING = threading.Lock()
"""Steps come from the recording's thread, notes from three."""


def note(speaker: Speaker, text: str) -> None:
    """Write something that is no step."""
    _tell(speaker, "note", {"message": text}, f"  {visible_text(text)}")


def step_teller(speaker: Speaker) -> Callable[[Happening], None]:
    """Return who writes a line for each change of the list.

    For people a number stands once in its column, where its step came; what becomes of that step is
    said in words, and only where they are others than before.
    """
    said = dict[int, str]()

    def _told(happening: Happening) -> None:
        n = happening.n + 1
        if isinstance(happening, Removed):
            said.pop(n, None)
            _tell(speaker, "removed", {"n": n}, f"      {n} was taken back")
            return
        step, is_new = happening.step, isinstance(happening, Recorded)
        words = step_words(step)
        if said.get(n) == words and not (is_new or speaker.is_json):
            return
        said[n] = words
        fields: Line = {
            "n": n,
            "id": step.id,
            "do": kind_of(step),
            "text": words,
            "off": step.off,
            "step": json.loads(msgspec.json.encode(step)),
        }
        lead = f"{n:>4}  " if is_new else f"      {n} is now: "
        _tell(speaker, "recorded" if is_new else "changed", fields, lead + visible_text(words))

    return _told


def _tell(speaker: Speaker, name: str, fields: Line, words: str) -> None:
    with _SPEAKING:
        speaker.tell(name, fields, words)
        sys.stdout.flush()


POLL_S: Final = 0.1
WORDS: Final = (
    "undo · pause · stop · drop · wait SECONDS · check TEXT · parameter NAME · secret NAME"
)

VALUE_STEP: Final = (
    "This is a step of its own: at each play it types what “{name}” is then, where the focus is. What you "
    "typed before stays a step too: to have the value in its place, undo both and put in the value "
    "alone. To go on here, pause and type a sample."
)
TEXT_EVERYWHERE: Final = "To have it recorded there too, begin with --text-everywhere."
_ON_THE_LIST: Final = ("undo", "wait", "check", "parameter", "secret")


def record(
    arguments: argparse.Namespace, speaker: Speaker, shelf: Library, book: TrustBook
) -> Ending:
    """Record until the user stops, keep the macro, and say what came of it.

    Raises:
        MacroError: the name is taken, nothing was recorded, or it cannot be kept.
    """
    folders = user_folders()
    folders.create()
    if arguments.discard:
        return _discard(folders)
    if not arguments.name:
        return Ending("give the macro a name: deskhand macro record --name NAME", Outcome.USAGE)
    refuse_taken(shelf, arguments.name)
    if arguments.recover:
        return _recover(folders, arguments.name, speaker, shelf, book)
    try:
        with RunLock(folders.runtime):
            return _record(arguments, folders, speaker, shelf, book)
    except (DesktopBusy, CaptureError, InputError, SettingsError) as error:
        return Ending(str(error), Outcome.ENVIRONMENT)


def _record(
    arguments: argparse.Namespace,
    folders: Folders,
    speaker: Speaker,
    shelf: Library,
    book: TrustBook,
) -> Ending:
    settings = settings_in(folders)
    _tell_left_over(folders, speaker)
    stop, ends = StopToken(), _Ends()
    told = Told(
        step=step_teller(speaker), note=lambda text: note(speaker, text), stopped=ends.stop_for
    )
    with stoppable(stop):
        live = LiveRecording(
            folders, settings, told,
            text_everywhere=arguments.text_everywhere, how_to_allow=TEXT_EVERYWHERE,
        )  # fmt: skip
        with ends.controlled(folders):
            live.wait_ready()
            note(speaker, _beginning(settings.keys.stop, settings.keys.record_pause))
            commands = _Commands(live, lambda text: note(speaker, text), ends)
            while not (stop.is_set or ends.is_over):
                commands.read(POLL_S)
    if ends.is_dropped:
        live.drop()
        return Ending("Nothing was kept.")
    recording = live.finish(arguments.name)
    ending = _keep(recording, speaker, shelf, book)
    live.session.remove()
    if ends.why:
        outcome = Outcome.LIMIT if live.is_full else Outcome.ENVIRONMENT
        return Ending(f"{ending.message} {ends.why}", outcome, ending.steps, ending.more)
    return ending


def _beginning(stop_keys: tuple[str, ...], pause_chord: str) -> str:
    """Say what can be done; a key called “Pause” that ends it would read as one that pauses it."""
    keys = " or ".join("the Pause key" if key == "Pause" else key for key in stop_keys)
    return f"Recording. To end it: {keys}. To pause it: {pause_chord}. Here: {WORDS}"


def _keep(recording: Recording, speaker: Speaker, shelf: Library, book: TrustBook) -> Ending:
    folder = kept(recording, shelf, book)
    macro = recording.macro
    count, off = len(macro.steps), sum(step.off for step in macro.steps)
    for step in macro.steps:
        if step.off:
            note(speaker, f"{step.id} is left out of a replay: {step.comment}")
    name = visible_text(macro.name)
    said = f"“{name}” has {count} {'step' if count == 1 else 'steps'} and is in your library."
    if off:
        said += f" {off} cannot be replayed yet: see deskhand macro show {folder.name}"
    more = {"macro": macro.name, "path": str(folder)}
    return Ending(said, steps=count, more=more)


def _recover(
    folders: Folders, name: str, speaker: Speaker, shelf: Library, book: TrustBook
) -> Ending:
    found = left_over(folders)
    if not found:
        return Ending("No recording was cut off.", Outcome.NOT_FOUND)
    recording = recovered(found[-1], name)
    ending = _keep(recording, speaker, shelf, book)
    discard(found[-1])
    return ending


def _discard(folders: Folders) -> Ending:
    found = left_over(folders)
    for folder in found:
        discard(folder)
    return Ending(f"{len(found)} recordings that were cut off are deleted.")


def _tell_left_over(folders: Folders, speaker: Speaker) -> None:
    count = len(left_over(folders))
    if count:
        was = "A recording was" if count == 1 else f"{count} recordings were"
        note(
            speaker,
            f"{was} cut off. Keep the last one with: deskhand macro record --recover --name NAME; "
            "delete with --discard",
        )


class _Ends:
    """Why the recording ends."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self.why = ""
        self.is_dropped = False

    @property
    def is_over(self) -> bool:
        return self._over.is_set()

    def wait(self, seconds: float) -> None:
        self._over.wait(seconds)

    def stop_for(self, why: str) -> None:
        self.why = why
        self._over.set()

    def drop(self) -> None:
        self.is_dropped = True
        self._over.set()

    def controlled(self, folders: Folders) -> "_Controlled":
        return _Controlled(folders, self)


class _Controlled:
    """Hears `deskhand stop` meanwhile."""

    def __init__(self, folders: Folders, ends: _Ends) -> None:
        self._server = ControlServer(folders.runtime, only_stop(lambda: ends.stop_for("")))

    def __enter__(self) -> None:
        self._server.start()

    def __exit__(self, *_: object) -> None:
        self._server.close()


class _Commands:
    """Words on standard input, one command a line."""

    def __init__(self, live: LiveRecording, note: Callable[[str], None], ends: _Ends) -> None:
        self._live, self._note, self._ends = live, note, ends
        self._rest = b""
        self._is_open = True

    def read(self, wait_s: float) -> None:
        """Wait so long for words, and obey them."""
        if not self._is_open:
            self._ends.wait(wait_s)
            return
        ready, _, _ = select.select([sys.stdin.fileno()], [], [], wait_s)
        if not ready:
            return
        data = os.read(sys.stdin.fileno(), 65_536)
        self._is_open = bool(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace").strip()
            word, _, rest = text.partition(" ")
            if word in _ON_THE_LIST:
                self._live.decide()  # what was typed just before comes first
            try:
                self._obey(word, rest)
            except AssistantError as error:
                self._note(str(error))

    def _obey(self, word: str, rest: str) -> None:
        session, rest = self._live.session, rest.strip()
        match word:
            case "":
                return
            case "stop":
                self._ends.stop_for("")
            case "drop":
                self._ends.drop()
            case "pause":
                self._live.pause()
                self._note("Paused." if self._live.is_paused else "Recording.")
            case "undo":
                session.undo()
            case "wait":
                session.insert_wait(seconds_of(rest))
            case "check" if rest:
                session.insert_check(Shows(text=rest))
            case "parameter" if rest:
                session.insert_parameter(param_name(rest), Param(ask=rest))
                self._note(VALUE_STEP.format(name=rest))
            case "secret" if rest:
                session.insert_secret(rest)
            case _:
                self._note(f"{word!r} is no command here; there are: {WORDS}")
