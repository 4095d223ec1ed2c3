"""From a step and the places that were found for it to the action that is proposed, or why there is none.

A box that is already as the step left it when it was recorded is not pressed: a press would turn it
back. Text that is to stand alone in its field replaces only what it finds there, and that is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from msgspec import structs

from automation.core import actions
from automation.core.actions import Aim, Click, Element
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.core.proposal import Proposal, RiskLevel, StepRecord
from automation.core.text import worded
from automation.core.wording import takes_keyboard, unnamed
from automation.macros import macro as grammar
from automation.macros.effects import readable
from automation.macros.found import Found
from automation.macros.macro import Step, Target
from automation.macros.play.conditions import read_again
from automation.macros.play.mismatch import Trouble
from automation.macros.play.wording import UNTRUSTED, found_words, step_words
from automation.macros.titles import fits_title
from automation.screen.roles import TWO_STATES, hides_text

ENTRIES: Final = frozenset({"field", "password", "spinner", "combo", "terminal"})
"""What takes text; a click there presses nothing."""
_RAISED: Final = {"": RiskLevel.R0, "effect": RiskLevel.R2, "irreversible": RiskLevel.R3}
_NAME_CHARS: Final = 2000


@dataclass(frozen=True, slots=True)
class Aimed:
    """A proposal that may be made for a step, with what it was aimed at."""

    proposal: Proposal
    seen: Observation
    found: Mapping[str, Found]
    """The targets of the step, by their part (`target`, `to`)."""
    does: Literal["step", "focus", "raise"] = "step"
    """`focus` only brings the keyboard to where the step needs it, `raise` its window to the front."""
    passwords: Sequence[Rect] = ()
    """Where passwords stood, looked for only where a picture of the target may be kept."""


def aim(
    step: Step,
    found: Mapping[str, Found],
    seen: Observation,
    reader: ElementReader,
    *,
    is_trusted: bool,
    values: Sequence[str] = (),
    has_focused: bool = False,
    pressed: ScreenElement | None = None,
) -> Aimed | Trouble | None:
    """Return the proposal of a step that acts; None where there is nothing to do: it is so already."""
    target, to = found.get("target"), found.get("to")
    is_pressed = False
    if isinstance(step, grammar.Type):
        written, target = as_it_stands(step, target, seen, reader)
        is_pressed = must_be_pressed(step, written, target, pressed)
        step = written
    if is_already_set(step, target, reader):
        return None
    made: actions.Action | Trouble | None
    match step:
        case grammar.Type():
            made = _write(step, target, values, seen, reader, is_pressed=is_pressed)
        case grammar.Keys():
            made = _keys(step, target, seen, reader, has_focused=has_focused)
        case grammar.Window():
            made = _window(step, seen)
        case _:
            made = _action(step, target, to)
    if made is None or isinstance(made, Trouble):
        return made
    wait = step.wait.condition if step.wait else None
    proposal = Proposal(
        made,
        element=target.element if target else None,
        destination=to.element if to else None,
        sentence=step_words(step),
        raised_risk=raised_by(step, is_trusted=is_trusted),
        evidence=_evidence(target, is_trusted=is_trusted),
        is_window_named=isinstance(wait, grammar.Titled),
        awaits_effect=True,
    )
    if isinstance(step, grammar.Keys) and isinstance(made, Click):
        said = worded("Click the field, to {0:a}", proposal.sentence)
        return Aimed(replace(proposal, sentence=said), seen, found, "focus")
    return Aimed(proposal, seen, found)


def _evidence(found: Found | None, *, is_trusted: bool) -> str:
    if found is not None:
        return found_words(found, is_trusted=is_trusted)
    return "" if is_trusted else UNTRUSTED


def is_already_set(step: Step, found: Found | None, reader: ElementReader) -> bool:
    """Return whether the box of a step is already in the state in which its click is to leave it.

    A click that is expected to leave its own box `on` or `off` means that state and not the press: in
    another row, or at the next play, the box may be in it before. False where nobody tells.
    """
    wanted = _wanted(step)
    element = found.element if found is not None else None
    if not wanted or element is None or element.role not in TWO_STATES:
        return False
    fresh = read_again(element, reader)
    if fresh is None or "checkable" not in fresh.states:
        return False
    return wanted == ("on" if "checked" in fresh.states else "off")


def _wanted(step: Step) -> str:
    """Return the state that a step leaves its own box in; empty where it is to do anything else."""
    if not isinstance(step, grammar.Click) or step.expect is None:
        return ""
    is_press = step.button == "left" and step.count == 1 and not step.modifiers
    condition = step.expect.condition
    if not (is_press and isinstance(condition, grammar.Holds)):
        return ""
    is_own = condition.target == readable(step.target)
    return condition.value if is_own and condition.value in ("on", "off") else ""


def as_it_stands(
    step: grammar.Type, found: Found | None, observation: Observation, reader: ElementReader
) -> tuple[grammar.Type, Found | None]:
    """Return the step and its field as they are now: in an empty field nothing is replaced.

    Where nobody tells what the field holds, and of a password field always, the step stays as it is.
    """
    held = _held(_entry(found, observation, reader), reader) if step.replace else None
    if held is None:
        return step, found
    if found is not None and found.element is not None:
        found = replace(found, element=replace(found.element, value=held))
    return structs.replace(step, replace=bool(held) or not step.text), found


def pressed_by(record: StepRecord) -> ScreenElement | None:
    """Return what a step has pressed with one click and nothing else; None for any other step."""
    done = record.action
    if not isinstance(done, Click) or (done.button, done.count) != ("left", 1) or done.modifiers:
        return None
    is_as_found = done == record.proposal.intent
    return record.proposal.element if is_as_found and record.was_done else None


def must_be_pressed(
    wanted: grammar.Type,
    step: grammar.Type,
    found: Found | None,
    pressed: ScreenElement | None,
) -> bool:
    """Return whether a field is pressed even where it has the keyboard.

    What is to stand there alone is aimed. An empty field that the step before has pressed was.

    Args:
        step: the step as it stands, of `as_it_stands`.
    """
    if not wanted.replace or step.replace or pressed is None or pressed.handle is None:
        return wanted.replace
    field = found.element if found is not None else None
    return field is None or (field.handle, field.window_id) != (pressed.handle, pressed.window_id)


def _held(entry: ScreenElement | None, reader: ElementReader) -> str | None:
    fresh = read_again(entry, reader) if entry is not None else None
    if fresh is None or hides_text(fresh):
        return None
    return fresh.value


def _entry(
    found: Found | None, observation: Observation, reader: ElementReader
) -> ScreenElement | None:
    if found is None:
        return reader.focused(observation)
    return found.element or reader.at(observation, found.point)


def _action(step: Step, found: Found | None, to: Found | None) -> actions.Action | Trouble:
    match step:
        case grammar.Click() if found:
            at = _aim(found, step.target)
            return Click(at, step.button, step.count, step.modifiers)
        case grammar.Move() if found:
            return actions.Move(_aim(found, step.target))
        case grammar.Drag() if found and to:
            return _drag(step, found, to)
        case grammar.Scroll():
            over = _aim(found, step.target) if found and step.target else None
            return actions.Scroll(step.direction, step.amount, over)
        case grammar.Launch():
            return actions.Launch(step.desktop_id, step.desktop_id)
        case grammar.Clipboard():
            return actions.Clipboard(step.op, step.text)
        case _:
            return Trouble("target", f"{step_words(step)}: nothing was found to do it with")


def _aim(found: Found, target: Target) -> Aim:
    """Return where to press, with what the macro calls it: the rules judge that name too."""
    element = found.element
    called = target.name or target.text or target.label
    name = element.name if element is not None and element.name else called
    source: actions.Source = element.source if element is not None else "point"
    role = element.role if element is not None else target.role
    box = element.box if element is not None else found.box
    title = element.window_title[:_NAME_CHARS] if element is not None else ""
    can_take = element is not None and takes_keyboard(element)
    return Aim(found.point, Element(name[:_NAME_CHARS], role, box, source, title, can_take))


def _drag(step: grammar.Drag, found: Found, to: Found) -> actions.Drag:
    start, end = found.point, to.point
    between = tuple(start.offset(dx, dy) for dx, dy in step.path)
    if between and between[-1].distance(end) > between[-1].distance(start):
        between = ()  # it ended elsewhere when it was recorded
    return actions.Drag(
        (start, *_within(between, start, end), end),
        step.button,
        step.modifiers,
        origin=_aim(found, step.target).element,
        destination=_aim(to, step.to).element,
    )


def _within(
    path: Sequence[ScreenPoint], start: ScreenPoint, end: ScreenPoint
) -> tuple[ScreenPoint, ...]:
    """Return the recorded way, or none of it where it would leave the desktop's pixels."""
    most = 2**31 - 1
    fits = all(0 <= abs(p.x) <= most and 0 <= abs(p.y) <= most for p in (*path, start, end))
    return tuple(path) if fits else ()


