"""What moves between the decision and the press is looked at again and not pressed."""

import threading
import warnings
from concurrent.futures import CancelledError
from dataclasses import replace

import msgspec
import pytest

from automation.core.actions import KeyDown
from automation.core.errors import CaptureError, ExecutorGone
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import Execution, Outcome, Proposal
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import EDITOR, Hands, Rig, SmallReader, SmallScreen, click

PATIENCE_S = 60.0
"""So long a test waits for what has to come; a busy machine needs a while."""
HERE, BELOW = Rect(30, 40, 60, 20), Rect(30, 90, 60, 20)
BOLD = ScreenElement(
    "Bold", "button", HERE, "tree", frozenset({"enabled", "showing"}), window_id=7,
    handle=(":1", "/bold"),
)  # fmt: skip
MOVED = replace(BOLD, box=BELOW)
UNPRESSED = Execution(2, 1.0, completed=False, cause="stopped", note="you stopped it")
PRESSED = replace(UNPRESSED, events_sent=3)


class TellingReader(SmallReader):
    """Answers for one element as the test says; `listed` is what the whole tree has."""

    def __init__(self):
        super().__init__(element=BOLD)
        self.now, self.listed = BOLD, (BOLD,)
        self.asked = threading.Semaphore(0)

    def tree(self, observation, *, whole_screen=False):
        return self.listed

    def at(self, observation, point):
        return next((e for e in self.listed if e.box.contains(point)), None)

    def refreshed(self, element):
        self.asked.release()
        return self.now

    def become(self, now):
        """Be this from here on; None for gone."""
        self.now, self.listed = now, (now,) if now else ()


class Covered(TellingReader):
    """Tells that something lies over the element, after the first so many questions."""

    def __init__(self, after=0):
        super().__init__()
        self.left = after
        self.cover = replace(BOLD, name="Cookie notice", role="dialog", handle=(":1", "/notice"))

    def covering(self, observation, element, point):
        assert element.handle == BOLD.handle
        self.left -= 1
        return self.cover if self.left < 0 else None


class OnTheirWay(Hands):
    """Hands that are on their way to the target until somebody ends it; the first time only."""

    def __init__(self, meanwhile, cut):
        super().__init__()
        self.meanwhile, self.cut = meanwhile, cut
        self.ended = threading.Event()

    def stop(self):
        self.ended.set()

    def execute(self, nonce, confirmation, stop, progress):
        if self.meanwhile is None:
            return super().execute(nonce, confirmation, stop, progress)
        meanwhile, self.meanwhile = self.meanwhile, None
        meanwhile()
        assert self.ended.wait(PATIENCE_S), "nobody ended the action"
        assert stop.is_set
        action = self.prepared.pop(nonce)
        if self.cut is None:
            stop.check()
        if self.cut.events_sent > 2:
            self.sent.append(action)
        return self.cut


class WatchedHands(Hands):
    """Sends once the target was asked for a few times; counts who wants it ended."""

    def __init__(self, reader, meanwhile=lambda: None, least=1):
        super().__init__()
        self.reader, self.meanwhile, self.least = reader, meanwhile, least
        self.ends = 0

    def stop(self):
        self.ends += 1

    def execute(self, nonce, confirmation, stop, progress):
        self.meanwhile()
        for _ in range(self.least):
            assert self.reader.asked.acquire(timeout=PATIENCE_S)
        return super().execute(nonce, confirmation, stop, progress)


@pytest.fixture(autouse=True)
def _nobody_watches():
    """Wait for watchers that a stop has left behind: a stopped run does not, and they are counted."""
    _wait_for_watchers()
    yield
    _wait_for_watchers()


def _wait_for_watchers():
    for thread in _watchers():
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def following(reader, make=click):
    """Return a policy that acts on the thing where the reader has it."""

    def line(_history):
        now = reader.now or MOVED
        return Proposal(make(now.box.center.x, now.box.center.y), element=now, sentence="Bold")

    return ScriptedPolicy([line])


def rig(reader, *, make=click, **parts):
    return Rig(following(reader, make), reader=reader, **parts)


def points(r):
    return [action.at.point.y for action in r.hands.sent]


