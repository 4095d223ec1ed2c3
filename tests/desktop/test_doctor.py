"""What doctor finds of a real desktop: its server, its ways to stop, other programs' keys."""

import os
import signal
import subprocess
import sys

import pytest
import xcffib.xproto

from app.doctor.checks import gather_stop
from app.settings import Keys, Settings, user_folders
from automation.desktop.input.keymap import read_layout
from automation.desktop.session import read_surroundings
from tests.desktop.x_client import XClient

pytestmark = pytest.mark.desktop


def stop_facts(settings=Settings()):  # noqa: B008
    folders = user_folders()
    folders.create()
    return gather_stop(settings, folders, remote="")


def test_the_ways_to_stop_are_tried_and_work(desktop, fresh_home):
    found = stop_facts()
    assert (found.key_problem, found.command_problem, found.shared_keys) == ("", "", ())
    assert found.has_deadman


def test_a_stop_key_that_this_keyboard_lacks_is_said(desktop, fresh_home):
    found = stop_facts(Settings(keys=Keys(stop=("XF86Frobnicate",))))
    assert "XF86Frobnicate" in found.key_problem


def test_a_stop_key_that_another_program_grabs_is_named_and_still_heard(desktop, fresh_home):
    other = XClient(desktop, has_keyboard=False)
    try:
        code = min(read_layout(other.connection).chord("Pause").codes)
        asynchronous = xcffib.xproto.GrabMode.Async
        other.core.GrabKey(
            False, other.root, 0, code, asynchronous, asynchronous, is_checked=True
        ).check()
        found = stop_facts()
        assert found.shared_keys == ("Pause",)
        assert found.key_problem == ""
    finally:
        other.close()


def test_the_server_of_a_private_desktop_is_seen_and_is_nowhere_else(desktop):
    found = read_surroundings(environ=desktop.env)
    assert (found.remote, found.display_host, found.nested_in) == ("", "", "")
    assert found.monitors == 1


def test_a_program_that_shows_the_desktop_elsewhere_is_named(desktop, tmp_path):
    lookalike = tmp_path / "x11vnc"
    lookalike.symlink_to(sys.executable)
    waiting = subprocess.Popen(
        [lookalike, "-c", "import time; print('up', flush=True); time.sleep(600)"],
        stdout=subprocess.PIPE,
        env={"PYTHONHOME": sys.base_prefix, "PATH": os.environ["PATH"]},
    )
    try:
        assert waiting.stdout.read(2) == b"up"
        assert read_surroundings(environ=desktop.env).sharers == ("x11vnc",)
    finally:
        waiting.send_signal(signal.SIGKILL)
        waiting.wait()
        waiting.stdout.close()
