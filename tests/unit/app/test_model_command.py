"""`deskhand model`: exit status, JSON lines and sentences, in processes of their own."""

import json
import os
import pty
import signal
import subprocess
import sys
from dataclasses import dataclass

import pytest

from app.cli.parser import run
from app.doctor.model import Runtime
from app.long_work import Meter
from automation.core.generation import LoadProgress
from model.calibrate.calibrate import calibrate as run_questions
from model.calibrate.screens import screens_for
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import CANARY_MARK, write_tiny_checkpoint
from model.download import DownloadPlan, Listing, Places, Record, RemoteFile
from model.network.device import Device, Machine
from model.parity import EXAMPLE, read_request
from model.prompt.profile import DEFAULT, profile

SMALL_CARD = Machine((Device("cuda:0", "RTX", "cuda", 9 * 10**9, 10**10),))
SHARD = "model-00002-of-00003.safetensors"


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def deskhand(home, capsys, monkeypatch):
    """Return what runs a command line in this process, which starts no other to save time."""
    monkeypatch.setenv("DESKHAND_HOME", str(home))

    def command(*arguments):
        status = run(["model", *map(str, arguments)])
        return Done(status, *capsys.readouterr())

    return command


@pytest.fixture
def folder(tmp_path):
    write_tiny_checkpoint(tmp_path / "tiny")
    return tmp_path / "tiny"


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def lines_of(done):
    return [json.loads(text) for text in done.stdout.splitlines()]


def test_check_says_that_a_sound_folder_would_load(deskhand, folder, schema):
    done = deskhand("check", folder, "--json")
    model, end = lines_of(done)
    for line in (model, end):
        schema.validate(line)
    assert (done.returncode, end["outcome"], end["code"]) == (0, "done", 0)
    assert model["layers"] == {"mamba": 4, "mlp": 3, "attention": 2}
    assert len(model["digest"]) == 64
    assert "Checking files: 100 %" in done.stderr
    assert not (folder / CANARY_MARK).exists()


def test_check_names_the_field_of_a_folder_that_would_not(deskhand, folder, schema):
    text = (folder / "config.json").read_text()
    (folder / "config.json").write_text(text.replace('"ps_version": "v2"', '"ps_version": "v1"'))
    done = deskhand("check", folder, "--json")
    (end,) = lines_of(done)
    schema.validate(end)
    assert (done.returncode, end["code"], end["outcome"]) == (8, 8, "failed")
    assert "ps_version" in end["message"]
    assert "ps_version" in done.stderr


def test_check_names_the_file_that_changed_until_it_is_told_why(deskhand, folder):
    assert deskhand("check", folder).returncode == 0
    content = bytearray((folder / SHARD).read_bytes())
    content[-1] ^= 1
    (folder / SHARD).write_bytes(content)
    again = deskhand("check", folder, "--json")
    assert again.returncode == 8
    assert lines_of(again)[-1]["message"].startswith(SHARD)
    assert deskhand("check", folder, "--renew").returncode == 0
    assert deskhand("check", folder).returncode == 0


def test_info_reads_no_weights_and_writes_nothing(deskhand, folder, home, schema):
    done = deskhand("info", folder, "--json")
    model, end = lines_of(done)
    schema.validate(model)
    assert (done.returncode, end["code"]) == (0, 0)
    assert "digest" not in model
    assert not home.exists()


def test_info_is_readable_for_people(deskhand, folder):
    done = deskhand("info", folder)
    assert "4 Mamba-2, 3 MLP, 2 attention" in done.stdout
    assert "code files are in the folder and were not opened" in done.stdout


@pytest.mark.parametrize("command", ["info", "check"])
def test_a_folder_that_is_not_there_is_named(deskhand, command, tmp_path):
    done = deskhand(command, tmp_path / "gone")
    assert done.returncode == 8
    assert "gone" in done.stderr


