"""What is denied is not done, and days, times and numbers of an order go into the fields that ask for them."""

import pytest

from automation.commands.read.denials import denies_several, goes_against
from automation.commands.targets import form_of, literal
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


def closure():
    """A form of days, times, a number and a text."""
    names = ("Customer", "Weave", "Due day", "From", "Until")
    return page(
        *(thing(name, "field", 60 + 40 * n, value="") for n, name in enumerate(names)),
        thing("Shoppers", "spinner", 260, value="1"), thing("Urgent", "checkbox", 300),
        thing("Paid", "checkbox", 330), thing("Add order", "button", 360),
    )  # fmt: skip


def crew():
    """Cards of people, each with a text, a list and a box."""
    parts = []
    for n, name in enumerate(("Kwame", "Mrs Zielinska", "Mr Doyle")):
        x = 40 + 260 * n
        parts += [
            thing(name, "group", 60, x=x, w=240) , thing(name, "text", 64, x=x + 8, parent_name=name),
            thing("Nurse", "field", 100, x=x + 8, value="", parent_name=name),
            thing("Weapon", "combo", 130, x=x + 8, value="Sabre", parent_name=name),
            thing("Here", "checkbox", 160, x=x + 8, parent_name=name),
        ]  # fmt: skip
    return page(*parts, options={"Weapon": ("Sabre", "Foil", "Epee")})


@pytest.mark.parametrize("words", [
    "do not tick Urgent and Paid", "don't press Add order and tick Paid", "from 9:30, don't tick Urgent and Paid",
    "set shoppers to 3, don't tick Urgent and Paid", "write Huber into customer and don't tick Urgent and Paid", "Urgent und Paid nicht anhaken", "never save and close",
])  # fmt: skip
def test_a_denial_of_several_is_refused_whole(alike, words):
    assert denies_several(words)
    came = Driver(words, closure(), alike).all()
    assert [short(step) for step in came if "click" in short(step) or "set" in short(step)] == []


@pytest.mark.parametrize("words", [
    "do not press Cancel", "tick Urgent and do not add it", "Do not save, and then close it",
    "Licht an und Heizung nicht", "Urgent anhaken und leg ihn nicht an", "open the salt and pepper page",
    "don't forget to tick Urgent and Paid", "do not press Cancel and press OK", "do not book yet and do not tick Paid",
    "Remark: the dog barks and bites, do not go in and ring", "type Guest is tired, do not wake and clean into Remarks",
    "Urgent und Paid bitte nicht vergessen", "do not tick Urgent but tick Paid and Late",
    "setz die Farbe auf Rot und speichere nicht", "hake Bezahlt und Eilig an und Geschenk nicht", "speichern und dann nicht senden",
])  # fmt: skip
def test_what_is_denied_alone_is_clear(words):
    assert not denies_several(words)


@pytest.mark.parametrize(("words", "done"), [
    ("Urgent anhaken, noch nicht anlegen", "click Urgent"),
    ("set the customer to Ida Berg and we want it urgent", "write 'Ida Berg' @Customer over; click Urgent"),
])  # fmt: skip
def test_a_wish_is_done_and_what_is_put_off_is_not(alike, words, done):
    assert said(closure(), alike, words) == done


@pytest.mark.parametrize(("words", "done"), [
    ("from 21:00 until 04:30, customer Ida Berg", "write '21:00' @From over; write '04:30' @Until over; write 'Ida Berg' @Customer over"),
    ("weave French, due on the 18th of March 2027", "write 'French' @Weave over; write '18th of March 2027' @Due day over"),
    ("due day 18 March 2027, from 9:30 and weave French", "write '18 March 2027' @Due day over; write '9:30' @From over; write 'French' @Weave over"),
    ("add an order for customer Ida Berg: 3 shoppers, weave French", "write 'Ida Berg' @Customer over; write 'French' @Weave over; write '3' @Shoppers over"),
    ("3 Shoppers eintragen", "write '3' @Shoppers over"),
])  # fmt: skip
def test_days_times_and_numbers_go_where_they_are_asked_for(alike, words, done):
    assert said(closure(), alike, words).startswith(done)


