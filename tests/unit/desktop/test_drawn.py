"""Controls found on recorded pictures of toolkits that show no tree: Tk and Swing, in several themes.

Fields found on pictures that toolkits without a tree paint.

What only a picture shows is pressed once it is still, and looked at for long only by a single click.
"""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from automation.core.actions import Aim, Click
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.desktop.elements import drawn as fields
from automation.desktop.elements.drawn import (
    MARGIN_PX,
    drawn_cells,
    inside_of,
    knob_at,
    mark_at,
    on_picture,
    without_caret,
)
from automation.desktop.elements.naming import with_labels
from automation.desktop.input.plan import DRAWN_WAIT_S, HOVER_S, ButtonEvent, MoveEvent
from automation.screen.composed import fold_mark
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_reader import line

PICTURES = Path(__file__).with_name("drawn")
TK, SWING = ("tk-clam", "tk-default"), ("swing-metal", "swing-nimbus", "swing-gtk")
ORIGIN = ScreenPoint(40, 70)


def recorded(name):
    colours = np.asarray(Image.open(PICTURES / f"{name}.png").convert("RGB"))[:, :, ::-1]
    pixels = np.zeros((*colours.shape[:2], 4), np.uint8)
    pixels[:, :, :3] = colours
    return Frame(pixels, ORIGIN, 0.0)


def window(frame):
    return WindowInfo(1, "Form", "form", 7, frame.rect, is_active=True)


def shown(name, lines=()):
    frame = recorded(name)
    return on_picture(frame, lines, window(frame))


def kinds(found):
    return [control.role for control in found.controls if not control.name]


@pytest.mark.parametrize("name", TK)
def test_the_controls_of_a_tk_form_are_told_by_their_shapes(name):
    wanted = ["field", "field", "field", "combo", "spinner", "field", "slider"]
    assert kinds(shown(name)) == wanted


@pytest.mark.parametrize("name", SWING)
def test_the_controls_of_a_swing_form_are_told_by_their_shapes(name):
    wanted = ["field", "field", "combo", "spinner", "field", "slider"]
    assert kinds(shown(name)) == wanted


BOXES = {
    "tk-clam": {"Life": (365, 141, 70, False), "Gear": (365, 170, 70, True)},
    "tk-default": {"Life": (361, 131, 70, False), "Gear": (361, 158, 70, True)},
    "swing-metal": {"Slow": (14, 272, 70, False), "Fan": (133, 272, 70, True)},
    "swing-nimbus": {"Slow": (15, 325, 70, False), "Fan": (119, 325, 70, True)},
    "swing-gtk": {"Slow": (12, 315, 70, False), "Fan": (126, 315, 70, True)},
}
"""Name: where its mark begins in the picture, the middle of its row, how long its words are, is it on."""


def words_of(name):
    """The lines as OCR reads them best: each beginning right of its mark."""
    return [
        line(word, Rect(ORIGIN.x + x + 17, ORIGIN.y + y - 9, w, 18), window_id=1)
        for word, (x, y, w, _) in BOXES[name].items()
    ]


@pytest.mark.parametrize("name", BOXES)
def test_a_box_is_called_by_the_words_right_of_it_and_its_picture_tells_whether_it_is_on(name):
    found = {c.name: c for c in shown(name, words_of(name)).controls if c.name}
    assert found.keys() == BOXES[name].keys()
    for word, (_, _, _, is_on) in BOXES[name].items():
        assert "checkable" in found[word].states
        assert ("checked" in found[word].states) == is_on
        again = mark_at(recorded(name), found[word].box)
        assert again is not None
        assert again.is_on == is_on


@pytest.mark.parametrize("name", ["tk-clam", "swing-metal", "swing-nimbus", "swing-gtk"])
def test_squares_are_check_boxes_and_circles_are_radio_buttons(name):
    found = shown(name, words_of(name)).controls
    assert {c.role for c in found if c.name} == {"checkbox"}


