"""A macro, with all that it calls, as one plain Python script for `app.script`.

Whatever stands in a macro stays inside a literal or a comment of the script. What the script needs
to know of the runtime is its names; it imports them and nothing else. A macro becomes a function, one
step of it one call, blocks what Python has for them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import PurePath
from typing import Final

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.images import image_paths
from automation.macros.macro import Condition, Macro, Step, Until, branches, flat
from automation.macros.names import Names, same_name
from automation.macros.play.linking import Linked, Source
from automation.macros.play.policy import most_actions
from automation.macros.play.program import check_after, names_of_rows
from automation.macros.play.report import menu_way
from automation.macros.play.rows import fillable
from automation.macros.play.wording import step_words
from automation.macros.script.parameters import (
    OWN_OPTIONS,
    Variable,
    arguments_of,
    cell,
    column,
    default_of,
    fill,
    handed_on,
    option,
    option_words,
)
from automation.macros.script.python_source import (
    WIDTH,
    Call,
    Expr,
    Str,
    Targets,
    Texts,
    Tuple,
    comment,
    docstring,
    lines,
    names_in,
    one_line,
    plain,
    texts_of,
    values,
)
from automation.macros.walk import YES_NO, used_names, walk

Args = Iterator[tuple[str, Expr]]
_USUAL_S: Final = Until(condition=grammar.Changed()).within_s
_USUAL_CHECK_S: Final = grammar.CheckThat(id="x", condition=grammar.Changed()).within_s


@dataclass(frozen=True, slots=True)
class Here:
    """Where a step is written: what its names are called, and where its targets go."""

    targets: Targets
    variable: Callable[[str], str]
    """Returns what a name of the macro is called in the script; empty for one without a value."""
    secrets: frozenset[str]
    on_mismatch: grammar.Mismatch
    """What steps do that say `default`; written out where it is not the script's own."""


def call_of(step: Step, here: Here, leads_to: tuple[str, ...] = ()) -> Call:
    """Return the call that does a step which is no block and calls no macro."""
    texts = texts_of(step, here.secrets)
    name, args = _kind(step, here, texts)
    more: list[tuple[str, Expr]] = []
    if leads_to:
        more.append(("leads_to", Tuple(tuple(Str(word) for word in leads_to))))
    is_waited_for = isinstance(step, grammar.Wait) and name == "hand.wait_until"
    more += _how(step, here, texts, with_wait=not is_waited_for)
    return Call(name, (*args, *more))


def question_of(condition: Condition, step: Step, here: Here) -> Call:
    """Return the call that tells whether a condition of a block holds."""
    texts = texts_of(step, here.secrets)
    args = [("", _condition(condition, here, texts))]
    args += [(key, value) for key, value in _named(texts, here)]
    args += _mismatch(step, here)
    return Call("hand.sees", tuple(args))


def _kind(  # noqa: C901 - one line per kind
    step: Step, here: Here, texts: Texts
) -> tuple[str, tuple[tuple[str, Expr], ...]]:
    match step:
        case grammar.Click() | grammar.Move() | grammar.Drag() | grammar.Scroll():
            return _pointer(step, here, texts)
        case grammar.Type():
            return "hand.type", tuple(_typing(step, here, texts))
        case grammar.Keys():
            return "hand.keys", tuple(_keys(step, here, texts))
        case grammar.Window():
            named = (("title", step.title), ("app", step.app))
            which = tuple((key, Str(texts.shown(text, key))) for key, text in named if text)
            return "hand.window", (("", Str(step.op)), *which)
        case grammar.Launch():
            return "hand.launch", (("", Str(step.desktop_id)),)
        case grammar.Clipboard():
            text = (("", Str(texts.shown(step.text, "text"))),) if step.text else ()
            return "hand.clipboard", (("", Str(step.op)), *text)
        case grammar.CheckThat():
            within = _other("within_s", step.within_s, _USUAL_CHECK_S)
            return "hand.check", (("", _condition(step.condition, here, texts)), *within)
        case grammar.Wait(wait=Until() as wait) if not step.seconds:
            within = _other("within_s", wait.within_s, _USUAL_S)
            return "hand.wait_until", (("", _condition(wait.condition, here, texts)), *within)
        case grammar.Wait():
            return "hand.wait", (("", plain(step.seconds)),)
        case grammar.AskMe():
            return "hand.ask", (("", Str(texts.shown(step.question, "question"))),)
        case _:
            raise AssertionError(f"{type(step).__name__} is written as a block")


