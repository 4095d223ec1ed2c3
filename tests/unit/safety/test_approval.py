"""The one way from a proposal to an approval."""

import time
from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click, Hotkey, Move
from automation.core.errors import Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Confirmation, Proposal, Question, Risk, RiskLevel
from automation.core.timing import StopToken
from automation.safety.rules import Permission, RuledConfirmer, Rules
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_reader import element
from tests.unit.agent.rig import EDITOR, observation

R0, R1, R2, R3, R4 = RiskLevel
CLICK = Proposal(Click(Aim(ScreenPoint(5, 5))))
SEEN = observation()
REST = Confirmation("accepted", "user", allow_rest_in_app=True)


def confirm(confirmer, level, proposal=CLICK, reasons=()):
    return confirmer.confirm(proposal, Risk(level, reasons), SEEN, StopToken())


@pytest.mark.parametrize("mode", ["ask", "assist", "auto"])
def test_nobody_there_blocks_with_the_reason_and_never_waits(mode):
    told = confirm(RuledConfirmer(mode, Rules()), R3, reasons=("it can cost money",))
    assert (told.verdict, told.by) == ("blocked", "rule:nobody")
    assert "it can cost money" in told.reason


@pytest.mark.parametrize("level", [R0, R1, R2, R3])
def test_a_dry_run_decides_nothing_else(level):
    human = FakeConfirmer()
    told = confirm(RuledConfirmer("dry-run", Rules(), human), level)
    assert (told.verdict, human.asked) == ("dry_run", [])


def test_a_dry_run_still_says_what_would_be_blocked():
    assert confirm(RuledConfirmer("dry-run", Rules()), R4).verdict == "blocked"


def test_a_rule_says_when_it_decided():
    before_s = time.monotonic()
    decided_s = confirm(RuledConfirmer("auto", Rules()), R1).decided_s
    assert before_s <= decided_s <= time.monotonic()


def test_what_the_rules_allow_is_not_asked_and_says_which_rule():
    human = FakeConfirmer()
    rules = Rules({EDITOR.executable: Permission.ALLOW_R2})
    confirmer = RuledConfirmer("assist", rules, human)
    assert confirm(confirmer, R2) == Confirmation("accepted", "rule:app:mousepad")
    assert confirm(RuledConfirmer("auto", Rules(), human), R1).by == "rule:auto"
    assert confirm(confirmer, R0).by == "rule:only_looks"
    assert human.asked == []


def test_a_program_that_is_never_touched_is_blocked_by_its_rule():
    rules = Rules({EDITOR.executable: Permission.NEVER_TOUCH})
    told = confirm(
        RuledConfirmer("auto", rules, FakeConfirmer()), R0, Proposal(Move(CLICK.intent.at))
    )
    assert (told.verdict, told.by) == ("blocked", "rule:never_touch")
    assert told.reason == 'mousepad is set to "never touch"'


def test_the_rest_of_a_task_is_not_asked_again_except_what_is_hard_to_undo():
    human = FakeConfirmer([REST])
    confirmer = RuledConfirmer("ask", Rules(), human)
    for level in (R1, R1, R2, R3):
        confirm(confirmer, level)
    assert [risk.level for _, risk in human.asked] == [R1, R3]


def test_the_rest_of_a_task_is_never_granted_on_what_is_hard_to_undo():
    human = FakeConfirmer([REST])
    confirmer = RuledConfirmer("ask", Rules(), human)
    confirm(confirmer, R3)
    confirm(confirmer, R1)
    assert len(human.asked) == 2


@pytest.mark.parametrize("verdict", ["rejected", "expired", "edited"])
def test_the_rest_of_a_task_is_granted_by_a_plain_yes_alone(verdict):
    human = FakeConfirmer([Confirmation(verdict, "user", allow_rest_in_app=True)])
    confirmer = RuledConfirmer("ask", Rules(), human)
    confirm(confirmer, R1)
    confirm(confirmer, R1)
    assert len(human.asked) == 2


def test_a_failed_check_takes_every_grant_back():
    human = FakeConfirmer([REST])
    confirmer = RuledConfirmer("ask", Rules(), human)
    confirm(confirmer, R1)
    confirmer.revoke_grants()
    confirm(confirmer, R1)
    assert len(human.asked) == 2


def test_a_grant_ends_with_its_run():
    human = FakeConfirmer([REST])
    confirm(RuledConfirmer("ask", Rules(), human), R1)
    confirm(RuledConfirmer("ask", Rules(), human), R1)
    assert len(human.asked) == 2


