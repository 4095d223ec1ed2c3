"""A released network holds nothing, in whatever precision and wherever its weights lay."""

import gc
import weakref
from dataclasses import replace

import pytest
import torch

from tests.gpu.bench import network_of, plan_for, tiny_on_cpu


@pytest.fixture(scope="module")
def bench():
    return tiny_on_cpu()


@pytest.fixture(autouse=True)
def _without_the_collector():
    """Nobody may rely on it: while a model is loaded it rests for long."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("quantization", ["none", "nf4"])
@pytest.mark.parametrize("in_ram", [False, True])
def test_no_tensor_outlives_the_release(bench, quantization, in_ram):
    plan = plan_for(bench, bench.part, quantization=quantization)
    network = network_of(bench.part, replace(plan, embedding_in_ram=in_ram))
    network.forward_tokens(network.embed(torch.arange(20)), network.new_cache())
    storages = [weakref.ref(tensor) for tensor in _reached(network)]
    assert len(storages) > 40
    network.release()
    alive = [tuple(tensor().shape) for tensor in storages if tensor() is not None]
    assert alive == []


def _reached(network):
    """Return every tensor that hangs on a module, registered or not."""
    for module in network.modules():
        for value in (
            *vars(module).values(),
            *module._parameters.values(),
            *module._buffers.values(),
        ):
            if isinstance(value, torch.Tensor):
                yield value
            elif type(value).__name__ == "QuantState":
                yield value.absmax
                yield value.state2.absmax
