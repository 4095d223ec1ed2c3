"""A script of twice as many steps is twice the work, so that one of 10,000 steps is written in seconds.

Work is counted in lines that are run, in each module for itself: what is slow in one is not lost
among what is done for every character in another.
"""

import sys
from collections import Counter
from pathlib import Path

from automation.macros import names, script
from automation.macros.macro import (
    Box,
    Call,
    Click,
    ForEach,
    Group,
    If,
    Macro,
    Param,
    Place,
    Shows,
    Target,
    Type,
)
from automation.macros.names import Names, same_name
from automation.macros.play.linking import Linked, Source
from automation.macros.script.script_writer import written
from tests.fakes.macro_world import NoImages

FOLDERS = (str(Path(script.__file__).parent), names.__file__)
STEPS = 10
SMALL_LINES = 250
"""What is done once for the whole script may be more than what is done for its few steps."""


def steps(count, here=""):
    """Return that many of each kind: targets that are called alike, names, menus, blocks, calls."""
    for n in range(count):
        box = Box(x=n, y=0, w=9, h=9)
        place = Place(box=box, window=Box(x=0, y=0, w=2000, h=2000))
        near = Target(name="A", role="button", place=place)
        yield Click(id=f"a{here}{n}", target=near)
        yield Click(id=f"m{here}{n}", target=Target(name="M", role="menu_item"))
        yield Type(id=f"t{here}{n}", text="{{p}} x", target=near)
        yield Call(id=f"c{here}{n}", macro="Other", values={"p": "x {{p}}"})
        yield Group(id=f"g{here}{n}", title="G", steps=(Type(id=f"i{here}{n}", text="y"),))
        yield If(id=f"f{here}{n}", condition=Shows(text="z"), then=(Type(id=f"j{n}", text="y"),))


def linked_of(count):
    """Return a macro that goes over a table with that many steps of each kind, in it and outside."""
    over = ForEach(id="r", steps=tuple(steps(count, "r")))
    main = Macro(
        deskhand=1, name="Main", params={"p": Param()}, columns=("c",),
        steps=(over, *steps(count)),
    )  # fmt: skip
    other = Macro(
        deskhand=1, name="Other", params={"p": Param()}, steps=(Type(id="t", text="{{p}}"),)
    )
    return Linked(Source(main, NoImages()), {same_name("Other"): Source(other, NoImages())})


def work_of(act):
    """Return how many lines of each module of the scripts are run."""
    counted = Counter()

    def line(frame, event, _arg):
        counted[Path(frame.f_code.co_filename).stem] += event == "line"
        return line

    def call(frame, _event, _arg):
        return line if frame.f_code.co_filename.startswith(FOLDERS) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        act()
    finally:
        sys.settrace(before)
    return counted


def grown(act, count):
    """Return by how much the work of each module grows when there is twice as much to do."""
    once, twice = work_of(lambda: act(count)), work_of(lambda: act(2 * count))
    return {name: n / once[name] for name, n in twice.items() if n > SMALL_LINES}


def test_work_grows_with_the_steps_and_not_with_their_square():
    found = grown(lambda count: written(linked_of(count), "made.py"), STEPS)
    assert {"python_source", "script_writer", "names"} <= set(found)
    assert max(found.values()) < 2.05, found


def test_a_name_that_thousands_have_is_found_without_trying_all_before():
    def named(count):
        made = Names()
        assert len({made.constant("Save") for _ in range(count)}) == count

    assert grown(named, 500)["names"] < 2.05


def test_work_that_grows_with_the_square_is_seen():
    taken = Names()

    def named(count):
        for _ in range(count):
            taken._numbers.clear()
            taken.constant("Save")

    assert grown(named, 60)["names"] > 3
