"""A step's window comes to the front by an action of its own; no press goes to a window over its target."""

from dataclasses import replace

import pytest

from automation.core import actions
from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.core.proposal import Confirmation, Later, Outcome, Proposal, RiskLevel
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.find.target_window import hidden
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from automation.macros.play.conditions import Sight
from automation.macros.play.mismatch import Trouble
from automation.macros.play.step_actions import Aimed
from automation.macros.play.step_context import PlayServices, StepContext
from automation.macros.play.targets import (
    BEHIND_S,
    WindowRaiser,
    covered,
    target_of,
    waits_elsewhere,
)
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import (
    AREA,
    FORM,
    Rig,
    World,
    WorldFinder,
    WorldReader,
    click,
    macro,
    thing,
)
from tests.fakes.screens import screen, win

A = thing("A", 0)
BANK = replace(FORM, window_id=9, title="Bank", app="bank", pid=8, rect=A.box, is_active=False)


def played(*over, step=None):
    world = World([A, thing("B", 9)], windows=(*over, FORM))
    return Rig(world, macro(step or click("A"))), world


def test_what_lies_under_another_window_is_not_pressed():
    rig, world = played(BANK)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert "“Bank” lies over" in rig.ended.message
    assert world.sent == []


def test_a_drag_does_not_end_under_another_window():
    drag = grammar.Drag(id="d", target=Target(name="B"), to=Target(name="A"))
    rig, world = played(BANK, step=drag)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert world.sent == []


@pytest.mark.parametrize(
    "changes",
    [
        {"is_own": True},
        {"is_tooltip": True, "is_popup": True},
        {"is_minimised": True},
        {"is_popup": True, "pid": FORM.pid},
        {"rect": Rect(100, 80, 20, 20)},
    ],
)
def test_what_takes_no_press_or_is_its_own_is_in_nobodys_way(changes):
    seen = World([A], windows=(replace(BANK, **changes), FORM)).observe_now()
    found = {"target": Found(A.box.center, A.box, "tree", 1.0, None, FORM.window_id)}
    pressed = Proposal(actions.Click(actions.Aim(A.box.center)))
    assert covered(click("A"), pressed, found, seen) is None
    assert covered(click("A"), pressed, found, replace(seen, windows=(BANK, FORM))) is not None


def test_a_press_on_another_windows_border_is_not_sent():
    framed = replace(BANK, rect=Rect(100, 80, 20, 20), frame=A.box)
    rig, world = played(framed)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert world.sent == []


BEHIND = replace(FORM, is_active=False)
NOTES = WindowInfo(2, "Notes", "mousepad", 9, AREA, is_active=True)
OWN = WindowInfo(3, "deskhand", "deskhand", 5, Rect(90, 60, 60, 50), is_active=True, is_own=True)
FIND_DIALOG = WindowInfo(4, "Find", "app", 7, Rect(20, 20, 60, 40))
STEP = grammar.Click(id="a", target=Target(name="A", window="Form", app="app"))
GONE = Trouble("target", "it is not there", why="missing")
IN_FRONT = (FORM, replace(NOTES, is_active=False))


