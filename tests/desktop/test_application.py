"""The whole application as a person uses it: window, card, keys, bar, tray-less quit."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from automation.desktop.elements.reader import DesktopReader
from tests.desktop.application_rig import READY_S, REJECT, TASK_S, Application
from tests.desktop.application_rig import stage as opened_stage
from tests.desktop.command_rig import ROOT, command
from tests.desktop.elements_rig import Rig
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]


@pytest.fixture
def stage(desktop, fresh_home, tmp_path):
    with opened_stage(fresh_home, tmp_path) as opened:
        yield opened


def test_a_typed_task_is_shown_accepted_by_keys_and_done(stage):
    application, form = stage
    application.write('type "Ada" into Name, check Large print, click Save card')
    application.press("Return")
    application.accept_until(lambda: form.said("saved"))
    assert form.said("saved") == ["Ada, Harbour, large print"]
    wait_for(lambda: application.outcomes() == ["done"])
    wait_for(lambda: application.window() is not None)


SAME_LOOKS = 15


def test_the_window_stays_behind_what_a_task_has_opened(desktop, stage):
    application, _ = stage
    application.write("open galculator")
    application.press("Return")
    try:
        application.accept_until(lambda: application.outcomes() == ["done"])
        places = []  # the sign of the end takes the place of the one of the run, which goes first

        def stays():
            sign = application.pill()
            places.append(sign and sign.rect)
            return sign and len(places) > SAME_LOOKS and len(set(places[-SAME_LOOKS:])) == 1

        wait_for(stays)
        assert application.in_front().app == "galculator"
        assert application.window() is None
        box = places[-1]
        application.click(box.right - box.h, box.center.y)  # Open, at its end
        wait_for(lambda: application.window() is not None and application.pill() is None)
        wait_for(lambda: application.window().is_active)
    finally:
        subprocess.run(["wmctrl", "-c", "galculator"], check=False)
        wait_for(lambda: application.window("galculator") is None)


def test_a_rejected_card_sends_nothing(stage):
    application, form = stage
    application.write("click Save card")
    application.press("Return")
    wait_for(lambda: application.outcomes() == [None])

    def _rejected():
        if application.card() is not None:
            application.answer(lambda: application.press(REJECT, "Return"))
        return application.outcomes() == ["rejected"]

    wait_for(_rejected, TASK_S)
    assert form.said("saved") == []


def test_the_stop_key_takes_the_card_away(stage):
    application, form = stage
    application.write("click Save card")
    application.press("Return")
    wait_for(lambda: application.outcomes() == [None])
    application.press("Pause")
    wait_for(lambda: application.outcomes() == ["stopped"])
    assert form.said("saved") == []


def test_the_command_bar_opens_over_another_app_and_keeps_every_letter(stage):
    application, form = stage
    subprocess.run(["wmctrl", "-a", "Library card"], check=True)
    wait_for(lambda: application.window("Library card").is_active)

    application.open_bar()
    application.write("type a b c into Name")
    application.press("Return")
    application.accept_until(lambda: form.said("name"))
    wait_for(lambda: application.outcomes() == ["done"])
    assert form.said("name")[-1] == "a b c"


def test_an_executor_that_is_killed_ends_the_run_and_the_next_one_works(stage):
    application, form = stage
    application.write("click Save card")
    application.press("Return")
    wait_for(application.card, TASK_S)  # while it begins, a run takes another executor
    os.kill(application.executors()[0], signal.SIGKILL)
    wait_for(lambda: application.outcomes() == ["failed"])
    wait_for(lambda: application.window() is not None and application.executors())

    application.open_bar()  # the new executor listens to its key
    application.write("click Save card")
    application.press("Return")
    application.accept_until(lambda: form.said("saved"))
    wait_for(lambda: application.outcomes() == ["failed", "done"])


def test_a_second_start_brings_the_first_window_back(stage):
    application, _ = stage
    subprocess.run(["xdotool", "getactivewindow", "windowminimize"], check=True)
    wait_for(lambda: application.window() is None)
    second = subprocess.run(
        [sys.executable, "-m", "app.main"], cwd=ROOT, timeout=READY_S, check=False
    )
    assert second.returncode == 0
    wait_for(lambda: application.window() is not None)


def test_stop_from_the_command_line_reaches_the_window(stage):
    application, _ = stage
    application.write("click Save card")
    application.press("Return")
    wait_for(lambda: application.outcomes() == [None])
    status, lines, _ = command("stop", "--json")
    assert (status, lines[0]["running"]) == (0, True)
    wait_for(lambda: application.outcomes() == ["stopped"])


def test_an_end_by_signal_in_the_middle_of_a_run_closes_everything(stage):
    application, _ = stage
    application.write("click Save card")
    application.press("Return")
    wait_for(lambda: application.outcomes() == [None])
    status, complaints = application.close()
    assert status == 0
    assert application.outcomes() == ["stopped"]
    assert "Traceback" not in complaints
    assert list((Path(os.environ["DESKHAND_HOME"]) / "runtime").glob("*.sock")) == []
    assert application.executors() == []


def test_a_screen_reader_that_asks_for_what_is_gone_fills_no_log(desktop, fresh_home):
    with (
        closing(Application(fresh_home)) as application,
        closing(Rig(desktop)) as rig,
        closing(DesktopReader()) as reader,
    ):
        button = rig.find(reader, "New task", "button", whole_screen=True)
        program, path = button.handle
        gone = replace(button, handle=(program, f"{path}0"))
        assert reader.refreshed(button).name == "New task"
        assert reader.refreshed(gone) is None
        status, complaints = application.close()
    assert (status, complaints) == (0, "")


def test_an_end_by_signal_while_its_hands_are_still_made_leaves_nothing(desktop, fresh_home):
    with closing(Application(fresh_home)) as application:
        wait_for(application.window)
        status, complaints = application.close()
        assert status == 0
        assert complaints == ""
        assert application.executors() == []
    assert list((fresh_home / "runtime").glob("*.sock")) == []
