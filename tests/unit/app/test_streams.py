"""Every command in any locale and on any stream: replaced characters at worst, and the same exit status."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.parser import parser
from app.main import EXIT_PIPE
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.macros.codec import read
from automation.macros.library import Library
from automation.macros.package import Package
from automation.records.store import Store
from tests.slow import IS_ASKED_FOR, slow

NAME = "Grüße nach 東京 🙂"
RUN = "RUN"
RUNNER = Path(__file__).with_name("every_command.py")
COMMANDS = {
    "do": ["click “Speichern” in 東京", "--approve", "dry-run"],
    "look": ["--window", "größe"],
    "stop": [],
    "demo": ["--out", "démo"],
    "doctor": [],
    "history": [],
    "history export": ["--format", "html"],
    "history wipe": ["--run", RUN],
    "history pin": [RUN],
    "secret set": ["größe"],
    "secret list": [],
    "secret remove": ["größe"],
    "model info": ["größe-東京"],
    "model check": ["größe-東京"],
    "model tiny": ["größe-東京"],
    "model probe": ["größe-東京", "--request", "größe.json", "--out", "größe.npz"],
    "model calibrate": ["größe-東京"],
    "model bench": ["größe-東京"],
    "model download": ["größe/東京"],
    "model servers": [],
    "model recipe": ["größe"],
    "model probe-server": ["ftp://größe"],
    "macro list": [],
    "macro show": [NAME],
    "macro check": ["größe-東京.yaml"],
    "macro import": ["größe-東京.zip"],
    "macro export": [NAME],
    "macro rename": [NAME, "Größe 東京"],
    "macro duplicate": [NAME],
    "macro remove": [NAME, "--yes"],
    "macro compile": [RUN, "--name", "東京"],
    "macro play": [NAME, "--rows", "größe.csv", "--approve", "dry-run"],
    "macro record": ["--name", "東京"],
    "macro schedule": ["--list"],
    "macro repairs": [NAME],
    "macro trust": [NAME, "--yes"],
    "script": ["größe.py"],
    "mcp": [],
    "mcp install": ["größe"],
    "mcp uninstall": ["größe"],
}
"""What each is called with: words that many a locale cannot show."""
HEAVY = {"doctor", "model probe"}
"""As much work as all others together: they load the model's packages, and are tried only with `--slow`."""
QUICK = COMMANDS.keys() - HEAVY
LOCALES = {
    "C": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin": {"PYTHONIOENCODING": "iso-8859-1", "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"},
    "one that is not installed": {"LC_ALL": "en_US.ISO-8859-1"},
}


