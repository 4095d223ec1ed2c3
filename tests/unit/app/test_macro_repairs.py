"""Repairs wait for the user's word, are taken over with their picture, or contradicted by a later run."""

import importlib.resources
import json
import shutil
import threading
from dataclasses import replace

import jsonschema
import msgspec
import pytest

from app.macros.library import library_of, trust_of
from app.macros.play import MacroRun
from app.macros.play_request import PlayRequest
from app.macros.repairs import RepairShelf, accept
from app.run_options import Askable
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core import actions
from automation.core.actions import Aim
from automation.core.errors import MacroError
from automation.core.proposal import Outcome, Proposal
from automation.core.timing import StopToken
from automation.macros.effects import holds
from automation.macros.library import Library
from automation.macros.macro import Click, Macro, Made, Shows, Target, Until
from automation.macros.trust import digest
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_executor import FakeExecutor
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.macro_world import World, WorldReader, thing
from tests.kit import loaded

NEW = thing("Remarks", 6)
OLD = thing("Notes", 2)
GO_ON = 2
"""Among the answers where an effect was not seen."""


class Points:
    """A model that always points at the same place."""

    name = "holotron"
    clock: FakeClock

    def propose(self, task, history, observation, stop):
        return Proposal(actions.Click(Aim(NEW.box.center)))


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Let nothing wait: what a step waits for comes by looking."""
    fake = FakeClock()
    monkeypatch.setattr("app.macros.play.SystemClock", lambda: fake)
    Points.clock = fake
    return fake


def send(id="send", **more):  # noqa: A002 - as the step has it
    target = Target(app="app", role="button", name="Notes")
    return Click(id=id, target=target, on_mismatch="ask_model", **more)


def made(*steps, by="recording", **more):
    return Macro(deskhand=1, name="Mail", made=Made(by=by), steps=steps or (send(),), **more)


def keep(home, macro, *, trusted=True):
    library_of(home).save(macro)
    if trusted:
        trust_of(home).trust(digest(macro, {}.__getitem__), macro.name, "you")


def play(home, *things, settings=None, model=Points, choices=(), on_action=None):
    """Play the macro in a world of these things, by the real loop; return the macro_run."""
    world = World(list(things), **({"on_action": on_action} if on_action else {}))
    reader = WorldReader(world)
    shown = MacroRun(
        PlayRequest("mail", approve="ask"), library_of(home), trust_of(home),
        settings=settings or Settings(), data=home,
    )  # fmt: skip
    parts = Parts(
        screen=world,
        policy=shown.brought.policy(reader, Askable(lambda stop: model()) if model else None),
        confirmer=FakeConfirmer(choices=list(choices)),
        executor=FakeExecutor(on_execute=world.carry_out, window_title="Form"),
        verifier=FakeVerifier([], []),
        reader=reader,
        open_log=lambda _task: FakeRunLog(),
        clock=Points.clock,
    )
    shown.outcome = Loop(parts, listener=shown.listen).run(shown.task, StopToken()).outcome
    assert not shown.problem
    return shown


def waiting(home):
    return RepairShelf(home).of("mail")


def taken_over(home):
    accept(waiting(home), RepairShelf(home), library_of(home), trust_of(home))
    return library_of(home).open("Mail")


def is_trusted(home):
    kept = library_of(home).open("Mail")
    return trust_of(home).is_trusted(digest(kept.macro, kept.image))


def test_what_a_run_repaired_waits_with_its_picture_and_the_macro_is_as_it_was(tmp_path):
    keep(tmp_path, made())
    assert play(tmp_path, NEW).outcome is Outcome.DONE
    (one,) = waiting(tmp_path)
    assert one.words == "Step send: button “Notes” was found as button “Remarks”, by the model"
    path = RepairShelf(tmp_path).picture_path(one)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_mode & 0o777 == 0o600
    assert library_of(tmp_path).open("Mail").macro == made()


def test_taking_it_over_keeps_target_picture_and_the_users_own_trust(tmp_path):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    kept = taken_over(tmp_path)
    target = kept.macro.steps[0].target
    assert target.name == "Remarks"
    assert kept.image(target.image).startswith(b"\x89PNG")
    assert target.press is not None
    assert waiting(tmp_path) == ()
    assert is_trusted(tmp_path)
    assert play(tmp_path, NEW).repairs == ()


@pytest.mark.parametrize(("by", "trusted"), [("import", True), ("recording", False)])
def test_trust_is_not_made_by_a_repair(tmp_path, by, trusted):
    keep(tmp_path, made(by=by), trusted=trusted)
    play(tmp_path, NEW, choices=[1])  # of an untrusted one the model's answer is asked about first
    assert taken_over(tmp_path).macro.steps[0].target.name == "Remarks"
    assert not is_trusted(tmp_path)


def test_a_later_run_that_finds_what_was_recorded_drops_the_repair(tmp_path):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    assert waiting(tmp_path)
    play(tmp_path, OLD)
    assert waiting(tmp_path) == ()


def test_a_later_run_that_stops_elsewhere_leaves_the_repair(tmp_path):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    before = waiting(tmp_path)
    assert play(tmp_path, model=None).outcome is Outcome.NOT_FOUND
    assert waiting(tmp_path) == before


def test_a_repaired_step_without_its_effect_is_no_repair(tmp_path):
    expect = Until(condition=Shows(text="Shown"), within_s=0.2)
    keep(tmp_path, made(send(expect=expect)))
    play(tmp_path, NEW)
    assert waiting(tmp_path) == ()


def test_a_repaired_step_of_which_the_user_says_that_it_is_as_it_should_be_is_one(tmp_path):
    expect = Until(condition=Shows(text="Shown"), within_s=0.2)
    keep(tmp_path, made(send(expect=expect)))
    play(tmp_path, NEW, choices=[GO_ON])
    assert waiting(tmp_path)


def test_a_repair_takes_along_what_its_step_is_expected_to_hold(tmp_path):
    def answer(world, _action):
        world.things = [replace(NEW, value="2 new")]

    told = Until(condition=holds(send().target, "2 new"), within_s=0.2)
    keep(tmp_path, made(send(expect=told)))
    assert play(tmp_path, NEW, on_action=answer).outcome is Outcome.DONE
    step = taken_over(tmp_path).macro.steps[0]
    assert step.target.name == "Remarks"
    assert step.expect == msgspec.structs.replace(told, condition=holds(step.target, "2 new"))


def test_a_step_that_was_changed_meanwhile_is_not_written_over(tmp_path):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    found = waiting(tmp_path)
    other = msgspec.structs.replace(send(), target=Target(app="app", role="button", name="Other"))
    keep(tmp_path, made(other))
    with pytest.raises(MacroError, match="was changed after it was repaired"):
        accept(found, RepairShelf(tmp_path), library_of(tmp_path), trust_of(tmp_path))
    assert library_of(tmp_path).open("Mail").macro == made(other)


def test_what_was_saved_while_repairs_are_taken_over_is_not_written_over(tmp_path, monkeypatch):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    found, save = waiting(tmp_path), Library.save
    edited = made(send(), send("later"))

    def late(library, macro, *given, **more):
        save(library, edited, folder=more["folder"])
        return save(library, macro, *given, **more)

    monkeypatch.setattr(Library, "save", late)
    with pytest.raises(MacroError, match="was changed meanwhile"):
        accept(found, RepairShelf(tmp_path), library_of(tmp_path), trust_of(tmp_path))
    assert library_of(tmp_path).open("Mail").macro == edited
    assert waiting(tmp_path) == found


def test_where_the_history_keeps_nothing_no_repair_is_kept(tmp_path):
    keep(tmp_path, made())
    settings = Settings()
    keeping = msgspec.structs.replace(settings.keeping, runs="nothing")
    play(tmp_path, NEW, settings=msgspec.structs.replace(settings, keeping=keeping))
    assert not (tmp_path / "macro-repairs").exists()


def test_a_damaged_list_is_no_repair(tmp_path):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    (file,) = (tmp_path / "macro-repairs").rglob("repairs.json")
    file.write_bytes(b"{")
    assert waiting(tmp_path) == ()
    play(tmp_path, NEW)
    assert len(waiting(tmp_path)) == 1


def test_two_that_drop_at_once_undo_nothing_of_each_other(tmp_path, monkeypatch):
    keep(tmp_path, made(send(), send(id="again")))
    play(tmp_path, NEW)
    first, second = waiting(tmp_path)
    write, is_other_done = RepairShelf._write, threading.Event()

    def slowly(shelf, *given):
        monkeypatch.setattr(RepairShelf, "_write", write)
        other.start()
        is_other_done.wait(0.5)  # passes only where the other one need not wait
        write(shelf, *given)

    def drop_other():
        RepairShelf(tmp_path).drop("mail", [second])
        is_other_done.set()

    other = threading.Thread(target=drop_other)
    monkeypatch.setattr(RepairShelf, "_write", slowly)
    RepairShelf(tmp_path).drop("mail", [first])
    other.join()
    assert waiting(tmp_path) == ()


def test_repairs_belong_to_the_folder_whatever_the_macro_is_called(tmp_path):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    library_of(tmp_path).rename(library_of(tmp_path).at("mail"), "Letters")
    assert library_of(tmp_path).save(made(), new=True).name == "mail-2"
    (one,) = waiting(tmp_path)
    accept([one], RepairShelf(tmp_path), library_of(tmp_path), trust_of(tmp_path))
    opened = library_of(tmp_path).open_at(library_of(tmp_path).at("mail"))
    assert (opened.macro.name, opened.macro.steps[0].target.name) == ("Letters", "Remarks")
    assert library_of(tmp_path).open("Mail").macro == made()


def test_a_repair_goes_to_its_folder_where_another_macro_has_the_same_name(tmp_path):
    keep(tmp_path, made())
    play(tmp_path, NEW)
    library = library_of(tmp_path)
    shutil.copytree(library.at("mail"), library.at("mail").with_name("another"))
    accept(waiting(tmp_path), RepairShelf(tmp_path), library, trust_of(tmp_path))
    names = [
        library.open_at(library.at(slug)).macro.steps[0].target.name for slug in ("mail", "another")
    ]
    assert names == ["Remarks", "Notes"]


def test_a_repair_that_was_overtaken_by_an_edit_waits_no_more(tmp_path):
    keep(tmp_path, made(send(), send(id="again")))
    play(tmp_path, NEW)
    shelf, was = RepairShelf(tmp_path), made(send(), send(id="again"))
    shelf.drop_overtaken("mail", was)
    assert [one.step for one in waiting(tmp_path)] == ["send", "again"]
    other = msgspec.structs.replace(send(), target=Target(app="app", role="button", name="Remarks"))
    shelf.drop_overtaken("mail", made(other, send(id="again")))
    assert [one.step for one in waiting(tmp_path)] == ["again"]


def command(*words):
    ran = loaded.run("macro", "repairs", *words, "--json")
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()]


def test_the_command_shows_keeps_and_drops(fresh_home):
    home = fresh_home / "data"
    keep(home, made())
    played = play(home, NEW)
    code, (repair, end) = command(played.report.run)
    text = importlib.resources.files("resources").joinpath("schema/lines.schema.json").read_text()
    jsonschema.validate(repair, json.loads(text))
    assert (code, repair["step"], repair["by"]) == (0, "send", "model")
    assert "1 repair waiting" in end["message"]
    assert command("Mail", "--accept", "none")[0] != 0
    code, (_, end) = command("Mail", "--accept", "send")
    assert (code, end["macro"]) == (0, "Mail")
    assert library_of(home).open("Mail").macro.steps[0].target.name == "Remarks"
    code, (end,) = command("Mail")
    assert (code, end["message"]) == (0, "No repair waits for “Mail”.")
    assert command("Mail", "--accept", "send")[0] == 5
