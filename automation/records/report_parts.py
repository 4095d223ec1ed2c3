"""The pieces of the HTML report, from values to escaped markup."""

from collections.abc import Sequence
from html import escape
from typing import Final

from automation.core.proposal import Outcome, Receipt, RiskLevel, StepRecord
from automation.core.visible import visible_text
from automation.core.wording import EFFECTS_WORDS, RECEIPT_WORDS, RISK_WORDS
from automation.records.report_pictures import Gallery
from automation.records.report_style import STYLE
from automation.records.run_info import RunInfo

_RISK_SIGNS: Final = "○●◆▲⬣"
_RECEIPT_TONES: Final = {
    "effect_seen": ("ok", "✓"),
    "landed": ("r0", "↓"),
    "not_seen": ("r2", "?"),
    "denied": ("r3", "✗"),
}
_OUTCOMES: Final = {
    Outcome.DONE: ("Done", "ok"),
    Outcome.PARTIAL: ("Partly done", "r2"),
    Outcome.UNVERIFIED: ("Not seen", "r2"),
    Outcome.STOPPED: ("Stopped", "r0"),
    Outcome.REJECTED: ("Rejected", "r0"),
    Outcome.BLOCKED: ("Not allowed", "r4"),
    Outcome.LIMIT: ("Limit reached", "r2"),
}
_PHASES: Final = (
    ("observe", "Looking"),
    ("propose", "Deciding"),
    ("confirm", "You"),
    ("execute", "Working"),
    ("verify", "Checking"),
)
_RULES: Final = {
    "only_looks": "Not asked: it only looks",
    "auto": "Not asked: auto mode allows it",
    "assist": "Not asked: assist mode allows it",
    "app": "Not asked: you allow it in {app}",
    "task": "Not asked: you accepted the rest in {app}",
    "same_path": "Accepted by you, with the step before",
    "unknown": "It is not known who accepted it",
}
_VERDICTS: Final = {
    "accepted": "Accepted",
    "edited": "Corrected",
    "rejected": "Rejected",
    "expired": "Expired",
    "blocked": "Blocked",
    "stopped": "Stopped",
    "dry_run": "Shown only",
}


def page(runs: Sequence[RunInfo], parts: str, gallery: Gallery, *, note: str = "") -> str:
    """Return the whole page around the parts of the runs."""
    title = escape(visible_text(f"deskhand: {runs[0].task}")[:120])
    names = shown(", ".join(run.run for run in runs))
    remark = f'<p class="meta">{shown(note)}</p>' if note else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{STYLE}
</style>
</head>
<body>
{gallery.definitions()}
<main>
{remark}{parts}
<footer>Written by deskhand {shown(runs[0].app_version)}. Run {names}. This page holds pictures of the screen; nothing in it is loaded from elsewhere.</footer>
</main>
</body>
</html>
"""


def run_part(run: RunInfo, steps: Sequence[StepRecord], cards: Sequence[str]) -> str:
    """Return one run: its header, then its step cards."""
    listed = "\n".join(cards)
    return f"""<section>
{run_header(run, steps)}
<ol class="steps">
{listed}
</ol>
</section>"""


def run_header(run: RunInfo, steps: Sequence[StepRecord]) -> str:
    """Return the task, how it ended, and the figures of the run."""
    word, tone = _OUTCOMES.get(run.outcome, ("Failed", "r3")) if run.outcome else ("Running", "r1")
    message = "" if run.message == f"{word}." else f" {shown(run.message)}"
    if run.unseen and run.outcome is Outcome.DONE:
        word, tone = f"Done, {run.unseen} not verified", "r2"
    known = EFFECTS_WORDS[run.effects] if run.effects is not None else "not known"
    machine_ms = sum(_machine_ms(step) for step in steps)
    of_steps_ms = sum(step.timings.confirm for step in steps)
    waited_ms = of_steps_ms if run.waited_s is None else run.waited_s * 1000
    figures = [
        *_counts(steps),
        ("What is known of them", known),
        ("deskhand took", duration(machine_ms)),
        ("You took", duration(waited_ms)),
    ]
    rows = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in figures)
    lost = (
        f'<p class="meta">{run.lost_pictures} pictures were not kept: the disk was full.</p>'
        if run.lost_pictures
        else ""
    )
    if run.pictures_note:
        lost += f'<p class="meta">{shown(run.pictures_note)}</p>'
    return f"""<header>
