"""What a play needs before it begins: columns that fill parameters, all of it for each row, secrets by name.

`--failed-rows` does what the last play over this very table has left, or says why it does not.

What a play did of a table's rows, as its report tells it, and where another play goes on.

What was filled in last: kept for each macro by its folder, and undone by nobody who writes meanwhile.
"""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from app.macros.library import library_of, trust_of
from app.macros.play import MacroRun
from app.macros.play_request import (
    NeedsValues,
    PlayRequest,
    Refusal,
    in_the_window,
    looked_over,
    rows_before,
)
from app.macros.request import FILE, MOST_MACROS, Filled, LastValues, last_rows, rows_left
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.actions import Write
from automation.core.errors import SecretsError
from automation.core.events import Ended, Started
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.macros.codec import read
from automation.macros.macro import Param
from automation.macros.play.health import Health, keep_health, read_health
from automation.macros.play.program import ResumePoint, as_options
from automation.macros.play.report import Report, RowReport, keep_report, read_report, report_file
from automation.macros.play.values import Asked, Wanted
from automation.macros.trust import digest
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.macro_shelves import a_macro
from tests.fakes.macro_world import FIELD, World, WorldReader

TOWNS = """\
deskhand: 1
name: Towns
params: {city: {default: Lyon}, name: {default: Ann}, mark: {}}
steps:
  - {id: rows, do: for_each, steps: [{id: row, do: type, text: "{{city}} {{name}} {{mark}}"}]}
"""
TOWN = """\
deskhand: 1
name: Town
params: {city: {default: Lyon}, count: {type: number, most: 10}}
steps:
  - {id: each-row, do: type, text: "{{city}} {{count}}"}
  - {id: second, do: keys, keys: [ctrl, a]}
"""
TITLED = """\
deskhand: 1
name: Titled
params: {city: {}}
steps:
  - {id: head, do: type, text: "all of {{city}}"}
  - {id: rows, do: for_each, steps: [{id: row, do: type, text: "{{city}}"}]}
"""
LOCKED = """\
deskhand: 1
name: Locked
params: {word: {type: secret}}
steps:
  - {id: all, do: keys, keys: [ctrl, a]}
  - {id: word, do: type, text: "{{word}}"}
"""
LOST = """\
deskhand: 1
name: Lost
steps:
  - {id: gone, do: click, target: {role: button, name: Gone}, on_mismatch: ask_me}
"""


@pytest.fixture
def home(tmp_path):
    """Return the data folder with the macros, trusted."""
    shelf, book = library_of(tmp_path), trust_of(tmp_path)
    for text in (TOWNS, TOWN, TITLED, LOCKED, LOST):
        macro = read(text.encode())
        shelf.save(macro)
        book.trust(digest(macro, {}.__getitem__), macro.name, "you")
    return tmp_path


def macro_run(home, name, secrets=tuple, **wanted):
    return MacroRun(
        PlayRequest(name, **wanted),
        library_of(home),
        trust_of(home),
        settings=Settings(),
        data=home,
        secrets=secrets,
    )


def table_of(tmp_path, text):
    file = tmp_path / "towns.csv"
    file.write_text(text)
    return file


def typed(made):
    """Play it by the real loop; return what was typed, in order."""
    world, done = World([FIELD]), []
    parts = Parts(
        screen=world,
        policy=made.brought.policy(WorldReader(world)),
        confirmer=FakeConfirmer(),
        executor=FakeExecutor(on_execute=done.append, window_title="Form"),
        verifier=FakeVerifier([], []),
        reader=WorldReader(world),
        open_log=lambda _task: FakeRunLog(),
    )
    ended = Loop(parts, listener=made.listen).run(made.task, StopToken())
    assert ended.outcome is Outcome.DONE, ended.message
    return [action.text for action in done if isinstance(action, Write)]


