"""Runs of the `commands` policy on real windows become macros whose targets are found again."""

import subprocess
import sys
from pathlib import Path

import pytest

from automation.core.timing import StopToken
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.windows_x11 import X11Windows
from automation.macros import macro as grammar
from automation.macros.find.finder import LadderFinder
from automation.macros.found import Found
from automation.macros.images import decode
from automation.macros.library import Library
from automation.macros.walk import walk
from tests.desktop.command_rig import Command, Form, command
from tests.desktop.elements_rig import Rig
from tests.kit.waiting import wait_for
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(240)]

QT_FORM = Path(__file__).with_name("qt_form.py")
FILL = 'type "Ada Lovelace" into Name, check Large print, click Save card'


@pytest.fixture
def form(desktop, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    try:
        wait_for(_is_form_in_front)
        yield form
    finally:
        form.close()


def _is_form_in_front():
    windows = X11Windows()
    try:
        return any(w.is_active and w.title == "Library card" for w in windows.windows())
    finally:
        windows.close()


class Pictures:
    """The pictures of a kept macro, as the finder asks for them."""

    def __init__(self, kept):
        self._kept = kept

    def image(self, path):
        return decode(self._kept.image(path))


def compiled(home, lines, *options):
    """Compile the run of these lines; return the macro that was kept and the command's lines."""
    run = lines[0]["run"]
    status, told, err = command("macro", "compile", run, "--name", "Card", "--json", *options)
    assert status == 0, err
    assert told[-1]["macro"] == "Card"
    return Library(home / "data" / "macros").open("Card"), told


def targets_of(macro):
    return [w.step.target for w in walk(macro) if getattr(w.step, "target", None)]


def test_a_run_on_the_form_becomes_a_macro_that_finds_everything_and_does_the_job_again(
    desktop, form, fresh_home, tmp_path
):
    status, lines, _ = command("do", FILL, "--json", "--approve", "auto")
    assert status == 0
    kept, told = compiled(fresh_home, lines, "--params", "all")
    write, check, save = kept.macro.steps
    assert isinstance(write, grammar.Type)
    assert (write.text, write.target.role, write.target.name) == ("{{name}}", "field", "Name")
    assert kept.macro.params["name"].default == "Ada Lovelace"
    assert write.expect.condition == grammar.Holds(
        target=write.expect.condition.target, value="{{name}}"
    )
    assert (check.target.role, check.target.name) == ("checkbox", "Large print")
    assert check.expect.condition.value == "on"
    assert (save.target.role, save.target.name) == ("button", "Save card")
    assert save.expect is not None
    assert "Ada" not in (kept.folder / "macro.yaml").read_text().partition("steps:")[2]
    assert {t.window for t in targets_of(kept.macro)} == {"Library card"}
    assert all(t.app for t in targets_of(kept.macro))
    assert not [line for line in told if line["event"] == "left_out"]
    things = [("Name", "field"), ("Large print", "checkbox"), ("Save card", "button")]
    assert found_again(desktop, kept) == things
    form.close()
    moved = Form(tmp_path / "again.jsonl", at=(300, 60, 640, 600))
    try:
        wait_for(_is_form_in_front)
        options = ("--param", "name=Grace Hopper", "--json")
        play = Command("macro", "play", "Card", *options, stdin=subprocess.PIPE)
        accept_all(play)
        assert moved.said("saved") == ["Grace Hopper, Harbour, large print"]
    finally:
        moved.close()


@pytest.mark.parametrize(
    ("argv", "title", "task", "things"),
    [
        (
            [sys.executable, str(QT_FORM), "pw"],
            "deskhand-qt-form",
            'type "Rome" into City, click 14C, check Remember me',
            [("City", "field"), ("14C", "cell"), ("Remember me", "checkbox")],
        ),
        *slow(
            (["galculator"], "galculator", "click 7, click 8", [("7", "toggle"), ("8", "toggle")])
        ),
    ],
    ids=["qt", "gtk"],
)
def test_things_of_other_programs_are_found_again(desktop, fresh_home, argv, title, task, things):
    rig = Rig(desktop)
    try:
        with rig.running(argv, title):
            rig.raise_window(title)
            run = Command("do", task, "--json", "--approve", "ask", stdin=subprocess.PIPE)
            accept_all(run)
            kept, _ = compiled(fresh_home, run.lines)
            assert found_again(desktop, kept) == things
    finally:
        rig.close()


def accept_all(run):
    """Accept every step of a run; return its last line."""
    while (line := run.until("proposal", "question", "end"))["event"] == "proposal":
        run.tell(n=line["n"], decision="accept")
    run.end()
    assert (line["event"], line.get("outcome")) == ("end", "done"), line
    return line


def found_again(desktop, kept):
    """Return name and role of what the finder takes for each target of a macro."""
    rig, reader = Rig(desktop), DesktopReader()
    try:
        finder, pictures = LadderFinder(reader), Pictures(kept)

        def all_found():
            observation = rig.look()
            targets = targets_of(kept.macro)
            found = [finder.find(t, observation, pictures, StopToken()) for t in targets]
            return found if all(isinstance(one, Found) for one in found) else None

        found = wait_for(all_found)  # a program that is busy for seconds tells of nothing
        assert all(one.element.box.contains(one.point) for one in found)
        return [(one.element.name, one.element.role) for one in found]
    finally:
        reader.close()
        rig.close()


def test_a_correction_is_kept_and_a_rejected_step_is_left_out(form, fresh_home):
    run = Command("do", FILL, "--json", stdin=subprocess.PIPE)
    run.until("proposal")
    run.tell(n=1, decision="edit", text="Grace Hopper")
    run.until("proposal")
    run.tell(n=2, decision="accept")
    run.until("proposal")
    run.tell(n=3, decision="reject", reason="not yet")
    _, lines, _ = run.end()
    kept, told = compiled(fresh_home, lines)
    assert [type(step).__name__ for step in kept.macro.steps] == ["Type", "Click"]
    assert kept.macro.steps[0].text == "Grace Hopper"
    assert "corrected" in kept.macro.steps[0].comment
    left_out = [line for line in told if line["event"] == "left_out"]
    assert [line["n"] for line in left_out] == [3]
    assert "rejected" in left_out[0]["message"]
    assert form.said("saved") == []


def test_a_field_that_was_empty_in_the_run_holds_the_text_alone_after_each_replay(form, fresh_home):
    task = 'type "Ada Lovelace" into Name, click Save card'
    status, lines, _ = command("do", task, "--json", "--approve", "auto")
    assert status == 0
    kept, _ = compiled(fresh_home, lines, "--params", "all")
    assert "replace: true" in (kept.folder / "macro.yaml").read_text()
    options = ("--param", "name=Grace Hopper", "--json")
    play = Command("macro", "play", "Card", *options, stdin=subprocess.PIPE)
    proposed = play.until("proposal", "question", "end")
    assert proposed["sentence"] == "Type “Grace Hopper” into field “Name”, replacing what is there"
    play.tell(n=proposed["n"], decision="accept")
    accept_all(play)
    saved = [text.split(",")[0] for text in form.said("saved")]
    assert saved == ["Ada Lovelace", "Grace Hopper"]
