"""A wait for "it": until what the next step names is there and can be used."""

import pytest

from automation.commands import policy
from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "Press", "press", is_active=True)
GREY = frozenset({"showing"})


def press(*late, grey=False):
    """A button, and others that come later or are greyed out at first."""
    held = GREY if grey else states()
    buttons = [
        element("Warm up", "button", Rect(40, 40, 120, 26)),
        *(
            element(n, "button", Rect(40, 80 + 40 * i, 160, 26), states=held)
            for i, n in enumerate(late)
        ),
        element("Title", "field", Rect(300, 40, 120, 20), states=states("editable"), value=""),
    ]
    return screen([WINDOW], buttons)


@pytest.mark.parametrize(
    "said",
    [
        "click Warm up, wait till it's there and click Helpful",
        "click Warm up and when it's there click Helpful",
        "click Warm up, and when it is shown, click Helpful",
        "click Warm up; as soon as that button shows up click Helpful",
        "click Warm up, then click Helpful once it is there",
        "click Warm up, wait for it and click Helpful",
        "klick auf Warm up, warte, bis es da ist, und klick auf Helpful",
        "klick auf Warm up, und sobald er da ist, klick auf Helpful",
        "klick auf Warm up, warte darauf und klick auf Helpful",
    ],
)
def test_the_next_step_waits_for_its_thing(said):
    assert told(said, press("Helpful")) == "click Warm up; wait 1; click Helpful"


def late(said, first, then, *, steps=2, most=12 * policy.MOST_LATE_LOOKS):
    """Return what is done after the first steps, where the screen changes only after many looks."""
    driver = Driver(said, first)
    for _ in range(steps):
        driver.step()
    looks, held = [], driver.reader.tree

    def tree(observation, *, whole_screen=False):
        looks.append(whole_screen)
        if looks.count(False) == most and not whole_screen:
            driver.show(then)
        return held(observation, whole_screen=whole_screen)

    driver.reader.tree = tree
    return driver.step()


def test_what_comes_late_is_waited_for():
    said = "click Warm up and when it's ready click Print a proof"
    assert late(said, press(), press("Print a proof")).element.name == "Print a proof"


@pytest.mark.parametrize(
    "said",
    [
        "click Warm up and when it's ready print a proof",
        "warm up and as soon as it is ready print a proof",
        "Warm up, and once it is ready, print the proof",
    ],
)
def test_what_is_greyed_out_at_first_is_waited_for(said):
    step = late(said, press("Print a proof", grey=True), press("Print a proof"))
    assert step.element.name == "Print a proof"


@pytest.mark.parametrize(
    "said",
    [
        "click Warm up and click Print a proof",
        "Warm up, then Print a proof",
        "click Warm up, then print a proof",
        "klick auf Warm up und dann auf Print a proof",
    ],
)
def test_what_the_step_before_makes_usable_is_waited_for(said):
    grey, able = press("Print a proof", grey=True), press("Print a proof")
    assert late(said, grey, able, steps=1, most=4).element.name == "Print a proof"


def test_a_field_that_the_step_before_makes_usable_is_waited_for():
    def title(held):
        return press().with_elements(
            element("Letters", "field", Rect(300, 90, 120, 20), states=held, value="")
        )

    said = "click Warm up and type A.R.M. into Letters"
    step = late(said, title(GREY), title(states("editable")), steps=1, most=4)
    assert step.element.name == "Letters"


def test_what_stays_greyed_out_is_told():
    end = Driver("click Warm up and click Helpful", press("Helpful", grey=True)).all()[-1]
    assert (end.outcome, "greyed out" in end.message) == (Outcome.FAILED, True)


@pytest.mark.parametrize(
    "said",
    [
        "click Warm up and when it's ready click Close",
        "click Warm up, wait until it is done and click Close",
        "click Warm up and click Close once it has finished",
        "klick auf Warm up, warte, bis es fertig ist, und klick auf Close",
    ],
)
def test_what_could_be_used_all_the_time_does_not_tell_that_something_is_ready(said):
    driver = Driver(said, press("Close"))
    first, end = driver.all()
    assert first.element.name == "Warm up"
    assert end.outcome is Outcome.UNVERIFIED
    assert "Close" in end.message


def test_what_never_comes_is_told():
    driver = Driver("click Warm up, wait for it and click Helpful", press())
    end = driver.all()[-1]
    assert isinstance(end, Finish)
    assert end.outcome is Outcome.NOT_FOUND


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("type Call me as soon as it is ready", "Call me as soon as it is ready"),
        ("type Stop once they are there into Title", "Stop once they are there"),
    ],
)
def test_in_a_text_such_words_are_typed(said, text):
    assert Driver(said, press()).step().intent.text == text


@pytest.mark.parametrize(
    "said",
    [
        "click Warm up when it is red",
        "when the moon is up click Warm up",
        "click Warm up if it is there",
    ],
)
def test_another_condition_is_not_left_out(said):
    assert told(said, press()) in ("not_found", "needs_model", "shown moon is up 30; click Warm up")
