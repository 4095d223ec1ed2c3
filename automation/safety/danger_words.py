"""Finds words in a label that make a press hard to undo, in twenty languages, however they are spelled.

The lists stand in `danger_words.toml`. All languages apply at once: the language of an app is not
known, and a word too many only asks once more. Works on what a label says, not on what it means.

Whoever writes a label can spell "Delete" with a Cyrillic letter, a blank inside, or backwards behind a
direction mark. Every reading is looked up in the word list; a reading too many only asks once more.
The pairs of letters that look alike are chosen by eye, for the scripts of the word list and their nearest
neighbours; they are fewer than the table of Unicode's UTS 39.

What is called one thing and shows another is asked about (`unexplained`). OCR may mistake a letter in
four, so words of danger are looked for in what was read and never in what was explained: "Delete all"
is but two letters from "Undelete all".
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, Literal

from rapidfuzz.distance import Levenshtein

from automation.core.proposal import RiskLevel
from automation.core.text import filled

# ruff: noqa: RUF001 - letters that look like others are what this is about


# Each row: letters of other scripts, then the Latin letters that they look like, in the same order.
_LATIN_ROWS: Final = (
    ("АВЕЅІЈКМНОРСТУХԚԜҮаеѕіјорсухԁԛԝһүӏкмвнт", "ABESIJKMHOPCTYXQWYaesijopcyxdqwhylkmbht"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳεγ", "ABEZHIKMNOPTYXaikvoptuxcjey"),
    ("ՏՍՕօսոհցքզյլ", "SUOounhgpqjl"),
    ("ᎪᏴᏟᎠᎬᎢᎻᎫᏦᏞᎷᏢᎡᏚᎳᏃᏙᎥ", "ABCDETHJKLMPRSWZVi"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ɑɡıȷɩʋѵⅼ", "agijivvl"),
)  # fmt: skip
_CYRILLIC_ROW: Final = ("ABCEHIJKMOPSTXYaceijopsxyhkmtnu", "АВСЕНІЈКМОРЅТХУасеіјорѕхункмтпи")
_STROKES: Final = str.maketrans("łøđħŧɨƀɇꞓð", "lodhtibecd")
_SAME_SHAPE: Final = str.maketrans("i1|0", "lllo")
_BLANKS: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f]")
_THIN_SPACES: Final = re.compile("[\u2005\u2006\u2008-\u200a\u202f\u205f]")
_LONE_LETTERS: Final = re.compile(r"(?:(?<=^)|(?<=[^\w]))(?:\w[\W_]{1,2}){2,}\w(?!\w)")
_TURNED: Final = re.compile("\u202e([^\u202c\u202d]*)[\u202c\u202d]?")
_OVERRIDES: Final = re.compile("[\u202d\u202e]")
_SIGNS: Final = {
    "🗑": " delete ", "🚮": " delete ", "⌫": " delete ", "📤": " send ", "📨": " send ",
    "✉": " send ", "🛒": " buy ", "🛍": " buy ", "💳": " pay ", "💸": " pay ", "⏻": " shut down ",
    "📞": " answer ", "📱": " answer ", "🎤": " microphone ", "🎙": " microphone ", "📷": " take photo ",
    "📹": " start video ", "🎥": " start video ", "⏺": " record ", "➤": " send ", "➢": " send ",
    "⮞": " send ", "💎": " buy ", "🎁": " gift ", "⏼": " shut down ", "⭘": " shut down ", "🔓": " unlock ",
}  # fmt: skip
"""Pictographs that stand on buttons in place of a word."""


def _latin_table() -> dict[int, str]:
    table: dict[int, str] = {}
    for letters, shapes in _LATIN_ROWS:
        table |= {ord(letter): shape for letter, shape in zip(letters, shapes, strict=True)}
    for n in range(26):
        letter = chr(ord("a") + n)
        for first in (0x1F150, 0x1F170, 0x1F1E6):  # circled, squared, regional: no NFKC form
            table[first + n] = letter
    return table


_TO_LATIN: Final = _latin_table()
_TO_CYRILLIC: Final = dict(zip(map(ord, _CYRILLIC_ROW[0]), _CYRILLIC_ROW[1], strict=True))


def plain_readings(label: str) -> frozenset[str]:
    """Return the label as it is and as it shows: signs as words, no letters that draw nothing."""
    shown = _BLANKS.sub("", label)
    for sign, word in _SIGNS.items():
        shown = shown.replace(sign, word)
    if shown.isascii():
        return frozenset({shown, *_joined(shown)})
    found = {shown, _THIN_SPACES.sub("", shown)}
    if _OVERRIDES.search(shown):
        turned = _TURNED.sub(lambda match: match.group(1)[::-1], shown)
        found |= {turned, _OVERRIDES.sub("", turned)}
    for text in tuple(found):
        found |= {*_joined(text), _translated(text, _TO_LATIN), _translated(text, _TO_CYRILLIC)}
    return frozenset(found)


def shape_of(word: str) -> str:
    """Return a folded word with accents, strokes and letters of one shape made equal.

    For words of the list and of a label alike: `löschen` and `Loschen`, `delete` and `DeIete`.
    """
    bare = word if word.isascii() else "".join(map(_without_accent, word))
    return bare.translate(_STROKES).translate(_SAME_SHAPE).replace("rn", "m")


def hides_direction(label: str) -> bool:
    """Tell whether the label forces a direction of writing, so that it reads otherwise than it is."""
    return bool(_OVERRIDES.search(label))


def _joined(text: str) -> tuple[str, ...]:
    """Return the text with letters that stand alone put together: `D e l e t e`, `S.e.n.d`."""
    joined = _LONE_LETTERS.sub(lambda match: re.sub(r"[\W_]", "", match.group()), text)
    return (joined,) if joined != text else ()


def _translated(text: str, table: dict[int, str]) -> str:
    """Return the text with letters exchanged below their accents."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFC", apart.translate(table))


