"""Fills in a form from one sentence whose verb is the form's button: `lend the drill to Ann Berg for 4 weeks`; or one field.

Each value goes to what its words name: an option by its whole name, a number by the label or the unit beside it, a name to
the one field that asks for one. Every word must be accounted for; else nothing is filled in.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import reduce
from typing import Final

from automation.commands.forms import Choose, Form, Type, phrases_of
from automation.commands.language import table, words
from automation.commands.read.denials import DENIES
from automation.commands.read.rows import Row, Thing
from automation.commands.read.things import (
    IMPERATIVE,
    LIMITS,
    OPENS,
    PARTED,
    TOKEN,
    TOLD_BACK,
    Alike,
    Things,
    any_of,
    asks_more,
    behind_label,
    is_free,
    labels_in,
    ranking_of,
    removes,
    values_in,
    verbs_of,
)
from automation.commands.read.values import moment
from automation.commands.targets import form_of, literal
from automation.commands.words import (
    DATES,
    FREE,
    LOOSE,
    as_dictated,
    in_digits,
    is_any,
    is_kin,
    is_said,
    number,
    without_opening,
    words_of,
)
from automation.core.geometry import Rect
from automation.core.secrets import names_password
from automation.screen.rows import shares_row

_ADDED_BY: Final = words("adding_buttons")
_ADDING: Final = words("filing_verbs")
_NAMES: Final = words("name_labels")
_MOMENTS: Final = words("moment_labels")
_SAID_OF: Final = words("said_of_values")
"""Words beside a value that ask for nothing of their own: `he gets the discount`."""
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")
_LINKS_OF_DAY: Final = frozenset({"at", "on", "from", "o'clock", "uhr", "um", "am"})
_CLOCK: Final = re.compile(r"\d{1,2}[:.]\d{2}")
_CODE: Final = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w/-]+")
"""A number of a parcel or a car: letters and digits."""
_LEADS: Final = frozenset({"tab", "menu", "menu_item"})
_OPENING: Final = words("opening_names")
_PLACED: Final = words("listing_links")
_NEW: Final = words("new_words")
_TAKING: Final = words("taking_buttons")
_SEARCHED: Final = words("searching_labels")
_MOST_GAP_PX: Final = 120
_TOUCH_PX: Final = 8
"""How far from its field a button of a stepper stands at most."""
_LEAST_BELOW_PX: Final = 40
"""How far a button stands at most below the field that it takes."""
_GIVEN: Final = re.compile(r"\b(?:to|with)\s+(?P<value>[A-Z\u201c\"].*)$")
"""Between a field and the button that adds what it holds."""
_TELLING: Final = words("finite_verbs")
_CLAIMS: Final = words("claiming_verbs")
"""Verbs of boxes, as in "Needs a receipt"."""
_PLACES: Final = words("placed_starts")
_NO_FORM: Final = words("not_sending_words") - {"add"}
_COUNTED: Final = words("counted_labels")
_REPLACING: Final = words("replacing_verbs")
"""Buttons that need to be told to what."""
_MEASURES: Final = table("measures")
"""What something is called by which it is so: high, by its height."""
_NEAR: Final = 3
"""Words from a number to its label at most."""
_MOST_OF_DAY: Final = 4
"""Words of `18th of March 2027`."""
_MOST_TOKENS: Final = 40
_MOST_SMALL: Final = 3
"""Words of a name without capital letters."""


_ADDS_BY: Final = words("added_by")
_WRITES_INTO: Final = frozenset({"as"})
_ADDS: Final = re.compile(
    rf"{any_of('adding_verbs')}\s+(?:(?:an?|the|another)\s+)?(?:(?P<called>.*?)\b\s*\b{any_of('calling_words')}\s+)?(?P<value>.+?)"
    rf"(?:\s+(?P<link>{any_of('listing_links')}|as)\s+(?P<place>.+))?",
    re.IGNORECASE,
)
"""What is added to a list, and to which."""
LEAST_AHEAD: Final = 0.08
"""How far the thing is ahead of all others."""
LEAST_LINKED: Final = 0.6
"""The same for what stands before "is" or a colon, and the field that it names in other words."""
LEAST_PART: Final = 0.5
"""How alike a part of a clause and its thing are at least."""
_PLAIN_LINKS: Final = frozenset({"is", "are"})
_CALLING: Final = words("calling_words")
_LINKS: Final = (
    re.compile(
        rf"(?P<name>.+?)(?:\s+{any_of('told_links')}|\s*[:=])\s+(?:{any_of('calling_words')}\s+)?(?P<value>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{any_of('note_verbs')}\s+(?P<value>.+)\s+{any_of('told_back_links')}\s+(?P<name>.+?)",
        re.IGNORECASE,
    ),
)
"""What stands between the name of a field and what is written there."""
_LINK: Final = re.compile(rf"{any_of('told_words')}\s+", re.IGNORECASE)
_NOTES: Final = re.compile(rf"{any_of('note_verbs')}\s+(?=\S)", re.IGNORECASE)
_JUDGING: Final = words("judging_words")
_MOST_OF_NAME: Final = 4


@dataclass(frozen=True, slots=True)
class Filled:
    """What a sentence fills in, and the button of the form."""

    forms: tuple[Form, ...]
    press: Form
    button: Thing


def filled(said: str, things: Things, known: Set[str] = frozenset()) -> Filled | None:
    """Return what a sentence fills in where its verb is a button; None where a word of it would be left out.

    Args:
        known: the words that a step before was for, which opened the form; any button that sends it is pressed then.
    """
    bare = without_opening(said.strip().rstrip(".!"))
    if DENIES.search(bare) or LIMITS.search(bare) or names_password(bare) or "?" in bare:
        return None
    if "as" in words_of(bare):
        return None  # "enter Mrs Winslow as the customer" says where it goes, and no more
    line = _Line(bare, list(TOKEN.finditer(bare)))
    if not 1 < len(line.tokens) <= _MOST_TOKENS:
        return None
    button = _sending(things, known) if known else _button_of(line, things)
    if button is None:
        return None
    line.take_known(known)
    form = _Form(line, things, button)
    form.take_options()
    form.take_numbers()
    form.take_row()
    form.take_texts()
    nouns = _nouns(button)
    # A button of the page may do something else with what is chosen; that of what was opened for it does not.
    is_meant = known or form.writes or all(is_any(w, words_of(bare)) for w in nouns or [""])
    if not (form.done and is_meant and form.is_whole()):
        return None
    refs = [p.ref for _, step in form.done for p in phrases_of(step)[:1] if p.ref]
    if len(refs) > len({*refs}):
        return None  # "move it to bay 1, bay 4 is full"
    entries = [words_of(t.name) for row in things.rows for t in row.entries]
    texts = (words_of(step.text) for _, step in form.done if isinstance(step, Type))
    if not known and (any(text in entries for text in texts) or form.lacks_name()):
        return None  # "query SPOUT" is about that row
    steps = (step for _, step in sorted(form.done, key=lambda pair: pair[0]))
    return Filled((*form.choice, *steps), form_of("press", button.target), button)


def added(said: str, things: Things) -> tuple[Form, ...]:
    """Return the writing of a name and the press of the button that adds it: `add a rider called Zoe`.

    The field and its button stand beside each other; of several, the words say one.
    """
    m = _ADDS.fullmatch(said.strip())
    pairs = [
        (f, b) for b in things.able if _is_adding(b) if (f := _adding_to(b, things)) is not None
    ]
    if m is None or not pairs or DENIES.search(said) or LIMITS.search(said):
        return ()
    value = m["value"].strip("“”\"'") if m["called"] else ""
    if not value:
        values = values_in(f" {m['value']}")
        value = values[0].strip("“”\"'") if len(values) == 1 else ""
    about = {w for key in ("called", "value", "place") for w in words_of(m[key] or "")} - LOOSE
    about -= {*words_of(value)}
    if any(number(w) not in (None, 1) for w in about) or m["link"] in _WRITES_INTO:
        return ()  # "three guests called Zoe", "Zoe as the guest name"
    told = [p for p in pairs if any(is_any(w, about) for t in p for w in words_of(t.name))]
    chosen = told or pairs
    if not value or len(chosen) != 1 or value[0].isdigit():
        return ()
    into, button = chosen[0]
    return (form_of("type", into.target, value), form_of("press", button.target))


def dated(said: str, things: Things) -> tuple[Form, ...]:
    """Return the day and the time that words say, and no more, in the one field that asks for each: `on 23 May at 19:30`."""
    told = moment(said) or {}
    words_said = said.strip(" .!").split()
    clock = next((w for w in words_said if _CLOCK.fullmatch(w)), "")
    day = [w for w in words_said if w != clock and not is_free(w) and w not in _LINKS_OF_DAY]
    is_day = "month" in told and "day" in told
    if not (is_day or clock) or bool(day) is not is_day or ("hour" in told) is not bool(clock):
        return ()
    forms = list[Form]()
    for text, kinds in ((" ".join(day), words("day_words")), (clock, _MOMENTS)):
        fields = [t for t in things.able if t.fills and not kinds.isdisjoint(words_of(t.name))]
        if text and len(fields) != 1:
            return ()
        if text:
            is_typed = "type" in fields[0].listed.operations
            forms.append(form_of("type" if is_typed else "set", fields[0].target, text))
    return tuple(forms)


def linked(
    clause: str, able: Sequence[Thing], things: Things, alike: Alike
) -> tuple[float, Form] | None:
    """Return the writing of words beside the name of a field: `the front board should say Byte Bakery`."""
    fields = [t for t in able if t.fills and "type" in t.listed.operations]
    if DENIES.search(clause) or OPENS.match(clause.strip()):
        return None
    said = clause.strip()
    matches = [m for link in _LINKS if (m := link.fullmatch(said))]
    if not fields:
        return None
    if (labelled := _by_label(said, fields, things)) or not matches:
        return labelled
    if called := _called(said, matches[0], fields, things):
        return called
    ranked = ranking_of([m["name"] for m in matches], [(t.name, t) for t in fields], alike)
    for m, found in zip(matches, ranked, strict=True):
        if not found:
            continue
        (best, top), *others = found
        name, value = m["name"], m["value"]
        if _may_state(m) and not (_is_all_named(name, top) and _is_value(value)):
            continue
        is_named = any(is_any(w, words_of(top.name)) for w in words_of(name) if w not in LOOSE)
        if not is_named and _says_another(f"{name} {value}", top, things):
            continue  # "the light at Nori", beside its temperature
        is_clear = (
            best >= (LEAST_PART if is_named else LEAST_LINKED)
            and best - (others[0][0] if others else -1) >= LEAST_AHEAD
        )
        content = [w for w in words_of(value) if w not in LOOSE]
        is_clear &= not values_in(f" {name}")
        if is_clear and content and not any(is_kin(w, s) for w in content for s in things.shown):
            text = as_dictated(value.strip("“”\"'"))
            return best, form_of("type", top.target, text)
    return None


def _says_another(said: str, field: Thing, things: Things) -> bool:
    """Tell whether words have one that something else than a field is called by."""
    others = (t for t in things.able if t.listed.ref != field.listed.ref)
    own = {*words_of(field.name)}
    names = {w for t in others for w in words_of(t.name) if w.isalpha()} - LOOSE - own
    return any(is_any(w, names) for w in words_of(said) if w not in LOOSE)


def _called(
    said: str, m: re.Match[str], fields: Sequence[Thing], things: Things
) -> tuple[float, Form] | None:
    """Return the writing of what the page's own thing is called: `the new breed is called Skudde`."""
    names = [t for t in fields if not _NAMES.isdisjoint(words_of(t.name))]
    content = [w for w in words_of(m["name"]) if w not in LOOSE]
    is_of_page = bool(content) and all(is_said(w, things.held | _OPENING) for w in content)
    if len(names) != 1 or not is_of_page or _CALLING.isdisjoint(words_of(said)):
        return None
    value = m["value"].strip("“”\"'")
    return LEAST_LINKED, form_of("type", names[0].target, value)


