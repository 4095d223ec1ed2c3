"""Names that are free: each plain enough for where it stands, and told apart by a number."""

import pytest

from automation.macros.names import Names, StepIds, ascii_words, numbered, param_name


@pytest.mark.parametrize(
    ("text", "words"),
    [("Größe & Maß", "grosse-mass"), ("  Save As\u2026", "save-as"), ("保存", ""), ("№ 7", "no-7")],
)
def test_words_in_ascii(text, words):
    assert ascii_words(text, 40) == words


def test_a_cut_leaves_no_joint_at_the_end():
    assert ascii_words("abc def", 4) == "abc"
    assert ascii_words("abc def", 5, "_") == "abc_d"


def test_ids_of_steps_are_counted_and_never_given_twice():
    ids = StepIds(["save-2"])
    assert [ids.fresh("Save", "click") for _ in range(3)] == ["save", "save-3", "save-4"]
    assert ids.fresh("保存", "click") == "click"
    assert ids.fresh("", "") == "step"
    assert StepIds(most=4).fresh("Save as") == "save"


def test_parameters_are_called_after_their_fields():
    taken = {"vendor"}
    assert param_name("Vendor", taken) == "vendor_2"
    assert param_name("2nd name", taken) == "text_2nd_name"
    assert param_name("保存", taken, "date") == "date"
    assert taken == {"vendor", "vendor_2", "text_2nd_name", "date"}


def test_a_numbered_parameter_is_no_longer_than_one_may_be():
    names = numbered("x" * 40)
    assert [len(next(names)) for _ in range(12)] == [40] * 12


def test_code_never_takes_a_name_of_pythons():
    names = Names()
    assert [names.function("print") for _ in range(2)] == ["print_", "print_2"]
    assert names.constant("7 days") == "THE_7_DAYS"
