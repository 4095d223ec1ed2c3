"""What the user never wants looked at, and what a password field shows, is on no picture of ours."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import xcffib
import xcffib.xproto

from automation.core.geometry import Rect
from automation.desktop.capture import MASK_COLOUR
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.grabs import KeyboardProbe
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.drawn_windows import drawn_windows
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

PLACE = Rect(300, 200, 400, 300)
RED, RED_BGR = 0xFF0000, (0, 0, 255)
BLUE = 0x0000FF
LOGIN = Path(__file__).with_name("qt_login.py")


def shows_red(observation):
    """Tell whether any pixel is more red than a mask, alone or mixed with what lies above."""
    pixels = observation.frame.pixels.astype(np.int16)
    return bool(((pixels[:, :, 2] - pixels[:, :, 1]) > 20).any())


@pytest.fixture
def composited(monkeypatch):
    with VirtualDesktop.start((1000, 700), compositor=True, accessibility=False) as desktop:
        monkeypatch.setenv("XAUTHORITY", desktop.env["XAUTHORITY"])
        with drawn_windows(desktop) as windows:
            yield desktop, windows


def is_titled(title):
    return lambda window: window.title == title


def is_popup(window):
    return window.is_popup


def test_the_title_of_a_private_window_is_in_no_list(eyes, drawn):
    drawn.create(PLACE, colour=RED, title="canary vault")
    seen = eyes(is_private=lambda w: w.rect.intersection(PLACE).area > 0)
    wait_for(lambda: any(w.title == "canary vault" for w in seen.windows.windows()))
    observation = seen.look()
    assert "canary" not in repr(observation.windows)
    assert not shows_red(observation)


def test_a_popup_that_lets_clicks_through_is_painted_over_too(eyes, drawn):
    """The list of windows leaves it out, because no action can mean it; a picture shows it."""
    popup = drawn.create(PLACE, colour=RED, title="tip", unmanaged=True)
    seen = eyes(is_private=is_titled("tip"))
    wait_for(lambda: shows_red(eyes().look()))
    drawn.let_clicks_through(popup)
    assert all(w.window_id != popup for w in seen.windows.windows())
    assert not shows_red(seen.look())


def test_a_private_window_does_not_shine_through_a_translucent_one(eyes, composited):
    desktop, windows = composited
    windows.create(PLACE, colour=RED, title="vault")
    above = windows.create(PLACE, colour=BLUE, title="glass", unmanaged=True)
    windows.set_number(above, "_NET_WM_WINDOW_OPACITY", 0x80000000)
    windows.flush()
    plain, seen = eyes(desktop), eyes(desktop, is_private=is_titled("vault"))
    wait_for(lambda: shows_red(plain.look()))
    assert not shows_red(seen.look())


def test_a_hole_in_the_window_above_shows_nothing_private(eyes, drawn):
    drawn.create(PLACE, colour=RED, title="vault")
    plain, seen = eyes(), eyes(is_private=is_titled("vault"))
    wait_for(lambda: shows_red(plain.look()))
    above = drawn.create(PLACE.grown(40), colour=BLUE, title="frame", unmanaged=True)
    drawn.shape.Rectangles(
        0, xcffib.shape.SK.Bounding, 0, above, 0, 0, 1, [_rectangle(0, 0, 60, 380)]
    )
    drawn.flush()
    wait_for(lambda: shows_red(plain.look()))
    assert not shows_red(seen.look())


def test_an_opaque_window_above_a_private_one_stays_visible(eyes, drawn):
    vault = drawn.create(PLACE, colour=RED, title="vault")
    plain = eyes()
    wait_for(lambda: shows_red(plain.look()) and plain.windows.focus().window_id == vault)
    drawn.create(PLACE.grown(60), colour=BLUE, title="above", unmanaged=True)
    observation = wait_for(
        lambda: (o := eyes(is_private=is_titled("vault")).look()).window_at(PLACE.center) and o
    )
    assert tuple(observation.frame.pixels[350, 500, :3]) == (255, 0, 0)


@pytest.fixture
def login(desktop, tmp_path):
    path = tmp_path / "fields.json"
    process = desktop.spawn([sys.executable, str(LOGIN), str(path), "login", "k4narie"])
    try:
        wait_for(path.exists)
        yield path
    finally:
        process.terminate()
        process.wait(60)


def test_the_inside_of_a_password_field_is_on_no_picture(desktop, eyes, login):
    reader = DesktopReader()
    try:
        seen, plain = eyes(find_secrets=reader.secret_boxes), eyes()
        field = wait_for(lambda: _field(reader, seen.look(), "Password"))
        inside = field.box.grown(-2)
        # Its dots are there without the blackout: it has painted itself, and in that place.
        wait_for(lambda: _has_ink(plain.look().frame.crop(inside)))
        pixels = seen.look().frame.crop(inside).pixels
        assert (pixels == np.array(MASK_COLOUR)).all()
        assert field.value is None
        assert reader.letters(field) == len("k4narie")
        assert json.loads(login.read_text())["Password"] == "k4narie"
    finally:
        reader.close()


def test_a_program_that_is_never_looked_at_is_asked_nothing(desktop, eyes, login):
    private = []
    reader = DesktopReader(is_private=lambda w: w.pid in private)
    try:
        seen = eyes(is_private=lambda w: w.pid in private)
        assert wait_for(lambda: _field(reader, seen.look(), "User"))
        private += [w.pid for w in seen.look().windows if w.title == "login"]
        observation = seen.look()
        assert all(w.title != "login" for w in observation.windows)
        assert list(reader.tree(observation, whole_screen=True)) == []
        window = next(w for w in observation.windows if w.pid in private)
        assert reader.at(observation, window.rect.center) is None
        assert reader.focused(observation) is None
    finally:
        reader.close()


def test_the_keyboard_probe_tells_a_grab_and_disturbs_nobody(desktop, drawn):
    connection = desktop.connect()
    try:
        window = drawn.create(PLACE, title="listens")
        drawn.core.ChangeWindowAttributes(
            window, xcffib.xproto.CW.EventMask, [xcffib.xproto.EventMask.FocusChange]
        )
        drawn.flush()
        probe = KeyboardProbe(connection)
        assert not probe.is_taken()
        while drawn.connection.poll_for_event() is not None:
            pass
        for _ in range(50):
            probe.is_taken()
        drawn.flush()
        events = []
        while (event := drawn.connection.poll_for_event()) is not None:
            events.append(event)
        grabs = [e for e in events if getattr(e, "mode", 0) in (1, 2)]
        assert grabs == [], "a focus event of a grab came"
        status = drawn.core.GrabKeyboard(False, drawn.root, xcffib.CurrentTime, 1, 1).reply().status
        assert status == xcffib.xproto.GrabStatus.Success
        assert probe.is_taken()
        drawn.core.UngrabKeyboard(xcffib.CurrentTime)
        drawn.flush()
        assert not probe.is_taken()
    finally:
        connection.disconnect()


def _field(reader, observation, name):
    found = reader.tree(observation, whole_screen=True)
    return next((e for e in found if e.name == name and e.role in ("field", "password")), None)


def _has_ink(picture):
    """Tell whether anything stands on a light ground."""
    brightness = picture.pixels[:, :, :3].min(axis=2)
    return bool(brightness.max() > 200 and brightness.min() < 100)


def _rectangle(x, y, w, h):
    return xcffib.xproto.RECTANGLE.synthetic(x, y, w, h)
