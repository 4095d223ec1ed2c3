"""What a run typed after a step that its macro leaves off or out is off too."""

from automation.core import actions as a
from automation.core.actions import Aim
from automation.core.geometry import ScreenPoint
from automation.macros.compile.writing import UNNAMED
from automation.macros.effects import ASTRAY
from tests.unit.macros.compile.sample_run import click, keys, made, step, thing, where, write

NOWHERE = Aim(ScreenPoint(150, 110))
PASSWORD = thing("Password", "password")


def said(compiled):
    return [(type(s).__name__, s.off, s.comment) for s in compiled.macro.steps]


def test_text_and_enter_after_a_click_that_nothing_tells_of_are_off():
    compiled = made(
        click(1), step(2, a.Click(NOWHERE)), step(3, a.Write("4711")), keys(4, "enter"),
        write(5, "x"), keys(6, "enter"),
    )  # fmt: skip
    assert said(compiled) == [
        ("Click", False, ""),
        ("Click", True, UNNAMED),
        ("Type", True, ASTRAY),
        ("Keys", True, ASTRAY),
        ("Type", False, ""),
        ("Keys", False, ""),
    ]
    assert compiled.notes == ("3 of 6 steps are switched off until you look at them.",)


def test_text_after_a_text_whose_field_nothing_tells_of_is_off():
    compiled = made(step(1, a.Write("4711", NOWHERE)), step(2, a.Write("abc")))
    assert [off for _, off, _ in said(compiled)] == [True, True]


def test_a_window_that_is_brought_to_the_front_ends_it():
    compiled = made(
        step(1, a.Click(NOWHERE)), step(2, a.Window("activate", 7, "Bills")), keys(3, "enter")
    )
    assert [off for _, off, _ in said(compiled)] == [True, False, False]


def test_text_after_a_key_that_no_macro_can_hold_is_off():
    """A Tab in a password field is not kept; what was typed after it would go into that field."""
    compiled = made(
        write(1, "${secret:mail}", PASSWORD),
        keys(2, "secret", place=where(element=PASSWORD)),
        step(3, a.Write("4711")),
    )
    assert [d.n for d in compiled.dropped] == [2]
    assert [(kind, off) for kind, off, _ in said(compiled)] == [("Type", False), ("Type", True)]
