"""The memory of tile features, and their way into a prompt."""

from dataclasses import dataclass

import pytest
import torch

from model.network import features
from model.network.features import PADDED_BATCHES, TileFeatureCache, splice
from tests.fakes.model_specs import small_spec
from tests.fakes.random_network import random_network

ONE = 4 * 32 * 4
"""Bytes of one tile's features: 4 tokens, 32 wide, float32."""


@dataclass(frozen=True)
class Span:
    start: int
    tokens: int
    image: int


class CountingEncoder:
    """Gives every tile its own mean as features, and notes the sizes of batches."""

    device = torch.device("cpu")

    def __init__(self):
        self.sizes = []

    def encode(self, tiles, *, batch=None):
        assert batch == len(tiles)
        self.sizes.append(len(tiles))
        return tiles.mean(dim=(1, 2, 3))[:, None, None].expand(-1, 4, 32)


@pytest.fixture(scope="module")
def network():
    return random_network(small_spec())


def source(tiles):
    return lambda places: tiles[list(places)]


def tiles_of(*values):
    return source(torch.stack([torch.full((3, 64, 64), float(value)) for value in values]))


def cache(**options):
    return TileFeatureCache(**{"budget_bytes": 100 * ONE} | options)


def test_a_tile_that_comes_again_is_not_encoded_again():
    memory, encoder = cache(), CountingEncoder()
    memory.features(encoder, ["a", "b"], tiles_of(1, 2))
    again = memory.features(encoder, ["b", "c"], tiles_of(2, 3))
    assert (memory.misses, memory.hits) == (3, 1)
    assert sum(encoder.sizes) == 3
    assert torch.equal(again[:, 0, 0], torch.tensor([2.0, 3.0]))


def test_equal_tiles_of_one_picture_are_encoded_once():
    memory, encoder = cache(), CountingEncoder()
    result = memory.features(encoder, ["a", "b", "a"], tiles_of(1, 2, 1))
    assert (memory.misses, memory.hits) == (2, 1)
    assert torch.equal(result[:, 0, 0], torch.tensor([1.0, 2.0, 1.0]))


def test_counters_add_up_over_calls():
    memory, encoder = cache(), CountingEncoder()
    memory.features(encoder, ["a", "b"], tiles_of(1, 2))
    memory.features(encoder, ["a", "b", "c"], tiles_of(1, 2, 3))
    assert (memory.hits, memory.misses) == (2, 3)


def test_the_least_recently_used_tile_goes_first():
    memory, encoder = cache(budget_bytes=2 * ONE), CountingEncoder()
    memory.features(encoder, ["a", "b"], tiles_of(1, 2))
    memory.features(encoder, ["a"], tiles_of(1))
    memory.features(encoder, ["c"], tiles_of(3))
    memory.features(encoder, ["a"], tiles_of(1))
    assert memory.misses == 3
    memory.features(encoder, ["b"], tiles_of(2))
    assert memory.misses == 4


@pytest.mark.parametrize("budget", [0, ONE - 1, ONE, 3 * ONE + 1])
def test_entries_never_exceed_the_budget(budget):
    memory, encoder = cache(budget_bytes=budget), CountingEncoder()
    result = memory.features(encoder, list("abcdef"), tiles_of(*range(6)))
    assert memory.bytes == len(memory) * ONE <= budget
    assert torch.equal(result[:, 0, 0], torch.arange(6.0))


def test_kept_features_do_not_hold_their_batch_in_memory():
    memory = cache(batches=(8,))
    memory.features(CountingEncoder(), ["a", "b"], tiles_of(1, 2))
    sizes = [entry.untyped_storage().nbytes() for entry in memory._entries.values()]
    assert sizes == [ONE, ONE]


def test_features_beside_a_gpu_lie_in_few_slabs_whose_places_are_used_again(monkeypatch):
    slabs = []

    def slab(count, of):
        slabs.append(torch.full((count, *of.shape), torch.nan))
        return slabs[-1]

    monkeypatch.setattr(features, "is_pinned", lambda _features: True)
    monkeypatch.setattr(features, "slab", slab)
    monkeypatch.setattr(features, "SLAB_BYTES", 2 * ONE + 1)
    memory, encoder = cache(budget_bytes=3 * ONE), CountingEncoder()
    for first in range(6):
        values = [first + n for n in range(3)]
        found = memory.features(encoder, [str(n) for n in values], tiles_of(*values))
        assert found[:, 0, 0].tolist() == values
    assert [len(one) for one in slabs] == [2, 2]
    places = {each.data_ptr() for one in slabs for each in one}
    assert {each.data_ptr() for each in memory._entries.values()} < places
    assert sum(encoder.sizes) == 8


