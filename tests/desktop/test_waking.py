"""Programs are woken by the user's choice alone, and what was changed for that is put back."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import closing, contextmanager, suppress

import pytest

from app.cli.parser import run
from app.doctor.model import Runtime
from automation.agent.parts import Eyes
from automation.core.ports import Sleep
from automation.core.timing import StopToken, SystemClock
from automation.desktop.capture import ScreenGrabber
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import see_to_choice, waking_bus
from automation.desktop.screen import DesktopScreen
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import ROOT, command
from tests.desktop.test_atspi import FORM, FORM_SCRIPT
from tests.kit.loaded import LoadedPython
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

WAKER = """
import pathlib, sys
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import waking_bus
reader = DesktopReader(bus=waking_bus(pathlib.Path(sys.argv[1]), lambda: True))
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


def set_status(name, *, on):
    argv = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"]
    argv += ["org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", f"string:{name}"]
    subprocess.run([*argv, f"variant:boolean:{str(on).lower()}"], timeout=60, check=True)


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


def looked(folder, *, is_wanted):
    """Look once, as a run of a user who wants programs woken, or not."""
    with closing(DesktopReader(bus=waking_bus(folder, lambda: is_wanted))) as reader:
        assert reader.status().tree_problem == ""


def test_programs_that_start_after_a_run_are_awake_until_the_choice_is_taken_back(asleep, tmp_path):
    folder = tmp_path / "awake"
    looked(folder, is_wanted=True)
    assert is_on()
    looked(folder, is_wanted=False)
    assert not is_on()
    assert list(folder.iterdir()) == []


def test_what_a_killed_process_left_on_is_put_back_when_nobody_wants_it(asleep, tmp_path):
    folder = tmp_path / "awake"
    killed = other_process(folder)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=60)
    assert is_on()
    looked(folder, is_wanted=False)
    assert not is_on()


def test_who_had_it_on_before_us_keeps_it_on(asleep, tmp_path):
    asleep._switch_accessibility_on()
    looked(tmp_path / "awake", is_wanted=True)
    looked(tmp_path / "awake", is_wanted=False)
    assert is_on()


def test_a_screen_reader_that_came_meanwhile_keeps_it_on(asleep, tmp_path):
    looked(tmp_path / "awake", is_wanted=True)
    set_status("ScreenReaderEnabled", on=True)
    looked(tmp_path / "awake", is_wanted=False)
    assert is_on()


def test_the_choice_counts_at_once(asleep, tmp_path):
    assert see_to_choice(tmp_path / "awake", is_wanted=True) == ""
    assert is_on()
    assert see_to_choice(tmp_path / "awake", is_wanted=False) == ""
    assert not is_on()


@pytest.fixture
def doctor(monkeypatch, capsys):
    """Return what doctor says of sleeping programs; of the model, which takes a process with torch, nobody asks."""
    monkeypatch.setattr("app.doctor.model.read_runtime", lambda: Runtime(problem="not asked"))

    def told(*choice):
        run(["doctor", "--json", *choice])
        lines = map(json.loads, capsys.readouterr().out.splitlines())
        return next((x["status"], x["fix"]) for x in lines if x["name"] == "sleeping programs")

    return told


def test_doctor_asks_until_the_user_has_chosen_and_remembers(asleep, fresh_home, doctor):
    status, fix = doctor()
    assert (status, "--wake on" in fix) == ("warn", True)
    assert doctor("--wake", "on")[0] == "ok"
    assert is_on()
    assert doctor() == ("ok", "deskhand doctor --wake off")
    assert json.loads((fresh_home / "config/settings.json").read_text())["wake_programs"] == "on"
    assert doctor("--wake", "off") == ("ok", "deskhand doctor --wake on")
    assert not is_on()


PAGE = (
    """<!doctype html><meta charset="utf-8"><title>deskhand-woken</title>
<p><label><input type="checkbox" checked> Only unpaid</label>
<p><label>Country <select><option>France<option>Sweden</select></label>
"""
    + "<p>line of text</p>" * 4000
)


@pytest.fixture
def program(asleep, tmp_path):
    """Starts a program of a kind that sleeps, as a user does; returns the title of its window."""

    def started(*, is_qt):
        if is_qt:
            argv = [sys.executable, FORM_SCRIPT, "secret"]
        else:
            page = tmp_path / "woken.html"
            page.write_text(PAGE)
            argv = chromium(tmp_path, page.as_uri(), tells=False)
        asleep.env.pop("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", None)
        asleep.spawn(argv)
        return FORM if is_qt else "deskhand-woken"

    return started


@contextmanager
def eyes(is_wanted, folder):
    """A screen and a reader as a run has them."""
    windows, grabber = X11Windows(own_pids=set()), ScreenGrabber()
    bus = waking_bus(folder, lambda: is_wanted)
    reader = DesktopReader(bus=bus, may_wake=lambda: is_wanted)
    try:
        yield DesktopScreen(grabber, windows), reader
    finally:
        reader.close()
        grabber.close()
        windows.close()


