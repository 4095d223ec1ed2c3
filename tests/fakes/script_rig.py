"""Runs scripts without a desktop: as values handed over, or by the real loop in a world of things."""

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.events import Ended, Task
from automation.core.ports import Confirmer
from automation.core.proposal import Receipt
from automation.core.secrets import SecretEntry
from automation.core.timing import StopToken
from automation.macros.macro import Macro
from automation.macros.play.linking import Source
from automation.macros.play.step_context import PlayServices
from automation.macros.script.calls import Calls, Pictures
from automation.macros.script.policy import EndRun, Inbox, ScriptPolicy
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.macro_world import World, WorldFinder, WorldReader


@dataclass
class ScriptRig:
    """A script's steps in a world, by the real loop on a thread of its own."""

    world: World
    confirmer: Confirmer = field(default_factory=FakeConfirmer)
    receipts: list[Receipt] = field(default_factory=list)
    checks: list[Receipt] = field(default_factory=list)
    on_mismatch: str = "stop"
    tools: dict[str, object] = field(default_factory=dict)
    task: dict[str, object] = field(default_factory=dict)
    clock: FakeClock = field(default_factory=FakeClock)
    stop: StopToken = field(default_factory=StopToken)
    log: FakeRunLog = field(default_factory=FakeRunLog)
    inbox: Inbox = field(default_factory=Inbox)
    policy: ScriptPolicy | None = None
    finder_type: type[WorldFinder] = WorldFinder

    def _run(self) -> None:
        ended = Ended("", "error", "the rig failed", 0)
        try:
            ended = self._played()
        finally:
            self.inbox.over(ended)

    def _played(self) -> Ended:
        reader = WorldReader(self.world)
        macro = Macro(deskhand=1, name="a.py", on_mismatch=self.on_mismatch)
        pictures = Pictures(Path("/nowhere"))
        tools = PlayServices(self.finder_type(self.world), reader, self.clock, **self.tools)
        self.policy = ScriptPolicy(Source(macro, pictures, is_trusted=True), self.inbox, tools)
        self.executor = FakeExecutor(on_execute=self.world.carry_out, window_title="Form")
        parts = Parts(
            screen=self.world,
            policy=self.policy,
            confirmer=self.confirmer,
            executor=self.executor,
            verifier=FakeVerifier(self.receipts, self.checks),
            reader=reader,
            open_log=lambda _task: self.log,
            clock=self.clock,
            find_secret=lambda name: SecretEntry(name),
        )
        task = Task("Run", "macro", **{"max_steps": 100, **self.task})
        return Loop(parts).run(task, self.stop)

    @contextmanager
    def hand(self):
        """Yield what a script has, and end the run as the script ends."""
        thread = threading.Thread(target=self._run)
        thread.start()
        try:
            yield Calls(self.inbox.ask, Pictures(Path("/nowhere")))
        except BaseException:
            self.stop.stop("signal")
            raise
        else:
            self.end(EndRun())
        finally:
            thread.join()

    def end(self, request: EndRun) -> None:
        """End the run as a script does."""
        try:
            self.inbox.ask(request)
        except BaseException as error:
            if self.inbox.ended is None:
                raise
            self.raised = error

    @property
    def ended(self) -> Ended:
        """How the run ended."""
        return self.inbox.ended

    @property
    def report(self):
        """The report as it would be kept."""
        return self.policy.reporter.report("r", "", str(self.ended.outcome), self.ended.message)
