"""Reads what stands around a target: the question of a dialog, its main button, the page's address.

A button called OK says nothing by itself. What is read here may only raise a level; the tree is asked
once per picture, and OCR only where the tree is silent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from automation.agent.dialogs import (
    has_menu_bar,
    inside_dialog,
    is_dialog,
    is_main,
    may_be_label,
    only_asks,
    program_names,
    read_in,
    said_by,
    says_dialog,
    says_something,
    stands_alone,
    without_name,
)
from automation.core.actions import (
    Action,
    Click,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    Write,
    aims_of,
)
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pages import is_above_pages
from automation.core.ports import ElementReader
from automation.safety import text_rules
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.effects import submits_text
from automation.safety.field_labels import label_of
from automation.safety.label_risk import CHOICE_ROLES
from automation.safety.place_risk import is_answer as is_an_answer
from automation.safety.sites import address_of, kinds_of_address, site_of
from automation.safety.targets import menus
from automation.safety.words import danger_words, word_count

NEAR_PX: Final = 260
"""How far below or beside a page's field the button is looked for that Enter may press."""
BESIDE_PX: Final = 360
"""How far from a button its heading or its question stands, on a page that is not a dialog."""
BESIDE_WORDS: Final = 20
MOST_BESIDE: Final = 40
"""Texts that are read near one target."""
IN_ENTRY_PX: Final = 6
"""So near to a field that the picture shows a word may belong to it."""
_WORDS: Final = frozenset({"label", "text", "heading", "dialog", "group", "status"})
_BUTTONS: Final = frozenset({"button", "toggle", "link", "icon", "menu_item"})
_PRESSING: Final = (Click, Drag, Hotkey, HoldAndTap, KeyDown, Write)


@dataclass(frozen=True, slots=True)
class Place:
    """What the surroundings of one target tell."""

    question: tuple[str, ...] = ()
    """What the dialog with the target asks or says."""
    may_press: tuple[str, ...] = ()
    """What keys may set off besides the thing that has the focus."""
    beside: tuple[str, ...] = ()
    """Short texts near the target, outside of dialogs."""
    kinds: frozenset[AppKind] = frozenset()
    """What the page's address and fields make of its window."""
    site: str = ""
    is_choice: bool = False
    """The target is an entry of the open list of a drop-down."""
    takes_value: bool = False
    """The dialog has a field: what it asks is answered by what stands there."""
    orders: str = ""
    """A text of the window that tells assistants what to do."""