def test_a_column_fills_the_parameter_of_its_name_in_every_row(home, tmp_path):
    rows = table_of(tmp_path, "City,name,mark\nRome,Al,x\nOslo,,y\n")
    made = macro_run(home, "towns", rows=rows, approve="auto")
    assert typed(made) == ["Rome Al x", "Oslo  y"]
    assert made.note == ""
    assert [(one.row, one.state) for one in made.report.rows] == [(1, "done"), (2, "done")]


def test_what_no_column_fills_is_the_given_value_or_the_default(home, tmp_path):
    rows = table_of(tmp_path, "city,colour\nRome,red\n")
    made = macro_run(home, "towns", rows=rows, values={"mark": "x"}, approve="auto")
    assert typed(made) == ["Rome Ann x"]
    assert "nothing uses the column colour" in made.note
    with pytest.raises(NeedsValues, match=r"mark: no value was given.*a column called mark"):
        macro_run(home, "towns", rows=rows)


def test_a_column_that_nothing_uses_stops_a_play_that_nobody_attends(home, tmp_path):
    rows = table_of(tmp_path, "city,marks,mark\nRome,y,x\n")
    assert "nothing uses the column marks" in macro_run(home, "towns", rows=rows).note
    with pytest.raises(Refusal, match=r"nothing uses the column marks .*rename the column"):
        macro_run(home, "towns", rows=rows, by="schedule", approve="auto")


@pytest.mark.parametrize("by", ["cli", "window", "schedule"])
def test_a_table_without_rows_is_no_play(home, tmp_path, by):
    with pytest.raises(Refusal, match="no rows below it"):
        macro_run(home, "towns", rows=table_of(tmp_path, "city,mark\n"), by=by)


def test_a_default_that_no_column_takes_the_place_of_is_told_once(home, tmp_path):
    rows = table_of(tmp_path, "mark,colour\nx,red\ny,blue\n")
    told = macro_run(home, "towns", rows=rows, values={"name": "Bo"}).note
    assert "nothing uses the column colour" in told
    assert told.endswith("; city has no column: “Lyon” is used in every row")
    both = macro_run(home, "towns", rows=table_of(tmp_path, "mark\nx\n")).note
    assert both == (
        "city has no column: “Lyon” is used in every row; "
        "name has no column: “Ann” is used in every row"
    )


def test_a_part_is_told_of_the_defaults_that_it_uses_itself(home, tmp_path):
    parts = """\
deskhand: 1
name: Parts
params: {city: {default: Lyon}, name: {default: ""}}
steps:
  - id: rows
    do: for_each
    steps:
      - {id: one, do: type, text: "{{city}}"}
      - {id: two, do: type, text: "{{name}}{{place}}"}
columns: [place]
"""
    library_of(home).save(read(parts.encode()))
    rows = table_of(tmp_path, "place\nhere\n")
    told = macro_run(home, "parts", rows=rows, from_step="two", to_step="two").note
    assert told == "name has no column: an empty text is used in every row"


TRIED = """\
deskhand: 1
name: Tried
params: {city: {default: Lyon}}
columns: [place, other]
steps:
  - id: rows
    do: for_each
    steps:
      - {id: one, do: type, text: "{{city}} {{place}}"}
      - {id: bare, do: type, text: plain}
      - {id: two, do: type, text: "{{other}}"}
"""


def tried(home, step, **wanted):
    made = read(TRIED.encode())
    library_of(home).save(made)
    trust_of(home).trust(digest(made, {}.__getitem__), made.name, "you")
    wanted = {"approve": "auto", "by": "editor"} | wanted
    return macro_run(home, "tried", from_step=step, to_step=step, **wanted)


def test_a_step_of_the_rows_is_tried_out_with_one_row_that_is_typed_in(home):
    made = tried(home, "one", row={"place": "here"})
    assert (typed(made), made.note) == (["Lyon here"], "")
    assert (made.rows, [one.row for one in made.report.rows]) == (1, [1])
    with pytest.raises(NeedsValues) as caught:
        tried(home, "one")
    assert caught.value.needs_rows
    with pytest.raises(Refusal, match="has no column colour; its columns are: place, other"):
        tried(home, "one", row={"colour": "red"})


