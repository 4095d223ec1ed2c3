"""What a step of a run takes on a GPU, by the app's own policy, prompts, grammar and engine.

    .venv/bin/python -m tests.benchmarks.step_latency [--device cpu --tiny]

A network of the published size with random weights sits behind the real engine. Twenty screens of
1080p, of which one, two, four or all tiles change from step to step. Random weights write nothing
useful, so every reply is narrowed to a click of the usual length; the grammar and its masks are the
real ones and take their time. The vocabulary is one of 4,800 entries, learned from deskhand's own
prompts and pages; the published one would cut the same texts into other numbers of tokens.

At some steps the same prompt is also read as a plain loop reads it: all pictures encoded, all
tokens in one pass, one pass for each token of the reply; with the same kernels.

Prints a line a step and writes JSON with the device's name to `build/benchmarks`.
"""

import datetime
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from automation.core.events import Task
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.ports import History
from automation.core.proposal import Confirmation, Execution, Receipt, Risk, RiskLevel, StepRecord
from automation.core.timing import StopToken
from model.images.tiles import TileCutter
from model.inference.engine import ModelEngine
from model.inference.jobs import Job
from model.inference.options import LoadOptions
from model.network.features import splice
from model.policy import HolotronPolicy, Manner
from model.prompt.profile import profile
from tests.benchmarks.clicking_model import opened
from tests.benchmarks.gpu_micro import run
from tests.fakes.fake_engine import FakeVoice
from tests.fakes.fake_reader import FakeReader

STEPS = 20
CHANGES = (1, 2, 4, 8)
"""Tiles of 4 by 2 that differ from the screen before."""
PLAIN_STEPS = (1, 5, 10, 20)
"""Where the same prompt is read the plain way too."""


class Listening(ModelEngine):
    """Keeps the last request and its reply."""

    def propose(self, request, *, stop, on_event=None):
        """Pass on and keep."""
        self.request = request
        self.completion = super().propose(request, stop=stop, on_event=on_event)
        return self.completion


class Drafts(FakeVoice):
    """Notes when it is first told where the reply points."""

    first_s = None

    def drafted(self, draft):
        """Note the time."""
        if draft is not None and self.first_s is None:
            self.first_s = time.perf_counter()


def screens(image):
    """Yield screens of 4 by 2 tiles; each differs from the last in some of them."""
    height, width = 1080 * image.tile_px // 512, 1920 * image.tile_px // 512
    draw = np.random.default_rng(0)
    pixels = draw.integers(0, 256, (height, width, 4), dtype=np.uint8)
    for number in range(STEPS):
        pixels = pixels.copy()
        for tile in range(CHANGES[number % len(CHANGES)]):
            x, y = (2 * (tile % 4) + 1) * width // 8, (2 * (tile // 4) + 1) * height // 4
            pixels[y - 4 : y + 4, x - 4 : x + 4] = draw.integers(0, 256)
        whole = Rect(0, 0, width, height)
        window = WindowInfo(7, "notes", "mousepad", 42, whole, is_active=True)
        frame = Frame(pixels, ScreenPoint(0, 0), float(number))
        yield Observation(frame, (Monitor(1, whole, 1.0),), (window,), ScreenPoint(0, 0))


