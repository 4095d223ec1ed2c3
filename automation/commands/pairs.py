"""Reads fields and their values with no word between: `owner Mia Brandt, phone 12`.

Where the name of a field ends only the screen can tell, so every way to part the words is kept.
"""

import re
from collections.abc import Iterator
from typing import Final

from automation.commands.forms import Assign, Pairs
from automation.commands.targets import phrase
from automation.commands.words import Quotes, has_quote, without_closing, without_opening

_MAX_CHARS: Final = 300
_MOST_NAME_WORDS: Final = 5
_BETWEEN: Final = re.compile(r"\s*[,;]\s+(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_COMMAS: Final = re.compile(r"\s*[,;]\s+(?:and\s+)?", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"(?:the|my|as|for|with)\s+(?=\S)", re.IGNORECASE)
_SIGN: Final = re.compile(r"(?P<name>[^:=\n]{1,60}?)\s*(?::\s|=)\s*(?P<value>\S.*)")
_NO_VALUE: Final = re.compile(
    r"(?:in|into|on|onto|to|as|with|by|from|for|of|at|and|or|is|are|was|be|should|must|has|the|that|which|until|when|if"
    r"|numbers?|no\.?|nr\.?|name|code|date|time|id|address|field|box|button|list|tab|menu|column|row)\b",
    re.IGNORECASE,
)
"""Words that go on with a name or say where something is: no value begins with them."""
_OPEN_END: Final = re.compile(
    r"(?:^|\s)(?:in|into|on|onto|to|as|with|by|from|for|of|at|and|or|is|are|be|the|an?|it|this|that|them|not|no)$",
    re.I,
)
"""Words with which no name ends."""


def pairs(masked: str, quotes: Quotes) -> tuple[Pairs, ...]:
    """Return the fields with their values, as one step; nothing where a part cannot be a field and a value."""
    bare = without_closing(masked) if len(masked) <= _MAX_CHARS else ""
    for between in (_BETWEEN, _COMMAS):
        parts = [tuple(_ways(part, quotes)) for part in between.split(bare)]
        if bare and all(parts):
            return (Pairs(tuple(parts)),)
    return ()


def _ways(masked: str, quotes: Quotes) -> Iterator[Assign]:
    """Yield each way to see a field and its value in the words, the longest name first."""
    said = without_opening(masked)
    bare = said[article.end() :] if (article := _ARTICLE.match(said)) else said
    if match := _SIGN.fullmatch(bare):
        yield from _given(match["name"], match["value"], quotes)
        return
    ends = [m.start() for m in re.finditer(r"\s+(?=\S)", bare)][:_MOST_NAME_WORDS]
    for end in reversed(ends):
        yield from _given(bare[:end], bare[end:].strip(), quotes)


def _given(name: str, masked: str, quotes: Quotes) -> Iterator[Assign]:
    target, option = phrase(name, quotes), phrase(masked, quotes)
    is_open = (
        has_quote(name)
        or (_OPEN_END.search(name) and masked[0].islower())
        or _NO_VALUE.match(masked)
    )
    if target and option and not is_open:
        yield Assign(target, quotes.plain(masked), option)
