"""The executor's rules on fake hands: a session without a process, a display or real time."""

import numpy as np

from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.desktop.input.emitter import Emitter
from automation.desktop.input.kill_switch import Announced
from automation.desktop.input.lock_watch import LockState
from automation.desktop.input.operations import Operations
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent
from automation.desktop.input.protocol import Approval, Budgets
from automation.desktop.input.secrets import SystemKeyring
from automation.desktop.input.session import Hands, Session
from automation.desktop.input.targets import Display
from tests.fakes.fake_backend import FakeBackend
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_windows import FakeWindows, window

SIZE = (1920, 1080)


class FakeLedger:
    """Implements `HeldRecord` in memory."""

    def __init__(self):
        self.held = set()

    def add(self, kind, code):
        self.held.add((kind, code))

    def strike(self, kind, code):
        self.held.discard((kind, code))


class ExecutorParts:
    """One session; `level` is the grey of the whole screen, `on_send` runs before each event."""

    def __init__(
        self, *, budgets=None, nonce_s=60.0, own_pids=(), windows=None, set_clipboard=None
    ):
        self.clock = FakeClock()
        self.backend = FakeBackend()
        self.windows = windows or FakeWindows(window(1), focused=1)
        self.ledger = FakeLedger()
        self.level = 200
        self.size = SIZE
        self.slept_s = 0.0
        self.launched = []
        self.secrets = SystemKeyring()
        self.locks = LockState()
        self.is_keyboard_taken = self.is_pointer_taken = lambda: False
        self.told_locked = lambda: self.locks
        self.check_alive = lambda: None
        self.own_entries = set()
        self.is_armed = True
        self.display_grab = self.grab
        self.on_send = lambda primitive: None
        self._send = self.backend.send
        self.backend.send = self._tell_and_send
        display = Display(
            self.windows,
            lambda rect: self.display_grab(rect),
            lambda: self.size,
            self.backend.pointer,
            frozenset(own_pids),
            lambda: self.slept_s,
            is_keyboard_taken=lambda: self.is_keyboard_taken(),
            is_pointer_taken=lambda: self.is_pointer_taken(),
            told_locked=lambda: self.told_locked(),
            now_s=self.clock.now_s,
        )
        self.emitter = Emitter(
            self.backend, Announced(self.clock.now_s), self.ledger,
            check_alive=lambda: self.check_alive(), clock=self.clock,
        )  # fmt: skip
        operations = Operations(display, self, set_clipboard)
        hands = Hands(self.backend, self.emitter, display, operations, self.secrets)
        self.session = Session(
            hands, lambda: self.check_armed(),
            budgets=budgets or Budgets(), nonce_s=nonce_s, clock=self.clock,
        )  # fmt: skip

    @property
    def events(self):
        """Every press, release and movement that went out."""
        kinds = (MoveEvent, ButtonEvent, KeyEvent)
        return [primitive for primitive in self.backend.log if isinstance(primitive, kinds)]

    @property
    def is_quiet(self):
        """Nothing is down, nothing is noted as down, no keycode is lent, no program waits for us."""
        keys, buttons = self.backend.held()
        held = keys or buttons or self.ledger.held or self.backend.lent
        return not (held or self.backend.is_still)

    def grab(self, rect):
        pixels = np.full((rect.h, rect.w, 4), self.level, np.uint8)
        return Frame(pixels, ScreenPoint(rect.x, rect.y), 0.0)

    def knock(self, point):
        """Move the pointer as somebody else does."""
        self._send(MoveEvent(point))
        self.backend.log.pop()

    def launch(self, desktop_id):
        self.launched.append(desktop_id)
        return 4711

    def check_foreign(self, desktop_id):
        if desktop_id in self.own_entries:
            raise Refused("own_window", "it would start this assistant")

    def check_armed(self):
        if not self.is_armed:
            raise Refused("no_kill_key", "the kill key is not heard")

    def do(self, action):
        return self.execute(self.session.prepare(action).nonce)

    def approval(self, verdict="accepted", action=None, *, ago_s=0.0):
        """Return what the app sends when the user said yes so many seconds ago."""
        return Approval(verdict, "user", self.clock.now_s() - ago_s, action)

    def execute(self, nonce, approval=None):
        chosen = approval or self.approval()
        return self.session.execute(nonce, chosen, lambda done, total: None)

    def _tell_and_send(self, primitive):
        self.on_send(primitive)
        self._send(primitive)
