"""What is at an action's target: the tree's element, and what else the screen calls it.

The accessibility tree is asked first, OCR only where the tree is silent or a page names its own things.
"""

from dataclasses import dataclass
from typing import Final

from automation.agent.memory import kinds_of_window
from automation.agent.plain_fields import shows_nothing
from automation.core.actions import (
    Action,
    ButtonUp,
    Drag,
    Launch,
    Move,
    Scroll,
    Source,
    Window,
    aims_of,
)
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.core.proposal import Proposal
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.evidence import Origin
from automation.safety.targets import menus
from automation.safety.words import split_words

LABEL_AREA: Final = Rect(0, 0, 260, 52)
"""What OCR reads around a pixel about which the tree says nothing."""
LARGEST_CONTROL: Final = 0.25
"""What covers more of its window than this is a page or a panel, whose name is no label."""
CONTROL_ROLES: Final = frozenset(
    {"button", "toggle", "link", "menu_item", "checkbox", "radio", "tab", "icon", "image", "text"}
)
"""Things that are pressed, however large."""
NEAR_PX: Final = 28
"""How far from a pixel a word stands that may belong to the sign there, where no tree tells."""
_HARMLESS_AIMS: Final = (Move, Scroll, Window, Launch)
"""Actions whose level does not depend on what element they meet, so that none is looked up."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is at the target: the tree's element, and what else it is called."""

    element: ScreenElement | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetReader:
    """Reads for one step."""

    reader: ElementReader
    observation: Observation
    origin: Origin
    has_button_down: bool
    """An earlier action keeps a mouse button down: moving is dragging."""

    def read(self, proposal: Proposal, action: Action) -> Target:
        """Return what the action meets; text on the picture stands in where the tree is silent."""
        aims = aims_of(action)
        is_drag = isinstance(action, Move) and self.has_button_down
        if isinstance(action, _HARMLESS_AIMS) and not is_drag:
            return Target(proposal.element)
        if not aims:
            focus = self._focus()
            return Target(focus, self._pictured(focus, None))
        resolved, point = proposal.element, aims[0].point
        is_found = resolved is not None and resolved.source == "tree"
        if self.origin == "user" and is_found and resolved and resolved.box.contains(point):
            return Target(resolved, self._pictured(resolved, point))
        seen = (resolved.name,) if resolved else ()
        element = self.reader.at(self.observation, point)
        sources: tuple[Source, ...] = ("ocr",)
        if (element is None or not element.name) and (
            not resolved or resolved.source not in sources
        ):
            seen = (*seen, *self._read_label(point))
        seen = (*seen, *self._pictured(element, point))
        return Target(element, tuple(name for name in dict.fromkeys(seen) if name))

    def dropped_on(self, action: Action) -> tuple[str, ...]:
        """Return what the place is called where a button is let go, by tree and by picture."""
        match action:
            case Drag():
                point = action.path[-1]
            case ButtonUp():
                point = action.at.point
            case Move() if self.has_button_down:
                point = action.at.point
            case _:
                return ()
        element = self.reader.at(self.observation, point)
        named = (element.name,) if element and element.name else ()
        return (*named, *self._read_label(point))

    def _focus(self) -> ScreenElement | None:
        """Return what gets the keys; None when nobody tells, as with a menu that hides its entries."""
        focus = self.reader.focused(self.observation)
        open_menus = {w.window_id for w in menus(self.observation)}
        is_below = focus is not None and open_menus and focus.window_id not in open_menus
        return None if is_below else focus

    def _pictured(
        self, element: ScreenElement | None, point: ScreenPoint | None
    ) -> tuple[str, ...]:
        """Return what the picture says where the tree gives a name: a page writes its own names.

        Not asked where the user's own words name the thing in an ordinary program, and where a field
        shows nothing.
        """
        if element is None or not element.name or element.box.h > LABEL_AREA.h * 2:
            return ()
        window = self.observation.window_reached(point or element.box.center)
        if self.origin == "user" and (
            window is None or AppKind.BROWSER not in kinds_of_window(window)
        ):
            return ()
        if shows_nothing(element, self.observation.frame):
            return ()
        lines = self.reader.text(self.observation, element.box.grown(4))
        told = " ".join(split_words(f"{element.name} {element.value or ''}"))
        return tuple(e.name for e in lines if " ".join(split_words(e.name)) not in told)

    def _read_label(self, point: ScreenPoint) -> tuple[str, ...]:
        lines = self.reader.text(self.observation, LABEL_AREA.around(point))
        reach = 6 if self.origin == "user" else NEAR_PX
        return tuple(line.name for line in lines if line.box.grown(reach).contains(point))


def name_of(element: ScreenElement | None, window: WindowInfo | None) -> str:
    """Return what the tree calls the target; a page's or a panel's name is none of its own."""
    if element is None:
        return ""
    is_large = window is not None and element.box.area > LARGEST_CONTROL * window.rect.area
    return "" if is_large and element.role not in CONTROL_ROLES else element.name


def role_of(
    element: ScreenElement | None, resolved: ScreenElement | None, *, is_popup: bool
) -> str:
    """Return the role at the target; of two that disagree, one that is not a text field."""
    if element is None:
        return resolved.role if resolved and resolved.source == "tree" else ""
    if is_popup and element.role == "list_item":
        return "menu_item"  # a choice, whose long text is no content
    if resolved and element.role in ENTRY_ROLES and resolved.role not in ENTRY_ROLES:
        return resolved.role
    return element.role
