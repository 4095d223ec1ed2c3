"""Runs for tests: strategies that draw every legal step record, odd texts and places included."""

from typing import get_args

import numpy as np
from hypothesis import strategies as st

from automation.core import actions as a
from automation.core.actions import Aim, Element
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement
from automation.core.proposal import (
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    ReceiptCode,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
    Where,
)
from automation.macros.compile.pieces import FinishedRun

SCREEN = Rect(0, 0, 400, 300)
WINDOW = Rect(20, 30, 300, 200)
ODD = [
    "", " ", "Save", "Vendor", "Vendor:", "{{name}}", "{{{{", "{{", "${secret:mail}", "a ${secret:mail}", "$${secret:x}",
    "<secret:8 chars>", "my <secret:3 chars>!", "notes.txt - Editor", "Invoice 4711 - Books", "12", "2026-11-22", "due 2026-11-22 at 5",
    "Alice, Window, 12A", "x" * 600, "\x00", "a\tb\nc", "é", "日本", "*", "* *", "~/a/b", "Ada", "Ada Lovelace", "\ud800", "\u202e",
    "{", "{{{x}}}", "}}", "secret", "ctrl",
]  # fmt: skip
TEXTS = st.one_of(st.sampled_from(ODD), st.text(max_size=12))
NAMES = TEXTS.map(lambda text: text[:2000])
KEYS = st.one_of(
    st.sampled_from(["ctrl", "z", "shift", "Return", "a", "{{", "${secret:a}", "secret", " ", "\x01"]),
    st.text(min_size=1, max_size=4),
)  # fmt: skip
NEAR = st.integers(-20, 420)
PIXELS = st.one_of(NEAR, NEAR, NEAR, st.integers(-(2**31), 2**31 - 1))
POINTS = st.builds(ScreenPoint, PIXELS, PIXELS)
EXTENTS = st.one_of(st.integers(0, 400), st.integers(0, 400), st.integers(-(2**34), 2**34 - 1))
RECTS = st.one_of(st.just(WINDOW), st.builds(Rect, EXTENTS, EXTENTS, EXTENTS, EXTENTS))
SOURCES = st.sampled_from(["tree", "ocr", "point", "model", "window"])
ROLES = st.one_of(
    st.sampled_from(["button", "field", "password", "checkbox", "combo", "cell", "list_item", "document"]), NAMES
)  # fmt: skip
LABELS = st.one_of(st.sampled_from(["", "City"]), TEXTS)
STATES = st.frozensets(st.sampled_from(["enabled", "focused", "secret", "checked"]), max_size=2)
ELEMENTS = st.builds(
    ScreenElement, NAMES, ROLES, RECTS, SOURCES, states=STATES, value=st.none() | TEXTS,
    window_title=NAMES, label=LABELS, parent_name=NAMES,
)  # fmt: skip
AIMS = st.builds(
    Aim, POINTS, st.none() | st.builds(Element, NAMES, NAMES, st.none() | RECTS, SOURCES, NAMES)
)
BUTTONS = st.sampled_from(["left", "middle", "right", "back", "forward"])
MODIFIERS = st.lists(st.sampled_from(["ctrl", "shift", "alt", "super"]), max_size=3).map(tuple)
SECONDS = st.floats(0, 3600)
ACTIONS = st.one_of(
    st.builds(a.Click, AIMS, BUTTONS, st.integers(1, 5), MODIFIERS),
    st.builds(a.Move, AIMS),
    st.builds(a.ButtonDown, AIMS, BUTTONS),
    st.builds(a.ButtonUp, AIMS, BUTTONS),
    st.builds(a.Drag, st.lists(POINTS, min_size=2, max_size=9).map(tuple), BUTTONS, MODIFIERS, SECONDS),
    st.builds(a.Scroll, st.sampled_from(["up", "down", "left", "right"]), st.integers(1, 1000), st.none() | AIMS),
    st.builds(a.Write, TEXTS, st.none() | AIMS, st.booleans(), st.booleans()),
    st.builds(a.Write, TEXTS, st.none() | AIMS, st.booleans(), st.booleans()),
    st.builds(a.Hotkey, st.lists(KEYS, min_size=1, max_size=6).map(tuple), st.integers(1, 100)),
    st.just(a.Hotkey(("ctrl", "z"))),
    st.builds(a.KeyDown, KEYS),
    st.builds(a.KeyUp, KEYS),
    st.builds(
        a.HoldAndTap, st.lists(KEYS, min_size=1, max_size=4).map(tuple),
        st.lists(KEYS, min_size=1, max_size=5).map(tuple),
    ),
    st.builds(a.Wait, SECONDS),
    st.builds(
        a.Window, st.sampled_from(["activate", "close", "minimise", "maximise", "next"]), st.integers(0, 9), NAMES
    ),
    st.builds(a.Launch, st.text(min_size=1, max_size=9) | st.just("a.desktop"), NAMES),
    st.builds(a.Clipboard, st.sampled_from(["copy", "paste", "cut", "set"]), TEXTS),
    st.builds(a.Plan, st.just(())),
    st.builds(a.Ask, TEXTS),
    st.builds(a.Answer, TEXTS),
)  # fmt: skip
CHECKS = st.one_of(
    st.builds(a.Shown, NAMES, st.booleans(), SECONDS),
    st.builds(a.Equals, NAMES, TEXTS),
    st.builds(a.Checked, NAMES, st.booleans()),
    st.builds(a.WindowTitle, NAMES, SECONDS),
)
DETAILS = st.one_of(
    st.sampled_from(
        ["read back, exact", "it is on", "it is off", "a window opened", "it has the keyboard", "the window is closed"]
    ),
    TEXTS,
)  # fmt: skip
RECEIPTS = st.builds(
    Receipt,
    st.sampled_from(["effect_seen", "effect_seen", "landed", "not_seen", "denied"]),
    DETAILS, st.none() | RECTS, st.sampled_from(get_args(ReceiptCode)),
)  # fmt: skip
VERDICTS = st.sampled_from(
    ["accepted"] * 8 + ["edited", "rejected", "expired", "blocked", "stopped", "dry_run"]
)
ADDRESSES = st.sampled_from(["", "one", "two", "gone"])
PICTURES = st.builds(Pictures, ADDRESSES, st.just(""), ADDRESSES)
WHERES = st.builds(
    Where, NAMES, NAMES, RECTS, RECTS, st.floats(-1, 20), st.lists(RECTS, max_size=2).map(tuple),
    st.none() | ELEMENTS,
)  # fmt: skip
EXECUTIONS = st.builds(
    Execution, st.integers(0, 9), st.floats(0, 1e6), st.sampled_from([True] * 6 + [False])
)
TIMES = st.builds(Timings, *[st.floats(-1e9, 1e12)] * 5)


