"""From gestures to draft steps, as a person then edits them.

What cannot be replayed honestly is kept as a step that is off, with a comment that says what is
missing; nothing that was done is left out, and nothing is guessed.

Keys are held to the window that they were pressed in, where no step before them has said it: to the window
itself and not to its title, which changes with the document.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from automation.core.hand_events import Context
from automation.macros import macro as grammar
from automation.macros.checks import has_evidence
from automation.macros.describe import container, recorded_target, with_picture
from automation.macros.effects import Astray, has_name, held_to, is_for_desktop
from automation.macros.macro import Param, Step, Target, Until
from automation.macros.names import StepIds, numbered
from automation.macros.record.gestures import (
    Chord,
    Click,
    Drag,
    Gesture,
    Hold,
    Pause,
    Scroll,
    Secret,
    Text,
    between,
)
from automation.macros.titles import SHORTEST_TYPED, short, written
from automation.screen.roles import FORM_FIELDS, is_short_entry


@dataclass(slots=True)
class Holding:
    """Follows the steps of one macro in their order."""

    window: int = 0
    """The one that a replay has in front for the steps before said it; 0 for any."""
    typed: dict[str, None] = field(default_factory=dict)
    """Texts so far, each once: in a title they are data."""

    def held(
        self, gesture: Gesture, steps: tuple[Step, ...], before: Context | None
    ) -> tuple[Step, ...]:
        """Return the steps of the next gesture, held to its window if they are keys."""
        wait = self._wait(gesture, steps[0], before)
        if wait is not None:
            steps = (replace(steps[0], wait=wait), *steps[1:])
        self._follow(gesture, steps[0], before, is_held=wait is not None)
        if isinstance(gesture, Text) and not gesture.doubt and len(gesture.text) >= SHORTEST_TYPED:
            self.typed[gesture.text] = None
        return steps

    def twin(self) -> "Holding":
        """Return one that goes on from here."""
        return Holding(self.window, dict(self.typed))

    def forget(self) -> None:
        """Take any window for the one in front: a step was put in, or taken back."""
        self.window = 0

    def _wait(self, gesture: Gesture, step: Step, before: Context | None) -> Until | None:
        window = before.window if before is not None else None
        if window is None or window.is_popup or window.window_id == self.window:
            return None
        if not _is_by_keys(step) or _is_for_desktop(gesture):
            return None
        return held_to(window.title, self.typed)

    def _follow(
        self, gesture: Gesture, step: Step, before: Context | None, *, is_held: bool
    ) -> None:
        if _is_for_desktop(gesture):
            self.window = 0
            return
        there = before.window.window_id if before is not None and before.window is not None else 0
        is_said = is_held or _says_window(step)
        if there != self.window:
            self.window = there if is_said and not step.off else 0


def _is_for_desktop(gesture: Gesture) -> bool:
    return isinstance(gesture, Chord | Hold) and is_for_desktop(gesture.keys)


def _is_by_keys(step: Step) -> bool:
    """Tell whether a step goes where the keyboard is."""
    return isinstance(step, grammar.Keys | grammar.Type) and step.target is None


def _says_window(step: Step) -> bool:
    """Tell whether a step brings its window to the front, and the keyboard there.

    A wheel that is turned over a window does not, and a drag may end in another one.
    """
    if isinstance(step, grammar.Drag):
        return (step.target.window, step.target.app) == (step.to.window, step.to.app)
    return isinstance(step, grammar.Click | grammar.Type) and step.target is not None


NO_TARGET: Final = (
    "Nothing tells how to find it again: give its target a name or text in macro.yaml."
)
BY_WORDS: Final = "It began with a double or triple click, which selects by words or lines; a drag step cannot do that."
UNTOLD: Final = (
    "What was typed here is not recorded: nothing told whether it was a password. "
    "If it is one, make the parameter a secret."
)
METHOD: Final = "What was written here is not known: an input method was on, or the sign was typed by its number."
ENTER: Final = "An Enter was taken for the input method's own: add one if it was more."
_REPEATED: Final = "and how often it repeated is not known"
_ASK_CHARS: Final = 500
_MAX_PAUSE_S: Final = 3600.0
_DRAWN_ON: Final = frozenset({"", "canvas", "image", "document"})
"""Where the way of a drag matters and not only its ends."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The steps of one gesture, and what they ask for at the start."""

    gesture: Gesture
    steps: tuple[Step, ...]
    params: Mapping[str, Param]


