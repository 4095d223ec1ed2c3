"""What a model server does, on the fake one and on llama.cpp's own with a real model and a projector."""

import io
import threading
from contextlib import suppress

import pytest
from PIL import Image

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.server.asking import Ask, Picture, ServerError, ServerFault, ToolUse, Turn
from model.server.client import Limits, ServerClient
from model.server.wire import Quirks
from model.strict_json import parse
from tests.kit.llama_server import llama_server
from tests.kit.model_server import ModelServer, Said, fixed_tokens, obedient
from tests.kit.projector import write_projector

PATIENT = Limits(total_s=170, idle_s=170)
SCHEMA = {
    "type": "object",
    "properties": {"colour": {"enum": ["crimson", "teal"]}, "sure": {"type": "boolean"}},
    "required": ["colour", "sure"],
    "additionalProperties": False,
}
STORY = "Write a long story about a ship."
SIZES = ((64, 64), (1920, 1080))


def like_llama(asked):
    if asked.text == STORY:
        if asked.body["max_tokens"] < 50:
            return Said("Once upon a time", finish="length")
        return endless
    return obedient(asked)


def endless(link):
    link.start()
    while link.wait(0.01):
        link.event(link.chunk({"index": 0, "delta": {"content": "and "}}))


@pytest.fixture(scope="module", params=["fake", "real"])
def url(request, tmp_path_factory):
    if request.param == "fake":
        with ModelServer(like_llama, tokens_of=fixed_tokens) as server:
            yield server.url
    else:
        path = tmp_path_factory.mktemp("projector") / "mmproj.gguf"
        write_projector(path)
        with llama_server(context=2048, projector=path) as address:
            yield address


@pytest.fixture
def client(url):
    return ServerClient(url, limits=PATIENT)


def asked(text, schema=None, max_tokens=60, pictures=()):
    return Ask((Turn("user", text, pictures),), schema, max_tokens=max_tokens)


def grey(width, height):
    out = io.BytesIO()
    Image.new("RGB", (width, height), (128, 128, 128)).save(out, "png")
    return Picture(out.getvalue(), width, height)


def test_it_tells_its_only_model_and_what_it_is(client):
    (name,) = client.models(StopToken())
    assert client.model(StopToken()) == name
    assert client.told("/props", StopToken())["model_path"]
    assert client.told("/version", StopToken()) is None


@pytest.mark.parametrize("form", ["response_format", "json_schema"])
def test_an_answer_is_held_to_a_schema(client, form):
    reply = client.with_quirks(Quirks(schema=form)).reply(
        asked("Which colour?", SCHEMA), StopToken()
    )
    answer = parse(reply.text)
    assert set(answer) == {"colour", "sure"}
    assert answer["colour"] in ("crimson", "teal")
    assert isinstance(answer["sure"], bool)
    assert reply.prompt_tokens > 0


def test_a_field_that_it_does_not_know_is_ignored_without_a_word(client):
    client, heard = client.with_quirks(Quirks(schema="structured_outputs")), []
    with suppress(ServerError):  # free text may run to its limit
        client.reply(asked("Say hello.", SCHEMA, 40), StopToken(), heard.append)
    assert heard
    assert not "".join(delta.text for delta in heard).lstrip().startswith("{")


def test_an_answer_that_ran_to_its_limit_is_none(client):
    with pytest.raises(ServerError) as raised:
        client.reply(asked(STORY, max_tokens=6), StopToken())
    assert raised.value.fault == ServerFault.CUT_OFF


def test_a_reply_comes_while_it_is_written_and_a_stop_frees_the_server_for_the_next(client):
    stop, heard, ends = StopToken(), threading.Event(), []

    def work():
        try:
            client.reply(asked(STORY, max_tokens=1500), stop, lambda _: heard.set())
        except (Stopped, ServerError) as error:
            ends.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert heard.wait(100)
    stop.stop()
    thread.join(100)
    assert [type(end) for end in ends] == [Stopped]
    assert parse(client.reply(asked("Which colour?", SCHEMA), StopToken()).text)["colour"]


def test_a_picture_is_decoded_and_a_fixed_encoder_makes_all_sizes_one(client):
    counts = {
        client.reply(asked("Which colour?", SCHEMA, pictures=(grey(*size),)), StopToken()).prompt_tokens
        for size in SIZES
    }  # fmt: skip
    assert len(counts) == 1
    assert counts.pop() > 190


def test_a_conversation_with_calls_and_their_results_is_taken(client):
    use = ToolUse("click_desktop", '{"element": "Name", "x": 250, "y": 249, "button": "left"}')
    turns = (
        Turn("user", "Save it."),
        Turn("assistant", "The field is empty.", use=use),
        Turn("tool", "Done."),
        Turn("user", "Which colour?"),
    )
    assert parse(client.reply(Ask(turns, SCHEMA), StopToken()).text)["colour"]


@pytest.fixture(params=["fake", "real"])
def blind(request):
    if request.param == "fake":
        with ModelServer(sees=False, context=512) as server:
            yield ServerClient(server.url, limits=PATIENT)
    else:
        with llama_server(context=512) as address:
            yield ServerClient(address, limits=PATIENT)


def test_a_model_without_eyes_says_so(blind):
    with pytest.raises(ServerError) as raised:
        blind.reply(asked("Which colour?", pictures=(grey(64, 64),)), StopToken())
    assert raised.value.fault == ServerFault.NO_PICTURES


def test_what_is_larger_than_the_context_is_named(blind):
    with pytest.raises(ServerError) as raised:
        blind.reply(asked("word " * 3000), StopToken())
    assert raised.value.fault == ServerFault.TOO_LARGE
