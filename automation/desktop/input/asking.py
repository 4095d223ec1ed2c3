"""One request to the executor, from its sending to its reply.

Most are answered at once. An action is followed: its progress is handed on, a stop is passed on to
it, and a process that hangs is ended.
"""

import queue
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final, TypeVar

from automation.core.errors import ExecutorGone, InputError, Refused, Stopped
from automation.core.ports import Progress as OnProgress
from automation.core.proposal import Execution
from automation.core.stopping import StopToken
from automation.desktop.input.link import GONE, ExecutorLink, Inbox
from automation.desktop.input.protocol import (
    Done,
    Execute,
    Failed,
    Progress,
    RefusedReply,
    Reply,
    Report,
    Request,
    Stop,
)
from automation.desktop.input.watch import LifeWatch

ANSWER_S: Final = 10.0
STOP_POLL_S: Final = 0.01
"""How often a running action looks at the stop token."""
STOPPED_S: Final = 3.0
"""How long a stopped action may take to end before its process counts as hung."""

R = TypeVar("R", bound=Reply)


def ask(link: ExecutorLink, request: Callable[[int], Request], wanted: type[R]) -> R:
    """Send a request, made with its number, and return its reply.

    Raises:
        Refused: the executor declined.
        InputError: it failed.
        ExecutorGone: it ended, did not answer in time, or answered with something else.
    """
    seq, inbox = link.open_inbox()
    try:
        link.send(request(seq))
        reply = inbox.get(timeout=ANSWER_S)
    except queue.Empty:
        message = f"the process that sends input did not answer within {ANSWER_S:g} seconds"
        raise ExecutorGone(message) from None
    finally:
        link.close_inbox(seq)
    return _expect(reply, wanted)


def perform(
    link: ExecutorLink,
    request: Callable[[int], Execute],
    stop: StopToken,
    progress: OnProgress,
) -> Execution:
    """Send a request, made with its number, to carry an action out, and follow it to its end.

    Raises:
        Refused: nothing was sent.
        ExecutorGone: the process ended; nothing is held down.
        Stopped: `stop` was set before the first event; set later, the action is cut short.
    """
    seq, inbox = link.open_inbox()
    try:
        link.send(request(seq))
        return _follow(link, inbox, stop, progress)
    except Refused:
        stop.check()
        raise
    except (InputError, Stopped):
        raise
    except BaseException:  # a listener failed, memory ran out: nobody follows the action
        _end_action(link, inbox)
        raise
    finally:
        link.close_inbox(seq)


def _follow(link: ExecutorLink, inbox: Inbox, stop: StopToken, progress: OnProgress) -> Execution:
    give_up_s: float | None = None
    with closing(LifeWatch(link)) as watch:
        while True:
            try:
                report = inbox.get(timeout=STOP_POLL_S)
            except queue.Empty:
                give_up_s = _pass_stop_on(link, stop, give_up_s)
                watch.turn()
                continue
            watch.heard()
            if isinstance(report, Progress):
                progress(report.done, report.total)
                give_up_s = _pass_stop_on(link, stop, give_up_s)
                continue
            return _expect(report, Done).execution


def _pass_stop_on(link: ExecutorLink, stop: StopToken, give_up_s: float | None) -> float | None:
    if not stop.is_set:
        return None
    if give_up_s is None:
        link.send(Stop())
        return time.monotonic() + STOPPED_S
    if time.monotonic() > give_up_s:
        link.kill()
        message = "the process that sends input hung after a stop and was ended"
        raise ExecutorGone(message)
    return give_up_s


def _end_action(link: ExecutorLink, inbox: Inbox) -> None:
    """Stop what is being sent and wait until it has ended; end the process if it does not."""
    deadline_s = time.monotonic() + STOPPED_S
    try:
        link.send(Stop())
        while isinstance(inbox.get(timeout=max(0.0, deadline_s - time.monotonic())), Progress):
            continue
    except ExecutorGone:
        return
    except queue.Empty:
        link.kill()


def _expect(report: Report | None, wanted: type[R]) -> R:
    if isinstance(report, wanted):
        return report
    if report is None:
        raise ExecutorGone(GONE)
    if isinstance(report, RefusedReply):
        raise Refused(report.reason, report.message)
    if isinstance(report, Failed):
        raise InputError(report.message)
    message = f"the executor answered with {type(report).__name__}, expected {wanted.__name__}"
    raise ExecutorGone(message)
