"""The desk's dealings with its executor: stops, settings and restarts at any moment."""

import os
import queue
import threading
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import ClassVar

import msgspec
import pytest

import app.executor_host as hands
from app import desk as composition
from app.desk import Desk, ModelEvents, open_desk
from app.known_servers import Known, keep
from app.run_options import Brought
from app.settings import Folders, ModelSettings, ServerSettings, Settings
from automation.core.errors import (
    AssistantError,
    CaptureError,
    Damaged,
    ExecutorGone,
    ModelError,
    SettingsError,
)
from automation.core.events import Draft, Drafted, SentTo, Started, Task, Working
from automation.core.generation import LoadProgress
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.desktop.elements.bus import AccessibilityBus
from automation.desktop.input.ledger import Ledger, ledger_path
from automation.desktop.input.protocol import PROTOCOL_VERSION, Disarmed, Killed, Ready
from automation.records.store import Store
from model.calibrate.endpoint import EndpointCalibration
from model.server.asking import message
from tests.fakes import overlay_scenes as scenes
from tests.fakes.fake_bus import FakeBus
from tests.fakes.fake_reader import FakeReader
from tests.unit.app.test_known_servers import FOUND
from tests.unit.desktop.element_scenes import PID, button, frame, look


class FakeClient:
    """Stands for `ExecutorClient`; `made` keeps every one in order."""

    made: ClassVar[list] = []
    at_start = staticmethod(lambda client: None)

    def __init__(self, options, *, on_event, on_gone):
        self.options, self.on_event, self.on_gone = options, on_event, on_gone
        self.is_running = False
        self.grabbed = {}
        self.ended_runs = 0
        self.made.append(self)

    def start(self):
        self.at_start(self)
        self.is_running = True
        return Ready(PROTOCOL_VERSION, 1, 2, is_armed=True)

    def begin_run(self, budgets, _guests=(), _nonce_s=None):
        pass

    def end_run(self):
        self.ended_runs += 1

    def stop(self):
        raise ExecutorGone("gone")

    def grab(self, chords):
        self.grabbed |= chords
        return ()

    def ungrab(self, *names):
        for name in names:
            self.grabbed.pop(name, None)

    def close(self):
        self.is_running = False
        self.grabbed = {}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    made = FakeClient.made = []
    monkeypatch.setattr(FakeClient, "at_start", staticmethod(lambda client: None))
    monkeypatch.setattr(hands, "ExecutorClient", FakeClient)
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path)
    with Desk(folders, Settings(), Store(folders.data)) as desk:
        desk.executor.start()
        assert len(made) == 1
        yield desk


def with_stop_key(*keys):
    return msgspec.structs.replace(
        Settings(), keys=msgspec.structs.replace(Settings().keys, stop=keys)
    )


def run(desk, stop):
    with suppress(AssistantError):  # there is no display here
        desk.run(Task("click Save"), None, lambda event: None, stop)


def test_a_kill_key_pressed_while_the_executor_starts_stops_the_run(desk, monkeypatch):
    stop = StopToken()
    monkeypatch.setattr(
        FakeClient, "at_start", staticmethod(lambda client: client.on_event(Killed("pause")))
    )
    run(desk, stop)
    assert (stop.is_set, stop.cause) == (True, "kill_key")


def test_a_stop_while_the_executor_dies_does_not_fail(desk):
    desk.executor.stop()


def test_keys_that_were_set_during_a_run_are_heard_in_the_next_one(desk, monkeypatch):
    stop = StopToken()

    def set_keys(client):
        monkeypatch.setattr(FakeClient, "at_start", staticmethod(lambda client: None))
        desk.set_settings(with_stop_key("f9"))

    monkeypatch.setattr(FakeClient, "at_start", staticmethod(set_keys))
    run(desk, stop)
    assert desk.executor.stop_key == "Pause", "what is shown is what is heard"
    run(desk, StopToken())
    assert desk.executor.stop_key == "f9"
    assert FakeClient.made[-1].options.kill_keys == ("f9",)


def patient(expiry_s):
    approval = msgspec.structs.replace(Settings().approval, expiry_s=expiry_s)
    return msgspec.structs.replace(Settings(), approval=approval)


