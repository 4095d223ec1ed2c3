"""The rows of doctor about the model on this computer. None of them keeps the main job from running.

torch is never loaded here: what it can do is asked of a child process.
"""

import importlib.metadata
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from app.doctor.rows import Row, Status
from app.settings import ModelSettings
from automation.core.errors import AssistantError
from automation.core.generation import Quantization
from automation.core.text import worded
from automation.desktop.input.client import argv_of
from model.checkpoint.read import read_spec
from model.network.device import LEAST_SHARES, Device, Machine, Override, choose, needs_of
from model.network.machine_probe import CHILD, probe_packages
from model.network.offers import HOLOTRON, OFFERS, Offer, best_offer
from model.recipes import best_fit, models_of

SETUP: Final = "packaging/setup.sh local"
PIP: Final = ".venv/bin/python -m pip install"
DRIVER: Final = Path("/proc/driver/nvidia/version")
"""Written by NVIDIA's kernel module while it is loaded."""
LEAST_DRIVERS: Final = {"12": 525, "13": 580}
"""By the major CUDA version that torch was built for. Source: CUDA's release notes, minor version compatibility."""
LEAST_CAPABILITIES: Final = {"12": 5.0, "13": 7.5}
"""Oldest cards of CUDA 12 and 13: Maxwell and Turing. Source: their release notes."""
FAST_CAPABILITY: Final = 8.0
"""First with bfloat16 arithmetic."""
OLDEST_TRANSFORMERS: Final = (5, 23)
"""Older ones need 21 GB a layer for a screenshot where no compiled kernels are."""
OTHER_FILES_BYTES: Final = 60_000_000
"""What a checkpoint has beside its weights: mostly the tokenizer."""
ALIKE: Final = 0.03
"""Files whose size differs by less of it are taken for a published model's."""
ONLY_GOALS: Final = "explicit instructions work; goals do not"
GB: Final = 1_000_000_000
SMALLER: Final = "holo3.1"
"""The family that is named to who has too little memory for Holotron: of the same maker, from 0.8B on."""
TIMEOUT_S: Final = 120.0
"""Importing torch takes seconds on a warm disk, half a minute on a cold one."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What the model's runtime is and what it can use."""

    torch: str = ""
    """Version; empty when it is not installed or does not start."""
    cuda_build: str = ""
    """CUDA version that torch was built for; empty for a CPU build."""
    machine: Machine = field(default_factory=lambda: Machine(()))
    four_bit_problem: str = ""
    """Why 4 bit cannot be used on the CUDA device; empty when it can, or when there is none."""
    problem: str = ""
    """Why torch does not start; empty when it does, or when it is not installed."""


def read_runtime(argv: Sequence[str] | None = None, timeout_s: float = TIMEOUT_S) -> Runtime:
    """Ask a child process what torch can do; without one, and at once, when it is not installed."""
    if argv is None:
        if importlib.util.find_spec("torch") is None:
            return Runtime()
        argv = argv_of(CHILD)
    try:
        child = subprocess.run(argv, capture_output=True, text=True, timeout=timeout_s, check=False)
    except subprocess.TimeoutExpired:
        return Runtime(problem=f"it did not start within {timeout_s:g} s")
    if child.returncode != 0 or not child.stdout:
        return Runtime(problem=_reason(child.returncode, child.stderr))
    return _parsed(child.stdout)


def _reason(status: int, complaint: str) -> str:
    if status < 0:
        return f"starting it ended the process, signal {-status}"
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    return lines[-1] if lines else f"starting it ended with status {status}"


def _parsed(text: str) -> Runtime:
    found = json.loads(text)
    devices = tuple(Device(**device) for device in found["devices"])
    return Runtime(
        torch=found["torch"],
        cuda_build=found["cuda_build"],
        machine=Machine(devices, found["cuda_problem"]),
        four_bit_problem=found["four_bit_problem"],
    )