@st.composite
def records(draw, n=1):
    """Draw one step of a run; some have no effect, no place, no picture."""
    intent = draw(st.one_of(ACTIONS, ACTIONS, ACTIONS, CHECKS))
    element = draw(st.none() | ELEMENTS)
    proposal = Proposal(intent, element, draw(st.none() | ELEMENTS), draw(TEXTS))
    return StepRecord(
        n, proposal, Risk(draw(st.sampled_from(RiskLevel))),
        Confirmation(draw(VERDICTS), "user"), intent, draw(st.none() | POINTS),
        draw(st.none() | EXECUTIONS), draw(RECEIPTS), draw(TIMES), draw(PICTURES),
        draw(st.none() | WHERES),
    )  # fmt: skip


@st.composite
def runs(draw, most=8):
    """Draw a run of a few steps; now and then a step comes twice."""
    count = draw(st.integers(0, most))
    steps = [draw(records(n=n)) for n in range(1, count + 1)]
    if steps and draw(st.booleans()):
        steps.append(draw(st.sampled_from(steps)))
    return FinishedRun("abc", draw(TEXTS), tuple(steps), draw(st.none() | st.sampled_from(Outcome)))


def painted(seed, rect=SCREEN):
    """Return a picture of noise, the same for the same seed."""
    pixels = np.random.default_rng(seed).integers(0, 255, (rect.h, rect.w, 4), np.uint8)
    pixels[:, :, 3] = 0
    return Frame(pixels, ScreenPoint(rect.x, rect.y), 0.0)


_FRAMES = {"one": painted(1), "two": painted(2)}


def load(address):
    """Return one of two pictures; `gone` is not there any more."""
    return _FRAMES.get(address)


def read(frame):
    """Return lines of text as OCR might read them, odd ones among them."""
    if not frame.rect.area:
        return ()
    return [
        ScreenElement(
            text, "text", Rect(frame.rect.x + 9 * n, frame.rect.y + 11 * n, 40, 10), "ocr"
        )
        for n, text in enumerate(("Vendor:", "Total 12", "{{x}}", "${secret:a}", "Ada", "Saved"))
    ]
