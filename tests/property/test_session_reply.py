"""A reply reads the same however its text was cut into tokens."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from model.inference.decode import OPENING, Reply
from model.inference.reply_grammar import CLOSE

ALPHABET = st.one_of(
    st.sampled_from([OPENING, CLOSE, "<", "</", "think", ">", " ", "\n"]), st.text(max_size=3)
)
texts = st.lists(ALPHABET, max_size=12).map("".join)


class Pieces:
    """Token n is the n-th piece of a text."""

    def __init__(self, pieces):
        self.pieces = pieces

    def push(self, token):
        return self.pieces[token]

    def finish(self):
        return ""


def reading(pieces, is_thinking):
    told = []
    reply = Reply(Pieces(pieces), is_thinking=is_thinking, on_text=told.append)
    for token in range(len(pieces)):
        reply.take(token, is_forced=False)
    reply.finish()
    streamed = dict.fromkeys(("thinking", "answer"), "")
    for delta in told:
        streamed[delta.kind] += delta.text
    assert streamed["thinking"].strip() == reply.thinking
    assert streamed["answer"].rstrip() == reply.text
    return reply.thinking, reply.text


def cut(text, places):
    ends = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[a:b] for a, b in pairwise(ends)]


@given(texts, st.booleans(), st.lists(st.integers(0, 99), max_size=20))
def test_cutting_changes_nothing(text, is_thinking, places):
    assert reading(cut(text, places), is_thinking) == reading([text], is_thinking)


@given(texts, st.booleans())
def test_nothing_but_marks_and_white_space_is_lost(text, is_thinking):
    thinking, answer = reading(list(text), is_thinking)
    left = (thinking + answer).translate(dict.fromkeys(map(ord, " \n\t\r\x0b\x0c"), None))
    assert len(left) <= len(text)
    if OPENING not in text and CLOSE not in text:
        assert thinking + answer == text.strip()
