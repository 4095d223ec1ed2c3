"""The tools: what they take, the words that they become, and what is refused."""

import anyio
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mcp.server.lowlevel import Server

from app.mcp.server import (
    TOOLS,
    Choose,
    Do,
    Key,
    Press,
    Scroll,
    SetValue,
    ToolServer,
    TypeText,
    schema_of,
    sentence_of,
)
from app.task_text import TaskRefused
from automation.commands.forms import Type
from automation.commands.grammar import parse
from automation.commands.policy import CommandsPolicy
from tests.desktop.mcp_rig import texts

QUOTES = "\"'“”„«»\u2018\u2019"


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (Do("click Save", "w"), "click Save"),
        (Press("e14", "w"), "click e14"),
        (Press("e14", "w", "double-click"), "double-click e14"),
        (Press("e14", "w", "turn off"), "turn off e14"),
        (TypeText("Ada", "w"), 'type "Ada"'),
        (TypeText('say "no"', "w", "e2"), 'type “say "no"” into e2'),
        (SetValue("e3", "7", "w"), 'set e3 to "7"'),
        (Choose("e4", "Berlin", "w"), 'choose "Berlin" in e4'),
        (Scroll("down", "w"), "scroll down"),
        (Scroll("up", "w", "e9"), "scroll up in e9"),
        (Key("Ctrl+S", "w"), "press Ctrl+S"),
    ],
)
def test_a_step_is_an_instruction_that_is_understood(step, sentence):
    assert sentence_of(step) == sentence
    assert len(CommandsPolicy.preview(sentence)) == 1


@pytest.mark.parametrize("text", ['"“«„', '"«”'])
def test_a_text_in_which_every_mark_stands_is_refused_and_never_typed_in_part(text):
    with pytest.raises(TaskRefused):
        sentence_of(TypeText(text, "w"))


@given(st.text(alphabet=QUOTES + " aT\n\\$,;.{}", min_size=1, max_size=30))
def test_whatever_a_text_holds_it_is_typed_as_it_is_or_refused(text):
    try:
        sentence = sentence_of(TypeText(text, "w", "e2"))
    except TaskRefused:
        assert all({*text} & {*marks} for marks in ('"', "“”", "«»"))
        return
    (clause,) = parse(sentence).clauses
    first = clause.forms[0]
    assert isinstance(first, Type)
    assert (first.text, first.target.ref) == (text, "e2")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_schema_is_valid_and_whole(tool):
    schema = schema_of(tool.arguments)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert "$ref" not in str(schema)


def called(name, arguments):
    tools = ToolServer("ask")
    server = Server("t", on_list_tools=tools.list_tools, on_call_tool=tools.call_tool)

    async def use():
        async with Client(server) as client:
            return await client.call_tool(name, arguments)

    return anyio.run(use), tools


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("nothing", {}, "no tool nothing"),
        ("do", {"task": "click Save"}, "missing required field `intent`"),
        ("do", {"task": "click Save", "intent": "w", "approve": "auto"}, "unknown field `approve`"),
        ("press", {"ref": "Save", "intent": "w"}, "matching regex"),
        ("key", {"keys": "Enter, then click Pay", "intent": "w"}, "matching regex"),
        ("wait", {"handle": "other"}, "no such task"),
        ("do", {"task": " \n ", "intent": "w"}, "task"),
    ],
)
def test_a_call_that_does_not_fit_begins_nothing_and_says_why(name, arguments, said):
    result, tools = called(name, arguments)
    assert result.is_error
    assert said in texts(result)[0]
    assert tools.tasks.get("") is None


def test_stop_without_a_task_says_so():
    result, _ = called("stop", {})
    assert texts(result) == ["Nothing of yours runs."]
