"""The proof of the protocol on a few conversations: fake hands, and a real process."""

import pytest

from tests.proof.protocol_real import real_conversations
from tests.proof.protocol_traces import judge, traces

pytestmark = pytest.mark.desktop

TRACES = 600
"""A fault that one trace in fifty met went unseen in forty."""


def test_no_event_leaves_without_an_approval_in_random_conversations(desktop, tmp_path):
    shard = {**traces(0, TRACES), "real": real_conversations(desktop, tmp_path, 0, 1, turns=8)}
    verdict = judge([shard])
    assert shard["examples"] == []
    assert shard["real"]["unasked"] == 0
    assert shard["real"]["carried_out"] > 0
    assert shard["real"]["refused"] > 0
    assert verdict.is_kept, verdict.result
