"""From a checkpoint folder to a network that answers, every phase told and stoppable.

The network is filled on the meta device from the shards, tensor by tensor: at any time there is one copy of the weights, at
their place, and one tensor on its way. Files are read, not mapped: a file that is cut short while we load is an error then,
not a crash later.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
import torch

from automation.core import files
from automation.core.errors import LoadError, OutOfMemory
from automation.core.generation import LoadProgress, Memory
from automation.core.timing import StopToken
from model.checkpoint.manifest import verify_quickly
from model.checkpoint.read import keys_of, read_spec
from model.checkpoint.safetensors import TensorEntry, fill, identity, opened, read_header
from model.checkpoint.tensor_names import KeyRule
from model.checkpoint.tokens import TOKENIZER
from model.inference.options import LoadOptions
from model.inference.reply_grammar import GrammarTokens
from model.network.checks import NO_NOTE, check_memory, checked_graphs, checked_kernels
from model.network.device import LoadPlan, choose, pass_tokens, read_device, read_machine
from model.network.graphs import CudaGraphs, Graphs
from model.network.kernels import KernelStatus
from model.network.model import Holotron
from model.network.network import Network
from model.network.quantize import TORCH_DTYPES, Placer, is_out_of_memory, placer_for
from model.prompt.chat_layout import ChatRenderer
from model.prompt.profile import DEFAULTS, profile
from model.prompt.template_check import check_template
from model.prompt.tokenizer import Tokenizer
from model.spec import HolotronSpec, ModelSpec, QwenSpec, Shard


def memory_of(network: "Network", cache_bytes: int) -> Memory:
    """Return the bytes on the network's device by what they are for."""
    weights = module_bytes(network.language)
    encoder = sum(map(module_bytes, network.encoders))
    device = read_device(str(network.device))
    if device is None:
        return Memory(weights=weights, encoder=encoder, cache=cache_bytes)
    others = device.total_bytes - device.free_bytes - weights - encoder - cache_bytes
    return Memory(weights, encoder, cache_bytes, max(0, others), device.total_bytes)


def module_bytes(module: "torch.nn.Module") -> int:
    """Return the bytes of a module's parameters and buffers, as they are kept."""
    tensors = (*module.parameters(), *module.buffers())
    return sum(tensor.nbytes for tensor in tensors)


LoadListener = Callable[[LoadProgress], None]

WARM_UP_TOKENS: Final = 300
"""Tokens of the pass that lets compiled kernels choose their blocks: two blocks of the scan and
a part of one, so that every way through them is taken."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class LoadedModel:
    """A checkpoint that is ready to answer."""

    spec: ModelSpec
    network: Network
    tokenizer: Tokenizer
    renderer: ChatRenderer
    grammar_tokens: GrammarTokens
    template: str
    """Whether the checkpoint's own chat template is known to agree with ours; one sentence."""
    plan: LoadPlan
    kernels: KernelStatus
    pass_tokens: int
    """Most prompt tokens of one pass."""
    graphs: Graphs | None = None
    """How single tokens are read by graphs; `None` where Python launches every pass."""


def open_model(options: LoadOptions, *, progress: LoadListener, stop: StopToken) -> LoadedModel:
    """Read, check, place and warm up a checkpoint.

    Raises:
        LoadError: the folder is broken, changed, hostile or of another kind.
        OutOfMemory: it does not fit; says how much is missing and what to choose.
        KernelUnavailable: compiled kernels or a precision were insisted on and cannot be used.
        Stopped: a stop was asked for; nothing is left on the device.
    """
    progress(LoadProgress(0, 0, "Reading the folder"))
    spec = read_spec(options.folder)
    stop.check()
    tokenizer = Tokenizer.from_file(spec.folder / TOKENIZER)
    style = options.style or profile(DEFAULTS[spec.family]).style_name
    renderer = ChatRenderer(style, tokenizer, spec.tokens)
    if options.data is not None:
        verify_quickly(spec, options.data, progress=progress, stop=stop)
    template = check_template(spec.folder, renderer)
    progress(LoadProgress(0, spec.weights_bytes, "Preparing the device"))
    plan = choose(spec, read_machine(), options.where)
    _log.info("%s", plan.sentence)
    kernels = _kernels(spec, plan, options, stop)
    stop.check()
    network = network_of(spec, TORCH_DTYPES[plan.dtype])
    network = load(spec, network, placer_for(plan), progress=progress, stop=stop)
    try:
        progress(LoadProgress(spec.weights_bytes, spec.weights_bytes, "Warming up"))
        grammar_tokens = GrammarTokens(tokenizer, spec.tokens, spec.language.vocab_rows)
        stop.check()
        _warm_up(network)
        check_memory(network)
        graphs = _graphs(network, plan, options, stop)
    except BaseException:
        network.release()
        raise
    return LoadedModel(
        spec=spec,
        network=network,
        tokenizer=tokenizer,
        renderer=renderer,
        grammar_tokens=grammar_tokens,
        template=template,
        plan=plan,
        kernels=kernels,
        pass_tokens=_pass_tokens(spec, plan, kernels, graphs),
        graphs=graphs,
    )


