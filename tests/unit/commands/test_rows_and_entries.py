"""What names a row, which entry shows what is asked for, and what a button takes for the row that is named."""

import pytest

from automation.commands.find.screen_view import Scene
from automation.commands.read.filled_form import dated
from automation.commands.read.things import things_in
from automation.core.geometry import Rect
from automation.screen.refs import RefBook
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win


@pytest.fixture(scope="module")
def alike():
    return TextEncoder(folder_of()).alike


HELD = {"field": ("editable",), "spinner": ("editable",), "checkbox": ("checkable",), "toggle": ("checkable",), "list_item": ("selectable",)}  # fmt: skip


def page(*things, options=None):
    seen = screen([win(1, "Works", "works", is_active=True)], things)
    seen.reader.options = lambda combo: (options or {}).get(combo.name, ())
    return seen


def thing(name, role, x, y, w=100, **more):
    marks = states(*HELD.get(role, ()), *more.pop("on", ()))
    return element(name, role, Rect(x, y, w, 24), **{"states": marks, "window_id": 1, **more})


def said(seen, alike, words):
    came = [short(step) for step in Driver(words, seen, alike).all()]
    return "; ".join(step.partition("[")[0] for step in came).removesuffix("; done")


def claim():
    """Rows that begin with a day, whose controls are called by the second cell; the box only by its head."""
    parts = [thing(head, "column_header", 40 + 140 * n, 60) for n, head in enumerate(("Date", "What", "Amount", "Receipt attached"))]  # fmt: skip
    for n, (day, name) in enumerate(
        (("3 Nov", "Train to Leeds"), ("3 Nov", "Hotel Aire View"), ("4 Nov", "Parking"))
    ):
        row, y = f"{day}, {name}", 100 + 40 * n
        parts += [
            thing(day, "cell", 40, y, parent_name=row), thing(name, "cell", 180, y, parent_name=row),
            thing(f"Amount of {name}", "field", 320, y, value="9.00", parent_name=row),
            thing(f"Receipt for {name}", "checkbox", 460, y, on=("checked",) if n == 2 else (), parent_name=row),
            thing(f"Delete {name}", "button", 600, y, parent_name=row),
        ]  # fmt: skip
    return page(*parts)


@pytest.mark.parametrize(("words", "done"), [
    ("Change the amount of Hotel Aire View to 142.50 and tick Receipt attached there.",
     "write '142.50' @Amount of Hotel Aire View; click Receipt for Hotel Aire View"),
    ("delete the parking", "click Delete Parking"),
])  # fmt: skip
def test_a_row_is_named_by_what_its_controls_are_called_by(alike, words, done):
    assert said(claim(), alike, words) == done


def rooms():
    """Buttons of which each shows another room with the same controls."""
    names = ("Room 1 Oyster", "Room 2 Shiitake", "Room 3 Enoki", "Room 4 Morel")
    return page(
        element("Growing", "document", Rect(0, 40, 1280, 700), window_id=1),
        *(thing(name, "button", 20, 80 + 60 * n, 200) for n, name in enumerate(names)),
        thing("Room 1, Oyster", "heading", 300, 80), thing("Humidity", "spinner", 300, 120, value="90"),
        thing("Light", "toggle", 300, 160, on=("checked",)),
    )  # fmt: skip


@pytest.mark.parametrize("words", [
    "Room 3: humidity 85, light off", "in Room 3 set the humidity to 85", "turn the light off in Room 3", "Room 3: light off",
    "set the humidity in Room 3 to 85", "Room 3 light off", "turn the light off for Room 3, please",
])  # fmt: skip
def test_what_stands_in_another_entry_is_opened_first(alike, words):
    assert said(rooms(), alike, words).startswith("click Room 3 Enoki")


