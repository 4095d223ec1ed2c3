"""The table of modes, levels and permissions.

The one way from a proposal to an approval.
"""

import time
from dataclasses import replace
from itertools import product

import pytest

from automation.core.actions import Aim, Click, Hotkey, Move
from automation.core.errors import Stopped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import WindowInfo, is_interpreter
from automation.core.proposal import Confirmation, Proposal, Question, Risk, RiskLevel
from automation.core.timing import StopToken
from automation.safety.rules import Grants, Permission, RuledConfirmer, Rules, rule
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


R0, R1, R2, R3, R4 = RiskLevel
APP = WindowInfo(7, "notes", "mousepad", 42, Rect(0, 0, 9, 9), executable="/usr/bin/mousepad")
OTHER = replace(APP, window_id=8, app="mail", executable="/usr/bin/mail")
P = Permission

# mode -> permission -> what runs without asking, as the highest level
TABLE = {
    "ask": {None: R0, P.ASK: R0, P.ALLOW_R1: R0, P.ALLOW_R2: R0},
    "assist": {None: R0, P.ASK: R0, P.ALLOW_R1: R1, P.ALLOW_R2: R2},
    "auto": {None: R1, P.ASK: R0, P.ALLOW_R1: R1, P.ALLOW_R2: R2},
}


def decision(mode, level, permission=None, *, grants=None, windows=(APP,)):
    rules = Rules({APP.executable: permission} if permission else {})
    return rule(mode, Risk(level), windows, rules, grants or Grants()).decision


@pytest.mark.parametrize(
    ("mode", "permission", "level"),
    list(product(TABLE, TABLE["ask"], [R0, R1, R2, R3])),
)
def test_what_runs_without_asking_is_what_the_table_says(mode, permission, level):
    expected = "run" if level <= TABLE[mode][permission] else "ask"
    assert decision(mode, level, permission) == expected


@pytest.mark.parametrize(
    ("mode", "permission"), list(product([*TABLE, "dry-run"], [None, *Permission]))
)
def test_what_is_not_allowed_is_blocked_whatever_is_settled(mode, permission):
    assert decision(mode, R4, permission) == "block"


@pytest.mark.parametrize(
    ("mode", "level", "permission"),
    list(product(TABLE, [R0, R1, R2, R3], [P.NEVER_TOUCH, P.NEVER_LOOK])),
)
def test_a_program_that_is_off_limits_is_blocked_even_to_the_pointer(mode, level, permission):
    assert decision(mode, level, permission) == "block"


@pytest.mark.parametrize("mode", TABLE)
def test_the_rest_of_a_task_covers_r1_and_r2_and_never_r3(mode):
    grants = Grants().with_windows((APP,))
    assert [decision(mode, level, grants=grants) for level in (R1, R2, R3, R4)] == [
        "run", "run", "ask", "block",
    ]  # fmt: skip


def test_the_rest_of_a_task_covers_one_program_alone():
    grants = Grants().with_windows((APP,))
    assert decision("ask", R1, grants=grants, windows=(OTHER,)) == "ask"
    assert decision("ask", R1, grants=grants, windows=(APP, OTHER)) == "ask"


def test_of_two_windows_the_stricter_permission_holds():
    rules = Rules({APP.executable: P.ALLOW_R2, OTHER.executable: P.NEVER_TOUCH})
    assert rule("auto", Risk(R1), (APP, OTHER), rules, Grants()).decision == "block"


def test_a_refusal_holds_by_name_when_the_system_tells_no_path():
    rules = Rules({"/usr/bin/mousepad": P.NEVER_TOUCH})
    assert rules.permission(replace(APP, executable="")) is P.NEVER_TOUCH


def test_an_allowance_never_holds_by_name():
    rules = Rules({"/usr/bin/mousepad": P.ALLOW_R2})
    assert rules.permission(replace(APP, executable="/tmp/mousepad")) is None
    assert rules.permission(replace(APP, executable="")) is None


@pytest.mark.parametrize("name", ["python3.11", "node", "java", "bash", "wine64", "perl", "python"])
def test_an_interpreter_gets_no_allowance(name):
    executable = f"/usr/bin/{name}"
    window = replace(APP, executable=executable)
    assert is_interpreter(executable)
    assert Rules({executable: P.ALLOW_R2}).permission(window) is P.ASK


def test_a_title_grants_nothing():
    rules = Rules({"notes": P.ALLOW_R2})
    assert rules.permission(APP) is None


def test_an_action_that_reaches_no_window_is_never_covered_by_a_grant():
    assert decision("ask", R2, grants=Grants().with_windows((APP,)), windows=()) == "ask"
    assert decision("auto", R2, P.ALLOW_R2, windows=()) == "ask"


