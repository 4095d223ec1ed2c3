"""Splits an instruction into clauses and reads each of them; knows no screen.

A clause keeps the words that joined it to the one before, so that the policy can put clauses
together again where the screen shows a name such as "Copy and Paste".
"""

import re
from dataclasses import dataclass, field, replace
from typing import Final

from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Edit,
    Expect,
    Form,
    Hold,
    Inside,
    Path,
    Point,
    Press,
    Rest,
    Switch,
    Tab,
    Type,
)
from automation.commands.pieces import MAX_PIECES, Joint, Piece, pieces_of
from automation.commands.pointing_verbs import MODIFIERS, path
from automation.commands.roles import CONTAINER_WORDS, ROLE_WORDS
from automation.commands.slips import looks_like_goal, looks_like_verb
from automation.commands.targets import MAX_TARGET_CHARS, phrase
from automation.commands.verbs import read, starts_with_verb
from automation.commands.words import Quotes, without_closing, without_opening

MAX_CLAUSES: Final = 100
_MAX_LISTED_WORDS: Final = 4
_LOOK_AHEAD: Final = 3


_CONTEXT_START: Final = re.compile(r"\s*(?:in|into|on|inside|within|from|under)\s", re.IGNORECASE)
_LATER: Final = re.compile(
    r"\s+after\s+(?P<for>[\w.]+\s*(?:ms|milliseconds?|secs?|seconds?|s|min(?:ute)?s?))\s*$",
    re.IGNORECASE,
)
_WINDOW_WORD: Final = re.compile(r"(?<=\S)\s+(?:window|app|application|program)$", re.IGNORECASE)
_LABELLED: Final = re.compile(r"(?P<where>[^:\n]{1,60}?)\s*:\s+(?P<rest>\S.*)", re.DOTALL)


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
    def is_bare(self) -> bool:
        """Tell whether no verb was understood: only a visible name can make sense of it."""
        return len(self.forms) == 1 and isinstance(self.forms[0], Bare)


@dataclass(frozen=True, slots=True)
class Instruction:
    """The whole of what the user wrote, clause by clause."""

    clauses: tuple[Clause, ...]
    quotes: Quotes = field(repr=False)
    is_too_long: bool = False

    def merged_source(self, first: int, last: int) -> str:
        """Return the masked words of several clauses as they stood in the instruction."""
        parts = [self.clauses[first].source]
        for clause in self.clauses[first + 1 : last + 1]:
            parts += [clause.joint_text, clause.source]
        return "".join(parts)

    def merged(self, first: int, last: int) -> tuple[Form, ...]:
        """Return the forms of several clauses read as one."""
        source = self.merged_source(first, last)
        head = self.clauses[first]
        return _forms(f"{head.verb} {source}" if head.is_inherited else source, self.quotes)[1]

    def words(self, clause: Clause) -> str:
        """Return the clause as the user wrote it."""
        return self.quotes.written(clause.source).strip()


def parse(text: str) -> Instruction:
    """Read an instruction; never raises. Clauses without a known verb come back as bare ones."""
    bare = text.strip()
    if bare[:1].isupper() and bare.endswith(".") and not bare.endswith(".."):
        bare = bare[:-1]
    quotes = Quotes(bare)
    pieces = pieces_of(quotes.masked)
    if len(pieces) > MAX_PIECES:
        return Instruction((), quotes, is_too_long=True)
    clauses = _Splitter(pieces, quotes).clauses()
    clauses = _with_held_modifiers(clauses, quotes)
    if len(clauses) > MAX_CLAUSES:
        return Instruction((), quotes, is_too_long=True)
    return Instruction(tuple(clauses), quotes)


def _forms(source: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]]:
    """Return (verb, forms) of the words of one clause."""
    words = source.strip()
    verb, forms = read(words, quotes)
    if forms:
        return verb, forms
    bare = without_opening(words)
    if bare != words:
        verb, forms = read(bare, quotes)
        if forms:
            return verb, forms
    verb, forms = _with_context(bare, quotes)
    is_inside = bool(forms) and isinstance(forms[0], Inside)
    if not is_inside and len(bare) < 500 and (menu := path(bare, quotes)) is not None:
        return "open", (menu,)
    return verb, forms


def _with_context(bare: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]]:
    """Read `in the File menu choose Save As` as `choose Save As in the File menu`."""
    if (labelled := _LABELLED.match(bare)) and starts_with_verb(labelled.group("rest")):
        for preposition in ("into", "in"):
            words = f"{labelled.group('rest')} {preposition} {labelled.group('where')}"
            verb, forms = read(words, quotes)
            if forms and isinstance(forms[0], Type | Choose) and forms[0].target is not None:
                return verb, forms
    if len(bare) > 2000 or not _CONTEXT_START.match(bare):
        return "", ()
    preposition = bare.split(None, 1)[0]
    splits: list[tuple[int, str, str]] = []
    for start in re.finditer(r"(?:,\s*|\s+)(?=\S)", bare[len(preposition) + 1 : 160]):
        at = len(preposition) + 1 + start.end()
        where = bare[len(preposition) : at].strip()
        rest = without_opening(bare[at:])
        if where and starts_with_verb(rest):
            rank = 0 if where.endswith(",") else 1 if _ends_in_container(where) else 2
            splits.append((rank, where.rstrip(", "), rest))
    for _, where, rest in sorted(splits, key=lambda split: split[0]):
        if inside := _inside(where, rest, quotes):
            return inside
        verb, forms = read(f"{without_closing(rest)} {preposition} {where}", quotes)
        if forms:
            return verb, forms
    return "", ()


