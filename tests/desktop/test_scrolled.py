"""“The content moved” is said only where it did: not at its end, though another thing in the window changes."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig
from tests.desktop.scrolled_programs import TITLE
from tests.kit.waiting import wait_for
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

PROGRAM = str(Path(__file__).with_name("scrolled_programs.py"))
PYTHON = {"qt": sys.executable, "tk": "/usr/bin/python3", "gtk": "/usr/bin/python3"}


def warp(desktop, point):
    connection = desktop.connect()
    root = connection.get_setup().roots[0].root
    connection.core.WarpPointer(0, root, 0, 0, 0, 0, point.x, point.y)
    connection.core.GetInputFocus().reply()
    connection.disconnect()


@pytest.mark.parametrize("toolkit", ["gtk", *slow("qt", "tk")])
def test_content_is_said_to_move_only_where_it_does(toolkit, desktop, tmp_path, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    rig = Rig(desktop)
    with rig.running([PYTHON[toolkit], PROGRAM, toolkit], TITLE):
        rig.raise_window(TITLE)
        with closing(DesktopReader(ocr=Ocr())) as reader:
            wait_for(lambda: any("Line" in e.name for e in reader.text(rig.look())), APP_S)
        warp(desktop, rig.window(TITLE).rect.center.offset(-150, 0))
        task = "scroll down 3, scroll up 2, scroll down 100, scroll down 3, scroll down 2"
        _, lines, err = command("do", task, "--approve", "auto", "--json")
    steps = [line["receipt"] for line in lines if line["event"] == "step"]
    assert [step["kind"] for step in steps[:3]] == ["effect_seen"] * 3, (lines, err)
    assert [step["detail"] for step in steps[:2]] == ["the content moved"] * 2, (lines, err)
    assert [step["kind"] for step in steps[3:]] == ["not_seen"] * 2, (lines, err)
