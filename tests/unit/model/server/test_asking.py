"""What is said of model servers is data: each sentence stands in both languages, with the same slots."""

import ast
import re
from functools import cache
from string import Formatter

import msgspec
import pytest

from model.server.asking import (
    Message,
    ServerError,
    ServerFault,
    _entries,
    in_words,
    message,
)
from tests.repo.tree import ROOT


def slots_of(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def called():
    """Return each call of `message` with a literal key: its key, and the slots that it fills or None."""
    found = []
    for package in ("app", "model"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "message(" not in text:
                continue
            for call in ast.walk(ast.parse(text)):
                is_ours = isinstance(call, ast.Call) and getattr(call.func, "id", "") == "message"
                if is_ours and isinstance(call.args[0], ast.Constant):
                    names = {one.arg for one in call.keywords}
                    found.append((call.args[0].value, None if None in names else names))
    return found


def test_every_sentence_has_its_german_with_the_same_slots():
    for key, entry in _entries().items():
        assert set(entry) == {"en", "de"}, key
        assert slots_of(entry["en"]) == slots_of(entry["de"]), key


def test_every_call_names_a_sentence_and_fills_its_slots():
    assert len(called()) > 60
    for key, names in called():
        entry = _entries()[key]["en"]
        assert names is None or names == slots_of(entry), key


def test_no_sentence_is_left_that_nobody_says():
    sources = [
        path.read_text(encoding="utf-8")
        for package in ("app", "model")
        for path in (ROOT / package).rglob("*.py")
    ]
    text = "\n".join(sources)
    made = {"sees_", "tools_", "cut_off_"}
    unsaid = [
        key
        for key in _entries()
        if f'"{key}"' not in text and not any(key.startswith(begin) for begin in made)
    ]
    assert unsaid == []


def test_nobody_is_called_sie():
    formal = re.compile(r"[^.:!?] (Sie|Ihnen|Ihr|Ihre[mnrs]?)\b")
    assert [entry["de"] for entry in _entries().values() if formal.search(entry["de"])] == []


BROKEN = message(
    "not_a_server", base="http://a/v1", what=message("answered_status", status=502, said="")
)


def test_a_sentence_in_a_sentence_is_worded_in_the_same_language():
    assert str(BROKEN).startswith(
        "there is no model server at http://a/v1: it answered with status 502. "
    )
    german = BROKEN.in_language("de")
    assert "ist kein Modellserver: die Antwort hatte den Status 502. " in german
    assert BROKEN.in_language("fr") == str(BROKEN)


def test_numbers_are_written_as_the_language_writes_them():
    slow = message("sent_nothing", seconds=2.5)
    assert "2.5 s" in str(slow)
    assert "2,5 s" in slow.in_language("de")


def test_braces_in_the_words_of_a_server_are_words():
    said = message("failed", host="h", status=500, said=message("saying", words="{host} {0}"))
    assert "„{host} {0}“" in said.in_language("de")


def test_texts_of_others_are_changed_wherever_they_stand_and_sentences_are_not():
    said = message(
        "failed", host="h", status=500, said=message("saying", words="the key abc failed")
    )
    hidden = said.mapped(lambda text: text.replace("abc", "…").replace("failed", "…"))
    assert (
        str(hidden)
        == "h failed (status 500), saying “the key … …”; look into the server's own log and try again"
    )


def test_a_sentence_comes_back_from_json():
    assert msgspec.json.decode(msgspec.json.encode(BROKEN), type=Message) == BROKEN


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_error_says_what_it_is_in_a_language(language):
    error = ServerError(ServerFault.NOT_A_SERVER, BROKEN)
    assert str(error) == str(BROKEN)
    assert error.in_language(language) == BROKEN.in_language(language)
    assert ServerError(ServerFault.BUSY, "later").in_language(language) == "later"
    assert in_words("as it is", language) == "as it is"
