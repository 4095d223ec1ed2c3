"""Files that a user or a stranger hands us are bounded before they are read, and no pipe is waited for."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from automation.macros.macro_files import read_given
from tests.kit import loaded
from tests.slow import slow

PIPES = {
    "a macro to check": ["macro", "check", "given.yaml"],
    "a macro to import": ["macro", "import", "given.yaml"],
    "a zip to import": ["macro", "import", "given.zip"],
    "another program's macro": ["macro", "import", "given.pmr"],
    "a folder's macro": ["macro", "check", "folder"],
    "a picture of a macro": ["macro", "import", "pictured"],
    "a table": ["macro", "play", "Orders", "--rows", "given.csv", "--approve", "dry-run"],
    "a request to a model": [
        "model",
        "probe",
        "model",
        "--request",
        "given.json",
        "--out",
        "o.npz",
    ],
    "a model's config": ["model", "info", "model"],
    "a model's tokenizer": ["model", "check", "whole"],
    "a script": ["script", "given.py"],
}
LOADING = {"a request to a model", "a model's tokenizer"}
"""The program loads the model's runtime before it opens these."""
ORDERS = "deskhand: 1\nname: Orders\nparams: {a: {}}\nsteps: [{id: t, do: type, text: '{{a}}'}]\n"
PICTURED = (
    "deskhand: 1\nname: P\nsteps: [{id: c, do: click, target: {name: A, image: img/a.png}}]\n"
)
MOST_BYTES = 1_500_000_000
"""Of addresses: the program with numpy takes about half of it."""


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def deskhand(folder, *words, **how):
    env = {
        "PATH": os.environ["PATH"], "DESKHAND_HOME": str(folder / "home"), "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(Path.cwd()),
    }  # fmt: skip
    if not how:
        return loaded.run(*words, env=env, cwd=folder)
    argv = [sys.executable, "-m", "app.main", *words]
    return subprocess.run(
        argv, env=env, cwd=folder, capture_output=True, text=True, timeout=170, check=False, **how
    )


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    """Return a folder in which each file that is asked for is a pipe that nobody writes into."""
    folder = tmp_path_factory.mktemp("given")
    for kind in ("yaml", "zip", "pmr", "csv", "json", "py"):
        os.mkfifo(folder / f"given.{kind}")
    for name, file in (
        ("folder", "macro.yaml"),
        ("model", "config.json"),
        ("pictured/img", "a.png"),
    ):
        (folder / name).mkdir(parents=True)
        os.mkfifo(folder / name / file)
    (folder / "pictured" / "macro.yaml").write_text(PICTURED)
    (folder / "home/data/macros/orders").mkdir(parents=True)
    (folder / "home/data/macros/orders/macro.yaml").write_text(ORDERS)
    assert deskhand(folder, "model", "tiny", "whole").returncode == 0
    (folder / "whole/tokenizer.json").unlink()
    os.mkfifo(folder / "whole/tokenizer.json")
    return folder


@pytest.mark.parametrize("what", [*sorted(PIPES.keys() - LOADING), *slow(*sorted(LOADING))])
def test_a_pipe_is_refused_and_never_waited_for(what, given):
    done = deskhand(given, *PIPES[what])
    assert done.returncode not in (0, 1), done
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("deskhand: ")


def test_a_device_is_no_file_and_a_link_to_a_file_is_one(tmp_path):
    with pytest.raises(OSError, match="no file"):
        read_given(Path("/dev/zero"), 10)
    (tmp_path / "a").write_bytes(b"123456")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert read_given(tmp_path / "b", 10) == b"123456"
    assert read_given(tmp_path / "b", 3) == b"1234"


def many(item, count):
    return b'{"events":[' + b",".join([item] * count) + b"]}"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (many(b"{}", 7_000_000), "more than 500,000 events"),
        (many(b"1", 10_000_000), "more than 500,000 events"),
        (many(b'{"type":"scrollEvent","dx":9e9,"dy":9e9}', 490_000), "more than 500,000 events"),
        (b'{"events":' + b"[" * 20_000_000, "no file of PyMacroRecord"),
        (b" " * (65 * 2**20), "larger than 67,108,864 bytes"),
    ],
    ids=["empty", "numbers", "wheel", "deep", "large"],
)
def test_what_another_program_recorded_fits_into_little_memory(content, said, tmp_path):
    (tmp_path / "given.pmr").write_bytes(content)
    done = deskhand(tmp_path, "macro", "import", "given.pmr", preexec_fn=limited)
    assert said in done.stderr, done
    assert done.returncode == 8
