"""Sentences on a still: what must have happened is compared with what a small world was told to do."""

import random

import pytest

from automation.core.observation import NumberRange
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.screens import screen, states, win
from tests.strangers import offline, spoken
from tests.unit.commands.test_aligned import thing

WINDOW = win(1, "Repairs", "repairs", is_active=True)
BOX = states("checkable")
MOST_MISSED = 0.03


def kept():
    """A still of a form: a field, a list, two options, a box and a button."""
    tree = [
        thing("Town", "field", 200, 130, value=""),
        thing("Kind", "combo", 200, 160, value="Lamp"),
        thing("Small", "radio", 200, 190, 16, 16, states=BOX, parent_name="Size"),
        thing("Large", "radio", 300, 190, 16, 16, states=BOX | {"checked"}, parent_name="Size"),
        thing("Urgent", "checkbox", 200, 220, 16, 16, states=BOX),
        thing("Save", "button", 200, 250),
    ]
    seen = screen([WINDOW], tree)
    return {
        "observation": seen.observation, "tree": tree, "everywhere": tree, "lines": [], "drawn": [], "cells": [],
        "menus": [], "options": {tree[1].handle: ["Lamp", "Kettle"]}, "numbers": {}, "tips": {},
        "fresh": {e.handle: e for e in tree}, "focused": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("say", "must", "how"),
    [
        ("write Leeds into Town", {"hold": {"0": "Leeds"}}, "right"),
        ("write Leeds into Town", {"hold": {"0": "York"}}, "wrong"),
        ("choose Kettle in Kind", {"hold": {"1": "Kettle"}}, "right"),
        ("choose Small", {"hold": {"2": True}}, "right"),
        ("choose Small", {}, "wrong"),
        ("choose Small, tick Urgent and click Save", {"hold": {"2": True, "4": True}, "press": [5]}, "right"),
        ("tick Urgent and click Save", {"hold": {"4": True}}, "wrong"),
        ("tick Urgent", {"hold": {"4": True}, "press": [5]}, "wrong"),
        ("click Send", {"press": [5]}, "missing"),
        ("which town is the largest?", {"model": True}, "right"),
        ("click Save", {"model": True}, "wrong"),
    ],
)  # fmt: skip
def test_a_sentence_is_right_where_it_did_what_it_had_to_and_nothing_else(say, must, how):
    came = offline.play(kept(), {"say": say, **must})
    assert came.how == how, came.steps


def test_things_are_listed_by_the_numbers_that_must_be_told():
    lines = offline.describe(kept())
    assert lines[1].split()[:3] == ["1", "combo", "'Kind'"]
    assert "offers ['Lamp', 'Kettle']" in lines[1]
    assert lines[5].endswith("at 200,250 140x22")


def clinic():
    """A still of a form whose names hold words that join others: prepositions, articles, an order."""
    names = (
        "Note for the driver",
        "Vet of Rex",
        "Free to leave",
        "Take in",
        "Days off",
        "Send to the vet",
    )
    roles = ("field", "combo", "radio", "checkbox", "spinner", "button")
    more = {
        "field": {"value": ""}, "combo": {"value": "Dr Ames"}, "spinner": {"value": "3"},
        "radio": {"states": BOX}, "checkbox": {"states": BOX},
    }  # fmt: skip
    tree = [
        thing(name, role, 200, 130 + 30 * n, **more.get(role, {})) for n, (name, role) in enumerate(zip(names, roles, strict=True))
    ]  # fmt: skip
    tree.append(thing("Owners", "tab", 400, 90))
    seen = screen([WINDOW], tree)
    return {
        "observation": seen.observation, "tree": tree, "everywhere": tree, "lines": [], "drawn": [], "cells": [],
        "menus": [], "options": {tree[1].handle: ["Dr Ames", "Dr Boyle", "Mr Cole"]}, "tips": {}, "focused": None,
        "numbers": {tree[4].handle: NumberRange(3, 0, 20, 1)}, "fresh": {e.handle: e for e in tree},
    }  # fmt: skip


@pytest.mark.parametrize(("still", "language"), [(kept, "en"), (kept, "de"), (clinic, "en")])
def test_what_is_said_by_the_names_on_the_screen_is_done(still, language):
    """What is read in another way than it was meant is a mistake; a few may be asked about, or not understood."""
    alike = TextEncoder(folder_of()).alike
    known, chance = list(spoken.things(still())), random.Random(1)
    assert {thing.kind for thing in known} >= {"field", "choice", "radio", "on", "button"}
    lines = [spoken.sentence(known, language, chance) for _ in range(100)]
    missed = [
        line["say"]
        for line in lines
        if offline.play(still(), line, alike).how not in ("right", "picked")
    ]
    assert len(missed) <= len(lines) * MOST_MISSED, missed
