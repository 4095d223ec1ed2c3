"""`deskhand macro import` of another program's file."""

import json

import pytest

from app.cli.parser import run
from automation.macros.codec import read


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
