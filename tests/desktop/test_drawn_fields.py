"""Sentences about a real Tk form: no tree, only a picture with labels and fields."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from automation.commands.policy import CommandsPolicy
from automation.core.events import Task
from automation.core.geometry import Rect
from automation.core.ports import History
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.elements_rig import Rig
from tests.fakes.driver import FakeApps, is_key

pytest.importorskip("tkinter")
pytestmark = pytest.mark.desktop

FORM = Path(__file__).with_name("tk_form.py")


@pytest.fixture(scope="module")
def reader():
    reader = DesktopReader(ocr=Ocr())
    yield reader
    reader.close()


@pytest.fixture(scope="module")
def form(desktop):
    rig = Rig(desktop)
    with rig.running([sys.executable, str(FORM)], "People", stdout=subprocess.PIPE) as process:
        places = json.loads(process.stdout.readline())
        rig.raise_window("People")
        at = rig.window("People").rect
        yield rig.look(), {n: Rect(at.x + x, at.y + y, w, h) for n, (x, y, w, h) in places.items()}
        process.stdout.close()


@pytest.fixture
def decide(form, reader):
    def decided(text):
        policy = CommandsPolicy(reader, FakeApps(), is_key)
        return policy.propose(Task(text), History((), None), form[0], StopToken())

    return decided


@pytest.mark.parametrize("name", ["Name", "Street", "Town"])
def test_text_is_typed_into_the_field_beside_its_label(form, decide, name):
    proposal = decide(f"type Anna into {name}")
    assert form[1][name].contains(proposal.intent.at.point)
    # What stands in a field is selected first: Ctrl+A is another key in Tk.
    assert getattr(proposal.intent, "count", 1) == (3 if name == "Town" else 1)


def test_a_hidden_field_is_known_by_its_label(decide):
    finish = decide("type hunter2 into Password")
    assert (finish.outcome, finish.hides) == (Outcome.BLOCKED, ("hunter2",))


def test_a_coloured_button_is_no_field(decide):
    finish = decide("type Anna into Save")
    assert finish.outcome is Outcome.NOT_FOUND
    assert "“Save” is there, but it is not a field." in finish.message


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("tick Breakfast", "Breakfast"),
        ("untick Newsletter", "Newsletter"),
        ("choose Member", "Member"),
        ("choose Peru from the Country list", "Country"),
        ("set Age to 30", "Age"),
    ],
)
def test_a_control_is_pressed_that_only_the_picture_shows(form, decide, said, name):
    proposal = decide(said)
    assert form[1][name].contains(proposal.intent.at.point)


def test_a_box_that_is_as_it_shall_be_is_not_pressed(decide):
    finish = decide("tick Newsletter")
    assert finish.outcome is not Outcome.NOT_FOUND
    assert "“Newsletter” is on already" in finish.message
