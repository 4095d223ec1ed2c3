"""From a model's action to a proposal: the screen names it, the model only claims."""

from automation.core.actions import Aim, Click, Drag, Element, Write
from automation.core.geometry import Rect, ScreenPoint
from model.proposing import CLAIM_CHARS, claim_of, named_at, proposal_of, sentence_of
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
