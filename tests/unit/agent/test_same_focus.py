"""Keys go to what had the keyboard when they were approved, or nowhere."""

from dataclasses import replace

import pytest

from automation.core.actions import Hotkey, Write
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import Outcome
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import Rig, SmallReader, click

NAME = ScreenElement(
    "Name", "field", Rect(30, 40, 60, 20), "tree", frozenset({"enabled", "focused", "showing"}),
    window_id=7, handle=(":1", "/name"),
)  # fmt: skip
LEFT = replace(NAME, states=NAME.states - {"focused"})
BUTTON = replace(NAME, name="Delete everything", role="button", handle=(":1", "/delete"))


class FocusReader(SmallReader):
    """Has one thing with the keyboard; `answers` tells what becomes of it each time it is asked."""

    def __init__(self, *answers, then=NAME):
        super().__init__(element=NAME, focus=NAME)
        self.answers, self.then, self.asked = list(answers), then, 0

    def refreshed(self, element):
        self.asked += 1
        return self.answers.pop(0) if self.answers else self.then


def run(reader, intent=None, clock=None):
    policy = ScriptedPolicy(proposing(intent or Hotkey(("enter",))))
    confirmer = FakeConfirmer([ACCEPT, ACCEPT, ACCEPT])
    rig = Rig(policy, reader=reader, confirmer=confirmer, clock=clock or FakeClock())
    return rig, rig.run()


@pytest.mark.parametrize("intent", [Hotkey(("enter",)), Write("yes")])
def test_keys_are_not_sent_where_something_else_in_the_window_has_the_keyboard(intent):
    reader = FocusReader(then=LEFT)
    rig, ended = run(reader, intent)
    assert rig.hands.sent == []
    assert ended.outcome is Outcome.BLOCKED
    assert len(rig.confirmer.asked) > 1, "looked again and asked again"


def test_keys_wait_a_moment_for_the_keyboard_to_come_back():
    reader = FocusReader(LEFT, LEFT)
    rig, ended = run(reader)
    assert ended.outcome is Outcome.DONE
    assert len(rig.hands.sent) == 1
    assert reader.asked == 3


def test_something_that_forgot_its_handle_is_known_by_its_name():
    rig, ended = run(FocusReader(then=None))
    assert ended.outcome is Outcome.DONE
    assert len(rig.hands.sent) == 1


def test_another_thing_in_its_place_is_asked_about_anew():
    reader = FocusReader(then=None)

    class Reading(FakeConfirmer):
        def confirm(self, *words):
            reader.focus = BUTTON
            return super().confirm(*words)

    policy = ScriptedPolicy(proposing(Hotkey(("enter",))))
    rig = Rig(policy, reader=reader, confirmer=Reading([ACCEPT, ACCEPT]))
    assert rig.run().outcome is Outcome.DONE
    assert len(rig.confirmer.asked) == 2
    assert len(rig.hands.sent) == 1


@pytest.mark.parametrize(
    "there",
    [
        {"box": replace(NAME.box, y=240), "name": ""},
        {"window_id": 8},
        {"states": NAME.states | {"secret"}},
        {"role": "button"},
    ],
)
def test_a_forgotten_field_is_not_known_by_its_kind_alone(there):
    met = replace(NAME, name="") if "name" in there else NAME
    reader = FocusReader(then=None)
    reader.focus = met

    class Reading(FakeConfirmer):
        def confirm(self, *words):
            reader.focus = replace(met, **there)
            return super().confirm(*words)

    policy = ScriptedPolicy(proposing(Hotkey(("enter",))))
    rig = Rig(policy, reader=reader, confirmer=Reading([ACCEPT, ACCEPT, ACCEPT]))
    rig.run()
    assert len(rig.confirmer.asked) == 2


def test_a_forgotten_field_without_a_name_is_known_by_its_place():
    reader = FocusReader(then=None)
    reader.focus = replace(NAME, name="")
    rig, ended = run(reader)
    assert ended.outcome is Outcome.DONE
    assert len(rig.confirmer.asked) == 1


def test_where_nobody_tells_what_has_the_keyboard_keys_are_sent():
    reader = SmallReader()
    rig, ended = run(reader)
    assert ended.outcome is Outcome.DONE
    assert len(rig.hands.sent) == 1


def test_a_press_by_its_place_does_not_ask_for_the_keyboard():
    rig, ended = run(FocusReader(then=LEFT), click())
    assert ended.outcome is Outcome.DONE
    assert len(rig.hands.sent) == 1
