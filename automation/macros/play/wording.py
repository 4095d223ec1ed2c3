"""Our own sentences for steps: what one does, and how its target was found."""

from typing import Final

from automation.core.secrets import literal, secret_name
from automation.core.wording import CLICK_VERBS, chord_words, quoted, short_name
from automation.macros import macro as grammar
from automation.macros.found import Found, Rung
from automation.macros.macro import Step
from automation.macros.play.conditions import condition_words, target_words

RUNG_WORDS: Final[dict[Rung, str]] = {
    "tree": "by its name",
    "image_near": "by its picture, where it was",
    "image": "by its picture, elsewhere in the window",
    "text": "by its text",
    "landmarks": "by the texts around it",
    "model": "by the model",
    "user": "by you",
}
_WINDOW_VERBS: Final = {
    "activate": "Switch to",
    "close": "Close",
    "minimise": "Minimise",
    "maximise": "Maximise",
}
_CLIPBOARD: Final = {"copy": "Copy", "cut": "Cut", "paste": "Paste"}


def step_words(step: Step) -> str:  # noqa: C901 - one line per kind
    """Return what a step does, in one sentence without its full stop."""
    match step:
        case grammar.Click():
            verb = CLICK_VERBS.get((step.button, step.count), "Click")
            held = "+".join(m.capitalize() for m in step.modifiers)
            verb = f"{held}+{verb[0].lower()}{verb[1:]}" if held else verb
            return f"{verb} {target_words(step.target)}"
        case grammar.Move():
            return f"Move the pointer to {target_words(step.target)}"
        case grammar.Drag():
            return f"Drag {target_words(step.target)} to {target_words(step.to)}"
        case grammar.Scroll():
            where = f" on {target_words(step.target)}" if step.target else ""
            return f"Scroll {step.direction} {step.amount}{where}"
        case grammar.Type():
            return _typing(step)
        case grammar.Keys():
            times = f" {step.times} times" if step.times > 1 else ""
            where = f" in {target_words(step.target)}" if step.target else ""
            return f"Press {chord_words(step.keys)}{times}{where}"
        case grammar.Window():
            return f"{_WINDOW_VERBS[step.op]} {_window_words(step)}"
        case grammar.Launch():
            return f"Start {quoted(step.desktop_id)}"
        case grammar.Clipboard():
            return _CLIPBOARD.get(step.op, f"Put {quoted(step.text)} on the clipboard")
        case grammar.Wait():
            return f"Wait {step.seconds:g} s" if step.seconds else "Wait"
        case grammar.CheckThat():
            return f"Check that {condition_words(step.condition)}"
        case grammar.AskMe():
            return f"Ask: {short_name(step.question, 200)}"
        case grammar.Group():
            return short_name(step.title)
        case grammar.If():
            return f"If {condition_words(step.condition)}"
        case grammar.Repeat():
            if step.until is None:
                return f"Repeat {step.times} times"
            return f"Repeat at most {step.times} times, until {condition_words(step.until)}"
        case grammar.ForEach():
            return "For each row of the table"
        case grammar.Call():
            return f"Do the macro {quoted(step.macro)}"


def _typing(step: grammar.Type) -> str:
    name = secret_name(step.text)
    what = f"the secret {quoted(name)}" if name else quoted(literal(step.text))
    where = f" into {target_words(step.target)}" if step.target else ""
    over = ", replacing what is there" if step.replace else ""
    enter = ", then Enter" if step.enter else ""
    if not step.text:
        return f"Clear {target_words(step.target) if step.target else 'the field'}{enter}"
    return f"Type {what}{where}{over}{enter}"


def _window_words(step: grammar.Window) -> str:
    return quoted(step.title) if step.title else f"the window of {quoted(step.app)}"


def found_words(found: Found, *, is_trusted: bool = True) -> str:
    """Return how a target was found, for the card."""
    how = f"found {RUNG_WORDS[found.rung]}"
    if found.rung not in ("tree", "model", "user"):
        how = f"{how} ({found.score:.0%})"
    notes = [tried.note for tried in found.tried if tried.rung == "model" and tried.note]
    how = "; ".join([how, *notes])
    return how if is_trusted else f"{how}; {UNTRUSTED}"


UNTRUSTED: Final = "this macro is not trusted yet, so each step is asked about"
