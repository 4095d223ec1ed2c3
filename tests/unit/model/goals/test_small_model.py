"""The smallest real model, on llama.cpp's own server: each of its replies is a step on what is there."""

import pytest

from automation.core.timing import StopToken
from model.goals.goal_step import GoalStep, read_step, step_schema
from model.goals.prompt import turns_of
from model.server.asking import Ask
from model.server.client import Limits, ServerClient
from tests.kit.listings import listing
from tests.kit.llama_server import llama_server

pytestmark = pytest.mark.slow
"""On a busy machine a prompt of a thousand tokens takes it minutes."""
PLAYER = listing(
    ("Play", "button"), ("Volume", "slider"), ("Repeat", "checkbox"), ("Search", "field"),
    ("Playlist", "combo"), ("Full screen", "button"), ("Speed", "spinner"), ("Next", "button"),
)  # fmt: skip
WANTED = {
    "turn repeat on": ("Repeat", "on"),
    "set the speed to 2": ("Speed", "set"),
    "make it louder": None,
}
"""What words of the task name is found; the rest needs more meaning than so small a model has."""


@pytest.fixture(scope="module")
def client():
    with llama_server() as url:
        yield ServerClient(url, limits=Limits(total_s=170, idle_s=170))


@pytest.mark.parametrize("task", WANTED)
def test_a_reply_is_a_step_on_what_is_there(client, task):
    asked = Ask(
        turns_of(task, (), PLAYER),
        step_schema(PLAYER, may_end=False),
        max_tokens=700,
        wants_logprobs=True,
    )
    reply = client.reply(asked, StopToken())
    step = read_step(reply.text, PLAYER)
    assert isinstance(step, GoalStep)
    assert reply.tokens, "how sure it was is told"
    if WANTED[task] is not None:
        assert (step.intent.listed.name, step.intent.operation) == WANTED[task]
