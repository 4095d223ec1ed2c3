"""What a clause only tells: why an order is given, where a thing is, what somebody thinks. It asks for nothing.

Such a clause is left out, and the user is told so. One that may take an order back, limit it, or ask for one more thing
is never left out.
"""

import re
from collections.abc import Container, Sequence, Set
from typing import Final

from automation.commands.language import alternatives, words
from automation.commands.read.denials import DENIES, DENIES_AHEAD, DONT
from automation.commands.read.meant import INTERJECTION, STATES, TICKS
from automation.commands.read.rows import Named
from automation.commands.read.things import (
    GIVES_REASON,
    IMPERATIVE,
    LIMITS,
    PAGES,
    TELLS,
    Things,
    any_of,
    as_heard,
    is_free,
    values_in,
    verbs_of,
    without_rows,
)
from automation.commands.words import (
    FREE,
    LOOSE,
    is_any,
    is_kin,
    is_known,
    is_said,
    number,
    ordinal,
    words_of,
)

_TAKING_BACK: Final = words("taking_back_words")
ARTICLES: Final = words("determiners") | words("articles")
CONDITION: Final = re.compile(rf"\b{any_of('condition_words')}\b", re.IGNORECASE)
_NAMED_SO: Final = re.compile(r"\b(?:is|are|was)\s+[A-Z]")
"""`The customer is Brandt` says a value."""
_SPOKEN_OF: Final = words("story_subjects")
_STORY: Final = words("finite_verbs") - words("value_verbs")
_PICKING: Final = words("picking_verbs")
_PARTS: Final = re.compile(r"[,;:?\"\u201c\u201d]|\b(?:and|und|or|oder)\b", re.IGNORECASE)
_CHANGED: Final = re.compile(r"\b(?:to|from|by)\s+\S+\s*$", re.IGNORECASE)
"""`The price went to five` tells what it is now."""
_NAMED_AFTER: Final = re.compile(r"(?<=[a-z]\s)[A-Z][a-z]+\s*$")
_POINTED_AT: Final = frozenset({"this", "these"})
_OF_USER: Final = frozenset({"i", "i've", "we", "we've", "never", "my", "our", "no"})
_MINDS: Final = frozenset({"mind"})
"""Somebody else's is no order of the user."""
_PLACE: Final = re.compile(
    rf"{any_of('place_starts')}\b.*\b{any_of('place_ends')}\b", re.IGNORECASE
)
"""A clause that tells where the thing before is."""
WISHES: Final = re.compile(rf"\b(?:{alternatives('wishing_verbs')})\b", re.IGNORECASE)
_WANTED: Final = re.compile(
    r"(?:i|we)(?:['\u2019]d\s+like|\s+(?:would\s+like|want|need))\s+(?!to\b)", re.IGNORECASE
)
"""`We want a sea-view cabin` is an order."""
_REASON: Final = re.compile(rf"{any_of('reason_words')}\b", re.IGNORECASE)
ABOUT: Final = words("topic_words")
"""Words for what was named before."""
_PLACES_IT: Final = re.compile(r"(?:to|with|into|in|at|on|from|by)\b", re.IGNORECASE)
SUBJECTS: Final = words("subjects")
SO: Final = re.compile(r",?\s+so\b", re.IGNORECASE)
"""What follows upon a reason."""
PLACED: Final = re.compile(rf"{any_of('placed_starts')}\b", re.IGNORECASE)
REPORTING: Final = words("reporting_verbs")


def may_be_asked(clause: str) -> bool:
    """Tell whether a clause that tells something may take back the order before it, limit it, or be one more."""
    heard = words_of(clause)
    content = [w for w in heard if not (is_free(w) or DENIES.fullmatch(w) or w in SUBJECTS)]
    back = _TAKING_BACK if heard[0] in _OF_USER else _TAKING_BACK - _MINDS
    is_other = not (back | REPORTING).isdisjoint(heard) or CONDITION.search(clause) is not None
    is_wish = WISHES.search(clause) is not None or _WANTED.match(clause) is not None
    return is_other or is_wish or not content or _NAMED_SO.search(clause) is not None


