"""A menu that a run leaves open is told of at every end, and `press Escape` closes it, in every toolkit."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig
from tests.kit.waiting import wait_for
from tests.kit.web import chromium
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

HERE = Path(__file__).parent
PAGE = """<!doctype html><title>deskhand-menus</title><style>select {font-size: 20px; margin: 40px}</style>
<label>Colour <select aria-label="Colour"><option>Red<option>Green<option>Blue</select></label>"""
PROGRAMS = {
    "qt": ("deskhand-qt-form", "File"),
    "gtk": ("Mousepad", "File"),
    "swing": ("Pressed form", "File"),
    "chromium": ("deskhand-menus", "Colour"),
}


def started(kind, folder):
    page = folder / "menus.html"
    page.write_text(PAGE)
    return {
        "qt": [sys.executable, str(HERE / "qt_form.py"), ""],
        "gtk": ["mousepad", "--disable-server"],
        "swing": ["java", str(HERE / "PressedForm.java"), str(folder / "took.txt")],
        "chromium": chromium(folder, f"--app={page.as_uri()}"),
    }[kind]


@pytest.mark.parametrize("ending", ["done", *slow("not_found")])
@pytest.mark.parametrize("kind", ["qt", *slow("gtk", "swing", "chromium")])
def test_a_menu_that_is_left_open_is_told_of_and_escape_closes_it(
    desktop, tmp_path, monkeypatch, fresh_home, kind, ending
):
    for name, value in desktop.env.items():
        if name != "DESKHAND_HOME":
            monkeypatch.setenv(name, value)
    title, opener = PROGRAMS[kind]
    with closing(Rig(desktop)) as rig, rig.running(started(kind, tmp_path), title):
        rig.raise_window(title)
        with closing(DesktopReader(ocr=Ocr())) as reader:
            wait_for(lambda: opener in shown(reader, rig.look()), APP_S)
        task = f'click "{opener}"' + (', click "Nonsense"' if ending == "not_found" else "")
        _, lines, _ = command("do", task, "--approve", "auto", "--json")
        assert lines[-1]["outcome"] == ending, lines[-1]
        assert "press Esc to close it" in lines[-1]["message"]
        assert rig.windows.is_mouse_taken()
        status, lines, _ = command("do", "press Escape", "--approve", "auto", "--json")
        assert (status, "Esc to close" in lines[-1]["message"]) == (0, False), lines[-1]
        wait_for(lambda: not rig.windows.is_mouse_taken())


def shown(reader, look):
    return {e.name for e in (*reader.tree(look), *reader.text(look))}