def test_a_step_that_uses_nothing_of_a_row_is_tried_out_without_a_table(home):
    assert typed(tried(home, "bare")) == ["plain"]
    with pytest.raises(NeedsValues):  # nobody is asked there: it may be meant for every row
        tried(home, "bare", by="cli")


def test_a_value_beside_a_column_of_its_name_is_refused_by_both_names(home, tmp_path):
    rows = table_of(tmp_path, "city,mark\nRome,x\n")
    with pytest.raises(Refusal, match=r"city has a value by --param city=.*towns\.csv"):
        macro_run(home, "towns", rows=rows, values={"city": "Bonn"})


def test_a_parameter_that_is_used_outside_the_rows_too_has_a_value_of_its_own_there(home, tmp_path):
    rows = table_of(tmp_path, "city\nRome\nOslo\n")
    with pytest.raises(NeedsValues, match="city: no value was given"):
        macro_run(home, "titled", rows=rows)
    made = macro_run(home, "titled", rows=rows, values={"city": "Italy"}, approve="auto")
    assert typed(made) == ["all of Italy", "Rome", "Oslo"]


def test_a_macro_without_a_for_each_is_done_once_for_each_row(home, tmp_path):
    rows = table_of(tmp_path, "city,count\nRome,1\nOslo,2\nBonn,3\n")
    made = macro_run(home, "town", rows=rows, approve="auto")
    assert made.task.max_steps == Settings().budgets.steps
    assert typed(made) == ["Rome 1", "Oslo 2", "Bonn 3"]
    assert [step.row for step in made.report.steps] == [1, 1, 2, 2, 3, 3]
    assert read_health(home, "town").green == 1
    rest = macro_run(home, "town", rows=rows, from_row=3, approve="auto")
    assert typed(rest) == ["Bonn 3"]
    assert rest.content == made.content


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("town", "town,number\nRome,1\n", "its parameters are city, count, the columns are town"),
        ("lost", "city\nRome\n", "uses no parameters that .*towns.csv could fill"),
        ("town", "city,count\nRome,1\nOslo,11\n", "row 2: count cannot be used, 11 is above 10"),
        ("town", "city,City,count\nRome,Oslo,1\n", ""),
        ("town", "CITY,City,count\nRome,Oslo,1\n", "“CITY” and “City” both mean the column city"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_before_it_begins(home, tmp_path, name, text, said):
    rows = table_of(tmp_path, text)
    if not said:
        assert typed(macro_run(home, name, rows=rows, approve="auto")) == ["Rome 1"]
        return
    with pytest.raises(Refusal, match=said):
        macro_run(home, name, rows=rows)


def test_a_secret_is_asked_for_by_the_name_of_a_stored_one(home):
    with pytest.raises(NeedsValues) as refused:
        macro_run(home, "locked", secrets=lambda: ("bank",))
    assert "no secret was named" in str(refused.value)
    assert "deskhand secret set NAME" in str(refused.value)
    assert "NAME=VALUE" not in str(refused.value)


def test_values_and_secrets_are_asked_for_each_in_its_way():
    user, word = Param(), Param(type="secret")
    asked = Asked((Wanted("user", "user", user), Wanted("word", "word", word)))
    assert "Give user with --param NAME=VALUE. Give the name of a stored secret" in asked.sentence


def test_a_secret_that_is_not_stored_is_refused_before_a_step(home, tmp_path):
    with pytest.raises(NeedsValues, match="what was given names no stored secret") as asked:
        macro_run(home, "locked", values={"word": "hunter2"}, secrets=lambda: ("other",))
    assert "hunter2" not in str(asked.value), "somebody may give the secret itself"
    made = macro_run(home, "locked", values={"word": "bank"}, secrets=lambda: ("bank",))
    assert made.request.values == {"word": "bank"}
    rows = table_of(tmp_path, "word\nbank\nhunter2\n")
    with pytest.raises(Refusal, match="row 2: what the column word names") as refused:
        macro_run(home, "locked", rows=rows, secrets=lambda: ("bank",))
    assert "hunter2" not in str(refused.value)


def test_a_keyring_that_cannot_be_asked_ends_the_play_before_it_begins(home):
    def closed():
        raise SecretsError("the keyring is closed")

    with pytest.raises(Refusal, match="the keyring is closed"):
        macro_run(home, "locked", values={"word": "bank"}, secrets=closed)
    assert macro_run(home, "lost", secrets=closed).name == "Lost"


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
def rows_home(tmp_path):
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


def rows_run(home, table, name="rows", **wanted):
    """Return a play, before it begins."""
    request = PlayRequest(name, rows=table, **{"by": "cli", **wanted})
    return MacroRun(request, library_of(home), trust_of(home), settings=Settings(), data=home)


def played(home, table, run, **wanted):
    """Play it by the real loop; return what was typed and how it ended."""
    made, world = rows_run(home, table, **wanted), World([FIELD])
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


def test_only_the_rows_that_failed_are_played_again(rows_home, table):
    typed, said = played(rows_home, table, "first", keep_going=True)
    assert typed == ["a", "c", "e"]
    assert "2 rows failed: 2, 4." in said
    assert said.endswith("--failed-rows.")
    typed, said = played(rows_home, table, "second", failed_rows=True, keep_going=True)
    assert typed == []
    assert "2 rows failed: 2, 4." in said
    assert rows_run(rows_home, table, failed_rows=True).rows == 5


def test_the_window_names_no_option(rows_home, table):
    _typed, said = played(rows_home, table, "first", keep_going=True, by="window")
    assert "2 rows failed: 2, 4." in said
    assert "--failed-rows" not in said


def refused(home, table, **wanted):
    """Return why it does not begin."""
    with pytest.raises(Refusal) as caught:
        rows_run(home, table, failed_rows=True, **wanted)
    assert caught.value.outcome is Outcome.USAGE
    return str(caught.value)


def test_without_a_play_before_it_is_refused(rows_home, table):
    assert "no play of this macro is known" in refused(rows_home, table)
    keep_health(rows_home, "rows", Health(runs=1, last_id="gone"))
    assert "what the last play did is not known" in refused(rows_home, table)


@pytest.mark.parametrize("is_cut_off", [True, False])
def test_a_play_of_which_nothing_was_kept_is_not_passed_over(rows_home, table, is_cut_off):
    played(rows_home, table, "first", keep_going=True)
    made = rows_run(rows_home, table, **({} if is_cut_off else {"keep": "nothing"}))
    made.listen(Started("r", made.task, ()))
    if not is_cut_off:
        made.listen(Ended("r", Outcome.DONE, "Done.", 0))
    assert "nothing was kept of the last play" in refused(rows_home, table)


def test_a_dry_run_leaves_what_is_known(rows_home, table):
    played(rows_home, table, "first", keep_going=True)
    made = rows_run(rows_home, table, approve="dry-run")
    made.listen(Started("r", made.task, ()))
    assert rows_run(rows_home, table, failed_rows=True).rows == 5


def test_a_step_that_is_tested_leaves_what_is_known(rows_home, table):
    played(rows_home, table, "first", keep_going=True)
    made = rows_run(rows_home, table, from_step="key", to_step="key")
    made.listen(Started("r", made.task, ()))
    assert rows_run(rows_home, table, failed_rows=True).rows == 5


def test_a_play_from_a_later_row_says_nothing_of_those_before_it(rows_home, table):
    played(rows_home, table, "first", keep_going=True)
    played(rows_home, table, "second", from_row=5)
    assert "or of the table" in refused(rows_home, table)


def test_another_table_is_refused(rows_home, table):
    played(rows_home, table, "first", keep_going=True)
    table.write_text(table.read_text() + "f\n")
    assert "the table is not what it was" in refused(rows_home, table)


def test_the_same_table_under_another_name_is_the_same(rows_home, table):
    played(rows_home, table, "first", keep_going=True)
    moved = table.rename(table.with_name("moved.csv"))
    assert rows_run(rows_home, moved, failed_rows=True).rows == 5


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"table_digest": ""}, "went over no table that is known"),
        ({"rows_left": None}, "was of a part of the macro"),
        ({"rows_left": ()}, "no row is left"),
    ],
)
def test_a_last_play_that_leaves_no_rows_to_do_is_told(rows_home, table, changed, said):
    played(rows_home, table, "first", keep_going=True)
    report = read_report(report_file(rows_home, "first"))
    keep_report(rows_home, structs.replace(report, **changed))
    assert said in refused(rows_home, table)


