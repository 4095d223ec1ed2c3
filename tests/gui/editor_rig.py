"""An editor window over a sample macro, and what tests do with it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
)

from app.gui.macros.editor.window import EditorWindow
from app.gui.widgets.theme import Theme
from automation.macros.edit.session import EditSession
from tests.gui import sample_macro as sample

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
CONTROLS = (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
)
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def theme(request, qapp):
    theme = Theme(getattr(request, "param", "light"))
    theme.apply(qapp)
    return theme


@pytest.fixture
def library(tmp_path):
    return sample.kept(tmp_path / "macros", sample.invoice())


@pytest.fixture
def window(qtbot, theme, library):
    session = EditSession(library, "File an invoice")
    window = EditorWindow(theme, session, sample.health(), sample.report(), ("Another",))
    qtbot.addWidget(window, before_close_func=lambda one: one.discard_and_close())
    window.show()
    qtbot.waitExposed(window)
    return window


@pytest.fixture
def document(window):
    return window.document


def ids(document):
    return [row.id for row in document.rows]


def press(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    window.activateWindow()
    window.rows.setFocus()
    QApplication.processEvents()
    qtbot.keyClick(window.rows, key, modifier)


def field(window, name, kind=QLineEdit):
    found = [one for one in window.inspector.findChildren(kind) if one.accessibleName() == name]
    return found[-1]


def save(qtbot, window):
    """Save as the key does, wait for the end of it, and tell whether it was saved."""
    done = heard(window.saved)
    window.save()
    until_saved(qtbot, window)
    return bool(done)


def until_saved(qtbot, window):
    qtbot.waitUntil(lambda: not window._session.is_saving, timeout=60_000)


def heard(signal):
    found = []
    signal.connect(lambda *values: found.append(values if len(values) != 1 else values[0]))
    return found
