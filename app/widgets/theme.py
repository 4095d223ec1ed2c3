"""The theme: tokens turned into a palette on Fusion, one short stylesheet, fonts and tinted icons."""

from collections.abc import Mapping
from typing import Final, Literal

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from app.widgets.fonts import Step, Typography, desktop_font
from app.widgets.icons import IconCache
from app.widgets.stylesheet import stylesheet
from app.widgets.tokens import tokens

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
        self._choice: ThemeChoice = choice
        self._icons = IconCache()
        self._typography = Typography(desktop_font())
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    @property
    def choice(self) -> ThemeChoice:
        """What the user chose."""
        return self._choice

    @property
    def is_dark(self) -> bool:
        """Tell whether dark colours are in use; a desktop that says nothing gets light ones."""
        if self._choice == "system":
            return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._choice == "dark"

    def set_choice(self, choice: ThemeChoice) -> None:
        """Use another theme from here on."""
        if choice != self._choice:
            self._choice = choice
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
        """Return an icon in a token's colour; disabled it takes `text3`."""
        return self._icons.icon(name, self.color(token), self.color("text3"), size)

    def pixmap(
        self, name: str, token: str = "text2", size: int = 16, ratio: float = 1.0
    ) -> QPixmap:
        """Return an icon as a pixmap for a screen of this scale."""
        return self._icons.pixmap(name, self.color(token), size, ratio)

    def paint_icon(
        self, painter: QPainter, name: str, rect: QRectF, color: QColor | str = "text2"
    ) -> None:
        """Paint an icon in a colour, or in a token's colour, into a rectangle."""
        tint = self.color(color) if isinstance(color, str) else color
        self._icons.paint(painter, name, tint, rect)

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
        return stylesheet(self.tokens)

    def apply(self, app: QApplication) -> None:
        """Dress the application: Fusion, palette, stylesheet and body font."""
        if app.style().objectName().lower() != "fusion":
            app.setStyle("Fusion")
        app.setFont(self.font("body"))
        app.setPalette(self.palette())
        app.setStyleSheet(self.qss())

    def _on_scheme_changed(self) -> None:
        if self._choice == "system":
            self._refresh()

    def _refresh(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setPalette(self.palette())
            app.setStyleSheet(self.qss())
        self.changed.emit()
