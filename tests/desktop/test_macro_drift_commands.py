"""Runs of the `commands` policy on a live program, compiled and replayed in a fresh one."""

import contextlib

import pytest

from tests.benchmarks.instruction_cases import CASES as ALL_CASES
from tests.macros_live.command_runs import CommandDesk, replayed

CASES = [case for case in ALL_CASES if case.text == "set City to Kiel"]

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


def test_what_the_commands_policy_did_is_done_again_by_its_macro(desktop, tmp_path, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    with contextlib.closing(CommandDesk(desktop, tmp_path)) as desk:
        lines = list(replayed(desk, "qt", CASES, "1920x1080"))
    assert [(line["text"], line["verdict"]) for line in lines] == [
        (case.text, "right") for case in CASES
    ], lines
    assert all(set(line["rungs"]) == {"tree"} for line in lines)
    assert all(line["wrong"] == [] for line in lines)
