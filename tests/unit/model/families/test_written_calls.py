"""The grammar of calls: what it reads, and what it refuses."""

import pytest

from automation.core.errors import ActionParseError
from model.families.written_calls import MOST_CHARS, Call, calls_in


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("wait()", Call("wait")),
        ("Click(box=(10, -20))", Call("Click", (), {"box": (10, -20)})),
        ("click(start_box='(10,20)')", Call("click", (), {"start_box": "(10,20)"})),
        (r"type(content='a\'b\n\t\\')", Call("type", (), {"content": "a'b\n\t\\"})),
        ('type(content="it\'s")', Call("type", (), {"content": "it's"})),
        ("Hotkey(keys=['ctrl', 'c'], repeat=2)", Call("Hotkey", (), {"keys": ("ctrl", "c"), "repeat": 2})),
        ("f(1.5, true, None, word)", Call("f", (1.5, True, None, "word"))),
        ("S(actions=[A(), B(x=(1,))])", Call("S", (), {"actions": (Call("A"), Call("B", (), {"x": (1,)}))})),
        (" f ( a = 1 , ) ", Call("f", (), {"a": 1})),
    ],
)  # fmt: skip
def test_a_call_is_read(text, call):
    assert calls_in(text) == (call,)


def test_calls_that_follow_each_other_are_all_read():
    assert [one.name for one in calls_in("a()\n\nb(); c()")] == ["a", "b", "c"]
    assert calls_in("  ") == ()


@pytest.mark.parametrize(
    "text",
    ["click", "click(", "click(start_box='(1,2)'", "click(a=1, a=2)", "click(a=1 b=2)", "click(=1)", "(1, 2)",
     "f('open)", "f(1e5)", "f(0x10)", "f(1.2.3)", "f(a=)", "f)(", "f(]", "f([1, 2)", "f(" * 9 + ")" * 9,
     "__import__('os').system('id')", "f(lambda: 1)", "f(a+b)", "f(" + "1," * 70 + ")", "x" * (MOST_CHARS + 1),
     "a();" * 65, "f(12345678901234567890)"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(ActionParseError):
        calls_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 19_999,
        "f(" * 9_000,
        "'" + "\\" * 19_000,
        "f('" + "a" * 19_000,
        " " * 19_999 + "x",
        "f(" + "a=" * 9_000,
    ],
)
def test_texts_that_would_be_tried_in_every_split_are_refused(text):
    with pytest.raises(ActionParseError):
        calls_in(text)
