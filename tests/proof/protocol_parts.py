"""Random conversations with the executor's real rules, and a book of what each may send.

The rules run on fake hands, so that a conversation takes milliseconds. Every event is judged as it
leaves: the book knows what was prepared, approved, stopped and changed, and shares no code with the
rules. Stops, kills and the user's hand come at any moment, also inside a look or between two events.
"""

import random
from collections import Counter

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
    Window,
    Write,
)
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent
from automation.desktop.input.protocol import Approval, Budgets
from tests.fakes.executor_parts import SIZE, ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window
from tests.proof.protocol_scene import CHANGES, LOCKER, OWN, OWN_PID, change_scene, scene_of

NONCE_S = 60.0
ROOMY = Budgets(steps=10_000, wall_s=1e9)
KEYS = ("a", "x", "enter", "tab", "shift", "ctrl")
NUDGES = ("stop", "kill", "user")
"""What may come at any instant: inside a look, and between two events."""
MEDDLING = (*NUDGES, *CHANGES)
TRICKS = (
    "replay", "made up", "other", "blank edit", "early", "future", "verdict", "nobody", "twice",
)  # fmt: skip


def random_action(draw: random.Random):
    """Return an action, now and then one that no executor may carry out."""
    point = ScreenPoint(draw.randrange(100, 1800), draw.randrange(100, 1000))
    other = ScreenPoint(draw.randrange(100, 1800), draw.randrange(100, 1000))
    aim, button = Aim(point), draw.choice(("left", "middle", "right"))
    makers = (
        lambda: Click(aim, button, draw.randint(1, 3), draw.choice(((), ("ctrl",)))),
        lambda: Move(aim),
        lambda: ButtonDown(aim, button),
        lambda: ButtonUp(aim, button),
        lambda: Drag((point, other), button, duration_s=0.05),
        lambda: Scroll(draw.choice(("up", "down")), draw.randint(1, 3), draw.choice((aim, None))),
        lambda: Write("".join(draw.choices("aA1é日\n", k=draw.randint(0, 5))), None),
        lambda: Write("ab", aim, draw.random() < 0.5),
        lambda: Hotkey(tuple(draw.sample(KEYS, 2)), draw.randint(1, 2)),
        lambda: KeyDown(draw.choice(KEYS)),
        lambda: KeyUp(draw.choice(KEYS)),
        lambda: HoldAndTap((draw.choice(KEYS),), tuple(draw.choices(KEYS, k=2))),
        lambda: Window("activate", draw.choice((1, 2, 9))),
        lambda: Click(Aim(ScreenPoint(-1, 5))),
        lambda: Hotkey(("no such key",)),
        lambda: Write("bell\a"),
    )
    return draw.choice(makers)()