@lru_cache(maxsize=4096)
def _without_accent(char: str) -> str:
    """Return a Latin, Greek or Cyrillic letter without its accents; others are left whole."""
    first = unicodedata.normalize("NFD", char)[:1]
    return first if ord(first) < 0x0530 else char


class _Without(dict[int, int | None]):
    """A table for `str.translate` that takes away the characters of these categories."""

    def __init__(self, *categories: str) -> None:
        self._categories = categories

    def __missing__(self, point: int) -> int | None:
        self[point] = None if unicodedata.category(chr(point)) in self._categories else point
        return self[point]


_WITHOUT_HIDDEN: Final = _Without("Cf", "Mn")
_WITHOUT_MARKS: Final = _Without("Mn")
_WORD: Final = re.compile(r"[^\W_]+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PARTS: Final = re.compile(
    r"[.;:!?()\n]|\b(?:and|or|to|then|will|can|und|oder|zu|wird|kann|et|pour|y|para|e|per|en|om)\b",
    re.IGNORECASE,
)
"""Where a part of a sentence begins that may say what is done."""
_SCRIPTS: Final = frozenset(
    {"LATIN", "CYRILLIC", "ARABIC", "CJK", "HIRAGANA", "KATAKANA", "HANGUL"}
)
_STEM_KEY: Final = 3
"""Letters by which a stem is looked up."""
_UNSPACED: Final = frozenset({"ja", "zh", "ko"})
_FOLDED: Final = str.maketrans(
    "\u0131\u0623\u0625\u0622\u06a9\u06cc\u0649\u0629",
    "i\u0627\u0627\u0627\u0643\u064a\u064a\u0647",
    "\u0640",
)
"""Letters written for one another: the dotless i, alef with and without hamza, Persian and Arabic
kaf and yeh, teh marbuta; no Arabic stretch."""
_LOOKS: Final = "looks"
"""The table whose words only show something."""
_OPENING: Final = ("open", "close", "new", "edit", "print")
"""Words that may stand at a thing's name and do nothing with it that matters: "Open address book"."""
_DOING: Final = frozenset({"insert", "repeat", "redo", "load"})
"""Words that only show something but do a thing that they stand at: "Repeat new order"."""
_NOT_WORDS: Final = frozenset(
    {"level", "reason", "except", "except_whole", "except_alone", "except_set", "except_opened",
     "menu_word", "use"}
)  # fmt: skip