def network_of(spec: ModelSpec, dtype: torch.dtype) -> Network:
    """Build the network of a checkpoint on the meta device."""
    if isinstance(spec, QwenSpec):
        from model.network.qwen import Qwen  # noqa: PLC0415  # seconds of imports for one family only

        return Qwen.meta(spec, dtype)
    return Holotron.meta(spec, dtype)


def _kernels(
    spec: ModelSpec, plan: LoadPlan, options: LoadOptions, stop: StopToken
) -> KernelStatus:
    device = torch.device(plan.device)
    if isinstance(spec, QwenSpec):
        from model.network import qwen  # noqa: PLC0415  # as above

        trial = _trial("delta", plan, options)
        return qwen.checked_kernels(spec.language, device, options.kernels, stop, trial=trial)
    assert isinstance(spec, HolotronSpec), f"{spec.name} is of no known family"
    trial = _trial("norms", plan, options)
    return checked_kernels(spec.language, device, options.kernels, stop, norms_trial=trial)


def _pass_tokens(
    spec: ModelSpec, plan: LoadPlan, kernels: KernelStatus, graphs: Graphs | None
) -> int:
    device = torch.device(plan.device)
    found = read_device(plan.device)
    free = 0 if found is None else found.free_bytes
    if device.type == "cuda":
        free += torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
    taken = graphs.ready.cache.bytes if graphs is not None and graphs.ready is not None else 0
    # What lies free in the graphs' own pool counts as free, and no launched pass gets it.
    pool = 0 if graphs is None or graphs.problem else plan.needs.graphs
    return pass_tokens(
        spec.language,
        free,
        kind="cuda" if device.type == "cuda" else "cpu",
        dtype=plan.dtype,
        context_tokens=plan.context_tokens,
        promised_bytes=max(0, plan.needs.cache + plan.needs.snapshots - taken) + pool,
        has_compiled_scan=kernels.has_compiled_scan,
    )


def _graphs(
    network: Network, plan: LoadPlan, options: LoadOptions, stop: StopToken
) -> Graphs | None:
    """Try graphs on a card; who insists on the portable path gets passes as plain as they can be."""
    if network.device.type != "cuda" or options.kernels == "portable":
        return None
    make, room = CudaGraphs(network.device), plan.context_tokens
    if not options.has_graphs:
        return Graphs(make, 1, room, problem="CUDA graphs are turned off in Settings")
    with _trial("graphs", plan, options) as problem:
        if problem:
            return Graphs(make, 1, room, problem=problem)
        return checked_graphs(network, make, reserved_tokens=room, stop=stop)


def _trial(name: str, plan: LoadPlan, options: LoadOptions) -> AbstractContextManager[str]:
    """Return the trial of one thing on the planned device; entered where it is really made."""
    if options.data is None:
        return NO_NOTE
    note = options.data / f"{name}-on-trial.txt"
    return on_trial(note, f"{plan.label}, torch {torch.__version__}")


NOTE_BYTES: Final = 4096
MOST_TRIALS: Final = 2
"""Trials that did not end before none is made: a logout may have ended the first."""


@contextmanager
def on_trial(note: Path, what: str) -> Iterator[str]:
    """Leave a note while something is tried that may end the process; yield why not to try it.

    The note stays where a driver ends the process, and the second time the next start does without.
    A process that finds another one trying leaves that one's note alone, and tries too.

    Args:
        note: In our data folder; locked meanwhile, and holds a line for each trial.
        what: Card and runtime; lines about others say nothing.
    """
    with ExitStack() as held:
        problem = ""
        try:
            files.private_folder(note.parent)
            descriptor = files.open_private(note, os.O_RDWR | os.O_CREAT)
            held.callback(os.close, descriptor)
            if files.try_lock(descriptor):
                lines = os.read(descriptor, NOTE_BYTES).decode(errors="replace").splitlines()
                trials = lines.count(what)
                if trials < MOST_TRIALS:
                    _write(descriptor, f"{what}\n" * (trials + 1))
                    files.flush_folder(note.parent)
                    held.callback(_take_away, note, descriptor)
                else:
                    ended = f"the program ended {trials} times while this was tried"
                    problem = f"{ended}; to try again, delete {note}"
        except OSError as error:
            problem = f"{note}: cannot be written ({error.strerror}), so nothing is tried"
        yield problem


