"""`tokenizer.json` checked, and rewritten so that it cannot produce an added token."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from automation.core.errors import LoadError

_BYTES: Final = 256
_PRINTABLE: Final = (range(0x21, 0x7F), range(0xA1, 0xAD), range(0xAE, 0x100))
"""Bytes that stand for themselves in a byte-level vocabulary; the others are written as U+0100
and up, in order. Source: GPT-2's byte encoder."""


_ROW: Final = "Sequence"
_NORMALIZERS: Final = ("NFC", "NFD", "NFKC", "NFKD")
_SPLITTERS: Final = ("ByteLevel", "Split", "Digits", "Whitespace")
"""What byte-level families are made of (`Whitespace` alone does not work on bytes and is refused
for that). Others are refused: `Precompiled`, an empty `Replace` and a `FixedLength` of 0 end the
tokenizers library (0.23) with a panic, which is no `Exception`."""


class AddedToken(Struct, frozen=True):
    """A token that is found in a text before anything else is done with it."""

    id: int
    content: str


class _Part(Struct, frozen=True):
    """A normalizer, pre-tokenizer or decoder, or a row of them."""

    type: str
    normalizers: list["_Part"] = []
    pretokenizers: list["_Part"] = []
    decoders: list["_Part"] = []


class _Model(Struct, frozen=True):
    type: str
    vocab: dict[str, int]
    merges: list[str | tuple[str, str]]
    dropout: float | None = None
    continuing_subword_prefix: str | None = None
    end_of_word_suffix: str | None = None


class TokenizerFile(Struct, frozen=True):
    """The parts of the file that decide what it can write."""

    model: _Model
    added_tokens: list[AddedToken] = []
    normalizer: _Part | None = None
    pre_tokenizer: _Part | None = None
    decoder: _Part | None = None


def read(document: str, name: str) -> TokenizerFile:
    """Check the text of a `tokenizer.json` and return what it says.

    Raises:
        LoadError: it is no byte-level BPE tokenizer that can write every byte; names the field.
    """
    try:
        found = msgspec.json.decode(document, type=TokenizerFile)
        msgspec.json.decode(document)  # what is skipped above is read too when it is rewritten
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        message = f"{name} is not the file of a BPE tokenizer: {error}; get the file again"
        raise LoadError(message) from error
    _check(found, name)
    return found


def _check(found: TokenizerFile, name: str) -> None:
    if found.model.type != "BPE":
        message = f"{name}: model.type is {found.model.type!r}, BPE is expected"
        raise LoadError(message)
    _check_plain(found, name)
    for field, part in (("pre_tokenizer", found.pre_tokenizer), ("decoder", found.decoder)):
        if part is None or not _is_byte_level(part):
            message = f"{name}: {field} does not work on bytes, ByteLevel is expected"
            raise LoadError(message)
    kept = found.model.vocab.keys() - {token.content for token in found.added_tokens}
    missing = sorted(byte for letter, byte in BYTE_OF.items() if letter not in kept)
    if missing:
        message = (
            f"{name}: model.vocab has no entry for {len(missing)} of the 256 bytes, the first is "
            f"0x{missing[0]:02X}; so it cannot write every text"
        )
        raise LoadError(message)


def _check_plain(found: TokenizerFile, name: str) -> None:
    """Refuse what no byte-level family uses: some of it is random, some ends the library."""
    for field in ("dropout", "continuing_subword_prefix", "end_of_word_suffix"):
        if value := getattr(found.model, field):
            message = f"{name}: model.{field} is {value!r:.40}, nothing is expected"
            raise LoadError(message)
    for field, part, known in (
        ("normalizer", found.normalizer, _NORMALIZERS),
        ("pre_tokenizer", found.pre_tokenizer, _SPLITTERS),
    ):
        odd = next((kind for kind in _kinds(part) if kind not in known), None)
        if odd is not None:
            message = f"{name}: {field} holds {odd!r:.40}, {', '.join(known)} are expected"
            raise LoadError(message)


def _kinds(part: _Part | None) -> Iterator[str]:
    """Yield the types inside a part, without the rows that only hold others."""
    if part is None:
        return
    inside = (*part.normalizers, *part.pretokenizers)
    if part.type != _ROW:
        yield part.type
    for inner in inside:
        yield from _kinds(inner)


def _is_byte_level(part: _Part) -> bool:
    return part.type == "ByteLevel" or any(
        _is_byte_level(inner) for inner in (*part.pretokenizers, *part.decoders)
    )


def bare(document: str) -> str:
    """Return the document without what would add tokens to a text or cut it off."""
    data: dict[str, Any] = msgspec.json.decode(document)
    return _written(data | _NOTHING_AROUND)


def without_added(document: str, found: TokenizerFile) -> str:
    """Return the document without its added tokens and without any way to spell one.

    Many tokenizers hold their added tokens in the table of the model too, and some take a whole
    word from that table before they try merges. So the entries go, and the merges that use them.
    """
    contents = {token.content for token in found.added_tokens}
    ids = {token.id for token in found.added_tokens}
    data: dict[str, Any] = msgspec.json.decode(document)
    model = data["model"]
    vocab = {
        word: number
        for word, number in found.model.vocab.items()
        if word not in contents and number not in ids
    }
    model["vocab"] = vocab
    model["merges"] = [pair for pair in _pairs(found) if _is_usable(pair, vocab)]
    if model.get("unk_token") not in vocab:
        model["unk_token"] = None
    return _written(data | _NOTHING_AROUND | {"added_tokens": []})


_NOTHING_AROUND: Final = {"post_processor": None, "truncation": None, "padding": None}


def _written(data: dict[str, Any]) -> str:
    return msgspec.json.encode(data).decode()


def _pairs(found: TokenizerFile) -> list[tuple[str, str]]:
    return [_pair(merge) if isinstance(merge, str) else merge for merge in found.model.merges]


def _pair(merge: str) -> tuple[str, str]:
    left, _, right = merge.partition(" ")
    return left, right


def _is_usable(pair: tuple[str, str], vocab: Mapping[str, int]) -> bool:
    return pair[0] in vocab and pair[1] in vocab and "".join(pair) in vocab


def spelled(word: str) -> bytes:
    """Return the bytes that an entry of the vocabulary stands for."""
    return b"".join(_byte(letter) for letter in word)


def _byte(letter: str) -> bytes:
    byte = BYTE_OF.get(letter)
    return letter.encode() if byte is None else bytes([byte])


def _letters() -> dict[str, int]:
    own = [byte for part in _PRINTABLE for byte in part]
    others = [byte for byte in range(_BYTES) if byte not in own]
    table = {chr(byte): byte for byte in own}
    return table | {chr(_BYTES + place): byte for place, byte in enumerate(others)}


BYTE_OF: Final[Mapping[str, int]] = _letters()
"""The byte that each letter of a byte-level vocabulary stands for."""
