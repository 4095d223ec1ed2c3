"""What of a run is done again, and what is left out and told."""

from dataclasses import replace

import pytest

from automation.core import actions as a
from automation.core.actions import Aim
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Outcome, Pictures, Receipt
from tests.fakes.run_records import painted
from tests.unit.macros.compile.sample_run import (
    SAVE,
    UNSEEN,
    VENDOR,
    aim,
    click,
    keys,
    kinds,
    made,
    step,
    thing,
    where,
    write,
)  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "why"),
    [
        ("rejected", "rejected"),
        ("expired", "in time"),
        ("blocked", "allowed"),
        ("dry_run", "shown"),
    ],
)
def test_a_step_that_was_not_accepted_is_left_out_with_its_reason(verdict, why):
    compiled = made(click(1), click(2, thing("Delete"), verdict=verdict, sentence="Click Delete"))
    assert [s.target.name for s in compiled.macro.steps] == ["Save"]
    assert compiled.dropped[0].n == 2
    assert why in compiled.dropped[0].sentence
    assert "Click Delete" in compiled.dropped[0].sentence


STILL_OFF = Receipt("denied", "it is still off", code="still")
CARET = Receipt(
    "not_seen", "only a text cursor or a tooltip changed", Rect(1, 1, 2, 10), "unchanged"
)
PAID = thing("Paid", "checkbox", Rect(40, 150, 80, 20))


def test_a_click_that_left_a_box_as_it_was_and_was_done_again_is_kept_once():
    compiled = made(click(1, PAID, receipt=STILL_OFF), click(2, PAID))
    assert len(compiled.macro.steps) == 1
    assert [d.n for d in compiled.dropped] == [1]


@pytest.mark.parametrize(
    ("receipt", "again"),
    [
        (UNSEEN, click(2, PAID)),
        (STILL_OFF, click(2, thing("Paid", "checkbox", Rect(40, 180, 80, 20)))),
        (STILL_OFF, click(2, thing("Sent", "checkbox", PAID.box))),
    ],
)
def test_a_click_that_may_have_done_something_or_is_on_another_box_stays(receipt, again):
    assert kinds(made(click(1, PAID, receipt=receipt), again)) == ["Click", "Click"]


def test_a_button_stays_that_was_pressed_twice_and_showed_nothing():
    """What pictures do not show may have been counted, sent or copied."""
    assert kinds(made(click(1, receipt=UNSEEN), click(2))) == ["Click", "Click"]


def test_a_text_that_took_the_place_of_itself_is_kept_once():
    compiled = made(write(1, "ab", receipt=UNSEEN), write(2, "ab"))
    assert kinds(compiled) == ["Type"]
    assert [d.n for d in compiled.dropped] == [1]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({}, {"overwrite": False}),
        ({"enter": True}, {"enter": True}),
        ({}, {"element": thing("Buyer", "field", Rect(120, 140, 120, 20))}),
    ],
)
def test_a_text_that_is_added_sent_or_goes_elsewhere_stays(first, second):
    compiled = made(write(1, "ab", **first, receipt=UNSEEN), write(2, "ab", **second))
    assert kinds(compiled) == ["Type", "Type"]


@pytest.mark.parametrize("receipt", [UNSEEN, CARET])
@pytest.mark.parametrize(
    "action",
    [
        a.Hotkey(("tab",)),
        a.Hotkey(("down",)),
        a.Hotkey(("volumeup",)),
        a.Write("ab"),
        a.Clipboard("paste"),
    ],
)
def test_what_goes_on_where_it_was_is_done_as_often_as_it_was_done(action, receipt):
    """A text cursor one line or field lower is no visible change, and decides where the text goes."""
    compiled = made(*(step(n, action, receipt=receipt) for n in (1, 2, 3)), click(4))
    assert len(compiled.macro.steps) == 4
    assert compiled.dropped == ()


def test_a_wheel_that_showed_nothing_is_turned_as_far():
    turned = [scroll(n, "down", 3, receipt=UNSEEN) for n in (1, 2)]
    [joined] = made(*turned).macro.steps
    assert joined.amount == 6


def test_a_step_without_a_seen_effect_stays_when_another_follows():
    compiled = made(click(1, receipt=UNSEEN), click(2, thing("Close")))
    assert [s.target.name for s in compiled.macro.steps] == ["Save", "Close"]


def test_a_step_that_was_cut_short_is_left_out():
    compiled = made(write(1, "ab", completed=False), write(2, "abc"))
    assert [s.text for s in compiled.macro.steps] == ["abc"]


def test_typed_and_undone_is_left_out_where_the_pictures_prove_it():
    same = Pictures(before="x", after="y")
    compiled = made(
        write(1, "abc", pictures=same),
        keys(2, "ctrl", "z", pictures=Pictures("y", "", "x")),
        click(3),
    )
    assert kinds(compiled) == ["Click"]
    assert [d.n for d in compiled.dropped] == [1, 2]


def test_typed_and_undone_stays_where_the_field_looks_otherwise_afterwards():
    first, second = painted(1), painted(2)
    compiled = made(
        write(1, "abc", pictures=Pictures(before="x")),
        keys(2, "ctrl", "z", pictures=Pictures(after="z")),
        load={"x": first, "z": second}.get,
    )
    assert kinds(compiled) == ["Type", "Keys"]