@pytest.mark.parametrize(("words", "done"), [
    ("tick Here for Mrs Zielinska", "click Here[Mrs Zielinska]"),
    ("Mrs Zielinska is here", "click Here[Mrs Zielinska]"),
    ("the nurse of Mrs Zielinska is Femi", "write 'Femi' @Nurse[Mrs Zielinska] over"),
    ("nurse for Mr Doyle is Femi", "write 'Femi' @Nurse[Mr Doyle] over"),
    ("set the nurse of Kwame to Femi and tick him as here", "write 'Femi' @Nurse[Kwame] over; click Here[Kwame]"),
])  # fmt: skip
def test_somebody_is_told_by_a_title_and_a_name(alike, words, done):
    came = "; ".join(short(step) for step in Driver(words, crew(), alike).all())
    assert came.removesuffix("; done") == done


@pytest.mark.parametrize(("words", "turned"), [
    ("set Kwame to Foil and tick him as here", "on"), ("put Kwame down for Foil and untick him as here", "off"),
])  # fmt: skip
def test_who_was_chosen_for_is_who_is_ticked(alike, words, turned):
    first = Driver(words, crew(), alike).step()
    assert first.upcoming == ("Choose “Foil”", f"Turn {turned} “Here”")


@pytest.mark.parametrize("words", ["the nurse is Mr Doyle is Femi", "nurse Mr Doyle is Femi"])
def test_no_field_takes_a_sentence_about_somebody(alike, words):
    assert "is Femi'" not in said(crew(), alike, words)


def test_a_number_that_takes_no_keys_is_counted_by_its_buttons(alike):
    held = thing("", "field", 104, x=84, w=30, value="4", on=("read_only",))
    around = (
        thing(name, "button", 100, x=40 + 80 * n, w=32) for n, name in enumerate(("Fewer", "More"))
    )
    first = Driver("set Strips to 6", page(thing("Strips", "text", 70, w=60), held, *around), alike).step()  # fmt: skip
    assert short(first) == "click More"


@pytest.mark.parametrize("words", ["Shoppers are up by 3", "the shoppers are down by 2"])
def test_by_how_much_is_not_what_is_set(alike, words):
    assert "write" not in said(closure(), alike, words)


def boxes(fragile=("checked",)):
    names = ("Paid", "Gift wrap", "Urgent")
    return page(
        *(thing(name, "checkbox", 60 + 40 * n) for n, name in enumerate(names)),
        thing("Fragile", "checkbox", 200, on=fragile), thing("Save", "button", 300),
        thing("Customer", "field", 340, value=""),
    )  # fmt: skip


@pytest.mark.parametrize("words", [
    "no gift wrap and urgent", "not paid and urgent", "leave paid and urgent", "skip paid and urgent",
    "don't tick paid, gift wrap and urgent", "you must not tick paid and urgent", "never untick fragile",
    "leave fragile alone", "tick everything except urgent", "untick everything but fragile",
    "keine Gift wrap und Urgent", "weder Gift wrap noch Urgent", "Fragile nicht ausschalten",
])  # fmt: skip
def test_nothing_is_turned_that_a_list_or_a_wish_to_leave_it_denies(alike, words):
    assert "click" not in said(boxes(), alike, words)


@pytest.mark.parametrize(("words", "done"), [
    ("I don't want fragile and gift wrap", "click Fragile"),
    ("without gift wrap and fragile", "click Fragile"),
    ("neither gift wrap nor fragile", "click Fragile"),
    ("ohne Fragile und Urgent", "click Fragile"),
    ("fragile and gift wrap are not needed", "click Fragile"),
    ("no fragile, but urgent", "click Fragile; click Urgent"),
    ("do not tick urgent but tick paid", "click Paid"),
    ("do not forget to tick paid", "click Paid"),
    ("tick paid and don't touch fragile", "click Paid"),
    ("Paid ankreuzen und Fragile nicht ändern", "click Paid"),
    ("don't untick fragile, save it", "click Save"),
    ("please leave fragile alone and tick paid", "click Paid"),
])  # fmt: skip
def test_how_far_a_denial_goes_is_known(alike, words, done):
    assert said(boxes(), alike, words) == done


