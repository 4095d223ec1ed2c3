"""Picking on the live screen: what is picked has its names, and no press reaches a program."""

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from app.gui.macros.picker import PRIVATE, Picker
from app.gui.widgets.theme import Theme
from app.run_lock import DesktopBusy, RunLock
from app.settings import Folders, Settings
from automation.core.geometry import ScreenPoint
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import Form
from tests.desktop.other_user import OtherUser

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

CARD, LOGIN = "Library card", "deskhand-qt-form"
SECRET = "hunter2"
LONG_MS = 60_000


@pytest.fixture
def card(rig, qtbot, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    try:
        qtbot.waitUntil(lambda: rig.window(CARD) is not None, timeout=LONG_MS)
        rig.raise_window(CARD)
        yield form
    finally:
        form.close()


@pytest.fixture
def login(rig):
    with rig.running([sys.executable, str(Path(__file__).with_name("qt_form.py")), SECRET], LOGIN):
        rig.raise_window(LOGIN)
        yield


class PickRig:
    """A picker, and the user who points."""

    def __init__(self, desktop, qtbot, rig, home):
        self.qtbot, self.rig = qtbot, rig
        self.folders = Folders(home / "config", home / "data", home / "runtime")
        self.folders.create()
        self.settings = replace(Settings(), use_ocr=False)
        self.picker = Picker(Theme("light"), self.folders, lambda: self.settings)
        self.picked, self.left = [], []
        self.picker.picked.connect(self.picked.append)
        self.picker.left.connect(self.left.append)
        self.user = OtherUser(desktop)
        self.windows = X11Windows()

    def until(self, condition):
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=LONG_MS)

    def box(self, name, role=None):
        reader = DesktopReader()
        try:
            return self.rig.find(reader, name, role).box
        finally:
            reader.close()

    def begin(self):
        self.user.move(1900, 1060)
        self.picker.begin()
        self.until(lambda: self.picker.surfaces)
        self.until(lambda: self.surface.isActiveWindow())
        self.until(self.covers)

    @property
    def surface(self):
        return self.picker.surfaces[0]

    def covers(self):
        """Tell whether the picture lies in front of every program."""
        top = self.windows.top_at(ScreenPoint(200, 200))
        return top is not None and top.window_id == int(self.surface.winId())

    def is_bare(self, at):
        """Tell whether the form is in front at a place again."""
        top = self.windows.top_at(at)
        return top is not None and top.title == CARD

    def rest(self, ms=300):
        """Let the picker do what it would do."""
        self.qtbot.wait(ms)

    def point(self, at):
        """Go there as a hand does: not in one event."""
        self.user.move(at.x - 9, at.y)
        self.rest(100)
        self.user.move(at.x, at.y)
        self.until(lambda: self.surface.thing is not None and self.surface.thing.point == at)
        return self.surface.thing

    def close(self):
        self.picker.close()
        self.picker.deleteLater()
        self.user.close()
        self.windows.close()


@pytest.fixture
def hands(desktop, qtbot, rig, fresh_home):
    found = PickRig(desktop, qtbot, rig, fresh_home)
    try:
        yield found
    finally:
        found.close()


def test_a_gtk_button_is_picked_with_role_name_and_picture(hands, rig):
    with rig.running(["galculator"], "galculator"):
        rig.raise_window("galculator")
        seven = hands.box("7").center
        hands.begin()
        thing = hands.point(seven)
        assert (thing.element.role, thing.element.name) == ("toggle", "7")
        hands.user.click()
        hands.until(lambda: hands.picked)
        (picked,) = hands.picked
        target = picked.target
        assert (target.role, target.name, target.app) == ("toggle", "7", "galculator")
        assert target.window == "galculator"
        assert target.place is not None
        width, height = Image.open(io.BytesIO(picked.image)).size
        assert 0 <= target.press[0] < width
        assert 0 <= target.press[1] < height
        assert not hands.picker.is_picking
        assert hands.left == []


def test_no_press_reaches_a_program_and_esc_picks_nothing(hands, card):
    save = hands.box("Save card").center
    hands.begin()
    with pytest.raises(DesktopBusy), RunLock(hands.folders.runtime):
        pass
    hands.point(save)
    hands.user.click()
    hands.until(lambda: hands.picked)
    assert hands.picked[0].target.name == "Save card"

    hands.begin()
    hands.point(save)
    hands.user.tap("esc")
    hands.until(lambda: hands.left == [""])
    hands.until(lambda: hands.is_bare(save))
    with RunLock(hands.folders.runtime):
        pass
    assert len(hands.picked) == 1
    assert card.said("saved") == []

    hands.user.click()  # the picture is gone: this one is the program's
    hands.until(lambda: card.said("saved"))


def test_things_are_gone_through_and_picked_from_the_keyboard(hands, card):
    boxes = {name: hands.box(name, "field") for name in ("Name", "E-mail")}
    hands.begin()
    seen = []
    while not (hands.surface.thing and hands.surface.thing.box == boxes["E-mail"]):
        before = hands.surface.thing
        hands.user.tap("tab")
        hands.until(lambda before=before: hands.surface.thing is not before)
        seen.append(hands.surface.thing.box)
        assert len(seen) < 30
    assert boxes["Name"] in seen
    hands.user.tap("enter")
    hands.until(lambda: hands.picked)
    target = hands.picked[0].target
    assert (target.role, target.name or target.label) == ("field", "E-mail")
    assert card.said("mail") == []


def test_a_password_is_neither_shown_nor_part_of_the_target(hands, login):
    field = hands.box("Password", "password")
    hands.begin()
    thing = hands.point(field.center)
    inside = hands.surface._image.copy(
        field.x + 8, field.y + 6, field.w - 16, field.h - 12
    ).convertToFormat(hands.surface._image.Format.Format_RGB32)
    pixels = np.frombuffer(inside.constBits(), np.uint8)
    assert set(pixels.reshape(-1, 4)[:, :3].ravel()) == {128}
    assert thing.element.role == "password"
    hands.user.click()
    hands.until(lambda: hands.picked)
    (picked,) = hands.picked
    assert (picked.target.role, picked.target.name) == ("password", "Password")
    assert (picked.target.text, picked.target.image, picked.image) == ("", None, b"")


def test_a_private_window_is_painted_over_and_cannot_be_picked_in(hands, login):
    python = str(Path(sys.executable).resolve())
    hands.settings = replace(hands.settings, apps={python: "never_look"})
    place = hands.box("Send").center
    hands.begin()
    hands.user.move(place.x, place.y)
    hands.until(lambda: hands.surface.hint == PRIVATE)
    hands.user.click()
    hands.rest()
    assert hands.picker.is_picking
    assert hands.picked == []
    assert hands.surface.thing is None
    colour = hands.surface._image.pixelColor(place.x, place.y)
    assert (colour.red(), colour.green(), colour.blue()) == (128, 128, 128)
