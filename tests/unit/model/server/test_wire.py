"""How a request looks, and how a reply is put together, whatever the pieces that it comes in."""

import json

import pytest

from automation.core.generation import TextDelta
from model.server.asking import Ask, Picture, ServerError, ServerFault, ServerTool, ToolUse, Turn
from model.server.wire import SCHEMA_FORMS, Gathered, Quirks, body_of, error_text, said

SCHEMA = {"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"]}
HI = (Turn("user", "Hi"),)


def body(ask, quirks=None, most=1000):
    return json.loads(body_of(ask, "tiny", quirks or Quirks(), most))


def gathered(*deltas, ask=None, quirks=None, finish="stop"):
    one = Gathered(ask or Ask(HI), quirks or Quirks(), 1000)
    told = []
    for delta in deltas:
        told += one.take(json.dumps({"choices": [{"index": 0, "delta": delta}]}))
    one.take(json.dumps({"choices": [{"delta": {}, "finish_reason": finish}]}))
    return one.reply(), told


def test_pictures_are_data_and_stand_before_the_text():
    asked = body(Ask((Turn("system", "Look."), Turn("user", "What?", (Picture(b"png", 1, 1),)))))
    first, last = asked["messages"]
    assert first == {"role": "system", "content": "Look."}
    assert last["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5n"}},
        {"type": "text", "text": "What?"},
    ]


@pytest.mark.parametrize("form", [*SCHEMA_FORMS, "none"])
def test_a_schema_stands_in_one_field(form):
    asked = body(Ask(HI, SCHEMA), Quirks(schema=form))
    shapes = {
        "response_format": lambda: asked["response_format"]["json_schema"]["schema"],
        "structured_outputs": lambda: asked["structured_outputs"]["json"],
        "json_schema": lambda: asked["json_schema"],
        "format": lambda: asked["format"],
        "tool": lambda: asked["tools"][0]["function"]["parameters"],
    }
    names = {"response_format", "structured_outputs", "json_schema", "format", "tools"}
    used = "tools" if form == "tool" else form
    assert names & set(asked) == ({used} if form != "none" else set())
    assert form == "none" or shapes[form]() == SCHEMA


@pytest.mark.parametrize("is_on", [True, False])
def test_thinking_is_told_in_the_field_that_the_server_knows(is_on):
    ask = Ask(HI, thinking="on" if is_on else "off")
    assert body(ask)["chat_template_kwargs"]["enable_thinking"] is is_on
    effort = body(ask, Quirks(thinking="reasoning_effort"))["reasoning_effort"]
    assert (effort == "none") is not is_on
    assert body(ask, Quirks(thinking="reasoning"))["reasoning"] == {"enabled": is_on}
    silent = {"chat_template_kwargs", "reasoning", "reasoning_effort"}
    assert not silent & set(body(ask, Quirks(thinking="none")))
    assert not silent & set(body(Ask(HI, thinking="as_it_is")))


def test_an_answer_is_never_longer_than_the_limit():
    assert body(Ask(HI, max_tokens=5000), most=300)["max_tokens"] == 300
    assert body(Ask(HI, max_tokens=50), most=300)["max_tokens"] == 50


def test_probabilities_are_asked_for_only_where_the_server_has_them():
    assert body(Ask(HI, wants_logprobs=True))["logprobs"] is True
    assert "logprobs" not in body(Ask(HI, wants_logprobs=True), Quirks(has_logprobs=False))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 1000])
