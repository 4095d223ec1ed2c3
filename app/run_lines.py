"""The events of a run as lines: JSON for programs, words for a person at a terminal.

The JSON objects are described by resources/schema/lines.schema.json.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final, TextIO

import msgspec

from automation.commands.phrases import how_to_answer
from automation.core.actions import Aim, Element, aims_of, kind_of
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Planned,
    Proposed,
    RunEvent,
    SentTo,
    Started,
    Stepped,
    Working,
)
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    EXIT_CODES,
    Answering,
    Candidate,
    Effects,
    Outcome,
    Proposal,
    Risk,
    StepRecord,
)
from automation.core.text import visible_text
from automation.core.wording import EFFECTS_WORDS, NAMELESS, RECEIPT_WORDS
from resources.role_words import role_words

VERSION: Final = 1


CHECK_KINDS: Final = ("shown", "equals", "checked", "window_title")


Line = dict[str, Any]
"""A JSON object at the boundary; nothing inside the program reads one."""


def complain(sentence: object, status: int = 0) -> int:
    """Write a sentence to standard error, and return the exit status."""
    sys.stderr.write(f"deskhand: {sentence}\n")
    return status


class LineWriter:
    """Numbers and writes the lines of one run; safe to hand to the loop as its listener."""

    def __init__(self, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out
        encoding = (getattr(out, "encoding", None) or "utf-8").lower().replace("_", "-")
        self._is_ascii = encoding not in ("utf-8", "utf8")  # else characters would be replaced
        self._clock = clock
        self._started_s = clock()
        self._seq = 0

    def write(self, name: str, run: str, fields: Line) -> None:
        """Write one line and flush it."""
        line = {
            "v": VERSION,
            "event": name,
            "run": run,
            "seq": self._seq,
            "t_ms": round((self._clock() - self._started_s) * 1000),
            **fields,
        }
        self._seq += 1
        self._out.write(json.dumps(line, ensure_ascii=self._is_ascii) + "\n")
        self._out.flush()

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run; phases without a line are passed over."""
        match happening:
            case Started():
                self.write("start", happening.run, _start(happening))
            case Proposed():
                self.write("proposal", happening.run, _proposal(happening))
            case Confirmed():
                self.write("confirmation", happening.run, _confirmation(happening))
            case Stepped():
                self.write("step", happening.run, step_fields(happening.record))
            case Planned():
                self.write("plan", happening.run, _plan(happening))
            case SentTo():
                fields: dict[str, object] = {"host": happening.host, "is_here": happening.is_here}
                fields["passed_over"] = list(happening.passed_over)
                fields["left_out"] = list(happening.left_out)
                self.write("sent_to", happening.run, fields)
            case Asked():
                self.write("question", happening.run, _question(happening))
            case Ended():
                self.write("end", happening.run, end_fields(happening))
            case _:
                return


def rect_px(box: Rect | None) -> list[int] | None:
    """Return [x, y, w, h]."""
    return None if box is None else [box.x, box.y, box.w, box.h]


def point_px(point: ScreenPoint | None) -> list[int] | None:
    """Return [x, y]."""
    return None if point is None else [point.x, point.y]


def _start(happening: Started) -> Line:
    task = happening.task
    return {
        "task": task.text,
        "policy": task.policy,
        "approve": task.approve,
        "settings": task.settings,
        "monitors": [_monitor(monitor) for monitor in happening.monitors],
    }


def _monitor(monitor: Monitor) -> Line:
    rect = monitor.rect
    return {
        "id": monitor.id,
        "x": rect.x,
        "y": rect.y,
        "w": rect.w,
        "h": rect.h,
        "scale": monitor.scale,
    }


def _intent(intent: object) -> Line:
    fields: Line = json.loads(msgspec.json.encode(intent))
    return fields


def _aim_of(proposal: Proposal) -> Aim | None:
    if kind_of(proposal.intent) in CHECK_KINDS:
        return None
    aims = aims_of(proposal.intent)  # type: ignore[arg-type]  # checks were ruled out above
    return aims[0] if aims else None


