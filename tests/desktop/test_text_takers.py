"""A text goes only where something takes it, in real programs: else not one letter of it is sent."""

import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from automation.core.geometry import ScreenPoint
from tests.desktop.command_rig import Command, command
from tests.desktop.elements_rig import Rig
from tests.desktop.event_window import ROOT
from tests.kit.waiting import wait_for
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

PROGRAM = Path(__file__).with_name("text_takers.py")


@pytest.fixture(scope="module")
def rig(desktop):
    with closing(Rig(desktop)) as rig:
        yield rig


@contextmanager
def taker(desktop, rig, title, *arguments):
    """Run one of the programs with its window in front; yields what it has said so far."""
    argv = [sys.executable, str(PROGRAM), *arguments]
    said = []
    process = desktop.spawn(argv, stdout=subprocess.PIPE, PYTHONPATH=str(ROOT))
    try:
        wait_for(lambda: rig.window(title) is not None)
        rig.raise_window(title)
        yield said
    finally:
        process.terminate()
        out, _ = process.communicate(timeout=60)
        said += out.decode().split("\n")[:-1]


def typed(words):
    """Say a task that types; return its outcome and its last sentence."""
    _, lines, error = command("do", words, "--json", "--approve", "auto")
    assert lines, error
    sent = sum(line["events_sent"] for line in lines if line["event"] == "step")
    return lines[-1]["outcome"], lines[-1]["message"], sent


@pytest.mark.parametrize("text", ["yellow", "no", *slow("zzz", "q")])
def test_a_question_in_front_gets_no_letter_of_a_text(desktop, rig, fresh_home, text):
    with taker(desktop, rig, "Really", "qt", "ask") as said:
        outcome, message, sent = typed(f'type "{text}"')
        assert (outcome, sent) == ("not_found", 0)
        assert "takes no text" in message
        assert rig.window("Really") is not None
    assert said == []


def test_a_list_that_has_the_keyboard_gets_no_letter_of_a_text(desktop, rig, fresh_home):
    with taker(desktop, rig, "Takers", "qt") as said:
        assert typed('type "yew"')[::2] == ("not_found", 0)
    assert said == ["apple"]  # as it came up


def test_a_program_without_a_tree_gets_a_text_only_where_it_was_meant(desktop, rig, fresh_home):
    with taker(desktop, rig, "Bare notes", "tk") as said:
        outcome, message, sent = typed('type "lost"')
        assert (outcome, sent) == ("not_found", 0)
        assert "Nothing tells" in message
        place = rig.window("Bare notes").rect.center
        pressed = ScreenPoint(place.x, rig.window("Bare notes").rect.y + 40)
        assert typed(f'click {pressed.x},{pressed.y}, type "abc"')[2] > 6
        assert typed('type "def" in Bare notes')[2] > 0
    assert said[-1] == "abcdef"


def test_words_of_danger_in_a_document_without_a_tree_keep_no_text_out(
    desktop, rig, fresh_home, tmp_path
):
    """Run as root, Mousepad adds a bar that speaks of harm to what the document says."""
    note = tmp_path / "note.txt"
    note.write_text("Warning: you may harm your system. Delete the old branch.\n")
    argv = ["mousepad", "--disable-server", str(note)]
    with rig.running(argv, "note.txt", NO_AT_BRIDGE="1"):
        rig.raise_window("note.txt")
        outcome, message, sent = typed('type "hello" in Mousepad, press ctrl+s in Mousepad')
        assert sent > len("hello"), (outcome, message)
        wait_for(lambda: note.read_text().startswith("helloWarning"))


def test_a_terminal_takes_a_text(desktop, rig, fresh_home, tmp_path):
    log = tmp_path / "typed"
    argv = ["xterm", "-T", "plain terminal", "-e", "sh", "-c", f"read line; echo $line > {log}"]
    with rig.running(argv, "plain terminal"):
        rig.raise_window("plain terminal")
        running = Command(
            "do", 'type "yellow"', "--json", "--approve", "ask", stdin=subprocess.PIPE
        )
        proposal = running.until("proposal", "end")
        assert proposal["event"] == "proposal", proposal
        running.tell(n=proposal["n"], decision="accept")
        assert running.until("end")["outcome"] == "done"
        running.end()
        rig.key(36)
        wait_for(lambda: log.exists() and log.read_text() == "yellow\n")
