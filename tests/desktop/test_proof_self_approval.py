"""The proof of self-approval with a few tries at each kind of window."""

import pytest

from tests.proof.self_approval import judge
from tests.proof.self_approval_parts import KINDS, attack, attack_by_others

pytestmark = pytest.mark.desktop

TOGETHER = "card+library+reading+form+editor+opening+recording+naming+dialogs"
"""These are up side by side, in one process."""


@pytest.mark.parametrize(("kinds", "count"), [(TOGETHER, 24), ("context", 12)])
def test_the_assistant_cannot_press_its_own_buttons(desktop, tmp_path, kinds, count):
    assert set(kinds.split("+")) <= set(KINDS)
    told = attack(desktop, tmp_path, kinds, count)
    assert (told["decisions"], told["heard"]) == ([], []), told
    assert judge([{kinds: told}]).is_kept, told


@pytest.mark.parametrize(
    "kinds", [TOGETHER, "danger+settings", "changing+model", "choice+wipe+main", "bar+pill"]
)
def test_no_other_program_presses_them_without_a_device(desktop, tmp_path, kinds):
    told = attack_by_others(desktop, tmp_path, kinds, 600)
    assert (told["decisions"], told["heard"], told["was_up"]) == ([], [], True), told
    assert min(told["tries"].values()) >= 600
    assert not [words for words in told["words"] if "paper" in words]  # of the secret mark
    assert any("deskhand" in words for words in told["words"])


def test_what_gets_through_by_the_bus_and_by_sent_events_is_counted(desktop, tmp_path):
    # A window that is still being laid out hears nothing of a whole round.
    rounds = (
        attack_by_others(desktop, tmp_path / str(n), "main", 600, is_open=True) for n in range(5)
    )
    told = next((told for told in rounds if told["heard"]), None)
    assert told is not None
    assert told["decisions"]


def test_a_press_that_gets_through_is_counted(desktop, tmp_path):
    told = attack(desktop, tmp_path, "pill", 12, is_known=False)
    assert told["heard"]
    assert "stop_pressed" in told["decisions"]
    assert not judge([{"pill": told}]).is_kept
