"""From a step and the place that was found for it to the action that is proposed, or why there is none.

Is a box already as the step left it when it was recorded? A press would turn it back.

Text that is to stand alone in its field: what it finds there is told, and only then replaced.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from msgspec import structs

from automation.core import actions
from automation.core.actions import Aim, Click, Element
from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.core.proposal import Proposal, RiskLevel, StepRecord
from automation.core.wording import takes_keyboard, unnamed
from automation.macros import macro as grammar
from automation.macros.effects import TWO_STATES, readable
from automation.macros.find.text import fits_title
from automation.macros.found import Found
from automation.macros.macro import Step, Target
from automation.macros.play.conditions import read_again
from automation.macros.play.wording import UNTRUSTED, found_words, step_words
from resources.role_words import role_words


def is_so_already(step: Step, found: Found | None, reader: ElementReader) -> str:
    """Return why a step has nothing to do; empty where it has, or where nobody tells.

    A click that is expected to leave its own box `on` or `off` means that state and not the press: in
    another row, or at the next play, the box may be in it before.

    Args:
        step: its names filled in.
        found: what was found for its target.
        reader: tells the state of the box at this moment.
    """
    wanted = _wanted(step)
    element = found.element if found is not None else None
    if not wanted or element is None or element.role not in TWO_STATES:
        return ""
    fresh = read_again(element, reader)
    if fresh is None or "checkable" not in fresh.states:
        return ""
    state = "on" if "checked" in fresh.states else "off"
    return f"it is {state} already" if state == wanted else ""


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
    """Return the step and its field with what that holds: in an empty one nothing is replaced.

    Where nobody tells what the field holds, and of a password field always, the step stays as it is.

    Args:
        step: its names filled in.
        found: its field; None for one that types where the keyboard is.
        observation: what the field was found on.
        reader: reads the field again.
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
    """Tell whether a field is pressed even where it has the keyboard.

    What is to stand there alone is aimed. An empty field that the step before has pressed was.

    Args:
        wanted: the step as the macro has it.
        step: the step as it stands, of `as_it_stands`.
        found: its field.
        pressed: what the step before has pressed.
    """
    if not wanted.replace or step.replace or pressed is None or pressed.handle is None:
        return wanted.replace
    field = found.element if found is not None else None
    return field is None or (field.handle, field.window_id) != (pressed.handle, pressed.window_id)


def _held(entry: ScreenElement | None, reader: ElementReader) -> str | None:
    fresh = read_again(entry, reader) if entry is not None else None
    if fresh is None or fresh.role == "password" or "secret" in fresh.states:
        return None
    return fresh.value


def _entry(
    found: Found | None, observation: Observation, reader: ElementReader
) -> ScreenElement | None:
    if found is None:
        return reader.focused(observation)
    return found.element or reader.at(observation, found.point)


ENTRIES: Final = frozenset({"field", "password", "spinner", "combo", "terminal"})
"""What takes text; a click there presses nothing."""
_RAISED: Final = {"": RiskLevel.R0, "effect": RiskLevel.R2, "irreversible": RiskLevel.R3}
_NAME_CHARS: Final = 2000

Kind = Literal[
    "target", "window", "focus", "adrift", "wait", "check", "effect", "value", "cut", "condition"
]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a step cannot be done as it was recorded."""

    kind: Kind
    sentence: str
    candidates: tuple[ScreenElement, ...] = ()
    why: str = ""
    """Of a target: the finder's word."""
    part: str = "target"
    """Which target of the step is meant."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is nothing to do: it is so already."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Intended:
    """A proposal that does the step, or what must come before it."""

    proposal: Proposal
    is_first_part: bool = False
    """It only brings the keyboard to where the step needs it."""
    is_raise: bool = False
    """It only brings the step's window to the front."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """A step, its names filled in, with what was found for it."""

    step: Step
    found: Found | None = None
    to: Found | None = None
    values: tuple[str, ...] = ()
    """Values that went into the text it types."""
    has_focused: bool = False
    """The keyboard was brought there by a first part."""
    pressed: ScreenElement | None = None
    """What the step before has pressed."""
    is_pressed: bool = False
    """Its field is pressed even where it has the keyboard."""


