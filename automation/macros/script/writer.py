"""A macro, with all that it calls, as one plain Python script for `app.script`.

Whatever stands in a macro stays inside a literal or a comment of the script. What the script needs
to know of the runtime is its names; it imports them and nothing else.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from automation.macros import macro as grammar
from automation.macros.images import image_paths
from automation.macros.macro import Macro
from automation.macros.naming import same_name
from automation.macros.player.each_row import fillable
from automation.macros.player.limits import most_actions
from automation.macros.player.linking import Linked, Source
from automation.macros.player.part import names_of_rows
from automation.macros.script.blocks import TABLE, Body, Function
from automation.macros.script.layout import (
    WIDTH,
    Call,
    Expr,
    Str,
    comment,
    docstring,
    lines,
    names_in,
    one_line,
)
from automation.macros.script.naming import Names
from automation.macros.script.parameters import (
    OWN_OPTIONS,
    Variable,
    arguments_of,
    default_of,
    fill,
    option,
    option_words,
)
from automation.macros.script.targets import Targets, plain
from automation.macros.walking import walk

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
        file: name of the script's file.
        folder: name of the folder beside it that gets its pictures; empty takes the usual one.

    Raises:
        MacroError: it calls a macro that is not at hand.
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