def test_a_found_tile_is_safe_from_the_one_that_takes_its_place(monkeypatch):
    monkeypatch.setattr(features, "is_pinned", lambda _features: True)
    monkeypatch.setattr(features, "slab", lambda count, of: torch.zeros((count, *of.shape)))
    memory = cache(budget_bytes=ONE)
    memory.features(OnDevice(), ["a"], tiles_of(1))
    found = memory.features(OnDevice(), ["a", "b"], tiles_of(1, 2))
    assert found[:, 0, 0].tolist() == [1.0, 2.0]


class OnDevice(CountingEncoder):
    """Has a device to which everything is copied."""

    device = torch.float64  # `to` takes it as it takes a device

    def encode(self, tiles, *, batch=None):
        return super().encode(tiles, batch=batch).float()


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(1, [1]), (2, [2]), (3, [4]), (5, [9]), (9, [9]), (10, [13]), (14, [13, 1]), (16, [13, 4])],
)
def test_misses_are_padded_to_few_sizes_and_padding_is_not_counted(count, sizes):
    memory, encoder = cache(batches=PADDED_BATCHES), CountingEncoder()
    names = [str(number) for number in range(count)]
    result = memory.features(encoder, names, tiles_of(*range(count)))
    assert encoder.sizes == sizes
    assert memory.misses == count
    assert torch.equal(result[:, 0, 0], torch.arange(float(count)))


def test_features_are_bit_equal_one_by_one_and_together(network):
    tiles = torch.randn(13, 3, 64, 64, generator=torch.Generator().manual_seed(5))
    names = [str(number) for number in range(13)]
    together = cache().features(network, names, source(tiles))
    alone = [cache().features(network, ["x"], source(tile[None])) for tile in tiles]
    assert torch.equal(together, torch.cat(alone))
    assert torch.equal(together, network.encode(tiles))


def test_a_tile_s_bits_do_not_depend_on_its_neighbours(network):
    draw = torch.Generator().manual_seed(6)
    tile, *others = torch.randn(7, 3, 64, 64, generator=draw)
    mine = [
        cache(batches=(4,)).features(network, ["t", "u", "v"], source(torch.stack([tile, *rest])))
        for rest in (others[:2], others[2:4], others[4:])
    ]
    assert torch.equal(mine[0][0], mine[1][0])
    assert torch.equal(mine[0][0], mine[2][0])


def test_only_tiles_that_are_not_known_are_asked_for():
    memory, encoder, asked = cache(), CountingEncoder(), []

    def noted(places):
        asked.append(list(places))
        return tiles_of(1, 2, 3)(places)

    memory.features(encoder, ["a", "b"], noted)
    memory.features(encoder, ["b", "a"], noted)
    found = memory.features(encoder, ["b", "a", "c", "c"], noted)
    assert asked == [[0, 1], [2]]
    assert found[:, 0, 0].tolist() == [2.0, 1.0, 3.0, 3.0]


def test_features_take_the_places_of_their_placeholders():
    pictures = [torch.full((2, 2, 3), 7.0), torch.full((2, 3), 9.0)]
    spans = [Span(1, 4, 0), Span(6, 2, 1)]
    result = splice(torch.zeros(9, 3), spans, pictures.__getitem__)
    assert result[:, 0].tolist() == [0, 7, 7, 7, 7, 0, 9, 9, 0]


@pytest.mark.parametrize("cut", range(10))
def test_a_prompt_spliced_in_pieces_equals_it_spliced_at_once(cut):
    pictures = [torch.arange(12.0).reshape(4, 3), -torch.arange(6.0).reshape(2, 3)]
    spans = [Span(1, 4, 0), Span(6, 2, 1)]
    prompt = torch.full((9, 3), 100.0)
    pieces = [
        splice(prompt[:cut], spans, pictures.__getitem__),
        splice(prompt[cut:], spans, pictures.__getitem__, start=cut),
    ]
    assert torch.equal(torch.cat(pieces), splice(prompt, spans, pictures.__getitem__))


def test_pictures_outside_the_piece_are_not_asked_for():
    asked = []
    splice(torch.zeros(3, 3), [Span(5, 4, 0)], lambda image: asked.append(image))
    assert asked == []


def test_a_wrong_number_of_features_is_named_with_both_numbers():
    with pytest.raises(AssertionError, match="picture 0 has 3 features, its prompt 4 placeholders"):
        splice(torch.zeros(9, 3), [Span(1, 4, 0)], lambda _: torch.zeros(3, 3))


def test_the_embeddings_given_stay_as_they_are():
    prompt = torch.zeros(4, 3)
    splice(prompt, [Span(0, 4, 0)], lambda _: torch.ones(4, 3))
    assert prompt.abs().max() == 0
