"""A password that its window shows is on no picture that a run keeps."""

import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from automation.desktop.elements.reader import DesktopReader
from automation.desktop.screen import FIELD_EDGE_PX
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import Rig, be_patient

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]
TITLE = "deskhand-shown-password"


def test_a_password_is_on_no_kept_picture_before_and_after_it_is_shown(
    desktop, tmp_path, monkeypatch
):
    home = tmp_path / "home"
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("DESKHAND_HOME", str(home))  # the desktop has one of its own
    be_patient(monkeypatch)
    program = Path(__file__).with_name("qt_shown_password.py")
    with closing(Rig(desktop)) as rig, rig.running([sys.executable, str(program)], TITLE):
        rig.raise_window(TITLE)
        with closing(DesktopReader()) as reader:
            field = rig.find(reader, "Magic word").box.grown(-FIELD_EDGE_PX)
        for code in (43, 38, 54, 46):  # letters on the server's own layout
            rig.key(code)
        result = command("do", 'click "Show", click "Enter"', "--approve", "auto", "--json")
        shown = rig.look().frame.crop(field).pixels[:, :, :3]
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 2, "the window shows no password"
    pictures = [path for path in home.rglob("*") if path.is_file() and _is_picture(path)]
    assert len(pictures) >= 2, (result, sorted(home.rglob("*")))
    for path in pictures:
        kept = np.asarray(Image.open(path).convert("RGB"))
        inside = kept[field.y : field.bottom, field.x : field.right].reshape(-1, 3)
        assert len(np.unique(inside, axis=0)) == 1, path


def _is_picture(path):
    return path.read_bytes()[:4] == b"\x89PNG"
