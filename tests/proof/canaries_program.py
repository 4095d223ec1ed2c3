"""A desktop on paper whose programs answer the user's hands, late and by themselves, as real ones do.

Of each key it is known here which field it came to. A program takes what is pressed in its order, a
little later than it is heard; a code that is complete moves the keyboard on, a page may do so at any
time, a password may be shown, a window that is never looked at moves and closes.
"""

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.desktop.elements.reader import DesktopReader
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.proof.canaries_desk import (
    BUTTON,
    EDITABLE,
    FIELD,
    FOCUSED,
    LABEL,
    PASSWORD,
    SIZE,
    VAULT,
    PaperDesk,
    is_private,
)
from tests.proof.canaries_search import mark
from tests.proof.canaries_time import PaperTime

CODE_CHARS = 4
TITLE_BAR_PX = 18
MOST_LATE_S = 0.045
"""Toolkits take up to 50 ms to handle a key or move the keyboard."""
GONE: tuple[int, ...] = ()
"""States of what a page does not show yet."""


class HandsDesk(PaperDesk):
    """`PaperDesk` with programs that do something; `pass_key` and `press` are its user's."""

    def __init__(self, dice: random.Random, canaries) -> None:
        super().__init__(dice, canaries)
        self.jump = None
        self.clock = PaperTime()
        self.secret_us: set[int] = set()
        """When keys went down that came to a password field or a window that is never looked at."""
        self.open_text = ""
        """What came to other fields."""
        self._free_s = 0.0
        """When the program with the keyboard has done what was pressed before."""
        self._is_played = False
        self._lay_out()
        self._with_title_bar()
        self.clipboard = canaries["clipboard"].text
        self._moves = dice.random() < 0.3
        self.bus = SlowBus(self.bus, self.clock, dice)

    def _lay_out(self) -> None:
        """Add what the form has besides, and choose how the password field tells that it is one."""
        x, y = self.login.rect.x, self.login.rect.y
        self.frame = self.user.parent
        go = self.frame.children[-1]
        go.box = Rect(x + 20, y + 140, 50, 26)
        self.show = self._added(Thing(BUTTON, "Show", Rect(x + 75, y + 140, 50, 26)))
        self.code = self._added(Thing(FIELD, "Code", Rect(x + 130, y + 140, 50, 26), EDITABLE, ""))
        self.next = self._added(Thing(BUTTON, "Next", Rect(x + 185, y + 140, 50, 26)))
        self.password.text = ""
        how = self._dice.choice(("told", "told", "told", "beside", "named", "shown beside"))
        self._is_plain = how in ("named", "shown beside")
        if self._is_plain:
            self.password.role = FIELD
        if how in ("beside", "shown beside"):
            self.password.name = ""
            row = self.password.box
            self.password.box = Rect(row.x + 80, row.y, 120, row.h)
            self.label = Thing(LABEL, "Password", Rect(row.x, row.y + 4, 70, 18))
            self._added(self.label)
        self.steps = self._dice.random() < 0.4
        """The password is asked for on a second page."""
        if self.steps:
            for thing in self._second_page():
                thing.states = GONE
        self.order = [self.user, self.password, self.token, self.code]
        if self.focused is not None and not self._can_focus(self.focused):
            self._focus(self.user)
        if self._is_plain:
            self._uncover()

    def _uncover(self) -> None:
        """Let the form be read before something covers it: only a name tells what its field is for."""
        over = [w for w in self.windows.stack if w.is_popup]
        self.windows.stack = [w for w in self.windows.stack if w not in over]
        self._raise(self.login.window_id)

    def _with_title_bar(self) -> None:
        self.windows.stack = [
            replace(w, frame=_framed(w.rect)) if w.window_id == self.vault.window_id else w
            for w in self.windows.stack
        ]

    def _added(self, thing: Thing) -> Thing:
        path = f"{self.frame.path}/{len(self.frame.children)}"
        self.frame.children.append(thing)
        self.bus._add(thing, self.frame.program, path, self.frame)
        return thing

    def _second_page(self) -> tuple[Thing, ...]:
        return tuple(t for t in (self.password, self.token, getattr(self, "label", None)) if t)

    # What is there

    def grab(self, region: Rect | None = None) -> Frame:
        """Draw it; a window that is never looked at may be elsewhere right after it was drawn."""
        pixels = np.full((SIZE[1], SIZE[0], 4), 200, np.uint8)
        screen = Rect(0, 0, *SIZE)
        for window in reversed(self.windows.stack):
            part = (window.frame or window.rect).intersection(screen)
            view = pixels[part.y : part.bottom, part.x : part.right]
            if window.executable == VAULT:
                mark(view, self._dice)
                continue
            view[:] = 240 if window.window_id == self.editor.window_id else 220
            if window.window_id == self.login.window_id:
                self._draw_secrets(pixels)
        if self._moves and self._dice.random() < 0.1:
            self.move_vault()
        whole = Frame(pixels, ScreenPoint(0, 0), self.clock.now_s)
        return whole if region is None else whole.crop(region)

    def _draw_secrets(self, pixels) -> None:
        for field in (self.password, self.token):
            # A run paints over what hides itself; of a field that never did a recording alone knows.
            is_known = field.role == PASSWORD or not self._is_played
            if field.text and field.states != GONE and is_known:
                box = field.box.grown(-2).intersection(Rect(0, 0, *SIZE))
                mark(pixels[box.y : box.bottom, box.x : box.right], self._dice)

    def close(self) -> None:
        """A recorder's connection ends; the desk stays."""

    def menus(self) -> tuple[WindowInfo, ...]:
        return self.windows.menus()

    def listed(self) -> tuple[tuple[WindowInfo, ...], tuple[WindowInfo, ...]]:
        return self.seen(), self.windows.windows()

    def recorded_windows(self) -> "DeskWindows":
        return DeskWindows(self)

    # What is done

    def move_vault(self) -> None:
        """Put the window that is never looked at elsewhere."""
        if self._is_plain and self.password.states == GONE:
            return
        dx, dy = (self._dice.randrange(-60, 61) for _ in "xy")
        self.windows.stack = [
            _moved(w, dx, dy) if w.executable == VAULT else w for w in self.windows.stack
        ]

    def close_vault(self) -> None:
        """End the program that is never looked at."""
        self.windows.stack = [w for w in self.windows.stack if w.executable != VAULT]
        if self.windows.focused in (self.vault.window_id, self.menu.window_id):
            self.windows.focused = self.login.window_id

    def press(self, at: ScreenPoint) -> None:
        """Take a press of the left button."""
        window = self.windows.top_at(at)
        if window is None:
            return
        if not window.is_popup:
            self.clock.later(self._late_s(), lambda: self._raise(window.window_id))
        self._in_turn(lambda: self._pressed(window.window_id, at))

    def pass_key(self, t_us: int, char: str, name: str = "") -> None:
        """Take a key that goes to the window with the keyboard: a character, or a key of this name."""
        window_id = self.windows.focused
        if window_id == self.vault.window_id:
            self.secret_us.add(t_us)
            return
        self._in_turn(lambda: self._typed(window_id, t_us, char, name))

    def focus_by_itself(self) -> None:
        """Let the page put the keyboard into its password field, as one does that was loaded."""
        if not self._can_focus(self.password):
            self._turn_page()
        self._focus(self.password)

    def start_anew(self) -> None:
        """Empty the form, as it is there another time."""
        for thing in self.order:
            thing.text = ""
        if self.steps:
            self._turn_page()
        self.password.role = FIELD if self._is_plain else PASSWORD
        self._focus(self.user)
        self.windows.focused = self.login.window_id
        self._moves, self._is_played = False, True

    def _in_turn(self, work: Callable[[], object]) -> None:
        """Do something after what was pressed before."""
        self._free_s = max(self._free_s, self.clock.now_s + self._late_s())
        self.clock.later(self._free_s - self.clock.now_s, work)

    def _late_s(self) -> float:
        return self._dice.uniform(0.002, MOST_LATE_S)

    def _raise(self, window_id: int) -> None:
        found = [w for w in self.windows.stack if w.window_id == window_id]
        if found:
            popups = [w for w in self.windows.stack if w.is_popup and w not in found]
            rest = [w for w in self.windows.stack if w not in [*found, *popups]]
            self.windows.stack = [*popups, *found, *rest]
            self.windows.focused = window_id

    def _pressed(self, window_id: int, at: ScreenPoint) -> None:
        if window_id != self.login.window_id:
            return
        hit = [t for t in self.frame.children if t.box.contains(at) and t.states != GONE]
        thing = hit[-1] if hit else None
        if thing is self.show:
            self.password.role = FIELD if self.password.role == PASSWORD else self.password.role
        elif thing is self.next and self.steps:
            self._turn_page()
            self._focus(self.password)
        elif thing is not None and self._can_focus(thing):
            self._focus(thing)

    def _typed(self, window_id: int, t_us: int, char: str, name: str) -> None:
        thing = self.focused if window_id == self.login.window_id else None
        is_secret = thing in (self.password, self.token)
        if char and thing is not None:
            self._note(t_us, char, is_secret=is_secret)
            thing.text = (thing.text or "") + char
            if thing is self.code and len(thing.text) == CODE_CHARS:
                self.focus_by_itself()
        elif name == "backspace" and thing is not None:
            thing.text = (thing.text or "")[:-1]
        elif name == "paste" and thing is not None:
            thing.text = (thing.text or "") + self.clipboard
        elif name in ("tab", "enter") and thing is not None:
            self._go_on(thing)

    def _note(self, t_us: int, char: str, *, is_secret: bool) -> None:
        if is_secret:
            self.secret_us.add(t_us)
        else:
            self.open_text += char

    def _go_on(self, thing: Thing) -> None:
        shown = [t for t in self.order if self._can_focus(t)]
        after = shown[(shown.index(thing) + 1) % len(shown)] if thing in shown else shown[0]
        self._focus(after)

    def _turn_page(self) -> None:
        for thing in self._second_page():
            thing.states = SHOWING if thing.role == LABEL else EDITABLE

    def _can_focus(self, thing: Thing) -> bool:
        return 7 in thing.states

    def _focus(self, thing: Thing) -> None:
        for other in self.order:
            other.states = tuple(s for s in other.states if s != FOCUSED)
        thing.states = (*thing.states, FOCUSED)
        self.focused = thing