class Looks:
    """A raiser of one step, and looks to give it."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.world = World()
        services = PlayServices(WorldFinder(self.world), WorldReader(self.world), self.clock)
        self.raiser = WindowRaiser(services, set())

    def context(self, windows, *, is_settled=True) -> StepContext:
        self.world.windows = windows
        seen = self.world.observe_now()
        return StepContext(Sight(seen, WorldReader(self.world)), is_settled, StopToken())

    def first(self, *windows, **more):
        return self.raiser.first(STEP, self.context(windows, **more))

    def after(self, trouble, *windows, **more):
        return self.raiser.after(STEP, trouble, self.context(windows, **more))


@pytest.fixture
def looks():
    return Looks()


def test_a_window_that_was_in_front_in_between_is_given_its_time_anew(looks):
    assert isinstance(looks.first(NOTES, BEHIND), Later)
    looks.clock.advance(BEHIND_S)
    assert looks.first(*IN_FRONT) is None
    looks.clock.advance(BEHIND_S)
    assert isinstance(looks.first(NOTES, BEHIND), Later)
    looks.clock.advance(BEHIND_S)
    assert isinstance(looks.first(NOTES, BEHIND), Aimed)


def test_it_is_proposed_on_a_look_that_has_settled_only(looks):
    looks.first(NOTES, BEHIND)
    looks.clock.advance(BEHIND_S)
    asked = looks.first(NOTES, BEHIND, is_settled=False)
    assert isinstance(asked, Later)
    assert asked.settles


def test_a_proposal_that_came_to_nothing_is_made_again(looks):
    looks.first(NOTES, BEHIND)
    looks.clock.advance(BEHIND_S)
    assert isinstance(looks.first(NOTES, BEHIND), Aimed)
    looks.raiser.clear_pending()
    looks.raiser.on_record()
    assert isinstance(looks.first(NOTES, BEHIND), Aimed)
    looks.raiser.on_record()
    assert looks.first(NOTES, BEHIND) is None


def test_past_one_of_ours_it_is_raised_only_where_the_target_is_surely_missing(looks):
    assert looks.after(GONE, OWN, BEHIND, is_settled=False) is None
    assert looks.after(replace(GONE, why="several"), OWN, BEHIND) is None
    assert looks.after(GONE, OWN, replace(BEHIND, title="Other")) is None
    assert looks.after(GONE, OWN, FIND_DIALOG, BEHIND) is None, "its dialog stays over it"
    assert looks.after(GONE, NOTES, BEHIND) is None, "nothing of ours is over it"
    raised = looks.after(GONE, OWN, BEHIND)
    assert raised.proposal.intent == actions.Window("activate", FORM.window_id, "Form")


DIALOG = WindowInfo(4, "Sure?", "app", 7, Rect(20, 20, 60, 40))
ASKING = replace(DIALOG, is_active=True)
TWIN = replace(BEHIND, window_id=5)
PANEL = WindowInfo(6, "Panel", "panel", 8, Rect(0, 110, 160, 10))
TARGET = Target(name="A", window="Form", app="app")
RAISED = actions.Window("activate", FORM.window_id, "Form")


class OnTop(WorldFinder):
    """Finds nothing unless the window that has the things is on top."""

    def find(self, target, observation, images, stop, *, lowest="landmarks"):
        if observation.windows[0].window_id != FORM.window_id:
            return Missed("missing", "it cannot be seen")
        return super().find(target, observation, images, stop, lowest=lowest)


def raises(world, action):
    """Do what a window manager does."""
    if isinstance(action, actions.Window):
        others = [replace(w, is_active=False) for w in world.windows]
        mine = next(w for w in others if w.window_id == action.window_id)
        others.remove(mine)
        world.windows = (replace(mine, is_active=True, is_minimised=False), *others)


def step(step_id="a", **more):
    return grammar.Click(id=step_id, target=TARGET, **more)


def replay(*windows, steps=(), on_action=raises, finder=OnTop, **more):
    """Return a replay of one click on a thing of the form, with these windows, topmost first."""
    world = World([thing("A", 0)], windows, on_action=on_action)
    return Rig(world, macro(*(steps or (step(),))), finder_type=finder, **more)


def activations(rig):
    return [a for a in rig.world.sent if isinstance(a, actions.Window)]


def test_a_window_behind_another_programs_is_raised_and_then_its_thing_is_pressed():
    rig = replay(NOTES, BEHIND)
    assert rig.run().outcome is Outcome.DONE
    assert rig.world.sent[0] == RAISED
    assert rig.world.pressed == ["A"]
    raised = rig.log.records[0].proposal
    assert raised.sentence == "Switch to “Form”"
    assert raised.evidence == "the window of this step is behind another window (“Notes”)"
    assert raised.upcoming[0] == "Click “A”", "the step itself follows"
    assert rig.states() == [("a", 0, "done")], "it is no step of the macro"


def test_a_minimised_window_is_brought_back():
    rig = replay(NOTES, replace(BEHIND, is_minimised=True))
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == [RAISED]
    assert "is minimised" in rig.log.records[0].proposal.evidence


@pytest.mark.parametrize(
    "windows",
    [
        (FORM, replace(NOTES, is_active=False)),
        (replace(PANEL, is_active=False), FORM),
        (OWN, BEHIND),
    ],
    ids=["in front", "under a panel", "under ours"],
)
def test_a_window_in_front_is_not_raised_and_not_waited_for(windows):
    rig = replay(*windows, finder=WorldFinder)
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == []
    assert rig.clock.waited == []


@pytest.mark.parametrize(
    "windows",
    [
        (DIALOG, BEHIND),
        (NOTES, DIALOG, BEHIND),
        (NOTES, BEHIND, TWIN),
        (NOTES, replace(BEHIND, is_minimised=True), replace(TWIN, is_minimised=True)),
        (NOTES, DIALOG, replace(BEHIND, is_minimised=True)),
        (NOTES, replace(BEHIND, title="Other")),
        (NOTES, replace(BEHIND, app="other")),
        (NOTES, replace(BEHIND, is_own=True)),
        (replace(NOTES, is_popup=True), BEHIND),
        (replace(NOTES, rect=Rect(200, 0, 90, 90)), BEHIND),
        (NOTES,),
    ],
    ids=[
        "under a dialog",
        "under a dialog and another program",
        "two alike",
        "two alike minimised",
        "minimised with a dialog shown",
        "another title",
        "another program",
        "one of ours",
        "under a popup",
        "beside another",
        "not open",
    ],
)
def test_what_is_not_surely_meant_or_not_behind_another_program_is_not_raised(windows):
    rig = replay(*windows)
    assert rig.run().outcome is not Outcome.DONE
    assert rig.world.sent == []


@pytest.mark.parametrize("form", [BEHIND, replace(BEHIND, is_minimised=True)])
def test_raising_that_does_not_help_is_done_once_and_the_step_stops(form):
    rig = replay(NOTES, form, on_action=lambda world, action: None)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert rig.world.sent == [RAISED]


def test_a_raise_that_is_refused_ends_the_run_and_nothing_is_sent():
    refusing = FakeConfirmer([Confirmation("rejected", "user")])
    rig = replay(NOTES, BEHIND, confirmer=refusing)
    assert rig.run().outcome is Outcome.REJECTED
    assert rig.world.sent == []


def test_each_step_may_raise_its_window_again():
    covered = iter([True, False])

    def covers(world, action):
        raises(world, action)
        if isinstance(action, actions.Click) and next(covered):
            world.windows = (NOTES, BEHIND)

    rig = replay(NOTES, BEHIND, steps=(step("a"), step("b")), on_action=covers)
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == [RAISED, RAISED]
    assert rig.world.pressed == ["A", "A"]


def test_what_stays_over_a_raised_window_is_not_raised_past_again():
    def stays(world, action):
        world.windows = (PANEL, replace(FORM, is_active=isinstance(action, actions.Window)))

    steps = (step("a"), step("b"), step("c"))
    rig = replay(PANEL, BEHIND, steps=steps, on_action=stays, finder=WorldFinder)
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == [RAISED]


def test_a_window_that_comes_up_by_itself_is_not_raised():
    def comes_up(world):
        if world.looks == 3:
            world.windows = (FORM, replace(NOTES, is_active=False))

    rig = replay(NOTES, BEHIND)
    rig.world.on_look = comes_up
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == []


def test_a_window_that_opens_behind_is_raised_when_it_is_there():
    def opens(world):
        if world.looks == 6:
            world.windows = (NOTES, BEHIND)

    wait = grammar.Until(condition=grammar.Titled(title="Form"))
    rig = replay(NOTES, steps=(step(wait=wait),))
    rig.world.on_look = opens
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == [RAISED]
    assert rig.world.pressed == ["A"]


def test_the_window_is_raised_before_what_the_step_waits_for():
    wait = grammar.Until(condition=grammar.Exists(target=TARGET), within_s=3.0)
    rig = replay(NOTES, BEHIND, steps=(step(wait=wait),))
    assert rig.run().outcome is Outcome.DONE


def test_a_check_of_a_thing_raises_its_window():
    check = grammar.CheckThat(id="c", condition=grammar.Exists(target=TARGET))
    rig = replay(NOTES, BEHIND, steps=(check,))
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == [RAISED]


def test_one_of_ours_in_the_way_gives_way_where_nothing_was_found():
    rig = replay(OWN, BEHIND)
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == [RAISED]
    assert "deskhand's own window" in rig.log.records[0].proposal.evidence


def test_of_an_untrusted_macro_the_raise_is_asked_about_too():
    rig = replay(NOTES, BEHIND, tools={"is_trusted": False})
    rig.run()
    assert rig.log.records[0].proposal.raised_risk is RiskLevel.R3


DRY = Confirmation("dry_run", "rule:dry_run", reason="nothing is sent in a dry run")


@pytest.mark.parametrize("over", [NOTES, OWN], ids=["another program's", "ours"])
def test_a_dry_run_shows_what_would_be_raised_and_sends_nothing(over):
    rig = replay(over, BEHIND, confirmer=FakeConfirmer([DRY]))
    ended = rig.run(approve="dry-run")
    assert ended.outcome is Outcome.DONE
    assert [one.proposal.sentence for one in rig.log.records] == ["Switch to “Form”"]
    assert "1 step was shown, nothing was sent" in ended.message
    assert "not on the screen yet: Click “A”." in ended.message
    assert rig.world.sent == []


def test_a_dry_run_of_a_window_that_is_not_there_is_no_success():
    rig = replay(NOTES)
    assert rig.run(approve="dry-run").outcome is not Outcome.DONE
    assert rig.log.records == []


def test_a_window_that_nobody_may_look_at_is_not_raised():
    form, notes = win(1, "Form", "app"), win(2, "Notes", "mousepad", is_active=True)
    seen = screen([notes, form], []).observation
    assert hidden(TARGET, seen).window == form
    assert hidden(TARGET, replace(seen, masked=(form.rect,))) is None


def test_a_drag_to_another_window_raises_neither():
    away = Target(name="B", window="Notes", app="mousepad")
    assert target_of(grammar.Drag(id="d", target=TARGET, to=TARGET)) == TARGET
    assert target_of(grammar.Drag(id="d", target=TARGET, to=away)) is None


IS_OPEN = grammar.Until(condition=grammar.Titled(title="Form"), within_s=1.0)


def keys(**more):
    """Return keys without a target, as recordings and compiled runs have them: their window's title is waited for."""
    wait = grammar.Until(condition=grammar.Titled(title="Form"), within_s=3.0)
    return grammar.Keys(id="k", keys=("ctrl", "s"), wait=wait, **more)