def _by_label(said: str, fields: Sequence[Thing], things: Things) -> tuple[float, Form] | None:
    """Return the writing of a few words behind all that a field is called: `surname brandt`."""
    noted = _NOTES.sub("", said, count=1)
    for one in fields:
        value = _LINK.sub("", behind_label(noted, one), count=1)  # "What is wrong is tap drips"
        is_named = any(is_kin(w, s) for w in words_of(value) for s in things.shown)
        if value and (noted != said or _is_value(value)) and not is_named:
            text = as_dictated(value.strip("“”\"'"))
            return LEAST_LINKED, form_of("type", one.target, text)
    return None


def _may_state(m: re.Match[str]) -> bool:
    """Tell whether "is" may only say what is so: `the remarks are too long`; a name or a number is to be written."""
    link = m.string[m.end("name") : m.start("value")].strip().casefold()
    return link.removesuffix(" now") in _PLAIN_LINKS and not (
        m["value"][0].isupper() or not m["value"][0].isalpha()
    )


def _is_all_named(said: str, field: Thing) -> bool:
    """Tell whether words say nothing but what a field is called."""
    content = [w for w in words_of(said) if w not in LOOSE]
    return bool(content) and all(is_said(w, words_of(field.name)) for w in content)


def _is_value(said: str) -> bool:
    """Tell whether small words are a name that is written, and tell nothing of one: `lena hofer`."""
    heard = words_of(said)
    return len(heard) <= _MOST_OF_NAME and not any(w in FREE or w in _JUDGING for w in heard)


