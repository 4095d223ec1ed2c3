"""What holding replies to their schema costs a token, with a vocabulary of the official size.

Run: python -m tests.benchmarks.constrain [--tokenizer FILE]. Without a file it makes a byte-level
BPE of 131,072 entries from the source text of the installed packages, which takes some minutes
once. Prints and writes `build/benchmarks/constrain.json`. Ends with status 1 when a mask takes
longer than it may: it is computed while the device works on the next token.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import sysconfig
import time
from itertools import islice
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer as NativeTokenizer
from tokenizers import decoders, models, pre_tokenizers, trainers

from model.inference.reply_grammar import GrammarTokens, ReplyGrammar, ThinkingTokens, shape_of
from model.prompt.profile import profile
from model.prompt.tokenizer import Tokenizer
from model.spec import TokenSpec
from tests.unit.model.inference.grammar_rig import longest_bytes

ENTRIES, SPECIALS, PADDED_ROWS = 131_072, 1000, 132_096
FILES = 6000
WALKS, MOST_TOKENS = 20, 400
MUST_MASK_MS = 5.0
OUTPUT, VOCABULARY = Path("build/benchmarks/constrain.json"), Path("build/benchmarks/bpe.json")
CLICK = {
    "note": None,
    "thought": "The Save button is at the bottom of the dialog. I click it to keep the changes.",
    "tool_call": {
        "tool_name": "click_desktop",
        "element": "Save button at the bottom right",
        "x": 512,
        "y": 730,
        "button": "left",
    },
}


def made_vocabulary():
    """Return the path of a vocabulary of the official size, made at the first run."""
    if not VOCABULARY.exists():
        native = NativeTokenizer(models.BPE())
        native.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        native.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(
            vocab_size=ENTRIES,
            special_tokens=[f"<SPECIAL_{n}>" for n in range(SPECIALS)],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        sources = sorted(Path(sysconfig.get_path("purelib")).rglob("*.py"))
        texts = (path.read_text(errors="ignore") for path in islice(sources, FILES))
        native.train_from_iterator(texts, trainer)
        VOCABULARY.parent.mkdir(parents=True, exist_ok=True)
        native.save(str(VOCABULARY))
    return VOCABULARY


def timed(work):
    """Return the result of a call with its wall milliseconds."""
    started = time.perf_counter()
    result = work()
    return result, (time.perf_counter() - started) * 1000


def spread(times_ms):
    """Return median, 99th percentile and longest of times."""
    ordered = sorted(times_ms)
    return {
        "median_ms": round(statistics.median(ordered), 4),
        "p99_ms": round(ordered[int(0.99 * (len(ordered) - 1))], 4),
        "longest_ms": round(ordered[-1], 4),
        "n": len(ordered),
    }


def typical(grammar, tokenizer, separators):
    """Feed one typical action; return mask times, forced times and the share of forced tokens."""
    text = json.dumps(CLICK, separators=separators)
    script = tokenizer.encode(text, trusted=False)
    constraint, masks, asks, forced, at = grammar.start(), [], [], 0, 0
    while not constraint.is_complete:
        run, took = timed(constraint.forced)
        asks.append(took)
        if run:
            forced += len(run)
        else:
            _, took = timed(constraint.mask)
            masks.append(took)
            run = (script[at],)
        for token in run:
            constraint.consume(token)
        at += len(run)
    return {
        "mask": spread(masks),
        "forced": spread(asks),
        "tokens": at,
        "forced_tokens": forced,
    }


def random_walks(grammar):
    """Write random replies; return mask times."""
    rng, masks = np.random.default_rng(0), []
    for _ in range(WALKS):
        constraint, written = grammar.start(), 0
        while not constraint.is_complete and written < MOST_TOKENS:
            run = constraint.forced()
            if not run:
                mask, took = timed(constraint.mask)
                masks.append(took)
                flags = np.unpackbits(mask.view(np.uint8), bitorder="little")
                run = (int(rng.choice(np.flatnonzero(flags))),)
            for token in run:
                constraint.consume(token)
            written += len(run)
    return spread(masks)


def main():
    """Measure, print, write, and say whether masks are as fast as they must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokenizer", type=Path, help="a tokenizer.json to measure with")
    path = parser.parse_args().tokenizer or made_vocabulary()
    tokenizer, reading = timed(lambda: Tokenizer.from_file(path))
    spec = TokenSpec(18, 21, 22, 1, None, (2, 12), tokenizer.entries)
    rows = max(PADDED_ROWS, tokenizer.entries)
    tokens, indexing = timed(lambda: GrammarTokens(tokenizer, spec, rows))
    contract = profile()
    grammar, compiling = timed(lambda: ReplyGrammar(shape_of(contract), tokens))
    thinking, preparing = timed(lambda: ThinkingTokens(tokens))
    _, first_thought = timed(lambda: thinking.mask(0))
    report = {
        "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "entries": tokenizer.entries,
        "reading_ms": round(reading, 1),
        "indexing_ms": round(indexing, 1),
        "compiling_ms": round(compiling, 1),
        "thinking_ms": round(preparing + first_thought, 1),
        "longest_reply_bytes": longest_bytes(contract.schema, *contract.separators),
        "typical": typical(grammar, tokenizer, contract.separators),
        "random": random_walks(grammar),
        "must": {"typical_mask_median_ms": MUST_MASK_MS},
    }
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(report, indent=1))
    print(json.dumps(report, indent=1))
    return int(report["typical"]["mask"]["median_ms"] > MUST_MASK_MS)


if __name__ == "__main__":
    sys.exit(main())
