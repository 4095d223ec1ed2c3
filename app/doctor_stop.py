"""The rows about promise 2: which ways to stop work here, from frozen facts."""

from dataclasses import dataclass
from typing import Final

from app.doctor_row import Row, Status

CORNERS: Final = {
    "off": "off, as you set it",
    "top_left": "top left",
    "top_right": "top right",
    "bottom_left": "bottom left",
    "bottom_right": "bottom right",
}


@dataclass(frozen=True, slots=True)
class StopFacts:
    """What was found of the ways to stop; an empty problem means that the way works."""

    keys: tuple[str, ...] = ("Pause", "Escape Escape")
    key_problem: str = ""
    shared_keys: tuple[str, ...] = ()
    """Stop keys that another program listens to as well."""
    has_deadman: bool = True
    has_tray: bool = True
    command_problem: str = ""
    """Why `deskhand stop` would not reach us."""
    corner: str = "top_left"
    remote: str = ""
    """By what the desktop is shown on another computer; the key has to come from there."""


def stop_rows(facts: StopFacts) -> tuple[Row, ...]:
    """Return a row for each way to stop."""
    return (_key(facts), _tray(facts), _command(facts), _corner(facts), _deadman(facts))


def _key(facts: StopFacts) -> Row:
    words = " or ".join(key.replace("Escape Escape", "Esc twice") for key in facts.keys)
    if facts.key_problem:
        meaning = f"{words} cannot stop a run, so none can start"
        return _row(
            "stop key", "fail", facts.key_problem, meaning, "choose another key in Settings"
        )
    if facts.remote:
        meaning = "it has to come over that connection, and not at all once it is cut"
        fix = "keep a terminal on this computer ready: deskhand stop"
        return _row("stop key", "warn", f"{words}, from far away ({facts.remote})", meaning, fix)
    if facts.shared_keys:
        shared = ", ".join(facts.shared_keys)
        return _row("stop key", "ok", f"{words}; {shared} does something elsewhere too")
    return _row("stop key", "ok", words)


def _tray(facts: StopFacts) -> Row:
    if facts.has_tray:
        return _row("tray", "ok", "its icon has Stop")
    meaning = "Stop is in the window and in the pill on the screen only"
    return _row("tray", "warn", "this desktop has none", meaning, "start a panel that has a tray")


def _command(facts: StopFacts) -> Row:
    if not facts.command_problem:
        return _row("deskhand stop", "ok", "can be reached from any terminal of yours")
    meaning = "a terminal cannot stop a run"
    fix = "set DESKHAND_HOME to a folder on a local disk"
    return _row("deskhand stop", "warn", f"no socket: {facts.command_problem}", meaning, fix)


def _corner(facts: StopFacts) -> Row:
    return _row("screen corner", "ok", CORNERS.get(facts.corner, facts.corner))


def _deadman(facts: StopFacts) -> Row:
    if facts.has_deadman:
        return _row("dead-man", "ok", "lets go of every key when another process of ours dies")
    meaning = "a key may stay down when the executor is killed"
    return _row("dead-man", "warn", "did not start", meaning, "press and release that key yourself")


def _row(name: str, status: Status, found: str, meaning: str = "", fix: str = "") -> Row:
    return Row(name, status, found, meaning, fix, topic="stop")
