"""Words that name nothing are taken for what they mean, by the real encoder; such a step is always asked about."""

import pytest

from automation.commands.find.screen_view import Scene
from automation.commands.read.by_meaning import ByMeaning
from automation.commands.read.things import things_in
from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome, Proposal, Question
from automation.screen.refs import RefBook
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import element
from tests.fakes.screens import Seen, screen, states, win

OFFERED = {"Country": ("Denmark", "France", "Portugal")}


@pytest.fixture(scope="module")
def alike():
    return TextEncoder(folder_of()).alike


def thing(name, role, y, x=40, **more):
    held = states("checkable") if role in ("checkbox", "radio") else states()
    held = states("editable") if role in ("field", "spinner") else held
    box = Rect(x, y, 200, 24)
    return element(name, role, box, **{"states": held, "window_id": 1, **more})


def booking(*more) -> Seen:
    """A page on which a room is booked."""
    seen = screen([win(1, "Hotel - Chromium", "chromium", is_active=True)], [
        thing("Hotel", "document", 20, x=0),
        thing("Guest name", "field", 60, value=""), thing("Nights", "spinner", 90, value="1"),
        thing("Country", "combo", 120, value="Denmark"), thing("Remarks for the kitchen", "field", 150, value=""),
        thing("Quiet floor", "checkbox", 200), thing("Breakfast", "checkbox", 230),
        thing("Parking space", "checkbox", 260),
        thing("Delete booking", "button", 300), thing("Send a reminder", "button", 330),
        thing("Print the receipt", "button", 360),
        *(thing(n, "list_item", 420 + 30 * i, states=states("selectable")) for i, n in enumerate(("Anna Berg", "Luis Prado"))),
        *more,
    ])  # fmt: skip
    seen.reader.elements[0] = thing("Hotel", "document", 0, x=0)
    seen.reader.elements = [
        e
        if e.role != "document"
        else element("Hotel", "document", Rect(0, 0, 1280, 800), window_id=1)
        for e in seen.reader.elements
    ]
    seen.reader.options = lambda combo: OFFERED.get(combo.name, ())
    return seen


def done(said, alike, seen=None):
    driver = Driver(said, seen or booking(), alike)
    return "; ".join(short(each) for each in driver.all()).removesuffix("; done")


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("get rid of this reservation", "click Delete booking"),
        ("i want the receipt on paper", "click Print the receipt"),
        ("they come by car and need to park", "click Parking space"),
        ("quiet floor parking france", "click Quiet floor; click Parking space; click Country"),
        ("no breakfast but parking please", "click Parking space"),  # it is off already
        ("she's from portugal", "click Country"),
        ("remark shld be no nuts in anything", "needs_model"),
        ("kitchen remarks shld be vegan only", "write 'vegan only' @Remarks for the kitchen over"),
        ("my mother cannot sleep, so please give her the silent floor", "click Quiet floor"),
        ("remind Luis Prado", "click Luis Prado; click Send a reminder"),
    ],
)  # fmt: skip
def test_words_that_name_nothing_are_taken_for_what_they_mean(alike, said, meaning):
    assert done(said, alike).startswith(meaning)


@pytest.mark.parametrize("said", [
    "it may rain on the terrace, so tick that",
    "Parking space is flooded",
    "no breakfast, the dogs should come in instead",
])  # fmt: skip
def test_an_order_that_names_nothing_is_not_left_out_behind_a_story(alike, said):
    assert done(said, alike) == "needs_model"


@pytest.mark.parametrize("said", ["Parking space is needed", "breakfast is included"])
def test_what_is_said_to_be_wanted_is_turned_on(alike, said):
    assert done(said, alike).startswith("click")


def test_who_is_chosen_is_not_all_that_was_ordered(alike):
    assert "done" not in done("Anna Berg is finished, set her to that", alike)


def test_an_entry_that_several_words_could_name_is_not_what_it_means(alike):
    seen = booking(*(
        thing(n, "list_item", 540 + 30 * i, states=states("selectable"))
        for i, n in enumerate(("12 kg Flower of salt", "2 kg Flower of salt"))
    ), thing("Shipped", "button", 690))  # fmt: skip
    assert (
        done("the flower of salt has left on the lorry, so it's shipped", alike, seen)
        == "needs_model"
    )


