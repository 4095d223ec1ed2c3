"""Decides where a network runs and in which precision, from what memory is free. Does not touch torch.

The decision is arithmetic on a `Machine`, so that it is made the same way for invented machines and for
the one of `read_machine`. How many parameters and bytes a network has follows from its spec, and was
checked against the published sizes of Holotron-12B.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from automation.core.errors import LoadError, OutOfMemory
from automation.core.generation import Quantization
from model.spec import HolotronSpec, Language, ModelSpec, PatchSpec, QwenSpec

DeviceKind = Literal["cuda", "cpu"]

MEMINFO: Final = Path("/proc/meminfo")


@dataclass(frozen=True, slots=True)
class Device:
    """A place where a network can run."""

    name: str
    """As torch names it: `cuda:0`, `cpu`."""
    label: str
    """For people: `NVIDIA RTX 4090`, `CPU`."""
    kind: DeviceKind
    free_bytes: int
    total_bytes: int
    has_bfloat16: bool = True
    """Whether bfloat16 runs at full speed."""
    capability: str = ""
    """Compute capability of a CUDA device, such as `8.9`."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The devices of one computer, the best CUDA device first, the CPU last."""

    devices: tuple[Device, ...]
    cuda_problem: str = ""
    """Why no CUDA device can be used; empty when one can."""

    def of_kind(self, kind: DeviceKind) -> Device | None:
        """Return the best device of the kind."""
        return next((d for d in self.devices if d.kind == kind), None)


class Cuda(Protocol):
    """What is asked of `torch.cuda`."""

    def is_available(self) -> bool:
        """Tell whether a device can be used."""

    def device_count(self) -> int:
        """Return how many there are."""

    def get_device_name(self, device: int) -> str:
        """Return the name that people know."""

    def mem_get_info(self, device: int) -> tuple[int, int]:
        """Return free and all bytes; what other programs use is not free."""

    def get_device_capability(self, device: int) -> tuple[int, int]:
        """Return the compute capability."""


BFLOAT16_CAPABILITY: Final = (8, 0)
"""First compute capability with bfloat16 arithmetic. Source: CUDA C++ programming guide."""


def read_machine(cuda: Cuda | None = None, meminfo: Path = MEMINFO) -> Machine:
    """Look at this computer.

    Args:
        cuda: What to ask; `None` asks `torch.cuda`, which makes a CUDA context on each device.
        meminfo: Where the system tells of its memory.
    """
    devices, problem = _cuda_devices(_torch_cuda() if cuda is None else cuda)
    return Machine((*devices, *_cpu(meminfo)), problem)


def read_device(name: str, cuda: Cuda | None = None, meminfo: Path = MEMINFO) -> Device | None:
    """Look at one device, as torch names it, and at no other; None where the system does not tell."""
    kind, _, number = name.partition(":")
    if kind == "cpu":
        return next(iter(_cpu(meminfo)), None)
    if kind != "cuda" or not number:
        return None
    with suppress(RuntimeError):  # a driver that does not answer
        return _cuda_device(_torch_cuda() if cuda is None else cuda, int(number))
    return None


def _torch_cuda() -> Cuda:
    import torch  # noqa: PLC0415  # doctor plans where torch is not loaded

    return torch.cuda


def _cuda_devices(cuda: Cuda) -> tuple[list[Device], str]:
    if not cuda.is_available():
        return [], "torch finds no CUDA device"
    try:
        devices = [_cuda_device(cuda, n) for n in range(cuda.device_count())]
    except RuntimeError as error:
        return [], f"the CUDA device does not answer: {str(error).splitlines()[0]}"
    return sorted(devices, key=lambda device: device.free_bytes, reverse=True), ""


def _cuda_device(cuda: Cuda, number: int) -> Device:
    free, total = cuda.mem_get_info(number)
    capability = cuda.get_device_capability(number)
    return Device(
        name=f"cuda:{number}",
        label=cuda.get_device_name(number),
        kind="cuda",
        free_bytes=free,
        total_bytes=total,
        has_bfloat16=capability >= BFLOAT16_CAPABILITY,
        capability=".".join(map(str, capability)),
    )


def _cpu(meminfo: Path) -> list[Device]:
    """Return the CPU with what memory programs can still get; nothing where that is not told."""
    if not meminfo.exists():
        return []
    lines = [line.split() for line in meminfo.read_text().splitlines()]
    fields = {line[0]: int(line[1]) * 1024 for line in lines if line[2:] == ["kB"]}
    return [Device("cpu", "CPU", "cpu", fields["MemAvailable:"], fields["MemTotal:"])]


