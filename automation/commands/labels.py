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
    able = [e for e in scene.near if suits(e, want)]
    if want is Want.HOLDER:  # a list without a name may be anything
        able = [e for e in able if e.role in COMBOS]
    texts = [e for e in (*scene.near, *(h.element for h in hits)) if e.role in LABEL_ROLES]
    beside = want is Want.CHECK
    if not able and want is Want.EDIT:
        return _by_drawn_labels(hits, scene)
    # What a slider is called is no name for the field below it.
    rivals = able if beside else [e for e in scene.near if suits(e, want) or e.role in LABELLED]
    found = _boxes_of_rows(hits, scene) if want is Want.CHECK else []
    for hit in hits:
        if hit.element.role in LABEL_ROLES:
            label = hit.element.box
            if want is Want.EDIT:
                found += [Hit(field, hit.match, by_label=True) for field in _hinted(label, able)]
            controls = _labelled_by(label, rivals, beside=beside)
            found += [
                Hit(control, hit.match, by_label=True)
                for control in controls
                if any(control is e for e in able)
                # What has a name of its own is not called by the text above it.
                and (not control.name or shares_row(label, control.box))
                and any(
                    is_same_box(t.box, label) for t in _labels_of(control.box, texts, beside=beside)
                )
            ]
    return found


def _hinted(text: Rect, fields: Sequence[ScreenElement]) -> list[ScreenElement]:
    """Return the nameless field in which a text stands that the tree does not tell: a hint of what goes there."""
    return [
        f for f in fields
        if not f.name and not f.value and f.box.grown(2).union(text) == f.box.grown(2)
    ]  # fmt: skip


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


def _by_drawn_labels(hits: Sequence[Hit], scene: Scene) -> list[Hit]:
    """Return the fields on the picture that the matching texts are the labels of.

    Only where the tree tells of no field at all. The field must be the nearest one to its label,
    and that label the nearest one to the field.
    """
    labels = [h for h in hits if h.element.role in LABEL_ROLES]
    fields = scene.drawn_fields if labels else ()
    inside = [f.box.grown(2) for f in fields]
    texts = [t for t in scene.lines if not any(box.contains(t.box.center) for box in inside)]
    found: list[Hit] = []
    for hit in labels:
        label = hit.element
        for field in _labelled_by(label.box, fields, beside=False):
            nearest_texts = _labels_of(field.box, texts, beside=False)
            if any(t.box.contains(label.box.center) for t in nearest_texts):
                found.append(
                    Hit(replace(field, name=label.name.rstrip(" :*")), hit.match, by_label=True)
                )
    return found


def _labelled_by(
    label: Rect, controls: Sequence[ScreenElement], *, beside: bool
) -> list[ScreenElement]:
    return least(controls, lambda e: label_cost(label, e.box, either_side=beside))


def _labels_of(
    control: Rect, texts: Sequence[ScreenElement], *, beside: bool
) -> list[ScreenElement]:
    return least(texts, lambda t: label_cost(t.box, control, either_side=beside))
