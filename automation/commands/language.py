"""The languages in which instructions are understood: data in `resources/language`, one file a language.

A language is added by its file alone. All of them are understood at any time, whatever the window's own.
What a file says in patterns of its own (`means`) comes to the plain commands that `verbs` reads.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import yaml

from automation.commands.patterns import Check, Pattern, Token, compiled, tokens_of

_SLOT: Final = re.compile(r"\{(\w+)\}")
_NEXT: Final = ", then "
_ORDINAL: Final = re.compile(r"\d{1,3}(?:st|nd|rd|th|\.)")
_FILE: Final = re.compile(r"\w\.\w{1,5}$|/")
_CELL: Final = re.compile(r"[a-z]{1,3}\d{1,6}", re.IGNORECASE)
_HEX: Final = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
_MENU: Final = re.compile(r"\bmen[uü]\b", re.IGNORECASE)
_CHORD: Final = re.compile(r"\b(?:ctrl|strg|alt|shift|umschalt|super)\s*\+", re.IGNORECASE)
_ADDRESS: Final = re.compile(
    r"(?:(?:https?|file)://\S+|www\.\S+|(?:[\w-]+\.)+(?:org|com|net|edu|gov|io|de|at|ch|eu|uk|info|dev)(?:/\S*)?)",
    re.IGNORECASE,
)
_MASK: Final = re.compile("[\U00100000-\U0010fffd]")


@cache
def languages() -> dict[str, dict[str, Any]]:
    """Return the files by their language: `en`, `de`; English first."""
    folder = files("resources") / "language"
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".yaml")),
        key=lambda entry: (entry.name != "en.yaml", entry.name),
    )
    return {
        entry.name.removesuffix(".yaml"): yaml.load(entry.read_text("utf-8"), yaml.CSafeLoader)
        for entry in found
    }


@cache
def words(key: str) -> frozenset[str]:
    """Return the words of a list in all languages, folded in case."""
    return frozenset(
        word.casefold() for language in languages().values() for word in language.get(key, ())
    )


@cache
def table(key: str) -> Mapping[str, Any]:
    """Return the entries of a table in all languages, by words folded in case."""
    return {
        str(word).casefold(): value
        for language in languages().values()
        for word, value in language.get(key, {}).items()
    }


@cache
def alternatives(key: str) -> str:
    """Return a list in all languages as a regular expression, longer words first."""
    found = sorted(words(key), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in found)


def _is_short(said: str) -> bool:
    return len(said.split()) <= 6


_TICKS: Final = frozenset({"tick", "check", "mark", "checkmark", "cross"})
"""`take the check mark out of Terms` chooses nothing."""


@cache
def _next_step() -> re.Pattern[str]:
    """Matches `und drücke`: a verb of a language's lists after a comma or an "and"."""
    verbs = {
        words.casefold()
        for language in languages().values()
        for name, found in language.get("words", {}).items()
        for words in found
        if name.startswith("du_")
    }
    told = "|".join(re.escape(verb) for verb in sorted(verbs, key=lambda verb: (-len(verb), verb)))
    return re.compile(rf"(?:,|\b(?:and|{alternatives('and')}))\s+(?:{told})\b", re.IGNORECASE)


def _is_text(said: str) -> bool:
    """Tell whether words may be a text to type: what may be a step of its own is none, in doubt."""
    return not _next_step().search(said)


def _is_number(said: str) -> bool:
    return said.casefold() in table("numbers") or (said.isascii() and said.isdigit())


@lru_cache(maxsize=512)
def _is_part(said: str) -> bool:
    return next(fits_of("parts", said), None) is not None


