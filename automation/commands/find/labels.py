"""Which controls a text names: those that it stands beside or over, as far as nothing stands nearer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.commands.find.screen_view import (
    Scene,
    is_next_to,
    is_same_box,
    least,
)
from automation.commands.matching import Match, Tier, Want
from automation.commands.targets import (
    COMBOS,
    CONTAINERS,
    LABELLED,
    LISTS,
)
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.text import as_number
from automation.screen.field_labels import label_cost
from automation.screen.roles import (
    BUTTONS,
    CELLS,
    LABELS,
    LISTED,
    MENU_ENTRIES,
    NUMBERS,
    ROWS,
    TWO_STATES,
    TYPED_FIELDS,
)
from automation.screen.rows import shares_row

PRESSED: Final = BUTTONS | MENU_ENTRIES | {"link", "tab"}
"""What does something at once: all of its name must have been said."""
SURE: Final = Match(Tier.SPAN, 100.0, is_sure=True)
_LABEL_SIGNS: Final = " :*|!-\u2013\u2014"


@dataclass(frozen=True, slots=True)
class Hit:
    """An element whose name, or whose label, fits the words."""

    element: ScreenElement
    match: Match
    by_label: bool = False


def suits(element: ScreenElement, want: Want) -> bool:
    """Tell whether the verb can work on the element at all."""
    role, states = element.role, element.states
    match want:
        case Want.EDIT:
            return (role in TYPED_FIELDS or "editable" in states) and "read_only" not in states
        case Want.CHECK:
            return role in TWO_STATES or "checkable" in states
        case Want.OPTION:
            return role not in CONTAINERS and role not in TYPED_FIELDS
        case Want.HOLDER:
            return role in COMBOS or role in LISTS
        case Want.NUMBER:
            return role in NUMBERS
        case Want.SLIDER:
            return role == "slider"
        case Want.BUTTON:
            return role in PRESSED or element.source == "ocr"
        case Want.CLICK | Want.MENU:
            return role not in CONTAINERS
        case Want.ANY:
            return True


def by_labels(hits: Sequence[Hit], scene: Scene, want: Want) -> list[Hit]:
    """Return the controls that the matching texts are the labels of."""
    seen = (*scene.there, *scene.composed)
    if (
        want is Want.EDIT
        and not any(suits(e, want) for e in seen)
        and any(h.element.role in LABELS for h in hits)
    ):
        seen = (*scene.near, *scene.drawn)  # the tree tells of no field at all
    able = [e for e in seen if suits(e, want)]
    if want is Want.HOLDER:  # a list without a name may be anything
        able = [e for e in able if e.role in COMBOS]
    held = [e.box.grown(2) for e in seen if e.source == "ocr" and e.role in LABELLED]
    fields = [e.box for e in seen if e.role in LABELLED]
    # What was read of a cell, an entry or a button of the tree is no text beside a field.
    held += [e.box for e in scene.near if e.role in LISTED | ROWS | CELLS | PRESSED]
    pressed = [e.box for e in scene.near if e.role in BUTTONS]
    labels = [h for h in hits if h.element.role in LABELS and not _is_held(h.element, held)]
    texts = [e for e in (*seen, *(h.element for h in labels)) if e.role in LABELS]
    texts = [text for text in texts if not _is_held(text, held)]
    beside = want is Want.CHECK
    # What a slider is called is no name for the field below it.
    rivals = able if beside else [e for e in seen if suits(e, want) or e.role in LABELLED]
    found = _boxes_of_rows(hits, scene) if want is Want.CHECK else []
    for hit in labels:
        label = hit.element.box
        if want is Want.EDIT:
            found += [Hit(field, hit.match, by_label=True) for field in _hinted(label, able, scene)]
        if _is_held(hit.element, fields):  # what stands in a field labels nothing beside it
            continue
        for control in _labelled_by(label, scene.of_card(label, rivals), beside=beside):
            # A number at a slider tells where it stands.
            named = [t for t in texts if control.role != "slider" or as_number(t.name) is None]
            nearest = _labels_of(control.box, scene.of_card(control.box, named), beside=beside)
            own = (t for t in nearest if is_same_box(t.box, label) or _holds_words(t, label))
            text = next(own, None)
            # What has a name of its own is not called by the text above it.
            is_near = not control.name or shares_row(label, control.box)
            is_of_button = any(
                b.contains(label.center) and not b.contains(control.box.center) for b in pressed
            )
            if text is None or not is_near or is_of_button or all(control is not e for e in able):
                continue
            if control not in scene.composed or is_next_to(label, control, scene):
                found.append(Hit(_called(control, text), hit.match, by_label=True))
    return found


def _hinted(text: Rect, fields: Sequence[ScreenElement], scene: Scene) -> list[ScreenElement]:
    """Return the nameless field in which a text stands although it holds none: a hint of what goes there."""
    around = [
        f for f in fields
        if not (f.name or f.value or "multi_line" in f.states)
        and f.box.grown(2).union(text) == f.box.grown(2)
    ]  # fmt: skip
    return [f for f in around if scene.current(f).value == ""]


def _is_held(text: ScreenElement, fields: Sequence[Rect]) -> bool:
    """Tell whether a line stands in a field that is drawn: it is no label."""
    return text.source == "ocr" and any(field.contains(text.box.center) for field in fields)


def _holds_words(text: ScreenElement, words: Rect) -> bool:
    """Tell whether a line that was read holds the words that were named of it."""
    return text.source == "ocr" and text.box.contains(words.center)


def _called(control: ScreenElement, label: ScreenElement) -> ScreenElement:
    """Return a control that is drawn without a name by its whole label: that may ask for a password."""
    if control.source != "ocr" or control.name:
        return control
    return replace(control, name=label.name.strip(_LABEL_SIGNS))


def _boxes_of_rows(hits: Sequence[Hit], scene: Scene) -> list[Hit]:
    """Return the boxes in the rows of a table whose words fit, as a list with check marks has them."""
    boxes = [e for e in scene.near if e.role == "checkbox" and not e.name]
    return [
        Hit(box, hit.match, by_label=True)
        for hit in hits
        if hit.element.role == "cell" and "checkable" not in hit.element.states
        for box in boxes
        if shares_row(box.box, hit.element.box) and box.window_id == hit.element.window_id
    ]


def _labelled_by(
    label: Rect, controls: Sequence[ScreenElement], *, beside: bool
) -> list[ScreenElement]:
    return least(controls, lambda e: label_cost(label, e.box, either_side=beside))


def _labels_of(
    control: Rect, texts: Sequence[ScreenElement], *, beside: bool
) -> list[ScreenElement]:
    return least(texts, lambda t: label_cost(t.box, control, either_side=beside))
