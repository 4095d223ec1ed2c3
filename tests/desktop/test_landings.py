"""A real press that a real program gives to another thing is told; one that it got itself is believed."""

import sys
import time
from pathlib import Path

import pytest

from automation.core.actions import Aim, Click
from automation.core.proposal import Proposal
from automation.desktop.elements.reader import DesktopReader
from automation.safety.receipts import EffectVerifier
from tests.desktop.elements_rig import APP_S, Rig, be_patient
from tests.fakes.fake_screen import FakeScreen
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

FORM = Path(__file__).with_name("restless_form.py")
TITLE = "deskhand-restless-form"


def named(reader, look, name):
    return next((e for e in reader.tree(look) if e.name == name), None)


@pytest.fixture
def reader(monkeypatch):
    be_patient(monkeypatch)
    reader = DesktopReader(ocr=None)
    yield reader
    reader.close()


def receipt_of_a_press(rig, reader):
    """Press on Save and return what is said of it, once the program has moved its things."""
    rig.raise_window(TITLE)
    wait_for(lambda: named(reader, rig.look(), "Save") is not None, APP_S)
    before = rig.look()
    save = named(reader, before, "Save")
    rig.click(save.box.center)
    wait_for(lambda: reader.refreshed(save).box.y > save.box.y + 50, APP_S)
    time.sleep(0.3)
    action = Click(Aim(save.box.center, None))
    verifier = EffectVerifier(reader, FakeScreen(before))
    return verifier.receipt(action, Proposal(action, save, None), before, rig.look())


@pytest.mark.parametrize(("how", "is_told"), [("takes", True), ("follows", False)])
def test_where_a_press_went_is_told_by_what_has_the_keyboard(desktop, reader, how, is_told):
    rig = Rig(desktop)
    with rig.running([sys.executable, str(FORM), how], TITLE):
        receipt = receipt_of_a_press(rig, reader)
    assert (receipt.code == "went_elsewhere") == is_told, receipt
    assert receipt.kind == ("denied" if is_told else "effect_seen")
