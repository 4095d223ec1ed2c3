"""What the user is told of a search: what was looked for, what was found, what can be done."""

from collections.abc import Sequence
from typing import Final

from automation.core.wording import quoted
from automation.macros.finder.covering import coverers, covering_words
from automation.macros.finder.outcome import Hit, Nothing, Several
from automation.macros.finder.scene import Scene
from automation.macros.found import Rung
from automation.macros.macro import Target
from resources.role_words import role_words

BY: Final[dict[Rung, str]] = {
    "tree": "by role and name",
    "image_near": "by its picture, near its place",
    "image": "by its picture",
    "text": "by the text on it",
    "landmarks": "by the texts around it",
    "model": "by the model",
    "user": "by you",
}


def called(target: Target) -> str:
    """Return how a target is called in a sentence: `the button 'Save'`."""
    role = role_words(target.role)
    name = target.name or target.label or target.text
    what = f"the {role or 'target'} {quoted(name)}" if name else f"the {role or 'recorded picture'}"
    row = f" in the row of {', '.join(map(quoted, target.row))}" if target.row else ""
    return what + row


def blocked(target: Target, dialog: str) -> str:
    """Say that a dialog is in the way."""
    return (
        f"A dialog is open, {quoted(dialog)}, and {called(target)} is not in it. "
        "Answer the dialog, or add a step that does."
    )


def other_dialog(target: Target, title: str) -> str:
    """Say that the program shows another dialog."""
    return (
        f"No window is called {quoted(target.window)}; {target.app} shows the dialog {quoted(title)}, "
        f"in which {called(target)} would be another one."
    )


def several(target: Target, rung: Rung, outcome: Several) -> str:
    """Say that nothing tells the matches apart."""
    return (
        f"{len(outcome.candidates)} places are equally good for {called(target)}, found {BY[rung]}. "
        "Nothing was chosen: give the target texts of its row, or a container."
    )


def too_low(target: Target, rung: Rung, hit: Hit) -> str:
    """Say what a forbidden rung would have found."""
    name = hit.element.name if hit.element is not None else ""
    what = quoted(name) if name else f"a place at {hit.point.x}, {hit.point.y}"
    return (
        f"{_first_upper(called(target))} was found only {BY[rung]} ({what}), "
        "which is not enough for so risky a step. Check it and press it yourself, or record the step again."
    )


def other_title(target: Target, title: str) -> str:
    """Say that the window has another title than the recorded one."""
    return (
        f"{_first_upper(called(target))} is there, but in {quoted(title)} and not in "
        f"{quoted(target.window)}. For so risky a step the title must fit: where it varies, write '*' "
        "in its field Window in the editor (window: of its target in macro.yaml)."
    )


def replaced(target: Target, gone: str, there: str) -> str:
    """Say that another text stands beside the target."""
    return (
        f"{_first_upper(called(target))} is there, but {quoted(there)} stands beside it where "
        f"{quoted(gone)} stood, so it may be another one. Give the target texts of its row."
    )


def unsure(target: Target, rung: Rung, nothing: Nothing) -> str:
    """Say what might be it."""
    return f"Not sure of {called(target)}: looked {BY[rung]}, {nothing.note}."


def missing(target: Target, scene: Scene, notes: Sequence[str]) -> str:
    """Say that it is not there, what was there instead, and what may hide it."""
    if by := coverers(scene.window, scene.observation):
        over = covering_words(by, scene.observation)
        return (
            f"{quoted(scene.window.title)} is behind {over}; bring it to the front. "
            f"{_first_upper(called(target))} is not in what can be seen of it."
        )
    sentence = f"{_first_upper(called(target))} is not in {quoted(scene.window.title)}"
    sentence += f" ({notes[0]})." if notes else "."
    dialog = scene.open_dialog()
    return f"{sentence} A dialog is open: {quoted(dialog)}." if dialog else sentence


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]
