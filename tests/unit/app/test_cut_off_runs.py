"""What is said at the next start of runs that a crash cut off: what the records say, and where to look."""

import pytest

from app.cli.parser import run as command
from app.run_start import cut_off_runs
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.records.store import Store
from tests.fakes.crashed_runs import crash

LOOK = "Look there."


@pytest.fixture
def told(tmp_path):
    """Return what is said after a crash amid these tasks."""

    def said(*tasks, **how):
        crash(tmp_path / "home", *tasks, **how)
        store = Store(tmp_path / "home")
        try:
            return cut_off_runs(store, LOOK)
        finally:
            store.close()

    return said


@pytest.mark.parametrize(
    ("how", "steps"),
    [
        ({}, "No step was done"),
        ({"done": 1}, "1 step was done"),
        ({"done": 3}, "3 steps were done"),
        ({"done": 3, "is_begun": True}, "3 steps were done, and of 1 more it is not known"),
        ({"is_begun": True}, "No step was done, and of 1 more it is not known"),
    ],
)
def test_one_run_is_told_with_its_task_and_what_is_known_of_its_steps(told, how, steps):
    assert told("file the invoice", **how) == (
        "“file the invoice” was cut off: deskhand closed unexpectedly. "
        f"{steps}; nothing is held down. {LOOK}"
    )


def test_several_runs_are_one_sentence_and_only_so_many_are_named(told):
    assert told("one", "two", done=2, is_begun=True) == (
        "“one” and “two” were cut off: deskhand closed unexpectedly. "
        f"4 steps were done, and of 2 more it is not known; nothing is held down. {LOOK}"
    )
    assert told("a", "b", "c", "d").startswith("“a”, “b”, “c” and 1 more task were cut off: ")
    assert told(*"abcde").startswith("“a”, “b”, “c” and 2 more tasks were cut off: ")


def test_a_task_of_which_nothing_is_kept_is_told_without_a_word_of_it(told):
    said = told("my secret errand", keep="nothing", done=2)
    assert said.startswith("A task that is not kept was cut off: ")
    assert "2 steps were done; nothing is held down" in said
    assert "errand" not in said


def test_a_task_can_neither_hide_letters_nor_push_our_words_away(told):
    said = told("click\nSave \u202e" + "x" * 500)
    assert len(said) < 300
    assert "\n" not in said
    assert "\u202e" not in said


def test_nothing_is_said_of_runs_that_ended_or_live_or_were_told_before(tmp_path):
    home = tmp_path / "home"
    crash(home, "told already")
    Store(home).close()
    store = Store(home)
    ended, _lives = store.new_run(Task("ended")), store.new_run(Task("lives"))
    ended.end(Outcome.DONE, "Done.")
    other = Store(home)
    assert cut_off_runs(other, LOOK) == ""
    other.close()
    store.close()


def test_a_run_that_is_gone_by_then_or_cannot_be_read_stops_no_start(tmp_path):
    home = tmp_path / "home"
    (run,) = crash(home, "file it", done=1)
    store = Store(home)
    with store._ledger.writing("harm a step") as database:
        database.execute("UPDATE step SET record = 'no record'")
    assert cut_off_runs(store, LOOK) == (
        f"“file it” was cut off: deskhand closed unexpectedly. Nothing is held down. {LOOK}"
    )
    store.recovered = ("gone",)
    assert cut_off_runs(store, LOOK) == ""
    store.recovered = ("gone", run)
    assert "“file it”" in cut_off_runs(store, LOOK)
    store.close()


def test_the_history_in_the_terminal_tells_it_once_beside_its_lines(fresh_home, capsys):
    (run,) = crash(fresh_home / "data", "file it", done=1)
    assert command(["history", "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err == (
        "deskhand: “file it” was cut off: deskhand closed unexpectedly. "
        f"1 step was done; nothing is held down. See: deskhand history --run {run}\n"
    )
    command(["history"])
    assert capsys.readouterr().err == ""
    crash(fresh_home / "data", "one", "two")
    command(["history"])
    assert capsys.readouterr().err.endswith(" See: deskhand history\n")
