"""The way out of a run, the same whatever came before: let go, close the record, say so once.

Nothing here raises for what fails on the way: whoever waits for the end of a run must hear of it.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from automation.agent.journal import Journal
from automation.core.errors import InputError
from automation.core.events import RunEvent
from automation.core.ports import Executor, Sleep
from automation.core.proposal import Finish, Outcome

log = logging.getLogger(__name__)

PERHAPS_HELD: Final = (
    "It could not be made sure that every key came up: tap Shift, Ctrl, Alt and the mouse buttons."
)


_FOR_WANT_OF_CONTROLS: Final = frozenset(
    {Outcome.NOT_FOUND, Outcome.AMBIGUOUS, Outcome.FAILED, Outcome.UNVERIFIED, Outcome.PARTIAL}
)
"""How a run may end because nobody tells what kind a control is, or how it stands."""
WAKE_COMMAND: Final = "deskhand doctor --wake on"
_ASLEEP: Final = "This program shows its fields, lists and boxes only when it is woken; I could only read its text."
SLEEP_WORDS: Final = {
    Sleep.UNTIL_WOKEN: f"{_ASLEEP} To wake such programs: {WAKE_COMMAND}",
    Sleep.UNTIL_NEW_START: f"{_ASLEEP} To wake such programs: {WAKE_COMMAND} (then close this one and open it again)",
    Sleep.STARTED_BEFORE: f"{_ASLEEP} It was open before that was switched on: close it and open it again.",
    Sleep.WAKING: "This program has not told yet what is on its page. Try again in a moment.",
}


def close_run(
    executor: Executor,
    journal: Journal,
    finish: Finish,
    left_open: Callable[[], str],
    waited_s: float,
) -> Finish:
    """Let everything go and close the record; return the end with what there is to say of that.

    Args:
        executor: lets go.
        journal: holds the record.
        finish: how the run ended.
        left_open: returns a sentence on menus that the run leaves open; asked once all is let go.
        waited_s: for how long the user was waited for.
    """
    return _recorded(journal, _with_menus(_let_go(executor, finish), left_open), waited_s)


def with_sleep(finish: Finish, asleep: Callable[[], Sleep | None]) -> Finish:
    """Say where a run found too little because the program in front shows its controls only when woken.

    Args:
        finish: how the run ended.
        asleep: tells why the controls cannot be read; asked only where that may be the reason.
    """
    if finish.outcome not in _FOR_WANT_OF_CONTROLS or finish.cause:
        return finish
    try:
        sleep = asleep()
    except BaseException as error:  # noqa: BLE001 - the run must end all the same
        log.warning("could not tell whether a program sleeps: %s", type(error).__name__)
        return finish
    if sleep is None:
        return finish
    return replace(_with_note(finish, SLEEP_WORDS[sleep]), cause=str(sleep))


def tell_last(journal: Journal, event: RunEvent) -> None:
    """Tell a listener that may be gone."""
    _attempt(lambda: journal.tell(event), "tell the end of the run")


def _let_go(executor: Executor, finish: Finish) -> Finish:
    try:
        executor.release_all()
    except InputError:
        # The process is gone or was ended for it, and its dead-man lets go of everything.
        log.warning("the executor was gone when the run ended")
    except BaseException as error:  # noqa: BLE001 - the record must be closed all the same
        log.error("letting go failed: %s", type(error).__name__)  # noqa: TRY400 - see above
        return _with_note(finish, PERHAPS_HELD)
    return finish


def _with_menus(finish: Finish, left_open: Callable[[], str]) -> Finish:
    """Say which menus are open that a run has left: they get the keys, though it may have been its goal."""
    try:
        note = left_open()
    except BaseException as error:  # noqa: BLE001 - the record must be closed all the same
        log.warning("could not look for open menus: %s", type(error).__name__)
        return finish
    return _with_note(finish, note) if note else finish


def _recorded(journal: Journal, finish: Finish, waited_s: float) -> Finish:
    if not journal.is_open:
        return finish
    problem = _attempt(
        lambda: journal.log.end(
            finish.outcome,
            finish.message,
            effects=finish.effects,
            unseen=finish.unseen,
            asked=journal.asked,
            waited_s=waited_s,
        ),
        "close the run's record",
    )
    if problem is None:
        return finish
    why = " ".join(str(problem).split()).rstrip(".") or type(problem).__name__
    if why.casefold() in finish.message.casefold():  # a full disk ended the run as well
        return _with_note(finish, "The end could not be recorded either.")
    return _with_note(finish, f"The end could not be recorded: {why}.")


def _attempt(doing: Callable[[], None], what: str) -> BaseException | None:
    try:
        doing()
    except BaseException as error:  # noqa: BLE001 - the last steps of a run are all taken
        log.warning("could not %s: %s", what, type(error).__name__)
        return error
    return None


def _with_note(finish: Finish, note: str) -> Finish:
    return replace(finish, message=f"{finish.message} {note}")
