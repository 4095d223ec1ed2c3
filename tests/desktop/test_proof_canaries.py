"""The real part of the canary proof in small: the keyring, the field and the terminal are real."""

import pytest

from tests.proof.canaries_real import real_runs
from tests.proof.canaries_real_recordings import real_recordings

pytestmark = pytest.mark.desktop


def test_real_runs_leave_no_canary(tmp_path):
    found = real_runs(1, tmp_path)
    assert found["hits"] == []
    assert found["wrongly_typed"] == 0
    assert found["real_runs"] == 1
    assert found["bytes_searched"] > 0


def test_a_real_recording_leaves_no_canary(tmp_path):
    found = real_recordings(1, tmp_path)
    assert found["hits"] == []
    assert (found["secrets_typed"], found["wrongly_typed"]) == (1, 0)
