"""Saving over a file: GTK asks first, and that question is told and no effect claimed."""

import subprocess
from contextlib import closing

import pytest

from automation.core.actions import Aim, Click, Hotkey
from automation.core.proposal import Proposal
from automation.desktop.elements.reader import DesktopReader
from automation.safety.receipts import ASKS_FIRST, EffectVerifier
from tests.desktop.elements_rig import APP_S, Rig
from tests.fakes.fake_screen import FakeScreen
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

ENTER = 36
"""The key code of Return on a PC keyboard under X."""
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


def ready(button):
    """Return the button once its dialog has taken the name that stands there."""
    return button if "enabled" in button.states else None


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_save_that_is_asked_about_is_landed_and_its_question_told(by_mouse, desktop, tmp_path):
    (tmp_path / "one.txt").write_text("before", encoding="utf-8")
    argv = ["/usr/bin/python3", "-c", SAVER, str(tmp_path)]
    process = desktop.spawn(argv, stdout=subprocess.PIPE)
    try:
        with closing(Rig(desktop)) as rig, closing(DesktopReader()) as reader:
            wait_for(lambda: rig.window("Save As") is not None, APP_S)
            rig.raise_window("Save As")
            save = wait_for(lambda: ready(rig.find(reader, "Save", "button")), APP_S)
            before = rig.look()
            action = Click(Aim(save.box.center)) if by_mouse else Hotkey(("enter",))
            proposal = Proposal(action, save if by_mouse else None)
            rig.click(save.box.center) if by_mouse else rig.key(ENTER)
            verifier = EffectVerifier(reader, FakeScreen(before))

            def asked():
                told = verifier.receipt(action, proposal, before, rig.look())
                return told if told.code == "asks" else None

            told = wait_for(asked, APP_S)
    finally:
        process.terminate()
        said = process.communicate(timeout=60)[0]
    assert (told.kind, told.detail) == ("landed", ASKS_FIRST)
    assert said == b""
