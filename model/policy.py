"""The model as a policy: looks at the screen, asks the engine, proposes one action in pixels.

Everything that the model writes is data. Its coordinates become pixels once, here; the names in a
proposal come from the screen, at the pixel that the model named; what the model says of itself is the
claim on the card. A reply that cannot be used is asked for once more, and the model told why. While it
is written, people see its thought and a mark where it is going to act. Once the device had no room, a
run leaves out older pictures first, then half of the tiles.
"""

import datetime
import logging
import platform
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from automation.core.actions import Action, Plan, aims_of
from automation.core.errors import (
    ActionParseError,
    AssistantError,
    GenerationError,
    ModelError,
    OutOfMemory,
)
from automation.core.events import Task
from automation.core.generation import Completion, GenerationEvent, PrefillProgress
from automation.core.observation import Observation
from automation.core.ports import ElementReader, History
from automation.core.proposal import Decision, Finish, Outcome, StepRecord
from automation.core.text import joined, visible_text, worded
from automation.core.timing import StopToken
from model.images.tiling import PictureMap, ViewSetting, choose_view, plan_for
from model.inference.options import DecodeSettings, Request, Sampling
from model.inference.reply_grammar import shape_of
from model.prompt.conversation import Conversation, SourceImage
from model.prompt.dialogue import Dialogue, PastStep, StepResult, result_of
from model.prompt.parse import (
    Aiming,
    KeyReader,
    ModelStep,
    heard_as,
    parse_step,
    thought_of,
    to_intent,
)
from model.prompt.profile import Profile, RunFacts
from model.proposing import (
    MOST_ASKS,
    MOST_PLANS,
    ONLY_FIRST,
    SECOND_TEMPERATURE,
    UNTESTED,
    DraftStream,
    Voice,
    proposal_of,
)
from model.spec import PatchSpec, PictureSpec


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


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A step that was proposed, until it is known what came of it."""

    step: ModelStep
    image: SourceImage
    action: Action


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks for one step, in the agent thread."""

    engine: Engine
    voice: Voice
    profile: Profile
    read_key: KeyReader
    seed: int

    def step(
        self,
        conversation: Callable[[str], Conversation],
        image: SourceImage,
        observation: Observation,
        stop: StopToken,
    ) -> Chosen:
        """Ask for one step; a reply that cannot be used is asked for once more.

        Args:
            conversation: returns what is sent, with what was wrong with the last reply; empty for
                nothing that the model could be told.
            stop: heard between the asks, and while the model writes.

        Raises:
            ActionParseError: the replies are no steps of the model's contract.
            GenerationError: what the network computes is no reply.
            ModelError: the model was taken away meanwhile.
        """
        correction = ""
        for ask in range(1, MOST_ASKS + 1):
            stop.check()
            sent = conversation(correction)
            try:
                drafts = self._drafts(image.plan, observation)
                completion = self._replied(sent, ask, drafts, stop)
                step = parse_step(completion.text, self.profile)
                action = to_intent(step.call, self._aiming(image.plan, observation))
                return Chosen(step, image, action)
            except (ActionParseError, GenerationError) as error:
                if isinstance(error, GenerationError) and error.reason == "not_finite":
                    raise  # in other words it would compute no better
                if ask == MOST_ASKS:
                    raise _twice(error) from error
                log.info("the reply could not be used: %s", type(error).__name__)
                self.voice.again()
                correction = str(error) if isinstance(error, ActionParseError) else ""
        raise AssertionError  # the last ask returns or raises

    def _replied(
        self, conversation: Conversation, ask: int, drafts: DraftStream, stop: StopToken
    ) -> Completion:
        profile = self.profile
        warmth = profile.temperature if ask == 1 else max(profile.temperature, SECOND_TEMPERATURE)
        sampling = Sampling(warmth, seed=self.seed + ask)
        request = Request(
            conversation,
            shape=shape_of(profile),
            settings=DecodeSettings(max_new_tokens=profile.max_tokens, sampling=sampling),
        )
        told = heard_as(partial(thought_of, profile=profile), self.voice.said)

        def hear(event: GenerationEvent) -> None:
            if isinstance(event, PrefillProgress):
                self.voice.reading(f"Reading the screen, {event.done} of {event.total} tokens")
                return
            told(event)
            if event.kind == "answer":
                drafts.push(event.text)

        try:
            completion = self.engine.propose(request, stop=stop, on_event=hear)
        finally:
            drafts.close()
        if completion.finish == "cancelled":
            raise ModelError("the model was taken away while it wrote; load it again")
        return completion

    def _drafts(self, plan: PictureMap, observation: Observation) -> DraftStream:
        aiming = self._aiming(plan, observation)

        def read(text: str) -> Action:
            return to_intent(parse_step(text, self.profile).call, aiming)

        return DraftStream(self.profile.ended, read, observation, self.voice.drafted)

    def _aiming(self, plan: PictureMap, observation: Observation) -> Aiming:
        return Aiming(plan, self.profile.space, self.read_key, observation.pointer)


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


WITHOUT_OLDER: Final = (
    "There was no memory for the whole conversation: asking once more without the earlier pictures"
)
COARSER: Final = "There was no memory for the picture: asking once more with a coarser one"
SHOWN_LESS: Final = worded("memory was short, so the model saw less than usual")
"""Stands on every card from there on: what was left out may be what the step depends on."""
STILL_NO_ROOM: Final = (
    "There was no memory for this step, and not with a smaller picture either. Close a program, "
    "load the model with 4 bit or on the CPU, or name things on the screen, which needs no model."
)


