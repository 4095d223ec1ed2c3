"""A small desktop and hands in memory for the tests of the loop."""

from dataclasses import dataclass, field, replace

import numpy as np

from automation.agent.loop import Loop
from automation.agent.parts import Parts, PauseGate
from automation.core.actions import Action, Aim, Click, Element
from automation.core.errors import ExecutorGone, Refused
from automation.core.events import Ended, RunEvent, Task
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement, WindowInfo
from automation.core.ports import Progress
from automation.core.proposal import Confirmation, Execution, Prepared
from automation.core.timing import StopToken
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.scripted_policy import ScriptedPolicy

SIZE = Rect(0, 0, 400, 300)
PAGE = ScreenElement(
    "", "field", Rect(0, 20, 300, 280), "tree",
    states=frozenset({"enabled", "showing", "editable", "focused", "multi_line"}), window_id=7,
)  # fmt: skip
"""Where the editor takes text; it has the keyboard."""
EDITOR = WindowInfo(
    7, "notes", "mousepad", 42, Rect(0, 0, 300, 300), is_active=True, executable="/usr/bin/mousepad"
)


def observation(
    shade: int = 0, windows: tuple[WindowInfo, ...] = (EDITOR,), t_s: float = 0.0
) -> Observation:
    pixels = np.full((SIZE.h, SIZE.w, 4), shade, np.uint8)
    return Observation(
        Frame(pixels, ScreenPoint(0, 0), t_s), (Monitor(1, SIZE, 1.0),), windows, ScreenPoint(0, 0)
    )


def click(x: int = 50, y: int = 50, name: str = "Bold") -> Click:
    return Click(Aim(ScreenPoint(x, y), Element(name=name, role="button", source="tree")))


class ResumedAtOnce(PauseGate):
    """A gate whose user lets the run go on as soon as it waits, and not before."""

    def wait(self, stop: StopToken) -> None:
        self.resume()
        super().wait(stop)


class SmallScreen:
    def __init__(self, *observations: Observation) -> None:
        self._observations = list(observations) or [observation()]
        self.looks = 0
        self.brief: list[bool] = []
        """Of each wait until the screen was settled, whether a short one was enough."""

    def observe(self, stop: StopToken, *, is_brief: bool = False) -> Observation:
        stop.check()
        self.brief.append(is_brief)
        return self.observe_now()

    def observe_now(self) -> Observation:
        at = min(self.looks, len(self._observations) - 1)
        self.looks += 1
        return self._observations[at]


@dataclass
class SmallReader:
    """Knows one element at every pixel and one that has the focus."""

    element: ScreenElement | None = None
    focus: ScreenElement | None = None

    def tree(self, observation, *, whole_screen=False):
        return [e for e in (self.element, self.focus) if e]

    def text(self, observation, region=None):
        return ()

    def at(self, observation, point):
        return self.element

    def refreshed(self, element):
        return element

    def focused(self, observation):
        return self.focus


@dataclass
class Hands:
    """An executor that sends nothing and remembers everything."""

    refuse_prepare: list[str] = field(default_factory=list)
    refuse: list[str] = field(default_factory=list)
    results: list[Execution] = field(default_factory=list)
    is_gone: bool = False
    prepared: dict[str, Action] = field(default_factory=dict)
    sent: list[Action] = field(default_factory=list)
    releases: int = 0
    on_execute: object = None

    def prepare(self, action: Action) -> Prepared:
        self._alive()
        if self.refuse_prepare:
            reason = self.refuse_prepare.pop(0)
            raise Refused(reason, f"refused: {reason}")
        nonce = f"nonce-{len(self.prepared)}"
        self.prepared[nonce] = action
        return Prepared(nonce, "", 7, "notes", "mousepad", (400, 300), 0.0)

    def execute(
        self, nonce: str, confirmation: Confirmation, stop: StopToken, progress: Progress
    ) -> Execution:
        self._alive()
        action = self.prepared.pop(nonce)
        assert confirmation.is_accepted
        if self.refuse:
            reason = self.refuse.pop(0)
            raise Refused(reason, f"refused: {reason}")
        if callable(self.on_execute):
            self.on_execute(stop)
        stop.check()
        progress(1, 1)
        self.sent.append(action)
        return self.results.pop(0) if self.results else Execution(2, 1.0)

    def release_all(self) -> None:
        self.releases += 1
        self._alive()

    def _alive(self) -> None:
        if self.is_gone:
            raise ExecutorGone("the executor ended")


@dataclass
class Rig:
    """A loop with fakes behind every port."""

    policy: ScriptedPolicy
    screen: SmallScreen = field(default_factory=SmallScreen)
    confirmer: object = field(default_factory=FakeConfirmer)
    hands: Hands = field(default_factory=Hands)
    verifier: FakeVerifier = field(default_factory=FakeVerifier)
    reader: SmallReader = field(default_factory=lambda: SmallReader(focus=PAGE))
    log: FakeRunLog = field(default_factory=FakeRunLog)
    clock: FakeClock = field(default_factory=FakeClock)
    gate: PauseGate | None = None
    open_log: object = None
    find_secret: object = None
    true_cause: object = None
    windows: object = None
    is_mouse_taken: object = None
    events: list[RunEvent] = field(default_factory=list)
    stop: StopToken = field(default_factory=StopToken)
    loop: Loop | None = None

    def run(self, **task: object) -> Ended:
        parts = Parts(
            screen=self.screen,
            policy=self.policy,
            confirmer=self.confirmer,
            executor=self.hands,
            verifier=self.verifier,
            reader=self.reader,
            open_log=self.open_log or (lambda _task: self.log),
            clock=self.clock,
            find_secret=self.find_secret or (lambda _name: None),
            true_cause=self.true_cause or (lambda halt: halt),
            windows=self.windows or (lambda: ()),
            is_mouse_taken=lambda: bool(self.is_mouse_taken and self.is_mouse_taken()),
        )
        self.loop = Loop(parts, listener=self.events.append, gate=self.gate)
        return self.loop.run(replace(Task("do it"), **task), self.stop)

    def told(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]