def tells_why(
    clause: str, things: Things, before: Sequence[str], done_with: Set[str] = frozenset()
) -> bool:
    """Tell whether a clause behind an order only says why: `ship it, the driver is here`, `..., the band has quit`.

    One with the verb of a story orders nothing, whatever it names; one that says what somebody or something is or has
    must name nothing that could be made so. Where nothing was ordered before, but told, it is one more thing told.

    Args:
        before: the clauses before it.
        done_with: the words of the row with which the order is done, of which one may tell what is so already.
    """
    bare = clause.strip()
    if not GIVES_REASON.match(bare) or is_order(bare, things) or may_be_asked(bare):
        return False
    heard = words_of(bare)
    content = [w for w in heard if not (is_free(w) or w in SUBJECTS or w in _SPOKEN_OF)]
    made = [t for t in things.able if t.role not in PAGES]  # no tab is made so
    able = [{w for w in words_of(f"{t.name} {t.option}") if w not in LOOSE} for t in made]
    story = next((w for w in heard[1:] if w in _STORY), "")
    is_told = bool(story) and not any(is_said(story, own) for own in able)
    is_of_it = heard[0] in _SPOKEN_OF
    says = _says_choice(content if is_of_it else heard, things, done_with, is_of_it=is_of_it)
    if _says_value(bare) or (says and not (is_told and DENIES_AHEAD.search(bare))):
        return False
    is_ordered = any(is_order(earlier, things) for earlier in before)
    is_of_somebody = heard[0] in _SPOKEN_OF or heard[0] in ARTICLES or bare[0].isupper()
    is_of_somebody |= bool(story) and not SUBJECTS.isdisjoint(heard[heard.index(story) :][1:2])
    if is_told and is_of_somebody and (is_ordered or any(map(WISHES.search, before))):
        return not (_CHANGED.search(bare) or _NAMED_AFTER.search(bare))
    if DENIES.search(bare) or (
        not is_ordered and any(is_any(w, own) for w in content for own in able)
    ):
        return False
    if heard[0] in _POINTED_AT and not GIVES_REASON.fullmatch(" ".join(heard[:2])):
        return True  # "this yarn is strong enough"
    if content and all(is_said(w, done_with) for w in content if w not in LOOSE):
        return True
    if heard[0] in _SPOKEN_OF:
        return not any(own and all(is_said(w, heard) for w in own) for own in able)
    return not any(is_said(w, own) for w in content for own in able)


def _says_value(said: str) -> bool:
    """Tell whether a clause has a number, a quotation or an address, or is more than one: `it lasts 40 minutes`."""
    numbers = (number(w) not in (None, 1) or (ordinal(w) or 0) > 1 for w in words_of(said))
    values = (not v[0].isalpha() or "@" in v for v in values_in(f" {said}"))
    return _PARTS.search(said) is not None or any(numbers) or any(values)


def _says_choice(
    heard: Sequence[str], things: Things, done_with: Set[str], *, is_of_it: bool
) -> bool:
    """Tell whether a clause has a word of a box, or of what a list offers: `it is linen`, `the light goes out`.

    Args:
        done_with: the words of the row with which an order was done, which are so already.
        is_of_it: it begins with `it` or `this`, so that one word of a name is enough.
    """
    choices = [t for t in things.able if t.option or {"on", "off"} & {*t.listed.operations}]
    names = [{*words_of(t.option or t.name)} for t in choices]
    if is_of_it:
        words_there = {w for own in names for w in own - LOOSE}
        return any(is_said(w, words_there) and not is_said(w, done_with) for w in heard)
    whole = [own for own in names if own and all(is_said(w, heard) for w in own)]
    return any(not is_said(w, done_with) for own in whole for w in own)


def is_story(clause: str, things: Things) -> bool:
    """Tell whether a clause has the verb of a story: `Ann and Tom brought their coats back`."""
    if is_order(clause, things):
        return False
    able = [{*words_of(t.name)} for t in things.able]
    told = (w for w in words_of(clause)[1:] if w in _STORY)
    return any(not any(is_said(w, own) for own in able) for w in told)


def picks(clause: str) -> bool:
    """Tell whether a clause only chooses something, of which the next one may tell: `choose Tom, he has paid`."""
    return not _PICKING.isdisjoint(words_of(clause)[:1])


def is_order(clause: str, things: Things) -> bool:
    """Tell whether a clause begins with a verb, or with that of a button: `report Pepper lost`."""
    first = words_of(clause)[:1]
    verbs = {w for t in things.able if t.role == "button" for w in verbs_of(t)}
    return IMPERATIVE.match(clause.strip()) is not None or not verbs.isdisjoint(first)


def wishes_other(clause: str, things: Things) -> bool:
    """Tell whether a clause says what should be so, of something that was not spoken of."""
    is_of_page = any(w in things.held for w in words_of(clause))
    return WISHES.search(clause) is not None and not is_of_page


def ticks_it(clause: str) -> bool:
    """Tell whether a clause ticks what was named before."""
    return speaks_of_it(clause) and TICKS.search(clause) is not None and not DENIES.search(clause)


