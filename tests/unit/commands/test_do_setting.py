"""Values of controls: what is sent for them, and what is said once they have been read back.

Dates and times in people's words, and the parts of the fields that take them.
"""

import pytest

from automation.commands.do.context import Context, Memory, pressing_point
from automation.commands.do.setting import _at_knob
from automation.commands.find.screen_view import Scene
from automation.commands.forms import SetTo
from automation.commands.read.values import (
    keys_of,
    moment,
    numbers_of,
    parts_by_ranges,
    parts_by_text,
    shown,
)
from automation.commands.words import in_digits
from automation.core.actions import Click, Hotkey, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import NumberRange
from automation.core.proposal import Finish, Outcome, Proposal
from tests.fakes.driver import Driver, FakeApps, Steps, is_key, target, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

TOWNS = ("Bern", "Oslo", "Lyon", "Rome")
FIELD = states("editable", "focusable")


def form():
    """A form with a number's box, sliders, a date of a page, a date of Qt's, radio buttons and lists."""
    labels = [
        element(name, "label", Rect(40, y, 80, 24))
        for name, y in (("Size", 300), ("Colour", 340), ("Rooms", 380), ("Fabric", 420))
    ]
    parts = [
        element("Amount", "spinner", Rect(200, 40, 100, 24), states=FIELD, value="2"),
        element("Volume", "slider", Rect(200, 80, 224, 24), value="20"),
        element("Arrival", "field", Rect(200, 120, 130, 24)),
        element("Month Arrival", "spinner", Rect(202, 122, 20, 20)),
        element("Day Arrival", "spinner", Rect(232, 122, 20, 20)),
        element("Year Arrival", "spinner", Rect(262, 122, 40, 20)),
        element("Start", "spinner", Rect(200, 160, 130, 24), states=FIELD, value="04.03.2026"),
        element("Brightness", "label", Rect(40, 200, 80, 24)),
        element("", "slider", Rect(200, 200, 200, 24)),
        element("Telephone", "field", Rect(40, 230, 200, 24), states=FIELD, value=""),
        element("Small", "radio", Rect(200, 300, 60, 24), states=states("checkable", "checked")),
        element("Large", "radio", Rect(270, 300, 60, 24), states=states("checkable")),
        element("", "combo", Rect(200, 340, 200, 24), value="Red"),
        element(
            "Fabric", "combo", Rect(200, 420, 200, 24), states=states("expandable"), value="Wool"
        ),
        element("Fabric", "field", Rect(200, 420, 170, 24), states=FIELD, value="Wool"),
        element("Goods", "list", Rect(600, 40, 200, 200)),
        element("blue lamp", "list_item", Rect(600, 40, 200, 20)),
        element("red lamp", "list_item", Rect(600, 60, 200, 20)),
        element("Packed", "list_item", Rect(600, 80, 200, 20), states=states("checkable")),
        *(element(name, "cell", Rect(600, 400 + 20 * n, 180, 20)) for n, name in enumerate(TOWNS)),
        element("Towns", "label", Rect(540, 430, 50, 20)),
        element("", "cell", Rect(600, 300, 20, 20), states=states("checkable")),
        element("Map", "cell", Rect(630, 300, 200, 20)),
        element("", "cell", Rect(600, 330, 20, 20), states=states("checkable", "checked")),
        element("Rope", "cell", Rect(630, 330, 200, 20)),
    ]
    seen = screen([win(5, "Shop", "shop", is_active=True)], [*labels, *parts])
    for name, span in (
        ("Amount", NumberRange(2, 0, 99, 1)),
        ("Volume", NumberRange(20, 0, 100, 1)),
        ("Month Arrival", NumberRange(2, 1, 12)),
        ("Day Arrival", NumberRange(3, 1, 31)),
        ("Year Arrival", NumberRange(2026, 1, 275760)),
        ("Start", NumberRange(0, 0, 0)),
    ):
        put(seen, name, span)
    return seen


def put(seen, name, span):
    role = "slider" if name == "Volume" else "spinner"
    seen.reader.numbers[seen.element(name, role).handle] = span


