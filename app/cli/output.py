"""Events of a run as JSON objects, one a line; `resources/schema/lines.schema.json` describes them.

How wide a text is on a terminal, and how much of it fits into a line.

The log of the command line and the window, and the file that keeps errors which nobody caught.

Neither holds what was typed, seen or meant: of an error its type and the places in the code, never its text.

What a command that is no run says: JSON lines or words, and how it ended.

Events of a run as lines for a person at a terminal.

What a task may be: text that a person wrote, not empty, not huge, without control characters.
"""

import json
import logging
import os
import re
import sys
import threading
import time
import traceback
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

import msgspec

from automation.core.actions import Aim, Element, aims_of, kind_of
from automation.core.errors import AssistantError
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Planned,
    Proposed,
    RunEvent,
    Started,
    Stepped,
    Working,
)
from automation.core.files import FILE_MODE
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import EXIT_CODES, Candidate, Outcome, Proposal, Risk, StepRecord
from automation.core.text import LEVEL, OneLine, visible_text
from automation.core.wording import EFFECTS_WORDS, NAMELESS, RECEIPT_WORDS
from resources.role_words import role_words

ELLIPSIS: Final = "…"


def columns_of(text: str) -> int:
    """Return the columns that a terminal takes for a text without line breaks or tabs.

    Wide and fullwidth characters take two (Unicode Standard Annex 11), combining marks none.
    """
    return sum(_columns(character) for character in text)


def fitted(text: str, columns: int) -> str:
    """Return the text, cut at the end with an ellipsis where it is wider than so many columns."""
    if columns_of(text) <= columns:
        return text
    room = columns - columns_of(ELLIPSIS)
    kept = 0
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


ERRORS_NAME: Final = "errors.log"
MOST_BYTES: Final = 100_000
"""A file that has grown to this begins anew, with the last half of it."""
_FRAMES: Final = 12
"""Innermost places of the code that are kept of one error."""


def log_in_lines() -> None:
    """Write warnings and worse to standard error, a line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("deskhand"))
    handler.setLevel(LEVEL)
    logging.basicConfig(handlers=[handler])


def errors_file(data: Path) -> Path:
    """Return the file that keeps errors which nobody caught."""
    return data / ERRORS_NAME


def kept_errors(data: Path) -> tuple[str, ...]:
    """Return the lines of the file, oldest first; none where there is no file or it cannot be read."""
    try:
        return tuple(errors_file(data).read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return ()


class ErrorFile:
    """Keeps errors that reached the top of a thread or of Qt's event loop; from any thread."""

    def __init__(self, data: Path, tell: Callable[[str], None]) -> None:
        """Take where and whom.

        Args:
            data: folder of the file.
            tell: told in one sentence of the first error from each place; from any thread.
        """
        self._file = errors_file(data)
        self._tell = tell
        self._told: set[str] = set()

    def hear(self) -> None:
        """Take every error that nobody catches from here on; Ctrl+C and exits stay what they are."""
        sys.excepthook = self._on_error
        threading.excepthook = lambda failed: self._on_error(
            failed.exc_type, failed.exc_value, failed.exc_traceback
        )

    def _on_error(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, Exception):
            if error is not None:
                sys.__excepthook__(kind, error, trace)
            return
        places = _places(trace)
        self._keep(f"{kind.__name__} {' < '.join(places)}".rstrip())
        sys.stderr.write(f"deskhand: Traceback of a {kind.__name__} kept in {self._file}\n")
        origin = f"{kind.__name__} {places[0] if places else ''}"
        if origin not in self._told:
            self._told.add(origin)
            self._tell(
                "Something failed inside deskhand, and what you asked for last may not have happened. "
                f"Where it failed is kept in {self._file}, without anything that you typed."
            )

    def _keep(self, line: str) -> None:
        stamp = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            self._shorten()
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(self._file, flags, FILE_MODE)
            with os.fdopen(handle, "a", encoding="utf-8") as file:
                file.write(f"{stamp} {line}\n")
        except OSError as problem:
            sys.stderr.write(f"deskhand: not kept: {type(problem).__name__}\n")

    def _shorten(self) -> None:
        if not self._file.exists() or self._file.stat().st_size < MOST_BYTES:
            return
        kept = self._file.read_bytes()[-MOST_BYTES // 2 :].partition(b"\n")[2]
        self._file.write_bytes(kept)


def _places(trace: TracebackType | None) -> list[str]:
    """Return file and line of the innermost calls, innermost first; paths as short as they are told apart."""
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    return [
        f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno}" for frame in reversed(frames)
    ]


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


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ended, in one sentence."""

    message: str
    outcome: Outcome = Outcome.DONE
    steps: int = 0
    more: Line = field(default_factory=dict)
    """What this command's last line tells besides."""


class Speaker:
    """Writes to standard output what was found, and why it failed to standard error."""

    def __init__(self, *, is_json: bool) -> None:
        self.is_json = is_json
        self._lines = LineWriter(sys.stdout)

    def tell(self, name: str, fields: Line, words: str) -> None:
        """Write one line with the fields, or the words for people."""
        if self.is_json:
            self._lines.write(name, "", fields)
        else:
            sys.stdout.write(words + "\n")

    def end(self, ending: Ending, code: int | None = None) -> int:
        """Say how it ended and return the exit status; `code` overrides the outcome's."""
        status = EXIT_CODES[ending.outcome] if code is None else code
        if self.is_json:
            happening = Ended("", ending.outcome, ending.message, ending.steps)
            self._lines.write("end", "", {**end_fields(happening, code=status), **ending.more})
        if status != 0:
            sys.stderr.write(f"deskhand: {ending.message}\n")
        elif not self.is_json:
            sys.stdout.write(ending.message + "\n")
        return status