@dataclass(slots=True)
class Drafter:
    """Makes the steps of one macro, in the order of the gestures."""

    ids: StepIds = field(default_factory=StepIds)
    images: dict[str, bytes] = field(default_factory=dict)
    """Files of the pictures that the steps name, by path."""
    params: dict[str, Param] = field(default_factory=dict)
    """What is asked for at the start: each text that was typed and not recorded, and values put in."""
    holding: Holding = field(default_factory=Holding)
    astray: Astray = field(default_factory=Astray)
    _end_us: int | None = None

    def steps(self, gesture: Gesture, contexts: Mapping[int, Context]) -> tuple[Step, ...]:
        """Return the steps of the next gesture; none for a pause, which the next step tells.

        Args:
            contexts: what was seen before, by the index of the raw event: the first of a gesture,
                and of a drag also the last.
        """
        if isinstance(gesture, Pause):
            return ()
        pause_s = self._pause_s(gesture)
        made = tuple(map(self.astray.kept, self._made(gesture, contexts)))
        made = self.holding.held(gesture, made, contexts.get(gesture.span.first))
        first, *rest = made
        if pause_s:
            first = replace(first, pause_s=pause_s)
        return (first, *rest)

    def put_in(self, wanted: str, param: Param) -> str:
        """Take in a value that the user puts in; return its name, which means nothing else.

        One that was put in before, called and defined alike, is the same.
        """
        name = next(n for n in numbered(wanted) if self.params.get(n, param) == param)
        self.params[name] = param
        return name

    def put_in_step(self, step: Step) -> Step:
        """Take in a step that the user puts in; return it as it comes into the list."""
        self.holding.forget()
        return self.astray.kept(replace(step, id=self.ids.fresh(step.id, grammar.kind_of(step))))

    def _made(self, gesture: Gesture, contexts: Mapping[int, Context]) -> tuple[Step, ...]:
        before = contexts.get(gesture.span.first)
        match gesture:
            case Click():
                return (self._click(gesture, before),)
            case Drag():
                return (self._drag(gesture, before, contexts.get(gesture.span.last)),)
            case Scroll():
                return (self._scroll(gesture, before),)
            case Text():
                return self._text(gesture, before)
            case Secret():
                return (self._secret(gesture, before),)
            case Chord() | Hold():
                return (self._keys(gesture),)
            case _:
                return ()

    def _pause_s(self, gesture: Gesture) -> float:
        """Return how long the person waited before it."""
        before, self._end_us = self._end_us, max(gesture.span.end_us, self._end_us or 0)
        if before is None:
            return 0.0
        return min(_MAX_PAUSE_S, max(0.0, round((gesture.span.begin_us - before) / 1e6, 1)))

    def _click(self, click: Click, before: Context | None) -> Step:
        target = self._target(before)
        step = grammar.Click(
            id=self.ids.fresh(*_called(target), "click"),
            target=target,
            button=click.button,
            count=click.count,
            modifiers=click.modifiers,
        )
        if click.is_long and has_evidence(target):
            said = f"The button was held down for {click.held_s:.1f} s; a click lets it go at once."
            return replace(step, comment=said)
        return _unless_found(step, target)

    def _drag(self, drag: Drag, before: Context | None, after: Context | None) -> Step:
        target, to = self._target(before), self._target(after)
        way = between(drag.path) if target.role in _DRAWN_ON else ()
        step = grammar.Drag(
            id=self.ids.fresh(*(f"drag {name}" for name in _called(target) if name), "drag"),
            target=target,
            to=to,
            button=drag.button,
            modifiers=drag.modifiers,
            path=way,
        )
        if not drag.is_whole:
            return _off(step, "Where it ended was not seen: say in `to` where to let go.")
        if drag.is_after_click:
            return _off(step, BY_WORDS)
        return _unless_found(step, target, to)

    def _scroll(self, scroll: Scroll, before: Context | None) -> Step:
        target = container(before) if before is not None else None
        step = grammar.Scroll(
            id=self.ids.fresh(f"scroll {scroll.direction}"),
            direction=scroll.direction,
            amount=scroll.amount,
            target=target,
        )
        if not scroll.modifiers:
            return step
        held = " and ".join(name.capitalize() for name in scroll.modifiers)
        return _off(step, f"{held} was held meanwhile, which a scroll step cannot do.")

    def _text(self, text: Text, before: Context | None) -> tuple[Step, ...]:
        target = self._field(before)
        step = grammar.Type(
            id=self.ids.fresh(*_called(target or Target()), "type"),
            text=written(text.text),
            target=target,
            replace=target is not None and _was_empty(before),
            enter=text.enter,
        )
        if text.doubt == "held":
            return (_off(step, f"A key was held down, {_REPEATED}: write the text."),)
        if text.doubt == "method":
            said = f"{METHOD} {ENTER}" if text.has_enter else METHOD
            return (replace(step, text=self._asked_text(before), comment=said),)
        if text.doubt:
            return (_off(step, "What these keys typed is not certain: write the text."),)
        return (step,)

    def _asked_text(self, before: Context | None) -> str:
        """Take in a text that is asked for at the start; return what stands for it."""
        app = before.window.app if before is not None and before.window is not None else ""
        where = f" into “{short(app)}”" if app else ""
        name = self._asked("text", Param(ask=f"What to type{where}"[:_ASK_CHARS]))
        return f"{{{{{name}}}}}"

    def _secret(self, secret: Secret, before: Context | None) -> Step:
        """Return a step that asks for what was typed and is not recorded."""
        target = self._field(before)
        called = next(filter(None, _called(target or Target())), "")
        if not secret.is_untold:
            name = self._asked("secret", Param(type="secret", ask=called))
            return grammar.Type(
                id=self.ids.fresh(called, "secret"), text=f"{{{{{name}}}}}", target=target
            )
        return grammar.Type(
            id=self.ids.fresh("typed", "text"), text=self._asked_text(before), target=target,
            comment=UNTOLD,
        )  # fmt: skip

    def _asked(self, wanted: str, param: Param) -> str:
        """Take in what was typed and is asked for at the start; return its name, which is new."""
        name = next(name for name in numbered(wanted) if name not in self.params)
        self.params[name] = param
        return name

    def _keys(self, chord: Chord | Hold) -> Step:
        step = grammar.Keys(
            id=self.ids.fresh("-".join(chord.keys), "keys"), keys=chord.keys, times=chord.times
        )
        if isinstance(chord, Hold):
            said = f"It was held down for {chord.seconds:.1f} s, {_REPEATED}"
            comment = f"{said}: set how often it is pressed."
            return replace(step, comment=comment, off=not is_for_desktop(chord.keys))
        if not all(map(has_name, chord.keys)):
            return _off(step, "This key has no name here: press another one.")
        return step

    def _target(self, before: Context | None) -> Target:
        if before is None:
            return Target()
        found = with_picture(before, recorded_target(before))
        if found.picture is not None and found.target.image is not None:
            self.images[found.target.image] = found.picture
        return found.target

    def _field(self, before: Context | None) -> Target | None:
        """Return the field that has the focus; None when that is not known for sure."""
        if before is None or before.element is None or before.element.role not in FORM_FIELDS:
            return None
        target = self._target(before)
        return target if has_evidence(target) else None


