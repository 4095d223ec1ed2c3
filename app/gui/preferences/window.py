"""The settings window. It edits a copy and hands the whole value over when something changed."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui import tr
from app.gui.chat.paint import draw_line, line_height
from app.gui.preferences.editor import SettingsEditor
from app.gui.preferences.pages import Page, pages
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import Framed, Part, column, row, rule, scrolled
from app.gui.widgets.theme import Theme, draw_row
from app.gui.window.help import help_by_f1
from app.model_host import profile_names
from app.settings import Settings, chord_problem

ROW_HEIGHT: Final = 40
GAP: Final = 4
LEAST_WIDTH: Final = 208
ICON_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
TEXT_LEFT: Final = 32

Index = QModelIndex | QPersistentModelIndex


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return 40 px a row, more with larger text."""
        font = self._theme.font("bold")
        width = QFontMetricsF(font).horizontalAdvance(str(index.data())) + TEXT_LEFT + 16
        return QSize(round(width), max(ROW_HEIGHT, round(line_height(font) + 16)) + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint icon and name."""
        theme, rect = self._theme, QRectF(option.rect).adjusted(1, 2, -1, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_selected = draw_row(painter, theme, option, rect)
        token = "text" if is_selected else "text2"
        icon = QRectF(rect.left() + 8, rect.center().y() - 8, 16, 16)
        theme.paint_icon(painter, str(index.data(ICON_ROLE)), icon, token)
        area = rect.adjusted(TEXT_LEFT, 0, -8, 0)
        font = theme.font("bold" if is_selected else "body")
        draw_line(painter, area, str(index.data()), font, theme.color(token))
        painter.restore()


class CategoryList(QListWidget):
    """As wide as its longest name; owned by the settings window."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(tr("Categories"))
        self.setItemDelegate(_Delegate(theme, self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.changed.connect(self.viewport().update)

    def show_names(self, names: Sequence[tuple[str, str]]) -> None:
        """Show these names, each with its icon."""
        self.clear()
        for name, icon in names:
            item = QListWidgetItem(name)
            item.setData(ICON_ROLE, icon)
            self.addItem(item)
        self.setFixedWidth(max(LEAST_WIDTH, self.sizeHintForColumn(0) + 4))


SIZE: Final = (1040, 760)
SMALLEST: Final = (640, 480)
COLUMN_WIDTH: Final = 744
KEPT: Final = tr("All settings are reset; your apps, your mark and the model's folder are kept.")


class PreferencesWindow(QWidget):
    """Owned by the application; changes take effect with the next run, keys at once."""

    changed = Signal(object)
    """The new `Settings`."""

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        chord_problem: Callable[[str], str],
        profiles: Sequence[str] = (),
    ) -> None:
        """Show the settings; `profiles` are the ways in which a model can be spoken to."""
        super().__init__()
        self.setWindowTitle(tr("deskhand settings"))
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self._theme = theme
        self._editor = SettingsEditor(settings, chord_problem, self)
        self._editor.changed.connect(self._on_changed)
        self.wipe_wanted = self._editor.wipe_wanted
        """The user wants the whole history gone."""
        self.wiped = self._editor.wiped
        """How that went, in a sentence."""
        self._profiles = tuple(profiles)
        self._before: Settings | None = None
        self.categories = CategoryList(theme)
        self._stack = QStackedWidget()
        self._said = Label(theme, "", "small", "dim", wraps=True)
        self._undo = Button(theme, tr("Undo"), icon="undo", size="compact")
        self._undo.clicked.connect(self._on_undo)
        self.use_button = Button(theme, tr("Use these settings"), icon="check", size="compact")
        self.use_button.clicked.connect(lambda: self._on_changed(self._editor.settings))
        self.use_button.hide()
        self.reset_button = Button(theme, tr("Reset to defaults"), icon="refresh", kind="flat")
        self.reset_button.setToolTip(tr("Apps, your mark and the model's folder are kept"))
        self.reset_button.clicked.connect(self._on_reset)
        self._lay_out()
        self._fill()
        self.categories.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.categories.setCurrentRow(0)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        help_by_f1(self, theme, "settings.md")
        self.categories.setFocus()

    def _lay_out(self) -> None:
        title = Label(self._theme, tr("Settings"), "title")
        title.setContentsMargins(8, 0, 0, 8)
        side = Framed("side")
        lists = (title, (self.categories, 1), self.reset_button)
        column(*lists, gap=8, margins=(12, 20, 12, 12), into=side)
        self._notice = Framed("baseline")
        said = ((self._said, 1), self._undo, self.use_button)
        row(*said, margins=(32, 8, 32, 8), into=self._notice)
        self._notice.hide()
        right = column((self._stack, 1), self._notice, gap=0)
        row(side, (right, 1), gap=0, into=self)

    def _fill(self) -> None:
        """Make all pages anew from the settings, and stay on the page."""
        at = max(0, self.categories.currentRow())
        while (old := self._stack.widget(0)) is not None:
            self._stack.removeWidget(old)
            old.deleteLater()
        self._pages = pages(self._theme, self._editor, self._profiles)
        self.categories.blockSignals(True)  # Qt's own
        self.categories.show_names([(page.name, page.icon) for page in self._pages])
        for page in self._pages:
            self._stack.addWidget(self._made(page))
        self.categories.blockSignals(False)  # Qt's own
        self.categories.setCurrentRow(at)
        self._stack.setCurrentIndex(at)

    def _made(self, page: Page) -> QScrollArea:
        parts: list[Part] = [Label(self._theme, page.name, "heading"), 2]
        parts += [Label(self._theme, page.sentence, "body", "dim", wraps=True), 12]
        for number, line in enumerate(page.rows):
            parts += [rule(), line] if number else [line]
        lines, inner = QWidget(), QWidget()
        lines.setMaximumWidth(COLUMN_WIDTH + 64)
        column(*parts, None, gap=0, margins=(32, 24, 32, 24), into=lines)
        row((lines, 10_000), None, into=inner)
        return scrolled(inner)

    def set_settings(self, settings: Settings) -> None:
        """Show settings that were changed elsewhere, such as the mode in the window."""
        if settings != self._editor.settings:
            self._editor.settings = settings
            self._fill()

    def ask(self, sentence: str) -> None:
        """Ask whether these settings are right, which a change of them answers too."""
        self._said.setText(sentence)
        self._undo.hide()
        self.use_button.show()
        self._notice.show()

    def show_notice(self, sentence: str) -> bool:
        """Say what came of a choice, below the pages; False while something is asked or offered there."""
        has_button = not (self.use_button.isHidden() and self._undo.isHidden())
        if has_button and not self._notice.isHidden():
            return False
        self._undo.hide()
        self._said.setText(sentence)
        self._notice.show()
        return True

    def _on_changed(self, settings: Settings) -> None:
        if not self.use_button.isHidden():
            self.use_button.hide()
            self._notice.hide()
        self.changed.emit(settings)

    def _on_reset(self) -> None:
        self._before = self._editor.reset()
        self._fill()
        self._said.setText(KEPT)
        self._undo.show()
        self._notice.show()

    def _on_undo(self) -> None:
        if self._before is not None:
            self._editor.use(self._before)
            self._before = None
            self._fill()
        self._notice.hide()


def settings_window(theme: Theme, settings: Settings) -> PreferencesWindow:
    """Return a settings window that shows these settings."""
    return PreferencesWindow(theme, settings, chord_problem, profile_names())
