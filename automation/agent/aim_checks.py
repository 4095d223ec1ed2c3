"""Is the thing that is going to be pressed still where it was? The tree is asked right before the press.

The executor compares pictures, and they lag: a program moves its things, answers presses by where
they are by then, and paints a few milliseconds later. And it compares once, before the pointer goes
there: what lights up under the pointer could not be told from what changed, so that for the 35 to 50 ms
until the press (measured on two busy cores) it looks at windows only. The tree tells of both: it is
asked once right before the action is handed over, and, for a single click, again and again until the
button is down.

What stays open: a program that moves its things in the last 10 to 20 ms (measured there too; one
question, and the word to the executor), one that answers slower than that, presses that may not be
ended (double clicks, drags, fields that are typed into) on their way, a dialog that comes in those
35 to 50 ms and does not lie over the pixel, and things that no tree tells of.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final

from automation.agent.parts import Parts, StopsAtOnce, TellsCover
from automation.agent.pending import Pending
from automation.core.actions import (
    Action,
    Aim,
    Click,
    Launch,
    Move,
    Scroll,
    Window,
    Write,
    aims_of,
    title_change,
)
from automation.core.errors import AssistantError, Refused, Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import PATCH_SIZE, patches_match, picture_sha
from automation.core.ports import ElementReader
from automation.core.proposal import Execution, Prepared, Proposal
from automation.core.text import worded
from automation.core.timing import StopToken
from automation.core.wording import KEPT_AWAY, SLIPPED, kind_words, takes_keyboard
from automation.safety.evidence import focus_window


def check_agreement(
    proposal: Proposal,
    action: Action,
    prepared: Prepared,
    seen: Observation,
    look: Callable[[], Observation],
) -> None:
    """Refuse if the prepared target is not the one on the picture that the proposal was made on.

    The executor compares its own two looks, at `prepare` and at `execute`. What happened before the
    first of them it cannot know: a window that came up while the policy was thinking would be
    approved unseen.

    Args:
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
        raise _changed(worded("another window came to lie at the target"), prepared)


def _check_focus(focus: WindowInfo | None, prepared: Prepared, seen: Observation) -> None:
    if focus is not None and focus.window_id == prepared.window_id:
        _check_title(focus, prepared)
        return
    if focus is None:
        return
    # A manager may call one window of a program active while another of its windows has the keys.
    is_old = any(w.window_id == prepared.window_id for w in seen.windows)
    if not (is_old and prepared.app == focus.app):
        raise _changed(worded("another window took the keyboard focus"), prepared)


def _check_title(focus: WindowInfo, prepared: Prepared) -> None:
    # A title that the user never wants looked at is not on the picture.
    reason = title_change(focus.title, prepared.window_title) if focus.title else ""
    if reason:
        raise Refused(
            reason,
            worded("the window with the keyboard focus got another title: {0}", _named(prepared)),
        )


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
            raise Refused(
                "changed",
                worded("the picture at the target changed before it could be shown to you"),
            )


def _part(aim: Aim, element: ScreenElement | None) -> Rect:
    """Return what must look the same: the element, so that what moves beside it does not count."""
    patch = PATCH_SIZE.around(aim.point)
    if element is None or not element.box.contains(aim.point):
        return patch
    return patch.intersection(element.box.grown(2))


def _changed(what: str, prepared: Prepared) -> Refused:
    return Refused("changed", worded("{0}: {1}", what, _named(prepared)))


def _named(prepared: Prepared) -> str:
    # Not by its title: it may be one that the user never wants looked at.
    if not prepared.window_id:
        return worded("the desktop")
    return worded("one of {0}", prepared.app or worded("a program"))


SLACK_PX: Final = 3
"""A box that is told so little elsewhere has not moved: programs round."""
ASKED_EVERY_S: Final = 0.003
"""Between two questions while the pointer goes there; one takes 1 to 3 ms of the program's time."""
JOINED_S: Final = 0.05
READ_MS: Final = 1000.0
"""After so long with a card it is asked once more whether something lies over the target."""
MOVES_BEFORE: Final = 2
"""Events before the first press of a click: by way of the neighbouring pixel to the target."""
PRESS_AND_RELEASE: Final = 2
MOVED: Final = worded(
    "the thing to press moved, went away or answers no more after it was found; nothing was pressed"
)
CAME: Final = worded("another window came after the target was looked for; nothing was pressed")
_CAUSE: Final = "moved"
_PRESSES_NOTHING: Final = (Move, Scroll, Window, Launch)

