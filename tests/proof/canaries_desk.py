"""A desktop on paper full of canaries: a login window, an editor, and a program never looked at."""

import random
from dataclasses import replace

import numpy as np

from automation.core.actions import Action, Write
from automation.core.errors import InputError, Refused
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.core.proposal import Confirmation
from automation.core.secrets import SecretEntry
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.protocol import (
    Approval,
    Execute,
    Prepare,
    app_channel,
    executor_channel,
)
from automation.desktop.screen import DesktopScreen, Pace
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.fakes.fake_windows import FakeWindows
from tests.proof.canaries_search import mark, marked_pixels

SIZE = (640, 400)
EDITOR, LOGIN, VAULT = "/usr/bin/editor", "/usr/bin/login-form", "/usr/bin/vault"
FAST = Pace(poll_s=0.0, still_s=0.0, cap_s=0.1, repeating_s=0.05)
EDITABLE = (*SHOWING, 7, 11)
FOCUSED = 12
FIELD, PASSWORD, BUTTON, FRAME, LABEL = 79, 40, 43, 23, 29


class PaperVault:
    """The keyring; `values` by name."""

    def __init__(self, values, programs):
        self.values, self.programs = values, programs

    def find(self, name):
        return SecretEntry(name, self.programs) if name in self.values else None

    def entry(self, name):
        if (found := self.find(name)) is None:
            raise Refused("no_secret", f"there is no secret called “{name}”")
        return found

    def value(self, name):
        self.entry(name)
        return self.values[name]


class PaperDesk:
    """One desktop for one run; everything on it is drawn by chance from the run's own seed."""

    def __init__(self, dice: random.Random, canaries) -> None:
        self._dice = dice
        self.canaries = canaries
        x, y = dice.randrange(0, 300), dice.randrange(0, 150)
        self.login = _window(2, "Sign in", "login-form", 12, Rect(x, y, 260, 180), LOGIN)
        self.editor = _window(1, "notes", "editor", 11, Rect(20, 20, 400, 300), EDITOR)
        place = Rect(dice.randrange(0, 400), dice.randrange(0, 250), 200, 140)
        self.vault = _window(3, canaries["title"].text, "vault", 13, place, VAULT)
        menu = Rect(place.x + 20, place.y + 20, 120, 90)
        self.menu = replace(
            _window(4, canaries["title"].text, "vault", 13, menu, VAULT), is_popup=True
        )
        stack = [self.login, self.editor, self.vault]
        dice.shuffle(stack)
        if dice.random() < 0.7:
            stack.sort(key=lambda w: w is not self.login)
        if dice.random() < 0.3:
            stack.insert(0, self.menu)
        self.hidden_from_list = dice.random() < 0.3
        """The popup lets clicks through, so that the list for actions does not have it."""
        self.jump = (
            (dice.randrange(-30, 31), dice.randrange(-30, 31)) if dice.random() < 0.3 else None
        )
        others = [w.window_id for w in stack if not w.is_popup]
        focus = self.login.window_id if dice.random() < 0.6 else dice.choice(others)
        self.windows = FakeWindows(*stack, focused=focus)
        self.password = Thing(
            PASSWORD, "Password", _inside(self.login, 60), EDITABLE, canaries["field"].text
        )
        self.token = Thing(PASSWORD, "Token", _inside(self.login, 100), EDITABLE, "")
        self.user = Thing(FIELD, "User", _inside(self.login, 20), EDITABLE, "bob")
        focused = dice.choice((self.password, self.token, self.user, None))
        if focused is not None:
            focused.states = (*EDITABLE, FOCUSED)
        self.focused = focused
        note = Thing(FIELD, "Note", Rect(40, 60, 200, 24), EDITABLE, "")
        save = Thing(BUTTON, "Save", Rect(40, 100, 60, 24))
        go = Thing(BUTTON, "Go", _inside(self.login, 140))
        secret = canaries["tree"].text
        self.bus = FakeBus(
            (11, [Thing(FRAME, "notes", self.editor.rect, children=[note, save])]),
            (12, [Thing(FRAME, "Sign in", self.login.rect,
                        children=[self.user, self.password, self.token, go])]),
            (13, [Thing(FRAME, canaries["title"].text, self.vault.rect, children=[
                Thing(LABEL, secret, self.vault.rect.grown(-20)),
                Thing(FIELD, secret, self.vault.rect.grown(-40), EDITABLE, secret)])]),
        )  # fmt: skip
        self.reader = DesktopReader(bus=self.bus, ocr=PaperOcr(canaries), is_private=is_private)
        self.screen = DesktopScreen(
            self, PaperView(self), is_private=is_private,
            find_secrets=self.reader.secret_boxes, pace=FAST,
        )  # fmt: skip

    def grab(self, region: Rect | None = None) -> Frame:
        pixels = np.full((SIZE[1], SIZE[0], 4), 200, np.uint8)
        if self.jump and region is None and self._dice.random() < 0.5:
            self._move_vault()
        for window in reversed(self.windows.stack):
            part = window.rect.intersection(Rect(0, 0, *SIZE))
            view = pixels[part.y : part.bottom, part.x : part.right]
            if window.executable == VAULT:
                mark(view, self._dice)
                continue
            view[:] = 240 if window is self.editor else 220
            if window.window_id == self.login.window_id:
                for field in (self.password, self.token):
                    box = field.box.grown(-2).intersection(Rect(0, 0, *SIZE))
                    mark(pixels[box.y : box.bottom, box.x : box.right], self._dice)
        whole = Frame(pixels, ScreenPoint(0, 0), 0.0)
        return whole if region is None else whole.crop(region)

    def _move_vault(self) -> None:
        dx, dy = self.jump
        self.windows.stack = [
            replace(w, rect=Rect(w.rect.x + dx, w.rect.y + dy, w.rect.w, w.rect.h))
            if w.executable == VAULT
            else w
            for w in self.windows.stack
        ]
        self.jump = None

    def reopen(self) -> None:
        """Nothing to learn."""

    def seen(self):
        return self.windows.windows()

    def opaque_parts(self, windows):
        return {}

    def monitors(self):
        return (Monitor(1, Rect(0, 0, *SIZE), 1.0),)

    def pointer(self):
        return ScreenPoint(5, 5)


