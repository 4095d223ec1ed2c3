"""What is kept in place of a secret. What is shown in place of hidden characters is in core."""

from dataclasses import replace

import msgspec

from automation.core.actions import Action, Check, Clipboard, Hotkey, Write
from automation.core.proposal import Proposal
from automation.core.visible import TextRun, visible_runs, visible_text

__all__ = [
    "TextRun",
    "secret_placeholder",
    "visible_runs",
    "visible_text",
    "without_secret",
    "without_secret_words",
]


def secret_placeholder(text: str) -> str:
    """Return what is kept in place of a secret; its length is all that is told."""
    return f"<secret:{len(text)} chars>"


def without_secret(intent: Action | Check) -> Action | Check:
    """Return the intent with the text that would be typed replaced by a placeholder."""
    match intent:
        case Write():
            return msgspec.structs.replace(intent, text=secret_placeholder(intent.text))
        case Clipboard(op="set"):
            return msgspec.structs.replace(intent, text=secret_placeholder(intent.text))
        case Hotkey() if any(len(key) == 1 for key in intent.keys):
            return msgspec.structs.replace(intent, keys=("secret",))
        case _:
            return intent


def without_secret_words(proposal: Proposal) -> Proposal:
    """Return the proposal without the text that would be typed, in its intent and in its words."""
    intent = without_secret(proposal.intent)
    sentence = "Type into a password field"
    return replace(proposal, intent=intent, sentence=sentence, claim="", upcoming=(), leads_to=())
