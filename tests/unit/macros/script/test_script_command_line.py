"""The command line of a written script: it can be read and told, whatever a macro's names and texts are."""

import sys

import pytest

from automation.macros.macro import Call, ForEach, Group, Macro, Param, Type
from automation.macros.names import same_name
from automation.macros.play.linking import Linked, Source
from automation.macros.script.parameters import option_words
from automation.macros.script.script_writer import written
from tests.fakes.macro_world import NoImages

STEP = Type(id="a", text="x")


def script_of(macro, *others):
    """Return the script of a macro that calls these."""
    called = {same_name(one.name): Source(one, NoImages()) for one in others}
    return written(Linked(Source(macro, NoImages()), called), "made.py").text


def a_macro(**fields):
    """Return a macro with one step."""
    return Macro(**{"deskhand": 1, "name": "Main", "steps": (STEP,), **fields})


def told(macro, monkeypatch, capsys, *others):
    """Return what the script of a macro says on `--help`."""
    names = {"__name__": "made", "__file__": "made.py"}
    exec(compile(script_of(macro, *others), "made.py", "exec"), names)
    monkeypatch.setattr(sys, "argv", ["made.py", "--help"])
    with pytest.raises(SystemExit) as left:
        names["main"]()
    assert left.value.code == 0
    return capsys.readouterr().out


def test_no_two_parameters_have_the_same_option(monkeypatch, capsys):
    names = ("rows", "param_rows", "param_rows_2", "help", "a_b")
    assert option_words(names) == {
        "rows": "param-rows-3", "param_rows": "param-rows", "param_rows_2": "param-rows-2",
        "help": "param-help", "a_b": "a-b",
    }  # fmt: skip
    said = told(a_macro(params={name: Param() for name in names}), monkeypatch, capsys)
    for word in ("--param-rows ", "--param-rows-2 ", "--param-rows-3 ", "--param-help ", "--a-b "):
        assert word in said


@pytest.mark.parametrize(
    "about", ["At 50 % of %(prog)s, 100%.", "50 %s", "%(x)s", "100%", "%%", "%(prog)"]
)
def test_what_a_macro_says_about_itself_is_shown_as_it_stands(about, monkeypatch, capsys):
    assert f"\n{about}\n" in told(a_macro(about=about), monkeypatch, capsys)


@pytest.mark.parametrize(
    "choices", [("a\nb", "c"), ("[a", "b)"), ("a (b", "c] d"), (" ", "x"), ("{,}", "100 %")]
)
def test_choices_are_told_whatever_stands_in_them(choices, monkeypatch, capsys):
    kind = Param(type="choice", choices=choices, ask="Which %(prog)s?")
    params = {"kind": kind, "long": Param(ask="x " * 60), "flag": Param(type="yes_no")}
    said = " ".join(told(a_macro(params=params), monkeypatch, capsys).split())
    assert "--kind CHOICE Which %(prog)s? (" in said
    for one in choices:
        assert f"“{' '.join(one.replace(chr(10), '↵ ').split())}”" in said


OVER = ForEach(id="r", steps=(STEP,))


@pytest.mark.parametrize(
    "steps",
    [
        (ForEach(id="r", steps=(STEP,), off=True),),
        (Group(id="g", title="G", steps=(OVER,), off=True),),
        (Call(id="c", macro="Over", off=True),),
    ],
)
def test_a_table_that_only_left_out_steps_go_over_is_not_asked_for(steps, monkeypatch, capsys):
    main, over = a_macro(steps=(STEP, *steps)), a_macro(name="Over", steps=(OVER,))
    assert "--rows" not in told(main, monkeypatch, capsys, over)
    assert "def main_(hand: Hand) -> None:" in script_of(main, over)


@pytest.mark.parametrize("steps", [(OVER,), (Call(id="c", macro="Over"),)])
def test_a_table_that_is_gone_over_is_asked_for(steps, monkeypatch, capsys):
    over = a_macro(name="Over", steps=(OVER,))
    assert "--rows" in told(a_macro(steps=steps), monkeypatch, capsys, over)
