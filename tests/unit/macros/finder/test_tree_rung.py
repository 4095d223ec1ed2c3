import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.fakes.fake_reader import element
from tests.fakes.macro_targets import landmark, place, searched
from tests.fakes.screens import TOWNS, screen, table, web_form, win

FORM = "Order - Chromium"
WINDOW = win(1, "Files", "files", is_active=True)


def told(target, seen=None):
    found = searched(seen or web_form(), target)
    assert isinstance(found, Found), found
    return found


def missed(target, seen=None):
    answer = searched(seen or web_form(), target)
    assert isinstance(answer, Missed), answer
    return answer


def test_role_and_name_find_the_only_element():
    found = told(Target(window=FORM, app="chromium", role="button", name="Book"))
    assert (found.element.name, found.rung, found.score) == ("Book", "tree", 1.0)
    assert found.point == found.element.box.center
    assert found.window_id == 5
    assert [t.rung for t in found.tried] == ["tree"]


def test_name_is_never_a_part_of_another():
    assert missed(Target(role="button", name="Mark")).why == "missing"


def test_another_role_of_the_same_name_is_not_it():
    assert missed(Target(role="link", name="Book")).why == "missing"


def test_another_word_for_the_role_is_it_a_little_less_surely():
    found = told(Target(role="toggle", name="Book"))
    assert (found.element.role, found.score) == ("button", 0.95)


def test_field_is_found_by_its_label_when_its_name_changed():
    label = element("Vendor:", "label", Rect(10, 10, 60, 20))
    field = element("vendor_1", "field", Rect(80, 10, 100, 20))
    other = element("vendor_2", "field", Rect(80, 40, 100, 20))
    seen = screen([WINDOW], [label, field, other])
    found = told(Target(role="field", name="vendor_0", label="Vendor"), seen)
    assert found.element == field
    assert found.score == 0.9


def test_label_names_the_nearest_field_only():
    label = element("Vendor", "label", Rect(10, 10, 60, 20))
    near = element("", "field", Rect(80, 10, 50, 20))
    far = element("", "field", Rect(140, 10, 50, 20))
    assert (
        told(Target(role="field", label="Vendor"), screen([WINDOW], [label, far, near])).element
        == near
    )


def test_role_alone_finds_nothing():
    assert missed(Target(role="slider")).why == "missing"


def test_two_equal_elements_are_several_and_both_are_shown():
    answer = missed(Target(role="button", name="Delete"), table())
    assert answer.why == "several"
    assert [c.parent_name for c in answer.candidates] == list(TOWNS)
    assert "4 places" in answer.sentence


def test_place_and_picture_path_do_not_choose_between_equal_elements():
    target = Target(role="button", name="Delete", place=place(Rect(480, 170, 60, 30)))
    assert missed(target, table()).why == "several"


def test_exact_spelling_chooses_between_names_that_compare_alike():
    parts = [
        element("Delete", box=Rect(10, 10, 60, 20)),
        element("Delete...", box=Rect(90, 10, 60, 20)),
    ]
    assert told(Target(role="button", name="Delete..."), screen([WINDOW], parts)).point.x == 120


def test_container_chooses_between_equal_elements():
    parts = [
        element("Source", "group", Rect(0, 0, 300, 100)),
        element("Browse", box=Rect(10, 10, 60, 20), parent_name="Source"),
        element("Goal", "group", Rect(0, 100, 300, 100)),
        element("Browse", box=Rect(10, 110, 60, 20), parent_name="Goal"),
    ]
    found = told(Target(role="button", name="Browse", within="Goal"), screen([WINDOW], parts))
    assert found.element.parent_name == "Goal"


def test_the_only_element_in_another_container_is_not_it():
    dialog = [
        element("Delete account", "dialog", Rect(0, 0, 300, 100)),
        element("Delete", box=Rect(10, 10, 60, 20), parent_name="Delete account"),
    ]
    answer = missed(
        Target(role="button", name="Delete", within="Discard draft"), screen([WINDOW], dialog)
    )
    assert "Discard draft" in answer.sentence


def test_container_that_is_the_changing_title_of_the_page_is_none():
    page = win(1, "Inbox 5", "chromium", is_active=True)
    button = element("Reply", parent_name="Inbox 5")
    target = Target(window="Inbox *", role="button", name="Reply", within="Inbox")
    assert told(target, screen([page], [button])).element == button


