"""Decides where a network runs and in which precision, from what memory is free.

The decision is arithmetic on a `Machine`, so that it is made the same way for invented machines
and for the one of `read_machine`. Does not touch torch.
"""

from dataclasses import dataclass
from typing import Final, Literal

from automation.core.engine import Quantization
from automation.core.errors import LoadError, OutOfMemory
from model.core.spec import ModelSpec
from model.network import sizes
from model.network.machine import Device, DeviceKind, Machine
from model.network.sizes import Dtype

DeviceChoice = Literal["auto", "cuda", "cpu"]
QuantizationChoice = Literal["auto", "none", "int8", "nf4"]

GB: Final = 1_000_000_000

CONTEXT_TOKENS: Final = 16_384
"""Room for attention memory: about six 1080p screenshots of 2304 tokens with their text."""
PASS_TOKENS: Final = 512
"""Tokens of one prefill pass that room is kept for; a longer pass needs more."""
PASS_TILES: Final = 4
"""Tiles that go through the encoder at once."""
STATES: Final = 3
"""Recurrent states on the device: the one at work and two snapshots; more go to main memory."""
SPARE_STATES: Final = 2
"""Snapshots that a step lays beside those until it is over, where there are any."""
GROWING_PART: Final = 4
"""Attention memory reserves a quarter more than it holds; one layer is there twice as it grows."""
CUDA_CONTEXT_BYTES: Final = 500_000_000
"""What a CUDA context with its libraries takes. An estimate; not measured on every driver."""

SLOW_WEIGHTS_BYTES: Final = 2 * GB
"""Above it a CPU needs seconds a token: it reads all weights for each, at 10-40 GB/s."""
CPU_BYTES_PER_S: Final = 20 * GB
"""Speed at which a desktop's CPU reads weights; for the warning only."""


@dataclass(frozen=True, slots=True)
class Override:
    """What the user decided; `auto` leaves it to us."""

    device: DeviceChoice = "auto"
    quantization: QuantizationChoice = "auto"
    dtype: Literal["auto"] | Dtype = "auto"
    context_tokens: int = CONTEXT_TOKENS


