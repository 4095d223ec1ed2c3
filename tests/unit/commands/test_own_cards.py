"""A thing is that of its own card, row or group; what takes it is pressed as well, and nothing is done twice."""

import pytest

from automation.commands.read.values import as_the_field_has_it
from automation.core.geometry import Rect
from automation.core.observation import NumberRange
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win


@pytest.fixture(scope="module")
def alike():
    return TextEncoder(folder_of()).alike


HELD = {"field": ("editable",), "spinner": ("editable",), "checkbox": ("checkable",), "toggle": ("checkable",)}  # fmt: skip


def page(*things, options=None):
    seen = screen([win(1, "Works", "works", is_active=True)], things)
    seen.reader.options = lambda combo: (options or {}).get(combo.name, ())
    return seen


def thing(name, role, x, y, w=100, h=24, **more):
    marks = states(*HELD.get(role, ()), *more.pop("on", ()))
    return element(name, role, Rect(x, y, w, h), **{"states": marks, "window_id": 1, **more})


def said(seen, alike, words):
    came = [short(step) for step in Driver(words, seen, alike).all()]
    return "; ".join(step.partition("[")[0] for step in came).removesuffix("; done")


def algae():
    """Cards beside each other: the label of the next one stands nearer to a switch than its own."""
    parts = []
    for n, name in enumerate(("Spirulina", "Chlorella", "Nori")):
        x = 40 + 388 * n
        parts += [
            thing(name, "group", x, 60, 372, 191), thing(name, "heading", x + 17, 75, 338, parent_name=name),
            thing("Mixer", "text", x + 17, 110, 72, parent_name=name),
            thing(f"Mixer {name}", "toggle", x + 313, 108, 42, parent_name=name, on=("checked",)),
            thing("Temperature °C", "text", x + 17, 160, 109, parent_name=name),
            thing(f"Temperature {name}", "field", x + 268, 153, 52, value="24", parent_name=name),
        ]  # fmt: skip
    return page(*parts)


@pytest.mark.parametrize(("words", "done"), [
    ("turn off the mixer by Nori", "click Mixer Nori"), ("den Mixer bei Nori ausschalten", "click Mixer Nori"),
    ("turn off the mixer by Spirulina", "click Mixer Spirulina"),
    ("Chlorella Temperature auf 27 Grad", "write '27' @Temperature Chlorella"),
    ("set the temperature of Nori to 27 °C", "write '27' @Temperature Nori"),
    ("raise the temperature of Nori by two", "write '26' @Temperature Nori"),
    ("Bei Nori die Temperature um zwei erhöhen", "write '26' @Temperature Nori"),
])  # fmt: skip
def test_a_thing_is_that_of_its_card(alike, words, done):
    assert said(algae(), alike, words) == done


def card():
    """A form whose slider stands in a group that is called as it is."""
    seen = page(
        thing("Shape", "combo", 40, 60, value="Square"),
        thing("Length:", "group", 40, 100, 300), thing("Length", "slider", 40, 100, 255, parent_name="Length:"),
        thing("8 mm", "label", 300, 100, 35, parent_name="Length:"),
        thing("Remark", "field", 40, 140, 300, value=""), thing("Hold (minutes)", "spinner", 40, 180, value="15"),
        thing("Save card", "button", 40, 220), options={"Shape": ("Almond", "Square")},
    )  # fmt: skip
    slider = seen.element("Length")
    seen.reader.numbers[slider.handle] = NumberRange(8, 4, 30, 1)
    return seen


@pytest.mark.parametrize("words", ["length 12 mm", "set the length to 12", "Length 12"])
def test_a_slider_in_a_group_of_its_name_is_no_list(alike, words):
    assert said(card(), alike, words).startswith("click Length")


@pytest.mark.parametrize(("words", "done"), [
    ("Remark Battery weak", "write 'Battery weak' @Remark"), ("hold 25 minutes", "write '25' @Hold (minutes) over"),
])  # fmt: skip
def test_the_name_of_a_field_is_no_part_of_its_value(alike, words, done):
    assert said(card(), alike, words).startswith(done)


