"""Every way to stop works whatever else hangs: the app, the hands, the log, the listener."""

import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from automation.core.actions import Hotkey, KeyDown, Write
from automation.core.errors import Refused
from automation.desktop.input.protocol import (
    PROTOCOL_VERSION,
    Approval,
    BeginRun,
    Budgets,
    Disarmed,
    Done,
    Execute,
    Heartbeat,
    Hello,
    Killed,
    Ok,
    Prepare,
    PreparedReply,
    Ready,
    RefusedReply,
    app_channel,
)
from automation.desktop.input.stop_socket import ask_word, socket_name
from tests.desktop.app_under_test import app_under_test
from tests.desktop.executor_rig import INSIDE, executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

ROOT = Path(__file__).parents[2]
LONG_TEXT = Write("Lorem Ipsum " * 300)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Return the runtime folder that `deskhand stop` looks into."""
    folder = tmp_path_factory.mktemp("home")
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKHAND_HOME", str(folder))
        yield runtime


@pytest.fixture(scope="module")
def shared(desktop, home):
    with executor_rig(desktop, home) as rig:
        yield rig


@pytest.fixture
def rig(shared):
    shared.reset()
    return shared


def deskhand_stop():
    """Run the real command; return its status and its line."""
    found = subprocess.run(
        [sys.executable, "-m", "app.main", "stop", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.returncode, json.loads(found.stdout)


@contextmanager
def stopped(pid):
    """Freeze a process."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def status_of(home, pid):
    return ask_word(home, socket_name(os.environ, pid), "status")


def test_deskhand_stop_works_while_the_app_is_frozen(rig, desktop, home):
    with app_under_test(desktop, home, INSIDE) as app:
        app.begin("type")
        with stopped(app.pid):
            status, line = deskhand_stop()
            rig.nothing_held()
            assert (status, line["running"], line["released"]) == (0, True, True)
            assert line["message"] == "Stopped. Nothing is held down."
            assert status_of(home, app.executor_pid)["busy"] is False
        end = app.hear()
        assert (end["completed"], end["cause"]) == (False, "user")


@pytest.mark.parametrize("kind", ["type", "drag"])
def test_the_kill_key_works_while_the_app_is_frozen_and_keeps_the_interpreter(
    rig, desktop, home, kind
):
    with app_under_test(desktop, home, INSIDE) as app:
        app.begin(kind, freeze_s=0.5)
        rig.user.tap("pause")
        rig.nothing_held()
        wait_for(lambda: status_of(home, app.executor_pid)["busy"] is False)
        assert app.hear()["cause"] == "kill_key"


def test_deskhand_stop_ends_a_frozen_executor_and_its_dead_man_lets_go(rig, desktop, home):
    with app_under_test(desktop, home, INSIDE) as app:
        app.begin("drag")
        os.kill(app.executor_pid, signal.SIGSTOP)
        status, line = deskhand_stop()
        rig.nothing_held()
        assert (status, line["released"]) == (0, True)
        assert "did not answer and was ended" in line["message"]


def test_deskhand_stop_between_two_runs_lets_go_and_says_that_nothing_ran(rig):
    rig.do(KeyDown("shift"))
    status, line = deskhand_stop()
    rig.nothing_held()
    assert (status, line["running"], line["released"]) == (0, False, True)
    with pytest.raises(Refused) as refused:
        rig.client.prepare(Hotkey(("a",)))
    assert refused.value.reason == "stopped"
    rig.client.begin_run()
    assert rig.do(Hotkey(("a",))).completed


def test_the_stop_socket_can_neither_start_nor_approve(rig, home):
    for word in ("begin_run", "execute", "prepare", "accept", ""):
        assert "error" in ask_word(home, socket_name(os.environ, rig.ready.pid), word)
    assert rig.events == []


def test_a_run_begins_only_with_a_stop_socket_that_is_there(rig, home):
    name = socket_name(os.environ, rig.ready.pid)
    (home / name).unlink()
    rig.client.begin_run()
    assert "busy" in ask_word(home, name, "status")
    (home / name).unlink()
    home.chmod(0o755)
    with pytest.raises(Refused, match="chmod 700") as refused:
        rig.client.begin_run()
    home.chmod(0o700)
    assert refused.value.reason == "no_kill_key"


def test_layouts_that_change_in_the_middle_do_not_deafen_the_kill_key(rig, desktop):
    try:
        for layout in ("de", "ru", "us,de,ru"):
            rig.reset()
            result = rig.begin(LONG_TEXT)
            rig.window.wait_for("key down", 10)
            desktop.spawn(["setxkbmap", layout]).wait(60)
            rig.user.tap("pause")
            result()
            assert rig.heard(Killed).chord == "pause"
            rig.nothing_held()
    finally:
        desktop.spawn(["setxkbmap", "us"]).wait(60)