<p class="meta">deskhand · {shown(run.policy)} · approval: {shown(run.approve)} · {shown(_moment(run.started_utc))}</p>
<h1>{shown(run.task)}</h1>
<p class="outcome"><span class="badge {tone}">{word}</span>{message}</p>
{lost}<dl class="figures">{rows}</dl>
</header>"""


def _counts(steps: Sequence[StepRecord]) -> list[tuple[str, str]]:
    """Return how many steps were done, as the window and the run's last sentence count them."""
    if any(step.confirmation.verdict == "dry_run" for step in steps):
        return [("Steps shown", str(len(steps))), ("Sent", "0")]
    done = [step for step in steps if step.was_done]
    seen = sum(1 for step in done if step.receipt.kind == "effect_seen")
    return [("Steps done", str(len(done))), ("Effects seen", f"{seen} of {len(done)}")]


def step_card(step: StepRecord, gallery: Gallery, part: int) -> str:
    """Return one step of the page's n-th run: sentence, risk, receipt, pictures, times."""
    level = int(step.risk.level)
    word, mark = RISK_WORDS[RiskLevel(level)], _RISK_SIGNS[level]
    kept = step.pictures
    mark_at = None if kept.overlay else step.point
    shots = "".join(
        (
            gallery.figure("Before", kept.before, level, point=mark_at),
            gallery.figure("What you saw", kept.overlay, level),
            gallery.figure("After", kept.after, level, changed=step.receipt.changed),
        )
    )
    claim = step.proposal.claim
    said = f'<p class="claim">The model says: {shown(claim)}</p>' if claim else ""
    return f"""<li class="card" id="step-{part}-{step.n}">
<div class="head">
<span class="n">{step.n}</span><span class="mark r{level}" title="{word}">{mark}</span>
<h2>{shown(step.proposal.sentence or type(step.action).__name__)}</h2>
<span class="time">{duration(_machine_ms(step))}</span>
</div>
<p class="facts">{_receipt(step.receipt)} <span class="badge r{level}">{word}</span> <span>{_decision(step)}</span></p>
{_reasons(step)}{said}
<div class="shots">{shots}</div>
{_times(step)}
</li>"""


def shown(text: str) -> str:
    """Return text as escaped markup, hidden characters marked, line breaks kept."""
    return escape(visible_text(text)).replace("\n", "<br>")


def duration(ms: float) -> str:
    """Return a time as people read it: `250 ms`, `1.9 s`, `2:05`."""
    if ms < 1000:
        return f"{ms:.0f} ms"
    if ms < 60_000:
        return f"{ms / 1000:.1f} s"
    return f"{int(ms // 60_000)}:{int(ms % 60_000 // 1000):02d}"


def _moment(utc: str) -> str:
    """Return `2026-11-21 03:25 UTC` for the kept form of a time."""
    return f"{utc[:10]} {utc[11:16]} UTC"


def _machine_ms(step: StepRecord) -> float:
    times = step.timings
    return times.observe + times.propose + times.execute + times.verify


def _receipt(receipt: Receipt) -> str:
    word, (tone, mark) = RECEIPT_WORDS[receipt.kind], _RECEIPT_TONES[receipt.kind]
    detail = f": {shown(receipt.detail)}" if receipt.detail else ""
    return f'<span class="receipt {tone}">{mark} {word}{detail}</span>'


def _decision(step: StepRecord) -> str:
    confirmation = step.confirmation
    reason = f": {shown(confirmation.reason)}" if confirmation.reason else ""
    if confirmation.verdict == "accepted" and confirmation.by != "user":
        kind, _, app = confirmation.by.removeprefix("rule:").partition(":")
        return shown(_RULES.get(kind, "Ran by your rules").format(app=app or "this app")) + reason
    by = " by you" if confirmation.by == "user" else ""
    return f"{_VERDICTS[confirmation.verdict]}{by}{reason}"


def _reasons(step: StepRecord) -> str:
    if not step.risk.reasons:
        return ""
    items = "; ".join(shown(reason) for reason in step.risk.reasons)
    return f'<p class="meta">Because: {items}.</p>'


def _times(step: StepRecord) -> str:
    """Return the phases as a bar and as words; nothing for a step that took no time."""
    spent = [(name, word, float(getattr(step.timings, name))) for name, word in _PHASES]
    total = sum(ms for _, _, ms in spent)
    if total <= 0:
        return ""
    bar = "".join(
        f'<i class="{name}" style="flex-grow:{ms:.2f}"></i>' for name, _, ms in spent if ms >= 0.5
    )
    words = " · ".join(f'<b class="{n}"></b>{w} {duration(ms)}' for n, w, ms in spent if ms >= 0.5)
    return f'<div class="bar" aria-hidden="true">{bar}</div><p class="meta legend">{words}</p>'
