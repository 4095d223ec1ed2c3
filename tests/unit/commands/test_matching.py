# ruff: noqa: RUF001 - programs show these signs
"""Which visible names fit the words, and which are only near."""

import pytest

from automation.commands.matching import Tier, match, nearest
from automation.commands.words import as_said
from automation.core.geometry import Rect
from automation.screen.folding import comparable
from tests.fakes.driver import Driver
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, win


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("save as", "Save As..."),
        ("Save As", "Save As…"),
        ("name", "Name:"),
        ("Name", "Name *"),
        ("GRÖSSE", "Größe"),
        ("Bold", "Bold (Ctrl+B)"),
        ("Copy and Paste", "Copy & Paste"),
        ("don't save", "Don’t Save"),
        ("*", "×"),
        ("-", "−"),
    ],
)
def test_a_name_is_exact_whatever_its_dots_case_and_signs(words, name):
    assert match(words, name).tier is Tier.EXACT


@pytest.mark.parametrize(
    ("words", "name", "tier"),
    [
        ("Email", "Email address", Tier.PREFIX),
        ("Sign in", "Sign in to your account", Tier.PREFIX),
        ("newsletter", "Send me the newsletter", Tier.SPAN),
        ("Prefrences", "Preferences", Tier.FUZZY),
        ("Documant", "Document", Tier.FUZZY),
    ],
)
def test_a_likely_name_is_taken(words, name, tier):
    found = match(words, name)
    assert (found.tier, found.is_sure) == (tier, True)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Save", "Save As..."),
        ("Delete", "Delete all"),
        ("Log", "Log out"),
        ("Cancel", "Cancel subscription"),
        ("Delete", "Permanently Delete"),
        ("Save", "Don't Save"),
        ("Page", "Page 2"),
        ("Send", "Sned"),
        ("Select all", "Select all and delete"),
    ],
)
def test_a_name_that_says_more_is_asked_for_and_not_taken(words, name):
    found = match(words, name)
    assert found is None or not found.is_sure


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Book", "Bookmark"),
        ("Sav", "Save"),
        ("Subscribe", "Unsubscribe"),
        ("Select all", "Deselect all"),
        ("Invoice 2026-0318", "Invoice 2026-0319"),
        ("Import", "Export"),
        ("Sign in", "Sign up"),
        ("enable sync", "disable sync"),
        ("x", "×"),
        ("", "Save"),
    ],
)
def test_another_name_is_no_match(words, name):
    assert match(words, name) is None


def test_the_part_of_a_read_line_is_the_name_that_stands_alone():
    found = match("Save", "Don't Save Cancel Save", is_text=True)
    assert (found.span, found.is_sure) == ((18, 22), True)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("cancel", "To end it you may cancel your whole booking at any time"),
        ("Delete", "Delete account"),
        ("Save", "Don't Save"),
        ("Edit", "Edit Edit Edit"),
        ("Save", "New Open Save As"),
    ],
)
def test_a_word_within_a_read_line_that_may_mean_else_is_not_sure(words, line):
    assert not match(words, line, is_text=True).is_sure


def test_suggestions_are_the_nearest_names_best_first():
    names = ["Save As...", "Cancel", "Save", "Send"]
    assert nearest("Sav", names) == ("Save", "Save As...")


def test_a_letter_that_a_menu_underlines_is_read_as_another_one():
    found = match("File", "Eile Edit View", is_text=True)
    assert (found.is_sure, found.span) == (True, (0, 4))
    assert match("Options", "Eile Qptions", is_text=True).span == (5, 12)
    assert match("File", "Tile Edit View", is_text=True) is None
    assert match("Fin", "Ein Edit", is_text=True) is None


def test_what_an_icon_before_a_name_is_read_as_is_no_part_of_it():
    found = match("About", "0About", is_text=True)
    assert (found.is_sure, found.span) == (True, (1, 6))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("plus", "+"), ("minus", "−"), ("times", "×"), ("divide sign", "÷"), ("+", "Add"),
        ("square root", "√"), ("up arrow", "Open Parent"), ("arrow left", "Previous"),
        ("right arrow", "Forward"), ("back arrow", "Go Back"),
    ],
)  # fmt: skip
def test_a_sign_is_found_by_what_it_is_called(words, name):
    assert match(words, name).is_sure


@pytest.mark.parametrize(
    ("words", "name"), [("left arrow", "Forward"), ("plus", "−"), ("×", "Close"), ("arrow", "Back")]
)
def test_a_sign_is_not_called_by_the_words_for_another(words, name):
    assert match(words, name) is None


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("click Newslettr", "Click “Newsletter” (“Newslettr” was taken as “Newsletter”)"),
        ("tick Newslettr", "Turn on “Newsletter” (“Newslettr” was taken as “Newsletter”)"),
        ("hake Newslettr an", "Turn on “Newsletter” (“Newslettr” was taken as “Newsletter”)"),
        ("check that Newslettr is off", "Check that “Newsletter” is off (“Newslettr” was taken as “Newsletter”)"),
        ("click Newsletter", "Click “Newsletter”"),
        ("click newsletter", "Click “Newsletter”"),
    ],
)  # fmt: skip
def test_a_name_that_fits_only_nearly_is_told_in_the_line_of_the_step(said, line):
    seen = screen(
        [win(1, "Join", "a", is_active=True)],
        [element("Newsletter", "checkbox", Rect(9, 9, 99, 20))],
    )
    assert Driver(said, seen).decide().sentence == line


@pytest.mark.parametrize(
    ("name", "read", "said"),
    [
        ("Save\tCtrl+S", "save ctrl+s", "save"),
        ("Open\u2026 (Ctrl+O)", "open... (ctrl+o)", "open"),
        ("Cut & Paste", "cut & paste", "cut and paste"),
        ("Phone (optional):", "phone (optional)", "phone"),
        ("6 \u00d7 7", "6 \u00d7 7", "6 * 7"),
        ("*", "*", "*"),
    ],
)
def test_a_name_that_is_said_leaves_out_more_than_one_that_is_read(name, read, said):
    assert (comparable(name), as_said(name)) == (read, said)


@pytest.mark.parametrize(
    "name",
    ["\u2068Save\u2069 as\u2026", "Stra\u00dfe  \u2013 1:", "\u201cNa\u00efve\u201d *", "e\u0301"],
)
def test_what_has_neither_shortcut_nor_ampersand_is_compared_alike(name):
    assert as_said(name) == comparable(name)