def test_a_number_that_is_taken_at_once_is_one_step():
    driver = Driver("set Amount to 7", form())
    step = driver.step()
    assert (step.intent.text, step.intent.overwrite, step.wanted) == ("7", True, "7")
    put(driver.seen, "Amount", NumberRange(7, 0, 99, 1))
    assert driver.step() == Finish(Outcome.DONE, "Done.")


@pytest.mark.parametrize(
    "said",
    ["set Amount to seven", "Amount: about 7", "type seven into Amount", "set Amount to roughly 7",
     "Amount: sieben", "stell Amount auf etwa 7"],
)  # fmt: skip
def test_a_number_is_taken_in_digits_however_it_is_said(said):
    step = Driver(said, form()).step()
    assert (step.intent.text, step.wanted) == ("7", "7")


def test_words_that_are_no_one_number_are_not_taken_for_one():
    told = Driver("set Amount to about 7 or 8", form()).step()
    assert told.outcome is Outcome.NEEDS_MODEL
    assert "says more than one" in told.message


@pytest.mark.parametrize("said", ["set Amount to about the same", "type Ann into Amount"])
def test_words_without_a_number_are_written_into_no_box_for_one(said):
    told = Driver(said, form()).step()
    assert told.outcome is Outcome.NEEDS_MODEL
    assert told.message == "“Amount” takes a number. Nothing was pressed."


def test_a_field_for_text_keeps_the_words_of_a_number():
    assert Driver("set Telephone to about seven", form()).step().intent.text == "about seven"


def test_a_number_that_waits_for_its_box_to_be_left_is_taken_by_tab():
    driver = Driver("type 7 into Amount", form())
    driver.step()
    assert driver.step().intent == Hotkey(("tab",))
    put(driver.seen, "Amount", NumberRange(7, 0, 99, 1))
    assert driver.step() == Finish(Outcome.DONE, "Done.")


def test_a_number_that_the_program_changed_is_told_and_not_done():
    driver = Driver("set Amount to 7", form())
    driver.step(), driver.step()
    put(driver.seen, "Amount", NumberRange(5, 0, 99, 1))
    end = driver.step()
    assert end.outcome is Outcome.UNVERIFIED
    assert "holds “5” now, and not “7”" in end.message


@pytest.mark.parametrize("then", ["", " and press Enter"])
def test_no_key_follows_a_number_where_another_field_has_the_keyboard(then):
    """The number stands there, and Enter would send off what that field holds."""
    seen = box_of_numbers("Start at", "spinner")
    driver = Driver(f"type 20 into Start at{then}", seen)
    assert driver.step().intent.text == "20"
    above = element("Template", "field", Rect(200, 10, 300, 24), states=FIELD | {"focused"})
    seen.reader.elements = [*seen.reader.elements, above]
    end = driver.step()
    assert end.outcome is Outcome.UNVERIFIED
    assert "may stand in “Template”" in end.message


def test_no_tab_comes_before_a_key_that_is_meant_for_the_box():
    assert (
        told("type 7 into Amount and press Enter", form()) == "write '7' @Amount over; keys enter"
    )


def test_a_number_past_the_ends_is_not_typed_and_what_is_there_is_told():
    end = Driver("set Amount to 500", form()).step()
    assert end.outcome is Outcome.FAILED
    assert "0 to 99 and holds 2" in end.message


def test_a_number_that_is_there_is_left_alone():
    assert "is 2 already" in Driver("set Amount to 2", form()).step().message


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("increase Amount", "3"),
        ("decrease Amount", "1"),
        ("increase Amount by 10", "12"),
        ("increase Amount by three", "5"),
        ("reduce Amount to 1", "1"),
    ],
)
def test_a_number_is_made_larger_and_smaller(said, typed):
    assert Driver(said, form()).step().intent.text == typed


def test_at_its_end_nothing_is_sent():
    seen = form()
    put(seen, "Amount", NumberRange(99, 0, 99, 1))
    assert "is at 99, the most it takes" in Driver("increase Amount", seen).step().message


