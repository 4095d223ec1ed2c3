"""What passes a profile's grammar is a step of that profile."""

import itertools
from typing import get_args

import numpy as np
import pytest

from model.inference.grammar import ReplyGrammar, shape_of
from model.prompt.parse import parse_step
from model.prompt.profile import all_profiles
from model.spec import CoordinateSpace
from tests.unit.model.inference.grammar_rig import TOKENIZER, TOKENS, allowed, text_of, walked

EVERY = list(itertools.product(all_profiles(), get_args(CoordinateSpace)))
QUOTES = frozenset(
    token for token in range(TOKENIZER.entries) if b'"' in TOKENIZER.token_bytes(token)
)


def terse(rng):
    """Return a choice that ends strings soon, so that a reply takes hundreds of tokens at most."""

    def choose(mask):
        ids = allowed(mask)
        ends = [token for token in ids if token in QUOTES]
        return int(rng.choice(ends if ends and rng.random() < 0.3 else ids))

    return choose


@pytest.mark.parametrize(
    ("profile", "space"), EVERY, ids=[f"{profile.name}-{space}" for profile, space in EVERY]
)
def test_random_replies_are_steps_of_the_profile(profile, space):
    spoken = profile.with_space(space)
    grammar = ReplyGrammar(shape_of(spoken), TOKENS)
    for seed in range(6):
        constraint = grammar.start()
        ids, _ = walked(constraint, terse(np.random.default_rng(seed)), 3000)
        assert constraint.is_complete
        parse_step(text_of(ids), spoken)
