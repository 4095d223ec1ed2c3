"""The macros of the tray's menu; nothing is put into a real tray."""

import pytest

from app.macros.tray_menu import BUSY, MOST, NONE, MenuMacro
from app.tray import Tray
from app.widgets.theme import Theme

MACROS = (MenuMacro("post", "Post & send", "Ctrl+Alt+1"), MenuMacro("tidy", "Tidy"))


@pytest.fixture(params=["light", "dark"])
def tray(request, qapp):
    return Tray(Theme(request.param))


def rows(tray):
    shown = (a for a in tray._macros.actions() if a.isVisible() and not a.isSeparator())
    return {action.text(): action for action in shown}


def test_it_lists_macros_with_their_keys_and_the_two_ways_to_more(tray):
    tray.show_macros(MACROS)
    assert list(rows(tray)) == [
        "Post && send  (Ctrl+Alt+1)", "Tidy", "Record a macro", "All macros…",
    ]  # fmt: skip
    assert all(row.isEnabled() for row in rows(tray).values())


def test_without_macros_it_says_so(tray):
    assert list(rows(tray)) == [NONE, "Record a macro", "All macros…"]
    assert not rows(tray)[NONE].isEnabled()


def test_other_macros_take_the_place_of_the_old_ones(tray):
    tray.show_macros(MACROS)
    tray.show_macros([MenuMacro(f"m-{n}", f"M {n}") for n in range(12)])
    assert list(rows(tray))[:-2] == [f"M {n}" for n in range(MOST)]


def test_while_a_run_lives_nothing_can_be_played_and_it_says_why(tray):
    tray.show_macros(MACROS)
    tray.show_state("executing")
    found = rows(tray)
    assert next(iter(found)) == BUSY
    on = [text for text, action in found.items() if action.isEnabled()]
    assert on == ["All macros…"]
    tray.show_macros(MACROS[:1])
    assert not rows(tray)["Post && send  (Ctrl+Alt+1)"].isEnabled()
    tray.show_state("done")
    assert BUSY not in rows(tray)
    assert rows(tray)["Record a macro"].isEnabled()


def test_a_row_asks_for_its_macro(tray, qtbot):
    tray.show_macros(MACROS)
    with qtbot.waitSignal(tray.macro_pressed) as pressed:
        rows(tray)["Tidy"].trigger()
    assert pressed.args == ["tidy"]


@pytest.mark.parametrize(
    ("text", "name"), [("Record a macro", "record_pressed"), ("All macros…", "macros_wanted")]
)
def test_the_last_rows_ask_for_what_they_say(tray, qtbot, text, name):
    with qtbot.waitSignal(getattr(tray, name)):
        rows(tray)[text].trigger()


def test_a_long_or_deceiving_name_is_cut_and_marked(tray):
    tray.show_macros([MenuMacro("a", "x" * 90), MenuMacro("b", "a\u202eb")])
    cut, marked, *_ = rows(tray)
    assert (len(cut), cut[-1]) == (48, "…")
    assert "\u202e" not in marked
