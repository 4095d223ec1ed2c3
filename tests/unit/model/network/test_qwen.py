"""Qwen3.5 here against transformers' own network: logits, places, memory, snapshots, a head that is tied."""

import functools
import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from automation.core.errors import KernelUnavailable, LoadError, Stopped
from automation.core.timing import StopToken
from model.images.patches import normalised, resized
from model.images.tiling import ImageSpan
from model.inference.session import goes_on
from model.network import qwen
from model.network.checks import graph_gap
from model.network.device import scan_bytes_per_token
from model.network.features import splice
from model.network.graphs import GraphedSteps, Graphs
from model.network.offers import HOLO31_4B
from model.network.qwen import (
    FUNCTIONS,
    RULE,
    Qwen,
    checked_kernels,
    native_module,
    patches_of,
)
from tests.fakes.strict_graphs import StrictGraphs
from tests.fakes.tiny_qwen import SCREEN, filled, plain, source_plan, tiny_qwen_folder

ROOT = Path(__file__).parents[4]
CLOSE = 2e-5
"""Largest relative distance of logits that another order of adding explains in float32."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_qwen_folder(tmp_path_factory)


@pytest.fixture(scope="module")
def network(folder):
    return filled(folder, torch.float32)


@pytest.fixture(scope="module")
def reference(folder):
    return plain(folder)


def distance(found, expected):
    return float((found - expected).norm() / expected.norm())


def words(seed, count, network):
    first = network.spec.tokens.stop_ids[0] - 100
    drawn = np.random.default_rng(seed).integers(0, first, count)
    return torch.from_numpy(drawn)


def noise(seed, size=SCREEN):
    width, height = size
    return np.random.default_rng(seed).integers(0, 256, (height, width, 4), dtype=np.uint8)


class Prompt:
    """Words and pictures in order, as both networks take them."""

    def __init__(self, network, *parts):
        tokens = network.spec.tokens
        self.network, self.pictures, self.spans, ids = network, [], [], []
        for part in parts:
            if isinstance(part, torch.Tensor):
                ids += part.tolist()
                continue
            height, width, _ = part.shape
            plan = source_plan(network.spec, width, height)
            ids.append(tokens.image_start_id)
            self.spans.append(ImageSpan(len(ids), plan.tokens, len(self.spans), plan.cells))
            self.pictures.append(normalised(resized(part, plan), network.spec.image))
            ids += [tokens.image_id] * plan.tokens + [tokens.image_end_id]
        self.ids = torch.tensor(ids)

    @property
    def positions(self):
        return self.network.positions(len(self.ids), self.spans)

    def embeds(self):
        features = [self.network.encode(picture[None])[0] for picture in self.pictures]
        return splice(self.network.embed(self.ids), self.spans, lambda image: features[image])

    def given(self):
        """Return the arguments of transformers' network."""
        types = (self.ids == self.network.spec.tokens.image_id).int()
        given = {"input_ids": self.ids[None], "mm_token_type_ids": types[None]}
        if self.pictures:
            vision = self.network.spec.vision
            grids = [[1, p.shape[1] // 16, p.shape[2] // 16] for p in self.pictures]
            patches = [patches_of(picture, vision) for picture in self.pictures]
            given |= {"pixel_values": torch.cat(patches), "image_grid_thw": torch.tensor(grids)}
        return given


def prompts(network):
    """Return prompts of words alone, of one picture, and of several of different sizes."""
    one, two, three = (words(seed, 20 + seed, network) for seed in range(3))
    tall = noise(1, (128, 320))
    return {
        "words": Prompt(network, words(7, 150, network)),
        "one picture": Prompt(network, one, noise(0), two),
        "several": Prompt(network, one, noise(0), two, tall, noise(2, (96, 96)), three),
    }


KINDS = ("words", "one picture", "several")


@pytest.mark.parametrize("kind", KINDS)
@torch.inference_mode()
def test_every_logit_is_that_of_transformers_own_network(kind, network, reference):
    prompt = prompts(network)[kind]
    expected = reference(**prompt.given()).logits[0]
    found = network.forward_all(prompt.embeds(), network.new_cache(), positions=prompt.positions)
    assert distance(found, expected) < CLOSE


@pytest.mark.parametrize("kind", KINDS)
@torch.inference_mode()
def test_what_is_written_and_its_logits_are_those_of_generate(kind, network, reference):
    prompt = prompts(network)[kind]
    made = reference.generate(
        **prompt.given(), max_new_tokens=8, do_sample=False, eos_token_id=None, pad_token_id=0,
        output_logits=True, return_dict_in_generate=True,
    )  # fmt: skip
    expected = made.sequences[0, len(prompt.ids) :].tolist()
    cache, found = network.new_cache(), []
    logits = network.forward_tokens(prompt.embeds(), cache, positions=prompt.positions)
    for step in made.logits:
        assert distance(logits, step[0]) < CLOSE
        found.append(int(logits.argmax()))
        logits = network.forward_tokens(network.embed(torch.tensor(found[-1:])), cache)
    assert found == expected


@pytest.mark.parametrize("kind", KINDS)
def test_places_are_those_that_transformers_computes(kind, network, reference):
    prompt = prompts(network)[kind]
    given = prompt.given()
    expected, delta = reference.model.get_rope_index(
        given["input_ids"], given["mm_token_type_ids"], given.get("image_grid_thw")
    )
    assert torch.equal(prompt.positions, expected[:, 0])
    cache = network.new_cache()
    network.advance(prompt.embeds(), cache, positions=prompt.positions)
    assert cache.position - cache.length == int(delta)


@pytest.mark.parametrize("cuts", [(1,), (30,), (64, 65), (26, 40, 101)])
@torch.inference_mode()
def test_a_prompt_in_pieces_gives_the_logits_of_one_pass(cuts, network):
    prompt = prompts(network)["several"]
    embeds, positions = prompt.embeds(), prompt.positions
    whole = network.forward_tokens(embeds, network.new_cache(), positions=positions)
    cache, begin = network.new_cache(), 0
    for end in (*cuts, len(embeds)):
        piece = positions[:, begin:end]
        logits = network.forward_tokens(embeds[begin:end], cache, positions=piece)
        begin = end
    assert distance(logits, whole) < CLOSE
    assert cache.length == len(embeds)


@torch.inference_mode()
def test_a_snapshot_brings_everything_back_bit_for_bit(network):
    prompt = prompts(network)["one picture"]
    cache = network.new_cache()
    network.advance(prompt.embeds(), cache, positions=prompt.positions)
    before, next_words = cache.snapshot(), network.embed(words(11, 9, network))
    first = network.forward_tokens(next_words, cache)
    network.advance(network.embed(words(12, 30, network)), cache)
    cache.restore(before)
    assert cache.position == before.position < cache.length
    assert torch.equal(network.forward_tokens(next_words, cache), first)


@torch.inference_mode()
def test_a_branch_from_a_snapshot_is_what_one_pass_gives(network):
    head, tail = words(1, 70, network), words(2, 20, network)
    cache = network.new_cache()
    network.advance(network.embed(head), cache)
    before = cache.snapshot()
    network.advance(network.embed(words(3, 40, network)), cache)
    cache.restore(before)
    found = network.forward_tokens(network.embed(tail), cache)
    both = network.embed(torch.cat((head, tail)))
    assert distance(found, network.forward_tokens(both, network.new_cache())) < CLOSE


def test_a_stop_is_heard_between_two_blocks(network):
    stop, cache = StopToken(), network.new_cache()
    before = cache.snapshot()
    stop.stop("test")
    with pytest.raises(Stopped):
        network.advance(network.embed(words(1, 10, network)), cache, stop)
    assert not cache.is_whole
    cache.restore(before)
    network.advance(network.embed(words(1, 10, network)), cache, StopToken())


FEW = 5


@torch.inference_mode()
def test_graphs_of_steps_give_what_launched_passes_give(network):
    assert graph_gap(network, Graphs(StrictGraphs(), 64, 600).steps(network)) < CLOSE


@torch.inference_mode()
def test_words_behind_a_picture_are_read_by_graphs_where_they_stand(network):
    prompt, more = prompts(network)["several"], network.embed(words(21, 12, network))
    embeds, positions = prompt.embeds(), prompt.positions
    cache, plain = network.new_cache(), network.new_cache()
    steps = GraphedSteps(network, cache, Graphs(StrictGraphs(), FEW, 600))
    for memory in (cache, plain):
        network.advance(embeds, memory, positions=positions)
    before = cache.snapshot()
    for _ in range(2):  # the same graphs again, after a way back
        for start, end in ((0, 1), (1, 4), (4, 9), (9, 12)):
            assert steps.takes(end - start), steps.problem
            found = steps.forward_tokens(more[start:end])
        expected = network.forward_tokens(more, plain)
        assert distance(found, expected) < CLOSE
        assert cache.position == plain.position < cache.length
        cache.restore(before)
        plain = network.new_cache()
        network.advance(embeds, plain, positions=positions)


def test_words_are_told_from_parts_of_a_picture(network):
    prompt = prompts(network)["one picture"]
    span, positions = prompt.spans[0], prompt.positions
    assert goes_on(positions[:, : span.start + 1], 0)
    assert not goes_on(positions[:, : span.start + 2], 0)
    end = span.start + span.tokens
    assert goes_on(positions[:, end:], span.start + max(span.cells))
    assert not goes_on(positions[:, end:], end)


def test_frequencies_stay_float32_whatever_the_network_runs_in(folder, network):
    small = filled(folder, torch.bfloat16)
    for one, other in ((small, network),):
        pairs = (
            (one.language.model.rotary_emb, other.language.model.rotary_emb),
            (one.vision.rotary_pos_emb, other.vision.rotary_pos_emb),
        )
        for half, full in pairs:
            assert half.inv_freq.dtype == torch.float32
            assert torch.equal(half.inv_freq, full.inv_freq)
    assert small.dtype == torch.bfloat16


def test_a_tied_head_is_the_embedding_and_takes_no_memory_of_its_own(network):
    assert network.language.lm_head.weight is network.language.model.embed_tokens.weight


@torch.inference_mode()
def test_a_head_of_its_own_is_used(tmp_path_factory):
    folder = tiny_qwen_folder(tmp_path_factory, is_tied=False)
    network, reference = filled(folder, torch.float32), plain(folder)
    prompt = Prompt(network, words(5, 40, network))
    expected = reference(**prompt.given()).logits[0]
    found = network.forward_all(prompt.embeds(), network.new_cache())
    assert network.language.lm_head.weight is not network.language.model.embed_tokens.weight
    assert distance(found, expected) < CLOSE


CPU = torch.device("cpu")


@pytest.fixture
def compiled(monkeypatch):
    """Return what makes transformers have chosen functions of fla; torch's are back afterwards."""
    _, chosen = qwen._imported()

    def choose(change):
        for name in RULE:
            monkeypatch.setitem(chosen, name, as_chosen(inspect.unwrap(chosen[name]), change))

    yield choose
    monkeypatch.undo()
    qwen._use_rule(are_compiled=False)


def as_chosen(real, change):
    """Return a function as transformers wraps one of fla."""

    def implementation(*given, **named):
        return change(*real(*given, **named))

    implementation.__module__ = "fla.ops.gated_delta_rule"

    @functools.wraps(real)
    def wrapped(*given, **named):
        return implementation(*given, **named)

    return wrapped


def test_the_layers_call_torchs_own_functions_where_there_is_no_card(network):
    status = checked_kernels(network.spec.language, CPU)
    module = native_module()
    for name in FUNCTIONS:
        assert getattr(module, name).__module__ == module.__name__
        assert not hasattr(getattr(module, name), "__wrapped__")
    assert (status.path, status.has_compiled_scan) == ("portable", False)
    assert "need CUDA" in status.why
    with pytest.raises(KernelUnavailable, match="need CUDA"):
        checked_kernels(network.spec.language, CPU, "compiled")


@torch.inference_mode()
def test_flas_rule_is_taken_where_it_computes_the_same(network, compiled):
    rows = network.embed(words(3, 80, network))
    expected = network.forward_tokens(rows, network.new_cache())
    compiled(lambda read, left: (read, left))
    assert qwen._tried_rule(network.spec.language, CPU) == ""
    module = native_module()
    assert all(hasattr(getattr(module, name), "__wrapped__") for name in RULE)
    assert torch.equal(network.forward_tokens(rows, network.new_cache()), expected)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda read, left: (1.2 * read, left), "off by 0.2"),
        (lambda read, left: (read, left + 1), "off by"),
        (lambda read, left: (read * torch.nan, left), "off by inf"),
        (lambda read, left: 1 // 0, "ZeroDivisionError"),
    ],
)
def test_flas_rule_is_not_taken_where_it_does_not(network, compiled, change, why):
    compiled(change)
    assert why in qwen._tried_rule(network.spec.language, CPU)
    assert not any(hasattr(getattr(native_module(), name), "__wrapped__") for name in RULE)


