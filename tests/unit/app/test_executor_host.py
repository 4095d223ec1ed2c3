"""A run begins with an executor that serves it, whatever became of the one that was there before.

Whose windows are ours: the terminal that shows our questions, also through tmux or screen.
"""

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import executor_host as hands_module
from app.executor_host import (
    ExecutorHost,
    host_pids,
    multiplexer_pids,
    own_pids,
    terminal_pids,
)
from app.run_options import ON_A_LINE_S
from app.settings import Folders, Settings
from automation.core.errors import ExecutorGone
from automation.core.timing import StopToken
from automation.desktop.input.protocol import Budgets
from tests.kit.waiting import wait_for

ROOT = Path(__file__).parents[3]


def process(proc, pid, name, parent, terminal):
    folder = proc / str(pid)
    folder.mkdir(parents=True)
    (folder / "stat").write_text(f"{pid} ({name}) S {parent} 1 1 {terminal} 0 0")


def test_a_host_is_all_that_runs_its_file_and_its_terminal_even_where_ours_was_taken_away(tmp_path):
    process(tmp_path, 10, "xterm", 1, 0)
    process(tmp_path, 11, "bash", 10, 34816)
    process(tmp_path, 12, "agent", 11, 34816)
    process(tmp_path, 13, "agent", 12, 34816)
    process(tmp_path, 14, "deskhand", 13, 0)
    for pid, file in ((11, "bash"), (12, "agent"), (13, "agent"), (14, "python")):
        (tmp_path / str(pid) / "exe").symlink_to(f"/usr/bin/{file}")
    assert host_pids(14, tmp_path) == {10, 11, 12, 13}
    assert host_pids(99, tmp_path) == frozenset()


def test_the_shells_and_the_emulator_above_a_process_are_found(tmp_path):
    process(tmp_path, 10, "xterm", 1, 0)
    process(tmp_path, 11, "bash", 10, 34816)
    process(tmp_path, 12, "odd) name", 11, 34816)
    process(tmp_path, 13, "python", 12, 34816)
    assert terminal_pids(13, tmp_path) == {10, 11, 12}
    assert terminal_pids(10, tmp_path) == frozenset()
    assert terminal_pids(99, tmp_path) == frozenset()


@pytest.mark.parametrize("client", ["tmux: client", "screen"])
def test_the_emulator_that_shows_a_multiplexer_is_found(tmp_path, client):
    process(tmp_path, 5, "tmux: server", 1, 0)
    process(tmp_path, 6, "bash", 5, 34818)
    process(tmp_path, 7, "python", 6, 34818)
    process(tmp_path, 10, "xterm", 1, 0)
    process(tmp_path, 11, "bash", 10, 34816)
    process(tmp_path, 12, client, 11, 34816)
    process(tmp_path, 20, "kitty", 1, 0)
    process(tmp_path, 21, "vim", 20, 34820)
    (tmp_path / "self").mkdir()
    assert terminal_pids(7, tmp_path) == {5, 6}
    assert multiplexer_pids(tmp_path) == {10, 11, 12}


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_a_real_tmux_client_is_ours(tmp_path):
    told, socket = tmp_path / "told", str(tmp_path / "tmux")
    ask = f"import app.executor_host as o; print(*o.own_pids(), file=open({str(told)!r}, 'w'))"
    tmux = ["tmux", "-S", socket, "-f", "/dev/null"]
    environ = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(ROOT)}
    environ.pop("TMUX", None)
    server_end, client_end = pty.openpty()
    client = None
    try:
        subprocess.run([*tmux, "new-session", "-d", "sh"], env=environ, check=True, cwd=tmp_path)
        client = subprocess.Popen(
            ["setsid", "-c", *tmux, "attach"], stdin=client_end, stdout=client_end, env=environ
        )
        wait_for(lambda: clients(tmux))
        run = [
            sys.executable,
            "-c",
            f"{ask}; import os; os.rename({str(told)!r}, {str(told)!r} + '!')",
        ]
        subprocess.run([*tmux, "respawn-pane", "-k", "--", *run], env=environ, check=True)
        wait_for(lambda: Path(f"{told}!").exists())
        assert clients(tmux) <= {int(word) for word in Path(f"{told}!").read_text().split()}
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)
        if client is not None:
            client.wait(60)
        os.close(server_end)
        os.close(client_end)


