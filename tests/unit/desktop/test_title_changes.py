"""Keys and requests are for what a window shows: its title tells when that is something else."""

from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click, Hotkey, Window, Write
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

EDITOR = window(1, title="notes.txt - Editor")
KEYS = (Hotkey(("ctrl", "q")), Hotkey(("enter",)), Write("yes"), Window("close", 1, "notes.txt"))


@pytest.fixture
def parts():
    return ExecutorParts(windows=FakeWindows(EDITOR, focused=1))


def shows(parts, title):
    parts.windows.stack = [replace(EDITOR, title=title)]


@pytest.mark.parametrize("action", KEYS)
def test_another_title_ends_the_approval_of_keys_and_requests(parts, action):
    nonce = parts.session.prepare(action).nonce
    shows(parts, "Delete notes.txt? - Editor")
    with pytest.raises(Refused, match="the window got another title") as refused:
        parts.execute(nonce)
    assert refused.value.reason == "retitled"
    assert "Delete" not in str(refused.value), "a title may be one that nobody may look at"
    assert parts.events == []
    assert parts.windows.asked == []


@pytest.mark.parametrize("action", KEYS)
def test_a_title_without_any_word_of_the_old_one_is_a_changed_target(parts, action):
    nonce = parts.session.prepare(action).nonce
    shows(parts, "Delete everything?")
    with pytest.raises(Refused, match="the window got another title") as refused:
        parts.execute(nonce)
    assert refused.value.reason == "changed"
    assert parts.events == []
    assert parts.windows.asked == []


@pytest.mark.parametrize("action", KEYS)
def test_a_mark_or_a_counter_in_the_title_does_not(parts, action):
    nonce = parts.session.prepare(action).nonce
    shows(parts, "*notes.txt (2) - Editor")
    parts.execute(nonce)
    assert parts.events or parts.windows.asked


def test_a_title_that_comes_back_at_once_is_no_change(parts):
    nonce = parts.session.prepare(Hotkey(("ctrl", "q"))).nonce
    shows(parts, "Saving - Editor")
    wait = parts.clock.wait

    def wait_and_see(seconds, stop):
        shows(parts, EDITOR.title)
        wait(seconds, stop)

    parts.clock.wait = wait_and_see
    assert parts.execute(nonce).completed


def test_what_is_aimed_at_a_pixel_is_known_by_its_picture(parts):
    nonce = parts.session.prepare(Click(Aim(ScreenPoint(500, 300)))).nonce
    shows(parts, "Another page - Editor")
    assert parts.execute(nonce).completed


def test_a_title_that_changes_on_the_way_does_not_end_a_text(parts):
    nonce = parts.session.prepare(Write("abc")).nonce
    parts.on_send = lambda primitive: shows(parts, "abc - Editor")
    assert parts.execute(nonce).completed
