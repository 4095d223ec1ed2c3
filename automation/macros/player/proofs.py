"""A condition that was seen, said as a check that the record can hold; its receipt counts."""

import unicodedata
from typing import Final

from automation.core.actions import Check, Shown, WindowTitle
from automation.core.proposal import Proposal
from automation.macros import macro as grammar
from automation.macros.macro import Condition
from automation.macros.player.conditions import condition_words
from automation.macros.player.sight import Sight

_WITHIN_S: Final = 2.0
_SHORTEST: Final = 3
"""A shorter piece of a title tells nothing."""


def check_of(condition: Condition, sight: Sight) -> Check | None:
    """Return a check that is true of what was seen; None where no check says the same."""
    match condition:
        case grammar.Shows(absent=False):
            wanted = _plain(condition.text)
            is_plain = any(
                wanted in _plain(told)
                for element in (*sight.elements, *sight.__dict__.get("lines", ()))
                for told in (element.name, element.value or "")
                if "secret" not in element.states
            )
            return Shown(condition.text, within_s=_WITHIN_S) if wanted and is_plain else None
        case grammar.Titled(absent=False):
            piece = max(condition.title.split("*"), key=len).strip()
            titles = [w.title for w in sight.observation.windows if not w.is_own]
            is_plain = any(_plain(piece) in _plain(title) for title in titles)
            is_telling = len(piece) >= _SHORTEST and is_plain
            return WindowTitle(piece, within_s=_WITHIN_S) if is_telling else None
        case _:
            return None


def proof_of(condition: Condition, sight: Sight) -> Proposal | None:
    """Return the condition as a check for the record; None where no check says the same."""
    check = check_of(condition, sight)
    if check is None:
        return None
    return Proposal(check, sentence=f"Check that {condition_words(condition)}")


def _plain(text: str) -> str:
    """Return the text as checks compare it."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
