"""What only tells why is left out, whatever it names; a value is what was said, and goes to whom it was said of."""

import pytest

from automation.commands.read.values import as_the_field_has_it, day_and_time, moment, typed_date
from automation.commands.words import in_digits, ordinal
from automation.core.geometry import Rect
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win


@pytest.fixture(scope="module")
def alike():
    return TextEncoder(folder_of()).alike


def page(*things, options=None):
    seen = screen([win(1, "Works", "works", is_active=True)], things)
    if options:
        seen.reader.options = lambda combo: options.get(combo.name, ())
    return seen


def thing(name, role, y, x=40, w=120, **more):
    held = {"field": ("editable",), "spinner": ("editable",), "checkbox": ("checkable",)}
    marks = states(*held.get(role, ()), *more.pop("on", ()))
    return element(name, role, Rect(x, y, w, 24), **{"states": marks, "window_id": 1, **more})


def said(seen, alike, words):
    came = [short(step) for step in Driver(words, seen, alike).all()]
    return "; ".join(step.partition("[")[0] for step in came).removesuffix("; done")


def form():
    """A new run of records: two texts, a number, a box and two buttons."""
    return page(
        thing("Title", "field", 60, value=""), thing("Band", "field", 100, value=""),
        thing("Copies", "spinner", 140, value="300"), thing("Rush job", "checkbox", 180),
        thing("Queue run", "button", 220), thing("Cancel", "button", 220, x=200),
    )  # fmt: skip


def lots():
    """A list of lots, and beside it what is known of the one that is chosen."""
    rows = ("Lot 12 - Cowhide", "Lot 13 - Goatskin", "Lot 15 - Sheepskin")
    entries = (
        thing(name, "list_item", 60 + 30 * n, parent_name="Lots", on=("selected",) * (n == 0))
        for n, name in enumerate(rows)
    )
    return page(
        *entries, thing("Quantity", "spinner", 60, x=400, value="24"),
        thing("Note", "field", 100, x=400, value=""), thing("Done", "checkbox", 140, x=400),
    )  # fmt: skip


def looms():
    """A table of looms whose button stands below it."""
    rows = (("Loom 1", "fine"), ("Loom 5", "needs oil"))
    cells = (
        thing(text, "cell", 100 + 30 * n, x=40 + 160 * at, parent_name=", ".join(row))
        for n, row in enumerate(rows)
        for at, text in enumerate(row)
    )
    buttons = (
        thing(name, "button", 300, x=40 + 160 * n)
        for n, name in enumerate(("Call mechanic", "Assign to loom", "New"))
    )
    return page(*cells, *buttons)


@pytest.mark.parametrize(("words", "done"), [
    ("Press Cancel, the band changed its mind.", "click Cancel"),
    ("press Cancel, this title is long enough", "click Cancel"),
    ("set Copies to 500, it gets busy", "write '500' @Copies over"),
])  # fmt: skip
def test_a_reason_is_left_out_though_it_names_a_field(alike, words, done):
    assert said(form(), alike, words).startswith(done)
    assert "Band" not in said(form(), alike, words)


@pytest.mark.parametrize(("words", "done"), [
    ("Please call the mechanic for Loom 5, it needs oil", "click Loom 5; click Call mechanic"),
    ("call the mechanic for Loom 5, it is already late", "click Loom 5; click Call mechanic"),
    ("assign him to Loom 5", "click Loom 5; click Assign to loom"),
    ("Loom 1 and Loom 5 should both be assigned to a loom", "click Loom 1; click Assign to loom; click Loom 5; click Assign to loom"),
])  # fmt: skip
def test_what_is_done_with_a_row_is_done_with_that_row(alike, words, done):
    assert said(looms(), alike, words) == done


def test_what_is_told_in_a_form_is_no_reason(alike):
    came = said(form(), alike, "the title is Night Bus, it is a rush job")
    assert "write 'Night Bus' @Title" in came
    assert "set Rush job on" in came or "click Rush job" in came


@pytest.mark.parametrize("words", ["nothing new", "the loom is new", "one or new"])
def test_what_orders_nothing_presses_nothing(alike, words):
    assert "click" not in said(looms(), alike, words)


