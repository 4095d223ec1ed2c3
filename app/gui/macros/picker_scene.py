"""The frozen picture that a picker shows of one monitor: what lies under the pointer is outlined and named.

It covers the whole monitor, so no press and no key reaches a program while it is shown. Windows that the
user keeps private, our own and the inside of password fields are painted over in it.
"""

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.executor_host import own_pids
from app.gui import tr, tr_said
from app.gui.overlay.placement import MonitorMap
from app.gui.overlay.shapes import Spot
from app.gui.widgets.pictures import frame_image
from app.gui.widgets.theme import Theme, tokens
from app.run_options import rules
from app.settings import Settings
from automation.agent.evidence_collector import PasswordPlaces
from automation.core.errors import AssistantError
from automation.core.geometry import Rect, ScreenPoint, monitor_at
from automation.core.hand_events import Context
from automation.core.observation import Frame, Observation, ScreenElement, WindowInfo
from automation.core.timing import StopToken
from automation.core.wording import kind_words, quoted
from automation.desktop.capture import ScreenGrabber, Veil
from automation.desktop.elements.nodes import CONTROLS
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.recording.listen import AROUND, owner, smallest
from automation.desktop.screen import DesktopScreen
from automation.desktop.windows_x11 import X11Windows
from automation.macros.checks import has_evidence
from automation.macros.describe import recorded_target, with_picture
from automation.macros.macro import Target
from automation.safety.rules import Permission

