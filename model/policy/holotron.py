"""The model as a policy: looks at the screen, asks the engine, proposes one action in pixels.

Everything that the model writes is data. Its coordinates become pixels once, here; the names in a
proposal come from the screen; what the model says of itself is the claim on the card.
"""

import datetime
import logging
import platform
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from automation.core.actions import Plan, aims_of
from automation.core.errors import ActionParseError, OutOfMemory
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import ElementReader, History
from automation.core.proposal import Decision, Finish, Outcome, StepRecord
from automation.core.stopping import StopToken
from model.core.spec import ImageSpec
from model.images.tiling import plan_for
from model.images.view import ViewSetting, choose_view
from model.policy.asking import Asker, Chosen
from model.policy.ports import Engine, Voice
from model.policy.proposing import proposal_of
from model.policy.thrift import SHOWN_LESS, STILL_NO_ROOM, Thrift
from model.prompt.conversation import Conversation, SourceImage
from model.prompt.dialogue import Dialogue, PastStep, StepResult
from model.prompt.intents import KeyReader
from model.prompt.parsing import ModelStep
from model.prompt.profiles.profile import Profile, RunFacts
from model.prompt.results import result_of

log = logging.getLogger(__name__)

MOST_PLANS: Final = 3
"""Plans in a row after which the model has to act: planning alone would never end."""


UNTESTED: Final = "how this model points was never tested (Calibrate)"
"""Stands beside every target until it was; an assumed coordinate space clicks in wrong places."""
ONLY_FIRST: Final = "Only the first step can be shown: the next depends on what it does."


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
        found = self._thrift.more(self._manner.image, has_older=has_older)
        if found is None:
            return False
        self._thrift, words = found
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
        kept = None if self._thrift.without_older else image
        past = [*self._past, PastStep(step, StepResult(), kept)]
        ahead = dialogue.conversation(past, image)
        self._engine.anticipate(Conversation(ahead.messages[:-1], ahead.thinking))


def _as_meant(record: StepRecord, chosen: Chosen) -> StepRecord:
    """Return the record with what the model proposed: a correction takes its place in the loop."""
    return replace(record, proposal=replace(record.proposal, intent=chosen.action))
