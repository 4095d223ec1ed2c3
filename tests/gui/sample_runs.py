"""Events of runs to show: a picture of a made-up form, and steps on it in every state."""

import functools

import numpy as np

from automation.core.actions import Aim, Click, Write
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Proposed,
    Started,
    Stepped,
    Task,
    Working,
)
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement
from automation.core.proposal import (
    Candidate,
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
)

RUN = "0123456789ab"
TASK = 'type "March" into Note, then click Save'
BOX = Rect(200, 120, 130, 36)
POINT = ScreenPoint(265, 138)
WINDOW = "Form"


@functools.cache
def picture():
    """Return a grey picture with a blue button at `BOX`."""
    pixels = np.full((400, 600, 4), 230, np.uint8)
    pixels[BOX.y : BOX.bottom, BOX.x : BOX.right] = (208, 100, 47, 255)
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


def proposal(level=RiskLevel.R1, text=None, claim=""):
    """Return a click on Save, or text typed there."""
    aim = Aim(POINT)
    intent = Click(aim) if text is None else Write(text, aim)
    sentence = "Click “Save”" if text is None else f"Write “{text}” in Note"
    element = ScreenElement("Save", "button", BOX, "tree", window_title=WINDOW)
    return Proposal(
        intent, element, sentence=sentence, evidence="button, found by its name", claim=claim
    )


def proposed(n=1, level=RiskLevel.R1, **what):
    return Proposed(RUN, n, proposal(level, **what), Risk(level), picture())


def record(n=1, verdict="accepted", receipt="effect_seen", detail="the window closed", reason=""):
    made = proposal()
    return StepRecord(
        n,
        made,
        Risk(RiskLevel.R1),
        Confirmation(verdict, "user", reason=reason),
        made.intent,
        POINT,
        execution=Execution(3, 12.0) if verdict == "accepted" else None,
        receipt=Receipt(receipt, detail),
        timings=Timings(100, 50, 2000, 100, 250),
        pictures=Pictures(before="a" * 64),
    )


def begun():
    return [Started(RUN, Task(TASK), ()), Working(RUN, "observing"), Working(RUN, "deciding")]


def waiting(level=RiskLevel.R1, **what):
    return [*begun(), Working(RUN, "confirming", "Click “Save”"), proposed(1, level, **what)]


def running():
    confirmed = Confirmed(RUN, 1, Confirmation("accepted", "user"))
    return [*waiting(), confirmed, Working(RUN, "executing")]


def paused():
    return [*running(), Working(RUN, "paused", "Paused, because you moved the mouse.")]


def asking(count=3):
    candidates = tuple(
        Candidate(n, f"Edit {n}", "button", BOX, WINDOW) for n in range(1, count + 1)
    )
    text = "Several buttons are called “Edit”. Press a number."
    return [*begun(), Working(RUN, "asking", text), Asked(RUN, text, candidates)]


def finished(outcome=Outcome.DONE, message="Done. I saw it in the list."):
    return [*running(), Stepped(RUN, record()), Ended(RUN, outcome, message, 1)]


def ended_with(verdict, outcome):
    step = Stepped(RUN, record(verdict=verdict, reason="wrong row"))
    return [*waiting(), step, Ended(RUN, outcome, "Nothing was sent.", 1)]
