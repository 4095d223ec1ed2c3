"""Looks whether something is so: a text shown, a value held, a box on, a title there. Never acts.

A field that was typed into is read back and compared with what it held before. That tells lengths and
never letters: what a field holds may be anybody's.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from automation.core.actions import Check, Checked, Equals, Shown, WindowTitle, Write
from automation.core.observation import Observation, ScreenElement
from automation.core.pictures import changed_box
from automation.core.ports import ElementReader, Screen
from automation.core.proposal import Receipt
from automation.core.text import worded
from automation.core.timing import Clock, StopToken
from automation.screen.folding import alphanumeric, plain, unspaced
from automation.screen.roles import INPUTS, ON_AND_OFF

POLL_S: Final = 0.2
_TEXTS: Final = frozenset({"text", "label", "status", "cell", "heading"})


class Checker:
    """Looks until a check holds or its time is up. Owned by the agent thread."""

    def __init__(self, reader: ElementReader, screen: Screen, clock: Clock) -> None:
        self._reader = reader
        self._screen = screen
        self._clock = clock

    def check(self, check: Check, observation: Observation, stop: StopToken) -> Receipt:
        """Return `effect_seen`, `denied` with what was found, or `not_seen` where nothing tells."""
        within_s = check.within_s if isinstance(check, Shown | WindowTitle) else 0.0
        deadline_s = self._clock.now_s() + within_s
        receipt = self._look(check, observation)
        while receipt.kind != "effect_seen" and self._clock.now_s() < deadline_s:
            self._clock.wait(min(POLL_S, deadline_s - self._clock.now_s()), stop)
            latest = self._screen.observe_now()
            if _is_same(observation, latest) and self._clock.now_s() < deadline_s:
                continue
            observation = latest
            receipt = self._look(check, observation)
        return receipt

    def _look(self, check: Check, observation: Observation) -> Receipt:
        match check:
            case Shown():
                return self._shown(check, observation)
            case Equals():
                return self._equals(check, observation)
            case Checked():
                return self._checked(check, observation)
            case WindowTitle():
                return _titled(check, observation)

    def _shown(self, check: Shown, observation: Observation) -> Receipt:
        """Look in the tree first; OCR only where the tree does not show the text."""
        elements = self._reader.tree(observation)
        place = _where(check.text, elements)
        if not place:
            lines = self._reader.text(observation)
            place = _where(check.text, lines) or _is_broken(unspaced(check.text), lines, lines)
            if not place and not elements and not lines:
                return Receipt("not_seen", worded("nothing on the screen could be read"))
        yes, no = worded('"{0}" is shown', check.text), worded('"{0}" is not shown', check.text)
        return _answer(not place, no, yes) if check.absent else _answer(bool(place), yes, no)

    def _equals(self, check: Equals, observation: Observation) -> Receipt:
        # A label often has the name of the field beside it: what can be typed into comes first.
        element = self._find(check.target, observation, INPUTS) or self._find(
            check.target, observation, _TEXTS
        )
        if element is None:
            return Receipt("not_seen", worded('"{0}" was not found', check.target))
        if "secret" in element.states:
            return Receipt("not_seen", worded("a password field is never read"))
        fresh = self._reader.refreshed(element) or element
        if fresh.value is None:
            return Receipt("not_seen", worded('the text of "{0}" cannot be read', check.target))
        found = fresh.value.removesuffix("\n")
        if found == check.value:
            return Receipt("effect_seen", worded("read, exact"))
        return Receipt(
            "denied",
            worded(
                '"{0}" holds {1} letters that are not the expected ones', check.target, len(found)
            ),
        )

    def _checked(self, check: Checked, observation: Observation) -> Receipt:
        element = self._find(check.target, observation, ON_AND_OFF)
        if element is None:
            return Receipt("not_seen", worded('"{0}" was not found', check.target))
        fresh = self._reader.refreshed(element) or element
        is_on = "checked" in fresh.states
        on, off = worded('"{0}" is on', check.target), worded('"{0}" is off', check.target)
        found = on if is_on else off
        return _answer(is_on == check.is_checked, found, found)

    def _find(
        self, name: str, observation: Observation, roles: frozenset[str]
    ) -> ScreenElement | None:
        """Return the element of that name, of the wanted roles if there is one."""
        wanted = plain(name)
        named = [e for e in self._reader.tree(observation) if plain(e.name) == wanted]
        return next((e for e in named if e.role in roles), None)


def _titled(check: WindowTitle, observation: Observation) -> Receipt:
    wanted = plain(check.text)
    has = any(wanted in plain(w.title) for w in observation.windows if not w.is_own)
    yes = worded('there is a window called "{0}"', check.text)
    return _answer(has, yes, worded('there is no window called "{0}"', check.text))


def _where(text: str, elements: Sequence[ScreenElement]) -> bool:
    """Tell whether one of the elements shows the text as its name or value."""
    wanted = plain(text)
    return any(
        wanted in plain(e.name) or (e.value is not None and wanted in plain(e.value))
        for e in elements
        if "secret" not in e.states
    )


def _is_broken(wanted: str, below: Sequence[ScreenElement], lines: Sequence[ScreenElement]) -> bool:
    """Tell whether lines that stand one under the other make up the text, as names below icons are broken.

    Args:
        wanted: the text, or what is left of it, without blanks.
        below: where it may begin.
    """
    for line in below:
        part = unspaced(line.name)
        if part and wanted != part and wanted.startswith(part):
            box = line.box
            under = [
                e for e in lines
                if abs(e.box.center.x - box.center.x) <= box.h and abs(e.box.y - box.bottom) <= box.h / 2
            ]  # fmt: skip
            rest = wanted.removeprefix(part)
            if any(unspaced(e.name) == rest for e in under) or _is_broken(rest, under, lines):
                return True
    return False


def _answer(is_so: bool, yes: str, no: str) -> Receipt:
    return Receipt("effect_seen", yes) if is_so else Receipt("denied", no)


def _is_same(before: Observation, after: Observation) -> bool:
    """Tell whether nothing moved between two looks, so that reading again would tell the same."""
    titles = [(w.window_id, w.title) for w in before.windows]
    return titles == [(w.window_id, w.title) for w in after.windows] and (
        changed_box(before.frame, after.frame) is None
    )


EXACT: Final = Receipt("effect_seen", worded("read back, exact"), code="exact")
PART_OF_IT: Final = Receipt("effect_seen", worded("read back, it is in the field"))
OTHER_CASE: Final = Receipt(
    "landed", worded("read back, the same letters in another case"), code="other_case"
)
AS_IT_WAS: Final = Receipt("denied", worded("read back, the field is as it was"), code="as_it_was")
"""What was typed is not in the field that tells what it holds."""
HELD_BEFORE: Final = Receipt("not_seen", worded("read back, the field holds it, as it did before"))
THERE_BEFORE: Final = Receipt(
    "landed",
    worded("read back, the field has the keyboard and holds it, as it did before"),
    code="there_before",
)
"""The same where the text can have gone nowhere else: it is as was asked, whether or not a key came."""
_SIGNS: Final = "+-*/%^=\u00d7\u00f7\u2212"
_SUM: Final = re.compile(r"[\d\s.,()=\u00d7\u00f7\u2212%^*/+-]*")
_NUMBER: Final = re.compile(r"\s*[-\u2212]?[\d.,'\s]*\d\s*")


def read_back(
    action: Write, target: ScreenElement | None, field: ScreenElement, value: str
) -> Receipt:
    """Compare what the field holds with what was typed; tells lengths only.

    A text that the field held before is no proof that it came, nor that it did not: it may have been
    typed over a selection. A field that was empty holds what
    was typed alone, or something else was put in: a prefix, or the rest of a word that the program
    knows.
    """
    found, typed = value.removesuffix("\n"), action.text.removesuffix("\n")
    before = target.value if target is not None else None
    is_as_it_was = before is not None and found == before.removesuffix("\n")
    if found == typed and not (is_as_it_was and typed):
        return EXACT
    if found == typed:
        is_there = action.overwrite and "focused" in field.states
        return THERE_BEFORE if is_there else HELD_BEFORE
    if is_as_it_was:
        return AS_IT_WAS
    is_more = found.count(typed) > (before or "").count(typed)
    if not action.overwrite and before != "" and typed and is_more:
        return PART_OF_IT
    if found.casefold() == typed.casefold():
        return OTHER_CASE
    was = (before or "").removesuffix("\n")
    is_display = "editable" not in field.states
    if before is not None and (
        _is_rewritten(action, typed, found, was) or (is_display and _is_operand(typed, found))
    ):
        told = worded(
            "the field changed the text: {0} letters found, {1} typed", len(found), len(typed)
        )
        return Receipt("landed", told, code="rewritten")
    return Receipt(
        "not_seen",
        worded("read back, it differs: {0} letters found, {1} typed", len(found), len(typed)),
    )


def _is_rewritten(action: Write, typed: str, found: str, before: str) -> bool:
    """Tell whether a field that has changed took all of a text and put it its own way.

    A telephone number is grouped, a bracket is closed, a sum is computed. Where letters of the text
    are missing, or what stood there was to go and stands there still, it did not.
    """
    if not typed or not found:
        return False
    if before and action.overwrite and before in found:
        return False
    new = found.removeprefix(before) if not action.overwrite else found
    if _is_sum(typed) and _NUMBER.fullmatch(found) and found.strip() not in typed:
        # Of “1.5 + 4.25” the digits 425 are no result: the program has left out the points.
        return _folded(found) not in map(_folded, re.findall(r"[\d.,]+", typed))
    if before and not action.overwrite and new == found:
        return False
    return _folded(typed) == _folded(new) != "" or _are_in_order(typed, new)


def _is_operand(typed: str, found: str) -> bool:
    """Tell whether a calculator shows the last number of a sum that waits for its end."""
    numbers = re.findall(r"\d+(?:[.,]\d+)*", typed)
    return _is_sum(typed) and len(numbers) > 1 and numbers[-1] == found.strip()


def _is_sum(text: str) -> bool:
    return _SUM.fullmatch(text) is not None and any(sign in text for sign in _SIGNS)


def _are_in_order(letters: str, text: str) -> bool:
    """Tell whether all letters stand in the text, in their order, perhaps with others between."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


def is_put_its_own_way(typed: str, held: str) -> bool:
    """Tell whether a field that held this may have got the text and hold the same again.

    Fields put case, blanks, signs and the noughts of a number their own way; they cut off what is
    too long, finish a word that they know and leave out how an address begins. A text without
    letters and digits may be left out as a whole.
    """
    text, own = _folded(typed), _folded(held)
    if not (text and own):
        return not text
    longer, shorter = (text, own) if len(text) > len(own) else (own, text)
    return longer.startswith(shorter) or longer.endswith(shorter)


def _folded(text: str) -> str:
    """Return the letters and digits of a text; of a number without the noughts around it."""
    bare = alphanumeric(unicodedata.normalize("NFKC", text))
    return bare.strip("0") if bare.isdigit() else bare
