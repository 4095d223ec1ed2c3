"""The macros of the tray's menu; nothing is put into a real tray."""

import pytest

from app.gui.tray import ASKED, BUSY, MOST, NONE, MenuMacro, Tray
from app.gui.widgets.theme import Theme

MACROS = (MenuMacro("post", "Post & send", "Ctrl+Alt+1"), MenuMacro("tidy", "Tidy"))


@pytest.fixture(params=["light", "dark"])
def tray(request, qapp):
    return Tray(Theme(request.param))


def rows(tray):
    shown = (a for a in tray._macros.actions() if a.isVisible() and not a.isSeparator())
    return {action.text(): action for action in shown}


ALL = "All macros, and recording…"


def test_it_lists_macros_with_their_keys_and_says_that_each_step_is_asked_about(tray):
    tray.show_macros(MACROS)
    found = rows(tray)
    assert list(found) == [ASKED, "Post && send  (Ctrl+Alt+1)", "Tidy", ALL]
    assert [text for text, row in found.items() if not row.isEnabled()] == [ASKED]


def test_without_macros_it_says_so(tray):
    assert list(rows(tray)) == [NONE, ALL]
    assert not rows(tray)[NONE].isEnabled()


def test_other_macros_take_the_place_of_the_old_ones(tray):
    tray.show_macros(MACROS)
    tray.show_macros([MenuMacro(f"m-{n}", f"M {n}") for n in range(12)])
    assert list(rows(tray))[1:-1] == [f"M {n}" for n in range(MOST)]


def test_while_a_run_lives_nothing_can_be_played_and_it_says_why(tray):
    tray.show_macros(MACROS)
    tray.show_state("executing")
    found = rows(tray)
    assert next(iter(found)) == BUSY
    on = [text for text, action in found.items() if action.isEnabled()]
    assert on == [ALL]
    tray.show_macros(MACROS[:1])
    assert not rows(tray)["Post && send  (Ctrl+Alt+1)"].isEnabled()
    tray.show_state("done")
    assert BUSY not in rows(tray)


def test_a_row_asks_for_its_macro(tray, qtbot):
    tray.show_macros(MACROS)
    with qtbot.waitSignal(tray.macro_pressed) as pressed:
        rows(tray)["Tidy"].trigger()
    assert pressed.args == ["tidy"]


def test_the_last_row_leads_to_the_page_of_macros(tray, qtbot):
    with qtbot.waitSignal(tray.macros_wanted):
        rows(tray)[ALL].trigger()


def test_a_long_or_deceiving_name_is_cut_and_marked(tray):
    tray.show_macros([MenuMacro("a", "x" * 90), MenuMacro("b", "a\u202eb")])
    _, cut, marked, *_ = rows(tray)
    assert (len(cut), cut[-1]) == (48, "…")
    assert "\u202e" not in marked
