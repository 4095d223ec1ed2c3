"""The user's settings: one frozen value, read strictly, written whole, never lost.

A file that cannot be used is kept aside under another name and said in one sentence; what was in
force before it is used, or the defaults. Only the user changes settings: no policy and no action
can reach them.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from automation.core.errors import SettingsError
from automation.core.events import Keep
from automation.records.private import read, write_whole

VERSION: Final = 1
MAX_FILE_BYTES: Final = 1_000_000

Permission = Literal["ask", "allow_r1", "allow_r2", "never_look", "never_touch"]
Chord = Annotated[str, Meta(min_length=1, max_length=60)]


class Budgets(Struct, frozen=True, forbid_unknown_fields=True):
    """What one run may do at most; enforced in the executor."""

    steps: Annotated[int, Meta(ge=1, le=10_000)] = 50
    wall_s: Annotated[float, Meta(ge=1, le=86_400)] = 900.0
    text_chars: Annotated[int, Meta(ge=1, le=100_000)] = 5_000
    """Characters per action."""
    pointer_events_per_s: Annotated[int, Meta(ge=10, le=2_000)] = 200
    key_events_per_s: Annotated[int, Meta(ge=10, le=5_000)] = 600


class Keys(Struct, frozen=True, forbid_unknown_fields=True):
    """Keys that work anywhere."""

    stop: tuple[Chord, ...] = ("Pause", "Escape Escape")
    command_bar: Chord = "Ctrl+Alt+Space"
    record_pause: Chord = "Ctrl+Alt+P"
    """Pauses the recording of a macro, and lets it go on."""
    accept: Chord = "Ctrl+Shift+Return"
    change: Chord = "Ctrl+Shift+E"
    reject: Chord = "Ctrl+Shift+BackSpace"
    hold: Chord = "Ctrl+Shift+Y"
    """Held for a second to accept what is hard to undo."""
    show: Chord = "Ctrl+Shift+Space"


class Approval(Struct, frozen=True, forbid_unknown_fields=True):
    """How the confirmation card behaves."""

    mode: Literal["ask", "assist", "auto"] = "ask"
    arming_s: Annotated[float, Meta(ge=0.3, le=5.0)] = 0.5
    expiry_s: Annotated[float, Meta(ge=5.0, le=300.0)] = 30.0
    countdown_s: Annotated[float, Meta(ge=0.0, le=30.0)] = 0.0
    """Accept what is easy to undo by itself after so long; 0 never does."""


class Keeping(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the records of runs stay."""

    picture_days: Annotated[int, Meta(ge=0, le=3650)] = 7
    """Pictures of older runs are deleted, their texts stay; 0 keeps them."""
    picture_gb: Annotated[float, Meta(ge=0.1, le=10_000)] = 2.0
    """Above this the oldest pictures are deleted first."""
    runs: Keep = "all"
    """`nothing` keeps no word and no picture of a run, only that it happened."""
    text_days: Annotated[int, Meta(ge=0, le=36_500)] = 0
    """Whole runs older than this are deleted; 0 keeps them."""


class ModelSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which model decides, where it lies, and how it runs on this computer."""

    policy: Literal["auto", "commands", "holotron"] = "auto"
    """Who takes the next task; `auto` gives instructions to `commands` and goals to the model."""
    folder: Annotated[str, Meta(max_length=4096, pattern=r"^[^\x00]*$")] = ""
    """The checkpoint's folder; empty until the user chose one."""
    profile: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,59}$")] = "auto"
    """How prompts are written and replies are read: a profile's name, or `auto`."""
    quantization: Literal["auto", "none", "int8", "nf4"] = "auto"
    device: Literal["auto", "cuda", "cpu"] = "auto"
    thinking: Literal["auto", "on", "off"] = "auto"
    view: Literal["auto", "whole", "window", "half"] = "auto"
    """What of a wide or tall screen the model sees."""
    images_kept: Annotated[int, Meta(ge=1, le=4)] = 3
    """Pictures of the screen that a request carries at most."""
    load_at_start: bool = False


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the user can set."""

    version: int = VERSION
    theme: Literal["system", "light", "dark"] = "system"
    backend: Literal["auto", "x11", "pyautogui"] = "auto"
    approval: Approval = Approval()
    keys: Keys = Keys()
    budgets: Budgets = Budgets()
    model: ModelSettings = ModelSettings()
    keeping: Keeping = Keeping()
    stop_corner: Literal["off", "top_left", "top_right", "bottom_left", "bottom_right"] = "top_left"
    """A corner of the desktop: a run ends when the user pushes the pointer into it."""
    apps: dict[str, Permission] = {}
    """Permission per program, keyed by the executable's path."""
    mark: Annotated[str, Meta(max_length=60)] = ""
    """The user's secret mark, `picture:words`; drawn at random on first start."""
    promises_seen: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=100)
    ] = ()
    """What weakens a promise on this computer and was shown to the user, by doctor's names."""
    extra_danger_words: tuple[Annotated[str, Meta(min_length=2, max_length=60)], ...] = ()
    reduced_motion: bool = False
    use_ocr: bool = True


