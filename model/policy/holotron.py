"""The model as a policy: looks at the screen, asks the engine, proposes one action in pixels.

Everything that the model writes is data. Its coordinates become pixels once, here; the names in a
proposal come from the screen; what the model says of itself is the claim on the card.
"""

import datetime
import logging
import platform
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from automation.core.actions import Action, Goal, Plan, aims_of
from automation.core.engine import Completion, GenerationEvent, TextDelta
from automation.core.errors import (
    ActionParseError,
    AssistantError,
    GenerationError,
    ModelError,
    OutOfMemory,
)
from automation.core.events import Draft, Task
from automation.core.observation import Observation
from automation.core.ports import ElementReader, History
from automation.core.proposal import Decision, Finish, Outcome, StepRecord
from automation.core.stopping import StopToken
from automation.core.visible import visible_text
from model.core.spec import ImageSpec
from model.images.tiling import TilePlan, plan_for
from model.images.view import ViewSetting, choose_view
from model.inference.grammar import ReplyShape
from model.inference.options import DecodeSettings, Request, Sampling
from model.policy.drafting import DraftStream
from model.policy.proposing import proposal_of
from model.policy.streaming import ThoughtStream
from model.policy.thrift import SHOWN_LESS, STILL_NO_ROOM, Thrift
from model.prompt.conversation import Conversation, SourceImage
from model.prompt.dialogue import Dialogue, PastStep, StepResult
from model.prompt.intents import Aiming, KeyReader, to_intent
from model.prompt.parsing import ModelStep, parse_step
from model.prompt.profiles.profile import Profile, RunFacts
from model.prompt.results import result_of

log = logging.getLogger(__name__)

MOST_ASKS: Final = 2
"""How often one step is asked for: a reply that cannot be used is told to the model once."""
SECOND_TEMPERATURE: Final = 0.3
"""The second ask at least: the most likely tokens would be much the same once more."""
MOST_PLANS: Final = 3
"""Plans in a row after which the model has to act: planning alone would never end."""


UNTESTED: Final = "how this model points was never tested (Calibrate)"
"""Stands beside every target until it was; an assumed coordinate space clicks in wrong places."""
ONLY_FIRST: Final = "Only the first step can be shown: the next depends on what it does."


class Engine(Protocol):
    """What the policy needs of `model.inference.engine.ModelEngine`."""

    def propose(
        self,
        request: Request,
        *,
        stop: StopToken,
        on_event: Callable[[GenerationEvent], None] | None = None,
    ) -> Completion:
        """Return the reply to a conversation."""
        ...

    def anticipate(self, conversation: Conversation) -> None:
        """Read a conversation while nobody waits."""
        ...


class Voice(Protocol):
    """Hears what the model says on the way."""

    def said(self, delta: TextDelta) -> None:
        """Take some more of its text; called in the engine's thread."""
        ...

    def reading(self, words: str) -> None:
        """Take how far the prompt is read; called in the engine's thread."""
        ...

    def drafted(self, draft: Draft) -> None:
        """Take where the reply points, before it is written; called in the engine's thread."""
        ...

    def decided(self, stop: StopToken) -> None:
        """The step is written: what was drafted of it is off the screen on return."""
        ...

    def planned(self, goals: tuple[Goal, ...], note: str) -> None:
        """Take its plan, or a note of its."""
        ...

    def again(self, why: str = "") -> None:
        """What it said so far is void: it is asked again; empty for a reply that was no step."""
        ...


@dataclass(frozen=True, slots=True)
class Manner:
    """How the model is spoken to and shown the screen."""

    profile: Profile
    image: ImageSpec
    thinking: bool = False
    view: ViewSetting = "auto"
    is_calibrated: bool = False
    """The coordinates that it writes were tested on this very checkpoint."""
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen:
    """A step that was proposed, until it is known what came of it."""

    step: ModelStep
    image: SourceImage
    action: Action


