"""Nothing is decided by reading a sentence of our own: beside each stands a code that says the same."""

import ast
import re

import pytest

from tests.repo import tree

SENTENCES = frozenset({"message", "detail", "note", "sentence", "said", "reason_text", "summary"})
"""What our values call a text for people."""
_NAMED = re.compile(rf"\.({'|'.join(SENTENCES)})\b")
"""Text without this is not worth its syntax tree."""
READING = frozenset(
    {
        "startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix",
        "split", "find", "index",
    }
)  # fmt: skip
MATCHING = frozenset({"match", "fullmatch", "search", "findall", "finditer"})


STILL_READ = {
    "app/gui/macros/editor/rows.py": 1,
    "automation/agent/outcomes.py": 2,
    "automation/core/proposal.py": 1,
}
"""How often it is still done, to show less of a sentence or to read records of older versions. It may only
become less."""


def read_sentences(source):
    """Yield the lines in which an attribute that is a sentence is taken apart or searched."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in READING:
                texts = [value]
            case ast.Call(func=ast.Attribute(attr=name), args=[*args]) if name in MATCHING:
                texts = args
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]):
                texts = [right]
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]) if (
                isinstance(right, ast.Constant) and isinstance(right.value, str) and right.value
            ):
                texts = [left]
            case _:
                continue
        if any(isinstance(text, ast.Attribute) and text.attr in SENTENCES for text in texts):
            yield node.lineno


def test_no_module_takes_a_sentence_of_ours_apart():
    found = {}
    for path in tree.python_files():
        if path.parts[0] in tree.PACKAGES:
            text = (tree.ROOT / path).read_text(encoding="utf-8")
            lines = list(read_sentences(text)) if _NAMED.search(text) else []
            found |= {path.as_posix(): len(lines)} if lines else {}
    assert found == STILL_READ


@pytest.mark.parametrize(
    "source",
    [
        'if ended.message.startswith("Not"): pass',
        'if "denied" in step.receipt.detail: pass',
        'word = execution.note.partition(":")[0]',
        '_NOTHING.search(finish.message)',
        'if finish.message == "Done.": pass',
    ],
)  # fmt: skip
def test_a_sentence_that_is_read_is_found(source):
    assert list(read_sentences(source)) == [1]