@pytest.mark.parametrize(("words", "done"), [
    ("for lot 15 set the quantity to 12", "click Lot 15 - Sheepskin; write '12' @Quantity over"),
    ("bei Lot 15 die Quantity auf 12", "click Lot 15 - Sheepskin; write '12' @Quantity over"),
    ("bei Sheepskin die Quantity auf 12", "click Lot 15 - Sheepskin; write '12' @Quantity over"),
    ("Note: will be fetched on Thursday", "write 'will be fetched on Thursday' @Note"),
    ("Note: wird Donnerstag abgeholt", "write 'wird Donnerstag abgeholt' @Note"),
])  # fmt: skip
def test_a_value_goes_to_the_entry_that_it_is_said_of(alike, words, done):
    assert said(lots(), alike, words).startswith(done)


@pytest.mark.parametrize(("words", "text"), [
    ("Title Night Bus, band The Lanterns", "The Lanterns"), ("band The Who", "The Who"),
    ("Band soll K. Petersen sein", "K. Petersen"), ("Title Rain, Band Nr. 6", "Nr. 6"), ("in Band Strohhalm schreiben", "Strohhalm"),
])  # fmt: skip
def test_a_text_keeps_its_article_and_loses_the_verb(alike, words, text):
    assert f"write '{text}' @Band" in said(form(), alike, words)


@pytest.mark.parametrize(("words", "place"), [
    ("twelfth", 12), ("thirtieth", 30), ("twenty-first", 21), ("zwölften", 12), ("einundzwanzigster", 21),
    ("zwanzigsten", 20), ("month", None), ("Leiste", None), ("beste", None),
])  # fmt: skip
def test_places_are_counted_in_words(words, place):
    assert ordinal(words) == place


@pytest.mark.parametrize(("words", "told"), [
    ("the 30th of April 2031", {"year": 2031, "month": 4, "day": 30}),
    ("the twelfth of July 2031", {"year": 2031, "month": 7, "day": 12}),
    ("ten past nine", {"hour": 9, "minute": 10}), ("fünf vor halb acht", {"hour": 7, "minute": 25}),
    ("December the fifth", {"month": 12, "day": 5}), ("december twentieth", {"month": 12, "day": 20}),
    ("den zwölften Juli 2031", {"year": 2031, "month": 7, "day": 12}),
    ("twenty-first of May", {"month": 5, "day": 21}), ("nine fifteen", None),
])  # fmt: skip
def test_days_and_times_are_told_in_words(words, told):
    assert moment(words) == told


def test_decimals_are_told_in_words():
    assert in_digits("zwei komma vier").strip() == "2.4"
    assert in_digits("two point five").strip() == "2.5"


def mixer():
    """Sliders with their numbers, a tempo that is a text with a number, and a search field."""
    return page(
        thing("Vocals", "spinner", 60, value="70"), thing("Tempo", "field", 100, value="120"),
        thing("Tempo (BPM)", "label", 100, x=300), thing("Kunde suchen", "field", 140, value=""),
        thing("Muted", "checkbox", 180, on=("checked",)),
    )  # fmt: skip


@pytest.mark.parametrize(("words", "done"), [
    ("tempo 96 BPM", "write '96' @Tempo"), ("Tempo auf hundertvierzig", "write '140' @Tempo"),
    ("can we set the tempo to 90?", "write '90' @Tempo"), ("Gib Novak in die Suche ein", "write 'Novak' @Kunde suchen"),
    ("muted should be unticked", "click Muted"),
])  # fmt: skip
def test_numbers_lose_their_unit_and_wishes_their_question(alike, words, done):
    assert done in said(mixer(), alike, words)


def test_louder_by_a_number_is_no_number_to_be_set(alike):
    assert "'5'" not in said(mixer(), alike, "vocals 5 louder")


def loans():
    """A table of loans with boxes in a column, buttons below it and a page beside it."""
    rows = (("Mill School", "Jester cap", "Out"), ("Riverside", "Trench coat", "Overdue"))
    cells = (
        thing(text, "cell", 100 + 30 * n, x=40 + 160 * at, parent_name=", ".join(row))
        for n, row in enumerate(rows)
        for at, text in enumerate(row)
    )
    boxes = (
        thing(f"Rush for {row[0]}", "checkbox", 100 + 30 * n, x=540, parent_name=", ".join(row))
        for n, row in enumerate(rows)
    )
    buttons = (
        thing(name, "button", 300, x=40 + 160 * n) for n, name in enumerate(("Check in", "Lost"))
    )
    return page(*cells, *boxes, *buttons, thing("Coats", "tab", 20))


