"""The engine: one thread, honest states, nothing that hangs. The model behind it is a fake."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from automation.core.errors import GenerationError, LoadError, ModelError, OutOfMemory, Stopped
from automation.core.generation import EngineStatus, LoadProgress, TextDelta
from automation.core.timing import StopToken
from model.inference.engine import CurrentStatus, ModelEngine
from model.inference.jobs import Job, JobThread
from model.inference.options import LoadOptions, Request
from model.prompt.conversation import Conversation, Message
from tests.fakes.fake_model import FACTS, FakeLoader, FakeModel, Gate

OPTIONS = LoadOptions(Path("a-checkpoint"))
TALK = Conversation((Message("user", "hello"),))
REQUEST = Request(TALK)


@pytest.fixture
def model():
    return FakeModel()


@pytest.fixture
def loader(model):
    return FakeLoader(model, FakeModel())


@pytest.fixture
def engine(loader):
    made = ModelEngine(loader)
    yield made
    made.close()


@pytest.fixture
def loaded(engine):
    engine.load(OPTIONS).result()
    return engine


def ask(engine, stop=None, on_event=None):
    return engine.propose(REQUEST, stop=stop or StopToken(), on_event=on_event)


def states(engine):
    heard = []
    engine.listen(lambda status: heard.append(status.state))
    return heard


def test_importing_it_loads_no_runtime():
    program = (
        "import sys, model.inference.engine\n"
        "print([x for x in ('torch', 'transformers', 'llguidance', 'tokenizers')"
        " if x in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


def test_nothing_is_loaded_at_first(engine):
    assert engine.status == EngineStatus()
    with pytest.raises(ModelError, match="no model is loaded"):
        ask(engine)


def test_a_loaded_model_shows_its_facts(loaded):
    assert loaded.status == FACTS


def test_loading_is_told_phase_by_phase(engine, loader):
    phases = [LoadProgress(0, 9, "Loading weights"), LoadProgress(0, 0, "Warming up")]
    loader.on_load = lambda progress, _stop: [progress(phase) for phase in phases]
    heard = []
    engine.listen(heard.append)
    engine.load(OPTIONS).result()
    assert [status.loading for status in heard[1:-1]] == phases
    assert {status.name for status in heard[:-1]} == {"a-checkpoint"}


def test_progress_within_a_phase_is_told_a_few_times_a_second(engine, loader):
    many = [LoadProgress(n, 5000, "Loading weights") for n in range(5001)]
    loader.on_load = lambda progress, _stop: [progress(phase) for phase in many]
    heard = []
    engine.listen(lambda status: heard.append(status.loading))
    engine.load(OPTIONS).result()
    told = [progress for progress in heard if progress is not None]
    assert len(told) < 1000
    assert told[-1] == many[-1]


def test_a_reply_comes_back_with_its_events(loaded):
    events = []
    assert ask(loaded, on_event=events.append).text == "done"
    assert events == [TextDelta("done", "answer")]


def test_a_reply_is_work_and_leaves_its_counters(loaded):
    heard = states(loaded)
    completion = ask(loaded)
    assert (heard[0], heard[-1], loaded.status.state) == ("working", "ready", "ready")
    assert loaded.status.last == completion.stats
    assert loaded.status.memory.cache == 5


def test_what_nobody_waits_for_is_done_after_the_reply(loaded, model):
    ask(loaded)
    loaded.eject().result()
    assert [call for call, _ in model.calls] == ["reply", "tidy"]


def test_a_model_ejected_during_a_reply_has_nothing_left_to_do(loaded, model):
    model.on_reply = lambda _stop: loaded.eject()
    heard = states(loaded)
    ask(loaded)
    loaded.eject().result()
    assert "failed" not in heard
    assert [call for call, _ in model.calls] == ["reply"]


def test_everything_happens_in_one_thread(loaded, model):
    ask(loaded)
    loaded.anticipate(TALK)
    ask(loaded)
    assert len(model.threads) == 1
    assert threading.get_ident() not in model.threads


def test_a_stop_ends_a_reply(loaded, model):
    model.on_reply, stop = Gate(), StopToken()
    _stop_when_reached(model.on_reply, stop)
    with pytest.raises(Stopped, match="kill_key"):
        ask(loaded, stop)
    model.on_reply = None
    assert ask(loaded).text == "done"
    assert loaded.status.name == "fake"


def _stop_when_reached(gate, stop):
    def wait_and_stop():
        assert gate.reached.wait(60)
        stop.stop("kill_key")

    threading.Thread(target=wait_and_stop, daemon=True).start()


def test_a_reply_takes_back_what_is_read_ahead(loaded, model):
    model.on_prepare = Gate()
    loaded.anticipate(TALK)
    assert model.on_prepare.reached.wait(60)
    assert ask(loaded).text == "done"


def test_reading_ahead_again_takes_back_what_was_read_ahead_before(loaded, model):
    model.on_prepare = first = Gate()
    loaded.anticipate(TALK)
    assert first.reached.wait(60)
    model.on_prepare = second = Gate()
    loaded.anticipate(TALK)
    assert second.reached.wait(60)
    assert ask(loaded).text == "done"
    assert [call for call, _ in model.calls][:3] == ["prepare", "prepare", "reply"]


def test_cancel_takes_back_what_is_read_ahead(loaded, model):
    model.on_prepare = Gate()
    loaded.anticipate(TALK)
    assert model.on_prepare.reached.wait(60)
    loaded.cancel()
    model.on_prepare = None
    assert ask(loaded).text == "done"
    assert loaded.status.state == "ready"


@pytest.mark.parametrize("error", [LoadError("config.json is broken"), OutOfMemory("too large")])
def test_a_load_that_fails_says_why_and_another_mends_it(engine, loader, error):
    def fail(_progress, _stop):
        raise error

    loader.on_load = fail
    with pytest.raises(type(error)):
        engine.load(OPTIONS).result()
    assert (engine.status.state, engine.status.problem) == ("failed", str(error))
    with pytest.raises(ModelError, match=str(error)):
        ask(engine)
    loader.on_load = None
    engine.load(OPTIONS).result()
    assert engine.status == FACTS


def test_a_load_that_breaks_says_what_to_do(engine, loader):
    def fail(_progress, _stop):
        raise RuntimeError("CUDA error: no kernel image\nmore lines")

    loader.on_load = fail
    with pytest.raises(ModelError, match=r"no kernel image\. Load it again"):
        engine.load(OPTIONS).result()
    assert "more lines" not in engine.status.problem


def test_a_load_can_be_taken_back(engine, loader):
    gate = Gate()
    loader.on_load = lambda _progress, stop: gate(stop)
    job = engine.load(OPTIONS)
    assert gate.reached.wait(60)
    engine.eject().result()
    with pytest.raises(Stopped):
        job.result()
    assert engine.status == EngineStatus()


def test_loading_another_model_stops_the_load_in_progress(engine, loader):
    gate = Gate()
    loader.on_load = lambda _progress, stop: gate(stop)
    first = engine.load(OPTIONS)
    assert gate.reached.wait(60)
    loader.on_load = None
    engine.load(OPTIONS).result()
    with pytest.raises(Stopped):
        first.result()
    assert engine.status == FACTS


def test_a_reply_waits_for_the_load_in_progress(engine, loader):
    gate = Gate()
    loader.on_load = lambda _progress, stop: gate(stop)
    engine.load(OPTIONS)
    threading.Timer(0.05, gate.open.set).start()
    assert ask(engine).text == "done"


def test_a_device_that_fails_is_said_and_a_load_mends_it(loaded, model, caplog):
    def fail(_stop):
        raise RuntimeError("CUDA error: an illegal memory access was encountered")

    model.on_reply = fail
    with pytest.raises(ModelError, match="illegal memory access"):
        ask(loaded)
    assert loaded.status.state == "failed"
    assert "Load it again" in loaded.status.problem
    with pytest.raises(ModelError, match="illegal memory access"):
        ask(loaded)
    loaded.load(OPTIONS).result()
    assert ask(loaded).text == "done"
    assert "the model failed" in caplog.text


def test_a_device_that_fails_while_reading_ahead_is_said(loaded, model, caplog):
    def fail(_stop):
        raise RuntimeError("CUDA error: unspecified launch failure")

    model.on_prepare = fail
    failed = threading.Event()
    loaded.listen(lambda status: status.state == "failed" and failed.set())
    loaded.anticipate(TALK)
    assert failed.wait(60)
    with pytest.raises(ModelError, match="launch failure"):
        ask(loaded)
    assert loaded.status.state == "failed"
    assert "the model failed" in caplog.text


@pytest.mark.parametrize(
    "error", [GenerationError("empty", reason="empty"), OutOfMemory("The device is full")]
)
def test_an_error_of_one_reply_leaves_the_model_ready(loaded, model, error):
    def fail(_stop):
        raise error

    model.on_reply = fail
    with pytest.raises(type(error)):
        ask(loaded)
    model.on_reply = None
    assert ask(loaded).text == "done"


def test_an_ejected_model_is_gone(loaded):
    loaded.eject().result()
    assert loaded.status == EngineStatus()
    with pytest.raises(ModelError, match="no model is loaded"):
        ask(loaded)


def test_a_model_is_released_before_the_next_is_loaded(loaded, loader, model):
    released = []
    loader.on_load = lambda _progress, _stop: released.append(model.is_released)
    loaded.load(OPTIONS).result()
    assert released == [True]


def test_an_ejected_model_is_released(loaded, model):
    loaded.eject().result()
    assert model.is_released


def test_closing_ends_a_reply_and_the_thread(loaded, model):
    gate = model.on_reply = Gate()
    ended = []

    def ask_and_note():
        with pytest.raises(Stopped):
            ask(loaded)
        ended.append(True)

    asking = threading.Thread(target=ask_and_note, daemon=True)
    asking.start()
    assert gate.reached.wait(60)
    loaded.close()
    asking.join(60)
    assert ended == [True]
    assert model.threads
    assert model.threads.isdisjoint(thread.ident for thread in threading.enumerate())
    with pytest.raises(ModelError, match="closed"):
        ask(loaded)


class Panic(BaseException):
    """What a Rust library raises when it gives up: no `Exception`."""


def test_a_library_that_panics_while_loading_is_said(engine, loader):
    def panic(_progress, _stop):
        raise Panic

    loader.on_load = panic
    with pytest.raises(ModelError, match="could not be loaded: Panic"):
        engine.load(OPTIONS).result()
    assert engine.status.state == "failed"


def test_a_library_that_panics_in_a_reply_is_said(loaded, model):
    def panic(_stop):
        raise Panic

    model.on_reply = panic
    with pytest.raises(ModelError, match="the model stopped: Panic"):
        ask(loaded)
    assert loaded.status.state == "failed"


# Jobs are done in order by one thread, and their callers get what came of them.


@pytest.fixture
def thread():
    made = JobThread("test-engine")
    yield made
    assert made.close(60)


def blocked(thread):
    """Return a job that is being done and an event that lets it end."""
    begun, go_on = threading.Event(), threading.Event()

    def work(_stop):
        begun.set()
        assert go_on.wait(60)

    job = thread.add(Job(work))
    assert begun.wait(60)
    return job, go_on


def test_a_job_gives_its_result(thread):
    assert thread.add(Job(lambda _stop: 42)).result() == 42


def test_an_error_is_raised_where_the_job_was_asked_for(thread):
    def fail(_stop):
        raise ModelError("no")

    with pytest.raises(ModelError, match="no"):
        thread.add(Job(fail)).result()
    assert thread.add(Job(lambda _stop: 1)).result() == 1


def test_jobs_are_done_in_order_by_one_thread(thread):
    seen = []
    jobs = [
        thread.add(Job(lambda _stop, n=n: seen.append((n, threading.get_ident()))))
        for n in range(9)
    ]
    jobs[-1].result()
    assert [n for n, _ in seen] == list(range(9))
    assert len({ident for _, ident in seen} - {threading.get_ident()}) == 1


def test_no_thread_runs_before_the_first_job():
    made = JobThread("idle")
    assert "idle" not in {thread.name for thread in threading.enumerate()}
    assert made.close(60)


def test_a_job_that_waits_is_given_up_at_once_when_its_caller_is_stopped(thread):
    first, go_on = blocked(thread)
    stop, done = StopToken(), []
    waiting = thread.add(Job(lambda _stop: done.append(1), stop))
    stop.stop("kill_key")
    with pytest.raises(Stopped, match="kill_key"):
        waiting.result(stop, patience_s=1000)
    assert not first.is_over
    go_on.set()
    thread.add(Job(lambda _stop: None)).result()
    assert done == []


def test_a_job_that_hangs_does_not_hold_its_stopped_caller(thread):
    job, go_on = blocked(thread)
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        job.result(stop, patience_s=0.05)
    go_on.set()


def test_a_job_taken_back_hears_it(thread):
    begun = threading.Event()

    def work(stop):
        begun.set()
        stop.wait(60)

    job = thread.add(Job(work))
    assert begun.wait(60)
    job.take_back()
    with pytest.raises(Stopped):
        job.result(StopToken())


def test_a_closed_thread_refuses_jobs():
    made = JobThread("closed")
    made.add(Job(lambda _stop: None)).result()
    assert made.close(60)
    with pytest.raises(ModelError, match="closed"):
        made.add(Job(lambda _stop: None)).result()


def test_jobs_that_came_before_closing_are_done():
    made, done = JobThread("closing"), []
    made.add(Job(lambda _stop: done.append(1)))
    assert made.close(60)
    assert done == [1]


def test_the_thread_goes_after_the_windows(thread):
    import os
    import sys

    if sys.platform != "linux":
        pytest.skip("only on Linux threads have a niceness")
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def niceness(_stop):
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    assert thread.add(Job(niceness)).result() >= min(19, max(own, 10))
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own


# The collector rests while a model is loaded, and works again afterwards.


PROGRAM = """
import gc
from model.inference.engine import gc_paused
{before}
kept = [[] for _ in range(1000)]
try:
    with gc_paused():
        print(gc.isenabled())
        raise KeyError
except KeyError:
    frozen = gc.get_freeze_count()
with gc_paused():
    more = [[] for _ in range(1000)]
print(gc.isenabled(), frozen > 1000, gc.get_freeze_count() <= frozen)
"""


def words(before="gc.enable()"):
    program = PROGRAM.replace("{before}", before)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return run.stdout.split()


def test_it_rests_meanwhile_and_freezes_what_is_there_once():
    assert words() == ["False", "True", "True", "True"]


def test_a_collector_that_was_off_stays_off():
    assert words("gc.disable()") == ["False", "False", "True", "True"]


# The status reaches every listener, whatever the others do.


READY = EngineStatus(state="ready")


def test_listeners_hear_every_status_until_they_stop_listening():
    board, heard = CurrentStatus(), []
    stop_listening = board.listen(heard.append)
    board.put(READY)
    stop_listening()
    stop_listening()
    board.put(EngineStatus())
    assert heard == [READY]
    assert board.status == EngineStatus()


def test_a_listener_that_fails_does_not_keep_it_from_the_others(caplog):
    board, heard = CurrentStatus(), []
    board.listen(lambda _status: 1 / 0)
    board.listen(heard.append)
    board.put(READY)
    assert heard == [READY]
    assert "listener" in caplog.text
