"""Macros replayed on a real window by the command line; the window itself says what arrived."""

import re
import subprocess
from pathlib import Path

import pytest

from app.cli.parser import run
from app.settings import user_folders
from automation.core.geometry import Rect
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.windows_x11 import X11Windows
from automation.macros.play.health import read_health
from automation.macros.play.report import read_report
from tests.desktop.command_rig import Command, Form
from tests.desktop.elements_rig import Rig
from tests.desktop.event_window import event_window
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

CARD = """\
deskhand: 1
name: New card
params: {branch: {type: choice, choices: [Harbour, Old Town], default: Harbour}}
columns: [name]
on_mismatch: stop
steps:
  - id: people
    do: for_each
    steps:
      - id: name
        do: type
        target: {window: Library card, role: field, name: Name}
        text: "{{name}}"
        replace: true
        expect:
          condition: {that: value, target: {role: field, name: Name}, value: "{{name}}"}
      - id: save
        do: click
        target: {window: Library card, role: button, name: Save card}
        expect: {condition: {that: text, text: "Saved: {{name}}"}}
"""
ONE = """\
deskhand: 1
name: One card
params: {name: {default: Lyon}, button: {}}
on_mismatch: stop
steps:
  - id: name
    do: type
    target: {window: Library card, role: field, name: Name}
    text: "{{name}}"
    replace: true
  - id: save
    do: click
    target: {window: Library card, role: button, name: "{{button}}"}
    expect: {condition: {that: text, text: "Saved: {{name}}"}}
"""
MISSING = """\
deskhand: 1
name: Missing
on_mismatch: stop
steps:
  - {id: large, do: click, target: {role: checkbox, name: Large print}}
  - {id: gone, do: click, target: {role: button, name: Post card}}
  - {id: save, do: click, target: {role: button, name: Save card}}
"""
FRONT = """\
deskhand: 1
name: Front
on_mismatch: stop
steps:
  - id: name
    do: type
    target: {window: Library card, role: field, name: Name}
    text: Ada
    replace: true
  - id: save
    do: click
    target: {window: Library card, role: button, name: Save card}
    expect: {condition: {that: text, text: "Saved: Ada"}}
"""
WHOLE = Rect(0, 0, 1900, 1040)


