"""The calls of a script: each is one step of a macro, made, checked and handed to the run.

A text is taken as it is. A call with `values` takes its texts as a macro has them: `{{name}}` stands
for a value of that name and `{{{{` for the sign itself; a value is data, whatever stands in it.

Pictures are files beside the script, read when a step looks for what they show. What a script can look
for are the conditions of a macro, as short calls.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypedDict, TypeVar, Unpack

import msgspec

from automation.core.actions import Button, Direction, Modifier
from automation.core.observation import Frame
from automation.core.proposal import Outcome
from automation.core.secrets import BEGIN, ESCAPED, holds_reference, reference
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.found import Images
from automation.macros.images import MAX_IMAGE_BYTES, decode
from automation.macros.macro import Box, Condition, Macro, Mismatch, Param, Step, Target, Until
from automation.macros.macro_files import as_file_error, read_whole
from automation.macros.play.report import StepReport
from automation.macros.play.values import BadValue, Scope, Table
from automation.macros.script.parameters import Secret, Value, scope_of
from automation.macros.script.policy import (
    AskWhether,
    BeginRow,
    DoStep,
    EndRow,
    GaveUp,
    Reply,
    Request,
    error_of,
)
from automation.macros.walk import FIXED, escape, with_texts

T = TypeVar("T")


def typed(text: str, *, is_plain: bool) -> str:
    """Return text to type so that no sign in it stands for a secret.

    Args:
        is_plain: it is taken as it is; else names in it stand for values.

    Raises:
        ValueError: it names a secret, which only `Secret` does.
    """
    if is_plain:
        return text.replace(BEGIN, ESCAPED)
    if holds_reference(text):
        raise ValueError(
            f"{BEGIN}...}} stands for a secret: give Secret(NAME), or {ESCAPED} for the sign"
        )
    return text


def meant(step: T) -> T:
    """Return a step whose texts are taken as they are."""
    return with_texts(step, lambda text, field: text if field in FIXED else escape(text))


def check(step: Step, values: Mapping[str, Value]) -> None:
    """Refuse a step that could stand in no macro with these values.

    Raises:
        ValueError: says why.
    """
    try:
        msgspec.convert(msgspec.to_builtins(step), type(step))
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    params = {
        name: Param(type="secret" if isinstance(value, Secret) else "text")
        for name, value in values.items()
    }
    found = refusals(Macro(deskhand=1, name="script", params=params, steps=(step,)))
    if found:
        message = f"{found[0].reason}; {found[0].advice}" if found[0].advice else found[0].reason
        raise ValueError(message)


class Pictures:
    """Implements `found.Images` for targets that name files; used by both threads of a script."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, str] = {}
        self._frames: dict[str, Frame] = {}

    def placed(self, step: T) -> T:
        """Return the step with its pictures named as a macro names them."""
        return with_texts(step, lambda text, f: self._key(text) if f == "image" else text)

    def file(self, path: str) -> Path:
        """Return the file of a picture that a placed step names."""
        return self._folder / self._files[path]

    def image(self, path: str) -> Frame:
        """Return the picture."""
        if path not in self._frames:
            file = self.file(path)
            with as_file_error(file, "read the picture"):
                data = read_whole(file, MAX_IMAGE_BYTES)
            self._frames[path] = decode(data)
        return self._frames[path]

    def _key(self, name: str) -> str:
        known = next((key for key, file in self._files.items() if file == name), None)
        if known is None:
            known = f"img/{len(self._files)}.png"
            self._files[known] = name
        return known


_TYPED: type[Images] = Pictures


S = TypeVar("S", bound=Step)

_OURS: Final = ("app.script", "automation.macros.script")
"""Modules whose lines are none of the script's."""


class How(TypedDict, total=False):
    """What every step may be given."""

    values: Mapping[str, Value]
    """Values for the names in the texts of the call; without them texts are taken as they are."""
    risk: Literal["", "effect", "irreversible"]
    """Raises what the rules say of the step, never lowers it."""
    after: Condition | Until
    """Waited for before the step, 10 seconds where nothing else is said."""
    expect: Condition | Until
    """The effect, waited for after the step."""
    on_mismatch: Mismatch
    """What is done where a target or an effect is not found; what the run does if left out."""
    breakpoint: bool
    """Asked about before, where the run heeds breakpoints."""
    pause_s: float
    """How long a slow run waits before the step at most."""


