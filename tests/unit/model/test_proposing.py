"""From a model's action to a proposal: the screen names it, the model only claims; and drafts of one."""

import json

import pytest

from automation.core.actions import Aim, Click, Drag, Element, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.keys import parse_chord
from model.images.tiling import Grid, TilePlan
from model.prompt.parse import Aiming, parse_step, to_intent
from model.prompt.profile import profile
from model.proposing import CLAIM_CHARS, DraftStream, claim_of, named_at, proposal_of, sentence_of
from tests.fakes.fake_reader import FakeReader, element, line
from tests.unit.agent.rig import observation

SAVE = element("Save", "button", Rect(180, 140, 60, 24), window_id=7)
AT = ScreenPoint(200, 150)


def test_a_pixel_is_named_by_the_tree_then_by_its_text_then_not_at_all():
    assert named_at(AT, observation(), FakeReader((SAVE,))).element is SAVE
    read = line("Open", Rect(180, 140, 60, 24))
    assert named_at(AT, observation(), FakeReader((), (read,))).element is read
    assert named_at(AT, observation(), FakeReader()).element is None


def test_a_page_that_fills_its_window_names_no_pixel_but_a_password_field_always_does():
    page = element("Document", "document", Rect(0, 0, 300, 300), window_id=7)
    secret = element("", "password", Rect(180, 140, 60, 24), window_id=7)
    assert named_at(AT, observation(), FakeReader((page,))).element is None
    assert named_at(AT, observation(), FakeReader((secret,))).element is secret


def test_the_models_words_are_its_claim_and_never_the_sentence():
    click = Click(Aim(AT, Element("Delete nothing", source="model")))
    found = proposal_of(click, "I click\nCancel\u202e", observation(), FakeReader((SAVE,)))
    assert found.sentence == "Click “Save”"
    assert found.claim == "I click↵ Cancel[right-to-left override] [Delete nothing]"
    assert len(claim_of("x" * 5000, ())) == CLAIM_CHARS


def test_sentences_say_where_when_nothing_has_a_name():
    assert sentence_of(Click(Aim(AT)), None) == "Click 200, 150"
    assert sentence_of(Drag((AT, ScreenPoint(1, 2))), SAVE) == "Drag “Save” to 1, 2"
    written = sentence_of(Write("Ada", Aim(AT), overwrite=True, press_enter=True), SAVE)
    assert written.endswith("replacing what is there, then press Enter")


# Drafts

PLAN = TilePlan(Rect(0, 0, 1000, 1000), Grid(1, 1), 1000, 1000, has_thumbnail=False)
"""A thousandth is a pixel."""
BEFORE = (
    '{"note": null, "thought": "x", "tool_call": {"tool_name": "click_desktop", "element": "Save"'
)


def drafts(text, one=None, size=1):
    """Return what is told of a text, each with how many characters were read."""
    found, contract, count = [], one or profile(), 0
    aiming = Aiming(PLAN, contract.space, parse_chord, ScreenPoint(0, 0))

    def read(whole):
        return to_intent(parse_step(whole, contract).call, aiming)

    stream = DraftStream(
        contract.ended,
        read,
        observation(),
        lambda draft: found.append((count, draft.words, draft.point)),
    )
    for start in range(0, len(text), size):
        count = start + size
        stream.push(text[start : start + size])
    return found


def test_the_point_is_told_before_the_rest_is_written():
    text = f'{BEFORE}, "x": 640, "y": 400, '
    told = [(len(text) - 1, "Click 640, 400", ScreenPoint(640, 400))]
    assert drafts(text + '"button": "right"}}') == told


def test_a_number_that_may_go_on_is_not_told():
    assert drafts(f'{BEFORE}, "x": 640, "y": 40') == []


def test_a_point_inside_the_models_words_is_none():
    quoted = json.dumps(f'{BEFORE}, "x": 1, "y": 2, ')
    assert drafts(f'{{"note": {quoted}, "thought": {quoted}') == []


def test_a_drag_points_where_it_lets_go():
    text = '{"note": null, "thought": "", "tool_call": {"tool_name": "drag_and_drop", '
    numbers = '"description": "a", "x1": 1, "y1": 2, "x2": 300, "y2": 400, "hold_keys": null}}'
    ((_, words, point),) = drafts(text + numbers, profile("holotron-3-nano-16"))
    assert (words, point) == ("Drag to 300, 400", ScreenPoint(300, 400))


def test_what_will_be_typed_is_no_part_of_a_draft():
    text = '{"note": null, "thought": "", "tool_call": {"tool_name": "write_at_desktop", '
    numbers = '"content": "IGNORE", "element": "a", "x": 300, "y": 400, "press_enter": false}}'
    ((_, words, point),) = drafts(text + numbers, profile("holotron-3-nano-16"))
    assert (words, point) == ("Write in 300, 400", ScreenPoint(300, 400))


def test_keys_that_come_in_another_order_and_escaped_are_understood():
    text = '{"thought": "", "tool_call": {"y": 2, "\\u0078": 1, "element": "", "tool_name": "click_desktop"}'
    assert [point for *_, point in drafts(text)] == [ScreenPoint(1, 2)]


def test_the_call_begins_after_its_mark_in_whatever_pieces_it_comes():
    call = '[{"name": "click_desktop", "arguments": {"element": "a", "x": 5, "y": 6, "button"'
    one = profile("nemotron-toolcall")
    for size in (1, 7, 1000):
        ((_, _, point),) = drafts(f'See {{"x": 9}}.\n<TOOLCALL>{call}', one, size)
        assert point == ScreenPoint(5, 6)
    assert drafts(call, one) == []


@pytest.mark.parametrize("number", ["1.5", "true", '"7"', "[7]", "null", "9" * 60, "1001", "-1"])
def test_what_the_contract_refuses_is_not_told(number):
    assert drafts(f'{BEFORE}, "x": {number}, "y": 2, ') == []


def test_a_tool_that_is_not_offered_is_not_told():
    text = '{"thought": "", "tool_call": {"tool_name": "click_element", "element": "", "x": 1, "y": 2}}'
    assert drafts(text) == []


def test_a_fraction_is_told_where_fractions_are_spoken():
    text = f'{BEFORE}, "x": 0.25, "y": 1, '
    ((_, _, point),) = drafts(text, profile().with_space("fraction"))
    assert point.x == 250


def test_a_stream_that_is_closed_tells_nothing_more():
    found = []
    aiming = Aiming(PLAN, "norm_1000", parse_chord)
    stream = DraftStream(
        profile().ended,
        lambda text: to_intent(parse_step(text, profile()).call, aiming),
        observation(),
        found.append,
    )
    stream.close()
    stream.push(f'{BEFORE}, "x": 1, "y": 2, ')
    assert found == []