@pytest.mark.parametrize("words", [
    "Mill School and Riverside both brought their coats back, check them in",
    "Mill School and Riverside are back, please check them both in",
])  # fmt: skip
def test_the_order_for_all_of_them_is_done_with_each(alike, words):
    each = "click Mill School; click Check in; click Riverside; click Check in"
    assert said(loans(), alike, words) == each


def test_a_button_is_pressed_once_for_what_is_told_and_ordered(alike):
    came = said(loans(), alike, "the Jester cap is lost, please mark it as Lost")
    assert came.count("click Lost") == 1
    assert "Riverside" not in came


@pytest.mark.parametrize(("words", "done"), [
    ("tick Rush for Mill School and untick it for Riverside", "click Rush for Mill School"),
    ("Rush for Mill School, we want a new coat", ""),
])  # fmt: skip
def test_a_tick_is_of_its_row_and_a_wish_is_no_reason(alike, words, done):
    came = said(loans(), alike, words)
    assert came.startswith(done) or (not done and "done" not in came)


def test_a_list_is_called_by_its_name_and_nothing_else_is_pressed(alike):
    entries = (
        thing(name, "list_item", 60 + 30 * n, parent_name="Carpet")
        for n, name in enumerate(("Grey", "Royal blue"))
    )
    seen = page(thing("Carpet", "list", 60, w=300), *entries, thing("Furniture", "button", 200))
    assert said(seen, alike, "The carpet should be royal blue") == "click Royal blue"


def shop():
    """Texts, numbers, a list and boxes, with buttons that are verbs."""
    return page(
        thing("Driver", "field", 60, value=""), thing("House number", "field", 100, value="4"),
        thing("Room", "field", 140, value="7"), thing("Price", "spinner", 180, value="5"),
        thing("Minutes", "spinner", 220, value="30"), thing("Light", "checkbox", 260, on=("checked",)),
        thing("Urgent", "checkbox", 300), thing("Colour", "combo", 340, value="Blue"),
        thing("Ship", "button", 380), thing("Save", "button", 380, x=200),
        options={"Colour": ("Blue", "Red", "Teal")},
    )  # fmt: skip


@pytest.mark.parametrize(("words", "done"), [
    ("set the driver to Ann, the boss called and ship it", "click Ship"),
    ("set the driver to Ann, the house number changed to 12", "write '12' @House number"),
    ("tick urgent, it lasts 40 minutes", "write '40' @Minutes"),
    ("tick urgent, the light goes off too", "click Light"),
    ("save, this one is urgent", "click Urgent"),
    ('tick urgent, the driver goes "Ann"', "write 'Ann' @Driver"),
])  # fmt: skip
def test_an_order_is_never_left_out_as_a_reason(alike, words, done):
    came = said(shop(), alike, words)
    assert done in came


@pytest.mark.parametrize(("words", "wrong"), [
    ("click Save, the price is too high", "too high"), ("house number twelve b", "'12' "),
    ("room 3 kg", "'3' "), ("light was unticked by mistake, tick it again", "click Light"),
    ("note Fourth of July sale", "click"), ("price is twelve fifty", "twelve fifty"),
])  # fmt: skip
def test_what_nobody_said_is_not_written(alike, words, wrong):
    assert wrong not in said(shop(), alike, words)


def test_who_a_reason_names_is_who_is_spoken_of_next(alike):
    rows = (("Captain", "Home"), ("Duchess", "Away"))
    cells = (
        thing(text, "cell", 100 + 30 * n, x=40 + 160 * at, parent_name=", ".join(row))
        for n, row in enumerate(rows)
        for at, text in enumerate(row)
    )
    buttons = (
        thing(name, "button", 300, x=40 + 160 * n) for n, name in enumerate(("Rest", "Report Lost"))
    )
    came = said(page(*cells, *buttons), alike, "rest Captain, Duchess flew away, report her lost")
    assert came == "click Captain; click Rest; click Duchess; click Report Lost"


def ward():
    """Beds, and beside them what is known of who lies in the one that is chosen."""
    entries = (
        thing(name, "list_item", 60 + 30 * n, parent_name="Beds", on=("selected",) * (n == 0))
        for n, name in enumerate(("Bed 1 \u00b7 Mrs Okafor", "Bed 3 \u00b7 Mr Patel"))
    )
    return page(
        *entries, thing("Named nurse", "field", 60, x=400, value="Beth"),
        thing("Age in days", "spinner", 100, x=400, value="12"),
        thing("Risk of falling", "checkbox", 140, x=400), thing("Discharge", "button", 180, x=400),
    )  # fmt: skip


