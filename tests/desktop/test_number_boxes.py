"""A press on a box for a number gives it the keyboard, however wide it is: what is typed next is meant for it."""

from contextlib import closing
from pathlib import Path

import pytest

from automation.commands.do.context import pressing_point
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.gtk_numbers import TITLE, WIDTHS
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

PROGRAM = Path(__file__).with_name("gtk_numbers.py")


def test_every_box_for_a_number_takes_the_keyboard_where_it_is_pressed(rig):
    with rig.running(["/usr/bin/python3", str(PROGRAM)], TITLE), closing(DesktopReader()) as reader:
        rig.raise_window(TITLE)
        last = rig.find(reader, f"Number {WIDTHS[-1]}", "spinner")
        entry = rig.find(reader, "Template", "field")
        boxes = [e for e in reader.tree(rig.look()) if e.role == "spinner"]
        assert len(boxes) == len(WIDTHS)
        assert last in boxes

        def has_keyboard(element):
            return "focused" in reader.refreshed(element).states

        for box in boxes:
            held = reader.refreshed(box).value
            rig.click(entry.box.center)
            wait_for(lambda: has_keyboard(entry))
            rig.click(pressing_point(box))
            wait_for(lambda box=box: has_keyboard(box), 10)
            assert reader.refreshed(box).value == held, box.name