def _write(
    step: grammar.Type,
    found: Found | None,
    values: Sequence[str],
    seen: Observation,
    reader: ElementReader,
    *,
    is_pressed: bool,
) -> actions.Action | Trouble:
    element = found.element if found else None
    if element is None and step.target is None and any(map(_has_break, values)):
        element = reader.focused(seen)
    is_long = element is not None and "multi_line" in element.states
    if odd := _odd_value(values, is_long=is_long):
        return Trouble("value", f"{step_words(step)}: {odd}")
    at = _aim(found, step.target) if found and step.target else None
    if at and found and not is_pressed and _has_it(found, seen, reader):
        at = None  # a click would move the caret, and soon after another one it selects a word
    return actions.Write(step.text, at, overwrite=step.replace, press_enter=step.enter)


def _odd_value(values: Sequence[str], *, is_long: bool) -> str:
    """Return why a value must not be typed here: in a field of one line Enter sends, Tab goes on."""
    if any("\t" in value for value in values):
        return "the value holds a Tab, which leaves the field; take it out of the value"
    if not is_long and any(map(_has_break, values)):
        return "the value holds a line break, which presses Enter; take it out of the value"
    return ""


def _has_it(found: Found, observation: Observation, reader: ElementReader) -> bool:
    """Return whether what is typed goes to the entry that was found.

    An element says that it has the focus in a window that is not in front too.
    """
    element, active = found.element, observation.active_window
    if element is None or active is None or element.window_id not in (0, active.window_id):
        return False
    is_entry = element.role in ENTRIES or "editable" in element.states
    if not is_entry or "focused" not in element.states:
        return False
    focused = reader.focused(observation)
    return focused is not None and _is_there(focused, found)