@pytest.mark.parametrize(
    "more", [{"from_row": 2}, {"from_step": "key"}, {"to_step": "key"}], ids=str
)
def test_it_goes_with_no_other_place_to_begin_or_end(rows_home, table, more):
    assert "leave out --from-row, --from-step and --to-step" in refused(rows_home, table, **more)


def test_a_macro_that_goes_over_its_table_twice_is_refused(rows_home, table):
    assert "more than once" in refused(rows_home, table, name="twice")


def test_it_needs_a_table(rows_home):
    wanted = PlayRequest("rows", failed_rows=True)
    with pytest.raises(Refusal, match="give it with --rows"):
        rows_left(wanted, None, rows_home)
    assert rows_left(replace(wanted, failed_rows=False), None, rows_home) == ()


def test_a_report_of_before_says_nothing_of_it(rows_home):
    report = Report(1, "m", "", "r", "", "done", "", (), {}, {})
    keep_report(rows_home, report)
    assert read_report(report_file(rows_home, "r")).rows_left is None


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


ADA, BO = Filled({"who": "Ada"}), Filled({"who": "Bo"}, "/a/table.csv")


@pytest.fixture
def last(tmp_path):
    return LastValues(tmp_path / FILE)


def test_a_secret_is_not_remembered_and_nothing_takes_the_place_of_what_was(last):
    macro = a_macro("Greet", params={"who": Param(), "key": Param(type="secret")})
    last.keep("greet", macro, {"who": "Ada", "key": "mail", "odd": "x"}, None)
    assert last.of("greet") == ADA
    last.keep("greet", macro, {"key": "mail"}, None)
    assert (last.of("greet"), last.count) == (Filled(), 0)


