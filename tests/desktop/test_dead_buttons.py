"""A press on a button that does nothing takes the focus away from another thing: no effect."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.dead_buttons import TITLE
from tests.desktop.elements_rig import Rig

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(180)]


def test_presses_on_dead_buttons_are_not_confirmed_and_one_that_works_is(
    desktop, tmp_path, monkeypatch
):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    program = Path(__file__).with_name("dead_buttons.py")
    rig = Rig(desktop)
    task = 'click "Second", click "Third", click "Fourth"'
    with rig.running([sys.executable, str(program)], TITLE):
        rig.raise_window(TITLE)
        with closing(DesktopReader()) as reader:
            rig.find(reader, "Fourth", "button")  # what is painted later would be an effect
        status, lines, err = command("do", task, "--approve", "auto", "--json")
    steps = [line for line in lines if line["event"] == "step"]
    told = [(step["receipt"]["kind"], step["receipt"]["detail"]) for step in steps]
    assert [kind for kind, _ in told] == ["landed", "landed", "effect_seen"], (
        told,
        status,
        err,
    )
