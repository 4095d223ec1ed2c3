"""Puts an instruction into the words of English and of the screen, so that another language is read by its meaning too.

Small words and verbs become English ones, by the language's file; the verb goes to the front (`das Licht ausschalten` is
"turn off das licht"); a word of the screen is put as it stands there. All else, and every text, stays as it was said.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any, Final

from automation.commands.forms import Assign, Form, Type
from automation.commands.language import alternatives, languages, words
from automation.commands.read.rows import PRESSED
from automation.commands.read.things import Things
from automation.commands.read.values import clock_in_digits
from automation.commands.targets import literal
from automation.commands.words import DATES, FREE, LOOSE, is_any, number, words_of

_TOKEN: Final = re.compile(
    rf"“[^”]*”|\"[^\"]*\"|\d{{1,2}}\.(?=\s?(?:{alternatives('months')})\b)|\d+,\d+|[\w'\u2019.:/@+^%-]*[\w%]|\S",
    re.IGNORECASE,
)
"""What stands in quotes, a day before its month, a number, a word, or a sign."""
_LISTS: Final = (
    "modals",
    "being",
    "joints",
    "determiners",
    "ticks",
    "units",
    "yielding",
    "passive",
    "allowing",
    "asking",
    "asked",
)
_BY_LENGTH: Final = ("prefixes", "endings", "describing", "conjugated", "infinitive")
_MARKS: Final = frozenset(",;.!?:")
_SENTENCE: Final = frozenset(".!?;")
"""Where a sentence ends."""
_SPELLED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_BARE: Final = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
_TICKING: Final = {
    "tick": ("set", "make", "put", "give", "tick"),
    "untick": ("remove", "delete", "take", "untick"),
}
_WRITING: Final = frozenset({"write", "enter", "note", "comes", "should be", "read"})
_ADDING: Final = words("filing_verbs")
_STORY: Final = words("finite_verbs") - {"is", "are", "was", "were", "has", "have", "comes", "came"}
_SHORT: Final = words("abbreviations")
_DENYING: Final = frozenset({"not", "never", "no"})
_DENIED: Final = "do not "
_THEN: Final = "then"
_CHANGED_BY: Final = frozenset({"increase", "decrease", "extend"})
_TELLING: Final = frozenset(
    {"is", "are", "was", "were", "has", "have", "comes", "needs", "need", "wants", "want", "gets"}
)
_WISHES: Final = frozenset({"want", "wants", "need"})
_PERSONS: Final = frozenset({"i", "you", "we", "she", "they"})
_EDGE: Final = 2
"""Words at the begin of a part behind which "please" is no word of a text."""
_LEAST_STEM: Final = 3
_LEAST_PART: Final = 5
"""Letters of a word that is a part of another one: `Temperatur` in `Wassertemperatur`."""
_HOURS: Final = words("hour_words")
_MOST_TOGETHER: Final = 6
"""Words of a name, or of a phrase of the language."""
_OF_NAME: Final = 0.4
"""How alike a text is at least that says a whole name, whatever else it says."""
_DECIMAL: Final = re.compile(r"(?<=\d),(?=\d)")


@dataclass(frozen=True, slots=True)
class Glossed:
    """An instruction in other words, and where each of them stood."""

    english: str
    source: str
    spans: tuple[tuple[int, int, int, int], ...] = ()
    """For each piece its begin and end in the text, and in the source; what has no words in the text is empty there."""

    def original(self, part: str, *, exactly: bool = False) -> str:
        """Return what was said for a part of the text; a part that is not in it comes back as it is.

        Args:
            exactly: without words at its ends that have none in the text, such as the "ein" of `trag Winkler ein`.
        """
        bare = part.strip()
        found = re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", self.english) if bare else None
        if not self.spans or found is None:
            return part
        at, end = found.span()
        inside = [
            (a, b)
            for first, last, a, b in self.spans
            if (first < end and last > at) or (not exactly and first == last and at <= first <= end)
        ]
        return self.source[min(a for a, _ in inside) : max(b for _, b in inside)]

    def restored(self, forms: Iterable[Form]) -> tuple[Form, ...]:
        """Return steps with the texts that they write as they were said."""
        return tuple(map(self._restored, forms))

    def _restored(self, form: Form) -> Form:
        match form:
            case Type(text=text):
                return replace(form, text=self.original(text, exactly=True))
            case Assign(value=value):
                said = self.original(value, exactly=True)
                return replace(form, value=said, option=literal(said))
            case _:
                return form


def glossed(said: str, things: Things, language: str) -> Glossed:
    """Return an instruction in the words of English and of the screen; as it is where the language has none to tell."""
    gloss = _glosses(language)
    return (
        Glossed(said, said)
        if gloss is None
        else _Glossing(clock_in_digits(said), gloss, _Screen(things, gloss)).done()
    )


def is_verb_last(text: str, language: str) -> bool:
    """Tell whether words end with a verb that says what something is, and is no part of that: `Chronik lauten`."""
    gloss, said = _glosses(language), text.split()
    return gloss is not None and len(said) > 1 and _fold(said[-1]) in gloss.being


def by_words(texts: Sequence[str], names: Sequence[str]) -> list[list[float]]:
    """Return how alike texts and names are by the words that they share: 0 to 1, as an encoder would (`Alike`)."""
    own = [[w for w in words_of(n) if w not in LOOSE] or words_of(n) for n in names]
    return [[_shared(_telling(text, n), n) for n in own] for text in texts]


def _telling(text: str, name: Sequence[str]) -> list[str]:
    heard = [w for w in words_of(text) if w not in FREE or w in name]
    return [w for w in heard if not w[0].isdigit() or w in name]


def _shared(heard: Sequence[str], name: Sequence[str]) -> float:
    both = sum(is_any(w, heard) for w in name)
    return both / len(name) * (_OF_NAME + (1 - _OF_NAME) * both / len(heard)) if both else 0.0


@dataclass(frozen=True, slots=True)
class _Gloss:
    """What a language's file says of its words, folded."""

    words: Mapping[tuple[str, ...], str]
    verbs: Mapping[str, str]
    """English verbs by infinitives."""
    forms: Mapping[str, str]
    """Infinitives, without what is taken apart, by the forms of verbs."""
    prefixes: tuple[str, ...]
    modals: frozenset[str]
    being: frozenset[str]
    joints: frozenset[str]
    determiners: frozenset[str]
    ticks: frozenset[str]
    """What the mark in a box is called."""
    states: Mapping[str, str]
    """What a word says at the end of what has no verb: `Lüftung aus`."""
    passive: frozenset[str]
    """The verb of what is done by somebody: `soll gelöscht werden`."""
    ordered_states: Mapping[str, str]
    """The same for words that only tell something behind `ist`."""
    allowing: frozenset[str]
    """Modals of what may be done."""
    asking: frozenset[str]
    asked: frozenset[str]
    """How somebody is asked to do something, and who: `könntest du`."""
    yielding: frozenset[str]
    """Words that are those of the screen where it has them."""
    units: frozenset[str]
    """Words behind numbers, which may be fields as well."""
    addressed: frozenset[str]
    """Who is asked, as it is written: `drücken Sie`."""
    endings: tuple[str, ...]
    """Of nouns and adjectives, longest first."""
    describing: tuple[str, ...]
    """How an adjective ends before its noun."""
    conjugated: tuple[str, ...]
    """The regular forms of a verb, with its stem as `{}`."""
    infinitive: tuple[str, ...]
    """How an infinitive ends, longest first."""

    def bare(self, infinitive: str) -> str:
        """Return an infinitive without the prefix that is taken apart."""
        for prefix in self.prefixes:
            rest = infinitive.removeprefix(prefix)
            if rest != infinitive and len(rest) > _LEAST_STEM:
                return rest
        return infinitive

    def forms_of(self, infinitive: str) -> Iterator[str]:
        """Yield an infinitive and the regular forms of its verb."""
        yield infinitive
        stem = _without(infinitive, self.infinitive)
        yield from (form.format(stem) for form in self.conjugated)

    def stem(self, word: str) -> str:
        """Return a noun or an adjective without its ending, and without umlauts."""
        return _without(word.casefold().translate(_BARE), self.endings)