_DECODER: Final = msgspec.json.Decoder(Settings)


class SettingsFile:
    """The file that holds the settings; owned by the process that shows the window.

    Beside it lies `settings.json.bak`, what was in force before the last save. It is used, and said,
    when the file itself cannot be: the defaults might allow what the user had forbidden.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._backup = path.with_name(path.name + ".bak")

    def load(self) -> tuple[Settings, str]:
        """Read the settings.

        Returns:
            The settings, and a sentence for the user when the file could not be used (it was then
            kept aside, and these are the settings before it, or the defaults); empty otherwise.
        """
        try:
            return _parse(read(self._path, MAX_FILE_BYTES)), ""
        except FileNotFoundError:
            return self._fallback("The settings file is gone.") if self._has_backup() else _FIRST
        except OSError as error:
            return self._fallback(
                f"The settings file {self._path.name} could not be read "
                f"({error.strerror or error}) and is untouched."
            )
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, SettingsError) as error:
            return self._fallback(self._set_aside(error))

    def _has_backup(self) -> bool:
        return self._backup.is_symlink() or self._backup.exists()

    def _fallback(self, why: str) -> tuple[Settings, str]:
        """Return the settings before the last save, or the defaults, and what to tell the user."""
        try:
            before = _parse(read(self._backup, MAX_FILE_BYTES))
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError, SettingsError):
            return Settings(), f"{why} Defaults are in use."
        return (
            before,
            f"{why} The settings before the last change are in use: check them in Settings.",
        )

    def _set_aside(self, error: Exception) -> str:
        kept = next(
            candidate
            for n in range(1, 100_000)
            if not (candidate := self._path.with_name(f"settings.bad-{n}")).exists()
        )
        try:
            self._path.rename(kept)
        except OSError as rename_error:
            return (
                f"The settings file cannot be used ({error}) and could not be kept aside "
                f"({rename_error.strerror}); it is untouched."
            )
        return f"The settings file cannot be used ({error}) and is kept as {kept.name}."

    def save(self, settings: Settings) -> None:
        """Write the settings durably, whole or not at all, and keep those before as `.bak`.

        Raises:
            SettingsError: the file could not be written; the old one is untouched.
        """
        data = msgspec.json.format(msgspec.json.encode(settings), indent=2)
        try:
            self._keep_what_is_there()
            write_whole(self._path, data)
        except OSError as error:
            message = (
                f"the settings were not saved: {error.strerror or error} at {self._path}; "
                "the old ones are kept"
            )
            raise SettingsError(message) from error

    def _keep_what_is_there(self) -> None:
        """Write the settings in force to the backup, if they can be read at all."""
        try:
            before = read(self._path, MAX_FILE_BYTES)
            _parse(before)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError, SettingsError):
            return  # a good backup is not given for a file that is of no use
        write_whole(self._backup, before)


_FIRST: Final = (Settings(), "")


def _parse(data: bytes) -> Settings:
    if len(data) > MAX_FILE_BYTES:
        message = f"found {len(data)} bytes, expected at most {MAX_FILE_BYTES}"
        raise SettingsError(message)
    settings = _DECODER.decode(data)
    if settings.version != VERSION:
        message = f"found version {settings.version}, expected {VERSION}"
        raise SettingsError(message)
    return settings
