"""The client of a model server: whole replies, a stop that closes the stream, and a key that stays where it belongs."""

import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.server import exchange
from model.server.asking import Ask, Picture, ServerError, ServerFault, Turn
from model.server.client import Limits, ServerClient
from model.server.wire import Quirks
from tests.kit.certificates import Authority
from tests.kit.model_server import KINDS, ModelServer, Said
from tests.kit.waiting import wait_for

HI = Ask((Turn("user", "Hi"),))
SCHEMA = {"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"]}
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (64).to_bytes(4) + (32).to_bytes(4)
SEEN = Ask((Turn("user", "Hi", (Picture(PNG, 64, 32),)),))


def fault(work):
    with pytest.raises(ServerError) as raised:
        work()
    return raised.value.fault


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_of_each_kind_of_server_is_whole(kind):
    with ModelServer(kind=kind) as server:
        heard = []
        client = ServerClient(server.url)
        reply = client.reply(SEEN, StopToken(), heard.append)
        assert (reply.text, reply.model, reply.prompt_tokens) == ("It is done.", "tiny", 12)
        assert "".join(delta.text for delta in heard) == reply.text
        assert server.questions[0].pictures == [PNG]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].holds])
def test_a_schema_is_held_and_a_thought_is_no_answer(kind):
    with ModelServer(kind=kind, thinks=True) as server:
        client = ServerClient(server.url, "tiny")
        for form in ("response_format", "tool"):
            asked = Ask(HI.turns, SCHEMA, thinking="on")
            reply = client.with_quirks(Quirks(schema=form)).reply(asked, StopToken())
            assert (reply.text, reply.reasoning) == ('{"a": 1}', "The user wants an answer.")


def test_a_server_that_does_not_stream_is_understood():
    with ModelServer([lambda link: link.json(link.whole(Said("yes", "hm")))]) as server:
        reply = ServerClient(server.url, "tiny").reply(HI, StopToken())
    assert (reply.text, reply.reasoning) == ("yes", "hm")


def test_probabilities_are_told():
    with ModelServer([Said("yes", tokens=(("yes", -0.25),))]) as server:
        reply = ServerClient(server.url).reply(Ask(HI.turns, wants_logprobs=True), StopToken())
    assert [(token.text, token.logprob) for token in reply.tokens] == [("yes", -0.25)]


def test_the_only_model_is_taken_and_of_several_one_is_to_be_chosen():
    with ModelServer(models=("a", "b")) as server:
        client = ServerClient(server.url)
        assert client.models(StopToken()) == ("a", "b")
        assert fault(lambda: client.reply(HI, StopToken())) == ServerFault.NO_SUCH_MODEL
        assert not server.questions
    with ModelServer(kind="Ollama") as server:
        assert (
            fault(lambda: ServerClient(server.url, "b").reply(HI, StopToken())) == "no_such_model"
        )


def test_what_stands_outside_the_base_is_told_or_nothing_is():
    with ModelServer() as server:
        client = ServerClient(server.url)
        assert client.told("/props", StopToken())["build_info"] == "b11549-abcdef"
        assert client.told("/version", StopToken()) is None


def test_names_that_cannot_be_shown_are_left_out():
    names = ["good", "", "bad\nname", "x" * 400, 7, None]
    listed = {"data": [{"id": name} for name in names] + ["text", {}]}
    with ModelServer(at={"/v1/models": lambda link: link.json(listed)}) as server:
        assert ServerClient(server.url).models(StopToken()) == ("good",)


def test_a_key_is_sent_and_its_absence_is_said():
    with ModelServer(key="the-right-key") as server:
        assert ServerClient(server.url, key=lambda: "the-right-key").reply(HI, StopToken()).text
        for key in (None, "", "another-key-1"):
            with pytest.raises(ServerError) as raised:
                ServerClient(server.url, "tiny", key=lambda key=key: key).reply(HI, StopToken())
            assert raised.value.fault == ServerFault.KEY
            assert "another" not in str(raised.value)


