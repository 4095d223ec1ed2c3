"""A verb with a slip in it that can be no other word is the verb; another one is asked about."""

import pytest

from automation.commands.read.verbs import without_slip
from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element
from tests.fakes.screens import SCREENS, screen, states, win


@pytest.mark.parametrize(
    ("said", "verb"),
    [
        ("opne the section", "open"),
        ("Clikc on Close", "click"),
        ("tpye Dover", "type"),
        ("chekc News", "check"),
        ("selct all", "select"),
        ("cllick Close", "click"),
        ("untik News", "untick"),
        ("klikc auf Schließen", "klick"),
        ("wähel Rot", "wähle"),
    ],
)
def test_a_slip_that_can_be_no_other_word_is_put_right(said, verb):
    assert without_slip(said) == f"{verb} {said.split(None, 1)[1]}"


@pytest.mark.parametrize(
    "said",
    ["paint the shed", "book the room", "star the mail", "lock the door", "clik Save", "pint it", "fro ever",
     "open Save", "opne", "trail the boat", "lick it", "witch on"],
)  # fmt: skip
def test_another_word_is_none(said):
    assert without_slip(said) == ""


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("clikc Book", "click Book"),
        ("click Book, then clikc Bookmark", "click Book; click Bookmark"),
        ("click Book and tpye clikc it into Name", "click Book; write 'clikc it' @Name over"),
        ("clikc Bokmark lane", "not_found"),
    ],
)
def test_so_the_step_is_done(said, meaning):
    assert told(said, SCREENS["form"]()).replace(" over", "") == meaning.replace(" over", "")


def trip():
    """A window with boxes, a field, and buttons whose names are near to one another."""
    return screen(
        [win(1, "Trips", "trips", is_active=True)],
        [
            element("Trailer", "checkbox", Rect(40, 40, 120, 20), states=states("checkable")),
            element("Night trip", "checkbox", Rect(40, 70, 120, 20), states=states("checkable")),
            element("Remarks", "field", Rect(40, 110, 200, 24), states=states("editable"), value=""),
            element("Dismiss", "button", Rect(40, 150, 90, 26)),
            element("Palace", "button", Rect(140, 150, 90, 26)),
            element("Help", "button", Rect(240, 150, 90, 26)),
            element("Files", "button", Rect(340, 150, 90, 26)),
            element("Planning", "button", Rect(440, 150, 90, 26)),
            element("Planing", "button", Rect(540, 150, 90, 26)),
        ],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("tick Trailer adn Night trip", "click Trailer; click Night trip"),
        ("pleae tick Trailer", "click Trailer"),
        ("Pleae tick Trailer", "click Trailer"),
        ("tick teh Trialer", "click Trailer"),
        ("tick Traielr and press Dismiss", "click Trailer; click Dismiss"),
        ("hake Trailer udn Night trip an", "click Trailer; click Night trip"),
        ("hake Trailer bittte an", "click Trailer"),
        ("type Trialer adn teh boat into Remakrs", "write 'Trialer adn teh boat' @Remarks"),
    ],
)
def test_a_word_that_nothing_knows_is_the_one_that_a_slip_has_made_it_of(said, meaning):
    assert told(said, trip()).replace(" over", "") == meaning


@pytest.mark.parametrize(
    "said",
    [
        "click Place",  # a lost letter makes other words of short ones
        "click Hepl",
        "click Plannig",  # one of two
        "click trialer.pdf",
        "pleae type Trialer into Remarks",  # nobody knows whether the text is meant so
        "tick X-Trialer",
    ],
)
def test_a_word_that_may_be_meant_as_it_is_stays_so(said):
    assert told(said, trip()) in ("not_found", "not_understood", "needs_model", "ask 1", "ask 2")
