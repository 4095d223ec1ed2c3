"""The tray's menu is worked over the session bus, by anybody: it accepts nothing and loosens nothing."""

import json
import os

import pytest

from tests.desktop.application_rig import TASK_S, stage
from tests.desktop.command_rig import command
from tests.desktop.session_services import ITEM, WATCHER, services
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

MACRO = """\
deskhand: 1
name: Save it
steps:
  - {id: press, do: click, target: {role: button, name: Save card, window: Library card}}
"""
SAVE_IT = "Save it  (Ctrl+Alt+1)"
ENDS = {"Quit", "Stop"}
HARMLESS = {
    "Ready", "Show on screen", "Pause", "Go on in the window…", "Stop", "Command bar", "Macros",
    "Open deskhand", "Settings", "Quit", "All macros, and recording…",
}  # fmt: skip
"""All that the menu offers, besides words that cannot be pressed and the macros themselves."""


@pytest.fixture
def home(fresh_home, tmp_path):
    """Settings that ask for little, and a trusted macro that has a key."""
    file = tmp_path / "save.yaml"
    file.write_text(MACRO)
    for words in (("import", str(file)), ("trust", "Save it", "--yes")):
        assert command("macro", *words, "--json")[0] == 0
    config = fresh_home / "config"
    config.mkdir(mode=0o700, exist_ok=True)
    settings = {"approval": {"mode": "auto", "expiry_s": 300.0}}
    (config / "settings.json").write_text(json.dumps(settings))
    (config / "macro_keys.json").write_text(json.dumps({"keys": {"save-it": "Ctrl+Alt+1"}}))
    return fresh_home


def test_no_row_of_the_tray_approves_loosens_or_begins_what_asks_nothing(desktop, home, tmp_path):
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    with services(address, WATCHER) as bus, stage(home, tmp_path) as (application, form):
        wait_for(lambda: bus.items, TASK_S)
        tray = bus.items[0]
        wait_for(lambda: SAVE_IT in bus.menu(tray)[1], TASK_S)
        settings = json.loads((home / "config" / "settings.json").read_text())["approval"]

        def press_all():
            path, rows = bus.menu(tray)
            for words, (number, is_live) in rows.items():
                if is_live and words not in ENDS and words != SAVE_IT:
                    assert words in HARMLESS, words
                    bus.press_row(tray, path, number)
            bus.call(tray, "/StatusNotifierItem", ITEM, "Activate", "ii", 0, 0)

        application.press("ctrl+alt+1")  # by a key of the user's the macro asks nothing
        wait_for(lambda: application.outcomes() == ["done"], TASK_S)
        saved = form.said("saved")
        assert len(saved) == 1

        wait_for(lambda: bus.menu(tray)[1][SAVE_IT][1], TASK_S)
        bus.press(tray, SAVE_IT)
        wait_for(application.card, TASK_S)
        for _ in range(3):
            press_all()
        assert application.outcomes() == ["done", None]
        bus.press(tray, "Stop")
        wait_for(lambda: application.outcomes() == ["done", "stopped"], TASK_S)
        press_all()
        assert application.outcomes() == ["done", "stopped"]
        assert form.said("saved") == saved
        now = json.loads((home / "config" / "settings.json").read_text())["approval"]
        assert now == settings | {"mode": "auto"}