@pytest.mark.parametrize(("expiry_s", "good_s"), [(5.0, 60.0), (30.0, 60.0), (300.0, 330.0)])
def test_what_is_prepared_stays_good_for_longer_than_its_card(desk, expiry_s, good_s):
    desk.set_settings(patient(expiry_s))
    assert FakeClient.made[-1].options.nonce_s == good_s
    assert FakeClient.made[-1].is_running


def test_an_executor_is_made_anew_only_for_cards_that_outlive_what_it_prepares(desk):
    desk.set_settings(patient(5.0))
    assert len(FakeClient.made) == 1
    desk.set_settings(patient(45.0))
    assert len(FakeClient.made) == 2


@pytest.mark.parametrize("expiry_s", [5.0, 300.0])
def test_without_cards_what_is_prepared_waits_for_whoever_answers_on_a_line(
    tmp_path, monkeypatch, expiry_s
):
    made = FakeClient.made = []
    monkeypatch.setattr(hands, "ExecutorClient", FakeClient)
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path)
    executor = hands.ExecutorHost(folders, patient(expiry_s), has_cards=False)
    with open_desk(folders, patient(expiry_s), executor):
        assert [client.options.nonce_s for client in made] == [86_400.0]


def test_a_fresh_executor_listens_to_the_chords_of_the_last_one(desk):
    desk.executor.grab_chords({"bar": "ctrl+alt+space", "card": "ctrl+shift+y"})
    desk.executor.ungrab_chords("card")
    FakeClient.made[-1].close()
    desk.executor.start()
    assert FakeClient.made[-1].grabbed == {"bar": "ctrl+alt+space"}


def test_settings_that_the_executor_cannot_start_with_are_told_and_raise_nothing(desk, monkeypatch):
    def fail(client):
        raise ExecutorGone("no kill key can be pressed")

    told = []
    desk.executor.listen(on_chord=lambda name: None, on_disarmed=told.append)
    monkeypatch.setattr(FakeClient, "at_start", staticmethod(fail))
    desk.set_settings(with_stop_key("f9"))
    assert told == ["no kill key can be pressed"]
    assert desk.executor.stop_problem == "no kill key can be pressed"


@pytest.mark.parametrize("is_left", [True, False], ids=["dead-man died too", "dead-man let go"])
def test_what_executor_and_dead_man_left_down_is_let_go_at_once(desk, monkeypatch, is_left):
    monkeypatch.setattr(hands, "DEADMAN_S", 0.05)
    if is_left:
        path = ledger_path(desk.folders.runtime, os.environ.get("DISPLAY", ""), 2**22 + 1)
        Ledger.owned(path).close()
    starts = []
    monkeypatch.setattr(FakeClient, "at_start", staticmethod(starts.append))
    client = FakeClient.made[-1]
    client.is_running = False
    client.on_gone("it ended")
    for thread in threading.enumerate():
        if thread.name == "let-go":
            thread.join()
    assert len(starts) == is_left


def test_an_executor_that_went_deaf_is_replaced_and_not_called_ready(desk):
    first = FakeClient.made[-1]
    first.on_event(Disarmed("the kill key is not heard"))
    assert desk.executor.stop_problem
    desk.executor.start()
    assert FakeClient.made[-1] is not first
    assert desk.executor.stop_problem == ""


@pytest.mark.parametrize("cause", ["kill_key", "corner", "user", "slept"])
def test_however_the_executor_was_stopped_the_run_ends_with_that_cause(desk, monkeypatch, cause):
    stop = StopToken()
    monkeypatch.setattr(
        FakeClient, "at_start", staticmethod(lambda client: client.on_event(Killed("x", cause)))
    )
    run(desk, stop)
    assert stop.cause == cause


def test_the_stop_corner_is_given_back_after_a_run_and_a_changed_one_is_watched_in_the_next(desk):
    assert FakeClient.made[-1].options.stop_corner == "top_left"
    run(desk, StopToken())
    assert FakeClient.made[-1].ended_runs == 1
    desk.set_settings(msgspec.structs.replace(Settings(), stop_corner="bottom_right"))
    assert FakeClient.made[-1].options.stop_corner == "bottom_right"


