"""Asks a person without a window: on the terminal, or by JSON lines on standard input.

Standard input is read only while a question waits. A script may have several runs, one after the other,
and read from standard input itself between its steps: one reader serves all of its runs, and what is
typed while nobody asks is left to the script, or to the shell that comes after a run.
"""

import functools
import json
import logging
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

import msgspec

from app.hand_over import forget_typed
from automation.core.actions import Action, Aim, Click, Drag, Move, Scroll, Write, aims_of
from automation.core.errors import InputError, Stopped
from automation.core.events import Proposed, RunEvent
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.pictures import PATCH_SIZE, patches_match
from automation.core.ports import Confirmer
from automation.core.proposal import Confirmation, Proposal, Question, Risk, RiskLevel, Verdict
from automation.core.timing import Clock, StopToken
from automation.core.wording import RISK_WORDS, next_words, quoted

if TYPE_CHECKING:
    from automation.desktop.windows_x11 import X11Windows

log = logging.getLogger(__name__)

POLL_S: Final = 0.05
BACK_WITHIN_S: Final = 2.0
"""How long windows may take to come to the front, for a question and after it; nothing waits longer."""
MAX_LINE_CHARS: Final = 1_000_000
"""A longer line is read in parts, none of which decides anything."""
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_UNUSABLE: Final = (ValueError, TypeError, KeyError, OverflowError, RecursionError)
NOBODY: Final = Confirmation(
    "blocked", "rule:nobody", reason="standard input ended and nobody else can decide"
)


class LineSource:
    """Reads lines of a stream on a thread of its own, so that a wait can be stopped."""

    def __init__(self, stream: TextIO) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._is_over = False
        self._is_typed = stream.isatty()
        self._thread = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._thread.start()

    def _read(self, stream: TextIO) -> None:
        try:
            while line := stream.readline(MAX_LINE_CHARS):
                self._lines.put(line)
        except (OSError, ValueError) as error:  # no UTF-8, or the stream was closed under us
            log.warning("standard input cannot be read any more: %s", type(error).__name__)
        finally:
            self._lines.put(None)

    def forget_early(self) -> None:
        """Drop what was typed on a terminal before there was a question: it answers none."""
        while self._is_typed and not self._lines.empty():
            if self._lines.get() is None:
                self._is_over = True

    def next(self, stop: StopToken) -> str | None:
        """Return the next line; None at the end of the stream.

        Raises:
            Stopped: the run was stopped while waiting.
        """
        while not self._is_over:
            stop.check()
            try:
                line = self._lines.get(timeout=POLL_S)
            except queue.Empty:
                continue
            self._is_over = line is None
            return line
        return None


def corrected(action: Action, point: ScreenPoint | None, text: str | None) -> Action:
    """Return the action with its (first) target moved and its text replaced."""
    if isinstance(action, Write):
        at = action.at if point is None else Aim(point)
        return msgspec.structs.replace(action, at=at, text=action.text if text is None else text)
    if point is None:
        return action
    if isinstance(action, Drag):
        return msgspec.structs.replace(action, path=(point, *action.path[1:]), origin=None)
    if isinstance(action, Click | Move | Scroll):
        return msgspec.structs.replace(action, at=Aim(point))
    return action


def _action_of(proposal: Proposal) -> Action:
    return proposal.intent  # type: ignore[return-value]  # checks are never confirmed


def _decided(verdict: Verdict, action: Action | None = None, reason: str = "") -> Confirmation:
    """Return a decision that lets something be sent, made at this moment for the step that waits."""
    return Confirmation(verdict, "user", action, reason, decided_s=time.monotonic())


def _needs_step(fields: dict[str, object]) -> bool:
    """Tell whether the decision lets something be sent, so that it must say for which step."""
    return fields.get("decision") in ("accept", "edit")


