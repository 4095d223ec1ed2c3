import pytest

from app.gui.overlay.card_state import CardMachine, CardTiming, Engagement
from automation.core.proposal import RiskLevel

TIMING = CardTiming(arming_s=0.5, hold_s=1.0, expiry_s=30.0)
COUNTDOWN = CardTiming(arming_s=0.5, expiry_s=30.0, countdown_s=3.0)


def machine(level=RiskLevel.R1, timing=TIMING, **more):
    return CardMachine(level, timing, 0.0, **more)


def test_a_press_within_the_arming_time_does_not_count():
    card = machine()
    assert not card.accept(0.49)
    assert card.accept(0.5)


def test_a_press_counts_once():
    card = machine()
    assert card.accept(1.0)
    assert not card.accept(1.1)


def test_arming_takes_twice_as_long_when_the_pointer_was_over_the_card():
    card = machine(is_pointer_inside=True)
    assert not card.accept(0.99)
    assert card.accept(1.0)


def test_a_covered_card_is_disarmed_and_arms_again_once_it_is_free():
    card = machine()
    card.cover(5.0, is_covered=True)
    assert not card.accept(10.0)
    card.cover(11.0, is_covered=False)
    assert not card.accept(11.4)
    assert card.accept(11.5)


def test_a_moved_card_arms_again():
    card = machine()
    card.move(5.0)
    assert not card.accept(5.4)
    assert card.accept(5.5)


def test_accept_never_counts_for_what_is_hard_to_undo():
    assert not machine(RiskLevel.R3).accept(20.0)


def test_holding_for_a_second_accepts_what_is_hard_to_undo():
    card = machine(RiskLevel.R3)
    card.hold(1.0)
    assert card.tick(1.9) is None
    assert card.tick(2.0) == "accepted"


def test_letting_go_empties_the_hold():
    card = machine(RiskLevel.R3)
    card.hold(1.0)
    card.let_go()
    assert card.hold_fraction(1.9) == 0.0
    assert card.tick(3.0) is None


def test_holding_does_nothing_before_the_card_is_armed():
    card = machine(RiskLevel.R3)
    card.hold(0.2)
    assert card.tick(5.0) is None


def test_holding_does_nothing_for_other_cards():
    card = machine(RiskLevel.R2)
    card.hold(1.0)
    assert card.tick(5.0) is None


def test_being_covered_ends_a_hold():
    card = machine(RiskLevel.R3)
    card.hold(1.0)
    card.cover(1.5, is_covered=True)
    assert card.tick(2.5) is None


def test_the_card_expires_once():
    card = machine()
    assert card.tick(29.9) is None
    assert card.tick(30.0) == "expired"
    assert card.tick(31.0) is None
    assert not card.accept(31.0)


@pytest.mark.parametrize("engagement", [Engagement.CHANGING, Engagement.REJECTING])
def test_the_card_does_not_expire_while_the_user_is_at_it(engagement):
    card = machine()
    card.engage(engagement, 10.0)
    assert card.tick(100.0) is None
    card.engage(Engagement.READING, 100.0)
    assert card.seconds_left(100.0) == 20.0
    assert card.tick(120.0) == "expired"


def test_leaving_change_arms_again():
    card = machine()
    card.engage(Engagement.CHANGING, 5.0)
    assert not card.accept(10.0)
    card.engage(Engagement.READING, 10.0)
    assert not card.accept(10.4)
    assert card.accept(10.5)


def test_a_change_is_not_taken_within_the_arming_time():
    card = machine()
    card.engage(Engagement.CHANGING, 5.0)
    assert not card.may_use(5.4)
    assert card.may_use(5.5)


def test_a_countdown_accepts_what_is_easy_to_undo():
    card = machine(timing=COUNTDOWN)
    assert card.countdown_left_s(2.0) == 1.5
    assert card.tick(3.4) is None
    assert card.tick(3.5) == "accepted"


@pytest.mark.parametrize("level", [RiskLevel.R2, RiskLevel.R3])
def test_there_is_no_countdown_above_easy_to_undo(level):
    card = machine(level, COUNTDOWN)
    assert card.countdown_left_s(2.0) is None
    assert card.tick(20.0) is None


def test_a_touch_ends_the_countdown_for_good():
    card = machine(timing=COUNTDOWN)
    card.touch()
    assert card.countdown_left_s(2.0) is None
    assert card.tick(10.0) is None


def test_a_covered_card_does_not_accept_itself():
    card = machine(timing=COUNTDOWN)
    card.cover(3.0, is_covered=True)
    assert card.tick(10.0) is None


def test_without_a_countdown_nothing_is_accepted_by_itself():
    assert machine().tick(29.0) is None
