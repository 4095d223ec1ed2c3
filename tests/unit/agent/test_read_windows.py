"""Windows without a tree: which of the words that are read in them a key or a text answers."""

import numpy as np
import pytest

from automation.agent.evidence_collector import EvidenceCollector
from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.events import Task
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.proposal import Proposal
from automation.safety.evidence import windows_of
from automation.safety.risk import assess
from automation.safety.rules import Grants, Rules, rule
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_reader import FakeReader, element, line

SCREEN = Rect(0, 0, 1920, 1080)
TEXT, ENTER = Write("hello"), Hotkey(("enter",))
BARS = [
    ("File Edit Search View Document Help",),
    ("File", "Edit", "View", "Calculator", "Help"),
    ("Eile Edit View Bookmarks Go", "Tools Help"),
    ("Datei Bearbeiten Ansicht Hilfe",),
    ("Файл Правка Вид Справка",),
]
NOTICE = "Warning: you are using the root account. You may harm your system."
WORDS = "Delete the old branch and push it"


def window(window_id=1, rect=Rect(640, 300, 640, 480), **more):  # noqa: B008 - a value
    return WindowInfo(window_id, "notes", "notes", 5, rect, executable="/usr/bin/notes", **more)


def decided(action, *rows, others=(), **more):
    """Return what `--approve auto` decides in a window in which these rows of lines are read."""
    lines = [
        line(text, Rect(650 + 120 * x, 310 + 40 * y, 110, 22), window_id=1)
        for y, row in enumerate(rows)
        for x, text in enumerate((row,) if isinstance(row, str) else row)
    ]
    frame = Frame(np.zeros((SCREEN.h, SCREEN.w, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    windows = (window(is_active=True, **more), *others)
    seen = Observation(frame, (Monitor(1, SCREEN, 1.0),), windows, ScreenPoint(0, 0))
    collector = EvidenceCollector(
        FakeReader((), lines), Task("go"), lambda: "commands", FakeClock()
    )
    collector.saw(seen)
    risk = assess(action, collector.of(Proposal(action), seen))
    told = windows_of(action, seen)
    return rule("auto", risk, told, Rules(), Grants(), is_explicit=True).decision


@pytest.mark.parametrize("bar", BARS)
@pytest.mark.parametrize("action", [TEXT, Write("hello", press_enter=True), ENTER, Hotkey(("a",))])
def test_what_stands_below_a_menu_bar_is_no_question(bar, action):
    assert decided(action, bar, NOTICE) == "run"
    assert decided(action, bar, WORDS) == "run"


@pytest.mark.parametrize("bar", BARS)
def test_a_smaller_window_with_a_menu_bar_is_no_dialog_of_the_larger(bar):
    larger = window(2, Rect(0, 0, 1900, 1000))
    assert decided(TEXT, bar, NOTICE, others=[larger]) == "run"
    assert decided(ENTER, bar, WORDS, others=[larger]) == "run"


@pytest.mark.parametrize("text", [NOTICE, WORDS])
def test_a_text_answers_nothing_where_no_answer_can_be_read(text):
    assert decided(TEXT, text) == "run"
    assert decided(ENTER, text) == "ask"


@pytest.mark.parametrize("action", [TEXT, ENTER])
@pytest.mark.parametrize(
    "rows",
    [
        (NOTICE, ("Continue", "Cancel")),
        ("All files will be deleted.", ("OK", "Cancel")),
        ("The file and the document will be deleted.", ("OK", "Cancel")),
        ("File and window and document deleted", ("OK",)),
        ("Delete all files?",),
        (("File", "Edit"), "All files will be deleted.", ("OK", "Cancel")),
        ("File format options", "All data of the other sheets will be erased.", ("OK", "Cancel")),
    ],
)
def test_what_an_answer_is_given_to_counts(action, rows):
    assert decided(action, *rows) == "ask"


def test_a_window_that_says_it_is_a_dialog_is_one_whatever_it_begins_with():
    assert decided(TEXT, BARS[0], NOTICE, is_dialog=True) == "ask"


@pytest.mark.parametrize("action", [TEXT, ENTER])
def test_a_question_counts_below_a_menu_bar_too(action):
    assert decided(action, BARS[0], "Delete all files?") == "ask"


@pytest.mark.parametrize("bar", BARS)
def test_a_control_that_enter_may_press_counts_below_a_menu_bar_too(bar):
    assert decided(ENTER, bar, ("Delete all",)) == "ask"


BEHIND, ADD = line("Delete old ones", Rect(900, 400, 90, 14)), line("Add", Rect(652, 572, 40, 14))
INSIDE = line("Delete old ones", Rect(652, 540, 90, 14))


@pytest.mark.parametrize(
    ("lines", "is_said"),
    [([BEHIND], True), ([BEHIND, ADD], False), ([INSIDE, ADD], True)],
)
def test_what_a_page_says_behind_its_dialog_is_not_what_the_dialog_says(lines, is_said):
    """Only where nothing at all is read in the dialog is all of the window taken for what it says."""
    modal = frozenset({"modal"})
    frame = element("", "dialog", Rect(640, 530, 150, 90), states=modal, window_id=1)
    add = element("Add", "button", Rect(650, 570, 60, 20), window_id=1)
    picture = Frame(np.zeros((SCREEN.h, SCREEN.w, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    windows = (window(is_active=True),)
    seen = Observation(picture, (Monitor(1, SCREEN, 1.0),), windows, ScreenPoint(0, 0))
    reader = FakeReader([frame, add], lines)
    collector = EvidenceCollector(reader, Task("go"), lambda: "commands", FakeClock())
    pressed = Proposal(Click(Aim(add.box.center)), element=add)
    found = collector.of(pressed, seen)
    assert ("Delete old ones" in found.question) == is_said