_CHECKS: Final[dict[str, Check]] = {
    "text": _is_text,
    "part": lambda said: _is_part(said),
    "words": _is_short,
    "grouping": lambda said: said.casefold() in words("grouping_words"),
    "rising": lambda said: said.casefold() in words("rising_words"),
    "falling": lambda said: said.casefold() in words("falling_words"),
    "colour": lambda said: said.casefold() in table("colours") or _HEX.fullmatch(said) is not None,
    "icon": lambda said: said.casefold() in words("icon_words"),
    "name": lambda said: _is_short(said) and "+" not in said,
    "field": lambda said: _is_short(said) and not _MENU.search(said),
    "said": lambda said: not _MENU.search(said) and not _CHORD.search(said),
    "ordinal": lambda said: (
        said.casefold() in table("ordinals") or _ORDINAL.fullmatch(said) is not None
    ),
    "unit": lambda said: said.casefold() in table("text_units"),
    "file": lambda said: _FILE.search(said) is not None,
    "address": lambda said: _ADDRESS.fullmatch(said) is not None,
    "cell": lambda said: _CELL.fullmatch(said) is not None,
    "quoted": lambda said: len(said) == 1 and _MASK.match(said) is not None,
    "short": _is_short,
    "number": _is_number,
    "word": lambda said: " " not in said,
    "plain": lambda said: _is_short(said) and ":" not in said,
    "choice": lambda said: _is_short(said) and _TICKS.isdisjoint(said.casefold().split()),
    "step": lambda said: " " in said,
    "attribute": lambda said: " " not in said and said.casefold() not in ("value", "text", "name"),
    "value": lambda said: len(said.split()) == 1 and any(c.isdigit() for c in said),
}
"""What a slot may ask of its words: `{text?quoted}`."""


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A pattern, and the plain command that it comes to."""

    pattern: Pattern
    command: str


@cache
def _meanings(key: str) -> tuple[_Meaning, ...]:
    found: list[_Meaning] = []
    for language in languages().values():
        lists = language.get("words", {})
        for command, patterns in language.get(key, {}).items():
            found += [_Meaning(compiled(text, lists, _CHECKS), command) for text in patterns]
    return tuple(found)


@cache
def _by_word(key: str) -> tuple[Mapping[str, tuple[int, ...]], tuple[int, ...]]:
    """Return where the patterns stand of which one of a few words must be in the clause, and all the others."""
    found: dict[str, list[int]] = {}
    others: list[int] = []
    for n, meaning in enumerate(_meanings(key)):
        needed = meaning.pattern.needed
        if not needed:
            others.append(n)
            continue
        for word in min(needed, key=len):
            found.setdefault(word, []).append(n)
    return {word: tuple(places) for word, places in found.items()}, tuple(others)


def _likely(key: str, tokens: Sequence[Token]) -> list[_Meaning]:
    """Return the patterns that a clause may fit by its words, in the order of the files."""
    places, others = _by_word(key)
    chosen = {n for token in tokens for n in places.get(token.text, ())} | set(others)
    meanings = _meanings(key)
    return [meanings[n] for n in sorted(chosen)]


def fits_of(key: str, words: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what words come to by the patterns under a key of the files, each with the words of its slots."""
    tokens = tokens_of(words)
    for meaning in _likely(key, tokens):
        for slots in meaning.pattern.fits(words, tokens):
            yield meaning.command, slots


@dataclass(frozen=True, slots=True)
class Plain:
    """What a clause comes to by one pattern: plain commands, one for each way in which it fits."""

    commands: tuple[str, ...]
    template: str
    """The command before its slots were filled."""
    slots: tuple[dict[str, str], ...]
    """What they were filled with, for each of the commands."""
    is_several: bool
    """Each command is several steps."""
    verb: str
    """What a list goes on with: the verb that the clause begins with, or the plain one where it ends in its verb."""


@lru_cache(maxsize=256)
def in_plain_words(clause: str) -> tuple[Plain, ...]:
    """Return what a clause comes to by each pattern that it fits, the one that is meant first.

    Args:
        clause: quotes masked.
    """
    tokens = tokens_of(clause)
    found: list[Plain] = []
    for meaning in _likely("means", tokens):
        if fits := meaning.pattern.fits(clause, tokens):
            commands = tuple(_filled(meaning.command, slots) for slots in fits)
            is_several = _NEXT in meaning.command
            verb = meaning.pattern.lead(clause, tokens)
            if not verb and meaning.pattern.ends_in_verb:
                verb = meaning.command.split(None, 1)[0]
            found.append(Plain(commands, meaning.command, tuple(fits), is_several, verb))
    return tuple(found)


def _filled(command: str, said: Mapping[str, str]) -> str:
    def written(slot: re.Match[str]) -> str:
        words = said[slot[1]]
        return _keys(words) if slot[1] == "key" else words

    return _SLOT.sub(written, command)


def _keys(said: str) -> str:
    names = table("key_names")
    parts = re.split(r"\s*\+\s*", said)
    return "+".join(str(names.get(part.casefold(), part)) for part in parts)
