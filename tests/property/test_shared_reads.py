"""What player, judge and verifier read together is judged no milder than what each reads for itself."""

from hypothesis import given, settings
from hypothesis import strategies as st

from automation.agent.evidence_collector import EvidenceCollector
from automation.core.actions import Aim, Click, Hotkey, Scroll, Write
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import WindowInfo
from automation.core.proposal import Proposal
from automation.desktop.elements.reader import DesktopReader
from automation.safety.risk import assess
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_reader import line
from tests.fakes.fake_screen import observation
from tests.slow import examples
from tests.unit.desktop.element_scenes import Eyes

PID, PLACE = 4242, Rect(100, 50, 400, 300)
NAMES = st.sampled_from(["", "Bold", "Save", "Delete", "Send", "OK", "PIN", "Delete all 3 files?"])
FIELD, PASSWORD, BUTTON, CHECKBOX, LABEL, PAGE = 79, 40, 43, 7, 29, 95
ROLES = st.sampled_from([FIELD, FIELD, PASSWORD, BUTTON, BUTTON, CHECKBOX, LABEL, PAGE])
STATES = st.sampled_from(
    [SHOWING, (*SHOWING, 12), (*SHOWING, 7, 12), (*SHOWING, 39), (*SHOWING, 4)]
)
BOXES = st.builds(
    lambda column, row: Rect(110 + 90 * column, 60 + 40 * row, 80, 24),
    st.integers(0, 3), st.integers(0, 5),
)  # fmt: skip
THINGS = st.lists(st.builds(Thing, ROLES, NAMES, BOXES, STATES), max_size=6)
POINTS = st.builds(ScreenPoint, st.integers(105, 480), st.integers(55, 320))
AIMS = st.builds(Aim, POINTS)
ACTIONS = st.one_of(
    st.builds(Click, AIMS), st.builds(Write, st.sampled_from(["a b", "hello"]), st.none() | AIMS),
    st.just(Hotkey(("enter",))), st.just(Hotkey(("a",))), st.just(Scroll("down")),
)  # fmt: skip
POLICIES = st.sampled_from(["macro", "holotron", "commands"])
PROGRAMS = st.sampled_from(["editor", "firefox", "thunderbird"])
TITLES = st.sampled_from(["Editor", "Account settings"])


def look(app, title):
    window = WindowInfo(
        1, title, app, PID, PLACE, is_active=True, executable=f"/usr/bin/{app}"
    )  # fmt: skip
    return observation(None, window)


def judged(action, seen, bus, lines, policy, *, keep_s, asked_before):
    reader = DesktopReader(bus=bus, ocr=Eyes(*lines), keep_s=keep_s)
    if asked_before:  # who checked the last effect, and who looked for the target
        reader.focused(seen)
        reader.tree(seen)
    collector = EvidenceCollector(reader, Task("do it"), lambda: policy, FakeClock())
    collector.saw(seen)
    return assess(action, collector.of(Proposal(action), seen))


@settings(max_examples=examples(60), deadline=None)
@given(ACTIONS, THINGS, st.lists(NAMES, max_size=2), POLICIES, PROGRAMS, TITLES)
def test_a_shared_reading_is_judged_as_a_fresh_one(action, things, words, policy, app, title):
    bus = FakeBus((PID, [Thing(23, title, PLACE, children=things)]))
    lines = [line(word, Rect(110, 60 + 40 * n, 80, 24)) for n, word in enumerate(words) if word]
    seen = look(app, title)
    shared = judged(action, seen, bus, lines, policy, keep_s=60.0, asked_before=True)
    fresh = judged(action, seen, bus, lines, policy, keep_s=0.0, asked_before=False)
    assert shared.level >= fresh.level
    assert shared == fresh