def typing(*windows, by="run", **more):
    rig = replay(*windows, steps=(keys(),), **more)
    rig.macro = macro(keys(), made=grammar.Made(by=by))
    return rig


BESIDE = replace(NOTES, rect=Rect(200, 0, 90, 90))


@pytest.mark.parametrize("by", ["run", "recording", "import", "hand"])
@pytest.mark.parametrize("front", [NOTES, BESIDE], ids=["over it", "beside it"])
def test_keys_raise_the_window_whose_title_they_wait_for_whoever_made_the_macro(front, by):
    rig = typing(front, BEHIND, by=by)
    assert rig.run().outcome is Outcome.DONE
    assert rig.world.sent == [RAISED, actions.Hotkey(("ctrl", "s"))]


@pytest.mark.parametrize(
    "windows", [(FORM, replace(NOTES, is_active=False)), (ASKING, BEHIND), (BEHIND, ASKING)]
)
def test_keys_go_to_the_program_they_were_pressed_in_without_a_raise(windows):
    rig = typing(*windows)
    assert rig.run().outcome is Outcome.DONE
    assert rig.world.sent == [actions.Hotkey(("ctrl", "s"))]


@pytest.mark.parametrize("by", ["run", "recording", "import", "hand"])
@pytest.mark.parametrize(
    ("windows", "on_action"),
    [
        ((NOTES, BEHIND), lambda world, action: None),
        ((NOTES, DIALOG, BEHIND), raises),
        ((NOTES, BEHIND, TWIN), raises),
    ],
    ids=["did not help", "under a dialog", "two alike"],
)
def test_keys_are_never_sent_to_another_program_instead(windows, on_action, by):
    rig = typing(*windows, by=by, on_action=on_action)
    ended = rig.run()
    assert ended.outcome is Outcome.NOT_FOUND
    assert "“Form” is behind another window (“Notes”); bring it to the front" in ended.message
    assert not any(isinstance(action, actions.Hotkey) for action in rig.world.sent)


