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
        ('remarks He said "no", and keep as draft', "write 'He said \"no\"' @Remarks over; click Keep as draft"),
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
        'town "Dover" as said, and keep as draft',  # what is quoted ends in the middle
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
        ("the mash time should stay 75 minutes, swing tops", ["Set “Mash time (min)” to “75 minutes”", "Choose “Swing tops”"]),
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


def register(*more):
    """A page of lists, with one whose field takes any words, and of choices that begin with a small word."""
    offered = {
        "Species": ("Oak", "Field maple"),
        "Weather": ("Clear", "Drizzle"),
        "Sure of it?": ("Certain", "Just a guess"),
        "Fuel": ("Coal", "Pellets"),
        "Rent": ("Paid", "Owing"),
    }
    seen = screen([WINDOW], [
        thing("Tree register", "document", 0, 90, 1280, 700),
        *(thing(n, "combo", 200, 130 + 30 * i) for i, n in enumerate((*offered, "Start at"))),
        thing("Fuel", "field", 202, 221, 110, 20, value=""), thing("Tenant", "field", 200, 340, value=""),
        thing("Last checked", "field", 200, 370, value=""), thing("Water butts", "spinner", 200, 400, value="1"),
        thing("Year Last checked", "spinner", 220, 370, 30, parent_name="Last checked"),
        *(thing(n, "radio", 500, 130 + 30 * i, 16, 16, states=BOX) for i, n in enumerate(("By van", "On foot"))),
        *(thing(n, "checkbox", 500, 200 + 30 * i, 16, 16, states=BOX) for i, n in enumerate(("Protected tree", "Beware of dogs"))),
        *more,
    ])  # fmt: skip
    seen.reader.options = lambda combo: offered.get(combo.name, ())
    return seen


@pytest.mark.parametrize(
    ("said", "meanings"),
    [
        ("it is a protected tree and was last checked on 3 March 2026",
         ["Turn on “Protected tree”", "Set “Last checked” to “3 March 2026”"]),
        ("Weather was drizzle, and it is just a guess",
         ["Choose “drizzle” in “Weather”", "Choose “just a guess” in “Sure of it?”"]),
        ("Weather war Drizzle, Rent ist Owing", ["Choose “Drizzle” in “Weather”", "Choose “Owing” in “Rent”"]),
        ("species oak, fuel Pellets", ["Choose “oak” in “Species”", "Choose “Pellets” in “Fuel”"]),
        ("make the tenant Berit Lund with rent Owing", ["Set “Tenant” to “Berit Lund”", "Choose “Owing” in “Rent”"]),
        ("the tenant is Berit Lund with 3 water butts", ["Set “Tenant” to “Berit Lund”", "Set “Water butts” to “3”"]),
        ("start at 07:30 by van, beware of dogs",
         ["Choose “07:30” in “Start at”", "Choose “By van”", "Turn on “Beware of dogs”"]),
        ("Weather was awful, and it is just a guess", []),
        ("the tenant was late, rent owing", []),
        ("the tenant is Berit Lund with a dog", []),
    ],
)  # fmt: skip
def test_statements_in_a_row_are_laid_over_all_they_name(said, meanings):
    seen = register()
    forms = forms_by_names(said, Scene(seen.observation, seen.reader))
    assert list(map(phrases.sentence, forms)) == meanings


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("The species is Field maple, it is a protected tree and was last checked on 3 March 2026.", "Field maple"),
        ("the species is Oak, fuel Pellets, rent owing", "Oak"),
    ],
)  # fmt: skip
def test_the_first_of_several_statements_ends_where_the_next_begins(said, first):
    assert Driver(said, register()).step().sentence == f"Open “Species” and choose “{first}”"