@pytest.mark.parametrize("key", ["two words", "a\r\nHost: evil", "ünï", "x" * 3000])
def test_a_key_that_no_key_can_be_is_not_sent(key):
    with ModelServer() as server:
        with pytest.raises(ServerError) as raised:
            ServerClient(server.url, "tiny", key=lambda: key).reply(HI, StopToken())
        assert raised.value.fault == ServerFault.KEY
        assert key not in str(raised.value)
        assert server.connections == 0


def test_nothing_goes_elsewhere_without_a_yes():
    client = ServerClient("https://gpu.example", "tiny", allowed=["other.example:443"])
    assert fault(lambda: client.reply(HI, StopToken())) == ServerFault.NOT_ALLOWED
    assert fault(lambda: client.models(StopToken())) == ServerFault.NOT_ALLOWED


def test_no_picture_goes_to_a_model_without_eyes():
    with ModelServer() as server:
        client = ServerClient(server.url, quirks=Quirks(has_pictures=False))
        assert fault(lambda: client.reply(SEEN, StopToken())) == ServerFault.NO_PICTURES
        assert server.connections == 0
        assert client.reply(HI, StopToken()).text
    with ModelServer(sees=False) as server:
        assert fault(lambda: ServerClient(server.url).reply(SEEN, StopToken())) == "no_pictures"


def test_nothing_that_answers_is_said():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    client = ServerClient(f"127.0.0.1:{port}", "tiny")
    assert fault(lambda: client.reply(HI, StopToken())) == ServerFault.UNREACHABLE


def test_a_busy_server_is_asked_again():
    busy = [lambda link: link.error(503, "Loading model", Retry_After="0")] * 2
    with ModelServer([*busy, "yes"]) as server:
        assert ServerClient(server.url, "tiny").reply(HI, StopToken()).text == "yes"
        assert len(server.questions) == 3


def test_a_server_that_was_busy_and_then_does_not_answer_in_time_is_told_as_busy():
    def busy(link):
        link.error(429, "slow down", Retry_After="0")

    with ModelServer([busy, lambda link: link.until_closed()]) as server:
        client = ServerClient(server.url, "tiny", limits=Limits(total_s=1.5, idle_s=0.5))
        with pytest.raises(ServerError, match="slow down") as raised:
            client.reply(HI, StopToken())
    assert len(server.questions) == 2
    assert raised.value.fault == ServerFault.BUSY


@pytest.mark.parametrize("after", ["0", "0.0", "-1", "Thu, 01 Jan 1970 00:00:00 GMT"])
def test_a_server_that_is_always_busy_is_not_flooded(after):
    with ModelServer([lambda link: link.error(429, "slow down", Retry_After=after)]) as server:
        client = ServerClient(server.url, "tiny", limits=Limits(total_s=1.5))
        assert fault(lambda: client.reply(HI, StopToken())) == ServerFault.BUSY
        assert len(server.questions) <= 3


@pytest.mark.parametrize("error", [ValueError, KeyError, ImportError, OSError, TimeoutError])
def test_an_error_of_who_hears_is_its_own_and_none_of_the_server(error):
    def heard(_):
        raise error("the window is gone")

    with ModelServer() as server, pytest.raises(error, match="the window is gone"):
        ServerClient(server.url, "tiny").reply(HI, StopToken(), heard)


# A stop


def test_a_stop_closes_the_stream_and_the_next_question_is_answered():
    def silent(link):
        link.start()
        link.event(link.chunks(Said("some"))[1])
        link.until_closed()

    with ModelServer([silent, "yes"]) as server:
        client, stop, heard = ServerClient(server.url, "tiny"), StopToken(), threading.Event()
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(client.reply, HI, stop, lambda _: heard.set())
            assert heard.wait(20)
            stop.stop()
            with pytest.raises(Stopped):
                asked.result(20)
        wait_for(lambda: server.closed_s)
        assert client.reply(HI, StopToken()).text == "yes"