class HolotronPolicy:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self,
        engine: Engine,
        manner: Manner,
        reader: ElementReader,
        *,
        read_key: KeyReader,
        voice: Voice,
        today: Callable[[], datetime.date] = datetime.date.today,
    ) -> None:
        self._engine = engine
        self._manner = manner
        self._reader = reader
        self._read_key = read_key
        self._voice = voice
        self._today = today
        self._dialogue: Dialogue | None = None
        self._past: list[PastStep] = []
        self._waiting: _Chosen | None = None
        self._recorded = 0
        self._thrift = Thrift()

    @property
    def name(self) -> str:
        """The policy's name."""
        return "holotron"

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action in screen pixels.

        Raises:
            ActionParseError: the model's replies are no steps of its contract.
            GenerationError: what the network computes is no reply.
            OutOfMemory: there was no room, and none with less to look at either.
            ModelError: the model or its device failed, or it was ejected meanwhile.
        """
        if history.steps and history.steps[-1].confirmation.verdict == "dry_run":
            return Finish(Outcome.DONE, ONLY_FIRST)
        dialogue = self._begun(task)
        self._catch_up(history)
        for _ in range(MOST_PLANS):
            chosen = self._chosen(dialogue, observation, stop)
            step = chosen.step
            if step.note:
                self._voice.planned((), step.note)
            if not isinstance(chosen.action, Plan):
                break
            self._voice.planned(chosen.action.goals, "")
            self._past.append(PastStep(step, StepResult("Noted.")))
        else:
            message = f"the model planned {MOST_PLANS} times in a row and did nothing"
            raise ActionParseError(message)
        self._voice.decided(stop)
        self._waiting = chosen
        self._read_ahead(dialogue, step, chosen.image)
        proposal = proposal_of(chosen.action, step.thought, observation, self._reader)
        doubts = [UNTESTED] if aims_of(chosen.action) and not self._manner.is_calibrated else []
        doubts += [SHOWN_LESS] if self._thrift.is_any else []
        return replace(proposal, evidence="; ".join(filter(None, (proposal.evidence, *doubts))))

    def _begun(self, task: Task) -> Dialogue:
        if self._dialogue is None:
            facts = RunFacts(
                date=self._today().isoformat(),
                max_steps=task.max_steps,
                system=platform.system() or "Linux",
            )
            profile = self._manner.profile
            system = profile.system_prompt(facts)
            self._dialogue = Dialogue(profile, system, task.text, self._manner.thinking)
        return self._dialogue

    def _catch_up(self, history: History) -> None:
        """Take what came of the step that was proposed last into the dialogue.

        One that left no record (it was never decided about, or the screen changed first) is
        forgotten: the model chooses anew from what the screen shows.
        """
        chosen, self._waiting = self._waiting, None
        new = history.steps[self._recorded :]
        self._recorded = len(history.steps)
        if chosen is None or not new:
            return
        result = result_of(
            _as_meant(new[-1], chosen), chosen.image.plan, self._manner.profile.space
        )
        image = None if self._thrift.without_older else chosen.image
        self._past.append(PastStep(chosen.step, result, image))
        for place, step in enumerate(self._past[: -self._manner.profile.images.most]):
            if step.image is not None:
                self._past[place] = replace(step, image=None)

    def _picture(self, observation: Observation) -> SourceImage:
        active = observation.active_window
        view = choose_view(
            observation.frame.rect,
            window=active.rect if active else None,
            pointer=observation.pointer,
            monitors=observation.monitors,
            image=self._manner.image,
            setting=self._manner.view,
        )
        part = observation.frame.crop(view)
        return SourceImage(part.pixels, plan_for(part.rect, self._thrift.image(self._manner.image)))

    def _chosen(self, dialogue: Dialogue, observation: Observation, stop: StopToken) -> _Chosen:
        """Ask for one step; where there was no room, once more with less to look at."""
        try:
            return self._asked(dialogue, self._picture(observation), observation, stop)
        except (OutOfMemory, MemoryError):
            if not self._spare(dialogue):
                raise
        # Outside the clause above: the error holds the frames of the pass that found no room.
        try:
            return self._asked(dialogue, self._picture(observation), observation, stop)
        except (OutOfMemory, MemoryError) as error:
            raise OutOfMemory(STILL_NO_ROOM) from error

    def _spare(self, dialogue: Dialogue) -> bool:
        """Leave more out from here on, and say so; tell whether anything could be."""
        kept = dialogue.kept(len(self._past))
        has_older = kept > 0 and any(step.image is not None for step in self._past[-kept:])
        found = self._thrift.more(self._manner.image, has_older=has_older)
        if found is None:
            return False
        self._thrift, words = found
        self._past = [replace(step, image=None) for step in self._past]
        log.warning("no memory for a step; asking again with less to look at")
        self._voice.again(words)
        return True

    def _asked(
        self, dialogue: Dialogue, image: SourceImage, observation: Observation, stop: StopToken
    ) -> _Chosen:
        """Ask for one step; a reply that cannot be used is asked for once more."""
        correction = ""
        for ask in range(1, MOST_ASKS + 1):
            stop.check()
            conversation = dialogue.conversation(self._past, image, correction=correction)
            try:
                drafts = self._drafts(image.plan, observation)
                completion = self._replied(conversation, ask, drafts, stop)
                step = parse_step(completion.text, self._manner.profile)
                action = to_intent(step.call, self._aiming(image.plan, observation))
                return _Chosen(step, image, action)
            except (ActionParseError, GenerationError) as error:
                if isinstance(error, GenerationError) and error.reason == "not_finite":
                    raise  # in other words it would compute no better
                if ask == MOST_ASKS:
                    raise _twice(error) from error
                log.info("the reply could not be used: %s", type(error).__name__)
                self._voice.again()
                correction = str(error) if isinstance(error, ActionParseError) else ""
        raise AssertionError  # the last ask returns or raises

    def _replied(
        self, conversation: Conversation, ask: int, drafts: DraftStream, stop: StopToken
    ) -> Completion:
        profile = self._manner.profile
        warmth = profile.temperature if ask == 1 else max(profile.temperature, SECOND_TEMPERATURE)
        sampling = Sampling(warmth, seed=self._manner.seed + ask)
        request = Request(
            conversation,
            shape=shape_of(profile),
            settings=DecodeSettings(max_new_tokens=profile.max_tokens, sampling=sampling),
        )
        shown = ThoughtStream(profile, self._voice.said, self._voice.reading)

        def hear(event: GenerationEvent) -> None:
            shown(event)
            drafts(event)

        try:
            completion = self._engine.propose(request, stop=stop, on_event=hear)
        finally:
            drafts.close()
        if completion.finish == "cancelled":
            message = "the model was taken away while it wrote; load it again"
            raise ModelError(message)
        return completion

    def _drafts(self, plan: TilePlan, observation: Observation) -> DraftStream:
        return DraftStream(self._manner.profile, plan, observation, self._voice.drafted)

    def _aiming(self, plan: TilePlan, observation: Observation) -> Aiming:
        return Aiming(plan, self._manner.profile.space, self._read_key, observation.pointer)

    def _read_ahead(self, dialogue: Dialogue, step: ModelStep, image: SourceImage) -> None:
        """Let the engine read, while the user looks at the card, what the next prompt begins with.

        The next picture is not known yet, so the prompt ends before it. Families that put what
        came of a step and the picture in one turn have nothing that could be read ahead.
        """
        if self._manner.profile.wording.merges_user_turns:
            return
        kept = None if self._thrift.without_older else image
        past = [*self._past, PastStep(step, StepResult(), kept)]
        ahead = dialogue.conversation(past, image)
        self._engine.anticipate(Conversation(ahead.messages[:-1], ahead.thinking))


def _as_meant(record: StepRecord, chosen: _Chosen) -> StepRecord:
    """Return the record with what the model proposed: a correction takes its place in the loop."""
    return replace(record, proposal=replace(record.proposal, intent=chosen.action))


def _twice(error: ActionParseError | GenerationError) -> AssistantError:
    """Return what the user is told; the model's own text in it stays on one line and visible."""
    words = " ".join(visible_text(str(error)).split())
    message = (
        f"The model was asked {MOST_ASKS} times and no reply could be used. "
        f"Say the task in other words, or in smaller parts. The last: {words}"
    )
    if isinstance(error, GenerationError):
        return GenerationError(message, reason=error.reason, written=error.written)
    return ActionParseError(message)


def shape_of(profile: Profile) -> ReplyShape:
    """Return what a profile's replies are held to while they are written."""
    comma, colon = profile.separators
    return ReplyShape(profile.schema_text, comma, colon, profile.before, profile.after)
