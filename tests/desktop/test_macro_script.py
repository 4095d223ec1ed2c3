"""Macros as Python scripts on a real window, each in a process of its own; the window says what arrived."""

import signal
import subprocess
from pathlib import Path

import pytest

from app.cli.parser import run
from automation.desktop.windows_x11 import X11Windows
from automation.macros.play.report import read_report
from tests.desktop.command_rig import Command, Form, command
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

CARD = """\
deskhand: 1
name: New card
params: {greeting: {default: Dear}, large: {type: yes_no, default: "no"}}
columns: [name]
on_mismatch: stop
steps:
  - {id: large, do: if, condition: {that: param, param: large, equals: "yes"}, then: [{id: box, do: click, target: {role: checkbox, name: Large print}}]}
  - id: people
    do: for_each
    steps:
      - id: name
        do: type
        target: {window: Library card, role: field, name: Name}
        text: "{{greeting}} {{name}}"
        replace: true
      - id: save
        do: click
        target: {window: Library card, role: button, name: Save card}
        expect: {condition: {that: text, text: "Saved: {{greeting}} {{name}}"}}
  - {id: post, do: click, target: {role: button, name: Post card}, off: true}
"""
LOST = """\
from app.script import Hand, NotFound, Target, run, script_arguments
from automation.macros.play import mismatch

BOX = Target(role="checkbox", name="Large print")
GONE = Target(role="button", name="Post card")
SAVE = Target(role="button", name="Save card")


def main():
    given = script_arguments().parse_args()
    with Hand(given, script=__file__, on_mismatch="stop") as hand:
        hand.click(BOX)
        mismatch.TARGET_WAIT_S = 1.0  # what is never there need not be waited for as long as ever
        try:
            hand.click(GONE)
        except NotFound as error:
            print("told:", error)
            raise
        hand.click(SAVE)


run(main)
"""
STOPPED = """\
import sys

from app.script import Hand, ScriptStopped, Target, run, script_arguments

NAME = Target(role="field", name="Name")


def main():
    given = script_arguments().parse_args()
    with Hand(given, script=__file__) as hand:
        try:
            hand.type("all of it " * 200, into=NAME)
        except ScriptStopped as told:
            print("told:", told, file=sys.stderr)
        hand.type("more", into=NAME)


run(main)
"""
THINKING = """\
import time

from app.script import Hand, Target, run, script_arguments

NAME = Target(role="field", name="Name")


def main():
    given = script_arguments().parse_args()
    with Hand(given, script=__file__) as hand:
        hand.type("x", into=NAME)
        time.sleep(600)


run(main)
"""


@pytest.fixture
def form(desktop, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    windows = X11Windows()
    wait_for(lambda: any(w.is_active and w.title == "Library card" for w in windows.windows()))
    windows.close()
    yield form
    form.close()


@pytest.fixture
def script(fresh_home, tmp_path):
    """Return what writes a script and begins it."""

    def begin(text, *options, approve="auto"):
        file = tmp_path / "made.py"
        file.write_text(text)
        asked = ("--approve", approve)
        return Command("script", str(file), "--json", *asked, *options, stdin=subprocess.PIPE)

    return begin


def decide(running, decision="accept"):
    """Decide alike about every step that waits; return status, lines and standard error."""
    while (line := running.until("proposal", "end"))["event"] == "proposal":
        if line["risk"] != "R0":
            running.tell(n=line["n"], decision=decision)
    return running.end()


def held_keys(desktop):
    connection = desktop.connect()
    keys = bytes(connection.core.QueryKeymap().reply().keys)
    connection.disconnect()
    return sum(bin(byte).count("1") for byte in keys)


def test_an_exported_macro_does_what_it_did_over_a_table(form, fresh_home, tmp_path):
    (tmp_path / "macro.yaml").write_text(CARD)
    out, rows = tmp_path / "cards.py", tmp_path / "people.csv"
    assert run(["macro", "import", str(tmp_path / "macro.yaml")]) == 0
    assert run(["macro", "trust", "New card", "--yes"]) == 0
    assert run(["macro", "export", "New card", "--out", str(out)]) == 0
    rows.write_text('Name\nGrüße 東京\n"Bo {{name}}"\n')
    options = ("--rows", str(rows), "--greeting", "Dear", "--large", "yes")
    status, lines, err = decide(
        Command("script", str(out), "--json", *options, stdin=subprocess.PIPE)
    )
    assert status == 0, (lines[-1], err)
    assert form.said("saved") == [
        "Dear Grüße 東京, Harbour, large print",
        "Dear Bo {{name}}, Harbour, large print",
    ]
    assert lines[0]["task"] == "Run the script “cards.py”"
    report = read_report(Path(lines[-1]["report"]))
    assert report.is_green
    assert [(row.row, row.state) for row in report.rows] == [(1, "done"), (2, "done")]
    history = command("history", "--json")[1]
    assert history[0]["task"] == "Run the script “cards.py”"


def test_without_an_approval_nothing_is_sent_and_no_other_script_begins(form, script):
    running = script(LOST, approve="ask")
    running.until("proposal")
    status, lines, err = command(*running.process.args[3:-2], "--approve", "auto")
    assert (status, lines[-1]["outcome"]) == (9, "environment")
    assert "another run holds this desktop" in err
    running.tell(n=1, decision="reject")
    status, lines, _ = running.end()
    assert (status, lines[-1]["outcome"]) == (7, "rejected")
    assert form.said("large_print") == []


def test_a_script_is_told_what_is_not_there_and_leaves_with_its_status(form, script):
    running = script(LOST, approve="ask")
    running.tell(n=1, decision="accept")
    out, err = running.process.communicate(timeout=120)
    told = [line for line in out.splitlines() if line.startswith("told:")]
    assert running.process.returncode == 5, (out, err)
    assert len(told) == 1
    assert "Line 15: " in told[0]
    assert "Post card" in told[0]
    assert "Traceback" not in err
    assert form.said("large_print") == [True]
    assert form.said("saved") == []


def test_the_stop_key_ends_a_script_in_the_middle_of_a_word(desktop, form, script):
    running = script(STOPPED)
    wait_for(lambda: len(form.said("name")) > 5)
    subprocess.run(["xdotool", "key", "Pause"], check=True)
    status, lines, err = running.end()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")
    assert "told: Stopped. Nothing is held down." in err
    assert held_keys(desktop) == 0
    assert len(form.said("name")[-1]) < 2000
    assert "more" not in form.said("name")[-1]


def test_ctrl_c_ends_a_script_that_thinks(form, script):
    running = script(THINKING)
    running.until("step")
    running.process.send_signal(signal.SIGINT)
    status, lines, err = running.end()
    assert (status, lines[-1]["outcome"]) == (130, "stopped")
    assert "Traceback" not in err
    assert form.said("name") == ["x"]
