"""One play of a macro, as window and command line share it: checked, limited, reported, and kept.

A play that ends because nobody could be asked says what to do, and the help says so beforehand.

A model that is asked for one target: told what is looked for, and only its place is taken.

Modal dialogs of toolkits that tell the tree nothing of it.

What the rules say of a step before it is proposed, where the play has told what its macro is for.
"""

import json
import re
from dataclasses import replace

import msgspec
import pytest

from app.ask import JsonConfirmer
from app.cli.macro_play import _Followed, _Lines
from app.cli.parser import run
from app.gui.preferences.pages import WORDS
from app.macros.library import library_of, trust_of
from app.macros.play import (
    AND_ALONE,
    IN_FRONT,
    NAMED_OR_IN_FRONT,
    NEVER_ALONE,
    UNANSWERED,
    MacroRun,
    ModalReader,
    ModelRepairer,
    UnattendedHint,
    judge,
    words_for,
)
from app.macros.play_request import NeedsValues, NotTrusted, PlayRequest, Refusal
from app.run_options import LONGEST_S, Askable
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.outcomes import LOCKED, stopped
from automation.agent.parts import Parts
from automation.core import actions
from automation.core.actions import Aim, Click, Hotkey
from automation.core.errors import Halt, MacroError, ModelError, Stopped
from automation.core.events import Confirmed, Ended, Proposed, Started
from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.core.proposal import (
    EXIT_CODES,
    Confirmation,
    Finish,
    Later,
    Outcome,
    Proposal,
    Question,
    Risk,
    RiskLevel,
)
from automation.core.text import Worded
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.codec import read
from automation.macros.find.finder import LadderFinder
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.play.health import read_health
from automation.macros.play.repair import MissingTarget, NoAnswer
from automation.macros.play.report import read_report
from automation.macros.trust import digest
from automation.safety.rules import Permission, RuledConfirmer, Rules
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_reader import element
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.macro_targets import NO_IMAGES
from tests.fakes.macro_world import FORM, Rig, World, WorldReader, click, macro, thing
from tests.fakes.screens import screen, win
from tests.unit.macros.compile.sample_run import click as pressed

KEYS = """\
deskhand: 1
name: Keys
params: {place: {default: Harbour}, amount: {type: number, most: 10}}
steps:
  - {id: all, do: keys, keys: [ctrl, a]}
  - {id: copy, do: keys, keys: [ctrl, c], breakpoint: true}
"""
ROWS = """\
deskhand: 1
name: Rows
columns: [key]
steps:
  - {id: rows, do: for_each, steps: [{id: key, do: keys, keys: [ctrl, a]}]}
"""
LOST = """\
deskhand: 1
name: Lost
steps:
  - {id: gone, do: click, target: {app: Files, role: button, name: Gone}, on_mismatch: ask_me}
"""
PARTS = """\
deskhand: 1
name: Parts
columns: [key]
params: {one: {}, two: {}}
steps:
  - {id: first, do: type, text: "{{one}}"}
  - {id: rows, do: for_each, steps: [{id: key, do: type, text: "{{two}} {{key}}"}]}
  - {id: plain, do: keys, keys: [ctrl, a]}
"""
AMOUNT = {"amount": "3"}


@pytest.fixture
def home(tmp_path):
    """Return the data folder with two macros that are trusted."""
    shelf, book = library_of(tmp_path), trust_of(tmp_path)
    for text in (KEYS, ROWS, LOST, PARTS):
        macro = read(text.encode())
        shelf.save(macro)
        book.trust(digest(macro, {}.__getitem__), macro.name, "you")
    return tmp_path


def macro_run(home, name="keys", settings=None, pointer=None, **wanted):
    return MacroRun(
        PlayRequest(name, **wanted),
        library_of(home),
        trust_of(home),
        settings=settings or Settings(),
        data=home,
        pointer=lambda: pointer,
    )