class Surroundings:
    """Reads for one run; owned by the agent thread."""

    def __init__(self, reader: ElementReader) -> None:
        self._reader = reader
        self._seen: Observation | None = None
        self._elements: tuple[ScreenElement, ...] = ()

    def of(
        self,
        action: Action,
        window: WindowInfo | None,
        kinds: frozenset[AppKind],
        observation: Observation,
        focus: ScreenElement | None,
        *,
        target: ScreenElement | None = None,
        is_explicit: bool = False,
    ) -> Place:
        """Return what is around the target.

        Args:
            action: what is going to be done.
            window: the first window that it reaches.
            kinds: of all windows that it reaches.
            observation: where it is looked for.
            focus: what has the keyboard, for actions without a pixel.
            target: the tree's element at the action's pixel.
            is_explicit: the user's own words name the step; then only dialogs, pages and what may
                answer something are worth the tens of milliseconds that the tree takes.
        """
        if window is None or window.is_own or not isinstance(action, _PRESSING):
            return Place()
        is_plain = isinstance(action, Click | Drag) or (
            isinstance(action, Write) and not action.press_enter
        )
        is_ordinary = AppKind.BROWSER not in kinds and not is_dialog(window, observation)
        may_answer = _may_answer(action, target)
        if is_explicit and is_plain and is_ordinary and not may_answer:
            return Place()
        elements = self._in(window, observation)
        address = address_of(elements) if AppKind.BROWSER in kinds else ""
        site = site_of(address, window) if AppKind.BROWSER in kinds else ""
        found = kinds_of_address(address) if address else frozenset()
        if AppKind.BROWSER in kinds and _takes_payment(elements):
            found |= {AppKind.BANK}
        is_by_keys = not isinstance(action, Click | Drag)
        is_own = AppKind.BROWSER not in kinds  # a page may call its window anything
        entry = _entry_of(action) if is_explicit and is_plain else None
        is_text = isinstance(action, Write) and not submits_text(action)
        is_read_around = not is_explicit or (AppKind.BROWSER in kinds and may_answer)
        pressed = _reached_by_keys(elements, focus) if AppKind.BROWSER in kinds else elements
        return Place(
            question=self._question(
                window,
                elements,
                observation,
                program_names(window, observation) if is_explicit and is_own else (),
                is_answer=not is_explicit or may_answer,
                is_text=is_text,
                role=target.role if target else "",
            ),
            may_press=(
                self._may_press(window, pressed, observation, focus, entry, is_text=is_text)
                if is_by_keys
                else ()
            ),
            beside=_beside(action, focus, elements) if is_read_around else (),
            kinds=found,
            site=site,
            is_choice=_is_choice(target, window, self._elements),
            takes_value=any(
                e.role in ENTRY_ROLES and "editable" in e.states and not is_above_pages(e, elements)
                for e in inside_dialog(elements, window)
            ),
            orders=_orders(elements),
        )

    def read_of(self, observation: Observation) -> tuple[ScreenElement, ...] | None:
        """Return what was read on this very look; None where the tree was not asked."""
        return self._elements if self._seen is observation else None

    def _in(self, window: WindowInfo, observation: Observation) -> tuple[ScreenElement, ...]:
        """Return the tree's elements of the window."""
        if self._seen is not observation:
            self._seen, self._elements = observation, tuple(self._reader.tree(observation))
        found = tuple(e for e in self._elements if e.window_id in (0, window.window_id))
        if found or window.is_active:
            return found
        everywhere = self._reader.tree(observation, whole_screen=True)
        return tuple(e for e in everywhere if e.window_id == window.window_id)

    def _question(
        self,
        window: WindowInfo,
        elements: Sequence[ScreenElement],
        observation: Observation,
        names: Sequence[str],
        *,
        is_answer: bool,
        is_text: bool,
        role: str,
    ) -> tuple[str, ...]:
        """Return what a dialog says; of a window that may be none, only what asks or is answered.

        Args:
            window: where the action goes.
            elements: what the tree tells of it.
            observation: what it is seen on.
            names: what its program calls itself; none where nobody may be taken at that word.
            is_answer: what is pressed may be an answer, whatever it is called.
            is_text: letters are typed and no Enter: they answer only where an answer can be seen.
            role: of what is pressed; what takes a value answers nothing, so that nothing need be read.
        """
        if not is_answer and role in CHOICE_ROLES:
            return ()
        if not (is_dialog(window, observation) or any("modal" in e.states for e in elements)):
            return ()
        inside = inside_dialog(elements, window)
        said = said_by(inside)
        lines: Sequence[ScreenElement] = ()
        if not said:
            lines = self._reader.text(observation, window.rect)
            is_alone = stands_alone(window, observation)
            said = read_in(lines, inside, is_alone=is_alone)
        read = () if elements else lines
        if says_dialog(window, elements, observation, read):
            faces = [e.name for e in (inside or lines) if e.role in _BUTTONS or e.source == "ocr"]
            return without_name(window.title, said, faces, names)
        may_answer = is_answer or only_asks(elements, lines)
        if is_text and not elements:
            may_answer = any(may_be_label(x.name) and is_an_answer((x.name,)) for x in lines)
        is_told = may_answer and not is_main(elements, read)
        asks = [text for text in (window.title, *said) if text_rules.questions(text)]
        return (*asks, *(t for t in said if is_told and says_something(t) and t not in asks))

    def _may_press(
        self,
        window: WindowInfo,
        elements: Sequence[ScreenElement],
        observation: Observation,
        focus: ScreenElement | None,
        entry: Rect | None,
        *,
        is_text: bool,
    ) -> tuple[str, ...]:
        """Return what keys may set off.

        Args:
            window: where they go.
            elements: what the tree tells of it.
            observation: what it is seen on.
            focus: what has the keyboard.
            entry: the field that the user's words name and that is pressed before the text. Where the
                picture alone shows it, it may be a flat button: then its words stand in it.
            is_text: letters are typed and no Enter.
        """
        found = [e.name for e in elements if "default" in e.states]
        if focus is not None and focus.role in ("field", "combo"):
            near = focus.box.grown(NEAR_PX)
            found += [
                e.name for e in elements if e.role == "button" and near.contains(e.box.center)
            ]
        for menu in menus(observation):
            if focus is None or focus.window_id != menu.window_id:
                inside = self._in(menu, observation)
                found += [e.name for e in inside if e.name] or self._read(menu, observation)
        if not elements and is_dialog(window, observation):
            lines = self._reader.text(observation, window.rect)
            if entry is not None:
                reach = entry.grown(IN_ENTRY_PX)
                lines = [x for x in lines if x.box.intersection(reach).area]
            is_document = is_text or has_menu_bar((), lines)
            found += [x.name for x in lines if not is_document or may_be_label(x.name)]
        return tuple(dict.fromkeys(name for name in found if name))

    def read(self, area: Rect, observation: Observation) -> list[str]:
        """Return the lines of text that OCR reads in the area."""
        return [line.name for line in self._reader.text(observation, area) if line.name]

    def _read(self, window: WindowInfo, observation: Observation) -> list[str]:
        return self.read(window.rect, observation)


