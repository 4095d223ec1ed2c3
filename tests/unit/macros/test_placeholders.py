"""Names in texts: which text is one name alone, and what becomes of one that cannot be read."""

import pytest

from automation.macros.play.values import BadValue, Scope, typed
from automation.macros.script.python_source import parts
from automation.macros.walk import only_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{{card}}", "card"), ("{{ card }}", "card"), ("{{card}} ", ""), ("{{a}}{{b}}", ""),
        ("{{{{card}}", ""), ("card", ""), ("{{card", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_text_is_one_name_or_it_is_not(text, name):
    assert only_name(text) == name


def test_what_cannot_be_read_is_refused_by_a_play_and_written_as_it_is_in_a_script():
    scope = Scope({"card": "visa"}, frozenset({"card"}))
    assert typed("{{card}}", scope) == "${secret:visa}"
    with pytest.raises(BadValue, match="begins no name of a parameter"):
        typed("{{card", scope)
    assert parts("{{card") == ("{{card",)