class Calls:
    """The steps that a script can do, one after the other; each returns when it is over.

    Every step that acts returns what became of it, or raises `ScriptError` or `ScriptStopped`.
    """

    def __init__(
        self, ask: Callable[[Request], Reply], pictures: Pictures, *, first_row: int = 1
    ) -> None:
        self._ask = ask
        self._pictures = pictures
        self._first_row = first_row
        self._row = 0

    def click(
        self, target: Target, *, button: Button = "left", count: int = 1,
        modifiers: tuple[Modifier, ...] = (), leads_to: tuple[str, ...] = (), **how: Unpack[How],
    ) -> StepReport:  # fmt: skip
        """Press and release a button on the target.

        Args:
            leads_to: names of the menu items that the next calls click. They are approved with this
                one: nobody can be asked while a menu is open.
            how: see `How`.
        """
        return self._do(
            how, grammar.Click, leads_to,
            target=target, button=button, count=count, modifiers=modifiers,
        )  # fmt: skip

    def move(self, target: Target, **how: Unpack[How]) -> StepReport:
        """Put the pointer on the target."""
        return self._do(how, grammar.Move, target=target)

    def drag(
        self, target: Target, to: Target, *, button: Button = "left",
        modifiers: tuple[Modifier, ...] = (), path: tuple[tuple[int, int], ...] = (),
        **how: Unpack[How],
    ) -> StepReport:  # fmt: skip
        """Press on one target and let go on another; `path` are pixels from where it begins."""
        return self._do(
            how, grammar.Drag, target=target, to=to, button=button, modifiers=modifiers, path=path
        )

    def scroll(
        self, direction: Direction, amount: int = 5, *, at: Target | None = None, **how: Unpack[How]
    ) -> StepReport:
        """Turn the wheel on the target, or where the pointer is."""
        return self._do(how, grammar.Scroll, direction=direction, amount=amount, target=at)

    def type(
        self, text: str | Secret, *, into: Target | None = None, replace: bool = False,
        enter: bool = False, **how: Unpack[How],
    ) -> StepReport:  # fmt: skip
        """Type text, or a secret of the keyring, into the target or where the focus is.

        Args:
            how: see `How`.
        """
        return self._do(how, grammar.Type, text=text, target=into, replace=replace, enter=enter)

    def keys(
        self, *keys: str, times: int = 1, at: Target | None = None, **how: Unpack[How]
    ) -> StepReport:
        """Press keys together: `keys("ctrl", "s")`."""
        return self._do(how, grammar.Keys, keys=keys, times=times, target=at)

    def window(
        self, op: Literal["activate", "close", "minimise", "maximise"], *, title: str = "",
        app: str = "", **how: Unpack[How],
    ) -> StepReport:  # fmt: skip
        """Act on the window that has this title or belongs to this program."""
        return self._do(how, grammar.Window, op=op, title=title, app=app)

    def launch(self, desktop_id: str, **how: Unpack[How]) -> StepReport:
        """Start an installed program by its desktop entry."""
        return self._do(how, grammar.Launch, desktop_id=desktop_id)

    def clipboard(
        self, op: Literal["copy", "cut", "paste", "set"], text: str = "", **how: Unpack[How]
    ) -> StepReport:
        """Copy, cut or paste by the usual keys, or put text on the clipboard."""
        return self._do(how, grammar.Clipboard, op=op, text=text)

    def wait(self, seconds: float, **how: Unpack[How]) -> StepReport:
        """Let time pass; a stop ends it."""
        return self._do(how, grammar.Wait, seconds=seconds)

    def wait_until(
        self, condition: Condition, *, within_s: float = 10.0, **how: Unpack[How]
    ) -> StepReport:
        """Wait until something is so."""
        how["after"] = Until(condition=condition, within_s=within_s)
        return self._do(how, grammar.Wait)

    def check(
        self, condition: Condition, *, within_s: float = 5.0, **how: Unpack[How]
    ) -> StepReport:
        """Look, and go on only if it is so."""
        return self._do(how, grammar.CheckThat, condition=condition, within_s=within_s)

    def ask(self, question: str, **how: Unpack[How]) -> StepReport:
        """Put a question to the user; go on when the answer is yes, stop when it is no."""
        return self._do(how, grammar.AskMe, question=question)

    def sees(
        self, condition: Condition, *, values: Mapping[str, Value] | None = None,
        on_mismatch: Mismatch = "default",
    ) -> bool:  # fmt: skip
        """Tell whether something is so; what cannot be told is asked about and never guessed."""
        line = _line()
        step = grammar.If(id=line, condition=condition, then=(), on_mismatch=on_mismatch)
        reply = self._ask(AskWhether(self._made(step, values), _scope(values, line), self._row))
        if isinstance(reply, GaveUp):
            raise error_of(reply.outcome, reply.message)
        assert isinstance(reply, bool), "a question is answered with yes or no"
        return reply

    def rows(self, table: Table) -> Iterator[Mapping[str, str]]:
        """Yield each row of a table by its columns; the report tells of each."""
        first, self._first_row = self._first_row, 1
        for number in range(first, len(table) + 1):
            self._ask(BeginRow(number))
            self._row = number
            try:
                yield table.row(number)
            finally:
                self._row = 0
            self._ask(EndRow(number))

    def _do(
        self, how: How, kind: Callable[..., Step], leads_to: tuple[str, ...] = (), **fields: object
    ) -> StepReport:
        if odd := [name for name in how if name not in How.__annotations__]:
            raise TypeError(
                f"there is no argument {odd[0]}; expected one of {', '.join(How.__annotations__)}"
            )
        line, values = _line(), how.get("values")
        if isinstance(text := fields.get("text"), Secret):
            fields["text"] = reference(text.name)
        elif kind is grammar.Type:
            fields["text"] = typed(str(text), is_plain=values is None)
        for name, given in (("wait", how.get("after")), ("expect", how.get("expect"))):
            if given is not None:
                fields[name] = given if isinstance(given, Until) else Until(condition=given)
        more = {name: given for name, given in how.items() if name in _AS_IT_IS}
        step = self._made(kind(id=line, **fields, **more), values)
        reply = self._ask(DoStep(step, _scope(values, line), self._row, leads_to))
        if isinstance(reply, GaveUp):
            raise error_of(reply.outcome, reply.message)
        assert isinstance(reply, StepReport), "a step is reported"
        return reply

    def _made(self, step: S, values: Mapping[str, Value] | None) -> S:
        """Return the step as a macro would have it."""
        made = self._pictures.placed(step)
        if values is None:
            made = meant(made)
        check(made, values or {})
        return made


