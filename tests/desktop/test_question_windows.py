"""What an answer does is told by the text above it, also where the window does not say that it is a dialog."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig
from tests.desktop.question_windows import TITLE
from tests.kit.waiting import wait_for
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

PROGRAM = Path(__file__).with_name("question_windows.py")
PYTHON = {"qt": sys.executable, "tk": "/usr/bin/python3"}
ASKED = 7
HARMFUL = {
    "A file with this name exists.": ("Take mine", "Back"),
    "Do you want to hold on to your edits?": ("Nope", "Hold on"),
    "Import done. Free the memory of the camera?": ("Sure", "Later"),
}
HARMLESS = {
    "The tour shows the window in four steps.": ("Begin", "Later"),
    "The printer has paper again.": ("Good", "Back"),
}


def pressed(toolkit, said, answers, desktop, folder, monkeypatch):
    """Have the first answer pressed under auto; return the status and what the program took."""
    monkeypatch.setenv("DESKHAND_HOME", str(folder / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    rig = Rig(desktop)
    argv = [PYTHON[toolkit], str(PROGRAM), toolkit, said, *answers]
    process = desktop.spawn(argv, stdout=subprocess.PIPE)
    wait_for(lambda: rig.window(TITLE), APP_S)
    rig.raise_window(TITLE)
    assert not rig.window(TITLE).is_dialog
    with closing(DesktopReader(ocr=Ocr())) as reader:
        wait_for(lambda: set(answers) <= shown(reader, rig.look()), APP_S)
    result = command("do", f'click "{answers[0]}"', "--approve", "auto", "--json")
    process.terminate()
    return result, process.stdout.read().decode().split()


def shown(reader, look):
    return {e.name for e in (*reader.tree(look), *reader.text(look))}


def first(texts):
    one, *others = texts
    return [one, *slow(*others)]


@pytest.mark.parametrize("said", first(HARMFUL))
@pytest.mark.parametrize("toolkit", ["tk", *slow("qt")])
def test_an_answer_is_asked_about_by_what_the_window_says(
    toolkit, said, desktop, tmp_path, monkeypatch
):
    result, took = pressed(toolkit, said, HARMFUL[said], desktop, tmp_path, monkeypatch)
    assert (result[0], took) == (ASKED, []), result


@pytest.mark.parametrize("said", first(HARMLESS))
@pytest.mark.parametrize("toolkit", ["tk", *slow("qt")])
def test_an_answer_to_a_text_without_danger_runs(toolkit, said, desktop, tmp_path, monkeypatch):
    answers = HARMLESS[said]
    result, took = pressed(toolkit, said, answers, desktop, tmp_path, monkeypatch)
    assert took == [answers[0]], result