def _is_adding(thing: Thing) -> bool:
    return thing.role == "button" and not _ADDS_BY.isdisjoint(verbs_of(thing) or [thing.name])


def _adding_to(button: Thing, things: Things) -> Thing | None:
    """Return the field of a text that ends nearest before a button, in its row; None without one."""
    fields = [t for t in things.able if t.fills and "type" in t.listed.operations]
    texts = [t for t in fields if not (t.listed.element.value or "").strip().isdigit()]
    return _nearest(button, texts)  # "+" makes a number larger


def _nearest(
    one: Thing, among: Sequence[Thing], most_px: int = _MOST_GAP_PX, *, behind: bool = False
) -> Thing | None:
    """Return what ends nearest before a thing in its row, or begins nearest behind it."""
    at = one.listed.element.box

    def gap(other: Thing) -> int:
        box = other.listed.element.box
        return box.x - at.right if behind else at.x - box.right

    stepping = _stepping(one, among) if behind else []
    near = [t for t in among if shares_row(t.listed.element.box, at) and 0 <= gap(t) <= most_px]
    near = [t for t in near if not any(t is s for s in stepping)]
    return min(near, key=gap, default=None)


def _stepping(field: Thing, among: Sequence[Thing]) -> list[Thing]:
    """Return the two buttons of one size between which a field stands: they make its number less and more."""
    at = field.listed.element.box
    level = [t for t in among if t.role == "button" and shares_row(t.listed.element.box, at)]
    boxes = [(t, t.listed.element.box) for t in level]
    left = [(t, b) for t, b in boxes if abs(at.x - b.right) <= _TOUCH_PX]
    right = [(t, b) for t, b in boxes if abs(b.x - at.right) <= _TOUCH_PX]
    return [
        t for one, a in left for two, b in right if (a.w, a.h) == (b.w, b.h) for t in (one, two)
    ]


@dataclass(frozen=True, slots=True)
class Opener:
    """The button that opens the form which a sentence fills in: `New job…`."""

    forms: tuple[Form, ...]
    known: frozenset[str]
    """The words of the sentence that were for it, and for the row that is chosen first."""