@cache
def _glosses(language: str) -> _Gloss | None:
    file: Mapping[str, Any] | None = languages().get(language, {}).get("glosses")
    if file is None:
        return None
    told = {tuple(map(_fold, g.split())): e for e, said in file["words"].items() for g in said}
    verbs = {_fold(g): english for english, said in file["verbs"].items() for g in said}
    folded: dict[str, Any] = {key: frozenset(map(_fold, file[key])) for key in _LISTS}
    folded |= {
        key: tuple(sorted(map(_fold, file[key]), key=len, reverse=True)) for key in _BY_LENGTH
    }
    addressed = frozenset(file["addressed"])
    gloss = _Gloss(
        told,
        verbs,
        {},
        addressed=addressed,
        states=file["states"],
        ordered_states=file["ordered_states"],
        **folded,
    )
    bases = {base for verb in verbs for base in (gloss.bare(verb), verb)}
    forms = {form: base for base in sorted(bases) for form in gloss.forms_of(base)}
    forms |= {_fold(form): _fold(base) for form, base in file["forms"].items()}
    return replace(gloss, forms=forms)


def _without(word: str, endings: Iterable[str]) -> str:
    """Return a word without the first of some endings that leaves enough of it."""
    ends = (e for e in endings if word.endswith(e) and len(word) - len(e) >= _LEAST_STEM)
    return word.removesuffix(next(ends, ""))


