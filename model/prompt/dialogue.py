"""The conversation of a run: the task, what was done so far, and what the screen shows.

Pure values. The history holds the parsed step as its family spells it, never the raw reply and never
its thinking. Pictures of earlier steps are dropped by the profile's budget; from one drop to the
next the conversation only grows, so that what a session has computed stays of use.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.prompt.conversation import Conversation, Message, SourceImage
from model.prompt.marks import quoted
from model.prompt.parsing import ModelStep, reserialise
from model.prompt.profiles.profile import Profile
from model.prompt.tools import name_of


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step, in words for the model."""

    words: str = ""
    """Empty when the next picture says it all."""
    is_error: bool = False
    """It was not carried out, or not as it was meant."""


@dataclass(frozen=True, slots=True, eq=False)
class PastStep:
    """One step of the run so far."""

    step: ModelStep
    result: StepResult = StepResult()
    image: SourceImage | None = None
    """What the model saw when it chose the step; None once nobody keeps it any more."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What stays the same in every prompt of a run."""

    profile: Profile
    system: str
    """The profile's system prompt; made once a run, since it says the day."""
    task: str
    """The user's own words."""
    thinking: bool = False

    def kept(self, step: int) -> int:
        """Return how many past pictures the prompt of a step holds; steps count from 0.

        Older ones need not be kept. The current picture comes on top.
        """
        return self.profile.images.shown(step) - 1

    def conversation(
        self, past: Sequence[PastStep], image: SourceImage, *, correction: str = ""
    ) -> Conversation:
        """Return what the model is told before it chooses the next step.

        Args:
            past: all steps of the run, oldest first.
            image: what the screen shows.
            correction: why its last reply could not be used; empty when there is none.
        """
        messages = [
            Message("system", self.system),
            *self._told(past, image),
            *([_wrapped_error(correction)] if correction else []),
        ]
        if self.profile.wording.merges_user_turns:
            messages = list(_merged(messages))
        return Conversation(tuple(messages), self.thinking)

    def _told(self, past: Sequence[PastStep], image: SourceImage) -> Iterator[Message]:
        before, after = self.profile.wording.task
        yield Message("user", f"{before}{quoted(self.task)}{after}")
        oldest = len(past) - self.kept(len(past))
        for number, step in enumerate(past):
            yield self._observed(step.image if number >= oldest else None)
            told = reserialise(step.step, self.profile)
            yield Message("assistant", told, left_out_thinking=True)
            yield Message("user", self._result(step))
        yield self._observed(image)

    def _observed(self, image: SourceImage | None) -> Message:
        wording = self.profile.wording
        before, after = wording.observation
        if image is None:
            return Message("user", f"{before}{wording.evicted}{after}")
        return Message("user", f"{before}{after}", (image,), image_at=len(before))

    def _result(self, step: PastStep) -> str:
        words = quoted(step.result.words)
        if self.profile.envelope == "toolcall":
            key = "error" if step.result.is_error else "response"
            written = json.dumps([{key: words}], ensure_ascii=False)
            return f"<TOOL_RESPONSE>{written}</TOOL_RESPONSE>"
        tag = "error" if step.result.is_error else "tool_output"
        return f'<{tag} tool="{name_of(step.step.call)}">\n{words}\n</{tag}>'


def _wrapped_error(correction: str) -> Message:
    words = f"Your last reply could not be used: {quoted(correction)}. Reply again."
    return Message("user", f"<error>\n{words}\n</error>")


def _merged(messages: Sequence[Message]) -> Iterator[Message]:
    """Yield the messages with user turns that follow each other as one."""
    waiting: Message | None = None
    for message in messages:
        if waiting is not None and waiting.role == message.role == "user":
            waiting = _joined(waiting, message)
            continue
        if waiting is not None:
            yield waiting
        waiting = message
    if waiting is not None:
        yield waiting


def _joined(first: Message, second: Message) -> Message:
    assert not (first.images and second.images), "a turn shows the screen once"
    before = f"{first.text}\n"
    at = first.image_at if first.images else len(before) + second.image_at
    return Message("user", before + second.text, first.images + second.images, at)
