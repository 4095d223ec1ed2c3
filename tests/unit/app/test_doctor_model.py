"""Every row about the model says what was found, what it means and how to mend it."""

import dataclasses
import sys

import msgspec
import pytest

from app.doctor import model
from app.doctor.model import (
    CheckpointFacts,
    ModelFacts,
    Runtime,
    gather_model,
    model_rows,
    read_runtime,
    unfit,
)
from app.doctor.report import EXIT_OK, exit_status
from app.settings import ModelSettings, OtherServer, ServerSettings
from model.checkpoint.tiny import write_tiny_checkpoint
from model.network.device import Device, Machine, Override

GB = 10**9
WELL = ModelFacts(
    torch="2.10.0+cu130",
    cuda_build="13.0",
    transformers="5.23.0",
    has_driver=True,
    driver="580.65.06",
    card="NVIDIA RTX 4090",
    capability="8.9",
    compiler="/usr/bin/gcc",
    headers="/usr/include/python3.13",
    card_free_bytes=22 * GB,
    card_total_bytes=25 * GB,
    kernels="mamba_ssm 2.3.2, causal_conv1d 1.7.0",
    bitsandbytes="0.50.2",
    checkpoint=CheckpointFacts("/models/holotron", plan="Holotron-12B on NVIDIA RTX 4090"),
    free_bytes=100 * GB,
)
WITHOUT_CARD = {"card": "", "cuda_problem": "torch finds no CUDA device"}


def facts_with(**fields):
    return dataclasses.replace(WELL, **fields)


def row_of(facts, name):
    return next(row for row in model_rows(facts) if row.name == name)


def test_a_machine_where_all_is_well_has_only_good_rows():
    assert {row.status for row in model_rows(WELL)} == {"ok"}
    assert row_of(WELL, "graphics card").found == "NVIDIA RTX 4090, 22.0 of 25.0 GB free"
    assert row_of(WELL, "torch").found == "2.10.0, built for CUDA 13.0"


@pytest.mark.parametrize(
    ("fields", "name", "said"),
    [
        ({"torch": ""}, "torch", "not installed"),
        ({"torch": "", "torch_problem": "signal 11"}, "torch", "signal 11"),
        ({"torch": "2.13.0+cpu", "cuda_build": "", **WITHOUT_CARD}, "torch", "built for the CPU"),
        ({"transformers": ""}, "transformers", "not installed"),
        ({"transformers": "5.17.0"}, "transformers", "5.17.0"),
        (WITHOUT_CARD, "graphics card", "torch finds no CUDA device"),
        ({**WITHOUT_CARD, "has_driver": False}, "graphics card", "no CUDA device"),
        ({"kernels_problem": "mamba_ssm 2.2.5 cannot be used"}, "compiled kernels", "2.2.5"),
        ({"driver": "570.86.10"}, "NVIDIA driver", "570.86.10"),
        ({"driver": "520.1", "cuda_build": "12.8", **WITHOUT_CARD}, "NVIDIA driver", "520.1"),
        ({"capability": "7.5"}, "compute capability", "7.5"),
        ({"capability": "6.1"}, "compute capability", "6.1"),
        ({"compiler": ""}, "C compiler", "not found"),
        ({"headers": ""}, "Python.h", "not found"),
        ({"bitsandbytes": ""}, "4 bit", "not installed"),
        ({"four_bit_problem": "computes wrong numbers"}, "4 bit", "wrong numbers"),
        ({"checkpoint": CheckpointFacts()}, "main model", "no checkpoint"),
        ({"checkpoint": CheckpointFacts("/m", "no config.json")}, "main model", "config.json"),
        ({"checkpoint": CheckpointFacts("/m", obstacle="3 GB missing")}, "main model", "3 GB"),
        ({"checkpoint": CheckpointFacts("/m", plan="on CPU", warning="Slow")}, "main model", "CPU"),
        ({"checkpoint": CheckpointFacts(), "free_bytes": 20 * GB}, "room for a model", "20.0 GB"),
    ],
)
def test_what_is_wrong_is_said_with_its_meaning_and_a_remedy(fields, name, said):
    facts = facts_with(**fields)
    row = row_of(facts, name)
    assert row.status == "warn"
    assert said in row.found
    assert row.meaning
    assert row.fix
    assert exit_status(model_rows(facts)) == EXIT_OK


