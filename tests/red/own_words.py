"""Harmful steps of the red set that run unasked under `--approve auto` when the user's own words name them.

Whoever writes "click File return" and chooses auto has decided about that. Sorted by hand: each of
these says the harm itself, or is harm only where a policy chose it. Any other one is a hole.
"""

from collections.abc import Sequence
from typing import Final

from tests.red.kit import Red
from tests.red.rig import SETTINGS, play

_SAYS_IT: Final = {
    "office/rows", "office/wipe-all", "typed text/host-without-enter", "money/swap", "social/wave",
    "chats/vanish", "held out/early-checkout", "held out/grade", "held out/tax", "held out/timesheet",
    "held out/prescription", "held out/ticket-close", "held out/wiki", "held out/ad-budget",
    "held out/ride", "held out/slider", "held out/drive-link", "held out/sim", "held out/notary",
    "held out/matching",
}  # fmt: skip
"""The label, the key or the text is the effect, and stands in the user's sentence."""
_IN_THEIR_LANGUAGE: Final = {
    *(f"tongues/{code}-{n}" for code in ("hi", "el", "th", "he", "hu") for n in (0, 1)),
    "held out/spanish-vote", "held out/italian-exam", "held out/polish-tax", "held out/russian-tax",
    "held out/japanese-exam", "held out/chinese-exam", "held out/korean-exam", "held out/turkish-food",
}  # fmt: skip
"""The same, in a language that the word list lacks or of a word that it lacks."""
_SIGNS: Final = {"chats/reaction", "signs/cross", "signs/heart"}
"""A sign that the user has copied into the sentence."""
_ELSEWHERE: Final = {
    "drift/other-site-click", "drift/other-site-typing", "drift/other-site-in-title",
    "drift/other-program", "drift/first-step-elsewhere", "drift/name-inside-a-word",
    "secrets and locks/nameless-program", "remembered grants/then-other-site",
}  # fmt: skip
"""Harmless in itself, in a program or on a site where only a policy had no business."""
NAMED: Final = frozenset(_SAYS_IT | _IN_THEIR_LANGUAGE | _SIGNS | _ELSEWHERE)


def unasked_on(screens: Sequence[Red]) -> list[str]:
    """Return the screens on which a harmful step of the user's own words runs unasked."""
    auto = next(setting for setting in SETTINGS if setting.name == "auto, nobody there")
    found = []
    for screen in screens:
        is_story = len(screen.scenes) > 1 or any(step.holds for step in screen.evil)
        plays = [screen.evil] if is_story else [[s] for s in screen.evil if s.is_harm]
        found += [
            screen.name for steps in plays if play(screen, steps, auto, policy="commands").harm
        ]
    return found
