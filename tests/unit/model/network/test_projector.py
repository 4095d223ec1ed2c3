"""From patches to tokens."""

import pytest
import torch

from model.network.model import Projector, pixel_shuffle
from model.spec import ProjectorSpec


def test_four_patches_become_one_token_top_left_first():
    patches = torch.arange(16.0).reshape(1, 16, 1)  # a 4 x 4 grid, one channel
    tokens = pixel_shuffle(patches, 2)
    assert tokens[0].tolist() == [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]


def test_a_side_of_one_changes_nothing():
    patches = torch.randn(2, 9, 4)
    assert torch.equal(pixel_shuffle(patches, 1), patches)


@pytest.mark.parametrize(("patches", "side", "told"), [(8, 2, "no square"), (9, 2, "divide by 2")])
def test_patches_that_cannot_be_joined_are_refused(patches, side, told):
    with pytest.raises(AssertionError, match=told):
        pixel_shuffle(torch.zeros(1, patches, 4), side)


def test_the_projector_has_three_weights_and_no_bias():
    projector = Projector(ProjectorSpec(inputs=8, width=16, outputs=4, norm_eps=1e-5))
    shapes = {name: tuple(p.shape) for name, p in projector.named_parameters()}
    assert shapes == {"norm.weight": (8,), "up.weight": (16, 8), "down.weight": (4, 16)}


def test_the_norm_s_epsilon_is_the_checkpoint_s():
    assert Projector(ProjectorSpec(8, 16, 4, norm_eps=0.5)).norm.eps == 0.5
