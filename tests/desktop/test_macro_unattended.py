"""A macro that begins by itself, on a real desktop: never over a lock, nor while somebody works."""

import contextlib
import json
import subprocess
from pathlib import Path

import pytest
import xcffib
import xcffib.xproto
from dbus_fast import Message

from app.cli.parser import run
from automation.core.geometry import Rect
from automation.desktop import x11
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import Command, Form
from tests.desktop.drawn_windows import drawn_windows
from tests.desktop.elements_rig import Rig
from tests.desktop.fake_lockers import LOGIND, FakeLocker, fake_locker, i3lock, private_bus
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

MACRO = """\
deskhand: 1
name: Ada
on_mismatch: stop
steps:
  - {id: name, do: type, text: Ada, target: {role: field, name: Name}}
"""
LATER = """\
deskhand: 1
name: Later
on_mismatch: stop
steps:
  - id: name
    do: type
    text: Ada
    wait: {condition: {that: title, title: Go on}, within_s: 120}
    target: {window: Library card, role: field, name: Name}
"""
NOTE = """\
deskhand: 1
name: Note
on_mismatch: stop
steps:
  - id: note
    do: type
    text: Ada was here
    target:
      window: "* - Mousepad"
      app: mousepad
      role: field
      place: {box: {x: 0, y: 30, w: 600, h: 440}, window: {x: 0, y: 0, w: 600, h: 480}, scale: 1}
"""
LONG = MACRO.replace("name: Ada", "name: Long").replace("text: Ada", f"text: {'abcdefgh ' * 200}x")
GNOME = "org.gnome.ScreenSaver"