def test_info_without_a_folder_tells_what_runs_here_and_what_it_needs(deskhand, schema):
    done = deskhand("info", "--json")
    models, end = lines_of(done)
    for line in (models, end):
        schema.validate(line)
    found = {model["name"]: model for model in models["models"]}
    assert found.keys() == {"Holotron-12B", "Holo3.1-9B", "Holo3.1-4B"}
    for model in found.values():
        assert model["needs_bytes"]["nf4"] < model["bytes"] < model["needs_bytes"]["none"]
    people = deskhand("info").stdout
    assert "Hcompany/Holo-3.1-4B" in people
    assert "10.3 GB" in people


def test_info_of_the_second_family_tells_its_layers_and_pictures(deskhand, tmp_path, schema):
    assert deskhand("tiny", tmp_path / "tiny", "--family", "qwen3_5").returncode == 0
    done = deskhand("info", tmp_path / "tiny", "--json")
    model, _ = lines_of(done)
    schema.validate(model)
    assert (model["family"], model["layers"]) == ("qwen3_5", {"delta": 4, "attention": 2})
    assert (model["token_px"], model["max_pixels"]) == (32, 1 << 20)
    people = deskhand("info", tmp_path / "tiny").stdout
    assert "Qwen3.5" in people
    assert "in 16 bit" in people
    assert deskhand("check", tmp_path / "tiny").returncode == 0


def test_tiny_writes_a_folder_that_check_accepts(deskhand, tmp_path):
    assert deskhand("tiny", tmp_path / "new", "--seed", "7").returncode == 0
    assert deskhand("check", tmp_path / "new").returncode == 0


