"""Conversations on which two ways to write a prompt are compared; they hold nothing of a user's."""

from typing import Final

import numpy as np

from automation.core.geometry import Rect
from model.images.tiling import Grid, TilePlan
from model.prompt.conversation import Conversation, Message, SourceImage

_SYSTEM: Final = "You operate a computer.\n\n# Rules\n- Reply with one step."
_SEEN: Final = "<observation>\n</observation>"
_AT: Final = len("<observation>\n")
_TRICKY: Final = (
    "Ä “q” <b>&amp;</b> {{ x }} {% if %} \\n $1 🙂 <image> /think </think> C:\\a/no_think"
)
_STEP: Final = '{"note": null, "thought": "It\'s <5 & done", "tool_call": {"tool_name": "answer"}}'


def probes() -> tuple[Conversation, ...]:
    """Return them: with and without thinking, pictures, a history, and text that looks like code."""
    picture = _picture()
    ask = (Message("system", _SYSTEM), Message("user", "<task>\nSave the file.\n</task>"))
    look = Message("user", _SEEN, (picture,), _AT)
    said = Message("assistant", _STEP, left_out_thinking=True)
    plain = Message("assistant", "Seen.")
    result = Message("user", '<tool_output tool="answer">\n\n</tool_output>')
    return (
        Conversation(ask),
        Conversation(ask, thinking=True),
        Conversation((*ask, look)),
        Conversation((*ask, look, said, result, look)),
        Conversation((*ask, look, said, result, look), thinking=True),
        Conversation((*ask, Message("user", "Which?", (picture, picture)))),
        Conversation((*ask, plain, look)),
        Conversation(
            (ask[0], Message("user", _TRICKY), said, Message("user", _TRICKY, (picture,)))
        ),
    )


def _picture() -> SourceImage:
    plan = TilePlan(Rect(0, 0, 1, 1), Grid(1, 1), 1, 1, has_thumbnail=False)
    return SourceImage(np.zeros((1, 1, 4), np.uint8), plan)
