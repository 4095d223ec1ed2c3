"""A small desktop in memory for macros: things with names, that come, go and move between two looks."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.actions import Action, aims_of
from automation.core.events import Ended, Task
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import Confirmer
from automation.core.proposal import Receipt
from automation.core.timing import StopToken
from automation.macros.found import RUNGS, Finder, Found, Missed, Rung, Tried
from automation.macros.macro import Click as ClickStep
from automation.macros.macro import Macro, Target
from automation.macros.play.linking import Source, link
from automation.macros.play.policy import MacroPolicy, Play
from automation.macros.play.step_context import PlayServices
from automation.macros.play.values import Scope, Table, scope_for
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_reader import element
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_screen import picture
from tests.fakes.fake_verifier import FakeVerifier

AREA = Rect(0, 0, 160, 120)
LADDER = RUNGS[: RUNGS.index("landmarks") + 1]
"""The rungs of a finder; the others are the player's."""
FORM = WindowInfo(1, "Form", "app", 7, AREA, is_active=True, executable="/usr/bin/app")


@dataclass(frozen=True)
class Thing:
    """Something on the screen that a step can mean."""

    name: str
    box: Rect
    role: str = "button"
    rung: Rung = "tree"
    score: float = 1.0
    value: str | None = None
    states: frozenset[str] = frozenset({"enabled", "showing"})

    def element(self) -> ScreenElement:
        """Return it as the tree tells it."""
        return element(
            self.name, self.role, self.box, states=self.states, window_id=1, value=self.value
        )


