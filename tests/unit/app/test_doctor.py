"""What the main job needs: every row says what was found, what it means and what helps."""

import argparse
import dataclasses

import pytest

from app import front
from app.doctor import report as doctor_command
from app.doctor.checks import JobFacts
from app.doctor.promises import PromiseFacts
from app.doctor.report import EXIT_ENVIRONMENT, EXIT_OK, Facts, as_text, exit_status, gather, rows
from automation.desktop.session import Session

SESSION = Session("x11", ":1", "Openbox", has_compositor=True)
WELL = JobFacts(
    python="3.11.7",
    session=SESSION,
    capture="1920 x 1080 px, 1 monitor",
    input_name="x11",
)


def rows_with(**fields):
    return rows(Facts(dataclasses.replace(WELL, **fields), PromiseFacts(SESSION)))


def row_of(found, name):
    return next(row for row in found if row.name == name)


def text_of(found):
    return as_text(found, is_ready=exit_status(found) == EXIT_OK)


def test_a_machine_where_all_is_well_is_ready():
    assert exit_status(rows_with()) == EXIT_OK
    assert "\nReady.\n" in text_of(rows_with())


@pytest.mark.parametrize(
    ("fields", "name", "status"),
    [
        ({"session": Session("none", problem="there is no display")}, "display", "fail"),
        ({"session": Session("wayland", problem="Wayland")}, "display", "fail"),
        ({"qt_problem": "no plugin"}, "window toolkit", "fail"),
        ({"capture_problem": "black"}, "screen capture", "fail"),
        ({"input_problem": "no XTEST"}, "mouse and keyboard", "fail"),
        ({"session": Session("x11", ":1")}, "window manager", "warn"),
        ({"is_locked": True}, "screen lock", "warn"),
        ({"tree_problem": "no bus"}, "accessibility", "warn"),
        ({"ocr_problem": "not installed"}, "text reading", "warn"),
        ({"meaning_problem": "its weights are not installed"}, "meaning of words", "warn"),
        ({"folder_problem": "not yours"}, "files", "fail"),
        ({"settings_problem": "kept as settings.bad-1"}, "settings", "warn"),
        ({"trust_problem": "cannot be used"}, "trusted macros", "warn"),
        ({"keyring_problem": "nobody answers"}, "keyring", "warn"),
        ({"has_pyautogui": False}, "pyautogui", "ok"),
        ({"has_pyautogui": False, "pyautogui_chosen": True}, "pyautogui", "fail"),
        ({"has_tkinter": False, "pyautogui_chosen": True}, "pyautogui", "fail"),
        (
            {
                "errors": ("2026-01-02T03:04:05+00:00 KeyError app/x.py:1",),
                "errors_file": "/d/errors.log",
            },
            "errors",
            "warn",
        ),
        ({"missing_demo_programs": ("Xvfb",)}, "private desktop", "warn"),
    ],
)
def test_what_is_wrong_is_said_with_its_meaning_and_a_remedy(fields, name, status):
    found = rows_with(**fields)
    row = row_of(found, name)
    assert row.status == status
    if status != "ok":
        assert row.meaning
        assert row.fix
    expected = EXIT_ENVIRONMENT if status == "fail" else EXIT_OK
    assert exit_status(found) == expected


def test_this_machine_can_be_looked_at_without_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    found = rows(gather())
    assert row_of(found, "display").status == "fail"
    assert row_of(found, "file system").topic == "storage"


def test_the_text_stands_in_80_columns_under_its_topics():
    found = rows_with(tree_problem="there is no session bus: " + "nothing answers there " * 9)
    text = text_of(found)
    assert max(map(len, text.splitlines())) <= 80
    headings = [line for line in text.splitlines() if line[:8] == "Promise " and line[9:10] == ":"]
    assert [line[8] for line in headings] == ["1", "2", "3", "4", "5", "6", "7"]


def test_a_command_longer_than_a_line_is_not_broken_inside_a_word():
    path = "/very/long/" + "folder/" * 20
    found = rows_with(settings_problem=f"cannot be read: {path}")
    assert path in text_of(found)


def test_what_is_not_well_says_what_was_found_what_it_means_and_what_helps():
    lines = text_of(rows_with(ocr_problem="not installed: rapidocr")).splitlines()
    at = lines.index("  note  text reading")
    assert lines[at + 1 : at + 4] == [
        "        Not installed: rapidocr.",
        "        Text that programs do not name cannot be found.",
        "        What helps: pip install 'deskhand[ocr]'",
    ]


@pytest.mark.parametrize("problem", ["", "the bus is dumb"])
def test_what_is_in_the_way_of_waking_programs_is_said_with_the_choice(
    tmp_path, monkeypatch, capsys, problem
):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    monkeypatch.setattr(front, "see_to_choice", lambda folder, *, is_wanted: problem)
    monkeypatch.setattr(doctor_command, "gather", lambda: None)
    monkeypatch.setattr(doctor_command, "rows", lambda facts: ())
    doctor_command.doctor(argparse.Namespace(wake="on", json=False))
    said = f"deskhand: your choice is kept, but {problem}\n" if problem else ""
    assert capsys.readouterr().err == said
