"""Macros on the UI thread: what begins, what is asked for first, and what is told of it."""

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Signal

from app.gui.macros.control import CHANGED, MacroControl
from app.gui.runs import BUSY
from app.macros.play_request import PlayRequest
from app.macros.request import PastPlays
from app.settings import Settings
from automation.core.events import Ended
from automation.core.proposal import Outcome
from automation.macros.codec import read
from automation.macros.library import restore
from automation.macros.play.report import Report, StepReport, keep_report
from automation.macros.trust import digest

KEYS = """\
deskhand: 1
name: Keys
params: {amount: {type: number, most: 10}}
steps:
  - {id: all, do: keys, keys: [ctrl, a]}
"""
AMOUNT = {"amount": "3"}
WAIT_MS = 60_000


class Runs(QObject):
    """Takes what is to be run."""

    accepted = Signal()
    dropped = Signal()

    def __init__(self):
        super().__init__()
        self.jobs = []
        self.is_running = False
        self.can_begin = self.has_hands = True

    def start(self, job):
        self.jobs.append(job)
        if self.can_begin and self.has_hands:
            self.accepted.emit()
        return self.can_begin


class Keeper:
    current = Settings()


class Heard:
    """Everything that a control has told."""

    def __init__(self, control):
        self.said, self.values, self.trust, self.ended, self.changes = [], [], [], [], []
        self.begun = []
        control.begun.connect(self.begun.append)
        control.said.connect(lambda *told: self.said.append(told))
        control.values_wanted.connect(lambda *told: self.values.append(told))
        control.trust_wanted.connect(self.trust.append)
        control.ended.connect(lambda *told: self.ended.append(told))
        control.changed.connect(lambda: self.changes.append(1))


@pytest.fixture
def runs(qapp):
    return Runs()


@pytest.fixture
def control(qapp, runs, tmp_path):
    made = MacroControl(tmp_path, runs, Keeper(), None)
    macro = read(KEYS.encode())
    made.library.save(macro)
    made.book.trust(digest(macro, {}.__getitem__), macro.name, "you")
    yield made
    made.close()


@pytest.fixture
def heard(control):
    return Heard(control)


def read_through(control, qtbot):
    qtbot.waitUntil(lambda: not control.is_busy(), timeout=WAIT_MS)


def test_a_macro_is_started_as_a_task_of_its_own(control, runs, heard, qtbot):
    control.play(PlayRequest("keys", AMOUNT, approve="auto"))
    assert control.is_busy()
    qtbot.waitUntil(lambda: bool(runs.jobs), timeout=WAIT_MS)
    (job,) = runs.jobs
    assert (job.task.policy, job.task.text) == ("macro", "Play the macro “Keys”")
    assert job.brought.limits.steps == job.task.max_steps
    assert heard.said == []


def test_missing_values_are_asked_for_and_nothing_begins(control, runs, heard, qtbot):
    request = PlayRequest("keys")
    control.play(request)
    read_through(control, qtbot)
    ((asked_for, asked),) = heard.values
    assert asked_for is request
    assert [wanted.name for wanted in asked.wanted] == ["amount"]
    assert runs.jobs == []


def test_an_untrusted_macro_in_a_mode_that_would_not_ask_is_read_first(control, runs, heard, qtbot):
    control.book.forget(control.book.entries()[0].digest)
    request = PlayRequest("keys", AMOUNT, approve="auto")
    control.play(request)
    read_through(control, qtbot)
    assert heard.trust == [request]
    assert runs.jobs == []
    control.play(PlayRequest("keys", AMOUNT, approve="ask"))
    qtbot.waitUntil(lambda: bool(runs.jobs), timeout=WAIT_MS)


def test_what_cannot_be_played_is_said(control, runs, heard, qtbot):
    control.play(PlayRequest("nothing"))
    read_through(control, qtbot)
    ((sentence, is_error),) = heard.said
    assert "no macro in the folder nothing" in sentence
    assert is_error
    assert runs.jobs == []


def test_while_a_run_lives_nothing_is_played_and_that_is_said(control, runs, heard):
    runs.is_running = True
    control.play(PlayRequest("keys", AMOUNT))
    assert heard.said == [(BUSY, True)]
    assert runs.jobs == []


def test_what_else_has_the_desktop_keeps_a_macro_from_it_and_is_said(control, runs, heard):
    others = {"recording": "", "pick": ""}
    control.heed(lambda: others["recording"])
    control.heed(lambda: others["pick"])
    assert (control.is_busy(), control.others()) == (False, "")
    others["pick"] = "Something is being picked."
    assert control.is_busy()
    control.play(PlayRequest("keys", AMOUNT))
    assert heard.said == [("Something is being picked.", True)]
    runs.is_running = True
    assert (control.business(), control.others()) == (BUSY, "Something is being picked.")
    assert runs.jobs == []


