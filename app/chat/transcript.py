"""Turns the events of a run into rows; the same events always give the same rows."""

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Final

from app.chat.over_rows import end_row, figures_row, point_of, step_row
from app.chat.rows import (
    OPEN_STATES,
    AskRow,
    FiguresRow,
    KeepRow,
    OfferRow,
    Row,
    SayRow,
    StepRow,
    UserRow,
    WordsRow,
)
from automation.core.actions import kind_of
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Proposed,
    Retold,
    RunEvent,
    Started,
    Stepped,
    Streamed,
    Working,
)
from automation.core.proposal import Candidate, Outcome, StepRecord
from automation.core.waited import Waited
from automation.core.wording import NAMELESS
from resources.role_words import role_words

LOAD_OFFER: Final = "Load model"
WAKE: Final = "Wake such programs"
LEAVE: Final = "Leave them asleep"
MOST_WORDS: Final = 40_000
"""Letters that are kept of what a model writes for one step; older ones go."""


class Transcript:
    """The rows of one chat. Owned by the UI thread."""

    def __init__(self, clock_s: Callable[[], float]) -> None:
        self.rows: list[Row] = []
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
                self.rows.append(UserRow(happening.task.text))
            case Retold():
                self._retell(happening)
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

    def _retell(self, happening: Retold) -> None:
        """Put the task's words without the secret in the place of those that were told first."""
        asked = (n for n, row in reversed([*enumerate(self.rows)]) if isinstance(row, UserRow))
        if (n := next(asked, None)) is not None:
            self.rows[n] = UserRow(happening.task)

    def say(self, text: str, *, is_error: bool = False) -> None:
        """Add a line of the assistant's own; what is offered stays last."""
        at = len(self.rows) - (bool(self.rows) and isinstance(self.rows[-1], KeepRow | OfferRow))
        self.rows.insert(at, SayRow(text, is_error=is_error))

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
            looking = StepRow(len(self._records) + 1, "deciding", "Looking", detail=happening.note)
            if index is None:
                self.rows.append(looking)
            elif isinstance(row, StepRow) and row.state != "running" and row != looking:
                self.rows[index] = looking
        elif isinstance(row, StepRow) and index is not None and happening.state == "executing":
            word = "Typing" if row.kind == "write" else "Working"
            said = f"{word}, {happening.note}" if happening.note else word
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
            sentence=proposal.sentence,
            kind=kind_of(proposal.intent),
            level=happening.risk.level,
            detail=proposal.evidence,
            crop_key=f"{happening.run}/{happening.n}" if has_crop else "",
            box=box,
            point=point,
            claim=proposal.claim,
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
        self.rows.append(AskRow(happening.text, choices))

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
            happening.suggestions,
            unseen=happening.unseen,
            is_denied=is_denied,
        )
        self.rows.append(row)
        if self._records:
            seconds = self._clock_s() - self._started_s
            told_s = happening.waited_s
            waited_s = round(told_s, 3) if told_s is not None else self._waited.all_s
            self.rows.append(figures_row(self._records, seconds, self._asked, waited_s))
            self._records = []
        if happening.outcome is Outcome.NEEDS_MODEL:
            self.rows.append(OfferRow(LOAD_OFFER))


def _choice_words(candidate: Candidate) -> str:
    """Return what a choice's button says; what is nothing on the screen has no kind."""
    has_kind = candidate.has_place and candidate.role
    name = candidate.name.strip() or NAMELESS
    return f"{name}, {role_words(candidate.role)}" if has_kind else name