def test_nothing_is_written_into_an_entry_of_a_list(alike):
    seen = booking(thing("Tug of war", "list_item", 540, states=states("selectable")))
    assert "write" not in done("open the Tug of war, it has to be braided now", alike, seen)


def test_without_an_encoder_only_names_are_understood():
    assert done("get rid of this reservation", None) == "not_found"


@pytest.mark.parametrize(
    "said",
    [
        "which of the guests is from Denmark?",
        "explain what the quiet floor is",
        "if it is free give them a parking place",
        "do not print the receipt",
        "get rid of the reservation of Carla Diaz",  # who is nowhere
        "get rid of reservation 17",
        "print the receipt and the invoice of May",
        "click “Erase”",  # what is quoted is a name
        "werde diese Reservierung los",  # the encoder knows English alone
        "qwx zzpl vrrt",
        "my password is hunter2 and the kitchen must know I am vegan",
    ],
)
def test_what_would_leave_out_a_word_that_counts_is_not_taken(alike, said):
    driver = Driver(said, booking(), alike)
    assert isinstance(driver.decide(), Finish)


def test_a_step_that_no_words_name_says_so_and_is_marked_to_be_asked_about(alike):
    step = Driver("get rid of this reservation", booking(), alike).step()
    assert isinstance(step, Proposal)
    assert step.is_inferred
    assert "taken for what “get rid of this reservation” means" in step.evidence
    named = Driver("click Delete booking", booking(), alike).step()
    assert isinstance(named, Proposal)
    assert not named.is_inferred


def test_what_was_left_out_is_said_and_the_rest_asked_about(alike):
    said = "my mother cannot sleep in the city, so please tick Quiet floor"
    step = Driver(said, booking(), alike).step()
    assert isinstance(step, Proposal)
    assert step.is_inferred
    assert "left out: “my mother cannot sleep in the city”" in step.evidence


def test_what_may_mean_several_things_is_asked_and_the_answer_done(alike):
    seen = booking(thing("Cancel the trip", "button", 500), thing("Cancel the taxi", "button", 530))
    driver = Driver("cancel the ride", seen, alike)
    asked = driver.decide()
    assert isinstance(asked, Question)
    names = [c.name for c in asked.candidates]
    driver.chosen = names.index("Cancel the trip") + 1
    step = driver.decide()
    assert short(step) == "click Cancel the trip"
    assert step.is_inferred


def test_that_it_is_so_already_proves_no_guess(alike):
    seen = booking(
        thing("Heating at night", "checkbox", 290, states=states("checkable", "checked"))
    )
    end = Driver("leave the radiator on while they sleep", seen, alike).decide()
    assert isinstance(end, Finish)
    assert end.outcome is not Outcome.DONE


def test_a_name_that_is_not_there_in_a_later_step_is_taken_for_what_it_means(alike):
    assert done("tick Breakfast and then get rid of the reservation", alike) == (
        "click Breakfast; click Delete booking"
    )


def test_a_page_is_turned_to_only_where_no_more_is_asked_for(alike):
    seen = booking(thing("Prices", "tab", 600, states=states("selectable")))
    assert done("print out what everything costs", alike, seen) != "click Prices"
    assert done("i want to see what everything costs", alike, seen) == "click Prices"


def test_a_row_is_known_by_the_beginning_of_its_name(alike):
    rows = [thing(n, "list_item", 600 + 30 * i, states=states("selectable"))
            for i, n in enumerate(("Breeding tank", "Living room"))]  # fmt: skip
    seen = booking(*rows)
    said = "for the living room tank 3 nights"
    assert "Breeding" not in done(said, alike, seen)