Use = Literal[
    "press", "drop", "field", "page", "no", "control", "cancel", "ask", "answer", "keep", "title",
    "look", "search",
]  # fmt: skip
"""Where the words of a table count; the head of the word list says what each means."""

Does = Literal["acts", "sets", "opens"]
"""What a press does to the thing that has the label: unknown, it sets a value, it opens or chooses."""

_SMALL_WORDS: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "your",
        "our",
        "this",
        "that",
        "these",
        "it",
        "its",
        "all",
        "every",
        "mein",
        "dein",
        "ihr",
        "das",
        "den",
        "die",
        "der",
        "le",
        "la",
        "les",
        "ton",
        "votre",
        "el",
        "los",
        "las",
        "tu",
        "su",
        "il",
        "lo",
        "o",
        "os",
        "as",
        "meu",
        "seu",
        "de",
        "du",
        "des",
        "del",
    ]
)
"""Words that stand inside a phrase without changing what it means ("cancel my subscription")."""

SHORTEST_BY_SHAPE: Final = 3
"""Letters of a word whose accents may be missing: AC on a calculator is not the Turkish "aç"."""
LONGEST_LABEL: Final = 400
"""Letters of a label that are read; what is longer is a text, and its beginning tells enough."""

SHORTEST_LIKE: Final = 3
"""Letters of a read word that may differ a little from what it should be, or be its beginning."""
LETTERS_A_MISTAKE: Final = 4
"""OCR may mistake one of so many letters, and one at least."""
_READ_SCRIPTS: Final = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "GREEK"})
"""Scripts that OCR reads: what is called in another one looks like anything on the picture."""
_KEYS: Final = frozenset(
    """ctrl control strg cmd meta super win shift umschalt maj mayus alt altgr option esc escape tab
    enter return eingabe space leertaste insert ins einfg del entf suppr supr home pos1 inicio end ende
    fin page up down pgup pgdn bild auf ab left right links rechts backspace""".split()  # noqa: SIM905
)
"""Names of keys: an entry of a menu shows its shortcut beside its name."""

_ABOUT: Final = frozenset(
    """about version info information informations help quit exit hide license licence website preferences
    settings über hilfe beenden version à propos de acerca sobre ayuda salir informazioni su esci over om
    tietoja o programu programie aplikaci \u043e программе про програму hakkinda""".split()  # noqa: SIM905
)
"""Words that stand beside a program's name and say nothing of what it does."""

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
    use: Use = "press"


@dataclass(frozen=True, slots=True)
class WordHit:
    """A word of the list that a label says."""

    word: str
    meaning: Meaning
    is_open: bool = False
    """The list lets the word go on, or it is written without spaces: it says what is done anywhere."""


@dataclass(frozen=True, slots=True)
class _Entry:
    meaning: Meaning
    word: str
    """As the list writes it."""
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
    """Entries by their first word, or by its first letters for single stems."""
    unspaced: tuple[tuple[str, Meaning], ...]
    exceptions: dict[str, tuple[Words, ...]]
    """Phrases to take out of a label, by the name of the meaning."""
    wholes: dict[str, frozenset[Words]]
    """Labels that mean something else as a whole: "New order" begins one, "Submit new order" places it."""
    alone: dict[str, frozenset[Words]]
    """The same with nothing beside them: "Replace with" names a field, "Replace with this" does it."""
    idle: dict[Does, dict[str, tuple[Words, ...]]]
    """Phrases that do nothing where a press only sets or opens something."""
    showing: frozenset[str]
    """Words that may stand beside such a whole: "View order form"."""


def danger_words(label: str, use: Use = "press", does: Does = "acts") -> tuple[WordHit, ...]:
    """Return every word of the list that the label says, the gravest first, one per meaning."""
    return tuple(hit for hit in _words_of(label, does) if hit.meaning.use == use)


