"""The command line on a desktop that lacks what a good one has."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from automation.desktop.virtual import VirtualDesktop
from tests.desktop.command_rig import ROOT, said_in
from tests.kit import loaded
from tests.kit.waiting import wait_for

WAIT_S = 150
"""A busy machine takes a while to load what reads text."""

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Offer a display with neither window manager nor accessibility bus, and the form on it."""
    home = tmp_path_factory.mktemp("bare")
    with VirtualDesktop.start((1280, 800), wm=None, accessibility=False) as desktop:
        env = {**desktop.env, "DESKHAND_HOME": str(home), "QT_QPA_PLATFORM": "xcb"}
        env.pop("DESKHAND_NO_INPUT", None)
        env.pop("DBUS_SESSION_BUS_ADDRESS", None)
        log = home / "form.jsonl"
        form = subprocess.Popen(
            [sys.executable, "-m", "app.gui.demo_form", "--log", str(log)],
            cwd=ROOT,
            env=env,
            stderr=subprocess.DEVNULL,
        )
        yield env, log
        form.terminate()
        form.wait()


def deskhand(env, *arguments):
    done = loaded.run(*arguments, "--json", env=env, cwd=ROOT)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def click_when_shown(env, name):
    """Click a thing; the form may still be opening."""
    deadline = time.monotonic() + WAIT_S
    while True:
        status, lines = deskhand(env, "do", f"click {name}", "--approve", "auto")
        if status != 5 or time.monotonic() > deadline:
            return status, lines


def test_text_is_read_from_the_picture_where_there_is_no_tree(bare):
    env, log = bare
    status, lines = click_when_shown(env, "Save card")
    step = next(line for line in lines if line["event"] == "step")
    assert (status, step["target"]["source"]) == (0, "ocr")
    wait_for(lambda: said_in(log, "saved"))


def test_switching_windows_without_a_window_manager_says_what_is_missing(bare):
    env, _ = bare
    status, lines = deskhand(env, "do", "minimize window", "--approve", "auto")
    assert status in (8, 9)
    assert "window manager" in lines[-1]["message"]


def test_doctor_names_what_is_missing_and_is_ready(bare):
    env, _ = bare
    status, lines = deskhand(env, "doctor")
    missing = {line["name"] for line in lines if line["status"] == "warn"}
    assert status == 0
    assert {"window manager", "accessibility"} <= missing


def test_a_damaged_history_is_kept_and_the_task_runs(bare):
    env, log = bare
    before = len(said_in(log, "saved"))
    click_when_shown(env, "Save card")
    wait_for(lambda: len(said_in(log, "saved")) == before + 1)
    database = Path(env["DESKHAND_HOME"]) / "data" / "history.db"
    with database.open("r+b") as file:
        file.write(b"not a database at all, by any means")
    status, _ = click_when_shown(env, "Save card")
    assert status == 0
    assert list(database.parent.glob("history.db.corrupt-*"))
    wait_for(lambda: len(said_in(log, "saved")) == before + 2)