def _entry_of(action: Action) -> Rect | None:
    """Return the box of the field that a text is aimed at; None where it is aimed at none."""
    element = aims_of(action)[0].element if aims_of(action) else None
    if not isinstance(action, Write) or element is None or element.role not in ENTRY_ROLES:
        return None
    return element.box


def _reached_by_keys(
    elements: Sequence[ScreenElement], focus: ScreenElement | None
) -> Sequence[ScreenElement]:
    """Leave the page out where the keyboard is in the browser's own bar above it.

    A field for searching sends off its own form or landmark and no other one of the page.
    """
    if focus is None:
        return elements
    if not is_above_pages(focus, elements):
        own = next((e for e in elements if e.handle == focus.handle is not None), focus)
        if not danger_words(own.name, "search"):
            return elements
        if own.form is not None:
            return [e for e in elements if e.form == own.form]
        return [e for e in elements if own.landmark in (None, e.landmark)]
    pages = [e.box for e in elements if e.role == "document"]
    return [e for e in elements if not any(page.contains(e.box.center) for page in pages)]


def _is_choice(
    target: ScreenElement | None, window: WindowInfo, elements: Sequence[ScreenElement]
) -> bool:
    """Tell whether the target is an entry of the open list of a drop-down that the tree names.

    Only a list that the program itself opens has a window of its own: a page cannot draw one.
    """
    if target is None or target.role not in ("list_item", "menu_item"):
        return False
    if not (window.is_popup and target.window_id == window.window_id):
        return False
    holders = (e for e in elements if e.role == "combo" and e.window_id != window.window_id)
    return bool(target.parent_name) and any(e.name == target.parent_name for e in holders)


def _beside(
    action: Action, focus: ScreenElement | None, elements: Sequence[ScreenElement]
) -> tuple[str, ...]:
    """Return the short texts near the target, or near what has the keyboard."""
    aims = aims_of(action)
    target = Rect(aims[0].point.x, aims[0].point.y, 1, 1) if aims else focus.box if focus else None
    if target is None:
        return ()
    near = target.grown(BESIDE_PX)
    texts = (e for e in elements if e.role in _WORDS and e.name and near.intersection(e.box).area)
    short = (e.name for e in texts if word_count(e.name) <= BESIDE_WORDS)
    return tuple(islice(dict.fromkeys(short), MOST_BESIDE))


def _takes_payment(elements: Sequence[ScreenElement]) -> bool:
    """Tell whether a field is called after a card or an account; texts may speak of one anywhere."""
    fields = [e for e in elements if e.role in ("field", "password", "combo")]
    names = [e.name or label_of(e.box, elements) for e in fields]
    return any(danger_words(name, "page") for name in names if name)


def _may_answer(action: Action, target: ScreenElement | None) -> bool:
    """Tell whether the action may be an answer by what is pressed: keys are, and what has no name."""
    aimed = [aim.element.name for aim in aims_of(action) if aim.element]
    names = [name for name in (*aimed, target.name if target else "") if name.strip()]
    return not names or is_an_answer(names)


def _orders(elements: Sequence[ScreenElement]) -> str:
    said = (e.name for e in elements if e.name and e.role not in _BUTTONS)
    return next((text for text in said if text_rules.addresses_assistants(text)), "")
