"""What is at an action's target: the tree's element, and what else the screen calls it.

The accessibility tree is asked first, OCR only where the tree is silent or a page names its own things.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from automation.agent.memory import kinds_of_window
from automation.agent.parts import TellsMore
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
from automation.safety.words import danger_words, unexplained

LABEL_AREA: Final = Rect(0, 0, 260, 52)
"""What OCR reads around a pixel about which the tree says nothing."""
LARGEST_CONTROL: Final = 0.25
"""What covers more of its window than this is a page or a panel, whose name is no label."""
CONTROL_ROLES: Final = frozenset(
    {"button", "toggle", "link", "menu_item", "checkbox", "radio", "tab", "icon", "image", "text"}
)
"""Things that are pressed, however large."""
TURNED: Final = 1.3
"""A face so many times as high as wide is read turned as well."""
INK_LEVELS: Final = 28
"""Difference (0..255) from the ground from which a pixel of a face counts as drawn."""
INK_MARGIN_PX: Final = 8
NEAR_PX: Final = 28
"""How far from a pixel a word stands that may belong to the sign there, where no tree tells."""
_NAMED_ROLES: Final = frozenset(
    {"button", "toggle", "link", "menu_item", "menu", "checkbox", "radio"}
)
"""Controls that show their own name and nothing else; the others show what they hold."""
_DESCRIBED: Final = CONTROL_ROLES - {"text", "image"} | {"menu"}
_SWITCHES: Final = frozenset({"checkbox", "radio", "toggle"})
BARE_PX: Final = 40
"""What is no larger than this both ways is a box to tick without its words."""
LABEL_REACH_PX: Final = 300
"""How far from a bare box the words are read that say what it ticks."""
LABEL_GAP_PX: Final = 40
"""How far right of a bare box those words begin."""
SURE: Final = 0.8
"""How sure OCR is of a line that it reads turned: the wrong way round most lines are rubbish."""
_HARMLESS_AIMS: Final = (Move, Scroll, Window, Launch)
"""Actions whose level does not depend on what element they meet, so that none is looked up."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is at the target: the tree's element, and what else it is called."""

    element: ScreenElement | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """What the picture shows on a control, as far as its name does not say it."""

    labels: tuple[str, ...] = ()
    other: str = ""
    """The words that nothing explains; empty where the picture says what the tree says."""


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
            return Target(self._focus())
        resolved, point = proposal.element, aims[0].point
        is_found = resolved is not None and resolved.source == "tree"
        if self.origin == "user" and is_found and resolved and resolved.box.contains(point):
            return Target(resolved)
        seen = (resolved.name,) if resolved else ()
        element = self.reader.at(self.observation, point)
        sources: tuple[Source, ...] = ("ocr",)
        if (element is None or not element.name) and (
            not resolved or resolved.source not in sources
        ):
            is_named = resolved is not None or aims[0].element is not None
            seen = (*seen, *self._read_label(point, is_named=is_named))
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

    def face(self, target: Target, action: Action) -> Face:
        """Return what the picture shows on the target besides its name, whichever way it is turned.

        The name is what a program or a page says of itself; the picture is what the user sees. Not read
        where a field shows nothing, nor on what shows content in a program whose thing the user named.
        """
        element, aims = target.element, aims_of(action)
        if element is None or not element.name or isinstance(action, _HARMLESS_AIMS):
            return Face()
        window = self.observation.window_reached(aims[0].point if aims else element.box.center)
        if window is None or shows_nothing(element, self.observation.frame):
            return Face()
        is_entry = element.role in ENTRY_ROLES and "editable" not in element.states
        is_pressed = is_entry or element.role in CONTROL_ROLES - {"text"}
        is_page = AppKind.BROWSER in kinds_of_window(window)
        if not is_pressed and (
            element.box.h > LABEL_AREA.h * 2 or (self.origin == "user" and not is_page)
        ):
            return Face()
        box = element.box.grown(0 if is_pressed else 4).intersection(window.rect)
        drawn = _drawn_part(self.observation, box) if is_pressed else box
        found = self.reader.text(self.observation, drawn)
        lines = [e.name for e in found if e.window_id in (0, window.window_id)]
        is_high = drawn.h > TURNED * drawn.w
        if is_pressed and (is_high or not lines):
            for quarters in (1, 3) if is_high else (1, 3, 2):
                lines += self._turned_lines(drawn, window, quarters)
        face = _told_apart(element, tuple(dict.fromkeys(lines)))
        return replace(face, labels=(*face.labels, *self._beside(element, window)))

    def _beside(self, element: ScreenElement, window: WindowInfo) -> tuple[str, ...]:
        """Return the words beside a bare box to tick: right of it, else left, as on a line of settings.

        They are another thing of the program, which may not say that they belong together.
        """
        box = element.box
        if element.role not in _SWITCHES or max(box.w, box.h) > BARE_PX or element.description:
            return ()
        reach, top, height = LABEL_REACH_PX, box.y - 6, box.h + 12
        right = self._words_in(Rect(box.right, top, reach, height), window)
        right = [line for line in right if line.box.x - box.right <= LABEL_GAP_PX]
        left = right or self._words_in(Rect(box.x - reach, top, reach, height), window)
        return tuple(line.name for line in left)

    def _words_in(self, area: Rect, window: WindowInfo) -> list[ScreenElement]:
        """Return the lines in a part of a window, which must not hold a box: it would read as a letter."""
        part = area.intersection(window.rect)
        lines = self.reader.text(self.observation, part) if part.area else ()
        return [line for line in lines if line.window_id in (0, window.window_id)]

    def described(self, target: Target) -> tuple[str, ...]:
        """Return what the program says of a control besides its name; nothing of what shows content."""
        element = target.element
        if (
            element is None
            or element.role not in _DESCRIBED
            or not isinstance(self.reader, TellsMore)
        ):
            return ()
        return tuple(self.reader.described(element))

    def _turned_lines(self, box: Rect, window: WindowInfo, quarters: int) -> list[str]:
        """Return what is read in the box when its picture is turned by so many quarters."""
        part = self.observation.frame.crop(box)
        if not part.rect.area:
            return []
        turned = replace(part, pixels=np.ascontiguousarray(np.rot90(part.pixels, quarters)))
        alone = replace(window, rect=turned.rect, frame=None)
        seen = replace(self.observation, frame=turned, windows=(alone,))
        return [e.name for e in self.reader.text(seen, turned.rect) if e.confidence >= SURE]

    def _read_label(self, point: ScreenPoint, *, is_named: bool = True) -> tuple[str, ...]:
        lines = self.reader.text(self.observation, LABEL_AREA.around(point))
        reach = 6 if self.origin == "user" and is_named else NEAR_PX
        return tuple(line.name for line in lines if line.box.grown(reach).contains(point))