@pytest.mark.parametrize(
    ("text", "answer", "thought"),
    [
        ("plain", "plain", ""),
        ("  plain", "  plain", ""),
        ("<think>hm</think>\n\nyes", "yes", "hm"),
        (" \n<think>a < b</th</think>yes", "yes", "a < b</th"),
        ("<think></think>{}", "{}", ""),
        ("opened before</think>\nyes", "yes", "opened before"),
        ("<thin ice", "<thin ice", ""),
        ('{"say": "</think>"}', '{"say": "</think>"}', ""),
    ],
)
def test_a_thought_is_told_from_the_answer_however_the_text_is_cut(text, answer, thought, size):
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    reply, told = gathered(*({"content": piece} for piece in pieces))
    assert (reply.text, reply.reasoning) == (answer, thought)
    assert "".join(delta.text for delta in told if delta.kind == "answer").endswith(answer)


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
def test_reasoning_is_told_and_is_no_answer(field):
    reply, told = gathered({field: "hm"}, {"content": "yes"})
    assert (reply.text, reply.reasoning) == ("yes", "hm")
    assert told == [TextDelta("hm", "thinking"), TextDelta("yes", "answer")]


def test_a_tool_call_comes_in_parts_and_several_stay_apart():
    reply, _ = gathered(
        {
            "tool_calls": [
                {"index": 0, "id": "a", "function": {"name": "press", "arguments": '{"x'}}
            ]
        },
        {"tool_calls": [{"index": 1, "id": "b", "function": {"name": "type", "arguments": "{}"}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": '": 1}'}}]},
        finish="tool_calls",
    )
    assert reply.tool_uses == (ToolUse("press", '{"x": 1}'), ToolUse("type", "{}"))


def test_calls_that_share_an_index_are_told_apart_by_their_ids():
    reply, _ = gathered(
        {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "press", "arguments": "{}"}}]},
        {"tool_calls": [{"index": 0, "id": "b", "function": {"name": "type", "arguments": "[]"}}]},
    )
    assert reply.tool_uses == (ToolUse("press", "{}"), ToolUse("type", "[]"))


def test_the_answer_by_a_tool_is_the_text():
    ask, quirks = Ask(HI, SCHEMA), Quirks(schema="tool")
    call = {"index": 0, "function": {"name": "step", "arguments": '{"a": 1}'}}
    reply, _ = gathered({"tool_calls": [call]}, ask=ask, quirks=quirks)
    assert (reply.text, reply.tool_uses) == ('{"a": 1}', ())
    reply, _ = gathered({"tool_calls": [call, call | {"index": 1}]}, ask=ask, quirks=quirks)
    assert len(reply.tool_uses) == 2, "two are no answer"
    assert not reply.text


def test_other_choices_are_left_out():
    one = Gathered(Ask(HI), Quirks(), 1000)
    one.take(
        '{"choices": [{"index": 1, "delta": {"content": "other"}}, {"delta": {"content": "a"}}]}'
    )
    one.take('{"choices": [{"index": 1, "delta": {}, "finish_reason": "length"}]}')
    one.take('{"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 7}}')
    assert (one.reply().text, one.reply().prompt_tokens) == ("a", 7)


def test_too_many_pieces_are_refused():
    one = Gathered(Ask(HI), Quirks(), 3)
    for _ in range(3):
        one.take('{"choices": [{"delta": {"content": "a"}}]}')
    with pytest.raises(ServerError) as raised:
        one.take('{"choices": [{"delta": {"content": "a"}}]}')
    assert raised.value.fault == ServerFault.TOO_LARGE


def test_tools_of_a_request_are_functions():
    (tool,) = body(Ask(HI, tools=(ServerTool("press", "Presses.", SCHEMA),)))["tools"]
    assert tool["function"] == {"name": "press", "description": "Presses.", "parameters": SCHEMA}


@pytest.mark.parametrize(
    ("error", "words"),
    [("a", "a"), ({"message": "b"}, "b"), ({"detail": "c"}, "c"), ([], ""), ({"message": [1]}, ""), (None, "")],
)  # fmt: skip
def test_the_servers_words_are_found_in_any_form(error, words):
    assert error_text(error) == words


def test_the_servers_words_are_cut_and_made_visible():
    assert said("") == ""
    assert "\x1b" not in str(said("a\x1b[31m\nb"))
    assert len(str(said("x" * 5000))) < 400
