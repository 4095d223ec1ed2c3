"""The checks of an open macro say what the checks of the whole say, and look only at what was changed."""

import msgspec
import pytest

from automation.core.errors import MacroError
from automation.macros.checks import check
from automation.macros.edit import checking
from automation.macros.edit.checking import Checker
from automation.macros.edit.document import Document
from automation.macros.edit.tree import Spot
from automation.macros.macro import (
    Call,
    Click,
    Clipboard,
    Compares,
    ForEach,
    Group,
    If,
    Keys,
    Macro,
    Param,
    Target,
    Type,
    Wait,
    Window,
)
from tests.fakes.macro_samples import png

ODD = Macro(
    deskhand=1,
    name="Odd",
    params={
        "used": Param(),
        "unused": Param(type="choice"),
        "mail": Param(type="secret"),
        "double": Param(),
    },
    columns=("item", "double", "idle"),
    steps=(
        Type(id="a", text="{{used}} {{nobody}}"),
        Type(id="b", text="{{item}}"),
        Type(id="c", text="the {{mail}}"),
        Group(
            id="g",
            title="{{no name}}",
            off=True,
            steps=(Click(id="d", target=Target()), ForEach(id="f", steps=(Wait(id="w"),))),
        ),
        ForEach(
            id="rows",
            steps=(
                Type(id="e", text="{{item}}"),
                If(
                    id="i",
                    condition=Compares(param="who", equals="{{ odd"),
                    then=(ForEach(id="inner", steps=()),),
                    otherwise=(Keys(id="k", keys=("ctrl",)),),
                ),
            ),
        ),
        Click(id="h", target=Target(press=(1, 1))),
        Window(id="j", op="close"),
        Clipboard(id="l", op="copy", text="${secret:x} y"),
    ),
)


def told(problems):
    return sorted((one.reason, one.advice, one.is_note) for one in problems)


def no_image(path):
    raise MacroError(f"the picture {path} is missing")


def checker():
    return Checker(no_image, no_image)


def test_what_is_said_in_pieces_is_what_is_said_of_the_whole():
    found = checker().problems(ODD)
    assert told(found) == told(check(ODD))
    assert len(found) > 12
    places = {one.reason: one.where for one in found}
    assert places["a for_each stands inside another, and there is one table"] == "step inner"
    assert places["it is not used"] in ("param unused", "param double")


def test_what_is_said_after_each_edit_is_what_is_said_of_the_whole():
    document, eye = Document(ODD), checker()
    edits = (
        lambda: document.remove(["e"]),
        lambda: document.move(["a", "b"], Spot("rows")),
        lambda: document.set_off(["g"], False),
        lambda: document.set_param("nobody", Param(type="secret")),
        lambda: document.change(Type(id="a", text="fine")),
        lambda: document.rename_param("used", "spent"),
        lambda: document.ungroup("g"),
        lambda: document.change(Group(id="rows", title="No table", steps=())),
        lambda: document.set_header(columns=["item", "other"]),
        lambda: document.remove([row.id for row in document.rows]),
        document.undo,
    )
    for edit in edits:
        edit()
        assert told(eye.problems(document.macro)) == told(check(document.macro))
        fresh = checker().problems(document.macro)
        assert fresh == eye.problems(document.macro), "in the same order, too"


def test_only_steps_that_were_changed_are_looked_at_again(monkeypatch):
    steps = tuple(Type(id=f"s-{n}", text=f"{{{{p}}}} {n}") for n in range(200))
    document = Document(Macro(deskhand=1, name="m", steps=steps, params={"p": Param()}))
    looked_at = []

    def counted(macro):
        looked_at.append(sum(len(getattr(one, "steps", (one,))) for one in macro.steps))
        return check(macro)

    monkeypatch.setattr(checking, "check", counted)
    eye = checker()
    slices = 1
    while not eye.look(document.macro, 30):
        slices += 1
    assert (slices, sum(looked_at), max(looked_at)) == (7, 200, 30)
    looked_at.clear()
    document.comment("s-5", "x")
    document.move(["s-9"], Spot())
    assert eye.problems(document.macro) == ()
    assert sum(looked_at) == 2, "the step, and one that stands for all names"
    document.set_param("q", Param())
    looked_at.clear()
    eye.problems(document.macro)
    assert sum(looked_at) == 201, "what names stand for has changed"


def test_pictures_and_calls_are_looked_at_too():
    target = Target(name="x", image="img/a.png", press=(500, 1))
    call = Call(id="call", macro="other", values={"no": "x"})
    off = Call(id="off", macro="nowhere", off=True)
    macro = Macro(deskhand=1, name="m", steps=(Click(id="c", target=target), call, off))
    images = {}
    other = Macro(deskhand=1, name="other", steps=(Wait(id="w", seconds=1),))

    def read(path):
        return images[path] if path in images else no_image(path)

    eye = Checker(read, lambda _name: other)
    first = eye.problems(macro)
    assert [one.where for one in first] == ["step c: target: image", "step call: values: no"]
    assert eye.of_step("call") == first[1:]
    images["img/a.png"] = png()
    eye.forget_image("img/a.png")
    (outside, _call) = eye.problems(macro)
    assert "the pixel 500, 1 is outside the picture" in str(outside)
    repaired = msgspec.structs.replace(macro, steps=macro.steps[2:])
    assert eye.problems(repaired) == ()


@pytest.mark.parametrize("depth", [17, 18])
def test_blocks_that_stood_too_deep_in_the_file_are_told(depth):
    step = Wait(id="w", seconds=1)
    for n in range(depth - 1):
        step = Group(id=f"g-{n}", title="", steps=(step,))
    macro = Macro(deskhand=1, name="m", steps=(step,))
    assert told(checker().problems(macro)) == told(check(macro))