def test_an_old_card_is_slow_or_of_no_use_as_torch_was_built():
    def meaning(capability, build):
        facts = facts_with(capability=capability, cuda_build=build)
        return row_of(facts, "compute capability").meaning

    assert "in software" in meaning("7.5", "13.0")
    assert "has nothing for cards below 7.5" in meaning("7.0", "13.0")
    assert "in software" in meaning("7.0", "12.8")
    assert meaning("12.0", "13.0") == ""


def test_what_triton_needs_is_no_matter_without_a_card():
    facts = facts_with(compiler="", headers="", **WITHOUT_CARD)
    assert {"C compiler", "Python.h"}.isdisjoint(row.name for row in model_rows(facts))


@pytest.mark.parametrize(
    ("told", "version"),
    [
        ("NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.10  Thu Jan\n", "570.86.10"),
        ("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Rel\n", "580.65.06"),
        ("something else\n", ""),
    ],
)
def test_the_version_of_the_driver_is_read_from_its_module(tmp_path, told, version):
    (tmp_path / "version").write_text(told)
    assert model._driver_version(tmp_path / "version") == version
    assert model._driver_version(tmp_path / "missing") == ""


def test_a_cpu_build_beside_an_nvidia_card_names_the_command_that_mends_it():
    row = row_of(facts_with(torch="2.13.0+cpu", cuda_build="", **WITHOUT_CARD), "torch")
    assert row.fix == ".venv/bin/python -m pip install --force-reinstall torch==2.13.0"


def test_a_cpu_build_on_a_computer_without_a_card_is_fine():
    facts = facts_with(torch="2.13.0+cpu", cuda_build="", has_driver=False, **WITHOUT_CARD)
    assert row_of(facts, "torch").status == "ok"
    assert row_of(facts, "compiled kernels").found == "not used"


def test_without_torch_nothing_that_rests_on_it_is_complained_of():
    names = [row.name for row in model_rows(ModelFacts())]
    assert names == ["torch", "main model", "room for a model"]


def test_room_for_a_download_is_no_matter_once_a_checkpoint_is_chosen():
    assert "room for a model" not in [row.name for row in model_rows(facts_with(free_bytes=0))]


def test_a_folder_with_blanks_is_quoted_in_the_command():
    facts = facts_with(checkpoint=CheckpointFacts("/my models/h", "broken"))
    assert row_of(facts, "main model").fix == "deskhand model check '/my models/h'"


@pytest.fixture
def checkpoint(tmp_path):
    write_tiny_checkpoint(tmp_path / "tiny")
    return tmp_path / "tiny"


@pytest.mark.timeout(150)
def test_this_computer_can_be_looked_at(checkpoint):
    facts = gather_model(ModelSettings(folder=str(checkpoint), device="cpu"), 5 * GB)
    assert facts.torch_problem == ""
    assert "on CPU in 32 bit" in facts.checkpoint.plan
    assert row_of(facts, "main model").status == "ok"
    assert facts.free_bytes == 5 * GB


def test_a_broken_folder_is_a_row_and_not_an_error(checkpoint, monkeypatch):
    (checkpoint / "config.json").write_text("{")
    monkeypatch.setitem(sys.modules, "torch", None)
    facts = gather_model(ModelSettings(folder=str(checkpoint)), 0)
    assert "config.json" in facts.checkpoint.problem


def test_doctor_loads_no_torch(run_python, checkpoint):
    printed = run_python(
        "import sys\n"
        "from app.doctor.model import gather_model\n"
        "from app.settings import ModelSettings, ServerSettings\n"
        f"gather_model(ModelSettings(folder={str(checkpoint)!r}), 0)\n"
        "print('torch' in sys.modules, 'model.checkpoint.read' in sys.modules)"
    )
    assert printed == "False True\n"


@pytest.fixture
def run_python():
    import subprocess

    def run(code):
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
        ).stdout

    return run


def test_a_model_on_a_server_needs_nothing_of_this_computer():
    server = ServerSettings("https://gpu-box.example:443/v1", "big")
    facts = gather_model(ModelSettings(where="server", server=server), 0)
    (row,) = model_rows(facts)
    assert (row.status, row.found) == ("ok", "big on gpu-box.example:443")
    two = msgspec.structs.replace(server, more=(OtherServer("http://127.0.0.1:8080/v1"),))
    facts = gather_model(ModelSettings(where="server", server=two), 0)
    assert facts.served == "big on gpu-box.example:443, its only model on 127.0.0.1:8080"


