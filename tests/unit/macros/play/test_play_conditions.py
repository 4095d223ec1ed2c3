"""What is seen of a condition: yes, no, or not to be told; a macro never takes a guess for a no."""

from dataclasses import replace

import numpy as np
import pytest

from automation.core.actions import Click
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.find.finder import LadderFinder
from automation.macros.macro import Target
from automation.macros.play.conditions import ConditionChecker, Sight
from automation.macros.play.values import Scope
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.macro_world import (
    FORM,
    NoImages,
    Rig,
    World,
    WorldFinder,
    WorldReader,
    click,
    macro,
    thing,
)
from tests.fakes.screens import screen, win

NO_IMAGES = NoImages()


class OneImage:
    """A macro with one picture."""

    def __init__(self, frame):
        self._frame = frame

    def image(self, path):
        return self._frame


def look(condition, *things, before=None, scope=None, windows=(FORM,)):
    world = World(list(things), windows=windows)
    sight = Sight(world.observe_now(), WorldReader(world))
    checker = ConditionChecker(WorldFinder(world), NoImages(), StopToken(), before)
    return checker.check(condition, sight, scope or Scope()).answer


def named(name):
    return Target(name=name)


FIELD = thing("F", 1, role="field", value="abc\n")
BOX = thing("B", 2, role="checkbox", states=frozenset({"checkable", "checked"}))
SECRET = thing("P", 3, role="password", value="x", states=frozenset({"secret"}))


@pytest.mark.parametrize(
    ("condition", "things", "answer"),
    [
        (grammar.Shows(text="saved: 3"), [thing("Saved:  3 cards")], "yes"),
        (grammar.Shows(text="saved"), [thing("Open")], "no"),
        (grammar.Shows(text="saved"), [], "unknown"),
        (grammar.Shows(text="saved", absent=True), [thing("Open")], "yes"),
        (grammar.Shows(text="saved", absent=True), [], "unknown"),
        (grammar.Shows(text="abc"), [FIELD], "yes"),
        (grammar.Shows(text="ab"), [FIELD], "no"),
        (grammar.Shows(text="saved"), [thing("Not saved")], "no"),
        (grammar.Shows(text="saved", absent=True), [thing("Not saved")], "no"),
        (grammar.Shows(text="error", absent=True), [thing("2 errors found")], "no"),
        (grammar.Shows(text="Upload", absent=True), [thing("Uploading")], "no"),
        (grammar.Shows(text="250", absent=True), [thing("Amount 250.75")], "no"),
        (grammar.Shows(text="1 item"), [thing("11 items")], "no"),
        (grammar.Shows(text="x"), [replace(SECRET, name="P")], "no"),
        (grammar.Exists(target=named("A")), [thing("A")], "yes"),
        (grammar.Exists(target=named("A")), [thing("Z")], "no"),
        (grammar.Exists(target=named("A"), absent=True), [thing("Z")], "yes"),
        (grammar.Exists(target=named("A")), [], "unknown"),
        (grammar.Exists(target=named("A"), absent=True), [], "unknown"),
        (grammar.Exists(target=named("A")), [thing("A", 0), thing("A", 5)], "unknown"),
        (grammar.Exists(target=named("A"), absent=True), [thing("A", 0), thing("A", 5)], "unknown"),
        (grammar.Titled(title="Fo*"), [], "yes"),
        (grammar.Titled(title="Other"), [], "no"),
        (grammar.Titled(title="Other", absent=True), [], "yes"),
        (grammar.Holds(target=named("F"), value="abc"), [FIELD], "yes"),
        (grammar.Holds(target=named("F"), value="ab"), [FIELD], "no"),
        (grammar.Holds(target=named("B"), value="on"), [BOX], "yes"),
        (grammar.Holds(target=named("B"), value="off"), [BOX], "no"),
        (grammar.Holds(target=named("P"), value="x"), [SECRET], "unknown"),
        (grammar.Holds(target=named("A"), value="x"), [thing("A")], "unknown"),
        (grammar.Holds(target=named("F"), value="abc"), [], "unknown"),
        (grammar.Changed(), [], "unknown"),
    ],
)
def test_a_condition_is_seen_or_not_or_cannot_be_told(condition, things, answer):
    assert look(condition, *things) == answer


