"""Sentences of ours: English for everybody, and what they are made of for a window in another language."""

import copy
import pickle

import msgspec
import pytest

from automation.core.secrets import without_hidden
from automation.core.text import (
    Worded,
    as_english,
    as_sentence,
    changed_values,
    filled,
    joined,
    model_words,
    template,
    worded,
)

SAVE = worded("Click {0}", worded("“{0}”", "Save"))


def test_a_sentence_reads_as_its_english_and_keeps_its_template_and_values():
    assert SAVE == "Click “Save”"
    assert (SAVE.template, SAVE.values) == ("Click {0}", ("“Save”",))
    assert SAVE.values[0].values == ("Save",)


def test_braces_of_a_value_are_data():
    assert worded("Type {0}", "{0} {x} ${secret:a}") == "Type {0} {x} ${secret:a}"


@pytest.mark.parametrize(
    ("form", "said"),
    [("{0:A}", "The field."), ("{0:a}", "the field."), ("{0:.}", "the field")],
)
def test_a_value_begins_and_ends_as_its_template_wants(form, said):
    assert filled(template(form), "the field.") == said


def test_a_number_is_written_as_its_template_says():
    assert worded("Wait {0:g} s, {1:.0f} %", 2.0, 81.6) == "Wait 2 s, 82 %"


def test_a_row_of_sentences_keeps_each():
    row = joined("; ", (SAVE, "", "by you"))
    assert row == "Click “Save”; by you"
    assert SAVE in row.values
    assert joined("; ", ()) == ""
    assert joined("; ", (SAVE,)) is SAVE


def test_a_sentence_that_stands_alone_is_worded_still():
    alone = as_sentence(worded("it is {0}", "off"))
    assert alone == "It is off."
    assert isinstance(alone.values[0], Worded)


def test_a_change_reaches_the_values_and_not_our_words():
    said = changed_values(worded("Click {0} in {1}", "Click", SAVE), str.upper)
    assert said == "Click CLICK in Click “SAVE”"
    assert isinstance(said, Worded)


def test_a_hidden_text_goes_out_of_the_values():
    typed = worded("Type {0}", worded("“{0}”", "hunter2"))
    told = without_hidden(typed, {"hunter2"})
    assert told == "Type “<secret:7 chars>”"
    assert "hunter2" not in repr((told, told.values, [v.values for v in told.values]))
    assert without_hidden(SAVE, {"hunter2"}) is SAVE


def test_a_hidden_text_of_our_own_words_goes_too():
    told = without_hidden(worded("Type a long text into {0}", "Note"), {"long text"})
    assert told == "Type a <secret:9 chars> into Note"
    assert not isinstance(told, Worded)


def test_it_is_copied_and_passes_between_processes():
    for other in (copy.deepcopy(SAVE), pickle.loads(pickle.dumps(SAVE))):
        assert (other, other.template, other.values) == (SAVE, SAVE.template, SAVE.values)


def test_encoders_write_the_english_and_nothing_else_unknown():
    assert (
        msgspec.json.encode({"said": SAVE}, enc_hook=as_english)
        == '{"said":"Click “Save”"}'.encode()
    )
    with pytest.raises(NotImplementedError, match="object"):
        msgspec.json.encode(object(), enc_hook=as_english)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/srv/models/Qwen3-4B-Q4_K_M.gguf", "Qwen3-4B-Q4_K_M.gguf"),
        (r"C:\models\tiny.gguf", "tiny.gguf"),
        ("Hcompany/Holo3.1-4B", "Hcompany/Holo3.1-4B"),
        ("qwen3:4b", "qwen3:4b"),
        ("", ""),
    ],
)
def test_a_model_that_is_told_as_a_file_is_shown_by_its_last_part(name, words):
    assert model_words(name) == words
