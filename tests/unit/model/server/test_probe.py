"""The probe, against llama.cpp's real server and servers with the manners of those that cannot run here."""

import msgspec
import pytest

from automation.core.errors import RecordError, Stopped
from automation.core.timing import StopToken
from model.families.resize import QWEN3, QWEN25_CLASS
from model.server.asking import ServerError, ServerFault
from model.server.client import ServerClient
from model.server.probe import LARGE_PX, SMALL_PX, grey, identity_of, keep, kept, probe
from model.server.wire import Quirks
from tests.kit.llama_server import llama_server
from tests.kit.mannered_server import Manners, MannersServer

VLLM = Manners()
SILENT = Manners(  # transformers serve: takes everything, does none of it
    schema="", quiet_by="", thinks=False, has_logprobs=False, tools="text"
)
OLLAMA = Manners(
    documents={"/api/version": {"version": "0.40.1"}, "/api/tags": {"models": []}},
    schema="format", quiet_by="reasoning_effort", pictures="dropped",
)  # fmt: skip
STRICT = Manners(  # LM Studio: refuses what it does not know; thinks in the content
    schema="response_format", quiet_by="", thoughts="content", documents={},
    refused=("chat_template_kwargs", "structured_outputs", "json_schema", "logprobs"),
)  # fmt: skip


def probed(url, model="", *, rule=QWEN3, others=(), stop=None, tell=lambda *_: None):
    client = ServerClient(url, model)
    return probe(client, rule=rule, others=dict(others), tell=tell, stop=stop or StopToken())


def of(manners, **more):
    with MannersServer(manners) as server:
        return probed(server.url, **more)


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


def test_the_identity_of_a_real_server_stays_while_nothing_changes(real):
    client = ServerClient(real)
    assert identity_of(client, StopToken()) == identity_of(client, StopToken())


def test_a_model_that_thinks_is_told_not_to_by_the_field_that_works():
    assert of(VLLM).quirks == Quirks("response_format", "template")
    found = of(OLLAMA)
    assert (found.thinks, found.thinking, found.schema) == (True, "reasoning_effort", "format")
    assert found.version == "Ollama 0.40.1"


def test_a_server_that_ignores_all_is_seen_through_and_its_answers_checked_here():
    found = of(SILENT)
    assert (found.schema, found.tools, found.has_logprobs) == ("none", "text", False)
    assert "Each answer is checked here" in texts(found)


def test_fields_that_are_refused_are_not_sent_again():
    found = of(STRICT)
    assert (found.schema, found.thinking, found.has_logprobs) == ("response_format", "none", False)
    assert not found.is_quiet
    assert "cannot be turned off" in texts(found)
    with MannersServer(STRICT) as server:
        probed(server.url)
        refused = [one for one in server.questions if "chat_template_kwargs" in one]
        assert len(refused) == 1


@pytest.mark.parametrize("form", ["structured_outputs", "json_schema", "format", "tool"])
def test_the_first_field_that_holds_an_answer_is_found(form):
    assert of(Manners(schema=form)).schema == form


@pytest.mark.parametrize(
    ("pictures", "seen", "seen_px"),
    [
        (QWEN3, "whole", LARGE_PX),
        (QWEN25_CLASS, "resized", (1316, 728)),
        (576, "one_size", None),
        ("dropped", "ignored", None),
        ("refused", "none", None),
    ],
)
def test_what_becomes_of_a_picture_shows_in_the_count_of_tokens(pictures, seen, seen_px):
    found = of(Manners(pictures=pictures), others={"class default": QWEN25_CLASS})
    assert (found.seen, found.seen_px) == (seen, seen_px)
    assert found.quirks.has_pictures is (seen not in ("ignored", "none"))
    assert found.sees_screens is (seen in ("whole", "resized"))


def test_a_rule_that_nobody_knows_is_told_as_that():
    class Odd:
        def tokens(self, width, height):
            return width * height // 3000

    found = of(Manners(pictures=Odd()))
    assert (found.seen, found.seen_px) == ("resized", None)
    assert "is not known" in texts(found)


def test_without_counts_nothing_is_known_of_pictures():
    found = of(Manners(has_usage=False))
    assert (found.seen, found.sees_screens) == ("unknown", False)


def test_a_cut_off_that_is_not_told_is_found():
    assert of(Manners(tells_cut_off=False)).cut_off == "hidden"
    assert of(VLLM).cut_off == "told"


def test_a_name_that_is_not_listed_is_said():
    found = of(VLLM, model="other")
    assert "does not list other" in texts(found)
    unlisted = of(Manners(names=None), model="other")
    assert unlisted.names is None


def test_a_server_that_does_not_even_chat_is_an_error():
    with pytest.raises(ServerError) as error:
        of(Manners(refused=("messages",)))
    assert error.value.fault is ServerFault.REFUSED


def test_a_stop_ends_it():
    stop = StopToken()

    def tell(_words, share):
        if share:
            stop.stop()

    with pytest.raises(Stopped):
        of(VLLM, stop=stop, tell=tell)


@pytest.mark.parametrize(
    "changed",
    [
        {"/version": {"version": "0.31.1"}},
        {"/props": {"build_info": "b1", "model_path": "a.gguf"}},
        {"/props": {"build_info": "b1", "model_path": "b.gguf"}},
        {"/api/version": {"version": "1"}, "/api/tags": {"models": [{"name": "model-1", "digest": "a"}]}},
        {"/api/version": {"version": "1"}, "/api/tags": {"models": [{"name": "model-1", "digest": "b"}]}},
        {},
    ],
)  # fmt: skip
def test_another_version_or_other_weights_are_another_identity(changed):
    digests = set()
    for documents in (VLLM.documents, changed, {"/props": {"error": "Unexpected endpoint"}}):
        with MannersServer(Manners(documents=documents)) as server:
            digests.add(identity_of(ServerClient(server.url), StopToken()).digest)
    assert len(digests) == (3 if changed else 2)


def test_what_was_found_is_kept_for_that_address_and_model_alone(tmp_path):
    found = of(VLLM)
    assert kept("http://a/v1", found.model, tmp_path) is None
    keep(found, "http://a/v1", tmp_path)
    assert kept("http://a/v1", found.model, tmp_path) == found
    assert kept("http://a/v2", found.model, tmp_path) is None
    assert kept("http://a/v1", "other", tmp_path) is None


@pytest.mark.parametrize("content", [b"", b"{}", b"[" * 100_000, b'{"version": 99}'])
def test_a_file_that_cannot_be_read_is_as_none(tmp_path, content):
    found = of(VLLM)
    keep(found, "http://a/v1", tmp_path)
    [file] = (tmp_path / "servers").iterdir()
    file.write_bytes(content)
    assert kept("http://a/v1", found.model, tmp_path) is None


def test_what_cannot_be_kept_is_an_error_and_leaves_nothing(tmp_path):
    (tmp_path / "servers").write_text("in the way")
    with pytest.raises(RecordError, match="was not kept"):
        keep(of(VLLM), "http://a/v1", tmp_path)


def test_every_finding_is_a_sentence_whatever_was_found():
    found = of(VLLM)
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