class Bench:
    """A run of the policy over the engine."""

    def __init__(self, resident):
        self.resident = resident
        self.engine = Listening(lambda *_args, **_more: resident)
        self.engine.load(LoadOptions(resident.model.spec.folder)).result()
        self.voice = Drafts()
        self.policy = HolotronPolicy(
            self.engine,
            Manner(profile(), resident.model.spec.image, is_calibrated=True),
            FakeReader(),
            read_key=lambda name: tuple(name.lower().split("+")),
            voice=self.voice,
            today=lambda: datetime.date(2026, 11, 26),
        )
        self.records = []

    def step(self, seen):
        """Take one step; return its figures, in milliseconds where nothing else is said."""
        self.voice.first_s = None
        began = time.perf_counter()
        proposal = self.policy.propose(
            Task("save the document", policy="holotron"),
            History(tuple(self.records)),
            seen,
            StopToken(),
        )
        whole = time.perf_counter() - began
        draft = None if self.voice.first_s is None else 1000 * (self.voice.first_s - began)
        self._accept(proposal)
        stats = asdict(self.engine.completion.stats)
        passes = stats["tokens_sampled"]
        self._rest()
        return {
            "whole_ms": 1000 * whole,
            "draft_ms": draft,
            "first_token_ms": 1000 * stats["first_token_s"],
            "decode_ms_a_pass": 1000 * stats["decode_s"] / passes,
            **stats,
        }

    def _accept(self, proposal):
        number = len(self.records) + 1
        self.records.append(
            StepRecord(
                number,
                proposal,
                Risk(RiskLevel.R1),
                Confirmation("accepted", "user"),
                proposal.intent,
                None,
                Execution(2, 1.0),
                Receipt("effect_seen"),
            )
        )

    def _rest(self):
        """Wait while the engine reads ahead, as it does while the user looks at the card.

        Its thread does one job after the other: when one that comes last is done, all are.
        """
        self.engine._thread.add(Job(lambda _stop: None)).result()

    @torch.inference_mode()
    def plain(self):
        """Return the milliseconds of the last step in a loop that keeps nothing between steps."""
        model, network = self.resident.model, self.resident.model.network
        began = time.perf_counter()
        conversation = self.engine.request.conversation
        prompt = model.renderer.render(conversation)
        pictures = []
        for image in conversation.images:
            tiles = TileCutter(model.spec.image, device=network.device).cut(
                image.pixels, image.plan
            )
            pictures.append(network.encode(tiles.tiles()))
        encoded = self._now()
        embeds = network.embed(torch.from_numpy(prompt.ids))
        cache = network.new_cache()
        logits = network.forward_tokens(splice(embeds, prompt.spans, pictures.__getitem__), cache)
        token = int(logits.argmax())
        read = self._now()
        for _ in self.engine.completion.new_ids:
            token = int(
                network.forward_tokens(network.embed(torch.tensor([token])), cache).argmax()
            )
        ended = self._now()
        return {
            "prompt_tokens": len(prompt.ids),
            "pictures": len(pictures),
            "reply_tokens": len(self.engine.completion.new_ids),
            "pictures_ms": 1000 * (encoded - began),
            "prompt_ms": 1000 * (read - encoded),
            "decode_ms": 1000 * (ended - read),
            "whole_ms": 1000 * (ended - began),
        }

    def _now(self):
        device = self.resident.model.network.device
        if device.type == "cuda":
            torch.cuda.synchronize(device)
        return time.perf_counter()


def measured(bench, sizes):
    """Measure a run in 16 bit, step by step, and the plain way at some of the steps."""
    del sizes
    with tempfile.TemporaryDirectory() as folder:
        resident = opened(bench, Path(folder) / "tiny", "none")
        if bench.is_cuda:
            held = torch.cuda.memory_allocated(bench.device)
            torch.cuda.reset_peak_memory_stats(bench.device)
        one = Bench(resident)
        yield (
            "facts",
            {
                "kernels": resident.model.kernels.path,
                "pass_tokens": resident.model.pass_tokens,
                "is_graphed": resident.session.is_graphed,
            },
        )
        plain = {}
        for number, seen in enumerate(screens(resident.model.spec.image), 1):
            yield f"step {number}", rounded(one.step(seen))
            if number == STEPS and bench.is_cuda:
                peak = torch.cuda.max_memory_allocated(bench.device) - held
                yield "peak_gib_over_weights", round(peak / 2**30, 2)
            if number in PLAIN_STEPS:
                one.plain()  # the first of a length chooses kernels
                plain[number] = rounded(one.plain())
        yield "plain", plain
        one.engine.close()


def rounded(figures):
    """Return the figures with two places."""
    return {name: round(n, 3) if isinstance(n, float) else n for name, n in figures.items()}


if __name__ == "__main__":
    sys.exit(run("step_latency", measured, sys.argv[1:], __doc__))
