"""A typed command becomes the step that it says, or is refused with what to do; sentences and frames."""

import pytest

from app.gui.macros.editor.add_step import NoStep, steps_of
from app.gui.macros.editor.rows import in_picture, pieces_of, pressed_at, sentence_of, ways_of
from automation.core.geometry import Rect, ScreenPoint
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.macro import Box, Macro, Place, Target
from tests.gui.sample_macro import step_report


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("click Save", "Click Save"),
        ("double click File", "Double-click File"),
        ("right-click the Report row", "Right-click row Report"),
        ("write Anna into Name", "Type “Anna” into field Name"),
        ("write {{vendor}} into Vendor", "Type {{vendor}} into field Vendor"),
        ("type ${secret:mail} into Password", "Type the secret “mail” into password Password"),
        ("press Ctrl+S", "Press Ctrl+S"),
        ("press Save", "Click Save"),
        ("scroll down", "Scroll down 5"),
        ("drag a onto b", "Drag a to b"),
        ("check that Done is shown", "Check that “Done” is shown"),
        ("switch to Firefox", "Switch to “*Firefox*”"),
        ("tick Send copy", "If Send copy holds “off”"),
        ("wait 2 s", "Wait 2 s"),
        ("copy", "Copy"),
    ],
)
def test_a_command_becomes_the_step_that_it_says(words, sentence):
    (step,) = steps_of(words)
    assert sentence_of(step) == sentence


def test_what_a_command_makes_can_be_kept():
    words = "click Save, write Anna into Name, press Ctrl+S and then tick Send copy"
    steps = steps_of(words)
    assert len(steps) == 4
    assert refusals(Macro(deskhand=1, name="x", steps=steps)) == ()


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        ("copy Total with Ctrl+C", ["Click Total", "Press Ctrl+C"]),
        ("turn off Ruler in the View menu", ["Click View", "If Ruler holds “on”"]),
        ("select cells B1 to B7", ["Click B1", "Shift+click B7"]),
        (
            "search for Miete in the Suche box",
            ["Type “Miete” into field Suche, replacing what is there", "Press Enter"],
        ),
    ],
)
def test_a_command_of_several_steps_leaves_none_out(words, sentences):
    assert [sentence_of(step) for step in steps_of(words)] == sentences


def test_a_row_and_a_container_go_along():
    (edit,) = steps_of("click the Edit button in the Ostsee row")
    assert (edit.target.name, edit.target.role, edit.target.row) == ("Edit", "button", ("Ostsee",))
    (ok,) = steps_of("click OK in the Print dialog")
    assert (ok.target.name, ok.target.within) == ("OK", "Print")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("click at 100, 200", "names a pixel"),
        ("click the second Edit button", "counts things that look alike"),
        ("hold shift", "depends on the screen"),
        ("blabla foo", "begins with no verb"),
        ("click Save and then hold shift", "depends on the screen"),
    ],
)
def test_what_needs_a_screen_is_refused_and_says_so(words, reason):
    with pytest.raises(NoStep, match=reason):
        steps_of(words)


def test_names_are_bold_and_parameters_chips():
    step = grammar.Type(id="t", text="{{a}} and b", target=Target(name="Field", role="field"))
    looks = [(piece.text, piece.look) for piece in pieces_of(step) if piece.text.strip()]
    assert ("{{a}}", "param") in looks
    assert ("Field", "name") in looks
    assert (" and b", "plain") in looks


def _target():
    place = Place(
        box=Box(x=10, y=20, w=100, h=30), window=Box(x=0, y=0, w=800, h=600), press=(40, 12)
    )
    return Target(name="Save", image="img/a.png", press=(80, 32), place=place)


def test_the_box_stays_where_it_is_when_another_pixel_is_pressed():
    target = _target()
    moved = pressed_at(target, (160, 64), ScreenPoint(90, 30))
    assert in_picture(target, (160, 64)).box == Rect(40, 20, 100, 30)
    assert in_picture(moved, (160, 64)).box == Rect(40, 20, 100, 30)
    assert (moved.press, moved.place.press) == ((90, 30), (50, 10))
    assert pressed_at(target, (160, 64), ScreenPoint(999, -5)).press == (159, 0)


def test_the_ways_tell_how_far_the_last_run_went_down():
    told = step_report("s", rung="image", find_ms=30.0)
    ways = ways_of(_target(), "ask_me", told)
    assert [(way.rung, way.state) for way in ways] == [
        ("tree", "no match"),
        ("image_near", "no match"),
        ("image", "matched"),
        ("text", "not tried"),
        ("user", "not tried"),
    ]


def test_the_model_is_a_way_where_a_macro_says_nothing_and_none_for_a_risky_step():
    assert "model" in [
        way.rung for way in ways_of(_target(), Macro(deskhand=1, name="x").on_mismatch)
    ]
    asked = [way.rung for way in ways_of(_target(), "ask_model", risk="effect")]
    assert ("model" in asked, asked[-1]) == (False, "user")
