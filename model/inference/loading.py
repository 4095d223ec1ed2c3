"""From a checkpoint folder to a network that answers, every phase told and stoppable."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch

from automation.core import files
from automation.core.errors import OutOfMemory
from automation.core.generation import LoadProgress, Memory
from automation.core.timing import StopToken
from model.checkpoint.load import load
from model.checkpoint.manifest import verify_quickly
from model.checkpoint.read import read_spec
from model.checkpoint.tokens import TOKENIZER
from model.inference.options import LoadOptions
from model.inference.reply_grammar import GrammarTokens
from model.network.checks import check_memory, checked_graphs, checked_kernels
from model.network.device import Device, LoadPlan, choose, pass_tokens, read_machine
from model.network.graphs import Graphs, graph_maker_on
from model.network.kernels import KernelStatus
from model.network.model import Holotron
from model.network.quantize import TORCH_DTYPES, is_out_of_memory, placer_for
from model.prompt.chat_layout import ChatRenderer, renderer_for
from model.prompt.template_check import check_template
from model.prompt.tokenizer import Tokenizer
from model.spec import ModelSpec


def memory_of(network: "Holotron", cache_bytes: int) -> Memory:
    """Return the bytes on the network's device by what they are for."""
    weights = module_bytes(network.language)
    encoder = module_bytes(network.vision) + module_bytes(network.projector)
    device = device_now(network.device)
    if device is None:
        return Memory(weights=weights, encoder=encoder, cache=cache_bytes)
    others = device.total_bytes - device.free_bytes - weights - encoder - cache_bytes
    return Memory(weights, encoder, cache_bytes, max(0, others), device.total_bytes)


def device_now(device: "torch.device") -> Device | None:
    """Return how much memory a device has at this moment; None where the system does not tell."""
    return next((found for found in read_machine().devices if found.name == str(device)), None)


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
    network: Holotron
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
    renderer = renderer_for(options.style, tokenizer, spec.tokens)
    if options.data is not None:
        verify_quickly(spec, options.data, progress=progress, stop=stop)
    template = check_template(spec.folder, renderer).sentence
    progress(LoadProgress(0, spec.weights_bytes, "Preparing the device"))
    plan = choose(spec, read_machine(), options.where)
    _log.info("%s", plan.sentence)
    device = torch.device(plan.device)
    kernels = checked_kernels(spec.language, device, options.kernels, stop)
    stop.check()
    network = Holotron.meta(spec, TORCH_DTYPES[plan.dtype])
    network = load(spec, network, placer_for(plan), progress=progress, stop=stop)
    try:
        progress(LoadProgress(spec.weights_bytes, spec.weights_bytes, "Warming up"))
        grammar_tokens = GrammarTokens(tokenizer, spec.tokens, spec.language.vocab_rows)
        stop.check()
        _warm_up(network)
        check_memory(network)
        graphs = _graphs(network, plan, options)
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


def _pass_tokens(
    spec: ModelSpec, plan: LoadPlan, kernels: KernelStatus, graphs: Graphs | None
) -> int:
    device = torch.device(plan.device)
    found = device_now(device)
    free = 0 if found is None else found.free_bytes
    if device.type == "cuda":
        free += torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
    taken = graphs.ready.cache.bytes if graphs is not None and graphs.ready is not None else 0
    return pass_tokens(
        spec.language,
        free,
        promised_bytes=max(0, plan.needs.cache + plan.needs.snapshots - taken),
        has_compiled_scan=kernels.has_compiled_scan,
    )


def _graphs(network: Holotron, plan: LoadPlan, options: LoadOptions) -> Graphs | None:
    """Try graphs on a card; who insists on the portable path gets passes as plain as they can be."""
    if network.device.type != "cuda" or options.kernels == "portable":
        return None
    make, room = graph_maker_on(network.device), plan.context_tokens
    if not options.has_graphs:
        return Graphs(make, 1, room, problem="CUDA graphs are turned off in Settings")
    if options.data is None:
        return checked_graphs(network, make, reserved_tokens=room)
    with on_trial(options.data, f"{plan.label}, torch {torch.__version__}") as problem:
        if problem:
            return Graphs(make, 1, room, problem=problem)
        return checked_graphs(network, make, reserved_tokens=room)


@contextmanager
def on_trial(data: Path, what: str) -> Iterator[str]:
    """Leave a note while graphs are tried; yield why not to try, where such a note was found.

    A driver that fails may end the process: then the note stays, and the next start does without.

    Args:
        data: Our data folder.
        what: Card and runtime; a note about others says nothing.
    """
    note = data / "graphs-on-trial.txt"
    try:
        is_found = note.is_file() and note.read_text(encoding="utf-8") == what
        if not is_found:
            files.private_folder(data)
            files.write_whole(note, what.encode())
    except OSError as error:
        yield f"{note}: cannot be written ({error.strerror}), so CUDA graphs are not tried"
        return
    if is_found:
        yield f"the program ended while CUDA graphs were tried; to try again, delete {note}"
        return
    try:
        yield ""
    finally:
        note.unlink(missing_ok=True)


def _warm_up(network: Holotron) -> None:
    """Run every kind of pass once: first calls choose kernels, which takes seconds on a GPU."""
    side = network.spec.image.tile_px
    try:
        network.encode(torch.zeros(1, 3, side, side))
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
