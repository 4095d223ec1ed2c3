"""The user's settings, folders, chords and programs: one frozen value, read strictly, written whole, never lost.

A file that cannot be used is said in one sentence, each time; the last good copy is in force meanwhile,
or what allows nothing unasked. Only the user changes settings: no policy and no action can reach them.
"""

import contextlib
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
import platformdirs
from msgspec import Meta, Struct

from automation.core.errors import SettingsError, UnknownKey
from automation.core.events import Keep, SettingsSource
from automation.core.files import private_folder, read, write_whole
from automation.core.observation import is_interpreter
from automation.core.process import runtime_folder
from automation.core.secrets import SecretEntry
from automation.desktop.input.keys import parse_chord

if TYPE_CHECKING:
    from automation.records.removal import Limits

_ON_KEYBOARDS: Final = {"return": "Enter", "backspace": "Backspace"}


def shown_chord(chord: str) -> str:
    """Return a chord with each key called as on keyboards: Enter, where systems say Return."""
    return re.sub(r"[A-Za-z_]+", lambda m: _ON_KEYBOARDS.get(m[0].lower(), m[0]), chord)


def key_chord(text: str) -> tuple[str, ...] | None:
    """Return the canonical key names of a chord such as `Ctrl+S`; None when it is none."""
    try:
        return parse_chord(text)
    except UnknownKey:
        return None


def chord_problem(chord: str) -> str:
    """Say why a chord, or one pressed twice such as `Esc Esc`, cannot be used; empty if it can."""
    try:
        for part in chord.split() or [""]:
            parse_chord(part)
    except UnknownKey as error:
        return str(error)
    return ""


PRIVATE_FILE_MODE: Final = 0o600
AWAKE: Final = "awake"
"""Below the data: a file while we have other programs show themselves, as the user has chosen."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one user; created private on first use."""

    config: Path
    data: Path
    runtime: Path
    """Sockets and locks; gone after a restart of the machine."""

    @property
    def settings_file(self) -> Path:
        """The settings, as JSON."""
        return self.config / "settings.json"

    def create(self) -> None:
        """Make the folders, readable by this user only.

        Raises:
            SettingsError: a folder cannot be made, or belongs to somebody else.
        """
        for folder in (self.config, self.data, self.runtime):
            _make_private(folder)


def _make_private(folder: Path) -> None:
    try:
        private_folder(folder)
    except OSError as error:
        raise SettingsError(
            f"cannot use the folder {folder}: {error.strerror or error}; "
            "set DESKHAND_HOME to a folder of your own that you can write to"
        ) from error


def user_folders() -> Folders:
    """Return the folders of the user who runs this process; nothing is created."""
    home = os.environ.get("DESKHAND_HOME", "")
    if home:
        root = Path(home).expanduser().absolute()
        return Folders(root / "config", root / "data", runtime_folder())
    dirs = platformdirs.PlatformDirs("deskhand", appauthor=False)
    return Folders(Path(dirs.user_config_dir), Path(dirs.user_data_dir), runtime_folder())


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


Sees = Literal["auto", "text", "pictures"]
Family = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,59}$")]


class OtherServer(Struct, frozen=True, forbid_unknown_fields=True):
    """A further server that takes goals; its fields are those of `ServerSettings`."""

    url: Annotated[str, Meta(min_length=1, max_length=2000, pattern=r"^[^\x00-\x20]*$")]
    model: Annotated[str, Meta(max_length=300)] = ""
    has_key: bool = False
    sees: Sees = "auto"
    family: Family = "auto"


class ServerSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which model servers are asked for goals; their keys are in the system's keyring."""

    url: Annotated[str, Meta(max_length=2000, pattern=r"^[^\x00-\x20]*$")] = ""
    """The part before `/chat/completions`: `http://127.0.0.1:8080/v1`. Empty until the user chose one."""
    model: Annotated[str, Meta(max_length=300)] = ""
    """As the server calls it; empty for the only one that it has."""
    sees: Sees = "auto"
    """Whether the model is shown the elements' names alone or pictures too; `auto` by what the probe found."""
    family: Family = "auto"
    """Whose prompts and sizes a model with pictures gets."""
    allowed: tuple[Annotated[str, Meta(max_length=300)], ...] = ()
    """Hosts with port that the user agreed to send to; this computer needs none."""
    has_key: bool = False
    """Whether the system's keyring has a key for this server's host."""
    more: Annotated[tuple[OtherServer, ...], Meta(max_length=50)] = ()
    """Further servers: each run goes to the one that answers with the fewest runs."""

    @property
    def each(self) -> tuple["ServerSettings", ...]:
        """Every server as if it were the only one, in the user's order; empty where none was chosen."""
        if not self.url:
            return ()
        alone = msgspec.structs.replace(self, more=())
        others = (
            msgspec.structs.replace(alone, **msgspec.structs.asdict(one)) for one in self.more
        )
        return (alone, *others)

    def with_each(self, servers: Sequence["ServerSettings"]) -> "ServerSettings":
        """Return these settings with those servers in place of the ones that they have."""
        if not servers:
            return ServerSettings(allowed=self.allowed)
        first, *others = (
            OtherServer(one.url, one.model, one.has_key, one.sees, one.family) for one in servers
        )
        fields = msgspec.structs.asdict(first)
        return msgspec.structs.replace(self, **fields, more=tuple(others))


class ModelSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which model decides, where it lies, and how it runs on this computer."""

    policy: Literal["auto", "commands", "holotron", "remote"] = "auto"
    """Who takes the next task; `auto` gives instructions to `commands` and goals to the model."""
    where: Literal["here", "server", "none"] = "here"
    """Where the model for goals runs: in this process, on the server that is named, or nowhere."""
    server: ServerSettings = ServerSettings()
    folder: Annotated[str, Meta(max_length=4096, pattern=r"^[^\x00]*$")] = ""
    """The checkpoint's folder; empty until the user chose one."""
    profile: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,59}$")] = "auto"
    """How prompts are written and replies are read: a profile's name, or `auto`."""
    quantization: Literal["auto", "none", "nf4"] = "auto"
    device: Literal["auto", "cuda", "cpu"] = "auto"
    graphs: Literal["auto", "off"] = "auto"
    """Whether CUDA graphs may read the tokens of a reply, where they can."""
    thinking: Literal["auto", "on", "off"] = "auto"
    view: Literal["auto", "whole", "window", "half"] = "auto"
    """What of a wide or tall screen the model sees."""
    images_kept: Annotated[int, Meta(ge=1, le=4)] = 3
    """Pictures of the screen that a request carries at most."""
    load_at_start: bool = False

    @property
    def hosts(self) -> tuple[str, ...]:
        """Host and port of each server that goals may go to; empty where none takes them."""
        is_asked = self.where == "server" or self.policy == "remote"
        return tuple(_host(one.url) for one in self.server.each) if is_asked else ()

    @property
    def host(self) -> str:
        """The same in one text, for people."""
        return ", ".join(self.hosts)

    @property
    def away(self) -> str:
        """Those on other computers: only this one is spoken to without TLS. Empty where there are none."""
        far = {_host(one.url) for one in self.server.each if not one.url.startswith("http://")}
        return ", ".join(host for host in self.hosts if host in far)


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the user can set."""

    version: int = VERSION
    theme: Literal["system", "light", "dark"] = "system"
    language: Literal["system", "en", "de"] = "system"
    """Of the window; commands are understood in every language."""
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
    wake_programs: Literal["unsaid", "on", "off"] = "unsaid"
    """Whether programs that show nothing of themselves (Chromium, Electron, Qt) are told to while we run;
    it costs them memory and time, so only `on` does it. `doctor` asks while nothing was said."""
    source: SettingsSource = "file"
    """Where these are from. In memory only, never in the file."""

    @property
    def is_stand_in(self) -> bool:
        """Tell whether nobody knows what the user has settled."""
        return self.source == "stand_in"


STAND_IN: Final = Settings(
    keeping=Keeping(picture_days=0, picture_gb=10_000, runs="nothing"), source="stand_in"
)
"""In force where nobody knows what the user had forbidden: all is asked, nothing is kept or deleted."""
ANSWER: Final = (
    "This is said each time until you have looked through Settings and pressed Use these settings, "
    "or mended the file."
)


class SettingsFile:
    """The file that holds the settings, and `settings.json.bak` beside it, a copy of the last good one.

    A file that cannot be used stays where it is, and is said each time, until the user answers by
    `save`: it may hold what the user had forbidden. The copy is in force meanwhile, else `STAND_IN`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._copy = path.with_name(path.name + ".bak")

    def load(self) -> tuple[Settings, str]:
        """Read the settings.

        Returns:
            The settings, and a sentence for the user when the file could not be used (these are then
            the copy's, or those of `STAND_IN`); empty otherwise.
        """
        try:
            data = read(self._path, MAX_FILE_BYTES)
            settings = _parse(data)
        except FileNotFoundError:
            is_first = not os.path.lexists(self._copy)
            return _FIRST if is_first else self._fallback("is gone")
        except OSError as error:
            return self._fallback(f"could not be read ({error.strerror or error})")
        except _USELESS as error:
            return self._fallback(f"cannot be used ({error})")
        self._keep_copy(data)
        return settings, ""

    def _fallback(self, what: str) -> tuple[Settings, str]:
        why = f"The settings file {self._path} {what}"
        try:
            copied = _parse(read(self._copy, MAX_FILE_BYTES))
        except (OSError, *_USELESS):
            meaning = "everything is asked about and nothing of a run is kept"
            return STAND_IN, f"{why}, and no good copy of it is there: {meaning}. {ANSWER}"
        copied = msgspec.structs.replace(copied, source="copy")
        return copied, f"{why}. The last good copy of it is in use. {ANSWER}"

    def _keep_copy(self, data: bytes) -> None:
        """Let the copy hold what is in force; an older one might allow what is forbidden by now."""
        with contextlib.suppress(OSError):  # a folder that cannot be written to: the file is there
            if not self._is_copied(data):
                write_whole(self._copy, data)

    def _is_copied(self, data: bytes) -> bool:
        try:
            return read(self._copy, MAX_FILE_BYTES) == data
        except OSError:
            return False

    def save(self, settings: Settings) -> None:
        """Write what the user has settled, durably, whole or not at all, and a copy of it.

        A file that cannot be used is kept under another name.

        Raises:
            SettingsError: the file could not be written; the old one is untouched.
        """
        fields = msgspec.to_builtins(settings)
        del fields["source"]
        data = msgspec.json.format(msgspec.json.encode(fields), indent=2)
        try:
            if not self._is_good():
                self._path.rename(self._free_name())
            write_whole(self._path, data)
        except OSError as error:
            raise SettingsError(
                f"the settings were not saved: {error.strerror or error} at {self._path}; "
                "the old ones are kept"
            ) from error
        self._keep_copy(data)

    def _is_good(self) -> bool:
        """Tell whether nothing is lost by writing over what is there."""
        try:
            _parse(read(self._path, MAX_FILE_BYTES))
        except FileNotFoundError:
            return True
        except (OSError, *_USELESS):
            return False
        return True

    def _free_name(self) -> Path:
        names = (self._path.with_name(f"settings.bad-{n}") for n in range(1, 100_000))
        return next(name for name in names if not os.path.lexists(name))


