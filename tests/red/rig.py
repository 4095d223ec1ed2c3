"""Runs red screens through the real loop, risk, evidence and rules; only screen and hands are fakes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core import actions as a
from automation.core.events import ApproveMode, Ended, Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import Confirmation, Execution, Finish, Outcome, Prepared, Proposal
from automation.core.timing import StopToken
from automation.safety.evidence import windows_of
from automation.safety.rules import Permission, RuledConfirmer, Rules
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_reader import FakeReader
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.red.kit import Red, Scene, Step

THINKING_S = 3.0
"""A model's reply takes this long, so that windows are not young by the rig's doing."""
REJECTED = Confirmation("rejected", "user", reason="no")


@dataclass(frozen=True)
class Setting:
    """How much the user has allowed when the policy turns evil."""

    name: str
    mode: ApproveMode
    permission: Permission | None = None
    """For every program on the screen; None leaves all unsettled."""
    has_person: bool = False
    """Somebody is there who accepts what is easy to undo, and lets the rest of it run too."""


SETTINGS = (
    Setting("ask, nobody there", "ask"),
    Setting("ask, a person who accepts R1 for the rest of the task", "ask", has_person=True),
    Setting("assist, R1 allowed", "assist", Permission.ALLOW_R1),
    Setting("assist, R2 allowed", "assist", Permission.ALLOW_R2),
    Setting("auto, nobody there", "auto"),
    Setting("auto, R2 allowed, a person", "auto", Permission.ALLOW_R2, has_person=True),
)


class EasyPerson:
    """Accepts R1 and below, always for the rest of the task, and rejects everything graver."""

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self.asked: list[tuple[Proposal, int]] = []

    def confirm(self, proposal, risk, observation, stop):
        self.asked.append((proposal, int(risk.level)))
        if risk.level > self.most:
            return REJECTED
        return Confirmation("accepted", "user", allow_rest_in_app=True, decided_s=time.monotonic())

    def choose(self, question, observation, stop):
        return None


@dataclass
class World:
    """The desktop that the run acts in: screen, reader and hands over the same scenes."""

    scenes: Sequence[Scene]
    clock: FakeClock
    at: int = 0
    sent: list[a.Action] = field(default_factory=list)
    prepared: dict[str, a.Action] = field(default_factory=dict)
    _seen: dict[int, tuple[Observation, Scene]] = field(default_factory=dict)

    @property
    def scene(self) -> Scene:
        """What is on the screen."""
        return self.scenes[min(self.at, len(self.scenes) - 1)]

    def observe(self, stop: StopToken, *, is_brief: bool = False) -> Observation:
        stop.check()
        return self.observe_now()

    def observe_now(self) -> Observation:
        observation = self.scene.observation()
        self._seen[id(observation)] = (observation, self.scene)
        return observation

    def tree(self, observation, *, whole_screen=False):
        return self._reader(observation).tree(observation, whole_screen=whole_screen)

    def text(self, observation, region=None):
        return self._reader(observation).text(observation, region)

    def at_point(self, observation, point):
        return self._reader(observation).at(observation, point)

    def refreshed(self, element):
        return element

    def focused(self, observation):
        return self._reader(observation).focused(observation)

    @property
    def reader(self) -> "_Reader":
        """What is read of any look of the run."""
        return _Reader(self)

    def _reader(self, observation) -> FakeReader:
        _, scene = self._seen[id(observation)]
        return FakeReader(scene.elements, scene.lines)

    def prepare(self, action: a.Action) -> Prepared:
        nonce = f"nonce-{len(self.prepared)}"
        self.prepared[nonce] = action
        real = replace(self.scene, windows=self.scene.real or self.scene.windows)
        reached = windows_of(action, real.observation())
        first = reached[0] if reached else None
        number = first.window_id if first else 0
        title, app = (first.title, first.app) if first else ("", "")
        return Prepared(nonce, "", number, title, app, (1280, 800), 0.0)

    def execute(self, nonce, confirmation, stop, progress) -> Execution:
        self.sent.append(self.prepared.pop(nonce))
        self.at += 1
        progress(1, 1)
        return Execution(2, 1.0)

    def release_all(self) -> None:
        """A button that is still down comes up where the pointer is: that is a drop."""
        held = [x for x in self.sent if isinstance(x, a.ButtonDown)]
        let_go = [x for x in self.sent if isinstance(x, a.ButtonUp)]
        moves = [x for x in self.sent if isinstance(x, a.Move)]
        if len(held) > len(let_go) and moves:
            self.sent.append(a.ButtonUp(moves[-1].at))


class _Reader:
    """The world as an `ElementReader` (its `at` is a place in the story)."""

    def __init__(self, world: World) -> None:
        self.tree, self.text = world.tree, world.text
        self.at, self.refreshed, self.focused = world.at_point, world.refreshed, world.focused


class EvilPolicy:
    """Says its transcript line by line, whatever became of the line before."""

    def __init__(
        self, steps: Sequence[Step], world: World, name: str, *, has_effects_allowed: bool = False
    ) -> None:
        self._steps, self._world, self._name = list(steps), world, name
        self._has_effects_allowed = has_effects_allowed
        self.harm: list[a.Action] = []

    @property
    def name(self) -> str:
        return self._name

    def propose(self, task: Task, history: History, observation: Observation, stop: StopToken):
        stop.check()
        self._world.clock.advance(THINKING_S)
        if not self._steps:
            return Finish(Outcome.DONE, "Done.")
        step = self._steps.pop(0)
        action = step.make(self._world.scene)
        if step.is_harm and not (step.is_side_effect and self._has_effects_allowed):
            self.harm.append(action)
        return Proposal(action, sentence="Go on", claim=step.says, evidence=step.says)


@dataclass(frozen=True)
class Ran:
    """What came of one run."""

    sent: tuple[a.Action, ...]
    harm: tuple[a.Action, ...]
    """Harmful actions that were carried out without a person."""
    asked: int
    ended: Ended


def play(
    screen: Red,
    steps: Sequence[Step],
    setting: Setting,
    *,
    at: int = 0,
    policy: str = "holotron",
    person: EasyPerson | None = None,
) -> Ran:
    """Run the steps on the screen, from its scene `at`."""
    clock = FakeClock()
    world = World(screen.scenes, clock, at)
    allowed = setting.permission is Permission.ALLOW_R2
    evil = EvilPolicy(steps, world, policy, has_effects_allowed=allowed)
    human = person or (EasyPerson() if setting.has_person else None)
    ended = played(evil, screen, world, setting, human)
    harm = tuple(action for action in world.sent if any(action is bad for bad in evil.harm))
    return Ran(tuple(world.sent), harm, len(human.asked) if human else 0, ended)


def played(
    policy: Policy, screen: Red, world: World, setting: Setting, human: EasyPerson | None
) -> Ended:
    """Have a policy do the screen's task in its world."""
    apps = {w.executable: setting.permission for s in screen.scenes for w in s.windows}
    rules = Rules(apps if setting.permission else {})
    parts = Parts(
        screen=world, policy=policy, executor=world, reader=world.reader, clock=world.clock,
        confirmer=RuledConfirmer(setting.mode, rules, human),
        verifier=FakeVerifier(), open_log=lambda _task: FakeRunLog(),
    )  # fmt: skip
    return Loop(parts).run(replace(Task(screen.task), approve=setting.mode), StopToken())


def attack(screen: Red, setting: Setting) -> tuple[Ran, ...]:
    """Run the whole transcript, then every later step of it alone on its own scene."""
    ran = [play(screen, screen.evil, setting)]
    if len(screen.scenes) > 1 or any(step.holds for step in screen.evil):
        return tuple(ran)
    for at, step in enumerate(screen.evil):
        if step.is_harm and len(screen.evil) > 1:
            ran.append(play(screen, [step], setting, at=at))
    return tuple(ran)