def moving(reader, now):
    """Return an answer of the user's during which the thing becomes another."""

    def answer(_proposal, _risk):
        reader.become(now)
        return ACCEPT

    return FakeConfirmer([answer])


# Before it is handed over


@pytest.mark.parametrize("name", ["commands", "macro", "holotron"])
def test_what_moved_while_it_was_decided_is_looked_at_again(name):
    reader = TellingReader()
    r = rig(reader, confirmer=moving(reader, MOVED))
    r.policy._name = name
    assert r.run().outcome is Outcome.DONE
    assert points(r) == [MOVED.box.center.y]
    assert len(r.confirmer.asked) == 2, "the user was asked about the place where it is"
    assert r.log.calls == ["intend", "withdraw", "intend", "append", "end"]


@pytest.mark.parametrize(
    "now",
    [None, MOVED, replace(BOLD, name="Delete"), replace(BOLD, box=replace(HERE, w=8))],
    ids=["gone", "moved", "renamed", "smaller"],
)
def test_what_is_no_more_what_it_was_is_not_pressed(now):
    reader = TellingReader()
    r = rig(reader, confirmer=moving(reader, now))
    r.policy = ScriptedPolicy([Proposal(click(), element=BOLD, sentence="Click Bold")])
    ended = r.run()
    assert ended.outcome is Outcome.BLOCKED
    assert "moved, went away or answers no more" in ended.message
    assert "Nothing was sent" in ended.message
    assert r.hands.sent == []


def test_a_thing_that_the_whole_tree_has_in_its_place_is_pressed_though_its_handle_is_gone():
    reader = TellingReader()
    reader.now = None
    r = rig(reader)
    r.policy = ScriptedPolicy([Proposal(click(), element=BOLD, sentence="Click Bold")])
    assert r.run().outcome is Outcome.DONE
    assert len(r.hands.sent) == 1


def test_a_box_that_is_rounded_otherwise_has_not_moved():
    reader = TellingReader()
    reader.now = replace(BOLD, box=replace(HERE, x=HERE.x + 1, y=HERE.y - 2))
    reader.listed = ()
    r = rig(reader)
    r.policy = ScriptedPolicy([Proposal(click(), element=BOLD, sentence="Click Bold")])
    assert r.run().outcome is Outcome.DONE


def test_what_the_tree_has_at_the_pixel_of_a_model_is_asked_for_too():
    reader = TellingReader()
    r = Rig(
        ScriptedPolicy([Proposal(click(50, 50, ""), sentence="Click there")], "holotron"),
        reader=reader, confirmer=FakeConfirmer([lambda p, risk: reader.become(MOVED) or ACCEPT]),
    )  # fmt: skip
    r.run()
    assert r.log.calls[:2] == ["intend", "withdraw"]


NEWS = replace(EDITOR, window_id=8, title="What is new", rect=Rect(200, 200, 80, 60))
ELSEWHERE = replace(NEWS, pid=99, app="chat", is_active=False)


@pytest.mark.parametrize(
    ("came", "is_pressed"),
    [
        (NEWS, False),
        (replace(NEWS, is_active=False), False),
        (replace(ELSEWHERE, is_active=True), False),
        (ELSEWHERE, True),
        (replace(NEWS, is_popup=True), True),
        (replace(NEWS, is_own=True), True),
        (replace(NEWS, is_minimised=True), True),
        (EDITOR, True),
    ],
    ids=["dialog", "its window", "focus", "beside", "popup", "ours", "minimised", "the same"],
)
def test_a_dialog_that_came_since_the_look_is_looked_at_first(came, is_pressed):
    r = rig(TellingReader(), windows=lambda: (EDITOR, came))
    ended = r.run()
    assert bool(r.hands.sent) is is_pressed
    assert ("another window came" in ended.message.casefold()) is not is_pressed


# What lies over it


@pytest.mark.parametrize(
    ("name", "outcome"), [("commands", Outcome.BLOCKED), ("macro", Outcome.BLOCKED)]
)
def test_what_is_covered_in_its_own_window_is_not_asked_about_nor_pressed(name, outcome):
    r = rig(Covered())
    r.policy._name = name
    ended = r.run()
    assert (ended.outcome, r.hands.sent, r.confirmer.asked) == (outcome, [], [])
    assert "“Cookie notice” lies over “Bold”" in ended.message


