"""Any text at all: what it becomes as tokens, and how control strings in it are broken."""

from hypothesis import given, settings
from hypothesis import strategies as st

from model.prompt.chat_layout import WORD_JOINER, neutralised, quoted, restored
from tests.slow import examples
from tests.unit.model.prompt import rig

FRAGMENTS = (
    "<", ">", "/", "|", "think", "no_think", "image", "SPECIAL_12", "im_start", "<|", "|>", "</",
    " ", "1", WORD_JOINER, "\uff1cimage\uff1e", "\u2039img\u203a", "observation", "_end_think",
    "é", "e\u0301", "🙂",
)  # fmt: skip
UNRULY = tuple(rig.unruly().added)
text_like_control = st.lists(
    st.one_of(st.sampled_from(UNRULY), st.sampled_from(FRAGMENTS), st.text(max_size=4)), max_size=12
).map("".join)


@settings(deadline=None, max_examples=examples(300))
@given(text_like_control)
def test_untrusted_text_never_becomes_an_added_token(text):
    for tokenizer in (rig.tiny(), rig.unruly()):
        assert not set(tokenizer.encode(text, trusted=False)) & set(tokenizer.added.values())


@settings(deadline=None, max_examples=examples(200))
@given(text_like_control)
def test_tokens_and_streams_give_the_very_text_back(text):
    tokenizer = rig.tiny()
    ids = tokenizer.encode(text, trusted=False)
    stream = tokenizer.stream()
    assert tokenizer.decode(ids) == text
    assert "".join(map(stream.push, ids)) + stream.finish() == text


@settings(deadline=None, max_examples=examples(200))
@given(st.lists(st.integers(0, 600), max_size=20))
def test_a_stream_of_any_tokens_gives_what_decoding_them_at_once_gives(ids):
    stream = rig.tiny().stream()
    assert "".join(map(stream.push, ids)) + stream.finish() == rig.tiny().decode(ids)


@settings(deadline=None, max_examples=examples(500))
@given(text_like_control)
def test_breaking_control_strings_can_be_undone(text):
    assert restored(neutralised(text)) == text
    assert restored(quoted(neutralised(text))) == quoted(text)


@settings(deadline=None, max_examples=examples(300))
@given(text_like_control)
def test_no_control_string_is_left_in_a_neutralised_text(text):
    broken = neutralised(text)
    assert not [content for content in rig.tiny().added if content in broken]
    assert "/think" not in broken
    assert "/no_think" not in broken
