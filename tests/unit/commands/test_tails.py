"""What people say beside a step: as well, both, what is not needed, and where its thing is to be found."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.observation import NumberRange
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "Hall", "hall", is_active=True)
BOX = states("checkable")


def hall():
    seen = screen(
        [WINDOW],
        [
            element("Sound system", "checkbox", Rect(40, 40, 120, 20), states=states("checkable", "checked")),
            element("Projector", "checkbox", Rect(40, 70, 120, 20), states=BOX),
            *(element(n, "list_item", Rect(300, 40 + 24 * i, 120, 22)) for i, n in enumerate(("Anna", "Bea", "Cem"))),
            element("Guests", "spinner", Rect(500, 40, 80, 22), states=states("editable"), value="4"),
            element("Purpose", "field", Rect(500, 80, 180, 22), states=states("editable"), value=""),
            element("Kitchen", "group", Rect(40, 200, 200, 80)),
            element("Heating", "checkbox", Rect(60, 220, 120, 20), states=BOX),
            element("Stage", "group", Rect(300, 200, 200, 80)),
            element("Heating", "checkbox", Rect(320, 220, 120, 20), states=BOX),
            element("Print", "button", Rect(40, 400, 80, 26)),
        ],
    )  # fmt: skip
    seen.reader.numbers[seen.element("Guests").handle] = NumberRange(4, 0, 90, 1)
    return seen


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("tick Projector as well", "click Projector"),
        ("tick Projector, too", "click Projector"),
        ("tick Projector instead", "click Projector"),
        ("untick Sound system and tick Projector instead", "click Sound system; click Projector"),
        ("set Purpose to Dance instead", "write 'Dance' @Purpose over"),
        ("set Purpose to Dance, would you", "write 'Dance' @Purpose over"),
        ("tick Projector, please", "click Projector"),
        ("click Print, thanks", "click Print"),
        ("select Anna and Cem, thank you", "click Anna; ctrl+click Cem"),
        ("klick auf Print, bitte", "click Print"),
        ("clear Purpose, will you", "write '' @Purpose over"),
        ("hake Projector stattdessen an", "click Projector"),
        ("click Print and tick Projector too", "click Print; click Projector"),
        ("select Anna and Cem, both", "click Anna; ctrl+click Cem"),
        ("select Anna and Cem, both of them", "click Anna; ctrl+click Cem"),
        ("select Anna and also Cem", "click Anna; ctrl+click Cem"),
        ("hake Projector auch an", "click Projector"),
        ("wähle Anna und Cem, beide", "click Anna; ctrl+click Cem"),
        ("klick auf Print und hake dann auch Projector an", "click Print; click Projector"),
    ],
)
def test_such_an_end_adds_nothing(said, meaning):
    assert told(said, hall()) == meaning


@pytest.mark.parametrize(
    "said", ["type Me too", "set Purpose to Me too", "type See you both", "type Come if possible"]
)
def test_in_a_text_it_is_a_part_of_it(said):
    assert (
        Driver(said, hall()).step().intent.text == said.split(None, 1 if "type" in said else 3)[-1]
    )


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("the sound system isn't needed", "click Sound system"),
        ("we don't need the sound system", "click Sound system"),
        ("click Print, and the sound system is not needed", "click Print; click Sound system"),
        ("take the sound system off", "click Sound system"),
        ("the projector is needed too", "click Projector"),
        ("we need no sound system", "click Sound system"),
        ("the projector isn't needed", "done"),
        (
            "I'd like the projector switched on and the sound system switched off",
            "click Projector; click Sound system",
        ),
        ("Projector switched on, please", "click Projector"),
        ("ich hätte gern den Projector eingeschaltet", "click Projector"),
        ("der Projector wird gebraucht", "click Projector"),
        ("wir brauchen den Sound system nicht", "click Sound system"),
        ("wir brauchen kein Sound system", "click Sound system"),
    ],
)
def test_what_is_needed_is_ticked_and_what_is_not_is_unticked(said, meaning):
    assert told(said, hall()) == meaning


@pytest.mark.parametrize(
    "said",
    [
        "the piano isn't needed",
        "we don't need the guests",
        "Anna is needed",
        "the print is not needed",
        "the projector is switched on",
        "when the projector gets switched on",
        "I want the piano switched on",
    ],
)
def test_what_is_no_box_is_not(said):
    assert told(said, hall()) in ("not_found", "needs_model", "ask 1", "failed")


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("tick Heating, it's in Kitchen", "click Heating"),
        ("tick Heating, it's in the Stage group", "click Heating"),
        ("tick Heating, you find it in Stage", "click Heating"),
        ("tick Heating, that's in Kitchen", "click Heating"),
        ("tick Heating. It is in Stage.", "click Heating"),
        ("tick Heating, it's in the cellar", "not_found"),
        ("click Print, it's in the cellar", "not_found"),
    ],
)
def test_where_its_thing_is_belongs_to_the_step(said, meaning):
    assert told(said, hall()) == meaning


def test_the_place_says_which_of_two_is_meant():
    for place, x in (("Kitchen", 60), ("Stage", 320)):
        step = Driver(f"tick Heating, it's in {place}", hall()).step()
        assert step.element.box.x == x


@pytest.mark.parametrize(
    ("said", "text"), [("turn the guests up by one", "5"), ("turn guests down by two", "2")]
)
def test_a_number_is_turned_up_and_down(said, text):
    assert Driver(said, hall()).step().intent.text == text


@pytest.mark.parametrize(
    "said",
    [
        "simply tick Projector",
        "be so kind and tick Projector",
        "we should tick Projector",
        "tick Projector if you would",
        "would you tick Projector if you don't mind",
        "tick Projector once",
        "tick Projector, would you",
        "tick Projector, if possible",
        "hake Projector an, würdest du",
        "tick Projector when you get a chance",
        "tick Projector, that's it",
        "tick Projector and nothing else",
        "tick Projector and leave the rest as it is",
        "start by ticking Projector",
        "second tick Projector",
        "sei so gut und hake Projector an",
        "hake Projector an, das war's",
        "hake Projector an und sonst nichts",
    ],
)
def test_courtesies_and_ends_are_no_steps(said):
    assert told(said, hall()) == "click Projector"


@pytest.mark.parametrize(
    "said",
    ["tick Projector without saving", "tick Projector unless it is on", "tick Projector and the rest", "tick Projector if Anna comes",
     "tick Projector instead of Heating"],
)  # fmt: skip
def test_a_limit_is_no_courtesy(said):
    assert told(said, hall()) in ("not_found", "needs_model", "click Projector; not_found")


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("tick Projector before clicking Print", "click Projector; click Print"),
        ("tick Projector before you click Print", "click Projector; click Print"),
        ("type Anna into Purpose before clicking Print", "write 'Anna' @Purpose; click Print"),
        ("tick Projector before the talk", "not_found"),
    ],
)
def test_before_another_step_comes_first(said, meaning):
    assert told(said, hall()) == meaning


def test_a_text_may_say_before():
    assert Driver("type Think before clicking links", hall()).step().intent.text == (
        "Think before clicking links"
    )


def filled(value):
    seen = hall()
    field = seen.element("Purpose")
    elements = [replace(e, value=value) if e is field else e for e in seen.reader.elements]
    return screen([WINDOW], elements)


@pytest.mark.parametrize(
    "said",
    [
        "set Purpose to Tango, not Choir",
        "set Purpose to Tango instead of Choir",
        "change the purpose to Tango, it says Choir now",
        "set Purpose to Tango rather than Choir",
        "setze Purpose auf Tango statt Choir",
        "ändere Purpose auf Tango, da steht Choir",
    ],
)
def test_what_a_field_held_so_far_is_not_typed(said):
    assert told(said, filled("Choir")) == "write 'Tango' @Purpose over"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("set Purpose to Tea, not coffee", "Tea, not coffee"),
        ("set Purpose to Tango instead of Waltz", "Tango instead of Waltz"),
    ],
)
def test_what_it_does_not_hold_is_a_part_of_the_text(said, text):
    assert told(said, filled("Choir")) == f"write {text!r} @Purpose over"