def test_two_texts_that_one_step_of_keys_undid_stay_with_it():
    """What the field of the second one shows proves nothing of the first one."""
    compiled = made(
        write(1, "eins", pictures=Pictures(before="x")),
        write(2, "zwei", thing("Buyer", "field", Rect(120, 140, 120, 20)), pictures=Pictures("y")),
        step(3, a.Hotkey(("ctrl", "z"), 2), pictures=Pictures(after="y")),
        click(4),
    )
    assert kinds(compiled) == ["Type", "Type", "Keys", "Click"]


def test_an_undo_proof_looks_at_the_field_alone():
    first = painted(1)
    changed = replace(first, pixels=first.pixels.copy())
    changed.pixels[200:220, 300:340] ^= 255  # a clock elsewhere
    compiled = made(
        write(1, "abc", pictures=Pictures(before="x")),
        keys(2, "Control", "Z", pictures=Pictures(after="z")),
        load={"x": first, "z": changed}.get,
    )
    assert kinds(compiled) == []


def test_a_text_that_was_sent_with_enter_is_not_taken_for_undone():
    compiled = made(
        write(1, "abc", enter=True, pictures=Pictures(before="x")),
        keys(2, "ctrl", "z", pictures=Pictures(after="x")),
    )
    assert kinds(compiled) == ["Type", "Keys"]


def scroll(n, direction, amount=5, **more):
    return step(n, a.Scroll(direction, amount, Aim(ScreenPoint(60, 70))), **more)


def test_scrolling_there_and_back_is_left_out():
    assert kinds(made(scroll(1, "down"), scroll(2, "down"), scroll(3, "up", 10), click(4))) == [
        "Click"
    ]


def test_scrolling_back_from_the_end_stays():
    compiled = made(scroll(1, "down"), scroll(2, "up", receipt=UNSEEN), click(3))
    assert kinds(compiled) == ["Scroll", "Scroll", "Click"]


def test_scrolls_of_one_direction_are_one_step():
    compiled = made(scroll(1, "down"), scroll(2, "down", 3), click(3))
    assert [getattr(s, "amount", None) for s in compiled.macro.steps] == [8, None]


def test_a_move_is_left_out_unless_a_menu_came_under_it():
    move = step(1, a.Move(aim(SAVE)), SAVE)
    assert kinds(made(move, click(2))) == ["Click"]
    menu = Rect(60, 80, 90, 90)
    entry = thing("Export", "menu_item", Rect(65, 90, 60, 18))
    assert kinds(made(move, click(2, entry, place=where(area=menu)))) == ["Move", "Click"]


def test_a_second_activation_of_the_same_window_is_left_out():
    first, again = (step(n, a.Window("activate", 7, "Bills")) for n in (1, 2))
    assert kinds(made(first, again, click(3))) == ["Window", "Click"]


def test_a_wait_becomes_the_most_that_a_slow_replay_waits():
    compiled = made(step(1, a.Wait(4.0), sent=0), click(2))
    assert kinds(compiled) == ["Click"]
    assert compiled.macro.steps[0].pause_s == 4.0


def test_a_wait_before_keys_stays_since_they_wait_for_nothing():
    compiled = made(click(1), step(2, a.Wait(2.0), sent=0), keys(3, "F5"))
    assert kinds(compiled) == ["Click", "Wait", "Keys"]


def test_words_to_the_user_are_no_steps():
    compiled = made(step(1, a.Plan(()), sent=0), click(2), step(3, a.Answer("done"), sent=0))
    assert kinds(compiled) == ["Click"]


def test_a_button_held_over_moves_is_one_drag():
    down = step(1, a.ButtonDown(aim(SAVE)), SAVE)
    move = step(2, a.Move(Aim(ScreenPoint(90, 150))))
    up = step(3, a.ButtonUp(Aim(ScreenPoint(150, 160))))
    compiled = made(down, move, up)
    assert kinds(compiled) == ["Drag"]
    assert compiled.macro.steps[0].path == ((10, 80),)


def test_a_key_held_over_a_click_is_its_modifier():
    compiled = made(step(1, a.KeyDown("ctrl")), click(2), step(3, a.KeyUp("ctrl")))
    assert kinds(compiled) == ["Click"]
    assert compiled.macro.steps[0].modifiers == ("ctrl",)


def test_what_was_done_under_a_key_that_cannot_be_told_is_switched_off():
    compiled = made(
        step(1, a.KeyDown("ctrl")), scroll(2, "down"), step(3, a.KeyUp("ctrl")), click(4)
    )
    assert [(type(s).__name__, s.off) for s in compiled.macro.steps] == [
        ("Scroll", True),
        ("Click", False),
    ]
    assert any("switched off" in note for note in compiled.notes)


def test_a_correction_by_the_user_is_what_is_kept():
    corrected = a.Click(Aim(VENDOR.box.center))
    record = step(1, corrected, verdict="edited", place=where(element=VENDOR))
    compiled = made(record)
    assert compiled.macro.steps[0].target.name == "Vendor"
    assert "corrected" in compiled.macro.steps[0].comment


def test_a_run_that_failed_says_so():
    assert "failed" in made(click(1), outcome=Outcome.FAILED).notes[0]


def test_a_check_that_held_is_a_step_and_one_that_did_not_is_left_out():
    held = step(1, a.Shown("Saved"))
    compiled = made(held, step(2, a.Shown("Error"), receipt=UNSEEN))
    assert [s.condition.text for s in compiled.macro.steps] == ["Saved"]


def test_what_was_hard_to_undo_stays_so_and_nothing_else_is_raised():
    compiled = made(
        click(1, risk=3), click(2, thing("Send"), risk=2), click(3, thing("Next"), risk=1)
    )
    assert [s.risk for s in compiled.macro.steps] == ["irreversible", "", ""]