def _inside(where: str, rest: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]] | None:
    """Read `in Mousepad, open File > Save` and `in Firefox, reload`, which name no place themselves.

    What is a part of a window ("in the toolbar") leaves the words to the target.
    """
    name = _WINDOW_WORD.sub("", where)
    if name == where and _ends_in_container(where):
        return None
    verb, forms = read(rest, quotes)
    window = phrase(name, quotes)
    if window is None or not forms or not isinstance(forms[0], Path | Edit | Tab):
        return None
    return verb, tuple(Inside(window, form) for form in forms)


def _ends_in_container(where: str) -> bool:
    return where.rsplit(None, 1)[-1].casefold() in CONTAINER_WORDS | ROLE_WORDS.keys()


class _Splitter:
    """Walks over the pieces between separators and decides which of them start a clause."""

    def __init__(self, pieces: list[Piece], quotes: Quotes) -> None:
        self._pieces = pieces
        self._quotes = quotes
        self._done: list[Clause] = []
        self._source = pieces[0].text
        self._joint: Joint = "start"
        self._joint_text = ""
        self._inherits = ""

    def clauses(self) -> list[Clause]:
        """Return the clauses in order; blank ones are left out."""
        for n in range(1, len(self._pieces)):
            self._take(n)
            if len(self._done) > MAX_CLAUSES:
                break
        self._close()
        return self._done

    def _take(self, n: int) -> None:
        piece = self._pieces[n]
        if not piece.text.strip():
            is_last = all(not p.text.strip() for p in self._pieces[n:])
            if not is_last:
                self._append(piece)
            return
        if not self._source.strip():
            self._start(piece, "")
            return
        if piece.joint == "hard":
            self._split_hard(n)
        elif self._starts(n) and self._left_forms():
            self._split(piece, "")
        else:
            self._take_verbless(piece)

    def _split_hard(self, n: int) -> None:
        piece = self._pieces[n]
        inherits = "" if self._starts(n) else self._listed_verb(piece)
        self._split(piece, inherits)

    def _take_verbless(self, piece: Piece) -> None:
        forms = self._left_forms()
        inherits = self._listed_verb(piece)
        if piece.joint == "and" and self._names_a_place(forms, piece):
            self._append(piece)
        elif not forms:
            # Unread words end at a full stop or `then`; elsewhere they may be one long name.
            if piece.joint in ("stop", "then"):
                self._split(piece, "")
            else:
                self._append(piece)
        elif inherits and piece.joint != "stop":
            self._split(piece, inherits)
        elif (
            piece.joint == "then"
            or (piece.joint == "stop" and self._is_listing(forms))
            or self._is_listing(forms)
        ):
            self._split(piece, "")
        elif self._goes_on(forms, piece):
            self._append(piece)
        else:
            self._split(piece, "")

    def _goes_on(self, forms: tuple[Form, ...], piece: Piece) -> bool:
        """Tell whether the clause with more words means the same kind of step."""
        both = self._read(self._source + piece.joint_text + piece.text)[1]
        return bool(both) and type(both[0]) is type(forms[0])

    def _names_a_place(self, forms: tuple[Form, ...], piece: Piece) -> bool:
        """Tell whether "choose Find" goes on with "and Replace from the Search menu"."""
        if not forms or not isinstance(forms[0], Choose) or len(forms) > 1:
            return False
        both = self._read(self._source + piece.joint_text + piece.text)[1]
        return bool(both) and (isinstance(both[0], Path) or len(both) > 1)

    def _starts(self, n: int) -> bool:
        """Tell whether a clause begins at piece `n`, possibly reaching over the next pieces."""
        text = self._pieces[n].text
        has_verb = starts_with_verb(without_opening(text)) or starts_with_verb(text)
        if not has_verb and not _CONTEXT_START.match(text):
            return False
        for more in range(_LOOK_AHEAD):
            if more:
                if n + more >= len(self._pieces) or self._pieces[n + more].joint == "hard":
                    return False
                piece = self._pieces[n + more]
                text += piece.joint_text + piece.text
            if len(text) > 20_000:
                return _forms(text[:500], self._quotes)[1] != ()
            if _forms(text, self._quotes)[1]:
                return True
        return False

    def _left_forms(self) -> tuple[Form, ...]:
        return self._read(self._source)[1]

    def _read(self, source: str) -> tuple[str, tuple[Form, ...]]:
        if self._inherits:
            return self._inherits, _forms(f"{self._inherits} {source.strip()}", self._quotes)[1]
        return _forms(source, self._quotes)

    def _listed_verb(self, piece: Piece) -> str:
        """Return the verb that a piece without one takes over; empty when it cannot."""
        verb, forms = self._read(self._source)
        if not verb:
            return ""
        if not self._is_listing(forms):
            return verb if self._is_next_field(verb, forms, piece.text) else ""
        words = without_opening(piece.text).split()
        if len(words) > _MAX_LISTED_WORDS or looks_like_goal(piece.text):
            return ""
        # A slip in the verb ("clik Save") must not become the name of a thing.
        return "" if len(words) > 1 and looks_like_verb(words[0]) else verb

    def _is_next_field(self, verb: str, forms: tuple[Form, ...], words: str) -> bool:
        """Tell whether `fill Name with Anna` goes on with `Age with 42`."""
        if not isinstance(forms[0], Type | Assign) or forms[0].target is None:
            return False
        more = _forms(f"{verb} {words.strip()}", self._quotes)[1] if len(words) < 300 else ()
        return bool(more) and isinstance(more[0], Type | Assign) and more[0].target is not None

    @staticmethod
    def _is_listing(forms: tuple[Form, ...]) -> bool:
        first = forms[0] if forms else None
        if isinstance(first, Choose):
            return first.target is None
        return isinstance(first, Point | Press | Switch | Path)

    def _append(self, piece: Piece) -> None:
        self._source += piece.joint_text + piece.text

    def _split(self, piece: Piece, inherits: str) -> None:
        self._close()
        self._start(piece, inherits)

    def _start(self, piece: Piece, inherits: str) -> None:
        self._source, self._joint, self._joint_text = piece.text, piece.joint, piece.joint_text
        self._inherits = inherits

    def _close(self) -> None:
        source = self._source
        if not source.strip():
            return
        source = self._after_a_wait(source)
        verb, forms = self._read(source)
        if not forms:
            verb, forms = "", _bare(source, self._quotes)
        if self._inherits == "select":
            forms = tuple(replace(f, adds=True) if isinstance(f, Choose) else f for f in forms)
        self._done.append(
            Clause(source, forms, self._joint, self._joint_text, verb, bool(self._inherits))
        )

    def _after_a_wait(self, source: str) -> str:
        """Put a wait before `click Book after 2 seconds` and return the rest of the words."""
        match = _LATER.search(source) if len(source) < 500 else None
        if match is None or self._inherits:
            return source
        rest = source[: match.start()]
        forms = self._read(rest)[1]
        wait = _forms(f"wait {match.group('for')}", self._quotes)
        if not forms or isinstance(forms[0], Type | Expect | Rest) or not wait[1]:
            return source
        self._done.append(Clause(match.group(), wait[1], self._joint, self._joint_text, wait[0]))
        self._joint, self._joint_text = "then", ""
        return rest