def test_a_change_is_seen_against_what_was_before_and_within_its_box():
    before = World([thing("A", 0)]).observe_now()
    there = grammar.Changed(box=grammar.Box(x=0, y=0, w=40, h=15))
    elsewhere = grammar.Changed(box=grammar.Box(x=80, y=80, w=40, h=20))
    assert look(grammar.Changed(), thing("B", 0), before=before) == "yes"
    assert look(grammar.Changed(), thing("A", 0), before=before) == "no"
    assert look(there, thing("B", 0), before=before) == "yes"
    assert look(elsewhere, thing("B", 0), before=before) == "no"
    assert look(there, thing("B", 0), before=before, windows=()) == "unknown"


def test_values_are_compared_as_numbers_where_both_are_and_secrets_never():
    scope = Scope({"n": "5", "t": "a", "pw": "mail"}, frozenset({"pw"}))
    compares = grammar.Compares
    assert look(compares(param="n", equals="5.0"), scope=scope) == "yes"
    assert look(compares(param="t", equals="A"), scope=scope) == "no"
    assert look(compares(param="pw", equals="mail"), scope=scope) == "unknown"
    assert look(compares(param="other", equals=""), scope=scope) == "unknown"


class Recycling(WorldReader):
    """Hands the handle of a row that has left the list to another row."""

    def __init__(self, world, left, came):
        super().__init__(world)
        self._left, self._came = left.element(), came.element()

    def refreshed(self, element):
        return self._came if element == self._left else super().refreshed(element)


def ticked(name, place, *, on, role="checkbox"):
    states = frozenset({"enabled", "showing", "checkable", *(["checked"] if on else [])})
    return thing(name, place, role=role, states=states)


def held_after(met, came, *there, value="on"):
    """Return what is seen of a thing that was met, when its handle is another one's by now."""
    world = World(list(there))
    sight = Sight(world.observe_now(), Recycling(world, met, came))
    checker = ConditionChecker(WorldFinder(world), NoImages(), StopToken(), met=met.element())
    return checker.check(grammar.Holds(target=named(met.name), value=value), sight, Scope()).answer


ADA = ticked("Ada", 0, on=False)
BOB = ticked("Bob", 4, on=True)


@pytest.mark.parametrize(
    ("came", "there", "answer"),
    [
        (BOB, [BOB, replace(ADA, box=thing("", 8).box)], "no"),
        (BOB, [BOB, ticked("Ada", 8, on=True)], "yes"),
        (BOB, [BOB], "unknown"),
        (ticked("Ada", 0, on=True, role="toggle"), [replace(ADA, box=thing("", 8).box)], "no"),
        (BOB, [ADA, BOB], "no"),  # what was found has the same handle
        (ticked("ada:", 0, on=True), [], "yes"),
    ],
)
def test_what_another_row_holds_is_not_taken_for_that_which_was_met(came, there, answer):
    assert held_after(ADA, came, *there) == answer


def test_a_drop_down_that_is_called_by_its_choice_is_the_same_with_another_choice():
    colours = thing("Red", 0, role="combo", value="Red")
    assert held_after(colours, replace(colours, name="Blue", value="Blue"), value="Blue") == "yes"


def test_text_is_read_once_while_the_picture_stays_the_same():
    reader = FakeReader([], [line("Saved")])
    world = World([])
    first = Sight(world.observe_now(), reader)
    assert first.shows("saved")
    second = Sight(world.observe_now(), reader, first)
    assert second.shows("saved")
    assert reader.readings == 1
    world.things = [thing("A")]
    assert Sight(world.observe_now(), reader, second).shows("saved")
    assert reader.readings == 2


def choice(absent=False):
    there = grammar.Exists(target=named("Q"), absent=absent)
    return grammar.If(id="i", condition=there, then=(click("A"),), otherwise=(click("B"),))


@pytest.mark.parametrize(("things", "pressed"), [(["Q"], "A"), ([], "B")])
def test_a_choice_goes_the_way_that_was_seen(things, pressed):
    world = World([thing("A", 0), thing("B", 4), *(thing(name, 8) for name in things)])
    assert Rig(world, macro(choice())).run().outcome is Outcome.DONE
    assert world.pressed == [pressed]


def test_a_choice_that_cannot_be_told_goes_neither_way():
    world = World([thing("A", 0), thing("B", 4), thing("Q", 8), thing("Q", 12)])
    rig = Rig(world, macro(choice()))
    assert rig.run().outcome is Outcome.AMBIGUOUS or rig.ended.outcome is Outcome.UNVERIFIED
    assert world.sent == []
    for number, pressed in ((1, ["A"]), (2, ["B"])):
        world = World([thing("A", 0), thing("B", 4), thing("Q", 8), thing("Q", 12)])
        asked = FakeConfirmer(choices=[number])
        Rig(world, macro(choice(), on_mismatch="ask_me"), confirmer=asked).run()
        assert world.pressed == pressed


