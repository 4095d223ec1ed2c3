"""What a run asks in a terminal is asked with that terminal in front, and the answer goes nowhere else."""

import re
import shlex
import sys
from contextlib import closing

import pytest
import xcffib.xtest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import ROOT, Form
from tests.desktop.elements_rig import Rig
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

EDITOR, TERMINAL = "notes.txt", "asks-here"
QUESTION = "[s]top: "
RETURN = 0xFF0D
PLACES = {"apart": "80x20+700+560", "over it": "80x24+40+40"}
"""Where the terminal stands: away from the editor's text, or on top of it."""


class Keyboard:
    """The user's own keys, on the server's own layout; they go to whoever has the focus."""

    def __init__(self, desktop):
        self._connection = desktop.connect()
        setup = self._connection.get_setup()
        first, count = setup.min_keycode, setup.max_keycode - setup.min_keycode + 1
        reply = self._connection.core.GetKeyboardMapping(first, count).reply()
        plain = list(reply.keysyms)[:: reply.keysyms_per_keycode]
        self._codes = {keysym: first + at for at, keysym in reversed(list(enumerate(plain)))}

    def answer(self, letter):
        """Type a letter and Enter."""
        test = self._connection(xcffib.xtest.key)
        for keysym in (ord(letter), RETURN):
            for kind in (2, 3):
                test.FakeInput(kind, self._codes[keysym], 0, 0, 0, 0, 0)
        self._connection.flush()
        self._connection.core.GetInputFocus().reply()

    def close(self):
        self._connection.disconnect()


class Terminal:
    """A run in an xterm; `said` is what it has written there."""

    def __init__(self, rig, folder, task, place):
        self._log = folder / "said"
        argv = shlex.join([sys.executable, "-m", "app.main", "do", task, "--approve", "ask"])
        script = f"{argv} 2>&1 | tee {self._log}; echo ended >> {self._log}; exec sleep 600"
        self.argv = [
            "xterm",
            "-T",
            TERMINAL,
            "-geometry",
            place,
            "-e",
            "bash",
            "-c",
            f"cd {ROOT}; {script}",
        ]
        self._rig = rig

    def said(self):
        return self._log.read_text() if self._log.exists() else ""

    def questions(self):
        return self.said().count(QUESTION)

    def is_over(self):
        return self.said().endswith("ended\n")

    def await_more_than(self, asked):
        """Wait for the next question or the end of the run."""
        wait_for(lambda: self.questions() > asked or self.is_over())


@pytest.fixture
def rig(desktop):
    with closing(Rig(desktop)) as rig:
        yield rig


@pytest.fixture
def editor(rig, tmp_path):
    """Open a text editor on an empty file; a run types into it."""
    file = tmp_path / EDITOR
    file.write_text("")
    with rig.running(["mousepad", "--disable-server", str(file)], EDITOR):
        yield file


@pytest.fixture
def keyboard(desktop):
    with closing(Keyboard(desktop)) as keyboard:
        yield keyboard


def is_in_front(rig, title):
    top = next(w.title for w in rig.windows.windows() if not w.is_popup)
    return rig.window(title).is_active and title in top


def answered(rig, terminal, keyboard, before_answer=lambda: None):
    """Answer every question of a run with yes; return how many there were, and all that was said."""
    asked = 0
    with rig.running(terminal.argv, TERMINAL):
        while True:
            terminal.await_more_than(asked)
            if terminal.is_over():
                return asked, terminal.said()
            asked += 1
            wait_for(lambda: is_in_front(rig, TERMINAL))
            before_answer()
            keyboard.answer("a")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("is_by_name", [True, False])
def test_answers_reach_the_terminal_and_each_step_is_asked_once(
    rig, editor, keyboard, tmp_path, fresh_home, place, is_by_name
):
    first = ["switch to notes.txt"] if is_by_name else []
    task = ", ".join([*first, 'type "hello"', "press Ctrl+S"])
    terminal = Terminal(rig, tmp_path, task, PLACES[place])
    asked, said = answered(rig, terminal, keyboard)
    assert "Done" in said, said
    assert asked == len(re.findall(r"(?m)^ *[0-9]+  \S", said)), said
    assert editor.read_text() == "hello", said


def test_coming_back_to_the_terminal_to_answer_is_no_change_of_the_target(
    rig, editor, keyboard, tmp_path, fresh_home
):
    def look_at_the_text_first():
        rig.raise_window(EDITOR)
        rig.raise_window(TERMINAL)

    task = 'type "hello", press Ctrl+S'
    terminal = Terminal(rig, tmp_path, task, PLACES["over it"])
    asked, said = answered(rig, terminal, keyboard, look_at_the_text_first)
    assert (asked, editor.read_text()) == (2, "hello"), said


def test_what_is_pressed_below_the_terminal_is_pressed_once(rig, keyboard, tmp_path, fresh_home):
    with (
        closing(Form(tmp_path / "form.jsonl", at=(700, 60, 700, 500))) as form,
        closing(DesktopReader()) as reader,
    ):
        wait_for(lambda: rig.window("Library card") is not None)
        rig.raise_window("Library card")
        rig.find(reader, "Save card", "button")
        terminal = Terminal(rig, tmp_path, "click Save card", "150x45+500+40")
        asked, said = answered(rig, terminal, keyboard)
        assert (asked, len(form.said("saved"))) == (1, 1), said