def test_after_its_end_no_executor_is_started(tmp_path, monkeypatch):
    made = FakeClient.made = []
    monkeypatch.setattr(hands, "ExecutorClient", FakeClient)
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path)
    desk = Desk(folders, Settings(), Store(folders.data))
    desk.executor.start()
    desk.close()
    desk.set_settings(with_stop_key("f9"))  # what a timer of the window still brings
    assert not any(one.is_running for one in made)
    with pytest.raises(ExecutorGone, match="ending"):
        desk.executor.start()


def test_what_one_run_reads_of_a_look_serves_all_its_parts(desk, monkeypatch):
    bus = FakeBus((PID, [frame(button())]))
    for name in ("run", "connect", "replies", "reply"):
        monkeypatch.setattr(
            AccessibilityBus, name, lambda self, *a, _n=name, **k: getattr(bus, _n)(*a, **k)
        )
    reader, seen = desk._read(), look()
    assert len(reader.tree(seen)) == 2
    asked = len(bus.calls)
    reader.tree(seen)
    assert len(bus.calls) == asked


def test_a_play_gets_the_model_that_is_loaded_and_loads_none_unless_that_was_said(desk, tmp_path):
    model = ModelSettings(folder=str(tmp_path))
    desk.set_settings(msgspec.structs.replace(Settings(), model=model))
    usual, said = Brought(None, None), Brought(None, None, may_load=True)
    voice = SimpleNamespace(loading=lambda progress: None)
    asked = [desk._askable(Task("Play", "macro"), one, None, voice) for one in (usual, said)]
    assert [one.is_there() for one in asked] == [False, True]
    with pytest.raises(ModelError, match="no model is loaded"):
        asked[0].opened(StopToken())
    assert desk.models.status.state == "empty"


def test_a_choice_on_programs_that_sleep_taken_back_at_once_is_the_last_that_is_seen_to(
    desk, monkeypatch
):
    begun, seen_to = threading.Event(), []

    def see_to_choice(folder, *, is_wanted):
        if not begun.is_set():
            begun.set()
            taken_back.wait(0.2)  # a later one that does not wait for this one overtakes it here
        seen_to.append(is_wanted)
        taken_back.set()

    taken_back = threading.Event()
    monkeypatch.setattr(composition, "see_to_choice", see_to_choice)
    desk.set_settings(msgspec.structs.replace(Settings(), wake_programs="on"))
    assert begun.wait(10)
    desk.set_settings(msgspec.structs.replace(Settings(), wake_programs="off"))
    for thread in threading.enumerate():
        if thread.name == "waking":
            thread.join(10)
    assert seen_to[-1] is False


def test_what_is_in_the_way_of_the_choice_on_sleeping_programs_is_told(desk, monkeypatch):
    told = queue.SimpleQueue()
    monkeypatch.setattr(composition, "see_to_choice", lambda folder, *, is_wanted: "no bus")
    desk.waking_problem = told.put
    desk.set_settings(msgspec.structs.replace(Settings(), wake_programs="on"))
    assert told.get(timeout=30) == "no bus"


DRAFT = Draft("Click 1, 2", ScreenPoint(1, 2), scenes.observation())


class Rig:
    """A voice whose events and looks at the screen stand in one list, in order."""

    def __init__(self, problem=None):
        self.told = []
        self.problem = problem
        self.voice = ModelEvents(self.told.append, self.bare)
        self.voice(Started("r", Task("x"), ()))
        self.told.clear()

    @contextmanager
    def bare(self, stop):
        self.told.append("hidden")
        if self.problem:
            raise self.problem
        yield
        self.told.append("shown")


def test_a_draft_is_told_with_the_run_it_belongs_to():
    rig = Rig()
    rig.voice.drafted(DRAFT)
    assert rig.told == [Drafted("r", DRAFT)]


def test_a_draft_is_taken_back_while_the_screen_is_bare():
    rig = Rig()
    rig.voice.drafted(DRAFT)
    rig.voice.decided(StopToken())
    rig.voice.decided(StopToken())
    assert rig.told[1:] == ["hidden", Drafted("r", None), "shown"]


