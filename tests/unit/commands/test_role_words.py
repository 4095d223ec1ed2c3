"""Kinds of things are called for people by one table, wherever they read of one."""

import pytest

from automation.commands.phrases import ambiguous
from automation.commands.targets import fits, shown
from automation.macros.find.finder import called
from automation.macros.listing import target_words as listed
from automation.macros.macro import Target
from automation.macros.play.conditions import target_words
from resources.role_words import role_named, role_words


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("button", "button"),
        ("menu_item", "menu item"),
        ("combo", "drop-down list"),
        ("toggle", "switch"),
        ("radio", "radio button"),
        ("", ""),
    ],
)
def test_a_role_is_said_in_words_that_a_sentence_to_us_may_have(role, words):
    assert shown(role) == role_words(role) == words
    assert not role or fits(role, words)


def test_every_sentence_about_a_target_says_it_alike():
    target = Target(role="combo", name="Branch")
    assert target_words(target) == listed(target) == "drop-down list “Branch”"
    assert "the drop-down list" in called(target)


def test_several_switches_are_counted_as_such():
    assert ambiguous("Bold", (shown("toggle"),) * 2).startswith("Two switches are called")


@pytest.mark.parametrize("role", ["button", "menu_item", "combo", "toggle", "tree_item", ""])
def test_what_people_call_a_role_is_taken_for_it(role):
    assert role_named(role_words(role)) == role
    assert role_named(f" {role_words(role).title()} ") == role
