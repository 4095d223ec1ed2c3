"""Looks right before each press, and sends it in the same breath: no other program comes in between.

A look takes several questions to the display, and a busy machine may take long from the last answer
to the press. So the display is held still for the press; if it would reach somebody else by then
than who was looked at, everything is looked at again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from automation.core.clock import Clock
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.core.stopping import StopToken
from automation.desktop.input.backend import Backend, ButtonEvent, KeyEvent, MoveEvent, Primitive
from automation.desktop.input.budgets import Meter
from automation.desktop.input.holding import Holding
from automation.desktop.input.modifiers import ModifierCodes
from automation.desktop.input.secure_input import FREE_WITHIN_S, MOUSE_TAKEN

USER_MODIFIER_S: Final = 2.0
"""How long we wait for the user to let a modifier go."""
POLL_S: Final = 0.01
LOOKS: Final = 8
"""How often a press is looked at; a desktop that changes under each of them is nowhere to press."""

LivenessCheck = Callable[[], None]
"""Raises `Refused` when the dead-man is gone."""


class Guard(Protocol):
    """Looks at the windows on behalf of the emitter. Each call raises `Refused` or returns."""

    def pointer_event(self, point: ScreenPoint) -> None:
        """Refuse if the pixel belongs to one of our own windows."""
        ...

    def press(self, point: ScreenPoint) -> None:
        """Refuse a press that would reach one of our own windows, or a menu of ours."""
        ...

    def mouse(self, point: ScreenPoint) -> None:
        """Refuse a press that another program would get because it has grabbed the mouse."""
        ...

    def button_sent(self) -> None:
        """Note that the press of a button which was just looked at has gone out."""
        ...

    def key_event(self) -> None:
        """Refuse if keys would reach one of our own windows, or one that nobody approved."""
        ...

    def key_sent(self) -> None:
        """Note that the key which was just looked at has gone out."""
        ...

    def saw(self) -> int:
        """Return what the display itself calls the window that was looked at last."""
        ...

    def look_again(self, point: ScreenPoint) -> None:
        """Refuse if another window lies under the pixel than the approved one."""
        ...

    def sees_still(self, point: ScreenPoint) -> bool:
        """Tell whether what lies round the pixel looks as it did when this was asked before."""
        ...

    def sees_pressed(self, point: ScreenPoint) -> bool:
        """Tell whether something round the pixel looks otherwise than when this was asked first."""
        ...

    def see_release(self, point: ScreenPoint, is_early: Callable[[], bool]) -> None:
        """Note whether what lay round the pixel has moved before the button was let go."""
        ...

    def has_focus(self, point: ScreenPoint) -> bool:
        """Tell whether the window under the pixel has the keyboard focus."""
        ...


class Pressing:
    """Owned by the emitter's thread."""

    def __init__(
        self,
        backend: Backend,
        holding: Holding,
        send: Callable[[Primitive], None],
        check_alive: LivenessCheck,
        clock: Clock,
    ) -> None:
        """Prepare.

        Args:
            backend: what sends.
            holding: what is held down by us.
            send: enters a primitive in the books and sends it.
            check_alive: asked before each press.
            clock: for waiting.
        """
        self._backend = backend
        self._holding = holding
        self._send = send
        self._check_alive = check_alive
        self._clock = clock
        self._modifiers = ModifierCodes(backend)
        self._approved: ScreenPoint | None = None
        """Where the next press of a button must meet the approved window."""
        self._pressed_as: dict[int, int] = {}
        """The button that went out for each one that was meant: its release must be of the same."""

    def begin(self) -> None:
        """Prepare for an action: read which keys are modifiers."""
        self._approved = None
        self._modifiers.read()

    def expect(self, point: ScreenPoint) -> None:
        """Have the next press of a button meet the approved window under this pixel."""
        self._approved = point

    def release_of(self, event: KeyEvent | ButtonEvent) -> KeyEvent | ButtonEvent:
        """Return what lets go of what was meant: the button that went out, whatever it means by now."""
        if isinstance(event, KeyEvent):
            return event
        return replace(event, number=self._pressed_as.pop(event.number, event.number))

    def move(self, event: MoveEvent, stop: StopToken, meter: Meter, guard: Guard) -> None:
        """Look at a pixel and put the pointer there.

        Raises:
            Refused: it belongs to one of our windows, the dead-man is gone, or the look took too long.
            Stopped: the user wants no more.
        """
        self._check_alive()
        guard.pointer_event(event.point)
        stop.check()
        meter.check_progress()
        self._send(event)

    def press(
        self,
        events: Sequence[KeyEvent | ButtonEvent],
        stop: StopToken,
        meter: Meter,
        guard: Guard,
    ) -> None:
        """Look at whom a press would reach, and send it, with the release of a tap, before that can change.

        Args:
            events: the press, and its release if that goes with it.
            stop: asked last.
            meter: told whether the look took too long.
            guard: looks.

        Raises:
            Refused: the press may not go there, what it would reach does not stay, or the look took too long.
            Stopped: the user wants no more.
        """
        press = events[0]
        for _ in range(LOOKS):
            self._make_ready(press, stop, guard)
            receiver = self._backend.receiver(press)
            if self._is_caught(press, guard):
                continue  # where that stays so, making ready refuses
            self._look(press, guard)
            sent = self._as_sent(events)  # what it depends on is a part of the receiver
            if receiver and receiver[0] != guard.saw():
                continue
            if self._is_in_place(press) and self._backend.hold_still(press, receiver):
                # A display that cannot be held still gets the press at once, as it was looked at.
                aimed = self._aim_of(press) if receiver else None
                self._send_held(sent, aimed, stop, meter, guard)
                if isinstance(press, ButtonEvent) and isinstance(sent[0], ButtonEvent):
                    self._pressed_as[press.number] = sent[0].number
                return
        message = "what would get this changes all the time; nothing more was sent. Try again"
        raise Refused("changed", message)

    def _as_sent(
        self, events: Sequence[KeyEvent | ButtonEvent]
    ) -> Sequence[KeyEvent | ButtonEvent]:
        return tuple(
            replace(event, number=self._backend.button_code(event.number))
            if isinstance(event, ButtonEvent)
            else event
            for event in events
        )

    def _send_held(
        self,
        events: Sequence[KeyEvent | ButtonEvent],
        aimed: ScreenPoint | None,
        stop: StopToken,
        meter: Meter,
        guard: Guard,
    ) -> None:
        try:
            if aimed is not None:  # the hand on the mouse is not held still
                self._send(MoveEvent(aimed))
            # Somebody else may have held the display until now.
            stop.check()
            meter.check_progress()
            for event in events:
                self._send(event)
        finally:
            self._backend.let_go()
        if isinstance(events[0], KeyEvent):
            guard.key_sent()
        else:
            self._approved = None
            guard.button_sent()

    def _make_ready(self, press: KeyEvent | ButtonEvent, stop: StopToken, guard: Guard) -> None:
        self._check_alive()
        self._await_free_modifiers(stop)
        self._await_free_mouse(press, stop, guard)
        aimed = self._aim_of(press)
        # A knock on the table within the grace may have moved the pointer.
        if aimed is not None and not self._is_in_place(press):
            self._send(MoveEvent(aimed))

    def _aim_of(self, press: KeyEvent | ButtonEvent) -> ScreenPoint | None:
        return self._approved if isinstance(press, ButtonEvent) else None

    def _is_in_place(self, press: KeyEvent | ButtonEvent) -> bool:
        aimed = self._aim_of(press)
        return aimed is None or self._backend.pointer() == aimed

    def _look(self, press: KeyEvent | ButtonEvent, guard: Guard) -> None:
        """Look right before the press: pace and modifiers may have made it wait for seconds."""
        if isinstance(press, KeyEvent):
            guard.key_event()
            return
        guard.press(self._backend.pointer())
        if self._approved is not None:
            guard.look_again(self._approved)

    def _await_free_mouse(
        self, press: KeyEvent | ButtonEvent, stop: StopToken, guard: Guard
    ) -> None:
        """Wait while a window manager looks at the click before this one, which it does not pass on at once."""
        deadline_s = self._clock.now_s() + FREE_WITHIN_S
        while self._is_caught(press, guard):
            if self._clock.now_s() > deadline_s:
                raise Refused("mouse_taken", MOUSE_TAKEN)
            self._clock.wait(POLL_S, stop)

    def _is_caught(self, press: KeyEvent | ButtonEvent, guard: Guard) -> bool:
        """Tell whether another program would get the press; not while a button of ours is down.

        The program that got the press of that button has the mouse until it is let go.
        """
        if not isinstance(press, ButtonEvent) or self._holding.buttons:
            return False
        try:
            guard.mouse(self._aim_of(press) or self._backend.pointer())
        except Refused:
            return True
        return False

    def _await_free_modifiers(self, stop: StopToken) -> None:
        """Wait until the user holds no modifier: it would turn our keys into other ones."""
        deadline_s = self._clock.now_s() + USER_MODIFIER_S
        while foreign := self._foreign_modifiers():
            if self._clock.now_s() > deadline_s:
                names = ", ".join(sorted(foreign))
                message = f"{names} is held down; let it go, then try again"
                raise Refused("held_modifier", message)
            self._clock.wait(POLL_S, stop)

    def _foreign_modifiers(self) -> frozenset[str]:
        down = self._backend.held_modifiers()
        self._holding.confirm()
        return down - self._modifiers.among(self._holding.keys)