def test_keys_that_say_the_window_in_front_cost_no_look_and_no_proposal():
    windows, costs = (FORM, replace(NOTES, is_active=False)), []
    for is_said in (True, False):
        rig = typing(*windows, by="recording")
        if not is_said:
            rig.macro = macro(grammar.Keys(id="k", keys=("ctrl", "s")))
        assert rig.run().outcome is Outcome.DONE
        costs.append((rig.world.looks, rig.clock.waited, len(rig.log.records)))
    assert costs[0] == costs[1]


def test_a_window_that_a_step_of_its_own_waits_for_is_not_raised_for_the_keys_after_it():
    """So a notice of another program is waited for, that the keys are not for."""
    waits = grammar.Wait(id="w", wait=IS_OPEN)
    rig = replay(NOTES, BEHIND, steps=(waits, grammar.Keys(id="k", keys=("ctrl", "s"))))
    assert rig.run().outcome is Outcome.BLOCKED, "the fake executor's focus is in the form"
    assert activations(rig) == []


@pytest.mark.parametrize("pressed_keys", [("alt", "tab"), ("super", "left"), ("print",)])
def test_keys_that_the_desktop_takes_are_for_no_window_though_they_wait_for_one(pressed_keys):
    rig = replay(NOTES, BEHIND, steps=(grammar.Keys(id="k", keys=pressed_keys, wait=IS_OPEN),))
    ended = rig.run()
    assert activations(rig) == []
    assert ended.outcome is Outcome.BLOCKED, "they are sent; the fake executor's focus is elsewhere"


