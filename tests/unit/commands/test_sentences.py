"""What people write, on screens as they are, and what it comes to: one line a case."""

from pathlib import Path

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element
from tests.fakes.screens import SCREENS, screen, win

_TABLE = Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines()
_ROWS = [line.split(" | ") for line in _TABLE if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(("screen", "sentence", "meaning"), _ROWS, ids=[row[1] for row in _ROWS])
def test_a_sentence_comes_to(screen, sentence, meaning):
    assert told(sentence.replace("\\n", "\n"), SCREENS[screen]()) == meaning


def test_a_usual_command_is_the_button_in_sight_that_is_called_so():
    box = element("Refresh", "button", Rect(700, 400, 80, 30))
    seen = SCREENS["form"]().with_elements(box)
    assert told("click Refresh, then refresh", seen) == "click Refresh; click Refresh"
    assert told("refresh the page", seen) == "keys f5"
    assert told("refresh", SCREENS["form"]()) == "keys f5"


@pytest.mark.parametrize(
    ("names", "meaning"),
    [
        (["Save changes"], "click Save changes"),
        ([], "not_found"),
        (["Save a", "Save b"], "not_found"),
    ],
)
def test_on_a_page_what_saves_is_its_button(names, meaning):
    page = win(1, "Profile - Chromium", "chromium", is_active=True)
    seen = screen(
        [page],
        [element(name, "button", Rect(40, 100 + 40 * n, 120, 30)) for n, name in enumerate(names)],
    )
    assert told("save the changes", seen) == meaning
