"""Controls judged by where they stand: pages, calls, accounts, questions, unsaved windows."""

import pytest

from automation.core.actions import Aim, Click, Hotkey, Window, Write
from automation.core.geometry import ScreenPoint
from automation.core.proposal import RiskLevel
from automation.safety.danger_words import calls_off, danger_words
from automation.safety.evidence import AppKind, Evidence, kinds_of
from automation.safety.risk import assess
from automation.safety.text_rules import is_sign, is_unsaved, names_price

R1, R2, R3 = RiskLevel.R1, RiskLevel.R2, RiskLevel.R3
PRESS = Click(Aim(ScreenPoint(5, 5)))
PAGE = frozenset({AppKind.BROWSER})


def level(name, role="button", origin="model", **facts):
    return assess(PRESS, Evidence(name=name, role=role, origin=origin, **facts)).level


@pytest.mark.parametrize(
    "beside", ["You send 200 EUR", "x.example wants to use it", "Delete it all"]
)
def test_an_answer_means_what_stands_beside_it(beside):
    assert level("Next", beside=(beside,)) == R3
    assert level("Next", beside=("Chapter one",)) == R1
    assert level("Zoom in", beside=(beside,)) == R1


def test_an_answer_means_what_its_page_is_called():
    assert level("Confirm", title="12 to destroy") == R3
    assert level("Confirm", title="A poem") == R2


def test_a_control_of_a_page_that_nobody_knows_is_asked_about_each_time():
    assert level("Quuxify", kinds=PAGE) == R3
    assert level("Call in sick", kinds=PAGE) == R3
    assert level("Save draft", kinds=PAGE) == R2
    assert level("Show more", kinds=PAGE) == R1
    assert level("Roll it back", kinds=PAGE) == R3
    assert level("Quuxify") == R1


def test_the_page_of_an_account_is_known_by_its_title_in_a_browser_only():
    assert AppKind.ACCOUNT in kinds_of("firefox", window_title="Security - Example")
    assert AppKind.ACCOUNT not in kinds_of("gedit", window_title="Security - Example")
    account = frozenset({AppKind.BROWSER, AppKind.ACCOUNT})
    assert level("Save", kinds=account) == R3
    assert level("Back", kinds=account) == R1
    enter = Write("eve@x.example", Aim(ScreenPoint(5, 5)), press_enter=True)
    assert assess(enter, Evidence(role="field", origin="model", kinds=account)).level == R3


def test_a_call_is_switched_by_controls_and_keys():
    call = kinds_of("zoom")
    assert level("Lights", kinds=call) == R3
    assert level("View", kinds=call) < R3
    for keys in (("alt", "a"), ("space",), ("m",)):
        assert assess(Hotkey(keys), Evidence(origin="model", kinds=call)).level == R3
    assert assess(Hotkey(("down",)), Evidence(origin="model", kinds=call)).level == R1


def test_a_no_to_a_question_that_is_turned_round_is_grave():
    assert level("No", question=("Keep your changes?",)) == R3
    assert level("Cancel", question=("Cancel your flight?",)) == R3
    assert level("Cancel", question=("Save the letter?",)) == R1
    assert level("No", question=("Delete the letter?",)) == R1


def test_a_question_without_a_known_word_is_grave():
    assert level("Sure", question=("Import done. Free the memory?",)) == R3
    assert level("Sure", question=("Import done.",)) < R3
    assert level("Back", question=("Free the memory?",)) == R1


def test_whose_own_words_name_the_control_has_read_what_stands_there():
    assert level("Quuxify", kinds=PAGE, origin="user", beside=("You send 200 EUR",)) == R1


SWITCH = frozenset({"checkable", "enabled", "showing"})


@pytest.mark.parametrize("role", ["checkbox", "radio"])
def test_a_switch_of_a_page_that_a_macro_names_changes_a_setting(role):
    assert level("Vegetarian", role, "macro", kinds=PAGE, states=SWITCH) == R2
    assert level("Vegetarian", role, "user", kinds=PAGE, states=SWITCH) == R2
    assert level("Vegetarian", role, "model", kinds=PAGE, states=SWITCH) == R3


def test_what_is_no_known_switch_or_says_more_is_asked_about_in_a_macro_too():
    assert level("Vegetarian", "checkbox", "macro", kinds=PAGE) == R3
    assert level("Quuxify", "button", "macro", kinds=PAGE, states=SWITCH) == R3
    account = PAGE | {AppKind.ACCOUNT}
    assert level("Vegetarian", "checkbox", "macro", kinds=account, states=SWITCH) == R3
    for name in ("Delete all", "Make available to public", "Pay 20 EUR"):
        assert level(name, "checkbox", "macro", kinds=PAGE, states=SWITCH) == R3
    raised = {"kinds": PAGE, "states": SWITCH, "raised": R3}
    assert level("Vegetarian", "checkbox", "macro", **raised) == R3


def test_a_window_that_is_not_saved_is_not_closed_unasked():
    close = Window("close", 7)
    assert assess(close, Evidence(title="*thesis.txt - gedit")).level == R3
    assert assess(close, Evidence(title="thesis.txt - gedit")).level == R2


@pytest.mark.parametrize(
    "title", ["*a.txt", "a.txt ● — Kate", "a.txt [modified]", "a.txt* - Editor", "a (unsaved)"]
)
def test_the_marks_of_unsaved_windows_are_known(title):
    assert is_unsaved(title)


@pytest.mark.parametrize("title", ["a.txt", "2 * 3 = 6", "My file (copy)", "A — B"])
def test_other_titles_have_no_such_mark(title):
    assert not is_unsaved(title)


@pytest.mark.parametrize("text", ["€ 7.99", "12,99 €", "Give 25 EUR", "$5", "100 zł", "500 💎"])
def test_amounts_of_money_are_read(text):
    assert names_price(text)


@pytest.mark.parametrize("text", ["12 files", "Page 7", "Euro", "7 + 8", "$HOME"])
def test_numbers_are_no_money(text):
    assert not names_price(text)


def test_a_sign_is_no_word():
    assert is_sign("👎")
    assert not any(map(is_sign, ("7", "+", "÷", "OK", "")))
    assert level("", seen_labels=("♣",)) == R2
    assert level("", seen_labels=("♣",), kinds=frozenset({AppKind.CHAT})) == R3


def test_calling_something_off_is_more_than_cancel():
    assert [bool(calls_off(x)) for x in ("Cancel", "Cancel order", "Abbrechen", "取消", "取消订阅")] == [
        False, True, False, False, True,
    ]  # fmt: skip


def test_small_words_inside_a_phrase_hide_nothing():
    assert any(hit.meaning.level == R3 for hit in danger_words("Cancel my subscription"))


def test_a_script_without_a_word_in_the_list_is_asked_about():
    assert level("Αποστολή") == R2
    assert level("Übersicht") == R1


def test_the_middle_of_a_package_name_tells_the_program():
    assert AppKind.CHAT in kinds_of("org.telegram.desktop")


def test_a_control_is_judged_by_the_things_that_it_names():
    assert level("€ 7.99") == level("Cancel booking") == level("Rotate keys") == R3
    assert level("Keys", role="tab") == level("Volumes", role="tab") == R1