def test_auto_runs_side_effects_only_when_the_users_words_name_each_step():
    explicit = {"is_explicit": True}
    plain = (APP,)
    assert rule("auto", Risk(R2), plain, Rules(), Grants()).decision == "ask"
    assert rule("auto", Risk(R2), plain, Rules(), Grants(), **explicit).decision == "run"
    assert rule("auto", Risk(RiskLevel.R3), plain, Rules(), Grants(), **explicit).decision == "ask"
    assert rule("assist", Risk(R2), plain, Rules(), Grants(), **explicit).decision == "ask"


def test_auto_runs_what_a_trusted_macro_names_but_not_where_nobody_sent_it():
    trusted = {"is_trusted_macro": True}
    effect = Risk(R2)
    assert rule("auto", effect, (APP,), Rules(), Grants(), **trusted).decision == "run"
    assert rule("auto", Risk(R3), (APP,), Rules(), Grants(), **trusted).decision == "ask"
    for mode in ("ask", "assist"):
        assert rule(mode, effect, (APP,), Rules(), Grants(), **trusted).decision == "ask"
    new = Risk(R2, is_new_ground=True)
    assert rule("auto", new, (APP,), Rules(), Grants(), **trusted).decision == "ask"
    settled = Rules({APP.executable: Permission.ASK})
    assert rule("auto", effect, (APP,), settled, Grants(), **trusted).decision == "ask"


def test_a_grant_in_a_program_of_an_interpreter_holds_in_its_menus_and_in_no_other_process():
    script = replace(APP, executable="/usr/bin/python3", pid=77)
    menu = replace(script, window_id=9, app="", title="", is_popup=True)
    grants = Grants().with_windows((script,))
    assert grants.cover((script, menu))
    assert not grants.cover((replace(script, pid=78),))
    assert not grants.cover((replace(menu, pid=0),))


def test_an_app_that_is_set_to_ask_asks_also_for_explicit_steps():
    rules = Rules({APP.executable: Permission.ASK})
    assert rule("auto", Risk(R2), (APP,), rules, Grants(), is_explicit=True).decision == "ask"


# Who vouches for a program, and ground that is new

ALLOWED = Rules(
    {"/usr/bin/mousepad": Permission.ALLOW_R2, "flatpak:org.x.Notes": Permission.ALLOW_R2}
)
SANDBOXED = replace(APP, executable="/app/bin/notes", app_id="flatpak:org.x.Notes")


def test_a_file_that_nobody_vouches_for_is_allowed_nothing():
    posing = replace(APP, is_vouched=False)
    assert ALLOWED.permission(APP) is Permission.ALLOW_R2
    assert ALLOWED.permission(posing) is Permission.ASK


def test_a_packaged_program_is_allowed_by_its_id_and_never_by_a_path_in_its_sandbox():
    assert ALLOWED.permission(SANDBOXED) is Permission.ALLOW_R2
    by_path = Rules({"/app/bin/notes": Permission.ALLOW_R2})
    assert by_path.permission(SANDBOXED) is Permission.ASK
    other = replace(SANDBOXED, app_id="flatpak:org.evil.Notes")
    assert ALLOWED.permission(other) is None


@pytest.mark.parametrize(
    "key", ["flatpak:org.x.Notes", "/exports/bin/org.x.Notes", "/app/bin/notes"]
)
def test_a_refusal_holds_for_a_packaged_program_under_any_of_its_names(key):
    refused = Rules({key: Permission.NEVER_TOUCH})
    assert refused.permission(SANDBOXED) is Permission.NEVER_TOUCH


def test_a_refusal_holds_for_a_program_that_nobody_vouches_for():
    refused = Rules({APP.executable: Permission.NEVER_LOOK})
    assert refused.permission(replace(APP, is_vouched=False)) is Permission.NEVER_LOOK


def test_a_grant_for_a_path_does_not_reach_another_file_at_it():
    grants = Grants().with_windows((APP,))
    assert grants.cover((APP,))
    assert not grants.cover((replace(APP, is_vouched=False),))
    assert not grants.cover((SANDBOXED,))


@pytest.mark.parametrize("mode", ["ask", "assist", "auto"])
def test_new_ground_is_asked_about_whatever_is_allowed(mode):
    risk = Risk(R2, is_new_ground=True)
    assert rule(mode, risk, (APP,), ALLOWED, Grants().with_windows((APP,))).decision == "ask"


def test_new_ground_that_the_users_words_name_is_none():
    risk = Risk(R1, is_new_ground=True)
    assert rule("auto", risk, (APP,), ALLOWED, Grants(), is_explicit=True).decision == "run"


@pytest.mark.parametrize("mode", ["ask", "assist", "auto"])
def test_what_the_users_words_only_seem_to_mean_is_asked_about_whatever_is_allowed(mode):
    risk = Risk(R1, is_inferred=True)
    grants = Grants().with_windows((APP,))
    ruling = rule(mode, risk, (APP,), ALLOWED, grants, is_explicit=True)
    assert (ruling.decision, ruling.by) == ("ask", "rule:inferred")