def _has_break(value: str) -> bool:
    return "\n" in value or "\r" in value


def _keys(
    step: grammar.Keys,
    found: Found | None,
    seen: Observation,
    reader: ElementReader,
    *,
    has_focused: bool,
) -> actions.Action | Trouble:
    """Return the chord, or the click that brings the keyboard to its field first."""
    pressed = actions.Hotkey(step.keys, step.times)
    if step.target is None or found is None:
        return pressed
    focused, element = reader.focused(seen), found.element
    if focused is not None and _is_there(focused, found):
        return pressed
    if has_focused and focused is None:
        return pressed
    role = element.role if element is not None else step.target.role
    is_entry = role in ENTRIES or (element is not None and "editable" in element.states)
    if is_entry and not has_focused:
        return Click(_aim(found, step.target))
    has = f"{_called(focused)} has it" if focused is not None else "nobody tells what has it"
    return Trouble("focus", f"{step_words(step)}: the keyboard is not there, {has}")


def _called(element: ScreenElement) -> str:
    name = element.name.strip()
    return f"“{name[:80]}”" if name else unnamed(element.role, element.box.center)


def _is_there(focused: ScreenElement, found: Found) -> bool:
    element = found.element
    if element is not None and element.handle is not None and focused.handle is not None:
        return element.handle == focused.handle
    return focused.box.contains(found.point) and focused.box.area <= 4 * max(1, found.box.area)


def _window(step: grammar.Window, observation: Observation) -> actions.Action | Trouble | None:
    fitting = [
        w
        for w in observation.windows
        if not (w.is_own or w.is_popup)
        and (not step.app or w.app.casefold() == step.app.casefold())
        and (not step.title or fits_title(step.title, w.title))
    ]
    said = step_words(step)
    if not fitting:
        return Trouble("window", f"{said}: there is no such window", why="missing")
    active = [w for w in fitting if w.is_active]
    if step.op == "activate" and active:
        return None  # it is in front already
    chosen = active or fitting
    if len(chosen) > 1:
        candidates = tuple(as_element(w) for w in chosen)
        return Trouble("window", f"{said}: {len(chosen)} windows fit", candidates, "several")
    return activation(step, chosen[0])


def raised_by(step: Step, *, is_trusted: bool) -> RiskLevel:
    """Return how far the macro raises the risk; of an untrusted one every step is asked about."""
    return _RAISED[step.risk] if is_trusted else RiskLevel.R3


def activation(step: grammar.Window, window: WindowInfo) -> actions.Window:
    """Return the action on a window that was chosen."""
    return actions.Window(step.op, window.window_id, window.title[:_NAME_CHARS])


def as_element(window: WindowInfo) -> ScreenElement:
    """Return a window as a candidate that a user can choose."""
    return ScreenElement(
        window.title or window.app, "window", window.rect, "window",
        window_id=window.window_id, window_title=window.title,
    )  # fmt: skip
