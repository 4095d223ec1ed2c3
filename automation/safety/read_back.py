"""What a field that is read back tells of a text that was typed, compared with what it held before.

It says lengths and never letters: what a field holds may be anybody's.
"""

import re
import unicodedata
from typing import Final

from automation.core.actions import Write
from automation.core.observation import ScreenElement
from automation.core.proposal import Receipt

EXACT: Final = Receipt("effect_seen", "read back, exact", code="exact")
PART_OF_IT: Final = Receipt("effect_seen", "read back, it is in the field")
OTHER_CASE: Final = Receipt(
    "landed", "read back, the same letters in another case", code="other_case"
)
AS_IT_WAS: Final = Receipt("denied", "read back, the field is as it was", code="as_it_was")
"""What was typed is not in the field that tells what it holds."""
HELD_BEFORE: Final = Receipt("not_seen", "read back, the field holds it, as it did before")
THERE_BEFORE: Final = Receipt(
    "landed",
    "read back, the field has the keyboard and holds it, as it did before",
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

    Args:
        action: what was typed.
        target: the field as it was before.
        field: one that may have been written into, as it is now.
        value: what that holds.
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
        told = f"the field changed the text: {len(found)} letters found, {len(typed)} typed"
        return Receipt("landed", told, code="rewritten")
    return Receipt(
        "not_seen",
        f"read back, it differs: {len(found)} letters found, {len(typed)} typed",
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
        return True
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


def unspaced(text: str) -> str:
    """Return a text without blanks and without regard to case, as a reading of a picture has it."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _folded(text: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
    return bare.strip("0") if bare.isdigit() else bare
