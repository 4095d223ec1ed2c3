"""Each record says which window and which thing the action met, as they stood before it."""

from dataclasses import replace

from automation.agent.pending import where_of
from automation.core import actions as a
from automation.core.actions import Aim, Click, Hotkey, Window
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement, WindowInfo
from tests.unit.agent.rig import EDITOR, click, observation

MENU = WindowInfo(9, "", "mousepad", 42, Rect(20, 20, 80, 90), is_popup=True, is_menu=True)
OVERLAY = WindowInfo(1, "", "deskhand", 5, Rect(0, 0, 400, 300), is_own=True)
FIELD = ScreenElement("Body", "field", Rect(10, 10, 200, 200), "tree", value="private")


def test_a_click_meets_the_window_under_it_and_not_our_overlay():
    where = where_of(click(50, 50), observation(windows=(OVERLAY, EDITOR)))
    assert (where.app, where.title, where.client) == ("mousepad", "notes", EDITOR.rect)
    assert where.area == EDITOR.rect


def test_a_click_in_a_menu_meets_the_window_that_it_belongs_to():
    where = where_of(click(50, 50), observation(windows=(MENU, EDITOR)))
    assert (where.title, where.client, where.area) == ("notes", EDITOR.rect, MENU.rect)


def test_keys_meet_the_window_in_front_and_what_has_the_keyboard_without_what_it_holds():
    where = where_of(Hotkey(("F5",)), observation(), FIELD)
    assert where.title == "notes"
    assert where.element == replace(FIELD, value=None)


def test_an_act_on_a_window_meets_that_window():
    other = WindowInfo(8, "chart", "plot", 43, Rect(0, 0, 50, 50))
    where = where_of(Window("close", 8), observation(windows=(EDITOR, other)))
    assert where.title == "chart"


def test_what_reaches_no_window_of_a_program_meets_nothing():
    alone = observation(windows=())
    assert where_of(Click(Aim(ScreenPoint(390, 290))), alone) is None
    assert where_of(a.Wait(1.0), observation()) is None
    assert where_of(a.Shown("x"), observation()) is None
