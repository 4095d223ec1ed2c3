"""The rows of the chat as frozen values, made of a run's events: the same events always give the same rows.

No Qt here, so that tests read rows without a screen.
"""

import json
import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from app.gui import tr, tr_said
from app.gui.widgets.pictures import then_words
from automation.core.actions import Action, Check, aims_of, kind_of
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Proposed,
    Retold,
    RunEvent,
    SentTo,
    Started,
    Stepped,
    Streamed,
    Working,
)
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import (
    REFUSED,
    Candidate,
    Effects,
    Outcome,
    ReceiptKind,
    RiskLevel,
    StepRecord,
)
from automation.core.text import worded
from automation.core.timing import Waited
from automation.core.wording import DONE_WORDS, EFFECTS_WORDS, NAMELESS, kind_words, short_name

_SAID: Final = re.compile(
    r'"(?:note|thought)"\s*:\s*"((?:[^"\\]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)'
)
"""The two fields of a step that are sentences, up to their end or to a letter that is half there."""


def readable(reply: str) -> str:
    """Return the sentences of a reply, whole or cut off anywhere.

    A reply by contract is one JSON object whose `note` and `thought` are meant for people; its
    action is shown as a card. Any other text is returned as it is.
    """
    if not reply.lstrip().startswith("{"):
        return reply
    return "\n".join(filter(None, (_unescaped(said[1]) for said in _SAID.finditer(reply))))


def _unescaped(value: str) -> str:
    text = str(json.loads(f'"{value}"', strict=False))
    # Half of a surrogate pair is no letter; the other half may be on its way.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")


StepState = Literal[
    "deciding",
    "waiting",
    "running",
    "finished",
    "dry",
    "rejected",
    "expired",
    "stopped",
    "blocked",
]
OPEN_STATES: Final = ("deciding", "waiting", "running")
"""A step in one of these is not over."""
MOST_CHIPS: Final = 12
"""Texts that a card offers; more are a form, and the macro's parameters can be changed later."""
Run = tuple[str, bool]
"""A piece of a sentence and whether it is bold."""


@dataclass(frozen=True, slots=True)
class UserRow:
    """What the user asked for."""

    text: str


@dataclass(frozen=True, slots=True)
class SayRow:
    """One line of the assistant's; `head` is bold and stands first."""

    text: str
    head: str = ""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class AskRow:
    """A question with numbered answers."""

    text: str
    choices: tuple[tuple[int, str], ...] = ()
    is_open: bool = True
    """Nobody has answered yet."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step, from the first thought to its receipt."""

    n: int
    state: StepState
    sentence: str
    kind: str = ""
    """The action's kind, which decides the icon."""
    level: RiskLevel | None = None
    receipt: ReceiptKind | None = None
    detail: str = ""
    """The receipt's fact, a reason, or what is being done."""
    seconds: float | None = None
    crop_key: str = ""
    """Names the picture of the target in the crop cache; empty when there is none."""
    box: Rect | None = None
    point: ScreenPoint | None = None
    moved_from: ScreenPoint | None = None
    """Where the policy wanted it before the user corrected it."""
    claim: str = ""
    """What the policy says of it; shown apart, as its words."""
    claimed_by: str = ""
    """The program whose words these are; empty for the policy's."""
    words: str = ""
    """What a model wrote while it decided; folded away until the user opens it."""
    is_open: bool = False
    """Its words are shown."""


@dataclass(frozen=True, slots=True)
class WordsRow:
    """What a model writes, as its words and never as ours."""

    answer: str = ""
    """As it was written; most models write JSON."""
    thinking: str = ""
    is_live: bool = True
    """It is still writing."""
    is_open: bool = True

    @property
    def shown(self) -> str:
        """What is being written at the moment, for people."""
        return readable(self.answer) if self.answer else self.thinking

    @property
    def whole(self) -> str:
        """Everything that was written, for people."""
        parts = (self.thinking.strip(), (readable(self.answer) or self.answer).strip())
        return "\n".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class OfferRow:
    """What can be done about a run that is over, by a button or two; goes when the next one begins."""

    text: str
    """What the button says."""
    edits: str = ""
    """Folder of the macro that it opens; empty where it loads the model."""
    leave: str = ""
    """What a second button says, where the first one wakes sleeping programs."""
    sayings: tuple[str, ...] = ()
    """Instructions that can be given now, a button each; `text` is empty where nothing else is offered."""


