"""Splits an instruction: decides which of the pieces between separators begin a clause."""

import re
from dataclasses import replace
from typing import Final

from automation.commands.asides import without_asides
from automation.commands.clause import CONTEXT_START, Clause, forms_of, statement
from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Edit,
    Expect,
    Focus,
    Form,
    Hold,
    Inside,
    Once,
    Open,
    Path,
    Point,
    Press,
    Rest,
    Switch,
    Type,
)
from automation.commands.menus import said_path
from automation.commands.pieces import Joint, Piece
from automation.commands.said_windows import windows_at_end
from automation.commands.slips import looks_like_goal, looks_like_verb
from automation.commands.targets import MAX_TARGET_CHARS, phrase
from automation.commands.verbs import read, starts_with_verb
from automation.commands.words import Quotes, has_quote, without_opening

MAX_CLAUSES: Final = 100
_MAX_LISTED_WORDS: Final = 4
_LOOK_AHEAD: Final = 3
_LATER: Final = re.compile(
    r"\s+after\s+(?P<for>[\w.]+\s*(?:ms|milliseconds?|secs?|seconds?|s|min(?:ute)?s?))\s*$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(r",?\s+after\s+(?P<first>\w+ing\s+\S.*)$", re.IGNORECASE)
_FIELD_FIRST: Final = re.compile(r"\s*in(?:to)?\s+(?P<where>\S.{0,60}?)\s+(?P<value>\S+)\s*", re.I)
_BEFORE: Final = re.compile(r"\s*before\s+(?P<last>\w+ing\s+\S.*)", re.IGNORECASE)
_ENTER_SOMEWHERE: Final = re.compile(
    "\\s*enter\\s+(?P<where>(?:in|inside|within)\\s+[^\\s:=\U00100000-\U0010fffd][^:=\U00100000-\U0010fffd]{0,80})",
    re.IGNORECASE,
)
"""`Enter in Mousepad`: after a press it is the key, and no text that begins with "in"."""
_GOES_ON: Final = re.compile(r"and\s")
_OF_A_FIELD: Final = re.compile(r"\b(?:field|box|bar|area|entry)\s*$", re.IGNORECASE)
"""`enter in the name field`: something is to be typed there, and nobody knows what."""


class Splitter:
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
        return _waiting_first(_in_order(self._done, self._quotes))

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
        elif self._took_enter(piece):
            return
        elif self._begins(n):
            self._split(piece, "")
        elif self._took_next_field(piece):
            return
        else:
            self._take_verbless(piece)

    def _took_enter(self, piece: Piece) -> bool:
        """Take "Enter in Mousepad" as a key: one more after `press Tab`, and the end of `type hello`."""
        said = _ENTER_SOMEWHERE.fullmatch(piece.text)
        if piece.joint == "stop" or said is None or _OF_A_FIELD.search(piece.text):
            return False
        verb, forms = self._read(self._source)
        match forms[0] if forms else None:
            case Press():
                self._split(piece, verb)
            case Type(target=None) if piece.joint == "and":
                self._source = f"{self._source.rstrip()} {said['where']}"
                self._split(replace(piece, text=f" press {piece.text.strip()}"), "")
            case _:
                return False
        return True

    def _took_next_field(self, piece: Piece) -> bool:
        """Take "in Height 8" after `In Width enter 12` as the next field and its value of one word."""
        said = _FIELD_FIRST.fullmatch(piece.text) if piece.joint in ("and", "comma") else None
        verb, forms = self._read(self._source)
        if said is None or not verb or not CONTEXT_START.match(self._source):
            return False
        if not isinstance(forms[0], Type) or not self._is_field(forms):
            return False
        self._split(replace(piece, text=f" {verb} {said['value']} in {said['where']}"), "")
        return True

    def _begins(self, n: int) -> bool:
        """Tell whether a step of its own begins at a piece, and what stands before it is one, too."""
        left, piece = self._left_forms(), self._pieces[n]
        if self._starts(n):
            return bool(left) or self._is_named(piece)
        return self._is_field(left) and bool(statement(piece.text.strip(), self._quotes))

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
        if not has_verb and not CONTEXT_START.match(text):
            return False
        if self._pieces[n].joint == "and" and said_path(text, self._quotes):
            # The end of a name ("choose Find and Replace from the Search menu") has no other meaning.
            return bool(read(without_opening(text), self._quotes)[1])
        for more in range(_LOOK_AHEAD):
            if more:
                if n + more >= len(self._pieces) or self._pieces[n + more].joint == "hard":
                    return False
                piece = self._pieces[n + more]
                text += piece.joint_text + piece.text
            if len(text) > 20_000:
                return forms_of(text[:500], self._quotes)[1] != ()
            if forms_of(text, self._quotes)[1]:
                return True
        return False

    def _left_forms(self) -> tuple[Form, ...]:
        return self._read(self._source)[1]

    def _read(self, source: str) -> tuple[str, tuple[Form, ...]]:
        if self._inherits:
            return self._inherits, forms_of(f"{self._inherits} {source.strip()}", self._quotes)[1]
        return forms_of(source, self._quotes)

    def _listed_verb(self, piece: Piece) -> str:
        """Return the verb that a piece without one takes over; empty when it cannot."""
        verb, forms = self._read(self._source)
        if not forms:
            return ""
        if not self._is_listing(forms):
            if verb and self._is_next_field(verb, forms, piece.text):
                return verb
            return self._next_verb(verb, forms[0], piece)
        words = without_asides(without_opening(piece.text)).split()
        if len(words) > _MAX_LISTED_WORDS or looks_like_goal(piece.text):
            return ""
        # A slip in the verb ("clik Save") must not become the name of a thing.
        return "" if len(words) > 1 and looks_like_verb(words[0]) else verb

    def _next_verb(self, verb: str, form: Form, piece: Piece) -> str:
        """Return the verb of a lone name after a step of another kind: `open Help, then About`, `then OK`.

        What follows on an opened menu or a page that was gone to is opened, anything else pressed.
        """
        if not _is_lone_name(piece.text) or piece.joint not in ("then", "comma"):
            return ""
        if isinstance(form, Open | Focus) and not (isinstance(form, Open) and form.only_app):
            return verb
        if isinstance(form, Hold):
            return "click"
        is_text = isinstance(form, Type | Assign | Expect)
        return "press" if piece.joint == "then" or not is_text else ""

    def _is_named(self, piece: Piece) -> bool:
        """Tell whether what is left is one or more short names, which a verb of their own follows."""
        if piece.joint not in ("comma", "then") or CONTEXT_START.match(self._source):
            return False
        if any(isinstance(form, Edit) for form in forms_of(piece.text, self._quotes)[1]):
            return False  # `Edit, Select All` is a menu
        return all(
            len(part.split()) <= _MAX_LISTED_WORDS and not looks_like_goal(part)
            for part in self._source.split(",")
        )

    @staticmethod
    def _is_field(forms: tuple[Form, ...]) -> bool:
        first = forms[0] if forms else None
        return isinstance(first, Type | Assign | Choose) and first.target is not None

    def _is_next_field(self, verb: str, forms: tuple[Form, ...], words: str) -> bool:
        """Tell whether `fill Name with Anna` goes on with `Age with 42`."""
        if not self._is_field(forms):
            return False
        more = forms_of(f"{verb} {words.strip()}", self._quotes)[1] if len(words) < 300 else ()
        return self._is_field(more)

    @staticmethod
    def _is_listing(forms: tuple[Form, ...]) -> bool:
        first = forms[0] if forms else None
        if isinstance(first, Choose):
            return first.target is None
        return isinstance(first, Point | Press | Switch | Path)

    def _append(self, piece: Piece) -> None:
        self._source += piece.joint_text + piece.text

    def _split(self, piece: Piece, inherits: str) -> None:
        if self._ends_a_text(piece):
            self._source += piece.joint_text[0]
        self._close()
        self._start(piece, inherits)

    def _ends_a_text(self, piece: Piece) -> bool:
        """Tell whether the mark before a piece belongs to a text: `type Nothing new. and click Save`.

        A full stop that "and" follows ends no sentence, and an exclamation mark ends no instruction.
        """
        mark = piece.joint_text[:1] if piece.joint == "stop" else ""
        if mark != "!" and not (mark == "." and _GOES_ON.match(piece.text)):
            return False
        forms = self._left_forms() if not has_quote(self._source) else ()
        return bool(forms) and isinstance(forms[0], Type) and forms[0].target is None

    def _start(self, piece: Piece, inherits: str) -> None:
        self._source, self._joint, self._joint_text = piece.text, piece.joint, piece.joint_text
        self._inherits = inherits

    def _close(self) -> None:
        source = self._source
        if not source.strip():
            return
        source = self._after_a_wait(self._after_a_step(source))
        verb, forms = self._read(source)
        if not forms:
            verb, forms = "", _bare(source, self._quotes)
        else:
            words = without_opening(f"{self._inherits} {source.strip()}")
            forms = (*forms, *windows_at_end(words, forms, self._quotes))
        if self._inherits == "select":
            forms = tuple(map(_added, forms))
        elif self._inherits:
            if self._joint == "then" and isinstance(forms[0], Switch | Choose):
                # `tick News, then Next`: what is no box and no option is a button.
                forms += forms_of(f"press {source.strip()}", self._quotes)[1]
            forms = tuple(replace(f, is_listed=True) if isinstance(f, Open) else f for f in forms)
        self._done.append(
            Clause(source, forms, self._joint, self._joint_text, verb, bool(self._inherits))
        )

    def _after_a_step(self, source: str) -> str:
        """Put `tick News` before `press Save after ticking News` and return the rest of the words."""
        match = _AFTER.search(source) if len(source) < 500 else None
        if match is None or self._inherits:
            return source
        rest = source[: match.start()]
        first, forms = forms_of(match["first"], self._quotes), self._read(rest)[1]
        if not first[1] or not forms or isinstance(forms[0], Type | Expect | Rest):
            return source
        self._done.append(Clause(match["first"], first[1], self._joint, self._joint_text, first[0]))
        self._joint, self._joint_text = "then", ""
        return rest

    def _after_a_wait(self, source: str) -> str:
        """Put a wait before `click Book after 2 seconds` and return the rest of the words."""
        match = _LATER.search(source) if len(source) < 500 else None
        if match is None or self._inherits:
            return source
        rest = source[: match.start()]
        forms = self._read(rest)[1]
        wait = forms_of(f"wait {match.group('for')}", self._quotes)
        if not forms or isinstance(forms[0], Type | Expect | Rest) or not wait[1]:
            return source
        self._done.append(Clause(match.group(), wait[1], self._joint, self._joint_text, wait[0]))
        self._joint, self._joint_text = "then", ""
        return rest


def _in_order(clauses: list[Clause], quotes: Quotes) -> list[Clause]:
    """Return the clauses, with `before clicking OK, tick News` put right."""
    ordered = list(clauses)
    for n, clause in enumerate(clauses[:-1]):
        match = _BEFORE.fullmatch(clause.source) if clause.is_bare else None
        verb, forms = forms_of(match["last"], quotes) if match else ("", ())
        if match and forms:
            ordered[n] = replace(clauses[n + 1], joint=clause.joint, joint_text=clause.joint_text)
            ordered[n + 1] = Clause(match["last"], forms, "then", "", verb)
    return ordered


def _waiting_first(clauses: list[Clause]) -> list[Clause]:
    """Return the clauses, with the wait of `click A and B when C is shown` before the first of them."""
    ordered = list(clauses)
    for n, clause in enumerate(clauses):
        wait = next((form.wait for form in clause.forms if isinstance(form, Once)), None)
        first = n
        while clauses[first].is_inherited and clauses[first].joint in ("and", "comma"):
            first -= 1
        if wait is not None and first < n:
            forms = tuple(Once(wait, form) for form in clauses[first].forms)
            ordered[first] = replace(clauses[first], forms=forms)
    return ordered


def _is_lone_name(words: str) -> bool:
    """Tell whether words are likely the name of a button, an item or a key, and no goal."""
    bare = without_asides(without_opening(words))
    if looks_like_goal(bare) or not 1 <= len(bare.split()) <= _MAX_LISTED_WORDS:
        return False
    if looks_like_verb(bare.split()[0]):
        return False
    return " " not in bare or not bare[0].islower() or bare.casefold().startswith("the ")


def _added(form: Form) -> Form:
    """Return a choice as one more beside that of the step before."""
    if isinstance(form, Inside | Once):
        return replace(form, form=_added(form.form))
    return replace(form, adds=True) if isinstance(form, Choose) else form


def _bare(source: str, quotes: Quotes) -> tuple[Form, ...]:
    words = source.strip()
    target = phrase(words, quotes) or phrase(words[:MAX_TARGET_CHARS], quotes)
    return (Bare(target),) if target is not None else ()
