"""Who has the keyboard and where passwords stand: the second question costs little and is as true."""

import pytest

from automation.core.geometry import Rect
from automation.desktop.elements.reader import DesktopReader
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.unit.desktop.element_scenes import FOCUSED, PID, PLACE, button, frame, look, window

SCREEN = Rect(0, 0, 640, 480)
EDITABLE = (*SHOWING, 7)
WITH_KEYS = (*FOCUSED, 7)


def field(name, y, states=EDITABLE, role=61):
    return Thing(role, name, Rect(120, y, 90, 20), states=states)


def panel(*children, role=39, states=SHOWING):
    return Thing(role, "", PLACE, states=states, children=list(children))


class Scene:
    """A program on a scripted bus, whose reader has answered once."""

    def __init__(self, *things, seen=None, **bus):
        self.bus = FakeBus((PID, [frame(*things)]), **bus)
        self.reader = DesktopReader(bus=self.bus)
        self.seen = seen or look()
        self.reader.tree(self.seen)
        self.keyboard()
        self.passwords()

    def keyboard(self):
        self.bus.calls.clear()
        return [e.name for e in self.reader.focus(self.seen)]

    def passwords(self):
        self.bus.calls.clear()
        boxes = self.reader.secret_boxes(self.seen)
        return sorted({box.y for box in boxes})

    def asked_of(self, thing):
        return [member for path, member in self.bus.calls if path == thing.path]


def test_a_known_field_that_has_the_keyboard_costs_one_answer_of_each_thing():
    buttons = [button(f"b{n}", x) for n, x in enumerate(range(110, 400, 10))]
    scene = Scene(panel(*buttons, field("Name", 60, WITH_KEYS)))
    assert scene.keyboard() == ["Name"]
    assert {tuple(scene.asked_of(b)) for b in buttons} == {("GetState",)}
    assert not {"GetMatches", "GetChildren"} & {m for path, m in scene.bus.calls if "/0" in path}


def test_the_keyboard_is_followed_to_a_known_and_to_a_new_field():
    name, city = field("Name", 60, WITH_KEYS), field("City", 90)
    box = panel(name, city)
    scene = Scene(box)
    name.states, city.states = EDITABLE, WITH_KEYS
    assert scene.keyboard() == ["City"]
    city.states = EDITABLE
    scene.bus.put(field("Code", 120, WITH_KEYS, role=40), box)
    assert scene.keyboard() == ["Code"]
    assert "secret" in scene.reader.focus(scene.seen)[0].states


def test_a_field_that_is_gone_has_the_keyboard_no_longer():
    name = field("Name", 60, WITH_KEYS)
    box = panel(name, field("City", 90))
    scene = Scene(box)
    scene.bus.drop(name)
    assert scene.keyboard() == []
    scene.bus.put(field("Street", 60, WITH_KEYS), box)
    assert scene.keyboard() == ["Street"]


def test_what_a_list_says_is_not_believed_without_looking_for_a_field():
    row = Thing(32, "Red", Rect(120, 60, 90, 20), states=FOCUSED)
    box = panel(row)
    scene = Scene(box)
    scene.bus.put(field("Filter", 90, WITH_KEYS), box)
    assert scene.keyboard() == ["Red", "Filter"]


def test_while_a_menu_is_open_a_field_is_not_the_only_one():
    menu = window(3, "", Rect(100, 80, 100, 60), is_popup=True, is_active=False)
    entry = Thing(35, "Open", Rect(105, 85, 80, 20), states=FOCUSED)
    name = field("Name", 200, WITH_KEYS)
    holder = Thing(33, "File", Rect(100, 55, 40, 20))
    scene = Scene(panel(holder), name, seen=look(menu, window()))
    scene.bus.put(entry, holder)
    assert scene.keyboard() == ["Open", "Name"]


def test_a_tooltip_is_no_menu():
    tip = window(3, "", Rect(100, 80, 100, 60), is_popup=True, is_tooltip=True, is_active=False)
    save = button()
    scene = Scene(save, field("Name", 200, WITH_KEYS), seen=look(tip, window()))
    assert scene.keyboard() == ["Name"]
    assert scene.asked_of(save) == ["GetState"]


def test_a_field_of_a_page_that_was_scrolled_away_is_known_by_the_next_question():
    words = [Thing(116, f"word {n}", states=()) for n in range(50)]
    code = field("Code", -400, (7, 12), role=40)
    scene = Scene(panel(panel(*words, code, states=()), role=95, states=FOCUSED))
    assert "Code" in scene.keyboard()
    assert not any(scene.asked_of(word) for word in words)


def test_a_new_field_of_a_page_that_does_not_show_is_found():
    rest = panel(Thing(88, "Help", Rect(120, 900, 60, 20), states=()), states=())
    page = panel(rest, role=95, states=FOCUSED)
    scene = Scene(page)
    assert scene.keyboard() == [""]
    scene.bus.put(field("Code", -400, (7, 12), role=40), rest)
    assert scene.keyboard() == ["", "Code"]


def test_a_field_of_a_page_behind_another_page_does_not_have_the_keyboard():
    first = panel(field("Name", 60, WITH_KEYS), role=95)
    tab = panel(first)
    rest = panel()
    scene = Scene(tab, rest)
    assert scene.keyboard() == ["Name"]
    tab.children.clear()  # it goes on to say that it shows and has the keyboard, as in Chromium
    scene.bus.put(panel(role=95, states=FOCUSED), rest)
    assert scene.keyboard() == [""]