def play(made, world=None, human=None, sends=None, listener=None, **parts):
    """Play it by the real loop in a world of values; return how it ended."""
    world = world or World()
    whole = Parts(
        screen=world,
        policy=made.brought.policy(WorldReader(world)),
        confirmer=human or FakeConfirmer(),
        executor=FakeExecutor(on_execute=sends or world.carry_out, window_title="Form"),
        verifier=FakeVerifier([], []),
        reader=WorldReader(world),
        open_log=lambda _task: FakeRunLog(),
        **parts,
    )
    return Loop(whole, listener=listener or made.listen).run(made.task, StopToken())


@pytest.mark.parametrize(
    ("name", "values", "wanted", "needs_rows"),
    [
        ("keys", {}, ["amount"], False),
        ("keys", {"amount": "11"}, ["amount"], False),
        ("rows", {}, [], True),
    ],
)
def test_what_is_missing_is_told_as_a_form(home, name, values, wanted, needs_rows):
    with pytest.raises(NeedsValues) as refused:
        macro_run(home, name, values=values)
    assert [line.name for line in refused.value.asked.wanted] == wanted
    assert refused.value.needs_rows == needs_rows


@pytest.mark.parametrize(
    ("step", "wanted", "needs_rows"), [("first", ["one"], False), ("key", ["two"], True)]
)
def test_a_part_of_a_macro_asks_for_what_it_uses_and_no_more(home, step, wanted, needs_rows):
    with pytest.raises(NeedsValues) as refused:
        macro_run(home, "parts", from_step=step, to_step=step)
    assert [line.name for line in refused.value.asked.wanted] == wanted
    assert refused.value.needs_rows == needs_rows
    plain = macro_run(home, "parts", from_step="plain", to_step="plain", approve="auto")
    assert play(plain).outcome is Outcome.DONE


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"values": {"colour": "red"}}, "no parameter colour"),
        ({"values": AMOUNT, "from_step": "none"}, "no step called none"),
        ({"values": AMOUNT, "from_row": 2}, "there is no row 2"),
    ],
)
def test_what_cannot_be_played_is_told_at_once(home, wanted, said):
    with pytest.raises((Refusal, MacroError), match=said):
        macro_run(home, **wanted)


@pytest.mark.parametrize("mode", ["auto", "assist"])
def test_an_untrusted_macro_is_played_step_by_step_only(home, mode):
    (entry,) = [e for e in trust_of(home).entries() if e.name == "Keys"]
    trust_of(home).forget(entry.digest)
    with pytest.raises(NotTrusted) as refused:
        macro_run(home, values=AMOUNT, approve=mode)
    assert refused.value.names == ("Keys",)
    for allowed in ("ask", "dry-run"):
        assert macro_run(home, values=AMOUNT, approve=allowed).task.approve == allowed


def test_the_task_is_told_as_a_macro_under_its_limits(home):
    made = macro_run(home, values=AMOUNT, approve="auto", keep="nothing", max_steps=7)
    assert made.task.text == "Play the macro “Keys”"
    assert (made.task.policy, made.task.approve, made.task.keep) == ("macro", "auto", "nothing")
    assert (made.task.max_steps, made.brought.limits.steps) == (7, 7)
    assert made.task.timeout_s == Settings().budgets.wall_s


def test_a_macro_names_the_programs_of_its_targets_only_while_it_is_trusted(home):
    assert macro_run(home, "lost").brought.named_apps == {"files"}
    (entry,) = [e for e in trust_of(home).entries() if e.name == "Lost"]
    trust_of(home).forget(entry.digest)
    assert macro_run(home, "lost").brought.named_apps == frozenset()


def test_rows_widen_the_limits_but_no_run_is_longer_than_a_day(home, tmp_path):
    table = tmp_path / "rows.csv"
    table.write_text("key\n" + "a\n" * 2000)
    made = macro_run(home, "rows", rows=table)
    assert made.task.max_steps == 4 * 2000
    assert made.task.timeout_s == LONGEST_S
    assert macro_run(home, "rows", rows=table, timeout_s=60.0).task.timeout_s == 60.0


def test_a_play_keeps_its_report_and_the_health_of_its_macro(home):
    made = macro_run(home, values=AMOUNT, approve="auto")
    assert (made.report, made.ended) == (None, None)
    ended = play(made)
    assert ended.outcome is Outcome.DONE
    assert made.ended == ended
    assert [step.id for step in made.report.steps] == ["all", "copy"]
    assert read_report(made.report_path).run == ended.run
    assert read_health(home, "keys").green == 1
    assert made.repairs == ()


