"""A checkpoint's tokenizer, read from `tokenizer.json` by the tokenizers library alone.

Two readings of the same file: the file as it is, for text of ours, and one without its added
tokens, for text of anybody else. The second cannot produce an added token at all: they are taken
out of its table, with every merge that leads to one, and not merely looked for afterwards.
"""

import codecs
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tokenizers import Tokenizer as NativeTokenizer

from automation.core.errors import LoadError
from model.prompt import tokenizer_file

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
        found = tokenizer_file.read(document, name)
        self.added: Mapping[str, int] = {token.content: token.id for token in found.added_tokens}
        """Contents and ids of all added tokens, special or not."""
        self._whole = _built(tokenizer_file.bare(document), name)
        self._check_ids(name)
        self._plain = _built(tokenizer_file.without_added(document, found), name)
        self._contents = {number: content for content, number in self.added.items()}
        self._bytes = {
            number: tokenizer_file.spelled(word) for word, number in found.model.vocab.items()
        }
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
                message = f"{path.name} has {size} bytes, at most {MAX_FILE_BYTES} are expected"
                raise LoadError(message)
            return cls(path.read_text(encoding="utf-8"), path.name)
        except (OSError, UnicodeDecodeError) as error:
            message = f"{path.name} cannot be read: {error}; get the file again"
            raise LoadError(message) from error

    def _check_ids(self, name: str) -> None:
        """Refuse a file whose added tokens the library would number otherwise than it says."""
        for content, number in self.added.items():
            found = self._whole.token_to_id(content)
            if found != number:
                message = (
                    f"{name}: added_tokens gives {content!r} the id {number}, but it would get "
                    f"{found}; ids without a gap are expected, get the file again"
                )
                raise LoadError(message)

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
        message = f"{name} cannot be used: {error}; get the file again"
        raise LoadError(message) from error
