"""`deskhand macro export --to python` and the page's export: what is written, and what becomes no script.

`deskhand macro import` of another program's file.
"""

import json
import sys

import pytest

from app.cli.parser import run
from app.macros.changes import Changes
from app.macros.export import export_script
from automation.core.errors import MacroError
from automation.macros.codec import read
from automation.macros.macro import Call, Click, Group, Target
from automation.macros.macro import Type as TypeStep
from tests.fakes.macro_samples import png
from tests.fakes.macro_shelves import a_macro, keep

SEND = Click(id="a", target=Target(name="Send", role="button", image="img/a.png"))


@pytest.fixture
def data(tmp_path, monkeypatch):
    """Return the user's data folder with a macro that calls another; both are trusted."""
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "data"
    other = a_macro("Other", Click(id="o", target=Target(name="Go", image="img/a.png")))
    keep(folder, other, {"img/a.png": png(level=9)}, is_trusted=True)
    keep(folder, a_macro("Main", SEND, Call(id="c", macro="Other")), PICTURES, is_trusted=True)
    return folder


PICTURES = {"img/a.png": png()}


def test_a_script_is_written_with_the_pictures_of_all_its_macros(data, tmp_path, capsys):
    out = tmp_path / "main.py"
    assert run(["macro", "export", "Main", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert f"“Main” is written to {out}, its pictures are in main_img." in said
    assert f"deskhand script {out} --help" in said
    text = out.read_text()
    assert 'image="main_img/a.png"' in text
    assert 'image="main_img/a-2.png"' in text
    found = {file.name: file.read_bytes() for file in (tmp_path / "main_img").iterdir()}
    assert found == {"a.png": png(), "a-2.png": png(level=9)}


def test_a_script_is_run_with_its_own_arguments(data, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["deskhand"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    out = tmp_path / "main.py"
    assert run(["macro", "export", "main", "--to", "python", "--out", str(out)]) == 0
    assert run(["script", str(out), "--help"]) == 0
    said = capsys.readouterr().out
    assert "usage: main.py" in said
    assert "deskhand script main.py --help" in said
    assert run(["script", str(out), "--speed", "99"]) == 2
    assert run(["script", str(tmp_path / "none.py")]) == 2


def test_without_a_name_it_is_called_as_the_macro_is(data, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["macro", "export", "Main", "--to", "python"]) == 0
    assert (tmp_path / "main.py").is_file()
    assert f"deskhand script {tmp_path / 'main.py'} --help" in capsys.readouterr().out


def test_the_help_calls_the_files_as_they_are_called(data, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["macro", "export", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert run(["macro", "rename", "Main", "Town hall"]) == 0
    for to in ("zip", "python"):
        assert run(["macro", "export", "Town hall", "--to", to]) == 0
    written = sorted(file.name for file in tmp_path.iterdir() if file.name.startswith("town"))
    assert [name for name in written if "." in name] == ["town-hall.zip", "town_hall.py"]
    assert "“Town hall” becomes town-hall.zip or town_hall.py" in said
    assert "NAME.py" not in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--with-recording", "--out", "a.py"), "takes no recording along"),
        (("--to", "zip", "--out", "a.py"), "found a.py for --to zip, expected another ending"),
        (("--to", "python", "--out", "a.zip"), "found a.zip for --to python, expected .py"),
    ],
)
def test_arguments_that_contradict_each_other_are_refused(
    data, tmp_path, monkeypatch, capsys, options, said
):
    monkeypatch.chdir(tmp_path)
    assert run(["macro", "export", "Main", *options]) == 8
    assert said in capsys.readouterr().err
    assert not list(tmp_path.glob("a.*"))


def test_a_script_that_is_there_is_kept_with_the_changes_in_it(data, tmp_path, capsys):
    out = tmp_path / "main.py"
    out.write_text("mine")
    assert run(["macro", "export", "Main", "--out", str(out)]) == 8
    assert "may hold your changes" in capsys.readouterr().err
    assert out.read_text() == "mine"


def test_a_picture_that_is_there_is_never_written_over(data, tmp_path, capsys):
    taken = tmp_path / "main_img"
    taken.mkdir()
    (taken / "a.png").write_bytes(b"mine")
    (tmp_path / "main_img_2").write_bytes(b"mine too")
    assert run(["macro", "export", "Main", "--out", str(tmp_path / "main.py")]) == 0
    assert "its pictures are in main_img_3." in capsys.readouterr().out
    assert {one.name: one.read_bytes() for one in taken.iterdir()} == {"a.png": b"mine"}
    assert (tmp_path / "main_img_2").read_bytes() == b"mine too"
    text = (tmp_path / "main.py").read_text()
    assert 'image="main_img_3/a.png"' in text
    assert (tmp_path / "main_img_3" / "a-2.png").read_bytes() == png(level=9)


def test_a_folder_with_the_same_pictures_is_used_again(data, tmp_path):
    out = tmp_path / "main.py"
    (tmp_path / "main_img").mkdir()
    (tmp_path / "main_img" / "note.txt").write_text("mine")
    changes = Changes.at(data)
    for _ in range(2):
        said = changes.export("main", out, with_recording=False).sentence
        assert said == f"“Main” is written to {out}, its pictures are in main_img."
    names = {one.name for one in (tmp_path / "main_img").iterdir()}
    assert names == {"a.png", "a-2.png", "note.txt"}
    assert not (tmp_path / "main_img_2").exists()


@pytest.mark.parametrize("name", ["Main", "Other"])
def test_what_is_not_trusted_becomes_no_script_nor_what_calls_it(data, tmp_path, name):
    changes = Changes.at(data)
    entry = next(one for one in changes.book.entries() if one.name == name)
    changes.book.forget(entry.digest)
    with pytest.raises(MacroError, match=f"“{name}” is not trusted"):
        export_script(
            changes.library.open("Main"), tmp_path / "a.py", changes.library, changes.book,
            may_replace=False,
        )  # fmt: skip
    assert not list(tmp_path.glob("a*"))


def test_a_call_of_nothing_is_told_unless_it_is_left_out(data, tmp_path):
    changes = Changes.at(data)
    lost = Call(id="c", macro="Nobody")
    off = Group(id="g", title="G", steps=(lost,), off=True)
    keep(data, a_macro("Lost", lost), is_trusted=True)
    keep(data, a_macro("Off", TypeStep(id="t", text="x"), off), is_trusted=True)
    with pytest.raises(MacroError, match="Nobody"):
        changes.export("lost", tmp_path / "lost.py", with_recording=False)
    said = changes.export("off", tmp_path / "off.py", with_recording=False).sentence
    assert said == f"“Off” is written to {tmp_path / 'off.py'}."
    assert "# It is left out, and so is that macro." in (tmp_path / "off.py").read_text()


def test_the_page_takes_no_recording_along_into_a_script(data, tmp_path):
    with pytest.raises(MacroError, match="takes no recording along"):
        Changes.at(data).export("main", tmp_path / "a.py", with_recording=True)


@pytest.fixture
def bring(tmp_path, capsys, monkeypatch):
    """Return what imports a file with this content; the status and what was said."""
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))

    def command(content, name="Old times.pmr"):
        (tmp_path / name).write_bytes(content)
        status = run(["macro", "import", str(tmp_path / name)])
        return status, "".join(capsys.readouterr())

    return command


def test_a_pymacrorecord_file_is_taken_in_and_what_is_off_is_said(bring, tmp_path):
    press = {"type": "leftClickEvent", "x": 5, "y": 6, "timestamp": 0.1, "pressed": True}
    typed = {"type": "keyboardEvent", "key": "a", "timestamp": 0.1, "pressed": True}
    events = [press, {**press, "pressed": False}, typed, {"type": "\u202ebad"}]
    status, said = bring(json.dumps({"events": events}).encode())
    assert status == 0
    assert "Note: 2 of 2 steps are off; the comment of each says what it needs." in said
    assert "\u202e" not in said
    [file] = (tmp_path / "home").rglob("macro.yaml")
    macro = read(file.read_bytes())
    assert (macro.name, macro.made.by) == ("Old times", "import")
    assert [step.off for step in macro.steps] == [True, True]


@pytest.mark.parametrize(
    ("content", "name"), [(b"{}", "old.json"), (b"deskhand: 1", "old.PMR"), (b"", "old.pmr")]
)
def test_another_file_of_that_name_is_refused_by_a_sentence(bring, content, name):
    status, said = bring(content, name)
    assert status == 8
    assert "no file of PyMacroRecord" in said
