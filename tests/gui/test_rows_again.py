"""A play over a table that ended early: Run again and Play go on at its row, and no row is done twice unseen."""

import pytest
from PySide6.QtCore import QObject, Qt, Signal

from app.gui.macros.control import MacroControl
from app.gui.macros.library.before_run import BeforeRun
from app.macros.play_request import PlayRequest
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.macros.codec import read
from automation.macros.play.report import read_report, report_file
from automation.macros.trust import digest
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.macro_world import World, WorldReader, thing

BOOK = """\
deskhand: 1
name: Book
columns: [room]
steps:
  - {id: rooms, do: for_each, steps: [
      {id: take, do: click, target: {role: button, name: "{{room}}"}, on_mismatch: stop}]}
"""
TWICE = """\
deskhand: 1
name: Twice
columns: [room]
steps:
  - {id: all, do: for_each, steps: [{id: look, do: keys, keys: [ctrl, a]}]}
  - {id: rooms, do: for_each, steps: [
      {id: take, do: click, target: {role: button, name: "{{room}}"}, on_mismatch: stop}]}
"""
AFTER = """\
deskhand: 1
name: After
columns: [room]
steps:
  - {id: rooms, do: for_each, steps: [
      {id: take, do: click, target: {role: button, name: "{{room}}"}, on_mismatch: stop}]}
  - {id: bye, do: click, target: {role: button, name: Bye}, on_mismatch: stop}
"""
LONG_MS = 60_000


class Runs(QObject):
    """Takes what is to be run."""

    accepted = Signal()
    dropped = Signal()
    is_running = False

    def __init__(self):
        super().__init__()
        self.jobs = []

    def start(self, job):
        self.jobs.append(job)
        self.accepted.emit()
        return True


class Log(FakeRunLog):
    """The log of one run among others."""

    def __init__(self, run):
        super().__init__()
        self._run = run

    @property
    def run(self):
        return self._run


class Keeper:
    current = Settings()


class Desk:
    """A control and its forms, and a world in which what it starts is played by the real loop."""

    clock = FakeClock()

    def __init__(self, theme, data, qtbot):
        self.data, self.qtbot, self.runs = data, qtbot, Runs()
        self.control = MacroControl(data, self.runs, Keeper(), None)
        self.before_run = BeforeRun(theme, data, self.control, lambda: True)
        self.control.values_wanted.connect(self.before_run.ask_values)
        for text in (BOOK, TWICE, AFTER):
            macro = read(text.encode())
            self.control.library.save(macro)
            self.control.book.trust(digest(macro, {}.__getitem__), macro.name, "you")
        self.csv = data / "rooms.csv"
        self.csv.write_text("room\nA\nB\nC\nD\n")
        self.pressed, self.played = [], 0

    def start(self, folder="book", **wanted):
        wanted = {"rows": self.csv, "approve": "auto"} | wanted
        self.control.play(PlayRequest(folder, **wanted))

    def run(self, *rooms):
        """Play what was started, with these rooms to be had; return how it ended."""
        self.qtbot.waitUntil(lambda: bool(self.runs.jobs), timeout=LONG_MS)
        job = self.runs.jobs.pop()
        world = World([thing(name, 2 * n) for n, name in enumerate(rooms)])
        self.played += 1
        run = f"run-{self.played}"
        parts = Parts(
            screen=world,
            policy=job.brought.policy(WorldReader(world)),
            confirmer=FakeConfirmer(),
            executor=FakeExecutor(on_execute=world.carry_out, window_title="Form"),
            verifier=FakeVerifier([], []),
            reader=WorldReader(world),
            open_log=lambda _task: Log(run),
            clock=self.clock,
        )
        ended = Loop(parts, listener=job.follow).run(job.task, StopToken())
        self.pressed += world.pressed
        self.control.take(ended)
        return ended

    def form(self):
        """Return the form once it is there and shows its table."""
        self.qtbot.waitUntil(lambda: self.before_run.form is not None, timeout=LONG_MS)
        form = self.before_run.form
        self.qtbot.waitUntil(lambda: form.table.choice is not None, timeout=LONG_MS)
        return form

    def press_play(self):
        self.qtbot.mouseClick(self.form().play, Qt.MouseButton.LeftButton)