@pytest.mark.parametrize("verdict", ["rejected", "blocked"])
def test_a_play_that_was_not_let_on_keeps_its_report(home, verdict):
    made = macro_run(home, values=AMOUNT, approve="ask")
    answers = [Confirmation(verdict, "user", reason="not now")] * 9
    ended = play(made, human=FakeConfirmer(answers))
    assert ended.outcome is not Outcome.DONE
    assert isinstance(ended.message, Worded)
    assert read_report(made.report_path).message == ended.message
    assert read_health(home, "keys").last_outcome == str(ended.outcome)
    assert made.problem == ""


@pytest.mark.parametrize("cause", ["user", "takeover", "timeout", "executor_gone"])
def test_a_play_that_was_stopped_keeps_its_report(home, cause):
    made = macro_run(home, values=AMOUNT, approve="auto")

    def stop(_action):
        raise Stopped(cause)

    ended = play(made, sends=stop)
    assert ended.outcome is not Outcome.DONE
    assert isinstance(ended.message, Worded)
    assert read_report(made.report_path).message == ended.message
    assert read_health(home, "keys").last_id == ended.run


def test_the_lines_of_a_stopped_play_end_with_its_report(home, capsys):
    made = macro_run(home, values=AMOUNT, approve="auto")

    def stop(_action):
        raise Stopped("user")

    play(made, sends=stop, listener=_Followed(made, _Lines(made)))
    end = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert end["event"] == "end"
    assert end["report"] == str(made.report_path)


def test_all_waiting_for_the_user_is_left_out_of_how_long_it_took(home, monkeypatch):
    clock = FakeClock()
    monkeypatch.setattr("app.macros.play.SystemClock", lambda: clock)
    made = macro_run(home, values=AMOUNT, approve="ask")
    up_for_s = iter(
        [(30, "expired"), (30, "expired"), (5, "accepted"), (30, "expired"), (4, "accepted")]
    )

    def answer(proposal, risk):
        seconds, verdict = next(up_for_s)
        clock.advance(seconds)
        return Confirmation(verdict, "user")

    world = World(on_look=lambda _: clock.advance(0.1), on_action=lambda *_: clock.advance(0.2))
    human = FakeConfirmer([answer] * 5)
    assert play(made, world, human, clock=clock).outcome is Outcome.DONE
    assert len(human.asked) == 5
    assert made.report.apps_ms == pytest.approx(2 * (200 + 100))
    # The first look comes before the macro is asked for its first step.
    used_ms = 100 * (world.looks - 1) + 2 * 200
    assert made.report.used_ms == pytest.approx(used_ms)
    assert made.pace == (
        f"It took {used_ms / 1000:.1f} s without your answers; 0.6 s of it went into sending and waiting "
        "for the programs."
    )


def test_a_play_that_keeps_nothing_is_reported_and_leaves_no_file(home):
    made = macro_run(home, values=AMOUNT, approve="auto", keep="nothing")
    play(made)
    assert made.report.is_green
    assert made.report_path is None
    assert not (home / "macro-runs").exists()


def test_the_users_setting_counts_where_the_play_says_nothing(home):
    settings = Settings()
    keeping = msgspec.structs.replace(settings.keeping, runs="nothing")
    settings = msgspec.structs.replace(settings, keeping=keeping)
    assert macro_run(home, values=AMOUNT, settings=settings).task.keep == "nothing"
    assert macro_run(home, values=AMOUNT, settings=settings, keep="all").task.keep == "all"


def test_a_report_that_cannot_be_written_is_told_and_the_run_has_ended_well(home):
    (home / "macro-runs").write_text("in the way")
    made = macro_run(home, values=AMOUNT, approve="auto")
    assert play(made).outcome is Outcome.DONE
    assert "macro-runs" in made.problem
    assert made.report.is_green


