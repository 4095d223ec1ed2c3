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
