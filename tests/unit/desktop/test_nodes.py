"""Numbers of the accessibility protocol become our words.

Which window a pixel belongs to, as the reader of elements sees it.
"""

import time
from dataclasses import replace

import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import State
from automation.desktop.elements import nodes
from automation.desktop.elements.nodes import (
    CONTROLS,
    PASSWORD_ROLE,
    ROLE_WORDS,
    role_word,
    state_words,
)
from tests.fakes.screens import screen, win


def mask(*bits):
    return sum(1 << bit for bit in bits)


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (43, "button"),
        (62, "toggle"),
        (7, "checkbox"),
        (44, "radio"),
        (61, "field"),
        (79, "field"),
        (40, "password"),
        (11, "combo"),
        (33, "menu"),
        (35, "menu_item"),
        (37, "tab"),
        (88, "link"),
        (32, "list_item"),
        (56, "cell"),
        (90, "row"),
        (51, "slider"),
        (52, "spinner"),
        (91, "tree_item"),
        (83, "heading"),
        (116, "text"),
        (29, "label"),
    ],
)
def test_role_number_has_our_word(number, word):
    assert role_word(number) == word


def test_unknown_role_is_a_group():
    assert role_word(9999) == "group"


def test_every_control_word_is_reached_from_some_number():
    assert set(ROLE_WORDS.values()) >= CONTROLS


def test_password_role_is_secret_whatever_its_states_say():
    assert "secret" in state_words(0, PASSWORD_ROLE)


def test_no_other_role_is_secret():
    others = set(ROLE_WORDS) - {PASSWORD_ROLE}
    assert not any("secret" in state_words(mask(7, 8, 25), role) for role in others)


@pytest.mark.parametrize("bits", [(8,), (24,), (8, 24)])
def test_enabled_needs_only_one_of_the_two_bits(bits):
    assert "enabled" in state_words(mask(*bits), 43)


def test_thing_without_both_bits_is_disabled():
    assert "enabled" not in state_words(mask(11, 25, 30), 43)


@pytest.mark.parametrize(
    ("bit", "word"),
    [
        (4, "checked"),
        (7, "editable"),
        (9, "expandable"),
        (10, "expanded"),
        (11, "focusable"),
        (12, "focused"),
        (16, "modal"),
        (17, "multi_line"),
        (23, "selected"),
        (25, "showing"),
        (39, "default"),
        (43, "read_only"),
    ],
)
def test_state_bit_has_our_word(bit, word):
    assert word in state_words(mask(bit), 61)


def test_pressed_toggle_is_checked_but_pressed_button_is_not():
    assert "checked" in state_words(mask(20), 62)
    assert "checked" not in state_words(mask(20), 43)


def test_check_box_is_checkable_without_saying_so():
    assert "checkable" in state_words(0, 7)


def test_all_words_are_states_of_the_core():
    every = state_words((1 << 64) - 1, PASSWORD_ROLE)
    assert every <= set(State.__args__)


BELOW = win(1, "Form", "form", Rect(0, 0, 800, 600))
ABOVE = win(2, "notes", "mousepad", Rect(100, 130, 300, 200), is_active=True)
TITLE_BAR = ScreenPoint(200, 115)


def test_a_title_bar_hides_what_lies_below_it():
    framed = replace(ABOVE, frame=Rect(96, 100, 308, 234))
    assert nodes.window_at(screen([framed, BELOW], []).observation, TITLE_BAR) == framed


def test_a_window_without_a_frame_ends_at_its_edge():
    assert nodes.window_at(screen([ABOVE, BELOW], []).observation, TITLE_BAR) == BELOW


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("<qt><b>Harbour 1.txt</b><br/>/srv/tea/Harbour 1.txt", "Harbour 1.txt /srv/tea/Harbour 1.txt"),
        ("<html><center>Save<br>all</center></html>", "Save all"),
        ("<HTML>Ham &amp; eggs", "Ham & eggs"),
        ("<qt>2 < 3", "2 < 3"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("Use <html> here", "Use <html> here"),
        ("<qtest>", "<qtest>"),
    ],
)  # fmt: skip
def test_what_is_drawn_with_marks_is_called_as_it_is_seen(told, seen):
    assert nodes.clean(told) == seen


def test_marks_without_an_end_cost_no_time():
    started = time.perf_counter()
    nodes.clean("<qt>" + "<b " * 50_000)
    assert time.perf_counter() - started < 2
