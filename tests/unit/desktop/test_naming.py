"""What elements are called: own names, labels beside them, rows around them, text on the picture."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import NumberRange, TableRows
from automation.desktop.elements.reader import DesktopReader
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.fakes.fake_reader import line
from tests.unit.desktop.element_scenes import (
    PID,
    PLACE,
    Eyes,
    button,
    frame,
    look,
    names,
    read,
)

CHECKED, CHECKABLE = 4, 41


def test_field_takes_the_name_of_its_label():
    label = Thing(29, "City:", Rect(300, 200, 40, 20))
    city = Thing(61, "", Rect(150, 60, 90, 20), labelled_by=label)
    found = next(e for e in read(label, city) if e.role == "field")
    assert (found.name, found.label) == ("City", "City")
    assert found.description == "named by its label"


def test_field_without_a_name_takes_the_text_on_its_left():
    found = read(Thing(29, "City", Rect(110, 60, 35, 20)), Thing(61, "", Rect(150, 60, 90, 20)))
    assert [(e.name, e.role) for e in found[1:]] == [("City", "label"), ("City", "field")]
    assert found[2].description == "named by the label on its left"
    assert found[2].label == "City"


def test_a_switch_without_a_name_takes_the_text_on_its_left():
    found = read(Thing(29, "Lights", Rect(110, 60, 35, 20)), Thing(62, "", Rect(150, 60, 40, 20)))
    assert [(e.name, e.label) for e in found if e.role == "toggle"] == [("Lights", "Lights")]


def test_what_is_called_as_its_group_takes_the_text_beside_it():
    label = Thing(29, "Hill starts", Rect(110, 60, 35, 20))
    sliders = [Thing(51, "Progress", Rect(150, y, 90, 20)) for y in (60, 160)]
    found = read(Thing(39, "Progress", Rect(100, 50, 200, 200), children=[label, *sliders]))
    assert [e.name for e in found if e.role == "slider"] == ["Hill starts", "Progress"]


def test_label_does_not_name_the_field_behind_the_next_field():
    first = Thing(61, "", Rect(150, 60, 40, 20))
    second = Thing(61, "", Rect(200, 60, 40, 20))
    found = read(Thing(29, "Size", Rect(110, 60, 35, 20)), first, second)
    assert [e.name for e in found if e.role == "field"] == ["Size", ""]


def test_field_without_a_name_takes_the_text_above_it():
    found = read(Thing(29, "Notes", Rect(150, 60, 50, 15)), Thing(61, "", Rect(150, 78, 90, 60)))
    assert found[2].description == "named by the label above it"
    assert found[2].label == "Notes"


def test_check_box_without_a_name_takes_the_text_on_its_right():
    found = read(Thing(7, "", Rect(110, 60, 14, 14)), Thing(29, "Loud", Rect(130, 60, 40, 14)))
    assert [(e.name, e.label) for e in found if e.role == "checkbox"] == [("Loud", "")]


def test_a_drop_down_whose_name_may_be_its_own_tells_the_label_beside_it():
    found = read(
        Thing(29, "Colour", Rect(110, 60, 38, 20)), Thing(11, "Red", Rect(150, 60, 90, 20))
    )
    combo = next(e for e in found if e.role == "combo")
    assert (combo.name, combo.label, combo.value) == ("Red", "Colour", None)


def test_drop_down_named_by_its_choice_takes_its_label_and_keeps_the_choice_as_value():
    label = Thing(29, "Colour", Rect(110, 60, 38, 20))
    combo = Thing(11, "Red", Rect(150, 60, 90, 20), labelled_by=label)
    found = next(e for e in read(label, combo) if e.role == "combo")
    assert (found.name, found.value) == ("Colour", "Red")


def test_drop_down_that_says_what_it_has_chosen_takes_the_label_beside_it():
    entry = Thing(35, "Red", states=())
    menu = Thing(33, "", states=(), children=[entry])
    combo = Thing(11, "Red", Rect(150, 60, 90, 20), chosen=entry, children=[menu])
    found = read(Thing(29, "Colour", Rect(110, 60, 38, 20)), combo)
    assert [(e.name, e.value) for e in found if e.role == "combo"] == [("Colour", "Red")]


def test_slider_is_not_called_by_the_number_that_it_shows():
    slider = Thing(51, "", Rect(150, 60, 90, 20), description="20")
    found = read(Thing(29, "Volume", Rect(110, 60, 38, 20)), slider)
    assert [e.name for e in found if e.role == "slider"] == ["Volume"]


def test_a_dialog_is_kept_without_a_name_and_a_panel_is_not():
    field = Thing(79, "Crew", Rect(110, 60, 90, 20))
    found = read(
        Thing(16, "", Rect(100, 50, 200, 90), children=[field]),
        Thing(39, "", Rect(100, 200, 90, 90)),
    )
    assert [(e.role, e.name) for e in found if e.role in ("dialog", "group")] == [("dialog", "")]


def test_cell_that_can_be_ticked_is_kept_without_a_name():
    box = Thing(56, "", Rect(110, 60, 20, 20), action="toggle")
    plain = Thing(56, "", Rect(110, 90, 20, 20), action="edit")
    word = Thing(56, "Lamp", Rect(140, 60, 60, 20))
    found = read(Thing(55, "", Rect(110, 60, 200, 60), children=[box, word, plain]))
    cells = [(e.name, "checkable" in e.states, e.parent_name) for e in found if e.role == "cell"]
    assert cells == [("", True, "Lamp"), ("Lamp", False, "Lamp")]


def test_cell_that_shows_a_box_alone_and_says_so_is_kept():
    ticked = Thing(56, "", Rect(110, 60, 20, 20), states=(*SHOWING, CHECKED, CHECKABLE))
    plain = Thing(56, "", Rect(110, 90, 20, 20))
    word = Thing(56, "Lamp", Rect(140, 60, 60, 20))
    found = read(Thing(55, "", Rect(110, 60, 200, 60), children=[ticked, word, plain]))
    cells = [(e.name, {"checkable", "checked"} <= e.states) for e in found if e.role == "cell"]
    assert cells == [("", True), ("Lamp", False)]


def table_of(rows, *heads):
    """A table with two rows in sight, under a row of these heads where there are some."""
    lines = [
        [Thing(56, f"{word} {n}", Rect(110 + 60 * n, y, 50, 20)) for n in (1, 2)]
        for word, y in (("Ada", 90), ("Bo", 120))
    ]
    top = [Thing(role, f"Head {n}", Rect(110 + 60 * n, 60, 50, 20)) for n, role in enumerate(heads)]
    box = Rect(110, 60, 200, 90)
    boxes = [Thing(90, box=Rect(110, 60 + 30 * n, 200, 20)) for n in range(3)]
    for held, cells in zip(boxes, [top, *lines] if top else lines, strict=False):
        held.children = cells
    return Thing(55, "Orders", box, rows=rows, children=[b for b in boxes if b.children])


@pytest.mark.parametrize(
    ("table", "count"),
    [
        (table_of(120), 120),
        (table_of(121, 57, 57), 120),
        (table_of(121, 56, 57), 120),
        (table_of(0), 0),
        (table_of(None), None),
        (table_of(-1), None),
        (table_of(2**31 - 1), None),
    ],
)
@pytest.mark.parametrize("of", ["Orders", "Ada 2"])
def test_a_table_tells_its_rows_without_its_heads_in_a_few_questions(table, count, of):
    bus = FakeBus((PID, [frame(table)]))
    reader = DesktopReader(bus=bus)
    found = {e.name: e for e in reader.tree(look())}
    bus.calls.clear()
    wanted = None if count is None else TableRows(found["Orders"].handle, count)
    assert reader.rows(found[of]) == wanted
    assert len(bus.calls) < 15


def test_what_lies_in_no_table_tells_of_no_rows():
    reader = DesktopReader(bus=FakeBus((PID, [frame(Thing(43, "Save", Rect(110, 60, 90, 20)))])))
    (save,) = [e for e in reader.tree(look()) if e.name == "Save"]
    assert reader.rows(save) is None


def test_slider_tells_where_it_stands_and_between_which_ends():
    slider = Thing(51, "Volume", Rect(110, 60, 90, 20), number=20, ends=(0, 100, 5))
    silent = Thing(52, "Start", Rect(110, 90, 90, 20), number=0)
    reader = DesktopReader(bus=FakeBus((PID, [frame(slider, silent)])))
    found = {e.name: e for e in reader.tree(look())}
    assert reader.number(found["Volume"]) == NumberRange(20, 0, 100, 5)
    assert reader.number(found["Start"]) is None


def test_icon_button_takes_its_description():
    assert names(read(button("", description="Search"))) == ["Search"]


def test_text_inside_a_button_of_the_same_name_is_not_offered_twice():
    text = Thing(116, "Save ", Rect(125, 62, 40, 16))
    assert [(e.name, e.role) for e in read(button(children=[text]))[1:]] == [("Save", "button")]


def test_icon_on_a_page_is_kept_without_a_name_but_the_picture_on_a_button_is_not():
    page = Thing(37, "Page", PLACE, children=[Thing(26, "", Rect(120, 100, 60, 60))])
    on_button = button(children=[Thing(26, "", Rect(122, 62, 16, 16))])
    assert [e.box for e in read(page, on_button) if e.role == "icon"] == [Rect(120, 100, 60, 60)]


def test_list_entry_takes_the_text_inside_it():
    entry = Thing(
        32, "", Rect(110, 60, 90, 20), children=[Thing(29, "Home", Rect(130, 60, 60, 20))]
    )
    assert [(e.name, e.role) for e in read(entry)[1:]] == [("Home", "list_item")]


def test_button_in_a_row_knows_the_rows_texts():
    cells = [
        Thing(56, "Bob", Rect(110, 60, 60, 20)),
        Thing(56, "Remove", Rect(170, 60, 60, 20), children=[button("Remove", 170)]),
    ]
    row = Thing(90, "", Rect(110, 60, 120, 20), children=cells)
    found = read(Thing(55, "", Rect(110, 60, 120, 20), children=[row]))
    remove = [e for e in found if e.name == "Remove"]
    assert [(e.role, e.parent_name) for e in remove] == [("button", "Bob, Remove")]


def test_names_lose_control_and_text_direction_characters():
    assert names(read(button("Sa\u202eve\n as \ufffc"))) == ["Save as"]


def test_answers_of_the_wrong_type_count_as_missing():
    assert names(read(button(17), Thing("x", "Odd", Rect(120, 90, 9, 9)))) == ["", "Odd"]


@pytest.mark.parametrize(
    ("read_line", "is_kept"),
    [
        (line("Save", Rect(122, 62, 50, 16)), False),
        (line("Savc", Rect(122, 62, 50, 16)), True),
        (line("SaveClose", Rect(122, 62, 150, 16)), False),
        (line("Save Delete", Rect(122, 62, 150, 16)), True),
        (line("Save", Rect(122, 200, 50, 16)), True),
    ],
)
def test_merged_drops_lines_that_the_tree_explains(read_line, is_kept):
    bus = FakeBus((PID, [frame(button(), button("Close", 200))]))
    found = DesktopReader(bus=bus, ocr=Eyes(read_line)).merged(look())
    assert [e.name for e in found if e.source == "ocr"] == ([read_line.name] if is_kept else [])


def test_merged_names_an_icon_by_the_text_under_it():
    icon = Thing(26, "", Rect(120, 60, 90, 70))
    eyes = Eyes(line("notes.md", Rect(125, 110, 80, 16)))
    found = DesktopReader(bus=FakeBus((PID, [frame(icon)])), ocr=eyes).merged(look())
    assert [(e.name, e.role) for e in found[1:]] == [("notes.md", "icon")]


def test_merged_never_takes_the_text_in_a_field_for_its_name():
    field = Thing(61, "", Rect(120, 60, 90, 20))
    eyes = Eyes(line("Ada", Rect(125, 62, 40, 16)))
    found = DesktopReader(bus=FakeBus((PID, [frame(field)])), ocr=eyes).merged(look())
    assert [(e.name, e.role) for e in found[1:]] == [("", "field"), ("Ada", "text")]


def keypad(*more):
    digits = [button(str(n), 110 + 20 * n, 60) for n in range(10)]
    return read(*digits, *(button(name, 110 + 20 * n, 90) for n, name in enumerate(more)))


def test_keys_of_a_calculator_are_called_by_the_signs_on_them():
    found = keypad("square_root", "add", "result", "Clear")[11:]
    assert [e.name for e in found] == ["√", "+", "=", "Clear"]
    assert found[0].description == "named by the sign on it"


def test_a_button_called_add_is_called_so_elsewhere():
    assert names(read(button("Add"))) == ["Add"]


def test_a_heading_of_the_field_below_it_does_not_name_the_one_in_the_next_column():
    heading = Thing(29, "What is wrong", Rect(110, 60, 60, 17))
    below = Thing(61, "", Rect(110, 81, 60, 70))
    beside = Thing(61, "", Rect(200, 62, 80, 34))
    found = read(heading, below, beside)
    assert [e.name for e in found if e.role == "field"] == ["What is wrong", ""]


@pytest.mark.parametrize(("states", "is_enabled"), [((8, 24, 25, 30), True), ((25, 30), False)])
def test_a_file_on_a_canvas_is_greyed_out_only_with_its_view(states, is_enabled):
    icon = Thing(26, "minutes.txt", Rect(150, 100, 80, 60), states=(11, 25, 30))
    view = Thing(39, "Icon View", Rect(110, 80, 300, 200), states=states, children=[icon])
    found = next(e for e in read(view) if e.role == "icon")
    assert ("enabled" in found.states) is is_enabled


def test_a_greyed_picture_in_an_enabled_box_stays_greyed():
    icon = Thing(26, "Warning", Rect(150, 100, 16, 16), states=(25, 30))
    box = Thing(39, "Box", Rect(110, 80, 300, 200), children=[icon])
    assert "enabled" not in next(e for e in read(box) if e.role == "icon").states


@pytest.mark.parametrize("role", [54, 73, 101, 105, 123])
def test_the_only_text_of_a_nameless_paragraph_or_message_is_told(role):
    words = Thing(116, "Saved now", Rect(110, 60, 80, 20))
    found = read(Thing(role, "", Rect(110, 60, 90, 20), children=[words]))
    assert [e.name for e in found[1:]] == ["Saved now"]


def test_a_text_that_names_the_button_around_it_is_told_once():
    words = Thing(116, "Save", Rect(110, 60, 40, 20))
    found = read(Thing(43, "", Rect(105, 58, 60, 24), children=[words]))
    assert [(e.name, e.role) for e in found[1:]] == [("Save", "button")]


def test_a_text_that_is_the_name_of_what_is_around_it_is_told_once():
    words = Thing(116, "Saved now", Rect(110, 60, 80, 20))
    found = read(Thing(54, "Saved now", Rect(110, 60, 90, 20), children=[words]))
    assert [e.name for e in found[1:]] == ["Saved now"]
