"""Tokens become text without breaking characters, and thinking is told from the answer."""

import codecs

import pytest

from model.inference.decode import Reply


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
