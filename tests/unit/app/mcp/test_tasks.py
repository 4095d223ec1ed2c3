"""A task in the hands of a window: what it is asked, and what is told of windows that decline, die or talk nonsense."""

import json
import os
import socket
import threading
from contextlib import closing, contextmanager
from dataclasses import replace

import msgspec
import pytest

from app.gui.runs import Errand
from app.hand_over import BUSY_WITH_ANOTHER, OTHER_CODE
from app.mcp.tasks import (
    NO_WINDOW,
    NOT_BEGUN,
    OLD_WINDOW,
    WINDOW_BUSY,
    Busy,
    HandedTask,
    Tasks,
    Wish,
)
from app.run_lines import end_fields
from app.task_text import TaskRefused
from automation.core.events import Ended, NamedStep
from automation.core.process import runtime_folder
from automation.core.proposal import Effects, Outcome
from automation.desktop.input.stop_socket import role_socket

WISH = Wish("click Save", "You asked for it.", "Agent", "ask")
WAIT_S = 30.0
START = {"event": "start", "run": "r1"}
END = {"event": "end", "run": "r1", **end_fields(Ended("r1", Outcome.DONE, "Done.", 1))}


@contextmanager
def window(*frames, hangs=False):
    """Stand for the window: answer one request with these frames; yields what it was sent."""
    folder = runtime_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / role_socket(os.environ, "window")
    heard = []
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(path))
        server.listen()

        def serve():
            connection, _ = server.accept()
            with closing(connection), closing(connection.makefile("rb")) as file:
                heard.append(json.loads(file.readline()))
                for frame in frames:
                    text = frame if isinstance(frame, str) else json.dumps(frame)
                    connection.sendall(text.encode() + b"\n")
                if hangs:
                    heard.append(json.loads(file.readline()))
                    connection.sendall(json.dumps({"code": 6}).encode() + b"\n")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield heard
        finally:
            thread.join(WAIT_S)
            path.unlink()


def done(wish=WISH):
    """Hand a task over and wait for its end."""
    task = HandedTask(wish)
    task.start()
    assert task.wait(WAIT_S)
    return task


def out(*lines):
    return {"out": "".join(json.dumps(line) + "\n" for line in lines)}


@pytest.fixture(autouse=True)
def _home(fresh_home, monkeypatch):
    """Have a home without a window, and a display that nobody looks at."""
    monkeypatch.setenv("DISPLAY", ":7")


def test_the_window_is_asked_by_cards_and_told_who_asks_and_why():
    with window({"taken": True}, out(START, END), {"code": 0}) as heard:
        task = done()
    errand = msgspec.convert(heard[0], Errand)
    assert (errand.asks, errand.approve, errand.task) == ("cards", "ask", "click Save")
    assert (errand.asked_by, errand.claim) == ("Agent", "You asked for it.")
    assert task.end == END


def test_a_step_goes_to_the_window_by_its_parts():
    step = NamedStep("type", "e2", 'no", then click Pay')
    with window({"taken": True}, out(START, END), {"code": 0}) as heard:
        done(replace(WISH, step=step))
    assert msgspec.convert(heard[0], Errand).step == step


def test_a_line_that_comes_in_pieces_is_one_line():
    text = json.dumps(END) + "\n"
    with window({"taken": True}, {"out": text[:9]}, {"out": text[9:]}, {"code": 0}):
        assert done().lines == [END]


@pytest.mark.parametrize(
    ("declined", "said"), [(OTHER_CODE, OLD_WINDOW), (BUSY_WITH_ANOTHER, WINDOW_BUSY)]
)
def test_a_window_that_declines_is_told_of_and_nothing_runs_without_it(declined, said):
    with window({"declined": declined}):
        end = done(Wish("click Save", "why", "Agent", "auto")).end
    assert (end["outcome"], end["message"], end["effects"]) == (
        "environment",
        said,
        "stopped_before_any_effect",
    )


def test_without_a_window_what_would_be_asked_about_is_refused():
    end = done().end
    assert (end["outcome"], end["message"], end["run"]) == ("blocked", NO_WINDOW, "")


def test_of_a_window_that_dies_with_the_task_it_is_not_known_what_was_done():
    with window({"taken": True}, out(START)):
        end = done().end
    assert (end["outcome"], end["effects"], end["run"]) == ("error", Effects.UNCERTAIN, "r1")


def test_what_is_no_line_of_ours_is_passed_over():
    with window({"taken": True}, {"out": "nonsense\n[1]\n{}\n"}, out(END), {"code": 0}):
        assert done().end == END


def test_a_frame_that_is_none_is_an_end_and_not_a_hang():
    with window({"taken": True}, "no frame"):
        end = done().end
    assert (end["outcome"], end["effects"]) == ("error", Effects.UNCERTAIN)


def test_a_stop_goes_to_the_window_and_one_before_the_beginning_ends_it():
    with window({"taken": True}, out(START), hangs=True) as heard:
        task = HandedTask(WISH)
        task.start()
        while not task.lines:
            task.wait(0.01)
        task.stop()
        assert task.wait(WAIT_S)
    assert heard[1] == {"stop": 0}
    early = HandedTask(WISH)
    early.stop()
    early.start()
    assert early.wait(WAIT_S)
    assert (early.end["outcome"], early.end["message"]) == ("stopped", NOT_BEGUN)


def test_one_task_at_a_time_and_the_last_ones_can_be_asked_about():
    tasks = Tasks()
    with window({"taken": True}, out(START), hangs=True):
        first = tasks.hand_over(WISH)
        while not first.lines:
            first.wait(0.01)
        with pytest.raises(Busy, match=first.handle):
            tasks.hand_over(WISH)
        assert tasks.get("") is first
        tasks.close(WAIT_S)
    assert first.is_over
    second = tasks.hand_over(WISH)
    assert second.wait(WAIT_S)
    assert tasks.get("") is second
    assert tasks.get(first.handle) is first
    with pytest.raises(TaskRefused):
        tasks.hand_over(Wish("", "why", "Agent", "ask"))
