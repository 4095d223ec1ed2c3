"""Renaming, duplicating and removing macros: on the command line, and what goes along."""

import json

import pytest

from app.cli import run
from app.macros.library.changes import Changes
from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.player.health import Health, keep_health, read_health
from automation.macros.trust import digest
from tests.fakes.macro_samples import png
from tests.fakes.macro_shelves import a_macro, broken, keep


@pytest.fixture
def data(tmp_path):
    return tmp_path / "home" / "data"


@pytest.fixture
def changes(data):
    return Changes.at(data)


@pytest.fixture
def deskhand(data, capsys, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(data.parent))

    def command(*arguments):
        status = run(["macro", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return command


def trusted(changes, name):
    kept = changes.library.open(name)
    return changes.book.entry(digest(kept.macro, kept.image))


def names(changes):
    return [entry.name for entry in changes.library.entries()]


def test_a_renamed_macro_keeps_its_folder_and_its_trust(changes, data):
    folder = keep(data, a_macro("Greet"), is_trusted=True)
    done = changes.rename("greet", "Say hello")
    assert (done.folder, done.name, names(changes)) == (folder, "Say hello", ["Say hello"])
    assert trusted(changes, "Say hello").by == "made"


def test_a_name_alone_makes_nothing_trusted(changes, data):
    keep(data, a_macro("Greet"))
    changes.rename("Greet", "Say hello")
    assert trusted(changes, "Say hello") is None


def test_a_name_that_is_taken_is_refused_and_nothing_changes(changes, data):
    keep(data, a_macro("Greet"), is_trusted=True)
    keep(data, a_macro("Part"))
    with pytest.raises(MacroError, match="there is a macro called “PART” already"):
        changes.rename("Greet", "PART")
    assert names(changes) == ["Greet", "Part"]
    assert trusted(changes, "Greet") is not None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("   ", "needs a name"),
        ("x" * 101, "at most 100"),
        ("Greet\u202etxt", "nobody would see"),
        ("a\nb", "nobody would see"),
    ],
)
def test_a_name_that_nobody_could_read_is_refused(changes, data, name, reason):
    keep(data, a_macro("Greet"))
    with pytest.raises(MacroError, match=reason):
        changes.rename("Greet", name)
    assert names(changes) == ["Greet"]


def test_who_calls_a_macro_is_named_when_it_gets_another_name(changes, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Day", grammar.Call(id="do", macro="GREET")))
    keep(data, a_macro("Night", grammar.Call(id="do", macro="Part")))
    keep(data, a_macro("Talk", grammar.Type(id="t", text="call Greet")))
    said = changes.rename("Greet", "Hello").sentence
    assert said == (
        "“Greet” is called “Hello” from here on. “Day” runs “Greet” and will not find it: "
        "change that step."
    )


def test_a_duplicate_has_steps_pictures_and_trust_but_no_recording_and_no_past(changes, data):
    step = grammar.Click(id="a", target=grammar.Target(name="Save", image="img/a.png"))
    images = {"img/a.png": png()}
    keep(data, a_macro("Greet", step), images, is_trusted=True, events=b"keys")
    keep_health(data, "greet-2", Health(runs=4))  # of a macro that had this folder once
    done = changes.duplicate("Greet")
    kept = changes.library.open(done.name)
    assert (done.name, kept.macro.steps) == ("Greet (2)", (step,))
    assert kept.image("img/a.png") == images["img/a.png"]
    assert trusted(changes, "Greet (2)").by == "made"
    assert not (kept.folder / "events.bin").exists()
    assert read_health(data, kept.folder.name).runs == 0


def test_a_duplicate_of_what_is_not_trusted_is_not_either(changes, data):
    keep(data, a_macro("Greet"))
    assert trusted(changes, changes.duplicate("Greet").name) is None
    assert changes.duplicate("Greet").name == "Greet (3)"


def test_a_removed_macro_is_brought_back_as_it_was(changes, data):
    keep(data, a_macro("Greet"), is_trusted=True)
    removed = changes.remove("Greet")
    assert (names(changes), removed.folder.parent.name) == ([], ".removed")
    assert changes.bring_back(removed).name == "Greet"
    assert trusted(changes, "Greet") is not None


def test_what_took_the_place_of_a_removed_macro_stays(changes, data):
    keep(data, a_macro("Greet"))
    removed = changes.remove("Greet")
    keep(data, a_macro("greet", grammar.Type(id="other", text="Other")))
    with pytest.raises(MacroError, match="there is another macro called “Greet”"):
        changes.bring_back(removed)
    assert changes.library.open("Greet").macro.steps[0].id == "other"
    assert removed.folder.is_dir()


def test_of_two_that_go_by_one_word_the_wrong_one_is_never_taken(changes, data):
    file = keep(data, a_macro("sent")) / "macro.yaml"
    file.write_text(file.read_text().replace("name: sent", "name: zed"))  # as by hand
    broken(data, "zed")
    with pytest.raises(MacroError, match="rename that one first"):
        changes.exact("zed")
    assert changes.exact("sent") == "sent"


def test_the_command_renames_and_tells_where_it_lies(deskhand, data):
    folder = keep(data, a_macro("Greet"))
    status, out, _err = deskhand("rename", "Greet", "Say hello", "--json")
    end = json.loads(out.splitlines()[-1])
    assert (status, end["macro"], end["path"]) == (0, "Say hello", str(folder))


def test_the_command_says_why_a_name_cannot_be_had(deskhand, data):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Part"))
    status, _out, err = deskhand("rename", "Greet", "Part")
    assert status == 8
    assert "there is a macro called “Part” already" in err


def test_the_command_removes_only_what_it_was_told_to(deskhand, data, changes):
    keep(data, a_macro("Greet"))
    keep(data, a_macro("Part"))
    assert deskhand("remove", "Greet")[0] == 2  # nobody can be asked
    assert names(changes) == ["Greet", "Part"]
    status, out, _err = deskhand("remove", "Greet", "--yes", "--json")
    end = json.loads(out.splitlines()[-1])
    assert (status, end["macro"]) == (0, "Greet")
    assert names(changes) == ["Part"]
    assert deskhand("remove", "Greet", "--yes")[0] == 8


@pytest.mark.parametrize(("answer", "status", "left"), [("y\n", 0, []), ("\n", 7, ["Greet"])])
def test_the_command_asks_before_it_removes(
    deskhand, data, changes, monkeypatch, answer, status, left
):
    import io

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    keep(data, a_macro("Greet"))
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    assert deskhand("remove", "Greet")[0] == status
    assert names(changes) == left


def test_the_command_duplicates(deskhand, data, changes):
    keep(data, a_macro("Greet"))
    assert deskhand("duplicate", "Greet")[0] == 0
    assert names(changes) == ["Greet", "Greet (2)"]
