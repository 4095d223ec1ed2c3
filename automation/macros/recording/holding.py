"""Holds keys to the window that they were pressed in, where no step before them has said it.

By the window itself and not by its title, which changes with the document: a step that goes on in a
window whose title has become another one says nothing.
"""

from dataclasses import dataclass, field

from msgspec.structs import replace

from automation.macros import macro as grammar
from automation.macros.describing.fronts import held_to, is_for_desktop
from automation.macros.describing.titles import SHORTEST_TYPED
from automation.macros.macro import Step, Until
from automation.macros.recording.context import Context
from automation.macros.recording.gestures import Chord, Gesture, Hold, Text


@dataclass(slots=True)
class Holding:
    """Follows the steps of one macro in their order."""

    window: int = 0
    """The one that a replay has in front for the steps before said it; 0 for any."""
    typed: dict[str, None] = field(default_factory=dict)
    """Texts so far, each once: in a title they are data."""

    def held(
        self, gesture: Gesture, steps: tuple[Step, ...], before: Context | None
    ) -> tuple[Step, ...]:
        """Return the steps of the next gesture, held to its window if they are keys.

        Args:
            gesture: what was done.
            steps: what it came to.
            before: what was seen before it.
        """
        wait = self._wait(gesture, steps[0], before)
        if wait is not None:
            steps = (replace(steps[0], wait=wait), *steps[1:])
        self._follow(gesture, steps[0], before, is_held=wait is not None)
        if isinstance(gesture, Text) and not gesture.doubt and len(gesture.text) >= SHORTEST_TYPED:
            self.typed[gesture.text] = None
        return steps

    def twin(self) -> "Holding":
        """Return one that goes on from here."""
        return Holding(self.window, dict(self.typed))

    def forget(self) -> None:
        """Take any window for the one in front: a step was put in, or taken back."""
        self.window = 0

    def _wait(self, gesture: Gesture, step: Step, before: Context | None) -> Until | None:
        window = before.window if before is not None else None
        if window is None or window.is_popup or window.window_id == self.window:
            return None
        if not _is_by_keys(step) or _is_for_desktop(gesture):
            return None
        return held_to(window.title, self.typed)

    def _follow(
        self, gesture: Gesture, step: Step, before: Context | None, *, is_held: bool
    ) -> None:
        if _is_for_desktop(gesture):
            self.window = 0
            return
        there = before.window.window_id if before is not None and before.window is not None else 0
        is_said = is_held or _says_window(step)
        if there != self.window:
            self.window = there if is_said and not step.off else 0


def _is_for_desktop(gesture: Gesture) -> bool:
    return isinstance(gesture, Chord | Hold) and is_for_desktop(gesture.keys)


def _is_by_keys(step: Step) -> bool:
    """Tell whether a step goes where the keyboard is."""
    return isinstance(step, grammar.Keys | grammar.Type) and step.target is None


def _says_window(step: Step) -> bool:
    """Tell whether a step brings its window to the front, and the keyboard there.

    A wheel that is turned over a window does not, and a drag may end in another one.
    """
    if isinstance(step, grammar.Drag):
        return (step.target.window, step.target.app) == (step.to.window, step.to.app)
    return isinstance(step, grammar.Click | grammar.Type) and step.target is not None
