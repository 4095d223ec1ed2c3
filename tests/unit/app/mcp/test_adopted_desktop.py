"""A server that was started without a display finds the one that the open window has."""

import os
import socket
from contextlib import ExitStack, closing, contextmanager

import pytest

from app.mcp.tasks import adopt_desktop
from automation.core.process import runtime_folder


@contextmanager
def window(name="window-a.sock"):
    """Listen as a window does."""
    folder = runtime_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(folder / name))
        server.listen()
        yield
    (folder / name).unlink()


@pytest.fixture
def proc(tmp_path, fresh_home):
    """Return a /proc in which this process is the window; what it says of itself is given."""

    def make(text):
        folder = tmp_path / str(os.getpid())
        folder.mkdir(exist_ok=True)
        (folder / "environ").write_bytes(text)
        return tmp_path

    return make


SAID = b"DISPLAY=:7\0XAUTHORITY=/run/x\0SECRET=mine\0DBUS_SESSION_BUS_ADDRESS=unix:a=b\0"


def test_what_leads_to_the_desktop_is_taken_and_nothing_else(proc):
    environ = {"HOME": "/h", "XAUTHORITY": "/my/own"}
    with window():
        assert adopt_desktop(environ, proc(SAID))
    assert environ == {
        "HOME": "/h",
        "XAUTHORITY": "/my/own",
        "DISPLAY": ":7",
        "DBUS_SESSION_BUS_ADDRESS": "unix:a=b",
    }


def test_who_has_a_display_keeps_it(proc):
    environ = {"DISPLAY": ":1"}
    with window():
        assert adopt_desktop(environ, proc(SAID))
    assert environ == {"DISPLAY": ":1"}


@pytest.mark.parametrize("said", [None, b"", b"HOME=/x\0", b"\xff\xfe=\0no equals sign\0"])
def test_where_no_window_tells_of_one_there_is_none(proc, tmp_path, said):
    environ = {}
    with ExitStack() as stack:
        if said is not None:
            proc(said)
            stack.enter_context(window())
        assert not adopt_desktop(environ, tmp_path)
    assert environ == {}


def test_a_socket_that_a_killed_window_left_behind_is_passed_over(proc):
    folder = runtime_folder()
    folder.mkdir(parents=True)
    with closing(socket.socket(socket.AF_UNIX)) as left:
        left.bind(str(folder / "window-old.sock"))
    environ = {}
    with window():
        assert adopt_desktop(environ, proc(SAID))
    assert environ["DISPLAY"] == ":7"
