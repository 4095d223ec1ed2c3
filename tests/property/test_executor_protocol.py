"""Whatever an app says in whatever order: no event without its own fresh approval, nothing stuck."""

import math

import pytest
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from automation.core.actions import (
    Aim,
    ButtonDown,
    ButtonUp,
    Click,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Move,
    Scroll,
    Write,
    aims_of,
)
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent
from automation.desktop.input.protocol import Budgets
from automation.desktop.input.session import DECIDED_FOR_S
from tests.fakes.executor_parts import SIZE, ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window
from tests.slow import examples

NONCE_S = 60.0
OWN_PID = 77

points = st.builds(ScreenPoint, st.integers(0, SIZE[0] - 1), st.integers(0, SIZE[1] - 1))
aims = st.builds(Aim, points)
buttons = st.sampled_from(["left", "middle", "right"])
keys = st.sampled_from(["a", "x", "enter", "tab", "shift", "ctrl"])
actions = st.one_of(
    st.builds(Click, aims, buttons, st.integers(1, 3), st.sampled_from([(), ("ctrl",)])),
    st.builds(Move, aims),
    st.builds(ButtonDown, aims, buttons),
    st.builds(ButtonUp, aims, buttons),
    st.builds(Drag, st.tuples(points, points, points), buttons, duration_s=st.just(0.1)),
    st.builds(Scroll, st.sampled_from(["up", "down"]), st.integers(1, 4), aims | st.none()),
    st.builds(Write, st.text("aA1é日\n", max_size=8), aims | st.none(), st.booleans()),
    st.builds(Hotkey, st.tuples(keys, keys), st.integers(1, 2)),
    st.builds(KeyDown, keys),
    st.builds(KeyUp, keys),
    st.builds(HoldAndTap, st.tuples(keys), st.tuples(keys, keys)),
    st.just(Click(Aim(ScreenPoint(-1, 5)))),
    st.just(Hotkey(("no such key",))),
    st.just(Write("bell\a")),
)
MEDDLING = ["stop", "kill", "user", "cover", "focus", "size", "picture", "disarm"]
MEDDLING += ["desktop", "sleep", "lock", "invisible"]
LOCKER = window(66, app="i3lock", is_popup=True)
VERDICTS = ["accepted", "edited", "rejected"]