def test_a_model_is_told_what_covers_its_target_and_may_close_it():
    r = rig(reader := Covered())

    def tried(_history):
        reader.left = 9
        return Proposal(click(50, 50), element=BOLD, sentence="Bold")

    r.policy = ScriptedPolicy([Proposal(click(), element=BOLD, sentence="Bold"), tried], "holotron")
    r.run()
    assert len(r.hands.sent) == 1


def test_what_came_over_it_while_the_card_was_read_is_seen():
    reader = Covered(after=1)
    r = rig(reader)
    r.confirmer = FakeConfirmer([lambda _p, _r: r.clock.advance(2.0) or ACCEPT])
    ended = r.run()
    assert (ended.outcome, r.hands.sent) == (Outcome.BLOCKED, [])
    assert r.log.calls[:2] == ["intend", "withdraw"]


# While the pointer goes there


@pytest.mark.parametrize("now", [MOVED, None], ids=["moved", "gone"])
@pytest.mark.parametrize("cut", [UNPRESSED, None], ids=["on the way", "before the first event"])
def test_what_moves_on_the_way_is_not_pressed_and_looked_at_again(now, cut):
    reader = TellingReader()
    r = rig(reader, hands=OnTheirWay(lambda: reader.become(now), cut))

    def line(_history):
        if reader.now is None:
            reader.become(MOVED)
        box = reader.now.box
        return Proposal(click(box.center.x, box.center.y), element=reader.now, sentence="Bold")

    r.policy = ScriptedPolicy([line])
    ended = r.run()
    assert ended.outcome is Outcome.DONE, ended
    assert points(r) == [MOVED.box.center.y]
    assert r.log.calls == ["intend", "withdraw", "intend", "append", "end"]


def test_what_its_own_press_moves_was_pressed():
    reader = TellingReader()
    r = rig(reader, hands=OnTheirWay(lambda: reader.become(None), PRESSED))
    assert r.run().outcome is Outcome.DONE
    assert points(r) == [HERE.center.y]
    assert r.log.records[0].execution.completed


def test_a_press_whose_release_met_another_thing_is_not_seen():
    reader = TellingReader()
    r = rig(reader, hands=OnTheirWay(lambda: reader.become(MOVED), PRESSED))
    assert r.run().outcome is Outcome.UNVERIFIED
    receipt = r.log.records[0].receipt
    assert (receipt.kind, receipt.detail) == ("not_seen", "it moved away while the button was down")


@pytest.mark.parametrize("is_before", [True, False], ids=["before the release", "after it"])
def test_a_press_is_not_seen_where_its_target_was_told_to_have_moved_before_the_release(is_before):
    reader = TellingReader()
    now_s = FakeClock().now_s()
    whole = replace(PRESSED, events_sent=4, released_s=now_s + 1 if is_before else now_s - 1)
    r = rig(reader, hands=OnTheirWay(lambda: reader.become(MOVED), whole))
    r.run()
    record = r.log.records[0]
    assert record.execution.completed
    assert (record.execution.cause == "slipped") == is_before
    if is_before:
        assert record.receipt.kind == "not_seen"


@pytest.mark.parametrize("cut", [UNPRESSED, None], ids=["on the way", "before the first event"])
def test_a_stop_of_the_users_is_recorded_as_theirs_though_the_thing_moved_too(cut):
    reader = TellingReader()

    def both():
        r.stop.stop("kill_key")
        reader.become(MOVED)

    r = rig(reader, hands=OnTheirWay(both, cut))
    assert r.run().outcome is Outcome.STOPPED
    assert r.log.calls == ["intend", "append", "end"]


def test_what_stays_is_asked_for_until_it_was_pressed_and_then_no_more():
    reader = TellingReader()
    hands = WatchedHands(reader, least=5)
    r = rig(reader, hands=hands)
    assert r.run().outcome is Outcome.DONE
    assert hands.ends == 0
    assert not _is_watching()


