"""Nothing is decided by reading a sentence of our own: beside each stands a code that says the same."""

import ast
import re
from collections import defaultdict
from functools import cache

import pytest

from automation.commands.language import languages
from tests.repo import tree

SENTENCES = frozenset(
    {"message", "detail", "note", "sentence", "said", "reason_text", "summary", "description"}
)
"""What our values call a text for people."""
CODES = frozenset({"cause"})
"""What is a word for programs: it may be compared, and has no parts."""
PARAMETERS = frozenset({"message", "note", "sentence", "cause"})
"""Names of parameters that always have one of both."""
CHANGING = frozenset({"strip", "lstrip", "rstrip", "casefold", "lower", "upper", "format"})
PASSING = frozenset({"tr_said", "tr", "str", "visible_text", "worded", "as_sentence"})
"""Methods and functions whose result says the same."""
READING = frozenset(
    {
        "startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix",
        "split", "find", "index",
    }
)  # fmt: skip
MATCHING = frozenset({"match", "fullmatch", "search", "findall", "finditer", "sub"})
TWO_WORDS = re.compile(r"\w{2,} [\w(]")
STARTS = re.compile(r"(?:^|(?<=[.?!] ))(?=\S)")
USERS = "automation/commands/"
"""Here is read what users say, which may well be what we say too."""


STILL_READ = {
    "app/gui/chat/panel.py": 1,
    "app/gui/chat/rows.py": 5,
    "app/gui/macros/editor/rows.py": 1,
    "app/gui/overlay/confirmer.py": 1,
    "automation/agent/loop.py": 1,
    "automation/agent/outcomes.py": 3,
    "automation/agent/step.py": 1,
    "automation/core/proposal.py": 1,
    "automation/records/rows.py": 2,
}
"""How often it is still done, to show less of a sentence or to read records of older versions. It may only
become less."""
STILL_FITTING = {
    "automation/agent/outcomes.py": 1,
    "automation/records/rows.py": 1,
    "automation/safety/evidence.py": 1,
}
"""The same for patterns; that of `evidence` reads the titles of other programs."""


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _attribute(text, names):
    """Return which attribute of `SENTENCES` or `CODES` a text is, itself or changed; None for another."""
    match text:
        case ast.Attribute(attr=name) if name in SENTENCES | CODES:
            return name
        case ast.Name(id=name):
            return names.get(name)
        case ast.NamedExpr(value=value):
            return _attribute(value, names)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in CHANGING | READING:
            return _attribute(value, names)
        case ast.Call(func=ast.Name(id=name), args=[value, *_]) if name in PASSING:
            return _attribute(value, names)
        case _:
            return None


