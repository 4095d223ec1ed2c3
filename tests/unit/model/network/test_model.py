"""The whole network: sizes, cuts of a prompt at any place, pictures among the text.

Tolerance of cuts: float32 logits up to 4.3 differ by at most 2.2e-6 (measured) when a prompt is
read in other pieces, because sums are taken in another order. A recurrent state lost at a cut
gives 0.7, a convolution window 1.4.
"""

import math
from dataclasses import dataclass, replace

import pytest
import torch

from automation.core.errors import LoadError, Stopped
from automation.core.timing import StopToken
from model.network.checks import check_memory
from model.network.features import splice
from model.network.model import (
    Holotron,
    Projector,
    build_language,
    check_time_steps,
    mixers,
    pixel_shuffle,
)
from model.network.network import HEARD_BLOCKS, heard_between
from model.spec import ProjectorSpec
from tests.fakes.model_specs import FULL_PATTERN, full_spec, small_language, small_spec
from tests.fakes.random_network import random_network

ORDER_OF_SUMS = 5e-6
CUTS = (1, 2, 3, 5, 37, 50, 127, 128, 129)


@dataclass(frozen=True)
class Span:
    start: int
    tokens: int
    image: int


@pytest.fixture(scope="module")
def network():
    return random_network(small_spec(), seed=7)


@pytest.fixture(scope="module")
def prompt(network):
    """200 tokens: text, a picture of 13 tiles, text, a picture of 3 tiles, text."""
    draw = torch.Generator().manual_seed(8)
    embeds = network.embed(torch.randint(0, 300, (200,), generator=draw))
    tiles = torch.randn(16, 3, 64, 64, generator=draw)
    pictures = [network.encode(tiles[:13]), network.encode(tiles[13:])]
    return splice(embeds, [Span(20, 52, 0), Span(120, 12, 1)], pictures.__getitem__)


@pytest.fixture(scope="module")
def expected(network, prompt):
    """Logits after every token, the whole prompt in one pass."""
    return network.forward_all(prompt, network.new_cache())


@pytest.mark.parametrize("cut", CUTS)
def test_a_prompt_read_in_two_pieces_equals_one_pass(network, prompt, expected, cut):
    cache = network.new_cache()
    first = network.forward_all(prompt[:cut], cache)
    second = network.forward_all(prompt[cut:], cache)
    assert cache.length == 200
    assert (torch.cat([first, second]) - expected).abs().max() < ORDER_OF_SUMS


def test_a_prompt_read_in_many_pieces_equals_one_pass(network, prompt, expected):
    cache = network.new_cache()
    pieces = torch.split(prompt, [1, 2, 3, 5, 37, 50, 1, 1, 100])
    found = torch.cat([network.forward_all(piece, cache) for piece in pieces])
    assert (found - expected).abs().max() < ORDER_OF_SUMS


def test_decoding_token_by_token_equals_one_pass(network, prompt, expected):
    cache = network.new_cache()
    found = torch.stack([network.forward_tokens(row[None], cache) for row in prompt])
    assert (found - expected).abs().max() < ORDER_OF_SUMS


def test_pictures_matter_and_in_their_order(network, prompt):
    swapped = prompt.clone()
    swapped[20:24], swapped[24:28] = prompt[24:28], prompt[20:24]
    last = [network.forward_tokens(p, network.new_cache()) for p in (prompt, swapped)]
    assert (last[0] - last[1]).abs().max() > 1e-4


def test_only_the_last_token_s_logits_are_made(network, prompt, expected):
    found = network.forward_tokens(prompt, network.new_cache())
    assert (found.shape, found.dtype) == ((320,), torch.float32)
    assert (found - expected[-1]).abs().max() < ORDER_OF_SUMS


def test_reading_without_logits_leaves_the_same_memory(network, prompt):
    one, other = network.new_cache(), network.new_cache()
    network.advance(prompt[:77], one)
    network.forward_tokens(prompt[:77], other)
    rest = [network.forward_tokens(prompt[77:], cache) for cache in (one, other)]
    assert torch.equal(*rest)


