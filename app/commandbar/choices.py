"""What the command bar offers for a text; no Qt, so that tests read it without a screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

MAX_HISTORY: Final = 4

ChoiceKind = Literal["run", "show", "history"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One row: what Enter would do there."""

    kind: ChoiceKind
    text: str
    """The task that it would run."""
    label: str
    hint: str = ""
    keys: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """Everything that the bar shows for one text."""

    choices: tuple[Choice, ...] = ()
    policy: str = ""
    """One line: who takes the sentence, and as what."""
    completion: str = ""
    """What Tab would add to the text; empty when nothing fits."""
    is_runnable: bool = False


def completion_of(text: str, history: Sequence[str]) -> str:
    """Return the rest of the newest task that begins with the text."""
    if not text.strip():
        return ""
    for task in history:
        if task.casefold().startswith(text.casefold()) and len(task) > len(text):
            return task[len(text) :].partition("\n")[0]
    return ""


def offer(text: str, history: Sequence[str], preview: Callable[[str], Sequence[str]]) -> Offer:
    """Return what to show while a text is written.

    Args:
        text: what stands in the field.
        history: tasks of earlier runs, newest first.
        preview: the sentences of what the built-in commands would do; empty when they cannot.
    """
    task = text.strip()
    recent = _recent(task, history)
    if not task:
        return Offer(recent, "Say what to do, or choose a task that you had before.")
    sentences = tuple(preview(task))
    if not sentences:
        policy = "This names nothing on the screen. Goals need the main model."
        return Offer(recent, policy, completion_of(text, history))
    first, more = sentences[0], len(sentences) - 1
    steps = "" if not more else f", then {more} more {'step' if more == 1 else 'steps'}"
    choices = (
        Choice("run", task, first + steps, "in the window below", "Enter"),
        Choice("show", task, "Show me first", "dry run, nothing is sent", "Shift+Enter"),
        *recent,
    )
    return Offer(choices, "will do this without a model", completion_of(text, history), True)


def _recent(task: str, history: Sequence[str]) -> tuple[Choice, ...]:
    wanted = task.casefold()
    seen: dict[str, None] = {}
    for old in history:
        if old.casefold() != wanted and wanted in old.casefold():
            seen.setdefault(old)
    return tuple(Choice("history", old, old.replace("\n", " ")) for old in list(seen)[:MAX_HISTORY])
