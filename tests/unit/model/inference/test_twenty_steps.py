"""Twenty steps of a run: how much is read and encoded again, exactly, and that memory stays flat.

A tiny network with 64 tokens a tile and words of about their true share, so that the ratios are
those of a real run; the replies are noise, as they would be from any model that spells its step
otherwise than the history does.
"""

import gc
from dataclasses import replace
from itertools import accumulate

import pytest
import torch

from automation.core.timing import StopToken
from model.checkpoint.tiny import TinyScale
from model.inference.options import DecodeSettings, Request, Sampling, SnapshotLimits
from model.network.cache import GROWTH_FACTOR, GROWTH_TOKENS
from model.network.device import cache_bytes_per_token, state_bytes
from model.prompt.dialogue import Dialogue, PastStep, StepResult
from model.prompt.parse import ModelStep
from model.prompt.profile import ImageBudget, profile
from model.prompt.tools import ClickDesktop
from tests.fakes.tiny_models import mark_tile, opened, screen, source, tiny_folder

STEPS = 20
SIZE = (960, 540)
NOISE = DecodeSettings(max_new_tokens=4, sampling=Sampling(1.0))
CHANGES = [(), (2,), (2, 5), (0, 1, 2, 3), tuple(range(8)), (7,)]
"""Tiles that change from step to step, again and again."""


@pytest.fixture(scope="module")
def resident(tmp_path_factory):
    scale = TinyScale(pattern="M-*M-", tile_px=256, table_side=32)
    return opened(tiny_folder(tmp_path_factory, scale))


class Run:
    """A run of which every step's counters are kept."""

    def __init__(self, resident, images):
        self.resident = resident
        self.dialogue = Dialogue(replace(profile("holotron-12b"), images=images), "Work.", "Save.")
        self.endless = replace(
            self.dialogue, profile=replace(self.dialogue.profile, images=ImageBudget(99, 99))
        )
        self.past = []
        self.stats = []
        self.told_tokens = []
        """Length of each prompt if no picture was ever dropped."""
        self.bytes = []
        self.lengths = []
        self.tensors = {}

    def step(self, image):
        conversation = self.dialogue.conversation(self.past, image)
        reply = self.resident.reply(Request(conversation, settings=NOISE), stop=StopToken())
        self.stats.append(reply.stats)
        whole = self.endless.conversation(self.past, image)
        self.told_tokens.append(len(self.resident.model.renderer.render(whole).ids))
        call = ClickDesktop(element="Save", x=len(self.past), y=500)
        self.past.append(PastStep(ModelStep(None, "Save comes next.", call), StepResult(), image))
        self.bytes.append(self.resident.session.bytes)
        self.lengths.append(self.resident.session.length)
        if len(self.past) in (10, STEPS):
            self.tensors[len(self.past)] = _count_tensors()

    @property
    def added(self):
        """Tokens that each step added to what the model is told."""
        pairs = zip([0, *self.told_tokens], self.told_tokens, strict=False)
        return [after - before for before, after in pairs]


def _count_tensors():
    gc.collect()
    return sum(issubclass(type(thing), torch.Tensor) for thing in gc.get_objects())


def walked(resident, images, steps=STEPS):
    """Return a run over screens of which known tiles change."""
    resident.forget()
    run = Run(resident, images)
    pixels = screen(resident, size=SIZE).pixels
    for step in range(steps):
        for tile in CHANGES[step % len(CHANGES)]:
            mark_tile(pixels, tile, 10 * (step + 1))
        run.step(source(resident, pixels))
        pixels = pixels.copy()
    return run


@pytest.fixture(scope="module")
def endless(resident):
    return walked(resident, ImageBudget(99, 99), 10)


@pytest.fixture(scope="module")
def evicting(resident):
    return walked(resident, ImageBudget(3, 1))


def test_without_eviction_almost_only_new_tokens_are_read(endless):
    prefilled = sum(stats.tokens_prefilled for stats in endless.stats)
    new = sum(stats.tokens_new for stats in endless.stats)
    assert new <= sum(endless.added)
    assert prefilled / new <= 1.05


def test_without_eviction_every_step_costs_the_same(endless):
    assert max(s.tokens_prefilled for s in endless.stats[1:]) <= 1.05 * max(endless.added[1:])


def test_reused_and_read_tokens_are_the_whole_prompt(endless):
    for stats, told in zip(endless.stats, endless.told_tokens, strict=True):
        assert stats.tokens_reused + stats.tokens_prefilled == told


def test_with_eviction_little_is_read_twice(evicting):
    prefilled = sum(stats.tokens_prefilled for stats in evicting.stats)
    assert prefilled / sum(evicting.added) <= 1.25


def test_only_changed_tiles_are_encoded_whatever_is_evicted(endless, evicting):
    for run in (endless, evicting):
        for step, stats in enumerate(run.stats[1:], 1):
            changed = CHANGES[step % len(CHANGES)]
            assert stats.tiles_encoded == (len(changed) + 1 if changed else 0)


def test_with_eviction_memory_is_what_the_longest_prompt_takes(resident, evicting):
    language = resident.model.spec.language
    per_token = cache_bytes_per_token(language, "float32")
    states = (1 + SnapshotLimits().count) * state_bytes(language, "float32")
    longest = accumulate(evicting.lengths, max)
    for used, length in zip(evicting.bytes, longest, strict=True):
        assert used <= states + GROWTH_FACTOR * (length + GROWTH_TOKENS) * per_token


def test_the_log_holds_no_more_pictures_than_the_budget(evicting):
    picture = 9 * 64 + 2
    words_per_step = max(evicting.added[1:]) - picture + 25  # what stands for a dropped picture
    for step, length in enumerate(evicting.lengths, 1):
        assert length <= evicting.lengths[0] + 2 * picture + step * words_per_step


def test_no_tensors_gather_but_the_features_that_are_kept(evicting):
    kept = sum(stats.tiles_encoded for stats in evicting.stats[10:])
    assert evicting.tensors[STEPS] <= evicting.tensors[10] + kept + 4
