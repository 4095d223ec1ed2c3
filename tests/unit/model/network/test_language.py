"""The language model is built from the spec, with its time steps unlimited."""

import math

import pytest
import torch

from model.network.model import Holotron, build_language, check_time_steps, mixers
from tests.fakes.model_specs import full_spec, small_language, small_spec


def with_long_memory():
    """A network whose heads forget slowly: time steps from 1e-4 to 0.05, where a limit bites."""
    network = Holotron.random(small_spec(layers=small_language("MM*").layers), seed=3)
    draw = torch.Generator().manual_seed(0)
    for mixer in mixers(network.language):
        mixer.dt_bias.copy_(torch.rand(4, generator=draw) * 6 - 9)
        mixer.A_log.zero_()
    return network


def prompt_against_steps(network):
    """Distance of logits after one pass and token by token, relative to their size."""
    ids = torch.randint(0, 300, (150,), generator=torch.Generator().manual_seed(1))
    embeds = network.embed(ids)
    at_once = network.forward_all(embeds, network.new_cache())
    cache = network.new_cache()
    stepwise = torch.stack([network.forward_tokens(row[None], cache) for row in embeds])
    return float((at_once - stepwise).norm() / stepwise.norm())


def test_a_prompt_in_one_pass_equals_its_steps_for_heads_that_forget_slowly():
    """Measured: 3e-7. With transformers' own limit of 0.001 it is 7e-3."""
    assert prompt_against_steps(with_long_memory()) < 5e-6


def test_transformers_own_limit_would_make_prompt_and_steps_disagree():
    network = with_long_memory()
    for mixer in mixers(network.language):
        mixer.time_step_limit = (0.001, math.inf)
    assert prompt_against_steps(network) > 3e-3


def test_every_mixer_of_a_fresh_network_has_unlimited_time_steps():
    network = Holotron.meta(full_spec(), torch.bfloat16)
    limits = [mixer.time_step_limit for mixer in mixers(network.language)]
    assert limits == [(0.0, math.inf)] * 28


def test_finishing_refuses_a_mixer_that_is_still_limited():
    network = with_long_memory()
    mixers(network.language)[1].time_step_limit = (0.001, math.inf)
    with pytest.raises(AssertionError, match=r"layers \[1\] are still limited"):
        network.finish()


def test_the_number_of_mixers_is_counted():
    with torch.device("meta"):
        language = build_language(small_language("M-M*"))
    with pytest.raises(AssertionError, match="2 Mamba-2 mixers, the spec has 3"):
        check_time_steps(language, 3)


def test_layers_come_in_the_order_of_the_spec():
    with torch.device("meta"):
        language = build_language(small_language("M-*M"))
    kinds = [type(layer.mixer).__name__ for layer in language.model.layers]
    assert kinds == [
        "NemotronHMamba2Mixer",
        "NemotronHMLP",
        "NemotronHAttention",
        "NemotronHMamba2Mixer",
    ]


def test_no_projection_has_a_bias_and_the_head_is_not_the_embedding():
    with torch.device("meta"):
        language = build_language(small_language())
    biases = [name for name, _ in language.named_parameters() if name.endswith("bias")]
    assert {name.rpartition("mixer.")[2] for name in biases} == {"conv1d.bias", "dt_bias"}
    assert language.lm_head.weight is not language.model.embeddings.weight
