"""The real part of the canary proof, twice: the keyring, the field and the terminal are real."""

import pytest

from tests.proof.canaries_real import real_runs

pytestmark = pytest.mark.desktop


def test_real_runs_leave_no_canary(tmp_path):
    found = real_runs(2, tmp_path)
    assert found["hits"] == []
    assert found["wrongly_typed"] == 0
    assert found["real_runs"] == 2
    assert found["bytes_searched"] > 0
