"""What of a title stays while the same thing is shown in its window."""

import pytest

from automation.core.actions import (
    Aim,
    Click,
    Clipboard,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Write,
    needs_focus,
    steady_title,
    title_change,
)
from automation.core.geometry import ScreenPoint

AT = Aim(ScreenPoint(3, 4))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("notes.txt - Editor", "*notes.txt - Editor"),
        ("(1) Inbox", "(12) Inbox"),
        ("Song 0:34 / 3:05", "Song 0:35 / 3:05"),
        ("⠋ building", "⠙ building"),
        ("Copying 9 %", "copying 10 %"),
        ("受信 (2)", "受信 (3)"),
    ],
)
def test_counters_clocks_and_marks_are_no_change(before, after):
    assert steady_title(before) == steady_title(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("notes.txt - Editor", "Delete notes.txt? - Editor"),
        ("Inbox - Mail", "Pay now - Mail"),
        ("", "Sign in"),
        ("受信", "送信"),
    ],
)
def test_other_words_are_a_change(before, after):
    assert steady_title(before) != steady_title(after)


@pytest.mark.parametrize(
    ("action", "is_so"),
    [
        (Hotkey(("ctrl", "s")), True),
        (KeyDown("a"), True),
        (KeyUp("a"), True),
        (HoldAndTap(("alt",), ("tab",)), True),
        (Clipboard("paste"), True),
        (Clipboard("set", "x"), False),
        (Write("x"), True),
        (Write("x", AT), False),
        (Click(AT), False),
    ],
)
def test_keys_that_name_no_place_go_to_what_has_the_keyboard(action, is_so):
    assert needs_focus(action) is is_so


@pytest.mark.parametrize(
    ("before", "now", "reason"),
    [
        ("notes.txt - Editor", "*notes.txt (2) - Editor", ""),
        ("Inbox - Mail", "Invoice - Mail", "retitled"),
        ("Notes", "Delete notes?", "retitled"),
        ("Inbox", "Delete everything?", "changed"),
        ("Мои письма", "Удалить всё?", "changed"),
        ("", "Delete everything?", "retitled"),
        ("12:30", "Clock", "retitled"),
        ("Clock", "", "retitled"),
    ],
)
def test_a_title_with_no_word_of_the_old_one_is_another_window(before, now, reason):
    assert title_change(before, now) == reason