@pytest.mark.parametrize("where", ["before an answer", "while it waits"])
def test_a_stop_ends_every_wait(where):
    begun = threading.Event()

    def write(link):
        begun.set()
        if where == "while it waits":
            link.error(503, "busy", Retry_After="100")
        else:
            link.until_closed()

    with ModelServer([write]) as server, ThreadPoolExecutor() as pool:
        stop = StopToken()
        asked = pool.submit(ServerClient(server.url, "tiny").reply, HI, stop)
        assert begun.wait(20)
        stop.stop()
        with pytest.raises(Stopped):
            asked.result(20)


def test_nothing_is_asked_after_a_stop():
    stop = StopToken()
    stop.stop()
    with ModelServer() as server:
        with pytest.raises(Stopped):
            ServerClient(server.url).reply(HI, stop)
        assert server.connections == 0


# Several at the same time


def test_a_hundred_questions_at_once_get_their_own_answers():
    def echo(asked):
        return Said(f"answer to {asked.text}", piece=3)

    with ModelServer(echo) as server, ThreadPoolExecutor(100) as pool:
        client, gate = (
            ServerClient(server.url, "tiny", limits=Limits(total_s=100, connect_s=100)),
            threading.Barrier(100),
        )

        def ask(number):
            gate.wait()
            return client.reply(Ask((Turn("user", f"question {number}"),)), StopToken()).text

        assert list(pool.map(ask, range(100))) == [f"answer to question {n}" for n in range(100)]
        assert len(server.questions) == 100


def test_loading_the_client_loads_nothing_that_talks():
    code = "import sys, model.server.client; print([m for m in sys.modules if m in ('httpx2', 'asyncio', 'ssl')])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


# TLS


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def trusted(authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    exchange._trust.cache_clear()
    yield authority
    exchange._trust.cache_clear()


def test_a_certificate_of_an_authority_that_the_user_trusts_fits(trusted):
    with ModelServer(tls=trusted.serving()) as server:
        assert ServerClient(server.url).reply(HI, StopToken()).text == "It is done."


@pytest.mark.parametrize("what", ["host", "expired", "own", "foreign"])
def test_a_certificate_that_does_not_fit_ends_it(what, trusted, tmp_path):
    context = {
        "host": lambda: trusted.serving("other.example"),
        "expired": lambda: trusted.serving(days=-1),
        "own": lambda: trusted.serving(is_own=True),
        "foreign": lambda: Authority(tmp_path).serving(),
    }[what]()
    with ModelServer(tls=context) as server:
        client = ServerClient(server.url, "tiny", key=lambda: "the-key-itself")
        with pytest.raises(ServerError) as raised:
            client.reply(HI, StopToken())
        assert raised.value.fault == ServerFault.CERTIFICATE, str(raised.value)
        assert not server.asked


def test_tls_where_none_is_and_none_where_it_is(trusted):
    with ModelServer() as plain:
        url = plain.url.replace("http:", "https:")
        assert fault(lambda: ServerClient(url, "tiny").reply(HI, StopToken())) == "unreachable"
    with ModelServer(tls=trusted.serving()) as server:
        url = server.url.replace("https:", "http:")
        found = fault(lambda: ServerClient(url, "tiny").reply(HI, StopToken()))
        assert found in (ServerFault.NOT_A_SERVER, ServerFault.CUT_OFF)


# Proxies


def test_a_proxy_of_the_environment_is_not_used_for_this_computer(monkeypatch):
    with ModelServer() as proxy, ModelServer() as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, proxy.root)
        assert ServerClient(server.url).reply(HI, StopToken()).text
        assert proxy.connections == 0


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:{port}", "nonsense://x", "http://", "http://127.0.0.1:1"]
)
def test_a_proxy_that_does_not_lead_there_is_named(address, monkeypatch):
    with ModelServer() as proxy:
        for name in ("https_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, address.format(port=proxy.port))
        for name in ("no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.delenv(name, raising=False)
        client = ServerClient(
            "https://gpu.example", "tiny", key=lambda: "the-key-itself", allowed=["gpu.example:443"]
        )
        with pytest.raises(ServerError) as raised:
            client.reply(HI, StopToken())
        assert raised.value.fault == ServerFault.UNREACHABLE
        assert "proxy" in str(raised.value)
        assert not any("the-key-itself" in str(asked.headers) for asked in proxy.asked)
