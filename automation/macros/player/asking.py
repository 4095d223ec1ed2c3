"""Asks the model for one target, and takes only a place that a press of this very step may go to.

What a model says is a claim about the screen: it never leaves the target's window or row, never
presses through a dialog, and is never asked where a wrong place would do harm.
"""

from typing import Final

from automation.core.observation import Observation, ScreenElement
from automation.core.pictures import patches_match
from automation.core.ports import ElementReader
from automation.core.secrets import secret_name
from automation.core.stopping import StopToken
from automation.macros import macro as grammar
from automation.macros.finder.roles import things_at
from automation.macros.finder.rows import Row
from automation.macros.finder.scene import Scene
from automation.macros.finder.texts import comparable, is_same
from automation.macros.finder.windows import NoWindow, choose
from automation.macros.found import Found
from automation.macros.player.intents import ENTRIES, Trouble
from automation.macros.player.repair import Repairer, Unknown, Wanted
from resources.role_words import role_words

MOST_TRIES: Final = 2
"""How often one step asks; a page may have come meanwhile, and more would be guessing."""


class Adviser:
    """Serves one step; owned by the agent thread."""

    def __init__(self, repairer: Repairer | None, reader: ElementReader) -> None:
        self._repairer = repairer
        self._reader = reader
        self.calls = 0
        """How often the model was asked."""

    def ask(
        self, wanted: Wanted, trouble: Trouble, observation: Observation, stop: StopToken
    ) -> Found | Unknown:
        """Return where the model points, if this step may be done there, else why not.

        Raises:
            Stopped: a stop was asked for.
        """
        if why := self._why_silent(wanted, trouble):
            return Unknown(why)
        assert self._repairer is not None, "without a model there is a reason to be silent"
        self.calls += 1
        answer = self._repairer.repair(wanted, observation, stop)
        if isinstance(answer, Unknown):
            return answer
        scene = _scene(wanted, observation, self._reader, stop)
        why = scene if isinstance(scene, str) else _why_not(wanted, answer, scene)
        return Unknown(f"The model's answer was not taken: {why}") if why else answer

    def doubt(
        self, wanted: Wanted, found: Found, judged: Observation, now: Observation, stop: StopToken
    ) -> str:
        """Return why a place that was right on an earlier look is not on this one; empty when it is.

        A model thinks for seconds, and lists are sorted and pages come meanwhile.

        Raises:
            Stopped: a stop was asked for.
        """
        scene = _scene(wanted, now, self._reader, stop)
        if isinstance(scene, str):
            return scene
        return _why_not(wanted, found, scene) or _change_at(found, judged, scene)

    def _why_silent(self, wanted: Wanted, trouble: Trouble) -> str:
        step = wanted.step
        if self._repairer is None or not self._repairer.is_there:
            return "No model is loaded that could be asked"
        if trouble.why == "several":
            return "Several are equally good, and a model does not choose between equals"
        if step.risk or trouble.why == "not_allowed":
            return "A model is not asked for so risky a step"
        if isinstance(step, grammar.Type) and secret_name(step.text):
            return "A model is not asked where a secret is typed"
        if self.calls >= MOST_TRIES:
            return f"The model was asked {MOST_TRIES} times"
        return ""


def _scene(
    wanted: Wanted, observation: Observation, reader: ElementReader, stop: StopToken
) -> Scene | str:
    """Return the window that the step belongs to, or why there is none."""
    chosen = choose(wanted.target, observation)
    if isinstance(chosen, NoWindow):
        return chosen.sentence
    scene = Scene(observation, chosen.window, reader, stop)
    if not chosen.is_program_part_same and scene.is_dialog:
        return "another dialog is open"
    return scene


def _why_not(wanted: Wanted, found: Found, scene: Scene) -> str:
    """Return why the step must not be done at this place; empty when it may."""
    element = found.element
    if not scene.is_reached(found.point):
        return f"it points outside of “{scene.window.title[:80]}”"
    if scene.blocking_window is not None or scene.blocking_dialog(found.point) is not None:
        return "a dialog is open, and it points beside it"
    row = Row.of(wanted.target, scene)
    if row and not row.holds(found.box, element.parent_name if element else ""):
        return "it points into another row"
    if element is not None and not _is_within(wanted.target.within, element, scene):
        return f"it points into “{element.parent_name[:80]}” and not “{wanted.target.within[:80]}”"
    is_typed = isinstance(wanted.step, grammar.Type | grammar.Keys)
    if is_typed and element is not None and not _takes_text(element.role, element.states):
        return f"it points at a {role_words(element.role) or 'thing'}, which takes no text"
    return ""


def _is_within(within: str, element: ScreenElement, scene: Scene) -> bool:
    """Tell whether the tree does not put the element into another container."""
    if not comparable(within) or is_same(within, scene.window.title) or not element.parent_name:
        return True
    return is_same(element.parent_name, within)


def changed_at(found: Found, before: Observation, now: Observation) -> str:
    """Return how a place looks different from when it was shown; empty for no way."""
    if before.frame.rect != now.frame.rect:
        return "the desktop changed its size meanwhile"
    area = found.box.intersection(now.frame.rect)
    if area.area and not patches_match(before.frame.crop(area), now.frame.crop(area)):
        return "the picture there changed meanwhile"
    return ""


def _change_at(found: Found, judged: Observation, scene: Scene) -> str:
    """Return what is different at the place from when the model looked; empty for nothing."""
    if said := changed_at(found, judged, scene.observation):
        return said
    if found.element is None:
        return ""
    known = {(one.role, one.name) for one in things_at(scene.elements, found.point)}
    if known and (found.element.role, found.element.name) not in known:
        return "something else came there meanwhile"
    return ""


def _takes_text(role: str, states: frozenset[str]) -> bool:
    return role in ENTRIES or "editable" in states