def thing(name: str, place: int = 0, **more: object) -> Thing:
    """Return a thing in one of 40 places that do not overlap."""
    box = Rect(4 + 38 * (place % 4), 4 + 11 * (place // 4), 30, 8)
    return Thing(name, box, **more)  # type: ignore[arg-type]  # a test's own words


FIELD = thing(
    "Field", 39, role="field", states=frozenset({"enabled", "showing", "editable", "focused"})
)
"""Has the keyboard, and takes text."""


@dataclass
class World:
    """`things` is what is there; `on_look` may change it at each look, `on_action` by each action.

    Nothing else changes it: between a look and the press that follows from it all is still.
    """

    things: list[Thing] = field(default_factory=list)
    windows: tuple[WindowInfo, ...] = (FORM,)
    on_look: Callable[["World"], None] = lambda world: None
    on_action: Callable[["World", Action], None] = lambda world, action: None
    looks: int = 0
    pressed: list[str] = field(default_factory=list)
    """Names of what was pressed, in order; empty for a press on nothing."""
    sent: list[Action] = field(default_factory=list)

    def active_title(self) -> str:
        """Return the title of the window that has the keyboard."""
        return next((w.title for w in self.windows if w.is_active), "")

    def observe(self, stop: StopToken, *, is_brief: bool = False) -> Observation:
        """Look at the settled screen."""
        stop.check()
        return replace(self.observe_now(), is_brief=is_brief)

    def observe_now(self) -> Observation:
        """Look."""
        self.looks += 1
        self.on_look(self)
        monitors = (Monitor(1, AREA, 1.0),)
        marks = [(t.box, 40 + 7 * (sum(map(ord, t.name)) % 20)) for t in self.things]
        return Observation(
            picture(*marks, size=(AREA.w, AREA.h)), monitors, self.windows, ScreenPoint(0, 0)
        )

    def at(self, point: ScreenPoint) -> str:
        """Return the name of what is at a pixel."""
        return next((t.name for t in self.things if t.box.contains(point)), "")

    def carry_out(self, action: Action) -> None:
        """Do what an executor would have done."""
        self.sent.append(action)
        self.pressed += [self.at(aim.point) for aim in aims_of(action)]
        self.on_action(self, action)

    # the reader
    def tree(self, observation: Observation, *, whole_screen: bool = False) -> list[ScreenElement]:
        """Return what the tree tells."""
        return [t.element() for t in self.things]

    def text(self, observation: Observation, region: Rect | None = None) -> list[ScreenElement]:
        """Return nothing: there is no OCR here."""
        return []

    def element_at(self, observation: Observation, point: ScreenPoint) -> ScreenElement | None:
        """Return what is at a pixel."""
        return next((t.element() for t in self.things if t.box.contains(point)), None)

    def focused(self, observation: Observation) -> ScreenElement | None:
        """Return what has the keyboard."""
        return next((t.element() for t in self.things if "focused" in t.states), None)


class WorldReader:
    """Reads a world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def tree(self, observation, *, whole_screen=False):
        return self._world.tree(observation)

    def text(self, observation, region=None):
        return []

    def at(self, observation, point):
        return self._world.element_at(observation, point)

    def refreshed(self, element):
        found = [e for e in self._world.tree(None) if e.handle == element.handle]
        return found[0] if found else None

    def focused(self, observation):
        return self._world.focused(observation)


class WorldFinder:
    """Finds things by their names; never guesses between two."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.asked: list[tuple[Target, Rung]] = []

    def find(self, target, observation, images, stop, *, lowest="landmarks"):
        stop.check()
        self.asked.append((target, lowest))
        fitting = [t for t in self._world.things if t.name == target.name]
        if not fitting:
            tried = tuple(_nothing(rung) for rung in LADDER)
            return Missed("missing", f"“{target.name}” is not there", (), tried)
        candidates = tuple(t.element() for t in fitting)
        if len(fitting) > 1:
            return Missed("several", f"{len(fitting)} are called “{target.name}”", candidates)
        one = fitting[0]
        if RUNGS.index(one.rung) > RUNGS.index(lowest):
            return Missed("not_allowed", f"“{target.name}” is only found too low", candidates)
        known = candidates[0] if one.rung == "tree" else None
        before = tuple(map(_nothing, RUNGS[: RUNGS.index(one.rung)]))
        tried = (*before, Tried(one.rung, 5.0, one.score, 1))
        return Found(one.box.center, one.box, one.rung, one.score, known, 1, tried)


def _nothing(rung: Rung) -> Tried:
    return Tried(rung, 2.0, note=f"nothing by {rung}")


_TYPED: type[Finder] = WorldFinder


class NoImages:
    """A macro without pictures."""

    def image(self, path):
        raise AssertionError(f"there is no picture {path}")


def macro(*steps, **more) -> Macro:
    """Return a macro of these steps."""
    return Macro(deskhand=1, **{"name": "Test", "on_mismatch": "stop", "steps": steps, **more})


def click(name: str, step_id: str = "", **more) -> ClickStep:
    """Return a step that clicks what has this name."""
    made = step_id or f"click-{name.lower()}"
    return ClickStep(id=made, target=Target(name=name), **more)


@dataclass
class Rig:
    """A replay in a world, by the real loop."""

    world: World
    macro: Macro
    scope: Scope | None = None
    table: Table | None = None
    confirmer: Confirmer = field(default_factory=FakeConfirmer)
    receipts: list[Receipt] = field(default_factory=list)
    checks: list[Receipt] = field(default_factory=list)
    told: list[Receipt | None] = field(default_factory=list)
    others: dict[str, Macro] = field(default_factory=dict)
    clock: FakeClock = field(default_factory=FakeClock)
    stop: StopToken = field(default_factory=StopToken)
    play: dict[str, object] = field(default_factory=dict)
    tools: dict[str, object] = field(default_factory=dict)
    events: list[object] = field(default_factory=list)
    policy: MacroPolicy | None = None
    log: FakeRunLog = field(default_factory=FakeRunLog)
    finder_type: type[WorldFinder] = WorldFinder

    def run(self, **task: object) -> Ended:
        """Play it to its end."""
        sources = {n: Source(m, NoImages(), is_trusted=True) for n, m in self.others.items()}
        linked = link(Source(self.macro, NoImages(), is_trusted=True), sources.__getitem__)
        scope = self.scope if self.scope is not None else scope_for(self.macro, {})
        assert isinstance(scope, Scope), scope
        reader = WorldReader(self.world)
        finder = self.finder_type(self.world)
        tools = PlayServices(finder, reader, self.clock, **self.tools)  # type: ignore[arg-type]
        play = Play(linked, scope, self.table, **self.play)  # type: ignore[arg-type]
        self.policy = MacroPolicy(play, tools)

        def carry_out(action: Action) -> None:
            self.world.carry_out(action)

        parts = Parts(
            screen=self.world,
            policy=self.policy,
            confirmer=self.confirmer,
            executor=FakeExecutor(on_execute=carry_out, window_title=self.world.active_title),
            verifier=FakeVerifier(self.receipts, self.checks, self.told),
            reader=reader,
            open_log=lambda _task: self.log,
            clock=self.clock,
        )
        self.finder = finder
        self.loop = Loop(parts, listener=self.events.append)
        self.ended = self.loop.run(Task("Play", "macro", **{"max_steps": 500, **task}), self.stop)
        return self.ended

    @property
    def report(self):
        """The report as it would be kept."""
        outcome = str(self.ended.outcome)
        return self.policy.reporter.report("run-1", "", outcome, self.ended.message)

    def states(self) -> list[tuple[str, int, str]]:
        """Return id, row and state of every step of the report."""
        return [(s.id, s.row, str(s.state)) for s in self.report.steps]
