"""How often the network is asked for one action: forced tokens go with the one before them, and one wait a token."""

from dataclasses import replace

import pytest
import torch

from automation.core.timing import StopToken
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import write_tiny_checkpoint
from model.inference.decode import Decoder, Reply
from model.inference.options import DecodeSettings, Sampling
from model.inference.reply_grammar import GrammarTokens, ReplyGrammar, shape_of
from model.prompt.profile import profile
from tests.benchmarks.clicking_model import Narrowed, reply, trained_tokenizer
from tests.unit.model.inference.test_decode import Waits
from tests.unit.model.network.test_graphed import replays_of

ENTRIES_LEAST = 4_000
MOST_FEEDS = 39
"""Of a click of 67 tokens."""


class Fed:
    """A session that notes what it is fed and computes nothing."""

    def __init__(self, rows):
        self.fed = []
        self.logits = torch.zeros(rows)

    def feed(self, tokens):
        self.fed.append(len(tokens))


class Texts:
    """The text of tokens."""

    def __init__(self, tokenizer):
        self._tokenizer = tokenizer

    def push(self, token):
        return self._tokenizer.token_bytes(token).decode(errors="replace")

    def finish(self):
        return ""


@pytest.fixture(scope="module")
def click(tmp_path_factory):
    """The feeds of one click with a vocabulary that cuts English as large ones do, and what was waited for."""
    folder = tmp_path_factory.mktemp("checkpoint") / "tiny"
    write_tiny_checkpoint(folder)
    tokenizer = trained_tokenizer(folder)
    assert tokenizer.entries > ENTRIES_LEAST
    spec = replace(read_spec(folder).tokens, entries=tokenizer.entries)
    grammar = ReplyGrammar(shape_of(profile()), GrammarTokens(tokenizer, spec, tokenizer.entries))
    written = Reply(Texts(tokenizer), is_thinking=False)
    session = Fed(tokenizer.entries)
    settings = DecodeSettings(max_new_tokens=200, sampling=Sampling(0.8))
    narrowed = Narrowed(grammar.start(), tokenizer, tokenizer.entries, reply(1))
    with Waits() as waits:
        decoder = Decoder(session, spec, settings, constraint=narrowed)
        assert decoder.run(written, StopToken()) == "stop"
    assert written.text == reply(1)
    return session.fed, len(written.ids), waits.count


def test_a_click_takes_few_feeds(click):
    feeds, tokens, _ = click
    assert 60 <= tokens <= 75
    assert len(feeds) <= MOST_FEEDS * tokens / 67


def test_graphs_of_few_rows_read_it_in_little_more_than_a_replay_a_feed(click):
    feeds, _, _ = click
    assert sum(map(replays_of, feeds)) <= 1.25 * len(feeds)


def test_writing_it_waits_for_the_device_nowhere_but_where_a_token_is_chosen(click):
    assert click[2] == 0
