"""One reading of the tree serves one look, for a moment; nothing older is judged by."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements.reader import SAME_LOOK_S, DesktopReader, LastRead
from tests.fakes.fake_bus import FakeBus, Thing
from tests.unit.desktop.element_scenes import FOCUSED, PID, button, frame, look, named, window

KEPT_S = 60.0
"""Longer than any test: what ends the keeping is then not the time."""
ON_SAVE = ScreenPoint(125, 65)


def reads(bus):
    """How often the tree below the window was listed whole."""
    return bus.calls.count(("/root/0/0", "GetExtents"))


def desk(*children, keep_s=KEPT_S, **more):
    bus = FakeBus((PID, [frame(*children)]))
    return bus, DesktopReader(bus=bus, keep_s=keep_s, **more)


def test_one_look_is_read_once_for_everybody_who_asks():
    bus, reader = desk(button(states=FOCUSED))
    seen = look()
    told = reader.tree(seen)
    assert reader.at(seen, ON_SAVE) == named(told, "Save")
    assert reader.focused(seen) == named(told, "Save")
    assert [e.name for e in reader.tree(seen)] == [e.name for e in told]
    # `focused` asks once more who has the keyboard, and that alone.
    assert reads(bus) == 2


def test_without_keeping_every_question_reads():
    bus, reader = desk(button(), keep_s=0.0)
    seen = look()
    reader.tree(seen)
    reader.at(seen, ON_SAVE)
    assert reads(bus) == 2
    assert reader._last._look is None  # nor is the picture held


def test_another_look_of_an_equal_picture_is_read_anew():
    save = button()
    _, reader = desk(save)
    seen = look()
    assert reader.at(seen, ON_SAVE).name == "Save"
    save.name = "Delete"
    assert reader.at(replace(seen), ON_SAVE).name == "Delete"
    assert reader.at(look(), ON_SAVE).name == "Delete"


def test_what_stands_there_after_the_moment_is_read_anew():
    save = button()
    clock = [100.0]
    bus = FakeBus((PID, [frame(save)]))
    reader = DesktopReader(bus=bus)
    reader._last = LastRead(SAME_LOOK_S, lambda: clock[0])
    seen = look()
    assert reader.at(seen, ON_SAVE).name == "Save"
    save.name = "Delete"
    clock[0] += SAME_LOOK_S - 0.01
    assert reader.at(seen, ON_SAVE).name == "Save"
    clock[0] += 0.02  # counted from the first reading: it is not kept on by being used
    assert reader.at(seen, ON_SAVE).name == "Delete"


def test_a_page_is_read_anew_each_time_because_its_tree_follows_the_picture_late():
    save = button()
    _, reader = desk(Thing(95, "Shop", Rect(110, 55, 300, 200), children=[save]))
    seen = look()
    assert reader.at(seen, ON_SAVE).name == "Save"
    save.name = "Delete"
    assert reader.at(seen, ON_SAVE).name == "Delete"


def test_a_silent_tree_is_asked_again():
    bus = FakeBus()
    reader = DesktopReader(bus=bus, keep_s=KEPT_S)
    seen = look()
    assert reader.at(seen, ON_SAVE) is None
    bus._pids[":1.0"] = PID
    bus._add(Thing(75, children=[frame(button())]), ":1.0", "/root", None)
    assert reader.at(seen, ON_SAVE).name == "Save"


def test_a_window_that_becomes_private_in_between_is_not_told_of():
    private = set()
    _, reader = desk(button(), is_private=lambda w: w.window_id in private)
    seen = look()
    assert reader.tree(seen)
    private.add(1)
    assert not reader.tree(seen)
    assert reader.at(seen, ON_SAVE) is None


def test_other_windows_of_the_same_look_are_read_for_themselves():
    mail = Rect(0, 400, 50, 50)
    bus = FakeBus((PID, [frame(button())]), (7, [frame(name="Mail", box=mail)]))
    reader = DesktopReader(bus=bus, keep_s=KEPT_S)
    seen = look(window(), window(2, "Mail", mail, pid=7, is_active=False))
    assert [e.window_id for e in reader.tree(seen)] == [1, 1]
    assert {e.window_id for e in reader.tree(seen, whole_screen=True)} == {1, 2}
    assert reader.at(seen, mail.center).window_id == 2
    asked = len(bus.calls)
    assert [e.window_id for e in reader.tree(seen)] == [1, 1]  # the first reading is kept beside it
    assert len(bus.calls) == asked


@pytest.mark.parametrize("asked", ["tree", "focused"])
def test_who_had_the_focus_is_known_of_the_look_that_was_asked_about_last(asked):
    field = Thing(79, "Name", Rect(120, 60, 60, 20), states=FOCUSED, text="Ann")
    _, reader = desk(field)
    seen = look()
    reader.tree(seen)
    reader.holders = ()
    getattr(reader, asked)(seen)
    assert [(e.name, e.value) for e in reader.holders] == [("Name", "Ann")]


def test_state_and_value_of_one_element_are_never_the_kept_ones():
    field = Thing(79, "Name", Rect(120, 60, 60, 20), states=FOCUSED, text="Ann")
    _, reader = desk(field)
    seen = look()
    found = named(reader.tree(seen), "Name")
    field.text = "Bob"
    assert reader.refreshed(found).value == "Bob"
    assert reader.letters(found) == 3


def test_a_password_field_that_gets_the_keyboard_meanwhile_is_found():
    plain = Thing(79, "Name", Rect(120, 60, 60, 20), states=FOCUSED)
    secret = Thing(40, "PIN", Rect(120, 90, 60, 20))
    _, reader = desk(plain, secret)
    seen = look()
    assert reader.focused(seen).name == "Name"
    plain.states, secret.states = secret.states, plain.states
    assert reader.focused(seen).name == "PIN"
    assert "secret" in reader.focused(seen).states


def test_nothing_of_a_look_is_held_after_the_end():
    _, reader = desk(button())
    reader.tree(look())
    reader.close()
    assert reader._last._look is None
