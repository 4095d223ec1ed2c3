"""Words that are no command of ours: goals, which need a model, and verbs with a slip in them."""

import re
from typing import Final

from automation.commands.verbs import VERBS
from automation.commands.words import has_quote, without_opening

_SINGLE: Final = frozenset(verb for verb in VERBS if " " not in verb)
_GOAL: Final = re.compile(
    r"(?:find|search|look|book|buy|order|summari[sz]e|compare|send|reply|e-?mail|download|play|show|tell|"
    r"make|create|delete|remove|add|install|explain|translate|write|read|give|get|help|list|count|"
    r"calculate|compute|plan|schedule|organi[sz]e|sort|update|fix|rename|move|forward|print|share|post)"
    r"\s+(?:me|us|the|a|an|my|our|your|all|this|these|those|any|some|every|for|up|out|what|which|how|"
    r"where|when|who|whether|if|it|them|him|her)\b",
    re.IGNORECASE,
)


def looks_like_goal(words: str) -> bool:
    """Tell whether the words ask for a result ("find the ...") and do not name a thing."""
    return _GOAL.match(without_opening(words)) is not None


def looks_like_verb(word: str) -> bool:
    """Tell whether a word is one slip away from a verb of ours without being one."""
    return nearest_verb(word) is not None


def nearest_verb(word: str) -> str | None:
    """Return the verb that a word probably was meant to be; None when there is no such verb."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only a slip needs it

    folded = word.casefold().strip(".,!")
    if len(folded) < 4 or len(folded) > 20 or folded in _SINGLE or has_quote(folded):
        return None
    near = [(OSA.distance(folded, verb, score_cutoff=1), verb) for verb in _SINGLE if len(verb) > 3]
    best = min(near, default=(2, ""))
    return best[1] if best[0] <= 1 else None
