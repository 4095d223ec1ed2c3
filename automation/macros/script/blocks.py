"""The body of a function: the steps of a macro in their order, blocks as Python has them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.macro import Macro, Step, blocks
from automation.macros.parameters import YES_NO
from automation.macros.player.outlook import menu_way
from automation.macros.player.rounds import check_after
from automation.macros.player.wording import step_words
from automation.macros.script.layout import Call, Expr, Str, comment, lines, names_in
from automation.macros.script.naming import Names
from automation.macros.script.parameters import Variable, cell, column, handed_on
from automation.macros.script.steps import Here, call_of, question_of
from automation.macros.script.targets import Targets
from automation.macros.walking import texts

_INDENT = "    "
TABLE = "table"
"""What a function calls the table that its macro goes over."""


@dataclass(frozen=True, slots=True)
class Function:
    """A macro as a function of the script."""

    macro: Macro
    name: str
    arguments: Mapping[str, Variable]
    takes_table: bool
    """It goes over the table, or calls what does."""
    fills: frozenset[str] = frozenset()
    """Parameters that a column of their name fills in each row."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where in a body a step is written."""

    indent: str
    variables: dict[str, Variable]
    """What names are called here."""
    rest: tuple[Step, ...] = ()
    """What follows the block, as far as nothing decides about it."""
    is_off: bool = False
    """A block around it is left out."""

    def inside(self, rest: tuple[Step, ...] = ()) -> "_Spot":
        return replace(self, indent=self.indent + _INDENT, rest=rest)


