"""The proof of self-approval with a few tries at each kind of window."""

import pytest

from tests.proof.self_approval import judge
from tests.proof.self_approval_parts import KINDS, attack

pytestmark = pytest.mark.desktop

TOGETHER = "card+library+reading+form+editor+opening+recording+naming+dialogs"
"""These are up side by side, in one process."""


@pytest.mark.parametrize(("kinds", "count"), [(TOGETHER, 24), ("context", 12)])
def test_the_assistant_cannot_press_its_own_buttons(desktop, tmp_path, kinds, count):
    assert set(kinds.split("+")) <= set(KINDS)
    told = attack(desktop, tmp_path, kinds, count)
    assert (told["decisions"], told["heard"]) == ([], []), told
    assert judge([{kinds: told}]).is_kept, told


def test_a_press_that_gets_through_is_counted(desktop, tmp_path):
    told = attack(desktop, tmp_path, "pill", 12, is_known=False)
    assert told["heard"]
    assert "stop_pressed" in told["decisions"]
    assert not judge([{"pill": told}]).is_kept