def words_of_doing(text: str, does: Does = "acts") -> tuple[WordHit, ...]:
    """Return the words of danger in a text that describes a control, one per meaning.

    In a sentence a word of the list may be a noun or an adjective ("a new, empty sheet", "in ascending
    order"). So one that cannot go on and stands alone counts only where a sentence or a part of it
    begins, there also in the third person ("Sends it").
    """
    found = danger_words(text, does=does)
    hits = {hit.meaning.name: hit for hit in found if hit.is_open or " " in hit.word}
    meant = {hit.meaning for hit in found}  # without what stands in an exception
    for part in _PARTS.split(text[:LONGEST_LABEL]):
        first = next(iter(split_words(part)), "")
        for word in (first, first.removesuffix("s"), first.removesuffix("es")):
            for hit in danger_words(word):
                if word != first or hit.meaning in meant:
                    hits.setdefault(hit.meaning.name, hit)
    return tuple(sorted(hits.values(), key=lambda hit: -hit.meaning.level))


@lru_cache(maxsize=4096)
def _words_of(label: str, does: Does) -> tuple[WordHit, ...]:
    """Return what `danger_words` does, for every use: one label is asked about for several."""
    hits: dict[str, WordHit] = {}
    shapes = _word_list(by_shape=True)
    for words in _readings(label):
        shaped = tuple(map(shape_of, words))
        found = [
            *_hits_in(words, _word_list(), words, does),
            *_hits_in(shaped, shapes, words, does),
        ]
        # Of several words of one meaning the longest is told: "remove", and no stem of it.
        for hit in sorted(found, key=lambda hit: (not hit.is_open, -len(hit.word), hit.word)):
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


def unexplained(shown: str, told: Iterable[str]) -> str:
    """Return the words of a read label that nothing the thing is called explains; mostly none.

    A word is explained by one that is alike, since OCR mistakes letters, by one that it begins, since
    labels are cut off, and by two that it joins. Digits, single letters and shortcuts say nothing.
    """
    names = tuple(told)
    if not all(map(_is_read, names)):
        return ""
    known = tuple(shape_of(word) for name in names for word in split_words(name))
    pairs = tuple(map("".join, pairwise(known)))
    joined = "".join(known)
    read = [word for word in split_words(shown) if _says_something(word)]
    whole = "".join(map(shape_of, read))
    is_cut = len(whole) > 1 and joined.startswith(whole) and len(joined) == len(whole) + 1
    if is_cut or _is_like(whole, joined):  # `Tu` of a box Tue
        return ""
    return " ".join(w for w in read if not _is_explained(shape_of(w), (*known, *pairs, joined)))


def _is_explained(word: str, known: tuple[str, ...]) -> bool:
    if word in known:
        return True
    is_long = len(word) >= SHORTEST_LIKE
    return is_long and any(w.startswith(word) or _is_like(word, w) for w in known)