Dtype = Literal["bfloat16", "float16", "float32"]

DTYPE_BYTES: Final[dict[Dtype, int]] = {"bfloat16": 2, "float16": 2, "float32": 4}
FLOAT32_BYTES: Final = 4

NF4_BLOCK: Final = 64
"""Weights that share one 8-bit scale; 256 scales share one float32.
Source: `bitsandbytes.nn.Linear4bit`, `compress_statistics`."""
NF4_SCALES_PER_GROUP: Final = 256

BLOCK_COPIES: Final = 3
"""Copies that a block holds at once of its widest activation, and of its input in float32."""

LARGEST_SCREEN_PX: Final = 3840 * 2160
"""Pixels of a picture that room is kept for: its bytes and its colours in float32."""
TILE_COPIES: Final = 2
"""Float32 copies of a picture's tiles at once: the stretched picture, and cut."""
FEATURE_COPIES: Final = 3
"""Copies of a picture's features at once: by groups, joined, and in the prompt."""

ENCODER_COPIES: Final = 4
"""Copies of the widest activation of a block that the encoder holds at once."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How many values each part of a network has."""

    projections: int
    """Weights of the language model's linear layers: what quantisation replaces."""
    embedding: int
    head: int
    """0 where it is the embedding."""
    small: int
    """Norms, convolutions and what steers the recurrence."""
    encoder: int
    """All that turns a picture into tokens."""

    @property
    def language(self) -> int:
        """Everything of the language model."""
        return self.projections + self.embedding + self.head + self.small

    @property
    def total(self) -> int:
        """Everything."""
        return self.language + self.encoder


def parameters_of(spec: ModelSpec) -> Parameters:
    """Count the values of each part."""
    language = spec.language
    rows = language.vocab_rows * language.hidden
    return Parameters(
        projections=sum(r * c for r, c in language.linears),
        embedding=rows,
        head=rows if language.has_own_head else 0,
        small=language.small,
        encoder=spec.encoder_values,
    )


def projection_bytes(count: Parameters, dtype: Dtype, quantization: Quantization) -> int:
    """Return the bytes of the language model's linear layers."""
    match quantization:
        case "none":
            return count.projections * DTYPE_BYTES[dtype]
        case "nf4":
            scales = count.projections // NF4_BLOCK
            groups = scales // NF4_SCALES_PER_GROUP
            return count.projections // 2 + scales + groups * FLOAT32_BYTES


def restored_bytes(language: Language, dtype: Dtype, quantization: Quantization) -> int:
    """Return the bytes of the largest layer in 16 bit, which quantised layers make for a pass."""
    if quantization == "none":
        return 0
    return max((r * c for r, c in language.linears), default=0) * DTYPE_BYTES[dtype]


def weights_bytes(spec: ModelSpec, dtype: Dtype, quantization: Quantization) -> int:
    """Return the bytes of all weights, encoder and embedding included."""
    count = parameters_of(spec)
    rest = count.total - count.projections
    return projection_bytes(count, dtype, quantization) + rest * DTYPE_BYTES[dtype]


def encoder_bytes(spec: ModelSpec, dtype: Dtype) -> int:
    """Return the bytes of encoder and projector; they are never quantised."""
    count = parameters_of(spec)
    return count.encoder * DTYPE_BYTES[dtype]


def cache_bytes_per_token(language: Language, dtype: Dtype) -> int:
    """Return the bytes of keys and values that one token adds."""
    layers = language.memories.count("rows")
    return layers * 2 * language.kv_heads * language.head_dim * DTYPE_BYTES[dtype]


def recurrent_bytes(language: Language) -> int:
    """Return the bytes of the recurrent states of one sequence; always float32."""
    heads, rows, columns = language.state_shape
    return language.memories.count("state") * heads * rows * columns * FLOAT32_BYTES


def conv_bytes(language: Language, dtype: Dtype) -> int:
    """Return the bytes of the convolution windows of one sequence."""
    values = language.conv_width * language.conv_kernel
    return language.memories.count("state") * values * DTYPE_BYTES[dtype]


def state_bytes(language: Language, dtype: Dtype) -> int:
    """Return the bytes that one snapshot copies."""
    return recurrent_bytes(language) + conv_bytes(language, dtype)


def scan_bytes_per_token(language: Language) -> int:
    """Return the bytes that the portable scan needs for a moment, per token of a pass."""
    return language.scan_values * FLOAT32_BYTES