def _names_in(function, outer):
    """Return what the parameters and the local names of a function stand for."""
    args = function.args
    own = {one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
    names = {name: what for name, what in outer.items() if name not in own}
    names |= {name: name for name in own & PARAMETERS}
    given = defaultdict(list)
    for node in _inside(function):
        for name, value in _given(node):
            given[name].append(value)
    for name, values in given.items():
        if what := next(filter(None, (_attribute(one, names) for one in values)), None):
            names[name] = what
    return names


def _given(node):
    """Yield the names that a node gives a value, each with it."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            pairs = zip(targets, values, strict=False)
            yield from ((one.id, value) for one, value in pairs if isinstance(one, ast.Name))
        case ast.MatchClass(kwd_attrs=attrs, kwd_patterns=patterns):
            for attr, pattern in zip(attrs, patterns, strict=True):
                if isinstance(pattern, ast.MatchAs) and pattern.name:
                    yield pattern.name, ast.Attribute(value=ast.Name(id="_"), attr=attr)


def _inside(function):
    """Yield what a function does itself, without the functions in it."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*_FUNCTIONS, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)


def read_sentences(module):
    """Yield the lines in which a text that is a sentence, or has one's name, is taken apart or searched."""
    yield from sorted(_read(module, {}))


def _read(scope, names):
    for node in _inside(scope):
        if isinstance(node, _FUNCTIONS):
            yield from _read(node, _names_in(node, names))
        elif isinstance(node, ast.Lambda | ast.ClassDef):
            yield from _read(node, names)
        for text, is_compared in _texts(node):
            what = _attribute(text, names)
            if what in SENTENCES or (what in CODES and not is_compared):
                yield node.lineno


def _texts(node):
    """Return the texts that an expression reads, each with whether it compares it as a whole."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in READING:
            return [(value, False)]
        case ast.Call(func=ast.Attribute(attr=name), args=[*args]) if name in MATCHING:
            return [(text, False) for text in args]
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]):
            return [(right, False)]
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]) if (
            isinstance(right, ast.Constant) and isinstance(right.value, str) and right.value
        ):
            return [(left, True)]
        case _:
            return []


def patterns_in(module):
    """Yield the text of each pattern that has two words in a row."""
    for node in ast.walk(module):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re")),
                args=[ast.Constant(value=str(text)), *_],
            ) if TWO_WORDS.search(text):
                yield text


def sentences_in(module):
    """Yield the texts of several words that are no docstrings and no patterns."""
    others = set()
    for node in ast.walk(module):
        match node:
            case ast.Expr(value=value):
                others.add(id(value))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[value, *_]):
                others.add(id(value))
    for node in ast.walk(module):
        match node:
            case ast.Constant(value=str(text)) if " " in text and id(node) not in others:
                yield text


def says_ours(pattern, sentences):
    """Tell whether a pattern fits where one of our sentences begins."""
    found = re.compile(pattern)
    return any(
        found.match(text, start.start()) for text in sentences for start in STARTS.finditer(text)
    )


@cache
def modules():
    """Return the syntax trees of the program by the paths of their files."""
    return {
        path.as_posix(): ast.parse((tree.ROOT / path).read_text(encoding="utf-8"))
        for path in tree.python_files()
        if path.parts[0] in tree.PACKAGES
    }


def test_no_module_takes_a_sentence_of_ours_apart():
    counts = {path: len(list(read_sentences(module))) for path, module in modules().items()}
    assert {path: count for path, count in counts.items() if count} == STILL_READ


def test_no_pattern_fits_a_sentence_of_ours():
    ours = {text for module in modules().values() for text in sentences_in(module)}
    slots = defaultdict(lambda: "x")
    for language in languages().values():
        ours |= {str(text).format_map(slots) for text in language["messages"].values()}
    counts = {
        path: sum(says_ours(pattern, ours) for pattern in patterns_in(module))
        for path, module in modules().items()
        if not path.startswith(USERS)
    }
    assert {path: count for path, count in counts.items() if count} == STILL_FITTING


@pytest.mark.parametrize(
    "source",
    [
        'if ended.message.startswith("Not"): pass',
        'if "denied" in step.receipt.detail: pass',
        'word = execution.note.partition(":")[0]',
        '_NOTHING.search(finish.message)',
        'if finish.message == "Done.": pass',
        'if beside := _BESIDE.search(element.description): pass',
        'tr_said(ended.message).strip().removeprefix("Done.")',
        'def f(x):\n said = x.message; said.startswith("Not")',
        'def f(x):\n said = tr_said(x.message).rstrip(".")\n said.removeprefix("Not")',
        'def f(x):\n if (said := x.message) and "Not" in said: pass',
        'def f(x):\n match x:\n  case Finish(message=said): said.partition(":")',
        'def f(x):\n said = x.message\n def g(): return said.partition(":")',
        'def f(cause):\n word, _, more = cause.partition(": ")',
        'def f(note: str):\n phase = note.partition(",")[0]',
    ],
)  # fmt: skip
def test_a_sentence_that_is_read_is_found(source):
    assert len(list(read_sentences(ast.parse(source)))) == 1


@pytest.mark.parametrize(
    "source",
    [
        'if stopped.cause == "locked": pass',
        'def f(cause):\n return cause == "locked"',
        'def f(text):\n return text.partition(":")',
        'def f(x):\n said = x.message\ndef g(said):\n said.partition(":")',
        'def f(x):\n message = x.message\n def g(message): return message\n return message',
        'if not finish.message: pass',
    ],
)  # fmt: skip
def test_a_code_and_a_text_of_others_may_be_read(source):
    assert list(read_sentences(ast.parse(source))) == []


def test_a_pattern_that_fits_a_sentence_is_found():
    source = (
        'import re\nA = re.compile("named by (?:its label|x)")\nB = re.compile(r"[a-z]+ [0-9]")'
    )
    (pattern,) = patterns_in(ast.parse(source))
    assert says_ours(pattern, ["It is there. named by its label"])
    assert not says_ours(pattern, ["what is named by its label", "named by its text"])