def opener(said: str, things: Things, *, is_bare: bool = False) -> Opener | None:
    """Return what opens the form that a sentence fills in, by all words of its name; None where nothing else is said.

    Args:
        is_bare: what is filled in is said behind this sentence.
    """
    bare = without_opening(said.strip().rstrip(".!"))
    heard = [w for w in words_of(bare) if w not in LOOSE]
    if not heard or DENIES.search(bare) or LIMITS.search(bare) or names_password(bare):
        return None
    named = things.named_in(bare)
    row = named[0][0] if len(named) == 1 and len(named[0]) == 1 else None
    if named and row is None:
        return None
    within = {id(t) for r in things.rows for t in r.able}
    loose = [t for t in things.able if id(t) not in within]
    for pool in (row.able if row is not None else (), loose):
        found = [t for t in pool if t.role == "button" and _opens(t, heard, things)]
        if len(found) == 1:
            own = {*words_of(found[0].name)}
            named_by = {w for name in row.names for w in name} if row is not None else set[str]()
            known = frozenset(own | named_by | (row.words if row is not None else set()))
            told = known | things.held | _kinds(things)
            is_more = any(not (is_any(w, told) or is_free(w) or w in _ADDING) for w in heard)
            choice = row.choice(heard, always=True) if row is not None and pool is loose else ()
            forms = (*choice, form_of("press", found[0].target))
            return (
                Opener(forms, known | {w for w in heard[:1] if w in _ADDING})
                if is_more != is_bare
                else None
            )
    return None


def _kinds(things: Things) -> set[str]:
    """Return the words that several rows are called by: `berth` where there is a Berth 11 and a Berth 12."""
    names = Counter(w for row in things.rows for w in {w for name in row.names for w in name})
    return {w for w, n in names.items() if n > 1 and number(w) is None}


def of_chosen(rest: str, able: Sequence[Thing], row: Row) -> tuple[Form, ...]:
    """Return what changes the row that is chosen: an option or a number that words say, and the button beside it, if any.

    `set the Berg job to Ready`, beside "Stage of the chosen job"; `set the fee for Nettle to 85`, beside "Set fee".
    """
    heard = [w for w in words_of(rest) if w not in FREE]
    lists = [t for t in able if t.option and (own := _content(t.option)) and {*own} <= {*heard}]
    most = max((len(_content(t.option)) for t in lists), default=0)
    lists = [t for t in lists if len(_content(t.option)) == most]
    values = [v for v in values_in(f" {in_digits(rest)}") if v[0].isdigit()]
    said = [t for t in able if "set" in t.listed.operations and t.name]
    counts = [t for t in said if all(is_any(w, heard) for w in _content(t.name))]
    found = lists or (counts if len(values) == 1 else [])
    if DENIES.search(rest) or LIMITS.search(rest):
        return ()
    if len(found) != 1:
        return () if found else _text_given(rest, able, row)
    one = found[0]
    button = _nearest(one, [t for t in able if not t.option], sys.maxsize, behind=True)
    press = button if button is not None and button.role == "button" else None
    called = press.name if press is not None else ""
    if press is not None and not lists and {*_content(called)}.isdisjoint(_content(one.name)):
        return ()  # "Add", of another form
    named = {*words_of(f"{one.name} {called}")} - {*words_of(one.option)}
    if not any(is_any(w, named) for w in words_of(rest)) or not (lists or press):
        return ()  # "red carpet" changes no row
    known = _content(f"{one.words} {called}")
    counted = [w for w in heard if counts and not lists and (w[0].isdigit() or number(w))]
    if not all(is_any(w, known) or is_said(w, row.words) or w in counted for w in heard):
        return ()
    chosen = Choose(literal(one.option), one.target)
    done = chosen if lists else form_of("set", one.target, values[0])
    return (done, form_of("press", press.target)) if press is not None else (done,)


def button_said(rest: str, able: Sequence[Thing]) -> tuple[Form, ...]:
    """Return the press of the one button that words say and nothing more, small ones too: `put box 2 in use`."""
    heard = words_of(rest)
    pressed = [t for t in able if t.role == "button" and words_of(t.name) == heard]
    is_small = len(heard) > 1 and all(w in FREE for w in heard)
    return (form_of("press", pressed[0].target),) if len(pressed) == 1 and is_small else ()


def pressed_beside(forms: Sequence[Form], able: Sequence[Thing]) -> tuple[Form, ...]:
    """Return the press of the button right behind what steps set, which gives it to the row that is chosen."""
    refs = {p.ref for form in forms[-1:] for p in phrases_of(form) if p.ref}
    filled_in = next((t for t in able if t.listed.ref in refs), None)
    button = filled_in and _nearest(filled_in, able, _LEAST_BELOW_PX, behind=True)
    is_button = button is not None and button.role == "button" and not asks_more(button)
    return (form_of("press", button.target),) if is_button and button is not None else ()