def test_a_line_that_was_read_through_marks_is_cut_at_them():
    """OCR reads "Bisque Glost" as one line, a mark between the words and one before them."""
    frame = recorded("swing-metal")
    text = "O Bisque O Glost"
    at = [19, 32, *range(36, 85, 8), 90, 97, 113, *range(118, 154, 7)]
    edges = tuple(ORIGIN.x + x for x in at[: len(text) + 1])
    box = Rect(edges[0], ORIGIN.y + 225, edges[-1] - edges[0], 20)
    found = on_picture(frame, [line(text, box, window_id=1, edges=edges)], window(frame))
    named = {c.name: c for c in found.controls if c.name}
    assert list(named) == ["Bisque", "Glost"]
    assert "checked" not in named["Bisque"].states
    assert "checked" in named["Glost"].states
    assert found.lines == ()


@pytest.mark.parametrize("name", [*TK, *SWING])
def test_the_knob_of_a_slider_is_found_again(name):
    slider = shown(name).controls[-1]
    knob = knob_at(recorded(name), slider.box)
    assert knob is not None
    assert slider.box.contains(knob.center)
    assert slider.box.x < knob.x < slider.box.center.x


def test_where_no_radio_button_is_on_their_state_is_not_told():
    """In Motif's look the one that is on has another colour alone."""
    pixels = np.full((60, 120, 4), 0xC0, np.uint8)
    for x in (10, 60):
        disc = (np.indices((13, 13)) - 6) ** 2
        ring = (disc.sum(axis=0) <= 40) & (disc.sum(axis=0) > 28)
        pixels[20:33, x : x + 13, :3][ring] = 0x30
    frame = Frame(pixels, ORIGIN, 0.0)
    lines = [
        line(word, Rect(ORIGIN.x + x, ORIGIN.y + 18, 24, 18), window_id=1)
        for word, x in (("On", 27), ("Off", 77))
    ]
    found = on_picture(frame, lines, window(frame)).controls
    assert [(c.role, c.name) for c in found] == [("radio", "On"), ("radio", "Off")]
    assert not any("checkable" in c.states for c in found)


def test_letters_before_words_are_no_marks():
    pixels = np.full((60, 200, 4), 0xFF, np.uint8)
    disc = ((np.indices((13, 13)) - 6) ** 2).sum(axis=0)
    ring = (disc <= 40) & (disc > 18)
    for x in (30, 46):  # "OO Gauge": letters of one word
        pixels[20:33, x : x + 13, :3][ring] = 0
    frame = Frame(pixels, ORIGIN, 0.0)
    words = line("Gauge", Rect(ORIGIN.x + 66, ORIGIN.y + 18, 50, 18), window_id=1)
    assert on_picture(frame, [words], window(frame)).controls == ()


def test_a_text_cursor_is_no_letter():
    pixels = np.full((20, 90, 4), 0xFF, np.uint8)
    pixels[6:15, 10:12, :3] = 0  # the upright of a letter
    pixels[3:18, 30:32, :3] = 0  # the cursor
    plain = without_caret(pixels)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
    assert (plain[6:15, 10:12, :3] == 0).all()
    assert (plain[:, 30:32, :3] == 0xFF).all()


def test_a_text_cursor_as_high_as_its_field_hides_nothing_of_it():
    pixels = np.full((20, 120, 4), 0x60, np.uint8)
    pixels[2:18, 2:98, :3] = 0xFF
    pixels[2:18, 102:118, :3] = 0xD0  # what its arrows are drawn on
    pixels[0:20, 30:32, :3] = 0
    inside = inside_of(Frame(pixels, ORIGIN, 0.0)).rect
    assert (inside.x - ORIGIN.x, inside.right - ORIGIN.x) == (2, 98)


GREY, WHITE, BLACK, BLUE = 0xD9, 0xFF, 0x00, (0xCC, 0x66, 0x33)
FIELD = Rect(120, 40, 200, 20)


FIELDS_ORIGIN = ScreenPoint(50, 30)


