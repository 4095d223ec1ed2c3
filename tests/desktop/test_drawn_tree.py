"""A tree and a slider that only the picture shows, by the command line, read from the program's side."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desktop.command_rig import command
from tests.desktop.elements_rig import Rig

pytest.importorskip("tkinter")
pytestmark = pytest.mark.desktop

PROGRAM = Path(__file__).with_name("tk_tree.py")


def test_an_entry_is_unfolded_and_a_slider_moved_by_what_the_picture_shows(desktop):
    rig = Rig(desktop)
    with rig.running([sys.executable, str(PROGRAM)], "Tours", stdout=subprocess.PIPE) as process:
        rig.raise_window("Tours")
        for words in ("expand West tour", "drag the Priority slider to 4"):
            status, lines, _ = command("do", words, "--json", "--approve", "auto")
            assert status == 0, lines[-1]["message"]
        process.terminate()
        told = [json.loads(line) for line in process.stdout]
        process.stdout.close()
    assert told[-1] == {"open": ["West tour"], "priority": 4}
