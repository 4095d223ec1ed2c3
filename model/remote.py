"""Goals by a model on a server that sees pictures: one picture of the screen, one action back.

The picture is resized here to a size that the model's family leaves as it is, so that the numbers of its
reply become pixels once and exactly. What the screen says at that pixel names the target; a model of our
own contract may name a thing of the list instead. A reply that cannot be used is asked for once more, and
the model told why. Nothing is done from a reply that is cut off, or from thinking.

Windows that are never looked at and password fields are painted over before any policy sees the picture.
"""

import datetime
import logging
import platform
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from automation.commands.find.screen_view import Scene
from automation.commands.talk import language_of
from automation.core.actions import Action, Aim, Element, Plan, aims_of
from automation.core.errors import ActionParseError
from automation.core.events import Task
from automation.core.generation import CallDelta, TextDelta
from automation.core.geometry import Rect
from automation.core.observation import Observation
from automation.core.ports import ElementReader, History
from automation.core.proposal import Decision, Proposal, StepRecord
from automation.core.text import joined, visible_text, worded
from automation.core.timing import StopToken
from automation.core.wording import kind_words
from automation.screen.refs import Listing, RefBook, text_of
from model.families.family import Family, Past, Situation, Step
from model.families.resize import SentPicture, encoded, fixed_point, sent_as
from model.prompt.dialogue import StepResult, result_of
from model.prompt.parse import Aiming, KeyReader, heard_as
from model.proposing import (
    MOST_ASKS,
    MOST_PLANS,
    SECOND_TEMPERATURE,
    UNTESTED,
    DraftStream,
    Voice,
    ends_unasked,
    proposal_of,
    sentence_of,
)
from model.server.asking import (
    Ask,
    Heard,
    Picture,
    Reply,
    ServerError,
    ServerFault,
    ServerModel,
    Thinking,
    ToolUse,
    message,
)
from model.spec import CoordinateSpace

log = logging.getLogger(__name__)

MOST_PIXELS: Final = 2_100_000
"""Of a picture that is sent: a screen of 1920 x 1080, padded, has 2,088,960. A 4K picture takes four times
the tokens, and Qwen2.5-VL points worse above a million pixels already (mlx-vlm #1175)."""

REPAIRABLE: Final = frozenset({ServerFault.CUT_OFF, ServerFault.ONLY_THOUGHT, ServerFault.EMPTY})
"""What the model did wrong, and not the server: asked for once more."""


@dataclass(frozen=True, slots=True)
class RemoteManner:
    """How the model is spoken to and shown the screen."""

    family: Family
    space: CoordinateSpace | None = None
    """As calibration found it; None takes the family's own."""
    is_calibrated: bool = False
    no_points: str = ""
    """Why no point of this model is used, as calibration found; empty where points are."""
    pictures: int | None = None
    """Pictures of a request at most, the current one included; None takes the family's own."""
    most_pixels: int = MOST_PIXELS

    @property
    def numbers(self) -> CoordinateSpace:
        """What the numbers of a reply mean."""
        return self.space or self.family.space

    @property
    def kept(self) -> int:
        """How many pictures a request holds at most."""
        return max(1, min(self.pictures or self.family.pictures, self.family.pictures))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """One look, as the model gets it."""

    observation: Observation
    plan: SentPicture
    picture: Picture
    listing: Listing | None = None


