"""Which keys decide about a card: others while a menu is open, because a menu gets keys first."""

from dataclasses import replace

import pytest

from app.gui.overlay.approval import MENU_ACCEPT, MENU_REJECT, approval_chords, card_keys, keys_now
from app.settings import Keys
from automation.core.geometry import Rect
from tests.fakes.fake_screen import observation, window

KEYS = card_keys(Keys())
APP = window(1, "App", Rect(0, 0, 300, 300))
POPUP = replace(window(2, "", Rect(10, 10, 60, 24)), is_popup=True)


def test_the_users_keys_work_on_an_ordinary_screen():
    assert keys_now(KEYS, observation(None, APP)) == KEYS


def test_an_open_menu_gets_only_keys_that_it_passes_over():
    keys = keys_now(KEYS, observation(None, POPUP, APP))
    assert approval_chords(keys, is_danger=False) == {
        "card.accept": MENU_ACCEPT,
        "card.reject": MENU_REJECT,
    }


def test_danger_is_held_also_while_a_menu_is_open():
    chords = approval_chords(keys_now(KEYS, observation(None, POPUP)), is_danger=True)
    assert "card.hold" in chords
    assert "card.accept" not in chords


@pytest.mark.parametrize("kind", ["is_own", "is_tooltip"])
def test_our_own_popups_and_tooltips_are_no_menu(kind):
    popup = replace(POPUP, **{kind: True})
    assert keys_now(KEYS, observation(None, popup, APP)) == KEYS
