"""The reader on scripted programs: what is offered, where, and what is never asked.

One reading of the tree serves one look, for a moment; nothing older is judged by.
"""

import asyncio
import gc
import os
import re
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from dbus_fast import Variant

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements import atspi
from automation.desktop.elements.naming import AS_IT_IS
from automation.desktop.elements.nodes import MANAGES_DESCENDANTS_BIT, Node
from automation.desktop.elements.reader import SAME_LOOK_S, DesktopReader, LastRead
from automation.desktop.elements.tree_reader import ASKED_AGAIN_S, Covers
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.fakes.fake_reader import line
from tests.fakes.fake_screen import observation, picture
from tests.unit.desktop.element_scenes import (
    FOCUSED,
    PID,
    PLACE,
    Eyes,
    button,
    frame,
    look,
    named,
    names,
    read,
    window,
)


def test_button_is_offered_with_role_box_and_handle():
    found = named(read(button()), "Save")
    assert (found.role, found.box, found.source) == ("button", Rect(120, 60, 60, 20), "tree")
    assert found.handle == (":1.0", "/root/0/0")
    assert (found.window_id, found.window_title) == (1, "Editor")


def test_program_without_collection_is_walked_in_tree_order():
    panel = Thing(39, "", Rect(100, 50, 400, 100), children=[button("One"), button("Two", 200)])
    assert names(read(panel, button("Three", 300), has_collection=False)) == ["One", "Two", "Three"]


def test_walk_leaves_out_what_is_not_showing():
    hidden = Thing(39, "", PLACE, states=(), children=[button("One")])
    assert names(read(hidden, button("Two"), has_collection=False)) == ["Two"]


def test_element_behind_another_window_is_not_offered():
    cover = window(2, "Cover", Rect(110, 55, 100, 40), pid=7, is_active=False)
    assert names(read(button(), windows=(cover, window()))) == []


def test_element_behind_another_window_is_not_offered_for_the_whole_screen():
    bus = FakeBus((PID, [frame(button())]), (7, [frame(name="Cover", box=Rect(110, 55, 100, 40))]))
    cover = window(2, "Cover", Rect(110, 55, 100, 40), pid=7, is_active=False)
    elements = DesktopReader(bus=bus).tree(look(cover, window()), whole_screen=True)
    assert names(elements) == []


def test_element_of_another_window_is_offered_only_for_the_whole_screen():
    bus = FakeBus((PID, [frame(button())]), (7, [frame(name="Mail", box=Rect(0, 400, 50, 50))]))
    reader = DesktopReader(bus=bus)
    seen = look(window(2, "Mail", Rect(0, 400, 50, 50), pid=7), window(is_active=False))
    assert names(reader.tree(seen)) == []
    assert names(reader.tree(seen, whole_screen=True)) == ["Save"]


def test_our_own_process_is_never_asked():
    bus = FakeBus((os.getpid(), [frame(button())]), (55, [frame(button())]))
    reader = DesktopReader(bus=bus, own_pids={55})
    assert reader.tree(look(window(pid=os.getpid()), window(2, pid=55)), whole_screen=True) == []
    assert bus.calls == []


def test_process_with_a_window_of_ours_is_never_asked():
    bus = FakeBus((PID, [frame(button())]))
    reader = DesktopReader(bus=bus)
    assert reader.tree(look(window(is_own=True)), whole_screen=True) == []
    assert bus.calls == []


def test_window_of_a_program_in_a_container_is_found_by_its_title():
    bus = FakeBus((7, [frame(button())]))
    assert names(DesktopReader(bus=bus).tree(look())) == ["Save"]


def test_program_without_a_window_is_not_taken_for_one_that_has_no_tree():
    desktop_icons = frame(button("Trash"), name="Desktop")
    bus = FakeBus((7, [desktop_icons]))
    assert DesktopReader(bus=bus).tree(look(window(title="xterm"))) == []


def test_window_below_counts_as_active_while_ours_has_the_focus():
    ours = window(2, "deskhand", Rect(0, 0, 90, 40), pid=9, is_own=True)
    assert names(read(button(), windows=(ours, window(is_active=False)))) == ["Save"]


def test_overlay_over_a_whole_monitor_hides_nothing():
    overlay = window(3, "", Rect(0, 0, 640, 480), pid=9, is_own=True, is_active=False)
    assert names(read(button(), windows=(overlay, window()))) == ["Save"]