def target_fields(element: ScreenElement | Element | None) -> Line | None:
    """Return name, role, box and source of what an action was aimed at."""
    if element is None:
        return None
    return {
        "name": element.name,
        "role": element.role,
        "box_px": rect_px(element.box),
        "source": element.source,
    }


def _target(proposal: Proposal) -> Line | None:
    if proposal.element is not None:
        fields = target_fields(proposal.element) or {}
        return {**fields, "ref": proposal.ref} if proposal.ref else fields
    aim = _aim_of(proposal)
    return target_fields(aim.element if aim else None)


def _proposal(happening: Proposed) -> Line:
    proposal, risk = happening.proposal, happening.risk
    aim = _aim_of(proposal)
    return {
        "n": happening.n,
        "action": _intent(proposal.intent),
        "sentence": proposal.sentence,
        "point_px": point_px(aim.point if aim else None),
        "target": _target(proposal),
        **({"total": proposal.total} if proposal.total else {}),
        **({"upcoming": list(proposal.upcoming)} if proposal.upcoming else {}),
        **_risk(risk),
    }


def _risk(risk: Risk) -> Line:
    return {"risk": risk.level.name, "reasons": list(risk.reasons), "needs": risk.needs}


def _confirmation(happening: Confirmed) -> Line:
    confirmation = happening.confirmation
    return {
        "n": happening.n,
        "by": confirmation.by,
        "result": confirmation.verdict,
        "reason": confirmation.reason,
    }


def step_fields(record: StepRecord) -> Line:
    """Return the fields of a `step` line."""
    times, pictures = record.timings, record.pictures
    return {
        "n": record.n,
        "action": _intent(record.action),
        "sentence": record.proposal.sentence,
        "target": _target(record.proposal),
        "result": record.confirmation.verdict,
        "receipt": {
            "kind": record.receipt.kind,
            "code": record.receipt.code,
            "detail": record.receipt.detail,
            "changed_px": rect_px(record.receipt.changed),
        },
        "events_sent": record.execution.events_sent if record.execution else 0,
        "ms": {
            "observe": round(times.observe, 1),
            "propose": round(times.propose, 1),
            "confirm": round(times.confirm, 1),
            "execute": round(times.execute, 1),
            "verify": round(times.verify, 1),
        },
        "pictures": {
            "before": pictures.before,
            "overlay": pictures.overlay,
            "after": pictures.after,
        },
    }


def _candidate(candidate: Candidate) -> Line:
    return {
        "n": candidate.n,
        "name": candidate.name,
        "role": candidate.role,
        "box_px": rect_px(candidate.box) if candidate.has_place else None,
        "window": candidate.window,
        **({"ref": candidate.ref} if candidate.ref else {}),
    }


def _plan(happening: Planned) -> Line:
    goals = [{"text": goal.text, "status": goal.status} for goal in happening.goals]
    return {"goals": goals, "note": happening.note}


def _question(happening: Asked) -> Line:
    return {
        "text": happening.text,
        "candidates": [_candidate(candidate) for candidate in happening.candidates],
    }


def end_fields(happening: Ended, *, code: int | None = None, report: str = "") -> Line:
    """Return the fields of an `end` line; `code` overrides the outcome's exit status."""
    cause = {"cause": happening.cause} if happening.cause else {}
    return {
        "outcome": str(happening.outcome),
        "code": EXIT_CODES[happening.outcome] if code is None else code,
        "steps": happening.steps,
        "unseen": happening.unseen,
        "effects": str(happening.effects),
        "message": happening.message,
        "suggestions": list(happening.suggestions),
        "report": report,
        **cause,
    }


NO_NUMBER: Final = "-"
"""Before what is no step that somebody has numbered."""


VERDICT_WORDS: Final = {
    "rejected": "You rejected it",
    "blocked": "Not allowed",
    "dry_run": "Would run",
    "expired": "Nobody answered",
    "stopped": "Stopped",
}


def _choice_words(candidate: Candidate) -> str:
    """Return a choice's name, and where it is if it is anywhere."""
    name, box = visible_text(candidate.name).strip() or NAMELESS, candidate.box
    return (
        f"{name} ({role_words(candidate.role)} at {box.x}, {box.y})"
        if candidate.has_place
        else name
    )


