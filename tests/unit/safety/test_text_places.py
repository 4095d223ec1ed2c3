"""Where a text may go, by what has the keyboard."""

import pytest

from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.geometry import ScreenPoint
from automation.safety.evidence import AppKind, Evidence
from automation.safety.risk_rules import Astray, astray, astray_words

HERE = Aim(ScreenPoint(5, 5))
SHOWN = frozenset({"enabled", "showing"})


def judged(role="", *states, action=Write("y"), **more):  # noqa: B008 - a frozen value
    return astray(action, Evidence(role=role, states=SHOWN | set(states), **more))


@pytest.mark.parametrize("role", ["field", "password", "spinner", "terminal"])
def test_an_entry_takes_a_text(role):
    assert judged(role) is None
    assert judged(role, "read_only") is Astray.NO_ENTRY


@pytest.mark.parametrize("role", ["combo", "cell", "text", "document", "group", "list_item"])
def test_what_says_that_it_is_edited_takes_a_text(role):
    assert judged(role, "editable") is None


@pytest.mark.parametrize(
    "role",
    ["button", "toggle", "checkbox", "link", "list", "list_item", "tree_item", "tab", "menu_item",
     "dialog", "combo", "slider", "icon", "cell", "label", "text", "heading"],
)  # fmt: skip
def test_what_is_known_to_take_none_gets_none_whatever_the_letters_and_whoever_meant_it(role):
    for text in ("y", "zzz", " ", ""):
        assert judged(role, action=Write(text), is_window_meant=True) is Astray.NO_ENTRY


@pytest.mark.parametrize("role", ["", "window", "group", "canvas", "document"])
def test_where_nothing_is_told_the_window_must_be_meant(role):
    assert judged(role) is Astray.UNKNOWN
    assert judged(role, is_window_meant=True) is None
    assert judged(role, kinds=frozenset({AppKind.TERMINAL})) is None
    assert judged(role, "modal", is_window_meant=True) is Astray.NO_ENTRY


def test_the_page_of_a_browser_is_no_field():
    browser = frozenset({AppKind.BROWSER})
    assert judged("document", kinds=browser, is_window_meant=True) is Astray.NO_ENTRY
    assert judged("document", "editable", kinds=browser) is None


def test_a_text_for_a_place_presses_nothing_that_is_no_entry():
    assert judged("button", action=Write("y", HERE)) is Astray.PRESSED
    assert judged("", action=Write("y", HERE)) is None
    assert judged("label", action=Write("y", HERE)) is None


def test_only_texts_are_judged():
    assert judged("button", action=Hotkey(("y",))) is None
    assert judged("button", action=Click(HERE)) is None


def test_each_reason_says_what_has_the_keyboard_and_what_helps():
    said = astray_words(Astray.NO_ENTRY, Evidence(role="button", name="Yes"))
    assert said.startswith("The keyboard is on the button “Yes”, which takes no text")
    for why in Astray:
        assert astray_words(why, Evidence(title="Notes")).endswith("Nothing was typed.")