def test_each_step_that_is_over_is_told(home):
    told = []
    made = MacroRun(
        PlayRequest("keys", AMOUNT, approve="auto"), library_of(home), trust_of(home),
        settings=Settings(), data=home, on_step=told.append,
    )  # fmt: skip
    sent = []
    play(made, sends=sent.append)
    assert [step.id for step in told] == ["all", "copy"]
    assert sent == [Hotkey(("ctrl", "a")), Hotkey(("ctrl", "c"))]


CALLER = """\
deskhand: 1
name: Caller
steps:
  - {id: both, do: group, title: Both, steps: [{id: all, do: keys, keys: [ctrl, a]}]}
  - {id: part, do: call, macro: Keys, values: {amount: "3"}}
"""


def test_a_step_in_hand_has_its_number_in_the_macro_that_is_played(home):
    library_of(home).save(read(CALLER.encode()))
    made, numbers = macro_run(home, "caller", approve="ask"), []
    human = FakeConfirmer(
        [lambda *_: numbers.append(made.status.number) or Confirmation("accepted", "user")] * 3
    )
    assert play(made, human=human).outcome is Outcome.DONE
    assert numbers == ["1.1", "", ""]


BEHIND = """\
deskhand: 1
name: Behind
steps:
  - {id: a, do: click, target: {name: A, window: Form, app: app}}
  - {id: b, do: check, condition: {that: text, text: A}}
  - {id: c, do: keys, keys: [ctrl, a]}
"""


def test_what_only_readies_a_step_has_no_number(home):
    library_of(home).save(read(BEHIND.encode()))
    world = World(
        [thing("A", 0)],
        (replace(FORM, window_id=2, title="Notes", app="notes", pid=9), replace(FORM, is_active=False)),
        on_action=lambda world, _action: setattr(world, "windows", (FORM,)),
    )  # fmt: skip
    made, told = macro_run(home, "behind", approve="ask"), []

    def listen(event):
        if isinstance(event, Proposed):
            told.append((made.status.number, event.proposal.sentence))

    assert play(made, world=world, listener=listen).outcome is Outcome.DONE
    assert told == [
        ("", "Switch to “Form”"),
        ("1", "Click “A”"),
        ("2", "Check that “A” is shown"),
        ("3", "Press Ctrl+A"),
    ]


@pytest.mark.parametrize(
    ("by", "approve", "is_asked"),
    [
        ("cli", "ask", True),
        ("cli", "auto", False),
        ("schedule", "auto", False),
        ("key", "auto", True),
        ("window", "assist", True),
    ],
)
def test_who_is_at_the_screen_is_asked_what_now(home, by, approve, is_asked, monkeypatch):
    monkeypatch.setattr("automation.macros.play.mismatch.TARGET_WAIT_S", 0.0)
    human = FakeConfirmer()
    made = macro_run(home, "lost", by=by, approve=approve)
    play(made, human=human)
    assert bool(human.questions) == is_asked


@pytest.mark.parametrize(
    ("by", "is_offered"), [("window", True), ("key", True), ("editor", True), ("cli", False)]
)
def test_who_is_at_the_window_may_show_where_a_target_is(home, by, is_offered, monkeypatch):
    monkeypatch.setattr("automation.macros.play.mismatch.TARGET_WAIT_S", 0.0)
    human = FakeConfirmer()
    play(macro_run(home, "lost", pointer=object(), by=by), human=human)
    (question,) = human.questions
    names = [one.name for one in question.candidates]
    assert ("Show where it is" in names) is is_offered


def test_a_play_that_never_began_has_no_report(home):
    made = macro_run(home, values=AMOUNT)
    made.listen(Started("r", made.task, ()))
    assert made.ended is None
    made.listen(Ended("", Outcome.ENVIRONMENT, "There is no display.", 0))
    assert made.ended.outcome is Outcome.ENVIRONMENT
    assert made.report is None


TICK = """
deskhand: 1
name: Tick
steps:
  - {id: urgent, do: click, target: {window: Form, role: checkbox, name: Urgent}}
"""


