"""A menu that is open takes keys and clicks first; a card can be accepted all the same."""

import pytest

from tests.desktop.application_rig import stage
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


def test_two_cards_one_over_the_open_menu_are_accepted_by_the_keys_that_they_name(
    desktop, fresh_home, tmp_path
):
    with stage(fresh_home, tmp_path) as (application, form):
        application.write("click Card, then click Count cards")
        application.press("Return")
        application.accept_until(lambda: form.said("counted"))
        wait_for(lambda: application.outcomes() == ["done"])
    assert form.said("counted") == [0]
