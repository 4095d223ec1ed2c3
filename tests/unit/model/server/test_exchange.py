"""Whose fault something is that goes wrong while an answer of a model server is read."""

import pytest

from automation.core.timing import StopToken
from model.server.asking import Ask, ServerError, ServerFault, Turn
from model.server.client import ServerClient
from tests.kit.model_server import ModelServer

ASK = Ask((Turn("user", "Who is there?"),))


@pytest.mark.parametrize("problem", [ValueError, OSError, ImportError, KeyError])
def test_what_goes_wrong_in_who_listens_is_no_fault_of_the_server(problem):
    def hear(_):
        raise problem("of the listener")

    with ModelServer(["Nobody."]) as server, pytest.raises(problem, match="of the listener"):
        ServerClient(server.url, "tiny").reply(ASK, StopToken(), hear)


def test_a_list_of_models_that_is_no_json_is_told_as_that(monkeypatch):
    with ModelServer() as server:
        monkeypatch.setattr(
            server._server.RequestHandlerClass,
            "do_GET",
            lambda connection: connection.send(b"[", "application/json"),
        )
        with pytest.raises(ServerError, match="cannot be read as JSON") as raised:
            ServerClient(server.url).models(StopToken())
    assert raised.value.fault is ServerFault.NOT_A_SERVER


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "nonsense://127.0.0.1:9"])
def test_a_proxy_that_cannot_be_used_gets_a_sentence(monkeypatch, proxy):
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    client = ServerClient("https://models.example", "m", allowed=["models.example:443"])
    with pytest.raises(ServerError, match="HTTPS_PROXY") as raised:
        client.reply(ASK, StopToken())
    assert raised.value.fault is ServerFault.UNREACHABLE