@pytest.mark.parametrize(
    ("approve", "is_asked"), [("auto", False), ("assist", True), ("ask", True)]
)
def test_auto_ticks_the_boxes_of_a_macro_that_is_trusted(home, approve, is_asked):
    macro = read(TICK.encode())
    library_of(home).save(macro)
    trust_of(home).trust(digest(macro, {}.__getitem__), macro.name, "you")
    made, human = macro_run(home, "tick", approve=approve), FakeConfirmer()
    confirmer = RuledConfirmer(
        made.task.approve, Rules(), human, is_trusted_macro=made.brought.is_trusted_macro
    )
    box = replace(thing("Urgent", 0), role="checkbox", states=frozenset({"checkable"}))
    ended = play(made, world=World([box]), human=confirmer)
    assert ended.outcome is Outcome.DONE
    assert bool(human.asked) == is_asked


def test_a_macro_that_is_not_trusted_is_none_that_auto_runs(home):
    macro = read(TICK.encode())
    library_of(home).save(macro)
    assert not macro_run(home, "tick", approve="ask").brought.is_trusted_macro


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
    locked = stopped(Halt(LOCKED), [], 0).outcome
    expected = {
        r"allow without you \(Settings, Apps\) ends it with exit status (\d+)": Outcome.BLOCKED,
        r"then gives up with exit status (\d+)": Outcome.ENVIRONMENT,
        r"A lock on the way ends it with (\d+)": locked,
    }
    for sentence, outcome in expected.items():
        assert re.findall(sentence, said) == [str(EXIT_CODES[outcome])], sentence


STEP = grammar.Click(
    id="send",
    target=Target(name="Send", about="the blue one below the form", row=("Ada",)),
)
C = thing("Submit", 6)
AT = Aim(C.box.center)


class Looks:
    """A model that answers with what the test says."""

    name = "holotron"

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    def propose(self, task, history, observation, stop):
        assert history.steps == ()
        self.asked.append(task)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def asked(answer, step=STEP, part="target", stop=None):
    world, model = World([C]), Looks(answer)
    repairer = ModelRepairer(Askable(lambda stop: model), WorldReader(world))
    wanted = MissingTarget(step, part, "“Send” is not there")
    return repairer.repair(wanted, world.observe_now(), stop or StopToken()), model


def test_the_model_is_told_what_is_looked_for_and_why_it_was_not_found():
    _, model = asked(Proposal(actions.Click(AT)))
    text = model.asked[0].text
    for word in ("“Send”", "the blue one below the form", "Ada", "is not there", "one click"):
        assert word in text
    assert model.asked[0].max_steps == 1


def test_what_the_step_types_is_not_told():
    step = grammar.Type(id="t", text="my diary", target=Target(role="field", name="Note"))
    text = words_for(MissingTarget(step, "target", "not there"))
    assert "my diary" not in text
    assert "field “Note”" in text


def test_a_place_is_taken_with_what_stands_there():
    found, _ = asked(Proposal(actions.Click(AT), evidence="never tested"))
    assert isinstance(found, Found)
    assert (found.rung, found.point, found.element.name) == ("model", C.box.center, "Submit")
    assert found.window_id == 1
    assert found.tried[0].note == "never tested"


DRAG = grammar.Drag(id="d", target=Target(name="A"), to=Target(name="B"))
WRITE = grammar.Type(id="t", text="x", target=Target(name="F"))
RIGHT = grammar.Click(id="r", target=Target(name="A"), button="right")


@pytest.mark.parametrize(
    ("answer", "step", "is_taken"),
    [
        (actions.Click(AT), STEP, True),
        (actions.Click(AT), WRITE, True),
        (actions.Click(AT), DRAG, True),
        (actions.Click(AT, "right"), RIGHT, True),
        (actions.Write("y", AT), WRITE, True),
        (actions.Click(AT, "right"), STEP, False),
        (actions.Click(AT, "left", 2), STEP, False),
        (actions.Click(AT, "left", 1, ("ctrl",)), STEP, False),
        (actions.Write("y", AT), STEP, False),
        (actions.Write("y"), WRITE, False),
        (actions.Move(AT), STEP, False),
        (actions.Hotkey(("enter",)), STEP, False),
        (actions.Window("close", 1, "Form"), STEP, False),
        (actions.Launch("app", "app"), STEP, False),
    ],
)
def test_only_an_answer_that_points_in_the_steps_own_way_is_taken(answer, step, is_taken):
    found, _ = asked(Proposal(answer), step)
    assert isinstance(found, Found) is is_taken
    if not is_taken:
        assert "does not know" in found.sentence


