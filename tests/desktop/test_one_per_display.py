"""One window and one run on a display: many starts at once, killed owners, other home folders."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.run_lock import DesktopBusy, RunLock
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.app_under_test import app_under_test
from tests.desktop.command_rig import ROOT
from tests.desktop.executor_rig import INSIDE
from tests.desktop.other_user import OtherUser
from tests.kit.loaded import LoadedPython
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

STARTS = 20
HOLDER = """
import sys
from pathlib import Path
from app.run_lock import RunLock
with RunLock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
LAUNCHER = [sys.executable, "-m", "app.main"]


@pytest.fixture
def windows():
    seen = X11Windows()
    yield seen
    seen.close()


def own_windows(windows):
    return [w for w in windows.windows() if w.title == "deskhand"]


def hold(runtime):
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(runtime)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout.readline() == "held\n"
    return child


def end(child):
    child.kill()
    child.communicate()


def test_two_home_folders_do_not_drive_one_display(tmp_path):
    runtimes = [tmp_path / name for name in ("one", "two")]
    for runtime in runtimes:
        runtime.mkdir(mode=0o700)
    child = hold(runtimes[0])
    try:
        with pytest.raises(DesktopBusy, match=f"process {child.pid}; it may have another"):
            RunLock(runtimes[1]).__enter__()
        with RunLock(runtimes[1], role="window"):
            pass
    finally:
        end(child)


def test_the_next_run_begins_at_once_after_its_owner_was_killed(tmp_path):
    for _ in range(5):
        child = hold(tmp_path)
        end(child)
        with RunLock(tmp_path):
            pass


def test_a_run_that_was_refused_leaves_nothing_held(tmp_path):
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    with RunLock(tmp_path), pytest.raises(DesktopBusy):
        RunLock(other).__enter__()
    with RunLock(other):
        pass


def start():
    return LoadedPython(
        LAUNCHER, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def ended(children):
    return [child for child in children if child.poll() is not None]


def test_of_many_started_at_once_one_opens_and_a_killed_one_is_replaced(fresh_home, windows):
    children = [start() for _ in range(STARTS)]
    try:
        wait_for(lambda: len(ended(children)) == STARTS - 1, 120)
        wait_for(lambda: own_windows(windows), 60)
        assert len(own_windows(windows)) == 1
        assert {child.returncode for child in ended(children)} == {0}
        (owner,) = [child for child in children if child.poll() is None]
        wait_for(lambda: (fresh_home / "data" / "history.db").exists(), 60)
        owner.send_signal(signal.SIGKILL)
        owner.wait()
        children.append(start())
        wait_for(lambda: [w.pid for w in own_windows(windows)] == [children[-1].pid], 60)
        assert len(list((fresh_home / "runtime").glob("window-*.sock"))) == 1
    finally:
        close(children)
    assert not list((fresh_home / "data").glob("*.corrupt-*"))


def close(children):
    for child in children:
        if child.poll() is None:
            child.send_signal(signal.SIGTERM)
        child.communicate()


def test_a_first_window_that_hangs_is_told_with_its_number(fresh_home, monkeypatch, capsys):
    monkeypatch.setattr("app.gui.application.FIRST_ANSWERS_S", 0.0)
    from app.gui.application import open_window
    from app.settings import user_folders

    folders = user_folders()
    folders.create()
    with RunLock(folders.runtime, role="window"):
        found = []

        thread = threading.Thread(target=lambda: found.append(open_window()))
        thread.start()
        thread.join()
    assert found == [9]
    assert f"process {os.getpid()}) and does not answer" in capsys.readouterr().err


def test_stop_ends_what_runs_on_this_display_with_another_home_folder(desktop, tmp_path):
    home, folder = tmp_path / "other", str(tmp_path / ("long" * 30))  # no socket's path is so long
    (runtime := Path(folder) / "runtime").mkdir(mode=0o700, parents=True)
    with app_under_test(desktop, runtime, INSIDE) as app, RunLock(runtime):
        user = OtherUser(desktop)
        app.begin("drag")
        wait_for(user.buttons_down)
        found = subprocess.run(
            [*LAUNCHER, "stop", "--json"], cwd=ROOT, capture_output=True, text=True, check=False,
            env=os.environ | {"DESKHAND_HOME": str(home)},
        )  # fmt: skip
        line = json.loads(found.stdout)
        assert (found.returncode, line["running"], line["released"]) == (0, True, True)
        assert app.hear()["cause"] == "user"
        assert user.buttons_down() == []
        user.close()
