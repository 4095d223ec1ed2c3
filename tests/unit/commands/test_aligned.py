"""Instructions that no pattern reads, laid over the names on the screen: all words are said, or nothing is done."""

from dataclasses import replace

import pytest

from automation.commands import phrases
from automation.commands.find.screen_view import Scene
from automation.commands.read.aligned import aligned
from automation.commands.read.by_values import forms_by_names
from automation.core.geometry import Rect
from automation.core.proposal import Proposal
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.screens import Seen, screen, states, win

WINDOW = win(1, "Flower order - Chromium", "chromium", is_active=True)
BOX = states("checkable")
OFFERED = {
    "Branch": ("High Street", "Riverside", "Station Arcade"),
    "Who repairs it": ("Caretaker", "Electrician"),
    "Delay before the siren": ("15 seconds", "30 seconds"),
}


def thing(name, role, x, y, w=140, h=22, **more):
    held = states("editable") if role in ("field", "spinner") else states()
    return element(name, role, Rect(x, y, w, h), window_id=1, **{"states": held, **more})


def order(*more):
    """A page with fields, lists, boxes and buttons."""
    seen = screen([WINDOW], [
        thing("Flower order", "document", 0, 90, 1280, 700), thing("Order a bouquet", "heading", 20, 95),
        thing("Concert title", "field", 200, 130, value=""), thing("Town", "field", 200, 160, value=""),
        thing("Delivery date", "field", 200, 190, value=""),
        thing("Remarks", "field", 200, 220, h=60, value="", states=states("editable", "multi_line")),
        thing("Walked by", "field", 200, 290, value=""), thing("Hours", "spinner", 200, 320, value="1"),
        thing("Wrapping", "combo", 200, 350), *(thing(n, "combo", 200, 380 + 30 * i) for i, n in enumerate(OFFERED)),
        *(thing(n, "radio", 500, 130 + 30 * i, 16, 16, states=BOX, parent_name="Size") for i, n in enumerate(("Posy", "Grand"))),
        *(thing(n, "checkbox", 500, 200 + 30 * i, 16, 16, states=BOX) for i, n in enumerate(("Balcony", "Lift", "Fitted kitchen", "✓ Ring before coming"))),
        thing("Listeners may comment", "toggle", 500, 330, states=BOX),
        thing("Place order", "button", 500, 400), thing("Keep as draft", "button", 660, 400),
        *more,
    ])  # fmt: skip
    seen.reader.options = lambda combo: OFFERED.get(combo.name, ())
    return seen


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("the title should be Songs of the Sea, then place the order", "write 'Songs of the Sea' @Concert title over; click Place order"),
        ("walked by Rosa Klein on 28 November 2026", "write 'Rosa Klein' @Walked by over; write '28 November 2026' @Delivery date"),
        ("it has a balcony and a lift but no fitted kitchen", "click Balcony; click Lift"),
        ("Listeners may not comment, and keep as draft", "click Keep as draft"),  # it is off already
        ("in the remarks write Bright rooms, five minutes to the station. and keep as draft",
         "write 'Bright rooms, five minutes to the station.' @Remarks over; click Keep as draft"),
        ("Grand size, wrapped in Linen cloth", "click Grand[Size]; click Wrapping"),
        ("she collects them at Riverside, 2 hours", "click Branch"),
        ("the electrician repairs it, a delay of 30 seconds", "click Who repairs it"),
        ("no need to ring before coming, then place the order", "click Place order"),
        ("town Dover, lift, and place the order", "write 'Dover' @Town over; click Lift; click Place order"),
        ("the town should be Dover and the wrapping Linen cloth, then place the order", "write 'Dover' @Town over; click Wrapping"),
        ("der Ort ist Dover, town Kent", "needs_model"),
    ],
)  # fmt: skip
def test_all_words_of_an_instruction_are_done(said, meaning):
    assert told(said, order()).startswith(meaning)


@pytest.mark.parametrize(
    "said",
    [
        "town Dover, County Kent",  # which may be a field that is not there
        "town Dover for Ida and a lift",
        "it lacks a balcony",
        "the lift is broken",
        "Rosa has a lift",
        "remove the lift",
        "a balcony unless it rains",
        "Change the title to Dawn and make it a habit",
        "the title is nice, and a lift",
        "the lift, and ring the bell",
        "the lift: balcony",
        "place the order and the ribbon",
        "Delivery date 3 May 2027 instead of 4 May 2027",
        "balcony and lift off",  # both, or one?
        "Please delete the question Which is the town",
        "town from 24500 to 27800",
        "choose Dover in Town",
        "pick Dover as the town, and a lift",
    ],
)
def test_a_word_that_says_nothing_of_what_is_there_ends_it(said):
    assert told(said, order()) in ("needs_model", "not_found", "not_understood")


def test_an_order_that_names_nothing_is_not_left_out():
    seen = order()
    assert aligned("a lift, then place the bouquet", Scene(seen.observation, seen.reader)) == ()


