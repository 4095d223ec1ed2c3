"""Facts about the session, from real servers."""

import pytest

from automation.desktop.session import read_session
from automation.desktop.virtual import VirtualDesktop
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


def test_full_desktop_is_x11_with_manager(desktop):
    session = read_session(environ=desktop.env)
    assert session.kind == "x11"
    assert session.display == desktop.display
    assert session.window_manager == "Openbox"
    assert not session.has_compositor
    assert session.problem == ""


def test_missing_manager_and_present_compositor_are_told(monkeypatch):
    with VirtualDesktop.start((400, 300), wm=None, compositor=True, accessibility=False) as desktop:
        monkeypatch.setenv("XAUTHORITY", desktop.env["XAUTHORITY"])
        session = read_session(environ=desktop.env)
    assert session.window_manager is None
    assert session.has_compositor


def test_manager_that_died_is_not_reported(monkeypatch):
    with VirtualDesktop.start((400, 300), accessibility=False) as desktop:
        monkeypatch.setenv("XAUTHORITY", desktop.env["XAUTHORITY"])
        assert read_session(environ=desktop.env).window_manager == "Openbox"
        manager = next(p for p in desktop._servers if "openbox" in p.args[0])
        manager.kill()
        manager.wait()
        # The server puts its windows away when it comes to notice.
        wait_for(lambda: read_session(environ=desktop.env).window_manager is None)


@pytest.mark.parametrize(
    ("environ", "kind", "words"),
    [
        ({}, "none", "DISPLAY is not set"),
        ({"DISPLAY": ":9999"}, "none", "does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland", "X11 (Xorg) session"),
    ],
)
def test_missing_display_is_a_problem_with_a_remedy(monkeypatch, environ, kind, words):
    monkeypatch.delenv("DISPLAY")
    session = read_session(environ=environ)
    assert session.kind == kind
    assert words in session.problem
