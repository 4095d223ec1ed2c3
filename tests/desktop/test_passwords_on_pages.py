"""A password that a page shows is on no picture of a recording or a run, whether the browser tells of the page or not."""

import io
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from app.gui.macros.picker_scene import Looker
from app.settings import Settings
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.screen import FIELD_EDGE_PX
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import Rig
from tests.desktop.recording_rig import LOOKED_S, recording_rig
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

FIELD = (18, 171, 52)
"""The colour of the password field."""
PAGE = """<!doctype html><title>deskhand-login</title><style>
body { margin: 0 } input, button { position: absolute; left: 20px; width: 300px; height: 40px; border: 0 }
#word { top: 100px; background: rgb(18, 171, 52) } button { top: 150px; background: rgb(200, 200, 90) }
label { position: absolute; left: 20px; top: 75px }</style>
<label for=word>Password</label><input id=word type=KIND value="hunter2">
<button onclick="this.textContent = 'Done'">Log in</button>"""


@pytest.fixture(params=[True, False], ids=["with a tree", "without one"])
def is_told(request):
    return request.param


@pytest.fixture(params=["text", "password"], ids=["shown", "hidden"])
def rig(request, is_told, desktop, tmp_path):
    page = tmp_path / "login.html"
    page.write_text(PAGE.replace("KIND", request.param), encoding="utf-8")
    argv = chromium(tmp_path, f"--app={page.as_uri()}", tells=is_told)
    with closing(Rig(desktop)) as rig, rig.running(argv, "deskhand-login"):
        rig.raise_window("deskhand-login")
        wait_for(lambda: places(rig) is not None, LOOKED_S)
        yield rig


def test_a_password_on_a_page_is_on_no_picture_of_a_recording(desktop, rig, tmp_path, is_told):
    if is_told:
        with closing(DesktopReader()) as reader:
            rig.find(reader, "Log in", "button")
    with recording_rig(desktop, tmp_path / "home") as hands:
        if is_told:
            hands.ready("deskhand-login")
        for box in places(rig):
            hands.click(box)
        wait_for(lambda: len(hands.shown()) == 2, LOOKED_S)
        recording = hands.finish()
        left = [file.read_bytes() for file in (tmp_path / "home").rglob("*.png")]
    pictures = [*recording.images.values(), *left]
    assert bool(pictures) == is_told
    assert not any(map(shows_field, pictures))


def test_a_password_on_a_page_is_on_no_kept_picture_of_a_run(rig, desktop, tmp_path, monkeypatch):
    """The first look of a run comes before a fresh browser has told of its page."""
    home = tmp_path / "home"
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("DESKHAND_HOME", str(home))
    result = command("do", 'click "Log in"', "--approve", "auto", "--json")
    kept = [file.read_bytes() for file in home.rglob("*") if file.is_file()]
    pictures = [data for data in kept if data[:4] == b"\x89PNG"]
    assert pictures, result
    assert not any(map(shows_field, pictures)), result


@pytest.mark.parametrize("is_told", [True], indirect=True)
def test_a_password_on_a_page_is_not_shown_to_who_picks_a_target(rig):
    """What is picked is kept with its picture; the rim of the field stays, as on what a policy sees."""
    with closing(DesktopReader()) as reader:
        rig.find(reader, "Log in", "button")
    (field, _) = places(rig)
    with closing(Looker(replace(Settings(), use_ocr=False))) as looker:
        frame = looker.look(StopToken()).observation.frame
    inside = frame.crop(field.grown(-FIELD_EDGE_PX - 1)).pixels[:, :, :3].reshape(-1, 3)
    assert len(np.unique(inside, axis=0)) == 1


def shows_field(picture):
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))
    return (np.abs(pixels.astype(int) - FIELD).max(axis=2) < 4).any()


def places(rig):
    """Return where field and button are painted; None before they are."""
    frame = rig.look().frame
    pixels = frame.pixels[:, :, :3][:, :, ::-1].astype(int)
    found = []
    for colour in (FIELD, (200, 200, 90)):
        ys, xs = np.nonzero(np.abs(pixels - colour).max(axis=2) < 4)
        if len(xs) < 2000:
            return None
        found.append(Rect(int(xs.min()), int(ys.min()), int(np.ptp(xs)), int(np.ptp(ys))))
    return found
