"""A scheduled macro as two unit files of systemd's: what they hold, how it is escaped and read back. No Qt.

Their own section, `X-Deskhand`, is ignored by systemd (systemd.unit(5)); it holds what we read again.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct

from app.macro_schedule_times import Times
from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros.naming import SLUG

PREFIX: Final = "deskhand-macro-"
_SECTION: Final = "\n[X-Deskhand]\nSchedule="
_NEEDS_ESCAPE: Final = re.compile(r'[\x00-\x1f\x7f"\\]')
_ACCURACY_S: Final = 5
"""How much later than asked systemd may begin; its own default is a minute."""


class Stored(Struct, frozen=True, forbid_unknown_fields=True):
    """What we read again from a unit of ours."""

    v: int
    slug: str
    """Name of the macro's folder."""
    name: str
    """What the macro was called when it was scheduled."""
    when: str
    """In words."""


@dataclass(frozen=True, slots=True)
class Units:
    """Both files of one scheduled macro."""

    stem: str
    """Their name without `.timer` and `.service`."""
    timer: str
    service: str


def stem(slug: str) -> str:
    """Return the name of a macro's units without their kind; a folder's name is plain ASCII."""
    return PREFIX + slug


def units(
    stored: Stored,
    times: Times,
    command: Sequence[str],
    own: Mapping[str, str],
    *,
    catches_up: bool,
) -> Units:
    """Return the files.

    Args:
        stored: which macro, and when, for us.
        times: when, for systemd.
        command: the program, by its whole path, and its arguments.
        own: what the program's environment must hold besides the session's.
        catches_up: a time that passed while the computer was off is made up for at the next login.

    Raises:
        MacroError: an argument cannot be written into a unit, or the folder's name not be its name.
    """
    if not SLUG.fullmatch(stored.slug):
        message = (
            f"the macro's folder {visible_text(stored.slug)} cannot be the name of a timer; rename the "
            "folder with small letters, digits and hyphens only"
        )
        raise MacroError(message)
    about = f"Plays the deskhand macro {_plain(stored.name)}"
    if times.every_s:
        when = [f"OnActiveSec={times.every_s}", f"OnUnitActiveSec={times.every_s}"]
    else:
        when = [*(f"OnCalendar={event}" for event in times.calendar)]
        when.append(f"Persistent={'true' if catches_up else 'false'}")
    timer = [
        "[Unit]", f"Description={about}", "",
        "[Timer]", *when, f"AccuracySec={_ACCURACY_S}", f"Unit={stem(stored.slug)}.service", "",
        "[Install]", "WantedBy=timers.target",
    ]  # fmt: skip
    program, *arguments = command
    line = " ".join([_quoted(program), *(_quoted(word).replace("$", "$$") for word in arguments)])
    service = [
        "[Unit]", f"Description={about}", "",
        "[Service]", "Type=oneshot",
        *(environment(name, value) for name, value in own.items()),
        f"ExecStart={line}",
        # What is typed is told on standard output, and a journal is read by others too.
        "StandardInput=null", "StandardOutput=null", "StandardError=journal",
        "SyslogIdentifier=deskhand",
        # The program stops the run and lets every key go; what is left after it is ended.
        "KillMode=mixed",
    ]  # fmt: skip
    mark = _mark(stored)
    return Units(
        stem(stored.slug), "\n".join(timer) + "\n" + mark, "\n".join(service) + "\n" + mark
    )


def environment(name: str, value: str) -> str:
    """Return the line that puts something into the environment of the program.

    Raises:
        MacroError: it cannot be written into a unit.
    """
    return f"Environment={_quoted(f'{name}={value}')}"


def read_stored(unit: str) -> Stored:
    """Return what a unit of ours says of itself.

    Raises:
        MacroError: it is none of ours.
    """
    _, mark, line = unit.rpartition(_SECTION)
    try:
        found = msgspec.json.decode(line if mark else "", type=Stored)
    except msgspec.MsgspecError as error:
        message = f"it was not written by deskhand ({error})"
        raise MacroError(message) from error
    if found.v != 1:
        message = f"found version {found.v}, expected 1"
        raise MacroError(message)
    return found


def moved(found: Units, before: str, slug: str) -> Units:
    """Return units for a macro whose folder has another name than when it was scheduled.

    Args:
        found: the units as they were written.
        before: the name that the folder had.
        slug: the name that it has.

    Raises:
        MacroError: they were not written by us, or the name cannot be that of a timer.
    """
    if before == slug:
        return found
    if not SLUG.fullmatch(slug):
        message = f"the macro's folder {visible_text(slug)} cannot be the name of a timer"
        raise MacroError(message)
    play = f'"macro" "play" {_quoted(before)} '
    if play not in found.service:
        message = "its schedule does not say which macro it plays; schedule it again"
        raise MacroError(message)
    service = found.service.replace(play, f'"macro" "play" {_quoted(slug)} ', 1)
    timer = found.timer.replace(f"Unit={stem(before)}.service", f"Unit={stem(slug)}.service", 1)
    return Units(stem(slug), _marked(timer, slug), _marked(service, slug))


def _marked(unit: str, slug: str) -> str:
    """Return a unit that says for us that it belongs to this folder."""
    stored = msgspec.structs.replace(read_stored(unit), slug=slug)
    return unit.rpartition(_SECTION)[0] + _mark(stored)


def _mark(stored: Stored) -> str:
    return _SECTION + json.dumps(msgspec.to_builtins(stored), ensure_ascii=True) + "\n"


def _plain(name: str) -> str:
    """Return a name as it can stand in a description: one line, nothing that systemd expands."""
    line = " ".join(visible_text(name).split())
    return line.replace("\\", "/").replace("%", "%%")


def _quoted(word: str) -> str:
    """Return a word as ExecStart= and Environment= take it (systemd.service(5), systemd.syntax(7)).

    Raises:
        MacroError: it cannot be written, since it is no text or holds a zero.
    """
    try:
        word.encode()
    except UnicodeEncodeError as error:
        message = f"{visible_text(word)} is not UTF-8 text, which a schedule cannot keep"
        raise MacroError(message) from error
    if "\x00" in word:
        message = f"{visible_text(word)} holds a zero, which a schedule cannot keep"
        raise MacroError(message)
    escaped = _NEEDS_ESCAPE.sub(lambda found: f"\\x{ord(found[0]):02x}", word)
    return '"' + escaped.replace("%", "%%") + '"'
