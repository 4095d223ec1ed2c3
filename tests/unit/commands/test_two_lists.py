"""An entry is put into the list beside its own by the button between them that points there."""

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element
from tests.fakes.screens import ON, screen, win

KITCHEN = win(1, "Kitchen", "browser", is_active=True)


def lists(*buttons, right=("Cake", "Tea"), states=ON):
    """Two lists, and buttons between them one under another."""
    parts = []
    for x, names in ((40, ("Salad", "Soup", "Curry")), (400, right)):
        if names is not None:
            parts.append(element(f"List at {x}", "list", Rect(x, 130, 200, 200)))
        entries = enumerate(names or ())
        parts += [element(n, "list_item", Rect(x + 2, 132 + 30 * k, 196, 30)) for k, n in entries]
    parts += [
        element(n, "button", Rect(280, 140 + 40 * k, 60, 30), states=states)
        for k, n in enumerate(buttons)
    ]
    return screen([KITCHEN], parts)


@pytest.mark.parametrize(
    ("said", "buttons", "steps"),
    [
        ("move Soup across with the arrow", (">", "<", ">>", "<<"), "click Soup; click >"),
        ("take Soup over with the arrow", ("→", "←"), "click Soup; click →"),
        ("move Soup across", ("Add", "Remove", "Add all"), "click Soup; click Add"),
        ("move Tea across with the arrow", (">", "<"), "click Tea; click <"),
        ("move Tea back with the arrow", ("Move right", "Move left"), "click Tea; click Move left"),
        ("move Soup to the right list", (">>", "<<"), "click Soup; click >>"),
        ("move Soup to the other list with the arrow", (">", "<"), "click Soup; click >"),
        ("take Soup over with >>", (">", "<", ">>", "<<"), "click Soup; click >>"),
        ("take Soup over with >", (">", "<", ">>", "<<"), "click Soup; click >"),
        ("choose Soup and move it across", (">", "<"), "click Soup; click >"),
        ("schiebe Soup mit dem Pfeil hinüber", (">", "<"), "click Soup; click >"),
    ],
)
def test_an_entry_goes_over_by_the_button_that_points_to_the_other_list(said, buttons, steps):
    assert told(said, lists(*buttons)) == steps


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("move Tea to the right list", lists(">", "<")),  # it stands there
        ("move Soup across with the arrow", lists("Up", "Down")),
        ("move Soup across", lists("Add", right=None)),  # which adds a new one
        ("move Bread across with the arrow", lists(">", "<")),
    ],
)
def test_where_no_button_leads_across_nothing_is_chosen_either(said, seen):
    assert told(said, seen) in ("not_found", "needs_model")


def test_a_button_that_stays_greyed_out_after_the_choice_is_told():
    grey = lists(">", "<", states=frozenset({"showing"}))
    assert told("move Soup across with the arrow", grey) == "click Soup; failed"


def test_of_two_buttons_that_lead_across_one_is_asked_for():
    assert told("move Soup across with the arrow", lists(">", "→")) == "ask 2"