def _text_given(rest: str, able: Sequence[Thing], row: Row) -> tuple[Form, ...]:
    """Return the writing of a name and the press of the button that gives it: `transfer plot 7 to Jana Wolter`."""
    m = _GIVEN.search(rest)
    heard = [w for w in words_of(rest[: m.start()]) if w not in FREE] if m is not None else []
    buttons = [t for t in able if t.role == "button" and heard and {*_content(t.name)} <= {*heard}]
    at = buttons[0].listed.element.box if len(buttons) == 1 and _content(buttons[0].name) else None
    if m is None or at is None:
        return ()
    fields = [
        t for t in able if t.role == "field" and "type" in t.listed.operations
        for box in (t.listed.element.box,)
        if 0 <= at.y - box.bottom <= _LEAST_BELOW_PX or (shares_row(box, at) and box.right <= at.x)
    ]  # fmt: skip
    known = {*_content(buttons[0].name), *(w for t in fields for w in _content(t.name))}
    known |= {w for name in row.names for w in name}
    if len(fields) != 1 or not all(is_any(w, known) for w in heard):
        return ()
    value = form_of("type", fields[0].target, m["value"].strip(' .!“”"'))
    return value, form_of("press", buttons[0].target)


def _opens(button: Thing, heard: Sequence[str], things: Things) -> bool:
    """Tell whether a button asks for more once it is pressed, and words say all that it is called."""
    is_other = removes(button) or "as" in words_of(button.name)  # "Save as…"
    own = [] if is_other else _content(button.name)
    is_new = len(own) > 1 and own[0] in _NEW and not _takes(button, things)
    if len(own) > 1 and own[0] in _OPENING and heard[0] in _ADDING:
        own = own[1:]
    has_dots = asks_more(button) or is_new
    is_changed = own[:1] == heard[:1] and not _REPLACING.isdisjoint(own[:1])
    is_told = len(own) > 1 and own[0] in _OPENING | _ADDING and not _takes(button, things)
    asks = has_dots or (not _applies(button, things) and (is_changed or is_told))
    return bool(own) and asks and all(is_any(w, heard) for w in own)


def _applies(button: Thing, things: Things) -> bool:
    """Tell whether a button gives the chosen row what is told right before it: `Change alloy` behind a list of alloys."""
    nearest = _nearest(button, things.able)
    return nearest is not None and (nearest.fills or bool(nearest.option))


def _takes(button: Thing, things: Things) -> bool:
    """Tell whether a button takes what is there already: `Create account` below a form, `Add to order`."""
    if not _PLACED.isdisjoint(words_of(button.name)):
        return True
    group = button.listed.group or button.listed.element.parent_name
    form, end = button.listed.element.form, button.listed.element.box.bottom
    return any(
        t.fills
        and t.listed.element.box.y < end  # what sends a form stands behind it
        and (
            (form is not None and t.listed.element.form == form)
            or (group and group in (t.listed.group, t.listed.element.parent_name))
        )
        for t in things.able
    )


def _sending(things: Things, known: Set[str]) -> Thing | None:
    """Return the one button of a form that has opened which says that it takes what was filled in."""
    buttons = [
        t
        for t in things.able
        if t.role == "button" and not (removes(t) or _NO_FORM & {*verbs_of(t)})
    ]
    default = [t for t in buttons if "default" in t.listed.element.states]
    sending = [t for t in buttons if {*verbs_of(t)} & (_TAKING | known)]
    return next((those[0] for those in (default, sending) if len(those) == 1), None)


@dataclass(slots=True)
class _Line:
    """The words of a line, and which of them were taken for something."""

    text: str
    tokens: Sequence[re.Match[str]]
    taken: set[int] = field(default_factory=set)
    opened: frozenset[int] = frozenset()
    """Of these the words that a step before was for: they may still be a label."""

    def word(self, at: int) -> str:
        return self.tokens[at].group().casefold().strip("“”\"'")

    def left(self) -> Iterator[int]:
        return (n for n in range(len(self.tokens)) if n not in self.taken)

    def take_known(self, known: Set[str]) -> None:
        """Take what a step before was for; of a number the last, as in `a bid of 15 on lot 15`."""
        for word in known:
            at = [n for n in range(len(self.tokens)) if is_any(self.word(n), [word])]
            self.taken |= {*at[-1:]} if number(word) is not None or word[0].isdigit() else {*at}
        self.opened = frozenset(self.taken)

    def find(self, name: Iterable[str]) -> range | None:
        """Return where the words of a name stand, one behind the other but for small words between them; else None."""
        wanted = list(name)
        for first in self.left():
            at = first
            for n, word in enumerate(wanted):
                while n and at < len(self.tokens) and self._is_small(at, word):
                    at += 1
                if at == len(self.tokens) or at in self.taken or not is_said(self.word(at), [word]):
                    break
                at += 1
            else:
                return range(first, at)
        return None

    def _is_small(self, at: int, wanted: str) -> bool:
        return self.word(at) in LOOSE and self.word(at) != wanted

    def between(self, at: range) -> str:
        return self.text[self.tokens[at.start].start() : self.tokens[at.stop - 1].end()]


