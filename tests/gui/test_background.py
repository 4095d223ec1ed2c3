"""Work beside the UI thread: what comes of it arrives there, in order, and never after the owner."""

import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject

from app.gui.background import UNFORESEEN, Background, Worker
from automation.core.errors import MacroError
from tests.repo.tree import ROOT

WAIT_MS = 60_000
RACE = """
import threading
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject
from app.gui.background import Background

qt = QCoreApplication([])
for number in range(3000):
    owner, begin = QObject(), threading.Event()
    Background(owner, "race").run(begin.wait)
    begin.set()
    for _ in range(number % 40):
        pass
    shiboken6.delete(owner)
    qt.processEvents()
print("alive")
"""
"""Work ends in the moment in which its owner is taken apart."""
LATE = """
import shiboken6
from PySide6.QtCore import QCoreApplication
from app.gui import background

qt = QCoreApplication([])
late = background.Background(None, "late")
shiboken6.delete(background._dispatcher())
late.run_on_main(lambda: print("called"))
print("alive")
"""
"""Qt takes apart what Python owns as the program ends; threads go on until the process does."""


@pytest.fixture
def owner(qapp):
    return QObject()


def test_work_is_done_elsewhere_and_told_in_the_ui_thread(owner, qtbot):
    told = []
    Background(owner, "test").run(
        threading.get_ident, lambda found: told.append((found, threading.get_ident()))
    )
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    [(there, here)] = told
    assert here == threading.get_ident()
    assert there != here


@pytest.mark.parametrize(
    ("error", "said"), [(MacroError("it is gone"), "it is gone"), (KeyError("x"), UNFORESEEN)]
)
def test_why_nothing_came_of_it_is_told_and_the_text_of_an_unforeseen_error_is_not(
    owner, qtbot, error, said
):
    def fail():
        raise error

    told = []
    Background(owner, "test").run(fail, told.append, lambda problem: told.append((problem,)))
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    assert told == [(said,)]


def test_an_error_that_nobody_asks_for_reaches_whoever_hears_of_all(owner, monkeypatch):
    caught = []
    monkeypatch.setattr(threading, "excepthook", lambda failed: caught.append(failed.exc_type))

    def fail():
        raise KeyError

    background = Background(owner, "test")
    background.run(fail)
    background.join()
    assert caught == [KeyError]


def test_calls_come_in_the_order_in_which_they_were_handed_over(owner, qtbot):
    told, background = [], Background(owner, "test")

    def work():
        for number in range(100):
            background.run_on_main(lambda n=number: told.append(n))

    background.run(work, lambda _found: told.append("end"))
    qtbot.waitUntil(lambda: "end" in told, timeout=WAIT_MS)
    assert told == [*range(100), "end"]


def test_nothing_arrives_once_the_owner_is_gone(owner, qtbot):
    told, go_on = [], threading.Event()
    background = Background(owner, "test")
    background.run(go_on.wait, told.append)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    go_on.set()
    for thread in background._threads:
        thread.join()
    qtbot.wait(20)
    assert told == []


def test_nothing_arrives_once_it_was_ended(owner, qtbot):
    background, told = Background(owner, "test"), []
    background.run(lambda: 1, told.append)
    background.end(WAIT_MS / 1000)
    QCoreApplication.processEvents()
    assert told == []


def test_a_wait_ends_in_time(owner):
    go_on = threading.Event()
    background = Background(owner, "test")
    background.run(go_on.wait)
    background.join(0.01)
    assert background.is_busy
    go_on.set()
    background.join()
    assert not background.is_busy


def test_a_worker_does_one_work_after_the_other_and_ends_what_is_needed(owner):
    done, go_on = [], threading.Event()
    worker = Worker(owner)

    def work(name):
        go_on.wait()
        done.append(name)

    worker.do(lambda: work("first"), lambda _: None, done.append, is_needed=True)
    worker.do(lambda: work("dropped"), lambda _: None, done.append)
    worker.do(lambda: work("needed"), lambda _: None, done.append, is_needed=True)
    threading.Timer(0.1, go_on.set).start()
    worker.close()
    assert done == ["first", "needed"]


def test_work_that_ends_while_its_owner_is_taken_apart_does_not_end_the_process():
    found = subprocess.run(
        [sys.executable, "-c", RACE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.stdout == "alive\n", found.stderr[-500:]


def test_what_is_told_after_qt_was_taken_apart_is_left():
    found = subprocess.run(
        [sys.executable, "-c", LATE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.stderr) == ("alive\n", "")
