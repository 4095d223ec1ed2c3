"""A command that finds too little memory to load itself says one sentence and ends with 9."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from app import main
from app.cli import parser

ROOT = Path(__file__).resolve().parents[3]
MIB = 1 << 20


@pytest.mark.parametrize("limit_mib", [32, 64, 80, 96, 112, 128, 192])
def test_a_limit_of_memory_is_told_in_one_sentence_and_nothing_is_left(limit_mib, tmp_path):
    home = tmp_path / "home"

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (limit_mib * MIB, limit_mib * MIB))

    done = subprocess.run(
        [sys.executable, "-m", "app.main", "do", "wait 0.1 seconds", "--approve", "auto"],
        cwd=ROOT,
        env={**os.environ, "DESKHAND_HOME": str(home), "DISPLAY": ":987"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
    )
    assert (done.returncode, done.stdout) == (main.EXIT_ENVIRONMENT, "")
    assert done.stderr == f"deskhand: {main.NO_MEMORY}\n"
    assert not home.exists()


def test_a_stop_is_not_refused_for_lack_of_room(tmp_path):
    """It loads little, and somebody needs it."""
    done = subprocess.run(
        [sys.executable, "-m", "app.main", "stop"],
        cwd=ROOT,
        env={**os.environ, "DESKHAND_HOME": str(tmp_path / "home"), "DISPLAY": ":987"},
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (200 * MIB, 200 * MIB)),
        check=False,
    )
    assert main.NO_MEMORY not in done.stderr
    assert done.returncode == 0, (done.stdout, done.stderr)


def raising(error):
    def run(_arguments, *, demo):
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (MemoryError(), main.NO_MEMORY),
        (ImportError("libx.so.1: failed to map segment from shared object"), main.NO_MEMORY),
        (ImportError("libx.so.1: cannot allocate memory in static TLS block"), main.NO_MEMORY),
        (
            ModuleNotFoundError("No module named 'dhash'", name="dhash"),
            "a part of deskhand cannot be loaded (No module named 'dhash'); install deskhand again",
        ),
    ],
    ids=repr,
)
def test_what_cannot_be_loaded_is_told_in_one_sentence(error, sentence, monkeypatch, capsys):
    monkeypatch.setattr(parser, "run", raising(error))
    monkeypatch.setattr(sys, "argv", ["deskhand", "do", "x"])
    assert main.main() == main.EXIT_ENVIRONMENT
    assert capsys.readouterr().err == f"deskhand: {sentence}\n"


def test_an_import_that_lacked_memory_far_below_is_told_as_such(monkeypatch, capsys):
    error = ImportError("the extensions could not be imported")
    error.__cause__ = ImportError("libblas.so: failed to map segment from shared object")
    monkeypatch.setattr(parser, "run", raising(error))
    monkeypatch.setattr(sys, "argv", ["deskhand", "do", "x"])
    assert main.main() == main.EXIT_ENVIRONMENT
    assert capsys.readouterr().err == f"deskhand: {main.NO_MEMORY}\n"