def test_a_slider_is_pressed_near_its_place_and_turned_by_keys():
    driver = Driver("set Volume to 80 %", form())
    assert driver.step().intent == Click(driver.steps[-1].action.at)
    assert driver.steps[-1].action.at.point == ScreenPoint(372, 92)
    put(driver.seen, "Volume", NumberRange(78, 0, 100, 1))
    assert driver.step().intent == Hotkey(("right",), 2)
    put(driver.seen, "Volume", NumberRange(80, 0, 100, 1))
    assert driver.step() == Finish(Outcome.DONE, "Done.")


def test_the_number_that_a_page_writes_beside_a_slider_is_no_name_of_its_end():
    driver = Driver("set Volume to 80", form())
    driver.step()
    beside = element("80", "text", Rect(440, 80, 30, 24))
    driver.seen.reader.elements = [*driver.seen.reader.elements, beside]
    put(driver.seen, "Volume", NumberRange(80, 0, 100, 5))
    assert driver.step() == Finish(Outcome.DONE, "Done.")


def test_a_slider_of_unknown_steps_is_tried_first():
    seen = form()
    put(seen, "Volume", NumberRange(20, 0, 100))
    driver = Driver("set Volume to 80", seen)
    driver.step()
    put(seen, "Volume", NumberRange(60, 0, 100))
    assert driver.step().intent == Hotkey(("right",), 1)
    put(seen, "Volume", NumberRange(55, 0, 100))
    assert driver.step().intent == Hotkey(("left",), 5)


def test_a_slider_between_two_of_its_steps_is_brought_back_first():
    driver = Driver("set Volume to 80", form())
    driver.step()
    put(driver.seen, "Volume", NumberRange(80.3, 0, 100, 5))
    assert driver.step().intent == Hotkey(("home",))
    put(driver.seen, "Volume", NumberRange(0, 0, 100, 5))
    assert driver.step().intent == Hotkey(("right",), 16)
    put(driver.seen, "Volume", NumberRange(80, 0, 100, 5))
    assert driver.step() == Finish(Outcome.DONE, "Done.")


def test_a_slider_that_keys_left_between_two_steps_is_brought_back_too():
    """A press at 128 and two keys of 5 lead to 118, and never to 120."""
    driver = Driver("set Volume to 60", form())
    driver.step()
    put(driver.seen, "Volume", NumberRange(68, 0, 100, 5))
    assert driver.step().intent == Hotkey(("left",), 2)
    put(driver.seen, "Volume", NumberRange(58, 0, 100, 5))
    assert driver.step().intent == Hotkey(("home",))


def test_a_slider_that_cannot_stand_there_is_told_where_it_stands():
    driver = Driver("set Volume to 82", form())
    driver.step()
    put(driver.seen, "Volume", NumberRange(0, 0, 100, 5))
    assert driver.step().intent == Hotkey(("right",), 16)
    put(driver.seen, "Volume", NumberRange(80, 0, 100, 5))
    assert "is at 80, as near to 82 as it goes" in driver.step().message


def test_a_slider_that_does_not_move_is_told():
    driver = Driver("set Volume to 80", form())
    driver.step(), driver.step()
    end = driver.step()
    assert (end.outcome, "holds “20” now" in end.message) == (Outcome.UNVERIFIED, True)


def test_the_label_of_a_slider_is_no_name_for_the_field_below_it():
    assert told("type 75 into Brightness", form()) == "not_found"


def test_a_date_of_a_page_is_typed_into_its_boxes():
    driver = Driver("set Arrival to 24 December 2026", form())
    step = driver.step()
    assert step.intent == Write("12242026", step.intent.at)
    assert step.intent.at.element.name == "Month Arrival"
    for name, value, most in (("Month", 12, 12), ("Day", 24, 31)):
        put(driver.seen, f"{name} Arrival", NumberRange(value, 1, most))
    assert driver.step() == Finish(Outcome.DONE, "Done.")


def test_a_date_of_a_page_that_was_not_taken_is_told():
    driver = Driver("set Arrival to 2026-12-24", form())
    driver.step()
    assert "holds “month 2, day 3, year 2026” now" in driver.step().message


