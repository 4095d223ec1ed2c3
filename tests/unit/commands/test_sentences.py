"""What people write, on screens as they are, and what it comes to: one line a case."""

from pathlib import Path

import pytest

from tests.fakes.driver import told
from tests.fakes.screens import SCREENS

_TABLE = Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines()
_ROWS = [line.split(" | ") for line in _TABLE if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(("screen", "sentence", "meaning"), _ROWS, ids=[row[1] for row in _ROWS])
def test_a_sentence_comes_to(screen, sentence, meaning):
    assert told(sentence.replace("\\n", "\n"), SCREENS[screen]()) == meaning
