"""A play that ends because nobody could be asked says what to do, and the help says so beforehand."""

import re
from dataclasses import replace

import pytest

from app.ask import JsonConfirmer
from app.cli.macro_play import _Followed
from app.cli.parser import run
from app.gui.preferences.pages import WORDS
from app.macros.play import (
    AND_ALONE,
    IN_FRONT,
    NAMED_OR_IN_FRONT,
    NEVER_ALONE,
    UNANSWERED,
    UnattendedHint,
)
from app.macros.play_request import PlayRequest
from automation.agent.outcomes import LOCKED, stopped
from automation.core.events import Confirmed, Ended, Proposed
from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.core.proposal import (
    EXIT_CODES,
    Confirmation,
    Outcome,
    Risk,
    RiskLevel,
)
from automation.safety.rules import Permission, RuledConfirmer, Rules
from tests.fakes.macro_world import FORM, Rig, World, click, macro, thing
from tests.unit.macros.compile.sample_run import click as pressed

TERMINAL = WindowInfo(2, "Terminal", "xterm", 9, Rect(100, 60, 60, 60), executable="/usr/bin/xterm")
SCRIPT = replace(FORM, app="Form", executable="/usr/bin/python3.11")


class NoLines:
    """Lines that have come to their end."""

    def next(self, stop):
        return None


def ends(*, role="checkbox", rules=None, mode="auto", windows=(FORM,), human=None):
    """Play a click without anybody; return how it ended, and the end as it is told."""
    world = World([thing("News", role=role)], windows=windows)
    confirmer = RuledConfirmer(mode, rules or Rules(), human)
    rig = Rig(world, macro(click("News")), confirmer=confirmer)
    ended = rig.run(approve=mode)
    nobody = UnattendedHint()
    return ended, [nobody.with_hint(event) for event in rig.events][-1]


@pytest.mark.parametrize("mode", ["assist", "auto"])
def test_a_setting_that_a_trusted_macro_changes_needs_somebody_and_says_who(mode):
    ended, told = ends(mode=mode)
    assert ended.outcome is Outcome.BLOCKED
    assert "a setting is changed" in ended.message
    assert told.suggestions == (AND_ALONE,)
    assert "--approve ask" in AND_ALONE


def test_the_rule_that_is_named_lets_it_run():
    allowed = Rules({FORM.executable: Permission.ALLOW_R2})
    ended, told = ends(rules=allowed)
    assert (ended.outcome, told.suggestions) == (Outcome.DONE, ())
    assert f"“{WORDS['allow_r2']}”" in AND_ALONE


def test_a_program_that_may_not_be_touched_gets_no_advice():
    ended, told = ends(rules=Rules({FORM.executable: Permission.NEVER_TOUCH}))
    assert (ended.outcome, told.suggestions) == (Outcome.BLOCKED, ())


@pytest.mark.parametrize(
    ("risk", "said"),
    [
        (Risk(RiskLevel.R2), AND_ALONE),
        (Risk(RiskLevel.R2, is_new_ground=True), NEVER_ALONE),
        (Risk(RiskLevel.R3), NEVER_ALONE),
    ],
)
def test_no_rule_is_named_where_none_would_help(risk, said):
    nobody = UnattendedHint()
    nobody.with_hint(Proposed("r", 1, pressed(1).proposal, risk))
    nobody.with_hint(Confirmed("r", 1, Confirmation("blocked", "rule:nobody")))
    assert nobody.with_hint(Ended("r", Outcome.BLOCKED, "No.", 0)).suggestions == (said,)


def test_a_terminal_that_is_closed_at_a_question_can_be_answered_in_the_next_play():
    nobody = UnattendedHint(may_ask=True)
    nobody.with_hint(Proposed("r", 1, pressed(1).proposal, Risk(RiskLevel.R2)))
    nobody.with_hint(Confirmed("r", 1, Confirmation("blocked", "rule:nobody")))
    assert nobody.with_hint(Ended("r", Outcome.BLOCKED, "No.", 0)).suggestions == (UNANSWERED,)


def behind(form):
    """Return a form behind the terminal in which a play is begun."""
    return (replace(TERMINAL, is_active=True), replace(form, is_active=False))


@pytest.mark.parametrize(
    ("form", "why", "said"),
    [
        (FORM, "this is the first step in app. ", NAMED_OR_IN_FRONT),
        (SCRIPT, "Form, and its file does not tell which program that is. ", IN_FRONT),
    ],
)
def test_a_first_step_in_a_program_says_why_it_waits_and_what_lets_it_run(form, why, said):
    ended, told = ends(role="button", windows=behind(form))
    assert ended.outcome is Outcome.BLOCKED
    assert why in ended.message
    assert told.suggestions == (said,)


@pytest.mark.parametrize("form", [FORM, SCRIPT])
def test_the_program_in_front_at_the_beginning_is_no_new_one(form):
    ended, told = ends(role="button", windows=(form, TERMINAL))
    assert (ended.outcome, told.suggestions) == (Outcome.DONE, ())


def test_who_was_to_be_asked_and_was_not_there_is_not_told_to_ask():
    _ended, told = ends(mode="ask", human=JsonConfirmer(NoLines(), print))
    assert told.suggestions == (UNANSWERED,)


class Quiet:
    """A play that keeps nothing."""

    problem = ""
    request = PlayRequest("form", approve="auto")

    def listen(self, event):
        pass


def test_the_command_tells_the_advice():
    told = []
    follow = _Followed(Quiet(), told.append)
    follow(Proposed("r", 1, pressed(1).proposal, Risk(RiskLevel.R2)))
    follow(Confirmed("r", 1, Confirmation("blocked", "rule:nobody")))
    follow(Ended("r", Outcome.BLOCKED, "No.", 0))
    assert told[-1].suggestions == (AND_ALONE,)


def words(capsys, *command):
    """Return what a command's help says, on one line."""
    assert run(["macro", *command, "--help"]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_the_help_of_play_says_that_trust_lifts_no_rule(capsys):
    said = words(capsys, "play")
    assert "Trust says that a macro's steps are yours; it lifts no rule." in said
    assert WORDS["allow_r2"] in said
    assert re.findall(r"exit status (\d+)", said) == [str(EXIT_CODES[Outcome.BLOCKED])]


def test_the_help_of_schedule_has_the_numbers_of_the_exit_codes(capsys):
    said = words(capsys, "schedule")
    locked = stopped(LOCKED, [], 0).outcome
    expected = {
        r"allow without you \(Settings, Apps\) ends it with exit status (\d+)": Outcome.BLOCKED,
        r"then gives up with exit status (\d+)": Outcome.ENVIRONMENT,
        r"A lock on the way ends it with (\d+)": locked,
    }
    for sentence, outcome in expected.items():
        assert re.findall(sentence, said) == [str(EXIT_CODES[outcome])], sentence
