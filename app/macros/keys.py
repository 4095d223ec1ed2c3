"""A global key for a macro: which chord plays which, in a file of its own, grabbed while we run.

Keys belong to a macro's folder, so that another name of the macro changes nothing. What another program
or deskhand itself holds is told and never taken by force.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct

from app.settings import Chord, Keys
from automation.core.errors import MacroError, SettingsError, UnknownKey
from automation.core.files import write_whole
from automation.core.text import visible_text
from automation.desktop.input.keys import MODIFIERS, chord_label, parse_chord
from automation.macros.macro_files import aside, read_json, read_whole

if TYPE_CHECKING:
    from app.executor_host import ExecutorHost

_WORDS: Final = {
    "command_bar": "the command bar",
    "record_pause": "pausing a recording",
    "accept": "accepting a step",
    "change": "changing a step",
    "reject": "rejecting a step",
    "hold": "accepting what is hard to undo",
    "show": "showing the card",
}
_CARD: Final = (
    ("accepting a step over a menu", "Ctrl+Shift+F9"),
    ("rejecting a step over a menu", "Ctrl+Shift+F8"),
    *((f"choice {number}", f"Ctrl+Shift+{number}") for number in range(1, 10)),
)
"""What a card grabs besides the settings' keys (`app.gui.overlay.approval`)."""
_FUNCTION_KEYS: Final = frozenset(f"f{number}" for number in range(1, 25))
_STRONG: Final = frozenset(MODIFIERS) - {"shift"}
"""Shift alone is how large letters are typed."""


def canonical(chord: str) -> str:
    """Return a chord as it is shown to people; it must be one.

    Raises:
        UnknownKey: it is none.
    """
    return chord_label(parse_chord(chord))


def chord_fault(chord: str) -> str:
    """Return why a chord cannot play a macro; empty when it can."""
    try:
        names = parse_chord(chord)
    except UnknownKey as error:
        return str(error)
    plain = [name for name in names if name not in MODIFIERS]
    if len(plain) != 1:
        return (
            f"a key for a macro needs exactly one key besides modifiers, found {chord_label(names)}"
        )
    if _STRONG & set(names) or plain[0] in _FUNCTION_KEYS:
        return ""
    return (
        f"{chord_label(names)} alone would be lost for typing; add Ctrl, Alt or Super, "
        "or take a function key"
    )


def own_chords(keys: Keys) -> Iterator[tuple[str, str]]:
    """Yield what each chord of our own is for, and the chord; one pressed twice comes once."""
    for stop in keys.stop:
        yield from (("stopping", part) for part in stop.split())
    for name, what in _WORDS.items():
        yield what, getattr(keys, name)
    yield from _CARD


def same_keys(one: str, other: str) -> bool:
    """Tell whether two chords are the same keys, however they are written."""
    try:
        return frozenset(parse_chord(one)) == frozenset(parse_chord(other))
    except UnknownKey:
        return False


VERSION: Final = 1
FILE: Final = "macro_keys.json"
PREFIX: Final = "macro."
"""Names of these chords begin with it, so that they differ from the bar's and a card's."""
OFFERED: Final = tuple(f"Ctrl+Alt+{number}" for number in range(1, 10))
MOST_KEYS: Final = 16
"""A fresh executor takes 32 chords in one request (`protocol.Grab`); the bar, the recording and a
card with nine choices take 13 of them."""
_MAX_FILE_BYTES: Final = 100_000

MOST_FOLDER_CHARS: Final = 90
"""The name of a chord holds the folder's and has at most 100 characters (`protocol.ChordName`)."""
_Slug = Annotated[str, Meta(pattern=rf"^[^./\x00][^/\x00]{{0,{MOST_FOLDER_CHARS - 1}}}$")]
"""Name of a folder in the library, which a user may have copied under any name."""


class _Stored(Struct, frozen=True, forbid_unknown_fields=True):
    version: int = VERSION
    keys: Annotated[dict[_Slug, Chord], Meta(max_length=MOST_KEYS)] = {}