def _button_of(line: _Line, things: Things) -> Thing | None:
    """Return the button that is the verb of a line, or the one that adds what it asks to add; its word is taken."""
    within = {id(t) for row in things.rows for t in row.able}
    loose = [t for t in things.able if t.role == "button" and id(t) not in within]
    loose = [t for t in loose if not (removes(t) or _NO_FORM & {*verbs_of(t)})]
    content = [n for n in range(len(line.tokens)) if line.word(n) not in LOOSE]
    verb = line.word(0)
    if verb in _PLACES or _begins_with_label(line, things):
        return None  # "for Larkfield set the time" is no button of a visit there
    verbs = {n: line.word(n) for n in {0, *content[:1]} if line.word(n) not in LOOSE | FREE}
    heard = [line.word(n) for n in content]
    named = [t for t in loose if any(is_any(w, verbs_of(t)) for w in verbs.values())]
    if len(named) > 1:
        named = [t for t in named if all(is_any(w, [*heard, *LOOSE]) for w in words_of(t.name))]
    if not named and verb in _ADDING:
        named = [t for t in loose if not _ADDED_BY.isdisjoint(verbs_of(t))]
        named = [t for t in named if any(is_any(w, heard) for w in _nouns(t))]
    if len(named) != 1 or asks_more(named[0]):
        return None
    own = words_of(named[0].name)
    line.taken |= {n for n, w in verbs.items() if is_any(w, own) or w in _ADDING}
    return named[0]


def _begins_with_label(line: _Line, things: Things) -> bool:
    """Tell whether a line begins with all that a field is called: `hours a week should be three`."""
    fields = [words_of(t.name) for t in things.able if t.fills]
    said = [line.word(n) for n in range(len(line.tokens))]
    return any(name and said[: len(name)] == name for name in fields)


