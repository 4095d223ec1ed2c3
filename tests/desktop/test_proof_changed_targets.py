"""The proof of changed targets with a few tries of each class."""

import pytest

from tests.proof.changed_targets import judge, trial
from tests.proof.changed_targets_parts import QUIET

pytestmark = pytest.mark.desktop


def test_every_class_of_change_stops_the_action_and_quiet_runs_go_on(desktop, tmp_path):
    shard = trial(desktop, tmp_path, 0, attacks=3, calm=2 * len(QUIET), carets=2)
    assert shard["leaks"] == []
    verdict = judge([shard])
    assert verdict.is_kept, (verdict.result, shard["alarms"])
