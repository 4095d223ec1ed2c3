"""The row on who tells that the screen is locked: an approval ends with a lock that is told of."""

from typing import Final

from app.doctor_row import Row, Status
from app.told_lock import Answer, ToldLock, ask_lock
from automation.desktop.session import Session

NAME: Final = "screen locks"


def gather_locks(session: Session) -> ToldLock | None:
    """Ask who tells of locks: hundredths of a second, more where a service is silent. None without a display."""
    return None if session.kind == "none" else ask_lock()


def lock_rows(told: ToldLock | None) -> tuple[Row, ...]:
    """Return the row; none where nobody was asked."""
    if told is None:
        return ()
    if told.silent:
        return (_silent(told.silent),)
    if not told.is_told:
        return (_untold(),)
    names = (name for name, answer in told.answers.items() if answer is not Answer.ABSENT)
    return (_row("ok", f"told by {' and '.join(names)}"),)


def _silent(names: tuple[str, ...]) -> Row:
    does = "does" if len(names) == 1 else "do"
    meaning = (
        "a lock that nobody else tells of is not noticed while a task runs, and a macro does not "
        "begin by itself"
    )
    fix = "log out and in again, so that the desktop's services start anew"
    return _row("warn", f"{' and '.join(names)} {does} not answer", meaning, fix)


def _untold() -> Row:
    meaning = "only known lockers are looked for; a lock by any other program is not noticed"
    fix = "lock with i3lock, slock or xsecurelock, which are known, or start a screen saver that tells"
    return _row("warn", "no service of this desktop tells of them", meaning, fix)


def _row(status: Status, found: str, meaning: str = "", fix: str = "") -> Row:
    return Row(NAME, status, found, meaning, fix, topic="approval")
