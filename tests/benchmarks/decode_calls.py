"""What one decoded token costs the processor. Run: python -m tests.benchmarks.decode_calls.

Runs a network with Holotron-12B's 62 layers and tiny widths, so that nothing but the calls
themselves takes time; counts what torch is asked to do for one token, prints it and writes
`build/benchmarks/decode_calls.json`.
"""

import json
import os
import platform
import statistics
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import torch
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes

from model.network.kernels import FUNCTIONS, NORMS, native_module
from tests.fakes.model_specs import FULL_PATTERN, small_language, small_spec
from tests.fakes.random_network import random_network

OUTPUT = Path("build/benchmarks/decode_calls.json")
CONTEXT_TOKENS = 100
TIMED_TOKENS = 30


class CallCounter(TorchDispatchMode):
    """Counts calls, and apart from them those that compute: write to memory, not just look at it.

    On a GPU the latter are the kernels that are launched, where torch does not fuse any.
    """

    def __init__(self):
        super().__init__()
        self.calls = Counter()
        self.computing = Counter()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        self.calls[function.name()] += 1
        if function._schema.is_mutable or _is_new(result, args):
            self.computing[function.name()] += 1
        return result


def _is_new(result, args):
    read = {_storage(value) for value in _tensors(args)}
    return any(_storage(value) not in read for value in _tensors(result))


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for part in value for t in _tensors(part)] if isinstance(value, list | tuple) else []


def _storage(tensor):
    return tensor.untyped_storage().data_ptr()


def deep_network():
    """A network with all layers of Holotron-12B and next to no width."""
    return random_network(small_spec(layers=small_language(FULL_PATTERN).layers))


def warm_cache(network):
    """Return a memory of some text, and the embedding of one more token."""
    cache = network.new_cache()
    embeds = network.embed(torch.arange(CONTEXT_TOKENS))
    network.advance(embeds, cache)
    network.forward_tokens(embeds[:1], cache)
    return cache, embeds[:1]


def calls_of_one_token(network):
    """Count what torch is asked to do for one token."""
    cache, token = warm_cache(network)
    with CallCounter() as counter:
        network.forward_tokens(token, cache)
    return counter


def launches_of_one_token(network):
    """Count the calls that compute where norms, convolution and state update are one kernel each.

    So they are on a card with fla-core, mamba-ssm and causal-conv1d. What cuBLAS and flash attention add to
    their products and to join parts is not counted: torch does not ask for it.
    """
    cache, token = warm_cache(network)
    with CallCounter() as counter, one_call_each(counter):
        network.forward_tokens(token, cache)
    return counter


@contextmanager
def one_call_each(counter):
    """Let each function that is one kernel on a card count as one call, whatever it calls here."""
    module = native_module()
    places = [(module, name) for name in FUNCTIONS]
    places += [(getattr(module, name), "forward") for name in NORMS]

    def counted(name, function):
        def call(*given, **named):
            counter.calls[name] += 1
            counter.computing[name] += 1
            with _disable_current_modes():
                return function(*given, **named)

        return call

    patches = [patch.object(*at, counted(at[1], getattr(*at))) for at in places]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def milliseconds_of_tokens(network):
    """Time single tokens, one by one."""
    cache, token = warm_cache(network)
    taken = []
    for _ in range(TIMED_TOKENS):
        began = time.perf_counter()
        network.forward_tokens(token, cache)
        taken.append(1000 * (time.perf_counter() - began))
    return taken


def main():
    """Count, time, print, write."""
    network = deep_network()
    counter, taken = calls_of_one_token(network), milliseconds_of_tokens(network)
    launches = launches_of_one_token(network).computing
    result = {
        "machine": f"{platform.machine()}, {os.cpu_count()} CPUs",
        "torch": torch.__version__,
        "calls": counter.calls.total(),
        "computing": counter.computing.total(),
        "computing_most": dict(counter.computing.most_common(12)),
        "launches": launches.total(),
        "launches_most": dict(launches.most_common(12)),
        "ms_median": round(statistics.median(taken), 2),
        "ms_best": round(min(taken), 2),
    }
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