_AS_IT_IS: Final = frozenset({"risk", "on_mismatch", "breakpoint", "pause_s"})


def _scope(values: Mapping[str, Value] | None, line: str) -> Scope:
    try:
        return scope_of(values or {})
    except BadValue as error:
        raise error_of(
            Outcome.FAILED, f"{line.replace('-', ' ').capitalize()}: {error}."
        ) from error


def _line() -> str:
    """Return the id of a step: the line of the script that it stands on."""
    frame = sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith(_OURS):
        frame = frame.f_back
    return f"line-{frame.f_lineno}"


def shows(text: str, *, absent: bool = False) -> Condition:
    """Say that the text can be read in the active window, or is the name of something in it.

    It stands there in whole words and is not denied: `Not saved` does not show `Saved`.
    """
    return grammar.Shows(text=text, absent=absent)


def exists(target: Target, *, absent: bool = False) -> Condition:
    """Say that the target is found; with `absent` that it is not."""
    return grammar.Exists(target=target, absent=absent)


def titled(title: str, *, absent: bool = False) -> Condition:
    """Say that some window has this title; `*` stands for any run of characters.

    Keys or text without a target that wait for it (`after=`) are for that window: it is brought to the
    front, and no other program gets them.
    """
    return grammar.Titled(title=title, absent=absent)


def holds(target: Target, value: str) -> Condition:
    """Say that the field holds exactly this text, or that the box is `on` or `off`."""
    return grammar.Holds(target=target, value=value)


def changed(box: Box | None = None) -> Condition:
    """Say that something changed within the box, in pixels of the window's client area."""
    return grammar.Changed(box=box)


def compares(name: str, equals: str) -> Condition:
    """Say that the value of this name, which the call gives in `values`, is this text."""
    return grammar.Compares(param=name, equals=equals)


def until(condition: Condition, within_s: float = 10.0) -> Until:
    """Give a condition another time than 10 seconds."""
    return Until(condition=condition, within_s=within_s)
