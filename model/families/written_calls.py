"""Reads calls as some families write them: `click(start_box='(10,20)')`, `Drag(start=(1, 2), end=(3, 4))`.

A small grammar and nothing else: names, strings, numbers, tuples, lists and calls. Nothing is looked up and
nothing is run. It takes time in proportion to the text.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from automation.core.errors import ActionParseError

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...] | Call | None"

MOST_CHARS: Final = 20_000
MOST_DEPTH: Final = 6
MOST_ITEMS: Final = 64


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it was written."""

    name: str
    values: tuple[Value, ...] = ()
    """Without a name, in order."""
    named: Mapping[str, Value] = field(default_factory=dict)

    def get(self, *names: str) -> Value:
        """Return the argument of the first of these names that there is; None where there is none."""
        return next((self.named[name] for name in names if name in self.named), None)


_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
    r"""|(?P<number>-?\d{1,12}(?:\.\d{1,12})?)(?![\w.])"""
    r"""|(?P<name>[A-Za-z_]\w{0,39})"""
    r"""|(?P<sign>[()\[\],=;]))""",
    re.DOTALL | re.ASCII,
)
_WORDS: Final[dict[str, Value]] = {
    "true": True, "false": False, "none": None, "null": None,
}  # fmt: skip
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


def calls_in(text: str) -> tuple[Call, ...]:
    """Return the calls that a text is, one after the other.

    Raises:
        ActionParseError: it is anything else. Says where.
    """
    if len(text) > MOST_CHARS:
        raise ActionParseError(
            f"the action has {len(text)} characters, at most {MOST_CHARS} are read"
        )
    reader = _Reader(text)
    calls = []
    while not reader.is_over():
        value = reader.value(0)
        if not isinstance(value, Call):
            raise reader.refusal("a call such as name(key=value) is expected")
        calls.append(value)
        if len(calls) > MOST_ITEMS:
            raise ActionParseError(
                f"the reply holds more than {MOST_ITEMS} actions; one is expected"
            )
        reader.skip(";")
    return tuple(calls)


class _Reader:
    """Goes through the text once."""

    def __init__(self, text: str) -> None:
        self._text = text.rstrip()
        self._at = 0

    def is_over(self) -> bool:
        return self._at >= len(self._text)

    def refusal(self, words: str) -> ActionParseError:
        around = self._text[self._at : self._at + 40]
        return ActionParseError(f"the action cannot be read at {around!a}: {words}")

    def skip(self, sign: str) -> bool:
        """Go past a sign if it is next; tell whether it was."""
        found = _TOKEN.match(self._text, self._at)
        if found is None or found["sign"] != sign:
            return False
        self._at = found.end()
        return True

    def value(self, depth: int) -> Value:
        if depth > MOST_DEPTH:
            raise self.refusal("it is nested too deeply")
        found = _TOKEN.match(self._text, self._at)
        if found is None:
            raise self.refusal("a value is expected")
        if found["sign"] in ("(", "["):
            self._at = found.end()
            return self._items(")" if found["sign"] == "(" else "]", depth)
        if found["sign"]:
            raise self.refusal("a value is expected")
        self._at = found.end()
        if found["string"]:
            return _unescaped(found["string"][1:-1])
        if number := found["number"]:
            return float(number) if "." in number else int(number)
        name = found["name"]
        if self.skip("("):
            return self._call(name, depth)
        if name.lower() in _WORDS:
            return _WORDS[name.lower()]
        return name

    def _items(self, closing: str, depth: int) -> tuple[Value, ...]:
        items: list[Value] = []
        while not self.skip(closing):
            items.append(self.value(depth + 1))
            if len(items) > MOST_ITEMS:
                raise self.refusal("there are too many values")
            if not self.skip(","):
                if not self.skip(closing):
                    raise self.refusal(f"{closing} is expected")
                break
        return tuple(items)

    def _call(self, name: str, depth: int) -> Call:
        values: list[Value] = []
        named: dict[str, Value] = {}
        while not self.skip(")"):
            start = self._at
            found = _TOKEN.match(self._text, start)
            key = found["name"] if found is not None else None
            if found is not None and key:
                self._at = found.end()
            if key and self.skip("="):
                if key in named:
                    raise self.refusal(f"{key} stands there twice")
                named[key] = self.value(depth + 1)
            else:
                self._at = start
                values.append(self.value(depth + 1))
            if len(values) + len(named) > MOST_ITEMS:
                raise self.refusal("there are too many values")
            if not self.skip(","):
                if not self.skip(")"):
                    raise self.refusal(") is expected")
                break
        return Call(name, tuple(values), named)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)
