"""A run that found too little says where the program in front shows its controls only when woken."""

import pytest

from app.run_lines import end_fields
from automation.agent.loop import SLEEP_WORDS, WAKE_COMMAND
from automation.agent.parts import MOST_WAKINGS, Eyes
from automation.core.errors import Stopped
from automation.core.ports import Sleep
from automation.core.proposal import Finish, Outcome
from automation.core.timing import StopToken
from tests.fakes.fake_clock import FakeClock
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import Rig, SmallReader, SmallScreen, observation

MISSING = Finish(Outcome.NOT_FOUND, "“Country” is not in this window.")


class SleepyReader(SmallReader):
    """A reader of a program that sleeps; `waits` are the answers to each look."""

    def __init__(self, sleep=None, waits=()):
        super().__init__()
        self.sleep, self.waits, self.woken_at = sleep, list(waits), []

    def awaken(self, observation, stop):
        self.woken_at.append(observation)
        return self.waits.pop(0) if self.waits else False

    def asleep(self, observation):
        if isinstance(self.sleep, Exception):
            raise self.sleep
        return self.sleep


def run(finish, sleep):
    r = Rig(ScriptedPolicy([finish]), reader=SleepyReader(sleep))
    return r, r.run()


@pytest.mark.parametrize("sleep", list(Sleep))
def test_the_end_says_why_in_words_in_a_code_and_in_the_record(sleep):
    r, ended = run(MISSING, sleep)
    assert ended.message == f"{MISSING.message} {SLEEP_WORDS[sleep]}"
    assert end_fields(ended)["cause"] == str(sleep)
    assert r.log.message == ended.message


def test_the_command_is_named_while_the_choice_is_not_on():
    said = {sleep: WAKE_COMMAND in words for sleep, words in SLEEP_WORDS.items()}
    assert said == {
        Sleep.UNTIL_WOKEN: True,
        Sleep.UNTIL_NEW_START: True,
        Sleep.STARTED_BEFORE: False,
        Sleep.WAKING: False,
    }


@pytest.mark.parametrize("outcome", [Outcome.DONE, Outcome.STOPPED, Outcome.NOT_UNDERSTOOD])
def test_an_end_of_another_reason_says_nothing_of_it(outcome):
    _, ended = run(Finish(outcome, "So."), Sleep.UNTIL_WOKEN)
    assert (ended.message, ended.cause) == ("So.", "")


@pytest.mark.parametrize("sleep", [None, RuntimeError("gone")])
def test_where_nothing_sleeps_or_nobody_knows_the_end_is_as_it_was(sleep):
    _, ended = run(MISSING, sleep)
    assert (ended.message, ended.cause) == (MISSING.message, "")


def test_after_a_wait_for_the_tree_the_screen_is_looked_at_again_before_anything_is_decided():
    before, after = observation(1), observation(2)
    policy = ScriptedPolicy([MISSING])
    reader = SleepyReader(waits=[True])
    Rig(policy, screen=SmallScreen(before, after), reader=reader).run()
    assert reader.woken_at == [before, after]
    assert policy.seen[0][1] is after


class Reloading(SleepyReader):
    """A reader of a page that reloads by itself: there is always something new to wait for."""

    def __init__(self, stop, *, stopped_at):
        super().__init__()
        self._stop, self._stopped_at = stop, stopped_at

    def awaken(self, observation, stop):
        super().awaken(observation, stop)
        if len(self.woken_at) == self._stopped_at:
            self._stop.stop()
        assert len(self.woken_at) <= 100, "the look has no end of its own"
        return True


def reloading(stopped_at=0):
    stop = StopToken()
    reader, screen = Reloading(stop, stopped_at=stopped_at), SmallScreen(observation(1))
    return Eyes(screen, FakeClock(), stop, reader), reader


def test_a_page_that_reloads_by_itself_is_looked_at_as_it_is_after_a_few_waits():
    eyes, reader = reloading()
    assert eyes.look().observation is not None
    assert len(reader.woken_at) == MOST_WAKINGS


def test_a_stop_ends_the_waits_for_a_page_that_reloads():
    eyes, reader = reloading(stopped_at=2)
    with pytest.raises(Stopped):
        eyes.look()
    assert len(reader.woken_at) == 2