def test_a_storm_of_map_changes_hides_neither_escape_of_two(rig):
    core = rig.user.connection.core
    escape = rig.user.code("esc")
    keysyms = list(core.GetKeyboardMapping(escape, 1).reply().keysyms)

    def storm():
        for _ in range(10):
            core.ChangeKeyboardMapping(1, escape, len(keysyms), keysyms)
        core.GetInputFocus().reply()

    storm()
    rig.user.tap("esc")
    storm()
    rig.user.tap("esc")
    assert rig.heard(Killed).chord == "esc esc"
    rig.reset()  # the window manager has worked the storm off


def test_a_server_grabbed_by_somebody_else_holds_the_hands_too_and_the_kill_key_waits_in_line(rig):
    result = rig.begin(LONG_TEXT)
    rig.window.wait_for("key down", 20)
    core = rig.user.connection.core
    core.GrabServer(is_checked=True).check()
    rig.user.tap("pause")
    core.UngrabServer(is_checked=True).check()
    assert (result().cause, result().note.startswith("the kill key")) == ("stopped", True)
    rig.nothing_held()


def test_a_log_that_nobody_reads_holds_up_no_key(rig, desktop, home):
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    os.write(writer, bytes(4096))
    try:
        with app_under_test(desktop, home, INSIDE, stderr=writer) as app:
            os.kill(app.deadman_pid, signal.SIGKILL)  # which is written into the log
            app.begin("type")
            rig.user.tap("pause")
            rig.nothing_held()
            assert app.hear()["cause"] == "kill_key"
    finally:
        os.close(reader)
        os.close(writer)


FRAGILE_EXECUTOR = """
import os, runpy, signal, socket

def cut_the_first_connection(number, frame):
    for name in sorted(os.listdir("/proc/self/fd"), key=int):
        try:
            end = socket.socket(fileno=os.dup(int(name)))
            peer = end.getpeername()
        except OSError:
            continue
        if b"X11-unix" in os.fsencode(peer):
            end.shutdown(socket.SHUT_RDWR)
            return

signal.signal(signal.SIGUSR1, cut_the_first_connection)
runpy.run_module("automation.desktop.input.executor", run_name="__main__", alter_sys=True)
"""
"""An executor that loses its ears on SIGUSR1: it listens before it has hands."""


class RawApp:
    """An app that speaks the protocol by hand and need not behave."""

    def __init__(self, desktop, folder):
        self.socket, theirs = socket.socketpair()
        with theirs:
            arguments = ("--fd", str(theirs.fileno()), "--state", str(folder))
            self.process = subprocess.Popen(
                [sys.executable, "-c", FRAGILE_EXECUTOR, *arguments],
                cwd=ROOT,
                env=desktop.env,
                pass_fds=(theirs.fileno(),),
            )
        self.channel = app_channel(self.socket)
        self.ask(Hello(PROTOCOL_VERSION, ()), Ready)
        self.ask(BeginRun(1, Budgets()), Ok)

    def ask(self, request, kind):
        self.channel.send(request)
        report = self.channel.receive()
        assert isinstance(report, kind), report
        return report

    def until(self, kind):
        """Read up to a report of this type and return it."""
        while not isinstance(report := self.channel.receive(), kind):
            assert report is not None, "the executor ended"
        return report

    def start(self, action):
        """Have an action sent, and read nothing of what comes of it."""
        nonce = self.ask(Prepare(2, action), PreparedReply).prepared.nonce
        self.channel.send(Execute(3, nonce, Approval("accepted", "user", time.monotonic())))


@pytest.fixture
def raw(rig, desktop, home):
    app = RawApp(desktop, home)
    yield app
    app.process.kill()
    app.process.wait()
    app.socket.close()


def test_nothing_is_sent_and_no_run_begins_once_nobody_listens(rig, raw):
    raw.start(LONG_TEXT)
    rig.window.wait_for("key down", 20)
    raw.process.send_signal(signal.SIGUSR1)
    told = {}
    while not {Disarmed, Done} <= told.keys():  # in whatever order
        report = raw.until(Disarmed | Done)
        told[type(report)] = report
    assert "not heard" in told[Disarmed].message
    assert not told[Done].execution.completed
    rig.nothing_held()
    raw.channel.send(BeginRun(9, Budgets()))
    assert raw.until(RefusedReply).reason == "no_kill_key"


def test_a_full_socket_to_the_app_holds_up_no_key(rig, raw):
    raw.start(LONG_TEXT)
    rig.window.wait_for("key down", 5)
    for seq in range(20_000):  # each is answered, and nobody reads: more than a socket takes
        raw.channel.send(Heartbeat(seq))
    rig.user.tap("pause")
    rig.nothing_held()
    assert rig.window.settled("key down") < len(LONG_TEXT.text)


@pytest.mark.parametrize(
    "garbage",
    [b"\x00\x00\x00\x02\xff\xff", b"\xff\xff\xff\xff"],
    ids=["nonsense", "too long"],
)
def test_garbage_from_the_app_ends_the_executor_with_everything_up(rig, raw, garbage):
    raw.start(KeyDown("f8"))
    wait_for(rig.user.keys_down)
    raw.socket.sendall(garbage)
    raw.socket.shutdown(socket.SHUT_WR)
    rig.nothing_held()
    assert raw.process.wait(60) == 1
