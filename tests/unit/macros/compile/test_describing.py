"""Targets: all evidence that was there, nothing that a field held, nothing that was painted over."""

from dataclasses import replace

import pytest

from automation.core import actions as a
from automation.core.actions import Aim, Element
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Pictures
from automation.macros.images import decode
from automation.macros.titles import pattern_of
from tests.fakes.run_records import painted
from tests.unit.macros.compile.sample_run import (
    BUTTON,
    CLIENT,
    SAVE,
    VENDOR,
    aim,
    click,
    made,
    step,
    thing,
    where,
    write,
)

SHOT = Pictures(before="shot")


def load(address):
    return painted(5) if address == "shot" else None


def target_of(*records, **more):
    return made(*records, **more).macro.steps[-1].target


def line(text, x, y, w=50, h=12, confidence=1.0):
    return ScreenElement(text, "text", Rect(x, y, w, h), "ocr", confidence=confidence)


def test_a_target_has_what_the_record_tells():
    target = target_of(click(1, replace(SAVE, parent_name="Toolbar")))
    assert (target.window, target.app, target.role, target.name) == (
        "Bills",
        "books",
        "button",
        "Save",
    )
    assert target.within == "Toolbar"
    assert (target.place.box.x, target.place.box.y) == (20, 30)
    assert (target.place.window.x, target.place.press) == (20, (40, 10))


def test_the_picture_is_cut_around_the_press_and_shows_the_very_pixels():
    compiled = made(click(1, pictures=SHOT), load=load)
    target = compiled.macro.steps[0].target
    picture = decode(compiled.images[target.image])
    frame = painted(5)
    x, y = target.press
    point = SAVE.box.center
    assert picture.rect.w <= 160
    assert picture.rect.h == 64
    assert tuple(picture.pixels[y, x][:3]) == tuple(frame.pixels[point.y, point.x][:3])
    assert x == point.x - CLIENT.x, "cut off at the window's edge"


def test_nothing_is_cut_where_something_was_painted_over():
    masked = where(masked=(Rect(100, 60, 30, 10),))
    assert target_of(click(1, pictures=SHOT, place=masked), load=load).image is None


def test_of_a_field_no_picture_is_kept_and_what_it_holds_never():
    field = replace(VENDOR, value="old value")
    compiled = made(write(1, "new", field, pictures=SHOT), load=load)
    assert compiled.images == {}
    assert "old value" not in repr(compiled.macro)


def test_a_drop_down_is_called_by_its_label_and_not_by_its_choice():
    combo = thing("Harbour", "combo", label="Branch")
    target = target_of(click(1, combo))
    assert (target.name, target.label) == ("", "Branch")


def test_a_field_named_by_the_text_beside_it_has_a_label():
    target = target_of(write(1, "x", replace(VENDOR, label="Vendor")))
    assert (target.name, target.label) == ("", "Vendor")


def test_a_cell_is_known_by_the_other_texts_of_its_row():
    button = thing("Open", parent_name="Open, Alice, 12.50, Berlin")
    target = target_of(click(1, button))
    assert target.row == ("Alice", "Berlin")
    assert target.within == ""


def test_near_texts_are_landmarks_but_no_numbers_no_typed_texts_and_no_contents():
    other = thing("City", "field", Rect(40, 130, 100, 20))
    lines = (
        line("Vendor:", 60, 104), line("Total 12", 60, 84), line("Acme", 130, 84), line("Rome", 50, 134), line("Bill", 60, 64)
    )  # fmt: skip
    compiled = made(
        write(1, "Acme", pictures=SHOT), write(2, "x", other), load=load, read=lambda frame: lines
    )
    near = compiled.macro.steps[0].target.near
    assert [(mark.text, mark.side) for mark in near] == [("Vendor", "right_of"), ("Bill", "below")]
    point = VENDOR.box.center
    assert (near[0].dx, near[0].dy) == (point.x - 85, point.y - 110)


def test_what_can_be_read_on_a_button_is_its_text():
    compiled = made(click(1, pictures=SHOT), load=load, read=lambda frame: (line("Save", 60, 64),))
    assert compiled.macro.steps[0].target.text == "Save"


