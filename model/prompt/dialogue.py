"""The conversation of a run: the task, what was done so far, and what the screen shows. Pure values.

The history holds the parsed step as its family spells it, never the raw reply and never its thinking.
Pictures of earlier steps are dropped by the profile's budget; from one drop to the next the
conversation only grows, so that what a session has computed stays of use.

Of a step's result only that is told which no picture shows: a refusal and its reason, a correction, and
that nothing changed.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from automation.core.actions import Action, Check, Plan, Write, aims_of
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Receipt, StepRecord
from model.images.tiling import PictureMap
from model.prompt.chat_layout import quoted
from model.prompt.conversation import Conversation, Message, SourceImage
from model.prompt.parse import ModelStep, reserialise
from model.prompt.profile import Profile
from model.prompt.tools import name_of
from model.spec import CoordinateSpace


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
        return wrapped_result(step.result, name_of(step.step.call))


def wrapped_result(result: StepResult, tool: str) -> str:
    """Return what came of a step inside the tags of H Company's contracts."""
    tag = "error" if result.is_error else "tool_output"
    return f'<{tag} tool="{tool}">\n{quoted(result.words)}\n</{tag}>'


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


_MOST_CHARS: Final = 300
"""Of a reason or a detail; the user's own words are rarely longer."""

_NOTHING_CHANGED: Final = "Nothing on the screen changed"
_DENIED: Final = "The step did not do what it was to"


def result_of(record: StepRecord, plan: PictureMap, space: CoordinateSpace) -> StepResult:
    """Return what the model is told of one of its steps."""
    confirmation = record.confirmation
    match confirmation.verdict:
        case "rejected":
            return _error("The user refused this step", confirmation.reason)
        case "blocked":
            return _error("This step is not allowed here", confirmation.reason)
        case "expired":
            return _error("The screen changed before the step could run. Nothing was done", "")
        case "stopped":
            return _error("The step was stopped", confirmation.reason)
        case "dry_run":
            return StepResult("Not carried out: this run only shows what would be done.")
        case "accepted":
            return _carried_out(record, "")
        case "edited":
            return _carried_out(record, _correction(record, plan, space))
        case _:
            assert_never(confirmation.verdict)


def _carried_out(record: StepRecord, correction: str) -> StepResult:
    execution = record.execution
    if execution is not None and not execution.completed:
        return _error("The step was cut short", execution.note, before=correction)
    if isinstance(record.action, Plan):
        return StepResult("Noted.")
    seen = _seen(record.receipt)
    return StepResult(" ".join(part for part in (correction, seen) if part))


def _seen(receipt: Receipt) -> str:
    match receipt.kind:
        case "effect_seen" | "landed":
            return ""
        case "not_seen":
            return _sentence(_NOTHING_CHANGED, receipt.detail) if receipt.is_unchanged else ""
        case "denied":
            return _sentence(_DENIED, receipt.detail)
        case _:
            assert_never(receipt.kind)


def _correction(record: StepRecord, plan: PictureMap, space: CoordinateSpace) -> str:
    """Return how what ran differs from what the model wanted, in the model's own numbers."""
    meant, done = record.proposal.intent, record.action
    parts = []
    if _points(meant) != _points(done):
        where = " then ".join(_point(point, plan, space) for point in _points(done))
        parts.append(f"aimed it at {where}" if where else "took its place away")
    if isinstance(done, Write) and (not isinstance(meant, Write) or meant.text != done.text):
        parts.append("wrote another text" if _is_secret(record) else _written(done))
    return f"The user corrected this step: {' and '.join(parts) or 'changed how it is done'}."


def _written(done: Write) -> str:
    return f"wrote “{done.text[:_MOST_CHARS]}” instead"


def _is_secret(record: StepRecord) -> bool:
    """Tell whether the text went into a field whose content nobody may read, models included."""
    element = record.proposal.element
    return element is not None and (element.role == "password" or "secret" in element.states)


def _points(intent: Action | Check) -> tuple[ScreenPoint, ...]:
    return tuple(aim.point for aim in aims_of(intent)) if isinstance(intent, Action) else ()


def _point(point: ScreenPoint, plan: PictureMap, space: CoordinateSpace) -> str:
    if not plan.source.contains(point):
        return "a place that was not on the picture"
    x, y = plan.in_space(point, space)
    return f"x={x:g}, y={y:g}"


def _error(words: str, detail: str, *, before: str = "") -> StepResult:
    return StepResult(f"{before} {_sentence(words, detail)}".strip(), is_error=True)


def _sentence(words: str, detail: str) -> str:
    shown = detail.strip().rstrip(".")[:_MOST_CHARS]
    return f"{words}: {shown}." if shown else f"{words}."
