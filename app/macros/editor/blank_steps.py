"""Steps as they come from the menu: complete enough to be kept, told in the menu's words."""

from dataclasses import dataclass
from typing import Final

from automation.macros import macro as grammar
from automation.macros.macro import Step, Target

NAME: Final = "Name it"
"""Stands for the target of a step from the menu until its name is written or picked."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A line of the menu."""

    words: str
    icon: str
    step: Step


def _target(role: str = "") -> Target:
    return Target(name=NAME, role=role)


KINDS: Final[tuple[tuple[Kind, ...], ...]] = (
    (
        Kind("Click", "pointer", grammar.Click(id="click", target=_target())),
        Kind("Type text", "text", grammar.Type(id="type", text="")),
        Kind("Press keys", "keyboard", grammar.Keys(id="keys", keys=("enter",))),
        Kind("Scroll", "scroll", grammar.Scroll(id="scroll", direction="down")),
        Kind("Drag", "drag", grammar.Drag(id="drag", target=_target(), to=_target())),
        Kind("Move the pointer", "pointer", grammar.Move(id="move", target=_target())),
    ),
    (
        Kind("Window", "window", grammar.Window(id="window", op="activate", title="*")),
        Kind("Start a program", "launch", grammar.Launch(id="launch", desktop_id="program")),
        Kind("Clipboard", "clipboard", grammar.Clipboard(id="clipboard", op="copy")),
    ),
    (
        Kind("Wait", "wait", grammar.Wait(id="wait", seconds=1.0)),
        Kind(
            "Check",
            "check-square",
            grammar.CheckThat(id="check", condition=grammar.Shows(text=NAME)),
        ),
        Kind("Ask me", "hand", grammar.AskMe(id="ask", question="Go on?")),
    ),
    (
        Kind("Group", "folder", grammar.Group(id="group", title="Group", steps=())),
        Kind("If", "question", grammar.If(id="if", condition=grammar.Shows(text=NAME), then=())),
        Kind("Repeat", "refresh", grammar.Repeat(id="repeat", times=2, steps=())),
        Kind("For each row", "list", grammar.ForEach(id="rows", steps=())),
        Kind("Play a macro", "macro", grammar.Call(id="call", macro="Another macro")),
    ),
)
"""In groups; a line of the menu stands between two of them."""
