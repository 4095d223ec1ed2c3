"""A corrected step is called what was done."""

from automation.agent.step import corrected_sentence
from automation.core.actions import Aim, Click, Write
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Proposal

HERE, THERE = Aim(ScreenPoint(5, 6)), Aim(ScreenPoint(70, 80))


def test_a_corrected_text_stands_in_the_sentence():
    proposal = Proposal(Write("Graz", HERE), sentence="Type “Graz” into “City”")
    assert corrected_sentence(proposal, Write("Linz", HERE)) == "Type “Linz” into “City”"


def test_a_text_that_the_sentence_cuts_is_named_anew():
    proposal = Proposal(Write("G" * 500), sentence="Type “GGG…”")
    assert corrected_sentence(proposal, Write("Linz")) == "Type “Linz”"


def test_a_moved_target_is_said_with_its_pixel():
    proposal = Proposal(Click(HERE), sentence="Click “Add”")
    assert corrected_sentence(proposal, Click(THERE)) == "Click “Add”, moved by you to 70, 80"


def test_what_was_not_changed_keeps_its_sentence():
    proposal = Proposal(Click(HERE), sentence="Click “Add”")
    assert corrected_sentence(proposal, Click(HERE, button="right")) == "Click “Add”"
