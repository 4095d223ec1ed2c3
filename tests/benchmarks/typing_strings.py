"""Two hundred texts that cover what people type: made by code where there is a rule."""

import random
import unicodedata
from pathlib import Path

import yaml

COUNT = 200
_SEED = 20


def typing_strings():
    """Return the texts as (kind, text), always the same ones."""
    path = Path(__file__).with_suffix(".yaml")
    written = yaml.safe_load(path.read_text(encoding="utf-8"))
    source = random.Random(_SEED)
    texts = [(kind, text) for kind, samples in written["samples"].items() for text in samples]
    for name, (first, last) in written["blocks"].items():
        assigned = [
            chr(c) for c in range(first, last) if unicodedata.category(chr(c))[0] not in "C"
        ]
        texts.append((name, "".join(source.sample(assigned, min(len(assigned), 24)))))
    pool = [char for _, text in texts for char in text if char not in "\n\t"]
    words = " ".join(text for kind, text in texts if kind == "ascii").replace("\n", " ")
    texts.append(("long", (words.replace("\t", " ") * 4)[:500]))
    texts.append(("long", "".join(source.choices(pool, k=500))))
    while len(texts) < COUNT:
        texts.append(("random", "".join(source.choices(pool, k=source.randint(1, 40)))))
    return texts[:COUNT]