@dataclass(frozen=True, slots=True)
class KeepText:
    """A text that was typed, and would be a parameter of the macro."""

    name: str
    text: str
    is_asked: bool = True


@dataclass(frozen=True, slots=True)
class KeepRow:
    """Whether a run that is over becomes a macro; goes when the next one begins."""

    run: str
    name: str
    texts: tuple[KeepText, ...] = ()
    problem: str = ""
    """Why it could not be kept, if that was tried."""
    is_busy: bool = False
    """It is being kept."""

    def pressed(self, name: str, asked: frozenset[str]) -> "KeepRow":
        """Return the row while it is being kept under a name, with these texts to be asked for."""
        texts = tuple(replace(text, is_asked=text.name in asked) for text in self.texts)
        return replace(self, name=name, texts=texts, problem="", is_busy=True)


@dataclass(frozen=True, slots=True)
class FiguresRow:
    """How a run went, in four figures."""

    steps: int
    """Steps that were done; in a dry run those that were shown."""
    seconds: float
    waiting_s: float
    seen: int
    asked: int
    is_dry: bool = False
    """Nothing was sent, so that no effect is counted."""
    effects: Effects | None = None
    """What is known of all effects; None where that was not written down."""


Row = UserRow | SayRow | AskRow | StepRow | WordsRow | OfferRow | KeepRow | FiguresRow


_QUOTED: Final = re.compile("“([^”]+)”|„([^“]+)“")


def bold_runs(sentence: str) -> tuple[Run, ...]:
    """Split a sentence of ours into plain and bold pieces: what stands in “quotes” („German ones“) is a name."""
    runs: list[Run] = []
    rest = sentence
    while (found := _QUOTED.search(rest)) is not None:
        runs += [(rest[: found.start()], False), (found[1] or found[2], True)]
        rest = rest[found.end() :]
    runs.append((rest, False))
    return tuple((text, is_bold) for text, is_bold in runs if text)


