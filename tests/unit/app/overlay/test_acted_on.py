"""The window that a card names and frames is the one that the action meets."""

from dataclasses import replace

from app.gui.overlay.card_content import card_content
from app.gui.overlay.requests import acted_on, framed_part, largest_part
from automation.core.actions import Aim, Click, Hotkey, Launch, Window
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import WindowInfo
from automation.core.proposal import Proposal
from tests.fakes import overlay_scenes as scenes

FRONT = WindowInfo(7, "Invoices", "ledger", 1, Rect(0, 0, 900, 800), is_active=True)
OTHER = WindowInfo(8, "notes", "mousepad", 2, Rect(500, 100, 700, 500))
SWITCH = Proposal(Window("activate", 8, "notes"))


def seen(*windows):
    return replace(scenes.observation(), windows=windows)


def test_the_card_of_a_switch_is_about_the_window_that_is_meant():
    shown = card_content(SWITCH, scenes.risk(2), seen(FRONT, OTHER))
    assert shown.app == "mousepad"
    assert "in mousepad" in shown.rest


def test_a_switch_frames_what_can_be_seen_of_the_window_that_is_meant():
    desk = seen(FRONT, OTHER)
    assert framed_part(SWITCH, OTHER, desk) == (Rect(900, 100, 300, 500),)
    hidden = replace(OTHER, rect=Rect(100, 100, 300, 300))
    assert framed_part(SWITCH, hidden, seen(FRONT, hidden)) == ()
    away = replace(OTHER, is_minimised=True)
    assert framed_part(SWITCH, away, seen(FRONT, away)) == ()


def test_other_actions_frame_the_whole_window_they_meet():
    keys = Proposal(Hotkey(("ctrl", "s")))
    desk = seen(FRONT, OTHER)
    assert acted_on(keys, desk) == FRONT
    assert framed_part(keys, FRONT, desk) == (FRONT.rect,)


def test_a_title_bar_belongs_to_its_window():
    framed = replace(OTHER, rect=Rect(500, 130, 700, 470), frame=Rect(500, 100, 700, 500))
    press = Proposal(Click(Aim(ScreenPoint(1000, 110))))
    assert acted_on(press, seen(FRONT, framed)) == framed


def test_a_program_that_is_to_be_started_has_no_window_yet():
    start = Proposal(Launch("mousepad.desktop", "Mousepad"))
    assert acted_on(start, seen(FRONT, OTHER)) is None
    assert acted_on(SWITCH, seen(FRONT)) is None


def test_the_largest_part_is_left_of_many_covers():
    whole = Rect(0, 0, 100, 100)
    assert largest_part(whole, []) == (whole,)
    assert largest_part(whole, [Rect(0, 0, 100, 40)]) == (Rect(0, 40, 100, 60),)
    assert largest_part(whole, [Rect(0, 0, 60, 100), Rect(50, 0, 50, 90)]) == (
        Rect(60, 90, 40, 10),
    )
    assert largest_part(whole, [whole]) == ()
