"""`deskhand model bench`: the table, the line, the picture and the sentences hold what was measured."""

import io
import json
import os
import signal
from dataclasses import dataclass, replace

import numpy as np
import pytest
import torch
from PIL import Image

from app.cli.model_bench import BAR_PX, FLOOR, HEAD_PX, PARTS, ROW_PX, THICK_PX, drawn, words_of
from app.cli.parser import run
from app.settings import ModelSettings, Settings, SettingsFile, user_folders
from model import bench as measuring
from model.bench import LeftOut, Products
from model.checkpoint.tiny import write_tiny_checkpoint
from model.inference.resident import Resident
from model.network.device import Machine
from tests.fakes.measured import FOUND


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str

    @property
    def lines(self):
        return [json.loads(text) for text in self.stdout.splitlines()]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def deskhand(home, capsys):
    def command(*arguments):
        status = run(["model", "bench", *map(str, arguments)])
        return Done(status, *capsys.readouterr())

    return command


@pytest.fixture
def folder(tmp_path):
    write_tiny_checkpoint(tmp_path / "tiny")
    return tmp_path / "tiny"


@pytest.fixture
def few(monkeypatch):
    for name, value in {"PROMPTS": (32, 144), "ROUNDS": 1, "FEW_ROUNDS": 1, "TOKENS": 3}.items():
        monkeypatch.setattr(measuring, name, value)


@pytest.fixture
def told(monkeypatch):
    """Let a bench find what it is told, and return with what it was called."""
    calls = []

    def tell(found):
        def found_out(options, contract, **_more):
            calls.append((options, contract))
            return found

        monkeypatch.setattr(measuring, "bench", found_out)
        return calls

    return tell


@pytest.mark.usefixtures("few")
def test_a_model_is_measured_by_the_program_itself(deskhand, folder, tmp_path, schema):
    picture = tmp_path / "bars.png"
    done = deskhand(folder, "--device", "cpu", "--json", "--picture", picture)
    line, end = done.lines
    for each in (line, end):
        schema.validate(each)
    assert (done.returncode, end["outcome"]) == (0, "done")
    assert (line["name"], line["device"], line["left_out"]) == ("tiny", "CPU", [])
    assert [prompt["tokens"] for prompt in line["prompts"]] == [32, 144]
    assert line["limit"] in ("bandwidth", "launches", "prompt", "encoder")
    told = done.stderr.splitlines()
    for part in ("Loading weights", "Reading single tokens", "Taking a whole step"):
        assert any(each.startswith(part) for each in told)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_line_has_every_figure_and_holds_the_schema(deskhand, folder, told, schema):
    told(replace(FOUND, products=Products(8.0, 3.0)))
    line, end = deskhand(folder, "--json").lines
    schema.validate(line)
    assert line["token"] == {
        "ms": 10.0, "floor_ms": 8.0, "read_bytes": 16 * 10**9, "without_graphs_ms": 30.0,
    }  # fmt: skip
    assert line["ceilings"] == {"copy_gb_per_s": 2000.0, "matmul_tflop_per_s": 400.0}
    assert line["memory"]["graphs_bytes"] == 5 * 10**8
    assert (line["limit"], line["try"]) == ("bandwidth", ["4bit"])
    assert "Try 4 bit (Settings): the products of a token took 3.00 ms so, 8.00" in end["message"]


def test_what_was_left_out_holds_the_schema_too(deskhand, folder, told, schema):
    told(
        replace(
            FOUND, ceilings=None, token_ms=None, launched_ms=None, prompts_ms={}, encoder_ms=None,
            step=None, left_out=(LeftOut("Looking at a screen", "time", "no time was left for it"),),
        )
    )  # fmt: skip
    done = deskhand(folder, "--json")
    schema.validate(done.lines[0])
    assert done.returncode == 0
    assert "not known: no whole step was measured" in done.lines[1]["message"]


