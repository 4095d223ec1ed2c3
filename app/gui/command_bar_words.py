"""What the command bar offers for a text: tasks and macros, with which values, and what Tab would add."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from app.gui import tr
from automation.core.text import visible_text
from automation.macros.names import same_name

_PLAY: Final = re.compile(r"play\s+(?:the\s+)?(?:macro\s+)?", re.IGNORECASE)
_PAIR: Final = re.compile(r'\s*([^\s=,"]+)\s*=\s*("[^"]*"|[^",]*)\s*(?:,|$)')
"""One value: the name, `=`, and what it is; in quotes where it holds a comma."""
_QUOTES: Final = "\"'“” "


@dataclass(frozen=True, slots=True)
class BarMacro:
    """A macro that the bar can start."""

    slug: str
    """Name of its folder."""
    name: str
    about: str = ""
    steps: int = 0
    params: tuple[str, ...] = ()
    key: str = ""
    """The chord that plays it; empty where there is none."""

    @property
    def hint(self) -> str:
        """What it does, in its maker's words, or how long it is."""
        count = tr("1 step") if self.steps == 1 else tr("{0} steps").format(self.steps)
        return visible_text(self.about) or count


@dataclass(frozen=True, slots=True)
class Named:
    """The macro that a text calls by its whole name."""

    macro: BarMacro
    """Where several are called so the first of them."""
    values: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    """Why it cannot be played so; empty when it can."""


def named(text: str, macros: Sequence[BarMacro]) -> Named | None:
    """Return the macro that `NAME`, `play NAME` or `NAME, key=value` calls; None when none is.

    Behind `play` the name of a macro's folder will do, and goes before what another one is called.
    """
    whole, *played = _calls(text)
    for call, is_played in ((whole, False), *((call, True) for call in played)):
        for name, rest in _cuts(call):
            found = _called_so(name, macros, by_folder=is_played)
            if len(found) > 1:
                return Named(found[0], problem=_which(found))
            if found:
                return Named(found[0], *_values(found[0], rest))
    return None


def holding(text: str, macros: Sequence[BarMacro]) -> Iterator[BarMacro]:
    """Yield the macros whose name holds the text; those that begin with it first."""
    wanted = same_name(_calls(text)[-1].partition(",")[0].strip(_QUOTES))
    fitting = [one for one in macros if wanted and wanted in same_name(one.name)]
    yield from sorted(fitting, key=lambda one: not same_name(one.name).startswith(wanted))


def completion(text: str, macros: Sequence[BarMacro]) -> str:
    """Return the rest of a macro's name, or the next value's name; empty when nothing fits."""
    if not text.strip():
        return ""
    calls = _calls(text, keeps_end=True)
    for call in reversed(calls):
        begun = call.casefold()
        for one in macros:
            if len(one.name) > len(call) > 0 and one.name[: len(call)].casefold() == begun:
                return one.name[len(call) :]
    return _next_param(calls[-1], macros)


def calls_play(text: str) -> bool:
    """Tell whether the text begins as one that starts a macro does."""
    return _PLAY.match(text.lstrip()) is not None


def _calls(text: str, *, keeps_end: bool = False) -> tuple[str, ...]:
    """Return the text as a call, and without the word for playing: a macro may begin with it."""
    bare = text.lstrip() if keeps_end else text.strip()
    word = _PLAY.match(bare)
    return (bare, bare[word.end() :]) if word is not None else (bare,)


def _called_so(name: str, macros: Sequence[BarMacro], *, by_folder: bool) -> list[BarMacro]:
    """Return the macros of this name, with or without quotes round it; the very same goes first."""
    for wanted in (name.strip(), name.strip(_QUOTES)):
        own = [one for one in macros if by_folder and one.slug == wanted]
        alike = [one for one in macros if wanted and same_name(one.name) == same_name(wanted)]
        found = own or [one for one in alike if one.name == wanted] or alike
        if found:
            return found
    return []


def _which(found: Sequence[BarMacro]) -> str:
    folders = ", ".join(one.slug for one in found)
    return tr("{0} macros are called so; say play and the folder of one: {1}").format(
        len(found), folders
    )


def _cuts(call: str) -> Iterator[tuple[str, str]]:
    """Yield where the name may end, the longest first: a name may hold a comma."""
    yield call, ""
    for at in reversed([match.start() for match in re.finditer(",", call)]):
        yield call[:at], call[at + 1 :]


