"""Makes hostile inputs from sound ones: damaged bytes, damaged JSON, damaged words.

All of it draws from the `Random` that it is given, so that a seed names an input.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import msgspec

_TOKEN = re.compile(
    rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[A-Za-z]+|[^\sA-Za-z0-9"]|\s+|.', re.DOTALL
)
_RARE = 0.0005
"""Share of inputs that are huge or nested without end: each costs a thousand times the others."""

TEXTS = (
    "", " ", "\x00", "a\x00b", "\u202egnp.exe", "\u2066x\u2069", "\ufeff", "\u200b", "\u2028",
    "\U0001f469\u200d\U0001f4bb", "e\u0301" * 20, "x" * 300, "x" * 5000, "'\"<>&", "]]>", "--", "../../etc/passwd",
    "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "%s%n{0}{x}", "$(id)`id`",
    "\r\n", "\t", "\x1b[2J", "\x7f", "\uffff", "\U0010ffff", "NaN", "null", "-1", "١٢٣", "²", "½", "Ⅷ",
    "<image>", "</tool_call>", "/think",
)  # fmt: skip
"""Texts that programs have tripped over; none of them is half a character."""
HALVES = ("\ud800", "\udfff", "a\udc80b", "\udcff")
NUMBERS = (
    0, -0.0, -1, 1, 255, 256, 32767, 32768, -32768, 65536, 2**31 - 1, 2**31, -(2**31) - 1, 2**32, 2**53 + 1,
    2**63 - 1, 2**63, -(2**63), 2**64, 10**30, -(10**30), 0.1, -0.5, 1e-320, 1.7e308, 1e16,
)  # fmt: skip
_STRINGS = tuple(json.dumps(each, ensure_ascii=False).encode() for each in TEXTS)
_DIGITS = tuple(json.dumps(each).encode() for each in NUMBERS)
_WORDS = (
    *(json.dumps(each).encode() for each in (*TEXTS, *NUMBERS)),
    b"null", b"true", b"false", b"NaN", b"Infinity", b"-Infinity", b"1e309", b"-1e309", b"-0", b"-0.0", b"00", b"1.",
    b"+1", b"0x10", b"1" * 400, b"1" * 5000, b"{}", b"[]", b"[[]]", b'{"":{}}', b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\u0000"',
    b'"\\x"', b'"\xff\xfe"', b'"\xed\xa0\x80"', b'"\x00"', b'"unclosed', b"'x'", b"// x", b",", b":", b"[" * 40, b'{"a":' * 40,
)  # fmt: skip
_BYTES = (
    b"\x00", b"\xff", b"\x80", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\n", b"\r\n", b"=", b"[", b'"', b"\\",
    b"\xdf\xff\xff\xff\xff", b"\xdd\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xcb\x7f\xf8\0\0\0\0\0\0",
    b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", b"\xd3\x80\0\0\0\0\0\0\0", b"\x91" * 60, b"\x81\xa1a" * 60, b"\xc1", b"\xd4\xff\x00",
)  # fmt: skip


def pick(rng: Random, items: Sequence):
    """Return one of the items; three times as fast as `Random.choice`."""
    return items[int(rng.random() * len(items))]


def damaged(data: bytes, rng: Random) -> bytes:
    """Return the bytes with one to three flips, cuts, insertions or repetitions."""
    for _ in range(1 + int(rng.random() * 3)):
        size = len(data)
        at = int(rng.random() * (size + 1))
        end = min(size, at + int(rng.random() * 12))
        match int(rng.random() * 7):
            case 0 | 1 if at < size:
                data = data[:at] + bytes([data[at] ^ 1 << int(rng.random() * 8)]) + data[at + 1 :]
            case 2:
                data = data[:at]
            case 3:
                data = data[:at] + data[end:]
            case 4:
                data = data[:end] + data[at:end] * int(rng.random() * 6) + data[end:]
            case 5:
                data = data[:at] + pick(rng, _BYTES) + data[end:]
            case _:
                data = data[:at] + bytes([int(rng.random() * 256)]) + data[at + 1 :]
    return data


def spliced(left: Sequence, right: Sequence, rng: Random):
    """Return the beginning of one thing and the end of another."""
    return (
        left[: int(rng.random() * (len(left) + 1))] + right[int(rng.random() * (len(right) + 1)) :]
    )


@dataclass(frozen=True, slots=True)
class Bytes:
    """Mutates byte strings of any format."""

    seeds: tuple[bytes, ...]

    def one(self, rng: Random) -> bytes:
        """Return one input."""
        seed = pick(rng, self.seeds)
        if rng.random() < 0.15:
            seed = spliced(seed, pick(rng, self.seeds), rng)
        return damaged(seed, rng)

    def every_cut(self) -> Iterator[bytes]:
        """Yield every seed, cut at every offset."""
        for seed in self.seeds:
            yield from (seed[:end] for end in range(len(seed) + 1))


@dataclass(frozen=True, slots=True)
class Json:
    """Mutates JSON texts by their tokens, so that most of them still are JSON."""

    seeds: tuple[bytes, ...]
    _tokens: list[list[bytes]] = field(default_factory=list, init=False)

    def __post_init__(self):
        """Take the seeds apart once."""
        self._tokens.extend(_TOKEN.findall(seed) for seed in self.seeds)

    def one(self, rng: Random) -> bytes:
        """Return one input."""
        drawn = rng.random()
        if drawn < _RARE:
            return self._endless(rng)
        tokens = list(pick(rng, self._tokens))
        if drawn < 0.1:
            tokens = spliced(tokens, pick(rng, self._tokens), rng)
        for _ in range(1 if drawn < 0.6 else 1 + int(rng.random() * 3)):
            _change(tokens, rng)
        data = b"".join(tokens)
        return damaged(data, rng) if drawn > 0.85 else data

    def every_cut(self) -> Iterator[bytes]:
        """Yield every seed, cut at every offset."""
        return Bytes(self.seeds).every_cut()

    def _endless(self, rng: Random) -> bytes:
        """Return a seed with something huge in place of one of its tokens."""
        huge = pick(
            rng,
            (
                b"[" * 200_000, b'{"a":' * 100_000, b"[" * 100_000 + b"]" * 100_000, b'"' + b"x" * 1_000_000 + b'"',
                b"9" * 1_000_000, b"[" + b"0," * 200_000 + b"0]", b"{" + b'"a":0,' * 100_000 + b'"a":0}', b" " * 1_000_000,
            ),
        )  # fmt: skip
        tokens = list(pick(rng, self._tokens))
        if rng.random() < 0.5 and b"{" in tokens:
            at = tokens.index(b"{") + 1
            tokens[at:at] = [b'"zz":', huge, b","]
        else:
            tokens[int(rng.random() * len(tokens))] = huge
        return b"".join(tokens)


def _change(tokens: list[bytes], rng: Random) -> None:
    """Replace, drop, repeat or move tokens of a text, in place."""
    if not tokens:
        tokens.append(pick(rng, _WORDS))
        return
    at = int(rng.random() * len(tokens))
    match int(rng.random() * 16):
        case 0:
            del tokens[at]
        case 1:
            end = at + 1 + int(rng.random() * 8)
            tokens[at:at] = tokens[at:end]
        case 2:
            end = at + 1 + int(rng.random() * 8)
            del tokens[at:end]
        case 3:
            tokens.insert(at, pick(rng, _WORDS))
        case 4:
            other = int(rng.random() * len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case _:
            # A value or a name: punctuation is kept, so that the text stays JSON.
            for _ in range(4):
                if tokens[at] not in b'{}[]:, "' or not tokens[at]:
                    break
                at = int(rng.random() * len(tokens))
            tokens[at] = _value_like(tokens[at], rng)


def _value_like(token: bytes, rng: Random) -> bytes:
    """Return a value to put in place of another: of its own type more often than not."""
    if rng.random() < 0.35:
        return pick(rng, _WORDS)
    return pick(rng, _DIGITS if token[:1] in b"-0123456789" else _STRINGS)


@dataclass(frozen=True, slots=True)
class MessagePack:
    """Mutates msgpack messages: a share by their bytes, a share by their values."""

    seeds: tuple[bytes, ...]
    _values: list = field(default_factory=list, init=False)

    def __post_init__(self):
        """Read the seeds once."""
        self._values.extend(msgspec.msgpack.decode(seed) for seed in self.seeds)

    def one(self, rng: Random) -> bytes:
        """Return one input."""
        drawn = rng.random()
        if drawn < _RARE:
            opening = pick(
                rng,
                (
                    b"\x91" * 200_000,
                    b"\x81\xa1a" * 200_000,
                    b"\xdb\x00\x0f\x42\x40" + b"x" * 1_000_000,
                ),
            )
            return spliced(pick(rng, self.seeds), opening, rng)
        if drawn < 0.5:
            return Bytes(self.seeds).one(rng)
        value = changed(pick(rng, self._values), rng)
        try:
            return msgspec.msgpack.encode(value)
        except (OverflowError, UnicodeEncodeError, TypeError):  # not every value can be said in it
            return Bytes(self.seeds).one(rng)

    def every_cut(self) -> Iterator[bytes]:
        """Yield every seed, cut at every offset."""
        return Bytes(self.seeds).every_cut()


def hostile_value(rng: Random) -> object:
    """Return a plain value of any type and size."""
    match int(rng.random() * 9):
        case 0:
            return pick(rng, NUMBERS)
        case 1 | 2:
            return pick(rng, TEXTS)
        case 3:
            return pick(rng, HALVES)
        case 4:
            return pick(rng, (None, True, False, float("nan"), float("inf"), float("-inf")))
        case 5:
            return [hostile_value(rng) for _ in range(int(rng.random() * 4))]
        case 6:
            return {str(pick(rng, TEXTS)): hostile_value(rng) for _ in range(int(rng.random() * 3))}
        case 7:
            return pick(rng, (b"", b"\xff\x00", b"x" * 100))
        case _:
            return int(rng.random() * 2000) - 1000


def changed(value: object, rng: Random, depth: int = 0) -> object:
    """Return a copy of plain values with something hostile at one place."""
    if rng.random() < 0.2 + 0.1 * depth:
        return hostile_value(rng)
    if isinstance(value, dict) and value:
        name = pick(rng, list(value))
        if rng.random() < 0.15:
            return {key: each for key, each in value.items() if key != name}
        if rng.random() < 0.1:
            return {**value, str(pick(rng, TEXTS)): hostile_value(rng)}
        return {**value, name: changed(value[name], rng, depth + 1)}
    if isinstance(value, list | tuple) and value:
        at = int(rng.random() * len(value))
        items = list(value)
        items[at] = changed(items[at], rng, depth + 1)
        return items * int(rng.random() * 3) if rng.random() < 0.1 else items
    return hostile_value(rng)


@dataclass(frozen=True, slots=True)
class Words:
    """Mutates sentences: words come, go and change places, odd characters come between."""

    seeds: tuple[str, ...]
    longest: int = 2000

    def one(self, rng: Random) -> str:
        """Return one input."""
        words = pick(rng, self.seeds).split(" ")
        for _ in range(1 + int(rng.random() * 4)):
            at = int(rng.random() * (len(words) + 1))
            match int(rng.random() * 6):
                case 0:
                    del words[at : at + 1]
                case 1 | 2:
                    words[at:at] = pick(rng, self.seeds).split(" ")[: 1 + int(rng.random() * 6)]
                case 3:
                    words.insert(at, pick(rng, TEXTS))
                case 4:
                    words.insert(
                        at, pick(rng, HALVES) if rng.random() < 0.3 else str(pick(rng, NUMBERS))
                    )
                case _:
                    words[at:at] = words[:at][-3:] * (1 + int(rng.random() * 5))
        text = " ".join(words)
        if rng.random() < 0.3 and text:
            at = int(rng.random() * len(text))
            text = text[:at] + chr(int(rng.random() * 0x3000)) + text[at + 1 :]
        return text[: self.longest]

    def every_cut(self) -> Iterator[str]:
        """Yield every seed, cut at every place."""
        for seed in self.seeds:
            yield from (seed[:end] for end in range(len(seed) + 1))