def _bare(source: str, quotes: Quotes) -> tuple[Form, ...]:
    words = source.strip()
    target = phrase(words, quotes) or phrase(words[:MAX_TARGET_CHARS], quotes)
    return (Bare(target),) if target is not None else ()


def _is_chord_part(form: Form | None) -> bool:
    """Tell whether a form presses nothing but modifiers, which only makes sense with a key."""
    if not isinstance(form, Press):
        return False
    return all(part.strip().casefold() in MODIFIERS for part in form.text.split("+"))


def _with_held_modifiers(clauses: list[Clause], quotes: Quotes) -> list[Clause]:
    """Turn `hold Ctrl and click X` into one clause, so that nothing stays held down."""
    kept: list[Clause] = []
    for clause in clauses:
        before = kept[-1].forms[0] if kept and kept[-1].forms else None
        first = clause.forms[0] if clause.forms else None
        if _is_chord_part(before) and clause.joint == "and" and isinstance(first, Press):
            assert isinstance(before, Press), "checked by _is_chord_part"
            kept.pop()
            text = f"{before.text}+{first.text}"
            chord = Press(text, phrase(text, quotes) or first.target, first.repeat, is_key=True)
            kept.append(
                Clause(clause.source, (chord,), clause.joint, clause.joint_text, clause.verb)
            )
            continue
        modifier = None
        if isinstance(before, Hold) and before.down:
            modifier = MODIFIERS.get(before.key.casefold())
        elif isinstance(before, Press) and clause.joint == "and":
            modifier = MODIFIERS.get(before.text.casefold())
        if modifier is None or not isinstance(first, Point) or first.button is None:
            kept.append(clause)
            continue
        kept.pop()
        forms = tuple(
            Point(f.target, f.button, f.count, (*f.modifiers, modifier), f.repeat)
            for f in clause.forms
            if isinstance(f, Point)
        )
        kept.append(Clause(clause.source, forms, clause.joint, clause.joint_text, clause.verb))
    return kept