def test_a_window_that_comes_back_over_it_is_raised_past_once_a_step():
    def comes_back(world, action):
        raises(world, action)
        if isinstance(action, actions.Click):
            world.windows = (NOTES, BEHIND)

    pressed_keys = grammar.Keys(id="k", keys=("ctrl", "a"), target=TARGET)
    rig = replay(NOTES, BEHIND, steps=(pressed_keys,), on_action=comes_back, finder=WorldFinder)
    rig.world.things = [thing("A", 0, role="field")]
    rig.run()
    assert [type(action) for action in rig.world.sent][:2] == [actions.Window, actions.Click]
    assert activations(rig) == [RAISED]


def test_a_window_manager_that_takes_its_time_is_not_taken_for_a_panel():
    late = []

    def slowly(world, action):
        if isinstance(action, actions.Window):
            late.append(world.looks + 2)
        else:
            world.windows = (NOTES, BEHIND)

    def comes_up(world):
        if late and world.looks >= late[-1]:
            late.clear()
            world.windows = (FORM, replace(NOTES, is_active=False))

    rig = replay(NOTES, BEHIND, steps=(step("a"), step("b")), on_action=slowly)
    rig.world.on_look = comes_up
    rig.run()
    assert rig.ended.outcome is Outcome.DONE
    assert activations(rig) == [RAISED, RAISED]


class InFront(WorldFinder):
    """Finds things of the window in front only: `Done` is in the notes, all else in the form."""

    def find(self, target, observation, images, stop, *, lowest="landmarks"):
        if observation.windows[0].title != target.window:
            return Missed("missing", "it cannot be seen", is_hidden=True)
        return super().find(target, observation, images, stop, lowest=lowest)


DONE = Target(name="Done", window="Notes", app="mousepad")


def test_what_is_waited_for_in_another_window_is_not_covered_by_the_steps_own():
    def is_ready(world):
        if world.looks == 8:
            world.things = [thing("A", 0), thing("Done", 1)]

    wait = grammar.Until(condition=grammar.Exists(target=DONE), within_s=5.0)
    rig = replay(NOTES, BEHIND, steps=(step(wait=wait),), finder=InFront)
    rig.world.on_look = is_ready
    assert rig.run().outcome is Outcome.DONE
    assert rig.world.sent[0] == RAISED
    assert rig.world.pressed == ["A"]


