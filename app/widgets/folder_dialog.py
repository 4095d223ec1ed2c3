"""Asks for a folder without stopping anything else."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_folder(parent: QWidget, title: str, start: str, chosen: Callable[[str], None]) -> None:
    """Open a dialog that is not modal, so that Stop stays in reach.

    Args:
        parent: the window that it belongs to.
        title: what is asked for.
        start: the folder that is shown first; empty for the last one.
        chosen: called with the folder; not called when the user cancels.
    """
    dialog = QFileDialog(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setModal(False)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.show()
