"""One reply is one action: chords and drags are put together, holds are refused, the rest is dropped."""

import pytest

from automation.core.actions import (
    Aim,
    ButtonDown,
    ButtonUp,
    Click,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Move,
    Write,
)
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from model.families.sequence import first_of

HERE, THERE = Aim(ScreenPoint(1, 2)), Aim(ScreenPoint(50, 60))
DOWN, UP = KeyDown("shift"), KeyUp("shift")


@pytest.mark.parametrize(
    ("actions", "action", "dropped"),
    [
        ([Click(HERE)], Click(HERE), 0),
        ([Click(HERE), Write("a"), Hotkey(("enter",))], Click(HERE), 2),
        ([KeyDown("ctrl"), Hotkey(("c",)), KeyUp("ctrl")], Hotkey(("ctrl", "c")), 0),
        ([KeyDown("ctrl"), KeyDown("alt"), Hotkey(("t",)), KeyUp("alt"), KeyUp("ctrl"), Click(HERE)],
         Hotkey(("ctrl", "alt", "t")), 1),
        ([DOWN, UP], Hotkey(("shift",)), 0),
        ([KeyDown("alt"), Hotkey(("tab",), 3), KeyUp("alt")], HoldAndTap(("alt",), ("tab",) * 3), 0),
        ([DOWN, Hotkey(("a",)), Hotkey(("b",)), UP], HoldAndTap(("shift",), ("a", "b")), 0),
        ([DOWN, Click(HERE), UP], Click(HERE, modifiers=("shift",)), 0),
        ([ButtonDown(HERE), ButtonUp(HERE)], Click(HERE), 0),
        ([ButtonDown(HERE), Move(THERE), ButtonUp(THERE), Write("a")], Drag((HERE.point, THERE.point)), 1),
        ([ButtonDown(HERE, "right"), ButtonUp(THERE, "right")], Drag((HERE.point, THERE.point), "right"), 0),
        ([Move(HERE), Drag((HERE.point, THERE.point))], Drag((HERE.point, THERE.point)), 0),
        ([Move(HERE), Drag((THERE.point, HERE.point))], Move(HERE), 1),
    ],
)  # fmt: skip
def test_the_first_action_is_done_and_the_rest_counted(actions, action, dropped):
    assert first_of(actions) == (action, dropped)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([], "no action"),
        ([DOWN], "shift would stay held down"),
        ([DOWN, Hotkey(("a",))], "would stay held down"),
        ([DOWN, Hotkey(("a",)), KeyUp("ctrl")], "would stay held down"),
        ([KeyDown("ctrl"), DOWN, KeyUp("ctrl")], r"ctrl\+shift would stay held down"),
        ([UP], "nothing is held down"),
        ([ButtonUp(HERE)], "nothing is held down"),
        ([ButtonDown(HERE)], "left button would stay held down"),
        ([ButtonDown(HERE), ButtonUp(HERE, "right")], "left button would stay held down"),
        ([ButtonDown(HERE), Write("a"), ButtonUp(HERE)], "left button would stay held down"),
        ([DOWN, Write("a"), UP], "only keys, one click or one drag"),
        ([DOWN, Click(HERE), Click(THERE), UP], "only keys, one click or one drag"),
        ([KeyDown("a"), Click(HERE), KeyUp("a")], "only keys, one click or one drag"),
        ([KeyDown(k) for k in "abcde"] + [KeyUp(k) for k in "abcde"], "5 keys are held"),
        ([Click(HERE)] * 65, "65 actions"),
    ],
)  # fmt: skip
def test_what_would_outlast_the_reply_is_refused(actions, words):
    with pytest.raises(ActionParseError, match=words):
        first_of(actions)
