"""A test's widgets live as long as the test.

Where the last of a window that a test has let go is a connection of one of its children, the window
ends within the end of that child, and takes the process along.
"""

import weakref

from PySide6.QtWidgets import QWidget


def test_a_widget_that_nobody_holds_any_more_is_there_until_the_test_is_over(qtbot):
    def made():
        widget = QWidget()
        qtbot.addWidget(widget)
        return weakref.ref(widget)

    assert made()() is not None
