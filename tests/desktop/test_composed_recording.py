"""A recording under an input method keeps what was written, or asks for it, and never the keys for it."""

import sys
from pathlib import Path

import pytest

from automation.desktop.elements.reader import DesktopReader
from automation.macros.macro import Type
from tests.desktop.elements_rig import Rig
from tests.desktop.input_method_rig import service
from tests.desktop.recording_rig import LOOKED_S, recording_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

COMPOSER = "deskhand-qt-composer"


@pytest.fixture
def form(desktop):
    rig, reader = Rig(desktop), DesktopReader()
    argv = [sys.executable, str(Path(__file__).with_name("qt_composer.py"))]
    try:
        with rig.running(argv, COMPOSER):
            rig.raise_window(COMPOSER)
            assert rig.find(reader, "Done")
            yield {e.name: e.box for e in reader.tree(rig.look()) if e.name}
    finally:
        reader.close()
        rig.close()


@pytest.mark.parametrize("kind", ["ibus", "fcitx"])
def test_what_an_input_method_wrote_is_recorded(desktop, form, tmp_path, kind):
    with service(kind, desktop) as method:
        method.engine = "anthy"
        with recording_rig(desktop, tmp_path) as hands:
            hands.ready(COMPOSER)
            hands.enters(form["Name"])
            hands.type("nihon")
            hands.user.tap("enter")
            hands.held("日本")
            wait_for(lambda: is_read(hands.live), LOOKED_S)
            hands.click(form["Done"])
            wait_for(lambda: "日本" in texts(hands), LOOKED_S)
            recording = hands.finish()
    _, typed, _ = recording.macro.steps
    assert (typed.text, typed.replace, typed.off) == ("日本", True, False)
    assert (typed.target.role, typed.target.label or typed.target.name) == ("field", "Name")


def test_what_it_still_held_is_asked_for(desktop, form, tmp_path):
    with service("fcitx", desktop) as method:
        method.engine = "anthy"
        with recording_rig(desktop, tmp_path) as hands:
            hands.ready(COMPOSER)
            hands.enters(form["Name"])
            hands.type("nihon")
            hands.rest()
            hands.click(form["Done"])
            hands.rest(2)
            recording = hands.finish()
    (name,) = recording.macro.params
    _, typed, _ = recording.macro.steps
    assert typed.text == f"{{{{{name}}}}}"
    assert "nihon" not in str(recording.macro)


def test_with_a_plain_layout_the_keys_are_the_text(desktop, form, tmp_path):
    with service("fcitx", desktop), recording_rig(desktop, tmp_path) as hands:
        hands.ready(COMPOSER)
        hands.enters(form["Name"])
        hands.type("42")
        hands.kept("42")


def is_read(live):
    """Tell whether the recording has Enter, and has read the field once more since."""
    open_text, steps = live.session._coalescer._open, live.session.steps
    has_enter = getattr(open_text, "has_enter", False) or any(isinstance(s, Type) for s in steps)
    return has_enter and live._recorder._decider._written_us is None


def texts(hands):
    return [getattr(step, "text", "") for step in hands.shown()]
