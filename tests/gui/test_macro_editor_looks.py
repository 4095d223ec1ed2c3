"""What the macro editor shows when it opens, and texts that are longer than their field is wide."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from app.gui.macros.editor.inspector import MacroPage
from automation.macros.edit.document import Document
from automation.macros.macro import Macro, Wait
from tests.gui import editor_rig as rig
from tests.gui.editor_rig import BOTH, press

theme, library, window, document = rig.theme, rig.library, rig.window, rig.document

LONG = "Fills the invoice form of the town hall, checks the amount, and files it under the vendor. "


def area_of(window):
    assert isinstance(window.inspector.page, MacroPage)
    return window.inspector.page.about.area


def last_line_bottom(area):
    cursor = QTextCursor(area.document())
    cursor.movePosition(QTextCursor.MoveOperation.End)
    return area.cursorRect(cursor).bottom()


def fits(area):
    """Tell whether the last line is whole and less than a line is left under it."""
    left = area.viewport().height() - last_line_bottom(area)
    return 0 <= left < area.fontMetrics().lineSpacing()


@pytest.mark.parametrize("times", [1, 2])
def test_a_line_that_is_broken_is_shown_whole(window, qtbot, times):
    area = area_of(window)
    area.setPlainText(LONG * times)
    assert area.document().blockCount() == 1
    assert area.document().size().height() > 1
    qtbot.waitUntil(lambda: last_line_bottom(area) <= area.viewport().height(), timeout=60_000)
    assert area.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_a_long_text_of_the_file_is_shown_whole_when_it_opens(qtbot, theme):
    steps = (Wait(id="a", seconds=1.0),)
    document = Document(Macro(deskhand=1, name="A", about=LONG, steps=steps))
    page = MacroPage(theme, document)
    qtbot.addWidget(page)
    page.setFixedWidth(300)
    page.show()
    area = page.about.area
    qtbot.waitUntil(lambda: last_line_bottom(area) <= area.viewport().height(), timeout=60_000)
    assert area.lines(9) > 1
    for width in (200, 420):
        page.setFixedWidth(width)
        qtbot.waitUntil(lambda: fits(area), timeout=60_000)


def test_a_text_of_many_lines_is_scrolled(window, qtbot):
    area = area_of(window)
    area.setPlainText(LONG * 9)
    is_scrolled = Qt.ScrollBarPolicy.ScrollBarAsNeeded
    qtbot.waitUntil(lambda: area.verticalScrollBarPolicy() is is_scrolled, timeout=60_000)
    assert area.height() < last_line_bottom(area)


def accents(window):
    """Return how many pixels of the list have the colour that frames a row."""
    picture = window.rows.viewport().grab().toImage()
    accent = window.rows._theme.color("accent").rgb()
    top = range(min(window.rows._painter.row_height, picture.height()))
    return sum(picture.pixel(x, y) == accent for y in top for x in range(12, 40))


@BOTH
def test_it_opens_with_the_macro_and_with_no_step_framed(window, qtbot):
    window.activateWindow()
    window.rows.setFocus()
    qtbot.waitUntil(window.rows.hasFocus, timeout=60_000)
    assert isinstance(window.inspector.page, MacroPage)
    assert (window.rows.selected(), window.rows.current()) == ((), "")
    framed = accents(window)
    press(qtbot, window, Qt.Key.Key_Down)
    assert window.inspector.shown == window.rows.current() == window.rows.selected()[0] == "new"
    assert framed > 0


class Painted(QObject):
    """Keeps what of a widget was painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.regions = []
        widget.installEventFilter(self)

    def eventFilter(self, _widget, event):
        if event.type() is QEvent.Type.Paint:
            self.regions.append(event.region())
        return False


def test_the_frame_of_the_list_goes_as_a_step_is_framed(window, qtbot):
    rows = window.rows
    window.activateWindow()
    rows.setFocus()
    qtbot.waitUntil(rows.hasFocus, timeout=60_000)
    painted = Painted(rows.viewport())
    rows.viewport().update()  # whatever is still to be painted comes with it
    qtbot.waitUntil(lambda: bool(painted.regions), timeout=60_000)
    QApplication.processEvents()
    painted.regions.clear()
    place = rows.visualRect(rows.model().index(2)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bool(painted.regions), timeout=60_000)
    QApplication.processEvents()
    whole = rows.viewport().rect()
    corners = (whole.topLeft(), whole.bottomRight())
    assert all(any(one.contains(at) for one in painted.regions) for at in corners)
