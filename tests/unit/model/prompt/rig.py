"""Tokenizers, token specs and pictures that the prompt's tests share."""

import json
from dataclasses import replace
from functools import cache

import numpy as np

from automation.core.geometry import Rect
from model.checkpoint import tiny as tiny_tokenizer
from model.images.tiling import Grid, TilePlan
from model.prompt.conversation import SourceImage
from model.prompt.tokenizer import Tokenizer
from model.spec import TokenSpec

SMALL = Rect(0, 0, 64, 64)


@cache
def tiny():
    """The tokenizer of the tiny checkpoint: every added token is special."""
    return Tokenizer(json.dumps(tiny_tokenizer.tokenizer_document()))


@cache
def unruly():
    """A tokenizer with every trait that lets ordinary text become an added token."""
    return Tokenizer(json.dumps(unruly_document()))


def unruly_document():
    """Whole words come from the table before merges, and the table holds the added tokens."""
    document = tiny_tokenizer.tokenizer_document()
    model = document["model"]
    model["ignore_merges"] = True
    model["unk_token"] = "<unk>"
    for name in ("<tool_call>", "Save", "<|im_start|>", "<|im_end|>", "<|image_pad|>"):
        model["vocab"].setdefault(name, len(model["vocab"]))
        document["added_tokens"].append(added(model["vocab"][name], name, special=False))
    beside = (
        ("<|vision_start|>", {}),
        ("<|vision_end|>", {"normalized": True}),
        ("Übung", {"single_word": True}),
        ("<lone>", {"lstrip": True, "rstrip": True}),
    )
    document["added_tokens"] += [
        added(number, name, **traits)
        for number, (name, traits) in enumerate(beside, len(model["vocab"]))
    ]
    document["normalizer"] = {"type": "NFC"}
    split = {"type": "Split", "pattern": {"Regex": "<[^>]*>|\\s+|\\w+|."}, "behavior": "Isolated",
             "invert": False}  # fmt: skip
    bytes_ = document["pre_tokenizer"] | {"use_regex": False}
    document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [split, bytes_]}
    return document


def added(number, content, *, special=False, **traits):
    """An entry of `added_tokens`."""
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {"id": number, "content": content, "special": special} | plain | traits


def tokens_of(tokenizer, **changes):
    """What a checkpoint with this tokenizer says of its tokens."""
    spec = TokenSpec(
        image_id=tokenizer.token_id("<image>"),
        image_start_id=tokenizer.token_id("<img>"),
        image_end_id=tokenizer.token_id("</img>"),
        bos_id=tokenizer.token_id("<s>"),
        pad_id=tokenizer.token_id("<SPECIAL_999>"),
        stop_ids=(12,),
        entries=tokenizer.entries,
    )
    return replace(spec, **changes)


def picture(cols=1, rows=1, source=SMALL):
    """A picture of four placeholders a tile, with a thumbnail if it has several."""
    plan = TilePlan(source, Grid(cols, rows), 64, 4, has_thumbnail=cols * rows > 1)
    return SourceImage(np.zeros((source.h, source.w, 4), np.uint8), plan)
