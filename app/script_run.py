"""The run under a script: the loop on a thread of its own, everything else as under `deskhand do`. No Qt.

The script's thread begins it and hands steps over; the agent thread opens the desk, runs and closes
it. Whatever the script does, the run ends and nothing is held down.
"""

import contextlib
import hashlib
import logging
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.do_command import SIGNAL_BASE, stoppable, with_model
from app.folders import user_folders
from app.macro_tools import tools_for
from app.room import check_room
from app.run_start import desk_for_run, not_begun, settings_in
from app.run_terms import Askable, Brought, budgets_of_known, keep_under
from app.script_options import Plan
from app.script_voice import ScriptVoice
from app.script_words import task_text
from app.settings import Settings
from automation.agent.outcomes import unforeseen
from automation.core.errors import AssistantError
from automation.core.events import Ended, Task
from automation.core.ports import ElementReader, Policy
from automation.core.proposal import Outcome
from automation.core.stopping import StopToken
from automation.core.visible import visible_text
from automation.macros.macro import Macro
from automation.macros.player.linking import Source
from automation.macros.script.errors import ScriptError, ScriptStopped, error_of
from automation.macros.script.inbox import EndRun, Inbox, Reply, Request
from automation.macros.script.pictures import Pictures
from automation.macros.script.policy import ScriptPolicy

log = logging.getLogger(__name__)

_MOST_NAME_CHARS: Final = 100
_ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
NOT_BEGUN: Final = "a step needs a run: use `with Hand(...) as hand:`"


class Interrupted(SystemExit):
    """A signal ended the script."""


class ScriptRun:
    """One run of one script. Made, begun and ended by the script's main thread."""

    def __init__(self, plan: Plan, pictures: Pictures) -> None:
        """Take what is run; nothing begins."""
        self._plan = plan
        self._pictures = pictures
        self._inbox = Inbox()
        self._stop = StopToken()
        self._policy: ScriptPolicy | None = None
        # Should a script leave it running: the process ends, and the executor lets go of everything.
        self._thread = threading.Thread(target=self._work, name="agent", daemon=True)
        self._signals = contextlib.ExitStack()
        self._is_begun = False

    def ask(self, request: Request) -> Reply:
        """Hand a request of the script over and return what came of it.

        Raises:
            RuntimeError: the run was not begun.
            ScriptError: the run is over.
            ScriptStopped: it was stopped.
        """
        if not self._is_begun:
            raise RuntimeError(NOT_BEGUN)
        return self._inbox.ask(request)

    def begin(self) -> None:
        """Begin the run; returns when it takes steps.

        Raises:
            RuntimeError: it was begun before, or this is not the main thread.
            ScriptError: it cannot begin.
        """
        if self._is_begun or threading.current_thread() is not threading.main_thread():
            message = "a Hand serves one run, which begins on the main thread"
            raise RuntimeError(message)
        self._is_begun = True
        self._signals.enter_context(heeded(self._stop))
        try:
            self._thread.start()
            self._inbox.began.wait()
        except BaseException as error:
            self.end(EndRun(), error)
            raise
        ended = self._inbox.ended
        if ended is not None:
            self._settle()
            raise error_of(ended.outcome, ended.message)

    def end(self, request: EndRun, error: BaseException | None) -> Ended:
        """End the run and return how it ended.

        Args:
            request: how the script ended.
            error: what it ended with; an interruption stops the run at once.
        """
        _hold_signals()
        if isinstance(error, KeyboardInterrupt | Interrupted) or self._stop.is_set:
            self._stop.stop("signal")
        else:
            with contextlib.suppress(ScriptError, ScriptStopped):
                self._inbox.ask(request)
        self._settle()
        ended = self._inbox.ended
        assert ended is not None, "the thread says how it ended before it ends"
        return ended

    def _settle(self) -> None:
        self._thread.join()
        self._signals.close()

    def _work(self) -> None:
        """Run on the agent thread; whatever happens, the script is told."""
        ended = Ended("", Outcome.ERROR, "The run could not be begun.", 0)
        voice: ScriptVoice | None = None
        try:
            voice = ScriptVoice(self._plan, lambda: self._policy, self._stop)
            ended = self._run(voice)
        except ScriptError as error:
            ended = Ended("", error.outcome, str(error), 0)
        except AssistantError as error:
            finish = not_begun(error)
            ended = Ended("", finish.outcome, finish.message, 0)
        except BaseException as error:  # the thread's top frame
            log.exception("the script could not be run")
            finish = unforeseen(error)
            ended = Ended("", finish.outcome, finish.message, 0)
        finally:
            if voice is not None and not ended.run:
                voice.never_began(ended)
            self._inbox.over(ended)

    def _run(self, voice: ScriptVoice) -> Ended:
        check_room()
        folders = user_folders()
        folders.create()
        settings = with_model(settings_in(folders), self._plan.model or None)
        human = voice.human()
        brought = self._brought(settings, is_attended=human is not None)
        task = self._task(settings, brought)
        voice.keep_in(folders.data if task.keep != "nothing" else None)
        with desk_for_run(folders, settings, self._stop) as desk:
            return desk.run(task, human, voice, self._stop, brought=brought)

    def _brought(self, settings: Settings, *, is_attended: bool) -> Brought:
        plan = self._plan
        limits = budgets_of_known(
            settings,
            actions=plan.needed_steps,
            rows=plan.rows,
            max_steps=plan.max_steps,
            timeout_s=plan.timeout_s,
        )

        def bring(reader: ElementReader, model: Askable | None = None) -> Policy:
            tools = replace(
                tools_for(reader, model, settings),
                speed=plan.speed,
                is_attended=is_attended,
                breaks=plan.breaks,
            )
            self._policy = ScriptPolicy(self._source(), self._inbox, tools)
            return self._policy

        return Brought(bring, limits, may_load=bool(plan.model))

    def _source(self) -> Source:
        plan = self._plan
        with contextlib.suppress(OSError):
            content = hashlib.sha256(plan.file.read_bytes()).hexdigest()
            return Source(_nameless(plan), self._pictures, is_trusted=True, digest=content)
        return Source(_nameless(plan), self._pictures, is_trusted=True)

    def _task(self, settings: Settings, brought: Brought) -> Task:
        return Task(
            task_text(visible_text(self._plan.file.name)),
            policy="macro",
            approve=self._plan.approve,
            max_steps=brought.limits.steps,
            timeout_s=brought.limits.wall_s,
            keep=keep_under(settings, self._plan.keep),
        )


def _nameless(plan: Plan) -> Macro:
    """Return the macro without steps that a script's steps belong to."""
    name = visible_text(plan.file.name)[:_MOST_NAME_CHARS]
    return Macro(deskhand=1, name=name, on_mismatch=plan.on_mismatch)


@contextlib.contextmanager
def heeded(stop: StopToken) -> Iterator[None]:
    """Stop the run on a signal, at once, and interrupt the script as Python does."""

    def _leave(number: int, _frame: object) -> None:
        raise Interrupted(SIGNAL_BASE + number)

    with stoppable(stop):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in _ENDING:
            signal.signal(number, _leave)
        yield


def _hold_signals() -> None:
    """Let no signal cut the ending short; each still stops the run."""
    for number in (signal.SIGINT, *_ENDING):
        signal.signal(number, lambda *_: None)
