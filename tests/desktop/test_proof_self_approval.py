"""The proof of self-approval with a few tries at each kind of window."""

import pytest

from tests.proof.self_approval import judge
from tests.proof.self_approval_parts import attack

pytestmark = pytest.mark.desktop


@pytest.mark.parametrize("kind", ["card", "menu", "bar"])
def test_the_assistant_cannot_press_its_own_buttons(desktop, tmp_path, kind):
    told = attack(desktop, tmp_path, kind, 12)
    assert (told["decisions"], told["heard"]) == ([], 0), told
    assert told["said"]["own_window"] > 0
    assert judge([{kind: told}]).is_kept, told