class ExecutorProtocol(RuleBasedStateMachine):
    """Prepares, approves, stops, kills, waits and meddles; keeps its own book of what is good."""

    def __init__(self):
        super().__init__()
        self.ours = window(9, pid=OWN_PID)
        self.parts = ExecutorParts(
            nonce_s=NONCE_S,
            own_pids=(OWN_PID,),
            budgets=Budgets(steps=10_000, wall_s=1e9),
            windows=FakeWindows(window(1), window(2), focused=1),
        )
        self.nonces = []
        self.forget_looks()
        self.is_killed = False
        self.may_send = False
        self.meddling = None
        self.parts.on_send = self.see

    def see(self, primitive):
        """Look at every single event on its way out."""
        is_event = isinstance(primitive, MoveEvent | ButtonEvent | KeyEvent)
        if is_event and getattr(primitive, "is_down", True):
            assert self.may_send, f"{primitive} went out without an approval"
            assert self.parts.windows.focused != 9, f"{primitive} while a window of ours has focus"
        if self.meddling is not None:
            meddling, self.meddling = self.meddling, None
            self.meddle(meddling)

    @rule(action=actions)
    def prepare(self, action):
        before = len(self.parts.backend.log)
        try:
            nonce = self.parts.session.prepare(action).nonce
        except Refused:
            nonce = None
        assert len(self.parts.backend.log) == before
        if nonce is None:
            return
        assert nonce not in self.good
        assert not self.is_killed
        seen = (self.parts.level if aims_of(action) else None, self.parts.size, *self.presence())
        self.nonces.append(nonce)
        self.shown_s = min(self.shown_s, self.parts.clock.now_s())
        self.good[nonce] = (self.parts.clock.now_s(), action, seen)

    @precondition(lambda self: self.nonces)
    @rule(
        back=st.integers(1, 4),
        other=st.none() | actions,
        verdict=st.sampled_from(VERDICTS),
        ago_s=st.sampled_from([0.0, 0.0, 20.0, 90.0, -1.0]),
    )
    def execute(self, back, other, verdict="accepted", ago_s=0.0):
        """Approve, now and then for something else than was prepared, now and then twice."""
        nonce = self.nonces[-min(back, len(self.nonces))]
        before = len(self.parts.backend.log)
        kind = type(self.good[nonce][1]).__name__ if nonce in self.good else ""
        approval = self.parts.approval(verdict, other, ago_s=ago_s)
        self.may_send = is_good = self.is_good(nonce, approval)
        try:
            execution = self.parts.execute(nonce, approval)
        except Refused:
            assert not self.presses_since(before)
        else:
            assert is_good
            assert execution.completed or self.parts.is_quiet
            self.forget_looks()  # what was prepared before it looked at a screen that is gone
            event(f"carried out: {kind}")
        finally:
            self.may_send = False
            self.meddling = None

    def forget_looks(self):
        self.good = {}
        self.shown_s = math.inf

    def presence(self):
        return self.parts.windows.desktop, self.parts.slept_s

    def is_good(self, nonce, approval):
        """Tell whether the protocol allows this execution; using it up either way."""
        nothing = (math.nan, None, (None, None, None, None))
        minted_s, action, (level, size, *presence) = self.good.pop(nonce, nothing)
        now_s, wanted = self.parts.clock.now_s(), approval.action
        since_s = self.shown_s if approval.verdict == "edited" else minted_s
        return (
            now_s <= minted_s + NONCE_S
            and since_s <= approval.decided_s <= now_s
            and now_s - approval.decided_s <= DECIDED_FOR_S
            and not self.is_killed
            and self.parts.is_armed
            and (wanted == action or (wanted is None and approval.verdict == "accepted"))
            and approval.verdict != "rejected"
            and level in (None, self.parts.level)
            and size == self.parts.size
            and tuple(presence) == self.presence()
            and LOCKER not in self.parts.windows.stack
        )

    @rule(nonce=st.text(max_size=40))
    def execute_something_made_up(self, nonce):
        with pytest.raises(Refused):
            self.parts.execute(nonce)

    @rule(seconds=st.sampled_from([0.5, 30.0, 61.0]))
    def let_time_pass(self, seconds):
        self.parts.clock.advance(seconds)

    @rule(
        action=actions,
        between=st.none() | st.sampled_from([*MEDDLING, "time"]),
        during=st.none() | st.sampled_from(MEDDLING),
        is_twice=st.booleans(),
    )
    def act(self, action, between, during, is_twice):
        """Prepare and execute, perhaps with something happening between and after the first event."""
        self.repair()
        self.prepare(action)
        if between == "time":
            self.parts.clock.advance(NONCE_S + 1)
        elif between:
            self.meddle(between)
        for _ in range(1 + is_twice):
            self.meddling = during
            if self.nonces:
                self.execute(1, None)

    @rule(what=st.sampled_from(MEDDLING))
    def meddle(self, what):
        """Let something happen, between two actions or in the middle of one."""
        match what:
            case "stop":
                self.parts.session.stop()
                self.forget_looks()
            case "kill":
                self.parts.session.kill()
                self.is_killed = True
                self.forget_looks()
            case "user":
                self.touch()
            case "disarm":
                self.parts.is_armed = not self.parts.is_armed
            case _:
                self.change_scene(what)

    def change_scene(self, what):
        match what:
            case "cover" | "focus":
                if self.ours not in self.parts.windows.stack:
                    self.parts.windows.stack.insert(0, self.ours)
                if what == "focus":
                    self.parts.windows.focused = 9
            case "size":
                self.parts.size = SIZE if self.parts.size != SIZE else (1280, 800)
            case "picture":
                self.parts.level = (self.parts.level + 100) % 256
            case "desktop":
                self.parts.windows.desktop += 1
            case "sleep":
                self.parts.slept_s += 60.0
            case "lock":
                self.parts.windows.stack.insert(0, LOCKER)
            case "invisible":
                self.parts.windows.invisible.add(100 + len(self.parts.windows.invisible))

    @rule()
    def release(self):
        self.parts.session.release_all()
        assert self.parts.is_quiet

    @rule()
    def repair(self):
        """Make everything as it should be, and begin a run."""
        self.parts.session.begin_run(Budgets(steps=10_000, wall_s=1e9))
        self.is_killed = False
        self.forget_looks()
        self.parts.size = SIZE
        self.parts.is_armed = True
        kept = (self.ours, LOCKER)
        self.parts.windows.stack = [w for w in self.parts.windows.stack if w not in kept]
        self.parts.windows.focused = 1

    def touch(self):
        touch = InputEvent("key", 30, is_down=True)
        self.parts.session.hear_user(touch, self.parts.backend.pointer)

    def presses_since(self, length):
        log = self.parts.backend.log[length:]
        return [
            p for p in log if getattr(p, "is_down", None) is not False and hasattr(p, "is_down")
        ]

    @invariant()
    def the_ledger_holds_what_is_down(self):
        keys, buttons = self.parts.backend.held()
        down = {("key", code) for code in keys} | {("button", number) for number in buttons}
        assert self.parts.ledger.held == down

    @invariant()
    def no_keycode_stays_lent_between_actions(self):
        assert self.parts.backend.lent == {}


ExecutorProtocol.TestCase.settings = settings(
    max_examples=examples(100),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestExecutorProtocol = ExecutorProtocol.TestCase
