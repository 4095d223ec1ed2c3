"""The rows about the seven promises: what this computer takes from each, and what to do about it.

Made from frozen facts, so that every row is tested with invented ones; `gather_promises` never
raises for what it finds.
"""

from dataclasses import dataclass, field, replace

from app.doctor.checks import (
    DiskFacts,
    disk_rows,
    gather_disk,
    gather_locks,
    lock_rows,
    ocr_problem,
    problem_of,
    stop_rows,
)
from app.doctor.rows import Row, Status, StopFacts, Topic
from app.macros.screen_lock import ToldLock
from app.settings import Folders, SettingsFile
from automation.core.text import joined, worded
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.session import Session, Surroundings, read_session, read_surroundings


@dataclass(frozen=True, slots=True)
class PromiseFacts:
    """What was found of everything that a promise rests on; an empty problem means that it works."""

    session: Session
    around: Surroundings = field(default_factory=Surroundings)
    stop: StopFacts = field(default_factory=StopFacts)
    disk: DiskFacts = field(default_factory=DiskFacts)
    tree_problem: str = ""
    ocr_problem: str = ""
    server: str = ""
    """Host of the model server on another computer that takes goals; empty for none."""
    locks: ToldLock | None = None
    """Who tells that the screen is locked; None where nobody was asked."""


def gather_promises(
    session: Session, around: Surroundings, folders: Folders, folder_problem: str
) -> PromiseFacts:
    """Look at what is on the disk and who may see the screen; a tenth of a second.

    The ways to stop, the accessibility tree, OCR and locks are for the caller to fill in.
    """
    disk = DiskFacts() if folder_problem else gather_disk(folders)
    return PromiseFacts(session, around, disk=disk)


def look_round(folders: Folders) -> PromiseFacts:
    """Look at everything but the ways to stop; for a thread with a second of time."""
    reader = DesktopReader()
    try:
        session = read_session()
        folder_problem = problem_of(folders.create)
        found = gather_promises(session, read_surroundings(), folders, folder_problem)
        tree_problem = reader.status().tree_problem
        model = SettingsFile(folders.settings_file).load()[0].model
        return replace(
            found,
            server=model.away,
            tree_problem=tree_problem,
            ocr_problem=ocr_problem(),
            locks=gather_locks(session),
        )
    finally:
        reader.close()


def promise_rows(facts: PromiseFacts) -> tuple[Row, ...]:
    """Return the rows, promise by promise."""
    has_display = facts.session.kind != "none"
    return (
        *(_approval(facts) if has_display else ()),
        *(stop_rows(facts.stop) if has_display else ()),
        *_privacy(facts),
        *_network(facts),
        *(row for row in disk_rows(facts.disk) if row.topic == "network"),
        *(row for row in disk_rows(facts.disk) if row.topic == "storage"),
        _checkpoint_code(),
        *_receipts(facts),
    )


def _approval(facts: PromiseFacts) -> tuple[Row, ...]:
    return (*_programs(facts), *_windows(facts), *_others_hands(facts), *lock_rows(facts.locks))


def _programs(facts: PromiseFacts) -> tuple[Row, ...]:
    if facts.session.kind == "wayland":
        return ()
    found = worded("X11 does not keep programs apart")
    meaning = worded(
        "any program on this display can read keys, see windows and imitate your click"
    )
    fix = worded("run only programs here that you trust")
    return (_row("approval", worded("other programs"), "warn", found, meaning, fix),)


def _windows(facts: PromiseFacts) -> tuple[Row, ...]:
    name = worded("windows")
    if facts.session.kind == "wayland":
        found = worded("Wayland does not tell which window is under the pointer")
        meaning = worded("a changed target cannot be noticed, so nothing is sent")
        fix = worded("log in to an X11 (Xorg) session")
        return (_row("approval", name, "warn", found, meaning, fix),)
    if facts.around.display_host:
        found = worded(
            "their programs run on {0} or here, X11 does not say which", facts.around.display_host
        )
        meaning = worded("rules for a program cannot be trusted on this display")
        fix = worded("leave every program at “ask” in Settings, Apps")
        return (_row("approval", name, "warn", found, meaning, fix),)
    if facts.around.nested_in:
        found = worded(
            "inside {0}; only windows in it can be seen and worked", facts.around.nested_in
        )
        return (_row("approval", name, "ok", found),)
    count = facts.around.monitors
    found = worded("told apart by program and place")
    if count > 1:
        found = worded("told apart by program and place, on {0} monitors", count)
    return (_row("approval", name, "ok", found),)