@dataclass(frozen=True, slots=True)
class CheckpointFacts:
    """What was found of the chosen checkpoint; an empty problem means that it would load."""

    folder: str = ""
    """Empty until one was chosen."""
    problem: str = ""
    """Why the folder cannot be used."""
    plan: str = ""
    """Where and how it would run."""
    warning: str = ""
    """What is not good about that."""
    obstacle: str = ""
    """Why it would not run here."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What was found for a model on this computer; an empty problem means that it works."""

    torch: str = ""
    """Version; empty when it is not installed or does not start."""
    torch_problem: str = ""
    cuda_build: str = ""
    """CUDA version that torch was built for; empty for a CPU build."""
    transformers: str = ""
    """Version; empty when it is not installed."""
    has_driver: bool = False
    driver: str = ""
    """Version of NVIDIA's kernel module; empty where it does not tell."""
    card: str = ""
    """Name of the CUDA device; empty when none can be used."""
    capability: str = ""
    """Its compute capability, such as `8.9`."""
    compiler: str = ""
    """The C compiler that Triton would call; empty for none."""
    headers: str = ""
    """Where `Python.h` is; empty where it is missing."""
    card_free_bytes: int = 0
    card_total_bytes: int = 0
    cuda_problem: str = ""
    kernels: str = ""
    """The compiled kernels and their versions; empty when they cannot be used."""
    kernels_problem: str = ""
    bitsandbytes: str = ""
    """Version; empty when it is not installed."""
    four_bit_problem: str = ""
    checkpoint: CheckpointFacts = field(default_factory=CheckpointFacts)
    free_bytes: int = 0
    """On the disk for our data."""
    offer: Offer = HOLOTRON
    """The model that suits this computer best."""
    served: str = ""
    """Model and host of the server that takes goals; empty for none, and then this computer counts."""


def model_rows(facts: ModelFacts) -> tuple[Row, ...]:
    """Return the rows, in the order in which one would mend them."""
    if facts.served:
        return (Row("main model", "ok", facts.served, topic="model"),)
    rows = [_torch(facts)]
    if facts.torch:
        rows += [_transformers(facts), *_driver(facts), _card(facts), *_of_card(facts)]
        rows += [_kernels(facts), _four_bit(facts)]
    rows.append(_checkpoint(facts.checkpoint, facts.offer))
    if not facts.checkpoint.folder:
        rows.append(_disk(facts))
    return tuple(replace(row, topic="model") for row in rows)


def _torch(facts: ModelFacts) -> Row:
    if facts.torch_problem:
        fix = f"{PIP} --force-reinstall torch"
        return Row("torch", "warn", facts.torch_problem, ONLY_GOALS, fix)
    if not facts.torch:
        return Row("torch", "warn", "not installed", ONLY_GOALS, SETUP)
    version = facts.torch.partition("+")[0]
    if facts.cuda_build:
        return Row("torch", "ok", f"{version}, built for CUDA {facts.cuda_build}")
    found = f"{version}, built for the CPU"
    if facts.has_driver:
        fix = f"{PIP} --force-reinstall torch=={version}"
        return Row("torch", "warn", found, "the NVIDIA card of this computer is not used", fix)
    return Row("torch", "ok", found)


def _transformers(facts: ModelFacts) -> Row:
    if not facts.transformers:
        return Row("transformers", "warn", "not installed", ONLY_GOALS, SETUP)
    if _numbers(facts.transformers) < OLDEST_TRANSFORMERS:
        meaning = "without compiled kernels a screenshot exhausts the memory of any card"
        return Row("transformers", "warn", facts.transformers, meaning, SETUP)
    return Row("transformers", "ok", facts.transformers)


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.split(".")[:2]
    return tuple(int(part) for part in parts if part.isdigit())


def _card(facts: ModelFacts) -> Row:
    if facts.card:
        free, total = facts.card_free_bytes / GB, facts.card_total_bytes / GB
        return Row("graphics card", "ok", f"{facts.card}, {free:.1f} of {total:.1f} GB free")
    meaning = "a model of 12 billion weights takes minutes a step on a CPU"
    if facts.cuda_build and facts.has_driver:
        fix = "update the NVIDIA driver and start again: nvidia-smi says what it has"
        return Row("graphics card", "warn", facts.cuda_problem, meaning, fix)
    fix = "name things on the screen, such as: click Save"
    return Row("graphics card", "warn", "no CUDA device", meaning, fix)


def _driver(facts: ModelFacts) -> tuple[Row, ...]:
    if not (facts.driver and facts.cuda_build):
        return ()
    least = LEAST_DRIVERS.get(facts.cuda_build.partition(".")[0], 0)
    if int(facts.driver.partition(".")[0]) >= least:
        return (Row("NVIDIA driver", "ok", facts.driver),)
    meaning = f"torch for CUDA {facts.cuda_build} needs {least} or newer, so the card is not used"
    fix = f"install the NVIDIA driver {least} or newer, and start the computer again"
    return (Row("NVIDIA driver", "warn", facts.driver, meaning, fix),)


