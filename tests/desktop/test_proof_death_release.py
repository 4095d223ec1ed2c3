"""The proof of the dead-man with small counts."""

import pytest

from tests.proof import death_release_parts
from tests.proof.death_release_parts import measure

pytestmark = pytest.mark.desktop


def test_everything_comes_up_when_app_and_executor_are_killed(desktop, tmp_path, monkeypatch):
    monkeypatch.setattr(death_release_parts, "GIVE_UP_S", 60.0)  # how soon it is, the proof counts
    found = measure(desktop, tmp_path, "both", 1)
    assert found["stuck"] == 0
    assert len(found["released_ms"]) == 1