class JsonConfirmer:
    """Reads `{"n", "decision", "point_px", "text", "reason"}` from standard input."""

    def __init__(self, lines: LineSource, complain: Callable[[str], object]) -> None:
        self._lines = lines
        self._complain = complain
        self._n: int | None = None

    def saw(self, happening: RunEvent) -> None:
        """Note which step waits, so that a decision about another one is passed over."""
        if isinstance(happening, Proposed):
            self._n = happening.n

    def confirm(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        """Wait for a line that decides; lines that do not fit are said and passed over."""
        while (line := self._lines.next(stop)) is not None:
            try:
                return self._decide(proposal, json.loads(line))
            except _UNUSABLE as error:
                self._complain(f"that line does not decide anything: {error}")
        return NOBODY

    def _decide(self, proposal: Proposal, fields: object) -> Confirmation:
        if not isinstance(fields, dict):
            raise TypeError("expected a JSON object")
        if self._n is not None and not _is_number(fields.get("n", self._n), self._n):
            raise ValueError(f"n is {fields['n']!r}; the step that waits is {self._n}")
        if self._n is not None and "n" not in fields and _needs_step(fields):
            raise ValueError(f"n is missing: it says which step is meant; {self._n} waits")
        reason = str(fields.get("reason") or "")
        match fields.get("decision"):
            case "accept":
                return _decided("accepted", reason=reason)
            case "reject":
                return Confirmation("rejected", "user", reason=reason)
            case "stop":
                raise Stopped("user")
            case "edit":
                action = corrected(_action_of(proposal), _point(fields), _text(fields))
                return _decided("edited", action, reason)
            case decision:
                raise ValueError(f"decision is {decision!r}; expected accept, reject, edit or stop")

    def choose(self, question: Question, observation: Observation, stop: StopToken) -> int | None:
        """Wait for `{"pick": N}`; anything else leaves the question open."""
        while (line := self._lines.next(stop)) is not None:
            try:
                fields = json.loads(line)
                if fields.get("decision") == "stop":
                    raise Stopped("user")
                pick = fields["pick"]
                if not isinstance(pick, int) or isinstance(pick, bool):
                    raise TypeError(f"pick is {pick!r}; expected a whole number")
            except (*_UNUSABLE, AttributeError) as error:
                self._complain(f"that line does not choose anything: {error}")
                continue
            if any(candidate.n == pick for candidate in question.candidates):
                return pick
            self._complain(f"{pick} is not one of 1..{len(question.candidates)}")
        return None


def _is_number(given: object, wanted: int) -> bool:
    """Tell whether a value of a line is this whole number: to Python `true` and `1.0` equal 1."""
    return type(given) is int and given == wanted


def _point(fields: dict[str, Any]) -> ScreenPoint | None:
    point = fields.get("point_px")
    if point is None:
        return None
    if not (isinstance(point, list) and len(point) == 2 and all(type(v) is int for v in point)):
        raise ValueError(f"point_px is {point!r}; expected [x, y] in whole pixels")
    return ScreenPoint(point[0], point[1])


def _text(fields: dict[str, Any]) -> str | None:
    text = fields.get("text")
    if text is not None and not isinstance(text, str):
        raise ValueError(f"text is {text!r}; expected a string")
    return text


class TerminalConfirmer:
    """Asks on a terminal with one word or letter per answer.

    The listener has written the step's sentence right before; it is not said twice.
    """

    def __init__(self, lines: LineSource, out: TextIO) -> None:
        self._lines = lines
        self._out = out

    def _say(self, text: str, end: str = "\n") -> None:
        self._out.write(text + end)
        self._out.flush()

    def confirm(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        """Say where, how risky and what one answer allows; wait for accept, reject, edit or stop."""
        self._lines.forget_early()
        self._show(proposal, risk)
        is_danger = risk.level >= RiskLevel.R3
        accept = "accept (the whole word)" if is_danger else "[a]ccept"
        again = "the whole word accept, or with r, e or s" if is_danger else "a, r, e or s"
        while True:
            self._say(f"  {accept}  [r]eject  [e]dit X Y or text  [s]top: ", end="")
            line = self._lines.next(stop)
            if line is None:
                return NOBODY
            word, _, rest = line.strip().partition(" ")
            confirmation = self._decide(word.lower(), rest.strip(), proposal, risk)
            if confirmation is not None:
                return confirmation
            self._say(f"  Answer with {again}.")

    def says_yes(self, question: str, stop: StopToken) -> bool | None:
        """Ask what is no step; None where nobody answers.

        Raises:
            Stopped: the run was stopped while waiting.
        """
        self._lines.forget_early()
        while True:
            self._say(f"{question}  [y]es  [n]o: ", end="")
            line = self._lines.next(stop)
            if line is None:
                return None
            answer = line.strip().lower()
            if answer in ("y", "yes", "n", "no"):
                return answer in ("y", "yes")
            question = "Answer with y or n."

    def _show(self, proposal: Proposal, risk: Risk) -> None:
        aims = aims_of(_action_of(proposal))
        where = f"at {aims[0].point.x}, {aims[0].point.y}, " if aims else ""
        self._say(f"     {where}{RISK_WORDS[risk.level].lower()}")
        for reason in risk.reasons:
            self._say(f"     because {reason}")
        if words := _ahead_words(proposal):
            self._say(f"     {words}")
        if proposal.leads_to:
            self._say(f"     {_batch_words(proposal.leads_to, risk)}")

    def _decide(self, word: str, rest: str, proposal: Proposal, risk: Risk) -> Confirmation | None:
        action = _action_of(proposal)
        match word:
            case "accept":
                return _decided("accepted")
            case "a" | "y" | "yes" if risk.level < RiskLevel.R3:
                return _decided("accepted")
            case "r" | "reject" | "n" | "no":
                return Confirmation("rejected", "user", reason=rest)
            case "s" | "stop" | "q":
                raise Stopped("user")
            case "e" | "edit":
                changed = _edit(action, rest)
                return None if changed is None else _decided("edited", changed)
            case _:
                return None

    def choose(self, question: Question, observation: Observation, stop: StopToken) -> int | None:
        """Wait for a number; an empty line chooses nothing. The listener has shown the choices."""
        self._lines.forget_early()
        while True:
            self._say("  Number and Enter, or only Enter for none: ", end="")
            line = self._lines.next(stop)
            if line is None or not line.strip():
                return None
            number = _whole(line)
            if number is not None and 1 <= number <= len(question.candidates):
                return number


class AskedInFront:
    """Asks by another confirmer while the terminal's window is in front; puts the rest back afterwards.

    The run looks at, and works in, the user's other windows. An answer that is typed while one of them
    has the keyboard would go into it. The terminal is brought to the front before the question; what
    lay over it comes back after the answer, in its order. So the step finds its target as it was
    prepared, also where the user has clicked on the terminal to answer.
    """

    def __init__(
        self,
        human: Confirmer,
        terminal: int,
        windows: "X11Windows",
        look: Callable[[], Frame],
        clock: Clock,
    ) -> None:
        """Take the parts.

        Args:
            terminal: id of the window in which it asks.
            windows: of the desktop; used by the calling thread only, as are all parts.
            look: takes a picture of the screen as the run sees it.
        """
        self._human = human
        self._terminal = terminal
        self._windows = windows
        self._look = look
        self._clock = clock

    def confirm(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        """Return the decision; the target is in front again by then."""
        action = proposal.intent
        aims = aims_of(action) if isinstance(action, Action) else ()
        with self._in_front([aim.point for aim in aims], observation, stop):
            return self._human.confirm(proposal, risk, observation, stop)

    def choose(self, question: Question, observation: Observation, stop: StopToken) -> int | None:
        """Return the number chosen; the run's windows are in front again by then."""
        places = [one.box.center for one in question.candidates if one.has_place]
        with self._in_front(places, observation, stop):
            return self._human.choose(question, observation, stop)

    @contextmanager
    def _in_front(
        self, points: Sequence[ScreenPoint], seen: Observation, stop: StopToken
    ) -> Iterator[None]:
        """Have the terminal in front; not put back where the run is stopped: nothing more is sent."""
        shown = [w for w in self._windows.windows() if not (w.is_popup or w.is_minimised)]
        self._bring(self._terminal)
        self._await(
            lambda: self._is_active(self._terminal), stop
        )  # else early letters go elsewhere
        yield
        for window in _lay_over(shown, self._terminal):
            self._bring(window.window_id)
        before = next((w for w in shown if w.is_active), None)
        if before is not None and before.window_id != self._terminal:
            self._bring(before.window_id)
            # What is different after that is the step's matter.
            self._await(lambda: self._is_back(before, points, seen.frame), stop)

    def _bring(self, window_id: int) -> None:
        with suppress(InputError):  # it has closed meanwhile: the step finds that out by itself
            self._windows.activate(window_id)

    def _await(self, is_so: Callable[[], bool], stop: StopToken) -> None:
        until_s = self._clock.now_s() + BACK_WITHIN_S
        while not is_so() and self._clock.now_s() < until_s:
            self._clock.wait(POLL_S, stop)

    def _is_active(self, window_id: int) -> bool:
        return any(w.is_active and w.window_id == window_id for w in self._windows.windows())

    def _is_back(self, before: WindowInfo, points: Sequence[ScreenPoint], seen: Frame) -> bool:
        """Tell whether the window is in front, and painted where the step looks."""
        is_active = self._is_active(before.window_id)
        return is_active and (not points or _look_alike(points, seen, self._look()))


def _lay_over(shown: Sequence[WindowInfo], terminal: int) -> list[WindowInfo]:
    """Return the windows that hid a part of the terminal, the lowest first."""
    below = next((w for w in shown if w.window_id == terminal), None)
    if below is None:
        return []
    above = shown[: shown.index(below)]
    return [w for w in reversed(above) if w.rect.intersection(below.rect).area]


def _look_alike(points: Sequence[ScreenPoint], before: Frame, now: Frame) -> bool:
    """Tell whether the picture around each point is what it was."""
    w, h = PATCH_SIZE.w, PATCH_SIZE.h
    boxes = (Rect(p.x - w // 2, p.y - h // 2, w, h).intersection(before.rect) for p in points)
    return all(patches_match(before.crop(b), now.crop(b)) for b in boxes if b.area)


def _ahead_words(proposal: Proposal) -> str:
    """Return which step of how many it is, and what comes next, as far as that is known."""
    place = f"step {proposal.number} of {proposal.total}" if proposal.total else ""
    listed, more = next_words(proposal.after_path)
    then = f"then: {listed}" + (f" and {more} more" if more else "") if listed else ""
    return "; ".join(filter(None, (place, then)))


def _batch_words(names: Sequence[str], risk: Risk) -> str:
    """Return what accepting the first press of a menu path allows besides (`automation.safety.rules.OpenPath`)."""
    after = "the next step" if len(names) == 1 else f"the next {len(names)} steps"
    besides = ", or what is hard to undo," if risk.level >= RiskLevel.R3 else ""
    listed = ", ".join(map(quoted, names))
    return f"accept also allows {after}: {listed}; any other name{besides} is asked about again"


def _edit(action: Action, rest: str) -> Action | None:
    numbers = [_whole(word) for word in rest.split()[:3]]
    match numbers:
        case [int(x), int(y)]:
            return corrected(action, ScreenPoint(x, y), None)
    if rest and isinstance(action, Write):
        return corrected(action, None, rest)
    return None


def _whole(word: str) -> int | None:
    """Return the number that a word is; None for anything but up to nine digits."""
    bare = word.strip()
    return int(bare) if _WHOLE.fullmatch(bare) else None


class _Held:
    """A stream whose next line is read when it is let go."""

    def __init__(self, stream: TextIO, let_go: threading.Semaphore) -> None:
        self._stream, self._let_go = stream, let_go

    def readline(self, most: int = -1) -> str:
        """Wait, then read a line."""
        self._let_go.acquire()
        return self._stream.readline(most)


class AskedLines(LineSource):
    """Reads a line of a stream when somebody waits for one, on a thread of its own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._wanted = threading.Semaphore(0)
        self._is_reading = False
        """A line was asked for that nobody has taken; so after a stop in a question."""
        super().__init__(stream)

    def _read(self, stream: TextIO) -> None:
        super()._read(cast("TextIO", _Held(stream, self._wanted)))

    def forget_early(self) -> None:
        """Drop what was typed on a terminal before there was a question: it answers none."""
        if not self._is_typed:
            return
        while not self._lines.empty():
            self._is_reading = False
            self._is_over = self._lines.get() is None
        self._forget()

    def _forget(self) -> None:
        """Have the terminal forget what nobody has read yet; another process does it for a task handed over."""
        forget_typed(self._stream)

    def close(self) -> None:
        """End the thread that reads: the stream has ended."""
        self._wanted.release()

    def next(self, stop: StopToken) -> str | None:
        """Return the next line; None at the end of the stream.

        Raises:
            Stopped: the run was stopped while waiting.
        """
        stop.check()
        if not self._is_over and not self._is_reading:
            self._is_reading = True
            self._wanted.release()
        line = super().next(stop)
        self._is_reading = False
        return line


@functools.cache
def lines_of(stream: TextIO) -> AskedLines:
    """Return the one reader of a stream."""
    return AskedLines(stream)
