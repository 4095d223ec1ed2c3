"""A model of random weights whose every reply is a click, for measuring what a step takes."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer as NativeTokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel
from tokenizers.trainers import BpeTrainer

from automation.core.timing import StopToken
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import SPECIALS, write_tiny_checkpoint
from model.checkpoint.tokens import TOKENIZER
from model.inference.loading import LoadedModel
from model.inference.options import LoadOptions
from model.inference.reply_grammar import GrammarTokens
from model.inference.resident import Resident
from model.network.checks import checked_graphs, checked_kernels
from model.network.device import pass_tokens
from model.network.graphs import CudaGraphs
from model.prompt.chat_layout import ChatRenderer
from model.prompt.profile import RunFacts, all_profiles
from model.prompt.tokenizer import Tokenizer
from tests.gpu.bench import network_of, plan_for

LEARNED = 12_000
"""Entries of the vocabulary at most; the texts that there are give 4,800."""
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
GUIDE = "resources/guide"
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


def trained_tokenizer(folder):
    """Return a tokenizer with as many letters a token, on English, as large vocabularies have."""
    document = json.loads((folder / TOKENIZER).read_text(encoding="utf-8"))
    model = BPE()
    learner = NativeTokenizer(model)
    learner.pre_tokenizer = ByteLevel(add_prefix_space=False)
    trainer = BpeTrainer(vocab_size=LEARNED, initial_alphabet=ByteLevel.alphabet())
    texts = [*map(Path, PAGES), *sorted(Path(GUIDE).glob("*.md"))]
    pages = [text.read_text(encoding="utf-8") for text in texts]
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
    make = CudaGraphs(network.device)
    room = plan.context_tokens
    graphs = checked_graphs(network, make, reserved_tokens=room) if bench.is_cuda else None
    most = pass_tokens(
        spec.language,
        plan.free_bytes - plan.needs.total,
        kind="cuda" if bench.is_cuda else "cpu",
        dtype=plan.dtype,
        context_tokens=plan.context_tokens,
        promised_bytes=0,
        has_compiled_scan=kernels.has_compiled_scan,
    )
    return Clicking(
        LoadedModel(
            spec=spec,
            network=network,
            tokenizer=tokenizer,
            renderer=ChatRenderer("nemotron_v2", tokenizer, tokens),
            grammar_tokens=GrammarTokens(tokenizer, tokens, spec.language.vocab_rows),
            template="",
            plan=plan,
            kernels=kernels,
            pass_tokens=most,
            graphs=graphs,
        ),
        LoadOptions(folder),
    )