Target = tuple[ScreenElement, ScreenPoint]
"""A thing of the tree, and where it is pressed."""


class StillThere:
    """Serves one run; owned by the agent thread, which waits while the reader is asked by another."""

    def __init__(self, parts: Parts, look: Callable[[], Observation]) -> None:
        """Take the ways to look.

        Args:
            parts: the reader is asked for one element, by its handle; an action of the executor is
                ended at once if it can be.
            look: takes a fresh picture; only asked where the element is said to have gone.
        """
        self._reader, self._executor, self._windows = parts.reader, parts.executor, parts.windows
        self._look = look
        self._clock = parts.clock

    def check(self, pending: Pending, action: Action, stop: StopToken) -> Target | None:
        """Return what is watched until it is pressed; None where nothing is or can be.

        Args:
            stop: the run's; looked at between the questions.

        Raises:
            Refused: `changed`: it is not where it was, or a dialog came.
            CaptureError: it had to be looked for, and there is no picture.
            Stopped: the user or a limit stopped it.
        """
        aims = aims_of(action)
        if aims and not isinstance(action, _PRESSES_NOTHING):
            self._check_windows(pending.view.observation, aims[0].point)
            stop.check()
        found = _pressed(pending, action)
        if found is None:
            return None
        if pending.timings.confirm > READ_MS:  # a page may have put something over it meanwhile
            check_uncovered(pending, action, self._reader)
            stop.check()
        if not self._is_there(*found, stop):
            return None
        is_single = isinstance(action, Click) and action.count == 1
        return found if is_single or isinstance(action, Write) else None

    @contextmanager
    def watching(self, target: Target, stop: StopToken) -> Iterator["_UntilMoved"]:
        """Watch a target while a click goes to it: the token that is given is set when it moves.

        What ends a click that way lets go of all that the run keeps down.

        Raises:
            Refused: `changed`: it had moved before the first event.
            Stopped: the user or a limit stopped it.
        """
        try:
            with self._watched(*target, stop) as until:
                yield until
        except Stopped as error:
            if error.cause != _CAUSE:
                raise
            raise Refused("changed", MOVED) from error

    def _check_windows(self, seen: Observation, point: ScreenPoint) -> None:
        """Refuse if a dialog came since the look; one that came before `prepare` nobody compares.

        It need not lie over the target: its program takes no press beside it.
        """
        known, target = {w.window_id for w in seen.windows}, seen.window_reached(point)
        pid = target.pid if target is not None else 0
        if any(
            w.window_id not in known
            and (w.is_active or 0 != w.pid == pid)
            and not (w.is_own or w.is_popup or w.is_minimised)
            for w in self._windows()
        ):
            raise Refused("changed", CAME)

    def _is_there(self, element: ScreenElement, point: ScreenPoint, stop: StopToken) -> bool:
        """Tell whether the element answers for itself; some toolkits forget their handles."""
        now = self._reader.refreshed(element)
        if now is not None and _is_same(element, now, point):
            return True
        seen = self._look()
        for whole_screen in (False, True):
            stop.check()
            if any(
                _is_same(element, e, point)
                for e in self._reader.tree(seen, whole_screen=whole_screen)
            ):
                return False
        raise Refused("changed", MOVED)

    @contextmanager
    def _watched(
        self, element: ScreenElement, point: ScreenPoint, stop: StopToken
    ) -> Iterator["_UntilMoved"]:
        """Ask for the element until the action has ended; the reader is this thread's again then."""
        until, ended = _UntilMoved(stop), threading.Event()

        def watch() -> None:
            while not ended.wait(ASKED_EVERY_S):
                now = self._now(element)
                # Not by a few pixels: pages swell things.
                is_there = now is not None and now.box.contains(point)
                if now is not None and not is_there:
                    until.told_s = self._clock.now_s()
                if ended.is_set():  # the answer came late: what is sent by then is another action
                    return
                if not is_there:
                    until.moved.set()
                    if isinstance(self._executor, StopsAtOnce):
                        with suppress(AssistantError):  # it is gone, and nothing is pressed
                            self._executor.stop()
                    return

        thread = threading.Thread(target=watch, name="still-there", daemon=True)
        thread.start()
        try:
            yield until
        finally:
            ended.set()
            # After a stop nobody waits for a program that does not answer, nor asks it anything.
            while thread.is_alive() and not stop.is_set:
                thread.join(JOINED_S)

    def _now(self, element: ScreenElement) -> ScreenElement | None:
        """Return the element as it is; None where it is gone or cannot be asked."""
        try:
            return self._reader.refreshed(element)
        except BaseException:  # noqa: BLE001 - nobody is left to tell, whatever it is
            return None


