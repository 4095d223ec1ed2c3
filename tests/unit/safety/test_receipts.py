"""What is said of an effect, kind by kind: seen, not seen, or not measured."""

from dataclasses import replace

import pytest

from automation.core.actions import (
    Aim,
    ButtonDown,
    Click,
    Clipboard,
    Drag,
    Hotkey,
    KeyDown,
    Launch,
    Move,
    Plan,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import NumberRange, ScreenElement
from automation.core.proposal import Proposal
from automation.safety.checks import HELD_BEFORE, OTHER_CASE, THERE_BEFORE
from automation.safety.receipts import NOT_MOVED, EffectVerifier
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.fake_screen import FakeScreen, observation, picture, window

FORM = window(7, "Form", Rect(0, 0, 300, 300), active=True)
OTHER = window(8, "Other", Rect(320, 0, 300, 300))
POINT = ScreenPoint(50, 20)
AT = Aim(POINT)
BUTTON = element("Save", "button", Rect(10, 10, 80, 20))
FIELD = element("Name", "field", Rect(10, 10, 80, 20), value="old")
BEFORE = observation(picture(), FORM, OTHER)


def after(*patches, windows=(FORM, OTHER)):
    return observation(picture(*patches), *windows)


def receipt(
    action, then, *, target=None, fresh=None, focused=None, before=BEFORE, destination=None
):
    reader = FakeReader([e for e in (fresh, focused) if e])
    reader.refreshed = lambda element: fresh
    reader.focused = lambda observation: focused
    verifier = EffectVerifier(reader, FakeScreen(before))
    return verifier.receipt(action, Proposal(action, target, destination), before, then)


def kind(*arguments, **more):
    return receipt(*arguments, **more).kind


# Pictures


def test_nothing_changed_is_said_so():
    assert kind(Click(AT), after(), target=BUTTON) == "not_seen"


def test_a_change_in_the_targets_window_is_seen():
    told = receipt(Click(AT), after((Rect(200, 200, 30, 30), 10)), target=BUTTON)
    assert (told.kind, told.changed) == ("effect_seen", Rect(200, 200, 30, 30))


def test_a_change_at_a_bare_pixel_is_seen():
    assert kind(Click(AT), after((Rect(60, 30, 20, 20), 10))) == "effect_seen"


def test_a_press_on_a_title_bar_is_seen_in_its_window():
    framed = replace(FORM, rect=Rect(0, 40, 300, 260), frame=Rect(0, 0, 300, 300))
    below = window(9, "Below", Rect(0, 0, 300, 39))
    before = observation(picture(), framed, below)
    changed = observation(picture((Rect(200, 150, 40, 20), 10)), framed, below)
    found = receipt(Click(AT), changed, before=before)
    assert (found.kind, found.detail) == ("effect_seen", "its window changed")


def test_a_change_in_another_window_is_elsewhere():
    assert kind(Click(AT), after((Rect(400, 200, 30, 30), 10)), target=BUTTON) == "not_seen"


def test_the_highlight_of_a_button_under_the_pointer_is_no_effect():
    assert kind(Click(AT), after((Rect(10, 10, 80, 20), 10)), target=BUTTON) == "landed"


OTHER_BUTTON = element("Help", "button", Rect(10, 60, 80, 20), states=frozenset({"focused"}))
NOTE = element("Note", "field", Rect(10, 100, 200, 20), value="x", states=frozenset({"focused"}))
TAKEN = ((BUTTON.box, 90), (OTHER_BUTTON.box.grown(2), 10))


def focus_left(was, now, *patches):
    """Click the button while `was` has the focus; `now` is what is read of it afterwards."""
    reader = FakeReader()
    reader.holders = (was,)
    reader.refreshed = lambda element: now if element is was else None
    verifier = EffectVerifier(reader, FakeScreen(BEFORE))
    return verifier.receipt(Click(AT), Proposal(Click(AT), BUTTON, None), BEFORE, after(*patches))


def test_the_focus_that_left_another_button_is_no_effect():
    told = focus_left(OTHER_BUTTON, replace(OTHER_BUTTON, states=frozenset()), *TAKEN)
    assert told.kind == "landed"


def test_the_default_ring_that_left_another_button_is_no_effect():
    default = replace(OTHER_BUTTON, states=frozenset({"default"}))
    assert focus_left(default, replace(default, states=frozenset()), *TAKEN).kind == "landed"


def test_the_ring_alone_that_moved_is_told_as_such():
    told = focus_left(OTHER_BUTTON, replace(OTHER_BUTTON, states=frozenset()), TAKEN[1])
    assert (told.kind, told.detail) == ("not_seen", "only the keyboard focus moved")


@pytest.mark.parametrize(
    "now",
    [
        None,
        OTHER_BUTTON,
        replace(OTHER_BUTTON, name="Close", states=frozenset()),
        replace(OTHER_BUTTON, states=frozenset({"checked"})),
    ],
    ids=["gone", "kept the focus", "another name", "another state"],
)
def test_another_button_that_changed_by_more_than_the_focus_is_an_effect(now):
    assert focus_left(OTHER_BUTTON, now, *TAKEN).kind == "effect_seen"


def test_what_changes_beside_the_focus_is_seen_all_the_same():
    shown = (*TAKEN, (Rect(200, 200, 30, 30), 10))
    told = focus_left(OTHER_BUTTON, replace(OTHER_BUTTON, states=frozenset()), *shown)
    assert told.kind == "effect_seen"


def test_a_field_that_only_lost_the_focus_is_no_effect_and_one_that_was_cleared_is():
    lost = replace(NOTE, states=frozenset())
    assert focus_left(NOTE, lost, (NOTE.box, 10)).kind == "not_seen"
    assert focus_left(NOTE, replace(lost, value=""), (NOTE.box, 10)).kind == "effect_seen"


def test_of_a_field_whose_text_was_not_read_before_only_the_frame_is_left_out():
    unread, lost = replace(NOTE, value=None), replace(NOTE, states=frozenset())
    frame = (Rect(NOTE.box.x, NOTE.box.y, NOTE.box.w, 2), 10)
    text = (Rect(20, 104, 60, 12), 10)
    assert focus_left(unread, lost, frame).kind == "not_seen"
    assert focus_left(unread, lost, frame, text).kind == "effect_seen"


def test_a_button_that_lights_up_and_does_something_is_seen():
    shown = after((Rect(10, 10, 80, 20), 10), (Rect(200, 200, 30, 30), 10))
    assert kind(Click(AT), shown, target=BUTTON) == "effect_seen"


def test_a_blinking_caret_is_no_effect():
    assert kind(Click(AT), after((Rect(150, 150, 2, 18), 10)), target=BUTTON) == "not_seen"


def test_a_screen_that_was_moving_by_itself_proves_nothing():
    restless = replace(BEFORE, settled=False)
    shown = after((Rect(200, 200, 30, 30), 10))
    assert kind(Click(AT), shown, target=BUTTON, before=restless) == "not_seen"


def test_a_desktop_of_another_size_proves_nothing():
    shown = observation(picture(size=(800, 600)), FORM)
    assert kind(Click(AT), shown) == "not_seen"


def test_a_window_that_opened_is_an_effect():
    dialog = window(9, "Dialog", Rect(100, 100, 50, 50), active=True)
    told = receipt(Click(AT), after(windows=(dialog, FORM, OTHER)), target=BUTTON)
    assert (told.kind, told.detail) == ("effect_seen", "a window opened")


def test_a_menu_that_opened_is_called_a_menu():
    menu = replace(window(9, "", Rect(100, 100, 50, 50)), is_popup=True)
    assert receipt(Click(AT), after(windows=(menu, FORM, OTHER))).detail == "a menu or list opened"


def test_a_tooltip_that_came_up_is_no_effect():
    tip = replace(window(9, "", Rect(100, 100, 50, 24)), is_popup=True, is_tooltip=True)
    shown = after((tip.rect, 10), (Rect(10, 10, 80, 20), 90), windows=(tip, FORM, OTHER))
    assert kind(Click(AT), shown, target=BUTTON) == "landed"


def test_a_menu_of_one_entry_is_no_tooltip():
    menu = replace(window(9, "", Rect(100, 100, 50, 24)), is_popup=True)
    assert receipt(Click(AT), after(windows=(menu, FORM, OTHER))).kind == "effect_seen"


def test_a_highlight_and_a_clock_elsewhere_are_no_effect():
    shown = after((Rect(10, 10, 80, 20), 90), (Rect(500, 400, 60, 20), 10))
    assert kind(Click(AT), shown, target=BUTTON) == "landed"


def test_our_own_windows_are_no_effect():
    own = replace(window(9, "card", Rect(100, 100, 50, 50)), is_own=True)
    assert kind(Click(AT), after(windows=(own, FORM, OTHER)), target=BUTTON) == "not_seen"


# A press that went to another thing

CITY = element("City", "field", Rect(10, 100, 80, 20))
MOVED = replace(BUTTON, box=Rect(10, 60, 80, 20))
UNDER = replace(CITY, box=Rect(10, 10, 80, 20), states=CITY.states | {"focused"})


def pressed(fresh=MOVED, focused=UNDER, *, held=(), action=None):
    """Return what is said of a press on Save, at a moment at which all of the form was drawn anew."""
    reader = FakeReader([e for e in (fresh, focused) if e])
    reader.holders = held
    reader.refreshed = lambda element: fresh if element is BUTTON else element
    reader.focused = lambda observation: focused
    action = action or Click(AT)
    verifier = EffectVerifier(reader, FakeScreen(BEFORE))
    then = after((Rect(0, 0, 200, 200), 10))
    return verifier.receipt(action, Proposal(action, BUTTON, None), BEFORE, then)


def test_a_press_that_another_thing_took_in_its_place_is_told():
    told = pressed()
    assert (told.kind, told.code) == ("denied", "went_elsewhere")
    assert told.detail == "the press went to “City”, which had come to its place"


def test_a_thing_without_a_name_that_took_it_is_told_by_its_kind():
    assert "another field" in pressed(focused=replace(UNDER, name="")).detail


@pytest.mark.parametrize(
    ("fresh", "focused"),
    [
        (BUTTON, UNDER),
        (None, UNDER),
        (replace(MOVED, name="Saved"), UNDER),
        (replace(MOVED, states=MOVED.states | {"focused"}), UNDER),
        (replace(MOVED, states=frozenset({"enabled"})), UNDER),
        (MOVED, None),
        (MOVED, replace(UNDER, box=Rect(10, 100, 80, 20))),
        (MOVED, replace(UNDER, role="page", box=Rect(0, 0, 300, 300))),
    ],
    ids=[
        "it lies where it lay",
        "it is gone",
        "it says something else",
        "it has the keyboard",
        "it is not shown",
        "nothing has the keyboard",
        "a thing elsewhere has it",
        "what holds it has it",
    ],
)
def test_a_program_that_moves_its_things_after_a_press_is_believed(fresh, focused):
    assert pressed(fresh, focused).kind == "effect_seen"


def test_what_had_the_keyboard_before_the_press_has_not_got_it_by_it():
    was = replace(CITY, states=CITY.states | {"focused"})
    assert pressed(held=(was,)).kind == "effect_seen"
    default = replace(CITY, states=CITY.states | {"default"})
    assert pressed(held=(default,)).kind == "denied"


def test_a_press_with_another_button_is_no_such_thing():
    assert pressed(action=Click(AT, button="right")).kind == "effect_seen"


# States


@pytest.mark.parametrize(
    ("was", "now", "expected", "detail"),
    [
        ({"checkable"}, {"checkable", "checked"}, "effect_seen", "it is on"),
        ({"checkable", "checked"}, {"checkable"}, "effect_seen", "it is off"),
        ({"checkable"}, {"checkable"}, "denied", "it is still off"),
        ({"checkable", "checked"}, {"checkable", "checked"}, "denied", "it is still on"),
    ],
)
def test_a_box_is_read_again(was, now, expected, detail):
    box = element("Bold", "checkbox", states=frozenset(was))
    told = receipt(Click(AT), after(), target=box, fresh=replace(box, states=frozenset(now)))
    assert (told.kind, told.detail) == (expected, detail)


def test_a_tab_that_is_selected_already_stays_so():
    tab = element("notes.txt", "tab", states=frozenset({"selected"}))
    assert receipt(Click(AT), after(), target=tab, fresh=tab).kind == "effect_seen"
    other = replace(tab, states=frozenset())
    assert receipt(Click(AT), after(), target=other, fresh=other).kind != "effect_seen"


def test_a_radio_button_that_was_on_stays_on():
    radio = element("A4", "radio", states=frozenset({"checkable", "checked"}))
    assert kind(Click(AT), after(), target=radio, fresh=radio) == "effect_seen"


def test_a_tab_is_seen_to_be_selected():
    tab = element("General", "tab")
    told = receipt(
        Click(AT), after(), target=tab, fresh=replace(tab, states=frozenset({"selected"}))
    )
    assert told.detail == "it is selected"


def test_a_field_that_took_the_keyboard_is_seen_even_if_nothing_moved():
    focused = replace(FIELD, states=frozenset({"focused"}))
    assert kind(Click(AT), after(), target=FIELD, fresh=focused) == "effect_seen"


ROW = element("Anna", "list_item", BUTTON.box)
MARKED = frozenset({"checkable", "checked", "selected"})


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (ROW, replace(ROW, name="Bert", states=MARKED)),
        (replace(ROW, role="checkbox"), replace(ROW, name="Bert", role="checkbox", states=MARKED)),
        (FIELD, replace(FIELD, role="button", states=frozenset({"focused"}))),
    ],
    ids=["row", "box", "field"],
)
def test_what_the_handle_of_something_else_tells_is_no_effect(before, now):
    assert kind(Click(AT), after(), target=before, fresh=now) == "not_seen"


