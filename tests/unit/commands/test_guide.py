"""What the guide says can be said: every sentence of its page on instructions is understood."""

import re
from pathlib import Path

import pytest

from tests.fakes.driver import told
from tests.fakes.screens import SCREENS

_PAGE = Path(__file__).parents[3] / "resources/guide/instructions.md"
_BLOCKS = re.findall(
    r"^```\n(.*?)^```", _PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
_SENTENCES = [line for block in _BLOCKS for line in block.splitlines() if line.strip()]
_NOT_READ = {"needs_model", "not_understood"}


def test_the_page_has_sentences():
    assert len(_SENTENCES) > 40


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_a_sentence_of_the_guide_is_understood(sentence):
    assert told(sentence, SCREENS["editor"]()).split()[0] not in _NOT_READ


@pytest.mark.parametrize(
    "sentence", ["if the box is unchecked, check it", "book the cheapest flight"]
)
def test_what_the_guide_says_cannot_be_read_is_not_read(sentence):
    assert sentence in _PAGE.read_text(encoding="utf-8")
    assert told(sentence, SCREENS["editor"]()) in _NOT_READ
