"""Recording real programs: what is clicked and typed has its names, what is secret is nowhere."""

import sys
from pathlib import Path

import pytest

from automation.desktop.elements.reader import DesktopReader
from automation.macros.macro import Click, Keys, Type
from tests.desktop.elements_rig import Rig
from tests.desktop.recording_rig import recording_rig

pytestmark = pytest.mark.desktop

FORM = "deskhand-qt-form"
SECRET = "hunter2"


@pytest.fixture(scope="module")
def rig(desktop):
    rig = Rig(desktop)
    yield rig
    rig.close()


@pytest.fixture
def form(rig):
    argv = [sys.executable, str(Path(__file__).with_name("qt_form.py")), ""]
    reader = DesktopReader()
    try:
        with rig.running(argv, FORM):
            rig.raise_window(FORM)
            found = rig.find(reader, "Send")
            assert found
            yield {e.name: e.box for e in reader.tree(rig.look()) if e.name}
    finally:
        reader.close()


def test_a_form_that_is_filled_in_becomes_steps_with_names(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        hands.click(form["City"])
        hands.type("New York")
        hands.rest()
        hands.click(form["Send"])
        hands.rest(2)
        recording = hands.finish()
        steps = recording.macro.steps
        print(steps, hands.notes)
        assert [type(step) for step in steps] == [Click, Type, Click]
        field, typed, button = steps
        assert (field.target.role, field.target.label or field.target.name) == ("field", "City")
        assert typed.text == "New York"
        assert (button.target.role, button.target.name) == ("button", "Send")
        assert button.target.app == "qt_form.py"
        assert button.target.image in recording.images
        assert hands.shown() == list(steps)


def test_a_password_is_in_no_file_and_in_no_picture(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        hands.click(form["City"])
        hands.type("ab")
        hands.click(form["Password"])
        hands.type(SECRET)
        hands.user.tap("tab")
        hands.rest(0.6)
        hands.type("cd")
        hands.rest(0.6)
        hands.click(form["Send"])
        recording = hands.finish()
        steps = recording.macro.steps
        print(steps, hands.notes)
        typed = [step for step in steps if isinstance(step, Type)]
        assert [step.text for step in typed] == ["ab", "{{secret}}", "cd"]
        assert recording.macro.params["secret"].type == "secret"
        assert [step.keys for step in steps if isinstance(step, Keys)] == [("tab",)]
        events = recording.events
        written = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
        for char in set(SECRET) - set("abcd"):
            assert all(ord(char) != event for event in _keysyms(events))
        assert SECRET.encode() not in written


def _keysyms(data):
    from automation.macros.recording.raw_file import unpacked

    return [int(k) for k in unpacked(data).events["keysym"] if k]


