"""Fields without a tree, and what is said of a name that is there as something else."""

from dataclasses import replace

import pytest

from automation.commands.forms import Assign, Sort
from automation.core.actions import Hotkey
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Finish, Outcome, Question
from tests.fakes.driver import Driver, Steps, target, told
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.screens import Seen, mousepad_menu, screen, web_form, win
from tests.fakes.screens import states as seen_as

WINDOW = win(1, "People", "python3.11", Rect(0, 0, 600, 400), is_active=True)
EDITED = frozenset({"editable", "enabled", "showing"})
LABELS = ("Name:", "Street:", "Password:")


class PictureReader(FakeReader):
    """A reader that also sees fields on the picture."""

    def __init__(self, lines, fields):
        super().__init__((), lines)
        self.fields = fields

    def drawn(self, observation, texts):
        """Return the fields, whatever the texts are."""
        return self.fields, texts

    def knob(self, observation, element):
        """Return no knob: there is no slider."""

    def held(self, observation, element):
        """Return nothing: no field is read."""

    def drawn_cells(self, observation, texts):
        """Return cells, as of a sheet that only the picture shows."""
        return [
            ScreenElement(name, "cell", Rect(x, y, 16, 8), "ocr", EDITED, window_id=1)
            for name, x, y in (("B2", 100, 60), ("B3", 100, 80), ("C3", 180, 80))
        ]


def drawn(x=120, y=40, value=""):
    return ScreenElement("", "field", Rect(x, y, 200, 20), "ocr", value=value, window_id=1)


def form(fields=None, *more):
    """Return a window without a tree: three labels, each with a field on its right."""
    lines = [line(n, Rect(20, 40 + 40 * i, 60, 18), window_id=1) for i, n in enumerate(LABELS)]
    found = fields if fields is not None else [drawn(y=40 + 40 * i) for i in range(len(LABELS))]
    seen = screen([WINDOW], [], [*lines, *more])
    return Seen(seen.observation, PictureReader(seen.reader.lines, found))


def without_password(*more):
    """Return the form with the labels and fields of a name and a street alone."""
    seen = form([drawn(y=40), drawn(y=80)], *more)
    seen.reader.lines = [e for e in seen.reader.lines if e.name != "Password:"]
    return seen


@pytest.mark.parametrize("said", ["type Anna into Street", "set Street to Anna",
                                  "type Anna into the Street field"])  # fmt: skip
def test_text_goes_into_the_field_right_of_the_label(said):
    proposal = Driver(said, form()).decide()
    assert proposal.element.box == Rect(120, 80, 200, 20)
    assert proposal.intent.at.point == Rect(120, 80, 200, 20).center
    assert proposal.evidence == "field seen beside its label"
    assert "Anna" in proposal.sentence
    assert "Street" in proposal.sentence


@pytest.mark.parametrize(
    "said", ["Street: Anna", "Street is Anna", "the street should be Anna", "Street: Anna."]
)
def test_a_label_is_told_what_the_field_beside_it_is_to_hold(said):
    proposal = Driver(said, without_password()).decide()
    assert proposal.element.box == Rect(120, 80, 200, 20)
    assert proposal.intent.text == "Anna"


@pytest.mark.parametrize("said", ["the street is closed", "Street is noisy", "News is Anna"])
def test_what_is_told_of_a_label_alone_is_typed_nowhere(said):
    news = line("News", Rect(20, 300, 60, 18), window_id=1)
    assert told(said, without_password(news)) in ("needs_model", "not_understood")


def test_an_empty_field_is_typed_into_and_an_unknown_text_is_selected_first():
    assert not Driver("type Anna into Name", form()).decide().intent.overwrite
    clicking = Driver("type Anna into Name", form([drawn(value=None)])).decide().intent
    assert (clicking.count, clicking.at.point) == (3, Rect(120, 40, 200, 20).center)


def test_a_field_that_belongs_to_a_nearer_label_is_not_taken():
    between = line("Title", Rect(150, 40, 40, 18), window_id=1)
    assert told("type Anna into Name", form([drawn(x=200)], between)) == "not_found"


def test_of_two_fields_at_the_same_distance_the_user_chooses():
    right, below = drawn(x=120, y=40), drawn(x=20, y=78)
    seen = form([right, below])
    seen.reader.lines = seen.reader.lines[:1]
    question = Driver("type Anna into Name", seen).decide()
    assert isinstance(question, Question)
    assert [c.box for c in question.candidates] == [right.box, below.box]


def test_a_password_is_not_typed_into_a_drawn_field_either():
    finish = Driver("type hunter2 into Password", form()).decide()
    assert (finish.outcome, finish.hides) == (Outcome.BLOCKED, ("hunter2",))


