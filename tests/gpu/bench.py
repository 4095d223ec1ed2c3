"""What the checks run on: a device, the sizes, and networks of random weights.

The same checks run at the full size on a CUDA device and at a tiny size on the CPU, so that they
are known to work before anybody carries them to a card.
"""

import gc
import math
import statistics
import time
from dataclasses import dataclass, replace

import torch

from automation.core.errors import LoadError
from model.network.device import Override, choose, read_machine
from model.network.model import Holotron
from model.network.quantize import TORCH_DTYPES, placer_for
from model.spec import LAYER_LETTERS, HolotronSpec
from tests.fakes.model_specs import full_spec, small_language, small_spec

PERIOD = "M-M-M-M*-"
"""One of the six like parts of the published pattern."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the checks run and at which sizes."""

    device: torch.device
    label: str
    full: HolotronSpec
    """For the check of a whole session."""
    part: HolotronSpec
    """The same widths with fewer layers, for everything that compares numbers."""
    prompt_tokens: int
    splits: tuple[int, ...]
    """Where a prompt is cut in two."""
    steps: int
    """Of the session."""
    step_tokens: int
    """Words of one step of the session, and of its reply."""
    tiles: int
    """Of one picture."""
    slack_bytes: int
    """What the runtime's work spaces may take more in the course of the session."""

    @property
    def is_cuda(self):
        return self.device.type == "cuda"


def on_cuda():
    """The published sizes on the CUDA device with most free memory."""
    card = read_machine().of_kind("cuda")
    if card is None:
        raise LoadError("these checks need a CUDA device that torch can use; see deskhand doctor")
    full = full_spec()
    part = replace(full, language=replace(full.language, layers=layers(PERIOD)))
    return Bench(
        torch.device(card.name),
        card.label,
        full,
        part,
        prompt_tokens=260,
        splits=(1, 2, 3, 5, 37, 50, 127, 128, 129),
        steps=20,
        step_tokens=100,
        tiles=9,
        slack_bytes=32 * 1024**2,
    )


def tiny_on_cpu():
    """A network of the same kind that a processor runs in milliseconds."""
    small = small_spec()
    language = small_language(
        "M-*",
        hidden=128,
        mlp_width=256,
        heads=4,
        head_dim=32,
        mamba_heads=8,
        mamba_head_dim=16,
    )
    spec = replace(small, language=language, projector=replace(small.projector, outputs=128))
    return Bench(
        torch.device("cpu"),
        "CPU",
        spec,
        spec,
        prompt_tokens=24,
        splits=(1, 3, 16, 17),
        steps=8,
        step_tokens=3,
        tiles=2,
        slack_bytes=16 * 1024,
    )


def layers(pattern):
    return tuple(LAYER_LETTERS[letter] for letter in pattern)


def plan_for(bench, spec, **wish):
    """Decide as the app does, for the bench's device."""
    wish.setdefault("dtype", "bfloat16")
    return choose(spec, read_machine(), Override(device=bench.device.type, **wish))


def network_of(spec, plan, seed=0):
    """Draw a network on the device, weight by weight, through the placer that loading uses."""
    network = Holotron.meta(spec, TORCH_DTYPES[plan.dtype])
    placer = placer_for(plan)
    draw = torch.Generator(device=plan.device).manual_seed(seed)
    for name, shape in [(name, tuple(p.shape)) for name, p in network.named_parameters()]:
        placer.place(network, name, weight(name, shape, draw, len(spec.language.layers)))
    return network.finish()


def weight(name, shape, draw, depth):
    """Return values that keep the network's numbers in range."""
    leaf = name.rpartition(".")[2]
    device = draw.device
    if leaf == "A_log":
        return torch.arange(1, shape[0] + 1, device=device).log()
    if leaf == "dt_bias":
        return torch.rand(shape, generator=draw, device=device) * 5 - 7  # steps 0.001 to 0.12
    values = torch.randn(shape, generator=draw, device=device, dtype=torch.bfloat16)
    if len(shape) == 1:
        return values * 0.02 + (0.0 if leaf == "bias" else 1.0)
    if "embedding" in name:
        return values
    scale = math.prod(shape[1:]) ** -0.5
    return values * (scale / depth**0.5 if "out_proj" in name or "down_proj" in name else scale)


def ids_for(spec, count, seed=0):
    """Return (count,) ids of words; no placeholders among them."""
    draw = torch.Generator().manual_seed(seed)
    first = spec.tokens.image_end_id + 1
    return torch.randint(first, spec.tokens.entries, (count,), generator=draw)


def tiles_for(bench, spec, count, seed=0):
    """Return (count, 3, tile_px, tile_px) noise on the device."""
    draw = torch.Generator(device=bench.device).manual_seed(seed)
    side = spec.image.tile_px
    return torch.randn((count, 3, side, side), generator=draw, device=bench.device)


def distance(found, expected):
    """Return how far values are from others, relative to their size."""
    return float((found - expected).float().norm() / expected.float().norm())


def allocated(device):
    """Return the bytes that live tensors hold on the device."""
    gc.collect()
    if device.type == "cuda":
        torch.cuda.synchronize(device)
        return torch.cuda.memory_allocated(device)
    tensors = [each for each in gc.get_objects() if issubclass(type(each), torch.Tensor)]
    storages = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in tensors}
    return sum(storages.values())


def host_ms(watch, work):
    """Return the median time that Python takes to launch work."""
    taken = []
    for _ in range(watch.rounds):
        watch.wait()
        began = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - began))
    watch.wait()
    return round(statistics.median(taken), 4)
