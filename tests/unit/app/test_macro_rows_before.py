"""What a play did of a table's rows, as its report tells it, and where another play goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.macros.play_request import PlayRequest, in_the_window, looked_over, rows_before
from app.macros.request import last_rows
from automation.macros.play.health import Health, keep_health
from automation.macros.play.program import ResumePoint, as_options
from automation.macros.play.report import Report, RowReport, keep_report


def a_report(states, *, outcome="not_found", resume=0, step="", table="/t.csv", rows=5, **more):
    told = tuple(RowReport(n, state) for n, state in states)
    counts = more.pop("counts", {"done": 1})
    return Report(
        1, "Book", "", "r", "", outcome, "", (), counts, {},
        rows=told, resume_row=resume, resume_step=step, table=table, table_rows=rows, **more,
    )  # fmt: skip


CUT_OFF = a_report([(1, "done"), (2, "done"), (3, "failed")], resume=3)


@pytest.mark.parametrize(
    ("report", "start", "words"),
    [
        (CUT_OFF, 3, "Last time 2 rows were done, and row 3 was not finished."),
        (
            a_report([(1, "done"), (2, "open")], resume=2),
            2,
            "Last time 1 row was done, and row 2 was not finished.",
        ),
        (
            a_report([(4, "failed")], resume=4),
            4,
            "Last time no rows were done, and row 4 was not finished.",
        ),
        (a_report([(1, "failed")], resume=1), 1, ""),
        (
            a_report([(1, "done"), (2, "done")], outcome="stopped"),
            3,
            "Last time 2 rows were done, and row 3 was not finished.",
        ),
        (
            a_report([(1, "done"), (2, "failed")], resume=2, step=None),
            0,
            "Last time 1 row was done, and row 2 was not finished. "
            "Those from where you begin are done again.",
        ),
    ],
)
def test_a_report_tells_where_to_go_on_and_what_was_done(report, start, words):
    before = rows_before(report)
    assert before is not None
    assert (before.start("", 5), before.words("", 5)) == (start, words)
    assert before.does_again("", 5) == (bool(before.done) and not start)


def test_a_way_that_begins_with_a_step_is_one_for_a_play_that_does():
    before = rows_before(
        a_report([(1, "done"), (2, "failed"), (3, "done")], resume=2, step="rooms")
    )
    assert (before.start("rooms", 5), before.start("", 5)) == (2, 0)
    assert "after it" not in before.words("rooms", 5)
    assert before.words("", 5).endswith("Those from where you begin are done again.")


def test_a_row_that_the_table_no_longer_has_is_nowhere_to_begin():
    before = rows_before(CUT_OFF)
    assert (before.start("", 2), before.does_again("", 2), before.does_again("", 9)) == (0, 1, 1)
    assert before.words("", 9).endswith("The table had 5 rows then: look where to begin.")


@pytest.mark.parametrize(
    "report", [None, a_report([]), a_report([(1, "done")], counts={"dry_run": 1})]
)
def test_a_play_without_rows_and_a_dry_run_did_none(report):
    assert rows_before(report) is None


def test_the_last_play_is_that_of_the_macros_health(tmp_path):
    assert last_rows(tmp_path, "book") is None
    keep_health(tmp_path, "book", Health(runs=1, last_id="r"))
    assert last_rows(tmp_path, "book") is None
    keep_report(tmp_path, CUT_OFF)
    assert last_rows(tmp_path, "book") == rows_before(CUT_OFF)
    keep_report(tmp_path, a_report([(1, "done")], outcome="done"))
    assert last_rows(tmp_path, "book") is None


def test_what_is_wanted_once_more_begins_where_it_ended(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("a\n1\n")
    before = replace(rows_before(CUT_OFF), table=file)
    wanted = PlayRequest("book", keep_going=True)
    assert looked_over(wanted, None) is wanted
    seen = looked_over(wanted, before)
    assert seen == replace(wanted, rows=file, from_row=3, before=before)
    nowhere = looked_over(replace(wanted, from_row=2), replace(before, step=None))
    assert (nowhere.from_row, nowhere.from_step) == (2, "")
    file.unlink()
    assert looked_over(replace(wanted, rows=file), before).rows is None


def test_a_table_is_the_same_by_its_path():
    before = rows_before(CUT_OFF)
    assert before.is_of(Path("/t.csv"))
    assert not before.is_of(Path("/u.csv"))
    assert not replace(before, table=None).is_of(Path("/t.csv"))


def test_terminal_and_window_each_say_it_in_their_words():
    assert as_options(ResumePoint(2)) == "To go on from there: --from-row 2."
    assert as_options(ResumePoint(2, "b")) == "To go on from there: --from-step b --from-row 2."
    said = "Press Run again to go on: it begins{} at row 2 of 5."
    assert in_the_window(ResumePoint(2), 5) == said.format("")
    assert in_the_window(ResumePoint(2, "b"), 5) == said.format(" with step b")