@pytest.fixture
def form(desktop, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    windows = X11Windows()
    try:
        wait_for(lambda: any(w.is_active and w.title == "Library card" for w in windows.windows()))
        yield form
    finally:
        windows.close()
        form.close()


@pytest.fixture
def play(form, fresh_home, tmp_path, monkeypatch):
    """Take a macro in, trusted; return what begins it unattended. This computer's logind is not asked."""
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    begun = []

    def begin(text, *options, edit=None):
        file = tmp_path / "macro.yaml"
        file.write_text(text)
        name = text.splitlines()[1].removeprefix("name: ")
        assert run(["macro", "import", str(file), "--json"]) == 0
        assert run(["macro", "trust", name, "--yes", "--json"]) == 0
        if edit is not None:
            kept = fresh_home / "data" / "macros" / name.casefold() / "macro.yaml"
            kept.write_text(kept.read_text().replace(*edit))
        waits = ("--idle", "0", "--wait", "0")
        running = Command(
            "macro", "play", name.casefold(), "--unattended", "--approve", "auto", "--json",
            *waits, *options,
        )  # fmt: skip
        begun.append(running.process)
        return running

    yield begin
    for process in begun:
        if process.poll() is None:
            process.kill()
            process.communicate()


def to_end(running):
    """Return status, lines and standard error; a busy machine may take its time."""
    running.until("end")
    return running.end()


def test_it_plays_over_a_free_desktop(play, form):
    status, lines, _ = to_end(play(MACRO))
    assert status == 0, (lines[2], lines[-1]["message"])
    assert form.said("name")[-1:] == ["Ada"]


def test_it_goes_to_the_program_that_a_trusted_macro_is_for(play, form, desktop):
    rig = Rig(desktop)
    with rig.running(["mousepad", "--disable-server"], "Mousepad"):
        rig.raise_window("Library card")
        status, lines, _ = to_end(play(NOTE))
        assert status == 0, lines[-1]["message"]
        rig.raise_window("Mousepad")
        reader = DesktopReader()
        page = max(reader.tree(rig.look()), key=lambda e: e.box.area * (e.role == "field"))
        wait_for(lambda: (reader.refreshed(page) or page).value == "Ada was here")
        reader.close()
    rig.close()
    assert form.said("name") == []


class Notices(FakeLocker):
    """Shows notifications: keeps what it is told."""

    def __init__(self, address):
        self.texts = []
        super().__init__(address, "org.freedesktop.Notifications")

    def _answer(self, message):
        if message.member != "Notify":
            return None
        self.texts.append(message.body[3:5])
        return Message.new_method_return(message, "u", [1])


def test_an_edit_makes_it_refuse_and_the_user_is_told(play, form, monkeypatch):
    with private_bus() as bus, contextlib.closing(Notices(bus)) as notices:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
        status, lines, err = to_end(play(MACRO, edit=("text: Ada", "text: Bob")))
    assert (status, [line["event"] for line in lines]) == (7, ["end"])
    assert "“Ada” is not trusted" in err
    ((title, text),) = notices.texts
    assert title == "A scheduled macro was not played to its end"
    assert text.startswith("“Ada” is not trusted as it is")
    assert form.said("name") == []


def test_it_does_not_begin_over_a_lockers_window(play, form, desktop, tmp_path):
    with i3lock(desktop, tmp_path):
        status, lines, err = to_end(play(MACRO))
    assert status == 9
    assert [line["event"] for line in lines] == ["end"]
    assert "the screen is locked" in err
    assert form.said("name") == []


def test_it_does_not_begin_where_who_knows_of_locks_is_silent(play, form, monkeypatch):
    with private_bus() as bus, fake_locker(bus, GNOME) as locker:
        locker.is_silent = True
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
        status, lines, err = to_end(play(MACRO))
    assert (status, [line["event"] for line in lines]) == (9, ["end"])
    assert "not known whether the screen is locked: org.gnome.ScreenSaver does not answer" in err
    assert form.said("name") == []


def test_it_does_not_begin_where_a_locker_of_no_known_name_holds_the_keyboard(play, form):
    connection = x11.connect()
    try:
        current = xcffib.CurrentTime
        mode = xcffib.xproto.GrabMode.Async
        root = x11.root_of(connection)
        held = connection.core.GrabKeyboard(False, root, current, mode, mode).reply()
        assert held.status == xcffib.xproto.GrabStatus.Success
        status, lines, err = to_end(play(MACRO))
    finally:
        connection.disconnect()
    assert (status, [line["event"] for line in lines]) == (9, ["end"])
    assert "another program holds the keyboard, as a screen locker does" in err
    assert form.said("name") == []


@pytest.mark.parametrize("name", [LOGIND, GNOME])
def test_it_does_not_begin_where_the_desktop_says_it_is_locked(play, form, monkeypatch, name):
    with private_bus() as bus, fake_locker(bus, name) as locker:
        locker.is_locked = True
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
        status, lines, err = to_end(play(MACRO))
    assert (status, [line["event"] for line in lines]) == (9, ["end"])
    assert "the screen is locked" in err
    assert form.said("name") == []


def test_it_does_not_begin_while_somebody_works(play, form):
    subprocess.run(["xdotool", "key", "shift"], check=True)
    status, lines, err = to_end(play(MACRO, "--idle", "3600"))
    assert (status, [line["event"] for line in lines]) == (9, ["end"])
    assert "mouse or keyboard were used" in err
    assert form.said("name") == []


def test_it_does_not_begin_beside_another_run(play, form):
    first = play(LATER)
    first.until("start")
    status, lines, err = to_end(play(MACRO))
    first.process.terminate()
    assert to_end(first)[0] == 143
    assert (status, [line["event"] for line in lines]) == (9, ["end"])
    assert "another run holds this desktop" in err
    assert form.said("name") == []


def check_told_as_a_lock(running, capsys):
    """Exit status, last line, report and history say that a lock ended the play."""
    status, lines, _ = to_end(running)
    end = lines[-1]
    assert (status, end["outcome"], end.get("cause")) == (9, "environment", "locked"), end
    assert end["message"].startswith(
        "Stopped, because the screen was locked. Nothing is held down."
    )
    report = json.loads(Path(end["report"]).read_text())
    assert (report["outcome"], report["message"]) == ("environment", end["message"])
    capsys.readouterr()
    assert run(["history", "--run", end["run"]]) == 0
    assert f"environment: {end['message']}" in capsys.readouterr().out
    return lines


def check_nothing_sent(lines, form):
    assert not any(line.get("events_sent") for line in lines)
    assert form.said("name") == []


def test_a_lock_on_the_way_ends_it_before_the_next_press(play, form, desktop, monkeypatch, capsys):
    with (
        private_bus() as bus,
        fake_locker(bus, LOGIND) as locker,
        drawn_windows(desktop) as windows,
    ):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
        running = play(LATER)
        running.until("start")
        locker.lock()
        wait_for(lambda: locker.has_told)
        windows.create(Rect(20, 20, 200, 100), title="Go on")
        check_nothing_sent(check_told_as_a_lock(running, capsys), form)


def test_a_locker_that_comes_up_on_the_way_gets_no_press(play, form, desktop, tmp_path, capsys):
    running = play(LATER)
    running.until("start")
    with i3lock(desktop, tmp_path), drawn_windows(desktop) as windows:
        windows.create(Rect(20, 20, 200, 100), title="Go on")
        check_nothing_sent(check_told_as_a_lock(running, capsys), form)


def test_a_press_of_whoever_locks_the_screen_is_told_as_the_lock(play, form, monkeypatch, capsys):
    with private_bus() as bus, fake_locker(bus, LOGIND) as locker:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
        running = play(LONG)
        wait_for(lambda: len(form.said("name")) > 5)
        locker.is_locked = True
        subprocess.run(["xdotool", "key", "Escape"], check=True)
        check_told_as_a_lock(running, capsys)