def test_a_label_without_a_field_is_said_to_be_none():
    finish = Driver("type Anna into Name", form([])).decide()
    assert isinstance(finish, Finish)
    assert finish.message.startswith("“Name” is there, but it is not a field.")


def test_the_same_name_is_never_offered_as_the_nearest():
    finish = Driver("click the Save button", mousepad_menu()).decide()
    assert finish.message == ("“Save” is in this window, but as a menu item. Nothing was clicked.")
    assert "Save" not in finish.suggestions
    finish = Driver("click Book in the Terms row", web_form()).decide()
    assert finish.message == "“Book” is in this window, but not where you say. Nothing was clicked."


def test_a_drawn_field_is_not_looked_for_where_the_tree_tells_of_fields():
    seen = form()
    known = element("Search", "field", Rect(400, 300, 90, 20), window_id=1)
    seen.reader.elements.append(known)
    assert told("type Anna into Name", seen) == "not_found"


def test_a_cell_that_only_the_picture_shows_is_clicked_by_its_address():
    name_box = line("B3", Rect(10, 10, 40, 16), window_id=1)
    proposal = Driver("click on cell b3", form([], name_box)).decide()
    assert proposal.intent.at.point == Rect(100, 80, 16, 8).center


def test_what_is_typed_into_such_a_cell_takes_the_place_of_what_it_holds():
    driver = Driver("type 15 into cell B2", form([]))
    proposal = driver.decide()
    assert (proposal.element.name, proposal.intent.overwrite) == ("B2", False)
    assert told("set C3 to 8", form([])) == "write '8' @C3; keys enter"


@pytest.mark.parametrize(("states", "said"), [(("focused", "editable"), "write 'Orders' @Page Name"),
                                              (("editable",), "ask 1")])  # fmt: skip
def test_the_end_of_a_name_is_enough_for_the_one_field_with_the_keyboard(states, said):
    box = Rect(120, 40, 200, 20)
    page = element("Page Name", "field", box, window_id=1, states=seen_as(*states), value="")
    assert told("type Orders as the name", screen([WINDOW], [page])) == said


def test_of_two_such_fields_the_user_chooses():
    fields = [
        element(n, "field", Rect(120, 40 + 40 * i, 200, 20), window_id=1, value="",
                states=seen_as("editable", *(("focused",) if i else ())))
        for i, n in enumerate(("First name", "Last name"))
    ]  # fmt: skip
    assert told("type Orders into the name field", screen([WINDOW], fields)) == "ask 2"


def test_a_drawn_field_is_emptied_by_delete_and_read_back():
    driver = Driver("clear Name", form([drawn(value=None)]))
    first, second = driver.step(), driver.step()
    assert (first.intent.count, first.intent.at.point) == (3, Rect(120, 40, 200, 20).center)
    assert second.intent == Hotkey(("delete",))
    driver.reader.held = lambda observation, element: "Anna"
    assert driver.decide().outcome is Outcome.UNVERIFIED
    driver.reader.held = lambda observation, element: None
    assert driver.decide().outcome is Outcome.DONE


def test_a_drawn_field_that_is_empty_is_left_alone():
    assert told("clear Name", form([drawn(value="")])) == "done"


def cells():
    """A drawn table of two columns and two rows, on a picture that can be painted on."""
    rows = (("Film", "Room"), ("Ran", "Cellar"), ("Playtime", "Hall 1"))
    found = [
        ScreenElement(name, "cell" if y else "column_header", Rect(20 + 150 * x, 40 + 26 * y, 150, 26),
                      "ocr", seen_as("enabled"), window_id=1)
        for y, row in enumerate(rows) for x, name in enumerate(row)
    ]  # fmt: skip
    seen = form([], *found)
    pixels = seen.observation.frame.pixels.copy()
    frame = replace(seen.observation.frame, pixels=pixels)
    return replace(seen, observation=replace(seen.observation, frame=frame)), pixels


def paint(pixels, box, colour):
    pixels[box.y : box.bottom, box.x : box.right] = colour


ROOM = Rect(170, 92, 150, 26)


def editing():
    """The steps up to where a cell of the table has been double-clicked, and its row is selected."""
    seen, pixels = cells()
    form = Assign(target("the room of Playtime"), "Cellar", target("Cellar"))
    steps = Steps(seen, form)
    first = steps.step()
    assert (first.intent.count, ROOM.contains(first.intent.at.point)) == (2, True)
    paint(pixels, Rect(20, 92, 300, 26), 90)
    return steps, pixels