def test_without_a_draft_nothing_is_hidden():
    rig = Rig()
    rig.voice.decided(StopToken())
    assert rig.told == []


def test_a_step_is_not_decided_while_the_mark_may_be_on_the_screen():
    rig = Rig(problem=CaptureError("the overlay may be visible"))
    rig.voice.drafted(DRAFT)
    with pytest.raises(CaptureError):
        rig.voice.decided(StopToken())


def test_loading_tells_its_phase_and_how_far_it_is():
    rig = Rig()
    rig.voice.loading(LoadProgress(5_200_000_000, 7_900_000_000, "Loading weights"))
    words = "Loading weights, 5.2 of 7.9 GB"
    assert rig.told == [Working("r", "loading", words, "Loading weights")]


def test_asking_again_takes_the_draft_back():
    rig = Rig()
    rig.voice.drafted(DRAFT)
    rig.voice.again("no room")
    assert rig.told[1:] == [Drafted("r", None), Working("r", "observing", "no room")]
    rig.voice.decided(StopToken())
    assert len(rig.told) == 3


def test_another_server_takes_the_draft_of_the_one_before_back():
    rig = Rig()
    rig.voice.sends_to("a:1", is_here=True)
    assert rig.told == [SentTo("r", "a:1", is_here=True)]
    rig.voice.drafted(DRAFT)
    assert rig.voice.sends_to("b:2", ("a:1",), is_here=True) == ("r", "a:1, b:2")
    back, asked, sent = rig.told[2:]
    assert (back, asked.state) == (Drafted("r", None), "observing")
    assert sent == SentTo("r", "b:2", is_here=True, passed_over=("a:1",))


def kept_run(desk, text, policy="commands", outcome=Outcome.DONE, asked_by=""):
    log = desk.store.new_run(Task(text, policy, asked_by=asked_by))
    log.end(outcome, "Done.")


@pytest.mark.parametrize(
    ("said", "n"),
    [
        ("the second one", 2),
        ("number 3", 3),
        ("click number 3", 3),
        ("4", 4),
        ("Nummer zwei", 2),
        ("den ersten", 1),
    ],
)
def test_a_number_answers_the_question_that_the_last_run_ended_with(desk, said, n):
    kept_run(desk, "click Edit", outcome=Outcome.AMBIGUOUS)
    assert desk._meant(Task(said)) == Task("click Edit", pick=n)
    kept_run(desk, "click Save")
    assert desk._meant(Task(said)) == Task(said)


@pytest.mark.parametrize("said", ["click 7", "type x into 3", "gib Anna in 3 ein", "right-click 2"])
@pytest.mark.parametrize("before", ["show numbers", "zeig die Nummern", "show numbers after 8"])
def test_after_show_numbers_a_sentence_may_say_a_number(desk, before, said):
    kept_run(desk, before, outcome=Outcome.AMBIGUOUS)
    assert desk._meant(Task(said)) == Task(said, numbered=before)
    kept_run(desk, said)
    assert desk._meant(Task(said)) == Task(said)
    kept_run(desk, "click Edit", outcome=Outcome.AMBIGUOUS)
    assert desk._meant(Task(said)) == Task(said)


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        ("show numbers", "7", Task("show numbers", pick=7)),
        ("show numbers", "9", Task("show numbers after 8")),
        ("show numbers after 8", "number 9", Task("show numbers after 16")),
        ("show numbers after 8", "2", Task("show numbers after 8", pick=2)),
        ("show grid", "7", Task("show grid", pick=7)),
        ("show grid", "click 7", Task("show grid", pick=7)),
        ("show grid", "type x into 7", Task("type x into 7")),
        ("show numbers", "click Save", Task("click Save")),
        ("show numbers, then click Save", "click 7", Task("click 7")),
    ],
)
def test_a_number_is_that_of_the_page_that_was_shown(desk, before, said, meant):
    kept_run(desk, before, outcome=Outcome.AMBIGUOUS)
    assert desk._meant(Task(said)) == meant


def test_again_means_the_last_task_that_was_no_talk(desk):
    assert desk._meant(Task("do it again")).text == "do it again"
    kept_run(desk, "click Save")
    kept_run(desk, "thanks")
    assert desk._meant(Task("do it again")).text == "click Save"
    assert desk._meant(Task("click Open")).text == "click Open"
    kept_run(desk, "Play the macro “Bills”", "macro")
    assert desk._meant(Task("nochmal")).text == "nochmal"


