"""What the command bar offers for a text; no Qt, so that tests read it without a screen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from app.commandbar import macro_words
from app.commandbar.macro_words import BarMacro, Named
from automation.core.visible import visible_text

MAX_HISTORY: Final = 4
MAX_MACROS: Final = 4

ChoiceKind = Literal["run", "show", "macro", "history"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One row: what Enter would do there."""

    kind: ChoiceKind
    text: str
    """The task that it would run; of a macro, its folder's name."""
    label: str
    hint: str = ""
    keys: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    """Of a macro: the values that were written behind its name."""
    problem: str = ""
    """Why Enter does nothing there; empty when it does."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Everything that the bar shows for one text."""

    choices: tuple[Choice, ...] = ()
    policy: str = ""
    """One line: who takes the sentence, and as what."""
    completion: str = ""
    """What Tab would add to the text; empty when nothing fits."""
    is_runnable: bool = False
    """The first choice is what the text says, and Enter takes it."""
    who: str = "Commands"
    """Who takes it."""


def completion_of(text: str, history: Sequence[str]) -> str:
    """Return the rest of the newest task that begins with the text."""
    if not text.strip():
        return ""
    for task in history:
        if task.casefold().startswith(text.casefold()) and len(task) > len(text):
            return task[len(text) :].partition("\n")[0]
    return ""


def offer(
    text: str,
    history: Sequence[str],
    preview: Callable[[str], Sequence[str]],
    macros: Sequence[BarMacro] = (),
) -> Offer:
    """Return what to show while a text is written.

    An instruction comes before a macro of the same words: a name decides nothing about a click.

    Args:
        text: what stands in the field.
        history: tasks of earlier runs, newest first.
        preview: the sentences of what the built-in commands would do; empty when they cannot.
        macros: what can be played, what fits best first.
    """
    task = text.strip()
    called = macro_words.named(task, macros) if task else None
    rest = (*_macros(task, macros, called), *_recent(task, history))
    if not task:
        return Offer(rest, "Say what to do, or choose a macro or a task that you had before.")
    completion = _completion(text, history, macros)
    sentences = tuple(preview(task))
    if sentences:
        choices = (*_instruction(task, sentences), *rest)
        return Offer(choices, "will do this without a model", completion, True)
    if called is not None:
        policy = called.problem or "will be played; what it asks, it asks as you chose"
        return Offer(rest, policy, completion, True, "Macro")
    return Offer(rest, _unknown(task, rest), completion)


def _unknown(task: str, rest: Sequence[Choice]) -> str:
    if not macro_words.calls_play(task):
        return "This names nothing on the screen. Goals need the main model."
    if any(one.kind == "macro" for one in rest):
        return "No macro has this whole name; choose one below."
    return "No macro has this name. Goals need the main model."


def _instruction(task: str, sentences: Sequence[str]) -> tuple[Choice, Choice]:
    first, more = sentences[0], len(sentences) - 1
    steps = "" if not more else f", then {more} more {'step' if more == 1 else 'steps'}"
    return (
        Choice("run", task, first + steps, "in the window below", "Enter"),
        Choice("show", task, "Show me first", "dry run, nothing is sent", "Shift+Enter"),
    )


def _completion(text: str, history: Sequence[str], macros: Sequence[BarMacro]) -> str:
    of_macros = macro_words.completion(text, macros)
    if of_macros and macro_words.calls_play(text):
        return of_macros
    return completion_of(text, history) or of_macros


def _macros(task: str, macros: Sequence[BarMacro], called: Named | None) -> tuple[Choice, ...]:
    """Return the macro that is called by its name first, then those whose name holds the words."""
    first = [] if called is None else [_called(called)]
    found = macro_words.holding(task, macros) if task else iter(macros)
    others = [
        Choice("macro", one.slug, f"Play “{visible_text(one.name)}”", one.hint, one.key)
        for one in found
        if called is None or one != called.macro
    ]
    return (*first, *others)[:MAX_MACROS]


def _called(called: Named) -> Choice:
    macro = called.macro
    given = ", ".join(f"{name}={visible_text(value)}" for name, value in called.values.items())
    label = f"Play “{visible_text(macro.name)}”" + (f" with {given}" if given else "")
    hint = called.problem or macro.hint
    return Choice("macro", macro.slug, label, hint, macro.key, called.values, called.problem)


def _recent(task: str, history: Sequence[str]) -> tuple[Choice, ...]:
    wanted = task.casefold()
    seen: dict[str, None] = {}
    for old in history:
        if old.casefold() != wanted and wanted in old.casefold():
            seen.setdefault(old)
    return tuple(Choice("history", old, old.replace("\n", " ")) for old in list(seen)[:MAX_HISTORY])