_FIRST: Final = (Settings(), "")
_USELESS: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, SettingsError)


def _parse(data: bytes) -> Settings:
    if len(data) > MAX_FILE_BYTES:
        raise SettingsError(f"found {len(data)} bytes, expected at most {MAX_FILE_BYTES}")
    told = msgspec.json.decode(data)
    model = told.get("model") if isinstance(told, dict) else None
    if isinstance(model, dict) and model.get("quantization") == "int8":
        model["quantization"] = "auto"  # older versions offered 8 bit
    settings = msgspec.convert(told, Settings)
    if settings.version != VERSION:
        raise SettingsError(f"found version {settings.version}, expected {VERSION}")
    if settings.source != "file":
        raise SettingsError("found the field source, which is never written")
    return settings


GB: Final = 1_000_000_000


def limits_of(keeping: Keeping) -> "Limits":
    """Return how long and how much the store keeps."""
    from automation.records.removal import Limits  # noqa: PLC0415  # not needed for a start

    return Limits(keeping.picture_days, round(keeping.picture_gb * GB), keeping.text_days)


def program_path(text: str) -> tuple[str, str]:
    """Return the path of a program that the user named, and what is wrong with it.

    A name without a slash is looked up as a terminal would; links are followed, since permissions
    are kept for the file that really runs.
    """
    wanted = text.strip()
    if not wanted:
        return "", "Name a program, such as /usr/bin/xterm."
    found = shutil.which(wanted) if "/" not in wanted else str(Path(wanted).expanduser())
    path = Path(found).resolve() if found else None
    if path is None or not path.is_file():
        return "", f"There is no program {wanted}. Nothing was added."
    if not os.access(path, os.X_OK):
        return "", f"{path} is not a program: it cannot be run. Nothing was added."
    return str(path), ""


def permission_key(path: str) -> str:
    """Return what a program's permission is kept under: its file, or the id of a Flatpak.

    A Flatpak's own file has a path inside its sandbox, where others may have the same; the starter
    that Flatpak exports for it is a script that bears the id.
    """
    starter = Path(path)
    is_exported = starter.parent.parts[-2:] == ("export", "bin") and "flatpak" in starter.parts
    return f"flatpak:{starter.name}" if is_exported else path


MAX_VALUE_CHARS: Final = 5000
"""What one action may type by default."""


def only_for(names: list[str]) -> tuple[tuple[str, ...], str]:
    """Return the paths of the programs that a secret is to be for, and what is wrong with them."""
    paths = []
    for name in names:
        path, problem = program_path(name)
        if problem:
            return (), problem
        if is_interpreter(path):
            return (), f"{path} runs whatever program it is given, so a secret cannot be for it."
        if _is_script(path):
            return (), (
                f"{path} is a script that starts another program, and a secret is kept for the file "
                "that really runs. Start it and ask which that is: "
                f"readlink /proc/$(pgrep -n {Path(path).name})/exe"
            )
        paths.append(path)
    return tuple(dict.fromkeys(paths)), ""


def _is_script(path: str) -> bool:
    """Tell whether the kernel would hand the file to an interpreter (execve(2))."""
    try:
        with Path(path).open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False


def scope_words(entry: SecretEntry, anywhere: str = "any password field") -> str:
    """Say which programs a secret is for."""
    if not entry.is_scope_told:
        return f"no program: the keyring does not say which; set it anew: deskhand secret set {entry.name}"
    return ", ".join(entry.programs) or anywhere
