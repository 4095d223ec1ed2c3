"""Programs are woken by the user's choice alone, and what was changed for that is put back."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import waking_bus
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.command_rig import ROOT, command

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

WAKER = """
import pathlib, sys
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import waking_bus
reader = DesktopReader(bus=waking_bus(pathlib.Path(sys.argv[1]), is_wanted=True))
reader.status()
print("awake", flush=True)
sys.stdin.read()
reader.close()
"""


@pytest.fixture
def asleep(monkeypatch):
    """A session whose programs sleep; nobody has switched anything on."""
    with VirtualDesktop.start((800, 600), wm=None, accessibility=False) as other:
        for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "XAUTHORITY"):
            monkeypatch.setenv(name, other.env[name])
        yield other


def is_on():
    argv = ["dbus-send", "--session", "--print-reply=literal", "--dest=org.a11y.Bus"]
    argv += ["/org/a11y/bus", "org.freedesktop.DBus.Properties.Get"]
    argv += ["string:org.a11y.Status", "string:IsEnabled"]
    told = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=True)
    return "true" in told.stdout


def other_process(folder):
    argv = [sys.executable, "-c", WAKER, str(folder)]
    process = subprocess.Popen(
        argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "awake\n"
    return process


def test_looking_wakes_nobody(asleep):
    with closing(DesktopReader()) as reader:
        assert reader.status().tree_problem == ""
        assert not is_on()


def test_whoever_wants_programs_awake_has_them_awake_and_puts_that_back(asleep, tmp_path):
    reader = DesktopReader(bus=waking_bus(tmp_path / "awake", is_wanted=True))
    assert reader.status().tree_problem == ""
    assert is_on()
    reader.close()
    assert not is_on()
    assert list((tmp_path / "awake").iterdir()) == []


def test_the_last_of_several_processes_puts_it_back(asleep, tmp_path):
    folder = tmp_path / "awake"
    other = other_process(folder)
    reader = DesktopReader(bus=waking_bus(folder, is_wanted=True))
    assert reader.status().tree_problem == ""
    reader.close()
    assert is_on()
    other.communicate("", timeout=60)
    assert not is_on()


@pytest.mark.parametrize("is_wanted", [True, False])
def test_what_a_killed_process_left_on_is_put_back_by_the_next(asleep, tmp_path, is_wanted):
    folder = tmp_path / "awake"
    killed = other_process(folder)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=60)
    assert is_on()
    reader = DesktopReader(bus=waking_bus(folder, is_wanted=is_wanted))
    assert reader.status().tree_problem == ""
    assert is_on() is is_wanted
    reader.close()
    assert not is_on()


def test_who_had_it_on_before_us_keeps_it_on(asleep, tmp_path):
    asleep._switch_accessibility_on()
    reader = DesktopReader(bus=waking_bus(tmp_path / "awake", is_wanted=True))
    assert reader.status().tree_problem == ""
    reader.close()
    assert is_on()


def test_doctor_asks_until_the_user_has_chosen_and_remembers(asleep, fresh_home):
    def told(*choice):
        _, lines, err = command("doctor", "--json", *choice)
        return next((x["status"], x["fix"]) for x in lines if x["name"] == "sleeping programs"), err

    (status, fix), err = told()
    assert (status, "--wake on" in fix) == ("warn", True), err
    assert told("--wake", "on")[0][0] == "ok"
    assert told()[0] == ("ok", "deskhand doctor --wake off")
    assert json.loads((fresh_home / "config/settings.json").read_text())["wake_programs"] == "on"
    assert told("--wake", "off")[0] == ("ok", "deskhand doctor --wake on")
    assert not is_on()