_PRESS: Final = re.compile(
    r"\bPress (?:a number(?: to take it)?|(?P<only>1)(?P<why> to click it))(?:, or (?P<more>say more))?"
)
"""How `automation.commands` asks; what more could be said follows."""
NO_NUMBER: Final = "-"
"""Before what is no step that somebody has numbered."""
VERDICT_WORDS: Final = {
    "rejected": "You rejected it",
    "blocked": "Not allowed",
    "dry_run": "Would run",
    "expired": "Nobody answered",
    "stopped": "Stopped",
}


def asked_words(text: str, *, can_answer: bool) -> str:
    """Return a question or an end as it is true at a terminal, where no single key answers.

    Args:
        text: for the window, where a press on a number answers.
        can_answer: lines are read, and one with a number answers.
    """

    def _said(found: "re.Match[str]") -> str:
        more, only = found["more"] or "", found["only"] or ""
        written = f"Write {only or 'its number'} and press Enter"
        how = written if can_answer else f"Start it anew with --pick {only or 'N'}"
        how += found["why"] or ""
        return f"{how}, or {'start it anew and ' if can_answer else ''}{more}" if more else how

    return _PRESS.sub(_said, text)


def _parted(question: str) -> tuple[str, str]:
    """Return what a question says and how it is answered; the second is empty where it does not tell."""
    found = _PRESS.search(question)
    at = found.start() if found else len(question)
    return question[:at].strip(), question[at:]


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


def duration_s(record: StepRecord) -> float:
    """Return the machine's own time for a step, without the time that the user thought."""
    times = record.timings
    return (times.observe + times.propose + times.execute + times.verify) / 1000


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
            out: where the lines go.
            can_answer: somebody at this terminal can answer a question.
            number_of: returns what stands before a step, as a rule its number in the run; empty for none.
        """
        self._out = out
        self._number_of = number_of
        self._can_answer = can_answer
        self._phase = ""
        self._asked = ""

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()

    def _say_loading(self, note: str) -> None:
        """Say each phase of loading once; how far it is changes too often for a terminal."""
        phase = note.partition(",")[0]
        if phase != self._phase:
            self._phase = phase
            self._say(f"{phase} ...")

    def _say_plan(self, happening: Planned) -> None:
        for goal in happening.goals:
            self._say(f"     [{'x' if goal.status == 'done' else ' '}] {visible_text(goal.text)}")
        if happening.note:
            self._say(f"     The model notes: {visible_text(happening.note)}")

    def _question_words(self, text: str) -> str:
        """Return a question; where nobody can answer, the run's end says what else can be done."""
        if self._can_answer:
            return asked_words(text, can_answer=True)
        return _parted(text)[0] or asked_words(text, can_answer=False)

    def _end_words(self, message: str) -> str:
        """Return how the run ended; a question that stands above already is not said again."""
        if not self._asked or not message.startswith(self._asked):
            return asked_words(message, can_answer=False)
        left = _parted(self._asked)[1] + message.removeprefix(self._asked)
        return f"Nothing was chosen. {asked_words(left.strip(), can_answer=False)}".strip()

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
                self._say(f"     {receipt_words(record)} ({duration_s(record):.1f} s)")
            case Working(state="loading"):
                self._say_loading(happening.note)
            case Planned():
                self._say_plan(happening)
            case Asked():
                self._asked = happening.text
                self._say(self._question_words(happening.text))
                for candidate in happening.candidates:
                    self._say(f"  {candidate.n}  {_choice_words(candidate)}")
            case Ended():
                words, known = self._end_words(happening.message), EFFECTS_WORDS[happening.effects]
                self._say(f"{words} ({known})" if happening.steps else words)
                if happening.suggestions:
                    self._say("  " + "  ".join(happening.suggestions))
            case _:
                return


MAX_TASK_CHARS: Final = 20_000
"""About ten pages; longer texts are pasted by accident."""


class TaskRefused(AssistantError):
    """The text cannot be a task."""


def checked_task(text: str) -> str:
    """Return the task without surrounding white space.

    Raises:
        TaskRefused: the text is empty, too long, or holds a control character.
    """
    task = text.strip()
    if not task:
        message = "the task is empty; say what to do, for example: deskhand do 'click Save'"
        raise TaskRefused(message)
    if len(task) > MAX_TASK_CHARS:
        message = (
            f"the task has {len(task):,} characters, at most {MAX_TASK_CHARS:,} are read; "
            "say it shorter, or split it into several tasks"
        )
        raise TaskRefused(message)
    for index, char in enumerate(task):
        category = unicodedata.category(char)
        if category == "Cs":
            message = f"the task is not UTF-8 text: a broken character at position {index + 1}"
            raise TaskRefused(message)
        if category == "Cc" and char not in "\n\t\r":
            message = (
                f"the task has a control character (U+{ord(char):04X}) at position {index + 1}; "
                "remove it, tasks are plain text"
            )
            raise TaskRefused(message)
    return task
