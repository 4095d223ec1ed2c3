"""Macros in the command bar: called by name, with values, and never in place of an instruction.

What the command bar offers while a sentence is written.
"""

import pytest

from app.gui.command_bar_words import (
    MAX_MACROS,
    BarMacro,
    completion,
    completion_of,
    holding,
    named,
    offer,
)
from automation.commands.policy import CommandsPolicy

POST = BarMacro("post", "Post invoices", "Posts them", 9, ("month", "who"), "Ctrl+Alt+1")
SAVE = BarMacro("save", "click Save", steps=1)
TIDY = BarMacro("tidy", "Tidy, then close", params=("a",))
PLAY = BarMacro("play-all", "Play all")
MACROS = (POST, SAVE, TIDY, PLAY)


@pytest.mark.parametrize(
    ("text", "slug", "values"),
    [
        ("Post invoices", "post", {}),
        ("  POST INVOICES ", "post", {}),
        ("play post invoices", "post", {}),
        ("Play the macro “Post invoices”", "post", {}),
        ("post invoices, month=May", "post", {"month": "May"}),
        ("play post invoices, MONTH = May , who=me", "post", {"month": "May", "who": "me"}),
        ('post invoices, month="a, b=c", who=me', "post", {"month": "a, b=c", "who": "me"}),
        ("post invoices, month=", "post", {"month": ""}),
        ("tidy, then close", "tidy", {}),
        ("tidy, then close, a=1", "tidy", {"a": "1"}),
        ("play all", "play-all", {}),
        ("play play all", "play-all", {}),
    ],
)
def test_a_macro_is_called_by_its_whole_name(text, slug, values):
    found = named(text, MACROS)
    assert (found.macro.slug, dict(found.values), found.problem) == (slug, values, "")


@pytest.mark.parametrize("text", ["post", "play", "post invoices now", "invoices", "play it", ","])
def test_a_part_of_a_name_calls_nothing(text):
    assert named(text, MACROS) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("post invoices, moth=May", "found moth, expected month=…, who=…"),
        ("post invoices, May", "found May, expected month=…, who=…"),
        ('post invoices, month="May', 'found month="May, expected month=…, who=…'),
        ("click Save, a=1", "it takes no values, found a"),
    ],
)
def test_a_value_that_cannot_be_taken_is_told(text, said):
    assert named(text, MACROS).problem == said


def test_a_folder_is_a_name_behind_play_and_goes_before_what_another_is_called():
    twins = (BarMacro("bill", "Invoice"), BarMacro("bill-2", "bill"))
    assert named("play bill", twins).macro.slug == "bill"
    assert named("bill", twins).macro.slug == "bill-2"
    assert named("play invoice", twins).macro.slug == "bill"
    assert named("play “bill-2”", twins).macro.slug == "bill-2"


def test_of_several_that_are_called_so_the_user_says_which():
    twins = (BarMacro("one", "Bill"), BarMacro("two", "BILL"), BarMacro("three", "Bill"))
    assert named("BILL", twins).macro.slug == "two"
    assert named("bill, a=1", twins).problem == (
        "3 macros are called so; say play and the folder of one: one, two, three"
    )
    assert named("play Bill", twins).problem.endswith("one, three")
    assert named("play three", twins).problem == ""


def test_names_that_begin_so_come_before_those_that_hold_the_words():
    found = [one.slug for one in holding("play T", MACROS)]
    assert found == ["tidy", "post"]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("post", " invoices"),
        ("play POST ", "invoices"),
        ("play ", "all"),
        ("post invoices", ""),
        ("post invoices,", " month="),
        ("post invoices, ", "month="),
        ("post invoices, month=May, w", "ho="),
        ("post invoices, month=Ma", ""),
        ("xyz", ""),
        ("  ", ""),
    ],
)
def test_tab_adds_the_rest_of_a_name_or_the_next_value(text, rest):
    assert completion(text, MACROS) == rest


def kinds(found):
    return [(choice.kind, choice.text) for choice in found.choices]


def test_an_instruction_comes_before_a_macro_of_the_same_words():
    found = offer("click Save", (), CommandsPolicy.preview, MACROS)
    assert kinds(found) == [("run", "click Save"), ("show", "click Save"), ("macro", "save")]
    assert (found.who, found.is_runnable) == ("Commands", True)


def test_a_name_alone_is_taken_by_enter():
    found = offer("post invoices, month=May", ("post the letter",), CommandsPolicy.preview, MACROS)
    first = found.choices[0]
    assert (first.kind, first.text, dict(first.values)) == ("macro", "post", {"month": "May"})
    assert (first.label, first.hint) == ("Play “Post invoices” with month=May", "Posts them")
    assert first.keys == "Ctrl+Alt+1"
    assert (found.who, found.is_runnable) == ("Macro", True)


def test_part_of_a_name_is_offered_and_not_taken():
    found = offer("play post inv", (), CommandsPolicy.preview, MACROS)
    assert (kinds(found), found.is_runnable) == ([("macro", "post")], False)
    assert found.policy == "No macro has this whole name; choose one below."
    assert offer("play xyz", (), CommandsPolicy.preview, MACROS).policy.startswith(
        "No macro has this name."
    )


def test_a_name_with_a_wrong_value_is_shown_with_what_is_wrong():
    found = offer("post invoices, moth=3", (), CommandsPolicy.preview, MACROS)
    assert found.choices[0].problem == found.policy == "found moth, expected month=…, who=…"


def test_an_empty_bar_offers_macros_then_old_tasks():
    many = [BarMacro(f"m-{n}", f"M {n}") for n in range(9)]
    found = offer("", ("old",), CommandsPolicy.preview, many)
    assert [kind for kind, _ in kinds(found)] == ["macro"] * MAX_MACROS + ["history"]
    assert not found.is_runnable


def test_tab_prefers_macros_only_where_playing_is_meant():
    history = ("post the letter",)
    assert offer("post", history, CommandsPolicy.preview, MACROS).completion == " the letter"
    assert (
        offer("play post", ("play post office",), CommandsPolicy.preview, MACROS).completion
        == " invoices"
    )


def test_a_name_that_deceives_is_shown_with_its_marks():
    odd = BarMacro("odd", "ab\u202ecd", "x\u202ey")
    found = offer("ab\u202ecd", (), CommandsPolicy.preview, (odd,)).choices[0]
    assert "\u202e" not in found.label + found.hint


HISTORY = ("click Save, then Close", "open File > Print", "click Save")


def can_do(text):
    return ("Click “Save”", "Press “Enter”") if text.startswith("click") else ()


def test_a_sentence_that_commands_can_do_is_offered_first_and_as_a_dry_run():
    found = offer("click Save", HISTORY, can_do)
    assert [c.kind for c in found.choices] == ["run", "show", "history"]
    assert found.choices[0].label == "Click “Save”, then 1 more step"
    assert found.is_runnable


def test_a_goal_is_not_runnable_and_says_what_it_needs():
    found = offer("find the cheapest flight", HISTORY, can_do)
    assert (found.is_runnable, found.choices) == (False, ())
    assert "main model" in found.policy


def test_an_empty_bar_offers_the_last_tasks():
    assert [c.text for c in offer("", HISTORY, can_do).choices] == list(HISTORY)


def test_the_same_task_is_offered_once():
    assert len(offer("", ("a", "a", "a"), can_do).choices) == 1


def test_tab_completes_from_the_newest_task_that_begins_so():
    assert completion_of("click s", HISTORY) == "ave, then Close"
    assert completion_of("zzz", HISTORY) == ""
    assert completion_of("click Save, then Close", HISTORY) == ""