@pytest.mark.parametrize("text_in", ["Notes", "Form"])
def test_a_text_is_waited_for_in_the_window_in_front_and_then_in_the_steps_own(text_in):
    looks = []

    def shows(world):
        looks.append(world.windows[0].title)
        is_there = looks.count(text_in) > 8 and looks[-1] == text_in
        world.things = [thing("A", 0), *([thing("Done", 1)] if is_there else [])]

    wait = grammar.Until(condition=grammar.Shows(text="Done"), within_s=5.0)
    rig = replay(NOTES, BEHIND, steps=(step(wait=wait),))
    rig.world.on_look = shows
    assert rig.run().outcome is Outcome.DONE
    assert activations(rig) == [RAISED]
    assert rig.world.pressed == ["A"]


@pytest.mark.parametrize(
    ("condition", "is_elsewhere"),
    [
        (grammar.Exists(target=DONE), True),
        (grammar.Exists(target=DONE, absent=True), True),
        (grammar.Holds(target=Target(name="B", window="Form", app="other"), value="x"), True),
        (grammar.Holds(target=Target(name="B", window="Form"), value="x"), False),
        (grammar.Exists(target=Target(name="A")), True),
        (grammar.Exists(target=Target(name="A"), absent=True), False),
        (grammar.Holds(target=Target(name="A"), value="x"), True),
        (grammar.Shows(text="x"), True),
        (grammar.Shows(text="x", absent=True), False),
        (grammar.Changed(), True),
        (grammar.Titled(title="Form"), False),
    ],
)
def test_what_is_waited_for_tells_whether_the_window_is_raised_before(condition, is_elsewhere):
    assert waits_elsewhere(step(wait=grammar.Until(condition=condition))) is is_elsewhere
    assert not waits_elsewhere(step())


MENU = WindowInfo(8, "", "app", 7, Rect(0, 0, 60, 40), is_popup=True, is_menu=True)


@pytest.mark.parametrize("windows", [(MENU, NOTES, BEHIND), (MENU, OWN, FORM)])
def test_no_window_is_raised_under_its_open_menu(windows):
    """That would close it; an item of it may be slow to come."""
    rig = replay(*windows)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert rig.world.sent == []


@pytest.mark.parametrize("menu", [MENU, replace(MENU, is_popup=False)])
def test_keys_raise_no_window_under_its_open_menu(menu):
    rig = typing(menu, NOTES, BEHIND)
    rig.run()
    assert activations(rig) == []


def test_a_menu_that_is_closed_or_another_programs_holds_no_raise_back():
    others = replace(MENU, pid=9, app="mousepad"), replace(MENU, is_minimised=True)
    for menu in others:
        rig = replay(NOTES, BEHIND, menu, finder=WorldFinder)
        assert rig.run().outcome is Outcome.DONE
        assert activations(rig) == [RAISED]


IS_GONE = grammar.Until(condition=grammar.Titled(title="Form", absent=True), within_s=1.0)


@pytest.mark.parametrize(
    ("one", "is_raised"),
    [
        (grammar.Type(id="t", text="x", wait=IS_OPEN), True),
        (grammar.Clipboard(id="c", op="copy", wait=IS_OPEN), True),
        (grammar.Clipboard(id="c", op="set", text="x", wait=IS_OPEN), False),
        (grammar.Keys(id="k", keys=("enter",), wait=IS_GONE), False),
        (grammar.Keys(id="k", keys=("enter",), target=DONE, wait=IS_OPEN), False),
        (grammar.Wait(id="w", seconds=0.1, wait=IS_OPEN), False),
    ],
    ids=["typing", "copying", "filling the clipboard", "gone", "with a target", "a wait"],
)
def test_only_what_keys_do_raises_the_window_that_is_waited_for(one, is_raised):
    rig = replay(NOTES, BEHIND, steps=(one,))
    rig.run()
    assert activations(rig) == ([RAISED] if is_raised else [])


def test_a_step_that_switches_to_a_window_is_not_told_as_its_own_next_one():
    switch = grammar.Window(id="w", op="activate", title="Form", app="app")
    rig = replay(NOTES, BEHIND, steps=(switch, step()))
    assert rig.run().outcome is Outcome.DONE
    assert rig.log.records[0].proposal.upcoming == ("Click “A”",)
    assert activations(rig) == [RAISED], "the step after finds it in front"
