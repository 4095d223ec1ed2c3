"""A loaded model that does what a test tells it to, without a network."""

import threading

from automation.core.generation import Completion, EngineStatus, Memory, StepStats, TextDelta
from automation.core.timing import StopToken

FACTS = EngineStatus(state="ready", name="fake", device="CPU", memory=Memory(weights=10))


class FakeModel:
    """Answers `done`, or runs what the test has set; notes who calls."""

    facts = FACTS

    def __init__(self):
        self.calls = []
        self.threads = set()
        self.on_reply = None
        self.on_prepare = None
        self.is_released = False

    def reply(self, request, *, stop, on_event, asked_s):
        self._note(("reply", request))
        on_event(TextDelta("done", "answer"))
        if self.on_reply is not None:
            self.on_reply(stop)
        return Completion("done", "", "stop", (1,), StepStats(tokens_sampled=1))

    def prepare(self, conversation, *, stop):
        self._note(("prepare", conversation))
        if self.on_prepare is not None:
            self.on_prepare(stop)

    def tidy(self):
        self.calls.append(("tidy", None))

    def release(self):
        self.is_released = True

    def memory(self):
        return Memory(weights=10, cache=5)

    def _note(self, call):
        self.calls.append(call)
        self.threads.add(threading.get_ident())


class FakeLoader:
    """Gives out models; each load may fail or wait as the test has set."""

    def __init__(self, *models):
        self.models = list(models)
        self.loads = 0
        self.on_load = None

    def __call__(self, options, *, progress, stop):
        self.loads += 1
        if self.on_load is not None:
            self.on_load(progress, stop)
        return self.models.pop(0)


class Gate:
    """Holds a call up until it is let go or stopped."""

    def __init__(self):
        self.reached = threading.Event()
        self.open = threading.Event()

    def __call__(self, stop: StopToken):
        self.reached.set()
        while not self.open.wait(0.005):
            stop.check()
