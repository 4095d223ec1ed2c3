"""The tools: what they take, the steps that they become, and what is refused."""

import threading

import anyio
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mcp.server.lowlevel import Server

from app.mcp.looking import SHOWN, Eyes
from app.mcp.server import (
    TOO_LONG,
    TOOLS,
    Choose,
    Key,
    Press,
    Scroll,
    SetValue,
    ToolServer,
    TypeText,
    schema_of,
    step_of,
    words_of,
)
from app.settings import user_folders
from app.task_text import TaskRefused
from automation.commands.forms import Assign, Phrase, Point, Switch, Turn, Type
from automation.commands.forms import Choose as Option
from automation.commands.forms import Press as PressKeys
from automation.commands.targets import by_ref, form_of_step, literal
from automation.core.errors import Stopped
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.records.store import Store
from automation.screen.refs import RefBook
from tests.desktop.mcp_rig import texts
from tests.fakes.fake_reader import element

BOOK = RefBook({"e2": element("Name", "field"), "e14": element("Save", "button")})
NAME, SAVE = (by_ref(ref, one) for ref, one in BOOK.given.items())
GONE = Phrase("e4711", (), ref="e4711")


@pytest.mark.parametrize(
    ("call", "form", "words"),
    [
        (Press("e14", "w"), Point(SAVE), "click e14"),
        (Press("e14", "w", "double-click"), Point(SAVE, count=2), "double-click e14"),
        (Press("e14", "w", "right-click"), Point(SAVE, "right"), "right-click e14"),
        (Press("e14", "w", "turn off"), Switch(SAVE, on=False), "turn off e14"),
        (Press("e4711", "w"), Point(GONE), "click e4711"),
        (TypeText("Ada", "w"), Type("Ada"), "type “Ada”"),
        (TypeText('say "no"', "w", "e2"), Type('say "no"', NAME), 'type “say "no"” into e2'),
        (SetValue("e2", "7", "w"), Assign(NAME, "7", literal("7")), "set e2 to “7”"),
        (Choose("e2", "Berlin", "w"), Option(literal("Berlin"), NAME), "choose “Berlin” in e2"),
        (Scroll("down", "w"), Turn("down"), "scroll down"),
        (Scroll("up", "w", "e2"), Turn("up", target=NAME), "scroll up in e2"),
        (Key("Ctrl+S", "w"), PressKeys("Ctrl+S", literal("Ctrl+S"), is_key=True), "press Ctrl+S"),
    ],
)
def test_a_step_is_a_form_of_its_parts_and_is_told_in_words(call, form, words):
    step = step_of(call)
    assert form_of_step(step, BOOK) == form
    assert words_of(step) == words


def test_what_is_no_key_is_refused():
    with pytest.raises(TaskRefused, match="no key"):
        step_of(Key("Entr", "w"))


@given(st.text(min_size=1))
def test_whatever_a_text_holds_it_is_typed_set_or_chosen_as_it_is(text):
    typed, put, chosen = (
        form_of_step(step_of(call), BOOK)
        for call in (TypeText(text, "w", "e2"), SetValue("e2", text, "w"), Choose("e2", text, "w"))
    )
    assert (typed.text, put.value, chosen.option) == (text, text, literal(text))
    assert {typed.target.ref, put.target.ref, chosen.target.ref} == {"e2"}


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


def test_looks_are_no_tasks_and_use_up_no_room_among_them(fresh_home):
    store = Store(user_folders().data)
    for task, said in (("click Save", "Done."), *(("look at Firefox", SHOWN),) * 3):
        store.new_run(Task(task, asked_by="Agent")).end(Outcome.DONE, said)
    store.close()
    said, listed = texts(called("history", {"limit": 2})[0])
    assert said.startswith("1 tasks")
    assert "click Save" in listed
    assert "look at" not in listed


def test_a_look_that_takes_too_long_is_given_up_and_ends(monkeypatch):
    ended = threading.Event()

    def look(_self, _window, stop, **_how):
        try:
            stop.wait(60.0)
        except Stopped:
            ended.set()
            raise

    monkeypatch.setattr("app.mcp.server.ANSWER_S", 0.05)
    monkeypatch.setattr(Eyes, "look", look)
    result, _ = called("look", {})
    assert result.is_error
    assert texts(result) == [TOO_LONG]
    assert ended.wait(30.0)