class RemotePolicy:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self,
        model: ServerModel,
        manner: RemoteManner,
        reader: ElementReader,
        *,
        read_key: KeyReader,
        voice: Voice,
        today: Callable[[], datetime.date] = datetime.date.today,
    ) -> None:
        self._model = model
        self._manner = manner
        self._reader = reader
        self._read_key = read_key
        self._voice = voice
        self._today = today
        self._book = RefBook()
        self._past: list[Past] = []
        self._waiting: tuple[Step, _Seen] | None = None
        self._recorded = 0

    @property
    def name(self) -> str:
        """The policy's name."""
        return "remote"

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action in screen pixels.

        Raises:
            ActionParseError: the model's replies are no steps of its contract.
            ServerError: the server could not be asked, or what it said is no reply.
        """
        if (ended := ends_unasked(task, history)) is not None:
            return ended
        self._catch_up(history)
        seen = self._look(observation)
        for _ in range(MOST_PLANS):
            step = self._asked(task, seen, stop)
            if step.note:
                self._voice.planned((), step.note)
            if not isinstance(step.action, Plan):
                break
            self._voice.planned(step.action.goals, "")
            self._past.append(Past(step, StepResult("Noted.")))
        else:
            raise ActionParseError(f"the model planned {MOST_PLANS} times in a row and did nothing")
        self._voice.decided(stop)
        self._waiting = step, seen
        return self._proposal(step, seen)

    def _proposal(self, step: Step, seen: _Seen) -> Proposal:
        found = proposal_of(step.action, step.thought, seen.observation, self._reader)
        doubts = [worded("chosen by {0}", self._model.host)]
        listed = seen.listing.get(step.thing) if step.thing and seen.listing else None
        if listed is not None:
            kind = kind_words(listed.element.role)
            named = worded("{0}, by its name {1} in the list", kind, step.thing)
            found = replace(
                found,
                element=listed.element,
                sentence=sentence_of(step.action, listed.element),
                evidence=named,
            )
        elif aims_of(step.action) and not self._manner.is_calibrated:
            doubts.append(UNTESTED)
        if step.dropped:
            doubts.append(
                worded(
                    "{0} more of the same reply dropped: each step needs its own look", step.dropped
                )
            )
        return replace(found, evidence=joined("; ", (found.evidence, *doubts)))

    def _look(self, observation: Observation) -> _Seen:
        """Return the monitor with the active window as a picture of the family's size."""
        part = observation.frame.crop(_view(observation))
        family = self._manner.family
        size = fixed_point(family.rule, part.rect.w, part.rect.h, self._manner.most_pixels)
        listing = None
        if family.contract.names_things:
            listing = Scene(observation, self._reader).listing(self._book)
        return _Seen(observation, sent_as(part.rect, size), encoded(part, size), listing)

    def _asked(self, task: Task, seen: _Seen, stop: StopToken) -> Step:
        """Ask for one step; a reply that cannot be used is asked for once more.

        Raises:
            ActionParseError: the replies are no steps of the family's contract.
            ServerError: the server could not be asked.
        """
        correction = ""
        thinking = self._manner.family.thinking
        for ask in range(1, MOST_ASKS + 1):
            stop.check()
            try:
                request = self._request(task, seen, correction, ask, thinking)
                reply = self._model.reply(request, stop, self._listener(seen))
                return self._read(reply, seen)
            except (ActionParseError, ServerError) as error:
                if isinstance(error, ServerError) and error.fault not in REPAIRABLE:
                    raise
                if ask == MOST_ASKS:
                    raise _twice(error, language_of(task.text, task.language)) from error
                log.info("the reply could not be used: %s", type(error).__name__)
                self._voice.again()
                correction = str(error) if isinstance(error, ActionParseError) else ""
                if isinstance(error, ServerError) and error.fault is ServerFault.ONLY_THOUGHT:
                    thinking = "off"
        raise AssertionError  # the last ask returns or raises

    def _read(self, reply: Reply, seen: _Seen) -> Step:
        """Return the step that a reply is, where it names no point or points of this model are used."""
        step = self._manner.family.contract.read(reply, self._aiming(seen))
        if self._manner.no_points and aims_of(step.action) and not step.thing:
            raise ActionParseError(f"points are not used: {self._manner.no_points}")
        return step

    def _request(
        self, task: Task, seen: _Seen, correction: str, ask: int, thinking: Thinking
    ) -> Ask:
        family = self._manner.family
        now = Situation(
            task=task.text,
            past=self._past,
            picture=seen.picture,
            space=self._manner.numbers,
            pictures=self._manner.kept,
            date=self._today().isoformat(),
            max_steps=task.max_steps,
            system=platform.system() or "Linux",
            things=text_of(seen.listing) if seen.listing is not None else "",
            correction=correction,
        )
        warmth = family.temperature if ask == 1 else max(family.temperature, SECOND_TEMPERATURE)
        return Ask(
            family.contract.turns(now),
            schema=family.contract.schema(self._manner.numbers),
            tools=family.contract.tools(self._manner.numbers),
            max_tokens=family.max_tokens,
            temperature=warmth,
            thinking=thinking,
        )

    def _aiming(self, seen: _Seen) -> Aiming:
        def find_thing(ref: str) -> Aim | None:
            listed = seen.listing.get(ref) if seen.listing is not None else None
            if listed is None:
                return None
            one = listed.element
            return Aim(one.box.center, Element(one.name, one.role, one.box, one.source))

        return Aiming(
            seen.plan, self._manner.numbers, self._read_key, seen.observation.pointer, find_thing
        )

    def _listener(self, seen: _Seen) -> Heard:
        """Return what shows, while the reply comes, its thought and where it points."""
        contract, name = self._manner.family.contract, ""
        show = heard_as(contract.thought, self._voice.said)

        def in_text(text: str) -> Action:
            return self._read(Reply(text), seen).action

        def in_call(arguments: str) -> Action:
            return self._read(Reply("", tool_uses=(ToolUse(name, arguments),)), seen).action

        looked_at, drafted = seen.observation, self._voice.drafted
        texts = DraftStream(contract.ended, in_text, looked_at, drafted)
        calls = DraftStream(_ended_call, in_call, looked_at, drafted)

        def hear(delta: TextDelta | CallDelta) -> None:
            nonlocal name
            show(delta)
            if isinstance(delta, CallDelta):
                name = delta.name
                calls.push(delta.text)
            elif delta.kind == "answer":
                texts.push(delta.text)

        return hear

    def _catch_up(self, history: History) -> None:
        """Take what came of the step that was proposed last into the conversation.

        One that left no record (it was never decided about, or the screen changed first) is
        forgotten: the model chooses anew from what the screen shows.
        """
        waiting, self._waiting = self._waiting, None
        new = history.steps[self._recorded :]
        self._recorded = len(history.steps)
        if waiting is None or not new:
            return
        step, seen = waiting
        result = result_of(_as_meant(new[-1], step), seen.plan, self._manner.numbers)
        if step.dropped:
            words = f"{result.words} Only the first of your actions was done.".strip()
            result = replace(result, words=words)
        self._past.append(Past(step, result, seen.picture))
        most = self._manner.kept - 1
        for place, past in enumerate(self._past[: len(self._past) - most]):
            if past.picture is not None:
                self._past[place] = replace(past, picture=None)


