"""The dialog that asks where a macro is exported to: a zip, or a Python script."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.gui.macros.library.page import ask_export


def test_the_kind_that_is_chosen_decides_how_the_file_is_called(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    parent, chosen = QWidget(), []
    qtbot.addWidget(parent)
    ask_export(parent, "send-it.zip", chosen.append)
    [dialog] = parent.findChildren(QFileDialog)
    names = []
    for kind in dialog.nameFilters()[::-1]:
        dialog.selectNameFilter(kind)
        dialog.filterSelected.emit(kind)
        names.append((Path(dialog.selectedFiles()[0]).name, dialog.defaultSuffix()))
    assert names == [("send-it.py", "py"), ("send-it.zip", "zip")]
    dialog.selectFile("mine.zip")
    dialog.filterSelected.emit(dialog.nameFilters()[1])
    dialog.accept()
    assert chosen == [str(tmp_path / "mine.py")]
