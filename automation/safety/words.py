"""Finds words in a label that make a press hard to undo, in twenty languages.

The lists stand in `danger_words.toml`. All languages apply at once: the language of an app is not
known, and a word too many only asks once more. Works on what a label says, not on what it means.
"""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from automation.core.proposal import RiskLevel

_WORD: Final = re.compile(r"[^\W_]+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNSPACED: Final = frozenset({"ja", "zh", "ko"})
_FOLDED: Final = str.maketrans("\u0131\u0623\u0625\u0622", "i\u0627\u0627\u0627", "\u0640")
"""Letters written for one another: the dotless i, alef with and without hamza; no Arabic stretch."""
_NOT_WORDS: Final = frozenset({"level", "reason", "except", "menu_word"})

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """One table of the word list."""

    name: str
    level: RiskLevel
    reason: str
    """What a press can do, in words for people."""
    is_menu_word: bool
    """The words also name menus and tabs, which only open something."""


@dataclass(frozen=True, slots=True)
class WordHit:
    """A word of the list that a label says."""

    word: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class _Entry:
    meaning: Meaning
    words: Words
    is_stem: bool
    """The last word may go on."""

    def matches_at(self, label: Words, at: int) -> bool:
        part = label[at : at + len(self.words)]
        if len(part) < len(self.words) or part[:-1] != self.words[:-1]:
            return False
        return part[-1] == self.words[-1] or (self.is_stem and part[-1].startswith(self.words[-1]))


@dataclass(frozen=True, slots=True)
class _WordList:
    spaced: dict[str, tuple[_Entry, ...]]
    """Entries by their first word, or by its first letter for single stems."""
    unspaced: tuple[tuple[str, Meaning], ...]
    exceptions: dict[str, tuple[Words, ...]]
    """Phrases to take out of a label, by the name of the meaning."""


def danger_words(label: str) -> tuple[WordHit, ...]:
    """Return every word of the list that the label says, the gravest first, one per meaning."""
    hits: dict[str, WordHit] = {}
    for words in _readings(label):
        for hit in _hits_in(words):
            hits.setdefault(hit.meaning.name, hit)
    return tuple(sorted(hits.values(), key=lambda hit: -hit.meaning.level))


def says(label: str, phrase: str) -> bool:
    """Tell whether the label says the phrase, whole words only."""
    wanted = split_words(phrase)
    size = len(wanted)
    return size > 0 and any(
        words[at : at + size] == wanted
        for words in _readings(label)
        for at in range(len(words) - size + 1)
    )


def word_count(label: str) -> int:
    """Return how many words the label has."""
    return len(split_words(label))


def split_words(text: str) -> Words:
    """Return the text's words: case, accents' encoding, hidden characters and apostrophes aside."""
    composed = unicodedata.normalize("NFKC", text)
    shown = "".join(c for c in composed if unicodedata.category(c) not in {"Cf", "Mn"})
    folded = unicodedata.normalize("NFKC", shown.casefold()).translate(_FOLDED)
    return tuple(_WORD.findall("".join(c for c in folded if unicodedata.category(c) != "Mn")))


def _readings(label: str) -> tuple[Words, ...]:
    """Return the label's words, also with `camelCase` cut and `mne_monics` joined."""
    readings = {split_words(label), split_words(_CAMEL.sub(" ", label))}
    if "_" in label:
        readings.add(split_words(label.replace("_", "")))
    return tuple(readings)


def _hits_in(words: Words) -> list[WordHit]:
    known = _word_list()
    hits = []
    for at, word in enumerate(words):
        starts = {word, word[0], word.removeprefix("ال"), word.removeprefix("ال")[:1]}
        for start in starts:
            for entry in known.spaced.get(start, ()):
                label = (*words[:at], word.removeprefix("ال"), *words[at + 1 :])
                said = words if entry.matches_at(words, at) else label
                if entry.matches_at(said, at) and not _is_exception(entry, words, at):
                    hits.append(WordHit(" ".join(entry.words), entry.meaning))
    joined = "".join(words)
    for text, meaning in known.unspaced:
        if text in words or (len(text) > 1 and text in joined):
            hits.append(WordHit(text, meaning))
    return hits


def _is_exception(entry: _Entry, words: Words, at: int) -> bool:
    """Tell whether the word stands inside a phrase that is known to mean something else."""
    for phrase in _word_list().exceptions.get(entry.meaning.name, ()):
        for start in range(max(0, at - len(phrase) + 1), at + 1):
            if words[start : start + len(phrase)] == phrase:
                return True
    return False


@cache
def _word_list() -> _WordList:
    text = files("automation.safety").joinpath("danger_words.toml").read_text(encoding="utf-8")
    spaced: dict[str, list[_Entry]] = {}
    unspaced: list[tuple[str, Meaning]] = []
    exceptions: dict[str, tuple[Words, ...]] = {}
    for name, table in tomllib.loads(text).items():
        meaning = Meaning(
            name, RiskLevel(table["level"]), table["reason"], bool(table.get("menu_word"))
        )
        exceptions[name] = tuple(split_words(phrase) for phrase in table.get("except", ()))
        for language in table.keys() - _NOT_WORDS:
            for phrase in table[language]:
                if language in _UNSPACED:
                    unspaced.append(("".join(split_words(phrase)), meaning))
                    continue
                entry = _Entry(meaning, split_words(phrase), phrase.endswith("*"))
                key = entry.words[0]
                if entry.is_stem and len(entry.words) == 1:
                    key = key[0]
                spaced.setdefault(key, []).append(entry)
    return _WordList({k: tuple(v) for k, v in spaced.items()}, tuple(unspaced), exceptions)
