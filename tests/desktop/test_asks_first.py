"""Saving over a file: GTK asks first, and that question is told and no effect claimed."""

import subprocess
from contextlib import closing

import pytest

from tests.desktop.command_rig import command
from tests.desktop.drawn_windows import wait_for
from tests.desktop.elements_rig import APP_S, Rig

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

SAVER = """
import sys, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
main = Gtk.Window(title="Saver")
main.show()
asked = Gtk.FileChooserDialog(title="Save As", transient_for=main, action=Gtk.FileChooserAction.SAVE)
asked.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "Save", Gtk.ResponseType.ACCEPT)
asked.set_default_response(Gtk.ResponseType.ACCEPT)
asked.set_do_overwrite_confirmation(True)
asked.set_current_folder(sys.argv[1])
asked.set_current_name("one.txt")
asked.connect("response", lambda _, answer: (print(int(answer), flush=True), Gtk.main_quit()))
asked.show()
Gtk.main()
"""


@pytest.mark.parametrize("task", ["press Enter", "click Save"])
def test_a_save_that_is_asked_about_is_landed_and_its_question_told(
    task, desktop, fresh_home, tmp_path
):
    (tmp_path / "one.txt").write_text("before", encoding="utf-8")
    argv = ["/usr/bin/python3", "-c", SAVER, str(tmp_path)]
    process = desktop.spawn(argv, stdout=subprocess.PIPE)
    try:
        with closing(Rig(desktop)) as rig:
            wait_for(lambda: rig.window("Save As") is not None, APP_S)
            rig.raise_window("Save As")
            _, lines, error = command("do", task, "--json", "--approve", "auto")
    finally:
        process.terminate()
        said = process.communicate(timeout=60)[0]
    assert lines, error
    step = [line for line in lines if line["event"] == "step"][-1]
    receipt = step["receipt"]
    assert (receipt["kind"], receipt["code"]) == ("landed", "asks"), (receipt, lines[-1]["message"])
    assert "a question opened" in lines[-1]["message"]
    assert said == b""
