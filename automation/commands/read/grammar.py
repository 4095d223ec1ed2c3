"""Reads an instruction: its clauses, each with what it can mean; knows no screen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Drag,
    Edit,
    Expand,
    Expect,
    Focus,
    Form,
    Hold,
    Insert,
    Inside,
    Once,
    Open,
    Path,
    Phrase,
    Point,
    Press,
    Rest,
    Sort,
    Switch,
    Tab,
    Turn,
    TurnUntil,
    Type,
    WindowOp,
)
from automation.commands.language import (
    alternatives,
    fits_of,
    in_plain_words,
)
from automation.commands.language import words as listed
from automation.commands.read import asides
from automation.commands.read.asides import (
    MAX_LISTED_WORDS,
    arrival_in,
    as_added,
    by_means,
    is_lone_name,
    said_simply,
    windows_at_end,
    without_arrival,
    without_asides,
)
from automation.commands.read.menu_paths import is_guess, names_in, said_path
from automation.commands.read.verbs import (
    CONDITION,
    CONTEXT_START,
    by_patterns,
    chord_of,
    is_dictated,
    is_verb_alone,
    kind_in_list,
    looks_like_goal,
    looks_like_order,
    looks_like_verb,
    read,
    starts_with_verb,
    statement,
    with_full_stop,
    with_held,
    without_slip,
)
from automation.commands.read.verbs_on_things import MODIFIERS, path
from automation.commands.targets import (
    MAX_TARGET_CHARS,
    is_container,
    phrase,
)
from automation.commands.words import (
    MAX_PIECES,
    Joint,
    Piece,
    Quotes,
    has_doubt,
    has_quote,
    number,
    pieces_of,
    without_closing,
    without_opening,
    without_pair_word,
)
from automation.core.actions import Modifier

_LABELLED: Final = re.compile(r"(?P<where>[^:\n]{1,60}?)\s*:\s+(?P<rest>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Clause:
    """One step of an instruction: its words (quotes masked), and what they can mean.

    A clause keeps the words that joined it to the one before, so that the policy can put clauses
    together again where the screen shows a name such as "Copy and Paste". In its words quotes are masked.
    """

    source: str
    forms: tuple[Form, ...]
    joint: Joint = "start"
    joint_text: str = ""
    """The words between the clause before and this one."""
    verb: str = ""
    """The verb as written; a clause without one has that of the clause before."""
    is_inherited: bool = False
    is_late: bool = False
    """A page is opened before it, so that what it says is read there."""

    @property
    def is_statement(self) -> bool:
        """Tell whether it says what something is, and not what is to be done."""
        return not self.verb and len(self.forms) > 0 and isinstance(self.forms[0], Assign)

    @property
    def is_bare(self) -> bool:
        """Tell whether no verb was understood: only a visible name can make sense of it."""
        steps = [form.form if isinstance(form, Inside) else form for form in self.forms]
        are_bare = all(isinstance(f, Bare) or is_guess(f) for f in steps)
        return bool(steps) and are_bare and not self.is_late

    @property
    def whole(self) -> str:
        """The words with the verb that they take over from the clause before."""
        return f"{self.verb} {self.source.strip()}" if self.is_inherited else self.source.strip()


def forms_of(source: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]]:
    """Return (verb, forms) of the words of one clause."""
    words = source.strip()
    bare = without_opening(words)
    bare = without_slip(bare) or bare
    if event := arrival_in(bare):
        return "wait", read(f"wait until {event}", quotes)[1]

    def simply(said: str) -> tuple[Form, ...]:
        return read(said, quotes)[1]

    if done := by_means(bare, quotes, simply):
        return "" if isinstance(done[0], Bare) else bare.split(None, 1)[0], done
    verb, forms = by_patterns(bare, quotes, _first_step)
    if forms:
        return verb, forms
    menu = said_path(bare, quotes)
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


def _first_step(source: str, quotes: Quotes) -> tuple[Form, ...]:
    clauses = _several(source, quotes)
    return clauses[0].forms if clauses else ()


def _several(source: str, quotes: Quotes) -> list[Clause]:
    """Return the clauses of what is several steps in plain words, if each of them is understood.

    `On the Fonts tab set Hinting to Full` says two steps; `Rot und Grün auswählen` has its list before the verb.
    """
    bare = without_opening(source)
    for plain in in_plain_words(bare) if len(bare) < 500 and not is_dictated(bare) else ():
        pieces = pieces_of(plain.commands[0])
        if len(pieces) > 1:
            clauses = Splitter(pieces, quotes).clauses()
            is_list = plain.is_several or all(c.is_inherited for c in clauses[1:])
            if len(clauses) > 1 and is_list and not any(c.is_bare for c in clauses):
                return clauses
        if not plain.is_several:
            break
    return []


def _at_same_place(done: Sequence[Clause], source: str) -> str:
    """Return `tick Thursday for Bill` for "for Bill" after "tick Thursday for Asha"; empty where it is no such part."""
    words, before = source.strip(), done[-1]
    if words.isdecimal() and isinstance(next(iter(before.forms), None), Switch | Choose | Point):
        counted = (_COUNTED.fullmatch(clause.whole) for clause in reversed(done))
        return next((f"{c['what']} {words}" for c in counted if c), "")  # `rooms 101 and 105`
    step, place = _INSTEAD.fullmatch(words), _PLACED.search(before.whole)
    if step and place and not _PLACED.search(step[1]):
        return f"{step[1]}{place[0]}"  # `tick noon instead`
    if not CONTEXT_START.match(words):
        return ""
    first = words.split(None, 1)[0]
    at = re.search(rf"\s{re.escape(first)}\s", before.whole, re.IGNORECASE)
    return f"{before.whole[: at.start()]} {words}" if at else ""


_COUNTED: Final = re.compile(r"(?P<what>\S+\s(?:the\s)?[^\W\d]{3,})\s\d+", re.IGNORECASE)
_INSTEAD: Final = re.compile(
    rf"(\w+(?:\s(?!(?:{alternatives('instead_alone')})\b)\S+){{1,4}})\s(?:{alternatives('instead_alone')})"
)
_PLACED: Final = re.compile(rf"\s(?:{alternatives('place_links')})\s\S.*")


def _adds(clause: str) -> bool:
    """Tell whether a step of a list chooses one more thing beside the one before."""
    plain = in_plain_words(clause)
    return (plain[0].commands[0] if plain else clause).casefold().startswith(("select ", "choose "))


def _is_about_it(piece: Piece) -> bool:
    """Tell whether words order something of what was named before, read or not: `and make it a Bonus` ends a value."""
    first, *rest = piece.text.casefold().split() or [""]
    is_joined = piece.joint in ("and", "comma") and first in listed("about_it_verbs")
    return is_joined and bool(rest) and rest[0] in listed("pronouns")


def _answers(words: str) -> bool:
    return without_opening(words).casefold().partition(" ")[0] in listed("answering_verbs")


def _is_planned(bare: str) -> bool:
    return bool(in_plain_words(bare))


def _is_in_menu(forms: tuple[Form, ...]) -> bool:
    """Tell whether a step whose words name a menu can be one of its entries; a text to type is none."""
    return not forms or not isinstance(
        forms[0], Type | Expect | Rest | Turn | TurnUntil | Drag | Hold
    )


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
        # In "the Display menu" the verb is a name: nothing but an article stands before it.
        is_named = where.strip(",: ").casefold() not in listed("stop_words") | {""}
        if is_named and starts_with_verb(rest):
            rank = 0 if where.endswith((",", ":")) else 1 if is_container(where) else 2
            splits.append((rank, where.rstrip(",: "), rest))
    ranked = [split[1:] for split in sorted(splits, key=lambda split: split[0])]
    return _in_place(ranked, preposition, quotes)


def _takes_in(form: Form, place: str) -> bool:
    """Tell whether the words of a place that was said first have become a part of a text to type."""
    text = form.text if isinstance(form, Type | Insert) else ""
    return place.casefold() in text.casefold()


def _in_place(
    splits: Sequence[tuple[str, str]], preposition: str, quotes: Quotes
) -> tuple[str, tuple[Form, ...]]:
    """Read the first way to part a place from its step that is understood."""
    for where, rest in splits:
        if placed := asides.in_row(where, read(rest, quotes)[1], quotes):
            return read(rest, quotes)[0], placed
        inside = asides.inside(where, rest, quotes)
        verb, forms = read(f"{without_closing(rest)} {preposition} {where}", quotes)
        if inside and (
            isinstance(inside[0].form, Path | Edit | Tab)
            or not asides.keeps_text(inside[0].form, forms)
        ):
            # At their end a place cannot be told from their names, texts and values.
            return read(rest, quotes)[0], inside
        forms = tuple(f for f in forms if not _takes_in(f, quotes.plain(where)))
        if forms:
            return verb, tuple(dict.fromkeys((*forms, *inside)))
    return "", ()


def with_held_modifiers(clauses: list[Clause], quotes: Quotes) -> list[Clause]:
    """Return the clauses with each held modifier in the step that it is held for."""
    kept: list[Clause] = []
    held: Modifier | None = None
    for clause in clauses:
        joined = None
        if kept and kept[-1].forms and clause.forms:
            before = kept[-1].forms[0]
            joined = _as_chord(before, clause, quotes) or _as_click(before, clause)
        if joined is not None:
            held = _held_by(joined.forms[0])
        elif held is not None and clause.is_inherited and clause.joint in ("and", "comma"):
            # The key is held for all that one verb names.
            clause = replace(clause, forms=tuple(with_held(form, held) for form in clause.forms))
        else:
            held = None
        if joined is None:
            kept.append(clause)
        else:
            kept[-1] = joined
    return kept


def _as_chord(before: Form, clause: Clause, quotes: Quotes) -> Clause | None:
    """Read `press Ctrl and S` and `hold Alt and press F4` as one chord; None for anything else."""
    first = clause.forms[0]
    held = before.key if isinstance(before, Hold) and before.down else ""
    held = before.text if isinstance(before, Press) and clause.joint == "and" else held
    if not held or not isinstance(first, Press):
        return None
    if not all(part.strip().casefold() in MODIFIERS for part in held.split("+")):
        return None
    forms = tuple(chord_of(held, form, quotes) for form in clause.forms)
    return replace(clause, forms=forms, is_inherited=False)


def _as_click(before: Form, clause: Clause) -> Clause | None:
    """Read `hold Ctrl and click X` as a click with Ctrl; None for anything else."""
    modifier, first = None, clause.forms[0]
    if isinstance(before, Hold) and before.down:
        modifier = MODIFIERS.get(before.key.casefold())
    elif isinstance(before, Press) and clause.joint == "and":
        modifier = MODIFIERS.get(before.text.casefold())
    if modifier is None or not isinstance(first, Point) or first.button is None:
        return None
    forms = tuple(with_held(form, modifier) for form in clause.forms)
    return replace(clause, forms=forms, is_inherited=False)


def _held_by(form: Form) -> Modifier | None:
    if isinstance(form, Inside | Once):
        return _held_by(form.form)
    return form.modifiers[-1] if isinstance(form, Point) and form.modifiers else None


MAX_CLAUSES: Final = 100
_LOOK_AHEAD: Final = 3
_LATER: Final = re.compile(
    r"\s+after\s+(?P<for>[\w.]+\s*(?:ms|milliseconds?|secs?|seconds?|s|min(?:ute)?s?))\s*$",
    re.IGNORECASE,
)
_IS_PLACED: Final = re.compile(
    rf"\s*(?:{alternatives('stands_there')})\s+(?P<place>(?:{alternatives('standing_links')})\s+\S.*)"
    r"|\s*(?:in\s+)?(?:the\s+)?(?P<menu>\S+\s+menu)",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(r",?\s+after\s+(?P<first>\w+ing\s+\S.*)$", re.IGNORECASE)
_FIELD_FIRST: Final = re.compile(r"\s*in(?:to)?\s+(?P<where>\S.{0,60}?)\s+(?P<value>\S+)\s*", re.I)
_CELL_FIRST: Final = re.compile(r"\s*(?P<cell>[A-Z]{1,2}\d{1,5})\s+(?P<value>\S.*)")
_CELL_LAST: Final = re.compile(r"(?:^|\s)(?P<cell>[A-Z]{1,2}\d{1,5})$")
_BEFORE_LAST: Final = re.compile(
    r",?\s+before\s+(?:you\s+)?(?P<last>(?:\w+ing|(?<=you\s)\w+)\s+\S.*)$", re.IGNORECASE
)
_BEFORE: Final = re.compile(r"\s*before\s+(?P<last>\w+ing\s+\S.*)", re.IGNORECASE)
_ENTER_SOMEWHERE: Final = re.compile(
    "\\s*enter\\s+(?P<where>(?:in|inside|within)\\s+[^\\s:=\U00100000-\U0010fffd][^:=\U00100000-\U0010fffd]{0,80})",
    re.IGNORECASE,
)
"""`Enter in Mousepad`: after a press it is the key, and no text that begins with "in"."""
_ON: Final = re.compile(r"(?:on|auf)\s+", re.IGNORECASE)
"""`click on A, then on B`."""
_GOES_ON: Final = re.compile(r"and\s")
_OF_A_FIELD: Final = re.compile(r"\b(?:field|box|bar|area|entry)\s*$", re.IGNORECASE)
"""`enter in the name field`: something is to be typed there, and nobody knows what."""


class Splitter:
    """Splits an instruction: decides which of the pieces between separators begin a clause."""

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
        if self._is_tail(piece) or self._took_place(piece):
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

    def _is_tail(self, piece: Piece) -> bool:
        """Tell whether a piece says nothing by itself: the ", both" of `select A and B, both`."""
        said = piece.text.strip(" .!?").casefold()
        if piece.joint == "comma" and said in listed("tag_questions"):
            return True  # and of no text either
        is_end = said in listed("ends_said") and piece.joint != "hard"
        is_end |= piece.joint == "comma" and said in listed("tails") | listed("courtesies")
        is_end |= piece.joint == "comma" and without_closing(f"x {said}") == "x"  # `, please`
        if not is_end:
            return False
        forms = self._left_forms()
        return bool(forms) and not isinstance(forms[0], Type | Assign | Insert | Expect)

    def _took_place(self, piece: Piece) -> bool:
        """Take ", it's in the Archive menu" as where the thing of the step is; the joined words must be read."""
        said = _IS_PLACED.fullmatch(piece.text) if piece.joint in ("comma", "stop") else None
        first = next(iter(self._left_forms()), None)
        is_on_off = names_in(self._source)[-1].on is not None
        is_turned = isinstance(first, Switch | Path) if first else is_on_off
        if said is None or isinstance(first, Type | Insert):
            return False
        if not (is_turned or (first and said["place"])):
            return False  # `click Save, File menu` presses two
        whole = f"{without_closing(self._source)} {said['place'] or 'in the ' + said['menu']}"
        is_read = bool(self._read(whole)[1]) or first is None
        self._source = whole if is_read else self._source
        return is_read

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
        if step := self._next_cell(piece):
            self._split(replace(piece, text=step), "")
            return True
        said = _FIELD_FIRST.fullmatch(piece.text) if piece.joint in ("and", "comma") else None
        verb, forms = self._read(self._source)
        if said is None or not verb or not CONTEXT_START.match(self._source):
            return False
        if not isinstance(forms[0], Type) or not self._is_field(forms):
            return False
        self._split(replace(piece, text=f" {verb} {said['value']} in {said['where']}"), "")
        return True

    def _next_cell(self, piece: Piece) -> str:
        """Return `A2 should say Jam` for "A2 Jam" after `A1 should say Tea`; nothing for what is no cell of a sheet."""
        said = _CELL_FIRST.fullmatch(piece.text) if piece.joint in ("and", "comma") else None
        form = next(iter(self._left_forms()), None) if said is not None else None
        if said is None or not isinstance(form, Assign | Type) or form.target is None:
            return ""
        links = listed("value_links") | listed("order_links") | listed("weak_links") | {"to"}
        if said["value"].split()[0].casefold() in links:
            return ""
        value = form.value if isinstance(form, Assign) else form.text
        held = _CELL_LAST.search(form.target.text)
        parts = self._source.rpartition(value) if held is not None else ("", "", "")
        if held is None or held["cell"] not in f"{parts[0]}{parts[2]}" or has_quote(self._source):
            return ""
        before, _, after = (part.replace(held["cell"], said["cell"]) for part in parts)
        return f"{before}{said['value']}{after}"

    def _begins(self, n: int) -> bool:
        """Tell whether a step of its own begins at a piece, and what stands before it is one, too."""
        left, piece = self._left_forms(), self._pieces[n]
        # No text goes over an order to type another one: `put the height to 11 and type 'Hooks' under Remarks`.
        words = without_opening(piece.text).casefold().split()
        is_order = starts_with_verb(without_opening(self._source))
        types = is_order and words[:1] != [] and words[0] in listed("typing_verbs")
        if self._starts(n) or (types and has_quote(piece.text)):
            both = self._source + piece.joint_text + piece.text
            is_unread = self._is_unread(piece) and (types or not self._read(both)[1])
            is_unread |= _answers(piece.text)  # `Remove Bo and say Yes when it asks`
            return bool(left) or self._is_named(piece) or is_unread
        if not self._is_field(left):
            return False
        return _is_about_it(piece) or bool(statement(piece.text.strip(), self._quotes))

    def _split_hard(self, n: int) -> None:
        piece = self._pieces[n]
        inherits = "" if self._starts(n) else self._listed_verb(piece)
        self._split(piece, inherits)

    def _take_verbless(self, piece: Piece) -> None:
        forms = self._left_forms()
        inherits = self._listed_verb(piece)
        is_over = piece.joint == "then" and bool(forms) and isinstance(forms[0], Sort)
        if (
            forms
            and not is_over
            and isinstance(forms[0], Sort | Type)
            and self._goes_on_to_place(piece)
        ):
            self._append(piece)
            return
        if piece.joint == "and" and (
            self._names_a_place(forms, piece) or self._ends_a_list(inherits, piece)
        ):
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
            or (piece.joint == "stop" and isinstance(forms[0], Assign))
            or (piece.joint == "stop" and self._is_listing(forms))
            or self._is_listing(forms)
        ):
            self._split(piece, "")
        elif self._goes_on(forms, piece):
            self._append(piece)
        else:
            self._split(piece, "")

    def _goes_on(self, forms: tuple[Form, ...], piece: Piece) -> bool:
        """Tell whether the clause with more words means the same kind of step; no name of a window holds an order."""
        is_name = isinstance(forms[0], Focus | Open | WindowOp) and piece.joint == "and"
        if is_name and looks_like_order(piece.text):
            return False
        both = self._read(self._source + piece.joint_text + piece.text)[1]
        return bool(both) and type(both[0]) is type(forms[0])

    def _goes_on_to_place(self, piece: Piece) -> bool:
        """Tell whether "Dear all" goes on with ", at the start", and "sort by price" with ", cheapest first"."""
        both = self._read(self._source + piece.joint_text + piece.text)[1]
        return bool(both) and isinstance(both[0], Insert | Sort)

    def _ends_a_list(self, verb: str, piece: Piece) -> bool:
        """Tell whether `Setz die Haken bei A` goes on with `und B`, which `Setz B` would not say."""
        if not verb or forms_of(f"{verb} {piece.text.strip()}", self._quotes)[1]:
            return False
        return bool(_several(self._source + piece.joint_text + piece.text, self._quotes))

    def _names_a_place(self, forms: tuple[Form, ...], piece: Piece) -> bool:
        """Tell whether "choose Find" goes on with "and Replace from the Search menu"."""
        if not forms or not isinstance(forms[0], Choose) or len(forms) > 1:
            return False
        both = self._read(self._source + piece.joint_text + piece.text)[1]
        return bool(both) and (isinstance(both[0], Path) or len(both) > 1)

    def _starts(self, n: int) -> bool:
        """Tell whether a clause begins at piece `n`, possibly reaching over the next pieces."""
        text = self._pieces[n].text
        bare = without_opening(text)
        has_verb = starts_with_verb(bare) or starts_with_verb(text) or _is_planned(bare)
        has_verb |= bool(arrival_in(bare) or without_slip(bare)) or is_verb_alone(bare)
        has_verb |= _answers(bare)
        if (waited := without_arrival(text))[1] and waited[0] != text.strip():
            return True
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
            named = (
                _ON.sub("", source.strip(), count=1)
                if _ON.match(source.strip())
                else source.strip()
            )
            said = dict.fromkeys((named, without_opening(named)))
            forms = [f for n in said for f in forms_of(f"{self._inherits} {n}", self._quotes)[1]]
            return self._inherits, tuple(dict.fromkeys(forms))
        return forms_of(source, self._quotes)

    def _listed_verb(self, piece: Piece) -> str:
        """Return the verb that a piece without one takes over; empty when it cannot."""
        verb, forms = self._read(self._source)
        if not forms or _LABELLED.fullmatch(piece.text.strip()):  # "..., Gate locked at: never"
            return ""
        if not self._is_listing(forms):
            if verb and self._is_next_field(verb, forms, piece.text):
                return verb
            return self._next_verb(verb, forms[0], piece)
        if (
            piece.joint == "then"
            and isinstance(forms[0], Point)
            and forms[0] != Point(forms[0].target)
        ):
            verb = "click"  # what a right click or a double click has brought up is clicked
        words = without_asides(_ON.sub("", without_opening(piece.text))).split()
        is_whole = _is_planned(f"{verb} {piece.text.strip()}")
        small = listed("stop_words") | listed("in_words") if words[:1] == ["the"] else frozenset()
        telling = [word for word in words if word.casefold() not in small]
        if (len(telling) > MAX_LISTED_WORDS and not is_whole) or looks_like_goal(piece.text):
            return ""
        # A slip in the verb ("clik Save") must not become the name of a thing.
        return "" if len(words) > 1 and looks_like_verb(words[0]) else verb

    def _next_verb(self, verb: str, form: Form, piece: Piece) -> str:
        """Return the verb of a lone name after a step of another kind: `open Help, then About`, `then OK`.

        What follows on an opened menu or a page that was gone to is opened, anything else pressed.
        """
        is_next = is_lone_name(piece.text) and piece.joint in ("then", "comma")
        if not is_next or isinstance(form, Bare):
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
            len(part.split()) <= MAX_LISTED_WORDS and not looks_like_goal(part)
            for part in self._source.split(",")
        )

    def _is_unread(self, piece: Piece) -> bool:
        """Tell whether what is left is a sentence that no pattern reads, and no name that ends in a verb."""
        said = without_opening(self._source)
        _, event = without_arrival(piece.text)
        is_placed = not event and CONTEXT_START.match(piece.text)
        is_placed = is_placed or CONTEXT_START.match(self._source)
        if is_placed or CONDITION.match(said) or len(piece.text.split()) < 2:
            return False
        is_sentence = len(said.split()) > 2 or not said[0].isupper()
        return piece.joint in ("and", "comma") and is_sentence

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
        if not source.strip() or self._took_later_step(source):
            return
        source = self._after_a_wait(self._after_a_step(source))
        listed = [] if self._inherits else _several(source, self._quotes)
        verb, forms = self._read(source)
        if self._done and (self._inherits or isinstance(next(iter(forms), None), Switch)):
            forms = (*forms_of(_at_same_place(self._done, source), self._quotes)[1], *forms)
        if listed := listed or ([] if forms else _fields_in_turn(source, self._quotes)):
            first = replace(listed[0], joint=self._joint, joint_text=self._joint_text)
            self._done += [first, *listed[1:]]
            return
        if not forms:
            verb, forms = "", _bare(source, self._quotes)
        else:
            words = without_opening(f"{self._inherits} {source.strip()}")
            forms = (*forms, *windows_at_end(words, forms, self._quotes))
        if self._inherits and _adds(f"{self._inherits} {source.strip()}"):
            forms = tuple(map(as_added, forms))
        elif self._inherits:
            if self._joint == "then" and isinstance(forms[0], Switch | Choose):
                # `tick News, then Next`: what is no box and no option is a button.
                forms += forms_of(f"press {source.strip()}", self._quotes)[1]
            forms = tuple(replace(f, is_listed=True) if isinstance(f, Open) else f for f in forms)
        self._done.append(
            Clause(source, forms, self._joint, self._joint_text, verb, bool(self._inherits))
        )

    def _took_later_step(self, source: str) -> bool:
        """Take `tick News before clicking Save` as two steps in that order."""
        match = _BEFORE_LAST.search(source) if len(source) < 500 and not self._inherits else None
        if match is None:
            return False
        forms, last = self._read(source[: match.start()])[1], forms_of(match["last"], self._quotes)
        is_text = not forms or (isinstance(forms[0], Type) and forms[0].target is None)
        if is_text or isinstance(forms[0], Expect | Rest) or not last[1]:
            return False
        self._source = source[: match.start()]
        self._close()
        self._done.append(Clause(match["last"], last[1], "then", "", last[0]))
        return True

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
        """Put a wait before `click Book after 2 seconds` or `once it's there` and return the rest of the words."""
        match = _LATER.search(source) if len(source) < 500 else None
        if self._inherits or len(source) >= 500:
            return source
        rest, event = without_arrival(source)
        rest, event = (
            (source[: match.start()], f"for {match['for']}") if match else (rest, f"until {event}")
        )
        forms = self._read(rest)[1]
        wait = forms_of(f"wait {event}", self._quotes)[1]
        if rest == source or not (wait and (forms or not match)):
            return source
        if forms and isinstance(forms[0], Type | Expect | Rest | (Rest if match else Path)):
            return source  # a menu is always there
        self._done.append(Clause(event, wait, self._joint, self._joint_text, "wait"))
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


_FIELD_AND_VALUE: Final = re.compile(r"[^\W\d_a-zäöüß]\S*(?:\s+[^\s.!?]+){1,3}")


def _fields_in_turn(source: str, quotes: Quotes) -> list[Clause]:
    """Read `First name Anna, City Rome`: two or more names of fields, each with its value behind it."""
    parts = re.split(r"\s*,\s+", without_opening(source)) if len(source) < 500 else []
    is_list = len(parts) > 1 and all(_FIELD_AND_VALUE.fullmatch(part.strip()) for part in parts)
    if not is_list or has_doubt(source) or any(map(looks_like_goal, parts)):
        return []
    clauses: list[Clause] = []
    for part in parts:
        words = part.split()
        splits = [(words[:n], words[n:]) for n in range(1, len(words)) if not words[n].islower()]
        said = [(phrase(" ".join(a), quotes), " ".join(b)) for a, b in splits]
        forms = [Assign(a, quotes.plain(b), o) for a, b in said if a and (o := phrase(b, quotes))]
        if not forms:
            return []
        clauses.append(Clause(part, tuple(forms), "comma", ", "))
    return clauses


def _bare(source: str, quotes: Quotes) -> tuple[Form, ...]:
    words = dict.fromkeys((source.strip(), without_opening(source)))
    targets = [phrase(w, quotes) or phrase(w[:MAX_TARGET_CHARS], quotes) for w in words]
    return tuple(Bare(target) for target in targets if target is not None)


def with_shared_windows(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses, each of a list also in the window at its end: `tick A and press B in Mousepad`.

    Steps of one kind are a list, and what stands before `then`, a full stop or a new line is no part of
    it; nor is what carries something to another window or goes to the keyboard: copy, paste, chords, text.
    Chords that share one verb with what follows are, but those that copy, cut or go to another window.
    """
    kept: list[Clause] = []
    shared: tuple[Phrase, ...] = ()
    later: tuple[Form, ...] = ()
    kinds: set[str | None] = set()
    is_one_verb = False
    for clause in reversed(clauses):
        own = tuple(form for form in clause.forms if isinstance(form, Inside))
        steps = tuple(form.form for form in own) or clause.forms
        is_placed_first = CONTEXT_START.match(clause.source) is not None
        if own and not is_placed_first:
            shared, later = tuple(dict.fromkeys(form.where for form in own)), ()
            kinds, is_one_verb = set(), clause.is_inherited
        kinds |= {kind_in_list(form, is_one_verb, is_last=bool(own)) for form in steps}
        if is_placed_first or len(kinds) != 1 or None in kinds:
            shared = ()
        if shared and not own:
            inside = (Inside(where, form, later) for where in shared for form in clause.forms)
            clause = replace(clause, forms=(*clause.forms, *inside))
        kept.append(clause)
        later = (*steps[:1], *later)
        is_one_verb = clause.is_inherited
        shared = shared if clause.joint in ("and", "comma") else ()
    return kept[::-1]


