"""The next token: most likely or drawn, never forbidden, never a row of padding."""

import numpy as np
import pytest
import torch

from automation.core.errors import GenerationError
from model.inference.decode import Sampler
from model.inference.options import Sampling

ENTRIES, ROWS = 50, 70


def mask(*allowed):
    words = np.zeros(-(-ROWS // 32), dtype=np.uint32)
    for token in allowed:
        words[token // 32] |= np.uint32(1 << (token % 32))
    return words.view(np.int32)


def logits(**high):
    values = torch.zeros(ROWS)
    for name, value in high.items():
        values[int(name[1:])] = value
    return values


def draws(sampling, values, count=2000, allowed=None):
    sampler = Sampler(sampling, entries=ENTRIES)
    return [sampler.pick(values, allowed) for _ in range(count)]


def test_greedy_takes_the_most_likely():
    assert Sampler(Sampling(), entries=ENTRIES).pick(logits(t7=1.0, t9=2.0)) == 9


def test_a_row_of_padding_is_never_taken():
    assert Sampler(Sampling(), entries=ENTRIES).pick(logits(t60=9.0, t9=2.0)) == 9
    assert max(draws(Sampling(1.0), logits(t60=30.0))) < ENTRIES


@pytest.mark.parametrize("token", [0, 31, 32, 49])
def test_only_what_the_mask_allows_is_taken(token):
    assert Sampler(Sampling(), entries=ENTRIES).pick(logits(t5=9.0), mask(token, 60)) == token
    assert set(draws(Sampling(1.0), logits(t5=30.0), 50, mask(token, 60))) == {token}


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_mask_that_allows_nothing_is_an_error(temperature):
    sampler = Sampler(Sampling(temperature), entries=ENTRIES)
    with pytest.raises(GenerationError) as caught:
        sampler.pick(logits(t5=9.0), mask(60))
    assert caught.value.reason == "stuck"


@pytest.mark.parametrize("bad", [torch.nan, torch.inf, -torch.inf])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("allowed", [None, mask(7)])
def test_a_logit_that_is_not_finite_is_an_error(bad, temperature, allowed):
    values = logits()
    values[3] = bad
    with pytest.raises(GenerationError) as caught:
        Sampler(Sampling(temperature), entries=ENTRIES).pick(values, allowed)
    assert caught.value.reason == "not_finite"


def test_padding_that_is_not_finite_does_not_matter():
    values = logits(t9=2.0)
    values[60] = torch.nan
    assert Sampler(Sampling(), entries=ENTRIES).pick(values) == 9


def test_draws_follow_the_probabilities():
    values = torch.full((ROWS,), -30.0)
    values[3], values[4] = np.log(0.75), np.log(0.25)
    share = draws(Sampling(1.0), values).count(3) / 2000
    assert share == pytest.approx(0.75, abs=0.04)


def test_a_higher_temperature_flattens():
    values = torch.full((ROWS,), -300.0)
    values[3], values[4] = np.log(0.75), np.log(0.25)
    wanted = 0.75**0.5 / (0.75**0.5 + 0.25**0.5)
    share = draws(Sampling(2.0), values).count(3) / 2000
    assert share == pytest.approx(wanted, abs=0.04)


@pytest.mark.parametrize(("top_p", "kept"), [(0.5, {3}), (0.6, {3, 4}), (0.85, {3, 4, 5})])
def test_top_p_keeps_the_fewest_tokens_that_reach_the_share(top_p, kept):
    values = torch.full((ROWS,), -40.0)
    values[3], values[4], values[5] = np.log(0.55), np.log(0.28), np.log(0.17)
    assert set(draws(Sampling(1.0, top_p), values)) == kept


def test_the_same_seed_draws_the_same():
    values = torch.randn(ROWS, generator=torch.Generator().manual_seed(1))
    assert draws(Sampling(1.0, seed=4), values, 50) == draws(Sampling(1.0, seed=4), values, 50)
    assert draws(Sampling(1.0, seed=4), values, 50) != draws(Sampling(1.0, seed=5), values, 50)


def test_drawing_leaves_the_common_generator_alone():
    before = torch.get_rng_state()
    draws(Sampling(1.0), torch.zeros(ROWS), 5)
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("settings", [(-1.0, 1.0), (1.0, 0.0), (1.0, 1.1), (float("nan"), 1.0)])
def test_settings_without_a_meaning_are_refused(settings):
    with pytest.raises(ValueError, match="cannot sample"):
        Sampling(*settings)
