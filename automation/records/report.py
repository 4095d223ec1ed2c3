"""Ways out of the history: JSON lines for programs, one self-contained HTML page for people.

The page needs no network and runs no script: pictures are embedded, a click on one enlarges it by style
alone. Everything that came from the screen, a policy or the user is escaped.
"""

import base64
import struct
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Final

import msgspec

from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Outcome, Receipt, RiskLevel, StepRecord
from automation.core.text import as_english, visible_text
from automation.core.wording import EFFECTS_WORDS, RECEIPT_WORDS, RISK_WORDS
from automation.records.rows import RunInfo

PictureSource = Callable[[str], bytes | None]
"""Returns a picture's PNG bytes by its address; None when it is not kept."""

_STYLE: Final = files("resources") / "report" / "style.css"
"""Light and dark, with the tokens of the app."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
RING_PX: Final = 14


class Gallery:
    """The pictures of the HTML report: each is embedded once and drawn wherever it is needed.

    Pictures show the whole desktop, whose top left is pixel 0, 0, so that a `ScreenPoint` is a
    position in the picture.
    """

    def __init__(self, pictures: PictureSource) -> None:
        self._pictures = pictures
        self._known: dict[str, tuple[str, int, int, str] | None] = {}

    def figure(
        self,
        caption: str,
        address: str,
        level: int,
        *,
        point: ScreenPoint | None = None,
        changed: Rect | None = None,
    ) -> str:
        """Return a figure with its marks; empty when the picture is not kept.

        Args:
            address: the picture's address; may be empty.
        """
        found = self._find(address)
        if found is None:
            return ""
        name, width, height, _ = found
        marks = _ring(point, level, width) + _frame(changed, width)
        return (
            f'<figure><label><input type="checkbox" aria-label="Enlarge: {caption}">'
            f'<svg class="shot" role="img" aria-label="{caption}" viewBox="0 0 {width} {height}"'
            f' style="--ratio:{width / height:.4f}">'
            f'<use href="#{name}"/>{marks}</svg></label>'
            f"<figcaption>{caption}</figcaption></figure>"
        )

    def definitions(self) -> str:
        """Return the embedded pictures; nothing of it is drawn in its place."""
        images = "\n".join(
            f'<image id="{name}" width="{width}" height="{height}" href="{source}"/>'
            for name, width, height, source in filter(None, self._known.values())
        )
        return f'<svg class="pictures" aria-hidden="true"><defs>\n{images}\n</defs></svg>'

    def _find(self, address: str) -> tuple[str, int, int, str] | None:
        if not address:
            return None
        if address not in self._known:
            data = self._pictures(address)
            size = png_size(data) if data else None
            if data is None or size is None:
                self._known[address] = None
            else:
                source = f"data:image/png;base64,{base64.b64encode(data).decode()}"
                self._known[address] = (f"picture-{len(self._known) + 1}", *size, source)
        return self._known[address]


def png_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height from a PNG's header; None for anything else."""
    if data[:8] != _PNG or len(data) < 24:
        return None
    width, height = struct.unpack(">II", data[16:24])
    return (width, height) if width and height else None


def _ring(point: ScreenPoint | None, level: int, width: int) -> str:
    """Return the ring round a pixel, as large on the page whatever the picture's width."""
    if point is None:
        return ""
    x, y, unit = point.x + 0.5, point.y + 0.5, width / 360
    radius = RING_PX * unit
    rings = (("#0B1315", 0.35, 6), ("#FFFFFF", 1.0, 4.5), ("currentColor", 1.0, 2))
    drawn = "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="none" stroke="{colour}"'
        f' stroke-opacity="{opacity}" stroke-width="{wide * unit:.1f}"/>'
        for colour, opacity, wide in rings
    )
    dot = f'<circle cx="{x}" cy="{y}" r="{1.6 * unit:.1f}" fill="currentColor"/>'
    return f'<g class="ring r{level}">{drawn}{dot}</g>'


def _frame(box: Rect | None, width: int) -> str:
    """Return the frame round what changed."""
    if box is None:
        return ""
    unit = width / 360
    place = f'x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}" fill="none"'
    return (
        f'<rect {place} stroke="#FFFFFF" stroke-width="{2.4 * unit:.1f}"/>'
        f'<rect {place} stroke="#1C6B42" stroke-width="{1.2 * unit:.1f}"'
        f' stroke-dasharray="{4 * unit:.1f} {3 * unit:.1f}"/>'
    )


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
{_STYLE.read_text(encoding="utf-8").rstrip()}
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


def run_header(run: RunInfo, steps: Sequence[StepRecord]) -> str:
    """Return the task, how it ended, and the figures of the run."""
    word, tone = _OUTCOMES.get(run.outcome, ("Failed", "r3")) if run.outcome else ("Running", "r1")
    message = "" if run.message == f"{word}." else f" {shown(run.message)}"
    if run.unseen and run.outcome is Outcome.DONE:
        word, tone = f"Done, {run.unseen} not verified", "r2"
    known = EFFECTS_WORDS[run.effects] if run.effects is not None else "not known"
    machine_ms = sum(1000 * step.timings.machine_s for step in steps)
    of_steps_ms = sum(step.timings.confirm for step in steps)
    waited_ms = of_steps_ms if run.waited_s is None else run.waited_s * 1000
    figures = [
        *_counts(steps),
        ("What is known of them", known),
        ("deskhand took", duration(machine_ms)),
        ("You took", duration(waited_ms)),
    ]
    if run.asked_by:
        figures.append(("Asked for by the program", shown(run.asked_by)))
    if run.host:
        figures.append(("Its model ran on", shown(run.host)))
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
<span class="time">{duration(1000 * step.timings.machine_s)}</span>
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


FORMAT_VERSION: Final = 1


def jsonl(run: RunInfo, steps: Iterable[StepRecord]) -> Iterable[bytes]:
    """Yield the run as JSON lines: one of the run, then one a step, all in the store's own form."""
    head = {"v": FORMAT_VERSION, "event": "run", **msgspec.to_builtins(run, enc_hook=as_english)}
    yield msgspec.json.encode(head) + b"\n"
    for step in steps:
        line = {"v": FORMAT_VERSION, "event": "step", "run": run.run, "record": step}
        yield msgspec.json.encode(line, enc_hook=as_english) + b"\n"


def html_report(
    runs: Sequence[tuple[RunInfo, Sequence[StepRecord]]],
    pictures: PictureSource,
    *,
    note: str = "",
) -> str:
    """Return the runs as one HTML page.

    Args:
        runs: each run as the history lists it, with its steps in order; at least one.
        pictures: returns the PNG bytes of a picture by its address; None leaves the picture out.
        note: a paragraph on top, for what the steps do not say; empty for none.
    """
    gallery = Gallery(pictures)
    parts = []
    for part, (run, steps) in enumerate(runs, 1):
        cards = "\n".join(step_card(step, gallery, part) for step in steps)
        header = run_header(run, steps)
        parts.append(f'<section>\n{header}\n<ol class="steps">\n{cards}\n</ol>\n</section>')
    return page([run for run, _ in runs], "\n".join(parts), gallery, note=note)
