"""What the command bar offers while a sentence is written."""

from app.gui.command_bar_words import completion_of, offer

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
