"""What was said, or a sentence, stands on the screen itself: that is data and never pressed."""

import pytest

from automation.commands.find.screen_view import repeats
from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, win

PAGE = win(1, "How to", "browser", is_active=True)
TASK = ("click Save", "type Anna into Name", "press OK")


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("$ deskhand do 'click Save'", True),
        ("click Save, then type Anna into Name", True),
        ("Save, then type Anna", False),
        ("Save type Anna", True),
        ("Save", False),
        ("Save As", False),
        ("Name", False),
        ("Anna into Name", False),
        ("OK Cancel Save", False),
    ],
)
def test_a_text_repeats_the_task(text, is_so):
    assert repeats(text, TASK) is is_so


@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize("text", ["click Subscribe", "then click Subscribe and wait for a letter"])
def test_the_sentence_on_the_screen_is_not_pressed(text, read):
    box = Rect(40, 100, 300, 20)
    label = line(text, box, window_id=1) if read else element(text, "text", box, window_id=1)
    other = element("Help", "button", Rect(40, 300, 80, 24), window_id=1)
    seen = screen([PAGE], [other] if read else [other, label], [label] if read else ())
    assert told("click Subscribe", seen) == "not_found"


@pytest.mark.parametrize("text", ["You can Subscribe to our letters at any time you like",
                                  "Whoever wants to subscribe has to pay for it first"])  # fmt: skip
def test_a_part_of_a_sentence_is_asked_about(text):
    box = Rect(40, 100, 300, 20)
    label = element(text, "text", box, window_id=1)
    assert told("click Subscribe", screen([PAGE], [label])).startswith("ask")
    assert told("click Subscribe", screen([PAGE], [], [line(text, box, window_id=1)])).startswith(
        "ask"
    )


def test_a_page_is_meant_before_its_browser():
    page = element("Mail", "document", Rect(0, 100, 1200, 600), window_id=1)
    parts = [element("Back", "button", Rect(20, 50, 34, 34), window_id=1), page,
             element("Back", "button", Rect(300, 500, 80, 30), window_id=1)]  # fmt: skip
    assert told("click Back", screen([PAGE], parts)) == "click Back"
    assert told("click the button", screen([PAGE], parts)) == "click Back"