class Conversation:
    """One trace. `wrong` holds each event that the book does not allow; it must stay empty."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        windows = FakeWindows(window(1), window(2), focused=1)
        self.parts = ExecutorParts(
            nonce_s=NONCE_S, own_pids=(OWN_PID,), budgets=ROOMY, windows=windows
        )
        self.parts.backend.key_code = _remembered(self.parts.backend.key_code)
        self.parts.on_send = self._judge
        self.parts.display_grab = self._grab
        self.wrong: list[str] = []
        self.tally: Counter[str] = Counter()
        self._book: dict[str, tuple] = {}
        self._nonces: list[str] = []
        self._age = 0
        """Counts what makes every earlier look worthless: stops, runs, carried out actions."""
        self._is_killed = False
        self._good = ""
        """Why the running execution is not allowed; `yes` when it is."""
        self._is_over = False
        """The running execution was stopped: nothing more may be pressed."""
        self._during: str | None = None

    def go(self, turns: int) -> None:
        """Take so many turns; often prepare and execute, with anything before, between, during."""
        turn = self.draw
        for _ in range(turns):
            kind = turn.random()
            if kind < 0.55:
                self._act()
            elif kind < 0.65:
                self._prepare(random_action(turn))
            elif kind < 0.75:
                self._execute(turn.choice((None, *TRICKS)))
            elif kind < 0.80:
                self.parts.clock.advance(turn.choice((0.5, 30.0, 61.0)))
            elif kind < 0.93:
                self._meddle(turn.choice(MEDDLING))
            else:
                self._repair()

    def _act(self) -> None:
        draw = self.draw
        if draw.random() < 0.7:
            self._repair()
        has_leftover = draw.random() < 0.2 and self._prepare(random_action(draw))
        if not self._prepare(random_action(draw)):
            return
        if draw.random() < 0.35:
            self._meddle(draw.choice((*MEDDLING, "begin")))
        elif draw.random() < 0.1:
            self.parts.clock.advance(NONCE_S + 1)
        self._during = draw.choice(MEDDLING) if draw.random() < 0.3 else None
        self._execute(draw.choice(TRICKS) if draw.random() < 0.3 else None)
        if has_leftover:
            self._execute("leftover")

    def _prepare(self, action) -> bool:
        age, before = self._age, len(self.parts.backend.log)
        try:
            nonce = self.parts.session.prepare(action).nonce
        except Refused as refusal:
            self.tally[f"not prepared: {refusal.reason}"] += 1
            return False
        finally:
            if len(self.parts.backend.log) != before:
                self.wrong.append(f"prepare sent something for {action}")
        if nonce in self._book:
            self.wrong.append("a nonce came twice")
        self._book[nonce] = (action, self.parts.clock.now_s(), age, scene_of(self.parts, action))
        self._nonces.append(nonce)
        return True

    def _execute(self, trick: str | None) -> None:
        if not self._nonces:
            return
        nonce = self._nonces[-1]
        if trick == "leftover":
            nonce = self._nonces[-2]
        elif trick == "replay":
            nonce = self.draw.choice(self._nonces)
        elif trick == "made up":
            nonce = f"{self.draw.getrandbits(128):032x}"
        approval = self._approval(nonce, trick)
        for _ in range(2 if trick == "twice" else 1):
            self._run(nonce, approval, trick)

    def _approval(self, nonce: str, trick: str | None) -> Approval:
        action, minted_s = self._book.get(nonce, (None, 0.0))[:2]
        now_s = self.parts.clock.now_s()
        other = Hotkey(("ctrl", "q"))
        match trick:
            case "other":
                return Approval("edited", "user", now_s, other)
            case "blank edit":
                return Approval("edited", "user", now_s)
            case "early":
                return Approval("accepted", "user", minted_s - self.draw.choice((1e-6, 5.0, 1e9)))
            case "future":
                return Approval("accepted", "user", now_s + self.draw.choice((1e-3, 60.0)))
            case "verdict":
                return Approval(self.draw.choice(("rejected", "expired", "blocked")), "user", now_s)
            case "nobody":
                return Approval("accepted", " ", now_s)
        if self.draw.random() < 0.3 and action is not None:
            return Approval("edited", "user", now_s, action)
        return Approval("accepted", "user", now_s)

    def _run(self, nonce: str, approval: Approval, trick: str | None) -> None:
        self._good, self._is_over = self._why_not(nonce, approval, trick), False
        entry = self._book.pop(nonce, None)
        try:
            execution = self.parts.execute(nonce, approval)
        except Refused as refusal:
            self.tally[f"refused: {refusal.reason}"] += 1
            if refusal.reason == "retitled" and self._good == "yes":
                self.wrong.append("refused for a title of the same words")
        else:
            self._age += 1
            if self._good != "yes":
                self.wrong.append(f"carried out although {self._good}: {entry and entry[0]}")
            self.tally["carried out" if execution.completed else "cut short"] += 1
            if not execution.completed and not self.parts.is_quiet:
                self.wrong.append("something stayed down after an action was cut short")
        finally:
            self._good, self._during = "", None

    def _why_not(self, nonce: str, approval: Approval, trick: str | None) -> str:
        if nonce not in self._book:
            return "the nonce is not open"
        action, minted_s, age, scene = self._book[nonce]
        if age != self._age:
            return "it was stopped, begun anew, or something else was carried out"
        if self._is_killed or not self.parts.is_armed:
            return "it was killed, or no kill key is heard"
        if trick in ("other", "blank edit", "early", "future", "verdict", "nobody"):
            return f"of the approval: {trick}"
        if self.parts.clock.now_s() > minted_s + NONCE_S:
            return "it expired"
        if approval.action not in (None, action):
            return "another action was approved"
        if LOCKER in self.parts.windows.stack:
            return "the screen is locked"
        return "yes" if scene_of(self.parts, action) == scene else "the scene changed"

    def _judge(self, primitive) -> None:
        """Look at an event on its way out; then let something happen, once."""
        is_press = isinstance(primitive, MoveEvent) or getattr(primitive, "is_down", False)
        if is_press:
            if self._good != "yes":
                self.wrong.append(f"{primitive} left although {self._good or 'nothing runs'}")
            if self._is_over:
                self.wrong.append(f"{primitive} left after a stop")
            if self._hits_ours(primitive):
                self.wrong.append(f"{primitive} went to a window of ours")
        if self._during is not None and self.draw.random() < 0.5:
            during, self._during = self._during, None
            self._meddle(during)

    def _hits_ours(self, primitive) -> bool:
        windows = self.parts.windows
        if isinstance(primitive, KeyEvent):
            return windows.focused == OWN.window_id
        if isinstance(primitive, MoveEvent):
            found = windows.top_at(primitive.point)
        elif isinstance(primitive, ButtonEvent):
            found = windows.top_at(self.parts.backend.pointer())
        else:
            return False
        return found is not None and found.pid == OWN_PID

    def _grab(self, rect):
        if self.draw.random() < 0.01:
            self._meddle(self.draw.choice(NUDGES))
        return self.parts.grab(rect)

    def _meddle(self, what: str) -> None:
        parts = self.parts
        self.tally[f"meddled: {what}"] += 1
        match what:
            case "stop" | "kill":
                (parts.session.stop if what == "stop" else parts.session.kill)()
                self._is_killed |= what == "kill"
                self._age, self._is_over = self._age + 1, True
            case "user":
                touch = InputEvent("key", 30, is_down=True)
                heard = parts.session.hear_user(touch, parts.backend.pointer)
                self._is_over |= heard is not None
            case "begin":
                self._begin()
            case _:
                change_scene(self.parts, what, self.draw)

    def _begin(self) -> None:
        self.parts.session.begin_run(ROOMY)
        self._is_killed = False
        self._age += 1

    def _repair(self) -> None:
        """Make everything as it should be, and begin a run."""
        parts = self.parts
        parts.session.release_all()
        if not parts.is_quiet:
            self.wrong.append("something stayed down after everything was let go")
        self._begin()
        parts.size, parts.is_armed = SIZE, True
        parts.windows.stack, parts.windows.focused = [window(1), window(2)], 1


_CODES: dict[str, int] = {}


def _remembered(look_up):
    """Look a key up once for all conversations: they have the same keyboard."""

    def code(name):
        if name not in _CODES:
            _CODES[name] = look_up(name)
        return _CODES[name]

    return code
