"""Runs that are gone from the history are shown and held nowhere in the window any more."""

from dataclasses import replace

import pytest

from app.gui.chat.model import ROW_ROLE
from app.gui.chat.rows import UserRow
from app.gui.runs import HistoryControl
from app.gui.window.main_window import NEW_TASK
from app.gui.wiring import PastRuns
from app.settings import Keeping
from automation.core.actions import Goal
from automation.core.events import Ended, Planned, Started, Task
from automation.records.removal import Wish
from automation.records.store import Store
from tests.gui import sample_runs as runs


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "data")
    yield opened
    opened.close()


@pytest.fixture
def past(window, store):
    made = PastRuns(window, window)
    made.use(store)
    return made


@pytest.fixture
def wipe(qtbot, past, store, tmp_path):
    """Return what wipes the history as the settings do."""
    control = HistoryControl(Keeping(), tmp_path / "data", past)
    control.use(store)
    control.close()
    control.changed.connect(past.show_left)

    def wiping():
        with qtbot.waitSignal(control.said):
            control.wipe_all()

    yield wiping
    control.close()


def ran(store, task):
    """Keep a run of one step; return its id."""
    log = store.new_run(Task(task))
    step = runs.record()
    log.intend(step.n, step.proposal, step.action, step.risk)
    log.append(replace(step, pictures=replace(step.pictures, before=log.picture(runs.picture()))))
    log.end(runs.Outcome.DONE, "Done.")
    return log.run


def told(store, window, task="one"):
    """Keep a run, tell the window of it as it goes on, and return its id."""
    run = ran(store, task)
    window.take(Started(run, Task(task), ()))
    window.take(Planned(run, (Goal("Open the list", "done"),)))
    for happening in runs.finished()[1:]:
        window.take(replace(happening, run=run))
    return run


def said_rows(window):
    model = window.chat.model
    return [str(model.index(n).data()) for n in range(model.rowCount())]


def title(window):
    return window.head._title.accessibleName()


def test_a_wiped_run_leaves_the_chat_and_the_question_shows(store, window, wipe):
    told(store, window, "pay Acme")
    crop = next(row.crop_key for row in window.chat.model._rows if getattr(row, "crop_key", ""))
    assert window.chat.model.crop(crop) is not None
    wipe()
    assert window.page is window.idle
    assert title(window) == NEW_TASK
    assert said_rows(window) == []
    chat = window.chat
    assert chat.model._transcript.rows == []
    assert len(chat.model._crops) == 0
    assert "Open the list" not in chat.plan.aside._body.goals.accessibleName()
    assert chat.plan.aside.isHidden()
    assert chat.status.isHidden()
    assert "Acme" not in chat._task
    window.focus_field()
    assert window.page is window.idle


def test_a_wiped_run_leaves_its_page(store, window, past, wipe):
    run = ran(store, "pay Acme")
    past._open(run)
    page = window.past.page
    assert window.page is page
    wipe()
    assert window.page is window.idle
    assert title(window) == NEW_TASK
    assert page.model.rowCount() == 0
    assert page._pictures._read is None
    assert (page._task, page.run) == ("", "")


def test_a_wiped_run_that_lies_behind_the_keys_leaves_too(store, window, wipe):
    told(store, window, "pay Acme")
    window.show_key_map()
    wipe()
    assert title(window) == NEW_TASK
    assert window.page is window.idle


def test_a_wiped_run_leaves_the_last_steps(store, window, wipe):
    told(store, window)
    window.models.open()
    page = window.page
    assert page.steps._model.rowCount() == 1
    wipe()
    assert page.steps._model.rowCount() == 0
    assert not window.models._log.costs
    assert window.page is page


def test_a_run_that_is_left_stays_in_the_chat_as_it_was(qtbot, store, past, window):
    gone, left = told(store, window, "first"), told(store, window, "second")
    rows = said_rows(window)
    store.wipe(Wish(run=gone))
    past.show_left()
    second = rows.index("You: second")
    assert said_rows(window) == rows[second:]
    assert title(window) == "second"
    assert window.chat.model.crop(f"{left}/1") is not None
    assert window.chat.model.crop(f"{gone}/1") is None
    window.take(Ended(left, runs.Outcome.DONE, "Done.", 1))
    assert said_rows(window)[: len(rows) - second] == rows[second:]


def test_a_run_that_lives_goes_on_in_the_chat_when_those_before_it_went(store, past, window):
    gone = told(store, window, "first")
    store.wipe(Wish(run=gone))
    log = store.new_run(Task("second"))
    happenings = [replace(one, run=log.run) for one in runs.finished()]
    for happening in happenings[:-2]:
        window.take(happening)
    past.show_left()
    for happening in happenings[-2:]:
        window.take(happening)
    assert isinstance(window.chat.model.index(0).data(ROW_ROLE), UserRow)
    assert [row for row in said_rows(window) if row.startswith("Step")] == [
        "Step 1: Click Save. Effect seen. the window closed."
    ]
    log.end(runs.Outcome.DONE, "")


def test_what_was_said_before_any_run_stays(store, window, wipe):
    window.say("The settings were not read.", is_error=True)
    told(store, window)
    wipe()
    assert said_rows(window) == ["The settings were not read."]
    assert window.page is window.chat


def test_a_wipe_by_another_process_is_heeded_too(store, past, window):
    told(store, window)
    past.show()
    store.wipe(Wish(is_all=True))
    past._show_others()
    assert said_rows(window) == []
    assert window.page is window.idle
