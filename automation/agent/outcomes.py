"""How a run ends: the outcome for each error, and the sentences that say so.

A sentence says what is kept before what is lost, and never "done" of an effect that was not seen.

What ended a run is a cause (`locked`), never read from a sentence; `Parts.true_cause` corrects a
takeover that was the press of whoever locked the screen.
"""

import dataclasses
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, runtime_checkable

import msgspec

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    ButtonDown,
    ButtonUp,
    Check,
    Checked,
    Click,
    Clipboard,
    Equals,
    Hotkey,
    KeyDown,
    KeyUp,
    Move,
    Plan,
    Shown,
    Wait,
    WindowTitle,
    Write,
)
from automation.core.errors import (
    AssistantError,
    CaptureError,
    ExecutorGone,
    Halt,
    IllegalTransition,
    KernelUnavailable,
    OutOfMemory,
    PolicyError,
    RecordError,
    Refused,
    SettingsError,
    UnknownKey,
)
from automation.core.observation import (
    Observation,
    ScreenElement,
    TextCursor,
    WindowInfo,
    is_above_pages,
)
from automation.core.ports import ElementReader, Verifier
from automation.core.proposal import (
    REFUSED,
    Effects,
    Execution,
    Finish,
    Outcome,
    Receipt,
    StepRecord,
)
from automation.core.secrets import holds_reference, literal
from automation.core.text import Worded, as_sentence, filled, joined, template, worded
from automation.core.timing import StopToken
from automation.core.wording import DONE_WORDS, text_length
from automation.safety.evidence import Origin
from automation.safety.key_risk import key_name
from automation.safety.screen_changes import seen_change


class Checks:
    """Does a check hold only because it did before? Then it says nothing of a step that changed nothing."""

    def __init__(self, verifier: Verifier, look: Callable[[], Observation]) -> None:
        self._verifier = verifier
        self._look = look
        self._unchanged: Observation | None = None
        """The screen after the last action, if that changed nothing on it."""

    def acted(self, receipt: Receipt, after: Observation) -> None:
        """Take in what was seen of an action."""
        self._unchanged = after if receipt.is_unchanged else None

    def check(self, check: Check, now: Observation, stop: StopToken) -> Receipt:
        """Look until the check holds or its time is up; tell if it held before the last action."""
        before = self._unchanged
        if before is None:
            return self._verifier.check(check, now, stop)
        at_once = (
            msgspec.structs.replace(check, within_s=0.0)
            if isinstance(check, Shown | WindowTitle)
            else check
        )
        receipt = self._verifier.check(at_once, now, stop)
        if receipt.kind == "effect_seen":
            if not seen_change(before, self._look()).is_unchanged:
                return receipt
            return dataclasses.replace(
                receipt, detail=worded("{0}, as it was before", receipt.detail), code="as_before"
            )
        return receipt if at_once == check else self._verifier.check(check, now, stop)


def covered(steps: Sequence[StepRecord]) -> int:
    """Return how many of these steps their last one covers, a check that holds: with itself, from the first.

    One that held before too says nothing of the unchanging steps right before it.
    """
    count = len(steps)
    while count and _says_nothing(steps[count - 1]):
        count -= 1
    return count


def _says_nothing(step: StepRecord) -> bool:
    if isinstance(step.action, Check):
        return step.receipt.code == "as_before"
    return step.receipt.is_unchanged