@dataclass(frozen=True, slots=True)
class Needs:
    """Bytes on the device, by what they are for."""

    weights: int
    """Of the language model."""
    encoder: int
    """Of encoder and projector."""
    cache: int
    """Keys and values at the planned context."""
    snapshots: int
    """Recurrent and convolution states: the one at work, the snapshots, and those of a step."""
    activations: int
    """What a pass and a picture need for a moment, and what the device's runtime takes. A scan and
    an attention layer never run together, and an allocator that is full gives back what it keeps."""

    @property
    def total(self) -> int:
        """All of it."""
        return self.weights + self.encoder + self.cache + self.snapshots + self.activations


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """Where and how a checkpoint will run."""

    device: str
    """As torch names it."""
    label: str
    """For people."""
    dtype: Dtype
    quantization: Quantization
    needs: Needs
    free_bytes: int
    context_tokens: int
    states: int
    """Recurrent states that may stay on the device, the one at work included."""
    embedding_in_ram: bool
    """Whether the embedding stays in main memory; only the rows of a prompt are copied."""
    sentence: str
    """For people: what was decided, and why."""
    warning: str = ""
    """For people: what is not good about it; empty when nothing is."""

    @property
    def bytes_needed(self) -> int:
        """Bytes on the device, for everything."""
        return self.needs.total


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to run on a device, before it is known whether it fits."""

    dtype: Dtype
    quantization: Quantization
    states: int = STATES
    embedding_in_ram: bool = False


def needs_of(
    spec: ModelSpec,
    *,
    dtype: Dtype,
    quantization: Quantization,
    kind: DeviceKind,
    context_tokens: int = CONTEXT_TOKENS,
    states: int = STATES,
    embedding_in_ram: bool = False,
) -> Needs:
    """Return the bytes that a network of this spec needs on a device."""
    encoder = sizes.encoder_bytes(spec, dtype)
    weights = sizes.weights_bytes(spec, dtype, quantization) - encoder
    if embedding_in_ram:
        weights -= sizes.parameters_of(spec).embedding * sizes.DTYPE_BYTES[dtype]
    layer = max(
        PASS_TOKENS * sizes.scan_bytes_per_token(spec.language),
        sizes.attention_bytes(spec.language, dtype, tokens=PASS_TOKENS, context=context_tokens),
    )
    restored = sizes.restored_bytes(spec.language, dtype, quantization)
    tiles = PASS_TILES * sizes.encoder_bytes_per_tile(spec, dtype)
    picture = sizes.picture_bytes(spec, dtype)
    cache = context_tokens * sizes.cache_bytes_per_token(spec.language, dtype)
    growing = cache // GROWING_PART + cache // max(1, spec.language.layers.count("attention"))
    runtime = CUDA_CONTEXT_BYTES if kind == "cuda" else 0
    spare = SPARE_STATES if states > 1 else 0
    return Needs(
        weights=weights,
        encoder=encoder,
        cache=cache,
        snapshots=(states + spare) * sizes.state_bytes(spec.language, dtype),
        activations=layer + growing + restored + tiles + picture + runtime,
    )


def choose(spec: ModelSpec, machine: Machine, override: Override | None = None) -> LoadPlan:
    """Decide where the checkpoint runs and in which precision.

    Raises:
        LoadError: the chosen device is not there.
        OutOfMemory: it does not fit; says how much is missing and what to choose.
    """
    wish = override or Override()
    device = _device(machine, wish.device)
    ways = _ways(device, wish)
    for way in ways:
        needs = _needs(spec, device, way, wish.context_tokens)
        if needs.total <= device.free_bytes:
            return LoadPlan(
                device=device.name,
                label=device.label,
                dtype=way.dtype,
                quantization=way.quantization,
                needs=needs,
                free_bytes=device.free_bytes,
                context_tokens=wish.context_tokens,
                states=way.states,
                embedding_in_ram=way.embedding_in_ram,
                sentence=_sentence(spec, device, way, needs),
                warning=_warning(device, way, needs),
            )
    raise OutOfMemory(_no_room(spec, machine, device, wish))


def _device(machine: Machine, wanted: DeviceChoice) -> Device:
    if wanted == "auto":
        return machine.of_kind("cuda") or _required(machine, "cpu")
    return _required(machine, wanted)


def _required(machine: Machine, kind: DeviceKind) -> Device:
    device = machine.of_kind(kind)
    if device is not None:
        return device
    if kind == "cuda":
        message = (
            f"no CUDA device can be used: {machine.cuda_problem or 'there is none'}; "
            "choose the CPU, or see deskhand doctor"
        )
    else:
        message = "the system does not tell how much memory is free, so nothing runs on the CPU"
    raise LoadError(message)


def _ways(device: Device, wish: Override) -> tuple[_Way, ...]:
    """Return what to try, the best first; what the user decided is kept."""
    if wish.quantization != "auto":
        return _squeezed(_dtypes(device, wish, wish.quantization), wish.quantization, device)
    plain = tuple(_Way(dtype, "none") for dtype in _dtypes(device, wish, "none"))
    return (*plain, *_squeezed(_dtypes(device, wish, "nf4"), "nf4", device))


def _dtypes(device: Device, wish: Override, quantization: Quantization) -> tuple[Dtype, ...]:
    if wish.dtype != "auto":
        return (wish.dtype,)
    if device.kind == "cpu" and quantization == "none":
        return ("float32", "bfloat16")
    return ("bfloat16",)


def _squeezed(
    dtypes: tuple[Dtype, ...], quantization: Quantization, device: Device
) -> tuple[_Way, ...]:
    """Return the ways that give up comfort before precision."""
    if device.kind == "cpu":
        return tuple(_Way(dtype, quantization) for dtype in dtypes)
    return tuple(
        _Way(dtype, quantization, states, in_ram)
        for dtype in dtypes
        for states, in_ram in ((STATES, False), (1, False), (1, True))
    )


def _needs(spec: ModelSpec, device: Device, way: _Way, context_tokens: int) -> Needs:
    return needs_of(
        spec,
        dtype=way.dtype,
        quantization=way.quantization,
        kind=device.kind,
        context_tokens=context_tokens,
        states=way.states,
        embedding_in_ram=way.embedding_in_ram,
    )


def _sentence(spec: ModelSpec, device: Device, way: _Way, needs: Needs) -> str:
    parts = [
        f"{spec.name} on {device.label} in {_words(way)}: "
        f"{_gb(needs.total)} GB of {_gb(device.free_bytes)} GB free"
    ]
    if way.states < STATES:
        parts.append("snapshots are kept in main memory")
    if way.embedding_in_ram:
        parts.append("the embedding stays in main memory")
    return "; ".join(parts) + "."


def _warning(device: Device, way: _Way, needs: Needs) -> str:
    if device.kind == "cpu" and needs.weights > SLOW_WEIGHTS_BYTES:
        seconds = needs.weights / CPU_BYTES_PER_S
        return (
            f"Slow: a CPU reads {_gb(needs.weights)} GB for every token, {seconds:.1f} s or more, "
            "and minutes for a screenshot. A CUDA device is what this model is for."
        )
    if not device.has_bfloat16:
        return f"Slow: {device.label} computes bfloat16 in software."
    if way.quantization == "int8":
        return "8 bit saves memory, not time: its kernels are slower than 16 bit."
    return ""


def _no_room(spec: ModelSpec, machine: Machine, device: Device, wish: Override) -> str:
    """Return what is missing, and what to choose that would fit."""
    needed = min(
        _needs(spec, device, way, wish.context_tokens).total for way in _ways(device, wish)
    )
    memory = "GPU memory" if device.kind == "cuda" else "memory"
    remedies = []
    if needed <= device.total_bytes:
        remedies.append("close a program")
    remedies += _alternatives(spec, machine, device, wish)
    if not remedies:
        remedies.append("name things on the screen, which needs no model")
    advice = ", or ".join(remedies)
    return (
        f"Not enough {memory}: {_gb(needed)} GB needed, {_gb(device.free_bytes)} free, "
        f"{_gb(needed - device.free_bytes)} missing. {advice[0].upper()}{advice[1:]}."
    )


def _alternatives(spec: ModelSpec, machine: Machine, device: Device, wish: Override) -> list[str]:
    """Return the first choice that fits where the user's own does not."""
    if wish.quantization in ("none", "int8") and _fits(spec, device, Override(quantization="nf4")):
        return ["use 4 bit"]
    cpu = machine.of_kind("cpu")
    if device.kind == "cuda" and cpu is not None and _fits(spec, cpu, Override()):
        return ["choose the CPU, which is slow"]
    return []


def _fits(spec: ModelSpec, device: Device, wish: Override) -> bool:
    ways = _ways(device, wish)
    tries = (_needs(spec, device, way, wish.context_tokens).total for way in ways)
    return any(needed <= device.free_bytes for needed in tries)


def _words(way: _Way) -> str:
    """Return a precision as people say it."""
    match way.quantization:
        case "nf4":
            return "4 bit"
        case "int8":
            return "8 bit"
        case "none":
            return "32 bit" if way.dtype == "float32" else "16 bit"


def _gb(count: int) -> str:
    return f"{count / GB:.1f}"