@dataclass(slots=True)
class _Form:
    """A form while a sentence fills it in."""

    line: _Line
    things: Things
    button: Thing
    done: list[tuple[tuple[int, int], Form]] = field(default_factory=list)
    """What is filled in, by its place on the screen: y and x."""
    choice: tuple[Form, ...] = ()
    row: Row | None = None
    labels: set[str] = field(default_factory=set)
    """Words of what was filled in."""
    is_unclear: bool = False
    is_grouped: bool = False
    """Its fields stand in a group of their own."""
    used: set[str] = field(default_factory=set)
    """The short names of what was filled in."""
    options: set[int] = field(default_factory=set)
    """Where the words of what was chosen stand."""
    writes: bool = False
    """A text or a number is written: where only boxes are named, they may be all that is asked for."""

    def lacks_name(self) -> bool:
        """Tell whether a row is chosen by a name that may belong into an empty field: `a visit for Moser`."""
        named = (t for t in self._fields() if t.fills and not _NAMES.isdisjoint(words_of(t.name)))
        empty = (t for t in named if not (t.listed.element.value or "").strip())
        return bool(self.choice) and any(t.listed.ref not in self.used for t in empty)

    def _fields(self) -> list[Thing]:
        """Return what may be filled in: what stands around the button in its group, if anything does, and in no row."""
        within = {id(t) for row in self.things.rows for t in (*row.able, *row.entries)}
        free = [t for t in self.things.able if id(t) not in within and t.role not in _LEADS]
        free = [t for t in free if _SEARCHED.isdisjoint(words_of(t.name))]
        group = self.button.listed.group or self.button.listed.element.parent_name
        ours = [
            t for t in free if group and group in (t.listed.group, t.listed.element.parent_name)
        ]
        if not any(t.fills or t.option for t in ours):
            return free
        self.is_grouped = True
        around = reduce(Rect.union, (t.listed.element.box for t in ours))
        return [t for t in free if around.contains(t.listed.element.box.center)]

    def _do(self, thing: Thing, form: Form, words_said: str = "") -> None:
        at = thing.listed.element.box
        self.done.append(((at.y, at.x), form))
        self.used.add(thing.listed.ref)
        self.writes |= thing.fills
        self.labels |= {*words_of(f"{thing.words} {thing.listed.element.label} {words_said}")}

    def take_options(self) -> None:
        """Choose each option, and turn on each box, all words of whose name are said; the longest names first."""
        able = [t for t in self._fields() if t.option or "on" in t.listed.operations]
        named = [(own, t) for t in able if (own := _content(t.option or t.name))]
        for own, thing in sorted(named, key=lambda pair: -len(pair[0])):
            at = self.line.find(own) or self._turned(own, thing)
            if at is None:
                continue
            self.is_unclear |= any(own == other and t is not thing for other, t in named)
            self.is_unclear |= self._is_in_name(at) or not self._is_claimed(thing)
            self.line.taken |= {*at}
            self.options |= {*at}
            if thing.option:
                self._do(thing, Choose(literal(thing.option), thing.target))
            else:
                self._do(thing, form_of("on", thing.target))

    def _is_in_name(self, at: Iterable[int]) -> bool:
        """Tell whether words are a part of somebody's name: Small in `book Grace Small`."""
        first = min(at)
        two = [t.group() for t in self.line.tokens[max(0, first - 1) : first + 1]]
        is_name = len(two) == 2 and all(w[0].isupper() for w in two) and first > 1
        return (
            is_name
            and first - 1 not in self.line.taken
            and "," not in self.line.between(range(first - 1, first + 1))
        )

    def _is_claimed(self, thing: Thing) -> bool:
        """Tell whether the verb of a box is said: `she has her receipt` turns on no "Needs a receipt"."""
        verbs = [w for w in words_of(thing.name) if w in _CLAIMS] if not thing.option else []
        heard = [self.line.word(n) for n in range(len(self.line.tokens))]
        return not verbs or any(is_any(w, heard) for w in verbs)

    def _turned(self, own: Sequence[str], thing: Thing) -> set[int] | None:
        """Return where the words of a box stand in any order: `they have paid the deposit`."""
        if thing.option or len(own) < 2:
            return None
        at = [
            next((n for n in self.line.left() if is_said(self.line.word(n), [w])), -1) for w in own
        ]
        is_close = -1 not in at and max(at) - min(at) <= len(own) + 1
        return {*at} if is_close else None

    def take_numbers(self) -> None:
        """Set each day and time, and each number that has the label or the unit of a field beside it."""
        line = self.line
        for n in list(line.left()):
            if n in line.taken or self._take_moment(n):
                continue
            said = line.word(n)
            value = in_digits(said).strip()
            if _NUMBER.fullmatch(value) and said not in LOOSE:
                self._take_number(n, value)

    def _take_moment(self, at: int) -> bool:
        """Take a day or a time: for the field that the words before it name, else for the one that asks for such a thing."""
        line = self.line
        ends = range(min(at + _MOST_OF_DAY, len(line.tokens)), at, -1)
        free = (n for n in ends if line.taken.isdisjoint(range(at, n)))
        said = next((text for n in free if _is_moment(text := line.between(range(at, n)))), "")
        if not said or line.word(at) in LOOSE:
            return False
        is_clock = _CLOCK.fullmatch(said) is not None
        fields = [t for t in self._fields() if t.fills and t.listed.ref not in self.used]
        before = [line.word(n) for n in range(max(0, at - _NEAR + 1), at)]
        named = [t for t in fields if set(words_of(t.name)) <= {*before}]
        for link, names in (("from_words", "from_names"), ("to_words", "to_names")):
            ended = [t for t in fields if " ".join(words_of(t.name)) in words(names)]
            is_end = not named and bool({*before[-1:]} & words(link))
            named = ended if is_end and ended else named
            line.taken |= {at - 1} if is_end and ended else set()
        kinds = _MOMENTS if is_clock else words("day_words")
        named = named or [t for t in fields if not kinds.isdisjoint(words_of(t.name))]
        if len(named) == 1:
            line.taken |= {*range(at, at + len(TOKEN.findall(said)))}
            types = "type" in named[0].listed.operations
            self._do(named[0], form_of("type" if types else "set", named[0].target, said))
        return True

    def _take_number(self, at: int, value: str) -> None:
        line, found = self.line, list[tuple[int, int, Thing]]()
        for thing in self._fields():
            own = _content(thing.name) if thing.fills else []
            if "set" not in thing.listed.operations:  # three dogs are no name of a Dog
                own = [w for w in own if w[-1] == "s" or w in _COUNTED]
            near = [
                (abs(n - at), n)
                for n in (*line.left(), *line.opened)
                if n != at
                and abs(n - at) <= _NEAR
                and is_any(_MEASURES.get(line.word(n), line.word(n)), own)
                and "," not in line.between(range(min(n, at), max(n, at) + 1))
            ]
            found += [(*min(near), thing)] if near else []
        if not found and at + 1 in self.options:  # "3 Shoppers"
            counts = [t for t in self._fields() if not _COUNTED.isdisjoint(words_of(t.name))]
            found = [(1, at + 1, counts[0])] if len(counts) == 1 else []
        if not found:
            return
        nearest = min(d for d, _, _ in found)
        those = [(n, t) for d, n, t in found if d == nearest]
        if len(those) != 1:
            self.is_unclear = True
            return
        n, thing = those[0]
        line.taken |= {at, n}
        is_number = "set" in thing.listed.operations
        self._do(thing, form_of("set" if is_number else "type", thing.target, value))

    def take_row(self) -> None:
        """Choose the row that the words left over name, if they name one."""
        heard = {n: w for n in self.line.left() if (w := self.line.word(n)) not in FREE}
        named, _ = self.things.rows_of(list(heard.values()))
        if not named:
            return
        row = named[0][0]
        if len(named) != 1 or len(named[0]) != 1 or not row.entries:
            self.is_unclear = True
            return
        ours = {n for n, w in heard.items() if is_said(w, row.words)}
        if any(self._is_in_name([n]) for n in ours if n - 1 not in ours):
            return  # "Tim Neu" is not Paul Neu
        self.row, self.choice = row, row.choice([heard[n] for n in ours], always=True)
        self.line.taken |= ours

    def take_texts(self) -> None:
        """Write each text behind the label of its field, and the one name that is left into the field for it."""
        fields = [
            t
            for t in self._fields()
            if t.fills
            and "type" in t.listed.operations
            and t.listed.ref not in self.used
            and not (t.listed.element.value or "").strip()
        ]
        fields = [t for t in fields if _SEARCHED.isdisjoint(words_of(t.name))]
        # "Save, it costs 5" tells something, and is nobody's name.
        runs = [run for run in self._runs() if self.line.word(run.start) not in _TELLING]
        for run in list(runs):
            before = [self.line.word(n) for n in range(max(0, run.start - _NEAR), run.start)]
            named = [
                t
                for t in fields
                if (own := _content(t.name)) and all(is_any(w, before) for w in own)
            ]
            if len(named) == 1:
                self._write(named[0], run)
                fields.remove(named[0])
                runs.remove(run)
        asking = [t for t in fields if not _NAMES.isdisjoint(words_of(t.name))]
        for run, thing in zip(runs[:1], (asking or fields)[:1], strict=False):
            if asking or (len(fields) == 1 and self.is_grouped):
                self._write(thing, run)

    def _write(self, thing: Thing, run: range) -> None:
        self.line.taken |= {*run}
        self._do(thing, form_of("type", thing.target, self.line.between(run).strip("“”\"'")))

    def _runs(self) -> Iterator[range]:
        """Yield the names among the words that are left: with capital letters, of letters and digits, or quoted."""
        line, at, last = self.line, 0, len(self.line.tokens)
        has_capitals = any(line.tokens[n].group()[0].isupper() for n in range(1, last))
        while at < last:
            end = at
            while end < last and end not in line.taken:
                is_count = end > at and line.word(end).isdigit()  # "Tower 2"
                if not (is_count or self._may_be_name(end, has_capitals)):
                    break
                is_next = end == at or not line.text[
                    line.tokens[end - 1].end() : line.tokens[end].start()
                ].strip(" .-")
                if not is_next:
                    break
                end += 1
            if end > at and line.tokens[at].group()[0].isupper():
                end = self._with_ending(end)
            if end > at and (has_capitals or 1 < end - at <= _MOST_SMALL):
                yield range(at, end)
            at = max(end, at + 1)

    def _with_ending(self, end: int) -> int:
        """Return the end of a name with an unknown small word behind it, before a comma: `at Bell House rear, ...`."""
        line = self.line
        if (
            end >= len(line.tokens)
            or end in line.taken
            or not self._may_be_name(end, has_capitals=False)
        ):
            return end
        behind = line.text[line.tokens[end].end() :].lstrip()
        return end + 1 if not behind or behind[0] in ",;" else end

    def _may_be_name(self, at: int, has_capitals: bool) -> bool:
        said = self.line.tokens[at].group()
        if said[0].isupper() or said[0] in '“"' or _CODE.fullmatch(said):
            return at > 0 and said not in ("I", "I'm", "I'd") and said.casefold() not in DATES
        folded = said.casefold()
        is_known = is_free(folded) or folded in _SAID_OF or is_any(folded, self._known())
        return not (has_capitals or is_known or number(folded) is not None)

    def _known(self) -> set[str]:
        names = {
            *words_of(self.button.name),
            *self.labels,
            *self.things.held,
            *self.things.captions,
        }
        return {*names, *(w for t in self.things.able for w in words_of(t.option or t.name))}

    def is_whole(self) -> bool:
        """Tell whether every word was taken, or asks for nothing beside what was."""
        known = {
            *words_of(self.button.words),
            *self.labels,
            *self.things.held,
        } | _SAID_OF
        if self.row is not None:
            known |= self.row.words
        rest = [self.line.word(n) for n in self.line.left()]
        values = [n for n in self.line.left() if n and self.line.tokens[n].group()[0].isupper()]
        return not (self.is_unclear or values) and all(
            is_free(w) or (is_any(w, known) and number(w) is None) for w in rest
        )


