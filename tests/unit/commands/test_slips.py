"""A verb with a slip in it that can be no other word is the verb; another one is asked about."""

import pytest

from automation.commands.read.verbs import without_slip
from tests.fakes.driver import told
from tests.fakes.screens import SCREENS


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
