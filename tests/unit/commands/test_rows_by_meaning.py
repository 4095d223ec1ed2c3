"""A sentence that names whom a row is of is done in that row, by the real encoder; what is named twice is not guessed."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Proposal
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import element
from tests.fakes.screens import Seen, screen, states, win

GUESTS = (("Ana Sousa", "Dorm 1"), ("Kenji Mori", "Dorm 2"), ("Ruth Adler", "Single 4"))
JOBS = (("Havel Pumps", "Czech"), ("Orsini Wines", "Italian"), ("Kato Robotics", "Japanese"))
TRANSLATORS = ("nobody", "Ines", "Tomas", "Brendan")
OPENS, CLOSES = ("06:00", "07:00", "07:30"), ("20:00", "22:00")


@pytest.fixture(scope="module")
def alike():
    return TextEncoder(folder_of()).alike


def at(name, role, x, y, row="", **more):
    held = states("checkable") if role in ("checkbox", "radio", "toggle") else states()
    box = Rect(x, y, 120, 24)
    more = {"states": held, "window_id": 1, "parent_name": row, **more}
    return element(name, role, box, **more)


def page(*elements) -> Seen:
    seen = screen([win(1, "Office", "office", is_active=True)], elements)
    offered = {"Translator": TRANSLATORS, "Opens": OPENS, "Closes": CLOSES}
    seen.reader.options = lambda combo: offered.get(combo.name.split(" of ")[0], ())
    return seen


def guests() -> Seen:
    """A list of guests with a nameless box in each row, and buttons for the guest who is chosen."""
    rows = [
        each
        for n, (name, room) in enumerate(GUESTS)
        for row in (f"{name}, {room}",)
        for each in (
            at(name, "cell", 40, 100 + 30 * n, row),
            at(room, "cell", 200, 100 + 30 * n, row),
            at("", "checkbox", 360, 100 + 30 * n, row),
        )
    ]
    heads = [
        at(h, "column_header", x, 70) for h, x in (("Guest", 40), ("Room", 200), ("Paid", 360))
    ]
    buttons = [at("Check out", "button", 40, 300), at("One more night", "button", 200, 300)]
    return page(*heads, *rows, *buttons)


def jobs() -> Seen:
    """A table of jobs with a drop-down and buttons in each row."""
    rows = [
        each
        for n, (name, language) in enumerate(JOBS)
        for way in ("Resume" if name.startswith("Kato") else "Hold",)
        for row in (f"441{n}, {name}, {language}, nobody, {way} Delivered",)
        for each in (
            at(f"441{n}", "cell", 40, 100 + 30 * n, row),
            at(name, "cell", 160, 100 + 30 * n, row),
            at(f"Translator of 441{n}", "combo", 300, 100 + 30 * n, row, value="nobody"),
            at(way, "button", 440, 100 + 30 * n, row),
            at("Delivered", "button", 580, 100 + 30 * n, row),
        )
    ]
    return page(*rows, at("New job", "button", 40, 300), at("Print list", "button", 200, 300))


def steps(said, alike, seen):
    """Return what is proposed, each step with the row in which it is done."""
    done = [short(step) for step in Driver(said, seen, alike).all() if isinstance(step, Proposal)]
    return [
        f"{name} {mark}{row.split(', ')[0]}".strip()
        for name, mark, row in (d.partition("[") for d in done)
    ]


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("Ruth Adler has just paid", ["click <checkbox> [Ruth Adler"]),
        ("ruth has paid now", ["click <checkbox> [Ruth Adler"]),
        (
            "Ruth's standing here with the coins, so tick her as paid",
            ["click <checkbox> [Ruth Adler"],
        ),
        ("give Kenji one more night", ["click Kenji Mori [Kenji Mori", "click One more night"]),
        (
            "poor Ana came back with all her bags, so give her one more night",
            ["click Ana Sousa [Ana Sousa", "click One more night"],
        ),
    ],
)
def test_what_a_sentence_tells_of_somebody_is_done_in_the_row(alike, said, is_done):
    assert steps(said, alike, guests()) == is_done


def test_the_kind_of_a_row_is_no_word_of_another_thing(alike):
    seen = guests()
    seen.reader.elements = [*seen.reader.elements, at("New booking", "button", 400, 300)]
    is_done = ["click Ana Sousa [Ana Sousa", "click Check out"]
    assert steps("check out the Sousa booking", alike, seen) == is_done


def test_the_card_calls_a_nameless_box_by_the_head_of_its_column(alike):
    step = Driver("Ruth Adler has just paid", guests(), alike).step()
    assert isinstance(step, Proposal)
    assert step.is_inferred
    assert "“Paid”" in step.sentence


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("the orsini job is delivered", ["click Delivered [4411"]),
        ("kato's job can be resumed", ["click Resume [4412"]),
        (
            "mark havel and orsini as delivered",
            ["click Delivered [4410", "click Delivered [4411"],
        ),
    ],
)
def test_of_the_buttons_of_a_row_the_one_is_pressed_that_is_meant(alike, said, is_done):
    assert steps(said, alike, jobs()) == is_done


def test_a_step_that_several_rows_have_is_done_in_the_row_of_the_step_before(alike):
    said = "click 4411 and then mark it as delivered"
    assert steps(said, alike, jobs()) == ["click 4411 [4411", "click Delivered [4411"]


def test_an_option_is_chosen_in_the_row_that_is_named(alike):
    first = steps("give the havel job to brendan and orsini to ines", alike, jobs())[0]
    assert first == "click Translator of 4410 [4410"


@pytest.mark.parametrize(
    "said",
    [
        "Kato came by this morning, and Orsini is already delivered",  # of Kato nothing is asked
        "no cleaning for Kato",
        "Kato telephoned",
    ],
)
def test_a_row_that_is_only_told_of_has_no_button_pressed(alike, said):
    assert not [s for s in steps(said, alike, jobs()) if "4412" in s]


def test_of_times_in_a_list_the_one_is_chosen_that_is_said(alike):
    def chosen(said):
        seen = page(at("Opens", "combo", 40, 60), at("Closes", "combo", 40, 100))
        driver = Driver(said, seen, alike)
        step = driver.step()
        return step.sentence if isinstance(step, Proposal) else ""

    assert "“07:30”" in chosen("it opens at 7:30 from now on")
    assert "“06:00”" in chosen("the doors should open at 6 already")
    assert "“22:00”" in chosen("we close at 10 in the evening")


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("the kitchen is flooded, so close the kitchen", ["click Kitchen"]),
        ("close the laundry", []),  # it is off already
        ("no more offers for the guests please", ["click May receive offers"]),
        (
            "open the laundry and the roof terrace to everybody",
            ["click Laundry", "click Roof terrace"],
        ),
        ("roof terrace on, but don't print the list yet", ["click Roof terrace"]),
    ],
)
def test_words_tell_which_way_a_box_is_turned(alike, said, is_done):
    on, off = states("checkable", "checked"), states("checkable")
    seen = page(
        at("Kitchen", "toggle", 40, 60, states=on), at("Laundry", "toggle", 40, 100, states=off),
        at("Roof terrace", "toggle", 40, 140, states=off),
        at("May receive offers", "checkbox", 40, 180, states=on), at("Print the list", "button", 40, 240),
    )  # fmt: skip
    assert steps(said, alike, seen) == is_done


def test_boxes_are_told_by_what_they_stand_under(alike):
    names = ("Joan Price", "Musa Diallo")
    boxes = [at(n, "checkbox", 40, 90 + 30 * i) for i, n in enumerate(names)]
    leader = at("Team leader", "combo", 40, 200, value=names[0])
    seen = page(at("Who is coming on Saturday?", "label", 40, 60), *boxes, leader)
    seen.reader.options = lambda combo: names
    assert steps("Musa is coming on Saturday after all", alike, seen) == ["click Musa Diallo"]


def test_an_instruction_whose_first_step_is_not_there_is_told_by_its_meaning(alike):
    seen = page(
        at("Opens", "combo", 40, 60, value="07:00"), at("Closes", "combo", 40, 100, value="22:00")
    )
    first = Driver("set the opening hour to 06:00 and the end to 22:00", seen, alike).step()
    assert isinstance(first, Proposal)
    assert "“Opens”" in first.sentence


def machines() -> Seen:
    """Three frames with the same things in each."""
    return page(*(
        each
        for n in (1, 2, 3)
        for each in (
            at(f"Machine {n}", "group", 40, 60 + 100 * n),
            at("Start", "button", 60, 80 + 100 * n, f"Machine {n}"),
            at("Stop", "button", 200, 80 + 100 * n, f"Machine {n}"),
        )
    ))  # fmt: skip


def test_a_frame_is_named_by_all_of_its_words_though_others_have_them_too(alike):
    assert steps("get machine 3 going, start it", alike, machines()) == ["click Start [Machine 3]"]


def test_a_text_behind_the_name_of_its_field_goes_to_the_end(alike):
    seen = page(
        at("Message", "field", 40, 60, states=states("editable"), value=""),
        at("Phone", "field", 40, 100, states=states("editable"), value=""),
        at("Sign with the name of the shop", "checkbox", 40, 140),
    )
    assert steps("with the shop's name, and the message Your coat is ready", alike, seen) == [
        "click Sign with the name of the shop", "write 'Your coat is ready' @Message over",
    ]  # fmt: skip


def songs(*names) -> Seen:
    ways = ("Move {} down", "Remove {}")
    return page(*(
        at(way.format(name), "button", 40 + 200 * k, 60 + 40 * n, f"{n + 1}. {name}")
        for n, name in enumerate(names)
        for k, way in enumerate(ways)
    ))  # fmt: skip


@pytest.mark.parametrize(
    "said", ["kick out Glass Elevator", "scrap the glass elevator song", "take Glass Elevator off"]
)
def test_who_wants_a_thing_out_has_it_removed_and_not_moved(alike, said):
    done = steps(said, alike, songs("Paper Boats", "Glass Elevator"))
    assert [d.partition(" [")[0] for d in done] == ["click Remove Glass Elevator"]


def test_a_button_that_opens_all_that_can_be_done_is_not_what_is_meant(alike):
    row = "15:15, Mr Pell, Clinic"
    seen = page(at("Mr Pell", "cell", 40, 60, row), at("More", "button", 200, 60, row))
    assert steps("mark the ride of Mr Pell as urgent", alike, seen) == []


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        (
            "four buses are late and everybody is cold, so open the laundry and tick May receive offers",
            ["click Laundry", "click May receive offers"],
        ),
        (
            "the laundry is dry again, so change that",
            ["click Laundry"],
        ),  # the order is in the story
    ],
)
def test_what_is_told_before_so_and_an_order_is_a_reason(alike, said, is_done):
    off = states("checkable")
    seen = page(
        at("Kitchen", "toggle", 40, 60, states=off), at("Laundry", "toggle", 40, 100, states=off),
        at("May receive offers", "checkbox", 40, 180, states=off),
    )  # fmt: skip
    assert steps(said, alike, seen) == is_done


def test_the_story_before_an_order_is_told_to_be_left_out(alike):
    seen = page(at("Laundry", "toggle", 40, 100, states=states("checkable")))
    step = Driver("four buses are late, so open the laundry", seen, alike).step()
    assert isinstance(step, Proposal)
    assert "left out: “four buses are late”" in step.evidence


def test_the_card_says_in_whose_row_a_nameless_box_stands(alike):
    step = Driver("Ruth Adler has just paid", guests(), alike).step()
    assert isinstance(step, Proposal)
    assert step.beside.endswith(", in the row of “Ruth Adler”")
    assert "“Ruth Adler has just paid”" in step.evidence


@pytest.mark.parametrize(
    "said",
    [
        "Ruth Adler has just paid 40 of 90",  # a number that is left over
        "mark Ana as vegetarian",  # there is one box, and it is none for that
    ],
)
def test_what_else_a_row_would_have_to_hold_is_not_left_out(alike, said):
    assert steps(said, alike, guests()) == []


def booking() -> Seen:
    return page(
        at("Nights", "spinner", 40, 60, states=states("editable"), value="1"),
        at("Remarks for the kitchen", "field", 40, 100, states=states("editable"), value=""),
        at("Parking space", "checkbox", 40, 140), at("Quiet floor", "checkbox", 40, 180),
    )  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "they are not staying 3 nights",
        "they stay a few more nights",
        "the kitchen remarks are too long",
        "anything but the quiet floor",
        "is parking included? thanks",
    ],
)
def test_what_denies_compares_or_asks_sets_nothing(alike, said):
    assert steps(said, alike, booking()) == []


def test_what_is_not_to_be_forgotten_is_wanted(alike):
    assert steps("don't forget the parking space", alike, booking()) == ["click Parking space"]


def test_words_of_a_password_are_never_told_to_be_left_out(alike):
    driver = Driver("tick Quiet floor, my password is hunter2", booking(), alike)
    assert "left out" not in " ".join(str(step) for step in driver.all()).casefold()


def walks() -> Seen:
    """A table of dogs with a box and a drop-down in each row."""
    rows = [
        each
        for n, name in enumerate(("Bella", "Biscuit"))
        for row in (f"{name}, 08:00, Nina, Collected {name}",)
        for each in (
            at(name, "cell", 40, 100 + 30 * n, row),
            at(f"Walker of {name}", "combo", 160, 100 + 30 * n, row, value="Nina"),
            at(f"Collected {name}", "checkbox", 300, 100 + 30 * n, row),
        )
    ]
    seen = page(*rows)
    seen.reader.options = lambda combo: ("Nina", "Omar") if "Walker" in combo.name else ()
    return seen


@pytest.mark.parametrize("word", ["collected", "colected"])
def test_an_order_about_another_row_is_no_echo_of_the_step_before(alike, word):
    said = f"tick collected for Biscuit, and please tick that Bella has been {word} already"
    done = steps(said, alike, walks())
    assert done == ["click Collected Biscuit [Biscuit", "click Collected Bella [Bella"]


def test_a_row_that_the_page_shows_anew_after_a_step_is_found_again(alike):
    driver = Driver("orsini is delivered, and kato is delivered too", jobs(), alike)
    assert short(driver.step()).startswith("click Delivered[4411")
    anew = jobs()  # a row less above it, and each of the others made anew
    anew.reader.elements = [
        replace(e, handle=(":anew", e.handle[1]), box=e.box.offset(0, -30))
        for e in anew.reader.elements
        if not e.parent_name.startswith("4410")
    ]
    driver.show(anew)
    step = driver.decide()
    assert isinstance(step, Proposal), step
    assert short(step).startswith("click Delivered[4412")


def wines() -> Seen:
    """A list of wines beside the details of the one that is chosen."""
    rows = [
        at(text, "cell", 40 + 160 * m, 100 + 30 * n, ", ".join(wine))
        for n, wine in enumerate((("Rioja", "2016"), ("Chablis", "2021"), ("Riesling", "2019")))
        for m, text in enumerate(wine)
    ]
    details = [
        at("Reserved", "checkbox", 40, 300),
        at("Decanted", "checkbox", 40, 330),
        at("Drunk", "button", 40, 360),
    ]
    return page(*rows, *details)


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("mark the chablis as reserved", ["click Chablis [Chablis", "click Reserved"]),
        ("Mark the Rioja as reserved and make the Riesling decanted",
         ["click Rioja [Rioja", "click Reserved", "click Riesling [Riesling", "click Decanted"]),
        ("We drank the Chablis yesterday, press Drunk for it", ["click Chablis [Chablis", "click Drunk"]),
        ("show the rioja", []),
    ],
)  # fmt: skip
def test_a_detail_of_what_is_chosen_is_changed_behind_its_row_and_nothing_twice(
    alike, said, is_done
):
    assert steps(said, alike, wines()) == is_done


def extras(names=("Fewer", "More")) -> Seen:
    """A list of extras with a number, and a button on each side of it, in every row."""
    fewer, more = names
    rows = [
        each
        for n, (name, count) in enumerate((("Eggs", "1"), ("Apple juice", "2")))
        for row in (f"{name}, {fewer}, {count}, {more}",)
        for each in (
            at(name, "cell", 40, 100 + 30 * n, row),
            at(fewer, "button", 200, 100 + 30 * n, row),
            at(count, "cell", 340, 100 + 30 * n, row),
            at(more, "button", 480, 100 + 30 * n, row),
        )
    ]
    return page(*rows)


@pytest.mark.parametrize("names", [("Fewer", "More"), ("-", "+")])
@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("Please add one more eggs, take out one apple juice", ["{1} [Eggs", "{0} [Apple juice"]),
        ("two more apple juices", ["{1} [Apple juice", "{1} [Apple juice"]),
        ("another apple juice", ["{1} [Apple juice"]),
        ("one apple juice less", ["{0} [Apple juice"]),
        ("we do not need another apple juice", []),
    ],
)
def test_a_number_of_a_row_is_changed_by_its_own_buttons(alike, said, is_done, names):
    expected = [f"click {step.format(*names)}" for step in is_done]
    assert steps(said, alike, extras(names)) == expected


def farms() -> Seen:
    """Cards in a row, each with buttons that are called by it, and one that opens it."""
    names = ("Highcroft", "Nether Moss", "Birkrigg")
    buttons = [
        at(f"{verb} {name}".strip(), "button", 40 + 140 * m, 100 + 40 * n)
        for n, name in enumerate(names)
        for m, verb in enumerate(("", "Up", "Down", "Leave out"))
    ]
    return page(*buttons, at("Another farm", "field", 40, 300, value="", states=states("editable")))


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        ("open the farm Nether Moss", ["click Nether Moss"]),
        ("Move Birkrigg up one place.", ["click Up Birkrigg"]),
        ("move the Highcroft down please", ["click Down Highcroft"]),
        ("leave out Nether Moss", ["click Leave out Nether Moss"]),
    ],
)
def test_what_has_buttons_called_by_it_is_opened_and_moved(alike, said, is_done):
    assert steps(said, alike, farms()) == is_done


def test_a_row_that_is_told_of_is_chosen_for_the_order_behind(alike):
    said = "Ana Sousa is not coming back, check out the guest"
    assert steps(said, alike, guests()) == ["click Ana Sousa [Ana Sousa", "click Check out"]


def test_an_order_behind_another_one_is_no_part_of_it(alike):
    done = steps("check out Ana Sousa and then print the labels", alike, guests())
    assert "Print" not in done
    end = Driver("check out Ana Sousa and then print the labels", guests(), alike).all()[-1]
    assert end != "done"


@pytest.mark.parametrize(
    "said", ["do not move Birkrigg up", "should I move Birkrigg up?", "never move Birkrigg down"]
)
def test_what_is_denied_or_asked_moves_nothing(alike, said):
    assert steps(said, alike, farms()) == []


def test_a_question_about_one_more_presses_nothing(alike):
    assert steps("should we add one more eggs?", alike, extras()) == []
