"""Which steps go wherever the keyboard is, and what was left out that would have brought it there."""

from dataclasses import dataclass
from typing import Final

from automation.macros import macro as grammar
from automation.macros.describing.fronts import goes_with_keyboard, is_for_desktop
from automation.macros.macro import Step
from automation.macros.player.wording import step_words

_PRESSED_ONLY: Final = frozenset({"button", "link", "checkbox", "radio", "toggle"})
"""What nobody types into: a notice that is not there this time was answered by one of these."""


@dataclass(slots=True)
class KeyboardPlace:
    """Follows the steps of one play: whether what was to say where the keyboard goes was done."""

    left_out: str = ""
    """What was left out that would have said where the next step goes; empty for nothing."""
    _is_placed: bool = False
    """A step that was done has put the keyboard somewhere, and it may still be there."""

    def begin_row(self) -> None:
        """Begin a row: no step of the row before was to place the keyboard for it."""
        self.left_out, self._is_placed = "", False

    def over(self, step: Step, *, is_left_out: bool) -> None:
        """Take in a step that is over, or was not done because it did not match."""
        is_placing = _brings_keyboard(step)
        if not is_left_out:
            if is_placing or goes_with_keyboard(step) or _is_of_desktop(step):
                self.left_out = ""
            self._is_placed = self._is_placed or (is_placing and not _is_press(step))
        elif self._is_missed(step, is_placing=is_placing) and not self.left_out:
            self.left_out = f"{step_words(step)} ({step.id})"

    def _is_missed(self, step: Step, *, is_placing: bool) -> bool:
        """Tell whether the keyboard is elsewhere than the step that was left out would have put it."""
        if _is_press(step):
            return not self._is_placed
        return is_placing or (isinstance(step, grammar.Keys) and goes_with_keyboard(step))


def _is_press(step: Step) -> bool:
    return isinstance(step, grammar.Click) and step.target.role in _PRESSED_ONLY


def _is_of_desktop(step: Step) -> bool:
    return isinstance(step, grammar.Keys) and is_for_desktop(step.keys)


def _brings_keyboard(step: Step) -> bool:
    match step:
        case grammar.Click() | grammar.Drag() | grammar.Type() | grammar.Launch():
            return True
        case grammar.Window():
            return step.op not in ("close", "minimise")
        case grammar.Keys():
            return step.target is not None
        case _:
            return False
