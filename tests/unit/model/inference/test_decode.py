"""A reply is written as the network, the grammar and the limits want it."""

import codecs

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from automation.core.errors import GenerationError, Stopped
from automation.core.timing import StopToken
from model.inference.decode import (
    LONGEST_PERIOD,
    REPEATED_TOKENS,
    Decoder,
    LoopWatch,
    Reply,
    Sampler,
)
from model.inference.options import DecodeSettings, Sampling
from tests.fakes.model_specs import small_spec
from tests.fakes.strict_graphs import WAITS

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


# Tokens become text without breaking characters, and thinking is told from the answer.


class Letters:
    """One byte a token."""

    def __init__(self):
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, token):
        return self._decoder.decode(bytes([token]))

    def finish(self):
        return self._decoder.decode(b"", final=True)


def written(text, *, is_thinking=False):
    """Return thinking, answer and the pieces that were told."""
    told = []
    reply = Reply(Letters(), is_thinking=is_thinking, on_text=told.append)
    for byte in text if isinstance(text, bytes) else text.encode():
        reply.take(byte, is_forced=False)
    reply.finish()
    return reply, told


@pytest.mark.parametrize(
    ("text", "is_thinking", "thinking", "answer"),
    [
        ("plain", False, "", "plain"),
        ("why\n</think>\n\n{}", True, "why", "{}"),
        ("<think></think>{}", False, "", "{}"),
        ("\n<think>\nwhy</think>{}", False, "why", "{}"),
        ("a < b </thin k></think>x", True, "a < b </thin k>", "x"),
        ("never closed </think", True, "never closed </think", ""),
        ("say <think> aloud </think>", False, "", "say <think> aloud </think>"),
        ("<thin", False, "", "<thin"),
        ("</think>", True, "", ""),
        ("", False, "", ""),
    ],
)
def test_thinking_and_answer_are_told_apart(text, is_thinking, thinking, answer):
    reply, _ = written(text, is_thinking=is_thinking)
    assert (reply.thinking, reply.text) == (thinking, answer)


def test_what_is_told_adds_up_to_the_reply():
    reply, told = written("because</think> yes ", is_thinking=True)
    parts = {
        kind: "".join(d.text for d in told if d.kind == kind) for kind in ("thinking", "answer")
    }
    assert parts == {"thinking": "because", "answer": "yes "}
    assert reply.text == "yes"


def test_text_is_told_at_once_unless_it_may_be_a_mark():
    told = []
    reply = Reply(Letters(), is_thinking=True, on_text=told.append)
    counts = []
    for byte in b"ab</x":
        reply.take(byte, is_forced=False)
        counts.append("".join(delta.text for delta in told))
    assert counts == ["a", "ab", "ab", "ab", "ab</x"]


def test_a_character_is_told_with_its_last_byte():
    told = []
    reply = Reply(Letters(), is_thinking=False, on_text=told.append)
    for byte in "é€😀".encode():
        reply.take(byte, is_forced=False)
    assert [delta.text for delta in told] == ["é", "€", "😀"]


def test_half_a_character_at_the_end_is_shown_as_such():
    reply, _ = written(b"ok \xf0\x9f")
    assert reply.text == "ok �"


def test_sampled_and_forced_tokens_are_counted_apart():
    reply = Reply(Letters(), is_thinking=False)
    for byte, is_forced in ((65, False), (66, True), (67, True)):
        reply.take(byte, is_forced=is_forced)
    assert (reply.ids, reply.sampled, reply.forced) == ([65, 66, 67], 1, 2)


# The next token: most likely or drawn, never forbidden, never a row of padding.


ENTRIES, CHOICES = 50, 70


