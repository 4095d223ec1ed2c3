"""Runs on paper: the real loop, record, screen and executor's rules on hands and pixels in memory."""

import datetime
import itertools
import json
import re
import time
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

import numpy as np

from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.events import Ended, Task
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Confirmation, Receipt
from automation.core.timing import StopToken
from automation.desktop.input.protocol import Approval
from automation.desktop.screen import DesktopScreen, Pace
from automation.records.store import Store
from model.policy import HolotronPolicy, Manner
from model.prompt.profile import profile
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_engine import FakeVoice
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.fake_windows import FakeWindows, window
from tests.fakes.model_specs import small_spec
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.proof.fault_kinds_parts import (
    HELD_KEY,
    TEXT,
    Kind,
    Moments,
    Phase,
    Resources,
    record_faults,
    script,
    told_once,
)

SIZE = (800, 600)
POINT = ScreenPoint(650, 400)
_MARK = Rect(8, 8, 64, 16)
"""The part of the picture that shows how many events came in."""
_SERIAL = Rect(80, 8, 64, 16)
"""A part that is another in each run: a picture that is there already is not written again."""
_SERIALS = itertools.count(1)
_FIELD = element(
    "", "field", Rect(10, 40, 200, 30),
    states=frozenset({"enabled", "showing", "editable", "focused"}),
)  # fmt: skip
"""What has the keyboard."""
_FAST = Pace(poll_s=0.0, still_s=0.0, cap_s=0.5, repeating_s=0.1)


class PaperScreen:
    """Grabs and describes a desktop whose picture follows what was sent."""

    def __init__(self, parts: ExecutorParts) -> None:
        self._parts = parts
        self.is_black = False
        self.is_frozen = False
        self._shown = 0
        self._serial = next(_SERIALS).to_bytes(4, "little")[:3]

    def grab(self, region: Rect | None = None) -> Frame:
        part = Rect(0, 0, *self._parts.size)
        pixels = np.full((part.h, part.w, 4), 0 if self.is_black else self._parts.level, np.uint8)
        if not self.is_black:
            self._shown = self._shown if self.is_frozen else len(self._parts.events)
            mark = np.uint8(1 + self._shown % 200)
            pixels[_MARK.y : _MARK.bottom, _MARK.x : _MARK.right, :3] = mark
            pixels[_SERIAL.y : _SERIAL.bottom, _SERIAL.x : _SERIAL.right, :3] = (*self._serial,)
        whole = Frame(pixels, ScreenPoint(0, 0), self._parts.clock.now_s())
        return whole if region is None else whole.crop(region)

    def reopen(self) -> None:
        """Nothing to learn."""

    def seen(self):
        return self._parts.windows.windows()

    def listed(self):
        found = self._parts.windows.windows()
        return found, found

    def windows(self):
        return self._parts.windows.windows()

    def opaque_parts(self, windows):
        return {}

    def monitors(self):
        return (Monitor(1, Rect(0, 0, *self._parts.size), 1.0),)

    def pointer(self):
        return self._parts.backend.pointer()


class PaperHands:
    """Implements `core.ports.Executor` on a session in this process."""

    def __init__(self, parts: ExecutorParts) -> None:
        self._parts = parts

    def prepare(self, action):
        return self._parts.session.prepare(action)

    def execute(self, nonce, confirmation, stop, progress):
        stop.check()
        self._parts.on_send = lambda primitive: stop.is_set and self._parts.session.stop("user")
        now_s = self._parts.clock.now_s()
        approval = Approval(confirmation.verdict, confirmation.by, now_s, confirmation.action)
        return self._parts.session.execute(nonce, approval, progress)

    def release_all(self):
        self._parts.session.release_all()


class PaperVerifier:
    """Has seen an effect when the picture changed."""

    def receipt(self, action, proposal, before, after, pressed=None):
        is_same = np.array_equal(before.frame.pixels, after.frame.pixels)
        return Receipt("not_seen" if is_same else "effect_seen", "compared")

    def told(self, action, proposal):
        return None

    def check(self, check, observation, stop):
        return Receipt("effect_seen", "looked")


class PaperUser:
    """Accepts everything."""

    def confirm(self, proposal, risk, observation, stop):
        stop.check()
        return Confirmation("accepted", "user", decided_s=time.monotonic())

    def choose(self, question, observation, stop):
        stop.check()
        return 1


class PaperEngine:
    """A model that says what its script says, in the contract's words; `bad` spoils what follows."""

    def __init__(self) -> None:
        self.bad = None
        self.request = None

    def propose(self, request, *, stop, on_event=None):
        from automation.core.generation import Completion, StepStats

        stop.check()
        self.request = request
        if isinstance(self.bad, BaseException):
            raise self.bad
        if callable(self.bad):
            return self.bad(stop)
        at = sum(1 for m in request.conversation.messages if m.role == "assistant")
        text = self.bad if self.bad is not None else _REPLIES[min(at, len(_REPLIES) - 1)]
        return Completion(text, "", "stop", (1,), StepStats())

    def anticipate(self, conversation):
        """Nothing to read."""