def _write(descriptor: int, text: str) -> None:
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, text.encode())
    os.fsync(descriptor)


def _take_away(note: Path, descriptor: int) -> None:
    """Empty a note, which then says nothing even where it cannot be removed."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        note.unlink()


def _warm_up(network: Network) -> None:
    """Run every kind of pass once: first calls choose kernels, which takes seconds on a GPU."""
    try:
        network.encode(network.blank())
        cache = network.new_cache()
        ids = np.arange(WARM_UP_TOKENS, dtype=np.int64) % network.spec.tokens.entries
        network.forward_tokens(network.embed(torch.from_numpy(ids)), cache)
        network.forward_tokens(network.embed(torch.from_numpy(ids[:1])), cache)
        network.forward_tokens(network.embed(torch.from_numpy(ids[:3])), cache)
    except RuntimeError as error:
        if not is_out_of_memory(error):
            raise
        raise OutOfMemory(
            "no room left for the first pass: other programs took memory while the model was "
            "loading. Close a program, or use 4 bit."
        ) from error


# Tensor by tensor.

DOING: Final = "Loading weights"
BLOCK_BYTES: Final = 8 << 20
"""Read at a time; a stop is seen within one block, 0.1 s on a slow disk."""
DTYPES: Final = {"BF16": torch.bfloat16, "F16": torch.float16, "F32": torch.float32}


def load(
    spec: ModelSpec,
    network: Network,
    placer: Placer,
    *,
    progress: Callable[[LoadProgress], None],
    stop: StopToken,
) -> Network:
    """Fill the network and finish it.

    Args:
        spec: of the folder to read; its files must not have changed since.
        network: `Holotron.meta(spec, dtype)`. When this raises, it is left empty and useless, so
            that its memory is free whoever still holds it.
        progress: told before the first and after every tensor, in bytes of weights.

    Returns:
        The network, ready to run.

    Raises:
        LoadError: a file changed since it was checked, or cannot be read; names it.
        OutOfMemory: the device has no room for a tensor.
        Stopped: a stop was asked for.
    """
    try:
        headers = {shard.name: _header(shard) for shard in spec.shards}
        entries = [entry for header in headers.values() for entry in header]
        shapes = {entry.name: entry.shape for entry in entries}
        keys = keys_of(spec, shapes)
        passage = _Passage(
            buffer=torch.empty(max(entry.size_bytes for entry in entries), dtype=torch.uint8),
            total_bytes=spec.weights_bytes,
            progress=progress,
            stop=stop,
        )
        passage.report(0)
        for shard in spec.shards:
            with opened(shard.path, shard.name) as file:
                for entry in headers[shard.name]:
                    if entry.name not in keys.dropped:
                        tensor = passage.read(file, shard.name, entry)
                        _place(tensor, keys.rules[entry.name], network, placer)
                    passage.report(entry.size_bytes)
        return network.finish()
    except BaseException:
        network.release()
        raise


def _header(shard: Shard) -> tuple[TensorEntry, ...]:
    """Return the header of a shard, which must be the one that was checked."""
    with opened(shard.path, shard.name) as file:
        entries = read_header(file, shard.name)
        size = identity(file).size_bytes
    if size != shard.size_bytes or tuple(entry.name for entry in entries) != shard.tensors:
        raise LoadError(
            f"{shard.name}: changed since it was checked; wait until nothing writes to the "
            "folder, then load it again"
        )
    return entries


@dataclass(slots=True)
class _Passage:
    """The way of one tensor after the other from the disk to the placer."""

    buffer: torch.Tensor
    """(bytes of the largest tensor,) uint8: reused, so that memory is touched for the first time
    once and not for every tensor."""
    total_bytes: int
    progress: Callable[[LoadProgress], None]
    stop: StopToken
    done_bytes: int = field(default=0, init=False)

    def read(self, file: BinaryIO, name: str, entry: TensorEntry) -> torch.Tensor:
        """Return a tensor on the CPU; it is good until the next one is read."""
        held = self.buffer[: entry.size_bytes]
        view = held.numpy().data
        file.seek(entry.offset)
        for start in range(0, entry.size_bytes, BLOCK_BYTES):
            self.stop.check()
            fill(file, view[start : start + BLOCK_BYTES], name)
        dtype = DTYPES.get(entry.dtype)
        return held if dtype is None else held.view(dtype).view(entry.shape)

    def report(self, more_bytes: int) -> None:
        """Tell how far loading has come."""
        self.done_bytes += more_bytes
        self.progress(LoadProgress(self.done_bytes, self.total_bytes, DOING))


def _place(tensor: torch.Tensor, rule: KeyRule, network: Network, placer: Placer) -> None:
    for part in rule.parts:
        placer.place(network, part.native, tensor[part.start : part.start + part.rows])
