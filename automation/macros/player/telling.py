"""What is told of one step that is over, and of the whole at its end: what was left out is named."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from automation.core.proposal import Finish, Outcome
from automation.core.wording import quoted
from automation.macros.found import Tried
from automation.macros.macro import kind_of
from automation.macros.player.deciding import WhetherRun
from automation.macros.player.instructions import Place
from automation.macros.player.linking import Source
from automation.macros.player.mismatch import GiveUp
from automation.macros.player.moments import Notes
from automation.macros.player.report import Reporter, StepReport, StepState, TriedRung
from automation.macros.player.step_run import StepRun
from automation.macros.player.wording import step_words

_MOST_NAMED: Final = 5
_MOST_WHY: Final = 160


def step_name(place: Place, main: Source) -> str:
    """Return what a step is called in the word on a run's end: `Step 4 (save), row 2`."""
    number = place.source.numbers[place.step.id]
    of = f" of {quoted(place.source.macro.name)}" if place.source is not main else ""
    row = f", row {place.row}" if place.row else ""
    return f"Step {number}{of} ({place.step.id}){row}"


@dataclass(slots=True)
class LeftOut:
    """What a macro let go on without; owned by the agent thread."""

    steps: Counter[str] = field(default_factory=Counter)
    """Sentences of steps that were not done."""
    unseen: Counter[str] = field(default_factory=Counter)
    """Sentences of what should have been seen and was not: no word of success covers it."""

    def take(self, place: Place, run: StepRun, gave_up: GiveUp | None) -> None:
        """Take in a step that is over."""
        words = f"{step_words(place.step)} ({place.step.id})"
        if gave_up is not None and gave_up.outcome is Outcome.UNVERIFIED:
            self.unseen[words] += 1
        elif gave_up is not None:
            self.steps[words] += 1
        elif run.notes.is_effect_left_out:
            self.unseen[f"the effect of {words}"] += 1

    @property
    def sentence(self) -> str:
        """Return what was left out; empty when nothing was."""
        unseen = _named("thing was not seen", "things were not seen", self.unseen)
        steps = _named("step was left out", "steps were left out", self.steps)
        return " ".join(filter(None, (unseen, steps)))


def end_of(reporter: Reporter, left_out: LeftOut, way: str = "") -> Finish:
    """Return the end of a run that came to its last step.

    Args:
        reporter: of the run.
        left_out: what it went on without.
        way: how another play does the rows that failed, in a sentence; empty where none does.
    """
    failed, rest = reporter.failed_rows, left_out.sentence
    if failed:
        shown = ", ".join(str(row) for row in failed[:10])
        more = f" and {len(failed) - 10} more" if len(failed) > 10 else ""
        word = "row" if len(failed) == 1 else "rows"
        said = f"{len(failed)} {word} failed: {shown}{more}. The others were done."
        return Finish(Outcome.PARTIAL, " ".join(filter(None, (said, rest, way))))
    if left_out.unseen:
        return Finish(Outcome.PARTIAL, f"Done in part. {rest}")
    return Finish(Outcome.DONE, f"Done. {rest}".strip())


def _named(one: str, several: str, words: Counter[str]) -> str:
    if not words:
        return ""
    count = words.total()
    told = [f"{word}, {times} times" if times > 1 else word for word, times in words.items()]
    more = f" and {len(told) - _MOST_NAMED} more" if len(told) > _MOST_NAMED else ""
    return f"{count} {one if count == 1 else several}: {'; '.join(told[:_MOST_NAMED])}{more}."


@dataclass(frozen=True, slots=True)
class Told:
    """What a step came to."""

    state: StepState
    message: str
    n: int
    """Number of the run's step that did it; 0 when none was proposed."""
    ms: float


def step_report(place: Place, run: StepRun | WhetherRun | None, told: Told) -> StepReport:
    """Return what the report tells of a step, in the macro's own words, without values."""
    notes = run.notes if isinstance(run, StepRun) else None
    written, message = step_words(place.step), told.message
    if isinstance(run, StepRun):
        message = message.replace(run.sentence, written)
    return StepReport(
        id=place.step.id,
        do=kind_of(place.step),
        macro=place.source.macro.name,
        state=told.state,
        sentence=written,
        row=place.row,
        rung=(notes.rung or "") if notes else "",
        score=round(notes.score, 4) if notes else 0.0,
        find_ms=round(notes.find_ms, 1) if notes else 0.0,
        ms=round(told.ms, 1),
        effect=notes.effect if notes else "",
        handled=tuple(run.handling.history) if run else (),
        message=message,
        n=told.n,
        repaired=bool(notes and notes.repairs),
        tried=tried_rungs(notes) if notes else (),
        folder=place.source.folder,
    )


def tried_rungs(notes: Notes) -> tuple[TriedRung, ...]:
    """Return the rungs that did not find a step's targets, each with its reason and time."""
    return tuple(
        TriedRung(one.rung, _why(one), round(one.ms, 1), "" if part == "target" else part)
        for part, rungs in notes.tried.items()
        for one in rungs
    )


def _why(one: Tried) -> str:
    """Return why a rung was not taken, in a few words."""
    if one.note:
        return one.note[:_MOST_WHY]
    if one.matches > 1:
        return f"{one.matches} that are equally good"
    return "what it finds may not be taken" if one.matches else "nothing found"