FOCUS_TURNS: Final = 30
FOCUS_POLL_S: Final = 0.01
"""So often, and so far apart, a pressed field is asked for the keyboard before another one is looked for."""
_TYPED: Final = frozenset({"field", "password", "spinner"})


class GotKeyboard:
    """Has a field got the keyboard by the press on it? Asked between that and the first key of a text.

    A press may meet a part of a field that takes none, and what was typed then would go to the field
    that had the keyboard before. Where the tree tells of no other field nothing is held against it.
    """

    def __init__(self, reader: ElementReader) -> None:
        self._reader = reader

    def is_asked(self, action: Action, field: ScreenElement) -> bool:
        """Tell whether the tree will tell where the keyboard is."""
        return isinstance(action, Write) and takes_keyboard(field) and _is_entry(field)

    @contextmanager
    def watching(
        self, target: Target, seen: Observation, answer: Callable[[bool], None], stop: StopToken
    ) -> Iterator["_Keyboard"]:
        """Watch who has the keyboard, from the press until the action has ended.

        Args:
            seen: the look that the field was found on.
            answer: takes whether the keys may follow; called on another thread, once at most.
        """
        keyboard, ended = _Keyboard(target[0]), threading.Event()

        def watch() -> None:
            other = None
            keyboard.pressed.wait()
            with suppress(BaseException):  # what cannot be asked tells nothing
                other = self._keeper(target, seen, ended)
            if ended.is_set():
                return
            keyboard.other = other
            with suppress(AssistantError):  # it is gone, and nothing is typed
                answer(other is None)

        thread = threading.Thread(target=watch, name="got-keyboard", daemon=True)
        thread.start()
        try:
            yield keyboard
        finally:
            ended.set()
            keyboard.pressed.set()
            while thread.is_alive() and not stop.is_set:
                thread.join(JOINED_S)

    def _keeper(
        self, target: Target, seen: Observation, ended: threading.Event
    ) -> ScreenElement | None:
        """Return the other field that has the keyboard; None where this one has it or nobody tells."""
        field, point = target
        for _ in range(FOCUS_TURNS):
            if ended.is_set():
                return None
            now = self._reader.refreshed(field)
            if now is None or "focused" in now.states or ended.wait(FOCUS_POLL_S):
                return None
        for other in self._reader.tree(seen):
            if not _is_another(other, field, point):
                continue
            now = self._reader.refreshed(other)
            if now is not None and "focused" in now.states:
                # A program may have taken its time.
                late = self._reader.refreshed(field)
                return None if late is None or "focused" in late.states else other
        return None


class _Keyboard:
    """What was told of the keyboard after the press on a field."""

    def __init__(self, field: ScreenElement) -> None:
        self._field = field
        self.pressed = threading.Event()
        self.other: ScreenElement | None = None

    def judged(self, execution: Execution) -> Execution:
        """Return how it went, with the name of the field that has the keyboard."""
        if execution.cause != KEPT_AWAY or self.other is None:
            return execution
        names = _told(self.other), _told(self._field)
        said = worded("{0} had the keyboard after the press on {1}; nothing was typed", *names)
        return replace(execution, note=said)


