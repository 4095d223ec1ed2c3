"""The kept values as JSON and back; strict in both directions."""

from dataclasses import dataclass
from typing import Final

import msgspec

from automation.core.actions import Action, Check
from automation.core.errors import Damaged
from automation.core.proposal import Proposal, Risk, StepRecord

_RECORDS: Final = msgspec.json.Decoder(StepRecord)
_PROPOSALS: Final = msgspec.json.Decoder(Proposal)
_RISKS: Final = msgspec.json.Decoder(Risk)
_INTENTS: Final = msgspec.json.Decoder(Action | Check)
_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError)
"""TypeError: a damaged file may give bytes or a number where text was kept."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What was about to happen in a step."""

    n: int
    proposal: Proposal
    action: Action | Check
    risk: Risk


def text_of(value: StepRecord | Proposal | Risk | Action | Check) -> str:
    """Return the value as JSON; lone surrogates, which no file can hold, become `?`."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value, str_keys=True)
        return msgspec.json.encode(_without_surrogates(plain)).decode()


def record_of(text: str) -> StepRecord:
    """Read a step back.

    Raises:
        Damaged: the text is no step.
    """
    try:
        return _RECORDS.decode(text)
    except _UNREADABLE as error:
        message = f"a step of the history cannot be read ({error})"
        raise Damaged(message) from error


def intent_of(n: int, proposal: str, action: str, risk: str) -> Intent:
    """Read an intent back.

    Raises:
        Damaged: one of the texts is not what it should be.
    """
    try:
        return Intent(n, _PROPOSALS.decode(proposal), _INTENTS.decode(action), _RISKS.decode(risk))
    except _UNREADABLE as error:
        message = f"an intent of the history cannot be read ({error})"
        raise Damaged(message) from error


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_without_surrogates(k): _without_surrogates(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    return value
