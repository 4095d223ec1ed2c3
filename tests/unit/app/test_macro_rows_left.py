"""`--failed-rows` does what the last play over this very table has left, or says why it does not."""

from dataclasses import replace

import pytest
from msgspec import structs

from app.macros.library import library_of, trust_of
from app.macros.play import MacroRun
from app.macros.play_request import PlayRequest, Refusal
from app.macros.request import rows_left
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.events import Ended, Started
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.macros.codec import read
from automation.macros.play.health import Health, keep_health, read_health
from automation.macros.play.report import Report, keep_report, read_report, report_file
from automation.macros.trust import digest
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.macro_world import FIELD, World, WorldReader

ROWS = """\
deskhand: 1
name: Rows
on_mismatch: stop
columns: [key]
steps:
  - {id: rows, do: for_each, steps: [{id: key, do: type, text: "{{key}}"}]}
"""
TWICE = """\
deskhand: 1
name: Twice
columns: [key]
steps:
  - {id: one, do: for_each, steps: [{id: a, do: type, text: "{{key}}"}]}
  - {id: two, do: for_each, steps: [{id: b, do: type, text: "{{key}}"}]}
"""
BAD = '"b\nad"'
"""A value of two lines cannot be typed into a field of one."""


@pytest.fixture
def home(tmp_path):
    """Return the data folder with the macros, trusted."""
    shelf, book = library_of(tmp_path), trust_of(tmp_path)
    for text in (ROWS, TWICE):
        macro = read(text.encode())
        shelf.save(macro)
        book.trust(digest(macro, {}.__getitem__), macro.name, "you")
    return tmp_path


@pytest.fixture
def table(tmp_path):
    """Return a table of five rows, of which the second and the fourth cannot be typed."""
    file = tmp_path / "rows.csv"
    file.write_text("\n".join(["key", "a", BAD, "c", BAD, "e", ""]))
    return file


def macro_run(home, table, name="rows", **wanted):
    """Return a play, before it begins."""
    request = PlayRequest(name, rows=table, **{"by": "cli", **wanted})
    return MacroRun(request, library_of(home), trust_of(home), settings=Settings(), data=home)


def played(home, table, run, **wanted):
    """Play it by the real loop; return what was typed and how it ended."""
    made, world = macro_run(home, table, **wanted), World([FIELD])
    parts = Parts(
        screen=world,
        policy=made.brought.policy(WorldReader(world)),
        confirmer=FakeConfirmer(),
        executor=FakeExecutor(on_execute=world.carry_out, window_title="Form"),
        verifier=FakeVerifier([], []),
        reader=WorldReader(world),
        open_log=lambda _task: FakeRunLog(),
    )
    Loop(parts, listener=made.listen).run(made.task, StopToken())
    file = report_file(home, read_health(home, "rows").last_id)
    keep_report(home, structs.replace(read_report(file), run=run))  # every log of a test is run-1
    keep_health(home, "rows", structs.replace(read_health(home, "rows"), last_id=run))
    return [action.text for action in world.sent], made.report.message


def test_only_the_rows_that_failed_are_played_again(home, table):
    typed, said = played(home, table, "first", keep_going=True)
    assert typed == ["a", "c", "e"]
    assert "2 rows failed: 2, 4." in said
    assert said.endswith("--failed-rows.")
    typed, said = played(home, table, "second", failed_rows=True, keep_going=True)
    assert typed == []
    assert "2 rows failed: 2, 4." in said
    assert macro_run(home, table, failed_rows=True).rows == 5


def test_the_window_names_no_option(home, table):
    _typed, said = played(home, table, "first", keep_going=True, by="window")
    assert "2 rows failed: 2, 4." in said
    assert "--failed-rows" not in said


def refused(home, table, **wanted):
    """Return why it does not begin."""
    with pytest.raises(Refusal) as caught:
        macro_run(home, table, failed_rows=True, **wanted)
    assert caught.value.outcome is Outcome.USAGE
    return str(caught.value)


def test_without_a_play_before_it_is_refused(home, table):
    assert "no play of this macro is known" in refused(home, table)
    keep_health(home, "rows", Health(runs=1, last_id="gone"))
    assert "what the last play did is not known" in refused(home, table)


@pytest.mark.parametrize("is_cut_off", [True, False])
def test_a_play_of_which_nothing_was_kept_is_not_passed_over(home, table, is_cut_off):
    played(home, table, "first", keep_going=True)
    made = macro_run(home, table, **({} if is_cut_off else {"keep": "nothing"}))
    made.listen(Started("r", made.task, ()))
    if not is_cut_off:
        made.listen(Ended("r", Outcome.DONE, "Done.", 0))
    assert "nothing was kept of the last play" in refused(home, table)


def test_a_dry_run_leaves_what_is_known(home, table):
    played(home, table, "first", keep_going=True)
    made = macro_run(home, table, approve="dry-run")
    made.listen(Started("r", made.task, ()))
    assert macro_run(home, table, failed_rows=True).rows == 5


def test_a_step_that_is_tested_leaves_what_is_known(home, table):
    played(home, table, "first", keep_going=True)
    made = macro_run(home, table, from_step="key", to_step="key")
    made.listen(Started("r", made.task, ()))
    assert macro_run(home, table, failed_rows=True).rows == 5


def test_a_play_from_a_later_row_says_nothing_of_those_before_it(home, table):
    played(home, table, "first", keep_going=True)
    played(home, table, "second", from_row=5)
    assert "or of the table" in refused(home, table)


def test_another_table_is_refused(home, table):
    played(home, table, "first", keep_going=True)
    table.write_text(table.read_text() + "f\n")
    assert "the table is not what it was" in refused(home, table)


def test_the_same_table_under_another_name_is_the_same(home, table):
    played(home, table, "first", keep_going=True)
    moved = table.rename(table.with_name("moved.csv"))
    assert macro_run(home, moved, failed_rows=True).rows == 5


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"table_digest": ""}, "went over no table that is known"),
        ({"rows_left": None}, "was of a part of the macro"),
        ({"rows_left": ()}, "no row is left"),
    ],
)
def test_a_last_play_that_leaves_no_rows_to_do_is_told(home, table, changed, said):
    played(home, table, "first", keep_going=True)
    report = read_report(report_file(home, "first"))
    keep_report(home, structs.replace(report, **changed))
    assert said in refused(home, table)


@pytest.mark.parametrize(
    "more", [{"from_row": 2}, {"from_step": "key"}, {"to_step": "key"}], ids=str
)
def test_it_goes_with_no_other_place_to_begin_or_end(home, table, more):
    assert "leave out --from-row, --from-step and --to-step" in refused(home, table, **more)


def test_a_macro_that_goes_over_its_table_twice_is_refused(home, table):
    assert "more than once" in refused(home, table, name="twice")


def test_it_needs_a_table(home):
    wanted = PlayRequest("rows", failed_rows=True)
    with pytest.raises(Refusal, match="give it with --rows"):
        rows_left(wanted, None, home)
    assert rows_left(replace(wanted, failed_rows=False), None, home) == ()


def test_a_report_of_before_says_nothing_of_it(home):
    report = Report(1, "m", "", "r", "", "done", "", (), {}, {})
    keep_report(home, report)
    assert read_report(report_file(home, "r")).rows_left is None
