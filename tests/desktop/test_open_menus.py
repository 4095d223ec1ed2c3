"""A menu that is open takes keys and clicks first; a card can be accepted all the same."""

import pytest

from tests.desktop.command_rig import Form, wait_until
from tests.desktop.test_application import Application

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(120)]


@pytest.fixture
def stage(desktop, fresh_home, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    application = Application(fresh_home)
    wait_until(lambda: application.window("Library card"))
    wait_until(application.is_ready, 40)
    yield application, form
    application.close()
    form.close()


def test_two_cards_one_over_the_open_menu_are_accepted_by_the_keys_that_they_name(stage):
    application, form = stage
    application.write("click Card, then click Count cards")
    application.press("Return")

    def _accepted():
        application.press("ctrl+shift+F9" if application.has_open_menu() else "ctrl+shift+Return")
        application.pause()
        return form.said("counted")

    wait_until(_accepted, 40)
    wait_until(lambda: application.outcomes() == ["done"])
    assert form.said("counted") == [0]
