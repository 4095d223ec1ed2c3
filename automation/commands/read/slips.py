"""Puts right what a slip of the keyboard has made of a word of a step: `pleae`, `adn`, `asign`.

Only where a step is not understood, or nothing is found, and only a word that neither a language nor the screen knows
and that one slip has made of exactly one word that they do know. What is typed stays as it is written.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from automation.commands.find.coverage import is_kin
from automation.commands.find.screen_view import Scene
from automation.commands.forms import Form, Inside, Press
from automation.commands.language import vocabulary, words
from automation.commands.matching import SURE_LETTERS
from automation.commands.read.grammar import Instruction, parse
from automation.commands.words import Quotes, is_slip

_WORD: Final = re.compile(r"(?<![\w@./\\:'’-])[^\W\d_]{3,20}(?!['’](?!s\b)|[\w@/\\-]|[.:]\w)")  # noqa: RUF001
"""A bare word: none in an address, a file name or a number."""
_TYPED: Final = ("text", "value", "name", "to", "address", "file", "words")
"""The parts of a form that are written somewhere as they stand."""
_SMALL: Final = 3
"""Letters of the words of a language that are known by two swapped letters, however short: `adn`."""
_LEAST_SHOWN: Final = 7
"""Letters of a name on the screen of which one was lost or doubled: "Place" is no slip of "Palace"."""


def righted(text: str, scene: Scene) -> tuple[Instruction, frozenset[str]] | None:
    """Return an instruction with its slips put right, and the words put in their place; None where it has none."""
    quotes = Quotes(text)
    shown = frozenset(_shown(scene))
    put = {
        m.group(): meant
        for m in _WORD.finditer(quotes.masked)
        if (meant := _meant(m.group() if m.start() else m.group().casefold(), shown))
    }
    if not put:
        return None
    better = _WORD.sub(lambda m: put.get(m.group(), m.group()), quotes.masked)
    return parse(quotes.written(better)), frozenset(word.casefold() for word in put.values())


def types_any(forms: Iterable[Form], words: frozenset[str]) -> bool:
    """Tell whether forms write one of these words somewhere: what is put right may be the value."""
    return not words.isdisjoint(word for form in forms for word in _typed(form))


def _shown(scene: Scene) -> Iterator[str]:
    for element in scene.there:
        yield from _WORD.findall(element.name)


def _meant(word: str, shown: frozenset[str]) -> str:
    """Return the one word that a slip has made this of; nothing where it is a word, or may be several."""
    said = word.casefold()
    there = {name.casefold(): name for name in shown}
    if said in vocabulary() or said in there or any(_has_ending(said, name) for name in there):
        return ""
    of_screen = {name for name in there if _is_shown_slip(said, name)}
    # A word with a capital is a name: no word of a language was meant by it.
    known = _of_language(said) if word.islower() else frozenset()
    meant = of_screen | known
    return there.get(*meant, *meant) if len(meant) == 1 else ""


def _has_ending(first: str, second: str) -> bool:
    """Tell whether one of two words is the other with an ending: "File" is no slip of "Files"."""
    longer = max(first, second, key=len)
    return is_kin(first, second) and longer[-1] != longer[-2]


def _is_shown_slip(said: str, name: str) -> bool:
    is_twin = any(a == b for a, b in pairwise(name))
    least = SURE_LETTERS if len(said) == len(name) or is_twin else _LEAST_SHOWN
    return len(name) >= least and is_slip(said, name)


@cache
def _small_words() -> frozenset[str]:
    return frozenset(w for w in words("and") | words("articles") | {"the"} if len(w) == _SMALL)


@lru_cache(maxsize=4096)
def _of_language(said: str) -> frozenset[str]:
    small = {w for w in _small_words() if said[0] == w[0] and said[1:] == w[:0:-1]}
    return frozenset(small | {word for word in vocabulary() if is_slip(said, word)})


def _typed(form: Form) -> Iterable[str]:
    """Yield the words that a form writes somewhere."""
    if isinstance(form, Inside):
        yield from _typed(form.form)
    if isinstance(form, Press):
        return
    for key in _TYPED:
        text = getattr(form, key, None)
        if isinstance(text, str):
            yield from (word.casefold() for word in _WORD.findall(text))
