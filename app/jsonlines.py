"""Events of a run as JSON objects, one a line; `resources/schema/lines.schema.json` describes them."""

import json
import time
from collections.abc import Callable
from typing import Any, Final, TextIO

import msgspec

from automation.core.actions import Aim, Element, aims_of, kind_of
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Planned,
    Proposed,
    RunEvent,
    Started,
    Stepped,
)
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import EXIT_CODES, Candidate, Proposal, Risk, StepRecord

VERSION: Final = 1
CHECK_KINDS: Final = ("shown", "equals", "checked", "window_title")

Line = dict[str, Any]
"""A JSON object at the boundary; nothing inside the program reads one."""


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
        return target_fields(proposal.element)
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
