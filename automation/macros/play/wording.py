"""Our own sentences for steps: what one does, and how its target was found."""

from typing import Final

from automation.core.secrets import literal, secret_name
from automation.core.text import filled, joined, worded
from automation.core.wording import (
    SCROLLS,
    WINDOW_ACTS,
    chord_words,
    click_words,
    quoted,
    several,
    short_name,
)
from automation.macros import macro as grammar
from automation.macros.found import Found, Rung
from automation.macros.macro import Step
from automation.macros.play.conditions import condition_words, target_words

RUNG_WORDS: Final[dict[Rung, str]] = {
    "tree": worded("found by its name"),
    "image_near": worded("found by its picture, where it was"),
    "image": worded("found by its picture, elsewhere in the window"),
    "text": worded("found by its text"),
    "landmarks": worded("found by the texts around it"),
    "model": worded("found by the model"),
    "user": worded("found by you"),
}
_CLIPBOARD: Final = {"copy": worded("Copy"), "cut": worded("Cut"), "paste": worded("Paste")}


def step_words(step: Step) -> str:  # noqa: C901 - one line per kind
    """Return what a step does, in one sentence without its full stop."""
    match step:
        case grammar.Click():
            return click_words(step.button, step.count, step.modifiers, target_words(step.target))
        case grammar.Move():
            return worded("Move the pointer to {0}", target_words(step.target))
        case grammar.Drag():
            return worded("Drag {0} to {1}", target_words(step.target), target_words(step.to))
        case grammar.Scroll():
            said = filled(SCROLLS[step.direction], step.amount)
            return worded("{0} on {1}", said, target_words(step.target)) if step.target else said
        case grammar.Type():
            return _typing(step)
        case grammar.Keys():
            said = several(worded("Press {0}", chord_words(step.keys)), step.times)
            return worded("{0} in {1}", said, target_words(step.target)) if step.target else said
        case grammar.Window():
            return filled(WINDOW_ACTS[step.op], _window_words(step))
        case grammar.Launch():
            return worded("Start {0}", quoted(step.desktop_id))
        case grammar.Clipboard():
            return _CLIPBOARD.get(step.op) or worded("Put {0} on the clipboard", quoted(step.text))
        case grammar.Wait():
            return worded("Wait {0:g} s", step.seconds) if step.seconds else worded("Wait")
        case grammar.CheckThat():
            return worded("Check that {0}", condition_words(step.condition))
        case grammar.AskMe():
            return worded("Ask: {0}", short_name(step.question, 200))
        case grammar.Group():
            return short_name(step.title)
        case grammar.If():
            return worded("If {0}", condition_words(step.condition))
        case grammar.Repeat():
            if step.until is None:
                return worded("Repeat {0} times", step.times)
            until = condition_words(step.until)
            return worded("Repeat at most {0} times, until {1}", step.times, until)
        case grammar.ForEach():
            return worded("For each row of the table")
        case grammar.Call():
            return worded("Do the macro {0}", quoted(step.macro))


def _typing(step: grammar.Type) -> str:
    name = secret_name(step.text)
    what = worded("the secret {0}", quoted(name)) if name else quoted(literal(step.text))
    target = target_words(step.target) if step.target else ""
    if not step.text:
        said = worded("Clear {0}", target or worded("the field"))
    else:
        said = worded("Type {0} into {1}", what, target) if target else worded("Type {0}", what)
        said = worded("{0}, replacing what is there", said) if step.replace else said
    return worded("{0}, then Enter", said) if step.enter else said


def _window_words(step: grammar.Window) -> str:
    return quoted(step.title) if step.title else worded("the window of {0}", quoted(step.app))


def found_words(found: Found, *, is_trusted: bool = True) -> str:
    """Return how a target was found, for the card."""
    how = RUNG_WORDS[found.rung]
    if found.rung not in ("tree", "model", "user"):
        how = worded("{0} ({1:.0%})", how, found.score)
    notes = [tried.note for tried in found.tried if tried.rung == "model" and tried.note]
    return joined("; ", [how, *notes, "" if is_trusted else UNTRUSTED])


UNTRUSTED: Final = worded("this macro is not trusted yet, so each step is asked about")
