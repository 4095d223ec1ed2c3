"""What is written is read back as what it was; what was written by hand keeps its meaning."""

import json

import jsonschema
import msgspec
import pytest
import yaml
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from automation.core.errors import MacroError
from automation.macros import checks
from automation.macros.codec import Texts, read, schema, write
from automation.macros.images import image_paths
from automation.macros.macro import Macro, Type, Wait
from automation.macros.problems import BadMacro
from automation.macros.trust import digest
from automation.macros.walk import OddPlaceholder, escape, fill, names, pieces
from automation.macros.yaml_file import emit, read_tree
from tests.fakes.macro_samples import INVOICE, invoice, macros, texts
from tests.slow import examples

ROOMY = settings(
    deadline=None,
    max_examples=examples(40),
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
"""A macro is a large thing to draw: what breaks one is shown as it was drawn, not made smaller."""
VALIDATOR = jsonschema.Draft202012Validator(schema())
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**18), 10**18), st.floats(allow_nan=False, allow_infinity=False), texts()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts(1), inner, max_size=4)),
    max_leaves=20,
)  # fmt: skip


@ROOMY
@given(macros())
def test_every_macro_is_read_back_as_it_was(macro):
    data = write(macro)
    again = read(data)
    assert again == macro
    assert write(again) == data


@settings(deadline=None, max_examples=examples(150))
@given(macros(), macros())
def test_what_was_written_before_changes_no_byte(first, second):
    texts_before = Texts()
    for macro in (first, second, first):
        assert write(macro, texts_before) == write(macro)


@settings(deadline=None, max_examples=examples(100))
@given(macros(), macros(), st.integers(1, 4))
def test_texts_that_are_made_bit_by_bit_are_what_is_written(first, second, most):
    assume(len({step.id for step in second.steps}) == len(second.steps))
    made = Texts()
    write(first, made)
    for _ in range(len(second.steps) // most):
        made.make(second, most)
    assert made.make(second, most)
    assert write(second, made) == write(second)


def test_a_step_that_no_file_can_hold_is_left_to_the_writing():
    bad = Type(id="bad", text="\x00")
    macro = Macro(deskhand=1, name="Bad", steps=(bad, Wait(id="wait", seconds=1)))
    texts_made = Texts()
    assert texts_made.make(macro, 1)
    with pytest.raises(MacroError, match="cannot be kept"):
        write(macro, texts_made)


@given(st.dictionaries(texts(1), VALUES, max_size=4))
def test_every_plain_value_is_read_back_as_it_was(values):
    tree = read_tree(emit(values).encode())
    assert tree.problems == ()
    assert tree.data == values
    assert json.dumps(tree.data, sort_keys=True) == json.dumps(_whole(values), sort_keys=True)


def _whole(value):
    """Write numbers as the file does: 5.0 as 5."""
    match value:
        case float() if value.is_integer() and abs(value) < 1e15:
            return int(value)
        case dict():
            return {key: _whole(each) for key, each in value.items()}
        case list():
            return [_whole(each) for each in value]
        case _:
            return value


@settings(deadline=None, max_examples=examples(150))
@given(texts(most=500))
def test_other_readers_of_yaml_find_the_same_text(text):
    """Whoever opens the file with another tool sees the text that we mean."""
    found = yaml.safe_load(emit({"a": text, "b": [text]}))
    assert found == {"a": text, "b": [text]}


@ROOMY
@given(macros())
def test_the_published_schema_takes_every_macro(macro):
    VALIDATOR.validate(json.loads(msgspec.json.encode(macro)))


@settings(deadline=None, max_examples=examples(150))
@given(st.data())
def test_the_published_schema_takes_and_refuses_what_the_reader_does(data):
    """One value of a sound file is replaced by any other."""
    tree = json.loads(msgspec.json.encode(invoice()))
    place, key = _somewhere(tree, data)
    place[key] = data.draw(VALUES)
    try:
        msgspec.convert(tree, Macro, strict=True)
        is_taken = True
    except msgspec.ValidationError:
        is_taken = False
    if _holds_whole_float(place[key]):
        return  # JSON Schema takes 1.0 for a whole number, our reader does not
    assert VALIDATOR.is_valid(tree) == is_taken


def _holds_whole_float(value):
    match value:
        case float():
            return value.is_integer()
        case dict():
            return any(_holds_whole_float(each) for each in value.values())
        case list():
            return any(_holds_whole_float(each) for each in value)
        case _:
            return False


def _somewhere(tree, data):
    """Return a place in the values: what holds it, and its key."""
    holder, key = None, None
    here = tree
    while isinstance(here, dict | list) and here:
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        holder, here = here, here[key]
        if data.draw(st.booleans()):
            break
    return holder, key


@ROOMY
@given(macros())
def test_the_checks_take_any_macro(macro):
    for finding in checks.check(macro):
        assert finding.path
        assert finding.reason


@ROOMY
@given(macros())
def test_a_digest_is_the_same_for_the_same_content(macro):
    def _read(path):
        return path.encode()

    assert digest(read(write(macro)), _read) == digest(macro, _read)
    for path in image_paths(macro):
        assert digest(macro, lambda one, path=path: b"" if one == path else one.encode()) != digest(
            macro, _read
        )


@settings(deadline=None, max_examples=examples(150))
@given(texts(), texts(), texts())
def test_a_value_is_put_in_as_it_is(before, value, after):
    text = f"{escape(before)}{{{{name}}}}{escape(after)}"
    assert names(text) == ("name",)
    assert fill(text, {"name": value}) == before + value + after
    assert fill(escape(before), {}) == before


@pytest.mark.parametrize(
    "text",
    ["{{name}}", "{{{{", "{{", "{{{", "{{{name}}}", "}}", "{", "x{{ name }}y", "{{{{{name}}"],
)
def test_braces_that_are_meant_as_they_are_come_back(text):
    assert pieces(escape(text)) == (text,)
    assert (
        fill(f"{escape(text)}{{{{name}}}}{escape(text)}", {"name": "{{name}}"})
        == f"{text}{{{{name}}}}{text}"
    )


@settings(deadline=None, max_examples=examples(150))
@given(st.text(alphabet="{} na", max_size=14))
def test_braces_are_read_in_one_way_or_refused(text):
    try:
        found = pieces(text)
    except OddPlaceholder:
        assert "{{" in text
        return
    assert "{{" in text or found in ((text,), ())


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "--- \n", "# hello\n\n"])
def test_line_ends_marks_and_comments_change_nothing(start, ending):
    data = (start + INVOICE).replace("\n", ending).encode()
    assert read(data) == invoice()


def test_the_sample_survives_writing():
    assert read(write(invoice())) == invoice()
    with pytest.raises(BadMacro):
        read(write(invoice()).replace(b"id: save", b"id: save\n    nmae: x"))
