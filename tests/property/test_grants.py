"""What the user accepts for more than one step covers exactly that, step by step."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import Confirmation, Proposal, Risk, RiskLevel
from automation.core.timing import StopToken
from automation.safety.rules import Permission, RuledConfirmer, Rules
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_screen import picture
from tests.slow import examples

PROGRAMS = ("mousepad", "gimp", "python3.11")
WINDOWS = tuple(
    WindowInfo(n, name, name, 40 + n, Rect(n * 100, 0, 100, 100), executable=f"/usr/bin/{name}")
    for n, name in enumerate(PROGRAMS)
)
REST = Confirmation("accepted", "user", allow_rest_in_app=True)
LEVELS = st.sampled_from([RiskLevel.R1, RiskLevel.R2, RiskLevel.R3])
STEPS = st.lists(
    st.tuples(
        st.integers(0, len(WINDOWS) - 1),
        LEVELS,
        st.booleans(),
        st.sampled_from(["step", "step", "step", "revoke"]),
    ),
    max_size=12,
)
PATH = ("Recent", "Two", "Three")


def seen(*, active=0):
    windows = tuple(replace(w, is_active=w.window_id == active) for w in WINDOWS)
    monitors = (Monitor(1, Rect(0, 0, 640, 480), 1.0),)
    return Observation(picture(), monitors, windows, ScreenPoint(0, 0))


def click_in(window, name="Bold", leads_to=()):
    point = window.rect.center
    element = ScreenElement(name, "menu_item", Rect(point.x - 5, point.y - 5, 10, 10), "tree")
    return Proposal(Click(Aim(point)), element=element, leads_to=leads_to)


@settings(max_examples=examples(300), deadline=None)
@given(STEPS, st.sampled_from(["ask", "assist", "auto"]))
def test_a_grant_runs_easy_steps_of_its_program_and_nothing_else(steps, mode):
    human = FakeConfirmer([REST] * 100)
    confirmer = RuledConfirmer(mode, Rules({w.executable: Permission.ASK for w in WINDOWS}), human)
    granted: set[int] = set()
    for index, level, is_new, kind in steps:
        if kind == "revoke":
            confirmer.revoke_grants()
            granted.clear()
            continue
        before = len(human.asked)
        risk = Risk(level, is_new_ground=is_new)
        told = confirmer.confirm(click_in(WINDOWS[index]), risk, seen(), StopToken())
        was_asked = len(human.asked) > before
        is_covered = index in granted and level < RiskLevel.R3 and not is_new
        assert was_asked is not is_covered
        assert told.by.startswith("rule:task") is is_covered
        if was_asked and level < RiskLevel.R3:
            granted.add(index)


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from([Permission.NEVER_TOUCH, Permission.NEVER_LOOK]), LEVELS)
def test_no_grant_reaches_a_program_that_is_off_limits(refusal, level):
    human = FakeConfirmer([REST])
    confirmer = RuledConfirmer("ask", Rules({WINDOWS[1].executable: refusal}), human)
    confirmer.confirm(click_in(WINDOWS[0]), Risk(RiskLevel.R1), seen(), StopToken())
    told = confirmer.confirm(click_in(WINDOWS[1]), Risk(level), seen(), StopToken())
    assert (told.verdict, len(human.asked)) == ("blocked", 1)


def deviations():
    """Yield second steps that are not the next press of the accepted path, or riskier."""
    here = WINDOWS[0]
    nxt = click_in(here, PATH[1])
    easy = Risk(RiskLevel.R1)
    yield click_in(here, "Other"), easy, 0
    yield click_in(WINDOWS[1], PATH[1]), easy, 0
    yield click_in(here, PATH[2]), easy, 0
    yield nxt, Risk(RiskLevel.R3), 0
    yield nxt, Risk(RiskLevel.R2), 0
    yield replace(nxt, intent=Click(Aim(here.rect.center), count=2)), easy, 0
    yield replace(nxt, intent=Click(Aim(here.rect.center), modifiers=("ctrl",))), easy, 0
    yield replace(nxt, element=None), easy, 0
    yield Proposal(Write("x"), element=nxt.element), easy, 0
    yield Proposal(Hotkey(("Return",)), element=nxt.element), easy, 0


@given(st.sampled_from(list(deviations())))
def test_a_step_that_leaves_the_accepted_path_is_asked_about(deviation):
    proposal, risk, active = deviation
    human = FakeConfirmer()
    confirmer = RuledConfirmer("ask", Rules(), human)
    first = click_in(WINDOWS[0], PATH[0], leads_to=PATH[1:])
    confirmer.confirm(first, Risk(RiskLevel.R1), seen(), StopToken())
    told = confirmer.confirm(proposal, risk, seen(active=active), StopToken())
    assert (told.by, len(human.asked)) == ("user", 2)


def test_the_accepted_path_itself_runs_once_in_its_order():
    human = FakeConfirmer()
    confirmer = RuledConfirmer("ask", Rules(), human)
    easy = Risk(RiskLevel.R1)
    confirmer.confirm(click_in(WINDOWS[0], PATH[0], leads_to=PATH[1:]), easy, seen(), StopToken())
    told = [
        confirmer.confirm(click_in(WINDOWS[0], name), easy, seen(), StopToken()).by
        for name in (*PATH[1:], PATH[2])
    ]
    assert told == ["rule:same_path", "rule:same_path", "user"]