def brewing(*more):
    """A page of number boxes, sliders and lists, whose names hold units and what they are counted by."""
    seen = screen([WINDOW], [
        thing("Brew day", "document", 0, 90, 1280, 700),
        *(thing(n, "spinner", 200, 130 + 30 * i, value="1") for i, n in enumerate(
            ("Mash temperature", "Mash time (min)", "Adult per night", "Dog per night", "Hours", "Longest van"))),
        thing("Volume", "slider", 200, 340, value="10"), thing("Warn when fewer than", "combo", 200, 370),
        thing("Engine", "combo", 200, 400), thing("Coaches", "spinner", 200, 430, value="1"),
        thing("Swing tops", "radio", 500, 130, 16, 16, states=BOX), thing("Switch on at", "field", 500, 160, value=""),
        *more,
    ])  # fmt: skip
    offered = {
        "Warn when fewer than": ("10 tablets", "20 tablets"),
        "Engine": ("Black Five", "Class 37"),
    }
    seen.reader.options = lambda combo: offered.get(combo.name, ())
    return seen


@pytest.mark.parametrize(
    ("said", "meanings"),
    [
        ("mash temperature 68 for 75 minutes", ["Set “Mash temperature” to “68”", "Set “Mash time (min)” to “75 minutes”"]),
        ("longest van 10 m, swing tops", ["Set “Longest van” to “10 m”", "Choose “Swing tops”"]),
        ("swing tops, 3 hours", ["Choose “Swing tops”", "Set “Hours” to “3”"]),
        ("It should be 10.50 per night for an adult and 3.00 for a dog",
         ["Set “Adult per night” to “10.50”", "Set “Dog per night” to “3.00”"]),
        ("swing tops and warn when fewer than 20 tablets",
         ["Choose “Swing tops”", "Choose “20 tablets” in “Warn when fewer than”"]),
        ("engine Class 37 with 6 coaches", ["Choose “Class 37” in “Engine”", "Set “Coaches” to “6”"]),
        ("swing tops, volume all the way up", ["Choose “Swing tops”", "Set “Volume” to “all the way up”"]),
        ("volume all the way round, swing tops", []),
        ("swing tops, 3 weeks", []),  # no box is counted in weeks
        ("swing tops and warn when fewer than 30 tablets", []),
        ("swing tops, 4 cats", []),
    ],
)  # fmt: skip
def test_numbers_are_laid_over_names_that_hold_their_units(said, meanings):
    seen = brewing()
    forms = forms_by_names(said, Scene(seen.observation, seen.reader))
    assert list(map(phrases.sentence, forms)) == meanings


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Dleivery date 3 May 2027, lift", "write '3 May 2027' @Delivery date over; click Lift"),
        ("balcony, town Dover, fitted kitchn", "click Balcony; write 'Dover' @Town over; click Fitted kitchen"),
        ("lift, walked by Baclony", "click Lift; write 'Baclony' @Walked by over"),  # a value stays
        ("lift, walked by Rosa Klein, kichten", "needs_model"),  # two slips
    ],
)  # fmt: skip
def test_a_slip_in_a_name_among_values_is_put_right(said, meaning):
    assert told(said, order()).startswith(meaning)


def drawn_form():
    """A form that only the picture shows: a field with its label, a box, and texts that are buttons."""
    parts = [
        element("Reader", "field", Rect(285, 226, 356, 19), states=states("editable"), value=""),
        element("Leak found", "checkbox", Rect(118, 465, 96, 20), states=states("checkable")),
        element("Reader", "text", Rect(114, 225, 59, 19)),
        element("Empty form", "text", Rect(915, 452, 104, 22)),
        element("Store reading", "text", Rect(1031, 445, 117, 35)),
    ]  # fmt: skip
    drawn = [replace(part, source="ocr", handle=None) for part in parts]
    return screen([win(1, "Meters", "meters", is_active=True)], [], drawn)


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("leak found, store reading", ["Turn on “Leak found”", "Click “Store reading”"]),
        ("reader Olga Berg, leak found, empty form", ["Type “Olga Berg” into “Reader”", "Turn on “Leak found”", "Click “Empty form”"]),
    ],
)  # fmt: skip
def test_on_a_picture_alone_a_whole_text_that_is_said_is_pressed(said, done):
    told_steps = [d.sentence for d in Driver(said, drawn_form()).all() if isinstance(d, Proposal)]
    assert told_steps == done


def test_an_option_that_begins_with_a_joint_is_chosen_whole():
    class Offering(FakeReader):
        def options(self, combo):
            return ("on the pavement", "in the front garden") if combo.role == "combo" else ()

    stand = element("The things stand", "combo", Rect(300, 200, 200, 24), value="")
    number = element(
        "House number", "field", Rect(300, 160, 200, 24), states=states("editable"), value=""
    )
    seen = screen([win(1, "Waste", "browser", is_active=True)], [number, stand])
    seen = Seen(seen.observation, Offering(seen.reader.elements))
    said = "house number 18b, and the things stand in the front garden"
    done = [d.sentence for d in Driver(said, seen).all() if isinstance(d, Proposal)]
    assert done == [
        "Type “18b” into “House number”",
        "Open “The things stand” and choose “in the front garden”",
    ]
