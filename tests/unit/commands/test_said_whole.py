"""A clause that says the whole name of a thing, verb and all, but for articles and pronouns."""

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "Parts store", "store", is_active=True)
NAMES = (
    "Put ticked parts on the list",
    "Take over complaint",
    "Lock every door",
    "Send invoice to Anna",
)


def store(*buttons, texts=(), more=()):
    return screen(
        [WINDOW],
        [
            *(element(n, "button", Rect(40, 40 + 40 * i, 220, 26)) for i, n in enumerate(buttons)),
            *(element(n, "text", Rect(400, 40 + 40 * i, 220, 26)) for i, n in enumerate(texts)),
            element("Rear pads", "checkbox", Rect(700, 40, 120, 20), states=states("checkable")),
            element("Note", "field", Rect(700, 80, 120, 20), states=states("editable"), value=""),
            *more,
        ],
    )


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("tick the rear pads and put it on the list", "Put ticked parts on the list"),
        ("put them on the list", "Put ticked parts on the list"),
        ("put these on my list please", "Put ticked parts on the list"),
        ("take over the complaint", "Take over complaint"),
        ("take over this complaint, please", "Take over complaint"),
        ("send it to Anna", "Send invoice to Anna"),
        ("please lock every door", "Lock every door"),
    ],
)
def test_such_a_button_is_pressed(said, name):
    assert told(said, store(*NAMES)).endswith(f"click {name}")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("mark it as urgent", "Mark as urgent"),
        ("mark this as urgent", "Mark as urgent"),
        ("show the older messages", "Show older messages"),
        ("add a card", "+ Add a card"),
        ("move it to the top", "Move to top"),
    ],
)
def test_words_that_a_page_has_drawn_are_clicked_too(said, name):
    texts = ("Mark as urgent", "Show older messages", "+ Add a card", "Move to top")
    assert told(said, store(texts=texts)) == f"click {name}"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("setze sie auf die Liste", "Setze Teile auf die Liste"),
        ("markiere es als dringend", "Markiere als dringend"),
        ("öffne die alten Meldungen", "Öffne alten Meldungen"),
    ],
)
def test_so_it_is_in_german(said, name):
    assert told(said, store(name, "Drucken")) == f"click {name}"


@pytest.mark.parametrize(
    "said",
    [
        "put it in the shed",
        "send it to Bea",
        "send it",
        "lock it",
        "lock some doors",
        "take over the claim",
        "put it not on the list",
        "put the red ones on the list and the shelf",
    ],
)
def test_what_is_only_like_it_is_not(said):
    assert told(said, store(*NAMES)) in ("not_found", "needs_model", "not_understood", "ask 1")


def test_of_two_that_fit_none_is_pressed():
    seen = store("Add apples to the basket", "Add pears to the basket")
    assert told("add it to the basket", seen) in ("not_found", "needs_model", "ask 2")


def test_a_text_is_typed_beside_a_label_that_begins_with_the_verb():
    seen = store(texts=("Type hello",))
    assert told("type hello into Note", seen) == "write 'hello' @Note"


def test_usual_commands_stay_what_they_are():
    assert told("save the file", store("Save file")) == "keys ctrl+s"


@pytest.mark.parametrize("role", ["checkbox", "switch"])
def test_what_is_turned_on_is_read_before(role):
    on = element(
        "Turn on lights", role, Rect(40, 40, 120, 20), states=states("checkable", "checked")
    )
    assert told("turn on the lights", screen([WINDOW], [on])) == "done"


def test_a_text_beside_a_box_is_no_button():
    text = element("Mark as urgent", "text", Rect(70, 40, 120, 20))
    box = element("", "checkbox", Rect(40, 40, 20, 20), states=states("checkable", "checked"))
    assert "click Mark as urgent" not in told("mark it as urgent", screen([WINDOW], [text, box]))


def test_what_is_to_be_typed_presses_no_label():
    assert told("enter the code", store(texts=("Enter your code",))) != "click Enter your code"
