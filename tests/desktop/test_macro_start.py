"""A macro's key and the command bar in the real application: what is pressed reaches the form."""

import io
import subprocess
import threading

import numpy as np
import pytest
import xcffib.xproto
from PIL import Image
from PySide6.QtCore import QPoint

from app.executor_host import ExecutorHost
from app.gui.macros.control import MacroControl
from app.macros.library import library_of, trust_of
from app.macros.play_request import PlayRequest
from app.settings import Approval, Settings
from automation.core.proposal import Outcome
from automation.desktop.input.keymap import read_layout
from automation.desktop.x11 import root_of
from automation.macros.codec import read
from automation.macros.trust import digest
from tests.desktop.window_rig import WAIT_MS, folders_in, opened_application, shown_form

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

PILL_BOTTOM = 60
"""Above it is nothing but the empty desktop and the pill."""
MACRO = b"""\
deskhand: 1
name: Ada
on_mismatch: stop
steps:
  - {id: name, do: type, text: Ada, target: {role: field, name: Name}}
"""


@pytest.fixture
def form(desktop, tmp_path):
    with shown_form(tmp_path / "form.jsonl") as form:
        yield form


@pytest.fixture
def application(form, qtbot, qapp, tmp_path):
    folders = folders_in(tmp_path)
    macro = read(MACRO)
    library_of(folders.data).save(macro)
    trust_of(folders.data).trust(digest(macro, lambda path: b""), "Ada", "you")
    settings = Settings(mark="amber-kite:paper kite", approval=Approval(mode="auto"))
    with opened_application(qapp, qtbot, folders, settings) as made:
        yield made


class OtherProgram:
    """Another client that has global keys of its own."""

    def __init__(self, desktop):
        self.connection = desktop.connect()
        self._layout = read_layout(self.connection)

    def takes(self, text):
        """Grab a chord; tell whether it could be had."""
        chord = self._layout.chord(text)
        mask = self._layout.grab_masks(chord.modifiers)[0]
        code = next(iter(chord.codes))
        mode = xcffib.xproto.GrabMode.Async
        root = root_of(self.connection)
        cookie = self.connection.core.GrabKey(False, root, mask, code, mode, mode, is_checked=True)
        try:
            cookie.check()
        except xcffib.xproto.AccessError:
            return False
        return True


def press(*chords):
    subprocess.run(["xdotool", "key", *chords], check=True)


def ended(application, count):
    """Tell whether so many runs came to their end and another could begin."""
    outcomes = [run.outcome for run in application._desk.store.runs(10)]
    return (
        len([one for one in outcomes if one]) == count and not application.macros.control.is_busy()
    )


def test_a_key_and_the_bar_play_a_macro_over_the_users_window(application, form, qtbot, desktop):
    starter = application._starting
    other = OtherProgram(desktop)
    assert other.takes("Ctrl+Alt+2")
    assert starter.set_key("ada", "Ctrl+Alt+2").startswith("another program uses Ctrl+Alt+2")
    assert starter.set_key("ada", "Ctrl+Alt+1") == ""
    assert not other.takes("Ctrl+Alt+1")

    press("ctrl+alt+1")
    qtbot.waitUntil(lambda: form.said("name")[-1:] == ["Ada"], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: ended(application, 1), timeout=WAIT_MS)

    press("ctrl+alt+space")
    bar = application._bar
    qtbot.waitUntil(lambda: bar._bar is not None and bar._bar.is_open, timeout=WAIT_MS)
    field = bar._bar.window.field
    qtbot.waitUntil(field.hasFocus, timeout=WAIT_MS)
    subprocess.run(["xdotool", "type", "--delay", "8", "play a"], check=True)
    qtbot.waitUntil(lambda: field.text() == "play a", timeout=WAIT_MS)
    press("Tab")
    qtbot.waitUntil(lambda: field.text() == "play ada", timeout=WAIT_MS)
    press("Return")
    qtbot.waitUntil(lambda: len(form.said("name")) == 6, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: ended(application, 2), timeout=WAIT_MS)

    assert starter.clear_key("ada") == ""
    assert other.takes("Ctrl+Alt+1")
    other.connection.disconnect()


@pytest.fixture
def arming(application, monkeypatch):
    """Hands that take until the test says so: a busy machine takes seconds to start the executor."""
    may_arm, start = threading.Event(), ExecutorHost.start

    def wait(hands):
        assert may_arm.wait(WAIT_MS / 1000)
        start(hands)

    monkeypatch.setattr(ExecutorHost, "start", wait)
    yield may_arm
    may_arm.set()


def middle_of(widget):
    """Return the pixel in the middle of a widget of ours; the test's screen has a scale of 1."""
    point = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
    return str(point.x()), str(point.y())


def test_a_play_is_seen_and_stopped_before_its_hands_are_ready(application, form, qtbot, arming):
    ends, control = [], application.macros.control
    control.ended.connect(lambda request, ended, repairs: ends.append(ended.outcome))
    director = application._overlay.director

    def shown(state):
        return director.pill is not None and director.pill.status.state == state

    control.play(PlayRequest("ada", approve="auto", by="tray"))
    qtbot.waitUntil(lambda: shown("Getting ready"), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: application._runs.agent.is_running, timeout=WAIT_MS)
    subprocess.run(["xdotool", "mousemove", *middle_of(director.pill.stop_button)], check=True)
    subprocess.run(["xdotool", "click", "1"], check=True)
    qtbot.waitUntil(lambda: shown("Stopping"), timeout=WAIT_MS)
    arming.set()
    qtbot.waitUntil(lambda: ends == [Outcome.STOPPED], timeout=WAIT_MS)
    assert director.pill is None
    assert form.said("name") == []


def test_the_stop_key_ends_a_play_that_is_still_read(application, form, qtbot, monkeypatch):
    may_read, performance = threading.Event(), MacroControl._macro_run

    def wait(control, request, settings):
        may_read.wait()  # set below, whatever comes
        return performance(control, request, settings)

    monkeypatch.setattr(MacroControl, "_macro_run", wait)
    control, director = application.macros.control, application._overlay.director
    try:
        control.play(PlayRequest("ada", approve="auto", by="tray"))
        qtbot.waitUntil(lambda: director.pill is not None, timeout=WAIT_MS)
        application._place.get_out_of_the_way()  # else the window might hear the key itself
        qtbot.waitUntil(lambda: not application.window.isActiveWindow(), timeout=WAIT_MS)
        press("Pause")
        qtbot.waitUntil(lambda: director.pill is None, timeout=WAIT_MS)
    finally:
        may_read.set()
    control._reader.join()
    qtbot.wait(1)  # what the reader has told is delivered
    assert not control.is_busy()
    assert form.said("name") == []


def test_a_pill_that_is_there_before_the_first_look_is_on_no_picture(application, form, qtbot):
    application.macros.control.play(PlayRequest("ada", approve="auto", by="tray"))
    director = application._overlay.director
    qtbot.waitUntil(lambda: director.stage.markers() != (), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: ended(application, 1), timeout=WAIT_MS)
    store = application._desk.store
    (run,) = store.runs(1)
    png = store.picture(store.steps(run.run)[0].pictures.before)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as opened:
        seen = np.asarray(opened.convert("RGB"))
    # Neither it nor its marker was seen, nor painted over as a window of ours that was in view.
    assert (seen[:PILL_BOTTOM] == seen[PILL_BOTTOM, -1]).all()