_STOPS: Final = CONTROLS | {"cell"}
"""What Tab goes to; everything else can be pointed at."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What is at a place: the smallest thing that the tree tells of, or only the window."""

    point: ScreenPoint
    """Where it is pressed."""
    window: WindowInfo
    element: ScreenElement | None = None

    @property
    def box(self) -> Rect | None:
        """Its outline in device pixels; None where the tree tells of nothing there."""
        return self.element.box if self.element is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The desktop of one moment."""

    observation: Observation
    elements: tuple[ScreenElement, ...] = ()
    private: frozenset[int] = frozenset()
    """Ids of windows that cannot be picked in."""
    _by_window: dict[int, list[ScreenElement]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for element in self.elements:
            self._by_window.setdefault(element.window_id, []).append(element)

    def thing_at(self, point: ScreenPoint) -> Thing | None:
        """Return what a press at a pixel would reach; None on the desktop and in hidden windows."""
        window = self.observation.window_reached(point)
        if window is None or window.is_own or window.window_id in self.private:
            return None
        inside = self._by_window.get(window.window_id, [])
        return Thing(point, window, smallest(inside, window, point))

    def is_private_at(self, point: ScreenPoint) -> bool:
        """Tell whether a window lies at a pixel that may not be looked at."""
        window = self.observation.window_reached(point)
        return window is not None and (window.is_own or window.window_id in self.private)

    def stops(self) -> tuple[Thing, ...]:
        """Return what can be gone to from the keyboard, in reading order within each window."""
        found = []
        order = {w.window_id: n for n, w in enumerate(self.observation.windows)}
        for element in self.elements:
            if element.role not in _STOPS or element.window_id in self.private:
                continue
            middle = element.box.center
            window = self.observation.window_reached(middle)
            if window is not None and window.window_id == element.window_id and not window.is_own:
                place = (order[window.window_id], middle.y // 16, middle.x)
                found.append((place, Thing(middle, window, element)))
        return tuple(thing for _, thing in sorted(found, key=lambda one: one[0]))


@dataclass(frozen=True, slots=True)
class Picked:
    """What was picked: a target as a recording would have described it, and the PNG file it names."""

    target: Target
    image: bytes = b""
    """Empty where `target.image` is None."""
    problem: str = ""
    """Why it would not be found again; empty when it would."""


class Looker:
    """Eyes for one pick. Built, used and closed by one thread."""

    def __init__(self, settings: Settings, veil: Veil | None = None) -> None:
        """Connect.

        Args:
            settings: what the user keeps private, and whether texts are read.
            veil: what of ours lies over the desktop and must not be on the picture; None for nothing.

        Raises:
            AssistantError: the display does not answer.
        """
        self._settings, self._veil = settings, veil
        pids = own_pids()
        self._windows = X11Windows(own_pids=pids)
        try:
            self._grabber = ScreenGrabber()
        except AssistantError:
            self._windows.close()
            raise
        self._ocr = Ocr() if settings.use_ocr else None
        self._reader = DesktopReader(own_pids=pids, ocr=self._ocr, is_private=self._is_private)
        # A browser that tells of no page is not painted over: nobody could point at anything in it.
        self._places = PasswordPlaces(self._reader, silence_counts=False)

    def look(self, stop: StopToken) -> Seen:
        """Return the desktop as it is once it has settled.

        Raises:
            CaptureError: there is no picture to be had.
            Stopped: it was left meanwhile.
        """
        screen = DesktopScreen(
            self._grabber,
            self._windows,
            veil=self._veil,
            is_private=self._is_private,
            find_secrets=self._secrets,
        )
        seen = screen.observe(stop)
        private = frozenset(w.window_id for w in seen.windows if self._is_private(w))
        return Seen(seen, tuple(self._reader.tree(seen, whole_screen=True)), private)

    def _secrets(self, seen: Observation) -> tuple[Rect, ...]:
        """Return where passwords stand, hidden or shown: what is picked is kept with its picture."""
        return (*self._reader.secret_boxes(seen), *self._places.boxes(seen))

    def describe(self, seen: Seen, thing: Thing) -> Picked:
        """Return how a thing is found again."""
        context = self._context(seen, thing)
        described = with_picture(context, recorded_target(context))
        problem = ""
        if not has_evidence(described.target):
            problem = tr(
                "Nothing there tells how to find it again. Pick something with a name or text."
            )
        return Picked(described.target, described.picture or b"", problem)

    def close(self) -> None:
        """Disconnect."""
        self._reader.close()
        if self._ocr is not None:
            self._ocr.close()
        self._grabber.close()
        self._windows.close()

    def _context(self, seen: Seen, thing: Thing) -> Context:
        observation, point, window = seen.observation, thing.point, thing.window
        around = AROUND.around(point).intersection(window.rect)
        monitor = monitor_at(observation.monitors, point)
        return Context(
            point=point,
            frame=observation.frame.crop(around) if around.area else None,
            window=owner(window, observation.windows),
            element=thing.element,
            elements=seen.elements,
            lines=self._lines(observation, around),
            scale=monitor.scale if monitor is not None else 1.0,
        )

    def _lines(self, observation: Observation, around: Rect) -> tuple[ScreenElement, ...]:
        if self._ocr is None or self._ocr.problem or not around.area:
            return ()
        return tuple(self._reader.text(observation, around))

    def _is_private(self, window: WindowInfo) -> bool:
        return rules(self._settings).permission(window) == Permission.NEVER_LOOK


def thing_words(thing: Thing) -> str:
    """Return what a thing is called: role, name and window."""
    element, window = thing.element, thing.window
    where = window.title or window.app or tr("a window without a title")
    if element is None:
        return tr("What is shown there in {0}").format(where)
    role = tr_said(kind_words(element.role or "thing"))
    name = f" {tr_said(quoted(element.name))}" if element.name else ""
    return tr("{0}{1} in {2}").format(role[:1].upper() + role[1:], name, where)


SHADE: Final = QColor(0, 0, 0, 92)
"""Over everything but what would be picked: tells the frozen picture from the desktop."""
HELP: Final = tr(
    "Point at what the step is for and click. Tab goes from one thing to the next, "
    "Enter picks it, Esc leaves."
)
GAP_PX: Final = 8.0
_PAD: Final = 10.0
_TOP: Final = 20.0
_AROUND_HINT: Final = 96.0


class Surface(QWidget):
    """One monitor of a pick. UI thread; positions that it tells are device pixels of the desktop."""

    pointed = Signal(object)
    """The pointer is over this `ScreenPoint`."""
    pressed = Signal(object)
    """A click came up at this `ScreenPoint`."""
    stepped = Signal(int)
    """Go to the next thing (1) or to the one before (-1)."""
    accepted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, view: MonitorMap, frame: Frame) -> None:
        super().__init__()
        self._theme, self.view = theme, view
        self._image: QImage = frame_image(frame.crop(view.rect))
        self._image.setDevicePixelRatio(view.ratio)
        self.thing: Thing | None = None
        self.hint = HELP
        self._down: set[int] = set()
        self.setWindowFlags(
            Qt.WindowType.Window
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
        )
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("picking-surface")
        self.setWindowTitle(tr("Pick on the screen"))
        self.setAccessibleName(tr("Pick on the screen"))
        self.setAccessibleDescription(HELP)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def show_thing(self, thing: Thing | None, hint: str = HELP) -> None:
        """Outline what would be picked, and say a sentence at the top."""
        if thing == self.thing and hint == self.hint:
            return
        self.thing, self.hint = thing, hint
        self.setAccessibleDescription(thing_words(thing) if thing is not None else hint)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at something."""
        self.pointed.emit(self._at(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Wait until the button comes up: its release must not reach what lies below."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick with the left button, leave with the right one."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit(self._at(event))
        elif event.button() is Qt.MouseButton.RightButton:
            self.left.emit()

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802  # Qt's name
        """Keep Tab for ourselves."""
        self.stepped.emit(1 if is_next else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move on with the arrows; Enter and Esc count once they come up."""
        match event.key():
            case Qt.Key.Key_Right | Qt.Key.Key_Down:
                self.stepped.emit(1)
            case Qt.Key.Key_Left | Qt.Key.Key_Up:
                self.stepped.emit(-1)
            case key if not event.isAutoRepeat():
                self._down.add(key)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Pick or leave: a key that goes on repeating must not reach what comes next."""
        if event.isAutoRepeat() or event.key() not in self._down:
            return
        self._down.discard(event.key())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()

    def _at(self, event: QMouseEvent) -> ScreenPoint:
        at = event.position()
        return self.view.to_screen(Spot(at.x(), at.y()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, the shade, the outline with its name, and the sentence at the top."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawImage(QPointF(0, 0), self._image)
            outline = self._outline()
            self._paint_shade(painter, outline)
            if self.thing is not None and outline is not None:
                self._paint_outline(painter, outline)
                self._paint_words(painter, thing_words(self.thing), self._below(outline))
            self._paint_words(painter, self.hint, self._hint_corner(outline))

    def _hint_corner(self, outline: QRectF | None) -> QPointF:
        """Return the middle at the top, or at the foot where something is picked at the top."""
        is_high = outline is not None and outline.top() < _AROUND_HINT
        return QPointF(-1.0, self.height() - _AROUND_HINT / 2 if is_high else _TOP)

    def _outline(self) -> QRectF | None:
        """Return the outline in logical pixels; None where nothing of it is on this monitor."""
        thing = self.thing
        if thing is None:
            return None
        box = thing.box or Rect(thing.point.x - 12, thing.point.y - 12, 24, 24)
        if not box.intersection(self.view.rect).area:
            return None
        shown = self.view.to_box(box)
        return QRectF(shown.x, shown.y, shown.w, shown.h).adjusted(-3, -3, 3, 3)

    def _paint_shade(self, painter: QPainter, outline: QRectF | None) -> None:
        shade = QPainterPath()
        shade.addRect(QRectF(self.rect()))
        if outline is not None:
            hole = QPainterPath()
            hole.addRoundedRect(outline, 4, 4)
            shade = shade.subtracted(hole)
        painter.fillPath(shade, SHADE)

    def _paint_outline(self, painter: QPainter, outline: QRectF) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        casing, ink = QColor(tokens().overlay["casing"]), QColor(tokens().overlay["r1"])
        for pen in (QPen(casing, 5), QPen(ink, 2.5)):
            painter.setPen(pen)
            painter.drawRoundedRect(outline, 4, 4)

    def _below(self, outline: QRectF) -> QPointF:
        """Return where the name stands: below the outline, above it at the lower edge."""
        height = QFontMetricsF(self._theme.font("bold")).height() + _PAD
        y = outline.bottom() + GAP_PX
        if y + height > self.height():
            y = max(0.0, outline.top() - GAP_PX - height)
        return QPointF(outline.left(), y)

    def _paint_words(self, painter: QPainter, words: str, corner: QPointF) -> None:
        """Paint words on a plate; left of the edge means in the middle."""
        is_centred = corner.x() < 0
        font = self._theme.font("body" if is_centred else "bold")
        metrics = QFontMetricsF(font)
        room = self.width() - 4 * _PAD
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, room)
        width, height = metrics.horizontalAdvance(shown) + 2 * _PAD, metrics.height() + _PAD
        wanted = (self.width() - width) / 2 if is_centred else corner.x()
        left = max(_PAD, min(wanted, self.width() - width - _PAD))
        plate = QRectF(left, corner.y(), width, height)
        painter.setPen(QPen(self._theme.color("ctl"), 1))
        painter.setBrush(self._theme.color("surface"))
        painter.drawRoundedRect(plate, 6, 6)
        painter.setFont(font)
        painter.setPen(self._theme.color("text"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
