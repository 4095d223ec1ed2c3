"""Every target of a step is found, wherever it stands, and nothing inside a block.

Names in texts: which text is one name alone, and what becomes of one that cannot be read.
"""

import pytest
from msgspec import inspect

from automation.macros import macro as grammar
from automation.macros.macro import Landmark, Target, Until
from automation.macros.play.values import BadValue, Scope, typed
from automation.macros.script.python_source import parts
from automation.macros.walk import HOLDING, only_name, targets

A, B, C, D = (
    Target(name=name, near=(Landmark(text="x", side="below", dx=0, dy=1),)) for name in "ABCD"
)
IN = (grammar.Click(id="in", target=Target(name="inside")),)


def there(target):
    return Until(condition=grammar.Exists(target=target), within_s=1.0)


@pytest.mark.parametrize(
    ("step", "found"),
    [
        (
            grammar.Drag(id="a", target=A, to=B, wait=there(C), expect=there(D)),
            [
                ("wait.condition.target", "C"),
                ("expect.condition.target", "D"),
                ("target", "A"),
                ("to", "B"),
            ],
        ),
        (
            grammar.If(id="a", condition=grammar.Holds(target=A, value="x"), then=IN, otherwise=IN),
            [("condition.target", "A")],
        ),
        (
            grammar.Repeat(id="a", times=2, until=grammar.Exists(target=A), steps=IN),
            [("until.target", "A")],
        ),
        (
            grammar.Group(id="a", title="G", steps=IN, wait=there(A)),
            [("wait.condition.target", "A")],
        ),
        (
            grammar.CheckThat(id="a", condition=grammar.Exists(target=A)),
            [("condition.target", "A")],
        ),
        (grammar.Type(id="a", text="{{x}}"), []),
        (grammar.Call(id="a", macro="M", values={"x": "y"}), []),
    ],
)
def test_targets_are_found_with_the_way_to_them(step, found):
    told = [(".".join(map(str, path)), target.name) for path, target in targets(step)]
    assert sorted(told) == sorted(found)


def holds_target(kind):
    """Tell whether a type of the grammar can hold a target, blocks left out."""
    if isinstance(kind, inspect.UnionType):
        return any(map(holds_target, kind.types))
    if isinstance(kind, inspect.StructType):
        return kind.cls is Target or any(holds_target(one.type) for one in kind.fields)
    return False


def test_every_field_that_can_hold_a_target_is_looked_into():
    kinds = inspect.type_info(grammar.Step).types
    conditions = inspect.type_info(grammar.Condition).types
    fields = [
        one for kind in (*kinds, *conditions, inspect.type_info(Until)) for one in kind.fields
    ]
    assert {one.name for one in fields if holds_target(one.type)} == HOLDING


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{{card}}", "card"), ("{{ card }}", "card"), ("{{card}} ", ""), ("{{a}}{{b}}", ""),
        ("{{{{card}}", ""), ("card", ""), ("{{card", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_text_is_one_name_or_it_is_not(text, name):
    assert only_name(text) == name


def test_what_cannot_be_read_is_refused_by_a_play_and_written_as_it_is_in_a_script():
    scope = Scope({"card": "visa"}, frozenset({"card"}))
    assert typed("{{card}}", scope) == "${secret:visa}"
    with pytest.raises(BadValue, match="begins no name of a parameter"):
        typed("{{card", scope)
    assert parts("{{card") == ("{{card",)
