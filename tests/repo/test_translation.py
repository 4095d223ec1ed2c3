"""The window's texts: each goes through `tr`, or `worded` where a run says it; each has its German, and what
Qt loads is made of that."""

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from runpy import run_path
from string import Formatter

import pytest

from app.gui.application import EXAMPLES
from app.gui.chat.pages import COMMAND_HINT
from automation.commands.read.grammar import parse
from tests.repo import tree

TEXTS = tree.ROOT / "resources" / "i18n" / "deskhand_de.ts"
SHOWN = {
    "setText": 0,
    "setToolTip": 0,
    "setWindowTitle": 0,
    "setAccessibleName": 0,
    "setAccessibleDescription": 0,
    "setPlaceholderText": 0,
    "setSpecialValueText": 0,
    "setSuffix": 0,
    "addAction": 0,
    "addMenu": 0,
    "QLabel": 0,
    "QAction": 0,
    "QPushButton": 0,
    "QCheckBox": 0,
    "announce": 1,
    "say": 0,
    "set_whole_text": 0,
    "show_problem": 0,
    "tell": 0,
    "Label": 1,
    "ElidedLabel": 1,
    "Button": 1,
    "Field": 1,
    "SettingRow": 1,
}
"""Which argument of a call is shown to the user."""
SAME_IN_ALL = {"deskhand", "deskhand: ", "Holotron-12B", "Esc", "Enter", " GB", " s"}
OF_THE_DEMO = {"demo.py", "demo_form.py"}
"""They speak English: they are looked at beside the terminal's words."""


def sources():
    folder = tree.ROOT / "app" / "gui"
    return [path for path in sorted(folder.rglob("*.py")) if path.name not in OF_THE_DEMO]


@cache
def parsed(path: Path):
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def bare_texts(node):
    """Yield the literals with words of ours that come to what is shown without `tr`."""
    match node:
        case (
            ast.Constant(value=str(text))
            | ast.JoinedStr(values=[ast.Constant(value=str(text)), *_])
        ) if re.search(r"[A-Za-z]{2}", text):
            if text not in SAME_IN_ALL:
                yield node.lineno, text
        case ast.IfExp():
            yield from bare_texts(node.body)
            yield from bare_texts(node.orelse)
        case ast.BinOp():
            yield from bare_texts(node.left)
            yield from bare_texts(node.right)


def shown_bare(module):
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and (at := SHOWN.get(name_of(call))) is not None:
            for argument in call.args[at : at + 1]:
                yield from bare_texts(argument)


def test_every_text_that_is_shown_goes_through_tr():
    bare = [(path.name, *text) for path in sources() for text in shown_bare(parsed(path))]
    assert bare == []


@pytest.mark.parametrize(
    "line",
    [
        'label.setText("Save it")',
        'button.setToolTip(f"Save {name}")',
        'Label(theme, "Save it", "small")',
        'window.setWindowTitle("" if not name else "Saved")',
        'menu.addAction("Save" + dots)',
    ],
)
def test_a_text_without_tr_is_found(line):
    assert list(shown_bare(ast.parse(line)))
    assert not list(shown_bare(ast.parse(re.sub(r'f?("[A-Z][^"]*")', r"tr(\1)", line))))


def in_sources():
    found = set()
    for path in sources():
        for call in ast.walk(parsed(path)):
            if isinstance(call, ast.Call) and name_of(call) == "tr":
                (text,) = call.args
                assert isinstance(text, ast.Constant), f"{path.name}:{call.lineno}: no literal"
                found.add(text.value)
    return found


def messages():
    return [
        (message.findtext("source"), message.find("translation"))
        for message in ElementTree.parse(TEXTS).iter("message")
    ]


@cache
def collector():
    """Return the names of packaging/translate.py, which cannot be imported by its own."""
    return run_path(str(tree.ROOT / "packaging" / "translate.py"))


def test_the_texts_of_the_sources_are_those_of_the_translation():
    """Where they differ: python packaging/translate.py."""
    worded = set(collector()["worded_texts"]())
    assert len(worded) > 600
    assert in_sources() | worded == {source for source, _ in messages()}


