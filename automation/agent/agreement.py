"""Does the executor look at what the policy looked at? Time has passed between the two looks.

The executor compares its own two looks, at `prepare` and at `execute`. What happened before the
first of them it cannot know: a window that came up while the policy was thinking would be approved
unseen.
"""

from collections.abc import Callable

from automation.core.actions import Action, Aim, Launch, Scroll, Window, Write, aims_of
from automation.core.errors import Refused
from automation.core.focus import title_change
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import PATCH_SIZE, patches_match, picture_sha
from automation.core.proposal import Prepared, Proposal
from automation.safety.targets import focus_window


def check_agreement(
    proposal: Proposal,
    action: Action,
    prepared: Prepared,
    seen: Observation,
    look: Callable[[], Observation],
) -> None:
    """Refuse if the prepared target is not the one on the picture that the proposal was made on.

    Args:
        proposal: tells the element that the action is aimed at.
        action: what was prepared.
        prepared: what the executor saw.
        seen: the picture that policy, rules and user decide by.
        look: takes a fresh picture; only asked when the executor's patch differs.

    Raises:
        Refused: `changed`, `retitled` where only the title is another and has a word of the old one; nothing was sent.
    """
    aims = aims_of(action)
    if aims or isinstance(action, Scroll):
        _check_pointer_window(aims[0].point if aims else seen.pointer, prepared, seen)
    elif not isinstance(action, Window | Launch) and prepared.window_id:
        _check_focus(focus_window(seen), prepared, seen)
    if aims and prepared.patch_sha and not _is_same_patch(aims, prepared, seen):
        _check_pictures(aims, proposal, action, seen, look())


def _check_pointer_window(point: ScreenPoint, prepared: Prepared, seen: Observation) -> None:
    window = seen.window_reached(point)
    # A hit on a title bar of unknown size names its client, whose own area does not hold the pixel.
    known = {w.window_id for w in seen.windows if w.frame is None} | {0}
    expected = {window.window_id} if window else known
    if prepared.window_id not in expected:
        what = "another window came to lie at the target"
        raise _changed(what, prepared)


def _check_focus(focus: WindowInfo | None, prepared: Prepared, seen: Observation) -> None:
    if focus is not None and focus.window_id == prepared.window_id:
        _check_title(focus, prepared)
        return
    if focus is None:
        return
    # A manager may call one window of a program active while another of its windows has the keys.
    is_old = any(w.window_id == prepared.window_id for w in seen.windows)
    if not (is_old and prepared.app == focus.app):
        what = "another window took the keyboard focus"
        raise _changed(what, prepared)


def _check_title(focus: WindowInfo, prepared: Prepared) -> None:
    # A title that the user never wants looked at is not on the picture.
    reason = title_change(focus.title, prepared.window_title) if focus.title else ""
    if reason:
        message = f"the window with the keyboard focus got another title: {_named(prepared)}"
        raise Refused(reason, message)


def _is_same_patch(aims: tuple[Aim, ...], prepared: Prepared, seen: Observation) -> bool:
    """Compare with the executor's patch, which is only told of the first target."""
    patch = seen.frame.crop(PATCH_SIZE.around(aims[0].point))
    return len(aims) == 1 and picture_sha(patch) == prepared.patch_sha


def _check_pictures(
    aims: tuple[Aim, ...],
    proposal: Proposal,
    action: Action,
    seen: Observation,
    fresh: Observation,
) -> None:
    elements = (proposal.element, None if isinstance(action, Write) else proposal.destination)
    for index, aim in enumerate(aims):
        element = elements[index] if index < len(elements) else None
        part = _part(aim, element)
        if not patches_match(seen.frame.crop(part), fresh.frame.crop(part)):
            message = "the picture at the target changed before it could be shown to you"
            raise Refused("changed", message)


def _part(aim: Aim, element: ScreenElement | None) -> Rect:
    """Return what must look the same: the element, so that what moves beside it does not count."""
    patch = PATCH_SIZE.around(aim.point)
    if element is None or not element.box.contains(aim.point):
        return patch
    return patch.intersection(element.box.grown(2))


def _changed(what: str, prepared: Prepared) -> Refused:
    return Refused("changed", f"{what}: {_named(prepared)}")


def _named(prepared: Prepared) -> str:
    # Not by its title: it may be one that the user never wants looked at.
    return f"one of {prepared.app or 'a program'}" if prepared.window_id else "the desktop"
