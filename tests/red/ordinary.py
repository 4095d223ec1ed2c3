"""Ordinary harmless steps on recorded screens of real programs: how many of them are asked about.

Each screen is a picture, its windows and its accessibility tree, as `record_ordinary.py` found them. A
step is every enabled control that can be seen, pressed because the user's own words name it, but for
those that the program's own documentation says change, lose, send or run something.
"""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
from PIL import Image

from automation.agent.evidence_collector import EvidenceCollector
from automation.core import actions as a
from automation.core.events import Task
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement, WindowInfo
from automation.core.proposal import Proposal
from automation.desktop.elements import nodes
from automation.desktop.elements.ocr import Ocr
from automation.safety.evidence import windows_of
from automation.safety.risk import assess
from automation.safety.rules import Grants, Rules, rule
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_reader import FakeReader

ARCHIVE = Path(__file__).with_name("ordinary.zip")
PRESSED = frozenset(
    """button toggle link menu_item checkbox radio tab menu combo field spinner slider list_item
    tree_item cell icon column_header""".split()  # noqa: SIM905
)
HELD_OUT = frozenset(
    """gucharmap featherpad qt2 tk2 calc page-photos page-tabs page-login widgets linguist qpdfview
    lxappearance""".split()  # noqa: SIM905
)
"""Programs that nobody looked at while the rules were made."""
_OFFICE = frozenset(
    ("Save", "Cut", "Print", "Export Directly as PDF", "Paste", "Clone", "Clear",
     "Delete Last Decimal Place")
)  # fmt: skip
EFFECTS = {
    "mousepad": {"Save", "Save All", "Close Window", "Close Tab", "Reload", "Quit", "Cut",
                 "Delete Selection", "Delete Line"},
    "geany": {"Revert", "Close", "Save", "Save All", "Execute", "Build", "Compile", "Remove Markers",
              "Remove Error Indicators"},
    "featherpad": {"Delete", "Cut", "Save", "Reload"},
    "linguist": {"Save All"},
    "widgets": {"Close", "Minimize", "Maximize"},
    "writer": _OFFICE,
    "calc": _OFFICE,
}  # fmt: skip
"""What these programs document as an effect: it may be asked about."""
_BROWSER = frozenset({"Close", "Minimize", "Maximize", "Restore", "Chromium"})


class RecordedReader(FakeReader):
    """Tells a recorded tree, and reads the recorded picture by OCR."""

    def __init__(self, elements, ocr):
        super().__init__(elements)
        self._ocr = ocr

    def text(self, observation, region=None):
        """Return the lines that OCR reads there, each with its window."""
        self.readings += 1
        group = [w.rect for w in nodes.active_group(observation)]
        area = region or nodes.union(group) or observation.frame.rect
        frame = observation.frame.crop(area)
        lines = self._ocr.lines(frame) if frame.rect.area else ()
        windows = [nodes.window_at(observation, line.box.center) for line in lines]
        return [
            replace(line, window_id=window.window_id) if window else line
            for line, window in zip(lines, windows, strict=True)
        ]


@cache
def ocr():
    """Return the reader of text that all screens share."""
    return Ocr()


def names():
    """Return the names of the screens."""
    with ZipFile(ARCHIVE) as archive:
        return tuple(n.removesuffix(".json") for n in archive.namelist() if n.endswith(".json"))


def program_of(name):
    """Return the program of a screen: `l-tk1` is Tk's first one on the large screen."""
    parts = name.split("-")
    return "-".join(parts[1:3]) if parts[1] == "page" else parts[1]


def screen(name):
    """Return the observation of a screen and the elements of its tree."""
    with ZipFile(ARCHIVE) as archive:
        told = json.loads(archive.read(f"{name}.json"))
        picture = np.asarray(Image.open(BytesIO(archive.read(f"{name}.webp"))).convert("RGB"))
    (width, height), (x, y) = told["size"], told["at"]
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[y : y + picture.shape[0], x : x + picture.shape[1], :3] = picture[:, :, ::-1]
    windows = tuple(
        WindowInfo(
            **{**w, "rect": Rect(*w["rect"]), "frame": Rect(*w["frame"]) if w["frame"] else None}
        )
        for w in told["windows"]
    )
    elements = [
        ScreenElement(
            said, role, Rect(*box), "tree", frozenset(states), value, window, parent_name=parent,
            handle=(":r", f"/{at}"),
        )
        for at, (role, said, *box, states, value, window, parent) in enumerate(told["elements"])
    ]  # fmt: skip
    frame = Frame(pixels, ScreenPoint(0, 0), 0.0)
    monitors = (Monitor(1, frame.rect, 1.0),)
    return Observation(frame, monitors, windows, ScreenPoint(0, 0)), elements


def steps_on(name, observation, reader):
    """Return what is pressed on a screen; in a program without a tree every line that is read."""
    program = program_of(name)
    effects = EFFECTS.get(program, set()) | (_BROWSER if program.startswith("page") else set())
    popups = {w.window_id for w in observation.windows if w.is_popup}
    elements = reader.tree(observation, whole_screen=True)
    if len(elements) <= 2:
        elements = reader.text(observation)
    found = {}
    for element in elements:
        window = observation.window_reached(element.box.center)
        is_there = window is not None and window.rect.contains(element.box.center)
        is_shown = not popups or element.window_id in popups
        is_ready = element.source == "ocr" or (
            element.role in PRESSED and "enabled" in element.states
        )
        if is_there and is_shown and is_ready and element.name and element.name not in effects:
            found.setdefault((element.role, element.name), element)
    return tuple(found.values())


def ruling_on(element, observation, reader, policy="commands"):
    """Return what `--approve auto` decides about a press that the user's own words name, and its risk."""
    collector = EvidenceCollector(reader, Task("press it"), lambda: policy, FakeClock())
    collector.saw(observation)
    named = a.Element(element.name, element.role, source=element.source)
    click = a.Click(a.Aim(element.box.center, named))
    risk = assess(click, collector.of(Proposal(click, element), observation))
    windows = windows_of(click, observation)
    is_explicit = policy == "commands"
    return rule("auto", risk, windows, Rules(), Grants(), is_explicit=is_explicit), risk


def asked_on(screens):
    """Press every step on the screens and return how many there were, and those that were asked about."""
    counts, asked = Counter(), []
    for name in screens:
        observation, elements = screen(name)
        reader = RecordedReader(elements, ocr())
        for element in steps_on(name, observation, reader):
            ruling, risk = ruling_on(element, observation, reader)
            counts["steps"] += 1
            if ruling.decision != "run":
                asked.append(f"{name}: {element.role} {element.name} ({risk.reasons[0]})")
    return counts["steps"], asked