def rows_of(found):
    return {
        line.split("  ")[0].strip(): line.split("  ", 1)[1].split()
        for line in words_of(found).splitlines()
        if "  " in line.strip()
    }


def test_the_table_lays_each_time_beside_its_floor():
    rows = rows_of(FOUND)
    assert rows["a token"] == ["10.0", "8.00", "1.25"]
    assert rows["a token without CUDA graphs"] == ["30.0", "8.00", "3.75"]
    assert rows["a prompt of 512 tokens"] == ["40.0", "20.5", "1.95"]
    assert rows["a prompt of 2,304 tokens"] == ["120", "92.2", "1.30"]
    assert rows["encoder, a screen of 1080p"] == ["60.0"]
    assert rows["a whole step"] == ["1,000"]
    assert rows["weights"] == ["12.00"]
    assert rows["CUDA graphs"] == ["0.50"]
    assert rows["left"] == ["7.00"]
    table = words_of(FOUND)
    assert "Holo3.1-9B on RTX, bfloat16, portable kernels, with CUDA graphs" in table
    assert "a token reads 16 GB of weights, at 2,000 GB/s as copied here" in table


def test_the_table_says_why_there_are_no_graphs_and_what_was_left_out():
    status = replace(FOUND.status, is_graphed=False, graphs_why="CUDA graphs are turned off")
    left = (LeftOut("Multiplying in 4 bit", "not_here", "4 bit needs the package bitsandbytes"),)
    table = words_of(replace(FOUND, status=status, left_out=left, token_ms=None))
    assert "without CUDA graphs; CUDA graphs are turned off" in table
    assert "Left out: Multiplying in 4 bit: 4 bit needs the package bitsandbytes" in table
    assert rows_of(replace(FOUND, token_ms=None))["a token"] == ["-"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "Bandwidth limits it: a token takes 10.0 ms, and reading its weights alone 8.00."),
        ({"token_ms": 20.0}, "Launches limit it"),
        ({"step": replace(FOUND.step, prompt_ms=900.0)}, "Reading prompts limits it: 900 of 1,000"),
        ({"step": replace(FOUND.step, encode_ms=900.0)}, "Looking at the screen limits it: 900"),
        (
            {"step": replace(FOUND.step, prompt_ms=900.0), "is_in_passes": True},
            "Memory limits it: a screen is read in several passes.",
        ),
        ({"launched_ms": 5.0}, "with CUDA graphs off (Settings): a token took 5.00 ms so, 10.0"),
    ],
)
def test_one_line_says_what_limits_it(deskhand, folder, told, change, words):
    told(replace(FOUND, **change))
    done = deskhand(folder)
    assert done.returncode == 0
    assert words in done.stdout.splitlines()[-1]


def width(pixels, row, colour, *, below=False):
    """Return how many pixels of a colour a bar of the picture has."""
    line = HEAD_PX + ROW_PX * row + THICK_PX // 2 + (THICK_PX + 2 if below else 0)
    return int((pixels[line] == colour).all(axis=-1).sum())


def test_the_bars_of_the_picture_have_the_measured_ratios():
    picture = drawn(FOUND)
    assert picture.startswith(b"\x89PNG")
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))
    assert width(pixels, 0, PARTS[0]) == BAR_PX
    assert width(pixels, 0, FLOOR, below=True) == BAR_PX * 8 // 10
    assert width(pixels, 2, FLOOR, below=True) == pytest.approx(BAR_PX * 92.16 / 120, abs=1)
    assert width(pixels, 3, PARTS[0]) == BAR_PX * 60 // 1000
    step = [width(pixels, 4, colour) for colour in PARTS[:4]]
    assert step == [36, 78, 480, 6]
    memory = [width(pixels, 5, colour) for colour in PARTS]
    assert memory == [288, 24, 48, 12, 60, 168]


def test_a_floor_above_the_time_stays_in_the_picture():
    pixels = np.asarray(Image.open(io.BytesIO(drawn(replace(FOUND, token_ms=4.0)))).convert("RGB"))
    assert width(pixels, 0, PARTS[0]) == BAR_PX // 2
    assert width(pixels, 0, FLOOR, below=True) == BAR_PX


