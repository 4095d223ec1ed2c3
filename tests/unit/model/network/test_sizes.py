"""The arithmetic gives the published sizes of Holotron-12B, and those of a real small network."""

import pytest
import torch
from torch.overrides import TorchFunctionMode

from model.network import device
from model.network.model import Holotron
from tests.fakes.model_specs import full_spec, small_spec

GIB = 2**30
MIB = 2**20

FULL = full_spec()


@pytest.mark.parametrize(
    ("kind", "millions"), [("mamba", 168.50), ("mlp", 209.72), ("attention", 62.92)]
)
def test_a_layer_of_the_full_size_has_the_published_parameters(kind, millions):
    projections = sum(r * c for r, c in device.layer_projections(FULL.language, kind))
    found = projections + device.layer_small(FULL.language, kind)
    assert found / 1e6 == pytest.approx(millions, abs=0.005)


def test_the_mixer_of_the_full_size_projects_to_the_published_width():
    assert device.layer_projections(FULL.language, "mamba")[0] == (22656, 5120)


@pytest.mark.parametrize(
    ("part", "billions"),
    [
        ("embedding", 0.671),
        ("head", 0.671),
        ("language", 12.310),
        ("vision", 0.652),
        ("projector", 0.210),
        ("total", 13.17),
    ],
)
def test_a_part_of_the_full_size_has_the_published_parameters(part, billions):
    found = getattr(device.parameters_of(FULL), part)
    assert found / 1e9 == pytest.approx(billions, abs=0.005)


@pytest.mark.parametrize(("quantization", "gib"), [("none", 24.5), ("int8", 14.3), ("nf4", 9.4)])
def test_the_weights_of_the_full_size_take_the_computed_bytes(quantization, gib):
    found = device.weights_bytes(FULL, "bfloat16", quantization)
    assert found / GIB == pytest.approx(gib, abs=0.05)


def test_what_is_not_quantised_takes_the_computed_bytes():
    count = device.parameters_of(FULL)
    assert (count.embedding + count.head) * 2 / GIB == pytest.approx(2.5, abs=0.01)
    assert device.encoder_bytes(FULL, "bfloat16") / GIB == pytest.approx(1.6, abs=0.01)


@pytest.mark.parametrize(("tokens", "mib"), [(1, 24 / 1024), (32 * 1024, 768), (128 * 1024, 3072)])
def test_attention_memory_of_the_full_size_is_24_kib_a_token(tokens, mib):
    assert tokens * device.cache_bytes_per_token(FULL.language, "bfloat16") == mib * MIB


def test_states_of_the_full_size_are_140_mib_and_do_not_depend_on_length():
    assert device.recurrent_bytes(FULL.language) == 140 * MIB
    assert device.conv_bytes(FULL.language, "bfloat16") / MIB == pytest.approx(2.6, abs=0.03)


def test_the_portable_scan_of_the_full_size_needs_what_was_measured():
    found = 1024 * device.scan_bytes_per_token(FULL.language)
    assert found == pytest.approx(0.8e9, rel=0.05)


def test_thirteen_tiles_of_the_full_size_need_half_a_gigabyte_at_most():
    assert 13 * device.encoder_bytes_per_tile(FULL, "bfloat16") == pytest.approx(0.5e9, rel=0.15)


@pytest.mark.parametrize("pattern", ["M", "-", "*", "M-M*M-M*-"])
def test_the_parameters_are_those_of_a_network_that_is_really_built(pattern):
    spec = small_spec(pattern=pattern)
    network = Holotron.meta(spec, torch.bfloat16)
    found = {part: values_in(getattr(network, part)) for part in ("language", "projector")}
    scales = sum(p.numel() for name, p in network.named_parameters() if "lambda1" in name)
    count = device.parameters_of(spec)
    assert found == {"language": count.language, "projector": count.projector}
    assert values_in(network.vision) - scales == count.vision


@pytest.mark.parametrize("dtype", ["bfloat16", "float32"])
def test_the_caches_are_those_of_a_network_that_is_really_run(dtype):
    spec = small_spec()
    network = Holotron.random(spec, dtype=getattr(torch, dtype))
    cache = network.new_cache()
    assert cache.bytes == device.state_bytes(spec.language, dtype)
    assert cache.snapshot().bytes == device.state_bytes(spec.language, dtype)
    network.advance(network.embed(torch.tensor([1])), cache)
    rows = (cache.bytes - device.state_bytes(spec.language, dtype)) / 512
    assert rows == device.cache_bytes_per_token(spec.language, dtype)


class WidestAttention(TorchFunctionMode):
    """Notes the bytes of keys, values and mask that attention is given."""

    bytes = 0

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function is torch.nn.functional.scaled_dot_product_attention:
            given = [*args[1:3], kwargs["attn_mask"]]
            self.bytes = max(self.bytes, sum(tensor.nbytes for tensor in given))
        return function(*args, **kwargs)


def test_continuing_a_prompt_repeats_keys_and_values_as_the_arithmetic_says():
    spec = small_spec()
    network = Holotron.random(spec, dtype=torch.bfloat16)
    cache = network.new_cache()
    network.advance(network.embed(torch.arange(40)), cache)
    with WidestAttention() as seen:
        network.advance(network.embed(torch.arange(9)), cache)
    computed = device.attention_bytes(spec.language, "bfloat16", tokens=9, context=49)
    assert seen.bytes == computed - 9 * 49 * 2  # the mask in the dtype is made further down


def test_continuing_a_long_prompt_of_the_full_size_takes_20_kb_a_token():
    found = device.attention_bytes(FULL.language, "bfloat16", tokens=1, context=16_384)
    assert found / 16_384 == pytest.approx(20_480, rel=0.001)


def test_a_picture_of_the_full_size_takes_a_third_of_a_gigabyte_on_its_way():
    assert device.picture_bytes(FULL, "bfloat16") == pytest.approx(0.32e9, rel=0.05)


def values_in(module):
    return sum(parameter.numel() for parameter in module.parameters())