SAID_BY_RUNS = {
    "Receipt": (1, "detail"),
    "Found": (1, ""),
    "Named": (1, "evidence"),
    "Proposal": (None, "sentence"),
    "proposal": (1, "sentence"),
    "LookAgain": (0, "why"),
    "Confirmation": (None, "reason"),
    "Refused": (1, "message"),
    "replace": (None, "evidence"),
}
"""Which argument of a call is a step's sentence, its evidence, a receipt, a reason of risk."""
IN_FOLDERS = {"agent": {"Finish": (1, "message")}, "safety": {"Finding": (1, "reason")}}
"""The same in one folder alone: elsewhere an end may be in the language of the instruction, and a finding is
another thing."""


def said_bare(module, calls):
    for call in ast.walk(module):
        at, name = (
            calls.get(name_of(call), (None, "")) if isinstance(call, ast.Call) else (None, "")
        )
        if at is None and not name:
            continue
        said = call.args[at : at + 1] if at is not None else []
        for argument in [*said, *(word.value for word in call.keywords if word.arg == name)]:
            yield from bare_texts(argument)


def test_every_text_of_a_run_is_worded():
    """So that the window can tell it in its own language: a template with its values."""
    bare = []
    for package in ("automation", "model"):
        for path in sorted((tree.ROOT / package).rglob("*.py")):
            calls = SAID_BY_RUNS | IN_FOLDERS.get(path.parent.name, {})
            texts = said_bare(parsed(path), calls)
            bare += [(str(path.relative_to(tree.ROOT)), *text) for text in texts]
    assert bare == []


@pytest.mark.parametrize(
    "line",
    [
        'Receipt("landed", "it came")',
        'Receipt("landed", detail=f"it came {n} times")',
        'Finding(R2, "it deletes" if much else "it looks")',
        'Proposal(action, sentence=f"Click {name}", evidence=found)',
        'Finish(Outcome.DONE, "All " + words)',
    ],
)
def test_a_text_of_a_run_that_is_not_worded_is_found(line):
    calls = SAID_BY_RUNS | IN_FOLDERS["agent"] | IN_FOLDERS["safety"]
    assert list(said_bare(ast.parse(line), calls))
    worded = re.sub(r'f?("[A-Za-z][^"_]* [^"]*")', r"worded(\1)", line)
    assert not list(said_bare(ast.parse(worded), calls))


def test_a_text_whose_german_nobody_could_ask_for_is_refused():
    read = collector()["worded_in"]
    source = "from automation.core.text import worded\n"
    assert list(read(source + 'worded("Click {0}", name)')) == ["Click {0}"]
    assert list(read("from model.server.asking import worded\nworded(said, language)")) == []
    with pytest.raises(ValueError, match="no literal"):
        list(read(source + 'worded(f"Click {name}")'))


def test_every_text_has_its_german():
    missing = [source for source, german in messages() if german.get("type") or not german.text]
    assert missing == []


def fields_of(text):
    return {(name, form) for _, name, form, _ in Formatter().parse(text) if name is not None}


def in_german(fields):
    """Nothing is made small in German: a noun or the name of a key may stand first."""
    return {(name, "" if form == "a" else form) for name, form in fields}


def test_a_translation_fills_the_same_blanks_and_keeps_spaces_at_its_ends():
    wrong = [
        source
        for source, german in messages()
        if fields_of(german.text) != in_german(fields_of(source))
        or (source[0] == " ", source[-1] == " ") != (german.text[0] == " ", german.text[-1] == " ")
    ]
    assert wrong == []


def test_nobody_is_called_sie():
    """At the head of a sentence it may be `they`."""
    formal = re.compile(r"[^.:!?] (Sie|Ihnen|Ihr|Ihre[mnrs]?)\b")
    assert [german.text for _, german in messages() if formal.search(german.text)] == []


def test_what_qt_loads_is_made_of_the_translation(tmp_path):
    """Where it is not: python packaging/translate.py."""
    program = Path(sys.executable).with_name("pyside6-lrelease")
    made = tmp_path / "made.qm"
    subprocess.run([program, "-silent", TEXTS, "-qm", made], check=True, capture_output=True)
    assert made.read_bytes() == TEXTS.with_suffix(".qm").read_bytes()


def test_what_the_first_page_offers_is_understood_in_german_too():
    german_of = {source: german.text for source, german in messages()}
    offered = [german_of[text] for text in (*EXAMPLES, COMMAND_HINT)]
    clauses = [clause for text in offered for clause in parse(text).clauses]
    assert len(clauses) >= len(offered)
    assert [clause.source for clause in clauses if clause.is_bare] == []
