"""The help page: the pages of `resources/guide`, as Markdown, with links that lead on.

A link to another page or to a heading is followed here, one to the web is opened in the browser, and
nothing else is followed. Qt gives the headings of Markdown no anchors, so they are looked up by the
slug that code hosts make of a heading: the same link works there.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QBrush,
    QDesktopServices,
    QKeySequence,
    QPalette,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.gui import tr
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import column, row, show_over
from app.gui.widgets.theme import Step, Theme

FIRST_PAGE: Final = "index.md"
COLUMN_WIDTH: Final = 720
MARGIN: Final = 24
_WINDOW: Final = QSize(820, 640)
_PAGE: Final = re.compile(r"[a-z][a-z-]*\.md")
_HEADINGS: Final[dict[int, Step]] = {1: "display", 2: "heading", 3: "title"}
_WEB: Final = ("http", "https")
_GAP: Final = 10
_CELL: Final = 6
_LINE: Final = 120
"""Per cent of the font's own height."""


def guide_text(page: str) -> str:
    """Return the Markdown of a page of the guide.

    Raises:
        FileNotFoundError: the guide has no page of this name.
    """
    if not _PAGE.fullmatch(page):
        raise FileNotFoundError(
            f"{page!r} is no page of the guide; expected a name such as {FIRST_PAGE!r}"
        )
    return (files("resources") / "guide" / page).read_text(encoding="utf-8")