def block_bytes_per_token(language: Language) -> int:
    """Return the bytes that a block without a portable scan needs for a moment, per token of a pass."""
    widest = max(rows for rows, _ in language.linears)
    return BLOCK_COPIES * (widest * DTYPE_BYTES["bfloat16"] + language.hidden * FLOAT32_BYTES)


def attention_bytes(language: Language, dtype: Dtype, *, tokens: int, context: int) -> int:
    """Return the bytes that one attention layer needs for a moment, to read tokens after others.

    Source: `sdpa_attention_forward` of transformers 5.23. Where there is a mask, which is whenever
    more than one token continues a prompt, it repeats keys and values for every head of the
    queries; the mask is there once as bits of a byte each, and once in the dtype.

    Args:
        context: Tokens that they look at, their own included.
    """
    if "rows" not in language.memories:
        return 0
    repeated = 2 * context * language.heads * language.head_dim * DTYPE_BYTES[dtype]
    return repeated + tokens * context * (1 + DTYPE_BYTES[dtype])


GRAPH_ROWS: Final = 64
"""Most rows of a graph; graphs of fewer rows take the same memory after it."""
WORK_SPACE_BYTES: Final = 33_554_432
"""Of the products of a graph. Source: each capture reserved so much more on an H100, run 1 of
tests/benchmarks/results/nvidia-h100.jsonl."""