class Body:
    """Writes the body of one function."""

    def __init__(
        self,
        function: Function,
        targets: Targets,
        names: Names,
        *,
        called: Callable[[str], Function | None],
        usual: grammar.Mismatch,
        used: set[str],
    ) -> None:
        """Take a function.

        Args:
            function: what to write.
            targets: where its targets go.
            names: of the function; its arguments are taken already.
            called: returns the function of a macro by the name that a call gives.
            usual: what a step of the script does about a mismatch that says nothing.
            used: gets every name that the code holds.
        """
        self._function = function
        self._targets = targets
        self._names = names
        self._called = called
        self._used = used
        own = function.macro.on_mismatch
        self._on_mismatch: grammar.Mismatch = "default" if own == usual else own

    def lines(self) -> Iterator[str]:
        """Yield the lines.

        Raises:
            MacroError: it calls a macro that is not at hand.
        """
        spot = _Spot(_INDENT, dict(self._function.arguments))
        yield from self._block(self._function.macro.steps, spot)

    def _block(self, steps: tuple[Step, ...], spot: _Spot) -> Iterator[str]:
        has_code = False
        for at, step in enumerate(steps):
            written = list(self._step(steps, at, spot))
            if step.off:
                yield from (_left_out(line, spot.indent) for line in written)
                continue
            has_code = has_code or any(
                line and not line.lstrip().startswith("#") for line in written
            )
            yield from written
        if not has_code:
            yield f"{spot.indent}pass"

    def _step(self, steps: tuple[Step, ...], at: int, spot: _Spot) -> Iterator[str]:
        step = steps[at]
        spot = replace(spot, is_off=spot.is_off or step.off)
        if step.comment:
            yield from comment(step.comment, spot.indent)
        if isinstance(step, grammar.Group):
            yield from comment(step_words(step), spot.indent)
            yield from self._group(step, spot, (*steps[at + 1 :], *spot.rest))
            return
        if isinstance(step, grammar.If):
            yield from self._if(step, spot, (*steps[at + 1 :], *spot.rest))
        elif isinstance(step, grammar.Repeat):
            yield from self._repeat(step, spot)
        elif isinstance(step, grammar.ForEach):
            yield from self._rows(step, spot)
        elif isinstance(step, grammar.Call):
            yield from self._call(step, spot)
        else:
            yield from comment(step_words(step), spot.indent)
            way = menu_way(step, _following(steps, at, spot.rest))
            yield from self._lines(call_of(step, self._here(spot), way), spot.indent)

    def _group(self, step: grammar.Group, spot: _Spot, rest: tuple[Step, ...]) -> Iterator[str]:
        """Write the steps below their heading; a group that is left out has no code of its own."""
        inner = replace(spot, rest=rest)
        for at, each in enumerate(step.steps):
            written = self._step(step.steps, at, inner)
            if each.off:
                yield from (_left_out(line, spot.indent) for line in written)
            else:
                yield from written

    def _lines(self, expr: Expr, indent: str, before: str = "", after: str = "") -> Iterator[str]:
        self._used |= names_in(expr)
        yield from lines(expr, indent, before, after)

    def _here(self, spot: _Spot) -> Here:
        known = spot.variables
        secrets = frozenset(n for n, one in known.items() if one.param.type == "secret")
        return Here(
            self._targets,
            lambda name: known[name].name if name in known else "",
            secrets,
            self._on_mismatch,
        )

    def _if(self, step: grammar.If, spot: _Spot, rest: tuple[Step, ...]) -> Iterator[str]:
        word, condition = "if", self._asked(step.condition, step, spot)
        then, otherwise = step.then, step.otherwise
        if not then and otherwise:
            word, then, otherwise = "if not", otherwise, ()
        yield from self._lines(condition, spot.indent, f"{word} ", ":")
        yield from self._block(then, spot.inside(rest))
        if otherwise:
            yield f"{spot.indent}else:"
            yield from self._block(otherwise, spot.inside(rest))

    def _asked(self, condition: grammar.Condition, step: Step, spot: _Spot) -> Expr:
        """Return what decides: Python itself about a value, the screen about all else."""
        if not isinstance(condition, grammar.Compares):
            return question_of(condition, step, self._here(spot))
        known = spot.variables.get(condition.param)
        if known is None or known.param.type == "secret" or "{{" in condition.equals:
            return question_of(condition, step, self._here(spot))
        if known.param.type == "yes_no" and condition.equals in YES_NO:
            return known.name if condition.equals == YES_NO[0] else f"not {known.name}"
        return Call("same", (("", known.name), ("", Str(condition.equals))))

    def _repeat(self, step: grammar.Repeat, spot: _Spot) -> Iterator[str]:
        yield f"{spot.indent}for _ in range({step.times}):"
        inner = spot.inside()
        if step.until is not None and step.steps:
            yield from self._lines(self._asked(step.until, step, spot), inner.indent, "if ", ":")
            yield f"{inner.indent}{_INDENT}break"
        yield from self._block(step.steps, inner)
        if (check := check_after(step)) is not None:
            yield f"{spot.indent}else:"
            yield from self._lines(call_of(check, self._here(spot)), inner.indent)

    def _rows(self, step: grammar.ForEach, spot: _Spot) -> Iterator[str]:
        yield f"{spot.indent}for row in hand.rows({TABLE}):"
        inner, variables = spot.inside(), dict(spot.variables)
        for name in self._function.macro.columns:
            if _is_used(step, name):
                variables[name] = column(name, self._names)
                yield f'{inner.indent}{variables[name].name} = row["{name}"]'
        for name in self._function.arguments:
            if name in self._function.fills and _is_used(step, name):
                before = variables[name]
                variables[name] = Variable(self._names.function(name), before.param)
                given = cell(name, before)
                yield from self._lines(given, inner.indent, f"{variables[name].name} = ")
        yield from self._block(step.steps, replace(inner, variables=variables))

    def _call(self, step: grammar.Call, spot: _Spot) -> Iterator[str]:
        called = self._called(step.macro)
        yield from comment(step_words(step), spot.indent)
        if called is None and spot.is_off:
            yield from comment("It is left out, and so is that macro.", spot.indent)
            return
        if called is None:
            message = (
                f"the macro “{self._function.macro.name}” calls “{step.macro}”, which is not in "
                "your library"
            )
            raise MacroError(message)
        args: list[tuple[str, Expr]] = [("", "hand")]
        if called.takes_table:
            args.append(("", TABLE))
        for name, text in step.values.items():
            if name in called.arguments:
                own = called.arguments[name]
                args.append((own.name, handed_on(text, own.param, spot.variables)))
        yield from self._lines(Call(called.name, tuple(args)), spot.indent)


def _following(steps: tuple[Step, ...], at: int, rest: tuple[Step, ...]) -> Iterator[Step]:
    """Yield the steps after one, as far as no condition decides about them."""
    waiting = [chain((steps[place] for place in range(at + 1, len(steps))), rest)]
    while waiting:
        step = next(waiting[-1], None)
        if step is None:
            waiting.pop()
        elif step.off:
            continue
        elif isinstance(step, grammar.Group):
            waiting.append(chain(step.steps))
        elif isinstance(step, grammar.Call) or blocks(step):
            return
        else:
            yield step


def _is_used(step: Step, name: str) -> bool:
    """Tell whether a step or one inside it names a column."""
    waiting = [step]
    while waiting:
        each = waiting.pop()
        for path, text in texts(each):
            if (path[-1] == "param" and text == name) or _names(text, name):
                return True
        waiting += [inner for block in blocks(each) for inner in block]
    return False


def _names(text: str, name: str) -> bool:
    return f"{{{{{name}}}}}" in text or f"{{{{ {name}" in text or f"{{{{{name} }}}}" in text


def _left_out(line: str, indent: str) -> str:
    """Return a line of a step that is off: what is no comment yet becomes one."""
    return line if line.lstrip().startswith("#") else f"{indent}# {line.removeprefix(indent)}"
