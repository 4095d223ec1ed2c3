import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.actions import Aim, Click, Clipboard, Hotkey, Write
from automation.core.geometry import ScreenPoint
from automation.core.text import TextRun, visible_runs, visible_text
from automation.safety.text_rules import without_secret


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("a\tb", "a⇥b"),
        ("one\ntwo", "one↵\ntwo"),
        ("safe\u202etxt.exe", "safe[right-to-left override]txt.exe"),
        ("a\u200bb", "a[zero-width space]b"),
        ("a\u00a0b", "a[no-break space]b"),
        ("\ud800", "[U+D800]"),
        ("\U000e0041", "[U+E0041]"),
        ("a\ufe0f", "a[U+FE0F]"),
        ("☀\ufe0f", "☀\ufe0f"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("\u3164", "[U+3164]"),
        ("日本 Grüße", "日本 Grüße"),
    ],
)
def test_what_would_not_be_seen_gets_a_mark(text, shown):
    assert visible_text(text) == shown


def test_marks_are_told_apart_from_the_text_that_looks_like_them():
    assert visible_runs("↵\n") == (TextRun("↵"), TextRun("↵", is_mark=True), TextRun("\n"))


@given(st.text(st.characters()))
def test_any_text_is_shown_and_only_line_breaks_and_emoji_joints_stay_unseen(text):
    rest = {c for c in visible_text(text) if not c.isprintable()}
    assert rest <= {"\n", "\u200d", "\ufe0f"}


def test_only_the_length_of_a_secret_is_kept():
    assert without_secret(Write("hunter2")) == Write("<secret:7 chars>")
    assert without_secret(Clipboard("set", "abc")) == Clipboard("set", "<secret:3 chars>")
    assert without_secret(Hotkey(("h",))) == Hotkey(("secret",))


def test_an_action_without_text_is_kept_as_it_is():
    click = Click(Aim(ScreenPoint(1, 2)))
    assert without_secret(click) is click