@pytest.mark.parametrize(
    ("said", "is_left_out"),
    [
        ("select it", False),
        ("take that there", False),
        ("down to the bottom", False),
        ("my bicycle has a flat tyre", True),
        ("thanks", True),
    ],
)
def test_behind_a_step_only_what_tells_something_is_left_out_and_no_order(alike, said, is_left_out):
    seen = booking()
    there = things_in(Scene(seen.observation, seen.reader), RefBook())
    assert ByMeaning(lambda: alike).leaves_out(said, lambda: there) is is_left_out


def test_the_plan_tells_the_steps_and_no_words_of_the_programs_own(alike):
    step = Driver("a quiet floor, and they come from portugal", booking(), alike).step()
    assert isinstance(step, Proposal)
    told = " ".join(step.upcoming)
    assert "Portugal" in told
    assert "e9000" not in told


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("guest name is lena hofer n tick quiet floor", "write 'lena hofer' @Guest name over; click Quiet floor"),
        ("the guest name is Lena Hofer, and she needs a parking space", "write 'Lena Hofer' @Guest name over; click Parking space"),
        ("write vegan only in the kitchen remarks", "write 'vegan only' @Remarks for the kitchen"),
        ("guest name is lena hofer, quiet floor", "write 'lena hofer' @Guest name over; click Quiet floor"),
        ("the guest name is missing, quiet floor", "needs_model"),
        ("guest name is Parker and Quiet", "write 'Parker and Quiet' @Guest name over"),
    ],
)  # fmt: skip
def test_a_text_ends_where_its_rest_names_another_thing(alike, said, meaning):
    assert done(said, alike) == meaning


def test_labels_that_are_said_in_turn_end_the_values_before_them(alike):
    said = "guest name is mia torres remarks for the kitchen vegan"
    first, second = done(said, alike).split("; ")[:2]
    assert first == "write 'mia torres' @Guest name over"
    assert second == "write 'vegan' @Remarks for the kitchen over"


@pytest.mark.parametrize(
    ("said", "is_added"),
    [
        ("add a dog called Rex", "write 'Rex' @New dog over; click Add"),
        ("add Rex to the dogs, quiet floor", "write 'Rex' @New dog over; click Add; click Quiet floor"),
        ("add Rex to the parking", "write 'Rex' @New dog over; click Add"),
        ("do not add Rex", "needs_model"),
    ],
)  # fmt: skip
def test_what_is_added_to_a_list_is_written_and_its_button_pressed(alike, said, is_added):
    row = (thing("New dog", "field", 520, value=""), thing("Add", "button", 520, x=260))
    assert done(said, alike, booking(*row)).startswith(is_added)


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("order breakfast, quiet floor", "click Breakfast; click Quiet floor; click Order"),
        ("order breakfast, but do not press order yet", "click Breakfast"),
    ],
)
def test_a_verb_that_is_a_button_is_pressed_behind_what_it_is_about(alike, said, is_done):
    steps = done(said, alike, booking(thing("Order", "button", 520)))
    assert steps.startswith(is_done)
    assert steps.count("click Order") == is_done.count("click Order")


def test_a_text_whose_end_is_unclear_is_not_written(alike):
    end = Driver("guest name is Lena and she wants the quiet purple", booking(), alike).step()
    assert isinstance(end, Finish)
    assert end.outcome is Outcome.NEEDS_MODEL


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("write Call me, send the receipt later into the remarks", "write 'Call me, send the receipt later' @Remarks for the kitchen"),
        ("guest name maria tick breakfast", "needs_model"),
        ("guest name choose france", "needs_model"),
        ("kitchen remarks shld be twice cooked", "write 'twice cooked' @Remarks for the kitchen over"),
    ],
)  # fmt: skip
def test_a_text_in_its_field_is_whole_and_an_order_is_no_text(alike, said, is_done):
    assert done(said, alike) == is_done


@pytest.mark.parametrize(
    "said",
    [
        "add a dog called Rex if she has paid",
        "add three dogs called Rex",
        "add Rex as the guest name",
        "add the renamed file to the list",
    ],
)
def test_what_is_added_under_a_condition_or_elsewhere_is_not_added(alike, said):
    row = (thing("New dog", "field", 520, value=""), thing("Add", "button", 520, x=260))
    assert "click Add" not in done(said, alike, booking(*row))