@pytest.mark.parametrize("said", ["24.12.2026", "2026-12-24", "24 Dec 2026"])
def test_a_date_in_a_text_is_typed_from_its_first_part(said):
    driver = Driver(f"set Start to {said}", form())
    first = driver.step()
    assert (first.intent.count, first.intent.at.point.x) == (2, 212)
    assert driver.step().intent == Write("24122026", None)


def test_a_time_is_not_dropped_by_a_field_for_a_date_alone():
    end = Driver("set Start to 24.12.2026 9:00", form()).step()
    assert end.outcome is Outcome.FAILED
    assert "date without a time" in end.message


def test_a_day_and_a_time_go_into_the_two_fields_that_take_one_each():
    shows = (("Day", "12 June 2026"), ("Began", "10:00"))
    parts = [
        element(name, "spinner", Rect(40, 40 + 40 * n, 120, 20), value=value)
        for n, (name, value) in enumerate(shows)
    ]
    seen = screen([win(1, "Hive", "hive", is_active=True)], parts)
    for name, _ in shows:
        put(seen, name, NumberRange(0, 0, 0))
    driver = Steps(seen, SetTo(target("Began"), "twenty to three on the 14th of june"))
    driver.step()
    assert driver.step().intent == Write("1440", None)
    driver.change("Began", value="14:40")
    driver.step()
    assert driver.step().intent == Write("14June2026", None)


@pytest.mark.parametrize(("span", "outcome"), [(50.0, None), (210.0, Outcome.UNVERIFIED)])
def test_a_knob_tells_a_number_only_where_one_is_wide_enough(span, outcome):
    ctx = Context(Scene(form().observation, form().reader), Memory(), is_key, FakeApps())
    end = _at_knob("Minutes", span, 200, ctx)
    assert (end.outcome if isinstance(end, Finish) else None) is outcome


def test_a_dry_run_shows_the_first_step_of_a_value():
    driver = Driver("set Amount to 7", form())
    driver.take(driver.decide(), verdict="dry_run")
    assert driver.decide().outcome is Outcome.DONE


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("set Size to Large", "click Large"),
        ("select Large in Size", "click Large"),
        ("select Blue in Colour", "click <combo>; not_found"),
        ("choose Silk from Fabric", "click Fabric; not_found"),
        ("select blue lamp, red lamp in Goods", "click blue lamp; ctrl+click red lamp"),
        ("select blue lamp and red lamp in Goods", "click blue lamp; ctrl+click red lamp"),
        ("select Oslo and Rome in Towns", "click Oslo; ctrl+click Rome"),
        ("select Bern in Towns", "click Bern"),
        ("tick Map", "click <cell>"),
        ("untick Rope", "click <cell>"),
        ("untick Map", "done"),
    ],
)
def test_options_are_looked_for_where_the_words_say(said, does):
    assert told(said, form()) == does


def test_a_drop_down_that_takes_text_is_opened_by_its_arrow():
    step = Driver("choose Silk from Fabric", form()).step()
    assert isinstance(step, Proposal)
    assert step.intent.at.point.x == 385


def test_a_row_of_a_list_is_ticked_by_its_box():
    step = Driver("tick Packed", form()).step()
    assert (step.intent.at.point.x, step.wanted) == (610, "on")


def test_a_wide_expander_is_pressed_at_its_arrow():
    wide = Rect(702, 468, 298, 17)
    expander = element("Insurance", "toggle", wide, states=states("expandable"))
    assert pressing_point(expander).x < wide.x + wide.h
    assert pressing_point(element("Bold", "toggle", wide)) == wide.center


@pytest.mark.parametrize("wide", [Rect(391, 189, 152, 34), Rect(391, 189, 100, 34)])
def test_a_box_for_a_number_is_pressed_at_the_front_of_its_text(wide):
    """Two buttons of GTK stand at its end, and a strip before them takes no press."""
    point = pressing_point(element("Start at", "spinner", wide, states=FIELD))
    assert wide.x + 8 < point.x <= wide.x + wide.h // 2
    assert point.y == wide.center.y
    assert pressing_point(element("Guests", "spinner", wide)) == wide.center