def clients(tmux):
    """Return the process ids of what is attached, by tmux's own word."""
    asked = [*tmux, "list-clients", "-F", "#{client_pid}"]
    return {
        int(word)
        for word in subprocess.run(
            asked, capture_output=True, text=True, check=False
        ).stdout.split()
    }


def test_a_process_outside_a_multiplexer_looks_for_no_clients(monkeypatch):
    for name in ("TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    assert own_pids() == {os.getpid()} | terminal_pids(os.getpid())


GONE, NO_DISPLAY = "the process that sends input ended", "there is no display :9"


class Ready:
    is_armed = True


class Executors:
    """Starts executors in memory; each script says how the life of one of them goes."""

    def __init__(self, *lives):
        self.lives = list(lives)
        self.begun = self.closed = 0

    def client(self, options, on_event, on_gone):
        self.on_gone = on_gone
        return self

    is_running = True

    def start(self):
        if self.lives[0] == "none":
            raise ExecutorGone(NO_DISPLAY)
        return Ready()

    def begin_run(self, limits, guests, nonce_s):
        self.guests, self.nonce_s = guests, nonce_s
        if self.lives[0] == "dying":
            self.lives.pop(0)
            self.on_gone(GONE)
            raise ExecutorGone(GONE)
        self.begun += 1

    def end_run(self):
        """Nothing to end."""

    def close(self):
        self.closed += 1


@pytest.fixture
def begin(tmp_path, monkeypatch):
    """Return a function that begins a run with these executors, and returns them and its token."""

    def begun(*lives, goes=False, guests=frozenset()):
        executors, stop = Executors(*lives), StopToken()
        monkeypatch.setattr(hands_module, "ExecutorClient", executors.client)
        monkeypatch.setattr(hands_module, "left_behind", lambda folder, display: False)
        hands = ExecutorHost(Folders(tmp_path, tmp_path, tmp_path), Settings())
        with hands.running(stop, Budgets(), can_pause=False, guests=guests):
            if goes:
                executors.on_gone(GONE)
            executors.own = set(hands.own_pids)
        executors.own_later = set(hands.own_pids)
        return executors, stop

    return begun


def test_an_executor_that_was_dying_is_followed_by_another_and_the_run_goes_on(begin):
    executors, stop = begin("dying", "serving")
    assert (executors.begun, executors.closed) == (1, 1)
    assert not stop.is_set


def test_where_none_can_follow_the_reason_is_said(begin):
    with pytest.raises(ExecutorGone, match=NO_DISPLAY):
        begin("dying", "none")


def test_one_that_ends_right_after_the_last_is_not_followed_for_ever(begin):
    with pytest.raises(ExecutorGone, match=GONE):
        begin("dying", "dying", "serving")


def test_an_executor_that_goes_during_the_run_ends_it(begin):
    _executors, stop = begin("serving", goes=True)
    assert stop.is_set
    assert stop.cause == "executor_gone"


def test_a_guest_is_ours_for_one_run_and_answers_on_lines(begin):
    executors, _ = begin("serving", guests=frozenset({7}))
    assert executors.guests == {7}
    assert executors.nonce_s == ON_A_LINE_S
    assert executors.own == {7} | own_pids()
    assert executors.own_later == own_pids()


def test_a_run_without_a_guest_takes_the_usual_time_for_an_answer(begin):
    executors, _ = begin("serving")
    assert (executors.guests, executors.nonce_s) == (frozenset(), None)