def test_a_name_is_the_same_in_other_spaces_and_case():
    row = replace(ROW, name="anna ", states=MARKED)
    assert receipt(Click(AT), after(), target=ROW, fresh=row).detail == "it is on"


def test_a_state_says_nothing_of_a_double_click():
    box = element("Bold", "checkbox", states=frozenset({"checkable"}))
    assert kind(Click(AT, count=2), after(), target=box, fresh=box) == "not_seen"


# Writing


@pytest.mark.parametrize(
    ("text", "overwrite", "held", "expected"),
    [
        ("new", True, "new", "effect_seen"),
        ("new", True, "new\n", "effect_seen"),
        ("new", False, "oldnew", "effect_seen"),
        ("new", False, "new", "effect_seen"),
        ("new", True, "oldnew", "not_seen"),
        ("new", True, "nex", "not_seen"),
        ("new", True, "old", "denied"),
        ("old", True, "old", "not_seen"),
        ("old", False, "old", "not_seen"),
        ("old", False, "old\n", "not_seen"),
        ("old", False, "oldold", "effect_seen"),
        ("old", False, "old!", "not_seen"),
        ("ünï 👍", True, "ünï 👍", "effect_seen"),
    ],
)
def test_a_field_is_read_back(text, overwrite, held, expected):
    fresh = replace(FIELD, value=held)
    action = Write(text, AT, overwrite=overwrite)
    assert kind(action, after(), target=FIELD, fresh=fresh, focused=fresh) == expected