def test_those_that_were_played_longest_ago_go_first(last):
    for number in range(MOST_MACROS):
        last.put(f"m{number}", ADA)
    last.put("m0", BO)
    last.put("more", ADA)
    assert (last.of("m0"), last.of("m1"), last.count) == (BO, Filled(), MOST_MACROS)


def test_two_that_write_at_once_undo_nothing_of_each_other(last, tmp_path, monkeypatch):
    last.put("greet", ADA)
    write, is_other_done = LastValues._write, threading.Event()

    def slowly(values, every):
        monkeypatch.setattr(LastValues, "_write", write)
        other.start()
        is_other_done.wait(0.5)  # passes only where the other one need not wait
        write(values, every)

    def forget():
        LastValues(tmp_path / FILE).forget("greet")
        is_other_done.set()

    other = threading.Thread(target=forget)
    monkeypatch.setattr(LastValues, "_write", slowly)
    last.put("part", BO)
    other.join()
    assert (last.of("greet"), last.of("part")) == (Filled(), BO)


def test_a_folder_that_is_gone_is_no_harm(tmp_path):
    lost = LastValues(tmp_path / "gone" / FILE)
    lost.put("greet", ADA)
    lost.forget("greet")
    assert lost.of("greet") == Filled()


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"greet": 7}', b"\xff", b" " * (8 << 20)])
def test_what_cannot_be_read_is_forgotten_whole_when_one_macro_is(last, tmp_path, content):
    file = tmp_path / FILE
    last.put("greet", ADA)
    file.write_bytes(content + file.read_bytes())
    assert last.of("greet") == Filled()
    last.forget("greet")
    assert not file.exists()
