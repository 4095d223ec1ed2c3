"""Asks for a file or a folder without stopping anything else."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget


def ask_folder(parent: QWidget, title: str, start: str, chosen: Callable[[str], None]) -> None:
    """Open a dialog for a folder.

    Args:
        parent: the window that it belongs to.
        title: what is asked for.
        start: the folder that is shown first; empty for the last one.
        chosen: called with the folder; not called when the user cancels.
    """
    dialog = QFileDialog(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    show_dialog(dialog, chosen)


def show_dialog(dialog: QFileDialog, chosen: Callable[[str], None]) -> None:
    """Show a dialog that is not modal, so that Stop stays in reach.

    Args:
        dialog: gone once it is closed.
        chosen: called with what was chosen; not called when the user cancels.
    """
    dialog.setModal(False)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    # Qt does not say what the list of names is that opens while one is written. It has the pointer
    # and the keyboard then: the executor must know it, or its presses for others would end there.
    for field in dialog.findChildren(QLineEdit):
        completer = field.completer()
        names = completer.popup() if completer is not None else None
        if names is not None:
            names.setAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeCombo)
    dialog.show()