def test_box_is_cut_at_the_window():
    tall = Thing(95, "Page", Rect(100, 50, 400, 5000))
    assert named(read(tall), "Page").box == PLACE


def test_top_level_whose_box_fits_no_window_is_left_out():
    bus = FakeBus((PID, [frame(button(), box=Rect(0, 0, 90, 700))]))
    assert DesktopReader(bus=bus).tree(look()) == []


@pytest.mark.parametrize(("title", "found"), [("Editor", ["Save"]), ("Mail", [])])
def test_top_level_that_tells_no_place_is_known_by_its_title(title, found):
    bus = FakeBus((PID, [frame(button(), box=Rect(0, 0, 0, 0), name=title)]))
    assert names(DesktopReader(bus=bus).tree(look())) == found


def test_top_level_that_tells_no_place_is_left_out_where_two_windows_have_its_title():
    bus = FakeBus((PID, [frame(button(), box=Rect(0, 0, 0, 0))]))
    other = window(2, rect=Rect(0, 400, 50, 50), is_active=False)
    assert names(DesktopReader(bus=bus).tree(look(window(), other), whole_screen=True)) == []


def test_coordinates_from_the_windows_corner_are_moved_to_the_screen():
    save = Thing(43, "Save", Rect(20, 10, 60, 20))
    bus = FakeBus((PID, [frame(save, box=Rect(0, 0, PLACE.w, PLACE.h))]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look()), "Save")
    assert found.box == Rect(120, 60, 60, 20)
    assert reader.refreshed(found).box == found.box


