"""Several windows of one name: which of them is meant, and when the user is asked."""

from dataclasses import replace

import pytest

from automation.core.actions import Window
from automation.core.geometry import Rect
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen
from tests.unit.commands.test_reaching import desk


def editors(*names, is_minimised=False):
    """Return a browser in front and two editors, of which each has the buttons of its list of names."""
    seen = desk(front=1, sheets=2)
    parts = [e for e in seen.reader.elements if e.window_id == 1]
    for n, buttons in enumerate(names):
        parts += [
            element(name, "button", Rect(910, 40 * i, 60, 20), window_id=2 + n)
            for i, name in enumerate(buttons)
        ]
    windows = [
        replace(w, is_minimised=is_minimised and w.window_id == 3) for w in seen.observation.windows
    ]
    return screen(windows, parts)


@pytest.mark.parametrize("said", ["click Ruler in Mousepad", "in Mousepad, press the Ruler button"])
def test_of_several_windows_the_one_that_alone_has_it_is_taken_and_told(said):
    driver = Driver(said, editors(["Print"], ["Print", "Ruler"]))
    step = driver.step()
    assert step.intent == Window("activate", 3, "notes1 - Mousepad")
    assert step.sentence == "Switch to “notes1 - Mousepad”, the only one of 2 with “Ruler”"


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("click Print in Mousepad", editors(["Print"], ["Print", "Ruler"])),
        ("click Bold in Mousepad", editors(["Print"], ["Print", "Ruler"])),
        ("click Ruler in Mousepad", editors(["Ruler"], [])),
        ("click Ruler in Mousepad", editors(["Ruler"], ["Print"], is_minimised=True)),
        ("press Tab in Mousepad", editors(["Tab"], ["Print"])),
    ],
)
def test_of_several_windows_the_user_chooses_where_not_one_alone_surely_has_it(said, seen):
    assert told(said, seen) == "ask 2"
