"""Every macro that a run can reach, read before its first step: what is called is what was checked."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.found import Images
from automation.macros.macro import Macro, Target
from automation.macros.names import same_name
from automation.macros.problems import Problem, where
from automation.macros.walk import MAX_CALL_DEPTH, walk

MOST_MACROS: Final = 100
_NO_END: Final = (
    grammar.Wait, grammar.AskMe, grammar.Group, grammar.If, grammar.Repeat, grammar.ForEach,
)  # fmt: skip


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
    rows_block: str = ""
    """Id of the block that a play over a table has put around its steps; empty for none."""

    @property
    def numbers(self) -> Mapping[str, str]:
        """Return the number of each step by its id, as the editor has it."""
        around = "1." if self.rows_block else ""
        return {
            one.step.id: one.number.removeprefix(around)
            for one in walk(self.macro)
            if one.step.id != self.rows_block
        }


@dataclass(frozen=True, slots=True)
class Linked:
    """A macro and all that it calls, directly or not."""

    main: Source
    others: Mapping[str, Source]
    """By folder; one from nowhere by comparable name."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The key in `others` by the very name that a call gives: two names may differ in case alone."""

    @property
    def all(self) -> tuple[Source, ...]:
        """Return every macro of the run, the main one first."""
        return (self.main, *self.others.values())

    @property
    def is_trusted(self) -> bool:
        """Return whether every one of them is trusted."""
        return all(source.is_trusted for source in self.all)

    @property
    def untrusted(self) -> tuple[str, ...]:
        """Return the names of those that are not trusted."""
        return tuple(source.macro.name for source in self.all if not source.is_trusted)

    @property
    def apps(self) -> frozenset[str]:
        """Return the folded names of the programs that the steps are done in, as windows have them."""
        steps = (w.step for source in self.all for w in walk(source.macro) if not w.is_off)
        targets = (getattr(step, field, None) for step in steps for field in ("target", "to"))
        return frozenset(t.app.casefold() for t in targets if isinstance(t, Target) and t.app)

    def called(self, name: str) -> Source:
        """Return a macro by the name that a call gives."""
        return self.others[self.key(name)]

    def key(self, name: str) -> str:
        """Return the key in `others` of what a call of this name means."""
        return self.keys.get(name, same_name(name))

    @property
    def content(self) -> str:
        """Return the digest of all that a run of it can reach."""
        digests = "\n".join((self.main.digest, *sorted(one.digest for one in self.others.values())))
        return hashlib.sha256(digests.encode()).hexdigest()

    @property
    def has_end_check(self) -> bool:
        """Return whether its last step is a check, or says what is to be seen of it.

        Steps that only wait, and headings, are no end; where the last step calls a macro, that one's counts.
        """
        return self._ends_checked(self.main, MAX_CALL_DEPTH)

    def _ends_checked(self, source: Source, depth: int) -> bool:
        steps = [one.step for one in walk(source.macro) if not one.is_off]
        last = next((step for step in reversed(steps) if not isinstance(step, _NO_END)), None)
        if isinstance(last, grammar.Call) and last.expect is None and depth:
            return self._ends_checked(self.called(last.macro), depth - 1)
        return last is not None and (isinstance(last, grammar.CheckThat) or last.expect is not None)

    @property
    def has_rows(self) -> bool:
        """Return whether one of them goes over the table."""
        return any(
            isinstance(walked.step, grammar.ForEach) and not walked.is_off
            for source in self.all
            for walked in walk(source.macro)
        )


@dataclass(frozen=True, slots=True)
class _Visit:
    key: str
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
        open_macro: returns a macro of the library by its name; raises `MacroError`.

    Raises:
        BadCall: a macro is against its rules, calls itself, lacks a value, or goes over the table
            while a row is done already.
        MacroError: a called macro cannot be read.
    """
    found = _Found(main, open_macro)
    open_now: dict[str, str] = {}
    done: set[tuple[str, bool]] = set()
    waiting: list[_Visit] = [_Visit(found.main_key, main, in_rows=False)]
    while waiting:
        visit = waiting.pop()
        macro, key = visit.source.macro, visit.key
        if visit.is_leaving:
            del open_now[key]
            done.add((key, visit.in_rows))
            continue
        if key in open_now:
            way = " > ".join((*list(open_now.values())[list(open_now).index(key) :], macro.name))
            raise BadCall(f"the macro “{macro.name}” calls itself ({way}); take that call out")
        if (key, visit.in_rows) in done:
            continue
        if len(open_now) > MAX_CALL_DEPTH:
            way = " > ".join(open_now.values())
            raise BadCall(f"macros call macros more than {MAX_CALL_DEPTH} deep ({way})")
        _check(macro, in_rows=visit.in_rows)
        open_now[key] = macro.name
        waiting.append(_Visit(key, visit.source, in_rows=visit.in_rows, is_leaving=True))
        for call in _calls(macro):
            key = found.key(call.name)
            if len(found.others) > MOST_MACROS:
                raise BadCall(f"the run would use more than {MOST_MACROS} macros")
            called = found.others.get(key, main)
            _check_values(macro, call, called.macro)
            waiting.append(_Visit(key, called, in_rows=visit.in_rows or call.in_rows))
    return Linked(main, found.others, found.keys)


class _Found:
    """What was called so far, each macro once: what it is called says nothing, its folder does."""

    def __init__(self, main: Source, open_macro: Callable[[str], Source]) -> None:
        self._main, self._open = main, open_macro
        self.main_key = _key(main, main.macro.name)
        self.others: dict[str, Source] = {}
        self.keys: dict[str, str] = {}

    def key(self, name: str) -> str:
        """Return the key of what a call of this name means, and open it the first time."""
        if name == self._main.macro.name or (
            not self._main.folder and same_name(name) == self.main_key
        ):
            return self.main_key
        if name not in self.keys:
            source = self._open(name)
            key = self.keys[name] = _key(source, name)
            if key != self.main_key:
                self.others.setdefault(key, source)
        return self.keys[name]


def _key(source: Source, name: str) -> str:
    return source.folder or same_name(name)


def _calls(macro: Macro) -> Iterator[_Call]:
    for walked in walk(macro):
        if isinstance(walked.step, grammar.Call) and not walked.is_off:
            yield _Call(walked.step.macro, walked.in_rows, walked.step.values)


def _check(macro: Macro, *, in_rows: bool) -> None:
    found = refusals(macro)
    if found:
        first = found[0]
        place = where(first.path, msgspec.to_builtins(macro))
        told = Problem(0, 0, place, first.reason, first.advice)
        raise BadCall(
            f"the macro “{macro.name}” is not replayed ({told}); mend it first: the editor and "
            "deskhand macro check name all that is wrong"
        )
    if in_rows and any(
        isinstance(walked.step, grammar.ForEach) and not walked.is_off for walked in walk(macro)
    ):
        raise BadCall(
            f"the macro “{macro.name}” goes over the table and is called for a row of it; "
            "there is one table: take one of the for_each out"
        )


def _check_values(caller: Macro, call: _Call, called: Macro) -> None:
    odd = [name for name in call.values if name not in called.params]
    if odd:
        raise BadCall(
            f"“{caller.name}” gives “{called.name}” a value for {odd[0]}, which it does not have"
        )
    lacking = [
        name
        for name, param in called.params.items()
        if name not in call.values and param.default is None
    ]
    if lacking:
        raise BadCall(
            f"“{caller.name}” calls “{called.name}” without a value for {', '.join(lacking)}"
        )
