"""How a run without the window begins: what holds it up, what reaches it, and what is put in order after.

What is said at the next start of runs that a crash cut off: what the records say, and where to look.
"""

import contextlib
import io
import json
import os
import sys
from types import SimpleNamespace

import msgspec
import pytest

from app import run_start
from app.cli.parser import run as command
from app.executor_host import ExecutorHost
from app.macros.play import services_for
from app.run_lock import TAKEN, DesktopBusy, ask
from app.run_options import LONGEST_S, Askable, budgets, budgets_of_known
from app.run_start import (
    cut_off_runs,
    desk_for_run,
    not_begun,
    run_alone,
    settings_in,
    while_read,
    with_model,
)
from app.settings import ANSWER, STAND_IN, Keeping, Settings, user_folders
from automation.core.actions import Aim, Click
from automation.core.errors import MacroError, NoDisplay, RecordError, SettingsError
from automation.core.events import Started, Task
from automation.core.proposal import Effects, Finish, Outcome, Proposal
from automation.core.timing import StopToken
from automation.macros.play.step_context import FULL_SPEED
from automation.records.store import Store
from tests.fakes.crashed_runs import crash
from tests.fakes.macro_world import World, WorldReader, thing


@pytest.mark.parametrize("kind", [DesktopBusy, NoDisplay, RecordError, SettingsError])
def test_what_is_around_the_run_is_told_apart_from_what_is_in_it(kind):
    assert not_begun(kind("it is so")) == Finish(Outcome.ENVIRONMENT, "it is so")
    assert not_begun(MacroError("it is so")) == Finish(Outcome.FAILED, "it is so")