def reply(tool, **arguments):
    """Return a step in the words of the contract."""
    call = {"tool_name": tool, **arguments}
    return json.dumps({"note": None, "thought": "next", "tool_call": call})


def click_at(x, y) -> str:
    """Return a click in thousandths of the picture, or in anything else that JSON can hold."""
    return reply("click_desktop", element="the button", x=x, y=y, button="left")


_REPLIES = (
    reply("key_down_desktop", key=HELD_KEY),
    reply("write_desktop", content=TEXT),
    click_at(810, 660),
    reply("key_up_desktop", key=HELD_KEY),
    reply("answer", content="All of it is there."),
)


class PaperDesk:
    """One desk for any number of runs; `undo` takes patches back."""

    size = SIZE

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir(mode=0o700, parents=True)
        self.store = Store(self.home)
        self.undo = ExitStack()
        self.told = []
        self.new_parts()

    def new_parts(self) -> None:
        """Take fresh hands, as a fresh executor has them."""
        whole = window(1, Rect(0, 0, *self.size))
        self.parts = self.executor_parts(FakeWindows(whole, focused=1))
        self.parts.size = self.parts.backend.size = self.size
        self.paper = PaperScreen(self.parts)
        self.parts.display_grab = self.parts.grab
        self.screen = DesktopScreen(self.paper, self.paper, pace=_FAST)
        self.reader = FakeReader([_FIELD])
        self.verifier, self.user = PaperVerifier(), PaperUser()
        self.hands = PaperHands(self.parts)
        self.engine = PaperEngine()
        self.stop = StopToken()
        self.hear = lambda event: None

    def executor_parts(self, windows: FakeWindows) -> ExecutorParts:
        """Return the executor's rules on fake hands."""
        return ExecutorParts(windows=windows, own_pids=(999,))

    def find_secret(self, name: str):
        """Return what is known of a secret: here there is none."""
        return

    def patch(self, target, name, value) -> None:
        """Replace an attribute until the fault is over."""
        self.undo.enter_context(mock.patch.object(target, name, value))

    def policy(self, *, is_model: bool):
        """Return who decides."""
        if not is_model:
            return ScriptedPolicy(script(POINT))
        manner = Manner(profile(), small_spec().image, is_calibrated=True)
        return HolotronPolicy(
            self.engine,
            manner,
            self.reader,
            read_key=lambda name: tuple(name.lower().split("+")),
            voice=FakeVoice(),
            today=lambda: datetime.date(2026, 11, 21),
        )

    def run(self, policy, moments: Moments | None = None) -> Ended:
        """Run a task to its end."""
        self.told = []

        def listen(event):
            self.told.append(event)
            if moments is not None:
                moments(event)
            self.hear(event)

        def open_log(task):
            log = self.store.new_run(task)
            if moments is not None:
                moments.began()
            return log

        self.policy_now = policy
        parts = Parts(
            screen=self.screen,
            policy=policy,
            confirmer=self.user,
            executor=self.hands,
            verifier=self.verifier,
            reader=self.reader,
            open_log=open_log,
            clock=self.parts.clock,
            find_secret=lambda name: self.find_secret(name),
            windows=lambda: self.paper.windows(),  # looked up anew: a test may replace it
        )
        return Loop(parts, listener=listen).run(Task("do it"), self.stop)

    def close(self) -> None:
        self.undo.close()
        self.store.close()


def strike(desk: PaperDesk, kind: Kind, phase: Phase, *, is_model: bool) -> list[str]:
    """Run one fault in one phase; return what is wrong afterwards, nothing if all is well."""
    desk.new_parts()
    policy = desk.policy(is_model=is_model)
    moments = Moments(phase, lambda: kind.strike(desk))
    before = Resources.now()
    try:
        ended = desk.run(policy, moments)
    except BaseException as error:  # noqa: BLE001 - a run that raises is what is looked for
        return [f"the run raised {type(error).__name__}: {error}"]
    finally:
        desk.undo.close()
    desk.last = ended
    faults = told_once(desk.told, ended)
    if not moments.has_struck:
        faults.append("the fault never struck")
    if ended.outcome not in kind.ends:
        faults.append(f"ended {ended.outcome}, expected {sorted(kind.ends)}: {ended.message}")
    if not re.search(kind.says, ended.message):
        faults.append(f"the sentence does not say {kind.says!r}: {ended.message}")
    if not desk.parts.is_quiet:
        faults.append("something is held down")
    faults += _next_task(desk)
    faults += _record_faults(desk, ended)
    return faults + Resources.faults_since(before)


def _record_faults(desk: PaperDesk, ended: Ended) -> list[str]:
    """Check the record; what could not be written at the end is, with the next start at last."""
    if "could not be recorded" not in ended.message:
        return record_faults(desk.home, ended.outcome, run=ended.run)
    desk.store.close()
    desk.store = Store(desk.home)
    return record_faults(desk.home, None, run=ended.run)


def _next_task(desk: PaperDesk) -> list[str]:
    desk.new_parts()
    ended = desk.run(ScriptedPolicy(proposing(*(p.intent for p in script(POINT)[2:3]))))
    return [] if ended.outcome == "done" else [f"the next task: {ended.outcome} {ended.message}"]
