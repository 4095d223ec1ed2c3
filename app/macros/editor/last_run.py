"""What the last run made of one step, in words: what found it, what was tried before, how long it took."""

from app.macros.editor.ways import FOUND_BY
from automation.macros.player.report import StepReport, TriedRung


def last_run_words(report: StepReport | None) -> str:
    """Return it in a line or two; empty before the first run.

    Args:
        report: what became of the step at its last turn.
    """
    if report is None:
        return ""
    tried = "; ".join(map(_tried_words, report.tried))
    before = "Before it" if report.rung else "Tried"
    lines = [
        f"Last run: {_end_words(report)}",
        report.message if report.state == "failed" else "",
        f"{before}: {tried}." if tried else "",
        f"What was done about it: {', '.join(report.handled)}." if report.handled else "",
    ]
    return "\n".join(filter(None, lines))


def _end_words(report: StepReport) -> str:
    match report.state:
        case "skipped":
            return "left out."
        case "failed":
            found = f"found by {FOUND_BY.get(report.rung, report.rung)}, " if report.rung else ""
            return f"{found}failed after {duration(report.ms)}."
        case _ if report.rung:
            sure = f"{100 * report.score:.0f} % sure, " if report.score else ""
            found = FOUND_BY.get(report.rung, report.rung)
            return f"found by {found}, {sure}{report.find_ms:,.0f} ms."
        case _:
            return f"done in {duration(report.ms)}."


def _tried_words(one: TriedRung) -> str:
    name = FOUND_BY.get(one.rung, one.rung)
    end = " (where the drag ends)" if one.part else ""
    return f"{name}{end}: {one.why}, {one.ms:,.0f} ms"


def duration(ms: float) -> str:
    """Return a time as people say it: `250 ms`, `10.2 s`."""
    return f"{ms:,.0f} ms" if ms < 1000 else f"{ms / 1000:,.1f} s"
