"""What an instruction says is not to be done, how far that goes, and whether steps go against it.

However the words of an instruction were read, no step turns, presses or chooses what they deny.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from automation.commands.forms import Bare, Choose, Form, Point, Press, Switch, Type
from automation.commands.language import alternatives, words
from automation.commands.read.verbs import starts_with_verb
from automation.commands.words import without_opening

NOT_WORD: Final = r"\w+n['\u2019]t"
DENIES_AHEAD: Final = re.compile(
    rf"\b(?:{alternatives('ahead_denials')}|{NOT_WORD})\b", re.IGNORECASE
)
DENIES: Final = re.compile(
    rf"\b(?:{alternatives('ahead_denials')}|{alternatives('ending_denials')}|{NOT_WORD})\b",
    re.IGNORECASE,
)
DENIES_ALL: Final = re.compile(
    r"(?:without|neither|(?:i|we|they|he|she)\s+(?:do\s+not|don['\u2019]?t|does\s+not|doesn['\u2019]?t)\s+(?:want|need))\b",
    re.IGNORECASE,
)
"""How a list begins of which nothing is wanted."""
BUT: Final = re.compile(rf"\b(?:{alternatives('but_words')})\b", re.IGNORECASE)
OR: Final = re.compile(rf"\s+(?:{alternatives('denied_joints')})\s+", re.IGNORECASE)
DONT: Final = re.compile(
    r"(?:(?:please|just|but)\s+)*(?:(?:do\s+not|don['\u2019]?t|never)\b|leave\s+.*\b(?:alone|as\s+(?:(?:it|they)\s+)?(?:is|are))$)",
    re.IGNORECASE,
)
"""How a clause begins that is heeded by doing nothing."""
_DENIED_FIRST: Final = re.compile(
    rf"(?:^|[,.;!?]\s+|\b(?:{alternatives('and')}|{alternatives('then_words')})\s+)(?:(?:please|just|bitte)\s+)*"
    rf"(?:{alternatives('order_denials')})\s+(?!(?:forget|hesitate|worry|mind)\b)(?P<verb>\w+)\b(?:(?!\b(?:but|aber|sondern)\b)[^,.;:!?])*?\s(?:{alternatives('and')})\s+"
    rf"(?!(?:{alternatives('then_words')}|{alternatives('order_denials')}|(?P=verb))\b)",
    re.IGNORECASE,
)
_DENIED_LAST: Final = re.compile(
    r"(?<![,;])\s(?:und|oder)\s+(?P<rest>(?:(?!\b(?:und|oder)\b)[^,.;:!?])*?)\s(?:nicht(?!\s+vergessen)|nie|niemals)(?:\s+\w+)?\s*(?=[,.;:!?]|$)",
    re.IGNORECASE,
)
_ORDERS_OF_IT: Final = re.compile(r"[a-zäöüß]{2,}\s+(?:ihn|sie|es|ihm|ihr)\b")
"""`... und leg ihn nicht an`."""
_VERB_ENDS: Final = ("en", "ab", "an", "aus", "ein", "auf", "zu", "weg", "her", "hin", "um", "los")
"""How a German order ends, before what is denied: `Licht an und Heizung nicht`."""
_TYPED: Final = re.compile(
    r"(?:type|write|enter|note|schreibe?|tippe?|notiere?)\b.*?\s(?:into|in)\s", re.IGNORECASE
)
"""What is typed, and denies nothing."""
_TEXT: Final = re.compile(r":(?!\d)")
"""Behind it stands a text."""
_SPLIT: Final = re.compile(
    rf"(\s*[,;:.!?]+\s+|,?\s+(?:{alternatives('and')}|{alternatives('then_words')}|{alternatives('denied_joints')}|{alternatives('but_words')}|so)\s+)",
    re.IGNORECASE,
)
_NOT: Final = re.compile(r"^\s*(?:not|nicht)\b|\s(?:nicht|not)\s*$", re.IGNORECASE)
"""`Turn off the heating, not the light`; "no light" behind it turns that off, too."""
_LISTS: Final = re.compile(
    rf"\s*,?\s+(?:{alternatives('and')}|{alternatives('denied_joints')})\s+", re.IGNORECASE
)
"""What joins the last thing of a list."""
_HEEDED: Final = re.compile(
    r"\b(?:(?:do\s+not|don['\u2019]?t|never|no\s+need\s+to)\s+(?:forget|hesitate|worry|mind)|not\s+only|nicht\s+(?:nur|vergessen)|no\.?(?=\s?\d))\b",
    re.IGNORECASE,
)
"""What denies nothing."""
_ALL_BUT: Final = re.compile(
    r"\b(?:all|any\w*|every\w*|alles?|jede\w*)\s+(?:but|except(?:\s+for)?|apart\s+from|au(?:\u00df|ss)er|bis\s+auf)\s+",
    re.IGNORECASE,
)
_BUT_FOR: Final = ", leave "
"""What is excepted is let be."""
LETS: Final = re.compile(
    rf"(?:(?:please|just|bitte)\s+)*(?:{alternatives('letting_verbs')})\b", re.IGNORECASE
)
_ALTERS: Final = re.compile(rf"\b(?:{alternatives('altering_verbs')})\b", re.IGNORECASE)
_OFF: Final = re.compile(
    rf"\b(?:{alternatives('ending_denials')}|{alternatives('shutting_words')}|{alternatives('off_words')}|un(?:tick|check|mark))\b"
    r"|aus(?:schalten|machen|stellen)?\b",
    re.IGNORECASE,
)
_STATE: Final = re.compile(
    rf"\b(?:{alternatives('on_words')}|{alternatives('off_words')}|{alternatives('out_words')}|(?:un)?(?:tick|check)ed|open|closed|empty|blank|an|aus|leer|offen|zu)\b",
    re.IGNORECASE,
)


def denies_several(said: str) -> bool:
    """Tell whether it is not clear how far a denial goes: `do not save and close`, `A und B nicht drücken`."""
    said = _TEXT.split(_TYPED.sub("", without_opening(said), count=1), maxsplit=1)[0]
    if _DENIED_FIRST.search(said):
        return True
    for m in _DENIED_LAST.finditer(said):
        before, _, last = said[: m.start()].rpartition(" ")
        is_done = bool(before) and last.islower() and last.endswith(_VERB_ENDS)
        is_order = _ORDERS_OF_IT.match(m["rest"]) or starts_with_verb(m["rest"])
        is_short = m["rest"].islower() and " " not in m["rest"]  # "und speichere nicht"
        if not (is_done or is_order or is_short):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of an instruction between two joints."""

    text: str
    denied: str = ""
    """The part of it that is denied."""