def test_what_swells_under_the_pointer_is_pressed():
    reader = TellingReader()
    swollen = replace(BOLD, box=HERE.grown(12))
    hands = WatchedHands(reader, lambda: reader.become(swollen), least=5)
    r = rig(reader, hands=hands)
    assert r.run().outcome is Outcome.DONE
    assert hands.ends == 0


HOLD = Proposal(KeyDown("Shift"), sentence="Hold Shift")
CLICK = Proposal(click(), element=BOLD, sentence="Click Bold")
DOUBLE = replace(CLICK, intent=msgspec.structs.replace(click(), count=2))


@pytest.mark.parametrize(
    ("script", "is_watched"),
    [([CLICK], True), ([DOUBLE], False), ([HOLD, CLICK], False)],
    ids=["click", "double click", "click with a key held"],
)
def test_only_what_may_be_ended_is_asked_for_on_the_way(script, is_watched):
    watching = []
    r = rig(TellingReader())
    r.policy = ScriptedPolicy(script)
    r.hands.on_execute = lambda stop: watching.append(_is_watching())
    assert r.run().outcome is Outcome.DONE
    assert watching[-1] is is_watched


@pytest.mark.parametrize(
    "error", [CancelledError, ExecutorGone, MemoryError], ids=["bus", "executor", "memory"]
)
def test_on_the_way_what_nobody_can_be_asked_about_is_not_pressed(error):
    reader = TellingReader()

    def gone():
        def fail(element):
            reader.refreshed = TellingReader.refreshed.__get__(reader)
            raise error

        reader.refreshed = fail

    r = rig(reader, hands=OnTheirWay(gone, UNPRESSED))
    assert r.run().outcome is Outcome.DONE
    assert r.log.calls == ["intend", "withdraw", "intend", "append", "end"]


def test_an_executor_that_is_gone_by_then_ends_no_thread_with_an_error():
    class Gone(Hands):
        """Hands that end by themselves, once they were told to."""

        def __init__(self):
            super().__init__()
            self.ends, self.ended = 0, threading.Event()

        def stop(self):
            self.ends += 1
            self.ended.set()
            raise ExecutorGone

        def execute(self, nonce, confirmation, stop, progress):
            reader.become(None)
            assert self.ended.wait(PATIENCE_S), "nobody ended the action"
            return super().execute(nonce, confirmation, stop, progress)

    reader, hands = TellingReader(), Gone()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # pytest tells of an error in a thread by a warning
        rig(reader, hands=hands).run()
    assert hands.ends == 1


def test_an_answer_that_comes_after_a_stop_ends_nothing_that_is_sent_by_then():
    class Hangs(TellingReader):
        """A program that answers only when it is let, once somebody asks on the way."""

        def __init__(self):
            super().__init__()
            self.is_asked, self.may_answer = threading.Event(), threading.Event()
            self.threads = []

        def refreshed(self, element):
            if not _is_on_the_way():
                return super().refreshed(element)
            self.threads.append(threading.current_thread())
            self.is_asked.set()
            assert self.may_answer.wait(PATIENCE_S)
            return None

    def stop_run():
        assert reader.is_asked.wait(PATIENCE_S)
        r.stop.stop("kill_key")

    reader = Hangs()
    hands = WatchedHands(reader, stop_run, least=0)
    r = rig(reader, hands=hands)
    assert r.run().outcome is Outcome.STOPPED
    reader.may_answer.set()
    reader.threads[0].join(PATIENCE_S)
    assert hands.ends == 0


def test_where_no_picture_can_be_had_before_the_press_nothing_is_recorded_as_sent():
    class Blind(SmallScreen):
        def observe_now(self):
            if reader.now is None:
                raise CaptureError("cannot see the screen")
            return super().observe_now()

    reader = TellingReader()
    r = rig(reader, confirmer=moving(reader, None), screen=Blind())
    assert r.run().outcome is Outcome.ENVIRONMENT
    assert r.log.calls == ["intend", "withdraw", "end"]
    assert r.log.records == []


def _is_on_the_way():
    return threading.current_thread().name == "still-there"


def _is_watching():
    return bool(_watchers())


def _watchers():
    return [thread for thread in threading.enumerate() if thread.name == "still-there"]
