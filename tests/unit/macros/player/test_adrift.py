"""What was to go where a step has put the keyboard goes nowhere when that step was left out."""

import pytest

from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.macro import Target
from automation.macros.play.values import Table
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import Rig, World, click, macro, thing

AMOUNT = Target(name="Amount")
TYPED = grammar.Type(id="t", text="1000")
SEARCH = thing("Search", 8, role="field", states=frozenset({"enabled", "showing", "focused"}))


def played(*steps, things=(SEARCH,), **more):
    """Play steps in a window in which only the search field stands."""
    rig = Rig(World([*things]), macro(*steps), **more)
    rig.run()
    return rig


@pytest.mark.parametrize(
    "left_out",
    [
        click("Amount", "x", on_mismatch="skip"),
        grammar.Drag(id="x", target=AMOUNT, to=AMOUNT, on_mismatch="skip"),
        grammar.Type(id="x", text="9", target=AMOUNT, on_mismatch="skip"),
        grammar.Keys(id="x", keys=("a",), target=AMOUNT, on_mismatch="skip"),
        grammar.Window(id="x", op="activate", title="Other", on_mismatch="skip"),
    ],
)
@pytest.mark.parametrize(
    "blind",
    [
        TYPED,
        grammar.Keys(id="t", keys=("enter",)),
        grammar.Clipboard(id="t", op="paste"),
    ],
)
def test_nothing_goes_to_wherever_the_keyboard_is(left_out, blind):
    rig = played(left_out, blind)
    assert rig.world.sent == []
    assert rig.ended.outcome is Outcome.NOT_FOUND
    assert "(x) was left out, which would have chosen where it goes" in rig.ended.message
    assert rig.states() == [("x", 0, "skipped"), ("t", 0, "failed")]


def test_what_follows_is_left_out_too_up_to_a_step_that_has_a_place():
    blind = grammar.Type(id="t", text="1000", on_mismatch="skip")
    after = grammar.Keys(id="k", keys=("tab",), on_mismatch="skip")
    missing = click("Amount", on_mismatch="skip")
    last = grammar.Type(id="l", text="x")
    rig = played(missing, blind, grammar.Wait(id="w"), after, click("Search"), last)
    states = [state for _, _, state in rig.states()]
    assert states == ["skipped", "skipped", "done", "skipped", "done", "done"]
    assert len(rig.world.sent) == 2


def test_the_user_who_leaves_a_step_out_is_asked_about_what_depends_on_it():
    steps = (
        click("Amount", on_mismatch="ask_me"),
        grammar.Type(id="t", text="1000", on_mismatch="ask_me"),
    )
    keys = grammar.Keys(id="k", keys=("enter",))
    for answer, sent in ((1, 2), (2, 0), (3, 0)):
        asked = FakeConfirmer(choices=[2, answer])
        rig = played(*steps, *((keys,) if answer == 1 else ()), confirmer=asked)
        assert [c.name for c in asked.questions[1].candidates] == [
            "It is as it should be: go on",
            "Leave this step out",
            "Stop here",
        ]
        assert len(rig.world.sent) == sent


@pytest.mark.parametrize(
    "before",
    [
        grammar.Click(id="x", target=AMOUNT, off=True),
        grammar.CheckThat(
            id="x", condition=grammar.Exists(target=AMOUNT), within_s=0, on_mismatch="skip"
        ),
        grammar.Move(id="x", target=AMOUNT, on_mismatch="skip"),
    ],
)
def test_a_step_that_is_off_or_does_not_bring_the_keyboard_changes_nothing(before):
    assert len(played(before, TYPED).world.sent) == 1


def button(name):
    return grammar.Click(id="x", target=Target(role="button", name=name), on_mismatch="skip")


TIP = {"title": "Tip of the day", "on_mismatch": "skip"}


@pytest.mark.parametrize(
    ("steps", "sent"),
    [
        ((click("Search"), grammar.Window(id="x", op="close", **TIP), TYPED), 2),
        ((click("Search"), grammar.Window(id="x", op="minimise", **TIP), TYPED), 2),
        ((click("Search"), button("Accept"), TYPED), 2),
        ((click("Accept", on_mismatch="skip"), grammar.Keys(id="t", keys=("super",))), 1),
        (
            (click("Accept", on_mismatch="skip"), grammar.Keys(id="k", keys=("alt", "tab")), TYPED),
            2,
        ),
    ],
)
def test_what_does_not_move_the_keyboard_or_goes_to_the_desktop_is_no_hindrance(steps, sent):
    rig = played(*steps)
    assert len(rig.world.sent) == sent
    assert rig.states()[-1] == ("t", 0, "done")


UNMET = grammar.Until(condition=grammar.Shows(text="Nowhere"), within_s=0)


@pytest.mark.parametrize(
    ("steps", "sent"),
    [
        (
            (click("Amount", on_mismatch="skip"), grammar.Window(id="x", op="close", **TIP), TYPED),
            0,
        ),
        ((button("Accept"), TYPED), 0),
        ((click("Search"), click("Amount", on_mismatch="skip"), TYPED), 1),
        (
            (
                click("Search"),
                grammar.Keys(id="x", keys=("tab",), wait=UNMET, on_mismatch="skip"),
                TYPED,
            ),
            1,
        ),
    ],
)
def test_what_may_have_moved_the_keyboard_is(steps, sent):
    rig = played(*steps)
    assert len(rig.world.sent) == sent
    assert rig.states()[-1] == ("t", 0, "failed")


def test_a_row_does_not_wait_for_what_the_row_before_left_out():
    row = (
        grammar.Keys(id="k", keys=("ctrl", "n")),
        grammar.Type(id="t", text="{{c}}"),
        button("Done"),
    )
    rig = Rig(
        World([SEARCH]),
        macro(grammar.ForEach(id="rows", steps=row), columns=("c",)),
        table=Table(("c",), (("1",), ("2",), ("3",))),
    )
    assert rig.run().outcome is Outcome.DONE
    assert len(rig.world.sent) == 6


def test_what_only_fills_the_clipboard_goes_nowhere():
    put = grammar.Clipboard(id="p", op="set", text="x")
    assert len(played(click("Amount", on_mismatch="skip"), put).world.sent) == 1


def test_a_retry_does_not_wait_for_what_was_left_out():
    blind = grammar.Type(id="t", text="1000", on_mismatch="retry")
    rig = played(click("Amount", on_mismatch="skip"), blind)
    assert rig.world.sent == []
    assert rig.report.steps[-1].handled == ("stop",)