def goes_against(said: str, forms: Sequence[Form]) -> bool:
    """Tell whether steps do what an instruction says is not to be done: `no towel and breakfast`, which ticks Breakfast.

    What is named outside of the denial, too, may be done: `do not tick Paid for Ann, tick Paid for Tom`.
    """
    said = _ALL_BUT.sub(_BUT_FOR, _HEEDED.sub(" ", said.casefold()))
    for form in forms:
        if isinstance(form, Type):
            said = said.replace(form.text.casefold(), " ")
    if not (DENIES_AHEAD.search(said) or LETS.search(said)):
        return False
    pieces = _SPLIT.split(said)
    parts = [_piece(text) for text in pieces[::2]]
    return any(
        _says_denied(said, name)
        if DENIES_AHEAD.search(name)
        else _is_denied(name, form, parts, pieces[1::2])
        for form in forms
        for name in _names(form)
    )


def _says_denied(said: str, name: str) -> bool:
    """Tell whether a name that denies something itself is denied: `she is no no-show`."""
    denial = rf"(?:{DENIES_AHEAD.pattern})\s+(?:an?\s+)?"
    return re.search(rf"{denial}{re.escape(name)}(?!\w)", said, re.IGNORECASE) is not None


def _names(form: Form) -> Iterator[str]:
    """Yield what a step that may be denied is done with."""
    match form:
        case (
            Bare(target=thing)
            | Point(target=thing)
            | Switch(target=thing)
            | Press(target=thing, is_key=False)
            | Choose(option=thing)
        ):
            is_row = isinstance(form, Choose) and form.target is None and bool(thing.ref)
            if not is_row:
                yield thing.text.casefold()
        case _:
            return