def graph_bytes(spec: ModelSpec, dtype: Dtype, quantization: Quantization) -> int:
    """Return the bytes of the pool that CUDA graphs keep, and that no launched pass gets.

    An estimate: the portable scan of the most rows, filled up to blocks of it, the layer that
    quantised weights are restored to, logits and work space.
    """
    language = spec.language
    rows = -(-GRAPH_ROWS // language.chunk_size) * language.chunk_size
    logits = language.vocab_rows * FLOAT32_BYTES
    layer = rows * scan_bytes_per_token(language) + restored_bytes(language, dtype, quantization)
    return layer + logits + WORK_SPACE_BYTES


def picture_bytes(spec: ModelSpec, dtype: Dtype) -> int:
    """Return the bytes of one picture on its way: pixels, tiles or patches, features."""
    pixels = LARGEST_SCREEN_PX * (4 + 3 * FLOAT32_BYTES)
    image = spec.image
    if isinstance(image, PatchSpec):
        largest = min(image.max_pixels, LARGEST_SCREEN_PX)
        values, tokens = largest * 3 * image.frames, largest // image.token_px**2
    else:
        tiles = image.max_tiles + int(image.use_thumbnail)
        values, tokens = tiles * 3 * image.tile_px**2, tiles * image.tokens_per_tile
    features = tokens * spec.language.hidden * DTYPE_BYTES[dtype]
    return pixels + TILE_COPIES * values * FLOAT32_BYTES + FEATURE_COPIES * features


def encoder_bytes_per_tile(spec: HolotronSpec, dtype: Dtype) -> int:
    """Return the bytes that the encoder needs for a moment, per tile of a pass."""
    tokens = (spec.image.tile_px // spec.image.patch_px) ** 2 + spec.vision.prefix_tokens
    return tokens * spec.vision.mlp_width * ENCODER_COPIES * DTYPE_BYTES[dtype]


def encoder_bytes_per_pass(spec: ModelSpec, dtype: Dtype, kind: DeviceKind) -> int:
    """Return the bytes that the encoder needs for a moment."""
    if isinstance(spec, QwenSpec):
        patches = min(spec.image.max_pixels, LARGEST_SCREEN_PX) // spec.image.patch_px**2
        return patches * spec.vision.mlp_width * ENCODER_COPIES * DTYPE_BYTES[dtype]
    assert isinstance(spec, HolotronSpec), f"{spec.name} is of no known family"
    return (PASS_TILES if kind == "cuda" else 1) * encoder_bytes_per_tile(spec, dtype)


FREE_SHARE: Final = 0.5
"""Part of what is left that a pass may take: the rest is for pictures and the encoder."""

MOST_TOKENS: Final = 3584
"""Never more at once: a picture of the most tiles and its text; longer passes are no faster."""

PASS_TOKENS: Final = 512
"""Tokens of one prefill pass that room is kept for; a longer pass needs more. A processor
never reads more at once: progress is told after a pass, and a stop undoes the one that it is in."""


def pass_tokens(
    spec: Language,
    free_bytes: int,
    *,
    kind: DeviceKind,
    dtype: Dtype,
    context_tokens: int,
    promised_bytes: int,
    has_compiled_scan: bool,
) -> int:
    """Return the most tokens of one pass: a multiple of the scan's block, one block at least.

    The portable scan keeps a row of scores, both input matrices and the values of every token in
    float32 for a moment, 0.8 GB for 1024 tokens of Holotron-12B, whatever the weights take. An attention
    layer, which never runs beside it, takes most at the end of a full context.

    Args:
        free_bytes: On the device, weights in place; what the allocator holds in reserve is free.
        context_tokens: The most that the tokens of a pass look at.
        promised_bytes: Of them, what attention memory and states will take.
    """
    block = spec.chunk_size
    longest = MOST_TOKENS if kind == "cuda" else PASS_TOKENS
    most = max(longest // block, 1) * block
    is_portable = "state" in spec.memories and not has_compiled_scan
    per_token = scan_bytes_per_token(spec) if is_portable else block_bytes_per_token(spec)
    room = FREE_SHARE * (free_bytes - promised_bytes)

    def needed(tokens: int) -> int:
        attended = attention_bytes(spec, dtype, tokens=tokens, context=context_tokens)
        return max(tokens * per_token, attended)

    return next((tokens for tokens in range(most, 0, -block) if needed(tokens) <= room), block)


DeviceChoice = Literal["auto", "cuda", "cpu"]
QuantizationChoice = Literal["auto", "none", "nf4"]

GB: Final = 1_000_000_000

CONTEXT_TOKENS: Final = 16_384
"""Room for attention memory: about six 1080p screenshots of 2304 tokens with their text."""
PASS_TILES: Final = 13
"""Tiles that go through the encoder at once: those of a whole picture."""
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
    """What a pass and a picture need for a moment, and what the device's runtime takes. A scan, an
    attention layer and the encoder never run together, and an allocator that is full gives back what it keeps."""
    graphs: int
    """What CUDA graphs keep for themselves; 0 on a CPU."""

    @property
    def total(self) -> int:
        """All of it."""
        held = self.weights + self.encoder + self.cache + self.snapshots
        return held + self.activations + self.graphs


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


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to run on a device, before it is known whether it fits; named as in `LoadPlan`."""

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
    encoder = encoder_bytes(spec, dtype)
    weights = weights_bytes(spec, dtype, quantization) - encoder
    if embedding_in_ram and spec.language.has_own_head:
        weights -= parameters_of(spec).embedding * DTYPE_BYTES[dtype]
    layer = max(
        PASS_TOKENS * scan_bytes_per_token(spec.language),
        attention_bytes(spec.language, dtype, tokens=PASS_TOKENS, context=context_tokens),
    )
    restored = restored_bytes(spec.language, dtype, quantization)
    layer = max(layer, encoder_bytes_per_pass(spec, dtype, kind))
    picture = picture_bytes(spec, dtype)
    cache = context_tokens * cache_bytes_per_token(spec.language, dtype)
    growing = cache // GROWING_PART + cache // max(1, spec.language.memories.count("rows"))
    runtime = CUDA_CONTEXT_BYTES if kind == "cuda" else 0
    spare = SPARE_STATES if states > 1 else 0
    return Needs(
        weights=weights,
        encoder=encoder,
        cache=cache,
        snapshots=(states + spare) * state_bytes(spec.language, dtype),
        activations=layer + growing + restored + picture + runtime,
        graphs=graph_bytes(spec, dtype, quantization) if kind == "cuda" else 0,
    )


LEAST_SHARES: Final[dict[Quantization, float]] = {"none": 1.04, "nf4": 0.44}
"""Bytes on a device for each byte of a checkpoint in 16 bit, where its spec is not known yet: those of
Holotron-12B by `needs_of`, with one state, and the embedding in main memory."""


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
                needs=needs,
                free_bytes=device.free_bytes,
                context_tokens=wish.context_tokens,
                sentence=_sentence(spec, device, way, needs),
                warning=_warning(device, way, needs),
                dtype=way.dtype,
                quantization=way.quantization,
                states=way.states,
                embedding_in_ram=way.embedding_in_ram,
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
    if wish.quantization == "none" and _fits(spec, device, Override(quantization="nf4")):
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
        case "none":
            return "32 bit" if way.dtype == "float32" else "16 bit"


def _gb(count: int) -> str:
    return f"{count / GB:.1f}"
