"""A written script over a table: a column fills the parameter of its name there too, and tells what is wrong."""

import sys

import pytest

from automation.core.errors import MacroError
from automation.macros.codec import read
from automation.macros.play.linking import Linked, Source
from automation.macros.script.parameters import text_of
from automation.macros.script.script_writer import written
from tests.fakes.macro_world import NoImages

TOWNS = """\
deskhand: 1
name: Towns
params:
  city: {default: Lyon}
  count: {type: number, most: 10}
  word: {type: secret, default: bank}
  row: {type: yes_no, default: "no"}
  kind: {type: choice, choices: [a, b], default: a}
columns: [mark]
steps:
  - id: rows
    do: for_each
    steps:
      - {id: a, do: type, text: "{{city}} {{count}} {{row}} {{kind}} {{mark}}"}
      - {id: b, do: type, text: "{{word}}"}
%s
"""
HEAD = '  - {id: head, do: type, text: "of {{city}}"}'


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Return what runs the script over a table and returns what it types."""

    def run(table, *options, more=""):
        macro = read((TOWNS % more).encode())
        code = written(Linked(Source(macro, NoImages()), {}), "towns.py").text
        (tmp_path / "t.csv").write_text(table)
        done = []

        class Hand:
            def __init__(self, *_given, **_more):
                pass

            def __enter__(self):
                return self

            def __exit__(self, *_left):
                return None

            def rows(self, over):
                return (over.row(number) for number in range(1, len(over) + 1))

            def type(self, text, values=None):
                for name, value in (values or {}).items():
                    text = text.replace(f"{{{{{name}}}}}", text_of(value))
                done.append(text if isinstance(text, str) else f"secret {text.name}")

        names = {"__name__": "made", "__file__": "towns.py"}
        exec(compile(code, "towns.py", "exec"), names)
        names["Hand"] = Hand
        monkeypatch.setattr(sys, "argv", ["towns.py", "--rows", str(tmp_path / "t.csv"), *options])
        names["main"]()
        return done

    return run


def test_columns_fill_options_and_what_has_none_keeps_its_own(play, capsys):
    table = "City,count,mark,colour,row\nRome,1,x,red,yes\nOslo,2,y,blue,no\n"
    assert play(table) == [
        "Rome 1 yes a x", "secret bank", "Oslo 2 no a y", "secret bank",
    ]  # fmt: skip
    assert "nothing uses the column colour of" in capsys.readouterr().err
    assert play("mark,kind,word\nx,b,till\n", "--count", "3", "--city", "Bonn") == [
        "Bonn 3 no b x", "secret till",
    ]  # fmt: skip
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("table", "options", "said"),
    [
        ("mark\nx\n", (), "count: no value was given; give its option, or .* a column called"),
        ("mark,count\nx,1\n", ("--count", "2"), "count has a value by its option and another"),
        ("mark,count\nx,1\ny,11\n", (), "row 2: count cannot be used, 11 is above 10"),
        ("mark,count,kind\nx,1,c\n", (), "row 1: kind cannot be used"),
        ("mark,count,word\nx,1,my pass\n", (), "row 1: word cannot be used"),
    ],
)
def test_what_the_table_and_the_options_do_not_say_once_is_refused(play, table, options, said):
    with pytest.raises(MacroError, match=said):
        play(table, *options)


def test_outside_the_rows_the_option_counts(play):
    table = "mark,count,city\nx,1,Rome\n"
    done = ["Rome 1 no a x", "secret bank", "of Italy"]
    assert play(table, "--city", "Italy", more=HEAD) == done
    assert play(table, more=HEAD)[-1] == "of Lyon"