def receipt_words(record: StepRecord) -> str:
    """Return what is said of a step's effect, in words."""
    if record.confirmation.verdict in VERDICT_WORDS:
        reason = record.confirmation.reason
        return VERDICT_WORDS[record.confirmation.verdict] + (f": {reason}" if reason else "")
    detail = f", {record.receipt.detail}" if record.receipt.detail else ""
    return RECEIPT_WORDS[record.receipt.kind] + detail


def _known(ended: Ended) -> str:
    """Return what is known of the effects; of a run that did not reach its end: of what was done till then."""
    words = EFFECTS_WORDS[ended.effects]
    is_part = ended.effects is Effects.VERIFIED and ended.outcome is not Outcome.DONE
    return f"what was done: {words}" if is_part else words


class PlainWriter:
    """Writes one line a step; a listener of the loop."""

    def __init__(
        self,
        out: TextIO,
        *,
        can_answer: bool = False,
        number_of: Callable[[Proposed], str] = lambda happening: str(happening.n),
    ) -> None:
        """Write to a stream.

        Args:
            can_answer: somebody at this terminal can answer a question.
            number_of: returns what stands before a step, as a rule its number in the run; empty for none.
        """
        self._out = out
        self._number_of = number_of
        self._can_answer = can_answer
        self._phase = ""
        self._answering: Answering | None = None

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()

    def _say_loading(self, phase: str) -> None:
        """Say each phase of loading once; how far it is changes too often for a terminal."""
        if phase != self._phase:
            self._phase = phase
            self._say(f"{phase} ...")

    def _say_of_model(self, happening: Planned | SentTo) -> None:
        if isinstance(happening, SentTo):
            if happening.passed_over:
                gone = ", ".join(happening.passed_over)
                self._say(f"     Passed over for now, no answer from: {gone}.")
            if happening.left_out:
                out = ", ".join(happening.left_out)
                self._say(f"     Left out, without your consent or a usable address: {out}.")
            away = "" if happening.is_here else ", another computer"
            self._say(f"     The model is asked on {happening.host}{away}.")
            return
        for goal in happening.goals:
            self._say(f"     [{'x' if goal.status == 'done' else ' '}] {visible_text(goal.text)}")
        if happening.note:
            self._say(f"     The model notes: {visible_text(happening.note)}")

    def _question_words(self, asked: Asked) -> str:
        """Return a question as it is true at a terminal, where no single key answers.

        Where nobody can answer, the run's end says what else can be done.
        """
        if asked.answering is None:
            return asked.text
        how = how_to_answer(asked.answering, "write") if self._can_answer else ""
        return f"{asked.asks} {how}".strip()

    def _end_words(self, ended: Ended) -> str:
        """Return how the run ended; a question that stands above already is not said again."""
        if not ended.asked:
            return ended.message
        how = how_to_answer(self._answering, "anew") if self._answering is not None else ""
        more = ended.message[len(ended.asked) :].strip()
        return " ".join(filter(None, ("Nothing was chosen.", how, more)))

    def __call__(self, happening: RunEvent) -> None:
        """Say an event; those that a person need not read are passed over."""
        match happening:
            case Started():
                self._say(
                    f"Run {happening.run}. Stop it with the Pause key, Esc Esc or: deskhand stop"
                )
            case Proposed():
                number = self._number_of(happening) or NO_NUMBER
                self._say(f"{number:>3}  {happening.proposal.sentence}")
            case Stepped():
                record = happening.record
                self._say(f"     {receipt_words(record)} ({record.timings.machine_s:.1f} s)")
            case Working(state="loading"):
                self._say_loading(happening.phase)
            case Planned() | SentTo():
                self._say_of_model(happening)
            case Asked():
                self._answering = happening.answering
                self._say(self._question_words(happening))
                for candidate in happening.candidates:
                    self._say(f"  {candidate.n}  {_choice_words(candidate)}")
            case Ended():
                words = self._end_words(happening)
                self._say(f"{words} ({_known(happening)})" if happening.steps else words)
                if happening.suggestions:
                    self._say("  " + "  ".join(happening.suggestions))
            case _:
                return