@pytest.mark.parametrize(("count", "cut"), [(600, 512), (1100, 1024), (1100, 1)])
def test_attention_memory_grows_without_changing_anything(network, count, cut):
    ids = torch.randint(0, 300, (count,), generator=torch.Generator().manual_seed(9))
    embeds = network.embed(ids)
    expected = network.forward_tokens(embeds, network.new_cache())
    cache = network.new_cache()
    network.advance(embeds[:cut], cache)
    found = network.forward_tokens(embeds[cut:], cache)
    assert (found - expected).abs().max() < ORDER_OF_SUMS


def test_bfloat16_agrees_with_float32_to_its_precision(prompt, expected):
    """8 bits of mantissa through nine layers; measured 0.0075 of the logits' size."""
    rounded = random_network(small_spec(), seed=7, dtype=torch.bfloat16)
    plain = random_network(small_spec(), seed=7)
    plain.load_state_dict({name: t.float() for name, t in rounded.state_dict().items()})
    found = rounded.forward_all(prompt.bfloat16(), rounded.new_cache())
    exact = plain.forward_all(prompt.bfloat16().float(), plain.new_cache())
    assert found.dtype == torch.float32
    assert (found - exact).norm() / exact.norm() < 0.03


def test_tiles_become_tokens_of_the_language_model(network):
    tokens = network.encode(torch.zeros(3, 3, 64, 64))
    assert tokens.shape == (3, small_spec().image.tokens_per_tile, small_spec().language.hidden)


def test_any_batch_gives_the_same_features_up_to_rounding(network):
    tiles = torch.randn(5, 3, 64, 64, generator=torch.Generator().manual_seed(2))
    alone, together = network.encode(tiles), network.encode(tiles, batch=5)
    assert (alone - together).abs().max() < ORDER_OF_SUMS


def test_pixels_are_not_normalised_a_second_time(network):
    """RADIO's own conditioner would subtract the mean: a black tile would look like another."""
    names = [name for name, _ in network.vision.named_buffers()]
    assert names == ["summary_idxs"]
    assert isinstance(network.vision.input_conditioner, torch.nn.Identity)


def test_tiles_of_another_size_are_refused(network):
    with pytest.raises(AssertionError, match="not 64 px"):
        network.encode(torch.zeros(1, 3, 32, 32))


def test_reading_nothing_is_refused(network):
    with pytest.raises(AssertionError, match="no tokens"):
        network.forward_tokens(torch.zeros(0, 32), network.new_cache())


def test_the_full_size_has_the_published_number_of_parameters():
    network = Holotron.meta(full_spec(), torch.bfloat16)
    counts = {
        name: sum(parameter.numel() for parameter in child.parameters())
        for name, child in network.named_children()
    }
    assert list(counts) == ["language", "vision", "projector"]
    assert counts["language"] == 12_310_001_152
    assert round(counts["vision"] / 1e9, 3) == 0.652
    assert round(counts["projector"] / 1e9, 3) == 0.210


def test_a_network_on_the_meta_device_takes_no_memory_and_has_one_dtype():
    network = Holotron.meta(full_spec(), torch.bfloat16)
    assert {p.device.type for p in network.parameters()} == {"meta"}
    assert {p.dtype for p in network.parameters()} == {torch.bfloat16}
    assert not network.training


def test_parameters_have_the_names_that_checkpoints_are_mapped_to():
    names = set(Holotron.meta(small_spec(), torch.float32).state_dict())
    assert {
        "language.model.embeddings.weight",
        "language.model.layers.0.mixer.A_log",
        "language.model.norm_f.weight",
        "language.lm_head.weight",
        "vision.embeddings.cls_register_token",
        "vision.encoder.layer.1.attention.q_proj.bias",
        "projector.norm.weight",
        "projector.up.weight",
        "projector.down.weight",
    } <= names


