"""Faults inside a real network: values that are no numbers, and no room in the middle of a reply.

A tiny random checkpoint is asked in the place of the scripted model from the moment the fault strikes.
"""

import tempfile
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from tests.proof.fault_kinds_parts import ENVIRONMENT, FAILED, Kind

_NO_NUMBERS = "no numbers; load the model again"
_AT = 3
"""The pass of the reply in which a memory is spoilt or the room ends."""


@cache
def _resident(quantization: str):
    import torch

    from model.checkpoint.tiny import write_tiny_checkpoint
    from model.network.device import Override
    from tests.fakes.tiny_models import opened

    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory(prefix="deskhand-tiny-") as scratch:
        folder = Path(scratch) / "tiny"
        write_tiny_checkpoint(folder)
        return opened(folder, where=Override(quantization=quantization))


def _from_here_on(spoil, quantization="none"):
    """Return what lets the real network answer, spoilt by `spoil`, until the fault is over."""

    def strike(desk):
        resident = _resident(quantization)
        resident.forget()
        desk.undo.callback(resident.forget)
        desk.undo.enter_context(spoil(resident.model.network))
        desk.engine.bad = lambda stop: resident.reply(desk.engine.request, stop=stop)

    return strike


def _tensor(name):
    """Return what puts a value that is no number into one tensor."""

    @contextmanager
    def spoil(network):
        import torch

        tensors = (*network.language.named_parameters(), *network.language.named_buffers())
        values = dict(tensors)[name].detach()
        kept = values.clone()
        values.view(-1)[values.numel() // 2] = torch.nan
        try:
            yield
        finally:
            values.copy_(kept)

    return spoil


def _pass(doing):
    """Return what does something to the memory before one pass of each reply."""

    @contextmanager
    def spoil(network):
        import torch

        real, passes = network.forward_tokens, []

        @torch.inference_mode()
        def forward(embeds, memory, *more, **named):
            passes.append(None)
            if len(passes) % _AT == 0:
                doing(memory)
            return real(embeds, memory, *more, **named)

        with ExitStack() as undo:
            network.forward_tokens = forward
            undo.callback(delattr, network, "forward_tokens")
            yield

    return spoil


def _spoil_state(memory):
    import torch

    memory._recurrent[0].view(-1)[0] = torch.nan


def _spoil_attention(memory):
    import torch

    memory._memories[0]._rows[..., 0, :] = torch.inf


def _no_room(_memory):
    import torch

    raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")


NETWORK_KINDS: tuple[Kind, ...] = (
    Kind(
        "a weight is no number",
        _from_here_on(_tensor("model.layers.0.mixer.in_proj.weight")),
        FAILED,
        _NO_NUMBERS,
    ),
    Kind(
        "a scale is no number",
        _from_here_on(_tensor("model.layers.0.mixer.out_proj.scale_groups"), "nf4"),
        FAILED,
        _NO_NUMBERS,
    ),
    Kind("a state is no number", _from_here_on(_pass(_spoil_state)), FAILED, _NO_NUMBERS),
    Kind("a key is no number", _from_here_on(_pass(_spoil_attention)), FAILED, _NO_NUMBERS),
    Kind("no room in the middle of a reply", _from_here_on(_pass(_no_room)), ENVIRONMENT, "4 bit"),
)