def _drawn_part(observation: Observation, box: Rect) -> Rect:
    """Return the part of the box in which something is drawn on its ground.

    All of it where there is none, and of a box that the picture does not show.
    """
    part = observation.frame.crop(box)
    if part.rect != box or not box.area:
        return box
    colours = part.pixels[:, :, :3].astype(np.int16)
    drawn = np.abs(colours - np.median(colours.reshape(-1, 3), axis=0)).max(axis=2) > INK_LEVELS
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    if not rows.size:
        return box
    ink = Rect(
        box.x + int(columns[0]),
        box.y + int(rows[0]),
        int(columns[-1] - columns[0]) + 1,
        int(rows[-1] - rows[0]) + 1,
    )
    return ink.grown(INK_MARGIN_PX).intersection(box)


def _told_apart(element: ScreenElement, lines: tuple[str, ...]) -> Face:
    """Return those of the lines that the element's own name and value do not say."""
    told = tuple(text for text in (element.name, element.value) if text)
    shown = " ".join(lines)
    known = {hit.meaning.name for text in told for hit in danger_words(text)}
    says_more = any(hit.meaning.name not in known for hit in danger_words(shown))
    labels = [shown] if says_more or unexplained(shown, told) else []
    labels += [line for line in lines if unexplained(line, told)]
    is_named = element.role in _NAMED_ROLES
    return Face(tuple(dict.fromkeys(labels)), unexplained(shown, told) if is_named else "")


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