def _of_card(facts: ModelFacts) -> tuple[Row, ...]:
    """Return what else counts where there is a card: its kind, and what Triton compiles its kernels with."""
    if not facts.card:
        return ()
    has, build = float(facts.capability or 0), facts.cuda_build
    least = LEAST_CAPABILITIES.get(build.partition(".")[0], 0.0)
    meaning = fix = ""
    if has < max(least, FAST_CAPABILITY):
        slow = f"a card below {FAST_CAPABILITY} computes bfloat16 in software: slow"
        none = f"torch for CUDA {build} has nothing for cards below {least}"
        meaning, fix = none if has < least else slow, "use a model server: deskhand model servers"
    status: Status = "warn" if fix else "ok"
    rows = [Row("compute capability", status, facts.capability or "not known", meaning, fix)]
    meaning = "Triton cannot compile its kernels, and PyTorch's own run: same results, slower"
    for name, found, package in (
        ("C compiler", facts.compiler, "gcc"),
        ("Python.h", facts.headers, "python3-dev"),
    ):
        if found:
            rows.append(Row(name, "ok", found))
        else:
            rows.append(Row(name, "warn", "not found", meaning, f"sudo apt install {package}"))
    return tuple(rows)


def _kernels(facts: ModelFacts) -> Row:
    if facts.card and not facts.kernels_problem:
        return Row("compiled kernels", "ok", facts.kernels)
    if not facts.card:
        meaning = "they need CUDA; the portable path gives the same results"
        return Row("compiled kernels", "ok", "not used", meaning)
    fix = f"{PIP} --no-build-isolation causal-conv1d mamba-ssm"
    meaning = "the portable path runs: same results, slower"
    return Row("compiled kernels", "warn", facts.kernels_problem, meaning, fix)


def _four_bit(facts: ModelFacts) -> Row:
    meaning = "cards with less than 32 GB cannot hold the model"
    if facts.four_bit_problem:
        return Row("4 bit", "warn", facts.four_bit_problem, meaning, SETUP)
    if not facts.bitsandbytes:
        return Row("4 bit", "warn", "bitsandbytes is not installed", meaning, SETUP)
    return Row("4 bit", "ok", f"bitsandbytes {facts.bitsandbytes}")


def _checkpoint(found: CheckpointFacts, offer: Offer) -> Row:
    if not found.folder:
        fix = f"deskhand model download {offer.repo}"
        return Row("main model", "warn", "no checkpoint is chosen", ONLY_GOALS, fix)
    if found.problem:
        fix = f"deskhand model check {shlex.quote(found.folder)}"
        return Row("main model", "warn", found.problem, ONLY_GOALS, fix)
    if found.obstacle:
        fix = "choose another precision or device in Settings"
        return Row("main model", "warn", found.obstacle, ONLY_GOALS, fix)
    if found.warning:
        fix = "use a computer with a CUDA card of 12 GB or more"
        return Row("main model", "warn", found.plan, found.warning, fix)
    return Row("main model", "ok", found.plan or found.folder)


def _disk(facts: ModelFacts) -> Row:
    found = f"{facts.free_bytes / GB:,.1f} GB free"
    needed = facts.offer.stored_bytes + OTHER_FILES_BYTES
    if facts.free_bytes < needed:
        missing = (needed - facts.free_bytes) / GB
        meaning = f"{facts.offer.name} has {needed / GB:.1f} GB"
        return Row("room for a model", "warn", found, meaning, f"free {missing:.1f} GB")
    return Row("room for a model", "ok", found)


def gather_model(settings: ModelSettings, free_bytes: int) -> ModelFacts:
    """Look what a model would find here; takes seconds where torch is installed, and never raises."""
    if settings.host:
        pairs = zip(settings.server.each, settings.hosts, strict=True)
        named = (f"{one.model or 'its only model'} on {host}" for one, host in pairs)
        return ModelFacts(served=", ".join(named))
    runtime = read_runtime()
    card = runtime.machine.of_kind("cuda")
    probes = probe_packages() if card is not None else ()
    return ModelFacts(
        torch=runtime.torch,
        torch_problem=runtime.problem,
        cuda_build=runtime.cuda_build,
        transformers=_version("transformers"),
        has_driver=DRIVER.exists() or shutil.which("nvidia-smi") is not None,
        driver=_driver_version(DRIVER),
        capability="" if card is None else card.capability,
        compiler=os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "",
        headers=_headers(Path(sysconfig.get_path("include"))),
        card="" if card is None else card.label,
        card_free_bytes=0 if card is None else card.free_bytes,
        card_total_bytes=0 if card is None else card.total_bytes,
        cuda_problem=runtime.machine.cuda_problem,
        kernels=", ".join(f"{p.package} {p.version}".strip() for p in probes if not p.problem),
        kernels_problem="; ".join(p.problem for p in probes if p.problem),
        bitsandbytes=_version("bitsandbytes"),
        four_bit_problem=runtime.four_bit_problem,
        checkpoint=_checkpoint_facts(settings, runtime),
        free_bytes=free_bytes,
        offer=_offer(runtime.machine, _wish(settings)) or HOLOTRON,
    )


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _driver_version(told: Path) -> str:
    try:
        found = re.search(r"Kernel Module(?: for \S+)? +(\d[.\d]*)", told.read_text())
    except OSError:
        return ""
    return "" if found is None else found[1]


