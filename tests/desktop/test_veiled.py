"""What no tree tells of and something in its window covers is not pressed through, or not called done."""

import subprocess
from contextlib import closing, suppress
from pathlib import Path

import pytest

from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import Command, command
from tests.desktop.elements_rig import APP_S, Rig
from tests.kit.waiting import wait_for
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

HERE = Path(__file__).parent
PROGRAMS = {
    "tk": ["/usr/bin/python3", str(HERE / "veiled_form.py")],
    "swing": ["java", str(HERE / "VeiledForm.java")],
}
TITLE = "Veiled form"


@pytest.fixture
def shown(desktop, tmp_path, monkeypatch):
    """Show a form; return the file that it logs to, and how to wait until its button is gone."""
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    rig, log = Rig(desktop), tmp_path / "took"
    started = []

    def show(toolkit, veil, word):
        log.write_text("")
        started.append(rig.running([*PROGRAMS[toolkit], veil, str(log)], TITLE))
        started[0].__enter__()
        rig.raise_window(TITLE)
        await_word(word, is_there=True)
        return log

    def await_word(word, *, is_there):
        with closing(DesktopReader(ocr=Ocr())) as reader:
            wait_for(lambda: (word in {e.name for e in reader.text(rig.look())}) == is_there, APP_S)

    show.await_word = await_word
    yield show
    for one in started:
        one.__exit__(None, None, None)


@pytest.mark.parametrize("toolkit", ["tk", *slow("swing")])
def test_what_a_solid_veil_covers_is_not_found(shown, toolkit):
    log = shown(toolkit, "solid", "Beside")
    status, lines, err = command("do", "click Sketch", "--approve", "auto", "--json")
    assert (status, log.read_text()) == (5, ""), (lines, err)


def test_what_a_dim_veil_keeps_presses_from_is_not_called_done(shown):
    log = shown("swing", "dim", "Sketch")
    status, lines, err = command("do", "click Sketch", "--approve", "auto", "--json")
    steps = [line["receipt"]["kind"] for line in lines if line["event"] == "step"]
    assert (status, steps, log.read_text()) == (10, ["not_seen"], ""), (lines, err)


@pytest.mark.parametrize("toolkit", ["tk", *slow("swing")])
def test_a_veil_that_comes_while_the_card_is_read_gets_no_press(shown, toolkit):
    log = shown(toolkit, "late", "Sketch")
    run = Command("do", "click Sketch", "--approve", "ask", "--json", stdin=subprocess.PIPE)
    asked = run.until("proposal")
    Path(f"{log}.veil").touch()
    shown.await_word("Sketch", is_there=False)
    with suppress(BrokenPipeError):  # it may have seen the change, and ended, before the answer
        run.tell(n=asked["n"], decision="accept")
    status, lines, err = run.end()
    steps = [line["receipt"]["kind"] for line in lines if line["event"] == "step"]
    assert (log.read_text(), set(steps) & {"effect_seen", "landed"}) == ("", set()), (lines, err)
    assert status not in (0, 10), (lines, err)
