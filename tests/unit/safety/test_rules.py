"""The table of modes, levels and permissions."""

from dataclasses import replace
from itertools import product

import pytest

from automation.core.geometry import Rect
from automation.core.observation import WindowInfo, is_interpreter
from automation.core.proposal import Risk, RiskLevel
from automation.safety.rules import Grants, Permission, Rules, rule

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
