"""What `transformers serve` does, on the fake one and on the real one with a Qwen3-VL of random weights.

It takes the fields of OpenAI's shape and ignores most of them with status 200: the server by which "a 200
proves nothing" is tried, and the one whose resizing and counting are those of the library itself.
"""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from automation.core.errors import Stopped
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from model.families.known import family, family_of
from model.families.resize import KNOWN_RULES, QWEN3, fixed_point
from model.remote import MOST_PIXELS, RemoteManner, RemotePolicy
from model.server.asking import Ask, Schema, ServerError, ServerFault, ToolUse, Turn
from model.server.client import Limits, ServerClient
from model.server.probe import grey, probe
from model.server.wire import SCHEMA_FORMS, Quirks
from tests.fakes.fake_engine import FakeVoice
from tests.kit.model_server import ModelServer
from tests.kit.probed_model import ProbedModel
from tests.kit.transformers_server import MARKS, MODEL, transformers_server
from tests.unit.agent.rig import Rig, SmallReader

pytestmark = pytest.mark.timeout(400)

PATIENT = Limits(total_s=170, idle_s=170)
SCHEMA: Schema = {
    "type": "object",
    "properties": {"colour": {"enum": ["crimson", "teal"]}},
    "required": ["colour"],
    "additionalProperties": False,
}
SCREENS = ((800, 600), (1280, 720), (1366, 768), (1920, 1080))
"""Of which the family's rule leaves one as it is."""
MARKS_OF_A_PICTURE = 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def real(folder):
    with transformers_server(folder) as url:
        yield url


@pytest.fixture(params=["fake", "real"])
def client(request):
    if request.param == "real":
        yield ServerClient(request.getfixturevalue("real"), limits=PATIENT)
        return
    fake = ProbedModel(calls_tools=False)
    with ModelServer(fake, "transformers serve", models=(MODEL,), tokens_of=tokens_of) as server:
        yield ServerClient(server.url, limits=PATIENT)


def tokens_of(width, height):
    return QWEN3.tokens(width, height) + MARKS_OF_A_PICTURE


def asked(text="Answer with: ok", schema=None, pictures=(), **more):
    return Ask((Turn("user", text, pictures),), schema, **{"max_tokens": 6} | more)


def prompt_tokens(client, ask):
    """Return how many tokens the server counts; the answer itself means nothing, and may be cut off."""
    try:
        return client.reply(ask, StopToken()).prompt_tokens
    except ServerError as error:
        if error.fault is not ServerFault.CUT_OFF:
            raise
        return error.prompt_tokens


def test_the_name_by_which_it_lists_the_model_tells_the_family(client):
    assert client.model(StopToken()) == MODEL
    assert family_of(MODEL) is family("qwen3-vl")


@pytest.mark.parametrize("size", SCREENS)
def test_the_size_that_is_sent_is_the_size_that_it_sees(client, size):
    text = prompt_tokens(client, asked())
    sent = fixed_point(QWEN3, *size, MOST_PIXELS)
    assert QWEN3.resized(*sent) == sent
    seen = prompt_tokens(client, asked(pictures=(grey(*sent),)))
    assert seen - text == sent[0] // 32 * (sent[1] // 32) + MARKS_OF_A_PICTURE


def test_a_picture_that_is_not_of_that_size_is_resized_by_the_rule(client):
    text = prompt_tokens(client, asked())
    for size in ((64, 64), *SCREENS):
        seen = prompt_tokens(client, asked(pictures=(grey(*size),)))
        assert seen - text == tokens_of(*size)


def test_the_probe_finds_what_is_ignored_and_says_what_is_done_instead(client):
    shares = []
    found = probe(
        client,
        rule=QWEN3,
        others=KNOWN_RULES,
        tell=lambda _, share: shares.append(share),
        stop=StopToken(),
    )
    assert found.quirks == Quirks("none", "template", has_logprobs=False, has_pictures=True)
    assert (found.names, found.seen, found.seen_px) == ((MODEL,), "whole", (1920, 1088))
    assert (found.thinks, found.tools, found.cut_off) == (False, "text", "told")
    assert shares[-1] == 1.0
    told = {one.text: one.is_good for one in found.findings()}
    (words,) = (text for text, is_good in told.items() if not is_good)
    assert "do not keep to the required format" in words
    assert "Each answer is checked here, and asked for once more" in words