@pytest.mark.parametrize(("words", "done"), [
    ("no gift wrap or fragile, but paid", "click Fragile; click Paid"), ("neither urgent nor fragile but paid", "click Fragile; click Paid"),
    ("don't cancel Ann Moor, check her in", "click Ann Moor; click Check in"),
])  # fmt: skip
def test_what_follows_a_denial_is_done(alike, words, done):
    assert said(guests() if "Ann" in words else boxes(), alike, words) == done


@pytest.mark.parametrize("words", ["leave Tom Hill, check in Ann Moor", "cancel Ann Moor but leave Tom Hill alone"])  # fmt: skip
def test_who_is_let_be_gets_no_button(alike, words):
    assert "Tom" not in said(guests(), alike, words)


def test_no_behind_off_turns_that_off_too(alike):
    seen = page(*(thing(n, "checkbox", 60 + 40 * k, on=("checked",)) for k, n in enumerate(("Fan", "Light", "Lane 2"))))  # fmt: skip
    assert said(seen, alike, "I want the fan off, no light") == "click Fan; click Light"


def test_what_is_not_meant_is_not_turned_off_too(alike):
    assert "Paid" not in said(boxes(), alike, "turn off fragile, not paid")


@pytest.mark.parametrize(("words", "form", "is_against"), [
    ("no towel and breakfast", form_of("on", literal("Breakfast")), True),
    ("no towel and breakfast", form_of("off", literal("Towel")), False),
    ("don't untick towel", form_of("off", literal("Towel")), True),
    ("don't untick towel", form_of("on", literal("Towel")), False),
    ("don't touch towel", form_of("off", literal("Towel")), True),
    ("not for Ann: tick towel for Tom", form_of("on", literal("Towel")), False),
    ("don't tick towel for Ann, tick towel for Tom", form_of("on", literal("Towel")), False),
    ("do not press Cancel", form_of("press", literal("Cancel")), True),
    ("press Not now", form_of("press", literal("Not now")), False),
    ("tick towel, no hurry", form_of("on", literal("Towel")), False),
])  # fmt: skip
def test_steps_that_go_against_a_denial_are_known(words, form, is_against):
    assert goes_against(words, (form,)) is is_against


def test_what_is_typed_denies_nothing():
    typed = form_of("type", literal("Note"), "do not press Save")
    pressed = form_of("press", literal("Save"))
    assert not goes_against("write do not press Save into Note and press Save", (typed, pressed))


def guests():
    """A table with buttons below, of which one row has a button of its own with a name."""
    rows = (("Ann Moor", "12"), ("Tom Hill", "14"))
    cells = (
        thing(text, "cell", 60 + 30 * n, 40 + 120 * k, parent_name=", ".join(row))
        for n, row in enumerate(rows) for k, text in enumerate(row)
    )  # fmt: skip
    return page(*cells, thing("Cancel", "button", 200), thing("Check in", "button", 240))


@pytest.mark.parametrize("words", ["cancel Ann Moor and not Tom Hill", "cancel Ann Moor, but not Tom Hill"])  # fmt: skip
def test_who_is_left_as_he_is_gets_nothing(alike, words):
    assert said(guests(), alike, words) == "click Ann Moor; click Cancel"


def test_a_tick_swallows_no_word(alike):
    """`tick her as paid` is no second tick of a row in which nothing is called so."""
    came = said(crew(), alike, "set Kwame to Foil and tick him as paid")
    assert came.startswith("choose Foil") or "needs_model" in came or "not_" in came
    assert not came.endswith("done")