def mask(*allowed):
    words = np.zeros(-(-CHOICES // 32), dtype=np.uint32)
    for token in allowed:
        words[token // 32] |= np.uint32(1 << (token % 32))
    return words.view(np.int32)


def logits(**high):
    values = torch.zeros(CHOICES)
    for name, value in high.items():
        values[int(name[1:])] = value
    return values


def draws(sampling, values, count=2000, allowed=None):
    sampler = Sampler(sampling, entries=ENTRIES)
    return [sampler.pick(values, allowed) for _ in range(count)]


def test_greedy_takes_the_most_likely():
    assert Sampler(Sampling(), entries=ENTRIES).pick(logits(t7=1.0, t9=2.0)) == 9


def test_a_row_of_padding_is_never_taken():
    assert Sampler(Sampling(), entries=ENTRIES).pick(logits(t60=9.0, t9=2.0)) == 9
    assert max(draws(Sampling(1.0), logits(t60=30.0))) < ENTRIES


@pytest.mark.parametrize("token", [0, 31, 32, 49])
def test_only_what_the_mask_allows_is_taken(token):
    assert Sampler(Sampling(), entries=ENTRIES).pick(logits(t5=9.0), mask(token, 60)) == token
    assert set(draws(Sampling(1.0), logits(t5=30.0), 50, mask(token, 60))) == {token}


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_mask_that_allows_nothing_is_an_error(temperature):
    sampler = Sampler(Sampling(temperature), entries=ENTRIES)
    with pytest.raises(GenerationError) as caught:
        sampler.pick(logits(t5=9.0), mask(60))
    assert caught.value.reason == "stuck"


@pytest.mark.parametrize("bad", [torch.nan, torch.inf, -torch.inf])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("allowed", [None, mask(7)])
def test_a_logit_that_is_not_finite_is_an_error(bad, temperature, allowed):
    values = logits()
    values[3] = bad
    with pytest.raises(GenerationError) as caught:
        Sampler(Sampling(temperature), entries=ENTRIES).pick(values, allowed)
    assert caught.value.reason == "not_finite"


def test_padding_that_is_not_finite_does_not_matter():
    values = logits(t9=2.0)
    values[60] = torch.nan
    assert Sampler(Sampling(), entries=ENTRIES).pick(values) == 9


def test_draws_follow_the_probabilities():
    values = torch.full((CHOICES,), -30.0)
    values[3], values[4] = np.log(0.75), np.log(0.25)
    share = draws(Sampling(1.0), values).count(3) / 2000
    assert share == pytest.approx(0.75, abs=0.04)


def test_a_higher_temperature_flattens():
    values = torch.full((CHOICES,), -300.0)
    values[3], values[4] = np.log(0.75), np.log(0.25)
    wanted = 0.75**0.5 / (0.75**0.5 + 0.25**0.5)
    share = draws(Sampling(2.0), values).count(3) / 2000
    assert share == pytest.approx(wanted, abs=0.04)


@pytest.mark.parametrize(("top_p", "kept"), [(0.5, {3}), (0.6, {3, 4}), (0.85, {3, 4, 5})])
def test_top_p_keeps_the_fewest_tokens_that_reach_the_share(top_p, kept):
    values = torch.full((CHOICES,), -40.0)
    values[3], values[4], values[5] = np.log(0.55), np.log(0.28), np.log(0.17)
    assert set(draws(Sampling(1.0, top_p), values)) == kept


def test_the_same_seed_draws_the_same():
    values = torch.randn(CHOICES, generator=torch.Generator().manual_seed(1))
    assert draws(Sampling(1.0, seed=4), values, 50) == draws(Sampling(1.0, seed=4), values, 50)
    assert draws(Sampling(1.0, seed=4), values, 50) != draws(Sampling(1.0, seed=5), values, 50)


def test_drawing_leaves_the_common_generator_alone():
    before = torch.get_rng_state()
    draws(Sampling(1.0), torch.zeros(CHOICES), 5)
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("settings", [(-1.0, 1.0), (1.0, 0.0), (1.0, 1.1), (float("nan"), 1.0)])
def test_settings_without_a_meaning_are_refused(settings):
    with pytest.raises(ValueError, match="cannot sample"):
        Sampling(*settings)


# A reply that only repeats itself is noticed, others are not.


def noticed_after(tokens):
    """Return after how many tokens it is noticed; None when it is not."""
    watch = LoopWatch()
    return next((n for n, token in enumerate(tokens, 1) if watch.is_looping(token)), None)


@pytest.mark.parametrize("period", [1, 2, 7, LONGEST_PERIOD])
def test_a_repeated_phrase_is_noticed_whatever_came_before(period):
    phrase = list(range(100, 100 + period))
    tokens = [*range(50), *(phrase * (REPEATED_TOKENS // period + 2))]
    assert noticed_after(tokens) == 50 + period + REPEATED_TOKENS


def test_a_phrase_repeated_for_a_while_is_no_loop():
    parts = [(n, *([1, 2, 3] * 80)) for n in range(10, 20)]
    assert noticed_after(token for part in parts for token in part) is None


def test_numbers_that_count_up_are_no_loop():
    tokens = [token for n in range(400) for token in (1, 2, 100 + n)]
    assert noticed_after(tokens) is None


class Waits(TorchDispatchMode):
    """Counts what would wait for the device: numbers read back, those drawn on this side apart."""

    def __init__(self):
        super().__init__()
        self.count = 0
        self._drawn = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        if function.name() == "aten::rand.generator":
            self._drawn.append(made)
        elif function.name() in WAITS:
            drawn = {value.data_ptr() for value in self._drawn}
            self.count += args[0].data_ptr() not in drawn
        return made


@pytest.mark.parametrize("sampling", [Sampling(), Sampling(0.8), Sampling(0.8, 0.9)])
def test_choosing_a_token_waits_for_the_device_once(sampling):
    sampler = Sampler(sampling, entries=ENTRIES)
    with Waits() as waits:
        sampler.pick(logits(t5=9.0), mask(5, 6))
    assert waits.count == 0, "beside the transfer of what was chosen"