@pytest.mark.parametrize("words", [
    "Shape Almond, length 12 mm, and save the card please", "Shape Square, weight 12 kg, and save the card please",
])  # fmt: skip
def test_what_is_read_as_one_is_not_read_again_from_its_middle(alike, words):
    assert said(card(), alike, words).count("Save card") <= 1


def clues():
    """A crossword: the places of its words end with a word that means a direction elsewhere."""
    rows = (("7 Across", "PLATEAU"), ("9 Down", "SPOUT"), ("12 Down", "ORBIT"))
    cells = (
        thing(text, "cell", 40 + 120 * at, 100 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate(rows)
        for at, text in enumerate(row)
    )
    buttons = (thing(name, "button", 40 + 110 * n, 300) for n, name in enumerate(("Approve", "Query", "Delete")))  # fmt: skip
    return page(*cells, *buttons, thing("Wording", "field", 40, 340, 300, value=""))


@pytest.mark.parametrize(("words", "done"), [
    ("query 12 Down", "click 12 Down; click Query"), ("delete 9 Down", "click 9 Down; click Delete"),
    ("Approve 7 Across and query 12 Down.", "click 7 Across; click Approve; click 12 Down; click Query"),
])  # fmt: skip
def test_down_may_be_a_part_of_a_name(alike, words, done):
    assert said(clues(), alike, words) == done


@pytest.mark.parametrize("words", ["query SPOUT", "Query ORBIT", "delete SPOUT"])
def test_what_a_row_shows_is_not_written(alike, words):
    assert "write" not in said(clues(), alike, words)


def orders():
    """A list of orders; a toolbar over it opens the form of a new one, and a button below sets the stage."""
    cells = (
        thing(text, "cell", 40 + 120 * at, 100 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate((("S-101", "Bridle"), ("S-102", "Girth")))
        for at, text in enumerate(row)
    )
    return page(
        thing("New order", "button", 40, 20, parent_name="Main"), thing("Search", "field", 300, 60, parent_name="Works"),
        *cells, thing("Stage", "combo", 40, 300, value="Cutting"), thing("Set stage", "button", 160, 300),
        thing("Count", "spinner", 280, 300, value="4"), thing("Set count", "button", 400, 300),
        options={"Stage": ("Cutting", "Stitching")},
    )  # fmt: skip


@pytest.mark.parametrize("words", [
    "add a new order: customer Dr Amis, item Girth, deposit 40", "New order for Asha Patel at 15:15, item Girth",
])  # fmt: skip
def test_the_form_of_a_new_one_is_opened_first(alike, words):
    assert said(orders(), alike, words).startswith("click New order")


@pytest.mark.parametrize("words", ["set the count to 12", "set the count to 12 and click Set count"])  # fmt: skip
def test_the_button_that_sets_a_value_is_pressed_once(alike, words):
    first = Driver(words, orders(), alike).step()
    assert short(first).startswith("write '12' @Count")
    assert first.upcoming[-1:] == ("Click “Set count”",)
    assert len([line for line in first.upcoming if "Set count" in line]) == 1


def spices():
    """A table whose rows are chosen by a box at their front."""
    return page(*(
        part
        for n, name in enumerate(("Zimt", "Muskat"))
        for part in (
            thing(f"{name} auswählen", "checkbox", 40, 105 + 90 * n, 13, 14, parent_name=name),
            thing(name, "cell", 80, 100 + 90 * n, parent_name=name),
        )
    ), thing("Ausgewählte bestellen", "button", 40, 300))  # fmt: skip


def test_a_row_is_chosen_by_its_box(alike):
    done = "click Zimt auswählen; click Muskat auswählen; click Ausgewählte bestellen"
    words = "Wähle Zimt und Muskat aus und klick dann auf Ausgewählte bestellen"
    assert said(spices(), alike, words) == done


def speech():
    """Exercises with a button that adds one, a number that is left, and a box whose name begins as the field does."""
    seen = page(
        thing("Restliche Einheiten", "spinner", 40, 60, value="6"), thing("Druck", "slider", 40, 100),
        thing("Neue Übung", "field", 40, 140, 300, value=""), thing("Hinzufügen", "button", 360, 140),
        thing("Neue Verordnung angefordert", "checkbox", 40, 180),
    )  # fmt: skip
    seen.reader.numbers[seen.element("Druck").handle] = NumberRange(2.3, 0, 9, 0.1)
    return seen


@pytest.mark.parametrize(("words", "done"), [
    ("Neue Übung Lippenflattern hinzufügen", "write 'Lippenflattern' @Neue Übung over; click Hinzufügen"),
    ("zehn Einheiten eintragen", "write '10' @Restliche Einheiten over"),
])  # fmt: skip
def test_what_is_to_be_done_is_no_part_of_a_value(alike, words, done):
    assert said(speech(), alike, words).startswith(done)


@pytest.mark.parametrize("words", ["hake die Stunde von Lina ab", "Stunde von Lina abhaken"])
def test_a_name_of_an_entry_is_not_left_out(alike, words):
    names = ("Emil Bauer", "Lina Yilmaz")
    pupils = (thing(name, "toggle", 40, 60 + 30 * n) for n, name in enumerate(names))
    seen = page(*pupils, thing("Stunde abhaken", "button", 40, 200), thing("Pausieren", "button", 200, 200))  # fmt: skip
    assert "Stunde abhaken" not in said(seen, alike, words)


def test_a_denied_box_is_no_text(alike):
    assert "write" not in said(speech(), alike, "Neue Verordnung angefordert nicht anhaken")


@pytest.mark.parametrize("words", ["Druck up by 0.2", "raise the Druck by 0.2", "put the Druck down by 0,2"])  # fmt: skip
def test_a_number_goes_up_or_down_by_less_than_one(alike, words):
    assert said(speech(), alike, words).startswith("click Druck")


def test_a_button_that_says_where_to_opens_nothing(alike):
    seen = page(thing("Quantity", "field", 40, 300, value="1"), thing("Add to order", "button", 40, 240))  # fmt: skip
    assert said(seen, alike, "add it to the order") == "click Add to order"
    assert "click" not in said(seen, alike, "add 20 pieces to order")


def harbour():
    """A list whose entries share words with what is typed, a field beside it, and boxes of the entries."""
    rows = ("Blue Heron", "Moon Gull")
    entries = (thing(n, "list_item", 40, 60 + 30 * i, parent_name="Boats") for i, n in enumerate(rows))  # fmt: skip
    return page(
        *entries, thing("Boat name", "field", 300, 60, value=""), thing("Remark", "field", 300, 100, value=""),
        thing("Address", "field", 300, 140, value="Elm Street 5"), thing("Phone", "field", 300, 180, value="0123"),
        thing("Price", "field", 300, 220, value="12,50 €"), thing("Weight", "field", 300, 260, value="5 kg"),
    )  # fmt: skip


@pytest.mark.parametrize(("words", "done"), [
    ("boat name Moon Sky", "write 'Moon Sky' @Boat name over"), ("remark Remark on brakes", "write 'Remark on brakes' @Remark over"),
    ("price up by 2", "write '14,50 €' @Price over"), ("weight down by 1", "write '4 kg' @Weight over"),
])  # fmt: skip
def test_a_text_stays_whole_and_a_number_keeps_its_unit(alike, words, done):
    assert said(harbour(), alike, words) == done


@pytest.mark.parametrize("words", ["address up by 1", "raise the phone by 1", "weight down by 10"])
def test_what_is_no_plain_number_is_not_raised(alike, words):
    assert "write" not in said(harbour(), alike, words)


def lifts():
    """Rows with a list and a box that means something else than what is said."""
    parts = []
    for n, name in enumerate(("Gondel", "Sessel")):
        parts += [
            thing(name, "group", 40 + 260 * n, 60, 240, 120), thing(name, "text", 48 + 260 * n, 64, parent_name=name),
            thing("Betrieb", "combo", 48 + 260 * n, 90, value="Offen", parent_name=name),
            thing("Licht", "toggle", 48 + 260 * n, 130, parent_name=name),
        ]  # fmt: skip
    return page(*parts, options={"Betrieb": ("Offen", "Zu")})


def test_a_box_is_ticked_only_where_it_is_said(alike):
    first = Driver("setz Gondel auf Zu und hak sie ab", lifts(), alike).step()
    assert "Licht" not in " ".join(getattr(first, "upcoming", ()))


def test_a_button_that_asks_for_more_takes_no_value(alike):
    seen = page(
        thing("Title", "field", 40, 60, value="A"), thing("Change title…", "button", 200, 60)
    )
    assert said(seen, alike, "change the title to B") == "write 'B' @Title over"


def test_a_button_that_creates_what_is_in_its_field_opens_nothing(alike):
    seen = page(thing("Group", "field", 40, 60, value=""), thing("Create group", "button", 160, 60))
    came = said(seen, alike, "add a group Dock")
    assert not came.startswith("click Create group")


@pytest.mark.parametrize("words", [
    "set the count to 12 but don't press set count", "don't press set count, set the count to 12",
])  # fmt: skip
def test_a_setting_button_that_is_denied_is_not_pressed(alike, words):
    came = said(orders(), alike, words)
    assert "click Set count" not in came
    first = Driver(words, orders(), alike).step()
    assert "Set count" not in " ".join(getattr(first, "upcoming", ()))


def test_no_form_is_sent_for_a_row_that_it_is_not_about(alike):
    cells = (
        thing(text, "cell", 40 + 160 * at, 60, parent_name="08:30, Hartley Weir, Postpone")
        for at, text in enumerate(("08:30", "Hartley Weir"))
    )
    postpone = thing("Postpone", "button", 400, 60, parent_name="08:30, Hartley Weir, Postpone")
    seen = page(*cells, postpone, thing("Customer", "field", 40, 200, value="", parent_name="Works"), thing("Book visit", "button", 40, 260, parent_name="Works"))  # fmt: skip
    assert "click Book visit" not in said(seen, alike, "book a visit for Weir")


def setters():
    """A table whose names are in capital letters, and below it a list, a number and buttons that take them."""
    rows = (("1 Across", "TAR", "Draft", "3"), ("12 Down", "ORBIT", "Query", "5"))
    cells = (
        thing(text, "cell", 40 + 120 * k, 60 + 30 * n, parent_name=", ".join(row))
        for n, row in enumerate(rows) for k, text in enumerate(row)
    )  # fmt: skip
    return page(
        *cells,
        thing("Wording", "field", 40, 160, value=""), thing("Delete", "button", 300, 160),
        thing("Setter", "combo", 40, 200, value="Ann"), thing("Change setter", "button", 170, 200),
        thing("Fee", "spinner", 40, 240, value="50"), thing("Set fee", "button", 170, 240),
        thing("Approve", "button", 300, 240), options={"Setter": ("Ann", "Nettle")},
    )  # fmt: skip


@pytest.mark.parametrize(("words", "done"), [
    ("Approve TAR and ORBIT.", "click TAR; click Approve; click ORBIT; click Approve"),
    ("delete the clue for ORBIT", "click ORBIT; click Delete"),
    ("Change the setter of TAR to Nettle", "click TAR; click Setter"),
    ("set the fee for ORBIT to eighty", "click ORBIT; write '80' @Fee over"),
])  # fmt: skip
def test_what_is_told_beside_its_button_is_given_to_the_row(alike, words, done):
    assert said(setters(), alike, words).startswith(done)


def stock():
    """A tree with columns: what stands in a row is indented."""
    rows = (
        ("Oxygen",),
        ("Large", "18"),
        ("Small", "9"),
        ("Argon",),
        ("Large", "14"),
        ("Small", "6"),
    )
    cells = []
    for n, row in enumerate(rows):
        name = ", ".join(row)
        x = 40 if len(row) == 1 else 60
        cells += [thing(text, "cell", x + 200 * k, 60 + 30 * n, parent_name=name) for k, text in enumerate(row)]  # fmt: skip
    return page(
        *cells, thing("Count", "spinner", 40, 300, value="0"), thing("Set count", "button", 170, 300)
    )  # fmt: skip


def test_a_row_of_a_tree_is_called_by_what_it_stands_in_too(alike):
    steps = Driver("set the count for small argon to twelve", stock(), alike).all()
    assert "; ".join(map(short, steps)).startswith("click Small[Small, 6]; write '12' @Count over")


def bridge():
    """Rows of a table, each with a list and a button, under heads."""
    parts = [
        thing(head, "column_header", 40 + 140 * n, 60) for n, head in enumerate(("Lane", "Barrier"))
    ]
    for n, (name, held) in enumerate((("North 3", "down"), ("South 1", "up"))):
        row = f"{name}, {held}"
        parts += [
            thing(name, "cell", 40, 100 + 40 * n, parent_name=row), thing(held, "cell", 180, 100 + 40 * n, parent_name=row),
            thing(f"{name} takes", "combo", 320, 100 + 40 * n, value="Tag", parent_name=row),
            thing("Raise" if held == "down" else "Lower", "button", 460, 100 + 40 * n, parent_name=row),
        ]  # fmt: skip
    offered = ("Tag", "Cash only", "Closed")
    return page(*parts, options={"North 3 takes": offered, "South 1 takes": offered})


@pytest.mark.parametrize(("words", "button"), [
    ("North 3 takes cash only now, and raise its barrier", "Raise"),
    ("North 3 should take cash only, raise its barrier", "Raise"),
])  # fmt: skip
def test_what_is_done_with_its_part_is_a_button_of_the_row(alike, words, button):
    first = Driver(words, bridge(), alike).step()
    assert "Barrier" not in " ".join(first.upcoming)
    assert button in " ".join(first.upcoming)


def test_no_text_is_typed_into_a_button(alike):
    came = said(bridge(), alike, "Lower South 1 and set it to Closed")
    assert came.startswith("click Lower; click South 1 takes")
    assert "write" not in came


def look():
    return page(
        thing("Top", "radio", 40, 60, parent_name="Place"), thing("Bottom", "radio", 160, 60, parent_name="Place"),
        thing("Italic", "checkbox", 40, 100), thing("Text", "field", 40, 140, value=""),
        thing("Cold room shut", "checkbox", 40, 180), thing("Dryer in °C", "spinner", 40, 220, value="160"),
        thing("Angle in degrees", "spinner", 40, 260, value="45"), thing("Freezer", "spinner", 40, 300, value="-18"),
        thing("Clues", "tab", 300, 20), thing("Engraver", "field", 40, 340, value=""), thing("Put in queue", "button", 40, 380),
    )  # fmt: skip


@pytest.mark.parametrize(("words", "done"), [
    ("make it italic", "click Italic"),
    ("cold room shut: tick it", "click Cold room shut"),
    ("dryer to 150 degrees", "write '150' @Dryer in °C over"), ("freezer to minus 20", "write '-20' @Freezer over"),
    ("Write P. Lachance as engraver then put it in the queue", "write 'P. Lachance' @Engraver; click Put in queue"),
])  # fmt: skip
def test_what_stands_there_is_meant_before_anything_else(alike, words, done):
    assert said(look(), alike, words).startswith(done)


def test_what_is_put_somewhere_is_no_text(alike):
    assert "write" not in said(look(), alike, "put the subtitles at the top")


def test_a_day_that_is_one_whichever_comes_first_is_written():
    assert (
        as_the_field_has_it("7 July 2025", (), lambda: "06/06/2025", is_sure=True) == "07/07/2025"
    )
    assert as_the_field_has_it("8 July 2025", (), lambda: "06/06/2025", is_sure=True) is None


def shelves():
    return page(
        *(thing(text, "cell", 40 + 120 * k, 60, parent_name="Toad, in store") for k, text in enumerate(("Toad", "in store"))),
        thing("Shelf", "spinner", 40, 200, value="1"), thing("Move to shelf", "button", 170, 200),
    )  # fmt: skip


def test_a_number_that_something_is_told_of_is_no_value(alike):
    came = said(shelves(), alike, "The toad should move to shelf 3, shelf 4 is full")
    assert came.startswith("click Toad; write '3' @Shelf over")
    assert "'4'" not in came
