"""A name that two windows show is asked about, also when one of the two covers the other."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.desktop.command_rig import Command, Form
from tests.desktop.elements_rig import APP_S, Rig, be_patient
from tests.desktop.painted_labels import TITLE
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

PLACE = (620, 90, 560, 560)
FORM = "Library card"


def test_a_covered_window_s_button_is_asked_about_beside_the_one_that_shows(
    desktop, monkeypatch, fresh_home, tmp_path
):
    be_patient(monkeypatch)
    program = [sys.executable, str(Path(__file__).with_name("painted_labels.py"))]
    logs = [tmp_path / "lower.jsonl", tmp_path / "upper.jsonl"]
    with closing(Rig(desktop)) as rig, closing(Form(logs[0], PLACE)) as lower:
        wait_for(lambda: rig.window(FORM), APP_S)
        below = rig.window(FORM).window_id
        with closing(Form(logs[1], PLACE)) as upper, rig.running(program, TITLE):
            wait_for(lambda: sum(FORM in w.title for w in rig.windows.windows()) == 2, APP_S)
            rig.raise_window(TITLE)
            asked = Command("do", "click Clear form", "--approve", "ask", "--json")
            question = asked.until("question", "end")
            assert question["event"] == "question", question
            assert len(question["candidates"]) == 2, question
            asked.process.terminate()
            asked.end()
            assert lower.said("cleared") == upper.said("cleared") == []
            assert any(w.window_id == below for w in rig.windows.windows())