def test_a_new_field_beside_a_page_is_found_though_one_in_the_page_says_it_has_the_keyboard():
    word = Thing(29, "word", Rect(120, 100, 60, 20))
    page = panel(word, field("Name", 60, WITH_KEYS), role=95)
    bar = panel()
    scene = Scene(page, bar)
    assert scene.keyboard() == ["Name"]
    assert scene.asked_of(page) == ["GetState", "ChildCount"]
    scene.bus.put(field("Find", 90, WITH_KEYS), bar)
    assert sorted(scene.keyboard()) == ["Find", "Name"]
    scene.bus.drop(bar.children[0])
    assert scene.keyboard() == ["Name"]


@pytest.mark.parametrize("has_collection", [True, False])
def test_passwords_are_found_again_without_asking_what_can_hold_none(has_collection):
    buttons = [button(f"b{n}", x) for n, x in enumerate(range(110, 400, 10))]
    box = panel(*buttons, field("Code", 60, role=40))
    scene = Scene(box, has_collection=has_collection)
    assert scene.passwords() == [60]
    assert not any(scene.asked_of(b) for b in buttons)
    scene.bus.put(field("Again", 90, role=40), box)
    assert scene.passwords() == [60, 90]


@pytest.mark.parametrize("has_collection", [True, False])
def test_a_password_that_is_shown_and_hidden_again_is_followed(has_collection):
    code = field("Code", 60, role=40)
    box = panel(code)
    scene = Scene(box, has_collection=has_collection)
    box.states, code.states = (), ()
    assert scene.passwords() == []
    box.states, code.states = SHOWING, EDITABLE
    assert scene.passwords() == [60]


@pytest.mark.parametrize("role", [7, 43, 44, 61, 62, 79])
def test_what_turns_into_a_password_field_in_a_page_is_one(role):
    thing = field("Code", 60, role=role)
    scene = Scene(panel(panel(thing), role=95))
    assert scene.passwords() == []
    thing.role = 40
    assert scene.passwords() == [60]


def test_a_field_that_hides_its_text_from_now_on_is_a_password():
    thing = field("Code", 60)
    scene = Scene(panel(thing))
    assert scene.passwords() == []
    thing.role = 40
    assert scene.passwords() == [60]


def rows(count, first_y=50):
    """Return things below one another, the field for a password in their middle."""
    middle = count // 2
    return [
        Thing(40 if n == middle else 29, f"row {n}", Rect(110, first_y + 20 * n, 90, 20))
        for n in range(count)
    ]


def test_what_can_be_seen_of_a_large_container_is_not_looked_for_again():
    listed = rows(2000, 50 - 20 * 995)
    box = panel(*listed)
    scene = Scene(box)
    assert scene.passwords() == [150]
    searched = [
        m for path, m in scene.bus.calls if m in ("GetChildAtIndex", "GetAccessibleAtPoint")
    ]
    assert searched == []
    assert len(scene.bus.calls) < 60


def test_a_large_container_that_has_scrolled_is_looked_through_anew():
    listed = rows(2000)
    box = panel(*listed)
    scene = Scene(box)
    assert scene.passwords() == []
    for row in listed:
        row.box = Rect(row.box.x, row.box.y - 20 * 995, row.box.w, row.box.h)
    assert scene.passwords() == [150]


def test_what_takes_the_place_of_another_in_a_large_container_is_found():
    listed = rows(2000)
    box = panel(*listed)
    scene = Scene(box)
    old = listed[3]
    scene.bus.drop(old)
    scene.bus.put(field("Code", 110, role=40), box)
    box.children.insert(3, box.children.pop())
    assert scene.passwords() == [110]


@pytest.mark.parametrize("box", [Rect(110, 60, 90, 20), Rect(0, 0, 0, 0)])
def test_cells_of_a_table_are_made_once(box):
    """Swing and LibreOffice make a cell anew, and keep it, whenever it is asked for."""
    table = panel(*[Thing(56, f"cell {n}", box) for n in range(1000)], role=55)
    scene = Scene(table)
    scene.passwords()
    scene.keyboard()
    scene.bus.calls.clear()
    scene.reader.tree(scene.seen)
    scene.reader.secret_boxes(scene.seen)
    scene.reader.focus(scene.seen)
    made = [m for _, m in scene.bus.calls if m in ("GetAccessibleAt", "GetAccessibleAtPoint")]
    assert made == []
    assert "GetChildAtIndex" not in scene.asked_of(table)


def test_menus_are_listed_after_a_question_for_the_keyboard_alone():
    entry = Thing(35, "Save As", Rect(120, 80, 90, 20))
    menu = Thing(33, "File", Rect(110, 50, 40, 20), children=[entry])
    bar = Thing(34, "", Rect(110, 50, 300, 20), children=[menu])
    bus = FakeBus((PID, [frame(bar, field("Name", 90, WITH_KEYS))]))
    reader = DesktopReader(bus=bus)
    reader.focus(look())
    assert [way[-1].name for way in reader.menus(look())] == ["File", "Save As"]