def test_a_repeat_looks_anew_between_its_rounds():
    def scrolled(world, action):
        assert isinstance(action, Click)
        if len(world.sent) == 3:
            world.things.append(thing("End", 8))

    until = grammar.Exists(target=named("End"))
    loop = grammar.Repeat(id="r", times=50, until=until, steps=(click("A"),))
    world = World([thing("A", 0)], on_action=scrolled)
    assert Rig(world, macro(loop)).run().outcome is Outcome.DONE
    assert world.pressed == ["A"] * 3


def test_a_repeat_that_sends_nothing_waits_between_its_rounds():
    def comes(world):
        if world.looks == 5:
            world.things.append(thing("End", 8))

    until = grammar.Exists(target=named("End"))
    check = grammar.CheckThat(
        id="c", condition=grammar.Titled(title="Form", absent=True), within_s=0
    )
    loop = grammar.Repeat(id="r", times=50, until=until, steps=(replace_skip(check),))
    world = World([thing("A", 0)], on_look=comes)
    rig = Rig(world, macro(loop))
    assert rig.run().outcome is Outcome.PARTIAL
    assert "things were not seen: Check that" in rig.ended.message
    assert world.looks < 20
    assert all(waited > 0 for waited in rig.clock.waited if waited)


def replace_skip(step):
    return grammar.CheckThat(
        id=step.id, condition=step.condition, within_s=step.within_s, on_mismatch="skip"
    )


WANTED = Target(window="Files", app="files", role="button", name="Log out")
FILES = win(1, "Files", "files", is_minimised=True)
OVER = win(2, "Other", "other", is_active=True)


@pytest.mark.parametrize(
    ("windows", "answer"),
    [
        ([OVER, FILES], "unknown"),
        ([OVER, replace(FILES, title="Files (2)")], "unknown"),
        ([OVER, replace(FILES, is_minimised=False)], "unknown"),
        (
            [replace(OVER, is_active=False), replace(FILES, is_minimised=False, is_active=True)],
            "yes",
        ),
        ([replace(OVER, rect=Rect(0, 0, 9, 9)), replace(FILES, is_minimised=False)], "unknown"),
        ([replace(OVER, is_own=True), replace(FILES, is_minimised=False)], "yes"),
        (
            [replace(OVER, is_own=True, rect=Rect(0, 0, 9, 9)), replace(FILES, is_minimised=False)],
            "yes",
        ),
        ([OVER], "yes"),
    ],
)
def test_what_may_be_in_a_window_that_nobody_sees_is_not_gone(windows, answer):
    seen = screen(windows, [element("Home", window_id=1)])
    assert gone_from(seen, WANTED) == answer


def gone_from(seen, target, images=NO_IMAGES):
    """Return whether a target is gone from a screen."""
    checker = ConditionChecker(LadderFinder(seen.reader), images, StopToken())
    gone = grammar.Exists(target=target, absent=True)
    return checker.check(gone, Sight(seen.observation, seen.reader), Scope()).answer


FRONT = replace(FILES, is_minimised=False, is_active=True)
BESIDE = replace(OVER, rect=Rect(640, 0, 640, 800))
LEFT = replace(FILES, is_minimised=False, rect=Rect(0, 0, 640, 800))


@pytest.mark.parametrize(
    ("windows", "elements", "lines", "answer"),
    [
        ([FRONT], [], [], "unknown"),
        ([FRONT], [element("Home")], [], "yes"),
        ([FRONT], [], [line("Home")], "yes"),
        ([BESIDE, LEFT], [element("Menu", window_id=2)], [line("x", window_id=2)], "unknown"),
        ([BESIDE, LEFT], [element("Home", window_id=1)], [], "yes"),
        ([BESIDE, LEFT], [], [line("Home", window_id=1)], "yes"),
        ([OVER], [], [], "yes"),  # without its window it is nowhere
    ],
)
def test_a_target_is_not_gone_from_a_window_in_which_nothing_can_be_read(
    windows, elements, lines, answer
):
    assert gone_from(screen(windows, elements, lines), WANTED) == answer


def test_a_target_that_is_known_by_its_picture_alone_needs_nothing_to_be_read():
    noise = np.random.default_rng(1).integers(0, 255, (20, 60, 4), np.uint8)
    seen, images = screen([FRONT], []), OneImage(Frame(noise, ScreenPoint(0, 0), 0.0))
    assert gone_from(seen, Target(image="img/a.png"), images) == "yes"
