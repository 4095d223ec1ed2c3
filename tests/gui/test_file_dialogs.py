"""Dialogs for files: none keeps the user from Stop, and the executor can tell what opens in them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from app.gui.macros.library.page import ask_export, ask_macro_file, ask_macro_folder
from app.gui.macros.library.table import ask_table

ASKING = (
    ask_macro_file,
    ask_macro_folder,
    lambda parent, chosen: ask_export(parent, "macro.zip", chosen),
    lambda parent, chosen: ask_table(parent, "", chosen),
)


@pytest.mark.parametrize("ask", ASKING)
def test_the_names_that_a_dialog_offers_say_that_they_are_a_list(qtbot, ask):
    parent = QWidget()
    qtbot.addWidget(parent)
    ask(parent, print)
    dialog = parent.findChild(QFileDialog)
    assert not dialog.isModal()
    popup = dialog.findChild(QLineEdit, "fileNameEdit").completer().popup()
    assert popup.testAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeCombo)