INTERNAL_ERROR: Final = worded(
    "The run ended by an error of mine, not of yours. Nothing is held down; the steps so far are kept. Look at the screen before you start the task again."
)
NO_MEMORY: Final = worded(
    "There is not enough memory left to go on. Nothing is held down; the steps so far are kept. Close a program, then start the task again."
)
NO_THREAD: Final = worded(
    "The system gives me no further thread. Nothing is held down; the steps so far are kept. Close a program, then start the task again."
)
LOCKED: Final = "locked"
"""The cause of a stop, the reason of a refusal and the word of a note, all for a lock of the screen."""
EXECUTOR_GONE: Final = worded(
    "The process that sends input ended; everything it held was released."
)
_REFUSALS: Final[dict[str, Outcome]] = {
    "own_window": Outcome.BLOCKED,
    "other_menu": Outcome.BLOCKED,
    "covered": Outcome.BLOCKED,
    "mouse_taken": Outcome.BLOCKED,
    "no_secret": Outcome.BLOCKED,
    "secret_program": Outcome.BLOCKED,
    "secure_input": Outcome.BLOCKED,
    "input_method": Outcome.BLOCKED,
    "budget": Outcome.LIMIT,
    "no_kill_key": Outcome.ENVIRONMENT,
    "stopped": Outcome.STOPPED,
    "user_active": Outcome.STOPPED,
    LOCKED: Outcome.ENVIRONMENT,
    "held_modifier": Outcome.STOPPED,
}
_ERRORS: Final[tuple[tuple[type[AssistantError], Outcome], ...]] = (
    (RecordError, Outcome.ENVIRONMENT),
    (CaptureError, Outcome.ENVIRONMENT),
    (SettingsError, Outcome.ENVIRONMENT),
    (UnknownKey, Outcome.NOT_UNDERSTOOD),
    (ExecutorGone, Outcome.FAILED),
    (PolicyError, Outcome.FAILED),
    (OutOfMemory, Outcome.ENVIRONMENT),
    (KernelUnavailable, Outcome.ENVIRONMENT),
    (IllegalTransition, Outcome.ERROR),
)
_AT_ITS_END: Final = frozenset({Outcome.DONE, Outcome.PARTIAL, Outcome.UNVERIFIED})
_STOPPED: Final = {
    "takeover": worded("Stopped, because you took over."),
    "corner": worded("Stopped, because the pointer was pushed into the stop corner."),
    "slept": worded("Stopped, because the computer slept."),
    LOCKED: worded("Stopped, because the screen was locked."),
    "own_menu": worded("Stopped, because a menu of this assistant was opened."),
    "display_taken": worded(
        "Stopped, because another program took away what keeps two tasks off one display."
    ),
}
_NO_THREAD: Final = "can't start new thread"
"""What the interpreter says, in a plain RuntimeError."""
_NAME: Final = re.compile(r"[\w-]+[./_]\S")
"""A file, a field or a path begins the sentence: it is written as it is."""
_NOTHING: Final = re.compile(r"(?:^|(?<= ))(?:Nothing was|Es wurde nichts) \w+\. ?")
_FAR: Final = {
    "en": (template("{0} of {1} steps were done."), template("{0} steps were done.")),
    "de": ("{0} von {1} Schritten getan.", "{0} Schritte getan."),
}
_FAR_BY_ONE: Final = {
    "en": (template("1 of {1} steps was done."), template("1 step was done.")),
    "de": ("1 von {1} Schritten getan.", "1 Schritt getan."),
}
_LOOKS: Final = (Shown, Equals, Checked, WindowTitle)
_UNSEEN_BY_NATURE: Final = (Move, KeyDown, KeyUp, ButtonDown, ButtonUp, Wait, Plan, Ask, Answer)
_ANSWERS: Final = (Click, Hotkey, Write)
_MOST_NAMED: Final = 3
"""Steps that are named in the sentence on what was not seen."""
_COPY: Final = ({"ctrl", "c"}, {"ctrl", "insert"})


def finish_for(error: AssistantError) -> Finish:
    """Return how a run ends that met this error."""
    if isinstance(error, Refused):
        cause = LOCKED if error.reason == LOCKED else ""
        outcome = _REFUSALS.get(error.reason, Outcome.FAILED)
        return Finish(outcome, _sentence(error), cause=cause)
    for kind, outcome in _ERRORS:
        if isinstance(error, kind):
            return Finish(outcome, _sentence(error))
    return Finish(Outcome.FAILED, _sentence(error))


def unforeseen(error: BaseException) -> Finish:
    """Return how a run ends that met what nobody raises on purpose."""
    match error:
        case MemoryError():
            return Finish(Outcome.ENVIRONMENT, NO_MEMORY)
        case OSError(strerror=str(why)) if why:
            message = worded(
                "The system refused what a step needs: {0}. Nothing is held down; the steps so far are "
                "kept. Look at the screen before you start the task again.",
                why,
            )
            return Finish(Outcome.ENVIRONMENT, message)
        case RuntimeError() if _NO_THREAD in str(error):
            return Finish(Outcome.ENVIRONMENT, NO_THREAD)
        case _:
            return Finish(Outcome.ERROR, INTERNAL_ERROR)


def stopped(halt: Halt, steps: Sequence[StepRecord], total: int) -> Finish:
    """Return how a run ends that was stopped; its detail says why in the place of its cause's sentence."""
    cause = halt.cause
    if cause == "timeout":
        message = worded("The time for this task is up. {0}", how_far(steps, total))
        return Finish(Outcome.LIMIT, message)
    if cause == "executor_gone":
        return Finish(Outcome.FAILED, joined(" ", (EXECUTOR_GONE, how_far(steps, total))))
    known = _STOPPED.get(cause) or worded("Stopped.")
    why = worded("Stopped, because {0}.", halt.detail) if halt.detail else known
    message = worded("{0} Nothing is held down. {1}", why, how_far(steps, total))
    if cause == LOCKED:
        return Finish(Outcome.ENVIRONMENT, message, cause=LOCKED)
    return Finish(Outcome.STOPPED, message)