@pytest.mark.parametrize(
    "answer",
    [
        Finish(Outcome.NOT_FOUND, "There is no such button."),
        Question("Which one?"),
        Later(1.0),
        ModelError("the weights are damaged"),
    ],
)
def test_any_other_answer_is_not_knowing(answer):
    found, _ = asked(answer)
    assert isinstance(found, NoAnswer)
    assert "model" in found.sentence.casefold()


def test_a_stop_goes_through():
    stop = StopToken()
    with pytest.raises(Stopped):
        asked(Stopped("kill_key"), stop=stop)
    stop.stop("kill_key")
    with pytest.raises(Stopped):
        asked(Proposal(actions.Click(AT)), stop=stop)


def test_a_replay_presses_what_the_model_points_at():
    world = World([C])
    model = Looks(Proposal(actions.Click(AT)))
    repairer = ModelRepairer(Askable(lambda stop: model), WorldReader(world))
    rig = Rig(world, macro(click("Send", on_mismatch="ask_model")), tools={"repairer": repairer})
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["Submit"]
    assert rig.policy.repairs[0].target.name == "Submit"


SAVE = Rect(100, 500, 60, 24)
BOX = Rect(300, 200, 300, 140)
MAIN = win(1, "Guest list", "guests")
DIALOG = win(2, "What is new", "guests", BOX, is_active=True)
TARGET = Target(window="Guest list", app="guests", role="button", name="Save")


def desk(*more):
    return screen([DIALOG, MAIN], [element("Save", box=SAVE, window_id=1), *more])


def found(seen, *modal):
    asked = []

    def find_modal(windows):
        asked.append(sorted(windows))
        return modal

    finder = LadderFinder(ModalReader(seen.reader, find_modal))
    return finder.find(TARGET, seen.observation, NO_IMAGES, StopToken()), asked


def test_a_target_under_a_dialog_that_the_window_manager_calls_modal_is_not_pressed():
    answer, asked = found(desk(element("What is new", "dialog", BOX, window_id=2)), 2)
    assert answer.why == "unsure"
    assert "“What is new”" in answer.sentence
    assert asked[0] == [1, 2]


def test_a_modal_window_of_which_the_tree_tells_nothing_is_in_the_way_too():
    assert found(desk(), 2)[0].why == "unsure"


def test_a_window_that_is_not_modal_is_not_in_the_way():
    answer, _ = found(desk(element("What is new", "dialog", BOX, window_id=2)))
    assert isinstance(answer, Found)
    assert answer.point == SAVE.center


def test_nobody_is_asked_while_a_program_shows_one_window():
    other = win(3, "Other", "another", BOX, is_active=True)
    seen = screen([other, MAIN], [element("Save", box=SAVE, window_id=1)])
    answer, asked = found(seen, 3)
    assert isinstance(answer, Found)
    assert asked == []


def test_everything_else_is_asked_of_the_reader():
    seen = desk()
    save = seen.reader.elements[0]
    reader = ModalReader(seen.reader, lambda windows: ())
    assert reader.at(seen.observation, SAVE.center) == save
    assert reader.refreshed(save) == save
    assert reader.focused(seen.observation) is None
    assert list(reader.text(seen.observation)) == []


OTHER = replace(FORM, window_id=2, app="Files", pid=9, executable="/usr/bin/files")


@pytest.mark.parametrize(
    ("named", "level"), [(frozenset(), RiskLevel.R2), (frozenset({"files"}), RiskLevel.R1)]
)
def test_the_second_program_of_a_macro_is_new_ground_only_where_the_macro_is_not_for_it(
    named, level
):
    sheet = thing("A", 0)
    world = World([sheet], windows=(FORM, replace(OTHER, is_active=False)))
    verdict = judge(WorldReader(world), (), named)
    press = Proposal(Click(Aim(sheet.box.center)))
    assert verdict(press, world.observe(StopToken())) is RiskLevel.R1
    world.windows = (OTHER, replace(FORM, is_active=False))
    assert verdict(press, world.observe(StopToken())) is level
