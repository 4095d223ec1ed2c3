"""Steps that go into a macro with values of its own."""

import pytest

from automation.core.errors import MacroError
from automation.macros.edit.edit_operations import (
    apart,
    is_asked_for,
    is_defined_alike,
    is_unchanged,
)
from automation.macros.macro import (
    MAX_STRING_BYTES,
    Call,
    Click,
    Compares,
    If,
    Macro,
    Param,
    Target,
    Type,
)

SECRET = Param(type="secret", ask="Password")
GUEST = Param(ask="guest")


def put(params, taken, *texts, is_own=is_asked_for, columns=()):
    """Return the texts and new parameters of typed steps that are put into a macro."""
    header = Macro(deskhand=1, name="m", params=taken, columns=columns, steps=())
    steps = tuple(Type(id=f"s{n}", text=text) for n, text in enumerate(texts))
    found, fresh = apart(steps, params, header, is_own)
    return [step.text for step in found], fresh


def test_values_of_a_macro_without_any_keep_their_names():
    found = put({"secret": SECRET}, {}, "a", "{{secret}}")
    assert found == (["a", "{{secret}}"], {"secret": SECRET})


@pytest.mark.parametrize("is_own", [is_asked_for, is_defined_alike])
def test_a_secret_from_elsewhere_is_another_than_the_one_there_is(is_own):
    both = {"secret": SECRET, "secret_2": SECRET}
    found = put(both, {"secret": SECRET}, "{{secret}}", "{{secret_2}}", is_own=is_own)
    assert found == (
        ["{{secret_3}}", "{{secret_2}}"],
        {"secret_3": SECRET, "secret_2": SECRET},
    )


def test_a_secret_of_the_same_macro_is_the_same_until_it_is_changed():
    same = put({"secret": SECRET}, {"secret": SECRET}, "{{secret}}", is_own=is_unchanged)
    assert same == (["{{secret}}"], {})
    mail = Param(type="secret", ask="Mail")
    other = put({"secret": SECRET}, {"secret": mail}, "{{secret}}", is_own=is_unchanged)
    assert other == (["{{secret_2}}"], {"secret_2": SECRET})


def test_a_secret_is_not_reached_by_a_name_that_nothing_came_for():
    assert put({}, {"secret": SECRET}, "{{secret}}") == (["{{secret_2}}"], {})
    assert put({}, {"guest": GUEST}, "{{guest}}") == (["{{guest}}"], {})


def test_a_value_put_in_by_the_same_name_and_question_is_the_same():
    taken = {"guest": Param(ask="guest", default="Ann")}
    assert put({"guest": GUEST}, taken, "{{guest}}") == (["{{guest}}"], {})
    other = put({"guest": GUEST}, taken, "{{guest}}", is_own=is_defined_alike)
    assert other == (["{{guest_2}}"], {"guest_2": GUEST})
    same = put({"guest": GUEST}, {"guest": GUEST}, "{{guest}}", is_own=is_defined_alike)
    assert same == (["{{guest}}"], {})


def test_a_value_of_another_kind_and_one_called_as_a_column_are_told_apart():
    taken = {"guest": Param(type="number", ask="guest")}
    found = put({"guest": GUEST}, taken, "{{guest}}", "dear {{guest}}")
    assert found == (["{{guest_2}}", "dear {{guest_2}}"], {"guest_2": GUEST})
    found = put({"guest": GUEST}, {}, "{{guest}}", columns=("guest",))
    assert found == (["{{guest_2}}"], {"guest_2": GUEST})


@pytest.mark.parametrize(
    "own", [GUEST, Param(ask="Password"), Param(type="choice", choices=("a",))]
)
def test_what_was_typed_as_a_secret_is_never_a_value_that_is_asked_for_in_the_open(own):
    found = put({"secret": SECRET}, {"secret": own}, "{{secret}}")
    assert found == (["{{secret_2}}"], {"secret_2": SECRET})


def test_recorded_values_leave_those_of_their_names_as_they_are():
    own = {"secret": SECRET, "text": Param(ask="What to type into “mail”"), "secret_2": GUEST}
    coming = {"secret": Param(ask="Password"), "secret_2": SECRET, "text": Param(ask="Text")}
    found = put(coming, own, "{{secret}}", "{{secret_2}}", "{{text}}")
    assert found == (
        ["{{secret_3}}", "{{secret_2_2}}", "{{text_2}}"],
        {"secret_3": coming["secret"], "secret_2_2": SECRET, "text_2": coming["text"]},
    )


def test_every_kind_of_step_takes_the_other_name_inside_blocks_too():
    inside = (
        Click(id="c", target=Target(name="Pay {{secret}}")),
        Call(id="o", macro="Other", values={"secret": "{{secret}}"}),
    )
    whole = If(id="i", condition=Compares(param="secret", equals="{{secret}}"), then=inside)
    header = Macro(deskhand=1, name="m", params={"secret": SECRET}, steps=())
    (found,), fresh = apart((whole,), {"secret": SECRET}, header, is_defined_alike)
    assert fresh == {"secret_2": SECRET}
    assert (found.condition.param, found.condition.equals) == ("secret_2", "{{secret_2}}")
    assert found.then[0].target.name == "Pay {{secret_2}}"
    assert found.then[1].values == {"secret": "{{secret_2}}"}


def test_other_names_and_texts_stay_as_long_as_they_may_be():
    name = "n" * 40
    found = put({name: SECRET}, {name: SECRET}, f"{{{{{name}}}}}")
    assert found == ([f"{{{{{name[:38]}_2}}}}"], {f"{name[:38]}_2": SECRET})
    longest = "{{a}}" * (MAX_STRING_BYTES // 5)
    with pytest.raises(MacroError, match="too long with another name"):
        put({"a": SECRET}, {"a": SECRET}, longest)