def test_no_button_is_pressed_for_another_word(alike):
    row = "09:00, Bruno, done"
    things = (
        thing("Bruno", "cell", 60, parent_name=row), thing("done", "cell", 60, 200, parent_name=row),
        thing("Cancel Bruno", "button", 60, 320, parent_name=row),
    )  # fmt: skip
    assert "click Cancel" not in said(page(*things), alike, "Bruno done")
    assert said(page(*things), alike, "cancel Bruno") == "click Cancel Bruno"


def hall():
    """Rows with a box each and a button each; Ann's box is on."""
    parts = [thing("Paid", "column_header", 40, 200)]
    for n, name in enumerate(("Tom Hill", "Ann Moor", "Ada Blum")):
        on = ("checked",) if name == "Ann Moor" else ()
        parts += [
            thing(name, "cell", 80 + 30 * n, parent_name=name),
            thing("Paid", "checkbox", 80 + 30 * n, 200, parent_name=name, on=on),
            thing("Take off", "button", 80 + 30 * n, 340, parent_name=name),
        ]  # fmt: skip
    return page(*parts)


@pytest.mark.parametrize(("words", "done"), [
    ("tick paid for everyone", "click Paid[Tom Hill]; click Paid[Ada Blum]"),
    ("tick paid for everyone but Tom", "click Paid[Ada Blum]"),
    ("everybody has paid except Ada Blum", "click Paid[Tom Hill]"),
    ("untick paid for everyone", "click Paid[Ann Moor]"),
    ("untick paid for Tom Hill and Ann Moor", "click Paid[Ann Moor]"),
    ("take everyone but Ann off", "click Take off[Tom Hill]; click Take off[Ada Blum]"),
])  # fmt: skip
def test_everyone_is_each_row_but_those_that_are_excepted(alike, words, done):
    came = "; ".join(short(step) for step in Driver(words, hall(), alike).all())
    assert came.removesuffix("; done") == done


def rooms():
    return page(*(thing(f"Room {n}", "checkbox", 40 + 30 * k) for k, n in enumerate(("one", "two", "three"))))  # fmt: skip


@pytest.mark.parametrize("words", ["Room two is full, tick room three", "tick room three because room two is full"])  # fmt: skip
def test_what_a_box_is_told_of_does_not_turn_it_on(alike, words):
    assert "Room two" not in said(rooms(), alike, words)


@pytest.mark.parametrize("words", ["keep the heating on", "leave the heating on", "Dora May is no no-show", "ignore the message"])  # fmt: skip
def test_what_is_to_stay_or_is_not_so_is_left(alike, words):
    row = "Dora May, 3"
    seen = page(
        thing("Turn heating off", "button", 40), thing("No-show", "button", 80), thing("Message", "field", 120, value=""),
        thing("Dora May", "cell", 160, parent_name=row), thing("3", "cell", 160, 180, parent_name=row),
    )  # fmt: skip
    came = said(seen, alike, words)
    assert "click" not in came
    assert "write" not in came


def test_what_is_not_turned_off_too_stays_on(alike):
    lit = page(
        *(thing(n, "checkbox", y, on=("checked",)) for n, y in (("Heizung", 40), ("Licht", 80)))
    )
    assert "click Licht" not in said(lit, alike, "Mach die Heizung aus und das Licht nicht")


