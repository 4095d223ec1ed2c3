"""What is said of a pressed thing comes from its own window, whatever stands beside or over it."""

from dataclasses import replace

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement, WindowInfo
from automation.desktop.recording.listen import covering, lines_of, parts_of, smallest

NOTE = WindowInfo(1, "note.txt", "mousepad", 7, Rect(100, 0, 300, 200), is_active=True)
PAGE = WindowInfo(2, "Bills", "chromium", 8, Rect(0, 0, 300, 200))
MENU = WindowInfo(3, "", "mousepad", 7, Rect(110, 20, 80, 90), is_popup=True)


def thing(name, x, y, window_id=0, source="tree"):
    return ScreenElement(name, "label", Rect(x, y, 40, 20), source, window_id=window_id)


def names(found):
    return [one.name for one in found]


def test_another_windows_rows_are_no_part_of_a_window():
    elements = [thing("Rent", 10, 40, 2), thing("Text", 120, 40, 1), thing("paid", 50, 40, 2)]
    assert names(parts_of(NOTE, (NOTE, PAGE), elements)) == ["Text"]


def test_a_menu_goes_with_the_window_that_it_belongs_to():
    elements = [thing("Save", 120, 30, 3), thing("Text", 120, 40, 1), thing("Rent", 10, 40, 2)]
    assert names(parts_of(MENU, (MENU, NOTE, PAGE), elements)) == ["Save", "Text"]


def test_a_line_is_of_the_window_that_shows_it():
    lines = [thing("Rent", 10, 40, source="ocr"), thing("Dear", 150, 40, source="ocr")]
    assert names(lines_of(NOTE, (NOTE, PAGE), lines)) == ["Dear"]
    assert names(lines_of(PAGE, (NOTE, PAGE), lines)) == ["Rent"]
    assert names(lines_of(PAGE, (replace(NOTE, is_minimised=True), PAGE), lines)) == [
        "Rent",
        "Dear",
    ]


def test_a_title_bar_shows_nothing_of_what_lies_below_it():
    framed = replace(NOTE, rect=Rect(100, 60, 300, 140), frame=Rect(100, 30, 300, 170))
    line = [thing("note.txt", 150, 35, source="ocr")]
    assert names(lines_of(PAGE, (framed, PAGE), line)) == []


def test_a_line_beside_all_windows_is_nobodys():
    assert lines_of(NOTE, (NOTE, PAGE), [thing("Desktop", 500, 500, source="ocr")]) == ()


def test_what_was_pressed_through_a_window_over_it_is_read_all_the_same():
    overlay = WindowInfo(4, "", "rulers", 9, Rect(0, 0, 1920, 1080), is_popup=True)
    tip = WindowInfo(5, "", "mousepad", 7, Rect(130, 30, 90, 30), is_popup=True)
    seen, at = (overlay, tip, NOTE, PAGE), ScreenPoint(300, 150)
    windows = covering(at, seen, (NOTE, PAGE))
    assert windows == (tip, NOTE, PAGE)
    lines = [thing("Dear", 300, 140, source="ocr"), thing("Saves it", 140, 35, source="ocr")]
    assert names(lines_of(NOTE, windows, lines)) == ["Dear"]
    assert covering(at, seen, seen) == seen


def test_the_smallest_thing_is_looked_for_in_its_window_alone():
    small = replace(thing("Rent", 120, 40, 2), box=Rect(120, 40, 10, 10))
    large = thing("Text", 110, 35, 1)
    assert smallest([small, large], NOTE, ScreenPoint(125, 45)) == large
