"""Proposals and an observation that the overlay's tests show."""

import numpy as np

from automation.core.actions import Aim, Click, Drag, Element, Write
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement, WindowInfo
from automation.core.proposal import Candidate, Proposal, Question, Risk, RiskLevel

SIZE = (1280, 800)
WINDOW = Rect(60, 84, 1000, 600)
SAVE = Rect(555, 595, 116, 30)
NOTE = Rect(271, 440, 400, 30)
POINT = ScreenPoint(612, 609)


def observation(size=SIZE, window=WINDOW, title="Invoices", app="ledger"):
    width, height = size
    pixels = np.full((height, width, 4), 230, np.uint8)
    frame = Frame(pixels, ScreenPoint(0, 0), 0.0)
    windows = (WindowInfo(7, title, app, 1, window, is_active=True),)
    monitors = (Monitor(1, Rect(0, 0, width, height), 1.0),)
    return Observation(frame, monitors, windows, ScreenPoint(5, 5))


def element(name="Save invoice", box=SAVE, role="button", **more):
    return ScreenElement(name, role, box, "tree", window_id=7, **more)


def click(name="Save invoice", point=POINT, **more):
    evidence = "button, found by its name"
    return Proposal(Click(Aim(point)), element(name), evidence=evidence, **more)


def write(text="Delivery March\nMeter 4711", value="", **more):
    action = Write(text, Aim(ScreenPoint(470, 455)), **more)
    return Proposal(action, element("Note", NOTE, "field", value=value))


def drag():
    path = (ScreenPoint(300, 200), ScreenPoint(420, 230), ScreenPoint(600, 420))
    return Proposal(
        Drag(
            path,
            origin=Element("scan.pdf"),
            destination=Element("Scans", box=Rect(560, 400, 80, 50)),
        )
    )


def risk(level, *reasons):
    return Risk(RiskLevel(level), reasons)


def question(count=4):
    boxes = [Rect(980, 214 + 43 * n, 42, 24) for n in range(count)]
    candidates = tuple(
        Candidate(n + 1, "Edit", "button", box, "Invoices") for n, box in enumerate(boxes)
    )
    return Question("Four buttons are called “Edit”", candidates)