def _headers(folder: Path) -> str:
    return str(folder) if (folder / "Python.h").is_file() else ""


def _checkpoint_facts(settings: ModelSettings, runtime: Runtime) -> CheckpointFacts:

    if not settings.folder:
        return CheckpointFacts()
    try:
        spec = read_spec(Path(settings.folder))
    except AssistantError as error:
        return CheckpointFacts(settings.folder, problem=str(error))
    if not runtime.torch:
        return CheckpointFacts(settings.folder)
    try:
        plan = choose(spec, runtime.machine, _wish(settings))
    except AssistantError as error:
        return CheckpointFacts(settings.folder, obstacle=str(error))
    return CheckpointFacts(settings.folder, plan=plan.sentence, warning=plan.warning)


def _wish(settings: ModelSettings) -> Override:
    return Override(device=settings.device, quantization=settings.quantization)


def _offer(machine: Machine, wish: Override) -> Offer | None:
    found = best_offer(machine, wish)
    return found[0] if found else None


def offered_here(settings: ModelSettings) -> Offer | None:
    """Return the model that suits the card's free memory best; takes the seconds that torch needs to start."""
    return _offer(read_runtime().machine, _wish(settings))


def _least_bytes(stored_bytes: int, quantization: Quantization) -> float:
    """Return the least that a checkpoint of so many bytes takes of a device."""
    for offer in OFFERS:
        if abs(offer.stored_bytes - stored_bytes) < ALIKE * stored_bytes and offer is not HOLOTRON:
            needs = needs_of(
                offer.spec, dtype="bfloat16", quantization=quantization, kind="cuda", states=1,
                embedding_in_ram=True,
            )  # fmt: skip
            return needs.total
    return stored_bytes * LEAST_SHARES[quantization]


def unfit(stored_bytes: int, machine: Machine, wish: Override) -> str:
    """Say in a sentence that a checkpoint would not run well here, and what would; empty where it would.

    Args:
        stored_bytes: of its files, in 16 bit; they need not be here.
    """
    if not machine.devices:
        return worded(
            "Whether it would run here is not known, for torch does not start: see deskhand doctor."
        )
    card = None if wish.device == "cpu" else machine.of_kind("cuda")
    device = card or machine.devices[-1]
    lightest_gb = _least_bytes(stored_bytes, "nf4") / GB
    free_gb = device.free_bytes / GB
    if card is None and lightest_gb <= free_gb:
        return worded(
            "No graphics card would be used, and a CPU takes minutes for each step: "
            "a model server, here or elsewhere, does better."
        )
    precision = "nf4" if wish.quantization == "auto" else wish.quantization
    need_gb = _least_bytes(stored_bytes, precision) / GB
    if card is not None and need_gb <= free_gb:
        return ""
    smaller = max(
        (model for model in models_of(SMALLER) if best_fit(model, free_gb)),
        key=lambda model: model.bf16_gb,
        default=None,
    )
    if lightest_gb <= free_gb:
        remedy = worded("choose 4 bit in Settings, which would fit")
    elif need_gb * GB <= device.total_bytes:
        remedy = worded("close what else uses that memory")
    elif (other := best_offer(machine, replace(wish, quantization="auto"))) is not None:
        remedy = worded("{0} would fit here", other[0].name)
    elif smaller is None:
        remedy = worded("use a model server on another computer")
    else:
        remedy = worded("{0} on a model server would fit", smaller.name)
    return worded(
        "{0} has {1:.1f} GB of memory free and this model needs {2:.1f}: {3}.",
        device.label, free_gb, need_gb, remedy,
    )  # fmt: skip


def unfit_here(stored_bytes: int, settings: ModelSettings) -> str:
    """Say why a checkpoint would not run well here, as `unfit` does; takes the seconds that torch needs to start."""
    return unfit(stored_bytes, read_runtime().machine, _wish(settings))


def meaning_problem() -> str:
    """Return why words cannot be compared by what they mean; empty where they can."""
    missing = [n for n in ("tokenizers", "safetensors") if importlib.util.find_spec(n) is None]
    if missing:
        return f"not installed: {', '.join(missing)}"
    from model.text_encoder import TextEncoder, folder_of  # which imports both

    folder = folder_of()
    if folder is None:
        return "its weights are not installed"
    try:
        TextEncoder(folder)
    except (OSError, ValueError) as error:
        return str(error)
    return ""
