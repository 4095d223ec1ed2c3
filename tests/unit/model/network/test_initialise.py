"""Random weights keep numbers in range and no two channels alike."""

import torch

from model.network.model import Holotron, mixers
from tests.fakes.model_specs import FULL_PATTERN, small_language, small_spec


def test_one_seed_gives_one_network():
    networks = [Holotron.random(small_spec(), seed=seed) for seed in (1, 1, 2)]
    one, same, other = [network.language.lm_head.weight for network in networks]
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


def test_logits_and_features_have_the_size_of_trained_ones():
    network = Holotron.random(small_spec())
    draw = torch.Generator().manual_seed(0)
    features = network.encode(torch.randn(2, 3, 64, 64, generator=draw))
    logits = network.forward_all(network.embed(torch.arange(100)), network.new_cache())
    assert 0.3 < features.std() < 3
    assert 0.3 < logits.std() < 3


def test_what_62_layers_add_up_to_stays_in_range():
    """Measured: 1.45, the embeddings being 1. Without scaling by depth it is 8.2."""
    network = Holotron.random(small_spec(layers=small_language(FULL_PATTERN).layers))
    seen = []
    network.language.model.norm_f.register_forward_pre_hook(lambda _, args: seen.append(args[0]))
    network.advance(network.embed(torch.arange(64)), network.new_cache())
    assert 1 < seen[0].std() < 3


def test_time_steps_are_in_the_range_of_trained_ones():
    network = Holotron.random(small_spec())
    for mixer in mixers(network.language):
        steps = torch.nn.functional.softplus(mixer.dt_bias)
        assert steps.min() > 0.0009
        assert steps.max() < 0.11


def test_what_steers_the_recurrence_stays_float32():
    network = Holotron.random(small_spec(), dtype=torch.bfloat16)
    kinds = {p.dtype for m in mixers(network.language) for p in (m.A_log, m.D, m.dt_bias)}
    assert kinds == {torch.float32}
    assert network.dtype == torch.bfloat16