def box_of_numbers(name, role, *, value="2", unit=""):
    box = Rect(200, 40, 100, 24)
    kept = FIELD if role == "spinner" else states("focusable")
    parts = [element(name, role, box, states=kept, value=value)]
    if unit:
        parts.append(element(unit, "label", Rect(306, 40, 60, 24)))
    seen = screen([win(5, "Shop", "shop", is_active=True)], parts)
    seen.reader.numbers[parts[0].handle] = NumberRange(2, 0, 9000, 1)
    return seen


@pytest.mark.parametrize("role", ["spinner", "slider"])
@pytest.mark.parametrize(
    ("name", "unit", "value"),
    [
        ("Amount", "", "10 less"),
        ("Amount", "", "10 more"),
        ("Amount", "", "less than 10"),
        ("Amount", "", "at most 10"),
        ("Amount", "", "2 million"),
        ("Amount", "", "2k"),
        ("Amount", "", "2 hours"),
        ("Timeout (minutes)", "", "2 hours"),
        ("Timeout (minutes)", "", "2 euro"),
        ("Timeout", "minutes", "2 hours"),
        ("Width", "cm", "5 mm"),
        ("Wind (km/h)", "", "12 m/s"),
        ("Price in euros", "", "10 in"),
        ("Price in euros", "", "$10"),
    ],
)
def test_a_number_with_words_that_are_not_its_unit_is_refused(role, name, unit, value):
    said = told(f"set {name} to {value}", box_of_numbers(name, role, unit=unit))
    is_limit = value in (
        "less than 10",
        "at most 10",
    )  # words around a number may be read otherwise
    assert said == ("needs_model" if is_limit else "not_understood")


@pytest.mark.parametrize(
    ("name", "unit", "value", "typed"),
    [
        ("Amount", "", "10", "10"),
        ("Amount", "", "10 euro", "10"),
        ("Amount", "", "€10", "10"),
        ("Amount", "", "EUR 12.50", "12.5"),
        ("Weight", "", "3 kg", "3"),
        ("Day", "", "5th", "5"),
        ("Timeout (minutes)", "", "20 min", "20"),
        ("Timeout (minutes)", "", "20 minutes", "20"),
        ("Timeout", "s", "20 seconds", "20"),
        ("Width", "cm", "5 cm", "5"),
        ("Price in euros", "", "10 EUR", "10"),
        ("Guests", "", "3 guests", "3"),
        ("Wind (km/h)", "", "12 km/h", "12"),
        ("Grams", "g/m²", "22 g/m²", "22"),
        ("Chip temperature", "°C", "20 degrees", "20"),
        ("Amount", "", "sixty five", "65"),
        ("Amount", "", "19 here", "19"),
        ("Amount", "", "eighty", "80"),
    ],
)
def test_a_number_may_have_the_unit_that_is_shown(name, unit, value, typed):
    said = told(f"set {name} to {value}", box_of_numbers(name, "spinner", unit=unit))
    assert said.startswith(f"write '{typed}' @{name} over")


WEB_DATE = ((1, 12), (1, 31), (1, 275760))
WEB_SLOT = (*WEB_DATE, (1, 12), (0, 59), (1, 2))


