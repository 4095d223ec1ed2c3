"""`deskhand do` beside an open window is served by it, and nobody can tell but by the time it takes."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from app.settings import Budgets, Settings, SettingsFile, user_folders
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.application_rig import stage as opened_stage
from tests.desktop.command_rig import ROOT, WAIT_S, Command, command
from tests.desktop.elements_rig import Rig
from tests.desktop.test_command_line import TEXT, held_keys
from tests.kit.loaded import CONSTANTS, LoadedPython
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

PASSING = {"run", "t_ms", "ms", "pictures"}
"""What differs from run to run."""
FILL = 'type "Ada" into Name, check Large print, click Save card'


PATIENCE = {"app.hand_over.TAKEN_S": 8.0, "app.gui.runs.BEGIN_S": 7.0}
"""Seconds. On a busy machine a window takes longer than users are let wait for it, and is gone on without: what is
done then has no window, and killed with SIGKILL no end."""


@pytest.fixture
def stage(desktop, fresh_home, tmp_path, monkeypatch):
    """Open form and window; the user has answered whether sleeping programs are woken."""
    monkeypatch.setenv(CONSTANTS, json.dumps(PATIENCE))
    folders = user_folders()
    folders.create()
    settings = Settings(wake_programs="off", budgets=Budgets(text_chars=len(TEXT)))
    SettingsFile(folders.settings_file).save(settings)
    with opened_stage(fresh_home, tmp_path) as (application, form):
        rig, reader = Rig(desktop), DesktopReader()
        try:
            rig.raise_window("Library card")
            rig.find(reader, "Save card", "button")
        finally:
            reader.close()
            rig.close()
        yield application, form


def owner():
    """Return the process that held the display for the last run."""
    (lock,) = user_folders().runtime.glob("run-*.lock")
    return int(lock.read_text())


def lasting(lines):
    return [{name: value for name, value in line.items() if name not in PASSING} for line in lines]


def do(task, *options):
    return command("do", task, "--json", *options)


@contextmanager
def frozen(application):
    """Stop the window's process, so that it serves nobody; who asks need not wait long to see that."""
    application.process.send_signal(signal.SIGSTOP)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(CONSTANTS, json.dumps(PATIENCE | {"app.hand_over.TAKEN_S": 0.5}))
            yield
    finally:
        application.process.send_signal(signal.SIGCONT)


def long_run():
    return Command("do", f'type "{TEXT}" into Name', "--json", "--approve", "auto")