def test_tiny_never_writes_into_a_folder_that_holds_something(deskhand, folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = deskhand("tiny", folder, "--seed", "7")
    assert done.returncode == 2
    assert f"{folder} is not empty" in done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_tiny_fills_a_folder_that_is_there_and_empty(deskhand, tmp_path):
    (tmp_path / "new").mkdir()
    assert deskhand("tiny", tmp_path / "new").returncode == 0


def test_the_help_of_tiny_speaks_of_a_folder_to_be_made(deskhand):
    assert "folder to make" in deskhand("tiny", "--help").stdout


@pytest.mark.parametrize("command", ["info", "check"])
def test_a_folder_of_something_else_is_no_model_folder(deskhand, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.png").write_bytes(b"")
    done = deskhand(command, "photos")
    assert done.returncode == 8
    assert "photos is not a model folder: it has no config.json; choose" in done.stderr
    assert "download" not in done.stderr


def test_tiny_says_where_it_cannot_write(deskhand, tmp_path):
    (tmp_path / "file").write_text("")
    done = deskhand("tiny", tmp_path / "file" / "new")
    assert done.returncode == 8
    assert "file" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ([], "COMMAND"),
        (["check"], "DIR"),
        (["tiny", "x", "--seed", "-1"], "whole number"),
        (["frobnicate", "x"], "invalid choice"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(deskhand, arguments, found):
    done = deskhand(*arguments)
    assert done.returncode == 2
    assert found in done.stderr


def test_a_data_folder_that_cannot_be_made_is_the_environments_fault(
    deskhand, folder, tmp_path, monkeypatch
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "file" / "home"))
    done = deskhand("check", folder, "--json")
    assert done.returncode == 9
    assert lines_of(done)[-1]["outcome"] == "environment"


ASKING = """
import sys
import app.cli.model
import model.download as fetching
from app.cli.parser import run
from model.download import DownloadPlan, Listing, RemoteFile
from pathlib import Path

def plan(repo, folder, revision):
    file = RemoteFile("model.safetensors", 1000, "0" * 64, "sha256")
    listing = Listing(repo, "0" * 40, (file,), "A licence")
    return DownloadPlan(listing, folder, file.size_bytes, 10**9)

app.cli.model.unfit_here = lambda *_: ""
fetching.plan_download = plan
sys.exit(run(["model", "download", "a/b"]))
"""
"""A download up to its question, with a hub that answers at once."""

WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({missing!r}))
from app.cli.parser import run
sys.exit(run({arguments!r}))
"""


def run_without(missing, arguments, home):
    """Run a command line in a process where some packages cannot be imported."""
    code = WITHOUT.format(missing=missing, arguments=["model", *map(str, arguments)])
    env = {"PATH": "/usr/bin:/bin", "DESKHAND_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False
    )


@pytest.mark.parametrize("command", ["info", "check"])
def test_reading_and_checking_take_no_torch(command, folder, home):
    done = run_without(["torch", "transformers", "safetensors"], [command, folder], home)
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (["probe", "DIR", "--request", "a", "--out", "b"], "torch"),
        (["calibrate", "DIR"], "transformers"),
        (["bench", "DIR"], "torch"),
        (["download"], "huggingface_hub"),
    ],
)
def test_what_runs_a_network_says_what_is_missing_and_how_to_get_it(command, missing, home):
    done = run_without([missing], command, home)
    assert done.returncode == 9
    assert done.stderr.count("\n") == 1
    assert missing in done.stderr
    assert "packaging/setup.sh local" in done.stderr


def test_a_request_that_cannot_be_meant_is_a_usage_error(deskhand, folder, tmp_path):
    (tmp_path / "request.json").write_text('{"messages": 7}')
    out = tmp_path / "out.npz"
    done = deskhand("probe", folder, "--request", tmp_path / "request.json", "--out", out)
    assert done.returncode == 2
    assert "messages" in done.stderr
    assert not out.exists()


def test_a_hub_that_cannot_be_reached_is_said(home, tmp_path):
    env = {"PATH": "/usr/bin:/bin", "DESKHAND_HOME": str(home), "HF_ENDPOINT": "http://127.0.0.1:9"}
    done = subprocess.run(
        [sys.executable, "-m", "app.main", "model", "download", "--json", "--to", tmp_path / "to"],
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )
    assert done.returncode == 8
    assert "hub" in lines_of(done)[-1]["message"]
    assert not (tmp_path / "to").exists()


def test_a_folder_that_is_whole_needs_no_hub(deskhand, folder, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    done = deskhand("download", "a/b", "--to", folder)
    assert done.returncode == 0
    assert done.stdout == (
        f"{folder} already holds a whole checkpoint called tiny; nothing was fetched. "
        "Name another folder to fetch a/b.\n"
    )


def test_a_folder_that_was_filled_from_there_needs_no_other_folder(deskhand, folder):
    places = Places(folder)
    places.create()
    places.write_record(Record("a/b", "0" * 40, {}))
    done = deskhand("download", "a/b", "--to", folder)
    assert (
        done.stdout == f"{folder} already holds the whole checkpoint of a/b; nothing was fetched.\n"
    )


def test_calibrate_says_first_how_long_it_takes_and_how_to_stop_it(deskhand, folder, monkeypatch):
    asked = []

    def no_model(folder, _data, *, progress, stop, device):
        screens = screens_for(read_spec(folder).image)
        return run_questions(
            Mute(),
            profile(DEFAULT),
            screens,
            progress=lambda _, most: asked.append(most),
            stop=stop,
        )

    monkeypatch.setattr("app.cli.model.run_calibration", no_model)
    first = deskhand("calibrate", folder).stderr.splitlines()[0]
    assert f"Up to {asked[0]} questions" in first
    assert "Ctrl+C or deskhand stop ends it" in first


class Mute:
    """Answers nothing."""

    def ask(self, _image, _question, *, thinking):
        return ""


def test_the_help_of_probe_shows_a_whole_request(deskhand, tmp_path):
    text = deskhand("probe", "--help").stdout
    shown = [line.strip() for line in text.splitlines() if line.strip() == EXAMPLE]
    assert len(shown) == 1
    (tmp_path / "request.json").write_text(shown[0])
    assert read_request(tmp_path / "request.json").messages[0].images
    for words in ("word joiner", "padding", "one <image>"):
        assert words in text


def test_a_bad_request_is_answered_with_a_whole_one(deskhand, folder, tmp_path):
    (tmp_path / "request.json").write_text('{"messages": 7}')
    done = deskhand("probe", folder, "--request", tmp_path / "request.json", "--out", "x.npz")
    assert EXAMPLE in done.stderr
    assert ".py" not in done.stderr


def test_nothing_is_fetched_before_size_and_licence_were_accepted(
    deskhand, tmp_path, monkeypatch, schema
):
    weights = RemoteFile("model.safetensors", 26_300_000_000, "0" * 64, "sha256")
    listing = Listing("a/b", "0" * 40, (weights,), "NVIDIA Open Model License")
    plan = DownloadPlan(listing, tmp_path / "to", weights.size_bytes, 100_000_000_000)
    monkeypatch.setattr("model.download.plan_download", lambda *_, **__: plan)
    monkeypatch.setattr("model.download.download", None)
    monkeypatch.setattr("app.doctor.model.read_runtime", lambda: Runtime(machine=SMALL_CARD))
    done = deskhand("download", "a/b", "--json", "--to", tmp_path / "to")
    told, end = lines_of(done)
    schema.validate(told)
    assert told["licence"] == "NVIDIA Open Model License"
    assert told["bytes"] == 26_300_000_000
    assert (done.returncode, end["outcome"]) == (7, "rejected")
    assert "--accept-license" in end["message"]
    assert "RTX has 9.0 GB of memory free and this model needs 11.6" in done.stderr


def test_a_question_on_the_terminal_can_be_left_by_ctrl_c(home, tmp_path):
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", ASKING],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin", "DESKHAND_HOME": str(home)},
    )
    try:
        read = b""
        while b"[y/N]" not in read:
            read += os.read(child.stdout.fileno(), 1000)
        os.kill(child.pid, signal.SIGINT)
        _, errors = child.communicate(timeout=120)
    finally:
        child.kill()
        child.communicate()
        os.close(ours)
        os.close(theirs)
    assert (child.returncode, errors) == (130, b"deskhand: stopped; run it again to go on\n")


def test_a_socket_that_cannot_be_made_is_said_and_the_work_goes_on(
    deskhand, folder, home, monkeypatch
):
    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("app.cli.model.LongWork", refuse)
    done = deskhand("check", folder)
    assert done.returncode == 0
    assert "does not reach this command (Read-only file system" in done.stderr


def test_a_stop_while_it_hashes_is_told_by_the_signal(folder, home):
    pipe = folder / "endless.json"
    with pipe.open("wb") as file:
        file.truncate(60 << 30)  # takes no room, and a minute to hash
    running = subprocess.Popen(
        [sys.executable, "-m", "app.main", "model", "check", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/bin:/bin", "DESKHAND_HOME": str(home)},
    )
    assert running.stderr.readline().startswith("Checking files")
    os.kill(running.pid, signal.SIGINT)
    _, errors = running.communicate(timeout=120)
    assert running.returncode == 130
    assert "stopped" in errors
    assert not list((home / "data").rglob("*.json"))


class Out:
    def __init__(self, *, is_live):
        self.is_live = is_live
        self.text = ""

    def isatty(self):
        return self.is_live

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def shown(*percents, is_live):
    out = Out(is_live=is_live)
    with Meter(out) as meter:
        for percent in percents:
            meter(LoadProgress(percent, 100, "Checking files"))
    return out.text


def test_progress_in_a_log_is_a_line_now_and_then():
    text = shown(0, 1, 2, 9, 10, 11, 55, 100, is_live=False)
    assert text.splitlines() == [f"Checking files: {p} %" for p in (0, 10, 50, 100)]


def test_progress_on_a_terminal_stays_in_its_line():
    text = shown(0, 1, 1, 100, is_live=True)
    assert text.count("\r") == 3
    assert text.endswith("\n")
    assert text.count("\n") == 1