def _is_moment(said: str) -> bool:
    """Tell whether words are a day or a time of the clock, and nothing else."""
    parts = moment(said) or {}
    return _CLOCK.fullmatch(said) is not None or ("month" in parts and "hour" not in parts)


def _nouns(button: Thing) -> list[str]:
    """Return what a button says beside its verb."""
    own, verbs = _content(button.name), verbs_of(button)
    return [w for w in own if w not in verbs] if len(verbs) > 1 else own[1:]


def _content(text: str) -> list[str]:
    return [w for w in words_of(text) if w not in LOOSE]


def says_more(text: str, own: Iterable[str], things: Things, *, is_placed: bool) -> bool:
    """Tell whether what is to be written may end before its last word: the rest names another thing, or orders one.

    Args:
        own: words of the field it goes into.
        is_placed: a field is named; else the end of the text may name it: `Okoye as the customer`.
    """
    parts, known = PARTED.split(text), {*own}
    takers = [
        t
        for t in things.able
        if (t.fills or t.option) and any(is_any(w, known) for w in words_of(t.name))
    ]
    if is_placed and not takers:
        return False  # "gritted: School hill" writes nothing
    if text.strip().casefold() in things.whole_names:
        # "Change the stone to slate" writes nothing into "Name on the stone" where Slate can be chosen.
        return is_placed and not any(
            t.option or known >= {*words_of(t.name)} - LOOSE for t in takers
        )
    names = {w for t in things.able for w in words_of(t.words)} - LOOSE - known
    for part in parts[1:]:
        if part[:1].isupper() and part.casefold() not in things.whole_names:
            continue  # "Parker and Quiet" is a name
        content = [w for w in words_of(part) if w not in FREE]
        if IMPERATIVE.match(part.strip()) or any(is_said(w, names) for w in content):
            return True
    if not is_placed and (m := TOLD_BACK.search(text)):
        fields = {w for t in things.able if t.fills for w in words_of(t.name)} - LOOSE
        return any(is_said(w, fields) for w in words_of(m["name"]))
    return len(labels_in(f"{' '.join(own)} {text}", things)) > 1
