"""A frozen app, a display that dies, a title that tells the processes apart."""

import os
import signal
import threading
from pathlib import Path

import pytest

from automation.core.actions import Aim, Drag, Hotkey, KeyDown, Write
from automation.core.errors import AssistantError, ExecutorGone, Refused
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Execution
from automation.core.timing import StopToken
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.input.keymap import read_layout
from automation.desktop.input.kill_switch import Announced
from automation.desktop.input.listener import Listener
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.executor_rig import INSIDE, accepted, executor_rig
from tests.desktop.other_user import OtherUser
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

LONG_TEXT = Write("Lorem Ipsum " * 300)


def test_the_kill_key_works_while_the_app_reads_nothing(desktop, tmp_path):
    is_frozen, is_thawed = threading.Event(), threading.Event()

    def freeze(event):
        is_frozen.set()
        is_thawed.wait(60)

    with executor_rig(desktop, tmp_path) as rig:
        rig.client.grab({"freeze": "f7"})
        rig.client._link._on_event = freeze
        nonces = [rig.client.prepare(LONG_TEXT).nonce]
        rig.user.tap("f7")
        assert is_frozen.wait(60)
        thread = threading.Thread(target=rig.execute, args=nonces)
        thread.start()
        rig.window.wait_for("key down", 50)
        rig.user.tap("pause")
        rig.nothing_held()
        typed = rig.window.settled("key down")
        is_thawed.set()
        thread.join(60)
        assert typed == rig.window.settled("key down")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_one_that_was_asked_to_end_while_it_was_stopped_ends_when_it_goes_on(
    desktop, tmp_path, number
):
    with executor_rig(desktop, tmp_path) as rig:
        pid = rig.ready.pid
        rig.do(KeyDown("shift"))
        os.kill(pid, signal.SIGSTOP)
        wait_for(lambda: _state(pid) == "T")
        os.kill(pid, number)
        os.kill(pid, signal.SIGCONT)
        wait_for(lambda: _state(pid) in ("Z", ""))
        rig.nothing_held()


def _state(pid):
    """Return the letter that the system has for a process's state; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.mark.parametrize(
    "action",
    [LONG_TEXT, Drag((INSIDE, INSIDE.offset(200, 100)), duration_s=20.0)],
    ids=["typing", "dragging"],
)
def test_a_display_that_dies_in_the_middle_is_told_and_nothing_hangs(tmp_path, monkeypatch, action):
    with VirtualDesktop.start((1280, 800), accessibility=False) as desktop:
        monkeypatch.setenv("XAUTHORITY", desktop.env["XAUTHORITY"])
        options = ExecutorOptions(tmp_path, environ=desktop.env)
        client = ExecutorClient(options)
        ready = client.start()
        nonce = client.prepare(action).nonce
        progress, results = [], []

        def work():
            try:
                report = lambda done, total: progress.append(done)  # noqa: E731
                results.append(client.execute(nonce, accepted(), StopToken(), report))
            except AssistantError as error:
                results.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        wait_for(lambda: len(progress) > 3)
        server = desktop._servers[0]
        server.send_signal(signal.SIGKILL)
        thread.join(60)
        assert not thread.is_alive()
        (result,) = results
        assert isinstance(result, AssistantError) or not result.completed
        with pytest.raises(AssistantError):
            client.prepare(Hotkey(("a",)))
        client.close()
        wait_for(lambda: not Path(f"/proc/{ready.pid}").exists())
        wait_for(lambda: not Path(f"/proc/{ready.deadman_pid}").exists())


def test_an_executor_that_hangs_is_ended_and_what_it_held_comes_up(desktop, tmp_path, monkeypatch):
    with executor_rig(desktop, tmp_path) as rig:
        rig.do(KeyDown("f8"))
        assert rig.user.keys_down()
        os.kill(rig.ready.pid, signal.SIGSTOP)
        monkeypatch.setattr("automation.desktop.input.client.ANSWER_S", 0.2)
        with pytest.raises(ExecutorGone):
            rig.client.release_all()
        rig.nothing_held()


def test_a_listener_that_fails_says_that_the_kill_key_is_not_heard(desktop):
    told = []

    class Hearer:
        def on_user(self, event, pointer):
            raise RuntimeError("nobody foresaw this")

        def on_disarmed(self, message):
            told.append(message)

    listener = Listener(desktop.display, ("pause",), Announced(), Hearer())
    user = OtherUser(desktop)
    try:
        user.tap("f7")
        wait_for(lambda: told)
        with pytest.raises(Refused, match="the kill key is not heard"):
            listener.check_armed()
    finally:
        listener.close()
        user.close()


def test_a_kill_key_pressed_while_the_keyboard_map_is_read_is_heard(desktop, monkeypatch):
    """Its event is read together with the answer, and no other event comes to wake the listener."""
    killed, mapped, user = [], [], OtherUser(desktop)

    class Hearer:
        def on_kill(self, chord):
            killed.append(chord)

        def on_user(self, event, pointer):
            pass

    def read_late(connection):
        if mapped:
            user.tap("pause")
            mapped.append("pressed")
        return read_layout(connection)

    monkeypatch.setattr("automation.desktop.input.listener.read_layout", read_late)
    listener = Listener(desktop.display, ("pause",), Announced(), Hearer())
    try:
        mapped.append("changed")
        core, code = user.connection.core, user.code("esc")
        keysyms = core.GetKeyboardMapping(code, 1).reply().keysyms
        core.ChangeKeyboardMapping(1, code, len(keysyms), keysyms, is_checked=True).check()
        wait_for(lambda: "pressed" in mapped)
        wait_for(lambda: killed)
    finally:
        listener.close()
        user.close()


def test_the_processes_can_be_told_apart(desktop, tmp_path):
    def title(pid):
        return Path(f"/proc/{pid}/cmdline").read_text().rstrip("\0 ")

    with executor_rig(desktop, tmp_path) as rig:
        wait_for(lambda: title(rig.ready.pid) == "deskhand-executor")
        wait_for(lambda: title(rig.ready.deadman_pid) == "deskhand-deadman")


def test_pyautogui_can_send_on_this_display_too(desktop, tmp_path):
    with executor_rig(desktop, tmp_path, backend="pyautogui") as rig:
        execution = rig.do(Write("abc", at=Aim(ScreenPoint(INSIDE.x, INSIDE.y))))
        assert isinstance(execution, Execution)
        assert execution.completed
        assert rig.window.wait_for("button up") == [1]
        assert len(rig.window.wait_for("key up", 3)) == 3
        assert rig.events == []