def test_logical_coordinates_are_scaled_to_device_pixels():
    half = Rect(PLACE.x // 2, PLACE.y // 2, PLACE.w // 2, PLACE.h // 2)
    bus = FakeBus((PID, [frame(Thing(43, "Save", Rect(60, 30, 30, 10)), box=half)]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look()), "Save")
    assert found.box == Rect(120, 60, 60, 20)
    assert reader.refreshed(found).box == found.box


def test_top_level_of_another_size_without_the_windows_title_is_not_scaled_to_fit():
    half = Rect(PLACE.x // 2, PLACE.y // 2, PLACE.w // 2, PLACE.h // 2)
    bus = FakeBus((PID, [frame(button(), box=half, name="Other")]))
    assert DesktopReader(bus=bus).tree(look()) == []


def test_items_of_a_closed_drop_down_are_not_offered():
    items = [Thing(32, "Red", Rect(150, 70, 90, 20)), Thing(32, "Green", Rect(150, 90, 90, 20))]
    closed = Thing(31, "", Rect(150, 70, 90, 40), states=(), children=items)
    combo = Thing(11, "Colour", Rect(150, 60, 90, 20), children=[closed])
    assert names(read(combo)) == ["Colour"]


def test_items_below_a_list_that_lies_nowhere_are_not_offered():
    items = [Thing(32, "Red", Rect(110, 52, 90, 20)), Thing(32, "Green", Rect(110, 72, 90, 20))]
    closed = Thing(31, "", Rect(0, 0, 0, 0), children=items)
    combo = Thing(11, "Colour", Rect(150, 60, 90, 20), children=[closed])
    assert names(read(combo)) == ["Colour"]


def test_items_of_an_open_drop_down_are_offered_in_their_popup():
    popup = window(5, "", Rect(150, 80, 90, 40), is_popup=True, is_active=False)
    items = [Thing(32, "Red", Rect(150, 80, 90, 20)), Thing(32, "Green", Rect(150, 100, 90, 20))]
    opened = Thing(31, "", Rect(150, 80, 90, 40), children=items)
    combo = Thing(11, "Colour", Rect(150, 60, 90, 20), children=[opened])
    elements = read(combo, windows=(popup, window()))
    assert names(elements) == ["Colour", "Red", "Green"]
    assert named(elements, "Green").window_id == 5


def test_items_wider_than_their_popup_end_with_it():
    """As Qt tells them of a narrow drop-down: their middle lies in the window beside the popup."""
    popup = window(5, "", Rect(150, 80, 60, 40), is_popup=True, is_active=False)
    items = [Thing(32, "Red", Rect(151, 81, 129, 19)), Thing(32, "Green", Rect(151, 100, 129, 19))]
    opened = Thing(31, "", Rect(150, 80, 60, 40), children=items)
    combo = Thing(11, "Colour", Rect(150, 60, 60, 20), children=[opened])
    green = named(read(combo, windows=(popup, window())), "Green")
    assert (green.window_id, green.box) == (5, Rect(151, 100, 59, 19))


def test_the_choice_of_a_closed_drop_down_under_an_open_one_is_not_offered():
    """As Chromium tells it: the chosen entry of a closed drop-down shows, below a list that does not."""
    popup = window(5, "", Rect(150, 80, 90, 60), is_popup=True, is_active=False)
    items = [Thing(35, "Red", Rect(150, 80, 90, 20)), Thing(35, "Green", Rect(150, 100, 90, 20))]
    opened = Thing(33, "", Rect(150, 60, 90, 10), children=items)
    chosen = Thing(35, "Green", Rect(150, 112, 90, 10))
    closed = Thing(33, "", Rect(150, 112, 90, 10), states=(8, 24), children=[chosen])
    combos = (
        Thing(11, "Colour", Rect(150, 60, 90, 20), children=[opened]),
        Thing(11, "Lining", Rect(150, 112, 90, 20), children=[closed]),
    )
    elements = read(*combos, windows=(popup, window()))
    assert names(elements) == ["Colour", "Red", "Green"]


def test_button_under_an_open_menu_is_not_offered():
    popup = window(5, "", Rect(110, 55, 120, 40), is_popup=True, is_active=False)
    menu = Thing(
        33, "File", Rect(100, 50, 40, 4), children=[Thing(35, "Open", Rect(110, 56, 120, 20))]
    )
    assert "Save" not in names(read(menu, button(), windows=(popup, window())))
    assert "Open" in names(read(menu, button(), windows=(popup, window())))


def test_items_of_a_menu_whose_popup_is_not_on_the_picture_are_not_offered():
    item = Thing(35, "Open", Rect(100, 80, 120, 20))
    menu = Thing(33, "File", Rect(100, 50, 40, 20), children=[item])
    assert names(read(menu)) == ["File"]


def test_items_of_a_menu_drawn_inside_the_window_are_offered():
    item = Thing(35, "Open", Rect(100, 80, 120, 20))
    menu = Thing(33, "Actions", Rect(100, 70, 120, 60), children=[item])
    assert names(read(menu)) == ["Actions", "Open"]


def test_password_field_is_found_but_never_asked_for_its_text():
    secret = Thing(40, "Password", Rect(150, 60, 90, 20), text="canary", number=7.0)
    bus = FakeBus((PID, [frame(secret)]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look()), "Password")
    again = reader.refreshed(found)
    assert found.value is None
    assert again.value is None
    assert "secret" in again.states
    assert not {"GetText", "CharacterCount", "CurrentValue"} & {member for _, member in bus.calls}


def test_field_that_became_a_password_field_is_no_longer_asked():
    secret = Thing(61, "Code", Rect(150, 60, 90, 20), text="canary")
    bus = FakeBus((PID, [frame(secret)]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look()), "Code")
    secret.role = 40
    assert reader.refreshed(found).value is None


def test_a_password_field_that_shows_its_text_by_now_is_not_asked_either():
    secret = Thing(40, "Code", Rect(150, 60, 90, 20), text="canary")
    bus = FakeBus((PID, [frame(secret)]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look()), "Code")
    secret.role = 61
    again = reader.refreshed(found)
    assert again.value is None
    assert "secret" in again.states
    assert not {"GetText", "CharacterCount", "CurrentValue"} & {member for _, member in bus.calls}


def test_refreshed_reads_text_and_states_again():
    field = Thing(61, "Name", Rect(150, 60, 90, 20), text="Ada")
    reader = DesktopReader(bus=FakeBus((PID, [frame(field)])))
    found = named(reader.tree(look()), "Name")
    assert found.value is None
    field.text, field.states = "Bob", FOCUSED
    again = reader.refreshed(found)
    assert again.value == "Bob"
    assert "focused" in again.states


def test_refreshed_reads_the_number_of_a_slider():
    slider = Thing(51, "Volume", Rect(150, 60, 90, 20), number=40.0)
    reader = DesktopReader(bus=FakeBus((PID, [frame(slider)])))
    assert reader.refreshed(named(reader.tree(look()), "Volume")).value == "40"


def test_refreshed_gives_none_for_what_is_hidden_gone_or_from_ocr():
    save = button()
    reader = DesktopReader(bus=FakeBus((PID, [frame(save)])))
    found = named(reader.tree(look()), "Save")
    save.states = ()
    assert reader.refreshed(found) is None
    assert reader.refreshed(line("Save")) is None


def test_focused_prefers_the_field_to_the_tab_that_also_says_so():
    tab = Thing(37, "One", Rect(110, 100, 40, 20), states=FOCUSED)
    field = Thing(61, "Name", Rect(150, 60, 90, 20), states=(*FOCUSED, 7))
    reader = DesktopReader(bus=FakeBus((PID, [frame(field, tab)])))
    assert reader.focused(look()).name == "Name"


def test_focused_prefers_the_link_to_the_page_around_it():
    link = Thing(88, "Help", Rect(150, 60, 90, 20), states=FOCUSED)
    page = Thing(95, "Page", PLACE, states=FOCUSED, children=[link])
    reader = DesktopReader(bus=FakeBus((PID, [frame(page)])))
    assert reader.focused(look()).name == "Help"


def test_focused_is_the_nameless_paragraph_of_a_document_that_draws_its_parts_as_needed():
    paragraph = Thing(73, "", Rect(120, 60, 300, 16), states=(*FOCUSED, 7))
    states = (*SHOWING, MANAGES_DESCENDANTS_BIT)
    document = Thing(94, "Letter", PLACE, states=states, children=[paragraph])
    panel = Thing(39, "", PLACE, states=FOCUSED, children=[document])
    reader = DesktopReader(bus=FakeBus((PID, [frame(panel)])))
    found = reader.focused(look())
    assert (found.role, found.box) == ("text", paragraph.box)
    assert "editable" in found.states


def test_focused_is_a_password_field_behind_another_window():
    secret = Thing(40, "Password", Rect(120, 60, 60, 20), states=(*FOCUSED, 7))
    reader = DesktopReader(bus=FakeBus((PID, [frame(secret, button("Open", 300))])))
    seen = look(window(2, "Cover", Rect(110, 55, 100, 40), pid=7, is_active=False), window())
    assert names(reader.tree(seen)) == ["Open"]
    assert "secret" in reader.focused(seen).states


def test_focused_is_a_password_field_that_was_scrolled_away():
    secret = Thing(40, "Password", Rect(120, -400, 60, 20), states=(7, 12))
    page = Thing(95, "Page", PLACE, states=FOCUSED, children=[secret])
    reader = DesktopReader(bus=FakeBus((PID, [frame(page)])))
    assert "secret" in reader.focused(look()).states


@pytest.mark.parametrize(("states", "found"), [((7, 12), None), ((*FOCUSED, 7), "")])
def test_focused_is_a_nameless_paragraph_only_where_it_can_be_seen(states, found):
    paragraph = Thing(73, "", Rect(120, 60, 60, 20), states=states)
    page = Thing(95, "Page", PLACE, children=[paragraph])
    holder = DesktopReader(bus=FakeBus((PID, [frame(page)]))).focused(look())
    assert (holder and holder.name) == found


def test_focused_is_no_password_field_of_a_window_without_the_keyboard():
    secret = Thing(40, "Password", Rect(120, 60, 60, 20), states=(*FOCUSED, 7))
    bus = FakeBus((PID, [frame(secret)]), (7, [frame(name="Mail", box=Rect(0, 400, 50, 50))]))
    seen = look(window(2, "Mail", Rect(0, 400, 50, 50), pid=7), window(is_active=False))
    assert DesktopReader(bus=bus).focused(seen) is None


def test_focused_is_none_when_nothing_says_so():
    assert DesktopReader(bus=FakeBus((PID, [frame(button())]))).focused(look()) is None


def test_at_gives_the_smallest_element_under_the_pixel():
    group = Thing(99, "Tools", Rect(110, 55, 200, 40), children=[button()])
    reader = DesktopReader(bus=FakeBus((PID, [frame(group)])))
    assert reader.at(look(), ScreenPoint(125, 65)).name == "Save"
    assert reader.at(look(), ScreenPoint(300, 60)).name == "Tools"
    assert reader.at(look(), ScreenPoint(1, 1)) is None


def test_at_finds_the_entry_of_an_open_menu_in_its_popup():
    popup = window(5, "", Rect(110, 55, 120, 40), is_popup=True, is_active=False)
    menu = Thing(
        33, "File", Rect(100, 50, 40, 4), children=[Thing(35, "Open", Rect(110, 56, 120, 20))]
    )
    reader = DesktopReader(bus=FakeBus((PID, [frame(menu, button())])))
    assert reader.at(look(popup, window()), ScreenPoint(150, 60)).name == "Open"


def test_at_gives_nothing_on_a_window_of_ours():
    ours = window(2, "deskhand", Rect(100, 50, 90, 40), pid=9, is_own=True)
    reader = DesktopReader(bus=FakeBus((PID, [frame(button())])))
    assert reader.at(look(ours, window()), ScreenPoint(125, 65)) is None


def test_without_a_bus_everything_is_empty_and_status_says_why():
    bus = FakeBus((PID, [frame(button())]))
    bus.problem = "there is no session bus"
    reader = DesktopReader(bus=bus)
    assert reader.tree(look()) == ()
    assert reader.at(look(), ScreenPoint(125, 65)) is None
    assert reader.text(look()) == ()
    assert reader.status().tree_problem == "there is no session bus"


def test_text_paints_password_fields_over_before_reading():
    secret = Thing(40, "Password", Rect(150, 60, 90, 20))
    eyes = Eyes()
    reader = DesktopReader(bus=FakeBus((PID, [frame(secret)])), ocr=eyes)
    seen = observation(picture((Rect(150, 60, 90, 20), 10)), window())
    reader.text(seen)
    shown = eyes.shown[0]
    assert shown.rect == PLACE
    assert not (shown.crop(Rect(150, 60, 90, 20)).pixels[:, :, :3] == 10).any()
    assert (seen.frame.pixels[60:80, 150:240, :3] == 10).all()


def test_text_paints_password_fields_of_background_windows_too():
    secret = Thing(40, "Password", Rect(10, 410, 30, 20))
    bus = FakeBus((PID, [frame()]), (7, [frame(secret, name="Mail", box=Rect(0, 400, 50, 50))]))
    eyes = Eyes()
    seen = observation(
        picture((Rect(10, 410, 30, 20), 10)),
        window(),
        window(2, "Mail", Rect(0, 400, 50, 50), pid=7, is_active=False),
    )
    DesktopReader(bus=bus, ocr=eyes).text(seen, seen.frame.rect)
    assert not (eyes.shown[0].pixels[:, :, :3] == 10).any()


def test_text_belongs_to_the_window_it_stands_in():
    eyes = Eyes(line("Hello", Rect(150, 60, 90, 20)), line("DataWatcher", Rect(5, 5, 20, 10)))
    reader = DesktopReader(bus=FakeBus((PID, [frame()])), ocr=eyes)
    assert [(e.name, e.window_id) for e in reader.text(look())] == [("Hello", 1)]


def test_text_outside_the_picture_is_not_read():
    eyes = Eyes()
    reader = DesktopReader(bus=FakeBus((PID, [frame()])), ocr=eyes)
    assert reader.text(look(), Rect(5000, 5000, 10, 10)) == ()
    assert eyes.shown == []


def test_a_question_for_which_there_is_no_thread_is_closed():
    bus = FakeBus((PID, [frame(button())]))

    def no_thread(work, *, timeout_s):
        raise RuntimeError("can't start new thread")

    bus.run = no_thread
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pytest.raises(RuntimeError, match="new thread"):
            DesktopReader(bus=bus).tree(look())
        gc.collect()
    assert [str(w.message) for w in told] == []


def test_hit_test_names_the_innermost_thing_and_reads_nothing_else():
    panel = Thing(39, "", Rect(100, 50, 400, 100), children=[button(), button("Other", 300)])
    bus = FakeBus((PID, [frame(panel)]))
    reader = DesktopReader(bus=bus)
    assert reader.reached(look(), ScreenPoint(125, 65)).name == "Save"
    assert reader.reached(look(), ScreenPoint(450, 300)) is None
    assert {path for path, _ in bus.calls} == {"/root", "/root/0", "/root/0/0", "/root/0/0/0"}


@pytest.mark.parametrize(("role", "found"), [(95, None), (38, "Reload")])
def test_a_scaled_browser_is_believed_of_its_own_buttons_where_its_page_tells_nothing(role, found):
    """Pages tell device pixels: what they say of half of them lies elsewhere."""

    class Scaled(FakeBus):
        def _ToolkitName(self, thing, call):  # noqa: N802
            return (Variant("s", "Chromium"),)

        def _GetAccessibleAtPoint(self, thing, call):  # noqa: N802
            inside = thing.children[0] if thing.children else thing
            return ([inside.program, inside.path],)

    half = Rect(PLACE.x // 2, PLACE.y // 2, PLACE.w // 2, PLACE.h // 2)
    part = Thing(role, "", half, children=[Thing(43, "Reload", Rect(60, 30, 30, 10))])
    reader = DesktopReader(bus=Scaled((PID, [frame(part, box=half)])))
    reached = reader.reached(look(), ScreenPoint(125, 65))
    assert (reached and reached.name) == found


@pytest.mark.parametrize(
    ("ground", "part", "is_covered"),
    [
        (110, Rect(100, 50, 300, 200), False),
        (85, Rect(100, 50, 300, 200), True),
        (85, Rect(20, 80, 690, 211), False),
        (116, Rect(110, 80, 90, 100), False),
        (43, Rect(110, 80, 290, 150), True),
    ],
    ids=["a part of the page", "a veil", "a box below a part of it", "words below", "a button"],
)
def test_an_open_menu_of_a_page_lies_over_the_ground_of_the_part_below_it(
    ground, part, is_covered, monkeypatch
):
    box = Rect(100, 50, 300, 200)
    item, menu, page, below = (
        Node((":1.0", str(role)), None, role, "", 0, part if role == ground else box)
        for role in (35, 33, 95, ground)
    )
    covers = Covers(FakeBus(), "Chromium", None, AS_IT_IS)

    async def above(node):
        return [menu, page] if node is item else [page]

    async def ask():
        return below

    monkeypatch.setattr(covers, "above", above)
    found = asyncio.run(covers.over(item, box.center, ask))
    assert (found is below) == is_covered


@pytest.mark.parametrize("late", range(5))
def test_a_thing_counts_as_covered_only_where_a_page_says_so_again_and_again(late, monkeypatch):
    page, veil = Thing(role=95), object()
    covers = Covers(FakeBus(), "Chromium", None, AS_IT_IS)
    told = [veil] * late + [None] * 9

    async def above(node):
        return [page]

    async def ask():
        return told.pop(0)

    async def over(hit, target, point, above):
        return hit

    monkeypatch.setattr(covers, "above", above)
    monkeypatch.setattr(covers, "_over_by", over)
    found = asyncio.run(covers.over(None, ScreenPoint(5, 5), ask))
    assert found is (veil if late > len(ASKED_AGAIN_S) else None)


def test_hit_test_asks_nothing_of_a_private_window():
    bus = FakeBus((PID, [frame(button())]))
    reader = DesktopReader(bus=bus, is_private=lambda _window: True)
    assert reader.reached(look(), ScreenPoint(125, 65)) is None
    assert bus.calls == []


def test_hit_test_knows_what_is_told_too_high_under_a_menu_bar():
    """LibreOffice on GTK 3 forgets the 25 pixels of the menu bar in all that it draws itself."""
    cells = Thing(
        55, "", Rect(100, 50, 400, 235), children=[Thing(56, "A1", Rect(100, 60, 80, 20))]
    )
    own = Thing(39, "Sheets", Rect(100, 285, 400, 20))
    pane = Thing(46, "", Rect(100, 50, 400, 275), children=[cells, own])
    reader = DesktopReader(
        bus=FakeBus((PID, [frame(Thing(39, "", Rect(100, 75, 400, 275), children=[pane]))]))
    )
    assert reader.reached(look(), ScreenPoint(110, 70)) is None
    cell = reader.reached(look(), ScreenPoint(110, 90))
    assert (cell.name, cell.box) == ("A1", Rect(100, 85, 80, 20))
    sheets = reader.reached(look(), ScreenPoint(130, 315))
    assert (sheets.name, sheets.box) == ("Sheets", Rect(100, 310, 400, 20))


def test_all_that_a_program_says_of_a_control_besides_its_name_is_told():
    label = Thing(29, "Deletes by label", Rect(300, 60, 60, 20))
    bin_ = Thing(27, "Bin", PLACE, description="A bin", source="file:///icons/trash-can.svg?v=2")
    drawn = Thing(27, "", PLACE, source="data:image/png;base64,AAAA")
    text = Thing(116, "Not a picture", PLACE, description="nothing")
    go_on = button("Continue")
    go_on.description, go_on.labelled_by = "Deletes all files", label
    go_on.children = [bin_, drawn, text]
    bus = FakeBus((PID, [frame(go_on, label)]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look()), "Continue")
    expected = {"Deletes all files", "Deletes by label", "Bin", "A bin", "trash-can", "trash"}
    assert set(reader.described(found)) == expected


@pytest.mark.parametrize(
    ("own", "picture", "told"),
    [
        ("", {"classes": "lucide lucide-trash-2"}, ("trash",)),
        ("", {"classes": "fa fa-trashCan"}, ("trash",)),
        ("", {"source": "/ic_delete_24.svg"}, ("ic_delete_24", "delete")),
        ("btn btn-delete", {}, ("delete",)),
        ("deleteIcon", {}, ("delete",)),
        ("delete-dialog-close", {}, ()),
        ("", {"classes": "trash-restore"}, ()),
        ("", {"classes": "combine cabin robin"}, ()),
        ("", {}, ()),
    ],
)
def test_a_drawing_that_its_page_calls_a_bin_is_told(own, picture, told):
    go_on = button("Continue")
    go_on.classes, go_on.children = own, [Thing(27, "", PLACE, **picture)]
    reader = DesktopReader(bus=FakeBus((PID, [frame(go_on)])))
    assert reader.described(named(reader.tree(look()), "Continue")) == told


@pytest.mark.parametrize("on_it", [[], [Thing(29, "Cancel", PLACE)]])
def test_the_classes_of_a_button_with_words_or_nothing_on_it_say_nothing(on_it):
    cancel = button("Cancel")
    cancel.classes, cancel.children = "btn-delete", on_it
    reader = DesktopReader(bus=FakeBus((PID, [frame(cancel)])))
    assert reader.described(named(reader.tree(look()), "Cancel")) == ()


def test_programs_are_asked_and_never_told_to_do_or_to_hold_something():
    text = Path(atspi.__file__).read_text(encoding="utf-8")
    members = re.findall(r'"([A-Z]\w+)"', text)
    assert {"GetState", "GetSelectedChild", "ChildCount"} <= set(members)
    acts = ("Set", "Do", "Select", "Deselect", "Clear", "Insert", "Delete", "Paste", "Grab", "Add")
    assert not [member for member in members if member.startswith(acts)]


def test_a_control_with_a_thousand_things_on_it_is_asked_of_itself_alone():
    go_on = button("Continue")
    go_on.description = "Deletes all files"
    go_on.children = [Thing(27, f"Picture {n}", PLACE) for n in range(1000)]
    bus = FakeBus((PID, [frame(go_on)]))
    reader = DesktopReader(bus=bus)
    found = named(reader.tree(look()), "Continue")
    bus.calls.clear()
    assert reader.described(found) == ("Deletes all files",)
    assert len(bus.calls) < 12


KEPT_S = 60.0
"""Longer than any test: what ends the keeping is then not the time."""
ON_SAVE = ScreenPoint(125, 65)


def reads(bus):
    """How often the tree below the window was listed whole."""
    return bus.calls.count(("/root/0/0", "GetExtents"))


def desk(*children, keep_s=KEPT_S, **more):
    bus = FakeBus((PID, [frame(*children)]))
    return bus, DesktopReader(bus=bus, keep_s=keep_s, **more)


def test_one_look_is_read_once_for_everybody_who_asks():
    bus, reader = desk(button(states=FOCUSED))
    seen = look()
    told = reader.tree(seen)
    assert reader.at(seen, ON_SAVE) == named(told, "Save")
    assert reader.focused(seen) == named(told, "Save")
    assert [e.name for e in reader.tree(seen)] == [e.name for e in told]
    # `focused` asks once more who has the keyboard, and that alone.
    assert reads(bus) == 2


def test_without_keeping_every_question_reads():
    bus, reader = desk(button(), keep_s=0.0)
    seen = look()
    reader.tree(seen)
    reader.at(seen, ON_SAVE)
    assert reads(bus) == 2
    assert reader._last._look is None  # nor is the picture held


def test_another_look_of_an_equal_picture_is_read_anew():
    save = button()
    _, reader = desk(save)
    seen = look()
    assert reader.at(seen, ON_SAVE).name == "Save"
    save.name = "Delete"
    assert reader.at(replace(seen), ON_SAVE).name == "Delete"
    assert reader.at(look(), ON_SAVE).name == "Delete"


def test_what_stands_there_after_the_moment_is_read_anew():
    save = button()
    clock = [100.0]
    bus = FakeBus((PID, [frame(save)]))
    reader = DesktopReader(bus=bus)
    reader._last = LastRead(SAME_LOOK_S, lambda: clock[0])
    seen = look()
    assert reader.at(seen, ON_SAVE).name == "Save"
    save.name = "Delete"
    clock[0] += SAME_LOOK_S - 0.01
    assert reader.at(seen, ON_SAVE).name == "Save"
    clock[0] += 0.02  # counted from the first reading: it is not kept on by being used
    assert reader.at(seen, ON_SAVE).name == "Delete"


def test_a_page_is_read_anew_each_time_because_its_tree_follows_the_picture_late():
    save = button()
    _, reader = desk(Thing(95, "Shop", Rect(110, 55, 300, 200), children=[save]))
    seen = look()
    assert reader.at(seen, ON_SAVE).name == "Save"
    save.name = "Delete"
    assert reader.at(seen, ON_SAVE).name == "Delete"


def test_a_silent_tree_is_asked_again():
    bus = FakeBus()
    reader = DesktopReader(bus=bus, keep_s=KEPT_S)
    seen = look()
    assert reader.at(seen, ON_SAVE) is None
    bus._pids[":1.0"] = PID
    bus._add(Thing(75, children=[frame(button())]), ":1.0", "/root", None)
    assert reader.at(seen, ON_SAVE).name == "Save"


def test_a_window_that_becomes_private_in_between_is_not_told_of():
    private = set()
    _, reader = desk(button(), is_private=lambda w: w.window_id in private)
    seen = look()
    assert reader.tree(seen)
    private.add(1)
    assert not reader.tree(seen)
    assert reader.at(seen, ON_SAVE) is None


def test_other_windows_of_the_same_look_are_read_for_themselves():
    mail = Rect(0, 400, 50, 50)
    bus = FakeBus((PID, [frame(button())]), (7, [frame(name="Mail", box=mail)]))
    reader = DesktopReader(bus=bus, keep_s=KEPT_S)
    seen = look(window(), window(2, "Mail", mail, pid=7, is_active=False))
    assert [e.window_id for e in reader.tree(seen)] == [1, 1]
    assert {e.window_id for e in reader.tree(seen, whole_screen=True)} == {1, 2}
    assert reader.at(seen, mail.center).window_id == 2
    asked = len(bus.calls)
    assert [e.window_id for e in reader.tree(seen)] == [1, 1]  # the first reading is kept beside it
    assert len(bus.calls) == asked


@pytest.mark.parametrize("asked", ["tree", "focused"])
def test_who_had_the_focus_is_known_of_the_look_that_was_asked_about_last(asked):
    field = Thing(79, "Name", Rect(120, 60, 60, 20), states=FOCUSED, text="Ann")
    _, reader = desk(field)
    seen = look()
    reader.tree(seen)
    reader.holders = ()
    getattr(reader, asked)(seen)
    assert [(e.name, e.value) for e in reader.holders] == [("Name", "Ann")]


def test_state_and_value_of_one_element_are_never_the_kept_ones():
    field = Thing(79, "Name", Rect(120, 60, 60, 20), states=FOCUSED, text="Ann")
    _, reader = desk(field)
    seen = look()
    found = named(reader.tree(seen), "Name")
    field.text = "Bob"
    assert reader.refreshed(found).value == "Bob"
    assert reader.letters(found) == 3


def test_a_password_field_that_gets_the_keyboard_meanwhile_is_found():
    plain = Thing(79, "Name", Rect(120, 60, 60, 20), states=FOCUSED)
    secret = Thing(40, "PIN", Rect(120, 90, 60, 20))
    _, reader = desk(plain, secret)
    seen = look()
    assert reader.focused(seen).name == "Name"
    plain.states, secret.states = secret.states, plain.states
    assert reader.focused(seen).name == "PIN"
    assert "secret" in reader.focused(seen).states


def test_nothing_of_a_look_is_held_after_the_end():
    _, reader = desk(button())
    reader.tree(look())
    reader.close()
    assert reader._last._look is None