def _is_counting(word: str) -> bool:
    return word[:1].isdigit() or number(word) is not None


def _fold(word: str) -> str:
    return word.casefold().translate(_SPELLED)


@dataclass(slots=True)
class _Screen:
    """The words that a screen shows."""

    things: Things
    gloss: _Gloss
    exact: dict[str, str] = field(default_factory=dict)
    stems: dict[str, str] = field(default_factory=dict)
    names: set[tuple[str, ...]] = field(default_factory=set)
    """Of several words, folded."""
    pairs: set[tuple[str, ...]] = field(default_factory=set)
    """Two words of a name that stand one behind the other."""
    verbs: dict[str, tuple[str, list[frozenset[str]]]] = field(default_factory=dict)
    """Words of what is pressed that may be verbs, each with what its names say beside it."""

    def __post_init__(self) -> None:
        pressed = [t for t in self.things.able if t.role in PRESSED and not t.option]
        texts = [t.option or t.name for t in self.things.able]
        texts += [t.words for t in self.things.able]
        texts += [" ".join(name) for row in self.things.rows for name in row.names]
        known = [w for text in texts for w in words_of(text)]
        known += [w for row in self.things.rows for w in row.words]
        known += [*self.things.held, *self.things.captions]
        for word in known:
            self.exact.setdefault(_fold(word), word)
            self.stems.setdefault(self.gloss.stem(word), word)
        said = [tuple(map(_fold, words_of(text))) for text in texts]
        buttons = (tuple(map(_fold, words_of(t.name))) for t in pressed)
        said += [name[:-1] for name in buttons if name[-1:] and name[-1].endswith("n")]
        self.names = {name for name in said if 1 < len(name) <= _MOST_TOGETHER}
        self.pairs = {pair for name in said for pair in pairwise(name)}
        for name in (words_of(t.name) for t in pressed):
            for word in (w for w in name if w.endswith("n")):
                others = frozenset(self.gloss.stem(w) for w in name if w != word and w not in LOOSE)
                self.verbs.setdefault(_fold(word), (word, []))[1].append(others)

    def noun(self, said: str, *, adds: bool) -> str:
        """Return a word that asks for nothing elsewhere as the screen shows it: `ein neues Fahrzeug`, beside "Neu…"."""
        is_asked = said[0].islower() and adds
        by_stem = self.stems.get(self.gloss.stem(said), "") if is_asked else ""
        return self.exact.get(_fold(said)) or by_stem

    def word(self, said: str) -> str:
        """Return a word as the screen shows it, but for its ending or as a part of one; empty where it does not."""
        if found := self.exact.get(_fold(said)):
            return found
        if said.casefold() in DATES:
            return ""  # May is nobody's name
        if found := self.stems.get(self.gloss.stem(said)):
            return found
        stem = self.gloss.stem(said)
        if len(stem) < _LEAST_PART or said[0].isdigit():
            return ""
        whole = {w for s, w in self.stems.items() if s.endswith(stem)}
        parts = {w for s, w in self.stems.items() if len(s) >= _LEAST_PART and stem.endswith(s)}
        one = whole or parts
        return next(iter(one)) if len(one) == 1 else ""


@dataclass(slots=True)
class _Piece:
    """One word, or several that are one, in the words of English and of the screen."""

    english: str
    start: int
    end: int
    kind: str = ""
    verb: str = ""
    """Its infinitive, where it is a verb."""
    is_infinitive: bool = False


