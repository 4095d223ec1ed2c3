"""The first page of the real program: it says what can be done with the window that was in front."""

from contextlib import closing

import pytest

from app.front import front_window
from app.settings import Settings
from automation.commands.policy import CommandsPolicy
from tests.desktop.command_rig import Form
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop


def test_what_can_be_said_of_a_real_window_is_by_its_own_names(desktop, tmp_path):
    with closing(Form(tmp_path / "form.jsonl")):
        # A program tells its controls a moment after its window is there.
        found = wait_for(lambda: (w := front_window(Settings(), "en")) and len(w.sayings) > 2 and w)
    assert found.title == "Library card"
    assert "type hello into Name" in found.sayings
    assert any(said in found.sayings for said in ("click Save card", "click Clear form"))
    assert all(CommandsPolicy.preview(said) for said in found.sayings)