def intent_of(
    aimed: Aimed, observation: Observation, reader: ElementReader, *, is_trusted: bool
) -> Intended | Trouble | Nothing:
    """Return the proposal of a step that acts.

    Args:
        aimed: the step with its targets found.
        observation: what it was found on.
        reader: tells what has the keyboard.
        is_trusted: without it every step is raised so far that it is always asked about.
    """
    if isinstance(aimed.step, grammar.Type):
        step, field = as_it_stands(aimed.step, aimed.found, observation, reader)
        is_pressed = must_be_pressed(aimed.step, step, field, aimed.pressed)
        aimed = replace(aimed, step=step, found=field, is_pressed=is_pressed)
    if why := is_so_already(aimed.step, aimed.found, reader):
        return Nothing(why)
    made = _action(aimed, observation, reader)
    if isinstance(made, Trouble | Nothing):
        return made
    is_first_part = isinstance(made, _First)
    intent = made.action if isinstance(made, _First) else made
    found = aimed.found
    raised = raised_by(aimed.step, is_trusted=is_trusted)
    unfound = "" if is_trusted else UNTRUSTED
    proposal = Proposal(
        intent,
        element=found.element if found else None,
        destination=aimed.to.element if aimed.to else None,
        sentence=step_words(aimed.step),
        raised_risk=raised,
        evidence=found_words(found, is_trusted=is_trusted) if found else unfound,
        is_window_named=isinstance(aimed.step.wait.condition, grammar.Titled)
        if aimed.step.wait
        else False,
        awaits_effect=True,
    )
    if is_first_part:
        proposal = replace(proposal, sentence=f"Click the field, to {_lower(proposal.sentence)}")
    return Intended(proposal, is_first_part)


@dataclass(frozen=True, slots=True)
class _First:
    action: actions.Action


def _action(
    aimed: Aimed, observation: Observation, reader: ElementReader
) -> actions.Action | _First | Trouble | Nothing:
    step, found = aimed.step, aimed.found
    match step:
        case grammar.Click() if found:
            at = _aim(found, step.target)
            return actions.Click(at, step.button, step.count, step.modifiers)
        case grammar.Move() if found:
            return actions.Move(_aim(found, step.target))
        case grammar.Drag() if found and aimed.to:
            return _drag(step, found, aimed.to)
        case grammar.Scroll():
            aim = _aim(found, step.target) if found and step.target else None
            return actions.Scroll(step.direction, step.amount, aim)
        case grammar.Type():
            return _write(aimed, step, observation, reader)
        case grammar.Keys():
            return _keys(aimed, step, observation, reader)
        case grammar.Window():
            return _window(step, observation)
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
    aimed: Aimed, step: grammar.Type, observation: Observation, reader: ElementReader
) -> actions.Action | Trouble:
    element = aimed.found.element if aimed.found else None
    if element is None and step.target is None and any(map(_has_break, aimed.values)):
        element = reader.focused(observation)
    is_long = element is not None and "multi_line" in element.states
    if odd := _odd_value(aimed.values, is_long=is_long):
        return Trouble("value", f"{step_words(step)}: {odd}")
    at = _aim(aimed.found, step.target) if aimed.found and step.target else None
    if at and aimed.found and not aimed.is_pressed and _has_it(aimed.found, observation, reader):
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
    """Tell whether what is typed goes to the entry that was found.

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
    aimed: Aimed, step: grammar.Keys, observation: Observation, reader: ElementReader
) -> actions.Action | _First | Trouble:
    pressed = actions.Hotkey(step.keys, step.times)
    if step.target is None or aimed.found is None:
        return pressed
    focused, element = reader.focused(observation), aimed.found.element
    if focused is not None and _is_there(focused, aimed.found):
        return pressed
    if aimed.has_focused and focused is None:
        return pressed
    role = element.role if element is not None else step.target.role
    is_entry = role in ENTRIES or (element is not None and "editable" in element.states)
    if is_entry and not aimed.has_focused:
        return _First(actions.Click(_aim(aimed.found, step.target)))
    has = f"{_called(focused)} has it" if focused is not None else "nobody tells what has it"
    return Trouble("focus", f"{step_words(step)}: the keyboard is not there, {has}")


def _called(element: ScreenElement) -> str:
    name = element.name.strip()
    return f"“{name[:80]}”" if name else unnamed(role_words(element.role), element.box.center)


def _is_there(focused: ScreenElement, found: Found) -> bool:
    element = found.element
    if element is not None and element.handle is not None and focused.handle is not None:
        return element.handle == focused.handle
    return focused.box.contains(found.point) and focused.box.area <= 4 * max(1, found.box.area)


def _window(step: grammar.Window, observation: Observation) -> actions.Action | Trouble | Nothing:
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
        return Nothing("it is in front already")
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


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
