"""Forms by the patterns of the language files.

A file says for a pattern a plain command, which the verb table reads, or writes the form out as
`Mark(part={p}, where={t})`: then the words of the slots become its values.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast, get_args

from automation.commands import forms
from automation.commands.forms import Choose, Form, Mark, Part, Phrase, Point, TextUnit, Type
from automation.commands.language import alternatives, fits_of, in_plain_words, table
from automation.commands.targets import phrase
from automation.commands.verbs import read
from automation.commands.words import Quotes, number, ordinal, without_closing

_CALL: Final = re.compile(r"(?P<name>\w+)\((?P<fields>.*)\)")
_FIELD: Final = re.compile(r"(\w+)=(\{(\w+)\}|[^,]*)")
_SIGNS: Final = {"true": True, "false": False, "none": None}
_UNITS: Final = frozenset(get_args(TextUnit))
_MOST_NESTED: Final = 3


def is_written_out(command: str) -> bool:
    """Tell whether what a pattern comes to is a form, and no plain command."""
    return _CALL.fullmatch(command) is not None


def written_form(command: str, slots: Mapping[str, str], quotes: Quotes) -> Form | None:
    """Return the form; None where the words of a slot are none that fit its field."""
    call = _CALL.fullmatch(command)
    assert call is not None, f"no form: {command}"
    values: dict[str, object] = {}
    for field in _FIELD.finditer(call["fields"]):
        name, said = field[1], slots.get(field[3], "") if field[3] else field[2].strip()
        reads = _READS.get(name, _text) if field[3] else _literal
        if name == "to" and call["name"] == "Transfer":
            reads = _phrase
        value = reads(said, quotes)
        if value is None and said != "none":
            return None
        values[name] = value
    kind: Callable[..., Form] = getattr(forms, call["name"])
    return kind(**values)


def _literal(said: str, quotes: Quotes) -> object:
    return Part("all") if said == "all" else _SIGNS.get(said, said)


def _text(said: str, quotes: Quotes) -> str:
    said = said.strip()
    whole = quotes.whole(said)
    if said.endswith(("!", "?")):
        return quotes.plain(said) if whole is None else whole
    return whole if whole is not None else quotes.plain(without_closing(said)).strip()


def _phrase(said: str, quotes: Quotes) -> Phrase | None:
    return phrase(said, quotes)


def part_of(said: str, quotes: Quotes, depth: int = 0) -> Part | None:
    """Return the part of a text that the words name: `the last line`, `the word tea`; None where they name none."""
    bare = without_closing(said)
    for command, slots in fits_of("parts", bare) if depth < _MOST_NESTED else ():
        found = _part(command, slots, quotes, depth)
        if found is not None:
            return found
    return None


def _part(command: str, slots: Mapping[str, str], quotes: Quotes, depth: int) -> Part | None:
    call = _CALL.fullmatch(command)
    assert call is not None, f"no part of a text: {command}"
    part = Part()
    for field in _FIELD.finditer(call["fields"]):
        name, said = field[1], slots[field[3]] if field[3] else field[2].strip()
        value: Any = said
        if name in ("first", "inside", "through"):
            value = part_of(said, quotes, depth + 1)
            if value is None:
                return None
        elif name == "unit":
            value = table("text_units").get(said.casefold(), said)
            if value not in _UNITS:
                return None
        elif name == "ordinal":
            value = ordinal(said) or number(said)
            if not value:
                return None
        else:
            value = _text(said, quotes)
        part = cast("Part", value) if name == "first" else replace(part, **{name: value})
    return part


def _part_field(said: str, quotes: Quotes) -> Part:
    return part_of(said, quotes) or Part("word", _text(said, quotes))


_READS: Final[dict[str, Callable[[str, Quotes], object]]] = {
    "part": _part_field,
    "to_part": _part_field,
    "after": lambda said, quotes: number(said),
    **dict.fromkeys(("where", "source", "target", "at", "by", "program", "through"), _phrase),
}
"""How the words of a slot are read, by the field that they are for; others take them as they are."""


_SAYS_UNIT: Final = re.compile(
    r"\b(?:the|das|die|den)\s+(?:word|words|line|sentence|paragraph|wort|wörter|zeile|satz|absatz)\b",
    re.IGNORECASE,
)
_DICTATING: Final = re.compile(r"(?:type|write|enter|key in)\b", re.IGNORECASE)
"""What follows such a verb is a text, in whatever language."""


_KEY_PRESSED: Final = re.compile(rf"enter\s+(?:{alternatives('pressing')})\W*", re.IGNORECASE)
"""`Enter drücken` names a key."""


FirstStep = Callable[[str, Quotes], tuple[Form, ...]]
"""Returns what the first step of a clause means that says several; nothing where one is not understood."""


def is_dictated(clause: str) -> bool:
    """Tell whether what follows the verb is a text, in whatever language."""
    return _DICTATING.match(clause) is not None and not _KEY_PRESSED.fullmatch(clause)


def by_patterns(bare: str, quotes: Quotes, first_step: FirstStep) -> tuple[str, tuple[Form, ...]]:
    """Return (verb, forms) of a clause that a pattern of a language file fits; else nothing.

    After a `+` in the file stands what the words mean besides. Beside a form that a file writes out stands what the words mean as a plain command: before it, where the file
    has a `?`, and after it otherwise.
    """
    dictated = is_dictated(bare)
    bare = bare if dictated else without_closing(bare)
    first: list[Form] = []
    last: list[Form] = []
    also: list[Form] = []
    verb = ""
    for plain in in_plain_words(bare):
        command = plain.template.removeprefix("?")
        if is_written_out(command):
            found = [written_form(command, slots, quotes) for slots in plain.slots]
            (last if plain.template.startswith("?") else first).extend(
                form for form in found if form
            )
            verb = verb or plain.verb
            continue
        if dictated:
            continue
        if plain.template.startswith("+"):
            also += [form for said in plain.commands for form in read(said[1:], quotes)[1]]
            continue
        if plain.is_several:
            if step := first_step(bare, quotes):
                return plain.verb, step
            continue
        forms = [form for said in plain.commands for form in read(said, quotes)[1]]
        if forms:
            return verb or plain.verb, _beside(first, [*forms, *also], last)
    if first or last:
        plain_forms = read(bare, quotes)[1]
        if any(isinstance(form, Mark) for form in first) and _SAYS_UNIT.search(bare):
            # `select the word tea`: no entry of a list is meant in which it stands.
            plain_forms = tuple(f for f in plain_forms if not isinstance(f, Choose | Point))
        return verb, _beside(first, plain_forms, last)
    return "", ()


def _beside(first: Sequence[Form], plain: Sequence[Form], last: Sequence[Form]) -> tuple[Form, ...]:
    """Return the readings in their order; where a text has a place, not all of the words are typed."""
    placed = [f for f in plain if not isinstance(f, Type) or (f.target is not None and not first)]
    return tuple(dict.fromkeys((*first, *(placed if first or last else plain), *last)))