@pytest.mark.parametrize(("words", "wrong"), [
    ("set the named nurse of Mrs Okafor to Owen", "Okafor to Owen"),
    ("I found one more tray, and there is a risk of falling", "Left out"),
])  # fmt: skip
def test_words_that_are_not_understood_are_neither_written_nor_left_out(alike, words, wrong):
    seen = ward()
    assert wrong not in said(seen, alike, words)
    assert wrong not in " ".join(str(step) for step in Driver(words, ward(), alike).all())


def test_a_bed_is_named_by_the_first_part_of_its_name(alike):
    came = said(ward(), alike, "Bed 3: tick Risk of falling")
    assert came.startswith("click Bed 3")
    assert came.endswith("click Risk of falling")


def test_a_verb_that_the_screen_shows_is_its_name(alike):
    seen = page(thing("läuft", "checkbox", 60, on=("checked",)), thing("Licht", "checkbox", 100))
    assert said(seen, alike, "bei läuft den Haken rausnehmen") == "click läuft"


def test_a_verb_that_is_a_button_of_the_named_row_presses_it(alike):
    rows = (("North 1", "down"), ("North 2", "down"))
    cells = (
        thing(text, "cell", 100 + 30 * n, x=40 + 160 * at, parent_name=", ".join(row))
        for n, row in enumerate(rows)
        for at, text in enumerate(row)
    )
    buttons = (
        thing("Raise", "button", 100 + 30 * n, x=400, parent_name=", ".join(row))
        for n, row in enumerate(rows)
    )
    heads = (
        thing(h, "column_header", 60, x=40 + 160 * n) for n, h in enumerate(("Lane", "Barrier"))
    )
    seen = page(*heads, *cells, *buttons)
    assert said(seen, alike, "raise the barrier on North 2") == "click Raise"


def test_a_line_of_a_table_of_lines_is_its_row(alike):
    rows = (("1", "The road was white"), ("2", "Did you hear that?"))
    cells = (
        thing(text, "cell", 100 + 30 * n, x=40 + 160 * at, parent_name=", ".join(row))
        for n, row in enumerate(rows)
        for at, text in enumerate(row)
    )
    heads = (thing(h, "column_header", 60, x=40 + 160 * n) for n, h in enumerate(("No.", "Line")))
    assert said(page(*heads, *cells), alike, "select line 2") == "click 2"


@pytest.mark.parametrize(("words", "held", "typed"), [
    ("twenty to three", "10:00", "14:40"), ("half past one", "13:00", "13:30"), ("half past one", "02:00", "01:30"),
    ("half past one at night", "13:00", "half past one at night"), ("quarter past seven pm", "08:00", "19:15"),
    ("the 26th", "2026-06-12", "2026-06-26"), ("der 26.", "12.06.2026", "26.06.2026"), ("the first", "Second", "the first"),
])  # fmt: skip
def test_what_a_day_or_a_time_leaves_out_is_as_the_field_has_it(words, held, typed):
    assert as_the_field_has_it(words, (), lambda: held, is_sure=True) == typed


@pytest.mark.parametrize(("words", "held", "typed"), [
    ("the 14th", "12 June 2026", ("14June2026", "14 June 2026")), ("5 july", "Jun 12, 2026", ("Jul052026", "Jul 5, 2026")),
    ("zwanzigsten Dezember", "12. Juni 2026", ("20Dezember2026", "20. Dezember 2026")),
    ("24 Dec 2026", "2026-11-12", ("20261224", "2026-12-24")), ("half past one", "13:00", ("1330", "13:30")),
    ("soon", "12 June 2026", None), ("14 july", "12 Foo 2026", None),
])  # fmt: skip
def test_a_date_is_typed_as_the_field_shows_one(words, held, typed):
    assert typed_date(words, held) == typed


@pytest.mark.parametrize(("words", "parts"), [
    ("twenty to three on the 14th of june", ("14 june", "twenty to three")), ("14:40", ("", "14:40")),
    ("5 June 2027 at 9 am", ("5 june 2027", "9:00")), ("the otter", ("", "")),
])  # fmt: skip
def test_a_day_with_a_time_is_two_values(words, parts):
    assert day_and_time(words) == parts
