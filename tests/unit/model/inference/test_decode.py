"""A reply is written as the network, the grammar and the limits want it."""

import numpy as np
import pytest
import torch

from automation.core.errors import GenerationError, Stopped
from automation.core.timing import StopToken
from model.inference.decode import REPEATED_TOKENS, Decoder, Reply
from model.inference.options import DecodeSettings
from tests.fakes.model_specs import small_spec

TOKENS = small_spec().tokens
ROWS = small_spec().language.vocab_rows
STOP = TOKENS.stop_ids[0]


class Script:
    """A session whose network wants given tokens, and that notes what it is fed."""

    def __init__(self, *wanted):
        self.wanted = list(wanted)
        self.fed = []
        self.at = 0

    @property
    def logits(self):
        values = torch.zeros(ROWS)
        values[self.wanted[min(self.at, len(self.wanted) - 1)]] = 5.0
        return values

    def feed(self, tokens):
        self.fed.append(list(tokens))
        self.at += len(tokens)


class Broken(Script):
    """A session whose network computes no numbers."""

    logits = torch.full((ROWS,), torch.nan)


class Names:
    """Every token is its number."""

    def push(self, token):
        return f"{token} "

    def finish(self):
        return ""


class Fixed:
    """A grammar that forces some places and leaves two ids at others."""

    def __init__(self, *places):
        self.places = list(places)
        self.taken = []

    def mask(self):
        words = np.zeros(-(-ROWS // 32), dtype=np.uint32)
        for token in self.places[len(self.taken)]:
            words[token // 32] |= np.uint32(1 << (token % 32))
        return words.view(np.int32)

    def forced(self):
        found = []
        for place in self.places[len(self.taken) :]:
            if len(place) > 1:
                break
            found += place
        return tuple(found)

    def consume(self, token):
        assert token in self.places[len(self.taken)]
        self.taken.append(token)

    @property
    def is_complete(self):
        return len(self.taken) == len(self.places)


def write(session, constraint=None, stop=None, **settings):
    reply = Reply(Names(), is_thinking=False)
    decoder = Decoder(session, TOKENS, DecodeSettings(**settings), constraint=constraint)
    return reply, decoder.run(reply, stop or StopToken())


def test_the_end_of_the_turn_ends_it_and_is_no_part_of_it():
    session = Script(30, 31, STOP)
    reply, finish = write(session)
    assert (finish, reply.ids, reply.text) == ("stop", [30, 31], "30 31")
    assert session.fed == [[30], [31]]


def test_the_limit_ends_it():
    reply, finish = write(Script(30, 31, 32, 33), max_new_tokens=3)
    assert (finish, reply.ids) == ("length", [30, 31, 32])


def test_forced_tokens_are_fed_together_with_the_one_before_them():
    session = Script(30, 31, 32, 33, 34, 35)
    grammar = Fixed([30], [31], [32, 40], [33], [34], [35, 41])
    reply, finish = write(session, grammar)
    assert (finish, reply.ids) == ("stop", [30, 31, 32, 33, 34, 35])
    assert session.fed == [[30, 31], [32, 33, 34]]
    assert (reply.sampled, reply.forced) == (2, 4)


def test_the_grammar_overrules_the_network():
    reply, _ = write(Script(50, 51), Fixed([30, 31], [32, 33]))
    assert set(reply.ids) <= {30, 31, 32, 33}


def test_a_complete_answer_ends_it_without_another_pass():
    session = Script(30, 31)
    _, finish = write(session, Fixed([30, 40], [31, 41]))
    assert (finish, session.fed) == ("stop", [[30]])


def test_the_limit_holds_for_forced_tokens_too():
    reply, finish = write(Script(30), Fixed([30], [31], [32], [33]), max_new_tokens=3)
    assert (finish, reply.ids) == ("length", [30, 31, 32])


def test_a_turn_that_ends_at_once_is_an_error():
    with pytest.raises(GenerationError, match="without an answer") as caught:
        write(Script(STOP))
    assert caught.value.reason == "empty"


def test_an_endless_repetition_is_an_error_that_tells_what_was_written():
    with pytest.raises(GenerationError) as caught:
        write(Script(30), max_new_tokens=10 * REPEATED_TOKENS)
    assert caught.value.reason == "endless"
    assert caught.value.written.startswith("30 30")


def test_repetitions_may_be_allowed():
    _, finish = write(Script(30), max_new_tokens=2 * REPEATED_TOKENS, refuses_loops=False)
    assert finish == "length"


def test_repetitions_within_a_grammar_are_bounded_by_it():
    places = [[30, 31]] * (2 * REPEATED_TOKENS)
    _, finish = write(Script(30), Fixed(*places), max_new_tokens=10 * REPEATED_TOKENS)
    assert finish == "stop"


def test_values_that_are_no_numbers_are_an_error():
    with pytest.raises(GenerationError) as caught:
        write(Broken(30))
    assert caught.value.reason == "not_finite"


def test_a_stop_is_heard_at_the_next_token():
    stop = StopToken()
    session = Script(*range(30, 90))
    original = session.feed

    def feed(tokens):
        original(tokens)
        if len(session.fed) == 4:
            stop.stop()

    session.feed = feed
    reply = Reply(Names(), is_thinking=False)
    with pytest.raises(Stopped):
        Decoder(session, TOKENS, DecodeSettings()).run(reply, stop)
    assert reply.ids == [30, 31, 32, 33]