def test_a_picture_without_a_folder_is_refused_before_a_model_is_loaded(
    deskhand, folder, told, tmp_path
):
    calls = told(FOUND)
    done = deskhand(folder, "--picture", tmp_path / "gone" / "bars.png")
    assert done.returncode == 2
    assert "there is no folder" in done.stderr
    assert calls == []


def test_the_model_of_the_settings_is_measured_as_they_say(deskhand, folder, told, home):
    home.mkdir()
    wanted = ModelSettings(
        folder=str(folder), quantization="nf4", graphs="off", profile="nemotron-toolcall"
    )
    keep(home, wanted)
    calls = told(FOUND)
    assert deskhand().returncode == 0
    options, contract = calls[0]
    assert (options.folder, options.has_graphs) == (folder, False)
    assert (options.where.quantization, options.where.device) == ("nf4", "cuda")
    assert contract.name == "nemotron-toolcall"


def test_the_cpu_is_measured_only_where_somebody_chose_it(deskhand, folder, told, home):
    home.mkdir()
    keep(home, ModelSettings(folder=str(folder), device="cpu"))
    calls = told(FOUND)
    for arguments in ((), ("--device", "cuda"), (folder, "--device", "cpu")):
        deskhand(*arguments)
    assert [options.where.device for options, _ in calls] == ["cpu", "cuda", "cpu"]


def keep(home, wanted):
    folders = user_folders()
    folders.create()
    SettingsFile(folders.settings_file).save(Settings(model=wanted))


def test_without_a_model_it_says_how_to_name_one(deskhand):
    done = deskhand()
    assert done.returncode == 8
    assert "No model is set up" in done.stderr
    assert "deskhand model bench DIR" in done.stderr


def test_without_a_card_it_says_what_to_do_before_the_files_are_read(
    deskhand, folder, monkeypatch, schema
):
    cpu = Machine((), "torch finds no CUDA device")
    monkeypatch.setattr(measuring, "read_machine", lambda: cpu)
    monkeypatch.setattr(measuring, "open_resident", None)
    done = deskhand(folder, "--json")
    (end,) = done.lines
    schema.validate(end)
    assert (done.returncode, end["outcome"]) == (8, "failed")
    assert "no CUDA device can be used" in end["message"]
    assert "deskhand doctor" in end["message"]


def test_without_weights_it_says_which_file_is_missing(deskhand, folder):
    for shard in folder.glob("*.safetensors"):
        shard.unlink()
    done = deskhand(folder, "--device", "cpu")
    assert done.returncode == 8
    assert "safetensors" in done.stderr


@pytest.mark.usefixtures("few")
def test_a_device_that_is_full_in_the_middle_keeps_the_table_and_fails(
    deskhand, folder, monkeypatch
):
    def full(*_args, **_more):
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr("model.network.model.Holotron.encode", full, raising=True)
    monkeypatch.setattr("model.inference.loading._warm_up", lambda _: None)
    done = deskhand(folder, "--device", "cpu")
    assert done.returncode == 8
    assert "a token" in done.stdout
    assert "Left out: Looking at a screen: The device is full" in done.stdout
    assert "Close a program" in done.stderr


@pytest.mark.usefixtures("few")
def test_ctrl_c_ends_it_cleanly_and_lets_go_of_the_model(deskhand, folder, monkeypatch):
    released = []
    release = Resident.release
    monkeypatch.setattr(Resident, "release", lambda one: (released.append(1), release(one)))

    def interrupted(bench):
        os.kill(os.getpid(), signal.SIGINT)
        bench._limit.wait(5)

    monkeypatch.setattr(measuring.Bench, "_encoder", interrupted)
    done = deskhand(folder, "--device", "cpu")
    assert done.returncode == 130
    assert "stopped" in done.stderr
    assert "Traceback" not in done.stderr
    assert released == [1]
