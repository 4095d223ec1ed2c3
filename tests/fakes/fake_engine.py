"""An engine that answers with scripted replies and keeps what it was asked."""

from automation.core.errors import AssistantError
from automation.core.generation import Completion, PrefillProgress, StepStats, TextDelta


class FakeEngine:
    """`replies` are texts, or errors to raise; the last one is said for ever."""

    def __init__(self, *replies, finish="stop"):
        self._replies = list(replies)
        self._finish = finish
        self.requests = []
        self.ahead = []

    def propose(self, request, *, stop, on_event=None):
        stop.check()
        self.requests.append(request)
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if isinstance(reply, (AssistantError, MemoryError)):
            raise reply
        if on_event is not None:
            on_event(PrefillProgress(10, 10))
            for start in range(0, len(reply), 7):
                on_event(TextDelta(reply[start : start + 7], "answer"))
        return Completion(reply, "", self._finish, (1,), StepStats())

    def anticipate(self, conversation):
        self.ahead.append(conversation)


class FakeVoice:
    """Keeps what it heard."""

    def __init__(self):
        self.text = ""
        self.asked_again = 0
        self.reasons = []
        self.plans = []
        self.notes = []
        self.readings = []
        self.drafts = []
        self.decisions = 0

    def said(self, delta):
        self.text += delta.text

    def again(self, why=""):
        self.asked_again += 1
        self.reasons += [why] if why else []

    def drafted(self, draft):
        self.drafts.append(draft)

    def decided(self, stop):
        self.decisions += 1

    def reading(self, words):
        self.readings.append(words)

    def planned(self, goals, note):
        if goals:
            self.plans.append([goal.text for goal in goals])
        if note:
            self.notes.append(note)
