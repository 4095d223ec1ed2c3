"""One step from the model: a reply that cannot be used is asked for once more, and the model told why."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from automation.core.actions import Action
from automation.core.engine import Completion, GenerationEvent
from automation.core.errors import ActionParseError, AssistantError, GenerationError, ModelError
from automation.core.observation import Observation
from automation.core.stopping import StopToken
from automation.core.visible import visible_text
from model.images.tiling import TilePlan
from model.inference.grammar import shape_of
from model.inference.options import DecodeSettings, Request, Sampling
from model.policy.drafting import DraftStream
from model.policy.ports import Engine, Voice
from model.policy.streaming import ThoughtStream
from model.prompt.conversation import Conversation, SourceImage
from model.prompt.intents import Aiming, KeyReader, to_intent
from model.prompt.parsing import ModelStep, parse_step
from model.prompt.profiles.profile import Profile

log = logging.getLogger(__name__)

MOST_ASKS: Final = 2
"""How often one step is asked for: a reply that cannot be used is told to the model once."""
SECOND_TEMPERATURE: Final = 0.3
"""The second ask at least: the most likely tokens would be much the same once more."""


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
            image: the picture in it.
            observation: what the picture is of.
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
        shown = ThoughtStream(profile, self.voice.said, self.voice.reading)

        def hear(event: GenerationEvent) -> None:
            shown(event)
            drafts(event)

        try:
            completion = self.engine.propose(request, stop=stop, on_event=hear)
        finally:
            drafts.close()
        if completion.finish == "cancelled":
            message = "the model was taken away while it wrote; load it again"
            raise ModelError(message)
        return completion

    def _drafts(self, plan: TilePlan, observation: Observation) -> DraftStream:
        return DraftStream(self.profile, plan, observation, self.voice.drafted)

    def _aiming(self, plan: TilePlan, observation: Observation) -> Aiming:
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
