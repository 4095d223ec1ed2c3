"""`deskhand look` and tasks by its short names, on windows of Qt and GTK and on a page of a browser."""

import json
import shlex
import stat
import subprocess
import sys
from contextlib import closing
from io import BytesIO

import pytest
from PIL import Image

from app.settings import Settings, SettingsFile, user_folders
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import ROOT, WAIT_S, Form, command
from tests.desktop.elements_rig import Rig
from tests.kit.loaded import LoadedPython
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]


@pytest.fixture
def form(desktop, tmp_path):
    """Open the form; its window is there before it tells what is in it."""
    with (
        closing(Form(tmp_path / "form.jsonl")) as form,
        closing(Rig(desktop)) as rig,
        closing(DesktopReader()) as reader,
    ):
        wait_for(lambda: rig.window("Library card") is not None)
        rig.raise_window("Library card")
        rig.find(reader, "Save card", "button")
        yield form


def look(schema, *options):
    """Return the one line of a look."""
    status, lines, err = command("look", "--json", *options)
    assert (status, len(lines)) == (0, 1), err
    schema.validate(lines[0])
    return lines[0]


def ref(seen, name, role=""):
    return next(i["ref"] for i in seen["items"] if i["name"] == name and role in ("", i["role"]))


def words(*options):
    """Return what a command says in words, and its status."""
    process = LoadedPython(
        [sys.executable, "-m", "app.main", *options], cwd=ROOT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    out, err = process.communicate(timeout=WAIT_S)
    return process.returncode, out, err


def test_a_task_in_another_process_means_what_a_look_has_named(form, fresh_home, schema):
    seen = look(schema)
    name, save = ref(seen, "Name", "field"), ref(seen, "Save card", "button")
    large = ref(seen, "Large print")
    said = f'type "Ada" into {name}, turn on {large}, click {save}'
    status, lines, err = command("do", said, "--json", "--approve", "auto")
    assert status == 0, err
    assert form.said("saved") == ["Ada, Harbour, large print"]
    steps = [line for line in lines if line["event"] == "step"]
    assert [step["target"]["ref"] for step in steps] == [name, large, save]
    for line in lines:
        schema.validate(line)
    again = look(schema)
    assert ref(again, "Save card", "button") == save
    assert {name, large} <= set(again["changes"]["changed"])
    status, out, _ = words("look", "--changes")
    assert (status, out) == (0, "nothing changed\n")
    entry = next(i for i in again["items"] if i["ref"] == name)
    assert (entry["value"], entry["operations"]) == ("Ada", ["press", "type"])
    assert next(i for i in again["items"] if i["ref"] == large)["states"][0] == "on"


def test_a_look_is_told_in_lines_and_kept_for_this_user_alone(form, fresh_home):
    status, out, err = words("look")
    assert (status, err) == (0, "")
    first, *lines = out.splitlines()
    assert first.startswith('window "Library card')
    assert any(line.endswith('button "Save card"') or '"Save card"' in line for line in lines)
    (kept,) = user_folders().runtime.glob("look-*.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_stale_name_ends_with_what_is_like_it_and_presses_nothing(form, fresh_home, schema):
    seen = look(schema)
    save = ref(seen, "Save card", "button")
    (kept,) = user_folders().runtime.glob("look-*.json")
    book = json.loads(kept.read_text())
    book["given"][save]["name"] = "Save cards"  # as if that had been there
    kept.write_text(json.dumps(book))
    status, lines, _ = command("do", f"click {save}", "--json", "--approve", "auto")
    assert status == 5
    end = lines[-1]
    assert "Save cards" in end["message"]
    first = end["suggestions"][0]
    assert first.startswith("click e")
    assert form.said("saved") == []
    status, _, err = command("do", first, "--json", "--approve", "auto")
    assert status == 0, err
    assert form.said("saved") != []


def test_the_picture_has_the_names_on_it(form, fresh_home, schema, tmp_path):
    told = tmp_path / "told.png"
    seen = look(schema, "--picture", str(told))
    save = next(i for i in seen["items"] if i["name"] == "Save card")
    picture = Image.open(BytesIO(told.read_bytes())).convert("RGB")
    x, y, w, h = save["box_px"]
    around = picture.crop((x - 40, y - 20, x + w + 40, y + h + 20))
    assert (20, 24, 32) in {color for _, color in around.getcolors(1 << 20)}


def test_a_window_is_chosen_by_its_title(form, fresh_home, schema):
    assert look(schema, "--window", "library")["window"]["title"].startswith("Library card")
    status, _, err = command("look", "--json", "--window", "Payroll")
    assert status == 5
    assert "Library card" in err


def test_what_lies_under_the_terminal_is_told_too(desktop, form, fresh_home, tmp_path):
    told = tmp_path / "told.txt"
    script = f"cd {ROOT}; {shlex.quote(sys.executable)} -m app.main look > {told}.part; mv {told}.part {told}"
    argv = ["xterm", "-T", "all-over", "-geometry", "200x70+0+0", "-e", "bash", "-c", f"sleep 1; {script}; exec sleep 600"]  # fmt: skip
    with closing(Rig(desktop)) as rig, rig.running(argv, "all-over"):
        rig.raise_window("all-over")
        wait_for(told.exists, WAIT_S)
    assert told.read_text().startswith('window "Library card')
    assert '"Save card"' in told.read_text()


def test_a_window_that_is_never_looked_at_is_not_told_of(desktop, fresh_home, tmp_path):
    folders = user_folders()
    folders.create()
    private = Settings(apps={"/usr/bin/galculator": "never_look"})
    SettingsFile(folders.settings_file).save(private)
    picture = tmp_path / "seen.png"
    with closing(Rig(desktop)) as rig, rig.running(["galculator"], "galculator"):
        rig.raise_window("galculator")
        for options in ((), ("--window", "galculator"), ("--picture", str(picture))):
            status, out, err = words("look", *options)
            assert (status, out) == ((5 if "--window" in options else 7), ""), err
            assert "sqrt" not in err
    assert not picture.exists()
    assert not list(folders.runtime.glob("look-*.json"))


def test_without_a_window_there_is_nothing_to_look_at(desktop, fresh_home):
    status, _, err = words("look")
    assert (status, "no window is open" in err) == (5, True)
