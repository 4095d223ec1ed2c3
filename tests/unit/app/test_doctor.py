"""Every row of doctor says what was found, what it means and how to mend it."""

import dataclasses

import pytest

from app.doctor import EXIT_ENVIRONMENT, EXIT_OK, Facts, as_text, exit_status, gather, rows
from automation.desktop.session import Session

WELL = Facts(
    python="3.11.7",
    session=Session("x11", ":1", "Openbox", True, True, True),
    capture="1920 x 1080 px, 1 monitor",
    input_name="x11",
    free_bytes=10**10,
)


def facts_with(**fields):
    return dataclasses.replace(WELL, **fields)


def row_of(facts, name):
    return next(row for row in rows(facts) if row.name == name)


def test_a_machine_where_all_is_well_is_ready():
    assert exit_status(rows(WELL)) == EXIT_OK
    assert as_text(rows(WELL)).endswith("Ready.\n")


@pytest.mark.parametrize(
    ("fields", "name", "status"),
    [
        ({"session": Session("none", problem="there is no display")}, "display", "fail"),
        ({"session": Session("wayland", problem="Wayland")}, "display", "fail"),
        ({"qt_problem": "no plugin"}, "window toolkit", "fail"),
        ({"capture_problem": "black"}, "screen capture", "fail"),
        ({"input_problem": "no XTEST"}, "mouse and keyboard", "fail"),
        ({"session": Session("x11", ":1")}, "window manager", "warn"),
        ({"tree_problem": "no bus"}, "accessibility", "warn"),
        ({"ocr_problem": "not installed"}, "text reading", "warn"),
        ({"folder_problem": "not yours"}, "files", "fail"),
        ({"free_bytes": 1_000}, "files", "warn"),
        ({"settings_problem": "kept as settings.bad-1"}, "settings", "warn"),
        ({"has_pyautogui": False}, "pyautogui", "ok"),
        ({"has_pyautogui": False, "pyautogui_chosen": True}, "pyautogui", "fail"),
        ({"has_tkinter": False, "pyautogui_chosen": True}, "pyautogui", "fail"),
        ({"missing_demo_programs": ("Xvfb",)}, "private desktop", "warn"),
    ],
)
def test_what_is_wrong_is_said_with_its_meaning_and_a_remedy(fields, name, status):
    facts = facts_with(**fields)
    row = row_of(facts, name)
    assert row.status == status
    if status != "ok":
        assert row.meaning
        assert row.fix
    expected = EXIT_ENVIRONMENT if status == "fail" else EXIT_OK
    assert exit_status(rows(facts)) == expected


def test_this_machine_can_be_looked_at_without_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    assert row_of(gather(), "display").status == "fail"
