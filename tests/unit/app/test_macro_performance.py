"""One play of a macro, as window and command line share it: checked, limited, reported, and kept."""

from dataclasses import replace

import msgspec
import pytest

from app.macros.library import library_of, trust_of
from app.macros.play import MacroRun
from app.macros.play_request import NeedsValues, NotTrusted, PlayRequest, Refusal
from app.run_options import LONGEST_S
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.actions import Hotkey
from automation.core.errors import MacroError
from automation.core.events import Ended, Proposed, Started
from automation.core.proposal import Confirmation, Outcome
from automation.core.timing import StopToken
from automation.macros.codec import read
from automation.macros.play.health import read_health
from automation.macros.play.report import read_report
from automation.macros.trust import digest
from automation.safety.rules import RuledConfirmer, Rules
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.macro_world import FORM, World, WorldReader, thing

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
