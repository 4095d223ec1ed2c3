"""The grammar on any text: it answers, at once, and loses no words."""

import string

from hypothesis import example, given, settings
from hypothesis import strategies as st

from automation.commands.find.resolve import resolve
from automation.commands.find.screen_view import Scene
from automation.commands.forms import Form
from automation.commands.matching import Found, match
from automation.commands.phrases import sentence
from automation.commands.policy import CommandsPolicy
from automation.commands.read.grammar import parse
from automation.commands.read.verbs import VERBS
from automation.commands.targets import phrase
from automation.commands.words import Quotes, as_said
from automation.core.geometry import Rect
from tests.fakes.driver import Driver
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, web_form, win
from tests.slow import examples

_JOINTS = (
    " and ", ", ", " then ", "; ", "\n", ". ", " > ", " in ", " to ", " into ", " until ", ": ",
)  # fmt: skip
_WORDS = (
    "Save", "Name", "the", "second", "row", "“a, b”", "'x'", "3 times", "is", "shown", "🙂",
    "Straße",
)  # fmt: skip
_CHUNKS = st.sampled_from([*VERBS, *_WORDS, *_JOINTS]) | st.text(max_size=8)
_INSTRUCTIONS = st.lists(_CHUNKS, max_size=14).map(" ".join)
_NAMES = st.text(
    string.ascii_letters + string.digits + " äöüßéПривет&.,>-+'", min_size=1, max_size=30
)


@given(_INSTRUCTIONS | st.text(max_size=300))
@example("“" * 200)
@example("'a" * 300)
@example(" " * 3000 + "click")
@example("click " + "a in " * 500)
@example("and " * 500)
@example("in , click Save")
@settings(max_examples=examples(300))
def test_any_text_is_read_without_an_error(text):
    for clause in parse(text).clauses:
        for form in clause.forms:
            assert isinstance(form, Form)
            assert sentence(form)
    CommandsPolicy.preview(text)


@given(_INSTRUCTIONS)
@settings(max_examples=examples(150))
def test_no_word_of_an_instruction_is_lost(text):
    instruction = parse(text)
    if instruction.is_too_long or not instruction.clauses:
        return
    kept = "".join(c.joint_text + c.source for c in instruction.clauses)
    for word in ("Save", "Name", "Straße"):
        assert instruction.quotes.plain(kept).count(word) == text.count(word)


@given(_NAMES.filter(as_said))
@settings(max_examples=examples(200))
def test_a_label_that_is_a_visible_name_resolves_to_it(name):
    there = element(name, "button", Rect(100, 100, 80, 24))
    other = element("Something else", "button", Rect(300, 100, 80, 24))
    seen = screen([win(1, "w", "app", is_active=True)], [other, there])
    target = phrase(name, Quotes(name))
    if target is None or target.point is not None:
        return
    found = resolve(target, Scene(seen.observation, seen.reader))
    assert isinstance(found, Found)
    assert found.element is there


@given(_NAMES, _NAMES)
@settings(max_examples=examples(200))
def test_only_the_whole_name_is_an_exact_match(words, name):
    found = match(words, name)
    assert (found is not None and found.tier == 0) == (as_said(words) == as_said(name) != "")


@given(_INSTRUCTIONS)
@settings(max_examples=examples(80))
@example(" ")
def test_the_policy_answers_any_instruction(text):
    driver = Driver(text or "x", web_form())
    for _ in range(4):
        driver.step()


@given(st.integers(21, 5000), st.sampled_from(" \t\u00a0"), st.integers(0, 60))
@settings(max_examples=examples(30))
def test_long_runs_of_blanks_are_one_but_in_quotes(count, blank, quoted):
    assert parse(f"click{blank * count}x").quotes.masked == "click x"
    lines = parse(f"click a{blank * count}\n{blank * count}click b").clauses
    assert [clause.source for clause in lines] == ["click a", "click b"]
    (step,) = parse(f'type "a{blank * quoted}b"').clauses
    assert step.forms[0].text == f"a{blank * quoted}b"