def test_one_macro_is_read_at_a_time(control, heard, monkeypatch):
    go_on = threading.Event()
    real = control._macro_run
    monkeypatch.setattr(control, "_macro_run", lambda *a: go_on.wait(60) and real(*a))
    control.play(PlayRequest("keys", AMOUNT))
    control.play(PlayRequest("keys", AMOUNT))
    go_on.set()
    assert heard.said == [(BUSY, True)]


def test_a_stop_while_it_is_read_lets_nothing_begin(control, runs, heard, qtbot, monkeypatch):
    go_on = threading.Event()
    real = control._macro_run
    monkeypatch.setattr(control, "_macro_run", lambda *a: go_on.wait(60) and real(*a))
    control.play(PlayRequest("keys", AMOUNT))
    control.forget()
    go_on.set()
    control._reader.join()
    control.play(PlayRequest("keys"))  # is answered after the one that was forgotten
    qtbot.waitUntil(lambda: bool(heard.values), timeout=WAIT_MS)
    assert runs.jobs == []


def test_an_error_of_ours_while_it_is_read_is_said(control, heard, qtbot, monkeypatch):
    def fail(*_args):
        raise RuntimeError("odd")

    monkeypatch.setattr(control, "_macro_run", fail)
    control.play(PlayRequest("keys"))
    read_through(control, qtbot)
    assert "RuntimeError" in heard.said[0][0]


def started(control, runs, qtbot):
    request = PlayRequest("keys", AMOUNT, approve="auto")
    control.play(request)
    qtbot.waitUntil(lambda: bool(runs.jobs), timeout=WAIT_MS)
    return request, runs.jobs.pop()


def test_the_end_of_its_run_is_told_once_with_its_repairs(control, runs, heard, qtbot):
    request, job = started(control, runs, qtbot)
    ended = Ended("", Outcome.ENVIRONMENT, "There is no display.", 0)
    control.take(Ended("r", Outcome.DONE, "Done.", 1))  # of another run
    assert heard.ended == []
    job.follow(ended)
    control.take(ended)
    control.take(ended)
    assert heard.ended == [(request, ended, ())]
    assert heard.begun == [request]
    assert heard.changes == [1]


def test_a_run_that_could_not_begin_has_no_end(control, runs, heard, qtbot):
    runs.can_begin = False
    _request, job = started(control, runs, qtbot)
    ended = Ended("", Outcome.ENVIRONMENT, "busy", 0)
    job.follow(ended)
    control.take(ended)
    assert (heard.begun, heard.ended) == ([], [])


def test_one_that_waits_for_its_hands_is_told_once_they_are_there(control, runs, heard, qtbot):
    runs.has_hands = False
    request, _job = started(control, runs, qtbot)
    assert heard.begun == []
    runs.accepted.emit()
    assert heard.begun == [request]


def test_one_that_waits_and_is_dropped_has_no_begin_and_no_end(control, runs, heard, qtbot):
    runs.has_hands = False
    _request, job = started(control, runs, qtbot)
    runs.dropped.emit()
    runs.accepted.emit()  # of a task that is given later
    ended = Ended("r", Outcome.DONE, "Done.", 1)
    job.follow(ended)
    control.take(ended)
    assert (heard.begun, heard.ended) == ([], [])


def test_steps_are_told_on_the_ui_thread(control, qtbot):
    seen = []
    control.stepped.connect(lambda request, step: seen.append((step, threading.get_ident())))
    worker = threading.Thread(target=control._tell_step, args=(PlayRequest("keys"), "step"))
    worker.start()
    worker.join()
    qtbot.waitUntil(lambda: bool(seen), timeout=WAIT_MS)
    assert seen == [("step", threading.get_ident())]


def test_the_last_play_is_played_again_with_all_that_was_wanted_of_it(control, runs, heard, qtbot):
    request, job = started(control, runs, qtbot)
    ended = Ended("r", Outcome.STOPPED, "Stopped.", 0)
    job.follow(ended)
    control.take(ended)
    control.play_again("r", "ask")
    qtbot.waitUntil(lambda: bool(runs.jobs), timeout=WAIT_MS)
    assert heard.begun == [request, replace(request, approve="ask")]


def test_an_older_play_is_played_again_by_its_report(control, heard, qtbot, tmp_path):
    step = StepReport("all", "keys", "Keys", "done", "Press", folder="keys")
    called = StepReport("x", "keys", "Called", "done", "Press", folder="called")
    keep_report(
        tmp_path,
        Report(1, "Keys", content(control), "old", "", "done", "", (called, step), {"done": 2}, {}),
    )
    control.play_again("old", "auto")
    read_through(control, qtbot)
    ((request, _asked),) = heard.values
    assert request == PlayRequest("keys", approve="auto")
    assert heard.said == []