def shown(screen, title):
    """The look on which the window is in front and still."""
    stop = StopToken()

    def there():
        seen = screen.observe(stop)
        return seen if any(title in w.title for w in seen.windows) else None

    return wait_for(there)


@pytest.mark.parametrize(
    ("is_qt", "why"), [(True, Sleep.UNTIL_WOKEN), (False, Sleep.UNTIL_NEW_START)]
)
def test_a_program_that_sleeps_is_known_and_left_asleep_without_the_choice(
    program, tmp_path, is_qt, why
):
    title = program(is_qt=is_qt)
    with eyes(False, tmp_path / "awake") as (screen, reader):
        seen = shown(screen, title)
        assert not reader.awaken(seen, StopToken())
        assert reader.asleep(seen) is why
        assert list(reader.tree(seen)) == []
    assert not is_on()


def test_qt_that_runs_already_is_there_at_the_first_look_after_the_wait(program, tmp_path):
    title = program(is_qt=True)
    with eyes(False, tmp_path / "none") as (screen, _):
        seen = shown(screen, title)
    with eyes(True, tmp_path / "awake") as (_, reader):
        reader.awaken(seen, StopToken())
        assert reader.asleep(seen) is None
        assert {"field", "checkbox"} <= {e.role for e in reader.tree(seen)}


def test_a_page_of_thousands_of_things_is_there_at_the_first_look_after_the_wait(
    asleep, program, tmp_path
):
    looked(tmp_path / "awake", is_wanted=True)
    title = program(is_qt=False)
    with eyes(True, tmp_path / "awake") as (screen, reader):
        shown(screen, title)
        view = Eyes(screen, SystemClock(), StopToken(), reader).look()
        seen = view.observation
        assert reader.asleep(seen) is None
        found = {(e.name, e.role): e.states for e in reader.tree(seen)}
        assert "checked" in found["Only unpaid", "checkbox"]
        assert ("Country", "combo") in found


def test_chromium_that_was_open_before_the_choice_is_said_to_need_a_new_start(program, tmp_path):
    title = program(is_qt=False)
    with eyes(False, tmp_path / "none") as (screen, _):
        seen = shown(screen, title)
    with eyes(True, tmp_path / "awake") as (_, reader):
        assert reader.asleep(seen) is Sleep.STARTED_BEFORE
        reader.awaken(seen, StopToken())
        assert reader.asleep(seen) is Sleep.STARTED_BEFORE


class Terminal:
    """A `do` whose questions are answered on a terminal of its own."""

    def __init__(self, task):
        self._master, slave = pty.openpty()
        argv = [sys.executable, "-m", "app.main", "do", task, "--approve", "ask"]
        self._process = LoadedPython(argv, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.text = ""

    def until(self, *words):
        """Read until one of the words is there, or the command has ended."""
        with suppress(OSError):  # the terminal has nobody on its other end any more
            while not any(word in self.text for word in words):
                self.text += os.read(self._master, 4096).decode(errors="replace")
        return self.text

    def say(self, line):
        os.write(self._master, f"{line}\n".encode())

    def end(self):
        if self._process.poll() is None and "[s]top" in self.text:
            self.say("s")
        status = self._process.wait(120)
        os.close(self._master)
        return status


@pytest.mark.parametrize(("answer", "choice"), [("y", "on"), ("n", "off")])
def test_the_terminal_asks_once_before_the_first_look_and_keeps_the_answer(
    program, tmp_path, fresh_home, answer, choice
):
    title = program(is_qt=True)
    with eyes(False, tmp_path / "none") as (screen, _):
        shown(screen, title)
    first = Terminal("click Remember me")
    asked = first.until("[n]o")
    assert "only when it is woken" in asked
    assert "deskhand doctor --wake off" in asked
    assert "[s]top" not in asked
    assert not is_on()
    first.say(answer)
    first.until("[s]top")
    assert is_on() is (choice == "on")
    first.end()
    assert json.loads((fresh_home / "config/settings.json").read_text())["wake_programs"] == choice
    second = Terminal("click Remember me")
    assert "only when it is woken" not in second.until("[s]top").partition("[s]top")[0]
    second.end()


@pytest.mark.parametrize(("task", "status"), [("choose Green in Colour", 5)])
def test_nobody_is_woken_or_asked_without_a_person_and_the_end_says_what_to_do(
    program, tmp_path, fresh_home, doctor, task, status
):
    title = program(is_qt=True)
    with eyes(False, tmp_path / "none") as (screen, _):
        shown(screen, title)
    code, lines, err = command("do", task, "--approve", "auto", "--json")
    assert (code, lines[-1]["cause"]) == (status, "asleep"), err
    assert "deskhand doctor --wake on" in lines[-1]["message"]
    assert not is_on()
    assert doctor("--wake", "on")
    code, lines, err = command("do", task, "--approve", "auto", "--json")
    assert (code, lines[-1].get("cause")) == (0, None), (lines[-1], err)