def parts(ends):
    return parts_by_ranges([NumberRange(1, low, high) for low, high in ends])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-12-24", {"year": 2026, "month": 12, "day": 24}),
        ("24.12.2026", {"year": 2026, "month": 12, "day": 24}),
        ("3.4.2026", {"year": 2026, "month": 4, "day": 3}),
        ("12/24/2026", {"year": 2026, "month": 12, "day": 24}),
        ("24/12/2026", {"year": 2026, "month": 12, "day": 24}),
        ("24 December 2026", {"year": 2026, "month": 12, "day": 24}),
        ("December 24th, 2026", {"year": 2026, "month": 12, "day": 24}),
        ("17:45", {"hour": 17, "minute": 45}),
        ("5:45 pm", {"hour": 17, "minute": 45}),
        ("12 am", {"hour": 0, "minute": 0}),
        ("17:45:10", {"hour": 17, "minute": 45, "second": 10}),
        ("2026-12-24 at 9:05", {"year": 2026, "month": 12, "day": 24, "hour": 9, "minute": 5}),
        ("2026-12-24T09:05", {"year": 2026, "month": 12, "day": 24, "hour": 9, "minute": 5}),
        ("3/4/2026", None), ("31.13.2026", None), ("25:00", None), ("13 pm", None), ("soon", None), ("7", None),
        ("2026-12-24 or so", None),
        ("18/07/26", {"year": 2026, "month": 7, "day": 18}), ("18. Juli", {"month": 7, "day": 18}),
        ("5. März 2026 um 7 Uhr", {"year": 2026, "month": 3, "day": 5, "hour": 7, "minute": 0}),
        ("July 4th", {"month": 7, "day": 4}), ("Jul 4 19:30", {"month": 7, "day": 4, "hour": 19, "minute": 30}),
        ("19.30 Uhr", {"hour": 19, "minute": 30}), ("noon", {"hour": 12, "minute": 0}),
        ("half past six in the evening", {"hour": 18, "minute": 30}), ("a quarter to nine", {"hour": 8, "minute": 45}),
        ("quarter past 7 in the morning", {"hour": 7, "minute": 15}), ("three in the afternoon", {"hour": 15, "minute": 0}),
        ("4 March at half past two in the afternoon", {"month": 3, "day": 4, "hour": 14, "minute": 30}),
        ("halb sieben abends", {"hour": 18, "minute": 30}), ("viertel vor 9", {"hour": 8, "minute": 45}),
        ("8 Uhr abends", {"hour": 20, "minute": 0}), ("halb eins", {"hour": 12, "minute": 30}),
        ("12 am Morgen", {"hour": 0, "minute": 0}), ("half past", None), ("quarter to none", None), ("halb so viel", None),
        ("twenty in the evening", None), ("the end in the evening", None),
        ("7 people", None), ("4 stars", None), ("18 months", None),
    ],
)  # fmt: skip
def test_a_moment_in_words(text, told):
    assert moment(text) == told


@pytest.mark.parametrize(
    ("order", "month"), [(("month", "day", "year"), 3), (("day", "month", "year"), 4)]
)
def test_two_small_numbers_are_read_as_the_field_has_them(order, month):
    assert moment("3/4/2026", order)["month"] == month


def test_the_boxes_of_a_page_are_known_by_what_they_reach_to():
    assert parts(WEB_DATE) == ("month", "day", "year")
    assert parts(WEB_SLOT) == ("month", "day", "year", "hour12", "minute", "half")
    assert parts(((0, 23), (0, 59), (0, 59))) == ("hour", "minute", "second")
    assert parts(((1, 53), (1, 275760))) == ()


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("04.03.2026", ("day", "month", "year")),
        ("2026-03-04 09:00", ("year", "month", "day", "hour", "minute")),
        ("08:30", ("hour", "minute")),
        ("03/04/2026", ()),
        ("25/03/2026", ("day", "month", "year")),
        ("03/25/2026", ("month", "day", "year")),
        ("4 Mar 2026", ()),
        ("08:30 AM", ()),
    ],
)
def test_the_parts_of_a_text_are_known_or_not_guessed(held, told):
    assert parts_by_text(held) == told


def test_what_is_typed_fills_every_part():
    slot = parts(WEB_SLOT)
    numbers = numbers_of(moment("2026-07-08 16:30"), slot)
    assert numbers == (7, 8, 2026, 4, 30, 2)
    assert keys_of(numbers, slot, year_digits=6) == "07080020260430PM"
    assert keys_of((12, 24, 2026), parts(WEB_DATE), year_digits=6) == "12242026"


def test_a_part_that_nobody_says_is_missing():
    assert numbers_of(moment("2026-07-08"), parts(WEB_SLOT)) is None