def test_text_beside_each_chooses_between_equal_elements():
    parts, targets = [], []
    for n, name in enumerate(("Source", "Goal")):
        text, button = Rect(10, 10 + 40 * n, 60, 20), Rect(200, 10 + 40 * n, 60, 20)
        parts += [element(name, "label", text), element("Browse", box=button)]
        targets.append(landmark(name, text, button.center))
    for n, mark in enumerate(targets):
        found = told(Target(role="button", name="Browse", near=(mark,)), screen([WINDOW], parts))
        assert found.point == ScreenPoint(230, 20 + 40 * n)


def test_text_beside_each_chooses_whichever_part_of_the_button_was_pressed():
    parts = []
    for n, name in enumerate(("Source", "Goal")):
        parts += [
            element(name, "label", Rect(10, 10 + 40 * n, 60, 20)),
            element("Browse", box=Rect(200, 10 + 40 * n, 160, 20)),
        ]
    box = Rect(200, 50, 160, 20)
    mark = landmark("Goal", Rect(10, 50, 60, 20), ScreenPoint(210, 60))
    target = Target(role="button", name="Browse", near=(mark,), place=place(box, press=(10, 10)))
    assert told(target, screen([WINDOW], parts)).point == box.center


def test_text_in_another_column_does_not_choose_a_row():
    """It stood beside the row by chance; after sorting it would choose another row."""
    parts = [element("Filters", "label", Rect(0, 50, 60, 20))]
    for n, town in enumerate(("Ostsee", "Harz")):
        parts += [
            element(town, "cell", Rect(100, 10 + 40 * n, 80, 20)),
            element("Delete", box=Rect(200, 10 + 40 * n, 60, 20)),
        ]
    mark = landmark("Filters", Rect(0, 50, 60, 20), ScreenPoint(230, 60))
    assert (
        missed(Target(role="button", name="Delete", near=(mark,)), screen([WINDOW], parts)).why
        == "several"
    )


def test_element_told_twice_is_one():
    box = Rect(10, 10, 60, 20)
    parts = [element("Save", "button", box), element("Save", "button", box.grown(1))]
    assert told(Target(role="button", name="Save"), screen([WINDOW], parts)).element.box == box


def rows(*names, step=40):
    parts = []
    for n, name in enumerate(names):
        y = 100 + step * n
        parts += [
            element(name, "cell", Rect(40, y, 200, 30)),
            element("Delete", box=Rect(480, y, 60, 30)),
        ]
    return screen([WINDOW], parts)


def row_of(name):
    return Target(role="button", name="Delete", row=(name,))


@pytest.mark.parametrize("town", TOWNS)
def test_row_text_finds_the_button_of_its_row_by_the_tree(town):
    assert told(row_of(town), table()).element.parent_name == town


def test_row_text_finds_the_button_of_its_row_by_height():
    seen = rows("Harz", "Eifel", "Ostsee")
    assert told(row_of("Ostsee"), seen).point == ScreenPoint(510, 195)


@pytest.mark.parametrize("names", [("Harz", "Eifel"), ("Harz",), ("Ostsee 2",), ("Neu Ostsee",)])
def test_row_that_is_gone_is_missing_even_if_one_is_left(names):
    answer = missed(row_of("Ostsee"), rows(*names))
    assert answer.why == "missing"
    assert "Ostsee" in answer.sentence


def test_row_text_that_stands_in_two_rows_is_several():
    assert missed(row_of("Harz"), rows("Harz", "Eifel", "Harz")).why == "several"


def test_all_texts_of_a_row_have_to_stand_in_it():
    target = Target(role="button", name="Delete", row=("Harz", "4 nights"))
    assert told(target, table()).element.parent_name == "Harz"
    assert (
        missed(Target(role="button", name="Delete", row=("Harz", "3 nights")), table()).why
        == "missing"
    )


def test_list_item_around_the_target_is_its_row_whatever_stands_beside_it():
    parts = []
    for n, name in enumerate(("Alice", "Bob")):
        card = Rect(10 + 300 * n, 10, 280, 120)
        parts += [
            element("", "list_item", card),
            element(name, "label", Rect(card.x + 10, 20, 80, 20)),
            element("Remove", box=Rect(card.x + 10, 90, 80, 24)),
        ]
    target = Target(role="button", name="Remove", row=("Bob",))
    assert told(target, screen([WINDOW], parts)).point.x == 310 + 50


