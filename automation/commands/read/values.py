"""What can be a value: colours, and what a statement says of a thing that takes one."""

import re
from typing import Final

from automation.commands import language
from automation.commands.find.resolve import CELL_ADDRESS, resolve
from automation.commands.find.screen_view import Scene
from automation.commands.forms import (
    Assign,
)
from automation.commands.matching import Found, Missing, Several, Want
from automation.commands.read.dates import (
    moment,
)
from automation.commands.targets import COMBOS
from automation.commands.words import as_said, has_doubt, number
from automation.core.observation import ScreenElement
from automation.screen.roles import BUTTONS, LABELS, LISTED, NUMBERS, ROWS, TWO_STATES, TYPED_FIELDS
from automation.screen.rows import shares_row

_TAKING: Final = TYPED_FIELDS | COMBOS | NUMBERS
ON_WORDS: Final = frozenset({"on", "checked", "ticked", "true", "yes", "enabled", "active", "1"})
OFF_WORDS: Final = frozenset(
    {"off", "unchecked", "unticked", "false", "no", "disabled", "inactive", "0"}
)
_HEX: Final = re.compile(r"#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})")
_RGB: Final = re.compile(r"rgb\s*\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")

_SIGNS: Final = r"-+*/^=\u00d7\u00f7\u2212\u221a"
_PART: Final = rf"[{_SIGNS}\d.,%()]"
SUM: Final = re.compile(
    rf"(?=[^{_SIGNS}]*[{_SIGNS}])(?=\D*\d)(?:{_PART}+(?:\s+{_PART}+)+|(?:(?!=){_PART})+=)"
)
"""What is pressed key by key on a calculator."""


def sums_up(text: str, scene: Scene) -> bool:
    """Tell whether a text is a sum or a number, and the window computes: it has keys for figures and for each sign of it."""
    there = {as_said(e.name) for e in scene.near if e.role in BUTTONS}
    signs = {sign for sign in text if not (sign.isdigit() or sign.isspace())}
    is_sum = text.strip().isdecimal() or SUM.fullmatch(text.strip()) is not None
    return is_sum and signs <= there and len(there & _FIGURES) > 4


_FIGURES: Final = frozenset("0123456789")


# Colours: a button that shows one opens fields for its red, green and blue, or for all of it in one.


def colour_of(words: str) -> tuple[int, int, int] | None:
    """Return red, green and blue (0..255) of `#aa2200`, `rgb(170, 34, 0)` or the name of a colour."""
    said = as_said(words).removeprefix("colour ").removeprefix("color ")
    if match := _HEX.fullmatch(said):
        return int(match[1], 16), int(match[2], 16), int(match[3], 16)
    if match := _RGB.fullmatch(said):
        parts = int(match[1]), int(match[2]), int(match[3])
        return parts if max(parts) < 256 else None
    named = (told["colours"].get(said) for told in language.languages().values())
    found = next((hexed for hexed in named if hexed), None)
    return colour_of(f"#{found}") if found else None


_ONLY_TELLS: Final = re.compile(r"[^:]+\s(?:is|are|ist|sind)\s[^:]+", re.IGNORECASE)


def may_be_told(form: Assign, source: str, scene: Scene, *, is_late: bool = False) -> bool:
    """Tell whether a statement says something of a thing that takes a value: "School annex is not billable" does not.

    The words of a cell, an entry or a text get no value by it, and "the signature is fine" no text.

    Args:
        is_late: what is not there may come up by the steps before.
    """
    found = resolve(form.target, scene, Want.ANY)
    if isinstance(found, Missing):
        return is_late
    is_quoted = form.value.casefold() not in source.casefold()
    if _ONLY_TELLS.fullmatch(source) and not (is_quoted or _may_take(form, scene)):
        return False
    if isinstance(found, Found) and is_answered_by_choice(found.element, scene):
        return True
    things = found.elements if isinstance(found, Several) else ()
    for thing in (found.element,) if isinstance(found, Found) else things:
        is_said = not set(as_said(thing.name).split()).isdisjoint(as_said(form.target.text).split())
        is_text = thing.role in LISTED | ROWS | LABELS and is_said
        is_text &= not CELL_ADDRESS.fullmatch(thing.name) or has_doubt(form.value)
        if is_text and not (thing.role in LABELS and _is_label(form, scene)):
            return False
    return True


def _is_label(form: Assign, scene: Scene) -> bool:
    """Tell whether a text that was named stands for the one control beside it, as labels do where no tree says so.

    "Carbonara is sold out" says nothing of the field Price of Carbonara.
    """
    found = (resolve(form.target, scene, want) for want in (Want.EDIT, Want.HOLDER))
    controls = (f.element for f in found if isinstance(f, Found))
    return any(e.role in _TAKING and e.source == "ocr" for e in controls)


def _may_take(form: Assign, scene: Scene) -> bool:
    """Tell whether what is told of a thing is a value of it: no feeling or news that no choice is called."""
    value = form.value.casefold().rstrip(".!")
    if (
        not value[:1].isalpha()
        or form.value[:1].isupper()
        or any(c in "@0123456789" for c in value)
    ):
        return True
    holder = resolve(form.target, scene, Want.HOLDER)
    if isinstance(holder, Found) and holder.element.role in COMBOS:
        return scene.offers(holder.element, value)
    choices = (e for e in scene.there if e.role in TWO_STATES | {"column_header"})
    is_choice = value in ON_WORDS | OFF_WORDS or any(
        as_said(e.name) == as_said(value) for e in choices
    )
    return is_choice or number(value) is not None or moment(value) is not None


def is_answered_by_choice(cell: ScreenElement, scene: Scene) -> bool:
    """Tell whether a cell is a question: the radio buttons of its row are the answers."""
    radios = [e for e in scene.near if e.role == "radio" and e.window_id == cell.window_id]
    return sum(shares_row(e.box, cell.box) for e in radios) > 1