def test_a_text_is_shown_with_other_numbers():
    assert shown((4, 5, 2027), "24.12.2026") == "04.05.2027"


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("Set the base from Decimal to Octal", "click Decimal"),
        ("change the notation from Normal to Scientific", "click Normal"),
        ("switch the base from Binary to Octal", "not_found"),
        ("Set the base from 10 to 8", "not_found"),
        ("move the meeting from Monday to Friday", "not_found"),
    ],
)
def test_the_box_is_told_too_by_what_it_shows_until_then(sentence, first):
    boxes = [
        element(n, "combo", Rect(40, 40 * k, 120, 24)) for k, n in enumerate(("Normal", "Decimal"))
    ]
    seen = screen([win(1, "Sums", "sums", is_active=True)], boxes)
    assert told(sentence, seen).split("; ")[0] == first


ANSWERS = ("never", "at times", "every day")


def questions(*, in_rows):
    """A table of questions, whose answers are radio buttons without names under their heads."""
    parts = [element("Habits", "document", Rect(0, 60, 1280, 700))]
    parts += [
        element(n, "column_header", Rect(240 + 100 * i, 100, 90, 24)) for i, n in enumerate(ANSWERS)
    ]
    for k, name in enumerate(("the bicycle", "the night bus", "a ferry")):
        parts.append(element(name, "cell", Rect(20, 140 + 30 * k, 200, 24)))
        parts += [
            element(
                "",
                "radio",
                Rect(270 + 100 * i, 144 + 30 * k, 16, 16),
                states=states("checkable"),
                parent_name=name if in_rows else "",
            )
            for i in range(3)
        ]
    return screen([win(1, "Habits - Browser", "browser", is_active=True)], parts)


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("Bicycle: every day", [(470, 144)]),
        ("Bicycle: every day. Night bus: at times.", [(470, 144), (370, 174)]),
        ("set the ferry to never", [(270, 204)]),
        ("the night bus is never", [(270, 174)]),
        ("The bicycle should be at times", [(370, 144)]),
        ("Ferry: hourly", []),
        ("Tram: never", []),
        ("bus bicycle: never", []),
    ],
)  # fmt: skip
@pytest.mark.parametrize("in_rows", [True, False])
def test_an_answer_is_chosen_in_the_row_of_its_question(said, places, in_rows):
    *steps, end = Driver(said, questions(in_rows=in_rows)).all()
    assert [(s.element.box.x, s.element.box.y) for s in steps] == places
    assert (end.outcome is Outcome.DONE) == bool(places)


@pytest.mark.parametrize("said", ["set the page to landscape", "Set the document to A4"])
def test_what_a_whole_document_is_to_be_is_no_text_for_it(said):
    page = element("Letter", "document", Rect(0, 100, 800, 600), states=FIELD, window_id=1)
    line = element(
        "",
        "heading",
        Rect(100, 150, 500, 40),
        states=FIELD | {"focused", "multi_line"},
        window_id=1,
    )
    seen = screen([win(1, "Letter - Writer", "writer", is_active=True)], [page, line])
    assert Driver(said, seen).decide().outcome is Outcome.NEEDS_MODEL


def test_what_a_drop_down_offers_goes_into_no_field_whose_name_only_has_its_word():
    box = Rect(200, 40, 200, 24)
    parts = [
        element("Name on the stone", "field", box, states=FIELD, value="Ada"),
        element("Stone", "combo", Rect(200, 90, 200, 24), value="Granite"),
    ]
    seen = screen([win(5, "Shop", "shop", is_active=True)], parts)
    seen.reader.options = lambda combo: ("Granite", "Welsh slate")
    assert told("change the stone to welsh slate", seen).startswith("click Stone")
    assert told("change the name on the stone to Welsh", seen).startswith("write 'Welsh'")


@pytest.mark.parametrize(
    ("said", "is_in_digits"),
    [
        ("sixty five", "65"), ("three hundred twenty five", "325"), ("two hundred", "200"), ("ten one", "10 1"),
        ("zero five", "0 5"), ("forty, five", "40 5"), ("twice", "twice"),
    ],
)  # fmt: skip
def test_spoken_numbers_are_joined_that_are_one(said, is_in_digits):
    assert in_digits(said).strip() == is_in_digits