@pytest.mark.parametrize(("held", "expected"), [("new", "effect_seen"), ("+49 new", "landed")])
@pytest.mark.parametrize("overwrite", [True, False])
def test_a_field_that_was_empty_holds_what_was_typed_alone(overwrite, held, expected):
    fresh = replace(FIELD, value=held)
    action = Write("new", AT, overwrite=overwrite)
    empty = replace(FIELD, value="")
    assert kind(action, after(), target=empty, fresh=fresh, focused=fresh) == expected


@pytest.mark.parametrize("held", ["old", "old\n"])
def test_a_field_that_held_the_very_text_proves_nothing(held):
    was, action = replace(FIELD, value=held), Write("old", AT, overwrite=True)
    told = receipt(action, after(), target=was, fresh=FIELD, focused=FIELD)
    assert (told.kind, told.detail) == (
        "not_seen",
        "read back, the field holds it, as it did before",
    )


def test_of_a_text_over_itself_it_is_told_whether_the_keyboard_is_in_the_field():
    there = replace(FIELD, states=frozenset({"focused"}))
    over, added = Write("old", AT, overwrite=True), Write("old", AT)
    told = receipt(over, after(), target=FIELD, fresh=there, focused=there)
    assert told == THERE_BEFORE
    told = receipt(added, after(), target=FIELD, fresh=there, focused=there)
    assert told == HELD_BEFORE