def clock(seconds: float) -> str:
    """Return minutes and seconds as 0:41."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


HEADS: Final = {
    Outcome.DONE: worded("Done."),
    Outcome.PARTIAL: worded("Partly done."),
    Outcome.STOPPED: worded("Stopped."),
    Outcome.UNVERIFIED: worded("Not seen."),
    Outcome.BLOCKED: worded("Not allowed."),
    Outcome.REJECTED: worded("Rejected."),
    Outcome.LIMIT: worded("Stopped at a limit."),
    Outcome.FAILED: worded("Failed."),
    Outcome.ERROR: worded("Failed."),
    Outcome.ENVIRONMENT: worded("Not possible here."),
}
"""How a message of a run is headed, and may begin itself."""
VERDICT_STATES: Final[dict[str, StepState]] = {
    "rejected": "rejected",
    "blocked": "blocked",
    "stopped": "stopped",
    "expired": "expired",
    "dry_run": "dry",
}
QUIET: Final = REFUSED | {Outcome.DONE, Outcome.STOPPED, Outcome.REJECTED}
"""Ends that are no error."""


def point_of(intent: Action | Check) -> ScreenPoint | None:
    """Return the first pixel that is pressed; None when none is."""
    if isinstance(intent, Check):
        return None
    aims = aims_of(intent)
    return aims[0].point if aims else None


def end_row(
    outcome: Outcome,
    message: str,
    *,
    steps: int,
    unseen: int = 0,
    is_denied: bool = True,
) -> SayRow:
    """Return the sentence that a run ended with.

    Args:
        steps: of a run without any that is done, the sentence is an answer and needs no head.
        unseen: steps of a run that is done whose effect was not seen.
        is_denied: a step is known not to have done what it was to: of a run that is not seen to be
            done, that alone is a failure.
    """
    is_answer = outcome is Outcome.DONE and not steps
    word = "" if is_answer else HEADS.get(outcome, "")
    if outcome is Outcome.UNVERIFIED and is_denied:
        word = worded("Not done.")
    head, text = tr_said(word), tr_said(message).strip()
    # An older record is English, and a German sentence is answered in German, whatever the window speaks.
    for said in dict.fromkeys(filter(None, (head, str(word), *DONE_WORDS.values()))):
        reason = f"{said.removesuffix('.')}:"
        if text.startswith(said):
            text = text.removeprefix(said).strip()
        elif text.startswith(reason):
            head, text = f"{head.removesuffix('.')}:", text.removeprefix(reason).strip()
    if unseen and outcome is Outcome.DONE:
        head = tr("Done, {0} not verified.").format(unseen)
    is_quiet = outcome in QUIET or (outcome is Outcome.UNVERIFIED and not is_denied)
    return SayRow(text, head, is_error=not is_quiet)


EFFECTS_SAID: Final = {effects: tr_said(word) for effects, word in EFFECTS_WORDS.items()}


def figures_row(
    records: Sequence[StepRecord],
    seconds: float,
    asked: int,
    waited_s: float | None = None,
    effects: Effects | None = None,
) -> FiguresRow:
    """Return how a run went; a step that was turned down or cut short counts as not done.

    Args:
        waited_s: for how long the user was waited for; None where only the steps tell.
        effects: what is known of all effects; None where that was not written down.
    """
    is_dry = any(r.confirmation.verdict == "dry_run" for r in records)
    done = [r for r in records if r.was_done]
    of_steps_ms = sum(r.timings.confirm for r in records if r.confirmation.by == "user")
    return FiguresRow(
        steps=len(records) if is_dry else len(done),
        seconds=seconds,
        waiting_s=of_steps_ms / 1000 if waited_s is None else waited_s,
        seen=sum(r.receipt.kind == "effect_seen" for r in done),
        asked=asked,
        is_dry=is_dry,
        effects=effects,
    )


def step_row(record: StepRecord, crop_key: str = "") -> StepRow:
    """Return the row of a step that is over."""
    state = VERDICT_STATES.get(record.confirmation.verdict, "finished")
    is_finished = state == "finished"
    detail = tr_said(record.receipt.detail if is_finished else record.confirmation.reason)
    wanted = point_of(record.proposal.intent)
    is_moved = record.confirmation.verdict == "edited" and None not in (wanted, record.point)
    moved_from = wanted if is_moved and wanted != record.point else None
    if moved_from is not None and record.point is not None:
        moved = tr("you moved it {0} px").format(round(moved_from.distance(record.point)))
        detail = f"{moved} · {detail}" if detail else moved
    return StepRow(
        n=record.n,
        state=state,
        sentence=tr_said(record.proposal.sentence),
        kind=kind_of(record.action),
        level=record.risk.level,
        receipt=record.receipt.kind if is_finished else None,
        detail=detail,
        seconds=record.timings.machine_s if is_finished else None,
        crop_key=crop_key,
        box=record.proposal.element.box if record.proposal.element else None,
        point=record.point,
        moved_from=moved_from,
    )


def _task_row(text: str, asked_by: str) -> UserRow:
    """Return what was asked for, and by which program where it was not the user."""
    if not asked_by:
        return UserRow(text)
    return UserRow(tr("The program “{0}” asks: {1}").format(short_name(asked_by), text))


def host_words(host: str, passed_over: Sequence[str] = (), left_out: Sequence[str] = ()) -> str:
    """Return what is said of the host to which a run sends what its model is told."""
    words = tr("The model for this task runs on {0}. What it is told goes there.").format(host)
    if left_out:
        out = tr("Left out, without your consent or a usable address: {0}.")
        words = f"{out.format(', '.join(left_out))} {words}"
    if passed_over:
        gone = tr("Passed over for now, no answer from: {0}.").format(", ".join(passed_over))
        words = f"{gone} {words}"
    return words


def stored_rows(
    task: str,
    records: Sequence[StepRecord],
    *,
    outcome: Outcome | None,
    message: str,
    unseen: int,
    seconds: float,
    asked: int | None = None,
    waited_s: float | None = None,
    asked_by: str = "",
    effects: Effects | None = None,
    crop_key: Callable[[StepRecord], str],
) -> tuple[Row, ...]:
    """Return the rows of a run that is over and was kept.

    Args:
        outcome: None when the run never ended properly.
        unseen: steps of a run that is done whose effect was not seen.
        asked: how often the user was asked; None where only the steps tell.
        waited_s: for how long the user was waited for; None where only the steps tell.
        asked_by: the program that handed the task over; empty for the user.
        effects: what is known of all effects; None where that was not written down.
        crop_key: names the picture of a step; empty when none was kept.
    """
    asked_for = _task_row(task, asked_by)
    rows: list[Row] = [asked_for, *(step_row(record, crop_key(record)) for record in records)]
    if outcome is None:
        rows.append(SayRow(tr("The end of this run was not recorded."), is_error=True))
    else:
        is_denied = any(r.receipt.kind == "denied" for r in records)
        rows.append(
            end_row(outcome, message, steps=len(records), unseen=unseen, is_denied=is_denied)
        )
    if records:
        if asked is None:
            asked = sum(record.confirmation.by == "user" for record in records)
        rows.append(figures_row(records, seconds, asked, waited_s, effects))
    return tuple(rows)


LOAD_OFFER: Final = tr("Load model")
WAKE: Final = tr("Wake such programs")
LEAVE: Final = tr("Leave them asleep")
MOST_WORDS: Final = 40_000
"""Letters that are kept of what a model writes for one step; older ones go."""


class Transcript:
    """The rows of one chat. Owned by the UI thread."""

    def __init__(self, clock_s: Callable[[], float]) -> None:
        self.rows: list[Row] = []
        self._asked_by = ""
        self._begun: list[tuple[str, int]] = []
        """Runs, each with the place of its first row."""
        self._clock_s = clock_s
        self._started_s = 0.0
        self._records: list[StepRecord] = []
        self._asked = 0
        self._waited = Waited()

    def apply(self, happening: RunEvent) -> None:
        """Take an event of the run in; rows that did not change stay the same objects."""
        self._waited.hear(happening, self._clock_s())
        match happening:
            case Started():
                self._started_s = self._clock_s()
                self._records, self._asked, self._waited = [], 0, Waited()
                self._drop_offer()
                self._begun.append((happening.run, len(self.rows)))
                self._asked_by = happening.task.asked_by
                self.rows.append(_task_row(happening.task.text, self._asked_by))
            case Retold() | SentTo():
                self._note(happening)
            case Working():
                self._work(happening)
            case Proposed():
                self._propose(happening)
            case Confirmed():
                self._asked += happening.confirmation.by == "user"
            case Stepped():
                self._records.append(happening.record)
                self._finish_step(happening.record)
            case Streamed():
                self._stream(happening)
            case Asked():
                self._ask(happening)
            case Ended():
                self._end(happening)

    def _note(self, happening: Retold | SentTo) -> None:
        """Say where the model runs, or put the task's words without the secret in place of the first ones."""
        if isinstance(happening, SentTo):
            self.say(host_words(happening.host, happening.passed_over, happening.left_out))
            return
        asked = (n for n, row in reversed([*enumerate(self.rows)]) if isinstance(row, UserRow))
        if (n := next(asked, None)) is not None:
            self.rows[n] = _task_row(happening.task, self._asked_by)

    def say(self, text: str, *, is_error: bool = False) -> None:
        """Add a line of the assistant's own; what is offered or goes on stays last."""
        last = self.rows[-1] if self.rows else None
        stays = isinstance(last, KeepRow | OfferRow) or self._open_step() is not None
        self.rows.insert(len(self.rows) - stays, SayRow(text, is_error=is_error))

    def keep_only(self, kept: Container[str]) -> bool:
        """Drop all other runs with what was said after them; tell whether there were any."""
        if all(run in kept for run, _ in self._begun):
            return False
        ends = [*(at for _, at in self._begun[1:]), len(self.rows)]
        rows, begun = self.rows[: self._begun[0][1]], []
        for (run, at), end in zip(self._begun, ends, strict=True):
            if run in kept:
                begun.append((run, len(rows)))
                rows += self.rows[at:end]
        self.rows, self._begun = rows, begun
        return True

    def offer_to_keep(self, row: KeepRow) -> None:
        """Offer to keep the run that ended last, or show the same offer as it is by now."""
        last = self.rows[-1] if self.rows else None
        if isinstance(last, FiguresRow):
            self.rows.append(row)
        elif isinstance(last, KeepRow) and last.run == row.run:
            self.rows[-1] = row

    def put_offer(self, row: KeepRow) -> None:
        """Offer to keep the run that these rows are of, whatever its last row says."""
        self._drop_offer()
        self.rows.append(row)

    def offer_to_wake(self) -> None:
        """Ask whether sleeping programs are woken, in the place of any other offer."""
        self._drop_offer()
        self.rows.append(OfferRow(WAKE, leave=LEAVE))

    def drop_wake_offer(self, said: str) -> None:
        """Put what came of that question in its place, where it stands."""
        last = self.rows[-1] if self.rows else None
        if isinstance(last, OfferRow) and last.leave:
            self.rows[-1] = SayRow(said)

    def not_kept(self, run: str, problem: str) -> bool:
        """Say under the offer why nothing was kept; False when that is gone."""
        last = self.rows[-1] if self.rows else None
        if not isinstance(last, KeepRow) or last.run != run:
            return False
        self.rows[-1] = replace(last, problem=problem, is_busy=False)
        return True

    def kept(self, run: str, said: SayRow, offer: OfferRow) -> bool:
        """Put what was kept in the place of its offer; False when that is gone."""
        last = self.rows[-1] if self.rows else None
        if not isinstance(last, KeepRow) or last.run != run:
            return False
        self.rows[-1:] = [said, offer]
        return True

    def answer(self, number: int) -> None:
        """Keep the user's answer to the open question as what the user said."""
        row = self.rows[-1] if self.rows else None
        if isinstance(row, AskRow) and row.is_open:
            self._close_question()
            words = next((text for n, text in row.choices if n == number), "")
            self.rows.append(UserRow(f"{number}  {words}".strip()))

    def _open_step(self) -> int | None:
        index = len(self.rows) - 1
        row = self.rows[index] if self.rows else None
        return index if isinstance(row, StepRow) and row.state in OPEN_STATES else None

    def toggle(self, at: int) -> None:
        """Fold or unfold the model's words of a row."""
        row = self.rows[at]
        if isinstance(row, WordsRow) or (isinstance(row, StepRow) and row.words):
            self.rows[at] = replace(row, is_open=not row.is_open)

    def _live_words(self) -> WordsRow | None:
        row = self.rows[-1] if self.rows else None
        return row if isinstance(row, WordsRow) and row.is_live else None

    def _stream(self, happening: Streamed) -> None:
        """Write on in the last row; the first words take the place of `Looking`."""
        row = self._live_words()
        if row is None:
            if self._open_step() is not None:
                del self.rows[-1]
            row = WordsRow()
            self.rows.append(row)
        if happening.kind == "thinking":
            row = replace(row, thinking=(row.thinking + happening.text)[-MOST_WORDS:])
        else:
            row = replace(row, answer=(row.answer + happening.text)[-MOST_WORDS:])
        self.rows[-1] = row

    def _take_words(self) -> str:
        """Take the live words out of the rows: they go with the step that they led to."""
        row = self._live_words()
        if row is None:
            return ""
        del self.rows[-1]
        return row.whole

    def _fold_words(self) -> None:
        """Keep words that led to no step as a folded row."""
        row = self._live_words()
        if row is not None:
            self.rows[-1] = replace(row, is_live=False, is_open=False)
            if not row.whole:
                del self.rows[-1]

    def _drop_offer(self) -> None:
        if self.rows and isinstance(self.rows[-1], KeepRow | OfferRow):
            del self.rows[-1]

    def _finish_step(self, record: StepRecord) -> None:
        index = self._open_step()
        row = self.rows[index] if index is not None else None
        if isinstance(row, StepRow):
            over = step_row(record, row.crop_key)
            self._put_step(replace(over, words=row.words, is_open=row.is_open))
        else:
            self._put_step(replace(step_row(record), words=self._take_words()))

    def _close_question(self) -> None:
        row = self.rows[-1] if self.rows else None
        if isinstance(row, AskRow) and row.is_open:
            self.rows[-1] = replace(row, is_open=False)

    def _work(self, happening: Working) -> None:
        if happening.state != "asking":
            self._close_question()
        if self._live_words() is not None:
            if happening.state != "observing":
                return
            self._fold_words()
        index = self._open_step()
        row = self.rows[index] if index is not None else None
        if happening.state in ("observing", "deciding"):
            looking = StepRow(
                len(self._records) + 1, "deciding", tr("Looking"), detail=tr_said(happening.note)
            )
            if index is None:
                self.rows.append(looking)
            elif isinstance(row, StepRow) and row.state != "running" and row != looking:
                self.rows[index] = looking
        elif isinstance(row, StepRow) and index is not None and happening.state == "executing":
            word = tr("Typing") if row.kind == "write" else tr("Working")
            said = f"{word}, {tr_said(happening.note)}" if happening.note else word
            self.rows[index] = replace(row, state="running", detail=said)

    def _put_step(self, row: StepRow) -> None:
        index = self._open_step()
        if index is None:
            self.rows.append(row)
        else:
            self.rows[index] = row

    def _propose(self, happening: Proposed) -> None:
        proposal = happening.proposal
        words = self._take_words()
        box = proposal.element.box if proposal.element else None
        point = point_of(proposal.intent)
        has_crop = happening.frame is not None and (box is not None or point is not None)
        row = StepRow(
            n=happening.n,
            state="waiting",
            sentence=tr_said(proposal.sentence),
            kind=kind_of(proposal.intent),
            level=happening.risk.level,
            detail=" · ".join(filter(None, (tr_said(proposal.evidence), then_words(proposal)))),
            crop_key=f"{happening.run}/{happening.n}" if has_crop else "",
            box=box,
            point=point,
            claim=proposal.claim,
            claimed_by=proposal.claimed_by,
            words=words,
        )
        self._put_step(row)

    def _ask(self, happening: Asked) -> None:
        self._asked += 1
        self._fold_words()
        index = self._open_step()
        if index is not None:
            del self.rows[index]
        choices = tuple((c.n, _choice_words(c)) for c in happening.candidates)
        self.rows.append(AskRow(tr_said(happening.text), choices))

    def _end(self, happening: Ended) -> None:
        self._close_question()
        self._fold_words()
        index = self._open_step()
        row = self.rows[index] if index is not None else None
        if isinstance(row, StepRow) and index is not None:
            if row.state == "deciding":
                del self.rows[index]
            else:
                self.rows[index] = replace(row, state="stopped", detail="")
        is_denied = any(r.receipt.kind == "denied" for r in self._records)
        row = end_row(
            happening.outcome,
            happening.message,
            steps=len(self._records),
            unseen=happening.unseen,
            is_denied=is_denied,
        )
        self.rows.append(row)
        if self._records:
            seconds = self._clock_s() - self._started_s
            told_s = happening.waited_s
            waited_s = round(told_s, 3) if told_s is not None else self._waited.all_s
            figures = figures_row(self._records, seconds, self._asked, waited_s, happening.effects)
            self.rows.append(figures)
            self._records = []
        offer = LOAD_OFFER if happening.outcome is Outcome.NEEDS_MODEL else ""
        # They hold words of the task: a program's never become what the user says.
        sayings = happening.suggestions if not self._asked_by else ()
        if offer or sayings:
            self.rows.append(OfferRow(offer, sayings=sayings))


def _choice_words(candidate: Candidate) -> str:
    """Return what a choice's button says; what is nothing on the screen has no kind."""
    has_kind = candidate.has_place and candidate.role
    name = candidate.name.strip() or tr_said(NAMELESS)
    return f"{name}, {tr_said(kind_words(candidate.role))}" if has_kind else name