def collection(*more):
    """A page of counts, days and parts of a day, and fields for a day and a time."""
    days, parts = ("Tue 14 April", "Fri 17 April"), ("Morning, 7 to 12", "Afternoon, 12 to 17")
    return screen([WINDOW], [
        thing("Bulky waste", "document", 0, 90, 1280, 700),
        *(thing(n, "field", 200, 130 + 30 * i, value="0") for i, n in enumerate(("Mattress", "Bicycle frame", "Dog per night"))),
        *(thing(n, "radio", 500, 130 + 30 * i, 16, 16, states=BOX, parent_name="Day") for i, n in enumerate(days)),
        *(thing(n, "radio", 500, 230 + 30 * i, 16, 16, states=BOX, parent_name="Time of day") for i, n in enumerate(parts)),
        *(thing(n, "field", 200, 300 + 30 * i, value="") for i, n in enumerate(("Date", "Time", "Place"))),
        *more,
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("said", "meanings"),
    [
        ("2 mattresses and 1 bicycle frame", ["Set “Mattress” to “2”", "Set “Bicycle frame” to “1”"]),
        ("3 dogs, 2 bicycle frames", ["Set “Dog per night” to “3”", "Set “Bicycle frame” to “2”"]),
        ("Friday 17 April in the afternoon", ["Choose “Fri 17 April”", "Choose “Afternoon, 12 to 17”"]),
        ("the morning, place Reed Pond", ["Choose “Morning, 7 to 12”", "Set “Place” to “Reed Pond”"]),
        ("Seen on 9 May 2026 at 06:40, the place is Reed Pond",
         ["Set “Date” to “9 May 2026”", "Set “Time” to “06:40”", "Set “Place” to “Reed Pond”"]),
        ("gesehen am 9. Mai 2026, Time 06:40", ["Set “Date” to “9. Mai 2026”", "Set “Time” to “06:40”"]),
        ("Friday 17 April and Tuesday 14 April", []),  # one of them
        ("the afternoon in the morning", []),
        ("the mattresses Reed Pond", []),
        ("2 mattresses and 1 fridge", []),
        ("Cancelled on 9 May 2026", []),
    ],
)  # fmt: skip
def test_counts_days_and_times_are_laid_over_what_takes_them(said, meanings):
    seen = collection()
    forms = forms_by_names(said, Scene(seen.observation, seen.reader))
    assert list(map(phrases.sentence, forms)) == meanings


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Outline: power 85, speed 12", "write '85' @Power of Outline over; write '12' @Speed of Outline over"),
        ("Lettering: speed 20, mode Engrave", "write '20' @Speed of Lettering over; click Mode of Lettering"),
        ("Outline: power 85, passes 3", "write '85' @Power of Outline over; write '3' @Passes over"),
        ("Guides: power 85, speed 12", "needs_model"),  # no layer of that name
        ("Outline: power 85, colour 3", "needs_model"),
        ("click Budget on the left", "click 3 Budget"),
        ("open Declaration at the left", "click 4 Declaration"),
        ("click Travel on the left", "not_found"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_row_or_a_numbered_step_is_found_there(said, meaning):
    layers = [
        thing(f"{part} of {layer}", role, 200 + 150 * i, 130 + 30 * n, value="1")
        for n, layer in enumerate(("Outline", "Lettering"))
        for i, (part, role) in enumerate((("Mode", "combo"), ("Power", "field"), ("Speed", "field")))
    ]  # fmt: skip
    seen = screen([WINDOW], [
        thing("Laser job", "document", 0, 90, 1280, 700), *layers, thing("Passes", "field", 200, 300, value="1"),
        *(thing(n, "cell", 40, 130 + 30 * i) for i, n in enumerate(("Outline", "Lettering"))),
        *(thing(n, "button", 20, 330 + 30 * i) for i, n in enumerate(("1 Applicant", "3 Budget", "4 Declaration"))),
    ])  # fmt: skip
    seen.reader.options = lambda combo: ("Cut", "Engrave") if "Lettering" in combo.name else ()
    assert told(said, seen).startswith(meaning)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("select Mill Road 4 in the list", "click Mill Road 4"),
        ("pick Mill Road 4 from the list", "click Mill Road 4"),
        ("choose Lime in the list", "click Species"),
        ("choose Maple in the list", "not_found"),
    ],
)
def test_a_drop_down_that_does_not_offer_it_is_not_the_list_that_is_meant(said, meaning):
    trees = ("Mill Road 2", "Mill Road 4")
    seen = screen([WINDOW], [
        thing("Tree register", "document", 0, 90, 1280, 700), thing("Species", "combo", 200, 130),
        thing("Trees", "list", 700, 300, 200, 90), *(thing(n, "list_item", 700, 300 + 30 * i) for i, n in enumerate(trees)),
    ])  # fmt: skip
    seen.reader.options = lambda combo: ("Oak", "Lime") if combo.role == "combo" else ()
    assert told(said, seen).startswith(meaning)


def test_the_whole_name_of_a_field_is_no_order_to_tell_somebody():
    parts = [
        element("Word mark", "radio", Rect(100, 100, 120, 20), states=BOX),
        element("Text of the mark", "field", Rect(100, 140, 200, 24), states=states("editable"), value=""),
        element("Next", "button", Rect(100, 180, 80, 28)),
    ]  # fmt: skip
    seen = screen([WINDOW], parts)
    assert "'LUMIVO' @Text of the mark" in told("text of the mark LUMIVO", seen)
    assert "write" not in told("text LUMIVO of the mark", seen)


@pytest.mark.parametrize(
    "said", ["Roman blind, 1350 wide and 1800 high", "Roman, width 1350, height 1800"]
)
def test_a_unit_behind_the_name_of_a_box_need_not_be_said(said):
    parts = [
        element("Type of blind", "group", Rect(80, 80, 400, 60)),
        *(element(n, "radio", Rect(100 + 100 * k, 100, 90, 20), states=BOX, parent_name="Type of blind") for k, n in enumerate(("Roller", "Roman"))),
        element("Width in mm", "spinner", Rect(100, 160, 90, 24), value="900"),
        element("Height in mm", "spinner", Rect(300, 160, 90, 24), value="1200"),
    ]  # fmt: skip
    steps = [
        d.sentence for d in Driver(said, screen([WINDOW], parts)).all() if isinstance(d, Proposal)
    ]
    assert steps[:2] == ["Choose “Roman”", "Type “1350” into “Width in mm”, replacing “900”"]
