"""The proof of the kill key with small counts: what it counts, not how long it takes."""

import multiprocessing
import os
from contextlib import suppress
from pathlib import Path

import pytest

from tests.proof.kill_latency_parts import bench, load_of, measure

pytestmark = pytest.mark.desktop


@pytest.mark.parametrize(("load", "kind"), [("frozen", "type"), ("workers", "drag")])
def test_the_kill_key_leaves_nothing_held_and_sends_nothing_more(desktop, tmp_path, load, kind):
    found = measure(desktop, tmp_path, load, kind, 3)
    assert len(found["latencies_ms"]) == 3
    assert (found["held"], found["missed"]) == (0, 0)
    assert found["sent_after_flag_max"] <= 1


def sockets_of(process):
    """Return the sockets that a process has open, each as the link the system gives it."""
    links = set()
    for entry in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed in the meantime
            links.add(str(entry.readlink()))
    return {link for link in links if link.startswith("socket:")}


def test_what_loads_and_watches_has_no_connection_of_this_process(desktop, tmp_path, qapp):
    with load_of("workers"), bench(desktop, tmp_path):
        started = multiprocessing.active_children()
        assert len(started) > 1
        for child in started:
            assert not sockets_of(child.pid) & sockets_of(os.getpid())