def slug(heading: str) -> str:
    """Return the anchor of a heading, as code hosts make it: `Risk and modes` is `risk-and-modes`."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


class GuideBrowser(QTextBrowser):
    """One page of the guide, and the pages that were left for it. Owned by the help page."""

    page_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.page = ""
        """The file name of the page that shows; empty before the first."""
        self._left: list[tuple[str, int]] = []
        """Pages that were left, and how far each was scrolled."""
        self.setProperty("kind", "reading")
        self.setOpenLinks(False)
        self.setAccessibleName(tr("Help"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.anchorClicked.connect(self.follow)
        theme.changed.connect(self._show_again)

    @property
    def can_go_back(self) -> bool:
        """Whether a page was left for this one."""
        return bool(self._left)

    def follow(self, link: QUrl) -> None:
        """Go where a link leads: a page, a heading, or the browser for the web."""
        if link.scheme() in _WEB:
            QDesktopServices.openUrl(link)
        elif not link.scheme():
            self.show_page(link.path() or self.page, link.fragment())

    def show_page(self, page: str, heading: str = "") -> None:
        """Show a page from its start, or from the heading with this anchor."""
        if page != self.page:
            text = guide_text(page)
            if self.page:
                self._left.append((self.page, self.verticalScrollBar().value()))
            self._fill(page, text)
        block = _heading_block(self.document(), heading) if heading else None
        self._scroll_to(block)

    def go_back(self) -> None:
        """Show the page that was left last, where it stood."""
        if self._left:
            page, value = self._left.pop()
            self._fill(page, guide_text(page))
            self.verticalScrollBar().setValue(value)

    def _show_again(self) -> None:
        if self.page:
            value = self.verticalScrollBar().value()
            self._fill(self.page, guide_text(self.page))
            self.verticalScrollBar().setValue(value)

    def _fill(self, page: str, text: str) -> None:
        self.page = page
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Link, self._theme.color("accentText"))
        self.setPalette(palette)
        self.setMarkdown(text)
        _dress(self.document(), self._theme)
        self._keep_column()
        self.page_changed.emit()

    def _scroll_to(self, block: QTextBlock | None) -> None:
        top = 0.0
        if block is not None:
            top = self.document().documentLayout().blockBoundingRect(block).top()
            self.setTextCursor(QTextCursor(block))
        self.verticalScrollBar().setValue(round(top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the text in one column that is read well."""
        super().resizeEvent(event)
        self._keep_column()

    def _keep_column(self) -> None:
        root = self.document().rootFrame()
        side = max(MARGIN, (self.viewport().width() - COLUMN_WIDTH) // 2)
        found = root.frameFormat()
        if found.leftMargin() != side:
            found.setLeftMargin(side)
            found.setRightMargin(side)
            found.setBottomMargin(MARGIN)
            root.setFrameFormat(found)


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _heading_block(document: QTextDocument, anchor: str) -> QTextBlock | None:
    headings = (block for block in _blocks(document) if block.blockFormat().headingLevel())
    return next((block for block in headings if slug(block.text()) == anchor), None)


def _dress(document: QTextDocument, theme: Theme) -> None:
    """Give headings, code and tables the fonts and colours of the theme."""
    whole = QTextCursor(document)
    whole.beginEditBlock()  # laid out once, not after each change
    for block in _blocks(document):
        _dress_block(block, theme)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _dress_table(frame, theme)
    whole.endEditBlock()


def _dress_block(block: QTextBlock, theme: Theme) -> None:
    cursor = QTextCursor(block)
    shape = block.blockFormat()
    level = shape.headingLevel()
    is_code = shape.hasProperty(QTextFormat.Property.BlockCodeFence)
    is_in_table = cursor.currentTable() is not None
    if is_code:
        follows = block.previous().blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
        precedes = block.next().blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
        shape.setTopMargin(0 if follows else _GAP)
        shape.setBottomMargin(0 if precedes else _GAP)
        shape.setBackground(QBrush(theme.color("sunken")))
        shape.setNonBreakableLines(False)
    elif level:
        shape.setTopMargin(2 * _GAP)
        shape.setBottomMargin(_GAP)
    elif not is_in_table:
        shape.setTopMargin(0)
        shape.setBottomMargin(_GAP if block.textList() is None else _GAP / 2)
        shape.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.setBlockFormat(shape)
    for start, end, found in _fragments(block):
        if level:
            look = _look(theme, _HEADINGS.get(level, "bold"))
        elif is_code:  # its block has the ground: that of a line would cut the letters above it
            look = _look(theme, "mono")
        elif found.fontFixedPitch():
            look = _look(theme, "mono", "sunken")
        else:
            continue
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(look)


def _fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    found = []
    pieces = block.begin()
    while not pieces.atEnd():
        piece = pieces.fragment()
        found.append((piece.position(), piece.position() + piece.length(), piece.charFormat()))
        pieces += 1
    return found


def _look(theme: Theme, step: Step, ground: str = "") -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFont(theme.font(step))
    if ground:
        look.setBackground(QBrush(theme.color(ground)))
    return look


def _dress_table(table: QTextTable, theme: Theme) -> None:
    shape = table.format()
    shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    shape.setBorder(1)
    shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    shape.setBorderBrush(QBrush(theme.color("line")))
    shape.setBorderCollapse(True)
    shape.setCellPadding(_CELL)
    shape.setCellSpacing(0)
    shape.setTopMargin(_GAP)
    shape.setBottomMargin(_GAP)
    table.setFormat(shape)


class HelpPage(QWidget):
    """The guide under a line with its buttons. Owned by who shows it: a page, or a window of its own."""

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, page: str = FIRST_PAGE) -> None:
        super().__init__(parent)
        self.browser = GuideBrowser(theme)
        self.back = Button(theme, tr("Back"), icon="left", size="compact", keys="Alt+Left")
        self.back.clicked.connect(self.browser.go_back)
        shortcut = QShortcut(QKeySequence("Alt+Left"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.browser.go_back)
        self.contents = Button(theme, tr("Contents"), icon="list", size="compact")
        self.contents.clicked.connect(self.show_contents)
        self.close_button = Button(theme, tr("Close"), icon="close", size="compact", keys="Escape")
        self.close_button.clicked.connect(self.closed)
        title, buttons = (
            Label(theme, tr("Help"), "heading"),
            (self.back, self.contents, self.close_button),
        )
        top = row((title, 1), *buttons, gap=8, margins=(MARGIN, MARGIN, MARGIN, 12))
        column(top, (self.browser, 1), into=self)
        self.browser.page_changed.connect(self._fit_buttons)
        self.setFocusProxy(self.browser)
        self.browser.show_page(page)
        self._fit_buttons()

    def show_contents(self) -> None:
        """Show the list of all pages."""
        self.browser.show_page(FIRST_PAGE)

    def _fit_buttons(self) -> None:
        self.back.setEnabled(self.browser.can_go_back)
        self.contents.setEnabled(self.browser.page != FIRST_PAGE)


def help_by_f1(window: QWidget, theme: Theme, page: str, heading: str = "") -> None:
    """Let F1 show the page of the guide that a window is about, in a window beside it."""
    shown: list[HelpPage] = []

    def show() -> None:
        if not shown:
            guide = HelpPage(theme, window, page)
            guide.setWindowFlag(Qt.WindowType.Window)
            guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            guide.setWindowTitle(tr("Help - deskhand"))
            guide.setWindowIcon(window.windowIcon())
            guide.resize(_WINDOW)
            guide.destroyed.connect(shown.clear)
            for keys in ("Escape", "F1"):
                QShortcut(QKeySequence(keys), guide).activated.connect(guide.close)
            guide.closed.connect(guide.close)
            shown.append(guide)
            # The text is laid out once the window has its size: only then a heading has a place.
            QTimer.singleShot(0, guide, lambda: guide.browser.show_page(page, heading))
        show_over(shown[0], window)
        shown[0].setFocus()

    QShortcut(QKeySequence("F1"), window).activated.connect(show)
