"""What is painted of one row: made once per step and state, from values, without Qt."""

from dataclasses import dataclass
from typing import Literal

from app.macros.editor.run_states import RunStates
from app.macros.editor.sentences import Piece, icon_of, pieces_of, second_line, sentence_of
from app.macros.editor.ways import FOUND_BY, is_lower
from automation.macros.editing.rows import Row
from automation.macros.macro import Step, Target
from automation.macros.player.report import StepReport

Mark = Literal["", "known", "lower", "failed", "open"]
"""Shape beside the word: disc, diamond, triangle, hollow circle."""


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the list in words."""

    number: str
    depth: int
    pieces: tuple[Piece, ...]
    second: str
    """What else is to know of the step, in one line."""
    trouble: str
    """Why the last run stopped here; empty where it did not."""
    icon: str
    target: Target | None
    """What the picture shows; None without a target."""
    is_block: bool
    is_off: bool
    is_breakpoint: bool
    is_running: bool
    found_by: str
    mark: Mark
    ms: str
    spoken: str
    """The whole row in one sentence."""


def view_of(row: Row, states: RunStates) -> RowView:
    """Return how a row looks."""
    step = row.step
    report = states.reports.get(row.id)
    is_running = states.running == row.id
    found_by, mark = _found(step, report)
    if states.repairs_of(row.id):
        mark = "lower"
    second = "Running" if is_running else second_line(step, is_off=row.is_off, branch=row.branch)
    trouble = "" if is_running else _trouble(report)
    ms = _ms(report)
    return RowView(
        number=row.number,
        depth=row.depth,
        pieces=pieces_of(step),
        second=second,
        trouble=trouble,
        icon=icon_of(step),
        target=target_of(step),
        is_block=hasattr(step, "steps") or hasattr(step, "then"),
        is_off=row.is_off,
        is_breakpoint=step.breakpoint,
        is_running=is_running,
        found_by=found_by,
        mark=mark,
        ms=ms,
        spoken=_spoken(row, (second, trouble), found_by, ms),
    )


def target_of(step: Step) -> Target | None:
    """Return the target that a step acts on first; None when it has none."""
    target = getattr(step, "target", None)
    return target if isinstance(target, Target) else None


def _trouble(report: StepReport | None) -> str:
    """Return why a step failed, without the sentence that its row begins with already."""
    if report is None or report.state != "failed":
        return ""
    why = report.message.removeprefix(f"{report.sentence}: ")
    return why[:1].upper() + why[1:]


def _found(step: Step, report: StepReport | None) -> tuple[str, Mark]:
    if report is None:
        return "", ""
    if report.state == "failed":
        return _failed(step, report), "failed"
    if report.state == "skipped":
        return "left out", "open"
    if report.rung:
        lower = is_lower(target_of(step), report.rung)
        return FOUND_BY.get(report.rung, report.rung), "lower" if lower else "known"
    return ("not needed", "open") if target_of(step) is None else ("", "")


def _failed(step: Step, report: StepReport) -> str:
    """Return what found the target all the same: a step that may not run has met what it is for."""
    if report.rung:
        return FOUND_BY.get(report.rung, report.rung)
    return "did not match" if target_of(step) else "failed"


def _ms(report: StepReport | None) -> str:
    """Return how long the target was looked for, or the step took where there is none."""
    if report is None or report.state == "skipped":
        return ""
    return f"{report.find_ms if report.rung else report.ms:,.0f}"


def _spoken(row: Row, lines: tuple[str, ...], found_by: str, ms: str) -> str:
    parts = [f"Step {row.number}: {sentence_of(row.step)}", *(line.rstrip(".") for line in lines)]
    if found_by:
        parts.append(f"Found by: {found_by}" + (f", {ms} ms" if ms else ""))
    return ". ".join(part for part in parts if part) + "."