def painted(*parts, size=(400, 300)):
    """Return a grey picture with filled oblongs: (rect, colour)."""
    pixels = np.full((size[1], size[0], 4), GREY, np.uint8)
    for rect, colour in parts:
        pixels[rect.y : rect.bottom, rect.x : rect.right, :3] = colour
    return Frame(pixels, FIELDS_ORIGIN, 0.0)


def drawn_fields(frame, texts):
    return [(d.box, d.is_empty) for d in fields.drawn_fields(fields.Shapes(frame), texts)]


def bordered(rect, colour=WHITE):
    return (rect.grown(1), BLACK), (rect, colour)


def moved(rect):
    return Rect(rect.x + FIELDS_ORIGIN.x, rect.y + FIELDS_ORIGIN.y, rect.w, rect.h)


def test_an_empty_oblong_on_other_ground_is_a_field():
    assert drawn_fields(painted(*bordered(FIELD)), []) == [(moved(FIELD), True)]


def test_a_text_in_it_leaves_it_a_field_that_is_not_empty():
    ink = Rect(124, 44, 40, 10)
    frame = painted(*bordered(FIELD), (ink, BLACK))
    assert drawn_fields(frame, [moved(ink)]) == [(moved(FIELD), False)]


def test_a_coloured_button_with_its_text_in_the_middle_is_none():
    ink = Rect(200, 44, 40, 10)
    frame = painted((FIELD, BLUE), (ink, WHITE))
    assert drawn_fields(frame, [moved(ink)]) == []


def test_rows_of_a_list_and_pages_of_text_are_none():
    page = Rect(20, 20, 300, 200)
    row = Rect(20, 60, 300, 20)
    assert drawn_fields(painted(*bordered(page), (row, BLUE)), []) == []


def test_what_is_too_small_is_none():
    assert drawn_fields(painted(*bordered(Rect(20, 20, 14, 14))), []) == []
    assert drawn_fields(painted(*bordered(Rect(20, 20, 200, 6))), []) == []


def test_fields_come_in_reading_order():
    low, left = Rect(120, 100, 200, 20), Rect(20, 40, 80, 20)
    frame = painted(*bordered(low), *bordered(FIELD), *bordered(left))
    assert [box for box, _ in drawn_fields(frame, [])] == [moved(left), moved(FIELD), moved(low)]


def test_a_button_no_wider_than_its_text_is_none():
    ink = Rect(FIELD.x + 7, 44, FIELD.w - 15, 10)
    frame = painted(*bordered(FIELD, BLUE), (ink, WHITE))
    assert drawn_fields(frame, []) == []