def _ended_call(begun: str) -> str | None:
    return f"{begun[:-1]}}}" if begun.endswith((",", "}")) else None


def _as_meant(record: StepRecord, step: Step) -> StepRecord:
    """Return the record with what the model proposed: a correction takes its place in the loop."""
    return replace(record, proposal=replace(record.proposal, intent=step.action))


def _view(observation: Observation) -> Rect:
    """Return the monitor with most of the active window, else the one with the pointer."""
    frame, active = observation.frame.rect, observation.active_window
    shown = [frame.intersection(monitor.rect) for monitor in observation.monitors]
    shown = [part for part in shown if part.area]
    if active is not None:
        best = max(shown, key=lambda part: part.intersection(active.rect).area, default=None)
        if best is not None and best.intersection(active.rect).area:
            return best
    return next((part for part in shown if part.contains(observation.pointer)), frame)


def _twice(error: ActionParseError | ServerError, language: str) -> ActionParseError | ServerError:
    """Return what the user is told; the model's own text in it stays on one line and visible."""
    if isinstance(error, ServerError):
        return ServerError(error.fault, message("asked_again", asks=MOST_ASKS, last=error.said))
    words = " ".join(visible_text(str(error)).split())
    said = message("asked_again", asks=MOST_ASKS, last=words)
    return ActionParseError(said.in_language(language))