def test_nothing_is_typed_into_a_drawn_cell_in_which_no_field_has_come_up():
    steps, _ = editing()
    end = steps.step()
    assert (end.outcome, "Nothing was typed" in end.message) == (Outcome.FAILED, True)


def test_a_text_goes_into_the_field_of_a_drawn_cell_that_is_named_by_row_and_column():
    steps, pixels = editing()
    paint(pixels, ROOM.grown(-1), 250)
    second, third = steps.step(), steps.step()
    assert (second.intent.count, ROOM.contains(second.intent.at.point)) == (3, True)
    assert (third.intent.text, third.wanted, third.element.role) == ("Cellar", "Cellar", "field")
    steps.seen.reader.held = lambda observation, element: "Hall 1 Cellar"
    assert "Enter was not pressed" in steps.step().message


def test_what_is_selected_already_in_such_a_field_is_typed_over():
    steps, pixels = editing()
    paint(pixels, ROOM.grown(-1), 250)
    paint(pixels, Rect(ROOM.x + 6, ROOM.y + 4, 50, 18), 120)
    assert steps.step().intent.text == "Cellar"
    steps.seen.reader.held = lambda observation, element: "Cellar|"  # the text cursor
    assert steps.step().intent.keys == ("enter",)
    assert steps.step().outcome is Outcome.DONE


def test_the_rows_of_a_drawn_table_are_sorted_by_a_head_that_looks_otherwise_under_the_pointer():
    seen, _ = cells()
    steps = Steps(seen, Sort(target("room"), rising=True))
    steps.seen.reader.lines[-1] = replace(steps.seen.reader.lines[-1], name="Bar")
    steps.seen.reader.lines[-3] = replace(steps.seen.reader.lines[-3], name="Hall 2")
    assert steps.step().element.name == "Room"
    lines = steps.seen.reader.lines
    head = next(n for n, e in enumerate(lines) if e.name == "Room")
    lines[head] = replace(lines[head], name="")
    lines[-1], lines[-3] = (replace(lines[a], name=lines[b].name) for a, b in ((-1, -3), (-3, -1)))
    assert steps.step().outcome is Outcome.DONE


@pytest.mark.parametrize("place", ["in front of", "before", "next to"])
def test_a_drawn_box_stands_before_its_own_words(place):
    boxes = [
        ScreenElement(name, "checkbox", Rect(20, y, 120, 20), "ocr",
                      seen_as("enabled", "checkable"), window_id=1)
        for name, y in (("Cushion", 200), ("Hearing loop", 226), ("Booklet", 252))
    ]  # fmt: skip
    words = [line(box.name, Rect(36, box.box.y, 104, 20), window_id=1) for box in boxes]
    assert told(f"tick the box {place} Hearing loop", form(boxes, *words)) == "click Hearing loop"


@pytest.mark.parametrize("said", ["set Street to good", "Street should say good"])
def test_a_drawn_drop_down_is_opened_by_its_arrow_as_its_middle_may_take_text(said):
    box = ScreenElement("", "combo", Rect(120, 80, 200, 20), "ocr", value="fair", window_id=1)
    step = Driver(said, form([box])).step()
    assert step.intent.at.point == ScreenPoint(310, 90)


def press(*more):
    """Return a print shop's window without a tree: fields that hold something, and a drop-down."""
    held = ("Press:", "cold", "field"), ("Signature:", "", "field"), ("Paper:", "A4", "combo")
    lines, fields = [], []
    for i, (name, value, role) in enumerate(held):
        lines.append(line(name, Rect(20, 40 + 40 * i, 80, 18), window_id=1))
        box = Rect(120, 40 + 40 * i, 200, 20)
        fields.append(ScreenElement("", role, box, "ocr", value=value, window_id=1))
    seen = screen([WINDOW], [], [*lines, line("Start", Rect(20, 300, 50, 18), window_id=1), *more])
    return Seen(seen.observation, PictureReader(seen.reader.lines, fields))


@pytest.mark.parametrize(
    "said",
    [
        "the press is warm",
        "the signature is fine",
        "Signature ist in Ordnung",
        "die Signature ist gut",
        "the paper is fine",
        "paper is out",
        "type Ada into Signature, the press is warm",
        "type Ada into Signature. The press is warm.",
        "type Ada into Signature and the press is warm",
    ],
)
def test_what_is_told_of_a_thing_is_no_value_of_it(said):
    assert told(said, press()) == "needs_model"


