"""What goes wrong on the way to a model server and back: no reply comes of it, and the key goes nowhere else."""

import json
from dataclasses import replace
from functools import cache

import pytest

from automation.core.actions import Click
from automation.core.errors import ActionParseError
from automation.core.events import Task
from automation.core.geometry import Rect
from automation.core.ports import History
from automation.core.timing import StopToken
from model.families.known import family
from model.remote import RemoteManner, RemotePolicy
from model.server.asking import Ask, Picture, ServerError, ServerFault, Turn
from model.server.client import Limits, ServerClient
from tests.fakes.fake_engine import FakeVoice
from tests.fakes.fake_reader import FakeReader, element
from tests.kit.model_server import ModelServer
from tests.kit.wire_faults import KEY, STEP, after_the_end, all_faults, cuts, thoughts
from tests.unit.agent.rig import observation

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
SAID = [one.name for one in (*cuts(), *thoughts(), *after_the_end())]


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


def proposed(server):
    """Return what the policy with pictures proposes, of a model on that server."""
    policy = RemotePolicy(
        ServerClient(server.url, "tiny", limits=LIMITS),
        RemoteManner(family("holo3"), is_calibrated=True),
        FakeReader((element("Save", "button", Rect(180, 140, 60, 24), window_id=7),)),
        read_key=lambda name: (name,),
        voice=FakeVoice(),
    )
    task = Task("save the document", policy="remote")
    return policy.propose(task, History(()), observation(), StopToken())


def test_a_step_that_comes_whole_is_proposed():
    with ModelServer([STEP]) as server:
        assert isinstance(proposed(server).intent, Click)


@pytest.mark.parametrize("name", SAID)
def test_no_step_comes_of_a_reply_that_is_none(name, other):
    with ModelServer([fault_of(name, other).write]) as server, pytest.raises(ServerError):
        proposed(server)


@pytest.mark.parametrize(
    ("x", "y"), [(-1, 500), (1001, 500), (525, 50_000), (10**12, 0), (0.5, "500"), (None, 500), (True, 1), ([5], 5)]
)  # fmt: skip
def test_no_step_comes_of_a_point_off_the_picture(x, y):
    call = json.loads(STEP)
    call["tool_call"] |= {"x": x, "y": y}
    with ModelServer([json.dumps(call)]) as server:
        with pytest.raises(ActionParseError):
            proposed(server)
        assert len(server.questions) == 2, "it is asked for once more"


def test_there_are_at_least_250_of_them():
    assert len(NAMES) == len(all_faults(ELSEWHERE)) >= 250