def said(*arguments):
    """Return status and words of a run for people, but for its number and times."""
    argv = [sys.executable, "-m", "app.main", "do", *arguments]
    run = LoadedPython(
        argv, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    out, err = run.communicate(timeout=WAIT_S)
    return run.returncode, re.sub(r"Run \w+|\d+\.\d+ s", "", out), err


def test_the_window_does_it_and_tells_the_same_lines(stage, schema):
    application, form = stage
    status, lines, err = do(FILL, "--approve", "auto")
    assert (status, err) == (0, "")
    assert form.said("saved") == ["Ada, Harbour, large print"]
    assert owner() == application.process.pid
    assert application.outcomes() == ["done"]
    for line in lines:
        schema.validate(line)
    tasks = [("click Save card", "--approve", "dry-run"), ("click Zebra", "--approve", "auto")]
    served = [(do(*task), said(*task)) for task in tasks]
    assert owner() == application.process.pid
    with frozen(application):
        alone = [(do(*task), said(*task)) for task in tasks]
        assert owner() != application.process.pid
    for (there, there_in_words), (here, here_in_words) in zip(served, alone, strict=True):
        assert (there[0], lasting(there[1]), there[2]) == (here[0], lasting(here[1]), here[2])
        assert there_in_words == here_in_words
    assert [there[0] for there, _ in served] == [0, 5]


def test_the_window_knows_the_names_of_a_look_and_is_not_in_it_itself(stage, schema):
    application, form = stage
    _, (seen,), _ = command("look", "--json")
    schema.validate(seen)
    assert seen["window"]["title"].startswith("Library card")
    refs = {item["name"]: item["ref"] for item in seen["items"] if item["operations"]}
    said = f'type "Ada" into {refs["Name"]}, click {refs["Save card"]}'
    status, lines, err = do(said, "--approve", "auto")
    assert (status, owner()) == (0, application.process.pid), err
    assert form.said("saved") == ["Ada, Harbour, normal print"]
    steps = [line for line in lines if line["event"] == "step"]
    assert [step["target"]["ref"] for step in steps] == [refs["Name"], refs["Save card"]]


def test_decisions_come_as_lines_and_a_rejected_step_is_not_sent(stage):
    application, form = stage
    run = Command("do", FILL, "--json", stdin=subprocess.PIPE)
    run.until("proposal")
    run.tell(n=1, decision="edit", text="corrected")
    run.until("proposal")
    run.tell(n=7, decision="accept")
    run.tell(n=2, decision="accept")
    run.until("proposal")
    run.tell(n=3, decision="reject", reason="no")
    status, lines, err = run.end()
    assert (status, lines[-1]["outcome"]) == (7, "rejected")
    assert "n is 7" in err
    assert (form.said("name")[-1:], form.said("saved")) == (["corrected"], [])
    assert owner() == application.process.pid


def test_what_is_asked_on_a_terminal_is_answered_there(stage):
    application, form = stage
    ours, theirs = pty.openpty()
    run = LoadedPython(
        [sys.executable, "-m", "app.main", "do", "click Save card"],
        cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    text = b""
    while b"[s]top: " not in text:
        text += os.read(ours, 4096)
    assert form.said("saved") == []
    os.write(ours, b"a\n")
    assert run.wait(WAIT_S) == 0
    os.close(ours)
    assert len(form.said("saved")) == 1
    assert owner() == application.process.pid


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_who_asked_ends_the_run_by_ending(stage, desktop, number, expected):
    application, form = stage
    run = long_run()
    run.until("confirmation")
    assert owner() == application.process.pid
    wait_for(lambda: form.said("name"))
    run.process.send_signal(number)
    status, lines, _ = run.end()
    assert status == expected
    if number == signal.SIGINT:
        assert lines[-1]["outcome"] == "stopped"
    wait_for(lambda: application.outcomes() not in ([], [None]))
    assert application.outcomes() == ["stopped"]
    assert held_keys(desktop) == 0
    assert len(form.said("name")[-1]) < len(TEXT)
    status, _, _ = do("click Save card", "--approve", "auto")
    assert (status, owner()) == (0, application.process.pid)


def test_a_window_with_a_run_has_no_second_one(stage):
    run = long_run()
    run.until("confirmation")
    status, lines, _ = do("click Save card", "--approve", "auto")
    assert (status, lines[-1]["outcome"]) == (9, "environment")
    assert "another run holds this desktop" in lines[-1]["message"]
    assert command("stop", "--json")[0] == 0
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")


@pytest.mark.parametrize("other", ["settings", "environment"])
def test_what_the_window_would_do_otherwise_is_done_without_it(stage, monkeypatch, other):
    application, form = stage
    if other == "settings":
        file = SettingsFile(user_folders().settings_file)
        wait_for(lambda: file.load()[0].mark)  # which the window writes down at its first start
        file.save(replace(file.load()[0], use_ocr=False))
    else:
        monkeypatch.setenv("DESKHAND_LENT_KEYCODES", "")
    status, _, _ = do("click Save card", "--approve", "auto")
    assert (status, len(form.said("saved"))) == (0, 1)
    assert owner() != application.process.pid


def test_a_window_that_ends_in_the_middle_is_told_of_and_nothing_is_done_again(
    stage, desktop, schema
):
    application, form = stage
    run = long_run()
    run.until("confirmation")
    assert owner() == application.process.pid
    wait_for(lambda: form.said("name"))
    application.process.kill()
    status, lines, err = run.end()
    assert status == 1
    assert "not known what was done" in err
    schema.validate(lines[-1])
    assert (lines[-1]["outcome"], lines[-1]["effects"]) == ("error", "uncertain")
    wait_for(lambda: held_keys(desktop) == 0)
    application.process.wait()


def test_the_terminal_of_who_asks_is_ours_and_not_looked_at(stage, desktop, tmp_path):
    application, form = stage
    said_there = tmp_path / "said"
    task = shlex.join(
        [sys.executable, "-m", "app.main", "do", "--approve", "auto", "click Save card"]
    )
    script = f"cd {ROOT}; echo Save card; {task}; echo $? > {said_there}; exec sleep 600"
    argv = ["xterm", "-T", "asks-here", "-geometry", "60x10+0+0", "-e", "bash", "-c", script]
    terminal = subprocess.Popen(argv)
    try:
        wait_for(lambda: said_there.exists() and said_there.read_text(), WAIT_S)
        assert said_there.read_text() == "0\n"
        assert len(form.said("saved")) == 1
        assert owner() == application.process.pid
    finally:
        terminal.kill()
        terminal.wait()