def test_nameless_thing_is_found_by_role_and_row():
    parts = []
    for n, name in enumerate(("Alice", "Bob")):
        parts += [
            element(name, "cell", Rect(40, 100 + 40 * n, 200, 30)),
            element("", "checkbox", Rect(10, 105 + 40 * n, 20, 20)),
        ]
    found = told(Target(role="checkbox", row=("Bob",)), screen([WINDOW], parts))
    assert found.point == ScreenPoint(20, 155)
    assert found.score == 0.8


def test_disabled_element_is_found_and_says_so():
    found = told(Target(role="button", name="Send later"))
    assert "enabled" not in found.element.states


def test_window_behind_is_looked_into_and_no_other():
    front = win(1, "Mail", "mail", is_active=True)
    behind = win(2, "Files", "files")
    parts = [
        element("Save", box=Rect(10, 10, 60, 20), window_id=1),
        element("Save", box=Rect(500, 500, 60, 20), window_id=2),
    ]
    target = Target(window="Files", app="files", role="button", name="Save")
    found = told(target, screen([front, behind], parts))
    assert (found.window_id, found.point.x) == (2, 530)


def test_entry_of_the_windows_open_menu_is_found():
    popup = win(9, "", "files", Rect(0, 54, 220, 220), is_popup=True)
    entry = element("Save As...", "menu_item", Rect(2, 84, 216, 26), window_id=9)
    target = Target(window="Files", app="files", role="menu_item", name="Save As\u2026")
    found = told(target, screen([popup, WINDOW], [entry]))
    assert found.window_id == 9


def test_secret_field_is_found_as_any_other():
    found = told(Target(role="password", name="Password"))
    assert "secret" in found.element.states


EDITOR = win(7, "Note", "pad", Rect(100, 50, 600, 400), is_active=True)
PAGE = Rect(104, 90, 592, 340)
PAGE_TARGET = Target(
    window="Note", app="pad", role="field", place=place(Rect(4, 40, 592, 340), EDITOR.rect, press=(20, 12))
)  # fmt: skip


@pytest.mark.parametrize("name", ["", "Delete"])
def test_recorded_nameless_thing_of_a_row_is_not_one_with_a_name(name):
    box = Rect(300, 145, 20, 20)
    parts = [element("Bob", "cell", Rect(40, 140, 200, 30)), element(name, "button", box)]
    by_hand = Target(window="Files", app="files", role="button", row=("Bob",))
    seen = screen([WINDOW], parts)
    assert told(by_hand, seen).box == box
    recorded = Target(window="Files", app="files", role="button", row=("Bob",), place=place(box))
    assert isinstance(searched(seen, recorded), Missed if name else Found)


@pytest.mark.parametrize("rect", [EDITOR.rect, Rect(0, 0, 1000, 700)])
def test_nameless_main_part_of_a_window_is_found_by_its_share_of_it(rect):
    window = win(7, "Note", "pad", rect, is_active=True)
    page = Rect(rect.x + 4, rect.y + 40, rect.w - 8, rect.h - 60)
    find_bar = element("", "field", Rect(rect.x + 4, rect.y + 10, 120, 20))
    found = told(PAGE_TARGET, screen([window], [find_bar, element("", "field", page)]))
    assert (found.element.box, found.rung, found.score) == (page, "tree", 0.8)
    assert found.point == ScreenPoint(page.x + 20, page.y + 12)


@pytest.mark.parametrize(
    ("box", "name", "role"),
    [
        (Rect(104, 90, 592, 120), "", "field"),
        (PAGE, "Notes", "field"),
        (PAGE, "", "document"),
        (Rect(104, 350, 592, 1000), "", "field"),
    ],
)
def test_what_is_small_or_named_or_of_another_role_is_no_nameless_main_part(box, name, role):
    assert missed(PAGE_TARGET, screen([EDITOR], [element(name, role, box)])).why == "missing"


def test_small_nameless_field_is_not_found_by_its_role_alone():
    small = Target(
        window="Note", app="pad", role="field", place=place(Rect(4, 40, 120, 20), EDITOR.rect)
    )
    assert missed(small, screen([EDITOR], [element("", "field", PAGE)])).why == "missing"