def test_what_another_program_asked_for_is_nothing_that_the_user_said(desk):
    kept_run(desk, "click Save")
    for _ in range(30):
        kept_run(desk, "click Pay", asked_by="Agent")
    assert desk._meant(Task("do it again")).text == "click Save"
    kept_run(desk, "click Edit", outcome=Outcome.AMBIGUOUS, asked_by="Agent")
    assert desk._meant(Task("the second one")) == Task("the second one")


def test_a_history_that_cannot_be_read_remembers_no_choice(desk, monkeypatch):
    assert desk._recall("CLICK:Edit", "editor", "Form") is None

    def damaged(*asked):
        raise Damaged("no")

    monkeypatch.setattr(desk.store, "answer", damaged)
    assert desk._recall("CLICK:Edit", "editor", "Form") is None


def with_pictures(**server):
    chosen = ServerSettings(
        url="http://127.0.0.1:9/v1", model="Holo3.1-9B", sees="pictures", **server
    )
    return msgspec.structs.replace(
        Settings(), model=ModelSettings(policy="remote", where="server", server=chosen)
    )


def opened(desk):
    """Return the policy that a run with a model server gets."""
    late = desk._policy(Task("save", policy="remote"), FakeReader(), ModelEvents(lambda _: None))
    return late._opened(StopToken()).opened(StopToken())


def test_a_model_that_sees_pictures_gets_the_family_that_its_name_means(desk):
    desk.set_settings(with_pictures())
    policy = opened(desk)
    assert (policy._manner.family.name, policy._manner.is_calibrated) == ("holo3.1", False)
    desk.set_settings(with_pictures(family="qwen2.5-vl"))
    assert opened(desk)._manner.family.name == "qwen2.5-vl"
    desk.set_settings(with_pictures(family="nobody"))
    with pytest.raises(SettingsError, match="no family 'nobody'"):
        opened(desk)


def test_what_its_calibration_found_is_used_for_that_family_alone(desk):
    found = EndpointCalibration(
        "P", "edge_1024", "off", "holo3.1", 12, 12, 1.0, message("same_point")
    )
    probed = msgspec.structs.replace(FOUND, model="Holo3.1-9B")
    keep(Known("http://127.0.0.1:9/v1", probed, found), desk.folders.data)
    desk.set_settings(with_pictures())
    manner = opened(desk)._manner
    assert (manner.numbers, manner.is_calibrated) == ("canvas_px", True)
    assert manner.family.rule.resized(1920, 1080)[0] <= 1024
    desk.set_settings(with_pictures(family="qwen3.5"))
    assert not opened(desk)._manner.is_calibrated
    none = msgspec.structs.replace(found, coordinates=None)
    keep(Known("http://127.0.0.1:9/v1", probed, none), desk.folders.data)
    desk.set_settings(with_pictures())
    assert "gives the same point" in opened(desk)._manner.no_points


def test_words_are_compared_by_meaning_where_no_model_is_asked_about_them(desk, monkeypatch):
    asked = []
    monkeypatch.setattr(
        composition, "commands_policy",
        lambda *_, by_meaning=True: asked.append(by_meaning) or SimpleNamespace(name="commands"),
    )  # fmt: skip
    served = ModelSettings(where="server", server=ServerSettings(url="http://127.0.0.1:9"))
    for settings in (Settings(), Settings(model=served)):
        desk.set_settings(settings)
        for policy in ("auto", "commands"):
            desk._policy(Task("get rid of it", policy=policy), FakeReader(), ModelEvents(print))
    assert asked == [True, True, False, True]


def test_the_encoder_is_loaded_once_and_its_absence_is_no_error(monkeypatch):
    composition.meanings.cache_clear()
    first = composition.meanings()
    assert first is not None
    assert composition.meanings() is first
    composition.meanings.cache_clear()
    monkeypatch.setattr("model.text_encoder.folder_of", lambda: None)
    assert composition.meanings() is None
    composition.meanings.cache_clear()