@pytest.mark.parametrize(("words", "done"), [
    ("enter Ida Berg as Note for the driver", "write 'Ida Berg' @Note for the driver"),
    ("write Ida Berg under Wording, and I want Express ticked", "write 'Ida Berg' @Wording"),
    ("tick Express, Price: 12", "click Express; write '12' @Price over"),
    ("make sure Express is ticked", "click Express"), ("click Delete kite", "click Delete kite"),
    ("Music on", "click Music"),
])  # fmt: skip
def test_a_whole_name_is_not_taken_apart(alike, words, done):
    form = page(
        thing("Note for the driver", "field", 40, value=""), thing("Wording", "field", 80, value=""), thing("Price", "field", 120, value=""),
        thing("Express", "checkbox", 160), thing("Music", "checkbox", 200), thing("Remove Music", "button", 200, 240),
        thing("Delete kite", "button", 240), thing("kite", "text", 280), thing("\u2212", "button", 280, 200),
        thing("6", "text", 280, 330, 20), thing("+", "button", 280, 360),
    )  # fmt: skip
    assert said(form, alike, words).startswith(done)


def returns():
    """Rows that only their place makes: of all but the first the list and the number have no name."""
    parts = [
        thing(n, "text", 40, 200 + 100 * k) for k, n in enumerate(("Back", "Condition", "Charge"))
    ]
    for n, name in enumerate(("Top hat", "Waistcoat", "Cane")):
        y = 80 + 34 * n
        parts += [
            thing(name, "text", y, 40), thing("Returned", "checkbox", y, 200, 80),
            thing("" if n else "Condition", "combo", y, 300, 80, value="Good"),
            thing("" if n else "Charge", "spinner", y, 400, 80, value="0"),
        ]  # fmt: skip
    return page(*parts, options={"": ("Good", "Torn"), "Condition": ("Good", "Torn")})


@pytest.mark.parametrize(("words", "row"), [
    ("top hat returned, charge 15", 80), ("waistcoat returned, charge 15", 114), ("cane: returned, charge 15", 148),
])  # fmt: skip
def test_what_is_said_behind_a_row_is_done_in_it(alike, words, row):
    steps = [s.element for s in Driver(words, returns(), alike).all() if hasattr(s, "element")]
    assert {(e.name, e.box.y) for e in steps} == {("Returned", row), ("Charge", row)}


def test_a_button_that_is_named_whole_is_no_page(alike):
    names = ("Actions for the Cane", "Actions for the Top hat", "Actions for the Spats")
    tools = page(*(thing(n, "button", 40 + 40 * k, w=200) for k, n in enumerate(names)))
    assert (
        said(tools, alike, "Open the Actions for the Cane, please") == "click Actions for the Cane"
    )


def pledges():
    """A table without controls, a field over it, a number between two buttons and a button below it."""
    rows = [("4118", "Camera"), ("4119", "Drill")]
    cells = [
        thing(name, "cell", 120 + 30 * n, 40 + 100 * k, 90, parent_name=", ".join(row))
        for n, row in enumerate(rows) for k, name in enumerate(row)
    ]  # fmt: skip
    return page(
        thing("Search pledges", "field", 40, value=""), thing("Extend", "button", 260), *cells,
        thing("Pieces less", "button", 200, 300, 34), thing("Pieces", "field", 200, 334, 52, value="2"),
        thing("Pieces more", "button", 200, 386, 34),
    )  # fmt: skip


@pytest.mark.parametrize(("words", "done"), [
    ("type camera in the search pledges box, then extend 4118", "write 'camera' @Search pledges; click 4118; click Extend"),
    ("pieces of 4118 to 12", "click 4118; write '12' @Pieces over"),
])  # fmt: skip
def test_what_stands_beside_what_is_told_is_left_alone(alike, words, done):
    assert said(pledges(), alike, words) == done


def test_a_german_time_in_words_is_one_value(alike):
    lesson = page(
        thing("Beginn", "field", 40, value="10:00"), thing("Dauer (Min.)", "field", 80, value="60"),
        thing("Viereck", "toggle", 120), thing("Halle", "toggle", 150), thing("Springgruppe", "button", 200),
    )  # fmt: skip
    done = said(
        lesson, alike, "springgruppe aufs viereck, beginn erst halb elf und dauer nur 45 minuten"
    )
    assert done.startswith(
        "click Viereck; write '10:30' @Beginn over; write '45' @Dauer (Min.) over"
    )
