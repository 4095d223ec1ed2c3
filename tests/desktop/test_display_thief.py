"""Another program takes the display from a run: the run hears it and ends, and no second begins."""

import json
import struct
import subprocess
import sys
import threading

import pytest
import xcffib
import xcffib.xproto

import app.desk
from app.cli.parser import run
from app.run_lock import SELECTION, TAKEN, DesktopBusy, RunHold, RunLock, ask
from automation.desktop.x11 import atom, root_of
from tests.desktop.command_rig import ROOT, Command

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

WAIT_S = 120
INPUT_ONLY = xcffib.xproto.WindowClass.InputOnly
CLEAR = 29
"""SelectionClear (X protocol, encoding of events)."""
HOLDER = """
import sys, threading
from pathlib import Path
from app.run_lock import RunLock
lost = threading.Event()
with RunLock(Path(sys.argv[1]), on_lost=lost.set):
    print("held", flush=True)
    lost.wait()
    print("lost", flush=True)
    sys.stdin.read()
"""


class Thief:
    """A client that any program of the user's could be."""

    def __init__(self, desktop):
        self.connection = desktop.connect()
        self.core = self.connection.core
        self.atom = atom(self.connection, SELECTION)
        self.window = self.connection.generate_id()
        root = root_of(self.connection)
        self.core.CreateWindow(0, self.window, root, 0, 0, 1, 1, 0, INPUT_ONLY, 0, 0, [])

    @property
    def owner(self):
        return self.core.GetSelectionOwner(self.atom).reply().owner

    def take(self):
        self._own(self.window)

    def take_and_die(self):
        self.take()
        self.close()

    def give_to_nobody(self):
        self._own(0)

    def destroy(self):
        self.core.DestroyWindow(self.owner, is_checked=True).check()

    def kill(self):
        self.core.KillClient(self.owner, is_checked=True).check()

    def make_up_events(self):
        """Send the owner a clear of something else, and what is no event of anybody's."""
        owner, other = self.owner, atom(self.connection, "PRIMARY")
        for made_up in (
            struct.pack("=BxHIII16x", CLEAR, 0, 0, owner, other),
            struct.pack("=B31x", self._unknown()),
        ):
            self.core.SendEvent(False, owner, 0, made_up, is_checked=True).check()

    def _unknown(self):
        """Return the number of an event of an extension that the program does not use."""
        name = "DAMAGE"
        return self.core.QueryExtension(len(name), name).reply().first_event

    def _own(self, window):
        now = xcffib.xproto.Time.CurrentTime
        self.core.SetSelectionOwner(window, self.atom, now, is_checked=True).check()

    def close(self):
        self.connection.disconnect()


@pytest.fixture
def thief(desktop):
    found = Thief(desktop)
    yield found
    found.close()


@pytest.fixture
def other(tmp_path):
    folder = tmp_path / "other"
    folder.mkdir(mode=0o700)
    return folder


@pytest.mark.parametrize("how", ["take", "take_and_die", "give_to_nobody", "destroy", "kill"])
def test_a_theft_is_heard_once(thief, tmp_path, how):
    heard, lost = [], threading.Event()

    def on_lost():
        heard.append(how)
        lost.set()

    with RunLock(tmp_path, on_lost=on_lost) as lock:
        assert not lock.is_lost
        getattr(thief, how)()
        assert lost.wait(WAIT_S)
        assert lock.is_lost
    assert heard == [how]


@pytest.mark.parametrize("how", ["take_and_die", "give_to_nobody"])
def test_no_second_run_begins_before_the_robbed_one_has_ended(thief, tmp_path, other, how):
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert child.stdout.readline() == "held\n"
        getattr(thief, how)()
        assert child.stdout.readline() == "lost\n"
        with pytest.raises(DesktopBusy, match=f"process {child.pid}; it may have another"):
            RunLock(other).__enter__()
        child.stdin.close()
        assert child.wait(WAIT_S) == 0
        with RunLock(other):
            pass
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def test_the_run_of_the_window_is_stopped_for_that_cause(thief, tmp_path):
    causes, lost = [], threading.Event()

    def stop(cause="user"):
        causes.append(cause)
        lost.set()

    hold = RunHold(tmp_path, stop)
    hold.take()
    try:
        thief.take()
        assert lost.wait(WAIT_S)
        assert (causes, hold.is_lost) == ([TAKEN], True)
    finally:
        hold.give_back()
    assert not hold.is_lost


def test_what_a_client_makes_up_hides_no_theft(thief, tmp_path):
    lost = threading.Event()
    with RunLock(tmp_path, on_lost=lost.set):
        thief.make_up_events()
        thief.take()
        assert lost.wait(WAIT_S)


def test_a_run_that_ended_is_not_robbed(thief, tmp_path):
    heard = []
    with RunLock(tmp_path, on_lost=lambda: heard.append(1)):
        pass
    thief.take()
    assert not heard
    assert "display-claim" not in {thread.name for thread in threading.enumerate()}


def test_a_robbed_run_ends_with_a_sentence(thief, fresh_home):
    run = Command("do", 'wait until "nowhere to be seen" appears', "--approve", "auto", "--json")
    try:
        run.until("start")
        thief.take()
        status, lines, _ = run.end()
    finally:
        run.process.kill()
        run.process.communicate()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")
    assert "another program took away what keeps two tasks off one display" in lines[-1]["message"]
    assert "Nothing is held down." in lines[-1]["message"]


def test_a_stop_reaches_a_run_whose_hands_are_not_ready(fresh_home, monkeypatch, capsys):
    opened = app.desk.open_desk

    def open_late(folders, settings, executor):
        assert ask(folders.runtime, "stop") == {"running": True}
        return opened(folders, settings, executor)

    monkeypatch.setattr("app.desk.open_desk", open_late)
    status = run(["do", 'wait until "nowhere" appears', "--approve", "auto", "--json"])
    end = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (status, end["outcome"]) == (6, "stopped")
