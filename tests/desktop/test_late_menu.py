"""A menu that opens a while after its button was pressed is waited for, and its entry pressed."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig, be_patient
from tests.desktop.late_menu import TITLE
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]


def test_the_entry_of_a_menu_that_opens_late_is_pressed(desktop, monkeypatch, fresh_home):
    be_patient(monkeypatch)
    program = Path(__file__).with_name("late_menu.py")
    with closing(Rig(desktop)) as rig, closing(DesktopReader()) as reader:
        process = desktop.spawn([sys.executable, str(program)], stdout=subprocess.PIPE)
        wait_for(lambda: rig.window(TITLE), APP_S)
        rig.raise_window(TITLE)
        rig.find(reader, "Options", "button")
        told = command("do", "click Options, click Export", "--approve", "auto", "--json")
        process.terminate()
        assert process.stdout.read() == b"Export\n", told