def _pointer(
    step: grammar.Click | grammar.Move | grammar.Drag | grammar.Scroll, here: Here, texts: Texts
) -> tuple[str, tuple[tuple[str, Expr], ...]]:
    aim = here.targets.constant(step.target, texts) if step.target is not None else ""
    match step:
        case grammar.Click():
            count = _other("count", step.count, 1)
            return "hand.click", (("", aim), *_button(step), *count, *_modifiers(step))
        case grammar.Move():
            return "hand.move", (("", aim),)
        case grammar.Drag():
            to = here.targets.constant(step.to, texts)
            path = (("path", here.targets.struct(step.path, texts)),) if step.path else ()
            return "hand.drag", (("", aim), ("", to), *_button(step), *_modifiers(step), *path)
        case grammar.Scroll():
            amount = _other("", step.amount, None)
            at = (("at", aim),) if aim else ()
            return "hand.scroll", (("", Str(step.direction)), *amount, *at)


def _typing(step: grammar.Type, here: Here, texts: Texts) -> Args:
    yield "", texts.typed(step.text, here.variable, here.secrets)
    if step.target is not None:
        yield "into", here.targets.constant(step.target, texts)
    yield from _other("replace", step.replace, False)
    yield from _other("enter", step.enter, False)


def _keys(step: grammar.Keys, here: Here, texts: Texts) -> Args:
    for key in step.keys:
        yield "", Str(texts.shown(key, "keys"))
    yield from _other("times", step.times, 1)
    if step.target is not None:
        yield "at", here.targets.constant(step.target, texts)


def _button(step: grammar.Click | grammar.Drag) -> Args:
    if step.button != "left":
        yield "button", Str(step.button)


def _modifiers(step: grammar.Click | grammar.Drag) -> Args:
    if step.modifiers:
        yield "modifiers", Tuple(tuple(Str(word) for word in step.modifiers))


def _other(key: str, value: object, usual: object) -> Args:
    """Yield an argument unless it is what is usual."""
    if value != usual:
        yield key, plain(value)


def _condition(condition: Condition, here: Here, texts: Texts) -> Expr:
    absent = _other("absent", getattr(condition, "absent", False), False)
    match condition:
        case grammar.Shows():
            return Call("shows", (("", Str(texts.shown(condition.text, "text"))), *absent))
        case grammar.Exists():
            return Call("exists", (("", here.targets.constant(condition.target, texts)), *absent))
        case grammar.Titled():
            return Call("titled", (("", Str(texts.shown(condition.title, "title"))), *absent))
        case grammar.Holds():
            value = Str(texts.shown(condition.value, "value"))
            return Call(
                "holds", (("", here.targets.constant(condition.target, texts)), ("", value))
            )
        case grammar.Changed():
            box = condition.box
            return Call("changed", (("", here.targets.struct(box, texts)),) if box else ())
        case grammar.Compares():
            equals = Str(texts.shown(condition.equals, "equals"))
            return Call("compares", (("", Str(condition.param)), ("", equals)))


def _until(until: Until, here: Here, texts: Texts) -> Expr:
    condition = _condition(until.condition, here, texts)
    within = tuple(_other("", until.within_s, _USUAL_S))
    return Call("until", (("", condition), *within)) if within else condition


def _named(texts: Texts, here: Here) -> Args:
    if texts.has_names:
        yield "values", values(texts.names, here.variable)


def _mismatch(step: Step, here: Here) -> Args:
    own = step.on_mismatch if step.on_mismatch != "default" else here.on_mismatch
    if own != "default":
        yield "on_mismatch", Str(own)


def _how(step: Step, here: Here, texts: Texts, *, with_wait: bool) -> Args:
    """Yield what every step may have."""
    yield from _named(texts, here)
    if step.risk:
        yield "risk", Str(step.risk)
    if step.wait is not None and with_wait:
        yield "after", _until(step.wait, here, texts)
    if step.expect is not None:
        yield "expect", _until(step.expect, here, texts)
    yield from _mismatch(step, here)
    yield from _other("breakpoint", step.breakpoint, False)
    yield from _other("pause_s", step.pause_s, 0.0)


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
            names: of the function; its arguments are taken already.
            called: returns the function of a macro by the name that a call gives.
        """
        self._function = function
        self._targets = targets
        self._names = names
        self._called = called
        self._used = used
        own = function.macro.on_mismatch
        self._on_mismatch: grammar.Mismatch = "default" if own == usual else own

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
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
            raise MacroError(
                f"the macro “{self._function.macro.name}” calls “{step.macro}”, which is not in "
                "your library"
            )
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
        elif isinstance(step, grammar.Call) or branches(step):
            return
        else:
            yield step


def _is_used(step: Step, name: str) -> bool:
    """Tell whether a step or one inside it names a column."""
    return any(name in used_names(one) for one in flat((step,)))


def _left_out(line: str, indent: str) -> str:
    """Return a line of a step that is off: what is no comment yet becomes one."""
    return line if line.lstrip().startswith("#") else f"{indent}# {line.removeprefix(indent)}"


RUNTIME: Final = "app.script"
IMPORTED: Final = (
    "Box", "Fill", "Hand", "Landmark", "Number", "Place", "Secret", "Table", "Target",
    "changed", "compares", "exists", "holds", "number", "one_of", "read_table", "run", "same",
    "script_arguments", "shows", "text_of", "titled", "until", "yes_no",
)  # fmt: skip
"""What a script may import from the runtime; no name of its own is one of these."""
_RESERVED: Final = frozenset(
    {*IMPORTED, *OWN_OPTIONS, "hand", "row", "main", "given", "parser", TABLE, "_"}
)
USUAL: Final[grammar.Mismatch] = "ask_model"
"""What a script does about a mismatch where it says nothing."""
FULL_SPEED: Final = 10.0
_HOW: Final = """\
It drives the mouse and the keyboard through deskhand: every step is shown, approved and sent by the
same executor as when the macro is played, and is kept in the history. The stop key stops it.

    deskhand script {file} --help      in the source tree: ./run script {file} --help\