def test_what_something_else_holds_by_now_is_not_read_back():
    row = replace(FIELD, role="list_item", value="new")
    assert kind(Write("new", AT), after(), target=FIELD, fresh=row) == "not_seen"


def test_a_field_that_is_cleared_may_have_been_empty():
    empty = replace(FIELD, value="")
    action = Write("", AT, overwrite=True)
    assert kind(action, after(), target=empty, fresh=empty, focused=empty) == "effect_seen"


def test_a_field_that_puts_letters_in_another_case_is_told_of_as_such():
    fresh = replace(FIELD, value="STRASSE 7")
    action = Write("Straße 7", AT, overwrite=True)
    told = receipt(action, after(), target=FIELD, fresh=fresh, focused=fresh)
    assert told == OTHER_CASE


def test_a_field_that_differs_is_told_by_lengths_alone():
    fresh = replace(FIELD, value="something private")
    told = receipt(
        Write("abc", AT, overwrite=True), after(), target=FIELD, fresh=fresh, focused=fresh
    )
    assert told.detail == "read back, it differs: 17 letters found, 3 typed"


def test_a_password_field_is_never_read_back():
    secret = replace(FIELD, states=frozenset({"secret"}), value="never")
    told = receipt(Write("abc", AT), after(), target=secret, fresh=secret, focused=secret)
    assert told.kind == "not_seen"
    assert "never read" in told.detail


