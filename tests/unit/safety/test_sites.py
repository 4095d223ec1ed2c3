"""Which site a browser shows, told by its address bar and by nothing that a page writes."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, WindowInfo
from automation.safety.evidence import (
    AppKind,
    address_of,
    domains_in,
    kinds_of_address,
    site_in_text,
    site_of,
)

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