def honest(
    finish: Finish, steps: Sequence[StepRecord], total: int, *, names_step: bool = False
) -> Finish:
    """Return the end with how far the run came, if earlier steps of it did send something.

    It stands in the place of "Nothing was ..."; without that after an end that was refused, which is
    about the last step alone.

    Args:
        names_step: the end says itself at which step it is, as a macro's does.
    """
    has_sent = any(_has_sent(step) for step in steps)
    if finish.outcome in _AT_ITS_END or not has_sent:
        return finish
    far, said = how_far(steps, total, finish.language), finish.message
    if not _NOTHING.search(said):
        if finish.outcome not in REFUSED or names_step:
            return finish
        return replace(finish, message=joined(" ", (said, far)))
    if (told := _with_far(said, far)) != said:
        return replace(finish, message=told, asked="")
    message = joined(" ", (_NOTHING.sub("", said).strip(), far))
    return replace(finish, message=message, asked="")


def _with_far(said: str, far: str) -> str:
    """Return a sentence of ours with how far the run came in the place of "Nothing was ...", however deep."""
    if _NOTHING.fullmatch(said):
        return far
    if not isinstance(said, Worded):
        return said
    values = (_with_far(v, far) if isinstance(v, str) else v for v in said.values)
    return filled(said.template, *values)


def how_far(steps: Sequence[StepRecord], total: int, language: str = "en") -> str:
    """Return `4 of 7 steps were done.`, or without the total when it is not known.

    Before it stands how much was typed of a text in the middle of which the run ended.
    """
    done = sum(1 for step in steps if step.was_done)
    last = steps[-1] if steps else None
    typed = typed_so_far(last.action, last.execution) if last is not None else ""
    forms = _FAR_BY_ONE if done == 1 else _FAR
    of_all, alone = forms.get(language, forms["en"])
    far = filled(of_all if total > done else alone, done, total)
    return joined(" ", (as_sentence(typed), far))


def typed_so_far(action: Action | Check, execution: Execution | None) -> str:
    """Return `12 of 30 characters were typed` of a text that was cut short; empty of anything else.

    Of a secret no count is told: it is how long the secret is.
    """
    if not isinstance(action, Write) or execution is None or execution.completed:
        return ""
    if not execution.events_sent:  # nothing was sent, or nobody knows how much
        return ""
    if holds_reference(action.text):
        return worded("not all of the text was typed")
    sent, length = execution.text_sent_chars, text_length(literal(action.text))
    if sent == 1:
        return worded("1 of {0} was typed", length)
    return worded("{0} of {1} were typed", sent, length)


def needs_sight(intent: Action | Check) -> bool:
    """Tell whether the intent's effect must be seen before anybody may say that it is done."""
    if isinstance(intent, Hotkey):
        keys = {key_name(key) for key in intent.keys}
        return not any(copy <= keys for copy in _COPY)
    if isinstance(intent, Clipboard):
        return intent.op not in ("copy", "set")
    return not isinstance(intent, _UNSEEN_BY_NATURE)


def uncovered(steps: Sequence[StepRecord], origin: Origin) -> list[StepRecord]:
    """Return the steps whose own effects decide whether the run may be called done.

    A check that holds covers the steps before it; one that held before does not, of the user's own
    instructions, cover the unchanging steps right before it. A model finds its own way, so that only
    its last effect counts; of the user's own instructions and of a macro every one does.
    """
    acted = [
        s
        for n, s in enumerate(steps)
        if s.confirmation.is_accepted
        and needs_sight(s.action)
        and not _was_done_anew(s, steps[n + 1 :])
        and not (n + 1 < len(steps) and is_told_next(s, steps[n + 1]))
    ]
    proven = [n for n, s in enumerate(acted) if isinstance(s.action, _LOOKS) and is_seen(s)]
    proof = acted[: proven[-1] + 1] if proven else []
    rest = acted[covered(proof) if origin == "user" else len(proof) :]
    return rest[-1:] if origin == "model" else rest


def _was_done_anew(step: StepRecord, later: Sequence[StepRecord]) -> bool:
    """Tell whether the step was cut short, and the same then ran to its end."""
    if step.execution is None or step.execution.completed:
        return False
    return any(
        _is_same(other.action, step.action)
        and other.execution is not None
        and other.execution.completed
        for other in later
    )


