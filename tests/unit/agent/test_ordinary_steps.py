"""Ordinary steps on a few recorded screens; `./test --proof red_set` counts all of them."""

from dataclasses import replace

import pytest

from tests.red import ordinary
from tests.red.ordinary import RecordedReader, asked_on, ruling_on, screen

QUIET = ("l-pcmanfm", "s-page-login", "s-qt1", "s-ristretto")
"""A file manager with a trash can on a large screen, a page that speaks of an account, a form with a
total in its status bar, a notice."""


def test_harmless_steps_are_not_asked_about():
    steps, asked = asked_on(QUIET)
    assert steps >= 50
    assert asked == []


def test_a_word_of_danger_in_a_window_is_asked_about_only_on_what_says_it():
    steps, asked = asked_on(["l-tk1"])
    assert steps >= 8
    assert [line.partition(" (")[0] for line in asked] == ["l-tk1: text Empty ledger"]


@pytest.mark.parametrize("name", ["Continue", "Show map"])
def test_a_recorded_button_of_another_name_is_asked_about_by_what_it_shows(name):
    observation, elements = screen("s-qt1")
    button = next(e for e in elements if e.name == "Show map")
    called = [replace(e, name=name) if e is button else e for e in elements]
    reader = RecordedReader(called, ordinary.ocr())
    ruling, _ = ruling_on(replace(button, name=name), observation, reader)
    assert ruling.decision == ("run" if name == "Show map" else "ask")