class PaperView:
    """The desk as `Surroundings`: the list for actions leaves out what lets clicks through."""

    def __init__(self, desk):
        self._desk = desk

    def __getattr__(self, name):
        return getattr(self._desk, name)

    def listed(self):
        found = self._desk.windows.windows()
        is_missed = self._desk.hidden_from_list
        return found, tuple(w for w in found if not (w.is_popup and is_missed))


class PaperOcr:
    """Reads a canary wherever it sees the pixels of one."""

    problem = ""

    def __init__(self, canaries):
        self._canaries = canaries

    def lines(self, frame):
        if not marked_pixels(frame.pixels):
            return []
        box = frame.rect
        return [ScreenElement(self._canaries["ocr"].text, "text", box, "ocr")]

    def warm_up(self):
        """Nothing to load."""

    def close(self):
        """Nothing to give back."""


class PaperHands:
    """Implements `core.ports.Executor`: every word crosses the real protocol, and `wire` keeps it."""

    def __init__(self, desk: PaperDesk, vault: PaperVault, dice: random.Random) -> None:
        self._desk, self._dice = desk, dice
        self.wire = bytearray()
        self.typed: list[tuple[Action, str]] = []
        self._prepared: dict[str, Action] = {}
        self.parts = ExecutorParts(windows=desk.windows)
        self.parts.size = SIZE
        self.parts.session._hands = replace(self.parts.session._hands, secrets=vault)

    def prepare(self, action):
        request = self._over(Prepare(1, action))
        prepared = self.parts.session.prepare(request.action)
        self._prepared[prepared.nonce] = request.action
        return prepared

    def execute(self, nonce, confirmation: Confirmation, stop, progress):
        stop.check()
        now_s = self.parts.clock.now_s()
        approval = Approval(confirmation.verdict, confirmation.by, now_s, confirmation.action)
        request = self._over(Execute(2, nonce, approval))
        before = len(self.parts.backend.text)
        self._break_something()
        try:
            return self.parts.session.execute(request.nonce, request.approval, progress)
        finally:
            typed = self.parts.backend.text[before:]
            action = self._prepared[nonce]
            if isinstance(action, Write) and action.overwrite:
                typed = typed[1:]  # the chord that selects all
            self.typed.append((action, typed))
            self._desk.password.text = typed or self._desk.password.text

    def release_all(self):
        self.parts.session.release_all()

    def went_wrong(self, spoken: str, secret: str) -> int:
        """Count texts that arrived in a field that they must not reach."""
        hidden = (self._desk.password.box, self._desk.token.box)
        wrong = 0
        for action, typed in self.typed:
            at = self._place(action)
            is_hidden = at is not None and any(box.contains(at) for box in hidden)
            is_readable = at is not None and self._desk.user.box.contains(at)
            wrong += (spoken in typed and is_hidden) or (secret in typed and is_readable)
        return wrong

    def _place(self, action: Action) -> ScreenPoint | None:
        """Return where the text went: the point that was clicked, else the field with the focus."""
        if not isinstance(action, Write):
            return None
        focused = self._desk.focused
        if action.at is None:
            is_there = self._desk.windows.focused == self._desk.login.window_id
            return focused.box.center if focused is not None and is_there else None
        return action.at.point

    def _over(self, request):
        """Send a request through the real framing and read it as the executor does."""
        pipe = _Pipe(self.wire)
        app_channel(pipe).send(request)
        return executor_channel(pipe).receive()

    def _break_something(self) -> None:
        backend, dice = self.parts.backend, self._dice
        plan = type(backend).plan_text.__get__(backend)
        backend.plan_text = plan
        self.parts.on_send = lambda primitive: None
        trouble = dice.random()
        if trouble < 0.1:
            backend.plan_text = _failing_plan(plan)
        elif trouble < 0.2:
            self.parts.on_send = _failing_send(dice.randrange(1, 12))
        elif trouble < 0.25:
            self.parts.on_send = lambda primitive: self.parts.session.stop("user")


class _Pipe:
    """One end of a socket in memory that copies all that is sent."""

    def __init__(self, copy: bytearray) -> None:
        self._copy, self._left = copy, bytearray()

    def sendall(self, data: bytes) -> None:
        self._copy += data
        self._left += data

    def recv(self, size: int) -> bytes:
        part, self._left = bytes(self._left[:size]), self._left[size:]
        return part


def _failing_plan(plan):
    calls = []

    def planned(text):
        calls.append(text)
        if len(calls) == 1:
            return plan(text)
        raise ValueError(f"cannot map {text!r}")

    return planned


def _failing_send(after: int):
    left = [after]

    def send(primitive):
        left[0] -= 1
        if left[0] == 0:
            raise InputError("the display took no more input")

    return send


def is_private(window: WindowInfo) -> bool:
    return window.executable == VAULT


def _inside(window: WindowInfo, down: int) -> Rect:
    return Rect(window.rect.x + 20, window.rect.y + down, 200, 26)


def _window(number, title, app, pid, rect, executable) -> WindowInfo:
    return WindowInfo(number, title, app, pid, rect, executable=executable)
