"""A checkpoint's vocabulary as the grammar needs it: bytes, stops, and what a reply never holds."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import numpy as np

from automation.core.errors import LoadError, ModelError
from model.core.spec import TokenSpec
from model.inference.ports import Bitmask
from model.prompt.tokenizer import Tokenizer

if TYPE_CHECKING:
    import llguidance

_WORD: Final = 32
"""Tokens in one word of a mask."""
_PLAIN: Final = r'[^"\\\x00-\x1F\x7F]'
_SLICES: Final = tuple(f"{_PLAIN}{{1,{most}}}" for most in (10, 30, 128))
"""Kinds of tokens whose place in a mask is known beforehand: text of at most so many letters.

The library's own last kind has no limit, so it never fits into a string that has one: a mask
inside such a string then takes 0.7 ms instead of 0.25 (131,072 entries, Xeon core, 2026-11).
"""


class GrammarTokens:
    """The vocabulary of one checkpoint. Made once at load, never changed, shared by all replies."""

    def __init__(self, tokenizer: Tokenizer, tokens: TokenSpec, rows: int) -> None:
        """Index the vocabulary.

        Args:
            tokenizer: the checkpoint's; it is not read again.
            tokens: ids with a meaning of their own.
            rows: rows of the network's head; masks cover all of them, padding included.

        Raises:
            LoadError: the tokenizer cannot be used with a grammar; says why.
            ModelError: the grammar library is not installed.
        """
        self.tokenizer = tokenizer
        self.stop_ids = tokens.stop_ids
        self.special = tuple(tokenizer.added)
        self.words = -(-rows // _WORD)
        """Length of a mask."""
        self.native = _native(tokenizer, tokens, rows)

    def mask(self, ids: Iterable[int]) -> Bitmask:
        """Return a mask that allows just these ids."""
        flags = np.zeros(self.words * _WORD, dtype=np.bool_)
        flags[list(ids)] = True
        return np.packbits(flags, bitorder="little").view(np.int32)

    def widened(self, bits: bytes) -> Bitmask:
        """Return the library's mask, which ends with the tokenizer's entries, over all rows."""
        found = np.frombuffer(bits, dtype=np.int32)[: self.words]
        mask = np.zeros(self.words, dtype=np.int32)
        mask[: found.size] = found
        return mask

    def text_ids(self) -> list[int]:
        """Return the ids of ordinary text: no added token, no stop, no padding row."""
        others = {*self.tokenizer.added.values(), *self.stop_ids}
        return [token for token in range(self.tokenizer.entries) if token not in others]

    def encode(self, text: str) -> tuple[int, ...]:
        """Return the tokens of a text of ours; the name of an added token is that token."""
        return tuple(self.tokenizer.encode(text, trusted=True))


class _Wrapped:
    """The tokenizer in the form in which the library asks for one."""

    def __init__(self, tokenizer: Tokenizer, eos: int) -> None:
        self._tokenizer = tokenizer
        self.eos_token_id = eos
        self.bos_token_id = None
        self.special_token_ids = sorted(tokenizer.added.values())
        self.tokens = [tokenizer.token_bytes(token) for token in range(tokenizer.entries)]

    def __call__(self, text: str | bytes) -> list[int]:
        plain = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        return self._tokenizer.encode(plain, trusted=False)


def _native(tokenizer: Tokenizer, tokens: TokenSpec, rows: int) -> "llguidance.LLTokenizer":
    try:
        import llguidance  # noqa: PLC0415 - only a constrained reply needs it
    except ImportError as error:
        message = (
            "replies cannot be held to their schema: llguidance is not installed; "
            "run packaging/setup.sh local"
        )
        raise ModelError(message) from error
    stops, entries = tokens.stop_ids, tokenizer.entries
    if not stops or max(stops) >= entries or entries > rows:
        found = f"{entries} entries for {rows} rows, turns end with {stops or 'no token'}"
        raise _unusable(found)
    wrapped = llguidance.TokenizerWrapper(_Wrapped(tokenizer, stops[0]))
    try:
        return llguidance.LLTokenizer(wrapped, eos_token=list(stops), slices=list(_SLICES))
    except ValueError as error:
        raise _unusable(str(error)) from error


def _unusable(found: str) -> LoadError:
    return LoadError(
        f"tokenizer.json cannot hold replies to their schema: {found}; get the checkpoint again"
    )
