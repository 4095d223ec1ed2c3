"""The probe, against llama.cpp's real server and servers with the manners of those that cannot run here."""

import msgspec
import pytest

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.families.resize import QWEN3, QWEN25_CLASS
from model.server.asking import ServerError, ServerFault
from model.server.client import ServerClient
from model.server.probe import LARGE_PX, SMALL_PX, grey, identity_of, probe
from model.server.wire import Quirks
from tests.kit.llama_server import llama_server
from tests.kit.model_server import KINDS, ModelServer, fixed_tokens
from tests.kit.probed_model import ProbedModel
from tests.kit.projector import write_projector


def probed(url, model="", *, others=(), stop=None, tell=lambda *_: None):
    client = ServerClient(url, model)
    return probe(client, rule=QWEN3, others=dict(others), tell=tell, stop=stop or StopToken())


def of(kind="vLLM", model=None, *, name="", others=(), **changed):
    """Return what is found of a server of a kind, with a model that thinks."""
    changed = {"thinks": True, "tokens_of": QWEN3.tokens} | changed
    with ModelServer(model or ProbedModel(), kind, **changed) as server:
        return probed(server.url, name, others=others)


def texts(found):
    return " ".join(one.text for one in found.findings())


@pytest.fixture(scope="module")
def real():
    with llama_server() as url:
        yield url


@pytest.mark.timeout(300)
def test_a_real_server_holds_schemas_tells_odds_and_cut_offs_and_sees_nothing(real):
    told = []
    found = probed(real, tell=lambda words, share: told.append((words, share)))
    assert found.quirks == Quirks(
        "response_format", "template", has_logprobs=True, has_pictures=False
    )
    assert (found.thinks, found.is_quiet, found.cut_off, found.seen) == (
        False,
        True,
        "told",
        "none",
    )
    assert found.version.startswith("llama.cpp ")
    assert all(one.is_good for one in found.findings())
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_real_server_with_a_fixed_encoder_squeezes_every_picture(tmp_path):
    projector = tmp_path / "projector.gguf"
    write_projector(projector)
    with llama_server(projector=projector) as url:
        found = probed(url)
    assert (found.seen, found.picture_tokens) == ("one_size", (196, 196))
    assert not found.sees_screens


def test_the_identity_of_a_real_server_stays_while_nothing_changes(real):
    client = ServerClient(real)
    assert identity_of(client, StopToken()) == identity_of(client, StopToken())