def content(control):
    kept = control.library.open_at(control.library.at("keys"))
    return digest(kept.macro, kept.image)


def a_report(folder, of):
    return Report(1, "Keys", of, "old", "", "done", "", (), {"done": 2}, {}, folder=folder)


def test_an_older_play_means_the_folder_of_its_report_whatever_macros_are_called(
    control, heard, qtbot, tmp_path
):
    of = content(control)
    control.library.rename(control.library.at("keys"), "Strokes")
    other = control.library.save(read(KEYS.encode()), new=True)
    assert other.name == "keys-2"
    keep_report(tmp_path, a_report("keys", of))
    control.play_again("old", "ask")
    read_through(control, qtbot)
    ((request, _asked),) = heard.values
    assert request.folder == "keys"
    assert heard.said == [(CHANGED.format(name="Strokes"), False)]


def test_an_older_play_whose_folder_is_gone_plays_no_other_of_its_name(control, heard, tmp_path):
    keep_report(tmp_path, a_report("gone", content(control)))
    control.play_again("old", "auto")
    assert heard.said == [(PastPlays.NOT_KEPT, True)]


def test_an_older_report_without_a_folder_is_no_guess(control, heard, tmp_path):
    step = StepReport("all", "keys", "Keys", "done", "Press", folder="keys")
    keep_report(tmp_path, Report(1, "Keys", "other", "old", "", "done", "", (step,), {}, {}))
    control.play_again("old", "auto")
    assert heard.said == [(PastPlays.NOT_KEPT, True)]


def test_the_last_play_of_a_macro_that_was_edited_since_says_so(control, runs, heard, qtbot):
    _request, job = started(control, runs, qtbot)
    ended = Ended("r", Outcome.STOPPED, "Stopped.", 0)
    job.follow(ended)
    control.take(ended)
    edited = read(KEYS.replace("[ctrl, a]", "[ctrl, c]").encode())
    control.library.save(edited)
    control.book.trust(digest(edited, {}.__getitem__), edited.name, "you")
    control.play_again("r", "auto")
    qtbot.waitUntil(lambda: bool(runs.jobs), timeout=WAIT_MS)
    assert heard.said == [(CHANGED.format(name="Keys"), False)]


def moved_away(control):
    """Remove the macro, let another of its name take its folder, and bring it back beside that."""
    library = control.library
    removed = library.remove(library.at("keys"))
    other = library.save(read(KEYS.replace("[ctrl, a]", "[ctrl, c]").encode()), new=True)
    assert other.name == "keys"
    library.rename(other, "Zeta")
    assert restore(library, removed, "Keys").name == "keys-2"


def test_an_older_play_is_found_beside_another_macro_that_took_its_folder(
    control, heard, qtbot, tmp_path
):
    keep_report(tmp_path, a_report("keys", content(control)))
    moved_away(control)
    control.play_again("old", "ask")
    read_through(control, qtbot)
    ((request, _asked),) = heard.values
    assert request.folder == "keys-2"
    assert heard.said == []


def test_the_last_play_is_found_beside_another_macro_that_took_its_folder(
    control, runs, heard, qtbot
):
    request, job = started(control, runs, qtbot)
    ended = Ended("r", Outcome.STOPPED, "Stopped.", 0)
    job.follow(ended)
    control.take(ended)
    moved_away(control)
    control.play_again("r", "auto")
    qtbot.waitUntil(lambda: bool(runs.jobs), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: len(heard.begun) == 2, timeout=WAIT_MS)
    assert heard.begun[1] == replace(request, folder="keys-2")
    assert heard.said == []


@pytest.mark.parametrize("is_last", [True, False])
def test_another_macro_in_the_folder_is_not_played_for_one_that_is_gone(
    control, runs, heard, qtbot, tmp_path, is_last
):
    keep_report(tmp_path, a_report("keys", content(control)))
    if is_last:
        _request, job = started(control, runs, qtbot)
        ended = Ended("old", Outcome.STOPPED, "Stopped.", 0)
        job.follow(ended)
        control.take(ended)
    moved_away(control)
    control.library.remove(control.library.at("keys-2"))
    edited = read(KEYS.replace("[ctrl, a]", "[ctrl, v]").encode())
    assert control.library.save(edited, new=True).name == "keys-2"
    control.play_again("old", "auto")
    read_through(control, qtbot)
    assert (heard.said, heard.values, runs.jobs) == ([(PastPlays.NOT_KEPT, True)], [], [])


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_play_of_which_the_macro_is_not_known_is_not_guessed(control, heard, tmp_path, is_kept):
    if is_kept:
        step = StepReport("all", "keys", "Gone", "done", "Press", folder="gone")
        keep_report(tmp_path, Report(1, "Gone", "", "old", "", "done", "", (step,), {}, {}))
    control.play_again("old", "auto")
    assert heard.said == [(PastPlays.NOT_KEPT, True)]
