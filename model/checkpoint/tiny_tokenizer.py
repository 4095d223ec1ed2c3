"""The tokenizer of a tiny checkpoint: byte-level BPE that can write any text.

Its entries are made by hand instead of being trained, so that every version of every library gets
the same ones. Special tokens stand where the family's naming scheme puts them: `<SPECIAL_n>` has
the id n.
"""

from collections.abc import Iterator
from typing import Any, Final

UNKNOWN: Final = "<unk>"
BOS: Final = "<s>"
EOS: Final = "</s>"
PAD: Final = "<SPECIAL_999>"
NAMED: Final[dict[int, str]] = {
    0: UNKNOWN,
    1: BOS,
    2: EOS,
    13: "<think>",
    14: "</think>",
    18: "<image>",
    19: "<video>",
    21: "<img>",
    22: "</img>",
    31: PAD,
}
SPECIALS: Final = 32
"""Special tokens in all; the official tokenizer has 1000."""
TURN_END_ID: Final = 12
IMAGE_ID: Final = 18

_WORDS: Final = (
    " the", " to", " and", " of", " in", " click", " on", " button", " window", " text", " type",
    " open", " save", " file", " menu", " screen", "note", "thought", "tool", "call", "name",
    "element", "click", "write", "scroll", "hotkey", "drag", "move", "double", "update", "plan",
    "desktop", "answer", "content", "left", "right", "middle", "direction", "keys", "press",
    "enter", "overwrite", "size", "repeat", "count", "true", "false", "null", '{"', '":"', '","',
    '":', '",', '"}', '}}', '"}}', '":{"', "System", "User", "Assistant", "observation",
    "message", "Untitled", "Save", "Cancel", "OK",
)  # fmt: skip
"""What prompts and replies of the step contract are made of: some words take one token."""


def byte_letters() -> dict[int, str]:
    """Return the printable letter that byte-level BPE writes for each byte.

    Source: GPT-2's byte encoder: printable bytes stand for themselves, the others for the
    characters from U+0100 on.
    """
    kept = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    moved = [byte for byte in range(256) if byte not in kept]
    letters = {byte: chr(byte) for byte in kept}
    letters |= {byte: chr(0x100 + place) for place, byte in enumerate(moved)}
    return letters


def special_tokens() -> tuple[str, ...]:
    """Return the special tokens in the order of their ids."""
    return tuple(NAMED.get(number, f"<SPECIAL_{number}>") for number in range(SPECIALS))


def _pieces(word: str) -> Iterator[tuple[str, str]]:
    """Yield the merges that build a word from its letters, from the left."""
    letters = byte_letters()
    spelled = [letters[byte] for byte in word.encode()]
    whole = spelled[0]
    for letter in spelled[1:]:
        yield whole, letter
        whole += letter


def _merges() -> list[tuple[str, str]]:
    ordered = dict.fromkeys(pair for word in _WORDS for pair in _pieces(word))
    return list(ordered)


def entries() -> dict[str, int]:
    """Return every entry with its id: special tokens, 256 bytes, then merged words."""
    names = [*special_tokens(), *byte_letters().values(), *("".join(pair) for pair in _merges())]
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def tokenizer_document() -> dict[str, Any]:
    """Return `tokenizer.json` as the tokenizers library reads it."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added(number, name) for number, name in enumerate(special_tokens())],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": True,
            "use_regex": True,
        },
        "post_processor": _bos_first(),
        "decoder": {
            "type": "ByteLevel",
            "add_prefix_space": True,
            "trim_offsets": True,
            "use_regex": True,
        },
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": entries(),
            "merges": [list(pair) for pair in _merges()],
        },
    }


def _added(number: int, name: str) -> dict[str, Any]:
    return {
        "id": number,
        "content": name,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }


def _bos_first() -> dict[str, Any]:
    bos = {"SpecialToken": {"id": BOS, "type_id": 0}}
    return {
        "type": "TemplateProcessing",
        "single": [bos, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [
            bos,
            {"Sequence": {"id": "A", "type_id": 0}},
            {"Sequence": {"id": "B", "type_id": 1}},
        ],
        "special_tokens": {BOS: {"id": BOS, "ids": [1], "tokens": [BOS]}},
    }


def tokenizer_config_document(template: str) -> dict[str, Any]:
    """Return `tokenizer_config.json` with the chat template."""
    decoder = {
        str(number): {key: value for key, value in _added(number, name).items() if key != "id"}
        for number, name in enumerate(special_tokens())
    }
    return {
        "added_tokens_decoder": decoder,
        "bos_token": BOS,
        "eos_token": "<SPECIAL_12>",
        "pad_token": PAD,
        "unk_token": UNKNOWN,
        "chat_template": template,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 131072,
        "tokenizer_class": "PreTrainedTokenizerFast",
    }