def leaves(of, path=()):
    """Yield every command of a parser, as words."""
    below = [action for action in of._actions if isinstance(action, argparse._SubParsersAction)]
    if not below or not below[0].required:
        yield " ".join(path)
    for name, child in below[0].choices.items() if below else ():
        yield from leaves(child, (*path, name))


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return a home with a run and a macro whose names need more than ASCII."""
    home = tmp_path_factory.mktemp("kept") / "home"
    store = Store(home / "data")
    log = store.new_run(Task(f"click {NAME}"))
    log.end(Outcome.DONE, "Fertig: 東京.")
    store.close()
    text = f"deskhand: 1\nname: {NAME}\nsteps:\n  - {{id: a, do: type, text: 'größe 東京'}}\n"
    Library(home / "data" / "macros").add(Package(read(text.encode())))
    return home, log.run


def ended(kept, folder, environ, kind="usual", only=tuple(COMMANDS)):
    """Run every command in a home of its own; return status, lines and complaint of each."""
    home, run = kept
    commands = {
        name: [*name.split(), *(run if word == RUN else word for word in COMMANDS[name])]
        for name in only
    }
    own = {"PATH": os.environ["PATH"], "PYTHONPATH": str(RUNNER.parents[3]), "HOME": str(folder)}
    told = folder / f"{kind}.json"
    subprocess.run(
        [sys.executable, RUNNER, kind, home.parent / "home", told, json.dumps(commands)],
        env={**own, "DISPLAY": ":54321", "DESKHAND_NO_INPUT": "1", **environ},
        cwd=folder, check=True, timeout=170,
    )  # fmt: skip
    return json.loads(told.read_text())


@pytest.fixture(scope="module")
def usual(kept, tmp_path_factory):
    """Return how every command that is tried ends where each character can be shown."""
    only = tuple(COMMANDS) if IS_ASKED_FOR else tuple(QUICK)
    return ended(kept, tmp_path_factory.mktemp("usual"), {"PYTHONUTF8": "1"}, only=only)


def deskhand(kept, folder, environ, *words):
    """Run one command in a process of its own and return its output."""
    own = {"PATH": os.environ["PATH"], "DESKHAND_HOME": str(folder / "home")}
    shutil.copytree(kept[0], folder / "home", dirs_exist_ok=True)
    argv = [sys.executable, "-m", "app.main", *words]
    done = subprocess.run(
        argv, env={**own, **environ}, capture_output=True, check=True, timeout=170
    )
    return done.stdout


def test_every_command_is_tried():
    assert set(leaves(parser())) == COMMANDS.keys()


@pytest.mark.parametrize(
    ("locale", "only"),
    [
        ("C", QUICK),
        ("ascii", QUICK),
        ("one that is not installed", QUICK),
        *slow(("C", HEAVY), ("ascii", HEAVY), ("one that is not installed", HEAVY)),
    ],
)
def test_no_locale_changes_how_a_command_ends(locale, only, kept, usual, tmp_path):
    found = ended(kept, tmp_path, LOCALES[locale], only=only)
    assert found == {name: usual[name] for name in only}


def test_no_command_ends_by_an_accident(usual):
    assert {name: how for name, how in usual.items() if how[0] in (1, EXIT_PIPE) or how[2]} == {}


@pytest.mark.parametrize(
    ("kind", "only"),
    [
        ("closed", QUICK),
        ("nobody reads", QUICK),
        ("nobody reads either", QUICK),
        *slow(
            *((kind, {"model probe"}) for kind in ("closed", "nobody reads", "nobody reads either"))
        ),
    ],
)
def test_no_stream_that_is_closed_ends_a_command_otherwise(kind, only, kept, usual, tmp_path):
    found = ended(kept, tmp_path, {"PYTHONUTF8": "1"}, kind, only)
    allowed = {name: {usual[name][0], EXIT_PIPE if kind != "closed" else None} for name in found}
    assert {n: how for n, how in found.items() if how[0] not in allowed[n] or how[2]} == {}


def test_a_reader_that_leaves_gets_the_status_of_a_closed_pipe(kept, tmp_path):
    shutil.copytree(kept[0], tmp_path / "home")
    unread, gone = os.pipe()
    os.close(unread)
    argv = [sys.executable, "-m", "app.main", "history"]
    env = {"PATH": os.environ["PATH"], "DESKHAND_HOME": str(tmp_path / "home")}
    done = subprocess.run(argv, env=env, stdout=gone, stderr=gone, check=False, timeout=170)
    os.close(gone)
    assert done.returncode == EXIT_PIPE


@pytest.mark.parametrize("locale", ["C", "ascii"])
def test_json_tells_every_character_in_any_locale(locale, kept, tmp_path):
    out = deskhand(kept, tmp_path, LOCALES[locale], "history", "--json")
    assert [json.loads(line)["task"] for line in out.splitlines()] == [f"click {NAME}"]


@pytest.mark.parametrize("kind", ["html", "jsonl"])
def test_an_export_is_utf_8_in_any_locale(kind, kept, tmp_path):
    words = ("history", "export", "--format", kind)
    environs = ({"PYTHONUTF8": "1"}, LOCALES["ascii"], LOCALES["latin"])
    outs = [deskhand(kept, tmp_path, environ, *words) for environ in environs]
    assert outs[0] == outs[1] == outs[2]
    assert "東京" in outs[0].decode("utf-8")


def test_what_cannot_be_shown_is_replaced(kept, tmp_path):
    assert b"click Gr??e nach ?? ?" in deskhand(kept, tmp_path, LOCALES["ascii"], "history")
