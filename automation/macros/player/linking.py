"""Every macro that a run can reach, read before its first step: what is called is what was checked."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.calls import MAX_CALL_DEPTH
from automation.macros.checks import refusals
from automation.macros.found import Images
from automation.macros.macro import Macro
from automation.macros.naming import same_name
from automation.macros.walking import walk

MOST_MACROS: Final = 100


class BadCall(MacroError):
    """A macro calls what cannot be called."""


@dataclass(frozen=True, slots=True)
class Source:
    """A macro as a run uses it."""

    macro: Macro
    images: Images
    is_trusted: bool = False
    """Its very content was trusted; without that every step is asked about."""
    digest: str = ""
    folder: str = ""
    """Name of its folder in the library; empty where it is from nowhere."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A macro and all that it calls, directly or not."""

    main: Source
    others: Mapping[str, Source]
    """By comparable name."""

    @property
    def all(self) -> tuple[Source, ...]:
        """Return every macro of the run, the main one first."""
        return (self.main, *self.others.values())

    @property
    def is_trusted(self) -> bool:
        """Tell whether every one of them is trusted."""
        return all(source.is_trusted for source in self.all)

    @property
    def untrusted(self) -> tuple[str, ...]:
        """Return the names of those that are not trusted."""
        return tuple(source.macro.name for source in self.all if not source.is_trusted)

    def called(self, name: str) -> Source:
        """Return a macro by the name that a call gives."""
        return self.others[same_name(name)]

    @property
    def has_rows(self) -> bool:
        """Tell whether one of them goes over the table."""
        return any(
            isinstance(walked.step, grammar.ForEach) and not walked.is_off
            for source in self.all
            for walked in walk(source.macro)
        )


@dataclass(frozen=True, slots=True)
class _Visit:
    source: Source
    in_rows: bool
    is_leaving: bool = False


@dataclass(frozen=True, slots=True)
class _Call:
    name: str
    in_rows: bool
    values: Mapping[str, str]


def link(main: Source, open_macro: Callable[[str], Source]) -> Linked:
    """Return the macro with everything that it calls.

    Args:
        main: what is to run.
        open_macro: returns a macro of the library by its name; raises `MacroError`.

    Raises:
        BadCall: a macro is against its rules, calls itself, lacks a value, or goes over the table
            while a row is done already.
        MacroError: a called macro cannot be read.
    """
    others: dict[str, Source] = {}
    open_now: list[str] = []
    done: set[tuple[str, bool]] = set()
    waiting: list[_Visit] = [_Visit(main, in_rows=False)]
    while waiting:
        visit = waiting.pop()
        macro, name = visit.source.macro, same_name(visit.source.macro.name)
        if visit.is_leaving:
            open_now.pop()
            done.add((name, visit.in_rows))
            continue
        if name in open_now:
            way = " > ".join((*open_now[open_now.index(name) :], name))
            message = f"the macro “{macro.name}” calls itself ({way}); take that call out"
            raise BadCall(message)
        if (name, visit.in_rows) in done:
            continue
        if len(open_now) > MAX_CALL_DEPTH:
            message = f"macros call macros more than {MAX_CALL_DEPTH} deep ({' > '.join(open_now)})"
            raise BadCall(message)
        _check(macro, in_rows=visit.in_rows)
        open_now.append(name)
        waiting.append(_Visit(visit.source, in_rows=visit.in_rows, is_leaving=True))
        for call in _calls(macro):
            key = same_name(call.name)
            if key not in others and key != same_name(main.macro.name):
                others[key] = open_macro(call.name)
            if len(others) > MOST_MACROS:
                message = f"the run would use more than {MOST_MACROS} macros"
                raise BadCall(message)
            called = others.get(key, main)
            _check_values(macro, call, called.macro)
            waiting.append(_Visit(called, in_rows=visit.in_rows or call.in_rows))
    return Linked(main, others)


def _calls(macro: Macro) -> Iterator[_Call]:
    for walked in walk(macro):
        if isinstance(walked.step, grammar.Call) and not walked.is_off:
            yield _Call(walked.step.macro, walked.in_rows, walked.step.values)


def _check(macro: Macro, *, in_rows: bool) -> None:
    found = refusals(macro)
    if found:
        place = ": ".join(str(part) for part in found[0].path)
        message = (
            f"the macro “{macro.name}” is not replayed ({place}: {found[0].reason}); mend it first"
        )
        raise BadCall(message)
    if in_rows and any(
        isinstance(walked.step, grammar.ForEach) and not walked.is_off for walked in walk(macro)
    ):
        message = (
            f"the macro “{macro.name}” goes over the table and is called for a row of it; "
            "there is one table: take one of the for_each out"
        )
        raise BadCall(message)


def _check_values(caller: Macro, call: _Call, called: Macro) -> None:
    odd = [name for name in call.values if name not in called.params]
    if odd:
        message = (
            f"“{caller.name}” gives “{called.name}” a value for {odd[0]}, which it does not have"
        )
        raise BadCall(message)
    lacking = [
        name
        for name, param in called.params.items()
        if name not in call.values and param.default is None
    ]
    if lacking:
        message = f"“{caller.name}” calls “{called.name}” without a value for {', '.join(lacking)}"
        raise BadCall(message)