class KeysFile:
    """The file of the keys, and `.bak` beside it, a copy of the last good one.

    Never an older one: that might play a macro by a key that was taken from it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._backup = path.with_name(path.name + ".bak")

    def load(self) -> tuple[dict[str, str], str]:
        """Return the chords by macro folder, and a sentence when the file could not be used."""
        try:
            keys = _parse(self._path)
        except FileNotFoundError:
            has_backup = self._backup.exists()
            return self._before("The file of macro keys is gone.") if has_backup else ({}, "")
        except OSError as error:
            why = error.strerror or error
            return self._before(f"The file {FILE} could not be read ({why}) and is untouched.")
        except MacroError as error:
            return self._before(self._set_aside(error))
        self._keep_copy()
        return keys, ""

    def written(self) -> frozenset[str] | None:
        """Return the macro folders that have a key in the file; None where it cannot be used."""
        try:
            return frozenset(_parse(self._path))
        except (OSError, MacroError):
            return None

    def save(self, keys: Mapping[str, str]) -> None:
        """Write the keys, whole or not at all.

        Raises:
            SettingsError: that failed; the file is as it was.
        """
        data = msgspec.json.format(msgspec.json.encode(_Stored(keys=dict(keys))), indent=2)
        try:
            self._keep_what_is_no_use()
            write_whole(self._path, data)
        except OSError as error:
            raise SettingsError(
                f"the key was not kept: {error.strerror or error} at {self._path}; "
                "the keys are as they were"
            ) from error
        self._keep_copy()

    def _before(self, why: str) -> tuple[dict[str, str], str]:
        try:
            return _parse(self._backup), f"{why} The last good copy of it is in use."
        except (OSError, MacroError):
            return {}, f"{why} No macro has a key."

    def _set_aside(self, error: Exception) -> str:
        try:
            kept = aside(self._path)
        except OSError as failed:
            return (
                f"The file {FILE} cannot be used ({error}) and could not be kept aside "
                f"({failed.strerror}); it is untouched."
            )
        return f"The file {FILE} cannot be used ({error}) and is kept as {kept.name}."

    def _keep_what_is_no_use(self) -> None:
        """Keep a file that cannot be used under another name, before one is written over it."""
        is_there = os.path.lexists(self._path) and not self._path.is_dir()
        if is_there and self.written() is None:
            aside(self._path)

    def _keep_copy(self) -> None:
        with contextlib.suppress(OSError, MacroError):  # a folder that cannot be written to
            data = read_whole(self._path, _MAX_FILE_BYTES)
            if self._copied() != data:
                write_whole(self._backup, data)

    def _copied(self) -> bytes | None:
        try:
            return read_whole(self._backup, _MAX_FILE_BYTES)
        except (OSError, MacroError):
            return None


def _parse(path: Path) -> dict[str, str]:
    stored = read_json(path, _MAX_FILE_BYTES, _Stored)
    if stored.version != VERSION:
        raise MacroError(f"found version {stored.version}, expected {VERSION}")
    return dict(stored.keys)


class MacroKeys:
    """The keys while the application lives; UI thread. They are heard once there is a desk."""

    def __init__(
        self, file: KeysFile, own: Callable[[], Keys], name_of: Callable[[str], str]
    ) -> None:
        """Read the keys; nothing is grabbed.

        Args:
            own: the keys of deskhand itself, as they are set now.
            name_of: a macro's name by its folder's, for sentences.
        """
        self._file, self._own, self._name_of = file, own, name_of
        self._keys, self.note = file.load()
        self._problems: dict[str, str] = {}
        self._chords: ExecutorHost | None = None

    @property
    def all(self) -> Mapping[str, str]:
        """The chords by macro folder, those that are not heard included."""
        return self._keys

    def key(self, slug: str) -> str:
        """Return the chord that plays the macro of this folder; empty where there is none."""
        return self._keys.get(slug, "")

    def problem(self, slug: str) -> str:
        """Return why its key is not heard; empty when it is, or when there is none."""
        return self._problems.get(slug, "")

    def free(self) -> tuple[str, ...]:
        """Return those of Ctrl+Alt+1 to 9 that nothing of ours uses."""
        return tuple(chord for chord in OFFERED if not self._fault(chord, self._keys))

    def listen(self, chords: "ExecutorHost | None") -> str:
        """Hear all keys that can be had; to be called again when our own keys are others.

        Returns:
            A sentence for those that are not heard; empty when all are.
        """
        self._chords = chords
        if chords is None:
            return ""
        earlier = dict[str, str]()
        for slug, chord in self._keys.items():  # of two with one chord in the file the first has it
            self._problems[slug] = self._fault(chord, earlier)
            earlier[slug] = chord
        for slug, fault in self._problems.items():
            if fault:
                chords.ungrab_chords(PREFIX + slug)
        for slug, fault in self._problems.items():
            if not fault:
                self._problems[slug] = chords.grab_chords({PREFIX + slug: self._keys[slug]})
        told = [
            f"The key of “{visible_text(self._name_of(slug))}” is not heard: {problem}"
            for slug, problem in self._problems.items()
            if problem
        ]
        return " ".join(line if line.endswith(".") else line + "." for line in told)

    def set(self, slug: str, chord: str) -> str:
        """Let a chord play the macro of this folder; return why it cannot, empty when it does."""
        others = {other: taken for other, taken in self._keys.items() if other != slug}
        fault = self._fault(chord, others)
        if fault:
            return fault
        if len(slug) > MOST_FOLDER_CHARS:
            return f"the macro's folder {slug} has too long a name for a key; rename the folder"
        if slug not in self._keys and len(self._keys) >= MOST_KEYS:
            return f"{MOST_KEYS} macros have a key, which is the most; take the key of another away"
        wanted = canonical(chord)
        problem = self._grab(slug, wanted)
        if problem:
            self._grab_again(slug)
            return problem
        try:
            self._file.save({**self._keys, slug: wanted})
        except SettingsError as error:
            self._grab_again(slug)
            return str(error)
        self._keys[slug] = wanted
        self._problems.pop(slug, None)
        return ""

    def clear(self, slug: str) -> str:
        """Give the key of a macro back; return why that could not be written down, else empty."""
        return self._drop([slug] if slug in self._keys else [])

    def forget_others(self, is_there: Callable[[str], bool]) -> str:
        """Give the keys of macros back that are gone, by folder; return as `clear` does.

        A key that the file has no more was taken away by another process of ours, with its macro.
        """
        written = self._file.written()
        gone = [
            slug
            for slug in self._keys
            if not is_there(slug) or (written is not None and slug not in written)
        ]
        return self._drop(gone)

    def _drop(self, slugs: list[str]) -> str:
        if not slugs:
            return ""
        if self._chords is not None:
            self._chords.ungrab_chords(*(PREFIX + slug for slug in slugs))
        for slug in slugs:
            del self._keys[slug]
            self._problems.pop(slug, None)
        try:
            self._file.save(self._keys)
        except SettingsError as error:
            return str(error)
        return ""

    def _grab(self, slug: str, chord: str) -> str:
        return self._chords.grab_chords({PREFIX + slug: chord}) if self._chords else ""

    def _grab_again(self, slug: str) -> None:
        """Hear what was heard before a chord that could not be had."""
        if self._chords is not None:
            self._chords.ungrab_chords(PREFIX + slug)
            if slug in self._keys and not self._problems.get(slug):
                self._problems[slug] = self._grab(slug, self._keys[slug])

    def _fault(self, chord: str, others: Mapping[str, str]) -> str:
        """Return what speaks against a chord before anybody is asked for it."""
        fault = chord_fault(chord)
        if fault:
            return fault
        for what, taken in own_chords(self._own()):
            if same_keys(taken, chord):
                return f"{canonical(chord)} is deskhand's own key for {what}; choose another"
        for slug, taken in others.items():
            if same_keys(taken, chord):
                name = visible_text(self._name_of(slug))
                return f"{canonical(chord)} plays “{name}” already; choose another"
        return ""