def plots():
    rows = (("4", "Ehepaar Schmitt"), ("7", "Kurt Hanke"), ("9", "Rita Krug"))
    cells = (
        thing(text, "cell", 40 + 140 * k, 100 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate(rows) for k, text in enumerate(row)
    )  # fmt: skip
    heads = (thing(head, "column_header", 40 + 140 * n, 60) for n, head in enumerate(("Parzelle", "Pächter")))  # fmt: skip
    return page(
        *heads, *cells, thing("Neuer Pächter", "field", 200, 250, 300, value=""),
        thing("Umschreiben", "button", 40, 284), thing("Kündigen", "button", 180, 284),
    )  # fmt: skip


def test_a_name_goes_where_the_button_takes_it_from(alike):
    done = "click 7; write 'Jana Wolter' @Neuer Pächter over; click Umschreiben"
    assert said(plots(), alike, "Parzelle 7 auf Jana Wolter umschreiben.") == done


def drill():
    people = (thing(n, "checkbox", 40, 200 + 30 * k) for k, n in enumerate(("Toni Gruber", "Hannes Wallner")))  # fmt: skip
    return page(
        thing("Topic", "field", 40, 60, value=""), thing("Day", "field", 40, 100, value=""),
        thing("Start", "field", 40, 140, value=""), thing("Add drill", "button", 40, 300), *people,
    )  # fmt: skip


def test_several_boxes_are_turned_on_by_one_wish(alike):
    words = "Toni Gruber and Hannes Wallner should be there"
    assert said(drill(), alike, words) == "click Toni Gruber; click Hannes Wallner"


def test_a_day_and_a_time_go_where_they_are_asked_for(alike):
    said_so = things_in(Scene(drill().observation, drill().reader), RefBook())
    told = [(form.text, form.target.text) for form in dated("on 23.5.2025 at 19:30", said_so)]
    assert told == [("23.5.2025", "Day"), ("19:30", "Start")]
    assert dated("on 23.5.2025 at the harbour", said_so) == ()


@pytest.mark.parametrize(("head", "is_named"), [("Device", True), ("No.", False)])
def test_rows_that_are_only_counted_are_named_by_no_number(alike, head, is_named):
    rows = (("1", "Huber"), ("2", "Pichler"), ("3", "Brunner"))
    cells = (
        thing(text, "cell", 40 + 140 * k, 100 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate(rows) for k, text in enumerate(row)
    )  # fmt: skip
    seen = page(thing(head, "column_header", 40, 60), thing("Bearer", "column_header", 180, 60), *cells, thing("Lock", "button", 40, 300))  # fmt: skip
    assert (said(seen, alike, "lock device 3") == "click 3; click Lock") is is_named


def bays():
    """Rows, and below them a list and a number, each with the button that gives it to the row that is chosen."""
    rows = (("Oxygen", "18", "Bay 1"), ("Argon", "14", "Bay 2"))
    cells = (
        thing(text, "cell", 40 + 140 * k, 100 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate(rows) for k, text in enumerate(row)
    )  # fmt: skip
    return page(
        *cells, thing("Count", "spinner", 40, 300, value="0"), thing("Set count", "button", 150, 300),
        thing("Bay", "combo", 300, 300, value="Bay 2"), thing("Move to bay", "button", 410, 300),
        options={"Bay": ("Bay 1", "Bay 2", "Bay 3", "Bay 4")},
    )  # fmt: skip


@pytest.mark.parametrize("words", [
    "Move oxygen, not argon, to bay 3", "Move oxygen to bay 3, bay 4 is full", "Bay 4 is full, move oxygen to bay 3",
])  # fmt: skip
def test_nothing_is_moved_before_it_is_clear_where_to(alike, words):
    came = said(bays(), alike, words)
    assert "Bay 4" not in came
    assert "click Move to bay" not in came or came.index("Bay") < came.index("click Move to bay")


def test_what_is_given_to_a_row_is_pressed_too(alike):
    assert said(bays(), alike, "Set the count of oxygen to 20 cylinders").startswith("click Oxygen; write '20' @Count")  # fmt: skip


@pytest.mark.parametrize(("words", "done"), [
    ("Note: see plan B. Price 20", "write 'see plan B' @Note over; write '20' @Price over"),
    ("Note: Open Today", "write 'Open Today' @Note over"), ('put "My list" at the top', ""),
    ("the operator is T. Okoro today", "write 'T. Okoro' @Operator over"),
])  # fmt: skip
def test_a_text_ends_where_it_was_said_to_end(alike, words, done):
    form = page(
        thing("Note", "field", 40, 60, value=""), thing("Price", "field", 40, 100, value=""),
        thing("Operator", "field", 40, 140, value="J. Marsh"),
    )  # fmt: skip
    came = said(form, alike, words)
    assert came == done if done else "needs_model" not in came