def test_finishing_names_a_tensor_that_got_no_weights():
    network = random_network(small_spec())
    network.projector.up.weight = torch.nn.Parameter(torch.empty(64, 96, device="meta"))
    with pytest.raises(LoadError, match=r"1 tensors .* projector\.up\.weight .* download it again"):
        network.finish()


def test_finishing_fills_layer_scales_with_ones():
    network = Holotron.meta(small_spec(), torch.float32)
    for name, parameter in list(network.named_parameters()):
        if "lambda1" not in name:
            owner, _, leaf = name.rpartition(".")
            values = torch.nn.Parameter(torch.randn(parameter.shape) * 0.1, requires_grad=False)
            setattr(network.get_submodule(owner), leaf, values)
    network.finish()
    scales = [p for name, p in network.named_parameters() if "lambda1" in name]
    assert len(scales) == 4
    assert all(torch.equal(scale, torch.ones(24)) for scale in scales)
    assert network.encode(torch.zeros(1, 3, 64, 64)).isfinite().all()


def test_no_gradient_is_ever_kept(network):
    assert not any(parameter.requires_grad for parameter in network.parameters())
    assert not network.forward_tokens(
        network.embed(torch.tensor([1])), network.new_cache()
    ).requires_grad


@pytest.mark.parametrize("prefix", [1, 4, 16])
def test_any_number_of_prefix_tokens_is_dropped(prefix):
    spec = small_spec()
    spec = replace(spec, vision=replace(spec.vision, prefix_tokens=prefix))
    assert random_network(spec).encode(torch.zeros(2, 3, 64, 64)).shape == (2, 4, 32)


# One token is read by layers of our own, with fewer launches.


def test_one_token_is_read_as_transformers_layers_read_it(prompt, network):
    """Measured in float32 over 100 tokens: not a bit differs."""
    kept, theirs = prompt[150:151].clone(), random_network(small_spec(), seed=7)
    for block in theirs.language.model.layers:
        del block.forward
    caches = network.new_cache(), theirs.new_cache()
    for token in (prompt[:150], prompt[150:151], prompt[151:152]):
        found, wanted = (
            each.forward_tokens(token, cache)
            for each, cache in zip((network, theirs), caches, strict=True)
        )
        assert (found - wanted).abs().max() < ORDER_OF_SUMS
    assert torch.equal(prompt[150:151], kept)


def test_weights_of_queries_keys_and_values_lie_side_by_side_and_once(network):
    mixer = network.language.model.layers[small_language().layers.index("attention")].mixer
    weights = [source.weight for source in (mixer.q_proj, mixer.k_proj, mixer.v_proj)]
    assert len({weight.untyped_storage().data_ptr() for weight in weights}) == 1
    assert weights[0].untyped_storage().nbytes() == sum(weight.nbytes for weight in weights)


# The language model is built from the spec, with its time steps unlimited.


def with_long_memory():
    """A network whose heads forget slowly: time steps from 1e-4 to 0.05, where a limit bites."""
    network = random_network(small_spec(layers=small_language("MM*").layers), seed=3)
    draw = torch.Generator().manual_seed(0)
    for mixer in mixers(network.language):
        mixer.dt_bias.copy_(torch.rand(4, generator=draw) * 6 - 9)
        mixer.A_log.zero_()
    return network.finish()


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


# From patches to tokens.


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


# Random weights keep numbers in range and no two channels alike.


def test_one_seed_gives_one_network():
    networks = [random_network(small_spec(), seed=seed) for seed in (1, 1, 2)]
    one, same, other = [network.language.lm_head.weight for network in networks]
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


def test_logits_and_features_have_the_size_of_trained_ones():
    network = random_network(small_spec())
    draw = torch.Generator().manual_seed(0)
    features = network.encode(torch.randn(2, 3, 64, 64, generator=draw))
    logits = network.forward_all(network.embed(torch.arange(100)), network.new_cache())
    assert 0.3 < features.std() < 3
    assert 0.3 < logits.std() < 3