def test_where_no_tree_tells_the_text_at_the_pixel_is_the_target():
    record = step(1, a.Click(Aim(ScreenPoint(85, 70))), pictures=SHOT)
    target = target_of(record, load=load, read=lambda frame: (line("Send", 60, 64),))
    assert (target.role, target.name, target.text) == ("", "", "Send")


def test_the_words_of_a_model_only_describe():
    told = Element("the blue save button", source="model")
    record = step(1, a.Click(Aim(SAVE.box.center, told)), place=where(element=SAVE))
    target = target_of(record)
    assert (target.name, target.about) == ("Save", "the blue save button")


def test_a_step_of_which_only_the_pixel_is_known_is_switched_off():
    compiled = made(step(1, a.Click(Aim(ScreenPoint(85, 70)))))
    assert compiled.macro.steps[0].off
    assert "give its target a name or text" in compiled.macro.steps[0].comment


WINDOW = thing("Bills", "window", CLIENT)
READ = replace(thing("Edit", "text"), source="ocr")


def test_what_was_read_goes_before_the_window_that_the_tree_has_there():
    record = step(1, a.Click(aim(READ)), READ, place=where(element=WINDOW))
    target = target_of(record)
    assert (target.role, target.text) == ("", "Edit")
    assert target.place.box.w == BUTTON.w


@pytest.mark.parametrize("role", ["window", "table", "panel", "row"])
def test_a_press_is_never_aimed_at_what_only_holds_things(role):
    whole = thing("Bills", role, CLIENT)
    compiled = made(step(1, a.Click(aim(whole)), whole, place=where(element=whole)))
    target = compiled.macro.steps[0].target
    assert (target.role, target.name) == ("", "")


def test_a_wheel_is_turned_on_what_holds_things():
    table = thing("Bills", "table", CLIENT)
    target = target_of(step(1, a.Scroll("down", 5, aim(table)), table))
    assert (target.role, target.name) == ("table", "Bills")


def turned(title):
    record = step(
        1, a.Scroll("down", 5, Aim(ScreenPoint(85, 150))), pictures=SHOT, place=where(title)
    )
    return target_of(
        record, load=load, read=lambda frame: (line("Rome", 60, 84), line("Kiel", 60, 110))
    )


def test_a_wheel_that_is_turned_over_nothing_that_is_told_turns_over_its_window():
    target = turned("Bills")
    assert (target.role, target.name, target.window, target.image) == (
        "window",
        "Bills",
        "Bills",
        None,
    )


def test_a_wheel_is_turned_by_the_picture_where_the_windows_title_changes():
    target = turned("Bill 7")
    assert (target.role, target.name, target.window) == ("", "", "Bill *")
    assert target.image


def test_a_record_of_an_earlier_version_gives_name_and_title():
    record = replace(click(1), where=None)
    target = target_of(record)
    assert (target.window, target.name, target.app, target.place) == ("Bills", "Save", "", None)


@pytest.mark.parametrize(
    ("title", "pattern"),
    [
        ("notes.txt - Mousepad", "* - Mousepad"),
        ("*notes.txt - Mousepad", "* - Mousepad"),
        ("~/letters/to ada.odt — LibreOffice Writer", "* — LibreOffice Writer"),
        ("Invoice 4711 - Books", "Invoice * - Books"),
        ("Inbox (3) - Mail", "Inbox * - Mail"),
        ("Acme Ltd - Vendors", "* - Vendors"),
        ("Library card", "Library card"),
        ("2048", ""),
        ("mp3 player", "mp3 player"),
        ("Report of 2026-11-22", "Report of *"),
    ],
)
def test_what_changes_in_a_title_becomes_a_star(title, pattern):
    assert pattern_of(title, ("Acme Ltd",), has_program=True) == pattern


def test_a_title_of_a_file_alone_is_kept_where_no_program_is_known():
    assert pattern_of("notes.txt") == "notes.txt"
    assert pattern_of("notes.txt", has_program=True) == ""