def provisional(
    gestures: Iterable[Gesture], contexts: Mapping[int, Context], drafter: Drafter
) -> list[Step]:
    """Return what gestures come to as far as they go, if they follow those of a drafter.

    Pictures cost too much for that: until they are made nothing pressed is off for want of a target.
    """
    bare = {index: dataclasses.replace(context, frame=None) for index, context in contexts.items()}
    holding, astray = drafter.holding.twin(), drafter.astray.twin()
    shown: list[Step] = []
    for gesture in gestures:
        if isinstance(gesture, Text | Chord | Hold):
            shown += Drafter(holding=holding, astray=astray).steps(gesture, contexts)
        else:
            made = Drafter(holding=holding).steps(gesture, bare)
            shown += map(_with_picture_to_come, made)
    return shown


def _with_picture_to_come(step: Step) -> Step:
    is_off = step.off and step.comment.startswith(NO_TARGET)
    return replace(step, off=False, comment="") if is_off else step


def _was_empty(before: Context | None) -> bool:
    """Tell whether the text came to stand alone: a replay then leaves nothing else there."""
    field = before.element if before is not None else None
    return field is not None and field.value == "" and is_short_entry(field)


def _called(target: Target) -> tuple[str, ...]:
    return (target.name, target.label, target.text, target.role)


def _unless_found(step: Step, *targets: Target) -> Step:
    return step if all(map(has_evidence, targets)) else _off(step, NO_TARGET)


def _off(step: Step, comment: str) -> Step:
    return replace(step, off=True, comment=comment)