@pytest.mark.parametrize(("rows", "kind"), [((9, 7, 5, 3), "combo"), ((3, 3, 9, 3), "field")])
def test_an_oblong_with_an_arrow_is_a_drop_down_where_its_frame_touches_another(rows, kind):
    pane, ends = Rect(10, 10, 360, 200), FIELD.right + 1
    arrow = [
        (Rect(ends + 12 - width // 2, FIELD.y + 6 + n, width, 1), BLACK)
        for n, width in enumerate(rows)
    ]
    button = Rect(ends, FIELD.y, 24, FIELD.h)
    touching = Rect(button.right, FIELD.y + 4, pane.right - button.right, 2)
    frame = painted(
        (pane.grown(1), BLACK), (pane, (GREY,) * 3), (FIELD.union(button).grown(1), BLACK),
        (FIELD, WHITE), (button, BLUE), *arrow, (touching, BLACK),
    )  # fmt: skip
    found = fields.drawn_fields(fields.Shapes(frame), [])
    assert [d.kind for d in found if d.box.contains(moved(FIELD).center)] == [kind]


def test_a_field_that_is_full_to_its_end_stays_one():
    ink = Rect(FIELD.x + 3, 48, FIELD.w - 3, 3)
    assert drawn_fields(painted(*bordered(FIELD), (ink, BLACK)), []) == [(moved(FIELD), False)]


def test_a_button_is_none_whose_text_was_read_as_one_line_with_that_of_the_next():
    ink, more = Rect(200, 44, 40, 10), Rect(350, 44, 30, 10)
    frame = painted((FIELD, BLUE), (ink, WHITE), (Rect(330, 40, 60, 20), BLUE), (more, WHITE))
    read = Rect(200, 44, 180, 10)
    assert moved(FIELD) not in [box for box, _ in drawn_fields(frame, [moved(read)])]


def headings(columns, rows, *, x=250, y=285, step=81):
    """Return the letters above and the numbers beside a sheet, each at its middle."""
    across = [line(name, Rect(x + step * n - 8, y - 8, 16, 16)) for n, name in enumerate(columns)]
    down = [line(name, Rect(180, y + 14 + 18 * n, 14, 16)) for n, name in enumerate(rows)]
    return [*across, *(text for text in down if text.name)]


def test_cells_lie_where_the_letters_and_the_numbers_of_a_sheet_meet():
    texts = [*headings("ABC", "1234"), line("12", Rect(353, 315, 29, 16)), line("Task")]
    cells = dict(drawn_cells(texts))
    assert len(cells) == 12
    assert cells["B3"].center == ScreenPoint(331, 343)


def test_a_sheet_that_is_scrolled_has_the_cells_that_its_headings_say():
    assert [name for name, _ in drawn_cells(headings(["Z", "AA", "AB"], ["99", "100", "101"]))][:3] == [
        "Z99", "AA99", "AB99",
    ]  # fmt: skip


def test_a_heading_that_was_read_as_the_one_before_it_names_no_cell():
    # The I was not read and the J was read as an I: it stands two columns behind the H.
    texts = [t for t in headings("ABCDEFGHXI", "12345") if t.name != "X"]
    assert {name[0] for name, _ in drawn_cells(texts)} == set("ABCDEFGH")
    rows = headings("ABC", ["1", "2", "3", "", "4", "6"])  # 4 not read, 5 read as 4
    assert {name[1] for name, _ in drawn_cells(rows)} == set("123")


def test_letters_without_numbers_beside_them_are_no_sheet():
    assert drawn_cells(headings("ABCDEFG", "")) == []
    assert drawn_cells(headings("A", "123")) == []
    assert drawn_cells(headings("ABC", "157")) == []


def test_numbers_in_a_column_of_the_sheet_are_not_its_rows():
    inside = [line(str(n), Rect(215, 299 + 18 * n, 10, 16)) for n in range(1, 5)]
    cells = dict(drawn_cells([*headings("ABC", ["7", "8", "9", "10"]), *inside]))
    assert cells.keys() == {c + r for c in "ABC" for r in ("7", "8", "9", "10")}


AT = ScreenPoint(500, 300)
READ = Aim(AT, ScreenElement("Save", "text", Rect(480, 290, 40, 20), "ocr"))
LATE_S = 0.19
"""So long after an event Swing may draw what it made of it."""
DOUBLE_S = 0.2
"""The shortest double-click time in use."""


class Program(ExecutorParts):
    """A drawn program; its grey at a moment follows from when the pointer came and the button went down."""

    def __init__(self, grey):
        super().__init__()
        self._grey = grey
        self.came_s = float("inf")
        self.downs_s = []
        self.on_send = self.heard

    def heard(self, primitive):
        if isinstance(primitive, MoveEvent) and primitive.point == AT:
            self.came_s = min(self.came_s, self.clock.now_s())
        if isinstance(primitive, ButtonEvent) and primitive.is_down:
            self.downs_s.append(self.clock.now_s())

    def grab(self, rect):
        now_s = self.clock.now_s()
        down_s = self.downs_s[0] if self.downs_s else float("inf")
        self.level = self._grey(now_s - self.came_s, now_s - down_s)
        return super().grab(rect)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("late_s", [0.03, 0.1, LATE_S])
def test_what_looks_otherwise_under_the_pointer_does_not_look_pressed(late_s, count):
    program = Program(lambda lies_s, down_s: 220 if lies_s >= late_s else 200)
    assert program.do(Click(READ, count=count)).pressed is None


@pytest.mark.parametrize("late_s", [0.01, 0.1, LATE_S])
def test_what_looks_pressed_late_is_seen(late_s):
    program = Program(lambda lies_s, down_s: 100 if down_s >= late_s else 200)
    assert program.do(Click(READ)).pressed is not None


def test_both_presses_of_a_double_click_come_within_its_time():
    program = Program(lambda lies_s, down_s: 200)
    program.do(Click(READ, count=2))
    first, second = program.downs_s
    assert second - first < DOUBLE_S


def test_what_is_never_still_is_pressed_in_time_and_tells_nothing():
    program = Program(lambda lies_s, down_s: 100 + int(max(lies_s, 0.0) * 100 % 2) * 100)
    assert program.do(Click(READ)).pressed is None
    assert program.downs_s[0] - program.came_s <= DRAWN_WAIT_S + HOVER_S + 0.02


def test_a_stop_ends_the_wait_and_nothing_is_pressed():
    program = Program(lambda lies_s, down_s: 200)
    wait = program.clock.wait

    def stopping(seconds, stop):
        if program.clock.now_s() - program.came_s > LATE_S / 2:
            program.session.stop()
        wait(seconds, stop)

    program.clock.wait = stopping
    assert program.do(Click(READ)).cause == "stopped"
    assert program.downs_s == []


def test_what_moves_away_while_it_is_waited_for_is_not_pressed():
    class Moving(Program):
        def grab(self, rect):
            moved = 40 if self.clock.now_s() - self.came_s > LATE_S / 2 else 0
            rows = np.arange(rect.y, rect.y + rect.h) - moved
            pixels = np.zeros((rect.h, rect.w, 4), np.uint8)
            pixels[:, :, 0] = ((rows * 37) % 251)[:, None]
            pixels[:, ::2, 1] = (rows % 256)[:, None]
            return Frame(pixels, ScreenPoint(rect.x, rect.y), 0.0)

    program = Moving(None)
    assert program.do(Click(READ)).cause == "changed"
    assert program.downs_s == []


TABLES = {
    # Lines as OCR reads them: text, where it begins and ends; names of neighbouring columns run together.
    "tk-table": (
        (154, 176), (140, 160),
        [("Film", 265, 305, 186), ("Year", 504, 552, 186), ("Room", 714, 776, 186),
         ("Seats sold", 916, 1011, 186)]
        + [(text, x, right, y) for y, row in zip((213, 239, 265, 291, 317), (
            (("Amarcord", 149, 237), ("1973 Hall 1", 588, 691), ("48", 1041, 1073)),
            (("Stalker", 149, 219), ("1979 Cellar", 590, 692), ("22", 1041, 1074)),
            (("Ran", 149, 193), ("1985 Hall 2", 587, 693), ("61", 1044, 1069)),
            (("Playtime", 149, 229), ("1967 Cellar", 590, 692), ("17", 1045, 1070)),
            (("Gertrud", 150, 222), ("1964 Hall 1", 586, 694), ("9", 1054, 1070)),
        ), strict=True) for text, x, right in row],
    ),
    "nimbus-table": (
        (154, 118), (92, 112),
        [("Jobs", 91, 145, 135), ("Workshop", 812, 914, 128), ("Device", 149, 206, 127),
         ("Customer", 310, 382, 127), ("Price", 463, 510, 127), ("Paid", 629, 659, 128)]
        + [(text, x, right, y) for y, row in zip((153, 183, 213, 243), (
            (("Toaster", 151, 218), ("Frau Amsel", 313, 395), ("35", 471, 495)),
            (("Bicycle", 151, 213), ("Herr Fink", 313, 380), ("80", 471, 495)),
            (("Radio", 149, 204), ("Ines Star", 313, 380), ("120", 472, 504)),
            (("Mixer", 149, 203), ("Tom Rabe", 312, 390), ("28", 471, 495)),
        ), strict=True) for text, x, right in row]
        + [("Waiting", 827, 913, 148), ("In work", 827, 911, 168), ("Finished", 828, 920, 188)],
    ),
}  # fmt: skip
TABLES |= {
    "tk-tabs-customer": (
        (0, 0), (0, 0),
        [("Frame Jobs", 14, 109, 23), ("Customer", 127, 196, 22), ("Name", 23, 65, 55),
         ("Ines Galloway", 166, 262, 55), ("Street", 23, 67, 92), ("7 Wharf Road", 165, 261, 92),
         ("Telephone", 23, 98, 130), ("Tell when ready", 23, 135, 167), ("By phone", 162, 234, 167)],
    ),
    "tk-tabs-frame": (
        (0, 0), (0, 0),
        [("Frame", 14, 62, 23), ("Jobs Customer", 79, 196, 23), ("Width in mm", 25, 112, 55),
         ("400", 194, 224, 55), ("Height in mm", 26, 115, 93), ("300", 195, 225, 93),
         ("Glass", 26, 62, 131), ("Clear glass", 196, 276, 131)],
    ),
}  # fmt: skip
"""Name: where the heads begin on the screen, where the picture was cut out of it, and its lines."""


def table(name):
    """What is found on the picture of a table, by roles."""
    _, (left, top), read = TABLES[name]
    lines = []
    for text, x, right, y in read:
        begins, ends = ORIGIN.x + x - left, ORIGIN.x + right - left
        at = [begins + (ends - begins) * n // len(text) for n in range(len(text) + 1)]
        box = Rect(begins, ORIGIN.y + y - top - 10, ends - begins, 20)
        lines.append(line(text, box, window_id=1, edges=tuple(at)))
    return shown(name, lines)


def test_a_table_is_known_by_its_heads_and_the_rows_below_them():
    found = table("tk-table").lines
    assert [e.name for e in found if e.role == "column_header"] == [
        "Film", "Year", "Room", "Seats sold"
    ]  # fmt: skip
    assert [e.name for e in found if e.role == "cell"] == [
        "Amarcord", "1973", "Hall 1", "48", "Stalker", "1979", "Cellar", "22",
        "Ran", "1985", "Hall 2", "61", "Playtime", "1967", "Cellar", "17",
        "Gertrud", "1964", "Hall 1", "9",
    ]  # fmt: skip
    assert not [e for e in found if e.role == "text"]


def test_a_cell_reaches_over_the_width_of_its_column_and_the_height_of_its_row():
    found = table("tk-table").lines
    heads = {e.name: e.box for e in found if e.role == "column_header"}
    room = next(e.box for e in found if e.name == "Hall 2")
    assert heads["Room"].x - 1 <= room.x < room.right <= heads["Room"].right + 1
    assert room.h == 26
    assert room.center.y == ORIGIN.y + 265 - 160


def test_what_stands_beside_a_table_is_no_part_of_it_and_its_boxes_have_no_words():
    found = table("nimbus-table")
    rest = [e.name for e in found.lines if e.role == "text"]
    assert rest == ["Jobs", "Workshop", "Waiting", "In work", "Finished"]
    boxes = [c for c in found.controls if c.role == "checkbox" and not c.name]
    assert ["checked" in box.states for box in boxes] == [False, False, True, False]
    paid = next(e.box for e in found.lines if e.name == "Paid")
    assert all(paid.x < box.box.center.x < paid.right for box in boxes)


def test_a_form_has_no_table():
    for name in (*TK, *SWING):
        assert not {"cell", "column_header"} & {e.role for e in shown(name, words_of(name)).lines}


@pytest.mark.parametrize(
    ("name", "roles"),
    [
        ("tk-tabs-customer", ["field", "field", "field", "combo"]),
        ("tk-tabs-frame", ["spinner", "spinner", "combo"]),
    ],
)
def test_a_form_below_a_row_of_tabs_is_no_table(name, roles):
    found = table(name)
    assert kinds(found) == roles
    assert not {"cell", "column_header"} & {e.role for e in found.lines}


def test_a_field_whose_text_is_selected_is_one_as_before():
    """Tab selects what the next field holds: a dark part up to the text cursor."""
    found = [c.box for c in shown("tk-selected").controls if c.role == "spinner"]
    assert [(box.x - ORIGIN.x, box.y - ORIGIN.y, box.w) for box in found] == [
        (193, 44, 134), (193, 82, 134)
    ]  # fmt: skip


def test_the_pictures_before_entries_of_a_tree_are_no_boxes_to_tick():
    left, top = ORIGIN.x - 82, ORIGIN.y - 126
    rows = (
        ("Cleaning", 126, 155), ("Paper", 105, 173), ("Envelopes", 148, 191), ("Labels", 148, 209),
        ("Cardboard", 148, 227), ("Tools", 126, 245),
    )  # fmt: skip
    lines = [
        line(name, Rect(left + x, top + y - 12, 8 * len(name), 25), window_id=1)
        for name, x, y in rows
    ]
    found = {c.name: c.role for c in shown("metal-tree", lines).controls if c.name}
    # An open folder is wider than a box.
    assert found == {name: "tree_item" for name, _, _ in rows if name != "Paper"}


@pytest.mark.parametrize(
    ("words", "is_open"), [(Rect(105, 142, 79, 28), False), (Rect(105, 161, 63, 25), True)]
)
def test_a_ring_on_the_line_of_a_tree_tells_by_its_stem_whether_it_is_open(words, is_open):
    left, top = ORIGIN.x - 82, ORIGIN.y - 126
    found = fold_mark(recorded("metal-tree"), Rect(words.x + left, words.y + top, words.w, words.h))
    assert found is not None
    assert found.is_open is is_open


@pytest.mark.parametrize(
    ("words", "is_open"),
    [(Rect(812, 113, 102, 30), True), (Rect(827, 132, 86, 31), False),
     (Rect(827, 154, 84, 28), False), (Rect(828, 173, 92, 29), True)],
)  # fmt: skip
def test_a_black_arrow_on_a_dark_ground_is_seen(words, is_open):
    left, top = ORIGIN.x - 92, ORIGIN.y - 112
    picture = recorded("nimbus-table")
    found = fold_mark(picture, Rect(words.x + left, words.y + top, words.w, words.h))
    assert found is not None
    assert found.is_open is is_open


def test_radio_buttons_that_stand_close_behind_the_words_of_others_are_told_apart():
    names = {"Pick up": (361, 406), "Courier": (433, 478), "Post": (505, 533),
             "None": (612, 646), "1 year": (672, 712), "2 years": (739, 785)}  # fmt: skip
    lines = [
        line(name, Rect(ORIGIN.x + x - 318, ORIGIN.y + 391 - 350, right - x, 20), window_id=1)
        for name, (x, right) in names.items()
    ]
    found = shown("nimbus-radios", lines).controls
    assert {c.name: (c.role, "checked" in c.states) for c in found if c.name} == {
        name: ("radio", name in ("Post", "None")) for name in names
    }


def test_drawn_controls_are_called_by_the_texts_beside_or_above_them():
    def drawn(role, box, name=""):
        return ScreenElement(name, role, box, "ocr")

    field = drawn("field", Rect(285, 226, 356, 19))
    spinner = drawn("spinner", Rect(283, 257, 360, 24))
    slider = drawn("slider", Rect(285, 384, 356, 27))
    box = drawn("checkbox", Rect(118, 411, 98, 20), "Seal broken")
    alone = drawn("field", Rect(900, 500, 100, 20))
    texts = [
        drawn("text", Rect(114, 225, 59, 19), "Reader"),
        drawn("text", Rect(110, 258, 148, 22), "Days since the last"),
        drawn("text", Rect(287, 260, 33, 20), "Blue"),  # stands in the field
        drawn("text", Rect(285, 360, 177, 22), "Pressure in bar"),
    ]
    named = with_labels([field, spinner, slider, box, alone], texts)
    assert [e.name for e in named] == [
        "Reader", "Days since the last", "Pressure in bar", "Seal broken", "",
    ]  # fmt: skip
    assert [e.box for e in named] == [e.box for e in (field, spinner, slider, box, alone)]
