"""What the command line hands to the window, and what the window takes of it."""

import io
import sys

import msgspec
import pytest

from app import hand_over
from app.cli.parser import parser
from app.gui.runs import Errand

TASK = ["do", "--approve", "auto", "click Save"]


def request(*options, words=TASK):
    return hand_over._request(parser(only="do").parse_args([*words, *options]))


@pytest.fixture(autouse=True)
def _nobody_there(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())


def test_the_window_knows_every_field():
    fields = request(
        "--max-steps", "3", "--timeout", "9", "--pick", "2", "--keep", "nothing", "--json"
    )
    errand = msgspec.convert(fields, Errand)
    assert (errand.task, errand.approve, errand.asks) == ("click Save", "auto", "nobody")
    assert (errand.max_steps, errand.timeout_s, errand.pick, errand.keep) == (3, 9.0, 2, "nothing")
    assert errand.is_json


@pytest.mark.parametrize(
    "change",
    [
        {"approve": "all"},
        {"policy": "holotron"},
        {"max_steps": 10_001},
        {"timeout_s": 0.0},
        {"timeout_s": 86_401.0},
        {"pick": 0},
        {"keep": "more"},
        {"asks": "window"},
        {"is_trusted_macro": True},
        {"task": 7},
    ],
)
def test_a_request_says_no_more_than_the_command_line_could(change):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(request() | change, Errand)


@pytest.mark.parametrize(
    "words",
    [
        ["do", "click Save"],  # nobody can be asked
        ["do", "--approve", "auto", ""],
        ["do", "--approve", "auto", "-"],
        ["do", "--approve", "auto", "click \x07"],
        [*TASK, "--policy", "holotron"],
        [*TASK, "--policy", "remote"],
        [*TASK, "--model", "folder"],
        [*TASK, "--server", "http://127.0.0.1:8080/v1"],
        [*TASK, "--server-model", "tiny"],
    ],
)
def test_what_this_process_does_or_refuses_itself_is_not_handed_over(words):
    assert request(words=words) is None


def test_questions_come_as_lines_to_a_program():
    assert request("--json", words=["do", "click Save"])["asks"] == "lines"


def test_changed_code_is_other_code(tmp_path, monkeypatch):
    for package in ("app", "automation", "model", "resources"):
        (tmp_path / package).mkdir()
    module = tmp_path / "app" / "hand_over.py"
    module.write_text("")
    monkeypatch.setattr(hand_over, "__file__", str(module))
    before = hand_over.build()
    (tmp_path / "app" / "__pycache__").mkdir()
    (tmp_path / "app" / "__pycache__" / "one.pyc").write_text("")
    assert hand_over.build() == before
    (tmp_path / "resources" / "en.yaml").write_text("")
    assert hand_over.build() != before


def test_no_window_is_nobody_to_hand_over_to(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    arguments = parser(only="do").parse_args(TASK)
    assert hand_over.handed_over(arguments) is None
    assert capsys.readouterr() == ("", "")
