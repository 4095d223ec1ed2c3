"""Patterns of a language file, fitted to clauses."""

import re
from collections import Counter
from importlib.resources import files

import pytest
import yaml

from automation.commands.forms import Assign, Bare, Rewrite
from automation.commands.language import compiled, in_plain_words, languages, tokens_of
from automation.commands.read.grammar import parse
from automation.commands.read.verbs import is_written_out, written_form
from automation.commands.words import Quotes

LISTS = {"press": ["press", "push down"], "in": ["in", "in the"]}


def fits(pattern, clause, **checks):
    return compiled(pattern, LISTS, checks).fits(clause, tokens_of(clause))


@pytest.mark.parametrize(
    ("pattern", "clause", "found"),
    [
        ("<press> {t}", "Push down the lid.", [{"t": "the lid"}]),
        ("<press> {t} off", "press lamp off!", [{"t": "lamp"}]),
        ("<press> [the] {t}", "press the lamp", [{"t": "lamp"}]),
        ("{a} <in> {b}", "x in the y", [{"a": "x", "b": "y"}]),
        ("{a} in {b}", "x in y in z", [{"a": "x", "b": "y in z"}, {"a": "x in y", "b": "z"}]),
        ("{a+} in {b}", "x in y in z", [{"a": "x in y", "b": "z"}, {"a": "x", "b": "y in z"}]),
        ("(turn|switch) {t} (on|up)", "switch it up", [{"t": "it"}]),
        ("<press> {t}", "hit it", []),
        ("{a} {b?digit}", "page 4", [{"a": "page", "b": "4"}]),
        ("{a} {b?digit}", "page x", []),
    ],
)
def test_a_clause_fits(pattern, clause, found):
    assert fits(pattern, clause, digit=str.isdigit) == found


@pytest.mark.parametrize("pattern", ["<nowhere> {t}", "[open", "{t?unknown}", "x ] y"])
def test_a_pattern_that_cannot_be_read_is_an_error(pattern):
    with pytest.raises((ValueError, KeyError)):
        fits(pattern, "x")


def test_a_slot_for_keys_holds_the_names_that_keyboards_have():
    assert in_plain_words("drück Strg+Entf")[0].commands == ("press ctrl+delete",)


def test_every_language_has_the_same_kinds_of_words():
    shared = {"stop_words", "numbers", "ordinals"}
    assert all(shared <= file.keys() for file in languages().values())


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_list_of_words_is_named_by_a_pattern(language):
    file = languages()[language]
    sections = (
        s for name, s in file.items() if isinstance(s, dict) and name not in ("words", "verbs")
    )
    patterns = [p for s in sections for said in s.values() if isinstance(said, list) for p in said]
    named = set(re.findall(r"<([\w ]+)>", " ".join(map(str, patterns))))
    assert set(file["words"]) == named


SAMPLES = {
    "n": "3",
    "key": "Enter",
    "u": "example.org",
    "f": "a.txt",
    "c": "click Save",
    "w": "in",
    "l": "bold",
}


def commands():
    for file in languages().values():
        yield from file.get("means", {})


@pytest.mark.parametrize("command", sorted({c.lstrip("?+") for c in commands()}))
def test_what_a_pattern_comes_to_is_understood(command):
    if is_written_out(command):
        slots = {
            name: SAMPLES.get(name, "the first line") for name in re.findall(r"{(\w+)}", command)
        }
        assert written_form(command, slots, Quotes("")) is not None
    else:
        said = re.sub(r"{(\w+)}", lambda slot: SAMPLES.get(slot[1], "Name"), command)
        forms = [form for clause in parse(said).clauses for form in clause.forms]
        assert forms
        assert not any(isinstance(form, Bare) for form in forms)


@pytest.mark.parametrize("language", languages())
def test_no_key_stands_twice(language):
    text = (files("resources") / "language" / f"{language}.yaml").read_text("utf-8")
    maps = [node for node in walk(yaml.compose(text)) if isinstance(node, yaml.MappingNode)]
    for node in maps:
        times = Counter(key.value for key, _ in node.value)
        assert [key for key, count in times.items() if count > 1] == []


def walk(node):
    yield node
    if isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            yield from walk(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from walk(value)


@pytest.mark.parametrize(
    ("said", "text"),
    [("replace the word slowly by gently in the note", "gently"),
     ("replace the word slowly by once in a while", "once in a while")],
)  # fmt: skip
def test_where_a_new_text_goes_is_no_part_of_it(said, text):
    forms = parse(said).clauses[0].forms
    assert {form.text for form in forms if isinstance(form, Rewrite)} == {text}


@pytest.mark.parametrize(
    "said",
    [
        "Leg einen neuen Ordner an, er soll Ablage 2026 heißen",
        "Leg einen neuen Ordner Ablage 2026 an",
        "make a new folder here called Ablage 2026",
    ],
)
def test_what_says_the_name_of_a_folder_is_no_part_of_it(said):
    form = parse(said).clauses[0].forms[0]
    assert (form.op, form.name) == ("new_folder", "Ablage 2026")


@pytest.mark.parametrize(
    "said",
    [
        "Make a new folder called Receipts here",
        "create a directory Receipts in here",
        "Leg einen Ordner namens Belege hier an",
    ],
)
def test_where_a_folder_is_made_is_no_part_of_its_name(said):
    assert parse(said).clauses[0].forms[0].name in ("Receipts", "Belege")


@pytest.mark.parametrize(
    "said",
    [
        "the page should be in landscape",
        "the tab should be named Raffle",
        "the document must be empty now",
    ],
)
def test_what_a_thing_is_to_be_like_is_no_text_for_a_field(said):
    assert not any(isinstance(form, Assign) for c in parse(said).clauses for form in c.forms)