def test_a_stop_ends_the_asking():
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        RuledConfirmer("auto", Rules()).confirm(CLICK, Risk(R1), SEEN, stop)


def test_a_question_goes_to_the_user_or_to_nobody():
    question = Question("Which?")
    human = FakeConfirmer(choices=[3])
    assert RuledConfirmer("auto", Rules(), human).choose(question, SEEN, StopToken()) == 3
    assert RuledConfirmer("auto", Rules()).choose(question, SEEN, StopToken()) is None


def test_the_users_picture_is_passed_on_if_there_is_one():
    assert RuledConfirmer("ask", Rules()).overlay_picture() is None
    human = FakeConfirmer(overlay=SEEN.frame)
    assert RuledConfirmer("ask", Rules(), human).overlay_picture() is SEEN.frame


# A menu path or list is accepted with its first step, because an open menu holds all input


def opening(*names, level=R1):
    return replace(proposal_on("File"), leads_to=names), Risk(level)


def proposal_on(name, **click):
    target = element(name, "menu_item", Rect(0, 0, 10, 10))
    return Proposal(Click(CLICK.intent.at, **click), target)


def confirmed(*steps):
    ruled = RuledConfirmer("ask", Rules(), FakeConfirmer())
    return [ruled.confirm(p, r, SEEN, StopToken()).by for p, r in steps]


def test_the_rest_of_an_accepted_path_is_not_asked_again():
    steps = [
        opening("Export", "As PDF…"),
        (proposal_on("Export"), Risk(R1)),
        (proposal_on("As PDF..."), Risk(R1)),
    ]
    assert confirmed(*steps) == ["user", "rule:same_path", "rule:same_path"]


@pytest.mark.parametrize(
    ("following", "level"),
    [
        (proposal_on("Delete"), R1),
        (proposal_on("Export"), RiskLevel.R2),
        (proposal_on("Export", button="right"), R1),
        (proposal_on("Export", count=2), R1),
        (proposal_on("Export", modifiers=("shift",)), R1),
        (Proposal(Hotkey(("enter",))), R1),
    ],
    ids=["another name", "riskier", "another button", "twice", "shift", "a key"],
)
def test_what_was_not_announced_is_asked(following, level):
    assert confirmed(opening("Export"), (following, Risk(level))) == ["user", "user"]


def test_a_path_that_was_left_is_over():
    steps = [opening("Export"), (proposal_on("Other"), Risk(R1)), (proposal_on("Export"), Risk(R1))]
    assert confirmed(*steps) == ["user", "user", "user"]


def test_a_path_never_covers_what_is_hard_to_undo():
    steps = [opening("Export", level=R3), (proposal_on("Export"), Risk(R3))]
    assert confirmed(*steps) == ["user", "user"]


def test_a_failed_check_ends_the_path_too():
    ruled = RuledConfirmer("ask", Rules(), FakeConfirmer())
    ruled.confirm(*opening("Export"), SEEN, StopToken())
    ruled.revoke_grants()
    assert ruled.confirm(proposal_on("Export"), Risk(R1), SEEN, StopToken()).by == "user"


@pytest.mark.parametrize("windows", [(replace(EDITOR, pid=0),), ()], ids=["unknown", "no window"])
def test_a_path_is_not_followed_where_nobody_knows_whose_windows_these_are(windows):
    seen, human = observation(windows=windows), FakeConfirmer()
    ruled = RuledConfirmer("ask", Rules(), human)
    for proposal, risk in (opening("Export"), (proposal_on("Export"), Risk(R1))):
        ruled.confirm(proposal, risk, seen, StopToken())
    assert len(human.asked) == 2


# A correction


def test_a_correction_into_a_program_that_is_never_touched_is_blocked():
    mail = replace(EDITOR, window_id=8, app="mail", pid=77, executable="/usr/bin/mail")
    mail = replace(mail, rect=Rect(300, 0, 100, 300))
    rules = Rules({mail.executable: Permission.NEVER_TOUCH})
    there = Click(Aim(ScreenPoint(350, 5)))
    human = FakeConfirmer([Confirmation("edited", "user", action=there)])
    ruled = RuledConfirmer("ask", rules, human)
    seen = observation(windows=(EDITOR, mail))
    told = ruled.confirm(CLICK, Risk(R1), seen, StopToken())
    assert (told.verdict, told.by) == ("blocked", "rule:never_touch")