def is_told_next(step: StepRecord, following: StepRecord) -> bool:
    """Tell whether what a step came to is told by the next one.

    A press that selects was for the text typed next: what it replaced may be selected before. A text is in its
    field when the key that has it taken finds it there: a page may tell one letter over another only then.
    """
    if isinstance(step.action, Click):
        return (
            step.action.count == 3 and isinstance(following.action, Write) and has_landed(following)
        )
    field, left = step.proposal.element, following.proposal
    if field is None or field.handle is None or left.element is None:
        return False  # of two drawn fields nobody knows that they are one
    is_taken = isinstance(step.action, Write) and isinstance(following.action, Hotkey)
    is_same = is_taken and bool(left.wanted) and field.handle == left.element.handle
    return is_same and following.receipt.code in ("exact", "there_before")


def _is_same(first: Action | Check, second: Action | Check) -> bool:
    """Tell whether two actions do the same; a text that is typed anew may replace its beginning."""
    if isinstance(first, Write) and isinstance(second, Write):
        return first.text == second.text
    return first == second


def is_seen(step: StepRecord) -> bool:
    """Tell whether the step's effect was seen."""
    return step.receipt.kind == "effect_seen"


def has_landed(step: StepRecord) -> bool:
    """Tell whether the step's target took it, whatever else was seen."""
    return step.receipt.kind in ("effect_seen", "landed")


def judged(finish: Finish, steps: Sequence[StepRecord], origin: Origin) -> Finish:
    """Return the policy's end as it may be told: without "done" for what did not land."""
    if any(step.confirmation.verdict == "dry_run" for step in steps):
        told = finish.message.removeprefix(DONE_WORDS.get(finish.language, "")).strip()
        one = worded("Dry run: 1 step was shown, nothing was sent.")
        several = worded("Dry run: {0} steps were shown, nothing was sent.", len(steps))
        message = joined(" ", (one if len(steps) == 1 else several, told))
        return Finish(finish.outcome, message, finish.suggestions)
    if finish.outcome is not Outcome.DONE:
        return finish
    rest = uncovered(steps, origin)
    missing = next((step for step in rest if not has_landed(step)), None)
    if missing is not None:
        denied, unseen = template("Not done: {0}: {1}. {2}"), template("Not seen: {0}: {1}. {2}")
        form = denied if missing.receipt.kind == "denied" else unseen
        message = filled(form, _name(missing), _receipt_words(missing), how_far(steps, 0))
        return Finish(Outcome.UNVERIFIED, message, finish.suggestions)
    left = [s for s in rest if not is_seen(s) and s.receipt.code != "there_before"]
    left = [s for s in left if s.receipt.code != "asks" or not _is_answered(s, steps)]
    if not left:
        return finish
    named = [worded("{0} ({1})", _name(s), s.receipt.detail) for s in left[:_MOST_NAMED]]
    if len(left) > _MOST_NAMED:
        named.append(worded("and {0} more", len(left) - _MOST_NAMED))
    said = worded("The effect was not seen: {0}.", joined("; ", named))
    return replace(finish, message=joined(" ", (finish.message, said)), unseen=len(left))


def _is_answered(asked: StepRecord, steps: Sequence[StepRecord]) -> bool:
    """Tell whether the next thing done after a question came was a press or a key with an effect."""
    later = steps[list(steps).index(asked) + 1 :]
    acted = (s for s in later if s.confirmation.is_accepted and needs_sight(s.action))
    answer = next(acted, None)
    return answer is not None and isinstance(answer.action, _ANSWERS) and is_seen(answer)


def effects_of(finish: Finish, steps: Sequence[StepRecord]) -> Effects:
    """Return what is known of the effects of all that was sent."""
    sent = [s for s in steps if s.confirmation.is_accepted and s.receipt.code != "not_sent"]
    if finish.outcome is Outcome.DONE:
        if any(step.confirmation.verdict == "dry_run" for step in steps):
            return Effects.NONE
        return Effects.UNSEEN if finish.unseen else Effects.VERIFIED
    if not any(_has_sent(step) for step in sent):
        return Effects.NONE
    is_seen_whole = all(is_seen(s) or not needs_sight(s.action) for s in sent if _has_sent(s))
    return Effects.VERIFIED if is_seen_whole else Effects.UNCERTAIN


def _has_sent(step: StepRecord) -> bool:
    """Tell whether the step sent something, or nobody knows whether it did."""
    execution = step.execution
    return execution is not None and bool(execution.events_sent or not execution.completed)


def _name(step: StepRecord) -> str:
    return step.proposal.sentence or worded("step {0}", step.n)


def _receipt_words(step: StepRecord) -> str:
    return step.receipt.detail or worded("its effect could not be seen")