def with_shared_lists(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses, each entry also as one of the list that the last names: `select a, b in Tags`."""
    kept: list[Clause] = []
    shared: Phrase | None = None
    for clause in reversed(clauses):
        own = next((f.target for f in clause.forms if isinstance(f, Choose) and f.target), None)
        plain = [f for f in clause.forms if isinstance(f, Choose) and f.target is None]
        if own is not None:
            shared = own if clause.is_inherited else None
        elif shared is not None and plain:
            inside = tuple(replace(form, target=shared) for form in plain)
            clause = replace(clause, forms=(*inside, *clause.forms))
            shared = shared if clause.is_inherited else None
        else:
            shared = None
        kept.append(clause)
    return kept[::-1]


def with_first_rows(clauses: Sequence[Clause], quotes: Quotes) -> list[Clause]:
    """Return the clauses, each one of a list also in the row that the first names: `in Ida's row tick A and B`."""
    kept: list[Clause] = []
    where = ""
    for clause in clauses:
        if CONTEXT_START.match(clause.source):
            where = asides.row_first(clause.source, clause.verb)
        else:
            where = where if clause.joint in ("and", "comma") else ""
            placed = asides.in_row(where, clause.forms, quotes)
            clause = replace(clause, forms=(*placed, *clause.forms))
        kept.append(clause)
    return kept


def with_opened_closed(clauses: Sequence[Clause], quotes: Quotes) -> list[Clause]:
    """Return the clauses, `Open Bills. Then close it` closing Bills, or the window that came of it; no window before it."""
    kept = list(clauses)
    for n, (before, clause) in enumerate(pairwise(clauses), start=1):
        opened = before.forms[0] if before.forms else None
        is_it = any(
            isinstance(f, WindowOp) and f.target and f.target.text.casefold() in listed("pronouns")
            for f in clause.forms
        )
        if is_it and isinstance(opened, Open | Expand):
            named = forms_of(f"{clause.verb} {quotes.written(opened.target.text)}", quotes)[1]
            named = tuple(replace(f, is_new=True) if isinstance(f, WindowOp) else f for f in named)
            kept[n] = replace(clause, forms=named)
    return kept


@dataclass(frozen=True, slots=True)
class Instruction:
    """The whole of what the user wrote, clause by clause."""

    clauses: tuple[Clause, ...]
    quotes: Quotes = field(repr=False)
    is_too_long: bool = False

    def merged_source(self, first: int, last: int) -> str:
        """Return the masked words of several clauses as they stood in the instruction."""
        clauses = self.clauses[first : last + 1]
        return "".join((c.joint_text if n else "") + c.source for n, c in enumerate(clauses))

    def merged(self, first: int, last: int) -> tuple[Form, ...]:
        """Return the forms of several clauses read as one."""
        source = self.merged_source(first, last)
        head = self.clauses[first]
        words = f"{head.verb} {source}" if head.is_inherited else source
        forms = forms_of(words, self.quotes)[1]
        return (*forms, *windows_at_end(without_opening(words), forms, self.quotes))

    @property
    def said(self) -> str:
        """All its words, as they were written."""
        return self.quotes.written(self.merged_source(0, len(self.clauses)))

    def words(self, clause: Clause) -> str:
        """Return the clause as the user wrote it."""
        return self.quotes.written(clause.source).strip()


def parse(text: str) -> Instruction:
    """Read an instruction; never raises. Clauses without a known verb come back as bare ones."""
    bare = text.strip()
    if bare[:1].isupper() and bare.endswith(".") and not bare.endswith(".."):
        bare = bare[:-1]
    if bare.endswith("?") and without_opening(bare) != bare:  # `could you click Save?`
        bare = bare[:-1]
    quotes = Quotes(bare)
    times, steps = _repeated(quotes.masked)
    pieces = pieces_of(without_pair_word(steps))
    if len(pieces) > MAX_PIECES:
        return Instruction((), quotes, is_too_long=True)
    clauses = Splitter(pieces, quotes).clauses()
    clauses = with_shared_lists(with_first_rows(with_opened_closed(clauses, quotes), quotes))
    if clauses and text.rstrip().endswith("."):
        clauses[-1] = replace(clauses[-1], forms=tuple(map(with_full_stop, clauses[-1].forms)))
    clauses = with_shared_windows(with_held_modifiers(clauses, quotes))
    if times > MAX_CLAUSES or len(clauses) * times > MAX_CLAUSES:
        return Instruction((), quotes, is_too_long=True)
    if times > 1:
        clauses = [replace(clauses[0], joint="then", joint_text=", "), *clauses[1:]] * times
    return Instruction(tuple(clauses), quotes)


def _repeated(masked: str) -> tuple[int, str]:
    """Return (3, the steps) of `repeat 3 times: press Tab`; once the whole text where nothing of that is said."""
    for _, slots in fits_of("repeats", masked):
        times = number(slots["n"])
        if times and times > 1:
            return times, slots["s"]
    return 1, masked
