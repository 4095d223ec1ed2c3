"""Calls as actions in screen pixels."""

from dataclasses import replace

import pytest

from automation.core import actions
from automation.core.actions import Aim, Element
from automation.core.errors import ActionParseError, UnknownKey
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.keys import parse_chord
from model.images.tiling import Grid, TilePlan
from model.prompt import tools
from model.prompt.parse import Aiming, to_intent
from model.prompt.profile import INFEASIBLE

SCREEN = TilePlan(Rect(1920, 100, 1000, 500), Grid(2, 1), 512, 256, has_thumbnail=True)
POINTER = ScreenPoint(2000, 200)


def read_key(text):
    """The executor's own table, as the app hands it in."""
    try:
        return parse_chord(text)
    except UnknownKey:
        return None


AIMING = Aiming(SCREEN, "norm_1000", read_key, POINTER)


def _aim(x, y, name):
    return Aim(ScreenPoint(x, y), Element(name, source="model"))


SAVE = _aim(2420, 350, "Save")


@pytest.mark.parametrize(
    ("call", "action"),
    [
        (tools.ClickDesktop("Save", 500, 500), actions.Click(SAVE)),
        (tools.ClickDesktop("Save", 500, 500, "right"), actions.Click(SAVE, "right")),
        (tools.ClickElement("Save", 500, 500), actions.Click(SAVE)),
        (tools.DoubleClickDesktop("Save", 500, 500), actions.Click(SAVE, count=2)),
        (tools.MoveToDesktop("Save", 500, 500), actions.Move(SAVE)),
        (tools.MoveToDesktop("", 0, 0), actions.Move(_aim(1920, 100, ""))),
        (tools.MoveToDesktop("", 1000, 1000), actions.Move(_aim(2919, 599, ""))),
        (
            tools.DragToDesktop("Save", 500, 500),
            actions.Drag((POINTER, ScreenPoint(2420, 350)), destination=SAVE.element),
        ),
        (
            tools.DragAndDrop("Save", 500, 500, 0, 0, ("ctrl", "Shift")),
            actions.Drag(
                (ScreenPoint(2420, 350), ScreenPoint(1920, 100)),
                modifiers=("ctrl", "shift"),
                origin=SAVE.element,
            ),
        ),
        (tools.ScrollDesktop("Save", 500, 500, "down", 30), actions.Scroll("down", 30, SAVE)),
        (tools.Scroll("left"), actions.Scroll("left", 5)),
        (tools.MouseDownDesktop("middle"), actions.ButtonDown(Aim(POINTER), "middle")),
        (tools.MouseUpDesktop(), actions.ButtonUp(Aim(POINTER), "left")),
        (
            tools.WriteDesktop("a\nb", True, True),
            actions.Write("a\nb", overwrite=True, press_enter=True),
        ),
        (tools.WriteDesktop("a"), actions.Write("a")),
        (
            tools.WriteAtDesktop("a", "Save", 500, 500, False, True),
            actions.Write("a", SAVE, overwrite=True),
        ),
        (tools.WriteElement("a", "Save", 500, 500), actions.Write("a", SAVE, press_enter=True)),
        (tools.KeyDownDesktop("Return"), actions.KeyDown("enter")),
        (tools.KeyUpDesktop("PgUp"), actions.KeyUp("pageup")),
        (tools.HotkeyDesktop(("ctrl", "c"), 3), actions.Hotkey(("ctrl", "c"), 3)),
        (tools.HotkeyDesktop(("Ctrl+Shift+T",)), actions.Hotkey(("ctrl", "shift", "t"))),
        (tools.HotkeyDesktop(("cmd", "space")), actions.Hotkey(("super", "space"))),
        (
            tools.HoldAndTapKeyDesktop(("shift",), ("end", "arrow_down")),
            actions.HoldAndTap(("shift",), ("end", "down")),
        ),
        (tools.GoBack(), actions.Hotkey(("alt", "left"))),
        (tools.Refresh(), actions.Hotkey(("f5",))),
        (tools.WaitDesktop(2.5), actions.Wait(2.5)),
        (tools.Wait(), actions.Wait(2.0)),
        (
            tools.UpdatePlan(
                tuple(tools.Goal(s, s) for s in ("done", "running", "todo", "failed"))
            ),
            actions.Plan(
                (
                    actions.Goal("done", "done"),
                    actions.Goal("running", "current"),
                    actions.Goal("todo", "open"),
                    actions.Goal("failed", "dropped"),
                )
            ),
        ),
        (tools.AskUser("Which?"), actions.Ask("Which?")),
        (tools.Answer("It is 42."), actions.Answer("It is 42.")),
        (
            tools.Answer(f" {INFEASIBLE} No such file."),
            actions.Answer("No such file.", "infeasible"),
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_call_becomes_the_action_that_it_asks_for(call, action):
    assert to_intent(call, AIMING) == action


def test_every_tool_of_every_contract_is_told_apart():
    offered = {*tools.TWELVE_TOOLS, *tools.SIXTEEN_TOOLS, *tools.NINE_ACTIONS, tools.AskUser}
    assert offered == set(tools.ToolCall.__args__)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (tools.ClickDesktop("", 1001, 5), r"the point 1001, 5 is outside the picture: 0\.\.1000"),
        (tools.ClickDesktop("", 5, -1), "the point 5, -1 is outside"),
        (tools.DragAndDrop("", 5, 5, 5, 2000), "the point 5, 2000 is outside"),
        (tools.KeyDownDesktop("hyper"), "there is no key 'hyper'"),
        (tools.KeyDownDesktop("ctrl+c"), r"'ctrl\+c' is 2 keys, one is expected"),
        (tools.HotkeyDesktop(("ctrl", "control")), r"ctrl\+ctrl names a key twice"),
        (tools.HotkeyDesktop(("ctrl", "")), "there is no key ''"),
        (tools.HotkeyDesktop(tuple("abcdefg")), "hotkey_desktop cannot be done: .*length <= 6"),
        (tools.DragAndDrop("", 5, 5, 6, 6, ("a",)), "only ctrl, shift, alt, super can be held"),
        (tools.Goto("https://example.org"), "goto cannot be done here in one step; click the addr"),
        (tools.Restart(), "restart cannot be done here in one step"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name_and_never_bent(call, words):
    with pytest.raises(ActionParseError, match=words):
        to_intent(call, AIMING)


@pytest.mark.parametrize(
    "call", [tools.DragToDesktop("", 5, 5), tools.MouseDownDesktop(), tools.MouseUpDesktop()]
)
def test_a_call_that_begins_at_the_pointer_is_refused_while_nobody_knows_where_it_is(call):
    with pytest.raises(ActionParseError, match="which is not known; move it first"):
        to_intent(call, replace(AIMING, pointer=None))


@pytest.mark.parametrize(
    ("space", "x", "y"),
    [
        ("norm_1000", 250, 500),
        ("fraction", 0.25, 0.5),
        ("source_px", 250, 250),
        ("canvas_px", 256, 256),
    ],
)
def test_the_same_place_is_found_in_every_space(space, x, y):
    action = to_intent(tools.MoveToDesktop("", x, y), replace(AIMING, space=space))
    assert action.at.point == ScreenPoint(2170, 350)