def _sentence(error: AssistantError) -> str:
    text = error.words or type(error).__name__
    if not _NAME.match(text):
        return as_sentence(text)
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


_TO_START: Final = frozenset({"home", "ctrl+home", "left"})
_TO_END: Final = frozenset({"end", "ctrl+end", "right"})
_MAY_BE_TEXT: Final = frozenset({"text", "document", "group", "canvas", "field"})
"""Roles of what a click may put the text cursor into."""


@runtime_checkable
class ReadsCursor(Protocol):
    """A reader that can say where the text cursor of a field stands."""

    def text_cursor(self, element: ScreenElement) -> TextCursor | None:
        """Return where it stands and what is selected; None where the field does not tell."""


@dataclass(frozen=True, slots=True)
class HeldCursor:
    """The text that had the keyboard right before an action, and where its cursor stood."""

    holder: ScreenElement
    cursor: TextCursor


def cursor_before(
    action: Action, met: ScreenElement | None, before: Observation, reader: ElementReader
) -> HeldCursor | None:
    """Return the text cursor right before keys are sent, or a click goes to what may be a text.

    A page that moves by itself keeps a picture from proving anything. The browser's own word does:
    its bar gave the keyboard away, and its window has another title. Either alone may happen by
    itself. A text cursor blinks, so that a picture of it proves nothing; its field tells where it
    stands.
    """
    if not isinstance(reader, ReadsCursor):
        return None
    if isinstance(action, Click):
        is_text = action.button == "left" and (met is None or met.role in _MAY_BE_TEXT)
        met = reader.focused(before) if is_text else None
    elif not isinstance(action, Hotkey):
        return None
    if met is None or "editable" not in met.states or "secret" in met.states:
        return None
    cursor = reader.text_cursor(met)
    return None if cursor is None else HeldCursor(met, cursor)


def moved_cursor(
    action: Action, held: HeldCursor | None, after: Observation, reader: ElementReader
) -> Receipt | None:
    """Return the receipt of keys or a click that moved the text cursor or selected a text.

    A key that leads to where the cursor stands already has landed. None where nothing is told.
    """
    if held is None or not isinstance(reader, ReadsCursor):
        return None
    now = reader.focused(after)
    if now is None or "editable" not in now.states or now.window_id != held.holder.window_id:
        return None
    if isinstance(action, Click) and not now.box.contains(action.at.point):
        return None
    if now.handle != held.holder.handle:
        # Some toolkits give the same field another handle.
        is_other = (now.name, now.role, now.box) != (
            held.holder.name,
            held.holder.role,
            held.holder.box,
        )
        return (
            Receipt("effect_seen", worded("the text cursor went elsewhere")) if is_other else None
        )
    cursor, before = reader.text_cursor(now), held.cursor
    if cursor is None:
        return None
    if cursor.characters != before.characters:
        return Receipt("effect_seen", worded("the text in the field has another length"))
    if (cursor.start, cursor.end) != (before.start, before.end):
        return Receipt("effect_seen", worded("another part of the text is selected"))
    if cursor.offset != before.offset:
        return Receipt("effect_seen", worded("the text cursor moved"))
    return (
        Receipt("landed", worded("the text cursor stands there already"))
        if _is_there(action, cursor)
        else None
    )


def _is_there(action: Action, cursor: TextCursor) -> bool:
    """Tell whether the cursor stands where the action leads to."""
    if isinstance(action, Click):
        return True
    keys = "+".join(map(key_name, action.keys)) if isinstance(action, Hotkey) else ""
    return (keys in _TO_START and cursor.offset == 0) or (
        keys in _TO_END and cursor.offset == cursor.characters
    )


def opened_page(
    action: Action,
    met: ScreenElement | None,
    looks: tuple[Observation, Observation],
    reader: ElementReader,
) -> Receipt | None:
    """Return the receipt of an Enter that opened a page; None where that is not sure."""
    if not (isinstance(action, Hotkey) and [key_name(k) for k in action.keys] == ["enter"]):
        return None
    if met is None or "focused" not in met.states:
        return None
    was, now = (_window(met, look) for look in looks)
    if was is None or now is None or not now.is_active or was.title == now.title:
        return None
    bar = reader.refreshed(met)
    if bar is None or "focused" in bar.states or not is_above_pages(bar, reader.tree(looks[1])):
        return None
    return Receipt(
        "effect_seen", worded("the window's title changed, and its bar gave the keyboard away")
    )


def _window(element: ScreenElement, look: Observation) -> WindowInfo | None:
    return next((w for w in look.windows if w.window_id == element.window_id), None)
