"""The native network against references that share no code with it.

Tolerance: the network computes in float32, whose rounding is 6e-8 of a value. Measured on values
up to 4: 3e-7 for a mixer, 1e-7 for its state, 2e-6 for nine layers and the head, 1.4e-6 for the
encoder. Allowed is 1e-5; a wrong formula is off by more than 1e-2.
"""

import numpy as np
import pytest
import torch

from model.network.model import pixel_shuffle
from tests.fakes.model_specs import small_language, small_spec
from tests.fakes.random_network import random_network
from tests.reference import language, vision

EXACT = {"rtol": 1e-5, "atol": 1e-5}


@pytest.fixture(scope="module")
def network():
    return random_network(small_spec(), seed=3)


def weights_of(module):
    return {name: tensor.double().numpy() for name, tensor in module.state_dict().items()}


def normal(*shape, seed=0):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def layer(network, kind):
    number = network.spec.language.layers.index(kind)
    return number, network.language.model.layers[number].mixer


@pytest.mark.parametrize("tokens", [1, 3, 15, 16, 17, 50])
def test_a_mixer_equals_its_recurrence(network, tokens):
    number, mixer = layer(network, "mamba")
    cache, rows = network.new_cache(), normal(tokens, 32)
    with torch.inference_mode():
        found = mixer(rows[None], cache_params=cache.native)[0]
    spec = network.spec.language
    expected, state = language.mamba2(
        rows.double().numpy(),
        weights_of(mixer),
        heads=spec.mamba_heads,
        groups=spec.groups,
        state_size=spec.state_size,
        eps=spec.norm_eps,
    )
    np.testing.assert_allclose(found.numpy(), expected, **EXACT)
    remembered = cache.native.get_recurrent_state(number)[0]
    np.testing.assert_allclose(remembered.numpy(), state, **EXACT)


def test_attention_equals_softmax_over_the_past_without_positions(network):
    _, mixer = layer(network, "attention")
    rows = normal(20, 32)
    mask = torch.ones(20, 20).tril().log()
    with torch.inference_mode():
        found, _ = mixer(rows[None], attention_mask=mask[None, None])
    spec = network.spec.language
    expected = language.attention(
        rows.double().numpy(), weights_of(mixer), heads=spec.heads, kv_heads=spec.kv_heads
    )
    np.testing.assert_allclose(found[0].numpy(), expected, **EXACT)


def test_the_mlp_squares_what_is_above_zero(network):
    _, mixer = layer(network, "mlp")
    rows = normal(20, 32)
    with torch.inference_mode():
        found = mixer(rows)
    expected = language.mlp(rows.double().numpy(), weights_of(mixer))
    np.testing.assert_allclose(found.numpy(), expected, **EXACT)


@pytest.mark.parametrize("pattern", ["M-M*M-M*-", "*M-", "MM*M", "M*"])
def test_the_whole_language_model_equals_the_reference(pattern):
    spec = small_spec(layers=small_language(pattern).layers)
    network = random_network(spec, seed=4)
    ids = torch.randint(0, 300, (70,), generator=torch.Generator().manual_seed(1))
    embeds = network.embed(ids)
    found = network.forward_all(embeds, network.new_cache())
    expected = language.forward(
        embeds.double().numpy(), weights_of(network.language), spec.language
    )
    np.testing.assert_allclose(found.numpy(), expected, **EXACT)


def test_decoding_token_by_token_equals_the_reference(network):
    embeds = network.embed(torch.arange(40))
    cache = network.new_cache()
    found = torch.stack([network.forward_tokens(row[None], cache) for row in embeds])
    expected = language.forward(
        embeds.double().numpy(), weights_of(network.language), network.spec.language
    )
    np.testing.assert_allclose(found.numpy(), expected, **EXACT)


def test_the_encoder_equals_the_reference(network):
    tile = normal(3, 64, 64, seed=2)
    with torch.inference_mode():
        found = network.vision(tile[None]).features[0]
    expected = vision.tower(tile.double().numpy(), weights_of(network.vision), network.spec.vision)
    np.testing.assert_allclose(found.numpy(), expected, **EXACT)


def test_a_tile_s_tokens_equal_the_reference(network):
    tile = normal(3, 64, 64, seed=2)
    found = network.encode(tile[None])[0]
    patches = vision.tower(tile.double().numpy(), weights_of(network.vision), network.spec.vision)
    expected = vision.projected(
        vision.shuffled(patches, 2),
        weights_of(network.projector),
        network.spec.projector.norm_eps,
    )
    np.testing.assert_allclose(found.numpy(), expected, **EXACT)


def test_the_shuffle_moves_numbers_without_changing_any():
    patches = normal(2, 64, 5)
    found = pixel_shuffle(patches, 2)
    expected = np.stack([vision.shuffled(tile, 2) for tile in patches.numpy()])
    assert np.array_equal(found.numpy(), expected)


def test_a_table_of_the_tile_s_own_size_is_not_touched():
    table = np.arange(48.0).reshape(16, 3)
    assert np.array_equal(vision.resized_table(table, 4), table)