def test_what_62_layers_add_up_to_stays_in_range():
    """Measured: 1.45, the embeddings being 1. Without scaling by depth it is 8.2."""
    network = random_network(small_spec(layers=small_language(FULL_PATTERN).layers))
    seen = []
    network.language.model.norm_f.register_forward_pre_hook(lambda _, args: seen.append(args[0]))
    network.advance(network.embed(torch.arange(64)), network.new_cache())
    assert 1 < seen[0].std() < 3


def test_time_steps_are_in_the_range_of_trained_ones():
    network = random_network(small_spec())
    for mixer in mixers(network.language):
        steps = torch.nn.functional.softplus(mixer.dt_bias)
        assert steps.min() > 0.0009
        assert steps.max() < 0.11


def test_what_steers_the_recurrence_stays_float32():
    network = random_network(small_spec(), dtype=torch.bfloat16)
    kinds = {p.dtype for m in mixers(network.language) for p in (m.A_log, m.D, m.dt_bias)}
    assert kinds == {torch.float32}
    assert network.dtype == torch.bfloat16


def with_forward(monkeypatch, wrap):
    """Return a network whose transformers has another forward."""
    kind = type(build_language(small_language()).model)
    monkeypatch.setattr(kind, "forward", wrap(kind.forward))
    return random_network(small_spec(), seed=7)


def test_the_memory_is_given_by_the_name_that_transformers_has_for_it(
    monkeypatch, prompt, expected
):
    def wrap(original):
        def forward(self, inputs_embeds=None, cache=None, use_cache=None, **more):
            return original(
                self,
                inputs_embeds=inputs_embeds,
                past_key_values=cache,
                use_cache=use_cache,
                **more,
            )

        return forward

    network = with_forward(monkeypatch, wrap)
    cache = network.new_cache()
    network.advance(prompt[:37], cache)
    found = network.forward_tokens(prompt[37:], cache)
    assert (found - expected[-1]).abs().max() < ORDER_OF_SUMS
    check_memory(network)


def test_a_memory_that_is_passed_over_is_found_out(monkeypatch):
    def wrap(original):
        def forward(self, inputs_embeds=None, use_cache=None, **_more):
            return original(self, inputs_embeds=inputs_embeds, use_cache=use_cache)

        return forward

    network = with_forward(monkeypatch, wrap)
    with pytest.raises(LoadError, match="forgets every token"):
        check_memory(network)


class Mark:
    """An event of a device that is done some looks later."""

    def __init__(self):
        self.looks = 3

    def record(self, stream):
        assert stream == "its stream"

    def query(self):
        self.looks -= 1
        return self.looks <= 0


@pytest.fixture
def marks(monkeypatch):
    made = []
    monkeypatch.setattr(torch.cuda, "Event", lambda: made.append(Mark()) or made[-1])
    monkeypatch.setattr(torch.cuda, "current_stream", lambda _device: "its stream")
    return made


def test_few_blocks_wait_for_a_device(marks):
    blocks = [torch.nn.Identity() for _ in range(40)]
    with heard_between(blocks, StopToken(), torch.device("cuda:0")):
        for number, block in enumerate(blocks):
            block(number)
            waiting = sum(mark.looks > 0 for mark in marks)
            assert waiting <= 1
    assert len(marks) == 40 / HEARD_BLOCKS
    assert not any("forward" in vars(block) for block in blocks)


def test_a_stop_is_heard_while_blocks_wait_for_a_device(marks):
    stop, blocks = StopToken(), [torch.nn.Identity() for _ in range(HEARD_BLOCKS + 1)]
    with heard_between(blocks, stop, torch.device("cuda:0")):
        for block in blocks[:-1]:
            block(0)
        marks[0].query = stop.stop
        with pytest.raises(Stopped):
            blocks[-1](0)
