"""The theme: colour tokens, a palette on Fusion, one short stylesheet, fonts and tinted icons.

Type steps from the application's font, so that the size that the user chose is kept. The stylesheet has
borders, radii and focus of Qt's own controls only: weights and sizes of fonts never stand there, because
a rule would override `setFont`, and every rule names a class with a property or an own class, since a
bare `QFrame` rule paints every label.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from types import MappingProxyType
from typing import Final, Literal

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QGuiApplication,
    QIcon,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

Step = Literal[
    "display",
    "heading",
    "title",
    "body",
    "bold",
    "small",
    "small_bold",
    "caption",
    "caption_bold",
    "mono",
]

SMALLEST_PX: Final = 12
DEFAULT_POINTS: Final = 10.5
"""Body size on a desktop that names no font: 14 px at 96 dpi."""

_STEPS: Final[dict[Step, tuple[int, QFont.Weight]]] = {
    "display": (14, QFont.Weight.DemiBold),
    "heading": (6, QFont.Weight.DemiBold),
    "title": (2, QFont.Weight.DemiBold),
    "body": (0, QFont.Weight.Normal),
    "bold": (0, QFont.Weight.DemiBold),
    "small": (-1, QFont.Weight.Normal),
    "small_bold": (-1, QFont.Weight.DemiBold),
    "caption": (-2, QFont.Weight.Normal),
    "caption_bold": (-2, QFont.Weight.DemiBold),
    "mono": (-2, QFont.Weight.Normal),
}


def desktop_font() -> QFont:
    """Return the desktop's font; at 10.5 pt where Qt only has its own fallback of 9 pt."""
    font = QGuiApplication.font()
    is_fallback = font.family() in ("Sans Serif", "Sans", "") and font.pointSize() == 9
    if is_fallback:
        font.setPointSizeF(DEFAULT_POINTS)
    return font


class Typography:
    """The ten steps for one application font. Owned by the theme; UI thread."""

    def __init__(self, body: QFont) -> None:
        self._body = QFont(body)
        self._body_px = QFontInfo(body).pixelSize()
        self._fonts: dict[tuple[Step, bool], QFont] = {}

    def font(self, step: Step, *, tabular: bool = False) -> QFont:
        """Return the font of a step; `tabular` gives all digits the same width."""
        key = (step, tabular)
        if key not in self._fonts:
            self._fonts[key] = self._made(step, tabular=tabular)
        return QFont(self._fonts[key])

    def _made(self, step: Step, *, tabular: bool) -> QFont:
        difference, weight = _STEPS[step]
        is_mono = step == "mono"
        font = (
            QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if is_mono else self._body
        )
        font = QFont(font)
        font.setPixelSize(max(SMALLEST_PX, self._body_px + difference))
        font.setWeight(weight)
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font


@cache
def svg_text(name: str) -> str:
    """Return the drawing of an icon.

    Raises:
        KeyError: there is no icon of this name.
    """
    path = files("resources") / "icons" / f"{name}.svg"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise KeyError(f"there is no icon called {name!r} in resources/icons") from None