@pytest.fixture
def form(desktop, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    windows = X11Windows()
    wait_for(lambda: any(w.is_active and w.title == "Library card" for w in windows.windows()))
    windows.close()
    yield form
    form.close()


@pytest.fixture
def library(fresh_home, tmp_path):
    """Return what takes a macro in."""

    def add(text, *, is_trusted=True):
        file = tmp_path / "macro.yaml"
        file.write_text(text)
        name = text.splitlines()[1].removeprefix("name: ")
        assert run(["macro", "import", str(file), "--json"]) == 0
        if is_trusted:
            assert run(["macro", "trust", name, "--yes", "--json"]) == 0
        return name

    return add


def play(name, *options, decision="accept"):
    """Play a macro; decide alike about every step that waits for it."""
    running = Command("macro", "play", name, "--json", *options, stdin=subprocess.PIPE)
    while (line := running.until("proposal", "end"))["event"] == "proposal":
        if line["risk"] != "R0":
            running.tell(n=line["n"], decision=decision)
    status, lines, _ = running.end()
    return status, lines


def test_a_macro_is_proved_by_a_play_that_comes_to_its_end_check_and_by_no_dry_run(form, library):
    name, data = library(FRONT), user_folders().data
    assert play(name, "--approve", "dry-run")[0] == 0
    assert read_health(data, "front").proved == ""
    status, lines = play(name)
    assert (status, lines[-1]["effects"]) == (0, "verified")
    assert read_report(Path(lines[-1]["report"])).effects == "verified"
    assert len(read_health(data, "front").proved) == 64


def test_a_macro_is_played_over_a_table_and_its_report_is_kept(form, library, schema, tmp_path):
    name = library(CARD)
    rows = tmp_path / "people.csv"
    rows.write_bytes("\ufeffNr;Name\n1;Grüße 東京\n2;Bo {{name}}\n".encode())
    status, lines = play(name, "--rows", str(rows))
    assert status == 0, lines[-1]
    assert form.said("saved") == [
        "Grüße 東京, Harbour, normal print",
        "Bo {{name}}, Harbour, normal print",
    ]
    steps = [line for line in lines if line["event"] == "step" and line["events_sent"]]
    assert [step["rung"] for step in steps] == ["tree"] * 4
    assert [step["row"] for step in steps] == [1, 1, 2, 2]
    for line in lines:
        schema.validate(line)
    report = read_report(Path(lines[-1]["report"]))
    assert report.is_green
    assert [(row.row, row.state) for row in report.rows] == [(1, "done"), (2, "done")]
    assert [step.effect for step in report.steps] == ["seen"] * 4


def test_a_macro_without_a_for_each_is_done_for_each_row_and_resumed_at_the_one_that_failed(
    form, library, schema, tmp_path
):
    name = library(ONE)
    rows = tmp_path / "people.csv"
    rows.write_text("name,button\nAda,Save card\nBo,Post card\n")
    status, lines = play(name, "--rows", str(rows))
    assert (status, lines[-1]["row"]) == (5, 2)
    assert "--from-row 2" in lines[-1]["message"]
    rows.write_text("name,button\nAda,Save card\nBo,Save card\n")
    status, lines = play(name, "--rows", str(rows), "--from-row", "2")
    assert status == 0, lines[-1]
    assert "row" not in lines[-1]
    assert [saved.split(",")[0] for saved in form.said("saved")] == ["Ada", "Bo"]
    for line in lines:
        schema.validate(line)


def test_what_is_not_there_ends_the_run_and_nothing_else_is_pressed(form, library):
    status, lines = play(library(MISSING))
    assert status == 5
    assert re.search(r"^Step \d+ \(gone\): ", lines[-1]["message"])
    assert form.said("large_print") == [True]
    assert form.said("saved") == []


def test_an_untrusted_macro_is_asked_about_step_by_step_whatever_the_mode_says(form, library):
    name = library(MISSING, is_trusted=False)
    status, lines = play(name, decision="reject")
    assert status == 7
    assert next(line for line in lines if line["event"] == "proposal")["risk"] == "R3"
    assert form.said("large_print") == []


def test_where_another_window_lies_over_a_box_it_is_not_pressed(form, library, desktop, drawn):
    rig, reader = Rig(desktop), DesktopReader()
    box = rig.find(reader, "Large print", "checkbox").box
    reader.close()
    rig.close()
    drawn.create(Rect(box.x - 4, box.y - 4, 28, box.h + 8), title="Bank", unmanaged=True)
    status, lines = play(library(MISSING))
    assert status == 5
    assert "“Bank” lies over the place" in lines[-1]["message"]
    assert not any(line.get("events_sent") for line in lines)
    assert form.said("large_print") == []


@pytest.mark.parametrize("is_minimised", [False, True], ids=["behind", "minimised"])
def test_a_window_that_another_program_hides_is_brought_to_the_front_first(
    form, library, desktop, is_minimised
):
    with event_window(desktop, WHOLE, "cover") as cover:
        if is_minimised:
            _minimise("Library card")
        status, lines = play(library(FRONT))
        assert status == 0, lines[-1]["message"]
        assert form.said("saved") == ["Ada, Harbour, normal print"]
        sent = [line for line in lines if line["event"] == "step" and line["events_sent"]]
        assert [line["action"]["kind"] for line in sent] == ["window", "write", "click"]
        assert [cover.settled(kind) for kind in ("key down", "button down")] == [0, 0]


def _minimise(title):
    windows = X11Windows()
    try:
        form = next(w for w in windows.windows() if w.title == title)
        windows.minimise(form.window_id)
        wait_for(lambda: any(w.title == title and w.is_minimised for w in windows.windows()))
    finally:
        windows.close()