class DeskWindows:
    """A recorder's connection to the display: the windows of a desk."""

    def __init__(self, desk: HandsDesk) -> None:
        self._desk = desk

    def __getattr__(self, name: str):
        return getattr(self._desk if hasattr(HandsDesk, name) else self._desk.windows, name)


class SlowBus:
    """The accessibility bus of programs that take their time; all goes on meanwhile."""

    def __init__(self, bus: FakeBus, clock: PaperTime, dice: random.Random) -> None:
        self._bus, self._clock, self._dice = bus, clock, dice
        self.slowest_s = dice.choice((0.0, 0.02, 0.02, 0.1))

    def run(self, work, *, timeout_s):
        self._clock.sleep(self._dice.uniform(0, self.slowest_s))
        found = self._bus.run(work, timeout_s=timeout_s)
        self._clock.sleep(self._dice.uniform(0, self.slowest_s))
        return found

    def __getattr__(self, name: str):
        return getattr(self._bus, name)


def recorded_reader(desk: HandsDesk) -> Callable[..., DesktopReader]:
    """Return what makes the reader of a recording."""

    def made(*, own_pids, is_private, bus=None, may_wake=lambda: False) -> DesktopReader:
        return DesktopReader(own_pids=own_pids, bus=desk.bus, is_private=is_private)

    return made


def _framed(rect: Rect) -> Rect:
    return Rect(rect.x, rect.y - TITLE_BAR_PX, rect.w, rect.h + TITLE_BAR_PX)


def _moved(window: WindowInfo, dx: int, dy: int) -> WindowInfo:
    rect = window.rect
    there = Rect(rect.x + dx, rect.y + dy, rect.w, rect.h)
    frame = _framed(there) if window.frame is not None else None
    return replace(window, rect=there, frame=frame)


__all__ = ["DeskWindows", "HandsDesk", "SlowBus", "is_private", "recorded_reader"]
