"""What waits for the user while the window is hidden is told of by a notification, and kept as it was."""

import os
import sqlite3
from contextlib import closing

import pytest

from tests.desktop.application_rig import TASK_S, stage
from tests.desktop.session_services import NOTIFICATIONS, services
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


def test_a_hidden_card_is_notified_once_and_a_stop_keeps_it_with_its_time(
    desktop, fresh_home, tmp_path
):
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    with services(address, NOTIFICATIONS) as bus, stage(fresh_home, tmp_path) as (window, form):
        window.write("click Save card")
        window.press("Return")
        wait_for(window.card, TASK_S)
        wait_for(lambda: bus.notices, TASK_S)
        assert window.window() is None  # it is out of the way, so nobody reads it there
        title, text, actions, _ = bus.notices[0]
        assert title == "Waiting for you"
        assert "Save card" not in text  # nothing of the screen goes to whoever shows notices
        assert actions == ()  # it shows, and accepts nothing
        bus.press_notice(1, "default")
        bus.press_notice(1, "accept")
        window.press("Pause")
        wait_for(lambda: window.outcomes() == ["stopped"], TASK_S)
        assert form.said("saved") == []
        assert len(bus.notices) == 1
        with closing(
            sqlite3.connect(f"file:{fresh_home / 'data' / 'history.db'}?mode=ro", uri=True)
        ) as db:
            (waited_ms,) = db.execute("SELECT waited_ms FROM run").fetchone()
            step = db.execute("SELECT verdict, overlay_sha IS NOT NULL FROM step").fetchone()
        assert waited_ms > 1000  # a notification comes after some seconds of waiting
        assert step == ("stopped", 1)


def test_a_hidden_question_is_notified(desktop, fresh_home, tmp_path):
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    with services(address, NOTIFICATIONS) as bus, stage(fresh_home, tmp_path) as (window, form):
        window.write("click Clear")
        window.press("Return")
        wait_for(lambda: bus.notices, TASK_S)
        assert bus.notices[0][0] == "Waiting for you"
        assert window.outcomes() == [None]
        window.press("Pause")
        wait_for(lambda: window.outcomes() == ["stopped"], TASK_S)
        assert form.said("saved") == []
