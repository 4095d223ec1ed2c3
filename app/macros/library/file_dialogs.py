"""Dialogs for files of macros. None is modal, so that Stop stays in reach."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.widgets.folder_dialog import ask_folder, show_dialog

EXPORTS = {"Macro in one file (*.zip)": "zip", "Python script (*.py)": "py"}
"""What a macro can be exported as, and how such a file ends."""
KINDS = "Macros (*.zip *.yaml *.pmr *.json);;All files (*)"


def ask_macro_file(parent: QWidget, chosen: Callable[[str], None]) -> None:
    """Ask for a macro to import: a zip, a macro.yaml or a file of PyMacroRecord."""
    dialog = QFileDialog(parent, "Import a macro", str(Path.home()), KINDS)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    show_dialog(dialog, chosen)


def ask_macro_folder(parent: QWidget, chosen: Callable[[str], None]) -> None:
    """Ask for the folder of a macro to import."""
    ask_folder(parent, "Import the macro in this folder", str(Path.home()), chosen)


def ask_export(parent: QWidget, name: str, chosen: Callable[[str], None]) -> None:
    """Ask where a zip or a script is to be written; the dialog asks before a file is replaced."""
    kinds = ";;".join(EXPORTS)
    dialog = QFileDialog(parent, "Export to", str(Path.home() / name), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)

    def take_kind(kind: str) -> None:
        suffix = EXPORTS[kind]
        dialog.setDefaultSuffix(suffix)
        written = next(iter(dialog.selectedFiles()), name)
        dialog.selectFile(f"{Path(written).stem}.{suffix}")  # the other kind's ending would stay

    dialog.selectFile(name)
    take_kind(next(iter(EXPORTS)))
    dialog.filterSelected.connect(take_kind)
    show_dialog(dialog, chosen)