def speaks_of_it(clause: str) -> bool:
    """Tell whether a clause speaks of what was named before."""
    heard = words_of(clause)
    return not ABOUT.isdisjoint(heard) or (len(heard) > 1 and heard[-1] == "there")


def is_aside(clause: str, why: str, things: Things, *, is_first: bool, after: str) -> bool:
    """Tell whether a clause only says why, or where: no step, value, limit or denial, and no name on the screen.

    Args:
        why: why it means nothing of what is there.
        after: what joins the next clause to it.
    """
    said = as_heard(clause, is_first=is_first)
    heard = words_of(said)
    named = things.named_in(said)
    known = {*things.held, *(w for rows in named for row in rows for w in row.words)}
    if not heard or _is_remark(said, known):
        return True
    if _WANTED.match(said.strip()) and not is_first:
        return False
    is_reason = SO.match(after) is not None and not IMPERATIVE.match(said.strip())
    if "?" in said or any(not is_known(v, known) for v in values_in(said)):
        return False
    if LIMITS.search(said) and not is_reason:
        return False
    is_state = any(w in STATES for w in heard)
    is_repeated = not (is_first or is_state) and all(map(is_free, heard))  # "tick it"
    if is_repeated or _PLACE.match(said.strip()):
        return True
    if IMPERATIVE.match(said.strip()):
        return False
    if any(number(w) not in (None, 1) for w in heard):
        return False
    if is_reason:
        return True
    tells = TELLS.match(said.strip()) or any(is_said(w, known) for w in heard[:2])
    # What is here is asked for, if nothing else is told.
    if not tells or DENIES.search(said) or (why != "aside" and not named):
        return False
    content = [w for w in heard if w not in LOOSE and not is_said(w, known)]
    return not any(is_kin(w, s) for w in content for s in things.shown)


def _is_remark(said: str, known: Container[str]) -> bool:
    """Tell whether a clause exclaims, gives a reason, asks for nothing to be done, or says where on the page."""
    bare = said.strip()
    if INTERJECTION.fullmatch(bare) or DONT.match(bare):
        return True
    if _REASON.match(bare):
        return not values_in(said)
    return PLACED.match(bare) is not None and is_of_page(bare, known)


def is_of_page(clause: str, known: Container[str]) -> bool:
    """Tell whether a clause says only what the page is about: `fill in the new hire`."""
    heard = [w for w in words_of(clause) if w not in FREE]
    return bool(heard) and all(w in known or w.removesuffix("'s") in known for w in heard)


def only_tells(clause: str, *, is_first: bool) -> bool:
    """Tell whether a clause gives no order and no value."""
    said = as_heard(clause, is_first=is_first)
    bare = said.strip()
    has_number = any(number(w) not in (None, 1) for w in words_of(bare))
    is_story = is_first and not (IMPERATIVE.match(bare) or DENIES.search(bare))
    is_told = TELLS.match(bare) is not None or is_story
    return is_told and not (has_number or values_in(said) or LIMITS.search(bare))


def reports(clause: str) -> bool:
    """Tell whether a clause tells what somebody else says or thinks: `someone asked to send`."""
    heard = words_of(clause)
    is_told = GIVES_REASON.match(clause) is not None and not IMPERATIVE.match(clause)
    is_own = heard[:1] in (["i"], ["we"]) or not REPORTING.isdisjoint(heard[:1])
    return is_told and not is_own and not REPORTING.isdisjoint(heard[:-1])


def denies_only(clause: str, named: Named, around: Sequence[str], things: Things) -> bool:
    """Tell whether a clause says what is left as it is: `cancel Ann and not Tom`, `the gas is oxygen, not nitrogen`.

    Args:
        around: the clause before it, which may choose another option of the list, and the one behind it.
    """
    before, *behind = around
    if any(map(_PLACES_IT.match, behind)):
        return False  # "move Ann, not Tom, to bay 3" is one order
    rest = words_of(without_rows(clause, named))
    has_box = any("off" in t.listed.operations for rows in named for r in rows for t in r.able)
    content = [w for w in rest if not (is_free(w) or DENIES_AHEAD.fullmatch(w))]
    said = {*words_of(before)}
    chosen = {t.listed.ref for t in things.able if t.option and said.issuperset(words_of(t.option))}
    others = {w for t in things.able if t.listed.ref in chosen for w in words_of(t.option)} - said
    is_other = bool(content) and others.issuperset(content)
    is_row = bool(named) and not content and not has_box
    return (is_row or is_other) and DENIES_AHEAD.search(clause) is not None
