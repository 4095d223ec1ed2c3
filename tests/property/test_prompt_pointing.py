"""Over all prefixes of replies: where a reply points is told early, never wrongly, and never fails."""

import json
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from automation.core.actions import Drag, aims_of
from automation.core.errors import ActionParseError
from automation.core.geometry import Rect
from model.images.tiling import Grid, TilePlan
from model.prompt.chat_layout import neutralised
from model.prompt.parse import Aiming, parse_step, to_intent
from model.prompt.profile import all_profiles
from model.proposing import MOST_READ, DraftStream
from tests.property.test_prompt_steps import replies
from tests.slow import examples
from tests.unit.agent.rig import observation

PLAN = TilePlan(Rect(10, 20, 1366, 768), Grid(4, 2), 512, 256, has_thumbnail=True)
SEEN = replace(observation(), pointer=PLAN.source.center)


def written(value, one, **options):
    return f"{one.before}{json.dumps(value, **options)}{one.after}"


def action_of(text, one):
    """Return the action of a whole reply."""
    aiming = Aiming(PLAN, one.space, lambda name: ("ctrl",), PLAN.source.center)
    return to_intent(parse_step(text, one).call, aiming)


def aimed_at(text, one):
    """Return the pixel that the finished reply aims at; None when it aims at none."""
    action = action_of(text, one)
    if isinstance(action, Drag):
        return action.path[-1]
    return next((aim.point for aim in aims_of(action)), None)


def told(text, one, size=1):
    """Return all pixels that are told of a reply that comes in pieces, each with what was read."""
    found, read = [], 0
    stream = DraftStream(
        one.ended,
        lambda whole: action_of(whole, one),
        SEEN,
        lambda draft: found.append((read, draft.point)),
    )
    for start in range(0, len(text), size):
        read = start + size
        stream.push(text[start : start + size])
    return found


@settings(deadline=None, max_examples=examples(100))
@given(replies, st.integers(1, 9), st.booleans(), st.sampled_from([(", ", ": "), (",", ":")]))
def test_what_is_told_of_a_reply_is_where_the_finished_step_aims(reply, size, is_ascii, spelt):
    one, value = reply
    text = neutralised(written(value, one, ensure_ascii=is_ascii, separators=spelt))
    found = [point for _, point in told(text, one, size)]
    try:
        at = aimed_at(text, one)
    except ActionParseError:
        return
    last = [*(value[0] if isinstance(value, list) else value)][-1]
    if last in ("tool_call", "action", "arguments"):  # else it is a step no sooner than at its end
        assert found == ([at] if at not in (None, SEEN.pointer) else [])
    else:
        assert found in ([], [at])


NOISE = st.text(alphabet='0123456789.eE-+"{}[], :xyab', max_size=12)


@settings(deadline=None, max_examples=examples(100))
@given(replies, st.data())
def test_no_other_end_of_the_same_beginning_aims_elsewhere(reply, data):
    """What follows what was read may be anything: the point that was told still stands."""
    one, value = reply
    text = neutralised(written(value, one))
    for read, point in told(text, one):
        tail = data.draw(NOISE) + text[read:]
        try:
            at = aimed_at(text[:read] + tail, one)
        except ActionParseError:
            continue
        assert point == at


@settings(deadline=None, max_examples=examples(100))
@given(replies, st.data())
def test_a_reply_with_a_part_exchanged_tells_no_other_point_than_its_step(reply, data):
    one, value = reply
    text = written(value, one)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    odd = ["{", "[", "}", "]", '"', "\\", "1e999", "NaN", "9" * 50, ",", ":", "-", one.before]
    part = data.draw(st.one_of(st.text(max_size=4), st.sampled_from(odd)))
    text = text[:start] + part + text[end:]
    found = told(text, one)
    try:
        at = aimed_at(text, one)
    except ActionParseError:
        return
    for _, point in found:
        assert point == at


@settings(deadline=None, max_examples=examples(60))
@given(st.text(), st.sampled_from(all_profiles()))
@example(
    '{"tool_call": {"tool_name": "click_desktop", "x": 1, "x": 2, "y": ' * 40, all_profiles()[0]
)
@example('{"tool_call": ' + '{"x": 1, ' * 5000, all_profiles()[0])
@example('{"tool_call"' + "," * 100_000, all_profiles()[0])
@example("]" * 9, all_profiles()[0])
@example('"', all_profiles()[0])
def test_any_text_is_read_a_few_times_at_most_and_points_nowhere(text, one):
    reads = 0

    def read(whole):
        nonlocal reads
        reads += 1
        return action_of(whole, one)

    found = []
    stream = DraftStream(one.ended, read, SEEN, found.append)
    stream.push(text)
    assert found == []
    assert reads <= MOST_READ
