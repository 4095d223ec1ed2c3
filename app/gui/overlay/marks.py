"""From a proposal to marks: which shapes stand where, in logical pixels of one monitor. Pure code.

Marks go round a thing; inside lies only the dot on the pixel that is pressed. Frames and rings carry the
risk level: dotted, single, with diamonds, double with a triangle.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.gui import tr, tr_said
from app.gui.overlay.card_content import TIMES, press_words
from app.gui.overlay.placement import MonitorMap
from app.gui.overlay.requests import target_points
from app.gui.overlay.shapes import (
    Arc,
    Box,
    Cap,
    Circle,
    FieldText,
    Fill,
    Ink,
    Line,
    Rounded,
    Shape,
    Spot,
    Stroke,
    Tag,
    Wedge,
    Words,
    bounds,
)
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

GAP: Final = 8.0
"""Between a mark and its tag, and between caps, in logical pixels."""


def cross(center: Spot, ink: Ink) -> list[Shape]:
    """Return four strokes that point at a pixel and leave it free, and the dot on it."""
    x, y = center.x, center.y
    lines = [
        Line((Spot(x + 7 * a, y + 7 * b), Spot(x + 14 * a, y + 14 * b)))
        for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ]
    strokes: list[Shape] = [Stroke(line, ink, 1.5) for line in lines]
    return [*strokes, Fill(Circle(center, 2.5), ink)]


def diamond(center: Spot) -> Fill:
    """Return the small diamond of R2."""
    x, y = center.x, center.y
    points = (Spot(x, y - 6), Spot(x + 6, y), Spot(x, y + 6), Spot(x - 6, y))
    return Fill(Line(points, is_closed=True), "r2")


def triangle(center: Spot) -> list[Shape]:
    """Return the triangle of R3 with its sign."""
    x, y = center.x, center.y
    points = (Spot(x, y - 12), Spot(x + 13, y + 11), Spot(x - 13, y + 11))
    return [
        Fill(Line(points, is_closed=True), "r3"),
        Fill(Rounded(Box(x - 1.25, y - 4, 2.5, 8), 1.25), "casing", 0.0),
        Fill(Circle(Spot(x, y + 7), 1.5), "casing", 0.0),
    ]


def octagon(center: Spot) -> list[Shape]:
    """Return the octagon of R4 with its bar."""
    half = 24.0
    c = half * 0.43
    corners = ((-c, -half), (c, -half), (half, -c), (half, c), (c, half), (-c, half), (-half, c))
    points = tuple(center.moved(dx, dy) for dx, dy in (*corners, (-half, -c)))
    bar = Box(center.x - half / 2, center.y - half / 8, half, half / 4)
    return [Fill(Line(points, is_closed=True), "r4"), Fill(Rounded(bar, 1.0), "casing", 0.0)]


def place_tag(size: Box, anchor: Box, room: Box, taken: Sequence[Box]) -> Box:
    """Return where a tag goes: right, left, below or above its anchor, the first that is free."""
    middle = anchor.center
    right = Box(anchor.right + GAP, middle.y - size.h / 2, size.w, size.h)
    left = Box(anchor.x - GAP - size.w, right.y, size.w, size.h)
    below = Box(anchor.x, anchor.bottom + GAP, size.w, size.h)
    above = Box(anchor.x, anchor.y - GAP - size.h, size.w, size.h)
    sides = (right, left, below, above)
    inside = [box for box in sides if room.holds(box)] or [box.pushed_into(room) for box in sides]
    return min(inside, key=lambda box: sum(box.overlap(other) for other in (*taken, anchor)))


Measure = Callable[[str], float]
"""Width of a text in logical pixels in the font of the tags."""

RING: Final = 24.0
TAG_HEIGHT: Final = 24.0
CAP_HEIGHT: Final = 34.0
DOTTED: Final = (2.0, 7.0)
PROVISIONAL: Final = (6.0, 6.0)
INKS: Final[dict[RiskLevel, Ink]] = {
    RiskLevel.R0: "r0",
    RiskLevel.R1: "r1",
    RiskLevel.R2: "r2",
    RiskLevel.R3: "r3",
    RiskLevel.R4: "r4",
}


class Pencil:
    """Collects shapes; `taken` grows with every tag, so that tags keep off each other."""

    def __init__(
        self,
        level: RiskLevel,
        view: MonitorMap,
        measure: Measure,
        taken: Sequence[Rect] = (),
        *,
        is_plain: Callable[[Rect], bool] = lambda _rect: True,
        is_provisional: bool = False,
    ) -> None:
        self.shapes: list[Shape] = []
        self.ink = INKS[level]
        self.view = view
        self.is_provisional = is_provisional
        self._level = level
        self._measure = measure
        self._is_plain = is_plain
        self._taken = [view.to_box(rect) for rect in taken]

    @property
    def has_triangle(self) -> bool:
        """Tell whether a frame has a triangle at its upper right corner."""
        return self._level == RiskLevel.R3

    def add(self, *shapes: Shape) -> None:
        """Add finished shapes."""
        self.shapes += shapes

    def target(self, box: Box | None, point: Spot, *, is_dotted: bool = False) -> Box:
        """Draw a frame if the element is known, else a ring; return what tags stand beside."""
        if box is not None:
            return self.frame(box, point, is_dotted=is_dotted)
        return self.ring(point, is_dotted=is_dotted)

    def frame(self, box: Box, point: Spot | None, *, is_dotted: bool = False) -> Box:
        """Draw a frame outside the element; with a point also ticks and dot."""
        outer = box.grown(5)
        self._line(Rounded(outer, 5), is_dotted=is_dotted)
        reach = outer
        if self.is_provisional:
            return reach
        if self._level == RiskLevel.R3:
            reach = outer.grown(6)
            self._line(Rounded(reach, 9))
        sign = triangle(Spot(reach.right + 2, reach.y - 4)) if self.has_triangle else []
        if point is not None:
            self._ticks(reach, point, sign)
        if self._level == RiskLevel.R2:
            self.add(*(diamond(corner) for corner in outer.corners))
        self.add(*sign)
        if point is not None:
            self.add(Fill(Circle(point, 3.0), self.ink))
        return reach.grown(18) if point is not None else reach

    def ring(self, point: Spot, *, is_dotted: bool = False) -> Box:
        """Draw a ring with a cross round a pixel of which nothing else is known."""
        self._line(Circle(point, RING), is_dotted=is_dotted)
        anchor = around(point, RING + 2)
        if self.is_provisional:
            return anchor
        if self._level == RiskLevel.R3:
            self._line(Circle(point, RING + 8))
            self.add(*triangle(point.moved(28, -26)))
            anchor = anchor.grown(8)
        if self._level == RiskLevel.R2:
            directions = ((-1, 0), (1, 0), (0, -1), (0, 1))
            self.add(*(diamond(point.moved(RING * a, RING * b)) for a, b in directions))
        self.add(*cross(point, self.ink))
        return anchor

    def tag(self, words: str, anchor: Box, *, prefers_below: bool = False) -> None:
        """Put a tag beside an anchor, on the first side that is free."""
        size = Box(0, 0, self.tag_width(words), TAG_HEIGHT)
        box = place_tag(size, anchor, self.view.size, self._taken)
        below = Box(anchor.x, anchor.bottom + 4, size.w, size.h)
        if prefers_below and self.view.size.holds(below):
            box = below
        self._taken.append(box)
        self.add(Tag(box, words, self.ink))

    def caps(self, names: Sequence[tuple[str, bool]], left: float, top: float) -> float:
        """Draw key caps in a row, each with whether it is held; return where the row ends."""
        for text, is_held in names:
            width = self._cap_width(text)
            self._taken.append(Box(left, top, width, CAP_HEIGHT))
            self.add(Cap(Box(left, top, width, CAP_HEIGHT), text, self.ink, is_held))
            left += width + GAP
        return left

    def caps_width(self, names: Sequence[tuple[str, bool]]) -> float:
        """Return the width of a row of caps."""
        return sum(self._cap_width(text) for text, _ in names) + GAP * max(0, len(names) - 1)

    def tag_width(self, words: str) -> float:
        """Return the width of a tag with these words."""
        return round(self._measure(words)) + 20.0

    def _cap_width(self, text: str) -> float:
        return max(44.0, round(self._measure(text)) + 24.0)

    def _line(self, outline: Rounded | Circle, *, is_dotted: bool = False) -> None:
        if self.is_provisional:
            self.add(Stroke(outline, self.ink, 1.75, PROVISIONAL, is_turning=True))
        else:
            dashes = DOTTED if is_dotted or self._level == RiskLevel.R0 else ()
            self.add(Stroke(outline, self.ink, 2.5, dashes))

    def _ticks(self, reach: Box, point: Spot, sign: Sequence[Shape]) -> None:
        """Point at the pixel from all sides but those where a tick would lie on words or the sign."""
        lines = (
            (Spot(point.x, reach.y - 16), Spot(point.x, reach.y - 6)),
            (Spot(point.x, reach.bottom + 6), Spot(point.x, reach.bottom + 16)),
            (Spot(reach.x - 16, point.y), Spot(reach.x - 6, point.y)),
            (Spot(reach.right + 6, point.y), Spot(reach.right + 16, point.y)),
        )
        for stroke in (Stroke(Line(line), self.ink, 2.0) for line in lines):
            room = bounds(stroke)
            is_free = all(room.overlap(bounds(part)) == 0 for part in sign)
            if is_free and self._is_plain(self.view.to_rect(room)):
                self.add(stroke)


def around(point: Spot, half: float) -> Box:
    """Return a square round a point."""
    return Box(point.x - half, point.y - half, 2 * half, 2 * half)


_DASHES: Final = (9.0, 6.0)
_ROUND_A_PIXEL: Final = RING + 4


def path_to(spots: Sequence[Spot], box: Box | None, ink: Ink) -> list[Shape]:
    """Return the real path up to the destination's frame, or short of the pixel, and its head.

    Args:
        spots: where the pointer goes, in logical pixels.
        box: the thing at the end; None where only the pixel is known.
    """
    end = spots[-1]
    goal = box.grown(9) if box is not None else around(end, _ROUND_A_PIXEL)
    outside = [spot for spot in spots if not _is_in(goal, spot)] or [spots[0]]
    before = outside[-1]
    after = next((s for s in spots[spots.index(before) :] if _is_in(goal, s)), end)
    dx, dy = after.x - before.x, after.y - before.y
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1:
        return []
    ux, uy = dx / length, dy / length
    reach = min(length, _distance_out(goal, after, ux, uy))
    tip = after.moved(-ux * reach, -uy * reach)
    kept = spots[: spots.index(before) + 1]
    return [Stroke(Line((*kept, tip)), ink, 2.5, _DASHES), _head(tip, ux, uy, ink)]


def _head(tip: Spot, ux: float, uy: float, ink: Ink) -> Stroke:
    """Return the two wings of an arrow that points along a direction."""
    left = tip.moved(-12 * ux - 9 * uy, -12 * uy + 9 * ux)
    right = tip.moved(-12 * ux + 9 * uy, -12 * uy - 9 * ux)
    return Stroke(Line((left, tip, right)), ink)


def _is_in(box: Box, spot: Spot) -> bool:
    return box.x <= spot.x <= box.right and box.y <= spot.y <= box.bottom


def _distance_out(box: Box, inside: Spot, ux: float, uy: float) -> float:
    """Return how far back along a direction the box is left, starting from a point inside."""
    spans = []
    if abs(ux) > 1e-6:
        edge = box.x if ux > 0 else box.right
        spans.append((inside.x - edge) / ux)
    if abs(uy) > 1e-6:
        edge = box.y if uy > 0 else box.bottom
        spans.append((inside.y - edge) / uy)
    return max(0.0, min(spans, default=0.0))


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
        view: The monitor; what lies on others falls outside its box.
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
        words = tr("may move") if self._pencil.is_provisional else press_words(press)
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
            pencil.tag(tr("may move"), pencil.ring(end))
            return
        box = self._destination_box(drag)
        pencil.add(*path_to(spots, box, pencil.ink))
        goal = pencil.target(box, end)
        pencil.add(Stroke(Circle(start, 12), pencil.ink), Fill(Circle(start, 3.0), pencil.ink))
        origin = around(start, 14)
        pencil.tag(tr("1 press"), origin, prefers_below=True)
        pencil.tag(tr("2 let go"), goal)
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
        words = tr("1 line") if scroll.amount == 1 else tr("{0} lines").format(scroll.amount)
        self._pencil.tag(words, around(center, 32))

    def _write(self, write: Write) -> None:
        box = self._field_box(write)
        words = tr("may move") if self._pencil.is_provisional else tr_said(text_length(write.text))
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