PEAK = """
import re, sys, torch
from pathlib import Path
from model.network.qwen import native_module
tokens, keys, heads, width = map(int, sys.argv[1:])
rule = native_module().torch_chunk_gated_delta_rule
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024
def run(tokens):
    query, key = torch.randn(2, 1, tokens, keys, width)
    value = torch.randn(1, tokens, heads, width)
    decay, beta = -torch.rand(1, tokens, heads), torch.rand(1, tokens, heads)
    before = peak()
    rule(query, key, value, g=decay, beta=beta, initial_state=torch.zeros(1, heads, width, width),
         output_final_state=True, use_qk_l2norm_in_kernel=True)
    return peak() - before
with torch.inference_mode():
    run(64)
    print(run(tokens))
"""


@pytest.mark.timeout(180)  # the child imports torch and transformers
def test_the_portable_rule_takes_what_the_arithmetic_says():
    """Measured: 110 MB for 512 tokens of a layer of Holo3.1, 0.97 of the prediction."""
    language = HOLO31_4B.spec.language
    sizes = (512, language.key_heads, language.value_heads, language.key_dim)
    child = subprocess.run(
        [sys.executable, "-P", "-c", PEAK, *map(str, sizes)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True,
        text=True,
    )  # fmt: skip
    assert 0.7 < int(child.stdout) / (512 * scan_bytes_per_token(language)) < 1.3


def test_a_picture_that_is_no_whole_tokens_is_a_fault(network):
    with pytest.raises(AssertionError, match="are no squares"):
        network.encode(torch.zeros(1, 3, 48, 64))


def test_a_network_without_weights_says_what_is_missing(folder, network):
    with pytest.raises(LoadError, match=r"got no weights"):
        Qwen.meta(network.spec, torch.float32).finish()
