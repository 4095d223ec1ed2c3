"""Which control a text is the label of, by the tree or, where that is silent, by the picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.commands.matching import Match
from automation.commands.places import is_same_box, label_cost, least, shares_row
from automation.commands.resolution import Want
from automation.commands.roles import COMBOS, CONTAINERS, EDITABLE, LABELLED, LISTS
from automation.commands.scene import Scene
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement

_LABEL_SIGNS: Final = " :*|!-\u2013\u2014"
LABEL_ROLES: Final = frozenset({"label", "text", "heading"})


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
            return (role in EDITABLE or "editable" in states) and "read_only" not in states
        case Want.CHECK:
            return role in ("checkbox", "radio", "toggle") or "checkable" in states
        case Want.OPTION:
            return role not in CONTAINERS and role not in EDITABLE
        case Want.HOLDER:
            return role in COMBOS or role in LISTS
        case Want.NUMBER:
            return role in ("slider", "spinner")
        case Want.SLIDER:
            return role == "slider"
        case Want.CLICK | Want.MENU:
            return role not in CONTAINERS
        case Want.ANY:
            return True


def by_labels(hits: Sequence[Hit], scene: Scene, want: Want) -> list[Hit]:
    """Return the controls that the matching texts are the labels of."""
    seen = scene.there
    if want is Want.EDIT and not any(suits(e, want) for e in seen) and _has_label(hits):
        seen = (*scene.near, *scene.drawn)  # the tree tells of no field at all
    able = [e for e in seen if suits(e, want)]
    if want is Want.HOLDER:  # a list without a name may be anything
        able = [e for e in able if e.role in COMBOS]
    held = [e.box.grown(2) for e in seen if e.source == "ocr" and e.role in LABELLED]
    labels = [h for h in hits if h.element.role in LABEL_ROLES and not _is_held(h.element, held)]
    texts = [e for e in (*seen, *(h.element for h in labels)) if e.role in LABEL_ROLES]
    texts = [text for text in texts if not _is_held(text, held)]
    beside = want is Want.CHECK
    # What a slider is called is no name for the field below it.
    rivals = able if beside else [e for e in seen if suits(e, want) or e.role in LABELLED]
    found = _boxes_of_rows(hits, scene) if want is Want.CHECK else []
    for hit in labels:
        label = hit.element.box
        if want is Want.EDIT:
            found += [Hit(field, hit.match, by_label=True) for field in _hinted(label, able, scene)]
        for control in _labelled_by(label, rivals, beside=beside):
            nearest = _labels_of(control.box, texts, beside=beside)
            own = (t for t in nearest if is_same_box(t.box, label) or _holds_words(t, label))
            text = next(own, None)
            # What has a name of its own is not called by the text above it.
            is_near = not control.name or shares_row(label, control.box)
            if text is not None and is_near and any(control is e for e in able):
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


def _has_label(hits: Sequence[Hit]) -> bool:
    return any(hit.element.role in LABEL_ROLES for hit in hits)


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
    boxes = [e for e in scene.near if e.role == "cell" and not e.name and "checkable" in e.states]
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