"""


@dataclass(frozen=True, slots=True)
class Written:
    """A script and the pictures that belong beside it."""

    text: str
    pictures: dict[str, tuple[Source, str]]
    """By the path from the script's folder: the macro that has the picture, and its path there."""


@dataclass(frozen=True, slots=True)
class _Over:
    """What of a macro can go over the table."""

    goes_over: bool
    """It does itself."""
    calls: frozenset[str]
    """The keys of the macros that it calls."""


def pictures_folder(file: str) -> str:
    """Return what the folder beside a script is usually called that holds its pictures."""
    return f"{PurePath(file).stem}_img"


def written(linked: Linked, file: str, folder: str = "") -> Written:
    """Return the script that does what a macro does.

    Args:
        linked: the macro with all that it calls; pictures are not read.
        folder: name of the folder beside it that gets its pictures; empty takes the usual one.
    """
    return _Script(linked, file, folder or pictures_folder(file)).written()


class _Script:
    """Serves one script."""

    def __init__(self, linked: Linked, file: str, folder: str) -> None:
        self._linked = linked
        self._file = PurePath(file).name
        self._names = Names(_RESERVED)
        self._targets = Targets(self._names)
        self._used: set[str] = set()
        self._inner: dict[str, Names] = {}
        main = linked.main
        self._main_key = main.folder or same_name(main.macro.name)
        self._sources = {self._main_key: main, **linked.others}
        self._over = {key: _over(one.macro, linked.key) for key, one in self._sources.items()}
        self._pictures = _pictures(self._sources, folder)
        called = {key: self._names.function(one.macro.name) for key, one in self._sources.items()}
        self._functions = {
            key: self._function(key, one.macro, called[key]) for key, one in self._sources.items()
        }

    def _function(self, key: str, macro: Macro, name: str) -> Function:
        self._inner[key] = self._names.inner()
        arguments = arguments_of(macro, self._inner[key])
        fills = frozenset(fillable(self._linked)) if key == self._main_key else frozenset[str]()
        return Function(macro, name, arguments, self._takes_table(key), fills)

    def _takes_table(self, key: str) -> bool:
        """Tell whether a macro or one that it calls goes over the table; what is left out does not."""
        waiting, seen = [key], {key}
        while waiting:
            over = self._over[waiting.pop()]
            if over.goes_over:
                return True
            fresh = [one for one in over.calls if one in self._over and one not in seen]
            seen.update(fresh)
            waiting += fresh
        return False

    def written(self) -> Written:
        """Return the whole."""
        main = self._functions[self._main_key]
        bodies = [list(self._defined(key, one)) for key, one in self._functions.items()]
        tail = list(self._main(main))
        constants = [
            list(self._lines(expr, before=f"{n} = ")) for n, expr in self._targets.constants
        ]
        text = [*self._head(main.macro), "", *self._imports(), ""]
        if constants:
            text += comment("What the steps press and read; `place` only says where to look first.")
            text += [line for lines_of in constants for line in lines_of]
        for part in (*bodies, tail):
            text += ["", "", *part]
        text += ["", "", 'if __name__ == "__main__":', "    run(main)", ""]
        pictures = {
            path: (source, image)
            for key, source in self._sources.items()
            for image, path in self._pictures[key].items()
        }
        return Written("\n".join(text), pictures)

    def _lines(
        self, expr: Expr, indent: str = "", before: str = "", after: str = ""
    ) -> Iterator[str]:
        self._used |= names_in(expr)
        yield from lines(expr, indent, before, after)

    def _head(self, macro: Macro) -> Iterator[str]:
        about = f"\n\n{macro.about.strip()}" if macro.about.strip() else ""
        how = _HOW.format(file=self._file)
        said = docstring(f"{macro.name}{about}\n\n{how}")
        yield from f'"""{said}\n"""'.split("\n")

    def _imports(self) -> Iterator[str]:
        self._used |= {"run"}
        names = sorted(self._used & set(IMPORTED), key=lambda name: (name.islower(), name))
        whole = f"from {RUNTIME} import {', '.join(names)}"
        if len(whole) <= WIDTH:
            yield whole
            return
        yield from lines(
            Call("", tuple(("", name) for name in names)), before=f"from {RUNTIME} import "
        )

    def _defined(self, key: str, function: Function) -> Iterator[str]:
        args: list[tuple[str, Expr]] = [("", "hand: Hand")]
        if function.takes_table:
            args.append(("", f"{TABLE}: Table"))
        if function.arguments:
            args.append(("", "*"))
        args += [("", self._argument(one)) for one in function.arguments.values()]
        self._used |= {"Hand", "Table"} if function.takes_table else {"Hand"}
        yield from lines(Call(function.name, tuple(args)), before="def ", after=" -> None:")
        about = docstring(function.macro.about, is_one_line=True)
        said = about or docstring(function.macro.name)
        yield f'    """{said}"""'
        body = Body(
            function, self._targets.of(self._pictures[key]), self._inner[key],
            called=lambda name: self._functions.get(self._linked.key(name)),
            usual=self._linked.main.macro.on_mismatch, used=self._used,
        )  # fmt: skip
        yield from body.lines()

    def _argument(self, one: Variable) -> str:
        default = default_of(one.param)
        self._used |= {one.type} | (names_in(default) if default is not None else set())
        written = f" = {one_line(default)}" if default is not None else ""
        return f"{one.name}: {one.type}{written}"

    def _main(self, main: Function) -> Iterator[str]:
        inner = "    "
        yield "def main() -> None:"
        yield f'{inner}"""Read the command line and do it."""'
        has_rows = (("has_rows", "True"),) if main.takes_table else ()
        yield from self._lines(
            Call("script_arguments", (("", "__doc__"), *has_rows)), inner, "parser = "
        )
        words = option_words(main.arguments)
        for name, one in main.arguments.items():
            asked = option(name, words[name], one, is_filled=name in main.fills)
            yield from self._lines(asked, inner)
        yield f"{inner}given = parser.parse_args()"
        if main.takes_table:
            yield from self._lines(self._table(main), inner, f"{TABLE} = ")
        yield from self._lines(self._hand(main), inner, "with ", " as hand:")
        args: list[tuple[str, Expr]] = [("", "hand")]
        if main.takes_table:
            args.append(("", TABLE))
        args += [(one.name, f"given.{one.name}") for one in main.arguments.values()]
        yield from self._lines(Call(main.name, tuple(args)), inner + inner)

    def _table(self, main: Function) -> Call:
        columns = dict.fromkeys(c for source in self._linked.all for c in source.macro.columns)
        wanted: list[tuple[str, Expr]] = [("", "given"), *(("", Str(one)) for one in columns)]
        outside = names_of_rows(main.macro, in_rows=False)
        for name, one in main.arguments.items():
            if name in main.fills:
                wanted.append(("", fill(name, one, is_needed=name in outside)))
        return Call("read_table", tuple(wanted))

    def _hand(self, main: Function) -> Call:
        macro = main.macro
        args: list[tuple[str, Expr]] = [("", "given"), ("script", "__file__")]
        one_row = most_actions(self._linked, 1)
        if main.takes_table:
            each = most_actions(self._linked, 2) - one_row
            parts = [str(one_row - each)] if one_row > each else []
            parts += [f"{each} * len({TABLE})"] if each else []
            args.append(("max_steps", " + ".join(parts)))
            args.append(("rows", f"len({TABLE})"))
        else:
            args.append(("max_steps", plain(one_row)))
        if macro.on_mismatch != USUAL:
            args.append(("on_mismatch", Str(macro.on_mismatch)))
        if macro.speed != FULL_SPEED:
            args.append(("speed", plain(macro.speed)))
        return Call("Hand", tuple(args))


def _over(macro: Macro, key: Callable[[str], str]) -> _Over:
    steps = [walked.step for walked in walk(macro) if not walked.is_off]
    calls = (key(step.macro) for step in steps if isinstance(step, grammar.Call))
    return _Over(any(isinstance(step, grammar.ForEach) for step in steps), frozenset(calls))


def _pictures(sources: Mapping[str, Source], folder: str) -> dict[str, dict[str, str]]:
    """Return for each macro where its pictures lie beside the script; none of them twice."""
    taken = set[str]()
    found: dict[str, dict[str, str]] = {}
    for key, source in sources.items():
        known = dict[str, str]()
        for path in image_paths(source.macro):
            name = PurePath(path)
            free, number = f"{folder}/{name.name}", 2
            while free in taken:
                free, number = f"{folder}/{name.stem}-{number}{name.suffix}", number + 1
            taken.add(free)
            known[path] = free
        found[key] = known
    return found