@pytest.fixture
def desk(theme, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr("app.macros.play.SystemClock", lambda: Desk.clock)
    made = Desk(theme, tmp_path, qtbot)
    yield made
    made.before_run.close()
    made.control.close()


def test_the_end_names_the_row_in_the_words_of_the_window(desk):
    desk.start()
    ended = desk.run("A", "B", "D")
    assert ended.outcome is Outcome.NOT_FOUND
    assert ended.message.endswith("Press Run again to go on: it begins at row 3 of 4.")
    assert "--" not in ended.message
    report = read_report(report_file(desk.data, ended.run))
    assert (report.table, report.table_rows) == (str(desk.csv), 4)
    assert (report.resume_row, report.resume_step) == (3, "")


@pytest.mark.parametrize("by", ["cli", "schedule"])
def test_the_end_names_the_option_where_no_window_has_begun_it(desk, by):
    desk.start(by=by)
    assert desk.run("A", "B").message.endswith("To go on from there: --from-row 3.")


@pytest.mark.parametrize("is_older", [False, True])
def test_run_again_shows_the_row_to_go_on_at_and_does_no_row_twice(desk, is_older):
    desk.start(keep_going=False, speed=2.0)
    ended = desk.run("A", "B", "D")
    if is_older:  # as after a start of the program
        desk.control.past._last = None
    desk.control.play_again(ended.run, "auto")
    form = desk.form()
    assert (form.table.from_row.value(), desk.runs.jobs) == (3, [])
    assert form.table.done.text() == "Last time 2 rows were done, and row 3 was not finished."
    assert form.table.done.property("tone") == "dim"
    assert form.table.from_row.accessibleDescription() == form.table.done.text()
    desk.press_play()
    assert desk.run("A", "B", "C", "D").outcome is Outcome.DONE
    assert desk.pressed == ["A", "B", "C", "D"]


def test_play_fills_in_the_row_for_the_same_table_and_for_no_other(desk):
    desk.start()
    desk.run("A", "B", "D")
    desk.before_run.ask_values(PlayRequest("book", approve="auto"))
    desk.qtbot.waitUntil(lambda: desk.before_run.form is not None, timeout=LONG_MS)
    card = desk.before_run.form.table
    card.use(desk.csv)
    assert desk.form().table.choice.from_row == 3
    assert card.done.text().startswith("Last time 2 rows were done")
    other = desk.data / "other.csv"
    other.write_text("room\nA\nB\nC\n")
    card.use(other)
    assert desk.form().table.choice.from_row == 1
    assert (card.done.text(), card.done.isHidden()) == ("", True)
    card.use(desk.csv)
    assert desk.form().table.choice.from_row == 3


def test_the_users_own_row_stays_when_the_same_file_is_read_once_more(desk):
    desk.start()
    ended = desk.run("A", "B")
    desk.control.play_again(ended.run, "auto")
    card = desk.form().table
    card.from_row.setValue(2)
    card.marks.setCurrentIndex(card.marks.findData(","))
    assert desk.form().table.choice.from_row == 2


def test_rows_that_were_done_after_a_failed_one_are_told_before_they_are_done_again(desk):
    desk.start(keep_going=True)
    ended = desk.run("A", "C", "D")
    assert ended.outcome is Outcome.PARTIAL
    desk.control.play_again(ended.run, "auto")
    card = desk.form().table
    assert (card.from_row.value(), card.keep_going.isChecked()) == (2, True)
    assert card.done.text().endswith(
        "row 2 was not finished. Rows after it that were done are done again."
    )
    assert card.done.property("tone") == "r2"


@pytest.mark.parametrize("there", [("A", "B", "C", "D"), ("A", "B", "C", "D", "Bye")])
def test_a_table_that_was_done_to_its_end_is_not_done_again_unseen(desk, there):
    desk.start("after")
    ended = desk.run(*there)
    desk.control.play_again(ended.run, "auto")
    card = desk.form().table
    assert (card.from_row.value(), desk.runs.jobs) == (1, [])
    assert (
        card.done.text() == "Last time 4 rows were done. Those from where you begin are done again."
    )
    desk.before_run.form.close()
    desk.before_run.ask_values(PlayRequest("after"))
    desk.qtbot.waitUntil(lambda: desk.before_run.form is not None, timeout=LONG_MS)
    desk.before_run.form.table.use(desk.csv)
    assert bool(desk.form().table.done.text()) == ("Bye" not in there)


def test_a_later_table_goes_on_with_its_own_step(desk):
    desk.start("twice")
    ended = desk.run("A", "B")
    assert ended.message.endswith("it begins with step rooms at row 3 of 4.")
    desk.control.play_again(ended.run, "auto")
    assert desk.form().table.from_row.value() == 3
    desk.press_play()
    assert desk.run("A", "B", "C", "D").outcome is Outcome.DONE
    assert desk.pressed == ["A", "B", "C", "D"]


def test_a_table_that_is_another_by_now_is_told(desk):
    desk.start()
    ended = desk.run("A", "B")
    desk.csv.write_text("room\nC\nD\n")
    desk.control.play_again(ended.run, "auto")
    card = desk.form().table
    assert (card.from_row.value(), card.done.property("tone")) == (1, "r2")
    assert card.done.text().endswith("The table had 4 rows then: look where to begin.")


def test_an_older_run_says_that_the_macro_was_played_since(desk):
    desk.start()
    first = desk.run("A", "B")
    desk.start(from_row=3)
    desk.run("C", "D")
    desk.control.play_again(first.run, "auto")
    card = desk.form().table
    assert card.done.text().startswith("In that run 2 rows were done, and row 3 was not finished. ")
    assert card.done.text().endswith("The macro was played since: look where to begin.")
    assert card.done.property("tone") == "r2"


def test_a_table_that_is_gone_is_asked_for(desk):
    desk.start()
    ended = desk.run("A", "B")
    desk.csv.unlink()
    desk.control.play_again(ended.run, "auto")
    desk.qtbot.waitUntil(lambda: desk.before_run.form is not None, timeout=LONG_MS)
    desk.qtbot.mouseClick(desk.before_run.form.play, Qt.MouseButton.LeftButton)
    assert desk.before_run.form.problem.text() == "A table is missing."
