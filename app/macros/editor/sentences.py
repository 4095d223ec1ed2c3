"""What a row of the editor says: the step's sentence in pieces, its second line, its icon.

The sentences are those of the replay; here they are only taken apart, so that names can be bold and
parameters look like what they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from automation.core.wording import short_name
from automation.macros import macro as grammar
from automation.macros.macro import Mismatch, Step, Target
from automation.macros.player.conditions import condition_words
from automation.macros.player.wording import step_words
from automation.macros.walking import targets

Look = Literal["plain", "name", "param"]

_QUOTED: Final = re.compile("“([^“”]*)”")
_PARAM: Final = re.compile(r"\{\{ ?([a-z][a-z0-9_]{0,39}) ?\}\}")
_COMMENT_CHARS: Final = 80
MISMATCH_WORDS: Final[dict[Mismatch, str]] = {
    "default": "Like the macro",
    "ask_model": "Ask the model, then me",
    "ask_me": "Ask me",
    "retry": "Try again",
    "skip": "Leave the step out",
    "stop": "Stop",
}
_ICONS: Final[dict[type, str]] = {
    grammar.Click: "pointer",
    grammar.Move: "pointer",
    grammar.Drag: "drag",
    grammar.Scroll: "scroll",
    grammar.Type: "text",
    grammar.Keys: "keyboard",
    grammar.Window: "window",
    grammar.Launch: "launch",
    grammar.Clipboard: "clipboard",
    grammar.Wait: "wait",
    grammar.CheckThat: "check-square",
    grammar.Group: "folder",
    grammar.If: "question",
    grammar.Repeat: "refresh",
    grammar.ForEach: "list",
    grammar.Call: "macro",
    grammar.AskMe: "hand",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a sentence that look alike."""

    text: str
    look: Look = "plain"


def icon_of(step: Step) -> str:
    """Return the name of the icon for the kind of step."""
    return _ICONS[type(step)]


def pieces_of(step: Step) -> tuple[Piece, ...]:
    """Return the step's sentence: names of targets bold without quotes, parameters as chips."""
    if isinstance(step, grammar.Group):
        return (Piece(step.title or "Group", "name"),)
    sentence = step_words(step)
    known = {short_name(word, 80) for word in _names_of(step)}
    typed = short_name(step.text) if isinstance(step, grammar.Type) else None
    found: list[Piece] = []
    at = 0
    for quote in _QUOTED.finditer(sentence):
        found.append(Piece(sentence[at : quote.start()]))
        words, at = quote.group(1), quote.end()
        if words == typed:
            found += _typed(words)
            typed = None
        elif words in known:
            found += _with_params(words, "name")
        else:
            found += (Piece("“", "name"), *_with_params(words, "name"), Piece("”", "name"))
    found.append(Piece(sentence[at:]))
    return tuple(piece for piece in found if piece.text)


def _typed(words: str) -> tuple[Piece, ...]:
    """Return what is typed: a parameter alone stands without quotes."""
    inner = tuple(_with_params(words, "plain"))
    if len(inner) == 1 and inner[0].look == "param":
        return inner
    return (Piece("“"), *inner, Piece("”"))


def _with_params(words: str, look: Look) -> Iterator[Piece]:
    at = 0
    for param in _PARAM.finditer(words):
        if param.start() > at:
            yield Piece(words[at : param.start()], look)
        yield Piece(f"{{{{{param.group(1)}}}}}", "param")
        at = param.end()
    if at < len(words):
        yield Piece(words[at:], look)


def _names_of(step: Step) -> Iterator[str]:
    for _path, target in targets(step):
        yield " ".join(name_of(target).split())


def name_of(target: Target) -> str:
    """Return what a target is called; empty where only a picture or a neighbour tells it."""
    return target.name or target.label or target.text or target.about


def sentence_of(step: Step) -> str:
    """Return the sentence as plain text."""
    return "".join(piece.text for piece in pieces_of(step))


def second_line(step: Step, *, is_off: bool, branch: str = "") -> str:
    """Return what else is to know of the step, in one line.

    Args:
        step: which.
        is_off: it, or a block around it, is left out.
        branch: `otherwise` for a step of that half of a choice.
    """
    return " · ".join(_notes(step, is_off=is_off, branch=branch))


def _notes(step: Step, *, is_off: bool, branch: str) -> Iterator[str]:
    if is_off:
        yield "off"
    if branch == "otherwise":
        yield "otherwise"
    if step.breakpoint:
        yield "stops here first (breakpoint)"
    if step.wait is not None:
        said = f"{condition_words(step.wait.condition)}, at most {step.wait.within_s:g} s"
        yield f"first wait until {said}"
    if isinstance(step, grammar.CheckThat):
        yield f"within {step.within_s:g} s"
    if step.expect is not None:
        yield f"expect: {condition_words(step.expect.condition)} within {step.expect.within_s:g} s"
    if step.on_mismatch != "default":
        said = MISMATCH_WORDS[step.on_mismatch]
        yield f"if it does not match: {said[0].lower()}{said[1:]}"
    if step.risk:
        yield (
            "counts as hard to undo"
            if step.risk == "irreversible"
            else "counts as having an effect"
        )
    if step.comment.strip():
        yield short_name(step.comment, _COMMENT_CHARS)
