"""Short names: what is listed and in which order, what keeps its name, what is stale, what changed."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.screen.refs import (
    MOST_ASKED,
    MOST_GIVEN,
    MOST_LINES,
    MOST_TOKENS,
    RefBook,
    changes,
    line_of,
    operations_of,
    text_of,
    tokens_of,
)
from tests.fakes.fake_reader import element, line

ON = frozenset({"enabled", "showing"})


def _window(window_id=1, title="Notes", rect=Rect(0, 0, 1280, 800), **more):  # noqa: B008
    return WindowInfo(window_id, title, "notes", 7, rect, **more)


FRONT = _window(is_active=True)


def _states(*more):
    return ON | frozenset(more)


def _lines(elements, *windows, book=None, texts=()):
    listing = (book or RefBook()).listing(elements, texts, windows=windows)
    return [line_of(one) for one in listing]


def _refs(listing):
    return {one.element.name: one.ref for one in listing}


@pytest.mark.parametrize(
    ("role", "states", "operations"),
    [
        ("button", (), ("press",)),
        ("field", ("editable",), ("press", "type")),
        ("field", ("read_only",), ("press",)),
        ("password", ("editable", "secret"), ("press",)),
        ("field", ("editable", "secret"), ("press",)),
        ("spinner", ("editable",), ("set",)),
        ("slider", (), ("set",)),
        ("checkbox", ("checkable",), ("press", "on", "off")),
        ("radio", ("checkable",), ("press", "on")),
        ("menu_item", ("checkable",), ("press", "on", "off")),
        ("combo", ("expandable",), ("press", "choose")),
        ("combo", ("editable",), ("press", "type", "choose")),
        ("tree_item", ("expandable",), ("press", "open", "close")),
        ("list", (), ("scroll",)),
        ("document", (), ("scroll",)),
        ("label", (), ()),
        ("terminal", (), ("press", "type")),
    ],
)
def test_what_may_be_done_with_a_thing(role, states, operations):
    assert operations_of(element("x", role, states=_states(*states))) == operations


def test_nothing_may_be_done_with_what_is_greyed_out_but_it_is_listed():
    grey = element("Save", states=frozenset({"showing"}))
    assert operations_of(grey) == ()
    assert _lines([grey]) == ['e1 button "Save" [greyed]']


def test_entries_of_lists_need_not_say_that_they_are_enabled():
    assert operations_of(element("a", "list_item", states=frozenset({"showing"}))) == ("press",)


def test_a_line_tells_name_value_state_and_row():
    at = Rect(0, 0, 50, 20)
    elements = [
        element("Name", "field", at, states=_states("editable", "focused"), value="Ada"),
        element("News", "checkbox", Rect(0, 40, 50, 20), states=_states("checkable", "checked")),
        element("More", "button", Rect(0, 80, 50, 20), states=_states("expandable")),
        element("Delete", "button", Rect(0, 120, 50, 20), parent_name="Ada, 12A"),
        element("Delete", "button", Rect(0, 160, 50, 20), parent_name="Grace, 12B"),
        element("", "field", Rect(0, 200, 50, 20), value="", states=_states("editable")),
    ]
    assert _lines(elements) == [
        'e1 field "Name" = "Ada" [focused]',
        'e2 checkbox "News" [on]',
        'e3 button "More" [closed]',
        'e4 button "Delete" in "Ada, 12A"',
        'e5 button "Delete" in "Grace, 12B"',
        'e6 field = ""',
    ]


def test_things_of_one_name_without_containers_are_told_apart_by_the_texts_of_their_rows():
    elements = [
        element("Ada", "label", Rect(10, 10, 50, 20)),
        element("Edit", "button", Rect(200, 8, 50, 24)),
        element("Grace", "label", Rect(10, 50, 50, 20)),
        element("Edit", "button", Rect(200, 48, 50, 24)),
    ]
    assert [x for x in _lines(elements) if "Edit" in x] == [
        'e2 button "Edit" in "Ada"',
        'e4 button "Edit" in "Grace"',
    ]


def test_what_has_no_name_is_told_by_what_stands_beside_it():
    elements = [
        element("Age:", "label", Rect(0, 10, 50, 20)),
        element("", "spinner", Rect(60, 10, 50, 20), value="7"),
    ]
    assert _lines(elements, texts=[line("years", Rect(120, 10, 50, 20))]) == [
        'e1 label "Age:"',
        'e2 number field = "7" in "Age:"',
        'o1 text "years"',
    ]


def test_popups_and_dialogs_stand_first_and_the_rest_in_reading_order():
    elements = [
        element("Low", "button", Rect(10, 700, 50, 20), window_id=1),
        element("Right", "button", Rect(300, 12, 50, 20), window_id=1),
        element("Left", "button", Rect(10, 10, 50, 20), window_id=1),
        element("Sure?", "dialog", Rect(300, 300, 300, 200), states=_states("modal"), window_id=1),
        element("Yes", "button", Rect(310, 400, 50, 20), window_id=1),
        element("Copy", "menu_item", Rect(600, 600, 90, 20), window_id=2),
    ]
    menu = _window(2, "", Rect(600, 590, 100, 100), is_popup=True, is_menu=True)
    order = [x.element.name for x in RefBook().listing(elements, windows=(menu, FRONT))]
    assert order == ["Sure?", "Yes", "Copy", "Left", "Right", "Low"]


def test_the_text_begins_with_the_window_in_front():
    listing = RefBook().listing([element("Save")], windows=(_window(9, "Back"), FRONT))
    assert text_of(listing) == 'window "Notes" (notes)\ne1 button "Save"'


def test_texts_that_repeat_the_name_of_a_control_are_left_out_and_others_are_told():
    elements = [
        element("Name:", "label", Rect(0, 0, 50, 20)),
        element("Name", "field", Rect(60, 0, 50, 20), states=_states("editable")),
        element("Saved just now", "label", Rect(0, 40, 100, 20)),
        element("Saved just now", "text", Rect(0, 42, 100, 20)),
        element("", "label", Rect(0, 80, 100, 20)),
        element("", "cell", Rect(0, 90, 100, 20)),
        element("", "image", Rect(0, 120, 100, 20)),
        element("Bar", "toolbar", Rect(0, 140, 100, 20)),
    ]
    assert _lines(elements) == ['e1 field "Name"', 'e2 label "Saved just now"']


def test_what_lies_outside_of_its_window_is_not_listed():
    inside = element("In", "button", Rect(10, 10, 50, 20), window_id=1)
    outside = element("Out", "button", Rect(10, 900, 50, 20), window_id=1)
    assert [x.element.name for x in RefBook().listing([inside, outside], windows=(FRONT,))] == [
        "In"
    ]


def test_a_row_is_listed_where_the_tree_tells_no_cells_of_it():
    elements = [
        element("Ada, 12A", "row", Rect(0, 0, 300, 20)),
        element("Ada", "cell", Rect(0, 0, 100, 20), parent_name="Ada, 12A"),
        element("Grace, 12B", "row", Rect(0, 30, 300, 20)),
    ]
    assert _lines(elements) == ['e1 cell "Ada"', 'e2 row "Grace, 12B"']


@pytest.mark.parametrize("count", [3_000])
def test_a_long_page_comes_to_few_lines_and_what_can_be_used_stays(count):
    roles = ("text", "link", "label", "button", "heading", "cell")
    elements = [
        element(
            f"{roles[n % 6]} number {n} of a page that goes on for long and has many words",
            roles[n % 6],
            Rect(n % 5 * 200, n // 5 * 24, 190, 20),
        )
        for n in range(count)
    ]
    listing = RefBook().listing(elements)
    told = text_of(listing)
    assert len(told.splitlines()) <= MOST_LINES
    assert tokens_of(told) <= MOST_TOKENS
    assert listing.omitted == count - len(listing.items)
    assert {one.element.role for one in listing} == {"button"}


def test_only_what_is_listed_is_asked_for_its_value():
    fields = [element(f"f{n}", "field", Rect(0, 24 * n, 90, 20)) for n in range(2 * MOST_LINES)]
    asked = []

    def valued(field):
        asked.append(field.name)
        return replace(field, value="x")

    listing = RefBook().listing(fields, valued=valued)
    names = [one.name for one in listing]
    assert asked[: len(names)] == names
    assert len(asked) <= len(names) + 1
    assert {one.value for one in listing} == {"x"}


def test_the_first_drop_downs_tell_what_they_offer_and_long_ones_that_they_are_long():
    combos = [
        element(name, "combo", Rect(0, 24 * n, 90, 20))
        for n, name in enumerate(["Sort", "Country", *(f"c{n}" for n in range(MOST_ASKED))])
    ]
    offered = {
        "Sort": ["Name", "Size", "", "Size", 'by "age"'],
        "Country": [f"L{n}" for n in range(61)],
    }
    asked = []

    def options(combo):
        asked.append(combo.name)
        return offered.get(combo.name, [f"{n}" for n in range(20)])

    lines = [line_of(one) for one in RefBook().listing(combos, options=options)]
    assert lines[0].endswith("\"Sort\" (choices: Name; Size; by 'age')")
    assert lines[1].endswith('"Country"')
    assert lines[2].endswith("; 14; 5 more)")
    assert len(asked) == MOST_ASKED
    assert lines[-1].endswith(f'"c{MOST_ASKED - 1}"')


def test_what_a_password_field_holds_is_never_told():
    fields = [
        element("PIN", "password", Rect(0, 0, 90, 20), value="1234"),
        element("Code", "field", Rect(0, 40, 90, 20), states=_states("secret"), value="1234"),
        element("New password", "field", Rect(0, 80, 90, 20), value="1234"),
        element("Password:", "label", Rect(200, 80, 90, 20)),
        element("", "field", Rect(300, 80, 90, 20), value="1234", states=_states("editable")),
    ]
    book = RefBook()
    listing = book.listing(fields)
    assert "1234" not in text_of(listing)
    assert all(one.element.value is None for one in listing)
    assert all(one.value is None for one in book.given.values())


def test_a_name_on_the_screen_is_one_line_and_ends_no_quotation():
    name = 'Save\ne9 button "Delete"\u202e\u200b'
    (told,) = _lines([element(name)])
    assert told == (
        "e1 button \"Save e9 button 'Delete'[right-to-left override][zero-width space]\""
    )
    assert len(_lines([element("x" * 5_000)])[0]) < 100


def test_a_text_read_from_the_picture_has_a_name_of_its_own_kind():
    assert _lines([], texts=[line("Save"), line("Open", Rect(10, 60, 40, 20))]) == [
        'o1 text "Save"',
        'o2 text "Open"',
    ]


# Which names last.


def test_a_thing_keeps_its_name_when_it_moves_and_others_come():
    book, save = RefBook(), element("Save")
    assert _refs(book.listing([save])) == {"Save": "e1"}
    moved = replace(save, box=Rect(500, 500, 80, 20))
    new = element("Open", "button", Rect(10, 10, 80, 20))
    assert _refs(book.listing([new, moved])) == {"Open": "e2", "Save": "e1"}
    assert _refs(book.listing([save])) == {"Save": "e1"}


def test_a_thing_keeps_its_name_where_its_program_makes_its_object_anew():
    book, save = RefBook(), element("Save")
    book.listing([save])
    assert _refs(book.listing([replace(save, handle=(":fake", "/new"))])) == {"Save": "e1"}


def test_a_name_is_never_given_twice():
    book = RefBook()
    book.listing([element("Save")])
    book.listing([])
    assert _refs(book.listing([element("Open")])) == {"Open": "e2"}


def test_an_object_that_is_called_otherwise_has_another_name():
    book, play = RefBook(), element("Play")
    book.listing([play])
    pause = replace(play, name="Pause")
    assert book.living("e1", [pause]) is None
    assert _refs(book.listing([pause])) == {"Pause": "e2"}


def test_a_text_that_changes_keeps_its_name():
    book, text = RefBook(), element("3 items", "label")
    before = book.listing([text])
    after = book.listing([replace(text, name="4 items")])
    assert changes(before, after).text() == '~ e1 label "4 items"'


def test_a_name_that_was_told_to_be_stale_does_not_come_to_mean_what_its_object_says_now():
    book, text = RefBook(), element("3 items", "label")
    book.listing([text])
    book.retire("e1")
    later = replace(text, name="4 items")
    assert _refs(book.listing([later])) == {"4 items": "e2"}
    assert book.living("e1", [later], is_read=True) is None


def test_an_object_that_serves_another_row_has_another_name():
    book = RefBook()
    ada = element("Delete", "button", Rect(0, 0, 50, 20), parent_name="Ada, 12A")
    grace = element("Delete", "button", Rect(0, 40, 50, 20), parent_name="Grace, 12B")
    book.listing([ada, grace])
    scrolled = [replace(ada, parent_name="Grace, 12B"), replace(grace, parent_name="Linus, 12C")]
    assert [book.living(ref, scrolled) for ref in ("e1", "e2")] == [None, None]
    assert [x.ref for x in book.listing(scrolled)] == ["e3", "e4"]


def test_a_row_whose_last_cells_change_keeps_the_names_in_it():
    book = RefBook()
    ada = element("Stop", "button", Rect(0, 0, 50, 20), parent_name="Ada, running")
    grace = element("Stop", "button", Rect(0, 40, 50, 20), parent_name="Grace, running")
    book.listing([ada, grace])
    ended = [replace(ada, parent_name="Ada, ended"), grace]
    assert [x.ref for x in book.listing(ended)] == ["e1", "e2"]


def test_two_things_of_one_object_have_two_names():
    book, cell = RefBook(), element("a", "cell", Rect(0, 0, 40, 20))
    twin = replace(cell, box=Rect(100, 0, 40, 20))
    assert [x.ref for x in book.listing([cell, twin])] == ["e1", "e2"]
    assert [x.ref for x in book.listing([cell, twin])] == ["e1", "e2"]


def test_a_living_name_gives_the_element_as_it_is_now():
    book, save = RefBook(), element("Save")
    book.listing([save])
    moved = replace(save, box=Rect(500, 500, 80, 20))
    assert book.living("e1", [element("Open"), moved]) is moved
    assert book.living("e1", []) is None
    assert book.living("e9", [save]) is None


def test_a_read_text_lives_only_in_its_place():
    book, save = RefBook(), line("Save", Rect(100, 100, 60, 20))
    book.listing([], [save])
    assert book.living("o1", [replace(save, box=Rect(104, 96, 60, 20))]) is not None
    assert book.living("o1", [replace(save, box=Rect(100, 140, 60, 20))]) is None


def test_names_that_were_not_seen_for_longest_are_forgotten_and_not_given_again():
    book = RefBook()
    for n in range(MOST_GIVEN // 200 + 2):
        book.listing([element(f"{n} {k}", "button", Rect(0, 24 * k, 50, 20)) for k in range(200)])
    assert len(book.given) == MOST_GIVEN
    assert "e1" not in book.given
    assert _refs(book.listing([element("0 0", "button", Rect(0, 0, 50, 20))])) == {
        "0 0": f"e{MOST_GIVEN + 401}"
    }


# What is told of a stale name, and of what changed.


def test_a_stale_name_is_answered_with_the_likest_things_that_can_be_used():
    book = RefBook()
    book.listing([element("Save file", "button", Rect(10, 10, 80, 20))])
    listing = book.listing(
        [
            element("Cancel", "button", Rect(900, 700, 80, 20)),
            element("Save", "label", Rect(10, 100, 80, 20)),
            element("Save all files", "button", Rect(10, 14, 80, 20)),
            element("Save", "button", Rect(900, 300, 80, 20), states=frozenset({"showing"})),
        ]
    )
    assert [one.element.name for one in book.nearest("e1", listing)] == ["Save all files"]
    assert book.nearest("e99", listing) == ()


def test_changes_tell_what_came_what_went_and_what_is_otherwise():
    book = RefBook()
    name = element("Name", "field", Rect(0, 0, 90, 20), value="")
    send = element("Send", "button", Rect(0, 40, 90, 20), states=frozenset({"showing"}))
    help_ = element("Help", "button", Rect(0, 80, 90, 20))
    before = book.listing([name, send, help_], windows=(FRONT,))
    after = book.listing(
        [
            replace(name, value="Ada"),
            replace(send, states=ON),
            element("Saved", "label", Rect(0, 120, 90, 20)),
        ],
        windows=(replace(FRONT, title="Notes *"),),
    )
    assert changes(before, after).text() == "\n".join(
        [
            'window "Notes *"',
            '~ e1 field "Name" = "Ada"',
            '~ e2 button "Send"',
            '+ e4 label "Saved"',
            '- e3 button "Help"',
        ]
    )
    assert not changes(before, before)
    assert changes(before, before).text() == "nothing changed"


def test_many_changes_are_counted():
    few = [element(f"b{n}", "button", Rect(0, 24 * n, 50, 20)) for n in range(20)]
    book = RefBook()
    assert changes(book.listing([]), book.listing(few)).text(most=2) == (
        '+ e1 button "b0"\n+ e2 button "b1"\n+ 18 more'
    )