def _rendered(name: str, color: QColor, size: int, ratio: float) -> QPixmap:
    pixels = round(size * ratio)
    pixmap = QPixmap(QSize(pixels, pixels))
    pixmap.fill(Qt.GlobalColor.transparent)
    tinted = svg_text(name).replace("currentColor", color.name(QColor.NameFormat.HexRgb))
    with QPainter(pixmap) as painter:
        painter.setOpacity(color.alphaF())
        QSvgRenderer(QByteArray(tinted.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


_TEMPLATE: Final = Template("""
QPushButton { border: 1px solid $ctl; border-radius: 8px; padding: 0 12px; min-height: 30px;
  background: $surface; color: $text; }
QPushButton:hover { background: $sunken; }
QPushButton:focus { border: 2px solid $accent; padding: 0 11px; min-height: 28px; }
QPushButton:disabled { border-color: $line; background: $sunken; color: $text3; }
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QKeySequenceEdit > QLineEdit {
  border: 1px solid $ctl; border-radius: 8px; background: $surface; color: $text;
  selection-background-color: $accent; selection-color: $onAccent; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { padding: 0 10px; min-height: 30px; }
QPlainTextEdit, QTextEdit { padding: 5px 9px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
  border: 2px solid $accent; padding: 0 9px; min-height: 28px; }
QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $accent; padding: 4px 8px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled, QSpinBox:disabled {
  border-color: $line; background: $sunken; color: $text3; }
QLineEdit[kind="bare"], QLineEdit[kind="bare"]:focus, QPlainTextEdit[kind="bare"],
QPlainTextEdit[kind="bare"]:focus, QTextEdit[kind="reading"], QTextEdit[kind="reading"]:focus {
  border: none; background: transparent; padding: 0; }
QComboBox::drop-down, QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button,
QDoubleSpinBox::down-button { border: none; width: 20px; }
QComboBox QAbstractItemView { border: 1px solid $ctl; background: $surface; outline: none;
  selection-background-color: $accentSoft; selection-color: $text; }
QAbstractItemView { border: none; background: transparent; outline: none; }
QAbstractItemView[kind="boxed"] { border: 1px solid $line; border-radius: 8px; background: $surface; }
QAbstractScrollArea[kind="bare"], QScrollArea { border: none; background: transparent; }
QHeaderView::section { border: none; border-bottom: 1px solid $line; background: $surface;
  color: $text3; padding: 6px 10px; }
QTableView[kind="boxed"]::item { padding: 0 7px; }
QFrame[kind="card"] { background: $surface; border: 1px solid $line; border-radius: 8px; }
QFrame[kind="compose"] { background: $surface; border: 1px solid $ctl; border-radius: 8px; }
QFrame[kind="compose"][active="true"] { border: 2px solid $accent; }
QFrame[kind="waiting"] { background: $r2Soft; border: 1px solid $r2; border-radius: 8px; }
QFrame[kind="side"] { background: $sunken; border: none; border-right: 1px solid $line; }
QFrame[kind="aside"] { background: $bg; border: none; border-left: 1px solid $line; }
QFrame[kind="top"] { background: $bg; border: none; border-bottom: 1px solid $line; }
QFrame[kind="foot"] { background: $sunken; border: none; border-top: 1px solid $line; }
QFrame[kind="baseline"] { background: $bg; border: none; border-top: 1px solid $line; }
QFrame[kind="sunken"] { background: $sunken; border: none; border-radius: 8px; }
QFrame[kind="rule"] { background: $line; border: none; max-height: 1px; min-height: 1px; }
QFrame[kind="claim"] { background: transparent; border: none; border-left: 2px solid $line; }
QFrame[kind="error"] { background: $surface; border: 1px solid $line; border-left: 3px solid $r3;
  border-radius: 8px; }
QLabel[tone="dim"] { color: $text2; }
QLabel[tone="faint"] { color: $text3; }
QLabel[tone="accent"] { color: $accentText; }
QLabel[tone="ok"] { color: $ok; }
QLabel[tone="r2"] { color: $r2; }
QLabel[tone="r3"] { color: $r3; }
QLabel[tone="r4"] { color: $r4; }
QToolButton { border: 1px solid transparent; border-radius: 8px; background: transparent; }
QToolButton:hover { background: $sunken; }
QToolButton:focus { border: 2px solid $accent; }
QMenu { border: 1px solid $ctl; background: $surface; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 28px; border-radius: 4px; color: $text; }
QMenu::item:selected { background: $accentSoft; }
QMenu::item:disabled { color: $text3; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QToolTip { border: 1px solid $ctl; background: $surface; color: $text; padding: 4px 6px; }
QProgressBar { border: none; border-radius: 3px; background: $line; max-height: 6px;
  min-height: 6px; }
QProgressBar::chunk { border-radius: 3px; background: $accent; }
QScrollBar:vertical { width: 12px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 12px; background: transparent; margin: 0; }
QScrollBar::handle { background: $ctl; border-radius: 3px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:vertical { margin: 2px 3px; }
QScrollBar::handle:horizontal { margin: 3px 2px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
""")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours by name, as #RRGGBB or #AARRGGBB."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    overlay: Mapping[str, str]


@cache
def tokens() -> Tokens:
    """Return the tokens that the resources hold."""
    path = files("resources") / "theme" / "tokens.json"
    data: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    light, dark, overlay = (MappingProxyType(data[name]) for name in ("light", "dark", "overlay"))
    return Tokens(light, dark, overlay)


ThemeChoice = Literal["system", "light", "dark"]

_ROLES: Final[dict[QPalette.ColorRole, str]] = {
    QPalette.ColorRole.Window: "bg",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "sunken",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "surface",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "r3",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "onAccent",
    QPalette.ColorRole.PlaceholderText: "text3",
    QPalette.ColorRole.ToolTipBase: "surface",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Link: "accentText",
    QPalette.ColorRole.LinkVisited: "accentText",
    QPalette.ColorRole.Light: "surface",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "ctl",
    QPalette.ColorRole.Dark: "line",
    QPalette.ColorRole.Accent: "accent",
}
_TEXT_ROLES: Final = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


class Theme(QObject):
    """Light or dark, by the user's choice or the desktop's. UI thread; widgets hold a reference.

    Widgets that paint themselves read colours when they paint, so a change needs one `update`.
    """

    changed = Signal()

    def __init__(self, choice: ThemeChoice = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.choice: ThemeChoice = choice
        """What the user chose."""
        self._pixmaps: dict[tuple[str, int, str, float], QPixmap] = {}
        self._typography = Typography(desktop_font())
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    @property
    def is_dark(self) -> bool:
        """Tell whether dark colours are in use; a desktop that says nothing gets light ones."""
        if self.choice == "system":
            return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self.choice == "dark"

    def set_choice(self, choice: ThemeChoice) -> None:
        """Use another theme from here on."""
        if choice != self.choice:
            self.choice = choice
            self._refresh()

    @property
    def tokens(self) -> Mapping[str, str]:
        """The colours in use, by name."""
        return tokens().dark if self.is_dark else tokens().light

    def color(self, token: str) -> QColor:
        """Return the colour of a token."""
        return QColor(self.tokens[token])

    def font(self, step: Step, *, tabular: bool = False) -> QFont:
        """Return the font of a type step."""
        return self._typography.font(step, tabular=tabular)

    def icon(self, name: str, token: str = "text2", size: int = 16) -> QIcon:
        """Return an icon in a token's colour, for scale 1 and 2; disabled it takes `text3`."""
        icon = QIcon()
        for ratio in (1.0, 2.0):
            icon.addPixmap(self.pixmap(name, token, size, ratio), QIcon.Mode.Normal)
            icon.addPixmap(self.pixmap(name, "text3", size, ratio), QIcon.Mode.Disabled)
        return icon

    def pixmap(
        self, name: str, color: QColor | str = "text2", size: int = 16, ratio: float = 1.0
    ) -> QPixmap:
        """Return an icon in a colour, or in a token's, at `size` logical pixels for a scale; drawn once."""
        tint = self.color(color) if isinstance(color, str) else color
        key = (name, size, tint.name(QColor.NameFormat.HexArgb), ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = _rendered(name, tint, size, ratio)
        return self._pixmaps[key]

    def paint_icon(
        self, painter: QPainter, name: str, rect: QRectF, color: QColor | str = "text2"
    ) -> None:
        """Paint an icon into a rectangle, sharp on the painter's device."""
        ratio = painter.device().devicePixelRatioF()
        pixmap = self.pixmap(name, color, round(rect.width()), ratio)
        painter.drawPixmap(rect, pixmap, QRectF(pixmap.rect()))

    def draw_focus(self, painter: QPainter, rect: QRectF, radius: float = 7) -> None:
        """Draw the ring of the focus just inside a rectangle."""
        inside = rect.adjusted(1, 1, -1, -1)
        draw_box(painter, inside, radius, outline=self.color("accent"), width=2)

    def palette(self) -> QPalette:
        """Return the palette that colours everything Qt draws by itself."""
        palette = QPalette()
        for role, token in _ROLES.items():
            palette.setColor(role, self.color(token))
        for role in _TEXT_ROLES:
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color("text3"))
        disabled = QPalette.ColorGroup.Disabled
        palette.setColor(disabled, QPalette.ColorRole.Button, self.color("sunken"))
        palette.setColor(disabled, QPalette.ColorRole.Highlight, self.color("line"))
        return palette

    def qss(self) -> str:
        """Return the stylesheet for this theme."""
        return _TEMPLATE.substitute(self.tokens)

    def apply(self, app: QApplication) -> None:
        """Dress the application: Fusion, palette, stylesheet and body font."""
        font, palette, sheet = self.font("body"), self.palette(), self.qss()
        if (app.font(), app.palette(), app.styleSheet()) == (font, palette, sheet):
            return  # dressing again would lay out every widget that lives
        if app.style().objectName().lower() != "fusion":
            app.setStyle("Fusion")
        app.setFont(font)
        app.setPalette(palette)
        app.setStyleSheet(sheet)

    def _on_scheme_changed(self) -> None:
        if self.choice == "system":
            self._refresh()

    def _refresh(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setPalette(self.palette())
            app.setStyleSheet(self.qss())
        self.changed.emit()


def draw_box(
    painter: QPainter,
    rect: QRectF,
    radius: float,
    fill: QColor | None = None,
    outline: QColor | None = None,
    width: float = 1,
) -> None:
    """Draw a rectangle with round corners; without a colour it is not filled, or has no outline."""
    painter.setPen(Qt.PenStyle.NoPen if outline is None else QPen(outline, width))
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)
    painter.drawRoundedRect(rect, radius, radius)


def draw_row(painter: QPainter, theme: Theme, option: QStyleOptionViewItem, rect: QRectF) -> bool:
    """Draw what lies behind a row of a list: chosen, under the pointer, with the focus; tell whether it is chosen."""
    is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
    if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
        draw_box(painter, rect, 8, theme.color("accentSoft" if is_selected else "line"))
    if option.state & QStyle.StateFlag.State_HasFocus:
        theme.draw_focus(painter, rect)
    return is_selected


class Painted(QWidget):
    """A widget that paints itself by `_paint`, and anew in each theme."""

    def __init__(self, theme: Theme, *, name: str = "", wraps: bool = False) -> None:
        """Prepare; with `wraps` the height follows from the width."""
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        if wraps:
            wrap(self)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it smoothly."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        raise NotImplementedError


class PaintedButton(QAbstractButton):
    """A button that paints itself by `_paint`, anew in each theme and under the pointer."""

    def __init__(self, theme: Theme, text: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it smoothly."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    @property
    def is_hot(self) -> bool:
        """Tell whether the pointer is over it, or it is held."""
        return self.isEnabled() and (self.underMouse() or self.isDown())


def wrap(widget: QWidget) -> None:
    """Let the height of a widget follow from its width."""
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
