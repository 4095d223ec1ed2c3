"""Not one letter goes to another field where the press on a field does not give it the keyboard."""

import sys
from contextlib import closing

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import Rig
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

TITLE = "Covered from presses"
GTK = """
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window, grid, swallows = Gtk.Window(title="Covered from presses"), Gtk.Grid(), Gtk.EventBox()
first, second, third = Gtk.Entry(text="as it was"), Gtk.Entry(text="here too"), Gtk.Entry()
swallows.add(second)
swallows.set_above_child(True)
swallows.connect("button-press-event", lambda *_: True)
for row, (name, field, shown) in enumerate((
    ("Template", first, first), ("City", second, swallows), ("Plain", third, third),
)):
    label = Gtk.Label(label=name)
    label.set_mnemonic_widget(field)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(shown, 1, row, 1, 1)
window.connect("destroy", Gtk.main_quit)
window.add(grid)
window.move(100, 100)
window.show_all()
first.grab_focus()
Gtk.main()
"""
QT = """
import sys
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFormLayout, QLineEdit, QWidget
application, window = QApplication(sys.argv), QWidget()
window.setWindowTitle("Covered from presses")
form = QFormLayout(window)
class Tabbed(QLineEdit):
    def mousePressEvent(self, event):
        event.accept()
fields = ("Template", QLineEdit("as it was")), ("City", Tabbed("here too")), ("Plain", QLineEdit())
for name, field in fields:
    form.addRow(name, field)
fields[1][1].setFocusPolicy(Qt.FocusPolicy.TabFocus)
window.setGeometry(100, 100, 420, 200)
window.show()
fields[0][1].setFocus()
application.exec()
"""
PROGRAMS = {"gtk": ["/usr/bin/python3", "-c", GTK], "qt": [sys.executable, "-c", QT]}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_text_is_not_typed_into_another_field(desktop, tmp_path, monkeypatch, kind):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    rig = Rig(desktop)
    with rig.running(PROGRAMS[kind], TITLE), closing(DesktopReader()) as reader:
        rig.raise_window(TITLE)
        fields = {n: rig.find(reader, n, "field") for n in ("Template", "City", "Plain")}
        wait_for(lambda: "focused" in reader.refreshed(fields["Template"]).states)

        def held():
            return [reader.refreshed(field).value or "" for field in fields.values()]

        task = "type Graz into City"
        code, lines, err = command("do", task, "--approve", "auto", "--json")
        assert held() == ["as it was", "here too", ""], lines
        assert code not in (0, 2), err
        last = lines[-1]["message"]
        assert "“Template” had the keyboard after the press on “City”; nothing was typed" in last
        code, lines, err = command("do", "type Linz into Plain", "--approve", "auto", "--json")
        assert (code, held()) == (0, ["as it was", "here too", "Linz"]), (lines, err)
