"""`deskhand macro compile`: from the history to the library, and every way in which it cannot.

What is told of a macro that was made of a run: a little in the chat, all of it in the editor.
"""

import importlib.resources
import json
from dataclasses import replace

import jsonschema
import pytest

from app.cli.parser import run
from app.macros.compile import _words, keep
from app.macros.library import library_of, trust_of
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.macros.compile.pieces import Compiled, Dropped
from automation.macros.edit.session import EditSession
from automation.macros.library import Library
from automation.macros.listing import FILE, keep_told, read_told
from automation.macros.trust import TrustBook, digest
from automation.records.store import Store
from tests.fakes.macro_shelves import a_macro
from tests.fakes.run_records import painted
from tests.unit.macros.compile.sample_run import click, write


@pytest.fixture
def history(fresh_home):
    """Return the id of a finished run of two steps, with a picture, and the home's data folder."""
    (fresh_home / "config").mkdir(mode=0o700)
    (fresh_home / "config" / "settings.json").write_text(json.dumps({"use_ocr": False}))
    data = fresh_home / "data"
    store = Store(data)
    log = store.new_run(Task("pay Acme"))
    address = log.picture(painted(3))
    for record in (write(1, "Acme"), click(2, sentence="Click Save")):
        log.intend(record.n, record.proposal, record.action, record.risk)
        log.append(replace(record, pictures=replace(record.pictures, before=address)))
    log.end(Outcome.DONE, "Done.")
    store.close()
    return log.run, data


def said(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_run_becomes_a_macro_that_is_kept_and_trusted(history, capsys):
    name, data = history
    assert run(["macro", "compile", name, "--name", "Pay", "--params", "all", "--json"]) == 0
    lines = said(capsys)
    text = importlib.resources.files("resources").joinpath("schema/lines.schema.json").read_text()
    schema = jsonschema.Draft202012Validator(json.loads(text))
    for line in lines:
        schema.validate(line)
    assert [(line["name"], line["taken"]) for line in lines if line["event"] == "parameter"] == [
        ("vendor", True)
    ]
    assert (lines[-1]["macro"], lines[-1]["steps"]) == ("Pay", 2)
    kept = Library(data / "macros").open("Pay")
    assert str(kept.folder) == lines[-1]["path"]
    assert kept.macro.made.run == name
    assert kept.macro.steps[1].target.image is not None
    book = TrustBook(data / "macros-trusted.json")
    assert book.entry(digest(kept.macro, kept.image)).by == "made"


def test_a_macro_of_what_another_program_asked_for_is_not_trusted(history):
    _, data = history
    store = Store(data)
    log = store.new_run(Task("pay Acme", asked_by="Agent"))
    record = click(1, sentence="Click Save")
    log.intend(1, record.proposal, record.action, record.risk)
    log.append(record)
    log.end(Outcome.DONE, "Done.")
    store.close()
    assert run(["macro", "compile", log.run, "--name", "Pay", "--json"]) == 0
    kept = Library(data / "macros").open("Pay")
    assert not TrustBook(data / "macros-trusted.json").is_trusted(digest(kept.macro, kept.image))


def test_nothing_becomes_a_parameter_unless_the_user_says_so(history, capsys):
    name, data = history
    assert run(["macro", "compile", name, "--name", "Pay", "--json"]) == 0
    assert [line["taken"] for line in said(capsys) if line["event"] == "parameter"] == [False]
    assert Library(data / "macros").open("Pay").macro.params == {}


def test_a_text_gets_the_name_that_the_user_gives(history, capsys):
    name, data = history
    argv = ["macro", "compile", name, "--name", "Pay", "--param", "firm=Acme", "--params", "all"]
    assert run(argv) == 0
    macro = Library(data / "macros").open("Pay").macro
    assert list(macro.params) == ["firm"]
    assert macro.steps[0].text == "{{firm}}"


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (["--param", "firm"], "NAME=TEXT"),
        (["--param", "firm=Nobody"], "no step types"),
        (["--param", "Firm=Acme"], "cannot be the name"),
    ],
)
def test_a_parameter_that_cannot_be_is_told_and_nothing_is_kept(history, capsys, more, word):
    name, data = history
    assert run(["macro", "compile", name, "--name", "Pay", *more]) == 8
    assert word in capsys.readouterr().err
    assert Library(data / "macros").entries() == ()


def test_a_name_that_is_taken_and_a_run_that_is_not_there_are_told(history, capsys):
    name, _data = history
    assert run(["macro", "compile", name, "--name", "Pay"]) == 0
    assert run(["macro", "compile", name, "--name", "pay"]) == 2, "wrong use, as the guide says"
    assert "take another name" in capsys.readouterr().err
    assert run(["macro", "compile", "nowhere", "--name", "Other"]) == 8
    assert "no run" in capsys.readouterr().err


def test_a_run_that_goes_on_is_not_compiled(history, capsys):
    _name, data = history
    store = Store(data)
    log = store.new_run(Task("more"))
    try:
        assert run(["macro", "compile", log.run, "--name", "More"]) == 8
    finally:
        log.end(Outcome.DONE, "")
        store.close()
    assert "goes on" in capsys.readouterr().err


def test_a_run_of_which_nothing_was_kept_is_told(history, capsys):
    _name, data = history
    store = Store(data)
    log = store.new_run(Task("quiet", keep="nothing"))
    log.end(Outcome.DONE, "")
    store.close()
    assert run(["macro", "compile", log.run, "--name", "Quiet"]) == 8
    assert "was kept" in capsys.readouterr().err


def made(count):
    dropped = tuple(Dropped(n, f"Step {n} was left out.") for n in range(1, count))
    return Compiled(a_macro("Pay"), {}, dropped, ("The title was\u202e shortened.",))


@pytest.fixture
def kept(tmp_path):
    """Return what keeps a macro of which so many sentences are told, and its folder."""

    def keep_it(count):
        return keep(made(count), (), library_of(tmp_path), trust_of(tmp_path))

    return keep_it


@pytest.mark.parametrize(("count", "end"), [(4, "1 more is told"), (9, "6 more are told")])
def test_what_the_chat_leaves_out_the_editor_tells(kept, tmp_path, count, end):
    folder = kept(count)
    said = _words(made(count), read_told(folder)).splitlines()
    assert said[1:] == [*(f"Step {n} was left out." for n in (1, 2, 3)), f"{end} in the editor."]
    session = EditSession(library_of(tmp_path), folder)
    session.close()
    assert len(session.told) == count
    assert session.told[-1] == "The title was[right-to-left override] shortened."


def test_what_was_not_kept_is_told_at_once(kept):
    folder = kept(9)
    (folder / FILE).write_bytes(b"{")
    said = _words(made(9), read_told(folder)).splitlines()
    assert len(said) == 10
    assert "in the editor" not in said[-1]


def test_nothing_is_kept_where_nothing_was_left_out(tmp_path):
    folder = keep(Compiled(a_macro("Pay"), {}), (), library_of(tmp_path), trust_of(tmp_path))
    assert not (folder / FILE).exists()
    assert read_told(folder) == ()


def test_more_than_anybody_reads_is_not_called_kept(tmp_path):
    assert not keep_told(tmp_path, ["x"] * 501)
    assert len(read_told(tmp_path)) == 500
    assert keep_told(tmp_path, ["x"] * 500)
