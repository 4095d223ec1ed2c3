"""Bad input to the command line: a sentence, and the right exit status."""

import json
import re
import subprocess
import sys

import pytest

from app.cli.parser import parser
from automation.core.proposal import EXIT_CODES
from tests.kit import loaded


def deskhand(*arguments, stdin="", **environ):
    env = {"PATH": "/usr/bin:/bin", "DESKHAND_NO_INPUT": "1", **environ}
    return loaded.run(*arguments, input=stdin, env=env)


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["do", "", "--approve", "auto"], "empty"),
        (["do", "  \n", "--approve", "auto"], "empty"),
        (["do", "x" * 100_000, "--approve", "auto"], "100,000 characters"),
        (["do", "click \x07", "--approve", "auto"], "U+0007"),
        (["do", "click Save"], "--approve ask needs somebody to ask"),
        (["do", "click Save", "--approve", "maybe"], "invalid choice"),
        (["do", "click Save", "--max-steps", "0"], "whole number"),
        (["do", "click Save", "--timeout", "nan"], "seconds"),
        (["frobnicate"], "invalid choice"),
        (["click", "Save as"], "if that is a task, say: deskhand do click 'Save as'"),
        (["history", "export"], "--format"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(arguments, found, tmp_path):
    done = deskhand(*arguments, DESKHAND_HOME=str(tmp_path))
    assert done.returncode == 2
    assert found in done.stderr


def test_with_json_a_usage_error_is_also_an_end_line(tmp_path):
    done = deskhand("do", "", "--json", DESKHAND_HOME=str(tmp_path))
    (line,) = [json.loads(text) for text in done.stdout.splitlines()]
    assert (line["event"], line["outcome"], line["code"]) == ("end", "usage", 2)


def test_a_task_from_standard_input_that_is_not_text_is_refused(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "app.main", "do", "-", "--approve", "auto"],
        input=b"click \xff\xfe",
        capture_output=True,
        env={"DESKHAND_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert b"UTF-8" in done.stderr


def test_no_display_is_said_with_a_way_out(tmp_path):
    done = deskhand("do", "click Save", "--approve", "auto", DESKHAND_HOME=str(tmp_path))
    assert done.returncode == 9
    assert "deskhand demo" in done.stderr


def test_an_unreachable_display_is_named(tmp_path):
    done = deskhand(
        "do", "click Save", "--approve", "auto", DESKHAND_HOME=str(tmp_path), DISPLAY=":54321"
    )
    assert done.returncode == 9
    assert ":54321" in done.stderr


def test_a_home_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    done = deskhand("do", "x", "--approve", "auto", DESKHAND_HOME=str(tmp_path / "file" / "home"))
    assert done.returncode == 9
    assert "DESKHAND_HOME" in done.stderr


def test_damaged_settings_are_kept_and_said(tmp_path):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text("{broken")
    done = deskhand("do", "click Save", "--approve", "auto", DESKHAND_HOME=str(tmp_path))
    assert "settings.json cannot be used" in done.stderr
    assert (tmp_path / "config" / "settings.json").read_text() == "{broken"


@pytest.mark.parametrize(
    ("policy", "said"),
    [("holotron", "No model is set up"), ("remote", "No model server is chosen")],
)
def test_a_policy_that_cannot_be_used_is_said(policy, said, tmp_path):
    done = deskhand("do", "x", "--approve", "auto", "--policy", policy, DESKHAND_HOME=str(tmp_path))
    assert done.returncode == 9
    assert said in done.stderr


def test_an_address_that_is_none_is_said_before_a_display_is_looked_for(tmp_path):
    home = {"DESKHAND_HOME": str(tmp_path)}
    done = deskhand("do", "x", "--approve", "auto", "--server", "ftp://here", **home)
    assert done.returncode == 9
    assert "http://127.0.0.1:8080/v1" in done.stderr


def test_nothing_to_stop_is_no_error(tmp_path):
    done = deskhand("stop", "--json", DESKHAND_HOME=str(tmp_path))
    assert done.returncode == 0
    assert json.loads(done.stdout)["running"] is False


def test_the_command_line_loads_no_window_toolkit():
    code = (
        "import sys, app.cli.do, app.doctor.report, app.cli.stop; print('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("words", "task"),
    [
        (["do", "click Save"], "click Save"),
        (["do", "click", "Save"], "click Save"),
        (["do", "type", "Ada Lovelace", "into", "Name"], 'type "Ada Lovelace" into Name'),
        (["do", "type", 'a "b" c', "into", "x"], 'type a "b" c into x'),
        (["do", "click", "Save", "--approve", "auto"], "click Save"),
        (["do", "--approve", "auto", "click", "Save"], "click Save"),
        (["do", "--", "type", "-5"], "type -5"),
        (["do", "-"], "-"),
    ],
)
def test_a_task_needs_no_quotation_marks(words, task):
    assert parser().parse_args(words).task == task


def test_a_task_alone_is_done_and_a_word_alone_is_a_command(tmp_path):
    done = deskhand("click Save", "--approve", "auto", DESKHAND_HOME=str(tmp_path))
    assert (done.returncode, "display" in done.stderr) == (9, True)
    done = deskhand("histroy", DESKHAND_HOME=str(tmp_path))
    assert (done.returncode, "invalid choice" in done.stderr) == (2, True)


def test_the_help_of_do_has_examples_and_every_exit_status():
    said = deskhand("do", "--help").stdout
    assert "Examples:" in said
    found = {int(number) for number in re.findall(r"(?:^|  )(\d+) [a-z]", said, re.MULTILINE)}
    assert set(EXIT_CODES.values()) <= found
