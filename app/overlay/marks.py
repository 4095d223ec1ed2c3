"""From a proposal to marks: which shapes stand where, in logical pixels of one monitor. Pure code.

Marks go round a thing; inside lies only the dot on the pixel that is pressed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.overlay.drag_path import path_to
from app.overlay.monitor_map import MonitorMap
from app.overlay.pencil import CAP_HEIGHT, RING, Measure, Pencil, around
from app.overlay.shapes import (
    Arc,
    Box,
    Circle,
    FieldText,
    Fill,
    Line,
    Rounded,
    Shape,
    Spot,
    Stroke,
    Wedge,
    Words,
)
from app.overlay.signs import octagon
from app.overlay.target_points import target_points
from app.overlay.wording import TIMES, press_words
from automation.core.actions import (
    Aim,
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Move,
    Scroll,
    Wait,
    Write,
)
from automation.core.geometry import Rect
from automation.core.proposal import Proposal, Risk, RiskLevel
from automation.core.wording import one_line, shown_key, text_length

_DIRECTIONS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_CLIPBOARD_KEYS: Final = {"copy": ("Ctrl", "C"), "paste": ("Ctrl", "V"), "cut": ("Ctrl", "X")}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the marks must know of the screen beside the proposal, in device pixels."""

    focused: Rect | None = None
    """The window that keys go to."""
    scope: tuple[Rect, ...] = ()
    """Windows that the run may use."""
    taken: tuple[Rect, ...] = ()
    """Things that tags should not cover."""
    is_plain: Callable[[Rect], bool] = lambda _rect: True
    """Tells whether nothing is written in a part of the screen: only there may a tick lie."""


NOWHERE: Final = Surroundings()


def marks(
    proposal: Proposal,
    risk: Risk,
    view: MonitorMap,
    measure: Measure,
    surroundings: Surroundings = NOWHERE,
    *,
    is_provisional: bool = False,
) -> tuple[Shape, ...]:
    """Return the marks of a proposal as they lie on one monitor.

    Args:
        proposal: What is going to happen.
        risk: Its level decides colour and form.
        view: The monitor; what lies on others falls outside its box.
        measure: Width of tag text.
        surroundings: Windows and things on the screen.
        is_provisional: The proposal is still being decided: dashed, hollow, no dot.
    """
    pencil = Pencil(
        risk.level,
        view,
        measure,
        surroundings.taken,
        is_plain=surroundings.is_plain,
        is_provisional=is_provisional,
    )
    for line in scope_lines(view, surroundings.scope):
        pencil.add(line)
    sketch = _Sketch(pencil, proposal, surroundings.focused)
    if risk.level == RiskLevel.R4:
        sketch.blocked()
    else:
        sketch.action()
    return tuple(pencil.shapes)


def scope_lines(view: MonitorMap, windows: Sequence[Rect]) -> list[Stroke]:
    """Return a line round each window that the run may use, kept inside the monitor."""
    inside = view.size.grown(-3)
    boxes = [view.to_box(rect).grown(3).cut(inside) for rect in windows]
    return [Stroke(Rounded(box, 6), "r1", 2) for box in boxes if box.w > 0 and box.h > 0]


