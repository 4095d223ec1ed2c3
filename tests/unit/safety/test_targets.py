"""Which windows an action reaches: frames, menus, the pointer, what is started."""

from dataclasses import replace

from automation.core.actions import (
    Aim,
    Click,
    Clipboard,
    Hotkey,
    Launch,
    Scroll,
    Write,
)
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation, WindowInfo
from automation.safety.evidence import windows_of
from automation.safety.rules import Permission, Rules
from tests.fakes.fake_screen import picture

EDITOR = WindowInfo(
    7, "notes", "mousepad", 42, Rect(100, 100, 200, 200), is_active=True,
    executable="/usr/bin/mousepad", frame=Rect(96, 70, 208, 234),
)  # fmt: skip
VAULT = WindowInfo(
    8, "vault", "keepassxc", 43, Rect(320, 100, 200, 200), executable="/usr/bin/keepassxc"
)
MENU = replace(VAULT, window_id=9, rect=Rect(330, 110, 80, 80), is_popup=True, is_menu=True)


NOWHERE = ScreenPoint(0, 0)


def seen(*windows, pointer=NOWHERE):
    return Observation(picture(), (Monitor(1, Rect(0, 0, 640, 480), 1.0),), windows, pointer)


def reached(action, *windows, **more):
    return [w.window_id for w in windows_of(action, seen(*windows, **more))]


def test_a_press_on_a_title_bar_or_border_belongs_to_the_framed_window():
    title_bar, border, beside = ScreenPoint(200, 80), ScreenPoint(98, 200), ScreenPoint(90, 200)
    assert reached(Click(Aim(title_bar)), EDITOR) == [7]
    assert reached(Click(Aim(border)), EDITOR) == [7]
    assert reached(Click(Aim(beside)), EDITOR) == []


def test_a_frame_that_lies_under_another_window_is_not_reached():
    above = replace(VAULT, rect=Rect(96, 60, 100, 30))
    assert reached(Click(Aim(ScreenPoint(100, 80))), above, EDITOR) == [8]


def test_a_wheel_without_a_place_turns_where_the_pointer_is():
    pointer = ScreenPoint(400, 150)
    assert reached(Scroll("down"), EDITOR, VAULT, pointer=pointer) == [8]


def test_keys_and_text_reach_an_open_menu_whoever_it_belongs_to():
    for action in (Hotkey(("Return",)), Write("x"), Clipboard("paste")):
        assert reached(action, MENU, EDITOR, VAULT) == [7, 9]
    assert reached(Click(Aim(ScreenPoint(200, 200))), MENU, EDITOR, VAULT) == [7]


def test_what_is_started_is_known_by_its_name_to_the_refusals_and_to_no_allowance():
    (started,) = windows_of(Launch("org.keepassxc.KeePassXC.desktop", "KeePassXC"), seen(EDITOR))
    refused = Rules({"/usr/bin/keepassxc": Permission.NEVER_TOUCH})
    allowed = Rules({"/usr/bin/keepassxc": Permission.ALLOW_R2})
    assert refused.permission(started) is Permission.NEVER_TOUCH
    assert allowed.permission(started) is None
