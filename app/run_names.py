"""What a run is called in a narrow list: the name of what was played first, since the end is cut off. No Qt."""

from collections.abc import Mapping
from typing import Final

from app.script_words import script_of
from automation.core.wording import short_name as cut

_PLAY: Final = "Play the macro “"
_END: Final = "”"
_WITH: Final = "” with "
_MOST_VALUES: Final = 6
_VALUE_CHARS: Final = 40


def play_text(name: str, values: Mapping[str, str] | None = None) -> str:
    """Return what a play is called in the history: `Play the macro “Sign in” with guest = Bob`.

    Args:
        name: of the macro, so that it can be shown.
        values: what it was played with, as far as that may be told; the first of them are named.
    """
    given = list((values or {}).items())
    told = [f"{key} = {cut(value, _VALUE_CHARS)}" for key, value in given[:_MOST_VALUES]]
    more = f" and {len(given) - _MOST_VALUES} more" if len(given) > _MOST_VALUES else ""
    end = f"{_WITH}{', '.join(told)}{more}" if told else _END
    return f"{_PLAY}{name}{end}"


def short_name(policy: str, task: str) -> str:
    """Return what a list calls a run: its task, or for a macro or script its name and what it is."""
    if script := script_of(policy, task):
        return f"{script}: script"
    name, _values = _played(policy, task)
    return f"{name}: macro" if name else task


def values_in(policy: str, task: str) -> str:
    """Return the values that a run's task names: `guest = Bob`; empty for none, and for no macro."""
    return _played(policy, task)[1]


def asked_again(policy: str, task: str) -> str:
    """Return what is offered to be asked for once more: a play without its values, some of which are cut."""
    name, values = _played(policy, task)
    return play_text(name) if values else task


def _played(policy: str, task: str) -> tuple[str, str]:
    """Return the name of the macro that was played, and with what; both empty for another task."""
    if policy != "macro" or not task.startswith(_PLAY):
        return "", ""
    rest = task.removeprefix(_PLAY)
    name, sign, values = rest.partition(_WITH)
    if sign:
        return name, values
    return (rest.removesuffix(_END), "") if rest.endswith(_END) else ("", "")
