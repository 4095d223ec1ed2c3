"""Everything that a macro would do, in order, in words: what is read before it is trusted.

Every typed text, key, started program, window, call and press stands there, whole. Characters that
would not be seen get visible marks; secrets are their references and nothing more.

What was told when a macro was made of a run (steps that were left out, what should be looked at) is kept in
`macros/SLUG/.told.json` for who looks at it later. It is not packed, not trusted and not replayed.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

import msgspec

from automation.core.errors import MacroError
from automation.core.files import write_whole
from automation.core.text import visible_text
from automation.core.wording import chord_words, quoted_whole
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Macro, Param, Step, Target, kind_of
from automation.macros.macro_files import read_json
from automation.macros.walk import walk
from automation.screen.folding import spaced
from resources.role_words import role_words


@dataclass(frozen=True, slots=True)
class Line:
    """One value that is asked for, or one step, in words."""

    id: str
    do: str
    """The file's word for it; `param` for a value."""
    text: str
    depth: int
    """1 for the steps of the macro itself."""
    is_off: bool
    number: str
    """Of the step, as the editor has it: `4`, `5.1`; empty for a value."""
    sends: bool
    """It presses, types, starts or calls something; others only look, wait or group."""


def listing(macro: Macro) -> tuple[Line, ...]:
    """Return one line for each value and then for each step, blocks before what is in them."""
    lines = [_param(name, param) for name, param in macro.params.items()]
    for walked in walk(macro):
        branch = "otherwise: " if walked.branch == "otherwise" else ""
        step = walked.step
        words = branch + step_words(step)
        lines.append(
            Line(
                step.id,
                kind_of(step),
                words,
                walked.depth,
                walked.is_off,
                walked.number,
                _sends(step),
            )
        )
    return tuple(lines)


def _param(name: str, param: Param) -> Line:
    """Return what a value is filled with, above all where nobody is asked for it."""
    words = f"with {name}, a {param.type.replace('_', ' ')}"
    if param.default is not None:
        words += f", {quoted_whole(param.default)} unless you say otherwise"
    if param.choices:
        words += f", one of {', '.join(quoted_whole(choice) for choice in param.choices)}"
    return Line(name, "param", words, 1, is_off=False, number="", sends=False)


def step_words(step: Step) -> str:
    """Return what a step does, in one line."""
    after = ", left out where it does not match" if step.on_mismatch == "skip" else ""
    if step.wait is not None:
        after += f", once {condition_words(step.wait.condition)}"
    if step.expect is not None:
        after += f", expecting that {condition_words(step.expect.condition)}"
    return _words(step) + after


def _words(step: Step) -> str:  # noqa: C901 - one case a kind
    match step:
        case grammar.Click():
            times = {1: "click", 2: "double-click", 3: "triple-click"}[step.count]
            return f"{times} {target_words(step.target)}{_button(step)}"
        case grammar.Move():
            return f"point at {target_words(step.target)}"
        case grammar.Drag():
            return f"drag {target_words(step.target)} to {target_words(step.to)}{_button(step)}"
        case grammar.Scroll():
            place = f" on {target_words(step.target)}" if step.target else ""
            return f"scroll {step.direction} {step.amount}{place}"
        case grammar.Type():
            place = f" into {target_words(step.target)}" if step.target else " where the focus is"
            over = ", in place of what it holds" if step.replace else ""
            enter = ", then press Enter" if step.enter else ""
            return f"type {quoted_whole(step.text)}{place}{over}{enter}"
        case grammar.Keys():
            place = f" in {target_words(step.target)}" if step.target else ""
            times = f" {step.times} times" if step.times > 1 else ""
            return f"press {visible_text(chord_words(step.keys))}{times}{place}"
        case grammar.Clipboard():
            return (
                f"put on the clipboard: {quoted_whole(step.text)}" if step.op == "set" else step.op
            )
        case grammar.Group():
            return f"group {quoted_whole(step.title)}"
        case grammar.If():
            return f"if {condition_words(step.condition)}"
        case grammar.Repeat():
            until = f", until {condition_words(step.until)}" if step.until else ""
            return f"repeat {step.times} times{until}"
        case grammar.ForEach():
            return "for each row of the table"
        case grammar.Window():
            which = quoted_whole(step.title) if step.title else f"of {visible_text(step.app)}"
            return f"{step.op} the window {which}"
        case grammar.Launch():
            return f"start the program {quoted_whole(step.desktop_id)}"
        case grammar.Wait():
            return f"wait {step.seconds:g} s" if step.seconds else "wait"
        case grammar.CheckThat():
            return f"check that {condition_words(step.condition)}"
        case grammar.Call():
            given = ", ".join(
                f"{name} = {quoted_whole(value)}" for name, value in step.values.items()
            )
            return f"run the macro {quoted_whole(step.macro)}" + (f" with {given}" if given else "")
        case grammar.AskMe():
            return f"ask you: {quoted_whole(step.question)}"
        case _:
            assert_never(step)


