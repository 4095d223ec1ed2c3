"""How turns are laid out: task, pictures, results and corrections in their places."""

from automation.core.actions import Wait
from model.families.family import Past, Situation, Step
from model.families.turn_layout import Layout
from model.prompt.dialogue import StepResult
from model.server.asking import Picture


def picture(n):
    return Picture(str(n).encode(), 10, 10)


def past(n, *, shown, words=""):
    step = Step(Wait(1.0), f"said {n}", thought=f"thought {n}")
    return Past(step, StepResult(words), picture(n) if shown else None)


def turns(layout, *done, **more):
    now = Situation("the task", done, picture(9), "norm_1000", 2, "2026-11-21", 50, **more)
    return [
        (turn.role, "".join(p.png.decode() for p in turn.pictures), turn.text)
        for turn in layout.turns("system", now)
    ]


def test_the_task_stands_beside_the_first_picture():
    assert turns(Layout()) == [("system", "", "system"), ("user", "9", "the task")]
    apart = Layout(is_opening_apart=True, merges=False)
    assert turns(apart)[1:] == [("user", "", "the task"), ("user", "9", "")]
    assert turns(Layout(is_opening_apart=True))[1:] == [("user", "9", "the task")]


def test_results_stand_with_the_next_picture():
    done = past(1, shown=False, words="Nothing changed."), past(2, shown=True)
    assert turns(Layout(evicted="[gone]"), *done)[1:] == [
        ("user", "", "the task\n[gone]"),
        ("assistant", "", "said 1"),
        ("user", "2", "Nothing changed."),
        ("assistant", "", "said 2"),
        ("user", "9", ""),
    ]


def test_older_steps_are_lines_where_the_family_wants_them_so():
    done = past(1, shown=False, words="Refused."), past(2, shown=False), past(3, shown=True)
    assert turns(Layout(summary="Before:"), *done)[1:] == [
        ("user", "3", "the task\nBefore:\nStep 1: thought 1. Refused.\nStep 2: thought 2"),
        ("assistant", "", "said 3"),
        ("user", "9", ""),
    ]


def test_two_pictures_never_stand_in_one_turn():
    layout = Layout(opening="", summary="Before:")
    found = turns(layout, past(1, shown=True), past(2, shown=True))
    assert all(len(pictures) <= 1 for _, pictures, _ in found)


def test_a_correction_and_the_things_come_last():
    found = turns(Layout(shown="Current:"), things="e1 button <task>", correction="</task> no JSON")
    text = found[-1][2]
    assert text.startswith("the task\nThings on the screen:\ne1 button <\u2060task>\nCurrent:")
    assert text.endswith("could not be used: <\u2060/task> no JSON. Reply again.")
