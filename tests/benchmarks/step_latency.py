"""What a step of a run takes on a GPU, by the app's own policy, prompts, grammar and engine.

    .venv/bin/python -m tests.benchmarks.step_latency [--device cpu --tiny]

A network of the published size with random weights sits behind the real engine. Twenty screens of
1080p, of which one, two, four or all tiles change from step to step. Random weights write nothing
useful, so every reply is narrowed to a click of the usual length; the grammar and its masks are the
real ones and take their time. The vocabulary is one of 12,000 entries, learned from deskhand's own
prompts and pages; the published one would cut the same texts into other numbers of tokens.

At some steps the same prompt is also read as a plain loop reads it: all pictures encoded, all
tokens in one pass, one pass for each token of the reply; with the same kernels.

Prints a line a step and writes JSON with the device's name to `build/benchmarks`.
"""

import datetime
import json
import sys
import tempfile
import time
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer as NativeTokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel
from tokenizers.trainers import BpeTrainer

from automation.core.events import Task
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation
from automation.core.ports import History
from automation.core.proposal import Confirmation, Execution, Receipt, Risk, RiskLevel, StepRecord
from automation.core.stopping import StopToken
from model.checkpoint.reading import read_spec
from model.checkpoint.tiny import write_tiny_checkpoint
from model.checkpoint.tiny_tokenizer import SPECIALS
from model.checkpoint.tokens import TOKENIZER
from model.images.cutting import TileCutter
from model.inference.engine import ModelEngine
from model.inference.grammar_tokens import GrammarTokens
from model.inference.loading import LoadedModel
from model.inference.options import LoadOptions
from model.inference.resident import Resident
from model.network.chunking import pass_tokens
from model.network.features import splice
from model.network.kernel_check import checked_kernels
from model.policy.holotron import HolotronPolicy, Manner
from model.prompt.profiles.catalogue import all_profiles, profile
from model.prompt.profiles.profile import RunFacts
from model.prompt.renderer import renderer_for
from model.prompt.tokenizer import Tokenizer
from tests.benchmarks.gpu_micro import run
from tests.fakes.fake_engine import FakeVoice
from tests.fakes.fake_reader import FakeReader
from tests.gpu.bench import network_of, plan_for
from tests.unit.agent.rig import EDITOR

STEPS = 20
CHANGES = (1, 2, 4, 8)
"""Tiles of 4 by 2 that differ from the screen before."""
PLAIN_STEPS = (1, 5, 10, 20)
"""Where the same prompt is read the plain way too."""
LEARNED = 12_000
"""Entries of the vocabulary."""
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
THOUGHT = "The dialog is open and its Save button is at the lower right, so it is clicked next."


def reply(number):
    """Return a click as the model's contract has it."""
    call = {"tool_name": "click_desktop", "element": "the Save button", "x": 400 + number, "y": 500}
    return json.dumps({"note": None, "thought": THOUGHT, "tool_call": call | {"button": "left"}})


class Narrowed:
    """The real grammar of one reply, narrowed to one text: what it does takes its real time."""

    def __init__(self, grammar, tokenizer, rows, text):
        self._grammar = grammar
        self._tokenizer = tokenizer
        self._rows = rows
        self._left = text.encode()

    @property
    def is_complete(self):
        """Tell whether the text is whole."""
        return self._grammar.is_complete

    def forced(self):
        """Return what the grammar leaves no choice about."""
        return self._grammar.forced()

    def mask(self):
        """Return the grammar's mask, narrowed to the token that goes on with the text."""
        mask = self._grammar.mask()
        if not self._left:
            return mask
        token = self._tokenizer.encode(self._left.decode(), trusted=False)[0]
        assert mask[token // 32] >> (token % 32) & 1, f"the grammar refuses {self._left[:40]}"
        narrow = np.zeros_like(mask).view(np.uint32)
        narrow[token // 32] = np.uint32(1 << token % 32)
        return narrow.view(np.int32)

    def consume(self, token):
        """Take a token."""
        written = self._tokenizer.token_bytes(token)
        if self._left:
            assert self._left.startswith(written), f"{written} instead of {self._left[:40]}"
            self._left = self._left[len(written) :]
        self._grammar.consume(token)


class Clicking(Resident):
    """A model whose every reply is a click."""

    replies = 0

    def _constraint(self, request, *, is_thinking):
        self.replies += 1
        grammar = super()._constraint(request, is_thinking=is_thinking)
        rows = self.model.spec.language.vocab_rows
        return Narrowed(grammar, self.model.tokenizer, rows, reply(self.replies))


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


def trained_tokenizer(folder):
    """Return a tokenizer with as many letters a token, on English, as large vocabularies have."""
    document = json.loads((folder / TOKENIZER).read_text(encoding="utf-8"))
    model = BPE()
    learner = NativeTokenizer(model)
    learner.pre_tokenizer = ByteLevel(add_prefix_space=False)
    trainer = BpeTrainer(vocab_size=LEARNED, initial_alphabet=ByteLevel.alphabet())
    pages = [Path(name).read_text(encoding="utf-8") for name in PAGES]
    facts = RunFacts(date="2026-11-26", max_steps=50, system="Linux")
    learner.train_from_iterator(
        [*pages, *(one.system_prompt(facts) for one in all_profiles())], trainer
    )
    merges = json.loads(learner.to_str())["model"]["merges"]
    vocab = document["model"]["vocab"]
    kept = [name for name, number in vocab.items() if number < SPECIALS or len(name) == 1]
    names = dict.fromkeys([*kept, *("".join(pair) for pair in merges)])
    document["model"] |= {"vocab": {name: n for n, name in enumerate(names)}, "merges": merges}
    return Tokenizer(json.dumps(document))


def opened(bench, folder, quantization):
    """Return a model of random weights, as loading a checkpoint would."""
    write_tiny_checkpoint(folder)
    small = read_spec(folder)
    tokenizer = trained_tokenizer(folder)
    tokens = replace(small.tokens, entries=tokenizer.entries)
    language = bench.full.language
    language = replace(
        language,
        vocab_rows=max(language.vocab_rows, tokenizer.entries),
        max_positions=bench.full.language.max_positions if bench.is_cuda else 32_768,
    )
    spec = replace(bench.full, folder=folder, tokens=tokens, language=language)
    plan = plan_for(bench, spec, quantization=quantization)
    kernels = checked_kernels(spec.language, torch.device(plan.device), None, StopToken())
    network = network_of(spec, plan)
    most = pass_tokens(
        spec.language,
        plan.free_bytes - plan.needs.total,
        promised_bytes=0,
        has_compiled_scan=kernels.has_compiled_scan,
    )
    return Clicking(
        LoadedModel(
            spec=spec,
            network=network,
            tokenizer=tokenizer,
            renderer=renderer_for("nemotron_v2", tokenizer, tokens),
            grammar_tokens=GrammarTokens(tokenizer, tokens, spec.language.vocab_rows),
            template="",
            plan=plan,
            kernels=kernels,
            pass_tokens=most,
        ),
        LoadOptions(folder),
    )


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
        window = replace(EDITOR, rect=whole)
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
                Receipt("confirmed"),
            )
        )

    def _rest(self):
        """Wait while the engine reads ahead, as it does while the user looks at the card."""
        time.sleep(0.05)
        while self.engine.status.state != "ready":
            time.sleep(0.01)

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
            {"kernels": resident.model.kernels.path, "pass_tokens": resident.model.pass_tokens},
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
