"""The proof of the kill key with small counts: what it counts, not how long it takes."""

import pytest

from tests.proof.kill_latency_parts import measure

pytestmark = pytest.mark.desktop


@pytest.mark.parametrize(("load", "kind"), [("frozen", "type"), ("workers", "drag")])
def test_the_kill_key_leaves_nothing_held_and_sends_nothing_more(desktop, tmp_path, load, kind):
    found = measure(desktop, tmp_path, load, kind, 3)
    assert len(found["latencies_ms"]) == 3
    assert (found["held"], found["missed"]) == (0, 0)
    assert found["sent_after_flag_max"] <= 1