def test_a_file_of_settings_that_cannot_be_read_is_told_each_time_and_allows_nothing(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    folders = user_folders()
    folders.create()
    assert settings_in(folders) == Settings()
    assert capsys.readouterr().err == ""
    folders.settings_file.write_text("[")
    for _ in range(2):
        assert settings_in(folders) == STAND_IN
        assert capsys.readouterr().err.endswith(f"{ANSWER}\n")


class Desk:
    """A desk that tells what is done with it."""

    recovered = ()

    def __init__(self, done: list[str]) -> None:
        self.done, self.store, self.notice = done, self, "It was mended."
        self.executor = self

    def stop(self):
        self.done.append("halt")

    def sweep(self, limits):
        self.done.append(f"sweep {limits.text_days}")
        raise RecordError("the disk is full")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.done.append("closed")


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Return what begins a run at a desk, with the token that stops it and what was done."""
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    folders, stop, done = user_folders(), StopToken(), []
    folders.create()

    @contextlib.contextmanager
    def lock(runtime, *, on_lost):
        done.append("lock")
        start.lose = on_lost
        try:
            yield
        finally:
            done.append("unlock")

    def open_desk(folders_, settings, executor):
        assert not executor._has_cards
        done.append(str(ask(folders_.runtime, "stop" if start.stops_early else "show")))
        return Desk(done)

    def start():
        return desk_for_run(folders, Settings(keeping=Keeping(text_days=7)), stop)

    start.stops_early, start.folders, start.stop, start.done = False, folders, stop, done
    monkeypatch.setattr(run_start, "RunLock", lock)
    monkeypatch.setattr("app.desk.open_desk", open_desk)
    monkeypatch.setattr(ExecutorHost, "start_early", lambda self: None)
    return start


REFUSED = "{'error': \"unknown word 'show'; expected stop\"}"


def test_a_run_holds_the_display_and_is_put_in_order_whatever_that_does(start, capsys):
    with start() as desk:
        assert start.done == ["lock", REFUSED]
        assert desk.store.notice
    assert start.done == ["lock", REFUSED, "sweep 7", "closed", "unlock"]
    assert capsys.readouterr().err == "It was mended.\n"
    assert not start.stop.is_set


def test_a_run_that_a_crash_cut_off_is_told_beside_the_lines_of_the_next(
    start, capsys, monkeypatch
):
    monkeypatch.setattr(
        run_start, "cut_off_in_terminal", lambda store: f"Cut off in {store.notice}"
    )
    with start():
        pass
    assert capsys.readouterr() == ("", "It was mended.\nCut off in It was mended.\n")


def test_a_run_that_failed_is_put_away_and_nothing_is_deleted(start):
    with pytest.raises(RecordError), start():
        raise RecordError
    assert start.done == ["lock", REFUSED, "closed", "unlock"]


def test_a_stop_reaches_a_run_before_and_at_its_desk(start):
    start.stops_early = True
    with start():
        assert start.done == ["lock", "{'running': True}"]
        assert (start.stop.is_set, start.stop.cause) == (True, "user")
        assert ask(start.folders.runtime, "stop") == {"running": True}
        assert start.done[-1] == "halt"
    assert ask(start.folders.runtime, "stop") is None


def test_a_display_that_was_taken_away_stops_the_run(start):
    with start():
        start.lose()
        assert start.stop.cause == TAKEN


@pytest.mark.parametrize(
    ("known", "steps", "wall_s"),
    [
        ({"actions": 3, "rows": 0}, 50, 900),
        ({"actions": 300, "rows": 4}, 300, 3600),
        ({"actions": 300, "rows": 1000}, 300, LONGEST_S),
        ({"actions": 300, "rows": 4, "max_steps": 2, "timeout_s": 5.0}, 2, 5.0),
    ],
)
def test_a_run_whose_steps_are_known_has_the_room_for_them(known, steps, wall_s):
    settings = Settings()
    limits = budgets_of_known(settings, **known)
    assert (limits.steps, limits.wall_s) == (steps, wall_s)
    assert msgspec.structs.replace(limits, steps=50, wall_s=900) == budgets(settings)


def test_a_model_is_among_the_tools_where_there_is_one():
    reader = WorldReader(World())
    tools = services_for(reader, None, Settings())
    assert (tools.repairer, tools.speed) == (None, FULL_SPEED)
    assert services_for(reader, Askable(lambda _stop: None), Settings()).repairer is not None


def test_the_tools_judge_by_the_users_own_words_of_danger():
    world = World([thing("Frobnicate")])
    press, seen = Proposal(Click(Aim(world.things[0].box.center))), world.observe_now()
    levels = [
        services_for(WorldReader(world), None, Settings(extra_danger_words=words)).assess(
            press, seen
        )
        for words in ((), ("frobnicate",))
    ]
    assert levels[0] != levels[1]


def test_nobody_reading_what_is_told_stops_the_run(monkeypatch):
    class Gone(io.StringIO):
        def fileno(self):
            return os.open(os.devnull, os.O_WRONLY)

    def speak(_happening):
        raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    stop, told = StopToken(), []
    while_read(stop, told.append)("an event")
    assert (told, stop.is_set) == (["an event"], False)
    while_read(stop, speak)("an event")
    assert (stop.is_set, stop.cause) == (True, "signal")


LOOK = "Look there."


@pytest.fixture
def told(tmp_path):
    """Return what is said after a crash amid these tasks."""

    def said(*tasks, **how):
        crash(tmp_path / "home", *tasks, **how)
        store = Store(tmp_path / "home")
        try:
            return cut_off_runs(store, LOOK)
        finally:
            store.close()

    return said


@pytest.mark.parametrize(
    ("how", "steps"),
    [
        ({}, "No step was done"),
        ({"done": 1}, "1 step was done"),
        ({"done": 3}, "3 steps were done"),
        ({"done": 3, "is_begun": True}, "3 steps were done, and of 1 more it is not known"),
        ({"is_begun": True}, "No step was done, and of 1 more it is not known"),
    ],
)
def test_one_run_is_told_with_its_task_and_what_is_known_of_its_steps(told, how, steps):
    assert told("file the invoice", **how) == (
        "“file the invoice” was cut off: deskhand closed unexpectedly. "
        f"{steps}; nothing is held down. {LOOK}"
    )


def test_several_runs_are_one_sentence_and_only_so_many_are_named(told):
    assert told("one", "two", done=2, is_begun=True) == (
        "“one” and “two” were cut off: deskhand closed unexpectedly. "
        f"4 steps were done, and of 2 more it is not known; nothing is held down. {LOOK}"
    )
    assert told("a", "b", "c", "d").startswith("“a”, “b”, “c” and 1 more task were cut off: ")
    assert told(*"abcde").startswith("“a”, “b”, “c” and 2 more tasks were cut off: ")


def test_a_task_of_which_nothing_is_kept_is_told_without_a_word_of_it(told):
    said = told("my secret errand", keep="nothing", done=2)
    assert said.startswith("A task that is not kept was cut off: ")
    assert "2 steps were done; nothing is held down" in said
    assert "errand" not in said


def test_a_task_can_neither_hide_letters_nor_push_our_words_away(told):
    said = told("click\nSave \u202e" + "x" * 500)
    assert len(said) < 300
    assert "\n" not in said
    assert "\u202e" not in said


def test_nothing_is_said_of_runs_that_ended_or_live_or_were_told_before(tmp_path):
    home = tmp_path / "home"
    crash(home, "told already")
    Store(home).close()
    store = Store(home)
    ended, _lives = store.new_run(Task("ended")), store.new_run(Task("lives"))
    ended.end(Outcome.DONE, "Done.")
    other = Store(home)
    assert cut_off_runs(other, LOOK) == ""
    other.close()
    store.close()


def test_a_run_that_is_gone_by_then_or_cannot_be_read_stops_no_start(tmp_path):
    home = tmp_path / "home"
    (run,) = crash(home, "file it", done=1)
    store = Store(home)
    with store._ledger.writing("harm a step") as database:
        database.execute("UPDATE step SET record = 'no record'")
    assert cut_off_runs(store, LOOK) == (
        f"“file it” was cut off: deskhand closed unexpectedly. Nothing is held down. {LOOK}"
    )
    store.recovered = ("gone",)
    assert cut_off_runs(store, LOOK) == ""
    store.recovered = ("gone", run)
    assert "“file it”" in cut_off_runs(store, LOOK)
    store.close()


def test_the_history_in_the_terminal_tells_it_once_beside_its_lines(fresh_home, capsys):
    (run,) = crash(fresh_home / "data", "file it", done=1)
    assert command(["history", "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err == (
        "deskhand: “file it” was cut off: deskhand closed unexpectedly. "
        f"1 step was done; nothing is held down. See: deskhand history --run {run}\n"
    )
    command(["history"])
    assert capsys.readouterr().err == ""
    crash(fresh_home / "data", "one", "two")
    command(["history"])
    assert capsys.readouterr().err.endswith(" See: deskhand history\n")


def test_a_server_or_a_folder_of_the_command_line_is_where_the_model_runs_this_time():
    settings = Settings()
    assert with_model(settings, None) == settings
    served = with_model(settings, None, ["localhost:8080"], "tiny").model
    assert (served.where, served.server.model) == ("server", "tiny")
    assert served.server.url == "http://localhost:8080/v1"
    here = with_model(msgspec.structs.replace(settings, model=served), "/models/one").model
    assert (here.where, here.folder) == ("here", "/models/one")
    with pytest.raises(SettingsError, match="only http"):
        with_model(settings, None, ["ftp://here"])


@pytest.mark.parametrize("has_begun", [False, True])
def test_of_a_run_that_breaks_off_once_it_has_begun_it_is_not_known_what_it_did(
    fresh_home, monkeypatch, capsys, has_begun
):
    @contextlib.contextmanager
    def desk(*_):
        yield SimpleNamespace(run=lambda task, human, listener, stop, **_: breaks(listener))

    def breaks(listener):
        if has_begun:
            listener(Started("r1", Task("click Save"), ()))
        raise RecordError("the disk went away")

    monkeypatch.setattr(run_start, "desk_for_run", desk)
    monkeypatch.setattr("app.cli.do.desk_for_run", desk)
    wanted = Effects.UNCERTAIN if has_begun else Effects.NONE
    ended = run_alone(lambda _: Task("click Save"), None, lambda happening: None, StopToken())
    assert (ended.outcome, ended.effects) == (Outcome.ENVIRONMENT, wanted)
    assert command(["do", "click Save", "--json", "--approve", "auto"]) == 9
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["effects"] == wanted
