"""Sums that are pressed key by key, and numbers that are marks of a list."""

import pytest

from automation.commands.read.grammar import parse
from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win


def calculator():
    """A calculator's keys, with a field and a button beside them."""
    keys = [
        element(name, "button", Rect(40 + 40 * (n % 4), 300 + 40 * (n // 4), 30, 24))
        for n, name in enumerate("789/456*123-0=+()")
    ]
    field = element("Amount", "field", Rect(400, 100, 90, 24), states=states("editable"), value="")
    save = element("Save", "button", Rect(400, 200, 90, 24))
    return screen([win(1, "Sums", "calc", is_active=True)], [*keys, field, save])


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ("press 3 + 3 three times", "3+3" * 3),
        ("press 3 + 4", "3+4"),
        ("press 3 + 4 = twice", "3+4=" * 2),
        ("press 9 - (4) =", "9-(4)="),
        ("press (4) + 3 =", "(4)+3="),
        ("press ( 2 + 3 ) * 4 =", "(2+3)*4="),
        ("press (2 + 3) * 4 =", "(2+3)*4="),
        ("press 2 * (1) and click Save", "2*(1)&"),
        ("press 3 + 4. Click Save", "3+4&"),
    ],
)
def test_each_sign_of_a_sum_is_pressed(said, keys):
    steps = [f"click {key}".replace("&", "Save") for key in keys]
    done = told(said, calculator()).split("; ")
    assert done == steps[: len(done)]
    assert len(done) == min(len(steps), 12)


def pocket(*, signs="789/456*123-0.=+()", has_display=True):
    """A calculator whose display takes no text but from its keys."""
    keys = [
        element(name, "toggle", Rect(40 + 40 * (n % 4), 300 + 40 * (n // 4), 30, 24))
        for n, name in enumerate(signs)
    ]
    told = states("focused", "multi_line", *([] if has_display else ["editable"]))
    shown = element("", "field", Rect(40, 200, 160, 24), states=told, value="0")
    return screen([win(1, "Sums", "calc", is_active=True)], [*keys, shown])


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ("7 * 86 =", "7*86="),
        ("type 50.5 + 4.25 and press =", "50.5+4.25="),
        ("type 50.5 + 4.25 =", "50.5+4.25="),
        ("tippe 50.5 + 4.25 ein und drücke =", "50.5+4.25="),
    ],
)
def test_a_sum_for_a_display_is_pressed_key_by_key(said, keys):
    done = told(said, pocket()).split("; ")
    steps = [f"click {key}" for key in keys]
    assert done == steps[: len(done)]
    assert len(done) == min(len(steps), 12)


def test_a_number_is_pressed_after_a_key_of_the_calculator():
    keys = [
        element(name, "toggle", Rect(40 + 40 * n, 300, 30, 24),
                states=states(*(["focused"] if name == "C" else [])))
        for n, name in enumerate("123456789C")
    ]  # fmt: skip
    seen = screen([win(1, "Sums", "calc", is_active=True)], keys)
    assert told("type 144", seen) == "click 1; click 4; click 4"


def test_a_sum_is_typed_where_a_field_takes_it_and_pressed_nowhere_else():
    assert told("type 3 + 4", pocket(has_display=False)).startswith("write '3 + 4'")
    assert told("type 3 + 4", pocket(signs="789")).startswith("write '3 + 4'")
    assert told("7 * 86 =", pocket(signs="789")) == "needs_model"
    assert "click" not in told("7 * 86 =", screen([win(1, "Text", "editor", is_active=True)], []))


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        ("1. click A 2. click B 3. click C", ["click A", "click B", "click C"]),
        ("1. press 3 2. press + 3. press 4", ["press 3", "press +", "press 4"]),
        ("do it: (1) click A (2) click B", ["do it:", "click A", "click B"]),
        ("set Amount to 4. Click Save", ["set Amount to 4", "Click Save"]),
        ("type 3. Then click Save", ["type 3", "Then click Save"]),
        ("press 12 + 3 - (4) =", ["press 12 + 3 - (4) ="]),
    ],
)
def test_a_number_is_the_mark_of_a_list_only_where_it_counts_the_steps(said, steps):
    assert [clause.source.strip() for clause in parse(said).clauses] == steps
