"""The private desktop: answers when started, keeps others out, leaves nothing behind."""

import signal
import subprocess
import sys
import time

import pytest
import xcffib.xproto

from automation.core.errors import NoDisplay
from automation.desktop import virtual
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.x11 import atom, root_of, root_size

pytestmark = pytest.mark.desktop

_HOLDER = """
import sys, time
from automation.desktop import virtual as children
from automation.desktop.virtual import VirtualDesktop
desktop = VirtualDesktop.start((640, 480))
desktop.spawn(["xterm"])
print(desktop.home.parent, flush=True)
time.sleep(600)
"""


def _owner(desktop, selection):
    connection = desktop.connect()
    try:
        return connection.core.GetSelectionOwner(atom(connection, selection)).reply().owner
    finally:
        connection.disconnect()


def _wait_until(condition, seconds=60.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.01)


def _processes_marked(folder):
    return list(virtual.marked("DESKHAND_VIRTUAL_DESKTOP", folder))


def test_has_the_size_asked_for():
    with VirtualDesktop.start((1280, 800)) as desktop:
        connection = desktop.connect()
        assert root_size(connection) == (1280, 800)
        connection.disconnect()


def test_has_the_depth_asked_for():
    with VirtualDesktop.start((640, 480), depth=16, wm=None, accessibility=False) as desktop:
        connection = desktop.connect()
        geometry = connection.core.GetGeometry(root_of(connection)).reply()
        assert geometry.depth == 16
        connection.disconnect()


def test_has_a_compositor_only_when_asked_for():
    with VirtualDesktop.start((640, 480), compositor=True) as composited:
        assert _owner(composited, "_NET_WM_CM_S0")
    with VirtualDesktop.start((640, 480)) as plain:
        assert not _owner(plain, "_NET_WM_CM_S0")


def test_has_no_window_manager_when_none_is_asked_for():
    with VirtualDesktop.start((640, 480), wm=None, accessibility=False) as desktop:
        assert not _owner(desktop, "WM_S0")


def test_accessibility_is_on_before_any_program_starts():
    query = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"]
    query += ["org.freedesktop.DBus.Properties.Get", "string:org.a11y.Status", "string:IsEnabled"]
    with VirtualDesktop.start((640, 480)) as desktop:
        answer = subprocess.run(query, env=desktop.env, capture_output=True, text=True, check=True)
        assert "boolean true" in answer.stdout


def test_a_program_runs_with_the_fresh_home():
    with VirtualDesktop.start((640, 480), wm=None, accessibility=False) as desktop:
        process = desktop.spawn(["sh", "-c", 'echo "$HOME $EXTRA"'], stdout=-1, EXTRA="more")
        output, _ = process.communicate(timeout=60)
        assert output.decode().strip() == f"{desktop.home} more"
        assert desktop.home.stat().st_mode & 0o077 == 0


def test_a_client_without_the_key_is_refused():
    with VirtualDesktop.start((640, 480), wm=None, accessibility=False) as desktop:
        stranger = {**desktop.env, "XAUTHORITY": "/dev/null"}
        answer = subprocess.run(["xdpyinfo"], env=stranger, capture_output=True, check=False)
        assert answer.returncode != 0


def test_two_desktops_stand_side_by_side():
    with VirtualDesktop.start((640, 480)) as one, VirtualDesktop.start((640, 480)) as two:
        assert one.display != two.display
        assert one.home != two.home


def test_close_leaves_no_process_and_no_file():
    desktop = VirtualDesktop.start((640, 480))
    desktop.spawn(["xterm"])
    _wait_until(lambda: len(desktop.processes()) > 4)
    folder = desktop.home.parent
    desktop.close()
    assert _processes_marked(folder) == []
    assert not folder.exists()


def test_close_ends_a_program_that_does_not_listen():
    desktop = VirtualDesktop.start((640, 480), wm=None, accessibility=False)
    process = desktop.spawn(
        ["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"], stdout=-1
    )
    process.stdout.readline()
    desktop.close()
    assert process.returncode is not None


def test_everything_ends_when_its_owner_is_killed():
    with subprocess.Popen([sys.executable, "-c", _HOLDER], stdout=subprocess.PIPE) as holder:
        folder = holder.stdout.readline().decode().strip()
        assert len(_processes_marked(folder)) >= 4
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        _wait_until(lambda: not _processes_marked(folder))
    subprocess.run(["rm", "-r", folder], check=True)


@pytest.mark.parametrize(
    ("program", "package"),
    [("Xvfb", "xvfb"), ("openbox", "openbox"), ("picom", "picom"), ("dbus-daemon", "dbus-daemon")],
)
def test_a_missing_program_is_named_with_its_package(tmp_path, monkeypatch, program, package):
    for name in {"Xvfb", "openbox", "picom", "dbus-daemon", "dbus-send"} - {program}:
        path = subprocess.run(["which", name], capture_output=True, text=True, check=True).stdout
        (tmp_path / name).symlink_to(path.strip())
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoDisplay, match=f"{program} is not installed.* {package}$"):
        VirtualDesktop.start((640, 480), compositor=True)


def test_a_server_that_fails_is_quoted_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(NoDisplay, match=r"(?s)Xvfb ended with status 1 .*Couldn't add screen"):
        VirtualDesktop.start((640, 480), depth=99)
    assert list(tmp_path.iterdir()) == []


def test_the_pointer_is_free_at_start():
    with VirtualDesktop.start((640, 480)) as desktop:
        connection = desktop.connect()
        pointer = connection.core.QueryPointer(root_of(connection)).reply()
        buttons = xcffib.xproto.KeyButMask.Button1 | xcffib.xproto.KeyButMask.Button3
        assert not pointer.mask & buttons
        connection.disconnect()


def test_the_number_of_a_program_that_ended_before_is_not_signalled_again(monkeypatch):
    """It may be another program's by then: numbers come round after 32,768 processes."""
    signalled = []
    with VirtualDesktop.start((640, 480), wm=None, accessibility=False) as desktop:
        over, alive = desktop.spawn(["true"]), desktop.spawn(["sleep", "600"])
        over.wait(60)
        monkeypatch.setattr(virtual.os, "killpg", lambda group, number: signalled.append(group))
        virtual.end(over)
        monkeypatch.undo()
        virtual.end(alive)
    assert signalled == []
    assert alive.returncode == -signal.SIGTERM