@dataclass(slots=True)
class _Glossing:
    """An instruction while it is put into other words."""

    source: str
    gloss: _Gloss
    screen: _Screen
    pieces: list[_Piece] = field(default_factory=list)

    def done(self) -> Glossed:
        """Return all of it."""
        self._cut()
        for begin, end in self._sentences():
            self._order(begin, end)
        text, spans = "", []
        for piece in self.pieces:
            if not piece.english:
                spans.append((len(text), len(text), piece.start, piece.end))
                continue
            text += "" if piece.kind in ("mark", "point") or not text else " "
            if piece.english == "the" and self._is_alone(piece):
                piece.english = "that"
            spans.append((len(text), len(text) + len(piece.english), piece.start, piece.end))
            text += piece.english
        return Glossed(text, self.source, tuple(spans))

    def _is_alone(self, article: _Piece) -> bool:
        """Tell whether nothing is named behind what is an article elsewhere: `verschieb das auf morgen`."""
        behind = [p for p in self.pieces[self.pieces.index(article) + 1 :] if p.english][:1]
        return not behind or behind[0].kind in ("mark", "joint", "small", "verb")

    def _cut(self) -> None:
        """Cut what was said into pieces."""
        tokens = list(_TOKEN.finditer(self.source))
        folded = [_fold(m.group()) for m in tokens]
        at = 0
        while at < len(tokens):
            span = next(
                (
                    n
                    for n in range(min(_MOST_TOGETHER, len(tokens) - at), 1, -1)
                    if tuple(folded[at : at + n]) in self.screen.names
                ),
                0,
            )
            if span:
                self.pieces += [
                    _Piece(self.screen.exact[folded[n]], *tokens[n].span(), "name")
                    for n in range(at, at + span)
                ]
                at += span
                continue
            if folded[at] in _HOURS and self.pieces and (taken := self._hour(tokens, at)):
                at += taken
                continue
            n, english = next(
                (
                    (n, self.gloss.words[key])
                    for n in range(min(_MOST_TOGETHER, len(tokens) - at), 0, -1)
                    if (key := tuple(folded[at : at + n])) in self.gloss.words
                ),
                (1, None),
            )
            first, last = tokens[at].start(), tokens[at + n - 1].end()
            self.pieces.append(self._piece(folded[at], first, last, english, is_one=n == 1))
            at += n

    def _hour(self, tokens: Sequence[re.Match[str]], at: int) -> int:
        """Put `14 Uhr 30` as 14:30; return how many words were taken."""
        hour = self.pieces[-1]
        if not hour.english.replace(":", "").replace(".", "").isdigit():
            return 0
        behind = tokens[at + 1].group() if at + 1 < len(tokens) else ""
        has_minutes = len(behind) == len("00") and behind.isdigit()
        if hour.english.isdigit():
            hour.english += f":{behind if has_minutes else '00'}"
        else:
            hour.english = hour.english.replace(".", ":")
        hour.end = tokens[at + has_minutes].end()
        return 1 + has_minutes

    def _piece(
        self, folded: str, start: int, end: int, english: str | None, *, is_one: bool
    ) -> _Piece:
        said, before = self.source[start:end], self.pieces[-1] if self.pieces else None
        if said[0] in '“"' and len(said) > 1:
            return _Piece(said, start, end, "quote")
        if said in _MARKS:
            short = before is not None and _fold(self.source[before.start : before.end]) in _SHORT
            is_number = said == "." and short and self.source[end : end + 2].strip().isdigit()
            return _Piece(said, start, end, "point" if is_number else "mark")  # "Nr. 2"
        is_begin = before is None or before.english in _SENTENCE or before.english == ":"
        is_noun = folded in self.gloss.units | self.gloss.yielding or (
            said[0].isupper() and not is_begin
        )
        is_small = (folded,) in self.gloss.words or folded in self.gloss.yielding
        if is_small and said[0].isupper() and before is not None and self._is_in_name(before):
            return _Piece(said, start, end)
        if is_one and is_noun and (shown := self.screen.noun(said, adds=self._adds())):
            return _Piece(shown, start, end, "shown")
        if folded in self.gloss.units and not (before and _is_counting(before.english)):
            english = None
        if is_one and english in _STORY and folded in self.screen.exact:
            english = None  # "läuft" is the head of a column here
        kinds = {"modal": self.gloss.modals, "being": self.gloss.being, "joint": self.gloss.joints}
        kind = next((k for k, own in kinds.items() if is_one and folded in own), "small")
        if kind == "joint" and english == _THEN and before is not None and before.kind == "verb":
            return _Piece("", start, end, "small")  # "lös dann die Uhr aus" is one step
        if kind != "small" or english is not None:
            english = "should be" if kind == "modal" else english or ""
            return _Piece(english, start, end, kind)
        return self._named(folded, start, end, is_begin=is_begin)

    def _adds(self) -> bool:
        """Tell whether a verb of the instruction asks for something new."""
        verbs = (self._verb(_fold(m.group())) for m in _TOKEN.finditer(self.source))
        return any(self.gloss.verbs.get(verb) in _ADDING for verb in verbs if verb)

    def _is_in_name(self, before: _Piece) -> bool:
        """Tell whether a word with a capital goes on with a name: `Tim Neu`, `Frau Heute`."""
        said = self.source[before.start : before.end]
        is_title = _fold(said) in ("herr", "herrn", "frau")
        return is_title or (not before.kind and said[0].isupper() and said[-1] not in _MARKS)

    def _named(self, folded: str, start: int, end: int, *, is_begin: bool) -> _Piece:
        """Return a word that is none of the small ones: a verb, one that the screen shows, a noun, a name or a number."""
        said = self.source[start:end]
        is_shown = folded in self.screen.exact and folded not in self.screen.verbs
        behind = self.source[end:].split()[:1]
        is_subject = is_shown and bool(behind) and _fold(behind[0]) in self.gloss.modals
        is_verb = is_begin and not is_subject  # "Beginn soll um 19:30 sein"
        if (is_verb or not (said[0].isupper() or is_shown)) and (verb := self._verb(folded)):
            piece = _Piece(self._english(verb) or said, start, end, "verb", verb)
            piece.is_infinitive = folded == verb
            if not (is_begin or piece.is_infinitive):
                piece.english = self.screen.word(said) or said  # "hat bezahlt"
            return piece
        if (
            (count := number(said.casefold())) is not None
            and count > 1
            and folded not in self.screen.exact
        ):
            return _Piece(str(count), start, end)
        if shown := self.screen.word(said):
            return _Piece(shown, start, end, "shown")
        is_noun = said[:1].isupper() and self._is_determined()
        if said[0].isdigit():
            said = _DECIMAL.sub(".", said).rstrip(".")
        return _Piece(said.casefold() if is_noun else said, start, end)

    def _is_determined(self) -> bool:
        """Tell whether the next word is a noun, and no name: `das Wetter`, `die richtige Antwort`."""
        for piece in self.pieces[:-3:-1]:
            said = self.source[piece.start : piece.end]
            if _fold(said) in self.gloss.determiners:
                return True
            if piece.kind or said[0].isupper() or not said.endswith(self.gloss.describing):
                return False
        return False

    def _verb(self, folded: str) -> str:
        """Return the infinitive of a form of a verb; empty for all else."""
        if base := self._infinitive(folded):
            return base
        for prefix in self.gloss.prefixes:
            rest = folded.removeprefix(prefix)
            if rest == folded or len(rest) < _LEAST_STEM:
                continue
            for form in (rest, rest.removeprefix("zu")):
                if base := self._infinitive(form):
                    joined = f"{prefix}{base}"
                    return joined if self._english(joined) else ""
        return ""

    def _infinitive(self, form: str) -> str:
        if base := self.gloss.forms.get(form):
            return base
        for verb in self.screen.verbs:
            for base in (verb, self.gloss.bare(verb)):
                if form in self.gloss.forms_of(base):
                    return base
        return ""

    def _english(self, verb: str) -> str:
        """Return what a verb is called on a button, or in English; empty where neither is known."""
        if shown := self._pressed(verb):
            return shown
        english = self.gloss.verbs.get(verb, "")
        same = {
            self._pressed(v)
            for v in self.screen.verbs
            if english and self.gloss.verbs.get(v) == english
        } - {""}
        return next(iter(same)) if len(same) == 1 else english  # "ausdrucken" is the button Drucken

    def _pressed(self, verb: str) -> str:
        """Return the verb of a button of which all else is said, too; empty where there is none."""
        word, others = self.screen.verbs.get(verb, ("", []))
        heard = {self.gloss.stem(w) for w in words_of(self.source)}
        return word if any(beside <= heard for beside in others) else ""

    def _sentences(self) -> list[tuple[int, int]]:
        ends = [
            n + 1 for n, p in enumerate(self.pieces) if p.kind == "mark" and p.english in _SENTENCE
        ]
        starts = [0, *ends]
        return [(a, b) for a, b in zip(starts, [*ends, len(self.pieces)], strict=True) if a < b][
            ::-1
        ]

    def _order(self, begin: int, end: int) -> None:
        """Bring the verbs of a sentence to the front of what they rule, with what was taken apart from them."""
        parts = self._parts(begin, end)
        if self.pieces[end - 1].english == "?" and not self._asks_you(parts[0]):
            return  # "soll ich das löschen?" orders nothing
        for n in range(len(parts) - 1, -1, -1):
            self._level(parts[n])
            first, last = self._ends(parts[n])
            if first is None or last is None:
                continue
            if first.kind == "verb":
                if not first.english.startswith(_DENIED):
                    first.english = self._english(first.verb) or first.english
                self._join(first, parts[n:])
                self._drop_address(parts[n], first)
                self._tick(first, parts[n])
                self._deny(first, parts[n])
                continue
            state = self._state(_fold(self.source[last.start : last.end]), parts[n])
            if state and last.kind in ("small", "") and last is not first:
                shown = self._shown_behind(last, parts[n])  # "Verdeck zu" is a box
                last.english = shown or state  # "Lüftung aus"
            is_ruled = self._is_ruled(parts, n)
            if last.kind == "being" and is_ruled and not self._allows(parts[n]):
                last = self._without_being(last, parts[n])
                state = self.gloss.states.get(_fold(self.source[last.start : last.end]), "")
                last.english = (
                    state if last.kind == "small" and state else last.english
                )  # "an sein"
            self._join_before(last, parts[n])
            if last.kind == "verb" and (last.is_infinitive or is_ruled):
                self._move(last, parts, n)
                if self.pieces[end - 1].english == "?":
                    self.pieces[end - 1].english = "."  # "kannst du das absagen?" is an order
                self._tick(last, parts[n])
                self._deny(last, parts[n])

    def _shown_behind(self, piece: _Piece, part: Sequence[_Piece]) -> str:
        """Return a word as the screen shows it behind the one before it; empty where it does not."""
        before = part[part.index(piece) - 1]
        pair = (self.source[before.start : before.end], self.source[piece.start : piece.end])
        told = tuple(map(_fold, pair))
        return self.screen.exact[told[1]] if told in self.screen.pairs else ""

    def _state(self, folded: str, part: Sequence[_Piece]) -> str:
        """Return the state that a word at the end of a part orders; `das Licht ist weg` orders none."""
        if any(p.english in ("is", "are", "was", "were") for p in part):
            return self.gloss.states.get(folded, "")
        return self.gloss.states.get(folded, "") or self.gloss.ordered_states.get(folded, "")

    def _allows(self, part: Sequence[_Piece]) -> bool:
        """Tell whether a part says what may be done: `die Meldung kann gelöscht werden`."""
        modals = (_fold(self.source[p.start : p.end]) for p in part if p.kind == "modal")
        return any(modal in self.gloss.allowing for modal in modals)

    def _without_being(self, being: _Piece, part: Sequence[_Piece]) -> _Piece:
        """Drop the last word of what is wished, and return the one before it: `soll 20 sein`, `soll gelöscht werden`."""
        being.english = ""
        last = self._ends(part)[1] or being
        is_done = _fold(self.source[being.start : being.end]) in self.gloss.passive
        # "Korb 11 soll gesperrt werden", where the screen shows "gesperrt", too.
        if is_done and last.kind in ("", "shown"):
            verb = self._verb(_fold(self.source[last.start : last.end]))
            last.kind, last.verb = ("verb", verb) if verb else (last.kind, "")
        return last

    def _asks_you(self, part: Sequence[_Piece]) -> bool:
        """Tell whether a question begins with what asks somebody to do something: `könntest du`."""
        told = [
            _fold(self.source[p.start : p.end]) for p in part if p.english not in ("", "please")
        ]
        return len(told) > 1 and told[0] in self.gloss.asking and told[1] in self.gloss.asked

    def _level(self, part: Sequence[_Piece]) -> None:
        """Put what a part tells as English would: `in die Notiz kommt ...`; no noun of a story is a name."""
        told = [p for p in part if p.english and p.kind not in ("mark", "joint")]
        writes = any(p.english in _WRITING or self._english(p.verb) in _WRITING for p in told)
        for n, piece in enumerate(told):
            if piece.english == "please":  # in the middle it may be a part of a text
                is_edge = not writes or n < _EDGE or n == len(told) - 1
                piece.english = "" if is_edge else self.source[piece.start : piece.end]
        first = self._ends(part)[0]
        if first is None or first.kind == "verb":
            return
        told = [p for p in part if p.kind == "small" and p.english in _TELLING]
        is_place = first.kind == "small" and first.english in ("in", "to", "on")
        for piece in told:
            if is_place and piece.english == "comes":
                piece.english = "should be"
                return
        # "Kunde ist Winkler" says a name; "das Wetter ist schlecht" does not.
        is_so = bool(told) and told[0].english in ("is", "are")
        for piece in part[: part.index(told[0])] if is_so else part if told else ():
            piece.english = piece.english if piece.kind else piece.english.casefold()

    def _parts(self, begin: int, end: int) -> list[list[_Piece]]:
        parts: list[list[_Piece]] = [[]]
        for piece in self.pieces[begin:end]:
            if piece.kind in ("mark", "joint"):
                parts.append([])
            parts[-1].append(piece)
        return parts

    def _ends(self, part: Sequence[_Piece]) -> tuple[_Piece | None, _Piece | None]:
        """Return the first and the last word of a part that counts."""
        skipped = ("please", "just", "now", "also", "so", "first", "again", "yes")
        told = [
            p
            for p in part
            if p.english
            and p.kind not in ("mark", "joint")
            and not (p.kind == "small" and p.english in skipped)
        ]
        return (told[0], told[-1]) if told else (None, None)

    def _join(self, verb: _Piece, parts: Sequence[Sequence[_Piece]]) -> None:
        """Put a verb together with the prefix that stands at the end of what it rules: `hak Tee und Milch ab`."""
        for n, part in enumerate(parts):
            first, last = self._ends(part)
            if n and (first is None or first.kind == "verb"):
                return
            if last is None or last is verb:
                continue
            bare = self.gloss.bare(verb.verb)
            if english := self._prefixed(last, bare):
                prefix = _fold(self.source[last.start : last.end])
                verb.english, verb.verb, last.english = english, f"{prefix}{bare}", ""
                self._join_again(bare, parts[n + 1 :])
                return
            if last.kind == "verb" and last is not first:
                return

    def _is_ruled(self, parts: Sequence[Sequence[_Piece]], n: int) -> bool:
        """Tell whether a part is wished, itself or with the one before: `soll 5 kosten und der Platz frei sein`."""
        last, joins = self._ends(parts[n])[1], n > 0 and parts[n][0].kind == "joint"
        is_joined = joins and last is not None and last.kind == "being"
        told = (*parts[n], *(parts[n - 1] if is_joined else ()))
        return any(p.kind == "modal" for p in told)

    def _join_again(self, bare: str, parts: Sequence[Sequence[_Piece]]) -> None:
        """Put the verb before other parts that end with a prefix of their own: `sag Ann zu und Tom ab`."""
        for part in parts:
            first, last = self._ends(part)
            if first is None or last is None or last is first or first.kind == "verb":
                return
            if english := self._prefixed(last, bare):
                first.english, last.english = f"{english} {first.english}", ""

    def _prefixed(self, last: _Piece, bare: str) -> str:
        """Return a verb in English with the prefix that the last word of a part is; empty where it is none."""
        prefix = _fold(self.source[last.start : last.end])
        return self._english(f"{prefix}{bare}") if prefix in self.gloss.prefixes else ""

    def _join_before(self, verb: _Piece, part: Sequence[_Piece]) -> None:
        """Put a verb together with the prefix before it: `das Licht aus lassen`."""
        told = [p for p in part if p.english]
        before = told[told.index(verb) - 1] if verb in told[1:] else None
        if before is None or verb.kind != "verb":
            return
        joined = f"{_fold(self.source[before.start : before.end])}{verb.verb}"
        if before.kind == "small" and joined in self.gloss.verbs:
            verb.verb, before.english = joined, ""

    def _tick(self, verb: _Piece, part: Sequence[_Piece]) -> None:
        """Put `setz das Häkchen bei` as "tick", and what takes it away as "untick"."""
        english = {w: e for e, said in _TICKING.items() for w in said}.get(verb.english)
        for n, piece in enumerate(part):
            if english and _fold(self.source[piece.start : piece.end]) in self.gloss.ticks:
                verb.english, piece.english = english, ""
                if part[n - 1].english in ("the", "a"):
                    part[n - 1].english = ""

    def _deny(self, verb: _Piece, part: Sequence[_Piece]) -> None:
        """Deny what a part orders whose last word does: `lösch den Auftrag nicht` is "do not delete"."""
        last = self._ends(part)[1]
        if last is not None and last is not verb and last.english in _DENYING:
            verb.english, last.english = f"do not {verb.english}", ""

    def _drop_address(self, part: Sequence[_Piece], verb: _Piece) -> None:
        """Drop who is asked: `drücken Sie`."""
        for piece in part if verb.english in _CHANGED_BY else ():
            if piece.english == "at":
                piece.english = "by"
        behind = [p for p in part[part.index(verb) + 1 :] if p.english != "please"][:2]
        for piece in behind:
            if self.source[piece.start : piece.end] in self.gloss.addressed:
                piece.english = ""
            elif piece.english == "to" and verb.english in ("press", "click"):
                piece.english = "on"
                return

    def _move(self, verb: _Piece, parts: list[list[_Piece]], n: int) -> None:
        """Bring a verb from the end to the front, of parts before it too that have none of their own."""
        first, told = n, [p for p in parts[n] if p.english and p is not verb]
        is_denied = bool(told) and told[0].english == "," and self._denies(told)
        is_alone = is_denied and all(p.kind in ("mark", "small") for p in told)
        while first and not (
            is_alone  # `..., noch nicht anlegen`
            or self._asks(parts[first])
            or any(
                stops(parts[first - 1])
                for stops in (
                    self._has_verb,
                    self._is_place,
                    self._says_state,
                    self._denies,
                    self._is_shown_verb,
                )
            )
        ):
            first -= 1
        if verb.is_infinitive and first and self._only_rules(parts[first - 1]):
            first -= 1  # "kannst du Ann und Tom absagen?"
        for part in parts[first : n + 1]:
            self._drop_modals(part)
        wish = [p for p in parts[first] if p.kind == "small"][:2]
        if [p.english for p in wish][:1] in (["i"], ["we"]) and wish[-1].english in _WISHES:
            wish[0].english = wish[1].english = ""
        target = self._ends(parts[first])[0]
        if target is None or target is verb:
            return
        verb.english = self._english(verb.verb) or verb.english
        self.pieces.remove(verb)
        self.pieces.insert(self.pieces.index(target), verb)
        parts[n].remove(verb)
        parts[first].insert(parts[first].index(target), verb)

    @staticmethod
    def _only_rules(part: Sequence[_Piece]) -> bool:
        """Tell whether a part has the modal alone whose verb stands in a later one."""
        kinds = {p.kind for p in part}
        return "modal" in kinds and kinds.isdisjoint(("verb", "being"))

    @staticmethod
    def _drop_modals(part: Sequence[_Piece]) -> None:
        for piece in [p for p in part if p.kind == "modal"]:
            at = part.index(piece)
            for other in part[max(0, at - 1) : at + 2]:
                is_person = other.kind == "small" and other.english in _PERSONS
                other.english = "" if other is piece or is_person else other.english

    def _is_shown_verb(self, part: Sequence[_Piece]) -> bool:
        """Tell whether a part ends with a verb as the screen shows it: `nur fällige zeigen`, of a box."""
        last = self._ends(part)[1]
        said = self.source[last.start : last.end] if last is not None else ""
        return last is not None and last.kind == "name" and said.islower() and said.endswith("en")

    def _says_state(self, part: Sequence[_Piece]) -> bool:
        last = self._ends(part)[1]
        return last is not None and _fold(self.source[last.start : last.end]) in self.gloss.states

    def _asks(self, part: Sequence[_Piece]) -> bool:
        """Tell whether an order begins with a part: `..., bitte das Häkchen wegnehmen`."""
        said = (
            _fold(self.source[p.start : p.end]) for p in part if p.kind not in ("mark", "joint")
        )
        return self.gloss.words.get((next(said, ""),)) == "please"

    @staticmethod
    def _denies(part: Sequence[_Piece]) -> bool:
        return any(p.english in _DENYING for p in part)

    @staticmethod
    def _has_verb(part: Sequence[_Piece]) -> bool:
        return any(p.kind in ("verb", "modal", "being") for p in part)

    def _is_place(self, part: Sequence[_Piece]) -> bool:
        first, _ = self._ends(part)
        return first is None or (
            first.kind == "small" and first.english in ("in", "on", "at", "for", "under")
        )
