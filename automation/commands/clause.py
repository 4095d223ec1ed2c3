"""One clause of an instruction: its words, and what they can mean as a step.

A clause keeps the words that joined it to the one before, so that the policy can put clauses
together again where the screen shows a name such as "Copy and Paste".
"""

import re
from dataclasses import dataclass
from typing import Final

from automation.commands import menus, said_windows
from automation.commands.asides import by_means, said_simply
from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Drag,
    Edit,
    Expect,
    Form,
    Hold,
    Inside,
    Path,
    Rest,
    Tab,
    Turn,
    TurnUntil,
    Type,
)
from automation.commands.pieces import Joint
from automation.commands.pointing_verbs import path
from automation.commands.roles import is_container
from automation.commands.targets import phrase
from automation.commands.verbs import read, starts_with_verb
from automation.commands.words import Quotes, without_closing, without_opening

CONTEXT_START: Final = re.compile(
    r"\s*(?:in|into|on|inside|within|from|under|for|as)\s", re.IGNORECASE
)
"""How a clause begins that says first where its step is."""
_LABELLED: Final = re.compile(r"(?P<where>[^:\n]{1,60}?)\s*:\s+(?P<rest>\S.*)", re.DOTALL)
_CONDITION: Final = re.compile(
    r"(?:if|when|whenever|unless|until|while|once|wenn|falls)\b", re.IGNORECASE
)
"""A statement after such a word is no order: "if Quantity is 4"."""
_STATEMENT: Final = re.compile(
    r"(?:the\s+|my\s+)?(?P<what>(?!(?:what|who|where|when|why|how|which|this|that|it|there|here|he|she|they|we|i|you)\b)"
    r"[^\s:,]+(?:\s+[^\s:,]+){0,3}?)(?:(?P<colon>:)\s+|\s+(?:=|is|should be|should read|must be|has to be|needs to be)\s+)(?P<value>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_LITERAL: Final = re.compile(
    r"(?P<text>.*?\w\s.*?[?!])(?:\s*,\s*(?:please|thanks|thank you)[.!]*)?",
    re.IGNORECASE | re.DOTALL,
)
"""After a colon a text of several words keeps its own end: `Note: More soup please!`."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One step of an instruction: its words (quotes masked) and what they can mean."""

    source: str
    forms: tuple[Form, ...]
    joint: Joint = "start"
    joint_text: str = ""
    """The words between the clause before and this one."""
    verb: str = ""
    """The verb as written; a clause without one has that of the clause before."""
    is_inherited: bool = False

    @property
    def is_statement(self) -> bool:
        """Tell whether it says what something is, and not what is to be done."""
        return not self.verb and len(self.forms) > 0 and isinstance(self.forms[0], Assign)

    @property
    def is_bare(self) -> bool:
        """Tell whether no verb was understood: only a visible name can make sense of it."""
        steps = [form.form if isinstance(form, Inside) else form for form in self.forms]
        return bool(steps) and all(isinstance(f, Bare) or menus.is_guess(f) for f in steps)

    @property
    def whole(self) -> str:
        """The words with the verb that they take over from the clause before."""
        return f"{self.verb} {self.source.strip()}" if self.is_inherited else self.source.strip()


def forms_of(source: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]]:
    """Return (verb, forms) of the words of one clause."""
    words = source.strip()
    bare = without_opening(words)

    def simply(said: str) -> tuple[Form, ...]:
        return read(said, quotes)[1]

    if done := by_means(bare, quotes, simply):
        return "" if isinstance(done[0], Bare) else bare.split(None, 1)[0], done
    menu = menus.said_path(bare, quotes)
    for said in dict.fromkeys((words, bare)):
        verb, forms = read(said, quotes)
        if menu is not None and _is_in_menu(forms):
            return verb or "open", (menu, *(f for f in forms if not isinstance(f, Path)))
        if forms:
            return verb, (*forms, *said_simply(said, forms, simply))
    if given := statement(words, quotes):  # "First name: Anna" begins with no polite word
        return "", given
    verb, forms = _with_context(bare, quotes)
    is_inside = bool(forms) and isinstance(forms[0], Inside)
    if not is_inside and len(bare) < 500 and (menu := path(bare, quotes)) is not None:
        return "open", (menu,)
    return verb, forms


def _is_in_menu(forms: tuple[Form, ...]) -> bool:
    """Tell whether a step whose words name a menu can be one of its entries; a text to type is none."""
    return not forms or not isinstance(
        forms[0], Type | Expect | Rest | Turn | TurnUntil | Drag | Hold
    )


def statement(bare: str, quotes: Quotes) -> tuple[Form, ...]:
    """Read `First name: Anna` and `Quantity should be 4`: a field and the value that it gets."""
    match = _STATEMENT.fullmatch(bare) if len(bare) < 500 else None
    if match is None or CONTEXT_START.match(bare):
        return ()
    if starts_with_verb(match["value"]) or starts_with_verb(bare) or _CONDITION.match(bare):
        return ()
    target, option = phrase(match["what"], quotes), phrase(match["value"], quotes)
    value = without_closing(match["value"])
    if match["colon"] and (literal := _LITERAL.fullmatch(match["value"].strip())):
        value = literal["text"]
    value = quotes.plain(value).strip()
    return (Assign(target, value, option),) if target and option else ()


def _with_context(bare: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]]:
    """Read `in the File menu choose Save As` as `choose Save As in the File menu`."""
    is_placed = CONTEXT_START.match(bare) is not None
    labelled = None if is_placed else _LABELLED.match(bare)
    if labelled and starts_with_verb(labelled.group("rest")):
        for preposition in ("into", "in"):
            words = f"{labelled.group('rest')} {preposition} {labelled.group('where')}"
            verb, forms = read(words, quotes)
            if forms and isinstance(forms[0], Type | Choose) and forms[0].target is not None:
                return verb, forms
    if len(bare) > 2000 or not is_placed:
        return "", ()
    preposition = bare.split(None, 1)[0]
    splits: list[tuple[int, str, str]] = []
    for start in re.finditer(r"(?:,\s*|\s+)(?=\S)", bare[len(preposition) + 1 : 160]):
        at = len(preposition) + 1 + start.end()
        where = bare[len(preposition) : at].strip()
        rest = without_opening(bare[at:])
        if where.strip(",: ") and starts_with_verb(rest):
            rank = 0 if where.endswith((",", ":")) else 1 if is_container(where) else 2
            splits.append((rank, where.rstrip(",: "), rest))
    for _, where, rest in sorted(splits, key=lambda split: split[0]):
        inside = said_windows.inside(where, rest, quotes)
        verb, forms = read(f"{without_closing(rest)} {preposition} {where}", quotes)
        if inside and (
            isinstance(inside[0].form, Path | Edit | Tab)
            or not said_windows.keeps_text(inside[0].form, forms)
        ):
            # At their end a place cannot be told from their names, texts and values.
            return read(rest, quotes)[0], inside
        if forms:
            return verb, tuple(dict.fromkeys((*forms, *inside)))
    return "", ()
