"""What goes wrong on the way to a model server and back: no reply comes of it, and the key goes nowhere else."""

from dataclasses import replace
from functools import cache

import pytest

from automation.core.timing import StopToken
from model.server.asking import Ask, Picture, ServerError, ServerFault, Turn
from model.server.client import Limits, ServerClient
from tests.kit.model_server import ModelServer
from tests.kit.wire_faults import KEY, all_faults

pytestmark = pytest.mark.timeout(30)
LIMITS = Limits(body_bytes=64 << 10, tokens=200, total_s=25, idle_s=25)
SHORT = replace(LIMITS, total_s=0.9, idle_s=0.4)
"""For what waits."""
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (8).to_bytes(4) * 2
ASK = Ask(
    (Turn("user", "What now?", (Picture(PNG, 8, 8),)),), {"type": "object"}, wants_logprobs=True
)
ELSEWHERE = "http://127.0.0.1:{port}"
NAMES = {one.name: at for at, one in enumerate(all_faults(ELSEWHERE))}
PLAIN = [
    one.name
    for one in all_faults(ELSEWHERE)
    if not one.has_stream
    or (one.name.startswith("whole") and one.fault == ServerFault.NOT_A_SERVER)
]


@pytest.fixture(scope="module")
def other():
    """Return another origin, which must never hear of anything."""
    with ModelServer() as server:
        yield server
        assert server.connections == 0


faults_to = cache(all_faults)


def fault_of(name, other):
    return faults_to(other.root)[NAMES[name]]


def client_of(server, case, model=""):
    limits = SHORT if case.fault in (ServerFault.TIMEOUT, ServerFault.BUSY) else LIMITS
    return ServerClient(server.url, model, key=lambda: KEY, limits=limits)


def failed(work):
    """Return the fault of work that gives nothing, after a look at its sentence."""
    with pytest.raises(ServerError) as raised:
        work()
    said = str(raised.value)
    assert KEY not in said
    assert not any(KEY[at : at + 8] in said for at in range(len(KEY) - 7)), "nor a part of it"
    assert 20 < len(said) < 900, "a sentence, with what to do"
    assert said.isprintable()
    return raised.value.fault


@pytest.mark.parametrize("name", NAMES)
def test_no_reply_comes_of_a_fault(name, other):
    case = fault_of(name, other)
    with ModelServer([case.write]) as server:
        client = client_of(server, case, "tiny")
        assert failed(lambda: client.reply(ASK, StopToken())) == case.fault
        assert {asked.path for asked in server.asked} == {"/v1/chat/completions"}
    assert other.connections == 0


@pytest.mark.parametrize("name", PLAIN)
def test_no_list_of_models_comes_of_a_fault(name, other):
    case = fault_of(name, other)
    with ModelServer(at={"/v1/models": case.write}) as server:
        client = client_of(server, case)
        assert failed(lambda: client.models(StopToken())) == case.fault
    assert other.connections == 0


def test_there_are_at_least_250_of_them():
    assert len(NAMES) == len(all_faults(ELSEWHERE)) >= 250
