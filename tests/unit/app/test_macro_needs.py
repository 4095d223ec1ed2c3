"""What a play needs before it begins: columns that fill parameters, all of it for each row, secrets by name."""

import pytest

from app.macros.library import library_of, trust_of
from app.macros.play import MacroRun
from app.macros.play_request import NeedsValues, PlayRequest, Refusal
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.actions import Write
from automation.core.errors import SecretsError
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.macros.codec import read
from automation.macros.macro import Param
from automation.macros.play.health import read_health
from automation.macros.play.values import Asked, Wanted
from automation.macros.trust import digest
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
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