def test_what_is_told_of_a_thing_that_comes_up_later_is_no_value_of_it():
    driver = Driver(
        "click Start. The press is warm.",
        form(None, line("Start", Rect(20, 300, 50, 18), window_id=1)),
    )
    assert driver.step().intent.at.element.name == "Start"
    driver.show(press())
    driver.reader.fields = press().reader.fields
    end = driver.step()
    assert end.outcome is Outcome.DONE
    assert "Left out: “The press is warm.”" in end.message


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ('the signature is "fine"', "write 'fine' @Signature"),
        ("the signature is Ada", "write 'Ada' @Signature"),
        ("the press is 40", "click3 Press; write '40'"),
    ],
)
def test_a_value_that_is_told_is_one_that_is_written_so(said, meaning):
    assert told(said, press()) == meaning


def dated(label="Due:", value="", *more):
    """Return a window without a tree: a field with its label, and what else is read."""
    lines = [line(label, Rect(20, 40, 9 * len(label), 18), window_id=1), *more]
    seen = screen([WINDOW], [], lines)
    return Seen(seen.observation, PictureReader(seen.reader.lines, [drawn(x=220, value=value)]))


BEHIND, BELOW = (
    line("(mm/dd/yyyy)", Rect(425, 40, 100, 18), window_id=1),
    line("yyyy-mm-dd", Rect(222, 62, 90, 14), window_id=1),
)


@pytest.mark.parametrize(
    ("seen", "said", "typed"),
    [
        (dated("Due (dd.mm.yyyy):"), "24 December 2026", "24.12.2026"),
        (dated("Due (dd.mm.yyyy):"), "2026-12-24", "24.12.2026"),
        (dated("Due (dd.mm.yyyy):"), "3/4/2026", "03.04.2026"),
        (dated("Due (dd.mm.yyyy):"), "24.12.26", "24.12.2026"),
        (dated("Due (dd.mm.yyyy):"), "24 December", None),
        (dated("Due (dd.mm.yyyy):"), "tomorrow", None),
        (dated("Due (TT.MM.JJJJ)"), "24. Dezember 2026", "24.12.2026"),
        (dated("Due (e.g. 31/01/2026)"), "24 December 2026", "24/12/2026"),
        (dated("Due:", "", BEHIND), "24.12.2026", "12/24/2026"),
        (dated("Due:", "", BEHIND), "3/4/2026", "03/04/2026"),
        (dated("Due:", "", BELOW), "24 December 2026", "2026-12-24"),
        (dated("Due (hh:mm)"), "5:45 pm", "17:45"),
        (dated("Due (hh:mm)"), "24 December 2026", None),
        (dated("Due:", "03.02.2026"), "24 December 2026", "24.12.2026"),
        (dated("Due:", "03/22/2026"), "24.12.2026", "12/24/2026"),
        (dated("Due:", "03/02/2026"), "24 December 2026", None),
        (dated("Due:", "03/02/2026"), "12/24/2026", "12/24/2026"),
        (dated(), "3/4/2026", None),
        (dated(), "24 December 2026", "24 December 2026"),
        (dated(), "Ada", "Ada"),
        (dated("Due:", "03.02.2026"), "never", "never"),
    ],
)
@pytest.mark.parametrize("way", ["set Due to {}", "type {} into Due"])
def test_a_date_goes_into_a_field_in_the_form_that_it_shows(seen, said, typed, way):
    meant = told(way.format(said), seen)
    assert meant == "failed" if typed is None else f"write {typed!r}" in meant


def test_a_drawn_field_is_read_for_the_form_of_its_date():
    seen = dated("Due:", None)
    seen.reader.held = lambda observation, element: "03.02.2026"
    assert told("set Due to 24 December 2026", seen) == "click3 Due; write '24.12.2026'"


@pytest.mark.parametrize(
    ("value", "said", "typed"),
    [
        ("2026-02-03", "24 December 2026", "2026-12-24"),
        ("", "24 December 2026", "24 December 2026"),
        ("", "3/4/2026", "3/4/2026"),
    ],
)
def test_a_field_of_text_that_holds_a_date_takes_another_in_that_form(value, said, typed):
    field = element("Due", "field", Rect(120, 40, 200, 20), states=EDITED, value=value, window_id=1)
    assert f"write {typed!r}" in told(f"set Due to {said}", screen([WINDOW], [field]))


@pytest.mark.parametrize("said", ["What for: Taxi", "what for: Taxi."])
def test_a_label_that_asks_is_a_field_where_a_colon_follows(said):
    seen = without_password()
    seen.reader.lines[1] = line("What for", Rect(20, 80, 60, 18), window_id=1)
    proposal = Driver(said, seen).decide()
    assert (proposal.intent.text, proposal.element.box) == ("Taxi", Rect(120, 80, 200, 20))