def test_text_in_a_program_without_a_tree_is_seen_by_its_pixels():
    assert kind(Write("abc"), after((Rect(20, 200, 60, 12), 10))) == "effect_seen"
    assert kind(Write("abc"), after()) == "not_seen"


def test_text_sent_off_with_enter_is_not_looked_for_in_the_field():
    empty = replace(FIELD, value="")
    shown = after((Rect(20, 200, 60, 12), 10))
    action = Write("abc", AT, press_enter=True)
    assert kind(action, shown, target=FIELD, fresh=empty, focused=empty) == "effect_seen"


# Windows and programs

SMALL = replace(FORM, is_active=False, is_minimised=True)
LARGE = replace(FORM, rect=Rect(0, 0, 640, 480))
IN_FRONT = replace(OTHER, is_active=True)
BEHIND = replace(FORM, is_active=False)


@pytest.mark.parametrize(
    ("action", "windows", "expected"),
    [
        (Window("activate", 8), (IN_FRONT, BEHIND), "effect_seen"),
        (Window("activate", 8), (FORM, OTHER), "denied"),
        (Window("close", 7), (OTHER,), "effect_seen"),
        (Window("close", 7), (FORM, OTHER), "denied"),
        (
            Window("close", 7),
            (FORM, OTHER, window(9, "Save?", Rect(0, 0, 9, 9))),
            "denied",
        ),
        (Window("minimise", 7), (SMALL, OTHER), "effect_seen"),
        (Window("minimise", 7), (FORM, OTHER), "denied"),
        (Window("maximise", 7), (LARGE, OTHER), "effect_seen"),
        (Window("maximise", 7), (FORM, OTHER), "denied"),
        (Window("next"), (IN_FRONT, BEHIND), "effect_seen"),
        (Window("next"), (FORM, OTHER), "denied"),
        (Launch("x"), (window(9, "X", Rect(0, 0, 9, 9)), FORM, OTHER), "effect_seen"),
        (Launch("x"), (IN_FRONT, BEHIND), "effect_seen"),
        (Launch("x"), (FORM, OTHER), "not_seen"),
    ],
    ids=repr,
)
def test_windows_tell_the_effect_on_windows(action, windows, expected):
    assert kind(action, after(windows=windows)) == expected


