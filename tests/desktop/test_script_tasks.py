"""The examples of the guide's page on scripts, as they stand there, on a real window."""

import re
import subprocess
import sys

import pytest

from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import ROOT, WAIT_S, Command, Form, command
from tests.kit.loaded import LoadedPython
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

PAGE = ROOT / "resources" / "guide" / "scripting.md"
FILL, TASKS, LOOK = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.fixture
def form(desktop, fresh_home, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    windows = X11Windows()
    wait_for(lambda: any(w.is_active and w.title == "Library card" for w in windows.windows()))
    windows.close()
    yield form
    form.close()


def script(tmp_path, text, *arguments):
    """Run a script to its end; return status and both streams."""
    file = tmp_path / "example.py"
    file.write_text(text)
    process = LoadedPython(
        [sys.executable, "-m", "app.main", "script", str(file), *arguments],
        cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    out, err = process.communicate(timeout=WAIT_S)
    return process.returncode, out, err


def test_the_form_is_filled_in_as_the_user_accepts_and_its_effect_seen(form, tmp_path):
    file = tmp_path / "example.py"
    file.write_text(FILL)
    run = Command("script", str(file), "Ada", "--json", stdin=subprocess.PIPE)
    while (line := run.until("proposal", "end"))["event"] == "proposal":
        if line["risk"] != "R0":
            run.tell(n=line["n"], decision="accept")
    status, lines, _ = run.end()
    assert (status, lines[-1]["effects"]) == (0, "verified")
    assert form.said("saved") == ["Ada, Harbour, normal print"]


def test_tasks_tell_their_events_and_what_is_known_of_their_effects(form, tmp_path):
    status, out, err = script(tmp_path, TASKS, "Ada", "Bo")
    assert (status, err) == (0, ""), out
    assert [words.partition(",")[0] for words in form.said("saved")] == ["Ada", "Bo"]
    lines = out.splitlines()
    assert [line for line in lines if line.startswith(("Ada", "Bo"))] == [
        "Ada done verified",
        "Bo done verified",
    ]
    assert [line.rpartition(": ")[2] for line in lines if line[0].isdigit()] == ["effect_seen"] * 4
    runs = [line for line in command("history", "--json")[1] if line["event"] == "run"]
    assert [run["effects"] for run in runs] == ["verified"] * 2


def test_a_look_gives_names_that_a_task_may_say_and_tells_what_changed(form, tmp_path):
    status, out, err = script(tmp_path, LOOK)
    assert (status, err) == (0, ""), out
    assert form.said("large_print") == [True]
    told, *changed = out.splitlines()
    assert told == "Large print done verified"
    (line,) = [line for line in changed if "Large print" in line]
    assert line.startswith("~ ")
    assert "[on" in line


BROKEN = """\
from app.script import Proposed, run_task


def heard(event):
    if isinstance(event, Proposed):
        raise KeyError("mine")


run_task("click Save card", approve="auto", heard=heard)
"""


def test_what_the_script_raises_at_an_event_stops_the_run_and_is_its_own(form, tmp_path):
    status, _, err = script(tmp_path, BROKEN)
    assert status == 1
    assert "KeyError: 'mine'" in err
    assert form.said("saved") == []
    runs = [line for line in command("history", "--json")[1] if line["event"] == "run"]
    assert [run["outcome"] for run in runs] == ["stopped"]


ASKS = """\
from app.script import run_task

run_task("click Save card")
"""


def test_where_nobody_can_be_asked_a_task_that_asks_is_refused_with_a_sentence(form, tmp_path):
    status, _, err = script(tmp_path, ASKS)
    assert status == 1
    assert "--approve ask needs somebody to ask" in err
    assert form.said("saved") == []
