"""Prompts of a run that grows: what may be kept of the prompt before."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from model.prompt.chat_layout import STYLES, ChatRenderer
from model.prompt.conversation import Conversation, Message
from tests.slow import examples
from tests.unit.model.prompt import rig

NEMOTRON = tuple(name for name in STYLES if name.startswith("nemotron_v2"))
texts = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from(["\n", " ", "a", "<image>", "/think", "<SPECIAL_11>", "é"])).map(
        "".join
    ),
)
pictures = st.sampled_from([(), (rig.picture(),), (rig.picture(), rig.picture(cols=2))])
users = st.builds(Message, st.just("user"), texts, pictures)
replies = st.builds(Message, st.just("assistant"), texts)
systems = st.lists(st.builds(Message, st.just("system"), texts), max_size=1)
turns = st.lists(st.one_of(users, replies), max_size=6)


@settings(deadline=None, max_examples=examples(150))
@given(systems, turns, turns, st.sampled_from(NEMOTRON), st.booleans(), st.booleans())
def test_a_prompt_starts_with_every_stable_part_of_the_prompts_before(
    system, before, later, style, thinking, has_end
):
    renderer = ChatRenderer(style, rig.tiny(), rig.tokens_of(rig.tiny()))
    short = Conversation((*system, *before), thinking=thinking)
    long = Conversation((*system, *before, *later), thinking=thinking)
    first = renderer.render(short, add_generation_prompt=has_end)
    second = renderer.render(long)
    for length in first.stable:
        assert np.array_equal(first.ids[:length], second.ids[:length])
    assert list(first.stable) == sorted(set(first.stable))


@settings(deadline=None, max_examples=examples(100))
@given(systems, turns, st.booleans())
def test_the_prompt_ends_with_the_generation_prompt_after_its_last_border(system, before, thinking):
    renderer = ChatRenderer("nemotron_v2", rig.tiny(), rig.tokens_of(rig.tiny()))
    prompt = renderer.render(Conversation((*system, *before), thinking=thinking))
    rest = rig.tiny().decode(prompt.ids[prompt.stable[-1] :])
    end = "<think>\n" if thinking else "<think></think>"
    assert rest == f"<SPECIAL_11>Assistant\n{end}"
    assert (prompt.ids == 18).sum() == sum(span.tokens for span in prompt.spans)
    assert len(prompt.spans) == sum(len(message.images) for message in before)