def _is_like(read: str, meant: str) -> bool:
    mistakes = max(1, len(read) // LETTERS_A_MISTAKE)
    return len(read) >= SHORTEST_LIKE and Levenshtein.distance(read, meant) <= mistakes


def _says_something(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    is_key = word in _KEYS or (word[0] == "f" and word[1:].isdigit())
    is_specimen = len(word) <= SHORTEST_LIKE and set(word) <= set("abcxyz")  # on a spelling icon
    is_drawing = word.isascii() and len(set(letters)) == 1  # "oo", "ll": dots and bars of an icon
    return len(letters) > 1 and not (is_key or is_specimen or is_drawing)


def _is_read(name: str) -> bool:
    """Tell whether every letter of the name is of a script that OCR reads."""
    letters = (char for char in unicodedata.normalize("NFKC", name) if char.isalpha())
    return all(
        unicodedata.name(c, "").partition(" ")[0].partition("-")[0] in _READ_SCRIPTS
        for c in letters
    )


def only_names(text: str, names: Iterable[str], *, has_more: bool = False) -> bool:
    """Tell whether a text is a program's name, at most with a version and words like "About".

    Args:
        has_more: such a word must stand before a name of several words: a control of that name alone may
            do what it says, and so may "Buy licence" in a window called "Buy" and "Delete account settings"
            in one called "Delete account".
    """
    words = split_words(text)
    for name in map(split_words, names):
        for at in range(len(words) - len(name) + 1):
            if name and words[at : at + len(name)] == name:
                rest = (*words[:at], *words[at + len(name) :])
                if all(w in _ABOUT or not w.isalpha() for w in rest):
                    has_about = any(len(w) >= SHORTEST_LIKE and w in _ABOUT for w in rest)
                    is_last = at + len(name) == len(words)
                    return not has_more or (len(name) > 1 and has_about and is_last)
    return False


def says_only_about(text: str) -> bool:
    """Tell whether a text is only such words as "About"."""
    return _ABOUT.issuperset(split_words(text))


def calls_off(label: str) -> str:
    """Return the word with which the label calls something off; empty for a plain "Cancel"."""
    said = "".join(word for word in split_words(label) if word not in _SMALL_WORDS)
    hits = danger_words(label, "cancel")
    return hits[0].word if hits and len(said) > len(hits[0].word.replace(" ", "")) + 1 else ""


def is_in_known_script(label: str) -> bool:
    """Tell whether some letter of the label is of a script that the word list is written in."""
    letters = [c for c in unicodedata.normalize("NFKC", label) if c.isalpha()]
    known = (unicodedata.name(c, "").partition(" ")[0].partition("-")[0] for c in letters)
    return not letters or any(script in _SCRIPTS for script in known)


def word_count(label: str) -> int:
    """Return how many words the label has."""
    return len(split_words(label))


def split_words(text: str) -> Words:
    """Return the text's words: case, accents' encoding, hidden characters and apostrophes aside."""
    if (
        text.isascii()
    ):  # has nothing of the rest: the list of words is split within the first step of a run
        return tuple(_WORD.findall(text.lower()))
    shown = unicodedata.normalize("NFKC", text).translate(_WITHOUT_HIDDEN)
    folded = unicodedata.normalize("NFKC", shown.casefold()).translate(_FOLDED)
    return tuple(_WORD.findall(folded.translate(_WITHOUT_MARKS)))


def _readings(label: str) -> tuple[Words, ...]:
    """Return the label's words, also with `camelCase` cut and `mne_monics` joined."""
    readings: set[Words] = set()
    for text in plain_readings(label[:LONGEST_LABEL]):
        readings |= {split_words(text), split_words(_CAMEL.sub(" ", text))}
        if "_" in text:
            readings.add(split_words(text.replace("_", "")))
    readings |= {tuple(w for w in words if w not in _SMALL_WORDS) for words in readings}
    return tuple(readings)


def _hits_in(words: Words, known: _WordList, written: Words, does: Does) -> list[WordHit]:
    """Return what the words of a label hit."""
    hits = []
    for at, word in enumerate(words):
        bare = word.removeprefix("ال")
        starts = {x[:n] for x in (word, bare) for n in (1, 2, _STEM_KEY, len(x))}
        for start in starts:
            for entry in known.spaced.get(start, ()):
                label = (*words[:at], word.removeprefix("ال"), *words[at + 1 :])
                said = words if entry.matches_at(words, at) else label
                if (
                    entry.matches_at(said, at)
                    and not _is_exception(known, entry, words, at, written)
                    and not _is_idle(known.idle[does].get(entry.meaning.name, ()), entry, words, at)
                    and not (words != written and _is_another_word(entry, written[at]))
                ):
                    hits.append(WordHit(entry.word, entry.meaning, entry.is_stem))
    joined = "".join(words)
    for text, meaning in () if joined.isascii() else known.unspaced:
        if text in words or (len(text) > 1 and text in joined):
            hits.append(WordHit(text, meaning, is_open=True))
    return hits


def _is_another_word(entry: _Entry, written: str) -> bool:
    """Tell whether a word that only has the shape of the entry is in the list itself: "like" is not "ilke"."""
    if len(entry.words) > 1 or entry.is_stem:
        return False
    return any(
        e.words == (written,) and e.meaning.use == "press"
        for e in _word_list().spaced.get(written, ())
    )


def _is_exception(known: _WordList, entry: _Entry, words: Words, at: int, written: Words) -> bool:
    """Tell whether the word stands inside a phrase that is known to mean something else."""
    wholes = known.wholes[entry.meaning.name]
    if words in known.alone[entry.meaning.name]:
        return True
    if any(_is_whole(known, phrase, words, written) for phrase in wholes):
        return True
    for phrase in known.exceptions.get(entry.meaning.name, ()):
        for start in range(max(0, at - len(phrase) + 1), at + 1):
            if words[start : start + len(phrase)] == phrase:
                return True
    return False


def _is_idle(phrases: Iterable[Words], entry: _Entry, words: Words, at: int) -> bool:
    """Tell whether all of the entry stands inside such a phrase: "agree", and not "I agree"."""
    end = at + len(entry.words)
    return any(
        words[start : start + len(phrase)] == phrase
        for phrase in phrases
        for start in range(max(0, end - len(phrase)), at + 1)
    )


def _is_whole(known: _WordList, phrase: Words, words: Words, written: Words) -> bool:
    """Tell whether a label is that phrase: beside it only numbers, words that only show, a shortcut at its end.

    Before it a key's name is a verb: "Enter new order".
    """
    size = len(phrase)
    for at in range(len(words) - size + 1):
        if words[at : at + size] == phrase:
            before, behind = range(at), range(at + size, len(words))
            return all(
                words[n] in known.showing or _is_number_or_sign(written[n])
                for n in (*before, *behind)
                if not (n in behind and written[n] in _KEYS)
            )
    return False


def _is_number_or_sign(word: str) -> bool:
    return word.isdigit() or (len(word) == 1 and word.isascii())


@cache
def _tables() -> dict[str, dict[str, Any]]:
    text = files("automation.safety").joinpath("danger_words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


_split_phrase = cache(split_words)
"""For the phrases of the list, which is made twice of them."""


@cache
def _word_list(*, by_shape: bool = False) -> _WordList:
    """Return the list, with its words as they are or by the shape of their letters."""

    def words_of(phrase: str) -> Words:
        words = _split_phrase(phrase)
        return tuple(map(shape_of, words)) if by_shape else words

    spaced: dict[str, list[_Entry]] = {}
    unspaced: list[tuple[str, Meaning]] = []
    exceptions: dict[str, tuple[Words, ...]] = {}
    wholes: dict[str, frozenset[Words]] = {}
    alone: dict[str, frozenset[Words]] = {}
    idle: dict[Does, dict[str, tuple[Words, ...]]] = {"acts": {}, "sets": {}, "opens": {}}
    for name, table in _tables().items():
        level, is_menu_word = RiskLevel(table["level"]), bool(table.get("menu_word"))
        meaning = Meaning(
            name, level, filled(table["reason"]), is_menu_word, table.get("use", "press")
        )
        exceptions[name] = tuple(words_of(phrase) for phrase in table.get("except", ()))
        wholes[name] = frozenset(words_of(phrase) for phrase in table.get("except_whole", ()))
        alone[name] = frozenset(words_of(phrase) for phrase in table.get("except_alone", ()))
        idle["sets"][name] = tuple(map(words_of, table.get("except_set", ())))
        opened = tuple(map(words_of, table.get("except_opened", ())))
        idle["opens"][name] = (*idle["sets"][name], *opened)
        for language in table.keys() - _NOT_WORDS:
            for phrase in table[language]:
                if language in _UNSPACED:
                    if not by_shape:
                        unspaced.append(("".join(words_of(phrase)), meaning))
                    continue
                words, is_stem = words_of(phrase), phrase.endswith("*")
                said = _split_phrase(phrase)
                if words != said and len("".join(said)) < SHORTEST_BY_SHAPE:
                    continue
                entry = _Entry(meaning, " ".join(said), words, is_stem)
                key = words[0][:_STEM_KEY] if is_stem and len(words) == 1 else words[0]
                spaced.setdefault(key, []).append(entry)
    entries = {key: tuple(found) for key, found in spaced.items()}
    shown = (
        phrase
        for language in _tables()[_LOOKS].keys() - _NOT_WORDS
        for phrase in _tables()[_LOOKS][language]
    )
    single = (words_of(phrase) for phrase in (*shown, *_OPENING, *_SMALL_WORDS - {"all", "every"}))
    showing = frozenset(words[0] for words in single if len(words) == 1) - _DOING
    return _WordList(entries, tuple(unspaced), exceptions, wholes, alone, idle, showing)