def lines_at(top, *more):
    """Return patches for lines of text of different lengths, the first of them at this row."""
    lines = [(Rect(20, top + 9 * n, 40 + n * 37 % 90, 5), 20 + n) for n in range(20)]
    return [*lines, *more]


@pytest.mark.parametrize(
    ("direction", "now", "expected"),
    [
        ("down", lines_at(20), ("effect_seen", "the content moved")),
        ("down", [(Rect(20, 20, 200, 200), 10)], ("effect_seen", "it changed under the pointer")),
        ("down", lines_at(50, (Rect(200, 200, 60, 20), 9)), ("not_seen", NOT_MOVED)),
        ("down", lines_at(50, (Rect(60, 10, 6, 70), 90)), ("not_seen", NOT_MOVED)),
    ],
    ids=["moved", "another picture", "another thing in the window", "a scroll bar"],
)
def test_content_is_said_to_move_only_where_it_did(direction, now, expected):
    before = after(*lines_at(50))
    told = receipt(Scroll(direction, at=AT), after(*now), before=before)
    assert (told.kind, told.detail) == expected


@pytest.mark.parametrize(
    ("box", "expected"),
    [(Rect(0, 0, 300, 300), "effect_seen"), (Rect(200, 0, 100, 300), "not_seen")],
    ids=["in it", "beside it"],
)
def test_a_list_whose_words_stand_at_its_edge_and_not_at_the_pixel_is_seen_to_move(box, expected):
    scroll = Scroll("down", at=Aim(ScreenPoint(280, 150)))
    before = after(*lines_at(50))
    told = receipt(scroll, after(*lines_at(20)), before=before, target=element("Rows", "list", box))
    assert told.kind == expected


def test_content_is_seen_to_move_to_the_side():
    def columns(left):
        return [(Rect(left + 9 * n, 20, 5, 40 + n * 37 % 90), 20 + n) for n in range(20)]

    told = receipt(Scroll("right", at=AT), after(*columns(20)), before=after(*columns(50)))
    assert (told.kind, told.detail) == ("effect_seen", "the content moved")


@pytest.mark.parametrize(
    ("role", "changed", "kind"),
    [
        ("button", Rect(22, 12, 60, 16), "not_seen"),
        ("button", Rect(22, 12, 60, 160), "effect_seen"),
        ("link", Rect(16, 6, 88, 28), "not_seen"),
        ("field", Rect(22, 12, 60, 16), "effect_seen"),
    ],
)
def test_a_thing_that_lights_up_under_the_pointer_is_no_content_that_moved(role, changed, kind):
    under = element("Chromium", role, Rect(20, 10, 80, 20))
    told = receipt(Scroll("down", at=AT), after((changed, 10)), fresh=under)
    assert told.kind == kind


def test_content_that_does_not_move_may_be_at_its_end():
    told = receipt(Scroll("down", at=AT), after())
    assert (told.kind, told.detail) == (
        "not_seen", "nothing moved; the end may be reached",
    )  # fmt: skip