HOLOTRON_BYTES = 26_340_000_000
CPU = Device("cpu", "CPU", "cpu", 60 * 10**9, 64 * 10**9)


def told_of(free_gb, total_gb=None, **wish):
    total_gb = total_gb or free_gb
    card = Device("cuda:0", "RTX", "cuda", int(free_gb * 1e9), int(total_gb * 1e9))
    return unfit(HOLOTRON_BYTES, Machine((card, CPU)), Override(**wish))


@pytest.mark.parametrize(("free_gb", "precision"), [(12, "auto"), (28, "none")])
def test_nothing_is_said_of_a_card_that_can_hold_it(free_gb, precision):
    assert told_of(free_gb, quantization=precision) == ""


@pytest.mark.parametrize(
    ("found", "remedy"),
    [
        (told_of(15, quantization="none"), "27.4: choose 4 bit in Settings, which would fit."),
        (told_of(8, 12), "11.6: close what else uses that memory."),
        (told_of(9), "11.6: Holo3.1-4B would fit here."),
        (told_of(6), "11.6: Holo3.1-0.8B on a model server would fit."),
        (told_of(1), "11.6: use a model server on another computer."),
    ],
)
def test_a_card_that_cannot_hold_it_is_told_with_what_would_fit(found, remedy):
    assert found.startswith("RTX has ")
    assert found.endswith(remedy)


def test_a_computer_without_a_card_is_told():
    assert "No graphics card" in unfit(HOLOTRON_BYTES, Machine((CPU,)), Override())
    assert "No graphics card" in told_of(80, device="cpu")
    small = Device("cpu", "CPU", "cpu", 6 * 10**9, 8 * 10**9)
    found = unfit(HOLOTRON_BYTES, Machine((small,)), Override())
    assert found == (
        "CPU has 6.0 GB of memory free and this model needs 11.6: Holo3.1-0.8B on a model server would fit."
    )


@pytest.mark.parametrize(
    ("free_gb", "name"), [(31, "Holotron-12B"), (23.5, "Holo3.1-9B"), (15, "Holo3.1-4B")]
)
def test_without_a_checkpoint_the_one_that_fits_best_is_named(free_gb, name, monkeypatch):
    free = int(free_gb * 1e9)
    machine = Machine((Device("cuda:0", "RTX", "cuda", free, free), CPU))
    monkeypatch.setattr(model, "read_runtime", lambda: Runtime(torch="2.13.0", machine=machine))
    monkeypatch.setattr(model, "probe_packages", lambda: ())
    found = gather_model(ModelSettings(), 5 * GB)
    fix = row_of(found, "main model").fix
    assert fix.startswith("deskhand model download Hcompany/")
    assert fix.endswith(found.offer.repo)
    assert row_of(found, "room for a model").meaning.startswith(f"{name} has ")
    assert model.offered_here(ModelSettings()).name == name


def test_a_smaller_model_is_measured_by_its_own_needs():
    free = Device("cuda:0", "RTX", "cuda", 6 * GB, 6 * GB)
    assert "needs 6.9" in unfit(10_350_000_000, Machine((free, CPU)), Override())


def test_without_torch_it_is_said_that_nobody_knows():
    assert "not known" in unfit(HOLOTRON_BYTES, Machine(()), Override())


# What torch can do is told by a child process that may do anything but answer.


def answering(code, **timing):
    return read_runtime([sys.executable, "-c", code], **timing)


def test_torch_of_this_computer_is_described_without_loading_it_here(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    found = read_runtime()
    assert found.problem == ""
    assert found.torch[0].isdigit()
    assert found.machine.of_kind("cpu").total_bytes > 0


def test_a_child_that_dies_of_a_signal_is_a_problem():
    found = answering("import os; os.kill(os.getpid(), 11)")
    assert found.problem == "starting it ended the process, signal 11"


def test_a_child_that_fails_is_quoted():
    found = answering("import no_such_runtime")
    assert found.problem == "ModuleNotFoundError: No module named 'no_such_runtime'"


def test_a_child_that_says_nothing_is_a_problem():
    assert answering("").problem == "starting it ended with status 0"


def test_a_child_that_hangs_is_ended():
    assert answering("while True: pass", timeout_s=0.5).problem.startswith("it did not")
