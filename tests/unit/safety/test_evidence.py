"""Which site a browser shows, told by its address bar and by nothing that a page writes.

Which windows an action reaches: frames, menus, the pointer, what is started.
"""

from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click, Clipboard, Hotkey, Launch, Scroll, Write
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.safety.evidence import (
    AppKind,
    address_of,
    domains_in,
    kinds_of_address,
    site_in_text,
    site_of,
    windows_of,
)
from automation.safety.rules import Permission, Rules
from tests.fakes.fake_screen import picture

WINDOW = WindowInfo(1, "Start - Browser", "firefox", 5, Rect(0, 0, 900, 700))


def bar(value, y=10, role="field"):
    return ScreenElement("Address", role, Rect(50, y, 400, 30), "tree", value=value)


def test_the_address_is_read_from_the_bar_above_the_page():
    page = bar("bank.example/login", y=300)
    assert address_of([page, bar("https://evil.example/x")]) == "https://evil.example/x"


def test_words_in_a_search_field_are_no_address():
    assert address_of([bar("cheap flights")]) == ""


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://www.Example.org/a?b=c.net", "example.org"),
        ("mail.example.org", "mail.example.org"),
        ("http://user:pass@evil.example:8080/bank.example", "evil.example"),
        ("about:logins", "about:"),
        ("chrome://settings/security", "chrome:"),
    ],
)
def test_the_host_is_what_counts_of_an_address(address, site):
    assert site_of(address, WINDOW) == site


def test_a_title_tells_a_site_only_where_the_bar_does_not():
    titled = WindowInfo(1, "Log in - bank.example", "firefox", 5, Rect(0, 0, 9, 9))
    assert site_of("", titled) == "bank.example"
    assert site_of("https://evil.example", titled) == "evil.example"


def test_names_of_files_and_numbers_are_no_domains():
    assert domains_in("notes.txt main.py 3.14 v1.2.3 a@b.example") == ()


def test_only_a_text_that_is_an_address_leads_somewhere():
    assert site_in_text("https://evil.example/?q=1") == "evil.example"
    assert site_in_text("see evil.example for more") == ""


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("about:logins", AppKind.PASSWORDS),
        ("chrome://password-manager/passwords", AppKind.PASSWORDS),
        ("https://vault.bitwarden.com/#/login", AppKind.PASSWORDS),
        ("about:config", AppKind.SETTINGS),
        ("www.paypal.com/send", AppKind.BANK),
        ("https://mail.example.org", AppKind.MAIL),
        ("web.whatsapp.com", AppKind.CHAT),
    ],
)
def test_an_address_can_add_a_suspicion(address, kind):
    assert kind in kinds_of_address(address)


def test_an_ordinary_address_adds_none():
    assert kinds_of_address("https://docs.example/guide") == frozenset()
    assert kinds_of_address("about:blank") == frozenset()


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