@pytest.mark.parametrize("said", ["breakfast is wrong", "the quiet floor is incorrect"])
def test_what_is_said_to_be_wrong_is_not_turned_on(alike, said):
    assert done(said, alike) == "needs_model"


def test_a_question_is_not_mixed_up_with_one_that_a_later_step_would_ask(alike):
    twice = [
        thing(n, "button", 420 + 30 * k, x=x)
        for k, n in enumerate(("Edit", "Archive"))
        for x in (40, 400)
    ]
    driver = Driver("press Edit and press Archive", booking(*twice), alike)
    question = driver.decide()
    assert isinstance(question, Question)
    driver.chosen = 2
    step = driver.decide()
    assert isinstance(step, Proposal)
    assert step.element.name == "Edit"


@pytest.mark.parametrize(
    ("said", "is_pressed"),
    [
        ("no more lamps for us, get rid of them", "Remove lamp"),
        ("one more lamp for us", "Add lamp"),
    ],
)
def test_no_more_is_not_more(alike, said, is_pressed):
    seen = booking(thing("Add lamp", "button", 520), thing("Remove lamp", "button", 560))
    assert f"click {is_pressed}" in done(said, alike, seen)


@pytest.mark.parametrize(
    "said",
    [
        "do not delete the booking",
        "dont delete the booking yet",
        "never delete this booking",
        "please don't delete the booking",
        "the booking should not be deleted",
        "tick breakfast, but do not delete the booking",
    ],
)
def test_what_must_not_be_ended_is_not(said, alike):
    assert "Delete" not in done(said, alike)


def test_what_must_not_be_forgotten_is_done(alike):
    assert done("don't forget to delete the booking", alike) == "click Delete booking"


def test_what_was_left_out_is_told_at_the_end(alike):
    driver = Driver("My mother cannot sleep well, so turn on the quiet floor", booking(), alike)
    while not isinstance(end := driver.step(), Finish):
        pass
    assert "Left out: “My mother cannot sleep well”." in end.message


def test_a_part_of_a_date_is_no_field_of_its_own(alike):
    parts = [
        thing(f"{part} Collection", "spinner", 460, x=40 + 60 * n, parent_name="Collection")
        for n, part in enumerate(("Day", "Month", "Year"))
    ]
    seen = booking(thing("Collection", "field", 460, value=""), *parts)
    steps = done("have it collected on 18 September 2026", alike, seen)
    assert steps.startswith("write '18 September 2026' @Collection")


def test_of_several_alike_the_one_that_is_said_is_meant(alike):
    sizes = [
        thing(size, "radio", 460, x=40 + 60 * n, parent_name="T-shirt")
        for n, size in enumerate(("S", "M", "L", "XL"))
    ]
    assert done("T-shirt size L please", alike, booking(*sizes)) == "click L[T-shirt]"


@pytest.mark.parametrize(
    "why", ["it has had its four weeks now", "we have no drive", "its starting to pour"]
)
def test_a_reason_behind_an_order_is_left_out(why, alike):
    assert done(f"get rid of this reservation, {why}", alike) == "click Delete booking"


def test_a_note_goes_to_its_end_behind_its_label(alike):
    seen = booking(thing("Tasting note", "field", 460, value=""))
    assert (
        done("write the tasting note good with trout", alike, seen)
        == "write 'good with trout' @Tasting note over"
    )


def test_a_date_is_written_into_its_field_and_into_no_part_of_it(alike):
    whole = element(
        "Day of our visit",
        "field",
        Rect(40, 460, 200, 24),
        window_id=1,
        value="",
        states=states("editable"),
    )
    parts = [
        thing(
            f"{part} Day of our visit",
            "spinner",
            462,
            x=42 + 60 * n,
            parent_name="Day of our visit",
            value="1",
        )
        for n, part in enumerate(("Day", "Month", "Year"))
    ]
    assert "@Day of our visit" in done(
        "set the day of the visit to 14 May 2026", alike, booking(whole, *parts)
    )