def _button(step: grammar.Click | grammar.Drag) -> str:
    button = "" if step.button == "left" else f" with the {step.button} button"
    return button + (f", {chord_words(step.modifiers)} held" if step.modifiers else "")


def target_words(target: Target) -> str:
    """Return what a target is, by its best evidence, with every other word that it may be found by."""
    name = target.name or target.label or target.text
    what = visible_text(role_words(target.role)) if target.role else ""
    if name:
        what = f"{what} {quoted_whole(name)}".strip()
    elif target.image:
        what = f"{what or 'the picture'} {target.image}"
    elif target.near:
        what = f"{what or 'what is'} beside {quoted_whole(target.near[0].text)}"
    what = what or "a target that nothing describes"
    if _is_other(target.text, name):
        what += f" that reads {quoted_whole(target.text)}"
    if _is_other(target.label, name):
        what += f" labelled {quoted_whole(target.label)}"
    if target.row:
        what += " in the row with " + ", ".join(quoted_whole(text) for text in target.row)
    if target.within:
        what += f" in {quoted_whole(target.within)}"
    if target.window or target.app:
        what += f" of the window {quoted_whole(target.window or target.app)}"
    return what


def _is_other(word: str, name: str) -> bool:
    """Tell whether a word of a target says something else than its name."""
    return spaced(word) not in ("", spaced(name))


def condition_words(condition: Condition) -> str:
    """Return what is asked of the screen or of a value."""
    match condition:
        case grammar.Shows():
            return f"{quoted_whole(condition.text)} {'is not' if condition.absent else 'is'} shown"
        case grammar.Exists():
            return (
                f"{target_words(condition.target)} {'is not' if condition.absent else 'is'} there"
            )
        case grammar.Titled():
            verb = "no window is" if condition.absent else "a window is"
            return f"{verb} called {quoted_whole(condition.title)}"
        case grammar.Holds():
            return f"{target_words(condition.target)} holds {quoted_whole(condition.value)}"
        case grammar.Changed():
            return "something changed"
        case grammar.Compares():
            return f"{condition.param} is {quoted_whole(condition.equals)}"
        case _:
            assert_never(condition)


def _sends(step: Step) -> bool:
    return not isinstance(
        step,
        grammar.Wait
        | grammar.CheckThat
        | grammar.Group
        | grammar.If
        | grammar.Repeat
        | grammar.ForEach
        | grammar.AskMe,
    )


FILE: Final = ".told.json"
MOST: Final = 500
"""More than the steps that a run usually may have."""
_MOST_BYTES: Final = 1024 * 1024


def keep_told(folder: Path, sentences: Sequence[str]) -> bool:
    """Keep what was told in the folder of a macro; tell whether all of it is kept."""
    with contextlib.suppress(OSError):
        data = msgspec.json.encode(list(sentences[:MOST]))
        if len(data) <= _MOST_BYTES:
            write_whole(folder / FILE, data)
            return len(sentences) <= MOST
    return False


def read_told(folder: Path) -> tuple[str, ...]:
    """Return what was told; nothing where nothing was, or the file is damaged."""
    with contextlib.suppress(OSError, MacroError):
        return read_json(folder / FILE, _MOST_BYTES, tuple[str, ...])
    return ()