def test_a_drag_is_seen_at_either_end():
    drag = Drag((ScreenPoint(50, 20), ScreenPoint(500, 200)))
    assert kind(drag, after((Rect(490, 190, 20, 20), 10))) == "effect_seen"
    assert kind(drag, after()) == "not_seen"


@pytest.mark.parametrize(
    ("lies", "kind"),
    [(Rect(480, 200, 60, 20), "effect_seen"), (Rect(100, 300, 60, 20), "not_seen")],
    ids=["there", "elsewhere"],
)
def test_a_drag_is_seen_where_the_tree_has_the_thing_at_its_end(lies, kind):
    oven = ScreenElement("Oven", "text", Rect(40, 10, 60, 20), "tree", window_id=FORM.window_id)
    reader = FakeReader([oven, replace(oven, box=lies)])
    drag = Drag((ScreenPoint(50, 20), ScreenPoint(500, 200)))
    told = EffectVerifier(reader, None).receipt(
        drag, Proposal(drag, element=oven), BEFORE, after((Rect(280, 290, 2, 2), 10))
    )
    assert told.kind == kind
    still = EffectVerifier(reader, None).receipt(
        drag, Proposal(drag, element=oven), BEFORE, after()
    )
    assert still.kind == "not_seen"


def test_the_pointer_is_where_it_was_sent():
    moved = replace(after(), pointer=POINT)
    assert kind(Move(AT), moved) == "effect_seen"
    assert kind(Move(AT), after()) == "denied"


def test_keys_are_seen_in_the_window_that_has_the_focus():
    assert kind(Hotkey(("Return",)), after((Rect(20, 200, 60, 12), 10))) == "effect_seen"
    assert kind(Hotkey(("Return",)), after((Rect(400, 200, 60, 12), 10))) == "not_seen"
    assert kind(Hotkey(("Return",)), after()) == "not_seen"


def test_a_save_that_only_changes_the_windows_title_is_seen():
    saved = replace(FORM, title="Form (saved)")
    told = receipt(Hotkey(("ctrl", "s")), after((Rect(310, 0, 8, 8), 10), windows=(saved, OTHER)))
    assert (told.kind, told.detail) == ("effect_seen", "the window's title changed")


@pytest.mark.parametrize(
    "action",
    [Clipboard("copy"), Clipboard("set", "x"), KeyDown("shift"), ButtonDown(AT), Plan(()), Wait(1)],
    ids=repr,
)
def test_what_shows_nothing_is_not_called_seen(action):
    assert kind(action, after((Rect(20, 200, 60, 12), 10))) == "not_seen"


# Enter after a text


@pytest.mark.parametrize(
    ("held", "patches", "states", "expected"),
    [
        ("abc", [(Rect(12, 12, 40, 10), 10)], {"focused"}, "not_seen"),
        ("", [(Rect(12, 12, 40, 10), 10)], {"focused"}, "effect_seen"),
        ("abc", [(Rect(12, 12, 40, 10), 10)], set(), "effect_seen"),
        (
            "abc",
            [(Rect(12, 12, 40, 10), 10), (Rect(120, 120, 60, 60), 10)],
            {"focused"},
            "effect_seen",
        ),
    ],
)
def test_an_enter_of_which_only_the_text_in_its_field_is_seen_is_not_proven(
    held, patches, states, expected
):
    action = Write("abc", AT, overwrite=True, press_enter=True)
    now = replace(FIELD, value=held, states=FIELD.states | states)
    found = receipt(action, after(*patches), target=FIELD, fresh=now, focused=now)
    assert found.kind == expected


@pytest.mark.parametrize(("shade", "expected"), [(150, "denied"), (10, "effect_seen")])
def test_a_drawn_entry_that_stands_out_less_than_the_others_is_greyed_out(shade, expected):
    menu = replace(window(9, "menu", Rect(20, 10, 100, 60)), is_popup=True)
    boxes = Rect(30, 14, 60, 16), Rect(30, 40, 60, 16)
    lines = [ScreenElement(n, "text", b, "ocr") for n, b in zip("AB", boxes, strict=True)]
    ink = [(Rect(34, 18, 40, 8), 10), (Rect(34, 44, 40, 8), shade)]
    before = observation(picture(*ink), menu, FORM, OTHER)
    verifier = EffectVerifier(FakeReader([], lines), FakeScreen(before))
    click = Click(Aim(boxes[1].center))
    told = verifier.receipt(click, Proposal(click, lines[1]), before, after())
    assert told.kind == expected