@pytest.mark.parametrize("form", SCHEMA_FORMS)
def test_no_field_holds_an_answer_to_a_schema_and_only_those_of_others_are_refused(client, form):
    heard, wrong = [], None
    try:
        client.with_quirks(Quirks(schema=form)).reply(
            asked("Which colour?", SCHEMA), StopToken(), heard.append
        )
    except ServerError as error:
        wrong = error
    if form in ("response_format", "tool"):
        assert wrong is None or wrong.fault is ServerFault.CUT_OFF
        assert heard
        assert not "".join(delta.text for delta in heard).lstrip().startswith("{")
    else:
        assert (wrong.fault, heard) == (ServerFault.REFUSED, [])
        assert form in str(wrong)


def test_a_model_of_another_name_is_not_answered_for(real):
    with pytest.raises(ServerError) as raised:
        ServerClient(real, "other", limits=PATIENT).reply(asked(), StopToken())
    assert raised.value.fault is ServerFault.REFUSED
    assert MODEL in str(raised.value)


def test_the_prompt_is_what_was_sent_and_holds_no_turn_of_the_servers_own(real, folder):
    (path,) = Path(folder).rglob("tokenizer.json")
    words = Tokenizer.from_file(str(path))
    turns = (Turn("system", "Be brief."), Turn("user", "Say ok."))
    for sent in (turns, turns[1:]):
        text = "".join(f"<|im_start|>{turn.role}\n{turn.text}<|im_end|>\n" for turn in sent)
        expected = len(words.encode(f"{text}<|im_start|>assistant\n").ids)
        client = ServerClient(real, limits=PATIENT)
        assert prompt_tokens(client, Ask(sent, max_tokens=6)) == expected
    assert all(words.token_to_id(mark) is not None for mark in MARKS)


def test_a_conversation_with_calls_and_their_results_is_taken(client):
    use = ToolUse("click_desktop", '{"element": "Name", "x": 250, "y": 249, "button": "left"}')
    turns = (
        Turn("user", "Save it."),
        Turn("assistant", "The field is empty.", use=use),
        Turn("tool", "Done."),
        Turn("user", "", (grey(64, 64),)),
    )
    tools = family("holo4").for_server(parses_tools=True).contract.tools("norm_1000")
    assert prompt_tokens(client, Ask(turns, tools=tools, max_tokens=6)) > 60


def test_a_reply_comes_in_pieces_and_a_stop_ends_what_is_written(real):
    client = ServerClient(real, limits=replace(PATIENT, tokens=30_000))
    stop, heard = StopToken(), []

    def hear(delta):
        heard.append(delta)
        if len(heard) == 5:
            stop.stop()

    with pytest.raises(Stopped):
        client.reply(asked(max_tokens=30_000), stop, hear)
    assert 5 <= len(heard) < 30_000
    # It writes one reply at a time, so that this one would wait minutes for the end of the other.
    assert prompt_tokens(ServerClient(real, limits=Limits(total_s=60)), asked())


def test_many_ask_at_once_and_each_gets_its_own_count(real):
    client, counts = ServerClient(real, MODEL, limits=PATIENT), {}

    def ask(number):
        counts[number] = prompt_tokens(client, asked("ok " * number))

    threads = [threading.Thread(target=ask, args=(number,)) for number in (1, 20, 40, 80)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(170)
    assert len({*counts.values()}) == 4
    assert counts[1] < counts[20] < counts[40] < counts[80]


def policy_of(url):
    client = ServerClient(url, limits=PATIENT)
    one = replace(family("qwen3-vl"), max_tokens=200)
    manner = RemoteManner(one, is_calibrated=True)
    return RemotePolicy(
        client, manner, SmallReader(), read_key=lambda name: None, voice=FakeVoice()
    )


def test_a_run_on_meaningless_replies_ends_with_a_sentence_and_without_an_action(real):
    rig = Rig(policy_of(real))
    ended = rig.run(text="save the document", policy="remote", approve="auto")
    assert ended.outcome is Outcome.FAILED
    assert "asked 2 times and no reply could be used" in ended.message
    assert not rig.hands.prepared
    assert not rig.hands.sent
    assert rig.policy._voice.drafts == []