FOUND = {
    "llama.cpp": ("response_format", "template", "parsed", True),
    "vLLM": ("response_format", "template", "parsed", True),
    "SGLang": ("response_format", "template", "parsed", True),
    "Ollama": ("response_format", "reasoning_effort", "parsed", False),
    "LM Studio": ("response_format", "none", "parsed", True),
    "transformers serve": ("none", "template", "text", False),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_server_is_asked_as_it_takes_it(kind):
    found = of(kind, ProbedModel(calls_tools=KINDS[kind].has_tools))
    told = (found.schema, found.thinking, found.tools, found.has_logprobs)
    assert told == FOUND[kind]
    assert (found.thinks, found.is_quiet) == (True, kind != "LM Studio")
    assert (found.seen, found.cut_off) == ("whole", "told")
    version = found.version.partition(" ")[0]
    assert version == (kind if "/" in str(KINDS[kind].tells) else "")


def test_what_does_not_hold_is_told_with_what_is_done_instead():
    assert "Each answer is checked here" in texts(
        of("transformers serve", ProbedModel(calls_tools=False))
    )
    assert "cannot be turned off" in texts(of("LM Studio"))


def test_fields_that_are_refused_are_not_sent_again():
    strict = ProbedModel(refuses=("chat_template_kwargs", "logprobs"))
    with ModelServer(strict, "LM Studio", thinks=True) as server:
        found = probed(server.url)
        refused = [one for one in server.questions if "chat_template_kwargs" in one.body]
    assert (found.thinking, found.has_logprobs, len(refused)) == ("none", False, 1)


@pytest.mark.parametrize("form", ["structured_outputs", "json_schema", "format", "tool"])
def test_the_first_field_that_holds_an_answer_is_found(form):
    holds = "tools" if form == "tool" else form
    assert of(holds=(holds,)).schema == form


@pytest.mark.parametrize(
    ("tokens_of", "seen", "seen_px"),
    [
        (QWEN3.tokens, "whole", LARGE_PX),
        (QWEN25_CLASS.tokens, "resized", (1316, 728)),
        (lambda w, h: w * h // 3000, "resized", None),
        (fixed_tokens, "one_size", None),
        (lambda w, h: 0, "ignored", None),
    ],
)
def test_what_becomes_of_a_picture_shows_in_the_count_of_tokens(tokens_of, seen, seen_px):
    found = of(tokens_of=tokens_of, others={"class default": QWEN25_CLASS})
    assert (found.seen, found.seen_px) == (seen, seen_px)
    assert found.quirks.has_pictures is (seen != "ignored")
    assert found.sees_screens is (seen in ("whole", "resized"))
    if seen == "resized" and seen_px is None:
        assert "is not known" in texts(found)


@pytest.mark.parametrize("kind", ["llama.cpp", "vLLM"])
def test_a_model_without_a_vision_part_gets_no_pictures(kind):
    found = of(kind, sees=False)
    assert (found.seen, found.quirks.has_pictures) == ("none", False)


def test_without_counts_nothing_is_known_of_pictures():
    found = of(model=ProbedModel(tells_counts=False))
    assert (found.seen, found.sees_screens) == ("unknown", False)


def test_a_cut_off_that_is_not_told_is_found():
    assert of(model=ProbedModel(tells_cut_off=False)).cut_off == "hidden"


def test_a_name_that_is_not_listed_is_said():
    assert "does not list other" in texts(of("llama.cpp", name="other"))


def test_a_server_that_does_not_even_chat_is_an_error():
    with pytest.raises(ServerError) as error:
        of(model=ProbedModel(refuses=("messages",)))
    assert error.value.fault is ServerFault.REFUSED


def test_a_stop_ends_it():
    stop = StopToken()

    def tell(_words, share):
        if share:
            stop.stop()

    with ModelServer(ProbedModel()) as server, pytest.raises(Stopped):
        probed(server.url, stop=stop, tell=tell)


@pytest.mark.parametrize(
    "changed",
    [
        {"/version": {"version": "0.31.1"}},
        {"/props": {"build_info": "b1", "model_path": "a.gguf"}},
        {"/props": {"build_info": "b1", "model_path": "b.gguf"}},
        {"/api/version": {"version": "1"}, "/api/tags": {"models": [{"name": "tiny", "digest": "a"}]}},
        {"/api/version": {"version": "1"}, "/api/tags": {"models": [{"name": "tiny", "digest": "b"}]}},
        {},
    ],
)  # fmt: skip
def test_another_version_or_other_weights_are_another_identity(changed):
    digests = set()
    for tells in ({"/version": {"version": "0.31.0"}}, changed, {"/props": {"error": "no"}}):
        with ModelServer(ProbedModel(), "vLLM", tells=tells) as server:
            digests.add(identity_of(ServerClient(server.url), StopToken()).digest)
    assert len(digests) == (3 if changed else 2)


def test_every_finding_is_a_sentence_whatever_was_found():
    found = of()
    for seen in ("none", "ignored", "one_size", "whole", "resized", "unknown"):
        for tools, cut_off in (("parsed", "told"), ("text", "hidden"), ("none", "unknown")):
            told = msgspec.structs.replace(found, seen=seen, tools=tools, cut_off=cut_off)
            assert all(one.text.endswith(".") for one in told.findings())
            assert not any("None" in one.text for one in told.findings())


def test_the_grey_pictures_have_their_size():
    for size in (SMALL_PX, LARGE_PX):
        picture = grey(*size)
        assert (picture.width, picture.height) == size
        assert picture.png.startswith(b"\x89PNG")