SCREEN_PX: Final = 1920 * 1088
"""Pixels of a whole picture that halving begins at: no more than a usual screen has."""


@dataclass(frozen=True, slots=True)
class LowMemoryMode:
    """How much is left out. Grows within a run and never shrinks: what was too much stays so."""

    without_older: bool = False
    """Pictures of earlier steps are not sent again."""
    halvings: int = 0
    """How often the number of tiles, or of pixels, was halved."""

    @property
    def is_any(self) -> bool:
        """Tell whether anything is left out."""
        return self.without_older or self.halvings > 0

    def image(self, image: PictureSpec) -> PictureSpec:
        """Return how the picture is cut or resized: one tile, or the least size, is left."""
        if isinstance(image, PatchSpec):
            if not self.halvings:
                return image
            most = min(image.max_pixels, SCREEN_PX) >> self.halvings
            return replace(image, max_pixels=max(image.min_pixels, most))
        return replace(image, max_tiles=max(1, image.max_tiles >> self.halvings))

    def more(self, image: PictureSpec, *, has_older: bool) -> "tuple[LowMemoryMode, str] | None":
        """Return the next level and its sentence for the user; None where nothing is left to save.

        Args:
            has_older: the prompt that found no room holds pictures of earlier steps.
        """
        if has_older:
            return replace(self, without_older=True), WITHOUT_OLDER
        coarser = replace(self, halvings=self.halvings + 1)
        return None if coarser.image(image) == self.image(image) else (coarser, COARSER)


@dataclass(frozen=True, slots=True)
class Manner:
    """How the model is spoken to and shown the screen."""

    profile: Profile
    image: PictureSpec
    thinking: bool = False
    view: ViewSetting = "auto"
    is_calibrated: bool = False
    """The coordinates that it writes were tested on this very checkpoint."""
    seed: int = 0


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
        self._waiting: Chosen | None = None
        self._recorded = 0
        self._low_memory = LowMemoryMode()

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
            raise ActionParseError(f"the model planned {MOST_PLANS} times in a row and did nothing")
        self._voice.decided(stop)
        self._waiting = chosen
        self._read_ahead(dialogue, step, chosen.image)
        proposal = proposal_of(chosen.action, step.thought, observation, self._reader)
        doubts = [UNTESTED] if aims_of(chosen.action) and not self._manner.is_calibrated else []
        doubts += [SHOWN_LESS] if self._low_memory.is_any else []
        return replace(proposal, evidence=joined("; ", (proposal.evidence, *doubts)))

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
        image = None if self._low_memory.without_older else chosen.image
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
        return SourceImage(
            part.pixels, plan_for(part.rect, self._low_memory.image(self._manner.image))
        )

    def _chosen(self, dialogue: Dialogue, observation: Observation, stop: StopToken) -> Chosen:
        """Ask for one step; where there was no room, once more with less to look at."""
        try:
            return self._asked(dialogue, observation, stop)
        except (OutOfMemory, MemoryError):
            if not self._spare(dialogue):
                raise
        # Outside the clause above: the error holds the frames of the pass that found no room.
        try:
            return self._asked(dialogue, observation, stop)
        except (OutOfMemory, MemoryError) as error:
            raise OutOfMemory(STILL_NO_ROOM) from error

    def _asked(self, dialogue: Dialogue, observation: Observation, stop: StopToken) -> Chosen:
        image, manner = self._picture(observation), self._manner
        asker = Asker(self._engine, self._voice, manner.profile, self._read_key, manner.seed)

        def corrected(correction: str) -> Conversation:
            return dialogue.conversation(self._past, image, correction=correction)

        return asker.step(corrected, image, observation, stop)

    def _spare(self, dialogue: Dialogue) -> bool:
        """Leave more out from here on, and say so; tell whether anything could be."""
        kept = dialogue.kept(len(self._past))
        has_older = kept > 0 and any(step.image is not None for step in self._past[-kept:])
        found = self._low_memory.more(self._manner.image, has_older=has_older)
        if found is None:
            return False
        self._low_memory, words = found
        self._past = [replace(step, image=None) for step in self._past]
        log.warning("no memory for a step; asking again with less to look at")
        self._voice.again(words)
        return True

    def _read_ahead(self, dialogue: Dialogue, step: ModelStep, image: SourceImage) -> None:
        """Let the engine read, while the user looks at the card, what the next prompt begins with.

        The next picture is not known yet, so the prompt ends before it. Families that put what
        came of a step and the picture in one turn have nothing that could be read ahead.
        """
        if self._manner.profile.wording.merges_user_turns:
            return
        kept = None if self._low_memory.without_older else image
        past = [*self._past, PastStep(step, StepResult(), kept)]
        ahead = dialogue.conversation(past, image)
        self._engine.anticipate(Conversation(ahead.messages[:-1], ahead.thinking))


def _as_meant(record: StepRecord, chosen: Chosen) -> StepRecord:
    """Return the record with what the model proposed: a correction takes its place in the loop."""
    return replace(record, proposal=replace(record.proposal, intent=chosen.action))