def _piece(text: str) -> _Piece:
    """Return a part with what it denies: all behind the denial, or all of it where that is its end."""
    if lets := LETS.match(text):
        return _Piece(text, "" if _STATE.search(text) else text[lets.end() :])
    found = DENIES_AHEAD.search(text)
    if found is None:
        return _Piece(text)
    behind = text[found.end() :].strip()
    is_end = not behind or _STATE.fullmatch(behind) or (" " not in behind and _is_verb(behind))
    return _Piece(text, text if is_end else behind)


def _is_verb(word: str) -> bool:
    return word.endswith("en") or _ALTERS.fullmatch(word) is not None or starts_with_verb(word)


def _is_denied(name: str, form: Form, parts: Sequence[_Piece], joints: Sequence[str]) -> bool:
    """Tell whether a step is denied in one part or by a list that begins with a denial, and named nowhere else."""
    denied = False
    for n, part in enumerate(parts):
        of = part if _says(part.denied, name) else _list_of(n, parts, joints)
        is_not = _NOT.search(part.text) is not None and _is_bare(_NOT.sub("", part.denied), name)
        order = parts[n - 1].text if n and of is part and is_not else ""
        if of is not None and (part is of or _is_bare(part.text, name)):
            is_told_of = (
                isinstance(form, Choose | Point) and of.denied == of.text
            )  # "Huber is not coming"
            is_kept = _OFF.search(order) is not None and isinstance(form, Switch) and not form.on
            if is_told_of or not (is_kept or _is_against(form, of.text)):
                return False
            denied = True
        elif _says(part.text, name):
            return False
    return denied


def _is_against(form: Form, said: str) -> bool:
    """Tell whether a step is what a denial denies: `don't untick it` is no turning on."""
    if isinstance(form, Choose) and LETS.match(said):
        return False  # "leave the paper in the porch", of a list "Leave the paper"
    if not isinstance(form, Switch) or LETS.match(said) or _ALTERS.search(said):
        return True
    return form.on != (_OFF.search(said) is not None)


def _list_of(at: int, parts: Sequence[_Piece], joints: Sequence[str]) -> _Piece | None:
    """Return the part with the denial of a list of which a part is one of the others; None without one."""
    end = at
    while end + 1 < len(parts) and joints[end].strip() in ("", ",") and _is_lone(parts[end + 1]):
        end += 1
    first = at
    while first and _is_lone(parts[first]) and not parts[first].denied:
        if not (joints[first - 1].strip() == "," or _LISTS.fullmatch(joints[first - 1])):
            return None
        first -= 1
    is_list = any(_LISTS.fullmatch(joint) for joint in joints[first : max(end, at + 1)])
    return parts[first] if first < at and parts[first].denied and is_list else None


def _is_lone(part: _Piece) -> bool:
    """Tell whether a part orders nothing of its own, and says no state."""
    return not (
        starts_with_verb(without_opening(part.text.strip()))
        or _STATE.search(part.text)
        or _OFF.search(part.text)
    )


def _says(said: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) is not None


def _is_bare(said: str, name: str) -> bool:
    """Tell whether words name a thing and say no more."""
    rest = [w for w in said.replace(name, " ", 1).split() if w.strip(".,!") not in _LOOSE]
    return name in said and not rest


_LOOSE: Final = words("determiners") | words("articles") | words("indefinite") | {"please", "bitte"}