def _is_entry(element: ScreenElement) -> bool:
    return element.role in _TYPED and "editable" in element.states and element.handle is not None


def _is_another(other: ScreenElement, field: ScreenElement, point: ScreenPoint) -> bool:
    """Tell whether it is another field of the same window; what lies over a field may be a part of it."""
    if not _is_entry(other) or other.handle == field.handle or other.window_id != field.window_id:
        return False
    return not other.box.contains(point) and other.box.intersection(field.box).area == 0


def check_uncovered(pending: Pending, action: Action, reader: ElementReader) -> None:
    """Refuse a press that something else in the same window would get.

    Raises:
        Refused: `covered`.
    """
    found = _pressed(pending, action)
    if found is None or not isinstance(reader, TellsCover):
        return
    element, point = found
    cover = reader.covering(pending.view.observation, element, point)
    if cover is not None:
        raise Refused(
            "covered",
            worded(
                "{0} lies over {1} in the same window and would get this; nothing was pressed. Close or move it first",
                _told(cover),
                _told(element),
            ),
        )


def _told(element: ScreenElement) -> str:
    if element.name:
        return worded("“{0}”", element.name)
    return worded("a {0} without a name", kind_words(element.role))


class _UntilMoved(StopToken):
    """The run's stop token, set for one action when its target moves as well."""

    def __init__(self, run: StopToken) -> None:
        super().__init__()
        self._run = run
        self.moved = threading.Event()
        self.told_s: float | None = None
        """When its program told that it has moved."""

    def judged(self, action: Click, execution: Execution) -> Execution:
        """Return how the click went: one that ended because its target moved was not pressed, or let go.

        To be asked when the last question about the target was answered.

        Raises:
            Refused: `changed`; nothing was pressed.
        """
        is_cut = not execution.completed and self.cause == _CAUSE and self.moved.is_set()
        if is_cut and execution.cause == "stopped":
            modifiers = len(action.modifiers)
            if execution.events_sent <= MOVES_BEFORE + modifiers:
                raise Refused("changed", MOVED)
            if execution.events_sent < MOVES_BEFORE + 2 * modifiers + PRESS_AND_RELEASE:
                # The press was out: the executor has let the button go, over whatever lies there.
                return _slipped(replace(execution, completed=True))
            # It moved by what the press did.
            execution = replace(execution, completed=True, note="", cause="")
        return _slipped(execution) if self._has_moved_before(execution) else execution

    def _has_moved_before(self, execution: Execution) -> bool:
        """Tell whether it had moved when the button was let go, so that no press of it came to be.

        What a press does is told after its release; what is told before it, the press has not done.
        """
        released_s, told_s = execution.released_s, self.told_s
        if released_s is None or told_s is None or not execution.completed:
            return False
        return told_s < released_s

    def stop(self, cause: str = "user") -> None:
        self._run.stop(cause)

    @property
    def is_set(self) -> bool:
        return self._run.is_set or self.moved.is_set()

    @property
    def cause(self) -> str:
        return self._run.cause if self._run.is_set else _CAUSE

    def wait(self, seconds: float) -> None:
        self.check()
        self._run.wait(seconds)
        self.check()


def _slipped(execution: Execution) -> Execution:
    return replace(execution, note=SLIPPED, cause="slipped")


def _pressed(pending: Pending, action: Action) -> Target | None:
    """Return the element of the tree that the first press meets, and where; None without one."""
    aims = aims_of(action)
    if not aims or isinstance(action, _PRESSES_NOTHING):
        return None
    point = aims[0].point
    for element in (pending.proposal.element, pending.met):
        if element is not None and element.handle is not None and element.box.contains(point):
            return element, point
    return None


def _is_same(before: ScreenElement, now: ScreenElement, point: ScreenPoint) -> bool:
    old, new = before.box, now.box
    is_near = new.contains(point) and max(abs(old.x - new.x), abs(old.y - new.y)) <= SLACK_PX
    return is_near and (before.name, before.role) == (now.name, now.role)