def _others_hands(facts: PromiseFacts) -> tuple[Row, ...]:
    remote, sharers = facts.around.remote, facts.around.sharers
    if not remote and not sharers:
        return ()
    who = joined(worded(" and "), sharers)
    found = worded("this desktop is worked over {0}", remote) if remote else worded("{0} runs", who)
    meaning = worded("who sits at the other end can accept a card as you can")
    fix = worded("end the sharing while a task runs, unless it is you")
    return (_row("approval", worded("other hands"), "warn", found, meaning, fix),)


def _privacy(facts: PromiseFacts) -> tuple[Row, ...]:
    return (_passwords(facts), _own_windows(facts))


def _passwords(facts: PromiseFacts) -> Row:
    if facts.tree_problem:
        meaning = worded(
            "a password field looks like any other, so its dots may be on a kept picture"
        )
        fix = worded("mend accessibility; until then leave logins to yourself")
        found = worded("cannot be recognised without accessibility")
        return _row("privacy", worded("password fields"), "warn", found, meaning, fix)
    return _row(
        "privacy", worded("password fields"), "ok", worded("recognised where programs mark them")
    )


def _own_windows(facts: PromiseFacts) -> Row:
    if facts.session.kind == "x11" and not facts.session.has_compositor:
        found = worded("never pressed; without a compositor marks are opaque bars")
        return _row("privacy", worded("own windows"), "ok", found)
    return _row("privacy", worded("own windows"), "ok", worded("never pressed, never on a picture"))


def _network(facts: PromiseFacts) -> tuple[Row, ...]:
    rows = [_server(facts)]
    if facts.around.remote:
        found = worded("{0} shows this screen on another computer", facts.around.remote)
        rows.append(_seen_elsewhere(found))
    elif facts.around.sharers:
        who = joined(worded(" and "), facts.around.sharers)
        rows.append(_seen_elsewhere(worded("{0} can show this screen", who)))
    return tuple(rows)


def _server(facts: PromiseFacts) -> Row:
    if not facts.server:
        return _row(
            "network",
            worded("model server"),
            "ok",
            worded("none on another computer is configured"),
        )
    meaning = worded(
        "what is on your screen goes there while a goal is worked on, because you set it so"
    )
    fix = worded("choose another place for your model on the Model page to keep it here")
    return _row("network", worded("model server"), "warn", facts.server, meaning, fix)


def _seen_elsewhere(found: str) -> Row:
    meaning = worded("what is on the screen leaves this computer that way, not by deskhand")
    fix = worded("end the sharing while a task shows what must stay here")
    return _row("network", worded("screen"), "warn", found, meaning, fix)


def _checkpoint_code() -> Row:
    """Return what is true of every install: which versions may be installed, `pyproject.toml` says."""
    found = worded("never run: no code, no pickle and no chat template of a checkpoint")
    return _row("data", worded("checkpoint code"), "ok", found)


def _receipts(facts: PromiseFacts) -> tuple[Row, ...]:
    name, fix = worded("receipts"), worded("mend accessibility and text reading")
    if facts.tree_problem and facts.ocr_problem:
        found = worded("effects are seen as changed pixels only")
        meaning = worded("what was typed is not read back; more steps end as “not seen”")
        return (_row("receipts", name, "warn", found, meaning, fix),)
    if facts.tree_problem:
        found = worded("fields and boxes cannot be read back")
        meaning = worded("changed pixels and text decide; more steps end as “not seen”")
        return (_row("receipts", name, "warn", found, meaning, worded("mend accessibility")),)
    return (_row("receipts", name, "ok", worded("fields are read back, pictures compared")),)


def _row(
    topic: Topic, name: str, status: Status, found: str, meaning: str = "", fix: str = ""
) -> Row:
    return Row(name, status, found, meaning, fix, topic)