def _values(macro: BarMacro, rest: str) -> tuple[dict[str, str], str]:
    known = {name.casefold(): name for name in macro.params}
    values = dict[str, str]()
    at = 0
    while rest[at:].strip():
        pair = _PAIR.match(rest, at)
        if pair is None:
            return values, _expected(macro, rest[at:].strip())
        name = known.get(pair[1].casefold())
        if name is None:
            return values, _expected(macro, pair[1])
        values[name] = pair[2].strip().strip('"')
        at = pair.end()
    return values, ""


def _expected(macro: BarMacro, found: str) -> str:
    if not macro.params:
        return tr("it takes no values, found {0}").format(visible_text(found))
    expected = ", ".join(f"{name}=…" for name in macro.params)
    return tr("found {0}, expected {1}").format(visible_text(found), expected)


def _next_param(call: str, macros: Sequence[BarMacro]) -> str:
    """Return what follows `NAME, ` or the beginning of a value's name behind it."""
    head, comma, begun = call.rpartition(",")
    found = named(head, macros) if comma else None
    if found is None or found.problem or "=" in begun:
        return ""
    word = begun.lstrip()
    for name in found.macro.params:
        if name not in found.values and name.casefold().startswith(word.casefold()):
            return (" " if not begun else "") + name[len(word) :] + "="
    return ""


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
    who: str = tr("Commands")
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
        preview: the sentences of what the built-in commands would do; empty when they cannot.
        macros: what can be played, what fits best first.
    """
    task = text.strip()
    called = named(task, macros) if task else None
    rest = (*_macros(task, macros, called), *_recent(task, history))
    if not task:
        return Offer(rest, tr("Say what to do, or choose a macro or a task that you had before."))
    completion = _completion(text, history, macros)
    sentences = tuple(preview(task))
    if sentences:
        choices = (*_instruction(task, sentences), *rest)
        return Offer(choices, tr("will do this without a model"), completion, True)
    if called is not None:
        policy = called.problem or tr("will be played; what it asks, it asks as you chose")
        return Offer(rest, policy, completion, True, tr("Macro"))
    return Offer(rest, _unknown(task, rest), completion)


def _unknown(task: str, rest: Sequence[Choice]) -> str:
    if not calls_play(task):
        return tr("This names nothing on the screen. Goals need the main model.")
    if any(one.kind == "macro" for one in rest):
        return tr("No macro has this whole name; choose one below.")
    return tr("No macro has this name. Goals need the main model.")


def _instruction(task: str, sentences: Sequence[str]) -> tuple[Choice, Choice]:
    first, more = sentences[0], len(sentences) - 1
    steps = (
        ""
        if not more
        else tr(", then {0} more {1}").format(more, tr("step") if more == 1 else tr("steps"))
    )
    return (
        Choice("run", task, first + steps, tr("in the window below"), "Enter"),
        Choice("show", task, tr("Show me first"), tr("dry run, nothing is sent"), "Shift+Enter"),
    )


def _completion(text: str, history: Sequence[str], macros: Sequence[BarMacro]) -> str:
    of_macros = completion(text, macros)
    if of_macros and calls_play(text):
        return of_macros
    return completion_of(text, history) or of_macros


def _macros(task: str, macros: Sequence[BarMacro], called: Named | None) -> tuple[Choice, ...]:
    """Return the macro that is called by its name first, then those whose name holds the words."""
    first = [] if called is None else [_called(called)]
    found = holding(task, macros) if task else iter(macros)
    others = [
        Choice(
            "macro", one.slug, tr("Play “{0}”").format(visible_text(one.name)), one.hint, one.key
        )
        for one in found
        if called is None or one != called.macro
    ]
    return (*first, *others)[:MAX_MACROS]


def _called(called: Named) -> Choice:
    macro = called.macro
    given = ", ".join(f"{name}={visible_text(value)}" for name, value in called.values.items())
    label = tr("Play “{0}”").format(visible_text(macro.name)) + (
        tr(" with {0}").format(given) if given else ""
    )
    hint = called.problem or macro.hint
    return Choice("macro", macro.slug, label, hint, macro.key, called.values, called.problem)


def _recent(task: str, history: Sequence[str]) -> tuple[Choice, ...]:
    wanted = task.casefold()
    seen: dict[str, None] = {}
    for old in history:
        if old.casefold() != wanted and wanted in old.casefold():
            seen.setdefault(old)
    return tuple(Choice("history", old, old.replace("\n", " ")) for old in list(seen)[:MAX_HISTORY])
