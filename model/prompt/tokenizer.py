"""A checkpoint's tokenizer, read from `tokenizer.json` by the tokenizers library alone.

Two readings of the same file: the file as it is, for text of ours, and one without its added
tokens, for text of anybody else. The second cannot produce an added token at all: they are taken
out of its table, with every merge that leads to one, and not merely looked for afterwards.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from tokenizers import Tokenizer as NativeTokenizer

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
        raise LoadError(
            f"{name} is not the file of a BPE tokenizer: {error}; get the file again"
        ) from error
    _check(found, name)
    return found


def _check(found: TokenizerFile, name: str) -> None:
    if found.model.type != "BPE":
        raise LoadError(f"{name}: model.type is {found.model.type!r}, BPE is expected")
    _check_plain(found, name)
    for field, part in (("pre_tokenizer", found.pre_tokenizer), ("decoder", found.decoder)):
        if part is None or not _is_byte_level(part):
            raise LoadError(f"{name}: {field} does not work on bytes, ByteLevel is expected")
    kept = found.model.vocab.keys() - {token.content for token in found.added_tokens}
    missing = sorted(byte for letter, byte in BYTE_OF.items() if letter not in kept)
    if missing:
        raise LoadError(
            f"{name}: model.vocab has no entry for {len(missing)} of the 256 bytes, the first is "
            f"0x{missing[0]:02X}; so it cannot write every text"
        )


def _check_plain(found: TokenizerFile, name: str) -> None:
    """Refuse what no byte-level family uses: some of it is random, some ends the library."""
    for field in ("dropout", "continuing_subword_prefix", "end_of_word_suffix"):
        if value := getattr(found.model, field):
            raise LoadError(f"{name}: model.{field} is {value!r:.40}, nothing is expected")
    for field, part, known in (
        ("normalizer", found.normalizer, _NORMALIZERS),
        ("pre_tokenizer", found.pre_tokenizer, _SPLITTERS),
    ):
        odd = next((kind for kind in _kinds(part) if kind not in known), None)
        if odd is not None:
            raise LoadError(f"{name}: {field} holds {odd!r:.40}, {', '.join(known)} are expected")


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


MAX_FILE_BYTES: Final = 64 * 2**20
"""The official file has about 17 MB."""

_PANIC: Final = "PanicException"
"""Of the library's binding, which offers no way to import it."""

_SURROGATES: Final = re.compile("[\ud800-\udfff]")


class Tokenizer:
    """From text to ids and from ids to bytes. Never changed; may be shared between threads."""

    def __init__(self, document: str, name: str = "tokenizer.json") -> None:
        """Read the text of a `tokenizer.json`.

        Raises:
            LoadError: it is no byte-level BPE tokenizer, or it cannot write every byte.
        """
        self.document = document
        """The file as it was read, for a library that wants to read it itself."""
        found = read(document, name)
        self.added: Mapping[str, int] = {token.content: token.id for token in found.added_tokens}
        """Contents and ids of all added tokens, special or not."""
        self._whole = _built(bare(document), name)
        self._check_ids(name)
        self._plain = _built(without_added(document, found), name)
        self._contents = {number: content for content, number in self.added.items()}
        self._bytes = {number: spelled(word) for word, number in found.model.vocab.items()}
        self._bytes |= {number: content.encode() for number, content in self._contents.items()}
        self.entries = max(self._bytes) + 1
        """Ids at or above this are padding rows of the network."""

    @classmethod
    def from_file(cls, path: Path) -> "Tokenizer":
        """Read a `tokenizer.json`.

        Raises:
            LoadError: it cannot be read, is too large, or is of another kind.
        """
        try:
            size = path.stat().st_size
            if size > MAX_FILE_BYTES:
                raise LoadError(
                    f"{path.name} has {size} bytes, at most {MAX_FILE_BYTES} are expected"
                )
            return cls(path.read_text(encoding="utf-8"), path.name)
        except (OSError, UnicodeDecodeError) as error:
            raise LoadError(f"{path.name} cannot be read: {error}; get the file again") from error

    def _check_ids(self, name: str) -> None:
        """Refuse a file whose added tokens the library would number otherwise than it says."""
        for content, number in self.added.items():
            found = self._whole.token_to_id(content)
            if found != number:
                raise LoadError(
                    f"{name}: added_tokens gives {content!r} the id {number}, but it would get "
                    f"{found}; ids without a gap are expected, get the file again"
                )

    def encode(self, text: str, *, trusted: bool) -> list[int]:
        """Return the ids of a text, without any token before or after it.

        Args:
            text: anything; lone surrogates become U+FFFD, for they have no UTF-8.
            trusted: added tokens that are spelled out in the text become those tokens. Only for
                words of ours; what a person, a model or the screen says never yields one.
        """
        reader = self._whole if trusted else self._plain
        return reader.encode(_SURROGATES.sub("\ufffd", text), add_special_tokens=False).ids

    def token_id(self, content: str) -> int | None:
        """Return the id of an added token; None when there is none of that content."""
        return self.added.get(content)

    def content_of(self, token: int) -> str | None:
        """Return the content of an added token; None when the id is an ordinary one."""
        return self._contents.get(token)

    def token_bytes(self, token: int) -> bytes:
        """Return what a token stands for: an added token's content, nothing for padding rows."""
        return self._bytes.get(token, b"")

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of the ids; bytes that are no UTF-8 become U+FFFD."""
        return b"".join(map(self.token_bytes, ids)).decode("utf-8", errors="replace")

    def stream(self) -> "TextStream":
        """Return a decoder for one reply, token by token."""
        return TextStream(self)


class TextStream:
    """Turns the tokens of one reply into text as soon as whole characters are there."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def push(self, token: int) -> str:
        """Return the characters that this token completes; often it completes none."""
        return self._decoder.decode(self._tokenizer.token_bytes(token))

    def finish(self) -> str:
        """Return what is left when no token follows: U+FFFD for half a character."""
        return self._decoder.decode(b"", final=True)


def _built(document: str, name: str) -> NativeTokenizer:
    try:
        return NativeTokenizer.from_str(document)
    except BaseException as error:  # the library raises nothing narrower; its panic is no Exception
        if not isinstance(error, Exception) and type(error).__name__ != _PANIC:
            raise
        raise LoadError(f"{name} cannot be used: {error}; get the file again") from error