# Values


def wanted(action, proposal, fresh, number=None):
    reader = FakeReader([fresh])
    if number is not None:
        reader.numbers[fresh.handle] = number
    return EffectVerifier(reader, FakeScreen(BEFORE)).receipt(action, proposal, BEFORE, after())


@pytest.mark.parametrize(
    ("text", "held", "kind", "code"),
    [
        ("7", 7.0, "effect_seen", "exact"),
        ("7", 2.0, "landed", "not_taken"),
        ("2", 2.0, "denied", "as_it_was"),
    ],
)
def test_a_number_counts_once_its_program_holds_it(text, held, kind, code):
    box = element("Amount", "spinner", value="2")
    typing = Write("7", AT, overwrite=True)
    number = NumberRange(held, 0, 99, 1)
    told = wanted(typing, Proposal(typing, box, wanted="7"), replace(box, value=text), number)
    assert (told.kind, told.code) == (kind, code)


@pytest.mark.parametrize(
    ("value", "kind", "code"),
    [
        ("80", "effect_seen", "exact"),
        ("20", "denied", "as_it_was"),
        ("50", "landed", "rewritten"),
    ],
)
def test_keys_that_shall_bring_a_value_are_judged_by_it(value, kind, code):
    box = element("Amount", "spinner", value="20")
    key = Hotkey(("tab",))
    told = wanted(key, Proposal(key, box, wanted="80"), replace(box, value=value))
    assert (told.kind, told.code) == (kind, code)


@pytest.mark.parametrize(
    ("states", "kind", "code"),
    [
        ({"checkable", "checked"}, "effect_seen", "on"),
        ({"checkable", "selected"}, "denied", "still"),
    ],
)
def test_a_row_that_was_to_be_ticked_is_not_done_by_being_selected(states, kind, code):
    row = element("Lamp", "list_item", states=frozenset({"checkable"}))
    press = Click(AT)
    fresh = replace(row, states=frozenset(states))
    told = wanted(press, Proposal(press, row, wanted="on"), fresh)
    assert (told.kind, told.code) == (kind, code)


@pytest.mark.parametrize(
    ("states", "kind"), [({"expandable", "expanded"}, "effect_seen"), ({"expandable"}, "denied")]
)
def test_a_section_that_was_to_open_is_judged_by_its_state(states, kind):
    section = element("Insurance", "toggle", states=frozenset({"expandable"}))
    press = Click(AT)
    fresh = replace(section, states=frozenset(states))
    assert wanted(press, Proposal(press, section, wanted="open"), fresh).kind == kind


@pytest.mark.parametrize(("role", "kind"), [("combo", "not_seen"), ("label", "effect_seen")])
def test_a_list_that_the_pointer_has_left_proves_nothing(role, kind):
    left = element("City bike", role, Rect(100, 200, 120, 30))
    before = replace(BEFORE, pointer=left.box.center)
    verifier = EffectVerifier(FakeReader([BUTTON, left]), FakeScreen(before))
    press, seen = Click(AT), after((left.box, 10))
    told = verifier.receipt(press, Proposal(press, BUTTON, None), before, seen)
    assert told.kind == kind


def test_a_section_that_tells_no_state_any_more_is_not_said_to_be_closed():
    section = element("Advanced", "toggle", states=frozenset({"expandable", "expanded"}))
    press = Click(AT)
    told = wanted(
        press, Proposal(press, section, wanted="closed"), replace(section, states=frozenset())
    )
    assert told.kind != "effect_seen"