class _Sketch:
    """Turns one proposal into strokes of the pencil."""

    def __init__(self, pencil: Pencil, proposal: Proposal, focused: Rect | None) -> None:
        self._pencil = pencil
        self._view = pencil.view
        self._proposal = proposal
        self._focused = focused

    def blocked(self) -> None:
        """Draw the sign for what is not allowed."""
        box = self._any_box()
        if box is not None:
            self._pencil.add(*octagon(box.center))

    def action(self) -> None:
        """Draw the marks of an action, or of the place that a check looks at."""
        match self._proposal.intent:
            case Click() | Move() | ButtonDown() | ButtonUp() as press:
                self._press(press)
            case Drag() as drag:
                self._drag(drag)
            case Scroll() as scroll:
                self._scroll(scroll)
            case Write() as write:
                self._write(write)
            case Wait() as wait:
                self._wait(wait)
            case _:
                self._keys_or_place()

    def _keys_or_place(self) -> None:
        match self._proposal.intent:
            case Hotkey() as hotkey:
                self._keys(hotkey.keys, (), hotkey.repeat)
            case HoldAndTap() as both:
                self._keys(both.tap, both.hold, 1)
            case KeyDown() as down:
                self._keys((), (down.key,), 1)
            case KeyUp() as up:
                self._keys((up.key,), (), 1)
            case Clipboard() as clipboard:
                self._keys(_CLIPBOARD_KEYS.get(clipboard.op, ()), (), 1)
            case _:
                box = self._any_box()
                if box is not None:
                    self._pencil.frame(box, None)

    def _press(self, press: Click | Move | ButtonDown | ButtonUp) -> None:
        point = self._view.to_spot(press.at.point)
        box = self._element_box(press.at)
        anchor = self._pencil.target(box, point, is_dotted=isinstance(press, Move))
        if not isinstance(press, Move):
            self._button_sign(press.button, box, point)
        if isinstance(press, Click) and press.modifiers:
            self._modifiers(press.modifiers, anchor)
        words = "may move" if self._pencil.is_provisional else press_words(press)
        if words:
            self._pencil.tag(words, anchor)

    def _button_sign(self, button: str, box: Box | None, point: Spot) -> None:
        """Fill the right half of the ring, or its middle; beside a frame stands a small ring."""
        if self._pencil.is_provisional or button == "left":
            return
        center, radius, ink = point, RING, self._pencil.ink
        if box:
            # The upper right is the triangle's.
            x = box.x - 20 if self._pencil.has_triangle else box.right + 20
            center, radius = Spot(x, box.y - 20), 9.0
            self._pencil.add(
                Fill(Circle(center, radius), "casing", 0.0),
                Stroke(Circle(center, radius), ink, 1.5),
            )
        if button == "right":
            self._pencil.add(Fill(Wedge(center, radius, -90, 180), ink, 0.0, 0.35))
        elif button == "middle":
            bar = Box(center.x - radius / 6, center.y - radius, radius / 3, 2 * radius)
            self._pencil.add(Fill(Rounded(bar, 1), ink, 0.0, 0.35))

    def _modifiers(self, names: Sequence[str], anchor: Box) -> None:
        caps = [(shown_key(name), False) for name in names]
        top = anchor.y - 6 - CAP_HEIGHT
        if top < self._view.size.y:
            top = anchor.bottom + 6
        rightmost = self._view.size.right - self._pencil.caps_width(caps)
        self._pencil.caps(caps, max(0.0, min(anchor.x, rightmost)), top)

    def _drag(self, drag: Drag) -> None:
        spots = tuple(self._view.to_spot(point) for point in drag.path)
        start, end = spots[0], spots[-1]
        pencil = self._pencil
        if pencil.is_provisional:
            pencil.tag("may move", pencil.ring(end))
            return
        box = self._destination_box(drag)
        pencil.add(*path_to(spots, box, pencil.ink))
        goal = pencil.target(box, end)
        pencil.add(Stroke(Circle(start, 12), pencil.ink), Fill(Circle(start, 3.0), pencil.ink))
        origin = around(start, 14)
        pencil.tag("1 press", origin, prefers_below=True)
        pencil.tag("2 let go", goal)
        self._modifiers(drag.modifiers, origin)

    def _destination_box(self, drag: Drag) -> Box | None:
        if self._proposal.destination is not None:
            return self._view.to_box(self._proposal.destination.box)
        if drag.destination is not None and drag.destination.box is not None:
            return self._view.to_box(drag.destination.box)
        return None

    def _scroll(self, scroll: Scroll) -> None:
        box = self._any_box()
        center = self._view.to_spot(scroll.at.point) if scroll.at else box.center if box else None
        if center is None:
            center = self._foot().moved(0, -40)
        dx, dy = _DIRECTIONS[scroll.direction]
        for n in range(3):
            tip = center.moved(dx * 18 * (n - 0.25), dy * 18 * (n - 0.25))
            back = tip.moved(-14 * dx, -14 * dy)
            wings = (back.moved(18 * dy, 18 * dx), tip, back.moved(-18 * dy, -18 * dx))
            self._pencil.add(Stroke(Line(wings), self._pencil.ink, opacity=1 - 0.3 * n))
        if scroll.at is not None:
            self._pencil.add(Fill(Circle(center, 2.5), self._pencil.ink))
        words = "1 line" if scroll.amount == 1 else f"{scroll.amount} lines"
        self._pencil.tag(words, around(center, 32))

    def _write(self, write: Write) -> None:
        box = self._field_box(write)
        words = "may move" if self._pencil.is_provisional else text_length(write.text)
        if box is not None:
            anchor = self._pencil.frame(box, None)
            self._field_text(write, box)
        elif write.at is not None:
            anchor = self._pencil.ring(self._view.to_spot(write.at.point))
        else:
            foot = self._foot()
            anchor = Box(foot.x - 40, foot.y - 24, 0, 24)
        self._pencil.tag(words, anchor, prefers_below=box is not None)

    def _field_box(self, write: Write) -> Box | None:
        if write.at is not None:
            return self._element_box(write.at)
        element = self._proposal.element
        return self._view.to_box(element.box) if element is not None else None

    def _field_text(self, write: Write, box: Box) -> None:
        """Show the text where it will stand; behind text that stays its place is not known."""
        element = self._proposal.element
        old = (element.value or "") if element is not None else ""
        if self._pencil.is_provisional or (old and not write.overwrite):
            return
        line = Box(box.x + 8, box.y, max(0.0, box.w - 16), min(box.h, 30.0))
        struck = one_line(old) if write.overwrite else ""
        self._pencil.add(FieldText(line, one_line(write.text), self._pencil.ink, struck))

    def _keys(self, taps: Sequence[str], held: Sequence[str], repeat: int) -> None:
        caps = [(shown_key(key), True) for key in held] + [(shown_key(key), False) for key in taps]
        if not caps:
            return
        foot, pencil = self._foot(), self._pencil
        top = foot.y - CAP_HEIGHT
        left = pencil.caps(caps, foot.x - pencil.caps_width(caps) / 2, top)
        if repeat > 1:
            pencil.tag(f"{TIMES}{repeat}", Box(left - 16, top, 8, CAP_HEIGHT))

    def _wait(self, wait: Wait) -> None:
        center = self._foot().moved(0, -RING)
        self._pencil.add(
            Fill(Circle(center, RING), "casing", 0.0, 0.9),
            Stroke(Arc(center, RING, 90, -288), "r0", 3),
            Words(around(center, RING), f"{wait.seconds:g} s", "ink"),
        )

    def _foot(self) -> Spot:
        """Return the middle of the lower edge of the focused window, a little inside it."""
        whole = self._view.size
        box = whole if self._focused is None else self._view.to_box(self._focused)
        return Spot(box.center.x, min(box.bottom, whole.bottom) - 40)

    def _element_box(self, aim: Aim) -> Box | None:
        """Return the element that the pixel belongs to, from the proposal or from the aim."""
        element = self._proposal.element
        if element is not None and element.box.contains(aim.point):
            return self._view.to_box(element.box)
        if aim.element is not None and aim.element.box is not None:
            return self._view.to_box(aim.element.box)
        return None

    def _any_box(self) -> Box | None:
        if self._proposal.element is not None:
            return self._view.to_box(self._proposal.element.box)
        points = target_points(self._proposal)
        return around(self._view.to_spot(points[0]), 12) if points else None
